//! Schemas are not trusted: whatever strings, names, paths and shapes are in them, there is a diagnostic, or output in
//! which the parser of each language finds the strings as data and nothing else.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

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

use run::Outcome;
use set::Set;

#[test]
fn first() {
    let set = Set::of_tests();
    let places = places::all(&set);
    println!("{} places", places.len());
    let everything = strings::everything();
    let outcomes = run::on_all_cores(&places, |place| run::read(&run::with(&set, &[place], |_, _| everything.text.clone())));
    for (place, outcome) in places.iter().zip(outcomes) {
        match outcome {
            Outcome::Rendered(_) => println!("OK {}", place.name),
            Outcome::Refused(found) => println!("-- {}   {}", place.name, found.0.iter().map(|f| f.code).collect::<Vec<_>>().join(",")),
            Outcome::NoFile => println!("nofile {}", place.name),
            Outcome::Panicked(text) => println!("PANIC {} {text}", place.name),
        }
    }
}
