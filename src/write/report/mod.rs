//! The report of a run: all diagnostics, every file that differs, a tally, and the command that fixes it.

mod diff;
mod github;
mod json;
mod text;

use super::Mode;
use super::entry::Tally;
use super::plan::Plan;
use crate::diagnostic::Diagnostics;

/// The format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "program", derive(clap::ValueEnum))]
pub enum Format {
    /// For people.
    Text,
    /// One JSON document, for programs.
    Json,
    /// Workflow commands, which GitHub shows next to the files in a pull request.
    Github,
}

/// Everything that a run reports.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The diagnostics of all steps.
    pub findings: &'a Diagnostics,
    /// The plan of each target, as it was before anything was applied; empty if nothing could be compared or applied.
    pub plans: &'a [Plan],
    /// The mode of the run.
    pub mode: Mode,
    /// The command that fixes it: [`COMMAND`](crate::artifact::COMMAND), with the arguments of this run.
    pub command: &'a str,
    /// Lists fresh files too, and whole diffs.
    pub verbose: bool,
    /// Uses terminal colours, in the text format only.
    pub colour: bool,
}

impl Report<'_> {
    /// Renders the report; every line ends with a newline.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Text => text::render(self),
            Format::Json => json::render(self),
            Format::Github => github::render(self),
        }
    }

    /// Renders the report for people without a line for each file.
    pub fn brief(&self) -> String {
        text::brief(self)
    }

    /// Returns true if there are no errors and every file is as expected.
    pub fn is_fresh(&self) -> bool {
        !self.findings.has_errors() && self.plans.iter().all(Plan::is_fresh)
    }

    /// Returns the counts of all targets.
    pub fn tally(&self) -> Tally {
        self.plans.iter().map(Plan::tally).sum()
    }

    /// Returns the command without its options.
    fn program(&self) -> &str {
        self.command.split(" -").next().unwrap_or_default()
    }

    /// Returns the next steps for the user; `None` if there are none.
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
