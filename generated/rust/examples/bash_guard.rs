//! A guard: it reads a `PreToolUse` input from stdin, refuses to delete the root, and has no opinion on anything else.

use std::error::Error;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use hookwire::{
    Event, HookInput, Input, Misfit, PermissionDecision, PreToolUseSpecificOutput, PreToolUseSyncOutput, read_input,
};
use serde_json::Value;

/// Returns the command to run, if there is one. `Bash` is not the only name: a newer host has tools that nobody knows yet.
fn command_of<'a>(tool_name: &str, tool_input: &'a Value) -> Result<Option<&'a str>, &'static str> {
    match tool_input.get("command") {
        Some(Value::String(command)) => Ok(Some(command)),
        None if tool_input.is_object() && tool_name != "Bash" => Ok(None),
        _ => Err("`command` is no string"),
    }
}

/// The reply, if there is anything to say.
fn judge(tool_name: &str, tool_input: &Value) -> Result<Option<PreToolUseSyncOutput>, &'static str> {
    let refused = command_of(tool_name, tool_input)?.is_some_and(|command| command.contains("rm -rf /"));
    let deny = PreToolUseSpecificOutput::new()
        .with_permission_decision(PermissionDecision::Deny)
        .with_permission_decision_reason("The root is not to be deleted.");
    Ok(refused.then(|| PreToolUseSyncOutput::new().with_hook_specific_output(deny)))
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    let reply = match read_input(&bytes)? {
        Input::Known(HookInput::PreToolUse(call)) => judge(&call.tool_name, &call.tool_input)?,
        // A newer host may have changed something else.
        Input::Misfit(Misfit { event: Event::PreToolUse, payload: call, .. }) => {
            judge(call["tool_name"].as_str().unwrap_or_default(), &call["tool_input"])?
        }
        Input::Unknown(input) if input.event_name().is_none() => return Err("it is no event".into()),
        _ => None,
    };
    if let Some(reply) = reply {
        // Flushed here: a reply that fails to be written when the program ends would let the call pass.
        let mut stdout = io::stdout().lock();
        serde_json::to_writer(&mut stdout, &reply)?;
        stdout.flush()?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Exit code 2 blocks. With any other one a guard that fails would let everything pass.
            eprintln!("the guard cannot do its work: {error}");
            ExitCode::from(2)
        }
    }
}
