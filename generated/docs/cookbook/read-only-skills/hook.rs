//! Lets skills run only Git commands that read.

use std::process::ExitCode;

use hookwire::shell::ShellCommand;
use hookwire::tools::Bash;
use hookwire::{PreSkillShellCommand, block, run};

fn reads(command: &ShellCommand) -> bool {
    let words: Vec<&str> = command.words.iter().filter(|it| it.literal).map(|it| it.text.as_str()).collect();
    // No variable, no file that is written, and no program that an option or a variable names.
    let is_plain = words.len() == command.words.len() && command.assignments.is_empty() && command.redirections.is_empty();
    let is_harmless = |it: &&str| !it.starts_with("--ou") && !it.starts_with("--ext");
    is_plain && matches!(words[..], ["git", "diff" | "log" | "show" | "status", ..]) && words.iter().all(is_harmless)
}

fn main() -> ExitCode {
    run(|call: PreSkillShellCommand<Bash>| {
        let line = call.commands();
        let is_right = line.opaque.is_empty() && line.commands.iter().all(reads);
        (!is_right).then(|| block("Skills may only run git diff, log, show and status."))
    })
}
