//! The model: what a contract is, after everything about JSON Schema has been settled.
//!
//! [`lower`](crate::lower) makes it, nothing changes it afterwards, and every back end reads the same one. Templates
//! see it as it is here: a field of these types is a variable of the same name.

mod types;

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Number, Value};

pub use self::types::{Iter, Types};

use crate::assertion::Assertion;
use crate::format::Format;
use crate::problem::{self, ExpectedProblem};
use crate::set::Identity;

/// Everything that a target renders.
#[derive(Debug, Clone)]
pub struct Contract {
    /// Name, version, host and ids of the set, from its `codegen.toml`.
    pub set: Identity,
    /// The names of the features that the set lists.
    pub features: Vec<String>,
    /// Modules, each after those that it refers to.
    pub modules: Vec<Module>,
    /// Types, each after those that it refers to, where there is no cycle.
    pub types: Types,
    /// The operations of the set: what is read and what is written for each.
    pub operations: Operations,
    /// The tables of the set, by name: what the types of keyed values follow from.
    pub tables: IndexMap<String, Vec<Row>>,
    /// The definitions that some assertion refers to, by name, each as an assertion of its own.
    pub assertions: IndexMap<String, Assertion>,
}

/// A row of a table: a value that another field may have, with what follows from it.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// The value: `Bash`. Of a row with a prefix only what people call it.
    pub name: String,
    /// The values that the row is for begin with this: `mcp__`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
    /// Other values that mean the same.
    pub aliases: Vec<String>,
    /// By the name of the column the type that stands in it; nothing where none is known. Columns are the keys that some
    /// [`Expr::Keyed`] names.
    pub cells: IndexMap<String, Option<String>>,
    /// The row as it stands in its file, for what only templates read.
    pub facts: Value,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Column {
    /// The table's name.
    pub table: String,
    /// The key of its rows.
    pub column: String,
}

/// A schema file, or two that are the directions of one thing: what becomes one file of a package.
#[derive(Debug, Clone, Serialize)]
pub struct Module {
    /// Kebab case, as the file is named: `pre-tool-use`.
    pub name: String,
    /// Names of the types in it, dependencies first.
    pub types: Vec<String>,
    /// Names of the other modules whose types it refers to.
    pub uses: Vec<String>,
    /// Those of them that lead back to this one: a language that loads a module as a whole cannot begin with them.
    pub back: Vec<String>,
}

/// The operations of a set, in the order of its catalogue; none in a set without one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Operations {
    /// Every operation.
    pub each: Vec<Operation>,
    /// The union over all inputs, if the set has it.
    pub input: Option<String>,
    /// The output of an operation that is not known, if the set has it.
    pub output: Option<String>,
}

impl Operations {
    /// The operation of this name.
    pub fn named(&self, name: &str) -> Option<&Operation> {
        self.each.iter().find(|it| it.name == name)
    }

    /// There is an operation of this name.
    pub fn has(&self, name: &str) -> bool {
        self.named(name).is_some()
    }
}

/// A named pair of what is read and what is written for it: an event, a request, a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// As on the wire: `PreToolUse`.
    pub name: String,
    /// The module of its types: `pre-tool-use`.
    pub module: String,
    /// The type of its input.
    pub input: String,
    /// The type of its output.
    pub output: String,
    /// Further types that are of this operation alone.
    pub parts: Vec<String>,
}

/// A definition with a name.
#[derive(Debug, Clone, Serialize)]
pub struct TypeDef {
    /// The name, as the schema gives it: `PreToolUseInput`.
    pub name: String,
    /// The module that it stands in.
    pub module: String,
    /// Where it comes from.
    pub origin: Origin,
    /// A payload that the host writes refers to it.
    pub input: bool,
    /// A payload that a hook writes refers to it.
    pub output: bool,
    /// It refers to itself, directly or through others.
    pub recursive: bool,
    /// The columns that type something in it, or in what it refers to, of a row that nothing in its payload chooses: it
    /// can be had for each row.
    pub unbound: Vec<Column>,
    /// The facts about it: description, versions, sources.
    #[serde(flatten)]
    pub facts: Facts,
    /// What it is.
    #[serde(flatten)]
    pub kind: Kind,
    /// Payloads that are this type, and payloads that are not.
    pub examples: Vec<Example>,
}

