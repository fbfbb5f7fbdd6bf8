//! Matchers: the data for reading the matchers of the events, described in `docs/matching.md`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::feature::{Feature, Part, Sources};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Row, Version};
use crate::schema::step;

/// The functions that decide whether a matcher matches.
pub const FEATURE: Feature = Feature {
    name: "matchers",
    needs: &["replies"],
    types: &[],
    tables: &[],
    words: &[],
    namespace: Some("settings"),
    read,
};

/// The matchers of the events, as the packages read them.
#[derive(Debug, Serialize)]
struct Matchers {
    /// The matchers that match every value, as an absent one does.
    matches_all: Vec<String>,
    /// The events that have a matcher.
    events: IndexMap<String, Matched>,
    /// The readings of each syntax, newest first.
    syntaxes: IndexMap<String, Vec<Reading>>,
    /// The aliases in each table: from the alias to the name.
    aliases: IndexMap<String, IndexMap<String, String>>,
}

/// The input value that the matcher of an event is compared with.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Matched {
    /// The key of the input.
    on: String,
    /// The part of its value to compare: one of [`PARTS`].
    part: String,
    /// The syntax of the matcher.
    syntax: String,
    /// The table with aliases of the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
}

/// The characters of names and lists of names. Any other matcher is a regular expression.
#[derive(Debug, Serialize)]
struct Reading {
    /// The characters of names besides ASCII letters and digits; `None` if every matcher is a regular expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<String>,
    /// The characters between the names of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    separators: Option<String>,
    /// The first host version that reads matchers like this.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<Vec<u64>>,
    /// The first host version that no longer does.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Vec<u64>>,
    /// The first host version in which it was seen what single names with spaces, invalid regular expressions and other
    /// names of a value do.
    #[serde(skip_serializing_if = "Option::is_none")]
    settled: Option<Vec<u64>>,
}

/// The keys that this feature reads at the root of the catalogue.
#[derive(Deserialize)]
struct Root {
    #[serde(default)]
    matches_all: Vec<String>,
    syntaxes: Vec<Syntax>,
}

#[derive(Deserialize)]
struct Syntax {
    name: String,
    readings: Vec<Written>,
}

/// A reading in the catalogue.
#[derive(Deserialize)]
struct Written {
    names: Option<String>,
    separators: Option<String>,
    since: Option<Version>,
    until: Option<Version>,
    settled: Option<Version>,
}

/// The key that this feature reads in an event. An event without a matcher has null, or no such key.
#[derive(Deserialize)]
struct OfEvent {
    matcher: Option<Matched>,
}

/// The parts of a value that can be compared. Each is described in `docs/matching.md`, and implemented in each
/// language.
const PARTS: [&str; 3] = ["whole", "basename", "canonical-model"];

fn read(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let Root { matches_all, syntaxes } = sources.catalogue.root()?;
    let syntaxes: IndexMap<_, _> = syntaxes.into_iter().map(|it| (it.name, readings(it.readings))).collect();
    let all: IndexMap<String, OfEvent> = sources.catalogue.of_events()?;
    let mut found = Diagnostics::default();
    let mut events = IndexMap::new();
    let mut aliases = IndexMap::new();
    for event in &sources.catalogue.events {
        let Some(matched) = all.get(&event.name).and_then(|it| it.matcher.as_ref()) else { continue };
        let at = |key: &str| sources.catalogue.place(&step(&step(&event.at, "matcher"), key));
        let mut unknown = |key: &str, what: String, known: Vec<&str>| {
            let advice = match &known[..] {
                [] => format!("leave `{key}` out"),
                known => format!("one of: {}", known.join(", ")),
            };
            found.push(Diagnostic::error(Code::Catalogue, what).at(at(key)).instead(advice));
        };
        if !syntaxes.contains_key(&matched.syntax) {
            let known = syntaxes.keys().map(String::as_str).collect();
            unknown("syntax", format!("`syntaxes` has no `{}`", matched.syntax), known);
        }
        if !PARTS.contains(&&*matched.part) {
            unknown("part", format!("`{}` is not a part of a value", matched.part), PARTS.to_vec());
        }
        if let Some(table) = &matched.table {
            match sources.contract.tables.get(table) {
                Some(rows) => drop(aliases.insert(table.clone(), self::aliases(rows))),
                None => {
                    let known = sources.contract.tables.keys().map(String::as_str).collect();
                    unknown("table", format!("there is no table `{table}`"), known);
                }
            }
        }
        events.insert(event.name.clone(), matched.clone());
    }
    found.or(Box::new(Matchers { matches_all, events, syntaxes, aliases }) as Box<dyn Part>).map(|(part, _)| part)
}

impl Part for Matchers {
    fn data(&self) -> Value {
        json!(self)
    }
}

/// Returns the aliases of a table's rows, each with the name of its row.
fn aliases(rows: &[Row]) -> IndexMap<String, String> {
    rows.iter().flat_map(|row| row.aliases.iter().map(|alias| (alias.clone(), row.name.clone()))).collect()
}

fn readings(written: Vec<Written>) -> Vec<Reading> {
    let reading = |it: Written| Reading {
        names: it.names,
        separators: it.separators,
        since: it.since.map(|version| version.parts()),
        until: it.until.map(|version| version.parts()),
        settled: it.settled.map(|version| version.parts()),
    };
    written.into_iter().map(reading).collect()
}
