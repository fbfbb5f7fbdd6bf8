//! `if`: rules against commands and files.

use serde_json::{Value, json};

use super::{group, on, source};
use crate::settings::tree::{Case, Place};

const RULES: &[&str] = &[
    "Bash",
    "Bash(*)",
    "Bash()",
    "Bash(git *)",
    "Bash(git:*)",
    "Bash(git push *)",
    "Bash(git push:*)",
    "Bash(git push)",
    "Bash(git push origin)",
    "Bash(git push*)",
    "Bash(git*)",
    "Bash(* push *)",
    "Bash(*push*)",
    "Bash(*origin)",
    "Bash(echo:*)",
    "Bash(echo *)",
    "Bash(echo one)",
    "Bash(cd *)",
    "Bash(date)",
    "Bash(date *)",
    "Bash(date:*)",
    "Bash(env *)",
    "Bash(sh *)",
    "Bash(timeout *)",
    "Bash(npm *)",
    "Bash(GIT *)",
    "Bash( git *)",
    "Bash(git  push *)",
    "Bash(git (push) *)",
    "Bash(:*)",
    "Bash(/usr/bin/git *)",
    "bash(git *)",
    "Bash (git *)",
    " Bash(git *)",
    "Bash(git *) ",
    "Bash(git *",
    "Bash)",
    "(git *)",
    "git push",
    "",
    " ",
    "*",
    "**",
    "Bash(git *)|Read",
    "Bash|Read",
    "Bash(git *), Bash(echo *)",
    "Bash(^git)",
    "Bash(.*)",
    "Bash(git push \\*)",
    "Task",
    "PowerShell(git *)",
    "NoSuchTool",
    "mcp__desk",
    "Ba*",
    "Bash*",
    ".*",
];

const PATHS: &[&str] = &[
    "Read",
    "Read(*)",
    "Read(**)",
    "Read()",
    "Read(*.rs)",
    "Read(src/**)",
    "Read(src/*)",
    "Read(/src/**)",
    "Read(./src/**)",
    "Read(//src/**)",
    "Read(**/src/**)",
    "Read(~/x)",
    "Read(~/*)",
    "Read(src)",
    "Read(src/)",
    "Read(one.rs)",
    "Read(src/one.rs)",
    "Read({{root}}/work/src/**)",
    "Read(/{{root}}/work/src/**)",
    "Read(SRC/**)",
    "Read(*.{rs,py})",
    "Read(!src/**)",
    "Read(src/**/*.rs)",
    "Read(sub/**)",
    "Edit",
    "Edit(src/**)",
    "Edit(*)",
    "Edit(*.rs)",
    "Edit(new.rs)",
    "Write",
    "Write(src/**)",
    "Write(*.rs)",
    "Write(new.rs)",
    "Grep",
    "Grep(*)",
    "Grep(alpha)",
    "Grep(src/**)",
    "MultiEdit(src/**)",
    "Glob",
    "NotebookEdit",
];

/// Events without tools.
const OTHERS: [&str; 5] = ["UserPromptSubmit", "Stop", "SessionStart", "PostToolBatch", "SessionEnd"];

fn conditional(rule: impl Into<Value>, id: &str) -> Value {
    json!({"type": "command", "command": format!("{{{{note}}}} {id}"), "if": rule.into()})
}

/// Returns the cases.
pub fn conditions() -> Vec<Case> {
    let case = |name: String, scene: &str, document: Value| {
        Case::new(format!("conditions/{name}"), scene, vec![source(Place::User, document)])
    };
    let numbered = |rules: &[&str]| -> Vec<Value> {
        rules.iter().enumerate().map(|(at, rule)| group(&[conditional(*rule, &format!("r{at}"))])).collect()
    };
    let mut cases = vec![
        case("commands-1".to_owned(), "commands", on("PreToolUse", &numbered(&RULES[..30]))),
        case("commands-2".to_owned(), "commands", on("PreToolUse", &numbered(&RULES[30..]))),
        case("paths".to_owned(), "commands", on("PreToolUse", &numbered(PATHS))),
    ];
    for event in ["PostToolUse", "PostToolUseFailure", "PermissionRequest"] {
        let rules =
            ["Bash", "Bash(git *)", "Bash(git push *)", "Bash(echo *)", "Read(src/**)", "Edit(src/**)", "git push", ""];
        cases.push(case(event.to_owned(), "commands", on(event, &numbered(&rules))));
    }
    let others = OTHERS.map(|event| {
        let rules = ["Bash", "Bash(*)", "*", "", "Read", "nope"];
        (event.to_owned(), Value::Array(numbered(&rules)))
    });
    cases.push(case("without-tools".to_owned(), "call", json!({"hooks": serde_json::Map::from_iter(others)})));
    let rules = [
        "mcp__desk",
        "mcp__desk__echo",
        "mcp__desk__*",
        "mcp__*",
        "mcp__desk(*)",
        "mcp__desk__echo(*)",
        "Agent",
        "Agent(general-purpose)",
        "Agent(*)",
        "Task",
        "Task(general-purpose)",
        "Agent(nope)",
        "Bash(exit *)",
        "ListMcpResourcesTool",
        "ListMcpResources",
        "mcp__other",
    ];
    cases.push(case("tools".to_owned(), "tools", on("PreToolUse", &numbered(&rules))));
    // A matcher and a condition.
    let both = [
        ("Edit|Write", "Bash(git *)"),
        ("Bash", "Bash(git *)"),
        ("Bash", "Read(src/**)"),
        ("Read", "Read(src/**)"),
        ("nope", "Bash"),
    ];
    let groups: Vec<Value> = both
        .iter()
        .enumerate()
        .map(|(at, (matcher, rule))| json!({"matcher": matcher, "hooks": [conditional(*rule, &format!("b{at}"))]}))
        .collect();
    cases.push(case("with-matcher".to_owned(), "commands", on("PreToolUse", &groups)));
    cases
}
