//! The cells of the catalogue, `schemas/events.json`: what the host does on each event, and on which of its versions.

use std::fs;

use serde_json::Value;

use crate::root::Root;

/// The catalogue.
pub const CATALOGUE: &str = "schemas/events.json";

/// A cell of the catalogue.
#[derive(Debug, Clone)]
pub struct Cell<'a> {
    /// The part, without the index: `exit/2/stderr`.
    pub part: String,
    /// The index in the part.
    pub index: usize,
    /// The pointer in the entry of the event: `/exit/2/stderr/0`.
    pub pointer: String,
    /// The cell.
    pub value: &'a Value,
}

/// Returns the catalogue.
///
/// # Errors
/// It cannot be read.
pub fn read(root: &Root) -> Result<Value, String> {
    let text = fs::read_to_string(root.path(CATALOGUE)).map_err(|error| format!("{CATALOGUE}: {error}"))?;
    serde_json::from_str(&text).map_err(|error| format!("{CATALOGUE}: {error}"))
}

/// Returns the cells in these parts of the entry of an event, for all versions.
#[must_use]
pub fn cells<'a>(event: &'a Value, parts: &[&str]) -> Vec<Cell<'a>> {
    let mut all = Vec::new();
    for part in parts {
        collect(&event[*part], (*part).to_owned(), &mut all);
    }
    all
}

fn collect<'a>(value: &'a Value, part: String, all: &mut Vec<Cell<'a>>) {
    match value {
        Value::Array(items) => all.extend(items.iter().enumerate().map(|(index, value)| Cell {
            pointer: format!("/{part}/{index}"),
            part: part.clone(),
            index,
            value,
        })),
        Value::Object(map) => map.iter().for_each(|(key, value)| collect(value, format!("{part}/{key}"), all)),
        _ => {}
    }
}

/// Returns true if the cell is about this version of the host.
#[must_use]
pub fn holds_on(cell: &Value, version: &str) -> bool {
    let is_from = |since: &Value| since["version"].as_str().is_none_or(|since| numbers(since) <= numbers(version));
    let is_over = |until: &Value| until["version"].as_str().is_some_and(|until| numbers(until) <= numbers(version));
    is_from(&cell["since"]) && !is_over(&cell["until"]) && cell["earlier"] != true
}

/// Returns the numbers of a version, for comparison.
#[must_use]
pub fn numbers(version: &str) -> Vec<u64> {
    version.split('.').filter_map(|part| part.parse().ok()).collect()
}
