//! Calls the guards of the README, and the guard with models, as a host does.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::process::{Command, Output};

use serde_json::Value;

use crate::binding;
use crate::vector::{self, Seed};
use hookwire_harness::{RUST_USER, Root, compiled_once, finish, readme};

/// The argument of `Bash` with which every guard denies a call.
const REFUSED: &str = "dangerouslyDisableSandbox";

/// A guard of the README.
pub struct Guard {
    /// The language, for reports.
    pub name: &'static str,
    command: Command,
}

/// The outcome of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The guard answers with a denial.
    Denies,
    /// The guard exits with 2, which blocks the call.
    Blocks,
    /// The guard prints nothing and exits with 0.
    Silent,
    /// Anything else: the host continues as if there were no guard.
    Fails,
}

/// The expected outcome of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// The guard must deny or block the tool call.
    Stops,
    /// The guard must let the tool call pass.
    Passes,
    /// The guard is for other events, and must not fail.
    Lives,
}

/// A call of a guard.
pub struct Call {
    /// The id of the payload.
    pub id: String,
    /// The expected outcome.
    pub due: Due,
    /// The actual outcome.
    pub outcome: Outcome,
}

impl Due {
    fn of(payload: &Value) -> Self {
        let is_outside = payload["tool_name"] == "Bash" && payload["tool_input"][REFUSED] == true;
        match payload["hook_event_name"].as_str() {
            Some("PreToolUse") if is_outside => Self::Stops,
            Some("PreToolUse") => Self::Passes,
            _ => Self::Lives,
        }
    }

    /// Returns true if the outcome is an expected one.
    pub fn allows(self, outcome: Outcome) -> bool {
        match self {
            Self::Stops => matches!(outcome, Outcome::Denies | Outcome::Blocks),
            Self::Passes => outcome == Outcome::Silent,
            Self::Lives => matches!(outcome, Outcome::Silent | Outcome::Blocks),
        }
    }
}

impl Outcome {
    fn of(run: &Output) -> Self {
        let reply: Option<Value> = serde_json::from_slice(&run.stdout).ok();
        let decision = reply.as_ref().map(|it| &it["hookSpecificOutput"]["permissionDecision"]);
        match (run.status.code(), decision) {
            (Some(2), _) => Self::Blocks,
            (Some(0), Some(decision)) if decision == "deny" => Self::Denies,
            (Some(0), None) if run.stdout.is_empty() => Self::Silent,
            _ => Self::Fails,
        }
    }
}

/// Returns the guards with the current packages. The one in Rust is an example of the crate; the others are in READMEs.
pub fn current(root: &Root, newer: &Root) -> Result<Vec<Guard>, String> {
    root.cargo_on(RUST_USER, "build", &["--quiet", "--locked", "--bin", "guard"], "")?;
    let program = format!("target/generated/debug/guard{}", env::consts::EXE_SUFFIX);
    Ok(vec![
        Guard { name: "rust", command: Command::new(root.path(&program)) },
        Guard { name: "python", command: python(root, newer, "guard.py", &readme::program(root, "python")?)? },
        Guard { name: "pydantic", command: python(root, newer, "guard_models.py", &models(root)?)? },
        Guard { name: "typescript", command: typescript(root, newer)? },
    ])
}

fn python(root: &Root, newer: &Root, name: &str, text: &str) -> Result<Command, String> {
    binding::python_installed(root)?;
    let program = newer.path(name);
    fs::write(&program, text).map_err(|error| error.to_string())?;
    let mut command = Command::new(binding::python(root));
    compiled_once(root, &mut command).arg(program).env("PYTHONPATH", root.path("generated/python/src"));
    Ok(command)
}

fn typescript(root: &Root, newer: &Root) -> Result<Command, String> {
    binding::typescript_installed(root)?;
    let (program, bundle) = (newer.path("guard.ts"), newer.path("guard.mjs"));
    fs::write(&program, readme::program(root, "ts")?).map_err(|error| error.to_string())?;
    let mut make = Command::new("node");
    make.arg(root.path("tests/newer/bundle.js")).arg(root.path("target/typescript"));
    make.args([&program, &root.path("generated/typescript/index.js"), &bundle]);
    finish(&mut make)?;
    let mut command = Command::new("node");
    command.arg(bundle);
    Ok(command)
}

