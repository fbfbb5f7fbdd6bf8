//! `cargo xtask observe --mark`: writes into the catalogue which cells the records show.

use std::fs;

use hookwire_harness::Root;
use hookwire_harness::catalogue::{CATALOGUE, read};
use hookwire_observe::compare::Outcome;
use hookwire_observe::unseen::cells;
use serde_json::{Value, json};

use super::{records, results, versions};

/// The longest line of the catalogue. A longer value is written over several lines.
const WIDTH: usize = 119;

/// Writes `observed` of each cell, as the records have it, formats the catalogue, and returns the number of cells that changed.
///
/// # Errors
/// A file cannot be read or written.
pub fn write(root: &Root) -> Result<usize, String> {
    let path = root.path(CATALOGUE);
    let mut catalogue = read(root)?;
    let versions = versions(root)?;
    let mut count = 0;
    for event in catalogue["events"].as_array_mut().into_iter().flatten() {
        for version in &versions {
            let records = records(root, version, event["name"].as_str().unwrap_or_default())?;
            let results = results(event, version, &records);
            let marks: Vec<(String, bool)> = cells(event, version)
                .into_iter()
                .map(|cell| {
                    let is_seen = matches!(results.get(&cell.pointer), Some(Outcome::Seen(_)));
                    (cell.pointer, is_seen)
                })
                .collect();
            for (pointer, is_seen) in marks {
                count += usize::from(event.pointer_mut(&pointer).is_some_and(|cell| mark(cell, version, is_seen)));
            }
        }
    }
    fs::write(&path, formatted(&catalogue)).map_err(|error| format!("{CATALOGUE}: {error}"))?;
    Ok(count)
}

/// Adds or removes a version, and returns whether the cell changed.
fn mark(cell: &mut Value, version: &str, is_seen: bool) -> bool {
    let mut all: Vec<String> =
        cell["observed"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    if all.iter().any(|it| it == version) == is_seen {
        return false;
    }
    if is_seen {
        all.push(version.to_owned());
        all.sort_by_key(|it| hookwire_observe::registry::numbers(it));
    } else {
        all.retain(|it| it != version);
    }
    let Some(cell) = cell.as_object_mut() else { return false };
    if all.is_empty() {
        cell.shift_remove("observed");
    } else {
        cell.insert("observed".to_owned(), json!(all));
    }
    true
}

/// Returns the text of the catalogue: what fits on a line is on one.
fn formatted(catalogue: &Value) -> String {
    let mut text = String::new();
    put(catalogue, 0, &mut text);
    text.push('\n');
    text
}

fn put(value: &Value, indent: usize, text: &mut String) {
    let line = one_line(value);
    let inner = indent + 2;
    match value {
        Value::Object(map) if indent + line.chars().count() > WIDTH && !map.is_empty() => {
            for (at, (key, value)) in map.iter().enumerate() {
                text.push_str(if at == 0 { "{\n" } else { ",\n" });
                text.push_str(&format!("{:inner$}{}: ", "", json!(key)));
                put(value, inner, text);
            }
            text.push_str(&format!("\n{:indent$}}}", ""));
        }
        Value::Array(items) if indent + line.chars().count() > WIDTH && !items.is_empty() => {
            for (at, value) in items.iter().enumerate() {
                text.push_str(if at == 0 { "[\n" } else { ",\n" });
                text.push_str(&format!("{:inner$}", ""));
                put(value, inner, text);
            }
            text.push_str(&format!("\n{:indent$}]", ""));
        }
        _ => text.push_str(&line),
    }
}

/// Returns a value on one line, with a space after each comma and colon.
fn one_line(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let parts: Vec<String> =
                map.iter().map(|(key, value)| format!("{}: {}", json!(key), one_line(value))).collect();
            format!("{{{}}}", parts.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(one_line).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_added_in_order_and_removed() {
        let mut cell = json!({"effect": "blocks", "observed": ["2.1.330"]});
        assert!(mark(&mut cell, "2.1.42", true) && !mark(&mut cell, "2.1.42", true));
        assert_eq!(cell["observed"], json!(["2.1.42", "2.1.330"]));
        assert!(mark(&mut cell, "2.1.42", false) && mark(&mut cell, "2.1.330", false));
        assert_eq!(cell, json!({"effect": "blocks"}));
    }

    #[test]
    fn a_value_is_on_one_line_if_it_fits() {
        let short = json!({"a": [1, {"b": "c"}]});
        assert_eq!(formatted(&short), "{\"a\": [1, {\"b\": \"c\"}]}\n");
        let long = json!({"a": "x".repeat(WIDTH), "b": []});
        assert_eq!(formatted(&long), format!("{{\n  \"a\": \"{}\",\n  \"b\": []\n}}\n", "x".repeat(WIDTH)));
    }
}
