//! The meaning of each word that cells of the catalogue have in `effect` and `audience`, from `meanings` of the catalogue.
//! Code asks for a meaning, and has none of the words.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Catalogue, words};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Contract, Kind};
use crate::nearest::instead_of;
use crate::schema::step;

/// The words of a set.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Meanings {
    /// The words for effects.
    pub effects: IndexMap<String, Meaning>,
    /// The words for the readers of texts.
    pub audiences: IndexMap<String, Audience>,
}

/// The meaning of an effect.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meaning {
    /// The cells that can have the word.
    cells: Vec<Fits>,
    /// The action of an outcome with it; `None` if that stays as it is.
    pub action: Option<Action>,
    /// Who stops.
    pub stops: Option<Stops>,
    /// An outcome lists it under `effects`.
    #[serde(default)]
    pub listed: bool,
    /// What functions do about it beside that; `None` if nothing.
    pub does: Option<Does>,
    /// What explanations of outcomes say about it, as a part of a sentence.
    clause: Option<String>,
    /// The words of pages in a table.
    #[serde(rename = "short")]
    _short: Option<String>,
    /// A sentence about it.
    #[serde(rename = "summary")]
    _summary: Option<String>,
}

/// The meaning of an audience.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Audience {
    /// Who reads the text.
    pub reader: Reader,
    /// The words of pages in a table, and of explanations of outcomes.
    short: Option<String>,
    /// A sentence about it.
    #[serde(rename = "summary")]
    _summary: Option<String>,
}

/// A kind of cell, by its place in the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fits {
    /// The effect of an exit code, a time limit or a refusal on the action.
    Action,
    /// A valid JSON object.
    Json,
    /// An object that is not valid.
    InvalidJson,
    /// An object for another event.
    OtherEvent,
    /// A text.
    Text,
    /// A field of all events that is true or false.
    Switch,
    /// A value of the decision of all events.
    Decision,
    /// A field that only its event has.
    Answer,
    /// A block that is written twice.
    BlockTwice,
    /// The way in which the user learns of a failure.
    Failure,
    /// The place of the reply of a command that moves to the background.
    Printed,
    /// The entry of a profile about an object that the host refuses.
    Profile,
}

/// The action of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// It happens, and the user is not asked.
    Allowed,
    /// The user is asked.
    Asked,
    /// It waits.
    Deferred,
    /// It does not happen.
    Blocked,
}

/// Who stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stops {
    /// The turn of the agent.
    Turn,
    /// The same, after the action.
    TurnAfter,
    /// The subagent.
    Subagent,
    /// The teammate.
    Teammate,
}

/// What functions do about an effect. At most one word has each, so functions can look up the word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Does {
    /// Nothing happens.
    Nothing,
    /// Nobody knows what happens.
    Undocumented,
    /// It goes on as without a hook.
    Passes,
    /// It is too late to block; the reason arrives.
    PassesOn,
    /// The answer to a question is a refusal.
    RefusesForm,
    /// The request for a permission is refused.
    RefusesRequest,
    /// A denied call may be tried again.
    TriesAgain,
    /// The object is read, whatever the exit code.
    Reads,
    /// The object is read beside the exit code.
    ReadsBeside,
    /// The object counts as plain text.
    ReadsAsText,
    /// The object is an error.
    Rejects,
    /// A block that is written twice counts once.
    Repeats,
    /// A reply for the background is on the first line.
    OnFirstLine,
    /// Such a reply is all of stdout.
    OnAllLines,
    /// Such a reply is either.
    OnEither,
    /// The text is context.
    Informs,
    /// The text is the next instruction, and keeps the agent at work.
    Instructs,
    /// The text is about something that has happened.
    Comments,
    /// The text is the reason of a decision.
    Explains,
    /// The text is a notice.
    Notifies,
    /// The text is the notice of an error.
    Warns,
    /// The text is a sequence for the terminal.
    Emits,
    /// The last line of the text is a path.
    NamesPath,
    /// The text guides the summary of a conversation.
    GuidesSummary,
    /// The text is a line of a log.
    Logs,
    /// The value replaces the input.
    ReplacesInput,
    /// The value replaces the output.
    ReplacesOutput,
    /// The value replaces the text that is shown.
    ReplacesDisplay,
    /// The value changes the permissions.
    ChangesPermissions,
    /// The value is for the classifier of calls.
    InformsClassifier,
    /// The value is the first message of the session.
    Begins,
    /// The value is the title of the session.
    Titles,
    /// The value lists files to watch.
    Watches,
    /// The skills are read again.
    Reloads,
    /// The blocked prompt is not shown.
    HidesPrompt,
    /// The value is the folder of a worktree.
    NamesWorktree,
}

