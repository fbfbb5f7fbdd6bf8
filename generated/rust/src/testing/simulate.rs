//! Tries hooks: what would the host do?

use std::fmt;

use serde_json::{Map, Value, json};

use super::sample::{ARGUMENTS_KEY, Payload};
use crate::context::Context;
use crate::event::HookEvent;
use crate::outcomes::{RunOptions, exited, interpret, run_hook};
use crate::reading::HandlerEntry;
use crate::runtime::call::TOOL_KEY;
use crate::runtime::{Call, Hooks, IntoReply};
use crate::types::{Outcome, OutcomeAction};
use crate::validation::data::EVENT_KEY;

/// The fields that are the same in all payloads.
const USUAL: [&str; 4] = ["session_id", "transcript_path", "cwd", EVENT_KEY];

/// A hook to try.
///
/// It is one of:
///
/// * [`Hooks`](crate::Hooks), or one handler: a function that takes a call, such as `PreToolUse`. They run in this program.
/// * The command line of a hook as a string, or the list of its program and its arguments.
/// * Its [`HandlerEntry`](crate::HandlerEntry), the entry in the settings. A command is started as the host does it.
///
/// `M` says which of them it is. The compiler finds it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a hook",
    label = "a hook is `Hooks`, a function that takes a call, a command line, a list of words or a `HandlerEntry`"
)]
pub trait Hook<M> {
    /// Returns what the host does.
    #[doc(hidden)]
    fn outcome(&self, payload: &Value, context: &Context) -> Result<Outcome, String>;
}

/// The forms of hooks.
mod form {
    pub enum Handlers {}
    pub enum Line {}
    pub enum Words {}
    pub enum Entry {}
}

impl Hook<form::Handlers> for Hooks<'_> {
    fn outcome(&self, payload: &Value, context: &Context) -> Result<Outcome, String> {
        let event = payload.get(EVENT_KEY).and_then(Value::as_str).unwrap_or_default();
        let decision = self.decide(payload.to_string());
        let result = exited(decision.exit_code.into(), decision.stdout, decision.stderr);
        Ok(interpret(event, &result, &context.clone().with_input(payload.clone())))
    }
}

impl<C: Call, R: IntoReply<C>, F: Fn(C) -> R + Send + Sync> Hook<fn(C) -> R> for F {
    fn outcome(&self, payload: &Value, context: &Context) -> Result<Outcome, String> {
        Hooks::new().on(self).outcome(payload, context)
    }
}

impl Hook<form::Line> for str {
    fn outcome(&self, payload: &Value, context: &Context) -> Result<Outcome, String> {
        run(json!({"type": "command", "command": self}), payload, context)
    }
}

impl Hook<form::Line> for String {
    fn outcome(&self, payload: &Value, context: &Context) -> Result<Outcome, String> {
        self.as_str().outcome(payload, context)
    }
}

impl<S: AsRef<str>> Hook<form::Words> for [S] {
    fn outcome(&self, payload: &Value, context: &Context) -> Result<Outcome, String> {
        let mut words = self.iter().map(AsRef::as_ref);
        let program = words.next().ok_or("the list of words of the command is empty")?;
        let arguments: Vec<&str> = words.collect();
        run(json!({"type": "command", "command": program, "args": arguments}), payload, context)
    }
}

impl<S: AsRef<str>, const N: usize> Hook<form::Words> for [S; N] {
    fn outcome(&self, payload: &Value, context: &Context) -> Result<Outcome, String> {
        self.as_slice().outcome(payload, context)
    }
}

impl<S: AsRef<str>> Hook<form::Words> for Vec<S> {
    fn outcome(&self, payload: &Value, context: &Context) -> Result<Outcome, String> {
        self.as_slice().outcome(payload, context)
    }
}

impl Hook<form::Entry> for HandlerEntry {
    fn outcome(&self, payload: &Value, context: &Context) -> Result<Outcome, String> {
        let options = RunOptions::new().with_context(context.clone());
        run_hook(self, payload, &options).map(|run| run.outcome).map_err(|error| error.to_string())
    }
}

/// Runs a command by its entry in the settings.
fn run(entry: Value, payload: &Value, context: &Context) -> Result<Outcome, String> {
    let entry = HandlerEntry::try_from(entry).map_err(|error| error.to_string())?;
    entry.outcome(payload, context)
}

/// Returns what the newest known host does when it calls a hook with a payload.
///
/// `hook` is [`Hooks`](crate::Hooks), one handler, or a command: see [`Hook`]. `payload` is a
/// [`sample`](super::sample()), or the JSON of an input.
///
/// # Panics
/// The sample cannot be built, the payload is not that of an event of the contract, or the command cannot be run as a hook.
#[must_use]
#[track_caller]
pub fn simulate<M>(hook: &(impl Hook<M> + ?Sized), payload: &(impl Payload + ?Sized)) -> Outcome {
    simulate_with(hook, payload, &Context::new())
}

/// Returns what the host of a context does when it calls a hook with a payload, like [`simulate`].
///
/// Of the context, the host and the profile count, and for handlers in this program also the handler's entry.
///
/// # Panics
/// As [`simulate`] does.
#[must_use]
#[track_caller]
pub fn simulate_with<M>(
    hook: &(impl Hook<M> + ?Sized),
    payload: &(impl Payload + ?Sized),
    context: &Context,
) -> Outcome {
    let tried = payload.json().map_err(|error| error.to_string()).and_then(|it| tried(hook, &it, context));
    match tried {
        Ok(outcome) => outcome,
        Err(error) => panic!("{error}"),
    }
}

