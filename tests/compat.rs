//! Tests of `hookwire_codegen::compat`: every change of our contract is found with its host version. Small sets test
//! every kind of change, with the people it harms.

mod kinds;
mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::canonical::{contract, read};
use hookwire_codegen::compat::{Change, ChangeKind, HostStep, NoState, State, changelog, compare, steps};
use hookwire_codegen::internal::hooks::HostChangeKind;
use hookwire_codegen::internal::model::version_numbers;
use serde::Deserialize;

/// The versions whose older states are rebuilt.
const OLDER: [&str; 3] = ["2.1.42", "2.1.163", "2.1.240"];

/// `tests/compat/wire.json`.
#[derive(Deserialize)]
struct Wire {
    changes: Vec<Expected>,
    beside: Vec<Expected>,
}

#[derive(Deserialize)]
struct Expected {
    version: String,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    later: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    unshown: Vec<String>,
}

impl Expected {
    /// Returns each name with the version that introduced it.
    fn named(&self) -> impl Iterator<Item = (String, String)> {
        let own = self.names.iter().map(|name| (self.version.clone(), name.clone()));
        let later =
            self.later.iter().flat_map(|(version, names)| names.iter().map(|name| (version.clone(), name.clone())));
        own.chain(later)
    }
}

fn wire() -> Wire {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compat/wire.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn is_after(version: &str, other: &str) -> bool {
    version_numbers(version).unwrap() > version_numbers(other).unwrap()
}

fn steps_after(version: &str) -> Vec<HostStep> {
    steps(&State::today(read().edition()), version_numbers(version).as_deref())
}

fn wire_changes(steps: &[HostStep]) -> Vec<(&str, &Change)> {
    let all = steps.iter().flat_map(|step| step.changes.iter().map(|change| (step.version.as_str(), change)));
    all.filter(|(_, change)| change.is_wire()).collect()
}

#[test]
fn every_change_of_the_wire_is_named_with_its_version_and_no_other_is() {
    let wire = wire();
    assert!(wire.changes.len() >= 48, "the changes of the wire after 2.1.42: see tests/compat/wire.json");
    for older in OLDER {
        let all = wire.changes.iter().chain(&wire.beside).flat_map(Expected::named);
        let expected: BTreeSet<(String, String)> = all.filter(|(version, _)| is_after(version, older)).collect();
        let steps = steps_after(older);
        let found = wire_changes(&steps).into_iter().map(|(version, it)| (version.to_owned(), it.name.clone()));
        let found: Vec<(String, String)> = found.collect();
        let once: BTreeSet<_> = found.iter().cloned().collect();
        assert_eq!(found.len(), once.len(), "something is named twice after {older}");
        let missing: Vec<_> = expected.difference(&once).collect();
        let more: Vec<_> = once.difference(&expected).collect();
        assert!(missing.is_empty() && more.is_empty(), "after {older}: missing {missing:#?}, one too many {more:#?}");
    }
}

#[test]
fn changes_that_no_schema_shows_are_listed() {
    let wire = wire();
    let expected: Vec<(&str, &str)> =
        wire.changes.iter().flat_map(|it| it.unshown.iter().map(|name| (it.version.as_str(), name.as_str()))).collect();
    assert_eq!(expected, [("2.1.200", "PermissionMode/manual")]);
    let values = read().hooks.changes.iter().filter(|it| it.kind == HostChangeKind::Values);
    let reported: Vec<(&str, &str)> =
        values.map(|it| (it.version.version.as_str(), it.about.trim_matches('`'))).collect();
    assert_eq!(reported, expected, "`schemas/changes.json` and `unshown` in tests/compat/wire.json");
    let steps = steps_after(OLDER[0]);
    let shown =
        wire_changes(&steps).into_iter().any(|(_, change)| reported.iter().any(|(_, name)| *name == change.name));
    assert!(!shown, "a schema shows it: take it out of both");
}

#[test]
fn a_new_event_is_named_once() {
    let is_event = |name: &str| read().hooks.events.iter().any(|event| event.name == name);
    let steps = steps_after(OLDER[0]);
    let all = || steps.iter().flat_map(|step| &step.changes);
    assert!(all().filter(|it| it.kind == ChangeKind::EventAdded).count() > 15);
    let again: Vec<&str> =
        all().filter(|it| it.member.as_deref().is_some_and(is_event)).map(|it| &*it.summary).collect();
    assert!(again.is_empty(), "{again:?}");
}

#[test]
fn variables_have_the_versions_of_the_catalogue() {
    let all = ["environment", "controls"].map(|key| read().hooks.catalogue.value()[key].as_array().unwrap());
    let dated = all.into_iter().flatten().filter(|it| it.get("since").is_some());
    let expected: BTreeSet<(String, String)> = dated
        .map(|it| (it["since"]["version"].as_str().unwrap().to_owned(), format!("`{}`", it["name"].as_str().unwrap())))
        .collect();
    let reported = read().hooks.changes.iter().filter(|it| it.kind == HostChangeKind::Environment);
    let reported: BTreeSet<(String, String)> =
        reported.map(|it| (it.version.version.clone(), it.about.clone())).collect();
    assert!(expected.len() > 8 && expected.is_subset(&reported), "{:?}", expected.difference(&reported));
}

#[test]
fn the_state_of_an_older_host_against_today_has_what_the_versions_between_have() {
    let today = State::today(read().edition());
    for older in OLDER {
        let steps = steps_after(older);
        let then = today.as_of(older).unwrap();
        // A later change of something that is itself new counts as a part of it.
        let whole = [ChangeKind::EventAdded, ChangeKind::TypeAdded, ChangeKind::RowAdded];
        let alone = |change: &&Change| whole.contains(&change.kind) || then.has_type(&change.of);
        let alone = steps.iter().flat_map(|step| &step.changes).filter(alone);
        let expected: BTreeSet<(ChangeKind, &str)> = alone.map(|change| (change.kind, change.name.as_str())).collect();
        let direct = compare(&then, &today);
        let found: BTreeSet<(ChangeKind, &str)> =
            direct.iter().map(|change| (change.kind, change.name.as_str())).collect();
        assert_eq!(found, expected, "{older}");
    }
}

#[test]
fn the_current_contract_is_the_state_of_the_newest_host() {
    let contract = contract();
    let today = State::today(read().edition());
    let newest = &contract.set.host.as_ref().unwrap().version;
    assert_eq!(compare(&today.as_of(newest).unwrap(), &today), []);
    assert!(steps_after(newest).is_empty());
}

#[test]
fn an_old_state_has_the_events_and_values_of_its_version() {
    let contract = contract();
    let then = State::today(read().edition()).as_of("2.1.42").unwrap();
    let events: Vec<&str> = then.events().map(|event| event.name.as_str()).collect();
    assert_eq!(events.len(), 15, "{events:?}");
    let modes = contract.get("PermissionMode").unwrap();
    let hookwire_codegen::internal::model::Kind::Enum(modes) = &modes.kind else { panic!("PermissionMode is no enum") };
    let modes: BTreeSet<&str> = then.values(modes).map(|value| value.value.as_str()).collect();
    let expected = ["acceptEdits", "bypassPermissions", "default", "delegate", "dontAsk", "plan"];
    assert_eq!(modes, expected.into());
    assert!(then.get("ModelSwitchPricing").is_none(), "it is as old as the only event that has it");
}

#[test]
fn an_invalid_or_newer_version_has_no_state() {
    let today = State::today(read().edition());
    assert_eq!(today.as_of("main").unwrap_err(), NoState::NoVersion("main".to_owned()));
    assert!(matches!(today.as_of("99.0.0").unwrap_err(), NoState::Newer { .. }));
}

#[test]
fn the_changelogs_have_every_version_and_every_change() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("generated");
    let text = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let page = text("docs/changelog.md");
    let packages = ["rust", "python", "typescript"].map(|package| text(&format!("{package}/CHANGELOG.md")));
    let log = &changelog(read().edition());
    assert!(log.len() > 50 && log.iter().map(|step| step.changes.len()).sum::<usize>() > 150);
    assert!(page.contains("new tool `SubagentHandback`"), "a row of a table has the word for its rows");
    for step in log {
        let section = page.split("\n## ").find(|part| part.contains(&format!("id=\"{}\"", step.version))).unwrap();
        let lines = section.lines().filter(|line| line.starts_with("* ")).count();
        assert_eq!(lines, step.changes.len() + step.host_changes.len(), "{section}");
        for package in &packages {
            let heading = format!("Claude Code {}\n", step.version);
            let section = package.split("\n## ").find(|part| part.starts_with(&heading)).unwrap();
            // A long line is wrapped.
            let words: Vec<&str> = section.split_whitespace().collect();
            let lacks = |change: &&Change| !words.join(" ").contains(&change.summary);
            let lacking: Vec<&Change> = step.changes.iter().filter(lacks).collect();
            assert!(lacking.is_empty(), "{section}: {lacking:#?}");
        }
    }
}
