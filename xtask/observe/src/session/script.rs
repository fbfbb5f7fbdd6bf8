//! What the scripted model answers, and what is looked for in a conversation.

use serde_json::Value;

use crate::case::{Case, Conversation, holes, marker};
use crate::model::Answer;

/// Returns the names of the case's markers that occur in one of the texts.
pub fn found<'t>(case: &Case, number: usize, texts: impl Iterator<Item = &'t str> + Clone) -> Vec<String> {
    let names = holes(&case.stdout).into_iter().chain(holes(&case.stderr));
    let occurs = |name: &&str| texts.clone().any(|text| text.contains(&marker(number, name)));
    names.filter(occurs).map(str::to_owned).collect()
}

/// Returns the prompt of the case with this number.
pub fn prompt(number: usize) -> String {
    format!("prompt-{number}-end")
}

/// Answers a request: calls the tool of the conversation, or ends the turn if its result is there.
pub fn answer(conversation: Conversation, folder: &str, request: &Value) -> Answer {
    let messages = request["messages"].as_array().cloned().unwrap_or_default();
    let asks = |message: &Value| message["role"] == "user" && message.to_string().contains("prompt-");
    let Some(at) = messages.iter().rposition(asks) else { return Answer::Text("done".to_owned()) };
    let text = messages[at].to_string();
    let number = text.rsplit("prompt-").next().and_then(|rest| rest.split('-').next()?.parse().ok()).unwrap_or(0);
    let has_result = messages[at..].iter().any(|message| message.to_string().contains(&format!("call-{number}-")));
    match conversation.call(number, folder).filter(|_| !has_result) {
        Some((tool, input)) => Answer::Calls(vec![(format!("call-{number}-1"), tool.to_owned(), input)]),
        None => Answer::Text("done".to_owned()),
    }
}
