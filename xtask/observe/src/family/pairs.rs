//! The replies with two fields.

use serde_json::Value;

use super::field::{Field, called, reply};

/// Returns the replies with two fields, each with its correct values.
pub fn pairs(event: &str, fields: &[Field]) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for (at, one) in fields.iter().enumerate() {
        for other in &fields[at + 1..] {
            for (a, first) in one.right.iter().filter(|(word, _)| word != "blank") {
                for (b, second) in other.right.iter().filter(|(word, _)| word != "blank") {
                    let name = format!("{}-{a}-and-{}-{b}", called(one), called(other));
                    all.push((name, reply(event, &[(one, first), (other, second)])));
                }
            }
        }
    }
    all
}
