//! What a run tells: all findings, every file that differs, a tally, and the command that mends it.

mod diff;
mod github;
mod json;
mod text;

use super::Mode;
use super::plan::{Plan, Tally};
use crate::diagnostic::Diagnostics;

/// For whom a report is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// People.
    Text,
    /// Programs: one JSON document.
    Json,
    /// GitHub: a workflow command a line, shown beside the file in a pull request.
    Github,
}

/// Everything that a run has to tell.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// What the steps found.
    pub findings: &'a Diagnostics,
    /// The plan of each target, as it was before anything was applied. None, if nothing could be compared or applied.
    pub plans: &'a [Plan],
    /// What is done with the plans. For [`Mode::Write`]: what was done.
    pub mode: Mode,
    /// The command that mends it: [`COMMAND`](crate::artifact::COMMAND), with the arguments of this run.
    pub command: &'a str,
    /// Fresh files too, and whole diffs.
    pub verbose: bool,
    /// With terminal colours; for text only.
    pub colour: bool,
}

impl Report<'_> {
    /// The report in this format; every line ends with a newline.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Text => text::render(self),
            Format::Json => json::render(self),
            Format::Github => github::render(self),
        }
    }

    /// Nothing is wrong, and every file is what it should be.
    pub fn is_fresh(&self) -> bool {
        !self.findings.has_errors() && self.plans.iter().all(Plan::is_fresh)
    }

    /// The counts of all targets.
    pub fn tally(&self) -> Tally {
        self.plans.iter().map(Plan::tally).sum()
    }

    /// The command without its arguments.
    fn program(&self) -> &str {
        self.command.split(" -").next().unwrap_or_default()
    }

    /// What is left to do about it; nothing after a success.
    fn advice(&self) -> Option<String> {
        let work = self.plans.iter().any(Plan::has_work);
        let mut advice = Vec::new();
        if work && self.mode != Mode::Write {
            advice.push(format!("run `{}`", self.command));
        }
        if self.tally().foreign > 0 {
            advice.push("move away what was not generated, or have git ignore it".to_owned());
        }
        (!advice.is_empty()).then(|| advice.join("; "))
    }
}
