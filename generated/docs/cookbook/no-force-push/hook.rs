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
    let certain = matching(&line, "git push").expect("it names a program").certain;
    let words = certain.iter().filter(|_| line.commands.len() == 1).flat_map(|it| &it.words);
    for word in words.filter(|it| it.text == "-f" || it.text == "--force") {
        let mut new = call.tool_input.command.clone();
        new.replace_range(word.range(), "--force-with-lease");
        // Nothing else in the line forces it: no variable, and no second option.
        if !may_run(&commands(&new, "bash"), FORCE).expect("it names a program") {
            return Some(call.rewrite_with(|input| input.command = new));
        }
    }
    Some(block(REASON).into())
}

fn main() -> ExitCode {
    Hooks::new().on(guard).on(|call: PreToolUse<Monitor>| call.may_run(FORCE).then(|| block(REASON))).run()
}
