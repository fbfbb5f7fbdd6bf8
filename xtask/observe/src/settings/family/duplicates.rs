//! The same command several times.

use serde_json::{Value, json};

use super::sources::PLACES;
use super::{group, handler, matched, named, on, source};
use crate::settings::session::BESIDE;
use crate::settings::tree::{Case, Place};
use crate::shape::mcp::NOTE;

/// Returns a handler with more keys.
fn with(id: &str, more: &Value) -> Value {
    let mut handler = handler(id);
    if let (Some(handler), Some(more)) = (handler.as_object_mut(), more.as_object()) {
        handler.extend(more.clone());
    }
    handler
}

/// Keys in which two handlers with the same command differ: those of the first, and those of the second.
fn differences() -> Vec<(&'static str, Value, Value)> {
    let none = || json!({});
    vec![
        ("nothing", none(), none()),
        ("timeout", json!({"timeout": 10}), json!({"timeout": 20})),
        ("timeout-absent", none(), json!({"timeout": 10})),
        ("if", json!({"if": "Bash(*)"}), json!({"if": "Bash(echo *)"})),
        ("if-same", json!({"if": "Bash(*)"}), json!({"if": "Bash(*)"})),
        ("if-absent", none(), json!({"if": "Bash(*)"})),
        ("if-other-first", json!({"if": "Bash(git *)"}), none()),
        ("if-empty", none(), json!({"if": ""})),
        ("status", json!({"statusMessage": "One"}), json!({"statusMessage": "Two"})),
        ("shell", none(), json!({"shell": "bash"})),
        ("once", none(), json!({"once": true})),
        ("on-failure", none(), json!({"onFailure": "block"})),
        ("async", none(), json!({"async": true})),
        ("unknown-key", none(), json!({"note": "one"})),
    ]
}

/// Keys in which two handlers that are a question or a call of a tool differ.
fn questions(kind: &str) -> Vec<(&'static str, Value, Value)> {
    let none = || json!({});
    let mut all = vec![
        ("nothing", none(), none()),
        ("timeout", json!({"timeout": 10}), json!({"timeout": 20})),
        ("if", json!({"if": "Write(*)"}), json!({"if": "Write"})),
        ("if-absent", none(), json!({"if": "Write(*)"})),
        ("if-empty", none(), json!({"if": ""})),
        ("status", json!({"statusMessage": "One"}), json!({"statusMessage": "Two"})),
        ("once", none(), json!({"once": true})),
        ("unknown-key", none(), json!({"note": "one"})),
    ];
    if kind == "mcp_tool" {
        let input = |id: &str, more: Value| json!({"input": {"text": asking(id), "more": more}});
        all.push(("on-failure", none(), json!({"onFailure": "block"})));
        all.push(("input", input("input", json!(1)), input("input", json!(2))));
        let order = json!({"input": {"more": 1, "text": asking("input-order")}});
        all.push(("input-order", input("input-order", json!(1)), order));
        all.push(("tool", none(), json!({"tool": "fail"})));
    } else {
        all.push(("model", json!({"model": "claude-one"}), json!({"model": "claude-two"})));
        all.push(("model-absent", none(), json!({"model": "claude-one"})));
    }
    all
}

/// Returns the text of a question that notes an id.
fn asking(id: &str) -> String {
    format!("{NOTE}{id}.")
}

/// Returns a handler of a type that asks for a note of this id.
fn question(kind: &str, id: &str, more: &Value) -> Value {
    let mut made = if kind == "mcp_tool" {
        json!({"type": kind, "server": "desk", "tool": "echo", "input": {"text": asking(id)}})
    } else {
        json!({"type": kind, "prompt": asking(id)})
    };
    if let (Some(made), Some(more)) = (made.as_object_mut(), more.as_object()) {
        made.extend(more.clone());
    }
    made
}

