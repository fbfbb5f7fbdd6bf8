//! One run of the host, with many cases. [`run`] starts it in a sandbox; [`inside`] is what runs there.
//!
//! | module | does |
//! |---|---|
//! | `folder` | the folders and settings of a session |
//! | `host` | the running host: takes the steps of a case, and reads what it says |
//! | `screen` | the same in a terminal, for events that fire only there |
//! | `script` | what the scripted model answers |
//! | `signals` | the raw facts about a case |
//! | `texts` | the full texts that a case has led to, as digests |

mod folder;
mod host;
mod screen;
mod script;
mod signals;
mod texts;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hookwire_harness::INSIDE;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use signals::Signals;

use crate::case::{Case, Handler};
use crate::conversation::{prompt, user_answer};
use crate::model::{self, Routes};
use crate::program::Program;
use crate::sandbox::{CASE, Sandbox};
use folder::Folder;
use host::Host;
use screen::Screen;
use script::{Part, answer, found, part};

/// The part of `xtask inside` that runs [`inside`].
pub const COMMAND: &str = "cases";

/// The option with which the host reports the outcome of every hook.
const REPORTS: &str = "--include-hook-events";

/// The cases of one session. All have the same event, and hooks with the same settings.
#[derive(Debug, Serialize, Deserialize)]
struct Plan {
    /// The command that starts the host, inside.
    program: Vec<String>,
    /// The host has [`REPORTS`]. Older ones end at once with an unknown option.
    #[serde(skip)]
    reports: bool,
    /// This program, inside.
    own: String,
    /// Write down what the host prints, and its requests.
    keep: bool,
    cases: Vec<Case>,
}

/// How to run sessions.
#[derive(Debug)]
pub struct Setup<'a> {
    /// The host.
    pub program: &'a Program,
    /// This program, which runs inside as well.
    pub exe: &'a Path,
    /// What the programs of hooks need to read, each with its name inside.
    pub readable: &'a [(PathBuf, String)],
    /// Keep the folder, with what the host printed and the requests to the model.
    pub keep: bool,
}

/// Runs cases of one event whose hooks have the same settings, and returns the signals of each.
///
/// # Errors
/// The sandbox or the host cannot be started.
pub fn run(setup: &Setup<'_>, cases: &[Case], folder: &Path) -> Result<Vec<Signals>, String> {
    let Setup { program, exe, readable, keep } = *setup;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut sandbox = Sandbox::new(folder)?;
    for (path, name) in readable {
        sandbox.read(path, name);
    }
    let host = program.enter(&mut sandbox)?;
    let own = sandbox.read(exe, "xtask");
    let plan = Plan { program: host, reports: false, own, keep, cases: cases.to_vec() };
    // A case takes less than a second, one with a time limit a few. A host that hangs is ended.
    let limit = Duration::from_secs(120 + 60 * cases.len() as u64);
    let signals = sandbox.ask(&plan.own, &[INSIDE, COMMAND], &plan, limit)?;
    if !keep {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(signals)
}

/// Reads a plan from stdin, runs its cases, and prints their signals. Runs inside a sandbox.
///
/// # Errors
/// The plan cannot be read, or the host cannot be started.
pub fn inside() -> Result<(), String> {
    let mut plan: Plan = serde_json::from_reader(std::io::stdin()).map_err(|error| format!("the plan: {error}"))?;
    plan.reports = has_option(&plan.program, REPORTS)?;
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

/// Returns true if the help of the host lists an option.
fn has_option(program: &[String], option: &str) -> Result<bool, String> {
    let mut help = crate::program::command(program)?;
    help.arg("--help").env("HOME", CASE);
    let output = help.output().map_err(|error| format!("the host: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).contains(option))
}

/// The running host, in one of its forms.
enum Form {
    /// Without a terminal: it prints messages.
    Headless(Host),
    /// In a terminal.
    Terminal(Screen),
}

/// Runs the cases from this index on in one session, until the host ends or loses one.
fn session(plan: &Plan, from: usize) -> Result<Vec<Signals>, String> {
    let Some(first) = plan.cases.get(from) else { return Ok(Vec::new()) };
    let Some(conversation) = first.conversation() else {
        return Err("no conversation runs the hooks of this event".to_owned());
    };
    let cases = &plan.cases[from..];
    let cases = &cases[..cases.len().min(first.session())];
    let place = Folder::new(from)?;
    let (scripted, hooked) = (place.replies.clone(), place.replies.clone());
    let (port, requests) = model::start(Routes {
        script: Box::new(move |request: &Value| answer(conversation, &scripted, request)),
        hook: Box::new(move |index| hooked.take(index).map(|hook| (hook.status.unwrap_or(200), hook.stdout))),
    })?;
    place.prepare(first, conversation, port, &plan.own)?;
    // The first reply is there before the host, because some hooks run when it starts.
    place.replies.write(first, from)?;
    let servers = conversation.has_server()
        || first.hooks().any(|hook| matches!(hook.handler, Handler::McpTool | Handler::McpMissing));
    let mut host = if first.is_in_terminal() {
        Form::Terminal(Screen::start(plan, port, &place, first, servers)?)
    } else {
        Form::Headless(Host::start(plan, port, &place, first, servers)?)
    };
    let mut all = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        let number = from + at;
        if at > 0 {
            place.replies.write(case, number)?;
        }
        let signals = match &mut host {
            Form::Headless(host) => host.run(case, number, &place, &requests)?,
            Form::Terminal(screen) => screen.run(case, number, &place, &requests)?,
        };
        let lost = signals.lost;
        all.push(signals);
        if lost {
            break;
        }
    }
    let last = all.len() - 1;
    if let (Some(case), Some(Signals { lost: false, .. })) = (cases.get(last), all.last()) {
        match &mut host {
            Form::Headless(host) => host.settle(case, from + last, &place)?,
            // What a user decides comes with the result of the call, and nothing later.
            Form::Terminal(_) if case.is_decided() => {}
            Form::Terminal(screen) => screen.settle(from + last, &requests)?,
        }
    }
    match host {
        Form::Headless(host) => host.end(),
        Form::Terminal(screen) => screen.end(),
    }
    if plan.keep {
        let lines = |all: &[Value]| all.iter().map(|it| format!("{it}\n")).collect::<String>();
        place.write("requests.jsonl", &lines(&requests.all()))?;
    }
    // A text can arrive with a later request, so markers are looked for at the end.
    let mut requests = requests.all();
    requests.retain(|request| matches!(part(request), Part::Main | Part::Sub));
    let texts: Vec<String> = requests.iter().map(|it| it["messages"].to_string()).collect();
    for (at, signals) in all.iter_mut().enumerate() {
        let (case, number) = (&cases[at], from + at);
        signals.claude = found(case, number, texts.iter().map(String::as_str));
        if case.compares_texts() {
            signals.claude_texts = texts::in_requests(case, number, &requests);
        }
        signals.answered |= texts.iter().any(|text| text.contains(&user_answer(number)));
        signals.prompt_kept = texts.iter().any(|text| text.contains(&prompt(number)));
    }
    Ok(all)
}
