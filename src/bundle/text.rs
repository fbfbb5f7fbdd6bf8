//! Writes files with common definitions: each definition is written once, and files are assembled from these texts.

use std::fmt::Write;
use std::sync::Arc;

use serde_json::{Map, Value};

/// The start of the definitions, with the bracket or comma before them.
const OPEN: &str = "\n  \"$defs\": {";
const CLOSE: &str = "\n  }";

/// The end of a schema.
const END: &str = "\n}";

/// The size of the text around the parts of a file, in bytes.
const ROOM: usize = 32;

/// The number of objects around a definition. What is deeper in a file has no lines of its own.
const DEPTH: usize = 2;

/// A definition of a file, with its key.
#[derive(Debug, Clone)]
pub struct Member(Arc<str>);

impl Member {
    /// Creates the definition with this key.
    pub fn new(key: &str, schema: &Map<String, Value>) -> Self {
        let mut text = String::new();
        next_line(&mut text, false, DEPTH);
        write_string(&mut text, key);
        text.push_str(": ");
        write_object(&mut text, schema, DEPTH);
        Self(text.into())
    }
}

/// The keywords at the root of a file.
#[derive(Debug, Clone)]
pub struct Keywords(Arc<str>);

impl Keywords {
    /// Creates the keywords of a schema.
    pub fn new(schema: &Map<String, Value>) -> Self {
        let mut text = String::new();
        write_object(&mut text, schema, 0);
        Self(text.strip_prefix('{').and_then(|text| text.strip_suffix(END)).unwrap_or_default().into())
    }
}

/// Returns a schema with these keywords, those of `root` after them, and these definitions, each on one line. There must be at least
/// one keyword.
pub fn file(keywords: &Map<String, Value>, root: Option<&Keywords>, definitions: &[Member]) -> String {
    let mut text = String::new();
    write_object(&mut text, keywords, 0);
    text.truncate(text.len().saturating_sub(END.len()));
    let root = root.map(|root| &*root.0).filter(|root| !root.is_empty());
    // One allocation: these files are long, and most of the output.
    text.reserve(root.map_or(0, str::len) + definitions.iter().map(|one| one.0.len() + 1).sum::<usize>() + ROOM);
    if let Some(keywords) = root {
        text.push(',');
        text.push_str(keywords);
    }
    if let Some((last, others)) = definitions.split_last() {
        text.push(',');
        text.push_str(OPEN);
        for one in others {
            text.push_str(&one.0);
            text.push(',');
        }
        text.push_str(&last.0);
        text.push_str(CLOSE);
    }
    text.push_str(END);
    text.push('\n');
    text
}

/// Writes JSON with two spaces for each object or list around it, like `serde_json`, but without a line break in definitions.
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
    // A definition ends on the line where it begins.
    if depth != DEPTH {
        next_line(out, false, depth);
    }
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

/// Ends a line, unless the next one would be in a definition.
fn next_line(out: &mut String, comma: bool, depth: usize) {
    if comma {
        out.push(',');
    }
    if depth <= DEPTH {
        out.push('\n');
        (0..depth).for_each(|_| out.push_str("  "));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Returns JSON with what is in a definition on its line.
    fn dense(json: &str) -> String {
        let is_own = |line: &str| !line.starts_with("     ") && !line.starts_with("    }");
        let lines =
            json.lines().map(|line| if is_own(line) { format!("\n{line}") } else { line.trim_start().to_owned() });
        lines.collect::<String>().trim_start().to_owned()
    }

    #[test]
    fn a_value_is_written_as_serde_json_writes_it_without_the_lines_of_definitions() {
        let values = [
            json!({}),
            json!({"a": [], "b": {}, "c": [{}], "d": [[1], [2, -3.5e300]], "e": null, "f": [true, false]}),
            json!({"a": {"b": {"c": [{"d": [1, {}]}], "e": {"f": "    }"}}, "g": [[1], {"h": 2}]}}),
            json!({"\"": "\\", "\n\t": "\u{0}\u{1f}\u{7f}", "é": "\u{2028}😀", "": ""}),
        ];
        for value in values {
            let mut written = String::new();
            write_value(&mut written, &value, 0);
            assert_eq!(written, dense(&format!("{value:#}")));
        }
    }
}
