//! The types of the validation plan: the expected values, and the problems to report. `data` contains the plan.

#![allow(dead_code, reason = "not every contract needs all of it")]

use serde_json::{Map, Value};

use super::spot::Spot;
use super::walk::Walk;
use crate::bounds::Bounds;
use crate::problems::{ProblemCode, ProblemSeverity};
use crate::rule::{Condition, Scalar};

/// A key and its value.
pub(crate) type Pair<T> = (&'static str, T);

/// Returns the value of a key.
pub(crate) fn find<'a, T>(pairs: &'a [Pair<T>], key: &str) -> Option<&'a T> {
    pairs.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
}

/// Returns the keys.
pub(crate) fn names<T>(pairs: &[Pair<T>]) -> impl Iterator<Item = &'static str> {
    pairs.iter().map(|(name, _)| *name)
}

/// The type of a value. There are thousands of them, so the large parts are elsewhere.
pub(crate) enum Expr {
    Any,
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Constant(&'static Constant),
    List(&'static List),
    Map(&'static Expr),
    Nullable(&'static Expr),
    Bounded(&'static Bounded),
    Ref(Ref),
    Keyed(&'static Lookup),
    Asserted(&'static Asserted),
}

/// An assertion in addition to a type.
pub(crate) trait Check: Sync {
    /// Reports the problems of the value.
    fn check(&self, walk: &mut Walk<'_>, value: &Value, spot: Spot<'_>);

    /// Returns true if it allows integers that are too large for a sign.
    #[allow(dead_code, reason = "only contracts with integers of 64 bits need it")]
    fn is_unsigned(&self) -> bool {
        false
    }

    /// Reports the problems of the value of a union. Without any, returns the place of its member: the first branch of
    /// `anyOf` or the only one of `oneOf` that accepts it.
    fn choose(&self, walk: &mut Walk<'_>, value: &Value, spot: Spot<'_>) -> Option<usize>;
}

/// An expression or a kind, with an additional assertion.
pub(crate) struct Asserted<T: 'static = Expr> {
    pub(crate) inner: &'static T,
    pub(crate) by: &'static dyn Check,
}

/// The only allowed string or boolean.
pub(crate) struct Constant {
    pub(crate) value: Scalar,
    pub(crate) what: &'static str,
    /// The value is the name of an operation.
    pub(crate) operation: bool,
}

pub(crate) struct List {
    pub(crate) item: &'static Expr,
    pub(crate) min: Option<usize>,
    pub(crate) max: Option<usize>,
}

/// An integer, a number or a string within bounds.
pub(crate) struct Bounded {
    pub(crate) inner: &'static Expr,
    pub(crate) bounds: Bounds,
}

pub(crate) struct Ref {
    pub(crate) to: &'static Type,
    /// Objects reject unknown keys from here on, at any depth.
    pub(crate) closed: bool,
}

/// A value whose type is in a row of a table, if the row is known.
pub(crate) struct Lookup {
    pub(crate) table: &'static str,
    pub(crate) column: &'static str,
    /// The key in the same object whose value must have the same row.
    pub(crate) by: Option<&'static str>,
    /// The names of rows that do not apply.
    pub(crate) except: &'static [&'static str],
    /// The type on every host and for every tool.
    pub(crate) base: &'static Expr,
    /// No second source confirms the host's check.
    pub(crate) unconfirmed: bool,
    /// The severity of what makes the host refuse other values.
    pub(crate) severity: ProblemSeverity,
}

/// A table from names to types.
pub(crate) struct Table {
    pub(crate) rows: &'static [&'static Row],
    /// The row of each name and alias.
    pub(crate) names: &'static [Pair<usize>],
    /// The prefixes of other names, the longest first.
    pub(crate) prefixes: &'static [Pair<usize>],
}

pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// The types by column.
    pub(crate) types: &'static [Pair<&'static Type>],
}

/// The tool that a payload is about, and the function that finds the types of tools.
#[derive(Clone, Copy)]
pub(crate) struct OfTool<'t> {
    /// The name of the tool. None: the tools that an input names.
    pub(crate) name: Option<&'t str>,
    pub(crate) rows: Rows,
}

/// Returns the row of a name in the table of this name. A program that needs the types of one tool has a function that
/// knows no other, because a reference to the table would keep all types in the program.
pub(crate) type Rows = fn(table: &str, name: &str) -> Option<&'static Row>;

impl Table {
    /// Returns the row of a name, if there is one.
    pub(crate) fn row(&self, name: &str) -> Option<&'static Row> {
        let prefix = || self.prefixes.iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, at)| at);
        find(self.names, name).or_else(prefix).and_then(|at| self.rows.get(*at)).copied()
    }
}

/// A definition.
pub(crate) struct Type {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) since: Option<&'static Since>,
    /// The host only reads it.
    pub(crate) output: bool,
}

