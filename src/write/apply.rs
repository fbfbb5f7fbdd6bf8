//! Applies a plan: locks the folders of the targets, writes, and removes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::disk;
use super::entry::{Entry, Provenance, Status, Tally};
use super::folder::Folder;
use super::lock::{self, Lock};
use super::manifest::{JOURNAL, MANIFEST};
use super::path;
use super::plan::{Plan, Scope};
use super::replace::{NewFile, replace};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// Applies the plans of all targets, or of none if one of them would destroy somebody's work. Targets always change
/// together.
///
/// # Errors
/// See [`Plan::apply`]. All errors are returned, not only the first.
pub fn apply_all(plans: &[Plan], force: bool) -> Result<Tally, Diagnostics> {
    let mut findings = Diagnostics::default();
    plans.iter().for_each(|plan| findings.extend(plan.conflicts(force)));
    findings.or(())?;
    // Takes all locks before the first change, those of fresh targets too. Otherwise two runs that overtake each other
    // would leave some targets of one and some of the other.
    let has_work = plans.iter().any(Plan::has_work);
    let locks = plans.iter().map(|plan| plan.lock(has_work)).collect::<Result<Vec<_>, _>>()?;
    let mut findings = Diagnostics::default();
    let mut current = Vec::new();
    for (plan, lock) in plans.iter().zip(&locks) {
        match plan.compared_again(lock.as_ref()) {
            Ok(plan) => {
                findings.extend(plan.conflicts(force));
                current.push(plan);
            }
            Err(these) => findings.extend(these),
        }
    }
    findings.or(())?;
    let targets = current.iter().filter(|plan| plan.scope == Scope::Target && plan.has_work());
    apply_targets(&targets.map(AsRef::as_ref).collect::<Vec<_>>())?;
    let mut single_files = current.iter().filter(|plan| plan.scope == Scope::OneFile && plan.has_work());
    single_files.try_for_each(|plan| write_and_remove(&plan.work()))?;
    for (plan, lock) in plans.iter().zip(locks) {
        let was_locked = lock.is_some();
        drop(lock);
        if was_locked || plan.scope == Scope::Target && lock::remove_unheld(&plan.out) {
            plan.remove_empty_folder();
        }
    }
    Ok(current.iter().map(|plan| plan.tally()).sum())
}

impl Plan {
    /// Applies this plan, and returns the counts. Fresh files are not touched, and foreign orphans stay.
    ///
    /// # Errors
    /// Somebody's work would be lost, another run is writing, or the file system reports an error. Only a file system
    /// error can come after the first change; the folder is then marked, and the next run finishes.
    pub fn apply(&self, force: bool) -> Result<Tally, Diagnostics> {
        apply_all(std::slice::from_ref(self), force)
    }

    /// Takes the lock of the folder, if it is the folder of a target.
    fn lock(&self, has_work: bool) -> Result<Option<Lock>, Diagnostics> {
        (has_work && self.scope == Scope::Target).then(|| Lock::take(&self.out)).transpose()
    }

    /// Compares again under the lock, as another run may have changed the folder since.
    fn compared_again(&self, lock: Option<&Lock>) -> Result<Cow<'_, Self>, Diagnostics> {
        let was_empty = || self.entries.iter().all(|entry| entry.status == Status::Missing);
        // A folder that was empty and still is gives the same plan.
        if lock.is_none() || was_empty() && Folder::read(&self.out)?.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        Self::compare(&self.out, &self.expected).map(Cow::Owned)
    }

    /// Removes the folder of a target that no longer exists, unless something is left in it.
    fn remove_empty_folder(&self) {
        if self.entries.iter().all(|entry| entry.new.is_none()) {
            let _ = fs::remove_dir(&self.out);
        }
    }

    /// Returns an error for each file that would be lost: it cannot be generated again.
    ///
    /// These are foreign files at generated paths, and edited files that are no longer generated. `force` accepts both,
    /// but not a folder without a manifest in which a file differs.
    fn conflicts(&self, force: bool) -> Diagnostics {
        if let Some(refusal) = self.refusal() {
            return refusal;
        }
        let entries = self.entries.iter().filter(|_| !force);
        Diagnostics(entries.filter_map(|entry| self.conflict(entry)).collect())
    }

    fn conflict(&self, entry: &Entry) -> Option<Diagnostic> {
        let (code, problem) = match (entry.status, entry.provenance) {
            (Status::Orphan, Provenance::Edited) => {
                (Code::EditedOrphan, "is no longer generated, and somebody changed it")
            }
            (Status::Stale, Provenance::Foreign) => {
                (Code::ForeignFile, "is to be generated, and somebody else's file is there")
            }
            _ => return None,
        };
        let finding = Diagnostic::error(code, format!("`{}` {problem}", self.shown(entry)))
            .because("what is in it cannot be generated again");
        Some(finding.instead("save what you need of it, then run again with `--force`"))
    }

    /// Returns the entries that applying changes, each with the folder of the target.
    fn work(&self) -> Vec<(&Path, &Entry)> {
        self.entries.iter().filter(|entry| entry.is_work()).map(|entry| (self.out.as_path(), entry)).collect()
    }
}

