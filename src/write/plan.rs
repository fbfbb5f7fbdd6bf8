//! What stands between a folder and what should be in it.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Sum;
use std::ops::Add;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use super::disk::{self, Found};
use super::folder::{self, Folder, not_ours};
use super::ignored::ignored;
use super::lock;
use super::manifest::{Claims, Generation, MANIFEST};
use super::path;
use crate::artifact::Artifact;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// How a file on the disk stands to what was rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It is what it should be.
    Fresh,
    /// Something else stands there.
    Stale,
    /// It is not there.
    Missing,
    /// It is there and should not be.
    Orphan,
}

/// Who wrote what stands on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Provenance {
    /// The generator. It may be replaced and removed.
    Written,
    /// The generator, and somebody changed it since. It may be replaced; removing it takes force.
    Edited,
    /// Somebody else. Replacing it takes force, and it is never removed.
    Foreign,
}

/// One file of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Relative to the folder, with `/`.
    pub path: String,
    /// How it stands to what was rendered.
    pub status: Status,
    /// Who wrote what is there; `Written` where nothing is.
    pub provenance: Provenance,
    /// What is there; nothing where there is no regular file, or one that is right already.
    pub old: Option<Vec<u8>>,
    /// What should be there.
    pub new: Option<Arc<String>>,
}

/// How many files there are of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Left as they are.
    pub fresh: usize,
    /// Replaced, or to be.
    pub stale: usize,
    /// Written, or to be.
    pub missing: usize,
    /// Removed, or to be.
    pub orphan: usize,
    /// Orphans that the generator did not write: they stay.
    pub foreign: usize,
    /// Folders in which a run was cut.
    pub interrupted: usize,
}

/// The difference between a folder and what should be in it.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The folder of the target.
    pub out: PathBuf,
    /// Every file, by path.
    pub entries: Vec<Entry>,
    /// A run was cut here, and applying finishes it.
    pub interrupted: bool,
    /// The files are there, and no manifest says that they were generated.
    pub(super) unlisted: bool,
    pub(super) scope: Scope,
    pub(super) claims: Claims,
    pub(super) halves: Vec<String>,
    /// What it was compared with, to be compared again under the lock.
    pub(super) generation: Arc<Generation>,
}

/// What of its folder a plan is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// All that is in it: it is the folder of a target, with a manifest, a journal and a lock.
    Target,
    /// One file, among those of others.
    OneFile,
    /// What stands beside the folders of the targets, to be told of.
    Beside,
}

impl Plan {
    /// Compares a target's folder with its files. Nothing is written.
    ///
    /// The manifest is one of the entries. Without artifacts the target is gone: everything that was generated there,
    /// the manifest too, is an orphan.
    ///
    /// # Errors
    /// A path that must not be written; a folder that is not ours, or in which another run is writing; something that
    /// stands in the way of a file; what the file system refuses. All of them, not the first.
    pub fn of(out: &Path, artifacts: Vec<Artifact>) -> Result<Self, Diagnostics> {
        path::check_all(&artifacts).or(())?;
        let generation = Arc::new(Generation::of(artifacts));
        lock::undisturbed(out, || Self::compare(out, &generation))?
    }

    /// What stands in the folder of all targets, and is no folder of one: foreign orphans, which stay. Each is a file, or a
    /// folder of somebody else as one. None, if there is nothing of the kind. What is ignored may be there.
    pub fn beside(out: &Path, folders: &[String]) -> Option<Self> {
        let names = folder::beside(out, folders);
        let entries: Vec<_> = names.iter().map(|name| orphan(name, Provenance::Foreign)).collect();
        (!entries.is_empty()).then(|| Self::without_manifest(out, Scope::Beside, entries))
    }

    /// One about files that no manifest lists.
    fn without_manifest(out: &Path, scope: Scope, entries: Vec<Entry>) -> Self {
        Self {
            out: out.to_owned(),
            entries,
            interrupted: false,
            unlisted: false,
            scope,
            claims: Claims::default(),
            halves: Vec::new(),
            generation: Arc::default(),
        }
    }

