//! How the matchers of the events are read: what `docs/matching.md` calls the data.
//!
//! The catalogue says it. A set whose catalogue says nothing of matchers, or says it in words of its own, has none.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::{Contract, Row, Version};
use crate::regex::data;

/// What the packages know of matchers.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Matchers {
    /// The events that a matcher is read for at all.
    pub events: IndexMap<String, Matched>,
    /// By the words that `syntax` of the events has: all readings, newest first.
    pub syntaxes: IndexMap<String, Vec<Reading>>,
    /// What stands for a name in a matcher, by the table that has the name: the other name, then the name.
    pub aliases: IndexMap<String, IndexMap<String, String>>,
    /// Where regular expressions end.
    pub limits: Limits,
    /// What the escapes of classes stand for.
    pub classes: Classes,
}

/// What the matcher of an event is compared with.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Matched {
    /// The key of the input.
    pub on: String,
    /// What of it: `whole`, `basename` or `canonical-model`.
    pub part: String,
    /// How the matcher is read.
    pub syntax: String,
    /// The table that has other names for the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
}

/// What is a name, or a list of names: everything else is a regular expression.
#[derive(Debug, Clone, Serialize)]
pub struct Reading {
    /// Characters of names beside ASCII letters and digits; none: every matcher is a regular expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<String>,
    /// Those that part the names of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub separators: Option<String>,
    /// The first version that reads like this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Vec<u64>>,
    /// The first version that does not any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Vec<u64>>,
}

/// Beyond these a regular expression is not decided: its time is bounded.
#[derive(Debug, Clone, Serialize)]
pub struct Limits {
    /// UTF-16 units of a pattern.
    pub pattern: usize,
    /// Groups within each other.
    pub depth: usize,
    /// The size of a pattern with its repetitions written out.
    pub size: usize,
    /// The size, multiplied by the units of the value and one.
    pub work: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { pattern: data::LONGEST, depth: data::DEEPEST, size: data::LARGEST, work: data::MOST_WORK }
    }
}

/// First and last units of each run.
type Ranges = &'static [[u32; 2]];

/// What JavaScript has behind its escapes, without the flags `i`, `u` and `v`.
#[derive(Debug, Clone, Serialize)]
pub struct Classes {
    /// `\d`
    pub digit: Ranges,
    /// `\w`
    pub word: Ranges,
    /// `\s`
    pub space: Ranges,
    /// What `.` does not stand for.
    pub line_end: Ranges,
}

impl Default for Classes {
    fn default() -> Self {
        Self { digit: data::DIGIT, word: data::WORD, space: data::SPACE, line_end: data::LINE_END }
    }
}

/// What this step reads of a syntax in the catalogue.
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

/// What the catalogue says of matchers, if it does. An event whose matcher is null, or left out, has none.
pub fn matchers(contract: &Contract) -> Option<Matchers> {
    let written: Vec<Syntax> = read(contract.catalogue.get("syntaxes")?)?;
    let syntaxes: IndexMap<_, _> = written.into_iter().map(|it| (it.name, readings(it.readings))).collect();
    let mut events = IndexMap::new();
    for event in &contract.events {
        let Some(matcher) = event.facts.get("matcher").filter(|it| !it.is_null()) else { continue };
        let matched: Matched = read(matcher)?;
        if !syntaxes.contains_key(&matched.syntax) || !PARTS.contains(&&*matched.part) {
            return None;
        }
        events.insert(event.name.clone(), matched);
    }
    let tables = events.values().filter_map(|it: &Matched| it.table.clone());
    let aliases =
        tables.map(|table| Some((table.clone(), aliases(contract.tables.get(&table)?)))).collect::<Option<_>>()?;
    Some(Matchers { events, syntaxes, aliases, ..Matchers::default() })
}

/// The other names of a table's rows, each with the name of its row.
fn aliases(rows: &[Row]) -> IndexMap<String, String> {
    rows.iter().flat_map(|row| row.aliases.iter().map(|alias| (alias.clone(), row.name.clone()))).collect()
}

/// What of a value can be compared: each is a line in `docs/matching.md`, and some lines in each language.
const PARTS: [&str; 3] = ["whole", "basename", "canonical-model"];

fn read<T: for<'de> Deserialize<'de>>(value: &Value) -> Option<T> {
    T::deserialize(value).ok()
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
