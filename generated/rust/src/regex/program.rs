//! Runs patterns as programs that follow all paths at once, unit by unit, without backtracking.

use super::data::WORD;
use super::node::{Counts, Ast, Anchor, Set, contains};

/// An instruction of a program.
enum Step<'a> {
    /// Consumes a unit of the set.
    Unit(&'a Set),
    /// Continues only at this anchor.
    Anchor(Anchor),
    /// Continues with the next step, and with this one as well.
    Fork(usize),
    /// Continues with this step.
    Jump(usize),
}

/// A compiled pattern. It matches when the last step has been done.
pub(super) struct Program<'a> {
    steps: Vec<Step<'a>>,
}

impl<'a> Program<'a> {
    /// Compiles a pattern.
    pub(super) fn of(node: &'a Ast) -> Self {
        let mut program = Self { steps: Vec::new() };
        program.add(node);
        program
    }

    fn add(&mut self, node: &'a Ast) {
        match node {
            Ast::Unit(set) => self.steps.push(Step::Unit(set)),
            Ast::Anchor(place) => self.steps.push(Step::Anchor(*place)),
            Ast::Sequence(parts) => parts.iter().for_each(|part| self.add(part)),
            Ast::Choice(branches) => self.add_choice(branches),
            Ast::Repeat(node, counts) => self.add_repeat(node, *counts),
        }
    }

    fn add_choice(&mut self, branches: &'a [Ast]) {
        let Some((last, others)) = branches.split_last() else { return };
        let mut ends = Vec::new();
        for branch in others {
            let fork = self.hold();
            self.add(branch);
            ends.push(self.hold());
            self.put(fork, Step::Fork(self.steps.len()));
        }
        self.add(last);
        ends.into_iter().for_each(|end| self.put(end, Step::Jump(self.steps.len())));
    }

    fn add_repeat(&mut self, node: &'a Ast, counts: Counts) {
        (0..counts.min).for_each(|_| self.add(node));
        let mut forks = Vec::new();
        for _ in counts.min..counts.max.unwrap_or(counts.min + 1) {
            forks.push(self.hold());
            self.add(node);
        }
        if let (None, Some(back)) = (counts.max, forks.first()) {
            self.steps.push(Step::Jump(*back));
        }
        forks.into_iter().for_each(|fork| self.put(fork, Step::Fork(self.steps.len())));
    }

    /// Reserves a place for a step that is not known yet.
    fn hold(&mut self) -> usize {
        self.steps.push(Step::Jump(self.steps.len()));
        self.steps.len() - 1
    }

    fn put(&mut self, at: usize, step: Step<'a>) {
        if let Some(held) = self.steps.get_mut(at) {
            *held = step;
        }
    }

    /// Returns true if the pattern matches anywhere in the value.
    pub(super) fn finds(&self, value: &[u32]) -> bool {
        let mut paths = Paths { steps: &self.steps, value, seen: vec![0; self.steps.len()], waiting: Vec::new() };
        let mut before: Vec<usize> = Vec::new();
        let is_anchored = matches!(self.steps.first(), Some(Step::Anchor(Anchor::Start)));
        for at in 0..=value.len() {
            if at > 0 && is_anchored && before.is_empty() {
                return false;
            }
            let unit = at.checked_sub(1).and_then(|last| value.get(last));
            let passed = |step: &usize| matches!((self.steps.get(*step), unit), (Some(Step::Unit(set)), Some(unit)) if set.has(*unit));
            let next = before.iter().filter(|step| passed(step)).map(|step| step + 1);
            // A match may begin anywhere.
            let begun: Vec<usize> = next.chain([0]).collect();
            paths.waiting.clear();
            if begun.into_iter().any(|step| paths.follow(step, at)) {
                return true;
            }
            std::mem::swap(&mut before, &mut paths.waiting);
        }
        false
    }
}

/// All paths through a program at one position in a value.
struct Paths<'a> {
    steps: &'a [Step<'a>],
    value: &'a [u32],
    /// The last position at which each step was done, counted from 1. No step is done twice at one position.
    seen: Vec<usize>,
    /// The steps that take the next unit.
    waiting: Vec<usize>,
}

impl Paths<'_> {
    /// Continues until the next unit is needed. Returns true if the last step has been done.
    fn follow(&mut self, step: usize, at: usize) -> bool {
        let mut open = vec![step];
        while let Some(step) = open.pop() {
            let (Some(known), Some(seen)) = (self.steps.get(step), self.seen.get_mut(step)) else { return true };
            if std::mem::replace(seen, at + 1) == at + 1 {
                continue;
            }
            match known {
                Step::Unit(_) => self.waiting.push(step),
                Step::Anchor(place) if self.is_at(*place, at) => open.push(step + 1),
                Step::Anchor(_) => {}
                Step::Fork(other) => open.extend([*other, step + 1]),
                Step::Jump(to) => open.push(*to),
            }
        }
        false
    }

    fn is_at(&self, place: Anchor, at: usize) -> bool {
        let is_word = |at: Option<usize>| at.and_then(|at| self.value.get(at)).is_some_and(|unit| contains(WORD, *unit));
        let is_boundary = || is_word(at.checked_sub(1)) != is_word(Some(at));
        match place {
            Anchor::Start => at == 0,
            Anchor::End => at == self.value.len(),
            Anchor::Boundary => is_boundary(),
            Anchor::NoBoundary => !is_boundary(),
        }
    }
}
