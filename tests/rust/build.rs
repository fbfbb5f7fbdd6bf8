//! Writes the table from the names of the examples' folders to the types of the crate, so that none can be left out.

use std::path::Path;
use std::{env, fs};

fn main() {
    let examples = Path::new("../../schemas/examples");
    println!("cargo::rerun-if-changed={}", examples.display());
    let mut names: Vec<String> = fs::read_dir(examples)
        .expect("the examples")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .collect();
    names.sort();
    let rows: String = names.iter().map(|name| format!("    (\"{name}\", round_trip::<hookwire::{name}>),\n")).collect();
    let table = format!("const TYPES: &[(&str, RoundTrip)] = &[\n{rows}];\n");
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join("types.rs"), table).expect("written");
}
