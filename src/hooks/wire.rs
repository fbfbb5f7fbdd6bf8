//! The words of the host that our functions know by their meaning, from `wire` of the catalogue: a key of an input, of a
//! reply, or of a handler's entry, or a variable of a command. No other code has them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Catalogue;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Contract, Kind};
use crate::nearest::instead_of;

/// The words by their meaning, as templates see them under `wire`. A word that the host does not have is empty.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wire {
    /// The key of an input that names the tool of a call.
    pub tool: String,
    /// The key of an input with the arguments of the tool.
    pub arguments: String,
    /// The key of an input with the result of the tool.
    pub response: String,
    /// The key of an input with the id of the session.
    pub session: String,
    /// The key of an input with the folder in which a command runs.
    pub folder: String,
    /// The key of an input with the path of the transcript.
    pub transcript: String,
    /// The key of a reply for the part that only its event has.
    pub specific: String,
    /// The key in that part that names the event.
    pub specific_event: String,
    /// The key of a reply that stops the agent if it is false.
    pub goes_on: String,
    /// The key of a reply with the reason of such a stop.
    pub stop_reason: String,
    /// The key of a reply that decides on every event.
    pub decision: String,
    /// The key of a reply with the reason of that decision.
    pub reason: String,
    /// The key of a reply with a message for the user.
    pub notice: String,
    /// The key of a reply with a sequence for the terminal.
    pub terminal: String,
    /// The key in the part of an event with context for the model.
    pub context: String,
    /// The key in the part of an event with other arguments of the tool.
    pub rewrite: String,
    /// The key in the part of an event with the answer to a question.
    pub answer: String,
    /// The key in such an answer that also stops the agent.
    pub interrupt: String,
    /// The key of a handler's entry that runs a command in the background.
    pub background: String,
    /// The key of a handler's entry that lets a command in the background wake the model.
    pub wakes: String,
    /// The key of a handler's entry that says what its failure does.
    pub on_failure: String,
    /// The key of a handler's entry that lets the agent go on after a block.
    pub continues: String,
    /// The key of a handler's entry with a condition on the call.
    pub condition: String,
    /// The key of a group of handlers that says which calls they are for.
    pub matcher: String,
    /// The variable of a command with the folder of the project.
    pub folder_variable: String,
    /// The variable of a command with the id of the session.
    pub session_variable: String,
    /// The variable of a command that is `1` below the host.
    pub host_variable: String,
    /// What is behind the JSON of an input on the stdin of a command.
    pub input_end: String,
}

impl Wire {
    /// Returns each meaning with its word, which is empty if the host has none.
    fn words(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(words)) => words,
            _ => Map::new(),
        }
    }

    /// Returns the word with a meaning.
    pub fn word(&self, meaning: &str) -> Option<String> {
        self.words().get(meaning).and_then(Value::as_str).filter(|word| !word.is_empty()).map(str::to_owned)
    }

    /// Returns a text with the words in place of `{wire.meaning}`.
    pub fn fill(&self, text: &str) -> String {
        self.words().iter().fold(text.to_owned(), |text, (meaning, word)| {
            text.replace(&format!("{{wire.{meaning}}}"), word.as_str().unwrap_or_default())
        })
    }

    /// Returns the path of a key in the part of a reply that only its event has.
    pub fn inside(&self, key: &str) -> Vec<String> {
        vec![self.specific.clone(), key.to_owned()]
    }

    /// Checks that some type has each of the keys.
    ///
    /// # Errors
    /// A misspelled key, with the nearest one of the types.
    pub fn check(&self, contract: &Contract, catalogue: &Catalogue) -> Diagnostics {
        let structs =
            contract.types.iter().filter_map(|def| if let Kind::Struct(it) = &def.kind { Some(it) } else { None });
        let known: Vec<&str> = structs.flat_map(|it| it.fields.iter().map(|field| field.name.as_str())).collect();
        let finding = |(meaning, word): (&String, &Value)| {
            let word = word.as_str().filter(|word| !word.is_empty())?;
            let is_key = !meaning.ends_with("_variable") && meaning != "input_end";
            let found = separated(word).or_else(|| is_key.then(|| unknown(word, &known))?)?;
            Some(found.at(catalogue.place(&format!("/wire/{meaning}"))))
        };
        Diagnostics(self.words().iter().filter_map(finding).collect())
    }
}

/// Reports a word that cannot be a step of a path.
fn separated(word: &str) -> Option<Diagnostic> {
    let sign = word.chars().find(|it| "./~".contains(*it))?;
    let message = format!("`{word}` has a `{sign}`, which separates the steps of a path");
    let found = Diagnostic::error(Code::Catalogue, message);
    let found = found.because("the functions of the packages write the word in paths");
    Some(found.instead("leave the word out: functions cannot read such a key"))
}

/// Reports a key that is not among the fields of the types.
fn unknown(word: &str, known: &[&str]) -> Option<Diagnostic> {
    if known.contains(&word) {
        return None;
    }
    let found = Diagnostic::error(Code::Catalogue, format!("no type has a field `{word}`"));
    let found = found.because("the functions of the packages read and write this key");
    let advice = instead_of(word, known.iter().copied(), "write the name of a field, or remove the line");
    Some(found.instead(advice))
}
