//! Writes a table from the names of types to the types of the crate: of all that have a schema.

use std::path::Path;
use std::{env, fs};

const SCHEMAS: &str = "../../../target/suite/packages/schemas";

fn main() {
    println!("cargo::rerun-if-changed={SCHEMAS}");
    let entries = fs::read_dir(SCHEMAS).unwrap_or_else(|error| panic!("{SCHEMAS}: {error}"));
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .filter_map(|name| name.strip_suffix(".schema.json").map(str::to_owned))
        // Not a type: all of them, and the folder of their closed copies.
        .filter(|name| name.starts_with(char::is_uppercase))
        .collect();
    names.sort();
    let rows: String =
        names.iter().map(|name| format!("    (\"{name}\", typed::<json_schema_suite::{name}>),\n")).collect();
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    let table = format!("const TYPES: &[(&str, Judge)] = &[\n{rows}];\n");
    fs::write(Path::new(&out).join("types.rs"), table).expect("written");
}