/// The kinds of definitions. In templates: `type.kind`, and the fields of the kind beside it.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Kind {
    /// An object with known fields.
    Struct(Struct),
    /// A string out of a list.
    Enum(Enum),
    /// One of several types.
    Union(Union),
    /// Another name for an expression.
    Alias {
        /// The expression that it is another name for.
        target: Expr,
    },
}

/// An object with known fields.
#[derive(Debug, Clone, Serialize)]
pub struct Struct {
    /// In schema order, those of the base first.
    pub fields: Vec<Field>,
    /// What every other key may hold: nothing (`None`) or a value of this expression. A type that is read from an
    /// input is open whatever its schema says of other keys.
    pub rest: Option<Expr>,
    /// The schema itself says what other keys hold, so an output may have them, too.
    pub free: bool,
    /// The rules that the fields' types cannot express.
    pub rules: Vec<Rule>,
    /// Keys that people write here and that do not belong here.
    pub mistakes: Vec<Mistake>,
    /// The host refuses the whole for a key that does not belong here, where it would usually drop the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strict: Option<Strict>,
    /// The assertion that nothing else here expresses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Box<Assertion>>,
}

/// The host refuses an object for a key that does not belong there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strict {
    /// It is not sure that the host does so.
    #[serde(default)]
    pub unconfirmed: bool,
}

/// A key of an object.
#[derive(Debug, Clone, Serialize)]
pub struct Field {
    /// The key on the wire.
    pub name: String,
    /// The expression of its value.
    #[serde(rename = "type")]
    pub expr: Expr,
    /// It is always there.
    pub required: bool,
    /// The value that the host takes where it is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// Where the host shortens what is longer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cap: Option<Cap>,
    /// Strings that people write here and that are none of its values.
    pub mistakes: Vec<Mistake>,
    /// The consequence if it is required and absent, where that is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Missing>,
    /// Where it comes from.
    pub origin: Origin,
    /// The facts about it: description, versions, sources.
    #[serde(flatten)]
    pub facts: Facts,
}

/// Something that people write and that is wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mistake {
    /// The wrong text: a key, or a value.
    pub written: String,
    /// A sentence: what to write instead.
    pub advice: String,
}

/// The consequence if a required field is absent.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Missing {
    /// The consequence.
    pub severity: Severity,
    /// No second source says so.
    #[serde(default)]
    pub unconfirmed: bool,
    /// The message: the problem, and what to write instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// A type expression. In templates: `expr.is`.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
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
    /// This value and no other: a string or a boolean.
    Constant {
        /// The value.
        value: Value,
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
    /// A definition.
    Ref {
        /// Its name.
        name: String,
        /// The definition is open because inputs read it too, but a payload that is written here must not have keys
        /// that the definition does not know, at any depth.
        closed: bool,
    },
    /// The expression, or `null`.
    Nullable {
        /// The expression of a value that is not null.
        inner: Box<Expr>,
    },
    /// An integer, a number or a string, and not every one. The types of the languages are those of the inner one.
    Bounded {
        /// What it is.
        inner: Box<Expr>,
        /// Which of them.
        #[serde(flatten)]
        bounds: Bounds,
    },
    /// The expression, and what no type of a language says. The types of the languages are those of the inner one.
    Asserted {
        /// What it is.
        inner: Box<Expr>,
        /// The assertion, which validators check as well.
        assertion: Box<Assertion>,
    },
    /// Of a type that a row of a table names. It stands as the type of a field and nowhere else.
    Keyed {
        /// The table.
        table: String,
        /// The column in which the type stands.
        column: String,
        /// The field of the same struct whose value chooses the row; nothing, if the payload does not say it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// Names of rows of which the host checks nothing here.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        except: Vec<String>,
        /// The expression of any value, and all that a schema asks for: any value, or a map of any.
        base: Box<Expr>,
        /// How the host checks it is not documented.
        unconfirmed: bool,
    },
}

