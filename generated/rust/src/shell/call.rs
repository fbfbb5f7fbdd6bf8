//! Lists the commands of a call.

use std::fmt;

use serde_json::Value;

use super::commands;
use super::data::{TOOLS, entry};
use crate::types::CommandLine;
use crate::wire::{ARGUMENTS_KEY, TOOL_KEY};

/// The tool of a call gets a line of a shell, and the call has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingLine(String);

impl fmt::Display for MissingLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MissingLine {}

/// Returns the commands that a call runs, from the input of an event: none for a tool that gets no line of a shell.
///
/// # Errors
/// The tool gets a line, and the call has none.
pub fn commands_of(payload: &Value) -> Result<CommandLine, MissingLine> {
    let name = payload.get(TOOL_KEY).and_then(Value::as_str).unwrap_or_default();
    let none = CommandLine { commands: Vec::new(), opaque: Vec::new() };
    let Some(tool) = entry(TOOLS, name) else { return Ok(none) };
    let arguments = payload.get(ARGUMENTS_KEY).and_then(Value::as_object);
    if tool.optional && arguments.is_some_and(|it| !it.contains_key(tool.argument)) {
        return Ok(none);
    }
    let line = arguments.and_then(|it| it.get(tool.argument)).and_then(Value::as_str);
    let line = line.ok_or_else(|| MissingLine(format!("the call of `{name}` has no `{}`", tool.argument)))?;
    Ok(commands(line, tool.shell))
}
