//! Reads the replies of hooks.

use serde_json::Value;

use super::event_in;
use super::fault::{fault_of, not_json};
use super::looks::{Looks, is_log, looks};
use super::text::{Decoded, Fault, Parsed, Replaced, decoded, is_in_braces, is_space, object_of, parsed};
use crate::validation::data::{ANY_OUTPUT, BACKGROUND, BACKGROUND_ANSWER, OUTPUT_KEYS};
use crate::validation::plan::Stdout;
use crate::validation::order::ordered;
use crate::validation::{ProfileName, Target, of_the_whole, types_of, under, validate, words};
use crate::context::Context;
use crate::event::HookEvent;
use crate::types::{Problem, ProblemCode, ProblemSeverity};

/// A question about a reply: the event that it answers, and its context.
pub(super) struct Asked<'a> {
    event: Option<HookEvent>,
    context: &'a Context,
}

impl Asked<'_> {
    /// Returns the keys of replies.
    fn output_keys(&self) -> &'static [&'static str] {
        self.context.profile.map_or(OUTPUT_KEYS, ProfileName::output_keys)
    }

    /// Returns true if an object has a key of a reply.
    pub(super) fn has_key(&self, value: &Value) -> bool {
        self.output_keys().iter().any(|key| value.get(key).is_some())
    }

    /// Returns true if the host accepts an object as a reply to some event.
    pub(super) fn accepts(&self, value: &Value) -> bool {
        let problems = validate(value, &Target::of(ANY_OUTPUT), self.context);
        problems.iter().all(|problem| problem.severity != ProblemSeverity::Rejected)
    }

    /// Returns true if the reply is the standard output of a command.
    fn is_printed(&self) -> bool {
        self.context.handler_kind().as_str() == "command"
    }

    /// Returns true if the reply is the result of a tool of an MCP server.
    fn is_of_tool(&self) -> bool {
        self.context.handler_kind().as_str() == "mcp_tool"
    }

    fn target(&self) -> Target {
        self.event.map_or_else(|| Target::of(ANY_OUTPUT), Target::output)
    }

    /// Returns the treatment of plain text.
    fn stdout(&self) -> Option<Stdout> {
        self.event.and_then(|event| types_of(event).stdout)
    }

    /// Returns a sentence with the name of the event.
    fn about_event(&self, word: &str) -> String {
        word.replace("{event}", self.event.map_or("", HookEvent::as_str))
    }

    /// Returns true if a path is expected, as plain text.
    fn takes_path(&self) -> bool {
        self.context.handler_kind().as_str() != "http" && self.stdout() == Some(Stdout::Path)
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
/// Pass the event that the reply answers. With `None`, it is that of the context's input, and without that, a reply to any
/// event is accepted. Of the context, everything counts: the host, the
/// tool or the input, the profile, and the kind of the handler.
///
/// A handler that asks a model has no such reply. This function does not report that: it ignores the handler, and applies
/// neither the rules of commands nor those of servers. Read the answer of a model with `host::read_prompt_reply`.
#[must_use]
pub fn read_reply(bytes: &[u8], event: impl Into<Option<HookEvent>>, context: &Context) -> Reply {
    let event = event.into().or_else(|| event_in(context));
    let reply = read(bytes, &Asked { event, context });
    Reply { problems: under(context.profile, reply.problems), ..reply }
}

fn read(bytes: &[u8], asked: &Asked<'_>) -> Reply {
    let Decoded { text, replaced } = match decoded(bytes) {
        Ok(decoded) => decoded,
        Err(fault) => {
            let problem = fault.problem(ProblemSeverity::Rejected, "", words::JSON_OBJECT);
            return Reply::unread(ReplyKind::Text, Some(problem));
        }
    };
    let mut reply = of_text(&text, asked);
    if let Some(replaced) = replaced {
        reply.problems.push(replaced.problem());
        reply.problems = ordered(reply.problems);
    }
    reply
}

fn of_text(text: &str, asked: &Asked<'_>) -> Reply {
    let whole = text.trim_matches(is_space);
    if whole.is_empty() {
        return Reply::unread(ReplyKind::Nothing, asked.takes_path().then(path_expected));
    }
    if !BACKGROUND.is_empty() && asked.is_printed() && may_name_background(whole) {
        if let Some((first, later)) = text.split_once('\n') {
            return of_lines(first, later, Text { whole, original: text }, asked);
        }
    }
    of_whole(Text { whole, original: text }, asked)
}

/// A text without the white space around it, and all of the text.
#[derive(Clone, Copy)]
struct Text<'a> {
    whole: &'a str,
    original: &'a str,
}

