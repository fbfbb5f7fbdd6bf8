//! Which handlers are called, what happens if they fail, and what the program prints.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use hookwire::tools::{self, Agent, Bash, Read, Tool};
use hookwire::{
    AnyCall, Decision, Guard, Hooks, PermissionRequest, PreToolUse, Stop, UserPromptSubmit, WorktreeCreate, allow, ask,
    block, combine, context, message,
};
use serde_json::{Value, json};

fn input(event: &str, own: Value) -> String {
    let mut all = json!({"session_id": "1", "transcript_path": "/t.jsonl", "cwd": "/", "hook_event_name": event});
    all.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
    all.to_string()
}

fn call(tool: &str, arguments: Value) -> String {
    input("PreToolUse", json!({"tool_name": tool, "tool_input": arguments, "tool_use_id": "t"}))
}

fn bash(command: &str) -> String {
    call("Bash", json!({"command": command}))
}

fn stop() -> String {
    input("Stop", json!({"stop_hook_active": false}))
}

/// Returns the reason of a denial; empty if there is none.
fn reason(decision: &Decision) -> String {
    let reply: Value = serde_json::from_str(&decision.stdout).unwrap_or_default();
    reply["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_handler_is_called_for_its_event_and_its_tool() {
    let hooks = Hooks::new().on(|_: PreToolUse<Bash>| block("bash")).on(|_: Stop| message("stop"));
    assert_eq!(reason(&hooks.decide(bash("ls"))), "bash");
    assert_eq!(hooks.decide(stop()).stdout, "{\"systemMessage\":\"stop\"}\n");
    assert_eq!(hooks.decide(call("Read", json!({"file_path": "/a"}))), Decision::default());
    assert_eq!(hooks.decide(input("SessionEnd", json!({"reason": "clear"}))), Decision::default());
    assert_eq!(hooks.decide(json!({"hook_event_name": "Newer"}).to_string()), Decision::default());
}

#[test]
fn a_tool_has_each_of_its_names() {
    let arguments = json!({"description": "d", "prompt": "p"});
    let hooks = Hooks::new().on(|_: PreToolUse<Agent>| block("agent"));
    assert_eq!(reason(&hooks.decide(call("Task", arguments.clone()))), "agent");
    let hooks = Hooks::new().on_tool("PreToolUse", "Task", |_| block("task"));
    assert_eq!(reason(&hooks.decide(call("Agent", arguments.clone()))), "task");
    // Both are for the tool, under each of its names.
    let hooks = hooks.on(|_: PreToolUse<Agent>| context("agent")).on(|_: PreToolUse| context("any"));
    for name in ["Task", "Agent"] {
        let decision = hooks.decide(call(name, arguments.clone()));
        assert_eq!(reason(&decision), "task");
        assert!(decision.stdout.contains("\"agent\""), "{decision:?}");
    }
}

#[test]
fn handlers_of_the_tool_come_before_those_of_any_tool() {
    let hooks = Hooks::new().on(|_: PreToolUse| block("any")).on(|_: PreToolUse<Bash>| block("bash"));
    assert_eq!(reason(&hooks.decide(bash("ls"))), "bash");
    assert_eq!(reason(&hooks.decide(call("Read", json!({"file_path": "/a"})))), "any");
    assert_eq!(reason(&hooks.decide(call("Newer", json!({})))), "any");
    let hooks = Hooks::new().on_tool("PreToolUse", "*", |_| block("any")).on_tool("PreToolUse", "Bash", |_| ());
    assert_eq!(hooks.decide(bash("ls")), Decision::default());
    assert_eq!(reason(&hooks.decide(call("mcp__a__b", json!({})))), "any");
}

#[test]
fn handlers_of_the_event_come_before_those_of_any_event() {
    let hooks = Hooks::new().on_any(|_| message("any")).on(|_: Stop| message("stop"));
    assert_eq!(hooks.decide(stop()).stdout, "{\"systemMessage\":\"stop\"}\n");
    assert_eq!(hooks.decide(bash("ls")).stdout, "{\"systemMessage\":\"any\"}\n");
    // A handler for one tool of an event is one for the event.
    let hooks = Hooks::new().on_event("*", |_| message("any")).on(|_: PreToolUse<Bash>| ());
    assert_eq!(hooks.decide(call("Read", json!({"file_path": "/a"}))), Decision::default());
    assert_eq!(hooks.decide(stop()).stdout, "{\"systemMessage\":\"any\"}\n");
    let hooks = Hooks::new().on_tool("*", "Bash", |_| message("bash"));
    assert_eq!(hooks.decide(bash("ls")).stdout, "{\"systemMessage\":\"bash\"}\n");
    assert_eq!(hooks.decide(stop()), Decision::default());
}

#[test]
fn a_tool_can_say_itself_which_names_it_has() {
    struct Memory;
    impl Tool for Memory {
        const NAME: &'static str = "mcp__memory__all";
        type Input = Value;
        type Response = Value;
        fn is(name: &str) -> bool {
            tools::mcp_tool(name).is_some_and(|it| it.server() == "memory")
        }
    }
    let hooks = Hooks::new().on(|call: PreToolUse<Memory>| block(call.tool_name.clone()));
    assert_eq!(reason(&hooks.decide(call("mcp__memory__search", json!({})))), "mcp__memory__search");
    assert_eq!(hooks.decide(call("mcp__other__search", json!({}))), Decision::default());
}

#[test]
fn several_handlers_are_several_hooks_and_called_in_order() {
    let order = Mutex::new(Vec::new());
    let seen = |name: &'static str| order.lock().unwrap().push(name);
    let hooks = Hooks::new()
        .on(|_: PreToolUse<Bash>| {
            seen("first");
            (allow(), context("One."))
        })
        .on_tool("PreToolUse", "Bash", |_| {
            seen("second");
            (block("No."), context("Two."))
        });
    let decision = hooks.decide(bash("ls"));
    assert_eq!(reason(&decision), "No.");
    assert!(decision.stdout.contains("One.\\nTwo."), "{decision:?}");
    drop(hooks);
    assert_eq!(order.into_inner().unwrap(), ["first", "second"]);
}

#[test]
fn one_that_fails_does_not_lose_what_others_say() {
    let broken = |_: Stop| Err::<(), _>("broken");
    let hooks = Hooks::new().name("hook").on(broken).on(|_: Stop| block("No.")).on_event("Stop", |_| hookwire::retry());
    let decision = hooks.decide(stop());
    let reply: Value = serde_json::from_str(&decision.stdout).unwrap();
    assert_eq!((&reply["decision"], &reply["reason"]), (&json!("block"), &json!("No.")));
    let told = reply["systemMessage"].as_str().unwrap_or_default();
    assert!(told.starts_with("The hook `hook` failed, and `Stop` goes on: broken\nThe hook `hook` failed"), "{told}");
    let notes: Vec<&str> = decision.stderr.lines().collect();
    assert_eq!(notes[0], "The hook `hook` failed, and `Stop` goes on: broken");
    assert!(notes[1].contains("`Stop` cannot `retry`"), "{notes:?}");
    // A guard that fails blocks, whatever others say.
    let closed = hooks.guard(Guard::Closed).decide(stop());
    assert!(closed.stdout.contains("failed, so it blocks `Stop`: broken"), "{closed:?}");
}

const WHOLE: &str = "a whole reply cannot be combined with others";

#[test]
fn of_whole_replies_one_that_blocks_is_kept() {
    let note = || json!({"systemMessage": "note"});
    let other = || json!({"systemMessage": "other"});
    let denied = |reason: &str| {
        json!({"hookSpecificOutput": {
            "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason,
        }})
    };
    // Handlers are several hooks, and so is what one handler combines.
    let all = |replies: Vec<Value>, verb: bool| {
        let handlers =
            replies.iter().cloned().fold(Hooks::new(), |hooks, it| hooks.on(move |_: PreToolUse| it.clone()));
        let of_verb = move || verb.then(|| ask("Really?"));
        let combined = move |_: PreToolUse| combine((of_verb(), combine(replies.clone())));
        [handlers.on(move |_: PreToolUse| of_verb()), Hooks::new().on(combined)]
    };
    for (replies, verb, kept) in [
        (vec![note(), denied("No.")], false, "No."),
        (vec![denied("No."), note()], false, "No."),
        (vec![denied("No."), denied("Nor.")], false, "No."),
        (vec![note(), denied("No.")], true, "No."),
        (vec![denied("No.")], true, "No."),
        (vec![note(), json!({"decision": "block", "reason": "No."})], true, "No."),
        (vec![note()], true, "Really?"),
        (vec![note(), other()], true, "Really?"),
        (vec![note(), other()], false, "note"),
    ] {
        for hooks in all(replies.clone(), verb) {
            let hooks = hooks.name("hook");
            let closed = hooks.decide(bash("ls"));
            assert_eq!(reason(&closed), format!("The hook `hook` failed, so it blocks `PreToolUse`: {WHOLE}"));
            let open = hooks.guard(Guard::Open).decide(bash("ls"));
            let failure = format!("The hook `hook` failed, and `PreToolUse` goes on: {WHOLE}");
            assert!(open.stdout.contains(&failure) && open.stdout.contains(kept), "{replies:?}, {verb}: {open:?}");
            assert!(open.stderr.starts_with(&format!("{failure}\n")), "{open:?}");
            assert_eq!(open.exit_code, if kept == "No." { 2 } else { 0 }, "{replies:?}, {verb}: {open:?}");
        }
    }
    // What a tuple says beside it is still of one hook.
    let prompt = input("UserPromptSubmit", json!({"prompt": "p"}));
    let hidden = |_: UserPromptSubmit| (json!({"systemMessage": "note"}), block("No."), hookwire::hide_prompt());
    let decision = Hooks::new().guard(Guard::Open).on(hidden).decide(prompt);
    assert!(decision.stdout.contains("suppressOriginalPrompt"), "{decision:?}");
    // A wrong reply does not hide a right one.
    let wrong = || json!({"decision": "block", "reason": 1});
    let hooks = Hooks::new().guard(Guard::Open).on(move |_: Stop| combine((wrong(), block("No."))));
    assert!(hooks.decide(stop()).stdout.contains("No."));
    // Nobody knows how an event that is newer is blocked.
    let newer = Hooks::new().name("hook").on_any(move |_| combine((note(), other(), message("m"))));
    let decision = newer.decide(input("Newer", json!({})));
    assert_eq!(decision.stdout, format!("{}\n", note()));
    assert!(decision.stderr.contains(&format!("`Newer` goes on: {WHOLE}\n")), "{decision:?}");
}

/// The host reads an answer to a question in another way than that of a call.
#[test]
fn a_whole_reply_that_blocks_a_question_is_kept() {
    let denied = json!({"hookSpecificOutput": {
        "hookEventName": "PermissionRequest", "decision": {"behavior": "deny", "message": "No."},
    }});
    let hooks = Hooks::new().guard(Guard::Open).on(|_: PermissionRequest| json!({"systemMessage": "note"}));
    let hooks = hooks.on(|_: PermissionRequest| allow()).on(move |_: PermissionRequest| denied.clone());
    let decision =
        hooks.decide(input("PermissionRequest", json!({"tool_name": "Bash", "tool_input": {"command": "ls"}})));
    assert!(decision.stdout.contains("\"behavior\":\"deny\""), "{decision:?}");
    assert!(decision.stderr.contains(WHOLE), "{decision:?}");
}

#[test]
fn what_is_left_out_is_noted_once() {
    let active = input("Stop", json!({"stop_hook_active": true}));
    let hooks = Hooks::new().on(|_: Stop| block("No.")).on(|_: Stop| message("m"));
    let decision = hooks.decide(active);
    assert_eq!((&*decision.stdout, decision.stderr.lines().count()), ("{\"systemMessage\":\"m\"}\n", 1));
    let prompt = input("UserPromptSubmit", json!({"prompt": "p"}));
    let decision = Hooks::new().on(|_: UserPromptSubmit| (block("No."), context("Text."))).decide(prompt);
    assert_eq!(decision.stdout, "{\"decision\":\"block\",\"reason\":\"No.\"}\n");
    let note = "`context` was left out: on `UserPromptSubmit` it has no effect beside `block`\nNo.\n";
    assert_eq!((&*decision.stderr, decision.exit_code), (note, 2));
}

#[test]
fn a_panic_is_a_failure_with_its_message() {
    let hooks = Hooks::new().name("hook");
    let hooks = hooks.on(|_: PreToolUse| -> () { panic!("broken") }).on(|_: Stop| -> () { panic!("{}", "broken") });
    let closed = "The hook `hook` failed, so it blocks `PreToolUse`: it panicked: broken";
    let decision = hooks.decide(bash("ls"));
    assert_eq!((&*reason(&decision), &*decision.stderr), (closed, &*format!("{closed}\n")));
    let open = "The hook `hook` failed, and `Stop` goes on: it panicked: broken\n";
    assert_eq!(hooks.decide(stop()).stderr, open);
}

#[test]
fn the_guard_decides_for_every_event() {
    let broken = |_: AnyCall| Err::<(), _>("broken");
    let of = |guard: Guard, data: String| Hooks::new().on_any(broken).guard(guard).decide(data);
    // The user learns of it.
    let open: Value = serde_json::from_str(&of(Guard::Open, bash("ls")).stdout).unwrap();
    let told = open["systemMessage"].as_str().unwrap_or_default();
    assert!(told.ends_with(" failed, and `PreToolUse` goes on: broken"), "{open}");
    assert_eq!(open.as_object().map(serde_json::Map::len), Some(1), "{open}");
    assert!(of(Guard::Closed, stop()).stdout.contains("\"decision\":\"block\""));
    let worktree = input("WorktreeCreate", json!({"name": "w"}));
    assert_eq!(of(Guard::Closed, worktree).exit_code, 2);
    // Nothing can be blocked here but with the exit code.
    assert_eq!(of(Guard::Closed, input("SessionEnd", json!({"reason": "clear"}))).exit_code, 2);
    assert_eq!(of(Guard::Closed, String::new()).exit_code, 2);
}

#[test]
fn an_input_that_cannot_be_read_blocks_if_any_handler_is_of_a_closed_event() {
    let code = |hooks: Hooks<'_>, data: &str| {
        let decision = hooks.decide(data);
        assert_eq!(decision.stdout, "");
        decision.exit_code
    };
    let guard = || Hooks::new().on(|_: PreToolUse<Bash>| ()).on(|_: PermissionRequest| ());
    assert_eq!(code(guard(), "{"), 2);
    assert!(guard().decide("[]").stderr.contains("so it blocks everything: the input cannot be read: "));
    assert_eq!(code(guard().on(|_: Stop| ()), "{"), 2);
    assert_eq!(code(guard().on_any(|_| ()), "{"), 2);
    // The user learns that the hook is off.
    assert_eq!(code(Hooks::new().on(|_: Stop| ()), "{"), 1);
    assert_eq!(code(Hooks::new().on_any(|_| ()), "{"), 2, "it can be a closed event");
    assert_eq!(code(Hooks::new(), "{"), 1);
    assert_eq!(code(Hooks::new().guard(Guard::Closed), "{"), 2);
    // With the name of the event, its policy counts.
    let stop = r#"{"hook_event_name": "Stop", "#;
    assert_eq!(code(guard(), stop), 0);
    assert_eq!(code(guard().on(|_: Stop| ()), stop), 1);
    assert_eq!(code(guard().on_any(|_| ()), stop), 1);
    assert_eq!(code(guard().on(|_: Stop| ()).guard(Guard::Closed), stop), 2);
}

