//! A contract version by version of its host: the additions and removals of each.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use super::change::Change;
use super::compare::compare_types;
use super::outline::{Age, added_at, removed_at};
use super::state::{Edition, State};
use crate::hooks::HostChange;
use crate::model::{Facts, Kind, TypeDef, version_numbers};

/// The changes of one host version.
#[derive(Debug, Clone, Serialize)]
pub struct HostStep {
    /// The version: `2.1.163`.
    pub version: String,
    /// The changes, as [`compare`](super::compare()) reports them between the states before and after the version.
    pub changes: Vec<Change>,
    /// The changes that are not visible in schemas.
    pub host_changes: Vec<HostChange>,
}

/// Returns every version that is known to have changed something, newest first. It is empty for a set without a host.
pub fn changelog(edition: Edition<'_>) -> Vec<HostStep> {
    if edition.contract.set.host.is_none() {
        return Vec::new();
    }
    let mut steps = steps(&State::today(edition), None);
    steps.reverse();
    steps
}

/// Returns every version in which something is known to have changed, oldest first: those of the changelog, and those that the
/// catalogue names.
pub fn host_versions(changelog: &[HostStep], catalogue: &Value) -> Vec<String> {
    let mut found: BTreeSet<Vec<u64>> = changelog.iter().filter_map(|it| version_numbers(&it.version)).collect();
    add_versions(catalogue, &mut found);
    found.iter().map(|it| it.iter().map(u64::to_string).collect::<Vec<_>>().join(".")).collect()
}

/// Adds the versions of a value: the objects with `version` and `exact`.
fn add_versions(value: &Value, found: &mut BTreeSet<Vec<u64>>) {
    if let (Some(version), true) = (value.get("version").and_then(Value::as_str), value.get("exact").is_some()) {
        found.extend(version_numbers(version));
    }
    match value {
        Value::Object(all) => all.values().for_each(|it| add_versions(it, found)),
        Value::Array(all) => all.iter().for_each(|it| add_versions(it, found)),
        _ => {}
    }
}

/// Returns every version after this one that changed something, oldest first; all known versions without an argument.
/// `today` is the contract as it is written.
pub fn steps(today: &State<'_>, after: Option<&[u64]>) -> Vec<HostStep> {
    let touched = touched(today);
    let mut before = today.at(after.unwrap_or_default().to_vec());
    let mut steps = Vec::new();
    for (version, names) in
        touched.into_iter().filter(|(version, _)| after.is_none_or(|after| version.as_slice() > after))
    {
        let since = today.at(version.clone());
        let changes = compare_types(&before, &since, &names);
        let of_version = |it: &&HostChange| it.version.parts() == version;
        let host_changes: Vec<_> = today.changes.iter().filter(of_version).cloned().collect();
        if !changes.is_empty() || !host_changes.is_empty() {
            let version = version.iter().map(u64::to_string).collect::<Vec<_>>().join(".");
            steps.push(HostStep { version, changes, host_changes });
        }
        before = since;
    }
    steps
}

/// Returns the versions with additions or removals, each with the types that they changed.
fn touched<'a>(today: &State<'a>) -> BTreeMap<Vec<u64>, BTreeSet<&'a str>> {
    let mut touched: BTreeMap<Vec<u64>, BTreeSet<&str>> = BTreeMap::new();
    for def in &today.contract.types {
        let begins = |name: &str| today.outline().age(name).into_iter().flat_map(Age::times).collect::<Vec<_>>();
        let mut at = times(def);
        at.extend(begins(&def.name));
        // The members of a union are as old as their types.
        if matches!(def.kind, Kind::Union(_)) {
            def.refs(&mut |name| at.extend(begins(name)));
        }
        for version in at {
            touched.entry(version).or_default().insert(&def.name);
        }
    }
    for since in today.outline().row_versions() {
        touched.entry(added_at(since)).or_default();
    }
    for change in today.changes {
        touched.entry(change.version.parts()).or_default();
    }
    touched.remove(&Vec::new());
    touched
}

/// Returns the versions that a type mentions.
fn times(def: &TypeDef) -> Vec<Vec<u64>> {
    let of = |facts: &Facts| {
        let deprecated = facts.deprecated.as_ref().and_then(|it| version_numbers(it.since.as_deref()?));
        [facts.since.as_ref().map(added_at), removed_at(facts), deprecated].into_iter().flatten().collect::<Vec<_>>()
    };
    let mut found = of(&def.facts);
    match &def.kind {
        Kind::Struct(it) => {
            found.extend(it.fields.iter().flat_map(|field| of(&field.facts)));
            found.extend(it.rules.iter().filter_map(|rule| rule.since.as_ref().map(added_at)));
        }
        Kind::Enum(it) => found.extend(it.values.iter().chain(&it.removed).flat_map(|value| of(&value.facts))),
        Kind::Union(_) | Kind::Alias { .. } => {}
    }
    found
}
