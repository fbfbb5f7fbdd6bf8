//! A cell of the catalogue: the effect of one thing on one event, on some host versions.

use serde::Deserialize;
use serde_json::Value;

use crate::model::{Confidence, Version};

/// The keys of a cell that features read. The words in `effect` and `audience` belong to the set:
/// [`Meanings`](super::meanings::Meanings) says what they mean.
#[derive(Debug, Clone, Deserialize)]
pub struct Cell {
    /// The effect.
    pub effect: String,
    /// The situation; `None` if the cell always applies.
    pub when: Option<String>,
    /// The value of the field that it is about; `None` for any value.
    pub value: Option<Value>,
    /// The readers of a text.
    #[serde(default)]
    pub audience: Vec<String>,
    /// The first host version with this effect.
    pub since: Option<Version>,
    /// The first host version without it.
    pub until: Option<Version>,
    /// Only older hosts have this effect; the version that ended it is not known.
    #[serde(default)]
    pub earlier: bool,
    /// The confidence.
    #[serde(default)]
    pub confidence: Confidence,
    /// A note on its limits.
    pub note: Option<String>,
}

impl Cell {
    /// Returns true if the newest host has this effect.
    pub fn is_current(&self) -> bool {
        self.until.is_none() && !self.earlier
    }

    /// Returns true if a second source confirms the cell.
    pub fn is_sure(&self) -> bool {
        self.confidence == Confidence::Confirmed
    }
}

/// Returns the cells that apply to the newest host.
pub fn newest<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Vec<&'a Cell> {
    cells.into_iter().filter(|cell| cell.is_current()).collect()
}

/// The kinds of handlers that ask a model. Their answers are not replies.
pub const MODEL_HANDLERS: [&str; 2] = ["prompt", "agent"];

/// Returns true if this kind of handler asks a model.
pub fn is_model(handler: &str) -> bool {
    MODEL_HANDLERS.contains(&handler)
}

/// A kind of handler on an event.
#[derive(Debug, Clone, Deserialize)]
pub struct HandlerOnEvent {
    /// Whether it runs there.
    pub support: Support,
    /// The default time limit in seconds; `None` if the catalogue does not have it.
    pub timeout: Option<f64>,
    /// The effect of the setting that says what happens if it fails; `None` if the catalogue does not have it.
    pub on_failure: Option<OnFailure>,
    /// The effect on the action if the host does not run it there; `None` if the action goes on.
    pub action: Option<String>,
    /// The first host version that runs it there.
    pub since: Option<Version>,
    /// What the other facts do not say.
    pub note: Option<String>,
}

/// Whether an event runs a kind of handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Support {
    /// It runs.
    Runs,
    /// It runs in some situations.
    Sometimes,
    /// The host accepts it and never runs it.
    Skipped,
    /// The host refuses it with an error.
    Rejected,
    /// The host does not document it.
    Unsupported,
}

impl Support {
    /// Returns true if it runs, at least in some situations.
    pub fn is_run(self) -> bool {
        matches!(self, Self::Runs | Self::Sometimes)
    }
}

/// The effect of the setting that says what happens if a handler fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnFailure {
    /// The action is blocked.
    Blocks,
    /// The permission is denied.
    Denies,
    /// There is nothing to block.
    NoEffect,
    /// The host ignores the setting.
    Ignored,
    /// The handler does not have the setting.
    None,
}
