//! `PreToolUse` on Bash: refuses what removes everything, and has no opinion on anything else.

use std::io;

use hookwire::{PermissionDecision, PreToolUseInput, PreToolUseSpecificOutput, PreToolUseSyncOutput};

fn main() -> Result<(), serde_json::Error> {
    let input: PreToolUseInput = serde_json::from_reader(io::stdin())?;
    let command = input.tool_input["command"].as_str().unwrap_or_default();
    if input.tool_name == "Bash" && command.contains("rm -rf /") {
        let deny = PreToolUseSpecificOutput::new()
            .with_permission_decision(PermissionDecision::Deny)
            .with_permission_decision_reason("This would remove everything.");
        serde_json::to_writer(io::stdout(), &PreToolUseSyncOutput::new().with_hook_specific_output(deny))?;
    }
    Ok(())
}
