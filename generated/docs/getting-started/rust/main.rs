use std::process::ExitCode;

use hookwire::tools::Bash;
use hookwire::{PreToolUse, Reply, run};

fn no_push(call: PreToolUse<Bash>) -> Option<Reply<PreToolUse<Bash>>> {
    let is_push = call.tool_input.command.starts_with("git push");
    is_push.then(|| call.block("Do not push. Open a pull request instead."))
}

fn main() -> ExitCode {
    run(no_push)
}

#[cfg(test)]
mod tests {
    use hookwire::testing::{check, sample};

    #[test]
    fn push_is_blocked() {
        let bash = |command: &str| sample("PreToolUse").tool("Bash").with("command", command);
        check(&super::no_push, [(bash("git push origin main"), "blocked"), (bash("git status"), "normal")]);
    }
}
