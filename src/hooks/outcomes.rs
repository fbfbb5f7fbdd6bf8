//! Outcomes: what the host does with the result of a hook, from the catalogue's facts about each event.
//!
//! The runtime of each language has the rules that are the same for every event, which `docs/outcomes.md` describes. What
//! differs between events is data, and this feature makes it.

mod advice;
mod data;
mod facts;

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::cell::{Cell, HandlerOnEvent, OnFailure, Support, is_model};
use super::exits;
use super::feature::{Feature, Part, Sources};
use super::meanings::{self, Action, Does, Fits, Meanings, Reader};
use super::wire::Wire;
use super::words;
use crate::diagnostic::Diagnostics;
use crate::model::Version;

pub(super) use advice::Advising;
use data::{Beside, Exit, Interaction, NotRun, OlderLimit, Outcomes, Plan, Says, Since};
pub(super) use data::{Effect, Field};
pub(super) use facts::{Condition, ModelFact, OfEvent};
use facts::{ExitFact, InteractionFact, KindFact, Root};

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
