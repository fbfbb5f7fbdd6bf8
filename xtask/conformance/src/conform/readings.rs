//! Readings: compares how the packages read a document, which is an input, a reply, or the answer of a model. All
//! languages must answer exactly the same.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Asking;
use super::document::{self, Folder};
use super::mutate::documents::Mutants;
use super::report::Report;
use crate::binding::{self, PACKAGES};
use crate::processes::{Answer, Panel};
use crate::vector::{self, Vector};
use hookwire_harness::Root;

/// A document and its context.
#[derive(Debug, Clone, Serialize)]
pub struct Document {
    /// Its name in every report.
    pub id: String,
    /// The writer.
    pub read: Side,
    /// The event that a reply answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The kind of hook that a reply is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handler: Option<String>,
    /// The version of the host that it is from or for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The tool that a reply is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The profile of a reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// The context of a model's answer.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub asked: Option<OfModel>,
    /// The contents.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

/// The context of a model's answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct OfModel {
    /// Why the model stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// True if the model did not answer in time.
    pub timed_out: bool,
    /// True if the model was asked without a schema for its answer.
    pub unstructured: bool,
    /// The hook's setting of this name.
    pub continue_on_block: bool,
}

/// The writer of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The host.
    Input,
    /// A hook.
    Reply,
    /// The model of a hook.
    Prompt,
}

impl Document {
    pub fn vector(&self, folder: &Folder) -> Result<Vector, String> {
        let mut line = json!(self);
        line["file"] = json!(folder.hold(&self.id, &self.bytes)?);
        let of = format!("{:?}", self.read).to_lowercase();
        Ok(Vector { id: self.id.clone(), of, line: line.to_string() })
    }
}

/// Inputs and replies.
pub const READINGS: &str = "readings.jsonl";

/// Answers of models.
pub const PROMPTS: &str = "prompts.jsonl";

/// A line of tests/conform/readings.jsonl or prompts.jsonl.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    read: Side,
    event: Option<String>,
    handler: Option<String>,
    host: Option<String>,
    tool: Option<String>,
    profile: Option<String>,
    text: Option<Vec<(String, usize)>>,
    hex: Option<String>,
    stop_reason: Option<String>,
    #[serde(default)]
    timed_out: bool,
    #[serde(default)]
    unstructured: bool,
    #[serde(default)]
    continue_on_block: bool,
    kind: String,
    /// Code, pointer and severity of each problem.
    problems: Vec<[String; 3]>,
    /// For the answer of a model: its failure, the confidence, and `[when, action, reason, confidence]` of each effect.
    failure: Option<String>,
    confidence: Option<String>,
    effects: Option<Vec<[Option<String>; 4]>>,
}

/// A document with its recorded reading.
struct Written {
    document: Document,
    /// The expected reading.
    expected: Value,
}

impl Line {
    fn written(self) -> Result<Written, String> {
        let bytes = document::bytes(self.text.as_deref(), self.hex.as_deref());
        let bytes = bytes.map_err(|error| format!("{}: {error}", self.id))?;
        let Self { stop_reason, timed_out, unstructured, continue_on_block, .. } = self;
        let asked = OfModel { stop_reason, timed_out, unstructured, continue_on_block };
        let Self {
            id, read, event, handler, host, tool, profile, kind, problems, failure, confidence, effects, ..
        } = self;
        if read == Side::Input && [&event, &handler, &tool, &profile].iter().any(|it| it.is_some()) {
            return Err(format!("{id}: an input has no event, handler, tool or profile but what is in it"));
        }
        let of_model = confidence.is_some() && effects.is_some();
        if of_model != (read == Side::Prompt) || (!of_model && (asked != OfModel::default() || failure.is_some())) {
            return Err(format!("{id}: the answer of a model has `confidence` and `effects`, and only that has them"));
        }
        let expected = match read {
            Side::Prompt => json!([kind, problems, failure, confidence, effects]),
            Side::Input | Side::Reply => json!([kind, problems]),
        };
        let asked = (read == Side::Prompt).then_some(asked);
        Ok(Written { document: Document { id, read, event, handler, host, tool, profile, asked, bytes }, expected })
    }
}

