//! Writes tables from type names to the types of the crate, so that none can be left out: one for the types with
//! examples, one for all types with a schema, and one for the outputs of all events under a profile. Writes the hook of
//! the page about prompt hooks, which the programs of this package include.

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
    stop_hook();
}

/// Writes the hook of the page as it is, and with a short time limit.
fn stop_hook() {
    let page = read("../../generated/docs/prompt-hooks.md");
    let section = page.split_once("<a id=\"command-that-asks\">").expect("the section of the hook").1;
    let (hook, _) = section.split_once("```rust\n").expect("the hook").1.split_once("```\n").expect("its end");
    let slow = hook.replace("from_secs(20)", "from_millis(200)");
    assert_ne!(hook, slow, "the time limit of the hook");
    write("stop_hook.rs", hook);
    write("stop_hook_slow.rs", &slow);
    write("my_model.rs", &read("../transcripts/my_model.rs"));
}

fn read(path: &str) -> String {
    println!("cargo::rerun-if-changed={path}");
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn write(file: &str, text: &str) {
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join(file), text).expect("written");
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
    write(file, &format!("const TYPES: &[(&str, {kind})] = &[\n{rows}];\n"));
}
