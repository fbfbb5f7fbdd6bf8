//! What becomes of the answer of a model: from what the catalogue says of prompt and agent handlers. What the readers do
//! with it is in `docs/prompt-replies.md`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Since, build, words};
use crate::model::{Contract, Event, Version};

/// The type of the answer.
const REPLY: &str = "PromptReply";
/// The kinds of handlers that ask a model, by the names of what `prompt_refusal` says of them.
const HANDLERS: [&str; 2] = ["prompt", "agent"];

/// What readers of the answers of models know.
#[derive(Debug, Clone, Serialize)]
pub struct Prompts {
    /// The type of the answer.
    pub reply: &'static str,
    /// The host of the contract, with which an older one is compared.
    pub newest: Vec<u64>,
    /// Since when `continueOnBlock` is read, for each kind of handler that has it.
    pub continues: IndexMap<&'static str, Since>,
    /// The ways to fail, in the order in which they are found out.
    pub failures: IndexMap<String, Failure>,
    /// The mode of failing that each reason for a model to stop means.
    pub stop_reasons: IndexMap<String, String>,
    /// The newest host that is known to take `null`, `false`, zero and the empty string for no JSON; nothing, if none is.
    pub falsy: Vec<u64>,
    /// What is said of `impossible` where nobody hears it.
    pub impossible: String,
    /// Every kind of handler.
    pub kinds: Vec<HandlerKind>,
    /// What a refusal does, by event and kind of handler.
    pub events: IndexMap<String, IndexMap<&'static str, Answered>>,
}

/// What is known of a kind of handler, in the words of the type `HandlerKind`.
#[derive(Debug, Clone, Serialize)]
pub struct HandlerKind {
    /// The kind.
    pub name: String,
    /// What the host does to ask it.
    pub mechanism: String,
    /// What makes the JSON of its answer.
    pub answered_by: String,
    /// Default timeout in seconds.
    pub timeout: Value,
    /// Calls of a model.
    pub model_calls: Value,
    /// How it fails.
    pub failures: Vec<String>,
    /// How often it does not, as somebody reckons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reliability: Option<Estimate>,
    /// The events on which it runs.
    pub events: Vec<String>,
}

/// A share of all runs.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Estimate {
    /// The least, of 1.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// How well it is founded.
    pub confidence: String,
}

/// A way to fail.
#[derive(Debug, Clone, Serialize)]
pub struct Failure {
    /// What is said of it.
    pub message: String,
    /// It is not sure that such an answer fails.
    pub unconfirmed: bool,
}

/// What the answer of a kind of handler does on an event.
#[derive(Debug, Clone, Serialize)]
pub struct Answered {
    /// Since when the host asks it there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// It never runs there: what is said of that, and whether the host refuses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub never: Option<Never>,
    /// `ok: false`.
    pub refused: Vec<Group>,
    /// The same with `continueOnBlock: true`.
    pub continued: Vec<Group>,
    /// The same with `impossible: true`; nothing where nobody hears it.
    pub impossible: Vec<Group>,
}

/// A kind of handler never runs on an event.
#[derive(Debug, Clone, Serialize)]
pub struct Never {
    /// The host tells an error.
    pub refused: bool,
    /// What is said.
    pub message: String,
}

/// What happens on one occasion: the first of the cells that holds for the host.
#[derive(Debug, Clone, Serialize)]
pub struct Group {
    /// The occasion; nothing, if the event has no more than one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// The newest first.
    pub cells: Vec<Cell>,
}

/// What happens, on some hosts.
#[derive(Debug, Clone, Serialize)]
pub struct Cell {
    /// The first host that is known to do it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Vec<u64>>,
    /// The first host that does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Vec<u64>>,
    /// The last host that is known to do it, where that is not the one before `until`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<Vec<u64>>,
    /// What becomes of the action.
    pub action: String,
    /// What becomes of the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Who gets it.
    pub audience: Vec<String>,
    /// No second source says so.
    pub unconfirmed: bool,
}

/// What this step reads of a cell of the catalogue.
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

/// What it reads of a way to fail.
#[derive(Debug, Deserialize)]
struct FailureFact {
    name: String,
    message: String,
    stop_reason: Option<String>,
    falsy_until: Option<String>,
    confidence: Option<String>,
}

/// What it reads of a kind of handler.
#[derive(Debug, Deserialize)]
struct KindFact {
    name: String,
    mechanism: String,
    answered_by: String,
    timeout: Vec<Value>,
    model_calls: Value,
    failures: Vec<String>,
    reliability: Option<Estimate>,
}

/// Nothing, if the set has no such answers.
pub fn prompts(contract: &Contract) -> Option<Prompts> {
    contract.get(REPLY)?;
    let handlers = contract.catalogue.get("handlers").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let failures: Vec<FailureFact> = contract.catalogue.get("prompt_failures").and_then(read)?;
    let modes = |it: &FailureFact| {
        let failure = Failure { message: it.message.clone(), unconfirmed: is_unconfirmed(it.confidence.as_ref()) };
        (it.name.clone(), failure)
    };
    let stops = failures.iter().filter_map(|it| Some((it.stop_reason.clone()?, it.name.clone())));
    let events: IndexMap<_, _> = contract.events.iter().map(|it| (it.name.clone(), answered(it, handlers))).collect();
    Some(Prompts {
        reply: REPLY,
        newest: newest(contract)?,
        continues: HANDLERS.iter().filter_map(|name| Some((*name, continues(handlers, name)?))).collect(),
        failures: failures.iter().map(modes).collect(),
        stop_reasons: stops.collect(),
        falsy: failures.iter().find_map(|it| numbers(it.falsy_until.as_ref()?)).unwrap_or_default(),
        impossible: words::impossible_without_effect(&heard(&events)),
        kinds: handlers.iter().filter_map(|it| Some(kind_of(contract, read(it)?))).collect(),
        events,
    })
}

