//! Prompts: the outcome of a model's answer, from the catalogue's facts about prompt and agent handlers.
//! `docs/prompt-replies.md` describes the readers.

use indexmap::{IndexMap, IndexSet};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use super::cell::{Cell, HandlerOnEvent, MODEL_HANDLERS, Support, is_model};
use super::feature::{Feature, Part, Sources};
use super::meanings::{self, Does};
use super::wire::Wire;
use super::words;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Confidence, Contract, Kind, Version, version_numbers};
use crate::validation::{Since, since};

/// The function that reads the answer of a model.
pub const FEATURE: Feature = Feature {
    name: "prompts",
    needs: &["replies"],
    types: TYPES,
    tables: &[],
    words: &["transcript"],
    namespace: Some("host"),
    read: prompts,
};

/// The types that the readers return.
const TYPES: &[&str] = &[
    REPLY,
    "HandlerAnswer",
    "HandlerFailure",
    "HandlerKind",
    "HandlerMechanism",
    "HandlerType",
    "ModelCalls",
    "PromptAction",
    "PromptAudience",
    "PromptCircumstance",
    "PromptEffect",
    "PromptFailure",
    "PromptKind",
    "PromptQuestion",
    "PromptReading",
    "PromptReasonUse",
    "ReliabilityEstimate",
];

/// The type of the answer.
const REPLY: &str = "PromptReply";

/// The data for reading a model's answer.
#[derive(Debug, Serialize)]
struct Prompts {
    /// The type of the answer.
    reply: &'static str,
    /// The action of an answer that stops nothing, and that of one about which nobody knows.
    passes: String,
    undocumented: String,
    /// The host version of the contract, to compare older ones with.
    newest: Vec<u64>,
    /// The first version that reads `continueOnBlock`, for each kind of handler that has it.
    continues: IndexMap<&'static str, Since>,
    /// The failures, in the order in which they are checked.
    failures: IndexMap<String, Failure>,
    /// The failure for each reason for which a model stopped.
    stop_reasons: IndexMap<String, String>,
    /// The newest host that is known to treat `null`, `false`, zero and the empty string as no JSON; empty if there is
    /// none.
    falsy: Vec<u64>,
    /// The oldest host that is known to read the answer to a prompt in a code fence; empty if there is none.
    unfenced: Vec<u64>,
    /// The oldest host that is known to take a word as the flag of an agent's answer; empty if there is none.
    words: Vec<u64>,
    /// The message for `impossible` where it has no effect.
    impossible: String,
    /// The parts of a question.
    question: Question,
    /// Every kind of handler.
    kinds: Vec<HandlerKind>,
    /// The outcomes, by event and kind of handler.
    events: IndexMap<String, IndexMap<&'static str, Answered>>,
}

/// The parts of a question to a model.
#[derive(Debug, Serialize)]
struct Question {
    /// The instructions, by purpose.
    instructions: IndexMap<&'static str, String>,
    /// The tool with which an agent answers; empty if the catalogue does not name it.
    tool: String,
    /// The oldest host that asks for a reason always, and reads `impossible`; empty for all.
    complete: Vec<u64>,
    /// The default time limit in seconds, by kind of handler.
    limits: IndexMap<String, Value>,
}

/// A kind of handler, as in the type `HandlerKind`.
#[derive(Debug, Clone, Serialize)]
struct HandlerKind {
    /// The kind.
    name: String,
    /// The mechanism by which the host calls it.
    mechanism: String,
    /// The source of the JSON of its answer.
    answered_by: String,
    /// Default timeout in seconds.
    timeout: Value,
    /// The calls of a model.
    model_calls: Value,
    /// The possible failures.
    failures: Vec<String>,
    /// The estimated share of runs without failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    reliability: Option<Estimate>,
    /// The events on which it runs.
    events: Vec<String>,
}

/// A share of all runs.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Estimate {
    /// The lower bound, from 0 to 1.
    low: f64,
    /// The upper bound.
    high: f64,
    /// The confidence.
    confidence: String,
}

/// A failure of an answer.
#[derive(Debug, Clone, Serialize)]
struct Failure {
    /// The message.
    message: String,
    /// It is not confirmed that such an answer fails.
    unconfirmed: bool,
}

/// The outcomes of the answers of a kind of handler on an event.
#[derive(Debug, Clone, Serialize)]
struct Answered {
    /// The first host version that calls it there.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<Since>,
    /// The handler never runs there: the message, and true if the host refuses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    never: Option<Never>,
    /// The outcome of `ok: false`.
    refused: Vec<Group>,
    /// The outcome of `ok: false` with `continueOnBlock: true`.
    continued: Vec<Group>,
    /// The outcome of `ok: false` with `impossible: true`; empty if that has no effect.
    impossible: Vec<Group>,
}

