//! Runs git, without the variables that a git hook inherits.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output};

/// Variables that git sets for its hooks. They would redirect a command to the hook's repository.
const INHERITED: [&str; 4] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

/// The reason why git gave no answer.
pub enum Failure {
    /// Git is missing, or could not be started.
    NotRun(std::io::Error),
    /// Git failed, with this message.
    Refused(String),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotRun(error) => {
                write!(f, "git cannot be run, and it is what knows other states of the repository: {error}")
            }
            Self::Refused(said) => write!(f, "git says: {}", said.trim()),
        }
    }
}

/// Creates a git command that runs in a folder.
pub fn git(folder: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(folder);
    INHERITED.iter().for_each(|name| {
        git.env_remove(name);
    });
    git
}

/// Like [`git`], but without user and system settings, which may sign commits or run hooks. For repositories of tests.
pub fn without_settings(folder: &Path) -> Command {
    let mut git = git(folder);
    git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    git
}

/// Runs git in a folder, and returns its output without the last line end.
///
/// # Errors
/// Git cannot be run, or fails.
pub fn ask(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Result<String, Failure> {
    answer(git(folder).args(arguments).output())
}

/// Returns the output of a git command.
///
/// # Errors
/// As for [`ask`].
pub fn answer(output: std::io::Result<Output>) -> Result<String, Failure> {
    let output = output.map_err(Failure::NotRun)?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(Failure::Refused(text(&output.stderr))) }
}
