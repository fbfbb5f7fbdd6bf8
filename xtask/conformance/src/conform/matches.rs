//! Matchers: compares the packages' answers with each other and with the recorded ones. For regular expressions, also
//! compares them with JavaScript's own engine.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::patterns::Patterns;
use super::report::Report;
use super::{Asking, document};
use crate::binding::{self, PACKAGES, Ready};
use crate::processes::{Answer, Panel};
use crate::vector::{self, Seed, Vector};
use hookwire_harness::Root;

/// A question about a matcher.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Question {
    event: String,
    matcher: Option<String>,
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<String>,
}

/// A line of tests/conform/matches.jsonl: a matcher, or an input with the value that matchers are compared with.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Line {
    Matcher {
        id: String,
        #[serde(flatten)]
        question: Question,
        expected: String,
    },
    Input {
        id: String,
        input: Value,
        expected: Option<String>,
    },
}

/// A question with its expected answer.
struct Asked {
    vector: Vector,
    /// The key of the answer, and the recorded value.
    expected: Option<(&'static str, Value)>,
    /// True if the engine can be asked: the matcher is a regular expression for the newest host.
    is_regex: bool,
    /// True if the matcher was made from the grammar of the subset, and the value has no other names.
    of_subset: bool,
    /// True if the value has other names: an expression that matches one of them matches the value.
    has_other_names: bool,
}

impl Question {
    /// Creates the question. The engine cannot answer for an older host, or where every matcher fits.
    fn asked(self, id: String, expected: Option<Value>, reading: &[String], tools: &[String]) -> Asked {
        let is_read = self.host.is_none() && reading.contains(&self.event) && self.value.is_some();
        let is_regex = is_read && self.matcher.as_deref().is_some_and(is_regex);
        let has_other_names = self.value.as_ref().is_some_and(|it| tools.contains(it));
        let line = json!({"id": id, "match": self}).to_string();
        let vector = Vector { id, of: self.event, line };
        let expected = expected.map(|it| ("matches", it));
        Asked { vector, expected, is_regex, of_subset: false, has_other_names }
    }
}

fn is_regex(matcher: &str) -> bool {
    !["", "*"].contains(&matcher) && matcher.contains(|it: char| !it.is_ascii_alphanumeric() && !"_- ,|".contains(it))
}

impl Line {
    fn asked(self, reading: &[String], tools: &[String]) -> Asked {
        match self {
            Self::Matcher { id, question, expected } => question.asked(id, Some(json!(expected)), reading, tools),
            Self::Input { id, input, expected } => {
                Asked { expected: Some(("value", json!(expected))), ..of_input(id, &input) }
            }
        }
    }
}

/// Creates the question for the value of an input.
fn of_input(id: String, input: &Value) -> Asked {
    let line = json!({"id": id, "value_of": input}).to_string();
    let vector = Vector { id, of: "value".to_owned(), line };
    Asked { vector, expected: None, is_regex: false, of_subset: false, has_other_names: false }
}

impl Asked {
    /// Returns the difference between a package's answer and the recorded one.
    fn fault(&self, package: &str, said: &Answer) -> Option<String> {
        let (key, expected) = self.expected.as_ref()?;
        let found = said.more.get(*key).unwrap_or(&Value::Null);
        (found != expected).then(|| format!("{}: {package} says {found}, expected {expected}", self.vector.id))
    }

