//! Rules about texts in settings, and what they are read from: values at a path, and variables in a text.

use std::collections::BTreeSet;

use serde_json::Value;

use super::data::LONGEST;
use crate::problems::{ProblemCode, ProblemConfidence, ProblemSeverity};
use crate::regex;

/// A path. `*` is each item of a list, `**` each value of an object.
pub(super) type Path = &'static [&'static str];

/// Where a rule applies, and its problem.
pub(super) struct Rule {
    pub(super) at: &'static [Path],
    /// The rule is about the whole document, not about a handler.
    pub(super) document: bool,
    pub(super) present: &'static [&'static str],
    pub(super) absent: &'static [&'static str],
    pub(super) equals: &'static [(&'static str, Scalar)],
    pub(super) differs: &'static [(&'static str, Scalar)],
    /// Texts beside it that make it right.
    pub(super) but: &'static [(Path, &'static str)],
    /// The events; empty for all.
    pub(super) events: &'static [&'static str],
    /// The types of the document; empty for all.
    pub(super) types: &'static [&'static str],
    pub(super) since: Option<&'static [u64]>,
    pub(super) code: ProblemCode,
    pub(super) severity: ProblemSeverity,
    pub(super) confidence: ProblemConfidence,
    pub(super) message: &'static str,
}

/// The value of a key.
#[allow(dead_code, reason = "not every contract needs both")]
pub(super) enum Scalar {
    Text(&'static str),
    Bool(bool),
}

impl Scalar {
    fn is(&self, value: Option<&Value>) -> bool {
        match self {
            Self::Text(text) => value.and_then(Value::as_str) == Some(text),
            Self::Bool(it) => value.and_then(Value::as_bool) == Some(*it),
        }
    }
}

impl Rule {
    /// Returns true if the keys of a value are those that the rule is about.
    pub(super) fn is_about(&self, value: &Value) -> bool {
        let has = |key: &&str| value.get(*key).is_some();
        let is = |(key, wanted): &(&str, Scalar)| wanted.is(value.get(*key));
        let is_right = |(path, pattern): &(Path, &str)| {
            at(value, path).into_iter().any(|(_, it)| text(it).is_some_and(|it| regex::finds(pattern, it)))
        };
        self.present.iter().all(has)
            && !self.absent.iter().any(has)
            && self.equals.iter().all(is)
            && !self.differs.iter().any(is)
            && !self.but.iter().any(is_right)
    }

    /// Returns the values that the rule is about, each with its pointer.
    pub(super) fn places<'v>(&self, value: &'v Value) -> Vec<(String, &'v Value)> {
        self.at.iter().flat_map(|path| at(value, path)).collect()
    }
}

/// Finds a text by its pattern.
pub(super) struct TextRule {
    pub(super) rule: Rule,
    /// One of these is in the text: quicker to find than the pattern. Empty: any text.
    pub(super) contains: &'static [&'static str],
    pub(super) pattern: Option<&'static str>,
    pub(super) unless: Option<&'static str>,
}

impl TextRule {
    pub(super) fn finds(&self, value: &Value) -> bool {
        if self.pattern.is_none() && self.unless.is_none() {
            return true;
        }
        text(value).is_some_and(|text| {
            (self.contains.is_empty() || self.contains.iter().any(|it| text.contains(it)))
                && self.pattern.is_none_or(|it| regex::finds(it, text))
                && !self.unless.is_some_and(|it| regex::finds(it, text))
        })
    }
}

/// Finds variables that are not known in a text.
pub(super) struct VariableRule {
    pub(super) rule: Rule,
    pub(super) bare: bool,
    pub(super) braced: bool,
    /// Only names that begin with this, and not with one of `except`.
    pub(super) prefix: &'static str,
    pub(super) except: &'static [&'static str],
    /// Only these names; empty for all.
    pub(super) names: &'static [&'static str],
    /// The names that are known. One that ends in `*` means all that begin like it.
    pub(super) known: &'static [&'static str],
    /// What the document sets is known, too.
    pub(super) own: bool,
    /// The path of more names; empty without one.
    pub(super) listed: Path,
}

