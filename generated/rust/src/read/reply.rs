//! Reads the replies of hooks.

use serde_json::Value;

use super::handler::Handler;
use super::text::{Fault, decoded, is_space, parsed};
use crate::validate::data::{ANY_OUTPUT, OUTPUT_KEYS};
use crate::validate::plan::Stdout;
use crate::validate::messages::sorted;
use crate::validate::{Host, Profile, Target, of_the_whole, types_of, under, validate, words};
use crate::{Event, Problem, ProblemCode, ProblemSeverity};

/// The context of a reply, apart from its text.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ReplyContext {
    /// The event that it answers.
    pub event: Option<Event>,
    /// The version of the host.
    pub host: Option<Host>,
    /// The handler that replied.
    pub handler: Handler,
    /// The tool that the event is about. The values of the reply for it are validated as the types of the tool.
    pub tool: Option<String>,
    /// The profile to validate under. None is the contract itself.
    pub profile: Option<Profile>,
}

impl ReplyContext {
    /// Creates the context of a command's reply, without an event.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the event.
    #[must_use]
    pub fn for_event(self, event: Event) -> Self {
        Self { event: Some(event), ..self }
    }

    /// Sets the version of the host.
    #[must_use]
    pub fn for_host(self, host: Host) -> Self {
        Self { host: Some(host), ..self }
    }

    /// Sets the kind of handler.
    #[must_use]
    pub fn from_handler(self, handler: Handler) -> Self {
        Self { handler, ..self }
    }

    /// Sets the tool that the event is about.
    #[must_use]
    pub fn for_tool(self, name: impl Into<String>) -> Self {
        Self { tool: Some(name.into()), ..self }
    }

    /// Sets the profile to validate under.
    #[must_use]
    pub fn for_profile(self, profile: Profile) -> Self {
        Self { profile: Some(profile), ..self }
    }

    fn target(&self) -> Target {
        let target = self.event.map_or_else(|| Target::of(ANY_OUTPUT), Target::output);
        let target = match &self.tool {
            Some(name) => target.for_tool(name.as_str()),
            None => target,
        };
        let target = match &self.host {
            Some(host) => target.for_host(host.clone()),
            None => target,
        };
        match self.profile {
            Some(profile) => target.for_profile(profile),
            None => target,
        }
    }

    /// Returns the treatment of plain text.
    fn stdout(&self) -> Option<Stdout> {
        self.event.and_then(|event| types_of(event).stdout)
    }

    /// Returns the message that plain text has no effect.
    fn unused(&self) -> String {
        words::TEXT_UNUSED.replace("{event}", self.event.map_or("", Event::as_str))
    }

    /// Returns true if a path is expected, as plain text.
    fn takes_path(&self) -> bool {
        self.handler.as_str() == "command" && self.stdout() == Some(Stdout::Path)
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
    /// The problems, sorted by place.
    pub problems: Vec<Problem>,
}

impl Reply {
    /// Creates a reply without an object.
    fn unread(kind: ReplyKind, problem: Option<Problem>) -> Self {
        Self { kind, reply: None, problems: problem.into_iter().collect() }
    }
}

/// Reads the reply of a hook: the output of a command, or the response body of a server.
#[must_use]
pub fn read_reply(bytes: &[u8], context: &ReplyContext) -> Reply {
    let reply = read(bytes, context);
    Reply { problems: under(context.profile, reply.problems), ..reply }
}

fn read(bytes: &[u8], context: &ReplyContext) -> Reply {
    let text = match decoded(bytes) {
        Ok(text) => text.trim_matches(is_space),
        Err(fault) => return Reply::unread(ReplyKind::Text, Some(fault.problem(ProblemSeverity::Rejected))),
    };
    if text.is_empty() {
        Reply::unread(ReplyKind::Nothing, context.takes_path().then(path_expected))
    } else if text.starts_with('{') && text.ends_with('}') {
        object(text, context)
    } else {
        plain(text, context)
    }
}

/// Reads a text that looks like an object.
fn object(text: &str, context: &ReplyContext) -> Reply {
    match parsed(text) {
        Ok(value) => checked(value, context),
        Err(Fault::NotJson) if is_log(text, context) => plain(text, context),
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

fn checked(reply: Value, context: &ReplyContext) -> Reply {
    let mut problems = validate(&reply, &context.target());
    problems.extend(context.takes_path().then(path_expected));
    Reply { kind: ReplyKind::Json, reply: Some(reply), problems: sorted(problems) }
}

/// Returns true for JSON on two or more lines, none of which is a reply.
fn is_log(text: &str, context: &ReplyContext) -> bool {
    let keys = context.profile.map_or(OUTPUT_KEYS, Profile::output_keys);
    let lines = || text.split('\n').filter(|line| !line.trim_matches(is_space).is_empty());
    lines().nth(1).is_some() && lines().all(|line| parsed(line).is_ok_and(|value| !is_reply(&value, keys)))
}

/// Returns true if the value has a key of a reply.
fn is_reply(value: &Value, keys: &[&str]) -> bool {
    keys.iter().any(|key| value.get(key).is_some())
}

/// Reads a text that is not an object.
fn plain(text: &str, context: &ReplyContext) -> Reply {
    let reported = |severity, message: &str| Some(of_the_whole(ProblemCode::NotJson, severity, message));
    let problem = match (context.handler.as_str(), context.stdout()) {
        ("http", _) => Some(no_object()),
        (_, Some(Stdout::Path)) => None,
        (_, Some(Stdout::Used)) if is_meant_as_object(text) => reported(ProblemSeverity::Inert, words::TEXT_AROUND),
        _ if is_meant_as_object(text) => reported(ProblemSeverity::Ignored, words::TEXT_AROUND),
        (_, Some(Stdout::Unused)) => reported(ProblemSeverity::Inert, &context.unused()),
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
    text.starts_with(['{', '[', '"', '`']) || text.ends_with('}') || text.split('\n').any(is_object)
}