#[test]
fn a_wrong_name_is_a_failure_of_all_handlers() {
    let wrong = |hooks: Hooks<'static>| reason(&hooks.on(|_: PreToolUse<Read>| ()).decide(bash("ls")));
    let event = wrong(Hooks::new().on_event("PreToolUs", |_| ()));
    assert!(event.ends_with("there is no event `PreToolUs`: did you mean `PreToolUse`?"), "{event}");
    let tool = wrong(Hooks::new().on_tool("PreToolUse", "bash", |_| ()));
    assert!(tool.ends_with("there is no tool `bash`: did you mean `Bash`?"), "{tool}");
    let none = wrong(Hooks::new().on_tool("Stop", "Bash", |_| ()));
    assert!(none.contains("`Stop` is not about a tool"), "{none}");
    for known in ["mcp__a__b", "QuiteNewTool", "*"] {
        assert_eq!(wrong(Hooks::new().on_tool("PreToolUse", known, |_| ())), "", "{known}");
    }
}

#[test]
fn a_path_is_printed_and_a_reason_without_a_reply_is_on_stderr() {
    let worktree = input("WorktreeCreate", json!({"name": "w"}));
    let made =
        Hooks::new().on(|call: WorktreeCreate| hookwire::worktree(format!("/w/{}", call.name))).decide(&worktree);
    assert_eq!((&*made.stdout, &*made.stderr, made.exit_code), ("/w/w\n", "", 0));
    let refused = Hooks::new().on(|_: WorktreeCreate| block("No.")).decide(&worktree);
    assert_eq!((&*refused.stdout, &*refused.stderr, refused.exit_code), ("", "No.\n", 2));
}

