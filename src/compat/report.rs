//! All that is between two states, for people and for programs.

use serde::Serialize;

use super::change::Change;
use super::compare::compare;
use super::harm::{Harm, Harms, Step, numbers};
use super::state::{Edition, NoState, State};
use super::steps::steps;
use super::{markdown, text};
use crate::hooks::HostChange;
use crate::model::{Contract, version_numbers};

/// The form of the JSON document; it changes when something that is there means something else, or goes.
const VERSION: u32 = 1;

/// The changes between two states of a contract.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Of the form of this document.
    pub version: u32,
    /// The older state, as requested: a revision, a folder, a version of the host.
    pub against: String,
    /// The older state.
    pub old: Side,
    /// The newer state.
    pub new: Side,
    /// The step of the packages' version that all changes need together.
    pub step: Step,
    /// The least version that makes the step; none, where the older state is not a package of its own.
    pub least: Option<String>,
    /// The version of the packages is that, or a newer one. Where no version is asked for it is enough.
    pub is_enough: bool,
    /// Whom all changes harm together, in each language.
    pub harms: Harms,
    /// The older state lists what its schemas do not show. If not, that is told which came later than its host.
    pub lists_beside: bool,
    /// The changes: by the version of the host, the oldest first, where that is what was asked for; else all in one.
    pub groups: Vec<Group>,
}

/// A state.
#[derive(Debug, Clone, Serialize)]
pub struct Side {
    /// The name of the packages.
    pub package: String,
    /// Their version.
    pub version: String,
    /// The version of the host, if the set has one.
    pub host: Option<String>,
}

/// Changes that came together.
#[derive(Debug, Clone, Serialize)]
pub struct Group {
    /// The version of the host that brought them, where they are reported by that.
    pub host: Option<String>,
    /// The changes that the schemas show.
    pub changes: Vec<Change>,
    /// The changes that the schemas do not show.
    pub beside: Vec<HostChange>,
}

impl Report {
    /// Compares a contract with an older one, from a revision or another folder.
    pub fn between(old: Edition<'_>, new: Edition<'_>, against: &str) -> Self {
        let changes = compare(&State::today(old), &State::today(new));
        let lists_beside = !old.changes.is_empty() || new.changes.is_empty();
        let is_new = |change: &&HostChange| if lists_beside { !has(old, change) } else { is_later(old, change) };
        let beside = new.changes.iter().filter(is_new).cloned().collect();
        let group = Group { host: None, changes, beside };
        let is_none = group.changes.is_empty() && group.beside.is_empty();
        let groups = if is_none { Vec::new() } else { vec![group] };
        let mut report = Self { lists_beside, ..Self::of(side(old.contract), side(new.contract), against, groups) };
        let changed = !is_none || host(old) != host(new);
        report.least = if changed { report.step.next(&old.contract.set.package.version) } else { None };
        let version = numbers(&new.contract.set.package.version);
        report.is_enough = report.least.as_deref().is_none_or(|least| version >= numbers(least));
        report
    }

    /// Compares a contract with its state at an older version of its host, version by version.
    ///
    /// # Errors
    /// There is no state at this version.
    pub fn since(edition: Edition<'_>, version: &str) -> Result<Self, NoState> {
        let today = State::today(edition);
        today.as_of(version)?;
        let steps = steps(&today, version_numbers(version).as_deref());
        let group =
            |step: super::HostStep| Group { host: Some(step.version), changes: step.changes, beside: step.beside };
        let old = Side { host: Some(version.to_owned()), ..side(edition.contract) };
        Ok(Self::of(old, side(edition.contract), version, steps.into_iter().map(group).collect()))
    }

    fn of(old: Side, new: Side, against: &str, groups: Vec<Group>) -> Self {
        let changes = || groups.iter().flat_map(|group| &group.changes);
        let step = changes().map(|change| change.step).max().unwrap_or(Step::Patch);
        let harms = changes().map(|change| change.harms).fold(Harms::all(Harm::Nobody), Harms::and);
        let (version, against) = (VERSION, against.to_owned());
        Self { version, against, old, new, step, least: None, is_enough: true, harms, lists_beside: true, groups }
    }

    /// For people: one line a change, with whom it harms.
    pub fn text(&self, colour: bool) -> String {
        text::text(self, colour)
    }

    /// For a changelog, or a comment in a review.
    pub fn markdown(&self) -> String {
        markdown::markdown(self)
    }

    /// For programs: one document, as `docs/compat.schema.json` describes it.
    pub fn json(&self) -> String {
        let mut json = serde_json::to_string_pretty(self).unwrap_or_default();
        json.push('\n');
        json
    }

    /// Returns the number of changes that the schemas show, and of those that they do not.
    pub fn counts(&self) -> (usize, usize) {
        let count = |(shown, beside), group: &Group| (shown + group.changes.len(), beside + group.beside.len());
        self.groups.iter().fold((0, 0), count)
    }
}

/// It has this change of its host, in whatever words.
fn has(edition: Edition<'_>, change: &HostChange) -> bool {
    fn known(it: &HostChange) -> impl PartialEq + '_ {
        (it.kind, &it.about, &it.events, &it.version, it.breaks)
    }
    edition.changes.iter().any(|it| known(it) == known(change))
}

/// It came with a version of the host that is later than the one of this contract. Where that names none nobody knows.
fn is_later(edition: Edition<'_>, change: &HostChange) -> bool {
    let host = host(edition).and_then(version_numbers);
    host.is_some_and(|host| version_numbers(&change.version.version).is_some_and(|version| version > host))
}

/// The version of the host.
fn host<'a>(edition: Edition<'a>) -> Option<&'a str> {
    edition.contract.set.host.as_ref().map(|host| host.version.as_str())
}

fn side(contract: &Contract) -> Side {
    let identity = &contract.set;
    Side {
        package: identity.package.name.clone(),
        version: identity.package.version.clone(),
        host: identity.host.as_ref().map(|host| host.version.clone()),
    }
}
