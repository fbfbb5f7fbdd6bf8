//! Writes files with common definitions: each definition is written once, and files are assembled from these texts.

use std::collections::BTreeMap;
use std::sync::Arc;

use memchr::memmem;
use serde::Serialize;
use serde_json::{Map, Value};

/// The start of the definitions, with the bracket or comma before them.
const OPEN: &str = "\n  \"$defs\": {";
const CLOSE: &str = "\n  }";

/// The end of a schema.
const END: &str = "\n}";

/// The size of the text around the parts of a file, in bytes.
const ROOM: usize = 32;

/// The indentation of a definition.
const INDENT: &str = "\n    ";

/// A definition of a file, with its key.
#[derive(Debug, Clone)]
pub struct Member {
    text: Arc<str>,
    /// The position where its value begins.
    value: usize,
}

impl Member {
    /// Creates the definition with this key.
    pub fn new(key: &str, value: &impl Serialize) -> Self {
        let file = pretty(&BTreeMap::from([("$defs", BTreeMap::from([(key, value)]))]));
        let key = INDENT.len() + Value::from(key).to_string().len() + ": ".len();
        Self { text: within(&file).unwrap_or_default().into(), value: key }
    }

    /// Returns its keywords, as they appear at the root of a file.
    fn keywords(&self) -> String {
        let text = self.text.get(self.value..).unwrap_or_default();
        let mut moved = String::with_capacity(text.len());
        let mut done = 0;
        for at in memmem::find_iter(text.as_bytes(), INDENT) {
            moved.push_str(&text[done..=at]);
            done = at + INDENT.len();
        }
        moved.push_str(&text[done..]);
        moved
    }
}

/// Returns a schema with these keywords, those of `root` after them, and these definitions. There must be at least one
/// keyword.
pub fn file(keywords: &Map<String, Value>, root: Option<&Member>, definitions: &[Member]) -> String {
    let mut text = pretty(keywords);
    text.truncate(text.len().saturating_sub(END.len()));
    let root = root.map(Member::keywords);
    // One allocation: these files are long, and most of the output.
    let length = |text: Option<&String>| text.map_or(0, String::len);
    text.reserve(length(root.as_ref()) + definitions.iter().map(|one| one.text.len() + 1).sum::<usize>() + ROOM);
    if let Some(keywords) = root.as_deref().and_then(|root| root.strip_prefix("{\n")?.strip_suffix(END)) {
        text.push_str(",\n");
        text.push_str(keywords);
    }
    if let Some((last, others)) = definitions.split_last() {
        text.push(',');
        text.push_str(OPEN);
        for one in others {
            text.push_str(&one.text);
            text.push(',');
        }
        text.push_str(&last.text);
        text.push_str(CLOSE);
    }
    text.push_str(END);
    text.push('\n');
    text
}

/// Returns the definitions of a schema that contains only definitions.
fn within(file: &str) -> Option<&str> {
    file.strip_prefix('{')?.strip_prefix(OPEN)?.strip_suffix(END)?.strip_suffix(CLOSE)
}

fn pretty(value: &impl Serialize) -> String {
    // The value is JSON with string keys, so this cannot fail.
    serde_json::to_string_pretty(value).unwrap_or_default()
}
