//! The contents of packages: the files listed in `tests/package/contents`, each equal to its source in the repository.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::{Package, PackageKind};
use hookwire_harness::{Root, files};

/// The folder of the lists, from the root of the repository.
const LISTS: &str = "tests/package/contents";

/// Compares a package with the list of its files, and each file with its source.
///
/// # Errors
/// All differences, one per line.
pub fn check(root: &Root, package: &Package, bless: bool) -> Result<(), String> {
    let kind = package.kind;
    let held = files(&package.unpacked).map_err(|error| error.to_string())?;
    let version = hookwire_harness::version(root)?;
    let unversioned = |path: &PathBuf| path.to_string_lossy().replace('\\', "/").replace(&version, "VERSION");
    let mut found = Vec::new();
    for (path, bytes) in held.iter().map(|(path, bytes)| (unversioned(path), bytes)) {
        let made_of = root.path(kind.folder).join(kind.within).join(&path);
        if !kind.added.iter().any(|added| path.starts_with(added)) && fs::read(made_of).ok().as_ref() != Some(bytes) {
            found.push(format!("{}: {path} is not as it stands in the repository", kind.name));
        }
    }
    let held: BTreeSet<String> = held.keys().map(unversioned).collect();
    found.extend(missing(kind, &held));
    let listed = if kind.by_ending { held.iter().map(|path| by_ending(path)).collect() } else { held };
    found.extend(compared(root, kind, &listed, bless)?);
    if found.is_empty() { Ok(()) } else { Err(found.join("\n")) }
}

/// Returns the top folder and the extension of a file in a folder; other paths are returned as they are.
fn by_ending(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or(name, |(_, ending)| ending);
    path.split_once('/').map_or(path.to_owned(), |(top, _)| format!("{top}/**/*.{ending}"))
}

fn missing(kind: &PackageKind, held: &BTreeSet<String>) -> Vec<String> {
    let missing = kind.required.iter().filter(|path| !held.contains(**path));
    missing.map(|path| format!("{}: there is no {path}", kind.name)).collect()
}

/// Returns the differences from the list, which `--bless` rewrites.
fn compared(root: &Root, kind: &PackageKind, held: &BTreeSet<String>, bless: bool) -> Result<Vec<String>, String> {
    let list = format!("{LISTS}/{}.txt", kind.name);
    let failed = |error: std::io::Error| format!("{list}: {error}");
    if bless {
        let text: String = held.iter().map(|path| format!("{path}\n")).collect();
        fs::write(root.path(&list), text).map_err(failed)?;
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(root.path(&list)).map_err(failed)?;
    let listed: BTreeSet<String> = text.lines().map(str::to_owned).collect();
    let more = held.difference(&listed).map(|path| format!("{}: {path} is not in {list}", kind.name));
    let fewer = listed.difference(held).map(|path| format!("{}: {path} is in {list} only", kind.name));
    let differences: Vec<String> = more.chain(fewer).collect();
    let advice = (!differences.is_empty())
        .then(|| "if that is meant: `cargo xtask package --bless`, and look at what it changes".to_owned());
    Ok(differences.into_iter().chain(advice).collect())
}
