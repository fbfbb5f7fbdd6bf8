//! Git, as commands ask it: whatever repository a hook of git may be at work on.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output};

/// A git hook sets these, relative to another folder than the one that is asked about.
const INHERITED: [&str; 4] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

/// Why git has no answer.
pub enum Failure {
    /// There is none, or it could not be started.
    NotRun(std::io::Error),
    /// It says no.
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

/// A command of git in a folder.
pub fn git(folder: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(folder);
    INHERITED.iter().for_each(|name| {
        git.env_remove(name);
    });
    git
}

/// The same without anybody's settings, for a repository that a test makes: those of who runs it may sign what is made, or
/// run hooks.
pub fn without_settings(folder: &Path) -> Command {
    let mut git = git(folder);
    git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    git
}

/// Runs git in a folder, and returns its output without the last line end.
///
/// # Errors
/// It is not there, or says no.
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
