//! Tries hooks: what would the host do?

use std::borrow::Cow;

use serde_json::{Value, json};

use super::command;
use super::expected::{Expected, difference};
use super::sample::Payload;
use super::tried::Tried;
use super::words::said;
use crate::context::Context;
use crate::event::HookEvent;
use crate::outcomes::{exited, interpret};
use crate::reading::HandlerEntry;
use crate::runtime::{Call, Hooks, IntoReply};
use crate::shown::{shown, shown_lines};
use crate::types::Outcome;
use crate::validation::data::EVENT_KEY;

/// A hook to try.
///
/// It is one of:
///
/// * [`Hooks`](crate::Hooks), or one handler: a function that takes a call, such as `PreToolUse`. They run in this program.
/// * The command line of a hook as a string, or the list of its program and its arguments, like an entry with `args`.
/// * Its [`HandlerEntry`](crate::HandlerEntry), the entry in the settings. A command is started as the host does it.
///
/// `M` says which of them it is. The compiler finds it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a hook",
    label = "a hook is `Hooks`, a function that takes a call, a command line, a list of words or a `HandlerEntry`"
)]
pub trait Hook<M> {
    /// Tries the hook. The error says why that is not possible.
    #[doc(hidden)]
    fn tried(&self, event: HookEvent, payload: &Value, context: &Context) -> Result<Tried, String>;
}

/// The forms of hooks.
mod form {
    pub enum Handlers {}
    pub enum Line {}
    pub enum Words {}
    pub enum Entry {}
}

impl Hook<form::Handlers> for Hooks<'_> {
    fn tried(&self, event: HookEvent, payload: &Value, context: &Context) -> Result<Tried, String> {
        let decision = self.decide(payload.to_string());
        let result = exited(decision.exit_code.into(), decision.stdout, decision.stderr.as_str());
        let outcome = interpret(event.as_str(), &result, &context.clone().with_input(payload.clone()));
        Ok(Tried::new(outcome, &decision.failures.join(" "), &decision.stderr))
    }
}

impl<C: Call, R: IntoReply<C>, F: Fn(C) -> R + Send + Sync> Hook<fn(C) -> R> for F {
    fn tried(&self, event: HookEvent, payload: &Value, context: &Context) -> Result<Tried, String> {
        Hooks::new().on(self).tried(event, payload, context)
    }
}

impl Hook<form::Line> for str {
    fn tried(&self, event: HookEvent, payload: &Value, context: &Context) -> Result<Tried, String> {
        run(json!({"type": "command", "command": self}), event, payload, context)
    }
}

impl Hook<form::Line> for String {
    fn tried(&self, event: HookEvent, payload: &Value, context: &Context) -> Result<Tried, String> {
        self.as_str().tried(event, payload, context)
    }
}

impl<S: AsRef<str>> Hook<form::Words> for [S] {
    fn tried(&self, event: HookEvent, payload: &Value, context: &Context) -> Result<Tried, String> {
        let mut words = self.iter().map(AsRef::as_ref);
        let program = words.next().ok_or("the list of words of the command is empty")?;
        let arguments: Vec<&str> = words.collect();
        run(json!({"type": "command", "command": program, "args": arguments}), event, payload, context)
    }
}

impl<S: AsRef<str>, const N: usize> Hook<form::Words> for [S; N] {
    fn tried(&self, event: HookEvent, payload: &Value, context: &Context) -> Result<Tried, String> {
        self.as_slice().tried(event, payload, context)
    }
}

impl<S: AsRef<str>> Hook<form::Words> for Vec<S> {
    fn tried(&self, event: HookEvent, payload: &Value, context: &Context) -> Result<Tried, String> {
        self.as_slice().tried(event, payload, context)
    }
}

impl Hook<form::Entry> for HandlerEntry {
    fn tried(&self, event: HookEvent, payload: &Value, context: &Context) -> Result<Tried, String> {
        command::tried(self, event, payload, context)
    }
}

/// Runs a command by its entry in the settings.
fn run(entry: Value, event: HookEvent, payload: &Value, context: &Context) -> Result<Tried, String> {
    let entry = HandlerEntry::try_from(entry).map_err(|error| error.to_string())?;
    entry.tried(event, payload, context)
}

