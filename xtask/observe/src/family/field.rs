//! The fields of an event's replies, and the values to try.

use hookwire_codegen::internal::model::{self, Contract, Expr, Kind, Struct};
use serde_json::{Map, Value, json};

use crate::case::safe_value;

/// The field of a reply for its event's own part.
pub const SPECIFIC: &str = "hookSpecificOutput";

/// A field of a reply, with the values to try.
#[derive(Debug)]
pub struct Field {
    /// True if it is in the event's own part.
    pub specific: bool,
    pub name: String,
    /// Correct values, each with a name.
    pub right: Vec<(String, Value)>,
    /// Values of a wrong type.
    pub wrong: Vec<(String, Value)>,
}

/// Returns the fields of the event's replies: those at the top, and those of its own part.
pub fn fields(contract: &Contract, event: &str) -> Vec<Field> {
    let mut found: Vec<Field> = Vec::new();
    let operation = contract.operations.named(event);
    let mut structs = Vec::new();
    if let Some(operation) = operation {
        collect(contract, &operation.output, &mut structs);
    }
    for of in structs {
        for field in &of.fields {
            if field.name == SPECIFIC {
                let mut inner = Vec::new();
                field.expr.refs(&mut |name| collect(contract, name, &mut inner));
                inner.iter().flat_map(|it| &it.fields).for_each(|field| add(contract, true, field, &mut found));
            } else {
                add(contract, false, field, &mut found);
            }
        }
    }
    found
}

/// Collects the structs of a type: itself, or the members of a union.
fn collect<'c>(contract: &'c Contract, name: &str, found: &mut Vec<&'c Struct>) {
    match contract.get(name).map(|def| &def.kind) {
        Some(Kind::Struct(it)) => found.push(it),
        Some(Kind::Union(it)) => {
            for variant in &it.variants {
                variant.expr.refs(&mut |name| collect(contract, name, found));
            }
        }
        Some(Kind::Alias { target }) => target.refs(&mut |name| collect(contract, name, found)),
        _ => {}
    }
}

fn add(contract: &Contract, is_specific: bool, field: &model::Field, found: &mut Vec<Field>) {
    let skipped = ["hookEventName", "async", "asyncTimeout"].contains(&field.name.as_str());
    if skipped {
        return;
    }
    let mut right = right(contract, &field.name, &field.expr);
    match found.iter_mut().find(|known| known.name == field.name && known.specific == is_specific) {
        // Members of a union can have different values.
        Some(known) => {
            right.retain(|(word, _)| !known.right.iter().any(|(other, _)| other == word));
            known.right.extend(right);
            known.wrong = wrong(&known.right);
        }
        None => {
            let wrong = wrong(&right);
            found.push(Field { specific: is_specific, name: field.name.clone(), right, wrong });
        }
    }
}

