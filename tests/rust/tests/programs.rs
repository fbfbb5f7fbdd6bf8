//! The three hooks, called as a host calls them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use hookwire::{Context, read_input};
use serde_json::{Value, json};

/// Returns the program's output for this input: JSON, or nothing.
fn call(program: &str, input: &Value) -> Option<Value> {
    let output = run(program, &input.to_string());
    assert!(output.status.success(), "{program}: {}", output.status);
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

fn bash(command: &str) -> Value {
    event("PreToolUse", json!({"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": "toolu_1"}))
}

#[test]
fn the_guard_refuses_one_command_and_ignores_others() {
    let guard = env!("CARGO_BIN_EXE_guard");
    let refused = json!({"hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": "Do not delete the root.",
    }});
    assert_eq!(call(guard, &bash("rm -rf / --no-preserve-root")), Some(refused));
    assert_eq!(call(guard, &bash("ls")), None);
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
    // The type requires some fields that the guard does not read. It blocks a call without one of them.
    let is_held = |case: &Value| {
        let payload: Value = serde_json::from_str(case["stdin"].as_str().unwrap()).unwrap_or_default();
        let is_read = read_input(case["stdin"].as_str().unwrap().as_bytes(), &Context::new()).is_ok();
        is_read || payload["hook_event_name"] == Value::Null
    };
    let expected = |case: &Value| match is_held(case) {
        true => {
            let denies = case["denies"] == true;
            json!([case["name"], case["exit"], denies.then_some("deny"), !denies])
        }
        false => json!([case["name"], 2, null, true]),
    };
    let found: Vec<Value> = cases.iter().map(outcome).collect();
    let expected: Vec<Value> = cases.iter().map(expected).collect();
    assert!(cases.len() > 80);
    assert_eq!(found, expected);
    assert!(cases.iter().filter(|case| !is_held(case)).count() < 40);
}

#[test]
fn a_refusal_that_nobody_reads_blocks_and_where_there_is_none_nothing_has_to_be_printed() {
    let outcomes = ["rm -rf /", "ls"].map(|command| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut guard = Command::new(env!("CARGO_BIN_EXE_guard"));
        guard.stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped());
        let mut child = guard.spawn().unwrap();
        child.stdin.take().unwrap().write_all(bash(command).to_string().as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).contains("the guard failed"))
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
    assert_eq!(call(gate, &bash("ls")), None);
}