/// Returns what the newest known host does when it calls a hook with a payload.
///
/// `hook` is [`Hooks`](crate::Hooks), one handler, or a command: see [`Hook`]. `payload` is a
/// [`sample`](super::sample()), or the JSON of an input. `failed` of the outcome is true if the hook broke: its action is then
/// that of the failure.
///
/// The entry of a command in the settings is validated for the host, and `problems` of the outcome has those of the entry, too.
/// It is run as that host would: without the keys that the host does not know or ignores, and not at all if the host refuses
/// it. Its `if` is not evaluated, except that the host never runs it on events that are not about a tool call: `problems` says
/// so. A command in the background is waited for, until its time limit.
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
    match event_of(payload).and_then(|(event, payload)| hook.tried(event, &payload, context)) {
        Ok(tried) => tried.outcome,
        Err(error) => panic!("{}", shown_lines(&error)),
    }
}

/// Returns a payload with its event. The error says why it has none.
fn event_of(payload: &(impl Payload + ?Sized)) -> Result<(HookEvent, Cow<'_, Value>), String> {
    let payload = payload.json().map_err(|error| error.to_string())?;
    let name = payload.get(EVENT_KEY).unwrap_or(&Value::Null);
    match name.as_str().and_then(|it| it.parse().ok()) {
        Some(event) => Ok((event, payload)),
        None => Err(said("no-payload", &[("key", EVENT_KEY), ("found", &name.to_string())])),
    }
}

/// Tries a hook with several payloads, and reports all that have another outcome.
///
/// `hook` is as for [`simulate`]. A row is a payload and the expected outcome: see [`Payload`] and [`Expected`].
///
/// # Panics
/// Some rows have another outcome, or the host refuses or ignores a part of the hook's entry in the settings, or the entry has
/// an `if`. The message has a paragraph for each: the payload, what was expected and found, why, and the texts of the outcome.
///
/// It also panics as [`simulate`] does, and before anything runs if there is no row, if a sample cannot be built, or if an
/// expectation is not one.
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
    let rows: Vec<(P, Expected<'_>)> = rows.into_iter().map(|(payload, expected)| (payload, expected.into())).collect();
    let checked = checked(&rows).and_then(|rows| difference_of(hook, &rows, context));
    if let Err(error) = checked {
        panic!("{}", shown_lines(&error));
    }
}

/// A row whose payload is that of an event.
type Row<'r, 'e> = (HookEvent, Cow<'r, Value>, &'r Expected<'e>);

/// Returns the rows of a table. The error has the mistakes in them.
fn checked<'r, 'e, P: Payload>(rows: &'r [(P, Expected<'e>)]) -> Result<Vec<Row<'r, 'e>>, String> {
    if rows.is_empty() {
        return Err(said("no-rows", &[]));
    }
    let mut checked = Vec::new();
    let mut mistakes = Vec::new();
    for (index, (payload, expected)) in rows.iter().enumerate() {
        let row = event_of(payload).and_then(|found| expected.mistake().map_or(Ok(found), |mistake| Err(mistake.to_owned())));
        match row {
            Ok((event, payload)) => checked.push((event, payload, expected)),
            Err(mistake) => mistakes.push(format!("row {}: {mistake}", index + 1)),
        }
    }
    if mistakes.is_empty() { Ok(checked) } else { Err(mistakes.join("\n")) }
}

/// Tries a hook with each row. The error has a paragraph for each that has another outcome.
fn difference_of<M>(hook: &(impl Hook<M> + ?Sized), rows: &[Row<'_, '_>], context: &Context) -> Result<(), String> {
    let mut wrong = Vec::new();
    let mut entry = Vec::new();
    let mut count = 0;
    for (index, (event, payload, expected)) in rows.iter().enumerate() {
        let tried = hook.tried(*event, payload, context).map_err(|error| format!("row {}: {error}", index + 1))?;
        let refused: Vec<String> = tried.refused().map(|it| format!("  {}", shown(&format!("{}: {}", it.pointer, it.message)))).collect();
        // If the host does not run the hook, there is no more to say.
        let differs = tried.is_run && !expected.is_met(&tried.outcome);
        if differs {
            wrong.push(difference(payload, expected, &tried));
        }
        count += usize::from(differs || !refused.is_empty());
        entry.extend(refused.into_iter().filter(|it| !entry.contains(it)).collect::<Vec<_>>());
    }
    if !entry.is_empty() {
        wrong.insert(0, format!("{}\n{}", said("entry", &[]), entry.join("\n")));
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("{count} of {} rows differ\n\n{}", rows.len(), wrong.join("\n\n"))) }
}
