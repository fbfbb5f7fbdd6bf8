//! Commands that the settings move to the background, with `async` or `asyncRewake`, and each kind of answer.

use serde_json::json;

use super::field::{Field, SPECIFIC, blocking};
use crate::case::{Handler, Hook};

/// The events whose hooks are tried in the background.
const EVENTS: [&str; 5] = ["PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "SubagentStop"];

/// The answers that are tried again when the hook answers at once, and with texts in the settings.
const AGAIN: [&str; 6] =
    ["empty/exit-0", "block/exit-0", "message/exit-0", "empty/exit-2", "text/exit-2", "lines/exit-2"];

/// What a hook answers: its name, its standard output, its standard error, and its exit code.
type Answer = (&'static str, String, &'static str, u8);

/// Returns the cases of hooks that the settings move to the background.
pub fn set_background(event: &str, fields: &[Field]) -> Vec<(String, Vec<Hook>)> {
    if !EVENTS.contains(&event) {
        return Vec::new();
    }
    let answers = answers(event, fields);
    let of = |how: &str, handler: Handler, is_tried: &dyn Fn(&str) -> bool| {
        let tried = answers.iter().filter(|(name, ..)| is_tried(name));
        let case = |(name, stdout, stderr, exit): &Answer| {
            (format!("{how}/{name}"), vec![Hook { handler, ..Hook::script(stdout, stderr, *exit) }])
        };
        tried.map(case).collect::<Vec<_>>()
    };
    let again = |name: &str| AGAIN.contains(&name);
    let mut all = of("set-async", Handler::Async, &|_| true);
    all.extend(of("set-rewake", Handler::Rewake, &|_| true));
    // At the end of a turn, a request that the hook leads to can come before that is reported.
    let now = |name: &str| again(name) && !["Stop", "SubagentStop"].contains(&event);
    all.extend(of("set-async-now", Handler::AsyncNow, &now));
    all.extend(of("set-rewake-now", Handler::RewakeNow, &now));
    all.extend(of("set-rewake-texts", Handler::RewakeTexts, &again));
    all
}

fn answers(event: &str, fields: &[Field]) -> Vec<Answer> {
    let block = blocking(event, fields).to_string();
    let message = json!({"systemMessage": "{{systemMessage}}"}).to_string();
    let specific = |name: &str| {
        json!({SPECIFIC: {"hookEventName": name, "additionalContext": "{{additionalContext}}"}}).to_string()
    };
    let stop = json!({"continue": false, "stopReason": "{{stopReason}}"}).to_string();
    let invalid = json!({"continue": 7, "systemMessage": "{{systemMessage}}"}).to_string();
    let text = || "{{stdout}}".to_owned();
    let two = "{{stderr}}\n{{second-stderr}}";
    let one = "{{stderr}}";
    vec![
        ("empty/exit-0", String::new(), "", 0),
        ("text/exit-0", text(), "", 0),
        ("block/exit-0", block.clone(), "", 0),
        ("message/exit-0", message.clone(), "", 0),
        ("context/exit-0", specific(event), "", 0),
        ("stop/exit-0", stop, "", 0),
        ("raw-line-break/exit-0", "{\"systemMessage\": \"{{systemMessage}}\n{{stdout}}\"}".to_owned(), "", 0),
        ("invalid-object/exit-0", invalid, "", 0),
        ("other-event/exit-0", specific("Notification"), "", 0),
        ("no-event/exit-0", specific("Nope"), "", 0),
        ("over-lines/exit-0", "{\n\"systemMessage\": \"{{systemMessage}}\"\n}".to_owned(), "", 0),
        ("text-and-message/exit-0", format!("{{{{stdout}}}}\n{message}"), "", 0),
        ("message-and-text/exit-0", format!("{message}\n{{{{stdout}}}}"), "", 0),
        ("object-and-message/exit-0", format!("{{}}\n{message}"), "", 0),
        ("message-and-context/exit-0", format!("{message}\n{}", specific(event)), "", 0),
        ("stderr/exit-0", String::new(), one, 0),
        ("empty/exit-1", String::new(), one, 1),
        ("lines/exit-1", String::new(), two, 1),
        ("message/exit-1", message.clone(), one, 1),
        ("empty/exit-2", String::new(), one, 2),
        ("lines/exit-2", String::new(), two, 2),
        ("text/exit-2", text(), "", 2),
        ("text-and-stderr/exit-2", text(), one, 2),
        ("block/exit-2", block, one, 2),
        ("message/exit-2", message.clone(), one, 2),
        ("message-alone/exit-2", message.clone(), "", 2),
        ("silent/exit-2", String::new(), "", 2),
        ("empty/exit-3", String::new(), one, 3),
        ("message/exit-3", message, one, 3),
    ]
}
