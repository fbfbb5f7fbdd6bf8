//! Validators: the reply with the result of a validator, for each event. It depends on the catalogue: how the event
//! refuses, and where a warning is read. `docs/validator-replies.md` describes it.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::cell::{Cell, newest};
use super::feature::{Feature, Part, Sources};
use super::meanings::{Does, Meanings, Reader};
use super::wire::Wire;
use crate::diagnostic::Diagnostics;
use crate::model::{Contract, Expr};
use crate::validation::levels::{self, Levels};

/// The function that makes a reply from a validator's result.
pub const FEATURE: Feature = Feature {
    name: "results",
    needs: &["problems", "events"],
    types: &["ValidationResult", "ValidationSeverity", "Violation"],
    tables: &[],
    words: &[],
    namespace: Some("validate"),
    read,
};

/// The maximum length of a snippet in a text, in code points.
const SNIPPET: usize = 200;

/// The limit if no cap is known.
const NO_CAP: u64 = 10_000;

/// The replies to the results of validators.
#[derive(Debug, Clone, Serialize)]
struct Answers {
    /// The maximum length of a text with violations, in UTF-16 units.
    limit: u64,
    /// The maximum length of a snippet in it, in code points.
    snippet: usize,
    /// The beginning of a text without a summary.
    failed: &'static str,
    /// The location of a violation without a file, with a hole `{line}`.
    line: &'static str,
    /// The message about omitted violations, with a hole `{count}`.
    left_out: &'static str,
    /// The replies, by event.
    events: IndexMap<String, Answer>,
}

/// The replies of an event.
#[derive(Debug, Clone, Serialize)]
struct Answer {
    /// The reply to violations of the severity `error`.
    error: Reply,
    /// The reply to violations of the severity `warning`.
    warning: Reply,
    /// The reply to violations of the severity `info`.
    info: Reply,
    /// The reply if there are no violations, for any severity.
    passed: Reply,
}

/// A reply to a validator's result.
#[derive(Debug, Clone, Default, Serialize)]
struct Reply {
    /// The reply without its text. It contains the objects on the path of the text.
    reply: Map<String, Value>,
    /// The path of the text; `None` if the reply has no text.
    text: Option<Vec<String>>,
    /// The exit code. If it is not 0, the text is on stderr.
    exit_code: u8,
    /// A note on the limits of the reply.
    note: Option<String>,
}

/// The keys that this feature reads at the root of the catalogue.
#[derive(Debug, Deserialize)]
struct Root {
    decision_models: Vec<Model>,
}

/// The keys of a decision model that this feature reads.
#[derive(Debug, Deserialize)]
struct Model {
    name: String,
    refusal: Option<Refusal>,
}

/// The keys of an event that this feature reads.
#[derive(Debug, Deserialize)]
struct Facts {
    specific: Option<String>,
    decision: Option<String>,
    #[serde(default)]
    exit: IndexMap<String, IndexMap<String, Vec<Cell>>>,
    #[serde(default)]
    universal: IndexMap<String, Vec<Cell>>,
    additional_context: Option<Vec<Cell>>,
}

/// The part of a reply that refuses.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Refusal {
    Field { field: Vec<String>, value: String, reason: Option<Vec<String>> },
    Exit { exit_code: u8 },
}

fn read(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let (contract, wire, meanings) = (sources.contract, &sources.catalogue.wire, &sources.catalogue.meanings);
    let Root { decision_models: models } = sources.catalogue.root()?;
    let facts: IndexMap<String, Facts> = sources.catalogue.of_events()?;
    let answer = |(name, facts): (&String, &Facts)| {
        let model = models.iter().find(|model| facts.decision.as_ref() == Some(&model.name));
        let refusal = model.and_then(|model| model.refusal.as_ref());
        (name.clone(), OfEvent { contract, wire, meanings, name, facts, refusal }.answer())
    };
    let events: IndexMap<_, _> = facts.iter().map(answer).collect();
    Ok(Box::new(Answers {
        limit: limit(&levels::levels(contract), &events),
        snippet: SNIPPET,
        failed: "The validation failed.",
        line: "line {line}",
        left_out: "Not shown: {count} more.",
        events,
    }))
}

impl Part for Answers {
    fn data(&self) -> Value {
        json!(self)
    }
}

