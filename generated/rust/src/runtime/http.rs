//! Answers requests of the host, and calls of a tool of an MCP server.

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

use super::answer::Answer;
use super::call::AnyCall;
use super::data::words;
use super::hooks::Hooks;
use super::plan::Known;
use super::policy::{EventName, Frame, Policy, Writer};
use super::reply::IntoReply;
use crate::event::HookEvent;
use crate::shown::shown;

/// The number of bytes of the largest body, unless another one is set: 16 MiB.
const LARGEST: usize = 16 << 20;

/// What a text says that was made of a variable that is not set.
const UNSET: [&str; 3] = ["None", "null", "undefined"];

/// Of these, the secret follows.
const SCHEMES: [&str; 4] = ["basic", "bearer", "digest", "token"];

const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";

/// What is checked before a request is read.
#[derive(Debug, Default)]
pub(super) struct Checks {
    /// The headers that a request must have.
    require: Vec<(String, String)>,
    largest: Option<usize>,
}

/// The answer to a request of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HttpAnswer {
    /// The status: 200, 401 without a required header, 413 for a body that is too large, or 500 to block where the event
    /// takes no other answer, and if an option is wrong.
    pub status: u16,
    /// The headers, each with its name.
    pub headers: Vec<(&'static str, &'static str)>,
    /// The body: a JSON object, or plain text if the status is not 200.
    pub body: String,
    /// What a command would write to stderr. Write it to your log: it is not for the host.
    pub notes: String,
}

impl HttpAnswer {
    fn new(status: u16, body: String, notes: String) -> Self {
        let kind = if status == 200 { JSON } else { TEXT };
        Self { status, headers: vec![("content-type", kind)], body, notes }
    }

    /// Creates the response to a request whose body need not be read: the server must not wait for it.
    fn closing(status: u16, body: String, notes: String) -> Self {
        let mut answer = Self::new(status, body, notes);
        answer.headers.push(("connection", "close"));
        answer
    }
}

impl Hooks<'_> {
    /// Sets a header that each request must have, such as the one with a secret in the settings entry. Call it again for
    /// further headers. Case does not matter in names.
    ///
    /// If a value is empty, such as that of a variable that is not set, every request is refused with the status 500.
    #[must_use]
    pub fn require(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.checks.require.push((name.into(), value.into()));
        self
    }

    /// Sets the number of bytes of the largest body. Without it, that is 16 MiB.
    #[must_use]
    pub const fn largest(mut self, largest: usize) -> Self {
        self.checks.largest = Some(largest);
        self
    }

    /// Answers a request of the host: calls the handlers of the event in the body.
    ///
    /// The headers are pairs of names and values. The answer does not depend on the path or the method. A
    /// panic of a handler is a failure, except with `panic = "abort"`.
    ///
    /// Ask [`refused`](Self::refused) before you read the body, and stop reading at the maximum size.
    pub fn handle<K: AsRef<str>, V: AsRef<[u8]>>(
        &self,
        body: impl AsRef<[u8]>,
        headers: impl IntoIterator<Item = (K, V)>,
    ) -> HttpAnswer {
        let answer = || self.refused(headers).unwrap_or_else(|| self.read(body.as_ref()));
        catch_unwind(AssertUnwindSafe(answer))
            .unwrap_or_else(|_| HttpAnswer::new(500, words::MUTE.to_owned(), String::new()))
    }

    /// Returns the answer to a request that [`handle`](Self::handle) refuses by its headers alone: one without the required
    /// headers, and every request if an option is wrong. Then its body need not be read.
    pub fn refused<K: AsRef<str>, V: AsRef<[u8]>>(
        &self,
        headers: impl IntoIterator<Item = (K, V)>,
    ) -> Option<HttpAnswer> {
        if let Some(error) = self.checks.wrong() {
            let said = words::REFUSES.replace("{error}", &error);
            let notes = format!("{said}\n");
            return Some(HttpAnswer::closing(500, said, notes));
        }
        let refused = || HttpAnswer::closing(401, words::UNAUTHORIZED.to_owned(), String::new());
        (!self.checks.are_met(headers)).then(refused)
    }

    fn read(&self, body: &[u8]) -> HttpAnswer {
        let largest = self.checks.largest.unwrap_or(LARGEST);
        if body.len() > largest {
            return HttpAnswer::new(413, words::LARGE.replace("{largest}", &largest.to_string()), String::new());
        }
        let Elsewhere { text, is_refused, notes } = Elsewhere::of(self.answer(body, Writer::Elsewhere));
        HttpAnswer::new(if is_refused { 500 } else { 200 }, text, notes)
    }
}

