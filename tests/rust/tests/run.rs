//! Running hooks as the host does.
#![cfg(unix)]

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use hookwire::host::{HandlerFailure, HookRun, Outcome, OutcomeAction, Request, RunOptions, run_hook};
use hookwire::{Context, HandlerEntry};
use serde_json::{Value, json};

fn call() -> Value {
    json!({"hook_event_name": "PreToolUse", "session_id": "s1", "cwd": "/", "tool_name": "Bash"})
}

fn ran(entry: Value, options: &RunOptions<'_>) -> HookRun {
    run_hook(&entry.try_into().expect("an entry"), &call(), options).expect("a handler that can be run")
}

fn command(line: &str) -> HookRun {
    ran(json!({"type": "command", "command": line}), &RunOptions::new())
}

#[test]
fn a_command_gets_the_input_and_its_answer_is_interpreted() {
    let run = command("cat >&2; exit 2");
    assert!(run.outcome.blocked());
    assert_eq!(serde_json::from_str::<Value>(&run.outcome.texts[0].text).unwrap(), call());
    let result = run.result.expect("a result");
    assert_eq!((result.exit_code, &*result.stdout), (2, ""));
}

/// The host ends the input with a line feed, without which `read` fails.
#[test]
fn a_command_can_read_its_input_as_a_line() {
    let run = command("set -e; read -r input; echo '{}'; ! read -r more");
    assert_eq!((run.outcome.failure, run.result.map(|it| it.exit_code)), (None, Some(0)));
}

#[test]
fn the_folder_and_the_environment_are_those_of_the_host() {
    let shown = "pwd; echo $CLAUDE_PROJECT_DIR $CLAUDECODE $CLAUDE_CODE_SESSION_ID $OWN";
    let path = std::env::var("PATH").unwrap();
    let options = RunOptions::new().with_cwd("/usr").with_env([("PATH", path.as_str()), ("OWN", "own")]);
    let run = ran(json!({"type": "command", "command": shown}), &options);
    assert_eq!(run.result.unwrap().stdout, "/\n/usr 1 s1 own\n");
}

#[test]
fn arguments_are_passed_without_a_shell() {
    let entry = json!({"type": "command", "command": "echo", "args": ["$HOME", "${CLAUDE_PROJECT_DIR}/a  b"]});
    let run = ran(entry, &RunOptions::new().with_cwd("/usr"));
    assert_eq!(run.result.unwrap().stdout, "$HOME /usr/a  b\n");
}

#[test]
fn a_time_limit_ends_the_command_and_what_it_started() {
    let mark = std::env::temp_dir().join(format!("hookwire-run-{}", std::process::id()));
    let line = format!("(sleep 2; touch {}) & sleep 5", mark.display());
    let run = ran(json!({"type": "command", "command": line, "timeout": 0.3}), &RunOptions::new());
    assert_eq!(run.outcome.failure, Some(HandlerFailure::TimedOut));
    assert!(run.result.is_none());
    sleep(Duration::from_millis(2300));
    assert!(!mark.exists());
}

#[test]
fn what_cannot_be_started_and_what_is_killed_fails() {
    let entry = json!({"type": "command", "command": "/missing/program", "args": [], "onFailure": "block"});
    let run = ran(entry, &RunOptions::new());
    assert_eq!((run.outcome.failure, run.outcome.action), (Some(HandlerFailure::NotStarted), OutcomeAction::Blocked));
    let run = command("kill -9 $$");
    assert_eq!(run.result.map(|it| it.exit_code), Some(137));
    assert_eq!(run.outcome.failure, Some(HandlerFailure::ExitCode));
}

