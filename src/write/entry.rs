//! One file of a plan: its status on the disk, its writer, and its expected contents.

use std::iter::Sum;
use std::sync::Arc;

use serde::Serialize;

/// The difference between a file on the disk and the rendered one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It is as expected.
    Fresh,
    /// It has other contents.
    Stale,
    /// It does not exist.
    Missing,
    /// It exists, but should not.
    Orphan,
}

/// The writer of a file on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Provenance {
    /// The generator. It may be replaced and removed.
    Written,
    /// The generator, but somebody has changed it since. It may be replaced; removing it requires `--force`.
    Edited,
    /// Somebody else. Replacing it requires `--force`, and it is never removed.
    Foreign,
}

/// One file of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The path, relative to the folder, with `/`.
    pub path: String,
    /// The difference between the disk and the rendered file.
    pub status: Status,
    /// The writer of the file on the disk; `Written` if there is none.
    pub provenance: Provenance,
    /// The contents on the disk; `None` if the file is fresh, or if there is no regular file.
    pub old: Option<Vec<u8>>,
    /// The rendered contents; `None` if the file should not be there.
    pub new: Option<Arc<String>>,
}

impl Entry {
    /// Creates the entry of a file that should not be there.
    pub(super) fn orphan(path: &str, provenance: Provenance) -> Self {
        Self { path: path.to_owned(), status: Status::Orphan, provenance, old: None, new: None }
    }

    /// Returns true if applying the plan changes the file.
    pub(super) fn is_work(&self) -> bool {
        match self.status {
            Status::Fresh => false,
            Status::Stale | Status::Missing => true,
            Status::Orphan => self.provenance != Provenance::Foreign,
        }
    }

    pub(super) fn tally(&self) -> Tally {
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

/// The number of files with each status.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Files that are left as they are.
    pub fresh: usize,
    /// Files that are replaced, or would be.
    pub stale: usize,
    /// Files that are written, or would be.
    pub missing: usize,
    /// Files that are removed, or would be.
    pub orphan: usize,
    /// Orphans that the generator did not write. They stay.
    pub foreign: usize,
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), |sum, one| Self {
            fresh: sum.fresh + one.fresh,
            stale: sum.stale + one.stale,
            missing: sum.missing + one.missing,
            orphan: sum.orphan + one.orphan,
            foreign: sum.foreign + one.foreign,
        })
    }
}
