//! Finds the node of the model that a node of a schema became.

use serde_json::json;

use crate::model::{Assertion, Contract, EnumValue, Expr, Field, Kind, Origin, Rule, TypeDef, Variant};
use crate::schema::step;

use super::Model;

/// A node of the model, with its type.
#[derive(Debug, Clone, Copy)]
pub enum ModelNode<'a> {
    Type(&'a TypeDef),
    Field(&'a TypeDef, &'a Field),
    Variant(&'a TypeDef, &'a Variant),
    Value(&'a TypeDef, &'a EnumValue),
    Rule(&'a TypeDef, &'a Rule),
    /// The expression of a field, a variant or an alias, or of its items or values.
    Inner(&'a TypeDef, Option<&'a Field>, &'a Expr),
}

impl<'a> ModelNode<'a> {
    /// Returns the node at this pointer, or the node that contains it; `None` if the file does not have a type.
    pub fn at(contract: &'a Contract, file: &str, pointer: &str) -> Option<Self> {
        let holds = |def: &&TypeDef| def.origin.file == file && below(pointer, &def.origin.pointer).is_some();
        let def = contract.types.iter().filter(holds).max_by_key(|def| def.origin.pointer.len())?;
        Some(Self::in_type(def, file, pointer))
    }

    fn in_type(def: &'a TypeDef, file: &str, pointer: &str) -> Self {
        let rest = below(pointer, &def.origin.pointer).unwrap_or_default();
        let steps: Vec<&str> = rest.split('/').skip(1).collect();
        match &def.kind {
            Kind::Struct(it) => {
                let is_here = |origin: &Origin| origin.file == file && below(pointer, &origin.pointer).is_some();
                if let Some(rule) = it.rules.iter().find(|rule| is_here(&rule.origin)) {
                    return Self::Rule(def, rule);
                }
                if let Some(field) = it.fields.iter().find(|field| is_here(&field.origin)) {
                    let inside = below(pointer, &field.origin.pointer).unwrap_or_default();
                    let steps: Vec<&str> = inside.split('/').skip(1).collect();
                    return match inner(&field.expr, &steps) {
                        Some(expr) => Self::Inner(def, Some(field), expr),
                        None => Self::Field(def, field),
                    };
                }
                let of_others = matches!(steps.first(), Some(&("additionalProperties" | "unevaluatedProperties")));
                let rest = it.rest.as_ref().filter(|_| of_others && it.free);
                rest.map_or(Self::Type(def), |rest| Self::Inner(def, None, inner(rest, &steps[1..]).unwrap_or(rest)))
            }
            Kind::Enum(it) => {
                let is_here = |it: &Origin| it.file == file && below(pointer, &it.pointer).is_some();
                // Facts about a value may be in `x-values`, apart from the value.
                let noted = |value: &str| below(rest, &step("/x-values", value)).is_some();
                let is_meant = |value: &&EnumValue| noted(&value.value) || is_here(&value.origin);
                let value = it.values.iter().chain(&it.removed).find(is_meant);
                value.map_or(Self::Type(def), |value| Self::Value(def, value))
            }
            Kind::Union(it) => {
                let index = steps.get(1).and_then(|step| step.parse::<usize>().ok());
                let variant = index.and_then(|index| it.variants.get(index));
                variant.map_or(Self::Type(def), |variant| Self::Variant(def, variant))
            }
            Kind::Alias { target } => match inner(target, &steps) {
                Some(expr) => Self::Inner(def, None, expr),
                None => Self::Type(def),
            },
        }
    }

    /// Returns the part with this name. References are followed.
    pub fn child(self, contract: &'a Contract, name: &str) -> Option<Self> {
        let def = self.target(contract)?;
        match &def.kind {
            Kind::Struct(it) => {
                let field = it.fields.iter().find(|field| field.name == name).map(|field| Self::Field(def, field));
                field.or_else(|| it.rules.iter().find(|rule| rule.name == name).map(|rule| Self::Rule(def, rule)))
            }
            Kind::Enum(it) => {
                let value = it.values.iter().chain(&it.removed).find(|value| value.value == name);
                value.map(|value| Self::Value(def, value))
            }
            Kind::Union(it) => {
                let variant = it.variants.iter().find(|variant| variant.name == name);
                // A part that only one member has can be named without the member.
                let of_member = || it.variants.iter().find_map(|it| Self::Variant(def, it).child(contract, name));
                variant.map(|variant| Self::Variant(def, variant)).or_else(of_member)
            }
            Kind::Alias { .. } => None,
        }
    }

    /// Returns the names of its parts.
    pub fn children(self, contract: &'a Contract) -> Vec<String> {
        let Some(def) = self.target(contract) else { return Vec::new() };
        match &def.kind {
            Kind::Struct(it) => {
                let rules = it.rules.iter().map(|rule| rule.name.clone());
                it.fields.iter().map(|field| field.name.clone()).chain(rules).collect()
            }
            Kind::Enum(it) => it.values.iter().chain(&it.removed).map(|value| value.value.clone()).collect(),
            Kind::Union(it) => {
                let below = it.variants.iter().flat_map(|variant| Self::Variant(def, variant).children(contract));
                it.variants.iter().map(|variant| variant.name.clone()).chain(below).collect()
            }
            Kind::Alias { .. } => Vec::new(),
        }
    }

    /// Returns the type that it is, or that its expression refers to.
    fn target(self, contract: &'a Contract) -> Option<&'a TypeDef> {
        let expr = match self {
            Self::Type(def) => match &def.kind {
                Kind::Alias { target } => target,
                _ => return Some(def),
            },
            other => other.expr()?,
        };
        let mut names = Vec::new();
        expr.refs(&mut |name| names.push(name));
        contract.get(names.first()?)
    }

    /// Returns the type that it is, or that it belongs to.
    pub fn def(self) -> &'a TypeDef {
        match self {
            Self::Type(def)
            | Self::Field(def, _)
            | Self::Variant(def, _)
            | Self::Value(def, _)
            | Self::Rule(def, _)
            | Self::Inner(def, ..) => def,
        }
    }

    /// Returns its expression, unless it is a definition.
    pub fn expr(self) -> Option<&'a Expr> {
        match self {
            Self::Field(_, field) => Some(&field.expr),
            Self::Variant(_, variant) => Some(&variant.expr),
            Self::Inner(_, _, expr) => Some(expr),
            Self::Type(def) => match &def.kind {
                Kind::Alias { target } => Some(target),
                _ => None,
            },
            Self::Value(..) | Self::Rule(..) => None,
        }
    }

    /// Returns its assertion, which is not part of its type.
    pub fn assertion(self) -> Option<&'a Assertion> {
        match self {
            Self::Type(TypeDef { kind: Kind::Struct(it), .. }) => it.assertion.as_deref(),
            other => outermost(other.expr()?),
        }
    }

    /// Returns what rejects a value because of this keyword of the schema at `pointer`, in the node or a part of it.
    /// `None` for a part of a type with an assertion, because the keyword can be in both.
    pub fn enforced_by(self, pointer: &str, keyword: &str) -> Option<&'static str> {
        let is_whole = matches!(self, Self::Inner(..) | Self::Variant(..)) || self.origin().pointer == pointer;
        match (self, self.assertion()) {
            (Self::Rule(_, rule), _) => rule.severity.refuses().then_some("rule"),
            (_, None) => Some("type"),
            (_, Some(assertion)) if is_whole => Some(if assertion.has(keyword) { "assertion" } else { "type" }),
            (_, Some(_)) => None,
        }
    }

    /// Returns its location in the schemas.
    pub fn origin(self) -> Origin {
        match self {
            Self::Field(_, field) | Self::Inner(_, Some(field), _) => field.origin.clone(),
            Self::Rule(_, rule) => rule.origin.clone(),
            Self::Variant(_, variant) => variant.origin.clone(),
            Self::Value(_, value) => value.origin.clone(),
            other => other.def().origin.clone(),
        }
    }

    /// Returns its description for the document.
    pub fn model(self) -> Model {
        let (is, name, node) = match self {
            Self::Type(def) => (def.kind.name(), def.name.clone(), json!(def)),
            Self::Field(_, field) => ("field", field.name.clone(), json!(field)),
            Self::Variant(_, variant) => ("variant", variant.name.clone(), json!(variant)),
            Self::Value(_, value) => ("value", value.value.clone(), json!(value)),
            Self::Rule(_, rule) => ("rule", rule.name.clone(), json!(rule)),
            Self::Inner(def, field, expr) => {
                ("expression", field.map_or(&def.name, |field| &field.name).clone(), json!(expr))
            }
        };
        Model { is: is.to_owned(), name, of: self.def().name.clone(), node }
    }
}

