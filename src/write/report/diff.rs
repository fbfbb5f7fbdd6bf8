//! Unified diffs, from the file on the disk to the rendered one.

use std::str;
use std::time::Duration;

use similar::TextDiff;

use crate::write::entry::{Entry, Status};

/// After this time a diff gets coarser instead of slower.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Returns the diff of a stale file, named `shown`; `None` for other files, and if the file on the disk is not text.
pub(super) fn diff(entry: &Entry, shown: &str) -> Option<String> {
    if entry.status != Status::Stale {
        return None;
    }
    let old = str::from_utf8(entry.old.as_ref()?).ok()?;
    let diff = TextDiff::configure().timeout(TIMEOUT).diff_lines(old, entry.new.as_ref()?.as_str());
    let names = (format!("{shown} (on the disk)"), format!("{shown} (generated)"));
    Some(diff.unified_diff().context_radius(3).header(&names.0, &names.1).to_string())
}
