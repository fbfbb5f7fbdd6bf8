//! The manifest in a target's folder: the list of the files that were written.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::entry::Provenance;
use super::folder::Folder;
use super::path;
use crate::artifact::Artifact;
use crate::file_name::TEMPORARY;

pub use crate::file_name::MANIFEST;

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

/// The files that should be in a target's folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Expected {
    /// Each path and its contents, with the manifest. Shared, because a folder is compared more than once.
    pub(super) files: Vec<(String, Arc<String>)>,
    /// The listed files.
    pub(super) listing: Listing,
    /// Those of them that stay as they are: the single files of other sets.
    pub(super) kept: BTreeSet<String>,
}

impl Expected {
    /// Adds the manifest to the artifacts, unless there are none. The same files give the same manifest.
    pub(super) fn of(artifacts: Vec<Artifact>) -> Self {
        let hashes = artifacts.iter().map(|it| (it.path.clone(), BTreeSet::from([hash(it.contents.as_bytes())])));
        let listing = Listing(hashes.collect());
        let manifest = (!artifacts.is_empty()).then(|| Artifact::new(MANIFEST, listing.text()));
        let files = artifacts.into_iter().chain(manifest).map(|it| (it.path, Arc::new(it.contents))).collect();
        Self { files, listing, kept: BTreeSet::new() }
    }

    /// Keeps the files of a folder that only has single files: no run for one set makes two of them.
    pub(super) fn beside(mut self, folder: &Folder) -> Self {
        let kind = |path: &str| (!path.contains('/')).then(|| path.rsplit('.').next().map(str::to_owned));
        let own: BTreeSet<_> = self.listing.0.keys().map(|path| kind(path)).filter(Option::is_some).collect();
        if !folder.listing.0.keys().all(|path| own.contains(&kind(path))) {
            return self;
        }
        for (path, hashes) in folder.listing.0.iter().filter(|(path, _)| folder.files.contains(*path)) {
            if !self.listing.0.contains_key(path) {
                self.listing.0.insert(path.clone(), hashes.clone());
                self.kept.insert(path.clone());
            }
        }
        let manifest = Arc::new(self.listing.text());
        self.files.iter_mut().filter(|(path, _)| path == MANIFEST).for_each(|(_, text)| *text = Arc::clone(&manifest));
        self
    }
}

/// One of the hashes of a file that the run makes or removes: there may be none, so a file there with another hash is somebody's.
const ABSENT: &str = "";

/// The files that the generator may have written: each path with the hashes of the contents that may be there. There
/// are several hashes only while a run writes, and after one that was killed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Listing(BTreeMap<String, BTreeSet<String>>);

impl Listing {
    /// Parses a manifest; the error is the reason why it is invalid.
    pub(super) fn parse(text: &[u8]) -> Result<Self, String> {
        let document: Document = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        if document.version != VERSION {
            return Err(format!("its version is {}, and this generator reads version {VERSION}", document.version));
        }
        // The listed files may be removed.
        if let Some(path) = document.files.keys().find(|path| path::refusal(path).is_some()) {
            return Err(format!("it lists `{path}`, which no run can have written"));
        }
        Ok(Self(document.files.into_iter().map(|(path, hashes)| (path, hashes.into())).collect()))
    }

    /// Returns the text of a manifest.
    pub(super) fn text(&self) -> String {
        let files = self.0.iter().map(|(path, hashes)| (path.clone(), hashes.clone().into())).collect();
        // Maps of strings always serialise.
        serde_json::to_string_pretty(&Document { version: VERSION, files }).unwrap_or_default() + "\n"
    }

    /// Returns the files of both lists. Only what is in both is there for certain.
    pub(super) fn with(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for (path, hashes) in &other.0 {
            both.0.entry(path.clone()).or_default().extend(hashes.iter().cloned());
        }
        for (path, hashes) in &mut both.0 {
            if !(self.0.contains_key(path) && other.0.contains_key(path)) {
                hashes.insert(ABSENT.to_owned());
            }
        }
        both
    }

    /// Returns true if the generator may have written this file. A killed run can leave a temporary file.
    pub(super) fn contains(&self, path: &str) -> bool {
        self.0.contains_key(path) || self.is_temporary(path)
    }

    /// Returns the writer of the file at a path with contents of this hash; `None` means anything but a regular file.
    pub(super) fn provenance(&self, path: &str, hash: Option<&str>) -> Provenance {
        match self.0.get(path) {
            None if self.is_temporary(path) => Provenance::Written,
            None => Provenance::Foreign,
            Some(hashes) if hash.is_some_and(|hash| hashes.contains(hash)) => Provenance::Written,
            Some(hashes) if hashes.contains(ABSENT) => Provenance::Foreign,
            Some(_) => Provenance::Edited,
        }
    }

    /// Returns the hash of the one file that is expected at a path.
    pub(super) fn hash(&self, path: &str) -> Option<&str> {
        self.0.get(path)?.first().map(String::as_str)
    }

    fn is_temporary(&self, path: &str) -> bool {
        path.strip_suffix(TEMPORARY).is_some_and(|path| path == MANIFEST || self.0.contains_key(path))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    version: u64,
    files: BTreeMap<String, Hashes>,
}

/// The hashes of a file, as they are written.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Hashes {
    One(String),
    Several(BTreeSet<String>),
}

impl From<Hashes> for BTreeSet<String> {
    fn from(hashes: Hashes) -> Self {
        match hashes {
            Hashes::One(hash) => Self::from([hash]),
            Hashes::Several(hashes) => hashes,
        }
    }
}

impl From<BTreeSet<String>> for Hashes {
    fn from(mut hashes: BTreeSet<String>) -> Self {
        match hashes.pop_first() {
            Some(only) if hashes.is_empty() => Self::One(only),
            first => Self::Several(hashes.into_iter().chain(first).collect()),
        }
    }
}
