//! The calls of events, what handlers can say and return, and how that is written.

use hookwire::fields::BashInputFields;
use hookwire::tools::{AnyTool, Bash, BashInput, BashResponse, Tool};
use hookwire::{
    AnyCall, AsyncHookOutput, Call, Decision, Elicitation, Guard, Hooks, IntoReply, PermissionDecision,
    PermissionRequest, PostToolUse, PreToolUse, PreToolUseInput, PreToolUseOutput, PreToolUseSpecificOutput,
    PreToolUseSyncOutput, Reply, SessionStart, SetModeUpdate, Stop, StopBlock, StopSyncOutput, SyncHookOutput,
    UserPromptSubmit, accept, allow, ask, block, combine, context, message, rewrite, stop, watch,
};
use serde_json::{Value, json};

/// Returns an input with the fields that all events have.
fn input(event: &str, own: Value) -> Value {
    let mut all = json!({"session_id": "1", "transcript_path": "/t.jsonl", "cwd": "/", "hook_event_name": event});
    all.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
    all
}

fn bash(arguments: Value) -> Value {
    input("PreToolUse", json!({"tool_name": "Bash", "tool_input": arguments, "tool_use_id": "t"}))
}

fn stopped(active: bool) -> Value {
    input("Stop", json!({"stop_hook_active": active}))
}

/// Decides with one handler.
fn decided<C: Call, R: IntoReply<C>>(payload: &Value, handler: impl Fn(C) -> R + Send + Sync) -> Decision {
    Hooks::new().name("hook").on(handler).decide(payload.to_string())
}

/// Returns the reply of one handler, which must be all that it writes. A block is also exit code 2 with its reason.
fn reply<C: Call, R: IntoReply<C>>(payload: &Value, handler: impl Fn(C) -> R + Send + Sync) -> Value {
    let decision = decided(payload, handler);
    let reply: Value = serde_json::from_str(&decision.stdout).unwrap_or_default();
    let reason = reply["reason"].as_str().or(reply["hookSpecificOutput"]["permissionDecisionReason"].as_str());
    let blocks = reply["decision"] == "block" || reply["hookSpecificOutput"]["permissionDecision"] == "deny";
    match decision.exit_code {
        2 => assert!(blocks && decision.stderr == format!("{}\n", reason.expect("a reason")), "{decision:?}"),
        code => assert_eq!((&*decision.stderr, code), ("", 0)),
    }
    reply
}

/// Returns the reason of a hook that failed and blocks a call of a tool.
fn failure(decision: &Decision) -> String {
    let reply: Value = serde_json::from_str(&decision.stdout).expect("a reply");
    assert_eq!(reply["hookSpecificOutput"]["permissionDecision"], "deny");
    let reason = reply["hookSpecificOutput"]["permissionDecisionReason"].as_str().expect("a reason").to_owned();
    assert_eq!(decision.stderr, format!("{reason}\n"));
    reason.strip_prefix("The hook `hook` failed, so it blocks `PreToolUse`: ").expect("a failure").to_owned()
}

fn denied(reason: &str) -> Value {
    json!({"hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason,
    }})
}

#[test]
fn a_call_has_the_fields_of_its_input_and_the_types_of_its_tool() {
    let payload = bash(json!({"command": "ls", "timeout": 5}));
    let read = |call: PreToolUse<Bash>| {
        let BashInputFields { command, timeout, .. } = &*call.tool_input;
        block(format!("{} {command} {timeout:?} {}", call.tool_name, call.problems().len()))
    };
    assert_eq!(reply(&payload, read), denied("Bash ls Some(5.0) 0"));
}

#[test]
fn a_call_of_any_tool_has_json() {
    let payload = bash(json!({"command": "ls"}));
    let read = |call: PreToolUse| block(call.tool_input["command"].as_str().unwrap_or_default());
    assert_eq!(reply(&payload, read), denied("ls"));
    assert!(AnyTool::is("Bash") && AnyTool::is("newer"));
}

#[test]
fn a_value_of_a_newer_host_is_a_problem_and_no_failure() {
    let mut payload = bash(json!({"command": "ls", "newer": 1}));
    payload["permission_mode"] = json!(1);
    let read = |call: PreToolUse<Bash>| block(call.problems()[0].pointer.clone());
    assert_eq!(reply(&payload, read), denied("/permission_mode"));
}

