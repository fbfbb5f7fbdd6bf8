//! What a command printed, as text.

use std::borrow::Cow;

use hookwire::read::{from_value, read_reply};
use hookwire::{AsyncHookOutput, Context};
use serde_json::{Deserializer, Value};

use crate::files;
use crate::text::Document;

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

/// The words that turn them round.
const NEGATIONS: [&str; 5] = ["no", "none", "not", "nothing", "never"];

/// What means the same, or that something is missing, if nothing else is printed.
const NO: [&str; 7] = ["false", "never", "no", "none", "null", "stop", "undefined"];

/// Returns the line of a text that looks like a verdict: `deny`, `BLOCKED: no` or `decision: block`. A host does not read it.
pub fn refusal(text: &str) -> Option<&str> {
    let is_refusal = |line: &&str| {
        let parts: Vec<Vec<String>> = line.split([':', '=', '>']).map(words).collect();
        let begins = parts.iter().any(|it| it.first().is_some_and(|it| refuses(it)));
        // `ERROR Blocked: …`
        let before = parts.split_last().map_or(&[][..], |(_, before)| before);
        let ends = before.iter().any(|it| match it.as_slice() {
            [.., before, last] => refuses(last) && !NEGATIONS.contains(&&**before),
            _ => false,
        });
        begins || ends
    };
    let is_alone = |text: &&str| matches!(words(text).as_slice(), [word] if NO.contains(&&**word));
    text.lines().find(is_refusal).or_else(|| Some(text.trim()).filter(is_alone))
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|it: char| !it.is_alphanumeric()).filter(|it| it.chars().any(char::is_alphabetic));
    words.map(str::to_lowercase).collect()
}

fn refuses(word: &str) -> bool {
    REFUSALS.iter().any(|stem| word.starts_with(stem))
}

/// Returns the line in which an interpreter says that something in a program went wrong. A program that goes on after that did not
/// notice it.
pub fn mistake(stderr: &str, command: &[Cow<'_, str>]) -> Option<String> {
    let lines: Vec<&str> = stderr.lines().collect();
    let is_stack = |line: &str| line.starts_with("    at ") && (line.ends_with(')') || line.contains(":"));
    let found = lines.iter().enumerate().find(|(at, line)| {
        let next = lines.get(at + 1).copied().unwrap_or_default();
        line.trim_start().starts_with("Traceback (most recent call last)")
            || is_stack(next)
            || is_of_shell(line, command)
    });
    let (at, line) = found?;
    // Python says what is wrong in its last line.
    let is_python = line.trim_start().starts_with("Traceback");
    let last = lines.iter().skip(at + 1).find(|it| !it.starts_with(' ') && !it.is_empty()).filter(|_| is_python);
    Some(last.unwrap_or(line).trim().chars().take(MOST_OF_LINE).collect())
}

/// The most characters of a line in a message.
const MOST_OF_LINE: usize = 200;

/// Returns true if a shell wrote a line: `guard.sh: line 3: …`, `sh: 1: …` or `zsh:1: …`.
fn is_of_shell(line: &str, command: &[Cow<'_, str>]) -> bool {
    let is_number = |it: &str| it.split_once(": ").is_some_and(|(it, _)| it.parse::<u32>().is_ok());
    let of_bash = line.split_once(": line ").is_some_and(|(_, rest)| is_number(rest));
    let own = command.iter().filter_map(|it| line.strip_prefix(&**it));
    of_bash || own.filter_map(|it| it.strip_prefix(':')).any(|it| is_number(it.trim_start_matches(' ')))
}

/// Returns a key that an object of a reply has twice. The host takes the last one.
pub fn twice(reply: &[u8]) -> Option<String> {
    Document::of_json(files::text(reply.to_vec())).twice().into_iter().next().map(|it| it.key)
}
