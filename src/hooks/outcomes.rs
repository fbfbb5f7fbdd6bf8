//! Outcomes: what the host does with the result of a hook, from the catalogue's facts about each event.
//!
//! The runtime of each language has the rules that are the same for every event, which `docs/outcomes.md` describes. What
//! differs between events is data, and this feature makes it.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::cell::{Cell, HandlerOnEvent, OnFailure, Support, is_model};
use super::exits::{self, OfProfile};
use super::feature::{Feature, Part, Sources};
use super::meanings::{self, Action, Does, Fits, Meanings, Reader};
use super::wire::Wire;
use super::words;
use crate::diagnostic::Diagnostics;
use crate::model::Version;

/// The function that returns the outcome of a result, and the one that merges outcomes.
pub const FEATURE: Feature = Feature {
    name: "outcomes",
    needs: &["replies"],
    types: &[
        "HandlerFailure",
        "HookOutputResult",
        "Outcome",
        "OutcomeAction",
        "OutcomeAgent",
        "OutcomeAudience",
        "OutcomeCondition",
        "OutcomeEffect",
        "OutcomeEffectKind",
        "OutcomePolicy",
        "OutcomePurpose",
        "OutcomeText",
        "RecordedBackground",
        "RecordedBase64",
        "RecordedBytes",
        "RecordedExit",
        "RecordedFailedStart",
        "RecordedResponse",
        "RecordedResult",
        "RecordedSignal",
        "RecordedTimeout",
        "RecordedToolResult",
    ],
    tables: &[],
    words: &["specific", "decision", "reason"],
    namespace: Some("host"),
    read: outcomes,
};

/// What the words do that the interpreters write.
const WRITTEN: [Does; 4] = [Does::Informs, Does::Comments, Does::Explains, Does::Warns];
/// The type of a record of a model's answer.
const ANSWER: &str = "RecordedAnswer";

/// The condition of an exit code that has its effect only beside a text on stderr.
const TEXT_ON_STDERR: &str = "text-on-stderr";

/// The data of every event.
#[derive(Debug, Serialize)]
struct Outcomes {
    events: IndexMap<String, Plan>,
    /// The profiles in which an event, or an exit code, is another one.
    profiles: IndexMap<String, OfProfile>,
    /// The meanings of the words in effects and audiences.
    meanings: Value,
    /// The conditions that the input decides.
    conditions: IndexMap<String, Condition>,
    /// The first host version with `onFailure`, by kind of handler.
    on_failure_from: IndexMap<String, Vec<u64>>,
    /// Since when the host has each kind of handler.
    kinds: IndexMap<String, Since>,
    /// The default time limits of older hosts, by kind of handler.
    older_limits: IndexMap<String, Vec<OlderLimit>>,
    /// Where on stdout a command says that it moves to the background.
    printed: Vec<Effect>,
    /// The paths of the texts that a command in the background can print later.
    answer: Vec<String>,
    /// The events with a part of the reply of their own, which another event's reply can name.
    named: Vec<String>,
    /// The causes in explanations, by purpose.
    causes: IndexMap<&'static str, String>,
    /// The words that explanations add, by purpose.
    added: IndexMap<&'static str, String>,
    /// The errors of values that are not recorded results, by purpose.
    records: IndexMap<&'static str, String>,
}

/// What a key of the input has to be for a condition to hold.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Condition {
    /// The key.
    input: String,
    /// Its possible values; none if the text has a beginning instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    values: Vec<String>,
    /// The beginning.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    prefix: String,
}

