//! The cases of each event, made from the contract: every field, right and wrong, and every kind of text.

use hookwire_codegen::internal::model::{Contract, Expr, Kind, Struct};
use serde_json::{Map, Value, json};

use crate::case::{Case, Conversation, safe_value};

/// The exit codes: success, blocking, and three other errors.
const EXITS: [u8; 5] = [0, 1, 2, 3, 127];

/// The exit codes of replies with one field, which are many.
const FEW_EXITS: [u8; 2] = [0, 2];

/// The field of a reply for its event's own part.
const SPECIFIC: &str = "hookSpecificOutput";

/// Returns the cases of an event, in order; none if no conversation runs its hooks.
#[must_use]
pub fn cases(contract: &Contract, event: &str) -> Vec<Case> {
    if Conversation::of(event).is_none() {
        return Vec::new();
    }
    let mut cases = Cases { event, all: Vec::new() };
    for (name, text) in texts() {
        cases.add(name, &text, &EXITS);
    }
    let fields = fields(contract, event);
    for (name, reply) in single(event, &fields) {
        cases.add(&name, &reply.to_string(), &FEW_EXITS);
    }
    for (name, reply) in pairs(event, &fields) {
        cases.add(&name, &reply.to_string(), &FEW_EXITS);
    }
    cases.all
}

struct Cases<'a> {
    event: &'a str,
    all: Vec<Case>,
}

impl Cases<'_> {
    fn add(&mut self, name: &str, stdout: &str, exits: &[u8]) {
        for exit in exits {
            self.all.push(Case {
                id: format!("{}/{name}/exit-{exit}", self.event),
                event: self.event.to_owned(),
                stdout: stdout.to_owned(),
                // Exit code 0 without a text on stderr is the common case; with another code the text matters.
                stderr: if *exit == 0 { String::new() } else { "{{stderr}}".to_owned() },
                exit: *exit,
            });
        }
    }
}

