//! What was seen of a case, in a closed vocabulary.

use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::session::Signals;

/// An observation. `docs/observing.md` describes its fields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// The thing that the event is about: the tool call, the prompt, the end of the turn.
    pub action: Action,
    /// What the agent did after the hook.
    pub agent: Agent,
    /// The user was asked for permission.
    pub asked: bool,
    /// The host's word for the outcome of the hook: `success`, `error`, `cancelled`; `none` if it reports none, and
    /// `background` for a hook that the host moved to the background, because it reports the outcome at any time.
    pub hook: String,
    /// The parts of the reply that reached Claude, by the names of their markers.
    pub claude: Vec<String>,
    /// The parts of the reply that the user was shown.
    pub user: Vec<String>,
}

/// The thing that an event is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// It happened.
    Done,
    /// It happened, with the replaced input.
    Replaced,
    /// It did not happen.
    Prevented,
    /// It did not happen, and the conversation keeps no trace of it.
    Erased,
}

/// What the agent did after the hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agent {
    /// It went on: the model got another request.
    Continued,
    /// It stopped.
    Stopped,
}

/// Classifies the signals of a case. `None` if the host was lost, or the hook did not run.
#[must_use]
pub fn observe(case: &Case, signals: &Signals) -> Option<Observation> {
    if signals.lost || signals.calls == 0 {
        return None;
    }
    let goes_on = |least: usize| if signals.requests >= least { Agent::Continued } else { Agent::Stopped };
    let (action, agent) = match case.event.as_str() {
        "UserPromptSubmit" => {
            let action = match (signals.requests, signals.prompt_kept) {
                (1.., _) => Action::Done,
                (0, true) => Action::Prevented,
                (0, false) => Action::Erased,
            };
            (action, goes_on(1))
        }
        // The call has failed before the hook runs.
        "PostToolUseFailure" => (Action::Done, goes_on(2)),
        "Stop" => (if signals.requests > 1 { Action::Prevented } else { Action::Done }, goes_on(2)),
        _ => {
            let action = match (signals.made_other, signals.made) {
                (true, _) => Action::Replaced,
                (false, true) => Action::Done,
                (false, false) => Action::Prevented,
            };
            (action, goes_on(2))
        }
    };
    Some(Observation {
        action,
        agent,
        asked: signals.asked,
        hook: if case.is_async() { "background" } else { signals.outcome.as_deref().unwrap_or("none") }.to_owned(),
        claude: signals.claude.clone(),
        user: signals.user.clone(),
    })
}