#[test]
fn the_verbs_of_a_call_have_one_type() {
    let guard = |call: PreToolUse<Bash>| match &*call.tool_input.command {
        "rm" => Some(call.block("No.")),
        "cp" => Some(call.ask("Sure?")),
        "ls" => Some(call.allow_because("It only reads.")),
        _ => None,
    };
    let decision = |command: &str| {
        let reply = reply(&bash(json!({"command": command})), guard);
        reply["hookSpecificOutput"]["permissionDecision"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(["rm", "cp", "ls", "cat"].map(decision), ["deny", "ask", "allow", ""]);
}

#[test]
fn a_reply_can_be_made_without_a_call() {
    let made: Reply<Stop> = block("Run the tests.").into();
    let call = Stop::from(serde_json::from_value::<hookwire::StopInput>(stopped(false)).expect("an input"));
    assert_eq!(made, call.block("Run the tests."));
    assert_ne!(made, call.block("Other."));
    assert_ne!(made, Reply::default());
    assert!(format!("{made:?}").contains("Run the tests."));
}

#[test]
fn optional_arguments_are_added() {
    let because = |_: PreToolUse| allow().because("It only reads.");
    assert_eq!(
        reply(&bash(json!({})), because),
        json!({"hookSpecificOutput": {
            "hookEventName": "PreToolUse", "permissionDecision": "allow",
            "permissionDecisionReason": "It only reads.",
        }})
    );
    assert_eq!(reply(&stopped(false), |_: Stop| stop()), json!({"continue": false}));
    assert_eq!(
        reply(&stopped(false), |_: Stop| stop().because("Over.")),
        json!({"continue": false, "stopReason": "Over."})
    );
    let form = input("Elicitation", json!({"mcp_server_name": "m", "message": "q"}));
    let answer = json!({"hookSpecificOutput": {
        "hookEventName": "Elicitation", "action": "accept", "content": {"a": 1},
    }});
    assert_eq!(reply(&form, |_: Elicitation| accept().with_content(json!({"a": 1}))), answer);
    assert_eq!(reply(&form, |call: Elicitation| call.accept_with(json!({"a": 1}))), answer);
}

#[test]
fn lists_are_any_values_that_convert() {
    let start = input("SessionStart", json!({"source": "startup"}));
    assert_eq!(
        reply(&start, |_: SessionStart| watch(["/a", "/b"])),
        json!({"hookSpecificOutput": {"hookEventName": "SessionStart", "watchPaths": ["/a", "/b"]}})
    );
    let request = input("PermissionRequest", json!({"tool_name": "Bash", "tool_input": {"command": "ls"}}));
    let update = serde_json::from_value::<SetModeUpdate>(
        json!({"type": "setMode", "mode": "acceptEdits", "destination": "session"}),
    );
    let update = update.expect("an update");
    let said = reply(&request, move |call: PermissionRequest| (call.allow(), call.permissions([update.clone()])));
    assert_eq!(said["hookSpecificOutput"]["decision"]["updatedPermissions"][0]["mode"], "acceptEdits");
}

#[test]
fn rewrite_keeps_other_arguments_and_does_not_allow() {
    let payload = bash(json!({"command": "rm", "timeout": 5, "newer": [1]}));
    let expected = json!({"hookSpecificOutput": {
        "hookEventName": "PreToolUse", "updatedInput": {"command": "ls", "timeout": 5, "newer": [1]},
    }});
    assert_eq!(reply(&payload, |call: PreToolUse<Bash>| call.rewrite(json!({"command": "ls"}))), expected);
    assert_eq!(reply(&payload, |_: PreToolUse| rewrite(BashInput::new("ls"))), expected);
    assert_eq!(
        reply(&payload, |call: PreToolUse<Bash>| call.rewrite_with(|it| it.command = "ls".to_owned())),
        expected
    );
}

#[test]
fn a_function_that_rewrites_can_remove_an_argument() {
    let payload = bash(json!({"command": "ls", "timeout": 5, "newer": [1]}));
    let said = reply(&payload, |call: PreToolUse<Bash>| call.rewrite_with(|it| it.timeout = None));
    assert_eq!(said["hookSpecificOutput"]["updatedInput"], json!({"command": "ls", "newer": [1]}));
}

#[test]
fn a_new_input_that_does_not_fit_the_tool_is_a_failure() {
    let payload = bash(json!({"command": "ls"}));
    let wrong = |changes: Value| failure(&decided(&payload, move |_: PreToolUse<Bash>| rewrite(changes.clone())));
    assert!(wrong(json!({"command": 1})).contains("/updatedInput/command: "));
    assert!(wrong(json!({"comand": "ls"})).contains("Did you mean `command`?"));
    assert_eq!(wrong(json!("ls")), "`rewrite` needs an object with the changes, not a string");
    // Each handler knows its own tool, also beside handlers of other tools.
    let hooks = Hooks::new()
        .name("hook")
        .on(|_: PreToolUse<Bash>| ())
        .on(|_: PreToolUse<hookwire::tools::Read>| rewrite(json!({"file_path": 1})));
    let read = input("PreToolUse", json!({"tool_name": "Read", "tool_input": {"file_path": "/a"}, "tool_use_id": "t"}));
    assert!(failure(&hooks.decide(read.to_string())).contains("/updatedInput/file_path: "));
}

#[test]
fn the_result_of_a_tool_has_the_type_of_the_tool() {
    let payload = input(
        "PostToolUse",
        json!({
            "tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "t",
            "tool_response": {"stdout": "secret", "stderr": "", "interrupted": false},
        }),
    );
    let hide = |call: PostToolUse<Bash>| {
        let shown = BashResponse::new(call.tool_response.stdout.replace("secret", "***"), "", false);
        call.replace_output(shown)
    };
    assert_eq!(reply(&payload, hide)["hookSpecificOutput"]["updatedToolOutput"]["stdout"], "***");
}

#[test]
fn an_empty_text_is_a_failure() {
    let said = failure(&decided(&bash(json!({})), |_: PreToolUse| block("")));
    assert_eq!(said, "`block` needs a text that is not empty");
    let said = failure(&decided(&bash(json!({})), |_: PreToolUse| (allow(), context(""))));
    assert_eq!(said, "`context` needs a text that is not empty");
}

#[test]
fn nothing_is_no_output() {
    let payload = bash(json!({}));
    assert_eq!(decided(&payload, |_: PreToolUse| ()), Decision::default());
    assert_eq!(decided(&payload, |_: PreToolUse| None::<hookwire::verbs::Block>), Decision::default());
    assert_eq!(decided(&payload, |_: PreToolUse| Ok::<_, String>(())), Decision::default());
    assert_eq!(decided(&payload, |_: PreToolUse| Value::Null), Decision::default());
    assert_eq!(decided(&payload, |_: PreToolUse| Vec::<Reply<PreToolUse>>::new()), Decision::default());
}

#[test]
fn an_error_is_a_failure_with_its_text() {
    fn failing(_: PreToolUse) -> Result<Option<hookwire::verbs::Block>, Box<dyn std::error::Error>> {
        let number: u8 = "x".parse()?;
        Ok((number > 1).then(|| block("No.")))
    }
    assert_eq!(failure(&decided(&bash(json!({})), failing)), "invalid digit found in string");
    let said = decided(&stopped(false), |_: Stop| Err::<(), _>("broken"));
    assert_eq!(said.stderr, "The hook `hook` failed, and `Stop` goes on: broken\n");
}

#[test]
fn a_tuple_is_one_hook_that_says_all_of_it() {
    let payload = bash(json!({}));
    let mut expected = denied("No.");
    expected["hookSpecificOutput"]["additionalContext"] = json!("Text.");
    assert_eq!(reply(&payload, |_: PreToolUse| (block("No."), context("Text."))), expected);
    assert_eq!(reply(&payload, |_: PreToolUse| (Some(block("No.")), (), context("Text."))), expected);
    assert_eq!(reply(&payload, |call: PreToolUse| vec![call.block("No."), call.context("Text.")]), expected);
    // Its strongest decision counts.
    assert_eq!(reply(&payload, |_: PreToolUse| (allow(), block("No."))), denied("No."));
}

#[test]
fn combined_replies_are_those_of_several_hooks() {
    let prompt = input("UserPromptSubmit", json!({"prompt": "p"}));
    let said = |reply: Value| (reply["decision"].clone(), reply["systemMessage"].clone());
    // The host hears only the first hook that decides here. Of one program, all are heard.
    let several = reply(&prompt, |_: UserPromptSubmit| combine((block("No."), message("Hello."))));
    assert_eq!(said(several), (json!("block"), json!("Hello.")));
    let texts = reply(&stopped(false), |_: Stop| combine([block("One."), block("Two.")]));
    assert_eq!(texts["reason"], "One.\nTwo.");
    let texts = reply(&stopped(false), |call: Stop| combine(vec![call.block("One."), call.message("Two.")]));
    assert_eq!((&texts["reason"], &texts["systemMessage"]), (&json!("One."), &json!("Two.")));
    let last = reply(&bash(json!({})), |_: PreToolUse| combine((ask("One?"), ask("Two?"))));
    assert_eq!(last["hookSpecificOutput"]["permissionDecisionReason"], "Two?");
}

#[test]
fn a_whole_reply_is_an_output_of_the_event_or_json() {
    let payload = bash(json!({}));
    let specific = || {
        PreToolUseSpecificOutput::new()
            .with_permission_decision(PermissionDecision::Deny)
            .with_permission_decision_reason("No.")
    };
    let whole = move || PreToolUseSyncOutput::new().with_hook_specific_output(specific());
    assert_eq!(reply(&payload, move |_: PreToolUse| whole()), denied("No."));
    assert_eq!(reply(&payload, move |_: PreToolUse| PreToolUseOutput::from(whole())), denied("No."));
    assert_eq!(reply(&payload, |_: PreToolUse| denied("No.")), denied("No."));
    assert_eq!(reply(&payload, |_: PreToolUse| AsyncHookOutput::new())["async"], true);
    let blocked = json!({"decision": "block", "reason": "r"});
    assert_eq!(reply(&stopped(false), |_: Stop| StopSyncOutput::block().with_reason("r")), blocked);
    assert_eq!(reply(&stopped(false), |_: Stop| StopBlock::new().with_reason("r")), blocked);
}

#[test]
fn a_whole_reply_that_is_wrong_is_a_failure() {
    let payload = bash(json!({}));
    let wrong = |whole: Value| failure(&decided(&payload, move |_: PreToolUse| whole.clone()));
    assert!(wrong(json!({"permissionDecision": "deny"})).starts_with("the reply is wrong: /permissionDecision: "));
    assert!(wrong(json!("deny")).starts_with("it returned a string: "));
    assert!(wrong(json!([])).starts_with("it returned an array: "));
    assert!(wrong(json!({})).starts_with("it returned an empty reply: "));
    let deeper = |inner, _| json!({"hookSpecificOutput": inner});
    assert!(
        wrong((0..130).fold(json!(1), deeper)).starts_with("the reply is wrong: The payload has more than 128 levels")
    );
    let beside = failure(&decided(&payload, |_: PreToolUse| (denied("No."), context("Text."))));
    assert_eq!(beside, "a whole reply cannot be combined with others");
    // Two whole replies cannot be one.
    let both = failure(&decided(&payload, |_: PreToolUse| combine((denied("No."), json!({"systemMessage": "m"})))));
    assert_eq!(both, "a whole reply cannot be combined with others");
}

#[test]
fn what_would_loop_is_left_out_unless_it_is_said_again() {
    let left_out = decided(&stopped(true), |_: Stop| (block("No."), message("m")));
    let note =
        "`block` was left out, because a hook already keeps the agent at work. To do it all the same, pass `again`.\n";
    assert_eq!((&*left_out.stdout, &*left_out.stderr), ("{\"systemMessage\":\"m\"}\n", note));
    assert_eq!(reply(&stopped(true), |_: Stop| block("No.").again())["reason"], "No.");
    let context = reply(&stopped(true), |_: Stop| context("Text.").again());
    assert_eq!(context["hookSpecificOutput"]["additionalContext"], "Text.");
    assert_eq!(reply(&stopped(false), |_: Stop| block("No."))["reason"], "No.");
}

#[test]
fn a_call_of_any_event_has_its_name_its_input_and_its_problems() {
    let newer = json!({"hook_event_name": "Newer", "tool_name": "Bash", "x": 1});
    let seen = |call: AnyCall| {
        assert_eq!((call.event_name(), call.event(), call.tool_name()), ("Newer", None, Some("Bash")));
        assert_eq!((call.get("x"), call.get("y")), (Some(&json!(1)), None));
        assert_eq!(call.problems()[0].pointer, "/hook_event_name");
        assert_eq!(call.payload()["x"], 1);
        json!({"systemMessage": call.into_payload()["x"].to_string()})
    };
    assert_eq!(reply(&newer, seen), json!({"systemMessage": "1"}));
    let output = |_: AnyCall| SyncHookOutput::new().with_system_message("1");
    assert_eq!(reply(&newer, output), json!({"systemMessage": "1"}));
    let known = |call: AnyCall| message(call.event().map(|it| it.to_string()).unwrap_or_default());
    assert_eq!(reply(&stopped(false), known), json!({"systemMessage": "Stop"}));
}

#[test]
fn a_verb_that_the_event_does_not_take_is_a_failure_of_an_untyped_handler() {
    let said = Hooks::new()
        .guard(Guard::Closed)
        .name("hook")
        .on_any(|_| rewrite(json!({})))
        .decide(stopped(false).to_string());
    let reply: Value = serde_json::from_str(&said.stdout).expect("a reply");
    let reason = reply["reason"].as_str().expect("a reason");
    assert!(
        reason.contains("`Stop` cannot `rewrite`. It can `block`, `context`, `stop`, `message` and `terminal`."),
        "{reason}"
    );
}

/// A tool of an MCP server.
struct Search;

#[derive(serde::Serialize, serde::Deserialize)]
struct Query {
    text: String,
}

impl Tool for Search {
    const NAME: &'static str = "mcp__memory__search";
    type Input = Query;
    type Response = Vec<String>;
}

#[test]
fn a_tool_of_its_own_type_can_be_handled_and_rewritten() {
    let own = json!({"tool_name": Search::NAME, "tool_input": {"text": "a", "limit": 1}, "tool_use_id": "t"});
    let payload = input("PreToolUse", own);
    let quote = |call: PreToolUse<Search>| call.rewrite_with(|query| query.text = format!("'{}'", query.text));
    let said = reply(&payload, quote);
    assert_eq!(said["hookSpecificOutput"]["updatedInput"], json!({"text": "'a'", "limit": 1}));
}

/// A type that hooks of several events return.
struct Verdict(bool);

impl IntoReply<PreToolUse> for Verdict {
    fn into_reply(self) -> Reply<PreToolUse> {
        self.0.then(|| block("No.")).into_reply()
    }
}

#[test]
fn a_reply_can_have_a_type_of_its_own() {
    assert_eq!(reply(&bash(json!({})), |_: PreToolUse| Verdict(true)), denied("No."));
}

#[test]
fn a_handler_can_be_tested_with_an_input() {
    fn guard(call: PreToolUse) -> Option<Reply<PreToolUse>> {
        (call.tool_name == "Bash").then(|| call.block("No."))
    }
    let call = |own: Value| {
        let payload: PreToolUseInput = serde_json::from_value(own).expect("an input");
        PreToolUse::from(payload)
    };
    let mut other = bash(json!({}));
    other["tool_name"] = json!("Read");
    assert_eq!(guard(call(bash(json!({})))), Some(block("No.").into()));
    assert_eq!(guard(call(other)), None);
}

#[test]
fn calls_and_hooks_can_be_debugged() {
    let payload: PreToolUseInput = serde_json::from_value(bash(json!({}))).expect("an input");
    assert!(format!("{:?}", PreToolUse::<AnyTool>::from(payload)).starts_with("PreToolUse"));
    assert!(format!("{:?}", Hooks::new().on(|_: PreToolUse<Bash>| ())).contains("Bash"));
}