/// Returns the lowest cap of the fields that hold a text.
fn limit(levels: &[Levels<'_>], events: &IndexMap<String, Answer>) -> u64 {
    let paths: Vec<&Vec<String>> =
        events.values().flat_map(|it| [&it.error, &it.warning]).filter_map(|way| way.text.as_ref()).collect();
    let fields = levels.iter().flat_map(|it| &it.objects).flat_map(|(path, _, it)| {
        it.fields.iter().map(move |field| (path.iter().chain([&field.name]), field.cap.as_ref()))
    });
    let capped = fields.filter_map(|(path, cap)| Some((path, cap?.limit)));
    capped
        .filter(|(path, _)| paths.iter().any(|known| path.clone().eq(known.iter())))
        .map(|it| it.1)
        .min()
        .unwrap_or(NO_CAP)
}

/// An event, and the part of its reply that refuses.
struct OfEvent<'a> {
    contract: &'a Contract,
    wire: &'a Wire,
    meanings: &'a Meanings,
    name: &'a str,
    facts: &'a Facts,
    refusal: Option<&'a Refusal>,
}

impl OfEvent<'_> {
    fn answer(&self) -> Answer {
        let warning = self.warning();
        Answer {
            error: self.error(&warning),
            info: self.nothing("`info` decides nothing."),
            passed: self.nothing("The validation passed, so nothing is decided."),
            warning,
        }
    }

    fn is(&self, cell: &Cell, does: Does) -> bool {
        self.meanings.does(&cell.effect) == Some(does)
    }

    fn is_read_by(&self, cell: &Cell, readers: &[Reader]) -> bool {
        cell.audience.iter().filter_map(|who| self.meanings.reader(who)).any(|it| readers.contains(&it))
    }

    /// Returns true if a person or a model reads the text.
    fn is_read(&self, cell: &Cell) -> bool {
        self.is_read_by(cell, &[Reader::Person, Reader::Model, Reader::OtherModel])
    }

    /// Returns true if the user certainly reads the text.
    fn is_shown(&self, cell: &Cell) -> bool {
        self.is_read_by(cell, &[Reader::Person]) && cell.when.is_none() && cell.is_sure()
    }

    /// Returns a reply that decides nothing, with the reason.
    fn nothing(&self, why: &str) -> Reply {
        let mut notes = vec![why.to_owned()];
        if self.exit("0", "stdout").iter().any(|cell| self.is(cell, Does::NamesPath)) {
            notes.push(self.say("A command that answers `{event}` prints the path, and not this reply."));
        }
        Reply { note: Some(notes.join(" ")), ..Reply::default() }
    }

    // ---- an error ---------------------------------------------------------------------------------------------------

    fn error(&self, warning: &Reply) -> Reply {
        match self.refusal {
            Some(Refusal::Field { field, value, reason }) => self.field(field, value, reason.as_ref()),
            Some(Refusal::Exit { exit_code }) => {
                Reply { exit_code: *exit_code, note: self.limits(), ..Reply::default() }
            }
            None => self.reported(warning),
        }
    }

    fn field(&self, field: &[String], value: &str, reason: Option<&Vec<String>>) -> Reply {
        let text = reason
            .filter(|path| path.len() > 1 || self.universal(&self.wire.reason).iter().any(|cell| self.is_read(cell)));
        let is_late = field.len() == 1 && self.is_too_late(value);
        let note = match text {
            None => Some("Nobody gets to read the reason on `{event}`."),
            Some(_) if is_late => Some("On `{event}` it is too late to stop anything: the reason is passed on."),
            Some(_) => None,
        };
        let known = (field.len() == 1).then(|| self.known_of(value)).flatten();
        let notes: Vec<String> = known.into_iter().chain(note.map(|note| self.say(note))).collect();
        let note = (!notes.is_empty()).then(|| notes.join(" "));
        Reply { reply: self.reply(field, Some(value)), text: text.cloned(), note, ..Reply::default() }
    }

    /// Returns the limits of an exit code that refuses.
    fn limits(&self) -> Option<String> {
        let case = self.exit("2", "action").into_iter().find_map(|cell| cell.when.as_deref());
        let case = case.map(|when| self.say("On `{event}` it refuses in one case only: ") + &format!("`{when}`."));
        let is_read = self.exit("2", "stderr").iter().any(|cell| self.is_read(cell));
        let unread = (!is_read).then(|| self.say("It is not documented who gets to read the reason on `{event}`."));
        let notes: Vec<String> = case.into_iter().chain(unread).collect();
        (!notes.is_empty()).then(|| notes.join(" "))
    }

    /// Returns true if a value of the top-level decision only passes the reason on.
    fn is_too_late(&self, value: &str) -> bool {
        let mut cells = self.universal(&self.wire.decision).into_iter();
        cells.find(|cell| is_value(cell, value)).is_some_and(|cell| self.is(cell, Does::PassesOn))
    }

    /// Returns the note on a value of the top-level decision, such as what it cannot refuse.
    fn known_of(&self, value: &str) -> Option<String> {
        let cells = self.universal(&self.wire.decision).into_iter();
        cells.filter(|cell| is_value(cell, value)).find_map(|cell| cell.note.clone())
    }

    /// Returns the reply to an error where nothing can be refused. It is a warning; if nobody reads one, the user may
    /// see stderr.
    fn reported(&self, warning: &Reply) -> Reply {
        let refused = self.say("Nothing can be refused on `{event}`.");
        let is_shown = self.exit("2", "stderr").iter().any(|cell| self.is_shown(cell));
        if warning.text.is_none() && is_shown {
            let note = format!("{refused} With exit code 2 the user gets to read the text.");
            return Reply { exit_code: 2, note: Some(note), ..Reply::default() };
        }
        let note = warning.note.as_ref().map_or(refused.clone(), |note| format!("{refused} {note}"));
        Reply { note: Some(note), ..warning.clone() }
    }

    // ---- a warning --------------------------------------------------------------------------------------------------

    /// Returns the reply to a warning: a message that the user certainly sees, otherwise context that certainly
    /// arrives, otherwise a message that somebody may see.
    fn warning(&self) -> Reply {
        let notice = vec![self.wire.notice.clone()];
        let message = self.universal(&self.wire.notice);
        let context = newest(self.facts.additional_context.iter().flatten());
        let is_context = |cell: &&Cell| self.is(cell, Does::Informs) && self.is_read(cell) && cell.is_sure();
        let (text, note) = if !message.is_empty() && message.iter().all(|cell| self.is_shown(cell)) {
            (Some(notice), None)
        } else if !context.is_empty() && context.iter().all(is_context) {
            (Some(self.wire.inside(&self.wire.context)), None)
        } else if let Some(cell) = message.iter().find(|cell| self.is_read(cell)) {
            (Some(notice), Some(self.maybe(cell)))
        } else if message.iter().chain(&context).any(|cell| self.is(cell, Does::Undocumented)) {
            (None, Some(self.say("It is not documented that anybody gets to read a message on `{event}`.")))
        } else {
            return self.nothing(&self.say("Nobody gets to read a message on `{event}`."));
        };
        let reply = text.as_deref().map(|path| self.reply(path, None)).unwrap_or_default();
        Reply { reply, text, note, ..Reply::default() }
    }

    /// Returns the reason why a message may not be read.
    fn maybe(&self, cell: &Cell) -> String {
        match &cell.when {
            Some(when) => self.say("On `{event}` a message is read in one case only: ") + &format!("`{when}`."),
            None => self.say("It is not confirmed that the user gets to read a message on `{event}`."),
        }
    }

    // ---- both -------------------------------------------------------------------------------------------------------

    /// Returns a reply with a value at a path, or only the objects on the path.
    fn reply(&self, path: &[String], value: Option<&str>) -> Map<String, Value> {
        let mut reply = Map::new();
        let (Some((key, above)), mut at) = (path.split_last(), &mut reply) else { return reply };
        for (depth, step) in above.iter().enumerate() {
            let inner = at.entry(step.clone()).or_insert_with(|| Value::Object(Map::new()));
            let Value::Object(inner) = inner else { return Map::new() };
            if depth == 0 {
                inner.extend(self.event_name());
            }
            at = inner;
        }
        at.extend(value.map(|value| (key.clone(), value.into())));
        reply
    }

    /// Returns the field of the specific output that names the event.
    fn event_name(&self) -> Option<(String, Value)> {
        let specific = self.facts.specific.as_deref()?;
        let leaves = levels::leaves(self.contract, specific);
        let is_name = |expr: &Expr| matches!(expr, Expr::Constant { value } if value == self.name);
        let field = leaves.iter().flat_map(|(_, it)| &it.fields).find(|field| is_name(&field.expr))?;
        Some((field.name.clone(), self.name.into()))
    }

    /// Returns the effects of a top-level field on the newest host.
    fn universal(&self, key: &str) -> Vec<&Cell> {
        newest(self.facts.universal.get(key).into_iter().flatten())
    }

    /// Returns the effects of an exit code on the newest host.
    fn exit(&self, code: &str, key: &str) -> Vec<&Cell> {
        newest(self.facts.exit.get(code).and_then(|it| it.get(key)).into_iter().flatten())
    }

    fn say(&self, sentence: &str) -> String {
        sentence.replace("{event}", self.name)
    }
}

/// Returns true if the cell is about this value of its field.
fn is_value(cell: &Cell, value: &str) -> bool {
    cell.value.as_ref().and_then(Value::as_str) == Some(value)
}
