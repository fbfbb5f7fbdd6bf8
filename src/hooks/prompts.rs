//! Prompts: the outcome of a model's answer, from what the catalogue says of prompt and agent handlers. What the readers do
//! with it is in `docs/prompt-replies.md`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::feature::{Feature, Part, Sources};
use super::words;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Contract, Version};
use crate::validation::{Since, since};

/// The function that reads the answer of a model.
pub const FEATURE: Feature = Feature {
    name: "prompts",
    about: "a function that returns the outcome of a model's answer to a prompt hook",
    needs: &["replies"],
    types: &[REPLY],
    tables: &[],
    read: prompts,
};

/// The type of the answer.
const REPLY: &str = "PromptReply";
/// The kinds of handlers that ask a model, by the names of what `prompt_refusal` says of them.
const HANDLERS: [&str; 2] = ["prompt", "agent"];

/// The data of the readers of a model's answers.
#[derive(Debug, Serialize)]
struct Prompts {
    /// The type of the answer.
    reply: &'static str,
    /// The host of the contract, with which an older one is compared.
    newest: Vec<u64>,
    /// Since when `continueOnBlock` is read, for each kind of handler that has it.
    continues: IndexMap<&'static str, Since>,
    /// The ways to fail, in the order in which they are found out.
    failures: IndexMap<String, Failure>,
    /// The mode of failing that each reason for a model to stop means.
    stop_reasons: IndexMap<String, String>,
    /// The newest host that is known to take `null`, `false`, zero and the empty string for no JSON; nothing, if none is.
    falsy: Vec<u64>,
    /// The message for `impossible` where nobody reads it.
    impossible: String,
    /// Every kind of handler.
    kinds: Vec<HandlerKind>,
    /// The outcome of a refusal, by event and kind of handler.
    events: IndexMap<String, IndexMap<&'static str, Answered>>,
}

/// A kind of handler, in the words of the type `HandlerKind`.
#[derive(Debug, Clone, Serialize)]
struct HandlerKind {
    /// The kind.
    name: String,
    /// The way the host asks it.
    mechanism: String,
    /// The source of the JSON of its answer.
    answered_by: String,
    /// Default timeout in seconds.
    timeout: Value,
    /// Calls of a model.
    model_calls: Value,
    /// The failures.
    failures: Vec<String>,
    /// The estimated share of answers without failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    reliability: Option<Estimate>,
    /// The events on which it runs.
    events: Vec<String>,
}

/// A share of all runs.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Estimate {
    /// The least, of 1.
    low: f64,
    /// The greatest.
    high: f64,
    /// The confidence.
    confidence: String,
}

/// A way to fail.
#[derive(Debug, Clone, Serialize)]
struct Failure {
    /// The message.
    message: String,
    /// It is not sure that such an answer fails.
    unconfirmed: bool,
}

/// The outcome of the answer of a kind of handler on an event.
#[derive(Debug, Clone, Serialize)]
struct Answered {
    /// Since when the host asks it there.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<Since>,
    /// It never runs there: what is said of that, and whether the host refuses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    never: Option<Never>,
    /// `ok: false`.
    refused: Vec<Group>,
    /// The same with `continueOnBlock: true`.
    continued: Vec<Group>,
    /// The same with `impossible: true`; nothing where nobody hears it.
    impossible: Vec<Group>,
}

/// A kind of handler never runs on an event.
#[derive(Debug, Clone, Serialize)]
struct Never {
    /// The host reports an error.
    refused: bool,
    /// The message.
    message: String,
}

/// The outcome on one occasion: the first of the cells that holds for the host.
#[derive(Debug, Clone, Serialize)]
struct Group {
    /// The occasion; nothing, if the event has no more than one.
    #[serde(skip_serializing_if = "Option::is_none")]
    when: Option<String>,
    /// The newest first.
    cells: Vec<PromptOutcome>,
}

/// The outcome on some hosts.
#[derive(Debug, Clone, Serialize)]
struct PromptOutcome {
    /// The first host that is known to do it.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Vec<u64>>,
    /// The first host that does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Vec<u64>>,
    /// The last host that is known to do it, where that is not the one before `until`.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<Vec<u64>>,
    /// The outcome for the action.
    action: String,
    /// The outcome for the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The readers.
    audience: Vec<String>,
    /// No second source says so.
    unconfirmed: bool,
}

