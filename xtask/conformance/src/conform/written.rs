//! Outcomes that are written down: tests/conform/outcomes.jsonl has a result of a hook for each requirement that
//! says what a host does, with the part of the outcome that follows from it.

use std::collections::BTreeSet;
use std::fs;

use hookwire_harness::Root;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::Asking;
use super::document;
use super::expected::Expected;
use super::outcomes::{Hook, question};
use super::report::Report;
use crate::binding::{self, PACKAGES};
use crate::processes::{Answer, Panel};
use crate::vector::{self, Vector};

/// The sections of tests/requirements.md whose rows say what a host does with the result of a hook. Each row has a
/// line.
const SECTIONS: [(&str, &[&str]); 4] = [
    (
        "001",
        &[
            "pretooluse",
            "permissionrequest",
            "posttooluse",
            "userpromptsubmit",
            "stop--subagentstop",
            "sessionstart--setup",
            "error-severity",
            "warning-severity",
            "info-severity",
            "exit-codes",
            "common-json-fields",
            "complete-example-posttooluse-validator",
        ],
    ),
    (
        "002",
        &[
            "simple-exit-codes",
            "exit-code-2-behavior-table",
            "common-json-output-fields",
            "pretooluse-json-output",
            "posttooluse-json-output",
            "userpromptsubmit-json-output",
            "stopsubagentstop-json-output",
            "sessionstart-json-output",
            "output-visibility",
        ],
    ),
    ("003", &["2", "3", "exit-code-fallback-pattern", "json-output-schema-structure"]),
    ("004", &["1.1", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "q1"]),
];

/// A line of tests/conform/outcomes.jsonl.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    /// The document and the row in tests/requirements.md: `002#exit-code-2-behavior-table/row-1`.
    source: String,
    /// What is different now, if the row says something else about the host of its time.
    #[serde(default)]
    now: Option<String>,
    event: String,
    /// The result, as the type `RecordedResult`.
    result: Value,
    #[serde(default)]
    context: Map<String, Value>,
    expected: Expected,
    /// Why the packages say something else today.
    #[serde(default)]
    differs: Option<String>,
}

impl Line {
    fn vector(&self) -> Vector {
        let hook = Hook { event: self.event.clone(), result: self.result.clone(), context: self.context.clone() };
        question(&self.id, &[hook], None)
    }

    /// Returns what a package says otherwise.
    fn fault(&self, package: &str, answer: &Answer) -> Option<String> {
        let found = self.expected.differences(answer.more.get("outcome").unwrap_or(&Value::Null));
        match &self.differs {
            Some(_) if found.is_empty() => Some(format!("{}: {package} says it: take `differs` out", self.id)),
            Some(_) => None,
            None => (!found.is_empty()).then(|| format!("{}: {package}: {}", self.id, found.join("; "))),
        }
    }
}

/// Sends every line to each package. Returns true if all packages agree with each other and with the lines, and every row
/// that has to have a line has one.
///
/// # Errors
/// A file cannot be read, or a package cannot be asked.
pub fn run(root: &Root) -> Result<bool, String> {
    let lines: Vec<Line> = vector::read_lines(&root.path("tests/conform/outcomes.jsonl"))?;
    let vectors: Vec<Vector> = lines.iter().map(Line::vector).collect();
    let packages = binding::prepared(root, PACKAGES)?;
    let mut asking = Asking { panel: Panel::start(&packages)?, report: Report::of(&packages), sink: None };
    let answers = asking.panel.ask(&vectors)?;
    let mut faults = document::faults(&packages, &lines, &answers, Line::fault);
    asking.report.note("outcomes", vectors, answers);
    faults.extend(of_sources(root, &lines)?);
    let agreed = asking.report.print(&asking.panel.finish()?, asking.report.shown());
    faults.iter().for_each(|fault| println!("{fault}"));
    let differing = lines.iter().filter(|it| it.differs.is_some()).count();
    println!(
        "outcomes of the seed documents: {}, listed differences: {differing}, faults: {}",
        lines.len(),
        faults.len()
    );
    Ok(agreed && faults.is_empty())
}

/// Returns the lines whose source is no row of the page or whose id is there twice, and the rows without a line.
fn of_sources(root: &Root, lines: &[Line]) -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    let mut ids = BTreeSet::new();
    let used: BTreeSet<&str> = lines.iter().map(|it| &*it.source).collect();
    let mut known = BTreeSet::new();
    let path = root.path("tests/requirements.md");
    let page = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    for (document, sections) in SECTIONS {
        let start = format!("## <a id=\"{document}\"></a>");
        let text = page.split_once(&start).map_or("", |(_, after)| after.split("\n## ").next().unwrap_or_default());
        for row in text.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | ").map(|(row, _)| row)) {
            let source = format!("{document}#{row}");
            let has_line = used.contains(&*source);
            let is_needed = row.split_once('/').is_some_and(|(section, _)| sections.contains(&section));
            if is_needed && !has_line {
                faults.push(format!("tests/conform/outcomes.jsonl: no line has the source {source}"));
            }
            known.insert(source);
        }
    }
    for line in lines {
        if !known.contains(&line.source) {
            faults.push(format!("{}: {} is no row of tests/requirements.md", line.id, line.source));
        }
        if !ids.insert(&line.id) {
            faults.push(format!("{}: the id is there twice", line.id));
        }
        if line.now.as_ref().is_some_and(String::is_empty) {
            faults.push(format!("{}: `now` says what is different now", line.id));
        }
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fault(action: &str, differs: Option<&str>) -> Result<Option<String>, serde_json::Error> {
        let line: Line = serde_json::from_value(json!({
            "id": "1", "source": "002#a/row-1", "event": "Stop", "result": {"kind": "timed_out"},
            "expected": {"action": "normal"}, "differs": differs,
        }))?;
        let answer = json!({"id": "1", "verdict": true, "error": null, "outcome": {"action": action}});
        Ok(line.fault("rust", &serde_json::from_value(answer)?))
    }

    #[test]
    fn another_outcome_is_a_fault_unless_the_line_lists_it() -> Result<(), serde_json::Error> {
        assert_eq!(fault("normal", None)?, None);
        assert_eq!(fault("blocked", Some("because"))?, None);
        assert!(fault("blocked", None)?.is_some());
        assert!(fault("normal", Some("because"))?.is_some());
        Ok(())
    }
}
