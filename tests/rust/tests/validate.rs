//! The validator reports exactly the expected problems of every example, and handles hosts, names and types.

use hookwire::problems::{Problem, ProblemCode, ProblemConfidence, ProblemSeverity};
use hookwire::read::{from_value, read_reply};
use hookwire::settings::HooksSettings;
use hookwire::validate::{self, ContractType, Problems, Target, parse};
use hookwire::{Context, HookEvent, HostVersion, ProfileName, StopInput, StopOutput};
use hookwire_user::examples;
use serde_json::{Value, json};

/// Validates for the newest host.
fn validate(payload: &Value, target: &Target) -> Vec<Problem> {
    validate::validate(payload, target, &Context::new())
}

fn refuses(problem: &Problem) -> bool {
    !matches!(problem.severity, ProblemSeverity::Inert | ProblemSeverity::Suspicious | ProblemSeverity::Deprecated)
}

fn refused(payload: &Value, name: &str) -> Vec<Problem> {
    validate(payload, &Target::named(name).unwrap()).into_iter().filter(refuses).collect()
}

#[test]
fn an_invalid_example_has_the_expected_problems() {
    let (mut wrong, mut ran) = (Vec::new(), 0);
    for example in examples::all("invalid") {
        let mut expected: Vec<(String, String)> = example.problems.as_array().unwrap().iter().map(pair).collect();
        expected.sort();
        let mut found: Vec<_> = refused(&example.value, &example.of)
            .iter()
            .map(|it| (it.pointer.clone(), it.code.as_str().to_owned()))
            .collect();
        found.sort();
        if found != expected {
            wrong.push(format!("{}:\n  {found:?}, expected\n  {expected:?}", example.name));
        }
        ran += 1;
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(ran > 0, "there are no examples");
}

fn pair(problem: &Value) -> (String, String) {
    (problem["pointer"].as_str().unwrap().to_owned(), problem["code"].as_str().unwrap().to_owned())
}

#[test]
fn a_valid_example_is_not_refused() {
    let mut ran = 0;
    for example in examples::all("valid") {
        assert_eq!(refused(&example.value, &example.of), [], "{}", example.name);
        ran += 1;
    }
    assert!(ran > 0, "there are no examples");
}

/// Returns the problems as text: pointer, code, severity, and message. A question mark is for an unconfirmed one.
fn reported(payload: &Value, target: &Target) -> Vec<String> {
    reported_to(payload, target, &Context::new())
}

fn reported_to(payload: &Value, target: &Target, context: &Context) -> Vec<String> {
    let line = |it: &Problem| {
        let unsure = if it.confidence == ProblemConfidence::Confirmed { "" } else { "?" };
        format!("{} {} {}{unsure}: {}", it.pointer, it.code, it.severity, it.message)
    };
    validate::validate(payload, target, context).iter().map(line).collect()
}

fn version(text: &str) -> HostVersion {
    text.parse().unwrap()
}

fn host(text: &str) -> Context {
    Context::new().with_host(version(text))
}

#[test]
fn a_problem_of_a_reply_has_advice() {
    let specific = json!({"hookEventName": "PreToolUse", "permisionDecision": "deny", "a`b\n": 1});
    assert_eq!(
        reported(&json!({"hookSpecificOutput": specific, "continue": 0}), &Target::output(HookEvent::PreToolUse)),
        [
            "/continue wrong-type rejected: `continue` has to be a boolean, not a number.",
            r#"/hookSpecificOutput/a`b
 unknown-field ignored: There is no field "a\u{60}b\u{a}" here. The fields are `hookEventName`, `permissionDecision`, `permissionDecisionReason`, `updatedInput` and `additionalContext`."#,
            r#"/hookSpecificOutput/permisionDecision unknown-field ignored: There is no field "permisionDecision" here. Did you mean `permissionDecision`?"#,
        ]
    );
}

#[test]
fn another_value_of_the_key_that_tells_forms_apart_is_the_other_form() {
    assert_eq!(
        reported(&json!({"async": false, "asyncTimeout": 5, "reason": 5}), &Target::output(HookEvent::SessionEnd)),
        [
            "/reason wrong-type rejected: `reason` has to be a string, not a number.",
            "/async wrong-value ignored: `async` has to be `true`, not false.",
        ]
    );
}

#[test]
fn every_problem_of_an_input_is_a_mismatch() {
    let payload = json!({
        "hook_event_name": "PreCompact", "session_id": "1", "transcript_path": "/t", "cwd": null,
        "trigger": "autoo", "custom_instructions": 4, "new": {},
    });
    assert_eq!(
        reported_to(&payload, &Target::input(HookEvent::PreCompact), &host("0.1")),
        [
            "/custom_instructions wrong-type mismatch: `custom_instructions` has to be a string or null, not a number.",
            "/cwd wrong-type mismatch: `cwd` has to be a string, not null.",
            r#"/trigger wrong-value mismatch: `trigger` has to be `manual` or `auto`, not "autoo". Did you mean `auto`?"#,
        ]
    );
}

#[test]
fn an_older_host_gets_one_problem_for_an_unknown_value() {
    let specific = json!({"hookEventName": "Stop", "additionalContext": "more"});
    let reply = json!({"hookSpecificOutput": specific});
    let stop = |version: &str| reported_to(&reply, &Target::output(HookEvent::Stop), &host(version));
    let unknown = "hookSpecificOutput` requires Claude Code 2.1.163 or newer.";
    assert_eq!(stop("2.1.162"), [format!("/hookSpecificOutput unsupported-by-host ignored: `{unknown}")]);
    assert_eq!(stop("2.1.163"), [] as [&str; 0]);
    assert_eq!(stop("2.2"), [] as [&str; 0]);
    let old = stop("1.0.37");
    assert_eq!(old.len(), 1, "{old:?}");
    assert!(
        old[0].starts_with(" unsupported-by-host ignored: The event `Stop` requires Claude Code 1.0.38 "),
        "{old:?}"
    );
}

#[test]
fn a_host_between_two_versions_may_know_it() {
    let specific = json!({"hookEventName": "SessionStart", "initialUserMessage": "Go on."});
    let reported = |version: &str| {
        let target = Target::output(HookEvent::SessionStart);
        reported_to(&json!({"hookSpecificOutput": specific}), &target, &host(version))
    };
    let (at, came) =
        ("/hookSpecificOutput/initialUserMessage unsupported-by-host", "`initialUserMessage` requires Claude Code");
    let unknown = format!("{came} 2.1.81 or newer.");
    assert_eq!(reported("2.1.79"), [format!("{at} ignored: {unknown}")]);
    let unsure = "The exact version is not known.";
    assert_eq!(reported("2.1.80"), [format!("{at} inert?: {unknown} {unsure}")]);
    assert_eq!(reported("2.1.81"), [] as [&str; 0]);
}

#[test]
fn a_value_that_is_gone_is_one_for_an_older_host() {
    let mode = json!({"type": "setMode", "mode": "delegate", "destination": "session"});
    let update = Target::named("PermissionUpdate").unwrap();
    assert_eq!(validate(&mode, &update)[0].code, ProblemCode::WrongValue);
    assert_eq!(validate::validate(&mode, &update, &host("2.1.46")), []);
    assert_eq!(validate::validate(&mode, &update, &host("2.1.47")).len(), 1);
}

#[test]
fn a_version_is_numbers_with_dots() {
    for right in ["2.1.42", "2", "2.1.42.7", "0.0.0", "999999999999999", "000000000000002"] {
        assert_eq!(version(right).to_string(), right.trim_start_matches("00000000000000"));
    }
    let long = ["1000000000000000", "2.1.0000000000000001"];
    for wrong in ["", ".", "2.", ".2", "2..1", "v2.1", "2.1-rc", "+2", "-1", " 2", "2 ", "٢"].into_iter().chain(long) {
        let error = wrong.parse::<HostVersion>().expect_err(wrong).to_string();
        assert!(error.starts_with(&format!("`{wrong}` is not a version: ")), "{error}");
    }
    assert!(version("2.1.9") < version("2.1.10") && version("2.1") < version("2.1.0"));
}

#[test]
fn a_profile_changes_some_types_and_keeps_its_uncertainty() {
    let wave: ProfileName = "wave-design-2025-11".parse().unwrap();
    assert_eq!("wave".parse::<ProfileName>().unwrap_err().to_string(), "there is no profile \"wave\"");
    let wave = Context::new().with_profile(wave);
    let reply = json!({"hookSpecificOutput": {"hookEventName": "Stop", "decision": "block", "reason": "Go."}});
    let stop = Target::output(HookEvent::Stop);
    assert_eq!((validate(&reply, &stop).len(), validate::validate(&reply, &stop, &wave).len()), (2, 0));
    let reported = validate::validate(&json!({"continue": false}), &stop, &wave);
    let kinds: Vec<_> = reported.iter().map(|it| (it.code, it.confidence)).collect();
    assert_eq!(kinds, [(ProblemCode::RequiredHere, ProblemConfidence::Unconfirmed)]);
    assert_eq!(read_reply(br#"{"continue": false}"#, HookEvent::Stop, &wave).problems, reported);
    assert_eq!(read_reply(b"Done.", HookEvent::Stop, &wave).problems[0].confidence, ProblemConfidence::Unconfirmed);
}

#[test]
fn a_target_is_a_type_of_the_contract() {
    assert_eq!(Target::named("StopOutput").unwrap().name(), Target::output(HookEvent::Stop).name());
    assert_eq!(Target::input(HookEvent::Stop).name(), StopInput::NAME);
    let message = |wrong| Target::named(wrong).unwrap_err().to_string();
    assert_eq!(message("HookSettings"), "there is no type \"HookSettings\": did you mean \"HooksSettings\"?");
    for wrong in ["stopOutput", "StopOutput "] {
        assert_eq!(message(wrong), format!("there is no type {wrong:?}: did you mean \"StopOutput\"?"));
    }
    for wrong in ["", "Value"] {
        assert_eq!(message(wrong), format!("there is no type {wrong:?}"));
    }
}

#[test]
fn parsing_gives_the_type_or_all_that_refuses_it() {
    let block = json!({"decision": "block", "reason": "Run the tests.", "suppressOutput": true});
    assert!(validate(&block, &Target::output(HookEvent::Stop)).iter().all(|it| it.severity == ProblemSeverity::Inert));
    assert_eq!(serde_json::to_value(parse::<StopOutput>(&block).unwrap()).unwrap(), block);
    let problems = parse::<StopOutput>(&json!({"decision": "block", "reason": 1, "suppressOutput": true, "resaon": 1}));
    let codes: Vec<_> = problems.unwrap_err().iter().map(|it| (it.pointer.clone(), it.code)).collect();
    let expected = [("/reason", ProblemCode::WrongType), ("/resaon", ProblemCode::UnknownField)];
    assert_eq!(codes, expected.map(|(pointer, code)| (pointer.to_owned(), code)));
}

#[test]
fn what_parsing_refuses_is_an_error_with_a_line_for_each() {
    let parsed = |payload: Value| parse::<StopOutput>(&payload);
    let error: Box<dyn std::error::Error + Send + Sync> = parsed(json!({"reason": 1, "stop": 1})).unwrap_err().into();
    let lines: Vec<String> = error.to_string().lines().map(str::to_owned).collect();
    assert_eq!(lines[0], "/reason: `reason` has to be a string, not a number.");
    assert!(lines.len() == 2 && lines[1].starts_with("/stop: There is no field"), "{lines:?}");
    assert_eq!(parsed(json!([])).unwrap_err().to_string(), "(root): The payload has to be an object, not an array.");
    let problems: Problems = parsed(json!({"reason": 1})).unwrap_err();
    assert_eq!((problems.len(), problems[0].code), (1, ProblemCode::WrongType));
    assert_eq!((&problems).into_iter().collect::<Vec<_>>(), problems.clone().into_vec().iter().collect::<Vec<_>>());
    assert_eq!(problems.clone().into_iter().collect::<Vec<_>>(), *problems);
}

#[test]
fn a_word_that_shares_next_to_nothing_with_a_value_is_not_near_it() {
    let reported = |behavior: &str| {
        let rules = json!({"type": "addRules", "rules": [], "behavior": behavior, "destination": "session"});
        reported(&rules, &Target::named("PermissionUpdate").unwrap()).concat()
    };
    assert!(reported("dney").ends_with("Did you mean `deny`?"), "{}", reported("dney"));
    assert!(reported("any").ends_with("not \"any\"."), "{}", reported("any"));
}

#[test]
fn more_than_128_levels_are_not_judged() {
    let nested = |levels| (0..levels).fold(json!(1), |inner, _| json!([inner]));
    let input = |levels: usize| {
        json!({
            "hook_event_name": "PreToolUse", "session_id": "1", "transcript_path": "/t", "cwd": "/",
            "tool_name": "Newer", "tool_use_id": "1", "tool_input": nested(levels - 1),
        })
    };
    assert_eq!(validate(&input(128), &Target::input(HookEvent::PreToolUse)), []);
    let deep = [
        " too-deep mismatch?: The payload has more than 128 levels of arrays and objects, and is not validated. That is a \
                 limit of this package, not of the host.",
    ];
    assert_eq!(reported(&input(129), &Target::input(HookEvent::PreToolUse)), deep);
    let deep = validate(&json!({"reason": nested(128), "x": 1}), &Target::output(HookEvent::Stop));
    assert_eq!(
        deep.iter().map(|it| (it.code, it.severity)).collect::<Vec<_>>(),
        [(ProblemCode::TooDeep, ProblemSeverity::Rejected)]
    );
}

#[test]
fn settings_without_effect_are_reported_by_event() {
    let handler = json!({"type": "command", "command": "x", "if": "Bash(git *)", "onFailure": "block"});
    let group = json!({"matcher": "Bash", "hooks": [handler]});
    let settings = json!({"hooks": {"PreToolUse": [group], "Stop": [group]}});
    let found = validate(&settings, &Target::named("HooksSettings").unwrap());
    let reported: Vec<_> = found.iter().map(|it| (&*it.pointer, it.code, it.severity)).collect();
    let in_vain = |pointer| (pointer, ProblemCode::WithoutEffect, ProblemSeverity::Inert);
    let expected = ["/hooks/Stop/0/hooks/0/if", "/hooks/Stop/0/hooks/0/onFailure", "/hooks/Stop/0/matcher"];
    assert_eq!(reported, expected.map(in_vain));
    assert_eq!(validate(&group, &Target::named("HookMatcherGroup").unwrap()), []);
}

#[test]
fn the_type_of_a_settings_file_checks_bounds_and_keeps_what_is_of_others() {
    let settings = json!({"model": "sonnet", "hooks": {"Stop": [{"hooks": [
        {"type": "command", "command": "x", "timeout": 0.5}
    ]}]}});
    let read: HooksSettings = from_value(settings.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), settings);
    let mut wrong = settings;
    wrong["hooks"]["Stop"][0]["hooks"][0]["timeout"] = json!(0);
    let mismatch = from_value::<HooksSettings>(wrong).unwrap_err();
    assert_eq!(mismatch.pointer(), "/hooks/Stop/0/hooks/0/timeout");
    assert!(mismatch.to_string().contains("a number that is greater than 0, found 0"), "{mismatch}");
}

#[test]
fn something_deprecated_is_reported_unless_the_host_is_older_than_its_deprecation() {
    let reply = json!({"decision": "block", "reason": "Not now."});
    let of = |context: &Context| validate::validate(&reply, &Target::output(HookEvent::PreToolUse), context);
    let deprecated =
        |context: &Context| of(context).iter().filter(|it| it.severity == ProblemSeverity::Deprecated).count();
    assert_eq!(deprecated(&Context::new()), 2);
    assert_eq!(deprecated(&host(hookwire::HOST_VERSION)), 2);
}
