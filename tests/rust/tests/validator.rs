//! Results of validators as replies: the examples of this dialect's document, and what the types add. The replies of
//! every event are in `tests/conform/validators.jsonl`.

use hookwire::problems::ProblemCode;
use hookwire::read::{FromJson, from_value};
use hookwire::validate::{
    Target, ValidationResult, ValidationSeverity, ValidatorReply, Violation, validate, validator_reply,
};
use hookwire::{Context, HookEvent, ProfileName, profiles};
use hookwire_user::examples::value as example;
use serde::Serialize;
use serde_json::{Value, json};

/// Returns an example of a reply, with its result added.
fn expected(reply: &str, result: &str) -> Value {
    let (mut reply, result) = (example(reply), example(&format!("ValidationResult/valid/{result}")));
    reply.as_object_mut().unwrap().extend(result.as_object().unwrap().clone());
    reply
}

/// Returns a result with one violation.
fn result(passed: bool, line: i64, snippet: &str, suggestion: &str) -> ValidationResult {
    let violation = Violation::builder().rule("r").file("f").line(line).snippet(snippet).suggestion(suggestion);
    ValidationResult::new(passed, [violation.build().unwrap()], "1 violation")
}

fn reply(result: &str, severity: ValidationSeverity, event: HookEvent, reason: &str) -> Value {
    let result: ValidationResult = from_value(example(&format!("ValidationResult/valid/{result}"))).unwrap();
    let said = validator_reply(&result, severity, event, Some(reason));
    assert_eq!((said.exit_code, &*said.stderr), (0, ""));
    said.reply
}

#[test]
fn the_errors_of_the_document_are_kept_verbatim() {
    let of = |event: HookEvent, reply_of: &str, result: &str| {
        let expected = expected(reply_of, result);
        let texts = [expected.get("reason"), expected.pointer("/hookSpecificOutput/permissionDecisionReason")];
        let reason = texts.into_iter().flatten().find_map(Value::as_str).unwrap();
        (reply(result, ValidationSeverity::Error, event, reason), expected.clone())
    };
    let all = [
        of(HookEvent::PreToolUse, "PreToolUseOutput/valid/deny", "deny"),
        of(HookEvent::PostToolUse, "PostToolUseOutput/valid/block", "block"),
        of(HookEvent::PostToolUse, "PostToolUseOutput/valid/complete", "complete"),
        of(HookEvent::PostToolUse, "HookOutput/valid/error-severity", "error-severity"),
        of(HookEvent::Stop, "StopOutput/valid/block-on-failing-tests", "tests"),
        of(HookEvent::SubagentStop, "SubagentStopOutput/valid/block-on-failing-tests", "tests"),
    ];
    for (said, expected) in all {
        assert_eq!(said, expected);
    }
}

#[test]
fn a_warning_of_the_document_is_shown_instead_of_lost() {
    let old = expected("HookOutput/valid/warning-severity", "warning-severity");
    let reason = old["reason"].as_str().unwrap();
    let said = reply("warning-severity", ValidationSeverity::Warning, HookEvent::PostToolUse, reason);
    assert_eq!((said.get("reason"), &said["systemMessage"]), (None, &old["reason"]));
    assert_eq!((&said["passed"], &said["violations"]), (&old["passed"], &old["violations"]));
}

#[test]
fn info_of_the_document_is_the_result_alone() {
    let said = reply("info-severity", ValidationSeverity::Info, HookEvent::PostToolUse, "");
    assert_eq!(said, expected("HookOutput/valid/info-severity", "info-severity"));
    let passed = ["allow-updated-input", "add-context", "session-context"];
    for (result, event) in
        passed.into_iter().zip([HookEvent::PermissionRequest, HookEvent::UserPromptSubmit, HookEvent::SessionStart])
    {
        let said = reply(result, ValidationSeverity::Error, event, "Not told.");
        assert_eq!(said, example(&format!("ValidationResult/valid/{result}")), "{event}");
    }
}

#[test]
fn every_event_has_an_answer_that_it_takes_without_a_problem() {
    let result = result(false, 1, "s", "do");
    let mut seen = 0;
    for event in HookEvent::ALL {
        for severity in ValidationSeverity::ALL {
            let made = validator_reply(&result, *severity, *event, None);
            assert_eq!(json!(made.output().unwrap()), made.reply, "{event}, {severity}");
            let ValidatorReply { mut reply, exit_code, stderr, note, .. } = made;
            let strange = validate(&reply, &Target::output(*event), &Context::new());
            let strange = strange.iter().filter(|it| it.code == ProblemCode::UnknownField).count();
            let dialect = Context::new().with_profile(ProfileName::Validator);
            assert_eq!(validate(&reply, &Target::output(*event), &dialect), [], "{event}, {severity}, in the dialect");
            reply.as_object_mut().unwrap().retain(|key, _| !["passed", "violations", "summary"].contains(&&**key));
            assert_eq!(validate(&reply, &Target::output(*event), &Context::new()), [], "{event}, {severity}");
            assert_eq!(strange, 3, "the keys of the result belong to no reply: {event}, {severity}");
            assert_eq!(exit_code != 0, !stderr.is_empty(), "{event}, {severity}");
            let is_silent = reply == json!({}) && exit_code == 0;
            assert!(note.is_some() || !is_silent, "{event}, {severity}: neither a reply nor why not");
            seen += 1;
        }
    }
    assert_eq!(seen, HookEvent::ALL.len() * ValidationSeverity::ALL.len());
}

/// Returns the value as the type writes it again.
type Reads = fn(Value) -> Value;

fn reads<T: FromJson + Serialize>(value: Value) -> Value {
    let read: T = from_value(value.clone()).unwrap_or_else(|mismatch| panic!("{mismatch}: {value}"));
    serde_json::to_value(read).unwrap()
}

include!(concat!(env!("OUT_DIR"), "/outputs.rs"));

#[test]
fn the_types_of_the_profile_read_every_reply() {
    let mut ran = 0;
    for event in HookEvent::ALL {
        let name = format!("{event}Output");
        let (_, typed) = TYPES.iter().find(|(known, _)| *known == name).expect("the event has an output");
        for passed in [false, true] {
            for severity in ValidationSeverity::ALL {
                let result = result(passed, 1, "s", "do");
                let reply = validator_reply(&result, *severity, *event, None).reply;
                assert_eq!((&reply["passed"], &reply["summary"]), (&json!(passed), &json!("1 violation")));
                assert_eq!(typed(reply.clone()), reply, "{event}, {severity}");
                assert_eq!(reads::<profiles::validator::HookOutput>(reply.clone()), reply, "{event}, {severity}");
                ran += 1;
            }
        }
    }
    assert_eq!(ran, 2 * HookEvent::ALL.len() * ValidationSeverity::ALL.len());
    assert_eq!(TYPES.len(), HookEvent::ALL.len());
    assert!(from_value::<hookwire::StopOutput>(json!({"passed": true, "violations": [], "summary": ""})).is_err());
}

#[test]
fn a_line_below_zero_is_none() {
    let mut result = result(false, 1, "", "");
    result.violations[0].line = -1;
    assert_eq!(
        validator_reply(&result, ValidationSeverity::Error, HookEvent::Stop, None).reply["reason"],
        "1 violation\nf: r"
    );
}
