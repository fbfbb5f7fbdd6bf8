//! Finds the version, the pages that `hookwire docs` prints, the words of the host, and the names of `hookwire get --sh`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use serde_json::Value;

/// Where the bundle of all schemas is made.
const BUNDLE: &str = "../generated/rust/src";

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    // A published crate has its own copy; in the repository the pages are where they are made.
    // The version is written in `schemas/codegen.toml` alone.
    let manifest = root.join("../generated/rust/Cargo.toml");
    println!("cargo::rerun-if-changed={}", manifest.display());
    let manifest = fs::read_to_string(manifest)?;
    let version = manifest.lines().find_map(|it| it.strip_prefix("version = \"")?.strip_suffix('"'));
    println!(
        "cargo::rustc-env=HOOKWIRE_VERSION={}",
        version.ok_or_else(|| io::Error::other("the crate has no version"))?
    );
    let docs = [root.join("pages"), root.join("../generated/docs")].into_iter().find(|it| it.is_dir());
    let docs = docs.ok_or_else(|| io::Error::other("no pages: run `cargo xtask codegen` first"))?;
    for it in [&docs, &root.join("docs")] {
        println!("cargo::rerun-if-changed={}", it.display());
    }
    let mut all = Vec::new();
    for folder in [docs.clone(), docs.join("events"), docs.join("getting-started"), root.join("docs")] {
        pages(&folder, &mut all)?;
    }
    all.sort();
    let mut pages = BTreeMap::new();
    for (name, path) in all {
        pages.insert(name, fs::read_to_string(path)?);
    }
    // Pages are rarely printed, and a sixth as large so.
    let packed = miniz_oxide::deflate::compress_to_vec(serde_json::to_string(&pages)?.as_bytes(), 9);
    let mut code = String::new();
    code.push_str(&cookbook(&docs.join("cookbook"))?);
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("pages.bin"), packed)?;
    let bundle = ["schemas", BUNDLE].map(|it| root.join(it).join("bundle.schema.json"));
    let bundle = fs::read(bundle.iter().find(|it| it.is_file()).unwrap_or(&bundle[1]))?;
    fs::write(out.join("schemas.bin"), miniz_oxide::deflate::compress_to_vec(&bundle, 9))?;
    fs::write(out.join("cookbook.rs"), code)?;
    fs::write(out.join("wire.rs"), wire(&root)?)?;
    fs::write(out.join("host.rs"), host(&root)?)?;
    fs::write(out.join("variables.rs"), variables(&root)?)?;
    fs::write(out.join("fields.rs"), fields(&root)?)
}

/// Reads a file of the contract: a published crate has its own copy.
fn read(root: &Path, name: &str, places: [&str; 2]) -> io::Result<Value> {
    let path = places.iter().map(|it| root.join(it).join(name)).find(|it| it.is_file());
    json(&path.ok_or_else(|| io::Error::other(format!("no {name}: run `cargo xtask codegen` first")))?)
}

fn json(path: &Path) -> io::Result<Value> {
    println!("cargo::rerun-if-changed={}", path.display());
    Ok(serde_json::from_str(&fs::read_to_string(path)?)?)
}

/// Returns the words of the host that this program writes and looks for.
fn wire(root: &Path) -> io::Result<String> {
    let catalogue = read(root, "events.json", ["schemas", "../schemas"])?;
    let mut code = String::new();
    for (name, key, about) in [
        ("TOOL", "tool", "The key of an input with the name of the tool."),
        ("ARGUMENTS", "arguments", "The key of an input with the arguments of the tool."),
        ("FOLDER", "folder", "The key of an input with the folder in which the agent is."),
        ("MATCHER", "matcher", "The key of a group of hooks with its matcher."),
        ("ON_FAILURE", "on_failure", "The key of a handler with what happens if it fails."),
        ("FOLDER_VARIABLE", "folder_variable", "The variable with the folder of the project."),
    ] {
        let word = catalogue["wire"][key].as_str();
        let word = word.ok_or_else(|| io::Error::other(format!("the contract has no word for `{key}`")))?;
        let _ = writeln!(code, "/// {about}\npub const {name}: &str = {word:?};\n");
    }
    let all = catalogue["selection"]["placeholders"].as_array().into_iter().flatten();
    let is_folder = |it: &&Value| !it["direct"].as_bool().unwrap_or_default();
    let folders: Vec<&str> = all.filter(is_folder).filter_map(|it| it["name"].as_str()).collect();
    let about = "The variables with the path of a folder, which the host also replaces where there is no shell.";
    let _ = writeln!(code, "/// {about}\npub const FOLDERS: &[&str] = &{folders:?};");
    Ok(code)
}

/// The systems whose names and places can differ. `other` is for all that a row does not name.
const SYSTEMS: [&str; 3] = ["macos", "windows", "other"];

/// Returns where the host keeps its files. The contract has some of these names in sentences for people, not as values.
fn host(root: &Path) -> io::Result<String> {
    let all = json(&root.join("src/host.json"))?;
    let mut code = String::new();
    for (name, row) in all.as_object().into_iter().flatten() {
        let is = &row["is"];
        let mut keys = is.as_object().into_iter().flatten().map(|(key, _)| &**key);
        if let Some(key) = keys.find(|it| !SYSTEMS.contains(it)) {
            let message = format!("host.json: `{name}` has the system `{key}`. Write one of {}", SYSTEMS.join(", "));
            return Err(io::Error::other(message));
        }
        let of = |system: &str| is[system].as_str().or_else(|| is["other"].as_str()).or_else(|| is.as_str());
        let of = |system: &str| {
            of(system).map(|it| format!("{it:?}")).ok_or_else(|| io::Error::other(format!("host.json: `{name}`")))
        };
        let [macos, windows, other] = SYSTEMS.map(of);
        let (macos, windows, other) = (macos?, windows?, other?);
        let value = if macos == windows && windows == other {
            other
        } else {
            format!(
                "if cfg!(target_os = \"macos\") {{ {macos} }} else if cfg!(windows) {{ {windows} }} else {{ {other} }}"
            )
        };
        let about = row["about"].as_str().unwrap_or_default();
        let _ = writeln!(code, "/// {about}\npub const {}: &str = {value};\n", name.to_uppercase());
    }
    Ok(code)
}

