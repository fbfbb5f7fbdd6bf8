//! Reading bytes: inputs of known events are typed whatever a newer host adds, and replies are read as the host reads
//! them.

use hookwire::problems::{ProblemCode, ProblemConfidence, ProblemSeverity};
use hookwire::read::{Reply, ReplyKind, read_json, read_reply};
use hookwire::{Context, Handler, HookEvent, HookInput, Input, InputReading, ReadError};
use serde_json::{Value, json};

const STOP: &str =
    r#"{"session_id":"s","transcript_path":"/t","cwd":"/","hook_event_name":"Stop","stop_hook_active":false,"new":[]}"#;

fn read_input(bytes: &[u8]) -> Result<InputReading, ReadError> {
    hookwire::read_input(bytes, &Context::new())
}

fn host(version: &str) -> Context {
    Context::new().with_host(version.parse().unwrap())
}

/// Returns the code of the error of a text that cannot be read as an input.
fn refused(bytes: &[u8]) -> ProblemCode {
    let error = read_input(bytes).expect_err("it is none");
    let [problem] = error.problems() else { panic!("{error:?}") };
    assert_eq!((&*problem.pointer, problem.severity), ("", ProblemSeverity::Mismatch));
    assert_eq!((error.to_string(), error.event()), (problem.message.clone(), None));
    problem.code
}

#[test]
fn an_input_that_fits_is_known_and_keeps_what_is_new() {
    let reading = read_input(format!("\u{feff} {STOP}\r\n").as_bytes()).expect("an object");
    assert_eq!((reading.event(), reading.event_name(), &*reading.problems), (Some(HookEvent::Stop), "Stop", &[][..]));
    assert_eq!(reading.payload, serde_json::from_str::<Value>(STOP).unwrap());
    let Input::Known(HookInput::Stop(stop)) = reading.input else { panic!("{reading:?}") };
    assert_eq!((stop.stop_hook_active, &stop.extra["new"]), (false, &json!([])));
}

#[test]
fn an_input_that_the_type_cannot_hold_is_an_error_with_its_problems() {
    let text = STOP.replace("false", "\"no\"");
    let error = read_input(text.as_bytes()).expect_err("a boolean is required");
    assert_eq!(error.event(), Some(HookEvent::Stop));
    assert_eq!(error.payload(), Some(&serde_json::from_str(&text).unwrap()));
    assert_eq!(error.problems()[0].pointer, "/stop_hook_active");
    assert_eq!(
        error.to_string(),
        "the input of Stop cannot be read:\n\
         /stop_hook_active: `stop_hook_active` has to be a boolean, not a string."
    );
}

#[test]
fn an_input_of_an_event_that_is_not_known_has_its_name() {
    let reading = read_input(STOP.replace("Stop", "Tomorrow").as_bytes()).expect("an object");
    assert_eq!((reading.event(), reading.event_name()), (None, "Tomorrow"));
    assert_eq!(reading.problems[0].code, ProblemCode::WrongEventName);
    assert!(matches!(reading.input, Input::Unknown(it) if it.event_name == "Tomorrow"));
}

