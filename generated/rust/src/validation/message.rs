//! Builds messages from the templates of the validation plan.

use std::borrow::Cow;
use std::fmt::{self, Write};

use serde_json::Value;

use super::data::words;
use super::plan::{Expr, Kind, Type};

/// The most characters of a string that messages show.
const SHOWN: usize = 60;

/// Fills the placeholders of a message. Inserted text is not expanded again.
pub(crate) fn fill(word: &str, holes: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = word;
    while let Some((before, behind)) = rest.split_once('{') {
        filled.push_str(before);
        let hole = behind
            .split_once('}')
            .and_then(|(name, after)| holes.iter().find(|(hole, _)| *hole == name).map(|(_, text)| (*text, after)));
        let (text, after) = hole.unwrap_or(("{", behind));
        filled.push_str(text);
        rest = after;
    }
    filled + rest
}

/// Appends a sentence to the message, if there is one.
pub(crate) fn with(message: String, more: Option<&str>) -> String {
    match more {
        Some(more) => message + " " + more,
        None => message,
    }
}

/// Returns the sentence that suggests the nearest word of the contract.
pub(crate) fn did_you_mean(nearest: &str) -> String {
    fill(words::NEAR, &[("nearest", nearest)])
}

/// Returns the description of the values that an expression allows.
pub(crate) fn what(expr: &Expr) -> Cow<'static, str> {
    match expr {
        Expr::Any => words::ANY.into(),
        Expr::Null => words::NULL.into(),
        Expr::Boolean => words::BOOLEAN.into(),
        Expr::Integer => words::INTEGER.into(),
        Expr::Number => words::NUMBER.into(),
        Expr::String => words::STRING.into(),
        Expr::Constant(it) => it.what.into(),
        Expr::List(_) => words::LIST.into(),
        Expr::Map(_) => words::MAP.into(),
        Expr::Nullable(inner) => or_null(&what(inner)).into(),
        Expr::Bounded(it) => it.bounds.what.into(),
        Expr::Ref(it) => what_of_type(it.to),
        Expr::Keyed(it) => what(it.base),
        Expr::Asserted(it) => what(it.inner),
    }
}

/// Returns the description of the values of a type.
fn what_of_type(of: &Type) -> Cow<'static, str> {
    match &of.kind {
        Kind::Alias(expr) => what(expr),
        Kind::Enum(it) => it.what.into(),
        Kind::Typed(it) => it.what.into(),
        Kind::Tried(it) => it.what.into(),
        // `Kind::Asserted` contains structs only.
        Kind::Struct(_) | Kind::Tagged(_) | Kind::Keyed(_) | Kind::Asserted(_) => words::STRUCT.into(),
    }
}

/// Returns the description of a value that may also be null.
pub(crate) fn or_null(what: &str) -> String {
    fill(words::NULLABLE, &[("what", what)])
}

/// Returns the description of a value's type.
pub(crate) fn found(value: &Value) -> &'static str {
    match value {
        Value::Null => words::FOUND_NULL,
        Value::Bool(_) => words::FOUND_BOOLEAN,
        Value::Number(_) => words::FOUND_NUMBER,
        Value::String(_) => words::FOUND_STRING,
        Value::Array(_) => words::FOUND_ARRAY,
        Value::Object(_) => words::FOUND_OBJECT,
    }
}

/// Formats a string or a boolean for a message, in printable ASCII. Long strings are shortened.
pub(crate) fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), quoted)
}

/// Formats a string for a message, with quotes and escapes. Long strings are shortened.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown = String::from("\"");
    let mut rest = text.chars();
    for letter in rest.by_ref().take(SHOWN) {
        // Writing to a string does not fail.
        let _ = escaped(letter, &mut shown);
    }
    shown.push('"');
    if rest.next().is_some() {
        shown.push_str("...");
    }
    shown
}

fn escaped(letter: char, out: &mut String) -> fmt::Result {
    match letter {
        '"' | '\\' => write!(out, "\\{letter}"),
        // A backtick would end a code span around the message.
        '`' => write!(out, "\\u{{60}}"),
        ' '..='~' => out.write_char(letter),
        _ => write!(out, "\\u{{{:x}}}", u32::from(letter)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filled_hole_is_not_expanded_again() {
        let holes = [("place", "`{what}`"), ("what", "a {place}")];
        assert_eq!(fill("{place} has to be {what}, {other}{", &holes), "`{what}` has to be a {place}, {other}{");
    }

    #[test]
    fn a_string_is_shown_in_ascii_and_cut() {
        assert_eq!(quoted("a\"b\\c`d\né😀"), r#""a\"b\\c\u{60}d\u{a}\u{e9}\u{1f600}""#);
        assert_eq!(quoted(&"é".repeat(60)), format!("\"{}\"", r"\u{e9}".repeat(60)));
        assert_eq!(quoted(&"a".repeat(61)), format!("\"{}\"...", "a".repeat(60)));
    }
}
