//! Which hooks of settings run, and running them.

use std::io;

use hookwire::Context;
use hookwire::host::{
    NoRunReason, Request, RuleFolders, RunCondition, RunOptions, Selection, SettingsPlace, SettingsSource,
    SettingsTree, StartForm, rule_matches, select, simulate_settings,
};
use serde_json::{Value, json};

fn call() -> Value {
    json!({"hook_event_name": "PreToolUse", "session_id": "s1", "cwd": "/", "tool_name": "Bash"})
}

fn selected(settings: &SettingsTree, input: &Value) -> Selection {
    select(settings, input, &Context::new()).expect("an input of an event")
}

fn one(matcher: &str, handler: &Value) -> Value {
    json!({"hooks": {"PreToolUse": [{"matcher": matcher, "hooks": [handler]}]}})
}

fn command(line: &str) -> Value {
    json!({"type": "command", "command": line})
}

#[test]
fn a_document_alone_is_that_of_a_project() {
    let groups = json!([
        {"matcher": "Bash", "hooks": [command("one"), command("one")]},
        {"matcher": "bash", "hooks": [command("two")]},
    ]);
    let settings = SettingsTree::of_document(json!({"hooks": {"PreToolUse": groups, "Stop": []}}));
    let selection = selected(&settings, &call());
    let [runs] = &selection.runs[..] else { panic!("{selection:?}") };
    assert_eq!((runs.place, &*runs.pointer), (SettingsPlace::Project, "/hooks/PreToolUse/0/hooks/1"));
    assert_eq!((runs.start.form, runs.timeout), (StartForm::Shell, 600.0));
    assert_eq!(runs.start.command.as_deref(), Some(&["sh".to_owned(), "-c".to_owned(), "one".to_owned()][..]));
    let reasons: Vec<_> = selection.others.iter().map(|it| it.reason).collect();
    assert_eq!(reasons, [NoRunReason::Duplicate, NoRunReason::Matcher]);
}

#[test]
fn a_tree_is_read_from_json_and_an_unknown_place_is_an_error() {
    let tree = json!({"sources": [{"place": "user", "document": {"disableAllHooks": true}}, {"place": "project", "document": one("", &command("x"))}]});
    let settings: SettingsTree = serde_json::from_value(tree).expect("a tree");
    let selection = selected(&settings, &call());
    assert_eq!(selection.others[0].reason, NoRunReason::Disabled);
    let because = selection.others[0].because.as_ref().expect("what switches it off");
    assert_eq!((because.source, &*because.pointer), (0, "/disableAllHooks"));
    let wrong = serde_json::from_value::<SettingsTree>(json!({"sources": [{"place": "home", "document": {}}]}));
    assert!(wrong.unwrap_err().to_string().contains("/sources/0/place"));
}

#[test]
fn an_input_has_to_name_an_event() {
    let settings = SettingsTree::of_document(json!({}));
    let error = |input: Value| select(&settings, &input, &Context::new()).expect_err("no event").to_string();
    assert_eq!(
        error(json!({"hook_event_name": "PreTolUse"})),
        "there is no event \"PreTolUse\": did you mean \"PreToolUse\"?"
    );
    for input in [json!({}), json!([]), json!(null), json!({"hook_event_name": 1})] {
        assert_eq!(error(input), "`input` has to be an object with the name of an event as `hook_event_name`");
    }
}

#[test]
fn what_a_tree_cannot_have_is_an_error_when_it_is_read() {
    let document = json!({});
    let wrong = [
        (json!({"place": "user"}), "/sources/0/document"),
        (json!({"place": "user", "document": document, "manifest": 1}), "/sources/0/manifest"),
        (json!({"place": "user", "document": document, "more": 1}), "/sources/0/more"),
    ];
    for (source, pointer) in wrong {
        let error = serde_json::from_value::<SettingsTree>(json!({"sources": [source]})).expect_err(pointer);
        assert!(error.to_string().contains(pointer), "{error}");
    }
}