/// The data of an event.
#[derive(Debug, Serialize)]
struct Plan {
    /// The first host version with the event.
    since: Since,
    /// The sentence for each action.
    says: Says,
    /// What to do to block, by the way to do it; empty if no hook can.
    advice: IndexMap<&'static str, String>,
    /// What ends if no hook stops the event: `turn`, `subagent` or `teammate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<String>,
    /// How the answers of several hooks are combined: `last-reason`, `first-decides`, or else `all`.
    combines: String,
    /// The texts in stderr that mean that the script is missing.
    missing_script: Vec<String>,
    /// What exit code 2 does then, instead of its effect.
    missing_script_action: Vec<Effect>,
    /// What is blocked leaves the conversation, and the agent stops.
    erases: bool,
    /// JSON is text, too.
    reads_json_as_text: bool,
    /// The effects of exit code 0, 2, and any other.
    exits: IndexMap<String, Exit>,
    /// The fields of a reply. Decisions come first.
    fields: Vec<Field>,
    /// What fields do beside other fields.
    interactions: Vec<Interaction>,
    /// The effect of a hook that exceeds its time limit.
    timeout: Vec<Effect>,
    /// The effect of `onFailure: "block"`, by kind of handler: `exit`, as exit code 2; `refuse`; or `none`.
    on_failure: IndexMap<String, &'static str>,
    /// The default time limit in seconds, by kind of handler.
    limits: IndexMap<String, f64>,
    /// The most to which a handler can set it, if there is a most.
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<f64>,
    /// The kinds of handlers that the host does not run.
    not_run: IndexMap<String, NotRun>,
}

/// A kind of handler that the host does not run on an event.
#[derive(Debug, Serialize)]
struct NotRun {
    /// The problem of a hook of this kind. For one that asks a model, the reader of its answers reports one.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    /// What happens to the action; without it, the action goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
}

/// A time limit that a host has before a version.
#[derive(Debug, Serialize)]
struct OlderLimit {
    seconds: f64,
    until: Vec<u64>,
}

/// Since when the host has an event.
#[derive(Debug, Serialize)]
struct Since {
    /// Hosts that are older than this do not have it. If the version is not exact, that is just after the newest one
    /// without it.
    from: Vec<u64>,
    /// The version, for people.
    shown: String,
}

/// The sentences.
#[derive(Debug, Serialize)]
struct Says {
    /// What happens if no hook stops the event, as a part of a sentence.
    passes: String,
    normal: String,
    /// What happens if a hook stops the agent and nothing else, where the event goes on before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    stops: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deferred: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked: Option<String>,
}

/// The effects of an exit code.
#[derive(Debug, Serialize)]
struct Exit {
    action: Vec<Effect>,
    json: Vec<Effect>,
    invalid_json: Vec<Effect>,
    other_event: Vec<Effect>,
    stdout: Vec<Effect>,
    stderr: Vec<Effect>,
}

/// An effect on some host versions.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Effect {
    pub effect: String,
    /// The recipients of the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    audience: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Vec<u64>>,
}

/// A field of a reply.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Field {
    /// Its pointer.
    pub at: String,
    /// The value that it is about; `None` for any value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The pointer of the reason of a decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The pointers of fields that the host requires beside it, each with its value: only what writes a reply reads them.
    #[serde(skip)]
    pub with: Vec<(String, Value)>,
    pub effects: Vec<Effect>,
}

