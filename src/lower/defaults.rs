//! The defaults that types have where a field is absent, if the set asks for them.

use std::collections::BTreeSet;

use foldhash::HashMap;
use serde_json::{Map, Value};

use super::Scope;
use super::bounds;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::assertion::same;
use crate::model::{Expr, Field, Kind, Struct, TypeDef};
use crate::schema::step;
use crate::set::Integers;

/// The most defaults in each other.
const DEEPEST: usize = 32;

/// Marks the fields that types fill in, and reports each default that is not a value of its field's type. The schemas
/// accept the defaults; this is about what types do not hold.
pub fn fill(scope: &mut Scope<'_>, types: &mut [TypeDef]) {
    if !scope.fills_defaults() {
        return;
    }
    for (name, place) in &scope.set.features {
        let refused = Diagnostic::error(Code::BadSetFile, format!("`defaults = \"fill\"` beside the feature `{name}`"))
            .at(place.clone())
            .because("the functions of features read fields as the payload has them")
            .instead("take the feature out, or `defaults = \"fill\"` under `[types]`");
        scope.found.push(refused);
    }
    for field in types.iter_mut().filter_map(as_struct).flat_map(|it| &mut it.fields) {
        let has_type = !matches!(field.expr, Expr::Keyed { .. } | Expr::Never);
        field.filled = field.default.is_some() && !field.required && has_type;
    }
    let integers = scope.set.file.types.integers;
    let by_name = types.iter().map(|def| (def.name.as_str(), def)).collect();
    let mut reader = Reader { types: by_name, integers, ..Reader::default() };
    let mut wrong = Vec::new();
    for def in types.iter() {
        let Kind::Struct(it) = &def.kind else { continue };
        for field in it.fields.iter().filter(|field| field.filled) {
            wrong.extend(reader.field(def, field).err().map(|why| (field, why)));
        }
    }
    for (field, why) in wrong {
        let mut origin = field.origin.clone();
        origin.pointer = step(&origin.pointer, "default");
        scope.report_at(&origin, reported(field, why));
    }
}

fn as_struct(def: &mut TypeDef) -> Option<&mut Struct> {
    if let Kind::Struct(it) = &mut def.kind { Some(it) } else { None }
}

fn reported(field: &Field, why: Wrong) -> Diagnostic {
    let name = &field.name;
    match why {
        Wrong::Refused => Diagnostic::error(Code::DefaultRefused, format!("no type holds the `default` of `{name}`"))
            .because("with `defaults = \"fill\"`, an absent field has the value")
            .instead("write a value of the property's type, with each required key and no unknown one"),
        Wrong::Endless => Diagnostic::error(Code::DefaultRefused, format!("the `default` of `{name}` contains itself"))
            .because("keys that it does not have are filled with their defaults, and this never ends")
            .instead("write these keys in the default, or take the `default` out"),
    }
}

/// The problem of a default.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrong {
    /// The type does not hold it.
    Refused,
    /// A default in it is filled with itself, or with too many others.
    Endless,
}

/// Reads values as types, with the defaults of absent fields.
#[derive(Default)]
struct Reader<'a> {
    types: HashMap<&'a str, &'a TypeDef>,
    integers: Integers,
    /// The fields whose defaults are being read.
    open: Vec<(&'a str, &'a str)>,
    /// The fields whose defaults are values of their types.
    read: BTreeSet<(&'a str, &'a str)>,
}

impl<'a> Reader<'a> {
    fn field(&mut self, def: &'a TypeDef, field: &'a Field) -> Result<(), Wrong> {
        let own = (def.name.as_str(), field.name.as_str());
        let Some(value) = field.default.as_ref().filter(|_| !self.read.contains(&own)) else { return Ok(()) };
        if self.open.contains(&own) || self.open.len() >= DEEPEST {
            return Err(Wrong::Endless);
        }
        self.open.push(own);
        let result = self.value(&field.expr, value, false);
        self.open.pop();
        if result.is_ok() {
            self.read.insert(own);
        }
        result
    }