#[test]
fn without_a_tool_the_values_are_the_known_ones_with_which_a_handler_runs() {
    let input = json!({"hook_event_name": "PreToolUse"});
    let values = |matcher: &str| {
        let settings = SettingsTree::of_document(one(matcher, &command("x")));
        selected(&settings, &input).runs.pop().and_then(|it| it.values)
    };
    assert_eq!(values("Bash|mcp__desk__echo"), Some(vec!["Bash".to_owned()]));
    assert_eq!(values("^Web"), Some(vec!["WebFetch".to_owned(), "WebSearch".to_owned()]));
    assert_eq!(values(".*"), None);
}

#[test]
fn a_handler_depends_on_all_that_is_not_known() {
    let handler = json!({"type": "command", "command": "x", "if": "Bash(git *)"});
    let source = SettingsSource::new(SettingsPlace::Agent, one("Bash", &handler));
    let input = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash"});
    let selection = selected(&SettingsTree::new([source]), &input);
    let [undecided] = &selection.depends_on[..] else { panic!("{selection:?}") };
    assert_eq!(undecided.conditions, [RunCondition::Agent, RunCondition::Condition]);
    assert!(undecided.message.starts_with("It runs only inside of the subagent."), "{}", undecided.message);
    assert!(undecided.message.ends_with("holds for what the call does."), "{}", undecided.message);
}

#[test]
fn between_two_versions_the_version_decides() {
    let settings = SettingsTree::of_document(json!({"hooks": {"PreToolUse": [], "NoEvent": []}}));
    let of = |host: &str, settings: &SettingsTree| {
        let context = Context::new().with_host(host.parse().expect("a version"));
        select(settings, &json!({"hook_event_name": "PostToolUseFailure", "session_id": "s"}), &context)
            .expect("an event")
    };
    assert_eq!(of("2.0.53", &settings).others[0].reason, NoRunReason::Dropped);
    let group = json!([{"hooks": [command("x")]}]);
    let settings = SettingsTree::of_document(json!({"hooks": {"PostToolUseFailure": group}}));
    assert!(of("2.0.53", &settings).runs.is_empty());
    assert_eq!(of("2.0.62", &settings).runs.len(), 1);
    let selection = of("2.0.60", &settings);
    let [undecided] = &selection.depends_on[..] else { panic!("{selection:?}") };
    assert_eq!(undecided.conditions, [RunCondition::Version]);
    assert_eq!(undecided.message, "Nobody has seen what version 2.0.60 does here.");
    assert!(selection.others.is_empty(), "{selection:?}");
}

#[test]
fn a_time_limit_has_a_most_and_older_hosts_have_their_own() {
    let limit = |event: &str, host: &str, handler: Value| {
        let settings = SettingsTree::of_document(json!({"hooks": {event: [{"hooks": [handler]}]}}));
        let context = Context::new().with_host(host.parse().expect("a version"));
        let input = json!({"hook_event_name": event, "session_id": "s"});
        select(&settings, &input, &context).expect("an event").runs.pop().expect("a handler that runs").timeout
    };
    assert_eq!(limit("Stop", "2.1.3", command("x")), 600.0);
    assert_eq!(limit("Stop", "2.1.2", command("x")), 60.0);
    let of = |seconds: f64| json!({"type": "command", "command": "x", "timeout": seconds});
    assert_eq!(limit("Stop", "2.1.2", of(1e300)), 9_007_199_254_740_992.0);
    assert_eq!(limit("SessionEnd", "2.1.332", of(500.0)), 60.0);
}

