//! What a hook did when it was tried.

use crate::shown::shown;
use crate::types::{Outcome, Problem, ProblemSeverity};
use crate::validation::order::ordered;

/// The key of an entry with the rule by which the host runs it. No package evaluates it.
pub(super) const CONDITION: &str = "if";

/// What a hook did when it was tried, and how it broke.
#[derive(Debug)]
pub struct Tried {
    /// What the host does.
    pub(super) outcome: Outcome,
    /// How the hook broke, in a sentence; empty if it did not.
    pub(super) failure: String,
    /// What the hook wrote to stderr.
    pub(super) stderr: String,
    /// The problems of its entry in the settings.
    entry: Vec<Problem>,
    /// The host runs the hook.
    pub(super) is_run: bool,
}

impl Tried {
    /// Creates the record, and adds what broke to the outcome. `failure` says how, in a sentence.
    pub(super) fn new(mut outcome: Outcome, failure: &str, stderr: &str) -> Self {
        outcome.failed = Some(!failure.is_empty());
        if !failure.is_empty() {
            outcome.explanation = format!("{} {}", outcome.explanation, shown(failure));
        }
        let (failure, stderr) = (failure.to_owned(), stderr.to_owned());
        Self { outcome, failure, stderr, entry: Vec::new(), is_run: true }
    }

    /// Adds the problems of the entry.
    pub(super) fn with_entry(mut self, problems: Vec<Problem>) -> Self {
        self.outcome.problems.extend(problems.iter().cloned());
        self.outcome.problems = ordered(self.outcome.problems);
        self.entry = problems;
        self
    }

    /// Returns the problems of the reply.
    pub(super) fn of_reply(&self) -> impl Iterator<Item = &Problem> {
        self.outcome.problems.iter().filter(|it| !self.entry.contains(it))
    }

    /// Returns the problems of the entry because of which a test says nothing about the host.
    pub(super) fn refused(&self) -> impl Iterator<Item = &Problem> {
        let is_lost = |it: &Problem| matches!(it.severity, ProblemSeverity::Rejected | ProblemSeverity::Ignored);
        let is_condition = |it: &Problem| it.pointer.rsplit('/').next() == Some(CONDITION);
        self.entry.iter().filter(move |it| is_lost(it) || is_condition(it))
    }
}