/// Creates a type that the host writes.
pub(crate) const fn input(name: &'static str, kind: Kind) -> Type {
    Type { name, kind, since: None, output: false }
}

/// Creates a type that the host only reads.
pub(crate) const fn output(name: &'static str, kind: Kind) -> Type {
    Type { name, kind, since: None, output: true }
}

pub(crate) enum Kind {
    Alias(Expr),
    Enum(Enum),
    Struct(Struct),
    Tagged(Tagged),
    Keyed(Keyed),
    Typed(Typed),
    Tried(Tried),
    Asserted(Asserted<Kind>),
}

/// A string from a list.
pub(crate) struct Enum {
    pub(crate) values: &'static [&'static str],
    /// Any other string is accepted, too.
    pub(crate) open: bool,
    pub(crate) what: &'static str,
    pub(crate) added: &'static [Pair<Since>],
    /// Values that older hosts had, with the first version without them.
    pub(crate) removed: &'static [Pair<&'static [u64]>],
    pub(crate) deprecated: &'static [Pair<Deprecated>],
}

impl Enum {
    /// What an enum has where the plan says nothing else.
    pub(crate) const NONE: Self = Self { values: &[], open: false, what: "", added: &[], removed: &[], deprecated: &[] };
}

/// An object with known fields.
pub(crate) struct Struct {
    pub(crate) fields: &'static [Field],
    /// The type of other keys.
    pub(crate) rest: Option<&'static Expr>,
    pub(crate) keys: Others,
    /// The object must be empty.
    pub(crate) empty: bool,
    /// The only operation whose output contains it.
    pub(crate) operation: Option<&'static str>,
    pub(crate) hints: &'static [Hint],
    /// The message for an unknown key, if it is not the usual one.
    pub(crate) unknown: Option<&'static str>,
    /// A sentence that lists the fields.
    pub(crate) takes: Option<&'static str>,
    pub(crate) strict: Option<Strict>,
    pub(crate) rules: &'static [Rule],
}

impl Struct {
    /// What an object has where the plan says nothing else.
    pub(crate) const NONE: Self = Self {
        fields: &[],
        rest: None,
        keys: Others::Closed,
        empty: false,
        operation: None,
        hints: &[],
        unknown: None,
        takes: None,
        strict: None,
        rules: &[],
    };
}

/// The host rejects the whole reply because of an unknown key.
pub(crate) struct Strict {
    /// It is not certain that the host does so.
    pub(crate) unconfirmed: bool,
}

/// The rule for keys that the type does not name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Others {
    /// Unknown keys are rejected.
    Closed,
    /// Unknown keys are accepted, except where the host reads the object.
    Open,
    /// Unknown keys are accepted.
    Free,
}

/// A union whose members are distinguished by the string at a key.
pub(crate) struct Tagged {
    pub(crate) key: &'static str,
    pub(crate) tags: &'static [Pair<Expr>],
    /// The member if the key is absent.
    pub(crate) absent: Option<&'static Expr>,
    /// The problem if the key is required and absent.
    pub(crate) missing: Option<ProblemTemplate>,
    pub(crate) what: &'static str,
    /// The tags are names of operations.
    pub(crate) operation: bool,
    /// The message for a value that is none of the tags, if it is not the usual one.
    pub(crate) unknown: Option<&'static str>,
    pub(crate) mistakes: Mistakes,
}

/// A union whose members are distinguished by the presence of a key.
pub(crate) struct Keyed {
    pub(crate) key: &'static str,
    pub(crate) with: Expr,
    pub(crate) without: Expr,
    /// The only value that the key may have.
    pub(crate) value: Option<Constant>,
}

/// A union whose members are distinguished by the value's JSON type.
pub(crate) struct Typed {
    pub(crate) types: &'static [Pair<Expr>],
    pub(crate) what: &'static str,
}

/// A union that nothing in the value distinguishes the members of.
pub(crate) struct Tried {
    /// The members, in the order of the branches.
    pub(crate) members: &'static [Expr],
    pub(crate) by: &'static dyn Check,
    pub(crate) what: &'static str,
}

/// Common mistakes, each with advice.
pub(crate) type Mistakes = &'static [Pair<&'static str>];

/// A key of an object.
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) expr: Expr,
    /// The problem if the field is required and absent.
    pub(crate) missing: Option<&'static ProblemTemplate>,
    pub(crate) since: Option<&'static Since>,
    /// What few fields have.
    pub(crate) rare: Option<&'static Rare>,
}

/// What few fields have.
pub(crate) struct Rare {
    pub(crate) deprecated: Option<&'static Deprecated>,
    pub(crate) inert: &'static [Inert],
    pub(crate) mistakes: Mistakes,
    /// The field is named after an operation, and its value is about that operation.
    pub(crate) by_operation: bool,
}