    /// Compares one file with what stands in its place, in a folder of other people's files. There is no manifest, so
    /// whatever stands there is taken for what was generated.
    ///
    /// # Errors
    /// A path that must not be written; something that stands in the way of the file; what the file system refuses.
    pub fn of_one(out: &Path, artifact: Artifact) -> Result<Self, Diagnostics> {
        path::check_all(std::slice::from_ref(&artifact)).or(())?;
        let found = disk::look(&out.join(&artifact.path))?;
        let contents = Arc::new(artifact.contents);
        let entry = wanted(out, &Folder::default(), found, &artifact.path, &contents, &Claims::default())?;
        let entries = vec![Entry { provenance: Provenance::Written, ..entry }];
        Ok(Self::without_manifest(out, Scope::OneFile, entries))
    }

    /// A comparison, for one who holds the lock.
    pub(super) fn compare(out: &Path, generation: &Arc<Generation>) -> Result<Self, Diagnostics> {
        let folder = Folder::read(out)?;
        let mut findings = blocked_folders(out, &folder, generation);
        let mut entries = BTreeMap::new();
        for (path, contents) in &generation.files {
            // The manifest is none of the files of a folder.
            let is_there = path == MANIFEST || folder.occupied;
            let looked = if is_there { disk::look(&out.join(path)) } else { Ok(Found::Nothing) };
            match looked.and_then(|found| wanted(out, &folder, found, path, contents, &generation.listed)) {
                Ok(entry) => drop(entries.insert(entry.path.clone(), entry)),
                Err(these) => findings.extend(these),
            }
        }
        match orphans(out, &folder, &entries) {
            Ok(orphans) => entries.extend(orphans.into_iter().map(|entry| (entry.path.clone(), entry))),
            Err(these) => findings.extend(these),
        }
        let plan = Self {
            out: out.to_owned(),
            entries: entries.into_values().collect(),
            interrupted: folder.interrupted,
            unlisted: folder.unlisted,
            scope: Scope::Target,
            claims: folder.claims,
            halves: folder.halves,
            generation: Arc::clone(generation),
        };
        if plan.unlisted && plan.right() == 0 {
            findings.extend(not_ours(out, "it has files in it and no manifest of what was generated"));
        }
        findings.or(plan).map(|(plan, _)| plan)
    }

    /// What there is to say of the folder itself: that its manifest is gone.
    pub fn remark(&self) -> Option<Diagnostic> {
        let (right, all) = (self.right(), self.wanted().count());
        let message = format!("`{}/{MANIFEST}` is not there", self.out.display());
        let finding = Diagnostic::warning(Code::ManifestMissing, message).because(format!(
            "it says which files may be replaced and removed; {right} of the {all} that it would list are what would be generated"
        ));
        let advice = if right == all {
            "generate again: that makes it, and changes nothing else"
        } else {
            "restore it from version control, or delete the folder, then generate again"
        };
        self.unlisted.then(|| finding.instead(advice))
    }

    /// The files that should be there, but for the manifest.
    fn wanted(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.new.is_some() && entry.path != MANIFEST)
    }

    /// How many of those are what they should be.
    fn right(&self) -> usize {
        self.wanted().filter(|entry| entry.status == Status::Fresh).count()
    }

    /// Why nothing may be written here, if that is so: without a manifest a difference could be anybody's work.
    pub(super) fn refusal(&self) -> Option<Diagnostics> {
        let differs = self.unlisted && self.right() < self.wanted().count();
        differs.then(|| not_ours(&self.out, "it has no manifest, and not all of its files are what would be generated"))
    }

    /// The folder is what it should be.
    pub fn is_fresh(&self) -> bool {
        !self.interrupted && self.entries.iter().all(|entry| entry.status == Status::Fresh)
    }

    /// Applying would change something: not so when the only difference is a foreign file.
    pub fn has_work(&self) -> bool {
        self.interrupted || self.entries.iter().any(Entry::is_work)
    }

    /// How many files there are of each kind.
    pub fn tally(&self) -> Tally {
        let start = Tally { interrupted: usize::from(self.interrupted), ..Tally::default() };
        self.entries.iter().map(Entry::tally).fold(start, Add::add)
    }

    /// The path of an entry as people see it: with the folder before it.
    pub fn shown(&self, entry: &Entry) -> String {
        format!("{}/{}", self.out.display(), entry.path)
    }
}

impl Entry {
    /// Applying changes it.
    pub(super) fn is_work(&self) -> bool {
        match self.status {
            Status::Fresh => false,
            Status::Stale | Status::Missing => true,
            Status::Orphan => self.provenance != Provenance::Foreign,
        }
    }

