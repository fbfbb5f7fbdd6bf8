//! Bounds of numbers and strings, which the types do not express.

#![allow(dead_code, reason = "not every contract needs all of it")]

use serde_json::Value;

use crate::json::{Result, expected};

/// The bounds of a value.
pub(crate) struct Bounds {
    /// The expected kind of value, for a message.
    pub(crate) what: &'static str,
    pub(crate) minimum: Option<f64>,
    /// The exclusive minimum.
    pub(crate) above: Option<f64>,
    pub(crate) maximum: Option<f64>,
    /// The minimum length in characters (code points).
    pub(crate) min_length: Option<u64>,
    pub(crate) format: Option<Format>,
}

/// The required format of a string.
#[derive(Clone, Copy)]
pub(crate) enum Format {
    /// Escape sequences that the host writes to its terminal.
    TerminalSequence,
}

impl Format {
    /// Returns true if the string has the format.
    pub(crate) fn fits(self, text: &str) -> bool {
        match self {
            Self::TerminalSequence => is_terminal_sequence(text),
        }
    }
}

impl Bounds {
    /// No bound.
    pub(crate) const NONE: Self =
        Self { what: "", minimum: None, above: None, maximum: None, min_length: None, format: None };

    /// Returns true if the value is within the bounds, or neither a number nor a string.
    pub(crate) fn hold(&self, value: &Value) -> bool {
        match value {
            Value::Number(number) => number.as_f64().is_none_or(|it| self.hold_number(it)),
            Value::String(text) => self.has_length(value) && self.format.is_none_or(|format| format.fits(text)),
            _ => true,
        }
    }

    /// Returns true unless the value is a string that is too short.
    pub(crate) fn has_length(&self, value: &Value) -> bool {
        value.as_str().is_none_or(|text| self.min_length.is_none_or(|least| is_as_long(text, least)))
    }

    fn hold_number(&self, number: f64) -> bool {
        self.minimum.is_none_or(|least| number >= least)
            && self.above.is_none_or(|bound| number > bound)
            && self.maximum.is_none_or(|most| number <= most)
    }

    /// Checks a value, or all values in its lists and maps, which are nested `depth` levels deep.
    pub(crate) fn check(&self, value: &Value, depth: usize) -> Result<()> {
        match value {
            Value::Array(items) if depth > 0 => items.iter().enumerate().try_for_each(|(index, item)| {
                self.check(item, depth - 1).map_err(|mismatch| mismatch.under(index.to_string()))
            }),
            Value::Object(map) if depth > 0 => map.iter().try_for_each(|(key, value)| {
                self.check(value, depth - 1).map_err(|mismatch| mismatch.under(key))
            }),
            _ if self.hold(value) => Ok(()),
            _ => Err(expected(self.what, value)),
        }
    }
}

/// Returns true if the text has at least this many characters. Does not count a long text to its end.
fn is_as_long(text: &str, least: u64) -> bool {
    let Some(last) = least.checked_sub(1) else { return true };
    usize::try_from(last).is_ok_and(|last| text.chars().nth(last).is_some())
}

/// The numbers of the operating system commands (OSC) that the host accepts.
const COMMANDS: [&str; 6] = ["0", "1", "2", "9", "99", "777"];

fn is_terminal_sequence(text: &str) -> bool {
    let mut rest = text;
    while !rest.is_empty() {
        match rest.strip_prefix('\u{7}').or_else(|| after_command(rest)) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    true
}

/// Returns the text after an operating system command that ends with BEL or ST.
fn after_command(text: &str) -> Option<&str> {
    let (number, rest) = text.strip_prefix("\u{1b}]")?.split_once(';')?;
    let end = rest.find(['\u{7}', '\u{1b}']).filter(|_| COMMANDS.contains(&number))?;
    rest[end..].strip_prefix('\u{7}').or_else(|| rest[end..].strip_prefix("\u{1b}\\"))
}