/// What a field does beside other fields.
#[derive(Debug, Serialize)]
struct Interaction {
    at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    /// The exit code that it is about; `None` for any.
    #[serde(skip_serializing_if = "Option::is_none")]
    exit: Option<u8>,
    beside: Vec<Beside>,
    effect: Effect,
    /// The problem that is reported at the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// Another field of the same reply.
#[derive(Debug, Serialize)]
struct Beside {
    at: String,
    /// It has one of these values; if there is none, it is absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<Value>,
    /// It is there, with any value.
    #[serde(skip_serializing_if = "is_false")]
    present: bool,
}

const fn is_false(it: &bool) -> bool {
    !*it
}

/// The keys of an event that this feature reads.
#[derive(Debug, Deserialize)]
pub(super) struct OfEvent {
    since: Option<Version>,
    passes: Option<String>,
    says: Option<SaysFact>,
    ends: Option<String>,
    pub combines: Option<String>,
    #[serde(default)]
    pub missing_script: Vec<String>,
    #[serde(default)]
    missing_script_action: Vec<Cell>,
    #[serde(default)]
    pub erases: bool,
    #[serde(default)]
    pub reads_json_as_text: bool,
    #[serde(default)]
    specific: Option<String>,
    pub decision: String,
    pub exit: IndexMap<String, ExitFact>,
    universal: IndexMap<String, Vec<Cell>>,
    pub additional_context: Option<Vec<Cell>>,
    #[serde(default)]
    answers: Vec<AnswerFact>,
    #[serde(default)]
    interactions: Vec<InteractionFact>,
    timeout: TimeoutFact,
    #[serde(default)]
    handlers: IndexMap<String, HandlerOnEvent>,
    timeout_budget: Option<Budget>,
}

/// The time that all hooks of an event share.
#[derive(Debug, Deserialize)]
struct Budget {
    seconds: f64,
    max: f64,
}

#[derive(Debug, Deserialize)]
struct SaysFact {
    blocked: String,
    allowed: Option<String>,
    asked: Option<String>,
    deferred: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ExitFact {
    pub action: Vec<Cell>,
    json: Vec<Cell>,
    invalid_json: Vec<Cell>,
    other_event: Vec<Cell>,
    pub stdout: Vec<Cell>,
    stderr: Vec<Cell>,
}

#[derive(Debug, Deserialize)]
struct AnswerFact {
    field: String,
    reason: Option<String>,
    #[serde(default)]
    with: Vec<WithFact>,
    #[serde(flatten)]
    cell: Cell,
}

/// A field that the host requires beside another one.
#[derive(Debug, Deserialize)]
struct WithFact {
    field: String,
    value: Value,
}

#[derive(Debug, Deserialize)]
struct InteractionFact {
    field: String,
    exit: Option<u8>,
    beside: Vec<BesideFact>,
    /// The problem that is reported at the field.
    problem: Option<String>,
    #[serde(flatten)]
    cell: Cell,
}

#[derive(Debug, Deserialize)]
struct BesideFact {
    field: String,
    #[serde(default)]
    values: Vec<Value>,
    #[serde(default)]
    present: bool,
}

#[derive(Debug, Deserialize)]
struct TimeoutFact {
    handler: Vec<Cell>,
}

/// The keys that this feature reads at the root of the catalogue.
#[derive(Debug, Deserialize)]
struct Root {
    #[serde(default = "words::the_agent")]
    agent: String,
    #[serde(default)]
    background: BackgroundFact,
    #[serde(default)]
    conditions: IndexMap<String, Condition>,
    handlers: Vec<KindFact>,
    decision_models: Vec<ModelFact>,
}

#[derive(Debug, Default, Deserialize)]
struct BackgroundFact {
    #[serde(default)]
    answer: Vec<String>,
    #[serde(default)]
    printed: Vec<Cell>,
}

#[derive(Debug, Deserialize)]
struct KindFact {
    name: String,
    since: Option<Version>,
    on_failure: Option<Dated>,
    #[serde(default)]
    timeout: Vec<KindLimit>,
}

/// A default time limit of a kind of handler.
#[derive(Debug, Deserialize)]
struct KindLimit {
    seconds: f64,
    until: Option<Version>,
}

#[derive(Debug, Deserialize)]
struct Dated {
    since: Version,
}

#[derive(Debug, Deserialize)]
pub(super) struct ModelFact {
    pub name: String,
    pub refusal: Option<RefusalFact>,
}

#[derive(Debug, Deserialize)]
pub(super) struct RefusalFact {
    #[serde(default)]
    pub field: Vec<String>,
    #[serde(default)]
    pub value: Value,
    /// The path of the reason.
    pub reason: Option<Vec<String>>,
}

fn outcomes(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let (wire, meanings) = (&sources.catalogue.wire, &sources.catalogue.meanings);
    if sources.set.has_feature("prompts") {
        sources.require(ANSWER, "the answer of a model is a result of a hook, too")?;
    }
    check(sources)?;
    let root: Root = sources.catalogue.root()?;
    let events: IndexMap<String, OfEvent> = sources.catalogue.of_events()?;
    let advising = Advising { root: &root, wire, meanings };
    let profiles = exits::of_profiles(sources.set, &events, advising)?;
    let named = events.iter().filter(|(_, it)| it.specific.is_some()).map(|(name, _)| name.clone()).collect();
    let planned = |(name, event): (String, OfEvent)| (name.clone(), plan(&name, event, advising));
    let events = events.into_iter().map(planned).collect();
    let words = |all: &[(&'static str, &str)]| all.iter().map(|(key, text)| (*key, wire.fill(text))).collect();
    let added = words::ADDED.iter().map(|(key, text)| (*key, wire.fill(&words::of_agent(text, &root.agent)))).collect();
    let dated = |it: &KindFact| Some((it.name.clone(), it.on_failure.as_ref()?.since.parts()));
    let kinds = root.handlers.iter().map(|it| (it.name.clone(), since(it.since.as_ref()))).collect();
    let older_limits = root.handlers.iter().filter_map(older_limits).collect();
    let on_failure_from = root.handlers.iter().filter_map(dated).collect();
    Ok(Box::new(Outcomes {
        events,
        profiles,
        meanings: meanings.data(),
        conditions: root.conditions,
        on_failure_from,
        kinds,
        older_limits,
        printed: effects(meanings, &root.background.printed),
        answer: root.background.answer,
        named,
        causes: words(words::CAUSES),
        added,
        records: words(words::OF_RECORDS),
    }))
}

/// Checks that the interpreters have the words that they write, and that the public types have those of the catalogue.
fn check(sources: &Sources<'_>) -> Result<(), Diagnostics> {
    let Sources { contract, catalogue, .. } = *sources;
    let meanings = &catalogue.meanings;
    let mut found = meanings.missing(catalogue, FEATURE.name, &WRITTEN, &[Reader::Model]);
    let texts = meanings.words(Fits::Text).into_iter().filter(|it| meanings.does(it) != Some(Does::Nothing));
    let listed = meanings.effects.iter().filter(|(_, it)| it.listed).map(|(word, _)| word.as_str());
    let readers = meanings.audiences.iter().filter(|(_, it)| it.reader != Reader::None).map(|(word, _)| word.as_str());
    for (name, words, part) in [
        ("OutcomePurpose", texts.collect::<Vec<_>>(), "effects"),
        ("OutcomeEffectKind", listed.collect(), "effects"),
        ("OutcomeAudience", readers.collect(), "audiences"),
    ] {
        found.extend(meanings::check_values(contract, catalogue, name, &words, part));
    }
    found.or(()).map(drop)
}

impl Part for Outcomes {
    fn data(&self) -> Value {
        json!(self)
    }
}

/// Returns the time limits of a kind of handler on older hosts.
fn older_limits(handler: &KindFact) -> Option<(String, Vec<OlderLimit>)> {
    let older = handler
        .timeout
        .iter()
        .filter_map(|it| Some(OlderLimit { seconds: it.seconds, until: it.until.as_ref()?.parts() }));
    let older: Vec<OlderLimit> = older.collect();
    (!older.is_empty()).then(|| (handler.name.clone(), older))
}

fn plan(name: &str, event: OfEvent, advising: Advising<'_>) -> Plan {
    let Advising { wire, meanings, .. } = advising;
    let effects = |cells: &[Cell]| effects(meanings, cells);
    let on_failure = |(name, it): (&String, &HandlerOnEvent)| Some((name.clone(), policy(it.on_failure?)?));
    let budget = event.timeout_budget.as_ref().map(|it| it.seconds);
    let limit = |(name, it): (&String, &HandlerOnEvent)| Some((name.clone(), budget.or(it.timeout)?));
    Plan {
        limits: event.handlers.iter().filter_map(limit).collect(),
        most: event.timeout_budget.as_ref().map(|it| it.max),
        not_run: event.handlers.iter().filter_map(|(kind, it)| Some((kind.clone(), not_run(kind, it)?))).collect(),
        advice: advising.advice(name, &event, &[]),
        on_failure: event.handlers.iter().filter_map(on_failure).collect(),
        fields: fields(&event, wire, meanings),
        says: says(&event, advising),
        since: since(event.since.as_ref()),
        ends: event.ends,
        combines: event.combines.unwrap_or_else(|| "all".to_owned()),
        missing_script: event.missing_script,
        missing_script_action: effects(&event.missing_script_action),
        erases: event.erases,
        reads_json_as_text: event.reads_json_as_text,
        exits: event.exit.into_iter().map(|(code, it)| (code, exit(meanings, &it))).collect(),
        interactions: event.interactions.into_iter().map(|it| interaction(meanings, it)).collect(),
        timeout: effects(&event.timeout.handler),
    }
}

/// Returns from which version on the host surely, or maybe, has an event; from the first on if nobody knows.
fn since(version: Option<&Version>) -> Since {
    let Some(it) = version else { return Since { from: Vec::new(), shown: String::new() } };
    let from =
        if it.exact { it.parts() } else { it.after_parts().map(|at| [at, vec![1]].concat()).unwrap_or_default() };
    Since { from, shown: it.version.clone() }
}

fn says(event: &OfEvent, Advising { root, wire, meanings }: Advising<'_>) -> Says {
    let own = event.passes.as_deref();
    let passes = own.unwrap_or(words::PASSES).to_owned();
    let switch = event.universal.get(&wire.goes_on).into_iter().flatten();
    let is_later = switch.filter(|cell| cell.is_current()).any(|cell| meanings.stops_later(&cell.effect));
    let says = event.says.as_ref();
    Says {
        normal: words::as_without_hook(own),
        stops: is_later.then(|| words::and_stops(&passes, &root.agent)),
        allowed: says.and_then(|it| it.allowed.clone()),
        asked: says.and_then(|it| it.asked.clone()),
        deferred: says.and_then(|it| it.deferred.clone()),
        blocked: says.map(|it| it.blocked.clone()),
        passes,
    }
}

/// What the advice how to block is made of.
#[derive(Clone, Copy)]
pub(super) struct Advising<'a> {
    root: &'a Root,
    pub wire: &'a Wire,
    pub meanings: &'a Meanings,
}

impl Advising<'_> {
    /// Returns the advice how to block an event, or how to stop the agent where nothing can be blocked. `inside` lists the
    /// fields of replies that belong in the part of the event.
    pub(super) fn advice(self, name: &str, event: &OfEvent, inside: &[String]) -> IndexMap<&'static str, String> {
        let acts = |cell: &&Cell| cell.is_current() && self.meanings.acts(&cell.effect);
        let acting = event.exit.get("2").and_then(|it| it.action.iter().find(acts));
        if event.says.is_none() {
            return acting.map(|_| words::how_to_stop(&self.root.agent)).into_iter().collect();
        }
        let exit = acting.map(|it| it.when.as_deref() == Some(TEXT_ON_STDERR));
        words::how_to_block(exit, self.reply(name, event, inside).as_ref())
    }