#[test]
fn an_object_without_the_name_of_an_event_is_not_an_input() {
    for (text, code) in [
        ("{}", ProblemCode::MissingField),
        (r#"{"hook_event_name": null}"#, ProblemCode::WrongType),
        (r#"{"hook_event_name": ["Stop"]}"#, ProblemCode::WrongType),
    ] {
        let error = read_input(text.as_bytes()).expect_err("it has no name");
        assert_eq!((error.event(), error.problems()[0].code), (None, code));
        assert_eq!(error.payload(), serde_json::from_str(text).ok().as_ref());
    }
}

#[test]
fn a_field_that_the_host_does_not_know_yet_need_not_be_there_but_the_type_requires_it() {
    let text = STOP.replace("\"cwd\":\"/\",", "");
    let read = |version: &str| hookwire::read_input(text.as_bytes(), &host(version)).expect_err("the type requires it");
    assert_eq!(read("1.0.54").problems(), read_input(text.as_bytes()).unwrap_err().problems());
    assert_eq!(read("1.0.54").problems()[0].pointer, "/cwd");
    let old = read("1.0.53");
    assert_eq!((old.event(), old.problems()), (Some(HookEvent::Stop), &[][..]));
    assert_eq!(old.to_string(), "the input of Stop cannot be read: missing key at /cwd");
    assert!(hookwire::read_input(STOP.as_bytes(), &host("1.0.53")).is_ok());
    assert_eq!(hookwire::read_input(b"[]", &host("1")), read_input(b"[]"));
}

#[test]
fn what_is_no_object_of_json_is_no_input() {
    assert_eq!(refused(b"[]"), ProblemCode::WrongType);
    assert_eq!(refused(b"\"Stop\""), ProblemCode::WrongType);
    assert_eq!(refused(&[b' '; (64 << 20) + 1]), ProblemCode::TooLarge);
    assert_eq!(refused("[".repeat(1_000_000).as_bytes()), ProblemCode::TooDeep);
    for text in
        ["", " ", "{}{}", "{\"a\":1,}", "{/**/}", "NaN", "{\"a\":NaN}", "\u{feff}\u{feff}{}", "{\"a\":\"\\ud8\"}"]
    {
        assert_eq!(refused(text.as_bytes()), ProblemCode::NotJson, "{text}");
    }
}

/// Returns an input with this value in it.
fn with(value: &str) -> Vec<u8> {
    STOP.replace("[]", value).into_bytes()
}

#[test]
fn lone_surrogates_and_bytes_that_are_not_utf8_are_replacement_characters() {
    let escaped = with(r#"["\ud83d", {"\uDE00\ud83d": "\ud83d\ude00"}, "\\ud83d"]"#);
    let reading = read_input(&escaped).expect("an input");
    assert_eq!(reading.payload["new"], json!(["\u{fffd}", {"\u{fffd}\u{fffd}": "\u{1f600}"}, "\\ud83d"]));
    assert_eq!(reading.problems, []);
    assert_eq!(
        read_json(b"[\"\xe9\xed\xa0\xbd\xf0\x9f\x98\"]"),
        Ok(json!(["\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}"]))
    );
    let reply = read_reply(b"{\"systemMessage\": \"\xe9\"}", HookEvent::Stop, &Context::new());
    assert_eq!((reply.kind, &reply.reply), (ReplyKind::Json, &Some(json!({"systemMessage": "\u{fffd}"}))));
    let [problem] = &*reply.problems else { panic!("{reply:?}") };
    assert_eq!((problem.code, problem.severity), (ProblemCode::NotUtf8, ProblemSeverity::Inert));
}

#[test]
fn a_number_beyond_doubles_is_the_largest_double_and_a_problem() {
    let reading = read_input(&with("[1e400, -1e999]")).expect("an input");
    assert_eq!(reading.payload["new"], json!([f64::MAX, -f64::MAX]));
    let [problem] = &*reading.problems else { panic!("{reading:?}") };
    assert_eq!((problem.code, problem.severity), (ProblemCode::OutOfRange, ProblemSeverity::Mismatch));
    let reply = read_reply(b"{\"x\": 1e400}", None, &Context::new());
    assert_eq!(reply.problems[0].message, problem.message);
    assert_eq!(reply.problems[0].severity, ProblemSeverity::Ignored);
}

#[test]
fn ten_thousand_levels_are_read_and_a_million_are_refused_without_much_of_the_stack() {
    let lists = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    let objects = |levels: usize| "{\"a\":".repeat(levels) + "1" + &"}".repeat(levels);
    let run = move || {
        for value in [lists(9_999), objects(9_999)] {
            let reading = read_input(&with(&value)).expect("an input");
            assert_eq!((reading.event(), &*reading.problems), (Some(HookEvent::Stop), &[][..]));
            // The value can be cloned, written and dropped. What is deeper than 128 levels is in it as text.
            let written = serde_json::to_string(&reading.payload.clone()).expect("it can be written");
            let mut below = &reading.payload["new"];
            for _ in 1..128 {
                below = below.get(0).or_else(|| below.get("a")).expect("a level");
            }
            let text = below.as_str().expect("the text of what is deeper");
            assert!(value.contains(text) && text.len() >= 2 * (10_000 - 128), "{written:.200}");
        }
        for value in [lists(1_000_000), objects(1_000_000)] {
            let error = read_input(&with(&value)).expect_err("it is too deep");
            assert_eq!(error.problems()[0].code, ProblemCode::TooDeep);
            assert!(error.to_string().contains("a limit of this package, not of the host"), "{error}");
        }
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();
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
    of(text, None, &Context::new())
}

fn of(text: &str, event: Option<HookEvent>, context: &Context) -> (ReplyKind, Vec<(ProblemCode, ProblemSeverity)>) {
    let Reply { kind, reply, problems, .. } = read_reply(text.as_bytes(), event, context);
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
    for text in ["Loading…\n{}\nDone", "{} done", "}", "\"{}\"", "```\n{}\n```"] {
        assert_eq!(of_command(text), (ReplyKind::Text, ignored.clone()), "{text}");
    }
    let rejected = vec![(ProblemCode::NotJson, ProblemSeverity::Rejected)];
    for text in ["Loading…\n{\"decision\": \"block\"}", "[{\"decision\": \"block\"}]", "{"] {
        assert_eq!(of_command(text), (ReplyKind::Text, rejected.clone()), "{text}");
    }
}

#[test]
fn the_event_decides_the_effect_of_plain_text() {
    let reported = |event: HookEvent, text| of(text, Some(event), &Context::new()).1;
    assert_eq!(reported(HookEvent::Stop, "deny"), [(ProblemCode::NotJson, ProblemSeverity::Inert)]);
    assert_eq!(reported(HookEvent::Stop, "{} done"), [(ProblemCode::NotJson, ProblemSeverity::Ignored)]);
    assert_eq!(reported(HookEvent::SessionStart, "All is well."), []);
    assert_eq!(reported(HookEvent::SessionStart, "{} done"), [(ProblemCode::NotJson, ProblemSeverity::Inert)]);
}

#[test]
fn an_object_that_cannot_be_read_is_refused() {
    let rejected = |code| (ReplyKind::Json, vec![(code, ProblemSeverity::Rejected)]);
    assert_eq!(of_command("{'reason': 'r'}"), rejected(ProblemCode::NotJson));
    assert_eq!(of_command("{\"systemMessage\": \"r\"}\n{\"a\": 1}"), rejected(ProblemCode::NotJson));
    let deep = format!("{{\"a\": {}{}}}", "[".repeat(10_000), "]".repeat(10_000));
    let reply = read_reply(deep.as_bytes(), None, &Context::new());
    let [problem] = &*reply.problems else { panic!("{reply:?}") };
    assert_eq!((reply.kind, reply.reply, problem.code), (ReplyKind::Json, None, ProblemCode::TooDeep));
    assert_eq!(problem.confidence, ProblemConfidence::Unconfirmed, "the host has no such limit");
}

#[test]
fn lines_of_json_without_a_reply_are_text() {
    let (kind, _) = of_command("{\"level\": \"info\"}\r\n\n{\"level\": {\"reason\": 1}}");
    assert_eq!(kind, ReplyKind::Text);
}

#[test]
fn a_server_answers_with_an_object() {
    let http = Context::new().with_handler(Handler::Http);
    assert_eq!(of("All is well.", None, &http).1, [(ProblemCode::NotJson, ProblemSeverity::Rejected)]);
    assert_eq!(of("", None, &http), (ReplyKind::Nothing, vec![]));
    assert_eq!(of("{}", None, &http), (ReplyKind::Json, vec![]));
}

#[test]
fn handlers_are_those_of_the_catalogue() {
    let names: Vec<&str> = Handler::ALL.iter().map(|it| it.as_str()).collect();
    let catalogue: Value = serde_json::from_str(include_str!("../../../schemas/events.json")).unwrap();
    let known: Vec<&str> =
        catalogue["handlers"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, known);
    assert_eq!("mcp_tool".parse(), Ok(Handler::McpTool));
    assert!("Command".parse::<Handler>().is_err());
    assert_eq!((Handler::default(), Handler::Http.to_string()), (Handler::Command, "http".to_owned()));
}

#[test]
fn a_reply_is_validated_for_its_event_and_host() {
    let reply = r#"{"hookSpecificOutput": {"hookEventName": "Stop"}}"#;
    let to = |event, context: &Context| of(reply, Some(event), context).1;
    assert_eq!(to(HookEvent::Stop, &Context::new()), []);
    let other = to(HookEvent::PreToolUse, &Context::new());
    assert_eq!(other, [(ProblemCode::WrongEventName, ProblemSeverity::Rejected)]);
    assert_eq!(to(HookEvent::Stop, &host("2.1.100")), [(ProblemCode::UnsupportedByHost, ProblemSeverity::Ignored)]);
    assert_eq!(read_reply(reply.as_bytes(), HookEvent::Stop, &Context::new()).problems, []);
}

#[test]
fn a_command_that_makes_a_worktree_prints_a_path() {
    let create = |text, context: &Context| of(text, Some(HookEvent::WorktreeCreate), context);
    let command = Context::new();
    assert_eq!(create("{}", &command).1, [(ProblemCode::NotAllowedHere, ProblemSeverity::Rejected)]);
    assert_eq!(create("", &command).1, [(ProblemCode::NotAllowedHere, ProblemSeverity::Rejected)]);
    assert_eq!(create("{log}\n/tmp/tree", &command), (ReplyKind::Text, vec![]));
    assert_eq!(create("{}", &Context::new().with_handler(Handler::Http)).1, []);
}

#[test]
fn without_an_event_a_reply_answers_the_event_of_the_input_in_its_context() {
    let text = br#"{"hookSpecificOutput": {"hookEventName": "PreToolUse"}}"#;
    let codes = |event: Option<HookEvent>, name: &str| -> Vec<ProblemCode> {
        let context = Context::new().with_input(json!({"hook_event_name": name}));
        read_reply(text, event, &context).problems.into_iter().map(|it| it.code).collect()
    };
    assert_eq!(codes(None, "Stop"), [ProblemCode::WrongEventName]);
    assert_eq!(codes(Some(HookEvent::PreToolUse), "Stop"), []);
    assert_eq!(codes(None, "EventOfTomorrow"), []);
}

/// Characters that a terminal obeys: an escape, a line, a C1 control, and a change of direction.
const OBEYED: &str = "\u{1b}[2J\n\u{9b}\u{7f}\u{202e}";

#[test]
fn no_error_has_what_a_terminal_obeys() {
    let complete = json!({"session_id": "s", "transcript_path": "/t", "cwd": "/", "hook_event_name": "PreToolUse",
        "tool_name": format!("T{OBEYED}"), "tool_input": {format!("k{OBEYED}"): [OBEYED]}, "tool_use_id": 1});
    let mut elicitation = json!({"session_id": "s", "transcript_path": "/t", "cwd": "/", "hook_event_name": "Elicitation",
        "mcp_server_name": OBEYED, "message": 1});
    elicitation[OBEYED] = json!(OBEYED);
    for input in [&complete, &elicitation] {
        let error = read_input(input.to_string().as_bytes()).expect_err("a wrong type");
        assert!(!error.problems().is_empty());
        assert_printable(&error.to_string());
    }
    let name = json!({"hook_event_name": format!("Stop{OBEYED}")});
    for problem in &read_input(name.to_string().as_bytes()).expect("an object").problems {
        assert_printable(&problem.to_string());
    }
    for text in [format!("{{{OBEYED}"), format!("{{\"a\": {OBEYED}"), OBEYED.to_owned()] {
        assert_printable(&read_input(text.as_bytes()).expect_err("no JSON").to_string());
    }
    let problems = hookwire::validate::parse::<HookInput>(&complete).expect_err("a wrong type");
    assert_printable(&problems.to_string());
    let reply = json!({"decision": OBEYED, OBEYED: 1, "hookSpecificOutput": {"hookEventName": OBEYED, OBEYED: 1}});
    for problem in &read_reply(reply.to_string().as_bytes(), HookEvent::PreToolUse, &Context::new()).problems {
        assert_printable(&problem.to_string());
    }
    let error = serde_json::from_value::<HookInput>(complete).expect_err("a wrong type");
    assert_printable(&error.to_string());
}

/// Each line of a report is one of ours, so what was read is on one line.
fn assert_printable(text: &str) {
    assert!(!text.contains(|char: char| char.is_control() && char != '\n' || char == '\u{202e}'), "{text:?}");
    assert!(!text.contains("[2J\n"), "{text:?}");
}
