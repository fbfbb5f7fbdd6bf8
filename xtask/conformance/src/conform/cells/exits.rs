//! Results of commands for the cells about exit codes.

use hookwire_harness::catalogue::Cell;
use serde_json::{Value, json};

use super::action;
use super::event::{Event, Place};
use super::{Case, text_of};
use crate::conform::expected::{Expected, Text};

/// What the hook writes.
const STDOUT: &str = "stdout of the hook";
const STDERR: &str = "stderr of the hook";

/// JSON that does not parse, and JSON of a wrong shape.
const NOT_JSON: &str = r#"{"systemMessage": "of the hook",}"#;
const OTHER_SHAPE: &str = r#"{"systemMessage": "of the hook", "suppressOutput": 7}"#;

/// The last line of stdout on an event that reads a path.
const PATH: &str = "/a/path";

/// An exit code of an event, at a place.
struct Exit<'a> {
    event: &'a Event<'a>,
    place: &'a Place,
    code: u8,
    /// The part of the code: `exit/2`.
    part: &'a str,
}

/// Returns the result of a command that brings a cell about.
pub(super) fn case(event: &Event<'_>, cell: &Cell<'_>, place: &Place) -> Option<Case> {
    let (part, kind) = cell.part.rsplit_once('/')?;
    let code = match part.rsplit_once('/')?.1 {
        "0" => 0,
        "2" => 2,
        _ => 1,
    };
    let exit = Exit { event, place, code, part };
    let effect = cell.value["effect"].as_str()?;
    let path = if exit.reads_path() { PATH } else { "" };
    match kind {
        "action" => Some(exit.case(path, "", action::expected(event, effect)?)),
        "stdout" => {
            let stdout = if exit.reads_path() { PATH } else { STDOUT };
            Some(exit.case(stdout, "", exit.with_text("stdout", text_of(cell.value))))
        }
        "stderr" => Some(exit.case(path, STDERR, exit.with_text("stderr", text_of(cell.value)))),
        "json" => exit.of_object(effect),
        "invalid_json" => exit.of_invalid(cell.value, effect),
        "other_event" => exit.of_other_event(cell.value, effect),
        _ => None,
    }
}

