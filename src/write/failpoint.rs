//! Places in the writing at which a test cuts a run, or has the system refuse what comes next.
//!
//! They are there with the feature `failpoints` alone. A place is called by the file that is worked on and by what was just
//! done to it: `manifest-synced`, `orphan-removed`. What happens there the test says to the crate `fail`.

use std::io;
use std::path::Path;

/// Every place.
#[cfg(feature = "failpoints")]
pub const FAIL_POINTS: &[&str] = &[
    "lock-wanted",
    "lock-opened",
    "lock-written",
    "journal-wanted",
    "journal-opened",
    "journal-written",
    "journal-synced",
    "journal-renamed",
    "file-wanted",
    "file-opened",
    "file-written",
    "file-synced",
    "file-renamed",
    "file-unwanted",
    "file-removed",
    "manifest-wanted",
    "manifest-opened",
    "manifest-written",
    "manifest-synced",
    "manifest-renamed",
    "manifest-unwanted",
    "manifest-removed",
    "journal-unwanted",
    "journal-removed",
];

/// Something was just done to the file at this path.
///
/// # Errors
/// What the test has the system say next.
#[cfg(feature = "failpoints")]
pub(super) fn reached(path: &Path, done: &str) -> io::Result<()> {
    fail::fail_point!(&format!("{}-{done}", kind(path)), |error| Err(refusal(error.as_deref())));
    Ok(())
}

/// Nothing, in a build for people.
#[cfg(not(feature = "failpoints"))]
#[inline]
pub(super) fn reached(_path: &Path, _done: &str) -> io::Result<()> {
    Ok(())
}

#[cfg(feature = "failpoints")]
fn kind(path: &Path) -> &'static str {
    use super::manifest::{JOURNAL, LOCK, MANIFEST};
    use crate::file_name::TEMPORARY;

    match path.file_name().and_then(|name| name.to_str()) {
        Some(LOCK) => "lock",
        Some(name) if name.trim_end_matches(TEMPORARY) == JOURNAL => "journal",
        Some(name) if name.trim_end_matches(TEMPORARY) == MANIFEST => "manifest",
        _ => "file",
    }
}

/// An error by the number that the system has for it.
#[cfg(feature = "failpoints")]
fn refusal(number: Option<&str>) -> io::Error {
    number.and_then(|number| number.parse().ok()).map_or(io::ErrorKind::Other.into(), io::Error::from_raw_os_error)
}
