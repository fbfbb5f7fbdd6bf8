//! The step `newer`: tests the current packages with the contract of a newer host.
//!
//! ```text
//! schemas/ + tests/newer ─▶ a newer contract ─▶ rendered, for every target
//!                                            └▶ its new examples ─▶ current readers and guards ─▶ outcomes ─▶ faults
//! ```
//!
//! See tests/newer/README.md for the changes, and for the protocol of a reader.

mod contract;
mod guard;
mod reader;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use self::guard::{Call, Guard};
use self::reader::{Asked, Reading};
use crate::vector::{self, Seed};
use hookwire_harness::Root;

/// The expected reading of a payload by the current readers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// A JSON Pointer to the new part of the payload.
    news: String,
    kind: String,
    event: String,
    /// Code and pointer of each problem.
    problems: Vec<Value>,
}

/// Runs the step. All answers are collected before they are compared.
pub fn run(root: &Root) -> Result<(), String> {
    let newer = contract::make(root)?;
    contract::render(root, &newer)?;
    let payloads = contract::news(root, &newer)?;
    let expected: BTreeMap<String, Expected> = vector::read_json(&root.path("tests/newer/expected.json"))?;
    let mut faults = strangers(&payloads, &expected);

    let today = reader::ask(&newer, reader::current(root)?, &payloads)?;
    let rendered = reader::ask(&newer, reader::of(root, &newer)?, &payloads)?;
    let calls = guard::call(&newer, guard::current(root, &newer)?, &guard::guarded_calls(root, &payloads)?)?;

    faults.extend(faults_of(&today, &payloads, |id| expected.get(id).cloned()));
    faults.extend(faults_of(&rendered, &payloads, |id| expected.get(id).map(Expected::once_rendered)));
    faults.extend(differences(&today, &payloads));
    faults.extend(calls.iter().flat_map(|(guard, calls)| calls.iter().filter_map(|call| fault_of_call(guard, call))));
    faults.iter().for_each(|fault| println!("{fault}"));
    print_counts(&payloads, &today, &rendered, &calls);
    if faults.is_empty() { Ok(()) } else { Err(format!("{} faults", faults.len())) }
}

impl Expected {
    /// Returns the expected reading by packages of the newer contract: nothing is new to them.
    fn once_rendered(&self) -> Self {
        Self { kind: "known".to_owned(), problems: Vec::new(), ..self.clone() }
    }
}

/// Returns the payloads without an expectation, the expectations without a payload, and the payloads without the new
/// part.
fn strangers(payloads: &[Seed], expected: &BTreeMap<String, Expected>) -> Vec<String> {
    let found: BTreeMap<&str, &Value> = payloads.iter().map(|it| (it.vector.id.as_str(), &it.payload)).collect();
    let unexpected = found.keys().filter(|id| !expected.contains_key(**id));
    let unexpected = unexpected.map(|id| format!("{id}: tests/newer/expected.json does not have it"));
    let fault = |(id, it): (&String, &Expected)| match found.get(id.as_str()) {
        None => Some(format!("{id}: there is no such new example")),
        Some(payload) if payload.pointer(&it.news).is_none() => Some(format!("{id}: nothing stands at {}", it.news)),
        Some(_) => None,
    };
    unexpected.chain(expected.iter().filter_map(fault)).collect()
}

/// Returns the differences between the readings and the expected ones.
fn faults_of(readers: &[Asked], payloads: &[Seed], expected: impl Fn(&str) -> Option<Expected>) -> Vec<String> {
    let mut faults = Vec::new();
    for reader in readers {
        faults.extend(reader.failure.iter().map(|why| format!("{}: {why}", reader.name)));
        if reader.answers.len() != payloads.len() {
            faults.push(format!("{}: {} answers to {} payloads", reader.name, reader.answers.len(), payloads.len()));
        }
        for (seed, reading) in payloads.iter().zip(&reader.answers) {
            let differing = expected(&seed.vector.id).map_or_else(Vec::new, |it| differing(reader, seed, reading, &it));
            faults.extend(differing.iter().map(|what| format!("{}: {}: {what}", seed.vector.id, reader.name)));
        }
    }
    faults
}

/// Returns each part of a reading that is not as expected.
fn differing(reader: &Asked, seed: &Seed, reading: &Reading, expected: &Expected) -> Vec<String> {
    let reported = reading.problems.iter().map(|it| json!({"code": it["code"], "pointer": it["pointer"]})).collect();
    let typed = if expected.kind == "known" { seed.payload.clone() } else { Value::Bool(false) };
    let pairs = [
        ("id", json!(reading.id), json!(seed.vector.id)),
        ("kind", json!(reading.kind), json!(expected.kind)),
        ("event", json!(reading.event), json!(expected.event)),
        ("problems", Value::Array(reported), json!(expected.problems)),
        ("payload", reading.payload.clone(), seed.payload.clone()),
        ("typed", reading.typed.clone(), if reader.typed { typed } else { Value::Null }),
    ];
    let differing = pairs.into_iter().filter(|(_, is, due)| is != due);
    differing.map(|(part, is, due)| format!("{part} is {is}, expected {due}")).collect()
}

