//! The raw facts about a case.

use serde::{Deserialize, Serialize};

/// The raw facts about a case, without any text of the host.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Signals {
    /// The file of the command is there.
    pub made: bool,
    /// The file of the replaced command is there.
    pub made_other: bool,
    /// The user was asked a question.
    pub asked: bool,
    /// A question was withdrawn before the user answered.
    pub withdrawn: bool,
    /// The number of requests of the main conversation to the model.
    pub requests: usize,
    /// The number of requests of subagents.
    pub inner: usize,
    /// The number of questions of hooks to the model.
    pub questions: usize,
    /// The number of hooks that began.
    pub calls: usize,
    /// The host's words for the outcomes of the hooks: `success`, `error`, `cancelled`.
    pub outcomes: Vec<String>,
    /// The prompt of the case is in a request to the model.
    pub prompt_kept: bool,
    /// The conversation was compacted.
    pub compacted: bool,
    /// The last request was for the model of the case.
    pub switched: bool,
    /// A call of the case failed.
    pub failed: bool,
    /// The server that asked got an answer that accepts.
    pub accepted: bool,
    /// The answer of the user to the question of a server is in a request to the model.
    pub answered: bool,
    /// The host answered a request of the program that drives it with an error.
    pub refused: bool,
    /// The markers in requests to the model.
    pub claude: Vec<String>,
    /// The markers in messages to the user.
    pub user: Vec<String>,
    /// The host did not finish in time, or ended.
    pub lost: bool,
}
