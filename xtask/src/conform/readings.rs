//! Readings: what the packages take the input or the reply in a document for, in every language to the letter alike.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Asking;
use super::binding::{self, PACKAGES};
use super::document::{self, Folder};
use super::mutate::documents::Mutants;
use super::panel::{Answer, Panel};
use super::report::Report;
use super::vector::{self, Vector};
use crate::test::Root;

/// A document, and what is known of it beside its bytes.
#[derive(Debug, Clone, Serialize)]
pub struct Document {
    /// Its name in every report.
    pub id: String,
    /// Who has written it.
    pub read: Side,
    /// The event that a reply answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The kind of hook that a reply is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handler: Option<String>,
    /// The host that it is from or for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The tool that a reply is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// What else a reply is judged for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// What is read.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

/// Who has written a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The host.
    Input,
    /// A hook.
    Reply,
}

impl Document {
    fn vector(&self, folder: &Folder) -> Result<Vector, String> {
        let mut line = json!(self);
        line["file"] = json!(folder.hold(&self.id, &self.bytes)?);
        let of = format!("{:?}", self.read).to_lowercase();
        Ok(Vector { id: self.id.clone(), of, line: line.to_string() })
    }
}

/// A line of tests/conform/readings.jsonl.
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
    kind: String,
    /// Code, pointer and severity of each.
    problems: Vec<[String; 3]>,
}

/// A document of which it is written down what it is to be taken for.
struct Written {
    document: Document,
    kind: Value,
    problems: Value,
}

impl Line {
    fn written(self) -> Result<Written, String> {
        let bytes = document::bytes(self.text.as_deref(), self.hex.as_deref());
        let bytes = bytes.map_err(|error| format!("{}: {error}", self.id))?;
        let Self { id, read, event, handler, host, tool, profile, kind, problems, .. } = self;
        if read == Side::Input && [&event, &handler, &tool, &profile].iter().any(|it| it.is_some()) {
            return Err(format!("{id}: an input has no event, handler, tool or profile but what is in it"));
        }
        let document = Document { id, read, event, handler, host, tool, profile, bytes };
        Ok(Written { document, kind: json!(kind), problems: json!(problems) })
    }
}

impl Written {
    /// What is not as it is written down in what a package says.
    fn fault(&self, package: &str, said: &Answer) -> Option<String> {
        let (kind, problems) = (said.more.get("kind").unwrap_or(&Value::Null), problems(said));
        let Self { document: Document { id, .. }, kind: expected_kind, problems: expected } = self;
        (kind != expected_kind || problems != *expected)
            .then(|| format!("{id}: {package} says {kind} {problems}, expected {expected_kind} {expected}"))
    }
}

/// Code, pointer and severity of each problem that a package tells.
fn problems(said: &Answer) -> Value {
    let problems = said.more.get("problems").and_then(Value::as_array).into_iter().flatten();
    problems.map(|it| json!([it["code"], it["pointer"], it["severity"]])).collect()
}

/// Has every package read every document, and so many mutants. Whether all say the same, and what is written down.
pub fn run(root: &Root, seed: u64, mutants: usize) -> Result<bool, String> {
    let lines: Vec<Line> = vector::read_lines(&root.path("tests/conform/readings.jsonl"))?;
    let written: Vec<Written> = lines.into_iter().map(Line::written).collect::<Result<_, _>>()?;
    let documents: Vec<Document> = written.iter().map(|it| it.document.clone()).collect();
    let changed = Mutants::new(root, seed, &documents)?.take(mutants);
    let folder = Folder::empty(root, "readings")?;
    let vectors: Vec<Vector> = documents.iter().map(|it| it.vector(&folder)).collect::<Result<_, _>>()?;
    let mutants: Vec<Vector> = changed.map(|it| it.vector(&folder)).collect::<Result<_, _>>()?;

    let packages = binding::prepared(root, PACKAGES)?;
    let mut asking = Asking { panel: Panel::start(&packages)?, report: Report::of(&packages), sink: None };
    let answers = asking.panel.ask(&vectors)?;
    let faults = document::faults(&packages, &written, &answers, Written::fault);
    asking.report.note("readings", vectors, answers);
    asking.ask("mutants of them", mutants.into_iter())?;
    let agreed = asking.report.print(&asking.panel.finish()?, asking.report.shown());
    faults.iter().for_each(|fault| println!("{fault}"));
    println!("readings: {}, faults: {}", written.len(), faults.len());
    Ok(agreed && faults.is_empty())
}
