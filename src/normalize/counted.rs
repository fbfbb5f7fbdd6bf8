//! Findings that are the same in many places: one line, at the first place, with a count.

use indexmap::IndexMap;

use crate::diagnostic::{Diagnostic, Diagnostics, Place};

/// Findings in the order of their first places, by what is the same in all of them.
#[derive(Debug, Default)]
pub struct Counted(IndexMap<String, (Diagnostic, usize)>);

impl Counted {
    /// Adds a finding. `what` says which ones are the same; `finding` and `place` are only asked for the first of them.
    pub fn add(&mut self, what: &str, finding: impl FnOnce() -> Diagnostic, place: impl FnOnce() -> Place) {
        match self.0.get_mut(what) {
            Some((_, count)) => *count += 1,
            None => drop(self.0.insert(what.to_owned(), (finding().at(place()), 1))),
        }
    }

    /// Returns the findings, with their counts.
    pub fn reported(self) -> Diagnostics {
        let with_count = |(finding, count): (Diagnostic, usize)| match count {
            1 => finding,
            _ => Diagnostic { message: format!("{} ({count} times in the set)", finding.message), ..finding },
        };
        Diagnostics(self.0.into_values().map(with_count).collect())
    }
}
