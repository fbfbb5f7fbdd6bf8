//! What happens if a hook fails, and what else an answer depends on.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

use super::call::sealed::Key;
use super::choose;
use super::data::{self, words};
use super::hooks::Guard;
use super::plan::Known;
use super::spelled::Question;
use crate::event::HookEvent;

/// The options of hooks: what happens if one fails, its name in messages, and the time limit.
#[derive(Clone, Debug, Default)]
pub(super) struct Policy {
    pub(super) guard: Option<Guard>,
    pub(super) name: Option<String>,
    pub(super) limit: Option<Duration>,
}

impl Policy {
    /// Checks the options.
    pub(super) fn check(&self) -> Result<(), String> {
        match self.limit {
            Some(Duration::ZERO) => Err(words::SECONDS.replace("{found}", "0")),
            _ => Ok(()),
        }
    }

    /// Returns the policy of an event, or of an input that cannot be read.
    pub(super) fn of(&self, event: &EventName, keys: &[Key]) -> Guard {
        self.guard.unwrap_or_else(|| match event {
            EventName::Known(event) => data::guard(*event),
            EventName::Unread if choose::is_any_closed(keys) => Guard::Closed,
            EventName::Newer(_) | EventName::Unread => Guard::Open,
        })
    }

    /// Returns the name of the hook.
    pub(super) fn name(&self) -> String {
        let program = || Some(PathBuf::from(env::args_os().next()?).file_name()?.to_string_lossy().into_owned());
        self.name.clone().or_else(program).unwrap_or_else(|| "hook".to_owned())
    }
}

/// The event of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EventName {
    Known(HookEvent),
    /// One that is newer than the contract.
    Newer(String),
    /// The input cannot be read.
    Unread,
}

impl EventName {
    pub(super) fn of(name: &str) -> Self {
        let newer = || if name.is_empty() { Self::Unread } else { Self::Newer(name.to_owned()) };
        name.parse().map_or_else(|_| newer(), Self::Known)
    }

    /// Returns the event of an input that cannot be read: the one that is named before the fault, or the only one that the
    /// program handles.
    pub(super) fn of_unread(named: Option<String>, keys: &[Key]) -> (Self, Option<Known>) {
        let only = || choose::only_event(keys).map(Self::of).filter(|it| it.contract().is_some());
        let event = named.map(|name| Self::of(&name)).or_else(only).unwrap_or(Self::Unread);
        let known = event.contract().and_then(|event| keys.iter().find_map(|key| (key.known)(event)));
        (event, known)
    }

    /// Returns the event, if the contract has it.
    pub(super) const fn contract(&self) -> Option<HookEvent> {
        match self {
            Self::Known(event) => Some(*event),
            Self::Newer(_) | Self::Unread => None,
        }
    }

    /// Returns the name. Empty if the input cannot be read.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Known(event) => event.as_str(),
            Self::Newer(name) => name,
            Self::Unread => "",
        }
    }

    /// Returns the name in a message about a failure.
    pub(super) fn shown(&self) -> String {
        if *self == Self::Unread { words::EVERYTHING.to_owned() } else { format!("`{}`", self.name()) }
    }
}

/// The kind of handler that an answer is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writer {
    Command,
    /// A server, or a tool.
    Elsewhere,
}

/// What an answer depends on.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) event: &'a EventName,
    pub(super) payload: &'a Value,
    /// What is known of the event.
    pub(super) known: Option<Known>,
    /// The input cannot be read.
    pub(super) is_unread: bool,
    /// What happens if a hook fails.
    pub(super) guard: Guard,
    pub(super) policy: &'a Policy,
    pub(super) writer: Writer,
}

impl<'a> Frame<'a> {
    pub(super) const fn question(&self, known: Known) -> Question<'a> {
        Question { event: known.event, plan: known.plan, payload: self.payload, writer: self.writer }
    }
}