impl Rare {
    /// What a field has without it.
    pub(crate) const NONE: Self = Self { deprecated: None, inert: &[], mistakes: &[], by_operation: false };
}

/// Creates a field with only a name and a type.
pub(crate) const fn field(name: &'static str, expr: Expr) -> Field {
    Field { name, expr, missing: None, since: None, rare: None }
}

/// A field that has no effect.
pub(crate) struct Inert {
    /// Only this value has no effect.
    pub(crate) value: Option<Scalar>,
    pub(crate) unconfirmed: bool,
    /// The message, if it is another one than for other fields.
    pub(crate) message: Option<&'static str>,
}

/// A problem about keys that belong elsewhere.
pub(crate) struct Hint {
    pub(crate) keys: &'static [&'static str],
    /// The key of a union whose other member has the keys, where that member needs one value of it.
    pub(crate) beside: Option<&'static str>,
    /// The problem, with a placeholder for the key.
    pub(crate) template: ProblemTemplate,
}

/// A problem without its place.
pub(crate) struct ProblemTemplate {
    /// None for a missing key with the default message.
    pub(crate) message: Option<&'static str>,
    pub(crate) code: ProblemCode,
    pub(crate) severity: ProblemSeverity,
    pub(crate) unconfirmed: bool,
}

impl ProblemTemplate {
    /// The problem of a required key that is absent, where the plan says nothing else.
    pub(crate) const MISSING: Self = Self {
        message: None,
        code: ProblemCode::MissingField,
        severity: ProblemSeverity::Rejected,
        unconfirmed: false,
    };
}

/// The problem of something deprecated.
pub(crate) struct Deprecated {
    pub(crate) template: ProblemTemplate,
    /// The host version that deprecated it. Older hosts do not report the problem.
    pub(crate) since: Option<&'static [u64]>,
}

/// The host version that introduced something.
pub(crate) struct Since {
    /// The first version that has it, or the first that is known to.
    pub(crate) from: &'static [u64],
    /// The last version that is known not to have it. None if `from` is exact.
    pub(crate) after: Option<&'static [u64]>,
    /// The name in messages, if that is not the place.
    pub(crate) name: Option<&'static str>,
}

/// If all conditions of `when` hold, all conditions of `then` must hold.
pub(crate) struct Rule {
    pub(crate) when: &'static [Condition<'static>],
    pub(crate) then: &'static [Condition<'static>],
    pub(crate) template: ProblemTemplate,
    /// The path of the problem, if it is not the path of the broken condition.
    pub(crate) at: Option<&'static [&'static str]>,
    /// The host version that introduced the rule.
    pub(crate) since: Option<&'static Since>,
    /// The rule applies only below the fields that are named after these operations. Empty: everywhere.
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
    /// Its last line is the requested path.
    Path,
    Used,
    Unused,
}

impl Inert {
    pub(crate) fn has(&self, value: &Value) -> bool {
        self.value.as_ref().is_none_or(|it| it.is(value))
    }
}

impl Field {
    pub(crate) fn rare(&self) -> &'static Rare {
        self.rare.unwrap_or(&Rare::NONE)
    }

    /// Returns true for a value of the right type about which there is nothing else to say. Most fields of most payloads are.
    pub(crate) fn is_plain(&self, value: &Value) -> bool {
        self.since.is_none()
            && self.rare.is_none()
            && matches!(
                (&self.expr, value),
                (Expr::Any, _) | (Expr::String, Value::String(_)) | (Expr::Boolean, Value::Bool(_)) | (Expr::Number, Value::Number(_))
            )
    }

    /// Returns true for the name of the operation, if it is another one or missing. The host then rejects the whole.
    pub(crate) fn is_misnamed(&self, map: &Map<String, Value>, spot: Spot<'_>) -> bool {
        let Expr::Constant(name @ Constant { operation: true, .. }) = &self.expr else { return false };
        let is_required = || self.missing.is_some_and(|it| it.severity == ProblemSeverity::Rejected);
        match map.get(self.name) {
            Some(value) => !name.value.is(value),
            None => is_required() && !spot.is_surely_older_than(self.since),
        }
    }
}

impl Struct {
    /// Returns the problem of a key that belongs elsewhere.
    pub(crate) fn hint(&self, key: &str) -> Option<&'static Hint> {
        self.hints.iter().find(|hint| hint.keys.contains(&key))
    }

    pub(crate) fn knows(&self, key: &str) -> bool {
        self.fields.iter().any(|field| field.name == key)
    }

    /// Returns true if a key that is not a field is a problem. `is_closed` is true in a closed place.
    pub(crate) fn refuses(&self, key: &str, is_closed: bool) -> bool {
        match self.keys {
            Others::Closed => true,
            Others::Open => is_closed,
            Others::Free => self.hint(key).is_some(),
        }
    }
}
