//! How the host starts a handler: its time limit, its command, and what decides whether it can be started.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Map, Value};

use super::data::{ADDRESSES, PLACEHOLDERS, words};
use super::facts::{Filling, Placeholder, TypeFacts};
use super::host::Host;
use super::sources::Source;
use super::{Doubt, NoRun};
use crate::event::HookEvent;
use crate::outcomes::{command_of, limit_of};
use crate::reading::HandlerEntry;
use crate::types::{HandlerStart, NoRunReason, RunCondition, StartForm};
use crate::validation::{fill, quoted};

/// Returns the time limit of a handler in seconds, and how the host starts it.
pub(super) fn limit_and_start(
    source: &Source<'_>,
    event: HookEvent,
    group: &Map<String, Value>,
    handler: &Map<String, Value>,
    host: Host<'_>,
) -> (f64, HandlerStart) {
    let of = if source.place.functions { group } else { handler };
    let limit = limit_of(event.as_str(), of, host.version);
    // A program has two forms.
    let form = form_of(source, handler).map_or(Some(StartForm::Function), |it| it.form);
    if let Some(form) = form {
        return (limit, HandlerStart::new(form));
    }
    let given = |it: &Placeholder| it.value(&source.session, source.given);
    let values: Vec<(&str, &str)> = known_in(source).filter_map(|it| Some((it.name, given(it)?))).collect();
    let mut start = HandlerStart::new(if is_line(handler) { StartForm::Shell } else { StartForm::Exec });
    start.command = command_of(handler, &values).ok();
    if !values.is_empty() {
        let owned = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        start.environment = Some(owned.collect::<BTreeMap<_, _>>());
    }
    let is_used = |name: &str| texts(handler).any(|text| text.contains(&format!("${{{name}}}")));
    let without = known_in(source).filter(|it| it.is != Filling::Option && given(it).is_none());
    let unfilled: Vec<String> = without.filter(|it| is_used(it.name)).map(|it| it.name.to_owned()).collect();
    start.unfilled = Some(unfilled).filter(|it| !it.is_empty());
    (limit, start)
}

/// Returns how handlers of a type are started; `None` for a function of a program.
fn form_of(source: &Source<'_>, handler: &Map<String, Value>) -> Option<&'static TypeFacts> {
    let kind = handler.get(HandlerEntry::KIND).filter(|_| !source.place.functions)?;
    TypeFacts::of(kind.as_str()?)
}

/// Returns true if the command is a line for a shell.
fn is_line(handler: &Map<String, Value>) -> bool {
    handler.get("args").is_none_or(Value::is_null)
}

/// Returns the placeholders that the host knows in a place.
fn known_in(source: &Source<'_>) -> impl Iterator<Item = &'static Placeholder> {
    let place = source.place.name;
    PLACEHOLDERS.iter().filter(move |it| it.is_known_in(place))
}

/// Returns the texts of a command that can have placeholders.
fn texts(handler: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let arguments = handler.get("args").and_then(Value::as_array).into_iter().flatten();
    handler.get("command").into_iter().chain(arguments).filter_map(Value::as_str)
}

/// Returns why the placeholders of a command keep it from being started.
pub(super) fn placeholders_of(
    source: &Source<'_>,
    handler: &Map<String, Value>,
    doubts: &mut Vec<Doubt>,
) -> Option<NoRun> {
    form_of(source, handler).filter(|it| it.form.is_none())?;
    let is_line = is_line(handler);
    let parts = texts(handler).flat_map(|text| text.split("${").skip(1));
    for (name, _) in parts.filter_map(|part| part.split_once('}')) {
        let Some(of) = PLACEHOLDERS.iter().find(|it| it.has(name)) else { continue };
        let is_known = of.is_known_in(source.place.name);
        if of.is == Filling::Option && !is_known {
            continue;
        }
        if !is_known || (of.direct && is_line) {
            return Some(NoRun::new(NoRunReason::Placeholder, fill(words::PLACEHOLDER, &[("name", &shown(name))])));
        }
        if of.is == Filling::Option {
            let option = shown(name.strip_prefix(of.name).unwrap_or(name));
            doubts.push((RunCondition::Plugin, fill(words::OPTION, &[("name", &option)])));
        }
    }
    None
}

/// Returns a name as messages show it, without quotes.
fn shown(name: &str) -> String {
    quoted(name).replace('"', "")
}

/// The addresses that settings allow.
pub(super) struct Addresses<'s> {
    /// The sources with a list.
    lists: Vec<&'s Source<'s>>,
    /// The patterns of all lists: their parts, which have any text between them.
    patterns: Vec<Vec<String>>,
    decided: HashMap<String, bool>,
}

impl<'s> Addresses<'s> {
    /// Reads the lists of all documents.
    pub(super) fn of(sources: &'s [Source<'s>]) -> Self {
        let with_list = sources.iter().filter_map(|source| Some((source, list_of(source)?)));
        let (lists, items): (Vec<_>, Vec<_>) = with_list.unzip();
        let mut seen = HashSet::new();
        let texts = items.into_iter().flatten().filter_map(Value::as_str).filter(|it| seen.insert(*it));
        Self { lists, patterns: texts.filter_map(parts_of).collect(), decided: HashMap::new() }
    }

    /// Returns why the address of a handler is not allowed.
    pub(super) fn no_run(&mut self, source: &Source<'_>, handler: &Map<String, Value>) -> Option<NoRun> {
        let (facts, first) = ADDRESSES.as_ref().zip(self.lists.first().copied())?;
        form_of(source, handler).filter(|it| it.form == Some(StartForm::Request))?;
        let address = handler.get(facts.of)?.as_str()?;
        if self.is_allowed(address) {
            return None;
        }
        let name = source.place.name;
        if facts.exempt.contains(&name) && !self.lists.iter().any(|it| it.place.name == name) {
            return None;
        }
        let message = fill(words::ADDRESS, &[("key", facts.key), ("value", &quoted(address))]);
        let because = Some(first.pointer(&format!("/{}", facts.key)));
        Some(NoRun { because, ..NoRun::new(NoRunReason::Address, message) })
    }

    fn is_allowed(&mut self, address: &str) -> bool {
        if let Some(decided) = self.decided.get(address) {
            return *decided;
        }
        let lower = with_lower_host(address);
        let decided = self.patterns.iter().any(|pattern| allows(pattern, &lower));
        self.decided.insert(address.to_owned(), decided);
        decided
    }
}

