//! The changes of the host that no schema shows: a separate list, about the same events and versions.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Catalogue;
use super::catalogue::typed;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::SchemaSet;
use crate::model::{Version, version_numbers};
use crate::nearest::instead_of;
use crate::schema::{JsonFile, step};
use crate::set::SOURCES;

/// A change of the host that no schema shows: the host treats the same payloads differently.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostChange {
    /// The host version with the change.
    pub version: Version,
    /// The kind of change.
    pub kind: HostChangeKind,
    /// The subject in a few words of CommonMark: a field, a variable, a setting.
    pub about: String,
    /// The events that it concerns; empty for no particular ones.
    #[serde(default)]
    pub events: Vec<String>,
    /// The change in a sentence or two of CommonMark.
    pub summary: String,
    /// Correct code can now behave differently.
    pub breaks: bool,
    /// The sources, as in `x-source`.
    pub source: Vec<String>,
    /// No second source confirms it.
    #[serde(default)]
    pub unconfirmed: bool,
}

/// The kind of a change of the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HostChangeKind {
    /// The behaviour of the host.
    Behaviour,
    /// The settings of hooks.
    Settings,
    /// The variables in the environment of a hook, or of the host.
    Environment,
    /// Values that the host accepts or writes, and that the types do not have.
    Values,
}

/// Reads the changes, in the order of their file, which must be that of their versions.
pub fn changes(set: &SchemaSet, catalogue: &Catalogue, found: &mut Diagnostics) -> Vec<HostChange> {
    let Some(file) = set.changes.as_ref().map(|data| &data.file) else { return Vec::new() };
    let mut reader = ChangesReader { set, catalogue, file, found };
    let mut changes: Vec<HostChange> = Vec::new();
    for (index, entry) in file.value.get("changes").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let at = step("/changes", &index.to_string());
        match typed::<HostChange>(file, &at, entry) {
            Ok(change) => {
                reader.unknown_events(&at, &change);
                reader.sources(&at, &change);
                reader.version(&at, &change, changes.last());
                changes.push(change);
            }
            Err(error) => {
                let error = error.instead("its form is in `docs/schemas.md`, under Changes");
                reader.found.push(Diagnostic { code: Code::Changes, ..error });
            }
        }
    }
    changes
}

struct ChangesReader<'a> {
    set: &'a SchemaSet,
    catalogue: &'a Catalogue,
    file: &'a JsonFile,
    found: &'a mut Diagnostics,
}

impl ChangesReader<'_> {
    fn report(&mut self, at: &str, message: String, advice: &str) {
        self.found.push(Diagnostic::error(Code::Changes, message).at(self.file.place(at)).instead(advice));
    }

    fn unknown_events(&mut self, at: &str, change: &HostChange) {
        let known: Vec<&str> = self.catalogue.events.iter().map(|event| event.name.as_str()).collect();
        for (index, name) in change.events.iter().enumerate().filter(|(_, name)| !known.contains(&name.as_str())) {
            let advice = instead_of(name, known.iter().copied(), "leave it out");
            let at = step(&step(at, "events"), &index.to_string());
            self.report(&at, format!("the catalogue has no event `{name}`"), &advice);
        }
    }

    fn sources(&mut self, at: &str, change: &HostChange) {
        for source in change.source.iter().filter(|source| !SOURCES.contains(&source.as_str())) {
            let advice = format!("one of: {}", SOURCES.join(", "));
            self.report(&step(at, "source"), format!("nothing comes from `{source}`"), &advice);
        }
    }

    /// Reports changes that are not in order, oldest first, or newer than the host of the set.
    fn version(&mut self, at: &str, change: &HostChange, last: Option<&HostChange>) {
        let at = step(at, "version");
        if let Some(last) = last.filter(|last| change.version.is_older_than(&last.version)) {
            let message = format!("{} is listed after {}", change.version.version, last.version.version);
            self.report(&at, message, "write the changes in the order of their versions, the oldest first");
        }
        let host = self.set.file.host.as_ref().map(|host| host.version.clone());
        if let Some(host) = host.filter(|host| version_numbers(host).is_some_and(|host| host < change.version.parts()))
        {
            let message = format!("{} is newer than the host of this set, {host}", change.version.version);
            self.report(&at, message, "raise `version` of `[host]` in `codegen.toml`, or fix this one");
        }
    }
}
