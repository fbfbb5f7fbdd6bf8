//! What changed between older hosts and the reference is found by comparing the contract as of the older host with the
//! declarations of the reference. `history.tsv` lists the changes; `facts.json` has the names and types of the declarations.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::path::Path;

use hookwire_codegen::compat::State;
use hookwire_codegen::generate::{Read, read};
use hookwire_observe::REFERENCE;
use hookwire_observe::registry::numbers;
use hookwire_upstream::compare::{Difference, compare};
use hookwire_upstream::facts::{Facts, Observed};
use hookwire_upstream::known::Known;

const HISTORY: &str = include_str!("history.tsv");

fn contract() -> Read {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas")).expect("the schemas are right")
}

fn facts() -> Facts {
    Facts::read(include_str!("facts.json")).expect("the facts are right")
}

/// Returns the differences between the contract as of a version and the reference.
fn since(version: &str) -> Vec<Difference> {
    let read = contract();
    let state = State::today(read.edition()).as_of(version).expect("the contract knows the version");
    compare(&facts(), &state, &Known::read().expect("known.toml is right"))
}

/// Returns the place of a report where a change of the history is.
fn place(kind: &str, name: &str) -> String {
    if kind == "event" {
        return name.to_owned();
    }
    let (name, value) = match name.rsplit_once('.') {
        Some((above, word)) if kind == "value" => (above, Some(word)),
        _ => (name, None),
    };
    let path = match name.split('.').collect::<Vec<_>>().as_slice() {
        ["base", "input", field] => format!("input/{field}"),
        ["output", field] => format!("output/{field}"),
        ["settings", field] => format!("settings/{field}"),
        ["sdkMatcher", field] => format!("SDKHookCallbackMatcher/{field}"),
        ["config", "matcher", field] => format!("settings/hooks/*/[]/{field}"),
        ["config", part] if part.starts_with("type:") => {
            format!("settings/hooks/*/[]/hooks/[]/type={}", &part["type:".len()..])
        }
        ["config", handler, field] => format!("settings/hooks/*/[]/hooks/[]/{{type={handler}}}/{field}"),
        ["HookPermissionDecision"] => "PreToolUse.output/permissionDecision".to_owned(),
        ["PermissionMode"] => "PermissionRequest.input/permission_suggestions/[]/{type=setMode}/mode".to_owned(),
        [event, side, field] => format!("{event}.{side}/{field}"),
        [event, side] => format!("{event}.{side}"),
        other => panic!("a name of another form: {other:?}"),
    };
    value.map_or(path.clone(), |value| format!("{path}={value}"))
}

/// Returns true if a place is reported, by itself or as a part of something that is new as a whole.
fn is_reported(found: &[Difference], place: &str) -> bool {
    let handler = place.split_once("/{type=").and_then(|(above, rest)| Some((above, rest.split_once('}')?.0)));
    let is_new_handler = |at: &str| handler.is_some_and(|(above, word)| at == format!("{above}/type={word}"));
    let is_part = |at: &str| place.strip_prefix(at).is_some_and(|rest| rest.starts_with(['/', '=', '.']));
    found.iter().any(|one| one.at == place || is_part(&one.at) || is_new_handler(&one.at))
}

fn missing(version: &str) -> (usize, Vec<String>) {
    let found = since(version);
    let mut count = 0;
    let mut missing = Vec::new();
    for line in HISTORY.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split('\t');
        let (kind, name, began) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let ended = parts.next();
        let at = numbers(version);
        let was_there = numbers(began) <= at && ended.is_none_or(|ended| numbers(ended) > at);
        if was_there == ended.is_none() {
            continue;
        }
        count += 1;
        if !is_reported(&found, &place(kind, name)) {
            missing.push(format!("{line} ({})", place(kind, name)));
        }
    }
    (count, missing)
}

#[test]
fn everything_that_changed_since_2_1_163_is_reported() {
    let (count, missing) = missing("2.1.163");
    assert!(missing.is_empty() && count > 20, "{count}: {missing:#?}");
}

