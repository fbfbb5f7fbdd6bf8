//! Schemas are not trusted. Whatever strings, names, paths and shapes they contain, the result is a diagnostic, or
//! output in which each language's parser finds the strings only as data.
//!
//! `HOOKWIRE_LONG`, which `cargo xtask test --long` sets, puts each string into each place separately, and a megabyte
//! of each.

mod compare;
mod parsers;
mod places;
mod run;
mod set;
mod shape;
mod strings;
pub mod tools;

use std::collections::BTreeMap;

use hookwire_codegen::internal::diagnostic::Level;

use compare::Comparison;
use places::Place;
use run::Outcome;
use set::Set;
use strings::Hostile;

/// The harmless text for a place. It is not an identifier, so that it is quoted, and it has characters that are escaped
/// in regular expressions, so that the two forms can be counted separately.
const HARMLESS: &str = "some (harmless) words";

/// Returns the places that take any string. Prints how many others there are.
fn open_places(set: &Set) -> Vec<Place> {
    let everything = strings::everything().text;
    let places = places::all(set);
    let outcomes = run::on_all_cores(&places, |place| {
        // A place for regular expressions is tested with a valid one.
        let text = if place.is_expression() { HARMLESS } else { &everything };
        let changed = run::with(set, &[place], |place, index| place.written(text, index));
        match run::read(&changed) {
            // For places that are not names, no target refuses anything else.
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
    let expressions = open.iter().filter(|place| place.is_expression()).count();
    println!("{} places take any string, {expressions} an expression, {refused} neither", open.len() - expressions);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    open
}

/// Returns the places that take this string together, and the outcome. Places that refuse it are found by bisection.
fn taken<'a>(set: &Set, places: &[&'a Place], text: &str) -> (Vec<&'a Place>, Outcome) {
    match rendered(set, places, text) {
        Outcome::Refused(_) | Outcome::NoFile => {
            let places = by_halves(set, places, text);
            let outcome = rendered(set, &places, text);
            (places, outcome)
        }
        outcome => (places.to_vec(), outcome),
    }
}

/// Finds the places that take a string by bisection.
fn by_halves<'a>(set: &Set, places: &[&'a Place], text: &str) -> Vec<&'a Place> {
    let (one, other) = places.split_at(places.len() / 2);
    let takes = |half: &[&'a Place]| match rendered(set, half, text) {
        Outcome::Refused(_) | Outcome::NoFile if half.len() > 1 => by_halves(set, half, text),
        Outcome::Refused(_) | Outcome::NoFile => Vec::new(),
        Outcome::Rendered(_) | Outcome::Panicked(_) => half.to_vec(),
    };
    if places.len() > 1 { [takes(one), takes(other)].concat() } else { Vec::new() }
}

fn rendered(set: &Set, places: &[&Place], text: &str) -> Outcome {
    run::render(&run::with(set, places, |place, index| place.written(text, index)))
}

#[test]
#[ignore = "takes minutes, or needs what other steps install: `cargo xtask test --only any-set`"]
fn a_hostile_string_is_data_in_every_language() {
    let set = Set::of_tests();
    let open = open_places(&set);
    let strings = strings(alone());
    let groups = groups(&strings, &open, alone());
    let outcomes = run::on_all_cores(&groups, |(string, places)| taken(&set, places, &string.text));
    let mut comparison = Comparison::new();
    let mut harmless: BTreeMap<Vec<&str>, Outcome> = BTreeMap::new();
    let (mut wrong, mut stood) = (Vec::new(), 0);
    for ((string, _), (places, outcome)) in groups.iter().zip(outcomes) {
        stood += places.len();
        match outcome {
            Outcome::Rendered(files) => {
                let names = places.iter().map(|place| place.name.as_str()).collect();
                let words = || rendered(&set, &places, HARMLESS);
                let Outcome::Rendered(harmless) = harmless.entry(names).or_insert_with(words) else {
                    wrong.push(format!("{}: harmless words are refused", string.name));
                    continue;
                };
                let both: Vec<(String, String)> = places
                    .iter()
                    .enumerate()
                    .map(|(index, place)| (place.written(HARMLESS, index), place.written(&string.text, index)))
                    .collect();
                let (name, judged) = match &places[..] {
                    [place] => (format!("{} at {}", string.name, place.name), place.is_asserted()),
                    _ => (string.name.clone(), false),
                };
                comparison.add(&name, harmless, files, both, judged);
            }
            Outcome::Refused(found) => {
                let error = found.0.iter().find(|it| it.level == Level::Error);
                wrong.push(format!("{}: {error:#?}", string.name));
            }
            Outcome::NoFile => wrong.push(format!("{}: no file", string.name)),
            Outcome::Panicked(text) => wrong.push(format!("{}: {text}", string.name)),
        }
    }
    wrong.extend(comparison.differences());
    println!("{} strings stood in {stood} places, and changed {} files", strings.len(), comparison.files);
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(open.len() >= 150 && stood >= 10_000, "only {} places take strings, {stood} in all", open.len());
}

/// Groups strings and places that are tested together. Asserted places are also tested separately with all strings at
/// once, because a string in many places may be missing in one. Plain and regular-expression places are separate
/// groups.
fn groups<'a>(strings: &'a [Hostile], open: &'a [Place], alone: bool) -> Vec<(&'a Hostile, Vec<&'a Place>)> {
    let by_itself =
        |string: &Hostile, place: &Place| alone || (string.name == strings::EVERYTHING && place.is_asserted());
    let single = strings.iter().flat_map(|string| {
        open.iter().filter(move |place| by_itself(string, place)).map(move |place| (string, vec![place]))
    });
    let (expressions, others): (Vec<_>, Vec<_>) = open.iter().partition(|place| place.is_expression());
    let together = strings.iter().flat_map(|string| [(string, others.clone()), (string, expressions.clone())]);
    single.chain(together.filter(|_| !alone)).collect()
}

/// Returns true if each string is put into each place separately.
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
