//! Turns a force push into one that overwrites nothing of others, or blocks it.

use std::process::ExitCode;

use hookwire::shell::{commands, matching, may_run};
use hookwire::tools::{Bash, Monitor};
use hookwire::{Hooks, PreToolUse, Reply, block};

const FORCE: &str = "git push --force";
const REASON: &str = "Push with --force-with-lease, in a command of its own and without variables.";

fn guard(call: PreToolUse<Bash>) -> Option<Reply<PreToolUse<Bash>>> {
    if !call.may_run(FORCE) {
        return None;
    }
    let line = call.commands();
    let certain = matching(&line, "git push").map(|it| it.certain).unwrap_or_default();
    let words = certain.iter().filter(|_| line.commands.len() == 1).flat_map(|it| &it.words);
    // Another option can force it, too, or have `-f` as its value. So does `+` before a branch.
    let mut options = words.filter(|it| it.text.starts_with(['-', '+']));
    let option = options.next().filter(|it| it.text == "-f" || it.text == "--force");
    if let (Some(word), None) = (option, options.next()) {
        let mut new = call.tool_input.command.clone();
        new.replace_range(word.range(), "--force-with-lease");
        // No variable forces it.
        if may_run(&commands(&new, "bash"), FORCE).is_ok_and(|it| !it) {
            return Some(call.rewrite_with(|input| input.command = new));
        }
    }
    Some(block(REASON).into())
}

fn main() -> ExitCode {
    Hooks::new().on(guard).on(|call: PreToolUse<Monitor>| call.may_run(FORCE).then(|| block(REASON))).run()
}
