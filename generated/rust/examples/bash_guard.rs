//! A guard: it reads a `PreToolUse` input from stdin and refuses to delete the root.

use std::process::ExitCode;

use hookwire::{PermissionDecision, PreToolUseInput, PreToolUseSpecificOutput, PreToolUseSyncOutput};

fn judge(input: &PreToolUseInput) -> PreToolUseSyncOutput {
    let command = input.tool_input["command"].as_str().unwrap_or_default();
    if input.tool_name != "Bash" || !command.contains("rm -rf /") {
        return PreToolUseSyncOutput::new();
    }
    PreToolUseSyncOutput::new().with_hook_specific_output(
        PreToolUseSpecificOutput::new()
            .with_permission_decision(PermissionDecision::Deny)
            .with_permission_decision_reason("The root is not to be deleted."),
    )
}

fn main() -> ExitCode {
    let reply = serde_json::from_reader(std::io::stdin()).and_then(|input| serde_json::to_string(&judge(&input)));
    match reply {
        Ok(reply) => {
            println!("{reply}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            // Exit code 2 blocks. With any other one a guard that fails would let everything pass.
            eprintln!("the guard cannot read its input: {error}");
            ExitCode::from(2)
        }
    }
}