/// Returns the list of addresses of a document that counts.
fn list_of<'s>(source: &Source<'s>) -> Option<&'s Vec<Value>> {
    let facts = ADDRESSES.as_ref().filter(|it| it.places.contains(&source.place.name))?;
    let counts = source.stop.as_ref().is_none_or(|it| it.reason == NoRunReason::Disabled);
    source.object().filter(|_| counts)?.get(facts.key)?.as_array()
}

/// Returns the parts of a pattern. Without a scheme, it matches nothing.
fn parts_of(pattern: &str) -> Option<Vec<String>> {
    let pattern = pattern.trim_matches([' ', '\t', '\n', '\r']);
    let pattern = pattern.split_once('#').map_or(pattern, |(before, _)| before);
    let has_scheme = pattern.split_once(':').is_some_and(|(_, rest)| rest.starts_with("//") || rest.starts_with('*'));
    let parts = || with_lower_host(pattern).split('*').map(str::to_owned).collect();
    (has_scheme || pattern == "*").then(parts)
}

/// Returns true if a pattern allows an address. Its parts have any text between them.
fn allows(pattern: &[String], address: &str) -> bool {
    let Some((first, parts)) = pattern.split_first() else { return false };
    let Some(mut rest) = address.strip_prefix(first.as_str()) else { return false };
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some((_, behind)) = rest.split_once(part.as_str()) else { return false };
        rest = behind;
    }
    rest.ends_with(last.as_str())
}

/// Returns an address with its scheme and its host in lower case, because their case does not count.
fn with_lower_host(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    format!("{}://{}{path}", scheme.to_lowercase(), host.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_matches_any_text_and_the_case_of_a_host_does_not_count() {
        let cases = [
            ("https://a.example/*", "https://A.example/x", true),
            ("https://a.example/x", "https://a.example/X", false),
            ("https://*.example/*/end", "https://a.b.example/c/d/end", true),
            ("https://a.example/**", "https://a.example/", true),
            ("https://a*a.example", "https://a.example", false),
            ("", "https://a.example", false),
            ("*", "", true),
            (" HTTPS://a.example/*#x ", "https://a.example/x", true),
            ("*/x", "https://a.example/x", false),
            ("a.example/*", "https://a.example/x", false),
        ];
        for (pattern, address, expected) in cases {
            let is_so = parts_of(pattern).is_some_and(|parts| allows(&parts, &with_lower_host(address)));
            assert_eq!(is_so, expected, "{pattern} {address}");
        }
    }
}