    /// Returns true if somebody reads the reason of a block on an event.
    fn reads_reason(self, event: &OfEvent) -> bool {
        let alone = event.universal.get(&self.wire.reason).into_iter().flatten();
        let beside = event.interactions.iter().filter(|it| it.field == self.wire.reason).map(|it| &it.cell);
        alone.chain(beside).any(|it| it.is_current() && self.meanings.does(&it.effect) != Some(Does::Nothing))
    }

    /// Returns a reply that blocks an event.
    fn reply(self, name: &str, event: &OfEvent, inside: &[String]) -> Option<Value> {
        let model = self.root.decision_models.iter().find(|it| it.name == event.decision)?;
        let refusal = model.refusal.as_ref().filter(|it| !it.field.is_empty())?;
        let mut reply = json!({});
        let is_unread = |path: &&Vec<String>| **path == [self.wire.reason.as_str()] && !self.reads_reason(event);
        let reason = refusal.reason.as_ref().filter(|it| !is_unread(it)).map(|path| (path, Value::from("...")));
        for (path, value) in [(&refusal.field, refusal.value.clone())].into_iter().chain(reason) {
            let is_inside = matches!(path.as_slice(), [key] if inside.contains(key));
            let path = is_inside.then_some(&self.wire.specific).into_iter().chain(path);
            let mut at = &mut reply;
            for (index, key) in path.enumerate() {
                at = &mut at[key];
                if index == 0 && *key == self.wire.specific {
                    at[&self.wire.specific_event] = Value::from(name);
                }
            }
            *at = value;
        }
        Some(reply)
    }
}

/// Returns what is to be said of a kind of handler that the host does not run on an event.
fn not_run(kind: &str, it: &HandlerOnEvent) -> Option<NotRun> {
    let problem = match it.support {
        _ if it.support.is_run() => return None,
        _ if is_model(kind) => None,
        Support::Rejected => Some(words::handler_refused(kind)),
        Support::Skipped => Some(words::handler_skipped(kind)),
        // Nobody knows whether it runs.
        _ => return None,
    };
    Some(NotRun { problem, action: it.action.clone() })
}

const fn policy(it: OnFailure) -> Option<&'static str> {
    match it {
        OnFailure::Blocks | OnFailure::NoEffect => Some("exit"),
        OnFailure::Denies => Some("refuse"),
        OnFailure::Ignored => Some("none"),
        OnFailure::None => None,
    }
}

