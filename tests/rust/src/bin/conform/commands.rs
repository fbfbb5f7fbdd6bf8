//! Answers what lines of a shell run.

use hookwire::shell::{commands, matching, may_run};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Answer;

/// A line of the harness that has `commands`.
#[derive(Deserialize)]
pub struct Line {
    id: String,
    commands: Question,
}

/// A line of a shell, and the command that it may run.
#[derive(Deserialize)]
struct Question {
    line: String,
    wanted: String,
}

/// The rest of the answer.
#[derive(Serialize)]
pub struct Said {
    commands: Value,
    /// How many of the commands are the one that is looked for, or may be, and how many for certain.
    found: [usize; 2],
}

pub fn answer(line: Line) -> Result<Answer, String> {
    let Question { line: text, wanted } = line.commands;
    let found = commands(&text, "bash");
    let verdict = may_run(&found, &wanted).map_err(|error| error.to_string())?;
    let matches = matching(&found, &wanted).map_err(|error| error.to_string())?;
    let counted = [matches.commands.len(), matches.certain.len()];
    let mut commands = serde_json::to_value(&found).map_err(|error| error.to_string())?;
    in_code_points(&text, &mut commands);
    Ok(Answer { id: line.id, verdict, error: None, said: crate::Said::Line(Said { commands, found: counted }) })
}

/// Counts places in code points, as the other languages are asked for.
fn in_code_points(text: &str, value: &mut Value) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                match (key.as_str(), value.as_u64().and_then(|place| usize::try_from(place).ok())) {
                    ("start" | "end", Some(place)) => *value = text[..place].chars().count().into(),
                    _ => in_code_points(text, value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| in_code_points(text, value)),
        _ => {}
    }
}
