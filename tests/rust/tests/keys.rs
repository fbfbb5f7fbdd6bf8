//! Handlers by tool: a key is read as the host reads a matcher, and one that can never match is refused.

use hookwire::tools::{AnyTool, Bash, Tool};
use hookwire::{Decision, Guard, Hooks, PreToolUse, Stop, block, context, message};
use serde_json::{Value, json};

fn call(tool: &str) -> String {
    json!({"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": {}}).to_string()
}

/// Returns the reason of a denial; empty if there is none.
fn reason(decision: &Decision) -> String {
    let reply: Value = serde_json::from_str(&decision.stdout).unwrap_or_default();
    reply["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap_or_default().to_owned()
}

fn of(key: &str) -> Hooks<'static> {
    let shown = key.to_owned();
    Hooks::new().name("hook").on_tool("PreToolUse", key, move |_| block(format!("by {shown:?}")))
}

/// Returns what is wrong with a key, whatever the tool of the call.
fn fault(key: &str) -> String {
    let faults = ["Bash", "Read", "mcp__a__b"].map(|tool| reason(&of(key).decide(call(tool))));
    assert!(faults.iter().all(|it| *it == faults[0]), "{key}: {faults:?}");
    faults[0].strip_prefix("The hook `hook` failed, so it blocks `PreToolUse`: ").unwrap_or_default().to_owned()
}

fn reached<'a>(key: &str, tools: &[&'a str]) -> Vec<&'a str> {
    let by = format!("by {key:?}");
    tools.iter().copied().filter(|tool| reason(&of(key).decide(call(tool))) == by).collect()
}

const TOOLS: [&str; 8] =
    ["Bash", "Edit", "Write", "Agent", "Task", "mcp__github__delete", "mcp__memory__search", "Newer"];

#[test]
fn a_key_is_read_as_a_matcher() {
    for (key, expected) in [
        ("Edit|Write", &["Edit", "Write"][..]),
        ("Edit, Write", &["Edit", "Write"]),
        ("Edit | Write", &["Edit", "Write"]),
        (" Bash ", &["Bash"]),
        ("Agent", &["Agent", "Task"]),
        ("Task|Bash", &["Bash", "Agent", "Task"]),
        ("mcp__github__.*", &["mcp__github__delete"]),
        ("mcp__.*", &["mcp__github__delete", "mcp__memory__search"]),
        ("mcp__(github|memory)__.*", &["mcp__github__delete", "mcp__memory__search"]),
        ("^(Edit|Write)$", &["Edit", "Write"]),
        (".*", &TOOLS),
        ("", &TOOLS),
        ("*", &TOOLS),
        ("Newer", &["Newer"]),
        ("mcp__memory__search", &["mcp__memory__search"]),
    ] {
        assert_eq!(reached(key, &TOOLS), expected, "{key:?}");
    }
}

#[test]
fn a_key_that_can_never_match_is_refused() {
    assert_eq!(fault("bash"), "there is no tool `bash`: did you mean `Bash`?");
    assert_eq!(fault("Edit|Wirte"), "there is no tool `Wirte`: did you mean `Write`?");
    assert_eq!(
        fault("Bash(git *)"),
        "the key `Bash(git *)` is a permission rule, not a matcher. Write `Bash`, and check the arguments in the handler"
    );
    let server = "the key `mcp__memory` matches no tool. Write `mcp__memory__.*` for all tools of the server";
    assert_eq!((&*fault("mcp__memory"), &*fault("mcp__memory__")), (server, server));
    let none = |key: &str| {
        format!(
            "the key `{key}` matches no tool. Write the name of a tool, several names as `Edit|Write`, or a regular \
             expression"
        )
    };
    for key in ["*.py", "(", "[", "Bash(?<=x)", "+"] {
        assert!(fault(key).starts_with(&format!("the key `{key}` ")), "{key}: {:?}", fault(key));
    }
    let in_words = ["Edit Write", "Edit or Write", "Edit, Write Bash", "Edit|mcp__memory__search Write"];
    for key in ["^bash$", "Ba.h.x", "|", " ", ",", "zzz.*", "mcp__"].into_iter().chain(in_words) {
        assert_eq!(fault(key), none(key), "{key}");
    }
}

