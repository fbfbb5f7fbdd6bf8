//! The results of hooks as JSON: the type `RecordedResult`.

use hookwire::Context;
use hookwire::host::{
    HandlerResult, ModelAnswer, RecordedResult, backgrounded, exited, http, interpret, mcp, model, not_started,
    recorded_result, signalled, timed_out,
};
use hookwire::validate::{Target, validate};
use serde_json::{Value, json};

fn results() -> Vec<HandlerResult> {
    let binary: Vec<u8> = (0..=255).collect();
    let answer = ModelAnswer::new(binary.clone()).with_timed_out(true).with_structured_output(false);
    vec![
        exited(2, "out", "err"),
        exited(-1, binary.clone(), [0xff]),
        exited(i32::MIN, "", ""),
        signalled("\u{feff}out", [0xc3]),
        http(200, "\0"),
        http(404, ""),
        mcp("text", true),
        mcp([0xfe, 0xff], false),
        model(ModelAnswer::new("text").with_stop_reason("refusal")),
        model(answer),
        timed_out(),
        not_started(),
        backgrounded(binary),
    ]
}

#[test]
fn a_record_is_valid_json_and_becomes_the_same_result() {
    let target = Target::named("RecordedResult").expect("a type");
    for result in results() {
        let record = json!(result.record());
        assert_eq!(validate(&record, &target, &Context::new()), [], "{record}");
        assert_eq!(recorded_result(&record).as_ref(), Ok(&result), "{record}");
        let typed: RecordedResult = serde_json::from_value(record).expect("a record");
        assert_eq!(HandlerResult::try_from(&typed), Ok(result));
    }
}

#[test]
fn bytes_of_any_length_are_the_same_again() {
    for length in 0..10 {
        let bytes = vec![0xff; length];
        let result = backgrounded(bytes);
        assert_eq!(recorded_result(&json!(result.record())), Ok(result));
    }
}

#[test]
fn the_keys_of_a_record() {
    let record = |result: &HandlerResult| json!(result.record());
    assert_eq!(
        record(&exited(0, "\u{e9}", b"no\xff")),
        json!({"kind": "exited", "code": 0, "stdout": "\u{e9}", "stderr": {"base64": "bm//"}})
    );
    assert_eq!(
        record(&model("{}")),
        json!({"kind": "model", "text": "{}", "timed_out": false, "structured_output": true})
    );
    assert_eq!(record(&mcp("", false)), json!({"kind": "mcp", "text": "", "is_error": false}));
}

#[test]
fn a_record_can_be_short() {
    let result = recorded_result(&json!({"kind": "exited", "code": 2.0, "stderr": "no"})).expect("a record");
    assert_eq!(result, exited(2, "", "no"));
    assert!(interpret("PreToolUse", &result, &Context::new()).blocked());
    // The code of a program for Windows, without a sign.
    assert_eq!(
        recorded_result(&json!({"kind": "exited", "code": 0xc000_0005_u32})),
        Ok(exited(-1_073_741_819, "", ""))
    );
}

#[test]
fn another_value_is_reported() {
    for (record, pointer, message) in [
        (json!({}), "/kind", "`kind` is missing"),
        (json!({"kind": "left"}), "/kind", "`exited`"),
        (json!({"kind": "exited"}), "/code", "`code` is missing"),
        (json!({"kind": "exited", "code": "2"}), "/code", "integer"),
        (json!({"kind": "exited", "code": 2, "stdot": ""}), "/stdot", "`stdout`"),
        (json!({"kind": "http", "status": 200, "body": 7}), "/body", ""),
        (json!({"kind": "mcp", "text": {"base64": "bm/"}}), "/text/base64", "not base64"),
        (json!({"kind": "mcp", "text": {"base64": "b m//"}}), "/text/base64", "not base64"),
        (json!({"kind": "mcp", "text": {"base64": "bm=="}}), "/text/base64", "not base64"),
        (json!({"kind": "mcp", "text": {"base64": "===="}}), "/text/base64", "not base64"),
        (json!({"kind": "mcp", "text": {"base64": "\u{e9}"}}), "/text/base64", "not base64"),
        (json!({"kind": "model", "stop_reason": null}), "/stop_reason", ""),
        (json!([]), "", ""),
        (Value::from("exited"), "", ""),
    ] {
        let error = recorded_result(&record).expect_err("another value").to_string();
        assert!(error.starts_with(&format!("not a recorded result, at \"{pointer}\": ")), "{record}: {error}");
        assert!(error.contains(message), "{record}: {error}");
    }
}