/// Where the values of an expression end. Each number is a double, and an integer where it has no fraction.
#[derive(Debug, Clone, Default, PartialEq, Serialize, serde::Deserialize)]
pub struct Bounds {
    /// The least number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum: Option<Number>,
    /// Numbers are greater than this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<Number>,
    /// The greatest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum: Option<Number>,
    /// The least number of characters, which are code points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_length: Option<u64>,
    /// The form that a string has to have; the host drops one that does not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
}

/// A string out of a list.
#[derive(Debug, Clone, Serialize)]
pub struct Enum {
    /// The values of the newest contract, in schema order.
    pub values: Vec<EnumValue>,
    /// Values that older hosts had.
    pub removed: Vec<EnumValue>,
    /// Other strings are values as well.
    pub open: bool,
}

/// A value of an enum.
#[derive(Debug, Clone, Serialize)]
pub struct EnumValue {
    /// As on the wire.
    pub value: String,
    /// The facts about it: description, versions, sources.
    #[serde(flatten)]
    pub facts: Facts,
    /// Where it stands; no template asks.
    #[serde(skip)]
    pub origin: Origin,
}

/// One of several types, told apart without trial: the first variant that fits is the one.
#[derive(Debug, Clone, Serialize)]
pub struct Union {
    /// The discriminator.
    pub by: Discriminator,
    /// In schema order.
    pub variants: Vec<Variant>,
}

/// The discriminator of a union. In templates: `union.by.on`, `union.by.key`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "on", rename_all = "kebab-case")]
pub enum Discriminator {
    /// The string at this key.
    Tag {
        /// The key.
        key: String,
    },
    /// Whether this key is there.
    Key {
        /// The key.
        key: String,
    },
    /// The JSON type of the value.
    JsonType,
}

/// A member of a union.
#[derive(Debug, Clone, Serialize)]
pub struct Variant {
    /// Pascal case: `Allow`.
    pub name: String,
    /// The expression of its value.
    #[serde(rename = "type")]
    pub expr: Expr,
    /// By tag: the values of the key that choose it.
    pub tags: Vec<String>,
    /// By tag: it is chosen when the key is absent. By key: the key is absent.
    pub absent: bool,
    /// By JSON type: the type's name (`string`, `object`, …).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json_type: Option<String>,
    /// The description beside the reference.
    pub description: Option<String>,
    /// Where the schema refers to what it holds; no template asks.
    #[serde(skip)]
    pub origin: Origin,
}

/// A rule that a type cannot express: when this holds, then that must. Paths start at the object that the rule belongs to.
#[derive(Debug, Clone, Serialize)]
pub struct Rule {
    /// Its name in the set: `suppress-original-prompt-needs-block`.
    pub name: String,
    /// All of these hold.
    pub when: Vec<Condition>,
    /// Then all of these must.
    pub then: Vec<Condition>,
    /// The consequence when they do not.
    pub severity: Severity,
    /// No second source says so.
    pub unconfirmed: bool,
    /// Since when hosts hold to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Version>,
    /// The message: the problem, and what to write instead.
    pub message: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// A test of one place in an object.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Condition {
    /// Keys from the object down.
    pub path: Vec<String>,
    /// The test.
    #[serde(flatten)]
    pub test: Test,
}

/// The test of a condition. In templates: `condition.test`, `condition.values`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "test", rename_all = "kebab-case")]
pub enum Test {
    /// The key is there.
    Present,
    /// The key is not there.
    Absent,
    /// The value is one of these.
    In {
        /// The values.
        values: Vec<Value>,
    },
}

/// The consequence of a problem, as the host lets it follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The host refuses the whole reply.
    Rejected,
    /// The host drops that part without a word.
    Ignored,
    /// Accepted, without effect here.
    Inert,
    /// Works, and will not for ever.
    Deprecated,
}

impl Severity {
    /// A schema refuses what has this consequence.
    pub fn refuses(self) -> bool {
        matches!(self, Self::Rejected | Self::Ignored)
    }
}

/// The facts about a node of any kind.
#[derive(Debug, Clone, Default, PartialEq, Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Facts {
    /// CommonMark, as the schema has it.
    pub description: Option<String>,
    /// The first host version that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Version>,
    /// The first host version that no longer has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Version>,
    /// It works, and should not be used any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<Deprecation>,
    /// Where the fact comes from.
    pub source: Vec<String>,
    /// No second source says so.
    pub unconfirmed: bool,
    /// Reports that concern it.
    pub issues: Vec<Issue>,
}

