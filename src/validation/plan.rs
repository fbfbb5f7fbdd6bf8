//! The validation plan: everything that the validators of every language know of a set, as data. Templates write it
//! down, and the interpreters in the packages read it. `docs/validation.md` describes it.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;

use crate::model::problem::Code;
use crate::model::{Assertion, Bounds, Severity, Test};

/// The data that a feature adds to a part of the plan, by its key: the interpreters of that feature read it.
pub type Added = IndexMap<&'static str, Value>;

/// Everything that a validator knows. Templates have it as the variable `plan`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ValidationPlan {
    /// Every type by its name, in the order of the contract; none in a set that neither reports problems nor has profiles.
    pub types: IndexMap<String, Type>,
    /// Every operation by its name.
    pub operations: IndexMap<String, Operation>,
    /// The tables that the types of keyed values are looked up in, by name.
    pub tables: IndexMap<String, Lookup>,
    /// The key of an input that names the operation.
    pub operation_key: Option<String>,
    /// The union over all inputs.
    pub input: Option<String>,
    /// The output of an operation that is not known.
    pub output: Option<String>,
    /// All keys that an output may have at the top.
    pub output_keys: Vec<String>,
    /// The message for a key that some operations have, where it appears in the output of another one.
    pub foreign: IndexMap<String, String>,
    /// Sentences with holes, by their purpose.
    pub words: IndexMap<&'static str, String>,
    /// The difference that each profile makes, by its name.
    pub profiles: IndexMap<String, ProfilePlan>,
    /// The definitions that assertions refer to, by name.
    pub assertions: IndexMap<String, Assertion>,
}

/// The difference that a profile makes.
#[derive(Debug, Clone, Serialize)]
pub struct ProfilePlan {
    /// No second source says any of it.
    pub unconfirmed: bool,
    /// All keys that an output may have at the top.
    pub output_keys: Vec<String>,
    /// The types that differ, or that lead to one that does. A reference to one of these has its name, a colon and the
    /// name of the profile.
    pub types: IndexMap<String, Type>,
}

/// A table: from the name of a thing to types.
#[derive(Debug, Clone, Serialize)]
pub struct Lookup {
    /// The rows, in the order of the file.
    pub rows: Vec<Row>,
    /// The row of each name and alias, by its place among the rows.
    pub names: IndexMap<String, usize>,
    /// The beginnings of further names, the longest first, with the row.
    pub prefixes: Vec<(String, usize)>,
}

/// A row of a table.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// The names of types by column; a column of which nothing is known is left out.
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

/// A definition.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Type {
    /// It is of outputs only.
    pub output: bool,
    /// Since when hosts know it; for outputs only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// The expression, or the kind of definition.
    #[serde(flatten)]
    pub kind: Kind,
}

/// The kinds of definitions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Kind {
    /// Another name for an expression.
    Alias {
        /// The expression that it is another name for.
        #[serde(rename = "type")]
        expr: Expr,
    },
    /// A string out of a list.
    Enum(Enum),
    /// An object with known fields.
    Struct(Struct),
    /// One of several types.
    Union(Union),
}

/// A string out of a list.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Enum {
    /// Those of the newest contract.
    pub values: Vec<String>,
    /// Any other string is accepted, too.
    pub open: bool,
    /// The words of a message for it.
    pub what: String,
    /// Values that are younger than the enum; for outputs only.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub added: IndexMap<String, Since>,
    /// Values that older hosts had, with the first version without them.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub removed: IndexMap<String, Vec<u64>>,
    /// Values that should not be used any more; for outputs only.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub deprecated: IndexMap<String, ProblemTemplate>,
}

/// An object with known fields.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Struct {
    /// In schema order.
    pub fields: IndexMap<String, Field>,
    /// The values of other keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<Expr>,
    /// The rule for other keys.
    pub keys: Keys,
    /// There may be no key at all.
    #[serde(skip_serializing_if = "is_false")]
    pub empty: bool,
    /// The operation whose output has it, if it is one alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// The hints about keys that do not belong here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Hint>,
    /// A sentence that names the fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takes: Option<String>,
    /// The host refuses the whole for a key that does not belong here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strict: Option<Strict>,
    /// The rules that the fields' types cannot express.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
    /// The assertion that nothing else here expresses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Box<Assertion>>,
}

/// The host refuses an object for a key that does not belong there.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Strict {
    /// It is not sure that the host does so.
    pub unconfirmed: bool,
}

/// The rule for keys that a type does not name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Keys {
    /// None.
    Closed,
    /// Yes, but not in an output.
    Open,
    /// Yes.
    Free,
}