/// Who reads a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reader {
    /// The model of the main conversation.
    Model,
    /// The model of a subagent or a teammate.
    OtherModel,
    /// The user.
    Person,
    /// People who read a log.
    Log,
    /// The host itself.
    Program,
    /// Nobody.
    None,
    /// Nobody knows who.
    Undocumented,
}

impl Meanings {
    /// Returns the meaning of a word in `effect`.
    fn of(&self, effect: &str) -> Option<&Meaning> {
        self.effects.get(effect)
    }

    /// Returns what functions do about an effect.
    pub fn does(&self, effect: &str) -> Option<Does> {
        self.of(effect)?.does
    }

    /// Returns the action of an effect.
    pub fn action(&self, effect: &str) -> Option<Action> {
        self.of(effect)?.action
    }

    /// Returns true if an effect decides about the action or stops somebody.
    pub fn acts(&self, effect: &str) -> bool {
        self.of(effect).is_some_and(|it| it.action.is_some() || it.stops.is_some())
    }

    /// Returns true if an effect stops somebody, and does not block.
    pub fn only_stops(&self, effect: &str) -> bool {
        self.of(effect).is_some_and(|it| it.stops.is_some() && it.action.is_none())
    }

    /// Returns true if an effect stops the agent after the action.
    pub fn stops_later(&self, effect: &str) -> bool {
        self.of(effect).is_some_and(|it| it.stops == Some(Stops::TurnAfter))
    }

    /// Returns the word for what functions do.
    pub fn word(&self, does: Does) -> Option<&str> {
        self.effects.iter().find(|(_, it)| it.does == Some(does)).map(|(word, _)| word.as_str())
    }

    /// Returns the words that can be in a kind of cell.
    pub fn words(&self, fits: Fits) -> Vec<&str> {
        self.effects.iter().filter(|(_, it)| it.cells.contains(&fits)).map(|(word, _)| word.as_str()).collect()
    }

    /// Returns who reads a text.
    pub fn reader(&self, audience: &str) -> Option<Reader> {
        self.audiences.get(audience).map(|it| it.reader)
    }

    /// Returns the data of the interpreters: the words that mean something to them, and the readers.
    pub fn data(&self) -> Value {
        let about = |it: &Meaning| {
            let all = [("action", json!(it.action)), ("stops", json!(it.stops)), ("does", json!(it.does))];
            let mut row: Map<String, Value> =
                all.into_iter().filter(|(_, it)| !it.is_null()).map(|(key, it)| (key.to_owned(), it)).collect();
            if it.listed {
                row.insert("listed".to_owned(), Value::Bool(true));
            }
            if it.listed || it.cells.contains(&Fits::Text) {
                row.insert("clause".to_owned(), json!(it.clause.as_deref().unwrap_or(words::of_effect(it.listed))));
            } else if let Some(clause) = &it.clause {
                row.insert("clause".to_owned(), json!(clause));
            }
            row
        };
        let rows = self.effects.iter().map(|(word, it)| (word.clone(), about(it))).filter(|(_, it)| !it.is_empty());
        let readers: IndexMap<&String, Reader> = self.audiences.iter().map(|(word, it)| (word, it.reader)).collect();
        let name = |(word, it): (&String, &Audience)| (word.clone(), it.short.clone().unwrap_or_else(|| word.clone()));
        let names: IndexMap<String, String> = self.audiences.iter().map(name).collect();
        json!({"effects": rows.collect::<IndexMap<_, _>>(), "readers": readers, "names": names})
    }