/// A host version, or a bound for one.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version {
    /// The version; where it is not exact, the first one in which the thing was seen.
    #[serde(deserialize_with = "dotted")]
    pub version: String,
    /// It is the very version.
    pub exact: bool,
    /// The newest version in which the thing was looked for and not found.
    #[serde(default, deserialize_with = "dotted_or_none", skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl Version {
    /// Its parts as numbers, for comparing.
    pub fn parts(&self) -> Vec<u64> {
        version_numbers(&self.version).unwrap_or_default()
    }

    /// It is the version with these numbers or an older one. Compared as it is read, as this is asked again and again; what is
    /// no version is refused before.
    pub fn is_by(&self, numbers: &[u64]) -> bool {
        let own = self.version.split('.').map_while(|part| part.parse::<u64>().ok());
        own.le(numbers.iter().copied())
    }

    /// Those of `after`, unless the version is exact.
    pub fn after_parts(&self) -> Option<Vec<u64>> {
        self.after.as_deref().filter(|_| !self.exact).and_then(version_numbers)
    }

    /// By the numbers, not by the letters.
    pub fn is_older_than(&self, other: &Self) -> bool {
        self.parts() < other.parts()
    }
}

/// The numbers of `2.1.274`; none of anything else.
pub fn version_numbers(version: &str) -> Option<Vec<u64>> {
    version.split('.').map(|part| part.parse().ok()).collect()
}

/// A version that cannot be compared is refused where it is read.
fn dotted<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<String, D::Error> {
    let version: String = serde::Deserialize::deserialize(reader)?;
    match version_numbers(&version) {
        Some(_) => Ok(version),
        None => Err(serde::de::Error::custom(format!("`{version}` is no version: write numbers with dots, `2.1.274`"))),
    }
}

fn dotted_or_none<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Option<String>, D::Error> {
    dotted(reader).map(Some)
}

/// Since when something should not be used, and what to use.
#[derive(Debug, Clone, Default, PartialEq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deprecation {
    /// The host version that deprecated it.
    #[serde(default, deserialize_with = "dotted_or_none", skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// The key to write instead.
    #[serde(default, rename = "use", skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// Anything else, in CommonMark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A report in the host's issue tracker.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Issue {
    /// Its number.
    pub number: u64,
    /// One line.
    pub summary: String,
    /// `open` or `closed`.
    pub state: String,
}

/// Where the host shortens a string. It is no bound: a longer one is valid.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cap {
    /// How long it may be.
    pub limit: u64,
    /// In `characters` or `utf16` units.
    pub unit: String,
    /// What becomes of the rest: `spilled` (to a file), `truncated`, `clipped` (with a mark), `gutted`
    /// (in the middle).
    pub beyond: String,
}

/// A payload of the examples folder.
#[derive(Debug, Clone, Serialize)]
pub struct Example {
    /// The file's name without its ending.
    pub scenario: String,
    /// The schema accepts it.
    pub valid: bool,
    /// The payload.
    pub value: Value,
    /// For an invalid one: what is wrong with it.
    pub problems: Vec<ExpectedProblem>,
    /// The seed document that it was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// A note: the purpose of the example, or its difference from the seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The schema node that something comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Origin {
    /// Path of the file, from the root of the set, with `/`.
    pub file: String,
    /// JSON pointer in it.
    pub pointer: String,
}

impl Contract {
    /// The type of this name.
    pub fn get(&self, name: &str) -> Option<&TypeDef> {
        self.types.named(name)
    }

    /// The set has validators, which report problems.
    pub fn reports_problems(&self) -> bool {
        self.features.iter().any(|name| name == problem::FEATURE)
    }

    /// Something in the types has an assertion.
    pub fn has_assertions(&self) -> bool {
        self.types.iter().any(|def| !def.kind.assertions().is_empty())
    }
}