/// Returns the payloads whose problems are not exactly those of the first reader.
fn differences(readers: &[Asked], payloads: &[Seed]) -> Vec<String> {
    let [first, others @ ..] = readers else { return Vec::new() };
    let mut found = Vec::new();
    for other in others {
        for ((seed, one), another) in payloads.iter().zip(&first.answers).zip(&other.answers) {
            if one.problems != another.problems {
                let (one, another) = (json!(one.problems), json!(another.problems));
                found.push(format!("{}: {} tells {one}, {} {another}", seed.vector.id, first.name, other.name));
            }
        }
    }
    found
}

fn fault_of_call(guard: &Guard, Call { id, due, outcome }: &Call) -> Option<String> {
    (!due.allows(*outcome)).then(|| format!("{id}: the guard in {}: {outcome:?}, expected {due:?}", guard.name))
}

/// Prints the numbers of answers, so that a reader or guard that did not run is visible.
fn print_counts(payloads: &[Seed], today: &[Asked], rendered: &[Asked], calls: &[(Guard, Vec<Call>)]) {
    let answers = |readers: &[Asked]| -> String {
        readers.iter().map(|it| format!(" {} {}", it.name, it.answers.len())).collect()
    };
    println!("new payloads: {}", payloads.len());
    println!("read by the packages of today:{} ({})", answers(today), reader::tally(today));
    println!("read by those of the newer contract:{} ({})", answers(rendered), reader::tally(rendered));
    calls.iter().for_each(|(guard, calls)| println!("calls of the guard in {}: {}", guard.name, guard::tally(calls)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed(payload: &Value) -> Seed {
        let vector = vector::Vector::new("a", "StopInput", payload);
        Seed::valid(vector, payload.clone())
    }

    fn expected() -> Expected {
        let problems = vec![json!({"code": "wrong-value", "pointer": "/x"})];
        Expected { news: "/x".to_owned(), kind: "misfit".to_owned(), event: "Stop".to_owned(), problems }
    }

    /// Returns a reader whose answer is right, except for this key.
    fn saying(key: &str, value: Value) -> Result<Asked, serde_json::Error> {
        let mut right = json!({
            "id": "a", "kind": "misfit", "event": "Stop", "payload": {"x": 1}, "typed": false,
            "problems": [{"code": "wrong-value", "pointer": "/x", "message": "No."}],
        });
        right[key] = value;
        Ok(Asked { name: "it", typed: true, answers: vec![serde_json::from_value(right)?], failure: None })
    }

    #[test]
    fn each_part_of_a_reading_can_be_wrong() -> Result<(), serde_json::Error> {
        let payloads = [seed(&json!({"x": 1}))];
        let faults = |reader: Asked| faults_of(&[reader], &payloads, |_| Some(expected())).len();
        assert_eq!(faults(saying("id", json!("a"))?), 0);
        for (key, value) in [
            ("id", json!("b")),
            ("kind", json!("known")),
            ("event", Value::Null),
            ("payload", json!({"x": 2})),
            ("problems", json!([])),
            ("typed", json!({"x": 1})),
        ] {
            assert_eq!(faults(saying(key, value)?), 1, "{key}");
        }
        assert_eq!(faults(Asked { answers: Vec::new(), ..saying("id", json!("a"))? }), 1);
        assert_eq!(faults(Asked { failure: Some("gone".to_owned()), ..saying("id", json!("a"))? }), 1);
        Ok(())
    }

    #[test]
    fn a_different_message_is_reported() -> Result<(), serde_json::Error> {
        let (payloads, right) = ([seed(&json!({"x": 1}))], || saying("id", json!("a")));
        let other = saying("problems", json!([{"code": "wrong-value", "pointer": "/x", "message": "Na."}]))?;
        assert!(differences(&[right()?, right()?], &payloads).is_empty());
        assert_eq!(differences(&[right()?, other], &payloads).len(), 1);
        Ok(())
    }

    #[test]
    fn examples_and_expectations_go_together() {
        let named = |id: &str| BTreeMap::from([(id.to_owned(), expected())]);
        assert!(strangers(&[seed(&json!({"x": 1}))], &named("a")).is_empty());
        assert_eq!(strangers(&[seed(&json!({"x": 1}))], &named("b")).len(), 2);
        assert_eq!(strangers(&[seed(&json!({}))], &named("a")).len(), 1);
    }
}
