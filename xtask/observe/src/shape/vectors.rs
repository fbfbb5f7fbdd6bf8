//! The committed inputs: `tests/observed/<version>/inputs/<Event>.jsonl` has a normal input on each line.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::normal::Normaliser;

/// Returns the folder of a version, from the root of the repository.
#[must_use]
pub fn folder(version: &str) -> String {
    format!("tests/observed/{version}/inputs")
}

/// Returns few of the normal inputs, by event: an input is kept if its shape has something that no input before had.
#[must_use]
pub fn choose(normaliser: &Normaliser, inputs: impl IntoIterator<Item = Value>) -> BTreeMap<String, Vec<Value>> {
    let mut chosen: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for input in inputs {
        let Some(event) = input["hook_event_name"].as_str().map(str::to_owned) else { continue };
        let known = known.entry(event.clone()).or_default();
        let before = known.len();
        known.extend(normaliser.features(&input));
        if known.len() > before {
            chosen.entry(event).or_default().push(input);
        }
    }
    chosen
}

/// Writes the vectors of a version, in place of all that were there.
///
/// # Errors
/// A file cannot be written.
pub fn write(root: &Path, version: &str, vectors: &BTreeMap<String, Vec<Value>>) -> Result<(), String> {
    let folder = root.join(folder(version));
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    for (event, vectors) in vectors {
        let lines: String = vectors.iter().map(|vector| format!("{vector}\n")).collect();
        fs::write(folder.join(format!("{event}.jsonl")), lines).map_err(failed)?;
    }
    Ok(())
}

/// Returns every file of vectors, of all versions, in order.
///
/// # Errors
/// A folder cannot be read.
pub fn files(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for version in entries(&root.join("tests/observed"))? {
        let inputs = version.join("inputs");
        if inputs.is_dir() {
            found.extend(entries(&inputs)?);
        }
    }
    Ok(found)
}

/// Returns the vectors of a version, in order of their events.
///
/// # Errors
/// A file cannot be read.
pub fn of_version(root: &Path, version: &str) -> Result<Vec<Value>, String> {
    let folder = root.join(folder(version));
    let files = if folder.is_dir() { entries(&folder)? } else { Vec::new() };
    let each = files.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
    Ok(each.into_iter().flatten().collect())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// Reads the vectors of a file.
///
/// # Errors
/// The file cannot be read, or a line is not JSON.
pub fn read(file: &Path) -> Result<Vec<Value>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let parse =
        |(at, line)| serde_json::from_str(line).map_err(|error| format!("{}:{}: {error}", file.display(), at + 1));
    text.lines().enumerate().map(parse).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::keys::Keys;
    use super::*;
    use crate::shape::tests::{contract, root};

    #[test]
    fn an_input_is_kept_if_its_shape_is_new() {
        let normaliser = Normaliser::new(&contract());
        let input = |mode: &str, text: &str| json!({"hook_event_name": "Stop", "permission_mode": mode, "cwd": text});
        let all = [
            input("default", "{{path}}"),
            input("default", "{{path}}"),
            input("plan", "{{path}}"),
            json!({"hook_event_name": "Stop", "effort": {"level": "high"}}),
        ];
        let chosen = choose(&normaliser, all.clone());
        assert_eq!(chosen["Stop"], [all[0].clone(), all[2].clone(), all[3].clone()]);
    }

    #[test]
    fn each_vector_is_normal_and_in_the_file_of_its_event() -> Result<(), String> {
        let normaliser = Normaliser::new(&contract());
        let mut faults = Vec::new();
        for file in files(&root())? {
            for vector in read(&file)? {
                let event = vector["hook_event_name"].as_str();
                assert_eq!(event, file.file_stem().and_then(|name| name.to_str()), "{}", file.display());
                faults.extend(normaliser.refused(&vector).into_iter().map(|it| format!("{}: {it}", file.display())));
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        Ok(())
    }

    #[test]
    fn the_contract_has_each_key_that_the_host_sent() -> Result<(), String> {
        let contract = contract();
        let mut unknown = BTreeSet::new();
        for file in files(&root())? {
            let mut keys = Keys::default();
            for vector in read(&file)? {
                assert!(keys.add(&contract, &vector), "{}: {vector}", file.display());
            }
            unknown.extend(keys.unknown.iter().map(|path| format!("{}: {path}", file.display())));
        }
        assert!(
            unknown.is_empty(),
            "the contract does not have:\n{}",
            unknown.into_iter().collect::<Vec<_>>().join("\n")
        );
        Ok(())
    }

    #[test]
    fn at_least_25_events_have_vectors() -> Result<(), String> {
        let files = files(&root())?;
        let events: BTreeSet<_> = files.iter().filter_map(|file| file.file_stem()).collect();
        assert!(events.len() >= 25, "{events:?}");
        Ok(())
    }
}
