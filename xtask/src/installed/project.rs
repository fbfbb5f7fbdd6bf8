//! Uses the crate, in its published form, in a new cargo project.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::cargo_in;
use hookwire_harness::{Root, tools};

/// The name of the project and its program.
const NAME: &str = "installed-hookwire";

/// Creates the project, and runs the first program of the crate's page in it. The step `rust-user` compiles wrong programs against
/// the same sources.
///
/// # Errors
/// The project cannot be created, or something differs from the expected state.
pub fn check(root: &Root, unpacked: &Path) -> Result<(), String> {
    let project = tempfile::tempdir().map_err(|error| error.to_string())?;
    make(root, unpacked, project.path()).map_err(|error| format!("{}: {error}", project.path().display()))?;
    tools::quietly(cargo_in(root, project.path()).args(["build", "--features", "schemas"]))?;
    let program = root.path("target/generated/debug").join(NAME).with_extension(std::env::consts::EXE_EXTENSION);
    let guarded = guard(Command::new(&program)).map_err(|error| format!("{}: {error}", program.display()))?;
    println!("crate: {guarded} calls of the guard");
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
    Ok(())
}

/// Runs a guard with a call outside of the sandbox, one inside, and text that is not JSON. Returns the number of calls.
pub fn guard(mut program: Command) -> Result<usize, String> {
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
        let (code, said) = answer(&mut program, input).map_err(|error| error.to_string())?;
        let denies = said.contains("\"deny\"");
        if (code, denies) != *expected || denies == said.is_empty() {
            found.push(format!("{input}: exit code {code:?}, {said:?}"));
        }
    }
    if found.is_empty() { Ok(cases.len()) } else { Err(found.join("\n")) }
}

fn answer(program: &mut Command, input: &str) -> std::io::Result<(Option<i32>, String)> {
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.as_bytes())?;
    }
    let done = child.wait_with_output()?;
    Ok((done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned()))
}
