//! Parses bytes as a JSON value, with limits on size and depth.
//!
//! The host reads more than a [`Value`] can hold, or than a program can work with: bytes that are not UTF-8, lone
//! surrogates, numbers beyond doubles, and any depth. They are replaced, in the same way in every language.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Deserializer, Value};

use super::fault::not_json;
use crate::plain::Plain;
use crate::types::{Problem, ProblemCode, ProblemConfidence, ProblemSeverity};
use crate::validation::{LEVELS, of_the_whole, words};

/// The maximum size of a text: 64 MiB.
pub(crate) const SIZE: usize = 64 << 20;

/// The maximum number of levels of a text. Those below `LEVELS` are read as text.
pub(super) const MOST_LEVELS: i32 = 10_000;

/// The largest double.
const LARGEST: &str = "1.7976931348623157e308";

/// The reason why a text cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    TooLarge,
    TooDeep,
    NotJson,
}

impl Fault {
    /// Returns the problem of a text. `what` describes the value that is expected.
    pub(crate) fn problem(self, severity: ProblemSeverity, text: &str, what: &str) -> Problem {
        let limit = |code, message| Problem {
            // The host has no such limit, so its reading is not known.
            confidence: ProblemConfidence::Unconfirmed,
            ..of_the_whole(code, severity, message)
        };
        match self {
            Self::TooLarge => limit(ProblemCode::TooLarge, words::TOO_LARGE),
            Self::TooDeep => limit(ProblemCode::TooDeep, words::TOO_DEEP),
            Self::NotJson => of_the_whole(ProblemCode::NotJson, severity, &not_json(text, text, 0, what)),
        }
    }
}

/// A part of a text that is read as something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Replaced {
    /// Bytes that are not UTF-8, by U+FFFD.
    Bytes,
    /// Arrays and objects below the last level, by their text.
    Levels,
    /// Numbers beyond doubles, by the largest double.
    Numbers,
}

impl Replaced {
    /// Returns the problem of a text that a hook wrote.
    pub(crate) fn problem(self) -> Problem {
        let inert = |code, message| of_the_whole(code, ProblemSeverity::Inert, message);
        match self {
            Self::Bytes => inert(ProblemCode::NotUtf8, words::NOT_UTF8),
            Self::Levels => inert(ProblemCode::TooDeep, words::DEEP_AS_TEXT),
            Self::Numbers => Problem {
                confidence: ProblemConfidence::Unconfirmed,
                ..of_the_whole(ProblemCode::OutOfRange, ProblemSeverity::Ignored, words::BEYOND_DOUBLES)
            },
        }
    }

    /// Returns the problem of a text that the host wrote. As in any input, nothing inert is a problem.
    pub(crate) fn mismatch(self) -> Option<Problem> {
        let problem = self.problem();
        (problem.severity != ProblemSeverity::Inert).then_some(Problem { severity: ProblemSeverity::Mismatch, ..problem })
    }
}

/// The value of a text, with at most `LEVELS` levels.
#[derive(Debug, PartialEq)]
pub(crate) struct Parsed {
    pub(crate) value: Value,
    pub(crate) replaced: Vec<Replaced>,
}

/// A text without a byte order mark.
#[derive(Debug, PartialEq)]
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) replaced: Option<Replaced>,
}

/// Decodes the bytes. Each sequence that is not UTF-8 is U+FFFD.
pub(crate) fn decoded(bytes: &[u8]) -> Result<Decoded<'_>, Fault> {
    if bytes.len() > SIZE {
        return Err(Fault::TooLarge);
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    Ok(match std::str::from_utf8(bytes) {
        Ok(text) => Decoded { text: text.into(), replaced: None },
        Err(_) => Decoded { text: String::from_utf8_lossy(bytes), replaced: Some(Replaced::Bytes) },
    })
}

/// Parses a text as JSON. If an object has a key twice, the last one counts.
pub(crate) fn parsed(text: &str) -> Result<Parsed, Fault> {
    let levels = levels(text);
    if levels > MOST_LEVELS {
        return Err(Fault::TooDeep);
    }
    if levels <= LEVELS {
        if let Some(value) = value_of(text) {
            return Ok(Parsed { value, replaced: Vec::new() });
        }
    }
    // Checks the syntax of all of the text, without recursion, before parts of it are replaced.
    serde_json::from_str::<IgnoredAny>(text).map_err(|_| Fault::NotJson)?;
    let mut rewriting = Rewriting { text, out: String::with_capacity(text.len()), replaced: Vec::new() };
    rewriting.run();
    let value = value_of(&rewriting.out).ok_or(Fault::NotJson)?;
    Ok(Parsed { value, replaced: rewriting.replaced })
}

