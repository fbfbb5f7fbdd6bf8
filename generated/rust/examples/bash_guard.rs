//! A guard: it reads a `PreToolUse` input from stdin, refuses to delete the root, and has no opinion on anything else.

use std::error::Error;
use std::io::{self, Read};
use std::process::ExitCode;

use hookwire::{
    Event, HookInput, Input, PermissionDecision, PreToolUseSpecificOutput, PreToolUseSyncOutput, read_input, tool,
};
use serde_json::Value;

/// The reply, if there is anything to say.
fn judge(command: &str) -> Option<PreToolUseSyncOutput> {
    let deny = PreToolUseSpecificOutput::new()
        .with_permission_decision(PermissionDecision::Deny)
        .with_permission_decision_reason("The root is not to be deleted.");
    command.contains("rm -rf /").then(|| PreToolUseSyncOutput::new().with_hook_specific_output(deny))
}

/// Not of `Bash` alone: a newer host has tools that nobody knows yet.
fn judge_any(tool_input: &Value) -> Option<PreToolUseSyncOutput> {
    judge(tool_input["command"].as_str()?)
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    let reply = match read_input(&bytes)? {
        Input::Known(HookInput::PreToolUse(call)) => match call.of_tool::<tool::Bash>() {
            Some(Ok(call)) => judge(&call.tool_input.command),
            _ => judge_any(&call.tool_input),
        },
        // A newer host may have changed something else.
        Input::Misfit(call) if call.event == Event::PreToolUse => {
            judge_any(call.payload.get("tool_input").ok_or("there is no `tool_input`")?)
        }
        _ => None,
    };
    if let Some(reply) = reply {
        serde_json::to_writer(io::stdout(), &reply)?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Exit code 2 blocks. With any other one a guard that fails would let everything pass.
            eprintln!("the guard cannot read its input: {error}");
            ExitCode::from(2)
        }
    }
}
