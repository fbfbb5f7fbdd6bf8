//! How the host starts a handler: its time limit, its command, and what decides whether it can be started.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::data::{ADDRESSES, PLACEHOLDERS, words};
use super::facts::{Filling, Placeholder, TypeFacts};
use super::source::Source;
use super::{Doubt, NoRun};
use crate::event::HookEvent;
use crate::outcomes::{command_of, limit_of};
use crate::reading::HandlerEntry;
use crate::types::{HandlerStart, NoRunReason, RunCondition, SettingsPlace, StartForm};
use crate::validation::{fill, quoted};

/// Returns the time limit of a handler in seconds, and how the host starts it.
pub(super) fn limit_and_start(
    source: &Source<'_>,
    event: HookEvent,
    handler: &Map<String, Value>,
) -> (f64, HandlerStart) {
    let kind = handler.get(HandlerEntry::KIND).and_then(Value::as_str).unwrap_or_default();
    let limit = limit_of(event.as_str(), kind, handler.get("timeout"));
    let known = TypeFacts::of(kind).filter(|_| source.place.is_read());
    let form = known.map_or(Some(StartForm::Function), |it| it.form);
    if let Some(form) = form {
        return (limit, HandlerStart::new(form));
    }
    let value = |it: &Placeholder| it.value(source.tree, source.given);
    let values: Vec<(&str, &str)> = known_in(source).filter_map(|it| Some((it.name, value(it)?))).collect();
    let form = if handler.get("args").is_none_or(Value::is_null) { StartForm::Shell } else { StartForm::Exec };
    let mut start = HandlerStart::new(form);
    start.command = command_of(handler, &values).ok();
    if !values.is_empty() {
        let owned = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        start.environment = Some(owned.collect::<BTreeMap<_, _>>());
    }
    let is_used = |name: &str| texts(handler).any(|text| text.contains(&format!("${{{name}}}")));
    let without = known_in(source).filter(|it| it.is != Filling::Option && value(it).is_none());
    let unfilled: Vec<String> = without.filter(|it| is_used(it.name)).map(|it| it.name.to_owned()).collect();
    start.unfilled = Some(unfilled).filter(|it| !it.is_empty());
    (limit, start)
}

/// Returns the placeholders that the host knows in the place of a source.
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
pub(super) fn of_placeholders(
    source: &Source<'_>,
    handler: &Map<String, Value>,
    doubts: &mut Vec<Doubt>,
) -> Option<NoRun> {
    let kind = handler.get(HandlerEntry::KIND).and_then(Value::as_str);
    kind.and_then(TypeFacts::of).filter(|it| it.form.is_none() && source.place.is_read())?;
    let parts = texts(handler).flat_map(|text| text.split("${").skip(1));
    for (name, _) in parts.filter_map(|part| part.split_once('}')) {
        let Some(placeholder) = PLACEHOLDERS.iter().find(|it| it.has(name)) else { continue };
        let is_known = placeholder.is_known_in(source.place.name);
        if placeholder.is == Filling::Option {
            if is_known {
                let option = name.strip_prefix(placeholder.name).unwrap_or(name);
                doubts.push((RunCondition::Plugin, fill(words::OPTION, &[("name", option)])));
            }
        } else if !is_known {
            return Some(NoRun::new(NoRunReason::Placeholder, fill(words::PLACEHOLDER, &[("name", name)])));
        }
    }
    None
}

/// The addresses that the settings allow.
pub(super) struct Allowed<'s> {
    /// The places of the lists.
    places: Vec<SettingsPlace>,
    /// The index of the first source with a list; `None` if there is no list.
    first: Option<&'s Source<'s>>,
    patterns: Vec<String>,
}

impl<'s> Allowed<'s> {
    /// Reads the lists of all sources that count.
    pub(super) fn of(sources: &'s [Source<'s>]) -> Self {
        let mut allowed = Self { places: Vec::new(), first: None, patterns: Vec::new() };
        let Some(facts) = &ADDRESSES else { return allowed };
        for source in sources.iter().filter(|it| facts.places.contains(&it.place.name)) {
            let counts = source.stop.as_ref().is_none_or(|it| it.reason == NoRunReason::Disabled);
            let list = source.object().filter(|_| counts).and_then(|it| it.get(facts.key)?.as_array());
            if let Some(list) = list {
                allowed.places.push(source.place.name);
                allowed.first = allowed.first.or(Some(source));
                allowed.patterns.extend(list.iter().filter_map(Value::as_str).map(with_lower_host));
            }
        }
        allowed
    }

    /// Returns why the address of a handler is not allowed.
    pub(super) fn refuses(
        &self,
        source: &Source<'_>,
        handler: &Map<String, Value>,
        doubts: &mut Vec<Doubt>,
    ) -> Option<NoRun> {
        let (facts, first) = ADDRESSES.as_ref().zip(self.first)?;
        let address = handler.get(facts.of)?.as_str()?;
        let kind = handler.get(HandlerEntry::KIND).and_then(Value::as_str)?;
        TypeFacts::of(kind).filter(|it| it.form == Some(StartForm::Request))?;
        let lower = with_lower_host(address);
        if self.patterns.iter().any(|pattern| is_allowed(pattern, &lower)) {
            return None;
        }
        let name = source.place.name;
        let message = |word| fill(word, &[("key", facts.key), ("value", &quoted(address))]);
        if facts.unsure.contains(&name) && !self.places.contains(&name) {
            doubts.push((RunCondition::Address, message(words::ADDRESS_UNSURE)));
            return None;
        }
        let because = Some(first.at(&format!("/{}", facts.key)));
        Some(NoRun { because, ..NoRun::new(NoRunReason::Address, message(words::ADDRESS)) })
    }
}

/// Returns true if a pattern allows an address. `*` matches any text.
fn is_allowed(pattern: &str, address: &str) -> bool {
    let Some((first, parts)) = pattern.split_once('*') else { return pattern == address };
    let Some(mut rest) = address.strip_prefix(first) else { return false };
    let (middle, last) = parts.rsplit_once('*').map_or((None, parts), |(middle, last)| (Some(middle), last));
    for part in middle.into_iter().flat_map(|it| it.split('*')) {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}

/// Returns an address with its host in lower case, because the case of a host does not count.
fn with_lower_host(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    format!("{scheme}://{}{path}", host.to_lowercase())
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
        ];
        for (pattern, address, expected) in cases {
            let is_so = is_allowed(&with_lower_host(pattern), &with_lower_host(address));
            assert_eq!(is_so, expected, "{pattern} {address}");
        }
    }
}