/// Returns the object that a text is; `None` if it is none.
pub(crate) fn object_of(text: &str) -> Option<Value> {
    let text = text.trim_matches(is_space);
    let read = is_in_braces(text).then(|| parsed(text).ok())??;
    read.value.is_object().then_some(read.value)
}

/// Returns true if a text begins and ends as an object does.
pub(crate) fn is_in_braces(text: &str) -> bool {
    text.starts_with('{') && text.ends_with('}')
}

/// Returns a string of JSON that is valid. Half of a surrogate pair is U+FFFD.
pub(super) fn string_of(json: &str) -> Option<String> {
    let mut well_formed = String::with_capacity(json.len());
    push_well_formed(json, &mut well_formed);
    serde_json::from_str(&well_formed).ok()
}

/// Parses a text with few levels. Returns `None` if it is not JSON, or if a value cannot hold it.
fn value_of(text: &str) -> Option<Value> {
    let mut reader = Deserializer::from_str(text);
    // serde_json's own limit is one level lower. Ours has already been checked.
    reader.disable_recursion_limit();
    let value = Plain::deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    value.ok().map(|value| value.0)
}

/// Returns the number of levels that brackets outside of strings open.
fn levels(text: &str) -> i32 {
    let (mut open, mut most, mut in_string, mut escaped) = (0, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => {
                open += 1;
                most = most.max(open);
            }
            b'}' | b']' => open -= 1,
            _ => {}
        }
    }
    most
}

/// Rewrites valid JSON so that a value can hold it.
struct Rewriting<'a> {
    text: &'a str,
    out: String,
    replaced: Vec<Replaced>,
}

impl Rewriting<'_> {
    fn run(&mut self) {
        let (mut at, mut level) = (0, 0);
        while let Some(byte) = self.text.as_bytes().get(at) {
            let start = at;
            at = match byte {
                b'"' => end_of_string(self.text, start),
                b'-' | b'0'..=b'9' => end_of_number(self.text, start),
                b'{' | b'[' if level == LEVELS => end_of_value(self.text, start),
                _ => start + 1,
            };
            let token = &self.text[start..at];
            match byte {
                b'"' => push_well_formed(token, &mut self.out),
                b'-' | b'0'..=b'9' => self.number(token),
                b'{' | b'[' if level == LEVELS => {
                    self.note(Replaced::Levels);
                    self.out.push_str(&Value::from(token).to_string());
                }
                _ => {
                    level += match byte {
                        b'{' | b'[' => 1,
                        b'}' | b']' => -1,
                        _ => 0,
                    };
                    self.out.push_str(token);
                }
            }
        }
    }

    fn number(&mut self, digits: &str) {
        if digits.parse::<f64>().is_ok_and(f64::is_infinite) {
            self.note(Replaced::Numbers);
            self.out.push_str(if digits.starts_with('-') { "-" } else { "" });
            self.out.push_str(LARGEST);
        } else {
            self.out.push_str(digits);
        }
    }

    fn note(&mut self, replaced: Replaced) {
        if !self.replaced.contains(&replaced) {
            self.replaced.push(replaced);
        }
    }
}

