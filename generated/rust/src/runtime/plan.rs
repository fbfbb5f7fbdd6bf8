//! The types of the data: what a hook can say on an event, and how that is written.

use serde_json::Value;

use super::data;
use crate::event::HookEvent;
use crate::validation::data::row;
use crate::validation::plan::{Row, Rows, Type};
use crate::validation::types_of;

/// All that is known of an event.
///
/// A program has only what it refers to. So a handler for one event knows that event, and the types of its tool: the types
/// of all tools would take most of the time in which a hook starts.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    pub(crate) event: HookEvent,
    pub(crate) plan: &'static Plan,
    pub(crate) input: &'static Type,
    pub(crate) output: &'static Type,
    /// Finds the types of tools.
    pub(crate) rows: Rows,
}

impl Known {
    /// Returns what is known of an event, with all tools.
    pub(crate) const fn of(event: HookEvent) -> Self {
        let types = types_of(event);
        Self { event, plan: data::plan(event), input: types.input, output: types.output, rows: row }
    }

    /// Sets the function that finds the types of tools.
    pub(crate) const fn with_rows(mut self, rows: Rows) -> Self {
        self.rows = rows;
        self
    }
}

/// Finds nothing: the event is not about a tool.
#[allow(dead_code, reason = "not every contract has such an event")]
pub(crate) const fn no_row(_table: &str, _name: &str) -> Option<&'static Row> {
    None
}

/// The data of an event.
pub(crate) struct Plan {
    /// How the user learns that a hook failed, if the event goes on.
    pub(crate) failure: Option<Saying>,
    /// A reply with the first key has the name of the event in it, at the second key.
    pub(crate) names: Option<(&'static str, &'static str)>,
    /// The event is about a tool, which its input names.
    pub(crate) has_tool: bool,
    /// A command prints a text, and the host ignores JSON.
    pub(crate) is_text: bool,
    /// What a hook can say.
    pub(crate) verbs: &'static [(&'static str, Saying)],
    /// The verbs that decide, the weakest first.
    pub(crate) decisions: &'static [&'static str],
    /// Only the last of several reasons counts, instead of all.
    pub(crate) has_last_reason: bool,
    /// A block stops the agent itself, and a stop beside it would lose the block.
    pub(crate) stops_itself: bool,
    /// Pairs of verbs: in one reply the second has no effect beside the first.
    pub(crate) loses: &'static [(&'static str, &'static str)],
    /// Replies that could keep the agent working in an endless loop.
    pub(crate) again: Option<Again>,
}

impl Plan {
    /// Returns how a verb is written, if the event takes it.
    pub(crate) fn saying(&self, verb: &str) -> Option<&'static Saying> {
        self.verbs.iter().find(|(name, _)| *name == verb).map(|(_, saying)| saying)
    }

    /// Returns the strength of a verb that decides.
    pub(crate) fn strength(&self, verb: &str) -> Option<usize> {
        self.decisions.iter().position(|name| *name == verb)
    }
}

/// Replies that could keep the agent working in an endless loop.
pub(crate) struct Again {
    /// The key of the input that is false if no hook keeps it at work yet.
    pub(crate) key: &'static str,
    /// The verbs that keep it at work.
    pub(crate) verbs: &'static [&'static str],
}

/// The keys that lead to a part of a reply.
pub(crate) type Path = &'static [&'static str];

/// How a verb is written.
#[derive(Debug)]
pub(crate) struct Saying {
    /// The values to set, each with its path.
    pub(crate) set: &'static [(Path, Constant)],
    /// The path that takes the argument.
    pub(crate) take: Option<Path>,
    /// The stream that takes the argument, too.
    pub(crate) stream: Option<Stream>,
    /// The exit code.
    pub(crate) exit: u8,
    /// The key of the input whose value the argument changes.
    pub(crate) base: Option<&'static str>,
    /// Where the arguments of the call are written, too, if nothing else is, and the tools that need it.
    pub(crate) keep: Option<(Path, &'static [&'static str])>,
    /// A verb that the same hook has to say.
    pub(crate) needs: Option<&'static str>,
    /// How handlers write it that are not commands.
    pub(crate) elsewhere: Elsewhere,
    /// Other replies that do the same, which a hook may return as a whole.
    pub(crate) others: &'static [Self],
}

impl Saying {
    /// A verb that is not written at all.
    pub(crate) const NONE: Self = Self {
        set: &[],
        take: None,
        stream: None,
        exit: 0,
        base: None,
        keep: None,
        needs: None,
        elsewhere: Elsewhere::Same,
        others: &[],
    };
}

/// A value to set.
#[allow(dead_code, reason = "not every contract needs all of it")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Constant {
    Text(&'static str),
    Flag(bool),
}

impl Constant {
    pub(crate) fn value(self) -> Value {
        match self {
            Self::Text(text) => text.into(),
            Self::Flag(flag) => flag.into(),
        }
    }
}

/// A stream of a command.
#[allow(dead_code, reason = "not every contract needs all of it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    Stdout,
    Stderr,
}

/// How handlers write a verb that are not commands.
#[allow(dead_code, reason = "not every contract needs all of it")]
#[derive(Debug)]
pub(crate) enum Elsewhere {
    /// As commands do.
    Same,
    /// In another way.
    As(&'static Saying),
    /// Not at all: they have to fail.
    Nowhere,
}
