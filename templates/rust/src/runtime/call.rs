//! Calls: the events that handlers are called with.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::data::words;
use super::field::unreadable;
use super::plan::Known;
use super::reply::{Act, Given};
use crate::event::HookEvent;
use crate::json::Mismatch;
use crate::shell::commands_of;
use crate::shell::may_run;
use crate::types::{CommandLine, Problem};
use crate::validation::data::{ANY_INPUT, EVENT_KEY};
use crate::wire::TOOL_KEY;

/// What a handler is called with: an event, or [`AnyCall`]. Only types of this crate implement it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a call",
    label = "a handler takes a call, such as `PreToolUse` or `AnyCall`"
)]
pub trait Call: Sized {
    /// Returns the events and tools that a handler with this call is for.
    #[doc(hidden)]
    fn key() -> sealed::Key;

    /// Reads the call, whatever its fields are.
    #[doc(hidden)]
    fn read(call: AnyCall) -> Self;
}

pub(crate) mod sealed {
    use std::borrow::Cow;

    use super::super::choose::{Patterns, is_name};
    use super::super::keys::PATTERNS;
    use super::super::plan::Known;
    use crate::event::HookEvent;
    use crate::tool::{AnyTool, ToolType};
    use crate::validation::plan::Type;

    /// The events and tools that a handler is for.
    #[derive(Clone)]
    pub struct Key {
        /// `None` for every event without handlers of its own.
        pub(crate) event: Option<Cow<'static, str>>,
        /// `None` if it is not by tool. It is for every tool without handlers of its own then, as `*` is.
        pub(crate) tool: Option<Cow<'static, str>>,
        /// Reads `tool`, if it is not a name.
        pub(crate) patterns: Option<&'static Patterns>,
        /// Returns true for another name of the tool.
        pub(crate) is_tool: Option<fn(&str) -> bool>,
        /// Returns what is known of an event, if the handler can be for it.
        pub(crate) known: fn(HookEvent) -> Option<Known>,
        /// The type of the input of an event that is newer than the contract, if the handler can be for it.
        pub(crate) newer: Option<&'static Type>,
    }

    impl Key {
        /// Creates the key of a handler for an event.
        pub(crate) const fn of_event(event: HookEvent, known: fn(HookEvent) -> Option<Known>) -> Self {
            Self {
                event: Some(Cow::Borrowed(event.as_str())),
                tool: None,
                patterns: None,
                is_tool: None,
                known,
                newer: None,
            }
        }

        /// Sets the tool.
        #[allow(dead_code, reason = "some contracts have no events about tools")]
        pub(crate) fn with_tool<T: ToolType>(self) -> Self {
            let is_any = T::TOOL == AnyTool::NAME;
            // A constant, so that the code for patterns is only there if a tool needs it.
            let patterns = const { if is_name(T::TOOL) { None } else { Some(&PATTERNS) } };
            let tool = (!is_any).then_some(Cow::Borrowed(T::TOOL));
            Self { tool, patterns, is_tool: Some(T::has_name), ..self }
        }
    }
}

/// Returns what was read of a whole input. If it could not be read, the handler fails.
pub(crate) fn whole<T>(key: &str, read: Result<T, Mismatch>) -> T {
    let under = |it: Mismatch| if key.is_empty() { it } else { it.under(key) };
    read.map_err(under).unwrap_or_else(|it| unreadable(words::UNREAD.replace("{error}", &it.to_string())))
}

/// Returns the call with an input.
pub(crate) fn made(input: &impl Serialize) -> AnyCall {
    AnyCall::new(serde_json::to_value(input).unwrap_or_default(), Vec::new())
}

/// Creates a verb that changes an object, the value of a key, in the way that a function changes a copy of it.
#[allow(dead_code, reason = "not every contract has such a verb")]
pub(crate) fn changed<T: Serialize>(
    verb: &'static str,
    key: &str,
    old: Option<&Value>,
    read: fn(&Value) -> Result<T, Mismatch>,
    change: impl FnOnce(&mut T),
) -> Act {
    let copies = old.ok_or_else(|| Mismatch::new("missing key")).and_then(|old| Ok((read(old)?, read(old)?)));
    match copies {
        Ok((old, mut new)) => {
            change(&mut new);
            Act::difference(verb, &old, &new)
        }
        Err(mismatch) => Act::new(verb, Given::Wrong(format!("`{verb}`: {}", mismatch.under(key)))),
    }
}

/// The call of any event, also of one that is newer than this crate. Its input is a JSON value.
///
/// A handler with it is called for the events without other handlers. It can say every verb: whether the event takes it
/// is checked when the handler has returned.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyCall {
    payload: Value,
    problems: Vec<Problem>,
}

impl AnyCall {
    pub(crate) const fn new(payload: Value, problems: Vec<Problem>) -> Self {
        Self { payload, problems }
    }

    /// Returns the name of the event.
    #[must_use]
    pub fn event_name(&self) -> &str {
        self.payload.get(EVENT_KEY).and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns the event, if the contract has it.
    #[must_use]
    pub fn event(&self) -> Option<HookEvent> {
        self.event_name().parse().ok()
    }

    /// Returns the name of the tool, if the event is about one.
    #[must_use]
    pub fn tool_name(&self) -> Option<&str> {
        self.payload.get(TOOL_KEY)?.as_str()
    }

    /// Returns the value of a key of the input, if it is there.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.payload.get(key)
    }

    /// Returns the input as the host wrote it.
    #[must_use]
    pub const fn payload(&self) -> &Value {
        &self.payload
    }

    /// Returns the input as the host wrote it, without a copy.
    #[must_use]
    pub fn into_payload(self) -> Value {
        self.payload
    }

    /// Returns the differences of the input from the contract. From a newer host there can be some.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Returns the commands that the call runs: none for a tool that gets no line of a shell.
    ///
    /// # Panics
    /// The hook fails if the tool gets a line, and the call has none.
    #[must_use]
    pub fn commands(&self) -> CommandLine {
        commands_of(&self.payload).unwrap_or_else(|error| unreadable(error.to_string()))
    }

    /// Returns whether the call runs a command such as `git push`, or may run it because a part of its line is opaque. What
    /// `wanted` can be is on [`shell::matching`](crate::shell::matching).
    ///
    /// # Panics
    /// The hook fails if the tool gets a line, and the call has none; and if `wanted` names no program.
    #[must_use]
    pub fn may_run(&self, wanted: &str) -> bool {
        may_run(&self.commands(), wanted).unwrap_or_else(|error| unreadable(error.to_string()))
    }

    /// Writes the call of an event for programmers.
    pub(crate) fn show(&self, event: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(event).field("payload", &self.payload).field("problems", &self.problems).finish()
    }
}

impl Call for AnyCall {
    fn key() -> sealed::Key {
        let known = |event| Some(Known::of(event));
        sealed::Key { event: None, tool: None, patterns: None, is_tool: None, known, newer: Some(ANY_INPUT) }
    }

    fn read(call: Self) -> Self {
        call
    }
}
