//! The forms of standard output that the host distinguishes, and whether an output has the form of a recorded one.
//!
//! A record has a marker where a text can be any text. Everything else in it is constant.

use std::fmt;

use hookwire_observe::case::fill;
use serde_json::Value;

/// The number of the case and the folder of the session that the holes of a record are filled with.
const NUMBER: usize = 0;
const FOLDER: &str = "/session";

/// A part of standard output: one or more lines.
#[derive(Debug, Clone, PartialEq)]
enum Part {
    /// A JSON value.
    Json(Value),
    /// Text that begins like an object, and is not JSON.
    Broken,
    /// Any other text.
    Text(String),
}

/// The form of a standard output.
#[derive(Debug, Clone, PartialEq)]
pub struct Form(Vec<Part>);

impl Form {
    /// Reads the form of an output: one JSON value, or lines, each of which is JSON or text.
    pub fn of(stdout: &str) -> Self {
        let whole = stdout.trim();
        if whole.is_empty() {
            return Self(Vec::new());
        }
        if let Ok(value) = serde_json::from_str(whole) {
            return Self(vec![Part::Json(value)]);
        }
        let mut parts: Vec<Part> = Vec::new();
        for line in whole.lines().map(str::trim).filter(|line| !line.is_empty()) {
            match (Part::of(line), parts.last()) {
                // Lines of text are one text, and what follows a broken beginning belongs to it.
                (Part::Text(_), Some(Part::Text(_) | Part::Broken)) => {}
                (part, _) => parts.push(part),
            }
        }
        Self(parts)
    }

    /// Reads the form of a recorded output.
    pub fn of_record(stdout: &str) -> Self {
        let marked = fill(stdout, NUMBER, FOLDER);
        Self::of(&marked)
    }

    /// Returns true if it has the form of a recorded output.
    pub fn fits(&self, recorded: &Self) -> bool {
        self.0.len() == recorded.0.len() && self.0.iter().zip(&recorded.0).all(|(own, other)| own.fits(other))
    }

    /// Returns true for an output that begins with a text. Whatever follows, the host reads all of it as text.
    pub fn is_text(&self) -> bool {
        matches!(self.0.first(), Some(Part::Text(_)))
    }

    /// Returns the value, if the output is one JSON value.
    pub fn json(&self) -> Option<&Value> {
        match self.0.as_slice() {
            [Part::Json(value)] => Some(value),
            _ => None,
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |it: &Part| match it {
            Part::Json(value) => shortened(value).to_string(),
            Part::Broken => "broken JSON".to_owned(),
            Part::Text(_) => "a text".to_owned(),
        };
        let parts: Vec<String> = self.0.iter().map(part).collect();
        f.write_str(if parts.is_empty() { "nothing".to_owned() } else { parts.join(", then ") }.as_str())
    }
}

/// Returns a value with all texts of several words left out.
fn shortened(value: &Value) -> Value {
    match value {
        Value::String(text) if text.contains(char::is_whitespace) => "…".into(),
        Value::Array(items) => items.iter().map(shortened).collect(),
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), shortened(value))).collect(),
        other => other.clone(),
    }
}

impl Part {
    fn of(line: &str) -> Self {
        match serde_json::from_str(line) {
            Ok(value) => Self::Json(value),
            Err(_) if line.starts_with('{') => Self::Broken,
            Err(_) => Self::Text(line.to_owned()),
        }
    }

    fn fits(&self, recorded: &Self) -> bool {
        match (self, recorded) {
            (Self::Json(own), Self::Json(other)) => fits(own, other),
            (Self::Broken, Self::Broken) => true,
            // A path is what some events read.
            (Self::Text(own), Self::Text(other)) => own.starts_with('/') == other.starts_with('/'),
            _ => false,
        }
    }
}

/// Returns true if a value has the same keys and constants as a recorded one. A marker means any text that is not
/// blank.
fn fits(own: &Value, recorded: &Value) -> bool {
    match (own, recorded) {
        (Value::String(own), Value::String(other)) => own == other || (is_marker(other) && !own.trim().is_empty()),
        (Value::Array(own), Value::Array(other)) => {
            own.len() == other.len() && own.iter().zip(other).all(|(own, other)| fits(own, other))
        }
        (Value::Object(own), Value::Object(other)) => {
            own.len() == other.len()
                && other.iter().all(|(key, other)| own.get(key).is_some_and(|own| fits(own, other)))
        }
        _ => own == recorded,
    }
}

/// Returns true for a text with a filled hole.
fn is_marker(text: &str) -> bool {
    text.contains(&format!("mark-{NUMBER}-")) || text.starts_with("touch ") || text.starts_with(FOLDER)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DENIAL: &str = r#"{"decision":"block","reason":"{{reason}}"}"#;
    const REASON: &str = r#"{"reason": "no", "decision": "block"}"#;

    fn fits(stdout: &str, recorded: &str) -> bool {
        Form::of(stdout).fits(&Form::of_record(recorded))
    }

    #[test]
    fn an_object_has_the_keys_and_the_constants_of_the_recorded_one() {
        assert!(fits(REASON, DENIAL));
        assert!(fits(&format!("\n{REASON}\n"), DENIAL));
        for other in [
            r#"{"decision": "block"}"#,
            r#"{"decision": "approve", "reason": "no"}"#,
            r#"{"decision": "block", "reason": " "}"#,
            r#"{"decision": "block", "reason": "no", "continue": true}"#,
            r#"{"decision": "block", "reason": 5}"#,
        ] {
            assert!(!fits(other, DENIAL), "{other}");
        }
    }

    #[test]
    fn text_beside_an_object_is_another_form_than_the_object() {
        let (before, after) = (format!("{{{{stdout}}}}\n{DENIAL}"), format!("{DENIAL}\n{{{{stdout}}}}"));
        let outputs = [
            format!("linting\nmore\n{REASON}\n"),
            format!("{REASON}\nlinting"),
            REASON.to_owned(),
            format!("linting{REASON}"),
            format!("{REASON}linting"),
            "{\n  \"decision\": ".to_owned(),
            String::new(),
        ];
        let records = [&before, &after, DENIAL, "{{stdout}}", r#"{"a": "{{stdout}}",}"#, "{\"a\"", " \n"];
        for (at, stdout) in outputs.iter().enumerate() {
            let found: Vec<_> =
                records.iter().enumerate().filter(|(_, it)| fits(stdout, it)).map(|(at, _)| at).collect();
            let expected = match at {
                4 | 5 => vec![4, 5],
                _ => vec![at],
            };
            assert_eq!(found, expected, "{stdout}");
        }
    }
}