/// Returns the guard with models: the third program in the README of the Python package.
fn models(root: &Root) -> Result<String, String> {
    const PAGE: &str = "generated/python/README.md";
    let page = fs::read_to_string(root.path(PAGE)).map_err(|error| format!("{PAGE}: {error}"))?;
    let program = page.split("```python\n").nth(3).and_then(|rest| rest.split("```").next());
    program.map(str::to_owned).ok_or_else(|| format!("{PAGE} has no third program"))
}

/// Returns the payloads of new and current calls. With the new ones alone, a guard that denies everything would pass.
pub fn guarded_calls(root: &Root, payloads: &[Seed]) -> Result<Vec<Seed>, String> {
    let mut guarded_calls = vector::examples(root)?;
    guarded_calls.retain(|it| it.conforms() && it.vector.of == "PreToolUseInput");
    guarded_calls.extend_from_slice(payloads);
    Ok(guarded_calls)
}

/// Calls every guard with every payload.
pub fn call(newer: &Root, guards: Vec<Guard>, guarded_calls: &[Seed]) -> Result<Vec<(Guard, Vec<Call>)>, String> {
    let path = newer.path("input.json");
    let call = |guard: &mut Guard, seed: &Seed| {
        fs::write(&path, seed.payload.to_string())?;
        let run = guard.command.stdin(File::open(&path)?).output()?;
        let (id, due) = (seed.vector.id.clone(), Due::of(&seed.payload));
        Ok(Call { id, due, outcome: Outcome::of(&run) })
    };
    let call_all = |mut guard: Guard| {
        let calls: std::io::Result<Vec<Call>> = guarded_calls.iter().map(|seed| call(&mut guard, seed)).collect();
        let calls = calls.map_err(|error| format!("the guard in {}: {error}", guard.name))?;
        Ok((guard, calls))
    };
    guards.into_iter().map(call_all).collect()
}

/// Returns the numbers of calls by expected and actual outcome.
pub fn tally(calls: &[Call]) -> String {
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    for call in calls {
        *outcomes.entry(format!("{:?}: {:?}", call.due, call.outcome)).or_default() += 1;
    }
    outcomes.iter().map(|(which, count)| format!("{which} {count}")).collect::<Vec<_>>().join(", ")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn outcome(script: &str) -> Option<Outcome> {
        Command::new("sh").args(["-c", script]).output().ok().as_ref().map(Outcome::of)
    }

    #[test]
    fn only_a_denial_and_exit_code_2_stop_a_call() {
        let reply =
            |decision: &str| format!(r#"echo '{{"hookSpecificOutput": {{"permissionDecision": "{decision}"}}}}'"#);
        assert_eq!(outcome(&reply("deny")), Some(Outcome::Denies));
        assert_eq!(outcome("exit 2"), Some(Outcome::Blocks));
        assert_eq!(outcome("exit 0"), Some(Outcome::Silent));
        for script in ["exit 1", "kill -9 $$", "echo a", &reply("allow"), &format!("{}; exit 1", reply("deny"))] {
            assert_eq!(outcome(script), Some(Outcome::Fails), "{script}");
        }
    }

    #[test]
    fn a_guard_that_fails_is_allowed_nowhere() {
        let allowed = |due: Due| {
            let outcomes = [Outcome::Denies, Outcome::Blocks, Outcome::Silent, Outcome::Fails];
            outcomes.into_iter().filter(|it| due.allows(*it)).collect::<Vec<_>>()
        };
        assert_eq!(allowed(Due::Stops), [Outcome::Denies, Outcome::Blocks]);
        assert_eq!(allowed(Due::Passes), [Outcome::Silent]);
        assert_eq!(allowed(Due::Lives), [Outcome::Blocks, Outcome::Silent]);
    }
}
