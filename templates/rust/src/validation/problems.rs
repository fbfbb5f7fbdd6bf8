//! Problems as an error.

use std::error::Error;
use std::fmt;
use std::ops::Deref;

use crate::problems::Problem;
use crate::shown::shown;

/// The problems of a payload that does not match a type: at least one, the most severe ones first.
#[derive(Clone, Debug, PartialEq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    pub(super) const fn new(problems: Vec<Problem>) -> Self {
        Self(problems)
    }

    /// Returns the problems as a vector.
    #[must_use]
    pub fn into_vec(self) -> Vec<Problem> {
        self.0
    }
}

impl Deref for Problems {
    type Target = [Problem];

    fn deref(&self) -> &[Problem] {
        &self.0
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Problems {
    type Item = &'a Problem;
    type IntoIter = std::slice::Iter<'a, Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// Writes one line for each problem.
impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.0.iter().enumerate() {
            let end = if at == 0 { "" } else { "\n" };
            write!(f, "{end}{problem}")?;
        }
        Ok(())
    }
}

impl Error for Problems {}

/// Writes the pointer and the message on one line. The empty pointer of the whole payload is written as `(root)`, and what a
/// terminal obeys as its escape.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "(root)" } else { &*self.pointer };
        write!(f, "{}: {}", shown(place), shown(&self.message))
    }
}
