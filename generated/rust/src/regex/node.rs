//! The syntax tree of a pattern.

/// The first and last unit of a range. A unit is a UTF-16 code unit or a code point.
pub(super) type Range = [u32; 2];

/// A part of a pattern.
pub(super) enum Ast {
    /// One unit.
    Unit(Set),
    /// A place between units.
    Anchor(Anchor),
    /// A sequence of parts.
    Sequence(Vec<Ast>),
    /// A choice between branches.
    Choice(Vec<Ast>),
    /// A repetition.
    Repeat(Box<Ast>, Counts),
}

/// A set of units.
pub(super) struct Set {
    /// Matches all units except these.
    pub(super) negated: bool,
    pub(super) ranges: Vec<Range>,
    /// The number of units, ranges and escapes in the pattern's text.
    pub(super) written: usize,
}

/// A place between units.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    End,
    Boundary,
    NoBoundary,
}

/// The number of repetitions.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    pub(super) min: usize,
    /// `None` for no maximum.
    pub(super) max: Option<usize>,
}

impl Ast {
    /// Returns the size with all repetitions written out, as the limits count it.
    pub(super) fn size(&self) -> usize {
        let sum = |nodes: &[Self]| nodes.iter().map(Self::size).fold(0, usize::saturating_add);
        match self {
            Self::Unit(set) => set.written.max(1),
            Self::Anchor(_) => 1,
            Self::Sequence(parts) => sum(parts).max(1),
            Self::Choice(branches) => sum(branches).saturating_add(branches.len()),
            Self::Repeat(node, counts) => {
                let copies = counts.max.unwrap_or(counts.min + 1).max(1);
                copies.saturating_mul(node.size().saturating_add(1))
            }
        }
    }
}

impl Set {
    /// Creates the set of these units.
    pub(super) fn of(ranges: Vec<Range>) -> Self {
        Self { negated: false, ranges, written: 1 }
    }

    pub(super) fn has(&self, unit: u32) -> bool {
        contains(&self.ranges, unit) != self.negated
    }
}

pub(super) fn contains(ranges: &[Range], unit: u32) -> bool {
    ranges.iter().any(|[first, last]| (*first..=*last).contains(&unit))
}

/// Returns all units except these, which are in order.
pub(super) fn all_but(ranges: &[Range]) -> Vec<Range> {
    let mut rest = Vec::new();
    let mut next = Some(0);
    for [first, last] in ranges {
        rest.extend(next.zip(first.checked_sub(1)).filter(|(from, to)| from <= to).map(|(from, to)| [from, to]));
        next = last.checked_add(1).filter(|from| *from <= u32::from(char::MAX));
    }
    rest.extend(next.map(|from| [from, u32::from(char::MAX)]));
    rest
}
