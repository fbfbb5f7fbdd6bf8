//! Hooks that are not commands: servers, and tools of MCP servers.

use hookwire::{
    AnyCall, Guard, HookEvent, Hooks, HttpAnswer, PreCompact, PreToolUse, Stop, TeammateIdle, ToolResult,
    WorktreeCreate, block, context, rewrite, stop, tool_result, worktree,
};
use serde_json::{Value, json};

const NONE: [(&str, &str); 0] = [];

fn input(event: &str, own: Value) -> String {
    let mut all = json!({"session_id": "1", "transcript_path": "/t.jsonl", "cwd": "/", "hook_event_name": event});
    all.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
    all.to_string()
}

fn call() -> String {
    input("PreToolUse", json!({"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "t"}))
}

/// Returns the status and the body of an answer, and checks that its headers say what the body is.
fn parts(answer: &HttpAnswer) -> (u16, &str) {
    let kind = if answer.status == 200 { "application/json" } else { "text/plain; charset=utf-8" };
    assert_eq!(answer.headers.first(), Some(&("content-type", kind)));
    (answer.status, &answer.body)
}

fn handled(hooks: &Hooks<'_>, body: &str) -> (u16, String, String) {
    let answer = hooks.handle(body, NONE);
    let (status, body) = parts(&answer);
    (status, body.to_owned(), answer.notes.clone())
}

#[test]
fn a_reply_is_the_body() {
    let hooks = Hooks::new().on(|_: PreToolUse| block("No.")).on(|_: Stop| ());
    let (status, body, notes) = handled(&hooks, &call());
    assert_eq!((status, &*notes), (200, ""));
    assert_eq!(serde_json::from_str::<Value>(&body).unwrap()["hookSpecificOutput"]["permissionDecision"], "deny");
    let nothing = (200, "{}".to_owned(), String::new());
    assert_eq!(handled(&hooks, &input("Stop", json!({"stop_hook_active": false}))), nothing);
    assert_eq!(handled(&hooks, &input("SessionEnd", json!({"reason": "clear"}))), nothing);
}

#[test]
fn a_request_without_the_secret_is_refused_before_it_is_read() {
    let hooks = Hooks::new().on_any(|_| -> () { panic!("it is read") }).require("Authorization", "Bearer s");
    let hooks = hooks.require("x-team", "a").guard(Guard::Closed);
    let status = |headers: &[(&str, &str)]| hooks.handle(call(), headers.iter().copied()).status;
    let good = [("AUTHORIZATION", "Bearer s"), ("X-Team", "a")];
    assert_eq!(status(&good), 200);
    for wrong in [
        &[][..],
        &good[..1],
        &[("Authorization", "Bearer s"), ("X-Team", "b")],
        &[("Authorization", "Bearer "), ("X-Team", "a")],
        &[("Authorization", "Bearer sx"), ("X-Team", "a")],
        &[("Authorization", "bearer s"), ("X-Team", "a")],
    ] {
        assert_eq!(status(wrong), 401, "{wrong:?}");
    }
    let refused = hooks.handle(call(), NONE);
    assert_eq!(parts(&refused), (401, "The request does not have the headers that this server requires."));
    assert_eq!(refused.headers.get(1), Some(&("connection", "close")), "the server must not wait for the body");
    assert_eq!(hooks.refused(NONE), Some(refused));
    assert_eq!(hooks.refused(good), None);
}

#[test]
fn with_a_wrong_option_no_request_is_answered() {
    let hooks = || Hooks::new().on_any(|_| -> () { panic!("the handler is called") });
    let secrets = ["", " ", "None", "undefined", "Bearer ", "Bearer", "bearer null", "Token undefined"];
    let mut wrong: Vec<(Hooks<'_>, &str)> = secrets.map(|it| (hooks().require("X-Secret", it), "`X-Secret`")).into();
    wrong.push((hooks().require("X-A", "hunter2").require("X-\u{1b}Secret", ""), "`X-\\u001bSecret`"));
    wrong.push((hooks().require("", "s"), "`require`"));
    wrong.push((hooks().largest(0), "`largest` is 0"));
    for (hooks, said) in wrong {
        for body in [call(), String::new(), "{".to_owned()] {
            for headers in [&NONE[..], &[("x-secret", ""), ("", "s")]] {
                let answer = hooks.handle(&body, headers.iter().copied());
                let (status, text) = parts(&answer);
                assert_eq!((status, &*answer.notes), (500, &*format!("{text}\n")));
                assert!(text.starts_with("Every request is refused: ") && text.contains(said), "{text}");
                assert!(!text.contains("hunter2"), "{text}");
                assert_eq!(hooks.refused(headers.iter().copied()).as_ref(), Some(&answer));
            }
        }
    }
}

#[test]
fn one_of_several_headers_has_to_be_right() {
    let hooks = Hooks::new().on(|_: PreToolUse| ()).require("Authorization", "Bearer s");
    let status = |headers: &[(&str, &str)]| hooks.handle(call(), headers.iter().copied()).status;
    assert_eq!(status(&[("authorization", "wrong"), ("Authorization", "Bearer s")]), 200);
    assert_eq!(status(&[("AUTHORIZATION", "Bearer s"), ("authorization", "wrong")]), 200);
    for wrong in ["wrong, Bearer s", "Bearer s ", "bearer s", ""] {
        assert_eq!(status(&[("Authorization", wrong)]), 401, "{wrong}");
    }
}

#[test]
fn nothing_panics_whatever_the_headers_and_the_body_are() {
    struct Hostile;
    impl AsRef<[u8]> for Hostile {
        fn as_ref(&self) -> &[u8] {
            panic!("no")
        }
    }
    let headers = || std::iter::from_fn(|| -> Option<(&str, &str)> { panic!("no") });
    assert_eq!(Hooks::new().handle(Hostile, NONE).status, 500);
    assert_eq!(Hooks::new().handle("", headers()).status, 500);
    assert_eq!(Hooks::new().require("a", "b").handle("", [("a", Hostile)]).status, 500);
}

#[test]
fn a_body_that_is_too_large_is_refused() {
    let hooks = Hooks::new().on(|_: PreToolUse| block("No.")).largest(call().len());
    assert_eq!(hooks.handle(call(), NONE).status, 200);
    let refused = hooks.handle(call() + " ", NONE);
    assert_eq!(parts(&refused), (413, &*format!("The body is larger than {} bytes.", call().len())));
    let hooks = Hooks::new().on(|_: PreToolUse| ());
    let spaces = |count: usize| hooks.handle(call() + &" ".repeat(count - call().len()), NONE).status;
    assert_eq!((spaces(16 << 20), spaces((16 << 20) + 1)), (200, 413));
    // The secret comes first.
    assert_eq!(Hooks::new().require("a", "b").largest(1).handle("{}", NONE).status, 401);
}

#[test]
fn headers_are_pairs_of_any_form() {
    let hooks = Hooks::new().on(|_: PreToolUse| ()).require("a", "b");
    assert_eq!(hooks.handle(call(), vec![(String::from("A"), b"b".to_vec())]).status, 200);
    assert_eq!(hooks.handle(call(), vec![(String::from("A"), vec![0xff])]).status, 401);
}

#[test]
fn what_only_an_error_can_block_is_an_error() {
    let body = input("WorktreeCreate", json!({"name": "w"}));
    let blocks = Hooks::new().on(|_: WorktreeCreate| block("No."));
    assert_eq!(handled(&blocks, &body), (500, "No.".to_owned(), String::new()));
    let fails = Hooks::new().name("hook").on(|_: WorktreeCreate| Err::<(), _>("broken"));
    let said = "The hook `hook` failed, so it blocks `WorktreeCreate`: broken";
    assert_eq!(handled(&fails, &body), (500, said.to_owned(), format!("{said}\n")));
    let made = Hooks::new().on(|_: WorktreeCreate| worktree("/w"));
    let (status, body, _) = handled(&made, &body);
    let reply: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &reply["hookSpecificOutput"]["worktreePath"]), (200, &json!("/w")));
}

#[test]
fn a_failure_that_blocks_is_a_reply_where_there_is_one() {
    let fails = Hooks::new().name("hook").on(|_: PreToolUse| -> () { panic!("broken") });
    let (status, body, notes) = handled(&fails, &call());
    assert!(body.contains("\"permissionDecision\":\"deny\"") && body.contains("it panicked: broken"), "{body}");
    assert_eq!((status, notes.lines().count()), (200, 1));
    let (status, body, _) = handled(&fails, "{");
    assert!(status == 200 && body.contains("\"permissionDecision\":\"deny\""), "no other event has a handler: {body}");
    let several = Hooks::new().on(|_: PreToolUse| ()).on(|_: Stop| ());
    assert_eq!(handled(&several, "{").0, 500, "not even the event is known");
}

#[test]
fn a_failure_that_goes_on_is_only_in_the_notes() {
    let fails = Hooks::new().name("hook").on(|_: Stop| Err::<(), _>("a secret path"));
    let (status, body, notes) = handled(&fails, &input("Stop", json!({"stop_hook_active": false})));
    assert_eq!((status, &*body), (200, "{}"));
    assert_eq!(notes, "The hook `hook` failed, and `Stop` goes on: a secret path\n");
}

#[test]
fn what_commands_say_with_an_exit_code_is_in_the_reply() {
    let idle = input("TeammateIdle", json!({"teammate_name": "t", "team_name": "a"}));
    let blocks = Hooks::new().on(|_: TeammateIdle| block("Go on."));
    let (status, body, _) = handled(&blocks, &idle);
    assert_eq!((status, &*body), (200, "{\"decision\":\"block\",\"reason\":\"Go on.\"}"));
    assert_eq!(blocks.decide(idle).exit_code, 2);
}

#[test]
fn what_only_a_command_can_say_is_a_failure() {
    let compact = input("PreCompact", json!({"trigger": "manual", "custom_instructions": null}));
    let hooks = Hooks::new().name("hook").on(|_: PreCompact| context("Keep the plan."));
    let said = "The hook `hook` failed, and `PreCompact` goes on: only a command can `context` on `PreCompact`\n";
    assert_eq!(handled(&hooks, &compact), (200, "{}".to_owned(), said.to_owned()));
    assert_eq!(hooks.decide(compact).stdout, "Keep the plan.\n");
}

#[test]
fn hooks_can_be_shared_by_threads() {
    let hooks = Hooks::new().on(|_: PreToolUse| block("No."));
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| hooks.handle(call(), NONE).status)).collect();
        threads.into_iter().for_each(|it| assert_eq!(it.join().unwrap(), 200));
    });
}

