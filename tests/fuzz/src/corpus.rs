//! The file that holds a target's corpus: JSON Lines, one input per line, sorted and without duplicates.
//!
//! A line is a JSON string with the input's text. An input that is not UTF-8 is an array of its bytes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// Reads the inputs of a corpus file.
///
/// # Errors
/// The file cannot be read, or a line is neither a string nor an array of bytes.
pub fn read(path: &Path) -> Result<BTreeSet<Vec<u8>>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let parsed = text
        .lines()
        .enumerate()
        .map(|(index, line)| input(line).map_err(|error| format!("{}:{}: {error}", path.display(), index + 1)));
    parsed.collect()
}

/// Returns the contents of the corpus file with these inputs.
pub fn packed(inputs: &BTreeSet<Vec<u8>>) -> String {
    inputs.iter().map(|bytes| format!("{}\n", line(bytes))).collect()
}

fn input(line: &str) -> Result<Vec<u8>, serde_json::Error> {
    serde_json::from_str::<String>(line).map(String::into_bytes).or_else(|_| serde_json::from_str(line))
}

fn line(bytes: &[u8]) -> Value {
    str::from_utf8(bytes).map_or_else(|_| Value::from(bytes), Value::from)
}
