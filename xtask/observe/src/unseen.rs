//! The cells of the catalogue that no case can show, with the reasons: `xtask/observe/unseen.toml`.

use hookwire_harness::catalogue::{self, Cell};
use serde::Deserialize;
use serde_json::Value;

/// The parts of an event's entry whose cells say what happens.
const PARTS: [&str; 7] =
    ["exit", "block_twice", "missing_script_action", "failure", "universal", "additional_context", "interactions"];

/// A reason why cells are not observed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unseen {
    /// The reason.
    pub why: String,
    /// The events; empty for all.
    #[serde(default)]
    events: Vec<String>,
    /// Where the cells are in the entry of their event; empty for everywhere.
    #[serde(default)]
    parts: Vec<String>,
    /// The situations of the cells; empty for any.
    #[serde(default)]
    situations: Vec<String>,
    /// The effects; empty for any.
    #[serde(default)]
    effects: Vec<String>,
    /// Those who get the text, one of whom is enough; empty for anybody.
    #[serde(default)]
    audience: Vec<String>,
}

#[derive(Deserialize)]
struct File {
    unseen: Vec<Unseen>,
}

impl Unseen {
    /// Returns all reasons.
    ///
    /// # Errors
    /// The file has another form.
    pub fn all() -> Result<Vec<Self>, String> {
        let file: File = toml::from_str(include_str!("../unseen.toml")).map_err(|error| error.to_string())?;
        Ok(file.unseen)
    }

    /// Returns true if it is about a cell.
    #[must_use]
    pub fn is_about(&self, event: &str, cell: &Cell<'_>) -> bool {
        let is_listed = |list: &[String], name: &str| list.is_empty() || list.iter().any(|it| it == name);
        let text = |key: &str| cell.value[key].as_str().unwrap_or_default();
        let mut audience = cell.value["audience"].as_array().into_iter().flatten().filter_map(Value::as_str);
        is_listed(&self.events, event)
            && is_listed(&self.parts, &cell.part)
            && is_listed(&self.situations, text("when"))
            && is_listed(&self.effects, text("effect"))
            && (self.audience.is_empty() || audience.any(|who| self.audience.iter().any(|it| it == who)))
    }
}

/// Returns the cells in the entry of an event that are about this version.
#[must_use]
pub fn cells<'a>(event: &'a Value, version: &str) -> Vec<Cell<'a>> {
    let mut all = catalogue::cells(event, &PARTS);
    all.retain(|cell| catalogue::holds_on(cell.value, version));
    all
}
