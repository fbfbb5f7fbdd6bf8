//! Runs a scene on the host, in a sandbox, and returns the inputs of all hooks. [`run`] starts it; [`inside`] is what
//! runs there.

use std::fs;
use std::path::Path;
use std::time::Duration;

use hookwire_harness::INSIDE;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::scenes;
use crate::play::Play;
use crate::play::scene::Scene;
use crate::program::Program;
use crate::sandbox::{CASE, Sandbox};

/// The part of `xtask inside` that runs [`inside`].
pub const COMMAND: &str = "scene";

/// A scene to run inside.
#[derive(Debug, Serialize, Deserialize)]
struct Plan {
    /// The executable of the host, inside.
    program: Vec<String>,
    /// This program, inside.
    tools: String,
    /// The name of the scene.
    scene: String,
    /// The events to put hooks on.
    events: Vec<String>,
}

/// The hooks' inputs in a scene.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Captured {
    /// The inputs, in order.
    pub inputs: Vec<Value>,
    /// Steps that did not end in time, and inputs that are not JSON.
    pub notes: Vec<String>,
}

/// The most that a scene may take. It takes about half a minute.
const LIMIT: Duration = Duration::from_secs(600);

/// Runs a scene with hooks on these events. `exe` is this program, which runs inside as well.
///
/// # Errors
/// The sandbox or the host cannot be started.
pub fn run(program: &Program, exe: &Path, scene: &str, events: &[String], folder: &Path) -> Result<Captured, String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut sandbox = Sandbox::new(folder)?;
    let plan = Plan {
        program: program.enter(&mut sandbox)?,
        tools: sandbox.read(exe, "xtask"),
        scene: scene.to_owned(),
        events: events.to_vec(),
    };
    let captured =
        sandbox.ask(&plan.tools, &[INSIDE, COMMAND], &plan, LIMIT).map_err(|error| format!("{scene}: {error}"))?;
    fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(captured)
}

/// Reads a plan from stdin, runs its scene, and prints what was captured. Runs inside a sandbox.
///
/// # Errors
/// The plan cannot be read, or the host cannot be started.
pub fn inside() -> Result<(), String> {
    let plan: Plan = serde_json::from_reader(std::io::stdin()).map_err(|error| format!("the plan: {error}"))?;
    let scene = scenes::all().into_iter().find(|scene| scene.name == plan.scene);
    let scene = scene.ok_or_else(|| format!("no scene is called {}", plan.scene))?;
    let root = folder(scene.name);
    let mut play = Play::new(&plan.program, &plan.tools, scene, root)?;
    write_hooks(&play, &plan.events)?;
    let notes = play.run()?.notes;
    let captured = captured(&play, notes)?;
    println!("{}", serde_json::to_string(&captured).map_err(|error| error.to_string())?);
    Ok(())
}

/// The folder of a scene, inside.
#[must_use]
pub fn folder(scene: &str) -> String {
    format!("{CASE}/{scene}")
}

/// Writes the settings with a hook on every event, and the hook.
fn write_hooks(play: &Play, events: &[String]) -> Result<(), String> {
    for (event, text) in &play.scene.replies {
        play.write(&format!("hook/reply-{event}"), text)?;
    }
    play.write("home/.claude/settings.json", &settings(&play.scene, &play.root, events).to_string())?;
    // A reply is printed once.
    let hook = format!(
        "cd {}/hook || exit 0\ncat > \"part-$$\"\nmv \"part-$$\" \"input-$1-$(date +%s%N)-$$\"\n\
         mv \"reply-$1\" \"used-$1-$$\" 2>/dev/null || exit 0\ncat \"used-$1-$$\"\n",
        play.root
    );
    play.write("hook/hook.sh", &hook)
}

/// Returns the settings of a scene with a hook on every event.
fn settings(scene: &Scene, root: &str, events: &[String]) -> Value {
    let mut settings = if scene.settings.is_object() { scene.settings.clone() } else { json!({}) };
    for event in events {
        let command = format!("sh {root}/hook/hook.sh {event}");
        let mut group = json!({"hooks": [{"type": "command", "command": command}]});
        if event == "FileChanged" {
            // Without names of files the host watches none.
            group["matcher"] = json!("watched.txt");
        }
        settings["hooks"][event] = json!([group]);
    }
    settings
}

/// Returns everything that the hooks got, in the order of their starts.
fn captured(play: &Play, notes: Vec<String>) -> Result<Captured, String> {
    let mut names = play.inputs();
    names.sort_by_key(|name| name.splitn(3, '-').nth(2).map(str::to_owned));
    let mut captured = Captured { inputs: Vec::new(), notes };
    for name in names {
        let path = format!("{}/hook/{name}", play.root);
        let bytes = fs::read(&path).map_err(|error| format!("{path}: {error}"))?;
        match serde_json::from_slice(&bytes) {
            Ok(input) => captured.inputs.push(input),
            Err(error) => captured.notes.push(format!("{name} is not JSON: {error}")),
        }
    }
    Ok(captured)
}
