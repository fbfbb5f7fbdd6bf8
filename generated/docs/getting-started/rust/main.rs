use std::process::ExitCode;

use hookwire::tools::Bash;
use hookwire::{Hooks, PreSkillShellCommand, PreToolUse, block};

fn no_push(may_push: bool) -> Option<&'static str> {
    may_push.then_some("Do not push. Open a pull request instead.")
}

fn hooks() -> Hooks<'static> {
    Hooks::new()
        .on(|call: PreToolUse<Bash>| no_push(call.may_run("git push")).map(block))
        .on(|call: PreSkillShellCommand<Bash>| no_push(call.may_run("git push")).map(block))
}

fn main() -> ExitCode {
    hooks().run()
}

#[cfg(test)]
mod tests {
    use hookwire::testing::{check, sample};

    #[test]
    fn push_is_blocked() {
        for event in ["PreToolUse", "PreSkillShellCommand"] {
            let bash = |command: &str| sample(event).tool("Bash").with("command", command);
            check(&super::hooks(), [(bash("git push origin main"), "blocked"), (bash("git status"), "normal")]);
        }
    }
}
