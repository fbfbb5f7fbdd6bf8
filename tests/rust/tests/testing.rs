//! `hookwire::testing`: samples, and trying hooks with them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hookwire::host::OutcomeAction;
use hookwire::testing::{Expected, Sample, check, check_with, sample, simulate, simulate_with};
use hookwire::tools::{self, Bash};
use hookwire::validate::{Target, validate};
use hookwire::{AnyCall, Context, HandlerEntry, HookEvent, Hooks, PreToolUse, Reply, Stop, block, context};
use serde_json::{Value, json};

const OF_TOOLS: [&str; 5] =
    ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied"];

/// Returns the current names of all tools of the contract.
fn tool_names() -> Vec<String> {
    let table: Value = serde_json::from_str(include_str!("../../../schemas/tools.json")).unwrap();
    let rows = table["rows"].as_array().unwrap().iter().filter(|it| it.get("prefix").is_none());
    rows.map(|it| it["name"].as_str().unwrap().to_owned()).collect()
}

/// Denies one command.
fn guard(call: PreToolUse<Bash>) -> Option<Reply<PreToolUse<Bash>>> {
    (call.tool_input.command == "rm -rf /").then(|| call.block("No."))
}

fn bad() -> Sample {
    sample("PreToolUse").with("command", "rm -rf /")
}

fn good() -> Sample {
    sample("PreToolUse").with("command", "ls")
}

fn problems(event: HookEvent, payload: &Value) -> usize {
    validate(payload, &Target::input(event), &Context::new().with_input(payload.clone())).len()
}

/// Returns the message of the panic of a function.
fn panic_of(function: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(function)).expect_err("it panics");
    let text = payload.downcast_ref::<&str>().map(|it| (*it).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).expect("a text")
}

#[test]
fn every_event_has_a_sample() {
    for event in HookEvent::ALL {
        let made = sample(event.as_str()).build().unwrap();
        assert_eq!(made["hook_event_name"], event.as_str());
        assert_eq!(problems(*event, &made), 0, "{event}");
    }
}

#[test]
fn every_tool_has_a_sample() {
    let mut names = tool_names();
    assert!(names.len() > 30);
    names.extend(tools::ALIASES.iter().map(|(alias, _)| (*alias).to_owned()));
    names.push("mcp__server__tool".to_owned());
    for tool in &names {
        for event in OF_TOOLS {
            let made = sample(event).tool(tool.as_str()).build().unwrap();
            assert_eq!(made["tool_name"], tool.as_str());
            assert_eq!(problems(event.parse().unwrap(), &made), 0, "{event} {tool}");
        }
    }
}

#[test]
fn values_are_fields_or_arguments() {
    let made = sample("PreToolUse").tool("Bash").with("command", "ls").with("cwd", "/a").build().unwrap();
    assert_eq!((&made["tool_input"]["command"], &made["cwd"]), (&json!("ls"), &json!("/a")));
    let made = sample("PreToolUse").tool("mcp__a__b").with("anything", 1).build().unwrap();
    assert_eq!(made["tool_input"]["anything"], 1);
    let made = sample("Stop").with("stop_hook_active", true).build().unwrap();
    assert_eq!(made["stop_hook_active"], true);
}

