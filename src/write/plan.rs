//! The difference between a folder and what should be in it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::entry::{Entry, Provenance, Status, Tally};
use super::folder::{self, not_ours};
use super::manifest::{Expected, Listing, MANIFEST};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// The difference between a folder and what should be in it.
///
/// [`Plan::of`] and [`Plan::of_one`] compare, and nothing is written before [`Plan::apply`].
#[derive(Debug, Clone)]
pub struct Plan {
    /// The folder of the target.
    pub out: PathBuf,
    /// Every file, by path.
    pub entries: Vec<Entry>,
    /// There are files, but no manifest that lists them.
    pub(super) lacks_manifest: bool,
    pub(super) scope: Scope,
    /// The files that earlier runs may have written.
    pub(super) listing: Listing,
    /// The expected contents of the folder, compared once more under the lock.
    pub(super) expected: Arc<Expected>,
}

/// The part of its folder that a plan covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// Everything: the folder of a target, with a manifest and a lock.
    Target,
    /// One file in a folder of other files.
    OneFile,
    /// The files and folders next to the folders of targets. They are only reported.
    OutsideTargets,
}

impl Plan {
    /// Lists the files and folders in the folder of all targets that do not belong to a target, as foreign orphans.
    ///
    /// A folder is one entry. Returns `None` if there are none; ignored files do not count.
    pub fn outside_targets(out: &Path, folders: &[String]) -> Option<Self> {
        let names = folder::outside_targets(out, folders);
        let entries: Vec<_> = names.iter().map(|name| Entry::orphan(name, Provenance::Foreign)).collect();
        (!entries.is_empty()).then(|| Self::without_manifest(out, Scope::OutsideTargets, entries))
    }

    /// Creates a plan for files that no manifest lists.
    pub(super) fn without_manifest(out: &Path, scope: Scope, entries: Vec<Entry>) -> Self {
        Self {
            out: out.to_owned(),
            entries,
            lacks_manifest: false,
            scope,
            listing: Listing::default(),
            expected: Arc::default(),
        }
    }

    /// Returns a warning if the manifest of the folder is missing.
    pub fn missing_manifest_warning(&self) -> Option<Diagnostic> {
        let (right, all) = (self.fresh_files(), self.wanted().count());
        let message = format!("`{}/{MANIFEST}` is not there", self.out.display());
        let finding = Diagnostic::warning(Code::ManifestMissing, message).because(format!(
            "it says which files may be replaced and removed; {right} of the {all} that it would list are what would be generated"
        ));
        let advice = if right == all {
            "generate again: that makes it, and changes nothing else"
        } else {
            "restore it from version control, or delete the folder, then generate again"
        };
        self.lacks_manifest.then(|| finding.instead(advice))
    }

    /// Returns the error for a folder that must not be written to. Without a manifest, a different file could be
    /// anybody's work.
    pub(super) fn refusal(&self) -> Option<Diagnostics> {
        let differs = self.lacks_manifest && self.fresh_files() < self.wanted().count();
        differs.then(|| not_ours(&self.out, "it has no manifest, and not all of its files are what would be generated"))
    }

    /// Returns the files that should be there, without the manifest.
    fn wanted(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.new.is_some() && entry.path != MANIFEST)
    }

    /// Returns the number of expected files that are fresh.
    pub(super) fn fresh_files(&self) -> usize {
        self.wanted().filter(|entry| entry.status == Status::Fresh).count()
    }

    /// Returns true if the folder is as expected.
    pub fn is_fresh(&self) -> bool {
        self.entries.iter().all(|entry| entry.status == Status::Fresh)
    }

    /// Returns true if applying would change something. Foreign orphans alone are left as they are.
    pub fn has_work(&self) -> bool {
        self.entries.iter().any(Entry::is_work)
    }

    /// Returns the number of files of each status.
    pub fn tally(&self) -> Tally {
        self.entries.iter().map(Entry::tally).sum()
    }

    /// Returns the path of an entry for reports, with the folder.
    pub fn shown(&self, entry: &Entry) -> String {
        format!("{}/{}", self.out.display(), entry.path)
    }
}
