//! Documents of a type: compares the verdict of each reader with the recorded one.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::document::{self, Folder};
use crate::binding::{self, READERS};
use crate::processes::{Answer, Panel};
use crate::vector::{self, Vector};
use hookwire_harness::Root;

/// A line of tests/conform/text.jsonl.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    id: String,
    r#type: String,
    text: Option<Vec<(String, usize)>>,
    hex: Option<String>,
    /// The expected verdict.
    verdict: bool,
    /// The readers with the opposite verdict, each with the reason.
    #[serde(default)]
    differs: BTreeMap<String, String>,
}

impl Document {
    /// Writes the document to a file, which every reader opens itself.
    fn vector(&self, folder: &Folder) -> Result<Vector, String> {
        let known = |name: &String| READERS.iter().any(|reader| reader.name == *name);
        if let Some(unknown) = self.differs.keys().find(|name| !known(name)) {
            return Err(format!("{}: there is no reader {unknown}", self.id));
        }
        let bytes = document::bytes(self.text.as_deref(), self.hex.as_deref());
        let file = folder.hold(&self.id, &bytes.map_err(|error| format!("{}: {error}", self.id))?)?;
        let line = serde_json::json!({"id": self.id, "type": self.r#type, "file": file}).to_string();
        Ok(Vector { id: self.id.clone(), of: self.r#type.clone(), line })
    }

    /// Returns the difference between a reader's answer and the recorded one.
    fn fault(&self, reader: &str, said: &Answer) -> Option<String> {
        let expected = self.verdict != self.differs.contains_key(reader);
        let error = said.error.as_deref().unwrap_or_default();
        (said.verdict != expected || said.error.is_some())
            .then(|| format!("{}: {reader} says {}, expected {expected} {error}", self.id, said.verdict))
    }
}

/// Sends every document to each reader, and prints the differences from the recorded verdicts. Returns true if there
/// are none.
pub fn run(root: &Root) -> Result<bool, String> {
    let documents: Vec<Document> = vector::read_lines(&root.path("tests/conform/text.jsonl"))?;
    let folder = Folder::empty(root, "text")?;
    let vectors: Vec<Vector> = documents.iter().map(|it| it.vector(&folder)).collect::<Result<_, _>>()?;
    let readers = binding::prepared(root, READERS)?;
    let mut panel = Panel::start(&readers)?;
    let answers = panel.ask(&vectors)?;
    panel.finish()?;
    let faults = document::faults(&readers, &documents, &answers, Document::fault);
    faults.iter().for_each(|fault| println!("{fault}"));
    let listed: usize = documents.iter().map(|it| it.differs.len()).sum();
    let (texts, readers, faulty) = (documents.len(), readers.len(), faults.len());
    println!("texts: {texts}, readers: {readers}, listed differences: {listed}, faults: {faulty}");
    Ok(faults.is_empty())
}
