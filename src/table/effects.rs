//! What is accepted and does nothing: from what the catalogue says of the fields that every event has.

use serde::Deserialize;
use serde_json::Value;

use super::Inert;
use super::levels::Levels;
use crate::model::{Contract, Event, Expr, Field};

/// The word of the catalogue for what does nothing.
const NOTHING: &str = "ignored";

/// What this step reads of a cell of the catalogue.
#[derive(Debug, Deserialize)]
struct Cell {
    effect: String,
    value: Option<Value>,
    until: Option<Value>,
    confidence: Option<String>,
}

/// What does nothing at the top of the replies that these are.
pub fn inert(contract: &Contract, levels: &Levels<'_>, field: &Field) -> Vec<Inert> {
    match levels.event.and_then(|name| contract.events.iter().find(|event| event.name == name)) {
        Some(event) => cells(event, field).iter().filter_map(|cell| of_cell(cell, field)).collect(),
        // Nothing is known of the event, so only what does nothing on any is told.
        None => everywhere(contract, field).into_iter().collect(),
    }
}

fn everywhere(contract: &Contract, field: &Field) -> Option<Inert> {
    let all: Vec<Vec<Cell>> = contract.events.iter().map(|event| cells(event, field)).collect();
    let nothing = |cells: &Vec<Cell>| matches!(&cells[..], [cell] if cell.effect == NOTHING && cell.value.is_none());
    all.iter().all(nothing).then(|| of_cell(all.first()?.first()?, field))?
}

/// What the newest host does with a field; nothing, if the catalogue does not say it.
fn cells(event: &Event, field: &Field) -> Vec<Cell> {
    let universal = event.facts.get("universal").and_then(|it| it.get(&field.name));
    let cells: Vec<Cell> = serde_json::from_value(universal.cloned().unwrap_or_default()).unwrap_or_default();
    cells.into_iter().filter(|cell| cell.until.is_none()).collect()
}

/// What a field is without being written is not worth a word, and a constant is never anything else.
fn of_cell(cell: &Cell, field: &Field) -> Option<Inert> {
    let value = match (&cell.value, &field.expr, &field.default) {
        (Some(value), Expr::Constant { value: only }, _) if value != only => return None,
        (Some(value), ..) => Some(value.clone()),
        (None, Expr::Boolean, Some(Value::Bool(default))) => Some(Value::Bool(!default)),
        (None, ..) => None,
    };
    let unconfirmed = cell.confidence.as_deref() == Some("unconfirmed");
    let is_scalar = value.as_ref().is_none_or(|value| value.is_string() || value.is_boolean());
    (cell.effect == NOTHING && is_scalar).then_some(Inert { value, unconfirmed })
}
