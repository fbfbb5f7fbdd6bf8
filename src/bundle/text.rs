//! Writes files with common definitions: each definition is written once, and files are assembled from these texts.

use std::fmt::Write;
use std::sync::Arc;

use memchr::memmem;
use serde_json::{Map, Value};

/// The start of the definitions, with the bracket or comma before them.
const OPEN: &str = "\n  \"$defs\": {";
const CLOSE: &str = "\n  }";

/// The end of a schema.
const END: &str = "\n}";

/// The size of the text around the parts of a file, in bytes.
const ROOM: usize = 32;

/// The indentation of a definition.
const INDENT: &str = "\n    ";

/// The spaces before a definition.
const DEFINITION: usize = INDENT.len() - 1;

/// The number of objects around the value of a definition.
const DEPTH: usize = 2;

/// A definition of a file, with its key.
#[derive(Debug, Clone)]
pub struct Member {
    text: Arc<str>,
    /// The position where its value begins.
    value: usize,
}

impl Member {
    /// Creates the definition with this key.
    pub fn new(key: &str, schema: &Map<String, Value>) -> Self {
        let mut text = INDENT.to_owned();
        write_string(&mut text, key);
        text.push_str(": ");
        let value = text.len();
        write_object(&mut text, schema, DEPTH);
        Self { text: text.into(), value }
    }

    /// Returns its keywords, as they appear at the root of a file.
    fn keywords(&self) -> String {
        let text = self.text.get(self.value..).unwrap_or_default();
        let mut moved = String::with_capacity(text.len());
        let mut done = 0;
        for at in memmem::find_iter(text.as_bytes(), INDENT) {
            moved.push_str(&text[done..=at]);
            done = at + INDENT.len();
        }
        moved.push_str(&text[done..]);
        moved
    }
}

/// Returns a schema with these keywords, those of `root` after them, and these definitions. There must be at least one
/// keyword.
pub fn file(keywords: &Map<String, Value>, root: Option<&Member>, definitions: &[Member]) -> String {
    let mut text = String::new();
    write_object(&mut text, keywords, 0);
    text.truncate(text.len().saturating_sub(END.len()));
    let root = root.map(Member::keywords);
    // One allocation: these files are long, and most of the output.
    let length = |text: Option<&String>| text.map_or(0, String::len);
    text.reserve(length(root.as_ref()) + definitions.iter().map(|one| one.text.len() + 1).sum::<usize>() + ROOM);
    if let Some(keywords) = root.as_deref().and_then(|root| root.strip_prefix("{\n")?.strip_suffix(END)) {
        text.push_str(",\n");
        text.push_str(keywords);
    }
    if let Some((last, others)) = definitions.split_last() {
        text.push(',');
        text.push_str(OPEN);
        for one in others {
            text.push_str(&one.text);
            text.push(',');
        }
        text.push_str(&last.text);
        text.push_str(CLOSE);
    }
    text.push_str(END);
    text.push('\n');
    text
}

/// Returns a file with each definition on one line.
pub fn dense(file: &str) -> String {
    let mut text = String::with_capacity(file.len());
    for line in file.split_terminator('\n') {
        let depth = line.bytes().take_while(|byte| *byte == b' ').count();
        let own = &line[depth..];
        // Strings have no line breaks, so every line break is between two values. A definition ends on the line where it begins.
        if depth <= DEFINITION && !line.starts_with("    }") {
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(line);
        } else {
            text.push_str(own);
        }
    }
    text.push('\n');
    text
}

/// Writes JSON with two spaces for each object or list around it, like `serde_json`, which takes three times as long.
fn write_value(out: &mut String, value: &Value, depth: usize) {
    match value {
        Value::String(text) => write_string(out, text),
        Value::Object(object) => write_object(out, object, depth),
        Value::Array(list) if !list.is_empty() => {
            out.push('[');
            for (at, item) in list.iter().enumerate() {
                next_line(out, at > 0, depth + 1);
                write_value(out, item, depth + 1);
            }
            next_line(out, false, depth);
            out.push(']');
        }
        // Writing to a string never fails.
        _ => {
            let _ = write!(out, "{value}");
        }
    }
}

fn write_object(out: &mut String, object: &Map<String, Value>, depth: usize) {
    if object.is_empty() {
        return out.push_str("{}");
    }
    out.push('{');
    for (at, (key, value)) in object.iter().enumerate() {
        next_line(out, at > 0, depth + 1);
        write_string(out, key);
        out.push_str(": ");
        write_value(out, value, depth + 1);
    }
    next_line(out, false, depth);
    out.push('}');
}

fn write_string(out: &mut String, text: &str) {
    // It looks at every byte, so that the compiler can look at many at once.
    let is_escaped = |byte: u8| (byte < b' ') | (byte == b'"') | (byte == b'\\');
    if text.bytes().fold(false, |found, byte| found | is_escaped(byte)) {
        // Writing to a string never fails.
        let _ = write!(out, "{}", Value::from(text));
        return;
    }
    out.push('"');
    out.push_str(text);
    out.push('"');
}

fn next_line(out: &mut String, comma: bool, depth: usize) {
    out.push_str(if comma { ",\n" } else { "\n" });
    (0..depth).for_each(|_| out.push_str("  "));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_is_written_as_serde_json_writes_it() {
        let values = [
            json!({}),
            json!({"a": [], "b": {}, "c": [{}], "d": [[1], [2, -3.5e300]], "e": null, "f": [true, false]}),
            json!({"\"": "\\", "\n\t": "\u{0}\u{1f}\u{7f}", "é": "\u{2028}😀", "": ""}),
        ];
        for value in values {
            let mut written = String::new();
            write_value(&mut written, &value, 0);
            assert_eq!(written, format!("{value:#}"));
        }
    }
}
