//! A guard that reads a `PreToolUse` input from stdin and denies commands that delete the root. It ignores all others.

use std::error::Error;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use hookwire::{
    Context, HookInput, Input, PermissionDecision, PreToolUseInput, PreToolUseSpecificOutput, PreToolUseSyncOutput,
    read_input,
};
use serde_json::Value;

/// Returns the command to run, if there is one. Tools other than `Bash` may have one too, such as tools of newer hosts.
fn command_of(call: &PreToolUseInput) -> Result<Option<&str>, &'static str> {
    match call.tool_input.get("command") {
        Some(Value::String(command)) => Ok(Some(command)),
        None if call.tool_input.is_object() && call.tool_name != "Bash" => Ok(None),
        _ => Err("`command` is not a string"),
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    let Input::Known(HookInput::PreToolUse(call)) = read_input(&bytes, &Context::new())?.input else { return Ok(()) };
    if command_of(&call)?.is_some_and(|command| command.contains("rm -rf /")) {
        let deny = PreToolUseSpecificOutput::new()
            .with_permission_decision(PermissionDecision::Deny)
            .with_permission_decision_reason("Do not delete the root.");
        let reply = PreToolUseSyncOutput::new().with_hook_specific_output(deny);
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
            eprintln!("the guard failed: {error}");
            ExitCode::from(2)
        }
    }
}
