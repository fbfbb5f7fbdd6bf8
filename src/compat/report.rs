//! The report of all changes between two states, for people and for programs.

use serde::Serialize;

use super::breakage::{Harm, Harms, VersionStep, numbers};
use super::change::Change;
use super::compare::compare;
use super::host_versions::steps;
use super::state::{Edition, NoState, State};
use super::{markdown, text};
use crate::hooks::HostChange;
use crate::model::{Contract, version_numbers};

/// The version of the JSON document. It changes when a key changes its meaning or is removed.
const VERSION: u32 = 1;

/// The changes between two states of a contract.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The version of this document.
    pub version: u32,
    /// The older state, as requested: a revision, a folder, a host version.
    pub against: String,
    /// The older state.
    pub old: Side,
    /// The newer state.
    pub new: Side,
    /// The version step that all changes together require.
    pub step: VersionStep,
    /// The lowest version that makes the step; `None` if the older state is the same package.
    pub required_version: Option<String>,
    /// True if the packages' version is `required_version` or newer, or if no version is required.
    pub is_sufficient: bool,
    /// The code that all changes together break, by language.
    pub harms: Harms,
    /// True if the older state lists its host's changes. If not, only changes newer than its host are reported.
    pub has_host_changes: bool,
    /// The changes: by host version, oldest first, if that was requested; otherwise in one group.
    pub groups: Vec<Group>,
}

/// A state.
#[derive(Debug, Clone, Serialize)]
pub struct Side {
    /// The name of the packages.
    pub package: String,
    /// The version of the packages.
    pub version: String,
    /// The version of the host, if the set has one.
    pub host: Option<String>,
}

/// Changes that are reported together.
#[derive(Debug, Clone, Serialize)]
pub struct Group {
    /// The host version that brought them, if the report is by version.
    pub host: Option<String>,
    /// The changes that are visible in the schemas.
    pub changes: Vec<Change>,
    /// The changes that are not visible in the schemas.
    pub host_changes: Vec<HostChange>,
}

impl Report {
    /// Compares a contract with an older one from a revision or another folder.
    #[doc(hidden)]
    pub fn between(old: Edition<'_>, new: Edition<'_>, against: &str) -> Self {
        let changes = compare(&State::today(old), &State::today(new));
        let has_host_changes = !old.changes.is_empty() || new.changes.is_empty();
        let is_new = |change: &&HostChange| if has_host_changes { !has(old, change) } else { is_later(old, change) };
        let host_changes = new.changes.iter().filter(is_new).cloned().collect();
        let group = Group { host: None, changes, host_changes };
        let is_none = group.changes.is_empty() && group.host_changes.is_empty();
        let groups = if is_none { Vec::new() } else { vec![group] };
        let mut report = Self { has_host_changes, ..Self::of(side(old.contract), side(new.contract), against, groups) };
        let changed = !is_none || host(old) != host(new);
        report.required_version = if changed { report.step.next(&old.contract.set.package.version) } else { None };
        let version = numbers(&new.contract.set.package.version);
        report.is_sufficient =
            report.required_version.as_deref().is_none_or(|required_version| version >= numbers(required_version));
        report
    }

    /// Compares a contract with its state at an older version of its host, version by version.
    ///
    /// # Errors
    /// There is no state at this version.
    #[doc(hidden)]
    pub fn since(edition: Edition<'_>, version: &str) -> Result<Self, NoState> {
        let today = State::today(edition);
        today.as_of(version)?;
        let steps = steps(&today, version_numbers(version).as_deref());
        let group = |step: super::HostStep| Group {
            host: Some(step.version),
            changes: step.changes,
            host_changes: step.host_changes,
        };
        let old = Side { host: Some(version.to_owned()), ..side(edition.contract) };
        Ok(Self::of(old, side(edition.contract), version, steps.into_iter().map(group).collect()))
    }

    fn of(old: Side, new: Side, against: &str, groups: Vec<Group>) -> Self {
        let changes = || groups.iter().flat_map(|group| &group.changes);
        let step = changes().map(|change| change.step).max().unwrap_or(VersionStep::Patch);
        let harms = changes().map(|change| change.harms).fold(Harms::all(Harm::Nobody), Harms::and);
        let (version, against) = (VERSION, against.to_owned());
        Self {
            version,
            against,
            old,
            new,
            step,
            required_version: None,
            is_sufficient: true,
            harms,
            has_host_changes: true,
            groups,
        }
    }

    /// Returns the report for people: one line for each change, with the code that it breaks.
    pub fn text(&self, colour: bool) -> String {
        text::text(self, colour)
    }

    /// Returns the report for a changelog, or for a comment in a review.
    pub fn markdown(&self) -> String {
        markdown::markdown(self)
    }

    /// Returns the report for programs: one document, as `docs/compat.schema.json` describes it.
    pub fn json(&self) -> String {
        let mut json = serde_json::to_string_pretty(self).unwrap_or_default();
        json.push('\n');
        json
    }

    /// Returns the number of changes that are visible in the schemas, and of those that are not.
    pub fn counts(&self) -> (usize, usize) {
        let count = |(shown, host_changes), group: &Group| {
            (shown + group.changes.len(), host_changes + group.host_changes.len())
        };
        self.groups.iter().fold((0, 0), count)
    }
}

/// Returns true if the list has this change of the host, even in other words.
fn has(edition: Edition<'_>, change: &HostChange) -> bool {
    fn known(it: &HostChange) -> impl PartialEq + '_ {
        (it.kind, &it.about, &it.events, &it.version, it.breaks)
    }
    edition.changes.iter().any(|it| known(it) == known(change))
}

/// Returns true if the host change is newer than the host of this contract, or that version is not known.
fn is_later(edition: Edition<'_>, change: &HostChange) -> bool {
    let host = host(edition).and_then(version_numbers);
    host.is_some_and(|host| version_numbers(&change.version.version).is_some_and(|version| version > host))
}

/// Returns the version of the host.
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
