//! Tells Claude the branch with each prompt.

use std::io;
use std::process::{Command, ExitCode};

use hookwire::{Reply, UserPromptSubmit, run};

fn branch(call: UserPromptSubmit) -> io::Result<Option<Reply<UserPromptSubmit>>> {
    let git = Command::new("git").args(["-C", &call.cwd, "branch", "--show-current"]).output()?;
    // Empty outside of a repository, and where no branch is checked out.
    let name = String::from_utf8_lossy(&git.stdout).trim().to_owned();
    Ok((!name.is_empty()).then(|| call.context(format!("The current branch is {name}."))))
}

fn main() -> ExitCode {
    run(branch)
}
