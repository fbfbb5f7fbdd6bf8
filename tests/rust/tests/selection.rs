//! Which hooks of settings run, and running them.

use std::io;

use hookwire::Context;
use hookwire::host::{
    NoRunReason, Request, RunCondition, RunOptions, Selection, SettingsPlace, SettingsSource, SettingsTree, StartForm,
    select, simulate_settings,
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
    assert_eq!((runs.place, &*runs.pointer), (SettingsPlace::Project, "/hooks/PreToolUse/0/hooks/0"));
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
fn without_a_tool_the_values_are_those_with_which_a_handler_runs() {
    let input = json!({"hook_event_name": "PreToolUse"});
    let values = |matcher: &str| {
        let settings = SettingsTree::of_document(one(matcher, &command("x")));
        selected(&settings, &input).runs.pop().and_then(|it| it.values)
    };
    assert_eq!(values("Bash|mcp__desk__echo"), Some(vec!["Bash".to_owned(), "mcp__desk__echo".to_owned()]));
    assert_eq!(values("^Web"), Some(vec!["WebFetch".to_owned(), "WebSearch".to_owned()]));
    assert_eq!(values(".*"), None);
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
    assert_eq!(missing.condition, RunCondition::Caller);
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