#[test]
fn events_that_are_not_known_are_listed() {
    let group = json!([{"hooks": [command("x")]}]);
    let settings = SettingsTree::of_document(json!({"PreToolUse": [], "hooks": {"PreTolUse": group}}));
    let selection = selected(&settings, &call());
    let others: Vec<_> = selection.others.iter().map(|it| (&*it.pointer, it.reason)).collect();
    // An event beside `hooks` drops the document.
    assert_eq!(others, [("/hooks/PreTolUse", NoRunReason::Dropped), ("/PreToolUse", NoRunReason::Dropped)]);
    let settings = SettingsTree::of_document(json!({"hooks": {"PreTolUse": group}}));
    let selection = selected(&settings, &call());
    assert_eq!(selection.others[0].message, "There is no event \"PreTolUse\". Did you mean `PreToolUse`?");
}

#[test]
fn any_document_has_a_selection() {
    let deep = (0..300).fold(json!({}), |inner, _| json!([inner]));
    let values = [json!(null), json!(1), json!("x"), json!([]), json!({}), json!([{}]), json!({"type": []}), deep];
    for value in &values {
        let entry = json!({"type": "x", "if": value, "matcher": value, "timeout": value, "args": value, "url": value});
        let group = json!({"matcher": value, "hooks": [value, entry]});
        for document in [value.clone(), json!({"hooks": value}), json!({"hooks": {"PreToolUse": [value, group]}})] {
            for place in SettingsPlace::ALL {
                let settings = SettingsTree::new([SettingsSource::new(*place, document.clone())]);
                let _ = selected(&settings, &call());
                let _ = selected(&settings, &json!({"hook_event_name": "PreToolUse"}));
            }
        }
    }
}

#[test]
#[cfg(unix)]
fn the_hooks_of_settings_run_as_the_host_runs_them() {
    let plugin = json!({"type": "command", "command": "sh", "args": ["-c", "echo $1 $CLAUDE_PLUGIN_ROOT", "sh", "${CLAUDE_PLUGIN_ROOT}"]});
    let settings = SettingsTree::new([
        SettingsSource::new(SettingsPlace::Plugin, one("Bash", &plugin)).with_root("/usr/share"),
        SettingsSource::new(SettingsPlace::Project, one("Bash", &command("echo no >&2; exit 2"))),
        SettingsSource::new(SettingsPlace::User, one("Bash", &json!({"type": "http", "url": "http://a.example/"}))),
        SettingsSource::new(SettingsPlace::Local, one("Read", &command("exit 2"))),
    ]);
    let run = simulate_settings(&settings, &call(), &RunOptions::new()).expect("an input of an event");
    let outcome = run.outcome.expect("an outcome");
    assert!(outcome.blocked());
    assert_eq!(run.runs.len(), 2);
    assert_eq!(run.runs[1].result.as_ref().expect("a result").stdout, "/usr/share /usr/share\n");
    let [missing] = &run.depends_on[..] else { panic!("{:?}", run.depends_on) };
    assert_eq!(missing.conditions, [RunCondition::Caller]);
    assert_eq!(missing.message, "It cannot be run here without `transport`.");

    let transport = |request: &Request| -> io::Result<(u16, Vec<u8>)> {
        assert_eq!(request.url, "http://a.example/");
        Ok((200, b"{}".to_vec()))
    };
    let options = RunOptions::new().with_transport(&transport);
    let run = simulate_settings(&settings, &call(), &options).expect("an input of an event");
    assert_eq!((run.runs.len(), run.depends_on.len()), (3, 0));

    let nothing = simulate_settings(&SettingsTree::of_document(json!({})), &call(), &options).expect("an input");
    assert!(nothing.outcome.is_none() && nothing.runs.is_empty());
}

