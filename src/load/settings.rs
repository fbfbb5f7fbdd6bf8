//! Reads TOML files, and reports mistakes with the fix.

use std::ops::Range;

use serde::de::DeserializeOwned;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place};
use crate::nearest::{did_you_mean, nearest};

/// Parses a TOML file. Errors have the given code.
///
/// # Errors
/// It is not TOML, or does not have the expected content.
pub fn settings<T: DeserializeOwned>(code: Code, path: &str, text: &str) -> Result<T, Diagnostics> {
    toml::from_str(text).map_err(|error| {
        let bytes = error.span().unwrap_or_default();
        let what = error.message().lines().next().unwrap_or("it is not TOML").to_owned();
        let advice = instead_of(&what, text, &bytes);
        let first = if what == DUPLICATE { first_of(text, &bytes) } else { None };
        let finding = Diagnostic::error(code, what).at(Place::in_text(path, text, bytes));
        let other = first.map(|bytes| Place::in_text(path, text, bytes));
        Diagnostic { advice, other, ..finding }.into()
    })
}

/// The parser's message for a repeated key or section.
const DUPLICATE: &str = "duplicate key";

/// Returns the fix for a syntax error, an unknown name or missing quotes. For other mistakes, the parser's message is
/// enough.
fn instead_of(what: &str, text: &str, bytes: &Range<usize>) -> Option<String> {
    let written = text.get(bytes.clone()).unwrap_or_default().trim();
    let advice = match what {
        _ if what.starts_with("unknown field") || what.starts_with("unknown variant") => return meant(what),
        _ if toml::de::DeTable::parse(text).is_ok() => {
            let is_plain = !written.is_empty() && !written.contains(['"', '\'', '[', '{', '\n']);
            let wants_text = what.starts_with("invalid type") && what.ends_with("expected a string");
            return (is_plain && wants_text).then(|| format!("write it in double quotes: `\"{written}\"`"));
        }
        _ if text.trim_start().starts_with('{') => {
            "this is JSON, and has to be TOML: `[package]` on a line, and below it `name = \"…\"`".to_owned()
        }
        _ if what.contains("must be quoted") => format!("write it in double quotes: `\"{written}\"`"),
        _ if what.starts_with("key with no value") => {
            "write `=` and the value behind the key: `name = \"…\"`".to_owned()
        }
        _ if what.starts_with("missing value") => "write the value behind `=`, a text in double quotes".to_owned(),
        DUPLICATE => "keep one of them; all keys of a `[…]` belong in one place".to_owned(),
        _ if what.starts_with("unclosed table") => "close the name of the section: `[package]`".to_owned(),
        _ if what.starts_with("invalid basic string") => {
            "end the string with `\"` on the same line; a `\\` in it is written twice".to_owned()
        }
        _ => "fix the TOML here; nothing after it was read".to_owned(),
    };
    Some(advice)
}

/// Returns the expected name that is closest to the wrong one. The message has first the wrong one, which can contain
/// anything, and then the others.
fn meant(what: &str) -> Option<String> {
    let (wrong, others) = what.rsplit_once("`, expected ")?;
    let (_, written) = wrong.split_once('`')?;
    did_you_mean(&nearest(written, others.split('`').skip(1).step_by(2), 1))
}

/// Returns the first location of a repeated key or section.
fn first_of(text: &str, second: &Range<usize>) -> Option<Range<usize>> {
    let key = text.get(second.clone())?;
    let before = &text[..text[..second.start].rfind('\n').map_or(0, |end| end + 1)];
    let mut start = before.len();
    before.split_inclusive('\n').rev().find_map(|line| {
        start -= line.len();
        let at = start + line.len() - line.trim_start_matches([' ', '\t', '[']).len();
        let rest = text[at..].strip_prefix(key)?;
        rest.trim_start_matches([' ', '\t']).starts_with(['=', ']', '.']).then(|| at..at + key.len())
    })
}
