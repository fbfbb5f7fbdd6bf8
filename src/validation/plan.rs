//! The validation plan: the data of a set for the validators of every language. Templates write it to the packages, and
//! the interpreters there read it. `docs/validation.md` describes it.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;

use crate::model::problem::Code;
use crate::model::{Assertion, Bounds, Severity, Test};

/// The data that a feature adds to a part of the plan, by key. The interpreters of that feature read it.
pub type Added = IndexMap<&'static str, Value>;

/// The data of the validators. Templates see it as `plan`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ValidationPlan {
    /// The types by name, in the order of the contract; empty for a set without validators and profiles.
    pub types: IndexMap<String, Type>,
    /// The operations by name.
    pub operations: IndexMap<String, Operation>,
    /// The lookup tables of keyed values, by name.
    pub tables: IndexMap<String, Lookup>,
    /// The key of an input that names the operation.
    pub operation_key: Option<String>,
    /// The union over all inputs.
    pub input: Option<String>,
    /// The output of an unknown operation.
    pub output: Option<String>,
    /// The keys that an output can have at the top.
    pub output_keys: Vec<String>,
    /// The message for a key of some operations in the output of another one.
    pub foreign: IndexMap<String, String>,
    /// Sentences with holes, by purpose.
    pub words: IndexMap<&'static str, String>,
    /// The differences of each profile, by its name.
    pub profiles: IndexMap<String, ProfilePlan>,
    /// The definitions that assertions refer to, by name.
    pub assertions: IndexMap<String, Assertion>,
}

/// The differences of a profile.
#[derive(Debug, Clone, Serialize)]
pub struct ProfilePlan {
    /// No second source confirms the profile.
    pub unconfirmed: bool,
    /// The keys that an output can have at the top.
    pub output_keys: Vec<String>,
    /// The types that differ, and the types that refer to them. A reference to one of these is its name, a colon and
    /// the profile's name.
    pub types: IndexMap<String, Type>,
}

/// A lookup table: from the name of a thing to types.
#[derive(Debug, Clone, Serialize)]
pub struct Lookup {
    /// The rows, in the order of the file.
    pub rows: Vec<Row>,
    /// The index of the row for each name and alias.
    pub names: IndexMap<String, usize>,
    /// The prefixes of further names, longest first, with the index of the row.
    pub prefixes: Vec<(String, usize)>,
}

/// A row of a table.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// The names of types by column. Unknown ones are left out.
    pub types: IndexMap<String, String>,
}

/// The types of an operation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Operation {
    /// The type of its input.
    pub input: String,
    /// The type of its output.
    pub output: String,
    /// The data that features add.
    #[serde(flatten)]
    pub added: Added,
}

/// A type definition.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Type {
    /// Only outputs contain it.
    pub output: bool,
    /// The first host version that has it; for outputs only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// The expression, or the kind of definition.
    #[serde(flatten)]
    pub kind: PlanKind,
}

/// The kinds of definitions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum PlanKind {
    /// An alias.
    Alias {
        /// Its target.
        #[serde(rename = "type")]
        expr: Expr,
    },
    /// A string from a list.
    Enum(Enum),
    /// An object with known fields.
    Struct(Struct),
    /// One of several types.
    Union(Union),
}

/// A string from a list.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Enum {
    /// The values of the newest contract.
    pub values: Vec<String>,
    /// Any other string is accepted too.
    pub open: bool,
    /// The words for it in a message.
    pub what: String,
    /// The values that are newer than the enum; for outputs only.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub added: IndexMap<String, Since>,
    /// The values of older hosts, with the first version without them.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub removed: IndexMap<String, Vec<u64>>,
    /// The deprecated values; for outputs only.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub deprecated: IndexMap<String, Deprecated>,
}

/// An object with known fields.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Struct {
    /// The fields, in schema order.
    pub fields: IndexMap<String, Field>,
    /// The expression for the values of unknown keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<Expr>,
    /// The rule for unknown keys.
    pub keys: Keys,
    /// The object may be empty.
    #[serde(skip_serializing_if = "is_false")]
    pub empty: bool,
    /// The operation, if only its output has this object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// The hints about keys in the wrong place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Hint>,
    /// The message for an unknown key, with a hole `{value}`, if that is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<String>,
    /// A sentence that names the fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takes: Option<String>,
    /// The host rejects the whole payload for an unknown key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strict: Option<Strict>,
    /// The rules that the types of fields cannot express.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
    /// The assertion that no other part expresses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Box<Assertion>>,
}

/// The host rejects a whole payload for an unknown key.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Strict {
    /// No second source confirms it.
    pub unconfirmed: bool,
}

/// The rule for unknown keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Keys {
    /// They are rejected.
    Closed,
    /// They are accepted in inputs, and rejected in outputs.
    Open,
    /// They are accepted.
    Free,
}

/// One of several types.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "on", rename_all = "lowercase")]
pub enum Union {
    /// The string at a key selects the type.
    Tag {
        /// The key.
        key: String,
        /// The expression for each value.
        tags: IndexMap<String, Expr>,
        /// The expression if the key is absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        absent: Option<Expr>,
        /// The problem if the required key is absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        missing: Option<ProblemTemplate>,
        /// The words for the tag in a message.
        what: String,
        /// The values are names of operations.
        #[serde(skip_serializing_if = "is_false")]
        operation: bool,
        /// The message for a value that is none of the tags, with a hole `{value}`, if that is not the usual one.
        #[serde(skip_serializing_if = "Option::is_none")]
        unknown: Option<String>,
        /// Advice for common mistakes.
        #[serde(skip_serializing_if = "IndexMap::is_empty")]
        mistakes: IndexMap<String, String>,
    },
    /// The presence of a key selects the type.
    Key {
        /// The key.
        key: String,
        /// The expression if it is present.
        with: Expr,
        /// The expression if it is absent.
        without: Expr,
        /// Its only valid value.
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<Value>,
        /// The words for it in a message.
        #[serde(skip_serializing_if = "Option::is_none")]
        what: Option<String>,
    },
    /// The JSON type selects the type.
    Type {
        /// The expression for each JSON type.
        types: IndexMap<String, Expr>,
        /// The words for it in a message.
        what: String,
    },
    /// Nothing in the value selects the type: each is tried.
    Trial {
        /// The expression of each member, in the order of the parts of `any` or `one` in the assertion.
        members: Vec<Expr>,
        /// The assertion of the whole schema. The first part of `any` or `one` that holds selects the member.
        assertion: Box<Assertion>,
        /// The words for it in a message.
        what: String,
    },
}

