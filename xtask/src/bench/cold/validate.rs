//! The validators of the packages against those that people use today, on a payload of 1 KB, again and again in a process.
//!
//! Each language has a program that measures and prints JSON: `validate.*` in `tests/runtime/cold`, and `validate.rs` among
//! the programs of `tests/rust`.

use std::fs;
use std::path::Path;
use std::process::Command;

use hookwire_harness::{RUST_USER, Root, tools, type_schemas};
use serde_json::{Value, json};

use super::super::measure::median;
use super::{EVENT, Packages};

/// The length of the payload in bytes.
const LENGTH: usize = 1024;

/// Our validator in a language, and the one of others.
pub struct Pair {
    /// The language, and what is compared.
    pub names: [&'static str; 3],
    /// The most times that ours may take of theirs.
    pub goal: f64,
    /// Both in microseconds, and the median of the ratios of the batches.
    pub costs: [f64; 2],
    pub ratio: f64,
}

/// Measures every language.
///
/// # Errors
/// A program cannot be built, or fails.
pub fn measure(root: &Root, packages: &Packages, folder: &Path) -> Result<Vec<Pair>, String> {
    let payload = folder.join("payload.json");
    fs::write(&payload, of_length()).map_err(|error| format!("{}: {error}", payload.display()))?;
    let schema = folder.join("schema.json");
    fs::write(&schema, of_call(&type_schemas(root)?)?).map_err(|error| format!("{}: {error}", schema.display()))?;
    let with_files = |mut command: Command| {
        command.arg(&payload).arg(&schema);
        command
    };
    let programs = root.path("tests/runtime/cold");
    let mut python = Command::new(&packages.python);
    python.arg(programs.join("validate.py"));
    let script = packages.node.join("validate.mjs");
    fs::copy(programs.join("validate.mjs"), &script).map_err(|error| format!("{}: {error}", script.display()))?;
    let mut node = Command::new("node");
    node.arg(script);
    root.cargo_on(RUST_USER, "build", &["--release", "--locked", "--features", "peers", "--bin", "validate"], "")?;
    let rust = root.path("target/generated/release/validate").with_extension(std::env::consts::EXE_EXTENSION);
    Ok(vec![
        pair(["Python", "`validate`", "models of pydantic"], 1.0, with_files(python))?,
        pair(
            ["TypeScript", "`JSON.parse` and `validate`", "`JSON.parse` and code that ajv wrote"],
            1.1,
            with_files(node),
        )?,
        pair(["Rust", "`validate`", "the crate `jsonschema`, both schemas"], 1.0, with_files(Command::new(rust)))?,
    ])
}

fn pair(names: [&'static str; 3], goal: f64, mut program: Command) -> Result<Pair, String> {
    eprintln!("validators: {}", names[0]);
    let printed = tools::quietly(&mut program)?;
    let batches: [Vec<f64>; 2] =
        serde_json::from_str(&printed).map_err(|error| format!("{}: {error} in {printed}", names[0]))?;
    let ratios: Vec<f64> = batches[0].iter().zip(&batches[1]).map(|(one, other)| one / other).collect();
    let middle = |values: &[f64]| median(values).unwrap_or(f64::NAN);
    Ok(Pair { names, goal, costs: [middle(&batches[0]), middle(&batches[1])], ratio: middle(&ratios) })
}

/// Returns a schema of the event and of the arguments of its tool, which the validators of the packages check, too.
fn of_call(schemas: &Path) -> Result<String, String> {
    let of_type = |name: &str| -> Result<Value, String> {
        let file = schemas.join(format!("{name}.schema.json"));
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))
    };
    let (event, arguments) = (of_type("PreToolUseInput")?, of_type("BashInput")?);
    Ok(json!({"allOf": [event], "properties": {"tool_input": arguments}}).to_string())
}

/// Returns the event with a command that makes it as long as the payload has to be.
fn of_length() -> String {
    const COMMAND: &str = "git status --short";
    EVENT.replace(COMMAND, &format!("{COMMAND} {}", "x".repeat(LENGTH - EVENT.len() - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_payload_has_the_length() {
        assert_eq!(of_length().len(), LENGTH);
    }
}
