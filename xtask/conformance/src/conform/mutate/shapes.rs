//! Changes of the structure of a payload.

use serde_json::{Map, Value};

use super::{DEEPEST, Hand};

/// Replaces x by `[x]` or `{"key": x}`.
pub fn wrap(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let key = hand.random.pick(&hand.pool.keys).cloned().unwrap_or_default();
    let listed = hand.random.one_in(2);
    let Some(place) = hand.place(payload, |_| true) else { return false };
    *place = wrapped(place.take(), listed, key);
    true
}

fn wrapped(value: Value, listed: bool, key: String) -> Value {
    if listed { Value::Array(vec![value]) } else { Value::Object(Map::from_iter([(key, value)])) }
}

/// Replaces an object by the list of its values, or a list by its first item or by an object.
pub fn unwrap(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let first = hand.random.one_in(2);
    let Some(place) = hand.place(payload, |value| value.is_array() || value.is_object()) else { return false };
    *place = match place.take() {
        Value::Array(items) if first && !items.is_empty() => items.into_iter().next().unwrap_or_default(),
        Value::Array(items) => items.into_iter().enumerate().map(|(at, item)| (at.to_string(), item)).collect(),
        Value::Object(object) => object.into_iter().map(|(_, value)| value).collect(),
        other => other,
    };
    true
}

/// Nests a value many levels deep.
pub fn nest(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let (levels, listed) = (1 + hand.random.below(DEEPEST - 20), hand.random.one_in(2));
    let Some(place) = hand.place(payload, |_| true) else { return false };
    *place = (0..levels).fold(place.take(), |value, _| wrapped(value, listed, "a".to_owned()));
    true
}

/// Repeats the items of a list.
pub fn repeat(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let times = hand.random.pick(&[2, 3, 50]).copied().unwrap_or(2);
    match hand.place(payload, |value| value.as_array().is_some_and(|items| !items.is_empty())) {
        Some(Value::Array(items)) => {
            *items = vec![std::mem::take(items); times].concat();
            true
        }
        _ => false,
    }
}

/// Gives a key the value that it has in another payload: the other variant of a union, another event's constant.
pub fn swap(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let Some(Value::Object(object)) = hand.place(payload, Value::is_object) else { return false };
    let keys: Vec<String> = object.keys().cloned().collect();
    let Some(key) = hand.random.pick(&keys) else { return false };
    let other = |donor: &'_ &Value| object.get(key) != Some(*donor);
    let donors = hand.pool.objects.iter().filter_map(|donor| donor.get(key));
    let donors: Vec<&Value> = donors.filter(other).collect();
    let Some(value) = hand.random.pick(&donors) else { return false };
    object.insert(key.clone(), (*value).clone());
    true
}

/// Adds all keys of another payload, with or without replacing existing ones.
pub fn other_event(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let Some(Value::Object(donor)) = hand.random.pick(&hand.pool.payloads) else { return false };
    let instead = hand.random.one_in(2);
    let Value::Object(object) = payload else { return false };
    for (key, value) in donor {
        if instead || !object.contains_key(key) {
            object.insert(key.clone(), value.clone());
        }
    }
    true
}