#[test]
fn a_sample_that_the_host_would_not_write_is_an_error() {
    let cases = [
        (sample("PreToolUs"), r#"there is no event "PreToolUs": did you mean "PreToolUse"?"#),
        (sample("PreToolUse").tool("bash"), r#"there is no tool "bash": did you mean "Bash"?"#),
        (
            sample("PreToolUse").with("comand", "ls"),
            r#"there is no argument of `Bash` "comand": did you mean "command"?"#,
        ),
        (sample("PreToolUse").with("command", 1), "/tool_input/command: `command` has to be a string, not a number."),
        (sample("Stop").tool("Bash"), "`Stop` is not about a tool"),
        (sample("Stop").with("activ", true), r#"there is no field of `Stop` "activ""#),
    ];
    for (made, expected) in cases {
        let message = made.build().unwrap_err().to_string();
        assert!(message.starts_with(expected), "{message}");
        assert_eq!(panic_of(|| drop(simulate(&guard, &made))), message);
    }
}

#[test]
fn handlers_are_tried_in_this_program() {
    let hooks = Hooks::new().on(guard);
    let closure = |call: PreToolUse<Bash>| call.tool_input.command.starts_with("rm").then(|| block("No."));
    let any = |call: AnyCall| (call.payload()["tool_input"]["command"] == "rm -rf /").then(|| block("No."));
    assert!(simulate(&hooks, &bad()).blocked() && !simulate(&hooks, &good()).blocked());
    assert!(simulate(&guard, &bad()).blocked() && !simulate(&guard, &good()).blocked());
    assert!(simulate(&closure, &bad()).blocked() && !simulate(&closure, &good()).blocked());
    assert!(simulate(&any, &bad()).blocked() && !simulate(&any, &good()).blocked());
    // A handler is only called for the event and the tool of its call.
    assert!(!simulate(&guard, &sample("Stop")).blocked());
    assert!(!simulate(&guard, &sample("PreToolUse").tool("Read")).blocked());
    // A payload can also be JSON.
    assert!(simulate(&hooks, &bad().build().unwrap()).blocked());
}

#[cfg(unix)]
#[test]
fn commands_are_started_as_the_host_does_it() {
    let line = "grep -qv 'rm -rf' || exit 2";
    let words = ["sh", "-c", line];
    let entry: HandlerEntry = json!({"type": "command", "command": line}).try_into().unwrap();
    let list: Vec<String> = words.map(str::to_owned).to_vec();
    assert!(simulate(line, &bad()).blocked() && !simulate(line, &good()).blocked());
    assert!(simulate(&words, &bad()).blocked() && !simulate(&words, &good()).blocked());
    assert!(simulate(&list, &bad()).blocked() && !simulate(&list, &good()).blocked());
    assert!(simulate(&entry, &bad()).blocked() && !simulate(&entry, &good()).blocked());
    check(line, [(bad(), "blocked"), (good(), "normal")]);
}

#[test]
fn the_host_can_be_an_older_one() {
    // Context on Stop is newer than 2.1.42.
    let older = Context::new().with_host("2.1.42".parse().unwrap());
    let hook = |_: Stop| context("Go on.");
    assert!(simulate(&hook, &sample("Stop")).blocked());
    assert!(!simulate_with(&hook, &sample("Stop"), &older).blocked());
    check_with(&hook, [(sample("Stop"), Expected::that("it goes on", |it| !it.blocked()))], &older);
}

#[test]
fn what_cannot_be_tried_panics() {
    let message = panic_of(|| drop(simulate(&guard, &json!({}))));
    assert_eq!(message, "the payload is not that of an event: `hook_event_name` is null");
    let message = panic_of(|| drop(simulate(&guard, &json!({"hook_event_name": "Newer"}))));
    assert_eq!(message, "the payload is not that of an event: `hook_event_name` is \"Newer\"");
    let none: [&str; 0] = [];
    assert_eq!(panic_of(|| drop(simulate(&none, &bad()))), "the list of words of the command is empty");
    let http: HandlerEntry = json!({"type": "http", "url": "http://localhost"}).try_into().unwrap();
    assert!(panic_of(|| drop(simulate(&http, &bad()))).contains("needs a transport"));
}

#[test]
fn tables_report_every_row_that_differs() {
    check(&guard, [(bad(), OutcomeAction::Blocked), (good(), OutcomeAction::Normal)]);
    check(&guard, [(bad(), "blocked".into()), (good(), Expected::that("it is not blocked", |it| !it.blocked()))]);
    let message = panic_of(|| check(&guard, [(bad(), "blocked"), (good(), "blocked"), (bad(), "asked")]));
    let start = "2 of 3 rows differ\n\nPreToolUse Bash {\"command\":\"ls\"}\n  expected: blocked\n  found: normal\n";
    assert!(message.starts_with(start), "{message}");
    assert!(message.contains("the hook says nothing"), "{message}");
    let second = "\n\nPreToolUse Bash {\"command\":\"rm -rf /\"}\n  expected: asked\n  found: blocked\n";
    assert!(message.contains(second), "{message}");
    assert!(message.ends_with(": No."), "{message}");
    let message = panic_of(|| check(&guard, [(sample("Stop"), Expected::that("it stops", |it| it.stops()))]));
    assert!(message.contains("\n\nStop {\"stop_hook_active\":false}\n  expected: it stops\n"), "{message}");
}

#[test]
fn tables_with_a_mistake_panic() {
    let none: [(Sample, &str); 0] = [];
    assert_eq!(panic_of(|| check(&guard, none)), "there is no row to check");
    let message = panic_of(|| check(&guard, [(good(), "normal"), (bad(), "bloked")]));
    assert!(message.starts_with("row 2: ") && message.contains("did you mean \"blocked\"?"), "{message}");
    let message = panic_of(|| check(&guard, [(sample("PreToolUs"), "normal")]));
    assert!(message.starts_with("row 1: there is no event"), "{message}");
}
