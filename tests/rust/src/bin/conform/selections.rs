//! Answers which hooks of settings run.

use hookwire::host::{Selection, SettingsTree, select};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Answer;

/// A line of the harness that has `select`.
#[derive(Deserialize)]
pub struct Line {
    id: String,
    select: Question,
}

/// Settings, and the input of an event.
#[derive(Deserialize)]
struct Question {
    settings: Value,
    input: Value,
    host: Option<String>,
}

/// The rest of the answer.
#[derive(Serialize)]
pub struct Said {
    selection: Box<Selection>,
}

pub fn answer(line: Line) -> Result<Answer, String> {
    let Question { settings, input, host } = line.select;
    let context = crate::context(host.as_deref(), None, None)?;
    let selection = select(&tree(settings)?, &input, &context).map_err(|error| error.to_string())?;
    let said = crate::Said::Selected(Said { selection: Box::new(selection) });
    Ok(Answer { id: line.id, verdict: true, error: None, said })
}

/// Returns the tree of settings: a value without a list of sources is a document alone.
fn tree(settings: Value) -> Result<SettingsTree, String> {
    if settings.get("sources").is_some_and(Value::is_array) {
        return serde_json::from_value(settings).map_err(|error| error.to_string());
    }
    Ok(SettingsTree::of_document(settings))
}
