//! The data types of what the host does on each event.

use serde_json::Value;

use crate::types::{OutcomeAction, OutcomeAudience, OutcomeCondition, OutcomeEffectKind};

/// What to do to block, by the way to do it. Nothing if no hook can.
#[derive(PartialEq, Eq)]
pub(super) struct Advice {
    /// With an exit code.
    pub(super) exit: Option<&'static str>,
    /// With a reply.
    pub(super) print: Option<&'static str>,
    /// With either.
    pub(super) both: Option<&'static str>,
    /// With the answer of a server.
    pub(super) answer: Option<&'static str>,
}

impl Advice {
    /// No hook can block.
    pub(super) const NONE: Self = Self { exit: None, print: None, both: None, answer: None };
}

/// What the host does on an event.
pub(super) struct Plan {
    pub(super) since: Since,
    pub(super) says: Says,
    /// What to do to block.
    pub(super) advice: Advice,
    /// What ends if no hook stops the event.
    pub(super) ends: Option<Ends>,
    pub(super) combines: Combines,
    /// The texts in stderr that mean that the script is missing.
    pub(super) missing_script: &'static [&'static str],
    /// What exit code 2 does then, instead of its effect.
    pub(super) missing_script_action: &'static [Effect],
    /// What is blocked leaves the conversation, and the agent stops.
    pub(super) erases: bool,
    pub(super) reads_json_as_text: bool,
    pub(super) exit_0: Exit,
    pub(super) exit_2: Exit,
    pub(super) exit_other: Exit,
    /// The fields of a reply. Decisions come first.
    pub(super) fields: &'static [Field],
    pub(super) interactions: &'static [Interaction],
    /// The effect of a hook that exceeds its time limit.
    pub(super) timeout: &'static [Effect],
    /// The effect of `onFailure: "block"`, by kind of handler.
    pub(super) on_failure: &'static [(&'static str, &'static str)],
    /// The kinds of handlers that the host does not run.
    pub(super) not_run: &'static [NotRun],
    /// The default time limit in seconds, by kind of handler.
    pub(super) limits: &'static [(&'static str, f64)],
    /// The most to which a handler can set it, if there is a most.
    pub(super) most: Option<f64>,
}

/// The default time limit of older hosts.
pub(super) struct OlderLimit {
    /// The kind of handler.
    pub(super) kind: &'static str,
    pub(super) seconds: f64,
    /// The first version without it.
    pub(super) until: &'static [u64],
}

/// A kind of handler that the host does not run on an event.
pub(super) struct NotRun {
    pub(super) kind: &'static str,
    /// The problem of a hook of this kind. For one that asks a model, the reader of its answers reports one.
    pub(super) problem: Option<&'static str>,
    /// The effect on the action; without it, the action goes on.
    pub(super) action: Option<&'static str>,
}

/// Since when the host has an event, or a kind of handler.
pub(super) struct Since {
    /// Older hosts do not have it.
    pub(super) from: &'static [u64],
    /// The version, for people.
    pub(super) shown: &'static str,
}

/// The sentence for each action.
pub(super) struct Says {
    /// What happens if no hook stops the event, as a part of a sentence.
    pub(super) passes: &'static str,
    pub(super) normal: &'static str,
    /// What happens if a hook stops the agent and nothing else, where the event goes on before that.
    pub(super) stops: Option<&'static str>,
    pub(super) allowed: Option<&'static str>,
    pub(super) asked: Option<&'static str>,
    pub(super) deferred: Option<&'static str>,
    pub(super) blocked: Option<&'static str>,
}

/// What ends if no hook stops an event.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(dead_code, reason = "not every contract has each of them")]
pub(super) enum Ends {
    Turn,
    Subagent,
    Teammate,
}

/// How the answers of several hooks are combined.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(dead_code, reason = "not every contract has each of them")]
pub(super) enum Combines {
    All,
    FirstDecides,
    FirstReason,
    LastReason,
}

