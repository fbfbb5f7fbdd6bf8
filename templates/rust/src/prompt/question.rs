//! Asks a model as the host does for a prompt or agent hook: the question, and the answer in a message.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value, json};

use super::ModelHandler;
use super::answer::ModelAnswer;
use super::data::{self, AGENT, ANSWER, COMPLETE, GIVE_UP, JUDGE, TOOL, WORD};
use crate::context::Context;
use crate::event::HookEvent;
use crate::reading::{Handler, HandlerEntry};
use crate::shown::shown;
use crate::types::PromptQuestion;
use crate::validation::data::EVENT_KEY;

/// The place of the input in a prompt.
const ARGUMENTS: &str = "$ARGUMENTS";

/// A hook that cannot be asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionError(String);

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.0))
    }
}

impl Error for QuestionError {}

/// Builds the question to a model for a prompt or agent hook.
///
/// Send its `system`, its `prompt` and its `schema` to a model. The answer is read by
/// [`read_prompt_reply`](super::read_prompt_reply). Of the handler, `prompt`, `model` and `timeout` are used, and of the
/// context the host.
///
/// # Errors
/// The handler is of another type or has no `prompt`, or its prompt has a placeholder for a word of the input, such as `$1`.
pub fn prompt_question(
    handler: &HandlerEntry,
    input: &Value,
    context: &Context,
) -> Result<PromptQuestion, QuestionError> {
    let kind = handler.kind().as_str();
    let model = match kind {
        "prompt" => ModelHandler::Prompt,
        "agent" => ModelHandler::Agent,
        _ => {
            let message = format!("a question needs a handler of type `prompt` or `agent`, not `{kind}`");
            return Err(QuestionError(message));
        }
    };
    let prompt = handler.get("prompt").and_then(Value::as_str).filter(|text| !text.is_empty());
    let prompt = prompt.ok_or_else(|| QuestionError(format!("a `{kind}` handler needs a `prompt`")))?;
    let is_complete = !context.host().is_some_and(|host| host.is_older_than(COMPLETE));
    let is_agent = model == ModelHandler::Agent;
    let event = input.get(EVENT_KEY).and_then(Value::as_str).and_then(|name| HookEvent::from_str(name).ok());
    let can_give_up = event.is_some_and(|event| !data::answered(event, model).impossible.is_empty());
    let answer = if is_agent { AGENT.replace("{tool}", TOOL) } else { ANSWER.to_owned() };
    let mut system = format!("{JUDGE}\n\n{answer}");
    let mut properties = json!({"ok": {"type": "boolean"}, "reason": {"type": "string"}});
    if can_give_up && is_complete {
        system = format!("{system}\n{GIVE_UP}");
        properties["impossible"] = json!({"type": "boolean"});
    }
    let required = if is_complete && !is_agent { json!(["ok", "reason"]) } else { json!(["ok"]) };
    let schema = [
        ("type", json!("object")),
        ("properties", properties),
        ("required", required),
        ("additionalProperties", json!(false)),
    ];
    let schema: Map<_, _> = schema.map(|(key, value)| (key.to_owned(), value)).into_iter().collect();
    let own = handler.get("timeout").and_then(Value::as_f64).filter(|seconds| *seconds > 0.0);
    Ok(PromptQuestion {
        system,
        prompt: filled(prompt, &input.to_string())?,
        schema,
        tool: is_agent.then(|| TOOL.to_owned()),
        model: handler.get("model").and_then(Value::as_str).map(str::to_owned),
        timeout: own.unwrap_or_else(|| data::limit(model)),
        transcript: can_give_up,
    })
}

/// Returns the answer in a message of a model.
///
/// Pass the message as the API of the model returns it: its `content` is a text, or a list of blocks. Its `stop_reason`
/// counts, too. An agent is answered by its last call of the tool for answers, and any other hook by the texts of the
/// message.
#[must_use]
pub fn message_answer(message: &Value, handler: Handler) -> ModelAnswer {
    let content = message.get("content");
    let alone = [json!({"type": "text", "text": content})];
    let blocks = content.and_then(Value::as_array).map_or(&alone[..], Vec::as_slice);
    let of_type = |name: &'static str| blocks.iter().filter(move |it| it.get("type").is_some_and(|it| it == name));
    let text: String = of_type("text").filter_map(|it| it.get("text")?.as_str()).collect();
    let call = of_type("tool_use").rfind(|it| it.get("name").is_some_and(|name| name == TOOL));
    let mut answer = match call.filter(|_| handler == Handler::Agent) {
        Some(call) => ModelAnswer::new(call.get("input").unwrap_or(&Value::Null).to_string()),
        None => ModelAnswer::new(text).with_structured_output(handler != Handler::Agent),
    };
    answer.stop_reason = message.get("stop_reason").and_then(Value::as_str).map(str::to_owned);
    answer
}

/// Puts the input in the place of `$ARGUMENTS`, or after the prompt.
fn filled(prompt: &str, input: &str) -> Result<String, QuestionError> {
    let (mut made, mut rest, mut is_filled) = (String::new(), prompt, false);
    while let Some((before, after)) = rest.split_once('$') {
        if let Some(before) = before.strip_suffix('\\') {
            made.push_str(before);
            made.push('$');
            rest = after;
            continue;
        }
        made.push_str(before);
        let whole = after.strip_prefix("ARGUMENTS");
        if let Some(number) = number(whole.unwrap_or(after), whole.is_some()) {
            let found = format!("{}{number}", if whole.is_some() { ARGUMENTS } else { "$" });
            return Err(QuestionError(WORD.replace("{found}", &found)));
        }
        made.push_str(if whole.is_some() { input } else { "$" });
        is_filled |= whole.is_some();
        rest = whole.unwrap_or(after);
    }
    made.push_str(rest);
    Ok(if is_filled { made } else { format!("{made}\n\nARGUMENTS: {input}") })
}

/// Returns the number of a word at the start of a text: `1`, or as an index `[1]`.
fn number(text: &str, is_index: bool) -> Option<&str> {
    let digits = if is_index { text.strip_prefix('[')? } else { text };
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    let after = digits.get(count..)?.chars().next();
    let is_end = if is_index {
        after == Some(']')
    } else {
        !after.is_some_and(|it| it.is_ascii_alphanumeric() || it == '_')
    };
    (count > 0 && is_end).then(|| text.get(..if is_index { count + 2 } else { count })).flatten()
}