#[test]
#[cfg(unix)]
fn a_handler_of_which_something_is_missing_is_not_run() {
    let own = json!({"type": "command", "command": "echo", "args": ["${CLAUDE_PLUGIN_ROOT}"]});
    let plugin = SettingsSource::new(SettingsPlace::Plugin, one("", &own));
    let shown = one("", &command("echo \"<$CLAUDE_PLUGIN_ROOT> $CLAUDE_PROJECT_DIR\""));
    let some = SettingsSource::new(SettingsPlace::User, one("Bash", &command("exit 2")));
    let all = SettingsSource::new(SettingsPlace::Project, shown);
    let settings = SettingsTree::new([plugin, some, all]).with_folder("/usr");
    // What another program set is not that of a hook of a plugin.
    let path = std::env::var("PATH").unwrap_or_default();
    let options = RunOptions::new().with_env([("CLAUDE_PLUGIN_ROOT", "/other"), ("PATH", &path)]);
    let input = json!({"hook_event_name": "PreToolUse", "session_id": "s", "cwd": "/"});
    let run = simulate_settings(&settings, &input, &options).expect("an input of an event");
    let [only] = &run.runs[..] else { panic!("{:?}", run.runs) };
    assert_eq!(only.result.as_ref().expect("a result").stdout, "<> /usr\n");
    let messages: Vec<&str> = run.depends_on.iter().map(|it| it.message.as_str()).collect();
    let unfilled = "It cannot be run here, because `${CLAUDE_PLUGIN_ROOT}` has no value. Set `root` of the source.";
    assert_eq!(messages, ["It runs with these values only: `Bash`.", unfilled]);
}

#[test]
#[cfg(unix)]
fn the_outcome_says_whether_another_handler_may_change_it() {
    for line in include_str!("../../conform/simulated.jsonl").lines() {
        let line: Value = serde_json::from_str(line).expect("a line");
        let settings = match line["settings"].get("sources") {
            Some(_) => serde_json::from_value(line["settings"].clone()).expect("a tree"),
            None => SettingsTree::of_document(line["settings"].clone()),
        };
        let run = simulate_settings(&settings, &line["input"], &RunOptions::new()).expect("an input of an event");
        let messages: Vec<&str> = run.depends_on.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(json!(messages), line["depends_on"], "{}", line["id"]);
        let found = run.outcome.as_ref();
        assert_eq!(found.is_none(), line["outcome"].is_null(), "{}", line["id"]);
        let Some(found) = found else { continue };
        let expected = &line["outcome"];
        assert_eq!(json!([found.action, found.depends_on]), json!([expected["action"], expected["depends_on"]]));
        assert!(found.explanation.ends_with(expected["ends"].as_str().unwrap_or_default()), "{}", found.explanation);
        assert_eq!(found.explanation.contains("may change this"), !messages.is_empty());
    }
}

#[test]
fn a_condition_is_decided_by_the_call() {
    let input = |line: &str| {
        let mut input = call();
        input["tool_input"] = json!({"command": line});
        input
    };
    let handler = json!({"type": "command", "command": "one", "if": "Bash(git push *)"});
    let settings = SettingsTree::of_document(one("Bash", &handler));
    assert_eq!(selected(&settings, &input("true && git push origin")).runs.len(), 1);
    let others = selected(&settings, &input("git pull")).others;
    let reasons: Vec<_> = others.iter().map(|it| it.reason).collect();
    assert_eq!(reasons, [NoRunReason::Condition]);
    let unknown = selected(&settings, &call()).depends_on;
    assert!(matches!(&unknown[..], [it] if it.conditions == [RunCondition::Condition]), "{unknown:?}");
}

#[test]
fn a_rule_can_be_about_folders() {
    let input = json!({"tool_name": "Read", "tool_input": {"file_path": "/home/user/a.txt"}, "cwd": "/srv"});
    let folders = RuleFolders::new().with_home("/home/user").with_project("/home");
    assert_eq!(rule_matches("Read(~/*.txt)", &input, &folders), Some(true));
    assert_eq!(rule_matches("Read(/user/**)", &input, &folders), Some(true));
    assert_eq!(rule_matches("Read(*.txt)", &input, &folders), Some(true));
    assert_eq!(rule_matches("Read(a.txt)", &input, &folders), Some(false));
    assert_eq!(rule_matches("Read(~/*.txt)", &input, &RuleFolders::default()), None);
}
