//! What other generators make of the files of a set. Each gets the first file, in the folder of all.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hookwire_conformance::sets::SetResult;
use hookwire_harness::Root;

use super::any;
use crate::bench::measure::{self, Outcome};
use crate::bench::peers::{FOLDER, Output, PEERS, Peer};
use crate::bench::slug;

/// The generators of the comparison, by their names in the benchmarks.
pub const NAMES: [&str; 3] = ["json-schema-to-typescript", "datamodel-code-generator, pydantic", "typify, no builders"];

/// Seconds after which a generator is stopped.
const LIMIT: Duration = Duration::from_secs(120);

/// What a generator makes of a set, beside ours.
pub struct PeerResult {
    /// The generator's name.
    pub name: &'static str,
    /// How often its output says that a value can be anything, or why there is none.
    pub any: Result<usize, &'static str>,
    /// The same for ours, in the same language.
    pub own: Option<usize>,
}

/// Runs every generator on a set.
///
/// # Errors
/// A program is not installed, or an output cannot be read.
pub fn run(root: &Root, result: &SetResult) -> Result<Vec<PeerResult>, String> {
    let out = root.path("target/sets/peers").join(&result.set.name);
    if out.exists() {
        fs::remove_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    }
    fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    PEERS.iter().filter(|peer| NAMES.contains(&peer.name)).map(|peer| of_peer(root, peer, result, &out)).collect()
}

fn of_peer(root: &Root, peer: &'static Peer, result: &SetResult, out: &Path) -> Result<PeerResult, String> {
    let first = result.set.files.first().map(|file| result.files.join(file.name())).unwrap_or_default();
    let output = out.join(slug(peer.name));
    let mut command = peer.command(&root.path(FOLDER), &first, &output);
    let ended = measure::run(command.current_dir(&result.files), LIMIT)?;
    let any = match ended {
        Outcome::Done(_) => {
            Ok(made(out, &output)?.iter().map(|path| any::count(path, peer.output)).sum::<Result<_, _>>()?)
        }
        Outcome::Stopped(_) => Err("stopped"),
        Outcome::Failed => Err("no"),
    };
    let own =
        result.outcome.as_ref().ok().map(|it| any::count(&own(&it.folder, peer.output)?, peer.output)).transpose()?;
    Ok(PeerResult { name: peer.name, any, own })
}

/// Returns the files whose names begin like a path.
fn made(folder: &Path, path: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let is_of_it = |it: &PathBuf| it.to_string_lossy().starts_with(&*path.to_string_lossy());
    Ok(entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).filter(is_of_it).collect())
}

/// Returns the folder of our types in a language.
fn own(packages: &Path, output: Output) -> Result<PathBuf, String> {
    match output {
        Output::TypeScript => Ok(packages.join("typescript/types")),
        Output::Rust => Ok(packages.join("rust/src/types")),
        _ => {
            let source = packages.join("python/src");
            let entries = fs::read_dir(&source).map_err(|error| format!("{}: {error}", source.display()))?;
            let package = entries.filter_map(Result::ok).map(|entry| entry.path()).find(|path| path.is_dir());
            package.map(|it| it.join("models")).ok_or_else(|| format!("{}: no package", source.display()))
        }
    }
}
