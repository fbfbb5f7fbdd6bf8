//! Definitions: structs, enums, unions and aliases, and their parts.

use serde::Serialize;
use serde_json::Value;

use super::{Assertion, Cap, Column, ExpectedProblem, Expr, Facts, Origin, Rule, Severity};

/// A definition with a name.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TypeDef {
    /// The name in the schema: `PreToolUseInput`.
    pub name: String,
    /// The module that it is in.
    pub module: String,
    /// The location in the schemas.
    pub origin: Origin,
    /// The input of an operation refers to it.
    pub input: bool,
    /// The output of an operation refers to it.
    pub output: bool,
    /// It refers to itself, directly or through others.
    pub recursive: bool,
    /// The columns that give keyed values in it, or in what it refers to, their types, if nothing in the payload
    /// selects the row. A type for each row can be generated.
    pub unbound: Vec<Column>,
    /// The facts about it: description, versions, sources.
    #[serde(flatten)]
    pub facts: Facts,
    /// The kind of definition.
    #[serde(flatten)]
    pub kind: Kind,
    /// Valid and invalid payloads of this type.
    pub examples: Vec<Example>,
}

/// The kinds of definitions. In templates: `type.kind`, with the fields of the kind next to it.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
        /// The aliased expression.
        target: Expr,
    },
}

/// An object with known fields.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Struct {
    /// The fields in schema order, those of the base first.
    pub fields: Vec<Field>,
    /// The type of every other key: not allowed (`None`), or a value of this expression. A type that is read from an
    /// input is always open.
    pub rest: Option<Expr>,
    /// The schema itself allows other keys, so an output may have them, too.
    pub free: bool,
    /// The rules that the fields' types cannot express.
    pub rules: Vec<Rule>,
    /// Keys that people write here and that do not belong here.
    pub mistakes: Vec<Mistake>,
    /// The host refuses the whole object for an unknown key, where it would usually drop the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strict: Option<Strict>,
    /// The constraints that nothing else here expresses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Box<Assertion>>,
}

/// The host refuses an object with an unknown key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strict {
    /// It is not confirmed that the host does so.
    #[serde(default)]
    pub unconfirmed: bool,
}

/// A key of an object.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Field {
    /// The key on the wire.
    pub name: String,
    /// The expression of its value.
    #[serde(rename = "type")]
    pub expr: Expr,
    /// It is always present.
    pub required: bool,
    /// The value that the host uses if the key is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// Types that are read have the default where the field is absent: the set asks for it, and the field is optional.
    pub filled: bool,
    /// The length at which the host shortens it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cap: Option<Cap>,
    /// Wrong values that people write.
    pub mistakes: Vec<Mistake>,
    /// The consequence if it is required and absent, if that is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Missing>,
    /// The location in the schemas.
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
    /// The correction, as a sentence.
    pub advice: String,
}

/// The consequence if a required field is absent.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Missing {
    /// The consequence.
    pub severity: Severity,
    /// No second source confirms it.
    #[serde(default)]
    pub unconfirmed: bool,
    /// The message: the problem and the fix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// A string out of a list.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Enum {
    /// The values of the newest contract, in schema order.
    pub values: Vec<EnumValue>,
    /// Values that older hosts had.
    pub removed: Vec<EnumValue>,
    /// Other strings are also accepted.
    pub open: bool,
}

/// A value of an enum.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EnumValue {
    /// The value on the wire.
    pub value: String,
    /// The facts about it: description, versions, sources.
    #[serde(flatten)]
    pub facts: Facts,
    /// The location in the schemas; templates do not read it.
    #[serde(skip)]
    pub origin: Origin,
}

/// One of several types.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Union {
    /// The discriminator.
    pub by: Discriminator,
    /// The variants in schema order.
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
    /// Nothing in the value: its variant is the first one (`anyOf`) or the only one (`oneOf`) whose schema accepts it.
    Trial {
        /// The assertion of the whole schema, with a part for each variant in `any` or `one`, or a value for each in `values`. In
        /// templates: `union.assertion`, as of a struct.
        assertion: Box<Assertion>,
    },
}

/// A member of a union.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Variant {
    /// The name in Pascal case: `Allow`.
    pub name: String,
    /// The expression of its value.
    #[serde(rename = "type")]
    pub expr: Expr,
    /// By tag: the values of the key that select it.
    pub tags: Vec<String>,
    /// By tag: it is selected if the key is absent. By key: the key is absent.
    pub absent: bool,
    /// By JSON type: the type's name (`string`, `object`, …).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json_type: Option<String>,
    /// The description next to the reference.
    pub description: Option<String>,
    /// The title of a member that is no reference.
    #[serde(skip)]
    pub title: Option<String>,
    /// The location of the reference in the schema; templates do not read it.
    #[serde(skip)]
    pub origin: Origin,
}

/// An example of a type.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Example {
    /// The name among the examples of its kind.
    pub scenario: String,
    /// The schema accepts it.
    pub valid: bool,
    /// The payload.
    pub value: Value,
    /// The problems of an invalid payload.
    pub problems: Vec<ExpectedProblem>,
    /// A note, such as the purpose of the example.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Discriminator {
    /// Returns the assertion of a union by trial.
    pub fn assertion(&self) -> Option<&Assertion> {
        match self {
            Self::Trial { assertion } => Some(assertion),
            Self::Tag { .. } | Self::Key { .. } | Self::JsonType => None,
        }
    }
}

impl Variant {
    /// Returns a variant without a name, with nothing that selects it.
    pub fn of(expr: Expr, origin: Origin) -> Self {
        let tags = Vec::new();
        let (name, json_type, description, title) = (String::new(), None, None, None);
        Self { name, expr, tags, absent: false, json_type, description, title, origin }
    }
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

    /// Returns every assertion in it.
    pub fn assertions(&self) -> Vec<&Assertion> {
        let mut found = Vec::new();
        match self {
            Self::Struct(it) => found.extend(it.assertion.as_deref()),
            Self::Union(it) => found.extend(it.by.assertion()),
            Self::Enum(_) | Self::Alias { .. } => {}
        }
        self.exprs().into_iter().for_each(|expr| expr.assertions(&mut found));
        found
    }

    /// Returns every expression directly in it.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            Self::Struct(it) => it.fields.iter().map(|field| &field.expr).chain(&it.rest).collect(),
            Self::Union(it) => it.variants.iter().map(|variant| &variant.expr).collect(),
            Self::Alias { target } => vec![target],
            Self::Enum(_) => Vec::new(),
        }
    }

    /// Returns every expression directly in it, mutable.
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
    /// Calls `visit` with the name of every definition that this one refers to.
    pub fn refs<'a>(&'a self, visit: &mut impl FnMut(&'a str)) {
        self.kind.exprs().into_iter().for_each(|expr| expr.refs(visit));
    }
}
