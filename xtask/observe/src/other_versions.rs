//! The events and the cases of other versions than the reference version, and how their records are kept small.
//!
//! They run fewer cases: no pairs of fields, and of most events only blocks that are said twice. Their records have only the
//! cases that they answer otherwise than the reference version, so that a record is a list of what changed.

use std::collections::BTreeMap;

use hookwire_codegen::compat::State;
use hookwire_codegen::generate::Read;

use crate::case::{Case, Handler, Mode};
use crate::family::{BLOCKS, UNFIT};
use crate::observation::{NOT_RUN, Observation};
use crate::record::Recorded;
use crate::registry::numbers;

/// The events whose cases other versions are observed on.
const EVENTS: [&str; 6] =
    ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "UserPromptSubmit", "Stop"];

/// The first version that reports the outcome of a hook. What older ones say of it is `none`.
const REPORTS_SINCE: [u64; 3] = [2, 1, 89];

/// A version that ends a turn although the hook refuses it again and again. 2.1.42 goes on without end.
const ENDS_SINCE: [u64; 3] = [2, 1, 163];

/// A version whose teammates the conversation about them can start.
const TEAMS_SINCE: [u64; 3] = [2, 1, 248];

/// A version that checks every input that a hook gives to a tool that asks the user. Some older ones ask, or use the old input.
const CHECKS_SINCE: [u64; 3] = [2, 1, 248];

/// A version that has auto mode.
const AUTO_SINCE: [u64; 3] = [2, 1, 84];

/// Returns the events that a version has. A version that is newer than the contract has those of the contract.
#[must_use]
pub fn events<'r>(read: &'r Read, version: &str) -> Vec<&'r str> {
    let today = State::today(read.edition());
    let state = today.as_of(version).unwrap_or(today);
    state.events().map(|it| it.name.as_str()).collect()
}

/// Returns true if a case runs on another version: its event is one of six, or it is about a block that is said twice; it is
/// not about two fields together, has no terminal, and comes to an end there.
#[must_use]
pub fn runs(case: &Case, version: &str) -> bool {
    // A shell or Python that does not find its script exits with 2, at each end of the turn.
    let refuses_always = case.event == "Stop"
        && case.hooks().any(|it| matches!(it.handler, Handler::MissingSh | Handler::MissingPython));
    let is_from = |since: [u64; 3]| numbers(version).as_slice() >= since.as_slice();
    let ends = !refuses_always || is_from(ENDS_SINCE);
    let starts = case.event != "TeammateIdle" || is_from(TEAMS_SINCE);
    let has_mode = case.mode != Some(Mode::Auto) || is_from(AUTO_SINCE);
    let is_unfit = case.tool.is_some() && UNFIT.iter().any(|it| case.id.ends_with(it));
    let checks = !is_unfit || is_from(CHECKS_SINCE);
    let is_set = case.hooks().any(|it| it.handler.is_set_to_background());
    // 2.1.163 reads no answer of several lines in the background. Since when hosts do is not known.
    let moves = !is_set && !case.id.ends_with("/late/over-lines");
    let is_asking = case.tool.is_some() || case.mode.is_some() || case.beside.is_some();
    // What happens without a reply is what all others are compared with.
    let is_calm = || case.id.ends_with("/empty/exit-0") && BLOCKS.contains(&case.event.as_str());
    let is_single = EVENTS.contains(&case.event.as_str()) && !case.id.contains("-and-");
    (is_single || is_asking || case.compares_texts() || is_calm())
        && !case.terminal
        && starts
        && ends
        && has_mode
        && moves
        && checks
}

/// Returns an observation without what this version cannot report: the outcome of a hook.
#[must_use]
pub fn reportable(seen: Observation, version: &str) -> Observation {
    if seen.hook == NOT_RUN || numbers(version).as_slice() >= REPORTS_SINCE.as_slice() {
        return seen;
    }
    Observation { hook: "none".to_owned(), ..seen }
}

/// Returns the reference version's record as another version would report the same.
#[must_use]
pub fn as_reported_by(version: &str, reference: BTreeMap<String, Recorded>) -> BTreeMap<String, Recorded> {
    let line = |one: Recorded| Recorded { seen: reportable(one.seen, version), ..one };
    reference.into_iter().map(|(id, one)| (id, line(one))).collect()
}

/// Returns the complete record of another version: its own lines, and those of the reference version for all other
/// cases.
#[must_use]
pub fn complete(own: BTreeMap<String, Recorded>, reference: &BTreeMap<String, Recorded>) -> BTreeMap<String, Recorded> {
    let mut all = reference.clone();
    all.extend(own);
    all
}

/// Returns the lines of a record that differ from the reference version.
#[must_use]
pub fn different(
    all: BTreeMap<String, Recorded>,
    reference: &BTreeMap<String, Recorded>,
) -> BTreeMap<String, Recorded> {
    all.into_iter().filter(|(id, one)| reference.get(id).is_none_or(|it| !it.is_same(one))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Hook;
    use crate::observation::{Action, Agent};
    use crate::session::Signals;

    fn record(lines: &[(&str, Action)]) -> BTreeMap<String, Recorded> {
        let line = |(id, action): &(&str, Action)| {
            let hook = Hook::script("", "", 0);
            let case = Case::new((*id).to_owned(), "Stop".to_owned(), hook);
            let seen = Observation {
                action: *action,
                agent: Agent::Stopped,
                asked: false,
                hook: "success".to_owned(),
                woken: false,
                given: None,
                claude: Vec::new(),
                user: Vec::new(),
            };
            ((*id).to_owned(), Recorded { case, seen, signals: Signals::default() })
        };
        lines.iter().map(line).collect()
    }

    #[test]
    fn a_version_that_reports_no_outcome_is_not_different_for_that() {
        let reference = record(&[("a", Action::Done)]);
        let kept = |version: &str| {
            let seen = as_reported_by("2.1.42", reference.clone());
            different(seen, &as_reported_by(version, reference.clone())).len()
        };
        assert_eq!((kept("2.1.42"), kept("2.1.163")), (0, 1));
    }

    #[test]
    fn a_record_of_differences_is_completed_to_what_was_seen() {
        let reference = record(&[("a", Action::Done), ("b", Action::Done)]);
        let seen = record(&[("a", Action::Prevented), ("b", Action::Done)]);
        let kept = different(seen.clone(), &reference);
        assert_eq!(kept.keys().collect::<Vec<_>>(), ["a"]);
        let all = complete(kept, &reference);
        assert!(all.len() == seen.len() && all.iter().all(|(id, one)| one.is_same(&seen[id])), "{all:?}");
    }
}
