//! Matchers: how the matchers of the events are read, which `docs/matching.md` calls the data.

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
    about: "functions that decide whether a matcher lets its hook run",
    needs: &["replies"],
    types: &[],
    tables: &[],
    read,
};

/// The matchers of the events, as the packages read them.
#[derive(Debug, Serialize)]
struct Matchers {
    /// The events that a matcher is read for at all.
    events: IndexMap<String, Matched>,
    /// All readings of each syntax, newest first.
    syntaxes: IndexMap<String, Vec<Reading>>,
    /// Other names in a matcher, by the table that has them: the other name, then the name.
    aliases: IndexMap<String, IndexMap<String, String>>,
}

/// The value that the matcher of an event is compared with.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Matched {
    /// The key of the input.
    on: String,
    /// The part of its value that is compared: one of [`PARTS`].
    part: String,
    /// The syntax of the matcher.
    syntax: String,
    /// The table that has other names for the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
}

/// The form of a name and of a list of names: everything else is a regular expression.
#[derive(Debug, Serialize)]
struct Reading {
    /// Characters of names beside ASCII letters and digits; none: every matcher is a regular expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<String>,
    /// The characters between the names of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    separators: Option<String>,
    /// The first version that reads like this.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<Vec<u64>>,
    /// The first version that no longer does.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Vec<u64>>,
}

/// The keys that this feature reads at the root of the catalogue.
#[derive(Deserialize)]
struct Root {
    syntaxes: Vec<Syntax>,
}

#[derive(Deserialize)]
struct Syntax {
    name: String,
    readings: Vec<Written>,
}

/// A reading as it is written down.
#[derive(Deserialize)]
struct Written {
    names: Option<String>,
    separators: Option<String>,
    since: Option<Version>,
    until: Option<Version>,
}

/// The key that it reads of an event. An event whose matcher is null, or left out, has none.
#[derive(Deserialize)]
struct OfEvent {
    matcher: Option<Matched>,
}

/// The parts of a value that can be compared: each is a line in `docs/matching.md`, and some lines in each language.
const PARTS: [&str; 3] = ["whole", "basename", "canonical-model"];

fn read(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let Root { syntaxes } = sources.catalogue.root()?;
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
    found.or(Box::new(Matchers { events, syntaxes, aliases }) as Box<dyn Part>).map(|(part, _)| part)
}

impl Part for Matchers {
    fn data(&self) -> Value {
        json!(self)
    }
}

/// The other names of a table's rows, each with the name of its row.
fn aliases(rows: &[Row]) -> IndexMap<String, String> {
    rows.iter().flat_map(|row| row.aliases.iter().map(|alias| (alias.clone(), row.name.clone()))).collect()
}

fn readings(written: Vec<Written>) -> Vec<Reading> {
    let reading = |it: Written| Reading {
        names: it.names,
        separators: it.separators,
        since: it.since.map(|version| version.parts()),
        until: it.until.map(|version| version.parts()),
    };
    written.into_iter().map(reading).collect()
}
