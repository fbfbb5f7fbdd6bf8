//! The guard of `cargo xtask bench --cold`.

use std::process::ExitCode;

use hookwire::tools::Bash;
use hookwire::{PreToolUse, block, run};

fn main() -> ExitCode {
    run(|call: PreToolUse<Bash>| {
        (call.tool_input.dangerously_disable_sandbox == Some(true)).then(|| block("Commands stay in the sandbox."))
    })
}
