//! Makes plans: compares the contents of a folder with the expected ones. Nothing is written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::disk::{self, Found};
use super::entry::{Entry, Provenance, Status};
use super::folder::{Folder, not_ours};
use super::ignored::ignored;
use super::lock;
use super::manifest::{Expected, Listing, MANIFEST, hash};
use super::path;
use super::plan::{Plan, Scope};
use crate::artifact::Artifact;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

impl Plan {
    /// Compares a target's folder with its files.
    ///
    /// The manifest is one of the entries. Without artifacts the target no longer exists, and everything that was
    /// generated there is an orphan, with the manifest.
    ///
    /// # Errors
    /// A path must not be written. The generator did not make the folder, or another run is writing to it. Something is
    /// in the way of a file. The file system reports an error. All errors are returned, not only the first.
    pub fn of(out: &Path, artifacts: Vec<Artifact>) -> Result<Self, Diagnostics> {
        path::check_all(&artifacts).or(())?;
        let expected = Arc::new(Expected::of(artifacts));
        lock::read_undisturbed(out, || Self::compare(out, &expected))?
    }

    /// Compares a target's folder with its single file. Those of other sets, which are next to it, stay.
    ///
    /// # Errors
    /// As for [`Self::of`].
    pub fn of_single_file(out: &Path, artifacts: Vec<Artifact>) -> Result<Self, Diagnostics> {
        path::check_all(&artifacts).or(())?;
        let expected = Expected::of(artifacts);
        lock::read_undisturbed(out, || {
            let folder = Folder::read(out)?;
            Self::compare(out, &Arc::new(expected.clone().beside(&folder)))
        })?
    }

    /// Compares one file in a folder of other files.
    ///
    /// There is no manifest, so a file at its path is treated as generated.
    ///
    /// # Errors
    /// A path must not be written. Something is in the way of the file. The file system reports an error.
    pub fn of_one(out: &Path, artifact: Artifact) -> Result<Self, Diagnostics> {
        path::check_all(std::slice::from_ref(&artifact)).or(())?;
        let found = disk::read(&out.join(&artifact.path))?;
        let contents = Arc::new(artifact.contents);
        let entry = compare_file(out, &Folder::default(), found, &artifact.path, &contents, &Listing::default())?;
        let entries = vec![Entry { provenance: Provenance::Written, ..entry }];
        Ok(Self::without_manifest(out, Scope::OneFile, entries))
    }

    /// Compares a target's folder. The caller ensures that no other run changes it meanwhile.
    pub(super) fn compare(out: &Path, expected: &Arc<Expected>) -> Result<Self, Diagnostics> {
        let folder = Folder::read(out)?;
        let mut findings = blocked_folders(out, &folder, expected);
        let mut entries = BTreeMap::new();
        for (path, contents) in &expected.files {
            // Most files of an empty folder need no system call.
            let may_exist = path == MANIFEST || folder.has_other_entries;
            let found = if may_exist { disk::read(&out.join(path)) } else { Ok(Found::Nothing) };
            match found.and_then(|found| compare_file(out, &folder, found, path, contents, &expected.listing)) {
                Ok(entry) => drop(entries.insert(entry.path.clone(), entry)),
                Err(these) => findings.extend(these),
            }
        }
        match orphans(out, &folder, &entries, &expected.kept) {
            Ok(orphans) => entries.extend(orphans.into_iter().map(|entry| (entry.path.clone(), entry))),
            Err(these) => findings.extend(these),
        }
        let plan = Self {
            out: out.to_owned(),
            entries: entries.into_values().collect(),
            lacks_manifest: folder.lacks_manifest(),
            scope: Scope::Target,
            listing: folder.listing,
            expected: Arc::clone(expected),
        };
        if plan.lacks_manifest && plan.fresh_files() == 0 {
            findings.extend(not_ours(out, "it has files in it and no manifest of what was generated"));
        }
        findings.or(plan).map(|(plan, _)| plan)
    }
}

/// Compares one expected file with the entry at its path. `expected` is the listing of the new manifest.
fn compare_file(
    out: &Path,
    folder: &Folder,
    found: Found,
    path: &str,
    contents: &Arc<String>,
    expected: &Listing,
) -> Result<Entry, Diagnostics> {
    let (status, old) = match found {
        Found::Nothing => (Status::Missing, None),
        Found::File(old) if old == contents.as_bytes() => (Status::Fresh, None),
        Found::File(old) => (Status::Stale, Some(old)),
        Found::Other => (Status::Stale, None),
        Found::Folder if disk::has_repository(&out.join(path))? => {
            return Err(in_the_way(out, path, "a folder with a git repository in it"));
        }
        // Its files are removed first, and the folder with the last one.
        Found::Folder if is_all_ours(out, folder, path)? => (Status::Missing, None),
        Found::Folder => return Err(in_the_way(out, path, "a folder with files that were not generated")),
    };
    let provenance = match status {
        Status::Missing => Provenance::Written,
        _ if path == MANIFEST => Provenance::Written,
        Status::Fresh => folder.listing.provenance(path, expected.hash(path)),
        _ => folder.listing.provenance(path, old.as_deref().map(hash).as_deref()),
    };
    Ok(Entry { path: path.to_owned(), status, provenance, old, new: Some(Arc::clone(contents)) })
}

/// Returns every orphan. Ignored files are not orphans, unless the generator wrote them.
fn orphans(
    out: &Path,
    folder: &Folder,
    wanted: &BTreeMap<String, Entry>,
    kept: &BTreeSet<String>,
) -> Result<Vec<Entry>, Diagnostics> {
    let stays = |path: &String| wanted.contains_key(path) || kept.contains(path);
    let rest = folder.files.iter().filter(|path| !stays(path)).cloned();
    let (ours, others): (BTreeSet<_>, BTreeSet<_>) = rest.partition(|path| folder.listing.contains(path));
    let ignored = ignored(out, &others, |path| wanted.contains_key(path));
    let manifest = (wanted.is_empty() && folder.has_manifest).then(|| Ok(Entry::orphan(MANIFEST, Provenance::Written)));
    let ours = ours.iter().map(|path| Ok(Entry::orphan(path, provenance_on_disk(out, folder, path)?)));
    let others = others.difference(&ignored).map(|path| Ok(Entry::orphan(path, Provenance::Foreign)));
    manifest.into_iter().chain(ours).chain(others).collect()
}

fn provenance_on_disk(out: &Path, folder: &Folder, path: &str) -> Result<Provenance, Diagnostics> {
    let hash = match disk::read(&out.join(path))? {
        Found::File(contents) => Some(hash(&contents)),
        _ => None,
    };
    Ok(folder.listing.provenance(path, hash.as_deref()))
}

/// Returns true if the generator wrote every file below this folder.
fn is_all_ours(out: &Path, folder: &Folder, path: &str) -> Result<bool, Diagnostics> {
    for file in folder.below(path) {
        if provenance_on_disk(out, folder, file)? == Provenance::Foreign {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns an error for each path that has to be a folder, but is something that the generator did not write. A link
/// would lead out of the target's folder.
fn blocked_folders(out: &Path, folder: &Folder, expected: &Expected) -> Diagnostics {
    let parents: BTreeSet<&str> = expected.files.iter().flat_map(|(path, _)| path::parents(path)).collect();
    let mut findings = Diagnostics::default();
    for parent in parents {
        match disk::read(&out.join(parent)) {
            Ok(Found::Other) => findings.extend(in_the_way(out, parent, "a symbolic link or a special file")),
            Ok(Found::File(text)) if folder.listing.provenance(parent, Some(&hash(&text))) == Provenance::Foreign => {
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