#[test]
fn a_first_line_moves_the_command_to_the_background() {
    let started = Instant::now();
    let run = command(r#"echo '{"async": true}'; sleep 4; echo '{"systemMessage": "done"}'; exit 2"#);
    assert!(started.elapsed() < Duration::from_secs(3));
    let outcome = run.later.expect("a later answer").wait();
    assert_eq!(outcome.texts.iter().map(|it| &*it.text).collect::<Vec<_>>(), ["done"]);
}

#[test]
fn a_program_that_cannot_be_started_is_named() {
    let missing = json!({"type": "command", "command": "no-such", "args": []});
    let explained = |entry, folder: &str| ran(entry, &RunOptions::new().with_cwd(folder)).outcome.explanation;
    let said = explained(missing, "/");
    assert!(said.ends_with(r#" "no-such" could not be started in the folder "/"."#), "{said}");
}

#[test]
fn the_mistakes_of_a_first_line_are_reported() {
    let pointers = |outcome: &Outcome| outcome.problems.iter().map(|it| it.pointer.clone()).collect::<Vec<_>>();
    let run = command(r#"echo '{"async": true, "asyncTimeout": "5"}'; echo '{"decision": "block"}'"#);
    assert_eq!(pointers(&run.outcome), ["/asyncTimeout"]);
    assert_eq!(pointers(&run.later.expect("a later answer").wait()), [""]);
}

#[test]
fn a_command_in_the_background_can_be_stopped() {
    let run = ran(json!({"type": "command", "command": "sleep 60", "async": true}), &RunOptions::new());
    let mut later = run.later.expect("a later answer");
    later.stop();
    assert!(later.wait().texts.is_empty());
}

#[test]
fn a_request_goes_through_the_transport() {
    let sent = RefCell::new(Vec::new());
    let transport = |request: &Request| {
        sent.borrow_mut().push((request.url.clone(), request.headers.clone(), request.timeout));
        Ok((200, br#"{"decision": "block", "reason": "no"}"#.to_vec()))
    };
    let entry = json!({"type": "http", "url": "http://localhost/hook", "headers": {"X": "1"}, "timeout": 3});
    let run = ran(entry.clone(), &RunOptions::new().with_transport(&transport));
    assert!(run.outcome.blocked());
    let [(url, headers, timeout)] = &sent.borrow()[..] else { panic!("one request") };
    assert_eq!((&**url, *timeout), ("http://localhost/hook", Duration::from_secs(3)));
    assert!(headers.contains(&("X".to_owned(), "1".to_owned())), "{headers:?}");
    for (kind, failure) in [
        (io::ErrorKind::TimedOut, HandlerFailure::TimedOut),
        (io::ErrorKind::ConnectionRefused, HandlerFailure::NoConnection),
    ] {
        let transport = |_: &Request| Err(io::Error::from(kind));
        let run = ran(entry.clone(), &RunOptions::new().with_transport(&transport));
        assert_eq!(run.outcome.failure, Some(failure));
    }
}

#[test]
fn handlers_that_cannot_be_run_are_refused() {
    for entry in [
        json!({"type": "prompt"}),
        json!({"type": "command"}),
        json!({"type": "http"}),
        json!({"type": "http", "url": "http://localhost"}),
    ] {
        let entry: HandlerEntry = entry.try_into().expect("an entry");
        assert!(run_hook(&entry, &call(), &RunOptions::new()).is_err());
    }
}

#[test]
fn a_command_that_wakes_claude_runs_in_the_background() {
    let entry = json!({"type": "command", "command": "sleep 0.2; echo more >&2; exit 2", "asyncRewake": true});
    let run = ran(entry, &RunOptions::new());
    assert_eq!((run.outcome.action, run.result.is_none()), (OutcomeAction::Normal, true));
    let texts = run.later.expect("a later answer").wait().texts;
    assert_eq!(texts.into_iter().map(|it| it.text).collect::<Vec<_>>(), ["more"]);
}

#[test]
fn a_host_that_reads_the_whole_output_waits_for_it() {
    let entry = json!({"type": "command", "command": r#"echo '{"async": true}'; echo no >&2; exit 2"#});
    let old = Context::new().with_host("2.1.42".parse().expect("a version"));
    let run = ran(entry, &RunOptions::new().with_context(old));
    assert_eq!((run.later.is_none(), run.result.expect("a result").exit_code), (true, 2));
}

#[test]
fn a_command_with_a_zero_byte_cannot_be_started() {
    assert_eq!(command("echo a\0b").outcome.failure, Some(HandlerFailure::NotStarted));
}

fn with_input(line: &str, input: &Value) -> HookRun {
    let entry = json!({"type": "command", "command": line}).try_into().expect("an entry");
    run_hook(&entry, input, &RunOptions::new()).expect("a handler that can be run")
}

fn large() -> Value {
    let mut input = call();
    input["tool_input"] = json!({"command": "x".repeat(1_000_000)});
    input
}

#[test]
fn a_process_that_a_command_leaves_does_not_delay_the_result() {
    for left in [
        "sleep 20 &",
        "(setsid sleep 20 &);",
        "timeout 20 yes &",
        "timeout 20 sh -c 'while sleep 0.01; do echo y; done' >&2 & sleep 0.1;",
        "(sleep 20 <&3) 3<&0 >/dev/null 2>&1 &",
    ] {
        let started = Instant::now();
        let run = with_input(&format!("{left} echo no >&2; exit 2"), &large());
        assert!(started.elapsed() < Duration::from_secs(10), "{left}: {:?}", started.elapsed());
        let result = run.result.expect("a result");
        assert!(run.outcome.blocked() && result.exit_code == 2, "{left}");
        assert!(result.stderr.contains("no\n"), "{left}");
    }
    // Only the command itself has to end within the limit.
    let entry = json!({"type": "command", "command": "sleep 20 & sleep 0.4; exit 2", "timeout": 5});
    assert!(ran(entry, &RunOptions::new()).outcome.blocked());
}

#[test]
fn a_process_that_a_command_leaves_does_not_delay_a_later_answer() {
    for (line, setting) in [
        (r#"echo '{"async": true}'; sleep 20 & exit 2"#, "once"),
        ("sleep 20 & exit 2", "async"),
        ("sleep 20 & exit 2", "asyncRewake"),
    ] {
        let started = Instant::now();
        let run = ran(json!({"type": "command", "command": line, setting: true}), &RunOptions::new());
        let _ = run.later.expect("a later answer").wait();
        assert!(started.elapsed() < Duration::from_secs(10), "{setting}: {:?}", started.elapsed());
    }
}

#[test]
fn a_flood_of_output_ends_with_the_time_limit() {
    for flood in ["yes", "yes | tr -d '\\n'", "yes >&2"] {
        let started = Instant::now();
        let run = ran(json!({"type": "command", "command": flood, "timeout": 0.5}), &RunOptions::new());
        assert!(started.elapsed() < Duration::from_secs(10), "{flood}: {:?}", started.elapsed());
        assert_eq!(run.outcome.failure, Some(HandlerFailure::TimedOut), "{flood}");
    }
}

#[test]
fn only_the_first_bytes_of_a_flood_are_kept() {
    let most = 64 << 20;
    let result = command("head -c 100000000 /dev/zero; exit 2").result.expect("a result");
    assert_eq!(result.exit_code, 2);
    assert!((most..=most + 65536).contains(&result.stdout.len()), "{}", result.stdout.len());
}

#[test]
fn a_command_may_close_standard_input_early() {
    for reads in ["", "head -c 10 >/dev/null;"] {
        let run = with_input(&format!("{reads} exec <&-; sleep 0.2; echo no >&2; exit 2"), &large());
        assert!(run.outcome.blocked(), "{reads}");
    }
}

#[test]
fn zero_bytes_are_characters_in_outputs_and_in_nothing_that_a_process_gets() {
    let run = command(r"printf 'a\0b' >&2; exit 2");
    assert_eq!(run.outcome.texts.iter().map(|it| &*it.text).collect::<Vec<_>>(), ["a\0b"]);
    for entry in [
        json!({"type": "command", "command": "echo", "args": ["a\0b"]}),
        json!({"type": "command", "command": "a\0b", "args": []}),
    ] {
        assert_eq!(ran(entry, &RunOptions::new()).outcome.failure, Some(HandlerFailure::NotStarted));
    }
    let options = RunOptions::new().with_env([("A", "a\0b")]);
    let run = ran(json!({"type": "command", "command": "exit 2"}), &options);
    assert_eq!(run.outcome.failure, Some(HandlerFailure::NotStarted));
    for key in ["session_id", "cwd"] {
        let mut input = call();
        input[key] = json!("a\0b");
        assert!(with_input("exit 2", &input).outcome.blocked(), "{key}");
    }
}

/// The variable with the number of file descriptors that are free.
const FREE: &str = "HOOKWIRE_TEST_FREE";

#[test]
fn without_file_descriptors_a_command_is_not_started() {
    if let Some(free) = std::env::var(FREE).ok().and_then(|it| it.parse().ok()) {
        return in_want_of_descriptors(free);
    }
    for free in 0..10 {
        let test = "run::without_file_descriptors_a_command_is_not_started";
        let line = "ulimit -n 64; exec \"$0\" --exact --nocapture \"$1\"";
        let mut limited = Command::new("sh");
        limited.args(["-c", line]).arg(std::env::current_exe().unwrap()).arg(test);
        let ended = limited.env(FREE, free.to_string()).output().unwrap();
        assert!(ended.status.success(), "{free}: {}", String::from_utf8_lossy(&ended.stderr));
        let printed = String::from_utf8_lossy(&ended.stdout);
        assert!(printed.contains("1 passed"), "this test has another name: {printed}");
    }
}

fn in_want_of_descriptors(free: usize) {
    let take = || std::iter::from_fn(|| File::open("/dev/null").ok()).collect::<Vec<_>>();
    let mut taken = take();
    taken.truncate(taken.len() - free);
    let run = command("exit 2");
    assert!(run.outcome.blocked() || run.outcome.failure == Some(HandlerFailure::NotStarted));
    assert!(free > 3 || !run.outcome.blocked());
    // The threads that read the output close it.
    let end = Instant::now() + Duration::from_secs(5);
    while take().len() != free {
        assert!(Instant::now() < end, "all descriptors are free again");
        sleep(Duration::from_millis(5));
    }
}
