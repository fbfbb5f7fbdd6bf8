//! The effects of an answer.

use super::data::{NEWEST, continues};
use super::outcome::{Cell, Group};
use super::{PromptContext, add, confirmed_if};
use crate::validate::host::{Host, Support};
use crate::validate::plan::Since;
use crate::validate::messages::since_message;
use crate::validate::words;
use crate::{Problem, ProblemCode, ProblemConfidence, ProblemSeverity, PromptAction, PromptEffect, PromptKind};

/// The settings of a hook, as the host reads them.
pub(super) struct Asked {
    /// The host runs such a hook on the event.
    runs: bool,
    /// `continueOnBlock` is set, and the host reads it.
    continues: bool,
}

impl Asked {
    /// Reads the settings, and reports their problems.
    pub(super) fn of(context: &PromptContext, problems: &mut Vec<Problem>) -> Self {
        let since = continues(context.handler).filter(|_| context.continue_on_block);
        let continues = since.is_some_and(|since| knows(since, context, problems));
        Self { continues, runs: runs(context, problems) }
    }
}

fn runs(context: &PromptContext, problems: &mut Vec<Problem>) -> bool {
    let Some(answered) = context.answered() else { return true };
    if let Some(never) = &answered.never {
        let severity = if never.refused { ProblemSeverity::Rejected } else { ProblemSeverity::Ignored };
        add(problems, ProblemCode::NotAllowedHere, severity, true, never.message);
        return false;
    }
    answered.since.is_none_or(|since| knows(since, context, problems))
}

/// Returns true if the host knows a setting, or may know it. Reports a problem unless it certainly does.
fn knows(since: &Since, context: &PromptContext, problems: &mut Vec<Problem>) -> bool {
    let Some(host) = &context.host else { return true };
    let code = ProblemCode::UnsupportedByHost;
    let message = since_message(since, since.name.unwrap_or_default());
    match host.support(since) {
        Support::Known => true,
        Support::Unsure => {
            add(problems, code, ProblemSeverity::Inert, false, &format!("{message} {}", words::UNSURE));
            true
        }
        Support::Unknown => {
            add(problems, code, ProblemSeverity::Ignored, true, &message);
            false
        }
    }
}

/// Returns the effects of an answer, one for each circumstance. Empty if they depend on an event that is not given.
pub(super) fn effects(kind: PromptKind, asked: &Asked, context: &PromptContext) -> Vec<PromptEffect> {
    let goes_on = || vec![PromptEffect::new(PromptAction::Continues, ProblemConfidence::Confirmed)];
    let is_no = super::is_no(kind) && asked.runs;
    match context.answered() {
        _ if !is_no => goes_on(),
        None if kind == PromptKind::Impossible => goes_on(),
        None => Vec::new(),
        Some(it) if kind == PromptKind::Impossible => chosen(it.impossible, context.host.as_ref()),
        Some(it) if asked.continues => chosen(it.continued, context.host.as_ref()),
        Some(it) => chosen(it.refused, context.host.as_ref()),
    }
}

/// Returns the effect of each group on a host.
fn chosen(groups: &[Group], host: Option<&Host>) -> Vec<PromptEffect> {
    let of = |group: &Group| Some(effect(group, group.cells.iter().find(|cell| cell.holds(host))?, host));
    let effects: Vec<PromptEffect> = groups.iter().filter_map(of).collect();
    match effects[..] {
        [] => vec![PromptEffect::new(PromptAction::Unknown, ProblemConfidence::Unconfirmed)],
        _ => effects,
    }
}

fn effect(group: &Group, cell: &Cell, host: Option<&Host>) -> PromptEffect {
    let mut effect = PromptEffect::new(cell.action, confirmed_if(cell.is_sure(host)));
    effect.when = group.when;
    effect.reason = cell.reason;
    effect.audience = cell.reason.map(|_| cell.audience.to_vec());
    effect
}

impl Cell {
    /// Returns true if the cell applies to the host. None is the newest host.
    fn holds(&self, host: Option<&Host>) -> bool {
        match host {
            None => self.until.is_none(),
            Some(host) => {
                let from = self.from.is_none_or(|from| !host.is_older_than(from));
                from && self.until.is_none_or(|until| host.is_older_than(until))
            }
        }
    }

    fn is_sure(&self, host: Option<&Host>) -> bool {
        let Some(host) = host else { return !self.unconfirmed };
        let undated = self.from.is_none() && self.until.is_none() && host.is_older_than(NEWEST);
        let late = self.last.is_some_and(|last| host.is_newer_than(last));
        !self.unconfirmed && !undated && !late
    }
}
