//! Changes of single values.

use serde_json::{Number, Value, json};

use super::Hand;
use super::keys::misspelled;

/// The length of a text that a host would move to a file.
const LONG: usize = 12_000;

/// Text that is easily cut, compared or normalised in the wrong way.
const UNICODE: &[&str] = &[
    "\u{1f469}\u{200d}\u{1f680}",
    "e\u{301}",
    "\u{e9}",
    "\u{0}",
    "\u{7f}\u{85}",
    "\u{2028}\u{2029}",
    "\u{202e}abc\u{202c}",
    "\u{feff}",
    "\u{fffd}\u{ffff}",
    "\u{10ffff}",
    "\u{1d54f}\u{20d7}",
    "\u{130}\u{131}",
    "\r\n\t\"\\/",
];

fn set(payload: &mut Value, hand: &mut Hand<'_>, fits: fn(&Value) -> bool, value: Option<Value>) -> bool {
    match (hand.place(payload, fits), value) {
        (Some(place), Some(value)) => {
            *place = value;
            true
        }
        _ => false,
    }
}

/// Replaces a value by one of another type.
pub fn retype(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let values = [json!(null), json!(false), json!(true), json!(0), json!(1.5), json!("text"), json!([]), json!({})];
    let Some(place) = hand.place(payload, |_| true) else { return false };
    let other = |value: &&Value| std::mem::discriminant(*value) != std::mem::discriminant(&*place);
    let others: Vec<&Value> = values.iter().filter(other).collect();
    let Some(value) = hand.random.pick(&others) else { return false };
    *place = (*value).clone();
    true
}

/// Replaces a value by `null`.
pub fn null(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    set(payload, hand, |value| !value.is_null(), Some(Value::Null))
}

/// Empties a string, list or object.
pub fn empty(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    match hand.place(payload, |value| value.is_string() || value.is_array() || value.is_object()) {
        Some(Value::String(text)) => text.clear(),
        Some(Value::Array(items)) => items.clear(),
        Some(Value::Object(object)) => object.clear(),
        _ => return false,
    }
    true
}

/// Replaces a string by a constant or enum value of the schemas.
pub fn constant(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let word = hand.random.pick(&hand.pool.words).map(|word| json!(word));
    set(payload, hand, Value::is_string, word)
}

/// Changes a string slightly: another case, a blank, a misspelling.
pub fn unknown_word(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let Some(Value::String(text)) = hand.place(payload, Value::is_string) else { return false };
    *text = match hand.random.below(5) {
        0 => text.to_uppercase(),
        1 => text.to_lowercase(),
        2 => format!("{text} "),
        3 => format!("\u{feff}{text}"),
        _ => misspelled(text, hand.random),
    };
    true
}

/// Replaces a value by one that careless readers confuse with it: `"true"` for `true`, `1` for `true`, `"5"` for 5, 0
/// for `null`.
pub fn twin(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let spelled = hand.random.one_in(2);
    let Some(place) = hand.place(payload, |value| !value.is_array() && !value.is_object()) else { return false };
    *place = match &*place {
        Value::Bool(flag) if spelled => json!(flag.to_string()),
        Value::Bool(flag) => json!(u8::from(*flag)),
        Value::Number(number) if spelled => json!(number.to_string()),
        Value::Number(number) => json!(number.as_f64() != Some(0.0)),
        Value::Null if spelled => json!("null"),
        Value::Null => json!(0),
        Value::String(text) if spelled => json!([text]),
        _ => json!(5),
    };
    true
}

/// Replaces a number, or any scalar, by an extreme number or one near a bound of the schemas.
pub fn number(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let numbers = [
        json!(0),
        json!(-0.0),
        json!(-1),
        json!(0.1),
        json!(5e-324),
        json!(1e21),
        json!(1e308),
        json!(-1e308),
        json!(9_007_199_254_740_993_u64),
        json!(i64::MIN),
        json!(i64::MAX),
        json!(u64::MAX),
    ];
    let at_a_bound = hand.random.one_in(2).then(|| hand.random.pick(&hand.pool.numbers).cloned()).flatten();
    let value = at_a_bound.or_else(|| hand.random.pick(&numbers).cloned());
    let numeric = !hand.random.one_in(3);
    let fits = if numeric { Value::is_number } else { |value: &Value| !value.is_array() && !value.is_object() };
    set(payload, hand, fits, value)
}

/// Replaces a number by the same number as a double (`5.0` for 5), or adds 0.5.
pub fn fraction(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let part = if hand.random.one_in(3) { 0.5 } else { 0.0 };
    let Some(place) = hand.place(payload, Value::is_number) else { return false };
    let number = place.as_f64().and_then(|number| Number::from_f64(number + part));
    number.is_some_and(|number| {
        *place = Value::Number(number);
        true
    })
}

/// Replaces a string by a very long one.
pub fn long(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let letter = hand.random.pick(&["a", "\u{e9}", "\u{1f600}"]).copied().unwrap_or_default();
    set(payload, hand, Value::is_string, Some(json!(letter.repeat(LONG))))
}

/// The characters of escape sequences.
const OF_SEQUENCES: &[char] = &['\u{1b}', '\u{7}', '\\', ']', '[', ';', '0', '9', '7', '\n', 'a', '\u{9c}'];

/// Inserts, replaces or removes a character of a string with an escape sequence.
pub fn sequence(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let is_one = |value: &Value| value.as_str().is_some_and(|text| text.contains(['\u{1b}', '\u{7}']));
    let Some(Value::String(text)) = hand.place(payload, is_one) else { return false };
    let mut chars: Vec<char> = text.chars().collect();
    let at = hand.random.below(chars.len());
    let new = hand.random.pick(OF_SEQUENCES).copied().unwrap_or_default();
    match hand.random.below(3) {
        0 => chars.insert(at, new),
        1 => chars[at] = new,
        _ => drop(chars.remove(at)),
    }
    *text = chars.into_iter().collect();
    true
}

/// Replaces a string by easily mistaken characters, or adds them at one of its ends.
pub fn unicode(payload: &mut Value, hand: &mut Hand<'_>) -> bool {
    let strange = hand.random.pick(UNICODE).copied().unwrap_or_default();
    let Some(Value::String(text)) = hand.place(payload, Value::is_string) else { return false };
    *text = match hand.random.below(3) {
        0 => strange.to_owned(),
        1 => format!("{strange}{text}"),
        _ => format!("{text}{strange}"),
    };
    true
}
