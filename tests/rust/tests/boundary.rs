//! Whatever happens in a hook, the policy of the event decides: a guard blocks, and never ends in silence.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const BASH: &str = r#"{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}"#;

/// What a program did.
#[derive(Debug)]
struct Ran {
    stdout: String,
    stderr: String,
    code: Option<i32>,
    took: Duration,
}

impl Ran {
    /// Returns the reason of a denial, which has to be said in both ways.
    fn reason(&self) -> String {
        let reply: Value = serde_json::from_str(&self.stdout).unwrap_or_default();
        assert_eq!(reply["hookSpecificOutput"]["permissionDecision"], "deny", "{self:?}");
        assert_eq!(self.code, Some(2), "{self:?}");
        reply["hookSpecificOutput"]["permissionDecisionReason"].as_str().expect("a reason").to_owned()
    }

    /// Returns what is wrong, if the hook failed and blocks.
    fn fault(&self) -> String {
        let reason = self.reason();
        let fault = reason.strip_prefix("The hook `broken` failed, so it blocks `PreToolUse`: ");
        fault.unwrap_or_else(|| panic!("{self:?}")).to_owned()
    }
}

fn ran_with(how: &str, data: &[u8], set: impl FnOnce(&mut Command) -> &mut Command) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_broken"));
    command.env("HOOKWIRE_BREAK", how).env("RUST_BACKTRACE", "0");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    set(&mut command);
    let started = Instant::now();
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all(data);
    drop(stdin);
    let done = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran { stdout: text(done.stdout), stderr: text(done.stderr), code: done.status.code(), took: started.elapsed() }
}

fn ran(how: &str) -> Ran {
    ran_with(how, BASH.as_bytes(), |it| it)
}

#[test]
fn a_panic_is_a_failure_wherever_it_is() {
    for (how, fault) in [
        ("panic", "it panicked: broken"),
        ("panic-with-anything", "it panicked"),
        ("panic-with-a-bomb", "it panicked"),
        ("resume", "it panicked"),
        ("overflow-of-a-number", "it panicked: attempt to divide by zero"),
        ("hook-of-its-own", "it panicked: broken"),
        ("error-that-cannot-be-written", "it panicked: cannot be written"),
        ("error-without-a-text", "the hook failed, and its error has no message"),
        ("state-that-panics", "it panicked: the state was dropped"),
    ] {
        assert_eq!(ran(how).fault(), fault, "{how}");
    }
    assert!(ran("error-that-fails-to-be-written").fault().starts_with("it panicked: "));
    assert!(ran("returned-bomb").fault().starts_with("it panicked"));
}

