//! Payloads that are validated for a tool, with their recorded problems.

use serde::Deserialize;
use serde_json::{Value, json};

use super::Asking;
use super::document;
use crate::binding::Ready;
use crate::processes::Answer;
use crate::vector::{self, Seed, Vector};
use hookwire_harness::Root;

/// A line of tests/conform/tools.jsonl.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    r#type: String,
    tool: String,
    host: Option<String>,
    payload: Value,
    /// The verdict without the tool.
    verdict: bool,
    /// Code, pointer, severity and confidence of each problem.
    problems: Vec<[String; 4]>,
}

/// A payload with its recorded problems.
pub struct Written {
    /// The vector.
    pub seed: Seed,
    problems: Value,
}

impl Line {
    fn written(self) -> Result<Written, String> {
        let vector = Vector::new(self.id, self.r#type, &self.payload).for_tool(&self.tool)?;
        let vector = match &self.host {
            Some(host) => vector.for_host(host)?,
            None => vector,
        };
        let has = |severities: &[&str]| self.problems.iter().any(|[_, _, it, _]| severities.contains(&it.as_str()));
        let (host, strict) = (Some(!has(&["rejected", "mismatch"])), Some(!has(&["rejected", "mismatch", "ignored"])));
        let Self { payload, verdict, tool, .. } = self;
        let problems = json!(self.problems);
        let seed = Seed { verdict: Some(verdict), host, strict, tool: Some(tool), ..Seed::new(vector, payload) };
        Ok(Written { seed, problems })
    }
}

impl Written {
    /// Returns the difference between a binding's answer and the recorded one, if the binding reports problems.
    fn fault(&self, binding: &str, said: &Answer) -> Option<String> {
        let reported = said.more.get("problems")?.as_array()?.iter();
        let reported: Value =
            reported.map(|it| json!([it["code"], it["pointer"], it["severity"], it["confidence"]])).collect();
        let (id, expected) = (&self.seed.vector.id, &self.problems);
        (reported != *expected).then(|| format!("{id}: {binding} says {reported}, expected {expected}"))
    }
}

/// Reads all recorded payloads.
pub fn written(root: &Root) -> Result<Vec<Written>, String> {
    let lines: Vec<Line> = vector::read_lines(&root.path("tests/conform/tools.jsonl"))?;
    lines.into_iter().map(Line::written).collect()
}

/// Sends the payloads to all bindings, and prints the differences from the recorded problems. Returns true if there are
/// none.
pub fn ask(written: &[Written], bindings: &[Ready], asking: &mut Asking) -> Result<bool, String> {
    let vectors: Vec<Vector> = written.iter().map(|it| it.seed.vector.clone()).collect();
    let answers = asking.panel.ask(&vectors)?;
    let faults = document::faults(bindings, written, &answers, Written::fault);
    asking.report.note("for tools", vectors, answers);
    faults.iter().for_each(|fault| println!("{fault}"));
    println!("judged for tools: {}, faults: {}", written.len(), faults.len());
    Ok(faults.is_empty())
}
