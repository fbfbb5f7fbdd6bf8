//! Makes worktrees in folders beside the project.

use std::env;
use std::error::Error;
use std::process::{Command, ExitCode};

use hookwire::{Reply, WorktreeCreate, run};

fn make(call: WorktreeCreate) -> Result<Reply<WorktreeCreate>, Box<dyn Error>> {
    let project = env::var("CLAUDE_PROJECT_DIR")?;
    let path = format!("{project}-{}", call.name);
    let git = Command::new("git").args(["-C", &project, "worktree", "add", "-b", &call.name, &path]).output()?;
    if git.status.success() {
        return Ok(call.worktree(path));
    }
    Ok(call.block(format!("No worktree: {}", String::from_utf8_lossy(&git.stderr))))
}

fn main() -> ExitCode {
    run(make)
}
