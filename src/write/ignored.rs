//! Finds the files in a target's folder that no template writes and that are still not orphans: files that git ignores,
//! files in a tool's marked cache folder, and lock files of package managers. `cargo check` alone makes a build folder
//! and a lock file.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// The manifests of packages, each with a lock file that a package manager writes next to it.
const LOCKS: [(&str, &str); 6] = [
    ("Cargo.toml", "Cargo.lock"),
    ("package.json", "package-lock.json"),
    ("package.json", "pnpm-lock.yaml"),
    ("package.json", "yarn.lock"),
    ("pyproject.toml", "poetry.lock"),
    ("pyproject.toml", "uv.lock"),
];

/// Variables that git sets for its hooks. They refer to another folder than the one that is checked.
const INHERITED: [&str; 4] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

/// The file that marks a folder as a tool's cache, and its first bytes: <https://bford.info/cachedir/>.
const CACHE: &str = "/CACHEDIR.TAG";
const SIGNATURE: &[u8] = b"Signature: 8a477f597d28d172789f06886806bc55";

/// Returns the paths that git ignores, those in a cache, and lock files next to manifests that were generated.
///
/// Without git or a work tree, git ignores nothing.
pub(super) fn ignored(root: &Path, paths: &BTreeSet<String>, is_generated: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let caches = paths.iter().filter_map(|path| path.strip_suffix(CACHE).filter(|_| is_tag(&root.join(path))));
    let caches: BTreeSet<&str> = caches.collect();
    let is_cached = |path: &str| path.match_indices('/').any(|(end, _)| caches.contains(&path[..end]));
    let is_lock = |path: &str| manifest_of(path).is_some_and(|manifest| is_generated(&manifest));
    let (mut ignored, rest): (BTreeSet<_>, BTreeSet<_>) =
        paths.iter().cloned().partition(|path| is_cached(path) || is_lock(path));
    if !rest.is_empty() {
        ignored.extend(ignored_by_git(root, &rest).unwrap_or_default());
    }
    ignored
}

/// Returns true if the file has the signature, not only the name.
fn is_tag(path: &Path) -> bool {
    let mut start = [0; SIGNATURE.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == SIGNATURE
}

/// Returns the path of the manifest that belongs to a lock file.
fn manifest_of(path: &str) -> Option<String> {
    let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (&path[..=folder.len()], name));
    LOCKS.iter().find(|(_, lock)| *lock == name).map(|(manifest, _)| format!("{folder}{manifest}"))
}

fn ignored_by_git(root: &Path, paths: &BTreeSet<String>) -> Option<BTreeSet<String>> {
    let mut git = Command::new("git");
    git.args(["check-ignore", "-z", "--stdin"]).current_dir(root);
    INHERITED.iter().for_each(|name| {
        git.env_remove(name);
    });
    let mut child = git.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let mut input = child.stdin.take()?;
    thread::scope(|scope| {
        // In a thread, because git answers before it has read everything, and both pipes are small. If git closes its
        // end early, its exit code says so.
        scope.spawn(move || paths.iter().try_for_each(|path| write!(input, "{path}\0")));
        let output = child.wait_with_output().ok()?;
        // 0: some are ignored. 1: none is. Anything else is a failure.
        let answer = output.status.success().then_some(output.stdout)?;
        Some(String::from_utf8_lossy(&answer).split_terminator('\0').map(str::to_owned).collect())
    })
}
