//! The types of the validation plan: what a value has to be, and what is reported where it is not. `data` holds the plan.

#![allow(dead_code, reason = "not every contract needs all of it")]

use serde_json::Value;

use super::spot::Spot;
use super::walk::Walk;
use crate::bounds::Bounds;
use crate::rule::{Condition, Scalar};
use crate::{ProblemCode, ProblemSeverity};

/// A key with what belongs to it.
pub(crate) type Pair<T> = (&'static str, T);

/// The value of a key.
pub(crate) fn find<'a, T>(pairs: &'a [Pair<T>], key: &str) -> Option<&'a T> {
    pairs.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
}

/// The keys alone.
pub(crate) fn names<T>(pairs: &[Pair<T>]) -> impl Iterator<Item = &'static str> {
    pairs.iter().map(|(name, _)| *name)
}

/// The type of a value.
pub(crate) enum Expr {
    Any,
    Boolean,
    Integer,
    Number,
    String,
    Constant(Constant),
    List(List),
    Map(&'static Expr),
    Nullable(&'static Expr),
    Bounded(Bounded),
    Ref(Ref),
    Keyed(Lookup),
    Asserted(Asserted),
}

/// An assertion beside a type.
pub(crate) trait Judge: Sync {
    /// Tells what is wrong with the value.
    fn judge(&self, walk: &mut Walk<'_>, value: &Value, spot: Spot<'_>);
}

/// An expression or a kind, and what is validated beside it.
pub(crate) struct Asserted<T: 'static = Expr> {
    pub(crate) inner: &'static T,
    pub(crate) by: &'static dyn Judge,
}

/// A string or a boolean, and no other one.
pub(crate) struct Constant {
    pub(crate) value: Scalar,
    pub(crate) what: &'static str,
    /// It is the name of an operation.
    pub(crate) operation: bool,
}

pub(crate) struct List {
    pub(crate) item: &'static Expr,
    pub(crate) min: Option<usize>,
    pub(crate) max: Option<usize>,
}

/// An integer, a number or a string, and not every one.
pub(crate) struct Bounded {
    pub(crate) inner: &'static Expr,
    pub(crate) bounds: Bounds,
}

pub(crate) struct Ref {
    pub(crate) to: &'static Type,
    /// From here on, at any depth, objects take no unknown keys.
    pub(crate) closed: bool,
}

/// A value of the type that a row of a table names, where it is known which row.
pub(crate) struct Lookup {
    pub(crate) table: &'static str,
    pub(crate) column: &'static str,
    /// The key beside it whose value has the same row.
    pub(crate) by: Option<&'static str>,
    /// Names of rows that say nothing of it.
    pub(crate) except: &'static [&'static str],
    /// The type on every host and for every tool.
    pub(crate) base: &'static Expr,
    /// No second source says how the host checks it.
    pub(crate) unconfirmed: bool,
}

/// From the name of a thing to types.
pub(crate) struct Table {
    pub(crate) rows: &'static [Row],
    /// The row of each name and alias.
    pub(crate) names: &'static [Pair<usize>],
    /// The prefixes of other names, the longest first.
    pub(crate) prefixes: &'static [Pair<usize>],
}

pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// By column.
    pub(crate) types: &'static [Pair<&'static Type>],
}

impl Table {
    /// The row of a name, if it has one.
    pub(crate) fn row(&self, name: &str) -> Option<&'static Row> {
        let prefix = || self.prefixes.iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, at)| at);
        find(self.names, name).or_else(prefix).and_then(|at| self.rows.get(*at))
    }
}

/// A definition.
pub(crate) struct Type {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) since: Option<&'static Since>,
    /// Only a hook writes it.
    pub(crate) output: bool,
}

pub(crate) enum Kind {
    Alias(Expr),
    Enum(Enum),
    Struct(Struct),
    Tagged(Tagged),
    Keyed(Keyed),
    Typed(Typed),
    Asserted(Asserted<Kind>),
}

/// A string out of a list.
pub(crate) struct Enum {
    pub(crate) values: &'static [&'static str],
    /// Any other string is accepted, too.
    pub(crate) open: bool,
    pub(crate) what: &'static str,
    pub(crate) added: &'static [Pair<Since>],
    /// Values that older hosts had, with the first version without them.
    pub(crate) removed: &'static [Pair<&'static [u64]>],
    pub(crate) deprecated: &'static [Pair<Say>],
}

/// An object with known fields.
pub(crate) struct Struct {
    pub(crate) fields: &'static [Field],
    /// The type of other keys.
    pub(crate) rest: Option<&'static Expr>,
    pub(crate) keys: Others,
    /// There may be no key at all.
    pub(crate) empty: bool,
    /// The one operation whose output has it.
    pub(crate) operation: Option<&'static str>,
    pub(crate) hints: &'static [Hint],
    /// A sentence that names the fields.
    pub(crate) takes: Option<&'static str>,
    pub(crate) strict: Option<Strict>,
    pub(crate) rules: &'static [Rule],
}