/// The keys that are read of a cell of the catalogue.
#[derive(Debug, Clone, Deserialize)]
struct Fact {
    when: Option<String>,
    effect: String,
    since: Option<Version>,
    until: Option<Version>,
    confidence: Option<String>,
    #[serde(default)]
    audience: Vec<String>,
}

/// The keys that are read of a way to fail.
#[derive(Debug, Deserialize)]
struct FailureFact {
    name: String,
    message: String,
    stop_reason: Option<String>,
    falsy_until: Option<String>,
    confidence: Option<String>,
}

/// The keys that this feature reads at the root of the catalogue.
#[derive(Debug, Deserialize)]
struct Root {
    handlers: Vec<KindFact>,
    prompt_failures: Vec<FailureFact>,
}

/// The keys that are read of a kind of handler.
#[derive(Debug, Deserialize)]
struct KindFact {
    name: String,
    mechanism: String,
    answered_by: String,
    timeout: Vec<TimeoutFact>,
    model_calls: Value,
    failures: Vec<String>,
    reliability: Option<Estimate>,
    since: Option<Version>,
    continue_on_block: Option<Dated>,
}

#[derive(Debug, Deserialize)]
struct TimeoutFact {
    seconds: Value,
}

#[derive(Debug, Deserialize)]
struct Dated {
    since: Option<Version>,
}

/// The keys that it reads of an event.
#[derive(Debug, Deserialize)]
struct OfEvent {
    since: Option<Version>,
    #[serde(default)]
    handlers: IndexMap<String, OnEvent>,
    prompt_refusal: Option<IndexMap<String, Option<Refusal>>>,
}

/// The keys that are read of a kind of handler on an event.
#[derive(Debug, Deserialize)]
struct OnEvent {
    support: String,
    since: Option<Version>,
}

/// The keys that are read of a refusal.
#[derive(Debug, Default, Deserialize)]
struct Refusal {
    action: Option<Vec<Fact>>,
    reason: Option<Vec<Fact>>,
    impossible: Option<Vec<Fact>>,
}

fn prompts(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let Root { handlers, prompt_failures: failures } = sources.catalogue.root()?;
    let all: IndexMap<String, OfEvent> = sources.catalogue.of_events()?;
    let newest = newest(sources.contract).ok_or_else(|| {
        Diagnostic::error(Code::Feature, "the feature `prompts` needs a host with a version of numbers")
            .at(sources.set.named_at.clone())
            .because("the outcome of an answer differs between versions")
            .instead("write `[host]` with `name` and `version`, or take the feature out")
    })?;
    let modes = |it: &FailureFact| {
        let failure = Failure { message: it.message.clone(), unconfirmed: is_unconfirmed(it.confidence.as_ref()) };
        (it.name.clone(), failure)
    };
    let stops = failures.iter().filter_map(|it| Some((it.stop_reason.clone()?, it.name.clone())));
    let events: IndexMap<_, _> =
        all.iter().map(|(name, event)| (name.clone(), answered(name, event, &handlers))).collect();
    Ok(Box::new(Prompts {
        reply: REPLY,
        newest,
        continues: HANDLERS.iter().filter_map(|name| Some((*name, continues(&handlers, name)?))).collect(),
        failures: failures.iter().map(modes).collect(),
        stop_reasons: stops.collect(),
        falsy: failures.iter().find_map(|it| numbers(it.falsy_until.as_ref()?)).unwrap_or_default(),
        impossible: words::impossible_without_effect(&heard(&events)),
        kinds: handlers.iter().map(|fact| kind_of(&all, fact)).collect(),
        events,
    }))
}

impl Part for Prompts {
    fn data(&self) -> Value {
        json!(self)
    }
}

fn kind_of(all: &IndexMap<String, OfEvent>, fact: &KindFact) -> HandlerKind {
    let runs = |(_, event): &(&String, &OfEvent)| is_run(event.handlers.get(&fact.name));
    HandlerKind {
        name: fact.name.clone(),
        mechanism: fact.mechanism.clone(),
        answered_by: fact.answered_by.clone(),
        // The newest one is the first.
        timeout: fact.timeout.first().map(|it| it.seconds.clone()).unwrap_or_default(),
        model_calls: fact.model_calls.clone(),
        failures: fact.failures.clone(),
        reliability: fact.reliability.clone(),
        events: all.iter().filter(runs).map(|(name, _)| name.clone()).collect(),
    }
}

