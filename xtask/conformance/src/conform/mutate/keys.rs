//! Changes of the keys of objects: removed, misspelled, moved and foreign keys.

use heck::{ToKebabCase, ToLowerCamelCase, ToPascalCase, ToShoutySnakeCase, ToSnakeCase};
use serde_json::{Map, Value, json};

use super::Hand;
use crate::random::Random;

/// Keys with a meaning in some language, and keys that look empty or like others.
const HOSTILE: &[&str] = &[
    "",
    " ",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "length",
    "model_config",
    "model_fields",
    "model_extra",
    "__dict__",
    "__class__",
    "self",
    "extra",
    "extra_",
    "type_",
    "continue_",
    "async_",
    "$ref",
    "a/b~c",
    "e\u{301}",
    "\u{e9}",
    "\u{1f600}",
    "decision\u{200b}",
    "\u{feff}reason",
    "re\u{0430}son",
];

fn has_keys(value: &Value) -> bool {
    value.as_object().is_some_and(|object| !object.is_empty())
}

fn has_parts(value: &Value) -> bool {
    has_keys(value) || value.as_array().is_some_and(|items| !items.is_empty())
}

/// Returns a random key of the object.
fn key(object: &Map<String, Value>, random: &mut Random) -> Option<String> {
    let keys: Vec<&String> = object.keys().collect();
    random.pick(&keys).map(|key| (*key).clone())
}

/// Removes a key or an item.
pub fn drop(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    match hand.place(payload, has_parts) {
        Some(Value::Object(object)) => key(object, hand.random).and_then(|key| object.shift_remove(&key)).is_some(),
        Some(Value::Array(items)) => {
            items.remove(hand.random.below(items.len()));
            true
        }
        _ => false,
    }
}

/// Writes a key in another case.
pub fn recase(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let cases: [fn(&str) -> String; 6] = [
        |key| key.to_snake_case(),
        |key| key.to_lower_camel_case(),
        |key| key.to_pascal_case(),
        |key| key.to_kebab_case(),
        |key| key.to_shouty_snake_case(),
        |key| key.to_lowercase(),
    ];
    rename(payload, hand, |key, random| random.pick(&cases).map_or_else(String::new, |case| case(key)))
}

/// Misspells a key: repeats, swaps, inserts or removes a character.
pub fn misspell(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    rename(payload, hand, misspelled)
}

/// Returns the word with one mistake.
pub fn misspelled(word: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    if letters.is_empty() {
        return "x".to_owned();
    }
    let at = random.below(letters.len());
    match random.below(4) {
        0 => letters.insert(at, letters[at]),
        1 if at > 0 => letters.swap(at - 1, at),
        2 => letters.insert(at, '_'),
        _ => {
            letters.remove(at);
        }
    }
    letters.into_iter().collect()
}

/// Renames a key. The order of the keys stays the same.
fn rename(payload: &mut Value, hand: &mut Hand<'_>, name: impl Fn(&str, &mut Random) -> String) -> bool {
    let Some(Value::Object(object)) = hand.place(payload, has_keys) else { return false };
    let Some(old) = key(object, hand.random) else { return false };
    let new = name(&old, hand.random);
    if object.contains_key(&new) {
        return false;
    }
    let rename = |(key, value)| (if key == old { new.clone() } else { key }, value);
    *object = std::mem::take(object).into_iter().map(rename).collect();
    true
}

/// Moves a key with its value to another object of the payload.
pub fn relocate(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let Some(Value::Object(from)) = hand.place(payload, has_keys) else { return false };
    let Some((key, value)) = key(from, hand.random).and_then(|key| from.shift_remove_entry(&key)) else { return false };
    match hand.place(payload, Value::is_object) {
        Some(Value::Object(to)) => to.insert(key, value) != Some(Value::Null),
        _ => false,
    }
}

/// Adds a key of another payload's object.
pub fn foreign(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let Some(donor) = hand.random.pick(&hand.pool.objects) else { return false };
    let Some(key) = key(donor, hand.random) else { return false };
    let value = donor[&key].clone();
    insert(payload, hand, key, value)
}

/// Adds a key that is known elsewhere, or one that is unknown everywhere.
pub fn extra(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let known = hand.random.pick(&hand.pool.keys).cloned();
    let hostile = hand.random.pick(HOSTILE).map(|key| (*key).to_owned());
    let values =
        [json!(null), json!(true), json!(""), json!("text"), json!(0), json!([]), json!({}), json!({"a": [1]})];
    let value = hand.random.pick(&values).cloned().unwrap_or_default();
    let key = if hand.random.one_in(2) { known } else { hostile };
    key.is_some_and(|key| insert(payload, hand, key, value))
}

fn insert(payload: &mut Value, hand: &mut Hand<'_>, key: String, value: Value) -> bool {
    match hand.place(payload, Value::is_object) {
        Some(Value::Object(object)) => {
            object.insert(key, value);
            true
        }
        _ => false,
    }
}
