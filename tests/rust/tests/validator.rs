//! Results of validators as replies: the examples of this dialect's document, and what the types add. The replies of
//! every event are in `tests/conform/validators.jsonl`.

use std::fs;

use hookwire::{
    Event, ProblemCode, Profile, Target, ValidationResult, ValidationSeverity, ValidatorReply, Violation, from_value,
    validate, validator_reply, validator_reply_with_reason,
};
use serde_json::{Value, json};

fn example(path: &str) -> Value {
    let path = format!("../../schemas/examples/{path}.json");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap()
}

/// Returns an example of a reply, with its result added.
fn expected(reply: &str, result: &str) -> Value {
    let (mut reply, result) = (example(reply), example(&format!("ValidationResult/valid/{result}")));
    reply.as_object_mut().unwrap().extend(result.as_object().unwrap().clone());
    reply
}

fn reply(result: &str, severity: ValidationSeverity, event: Event, reason: &str) -> Value {
    let result: ValidationResult = from_value(example(&format!("ValidationResult/valid/{result}"))).unwrap();
    let said = validator_reply_with_reason(&result, severity, event, reason);
    assert_eq!((said.exit_code, &*said.stderr), (0, ""));
    said.reply
}

#[test]
fn the_errors_of_the_document_are_kept_verbatim() {
    let of = |event: Event, reply_of: &str, result: &str| {
        let expected = expected(reply_of, result);
        let texts = [expected.get("reason"), expected.pointer("/hookSpecificOutput/permissionDecisionReason")];
        let reason = texts.into_iter().flatten().find_map(Value::as_str).unwrap();
        (reply(result, ValidationSeverity::Error, event, reason), expected.clone())
    };
    let all = [
        of(Event::PreToolUse, "PreToolUseOutput/valid/seed-001-deny", "seed-001-deny"),
        of(Event::PostToolUse, "PostToolUseOutput/valid/seed-001-block", "seed-001-block"),
        of(Event::PostToolUse, "PostToolUseOutput/valid/seed-001-complete", "seed-001-complete"),
        of(Event::PostToolUse, "HookOutput/valid/seed-001-error-severity", "seed-001-error-severity"),
        of(Event::Stop, "StopOutput/valid/seed-001-block", "seed-001-tests"),
        of(Event::SubagentStop, "SubagentStopOutput/valid/seed-001-block", "seed-001-tests"),
    ];
    for (said, expected) in all {
        assert_eq!(said, expected);
    }
}

#[test]
fn a_warning_of_the_document_is_shown_instead_of_lost() {
    let old = expected("HookOutput/valid/seed-001-warning-severity", "seed-001-warning-severity");
    let reason = old["reason"].as_str().unwrap();
    let said = reply("seed-001-warning-severity", ValidationSeverity::Warning, Event::PostToolUse, reason);
    assert_eq!((said.get("reason"), &said["systemMessage"]), (None, &old["reason"]));
    assert_eq!((&said["passed"], &said["violations"]), (&old["passed"], &old["violations"]));
}

#[test]
fn info_of_the_document_is_the_result_alone() {
    let said = reply("seed-001-info-severity", ValidationSeverity::Info, Event::PostToolUse, "");
    assert_eq!(said, expected("HookOutput/valid/seed-001-info-severity", "seed-001-info-severity"));
    let passed = ["seed-001-allow-updated-input", "seed-001-add-context", "seed-001-session-context"];
    for (result, event) in
        passed.into_iter().zip([Event::PermissionRequest, Event::UserPromptSubmit, Event::SessionStart])
    {
        let said = reply(result, ValidationSeverity::Error, event, "Not told.");
        assert_eq!(said, example(&format!("ValidationResult/valid/{result}")), "{event}");
    }
}

#[test]
fn every_event_has_an_answer_that_it_takes_without_a_problem() {
    let result = ValidationResult::new(false, [Violation::new("r", "f", 1, "s", "do")], "1 violation");
    let mut seen = 0;
    for event in Event::ALL {
        for severity in ValidationSeverity::ALL {
            let ValidatorReply { mut reply, exit_code, stderr, note, .. } = validator_reply(&result, *severity, *event);
            let strange = validate(&reply, &Target::output(*event));
            let strange = strange.iter().filter(|it| it.code == ProblemCode::UnknownField).count();
            let dialect = Target::output(*event).for_profile(Profile::Validator);
            assert_eq!(validate(&reply, &dialect), [], "{event}, {severity}, in the dialect");
            reply.as_object_mut().unwrap().retain(|key, _| !["passed", "violations", "summary"].contains(&&**key));
            assert_eq!(validate(&reply, &Target::output(*event)), [], "{event}, {severity}");
            assert_eq!(strange, 3, "the keys of the result belong to no reply: {event}, {severity}");
            assert_eq!(exit_code != 0, !stderr.is_empty(), "{event}, {severity}");
            let is_silent = reply == json!({}) && exit_code == 0;
            assert!(note.is_some() || !is_silent, "{event}, {severity}: neither a reply nor why not");
            seen += 1;
        }
    }
    assert_eq!(seen, 99);
}

#[test]
fn a_line_below_zero_is_none() {
    let result = ValidationResult::new(false, [Violation::new("r", "f", -1, "", "")], "s");
    assert_eq!(validator_reply(&result, ValidationSeverity::Error, Event::Stop).reply["reason"], "s\nf: r");
}