impl VariableRule {
    /// Returns the names that a handler lists as known.
    pub(super) fn listed<'h>(&self, handler: &'h Value) -> BTreeSet<&'h str> {
        let all = if self.listed.is_empty() { Vec::new() } else { at(handler, self.listed) };
        all.into_iter().filter_map(|(_, it)| it.as_str()).collect()
    }

    /// Returns true if a name is not known by the rule alone.
    pub(super) fn is_unknown(&self, name: &str) -> bool {
        let is_about = (self.names.is_empty() || self.names.contains(&name))
            && name.starts_with(self.prefix)
            && !self.except.iter().any(|it| name.starts_with(it));
        let is_one = |known: &&str| known.strip_suffix('*').map_or(name == *known, |begins| name.starts_with(begins));
        is_about && !self.known.iter().any(is_one)
    }
}

/// Returns the text of a value, unless it is too long to be read.
pub(super) fn text(value: &Value) -> Option<&str> {
    value.as_str().filter(|text| is_short(text))
}

pub(super) fn is_short(text: &str) -> bool {
    text.len() <= LONGEST || text.chars().nth(LONGEST).is_none()
}

/// Returns the size of a document: the characters of its strings, and 64 for each object.
pub(super) fn size_of(value: &Value) -> usize {
    match value {
        Value::String(text) => text.chars().count(),
        Value::Array(items) => items.iter().map(size_of).sum(),
        Value::Object(map) => map.values().map(size_of).sum::<usize>() + 64,
        _ => 0,
    }
}

/// Returns the values at a path, each with its pointer.
pub(crate) fn at<'v>(value: &'v Value, path: &[&str]) -> Vec<(String, &'v Value)> {
    let mut found = vec![(String::new(), value)];
    for step in path {
        found = found.into_iter().flat_map(|(pointer, value)| steps(&pointer, value, step)).collect();
    }
    found
}

fn steps<'v>(pointer: &str, value: &'v Value, step: &str) -> Vec<(String, &'v Value)> {
    let below = |key: &str, value: &'v Value| (format!("{pointer}/{}", escaped(key)), value);
    match value {
        Value::Array(items) if step == "*" => {
            items.iter().enumerate().map(|(index, item)| below(&index.to_string(), item)).collect()
        }
        Value::Object(map) if step == "**" => map.iter().map(|(key, value)| below(key, value)).collect(),
        Value::Array(items) => {
            let index = step.parse::<usize>().ok();
            index.and_then(|index| items.get(index)).map(|item| below(step, item)).into_iter().collect()
        }
        Value::Object(map) if step != "*" => map.get(step).map(|value| below(step, value)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Returns a key as a step of a pointer.
pub(crate) fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Returns the names of variables in a text, as `$NAME` and `${NAME}`, each once.
pub(super) fn variables(text: &str, bare: bool, braced: bool) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut known = BTreeSet::new();
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find('$')).map(|at| from + at) {
        let in_braces = bytes.get(at + 1) == Some(&b'{');
        let start = at + 1 + usize::from(in_braces);
        let mut end = start;
        while let Some(sign) = bytes.get(end) {
            let is_one = sign.is_ascii_alphabetic()
                || *sign == b'_'
                || (in_braces && *sign == b'.')
                || (end > start && sign.is_ascii_digit());
            if !is_one {
                break;
            }
            end += 1;
        }
        // `${NAME:-text}` expects that the variable may not be set.
        let is_wanted = if in_braces { braced && bytes.get(end) == Some(&b'}') } else { bare };
        let is_escaped = at > 0 && bytes.get(at - 1) == Some(&b'\\');
        if let Some(name) = text.get(start..end).filter(|name| !name.is_empty() && is_wanted && !is_escaped) {
            if known.insert(name) {
                found.push(name);
            }
        }
        from = end.max(at + 1);
    }
    found
}

/// Returns true if a text has a name other than as a variable, so that it may set it.
pub(super) fn is_named(text: &str, name: &str) -> bool {
    let bytes = text.as_bytes();
    let is_sign = |sign: Option<&u8>| sign.is_some_and(|it| it.is_ascii_alphanumeric() || *it == b'_');
    text.match_indices(name).any(|(at, _)| {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        let is_used = matches!(before, Some(b'$' | b'{'));
        !is_sign(before) && !is_used && !is_sign(bytes.get(at + name.len()))
    })
}