/// Returns a handler in the form without a shell.
fn direct(arguments: &[&str]) -> Value {
    let all: Vec<&str> = ["{{root}}/hook/note.sh"].iter().chain(arguments).copied().collect();
    json!({"type": "command", "command": "sh", "args": all})
}

/// Returns the cases.
pub fn duplicates() -> Vec<Case> {
    let mut cases = Vec::new();
    for event in ["PreToolUse", "UserPromptSubmit"] {
        let mut groups: Vec<Value> = differences()
            .into_iter()
            // A condition on an event without tools is a question of its own.
            .filter(|(name, ..)| event == "PreToolUse" || !name.starts_with("if"))
            .map(|(name, one, two)| group(&[with(name, &one), with(name, &two)]))
            .collect();
        let three = ["three", "three", "three"].map(handler);
        groups.push(group(&three));
        groups.extend([matched("Bash", "other-matcher"), matched("Ba.*", "other-matcher")]);
        groups.extend([matched("Bash", "same-matcher"), matched("Bash", "same-matcher")]);
        groups.extend([group(&[handler("absent-and-star")]), matched("*", "absent-and-star")]);
        groups.extend([matched("Read", "one-matches"), matched("Bash", "one-matches")]);
        groups.push(group(&[handler("spaces"), json!({"type": "command", "command": "{{note}}  spaces"})]));
        groups.push(group(&[direct(&["direct"]), direct(&["direct"])]));
        groups.push(group(&[direct(&["direct-one"]), direct(&["direct-two"])]));
        groups.push(group(&[direct(&["direct-and-shell"]), handler("direct-and-shell")]));
        cases.push(Case::new(format!("duplicates/{event}"), "call", vec![source(Place::User, on(event, &groups))]));
    }
    for kind in ["mcp_tool", "prompt", "agent"] {
        let beside = handler(BESIDE);
        let pairs = questions(kind).into_iter();
        let pairs = pairs.flat_map(|(name, one, two)| [question(kind, name, &one), question(kind, name, &two)]);
        let group = json!({"matcher": "Write", "hooks": std::iter::once(beside).chain(pairs).collect::<Vec<_>>()});
        cases.push(Case::new(
            format!("duplicates/{}", kind.replace('_', "-")),
            "mixed",
            vec![source(Place::User, on("PreToolUse", &[group]))],
        ));
    }
    for (name, one, two) in differences() {
        let document = |more: &Value| on("PreToolUse", &[group(&[with("same", more)])]);
        let sources = vec![source(Place::User, document(&one)), source(Place::Project, document(&two))];
        cases.push(Case::new(format!("duplicates/user-project-{name}"), "call", sources));
    }
    // Which of them counts: the command takes three seconds.
    let slow = |seconds: u32| json!({"type": "command", "command": "{{slow}} slow", "timeout": seconds});
    for (name, one, two) in [("short-long", 1, 20), ("long-short", 20, 1)] {
        let user = on("PreToolUse", &[group(&[slow(one), slow(two)])]);
        cases.push(Case::new(format!("duplicates/{name}"), "call", vec![source(Place::User, user)]));
        let of = |seconds: u32| on("PreToolUse", &[group(&[slow(seconds)])]);
        let sources = vec![source(Place::User, of(one)), source(Place::Project, of(two))];
        cases.push(Case::new(format!("duplicates/user-project-{name}"), "call", sources));
        let plugin = on("PreToolUse", &[group(&[slow(one)]), group(&[slow(two)])]);
        cases.push(Case::new(format!("duplicates/plugin-{name}"), "call", vec![source(Place::PluginHooks, plugin)]));
    }
    let same = |place: Place| source(place, on("PreToolUse", &[group(&[handler("same")]), matched("Bash", "same")]));
    cases.push(Case::new("duplicates/each-place".to_owned(), "call", PLACES.map(same).to_vec()));
    for place in PLACES {
        cases.push(Case::new(format!("duplicates/twice-in-{}", named(place)), "call", vec![same(place)]));
    }
    cases
}
