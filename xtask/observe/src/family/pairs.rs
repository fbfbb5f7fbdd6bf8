//! The replies with two fields.

use serde_json::Value;

use super::ALL_KINDS;
use super::field::{Field, reply};

/// The fields of every event that change nothing headless.
const QUIET: [&str; 2] = ["suppressOutput", "terminalSequence"];

/// The other fields of every event.
const UNIVERSAL: [&str; 3] = ["continue", "stopReason", "systemMessage"];

/// Returns the replies with two fields, each with its correct values.
///
/// On the events of [`ALL_KINDS`] all fields are paired. On the others, those of the event are paired with each other and
/// with the universal ones, and `continue` with the other universal ones.
pub fn pairs(event: &str, fields: &[Field]) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for (at, one) in fields.iter().enumerate() {
        for other in &fields[at + 1..] {
            if !ALL_KINDS.contains(&event) && !matters(one, other) {
                continue;
            }
            for (a, first) in one.right.iter().filter(|(word, _)| word != "blank") {
                for (b, second) in other.right.iter().filter(|(word, _)| word != "blank") {
                    let name = format!("{}-{a}-and-{}-{b}", one.called(), other.called());
                    all.push((name, reply(event, &[(one, first), (other, second)])));
                }
            }
        }
    }
    all
}

/// Returns true if a pair has a field of the event, or `continue`, and no field that changes nothing.
fn matters(one: &Field, other: &Field) -> bool {
    let is = |field: &Field, names: &[&str]| !field.specific && names.contains(&field.name.as_str());
    let is_quiet = |field: &Field| is(field, &QUIET);
    let is_own = |field: &Field| !is(field, &UNIVERSAL) && !is_quiet(field);
    let has = |test: &dyn Fn(&Field) -> bool| test(one) || test(other);
    !has(&is_quiet) && (has(&is_own) || has(&|field| is(field, &["continue"])))
}
