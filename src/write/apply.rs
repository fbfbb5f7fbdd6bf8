//! Makes the disk agree with a plan.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::disk::{self, Syncing, Wanted};
use super::folder::Folder;
use super::lock::{self, Lock};
use super::manifest::{JOURNAL, MANIFEST};
use super::path;
use super::plan::{Entry, Plan, Provenance, Scope, Status, Tally};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// Applies the plans of all targets, or of none if one of them meets somebody's work: targets change in lockstep.
///
/// # Errors
/// See [`Plan::apply`]. All of them, not the first.
pub fn apply_all(plans: &[Plan], force: bool) -> Result<Tally, Diagnostics> {
    let mut findings = Diagnostics::default();
    plans.iter().for_each(|plan| findings.extend(plan.objections(force)));
    findings.or(())?;
    // All of them before the first change, and of what is right so far, too: two runs that overtook each other would leave
    // targets of both.
    let is_work = plans.iter().any(Plan::has_work);
    let locks = plans.iter().map(|plan| plan.lock(is_work)).collect::<Result<Vec<_>, _>>()?;
    let mut findings = Diagnostics::default();
    let mut current = Vec::new();
    for (plan, lock) in plans.iter().zip(&locks) {
        match plan.under(lock.as_ref()) {
            Ok(plan) => {
                findings.extend(plan.objections(force));
                current.push(plan);
            }
            Err(these) => findings.extend(these),
        }
    }
    findings.or(())?;
    let targets = current.iter().filter(|plan| plan.scope == Scope::Target && plan.has_work());
    carry_out(&targets.map(AsRef::as_ref).collect::<Vec<_>>())?;
    let mut of_one_file = current.iter().filter(|plan| plan.scope == Scope::OneFile && plan.has_work());
    of_one_file.try_for_each(|plan| settle(&plan.work(), &Syncing::each()))?;
    for (plan, lock) in plans.iter().zip(locks) {
        let was_locked = lock.is_some();
        drop(lock);
        if was_locked || plan.scope == Scope::Target && lock::sweep(&plan.out) {
            plan.leave();
        }
    }
    Ok(current.iter().map(|plan| plan.tally()).sum())
}

impl Plan {
    /// Makes the disk agree, and says what was done. A fresh file is not touched, a foreign orphan stays.
    ///
    /// # Errors
    /// Somebody's work would be lost (see [`Plan::objections`]), another run is writing, or the file system refuses.
    /// Up to the last case nothing has changed; in it the folder is marked, and the next run finishes.
    pub fn apply(&self, force: bool) -> Result<Tally, Diagnostics> {
        apply_all(std::slice::from_ref(self), force)
    }

    /// That of its folder, if it has one.
    fn lock(&self, is_work: bool) -> Result<Option<Lock>, Diagnostics> {
        (is_work && self.scope == Scope::Target).then(|| Lock::take(&self.out)).transpose()
    }

    /// It as it is now, for one who holds the lock: another run may have been here since the comparison.
    fn under(&self, lock: Option<&Lock>) -> Result<Cow<'_, Self>, Diagnostics> {
        let was_empty = || self.entries.iter().all(|entry| entry.status == Status::Missing);
        // Where nothing was and nothing is, nothing would come out otherwise.
        if lock.is_none() || was_empty() && Folder::read(&self.out)?.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        Self::compare(&self.out, &self.generation).map(Cow::Owned)
    }

    /// Without artifacts the target is gone, and its folder goes with it, unless it still has something in it.
    fn leave(&self) {
        if self.entries.iter().all(|entry| entry.new.is_none()) {
            let _ = fs::remove_dir(&self.out);
        }
    }

    /// What applying would destroy that cannot be generated again: files that somebody else wrote where one is to be
    /// generated, and generated files that were edited and are to go. None of them, with force; but a folder without a
    /// manifest is not ours, unless every file is there.
    pub fn objections(&self, force: bool) -> Diagnostics {
        if let Some(refusal) = self.refusal() {
            return refusal;
        }
        let entries = self.entries.iter().filter(|_| !force);
        Diagnostics(entries.filter_map(|entry| self.objection(entry)).collect())
    }

    fn objection(&self, entry: &Entry) -> Option<Diagnostic> {
        let (code, what) = match (entry.status, entry.provenance) {
            (Status::Orphan, Provenance::Edited) => {
                (Code::EditedOrphan, "is no longer generated, and somebody changed it")
            }
            (Status::Stale, Provenance::Foreign) => {
                (Code::ForeignFile, "is to be generated, and somebody else's file is there")
            }
            _ => return None,
        };
        let finding = Diagnostic::error(code, format!("`{}` {what}", self.shown(entry)))
            .because("what is in it cannot be generated again");
        Some(finding.instead("save what you need of it, then run again with `--force`"))
    }

    /// What applying changes, each in this folder.
    fn work(&self) -> Vec<(&Path, &Entry)> {
        self.entries.iter().filter(|entry| entry.is_work()).map(|entry| (self.out.as_path(), entry)).collect()
    }

    /// Removes the folders that a run before has begun to make.
    fn sweep(&self) {
        let folders: BTreeSet<&str> = self.claims.paths().flat_map(path::parents).collect();
        folders.into_iter().for_each(|folder| disk::sweep(&self.out, folder));
    }

    fn journal(&self) -> String {
        self.claims.journal_with(&self.generation.listed)
    }
}

