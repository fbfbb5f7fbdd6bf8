//! Tests of the types of the crate: the values that they accept, reject and keep.
use serde::Serialize;
use serde_json::{Value, json};

use hookwire::read::{EventInput, FromJson, from_value};
use hookwire::*;

/// Returns the name of a type.
type NameOfType = fn() -> &'static str;

include!(concat!(env!("OUT_DIR"), "/profile_types.rs"));

#[test]
fn every_type_of_every_profile_can_be_imported() {
    for (path, name) in PROFILE_TYPES {
        // A name of another type, such as an output with one form, is that type's.
        assert!(name().starts_with("hookwire::"), "{path}: {}", name());
    }
}

fn input(event: &str, own: Value) -> Value {
    let mut all = json!({"session_id": "1", "transcript_path": "/t.jsonl", "cwd": "/", "hook_event_name": event});
    if let (Some(all), Value::Object(own)) = (all.as_object_mut(), own) {
        all.extend(own);
    }
    all
}

fn pre_tool_use() -> Value {
    input("PreToolUse", json!({"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "toolu_1"}))
}

#[track_caller]
fn comes_back<T: FromJson + Serialize>(value: Value) -> T {
    let read: T = from_value(value.clone()).expect("the value is of the type");
    assert_eq!(serde_json::to_value(&read).expect("it can be written"), value);
    read
}

#[track_caller]
fn refused<T: FromJson>(value: Value, pointer: &str, part: &str) {
    match from_value::<T>(value) {
        Ok(_) => panic!("it was accepted"),
        Err(problem) => {
            assert_eq!(problem.pointer(), pointer, "{problem}");
            assert!(problem.message().contains(part), "{problem}");
        }
    }
}

#[test]
fn an_input_keeps_keys_that_are_not_known() {
    let mut value = pre_tool_use();
    value["new_key"] = json!([1, {"a": null}]);
    let read: PreToolUseInput = comes_back(value);
    assert_eq!(read.extra["new_key"][0], 1);
}

#[test]
fn the_event_selects_the_type_of_an_input() {
    let read: HookInput = comes_back(pre_tool_use());
    assert_eq!((read.event(), read.hook_event_name()), (HookEvent::PreToolUse, "PreToolUse"));
    assert!(matches!(read, HookInput::PreToolUse(input) if input.tool_name == "Bash"));
    refused::<HookInput>(input("Tomorrow", json!({})), "/hook_event_name", "\"PreToolUse\", ");
    refused::<HookInput>(json!({}), "/hook_event_name", "missing");
    refused::<HookInput>(json!([]), "", "an object");
    refused::<StopInput>(pre_tool_use(), "/hook_event_name", "expected \"Stop\", found \"PreToolUse\"");
}

#[test]
fn absent_null_and_any_value_are_three_things() {
    let mut value = pre_tool_use();
    value["tool_input"] = Value::Null;
    assert_eq!(comes_back::<PreToolUseInput>(value.clone()).tool_input, Value::Null);
    value["agent_id"] = Value::Null;
    refused::<PreToolUseInput>(value.clone(), "/agent_id", "a string, found null");
    value.as_object_mut().map(|map| map.remove("agent_id"));
    value.as_object_mut().map(|map| map.remove("tool_input"));
    refused::<PreToolUseInput>(value, "/tool_input", "missing");
    let nullable = json!({"trigger": "auto", "custom_instructions": null});
    assert_eq!(comes_back::<PreCompactInput>(input("PreCompact", nullable)).custom_instructions, None);
    refused::<PreCompactInput>(input("PreCompact", json!({"trigger": "auto"})), "/custom_instructions", "missing");
}

#[test]
fn an_empty_list_is_kept() {
    let allow: PermissionRequestAllow = comes_back(json!({"behavior": "allow", "updatedPermissions": []}));
    assert_eq!(allow.updated_permissions, Some(Vec::new()));
    let allow: PermissionRequestAllow = comes_back(json!({"behavior": "allow", "updatedInput": {}}));
    assert!(allow.updated_input.is_some_and(|input| input.is_empty()));
}

#[test]
fn an_output_refuses_keys_that_are_not_known() {
    refused::<PreToolUseOutput>(json!({"permissionDecision": "deny"}), "/permissionDecision", "unknown key");
    let nested = json!({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permisionDecision": "deny"}});
    refused::<PreToolUseOutput>(nested, "/hookSpecificOutput/permisionDecision", "unknown key");
}

#[test]
fn a_shared_type_is_open_in_an_input_and_closed_in_an_output() {
    let rule = json!({"toolName": "Bash", "newKey": 1});
    let update = json!({"type": "addRules", "rules": [rule], "behavior": "allow", "destination": "session"});
    let suggested = json!({"tool_name": "Bash", "tool_input": {}, "permission_suggestions": [update]});
    comes_back::<PermissionRequestInput>(input("PermissionRequest", suggested));
    comes_back::<PermissionUpdate>(update.clone());
    let decision = json!({"behavior": "allow", "updatedPermissions": [update]});
    refused::<PermissionRequestDecision>(decision, "/updatedPermissions/0/rules/0/newKey", "unknown key");
}

#[test]
fn a_wrong_constant_or_value_is_refused() {
    let wrong = |value: Value| json!({"hookSpecificOutput": value});
    refused::<PreToolUseOutput>(
        wrong(json!({"hookEventName": "Stop"})),
        "/hookSpecificOutput/hookEventName",
        "expected \"PreToolUse\"",
    );
    refused::<PreToolUseOutput>(
        wrong(json!({"hookEventName": "PreToolUse", "permissionDecision": "block"})),
        "/hookSpecificOutput/permissionDecision",
        "expected \"allow\", \"deny\", \"ask\" or \"defer\", found \"block\"",
    );
    refused::<PreToolUseOutput>(wrong(json!({})), "/hookSpecificOutput/hookEventName", "missing");
    refused::<PreToolUseOutput>(json!({"async": false}), "/async", "expected true, found false");
}

#[test]
fn the_discriminator_selects_the_member_of_a_union() {
    let block = comes_back::<StopOutput>(json!({"decision": "block", "reason": "go on"}));
    assert_eq!(block, StopBlock::new().with_reason("go on").into());
    assert_eq!(comes_back::<StopOutput>(json!({})), StopProceed::new().into());
    assert_eq!(comes_back::<StopOutput>(json!({"decision": "approve"})), StopProceed::new().with_decision().into());
    assert_eq!(comes_back::<StopOutput>(json!({"decision": "block"})), StopBlock::new().into());
    refused::<StopOutput>(json!({"decision": "allow"}), "/decision", "\"block\" or \"approve\", found \"allow\"");
    refused::<StopOutput>(json!({"decision": null}), "/decision", "a string, found null");
}

#[test]
fn advice_refuses_nothing() {
    let specific = json!({"hookEventName": "UserPromptSubmit", "suppressOriginalPrompt": true});
    comes_back::<UserPromptSubmitOutput>(json!({"hookSpecificOutput": specific}));
    comes_back::<UserPromptSubmitOutput>(json!({"decision": "block", "hookSpecificOutput": specific}));
}

#[test]
fn an_open_enum_keeps_other_values() {
    let mut value = pre_tool_use();
    value["permission_mode"] = json!("tomorrow");
    let read: PreToolUseInput = comes_back(value.clone());
    assert_eq!(read.permission_mode, Some(ActivePermissionMode::Unlisted("tomorrow".to_owned())));
    value["permission_mode"] = json!("acceptEdits");
    assert_eq!(comes_back::<PreToolUseInput>(value).permission_mode, Some(ActivePermissionMode::AcceptEdits));
}

#[test]
fn a_closed_enum_is_a_string() {
    assert_eq!("deny".parse(), Ok(PermissionDecision::Deny));
    let error = "block".parse::<PermissionDecision>().expect_err("no value");
    assert_eq!((error.name(), error.to_string()), ("block", "there is no `PermissionDecision` \"block\"".to_owned()));
    assert_eq!(PermissionDecision::Defer.to_string(), "defer");
}

#[test]
fn serde_errors_name_the_place() {
    let text = r#"{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": true}}"#;
    let error = serde_json::from_str::<PreToolUseOutput>(text).expect_err("a boolean is no decision").to_string();
    assert!(error.ends_with("found true at /hookSpecificOutput/permissionDecision"), "{error}");
}

#[test]
fn every_event_has_its_input_and_output() {
    fn belongs<I: EventInput>(_: &I, event: HookEvent) {
        assert_eq!(I::EVENT, event);
        assert!(from_value::<I::Output>(json!({})).is_ok());
    }
    belongs(
        &from_value::<StopInput>(input("Stop", json!({"stop_hook_active": false}))).expect("a Stop input"),
        HookEvent::Stop,
    );
    assert!(HookEvent::ALL.iter().all(|event| event.as_str().parse() == Ok(*event)));
}
