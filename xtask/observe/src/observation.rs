//! What was seen of a case, in a closed vocabulary.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::case::{ANSWER, Case};
use crate::conversation::Conversation;
use crate::family::BLANK;
use crate::session::Signals;

/// An observation. `docs/observing.md` describes its fields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// The thing that the event is about: the tool call, the prompt, the end of the turn.
    pub action: Action,
    /// What the agent did after the hook.
    pub agent: Agent,
    /// The user was asked, and had to answer.
    pub asked: bool,
    /// The host's words for the outcomes of the hooks, each once and sorted: `success`, `error`, `cancelled`; `none` if it
    /// reports none, `background` for a hook that the host moved to the background, because it reports the outcome at
    /// any time, and `not-run` if no hook ran, as on a host that does not know its kind.
    pub hook: String,
    /// The model got a request when the hook ended in the background, before the next prompt.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub woken: bool,
    /// The arguments that the hook was given, if the case has some of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<Value>,
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

/// Classifies the signals of a case. `None` if the host was lost. Hooks that leave no trace, such as a command that is not
/// there, count as run.
#[must_use]
pub fn observe(case: &Case, signals: &Signals) -> Option<Observation> {
    if signals.lost {
        return None;
    }
    let conversation = case.conversation()?;
    // The end of a turn is over once, unless a hook prevents it.
    let least = if case.event == "Stop" { 2 } else { conversation.requests() };
    let agent = if signals.requests >= least { Agent::Continued } else { Agent::Stopped };
    Some(Observation {
        action: action(case, conversation, signals),
        agent,
        asked: signals.asked && !signals.withdrawn,
        hook: outcome(case, signals),
        woken: signals.woken > 0,
        given: signals.given.clone(),
        claude: signals.claude.clone(),
        user: signals.user.clone(),
    })
}

fn action(case: &Case, conversation: Conversation, signals: &Signals) -> Action {
    let happened = |happened: bool| if happened { Action::Done } else { Action::Prevented };
    match (conversation, case.event.as_str()) {
        (_, "Stop") => happened(signals.requests == 1),
        (_, "SubagentStop" | "TeammateIdle") => happened(signals.inner == 1),
        (Conversation::Talk | Conversation::Command | Conversation::Start | Conversation::Init, _) => {
            match (signals.requests, signals.prompt_kept) {
                (1.., _) => Action::Done,
                (0, true) => Action::Prevented,
                (0, false) => Action::Erased,
            }
        }
        (Conversation::MakeFile | Conversation::Ask | Conversation::Classify | Conversation::Skill, _) => {
            match (signals.made_other, signals.made) {
                (true, _) => Action::Replaced,
                (false, true) => Action::Done,
                // A command that is blank runs, and makes no file. One in the background makes it later.
                (false, false) if case.arguments.is_some() && !signals.failed => Action::Done,
                (false, false) if case.id.contains(BLANK) && !signals.failed => Action::Replaced,
                (false, false) => Action::Prevented,
            }
        }
        (Conversation::Delegate | Conversation::Isolate, _) => happened(signals.inner > 0),
        (Conversation::Compact, _) => happened(signals.compacted),
        (Conversation::SwitchModel, _) => happened(signals.switched),
        // The new settings deny the call.
        (Conversation::Configure, _) => happened(!signals.made),
        // The tool returns the answer: that of the user, or that of the hook.
        (Conversation::Elicit, _) => match (signals.accepted, signals.answered) {
            (true, true) => Action::Done,
            (true, false) => Action::Replaced,
            (false, _) => Action::Prevented,
        },
        (Conversation::Question, _) if signals.succeeded && signals.claude.iter().any(|it| it == ANSWER) => {
            Action::Replaced
        }
        (Conversation::Question | Conversation::LeavePlan | Conversation::Plan, _) => happened(signals.succeeded),
        (Conversation::MakeTask | Conversation::CompleteTask | Conversation::Leave, _) => happened(!signals.failed),
        (Conversation::AddDirectory, _) => happened(!signals.refused),
        _ => Action::Done,
    }
}

/// The word for hooks that did not run.
pub const NOT_RUN: &str = "not-run";

fn outcome(case: &Case, signals: &Signals) -> String {
    let leaves_trace = case.hooks().any(|hook| hook.handler.leaves_trace());
    if leaves_trace && signals.calls == 0 && signals.outcomes.is_empty() {
        return NOT_RUN.to_owned();
    }
    if case.is_async() {
        return "background".to_owned();
    }
    let mut words: Vec<&str> = signals.outcomes.iter().map(String::as_str).collect();
    words.sort_unstable();
    words.dedup();
    if words.is_empty() { "none".to_owned() } else { words.join(" ") }
}
