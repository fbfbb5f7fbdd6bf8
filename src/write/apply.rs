//! Makes the disk agree with a plan.

use std::collections::BTreeSet;
use std::fs;

use super::disk::{self, Wanted};
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
    let mut tallies = Vec::new();
    for (plan, lock) in plans.iter().zip(locks) {
        match plan.apply_under(lock, force) {
            Ok(tally) => tallies.push(tally),
            Err(these) => findings.extend(these),
        }
    }
    findings.or(tallies.into_iter().sum()).map(|(tally, _)| tally)
}

impl Plan {
    /// Makes the disk agree, and says what was done. A fresh file is not touched, a foreign orphan stays.
    ///
    /// # Errors
    /// Somebody's work would be lost (see [`Plan::objections`]), another run is writing, or the file system refuses.
    /// Up to the last case nothing has changed; in it the folder is marked, and the next run finishes.
    pub fn apply(&self, force: bool) -> Result<Tally, Diagnostics> {
        self.apply_under(self.lock(self.has_work())?, force)
    }

    /// That of its folder, if it has one.
    fn lock(&self, is_work: bool) -> Result<Option<Lock>, Diagnostics> {
        (is_work && self.scope == Scope::Target).then(|| Lock::take(&self.out)).transpose()
    }

    fn apply_under(&self, lock: Option<Lock>, force: bool) -> Result<Tally, Diagnostics> {
        if self.scope == Scope::OneFile && self.has_work() {
            return self.settle(&self.entries.iter().collect::<Vec<_>>()).map(|()| self.tally());
        }
        let Some(lock) = lock else {
            if self.scope == Scope::Target && lock::sweep(&self.out) {
                self.leave();
            }
            return Ok(self.tally());
        };
        // Another run may have been here since the comparison.
        let plan = Self::compare(&self.out, &self.generation)?;
        plan.objections(force).or(())?;
        if plan.has_work() {
            plan.carry_out()?;
        }
        drop(lock);
        self.leave();
        Ok(plan.tally())
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

    /// The order makes every moment one from which the next run can go on, whether the process ends there or the power:
    /// the journal knows of all that is written after it, and it goes only when the manifest is right.
    ///
    /// What has to be on the disk before what comes next, and which sync sees to it:
    ///
    /// | | before | or else | sync |
    /// |---|---|---|---|
    /// | the journal | the first change | this run's files would be somebody else's | of its bytes, then of the folder |
    /// | a file's bytes | its name | an empty file would have the name | of its bytes or of all, in [`disk::replace`] |
    /// | all names, new and gone | the manifest | it would list what is not there | of every folder with a change |
    /// | the manifest | the journal's end | a cut run would bear no mark | of its bytes, then of the folder |
    fn carry_out(&self) -> Result<(), Diagnostics> {
        disk::replace(&self.out, &[Wanted { path: JOURNAL, contents: &self.journal() }], || Ok(()))?;
        disk::sync(&self.out);
        self.halves.iter().try_for_each(|path| disk::remove(&self.out, path))?;
        let (manifest, files): (Vec<_>, Vec<_>) =
            self.entries.iter().filter(|entry| entry.is_work()).partition(|entry| entry.path == MANIFEST);
        self.settle(&files)?;
        disk::sync_folders(&self.out, files.iter().map(|entry| entry.path.as_str()));
        self.settle(&manifest)?;
        disk::sync(&self.out);
        disk::remove(&self.out, JOURNAL)
    }

    fn journal(&self) -> String {
        let mut claims = self.claims.clone();
        claims.join(&self.generation.listed);
        claims.journal()
    }

    /// Writes what is to be there, and removes what is to go: as late as it can, so that a run that cannot prepare its
    /// files has changed none. Only a file that stands where a folder has to be goes before.
    fn settle(&self, entries: &[&Entry]) -> Result<(), Diagnostics> {
        let wanted = entries.iter().filter_map(|entry| {
            let contents = entry.new.as_ref()?;
            Some(Wanted { path: &entry.path, contents })
        });
        let wanted: Vec<_> = wanted.collect();
        let folders: BTreeSet<&str> = wanted.iter().flat_map(|file| path::parents(file.path)).collect();
        let gone = entries.iter().filter(|entry| entry.new.is_none()).map(|entry| entry.path.as_str());
        let (in_the_way, others): (Vec<_>, Vec<_>) = gone.partition(|path| folders.contains(path));
        let remove = |paths: &[&str]| paths.iter().try_for_each(|path| disk::remove(&self.out, path));
        remove(&in_the_way)?;
        disk::replace(&self.out, &wanted, || remove(&others))
    }
}
