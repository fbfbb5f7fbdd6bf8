//! Replies for the cells about fields, alone and beside other fields.

use hookwire_harness::catalogue::Cell;
use serde_json::{Map, Value, json};

use super::event::{Event, Place};
use super::{Case, action, text_of};
use crate::conform::expected::Expected;

/// What is written where any text can be.
const TEXT: &str = "of the hook";

/// The fields whose effect is on the action; all others are texts or values.
const OF_ACTION: [&str; 7] = [
    "continue",
    "suppressOutput",
    "decision",
    "hookSpecificOutput.permissionDecision",
    "hookSpecificOutput.decision.behavior",
    "hookSpecificOutput.decision.interrupt",
    "hookSpecificOutput.action",
];

/// Returns the replies that bring a cell about.
pub(super) fn cases(event: &Event<'_>, cell: &Cell<'_>, place: &Place) -> Option<Vec<Case>> {
    match cell.part.split_once('/') {
        Some(("universal", name)) => universal(event, name, cell.value, place).map(|it| vec![it]),
        None if cell.part == "additional_context" => {
            let at = "hookSpecificOutput.additionalContext";
            let mut reply = Reply::of(event, place);
            reply.set(at, json!(TEXT));
            Some(vec![reply.case(of_text(at, cell.value))])
        }
        None if cell.part == "answers" => answer(event, cell.value, place).map(|it| vec![it]),
        None if cell.part == "interactions" => interaction(event, cell.value, place),
        _ => None,
    }
}

/// A reply, and how the hook ends.
#[derive(Clone)]
struct Reply<'a> {
    event: &'a Event<'a>,
    place: &'a Place,
    value: Value,
    exit: u64,
    stderr: &'static str,
}

impl<'a> Reply<'a> {
    fn of(event: &'a Event<'a>, place: &'a Place) -> Self {
        Self { event, place, value: json!({}), exit: 0, stderr: "" }
    }

    /// Sets a field: its keys, with dots between them.
    fn set(&mut self, field: &str, value: Value) {
        let mut at = &mut self.value;
        for key in field.split('.') {
            if !at.is_object() {
                *at = json!({});
            }
            at = &mut at[key];
        }
        *at = value;
        if field.starts_with("hookSpecificOutput.") {
            self.value["hookSpecificOutput"]["hookEventName"] = json!(self.event.name);
        }
    }

    /// Returns the reply without a field.
    fn without(mut self, field: &str) -> Self {
        let pointer = pointer(field);
        let (parent, key) = pointer.rsplit_once('/').unwrap_or_default();
        if let Some(Value::Object(object)) = self.value.pointer_mut(parent) {
            object.remove(key);
        }
        let is_bare = |it: &Value| it.as_object().is_some_and(|it| it.keys().all(|key| key == "hookEventName"));
        if is_bare(&self.value["hookSpecificOutput"]) {
            self.value.as_object_mut().map(|it| it.remove("hookSpecificOutput"));
        }
        self
    }

    fn case(&self, expected: Expected) -> Case {
        let text = self.value.to_string();
        let (result, kind) = if self.place.situation.is_http {
            (json!({"kind": "http", "status": 200, "body": text}), "http")
        } else {
            (json!({"kind": "exited", "code": self.exit, "stdout": text, "stderr": self.stderr}), "command")
        };
        Case::new(self.event, result, self.place.context(self.event.name, &json!({"type": kind})), expected)
    }
}

fn pointer(field: &str) -> String {
    format!("/{}", field.replace('.', "/"))
}

/// Returns where a text comes from and who gets it.
fn of_text(field: &str, cell: &Value) -> Expected {
    Expected { from: [(source(field), text_of(cell))].into(), ..Expected::default() }
}

fn source(field: &str) -> String {
    if matches!(field, "stdout" | "stderr") { field.to_owned() } else { pointer(field) }
}

/// A field that every event has.
fn universal(event: &Event<'_>, name: &str, cell: &Value, place: &Place) -> Option<Case> {
    // The whole output of a command would be the path.
    let mut place = place.clone();
    place.situation.is_http |= OF_ACTION.contains(&name) && event.effect("exit/0/stdout", &place) == "path";
    let mut reply = Reply::of(event, &place);
    match name {
        "continue" => reply.set(name, json!(false)),
        "suppressOutput" => reply.set(name, json!(true)),
        "decision" => reply.set(name, cell["value"].clone()),
        "stopReason" => reply.set("continue", json!(false)),
        "reason" => reply.set("decision", json!("block")),
        _ => {}
    }
    if OF_ACTION.contains(&name) {
        return with_effect(&reply, name, cell["effect"].as_str()?, None);
    }
    reply.set(name, if name == "terminalSequence" { json!("\u{7}") } else { json!(TEXT) });
    Some(reply.case(of_text(name, cell)))
}

