//! The fields of a call: what the handler does not read may be absent or of another type, and what it reads is never made
//! up and never taken for absent.

use hookwire::tools::{Agent, Bash, Edit, Grep, Read, Tool};
use hookwire::{Call, Decision, HookEvent, Hooks, IntoReply, PostToolUse, PreToolUse, Stop, UserPromptSubmit, block};
use serde_json::{Value, json};

/// Decides with one handler.
fn decided<C: Call, R: IntoReply<C>>(payload: &Value, handler: impl Fn(C) -> R + Send + Sync) -> Decision {
    Hooks::new().name("hook").on(handler).decide(payload.to_string())
}

/// Returns the reason of a denial; empty if there is none.
fn reason(decision: &Decision) -> String {
    let reply: Value = serde_json::from_str(&decision.stdout).unwrap_or_default();
    reply["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap_or_default().to_owned()
}

/// Returns what is wrong, if a handler failed and blocks.
fn fault(decision: &Decision) -> String {
    let reason = reason(decision);
    reason.strip_prefix("The hook `hook` failed, so it blocks `PreToolUse`: ").unwrap_or_default().to_owned()
}

fn call(tool: &str, arguments: Value) -> Value {
    json!({"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": arguments})
}

fn bash(arguments: Value) -> Value {
    call("Bash", arguments)
}

fn sandbox(call: PreToolUse<Bash>) -> Option<hookwire::verbs::Block> {
    (call.tool_input.dangerously_disable_sandbox == Some(true)).then(|| block("Commands stay in the sandbox."))
}

#[test]
fn a_value_of_another_type_is_never_absent() {
    for wrong in [json!("true"), json!("yes"), json!(1), json!(null), json!([true]), json!({"a": true})] {
        let payload = bash(json!({"command": "ls", "dangerouslyDisableSandbox": wrong}));
        let fault = fault(&decided(&payload, sandbox));
        assert!(fault.contains("dangerouslyDisableSandbox"), "{payload}: {fault:?}");
    }
    let right = |value: Value| bash(json!({"command": "ls", "dangerouslyDisableSandbox": value}));
    assert_eq!(reason(&decided(&right(json!(true)), sandbox)), "Commands stay in the sandbox.");
    assert_eq!(decided(&right(json!(false)), sandbox), Decision::default());
}

#[test]
fn a_value_inside_of_another_is_never_absent_either() {
    // The field that is read has a part that cannot be read.
    let payload = |effort: Value| {
        let mut payload = bash(json!({"command": "ls"}));
        payload["effort"] = effort;
        payload
    };
    let read = |call: PreToolUse<Bash>| block(format!("{:?}", call.effort.is_some()));
    assert_eq!(reason(&decided(&payload(json!({"level": "high"})), read)), "true");
    assert!(fault(&decided(&payload(json!({"level": 1})), read)).contains("effort"));
    assert!(fault(&decided(&payload(json!("high")), read)).contains("effort"));
}

#[test]
fn what_the_handler_does_not_read_may_be_absent() {
    let read = |call: PreToolUse<Bash>| call.tool_input.command.contains("rm").then(|| block("No."));
    assert_eq!(reason(&decided(&bash(json!({"command": "rm -rf /"})), read)), "No.");
    assert_eq!(decided(&bash(json!({"command": "git status"})), read), Decision::default());
    assert_eq!(decided(&bash(json!({})), sandbox), Decision::default());
    assert_eq!(
        reason(&decided(&bash(json!({"dangerouslyDisableSandbox": true})), sandbox)),
        "Commands stay in the sandbox."
    );
    let any = |call: PreToolUse| (call.tool_name == "WebSearch").then(|| block("No."));
    let bare = json!({"hook_event_name": "PreToolUse", "tool_name": "WebSearch"});
    assert_eq!(reason(&decided(&bare, any)), "No.");
}

#[test]
fn what_the_handler_does_not_read_may_be_of_any_type() {
    let mut payload = bash(json!({"command": ["ls"], "timeout": "5"}));
    payload["session_id"] = json!(1);
    payload["permission_mode"] = json!([]);
    payload["mcp_server"] = json!("x");
    assert_eq!(decided(&payload, sandbox), Decision::default());
}

#[test]
fn a_required_field_that_is_absent_is_a_failure_when_it_is_read() {
    let session = |call: PreToolUse<Bash>| block(call.session_id.as_str());
    assert_eq!(fault(&decided(&bash(json!({"command": "ls"})), session)), "the input has no `session_id`");
    let command = |call: PreToolUse<Bash>| call.tool_input.command.is_empty().then(|| block("No."));
    assert_eq!(fault(&decided(&bash(json!({})), command)), "the input has no `tool_input.command`");
    assert!(fault(&decided(&bash(json!({"command": 1})), command)).contains("tool_input.command"));
    // Not even an optional argument can be read of arguments that are not there.
    let none = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash"});
    assert_eq!(fault(&decided(&none, sandbox)), "the input has no `tool_input`");
}

#[test]
fn the_arguments_of_every_tool_are_read_one_by_one() {
    let path = |call: PreToolUse<Read>| call.tool_input.file_path.ends_with(".env").then(|| block("No."));
    let payload = call("Read", json!({"file_path": "/a/.env", "offset": "x", "limit": []}));
    assert_eq!(reason(&decided(&payload, path)), "No.");
    let pattern = |call: PreToolUse<Grep>| (call.tool_input.pattern == "secret").then(|| block("No."));
    assert_eq!(reason(&decided(&call("Grep", json!({"pattern": "secret", "output_mode": "newer"})), pattern)), "No.");
    let mode = |call: PreToolUse<Grep>| call.tool_input.output_mode.is_none().then(|| block("No."));
    assert!(fault(&decided(&call("Grep", json!({"output_mode": "newer"})), mode)).contains("output_mode"));
    // Under a former name of the tool as well.
    let prompt = |call: PreToolUse<Agent>| call.tool_input.prompt.contains("x").then(|| block("No."));
    assert_eq!(reason(&decided(&call("Task", json!({"prompt": "x"})), prompt)), "No.");
}

#[test]
fn the_result_of_a_tool_is_read_field_by_field() {
    let payload = json!({
        "hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"},
        "tool_response": {"stdout": "secret", "interrupted": "no"},
    });
    let found =
        |call: PostToolUse<Bash>| call.tool_response.stdout.contains("secret").then(|| call.feedback("A secret."));
    assert!(decided(&payload, found).stdout.contains("A secret."));
    let stderr = |call: PostToolUse<Bash>| call.tool_response.stderr.contains("x").then(|| call.feedback("No."));
    assert!(decided(&payload, stderr).stderr.contains("the input has no `tool_response.stderr`"));
    let interrupted = |call: PostToolUse<Bash>| (call.tool_response.interrupted == true).then(|| call.feedback("No."));
    assert!(decided(&payload, interrupted).stderr.contains("tool_response.interrupted"));
    // Arguments and result of another tool.
    let edited = |call: PostToolUse<Edit>| call.tool_input.file_path.ends_with(".rs").then(|| call.feedback("Yes."));
    let payload = json!({"hook_event_name": "PostToolUse", "tool_name": "Edit", "tool_input": {"file_path": "/a.rs"}});
    assert!(decided(&payload, edited).stdout.contains("Yes."));
}

