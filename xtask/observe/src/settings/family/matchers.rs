//! Matchers of every form, on events of each kind of matched value.

use serde_json::{Map, Value, json};

use super::{group, handler, matched, source};
use crate::settings::tree::{Case, Place};

/// Matchers of tools. Names and lists first, then regular expressions.
const TOOLS: &[&str] = &[
    "Bash",
    "bash",
    "BASH",
    "Read",
    "Bas",
    "Bash|Read",
    "Read|Bash",
    "Bash,Read",
    "Read, Bash",
    "Read | Bash",
    "Bash|",
    "|",
    "|Bash",
    ",",
    "Bash,",
    ",Bash",
    " Bash",
    "Bash ",
    " ",
    "  ",
    "Read Bash",
    "Read|,Bash",
    "Bash|bash",
    "Task",
    "Agent",
    "Task|Read",
    "Read,Task",
    "ListMcpResources",
    "ListMcpResourcesTool",
    "Mcp",
    "mcp",
    "mcp__desk",
    "mcp__desk__echo",
    "mcp__desk__echo|Read",
    "mcp__desk__",
    "mcp__desk__*",
    "mcp__desk__.*",
    "mcp__.*",
    "mcp__.*__echo",
    "mcp__desk__ec.*",
    "mcp__desk(__.*)?",
    "^mcp__",
    "desk",
    "Edit|MultiEdit|Write",
    "Edit|Write|mcp__desk__echo",
    "general-purpose",
    "",
    "*",
    "**",
    ".*",
    ".",
    ".+",
    "^",
    "$",
    "^Bash$",
    "^Bash",
    "Bash$",
    "^bash$",
    "Ba.*",
    "B.sh",
    "B*",
    "Bash*",
    "Ba[s]h",
    "(Bash)",
    "(Bash|Read)",
    "^(Bash|Read)$",
    "^(?!Bash).*$",
    "(?!Bash)",
    "Bash.",
    ".ash",
    "ash$",
    "Bash|Read.*",
    "Bash.*|Read",
    "^Bash|Read$",
    "Bash\\b",
    "\\bRead\\b",
    "\\w+",
    "[A-Z]\\w+",
    "[a-z]+",
    "Bash(*)",
    "Bash(.*)",
    "Bash()",
    "Bash(git *)",
    "Bash(git:*)",
    "Bash\\(",
    "Read(*.py)",
    "!Bash",
    "Bash\n",
    "Bash\t",
    "Bash;Read",
    "Bash/Read",
    "Bash && Read",
    "Bash&Read",
    "Notebook.*",
    "Task.*",
    "^Task$",
    "(Task)",
    "KillShell",
    "write",
    "Write|edit",
    "Bash:echo",
    "tool == \"Bash\"",
    "é",
    "Bash|é",
    "[Bash]",
    "\"Bash\"",
    "'Bash'",
    "/Bash/",
    "/bash/i",
    "${CLAUDE_TOOL}",
];

/// Matchers that are no regular expressions.
const INVALID: &[&str] =
    &["(", "*.py", "[", "Bash(", "+", "?", "Bash)", "(?i)bash", "Bash|*", "*|Bash", "*Bash", "\\", "(?<", "a{2,1}"];

/// Returns the matchers that are made of a value and another one.
fn forms(value: &str, other: &str) -> Vec<String> {
    let upper = value.to_uppercase();
    let short: String = value.chars().take(3).collect();
    vec![
        value.to_owned(),
        upper,
        short.clone(),
        other.to_owned(),
        "nope".to_owned(),
        format!("{value}|{other}"),
        format!("{other}|{value}"),
        format!("nope|{value}"),
        format!("nope,{value}"),
        format!("nope, {value}"),
        format!("nope | {value}"),
        format!("{value}|"),
        format!(" {value}"),
        format!("{value} "),
        String::new(),
        "*".to_owned(),
        ".*".to_owned(),
        format!("^{value}$"),
        format!("^{short}"),
        format!("{short}.*"),
        format!("{value}.*"),
        format!("({value})"),
        format!("nope|{short}.*"),
        format!("^nope|{value}$"),
        "^(?!nope)".to_owned(),
        "(".to_owned(),
    ]
}

