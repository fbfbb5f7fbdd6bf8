//! Tests of `matches`: whether a matcher lets its hook run. `conform` compares the packages on many matchers.

use hookwire::settings::{self, Match, matcher_value};
use hookwire::{Context, HookEvent, HostVersion};
use serde_json::json;

/// Decides with the rules of the newest host.
fn matches(event: HookEvent, matcher: Option<&str>, value: Option<&str>) -> Match {
    settings::matches(event, matcher, value, &Context::new())
}

#[test]
fn an_input_and_a_matcher_meet_in_two_calls() {
    let input = json!({"hook_event_name": "PreToolUse", "tool_name": "mcp__memory__search", "tool_input": {}});
    let value = matcher_value(&input);
    assert_eq!(value, Some("mcp__memory__search"));
    let matchers = [Some("mcp__memory"), Some("mcp__memory__.*"), Some("(?=m)"), None];
    let said = matchers.map(|matcher| matches(HookEvent::PreToolUse, matcher, value));
    assert_eq!(said, [Match::No, Match::Yes, Match::Undecidable, Match::Yes]);
    assert_eq!(said.map(|it| it.to_string()), ["no-match", "match", "undecidable", "match"]);
}

#[test]
fn an_older_host_reads_a_hyphen_as_a_part_of_a_regular_expression() {
    let asked = (Some("brave-search"), Some("mcp__brave-search__web"));
    let said = ["2.1.194", "2.1.195"].map(|host| {
        let host: HostVersion = host.parse().expect("a version");
        settings::matches(HookEvent::PreToolUse, asked.0, asked.1, &Context::new().with_host(host))
    });
    assert_eq!(said, [Match::Yes, Match::No]);
    assert_eq!(matches(HookEvent::PreToolUse, asked.0, asked.1), Match::No);
}

#[test]
fn an_event_that_reads_no_matcher_runs_its_hooks() {
    let ignoring = HookEvent::ALL.iter().filter(|event| matches(**event, Some("nothing"), Some("x")) == Match::Yes);
    assert_eq!(ignoring.count(), 10);
}

#[test]
fn what_is_no_input_has_no_value() {
    let none = [json!(null), json!([]), json!("PreToolUse"), json!({}), json!({"hook_event_name": ["PreToolUse"]})];
    assert_eq!(none.each_ref().map(matcher_value), [None; 5]);
}

#[test]
fn nothing_takes_long() {
    let (deep, many) = ("(".repeat(10_000), vec!["a*"; 1000].join("|"));
    let asked = [
        ("(x+x+)+y", "x".repeat(40_000)),
        ("^(a|a)*$", "a".repeat(30_000) + "b"),
        (&*deep, "a".to_owned()),
        ("(?:(?:(?:a{1000}){1000}){1000}){1000}", "a".to_owned()),
        (&*many, "b".repeat(64)),
    ];
    let said = asked.map(|(matcher, value)| matches(HookEvent::PreToolUse, Some(matcher), Some(&value)));
    assert_eq!(said, [Match::No, Match::No, Match::Undecidable, Match::Undecidable, Match::Yes]);
}
