//! Settings files with a mistake: whether the host drops the file, the event, the group, the handler, or nothing.

use serde_json::{Value, json};

use super::{group, handler, named, on, source};
use crate::settings::tree::{Case, Content, Place, Source};

/// Groups with a mistake, each with a name. The handler in it, if any, is `inner`.
fn groups() -> Vec<(&'static str, Value)> {
    let with = |mut more: Value| {
        let handler = handler("inner");
        for (key, value) in handler.as_object().into_iter().flatten() {
            if more.get(key).is_none() {
                more[key] = value.clone();
            }
        }
        group(&[more])
    };
    let bare = |handler: Value| group(&[handler]);
    vec![
        ("group-without-hooks", json!({"matcher": "Bash"})),
        ("group-hooks-null", json!({"hooks": null})),
        ("group-hooks-object", json!({"hooks": handler("inner")})),
        ("group-hooks-text", json!({"hooks": "{{note}} inner"})),
        ("group-hooks-empty", json!({"hooks": []})),
        ("group-is-handler", handler("inner")),
        ("group-null", json!(null)),
        ("group-text", json!("Bash")),
        ("group-list", json!([handler("inner")])),
        ("group-unknown-key", json!({"note": "one", "hooks": [handler("inner")]})),
        ("handler-null", bare(json!(null))),
        ("handler-text", bare(json!("{{note}} inner"))),
        ("handler-empty", bare(json!({}))),
        ("handler-unknown-type", with(json!({"type": "script"}))),
        ("handler-type-case", with(json!({"type": "Command"}))),
        ("handler-type-number", with(json!({"type": 1}))),
        ("handler-without-type", bare(json!({"command": "{{note}} inner"}))),
        ("handler-without-command", bare(json!({"type": "command"}))),
        ("handler-command-empty", with(json!({"command": ""}))),
        ("handler-command-number", with(json!({"command": 1}))),
        ("handler-command-list", with(json!({"command": ["{{note}} inner"]}))),
        ("handler-http-without-url", bare(json!({"type": "http"}))),
        ("handler-http-url-text", bare(json!({"type": "http", "url": "nowhere"}))),
        ("handler-http-url-variable", bare(json!({"type": "http", "url": "${HOOK_URL}"}))),
        ("handler-prompt-without-prompt", bare(json!({"type": "prompt"}))),
        ("handler-tool-without-server", bare(json!({"type": "mcp_tool", "tool": "echo"}))),
        ("timeout-text", with(json!({"timeout": "10"}))),
        ("timeout-zero", with(json!({"timeout": 0}))),
        ("timeout-negative", with(json!({"timeout": -1}))),
        ("timeout-null", with(json!({"timeout": null}))),
        ("timeout-fraction", with(json!({"timeout": 5.5}))),
        ("timeout-huge", with(json!({"timeout": 1e12}))),
        ("if-number", with(json!({"if": 1}))),
        ("if-null", with(json!({"if": null}))),
        ("args-text", with(json!({"args": "one"}))),
        ("args-numbers", with(json!({"args": [1]}))),
        ("async-text", with(json!({"async": "true"}))),
        ("once-text", with(json!({"once": "true"}))),
        ("status-number", with(json!({"statusMessage": 1}))),
        ("shell-other", with(json!({"shell": "zsh"}))),
        ("on-failure-other", with(json!({"onFailure": "stop"}))),
        ("handler-unknown-key", with(json!({"note": "one"}))),
    ]
}

/// Values of an event that are not lists of groups.
fn events() -> Vec<(&'static str, Value)> {
    vec![
        ("event-null", json!(null)),
        ("event-text", json!("Bash")),
        ("event-object", group(&[handler("inner")])),
        ("event-number", json!(1)),
        ("event-true", json!(true)),
        ("event-empty", json!([])),
        ("event-empty-object", json!({})),
    ]
}

/// The hooks without a mistake.
fn hooks() -> Value {
    json!({
        "PreToolUse": [group(&[handler("before")])], "PostToolUse": [group(&[handler("after")])],
        "Stop": [group(&[handler("stop")])],
    })
}