/// A scene, and events that it fires, each with its value and another one.
type Fired = (&'static str, &'static [(&'static str, &'static str, &'static str)]);

/// The scenes that are run.
const EVENTS: &[Fired] = &[
    (
        "life",
        &[("SessionStart", "startup", "resume"), ("PreCompact", "manual", "auto"), ("PostCompact", "manual", "auto")],
    ),
    ("life", &[("SessionEnd", "clear", "other"), ("InstructionsLoaded", "session_start", "compact")]),
    (
        "tools",
        &[
            ("PermissionRequest", "Bash", "Write"),
            ("PostToolUse", "Bash", "Agent"),
            ("PostToolUseFailure", "Bash", "Read"),
        ],
    ),
    ("tools", &[("SubagentStart", "general-purpose", "Explore"), ("SubagentStop", "general-purpose", "Explore")]),
    ("tools", &[("Elicitation", "desk", "other"), ("ElicitationResult", "desk", "other")]),
    (
        "turns",
        &[
            ("UserPromptExpansion", "greet", "short"),
            ("PreModelSwitch", "claude-haiku-4-5", "opus"),
            ("PostModelSwitch", "haiku", "claude"),
        ],
    ),
    (
        "changes",
        &[("ConfigChange", "project_settings", "skills"), ("DirectoryAdded", "register_repo_root", "slash_command")],
    ),
    ("changes", &[("FileChanged", "watched.txt", "other.txt")]),
    ("failure", &[("StopFailure", "rate_limit", "overloaded")]),
    ("setup", &[("Setup", "init", "maintenance")]),
];

/// Values of other types.
fn types() -> [(&'static str, Value); 7] {
    [
        ("null", json!(null)),
        ("number", json!(1)),
        ("true", json!(true)),
        ("list", json!(["Bash"])),
        ("empty-list", json!([])),
        ("object", json!({"tool": "Bash"})),
        ("tools-object", json!({"tools": ["Bash"]})),
    ]
}

/// Returns the cases.
pub fn matchers() -> Vec<Case> {
    let user = |id: String, scene: &str, hooks: Map<String, Value>| {
        Case::new(format!("matchers/{id}"), scene, vec![source(Place::User, json!({"hooks": hooks}))])
    };
    let numbered = |all: &[&str]| -> Vec<Value> {
        all.iter().enumerate().map(|(at, matcher)| matched(*matcher, &format!("m{at}"))).collect()
    };
    let one = |event: &str, groups: Vec<Value>| Map::from_iter([(event.to_owned(), Value::Array(groups))]);
    let mut cases = Vec::new();
    for (at, part) in TOOLS.chunks(60).enumerate() {
        let mut groups = numbered(part);
        groups.push(group(&[handler("absent")]));
        cases.push(user(format!("tools-{at}"), "tools", one("PreToolUse", groups)));
    }
    let mut groups = numbered(INVALID);
    groups.push(matched("Bash", "valid"));
    cases.push(user("invalid".to_owned(), "tools", one("PreToolUse", groups)));
    for (name, value) in types() {
        let of_type = json!({"matcher": value, "hooks": [handler("wrong")]});
        let mut hooks = one("PreToolUse", vec![matched("Bash", "before"), of_type, matched("Bash", "after")]);
        hooks.insert("Stop".to_owned(), json!([group(&[handler("other")])]));
        cases.push(user(format!("type-{name}"), "call", hooks));
        let of_type =
            json!({"matcher": types().into_iter().find(|it| it.0 == name).map(|it| it.1), "hooks": [handler("wrong")]});
        let mut hooks = one("PostToolUse", vec![matched("Bash", "before"), of_type, matched("Bash", "after")]);
        hooks.insert("PreToolUse".to_owned(), json!([group(&[handler("other")])]));
        cases.push(user(format!("type-after-{name}"), "call", hooks));
    }
    for (scene, events) in EVENTS {
        let mut hooks = Map::new();
        for (event, value, other) in *events {
            let all = forms(value, other);
            let names: Vec<&str> = all.iter().map(String::as_str).collect();
            let mut groups = numbered(&names);
            groups.push(group(&[handler("absent")]));
            hooks.insert((*event).to_owned(), Value::Array(groups));
        }
        let name = events.iter().map(|(event, ..)| *event).collect::<Vec<_>>().join("-");
        cases.push(user(name, scene, hooks));
    }
    // These events have no matched value.
    let hooks = ["UserPromptSubmit", "PostToolBatch", "Stop", "MessageDisplay"].map(|event| {
        let groups =
            [matched("nope", "other"), matched("(", "invalid"), matched("", "empty"), group(&[handler("absent")])];
        (event.to_owned(), json!(groups))
    });
    cases.push(user("without".to_owned(), "call", Map::from_iter(hooks)));
    cases
}
