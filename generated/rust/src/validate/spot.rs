//! Where the walk is: the pointer, how messages call the value, and what holds there.

use std::fmt;

use super::data::words;
use super::host::{Host, Support};
use super::message::{fill, or_null};
use super::plan::{Mistakes, Since};

/// A JSON pointer on its way down. It is text only where something is wrong.
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

/// The name of the value in messages.
#[derive(Clone, Copy)]
enum Part {
    /// By its name.
    Itself,
    /// An item of the list with the name.
    Item,
    /// A value of the map with the name.
    Value,
}

/// A value's place, with all that holds there.
#[derive(Clone, Copy)]
pub(crate) struct Spot<'a> {
    pub(super) pointer: Pointer<'a>,
    part: Part,
    /// The key of a struct; none at the root.
    name: Option<&'a str>,
    /// Objects take no unknown keys.
    pub(super) closed: bool,
    pub(super) host: Option<&'a Host>,
    /// The operation that this is about, below a field that is named after it.
    pub(super) operation: Option<&'a str>,
    /// A key of the object that has been validated.
    pub(super) skip: Option<&'a str>,
    /// Advice for the value.
    pub(super) mistakes: Mistakes,
    /// It may be null as well, which messages say.
    nullable: bool,
    /// The host drops the value of a tool that is wrong and takes the rest: nothing in it refuses a reply.
    pub(super) dropped_alone: bool,
    /// No second source says so.
    pub(super) unconfirmed: bool,
}

impl<'a> Spot<'a> {
    /// The whole payload.
    pub(super) fn root(host: Option<&'a Host>) -> Self {
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
            dropped_alone: false,
            unconfirmed: false,
        }
    }

    /// The value at a key of a struct.
    pub(super) fn key<'b>(&'b self, key: &'b str, mistakes: Mistakes) -> Spot<'b> {
        let below = self.below(Pointer::Key(&self.pointer, key), Part::Itself);
        Spot { name: Some(key), mistakes, ..below }
    }

    /// An item of a list.
    pub(super) fn item(&self, index: usize) -> Spot<'_> {
        self.below(Pointer::Index(&self.pointer, index), Part::Item)
    }

    /// The value at a key of a map, or at a key that a struct does not name.
    pub(super) fn value<'b>(&'b self, key: &'b str) -> Spot<'b> {
        self.below(Pointer::Key(&self.pointer, key), Part::Value)
    }

    fn below<'b>(&self, pointer: Pointer<'b>, part: Part) -> Spot<'b>
    where
        'a: 'b,
    {
        Spot { pointer, part, skip: None, mistakes: &[], nullable: false, ..*self }
    }

    /// The same value, which may be null as well.
    pub(super) fn or_null(self) -> Self {
        Self { nullable: true, ..self }
    }

    /// The same value, closed if this is so or if it was.
    pub(super) fn closed_if(self, closed: bool) -> Self {
        Self { closed: self.closed || closed, ..self }
    }

    /// The same value, which a host that refuses it drops, and nothing else.
    pub(super) fn dropped_alone(self, unconfirmed: bool) -> Self {
        Self { dropped_alone: true, unconfirmed: self.unconfirmed || unconfirmed, ..self }
    }

    /// The same value, for a host of which nothing is known.
    pub(super) fn without_host(self) -> Self {
        Self { host: None, ..self }
    }

    /// The same value, which is about this operation, if there is one.
    pub(super) fn about(self, operation: Option<&'a str>) -> Self {
        Self { operation: operation.or(self.operation), ..self }
    }

    /// The same value, but for a key that has been validated.
    pub(super) fn skipping(self, key: &'a str) -> Self {
        Self { skip: Some(key), ..self }
    }

    /// The same value as a member of a union.
    pub(super) fn member(self) -> Self {
        Self { mistakes: &[], nullable: false, ..self }
    }

    /// It is for a host that surely does not know this.
    pub(super) fn is_surely_older_than(&self, since: Option<&Since>) -> bool {
        since.zip(self.host).is_some_and(|(since, host)| host.support(since) == Support::Unknown)
    }

    /// Returns the message that something else is expected here.
    pub(super) fn what(&self, what: &str) -> String {
        if self.nullable { or_null(what) } else { what.to_owned() }
    }

    /// The value, for the beginning of a sentence.
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
