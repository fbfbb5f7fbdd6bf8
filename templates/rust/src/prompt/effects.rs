//! The effects of an answer.

use super::data::{NEWEST, PASSES, UNDOCUMENTED, continues};
use super::outcome::{Cell, Group};
use super::{Asked, add, confirmed_if};
use crate::validation::host::{HostVersion, Support};
use crate::validation::plan::Since;
use crate::validation::messages::since_message;
use crate::validation::words;
use crate::types::{Problem, ProblemCode, ProblemConfidence, ProblemSeverity, PromptEffect, PromptKind};

/// The settings of a hook, as the host reads them.
pub(super) struct Settings {
    /// The host runs such a hook on the event.
    runs: bool,
    /// `continueOnBlock` is set, and the host reads it.
    continues: bool,
}

impl Settings {
    /// Reads the settings, and reports their problems.
    pub(super) fn of(asked: &Asked<'_>, problems: &mut Vec<Problem>) -> Self {
        let since = continues(asked.handler).filter(|_| asked.continue_on_block);
        let continues = since.is_some_and(|since| knows(since, asked, problems));
        Self { continues, runs: runs(asked, problems) }
    }
}

fn runs(asked: &Asked<'_>, problems: &mut Vec<Problem>) -> bool {
    let Some(answered) = asked.answered() else { return true };
    if let Some(never) = &answered.never {
        let severity = if never.refused { ProblemSeverity::Rejected } else { ProblemSeverity::Ignored };
        add(problems, ProblemCode::NotAllowedHere, severity, true, never.message);
        return false;
    }
    answered.since.is_none_or(|since| knows(since, asked, problems))
}

/// Returns true if the host knows a setting, or may know it. Reports a problem unless it certainly does.
fn knows(since: &Since, asked: &Asked<'_>, problems: &mut Vec<Problem>) -> bool {
    let Some(host) = asked.host else { return true };
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
pub(super) fn effects(kind: PromptKind, settings: &Settings, asked: &Asked<'_>) -> Vec<PromptEffect> {
    let goes_on = || vec![PromptEffect::new(PASSES, ProblemConfidence::Confirmed)];
    let is_no = super::is_no(kind) && settings.runs;
    match asked.answered() {
        _ if !is_no => goes_on(),
        None if kind == PromptKind::Impossible => goes_on(),
        None => Vec::new(),
        Some(it) if kind == PromptKind::Impossible => chosen(it.impossible, asked.host),
        Some(it) if settings.continues => chosen(it.continued, asked.host),
        Some(it) => chosen(it.refused, asked.host),
    }
}

/// Returns the effect of each group on a host.
fn chosen(groups: &[Group], host: Option<&HostVersion>) -> Vec<PromptEffect> {
    let of = |group: &Group| Some(effect(group, group.cells.iter().find(|cell| cell.holds(host))?, host));
    let effects: Vec<PromptEffect> = groups.iter().filter_map(of).collect();
    match effects[..] {
        [] => vec![PromptEffect::new(UNDOCUMENTED, ProblemConfidence::Unconfirmed)],
        _ => effects,
    }
}

fn effect(group: &Group, cell: &Cell, host: Option<&HostVersion>) -> PromptEffect {
    let mut effect = PromptEffect::new(cell.action, confirmed_if(cell.is_sure(host)));
    effect.when = group.when;
    effect.reason = cell.reason;
    effect.audience = cell.reason.map(|_| cell.audience.to_vec());
    effect
}

impl Cell {
    /// Returns true if the cell applies to the host. None is the newest host.
    fn holds(&self, host: Option<&HostVersion>) -> bool {
        match host {
            None => self.until.is_none(),
            Some(host) => {
                let from = self.from.is_none_or(|from| !host.is_older_than(from));
                from && self.until.is_none_or(|until| host.is_older_than(until))
            }
        }
    }

    fn is_sure(&self, host: Option<&HostVersion>) -> bool {
        let Some(host) = host else { return !self.unconfirmed };
        let undated = self.from.is_none() && self.until.is_none() && host.is_older_than(NEWEST);
        let late = self.last.is_some_and(|last| host.is_newer_than(last));
        !self.unconfirmed && !undated && !late
    }
}
