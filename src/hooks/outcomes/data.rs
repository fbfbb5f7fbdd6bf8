//! What the interpreters of the languages read.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;

use super::facts::Condition;
use crate::hooks::exits::OfProfile;

/// The data of every event.
#[derive(Debug, Serialize)]
pub struct Outcomes {
    pub events: IndexMap<String, Plan>,
    /// The profiles in which an event, or an exit code, is another one.
    pub profiles: IndexMap<String, OfProfile>,
    /// The meanings of the words in effects and audiences.
    pub meanings: Value,
    /// The conditions that the input decides.
    pub conditions: IndexMap<String, Condition>,
    /// The first host version with `onFailure`, by kind of handler.
    pub on_failure_from: IndexMap<String, Vec<u64>>,
    /// Since when the host has each kind of handler.
    pub kinds: IndexMap<String, Since>,
    /// The default time limits of older hosts, by kind of handler.
    pub older_limits: IndexMap<String, Vec<OlderLimit>>,
    /// Where on stdout a command says that it moves to the background.
    pub printed: Vec<Effect>,
    /// The paths of the texts that a command in the background can print later.
    pub answer: Vec<String>,
    /// The events with a part of the reply of their own, which another event's reply can name.
    pub named: Vec<String>,
    /// The causes in explanations, by purpose.
    pub causes: IndexMap<&'static str, String>,
    /// The words that explanations add, by purpose.
    pub added: IndexMap<&'static str, String>,
    /// The errors of values that are not recorded results, by purpose.
    pub records: IndexMap<&'static str, String>,
}

/// The data of an event.
#[derive(Debug, Serialize)]
pub struct Plan {
    /// The first host version with the event.
    pub since: Since,
    /// The sentence for each action.
    pub says: Says,
    /// What to do to block, by the way to do it; empty if no hook can.
    pub advice: IndexMap<&'static str, String>,
    /// What ends if no hook stops the event: `turn`, `subagent` or `teammate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<String>,
    /// How the answers of several hooks are combined: `last-reason`, `first-decides`, or else `all`.
    pub combines: String,
    /// The texts in stderr that mean that the script is missing.
    pub missing_script: Vec<String>,
    /// What exit code 2 does then, instead of its effect.
    pub missing_script_action: Vec<Effect>,
    /// What is blocked leaves the conversation, and the agent stops.
    pub erases: bool,
    /// JSON is text, too.
    pub reads_json_as_text: bool,
    /// The effects of exit code 0, 2, and any other.
    pub exits: IndexMap<String, Exit>,
    /// The fields of a reply. Decisions come first.
    pub fields: Vec<Field>,
    /// What fields do beside other fields.
    pub interactions: Vec<Interaction>,
    /// The effect of a hook that exceeds its time limit.
    pub timeout: Vec<Effect>,
    /// The effect of `onFailure: "block"`, by kind of handler: `exit`, as exit code 2; `refuse`; or `none`.
    pub on_failure: IndexMap<String, &'static str>,
    /// The default time limit in seconds, by kind of handler.
    pub limits: IndexMap<String, f64>,
    /// The most to which a handler can set it, if there is a most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
    /// The kinds of handlers that the host does not run.
    pub not_run: IndexMap<String, NotRun>,
}

/// A kind of handler that the host does not run on an event.
#[derive(Debug, Serialize)]
pub struct NotRun {
    /// The problem of a hook of this kind. For one that asks a model, the reader of its answers reports one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// What happens to the action; without it, the action goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
}

/// A time limit that a host has before a version.
#[derive(Debug, Serialize)]
pub struct OlderLimit {
    pub seconds: f64,
    pub until: Vec<u64>,
}

/// Since when the host has an event.
#[derive(Debug, Serialize)]
pub struct Since {
    /// Hosts that are older than this do not have it. If the version is not exact, that is just after the newest one
    /// without it.
    pub from: Vec<u64>,
    /// The version, for people.
    pub shown: String,
}

/// The sentences.
#[derive(Debug, Serialize)]
pub struct Says {
    /// What happens if no hook stops the event, as a part of a sentence.
    pub passes: String,
    pub normal: String,
    /// What happens if a hook stops the agent and nothing else, where the event goes on before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stops: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deferred: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked: Option<String>,
}

/// The effects of an exit code.
#[derive(Debug, Serialize)]
pub struct Exit {
    pub action: Vec<Effect>,
    pub json: Vec<Effect>,
    pub invalid_json: Vec<Effect>,
    pub other_event: Vec<Effect>,
    pub stdout: Vec<Effect>,
    pub stderr: Vec<Effect>,
}

/// An effect on some host versions.
#[derive(Debug, Clone, Serialize)]
pub struct Effect {
    pub effect: String,
    /// The recipients of the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub audience: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Vec<u64>>,
}

/// A field of a reply.
#[derive(Debug, Clone, Serialize)]
pub struct Field {
    /// Its pointer.
    pub at: String,
    /// The value that it is about; `None` for any value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The pointer of the reason of a decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The pointers of fields that the host requires beside it, each with its value: only what writes a reply reads them.
    #[serde(skip)]
    pub with: Vec<(String, Value)>,
    pub effects: Vec<Effect>,
}

/// What a field does beside other fields.
#[derive(Debug, Serialize)]
pub struct Interaction {
    pub at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The exit code that it is about; `None` for any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<u8>,
    pub beside: Vec<Beside>,
    pub effect: Effect,
    /// The problem that is reported at the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// Another field of the same reply.
#[derive(Debug, Serialize)]
pub struct Beside {
    pub at: String,
    /// It has one of these values; if there is none, it is absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
    /// It is there, with any value.
    #[serde(skip_serializing_if = "is_false")]
    pub present: bool,
}

const fn is_false(it: &bool) -> bool {
    !*it
}
