//! Documents rather than values: what each reader makes of bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::binding::{self, READERS};
use super::panel::Panel;
use super::vector::{self, Vector};
use crate::test::Root;

/// A line of tests/conform/text.jsonl.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    id: String,
    r#type: String,
    /// Texts, each with how often it stands there.
    text: Option<Vec<(String, usize)>>,
    /// The bytes, where they are no text.
    hex: Option<String>,
    /// What is right.
    verdict: bool,
    /// Readers that say the opposite, each with the reason.
    #[serde(default)]
    differs: BTreeMap<String, String>,
}

impl Document {
    /// The document as a file, which every reader opens itself.
    fn vector(&self, folder: &Path) -> Result<Vector, String> {
        let known = |name: &String| READERS.iter().any(|reader| reader.name == *name);
        if let Some(unknown) = self.differs.keys().find(|name| !known(name)) {
            return Err(format!("{}: there is no reader {unknown}", self.id));
        }
        let file = folder.join(&self.id);
        fs::write(&file, self.bytes()?).map_err(|error| format!("{}: {error}", file.display()))?;
        let line = serde_json::json!({"id": self.id, "type": self.r#type, "file": file}).to_string();
        Ok(Vector { id: self.id.clone(), of: self.r#type.clone(), line })
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        let Some(hex) = &self.hex else {
            return Ok(self.text.iter().flatten().map(|(part, times)| part.repeat(*times)).collect::<String>().into());
        };
        let digits: Vec<char> = hex.chars().filter(|digit| !digit.is_whitespace()).collect();
        let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16);
        digits.chunks(2).map(byte).collect::<Result<_, _>>().map_err(|error| format!("{}: {error}", self.id))
    }

    /// What this reader says if all is as it is written down.
    fn expected_of(&self, reader: &str) -> bool {
        self.verdict != self.differs.contains_key(reader)
    }
}

/// Has every reader read every document, and prints what is not as it is written down. Whether all is.
pub fn run(root: &Root) -> Result<bool, String> {
    let documents: Vec<Document> = vector::read_lines(&root.path("tests/conform/text.jsonl"))?;
    let folder = root.path("target/conform");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let vectors: Vec<Vector> = documents.iter().map(|it| it.vector(&folder)).collect::<Result<_, _>>()?;
    let readers = binding::prepared(root, READERS)?;
    let mut panel = Panel::start(&readers)?;
    let answers = panel.ask(&vectors)?;
    panel.finish()?;
    let mut faults = 0;
    for (reader, said) in readers.iter().zip(&answers) {
        for (document, answer) in documents.iter().zip(said) {
            let expected = document.expected_of(reader.name);
            if answer.verdict != expected || answer.error.is_some() {
                faults += 1;
                let error = answer.error.as_deref().unwrap_or_default();
                println!("{}: {} says {}, expected {expected} {error}", document.id, reader.name, answer.verdict);
            }
        }
    }
    let listed: usize = documents.iter().map(|it| it.differs.len()).sum();
    println!("texts: {}, readers: {}, listed differences: {listed}, faults: {faults}", documents.len(), readers.len());
    Ok(faults == 0)
}
