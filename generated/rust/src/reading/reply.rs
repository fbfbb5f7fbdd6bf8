//! Reads the replies of hooks.

use serde_json::Value;

use super::text::{Decoded, Fault, Parsed, Replaced, decoded, is_space, parsed};
use crate::validation::data::{ANY_OUTPUT, OUTPUT_KEYS};
use crate::validation::plan::Stdout;
use crate::validation::order::ordered;
use crate::validation::{ProfileName, Target, of_the_whole, types_of, under, validate, words};
use crate::context::Context;
use crate::event::HookEvent;
use crate::types::{Problem, ProblemCode, ProblemSeverity};

/// A question about a reply: the event that it answers, and its context.
struct Asked<'a> {
    event: Option<HookEvent>,
    context: &'a Context,
}

impl Asked<'_> {
    fn target(&self) -> Target {
        self.event.map_or_else(|| Target::of(ANY_OUTPUT), Target::output)
    }

    /// Returns the treatment of plain text.
    fn stdout(&self) -> Option<Stdout> {
        self.event.and_then(|event| types_of(event).stdout)
    }

    /// Returns the message that plain text has no effect.
    fn unused(&self) -> String {
        words::TEXT_UNUSED.replace("{event}", self.event.map_or("", HookEvent::as_str))
    }

    /// Returns true if a path is expected, as plain text.
    fn takes_path(&self) -> bool {
        self.context.handler_kind().as_str() == "command" && self.stdout() == Some(Stdout::Path)
    }
}

/// The kind of a reply, as the host reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ReplyKind {
    /// Nothing but white space.
    Nothing,
    /// An object, or text that the host tries to read as one.
    Json,
    /// Plain text, which some events use.
    Text,
}

/// The reply of a hook, read as the host reads it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reply {
    /// The kind of the reply.
    pub kind: ReplyKind,
    /// The object, if the reply is one and can be read.
    pub reply: Option<Value>,
    /// The problems, the most severe ones first.
    pub problems: Vec<Problem>,
}

impl Reply {
    /// Creates a reply without an object.
    fn unread(kind: ReplyKind, problem: Option<Problem>) -> Self {
        Self { kind, reply: None, problems: problem.into_iter().collect() }
    }
}

/// Reads the reply of a hook: the output of a command, or the response body of a server.
///
/// Pass the event that the reply answers, or `None` if it is not known. Of the context, everything counts: the host, the
/// tool or the input, the profile, and the kind of the handler.
///
/// A handler that asks a model has no such reply. This function does not report that: it ignores the handler, and applies
/// neither the rules of commands nor those of servers. Read the answer of a model with `host::read_prompt_reply`.
#[must_use]
pub fn read_reply(bytes: &[u8], event: impl Into<Option<HookEvent>>, context: &Context) -> Reply {
    let reply = read(bytes, &Asked { event: event.into(), context });
    Reply { problems: under(context.profile, reply.problems), ..reply }
}

fn read(bytes: &[u8], asked: &Asked<'_>) -> Reply {
    let Decoded { text, replaced } = match decoded(bytes) {
        Ok(decoded) => decoded,
        Err(fault) => return Reply::unread(ReplyKind::Text, Some(fault.problem(ProblemSeverity::Rejected))),
    };
    let mut reply = of_text(text.trim_matches(is_space), asked);
    if let Some(replaced) = replaced {
        reply.problems.push(replaced.problem());
        reply.problems = ordered(reply.problems);
    }
    reply
}

fn of_text(text: &str, asked: &Asked<'_>) -> Reply {
    if text.is_empty() {
        Reply::unread(ReplyKind::Nothing, asked.takes_path().then(path_expected))
    } else if text.starts_with('{') && text.ends_with('}') {
        object(text, asked)
    } else {
        plain(text, asked)
    }
}

/// Reads a text that looks like an object.
fn object(text: &str, asked: &Asked<'_>) -> Reply {
    match parsed(text) {
        Ok(read) => checked(read, asked),
        Err(Fault::NotJson) if is_log(text, asked) => plain(text, asked),
        Err(Fault::NotJson) => Reply::unread(ReplyKind::Json, Some(no_object())),
        Err(fault) => Reply::unread(ReplyKind::Json, Some(fault.problem(ProblemSeverity::Rejected))),
    }
}

fn no_object() -> Problem {
    of_the_whole(ProblemCode::NotJson, ProblemSeverity::Rejected, words::NOT_JSON_REPLY)
}

fn path_expected() -> Problem {
    of_the_whole(ProblemCode::NotAllowedHere, ProblemSeverity::Rejected, words::PATH_EXPECTED)
}

fn checked(Parsed { value: reply, replaced }: Parsed, asked: &Asked<'_>) -> Reply {
    let mut problems = validate(&reply, &asked.target(), asked.context);
    problems.extend(asked.takes_path().then(path_expected));
    problems.extend(replaced.into_iter().map(Replaced::problem));
    Reply { kind: ReplyKind::Json, reply: Some(reply), problems: ordered(problems) }
}

/// Returns true for JSON on two or more lines, none of which is a reply.
fn is_log(text: &str, asked: &Asked<'_>) -> bool {
    let keys = asked.context.profile.map_or(OUTPUT_KEYS, ProfileName::output_keys);
    let lines = || text.split('\n').filter(|line| !line.trim_matches(is_space).is_empty());
    lines().nth(1).is_some() && lines().all(|line| parsed(line).is_ok_and(|read| !is_reply(&read.value, keys)))
}

/// Returns true if the value has a key of a reply.
fn is_reply(value: &Value, keys: &[&str]) -> bool {
    keys.iter().any(|key| value.get(key).is_some())
}

/// Reads a text that is not an object.
fn plain(text: &str, asked: &Asked<'_>) -> Reply {
    let reported = |severity, message: &str| Some(of_the_whole(ProblemCode::NotJson, severity, message));
    let problem = match (asked.context.handler_kind().as_str(), asked.stdout()) {
        ("http", _) => Some(no_object()),
        (_, Some(Stdout::Path)) => None,
        (_, Some(Stdout::Used)) if is_meant_as_object(text) => reported(ProblemSeverity::Inert, words::TEXT_AROUND),
        _ if is_meant_as_object(text) => reported(ProblemSeverity::Ignored, words::TEXT_AROUND),
        (_, Some(Stdout::Unused)) => reported(ProblemSeverity::Inert, &asked.unused()),
        _ => None,
    };
    Reply::unread(ReplyKind::Text, problem)
}

/// Returns true if the text looks like a reply with text around it, or inside a list, a string or a code fence.
fn is_meant_as_object(text: &str) -> bool {
    let is_object = |line: &str| {
        let line = line.trim_matches(is_space);
        line.starts_with('{') && line.ends_with('}')
    };
    text.starts_with(['{', '[', '"', '`', '\u{fffd}']) || text.ends_with('}') || text.split('\n').any(is_object)
}
