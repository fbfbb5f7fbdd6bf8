//! What other generators make of the files of a set. Each gets the first file, in the folder of all.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use hookwire_conformance::sets::{Documents, SetResult};
use hookwire_harness::{Root, files, npm_tests, python, python_of};

use super::rust;
use super::stated::{self, Count, Types};
use crate::bench::measure::{self, Outcome};
use crate::bench::peers::{FOLDER, Output, PEERS, Peer};
use crate::bench::slug;

/// The generators of the comparison, by their names in the benchmarks.
pub const NAMES: [&str; 3] = ["json-schema-to-typescript", "datamodel-code-generator, pydantic", "typify, no builders"];

/// The word for an output that cannot be imported.
pub const BROKEN: &str = "broken";

/// Seconds after which a generator is stopped.
const LIMIT: Duration = Duration::from_secs(120);

/// What a generator makes of a set, beside ours.
pub struct PeerResult {
    /// The generator's name.
    pub name: &'static str,
    /// What the first file of the set states and its types have, or why there are none.
    pub count: Result<Count, &'static str>,
    /// The same for ours, in the same language.
    pub own: Option<Count>,
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
    let documents = Documents::read(&result.set, &result.files)?;
    let first = result.set.first_name();
    let output = out.join(slug(peer.name));
    let mut command = peer.command(&root.path(FOLDER), &result.files.join(first), &output);
    let ended = measure::run(command.current_dir(&result.files), LIMIT)?;
    let counted = |made: Made<'_>| types(root, peer.output, made).map(|types| stated::count(&documents, first, &types));
    let count = match ended {
        Outcome::Done(_) => counted(Made::Files(&made(out, &output)?)).map_err(|_| BROKEN),
        Outcome::Stopped(_) => Err("stopped"),
        Outcome::Failed => Err("no"),
    };
    let own = result.outcome.as_ref().ok().map(|it| counted(Made::Packages(&it.folder))).transpose()?;
    Ok(PeerResult { name: peer.name, count, own })
}

/// The output of a generator.
enum Made<'a> {
    /// The files of another one.
    Files(&'a [PathBuf]),
    /// The folder of our packages.
    Packages(&'a Path),
}

/// Reads the types of an output.
fn types(root: &Root, output: Output, made: Made<'_>) -> Result<Types, String> {
    let scripts = root.path("xtask/src/sets");
    match (output, made) {
        (Output::TypeScript, made) => {
            let files = match made {
                Made::Files(files) => files.to_vec(),
                Made::Packages(folder) => vec![folder.join("typescript/index.d.ts")],
            };
            let mut command = Command::new("node");
            command.arg(scripts.join("read_declarations.js")).arg(npm_tests(root)?).args(files);
            read(&mut command)
        }
        (Output::Rust, Made::Files(files)) => rust::types(files),
        (Output::Rust, Made::Packages(folder)) => rust::types(&below(&folder.join("rust/src/types"))?),
        (_, made) => {
            let (folder, module, python) = match made {
                Made::Files(files) => {
                    let file = files.first().ok_or("no file")?;
                    // It is imported by its name.
                    let folder = file.with_extension("d");
                    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
                    fs::copy(file, folder.join("generated.py")).map_err(|error| error.to_string())?;
                    (folder, "generated".to_owned(), python_of(&root.path(FOLDER).join("python")))
                }
                Made::Packages(folder) => {
                    let source = folder.join("python/src");
                    let package = below(&source)?.into_iter().find(|path| path.ends_with("models/__init__.py"));
                    let package = package.as_ref().and_then(|it| it.parent()?.parent()?.file_name()?.to_str());
                    (source, format!("{}.models", package.ok_or("no package")?), python(root)?)
                }
            };
            let mut command = Command::new(python);
            read(command.arg(scripts.join("read_models.py")).arg(folder).arg(module))
        }
    }
}

/// Reads what a program prints.
fn read(command: &mut Command) -> Result<Types, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("{command:?}: {error}"))
}

/// Returns the files below a folder.
fn below(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let files = files(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(files.into_keys().map(|path| folder.join(path)).collect())
}

/// Returns the files whose names begin like a path.
fn made(folder: &Path, path: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let is_of_it = |it: &PathBuf| it.is_file() && it.to_string_lossy().starts_with(&*path.to_string_lossy());
    Ok(entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).filter(is_of_it).collect())
}
