//! The lists in a target's folder: the manifest of the files that were written, and the journal of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::entry::Provenance;
use super::path;
use crate::artifact::Artifact;

/// The file in a target's folder that lists the written files.
pub const MANIFEST: &str = ".codegen.json";
/// The file that lists the files that a run may have written. It exists during a run, and after an interrupted one.
pub(super) const JOURNAL: &str = ".codegen.journal.json";
/// The file that a run keeps locked while it changes the folder.
pub(super) const LOCK: &str = ".codegen.lock";

const VERSION: u64 = 1;

/// Returns the SHA-256 in lower-case hexadecimal digits.
pub(super) fn hash(contents: &[u8]) -> String {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let digits = Sha256::digest(contents).into_iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    let mut text = String::with_capacity(64);
    digits.for_each(|digit| text.push(DIGITS[usize::from(digit)]));
    text
}

fn document<T: Serialize>(files: T) -> String {
    // Maps of strings always serialise.
    serde_json::to_string_pretty(&Document { version: VERSION, files }).unwrap_or_default() + "\n"
}

/// The files that should be in a target's folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Expected {
    /// Each path and its contents, with the manifest. Shared, because a folder is compared more than once.
    pub(super) files: Vec<(String, Arc<String>)>,
    /// The listed files.
    pub(super) listing: Listing,
}

impl Expected {
    /// Adds the manifest to the artifacts, unless there are none. The same files give the same manifest.
    pub(super) fn of(artifacts: Vec<Artifact>) -> Self {
        let hashes = artifacts.iter().map(|it| (it.path.clone(), BTreeSet::from([hash(it.contents.as_bytes())])));
        let listing = Listing(hashes.collect());
        let manifest = (!artifacts.is_empty()).then(|| Artifact::new(MANIFEST, listing.manifest()));
        let files = artifacts.into_iter().chain(manifest).map(|it| (it.path, Arc::new(it.contents))).collect();
        Self { files, listing }
    }
}

/// The files that runs may have written: each path with the hashes of the contents that may be there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Listing(BTreeMap<String, BTreeSet<String>>);

impl Listing {
    /// Parses a manifest; the error is the reason why it is invalid.
    pub(super) fn from_manifest(text: &[u8]) -> Result<Self, String> {
        let files: BTreeMap<String, String> = parse(text)?;
        Self(files.into_iter().map(|(path, hash)| (path, BTreeSet::from([hash]))).collect()).confined()
    }

    /// Parses a journal; the error is the reason why it is invalid.
    pub(super) fn from_journal(text: &[u8]) -> Result<Self, String> {
        Self(parse(text)?).confined()
    }

    /// Returns the text of a manifest; each path has one hash.
    fn manifest(&self) -> String {
        let files = self.0.iter().filter_map(|(path, hashes)| Some((path, hashes.first()?)));
        document(files.collect::<BTreeMap<_, _>>())
    }

    /// Returns the text of a journal that lists these files and others.
    pub(super) fn journal_with(&self, others: &Self) -> String {
        let mut files: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (path, hashes) in self.0.iter().chain(&others.0) {
            files.entry(path).or_default().extend(hashes.iter().map(String::as_str));
        }
        document(files)
    }

    /// Adds the files of another list.
    pub(super) fn extend(&mut self, other: &Self) {
        for (path, hashes) in &other.0 {
            self.0.entry(path.clone()).or_default().extend(hashes.iter().cloned());
        }
    }

    /// Returns true if a run may have written this file.
    pub(super) fn contains(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    /// Returns every path.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns the writer of the contents at a path; `None` means anything but a regular file.
    pub(super) fn provenance(&self, path: &str, contents: Option<&[u8]>) -> Provenance {
        match self.0.get(path) {
            None => Provenance::Foreign,
            Some(hashes) if contents.is_some_and(|contents| hashes.contains(&hash(contents))) => Provenance::Written,
            Some(_) => Provenance::Edited,
        }
    }

    /// Returns the writer of a fresh file, whose hash is already in `expected`.
    pub(super) fn provenance_of_fresh(&self, path: &str, expected: &Self) -> Provenance {
        match (self.0.get(path), expected.0.get(path)) {
            (None, _) => Provenance::Foreign,
            (Some(hashes), Some(expected)) if expected.is_subset(hashes) => Provenance::Written,
            _ => Provenance::Edited,
        }
    }

    /// Refuses paths that lead out of the folder, because the listed files may be removed.
    fn confined(self) -> Result<Self, String> {
        if let Some(path) = self.paths().find(|path| path::refusal(path).is_some()) {
            return Err(format!("it lists `{path}`, which no run can have written"));
        }
        Ok(self)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<T> {
    version: u64,
    files: T,
}

fn parse<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    let document: Document<T> = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    match document.version {
        VERSION => Ok(document.files),
        other => Err(format!("its version is {other}, and this generator reads version {VERSION}")),
    }
}
