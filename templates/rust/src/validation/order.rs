//! Orders problems, and leaves out those that follow from other ones.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;

use crate::problems::{Problem, ProblemCode, ProblemSeverity};

/// The problems found so far, by the value that they are about.
#[derive(Default)]
pub(super) struct Found(BTreeMap<String, Vec<Problem>>);

impl Found {
    /// Adds a problem, unless it follows from one at the pointers in `causes`.
    pub(super) fn add(&mut self, problem: Problem, causes: &[String]) {
        let mut found = causes.iter().filter_map(|pointer| self.0.get(pointer)).flatten();
        if !found.any(|it| it.severity <= problem.severity.min(ProblemSeverity::Ignored) && is_as_sure(it, &problem)) {
            self.0.entry(problem.pointer.clone()).or_default().push(problem);
        }
    }

    /// Makes the problems of a key those of the whole object, of which nothing else is read.
    pub(super) fn extend_to(&mut self, object: String, key: &str) {
        let problems = self.0.get(key).cloned().unwrap_or_default();
        self.0.entry(object).or_default().extend(problems);
    }

    /// Returns the problems in order.
    pub(super) fn ordered(self) -> Vec<Problem> {
        let at = |(pointer, all): (String, Vec<Problem>)| all.into_iter().filter(move |it| it.pointer == pointer);
        ordered(self.0.into_iter().flat_map(at).collect())
    }
}

/// Returns the problems that do not follow from another one: the most severe ones first, then by pointer and code. Of
/// problems with the same pointer and code, only the first one is kept.
pub(crate) fn ordered(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort_by(|one, other| place(one).cmp(&place(other)));
    problems.dedup_by(|one, first| place(one) == place(first));
    let following = following(&problems);
    let mut indices = 0..;
    problems.retain(|_| !indices.next().is_some_and(|index| following.contains(&index)));
    problems.sort_by_key(|it| it.severity);
    problems
}

fn place(problem: &Problem) -> (&str, &str) {
    (&problem.pointer, problem.code.as_str())
}

/// Returns the indices of the problems that follow from another one. The problems are sorted by pointer.
fn following(problems: &[Problem]) -> BTreeSet<usize> {
    let mut following = BTreeSet::new();
    if !problems.iter().any(is_advice) {
        return following;
    }
    for (inner, it) in problems.iter().enumerate() {
        for (outer, other) in around(&it.pointer).flat_map(|pointer| at(problems, pointer)) {
            if follows(it, other) {
                following.insert(inner);
            }
            if other.code == ProblemCode::Deprecated && follows(other, it) {
                following.insert(outer);
            }
        }
    }
    following
}

/// Returns true for a problem that says nothing new about a value which the host refuses or drops.
fn is_advice(problem: &Problem) -> bool {
    matches!(problem.code, ProblemCode::WithoutEffect | ProblemCode::Deprecated)
}

fn follows(it: &Problem, cause: &Problem) -> bool {
    is_advice(it) && cause.severity < it.severity && is_as_sure(cause, it)
}

fn is_as_sure(cause: &Problem, it: &Problem) -> bool {
    cause.confidence <= it.confidence
}

/// Returns the pointers of a value and of the values around it, except for the whole payload.
fn around(pointer: &str) -> impl Iterator<Item = &str> {
    successors(Some(pointer), |inner| match inner.rsplit_once('/') {
        Some((outer, _)) if !outer.is_empty() => Some(outer),
        _ => None,
    })
}

/// Returns the problems at a pointer, with their indices. The problems are sorted by pointer.
fn at<'a>(problems: &'a [Problem], pointer: &'a str) -> impl Iterator<Item = (usize, &'a Problem)> {
    let start = problems.partition_point(|it| &*it.pointer < pointer);
    problems.iter().enumerate().skip(start).take_while(move |(_, it)| it.pointer == pointer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::ProblemConfidence;

    const DEPRECATED: (ProblemCode, ProblemSeverity) = (ProblemCode::Deprecated, ProblemSeverity::Deprecated);
    const INERT: (ProblemCode, ProblemSeverity) = (ProblemCode::WithoutEffect, ProblemSeverity::Inert);
    const IGNORED: (ProblemCode, ProblemSeverity) = (ProblemCode::WrongType, ProblemSeverity::Ignored);

    fn problem(pointer: &str, (code, severity): (ProblemCode, ProblemSeverity)) -> Problem {
        let (pointer, message) = (pointer.to_owned(), String::new());
        Problem { pointer, code, severity, confidence: ProblemConfidence::Confirmed, message }
    }

    fn unsure(problem: Problem) -> Problem {
        Problem { confidence: ProblemConfidence::Unconfirmed, ..problem }
    }

    /// Returns the place of each problem that is left, in order.
    fn left(problems: impl Into<Vec<Problem>>) -> Vec<String> {
        ordered(problems.into()).iter().map(|it| format!("{} {}", it.code.as_str(), it.pointer)).collect()
    }

    #[test]
    fn a_value_that_is_dropped_hides_advice_about_it() {
        for (inner, advice) in [("/a", INERT), ("/a/b/c", INERT), ("/a", DEPRECATED), ("/a/b/c", DEPRECATED)] {
            assert_eq!(left([problem(inner, advice), problem("/a", IGNORED)]), ["wrong-type /a"]);
        }
        let outside = left([problem("/a-b", INERT), problem("/a", IGNORED), problem("/ab/c", DEPRECATED)]);
        assert_eq!(outside, ["wrong-type /a", "without-effect /a-b", "deprecated /ab/c"]);
        assert_eq!(left([problem("/a", INERT), problem("", IGNORED)]), ["wrong-type ", "without-effect /a"]);
    }

    #[test]
    fn something_wrong_inside_hides_only_that_the_field_is_deprecated() {
        assert_eq!(left([problem("/a", DEPRECATED), problem("/a/0/b", IGNORED)]), ["wrong-type /a/0/b"]);
        assert_eq!(left([problem("/a", INERT), problem("/a/0", IGNORED)]), ["wrong-type /a/0", "without-effect /a"]);
        assert_eq!(left([problem("/a", DEPRECATED), problem("/a/b", DEPRECATED)]), ["deprecated /a", "deprecated /a/b"]);
    }

    #[test]
    fn an_unsure_problem_hides_no_sure_one() {
        let all = [problem("/a", INERT), unsure(problem("/a", IGNORED))];
        assert_eq!(left(all.clone()), ["wrong-type /a", "without-effect /a"]);
        assert_eq!(left(all.map(unsure)), ["wrong-type /a"]);
    }

    #[test]
    fn the_first_problem_of_a_place_and_code_is_kept() {
        let rejected = (ProblemCode::WrongType, ProblemSeverity::Rejected);
        let kept = ordered(vec![problem("/a", IGNORED), problem("/a", rejected)]);
        assert_eq!(kept, [problem("/a", IGNORED)]);
    }
}