/// The message that a kind of handler never runs on an event.
#[derive(Debug, Clone, Serialize)]
struct Never {
    /// The host reports an error.
    refused: bool,
    /// The message.
    message: String,
}

/// The outcome in one situation: the first cell that applies to the host version.
#[derive(Debug, Clone, Serialize)]
struct Group {
    /// The situation; `None` if the event has only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    when: Option<String>,
    /// The cells, newest first.
    cells: Vec<PromptOutcome>,
}

/// The outcome on some host versions.
#[derive(Debug, Clone, Serialize)]
struct PromptOutcome {
    /// The first host version that is known to have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Vec<u64>>,
    /// The first host version that does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Vec<u64>>,
    /// The last host version that is known to have it, if that is not the one before `until`.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<Vec<u64>>,
    /// The outcome of the action.
    action: String,
    /// The outcome of the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The readers of the reason.
    audience: Vec<String>,
    /// No second source confirms it.
    unconfirmed: bool,
}

/// The keys of a failure that this feature reads.
#[derive(Debug, Deserialize)]
struct FailureFact {
    name: String,
    message: String,
    stop_reason: Option<String>,
    #[serde(default, deserialize_with = "host_version")]
    falsy_until: Option<Vec<u64>>,
    #[serde(default, deserialize_with = "host_version")]
    read_since: Option<Vec<u64>>,
    #[serde(default, deserialize_with = "host_version")]
    words_since: Option<Vec<u64>>,
    #[serde(default)]
    confidence: Confidence,
}

/// The keys that this feature reads at the root of the catalogue.
#[derive(Debug, Deserialize)]
struct Root {
    handlers: Vec<KindFact>,
    prompt_failures: Vec<FailureFact>,
}

/// The keys of a kind of handler that this feature reads.
#[derive(Debug, Deserialize)]
struct KindFact {
    name: String,
    mechanism: String,
    answered_by: String,
    #[serde(deserialize_with = "newest_timeout")]
    timeout: Value,
    model_calls: Value,
    failures: Vec<String>,
    reliability: Option<Estimate>,
    #[serde(default)]
    answer_tool: String,
    since: Option<Version>,
    continue_on_block: Option<Dated>,
}

#[derive(Debug, Deserialize)]
struct TimeoutFact {
    seconds: Value,
}

/// Deserialises the seconds of the newest timeout, which is the first of the list.
fn newest_timeout<'de, D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
    let all = Vec::<TimeoutFact>::deserialize(from)?;
    let newest = all.into_iter().next().map(|it| it.seconds);
    newest.ok_or_else(|| D::Error::custom("the list is empty: write the default timeout, `[{\"seconds\": 30}]`"))
}

/// Deserialises a host version of numbers with dots.
fn host_version<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<u64>>, D::Error> {
    let Some(version) = Option::<String>::deserialize(from)? else { return Ok(None) };
    let numbers = version_numbers(&version);
    numbers.map(Some).ok_or_else(|| D::Error::custom(format!("`{version}` is not a version: write `2.1.42`")))
}

#[derive(Debug, Deserialize)]
struct Dated {
    since: Option<Version>,
}

/// The keys of an event that this feature reads.
#[derive(Debug, Deserialize)]
struct OfEvent {
    since: Option<Version>,
    #[serde(default)]
    handlers: IndexMap<String, HandlerOnEvent>,
    prompt_refusal: Option<IndexMap<String, Option<Refusal>>>,
}

/// The keys of a refusal that this feature reads.
#[derive(Debug, Default, Deserialize)]
struct Refusal {
    action: Option<Vec<Cell>>,
    reason: Option<Vec<Cell>>,
    impossible: Option<Vec<Cell>>,
}