fn exit(meanings: &Meanings, it: &ExitFact) -> Exit {
    let effects = |cells: &[Cell]| effects(meanings, cells);
    Exit {
        action: effects(&it.action),
        json: effects(&it.json),
        invalid_json: effects(&it.invalid_json),
        other_event: effects(&it.other_event),
        stdout: effects(&it.stdout),
        stderr: effects(&it.stderr),
    }
}

/// Returns the fields with an effect, first those that decide.
pub(super) fn fields(event: &OfEvent, wire: &Wire, meanings: &Meanings) -> Vec<Field> {
    let answers = || {
        event.answers.iter().map(|it| Field {
            at: pointer(&it.field),
            value: it.cell.value.clone(),
            reason: it.reason.as_deref().map(pointer),
            with: it.with.iter().map(|it| (pointer(&it.field), it.value.clone())).collect(),
            effects: effects(meanings, [&it.cell]),
        })
    };
    let of_values = |name: &str, cells: &[Cell]| of_values(meanings, name, cells, name == wire.goes_on);
    let universal = |name: &str| of_values(name, event.universal.get(name).map_or(&[], Vec::as_slice));
    let context =
        event.additional_context.iter().flat_map(|cells| of_values(&wire.inside(&wire.context).join("."), cells));
    let first = universal(&wire.decision).into_iter().chain(answers());
    // In the order in which their texts are listed.
    let rest = [&wire.goes_on, &wire.reason, &wire.stop_reason, &wire.notice, &wire.terminal];
    let rest = rest.into_iter().flat_map(|name| universal(name)).chain(context);
    first
        .chain(rest)
        .filter(|field| field.effects.iter().any(|it| meanings.does(&it.effect) != Some(Does::Nothing)))
        .collect()
}