/// The newest timeout stands first.
fn kind_of(contract: &Contract, fact: KindFact) -> HandlerKind {
    let KindFact { name, mechanism, answered_by, timeout, model_calls, failures, reliability } = fact;
    let timeout = timeout.first().and_then(|it| it.get("seconds")).cloned().unwrap_or_default();
    let runs = |event: &&Event| {
        let support = event.facts.pointer(&format!("/handlers/{name}/support")).and_then(Value::as_str);
        is_run(support)
    };
    let events = contract.events.iter().filter(runs).map(|event| event.name.clone()).collect();
    HandlerKind { name, mechanism, answered_by, timeout, model_calls, failures, reliability, events }
}

fn is_run(support: Option<&str>) -> bool {
    matches!(support, Some("runs" | "sometimes"))
}

fn newest(contract: &Contract) -> Option<Vec<u64>> {
    numbers(&contract.set.host.as_ref()?.version)
}

fn numbers(version: &str) -> Option<Vec<u64>> {
    version.split('.').map(|part| part.parse().ok()).collect()
}

fn read<T: for<'de> Deserialize<'de>>(value: &Value) -> Option<T> {
    T::deserialize(value).ok()
}

fn is_unconfirmed(confidence: Option<&String>) -> bool {
    confidence.is_some_and(|it| it == "unconfirmed")
}

fn kind<'a>(handlers: &'a [Value], name: &str) -> Option<&'a Value> {
    handlers.iter().find(|it| it.get("name").and_then(Value::as_str) == Some(name))
}

fn continues(handlers: &[Value], name: &str) -> Option<Since> {
    let since: Version = read(kind(handlers, name)?.pointer("/continue_on_block/since")?)?;
    build::since(&since, Some("`continueOnBlock`".to_owned()))
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

fn answered(event: &Event, handlers: &[Value]) -> IndexMap<&'static str, Answered> {
    HANDLERS.iter().map(|name| (*name, of_handler(event, handlers, name))).collect()
}

fn of_handler(event: &Event, handlers: &[Value], name: &str) -> Answered {
    let own = event.facts.pointer(&format!("/handlers/{name}"));
    let support = own.and_then(|it| it.get("support")).and_then(Value::as_str);
    let refused = support == Some("rejected");
    let never = (!is_run(support)).then(|| Never { refused, message: words::never_runs(name, &event.name, refused) });
    let groups = |key: &str| {
        let of = event.facts.pointer(&format!("/prompt_refusal/{key}"));
        of.filter(|_| never.is_none()).map(|it| (self::groups(it), impossible(it))).unwrap_or_default()
    };
    let (refused, impossible) = groups(name);
    // Only a prompt has the setting.
    let continued = if name == "prompt" { groups("continue_on_block").0 } else { refused.clone() };
    Answered { since: since(event, own, handlers, name), never, refused, continued, impossible }
}

/// The event, the kind of handler, and the one on the other: the youngest of the three.
fn since(event: &Event, own: Option<&Value>, handlers: &[Value], name: &str) -> Option<Since> {
    let of_kind = kind(handlers, name).and_then(|it| it.get("since"));
    let each = [event.facts.get("since"), own.and_then(|it| it.get("since")), of_kind];
    let each = each.into_iter().flatten().filter_map(read::<Version>);
    let youngest = each.max_by(|one, other| one.parts().cmp(&other.parts()))?;
    build::since(&youngest, Some(words::handler_on(name, &event.name)))
}

/// What becomes of the action and of the reason, for each occasion.
fn groups(refusal: &Value) -> Vec<Group> {
    let facts = |key: &str| refusal.get(key).and_then(read::<Vec<Fact>>).unwrap_or_default();
    let (actions, reasons) = (facts("action"), facts("reason"));
    grouped(actions.iter().map(|action| (action, reasons.iter().find(|it| is_beside(it, action)))))
}

/// The reason of this action: on the same occasion, on the same hosts.
fn is_beside(reason: &Fact, action: &Fact) -> bool {
    reason.when == action.when && reason.since == action.since && reason.until == action.until
}

fn impossible(refusal: &Value) -> Vec<Group> {
    let facts: Vec<Fact> = refusal.get("impossible").and_then(read).unwrap_or_default();
    grouped(facts.iter().map(|action| (action, None)))
}

fn grouped<'a>(pairs: impl Iterator<Item = (&'a Fact, Option<&'a Fact>)>) -> Vec<Group> {
    let mut groups: IndexMap<Option<&String>, Vec<Cell>> = IndexMap::new();
    for (action, reason) in pairs {
        groups.entry(action.when.as_ref()).or_default().push(cell(action, reason));
    }
    groups.into_iter().map(|(when, cells)| Group { when: when.cloned(), cells }).collect()
}

fn cell(action: &Fact, reason: Option<&Fact>) -> Cell {
    Cell {
        from: action.since.as_ref().map(Version::parts),
        until: action.until.as_ref().map(Version::parts),
        last: action.until.as_ref().and_then(Version::after_parts),
        action: action.effect.clone(),
        reason: reason.map(|it| it.effect.clone()),
        audience: reason.map(|it| it.audience.clone()).unwrap_or_default(),
        unconfirmed: is_unconfirmed(action.confidence.as_ref()),
    }
}
