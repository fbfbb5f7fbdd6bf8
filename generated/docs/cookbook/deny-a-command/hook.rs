//! Denies `npm`: this project uses pnpm.

use std::process::ExitCode;

use hookwire::tools::Bash;
use hookwire::{Hooks, PreSkillShellCommand, PreToolUse, block};

fn starts_npm(command: &str) -> bool {
    // Each part is a command of its own. Variables that are set in front of it are not its name.
    let mut parts = command.split([';', '&', '|', '(', ')', '`', '\n']).map(str::split_whitespace);
    parts.any(|mut words| words.find(|word| !word.contains('=')) == Some("npm"))
}

fn refusal(command: &str) -> Option<&'static str> {
    starts_npm(command).then_some("This project uses pnpm. Run the same command with pnpm.")
}

fn main() -> ExitCode {
    Hooks::new()
        .on(|call: PreToolUse<Bash>| refusal(&call.tool_input.command).map(block))
        .on(|call: PreSkillShellCommand<Bash>| refusal(&call.tool_input.command).map(block))
        .run()
}