// Programs

/// Runs a program with standard input.
fn output(command: &mut Command, data: &str) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(data.as_bytes()).expect("the program reads");
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn refuse(data: &str) -> (String, String, Option<i32>) {
    let Output { stdout, stderr, status } =
        output(Command::new(env!("CARGO_BIN_EXE_refuse")).env("RUST_BACKTRACE", "0"), data);
    (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap(), status.code())
}

#[test]
fn a_program_prints_its_reply_alone() {
    let (stdout, stderr, code) = refuse(&bash("rm -rf /"));
    let reply = "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\",\
                 \"permissionDecisionReason\":\"Do not delete the root.\"}}\n";
    assert_eq!((&*stdout, &*stderr, code), (reply, "checked\nDo not delete the root.\n", Some(2)));
    assert_eq!(refuse(&bash("ls")), (String::new(), "checked\n".to_owned(), Some(0)));
    assert_eq!(refuse(&stop()), (String::new(), String::new(), Some(0)));
}

#[test]
fn a_program_that_panics_blocks_and_keeps_the_message() {
    let (stdout, stderr, code) = refuse(&bash(""));
    assert!(stdout.contains("The hook `refuse` failed, so it blocks `PreToolUse`: it panicked: an empty command"));
    assert!(stderr.contains("refuse.rs:") && stderr.matches("an empty command").count() == 2, "{stderr}");
    assert_eq!((stdout.lines().count(), code), (1, Some(2)));
}

