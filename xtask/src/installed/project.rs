//! Uses the crate, in its published form, in a new cargo project.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::cargo_in;
use hookwire_harness::{Root, tools};

/// The name of the project and its program.
const NAME: &str = "installed-hookwire";

/// Creates the project, runs the first program of the crate's page in it, and compiles programs with one mistake each.
///
/// # Errors
/// The project cannot be created, or something differs from the expected state.
pub fn check(root: &Root, unpacked: &Path) -> Result<(), String> {
    let project = tempfile::tempdir().map_err(|error| error.to_string())?;
    make(root, unpacked, project.path()).map_err(|error| format!("{}: {error}", project.path().display()))?;
    tools::quietly(cargo_in(root, project.path()).args(["build", "--features", "schemas"]))?;
    let program = root.path("target/generated/debug").join(NAME).with_extension(std::env::consts::EXE_EXTENSION);
    let guarded = guard(&program)?;
    let (refused, silent) = examples(root, project.path())?;
    println!("crate: {} calls of the guard, {} programs refused, {} compiled", guarded, refused, silent);
    Ok(())
}

fn make(root: &Root, unpacked: &Path, project: &Path) -> std::io::Result<()> {
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"{NAME}\"\nedition = \"2024\"\n\n[features]\nschemas = [\"hookwire/schemas\"]\n\n\
         [dependencies]\nhookwire = {{ path = {} }}\nserde_json = \"1\"\n",
        Value::from(unpacked.display().to_string()),
    );
    fs::write(project.join("Cargo.toml"), manifest)?;
    // Uses the versions of the other tests, so that no new release of a dependency changes the outcome.
    fs::copy(root.path("tests/rust/Cargo.lock"), project.join("Cargo.lock"))?;
    let page = fs::read_to_string(unpacked.join("README.md"))?;
    let program = page.split("```rust,no_run\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap_or_default();
    fs::create_dir(project.join("src"))?;
    fs::write(project.join("src/main.rs"), program)?;
    fs::create_dir(project.join("examples"))?;
    for path in mistakes(root)? {
        fs::copy(root.path("tests/rust/mistakes").join(&path), project.join("examples").join(&path))?;
    }
    Ok(())
}

/// Returns the programs with a mistake and their corrected copies.
fn mistakes(root: &Root) -> std::io::Result<Vec<String>> {
    let entries = fs::read_dir(root.path("tests/rust/mistakes"))?.collect::<Result<Vec<_>, _>>()?;
    let names = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned());
    Ok(names.filter(|name| name.ends_with(".rs")).collect())
}

/// Runs a guard with a call outside of the sandbox, one inside, and text that is not JSON. Returns the number of calls.
fn guard(program: &Path) -> Result<usize, String> {
    let call = |outside: bool| {
        json!({
            "session_id": "", "transcript_path": "", "cwd": "", "hook_event_name": "PreToolUse", "tool_use_id": "",
            "tool_name": "Bash", "tool_input": {"command": "ls", "dangerouslyDisableSandbox": outside},
        })
        .to_string()
    };
    let cases = [(call(true), (Some(2), true)), (call(false), (Some(0), false)), ("no JSON".into(), (Some(2), false))];
    let mut found = Vec::new();
    for (input, expected) in &cases {
        let (code, said) = answer(program, input).map_err(|error| format!("{}: {error}", program.display()))?;
        let denies = said.contains("\"deny\"");
        if (code, denies) != *expected || denies == said.is_empty() {
            found.push(format!("{input}: exit code {code:?}, {said:?}"));
        }
    }
    if found.is_empty() { Ok(cases.len()) } else { Err(found.join("\n")) }
}

fn answer(program: &Path, input: &str) -> std::io::Result<(Option<i32>, String)> {
    let pipes =
        |command: &mut Command| command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = pipes(&mut Command::new(program))?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.as_bytes())?;
    }
    let done = child.wait_with_output()?;
    Ok((done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned()))
}

/// Compiles all examples, and checks that exactly those with a mistake are refused. Returns the numbers of both kinds.
fn examples(root: &Root, project: &Path) -> Result<(usize, usize), String> {
    let mut check = cargo_in(root, project);
    check.args(["check", "--examples", "--keep-going", "--message-format", "json"]).stderr(Stdio::null());
    let done = check.output().map_err(|error| error.to_string())?;
    let (mut refused, mut compiled) = (BTreeSet::new(), BTreeSet::new());
    for message in
        String::from_utf8_lossy(&done.stdout).lines().filter_map(|line| serde_json::from_str::<Value>(line).ok())
    {
        let Some(target) = message["target"]["name"].as_str().filter(|_| message["target"]["kind"][0] == "example")
        else {
            continue;
        };
        if message["reason"] == "compiler-artifact" {
            compiled.insert(target.to_owned());
        } else if message["message"]["level"] == "error" {
            refused.insert(target.to_owned());
        }
    }
    let names = mistakes(root).map_err(|error| error.to_string())?;
    let (wrong, right): (BTreeSet<String>, BTreeSet<String>) = names
        .iter()
        .filter_map(|name| Some(name.strip_suffix(".rs")?.to_owned()))
        .partition(|name| name.ends_with("_wrong"));
    if refused == wrong && compiled == right && wrong.len() == right.len() && wrong.len() > 7 {
        return Ok((refused.len(), compiled.len()));
    }
    Err(format!(
        "refused are {refused:?}, compiled {compiled:?}: it should be all that end in `_wrong`, and all others"
    ))
}