fn prompts(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let (wire, meanings) = (&sources.catalogue.wire, &sources.catalogue.meanings);
    meanings.missing(sources.catalogue, FEATURE.name, &[Does::Passes, Does::Undocumented], &[]).or(())?;
    let word = |does| meanings.word(does).unwrap_or_default().to_owned();
    let Root { handlers, prompt_failures: failures } = sources.catalogue.root()?;
    let all: IndexMap<String, OfEvent> = sources.catalogue.of_events()?;
    let newest = newest(sources.contract).ok_or_else(|| {
        Diagnostic::error(Code::Feature, "the feature `prompts` needs a host with a version of numbers")
            .at(sources.set.named_at.clone())
            .because("the outcome of an answer differs between versions")
            .instead("write `[host]` with `name` and `version`, or take the feature out")
    })?;
    let modes = |it: &FailureFact| {
        let failure = Failure { message: it.message.clone(), unconfirmed: it.confidence == Confidence::Unconfirmed };
        (it.name.clone(), failure)
    };
    let stops = failures.iter().filter_map(|it| Some((it.stop_reason.clone()?, it.name.clone())));
    let events: IndexMap<_, _> =
        all.iter().map(|(name, event)| (name.clone(), answered(name, event, &handlers))).collect();
    check(sources, &events)?;
    Ok(Box::new(Prompts {
        reply: REPLY,
        passes: word(Does::Passes),
        undocumented: word(Does::Undocumented),
        newest,
        continues: MODEL_HANDLERS.iter().filter_map(|name| Some((*name, continues(&handlers, name, wire)?))).collect(),
        failures: failures.iter().map(modes).collect(),
        stop_reasons: stops.collect(),
        falsy: failures.iter().find_map(|it| it.falsy_until.clone()).unwrap_or_default(),
        unfenced: failures.iter().find_map(|it| it.read_since.clone()).unwrap_or_default(),
        words: failures.iter().find_map(|it| it.words_since.clone()).unwrap_or_default(),
        impossible: words::impossible_without_effect(&events_with_impossible(&events)),
        question: question(sources.contract, &handlers, wire),
        kinds: handlers.iter().map(|fact| kind_of(&all, fact)).collect(),
        events,
    }))
}

/// Checks that the public types have the words of the answers.
fn check(
    sources: &Sources<'_>,
    events: &IndexMap<String, IndexMap<&'static str, Answered>>,
) -> Result<(), Diagnostics> {
    let Sources { contract, catalogue, .. } = *sources;
    let answers = || events.values().flat_map(IndexMap::values);
    let groups = answers().flat_map(|it| [&it.refused, &it.continued, &it.impossible]).flatten();
    let cells: Vec<&PromptOutcome> = groups.flat_map(|it| &it.cells).collect();
    let mut found = Diagnostics::default();
    let mut of = |name, part, words: IndexSet<&str>| {
        let words: Vec<&str> = words.into_iter().collect();
        found.extend(meanings::check_values(contract, catalogue, name, &words, part));
    };
    of("PromptAction", "effects", cells.iter().map(|it| it.action.as_str()).collect());
    of("PromptReasonUse", "effects", cells.iter().filter_map(|it| it.reason.as_deref()).collect());
    of("PromptAudience", "audiences", cells.iter().flat_map(|it| &it.audience).map(String::as_str).collect());
    found.or(()).map(drop)
}

impl Part for Prompts {
    fn data(&self) -> Value {
        json!(self)
    }
}

fn question(contract: &Contract, handlers: &[KindFact], wire: &Wire) -> Question {
    let models = || handlers.iter().filter(|it| is_model(&it.name));
    let fields = contract.get(REPLY).and_then(|def| match &def.kind {
        Kind::Struct(it) => Some(&it.fields),
        _ => None,
    });
    let impossible = fields.and_then(|all| all.iter().find(|field| field.name == "impossible"));
    Question {
        instructions: words::QUESTION.iter().map(|(key, text)| (*key, wire.fill(text))).collect(),
        tool: models().map(|it| it.answer_tool.clone()).find(|it| !it.is_empty()).unwrap_or_default(),
        complete: impossible.and_then(|field| Some(field.facts.since.as_ref()?.parts())).unwrap_or_default(),
        limits: models().map(|it| (it.name.clone(), it.timeout.clone())).collect(),
    }
}

fn kind_of(all: &IndexMap<String, OfEvent>, fact: &KindFact) -> HandlerKind {
    let runs = |(_, event): &(&String, &OfEvent)| is_run(event.handlers.get(&fact.name));
    HandlerKind {
        name: fact.name.clone(),
        mechanism: fact.mechanism.clone(),
        answered_by: fact.answered_by.clone(),
        timeout: fact.timeout.clone(),
        model_calls: fact.model_calls.clone(),
        failures: fact.failures.clone(),
        reliability: fact.reliability.clone(),
        events: all.iter().filter(runs).map(|(name, _)| name.clone()).collect(),
    }
}

fn is_run(handler: Option<&HandlerOnEvent>) -> bool {
    handler.is_some_and(|it| it.support.is_run())
}

fn newest(contract: &Contract) -> Option<Vec<u64>> {
    version_numbers(&contract.set.host.as_ref()?.version)
}

