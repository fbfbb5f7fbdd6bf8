//! Reading bytes: inputs are returned whatever is wrong with them, and replies are read as the host reads them.

use hookwire::{
    Event, Handler, HookInput, Input, ProblemCode, ProblemSeverity, Reply, ReplyContext, ReplyKind, read_input,
    read_input_for, read_json, read_reply,
};
use serde_json::{Value, json};

const STOP: &str =
    r#"{"session_id":"s","transcript_path":"/t","cwd":"/","hook_event_name":"Stop","stop_hook_active":false,"new":[]}"#;

/// Returns the error of a text that cannot be read as an input.
fn refused(bytes: &[u8]) -> ProblemCode {
    let error = read_input(bytes).expect_err("it is none");
    assert_eq!((&*error.problem().pointer, error.problem().severity), ("", ProblemSeverity::Mismatch));
    assert_eq!(error.to_string(), error.problem().message);
    error.problem().code
}

#[test]
fn an_input_that_fits_is_known_and_keeps_what_is_new() {
    let input = read_input(format!("\u{feff} {STOP}\r\n").as_bytes()).expect("an object");
    assert_eq!((input.event(), input.event_name(), input.problems()), (Some(Event::Stop), Some("Stop"), &[][..]));
    let Input::Known(HookInput::Stop(stop)) = input else { panic!("{input:?}") };
    assert_eq!((stop.stop_hook_active, &stop.extra["new"]), (false, &json!([])));
}

#[test]
fn an_input_that_does_not_fit_is_there_with_its_problems() {
    let text = STOP.replace("false", "\"no\"");
    let input = read_input(text.as_bytes()).expect("an object");
    assert_eq!(input.event_name(), Some("Stop"));
    assert_eq!(input.payload(), Some(&serde_json::from_str(&text).unwrap()));
    assert_eq!(input.problems()[0].pointer, "/stop_hook_active");
    assert!(matches!(input, Input::Misfit(it) if it.event == Event::Stop));
}

#[test]
fn an_input_of_an_event_that_is_not_known_has_its_name() {
    let tomorrow = read_input(STOP.replace("Stop", "Tomorrow").as_bytes()).expect("an object");
    assert_eq!((tomorrow.event(), tomorrow.event_name()), (None, Some("Tomorrow")));
    assert_eq!(tomorrow.problems()[0].code, ProblemCode::WrongEventName);
    let nameless = read_input(b"{}").expect("an object");
    assert_eq!((nameless.event_name(), nameless.problems()[0].code), (None, ProblemCode::MissingField));
    assert!(matches!(nameless, Input::Unknown(it) if it.payload == json!({})));
}

#[test]
fn a_field_that_the_host_does_not_know_yet_need_not_be_there() {
    let text = STOP.replace("\"cwd\":\"/\",", "");
    let read = |version: &str| read_input_for(text.as_bytes(), &version.parse().unwrap()).expect("an object");
    assert_eq!(read("1.0.54").problems(), read_input(text.as_bytes()).unwrap().problems());
    assert_eq!(read("1.0.54").problems()[0].pointer, "/cwd");
    // The type is for the newest host.
    assert!(matches!(read("1.0.53"), Input::Misfit(it) if it.event == Event::Stop && it.problems.is_empty()));
    assert!(matches!(read_input_for(STOP.as_bytes(), &"1.0.53".parse().unwrap()), Ok(Input::Known(_))));
    assert_eq!(read_input_for(b"[]", &"1".parse().unwrap()), read_input(b"[]"));
}

#[test]
fn what_is_no_object_of_json_is_no_input() {
    assert_eq!(refused(b"[]"), ProblemCode::WrongType);
    assert_eq!(refused(b"\"Stop\""), ProblemCode::WrongType);
    assert_eq!(refused(b"\xff"), ProblemCode::NotUtf8);
    assert_eq!(refused(&[b' '; (64 << 20) + 1]), ProblemCode::TooLarge);
    assert_eq!(refused("[".repeat(1_000_000).as_bytes()), ProblemCode::TooDeep);
    for text in
        ["", " ", "{}{}", "{\"a\":1,}", "{/**/}", "NaN", "{\"a\":NaN}", "\u{feff}\u{feff}{}", "{\"a\":\"\\ud800\"}"]
    {
        assert_eq!(refused(text.as_bytes()), ProblemCode::NotJson, "{text}");
    }
}

