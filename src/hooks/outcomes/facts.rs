//! What the catalogue says about the results of hooks.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::hooks::cell::{Cell, HandlerOnEvent};
use crate::hooks::words;
use crate::model::Version;

/// The keys of an event that this feature reads.
#[derive(Debug, Deserialize)]
pub struct OfEvent {
    pub since: Option<Version>,
    pub passes: Option<String>,
    pub says: Option<SaysFact>,
    pub ends: Option<String>,
    pub combines: Option<String>,
    #[serde(default)]
    pub missing_script: Vec<String>,
    #[serde(default)]
    pub missing_script_action: Vec<Cell>,
    #[serde(default)]
    pub erases: bool,
    #[serde(default)]
    pub reads_json_as_text: bool,
    #[serde(default)]
    pub specific: Option<String>,
    pub decision: String,
    pub exit: IndexMap<String, ExitFact>,
    pub universal: IndexMap<String, Vec<Cell>>,
    pub additional_context: Option<Vec<Cell>>,
    #[serde(default)]
    pub answers: Vec<AnswerFact>,
    #[serde(default)]
    pub interactions: Vec<InteractionFact>,
    pub timeout: TimeoutFact,
    #[serde(default)]
    pub handlers: IndexMap<String, HandlerOnEvent>,
    pub timeout_budget: Option<Budget>,
}

/// The time that all hooks of an event share.
#[derive(Debug, Deserialize)]
pub struct Budget {
    pub seconds: f64,
    pub max: f64,
}

#[derive(Debug, Deserialize)]
pub struct SaysFact {
    pub blocked: String,
    pub allowed: Option<String>,
    pub asked: Option<String>,
    pub deferred: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct ExitFact {
    pub action: Vec<Cell>,
    pub json: Vec<Cell>,
    pub invalid_json: Vec<Cell>,
    pub other_event: Vec<Cell>,
    pub stdout: Vec<Cell>,
    pub stderr: Vec<Cell>,
}

#[derive(Debug, Deserialize)]
pub struct AnswerFact {
    pub field: String,
    pub reason: Option<String>,
    #[serde(default)]
    pub with: Vec<WithFact>,
    #[serde(flatten)]
    pub cell: Cell,
}

/// A field that the host requires beside another one.
#[derive(Debug, Deserialize)]
pub struct WithFact {
    pub field: String,
    pub value: Value,
}

#[derive(Debug, Deserialize)]
pub struct InteractionFact {
    pub field: String,
    pub exit: Option<u8>,
    pub beside: Vec<BesideFact>,
    /// The problem that is reported at the field.
    pub problem: Option<String>,
    #[serde(flatten)]
    pub cell: Cell,
}

#[derive(Debug, Deserialize)]
pub struct BesideFact {
    pub field: String,
    #[serde(default)]
    pub values: Vec<Value>,
    #[serde(default)]
    pub present: bool,
}

#[derive(Debug, Deserialize)]
pub struct TimeoutFact {
    pub handler: Vec<Cell>,
}

/// The keys that this feature reads at the root of the catalogue.
#[derive(Debug, Deserialize)]
pub struct Root {
    #[serde(default = "words::the_agent")]
    pub agent: String,
    #[serde(default)]
    pub background: BackgroundFact,
    #[serde(default)]
    pub conditions: IndexMap<String, Condition>,
    pub handlers: Vec<KindFact>,
    pub decision_models: Vec<ModelFact>,
}

#[derive(Debug, Default, Deserialize)]
pub struct BackgroundFact {
    #[serde(default)]
    pub answer: Vec<String>,
    #[serde(default)]
    pub printed: Vec<Cell>,
}

#[derive(Debug, Deserialize)]
pub struct KindFact {
    pub name: String,
    pub since: Option<Version>,
    pub on_failure: Option<Dated>,
    #[serde(default)]
    pub timeout: Vec<KindLimit>,
}

/// A default time limit of a kind of handler.
#[derive(Debug, Deserialize)]
pub struct KindLimit {
    pub seconds: f64,
    pub until: Option<Version>,
}

#[derive(Debug, Deserialize)]
pub struct Dated {
    pub since: Version,
}

#[derive(Debug, Deserialize)]
pub struct ModelFact {
    pub name: String,
    pub refusal: Option<RefusalFact>,
}

#[derive(Debug, Deserialize)]
pub struct RefusalFact {
    #[serde(default)]
    pub field: Vec<String>,
    #[serde(default)]
    pub value: Value,
    /// The path of the reason.
    pub reason: Option<Vec<String>>,
}

/// What a key of the input has to be for a condition to hold.
#[derive(Debug, Serialize, Deserialize)]
pub struct Condition {
    /// The key.
    pub input: String,
    /// Its possible values; none if the text has a beginning instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// The beginning.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub prefix: String,
}