/// Returns the reply with the effect of one of its fields; `expected` is what is known of the outcome besides.
fn with_effect(reply: &Reply<'_>, field: &str, effect: &str, expected: Option<Expected>) -> Option<Case> {
    if effect == "ignored" {
        let mut case = reply.case(expected.unwrap_or_default());
        let without = reply.clone().without(field).case(Expected::default());
        case.without = Some(Box::new(without.hook));
        return Some(case);
    }
    Some(reply.case(action::expected(reply.event, effect)?))
}

/// A field of the specific output.
fn answer(event: &Event<'_>, cell: &Value, place: &Place) -> Option<Case> {
    let (field, effect) = (cell["field"].as_str()?, cell["effect"].as_str()?);
    // The path of a worktree is for http handlers alone.
    let mut place = place.clone();
    place.situation.is_http |= effect == "worktree-path";
    let mut reply = Reply::of(event, &place);
    let value = cell.get("value").cloned().unwrap_or_else(|| sample(field));
    for (key, beside) in needed(field) {
        reply.set(key, beside);
    }
    reply.set(field, value.clone());
    let mut expected = match effect {
        "input" => Expected { new_input: Some(value), ..Expected::default() },
        "output" => Expected { new_output: Some(value), ..Expected::default() },
        "first-message" | "display" => of_text(field, cell),
        _ => match action::expected(event, effect) {
            Some(expected) => expected,
            None => Expected { effects: Some(vec![[effect.to_owned(), pointer(field)]]), ..Expected::default() },
        },
    };
    // The user who refused has refused already.
    if effect == "stops" && field.ends_with("interrupt") {
        expected = Expected { action: Some("blocked".to_owned()), stop: Some(true), ..Expected::default() };
        expected.agent = Some("stops".to_owned());
    }
    if let Some(reason) = cell["reason"].as_str() {
        reply.set(reason, json!(TEXT));
        let audience = text_of(cell).map(|(_, audience)| audience).unwrap_or_default();
        expected.from.insert(pointer(reason), Some(("reason".to_owned(), audience)));
    }
    Some(reply.case(expected))
}

/// Returns the fields that have to be beside a field.
fn needed(field: &str) -> Vec<(&'static str, Value)> {
    match field.rsplit('.').next() {
        Some("interrupt") => vec![("hookSpecificOutput.decision.behavior", json!("deny"))],
        Some("updatedInput" | "updatedPermissions") if field.contains(".decision.") => {
            vec![("hookSpecificOutput.decision.behavior", json!("allow"))]
        }
        Some("content") => vec![("hookSpecificOutput.action", json!("accept"))],
        Some("suppressOriginalPrompt") => vec![("decision", json!("block"))],
        _ => Vec::new(),
    }
}

/// Returns a value for a field of any value.
fn sample(field: &str) -> Value {
    match field.rsplit('.').next() {
        Some("updatedInput" | "content") => json!({"a": 1}),
        Some("updatedPermissions") => json!([]),
        Some("updatedMCPToolOutput") => json!([1]),
        Some("watchPaths") => json!(["/a"]),
        Some("worktreePath") => json!("/a"),
        Some("continue") => json!(false),
        _ => json!(TEXT),
    }
}

/// A field beside other fields: a reply for each of their values.
fn interaction(event: &Event<'_>, cell: &Value, place: &Place) -> Option<Vec<Case>> {
    let (field, effect) = (cell["field"].as_str()?, cell["effect"].as_str()?);
    let mut start = Reply::of(event, place);
    start.exit = cell["exit"].as_u64().unwrap_or(0);
    let mut replies = vec![start];
    for beside in cell["beside"].as_array()? {
        let name = beside["field"].as_str()?;
        let values: Vec<Value> = match beside["values"].as_array() {
            Some(values) => values.clone(),
            None if beside["present"] == true => vec![sample(name)],
            None => continue,
        };
        let each = replies.iter().flat_map(|reply| {
            values.iter().map(|value| {
                let mut reply = reply.clone();
                reply.set(name, value.clone());
                reply
            })
        });
        replies = each.collect();
    }
    let each = replies.into_iter().map(|mut reply| {
        match field {
            "stdout" => {}
            "stderr" => reply.stderr = TEXT,
            _ => reply.set(field, cell.get("value").cloned().unwrap_or_else(|| sample(field))),
        }
        if cell.get("audience").is_some() {
            return Some(reply.case(of_text(field, cell)));
        }
        if OF_ACTION.contains(&field) {
            return with_effect(&reply, field, effect, None);
        }
        let unchanged = Expected { new_input: Some(json!(null)), ..Expected::default() };
        with_effect(&reply, field, effect, Some(unchanged))
    });
    each.collect()
}

/// Returns the keys of an outcome that a field without effect leaves as they are.
pub(super) fn unaffected(outcome: &Value) -> Value {
    let mut kept = Map::new();
    for key in ["action", "agent", "subagent", "stop", "new_input", "new_output", "effects", "failure", "on_failure"] {
        kept.insert(key.to_owned(), outcome[key].clone());
    }
    // Where all of stdout is a text, it is another one.
    let texts = outcome["texts"].as_array().into_iter().flatten().filter(|it| it["from"] != "stdout");
    kept.insert("texts".to_owned(), texts.cloned().collect());
    Value::Object(kept)
}
