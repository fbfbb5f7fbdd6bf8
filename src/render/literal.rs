//! Values as literals of a language. Every string becomes exactly one literal.

use serde::Serialize;
use serde_json::Value;

use super::target::{Escape, LiteralStyle};
use crate::diagnostic::is_invisible;

/// Returns the value as a literal: lists in `[]`, objects in `{}`.
pub fn spell(value: &Value, style: &LiteralStyle) -> String {
    match value {
        Value::Null => style.null.clone(),
        Value::Bool(true) => style.yes.clone(),
        Value::Bool(false) => style.no.clone(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => string(text, style),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(|item| spell(item, style)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(entries) => {
            let entries: Vec<_> = entries.iter().map(|(key, value)| entry(key, value, style)).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// Returns a string literal. Escapes everything outside printable ASCII, the quote, the backslash, and the characters
/// that the style adds.
pub fn string(text: &str, style: &LiteralStyle) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(style.quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == style.quote => out.extend(['\\', c]),
            ' '..='~' if !style.also.contains(c) => out.push(c),
            c => out.push_str(&by_number(c, style.escape)),
        }
    }
    out.push(style.quote);
    out
}

/// Returns a string literal of JSON and ECMAScript.
pub fn json_string(text: &str) -> String {
    string(text, &plain(Escape::Utf16))
}

/// Returns a string literal of TOML.
pub fn toml_string(text: &str) -> String {
    string(text, &plain(Escape::CodePoint))
}

/// Returns the value as JSON, with invisible characters escaped. `pretty` indents by two spaces.
///
/// # Errors
/// JSON has no such value.
pub fn json(value: &impl Serialize, pretty: bool) -> serde_json::Result<String> {
    let text = if pretty { serde_json::to_string_pretty(value) } else { serde_json::to_string(value) }?;
    let hidden = |c: char| c != '\n' && (c.is_control() || is_invisible(c));
    if !text.contains(hidden) {
        return Ok(text);
    }
    // Such a character can only be in a string, where its escape is valid.
    Ok(text.chars().map(|c| if hidden(c) { by_number(c, Escape::Utf16) } else { c.to_string() }).collect())
}

fn entry(key: &str, value: &Value, style: &LiteralStyle) -> String {
    let spelled = string(key, style);
    let computed = style.computed_keys.iter().any(|name| name == key);
    let spelled = if computed { format!("[{spelled}]") } else { spelled };
    format!("{spelled}: {}", spell(value, style))
}

fn by_number(c: char, escape: Escape) -> String {
    let number = u32::from(c);
    match escape {
        Escape::Rust => format!("\\u{{{number:x}}}"),
        Escape::CodePoint if number > 0xffff => format!("\\U{number:08x}"),
        Escape::CodePoint => format!("\\u{number:04x}"),
        Escape::Utf16 => c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
    }
}

fn plain(escape: Escape) -> LiteralStyle {
    LiteralStyle {
        escape,
        quote: '"',
        yes: "true".to_owned(),
        no: "false".to_owned(),
        null: "null".to_owned(),
        also: String::new(),
        computed_keys: Vec::new(),
    }
}
