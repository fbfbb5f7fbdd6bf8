//! The program that everybody writes, `let Input::Known(…) = read_input(…)?.input else { return Ok(()) }`, sees every input
//! of its event: a newer host can write values that the contract does not list, and such an input must not pass unseen.

use hookwire::read::from_value;
use hookwire::{
    ActivePermissionMode, ConfigChangeSource, Context, HookEvent, HookInput, Input, PreToolUseInput, ReadError,
    read_input,
};
use serde_json::{Value, json};

fn input(event: &str, own: Value) -> Value {
    let mut all = json!({"session_id": "1", "transcript_path": "/t.jsonl", "cwd": "/", "hook_event_name": event});
    all.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
    all
}

fn call(own: Value) -> Value {
    let mut all =
        input("PreToolUse", json!({"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "t"}));
    all.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
    all
}

/// The natural program. Returns what it sees; `None` if it lets the call pass.
fn seen(payload: &Value) -> Result<Option<PreToolUseInput>, ReadError> {
    let bytes = payload.to_string().into_bytes();
    let Input::Known(HookInput::PreToolUse(call)) = read_input(&bytes, &Context::new())?.input else { return Ok(None) };
    Ok(Some(call))
}

#[test]
fn a_call_with_an_unknown_permission_mode_is_seen() {
    let call = seen(&call(json!({"permission_mode": "tomorrow"}))).unwrap().expect("it is seen");
    assert_eq!(call.permission_mode, Some(ActivePermissionMode::Unlisted("tomorrow".to_owned())));
    assert_eq!(call.tool_input["command"], "ls");
}

#[test]
fn an_optional_field_of_a_wrong_type_is_absent() {
    for own in [json!({"permission_mode": 1}), json!({"effort": {"level": []}}), json!({"agent_id": null})] {
        let call = seen(&call(own.clone())).unwrap().unwrap_or_else(|| panic!("{own} is not seen"));
        assert_eq!((call.permission_mode, call.effort, call.agent_id), (None, None, None));
    }
}

#[test]
fn a_required_field_that_is_missing_or_of_a_wrong_type_is_an_error() {
    let mut missing = call(json!({}));
    missing.as_object_mut().unwrap().remove("tool_input");
    for (payload, pointer) in [(missing, "/tool_input"), (call(json!({"tool_name": 1})), "/tool_name")] {
        let error = seen(&payload).expect_err("the type requires it");
        assert_eq!((error.event(), &*error.problems()[0].pointer), (Some(HookEvent::PreToolUse), pointer));
        assert_eq!(error.payload(), Some(&payload));
    }
}

#[test]
fn a_change_of_an_unknown_source_is_seen_and_reported() {
    let payload = input("ConfigChange", json!({"source": "tomorrow"}));
    let reading = read_input(payload.to_string().as_bytes(), &Context::new()).unwrap();
    let pointers: Vec<&str> = reading.problems.iter().map(|it| &*it.pointer).collect();
    assert_eq!(pointers, ["/source"]);
    let Input::Known(HookInput::ConfigChange(change)) = reading.input else { panic!("it is not seen") };
    assert_eq!(change.source, ConfigChangeSource::Unlisted("tomorrow".to_owned()));
    assert_eq!(serde_json::to_value(&change).unwrap(), payload);

    assert!(from_value::<HookInput>(payload.clone()).is_err(), "other readers are strict");
    assert!(serde_json::from_value::<HookInput>(payload).is_err(), "other readers are strict");
    assert!("tomorrow".parse::<ConfigChangeSource>().is_err(), "it is not a listed value");
}

/// Calls `visit` with a copy of the value for each string, number and boolean in it, which `change` has changed.
fn each_changed(value: &Value, change: &dyn Fn(&Value) -> Option<Value>, visit: &mut dyn FnMut(String, Value)) {
    let mut pointers = vec![String::new()];
    while let Some(pointer) = pointers.pop() {
        let at = value.pointer(&pointer).unwrap();
        if let Some(changed) = change(at) {
            let mut copy = value.clone();
            *copy.pointer_mut(&pointer).unwrap() = changed;
            visit(pointer.clone(), copy);
        }
        match at {
            Value::Object(map) => {
                pointers
                    .extend(map.keys().map(|key| format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))));
            }
            Value::Array(items) => pointers.extend((0..items.len()).map(|index| format!("{pointer}/{index}"))),
            _ => {}
        }
    }
}

/// Returns the examples of the inputs of all events.
fn examples() -> Vec<Value> {
    let of = |event: &HookEvent| hookwire_user::examples::of(&format!("{event}Input"), "valid");
    HookEvent::ALL.iter().flat_map(of).map(|it| it.value).collect()
}

#[test]
fn an_input_of_a_known_event_is_seen_whatever_its_strings_are() {
    let other = |value: &Value| value.is_string().then(|| json!("value-of-tomorrow"));
    let (mut seen, mut unseen, mut reported) = (0, Vec::new(), 0);
    for example in examples() {
        each_changed(&example, &other, &mut |pointer, payload| {
            let event = payload["hook_event_name"].as_str().unwrap().to_owned();
            if pointer == "/hook_event_name" {
                return;
            }
            match read_input(payload.to_string().as_bytes(), &Context::new()) {
                Ok(reading) if matches!(reading.input, Input::Known(_)) => {
                    reported += usize::from(!reading.problems.is_empty());
                    seen += 1;
                }
                _ => unseen.push(format!("{event} {pointer}")),
            }
        });
    }
    assert!(unseen.is_empty(), "{unseen:#?}");
    assert!(seen > 500 && reported > 20, "{seen}, {reported}");
}

#[test]
fn an_input_of_a_known_event_is_seen_or_an_error_but_never_another_one() {
    for wrong in [json!(null), json!(1), json!([]), json!({}), json!("")] {
        for example in examples() {
            each_changed(&example, &|_| Some(wrong.clone()), &mut |pointer, payload| {
                if pointer.is_empty() || pointer == "/hook_event_name" {
                    return;
                }
                let event = example["hook_event_name"].as_str().unwrap();
                match read_input(payload.to_string().as_bytes(), &Context::new()) {
                    Ok(reading) => assert!(matches!(reading.input, Input::Known(_)), "{event} {pointer}"),
                    Err(error) => {
                        assert_eq!(error.event().map(HookEvent::as_str), Some(event));
                        assert!(!error.problems().is_empty(), "{event} {pointer}");
                    }
                }
            });
        }
    }
}
