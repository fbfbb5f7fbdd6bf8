//! The contract as other generators take it: one file of plain draft-07, written from the model.
//!
//! Extensions are written out, so that nothing is left of `allOf`; rules, annotations and what depends on another field
//! are not said. The root has a property for each type, so that a generator that starts at the root meets all of them.

use hookwire_codegen::model::{Contract, Enum, Expr, Field, Kind, Struct, TypeDef, Union};
use serde_json::{Map, Value, json};

/// What a generator cannot take is left out for it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Without {
    /// `minimum`, `minLength`, `minItems`, `format` and their like.
    pub bounds: bool,
    /// Constants that are no strings: their type is left.
    pub odd_constants: bool,
    /// Open enums: they are strings.
    pub open_enums: bool,
}

impl Without {
    /// What is left out, in words.
    pub fn told(self) -> Vec<&'static str> {
        let all = [
            (self.bounds, "bounds and formats"),
            (self.odd_constants, "constants that are no strings"),
            (self.open_enums, "open enums"),
        ];
        all.into_iter().filter(|(left_out, _)| *left_out).map(|(_, words)| words).collect()
    }
}

/// The file.
pub fn bundle(contract: &Contract, without: Without) -> Value {
    let writer = Writer(without);
    let name = |def: &TypeDef| (def.name.clone(), reference(&def.name));
    let definitions: Map<String, Value> =
        contract.types.iter().map(|def| (def.name.clone(), writer.definition(def))).collect();
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "EveryType",
        "type": "object",
        "properties": contract.types.iter().map(name).collect::<Map<_, _>>(),
        "definitions": definitions,
    })
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/definitions/{name}")})
}

struct Writer(Without);

impl Writer {
    fn definition(&self, def: &TypeDef) -> Value {
        let schema = match &def.kind {
            Kind::Struct(it) => self.structure(it),
            Kind::Enum(it) => self.choice(it),
            Kind::Union(it) => self.union(it),
            Kind::Alias { target } => self.expr(target),
        };
        described(schema, def.facts.description.as_deref())
    }

    fn structure(&self, it: &Struct) -> Value {
        let properties: Map<String, Value> =
            it.fields.iter().map(|field| (field.name.clone(), self.field(field))).collect();
        let required: Vec<&str> =
            it.fields.iter().filter(|field| field.required).map(|field| field.name.as_str()).collect();
        let mut schema = json!({"type": "object", "properties": properties});
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        match &it.rest {
            None => schema["additionalProperties"] = json!(false),
            Some(Expr::Any) => {}
            Some(rest) => schema["additionalProperties"] = self.expr(rest),
        }
        schema
    }

    fn field(&self, field: &Field) -> Value {
        described(self.expr(&field.expr), field.facts.description.as_deref())
    }

    fn choice(&self, it: &Enum) -> Value {
        let values: Vec<&str> = it.values.iter().map(|value| value.value.as_str()).collect();
        match (it.open, self.0.open_enums) {
            (true, true) => json!({"type": "string"}),
            (true, false) => json!({"anyOf": [{"type": "string", "enum": values}, {"type": "string"}]}),
            (false, _) => json!({"type": "string", "enum": values}),
        }
    }

    fn union(&self, it: &Union) -> Value {
        json!({"oneOf": it.variants.iter().map(|variant| self.expr(&variant.expr)).collect::<Vec<_>>()})
    }

    fn expr(&self, expr: &Expr) -> Value {
        match expr {
            Expr::Any => json!({}),
            Expr::Boolean => json!({"type": "boolean"}),
            Expr::Integer => json!({"type": "integer"}),
            Expr::Number => json!({"type": "number"}),
            Expr::String => json!({"type": "string"}),
            Expr::Constant { value } => self.constant(value),
            Expr::List { item, min, max } => {
                let mut list = json!({"type": "array", "items": self.expr(item)});
                for (key, bound) in [("minItems", min), ("maxItems", max)] {
                    if let Some(bound) = bound.filter(|_| !self.0.bounds) {
                        list[key] = json!(bound);
                    }
                }
                list
            }
            Expr::Map { value } => json!({"type": "object", "additionalProperties": self.expr(value)}),
            Expr::Ref { name, .. } => reference(name),
            Expr::Nullable { inner } => json!({"anyOf": [self.expr(inner), {"type": "null"}]}),
            Expr::Bounded { inner, .. } if self.0.bounds => self.expr(inner),
            Expr::Bounded { inner, bounds } => {
                let mut schema = self.expr(inner);
                let number = |bound: &Option<serde_json::Number>| bound.clone().map(Value::Number);
                let all = [
                    ("minimum", number(&bounds.minimum)),
                    ("exclusiveMinimum", number(&bounds.above)),
                    ("maximum", number(&bounds.maximum)),
                    ("minLength", bounds.min_length.map(Value::from)),
                    ("format", bounds.format.map(|format| Value::from(format.name()))),
                ];
                for (key, value) in all {
                    if let Some(value) = value {
                        schema[key] = value;
                    }
                }
                schema
            }
            Expr::Keyed { base: inner, .. } | Expr::Asserted { inner, .. } => self.expr(inner),
        }
    }

    fn constant(&self, value: &Value) -> Value {
        match value {
            Value::String(_) => json!({"type": "string", "const": value}),
            Value::Bool(_) if self.0.odd_constants => json!({"type": "boolean"}),
            Value::Number(_) if self.0.odd_constants => json!({"type": "number"}),
            _ => json!({"const": value}),
        }
    }
}

fn described(mut schema: Value, description: Option<&str>) -> Value {
    if let (Some(object), Some(description)) = (schema.as_object_mut(), description) {
        object.insert("description".to_owned(), json!(description));
    }
    schema
}