impl Bounds {
    /// A value of the right type is within them.
    pub fn hold(&self, value: &Value) -> bool {
        let double = |bound: &Option<Number>| bound.as_ref().and_then(Number::as_f64);
        match value {
            Value::Number(number) => number.as_f64().is_some_and(|it| {
                double(&self.minimum).is_none_or(|bound| it >= bound)
                    && double(&self.above).is_none_or(|bound| it > bound)
                    && double(&self.maximum).is_none_or(|bound| it <= bound)
            }),
            Value::String(text) => {
                self.min_length.is_none_or(|bound| text.chars().count() as u64 >= bound)
                    && self.format.is_none_or(|format| format.fits(text))
            }
            _ => true,
        }
    }
}

impl Expr {
    /// Calls `visit` with the name of every definition that the expression refers to. What a keyed value may be of stands
    /// in the table: see [`Contract::tables`].
    pub fn refs<'a>(&'a self, visit: &mut impl FnMut(&'a str)) {
        match self {
            Self::Ref { name, .. } => visit(name),
            _ => self.inner().into_iter().for_each(|inner| inner.refs(visit)),
        }
    }
}

impl Expr {
    /// The expression in it: what the items of a list are, or what is nullable, bounded, asserted or keyed in any case.
    pub fn inner(&self) -> Option<&Self> {
        match self {
            Self::List { item: inner, .. }
            | Self::Map { value: inner }
            | Self::Nullable { inner }
            | Self::Bounded { inner, .. }
            | Self::Asserted { inner, .. }
            | Self::Keyed { base: inner, .. } => Some(inner),
            Self::Any
            | Self::Boolean
            | Self::Integer
            | Self::Number
            | Self::String
            | Self::Constant { .. }
            | Self::Ref { .. } => None,
        }
    }

    /// What it is called in templates.
    pub fn form(&self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::String => "string",
            Self::Constant { .. } => "constant",
            Self::List { .. } => "list",
            Self::Map { .. } => "map",
            Self::Ref { .. } => "ref",
            Self::Nullable { .. } => "nullable",
            Self::Bounded { .. } => "bounded",
            Self::Asserted { .. } => "asserted",
            Self::Keyed { .. } => "keyed",
        }
    }

    /// It may be null, by its own type.
    pub fn is_nullable(&self) -> bool {
        match self {
            Self::Nullable { .. } => true,
            Self::Asserted { inner, .. } => inner.is_nullable(),
            _ => false,
        }
    }

    /// The same without what is asserted of it.
    pub fn plain(&self) -> &Self {
        if let Self::Asserted { inner, .. } = self { inner.plain() } else { self }
    }

    /// Adds every assertion in it.
    fn assertions<'a>(&'a self, found: &mut Vec<&'a Assertion>) {
        if let Self::Asserted { assertion, .. } = self {
            found.push(assertion);
        }
        if let Some(inner) = self.inner() {
            inner.assertions(found);
        }
    }
}

impl Kind {
    /// What it is called in templates.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Struct(_) => "struct",
            Self::Enum(_) => "enum",
            Self::Union(_) => "union",
            Self::Alias { .. } => "alias",
        }
    }

    /// Every assertion that stands in it.
    pub fn assertions(&self) -> Vec<&Assertion> {
        let mut found = Vec::new();
        if let Self::Struct(it) = self {
            found.extend(it.assertion.as_deref());
        }
        self.exprs().into_iter().for_each(|expr| expr.assertions(&mut found));
        found
    }

    /// Every expression that stands in it.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            Self::Struct(it) => it.fields.iter().map(|field| &field.expr).chain(&it.rest).collect(),
            Self::Union(it) => it.variants.iter().map(|variant| &variant.expr).collect(),
            Self::Alias { target } => vec![target],
            Self::Enum(_) => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Self::Struct(it) => it.fields.iter_mut().map(|field| &mut field.expr).chain(&mut it.rest).collect(),
            Self::Union(it) => it.variants.iter_mut().map(|variant| &mut variant.expr).collect(),
            Self::Alias { target } => vec![target],
            Self::Enum(_) => Vec::new(),
        }
    }
}

impl TypeDef {
    /// Calls `visit` with the name of every definition that the types of this one refer to.
    pub fn refs<'a>(&'a self, visit: &mut impl FnMut(&'a str)) {
        self.kind.exprs().into_iter().for_each(|expr| expr.refs(visit));
    }
}
