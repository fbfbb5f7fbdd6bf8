//! Writes tables from type names to the types of the crate, so that none can be left out: one for the types with
//! examples, one for all types with a schema, and one for the outputs of all events under a profile.

use std::path::Path;
use std::{env, fs};

fn main() {
    const ALL: &str = "hookwire_user::all";
    let all = names("../../generated/schemas", ".schema.json");
    table("types.rs", "RoundTrip", "round_trip", ALL, &names("../../schemas/examples", ""));
    table("all_types.rs", "Validate", "typed", ALL, &all);
    // The output of each event: the types with an input of the same name.
    let has_input = |name: &&String| {
        let event = name.strip_suffix("Output").filter(|event| *event != "Hook");
        event.is_some_and(|event| all.contains(&format!("{event}Input")))
    };
    let outputs: Vec<String> = all.iter().filter(has_input).cloned().collect();
    table("outputs.rs", "Reads", "reads", "hookwire::profiles::validator", &outputs);
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
fn table(file: &str, kind: &str, function: &str, home: &str, names: &[String]) {
    let rows: String = names.iter().map(|name| format!("    (\"{name}\", {function}::<{home}::{name}>),\n")).collect();
    let table = format!("const TYPES: &[(&str, {kind})] = &[\n{rows}];\n");
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join(file), table).expect("written");
}
