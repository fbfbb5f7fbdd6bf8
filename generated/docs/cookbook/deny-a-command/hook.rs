//! Denies `npm`: this project uses pnpm.

use std::process::ExitCode;

use hookwire::tools::Bash;
use hookwire::{PreToolUse, block, run};

fn starts_npm(command: &str) -> bool {
    // Each part is a command of its own. Variables that are set in front of it are not its name.
    let mut parts = command.split([';', '&', '|', '(', ')', '`', '\n']).map(str::split_whitespace);
    parts.any(|mut words| words.find(|word| !word.contains('=')) == Some("npm"))
}

fn main() -> ExitCode {
    run(|call: PreToolUse<Bash>| {
        starts_npm(&call.tool_input.command).then(|| block("This project uses pnpm. Run the same command with pnpm."))
    })
}
