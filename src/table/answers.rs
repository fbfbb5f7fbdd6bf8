//! How the outcome of a validation is told to the host on each event: what refuses there, where a warning is read, and what
//! is to be known where there is neither. From what the catalogue says of the event. `docs/validator-replies.md` describes it.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::levels::{self, Levels};
use crate::model::{Contract, Event, Expr};

/// The type of what a validator has found; a set without it has no answers.
const RESULT: &str = "ValidationResult";

/// How much of a snippet a text shows, in code points.
const SNIPPET: usize = 200;

/// Where no cap is known.
const NO_CAP: u64 = 10_000;

/// How replies are made of results.
#[derive(Debug, Clone, Serialize)]
pub struct Answers {
    /// The most UTF-16 units of a text that is made of violations.
    pub limit: u64,
    /// The most code points of a snippet in it.
    pub snippet: usize,
    /// What a text begins with where there is no summary.
    pub failed: &'static str,
    /// The place of a violation that is in no file; with a hole `{line}`.
    pub line: &'static str,
    /// How many violations a text does not show; with a hole `{count}`.
    pub left_out: &'static str,
    /// By event.
    pub events: IndexMap<String, Answer>,
}

/// How an event is answered.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    /// A validator of this severity has found something.
    pub error: Way,
    /// The same.
    pub warning: Way,
    /// The same.
    pub info: Way,
    /// Nothing was found, whatever the severity.
    pub passed: Way,
}

/// What is answered.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Way {
    /// The reply but for its text, and for the result. There is an object wherever the text leads through.
    pub reply: Map<String, Value>,
    /// The keys that lead to the text; nothing, if there is none in the reply.
    pub text: Option<Vec<String>>,
    /// The exit code. With another than 0 the text is on stderr.
    pub exit_code: u8,
    /// What the reply does not do.
    pub note: Option<String>,
}

/// What this step reads of a model of decision.
#[derive(Debug, Deserialize)]
struct Model {
    name: String,
    refusal: Option<Refusal>,
}

/// What refuses.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Refusal {
    Field { field: Vec<String>, value: String, reason: Option<Vec<String>> },
    Exit { exit_code: u8 },
}

/// What this step reads of a cell.
#[derive(Debug, Default, Deserialize)]
struct Cell {
    effect: String,
    value: Option<String>,
    #[serde(default)]
    audience: Vec<String>,
    when: Option<String>,
    note: Option<String>,
    until: Option<Value>,
    earlier: Option<bool>,
    confidence: Option<String>,
}

impl Cell {
    fn is_read(&self) -> bool {
        self.audience.iter().any(|who| ["claude", "subagent", "teammate", "user"].contains(&&**who))
    }

    fn is_sure(&self) -> bool {
        self.confidence.as_deref() != Some("unconfirmed")
    }

    fn is_shown(&self) -> bool {
        self.audience.iter().any(|who| who == "user") && self.when.is_none() && self.is_sure()
    }
}