// Tools of MCP servers

fn arguments() -> Value {
    json!({"tool_name": "Bash", "tool_input": {"command": "rm", "timeout": 1}})
}

fn text(result: &ToolResult) -> Value {
    assert!(!result.is_error);
    serde_json::from_str(&result.text).unwrap()
}

#[test]
fn the_result_of_a_tool_has_the_reply_as_text() {
    let result = tool_result(HookEvent::PreToolUse, block("No."), &Value::Null);
    assert_eq!(text(&result)["hookSpecificOutput"]["permissionDecisionReason"], "No.");
    let whole = serde_json::to_value(&result).unwrap();
    assert_eq!(whole, json!({"content": [{"type": "text", "text": result.text}]}));
    assert_eq!(tool_result(HookEvent::PreToolUse, (), &Value::Null).text, "{}");
}

#[test]
fn the_result_of_a_tool_depends_on_the_input() {
    let result = tool_result(HookEvent::PreToolUse, rewrite(json!({"command": "ls"})), &arguments());
    assert_eq!(text(&result)["hookSpecificOutput"]["updatedInput"], json!({"command": "ls", "timeout": 1}));
}

/// A tool that does not have the input decided to block.
#[test]
fn the_result_of_a_tool_blocks_unless_it_certainly_loops() {
    let again = json!({"stop_hook_active": true});
    let result = tool_result(HookEvent::Stop, block("No."), &again);
    assert_eq!((&*result.text, result.notes.lines().count()), ("{}", 1));
    assert!(result.notes.starts_with("`block` was left out"), "{result:?}");
    let is_kept = |result: ToolResult| text(&result)["decision"] == "block" && result.notes.is_empty();
    for input in [Value::Null, json!({}), json!({"session_id": "a"}), json!({"stop_hook_active": false})] {
        assert!(is_kept(tool_result(HookEvent::Stop, block("No."), &input)), "{input}");
    }
    assert!(is_kept(tool_result(HookEvent::Stop, block("No.").again(), &again)));
}

