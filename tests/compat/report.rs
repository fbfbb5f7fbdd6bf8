//! Tests the report for changes of every kind, and the version that it requires.

use std::path::Path;

use hookwire_codegen::compat::{Older, Report, VersionStep};
use hookwire_codegen::internal::hooks::{HostChange, HostChangeKind};
use hookwire_codegen::internal::model::{Contract, Host, Version};
use serde_json::Value;

use super::kinds::{alone, changed, lamps_of, with_a_type_of_its_own};
use super::read;

fn schema() -> jsonschema::Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/compat.schema.json");
    let mut schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    // Programs skip unknown keys. In this test every key must be described.
    close(&mut schema);
    jsonschema::draft202012::new(&schema).unwrap()
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(all) => {
            if all.contains_key("properties") && all.get("type").is_some_and(|it| it == "object") {
                all.insert("additionalProperties".to_owned(), false.into());
            }
            all.values_mut().for_each(close);
        }
        Value::Array(all) => all.iter_mut().for_each(close),
        _ => {}
    }
}

fn is_described(report: &Report) {
    let document: Value = serde_json::from_str(&report.json()).unwrap();
    let faults: Vec<String> =
        schema().iter_errors(&document).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    assert!(faults.is_empty(), "docs/compat.schema.json: {faults:#?}");
}

/// Returns the report of the lamps with one input field less, at a version of the packages.
fn against(old: &str, new: &str) -> Report {
    let at = |contract: Contract, version: &str| {
        let mut contract = contract;
        contract.set.package.version = version.to_owned();
        contract
    };
    Report::between(alone(&at(lamps_of(), old)), alone(&at(changed(), new)), "before")
}

#[test]
fn every_report_conforms_to_its_schema() {
    is_described(&Report::since(read().edition(), "2.1.42").unwrap());
    is_described(&Report::since(read().edition(), "1.0.0").unwrap());
    is_described(&against("0.1.0", "0.1.0"));
}

#[test]
fn the_version_of_the_packages_has_to_make_the_step() {
    let report = against("0.1.4", "0.1.5");
    assert_eq!(
        (report.step, report.required_version.as_deref(), report.is_sufficient),
        (VersionStep::Major, Some("0.2.0"), false)
    );
    assert!(report.text(false).contains("a major step: 0.2.0 or newer, not 0.1.5"), "{}", report.text(false));
    assert!(against("0.1.4", "0.2.0").is_sufficient);
    assert!(against("1.4.0", "2.0.0-rc.1").is_sufficient);
    assert!(!against("1.4.0", "1.5.0").is_sufficient);
    let same = Report::between(alone(&lamps_of()), alone(&lamps_of()), "before");
    assert_eq!((same.step, same.required_version, same.is_sufficient), (VersionStep::Patch, None, true));
}

#[test]
fn host_changes_are_listed_version_by_version() {
    let report = Report::since(read().edition(), "2.1.240").unwrap();
    let versions: Vec<&str> = report.groups.iter().filter_map(|group| group.host.as_deref()).collect();
    assert_eq!(versions.first(), Some(&"2.1.248"));
    assert!(versions.contains(&"2.1.251") && versions.contains(&"2.1.296"), "{versions:?}");
    assert_eq!((report.step, report.required_version), (VersionStep::Minor, None));
}

#[test]
fn the_text_names_the_change_and_the_people_it_harms() {
    let report = against("0.1.4", "0.1.4");
    let text = report.text(false);
    assert!(text.contains("     major  the field `level` of `LampInput` is gone (input)"), "{text}");
    assert!(text.contains("Rust, Python, TypeScript: everyone who uses it"), "{text}");
    assert!(!text.contains('\u{1b}') && report.text(true).contains('\u{1b}'));
    let page = report.markdown();
    assert!(
        page.contains(
            "* the field `level` of `LampInput` is gone (input; major step; Rust, Python, TypeScript: everyone"
        ),
        "{page}"
    );
}

/// Returns the lamps of a host with these changes that no schema shows.
fn of_host(host: &str, changes: &[(&str, &str)]) -> Older {
    let mut contract = lamps_of();
    contract.set.host = Some(Host { name: "Lamps".to_owned(), version: host.to_owned() });
    let change = |(version, about): &(&str, &str)| HostChange {
        version: Version { version: (*version).to_owned(), exact: true, after: None },
        kind: HostChangeKind::Behaviour,
        about: (*about).to_owned(),
        events: Vec::new(),
        summary: format!("{about} is otherwise."),
        breaks: false,
        source: vec!["own".to_owned()],
        unconfirmed: false,
    };
    Older { contract, changes: changes.iter().map(change).collect() }
}

fn host_changes(report: &Report) -> Vec<&str> {
    report.groups.iter().flat_map(|group| &group.host_changes).map(|change| change.about.as_str()).collect()
}

#[test]
fn of_a_state_that_lists_no_behaviour_that_is_new_which_came_after_its_host() {
    let today = of_host("3.0", &[("1.0", "one"), ("2.0", "two"), ("3.0", "three")]);
    let report = Report::between(of_host("2.0", &[]).edition(), today.edition(), "before");
    is_described(&report);
    assert_eq!(host_changes(&report), ["three"]);
    let reported = "`before` does not list changes of behaviour; shown are those after its host version 2.0";
    assert!(report.text(false).contains(&format!("Not told  {reported}\n")), "{}", report.text(false));
    assert!(report.markdown().contains(reported), "{}", report.markdown());
    let mut nameless = of_host("2.0", &[]);
    nameless.contract.set.host = None;
    let report = Report::between(nameless.edition(), today.edition(), "before");
    assert_eq!(host_changes(&report), Vec::<&str>::new());
    assert!(report.text(false).contains("as it names no host version, none are shown"));
    let old = of_host("3.0", &[("2.0", "two"), ("3.0", "three")]);
    let listed = Report::between(old.edition(), today.edition(), "before");
    assert_eq!((host_changes(&listed), listed.has_host_changes), (vec!["one"], true));
    assert!(!listed.text(false).contains("Not told"));
}

#[test]
fn a_change_of_the_same_words_is_another_one_on_other_events() {
    let (old, mut new) = (of_host("2.0", &[("2.0", "one")]), of_host("2.0", &[("2.0", "one"), ("2.0", "one")]));
    new.changes[1].events.push("Stop".to_owned());
    assert_eq!(host_changes(&Report::between(old.edition(), old.edition(), "before")), Vec::<&str>::new());
    assert_eq!(host_changes(&Report::between(old.edition(), new.edition(), "before")), ["one"]);
}

#[test]
fn what_is_of_neither_direction_has_no_place() {
    let report = Report::between(alone(&lamps_of()), alone(&with_a_type_of_its_own()), "before");
    let (text, page) = (report.text(false), report.markdown());
    assert!(text.contains("     minor  new type `Alone`\n"), "{text}");
    assert!(page.contains("* new type `Alone` (minor step)\n"), "{page}");
}