impl Written {
    /// Returns the difference between a package's answer and the recorded one.
    fn fault(&self, package: &str, said: &Answer) -> Option<String> {
        let (reported, Self { document, expected }) = (reported(self.document.read, said), self);
        (reported != *expected).then(|| format!("{}: {package} says {reported}, expected {expected}", document.id))
    }
}

/// Returns the reading of a package, in the recorded form.
fn reported(read: Side, said: &Answer) -> Value {
    let more = |key: &str| said.more.get(key).unwrap_or(&Value::Null);
    match read {
        Side::Input | Side::Reply => json!([more("kind"), problems(said)]),
        Side::Prompt => {
            let reading = more("reading");
            json!([more("kind"), problems(said), reading["failure"], reading["confidence"], effects(reading)])
        }
    }
}

/// Returns `[when, action, reason, confidence]` of each effect.
fn effects(reading: &Value) -> Value {
    let effects = reading["effects"].as_array().into_iter().flatten();
    effects.map(|it| json!([it["when"], it["action"], it["reason"], it["confidence"]])).collect()
}

/// Returns code, pointer and severity of each problem that a package reports.
fn problems(said: &Answer) -> Value {
    let problems = said.more.get("problems").and_then(Value::as_array).into_iter().flatten();
    problems.map(|it| json!([it["code"], it["pointer"], it["severity"]])).collect()
}

/// Sends every document of a file, and a number of mutants, to each package. Returns true if all packages agree with
/// each other and with the recorded readings.
pub fn run(root: &Root, file: &str, seed: u64, mutants: usize) -> Result<bool, String> {
    let lines: Vec<Line> = vector::read_lines(&root.path("tests/conform").join(file))?;
    compare(root, file, lines.into_iter().map(Line::written).collect::<Result<_, _>>()?, seed, mutants)
}

/// Sends every input that the real host sent, and a number of mutants, to each package. Returns true if each package
/// knows the event of every input and reports no problem, and all packages agree on the mutants.
pub fn run_observed(root: &Root, seed: u64, mutants: usize) -> Result<bool, String> {
    let mut written = Vec::new();
    for (id, line) in vector::observed(root)? {
        let document = Document {
            id,
            read: Side::Input,
            event: None,
            handler: None,
            host: None,
            tool: None,
            profile: None,
            asked: None,
            bytes: line.into_bytes(),
        };
        written.push(Written { document, expected: json!(["known", []]) });
    }
    compare(root, "observed inputs", written, seed, mutants)
}

/// Compares how each package reads the documents and their mutants. `name` is that of the documents in the report.
fn compare(root: &Root, name: &str, written: Vec<Written>, seed: u64, mutants: usize) -> Result<bool, String> {
    let documents: Vec<Document> = written.iter().map(|it| it.document.clone()).collect();
    let changed = Mutants::new(root, seed, &documents)?.take(mutants);
    let folder = Folder::empty(root, name)?;
    let vectors: Vec<Vector> = documents.iter().map(|it| it.vector(&folder)).collect::<Result<_, _>>()?;
    let mutants: Vec<Vector> = changed.map(|it| it.vector(&folder)).collect::<Result<_, _>>()?;

    let packages = binding::prepared(root, PACKAGES)?;
    let mut asking = Asking { panel: Panel::start(&packages)?, report: Report::of(&packages), sink: None };
    let answers = asking.panel.ask(&vectors)?;
    let faults = document::faults(&packages, &written, &answers, Written::fault);
    asking.report.note("written down", vectors, answers);
    asking.ask("mutants of them", mutants.into_iter())?;
    let agreed = asking.report.print(&asking.panel.finish()?, asking.report.shown());
    faults.iter().for_each(|fault| println!("{fault}"));
    println!("{name}: {}, faults: {}", written.len(), faults.len());
    Ok(agreed && faults.is_empty())
}