#[test]
fn a_tool_fails_where_the_event_takes_no_other_block() {
    let result = tool_result(HookEvent::WorktreeCreate, block("No."), &Value::Null);
    assert_eq!((&*result.text, result.is_error), ("No.", true));
    let whole = serde_json::to_value(&result).unwrap();
    assert_eq!(whole, json!({"content": [{"type": "text", "text": "No."}], "isError": true}));
}

#[test]
fn a_wrong_reply_of_a_tool_is_decided_by_the_event() {
    let closed = tool_result(HookEvent::PreToolUse, rewrite(json!({"command": 1})), &arguments());
    assert_eq!(text(&closed)["hookSpecificOutput"]["permissionDecision"], "deny");
    assert!(closed.notes.contains("/updatedInput/command: "), "{closed:?}");
    let open = tool_result(HookEvent::Stop, rewrite(json!({})), &Value::Null);
    assert_eq!(open.text, "{}");
    assert!(open.notes.contains("`Stop` cannot `rewrite`"), "{open:?}");
    let failed = tool_result(HookEvent::Stop, Err::<(), _>("broken"), &Value::Null);
    assert!(failed.notes.ends_with("broken\n"), "{failed:?}");
}

#[test]
fn a_stop_without_a_reader_of_its_reason_is_in_the_notes() {
    let input = json!({"stop_hook_active": false, "agent_id": "a"});
    let result = tool_result(HookEvent::SubagentStop, stop().because("Over."), &input);
    assert_eq!((text(&result), &*result.notes), (json!({"continue": false}), "Over.\n"));
}

/// A handler of any event can be shared as well.
#[test]
fn a_function_is_a_handler() {
    fn any(call: AnyCall) -> Option<hookwire::verbs::Block> {
        (call.tool_name() == Some("Bash")).then(|| block("No."))
    }
    assert_eq!(Hooks::new().on_any(any).handle(call(), NONE).status, 200);
}
