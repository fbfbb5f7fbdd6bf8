//! Findings that are the same in many places: one line, at the first place, with a count.

use crate::diagnostic::{Diagnostic, Diagnostics, Place};

/// Findings in the order of their first places.
#[derive(Debug, Default)]
pub struct Counted(Vec<One>);

#[derive(Debug)]
struct One {
    /// What is the same in all of them.
    what: String,
    finding: Diagnostic,
    count: usize,
}

impl Counted {
    /// Adds a finding. `what` says which ones are the same; `finding` and `place` are only asked for the first of them.
    pub fn add(&mut self, what: &str, finding: impl FnOnce() -> Diagnostic, place: impl FnOnce() -> Place) {
        match self.0.iter_mut().find(|one| one.what == what) {
            Some(one) => one.count += 1,
            None => self.0.push(One { what: what.to_owned(), finding: finding().at(place()), count: 1 }),
        }
    }

    /// Returns the findings, with their counts.
    pub fn reported(self) -> Diagnostics {
        let with_count = |One { finding, count, .. }: One| match count {
            1 => finding,
            _ => Diagnostic { message: format!("{} ({count} times in the set)", finding.message), ..finding },
        };
        Diagnostics(self.0.into_iter().map(with_count).collect())
    }
}
