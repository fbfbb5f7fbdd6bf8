//! Which files git ignores: caches and builds in a target's folder are nobody's orphans.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// A git hook sets these, relative to another folder than the one that is asked about.
const INHERITED: [&str; 4] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

/// Those of the paths that git ignores; none where there is no git or no work tree.
pub(super) fn ignored(root: &Path, paths: &BTreeSet<String>) -> BTreeSet<String> {
    if paths.is_empty() {
        return BTreeSet::new();
    }
    ask(root, paths).unwrap_or_default()
}

fn ask(root: &Path, paths: &BTreeSet<String>) -> Option<BTreeSet<String>> {
    let mut git = Command::new("git");
    git.args(["check-ignore", "-z", "--stdin"]).current_dir(root);
    INHERITED.iter().for_each(|name| {
        git.env_remove(name);
    });
    let mut child = git.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let mut question = child.stdin.take()?;
    thread::scope(|scope| {
        // Beside the reading: git answers before it has read everything, and both pipes are small. It may also close
        // its end early, which its exit code tells.
        scope.spawn(move || paths.iter().try_for_each(|path| write!(question, "{path}\0")));
        let answer = child.wait_with_output().ok()?;
        // 0: some are ignored. 1: none is. Anything else: it could not tell.
        let answer = answer.status.success().then_some(answer.stdout)?;
        Some(String::from_utf8_lossy(&answer).split_terminator('\0').map(str::to_owned).collect())
    })
}