/// Keys beside correct hooks.
fn beside() -> Vec<(&'static str, Value)> {
    vec![
        ("schema-path", json!({"$schema": "./settings.schema.json"})),
        ("schema-url", json!({"$schema": "https://example.com/settings.json"})),
        ("schema-number", json!({"$schema": 1})),
        ("unknown-key", json!({"note": "one"})),
        ("unknown-key-object", json!({"note": {"hooks": 1}})),
        ("allow-broken", json!({"permissions": {"allow": ["Bash("]}})),
        ("allow-lower-case", json!({"permissions": {"allow": ["bash"]}})),
        ("allow-number", json!({"permissions": {"allow": [1]}})),
        ("allow-text", json!({"permissions": {"allow": "Bash"}})),
        ("deny-broken", json!({"permissions": {"deny": ["Bash()x"]}})),
        ("permissions-text", json!({"permissions": "none"})),
        ("permissions-null", json!({"permissions": null})),
        ("mode-unknown", json!({"permissions": {"defaultMode": "nope"}})),
        ("model-number", json!({"model": 1})),
        ("env-number", json!({"env": {"ONE": 1}})),
        ("env-list", json!({"env": []})),
        ("days-text", json!({"cleanupPeriodDays": "x"})),
        ("days-negative", json!({"cleanupPeriodDays": -1})),
        ("plugins-number", json!({"enabledPlugins": 1})),
        ("status-line-text", json!({"statusLine": "one"})),
        ("urls-text", json!({"allowedHttpHookUrls": "one"})),
        ("outside-pre-tool-use", json!({"PreToolUse": [group(&[handler("outside")])]})),
        ("outside-stop", json!({"Stop": [group(&[handler("outside")])]})),
        ("hooks-upper-case", json!({"Hooks": {"PreToolUse": [group(&[handler("outside")])]}})),
    ]
}

/// Values of `hooks`.
fn values() -> Vec<(&'static str, Value)> {
    let with = |name: &str, value: Value| {
        let mut all = hooks();
        all[name] = value;
        all
    };
    let one = || json!([group(&[handler("unknown")])]);
    vec![
        ("hooks-null", json!(null)),
        ("hooks-list", json!([group(&[handler("inner")])])),
        ("hooks-list-of-events", json!([hooks()])),
        ("hooks-text", json!("none")),
        ("hooks-number", json!(1)),
        ("hooks-empty", json!({})),
        ("event-unknown", with("NoSuchEvent", one())),
        ("event-unknown-wrong", with("NoSuchEvent", json!(1))),
        ("event-lower-case", with("preToolUse", one())),
        ("event-snake-case", with("pre_tool_use", one())),
        ("event-space", with("PreToolUse ", one())),
        ("event-nested", with("hooks", json!({"PreToolUse": one()}))),
        ("event-unknown-nested", with("Other", json!({"PreToolUse": one()}))),
    ]
}

/// Texts of files, of which `{}` is the text of a correct document.
const TEXTS: [(&str, &str); 22] = [
    ("text-plain", "{}"),
    ("text-bom", "\u{feff}{}"),
    ("text-crlf", "\r\n{}\r\n"),
    ("text-tabs", "\t{}\t"),
    ("text-comment-line", "// one\n{}"),
    ("text-comment-block", "/* one */{}"),
    ("text-comment-behind", "{} // one"),
    ("text-hash", "# one\n{}"),
    ("text-twice", "{}{}"),
    ("text-behind", "{} one"),
    ("text-before", "one {}"),
    ("text-list", "[{}]"),
    ("text-quoted", "\"one\""),
    ("text-null", "null"),
    ("text-empty", ""),
    ("text-blank", " \n"),
    ("text-empty-object", "{ }"),
    ("text-comma", r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "{{note}} before"},]}]}}"#),
    (
        "text-comma-root",
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "{{note}} before"}]}]},}"#,
    ),
    ("text-unclosed", r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "{{note}} before"}]}]}"#),
    (
        "text-event-twice",
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "{{note}} before"}]}], "PreToolUse": [{"hooks": [{"type": "command", "command": "{{note}} again"}]}]}}"#,
    ),
    (
        "text-hooks-twice",
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "{{note}} before"}]}]}, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "{{note}} stop"}]}]}}"#,
    ),
];

