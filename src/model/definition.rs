//! Definitions: structs, enums, unions and aliases, with what is in them.

use serde::Serialize;
use serde_json::Value;

use super::{Assertion, Cap, Column, ExpectedProblem, Expr, Facts, Origin, Rule, Severity};

/// A definition with a name.
#[derive(Debug, Clone, Serialize)]
pub struct TypeDef {
    /// The name, as the schema gives it: `PreToolUseInput`.
    pub name: String,
    /// The module that it is in.
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
    /// The kind of definition.
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
    /// The type of every other key: none (`None`) or a value of this expression. A type that is read from an input is
    /// always open.
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
    /// Where it is; no template asks.
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
    /// The key is present.
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

impl Kind {
    /// Returns its name in templates.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Struct(_) => "struct",
            Self::Enum(_) => "enum",
            Self::Union(_) => "union",
            Self::Alias { .. } => "alias",
        }
    }

    /// Every assertion that is in it.
    pub fn assertions(&self) -> Vec<&Assertion> {
        let mut found = Vec::new();
        if let Self::Struct(it) = self {
            found.extend(it.assertion.as_deref());
        }
        self.exprs().into_iter().for_each(|expr| expr.assertions(&mut found));
        found
    }

    /// Every expression that is in it.
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
