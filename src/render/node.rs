//! The types of the model as objects for templates. They point into the model, so that templates do not copy it.
//!
//! A node has the same keys as the [model](crate::model) has fields, in the order of serde; a test compares both.
//! Rarely used values are serialized on each access.

mod expression;
mod list;
mod origin;

use std::borrow::Cow;
use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object, Serde};
use serde::Serialize;

pub use self::expression::Expression;
use self::expression::Root;
use self::list::{List, Parts};
use self::origin::OriginOf;
use crate::model::{Cap, EnumValue, Expr, Facts, Field, Kind, Origin, Struct, TypeDef, Variant};

/// A type, or one of the parts of a type that have a description.
#[derive(Debug, Clone)]
pub struct Node {
    def: Arc<TypeDef>,
    part: Part,
}

/// The part of the type.
#[derive(Debug, Clone, Copy)]
enum Part {
    Whole,
    Field(usize),
    Value(usize),
    Removed(usize),
    Variant(usize),
}

/// The value of a node in the model.
enum Of<'a> {
    Type(&'a TypeDef),
    Field(&'a Field),
    Value(&'a EnumValue),
    Variant(&'a Variant),
}

// The keys of each kind of node, in the order of serde.
const TYPE: [&str; 7] = ["name", "module", "origin", "input", "output", "recursive", "unbound"];
const FIELD: [&str; 9] = ["name", "type", "required", "default", "filled", "cap", "mistakes", "missing", "origin"];
const VARIANT: [&str; 6] = ["name", "type", "tags", "absent", "json_type", "description"];
const FACTS: [&str; 7] = ["description", "since", "until", "deprecated", "source", "unconfirmed", "issues"];
const STRUCT: [&str; 7] = ["fields", "rest", "free", "rules", "mistakes", "strict", "assertion"];
const ENUM: [&str; 3] = ["values", "removed", "open"];
const UNION: [&str; 2] = ["by", "variants"];
const ALIAS: [&str; 1] = ["target"];

impl Node {
    /// Creates the node of a type.
    pub fn of(def: &Arc<TypeDef>) -> Value {
        Self { def: Arc::clone(def), part: Part::Whole }.into()
    }

    /// Returns the type, unless the node is a part of one.
    pub fn as_type(&self) -> Option<&TypeDef> {
        matches!(self.part, Part::Whole).then_some(&*self.def)
    }

    /// Returns the expressions of a type, or `None` for a part of one.
    pub fn expressions(&self) -> Option<Vec<Expression>> {
        let at = |root: Root| Expression::at(&self.def, root);
        Some(match &self.as_type()?.kind {
            Kind::Struct(it) => {
                let rest = it.rest.iter().map(|_| Root::Rest);
                (0..it.fields.len()).map(Root::Field).chain(rest).map(at).collect()
            }
            Kind::Union(it) => (0..it.variants.len()).map(Root::Variant).map(at).collect(),
            Kind::Alias { .. } => vec![at(Root::Target)],
            Kind::Enum(_) => Vec::new(),
        })
    }

    /// Returns the expressions of the fields that come from a table, or `None` for a part of a type.
    pub fn keyed(&self) -> Option<Vec<Expression>> {
        let Kind::Struct(it) = &self.as_type()?.kind else { return Some(Vec::new()) };
        let keyed = it.fields.iter().enumerate().filter(|(_, field)| matches!(field.expr, Expr::Keyed { .. }));
        Some(keyed.map(|(at, _)| Expression::at(&self.def, Root::Field(at))).collect())
    }

    /// Returns the node's facts, and its length limit.
    pub fn reported(&self) -> Option<(Cow<'_, Facts>, Option<&Cap>)> {
        Some(match self.look()? {
            Of::Type(it) => (Cow::Borrowed(&it.facts), None),
            Of::Field(it) => (Cow::Borrowed(&it.facts), it.cap.as_ref()),
            Of::Value(it) => (Cow::Borrowed(&it.facts), None),
            Of::Variant(it) => (Cow::Owned(Facts { description: it.description.clone(), ..Facts::default() }), None),
        })
    }

    /// Returns true if the node has facts beside its description, or a default.
    pub fn is_noted(&self) -> bool {
        let has_default = matches!(self.look(), Some(Of::Field(field)) if field.default.is_some());
        let known = self.reported().is_some_and(|(facts, cap)| {
            let Facts { since, until, deprecated, unconfirmed, .. } = &*facts;
            since.is_some() || until.is_some() || deprecated.is_some() || *unconfirmed || cap.is_some()
        });
        has_default || known
    }

    fn look(&self) -> Option<Of<'_>> {
        Some(match (self.part, &self.def.kind) {
            (Part::Whole, _) => Of::Type(&self.def),
            (Part::Field(at), Kind::Struct(it)) => Of::Field(it.fields.get(at)?),
            (Part::Value(at), Kind::Enum(it)) => Of::Value(it.values.get(at)?),
            (Part::Removed(at), Kind::Enum(it)) => Of::Value(it.removed.get(at)?),
            (Part::Variant(at), Kind::Union(it)) => Of::Variant(it.variants.get(at)?),
            _ => return None,
        })
    }

    fn origin(&self) -> Option<&Origin> {
        match self.look()? {
            Of::Type(it) => Some(&it.origin),
            Of::Field(it) => Some(&it.origin),
            Of::Value(_) | Of::Variant(_) => None,
        }
    }

    fn list(&self, parts: Parts) -> Value {
        Value::from_object(List { def: Arc::clone(&self.def), parts })
    }

    fn expression(&self, root: Root) -> Value {
        Expression::at(&self.def, root).into()
    }

    fn of_type(&self, it: &TypeDef, key: &str) -> Option<Value> {
        Some(match key {
            "name" => it.name.as_str().into(),
            "module" => it.module.as_str().into(),
            "kind" => it.kind.name().into(),
            "origin" => Value::from_object(OriginOf(self.clone())),
            "input" => it.input.into(),
            "output" => it.output.into(),
            "recursive" => it.recursive.into(),
            "unbound" => made(&it.unbound),
            "examples" => made(&it.examples),
            _ => return of_facts(&it.facts, key).or_else(|| self.of_kind(&it.kind, key)),
        })
    }

    fn of_kind(&self, kind: &Kind, key: &str) -> Option<Value> {
        Some(match (kind, key) {
            (Kind::Struct(it), _) => return self.of_struct(it, key),
            (Kind::Enum(_), "values") => self.list(Parts::Values),
            (Kind::Enum(_), "removed") => self.list(Parts::Removed),
            (Kind::Enum(it), "open") => it.open.into(),
            (Kind::Union(_), "variants") => self.list(Parts::Variants),
            (Kind::Union(it), "by") => made(&it.by),
            (Kind::Union(it), "assertion") => made(it.by.assertion()?),
            (Kind::Alias { .. }, "target") => self.expression(Root::Target),
            _ => return None,
        })
    }

    fn of_struct(&self, it: &Struct, key: &str) -> Option<Value> {
        Some(match key {
            "fields" => self.list(Parts::Fields),
            "rest" => it.rest.as_ref().map_or_else(none, |_| self.expression(Root::Rest)),
            "free" => it.free.into(),
            "rules" => made(&it.rules),
            "mistakes" => made(&it.mistakes),
            "strict" => made(it.strict.as_ref()?),
            "assertion" => made(it.assertion.as_deref()?),
            _ => return None,
        })
    }

    fn of_field(&self, it: &Field, at: usize, key: &str) -> Option<Value> {
        Some(match key {
            "name" => it.name.as_str().into(),
            "type" => self.expression(Root::Field(at)),
            "required" => it.required.into(),
            "default" => made(it.default.as_ref()?),
            "filled" => it.filled.into(),
            "cap" => made(it.cap.as_ref()?),
            "mistakes" => made(&it.mistakes),
            "missing" => made(it.missing.as_ref()?),
            "origin" => Value::from_object(OriginOf(self.clone())),
            _ => return of_facts(&it.facts, key),
        })
    }

    fn of_variant(&self, it: &Variant, at: usize, key: &str) -> Option<Value> {
        Some(match key {
            "name" => it.name.as_str().into(),
            "type" => self.expression(Root::Variant(at)),
            "tags" => made(&it.tags),
            "absent" => it.absent.into(),
            "json_type" => it.json_type.as_deref()?.into(),
            "description" => text(it.description.as_deref()),
            _ => return None,
        })
    }

    /// Returns the keys that a node of this kind can have.
    fn keys(&self) -> Vec<&'static str> {
        let of_kind: &[&str] = match &self.def.kind {
            Kind::Struct(_) => &STRUCT,
            Kind::Enum(_) => &ENUM,
            Kind::Union(_) => &UNION,
            Kind::Alias { .. } => &ALIAS,
        };
        match self.part {
            Part::Whole => [&TYPE[..], &FACTS, &["kind"], of_kind, &["examples"]].concat(),
            Part::Field(_) => [&FIELD[..], &FACTS].concat(),
            Part::Value(_) | Part::Removed(_) => [&["value"][..], &FACTS].concat(),
            Part::Variant(_) => VARIANT.to_vec(),
        }
    }
}

impl From<Node> for Value {
    fn from(node: Node) -> Self {
        Self::from_object(node)
    }
}

impl Object for Node {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        match (self.look()?, self.part) {
            (Of::Type(it), _) => self.of_type(it, key),
            (Of::Field(it), Part::Field(at)) => self.of_field(it, at, key),
            (Of::Variant(it), Part::Variant(at)) => self.of_variant(it, at, key),
            (Of::Value(it), _) if key == "value" => Some(it.value.as_str().into()),
            (Of::Value(it), _) => of_facts(&it.facts, key),
            _ => None,
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let there = |key: &&str| self.get_value_by_str(key).is_some();
        Enumerator::Values(self.keys().into_iter().filter(there).map(Value::from).collect())
    }

    fn is_true(self: &Arc<Self>) -> bool {
        true
    }
}

fn of_facts(facts: &Facts, key: &str) -> Option<Value> {
    Some(match key {
        "description" => text(facts.description.as_deref()),
        "since" => made(facts.since.as_ref()?),
        "until" => made(facts.until.as_ref()?),
        "deprecated" => made(facts.deprecated.as_ref()?),
        "source" => made(&facts.source),
        "unconfirmed" => facts.unconfirmed.into(),
        "issues" => made(&facts.issues),
        _ => return None,
    })
}

fn text(text: Option<&str>) -> Value {
    text.map_or_else(none, Value::from)
}

/// Returns null, which is not the same as a missing key.
fn none() -> Value {
    Value::from(())
}

fn made(value: &(impl Serialize + ?Sized)) -> Value {
    Value::from(Serde(value))
}