#[test]
fn the_last_of_duplicate_keys_counts() {
    assert_eq!(read_json(br#"{"a": {"b": 1}, "a": {"c": 2}}"#), Ok(json!({"a": {"c": 2}})));
}

#[test]
fn a_number_is_the_nearest_double() {
    for text in ["9007199254740991.4", "5.3234342344233535e-87", "1.7976931348623157e308"] {
        assert_eq!(read_json(text.as_bytes()).unwrap().as_f64(), text.parse().ok(), "{text}");
    }
}

/// Returns the reading of a command's reply, and the codes of its problems.
fn of_command(text: &str) -> (ReplyKind, Vec<(ProblemCode, ProblemSeverity)>) {
    of(text, &ReplyContext::new())
}

fn of(text: &str, context: &ReplyContext) -> (ReplyKind, Vec<(ProblemCode, ProblemSeverity)>) {
    let Reply { kind, reply, problems, .. } = read_reply(text.as_bytes(), context);
    assert_eq!(reply, serde_json::from_str::<Value>(text).ok().filter(Value::is_object), "{text}");
    (kind, problems.iter().map(|it| (it.code, it.severity)).collect())
}

#[test]
fn a_reply_is_nothing_an_object_or_text() {
    for space in ["", " \n", "\u{feff}\u{a0}\u{3000}\u{b}", "\u{feff}\u{feff}"] {
        assert_eq!(of_command(space), (ReplyKind::Nothing, vec![]), "{space:?}");
    }
    assert_eq!(of_command(" {\"systemMessage\": \"r\"}\n"), (ReplyKind::Json, vec![]));
    for text in ["All is well.", "1", "null", "\u{200b}"] {
        assert_eq!(of_command(text), (ReplyKind::Text, vec![]), "{text:?}");
    }
}

#[test]
fn text_around_an_object_makes_all_of_it_text() {
    let ignored = vec![(ProblemCode::NotJson, ProblemSeverity::Ignored)];
    for text in ["Loading…\n{}\nDone", "{} done", "{", "}", "[{}]", "\"{}\"", "```\n{}\n```"] {
        assert_eq!(of_command(text), (ReplyKind::Text, ignored.clone()), "{text}");
    }
}

#[test]
fn the_event_decides_the_effect_of_plain_text() {
    let reported = |event, text| of(text, &ReplyContext::new().for_event(event)).1;
    assert_eq!(reported(Event::Stop, "deny"), [(ProblemCode::NotJson, ProblemSeverity::Inert)]);
    assert_eq!(reported(Event::Stop, "{} done"), [(ProblemCode::NotJson, ProblemSeverity::Ignored)]);
    assert_eq!(reported(Event::SessionStart, "All is well."), []);
    assert_eq!(reported(Event::SessionStart, "{} done"), [(ProblemCode::NotJson, ProblemSeverity::Inert)]);
}

#[test]
fn an_object_that_cannot_be_read_is_refused() {
    let rejected = |code| (ReplyKind::Json, vec![(code, ProblemSeverity::Rejected)]);
    assert_eq!(of_command("{'reason': 'r'}"), rejected(ProblemCode::NotJson));
    assert_eq!(of_command("{\"systemMessage\": \"r\"}\n{\"a\": 1}"), rejected(ProblemCode::NotJson));
    let deep = format!("{{\"a\": {}{}}}", "[".repeat(128), "]".repeat(128));
    let reply = read_reply(deep.as_bytes(), &ReplyContext::new());
    assert_eq!((reply.kind, reply.reply, reply.problems[0].code), (ReplyKind::Json, None, ProblemCode::TooDeep));
}

#[test]
fn lines_of_json_without_a_reply_are_text() {
    let (kind, _) = of_command("{\"level\": \"info\"}\r\n\n{\"level\": {\"reason\": 1}}");
    assert_eq!(kind, ReplyKind::Text);
}

#[test]
fn a_server_answers_with_an_object() {
    let http = ReplyContext::new().from_handler(Handler::Http);
    assert_eq!(of("All is well.", &http).1, [(ProblemCode::NotJson, ProblemSeverity::Rejected)]);
    assert_eq!(of("", &http), (ReplyKind::Nothing, vec![]));
    assert_eq!(of("{}", &http), (ReplyKind::Json, vec![]));
}

#[test]
fn handlers_are_those_of_the_catalogue() {
    let names: Vec<&str> = Handler::ALL.iter().map(|it| it.as_str()).collect();
    let catalogue: Value = serde_json::from_str(include_str!("../../../schemas/events.json")).unwrap();
    let known: Vec<&str> =
        catalogue["handlers"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    // The answer of a model is not a reply.
    assert_eq!(names, known.into_iter().filter(|name| !["prompt", "agent"].contains(name)).collect::<Vec<_>>());
    assert_eq!("mcp_tool".parse(), Ok(Handler::McpTool));
    assert!("Command".parse::<Handler>().is_err());
    assert_eq!((Handler::default(), Handler::Http.to_string()), (Handler::Command, "http".to_owned()));
}

#[test]
fn a_reply_is_validated_for_its_event_and_host() {
    let reply = r#"{"hookSpecificOutput": {"hookEventName": "Stop"}}"#;
    let stop = ReplyContext::new().for_event(Event::Stop);
    assert_eq!(of(reply, &stop).1, []);
    let other = ReplyContext::new().for_event(Event::PreToolUse);
    assert_eq!(of(reply, &other).1, [(ProblemCode::WrongEventName, ProblemSeverity::Rejected)]);
    let old = stop.for_host("2.1.100".parse().unwrap());
    assert_eq!(of(reply, &old).1, [(ProblemCode::UnsupportedByHost, ProblemSeverity::Ignored)]);
}

#[test]
fn a_command_that_makes_a_worktree_prints_a_path() {
    let create = ReplyContext::new().for_event(Event::WorktreeCreate);
    assert_eq!(of("{}", &create).1, [(ProblemCode::NotAllowedHere, ProblemSeverity::Rejected)]);
    assert_eq!(of("", &create).1, [(ProblemCode::NotAllowedHere, ProblemSeverity::Rejected)]);
    assert_eq!(of("{log}\n/tmp/tree", &create), (ReplyKind::Text, vec![]));
    assert_eq!(of("{}", &create.from_handler(Handler::Http)).1, []);
}
