//! The messages about common mistakes.

use std::fs;
use std::path::Path;

use hookwire::problems::Problem;
use hookwire::read::{read_input, read_reply};
use hookwire::validate::{Target, validate};
use hookwire::{Context, Handler, HookEvent};
use serde_json::{Value, json};

fn problems_of(line: &Value) -> Vec<Problem> {
    if let Some(name) = line.get("type").and_then(Value::as_str) {
        return validate(&line["payload"], &Target::named(name).expect("a type"), &Context::new());
    }
    let text = line["text"].as_str().expect("a text").as_bytes();
    if line["read"] == "input" {
        return read_input(text, &Context::new()).map_or_else(|error| error.into_problems(), |read| read.problems);
    }
    let event = line.get("event").and_then(Value::as_str);
    let event = event.map(|name| name.parse::<HookEvent>().expect("an event"));
    let handler = line.get("handler").and_then(Value::as_str);
    let context =
        handler.map_or_else(Context::new, |it| Context::new().with_handler(it.parse::<Handler>().expect("a handler")));
    read_reply(text, event, &context).problems
}

/// The same file is read in every language.
#[test]
fn a_mistake_has_the_same_message_in_every_language() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conform/messages.jsonl");
    let text = fs::read_to_string(path).expect("the messages");
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let found: Vec<Value> = problems_of(&line)
            .iter()
            .map(|it| json!([it.code.as_str(), it.pointer, it.severity.as_str(), it.message]))
            .collect();
        assert_eq!(Value::from(found), line["problems"], "{}", line["id"]);
    }
}
