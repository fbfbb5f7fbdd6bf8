//! The replies with one field.

use serde_json::Value;

use super::field::{Field, reply};

/// Begins the name of a reply with a field at the other level.
pub const MISPLACED: &str = "misplaced-";

/// Stands in the name of a reply with a wrong value.
pub const WRONG: &str = "-wrong-";

/// Returns the replies with one field: each right value, each wrong one, and the right one at the other level.
pub fn single(event: &str, fields: &[Field]) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for field in fields {
        let place = if field.specific { "specific" } else { "top" };
        for (word, value) in field.right.iter().chain(&field.wrong) {
            all.push((format!("{place}-{}-{word}", field.name), reply(event, &[(field, value)])));
        }
        let taken = fields.iter().any(|other| other.name == field.name && other.specific != field.specific);
        if let Some((_, value)) = field.right.first().filter(|_| !taken) {
            let moved =
                Field { specific: !field.specific, name: field.name.clone(), right: Vec::new(), wrong: Vec::new() };
            all.push((format!("{MISPLACED}{}", field.name), reply(event, &[(&moved, value)])));
        }
    }
    all
}
