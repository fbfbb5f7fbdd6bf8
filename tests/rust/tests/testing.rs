//! `hookwire::testing`: samples, and trying hooks with them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hookwire::host::OutcomeAction;
use hookwire::problems::ProblemSeverity;
use hookwire::testing::{Expected, Hook, Sample, check, check_with, sample, simulate, simulate_with};
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

/// Returns the lines of the vectors that have a key.
fn lines(key: &str) -> Vec<Value> {
    let every = include_str!("../../conform/trials.jsonl").lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let found: Vec<Value> = every.filter(|line| line.get(key).is_some()).collect();
    assert!(found.len() > 10);
    found
}

/// Returns a hook of a line: a command line, a list of words, or an entry.
fn entry_of(hook: &Value) -> HandlerEntry {
    let entry = match hook {
        Value::String(line) => json!({"type": "command", "command": line}),
        Value::Array(words) => json!({"type": "command", "command": words[0], "args": words[1..]}),
        _ => hook.clone(),
    };
    entry.try_into().unwrap()
}

fn context_of(line: &Value) -> Context {
    let host = line.get("host").map(|host| host.as_str().unwrap().parse().unwrap());
    host.map_or_else(Context::new, |host| Context::new().with_host(host))
}

/// Returns true if `check` accepts a row.
fn is_met<M>(hook: &(impl Hook<M> + ?Sized), payload: &Sample, expected: &str, context: &Context) -> bool {
    let checked = catch_unwind(AssertUnwindSafe(|| check_with(hook, [(payload, expected)], context)));
    checked.map_err(|panic| assert!(panic.downcast::<String>().unwrap().starts_with("1 of 1 rows differ\n\n"))).is_ok()
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
        (
            sample("PreToolUse").with("command", 1).with("tool_use_id", 1),
            "/tool_input/command: `command` has to be a string, not a number. /tool_use_id: ",
        ),
        (sample("PreToolUse").with("cmd", "ls"), r#"there is no argument of `Bash` "cmd": write one of `command`, "#),
        (sample("Stop").with("activ", true), r#"there is no field of `Stop` "activ": write one of `session_id`, "#),
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

#[cfg(unix)]
#[test]
fn a_broken_hook_is_told_from_one_that_decides() {
    for line in lines("hook") {
        let (id, expected) = (&line["id"], &line["outcome"]);
        let (hook, context) = (entry_of(&line["hook"]), context_of(&line));
        let payload = sample(line["event"].as_str().unwrap());
        let outcome = simulate_with(&hook, &payload, &context);
        assert_eq!(json!(outcome.failed()), expected["failed"], "{id}: {}", outcome.explanation);
        assert_eq!(json!(outcome.action.as_str()), expected["action"], "{id}");
        let of_entry: Vec<_> = outcome.problems.iter().filter(|it| it.pointer.starts_with("/hooks")).collect();
        let pointers: Vec<&str> = of_entry.iter().map(|it| it.pointer.as_str()).collect();
        assert_eq!(json!(pointers), expected.get("problems").cloned().unwrap_or_else(|| json!([])), "{id}");
        // A hook of the crate says it in its own words.
        let is_explained = ["The hook failed: ", "The hook `"].iter().any(|it| outcome.explanation.contains(it));
        assert_eq!(is_explained, outcome.failed(), "{id}");
        assert!(outcome.explanation.contains(expected["said"].as_str().unwrap_or_default()), "{id}");
        let texts: Vec<&str> = outcome.texts.iter().map(|it| it.text.trim()).collect();
        assert_eq!(json!(texts), expected.get("texts").cloned().unwrap_or_else(|| json!(texts)), "{id}");
        let is_lost = |severity| matches!(severity, ProblemSeverity::Rejected | ProblemSeverity::Ignored);
        let is_refused = of_entry.iter().any(|it| is_lost(it.severity) || it.pointer.ends_with("/if"));
        let both = format!("failed and {}", outcome.action);
        let action = outcome.action.as_str();
        for word in ["failed", action, &both, "deferred", "failed and deferred"] {
            let is_right = if outcome.failed() { word == "failed" || word == both } else { word == action };
            assert_eq!(is_met(&hook, &payload, word, &context), is_right && !is_refused, "{id}: {word}");
        }
    }
}

#[test]
fn an_expectation_has_to_be_an_outcome() {
    for line in lines("expected") {
        let expected = line["expected"].as_str().unwrap();
        let message = panic_of(|| check(&guard, [(good(), expected)]));
        assert_eq!(message, format!("row 1: {}", line["message"].as_str().unwrap()));
    }
}

#[test]
fn a_sample_is_that_of_an_older_host() {
    for line in lines("sample") {
        let mut newest = sample(line["sample"].as_str().unwrap());
        for (name, value) in line["values"].as_object().unwrap() {
            newest = if name == "tool" { newest.tool(value.as_str().unwrap()) } else { newest.with(name, value.clone()) };
        }
        let made = newest.clone().host(line["host"].as_str().unwrap()).build();
        if let Some(error) = line.get("error") {
            assert_eq!(json!(made.unwrap_err().to_string()), *error);
            continue;
        }
        let mut newest = newest.build().unwrap();
        for absent in line["absent"].as_array().unwrap() {
            assert!(newest.as_object_mut().unwrap().remove(absent.as_str().unwrap()).is_some(), "{line}");
        }
        assert_eq!(made.unwrap(), newest);
    }
    let message = sample("Stop").host("newest").build().unwrap_err().to_string();
    assert!(message.starts_with("`newest` is not a version"), "{message}");
}

#[test]
fn a_broken_handler_fails_on_every_event() {
    let new = Context::new();
    let panics = |_: AnyCall| -> Option<Reply<AnyCall>> { panic!("gone") };
    let errs = |_: AnyCall| -> Result<(), String> { Err("gone".to_owned()) };
    for event in HookEvent::ALL {
        let payload = sample(event.as_str());
        let (one, other) = (simulate(&panics, &payload), simulate(&errs, &payload));
        assert!(one.failed() && other.failed() && one.action == other.action, "{event}");
        let both = format!("failed and {}", one.action);
        for (word, is_right) in [("failed", true), (both.as_str(), true), ("normal", false), ("blocked", false)] {
            assert_eq!(is_met(&panics, &payload, word, &new), is_right, "{event} {word}");
            assert_eq!(is_met(&errs, &payload, word, &new), is_right, "{event} {word}");
        }
        assert!(!simulate(&|_: AnyCall| None::<Reply<AnyCall>>, &payload).failed(), "{event}");
    }
    // A hook that only fails is not a type of its own.
    check(&panics, [(bad(), Expected::failed()), (bad(), Expected::failed_and(OutcomeAction::Blocked))]);
    check(&panics, [(bad(), Expected::that("it blocks", |it| it.blocked() && it.failed()))]);
    check(&Hooks::new().on_event("PreToolUs", guard_of_any), [(bad(), "failed and blocked")]);
}

fn guard_of_any(_: AnyCall) -> Option<Reply<AnyCall>> {
    None
}

#[test]
fn mistakes_in_rows_are_found_before_anything_runs() {
    let hook = |_: AnyCall| -> Option<Reply<AnyCall>> { panic!("it runs") };
    let rows = [(good(), "normal"), (good(), "denied"), (sample("PreToolUs"), "normal"), (good(), "failed or blocked")];
    let message = panic_of(|| check(&hook, rows));
    let starts = [
        "row 2: \"denied\" is not an outcome: did you mean \"blocked\"? Write one of: ",
        "row 3: there is no event \"PreToolUs\": did you mean \"PreToolUse\"?",
        "row 4: \"failed or blocked\" is not an outcome. Write one of: ",
    ];
    assert_eq!(message.lines().count(), starts.len(), "{message}");
    assert!(message.lines().zip(starts).all(|(line, start)| line.starts_with(start)), "{message}");
}

#[cfg(unix)]
#[test]
fn problems_of_the_entry_are_said_once() {
    let entry = json!({"type": "command", "command": "exit 2", "onfailure": "block"});
    let entry: HandlerEntry = entry.try_into().unwrap();
    let message = panic_of(|| check(&entry, [(bad(), "blocked"), (bad(), "normal")]));
    let start = "2 of 2 rows differ\n\nThe entry in the settings cannot be tried as it is written:\n";
    let problem = "  /hooks/PreToolUse/0/hooks/0/onfailure: There is no field \"onfailure\" here. Did you mean `onFailure`?\n";
    assert!(message.starts_with(&format!("{start}{problem}")), "{message}");
    assert_eq!(message.matches("expected: ").count(), 1, "{message}");
}

#[cfg(unix)]
#[test]
fn the_message_says_how_a_hook_broke() {
    let message = panic_of(|| check("echo 'no module' >&2; exit 1", [(bad(), "normal")]));
    assert!(message.starts_with("1 of 1 rows differ\n\nPreToolUse Bash "), "{message}");
    assert!(message.contains("  expected: normal\n  found: failed and normal\n"), "{message}");
    assert!(message.contains("no module"), "{message}");
    assert!(message.ends_with("The hook broke. To expect that, write \"failed\" or \"failed and normal\"."), "{message}");
    let entry = json!({"type": "command", "command": "echo late >&2; sleep 9", "timeout": 0.3});
    let entry: HandlerEntry = entry.try_into().unwrap();
    let message = panic_of(|| check(&entry, [(sample("Stop"), "normal")]));
    assert!(message.contains("it exceeded its time limit.\n  stderr: late\n"), "{message}");
}

#[cfg(unix)]
#[test]
fn hooks_of_the_crate_say_in_secret_that_they_fail() {
    let program = env!("CARGO_BIN_EXE_breaks");
    let [broken, works] = ["ls", "pwd"].map(|command| sample("PreToolUse").with("command", command));
    check(&[program], [
        (&broken, "failed and blocked"),
        (&works, "blocked"),
        (&sample("Stop"), "failed and normal"),
    ]);
    let message = panic_of(|| check(&[program], [(&broken, "blocked")]));
    assert!(message.contains("The hook `breaks` failed, so it blocks `PreToolUse`: it panicked: gone"), "{message}");
    assert!(std::env::var_os("HOOKWIRE_FAILURES").is_none());
}

/// It can be started without the variable, and can remove it.
#[cfg(unix)]
#[test]
fn a_failure_is_seen_whatever_becomes_of_the_environment() {
    let program = env!("CARGO_BIN_EXE_breaks");
    let [broken, cleared] = ["ls", "unset"].map(|command| sample("PreToolUse").with("command", command));
    check(&["env", "-i", program], [(&broken, "failed and blocked"), (&sample("Stop"), "failed and normal")]);
    check(&["sh", "-c", "exec \"$0\" 2>/dev/null", program], [(&cleared, "failed and blocked")]);
    assert_eq!(simulate(&[program], &broken).explanation.matches("it panicked: gone").count(), 1);
}

#[cfg(unix)]
#[test]
fn a_condition_is_reported() {
    let entry = json!({"type": "command", "command": "exit 2", "if": "Bash(git *)"});
    let entry: HandlerEntry = entry.try_into().unwrap();
    let message = panic_of(|| check(&entry, [(bad(), "blocked"), (bad(), "blocked")]));
    let start = "2 of 2 rows differ\n\nThe entry in the settings cannot be tried as it is written:\n";
    let problem = "  /hooks/PreToolUse/0/hooks/0/if: `if` is not evaluated here, so it is not known whether the host runs the \
                   hook for this call. To try the hook alone, pass the entry without `if`.";
    assert_eq!(message, format!("{start}{problem}"));
    let message = panic_of(|| check(&entry, [(sample("Stop"), "normal")]));
    assert!(message.contains("on this event the handler never runs"), "{message}");
}

#[test]
fn a_row_has_the_problems_of_the_reply_and_nothing_twice() {
    let reply = r#"{"permissionDecision": "deny"}"#;
    let message = panic_of(|| check(&format!("echo '{reply}'"), [(good(), "blocked")]));
    let problem = "belongs in `hookSpecificOutput`";
    assert!(message.contains("\n  problem: /permissionDecision: "), "{message}");
    assert_eq!(message.matches(problem).count(), 1, "{message}");
    let fails = Hooks::new().on(|_: AnyCall| Err::<Reply<AnyCall>, _>("gone\nfor good"));
    for event in HookEvent::ALL {
        let message = panic_of(|| check(&fails, [(sample(event.as_str()), "deferred")]));
        assert_eq!(message.matches("gone").count(), 1, "{message}");
        for code in [1, 2] {
            let line = format!("printf 'once\\n  more' >&2; exit {code}");
            let message = panic_of(|| check(&line, [(sample(event.as_str()), "deferred")]));
            assert!(message.matches("once").count() <= 1, "{message}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_hook_may_replace_the_file_of_failures() {
    for line in ["mkfifo F", "mkdir F", "true", "ln -s /dev/zero F", "head -c 3000000 /dev/zero | tr '\\0' a > F"] {
        let line = format!("rm F; {line}; exit 0").replace('F', "\"$HOOKWIRE_FAILURES\"");
        let outcome = simulate(&line, &good());
        assert_eq!(outcome.failed(), line.contains("head"), "{line}");
        assert!(outcome.explanation.len() < 1_100_000);
    }
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
    assert!(message.starts_with("row 2: \"bloked\" is not") && message.contains("did you mean \"blocked\"?"), "{message}");
    let message = panic_of(|| check(&guard, [(sample("PreToolUs"), "normal")]));
    assert!(message.starts_with("row 1: there is no event"), "{message}");
}

#[test]
fn no_report_has_what_a_terminal_obeys() {
    const OBEYED: &str = "\u{1b}[2J\r\u{9b}\u{7f}\u{202e}";
    let input = json!({"hook_event_name": "PreToolUse", "tool_name": format!("T{OBEYED}"),
        "tool_input": {format!("k{OBEYED}"): OBEYED}});
    let fails = Hooks::new().on(|_: AnyCall| Err::<Reply<AnyCall>, _>(OBEYED));
    let says = Hooks::new().on(|_: AnyCall| block(OBEYED));
    let wrong = ["sh", "-c", "printf '\\033[2J\\302\\233' >&2; printf '\\033[2J' > $HOOKWIRE_FAILURES; exit 1"];
    let printed = ["sh", "-c", "printf '\\033[2J\\302\\233\\342\\200\\256' >&2; exit 2"];
    let entry = HandlerEntry::try_from(json!({"type": "command", "command": "true", OBEYED: 1, "shell": OBEYED})).unwrap();
    let unknown = json!({"hook_event_name": format!("Stop{OBEYED}")});
    let reports = [
        panic_of(|| check(&fails, [(input.clone(), "normal")])),
        panic_of(|| check(&says, [(input.clone(), "normal")])),
        panic_of(|| check(&wrong, [(input.clone(), "normal")])),
        panic_of(|| check(&printed, [(input.clone(), "normal")])),
        panic_of(|| check(&entry, [(input.clone(), "blocked")])),
        panic_of(|| check(&says, [(unknown.clone(), "normal")])),
        panic_of(|| check(&says, [(input.clone(), OBEYED)])),
        panic_of(|| drop(simulate(&says, &unknown))),
        panic_of(|| drop(simulate(&says, &sample(OBEYED)))),
        simulate(&fails, &input).explanation,
        simulate(&wrong, &input).explanation,
    ];
    for report in reports {
        let is_obeyed = |char: char| char.is_control() && char != '\n' || char == '\u{202e}';
        assert!(!report.contains(is_obeyed), "{report:?}");
    }
}
