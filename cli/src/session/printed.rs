//! What a command printed, as text.

use hookwire::read::{from_value, read_reply};
use hookwire::{AsyncHookOutput, Context};
use serde_json::{Deserializer, Value};

use crate::files;

/// Returns true if a reply says nothing, as many hooks do.
pub fn is_empty(reply: &Value) -> bool {
    reply.as_object().is_some_and(|it| it.is_empty())
}

/// Returns true if a reply says that the hook goes on in the background.
pub fn is_background(reply: &Value) -> bool {
    from_value::<AsyncHookOutput>(reply.clone()).is_ok()
}

/// Returns true if the first line moves a command to the background.
pub fn moves_to_background(printed: &[u8]) -> bool {
    let Some(end) = printed.iter().position(|it| *it == b'\n') else { return false };
    let line = printed.get(..end).unwrap_or_default();
    matches!(read_reply(line, None, &Context::new()).reply, Some(reply) if is_background(&reply))
}

/// Returns true if a line begins like an object.
pub fn has_object(printed: &[u8]) -> bool {
    printed.split(|it| *it == b'\n').any(|it| it.trim_ascii_start().starts_with(b"{"))
}

/// Returns true if a line looks like a reply that something has wrapped: a list, a colour, or an object as text.
fn is_wrapped(line: &str) -> bool {
    let line = line.trim_start();
    (line.starts_with('[') && line.contains(['{', ']'])) || (line.starts_with('\u{1b}') && line.contains('{'))
}

/// Returns the objects in a text, each from the start of a line to the end of one, and the other lines.
///
/// # Errors
/// A line begins like an object, and is none: a reply would be lost.
pub fn replies_in(text: &str) -> Result<(Vec<Value>, String), String> {
    let (mut replies, mut others) = (Vec::new(), String::new());
    let mut rest = text;
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let number = || text.get(..text.len() - rest.len()).unwrap_or_default().matches('\n').count() + 1;
        if is_wrapped(line) {
            return Err(format!(
                "line {} of what it printed is not an object: a reply has to be one, without colours",
                number()
            ));
        }
        if !line.trim_start().starts_with('{') {
            others.push_str(line);
            others.push('\n');
            rest = after;
            continue;
        }
        let lost = || format!("line {} of what it printed begins like a reply, and cannot be read", number());
        let mut objects = Deserializer::from_str(rest).into_iter::<Value>();
        let Some(Ok(object)) = objects.next() else { return Err(lost()) };
        let (end, after) = rest.get(objects.byte_offset()..).unwrap_or_default().split_once('\n').unwrap_or_default();
        if !end.trim().is_empty() {
            return Err(lost());
        }
        replies.push(object);
        rest = after;
    }
    Ok((replies, others))
}

/// Returns the end of what a command printed on stderr, at a length that people read.
pub fn last_of(stderr: &[u8]) -> String {
    const MOST: usize = 2000;
    let text = files::text(stderr.to_vec());
    let text = text.trim();
    match text.char_indices().nth_back(MOST) {
        Some((at, _)) => format!("…{}", text.get(at..).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// How words begin by which people say that something must not happen.
const REFUSALS: [&str; 7] = ["block", "deny", "denied", "forbid", "prohibit", "refus", "reject"];

/// What means the same if nothing else is printed.
const NO: [&str; 4] = ["false", "never", "no", "stop"];

/// Returns the line of a text that looks like a verdict: `deny`, `BLOCKED: no` or `decision: block`. A host does not read it.
pub fn refusal(text: &str) -> Option<&str> {
    let word = |it: &str| {
        let it = it.trim_start_matches(|it: char| !it.is_alphabetic());
        it.split(|it: char| !it.is_alphabetic()).next().unwrap_or_default().to_lowercase()
    };
    let refuses = |it: &str| REFUSALS.iter().any(|stem| word(it).starts_with(stem));
    let is_refusal = |line: &&str| {
        let value = line.split_once([':', '=', '>']).filter(|(key, _)| !key.trim().contains(' '));
        refuses(line) || value.is_some_and(|(_, value)| refuses(value))
    };
    let is_alone = |line: &&str| NO.contains(&&*word(line)) && !line.trim().contains(' ');
    text.lines().find(is_refusal).or_else(|| Some(text.trim()).filter(is_alone))
}
