//! A guard that reads a `PreToolUse` input from stdin and denies commands that delete the root. It ignores all others.

use std::error::Error;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use hookwire::{
    Event, HookInput, Input, Misfit, PermissionDecision, PreToolUseSpecificOutput, PreToolUseSyncOutput, read_input,
};
use serde_json::Value;

/// Returns the command to run, if there is one. Tools other than `Bash` may have one too, such as tools of newer hosts.
fn command_of<'a>(tool_name: &str, tool_input: &'a Value) -> Result<Option<&'a str>, &'static str> {
    match tool_input.get("command") {
        Some(Value::String(command)) => Ok(Some(command)),
        None if tool_input.is_object() && tool_name != "Bash" => Ok(None),
        _ => Err("`command` is no string"),
    }
}

/// Returns the denial, if the command must not run.
fn decide(tool_name: &str, tool_input: &Value) -> Result<Option<PreToolUseSyncOutput>, &'static str> {
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
        Input::Known(HookInput::PreToolUse(call)) => decide(&call.tool_name, &call.tool_input)?,
        // A newer host may have changed other fields.
        Input::Misfit(Misfit { event: Event::PreToolUse, payload: call, .. }) => {
            decide(call["tool_name"].as_str().unwrap_or_default(), &call["tool_input"])?
        }
        Input::Unknown(input) if input.event_name().is_none() => return Err("it is no event".into()),
        _ => None,
    };
    if let Some(reply) = reply {
        // Flush here: if writing failed only when the program ends, the call would pass.
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
            // Exit code 2 blocks. With any other exit code, a guard that fails would let every call pass.
            eprintln!("the guard cannot do its work: {error}");
            ExitCode::from(2)
        }
    }
}
