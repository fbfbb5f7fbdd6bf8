//! The outcomes of hooks: the functions of the host that programs call.

use hookwire::host::{
    HandlerFailure, OutcomeAction, backgrounded, exited, http, interpret, mcp, merge, message_blocks, model, not_started, signalled,
    timed_out,
};
use hookwire::{Context, HandlerEntry, ProfileName};
use serde_json::{Value, json};

const DENY: &str = r#"{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}"#;

fn context(entry: Value) -> Context {
    Context::new().with_handler(HandlerEntry::try_from(entry).expect("an entry"))
}

#[test]
fn the_explanation_says_what_happens_why_and_what_to_do() {
    let outcome = interpret("PreToolUse", &exited(1, "", "no"), &Context::new());
    let expected = "The permission rules decide: exit code 1 does not block. Stderr reaches the user as an error notice. \
                    To block, exit with 2, or with 0 and print `{\"hookSpecificOutput\": {\"hookEventName\": \
                    \"PreToolUse\", \"permissionDecision\": \"deny\", \"permissionDecisionReason\": \"...\"}}`.";
    assert_eq!(outcome.explanation, expected);
    assert!(!outcome.blocked() && !outcome.asked() && !outcome.stops());
}

#[test]
fn every_kind_of_result_has_an_outcome() {
    let (blocked, normal) = (OutcomeAction::Blocked, OutcomeAction::Normal);
    for (result, entry, action, failure) in [
        (exited(0, DENY, ""), json!({"type": "command"}), blocked, None),
        (signalled(DENY, ""), json!({"type": "command"}), blocked, Some(HandlerFailure::ExitCode)),
        (http(200, DENY), json!({"type": "http"}), blocked, None),
        (http(500, DENY), json!({"type": "http"}), normal, Some(HandlerFailure::Status)),
        (mcp(DENY, false), json!({"type": "mcp_tool"}), blocked, None),
        (mcp(DENY, true), json!({"type": "mcp_tool"}), normal, Some(HandlerFailure::ToolError)),
        (model(r#"{"ok": false}"#), json!({"type": "prompt"}), blocked, None),
        (model("?"), json!({"type": "prompt"}), normal, Some(HandlerFailure::NotJson)),
        (timed_out(), json!({"type": "command"}), normal, Some(HandlerFailure::TimedOut)),
        (not_started(), json!({"type": "command"}), normal, Some(HandlerFailure::NotStarted)),
        (exited(1, "", ""), json!({"type": "command", "onFailure": "block"}), blocked, Some(HandlerFailure::ExitCode)),
    ] {
        let outcome = interpret("PreToolUse", &result, &context(entry));
        assert_eq!((outcome.action, outcome.failure), (action, failure), "{result:?}");
    }
}

#[test]
fn the_host_drops_an_empty_input_of_a_permission_request() {
    let decision = json!({"behavior": "allow", "updatedInput": {}});
    let reply = json!({"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": decision}}).to_string();
    for context in [Context::new().with_tool("Bash"), Context::new()] {
        let outcome = interpret("PermissionRequest", &exited(0, reply.as_str(), ""), &context);
        assert_eq!((outcome.action, outcome.new_input), (OutcomeAction::Allowed, None));
    }
}

#[test]
fn an_event_that_is_newer_than_the_crate_is_unknown() {
    assert_eq!(interpret("NewEvent", &exited(2, "", ""), &Context::new()).action, OutcomeAction::Unknown);
}

#[test]
fn merging_takes_the_strongest_decision_and_the_reason_of_the_last_hook() {
    let every = ["one", "two"].map(|reason| interpret("PreToolUse", &exited(2, "", reason), &Context::new()));
    let said = [None, Some(&[1, 0][..])].map(|order| {
        let merged = merge(&every, order).expect("outcomes of one event");
        merged.texts.into_iter().map(|it| it.text).collect::<Vec<_>>()
    });
    assert_eq!(said, [["two"], ["one"]]);
}

#[test]
fn outcomes_that_do_not_belong_together_are_refused() {
    let [one, other] = ["Stop", "Setup"].map(|event| interpret(event, &exited(0, "", ""), &Context::new()));
    assert!(merge(&[], None).is_err());
    assert!(merge(&[one.clone(), other], None).is_err());
    assert!(merge(&[one], Some(&[1])).is_err());
}

#[test]
fn a_profile_decides_before_the_exit_code_where_its_host_does() {
    let wave = Context::new().with_profile(ProfileName::WaveDesign202511);
    let allow = DENY.replace("deny", "allow");
    for (printed, context, action) in [
        (allow.as_str(), &wave, OutcomeAction::Allowed),
        (&allow, &Context::new(), OutcomeAction::Blocked),
        ("{", &wave, OutcomeAction::Blocked),
        (&allow.replace("PreToolUse", "Stop"), &wave, OutcomeAction::Blocked),
    ] {
        assert_eq!(interpret("PreToolUse", &exited(2, printed, ""), context).action, action, "{printed}");
    }
    assert_eq!(interpret("SessionStart", &exited(0, "", ""), &wave).action, OutcomeAction::Unknown);
}

#[test]
fn texts_become_blocks_for_those_who_get_them() {
    let warn = json!({"type": "warn", "content": "Low on disk."});
    let instruction = json!({
        "type": "hook",
        "hookEvent": "Stop",
        "content": "Run the tests.",
        "metadata": {"purpose": "instruction", "from": "/reason"},
    });
    for (event, printed, blocks) in [
        ("Stop", r#"{"systemMessage": "Low on disk."}"#, json!([warn])),
        ("Stop", "plain text", json!([])),
        (
            "Stop",
            r#"{"decision": "block", "reason": "Run the tests.", "systemMessage": "Low on disk."}"#,
            json!([instruction, warn]),
        ),
        (
            "UserPromptSubmit",
            r#"{"decision": "block", "reason": "No secrets."}"#,
            json!([{"type": "warn", "content": "No secrets."}]),
        ),
    ] {
        let outcome = interpret(event, &exited(0, printed, ""), &Context::new());
        assert_eq!(json!(message_blocks(&outcome)), blocks, "{event}");
    }
}

#[test]
fn a_failure_in_the_background_blocks_nothing() {
    for key in ["async", "asyncRewake"] {
        for (result, failure) in [(not_started(), HandlerFailure::NotStarted), (timed_out(), HandlerFailure::TimedOut)] {
            let entry = json!({"type": "command", "command": "my-check", key: true, "onFailure": "block"});
            let outcome = interpret("PreToolUse", &result, &context(entry));
            assert_eq!((outcome.action, outcome.failure), (OutcomeAction::Normal, Some(failure)), "{key}");
        }
    }
}

#[test]
fn what_a_hook_in_the_background_loses_is_a_problem() {
    let waits = || json!({"type": "command", "command": "my-check", "async": true});
    let wakes = || json!({"type": "command", "command": "my-check", "asyncRewake": true});
    let message = r#"{"systemMessage": "m"}"#;
    let lost: &[&str] = &["without-effect"];
    for (entry, result, codes, texts) in [
        (waits(), exited(0, DENY, ""), lost, vec![]),
        (waits(), exited(2, "", "No."), lost, vec![]),
        (waits(), exited(0, message, ""), &[], vec!["m"]),
        (waits(), exited(0, message.replace(':', "\n:"), ""), &[], vec!["m"]),
        (waits(), exited(0, format!("{{}}\n{message}"), ""), lost, vec![]),
        (waits(), backgrounded("{\"systemMessage\": \"a\nb\"}"), &["not-json"], vec![]),
        (wakes(), exited(2, "", "a\nb"), &[], vec!["a\nb"]),
        (wakes(), exited(2, DENY, ""), lost, vec![DENY]),
        (wakes(), exited(0, message, ""), lost, vec![]),
    ] {
        let outcome = interpret("PreToolUse", &result, &context(entry));
        assert_eq!(outcome.action, OutcomeAction::Normal);
        assert_eq!(outcome.problems.iter().map(|it| it.code.as_str()).collect::<Vec<_>>(), codes);
        assert_eq!(outcome.texts.iter().map(|it| &*it.text).collect::<Vec<_>>(), texts);
    }
}
