//! The version of the host that a selection is for.

use crate::validation::HostVersion;

/// The first version with something.
pub(super) struct Since {
    /// The first version that has it, or the first that is known to.
    pub(super) from: &'static [u64],
    /// The last version that is known not to have it. `None` if `from` is exact.
    pub(super) after: Option<&'static [u64]>,
}

impl Since {
    /// Returns the version as people write it.
    pub(super) fn shown(&self) -> String {
        let parts: Vec<String> = self.from.iter().map(u64::to_string).collect();
        parts.join(".")
    }
}

/// A version of the host, and how to read facts of which the first version is not known.
///
/// Such a fact was seen in one version, and not in an older one. `early` reads it as if the first version after the older
/// one had it.
#[derive(Clone, Copy)]
pub(super) struct Host<'h> {
    /// Without a version, it is the newest one.
    pub(super) version: Option<&'h HostVersion>,
    pub(super) early: bool,
}

impl Host<'_> {
    /// Returns true if the host has what there is since a version.
    pub(super) fn has(self, since: Option<&Since>) -> bool {
        let Some((version, since)) = self.version.zip(since) else { return true };
        match since.after.filter(|_| self.early) {
            Some(after) => version.is_newer_than(after),
            None => !version.is_older_than(since.from),
        }
    }

    /// Returns true if a fact with a first version, and one from which it no longer holds, holds.
    pub(super) fn holds(self, since: Option<&Since>, until: Option<&Since>) -> bool {
        self.has(since) && !until.is_some_and(|until| self.has(Some(until)))
    }
}
