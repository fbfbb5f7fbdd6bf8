//! The promise that no case can do harm: every case of every family is walked, and anything that is not on the closed
//! lists is refused.

use std::collections::BTreeSet;
use std::path::Path;

use hookwire_codegen::generate;
use hookwire_codegen::internal::model::{Contract, Expr, Kind};
use serde_json::{Value, json};

use super::both::{CHILD, MISSING};
use super::{blank, cases, decisions};
use crate::case::{Asking, Case, Handler, holes, safe_value};

fn contract() -> Result<Contract, String> {
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let read = generate::read(&schemas).map_err(|_| "run `cargo xtask codegen` to see the mistakes".to_owned())?;
    Ok(read.contract)
}

fn all(contract: &Contract) -> Vec<Case> {
    contract.operations.each.iter().flat_map(|event| cases(contract, &event.name)).collect()
}

/// Every word that the contract has for a value, the event names, and a flag as text.
fn words(contract: &Contract) -> BTreeSet<String> {
    let mut words: BTreeSet<String> = contract.operations.each.iter().map(|it| it.name.clone()).collect();
    words.insert("false".to_owned());
    words.insert("Nope".to_owned());
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
        Value::String(text) if is_marker(text) || is_missing(text) => {}
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| strange(item, words, found)),
        Value::Object(map) => {
            let is_listed = |key: &str, value: &Value| {
                safe_value(key).as_ref() == Some(value) || (key == "updatedInput" && inputs().contains(value))
            };
            map.iter().filter(|(key, value)| !is_listed(key, value)).for_each(|(key, value)| {
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

/// Returns the inputs of tools that ask the user. None of them reaches a tool, a shell or a file.
fn inputs() -> Vec<Value> {
    let of_tool = |tool: Asking| [decisions::inputs(tool), decisions::unfit(tool)].concat();
    let of_tools = Asking::ALL.into_iter().flat_map(of_tool).map(|(_, input)| input);
    // An input that the host can run, but without a command in it.
    of_tools.chain(blank::inputs().into_iter().map(|(_, input)| input)).collect()
}

/// Returns true for a marker alone.
fn is_marker(text: &str) -> bool {
    holes(text).len() == 1 && text.starts_with("{{") && text.ends_with("}}")
}

/// Returns true for the texts by which a host recognises a script that is not there.
fn is_missing(text: &str) -> bool {
    MISSING.iter().any(|(_, known)| *known == text)
}

/// The lines of answers that are not JSON. The host reads none of them as a command, an input or a path.
const NOT_JSON: [&str; 19] = [
    "```json",
    "```",
    "{",
    "}",
    r#""decision": "block","#,
    r#""reason": "{{reason}}","#,
    r#"{"decision": "block", "reason": "{{reason}}""#,
    r#"{"decision": "block", "reason": "{{reason}}",}"#,
    r#"{"a": "{{stdout}}",}"#,
    r#"{"b": 1,}"#,
    r#"{"ok": false, "reason": "{{reason}}""#,
    r#"{"async":true} {{stdout}}"#,
    r#"{"systemMessage": "{{systemMessage}}"#,
    r#""}"#,
    r#""systemMessage": "{{systemMessage}}""#,
    r#""async": true,"#,
    r#""asyncTimeout": "{{wrong}}""#,
    r#""asyncTimeout": 5"#,
    "",
];

/// Reports what of an answer is not on the lists.
fn strange_answer(answer: &str, words: &BTreeSet<String>, found: &mut Vec<String>) {
    if let Ok(value) = serde_json::from_str::<Value>(answer) {
        return strange(&value, words, found);
    }
    // A marker before everything else on a line is the text of a child process without a newline.
    for line in answer.lines().map(str::trim).map(|line| line.strip_prefix("{{stdout}}").unwrap_or(line)) {
        match serde_json::from_str::<Value>(line) {
            Ok(value) => strange(&value, words, found),
            Err(_) if is_marker(line) => {}
            Err(_) if NOT_JSON.contains(&line) => {}
            Err(_) => found.push(line.to_owned()),
        }
    }
}

#[test]
fn an_answer_has_only_markers_words_of_the_contract_and_values_of_the_closed_list() -> Result<(), String> {
    let contract = contract()?;
    let words = words(&contract);
    let mut found = Vec::new();
    for case in all(&contract) {
        for hook in case.hooks() {
            strange_answer(&hook.stdout, &words, &mut found);
            let is_listed = hook.stderr == CHILD || is_missing(&hook.stderr);
            let is_of_markers = hook.stderr.lines().all(|line| line.is_empty() || is_marker(line));
            assert!(is_listed || is_of_markers, "{}", case.id);
            assert!(hook.program.is_none() && hook.handler != Handler::Program, "{}", case.id);
        }
    }
    assert!(found.is_empty(), "{found:?}");
    Ok(())
}

#[test]
fn an_answer_with_a_command_of_its_own_is_refused() -> Result<(), String> {
    let words = words(&contract()?);
    for answer in [
        r#"{"hookSpecificOutput": {"updatedInput": {"command": "ls"}}}"#,
        r#"{"hookSpecificOutput": {"updatedInput": {"command": "{{other-command}}; ls"}}}"#,
        r#"{"reason": "some text"}"#,
        "{\"a\": 1}\n{\"hookSpecificOutput\": {\"updatedInput\": {\"command\": \"ls\"}}}",
        "/somewhere",
        "{{worktree}}/..",
        "{{stdout}}{\"reason\": \"some text\"}",
    ] {
        let mut found = Vec::new();
        strange_answer(answer, &words, &mut found);
        assert!(!found.is_empty(), "{answer}");
    }
    Ok(())
}

#[test]
fn a_field_stands_where_the_contract_has_it() -> Result<(), String> {
    let contract = contract()?;
    let of = |id: &str| cases(&contract, "PreToolUse").into_iter().find(|case| case.id == id).map(|it| it.hook.stdout);
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
    assert!(all.len() > 3000, "{}", all.len());
    Ok(())
}