/// The host refuses the whole for a key that does not belong there.
pub(crate) struct Strict {
    /// It is not sure that the host does so.
    pub(crate) unconfirmed: bool,
}

/// The rule for keys that the type does not name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Others {
    /// None.
    Closed,
    /// Yes, but not where a hook writes it.
    Open,
    /// Yes.
    Free,
}

/// A union whose members are distinguished by the string at a key.
pub(crate) struct Tagged {
    pub(crate) key: &'static str,
    pub(crate) tags: &'static [Pair<Expr>],
    /// The choice if the key is absent.
    pub(crate) absent: Option<&'static Expr>,
    /// The problem if a required key is absent.
    pub(crate) missing: Option<Say>,
    pub(crate) what: &'static str,
    /// The tags are names of operations.
    pub(crate) operation: bool,
    pub(crate) mistakes: Mistakes,
}

/// A union whose members are distinguished by a key being there.
pub(crate) struct Keyed {
    pub(crate) key: &'static str,
    pub(crate) with: Expr,
    pub(crate) without: Expr,
    /// The one value that the key may have.
    pub(crate) value: Option<Constant>,
}

/// A union whose members are distinguished by the value's JSON type.
pub(crate) struct Typed {
    pub(crate) types: &'static [Pair<Expr>],
    pub(crate) what: &'static str,
}

/// Common mistakes, each with advice.
pub(crate) type Mistakes = &'static [Pair<&'static str>];

/// A key of an object.
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) expr: Expr,
    /// It has to be there, or this is said.
    pub(crate) missing: Option<&'static Say>,
    pub(crate) since: Option<&'static Since>,
    pub(crate) deprecated: Option<&'static Say>,
    pub(crate) inert: &'static [Inert],
    pub(crate) mistakes: Mistakes,
    /// It is named after an operation, and what is below is about that operation.
    pub(crate) by_operation: bool,
}

/// A field of which nothing else is said.
pub(crate) const fn field(name: &'static str, expr: Expr) -> Field {
    Field { name, expr, missing: None, since: None, deprecated: None, inert: &[], mistakes: &[], by_operation: false }
}

/// A field that does nothing.
pub(crate) struct Inert {
    /// Only this value does nothing.
    pub(crate) value: Option<Scalar>,
    pub(crate) unconfirmed: bool,
}

/// A problem about keys that belong elsewhere.
pub(crate) struct Hint {
    pub(crate) keys: &'static [&'static str],
    /// With a hole for the key.
    pub(crate) say: Say,
}

/// A problem but for its place.
pub(crate) struct Say {
    /// None where a key is missing and no more is said.
    pub(crate) message: Option<&'static str>,
    pub(crate) code: ProblemCode,
    pub(crate) severity: ProblemSeverity,
    pub(crate) unconfirmed: bool,
}

/// Since when hosts know something.
pub(crate) struct Since {
    /// The first version that has it, or was seen to have it.
    pub(crate) from: &'static [u64],
    /// The last one that was seen not to have it; none, if `from` is exact.
    pub(crate) after: Option<&'static [u64]>,
    /// The name in messages, if that is not the place.
    pub(crate) name: Option<&'static str>,
}

/// When all of these hold, then all of those must.
pub(crate) struct Rule {
    pub(crate) when: &'static [Condition<'static>],
    pub(crate) then: &'static [Condition<'static>],
    pub(crate) say: Say,
    /// The keys that lead to what is wrong, where it is not the condition that does not hold.
    pub(crate) at: Option<&'static [&'static str]>,
    /// Since when hosts hold to it.
    pub(crate) since: Option<&'static Since>,
    /// It holds only below the fields that are named after these operations; empty: everywhere.
    pub(crate) within: &'static [&'static str],
}

/// The types of an event.
pub(crate) struct EventTypes {
    pub(crate) input: &'static Type,
    pub(crate) output: &'static Type,
    pub(crate) stdout: Option<Stdout>,
}

/// The treatment of plain text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stdout {
    /// Its last line is the path that is requested.
    Path,
    Used,
    Unused,
}

impl Inert {
    pub(crate) fn has(&self, value: &Value) -> bool {
        self.value.as_ref().is_none_or(|it| it.is(value))
    }
}

impl Struct {
    /// Returns the problem of a key that belongs elsewhere.
    pub(crate) fn hint(&self, key: &str) -> Option<&'static Say> {
        self.hints.iter().find(|hint| hint.keys.contains(&key)).map(|hint| &hint.say)
    }

    pub(crate) fn knows(&self, key: &str) -> bool {
        self.fields.iter().any(|field| field.name == key)
    }

    /// It takes no keys that it does not know, in a place that is closed or not.
    pub(crate) fn is_closed(&self, place: bool) -> bool {
        match self.keys {
            Others::Closed => true,
            Others::Open => place,
            Others::Free => false,
        }
    }
}
