//! A guard that keeps the commands of Claude Code in the sandbox.

use std::process::ExitCode;

use hookwire::tools::Bash;
use hookwire::{PreToolUse, block, run};

fn main() -> ExitCode {
    run(|call: PreToolUse<Bash>| {
        (call.tool_input.dangerously_disable_sandbox == Some(true)).then(|| block("Commands stay in the sandbox."))
    })
}
