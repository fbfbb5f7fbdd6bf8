//! `cargo xtask observe --shape`: captures the real inputs of hooks, and compares their keys with the contract.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{env, fs, thread};

use hookwire_codegen::generate::{self, Read};
use hookwire_harness::workspace;
use hookwire_observe::other_versions::events;
use hookwire_observe::program::{self, Program};
use hookwire_observe::shape::keys::Keys;
use hookwire_observe::shape::normal::Normaliser;
use hookwire_observe::shape::stage::Captured;
use hookwire_observe::shape::{scenes, stage, vectors};
use serde_json::json;

/// What to capture.
pub struct Options {
    /// The versions of the host.
    pub versions: Vec<String>,
    /// How many scenes run at once.
    pub jobs: usize,
    /// Write the vectors.
    pub record: bool,
    /// Only this scene.
    pub scene: Option<String>,
    /// Only the inputs of this event.
    pub event: Option<String>,
}

/// Runs all scenes and prints the report. Returns the number of keys that the contract does not have.
pub fn run(options: &Options) -> Result<usize, String> {
    let root = workspace::root();
    let read =
        generate::read(&root.join("schemas")).map_err(|_| "`cargo xtask codegen` reports mistakes".to_owned())?;
    let mut unknown = 0;
    for version in &options.versions {
        let program = program::fetch(version, &root.join("target/hosts"))?;
        unknown += shape_of(options, &root, &program, &read)?;
    }
    Ok(unknown)
}

/// Returns the keys of real inputs that the contract does not have, by event.
///
/// # Errors
/// A scene cannot be run.
pub fn unknown_keys(read: &Read, root: &Path, program: &Program) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let contract = &read.contract;
    let options = Options { versions: Vec::new(), jobs: 2, record: false, scene: None, event: None };
    let mut all: BTreeMap<String, Keys> = BTreeMap::new();
    for (scene, one) in capture(&options, root, program, read)? {
        one.notes.iter().for_each(|note| eprintln!("note: {scene}: {note}"));
        for input in &one.inputs {
            let event = input["hook_event_name"].as_str().unwrap_or_default();
            let keys = all.entry(event.to_owned()).or_default();
            if !keys.add(contract, input) {
                keys.unknown.insert("hook_event_name".to_owned());
            }
        }
    }
    all.retain(|_, keys| !keys.unknown.is_empty());
    Ok(all.into_iter().map(|(event, keys)| (event, keys.unknown)).collect())
}

fn shape_of(options: &Options, root: &Path, program: &Program, read: &Read) -> Result<usize, String> {
    let contract = &read.contract;
    let mut captured = capture(options, root, program, read)?;
    if let Some(event) = &options.event {
        captured.iter_mut().for_each(|(_, one)| one.inputs.retain(|input| input["hook_event_name"] == **event));
    }
    keep(root, &program.version, &captured)?;
    let mut keys: BTreeMap<&str, (usize, Keys)> = BTreeMap::new();
    for (scene, one) in &captured {
        one.notes.iter().for_each(|note| println!("note: {scene}: {note}"));
        for input in &one.inputs {
            let event = input["hook_event_name"].as_str().unwrap_or("an input without an event");
            let (count, keys) = keys.entry(event).or_default();
            *count += 1;
            if !keys.add(contract, input) {
                keys.unknown.insert("the event".to_owned());
            }
        }
    }
    keys.iter().for_each(|(event, (count, keys))| print(event, *count, keys));
    let never: Vec<&str> =
        contract.operations.each.iter().map(|it| it.name.as_str()).filter(|it| !keys.contains_key(it)).collect();
    let unknown: usize = keys.values().map(|(_, keys)| keys.unknown.len()).sum();
    let total: usize = keys.values().map(|(count, _)| count).sum();
    println!(
        "\n{}: {total} inputs of {} events, {unknown} keys that the contract does not have",
        program.version,
        keys.len()
    );
    if !never.is_empty() {
        println!("never seen: {}", never.join(", "));
    }
    if options.record {
        let normaliser = Normaliser::new(contract);
        let normal =
            captured.iter().flat_map(|(scene, one)| one.inputs.iter().map(|input| normaliser.normal(input, scene)));
        let is_part = options.scene.is_some() || options.event.is_some();
        // Of a part, the vectors that are there stay first.
        let mut all = if is_part { vectors::of_version(root, &program.version)? } else { Vec::new() };
        all.extend(normal);
        let chosen = vectors::choose(&normaliser, all);
        vectors::write(root, &program.version, &chosen)?;
        let count: usize = chosen.values().map(Vec::len).sum();
        println!("wrote {count} vectors to {}", vectors::folder(&program.version));
    }
    Ok(unknown)
}

/// Writes the inputs as they came to a file that is not committed, a line for each with its scene.
fn keep(root: &Path, version: &str, captured: &[(&'static str, Captured)]) -> Result<(), String> {
    let inputs = captured.iter().flat_map(|(scene, one)| one.inputs.iter().map(move |input| (scene, input)));
    let lines: String = inputs.map(|(scene, input)| format!("{}\n", json!({"scene": scene, "input": input}))).collect();
    let path = root.join(format!("target/observe/inputs-{version}.jsonl"));
    fs::write(&path, lines).map_err(|error| format!("{}: {error}", path.display()))
}

/// Prints the keys of an event: those that were seen with their JSON types, and the differences from the contract.
fn print(event: &str, count: usize, keys: &Keys) {
    println!("\n{event}: {count} inputs");
    for (path, types) in &keys.seen {
        println!("  {path}: {}", types.iter().copied().collect::<Vec<_>>().join(", "));
    }
    keys.missing().iter().for_each(|path| println!("  not seen: {path}"));
    keys.unknown.iter().for_each(|path| println!("  NOT IN THE CONTRACT: {path}"));
}

/// Runs the scenes, several at once, and returns what each captured, in order.
fn capture(
    options: &Options,
    root: &Path,
    program: &Program,
    read: &Read,
) -> Result<Vec<(&'static str, Captured)>, String> {
    let exe = env::current_exe().map_err(|error| error.to_string())?;
    // A host does not read settings with a hook on an event that it does not know.
    let events: Vec<String> = events(read, &program.version).into_iter().map(str::to_owned).collect();
    let names: Vec<&str> = scenes::all().iter().map(|scene| scene.name).collect();
    let names: Vec<&str> =
        names.into_iter().filter(|name| options.scene.as_deref().is_none_or(|it| it == *name)).collect();
    if names.is_empty() {
        return Err("no scene has this name".to_owned());
    }
    let mut all = Vec::new();
    for group in names.chunks(options.jobs.max(1)) {
        let results: Vec<Result<Captured, String>> = thread::scope(|scope| {
            let start = |name: &&'static str| {
                let folder = root.join(format!("target/observe/shape-{}-{name}", std::process::id()));
                let (exe, events, name) = (&exe, &events, *name);
                scope.spawn(move || stage::run(program, exe, name, events, &folder))
            };
            let running: Vec<_> = group.iter().map(start).collect();
            let failed = || Err("a scene ended early".to_owned());
            running.into_iter().map(|one| one.join().unwrap_or_else(|_| failed())).collect()
        });
        for (name, result) in group.iter().zip(results) {
            all.push((*name, result?));
        }
    }
    Ok(all)
}