/// Returns the hooks of the cookbook, with their files.
fn cookbook(folder: &Path) -> io::Result<String> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let paths = |folder: &Path| -> io::Result<Vec<PathBuf>> {
        let mut all: Vec<PathBuf> =
            fs::read_dir(folder)?.map(|it| it.map(|it| it.path())).collect::<io::Result<_>>()?;
        all.sort();
        Ok(all)
    };
    let name = |it: &Path| it.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    let mut code = String::from(
        "\n/// The hooks of the cookbook, each with its files.\npub const COOKBOOK: &[(&str, &[(&str, &str)])] = &[\n",
    );
    for hook in paths(folder)?.into_iter().filter(|it| it.join("test_hook.py").is_file()) {
        let _ = writeln!(code, "    ({:?}, &[", name(&hook));
        // Neither the page, nor the tests with the Python package.
        let is_part = |it: &PathBuf| !it.ends_with("README.md") && !it.ends_with("test_hook.py");
        for file in paths(&hook)?.into_iter().filter(is_part) {
            let path = fs::canonicalize(&file)?;
            let _ = writeln!(code, "        ({:?}, include_str!({:?})),", name(&file), path.display().to_string());
        }
        code.push_str("    ]),\n");
    }
    code.push_str("];\n");
    Ok(code)
}

/// Returns the tables of the fields of events and of tools, each with its name as a variable of a shell.
fn fields(root: &Path) -> io::Result<String> {
    let bundle = read(root, "bundle.schema.json", ["schemas", BUNDLE])?;
    let tools = read(root, "tools.json", ["schemas", "../schemas"])?;
    let types = bundle["$defs"].as_object().ok_or_else(|| io::Error::other("the bundle has no types"))?;
    let mut events = BTreeMap::new();
    for it in types.values() {
        if let Some(event) = it["properties"]["hook_event_name"]["const"].as_str() {
            events.insert(event, keys(it, types));
        }
    }
    let mut arguments = BTreeMap::new();
    for row in tools["rows"].as_array().into_iter().flatten() {
        let of_type = row["input"].as_str().and_then(|it| types.get(it)).map(|it| keys(it, types));
        let names = row["aliases"].as_array().into_iter().flatten().chain([&row["name"]]);
        for name in names.filter_map(Value::as_str) {
            arguments.insert(name, of_type.clone().unwrap_or_default());
        }
    }
    let of_event = table("EVENT_FIELDS", "The fields of the input of each event.", "hook", &events)?;
    Ok(of_event + &table("TOOL_FIELDS", "The arguments of each tool.", "hook_tool_input", &arguments)?)
}

/// Returns the table of the variables in which hooks get the path of a file.
fn variables(root: &Path) -> io::Result<String> {
    let mut code = String::from(
        "/// The events whose hooks get the path of a file in a variable, each with the variable.\npub const FILE_VARIABLES: &[(&str, &str)] = &[\n",
    );
    let events = read(root, "events.json", ["schemas", "../schemas"])?;
    for event in events["events"].as_array().into_iter().flatten() {
        for name in event["environment"].as_array().into_iter().flatten() {
            let _ = writeln!(code, "    ({}, {name}),", event["name"]);
        }
    }
    code.push_str("];\n");
    Ok(code)
}

/// Returns the keys of a type, and of those that it extends.
fn keys(of: &Value, types: &serde_json::Map<String, Value>) -> Vec<String> {
    let parts = of["allOf"].as_array().into_iter().flatten();
    let named = |it: &Value| it["$ref"].as_str().and_then(|it| types.get(it.strip_prefix("#/$defs/")?)).cloned();
    let mut all: Vec<String> = parts.filter_map(named).flat_map(|it| keys(&it, types)).collect();
    all.extend(of["properties"].as_object().into_iter().flat_map(|it| it.keys().cloned()));
    all.sort();
    all.dedup();
    all
}

fn table(name: &str, about: &str, prefix: &str, rows: &BTreeMap<&str, Vec<String>>) -> io::Result<String> {
    let mut code = format!("\n/// {about}\npub const {name}: &[(&str, &[(&str, &str)])] = &[\n");
    for (row, keys) in rows {
        let variable = |key: &String| {
            let plain = |it: char| if it.is_ascii_alphanumeric() { it } else { '_' };
            // The wire says `hook_event_name`: one `hook_` is enough.
            let key: String = key.strip_prefix("hook_").unwrap_or(key).chars().map(plain).collect();
            format!("{prefix}_{key}")
        };
        let mut names: Vec<String> = keys.iter().map(variable).collect();
        let pairs: Vec<String> = keys.iter().zip(&names).map(|(key, name)| format!("({key:?}, {name:?})")).collect();
        let _ = writeln!(code, "    ({row:?}, &[{}]),", pairs.join(", "));
        names.sort();
        names.dedup();
        if names.len() < keys.len() {
            return Err(io::Error::other(format!("two fields of `{row}` would be one variable")));
        }
    }
    code.push_str("];\n");
    Ok(code)
}

fn pages(folder: &Path, all: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        if path.extension().is_some_and(|it| it == "md") && name != "README" {
            all.push((name, fs::canonicalize(path)?));
        }
    }
    Ok(())
}
