//! The changes of the host that no schema shows: a list of its own, which speaks of the same events and versions.

use serde_json::Value;

use super::Scope;
use crate::diagnostic::{Code, Diagnostic};
use crate::load::{JsonFile, step};
use crate::model::{Event, HostChange, version_numbers};
use crate::nearest::instead_of;
use crate::set::SOURCES;

/// The changes, in the order of their file, which is that of their versions.
pub fn changes(scope: &mut Scope<'_>, events: &[Event]) -> Vec<HostChange> {
    let Some(data) = &scope.set.changes else { return Vec::new() };
    let file = &data.file;
    let mut changes: Vec<HostChange> = Vec::new();
    for (index, entry) in file.value.get("changes").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let at = step("/changes", &index.to_string());
        match serde_json::from_value::<HostChange>(entry.clone()) {
            Ok(change) => {
                unknown_events(scope, file, &at, &change, events);
                sources(scope, file, &at, &change);
                version(scope, file, &at, &change, changes.last());
                changes.push(change);
            }
            Err(error) => tell(scope, file, &at, error.to_string(), "its form is in `docs/schemas.md`, under Changes"),
        }
    }
    changes
}

fn tell(scope: &mut Scope<'_>, file: &JsonFile, at: &str, what: String, advice: &str) {
    scope.found.push(Diagnostic::error(Code::Changes, what).at(file.place(at)).instead(advice));
}

fn unknown_events(scope: &mut Scope<'_>, file: &JsonFile, at: &str, change: &HostChange, events: &[Event]) {
    // Under a profile there are fewer events, and the changes are those of the set.
    let known = |name: &String| !scope.set.has_event(name) || events.iter().any(|event| event.name == *name);
    let unknown: Vec<(usize, String)> =
        change.events.iter().cloned().enumerate().filter(|(_, name)| !known(name)).collect();
    for (index, name) in unknown {
        let advice = instead_of(&name, events.iter().map(|event| event.name.as_str()), "leave it out");
        let at = step(&step(at, "events"), &index.to_string());
        tell(scope, file, &at, format!("the catalogue has no event `{name}`"), &advice);
    }
}

fn sources(scope: &mut Scope<'_>, file: &JsonFile, at: &str, change: &HostChange) {
    for source in change.source.iter().filter(|source| !SOURCES.contains(&source.as_str())) {
        let advice = format!("one of: {}", SOURCES.join(", "));
        tell(scope, file, &step(at, "source"), format!("nothing comes from `{source}`"), &advice);
    }
}

/// The oldest first, and none that the set knows nothing of.
fn version(scope: &mut Scope<'_>, file: &JsonFile, at: &str, change: &HostChange, last: Option<&HostChange>) {
    let at = step(at, "version");
    if let Some(last) = last.filter(|last| change.version.is_older_than(&last.version)) {
        let message = format!("{} stands behind {}", change.version.version, last.version.version);
        tell(scope, file, &at, message, "write the changes in the order of their versions, the oldest first");
    }
    let host = scope.set.file.host.as_ref().map(|host| host.version.clone());
    if let Some(host) = host.filter(|host| version_numbers(host).is_some_and(|host| host < change.version.parts())) {
        let message = format!("{} is newer than the host of this set, {host}", change.version.version);
        tell(scope, file, &at, message, "raise `version` of `[host]` in `codegen.toml`, or mend this one");
    }
}
