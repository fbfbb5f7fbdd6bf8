//! The data types of prompt and agent hooks.

use crate::validation::plan::Since;
use crate::types::{PromptAction, PromptAudience, PromptCircumstance, PromptFailure, PromptReasonUse};

/// The effects of an answer, for one event and one kind of hook.
pub(super) struct Answered {
    /// The host version that introduced this kind of hook on the event.
    pub(super) since: Option<&'static Since>,
    /// Set if this kind of hook never runs on the event.
    pub(super) never: Option<Never>,
    /// The effects of `ok: false`.
    pub(super) refused: &'static [Group],
    /// The effects of `ok: false` with `continueOnBlock: true`.
    pub(super) continued: &'static [Group],
    /// The effects of `ok: false` with `impossible: true`. Empty if the host ignores `impossible`.
    pub(super) impossible: &'static [Group],
}

/// The message about a kind of hook that never runs on an event.
pub(super) struct Never {
    /// The host reports an error.
    pub(super) refused: bool,
    pub(super) message: &'static str,
}

/// The effects in one situation.
pub(super) struct Group {
    /// None if the event has only one situation.
    pub(super) when: Option<PromptCircumstance>,
    /// The cells, with the newest host first.
    pub(super) cells: &'static [Cell],
}

/// The effect on a range of hosts.
pub(super) struct Cell {
    /// The first host that is known to do it.
    pub(super) from: Option<&'static [u64]>,
    /// The first host that does not.
    pub(super) until: Option<&'static [u64]>,
    /// The last host that is known to do it, if that is not the one before `until`.
    pub(super) last: Option<&'static [u64]>,
    pub(super) action: PromptAction,
    pub(super) reason: Option<PromptReasonUse>,
    /// The readers of the reason.
    pub(super) audience: &'static [PromptAudience],
    pub(super) unconfirmed: bool,
}

/// A failure mode.
pub(super) struct Failure {
    pub(super) mode: PromptFailure,
    pub(super) message: &'static str,
    /// It is not certain that such an answer fails.
    pub(super) unconfirmed: bool,
}
