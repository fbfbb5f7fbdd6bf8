//! One run of the host, with many cases. [`run`] starts it in a sandbox; [`inside`] is what runs there.

mod folder;
mod host;
mod script;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::case::{Case, Conversation};
use crate::model;
use crate::program::Program;
use crate::sandbox::Sandbox;
use folder::Folder;
use host::Host;
use script::{answer, found, prompt};

/// The hidden command that runs [`inside`].
pub const COMMAND: &str = "observe-inside";

/// The cases of one session. All have the same event.
#[derive(Debug, Serialize, Deserialize)]
struct Plan {
    /// The executable of the host, inside.
    program: String,
    cases: Vec<Case>,
}

/// The raw facts about a case, without any text of the host.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Signals {
    /// The file of the command is there.
    pub made: bool,
    /// The file of the replaced command is there.
    pub made_other: bool,
    /// The user was asked for permission.
    pub asked: bool,
    /// The number of requests to the model.
    pub requests: usize,
    /// The number of times that the hook ran.
    pub calls: usize,
    /// The host's word for the outcome of the hook's first run: `success`, `error`, `cancelled`.
    pub outcome: Option<String>,
    /// The prompt of the case is in a request to the model.
    pub prompt_kept: bool,
    /// The markers in requests to the model.
    pub claude: Vec<String>,
    /// The markers in messages to the user.
    pub user: Vec<String>,
    /// The host did not finish in time, or ended.
    pub lost: bool,
}

/// Runs cases of one event, and returns the signals of each. `exe` is this program, which runs inside as well.
///
/// # Errors
/// The sandbox or the host cannot be started.
pub fn run(program: &Program, exe: &Path, cases: &[Case], folder: &Path) -> Result<Vec<Signals>, String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut sandbox = Sandbox::new(folder)?;
    let host = sandbox.read(&program.path, "host");
    let own = sandbox.read(exe, "xtask");
    let mut command = sandbox.command(&own);
    command.arg(COMMAND).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let mut child = command.spawn().map_err(|error| format!("the sandbox: {error}"))?;
    let plan = Plan { program: host, cases: cases.to_vec() };
    let text = serde_json::to_vec(&plan).map_err(|error| error.to_string())?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(&text).map_err(|error| format!("the sandbox: {error}"))?;
    }
    let output = child.wait_with_output().map_err(|error| format!("the sandbox: {error}"))?;
    let signals =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("the sandbox ended early: {error}"))?;
    fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(signals)
}

/// Reads a plan from stdin, runs its cases, and prints their signals. Runs inside a sandbox.
///
/// # Errors
/// The plan cannot be read, or the host cannot be started.
pub fn inside() -> Result<(), String> {
    let plan: Plan = serde_json::from_reader(std::io::stdin()).map_err(|error| format!("the plan: {error}"))?;
    let mut signals: Vec<Signals> = Vec::new();
    while signals.len() < plan.cases.len() {
        let from = signals.len();
        signals.extend(session(&plan, from)?);
        if signals.len() == from {
            return Err("the host ran no case".to_owned());
        }
    }
    let text = serde_json::to_string(&signals).map_err(|error| error.to_string())?;
    println!("{text}");
    Ok(())
}

/// Runs the cases from this index on in one session, until the host ends or loses one.
fn session(plan: &Plan, from: usize) -> Result<Vec<Signals>, String> {
    let cases = &plan.cases[from..];
    let Some(conversation) = cases.first().and_then(|case| Conversation::of(&case.event)) else {
        return Err("no conversation runs the hooks of this event".to_owned());
    };
    let place = Folder::new(from)?;
    let work = place.path("work");
    let (port, requests) = model::start(Arc::new(move |request: &Value| answer(conversation, &work, request)))?;
    place.write_settings(&cases[0].event)?;
    let mut host = Host::start(&plan.program, port, &place)?;
    let mut all = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        let number = from + at;
        let signals = host.run(case, number, &place, &requests)?;
        let lost = signals.lost;
        all.push(signals);
        if lost {
            break;
        }
    }
    host.end();
    // A text can arrive with a later request, so markers are looked for at the end.
    let texts: Vec<String> = requests.of_conversation().iter().map(|it| it["messages"].to_string()).collect();
    for (at, signals) in all.iter_mut().enumerate() {
        let (case, number) = (&cases[at], from + at);
        signals.claude = found(case, number, texts.iter().map(String::as_str));
        signals.prompt_kept = texts.iter().any(|text| text.contains(&prompt(number)));
    }
    Ok(all)
}
