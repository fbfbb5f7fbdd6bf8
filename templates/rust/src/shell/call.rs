//! Lists the commands of a call.

use serde_json::Value;

use super::commands;
use super::data::{TOOLS, entry};
use crate::types::CommandLine;
use crate::wire::{ARGUMENTS_KEY, TOOL_KEY};

/// Returns the commands that a call runs. The error says that the tool gets a line of a shell, and that the call has none.
pub(crate) fn commands_of(payload: &Value) -> Result<CommandLine, String> {
    let name = payload.get(TOOL_KEY).and_then(Value::as_str).unwrap_or_default();
    let Some(tool) = entry(TOOLS, name) else {
        return Ok(CommandLine { commands: Vec::new(), opaque: Vec::new() });
    };
    let line = payload.get(ARGUMENTS_KEY).and_then(|arguments| arguments.get(tool.argument)).and_then(Value::as_str);
    let line = line.ok_or_else(|| format!("the call of `{name}` has no `{}`", tool.argument))?;
    Ok(commands(line, tool.shell))
}
