//! The words of the host that our functions know by their meaning, from `wire` of the catalogue: a key of an input, of a
//! reply, or of a handler's entry, or a variable of a command. No other code has them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

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
}

impl Wire {
    /// Returns the word with a meaning.
    pub fn word(&self, meaning: &str) -> Option<String> {
        let all = serde_json::to_value(self).unwrap_or_default();
        all.get(meaning).and_then(Value::as_str).filter(|word| !word.is_empty()).map(str::to_owned)
    }

    /// Returns a text with the words in place of `{wire.meaning}`.
    pub fn fill(&self, text: &str) -> String {
        let all = serde_json::to_value(self).unwrap_or_default();
        let words = all.as_object().into_iter().flatten();
        words.fold(text.to_owned(), |text, (meaning, word)| {
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
        let all = serde_json::to_value(self).unwrap_or_default();
        let mut found = Diagnostics::default();
        for (meaning, word) in all.as_object().into_iter().flatten() {
            let Some(word) = word.as_str().filter(|word| !word.is_empty()) else { continue };
            if let Some(sign) = word.chars().find(|it| "./~".contains(*it)) {
                let message = format!("`{word}` has a `{sign}`, which separates the steps of a path");
                let diagnostic = Diagnostic::error(Code::Catalogue, message)
                    .at(catalogue.place(&format!("/wire/{meaning}")))
                    .because("the functions of the packages write the word in paths")
                    .instead("leave the word out: functions cannot read such a key");
                found.push(diagnostic);
                continue;
            }
            if meaning.ends_with("_variable") || known.contains(&word) {
                continue;
            }
            let advice = instead_of(word, known.iter().copied(), "write the name of a field, or remove the line");
            found.push(
                Diagnostic::error(Code::Catalogue, format!("no type has a field `{word}`"))
                    .at(catalogue.place(&format!("/wire/{meaning}")))
                    .because("the functions of the packages read and write this key")
                    .instead(advice),
            );
        }
        found
    }
}