/// Nothing, if the set has no such results, or no catalogue that says how to refuse.
pub fn answers(contract: &Contract, levels: &[Levels<'_>]) -> Option<Answers> {
    contract.get(RESULT).and(contract.get("Problem"))?;
    let models: Vec<Model> = read(Some(contract.catalogue.get("decision_models")?));
    let answer = |event: &Event| {
        let refusal = models.iter().find(|model| event.facts.get("decision").is_some_and(|it| *it == model.name));
        OfEvent { contract, event, refusal: refusal.and_then(|model| model.refusal.as_ref()) }.answer()
    };
    let events: IndexMap<_, _> = contract.events.iter().map(|event| (event.name.clone(), answer(event))).collect();
    Some(Answers {
        limit: limit(levels, &events),
        snippet: SNIPPET,
        failed: "The validation failed.",
        line: "line {line}",
        left_out: "Not shown: {count} more.",
        events,
    })
}

/// The least of what the host takes where a text stands.
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

fn read<T: for<'de> Deserialize<'de>>(facts: Option<&Value>) -> Vec<T> {
    facts.and_then(|facts| serde_json::from_value(facts.clone()).ok()).unwrap_or_default()
}

/// An event, and what refuses on it.
struct OfEvent<'a> {
    contract: &'a Contract,
    event: &'a Event,
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

    /// Nothing is decided, and this is why.
    fn nothing(&self, why: &str) -> Way {
        let mut notes = vec![why.to_owned()];
        if self.newest("/exit/0/stdout").iter().any(|cell| cell.effect == "path") {
            notes.push(self.say("A command that answers `{event}` prints the path, and not this reply."));
        }
        Way { note: Some(notes.join(" ")), ..Way::default() }
    }

    // ---- an error -----------------------------------------------------------------------------------------------------

    fn error(&self, warning: &Way) -> Way {
        match self.refusal {
            Some(Refusal::Field { field, value, reason }) => self.field(field, value, reason.as_ref()),
            Some(Refusal::Exit { exit_code }) => Way { exit_code: *exit_code, note: self.limits(), ..Way::default() },
            None => self.told(warning),
        }
    }

    fn field(&self, field: &[String], value: &str, reason: Option<&Vec<String>>) -> Way {
        let text = reason.filter(|path| path.len() > 1 || self.newest("/universal/reason").iter().any(Cell::is_read));
        let is_late = field.len() == 1 && self.effect_of(value).as_deref() == Some("reports");
        let note = match text {
            None => Some("Nobody gets to read the reason on `{event}`."),
            Some(_) if is_late => Some("On `{event}` it is too late to stop anything: the reason is passed on."),
            Some(_) => None,
        };
        let known = (field.len() == 1).then(|| self.known_of(value)).flatten();
        let notes: Vec<String> = known.into_iter().chain(note.map(|note| self.say(note))).collect();
        let note = (!notes.is_empty()).then(|| notes.join(" "));
        Way { reply: self.reply(field, Some(value)), text: text.cloned(), note, ..Way::default() }
    }

    /// What is not sure of an exit code that refuses.
    fn limits(&self) -> Option<String> {
        let case = self.newest("/exit/2/action").into_iter().find_map(|cell| cell.when);
        let case = case.map(|when| self.say("On `{event}` it refuses in one case only: ") + &format!("`{when}`."));
        let is_read = self.newest("/exit/2/stderr").iter().any(Cell::is_read);
        let unread = (!is_read).then(|| self.say("It is not documented who gets to read the reason on `{event}`."));
        let notes: Vec<String> = case.into_iter().chain(unread).collect();
        (!notes.is_empty()).then(|| notes.join(" "))
    }

    /// What a value of the decision at the top does.
    fn effect_of(&self, value: &str) -> Option<String> {
        let cells = self.newest("/universal/decision").into_iter();
        cells.filter(|cell| cell.value.as_deref() == Some(value)).map(|cell| cell.effect).next()
    }

    /// What else is to be known of a value of the decision at the top, such as what it cannot refuse.
    fn known_of(&self, value: &str) -> Option<String> {
        let cells = self.newest("/universal/decision").into_iter();
        cells.filter(|cell| cell.value.as_deref() == Some(value)).find_map(|cell| cell.note)
    }

    /// Nothing can be refused: an error is a warning, and where nobody reads one, the user may see stderr.
    fn told(&self, warning: &Way) -> Way {
        let refused = self.say("Nothing can be refused on `{event}`.");
        let is_shown = self.newest("/exit/2/stderr").iter().any(Cell::is_shown);
        if warning.text.is_none() && is_shown {
            let note = format!("{refused} With exit code 2 the user gets to read the text.");
            return Way { exit_code: 2, note: Some(note), ..Way::default() };
        }
        let note = warning.note.as_ref().map_or(refused.clone(), |note| format!("{refused} {note}"));
        Way { note: Some(note), ..warning.clone() }
    }

    // ---- a warning ----------------------------------------------------------------------------------------------------

    /// A message that the user surely sees; else context that surely arrives; else a message that somebody may see.
    fn warning(&self) -> Way {
        let message = self.newest("/universal/systemMessage");
        let context = self.newest("/additional_context");
        let is_context = |cell: &Cell| cell.effect == "context" && cell.is_read() && cell.is_sure();
        let (path, note): (Option<&[&str]>, _) = if !message.is_empty() && message.iter().all(Cell::is_shown) {
            (Some(&["systemMessage"]), None)
        } else if !context.is_empty() && context.iter().all(is_context) {
            (Some(&["hookSpecificOutput", "additionalContext"]), None)
        } else if let Some(cell) = message.iter().find(|cell| cell.is_read()) {
            (Some(&["systemMessage"]), Some(self.maybe(cell)))
        } else if message.iter().chain(&context).any(|cell| cell.effect == "unknown") {
            (None, Some(self.say("It is not documented that anybody gets to read a message on `{event}`.")))
        } else {
            return self.nothing(&self.say("Nobody gets to read a message on `{event}`."));
        };
        let text: Option<Vec<String>> = path.map(|path| path.iter().map(|&key| key.to_owned()).collect());
        let reply = text.as_deref().map(|path| self.reply(path, None)).unwrap_or_default();
        Way { reply, text, note, ..Way::default() }
    }

    /// Why it is not sure that a message is read.
    fn maybe(&self, cell: &Cell) -> String {
        match &cell.when {
            Some(when) => self.say("On `{event}` a message is read in one case only: ") + &format!("`{when}`."),
            None => self.say("It is not confirmed that the user gets to read a message on `{event}`."),
        }
    }

    // ---- both ---------------------------------------------------------------------------------------------------------

    /// A reply with a value at a path, or just the objects that lead there.
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

    /// The constant of the specific output that names the event.
    fn event_name(&self) -> Option<(String, Value)> {
        let specific = self.event.specific.as_deref()?;
        let leaves = levels::leaves(self.contract, specific);
        let is_name = |expr: &Expr| matches!(expr, Expr::Constant { value } if *value == self.event.name);
        let field = leaves.iter().flat_map(|(_, it)| &it.fields).find(|field| is_name(&field.expr))?;
        Some((field.name.clone(), self.event.name.clone().into()))
    }

    /// The cells that hold for the newest host.
    fn newest(&self, pointer: &str) -> Vec<Cell> {
        let cells: Vec<Cell> = read(self.event.facts.pointer(pointer));
        cells.into_iter().filter(|cell| cell.until.is_none() && cell.earlier.is_none()).collect()
    }

    fn say(&self, sentence: &str) -> String {
        sentence.replace("{event}", &self.event.name)
    }
}
