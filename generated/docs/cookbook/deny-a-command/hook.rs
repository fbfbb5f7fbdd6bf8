//! Denies `npm`: this project uses pnpm.

use std::process::ExitCode;

use hookwire::shell::{CommandLine, matching};
use hookwire::tools::Bash;
use hookwire::{Hooks, PreSkillShellCommand, PreToolUse, block};

fn refusal(line: &CommandLine) -> Option<String> {
    let found = matching(line, "npm").expect("it names a program");
    if !found.commands.is_empty() {
        return Some("This project uses pnpm. Run the same command with pnpm.".to_owned());
    }
    found.opaque.first().map(|part| format!("{} Write it out: it could be npm.", part.message))
}

fn main() -> ExitCode {
    Hooks::new()
        .on(|call: PreToolUse<Bash>| refusal(&call.commands()).map(block))
        .on(|call: PreSkillShellCommand<Bash>| refusal(&call.commands()).map(block))
        .run()
}
