//! Unions as conditions: a validator that follows them reports the mistake in the one member that is meant.
//!
//! Of `oneOf` it would say only that no member fits. The discriminator of the union selects the member, so the verdicts
//! are the same.

use serde_json::{Map, Value, json};

use crate::model::{Discriminator, Union, Variant};
use crate::schema::Find;

/// Replaces `oneOf` or `anyOf` of a union with conditions. A union by trial stays: only trying its members selects one.
pub fn select(schema: &mut Map<String, Value>, union: &Union) {
    let keyword = if schema.has("oneOf") { "oneOf" } else { "anyOf" };
    let Some(Value::Array(members)) = schema.keyword(keyword) else { return };
    let is_free = ["required", "properties", "allOf", "if", "then", "else"].iter().all(|key| !schema.has(key));
    if members.len() != union.variants.len() || members.len() < 2 || !is_free {
        return;
    }
    let branches = union.variants.iter().zip(members);
    let conditions = match &union.by {
        Discriminator::Tag { key } => by_tag(key, branches),
        Discriminator::Key { key } => by_key(key, branches),
        Discriminator::JsonType => by_json_type(branches),
        Discriminator::Trial { .. } => None,
    };
    if let Some(conditions) = conditions {
        schema.shift_remove(keyword);
        schema.extend(conditions);
    }
}

/// Writes a value or null as a condition.
pub fn select_null(schema: &mut Map<String, Value>) {
    let is_null = |member: &Value| {
        member.as_object().is_some_and(|it| it.len() == 1 && it.keyword("type") == Some(&json!("null")))
    };
    let Some(Value::Array(members)) = schema.keyword("anyOf") else { return };
    let (null, mut others): (Vec<&Value>, Vec<&Value>) = members.iter().partition(|member| is_null(member));
    let is_free = ["if", "then", "else"].iter().all(|key| !schema.has(key));
    if let (1, 1, true, Some(other)) = (null.len(), others.len(), is_free, others.pop().cloned()) {
        schema.shift_remove("anyOf");
        schema.insert("if".to_owned(), json!({"type": "null"}));
        schema.insert("else".to_owned(), other);
    }
}

/// Each member has its own values of a key.
fn by_tag<'a>(key: &str, branches: impl Iterator<Item = (&'a Variant, &'a Value)>) -> Option<Map<String, Value>> {
    let (mut tags, mut conditions, mut absent) = (Vec::new(), Vec::new(), false);
    for (variant, member) in branches {
        let value = match &*variant.tags {
            [tag] => json!({"const": tag}),
            values => json!({"enum": values}),
        };
        let mut condition = json!({"type": "object", "properties": {key: value}});
        if !variant.absent {
            condition["required"] = json!([key]);
        }
        absent |= variant.absent;
        tags.extend(&variant.tags);
        conditions.push(json!({"if": condition, "then": member}));
    }
    let mut schema = json!({"type": "object", "properties": {key: {"enum": tags}}, "allOf": conditions});
    if !absent {
        schema["required"] = json!([key]);
    }
    object(schema)
}

/// One of two members has a key that the other does not have.
fn by_key<'a>(key: &str, branches: impl Iterator<Item = (&'a Variant, &'a Value)>) -> Option<Map<String, Value>> {
    let (without, with): (Vec<_>, Vec<_>) = branches.partition(|(variant, _)| variant.absent);
    let ([(_, with)], [(_, without)]) = (&*with, &*without) else { return None };
    object(json!({"type": "object", "if": {"required": [key]}, "then": with, "else": without}))
}

/// Each member has its own JSON type.
fn by_json_type<'a>(branches: impl Iterator<Item = (&'a Variant, &'a Value)>) -> Option<Map<String, Value>> {
    let (mut types, mut conditions) = (Vec::new(), Vec::new());
    for (variant, member) in branches {
        let name = variant.json_type.as_ref()?;
        types.push(name);
        conditions.push(json!({"if": {"type": name}, "then": member}));
    }
    object(json!({"type": types, "allOf": conditions}))
}

fn object(schema: Value) -> Option<Map<String, Value>> {
    match schema {
        Value::Object(it) => Some(it),
        _ => None,
    }
}