impl Text<'_> {
    /// Returns the sentence about a text that is not a JSON object.
    fn not_an_object(self) -> String {
        not_json(self.original, self.whole, 0, words::JSON_OBJECT)
    }

    /// Returns the problem of a reply that has to be an object.
    fn not_read(self) -> Problem {
        let message = format!("{} {}", self.not_an_object(), words::NOT_JSON_REPLY);
        of_the_whole(ProblemCode::NotJson, ProblemSeverity::Rejected, &message)
    }
}

/// Returns true if a text can have the key of the background, maybe with an escape in it.
fn may_name_background(text: &str) -> bool {
    text.contains(BACKGROUND) || text.contains("\\u")
}

/// Reads the reply of a command that may run in the background.
///
/// The host moves it there as soon as it has read the first line, if the reply for that is on it. What the command prints
/// later is another answer, which can do less.
fn of_lines(first: &str, later: &str, text: Text<'_>, asked: &Asked<'_>) -> Reply {
    let is_in_background = object_of(first).as_ref().is_some_and(is_for_background);
    let whole = if is_in_background { first.trim_matches(is_space) } else { text.whole };
    let mut reply = of_whole(Text { whole, ..text }, asked);
    if is_in_background {
        reply.problems.extend(problems_of_lines(text.original, later, asked));
    } else if reply.reply.as_ref().is_some_and(is_for_background) {
        let pointer = format!("/{BACKGROUND}");
        reply.problems.push(Problem { pointer, ..without_effect(words::BACKGROUND_OVER_LINES) });
    }
    Reply { problems: ordered(reply.problems), ..reply }
}

/// Returns true if an object moves a command to the background.
fn is_for_background(value: &Value) -> bool {
    !BACKGROUND.is_empty() && value.get(BACKGROUND) == Some(&Value::Bool(true))
}

fn without_effect(message: &str) -> Problem {
    of_the_whole(ProblemCode::WithoutEffect, ProblemSeverity::Ignored, message)
}

/// Returns the answer of a command in the background, and the problems with it. It is all of the text if that
/// is an object, and otherwise the first line that is one.
#[allow(dead_code, reason = "not every contract has outcomes")]
pub(crate) fn answer_of(text: &str, event: HookEvent, context: &Context) -> (Option<Value>, Vec<Problem>) {
    let asked = Asked { event: Some(event), context };
    let answer = object_of(text).or_else(|| text.split('\n').find_map(object_of));
    (answer, problems_of_lines(text, text, &asked))
}

/// Returns the problems of lines at the end of a text, the first object of which is the answer.
fn problems_of_lines(text: &str, lines: &str, asked: &Asked<'_>) -> Vec<Problem> {
    let whole = object_of(lines);
    let mut objects = lines.split('\n').filter_map(object_of);
    let answer = whole.clone().or_else(|| objects.next());
    let is_lost = answer.is_some_and(|answer| is_lost(&answer, asked));
    let mut problems: Vec<Problem> = is_lost.then(|| without_effect(words::BACKGROUND_ANSWER)).into_iter().collect();
    if whole.is_some() {
        return problems;
    }
    problems.extend(objects.any(|it| asked.has_key(&it)).then(|| without_effect(words::BACKGROUND_SECOND)));
    problems.extend(broken_answer(text, lines));
    problems
}

/// Returns the problem of the first later line that begins as an object and is none.
fn broken_answer(text: &str, later: &str) -> Option<Problem> {
    let mut start = text.len() - later.len();
    for line in later.split('\n') {
        let answer = line.trim_matches(is_space);
        if answer.starts_with('{') && object_of(answer).is_none() {
            let message = format!("{} {}", not_json(text, answer, start, words::JSON_OBJECT), words::BACKGROUND_LINE);
            return Some(of_the_whole(ProblemCode::NotJson, ProblemSeverity::Ignored, &message));
        }
        start += line.len() + 1;
    }
    None
}

/// Returns true if an answer has a field of a reply that does not act in the background.
fn is_lost(answer: &Value, asked: &Asked<'_>) -> bool {
    let acts = |path: &str| BACKGROUND_ANSWER.contains(&path);
    answer.as_object().into_iter().flatten().any(|(key, value)| match value {
        _ if !asked.output_keys().contains(&key.as_str()) || acts(key) => false,
        Value::Object(inner) => inner.keys().any(|inner| !acts(&format!("{key}/{inner}"))),
        _ => true,
    })
}

