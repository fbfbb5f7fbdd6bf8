//! Parses bytes as a JSON value, with limits on size and depth.

use serde::Deserialize;
use serde_json::{Deserializer, Value};

use crate::plain::Plain;
use crate::validation::{LEVELS, of_the_whole, words};
use crate::types::{Problem, ProblemCode, ProblemSeverity};

/// The maximum size of a text: 64 MiB.
const SIZE: usize = 64 << 20;

/// The reason why a text cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    TooLarge,
    NotUtf8,
    TooDeep,
    NotJson,
}

impl Fault {
    pub(crate) fn problem(self, severity: ProblemSeverity) -> Problem {
        let (code, message) = match self {
            Self::TooLarge => (ProblemCode::TooLarge, words::TOO_LARGE),
            Self::NotUtf8 => (ProblemCode::NotUtf8, words::NOT_UTF8),
            Self::TooDeep => (ProblemCode::TooDeep, words::TOO_DEEP),
            Self::NotJson => (ProblemCode::NotJson, words::NOT_JSON),
        };
        of_the_whole(code, severity, message)
    }
}

/// Decodes the bytes, without a byte order mark.
pub(crate) fn decoded(bytes: &[u8]) -> Result<&str, Fault> {
    if bytes.len() > SIZE {
        return Err(Fault::TooLarge);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| Fault::NotUtf8)?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Parses a text as JSON. If an object has a key twice, the last one counts.
pub(crate) fn parsed(text: &str) -> Result<Value, Fault> {
    if is_deep(text) {
        return Err(Fault::TooDeep);
    }
    let mut reader = Deserializer::from_str(text);
    // serde_json's own limit is one level lower. Ours has already been checked.
    reader.disable_recursion_limit();
    let value = Plain::deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    value.map(|value| value.0).map_err(|_| Fault::NotJson)
}

/// Returns true if brackets outside of strings open too many levels.
fn is_deep(text: &str) -> bool {
    let (mut open, mut in_string, mut escaped) = (0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => open += 1,
            b'}' | b']' => open -= 1,
            _ => {}
        }
        if open > LEVELS {
            return true;
        }
    }
    false
}

/// Returns true for a character that the host trims: white space as ECMAScript defines it.
pub(crate) fn is_space(letter: char) -> bool {
    matches!(letter, '\u{9}'..='\u{d}' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}')
        || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(levels: usize) -> String {
        "[".repeat(levels) + &"]".repeat(levels)
    }

    #[test]
    fn levels_are_counted_outside_of_strings() {
        assert!(parsed(&lists(128)).is_ok());
        assert_eq!(parsed(&lists(129)), Err(Fault::TooDeep));
        assert_eq!(parsed(&"[".repeat(100_000)), Err(Fault::TooDeep));
        assert!(parsed(&format!(r#"["\"{}", []]"#, "[".repeat(200))).is_ok());
        assert_eq!(parsed(&"[]".repeat(200)), Err(Fault::NotJson));
    }

    #[test]
    fn the_size_is_counted_in_bytes_and_comes_first() {
        let mut text = vec![b' '; SIZE];
        assert!(decoded(&text).is_ok());
        text.push(0xff);
        assert_eq!(decoded(&text), Err(Fault::TooLarge));
    }

    #[test]
    fn one_mark_is_left_out() {
        let parsed = |bytes: &[u8]| decoded(bytes).and_then(parsed);
        assert_eq!(parsed(b"\xef\xbb\xbf{}"), Ok(serde_json::json!({})));
        assert_eq!(parsed(b"\xef\xbb\xbf\xef\xbb\xbf{}"), Err(Fault::NotJson));
        assert_eq!(parsed(b"\xff{}"), Err(Fault::NotUtf8));
        assert_eq!(parsed(br#"{"a": 1, "a": 2}"#), Ok(serde_json::json!({"a": 2})));
    }
}
