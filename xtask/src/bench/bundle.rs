//! Writes the contract as other generators read it: one file of plain draft-07, made from the model.
//!
//! Extensions are inlined, so that no `allOf` is left. Rules, annotations and conditions on other fields are left out.
//! The root has a property for each type, so that a generator that starts at the root reaches all of them.

use hookwire_codegen::internal::model::{Contract, Enum, Expr, Field, Kind, Struct, TypeDef, Union};
use serde_json::{Map, Value, json};

/// Returns the file.
pub fn bundle(contract: &Contract) -> Value {
    let name = |def: &TypeDef| (def.name.clone(), reference(&def.name));
    let definitions: Map<String, Value> =
        contract.types.iter().map(|def| (def.name.clone(), of_definition(def))).collect();
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

fn of_definition(def: &TypeDef) -> Value {
    let schema = match &def.kind {
        Kind::Struct(it) => of_structure(it),
        Kind::Enum(it) => of_choice(it),
        Kind::Union(it) => of_union(it),
        Kind::Alias { target } => of_expr(target),
    };
    described(schema, def.facts.description.as_deref())
}

fn of_structure(it: &Struct) -> Value {
    let properties: Map<String, Value> = it.fields.iter().map(|field| (field.name.clone(), of_field(field))).collect();
    let required: Vec<&str> =
        it.fields.iter().filter(|field| field.required).map(|field| field.name.as_str()).collect();
    let mut schema = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    match &it.rest {
        None => schema["additionalProperties"] = json!(false),
        Some(Expr::Any) => {}
        Some(rest) => schema["additionalProperties"] = of_expr(rest),
    }
    schema
}

fn of_field(field: &Field) -> Value {
    described(of_expr(&field.expr), field.facts.description.as_deref())
}

fn of_choice(it: &Enum) -> Value {
    let values: Vec<&str> = it.values.iter().map(|value| value.value.as_str()).collect();
    if it.open {
        json!({"anyOf": [{"type": "string", "enum": values}, {"type": "string"}]})
    } else {
        json!({"type": "string", "enum": values})
    }
}

fn of_union(it: &Union) -> Value {
    json!({"oneOf": it.variants.iter().map(|variant| of_expr(&variant.expr)).collect::<Vec<_>>()})
}

fn of_expr(expr: &Expr) -> Value {
    match expr {
        Expr::Any | Expr::Matched { .. } => json!({}),
        Expr::Never => json!(false),
        Expr::Null => json!({"type": "null"}),
        Expr::Boolean => json!({"type": "boolean"}),
        Expr::Integer => json!({"type": "integer"}),
        Expr::Number => json!({"type": "number"}),
        Expr::String => json!({"type": "string"}),
        Expr::Constant { value } => of_constant(value),
        Expr::List { item, min, max, .. } => {
            let mut list = json!({"type": "array", "items": of_expr(item)});
            for (key, bound) in [("minItems", min), ("maxItems", max)] {
                if let Some(bound) = bound {
                    list[key] = json!(bound);
                }
            }
            list
        }
        Expr::Map { value, .. } => json!({"type": "object", "additionalProperties": of_expr(value)}),
        Expr::Ref { name, .. } => reference(name),
        Expr::Nullable { inner } => json!({"anyOf": [of_expr(inner), {"type": "null"}]}),
        Expr::Bounded { inner, bounds } => {
            let mut schema = of_expr(inner);
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
        Expr::Keyed { base: inner, .. } | Expr::Asserted { inner, .. } => of_expr(inner),
    }
}

fn of_constant(value: &Value) -> Value {
    match value {
        Value::String(_) => json!({"type": "string", "const": value}),
        _ => json!({"const": value}),
    }
}

fn described(mut schema: Value, description: Option<&str>) -> Value {
    if let (Some(object), Some(description)) = (schema.as_object_mut(), description) {
        object.insert("description".to_owned(), json!(description));
    }
    schema
}