    /// Returns the difference between all packages and the engine. The packages may answer `undecidable`, unless the
    /// matcher is of the subset and valid.
    fn contradiction(&self, said: &Answer, engine: &Answer) -> Option<String> {
        let found = said.more.get("matches").unwrap_or(&Value::Null);
        let of_engine = engine.more.get("engine").unwrap_or(&Value::Null);
        let is_right = match of_engine.as_str() {
            Some("invalid") => found == "no-match" || found == "undecidable",
            Some("no-match") if self.has_other_names => true,
            _ => found == of_engine || found == "undecidable" && !self.of_subset,
        };
        (!is_right).then(|| format!("{}: the packages say {found}, the engine {of_engine}", self.vector.line))
    }
}

/// Creates random matchers: from the grammar of the subset, from arbitrary signs, and from names. Some are for older
/// hosts.
fn random(root: &Root, seed: u64, count: usize, reading: &[String]) -> Result<Vec<Asked>, String> {
    let (mut patterns, versions, tools) = (Patterns::new(seed), vector::versions(root)?, vector::tools(root)?);
    let events = ["PreToolUse", "PreToolUse", "SubagentStop", "StopFailure", "FileChanged", "Stop"];
    let made = (0..count).map(|at| {
        let kind = patterns.random().below(4);
        let matcher = match kind {
            0 | 1 => patterns.of_subset(),
            2 => patterns.of_signs(),
            _ => patterns.of_names(),
        };
        let host = if patterns.random().one_in(4) { patterns.random().pick(&versions).cloned() } else { None };
        let event = patterns.random().pick(&events).copied().unwrap_or_default().to_owned();
        let value = patterns.value();
        // A tool may have other names, which the expression may match differently.
        let of_subset = kind < 2 && !tools.contains(&value);
        let question = Question { event, matcher: Some(matcher), value: Some(value), host };
        let asked = question.asked(format!("random/{seed}/{at}"), None, reading, &tools);
        Asked { of_subset, ..asked }
    });
    Ok(made.collect())
}

/// Returns a question for each input among the examples.
fn inputs(examples: Vec<Seed>) -> Vec<Asked> {
    let inputs = examples.into_iter().filter(|it| it.vector.of.ends_with("Input"));
    inputs.map(|it| of_input(format!("value/{}", it.vector.id), &it.payload)).collect()
}

/// Sends every question to each package. Returns true if all agree with each other, with the recorded answers, and with
/// the engine.
pub fn run(root: &Root, seed: u64, count: usize) -> Result<bool, String> {
    let lines: Vec<Line> = vector::read_lines(&root.path("tests/conform/matches.jsonl"))?;
    let reading = vector::events_with_matchers(root)?;
    let tools = vector::tools(root)?;
    let written: Vec<Asked> = lines.into_iter().map(|line| line.asked(&reading, &tools)).collect();
    let random = random(root, seed, count, &reading)?;
    let inputs = inputs(vector::examples(root)?);

    let packages = binding::prepared(root, PACKAGES)?;
    let mut asking = Asking { panel: Panel::start(&packages)?, report: Report::of(&packages), sink: None };
    let mut said = Vec::new();
    let mut faults = Vec::new();
    for (source, all) in [("matchers", &written), ("random ones", &random), ("inputs", &inputs)] {
        let vectors: Vec<Vector> = all.iter().map(|it| it.vector.clone()).collect();
        let answers = asking.panel.ask(&vectors)?;
        faults.extend(document::faults(&packages, all, &answers, Asked::fault));
        said.extend(answers.first().cloned().unwrap_or_default());
        asking.report.note(source, vectors, answers);
    }
    let agreed = asking.report.print(&asking.panel.finish()?, asking.report.shown());
    faults.extend(contradictions(root, written.iter().chain(&random).zip(&said))?);
    faults.iter().for_each(|fault| println!("{fault}"));
    println!("matchers: {}, faults: {}", written.len(), faults.len());
    Ok(agreed && faults.is_empty())
}

/// Sends every regular expression to the engine, and returns the contradictions.
fn contradictions<'a>(root: &Root, said: impl Iterator<Item = (&'a Asked, &'a Answer)>) -> Result<Vec<String>, String> {
    let said: Vec<_> = said.filter(|(asked, _)| asked.is_regex).collect();
    let engine: Vec<Ready> = binding::prepared(root, binding::ENGINE)?;
    let mut panel = Panel::start(&engine)?;
    let vectors: Vec<Vector> = said.iter().map(|(asked, _)| asked.vector.clone()).collect();
    let answers = panel.ask(&vectors)?.pop().unwrap_or_default();
    panel.finish()?;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for ((_, said), engine) in said.iter().zip(&answers) {
        let word = |answer: &Answer, key: &str| answer.more.get(key).and_then(Value::as_str).map(str::to_owned);
        let [said, engine] = [word(said, "matches"), word(engine, "engine")].map(Option::unwrap_or_default);
        *counts.entry(format!("{said}, the engine: {engine}")).or_default() += 1;
    }
    println!("regular expressions: {}", said.len());
    counts.iter().for_each(|(what, count)| println!("{count:>9} {what}"));
    let pairs = said.iter().zip(&answers);
    Ok(pairs.filter_map(|((asked, said), engine)| asked.contradiction(said, engine)).collect())
}