/// The effects of an exit code.
pub(super) struct Exit {
    pub(super) action: &'static [Effect],
    pub(super) json: &'static [Effect],
    pub(super) invalid_json: &'static [Effect],
    pub(super) other_event: &'static [Effect],
    pub(super) stdout: &'static [Effect],
    pub(super) stderr: &'static [Effect],
}

/// An effect on some host versions.
#[derive(Clone, Copy)]
pub(super) struct Effect {
    pub(super) word: &'static str,
    /// The recipients of the text.
    pub(super) audience: &'static [OutcomeAudience],
    pub(super) when: Option<OutcomeCondition>,
    pub(super) from: &'static [u64],
    pub(super) until: Option<&'static [u64]>,
}

impl Effect {
    /// Creates an effect of every host, for nobody.
    pub(super) const fn of(word: &'static str) -> Self {
        Self { word, audience: &[], when: None, from: &[], until: None }
    }

    /// Returns the effect as another one, for the same people.
    pub(super) const fn as_word(self, word: &'static str) -> Self {
        Self { word, ..self }
    }
}

/// The meaning of a word for an effect.
#[derive(Clone, Copy)]
pub(super) struct Meaning {
    /// The action of an outcome with it.
    pub(super) action: Option<OutcomeAction>,
    /// Who stops.
    pub(super) stops: Option<&'static str>,
    /// What the functions do about it beside that; empty if nothing.
    pub(super) does: &'static str,
    /// Its kind among the effects of an outcome.
    pub(super) kind: Option<OutcomeEffectKind>,
    /// What explanations say about it; empty if nothing.
    pub(super) clause: &'static str,
}

/// A field of a reply.
pub(super) struct Field {
    /// Its pointer.
    pub(super) at: &'static str,
    /// The value that it is about; `None` for any value.
    pub(super) value: Option<Known>,
    /// The pointer of the reason of a decision.
    pub(super) reason: Option<&'static str>,
    pub(super) effects: &'static [Effect],
}

/// A value that the data knows.
#[derive(Clone, Copy)]
pub(super) enum Known {
    Text(&'static str),
    Flag(bool),
}

impl Known {
    /// Returns true if a value is this one.
    pub(super) fn is(self, value: &Value) -> bool {
        match self {
            Self::Text(text) => value.as_str() == Some(text),
            Self::Flag(flag) => value.as_bool() == Some(flag),
        }
    }
}

/// What a field does beside other fields.
pub(super) struct Interaction {
    pub(super) at: &'static str,
    pub(super) value: Option<Known>,
    /// The exit code that it is about; `None` for any.
    pub(super) exit: Option<i32>,
    pub(super) beside: &'static [Beside],
    pub(super) effect: Effect,
    /// The problem that is reported at the field.
    pub(super) problem: Option<&'static str>,
}

/// A condition that a key of the input decides.
pub(super) struct Condition {
    pub(super) is: OutcomeCondition,
    /// The key.
    pub(super) input: &'static str,
    /// Its possible values, unless it has a beginning.
    pub(super) values: &'static [&'static str],
    pub(super) prefix: Option<&'static str>,
}

/// Another field of the same reply.
pub(super) struct Beside {
    pub(super) at: &'static str,
    pub(super) is: Is,
}

/// What another field has to be.
#[allow(dead_code, reason = "not every contract has each of them")]
pub(super) enum Is {
    Absent,
    Present,
    OneOf(&'static [Known]),
}

/// A profile that reads replies and exit codes in another way.
pub(super) struct OfProfile {
    pub(super) name: &'static str,
    /// Its events; empty for all.
    pub(super) events: &'static [&'static str],
    /// What a valid reply does.
    pub(super) json: Option<&'static str>,
    /// What a reply does that is not valid.
    pub(super) invalid_json: Option<&'static str>,
    /// What a reply does that names another event.
    pub(super) other_event: Option<&'static str>,
    /// The fields at the top level of a reply that belong in its specific output.
    pub(super) inside: &'static [&'static str],
    /// How to block the events on which that is another reply than on the host.
    pub(super) advice: &'static [(&'static str, Advice)],
}
