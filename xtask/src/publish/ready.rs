//! Checks that the repository can be published, and returns all reasons against it.

use super::release;
use crate::{codegen, interface};
use hookwire_harness::{Root, git};

/// Returns every reason not to publish the current state; none, if it can be published.
///
/// # Errors
/// Git is not installed, or this is not a repository.
pub fn reasons(root: &Root) -> Result<Vec<String>, String> {
    let last = release::last(root)?;
    let checks = [
        tree(root)?,
        shallow(root)?,
        codegen::drift(&root.path("")).err().map(|report| format!("what is generated is out of date\n{report}")),
        interface::step(root).err().map(|diff| format!("tests/interface is out of date\n{diff}")),
        release::misnamed(root)?,
        last.and_then(|last| release::is_sufficient(root, &last).err()),
    ];
    Ok(checks.into_iter().flatten().collect())
}

/// Reports a shallow clone. It has no tags, so every release would look like the first one.
///
/// # Errors
/// Git fails.
pub fn shallow(root: &Root) -> Result<Option<String>, String> {
    let is_cut = git::ask(&root.path(""), &["rev-parse", "--is-shallow-repository"]).map_err(|it| it.to_string())?;
    let why = "the history is cut, and the last release may be behind that: `git fetch --unshallow --tags` fetches it";
    Ok((is_cut == "true").then(|| why.to_owned()))
}

/// Reports uncommitted changes: the published state could not be reproduced.
fn tree(root: &Root) -> Result<Option<String>, String> {
    let status = ["status", "--porcelain", "--untracked-files=all"];
    let found = git::ask(&root.path(""), &status).map_err(|failure| failure.to_string())?;
    let found: Vec<&str> = found.lines().collect();
    let count = if found.len() == 1 { "1 file is".to_owned() } else { format!("{} files are", found.len()) };
    Ok((!found.is_empty()).then(|| format!("{count} not committed\n{}", found.join("\n"))))
}
