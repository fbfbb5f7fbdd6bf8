//! Writes a table from type names to the types of the crate, for all types with a schema.

use std::path::Path;
use std::{env, fs};

const SCHEMAS: &str = "../../../target/suite/packages/schemas";

fn main() {
    println!("cargo::rerun-if-changed={SCHEMAS}");
    let entries = fs::read_dir(SCHEMAS).unwrap_or_else(|error| panic!("{SCHEMAS}: {error}"));
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .filter_map(|name| name.strip_suffix(".schema.json").map(str::to_owned))
        // Skips the bundle and the folder of closed copies, which are not types.
        .filter(|name| name.starts_with(char::is_uppercase))
        .collect();
    names.sort();
    let rows: String =
        names.iter().map(|name| format!("    (\"{name}\", typed::<package::{name}>),\n")).collect();
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    let table = format!("const TYPES: &[(&str, Validate)] = &[\n{rows}];\n");
    let types = Path::new(&out).join("types.rs");
    fs::write(&types, table).expect("written");
    println!("cargo::rustc-env=TYPES={}", types.display());
}
