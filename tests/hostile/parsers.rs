//! The parsers of Python and TypeScript: one process each for all files.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::shape::{Language, Shape};
use super::tools;

/// Files to be parsed, each once however often it occurs.
pub struct Parsers {
    folder: tempfile::TempDir,
    queues: BTreeMap<Language, Vec<String>>,
    known: BTreeMap<(Language, String), usize>,
}

/// The language and number of a file.
pub type Ticket = (Language, usize);

impl Parsers {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self { folder, queues: BTreeMap::new(), known: BTreeMap::new() }
    }

    /// Adds a file; `path` gives its extension.
    pub fn take(&mut self, language: Language, path: &str, contents: &str) -> Ticket {
        let ending = path.split_once('.').map_or("", |(_, ending)| ending);
        let ending = if language == Language::TypeScript { ending } else { "py" };
        let key = (language, format!("{ending}\n{contents}"));
        if let Some(known) = self.known.get(&key) {
            return (language, *known);
        }
        let queue = self.queues.entry(language).or_default();
        let target = self.folder.path().join(format!("{}.{ending}", queue.len()));
        fs::write(&target, contents).expect("a temporary file");
        queue.push(target.display().to_string());
        self.known.insert(key, queue.len() - 1);
        (language, queue.len() - 1)
    }

    /// Returns the parsers' answers, by ticket.
    pub fn shapes(&self) -> BTreeMap<Ticket, Result<Shape, String>> {
        let mut all = BTreeMap::new();
        for (language, queue) in &self.queues {
            let reported = run(*language, queue);
            assert_eq!(reported.len(), queue.len(), "{language:?} has not looked at every file");
            for (index, one) in reported.into_iter().enumerate() {
                let shape = match one.get("error").and_then(Value::as_str) {
                    Some(error) => Err(format!("{error} ({})", queue[index])),
                    None => serde_json::from_value(one).map_err(|error| error.to_string()),
                };
                all.insert((*language, index), shape);
            }
        }
        all
    }
}

fn run(language: Language, paths: &[String]) -> Vec<Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = if language == Language::Python {
        let mut python = Command::new(tools::python());
        python.arg(root.join("tests/hostile/shape.py"));
        python
    } else {
        let mut node = Command::new("node");
        node.arg(root.join("tests/hostile/shape.cjs")).arg(tools::node_modules().join("typescript-oldest"));
        node
    };
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the parser runs");
    let input = serde_json::to_string(paths).expect("JSON");
    // They read everything before they write.
    child.stdin.as_ref().expect("a pipe").write_all(input.as_bytes()).expect("the parser reads");
    let output = child.wait_with_output().expect("the parser ends");
    assert!(output.status.success(), "{language:?} ended with {}", output.status);
    serde_json::from_slice(&output.stdout).expect("the parser writes JSON")
}