/// A type expression.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Expr {
    /// Any JSON value.
    Any,
    /// Null.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A number without a fraction.
    Integer,
    /// A number.
    Number,
    /// A string.
    String,
    /// One value.
    Constant {
        /// A string or a boolean.
        value: Value,
        /// The words for it in a message.
        what: String,
        /// It is the name of an operation.
        #[serde(skip_serializing_if = "is_false")]
        operation: bool,
    },
    /// An array.
    List {
        /// The expression of each item.
        item: Box<Expr>,
        /// The minimum number of items.
        #[serde(skip_serializing_if = "Option::is_none")]
        min: Option<u64>,
        /// The maximum number of items.
        #[serde(skip_serializing_if = "Option::is_none")]
        max: Option<u64>,
    },
    /// An object with any keys.
    Map {
        /// The expression of each value.
        value: Box<Expr>,
    },
    /// The expression, or null.
    Nullable {
        /// The expression of a value that is not null.
        inner: Box<Expr>,
    },
    /// An integer, a number or a string with bounds.
    Bounded {
        /// The expression without the bounds.
        inner: Box<Expr>,
        /// The bounds.
        #[serde(flatten)]
        bounds: Bounds,
        /// The words for it in a message.
        what: String,
    },
    /// An expression with an assertion.
    Asserted {
        /// The expression without the assertion.
        inner: Box<Expr>,
        /// The assertion.
        assertion: Box<Assertion>,
    },
    /// A reference to a type.
    Ref {
        /// Its name.
        name: String,
        /// Unknown keys are rejected from here on, at every depth.
        #[serde(skip_serializing_if = "is_false")]
        closed: bool,
    },
    /// A value whose type a table has, for the thing that the caller names.
    Keyed {
        /// The table.
        table: String,
        /// The column with the type.
        column: String,
        /// The sibling key whose value has the same row.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// The rows that do not decide its type.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        except: Vec<String>,
        /// The expression for any value.
        base: Box<Expr>,
        /// No second source confirms that the host checks it.
        #[serde(skip_serializing_if = "is_false")]
        unconfirmed: bool,
        /// The host does not drop a value of another type: what the value is for fails.
        #[serde(skip_serializing_if = "is_false")]
        fails: bool,
    },
}

/// The problem of something deprecated.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Deprecated {
    /// The problem.
    #[serde(flatten)]
    pub template: ProblemTemplate,
    /// The host version that deprecated it, number by number. Older hosts do not report the problem; without a version
    /// all report it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Vec<u64>>,
}

/// A key of an object.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Field {
    /// The expression of its value.
    #[serde(rename = "type")]
    pub expr: Expr,
    /// The problem if the required key is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<ProblemTemplate>,
    /// The first host version that has it. For an input, only if the key is required.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// The problem if the key is present, because it is deprecated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<Deprecated>,
    /// The values without effect.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inert: Vec<Inert>,
    /// Advice for common mistakes.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub mistakes: IndexMap<String, String>,
    /// Its name is an operation, and everything below it is about that operation.
    #[serde(skip_serializing_if = "is_false")]
    pub by_operation: bool,
}

/// A field or a value without effect.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Inert {
    /// The value without effect; `None` for any value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// No second source confirms it.
    #[serde(skip_serializing_if = "is_false")]
    pub unconfirmed: bool,
    /// The message, if it is another one than for other fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// A message for keys in the wrong place.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hint {
    /// The keys.
    pub keys: Vec<String>,
    /// The key of a union whose other member has the keys, where that member needs one value of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<String>,
    /// The problem; its message has a hole `{key}`.
    pub template: ProblemTemplate,
}

/// A problem without its place.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProblemTemplate {
    /// The code of the problem.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// No second source confirms it.
    #[serde(skip_serializing_if = "is_false")]
    pub unconfirmed: bool,
    /// The message: the problem and its fix; `None` for a missing field with the usual message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// The host versions that have something.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Since {
    /// The first version that has it, or the oldest one that is known to have it.
    pub from: Vec<u64>,
    /// The last version that is known not to have it; `None` if `from` is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Vec<u64>>,
    /// The name in messages, if the place does not name it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A rule: if all conditions of `when` hold, those of `then` must hold.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rule {
    /// The conditions.
    pub when: Vec<Condition>,
    /// The conditions that must then hold.
    pub then: Vec<Condition>,
    /// The problem if they do not hold.
    pub template: ProblemTemplate,
    /// The keys that lead to the wrong value, if that is not the place of the failed condition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec<String>>,
    /// The first host version with the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// The operations below whose fields it applies; empty for all places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<String>,
}

/// A test of one place in an object.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Condition {
    /// The keys from the object to the place.
    pub path: Vec<String>,
    /// `present`, `absent` or `in`.
    #[serde(flatten)]
    pub test: Test,
}

/// Returns true for values that are left out of the data.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes it like this")]
fn is_false(flag: &bool) -> bool {
    !flag
}