/// Returns a field for each value that cells are about. One that stops has an effect if it is false.
fn of_values(meanings: &Meanings, field: &str, cells: &[Cell], stops: bool) -> Vec<Field> {
    let mut all: Vec<Field> = Vec::new();
    for cell in cells {
        let value = if stops { Some(Value::Bool(false)) } else { cell.value.clone() };
        match all.iter_mut().find(|it| it.value == value) {
            Some(it) => it.effects.extend(effects(meanings, [cell])),
            None => {
                let (with, effects) = (Vec::new(), effects(meanings, [cell]));
                all.push(Field { at: pointer(field), value, reason: None, with, effects });
            }
        }
    }
    all
}

/// A field without effect beside another one.
pub(super) struct IgnoredBeside {
    /// Its path.
    pub field: Vec<String>,
    /// The path of the other field.
    pub beside: Vec<String>,
    /// The values of the other field with which it has none.
    pub values: Vec<Value>,
}

/// Returns the fields without effect beside one other field, on the newest host.
pub(super) fn ignored_beside(event: &OfEvent, meanings: &Meanings) -> Vec<IgnoredBeside> {
    let keys = |field: &str| field.split('.').map(str::to_owned).collect();
    let is_ignored = |it: &&InteractionFact| {
        let is_always = it.exit.is_none() && it.cell.when.is_none();
        meanings.does(&it.cell.effect) == Some(Does::Nothing) && it.cell.is_current() && is_always
    };
    let all = event.interactions.iter().filter(is_ignored);
    let found = all.filter_map(|it| match it.beside.as_slice() {
        [other] => {
            let values = other.values.clone();
            Some(IgnoredBeside { field: keys(&it.field), beside: keys(&other.field), values })
        }
        _ => None,
    });
    found.collect()
}

