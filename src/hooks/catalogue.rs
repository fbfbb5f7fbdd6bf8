//! The catalogue: facts about each event that are not in a schema. It is read once, typed, and mistakes are reported at
//! their lines.
//!
//! The required keys of an event are `name`, `input` and `output`. All other keys belong to features, which read them
//! with [`Catalogue::root`] and [`Catalogue::of_events`], or to templates, which see every key as it is written.

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use serde_path_to_error::{Path, Segment};

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place};
use crate::load::{SET_FILE, SchemaSet};
use crate::lower::{self, Announced};
use crate::model::Version;
use crate::schema::{JsonFile, step};

/// The catalogue of a set.
#[derive(Debug)]
pub struct Catalogue<'a> {
    file: Option<&'a JsonFile>,
    /// The events in order. A profile may have fewer.
    pub events: Vec<Entry<'a>>,
    any: AnyEvent,
}

/// The entry of an event.
#[derive(Debug)]
pub struct Entry<'a> {
    /// The name on the wire: `PreToolUse`.
    pub name: String,
    /// The type of the part of its reply that only this event has.
    pub specific: Option<String>,
    /// Its whole entry, for templates.
    pub facts: &'a Value,
    /// The pointer of its entry.
    pub at: String,
    input: String,
    output: String,
    since: Option<Version>,
}

/// The types for an unknown event, which the catalogue names at its root.
#[derive(Debug, Default, Deserialize)]
struct AnyEvent {
    #[serde(default)]
    input: Option<String>,
    #[serde(default)]
    output: Option<String>,
}

/// The keys of an entry that every feature needs.
#[derive(Debug, Deserialize)]
struct Required {
    name: String,
    input: String,
    output: String,
    specific: Option<String>,
    since: Option<Version>,
}

impl<'a> Catalogue<'a> {
    /// Reads the catalogue of a set. Without one, there are no events.
    pub fn of(set: &'a SchemaSet, found: &mut Diagnostics) -> Self {
        let Some(file) = set.catalogue.as_ref().map(|data| &data.file) else {
            return Self { file: None, events: Vec::new(), any: AnyEvent::default() };
        };
        let any = typed(file, "", &file.value).map_err(|error| found.push(error)).unwrap_or_default();
        let mut events: Vec<Entry<'a>> = Vec::new();
        for (index, facts) in entries(file).enumerate() {
            let at = step("/events", &index.to_string());
            let Required { name, input, output, specific, since } = match typed(file, &at, facts) {
                Ok(entry) => entry,
                Err(error) => {
                    found.push(error);
                    continue;
                }
            };
            if events.iter().any(|known| known.name == name) {
                let message = format!("`{name}` stands in the catalogue twice");
                found.push(Diagnostic::error(Code::Catalogue, message).at(file.place(&step(&at, "name"))));
            } else if set.has(&name) {
                events.push(Entry { name, specific, facts, at, input, output, since });
            }
        }
        Self { file: Some(file), events, any }
    }

    /// Returns the operations of the catalogue: outside of this module, events are operations.
    pub fn announced(&self) -> Announced<'a> {
        let entry = |event: &Entry<'_>| lower::Entry {
            name: event.name.clone(),
            input: event.input.clone(),
            output: event.output.clone(),
            parts: event.specific.iter().map(|name| ("specific", name.clone())).collect(),
            since: event.since.clone(),
            at: event.at.clone(),
        };
        Announced {
            noun: "event",
            file: self.file,
            entries: self.events.iter().map(entry).collect(),
            input: self.any.input.clone(),
            output: self.any.output.clone(),
        }
    }

    /// Returns the catalogue as it is written; null, if there is none.
    pub fn value(&self) -> Value {
        self.file.map_or(Value::Null, |file| file.value.clone())
    }

    /// Returns the location of a node in its file.
    pub fn place(&self, pointer: &str) -> Place {
        self.file.map_or_else(|| Place::of_file(SET_FILE), |file| file.place(pointer))
    }

    /// Reads the keys at the root that a feature needs.
    ///
    /// # Errors
    /// A key is missing or has another form.
    pub fn root<T: DeserializeOwned>(&self) -> Result<T, Diagnostics> {
        match self.file {
            Some(file) => typed(file, "", &file.value).map_err(Into::into),
            None => T::deserialize(Value::Object(Map::new())).map_err(|error| {
                Diagnostic::error(Code::Catalogue, format!("there is no catalogue: {error}")).in_file(SET_FILE).into()
            }),
        }
    }

    /// Reads the keys of each event that a feature needs, by the event's name.
    ///
    /// # Errors
    /// A key is missing or has another form. All of them are returned.
    pub fn of_events<T: DeserializeOwned>(&self) -> Result<IndexMap<String, T>, Diagnostics> {
        let mut found = Diagnostics::default();
        let mut all = IndexMap::new();
        for event in &self.events {
            let Some(file) = self.file else { continue };
            match typed(file, &event.at, event.facts) {
                Ok(facts) => drop(all.insert(event.name.clone(), facts)),
                Err(error) => found.push(error),
            }
        }
        found.or(all).map(|(all, _)| all)
    }
}

/// Returns the entries of a catalogue's file.
pub fn entries(file: &JsonFile) -> impl Iterator<Item = &Value> {
    file.value.get("events").and_then(Value::as_array).into_iter().flatten()
}

/// Reads a value as a type. An error is reported where it occurs in the value.
#[allow(clippy::result_large_err, reason = "it is made once for a mistake, not on a hot path")]
pub fn typed<T: DeserializeOwned>(file: &JsonFile, at: &str, value: &Value) -> Result<T, Diagnostic> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let pointer = pointer(at, error.path());
        Diagnostic::error(Code::Catalogue, error.inner().to_string()).at(file.place(&pointer))
    })
}

fn pointer(at: &str, path: &Path) -> String {
    path.iter().fold(at.to_owned(), |pointer, segment| match segment {
        Segment::Seq { index } => step(&pointer, &index.to_string()),
        Segment::Map { key } => step(&pointer, key),
        Segment::Enum { .. } | Segment::Unknown => pointer,
    })
}