    /// Reports the words that a feature needs and the set does not have.
    pub fn missing(&self, catalogue: &Catalogue, feature: &str, needed: &[Does], readers: &[Reader]) -> Diagnostics {
        let effects = needed.iter().filter(|it| self.word(**it).is_none()).map(|it| ("effects", "does", json!(it)));
        let is_known = |reader: &Reader| self.audiences.values().any(|it| it.reader == *reader);
        let readers = readers.iter().filter(|it| !is_known(it)).map(|it| ("audiences", "reader", json!(it)));
        let report = |(part, key, value): (&str, &str, Value)| {
            let message = format!("the feature `{feature}` needs a word with `\"{key}\": {value}`");
            Diagnostic::error(Code::Catalogue, message)
                .at(catalogue.place(if self.effects.is_empty() { "" } else { "/meanings" }))
                .because("its functions write the word themselves")
                .instead(format!("add a row with it to `meanings.{part}`, or take the feature out"))
        };
        Diagnostics(effects.chain(readers).map(report).collect())
    }

    /// Checks the table, and each word of the cells against it.
    ///
    /// # Errors
    /// A row without kinds of cells, two rows for one mechanism, a word without a row, or one in a cell that it does not fit.
    pub fn check(&self, catalogue: &Catalogue) -> Diagnostics {
        let mut found = self.of_table(catalogue);
        let mut walk = Walk { meanings: self, catalogue, found: &mut found };
        for event in &catalogue.events {
            walk.below(&event.at, &mut Vec::new(), catalogue.facts(event));
        }
        if let Some(background) = catalogue.value().get("background") {
            walk.below("/background", &mut vec!["background"], background);
        }
        if self.effects.is_empty() && self.audiences.is_empty() && found.has_errors() {
            return without_table(catalogue).into();
        }
        found
    }

    fn of_table(&self, catalogue: &Catalogue) -> Diagnostics {
        let mut found = Diagnostics::default();
        for (index, (word, row)) in self.effects.iter().enumerate() {
            let at = step("/meanings/effects", word);
            if row.cells.is_empty() {
                found.push(
                    Diagnostic::error(Code::Catalogue, format!("no cell can have the effect `{word}`"))
                        .at(catalogue.place(&step(&at, "cells")))
                        .because("a word that no cell can have means nothing")
                        .instead("list the kinds of cells in `cells`, or remove the row"),
                );
            }
            let same = self.effects.iter().take(index).find(|(_, it)| row.does.is_some() && it.does == row.does);
            if let Some((other, _)) = same {
                found.push(
                    Diagnostic::error(Code::Catalogue, format!("`{word}` does the same as `{other}`"))
                        .at(catalogue.place(&step(&at, "does")))
                        .because("functions write one word for it")
                        .instead("remove one of the two"),
                );
            }
        }
        found
    }
}

/// Reports that the type of a public value does not have a word.
pub fn check_values(contract: &Contract, catalogue: &Catalogue, name: &str, words: &[&str], part: &str) -> Diagnostics {
    let Some(Kind::Enum(known)) = contract.get(name).map(|def| &def.kind) else { return Diagnostics::default() };
    let missing = words.iter().filter(|word| !known.values.iter().any(|it| it.value == **word));
    let report = |word: &&str| {
        Diagnostic::error(Code::Catalogue, format!("`{name}` has no value `{word}`"))
            .at(catalogue.place(&step(&format!("/meanings/{part}"), word)))
            .because("outcomes have this word as a value of the type")
            .instead(format!("add the value to `{name}`"))
    };
    Diagnostics(missing.map(report).collect())
}

fn without_table(catalogue: &Catalogue) -> Diagnostic {
    Diagnostic::error(Code::Catalogue, "the catalogue has no `meanings`")
        .at(catalogue.place(""))
        .because("the cells of its events have words for effects, and nothing says what those mean")
        .instead("write `meanings`, with a row for each word under `effects` and `audiences`")
}