/// A decision after which the host asks all the same if a field is absent.
pub(super) struct AskedWithout {
    /// The path of the decision, and its value.
    pub decision: (Vec<String>, Value),
    /// The path of the field.
    pub field: Vec<String>,
    /// The key of the input that says for which calls, and its values.
    pub input: String,
    pub values: Vec<String>,
}

/// Returns the decisions that need another field on the newest host, so that nobody is asked.
pub(super) fn asked_without(
    event: &OfEvent,
    conditions: &IndexMap<String, Condition>,
    meanings: &Meanings,
) -> Vec<AskedWithout> {
    let keys = |field: &str| field.split('.').map(str::to_owned).collect();
    let asks = |it: &&InteractionFact| meanings.action(&it.cell.effect) == Some(Action::Asked) && it.cell.is_current();
    let found = event.interactions.iter().filter(asks).filter_map(|it| {
        let [absent] = it.beside.as_slice() else { return None };
        let condition = conditions.get(it.cell.when.as_deref()?)?;
        let decision = (keys(&it.field), it.cell.value.clone()?);
        (absent.values.is_empty() && !absent.present).then(|| AskedWithout {
            decision,
            field: keys(&absent.field),
            input: condition.input.clone(),
            values: condition.values.clone(),
        })
    });
    found.collect()
}

fn interaction(meanings: &Meanings, it: InteractionFact) -> Interaction {
    let beside =
        it.beside.into_iter().map(|it| Beside { at: pointer(&it.field), values: it.values, present: it.present });
    let beside = beside.collect();
    Interaction {
        at: pointer(&it.field),
        value: it.cell.value.clone(),
        exit: it.exit,
        beside,
        effect: effect(meanings, &it.cell),
        problem: it.problem,
    }
}

fn pointer(field: &str) -> String {
    format!("/{}", field.replace('.', "/"))
}

fn effects<'a>(meanings: &Meanings, cells: impl IntoIterator<Item = &'a Cell>) -> Vec<Effect> {
    // An earlier effect never applies: the version that ended it is not known.
    cells.into_iter().filter(|cell| !cell.earlier).map(|cell| effect(meanings, cell)).collect()
}

fn effect(meanings: &Meanings, cell: &Cell) -> Effect {
    Effect {
        effect: cell.effect.clone(),
        audience: cell.audience.iter().filter(|it| meanings.reader(it) != Some(Reader::None)).cloned().collect(),
        when: cell.when.clone(),
        from: cell.since.as_ref().map(Version::parts),
        until: cell.until.as_ref().map(Version::parts),
    }
}
