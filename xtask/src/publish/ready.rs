//! Checks that the repository can be published, and returns all reasons against it.

use super::release;
use crate::{codegen, interface};
use hookwire_harness::{Root, git};

/// Every reason not to publish what there is, in words for people; none, if it may be.
///
/// # Errors
/// Git is not there, or this is not a repository.
pub fn reasons(root: &Root) -> Result<Vec<String>, String> {
    let last = release::last(root)?;
    let checks = [
        tree(root)?,
        shallow(root)?,
        codegen::drift(&root.path("")).err().map(|report| format!("what is generated is out of date\n{report}")),
        interface::step(root).err().map(|diff| format!("tests/interface is out of date\n{diff}")),
        release::misnamed(root)?,
        last.and_then(|last| release::is_enough(root, &last).err()),
    ];
    Ok(checks.into_iter().flatten().collect())
}

/// A history that is cut, as most machines that test fetch it, has no tags: every release would look like the first.
///
/// # Errors
/// The error of git.
pub fn shallow(root: &Root) -> Result<Option<String>, String> {
    let is_cut = git::ask(&root.path(""), &["rev-parse", "--is-shallow-repository"]).map_err(|it| it.to_string())?;
    let why = "the history is cut, and the last release may be behind that: `git fetch --unshallow --tags` fetches it";
    Ok((is_cut == "true").then(|| why.to_owned()))
}

/// Reports uncommitted changes: the published state could not be found again.
fn tree(root: &Root) -> Result<Option<String>, String> {
    let status = ["status", "--porcelain", "--untracked-files=all"];
    let found = git::ask(&root.path(""), &status).map_err(|failure| failure.to_string())?;
    let found: Vec<&str> = found.lines().collect();
    let count = if found.len() == 1 { "1 file is".to_owned() } else { format!("{} files are", found.len()) };
    Ok((!found.is_empty()).then(|| format!("{count} not committed\n{}", found.join("\n"))))
}
