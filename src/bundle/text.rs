//! The text of a file that has the same definitions as others: each is written once, and files are put together.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

/// What a member is moved in by: it stands in an object of an object.
const INDENT: &str = "\n    ";

/// A definition of a file, at its key.
#[derive(Debug, Clone)]
pub struct Member {
    text: Arc<str>,
    /// Where its value begins.
    value: usize,
}

impl Member {
    /// The definition at this key.
    pub fn new(key: &str, value: &impl Serialize) -> Self {
        let key = format!("{INDENT}{}: ", Value::from(key));
        // No string of JSON has a line feed in it.
        let value = pretty(value).replace('\n', INDENT);
        Self { value: key.len(), text: (key + &value).into() }
    }

    /// What it holds, as it stands at the root of a file.
    fn keywords(&self) -> String {
        self.text[self.value..].replace(INDENT, "\n")
    }
}

/// A schema with these keywords, behind them those of `root`, and with these definitions, if there are any. There is at least
/// one keyword.
pub fn file(keywords: &Map<String, Value>, root: Option<&Member>, definitions: &[Member]) -> String {
    let mut text = pretty(keywords);
    // The end of the object, which comes later.
    text.truncate(text.len() - "\n}".len());
    let root = root.map(Member::keywords);
    if let Some(keywords) = root.as_deref().and_then(|root| root.strip_prefix("{\n")?.strip_suffix("\n}")) {
        text.push_str(",\n");
        text.push_str(keywords);
    }
    if let Some((last, others)) = definitions.split_last() {
        text.push_str(",\n  \"$defs\": {");
        for one in others {
            text.push_str(&one.text);
            text.push(',');
        }
        text.push_str(&last.text);
        text.push_str("\n  }");
    }
    text.push_str("\n}\n");
    text
}

fn pretty(value: &impl Serialize) -> String {
    // Of values of JSON with names for keys: nothing in it can fail.
    serde_json::to_string_pretty(value).unwrap_or_default()
}
