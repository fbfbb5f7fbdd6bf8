//! The position of the walk: the pointer, the value's name in messages, and the conditions that apply.

use std::fmt;

use super::data::words;
use super::host::{HostVersion, Support};
use super::message::{fill, or_null};
use super::plan::{Lookup, Mistakes, Since};
use crate::problems::ProblemSeverity;

/// A JSON pointer that grows with the walk. It is formatted only for a problem.
#[derive(Clone, Copy)]
pub(crate) enum Pointer<'a> {
    Root,
    Key(&'a Pointer<'a>, &'a str),
    Index(&'a Pointer<'a>, usize),
}

impl fmt::Display for Pointer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Key(parent, key) => write!(f, "{parent}/{}", key.replace('~', "~0").replace('/', "~1")),
            Self::Index(parent, index) => write!(f, "{parent}/{index}"),
        }
    }
}

/// Writes the pointer.
impl fmt::Display for Spot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pointer.fmt(f)
    }
}

/// The relation of a value to its name in messages.
#[derive(Clone, Copy)]
enum Part {
    /// The value with the name.
    Itself,
    /// An item of the list with the name.
    Item,
    /// A value of the map with the name.
    Value,
}

/// A value's position, with the conditions that apply to it.
#[derive(Clone, Copy)]
pub(crate) struct Spot<'a> {
    pub(super) pointer: Pointer<'a>,
    part: Part,
    /// The nearest key of a struct. None at the root.
    name: Option<&'a str>,
    /// Objects reject unknown keys.
    pub(super) closed: bool,
    pub(super) host: Option<&'a HostVersion>,
    /// The operation of the value, below a field that is named after it.
    pub(super) operation: Option<&'a str>,
    /// A key of the object that has already been validated.
    pub(super) skip: Option<&'a str>,
    /// Common mistakes in the value, each with advice.
    pub(super) mistakes: Mistakes,
    /// The value may also be null. Messages mention it.
    nullable: bool,
    /// The value is for a tool, so what is wrong in it does not reject the reply: the severity that it has instead.
    pub(super) passed_on: Option<ProblemSeverity>,
    /// No second source confirms this behaviour.
    pub(super) unconfirmed: bool,
}

impl<'a> Spot<'a> {
    /// Creates the spot of the whole payload.
    pub(super) fn root(host: Option<&'a HostVersion>) -> Self {
        Self {
            pointer: Pointer::Root,
            part: Part::Itself,
            name: None,
            closed: false,
            host,
            operation: None,
            skip: None,
            mistakes: &[],
            nullable: false,
            passed_on: None,
            unconfirmed: false,
        }
    }

    /// Returns the spot of the value at a key of a struct.
    pub(super) fn key<'b>(&'b self, key: &'b str, mistakes: Mistakes) -> Spot<'b> {
        let below = self.below(Pointer::Key(&self.pointer, key), Part::Itself);
        Spot { name: Some(key), mistakes, ..below }
    }

    /// Returns the spot of an item of a list.
    pub(super) fn item(&self, index: usize) -> Spot<'_> {
        self.below(Pointer::Index(&self.pointer, index), Part::Item)
    }

    /// Returns the spot of the value at a key of a map, or at a key that a struct does not name.
    pub(super) fn value<'b>(&'b self, key: &'b str) -> Spot<'b> {
        self.below(Pointer::Key(&self.pointer, key), Part::Value)
    }

    fn below<'b>(&self, pointer: Pointer<'b>, part: Part) -> Spot<'b>
    where
        'a: 'b,
    {
        Spot { pointer, part, skip: None, mistakes: &[], nullable: false, ..*self }
    }

    /// Marks the value as nullable.
    pub(super) fn or_null(self) -> Self {
        Self { nullable: true, ..self }
    }

    /// Marks the spot as closed if `closed` is true. A closed spot remains closed.
    pub(super) fn closed_if(self, closed: bool) -> Self {
        Self { closed: self.closed || closed, ..self }
    }

    /// Marks the value as one that is for a tool.
    pub(super) fn passed_on(self, it: &Lookup) -> Self {
        Self { passed_on: Some(it.severity), unconfirmed: self.unconfirmed || it.unconfirmed, ..self }
    }

    /// Removes the host, so that its version no longer matters.
    pub(super) fn without_host(self) -> Self {
        Self { host: None, ..self }
    }

    /// Sets the operation, if there is one.
    pub(super) fn about(self, operation: Option<&'a str>) -> Self {
        Self { operation: operation.or(self.operation), ..self }
    }

    /// Skips a key that has already been validated.
    pub(super) fn skipping(self, key: &'a str) -> Self {
        Self { skip: Some(key), ..self }
    }

    /// Returns the spot for a member of a union, without advice and not nullable.
    pub(super) fn member(self) -> Self {
        Self { mistakes: &[], nullable: false, ..self }
    }

    /// Returns true if the host certainly does not know this.
    pub(super) fn is_surely_older_than(&self, since: Option<&Since>) -> bool {
        since.zip(self.host).is_some_and(|(since, host)| host.support(since) == Support::Unknown)
    }

    /// Returns the description of the expected value, including null if it is allowed.
    pub(super) fn what(&self, what: &str) -> String {
        if self.nullable { or_null(what) } else { what.to_owned() }
    }

    /// Returns the value's name for the start of a sentence.
    pub(super) fn place(&self) -> String {
        match self.part {
            Part::Itself => self.name.map_or_else(|| words::ROOT.to_owned(), |key| format!("`{key}`")),
            Part::Item => fill(words::ITEM, &[("name", &self.name())]),
            Part::Value => fill(words::VALUE, &[("name", &self.name())]),
        }
    }

    fn name(&self) -> String {
        self.name.map_or_else(|| words::ROOT_NAME.to_owned(), |key| format!("`{key}`"))
    }
}
