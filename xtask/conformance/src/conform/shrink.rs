//! Shrinks a payload on which bindings disagree.

use serde_json::Value;

use super::mutate::places;
use super::report::{Disagreement, apart};
use crate::binding::Ready;
use crate::processes::Panel;
use crate::vector::Vector;

/// The maximum number of steps for a payload.
const STEPS: usize = 100;

/// Returns the same disagreements with smaller payloads. Starts the bindings anew, so that these vectors do not count.
pub fn shrunk(bindings: &[Ready], found: &[Disagreement]) -> Result<Vec<Disagreement>, String> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let mut panel = Panel::start(bindings)?;
    found.iter().map(|it| shrink(&mut panel, it.clone())).collect()
}

fn shrink(panel: &mut Panel, mut smallest: Disagreement) -> Result<Disagreement, String> {
    for _ in 0..STEPS {
        match smaller(panel, &smallest)? {
            Some(it) => smallest = it,
            None => break,
        }
    }
    Ok(smallest)
}

/// Returns the first smaller payload on which the same bindings disagree.
fn smaller(panel: &mut Panel, than: &Disagreement) -> Result<Option<Disagreement>, String> {
    // A payload that this reader cannot parse is not shrunk.
    let Ok(payload) = than.vector.payload() else { return Ok(None) };
    let vectors: Vec<Vector> = simpler(&payload).map(|it| than.vector.of_payload(&it)).collect::<Result<_, _>>()?;
    let answers = panel.ask(&vectors)?;
    let said = |at: usize| answers.iter().filter_map(|all| all.get(at).cloned()).collect::<Vec<_>>();
    let mut found = vectors.into_iter().enumerate().map(|(at, vector)| Disagreement { vector, answers: said(at) });
    Ok(found.find(|it| apart(&it.answers) == apart(&than.answers)))
}

/// Returns the variants of a payload that lack one key, one item, or half a string.
fn simpler(payload: &Value) -> impl Iterator<Item = Value> {
    places::pointers(payload, |_| true).into_iter().flat_map(move |pointer| {
        let parts = payload.pointer(&pointer).map_or(0, parts);
        (0..parts).filter_map(move |part| without(payload, &pointer, part))
    })
}

/// Returns the number of parts that can be removed from a value.
fn parts(value: &Value) -> usize {
    match value {
        Value::Object(object) => object.len(),
        Value::Array(items) => items.len(),
        Value::String(text) => usize::from(text.chars().count() > 1),
        _ => 0,
    }
}

fn without(payload: &Value, pointer: &str, part: usize) -> Option<Value> {
    let mut payload = payload.clone();
    match payload.pointer_mut(pointer)? {
        Value::Object(object) => {
            let key = object.keys().nth(part)?.clone();
            object.shift_remove(&key)?;
        }
        Value::Array(items) => {
            items.remove(part);
        }
        Value::String(text) => *text = text.chars().take(text.chars().count() / 2).collect(),
        _ => return None,
    }
    Some(payload)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_thing_less_at_a_time() {
        let all: Vec<Value> = simpler(&json!({"a": [1], "b": "text"})).collect();
        let expected =
            [json!({"b": "text"}), json!({"a": [1]}), json!({"a": [], "b": "text"}), json!({"a": [1], "b": "te"})];
        assert_eq!(all, expected);
    }
}
