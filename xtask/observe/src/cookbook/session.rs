//! One run of a hook on the host, in a sandbox. [`run`] starts it; [`inside`] is what runs there.

use std::fs;
use std::path::Path;
use std::time::Duration;

use hookwire_harness::INSIDE;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fact::{Run, Seen};
use super::language::Language;
use super::project::{Kit, Project};
use super::recipe::{Policy, Session};
use super::{Case, Variant, recipes};
use crate::play::{Play, Played};
use crate::program::Program;
use crate::sandbox::{CASE, Sandbox};

/// The part of `xtask inside` that runs [`inside`].
pub const COMMAND: &str = "cookbook";

/// The most that a session may take. It takes a few seconds.
const LIMIT: Duration = Duration::from_secs(300);

/// A session to run inside.
#[derive(Debug, Serialize, Deserialize)]
struct Plan {
    /// The command that starts the host, inside.
    program: Vec<String>,
    /// This program, inside.
    tools: String,
    /// The hook, which has the scene.
    hook: String,
    /// The name of the scene.
    scene: String,
    /// More variables of the host's environment.
    environment: Vec<(String, String)>,
}

/// What was seen inside.
#[derive(Debug, Serialize, Deserialize)]
struct Answer {
    requests: Vec<Value>,
    questions: Vec<Value>,
    notes: Vec<String>,
}

/// Runs the sessions of a case, and returns what is otherwise than its author meant. `exe` is this program, which runs
/// inside as well. With `keep`, the folder stays.
///
/// # Errors
/// The sandbox or the host cannot be started.
pub fn run(
    program: &Program,
    exe: &Path,
    kit: &Kit,
    case: &Case,
    folder: &Path,
    keep: bool,
) -> Result<Vec<String>, String> {
    let mut differences = Vec::new();
    for session in &case.recipe.sessions {
        let of_case = |error: String| format!("{case} {}: {error}", session.scene.name);
        let found = run_session(program, exe, kit, case, session, folder).map_err(of_case)?;
        differences.extend(found.into_iter().map(|it| format!("{}: {it}", session.scene.name)));
    }
    if !keep {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(differences)
}

fn run_session(
    program: &Program,
    exe: &Path,
    kit: &Kit,
    case: &Case,
    session: &Session,
    folder: &Path,
) -> Result<Vec<String>, String> {
    let name = session.scene.name;
    let own = folder.join(name);
    fs::create_dir_all(&own).map_err(|error| format!("{}: {error}", own.display()))?;
    let mut sandbox = Sandbox::new(folder)?;
    let inside = kit.enter(&mut sandbox, case.language)?;
    let project = Project { folder: own.clone(), root: format!("{CASE}/{name}"), case, session };
    project.write(kit, &inside)?;
    let plan = Plan {
        program: program.enter(&mut sandbox)?,
        tools: sandbox.read(exe, "xtask"),
        hook: case.recipe.hook.to_owned(),
        scene: name.to_owned(),
        environment: project.environment(&inside),
    };
    let Answer { requests, questions, notes } = sandbox.ask(&plan.tools, &[INSIDE, COMMAND], &plan, LIMIT)?;
    let played = Played { requests, questions, notes };
    let seen = Seen { folder: &own, played, runs: runs(&own.join("hook"))? };
    Ok(differences(case, session, &seen))
}

/// Reads a plan from stdin, plays its scene, and prints what was seen. Runs inside a sandbox.
///
/// # Errors
/// The plan cannot be read, or the host cannot be started.
pub fn inside() -> Result<(), String> {
    let plan: Plan = serde_json::from_reader(std::io::stdin()).map_err(|error| format!("the plan: {error}"))?;
    let recipe = recipes::all().into_iter().find(|recipe| recipe.hook == plan.hook);
    let session = recipe.and_then(|it| it.sessions.into_iter().find(|session| session.scene.name == plan.scene));
    let scene = session.ok_or_else(|| format!("{} has no scene {}", plan.hook, plan.scene))?.scene;
    let settings = scene.settings.to_string();
    let play = Play::new(&plan.program, &plan.tools, scene, format!("{CASE}/{}", plan.scene))?;
    let mut play = play.with_environment(&plan.environment).with_hooks_first();
    play.write("home/.claude/settings.json", &settings)?;
    let Played { requests, questions, notes } = play.run()?;
    let answer = Answer { requests, questions, notes };
    println!("{}", serde_json::to_string(&answer).map_err(|error| error.to_string())?);
    Ok(())
}

/// Reads the runs of a hook, in the order of their starts.
fn runs(folder: &Path) -> Result<Vec<Run>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?.flatten();
    let mut folders: Vec<_> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    // A run that was ended has not all of the files.
    let text = |path: &Path, name: &str| fs::read_to_string(path.join(name)).unwrap_or_default().trim().to_owned();
    let run = |path: &std::path::PathBuf| Run {
        event: text(path, "event"),
        exit: text(path, "exit"),
        stderr: text(path, "stderr"),
    };
    Ok(folders.iter().map(run).collect())
}

/// Returns what is otherwise than meant.
fn differences(case: &Case, session: &Session, seen: &Seen) -> Vec<String> {
    let is_bad = case.variant == Variant::BadInput;
    let is_bash = case.language == Language::Bash;
    let unread = case.recipe.unread.as_ref().filter(|_| is_bad && case.language == Language::Hookwire);
    let facts = match case.variant {
        Variant::Works => &session.meant,
        _ if is_bad && is_bash && !case.recipe.is_read_in_bash => &session.meant,
        _ => unread.unwrap_or(&session.failed),
    };
    let mut found: Vec<String> = facts.iter().filter_map(|fact| fact.difference(seen)).collect();
    found.extend(seen.runs.iter().filter_map(|run| unexpected(case, run)));
    if case.variant != Variant::Missing && seen.runs.is_empty() {
        found.push("the hook did not run".to_owned());
    }
    let tells = answers(case) && unread.is_none();
    let message = case.recipe.policy.message();
    if tells && case.recipe.policy == Policy::Closed && !seen.is_read(message) {
        found.push(format!("Claude does not read {message:?}"));
    }
    if !found.is_empty() {
        found.extend(seen.played.notes.iter().map(|note| format!("note: {note}")));
    }
    found
}

/// Returns true if the hook itself says that it failed, or `hookwire run` does. A script of Bash does not.
fn answers(case: &Case) -> bool {
    match case.variant {
        Variant::Crash | Variant::BadInput => case.language != Language::Bash,
        Variant::TimeLimit => case.language == Language::Hookwire,
        Variant::Works | Variant::Missing => false,
    }
}

/// Returns what is wrong with the end of a run.
fn unexpected(case: &Case, run: &Run) -> Option<String> {
    let message = case.recipe.policy.message();
    let is_bash = matches!(case.language, Language::Bash | Language::Hookwire);
    let is_right = match case.variant {
        // A block is a reply, and exit code 2 with the reason on stderr.
        Variant::Works if run.exit == "2" => !run.stderr.is_empty() && !run.stderr.contains(message),
        // A script passes on what its programs say.
        Variant::Works => run.exit == "0" && (is_bash || run.stderr.is_empty()),
        _ if answers(case) => run.stderr.contains(message),
        Variant::BadInput if !case.recipe.is_read_in_bash => run.exit == "0",
        _ => run.exit != "0",
    };
    (!is_right).then(|| format!("on {} the hook exits with {:?} and says {:?}", run.event, run.exit, run.stderr))
}
