//! A guard of one function. It prints, which must not be beside its reply, and panics at an empty command.

use std::process::ExitCode;

use hookwire::{PreToolUse, block, run, tools::Bash};

fn main() -> ExitCode {
    run(|call: PreToolUse<Bash>| {
        println!("checked");
        assert!(!call.tool_input.command.is_empty(), "an empty command");
        call.tool_input.command.contains("rm -rf /").then(|| block("Do not delete the root."))
    })
}
