//! The raw facts about a case.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::folder::Folder;
use crate::case::{Case, other_file};
use crate::conversation::file;

/// The raw facts about a case, without any text of the host. In a record, what is false, 0 or empty is left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Signals {
    /// The file of the command is there.
    #[serde(skip_serializing_if = "is_default")]
    pub made: bool,
    /// The file of the replaced command is there.
    #[serde(skip_serializing_if = "is_default")]
    pub made_other: bool,
    /// The user was asked a question.
    #[serde(skip_serializing_if = "is_default")]
    pub asked: bool,
    /// A question was withdrawn before the user answered.
    #[serde(skip_serializing_if = "is_default")]
    pub withdrawn: bool,
    /// The number of requests of the main conversation to the model.
    #[serde(skip_serializing_if = "is_default")]
    pub requests: usize,
    /// The number of requests of the main conversation between the end of a hook in the background and the next prompt.
    #[serde(skip_serializing_if = "is_default")]
    pub woken: usize,
    /// The arguments that the hook was given, if the case has some of its own.
    #[serde(skip_serializing_if = "is_default")]
    pub given: Option<Value>,
    /// The number of requests of subagents.
    #[serde(skip_serializing_if = "is_default")]
    pub inner: usize,
    /// The number of questions of hooks to the model.
    #[serde(skip_serializing_if = "is_default")]
    pub questions: usize,
    /// The number of hooks that began.
    #[serde(skip_serializing_if = "is_default")]
    pub calls: usize,
    /// The host's words for the outcomes of the hooks: `success`, `error`, `cancelled`.
    #[serde(skip_serializing_if = "is_default")]
    pub outcomes: Vec<String>,
    /// The prompt of the case is in a request to the model.
    #[serde(skip_serializing_if = "is_default")]
    pub prompt_kept: bool,
    /// The conversation was compacted.
    #[serde(skip_serializing_if = "is_default")]
    pub compacted: bool,
    /// The last request was for the model of the case.
    #[serde(skip_serializing_if = "is_default")]
    pub switched: bool,
    /// A call of the case failed.
    #[serde(skip_serializing_if = "is_default")]
    pub failed: bool,
    /// A call of the case has a result that is no error.
    #[serde(skip_serializing_if = "is_default")]
    pub succeeded: bool,
    /// The server that asked got an answer that accepts.
    #[serde(skip_serializing_if = "is_default")]
    pub accepted: bool,
    /// The answer of the user to the question of a server is in a request to the model.
    #[serde(skip_serializing_if = "is_default")]
    pub answered: bool,
    /// The host answered a request of the program that drives it with an error.
    #[serde(skip_serializing_if = "is_default")]
    pub refused: bool,
    /// The markers in requests to the model.
    #[serde(skip_serializing_if = "is_default")]
    pub claude: Vec<String>,
    /// The markers in messages to the user.
    #[serde(skip_serializing_if = "is_default")]
    pub user: Vec<String>,
    /// The digests of the texts in requests to the model that have a marker or are results of calls, if the case compares
    /// whole texts.
    #[serde(skip_serializing_if = "is_default")]
    pub claude_texts: Vec<String>,
    /// The digests of the texts with a marker in messages to the user.
    #[serde(skip_serializing_if = "is_default")]
    pub user_texts: Vec<String>,
    /// The host did not finish in time, or ended.
    #[serde(skip_serializing_if = "is_default")]
    pub lost: bool,
}

impl Signals {
    /// Notes what the files of a case show: which hooks began, and which commands ran.
    pub(super) fn note_files(&mut self, case: &Case, number: usize, place: &Folder) {
        self.calls = case.hooks().enumerate().filter(|(index, _)| place.replies.has_begun(number, *index)).count();
        self.given = case.arguments.as_ref().and_then(|_| place.replies.given(number));
        self.made = place.has(&format!("work/{}", file(number)));
        self.made_other = place.has(&format!("work/{}", other_file(number)));
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
