//! Unified diffs, from what is on the disk to what was rendered.

use std::str;
use std::time::Duration;

use similar::TextDiff;

use crate::write::plan::{Entry, Status};

/// Beyond it a diff gets coarser instead of slower.
const PATIENCE: Duration = Duration::from_secs(2);

/// The diff of a stale file, named `shown`; none for another, or where the disk holds no text.
pub(super) fn diff(entry: &Entry, shown: &str) -> Option<String> {
    if entry.status != Status::Stale {
        return None;
    }
    let old = str::from_utf8(entry.old.as_ref()?).ok()?;
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(old, entry.new.as_ref()?.as_str());
    let names = (format!("{shown} (on the disk)"), format!("{shown} (generated)"));
    Some(diff.unified_diff().context_radius(3).header(&names.0, &names.1).to_string())
}
