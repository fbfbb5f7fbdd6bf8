//! Schemas are not trusted: whatever strings, names, paths and shapes are in them, there is a diagnostic, or output in
//! which the parser of each language finds the strings as data and nothing else.
//!
//! `HOOKWIRE_LONG`, which `cargo xtask test --long` sets, puts each string into each place by itself, and a megabyte of each.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "hostile/compare.rs"]
mod compare;
#[path = "hostile/parsers.rs"]
mod parsers;
#[path = "hostile/places.rs"]
mod places;
#[path = "hostile/run.rs"]
mod run;
#[path = "hostile/set.rs"]
mod set;
#[path = "hostile/shape.rs"]
mod shape;
#[path = "hostile/strings.rs"]
mod strings;
#[path = "hostile/tools.rs"]
mod tools;

use compare::Comparison;
use places::Place;
use run::Outcome;
use set::Set;
use strings::Hostile;

/// What a place holds that nothing is wrong with: no identifier, so that it is quoted where one would not be.
const HARMLESS: &str = "some harmless words";

/// The places that take any string, and what is said of the others.
fn open_places(set: &Set) -> Vec<Place> {
    let everything = strings::everything().text;
    let places = places::all(set);
    let outcomes = run::on_all_cores(&places, |place| {
        let changed = run::with(set, &[place], |_, _| everything.clone());
        match run::read(&changed) {
            // Of what is no name, no target says more.
            Outcome::Rendered(_) if place.is_identity() => run::render(&changed),
            other => other,
        }
    });
    let mut open = Vec::new();
    let (mut refused, mut wrong) = (0, Vec::new());
    for (place, outcome) in places.into_iter().zip(outcomes) {
        match outcome {
            Outcome::Rendered(_) => open.push(place),
            Outcome::Refused(_) | Outcome::NoFile => refused += 1,
            Outcome::Panicked(text) => wrong.push(format!("{}: {text}", place.name)),
        }
    }
    println!("{} places take any string, {refused} do not", open.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    open
}

/// What stands at a place: of all that cannot be the same twice, each has a name before the string.
fn placed(text: &str, place: &Place, index: usize) -> String {
    if place.is_identity() { format!("k{index} {text}") } else { text.to_owned() }
}

/// The places that take this string together: one that does not is found by halves.
fn taking<'a>(set: &Set, places: Vec<&'a Place>, text: &str) -> Vec<&'a Place> {
    let changed = run::with(set, &places, |place, index| placed(text, place, index));
    match run::render(&changed) {
        Outcome::Refused(_) | Outcome::NoFile if places.len() == 1 => Vec::new(),
        Outcome::Refused(_) | Outcome::NoFile => {
            let (one, other) = places.split_at(places.len() / 2);
            [taking(set, one.to_vec(), text), taking(set, other.to_vec(), text)].concat()
        }
        Outcome::Rendered(_) | Outcome::Panicked(_) => places,
    }
}

#[test]
#[ignore = "needs what other steps install: `cargo xtask test --only hostile`"]
fn a_hostile_string_is_data_in_every_language() {
    let set = Set::of_tests();
    let open = open_places(&set);
    let strings = strings(alone());
    let groups: Vec<(&Hostile, Vec<&Place>)> = if alone() {
        strings.iter().flat_map(|string| open.iter().map(move |place| (string, vec![place]))).collect()
    } else {
        strings.iter().map(|string| (string, open.iter().collect())).collect()
    };
    let outcomes = run::on_all_cores(&groups, |(string, places)| {
        let places = taking(&set, places.clone(), &string.text);
        let outcome = run::render(&run::with(&set, &places, |place, index| placed(&string.text, place, index)));
        (places, outcome)
    });
    let mut comparison = Comparison::new();
    let (mut wrong, mut stood) = (Vec::new(), 0);
    for ((string, _), (places, outcome)) in groups.iter().zip(outcomes) {
        stood += places.len();
        match outcome {
            Outcome::Rendered(files) => {
                let words = |text: &str| run::with(&set, &places, |place, index| placed(text, place, index));
                let Outcome::Rendered(harmless) = run::render(&words(HARMLESS)) else {
                    wrong.push(format!("{}: harmless words are refused", string.name));
                    continue;
                };
                let both: Vec<(String, String)> = places
                    .iter()
                    .enumerate()
                    .map(|(index, place)| (placed(HARMLESS, place, index), placed(&string.text, place, index)))
                    .collect();
                comparison.add(&string.name, harmless, files, both);
            }
            Outcome::Refused(found) => wrong.push(format!("{}: {:#?}", string.name, found.0.first())),
            Outcome::NoFile => wrong.push(format!("{}: no file", string.name)),
            Outcome::Panicked(text) => wrong.push(format!("{}: {text}", string.name)),
        }
    }
    wrong.extend(comparison.differences());
    println!("{} strings stood in {stood} places, and changed {} files", strings.len(), comparison.files);
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(open.len() >= 150 && stood >= 10_000, "only {} places take strings, {stood} in all", open.len());
}

/// Each string is put into each place by itself.
fn alone() -> bool {
    std::env::var_os("HOOKWIRE_LONG").is_some()
}

fn strings(large: bool) -> Vec<Hostile> {
    let mut all = strings::all();
    if large {
        all.extend(strings::large());
    }
    all
}
