//! What a model is asked for a hook, and its answer.

use std::fs;
use std::io;
use std::path::Path;

use hookwire::host::{
    HandlerFailure, ModelAnswer, OutcomeAction, PromptQuestion, RunOptions, interpret, message_answer, model,
    prompt_question, run_hook,
};
use hookwire::{Context, Handler, HandlerEntry};
use serde_json::{Value, json};

fn entry(value: Value) -> HandlerEntry {
    HandlerEntry::try_from(value).expect("an entry")
}

fn prompt() -> HandlerEntry {
    entry(json!({"type": "prompt", "prompt": "The tests pass."}))
}

fn stop() -> Value {
    json!({"hook_event_name": "Stop"})
}

#[test]
fn a_question_and_an_answer_are_those_of_every_language() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conform/questions.jsonl");
    let text = fs::read_to_string(path).expect("the questions");
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let id = &line["id"];
        if let Some(message) = line.get("message") {
            let kind = if line["kind"] == "agent" { Handler::Agent } else { Handler::Prompt };
            let answer = message_answer(message, kind);
            let text = String::from_utf8(answer.text).expect("text");
            let mut made = json!({"text": text, "structured": answer.structured_output});
            if let Some(reason) = answer.stop_reason {
                made["stop_reason"] = json!(reason);
            }
            assert_eq!(made, line["answer"], "{id}");
            continue;
        }
        let host = line.get("host").and_then(Value::as_str);
        let context = host.map_or_else(Context::new, |it| Context::new().with_host(it.parse().expect("a version")));
        let handler = entry(line["handler"].clone());
        let question = match (prompt_question(&handler, &line["input"], &context), line.get("error")) {
            (Err(error), Some(expected)) => {
                assert_eq!(error.to_string(), expected.as_str().expect("text"), "{id}");
                continue;
            }
            (Ok(question), None) => question,
            other => panic!("{id}: {other:?}"),
        };
        if let Some(expected) = line.get("prompt") {
            assert_eq!(question.prompt, expected.as_str().expect("text"), "{id}");
            continue;
        }
        let properties: Vec<_> = question.schema["properties"].as_object().expect("an object").keys().collect();
        let mut found = json!({
            "timeout": question.timeout,
            "transcript": question.transcript,
            "properties": properties,
            "required": question.schema["required"],
            "gives-up": question.system.contains("impossible"),
        });
        for (key, value) in [("tool", &question.tool), ("model", &question.model)] {
            if let Some(value) = value {
                found[key] = json!(value);
            }
        }
        let mut expected = line["question"].clone();
        expected["timeout"] = json!(expected["timeout"].as_f64());
        assert_eq!(found, expected, "{id}");
        assert_eq!(question.system.contains("StructuredOutput"), question.tool.is_some(), "{id}");
    }
}

#[test]
fn a_hook_asks_a_model() {
    let message = |content: Value| message_answer(&json!({"content": content}), Handler::Prompt);
    for (answer, action) in [
        (ModelAnswer::new(r#"{"ok": false, "reason": "No."}"#), OutcomeAction::Blocked),
        (ModelAnswer::new(r#"{"ok": true}"#), OutcomeAction::Normal),
        (message(json!([{"type": "text", "text": r#"{"ok": false}"#}])), OutcomeAction::Blocked),
        (message(json!("Sorry.")), OutcomeAction::Normal),
    ] {
        let expected = prompt_question(&prompt(), &stop(), &Context::new()).expect("a question");
        let ask = |question: &PromptQuestion| {
            assert_eq!(*question, expected);
            Ok(answer.clone())
        };
        let run = run_hook(&prompt(), &stop(), &RunOptions::new().with_ask(&ask)).expect("a hook that can be run");
        assert_eq!((run.outcome.action, run.result), (action, None), "{answer:?}");
    }
}

#[test]
fn a_model_that_does_not_answer_blocks_nothing() {
    for (kind, failure) in
        [(io::ErrorKind::TimedOut, HandlerFailure::TimedOut), (io::ErrorKind::ConnectionRefused, HandlerFailure::Empty)]
    {
        let ask = |_: &PromptQuestion| Err(io::Error::from(kind));
        let run = run_hook(&prompt(), &stop(), &RunOptions::new().with_ask(&ask)).expect("a hook that can be run");
        assert_eq!((run.outcome.action, run.outcome.failure), (OutcomeAction::Normal, Some(failure)));
    }
}

#[test]
fn a_hook_without_a_model_is_a_mistake() {
    let error = run_hook(&prompt(), &stop(), &RunOptions::new()).expect_err("nothing to ask with");
    assert_eq!(error.to_string(), "a `prompt` handler needs the function that asks a model");
}

#[test]
fn the_whole_way_from_a_prompt_to_an_outcome() {
    let handler = entry(json!({"type": "agent", "prompt": "The tests pass."}));
    let question = prompt_question(&handler, &stop(), &Context::new()).expect("a question");
    let call = json!({"type": "tool_use", "name": question.tool, "input": {"ok": false, "reason": "No."}});
    let answer = message_answer(&json!({"content": [call]}), Handler::Agent);
    let outcome = interpret("Stop", &model(answer), &Context::new().with_handler(handler));
    assert_eq!((outcome.blocked(), outcome.texts[0].text.as_str()), (true, "No."));
}