#[test]
fn an_open_event_goes_on_if_a_field_is_absent() {
    let payload = json!({"hook_event_name": "Stop"});
    let read = decided(&payload, |call: Stop| (call.stop_hook_active == true).then(|| block("No.")));
    assert!(read.stderr.contains("`Stop` goes on: the input has no `stop_hook_active`"), "{read:?}");
    let unread = decided(&payload, |_: Stop| hookwire::message("m"));
    assert_eq!(unread.stdout, "{\"systemMessage\":\"m\"}\n");
    let prompt = json!({"hook_event_name": "UserPromptSubmit", "prompt": "x"});
    let found = decided(&prompt, |call: UserPromptSubmit| call.prompt.contains("x").then(|| block("No.")));
    assert!(found.stdout.contains("\"block\""));
}

#[test]
fn a_copy_of_the_whole_input_reads_all_of_it() {
    let whole = |call: PreToolUse<Bash>| block(call.into_input().tool_input.command);
    assert_eq!(
        fault(&decided(&bash(json!({"command": "ls"})), whole)),
        "the input cannot be read: missing key at /session_id"
    );
    let rewritten = |call: PreToolUse<Bash>| call.rewrite_with(|input| input.command = "true".to_owned());
    assert!(fault(&decided(&bash(json!({})), rewritten)).contains("/tool_input/command"));
    let wrong = bash(json!({"command": "ls", "dangerouslyDisableSandbox": "true"}));
    assert!(fault(&decided(&wrong, rewritten)).contains("/tool_input/dangerouslyDisableSandbox"));
    let right = decided(&bash(json!({"command": "ls", "newer": 1})), rewritten);
    assert!(right.stdout.contains(r#""updatedInput":{"command":"true","newer":1}"#), "{right:?}");
}

/// A tool of an MCP server.
struct Search;

#[derive(serde::Serialize, serde::Deserialize)]
struct Query {
    text: String,
    limit: Option<u8>,
}

impl Tool for Search {
    const NAME: &'static str = "mcp__memory__search";
    type Input = Query;
    type Response = Vec<String>;
}

#[test]
fn the_arguments_of_a_tool_of_its_own_type_are_read_as_a_whole() {
    let read = |call: PreToolUse<Search>| {
        let Query { text, limit } = &*call.tool_input;
        block(format!("{text} {limit:?}"))
    };
    let payload = |arguments: Value| call(Search::NAME, arguments);
    assert_eq!(reason(&decided(&payload(json!({"text": "a"})), read)), "a None");
    assert!(fault(&decided(&payload(json!({"text": 1})), read)).contains("tool_input"));
    assert!(fault(&decided(&payload(json!({"text": "a", "limit": "1"})), read)).contains("tool_input"));
    // One that it does not read.
    assert_eq!(reason(&decided(&payload(json!({"text": 1})), |_: PreToolUse<Search>| block("No."))), "No.");
}

/// Returns whether a handler of the type is called with nothing but the name of the event.
fn is_called<C: Call + 'static>(event: HookEvent, seen: impl Fn() + Send + Sync) -> Decision {
    Hooks::new().on(|_: C| seen()).decide(json!({"hook_event_name": event.as_str()}).to_string())
}

#[test]
fn the_handler_of_every_event_is_called_with_a_bare_input() {
    macro_rules! events {
        ($($name:ident)+) => {{
            let mut all = Vec::new();
            $({
                let called = std::sync::atomic::AtomicBool::new(false);
                let event = HookEvent::$name;
                let decision = is_called::<hookwire::$name>(event, || called.store(true, std::sync::atomic::Ordering::SeqCst));
                assert!(called.into_inner(), "{event}: {decision:?}");
                assert_eq!(decision, Decision::default(), "{event}");
                all.push(event);
            })+
            all
        }};
    }
    let all = events! {
        PreToolUse PreSkillShellCommand PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit UserPromptExpansion
        SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact PreModelSwitch
        PostModelSwitch PermissionRequest PermissionDenied Setup TeammateIdle TaskCreated TaskCompleted Elicitation
        ElicitationResult ConfigChange WorktreeCreate WorktreeRemove InstructionsLoaded CwdChanged FileChanged
        DirectoryAdded MessageDisplay
    };
    assert!(HookEvent::ALL.iter().all(|event| all.contains(event)));
    assert_eq!(all.len(), HookEvent::ALL.len());
}

#[test]
fn fields_are_used_like_their_values() {
    let payload = bash(json!({"command": "git status", "timeout": 5, "description": "d"}));
    let used = |call: PreToolUse<Bash>| {
        let input = &call.tool_input;
        let words: Vec<&str> = input.command.split_whitespace().collect();
        let text: &str = &input.command;
        let owned: String = input.command.clone();
        assert_eq!(call.tool_name, "Bash");
        assert_eq!((words[0], text.len(), &owned[..3]), ("git", 10, "git"));
        assert!(input.command == owned && input.command != "ls" && input.command == *"git status");
        assert!(matches!(input.command.as_str(), "git status") && &input.command[4..] == "status");
        assert_eq!(input.timeout.unwrap_or_default(), 5.0);
        assert!(input.timeout == Some(5.0) && input.run_in_background.is_none());
        assert_eq!(input.description.as_deref(), Some("d"));
        assert_eq!(input.description.clone().unwrap_or_default(), "d");
        assert_eq!(std::path::Path::new(&call.tool_name), std::path::Path::new("Bash"));
        assert_eq!(format!("{} {:?}", call.tool_name, call.tool_name), "Bash \"Bash\"");
        assert_eq!(json!({"name": &call.tool_name}), json!({"name": "Bash"}));
        let _ = std::process::Command::new("git").args(["-C", &call.tool_name, "status"]).arg(&input.command);
        block(&input.command)
    };
    assert_eq!(reason(&decided(&payload, used)), "git status");
    let stop = json!({"hook_event_name": "Stop", "stop_hook_active": false});
    let used = |call: Stop| (!call.stop_hook_active && call.stop_hook_active == false).then(|| hookwire::message("m"));
    assert!(decided(&stop, used).stdout.contains("\"m\""));
}

#[test]
fn a_call_can_be_printed_whatever_it_lacks() {
    let payload = bash(json!({"command": 1}));
    let printed = |call: PreToolUse<Bash>| block(format!("{call:?} {:?}", call.tool_input));
    let text = reason(&decided(&payload, printed));
    assert!(text.starts_with("PreToolUse"), "{text}");
}