#[test]
fn everything_that_changed_since_2_1_42_is_reported() {
    let (count, missing) = missing("2.1.42");
    assert!(missing.is_empty() && count > 150, "{count}: {missing:#?}");
}

#[test]
fn the_contract_has_only_the_differences_that_known_toml_explains() {
    let save = "cargo xtask upstream --host <reference> --save xtask/upstream/tests/facts.json";
    assert_eq!(facts().host, REFERENCE, "the facts are those of another host: {save}");
    let read = contract();
    let state = State::today(read.edition());
    let found = compare(&facts(), &state, &Known { accepted: Vec::new(), ..Known::read().unwrap() });
    let found: Vec<String> = found.into_iter().map(|one| one.at).collect();
    let known: Vec<String> = Known::read().unwrap().accepted.into_iter().map(|one| one.at).collect();
    let new: Vec<&String> = found.iter().filter(|at| !known.contains(at)).collect();
    let gone: Vec<&String> = known.iter().filter(|at| !found.contains(at)).collect();
    assert!(new.is_empty() && gone.is_empty(), "not explained: {new:#?}, not there: {gone:#?}");
}

#[test]
fn a_change_of_the_declarations_is_reported_with_its_location() {
    let read = contract();
    let state = State::today(read.edition());
    let mut facts = facts();
    let input = &mut facts.events.get_mut("Stop").unwrap().input;
    let fact = input["stop_hook_active"].clone();
    input.insert("turn_count".to_owned(), fact);
    input.remove("session_crons");
    let found = compare(&facts, &state, &Known::read().unwrap());
    let of = |at: &str| found.iter().find(|one| one.at == at).map(|one| format!("{} {}", one.file, one.pointer));
    let new = of("Stop.input/turn_count");
    assert_eq!(new.as_deref(), Some("hooks/stop-input.schema.json /properties/turn_count"));
    let gone = of("Stop.input/session_crons");
    assert_eq!(gone.as_deref(), Some("hooks/stop-input.schema.json /properties/session_crons"));
}

#[test]
fn the_name_of_a_new_event_is_no_difference_of_its_own() {
    let read = contract();
    let mut facts = facts();
    let stop = facts.events["Stop"].clone();
    facts.events.insert("Novel".to_owned(), stop);
    let names = facts.messages.values_mut().filter_map(|it| it.get_mut("input/hook_event_name"));
    let told = names.map(|it| it.values.insert("Novel".to_owned())).count();
    let found = compare(&facts, &State::today(read.edition()), &Known::read().unwrap());
    let found: Vec<String> = found.into_iter().map(|one| one.at).collect();
    assert_eq!((told, found), (1, vec!["Novel".to_owned()]));
}

#[test]
fn what_was_seen_of_a_host_is_reported_with_its_place() {
    let mut facts = facts();
    let cases = ["Stop/empty/exit-2".to_owned(), "Stop/text/exit-2".to_owned()];
    let keys = [("StopInput", "x"), ("Stop", "new_key"), ("Stop", "last.new_key")];
    let mut observed = Observed { cases: cases.into(), ..Observed::default() };
    for (event, key) in keys {
        observed.keys.entry(event.to_owned()).or_default().insert(key.to_owned());
    }
    facts.observed = Some(observed);
    // They survive the way through the file.
    let facts = Facts::read(&facts.text()).expect("the schema accepts them");
    let read = contract();
    let found = compare(&facts, &State::today(read.edition()), &Known::read().expect("known.toml is right"));
    let mut places: Vec<(&str, &str, &str)> =
        found.iter().map(|it| (it.at.as_str(), it.file.as_str(), it.pointer.as_str())).collect();
    places.sort_unstable();
    assert_eq!(
        places,
        [
            ("Stop.input/last.new_key", "hooks/stop-input.schema.json", ""),
            ("Stop.input/new_key", "hooks/stop-input.schema.json", "/properties/new_key"),
            ("Stop/empty/exit-2", "events.json", "/events/Stop"),
            ("Stop/text/exit-2", "events.json", "/events/Stop"),
            ("StopInput.input/x", "events.json", "/events/StopInput"),
        ]
    );
}
