//! The catalogue: facts about each event that are not in a schema. It is read once, typed, and mistakes are reported at
//! their lines.
//!
//! The required keys of an event are `name`, `input` and `output`. All other keys belong to features, which read them
//! with [`Catalogue::root`] and [`Catalogue::of_events`], or to templates, which see every key as it is written.

use std::sync::Arc;

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use serde_path_to_error::{Path, Segment};

use super::meanings::Meanings;
use super::wire::Wire;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place};
use crate::load::{SET_FILE, SchemaSet};
use crate::lower::{CatalogueOperation, CatalogueOperations};
use crate::model::Version;
use crate::schema::{JsonFile, step};

/// The catalogue of a set.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    file: Option<Arc<JsonFile>>,
    /// The events in order. A profile may have fewer.
    pub events: Vec<EventEntry>,
    /// The mistakes in the entries of `events`, which does not have them.
    pub mistakes: Diagnostics,
    /// The words of the host.
    pub wire: Wire,
    /// The meanings of the words in cells.
    pub meanings: Meanings,
    input: Option<String>,
    output: Option<String>,
}

/// The entry of an event, with the keys that every feature needs.
#[derive(Debug, Clone, Deserialize)]
pub struct EventEntry {
    /// The name on the wire: `PreToolUse`.
    pub name: String,
    /// The type that a hook reads.
    pub input: String,
    /// The type that a hook writes.
    pub output: String,
    /// The type of the part of its reply that only this event has.
    pub specific: Option<String>,
    /// The host version that added it.
    pub since: Option<Version>,
    /// Its pointer.
    #[serde(skip)]
    pub at: String,
}

/// The keys at the root that no feature has to itself.
#[derive(Debug, Default, Deserialize)]
struct Root {
    /// The types for an unknown event.
    #[serde(default)]
    input: Option<String>,
    #[serde(default)]
    output: Option<String>,
    #[serde(default)]
    wire: Wire,
    #[serde(default)]
    meanings: Meanings,
}

impl Catalogue {
    /// Reads the catalogue of a set. Without one, there are no events.
    pub fn read(set: &SchemaSet) -> Self {
        let Some(file) = set.catalogue.as_ref().map(|data| Arc::clone(&data.file)) else { return Self::default() };
        let mut mistakes = Diagnostics::default();
        let Root { input, output, wire, meanings } =
            typed(&file, "", &file.value).map_err(|error| mistakes.push(error)).unwrap_or_default();
        let mut events: Vec<EventEntry> = Vec::new();
        let entries = file.value.get("events").and_then(Value::as_array);
        for (index, entry) in entries.into_iter().flatten().enumerate() {
            let at = step("/events", &index.to_string());
            match typed::<EventEntry>(&file, &at, entry) {
                Ok(event) if events.iter().any(|known| known.name == event.name) => {
                    let message = format!("the catalogue lists `{}` twice", event.name);
                    mistakes.push(Diagnostic::error(Code::Catalogue, message).at(file.place(&step(&at, "name"))));
                }
                Ok(event) => events.push(EventEntry { at, ..event }),
                Err(error) => mistakes.push(error),
            }
        }
        Self { file: Some(file), events, mistakes, wire, meanings, input, output }
    }

    /// Returns the catalogue with only the events that a profile has.
    #[must_use]
    pub fn of_profile(&self, profile: &SchemaSet) -> Self {
        let mut own = self.clone();
        own.events.retain(|event| profile.has(&event.name));
        own
    }

    /// Returns the operations of the catalogue: outside of this module, events are operations.
    pub fn operations(&self) -> CatalogueOperations<'_> {
        let entry = |event: &EventEntry| CatalogueOperation {
            name: event.name.clone(),
            input: event.input.clone(),
            output: event.output.clone(),
            parts: event.specific.iter().map(|name| ("specific", name.clone())).collect(),
            since: event.since.clone(),
            at: event.at.clone(),
        };
        CatalogueOperations {
            noun: "event",
            file: self.file.as_deref(),
            each: self.events.iter().map(entry).collect(),
            input: self.input.clone(),
            output: self.output.clone(),
        }
    }

    /// Returns true if there is an event of this name.
    pub fn has(&self, name: &str) -> bool {
        self.events.iter().any(|event| event.name == name)
    }

    /// Returns the whole entry of an event, as it is written.
    pub fn facts(&self, event: &EventEntry) -> &Value {
        self.file.as_ref().and_then(|file| file.value.pointer(&event.at)).unwrap_or(&Value::Null)
    }

    /// Returns the catalogue as it is written; null, if there is none.
    pub fn value(&self) -> &Value {
        self.file.as_ref().map_or(&Value::Null, |file| &file.value)
    }

    /// Returns the location of a node in its file.
    pub fn place(&self, pointer: &str) -> Place {
        self.file.as_ref().map_or_else(|| Place::of_file(SET_FILE), |file| file.place(pointer))
    }

    /// Reads the keys at the root that a feature needs.
    ///
    /// # Errors
    /// A key is missing or has another form.
    pub fn root<T: DeserializeOwned>(&self) -> Result<T, Diagnostics> {
        match &self.file {
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
            let Some(file) = &self.file else { continue };
            match typed(file, &event.at, self.facts(event)) {
                Ok(facts) => drop(all.insert(event.name.clone(), facts)),
                Err(error) => found.push(error),
            }
        }
        found.or(all).map(|(all, _)| all)
    }

    /// Reports the keys that the root or an event does not have.
    pub fn missing_keys(&self, of_root: &[&str], of_event: &[&str]) -> Diagnostics {
        let mut found = Diagnostics::default();
        let entries = self.events.iter().map(|event| (event.at.as_str(), self.facts(event), of_event));
        for (at, value, keys) in std::iter::once(("", self.value(), of_root)).chain(entries) {
            for key in keys.iter().filter(|key| value.get(key).is_none()) {
                found.push(Diagnostic::error(Code::Catalogue, format!("missing field `{key}`")).at(self.place(at)));
            }
        }
        found
    }
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