/// Changes the folders of targets, under their locks.
///
/// Each step is done for all targets before the next one. The order lets the next run continue wherever this process is
/// killed: the journal lists everything that is written after it, and is removed only when the manifest is right.
fn apply_targets(plans: &[&Plan]) -> Result<(), Diagnostics> {
    // Files that an interrupted run prepared take up room.
    let leftovers = plans.iter().flat_map(|plan| plan.leftovers.iter().map(|path| (plan.out.as_path(), path.as_str())));
    remove_all(leftovers)?;
    let journals: Vec<_> = plans.iter().map(|plan| plan.listing.journal_with(&plan.expected.listing)).collect();
    let journals = plans.iter().zip(&journals);
    let journals = journals.map(|(plan, contents)| NewFile { root: &plan.out, path: JOURNAL, contents });
    replace(&journals.collect::<Vec<_>>(), || Ok(()))?;
    let work = plans.iter().flat_map(|plan| plan.work());
    let (manifests, files): (Vec<_>, Vec<_>) = work.partition(|(_, entry)| entry.path == MANIFEST);
    write_and_remove(&files)?;
    write_and_remove(&manifests)?;
    remove_all(plans.iter().map(|plan| (plan.out.as_path(), JOURNAL)))
}

/// Writes the new files, and then removes those that are no longer generated.
///
/// So a run that cannot prepare its files has changed none, and one that cannot remove a file has written all new ones.
/// Only a file at the path of a folder, or a folder at the path of a file, is removed before.
fn write_and_remove(work: &[(&Path, &Entry)]) -> Result<(), Diagnostics> {
    let new = work.iter().filter_map(|(root, entry)| {
        let contents = entry.new.as_ref()?;
        Some(NewFile { root, path: &entry.path, contents })
    });
    let new: Vec<_> = new.collect();
    let removed = work.iter().filter(|(_, entry)| entry.new.is_none());
    let removed: Vec<(&Path, &str)> = removed.map(|(root, entry)| (*root, entry.path.as_str())).collect();
    if removed.is_empty() {
        return replace(&new, || Ok(()));
    }
    let folders = new.iter().flat_map(|file| path::parents(file.path).map(|folder| (file.root, folder)));
    let folders: BTreeSet<(&Path, &str)> = folders.collect();
    let (at_folders, others): (Vec<_>, Vec<_>) = removed.into_iter().partition(|path| folders.contains(path));
    // In lower case, because some file systems treat `A` and `a` as one name.
    let files: BTreeSet<(&Path, String)> = new.iter().map(|file| (file.root, file.path.to_lowercase())).collect();
    let is_at_file = |(root, path): &(&Path, &str)| {
        path::parents(path).chain([*path]).any(|part| files.contains(&(*root, part.to_lowercase())))
    };
    let (at_files, others): (Vec<_>, Vec<_>) = others.into_iter().partition(is_at_file);
    remove_all(at_folders.into_iter())?;
    replace(&new, || remove_all(at_files.into_iter()))?;
    remove_all(others.into_iter())
}

/// Removes files, and continues after errors. The first error of each target is returned.
fn remove_all<'a>(paths: impl Iterator<Item = (&'a Path, &'a str)>) -> Result<(), Diagnostics> {
    let mut errors = BTreeMap::new();
    for (root, path) in paths {
        if let Err(found) = disk::remove(root, path) {
            errors.entry(root).or_insert(found);
        }
    }
    let mut findings = Diagnostics::default();
    errors.into_values().for_each(|found| findings.extend(found));
    findings.or(()).map(|_| ())
}

#[cfg(test)]
mod tests {
    use std::error::Error;
    use std::sync::Arc;

    use super::*;

    fn entry(path: &str, status: Status, new: Option<&str>) -> Entry {
        let new = new.map(|text| Arc::new(text.to_owned()));
        Entry { path: path.to_owned(), status, provenance: Provenance::Written, old: None, new }
    }

    #[test]
    fn a_file_that_cannot_be_removed_keeps_no_new_file_and_no_other_removal() -> Result<(), Box<dyn Error>> {
        let home = tempfile::tempdir()?;
        fs::write(home.path().join("c"), "old")?;
        // The system refuses to remove a folder as a file.
        fs::create_dir_all(home.path().join("b/inside"))?;
        let entries = [
            entry("a", Status::Missing, Some("new")),
            entry("b", Status::Orphan, None),
            entry("c", Status::Orphan, None),
        ];
        let work: Vec<_> = entries.iter().map(|entry| (home.path(), entry)).collect();
        let Err(Diagnostics(found)) = write_and_remove(&work) else { return Err("it was removed".into()) };
        assert_eq!(found.len(), 1);
        assert!(found[0].message.starts_with("cannot remove `"), "{:?}", found[0]);
        assert_eq!(fs::read_to_string(home.path().join("a"))?, "new");
        assert!(!home.path().join("c").exists());
        Ok(())
    }
}
