//! The data types of prompt and agent hooks.

use crate::validate::plan::Since;
use crate::{PromptAction, PromptAudience, PromptCircumstance, PromptFailure, PromptReasonUse};

/// The effects of the answer of a kind of hook on an event.
pub(super) struct Answered {
    /// Since when the host asks it there.
    pub(super) since: Option<&'static Since>,
    /// It never runs there.
    pub(super) never: Option<Never>,
    /// `ok: false`.
    pub(super) refused: &'static [Group],
    /// The same with `continueOnBlock: true`.
    pub(super) continued: &'static [Group],
    /// The same with `impossible: true`; nothing where nobody hears it.
    pub(super) impossible: &'static [Group],
}

/// A kind of hook never runs on an event.
pub(super) struct Never {
    /// The host reports an error.
    pub(super) refused: bool,
    pub(super) message: &'static str,
}

/// The effects in one situation.
pub(super) struct Group {
    /// None, if the event has no more than one.
    pub(super) when: Option<PromptCircumstance>,
    /// The newest first.
    pub(super) cells: &'static [Cell],
}

/// The effect on some hosts.
pub(super) struct Cell {
    /// The first host that is known to do it.
    pub(super) from: Option<&'static [u64]>,
    /// The first host that does not.
    pub(super) until: Option<&'static [u64]>,
    /// The last host that is known to do it, where that is not the one before `until`.
    pub(super) last: Option<&'static [u64]>,
    pub(super) action: PromptAction,
    pub(super) reason: Option<PromptReasonUse>,
    /// The readers of the reason.
    pub(super) audience: &'static [PromptAudience],
    pub(super) unconfirmed: bool,
}

/// A way to fail.
pub(super) struct Failure {
    pub(super) mode: PromptFailure,
    pub(super) message: &'static str,
    /// It is not sure that such an answer fails.
    pub(super) unconfirmed: bool,
}