    fn tally(&self) -> Tally {
        let none = Tally::default();
        match self.status {
            Status::Fresh => Tally { fresh: 1, ..none },
            Status::Stale => Tally { stale: 1, ..none },
            Status::Missing => Tally { missing: 1, ..none },
            Status::Orphan if self.is_work() => Tally { orphan: 1, ..none },
            Status::Orphan => Tally { foreign: 1, ..none },
        }
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            fresh: self.fresh + other.fresh,
            stale: self.stale + other.stale,
            missing: self.missing + other.missing,
            orphan: self.orphan + other.orphan,
            foreign: self.foreign + other.foreign,
            interrupted: self.interrupted + other.interrupted,
        }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Add::add)
    }
}

/// Compares one file that should be there with what was found in its place. `listed` is what the manifest will say of it.
fn wanted(
    out: &Path,
    folder: &Folder,
    found: Found,
    path: &str,
    contents: &Arc<String>,
    listed: &Claims,
) -> Result<Entry, Diagnostics> {
    let (status, old) = match found {
        Found::Nothing => (Status::Missing, None),
        Found::File(old) if old == contents.as_bytes() => (Status::Fresh, None),
        Found::File(old) => (Status::Stale, Some(old)),
        Found::Other => (Status::Stale, None),
        Found::Folder if disk::has_repository(&out.join(path))? => {
            return Err(in_the_way(out, path, "a folder with a git repository in it"));
        }
        // Its files go first, and with the last one the folder.
        Found::Folder if folder.is_all_claimed(path) => (Status::Missing, None),
        Found::Folder => return Err(in_the_way(out, path, "a folder with files that were not generated")),
    };
    let provenance = match status {
        Status::Missing => Provenance::Written,
        _ if path == MANIFEST => Provenance::Written,
        Status::Fresh => folder.claims.provenance_of_listed(path, listed),
        _ => folder.claims.provenance(path, old.as_deref()),
    };
    Ok(Entry { path: path.to_owned(), status, provenance, old, new: Some(Arc::clone(contents)) })
}

/// Every file that should not be there. What is ignored may be, unless the generator wrote it.
fn orphans(out: &Path, folder: &Folder, wanted: &BTreeMap<String, Entry>) -> Result<Vec<Entry>, Diagnostics> {
    let rest = folder.files.iter().filter(|path| !wanted.contains_key(*path)).cloned();
    let (ours, others): (BTreeSet<_>, BTreeSet<_>) = rest.partition(|path| folder.claims.holds(path));
    let spared = ignored(out, &others, |path| wanted.contains_key(path));
    let manifest = (wanted.is_empty() && folder.listed).then(|| Ok(orphan(MANIFEST, Provenance::Written)));
    let ours = ours.iter().map(|path| Ok(orphan(path, whose(out, folder, path)?)));
    let others = others.difference(&spared).map(|path| Ok(orphan(path, Provenance::Foreign)));
    manifest.into_iter().chain(ours).chain(others).collect()
}

fn orphan(path: &str, provenance: Provenance) -> Entry {
    Entry { path: path.to_owned(), status: Status::Orphan, provenance, old: None, new: None }
}

fn whose(out: &Path, folder: &Folder, path: &str) -> Result<Provenance, Diagnostics> {
    Ok(match disk::look(&out.join(path))? {
        Found::File(contents) => folder.claims.provenance(path, Some(&contents)),
        _ => folder.claims.provenance(path, None),
    })
}

/// What stands where a folder has to be: a link would lead out of the target's folder, a file has to go first.
fn blocked_folders(out: &Path, folder: &Folder, generation: &Generation) -> Diagnostics {
    let parents: BTreeSet<&str> = generation.files.iter().flat_map(|(path, _)| path::parents(path)).collect();
    let mut findings = Diagnostics::default();
    for parent in parents {
        match disk::look(&out.join(parent)) {
            Ok(Found::Other) => findings.extend(in_the_way(out, parent, "a symbolic link or a special file")),
            Ok(Found::File(_)) if !folder.claims.holds(parent) => {
                findings.extend(in_the_way(out, parent, "a file that was not generated"));
            }
            Ok(_) => {}
            Err(these) => findings.extend(these),
        }
    }
    findings
}

fn in_the_way(out: &Path, path: &str, what: &str) -> Diagnostics {
    Diagnostic::error(Code::InTheWay, format!("`{}` is to be generated, and {what} is there", out.join(path).display()))
        .because("nothing is written outside the target's folder, and nothing is removed that was not generated")
        .instead("move it away, then run again")
        .into()
}
