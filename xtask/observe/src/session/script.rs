//! What the scripted model answers, and what is looked for in a conversation.

use serde_json::{Value, json};

use crate::case::{Case, Handler, marker};
use crate::conversation::{Conversation, TASK_ID};
use crate::model::Answer;
use crate::replies::{QUESTION, Replies};

/// The keys of the prompts, each in front of a number.
const KEYS: [&str; 3] = ["case-prompt-", "case-inner-", "case-after-"];

/// The kinds of requests to the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The main conversation.
    Main,
    /// A conversation of a subagent.
    Sub,
    /// A question of a hook.
    Question,
    /// Anything else: titles, summaries.
    Side,
}

/// Returns the kind of a request.
#[must_use]
pub fn part(request: &Value) -> Part {
    let messages = request["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let has_tools = request["tools"].as_array().is_some_and(|tools| !tools.is_empty());
    let first = messages.iter().find(|message| message["role"] == "user").map(Value::to_string).unwrap_or_default();
    // A question about the end of a turn comes after the conversation. The conversation itself can quote the question.
    let is_question =
        || messages.iter().any(|message| message["role"] == "user" && message.to_string().contains(QUESTION));
    if first.contains(QUESTION) || (!has_tools && is_question()) {
        Part::Question
    } else if !has_tools {
        Part::Side
    } else if first.contains("case-inner-") {
        Part::Sub
    } else {
        Part::Main
    }
}

/// Returns the names of the case's markers that occur in one of the texts.
pub fn found<'t>(case: &Case, number: usize, texts: impl Iterator<Item = &'t str> + Clone) -> Vec<String> {
    let occurs = |name: &&str| texts.clone().any(|text| text.contains(&marker(number, name)));
    case.markers().into_iter().filter(occurs).map(str::to_owned).collect()
}

/// Returns the results of the calls of the case in a request.
pub fn results(request: &Value, number: usize) -> impl Iterator<Item = &Value> {
    let messages = request["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let blocks = messages.iter().filter_map(|message| message["content"].as_array()).flatten();
    let own = format!("call-{number}-");
    blocks.filter(move |block| block["tool_use_id"].as_str().is_some_and(|id| id.starts_with(&own)))
}

/// Answers a request: makes the calls of the conversation one by one, and then ends the turn.
pub fn answer(conversation: Conversation, replies: &Replies, request: &Value) -> Answer {
    let messages = request["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    match part(request) {
        Part::Question => return answer_question(replies, request),
        Part::Side => return Answer::Text("ok".to_owned()),
        Part::Main | Part::Sub => {}
    }
    let key = |message: &Value| {
        let text = message.to_string();
        KEYS.iter()
            .filter_map(|key| Some((text.rfind(key)?, *key)))
            .max()
            .map(|(at, key)| (key, number(&text[at + key.len()..])))
    };
    let asked = messages.iter().enumerate().rev().filter(|(_, message)| message["role"] == "user");
    let asked = asked.filter_map(|(at, message)| Some((at, key(message)?))).next();
    let done = || Answer::Text("done".to_owned());
    let Some((at, ("case-prompt-", number))) = asked else { return done() };
    if conversation == Conversation::Broken {
        let error = json!({"type": "invalid_request_error", "message": "refused"});
        return Answer::Fails(400, json!({"type": "error", "error": error}));
    }
    let results: String = messages[at..].iter().map(Value::to_string).collect();
    for (index, (tool, arguments)) in conversation.calls(number, replies.root()).into_iter().enumerate() {
        let id = format!("call-{number}-{}", index + 1);
        if !results.contains(&format!("\"{id}\"")) {
            let arguments = replies.arguments(number).unwrap_or(arguments);
            return Answer::Calls(vec![(id, named(tool, request).to_owned(), with_task(arguments, &results))]);
        }
    }
    done()
}

/// Returns the name that a tool has in a request. Older hosts call the tool for subagents `Task`.
fn named<'t>(tool: &'t str, request: &Value) -> &'t str {
    let has = |name: &str| request["tools"].as_array().into_iter().flatten().any(|tool| tool["name"] == name);
    if tool == "Agent" && !has(tool) && has("Task") { "Task" } else { tool }
}

/// Returns the number that a text begins with: 7 for `7-end`.
fn number(text: &str) -> usize {
    text.split('-').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Puts the id of the task that the host made into arguments. Only the digits of the result are taken.
fn with_task(mut arguments: Value, results: &str) -> Value {
    if arguments["taskId"] == TASK_ID {
        let digits = results.rsplit("Task #").next().unwrap_or_default();
        let id: String = digits.chars().take_while(char::is_ascii_digit).collect();
        arguments["taskId"] = json!(id);
    }
    arguments
}

/// Answers the question of a hook: text for a prompt, a call of the tool for an agent.
fn answer_question(replies: &Replies, request: &Value) -> Answer {
    let messages = request["messages"].to_string();
    let index = messages.split(QUESTION).nth(1).map_or(0, number);
    let is_agent = request["tools"].as_array().is_some_and(|tools| !tools.is_empty());
    if is_agent && messages.contains("\"answer-1\"") {
        return Answer::Text("done".to_owned());
    }
    let Some(reply) = replies.take(index).or_else(|| replies.repeat(index)) else {
        return Answer::Text("{\"ok\": true}".to_owned());
    };
    match serde_json::from_str::<Value>(&reply.stdout) {
        Ok(value) if reply.handler == Handler::Agent && value.is_object() => {
            Answer::Calls(vec![("answer-1".to_owned(), "StructuredOutput".to_owned(), value)])
        }
        _ => Answer::Text(reply.stdout),
    }
}
