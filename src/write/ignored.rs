//! Which files in a target's folder are nobody's orphans: caches and builds, which git ignores or a tool has marked, and what a
//! package manager writes beside the manifest of a package that it has worked in. `cargo check` alone makes a build and a lock
//! file.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// The manifest of a package, and the lock files that its managers write beside it. One says what the registry had on that day,
/// and nothing of what was generated.
const LOCKS: [(&str, &str); 6] = [
    ("Cargo.toml", "Cargo.lock"),
    ("package.json", "package-lock.json"),
    ("package.json", "pnpm-lock.yaml"),
    ("package.json", "yarn.lock"),
    ("pyproject.toml", "poetry.lock"),
    ("pyproject.toml", "uv.lock"),
];

/// A git hook sets these, relative to another folder than the one that is asked about.
const INHERITED: [&str; 4] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

/// The file by which a tool marks a folder as a cache of its own, and how it begins: <https://bford.info/cachedir/>.
const CACHE: &str = "/CACHEDIR.TAG";
const SIGNATURE: &[u8] = b"Signature: 8a477f597d28d172789f06886806bc55";

/// Those of the paths that git ignores, none where there is no git or no work tree; those in a cache; and lock files beside
/// manifests that were generated.
pub(super) fn ignored(root: &Path, paths: &BTreeSet<String>, is_generated: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let caches = paths.iter().filter_map(|path| path.strip_suffix(CACHE).filter(|_| is_tag(&root.join(path))));
    let caches: BTreeSet<&str> = caches.collect();
    let is_cached = |path: &str| path.match_indices('/').any(|(end, _)| caches.contains(&path[..end]));
    let is_lock = |path: &str| manifest_of(path).is_some_and(|manifest| is_generated(&manifest));
    let (mut spared, rest): (BTreeSet<_>, BTreeSet<_>) =
        paths.iter().cloned().partition(|path| is_cached(path) || is_lock(path));
    if !rest.is_empty() {
        spared.extend(ask(root, &rest).unwrap_or_default());
    }
    spared
}

/// A file that only has the name marks nothing.
fn is_tag(path: &Path) -> bool {
    let mut start = [0; SIGNATURE.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == SIGNATURE
}

/// The manifest that a lock file is beside.
fn manifest_of(path: &str) -> Option<String> {
    let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (&path[..=folder.len()], name));
    LOCKS.iter().find(|(_, lock)| *lock == name).map(|(manifest, _)| format!("{folder}{manifest}"))
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
