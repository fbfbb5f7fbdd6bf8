//! The last step: compares the files of a target with the disk, and reports or applies the difference.
//!
//! ```text
//! Vec<Artifact> ─Plan::of─▶ Plan ─▶ Report     (nothing is written)
//!                             └───▶ apply_all  (every file is whole, old or new)
//! ```
//!
//! A target's folder belongs to the generator if it has a [`MANIFEST`], which lists every written file with its hash. A
//! file that is not listed is never removed, and a folder with files but no manifest is not written to.
//!
//! While a run changes a folder, it holds the lock in it, and the manifest lists the old and the new files. So the run
//! after one that was killed treats both as its own.
//!
//! | to change | open |
//! |---|---|
//! | the comparison of a file | `compare.rs`, and `entry.rs` for its statuses |
//! | the files to replace or remove | `folder.rs`, `path.rs`, `ignored.rs`, and the conflicts in `apply.rs` |
//! | the order of the steps of a run | `apply.rs` |
//! | the writing of a file | `replace.rs` |
//! | the manifest | `manifest.rs` |
//! | two runs at once | `lock.rs` |
//! | the output | `report/` |

mod apply;
mod compare;
mod disk;
mod entry;
mod folder;
mod ignored;
mod io_error;
mod lock;
mod manifest;
mod path;
mod plan;
mod replace;
mod report;
mod stamp;

pub use apply::apply_all;
pub use entry::{Entry, Provenance, Status, Tally};
pub use folder::retired;
pub use manifest::MANIFEST;
pub use plan::Plan;
pub use report::{Format, Report};
pub use stamp::Stamp;

use serde::Serialize;

/// The mode of a run: plans are applied or only reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Writes the files that differ.
    Write,
    /// Treats a difference as a failure, and writes nothing.
    Check,
    /// Reports the difference, and writes nothing.
    DryRun,
}
