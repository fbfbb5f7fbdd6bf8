//! Runs pytest with `--quiet`, so that Claude reads less.

use std::process::ExitCode;

use hookwire::tools::Bash;
use hookwire::{PreToolUse, run};

fn main() -> ExitCode {
    run(|call: PreToolUse<Bash>| {
        let command = &call.tool_input.command;
        let words: Vec<&str> = command.split_whitespace().collect();
        let is_loud = words.first() == Some(&"pytest") && !words.contains(&"-q") && !words.contains(&"--quiet");
        is_loud.then(|| call.rewrite_with(|input| input.command = command.replacen("pytest", "pytest --quiet", 1)))
    })
}