/// Changes the folders of targets, under their locks. Each step is one for all of them: what has no room in one leaves all
/// as they were.
///
/// The order makes every moment one from which the next run can go on, whether the process ends there or the power:
/// the journal knows of all that is written after it, and it goes only when the manifest is right.
///
/// What has to be on the disk before what comes next, and which sync sees to it:
///
/// | | before | or else | sync |
/// |---|---|---|---|
/// | the journal | the first change | this run's files would be somebody else's | of its bytes, then of the folder |
/// | a file's bytes | its name | an empty file would have the name | of its bytes, in [`disk::replace`] |
/// | all names, new and gone | the manifest | it would list what is not there | of every folder with a change |
/// | the manifest | the journal's end | a cut run would bear no mark | of its bytes, then of the folder |
fn carry_out(plans: &[&Plan]) -> Result<(), Diagnostics> {
    let roots = || plans.iter().map(|plan| plan.out.as_path());
    let tops = || roots().map(|root| (root, ""));
    let work: Vec<_> = plans.iter().flat_map(|plan| plan.work()).collect();
    let sync = Syncing::of(roots(), work.len());
    // They take up room, and whose they are is known already.
    remove_all(plans.iter().flat_map(|plan| plan.halves.iter().map(|path| (plan.out.as_path(), path.as_str()))))?;
    plans.iter().filter(|plan| plan.interrupted).for_each(|plan| plan.sweep());
    let journals: Vec<_> = plans.iter().map(|plan| plan.journal()).collect();
    let journals = roots().zip(&journals).map(|(root, contents)| Wanted { root, path: JOURNAL, contents });
    disk::replace(&journals.collect::<Vec<_>>(), &sync, || Ok(()))?;
    sync.folders(tops());
    let (manifests, files): (Vec<_>, Vec<_>) = work.into_iter().partition(|(_, entry)| entry.path == MANIFEST);
    settle(&files, &sync)?;
    let changed = files.iter().flat_map(|(root, entry)| path::parents(&entry.path).map(|folder| (*root, folder)));
    sync.folders(changed.chain(tops()));
    settle(&manifests, &sync)?;
    sync.folders(tops());
    remove_all(roots().map(|root| (root, JOURNAL)))
}

/// Writes what is to be there, and removes what is to go: as late as it can, so that a run that cannot prepare its
/// files has changed none, and one that cannot remove them has all of the new ones. Only what stands where a folder or a file
/// has to be goes before.
fn settle(work: &[(&Path, &Entry)], sync: &Syncing) -> Result<(), Diagnostics> {
    let wanted = work.iter().filter_map(|(root, entry)| {
        let contents = entry.new.as_ref()?;
        Some(Wanted { root, path: &entry.path, contents })
    });
    let wanted: Vec<_> = wanted.collect();
    let gone = work.iter().filter(|(_, entry)| entry.new.is_none());
    let gone: Vec<(&Path, &str)> = gone.map(|(root, entry)| (*root, entry.path.as_str())).collect();
    if gone.is_empty() {
        return disk::replace(&wanted, sync, || Ok(()));
    }
    let folders = wanted.iter().flat_map(|file| path::parents(file.path).map(|folder| (file.root, folder)));
    let folders: BTreeSet<(&Path, &str)> = folders.collect();
    let (in_the_way, others): (Vec<_>, Vec<_>) = gone.into_iter().partition(|path| folders.contains(path));
    // A file gets its name where a folder was; and some systems do not tell the case of letters apart.
    let files: BTreeSet<(&Path, String)> = wanted.iter().map(|file| (file.root, file.path.to_lowercase())).collect();
    let is_at_one = |(root, path): &(&Path, &str)| {
        path::parents(path).chain([*path]).any(|part| files.contains(&(*root, part.to_lowercase())))
    };
    let (before, after): (Vec<_>, Vec<_>) = others.into_iter().partition(is_at_one);
    remove_all(in_the_way.into_iter())?;
    disk::replace(&wanted, sync, || remove_all(before.into_iter()))?;
    remove_all(after.into_iter())
}

/// Removes files. What is refused keeps none of the others; of each target the first refusal is told.
fn remove_all<'a>(paths: impl Iterator<Item = (&'a Path, &'a str)>) -> Result<(), Diagnostics> {
    let mut refused = BTreeMap::new();
    for (root, path) in paths {
        if let Err(found) = disk::remove(root, path) {
            refused.entry(root).or_insert(found);
        }
    }
    let mut findings = Diagnostics::default();
    refused.into_values().for_each(|found| findings.extend(found));
    findings.or(()).map(|_| ())
}
