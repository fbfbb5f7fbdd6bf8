//! Command lines: compares what the packages say that a line of a shell runs: with each other, and with what is written down
//! in `tests/conform/commands.jsonl`.

use serde::Deserialize;
use serde_json::{Value, json};

use super::report::Report;
use super::{Asking, document};
use crate::binding::{self, PACKAGES, PYTHON_ALONE};
use crate::lines::Lines;
use crate::processes::{Answer, Panel};
use crate::vector::{self, Vector};
use hookwire_harness::Root;

/// What the lines of `commands.jsonl` are asked about.
const WANTED: &str = "git push";

/// A line of `commands.jsonl`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The name of the row.
    pub id: String,
    /// A line of a shell, or several.
    pub line: String,
    /// The words of each command, after what runs it.
    pub runs: Vec<String>,
    /// The reasons of the opaque parts.
    pub opaque: Vec<String>,
    /// Whether it runs `git push`, or may run it.
    pub may_run: bool,
}

/// Returns the written lines.
///
/// # Errors
/// The file cannot be read.
pub fn rows(root: &Root) -> Result<Vec<Row>, String> {
    vector::read_lines(&root.path("tests/conform/commands.jsonl"))
}

/// A question with its expected answer.
struct Asked {
    vector: Vector,
    expected: Value,
}

impl Asked {
    fn fault(&self, package: &str, said: &Answer) -> Option<String> {
        let found = said.more.get("commands").map(shown).unwrap_or_default();
        let found = json!([found, said.verdict]);
        (found != self.expected)
            .then(|| format!("{}: {package} says {found}, expected {}", self.vector.id, self.expected))
    }
}

/// Returns an answer as the lines have it.
fn shown(line: &Value) -> Value {
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let texts = |values: Vec<Value>| values.iter().filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>();
    let runs: Vec<String> = list(line, "commands")
        .iter()
        .map(|it| {
            let words: Vec<Value> = list(it, "words").iter().map(|word| word["text"].clone()).collect();
            let through = texts(list(it, "through"));
            let after = if through.is_empty() { String::new() } else { format!("{}: ", through.join(" ")) };
            format!("{after}{}", texts(words).join(" "))
        })
        .collect();
    let opaque: Vec<Value> = list(line, "opaque").iter().map(|it| it["reason"].clone()).collect();
    json!({"runs": runs, "opaque": opaque})
}

fn question(id: String, line: &str) -> Vector {
    let line = json!({"id": id, "commands": {"line": line, "wanted": WANTED}}).to_string();
    Vector { id, of: "command line".to_owned(), line }
}

fn written(row: Row) -> Asked {
    let expected = json!([{"runs": row.runs, "opaque": row.opaque}, row.may_run]);
    Asked { vector: question(row.id, &row.line), expected }
}

/// Asks every package about the written lines, and about random ones. Returns true if all agree.
///
/// # Errors
/// A package cannot be asked.
pub fn run(root: &Root, seed: u64, count: usize) -> Result<bool, String> {
    let written: Vec<Asked> = rows(root)?.into_iter().map(written).collect();
    let packages = binding::prepared(root, PACKAGES)?;
    let mut asking = Asking { panel: Panel::start(&packages)?, report: Report::of(&packages), sink: None };
    let vectors: Vec<Vector> = written.iter().map(|it| it.vector.clone()).collect();
    let answers = asking.panel.ask(&vectors)?;
    let faults = document::faults(&packages, &written, &answers, Asked::fault);
    asking.report.note("command lines", vectors, answers);
    let mut lines = Lines::new(seed);
    asking.ask(
        "random lines",
        (0..count).map(|number| {
            let line = if number % 2 == 0 { lines.command() } else { lines.signs() };
            question(format!("line/{seed}/{number:07}"), &line)
        }),
    )?;
    let agreed = asking.report.print(&asking.panel.finish()?, asking.report.shown());
    faults.iter().for_each(|fault| println!("{fault}"));
    println!("command lines: {}, faults: {}", written.len(), faults.len());
    Ok(agreed && faults.is_empty())
}

/// Returns what the Python package says about each line.
///
/// # Errors
/// The package cannot be asked.
pub fn of_python(root: &Root, lines: &[String]) -> Result<Vec<Value>, String> {
    let packages = binding::prepared(root, PYTHON_ALONE)?;
    let mut panel = Panel::start(&packages)?;
    let vectors: Vec<Vector> =
        lines.iter().enumerate().map(|(number, line)| question(format!("line/{number:07}"), line)).collect();
    let answers = panel.ask(&vectors)?;
    panel.finish()?;
    Ok(answers.into_iter().flatten().map(|mut it| it.more.remove("commands").unwrap_or_default()).collect())
}