fn kind<'a>(handlers: &'a [KindFact], name: &str) -> Option<&'a KindFact> {
    handlers.iter().find(|it| it.name == name)
}

fn continues(handlers: &[KindFact], name: &str, wire: &Wire) -> Option<Since> {
    let version = kind(handlers, name)?.continue_on_block.as_ref()?.since.as_ref()?;
    since(version, Some(format!("`{}`", wire.continues)))
}

/// Returns the events on which `impossible` has an effect, for each kind of handler.
fn events_with_impossible<'a>(
    events: &'a IndexMap<String, IndexMap<&'static str, Answered>>,
) -> Vec<(&'static str, Vec<&'a str>)> {
    let on = |handler: &&'static str| {
        let hears = |(_, kinds): &(&String, &IndexMap<&str, Answered>)| {
            kinds.get(handler).is_some_and(|it| !it.impossible.is_empty())
        };
        (*handler, events.iter().filter(hears).map(|(name, _)| name.as_str()).collect::<Vec<_>>())
    };
    MODEL_HANDLERS.iter().map(on).filter(|(_, events)| !events.is_empty()).collect()
}

fn answered(name: &str, event: &OfEvent, handlers: &[KindFact]) -> IndexMap<&'static str, Answered> {
    MODEL_HANDLERS.iter().map(|handler| (*handler, of_handler(name, event, handlers, handler))).collect()
}

fn of_handler(event_name: &str, event: &OfEvent, handlers: &[KindFact], name: &str) -> Answered {
    let own = event.handlers.get(name);
    let refused = own.is_some_and(|it| it.support == Support::Rejected);
    let never = (!is_run(own)).then(|| Never { refused, message: words::never_runs(name, event_name, refused) });
    let groups = |key: &str| {
        let of = event.prompt_refusal.as_ref().and_then(|all| all.get(key)?.as_ref()).filter(|_| never.is_none());
        of.map(|it| (self::groups(it), impossible(it))).unwrap_or_default()
    };
    let (refused, impossible) = groups(name);
    // Only a prompt has the setting.
    let continued = if name == "prompt" { groups("continue_on_block").0 } else { refused.clone() };
    Answered { since: youngest(event_name, event, handlers, name), never, refused, continued, impossible }
}

/// Returns the youngest version among the event, the kind of handler, and the handler on the event.
fn youngest(event_name: &str, event: &OfEvent, handlers: &[KindFact], name: &str) -> Option<Since> {
    let of_kind = kind(handlers, name).and_then(|it| it.since.as_ref());
    let own = event.handlers.get(name).and_then(|it| it.since.as_ref());
    let each = [event.since.as_ref(), own, of_kind].into_iter().flatten();
    let youngest = each.max_by(|one, other| one.parts().cmp(&other.parts()))?;
    since(youngest, Some(words::handler_on(name, event_name)))
}

/// Returns the outcomes of the action and the reason in each situation.
fn groups(refusal: &Refusal) -> Vec<Group> {
    let reason = |action: &Cell| refusal.reason.iter().flatten().find(|it| is_beside(it, action));
    grouped(refusal.action.iter().flatten().map(|action| (action, reason(action))))
}

/// Returns true if the reason belongs to the action: same situation, same host versions.
fn is_beside(reason: &Cell, action: &Cell) -> bool {
    let is_same = reason.when == action.when && reason.since == action.since && reason.until == action.until;
    is_same && reason.earlier == action.earlier
}

fn impossible(refusal: &Refusal) -> Vec<Group> {
    grouped(refusal.impossible.iter().flatten().map(|action| (action, None)))
}

fn grouped<'a>(pairs: impl Iterator<Item = (&'a Cell, Option<&'a Cell>)>) -> Vec<Group> {
    let mut groups: IndexMap<Option<&String>, Vec<PromptOutcome>> = IndexMap::new();
    // An earlier outcome never applies: the version that ended it is not known.
    for (action, reason) in pairs.filter(|(action, _)| !action.earlier) {
        groups.entry(action.when.as_ref()).or_default().push(cell(action, reason));
    }
    groups.into_iter().map(|(when, cells)| Group { when: when.cloned(), cells }).collect()
}

fn cell(action: &Cell, reason: Option<&Cell>) -> PromptOutcome {
    PromptOutcome {
        from: action.since.as_ref().map(Version::parts),
        until: action.until.as_ref().map(Version::parts),
        last: action.until.as_ref().and_then(Version::after_parts),
        action: action.effect.clone(),
        reason: reason.map(|it| it.effect.clone()),
        audience: reason.map(|it| it.audience.clone()).unwrap_or_default(),
        unconfirmed: !action.is_sure(),
    }
}
