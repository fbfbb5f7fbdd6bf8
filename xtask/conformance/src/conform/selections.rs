//! Selections: compares what the packages say about which hooks run: with each other, and with what is written down in
//! `tests/conform/selections.jsonl`.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::report::Report;
use super::settings::Settings;
use super::{Asking, document};
use crate::binding::{self, PACKAGES};
use crate::processes::{Answer, Panel};
use crate::vector::{self, Vector};
use hookwire_harness::Root;

/// A line of `selections.jsonl`. Handlers are written as the index of their source, followed by their pointer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    settings: Value,
    input: Value,
    host: Option<String>,
    runs: Vec<String>,
    /// Handler, reason and message; then the handler or the group because of which it does not run.
    others: Vec<Vec<String>>,
    /// Handler, conditions and message.
    depends_on: Vec<[String; 3]>,
}

/// A question with its expected answer.
struct Asked {
    vector: Vector,
    expected: Option<Value>,
}

impl Asked {
    fn fault(&self, package: &str, said: &Answer) -> Option<String> {
        let expected = self.expected.as_ref()?;
        let found = said.more.get("selection").map(shown);
        (found.as_ref() != Some(expected)).then(|| {
            let found = found.unwrap_or_default();
            format!("{}: {package} says {found}, expected {expected}", self.vector.id)
        })
    }
}

/// Returns a selection as the lines have it.
fn shown(selection: &Value) -> Value {
    let list = |key: &str| selection[key].as_array().map(Vec::as_slice).unwrap_or_default();
    let runs: Vec<Value> = list("runs").iter().map(|it| json!(name(it))).collect();
    let others: Vec<Value> = list("others").iter().map(other).collect();
    let depends_on: Vec<Value> =
        list("depends_on").iter().map(|it| json!([name(&it["handler"]), conditions(it), it["message"]])).collect();
    json!({"runs": runs, "others": others, "depends_on": depends_on})
}

/// Returns a place in the settings: the index of the source, followed by the pointer.
fn name(it: &Value) -> String {
    format!("{}{}", it["source"], it["pointer"].as_str().unwrap_or_default())
}

fn other(it: &Value) -> Value {
    match it.get("because") {
        Some(because) => json!([name(it), it["reason"], it["message"], name(because)]),
        None => json!([name(it), it["reason"], it["message"]]),
    }
}

/// Returns the conditions of a handler, with commas between them.
fn conditions(it: &Value) -> String {
    let all = it["conditions"].as_array().map(Vec::as_slice).unwrap_or_default();
    all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(",")
}

fn question(id: String, settings: &Value, input: &Value, host: Option<&str>) -> Vector {
    let mut asked = json!({"settings": settings, "input": input});
    if let Some(host) = host {
        asked["host"] = json!(host);
    }
    let line = json!({"id": id, "select": asked}).to_string();
    Vector { id, of: "selection".to_owned(), line }
}

fn written(line: Line) -> Asked {
    let vector = question(line.id, &line.settings, &line.input, line.host.as_deref());
    let Line { runs, others, depends_on, .. } = line;
    Asked { vector, expected: Some(json!({"runs": runs, "others": others, "depends_on": depends_on})) }
}

/// Asks every package about the written selections, and about random trees of settings. Returns true if all agree.
///
/// # Errors
/// A package cannot be asked.
pub fn run(root: &Root, seed: u64, count: usize) -> Result<bool, String> {
    let lines: Vec<Line> = vector::read_lines(&root.path("tests/conform/selections.jsonl"))?;
    let written: Vec<Asked> = lines.into_iter().map(written).collect();
    let mut trees = Trees { settings: Settings::new(root, seed)?, seed };
    let packages = binding::prepared(root, PACKAGES)?;
    let mut asking = Asking { panel: Panel::start(&packages)?, report: Report::of(&packages), sink: None };
    let vectors: Vec<Vector> = written.iter().map(|it| it.vector.clone()).collect();
    let answers = asking.panel.ask(&vectors)?;
    let faults = document::faults(&packages, &written, &answers, Asked::fault);
    asking.report.note("selections", vectors, answers);
    asking.ask("random trees", (0..count).map(|number| trees.question(number)))?;
    let agreed = asking.report.print(&asking.panel.finish()?, asking.report.shown());
    faults.iter().for_each(|fault| println!("{fault}"));
    println!("selections: {}, faults: {}", written.len(), faults.len());
    Ok(agreed && faults.is_empty())
}

/// A source of random trees of settings.
struct Trees {
    settings: Settings,
    seed: u64,
}

impl Trees {
    fn question(&mut self, number: usize) -> Vector {
        let settings = self.tree();
        let input = self.settings.one("inputs");
        let host = self.settings.host(4);
        question(format!("selection/{}/{number:07}", self.seed), &settings, &input, host.as_deref())
    }

    fn tree(&mut self) -> Value {
        let count = 1 + self.settings.below(4);
        let sources: Vec<Value> = (0..count).map(|_| self.source()).collect();
        let mut tree = json!({"sources": sources});
        add(&mut tree, &self.settings.one("sessions"));
        tree
    }

    fn source(&mut self) -> Value {
        let mut source = self.settings.one("sources");
        let mut document = self.settings.of_events();
        add(&mut document, &self.settings.one("switches"));
        if self.settings.below(8) == 0 {
            spoil(&mut document, &self.settings.one("odd"), self.settings.below(40));
        }
        source["document"] = document;
        source
    }
}

fn add(to: &mut Value, more: &Value) {
    let empty = Map::new();
    for (key, value) in more.as_object().unwrap_or(&empty) {
        to[key.as_str()] = value.clone();
    }
}

/// Replaces the value at a place within a document, counted in the order of its values.
fn spoil(value: &mut Value, by: &Value, mut place: usize) -> Option<usize> {
    if place == 0 {
        value.clone_from(by);
        return None;
    }
    place -= 1;
    match value {
        Value::Object(it) => it.values_mut().try_fold(place, |place, inner| spoil(inner, by, place)),
        Value::Array(it) => it.iter_mut().try_fold(place, |place, inner| spoil(inner, by, place)),
        _ => Some(place),
    }
}
