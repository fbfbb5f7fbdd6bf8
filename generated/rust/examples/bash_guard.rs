//! A guard: it reads a `PreToolUse` input from stdin, refuses to delete the root, and has no opinion on anything else.

use std::io;
use std::process::ExitCode;

use hookwire::{PermissionDecision, PreToolUseInput, PreToolUseSpecificOutput, PreToolUseSyncOutput};

/// The reply, if there is anything to say. Not of `Bash` alone: a newer host has tools that nobody knows yet.
fn judge(input: &PreToolUseInput) -> Option<PreToolUseSyncOutput> {
    let command = input.tool_input["command"].as_str()?;
    let deny = PreToolUseSpecificOutput::new()
        .with_permission_decision(PermissionDecision::Deny)
        .with_permission_decision_reason("The root is not to be deleted.");
    command.contains("rm -rf /").then(|| PreToolUseSyncOutput::new().with_hook_specific_output(deny))
}

fn run() -> Result<(), serde_json::Error> {
    match judge(&serde_json::from_reader(io::stdin())?) {
        Some(reply) => serde_json::to_writer(io::stdout(), &reply),
        None => Ok(()),
    }
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