fn is_run(handler: Option<&OnEvent>) -> bool {
    handler.is_some_and(|it| matches!(&*it.support, "runs" | "sometimes"))
}

fn newest(contract: &Contract) -> Option<Vec<u64>> {
    numbers(&contract.set.host.as_ref()?.version)
}

fn numbers(version: &str) -> Option<Vec<u64>> {
    version.split('.').map(|part| part.parse().ok()).collect()
}

fn is_unconfirmed(confidence: Option<&String>) -> bool {
    confidence.is_some_and(|it| it == "unconfirmed")
}

fn kind<'a>(handlers: &'a [KindFact], name: &str) -> Option<&'a KindFact> {
    handlers.iter().find(|it| it.name == name)
}

fn continues(handlers: &[KindFact], name: &str) -> Option<Since> {
    let version = kind(handlers, name)?.continue_on_block.as_ref()?.since.as_ref()?;
    since(version, Some("`continueOnBlock`".to_owned()))
}

/// Where `impossible` counts.
fn heard<'a>(events: &'a IndexMap<String, IndexMap<&'static str, Answered>>) -> Vec<(&'static str, Vec<&'a str>)> {
    let on = |handler: &&'static str| {
        let hears = |(_, kinds): &(&String, &IndexMap<&str, Answered>)| {
            kinds.get(handler).is_some_and(|it| !it.impossible.is_empty())
        };
        (*handler, events.iter().filter(hears).map(|(name, _)| name.as_str()).collect::<Vec<_>>())
    };
    HANDLERS.iter().map(on).filter(|(_, events)| !events.is_empty()).collect()
}

fn answered(name: &str, event: &OfEvent, handlers: &[KindFact]) -> IndexMap<&'static str, Answered> {
    HANDLERS.iter().map(|handler| (*handler, of_handler(name, event, handlers, handler))).collect()
}

fn of_handler(event_name: &str, event: &OfEvent, handlers: &[KindFact], name: &str) -> Answered {
    let own = event.handlers.get(name);
    let refused = own.is_some_and(|it| it.support == "rejected");
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

/// The event, the kind of handler, and the one on the other: the youngest of the three.
fn youngest(event_name: &str, event: &OfEvent, handlers: &[KindFact], name: &str) -> Option<Since> {
    let of_kind = kind(handlers, name).and_then(|it| it.since.as_ref());
    let own = event.handlers.get(name).and_then(|it| it.since.as_ref());
    let each = [event.since.as_ref(), own, of_kind].into_iter().flatten();
    let youngest = each.max_by(|one, other| one.parts().cmp(&other.parts()))?;
    since(youngest, Some(words::handler_on(name, event_name)))
}

/// The outcome for the action and for the reason, on each occasion.
fn groups(refusal: &Refusal) -> Vec<Group> {
    let reason = |action: &Fact| refusal.reason.iter().flatten().find(|it| is_beside(it, action));
    grouped(refusal.action.iter().flatten().map(|action| (action, reason(action))))
}

/// The reason of this action: on the same occasion, on the same hosts.
fn is_beside(reason: &Fact, action: &Fact) -> bool {
    reason.when == action.when && reason.since == action.since && reason.until == action.until
}

fn impossible(refusal: &Refusal) -> Vec<Group> {
    grouped(refusal.impossible.iter().flatten().map(|action| (action, None)))
}

fn grouped<'a>(pairs: impl Iterator<Item = (&'a Fact, Option<&'a Fact>)>) -> Vec<Group> {
    let mut groups: IndexMap<Option<&String>, Vec<PromptOutcome>> = IndexMap::new();
    for (action, reason) in pairs {
        groups.entry(action.when.as_ref()).or_default().push(cell(action, reason));
    }
    groups.into_iter().map(|(when, cells)| Group { when: when.cloned(), cells }).collect()
}

fn cell(action: &Fact, reason: Option<&Fact>) -> PromptOutcome {
    PromptOutcome {
        from: action.since.as_ref().map(Version::parts),
        until: action.until.as_ref().map(Version::parts),
        last: action.until.as_ref().and_then(Version::after_parts),
        action: action.effect.clone(),
        reason: reason.map(|it| it.effect.clone()),
        audience: reason.map(|it| it.audience.clone()).unwrap_or_default(),
        unconfirmed: is_unconfirmed(action.confidence.as_ref()),
    }
}