/// One of several types.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "on", rename_all = "lowercase")]
pub enum Union {
    /// Told apart by the string at a key.
    Tag {
        /// The key.
        key: String,
        /// The expression that each value chooses.
        tags: IndexMap<String, Expr>,
        /// The expression where the key is absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        absent: Option<Expr>,
        /// The problem where it is absent and must not be.
        #[serde(skip_serializing_if = "Option::is_none")]
        missing: Option<ProblemTemplate>,
        /// The words of a message for the tag.
        what: String,
        /// The values are names of operations.
        #[serde(skip_serializing_if = "is_false")]
        operation: bool,
        /// Advice for values that people write.
        #[serde(skip_serializing_if = "IndexMap::is_empty")]
        mistakes: IndexMap<String, String>,
    },
    /// Told apart by a key being there.
    Key {
        /// The key.
        key: String,
        /// Where it is there.
        with: Expr,
        /// Where it is not.
        without: Expr,
        /// The one value that it may have.
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<Value>,
        /// The words of a message for it.
        #[serde(skip_serializing_if = "Option::is_none")]
        what: Option<String>,
    },
    /// Told apart by the JSON type.
    Type {
        /// The expression that each type chooses.
        types: IndexMap<String, Expr>,
        /// The words of a message for it.
        what: String,
    },
}

/// A type expression.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Expr {
    /// Any JSON value.
    Any,
    /// `true` or `false`.
    Boolean,
    /// A number without a fraction.
    Integer,
    /// A number.
    Number,
    /// A string.
    String,
    /// This value.
    Constant {
        /// A string or a boolean.
        value: Value,
        /// The words of a message for it.
        what: String,
        /// It is the name of an operation.
        #[serde(skip_serializing_if = "is_false")]
        operation: bool,
    },
    /// An array.
    List {
        /// The expression of each item.
        item: Box<Expr>,
        /// The least number of items.
        #[serde(skip_serializing_if = "Option::is_none")]
        min: Option<u64>,
        /// The greatest number of items.
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
    /// An integer, a number or a string, and not every one.
    Bounded {
        /// The expression, or the kind of definition.
        inner: Box<Expr>,
        /// Which of them.
        #[serde(flatten)]
        bounds: Bounds,
        /// The words of a message for it.
        what: String,
    },
    /// The expression, and an assertion.
    Asserted {
        /// The expression, or the kind of definition.
        inner: Box<Expr>,
        /// The assertion.
        assertion: Box<Assertion>,
    },
    /// A type of the table.
    Ref {
        /// Its name.
        name: String,
        /// From here on there are no other keys than those that are known.
        #[serde(skip_serializing_if = "is_false")]
        closed: bool,
    },
    /// Of the type that a table names, where the caller says for what.
    Keyed {
        /// The table.
        table: String,
        /// The column in which the type is.
        column: String,
        /// The key beside it whose value has the same row.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// Names of rows that say nothing of it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        except: Vec<String>,
        /// The expression of any value.
        base: Box<Expr>,
        /// No second source says how the host checks it.
        #[serde(skip_serializing_if = "is_false")]
        unconfirmed: bool,
    },
}

/// A key of an object.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Field {
    /// The expression of its value.
    #[serde(rename = "type")]
    pub expr: Expr,
    /// The problem where it is absent and must not be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<ProblemTemplate>,
    /// Since when hosts know it. In an input only where it must be there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// It should not be used any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<ProblemTemplate>,
    /// It does nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inert: Vec<Inert>,
    /// Advice for values that people write.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub mistakes: IndexMap<String, String>,
    /// It is named after an operation, and what is below is about that operation.
    #[serde(skip_serializing_if = "is_false")]
    pub by_operation: bool,
}

/// A field that does nothing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Inert {
    /// The value that does nothing; none: any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// No second source says so.
    #[serde(skip_serializing_if = "is_false")]
    pub unconfirmed: bool,
}

/// A message for keys that do not belong somewhere.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hint {
    /// The keys.
    pub keys: Vec<String>,
    /// The problem; its message has a hole `{key}`.
    pub template: ProblemTemplate,
}

/// A problem but for its place.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProblemTemplate {
    /// The kind of mistake.
    pub code: Code,
    /// The consequence.
    pub severity: Severity,
    /// No second source says so.
    #[serde(skip_serializing_if = "is_false")]
    pub unconfirmed: bool,
    /// The message: the problem, and what to write instead; nothing for a missing field with the usual message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// Since when hosts know something.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Since {
    /// The first version that has it, or was seen to have it.
    pub from: Vec<u64>,
    /// The last one that was seen not to have it; nothing, if `from` is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Vec<u64>>,
    /// The name in messages, if it is not named by its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// When all of these hold, then all of those must.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rule {
    /// The conditions.
    pub when: Vec<Condition>,
    /// The conditions that must hold.
    pub then: Vec<Condition>,
    /// The problem where they do not.
    pub template: ProblemTemplate,
    /// The keys that lead to what is wrong, where it is not the condition that does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec<String>>,
    /// Since when hosts hold to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// It holds only below the fields that are named after these operations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<String>,
}

/// A test of one place in an object.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Condition {
    /// Keys from the object down.
    pub path: Vec<String>,
    /// `present`, `absent` or `in`.
    #[serde(flatten)]
    pub test: Test,
}

/// For what is left out where it says nothing.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes it like this")]
fn is_false(flag: &bool) -> bool {
    !flag
}