fn outermost(expr: &Expr) -> Option<&Assertion> {
    match expr {
        Expr::Asserted { assertion, .. } => Some(assertion),
        Expr::Nullable { inner } | Expr::Bounded { inner, .. } => outermost(inner),
        _ => None,
    }
}

/// Returns the rest of a pointer that starts with another one.
fn below<'p>(pointer: &'p str, root: &str) -> Option<&'p str> {
    pointer.strip_prefix(root).filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns the expression that these keywords lead to within another one; `None` if they do not lead to an expression.
fn inner<'a>(expr: &'a Expr, steps: &[&str]) -> Option<&'a Expr> {
    let (first, rest) = steps.split_first()?;
    let (found, rest) = match (expr, *first) {
        (Expr::List { item, .. }, "items") => (&**item, rest),
        (Expr::Map { value, .. }, "additionalProperties") => (&**value, rest),
        (Expr::Map { value, .. }, "patternProperties") => (&**value, rest.get(1..).unwrap_or_default()),
        (Expr::Matched { inner: it }, _) => return inner(it, steps),
        (Expr::Nullable { inner }, "anyOf") => (&**inner, rest.get(1..).unwrap_or_default()),
        (Expr::Nullable { inner: it } | Expr::Asserted { inner: it, .. }, _) => return inner(it, steps),
        _ => return None,
    };
    Some(inner(found, rest).unwrap_or(found))
}