    /// Reads a value. `closed`: its objects have no unknown keys, at any depth.
    fn value(&mut self, expr: &'a Expr, value: &'a Value, closed: bool) -> Result<(), Wrong> {
        match (expr, value) {
            (Expr::Any, _)
            | (Expr::Null | Expr::Nullable { .. }, Value::Null)
            | (Expr::Boolean, Value::Bool(_))
            | (Expr::Number, Value::Number(_))
            | (Expr::String, Value::String(_)) => Ok(()),
            (Expr::Integer, Value::Number(number)) => {
                let is_whole = number.as_f64().is_some_and(|number| number.fract() == 0.0);
                let fits = match self.integers {
                    Integers::Wide => bounds::beyond_wide(value, true).is_none(),
                    Integers::Safe => bounds::inexact_number(value, true).is_none(),
                };
                held(is_whole && fits)
            }
            (Expr::Constant { value: one }, other) => held(same(one, other)),
            (Expr::List { item, places, .. }, Value::Array(items)) => match places.as_ref().and_then(|it| it.fixed()) {
                Some(places) if places.len() != items.len() => Err(Wrong::Refused),
                Some(places) => places.iter().zip(items).try_for_each(|(place, it)| self.value(place, it, closed)),
                None => items.iter().try_for_each(|it| self.value(item, it, closed)),
            },
            (Expr::Map { value: each, .. }, Value::Object(map)) => {
                map.values().try_for_each(|it| self.value(each, it, closed))
            }
            (Expr::Matched { inner }, _) => match self.value(inner, value, closed) {
                Err(Wrong::Endless) => Err(Wrong::Endless),
                Ok(()) | Err(Wrong::Refused) => Ok(()),
            },
            (
                Expr::Nullable { inner }
                | Expr::Bounded { inner, .. }
                | Expr::Asserted { inner, .. }
                | Expr::Keyed { base: inner, .. },
                _,
            ) => self.value(inner, value, closed),
            (Expr::Ref { name, closed: own }, _) => match self.types.get(name.as_str()).copied() {
                Some(def) => self.definition(def, value, closed || *own),
                None => Ok(()),
            },
            _ => Err(Wrong::Refused),
        }
    }

    fn definition(&mut self, def: &'a TypeDef, value: &'a Value, closed: bool) -> Result<(), Wrong> {
        match (&def.kind, value) {
            (Kind::Alias { target }, _) => self.value(target, value, closed),
            (Kind::Enum(it), Value::String(text)) => held(it.open || it.values.iter().any(|one| one.value == *text)),
            (Kind::Struct(it), Value::Object(map)) => self.object(def, it, map, closed),
            (Kind::Union(it), _) => {
                let mut result = Err(Wrong::Refused);
                for variant in &it.variants {
                    match self.value(&variant.expr, value, closed) {
                        Err(Wrong::Refused) => {}
                        other => result = other,
                    }
                    if result.is_ok() {
                        break;
                    }
                }
                result
            }
            _ => Err(Wrong::Refused),
        }
    }

    fn object(
        &mut self,
        def: &'a TypeDef,
        it: &'a Struct,
        map: &'a Map<String, Value>,
        closed: bool,
    ) -> Result<(), Wrong> {
        for field in &it.fields {
            match map.get(&field.name) {
                Some(value) => self.value(&field.expr, value, closed)?,
                None if field.required => return Err(Wrong::Refused),
                None if field.filled => self.field(def, field)?,
                None => {}
            }
        }
        let others = map.iter().filter(|(key, _)| it.fields.iter().all(|field| field.name != **key));
        for (_, value) in others {
            match &it.rest {
                Some(rest) if !closed || *rest != Expr::Any => self.value(rest, value, closed)?,
                _ => return Err(Wrong::Refused),
            }
        }
        Ok(())
    }
}

fn held(holds: bool) -> Result<(), Wrong> {
    if holds { Ok(()) } else { Err(Wrong::Refused) }
}
