//! The report for programs: one document, with every file.

use serde::Serialize;
use serde_json::json;

use super::Report;
use super::diff::diff;
use crate::diagnostic::Diagnostics;
use crate::write::Mode;
use crate::write::entry::{Entry, Provenance, Status, Tally};
use crate::write::plan::Plan;

/// The version of the document's format, described in `docs/report.schema.json`. It changes if a field is removed or
/// changes its meaning, not if one is added.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    mode: Mode,
    /// There are no errors, and before this run every file was as expected.
    fresh: bool,
    findings: &'a Diagnostics,
    targets: Vec<Target>,
    tally: Tally,
    command: &'a str,
}

#[derive(Serialize)]
struct Target {
    folder: String,
    files: Vec<File>,
}

#[derive(Serialize)]
struct File {
    path: String,
    status: Status,
    provenance: Provenance,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
}

pub(super) fn render(report: &Report) -> String {
    let document = Document {
        version: VERSION,
        mode: report.mode,
        fresh: report.is_fresh(),
        findings: report.findings,
        targets: report.plans.iter().map(target).collect(),
        tally: report.tally(),
        command: report.command,
    };
    format!("{:#}\n", json!(document))
}

fn target(plan: &Plan) -> Target {
    let files = plan.entries.iter().map(|entry| file(plan, entry)).collect();
    Target { folder: plan.out.display().to_string(), files }
}

fn file(plan: &Plan, entry: &Entry) -> File {
    let path = plan.shown(entry);
    let diff = diff(entry, &path);
    File { path, status: entry.status, provenance: entry.provenance, diff }
}