#[test]
fn a_panic_that_would_abort_is_a_failure() {
    for how in ["nested", "two-drops", "state-of-one-of-several"] {
        let fault = ran(how).fault();
        assert!(fault.starts_with("it panicked: "), "{how}: {fault}");
    }
    // The program handles another event.
    let other = ran_with("state-of-another-event", br#"{"hook_event_name": "PermissionRequest"}"#, |it| it);
    let is_denied = other.stdout.contains("\"deny\"");
    assert!(is_denied && other.stderr.contains("it panicked: more state was dropped\n"), "{other:?}");
}

#[test]
fn what_the_handler_says_counts_whatever_else_it_does() {
    for how in [
        "caught-and-ended",
        "thread-that-panics",
        "thread-that-stays",
        "locks-that-stay",
        "locks-of-another-thread",
        "prints",
        "call-that-is-kept",
        "main-that-panics",
    ] {
        let ran = ran(how);
        assert_eq!(ran.reason(), "No.", "{how}");
        assert!(ran.took < Duration::from_secs(20), "{how}: {:?}", ran.took);
        assert_eq!(ran.stdout.lines().count(), 1, "{how}: {ran:?}");
    }
}

#[test]
fn nothing_is_beside_a_reply() {
    let ran = ran("prints-and-allows");
    assert_eq!((ran.stdout.lines().count(), ran.code), (1, Some(0)), "{ran:?}");
    assert!(ran.stdout.contains("\"allow\"") && ran.stderr.contains("a line"), "{ran:?}");
}

#[test]
fn what_stays_does_not_keep_the_host_waiting() {
    // A child has stdout and stderr of its own: those of the test would stay open.
    let out = std::env::temp_dir().join(format!("hookwire-boundary-{}", std::process::id()));
    let file = || Stdio::from(File::options().create(true).append(true).open(&out).expect("a file"));
    let ran = ran_with("child-that-stays", BASH.as_bytes(), |it| it.stdout(file()).stderr(file()));
    assert!(ran.code == Some(2) && ran.took < Duration::from_secs(20), "{ran:?}");
    fs::remove_file(out).expect("a file");
    // With a limit, the end of the program has one, too.
    let hanging = ran_with("main-that-hangs", BASH.as_bytes(), |it| it.env("HOOKWIRE_LIMIT", "5"));
    assert!(hanging.code == Some(2) && hanging.took < Duration::from_secs(4), "{hanging:?}");
}

#[test]
fn a_limit_ends_what_takes_too_long() {
    let late = ran_with("hangs", BASH.as_bytes(), |it| it.env("HOOKWIRE_LIMIT", "0.1"));
    assert_eq!(late.fault(), "it did not end within 0.1 s");
    assert_eq!(ran("state-that-hangs").fault(), "it did not end within 0.1 s");
}

#[test]
fn a_limit_that_fires_as_the_handler_ends_has_one_winner() {
    for microseconds in (0..2000).step_by(40) {
        let limit = format!("{}", f64::from(microseconds.max(1)) / 1e6);
        let ran = ran_with("refuses", BASH.as_bytes(), |it| it.env("HOOKWIRE_LIMIT", &limit));
        if ran.stdout.is_empty() {
            // It fired before the event was read, so there is no event to reply to.
            let late = "The hook `broken` failed, so it blocks everything: it did not end within";
            assert!(ran.code == Some(2) && ran.stderr.starts_with(late) && ran.stderr.lines().count() == 1, "{ran:?}");
            continue;
        }
        let reason = ran.reason();
        assert!(reason == "No." || reason.contains("it did not end within"), "{ran:?}");
        assert_eq!(ran.stdout.lines().count(), 1, "{ran:?}");
    }
}

#[test]
fn a_wrong_option_is_a_failure() {
    let ran = ran_with("refuses", BASH.as_bytes(), |it| it.env("HOOKWIRE_LIMIT", "0"));
    assert_eq!(ran.fault(), "the option `limit` is 0, and has to be a number of seconds greater than 0");
}

#[test]
fn nothing_on_stderr_looks_like_a_missing_script_or_moves_the_cursor() {
    for how in ["error-that-looks-like-a-missing-script", "panic-that-looks-like-a-missing-script"] {
        let ran = ran(how);
        ran.fault();
        let text = &ran.stderr;
        assert!(!text.contains("No such file") && !text.contains("can't open") && !text.contains('\u{1b}'), "{ran:?}");
        assert!(text.contains("No\u{a0}such file") || text.contains("can't\u{a0}open 'x'\\u001b[2J"), "{ran:?}");
    }
}

#[test]
fn an_input_that_cannot_be_read_blocks_what_is_guarded() {
    let ran = |data: &str| {
        let ran = ran_with("", data.as_bytes(), |it| it);
        assert_eq!(ran.stdout, "", "{ran:?}");
        (ran.code.expect("a code"), ran.stderr)
    };
    let (code, text) = ran(r#"{"hook_event_name": "PreToolUse", "tool_name": "#);
    assert!(
        code == 2 && text.starts_with("The hook `broken` failed, so it blocks `PreToolUse`: the input cannot"),
        "{text}"
    );
    let (code, text) = ran(r#"{"hook_event_name": "Stop", "#);
    assert!(code == 1 && text.starts_with("The hook `broken` failed, and `Stop` goes on: the input cannot"), "{text}");
    assert_eq!(ran(r#"{"hook_event_name": "SessionEnd", "#), (0, String::new()));
    for unknown in ["", "{", "[]", "null", "no", r#"{"hook_event_name": 1}"#, r#"{"a": {"hook_event_name": "Stop"}, "#]
    {
        let (code, text) = ran(unknown);
        assert!(code == 2 && text.contains("so it blocks everything: the input cannot be read"), "{unknown}: {text}");
    }
}

#[test]
fn a_failure_is_told_to_the_test_that_started_the_program() {
    let path = |name: &str| -> PathBuf {
        std::env::temp_dir().join(format!("hookwire-failures-{}-{name}", std::process::id()))
    };
    let told = |name: &str, how: &str, data: &str| {
        fs::write(path(name), "").expect("a file");
        ran_with(how, data.as_bytes(), |it| it.env("HOOKWIRE_FAILURES", path(name)));
        let text = fs::read_to_string(path(name)).expect("a file");
        fs::remove_file(path(name)).expect("a file");
        text
    };
    assert_eq!(
        told("panic", "panic", BASH),
        "The hook `broken` failed, so it blocks `PreToolUse`: it panicked: broken\n"
    );
    assert!(
        told("nested", "nested", BASH).starts_with("The hook `broken` failed, so it blocks `PreToolUse`: it panicked")
    );
    assert!(told("open", "", r#"{"hook_event_name": "Stop", "#).contains("and `Stop` goes on"));
    assert_eq!(told("refused", "refuses", BASH), "");
    // It is never made, and whatever cannot be written to is ignored.
    ran_with("panic", BASH.as_bytes(), |it| it.env("HOOKWIRE_FAILURES", path("absent"))).fault();
    assert!(!path("absent").exists());
    ran_with("panic", BASH.as_bytes(), |it| it.env("HOOKWIRE_FAILURES", "/")).fault();
}

#[test]
fn a_failure_of_an_open_event_is_seen() {
    let stop = |how: &str| {
        ran_with(how, br#"{"hook_event_name": "Stop", "stop_hook_active": false}"#, |it| it.env("HOOKWIRE_LIMIT", "0"))
    };
    let ran = stop("");
    let said = "The hook `broken` failed, and `Stop` goes on: the option `limit` is 0, and has to be a number of seconds \
                greater than 0";
    let reply: Value = serde_json::from_str(&ran.stdout).unwrap_or_default();
    assert!(reply == json!({"systemMessage": said}) || (ran.stdout.is_empty() && ran.code == Some(1)), "{ran:?}");
    assert_eq!(ran.stderr, format!("{said}\n"));
}
