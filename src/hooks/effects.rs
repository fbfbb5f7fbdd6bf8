//! The fields of a reply that are accepted and have no effect, from the catalogue's facts about the fields of every
//! event.

use indexmap::IndexMap;
use serde_json::Value;

use super::cell::{self, Cell};
use super::meanings::{Does, Meanings};
use super::words;
use crate::model::{Contract, EnumValue, Expr, Field, Kind, TypeDef};
use crate::validation::levels::{self, Levels};
use crate::validation::{self, Inert, ValidationPlan};

/// The effects of the fields of a reply, by the keys from the top, with `/` between them.
pub type Effects = IndexMap<String, Vec<Cell>>;

/// The effects of each event, and the meanings of their words.
#[derive(Debug)]
pub struct OfEvents {
    /// The effects.
    pub events: IndexMap<String, Effects>,
    /// The meanings.
    pub meanings: Meanings,
    /// What to say of a field without an effect, on the events where the whole reply has one, with `{key}` for its name.
    pub whole: IndexMap<String, &'static str>,
}

impl OfEvents {
    fn is_nothing(&self, cell: &Cell) -> bool {
        self.meanings.does(&cell.effect) == Some(Does::Nothing)
    }

    /// Returns the message about a field without an effect, if the whole reply has one.
    fn of_whole(&self, event: &str, field: &Field) -> Option<String> {
        self.whole.get(event).map(|message| message.replace("{key}", &field.name))
    }
}

/// Marks the fields of replies that have no effect. `effects` has those of each event.
pub fn extend(contract: &Contract, effects: &OfEvents, plan: &mut ValidationPlan) {
    let all = levels::levels(contract);
    for def in &contract.types {
        let Kind::Struct(it) = &def.kind else { continue };
        let Some((levels, place)) = levels::place(&all, &def.name) else { continue };
        let Some(validation::PlanKind::Struct(planned)) = plan.types.get_mut(&def.name).map(|it| &mut it.kind) else {
            continue;
        };
        for field in &it.fields {
            let Some(planned) = planned.fields.get_mut(&field.name) else { continue };
            let path = [place, std::slice::from_ref(&field.name)].concat().join("/");
            planned.inert = inert(contract, effects, levels, &path, field);
            if let Some(event) = levels.operation.filter(|_| has_no_effect(contract, def, field, &planned.inert)) {
                let message = effects.of_whole(event, field);
                let message = message.unwrap_or_else(|| words::no_value_counts(&field.name, event));
                planned.mistakes.values_mut().for_each(|it| it.clone_from(&message));
            }
        }
    }
}

/// Returns true if the field is inherited and none of its values has an effect, so that the base's advice is useless
/// here.
fn has_no_effect(contract: &Contract, def: &TypeDef, field: &Field, inert: &[Inert]) -> bool {
    let Expr::Ref { name, .. } = &field.expr else { return false };
    let Some(Kind::Enum(values)) = contract.get(name).map(|def| &def.kind) else { return false };
    let does_nothing = |value: &EnumValue| {
        inert.iter().any(|it| it.value.as_ref().is_none_or(|known| known.as_str() == Some(&value.value)))
    };
    field.origin.file != def.origin.file && values.values.iter().all(does_nothing)
}

fn inert(contract: &Contract, effects: &OfEvents, levels: &Levels<'_>, path: &str, field: &Field) -> Vec<Inert> {
    match levels.operation {
        Some(event) => {
            let all = cells(effects, event, path);
            // In some situations the field has an effect, and a validator does not know the situation.
            let acts = |cell: &Cell| all.iter().any(|it| !effects.is_nothing(it) && it.value == cell.value);
            all.iter()
                .filter(|cell| !acts(cell))
                .filter_map(|cell| of_cell(effects, cell, field))
                .map(|it| Inert { message: effects.of_whole(event, field), ..it })
                .collect()
        }
        // The event is unknown, so only fields without an effect on any event are reported.
        None => everywhere(contract, effects, path, field).into_iter().collect(),
    }
}

fn everywhere(contract: &Contract, effects: &OfEvents, path: &str, field: &Field) -> Option<Inert> {
    let all: Vec<Vec<&Cell>> = contract.operations.each.iter().map(|event| cells(effects, &event.name, path)).collect();
    let nothing = |cells: &Vec<&Cell>| matches!(&cells[..], [cell] if effects.is_nothing(cell) && cell.value.is_none());
    all.iter().all(nothing).then(|| of_cell(effects, all.first()?.first()?, field))?
}

/// Returns the effects of a field on the newest host; empty if the catalogue has none.
fn cells<'a>(effects: &'a OfEvents, event: &str, path: &str) -> Vec<&'a Cell> {
    cell::newest(effects.events.get(event).and_then(|it| it.get(path)).into_iter().flatten())
}

/// Returns the value without an effect. The default value is not reported, and a constant has only one value.
fn of_cell(effects: &OfEvents, cell: &Cell, field: &Field) -> Option<Inert> {
    let value = match (&cell.value, &field.expr, &field.default) {
        (Some(value), Expr::Constant { value: only }, _) if value != only => return None,
        (Some(value), ..) => Some(value.clone()),
        (None, Expr::Boolean, Some(Value::Bool(default))) => Some(Value::Bool(!default)),
        (None, ..) => None,
    };
    let unconfirmed = !cell.is_sure();
    let is_scalar = value.as_ref().is_none_or(|value| value.is_string() || value.is_boolean());
    (effects.is_nothing(cell) && is_scalar).then_some(Inert { value, unconfirmed, message: None })
}
