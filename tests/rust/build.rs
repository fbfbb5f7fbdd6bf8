//! Writes tables from type names to the types of the crate, so that none can be left out: one for the types with
//! examples, and one for all types with a schema.

use std::path::Path;
use std::{env, fs};

fn main() {
    table("types.rs", "RoundTrip", "round_trip", &names("../../schemas/examples", ""));
    table("all_types.rs", "Validate", "typed", &names("../../generated/schemas", ".schema.json"));
}

/// Returns the names in a folder that end like this, without the ending, sorted.
fn names(folder: &str, ending: &str) -> Vec<String> {
    println!("cargo::rerun-if-changed={folder}");
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .filter_map(|name| name.strip_suffix(ending).map(str::to_owned))
        // Skips the bundle and the folder of closed copies, which are not types.
        .filter(|name| name.starts_with(char::is_uppercase))
        .collect();
    names.sort();
    names
}

/// Writes `const TYPES`: each name with the function for its type.
fn table(file: &str, kind: &str, function: &str, names: &[String]) {
    let rows: String =
        names.iter().map(|name| format!("    (\"{name}\", {function}::<hookwire::{name}>),\n")).collect();
    let table = format!("const TYPES: &[(&str, {kind})] = &[\n{rows}];\n");
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join(file), table).expect("written");
}