impl Checks {
    /// Returns what is wrong with the options; `None` if nothing is.
    fn wrong(&self) -> Option<String> {
        if self.largest == Some(0) {
            return Some(words::LARGEST.replace("{found}", "0"));
        }
        self.require.iter().find_map(|(name, value)| {
            if name.is_empty() {
                return Some(words::HEADER.to_owned());
            }
            let found = guessed(value)?;
            Some(words::SECRET.replace("{header}", &shown(name)).replace("{found}", &found))
        })
    }

    /// Returns true if there is every required header. How long that takes says nothing about the values.
    ///
    /// A request can have a header several times; one of them has to be right.
    fn are_met<K: AsRef<str>, V: AsRef<[u8]>>(&self, headers: impl IntoIterator<Item = (K, V)>) -> bool {
        let mut found = vec![false; self.require.len()];
        for (name, value) in headers {
            for ((required, secret), found) in self.require.iter().zip(&mut found) {
                if required.eq_ignore_ascii_case(name.as_ref()) {
                    *found |= is_same(value.as_ref(), secret.as_bytes());
                }
            }
        }
        found.into_iter().all(|it| it)
    }
}

/// Returns what a value is that anybody can guess.
fn guessed(value: &str) -> Option<String> {
    let value = value.trim();
    let (scheme, rest) = value.split_once(' ').unwrap_or((value, ""));
    let secret = if SCHEMES.iter().any(|it| it.eq_ignore_ascii_case(scheme)) { rest.trim() } else { value };
    if UNSET.contains(&secret) {
        return Some(format!("`{secret}`"));
    }
    secret.is_empty().then(|| "an empty value".to_owned())
}

/// Compares all bytes, in a time that depends only on the length of what was sent.
fn is_same(sent: &[u8], secret: &[u8]) -> bool {
    let mut differences = usize::from(sent.len() != secret.len());
    for (at, byte) in sent.iter().enumerate() {
        differences |= usize::from(byte ^ secret.get(at).copied().unwrap_or_default());
        black_box(&mut differences);
    }
    differences == 0
}

/// An answer of a handler that is not a command.
struct Elsewhere {
    text: String,
    is_refused: bool,
    notes: String,
}

impl Elsewhere {
    fn of(answer: Answer) -> Self {
        let Answer { spelled, notes, refusal, .. } = answer;
        let notes = notes.iter().chain(&spelled.stderr).map(|line| format!("{line}\n")).collect();
        let is_refused = refusal.is_some();
        let text = refusal.or_else(|| spelled.text()).unwrap_or_else(|| "{}".to_owned());
        Self { text, is_refused, notes }
    }
}

/// The result of a tool of an MCP server. It is serialized as the protocol has it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolResult {
    /// The reply as JSON, or the reason of a block if `is_error` is true.
    pub text: String,
    /// The tool has to fail, because the event takes no other answer.
    pub is_error: bool,
    /// What a command would write to stderr. Write it to your log: it is not for the host.
    pub notes: String,
}

impl Serialize for ToolResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("content", &json!([{"type": "text", "text": self.text}]))?;
        if self.is_error {
            map.serialize_entry("isError", &true)?;
        }
        map.end()
    }
}

/// Returns the result of a tool of an MCP server that a hook calls.
///
/// `input` has what the tool knows of the input of the event: `rewrite` needs the arguments of the call. What would loop is left
/// out, with a note, if the input says that a hook already keeps the agent at work. Without the key that says so, such as
/// `stop_hook_active`, it is kept. The reply is validated. If it is wrong, the event decides what happens, as it does for
/// [`run`](crate::run).
#[must_use]
pub fn tool_result(event: HookEvent, reply: impl IntoReply<AnyCall>, input: &Value) -> ToolResult {
    let (policy, name) = (Policy::default(), EventName::Known(event));
    let (known, guard) = (Known::of(event), policy.of(&name, &[]));
    let assumed = assumed(known, input);
    let (known, input) = (Some(known), assumed.as_ref().unwrap_or(input));
    let frame = Frame { event: &name, payload: input, known, is_unread: false, guard, policy: &policy, writer: Writer::Elsewhere };
    let Elsewhere { text, is_refused, notes } = Elsewhere::of(Answer::of(reply.into_reply().into_said(), &frame));
    ToolResult { text, is_error: is_refused, notes }
}

/// Returns an input that says that nothing loops, if it does not say whether something does: the caller decided.
fn assumed(known: Known, input: &Value) -> Option<Value> {
    let again = known.plan.again.as_ref().filter(|it| input.get(it.key).is_none())?;
    let mut assumed = input.as_object().cloned().unwrap_or_default();
    assumed.insert(again.key.to_owned(), Value::Bool(false));
    Some(Value::Object(assumed))
}
