//! How the host starts a handler: its time limit, its command, and what decides whether it can be started.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::data::{PLACEHOLDERS, words};
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
pub(super) fn form_of(source: &Source<'_>, handler: &Map<String, Value>) -> Option<&'static TypeFacts> {
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
