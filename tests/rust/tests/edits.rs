//! `add_hook` and `remove_hook` change the text of a settings file by one hook, and by nothing else.

use hookwire::settings::{CommandHandler, HookEntry, add_hook, remove_hook};
use serde_json::{Value, json};

fn entry(of: &Value) -> HookEntry {
    let entry = HookEntry::new(of["event"].as_str().unwrap(), of["hook"].clone());
    match of["matcher"].as_str() {
        Some(matcher) => entry.with_matcher(matcher),
        None => entry,
    }
}

#[test]
fn every_vector_has_its_result() {
    let lines = include_str!("../../conform/edits.jsonl").lines();
    let vectors: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(vectors.len() > 60);
    for vector in vectors {
        let (name, text, entry) = (&vector["name"], vector["text"].as_str().unwrap(), entry(&vector["entry"]));
        let is_added = vector["do"] == "add";
        let found = match if is_added { add_hook(text, &entry) } else { remove_hook(text, &entry) } {
            Ok(result) => {
                if is_added {
                    assert_eq!(add_hook(&result, &entry).as_ref(), Ok(&result), "{name}: twice");
                }
                json!({"result": result})
            }
            Err(error) => match error.line().zip(error.column()) {
                Some((line, column)) => {
                    json!({"error": {"message": error.to_string(), "line": line, "column": column}})
                }
                None => json!({"error": {"message": error.to_string()}}),
            },
        };
        let key = if vector.get("error").is_some() { "error" } else { "result" };
        assert_eq!(found[key], vector[key], "{name}: {found:#}");
    }
}

#[test]
fn a_handler_can_be_a_type() {
    let hook = serde_json::to_value(CommandHandler::new("check").with_timeout(5.0)).unwrap();
    let added = add_hook(r#"{"model":1}"#, &HookEntry::new("Stop", hook)).unwrap();
    let expected = r#"{"model":1,"hooks":{"Stop":[{"hooks":[{"type":"command","command":"check","timeout":5}]}]}}"#;
    assert_eq!(added, expected);
}

#[test]
fn an_entry_that_cannot_be_written_is_refused() {
    for hook in [json!("check"), json!({"type": "command"}), json!({"type": "command", "command": "x", "n": u64::MAX})]
    {
        let error = add_hook("{}", &HookEntry::new("Stop", hook)).unwrap_err();
        assert_eq!((error.line(), error.column()), (None, None), "{error}");
    }
}

#[test]
fn a_text_with_many_levels_is_edited() {
    let deep = format!(r#"{{"a": {}{}, "hooks": {{"Stop": []}}}}"#, "[".repeat(20_000), "]".repeat(20_000));
    let added = add_hook(&deep, &HookEntry::new("Stop", json!({"type": "command", "command": "check"}))).unwrap();
    assert!(added.contains("\"check\""));
}