#[test]
fn all_keys_that_match_are_called_in_their_order() {
    let hooks = Hooks::new()
        .on_tool("PreToolUse", "Edit|Bash", |_| context("One."))
        .on_tool("PreToolUse", "B.*", |_| (block("No."), context("Two.")))
        .on_tool("PreToolUse", "*", |_| context("Other."))
        .on(|_: PreToolUse<Bash>| context("Three."))
        .on(|_: PreToolUse| context("Any."));
    let decision = hooks.decide(call("Bash"));
    assert_eq!(reason(&decision), "No.");
    assert!(decision.stdout.contains(r#""One.\nTwo.\nThree.""#), "{decision:?}");
    assert!(hooks.decide(call("Edit")).stdout.contains(r#""One.""#));
    assert!(hooks.decide(call("Read")).stdout.contains(r#""Other.\nAny.""#));
}

/// The tools of a server.
struct Memory;

impl Tool for Memory {
    const NAME: &'static str = "mcp__memory__.*";
    type Input = Value;
    type Response = Value;
}

/// A server without its tools.
struct Server;

impl Tool for Server {
    const NAME: &'static str = "mcp__memory";
    type Input = Value;
    type Response = Value;
}

/// Two tools, with no separator that the host reads.
struct Both;

impl Tool for Both {
    const NAME: &'static str = "Edit Write";
    type Input = Value;
    type Response = Value;
}

#[test]
fn the_name_of_a_tool_of_its_own_type_is_read_in_the_same_way() {
    let hooks = Hooks::new().on(|call: PreToolUse<Memory>| block(&call.tool_name));
    assert_eq!(reason(&hooks.decide(call("mcp__memory__search"))), "mcp__memory__search");
    assert_eq!(hooks.decide(call("mcp__other__search")), Decision::default());
    let hooks = Hooks::new().on(|_: PreToolUse<Server>| block("No."));
    assert!(reason(&hooks.decide(call("mcp__memory__search"))).contains("Write `mcp__memory__.*`"));
    let hooks = Hooks::new().on(|_: PreToolUse<Both>| ());
    assert!(reason(&hooks.decide(call("Write"))).contains("the key `Edit Write` matches no tool"));
    assert!(AnyTool::is("mcp__memory__search"));
}

#[test]
fn the_key_of_an_event_is_one_name_or_any() {
    let fault = |event: &str| {
        let hooks = Hooks::new().guard(Guard::Closed).on_event(event, |_| message("m")).on(|_: Stop| ());
        reason(&hooks.decide(call("Bash"))).rsplit_once("`PreToolUse`: ").unwrap_or_default().1.to_owned()
    };
    assert_eq!(fault("PreToolUs"), "there is no event `PreToolUs`: did you mean `PreToolUse`?");
    for event in ["PreToolUse|Stop", "PreToolUse, Stop"] {
        assert_eq!(fault(event), format!("`{event}` is not the name of an event. Write an entry for each event"));
    }
    for any in ["*", ""] {
        let decision = Hooks::new().on_event(any, |_| message("m")).decide(call("Bash"));
        assert_eq!(decision.stdout, "{\"systemMessage\":\"m\"}\n", "{any:?}");
    }
}

#[test]
fn a_guard_that_cannot_see_its_tool_fails() {
    let nothing =
        "The hook `hook` failed, so it blocks `PreToolUse`: the input has no `tool_name` that a guard can check: ";
    for (name, found) in [(json!(null), "null"), (json!(1), "a number"), (json!(["Bash"]), "an array")] {
        let payload = json!({"hook_event_name": "PreToolUse", "tool_name": name, "tool_input": {}}).to_string();
        for hooks in [of("Bash"), of("*"), of("mcp__.*"), Hooks::new().name("hook").on(|_: PreToolUse<Bash>| ())] {
            assert_eq!(reason(&hooks.decide(&payload)), format!("{nothing}{found}"));
        }
        // It is not by tool.
        let any = Hooks::new().on(|_: PreToolUse| block("any"));
        assert_eq!(reason(&any.decide(&payload)), "any");
    }
    let absent = json!({"hook_event_name": "PreToolUse", "tool_input": {}}).to_string();
    assert_eq!(reason(&of("Bash").decide(absent)), format!("{nothing}nothing"));
}

#[test]
fn a_guard_that_cannot_see_the_arguments_fails() {
    for (input, found) in [(json!("rm -rf /"), "a string"), (json!(["rm"]), "an array"), (json!(null), "null")] {
        let payload = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": input}).to_string();
        let fault = format!(
            "The hook `hook` failed, so it blocks `PreToolUse`: the input has no `tool_input` that a guard can check: {found}"
        );
        let named = || Hooks::new().name("hook");
        for hooks in [
            named().on(|_: PreToolUse<Bash>| ()),
            named().on(|_: PreToolUse| ()),
            named().on_event("PreToolUse", |_| ()),
            named().on_any(|_| ()),
            of("*"),
        ] {
            assert_eq!(reason(&hooks.decide(&payload)), fault);
        }
        // Nothing is for the tool.
        assert_eq!(named().on_tool("PreToolUse", "Read", |_| ()).decide(&payload), Decision::default());
    }
}
