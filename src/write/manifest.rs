//! What the generator keeps in a target's folder: the manifest of what it wrote, and the journal of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::path;
use super::plan::Provenance;
use crate::artifact::Artifact;

/// The file in a target's folder that lists what was written there.
pub const MANIFEST: &str = ".codegen.json";
/// What a run may have written: there while one is under way, or after one was cut.
pub(super) const JOURNAL: &str = ".codegen.journal.json";
/// Held by a run that changes the folder.
pub(super) const LOCK: &str = ".codegen.lock";

const VERSION: u64 = 1;

/// SHA-256, in lower-case hexadecimal digits.
pub(super) fn hash(contents: &[u8]) -> String {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let digits = Sha256::digest(contents).into_iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    let mut text = String::with_capacity(64);
    digits.for_each(|digit| text.push(DIGITS[usize::from(digit)]));
    text
}

fn document<T: Serialize>(files: T) -> String {
    // Of texts by texts: nothing in it can fail.
    serde_json::to_string_pretty(&Document { version: VERSION, files }).unwrap_or_default() + "\n"
}

/// What is to be in a target's folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Generation {
    /// Each file by its path, the manifest among them. A plan is made more than once, and the texts are never copied.
    pub(super) files: Vec<(String, Arc<String>)>,
    /// What the manifest lists.
    pub(super) listed: Claims,
}

impl Generation {
    /// These files and their manifest, which is the same bytes for the same files; of none there is no manifest.
    pub(super) fn of(artifacts: Vec<Artifact>) -> Self {
        let listed = artifacts.iter().map(|it| (it.path.clone(), BTreeSet::from([hash(it.contents.as_bytes())])));
        let listed = Claims(listed.collect());
        let manifest = (!artifacts.is_empty()).then(|| Artifact::new(MANIFEST, listed.manifest()));
        let files = artifacts.into_iter().chain(manifest).map(|it| (it.path, Arc::new(it.contents))).collect();
        Self { files, listed }
    }
}

/// What runs are known to have written: each path with every content that one may have left there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Claims(BTreeMap<String, BTreeSet<String>>);

impl Claims {
    /// Reads a manifest; the error says what is wrong with it.
    pub(super) fn from_manifest(text: &[u8]) -> Result<Self, String> {
        let files: BTreeMap<String, String> = parse(text)?;
        Self(files.into_iter().map(|(path, hash)| (path, BTreeSet::from([hash]))).collect()).confined()
    }

    /// Reads a journal; the error says what is wrong with it.
    pub(super) fn from_journal(text: &[u8]) -> Result<Self, String> {
        Self(parse(text)?).confined()
    }

    /// The text of a manifest that lists these, each with the one content that it has.
    fn manifest(&self) -> String {
        let files = self.0.iter().filter_map(|(path, hashes)| Some((path, hashes.first()?)));
        document(files.collect::<BTreeMap<_, _>>())
    }

    /// The text of a journal that holds these and those.
    pub(super) fn journal_with(&self, others: &Self) -> String {
        let mut files: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (path, hashes) in self.0.iter().chain(&others.0) {
            files.entry(path).or_default().extend(hashes.iter().map(String::as_str));
        }
        document(files)
    }

    /// These and those.
    pub(super) fn join(&mut self, other: &Self) {
        for (path, hashes) in &other.0 {
            self.0.entry(path.clone()).or_default().extend(hashes.iter().cloned());
        }
    }

    /// Some run wrote a file here.
    pub(super) fn holds(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    /// Every path.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Whose the content is that stands at a path; `None` for what is no regular file.
    pub(super) fn provenance(&self, path: &str, contents: Option<&[u8]>) -> Provenance {
        match self.0.get(path) {
            None => Provenance::Foreign,
            Some(hashes) if contents.is_some_and(|contents| hashes.contains(&hash(contents))) => Provenance::Written,
            Some(_) => Provenance::Edited,
        }
    }

    /// The same for a file that is as `listed` has it: its hash stands there.
    pub(super) fn provenance_of_listed(&self, path: &str, listed: &Self) -> Provenance {
        match (self.0.get(path), listed.0.get(path)) {
            (None, _) => Provenance::Foreign,
            (Some(hashes), Some(these)) if these.is_subset(hashes) => Provenance::Written,
            _ => Provenance::Edited,
        }
    }

    /// A list decides what is removed, so none of its paths may lead out of the folder.
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
