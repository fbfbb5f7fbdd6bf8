//! Applies a plan: locks the folders of the targets, writes, and removes.

use std::borrow::Cow;
use std::fs;

use super::disk;
use super::entry::{Entry, Provenance, Status, Tally};
use super::lock::{self, Lock};
use super::manifest::MANIFEST;
use super::plan::{Plan, Scope};
use super::replace::replace;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// Applies the plans of all targets, or of none if one of them would destroy somebody's work.
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
    current.iter().filter(|plan| plan.has_work()).try_for_each(|plan| plan.carry_out())?;
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
    /// error can come after the first change; the next run continues from there.
    pub fn apply(&self, force: bool) -> Result<Tally, Diagnostics> {
        apply_all(std::slice::from_ref(self), force)
    }

    /// Takes the lock of the folder, if it is the folder of a target.
    fn lock(&self, has_work: bool) -> Result<Option<Lock>, Diagnostics> {
        (has_work && self.scope == Scope::Target).then(|| Lock::take(&self.out)).transpose()
    }

    /// Compares again under the lock, as another run may have changed the folder since.
    fn compared_again(&self, lock: Option<&Lock>) -> Result<Cow<'_, Self>, Diagnostics> {
        if lock.is_none() {
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

    /// Changes the folder, under its lock.
    ///
    /// The first manifest lists the old and the new files, and the last one only the new ones. So the next run knows
    /// every file, wherever this process is killed. Removing comes first, because a file can become a folder.
    fn carry_out(&self) -> Result<(), Diagnostics> {
        let both = self.listing.with(&self.expected.listing);
        if both != self.listing {
            replace(&self.out.join(MANIFEST), &both.text())?;
        }
        let work = self.entries.iter().filter(|entry| entry.is_work());
        let (manifest, files): (Vec<_>, Vec<_>) = work.partition(|entry| entry.path == MANIFEST);
        let (new, gone): (Vec<_>, Vec<_>) = files.into_iter().partition(|entry| entry.new.is_some());
        gone.into_iter().chain(new).chain(manifest).try_for_each(|entry| match &entry.new {
            Some(contents) => replace(&self.out.join(&entry.path), contents),
            None => disk::remove(&self.out, &entry.path),
        })
    }
}
