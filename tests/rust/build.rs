//! Writes tables from type names to the types of the crate, so that none can be left out: one for the types with
//! examples, one for all types with a schema, one for the outputs of all events under a profile, and one for all types of
//! each profile. Then it writes a module with the programs on the pages of the documentation, and the hook of the page about prompt hooks, which the
//! programs of this package include.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    const ALL: &str = "hookwire_user::all";
    let all = defined("../../generated/schemas/bundle.schema.json");
    let of_examples: Vec<String> =
        names("../../schemas/examples").iter().map(|file| file.trim_end_matches(".json").to_owned()).collect();
    table("types.rs", "RoundTrip", "round_trip", ALL, &of_examples);
    table("all_types.rs", "Validate", "typed", ALL, &all);
    // The output of each event: the types with an input of the same name.
    let has_input = |name: &&String| {
        let event = name.strip_suffix("Output").filter(|event| *event != "Hook");
        event.is_some_and(|event| all.contains(&format!("{event}Input")))
    };
    let outputs: Vec<String> = all.iter().filter(has_input).cloned().collect();
    table("outputs.rs", "Reads", "reads", "hookwire::profiles::validator", &outputs);
    profiles("../../generated/rust/src/profiles");
    write("docs.rs", &programs("../../generated/docs"));
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

/// Returns the names in a folder, sorted.
fn names(folder: &str) -> Vec<String> {
    println!("cargo::rerun-if-changed={folder}");
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

/// Returns the types of a bundle: each begins a line. It has closed copies and bases of some, with a colon in their names.
fn defined(path: &str) -> Vec<String> {
    let bundle = read(path);
    let (_, definitions) = bundle.split_once("\n  \"$defs\": {\n").expect("definitions");
    let names = definitions.lines().filter_map(|line| line.strip_prefix("    \"")?.split('"').next());
    let names: Vec<String> = names.filter(|name| !name.contains(':')).map(str::to_owned).collect();
    assert!(names.len() > 400, "{} types", names.len());
    names
}

/// Writes `const TYPES`: each name with the function for its type.
fn table(file: &str, kind: &str, function: &str, home: &str, names: &[String]) {
    let rows: String = names.iter().map(|name| format!("    (\"{name}\", {function}::<{home}::{name}>),\n")).collect();
    write(file, &format!("const TYPES: &[(&str, {kind})] = &[\n{rows}];\n"));
}

/// Writes `const PROFILE_TYPES`: the path of each type that a profile has for itself, with the function for its type.
fn profiles(folder: &str) {
    let mut rows = String::new();
    for module in names(folder).iter().filter_map(|file| file.strip_suffix(".rs")).filter(|module| *module != "mod") {
        let text = read(&format!("{folder}/{module}.rs"));
        let declared = text.lines().filter_map(|line| {
            let line = line.strip_prefix("pub ")?;
            ["struct ", "enum ", "type "].iter().find_map(|kind| line.strip_prefix(kind))
        });
        let declared: Vec<&str> = declared.filter_map(|it| it.split(|it: char| !it.is_alphanumeric()).next()).collect();
        assert!(declared.len() > 10, "{module} has {} types", declared.len());
        for name in declared {
            let path = format!("hookwire::profiles::{module}::{name}");
            writeln!(rows, "    (\"{path}\", std::any::type_name::<{path}>),").expect("a string takes any text");
        }
    }
    write("profile_types.rs", &format!("const PROFILE_TYPES: &[(&str, NameOfType)] = &[\n{rows}];\n"));
}

/// Returns a module for each Rust program on the pages of a folder, and `const PROGRAMS`: the name of each, its function,
/// and what it prints. A program with tests is only a module.
fn programs(folder: &str) -> String {
    println!("cargo::rerun-if-changed={folder}");
    let (mut modules, mut rows) = (String::new(), String::new());
    for path in pages(Path::new(folder)) {
        // The hooks of the cookbook and of the pages for beginners are programs of their own: see Cargo.toml.
        if path.iter().any(|part| part == "cookbook" || part == "getting-started") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let page = path.file_stem().expect("a name").to_string_lossy().replace('-', "_");
        let parts = parts(&text);
        // The hook has tests of its own.
        let is_run = |(_, (language, code)): &(usize, &(&str, &str))| *language == "rust" && !code.contains("my_model");
        for (at, (_, code)) in parts.iter().enumerate().filter(is_run) {
            let name = format!("{page}_{at}");
            // A hook is one of the guards, which have tests of their own.
            if code.contains("#[test]") || code.contains("fn main()") {
                let code = code.replace("fn main()", "#[allow(dead_code)]\npub fn main()");
                write!(modules, "mod {name} {{\n{code}}}\n").expect("a string takes any text");
                continue;
            }
            // A heading ends what programs before it may print.
            let next = parts[at..].iter().find(|(language, _)| ["", "text"].contains(language));
            let output = next.map_or("", |(_, text)| text);
            write!(modules, "fn {name}() {{\n{code}}}\n").expect("a string takes any text");
            writeln!(rows, "    (\"{name}\", {name}, {output:?}),").expect("a string takes any text");
        }
    }
    format!("{modules}const PROGRAMS: &[(&str, fn(), &str)] = &[\n{rows}];\n")
}

/// Returns the blocks of code of a page with their languages, and each heading as a block without language and text.
fn parts(page: &str) -> Vec<(&str, &str)> {
    let mut parts = Vec::new();
    let mut rest = page;
    while let Some((line, after)) = rest.split_once('\n') {
        rest = after;
        if let Some(language) = line.strip_prefix("```") {
            let end = rest.find("\n```").map_or(rest.len(), |at| at + 1);
            // An empty block ends at once.
            let end = if rest.starts_with("```") { 0 } else { end };
            parts.push((language, &rest[..end]));
            rest = rest[end..].split_once('\n').map_or("", |(_, after)| after);
        } else if line.starts_with('#') {
            parts.push(("", ""));
        }
    }
    parts
}

/// Returns every page below a folder, sorted.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found: Vec<PathBuf> = Vec::new();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|it| it == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}
