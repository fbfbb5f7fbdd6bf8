//! The last step: compares the files of a target with the disk, then tells or applies the difference.
//!
//! ```text
//! Vec<Artifact> ─Plan::of─▶ Plan ─▶ Report     (nothing is written)
//!                             └───▶ apply_all  (every file is whole, old or new)
//! ```
//!
//! A target's folder belongs to the generator, and [`MANIFEST`] is the proof: it lists every file that was written,
//! with its hash. What is not listed is never removed, and a folder with files but no manifest is not written to.
//!
//! While a run changes a folder it holds the lock in it, and a journal there lists what any run may have written. The
//! journal goes when the manifest is in place, so a journal that nobody holds the lock for is the mark of a run that
//! was cut; the next run takes its list for its own and finishes.

mod apply;
mod disk;
mod failpoint;
mod fault;
mod filesystem;
mod folder;
mod ignored;
mod lock;
mod manifest;
mod path;
mod plan;
mod report;
mod stamp;

pub use apply::apply_all;
#[cfg(feature = "failpoints")]
pub use failpoint::FAIL_POINTS;
pub use folder::retired;
pub use manifest::MANIFEST;
pub use plan::{Entry, Plan, Provenance, Status, Tally};
pub use report::{Format, Report};
pub use stamp::Stamp;

use serde::Serialize;

/// What is done with a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// The disk is made to agree.
    Write,
    /// A difference is a failure, and nothing is written.
    Check,
    /// The difference is told, and nothing is written.
    DryRun,
}