/// Returns the index after the string that begins at `start`.
fn end_of_string(text: &str, start: usize) -> usize {
    let mut escaped = false;
    let end = text.bytes().enumerate().skip(start + 1).find(|(_, byte)| {
        let is_end = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

fn end_of_number(text: &str, start: usize) -> usize {
    let is_part = |byte: u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
    start + text.bytes().skip(start).take_while(|byte| is_part(*byte)).count()
}

/// Returns the index after the array or object that begins at `start`.
fn end_of_value(text: &str, start: usize) -> usize {
    let (mut at, mut open) = (start, 0);
    while let Some(byte) = text.as_bytes().get(at) {
        at = if *byte == b'"' { end_of_string(text, at) } else { at + 1 };
        match byte {
            b'{' | b'[' => open += 1,
            b'}' | b']' => open -= 1,
            _ => {}
        }
        if open == 0 {
            break;
        }
    }
    at
}

/// Appends a string of JSON, with U+FFFD in place of each escaped surrogate that is not part of a pair.
fn push_well_formed(string: &str, out: &mut String) {
    let mut rest = string;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let length = match (escaped_unit(escape), escape.get(6..).and_then(escaped_unit)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                out.push_str("\\ufffd");
                rest = &escape[6..];
                continue;
            }
            (Some(_), _) => 6,
            (None, _) => 2,
        };
        out.push_str(&escape[..length]);
        rest = &escape[length..];
    }
    out.push_str(rest);
}

/// Returns the UTF-16 unit of the escape at the beginning of a text, if it is one with digits.
fn escaped_unit(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
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

    /// Returns the value as JSON, and what was replaced.
    fn read(text: &str) -> Result<(String, Vec<Replaced>), Fault> {
        parsed(text).map(|it| (it.value.to_string(), it.replaced))
    }

    #[test]
    fn levels_are_counted_outside_of_strings() {
        assert_eq!(read(&lists(128)), Ok((lists(128), vec![])));
        assert!(parsed(&format!(r#"["\"{}", []]"#, "[".repeat(200))).is_ok_and(|it| it.replaced.is_empty()));
        assert_eq!(read(&"[]".repeat(200)), Err(Fault::NotJson));
    }

    #[test]
    fn what_is_too_deep_for_a_value_is_its_text() {
        let around = |inner: &str| format!("{}{inner}{}", "[".repeat(128), "]".repeat(128));
        for inner in ["[]", r#"{"a\"]\\": [1e400, "\ud83d", {}]}"#, &lists(9_000)] {
            let expected = around(&Value::from(inner).to_string());
            assert_eq!(read(&around(inner)), Ok((expected, vec![Replaced::Levels])), "{inner:.40}");
        }
        for wrong in ["[", "[}", "[01]", "{[]: 1}", "[\"\\x\"]"] {
            assert_eq!(read(&around(wrong)), Err(Fault::NotJson), "{wrong}");
        }
        assert!(parsed(&lists(10_000)).is_ok());
        assert_eq!(read(&lists(10_001)), Err(Fault::TooDeep));
        assert_eq!(read(&"[".repeat(1_000_000)), Err(Fault::TooDeep));
    }

    #[test]
    fn each_lone_surrogate_is_a_replacement_character() {
        let read = |text: &str| parsed(&format!("\"{text}\"")).map(|it| (it.value, it.replaced));
        for (text, value) in [
            (r"\ud83d", "\u{fffd}"),
            (r"\uDE00\uD83D", "\u{fffd}\u{fffd}"),
            (r"\ud83d\ud83d\ude00-\\ud83d", "\u{fffd}\u{1f600}-\\ud83d"),
            (r"\ud83d\u0041\n\ud83dé", "\u{fffd}A\n\u{fffd}é"),
        ] {
            assert_eq!(read(text), Ok((value.into(), vec![])), "{text}");
        }
        assert_eq!(read(r"\ud83d\ud8"), Err(Fault::NotJson));
        assert_eq!(parsed(r#"{"\ud83d": 1}"#).map(|it| it.value), Ok(serde_json::json!({"\u{fffd}": 1})));
    }

    #[test]
    fn a_number_beyond_doubles_is_the_largest_double() {
        let digits = "9".repeat(400);
        for (text, value) in [("1e400", f64::MAX), ("-1E+400", -f64::MAX), (&digits, f64::MAX)] {
            let expected = Parsed { value: vec![value, 1e-5].into(), replaced: vec![Replaced::Numbers] };
            assert_eq!(parsed(&format!("[{text}, 1e-5]")), Ok(expected), "{text}");
        }
        for wrong in ["01e400", "1e400.5", "+1e400", "1e400-", "-"] {
            assert_eq!(read(wrong), Err(Fault::NotJson), "{wrong}");
        }
    }

    #[test]
    fn the_size_is_counted_in_bytes() {
        let mut text = vec![b' '; SIZE];
        assert!(decoded(&text).is_ok());
        text.push(0xff);
        assert_eq!(decoded(&text), Err(Fault::TooLarge));
    }

    #[test]
    fn one_mark_is_left_out() {
        let parsed = |bytes: &[u8]| decoded(bytes).and_then(|it| parsed(&it.text)).map(|it| it.value);
        assert_eq!(parsed(b"\xef\xbb\xbf{}"), Ok(serde_json::json!({})));
        assert_eq!(parsed(b"\xef\xbb\xbf\xef\xbb\xbf{}"), Err(Fault::NotJson));
        assert_eq!(parsed(b"\xff{}"), Err(Fault::NotJson));
        assert_eq!(parsed(b"\"\xff\xe2\x82\""), Ok("\u{fffd}\u{fffd}".into()));
        assert_eq!(parsed(br#"{"a": 1, "a": 2}"#), Ok(serde_json::json!({"a": 2})));
    }
}