/// Returns the texts that are not about one field, each with its name.
fn texts() -> Vec<(&'static str, String)> {
    let other = json!({SPECIFIC: {"hookEventName": "Notification", "additionalContext": "{{additionalContext}}"}});
    vec![
        ("empty", String::new()),
        ("spaces", " \n".to_owned()),
        ("text", "{{stdout}}".to_owned()),
        ("empty-object", "{}".to_owned()),
        ("list", r#"["{{stdout}}"]"#.to_owned()),
        ("string", r#""{{stdout}}""#.to_owned()),
        ("number", "7".to_owned()),
        ("unclosed", r#"{"decision": "block", "reason": "{{reason}}""#.to_owned()),
        ("trailing-comma", r#"{"decision": "block", "reason": "{{reason}}",}"#.to_owned()),
        ("text-before", format!("{{{{stdout}}}}\n{}", json!({"decision": "block", "reason": "{{reason}}"}))),
        ("text-after", format!("{}\n{{{{stdout}}}}", json!({"decision": "block", "reason": "{{reason}}"}))),
        ("fenced", format!("```json\n{}\n```", json!({"decision": "block", "reason": "{{reason}}"}))),
        ("two-lines", format!("{}\n{}", json!({"systemMessage": "{{systemMessage}}"}), json!({"a": 1}))),
        ("two-logs", format!("{}\n{}", json!({"a": "{{stdout}}"}), json!({"b": 1}))),
        ("other-event", other.to_string()),
        ("unknown-key", json!({"unknown": "{{unknown}}"}).to_string()),
        ("async", json!({"async": true}).to_string()),
        ("async-false", json!({"async": false, "systemMessage": "{{systemMessage}}"}).to_string()),
    ]
}

/// A field of a reply, with the values to try.
#[derive(Debug)]
struct Field {
    /// True if it is in the event's own part.
    specific: bool,
    name: String,
    /// Correct values, each with a name.
    right: Vec<(String, Value)>,
    /// Values of a wrong type.
    wrong: Vec<(String, Value)>,
}

/// Returns the fields of the event's replies: those at the top, and those of its own part.
fn fields(contract: &Contract, event: &str) -> Vec<Field> {
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

fn add(
    contract: &Contract,
    is_specific: bool,
    field: &hookwire_codegen::internal::model::Field,
    found: &mut Vec<Field>,
) {
    let skipped = ["hookEventName", "async", "asyncTimeout"].contains(&field.name.as_str());
    if skipped || found.iter().any(|known| known.name == field.name && known.specific == is_specific) {
        return;
    }
    let right = right(contract, &field.name, &field.expr);
    let wrong = if right.is_empty() { Vec::new() } else { wrong(&right) };
    found.push(Field { specific: is_specific, name: field.name.clone(), right, wrong });
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
fn reply(event: &str, parts: &[(&Field, &Value)]) -> Value {
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

/// Returns the replies with one field: each right value, each wrong one, and the right one at the other level.
fn single(event: &str, fields: &[Field]) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for field in fields {
        let place = if field.specific { "specific" } else { "top" };
        for (word, value) in field.right.iter().chain(&field.wrong) {
            all.push((format!("{place}-{}-{word}", field.name), reply(event, &[(field, value)])));
        }
        let taken = fields.iter().any(|other| other.name == field.name && other.specific != field.specific);
        if let Some((_, value)) = field.right.first().filter(|_| !taken) {
            let moved =
                Field { specific: !field.specific, name: field.name.clone(), right: Vec::new(), wrong: Vec::new() };
            all.push((format!("misplaced-{}", field.name), reply(event, &[(&moved, value)])));
        }
    }
    all
}

/// Returns the replies with two fields, each with its correct values.
fn pairs(event: &str, fields: &[Field]) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for (at, one) in fields.iter().enumerate() {
        for other in &fields[at + 1..] {
            for (a, first) in one.right.iter().filter(|(word, _)| word != "blank") {
                for (b, second) in other.right.iter().filter(|(word, _)| word != "blank") {
                    let name = format!("{}-{a}-and-{}-{b}", called(one), called(other));
                    all.push((name, reply(event, &[(one, first), (other, second)])));
                }
            }
        }
    }
    all
}

fn called(field: &Field) -> String {
    if field.specific { format!("specific-{}", field.name) } else { field.name.clone() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use hookwire_codegen::generate;

    use super::*;
    use crate::case::holes;

    fn contract() -> Result<Contract, String> {
        let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
        let read = generate::read(&schemas).map_err(|_| "run `cargo xtask codegen` to see the mistakes".to_owned())?;
        Ok(read.contract)
    }

    fn all(contract: &Contract) -> Vec<Case> {
        contract.operations.each.iter().flat_map(|event| cases(contract, &event.name)).collect()
    }

    /// Every word that the contract has for a value, and the event names.
    fn words(contract: &Contract) -> BTreeSet<String> {
        let mut words: BTreeSet<String> = contract.operations.each.iter().map(|it| it.name.clone()).collect();
        for def in contract.types.iter() {
            match &def.kind {
                Kind::Enum(it) => words.extend(it.values.iter().map(|it| it.value.clone())),
                Kind::Struct(it) => words.extend(it.fields.iter().filter_map(|field| match &field.expr {
                    Expr::Constant { value: Value::String(word) } => Some(word.clone()),
                    _ => None,
                })),
                _ => {}
            }
        }
        words
    }

    /// Reports each string of a reply that is neither a marker nor a word of the contract.
    fn strange(value: &Value, words: &BTreeSet<String>, found: &mut Vec<String>) {
        match value {
            Value::String(text) if text.is_empty() || words.contains(text) => {}
            Value::String(text) if holes(text).len() == 1 && text.starts_with("{{") && text.ends_with("}}") => {}
            Value::String(text) => found.push(text.clone()),
            Value::Array(items) => items.iter().for_each(|item| strange(item, words, found)),
            Value::Object(map) => {
                map.iter().filter(|(key, value)| safe_value(key).as_ref() != Some(value)).for_each(|(key, value)| {
                    // A key with a value of the closed list has no other value, but one of a wrong type.
                    if safe_value(key).is_some() && !matches!(value, Value::Null | Value::Bool(_) | Value::Number(_)) {
                        let is_empty = value == &json!([]) || value == &json!({}) || value == &json!("{{wrong}}");
                        if !is_empty {
                            found.push(format!("{key}: {value}"));
                        }
                    }
                    strange(value, words, found);
                })
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    #[test]
    fn a_reply_has_only_markers_words_of_the_contract_and_values_of_the_closed_list() -> Result<(), String> {
        let contract = contract()?;
        let words = words(&contract);
        let mut found = Vec::new();
        for case in all(&contract) {
            match serde_json::from_str::<Value>(&case.stdout) {
                Ok(value) => strange(&value, &words, &mut found),
                // Text: only a fixed one of `texts`.
                Err(_) => assert!(texts().iter().any(|(_, text)| *text == case.stdout), "{}", case.id),
            }
            assert!(case.stderr.is_empty() || case.stderr == "{{stderr}}", "{}", case.id);
        }
        assert!(found.is_empty(), "{found:?}");
        Ok(())
    }

    #[test]
    fn a_field_stands_where_the_contract_has_it() -> Result<(), String> {
        let contract = contract()?;
        let of = |id: &str| cases(&contract, "PreToolUse").into_iter().find(|case| case.id == id).map(|it| it.stdout);
        let specific = r#"{"hookSpecificOutput":{"permissionDecision":"deny","hookEventName":"PreToolUse"}}"#;
        assert_eq!(of("PreToolUse/specific-permissionDecision-deny/exit-0").as_deref(), Some(specific));
        assert_eq!(of("PreToolUse/top-decision-block/exit-0").as_deref(), Some(r#"{"decision":"block"}"#));
        assert!(of("PreToolUse/top-permissionDecision-deny/exit-0").is_none());
        Ok(())
    }

    #[test]
    fn every_case_has_an_id_of_its_own() -> Result<(), String> {
        let all = all(&contract()?);
        let ids: BTreeSet<&str> = all.iter().map(|case| case.id.as_str()).collect();
        assert_eq!(ids.len(), all.len());
        assert!(all.len() > 2000, "{}", all.len());
        Ok(())
    }
}