/// Returns the cases.
pub fn dropped() -> Vec<Case> {
    // A file without a mistake, beside the one with it.
    let other = |place: Place| {
        let at = if place == Place::User { Place::Local } else { Place::User };
        source(at, on("PreToolUse", &[group(&[handler("other-file")])]))
    };
    let case = |name: String, one: Source| {
        let sources = vec![other(one.place), one];
        Case::new(format!("dropped/{name}"), "call", sources)
    };
    let in_project = |name: &str, document: Value| case(name.to_owned(), source(Place::Project, document));
    let mut cases = Vec::new();
    for event in ["PreToolUse", "PostToolUse", "PermissionRequest", "UserPromptSubmit"] {
        for (name, wrong) in groups() {
            let mut all = hooks();
            all[event] = json!([group(&[handler("first"), handler("second")]), wrong, group(&[handler("third")])]);
            // The host reads these two as all others, so a few forms show it.
            if matches!(event, "PermissionRequest" | "UserPromptSubmit") && !BRIEF.contains(&name) {
                continue;
            }
            cases.push(in_project(&format!("{event}-{name}"), json!({"hooks": all})));
        }
        for (name, wrong) in events() {
            let mut all = hooks();
            all[event] = wrong;
            cases.push(in_project(&format!("{event}-{name}"), json!({"hooks": all})));
        }
    }
    for event in ["PreToolUse", "PostToolUse"] {
        for (name, wrong) in groups().into_iter().filter(|(name, _)| BRIEF.contains(name)) {
            // The mistake is beside a correct handler of the same group.
            let Some(inner) = wrong["hooks"][0].as_object() else { continue };
            let mut all = hooks();
            all[event] =
                json!([group(&[handler("first"), json!(inner), handler("second")]), group(&[handler("third")])]);
            cases.push(in_project(&format!("{event}-beside-{name}"), json!({"hooks": all})));
        }
    }
    for (name, more) in beside() {
        let mut document = json!({"hooks": hooks()});
        if let (Some(document), Some(more)) = (document.as_object_mut(), more.as_object()) {
            document.extend(more.clone());
        }
        cases.push(in_project(name, document));
    }
    cases.extend(values().into_iter().map(|(name, value)| in_project(name, json!({"hooks": value}))));
    let document = json!({"hooks": hooks()}).to_string();
    for (name, text) in TEXTS {
        let text = if text.contains("{{note}}") { text.to_owned() } else { text.replace("{}", &document) };
        cases.push(case(name.to_owned(), Source { place: Place::Project, content: Content::Text(text) }));
    }
    for place in [Place::Managed, Place::ManagedPart, Place::User, Place::Local, Place::Flag, Place::PluginHooks] {
        let mut all = hooks();
        all["PreToolUse"] = json!([group(&[handler("first")]), {"matcher": "Bash"}]);
        cases.push(case(format!("in-{}-pre-tool-use", named(place)), source(place, json!({"hooks": all}))));
        let mut all = hooks();
        all["PostToolUse"] = json!([group(&[handler("first")]), {"matcher": "Bash"}]);
        cases.push(case(format!("in-{}-post-tool-use", named(place)), source(place, json!({"hooks": all}))));
        let mut all = hooks();
        all["NoSuchEvent"] = json!([group(&[handler("unknown")])]);
        cases.push(case(format!("in-{}-unknown-event", named(place)), source(place, json!({"hooks": all}))));
        let text = format!("{document},");
        cases.push(case(format!("in-{}-broken", named(place)), Source { place, content: Content::Text(text) }));
        let mut document = json!({"hooks": hooks()});
        document["permissions"] = json!("none");
        cases.push(case(format!("in-{}-permissions", named(place)), source(place, document)));
    }
    cases
}

/// The mistakes that are made on more events, or beside a correct handler.
const BRIEF: [&str; 8] = [
    "group-without-hooks",
    "handler-null",
    "handler-unknown-type",
    "handler-without-command",
    "handler-without-type",
    "timeout-text",
    "timeout-zero",
    "handler-http-without-url",
];