#[test]
fn a_program_blocks_what_it_cannot_read() {
    let (stdout, stderr, code) = refuse("");
    assert_eq!((&*stdout, code), ("", Some(2)));
    assert!(stderr.starts_with("The hook `refuse` failed, so it blocks `PreToolUse`: the input cannot be read: "));
}

#[test]
fn a_handler_that_takes_too_long_is_given_up() {
    let vector = json!({"limit": 0.1, "handlers": {"PreToolUse": {"prints": "begun", "hangs": 600}}});
    let mut program = Command::new(env!("CARGO_BIN_EXE_runtime"));
    let done = output(program.env("HOOKWIRE_VECTOR", vector.to_string()), &bash("ls"));
    let said = "The hook `hook` failed, so it blocks `PreToolUse`: it did not end within 0.1 s";
    assert_eq!(String::from_utf8(done.stderr).unwrap(), format!("begun\n{said}\n"));
    assert!(String::from_utf8(done.stdout).unwrap().contains(said));
    assert_eq!(done.status.code(), Some(2));
}

#[test]
fn a_time_limit_does_not_change_a_handler_that_ends() {
    let hooks = |limit| Hooks::new().name("hook").on(|_: PreToolUse<Bash>| block("No.")).limit(limit);
    assert_eq!(reason(&hooks(Duration::from_nanos(1)).decide(bash("ls"))), "No.", "`decide` has no limit");
    let wrong = reason(&hooks(Duration::ZERO).decide(bash("ls")));
    assert!(wrong.ends_with("the option `limit` is 0, and has to be a number of seconds greater than 0"), "{wrong}");
}