fn of_whole(text: Text<'_>, asked: &Asked<'_>) -> Reply {
    if is_in_braces(text.whole) { object(text, asked) } else { plain(text, asked) }
}

/// Reads a text that looks like an object.
fn object(text: Text<'_>, asked: &Asked<'_>) -> Reply {
    match parsed(text.whole) {
        Ok(read) => checked(read, asked),
        Err(Fault::NotJson) if is_log(text.whole, asked) => plain(text, asked),
        // Where a path is expected, JSON without mistakes would be wrong, too.
        Err(Fault::NotJson) if asked.takes_path() => Reply::unread(ReplyKind::Json, Some(path_expected())),
        Err(Fault::NotJson) => Reply::unread(ReplyKind::Json, Some(text.not_read())),
        Err(fault) => {
            let problem = fault.problem(ProblemSeverity::Rejected, text.whole, words::JSON_OBJECT);
            Reply::unread(ReplyKind::Json, Some(problem))
        }
    }
}

fn path_expected() -> Problem {
    of_the_whole(ProblemCode::NotAllowedHere, ProblemSeverity::Rejected, words::PATH_EXPECTED)
}

/// Changes a problem of a tool's reply. Of a part with the name of another event, the host drops that part alone.
fn of_tool(problem: &mut Problem) {
    if problem.code == ProblemCode::WrongEventName && problem.severity == ProblemSeverity::Rejected {
        problem.severity = ProblemSeverity::Ignored;
        problem.pointer.truncate(problem.pointer.rfind('/').unwrap_or_default());
    }
}

fn checked(Parsed { value: reply, replaced }: Parsed, asked: &Asked<'_>) -> Reply {
    let mut problems = validate(&reply, &asked.target(), asked.context);
    if asked.is_of_tool() {
        problems.iter_mut().for_each(of_tool);
    } else if asked.is_printed() && is_for_background(&reply) {
        // Nothing else in it counts, so nothing is refused.
        let refused = problems.iter_mut().filter(|it| it.severity == ProblemSeverity::Rejected);
        refused.for_each(|it| it.severity = ProblemSeverity::Ignored);
    }
    problems.extend(asked.takes_path().then(path_expected));
    problems.extend(replaced.into_iter().map(Replaced::problem));
    Reply { kind: ReplyKind::Json, reply: Some(reply), problems: ordered(problems) }
}

/// Reads a text that is not an object.
fn plain(text: Text<'_>, asked: &Asked<'_>) -> Reply {
    let reported = |severity, message: &str| Some(of_the_whole(ProblemCode::NotJson, severity, message));
    let problem = match (asked.context.handler_kind().as_str(), asked.stdout(), looks(text.whole, asked)) {
        ("http", ..) => Some(text.not_read()),
        (_, Some(Stdout::Path), _) => None,
        (.., Looks::Reply) => reported(ProblemSeverity::Rejected, &around_reply(words::TEXT_AROUND, text, asked)),
        (_, stdout, Looks::Object) => {
            let is_used = stdout == Some(Stdout::Used);
            let severity = if is_used { ProblemSeverity::Inert } else { ProblemSeverity::Ignored };
            reported(severity, &around_reply(words::TEXT_AS_REPLY, text, asked))
        }
        (_, Some(Stdout::Unused), Looks::Text) => reported(ProblemSeverity::Inert, &unused(text, asked)),
        (.., Looks::Text) => None,
    };
    Reply::unread(ReplyKind::Text, problem)
}

/// Returns the message about plain text that is or may be meant as a reply, with its consequence.
fn around_reply(consequence: &str, text: Text<'_>, asked: &Asked<'_>) -> String {
    let reader = asked.stdout().map(|stdout| match stdout {
        Stdout::Used => asked.about_event(words::TEXT_SHOWN),
        Stdout::Path | Stdout::Unused => asked.about_event(words::TEXT_DROPPED),
    });
    let sentences = [text.not_an_object(), consequence.to_owned()].into_iter().chain(reader);
    sentences.chain([words::PRINT_OBJECT.to_owned()]).collect::<Vec<_>>().join(" ")
}

/// Returns the message about text that has no effect, maybe JSON of another type.
fn unused(text: Text<'_>, asked: &Asked<'_>) -> String {
    let unused = asked.about_event(words::TEXT_UNUSED);
    if fault_of(text.whole).is_some() { unused } else { format!("{} {unused}", text.not_an_object()) }
}