/// Finds the cells of a catalogue.
struct Walk<'a> {
    meanings: &'a Meanings,
    catalogue: &'a Catalogue,
    found: &'a mut Diagnostics,
}

impl Walk<'_> {
    fn below<'v>(&mut self, at: &str, keys: &mut Vec<&'v str>, value: &'v Value) {
        match value {
            Value::Object(object) => {
                if let Some((place, effect)) = place(keys, object).zip(object.get("effect").and_then(Value::as_str)) {
                    self.effect(at, effect, place);
                    self.audience(at, object);
                }
                for (key, value) in object {
                    keys.push(key);
                    self.below(&step(at, key), keys, value);
                    keys.pop();
                }
            }
            Value::Array(values) => {
                let each = values.iter().enumerate();
                each.for_each(|(index, value)| self.below(&step(at, &index.to_string()), keys, value));
            }
            _ => {}
        }
    }

    fn effect(&mut self, at: &str, effect: &str, place: Place) {
        let fitting = match place {
            Place::Any => self.meanings.effects.keys().map(String::as_str).collect(),
            Place::Of(fits) => self.meanings.words(fits),
        };
        if fitting.contains(&effect) {
            return;
        }
        let kind = match place {
            Place::Of(fits) if self.meanings.effects.contains_key(effect) => json!(fits),
            _ => return self.unknown(&step(at, "effect"), effect, &fitting, "effects"),
        };
        let advice = format!("one of: {}. Or add {kind} to `cells` of the word", fitting.join(", "));
        self.found.push(
            Diagnostic::error(Code::Catalogue, format!("`{effect}` does not fit this cell"))
                .at(self.catalogue.place(&step(at, "effect")))
                .because(format!("`cells` of the word in `meanings.effects` does not have {kind}"))
                .instead(advice),
        );
    }

    fn audience(&mut self, at: &str, cell: &Map<String, Value>) {
        let known: Vec<&str> = self.meanings.audiences.keys().map(String::as_str).collect();
        let words = cell.get("audience").and_then(Value::as_array).into_iter().flatten().enumerate();
        for (index, word) in words.filter_map(|(index, it)| Some((index, it.as_str()?))) {
            if !known.contains(&word) {
                self.unknown(&step(&step(at, "audience"), &index.to_string()), word, &known, "audiences");
            }
        }
    }

    fn unknown(&mut self, at: &str, word: &str, known: &[&str], part: &str) {
        let advice = format!("add a row for it to `meanings.{part}`");
        let advice = instead_of(word, known.iter().copied(), &advice);
        self.found.push(
            Diagnostic::error(Code::Catalogue, format!("the word `{word}` has no meaning"))
                .at(self.catalogue.place(at))
                .because(format!("`meanings.{part}` of the catalogue has no row for it"))
                .instead(advice),
        );
    }
}

/// Which words a cell takes.
#[derive(Clone, Copy)]
enum Place {
    Any,
    Of(Fits),
}

/// Returns which words an object takes, by the keys that lead to it; `None` if it is no cell.
fn place(keys: &[&str], cell: &Map<String, Value>) -> Option<Place> {
    Some(Place::Of(match keys {
        ["exit", _, "action"]
        | ["timeout", _]
        | ["missing_script_action"]
        | ["prompt_refusal", _, "action" | "impossible"] => Fits::Action,
        ["exit", _, "json"] => Fits::Json,
        ["exit", _, "invalid_json"] => Fits::InvalidJson,
        ["exit", _, "other_event"] => Fits::OtherEvent,
        ["universal", _] if cell.contains_key("value") => Fits::Decision,
        ["universal", _] if !cell.contains_key("audience") => Fits::Switch,
        ["exit", _, "stdout" | "stderr"]
        | ["universal", _]
        | ["additional_context"]
        | ["prompt_refusal", _, "reason"] => Fits::Text,
        ["answers"] => Fits::Answer,
        ["block_twice"] => Fits::BlockTwice,
        ["failure"] => Fits::Failure,
        ["background", "printed"] => Fits::Printed,
        ["interactions"] => return Some(Place::Any),
        _ => return None,
    }))
}