impl Exit<'_> {
    fn case(&self, stdout: &str, stderr: &str, expected: Expected) -> Case {
        let result = json!({"kind": "exited", "code": self.code, "stdout": stdout, "stderr": stderr});
        let handler = json!({"type": if self.place.situation.is_http { "http" } else { "command" }});
        Case::new(self.event, result, self.place.context(self.event.name, &handler), expected)
    }

    fn reads_path(&self) -> bool {
        self.code == 0 && self.event.reads_path(self.place)
    }

    fn with_text(&self, source: &str, text: Option<Text>) -> Expected {
        Expected { from: [(source.to_owned(), text)].into(), ..Expected::default() }
    }

    /// Returns what happens as if there were no hook.
    fn as_without_hook(&self) -> Option<Expected> {
        action::expected(self.event, "continues")
    }

    /// Returns what an object does in place of a path.
    fn without_path(&self) -> Option<Expected> {
        action::expected(self.event, "fails")
    }

    /// Returns what the exit code does by itself.
    fn of_code(&self) -> Option<Expected> {
        let mut expected =
            action::expected(self.event, self.event.effect(&format!("{}/action", self.part), self.place))?;
        expected.from.insert("stderr".to_owned(), self.stderr());
        Some(expected)
    }

    fn stderr(&self) -> Option<Text> {
        self.event.counts(&format!("{}/stderr", self.part), self.place).and_then(text_of)
    }

    /// Returns a valid object, with a field that shows whether it is read.
    fn of_object(&self, effect: &str) -> Option<Case> {
        if self.reads_path() {
            return Some(self.case(r#"{"systemMessage": "of the hook"}"#, STDERR, self.without_path()?));
        }
        if effect == "ignored" {
            let reply = json!({"systemMessage": "of the hook", "continue": false});
            let mut expected = self.of_code()?;
            expected.from.insert("/systemMessage".to_owned(), None);
            return Some(self.case(&reply.to_string(), STDERR, expected));
        }
        let (reply, shown) = self.probe(effect == "decides").unwrap_or_else(|| (json!({}), Expected::default()));
        let mut expected = match effect {
            // The exit code plays no part.
            "decides" if shown.action.is_some() => shown.clone(),
            "decides" => self.as_without_hook()?,
            "completes" => self.of_code()?,
            _ => return None,
        };
        if effect == "decides" && self.code == 2 {
            expected.from.insert("stderr".to_owned(), None);
        }
        expected.from.extend(shown.from);
        Some(self.case(&reply.to_string(), STDERR, expected))
    }

    /// Returns a reply with a field that has an effect on this event and version, and that effect; `None` if no field has
    /// one. `with_decisions` also takes fields that change the action.
    fn probe(&self, with_decisions: bool) -> Option<(Value, Expected)> {
        let Self { event, place, .. } = self;
        let text = |part: &str| event.counts(part, place).and_then(text_of);
        let specific = |key: &str, value: Value| {
            let mut specific = json!({"hookEventName": event.name});
            specific[key] = value;
            json!({ "hookSpecificOutput": specific })
        };
        if let Some(found) = text("universal/systemMessage") {
            return Some((json!({"systemMessage": "of the hook"}), self.with_text("/systemMessage", Some(found))));
        }
        if let Some(found) = text("additional_context").filter(|_| with_decisions) {
            let at = "/hookSpecificOutput/additionalContext";
            let mut expected = self.with_text(at, Some(found.clone()));
            if found.0 == "instruction" {
                expected = Expected { from: expected.from, ..action::expected(event, "keeps-working")? };
            }
            return Some((specific("additionalContext", json!("of the hook")), expected));
        }
        if let Some(found) = text("universal/terminalSequence") {
            return Some((json!({"terminalSequence": "\u{7}"}), self.with_text("/terminalSequence", Some(found))));
        }
        if !with_decisions {
            return None;
        }
        let block =
            event.part("universal/decision").into_iter().filter(|it| it["value"] == "block").collect::<Vec<_>>();
        let effect = event.counting(&block, place).and_then(|it| it["effect"].as_str()).unwrap_or("ignored");
        if effect != "ignored" && effect != "reports" {
            return Some((json!({"decision": "block"}), action::expected(event, effect)?));
        }
        let effect = event.effect("universal/continue", place);
        if !["", "ignored"].contains(&effect) {
            return Some((json!({"continue": false}), action::expected(event, effect)?));
        }
        match event.value["decision"].as_str() {
            Some("permission-behavior") => {
                let reply = specific("decision", json!({"behavior": "allow"}));
                Some((reply, action::expected(event, "allows")?))
            }
            Some("retry") => Some((specific("retry", json!(true)), action::expected(event, "retries")?)),
            Some("elicitation-answer") => {
                Some((specific("action", json!("decline")), action::expected(event, "declines")?))
            }
            _ => None,
        }
    }

    /// Returns JSON that the host refuses. A cell that ended is about an object of a wrong shape: what does not parse was
    /// text then, or no reply.
    fn of_invalid(&self, cell: &Value, effect: &str) -> Option<Case> {
        let is_of_shape = cell.get("until").is_some() && effect == "error";
        let stdout = if is_of_shape { OTHER_SHAPE } else { NOT_JSON };
        let expected = match effect {
            "text" => {
                let stdout = self.event.counts("exit/0/stdout", self.place).and_then(text_of);
                Expected { failure: Some(json!(null)), ..self.with_text("stdout", stdout) }
            }
            _ => self.refused(cell, effect, if is_of_shape { "schema-violation" } else { "not-json" })?,
        };
        Some(self.case(stdout, STDERR, expected))
    }

    /// Returns a reply that names another event.
    fn of_other_event(&self, cell: &Value, effect: &str) -> Option<Case> {
        let other = if self.event.name == "SessionStart" { "UserPromptSubmit" } else { "SessionStart" };
        let reply = json!({
            "systemMessage": "of the hook", "continue": false,
            "hookSpecificOutput": {"hookEventName": other, "additionalContext": "of the hook"},
        });
        let expected = self.refused(cell, effect, "schema-violation")?;
        Some(self.case(&reply.to_string(), STDERR, expected))
    }

    /// Returns what happens to a reply that the host refuses: nothing in it acts.
    fn refused(&self, cell: &Value, effect: &str, failure: &str) -> Option<Expected> {
        if self.reads_path() {
            return self.without_path();
        }
        let mut expected = match effect {
            // Of other exit codes, stderr is shown.
            "error" => {
                let mut expected = self.as_without_hook()?;
                let stderr = if self.code == 1 { self.stderr() } else { None };
                expected.from.insert("stderr".to_owned(), stderr);
                let notice = text_of(cell).map(|(_, audience)| ("error-notice".to_owned(), audience));
                expected.from.insert("stdout".to_owned(), notice);
                if self.code != 1 {
                    expected.failure = Some(json!(failure));
                }
                expected
            }
            "blocks" => {
                let mut expected = action::expected(self.event, "blocks")?;
                expected.from.insert("stderr".to_owned(), None);
                expected
            }
            "exit-code" | "accepted" | "ignored" => self.of_code()?,
            "unknown" => action::expected(self.event, "unknown")?,
            _ => return None,
        };
        if self.code == 0 && effect != "error" {
            expected.from.remove("stderr");
        }
        expected.from.insert("/systemMessage".to_owned(), None);
        Some(expected)
    }
}