/// Returns correct values of a field. Without a value of the closed list, only text, words and flags are tried.
fn right(contract: &Contract, name: &str, expr: &Expr) -> Vec<(String, Value)> {
    if let Some(value) = safe_value(name) {
        return vec![("value".to_owned(), value)];
    }
    match expr {
        Expr::String => vec![("text".to_owned(), json!(format!("{{{{{name}}}}}"))), ("blank".to_owned(), json!(""))],
        Expr::Boolean => vec![("true".to_owned(), json!(true)), ("false".to_owned(), json!(false))],
        Expr::Constant { value: Value::String(word) } => vec![(word.clone(), json!(word))],
        Expr::Nullable { inner } | Expr::Bounded { inner, .. } | Expr::Asserted { inner, .. } => {
            right(contract, name, inner)
        }
        Expr::Ref { .. } if name == "decision" && is_union(contract, expr) => permission_decisions(),
        Expr::Ref { name: of, .. } => match contract.get(of).map(|def| &def.kind) {
            Some(Kind::Enum(it)) => it.values.iter().map(|it| (it.value.clone(), json!(it.value))).collect(),
            Some(Kind::Alias { target }) => right(contract, name, target),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Returns values of other JSON types than the correct ones.
fn wrong(right: &[(String, Value)]) -> Vec<(String, Value)> {
    if right.is_empty() {
        return Vec::new();
    }
    let all = [
        ("null", json!(null)),
        ("number", json!(7)),
        ("true", json!(true)),
        ("word", json!("{{wrong}}")),
        ("list", json!([])),
        ("object", json!({})),
    ];
    let kind = |value: &Value| std::mem::discriminant(value);
    let is_other = |value: &Value| right.iter().all(|(_, good)| kind(good) != kind(value));
    // A word is wrong for an enum although it is a string.
    let is_enum =
        right.len() > 1 && right.iter().all(|(_, value)| value.is_string() && !value.to_string().contains("{{"));
    let fits = |name: &str, value: &Value| {
        is_other(value) || (name == "word" && is_enum && !right.iter().any(|(_, v)| v == ""))
    };
    all.into_iter()
        .filter(|(name, value)| fits(name, value))
        .map(|(name, value)| (format!("wrong-{name}"), value))
        .collect()
}

/// Returns a reply with these fields.
pub fn reply(event: &str, parts: &[(&Field, &Value)]) -> Value {
    let (mut top, mut specific) = (Map::new(), Map::new());
    for (field, value) in parts {
        let at = if field.specific { &mut specific } else { &mut top };
        at.insert(field.name.clone(), (*value).clone());
    }
    if !specific.is_empty() {
        specific.insert("hookEventName".to_owned(), json!(event));
        top.insert(SPECIFIC.to_owned(), specific.into());
    }
    top.into()
}

/// Returns true for a reference to a union.
fn is_union(contract: &Contract, expr: &Expr) -> bool {
    let mut found = false;
    expr.refs(&mut |name| found |= contract.get(name).is_some_and(|def| matches!(def.kind, Kind::Union(_))));
    found
}

/// Returns the decisions about a request for permission, which are objects.
fn permission_decisions() -> Vec<(String, Value)> {
    let (input, permissions) = (safe_value("updatedInput"), safe_value("updatedPermissions"));
    let all = [
        ("allow", json!({"behavior": "allow"})),
        ("allow-updatedInput", json!({"behavior": "allow", "updatedInput": input})),
        ("allow-updatedPermissions", json!({"behavior": "allow", "updatedPermissions": permissions})),
        ("allow-message", json!({"behavior": "allow", "message": "{{message}}"})),
        ("deny", json!({"behavior": "deny"})),
        ("deny-message", json!({"behavior": "deny", "message": "{{message}}"})),
        ("deny-interrupt", json!({"behavior": "deny", "interrupt": true})),
        ("deny-message-interrupt", json!({"behavior": "deny", "message": "{{message}}", "interrupt": true})),
        ("deny-updatedInput", json!({"behavior": "deny", "updatedInput": input})),
    ];
    all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

impl Field {
    /// Returns the name of the field in the id of a case.
    pub fn called(&self) -> String {
        if self.specific { format!("specific-{}", self.name) } else { self.name.clone() }
    }
}

/// Returns the field of this name.
pub fn find<'f>(fields: &'f [Field], is_specific: bool, name: &str) -> Option<&'f Field> {
    fields.iter().find(|field| field.specific == is_specific && field.name == name && !field.right.is_empty())
}

/// Returns the reply that blocks or denies with a reason; where nothing can, one with `continue: false`.
pub fn blocking(event: &str, fields: &[Field]) -> Value {
    let deny = json!({"behavior": "deny", "message": "{{reason}}"});
    if let Some(field) = find(fields, true, "permissionDecision") {
        let mut answer = reply(event, &[(field, &json!("deny"))]);
        answer[SPECIFIC]["permissionDecisionReason"] = json!("{{reason}}");
        answer
    } else if let Some(field) = find(fields, true, "decision") {
        reply(event, &[(field, &deny)])
    } else if find(fields, false, "decision").is_some() {
        json!({"decision": "block", "reason": "{{reason}}"})
    } else {
        json!({"continue": false, "stopReason": "{{reason}}"})
    }
}