/// Returns an input of this many levels, of arrays or of objects, beside the arguments or within them.
fn deep(levels: usize, (begin, inner, end): (&str, &str, &str), in_arguments: bool) -> String {
    let around = if in_arguments { 3 } else { 2 };
    let value = format!("{}{inner}{}", begin.repeat(levels - around), end.repeat(levels - around));
    let own = if in_arguments {
        format!(r#""tool_input": {{"command": "rm", "x": {value}}}"#)
    } else {
        format!(r#""tool_input": {{"command": "rm"}}, "x": {value}"#)
    };
    format!(r#"{{"hook_event_name": "PreToolUse", "tool_name": "Bash", {own}}}"#)
}

#[test]
fn levels_are_counted_from_the_whole_input_and_the_whole_reply() {
    let guard = Hooks::new().on_tool("PreToolUse", "Bash", |call| {
        let outer = call.get("x").unwrap_or_else(|| &call.payload()["tool_input"]["x"]);
        let inside = |value: &Value| value.get(0).or_else(|| value.get("a")).cloned();
        block(std::iter::successors(Some(outer.clone()), inside).last().unwrap().to_string())
    });
    let change = Hooks::new().on(|_: PreToolUse<Bash>| hookwire::rewrite(json!({"command": "ls"})));
    for kind in [("[", "[]", "]"), (r#"{"a":"#, "{}", "}")] {
        for in_arguments in [false, true] {
            let decide = |levels| guard.decide(deep(levels, kind, in_arguments));
            assert_eq!(reason(&decide(128)), kind.1);
            // What is below the most levels of a value is its text.
            assert_eq!(reason(&decide(129)), Value::from(kind.1).to_string());
            assert!(reason(&decide(10_000)).starts_with('"'));
            let unread = decide(10_001);
            assert!(unread.exit_code == 2 && unread.stderr.contains("10,000 levels"), "{unread:?}");
            // The arguments are a level deeper in a reply than in an input.
            let changed = |levels| change.decide(deep(levels, kind, in_arguments));
            assert_eq!(changed(127).exit_code, 0);
            for levels in [128, 129, 10_000] {
                let is_too_deep =
                    reason(&changed(levels)).contains("the reply is wrong: The payload has more than 128 levels");
                assert_eq!(is_too_deep, in_arguments, "{levels}");
            }
        }
    }
}
