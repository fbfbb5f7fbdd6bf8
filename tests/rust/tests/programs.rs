//! The three hooks, called as a host calls them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// Returns the program's output for this input: JSON, or nothing. Only a program that denies ends with code 2.
fn call(program: &str, input: &Value) -> Option<Value> {
    let output = run(program, &input.to_string());
    let denies = String::from_utf8_lossy(&output.stdout).contains(r#""permissionDecision":"deny""#);
    assert_eq!(output.status.code(), Some(if denies { 2 } else { 0 }), "{program}");
    (!output.stdout.is_empty()).then(|| serde_json::from_slice(&output.stdout).unwrap())
}

fn run(program: &str, input: &str) -> Output {
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn event(name: &str, own: Value) -> Value {
    let mut input = json!({
        "session_id": "1b3f", "transcript_path": "/tmp/t.jsonl", "cwd": "/home/dev/shop", "hook_event_name": name,
        "a_key_of_tomorrow": true,
    });
    input.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
    input
}

fn bash(outside: bool) -> Value {
    let arguments = json!({"command": "ls", "dangerouslyDisableSandbox": outside});
    event("PreToolUse", json!({"tool_name": "Bash", "tool_input": arguments, "tool_use_id": "toolu_1"}))
}

#[test]
fn the_guard_keeps_calls_in_the_sandbox() {
    let guard = env!("CARGO_BIN_EXE_guard");
    let refused = json!({"hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": "Commands stay in the sandbox.",
    }});
    assert_eq!(call(guard, &bash(true)), Some(refused));
    assert_eq!(call(guard, &bash(false)), None);
}

#[test]
fn the_guard_does_what_is_written_of_every_case() {
    let cases: Vec<Value> =
        include_str!("../../guard/cases.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let outcome = |case: &Value| {
        let output = run(env!("CARGO_BIN_EXE_guard"), case["stdin"].as_str().unwrap());
        let reply: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let decision = reply["hookSpecificOutput"]["permissionDecision"].clone();
        json!([case["name"], output.status.code(), decision, output.stdout.is_empty()])
    };
    let expected = |case: &Value| {
        let denies = case["denies"] == true;
        json!([case["name"], case["exit"], denies.then_some("deny"), !denies])
    };
    let found: Vec<Value> = cases.iter().map(outcome).collect();
    let expected: Vec<Value> = cases.iter().map(expected).collect();
    assert!(cases.len() > 40);
    assert_eq!(found, expected);
}

#[test]
fn a_refusal_that_nobody_reads_blocks_and_where_there_is_none_nothing_has_to_be_printed() {
    let outcomes = [true, false].map(|outside| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut guard = Command::new(env!("CARGO_BIN_EXE_guard"));
        guard.stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped());
        let mut child = guard.spawn().unwrap();
        child.stdin.take().unwrap().write_all(bash(outside).to_string().as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).contains("the reply cannot be written"))
    });
    assert_eq!(outcomes, [(Some(2), true), (Some(0), false)]);
}

#[test]
fn the_injector_adds_the_folder() {
    let reply = call(env!("CARGO_BIN_EXE_context"), &event("UserPromptSubmit", json!({"prompt": "Go on."})));
    let expected = json!({"hookSpecificOutput": {
        "hookEventName": "UserPromptSubmit", "additionalContext": "Folder: /home/dev/shop",
    }});
    assert_eq!(reply, Some(expected));
}

#[test]
fn the_gate_blocks_once() {
    let gate = env!("CARGO_BIN_EXE_gate");
    let expected = json!({"decision": "block", "reason": "Run the tests before you stop."});
    assert_eq!(call(gate, &event("Stop", json!({"stop_hook_active": false}))), Some(expected));
    assert_eq!(call(gate, &event("Stop", json!({"stop_hook_active": true}))), None);
    assert_eq!(call(gate, &bash(false)), None);
}