/// Tries a hook with a payload. The error says why that is not possible.
fn tried<M>(hook: &(impl Hook<M> + ?Sized), payload: &Value, context: &Context) -> Result<Outcome, String> {
    let event = payload.get(EVENT_KEY).unwrap_or(&Value::Null);
    if event.as_str().and_then(|it| it.parse::<HookEvent>().ok()).is_none() {
        return Err(format!("the payload is not that of an event: `{EVENT_KEY}` is {event}"));
    }
    hook.outcome(payload, context)
}

/// The expected outcome of a row of [`check`].
///
/// It is made of an action, [`OutcomeAction::Blocked`](crate::host::OutcomeAction) or `"blocked"`, or with
/// [`that`](Self::that). If a table has both, write `"blocked".into()`.
pub struct Expected<'a>(Wanted<'a>);

enum Wanted<'a> {
    Action(Result<OutcomeAction, String>),
    That(String, Box<dyn Fn(&Outcome) -> bool + 'a>),
}

impl<'a> Expected<'a> {
    /// Creates the expectation that a function returns true for the outcome. The message of [`check`] has the text.
    #[must_use]
    pub fn that(text: impl Into<String>, is_right: impl Fn(&Outcome) -> bool + 'a) -> Self {
        Self(Wanted::That(text.into(), Box::new(is_right)))
    }

    /// Returns whether the outcome is as expected. The error is an action that does not exist.
    fn is_met(&self, outcome: &Outcome) -> Result<bool, String> {
        match &self.0 {
            Wanted::Action(action) => action.as_ref().map(|it| *it == outcome.action).map_err(Clone::clone),
            Wanted::That(_, is_right) => Ok(is_right(outcome)),
        }
    }
}

impl From<OutcomeAction> for Expected<'_> {
    fn from(action: OutcomeAction) -> Self {
        Self(Wanted::Action(Ok(action)))
    }
}

impl From<&str> for Expected<'_> {
    /// Converts the name of an action. [`check`] panics if there is no such action.
    fn from(action: &str) -> Self {
        Self(Wanted::Action(action.parse().map_err(|error: crate::json::UnknownName| error.to_string())))
    }
}

impl fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Wanted::Action(Ok(action)) => f.write_str(action.as_str()),
            Wanted::Action(Err(text)) | Wanted::That(text, _) => f.write_str(text),
        }
    }
}

impl fmt::Debug for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Expected").field(&self.to_string()).finish()
    }
}

/// Tries a hook with several payloads, and reports all that have another outcome.
///
/// `hook` is as for [`simulate`]. A row is a payload and the expected outcome: see [`Payload`] and [`Expected`].
///
/// # Panics
/// Some rows have another outcome. The message has a paragraph for each: the payload, what was expected and found, why, and
/// the texts of the outcome.
///
/// It also panics if there is no row, if an expected action does not exist, and as [`simulate`] does.
///
/// # Examples
/// ```
/// use hookwire::testing::{check, sample};
/// use hookwire::tools::Bash;
/// use hookwire::{PreToolUse, block};
///
/// let guard = |call: PreToolUse<Bash>| call.tool_input.command.contains("rm -rf").then(|| block("Keep the files."));
/// check(&guard, [
///     (sample("PreToolUse").with("command", "rm -rf /"), "blocked"),
///     (sample("PreToolUse").with("command", "ls"), "normal"),
/// ]);
/// ```
#[track_caller]
pub fn check<'e, M, P: Payload, E: Into<Expected<'e>>>(
    hook: &(impl Hook<M> + ?Sized),
    rows: impl IntoIterator<Item = (P, E)>,
) {
    check_with(hook, rows, &Context::new());
}

/// Tries a hook with several payloads on the host of a context, like [`check`].
///
/// # Panics
/// As [`check`] does.
#[track_caller]
pub fn check_with<'e, M, P: Payload, E: Into<Expected<'e>>>(
    hook: &(impl Hook<M> + ?Sized),
    rows: impl IntoIterator<Item = (P, E)>,
    context: &Context,
) {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (payload, expected) in rows {
        count += 1;
        match difference(hook, &payload, &expected.into(), context) {
            Ok(None) => {}
            Ok(Some(text)) => wrong.push(text),
            Err(error) => panic!("row {count}: {error}"),
        }
    }
    assert!(count > 0, "there is no row to check");
    assert!(wrong.is_empty(), "{} of {count} rows differ\n\n{}", wrong.len(), wrong.join("\n\n"));
}

/// Returns the paragraph of a row that has another outcome.
fn difference<M>(
    hook: &(impl Hook<M> + ?Sized),
    payload: &impl Payload,
    expected: &Expected<'_>,
    context: &Context,
) -> Result<Option<String>, String> {
    let payload = payload.json().map_err(|error| error.to_string())?;
    let outcome = tried(hook, &payload, context)?;
    if expected.is_met(&outcome)? {
        return Ok(None);
    }
    let mut lines = vec![title(&payload), format!("  expected: {expected}"), format!("  found: {}", outcome.action)];
    lines.push(format!("  {}", outcome.explanation));
    lines.extend(outcome.texts.iter().map(|it| format!("  {}: {}", it.purpose, it.text)));
    Ok(Some(lines.join("\n")))
}

/// Returns a payload in one line: the event, the tool, and what is not the same in all payloads.
fn title(payload: &Value) -> String {
    let text = |key| payload.get(key).and_then(Value::as_str);
    let event = text(EVENT_KEY).unwrap_or_default();
    if let Some(tool) = text(TOOL_KEY) {
        return format!("{event} {tool} {}", payload.get(ARGUMENTS_KEY).unwrap_or(&Value::Null));
    }
    let all = payload.as_object().into_iter().flatten();
    let own = all.filter(|(key, _)| !USUAL.contains(&key.as_str())).map(|(key, it)| (key.clone(), it.clone()));
    format!("{event} {}", Value::Object(own.collect::<Map<_, _>>()))
}
