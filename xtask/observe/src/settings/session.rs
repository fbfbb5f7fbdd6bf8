//! One run of a tree of settings on the host, in a sandbox. [`run`] starts it; [`inside`] is what runs there.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use hookwire_harness::INSIDE;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::firing::{Firing, Run, firings};
use super::tree::{Case, Place};
use super::{listener, scenes};
use crate::play::{Play, Played};
use crate::program::Program;
use crate::sandbox::{CASE, Sandbox};
use crate::shape::mcp::{NOTE, NOTED};
use crate::terminal;

/// The part of `xtask inside` that runs [`inside`].
pub const COMMAND: &str = "settings";

/// The most that a session may take. It takes a few seconds.
const LIMIT: Duration = Duration::from_secs(300);

/// Where the host looks for the policy of an organisation.
const MANAGED: &str = "/etc/claude-code";

/// The name of the folder of a session.
const NAME: &str = "tree";

/// A tree to run inside.
#[derive(Debug, Serialize, Deserialize)]
struct Plan {
    /// The command that starts the host, inside.
    program: Vec<String>,
    /// This program, inside.
    tools: String,
    case: Case,
}

/// What was seen of a tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// The inputs on which a handler ran.
    pub firings: Vec<Firing>,
    /// The host ended before the first request to the model.
    pub refused: bool,
    /// Steps of the scene that did not end in time.
    pub notes: Vec<String>,
}

/// Runs a case. `exe` is this program, which runs inside as well. With `keep`, the folder stays.
///
/// # Errors
/// The sandbox or the host cannot be started.
pub fn run(program: &Program, exe: &Path, case: &Case, folder: &Path, keep: bool) -> Result<Seen, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder.join(NAME)).map_err(failed)?;
    let mut sandbox = Sandbox::new(folder)?;
    for source in case.sources.iter().filter(|source| source.place.is_managed()) {
        let path = folder.join(NAME).join(source.place.path());
        fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(failed)?;
        fs::write(path, filled(&source.place.file(&source.content), &root())).map_err(failed)?;
        sandbox.show(&folder.join(NAME).join("managed"), MANAGED);
    }
    let plan = Plan { program: program.enter(&mut sandbox)?, tools: sandbox.read(exe, "xtask"), case: case.clone() };
    let of_case = |error: String| format!("{}: {error}", case.id);
    let seen = sandbox.ask(&plan.tools, &[INSIDE, COMMAND], &plan, LIMIT).map_err(of_case)?;
    if !keep {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    Ok(seen)
}

/// Reads a plan from stdin, runs its case, and prints what was seen. Runs inside a sandbox.
///
/// # Errors
/// The plan cannot be read, or the host cannot be started.
pub fn inside() -> Result<(), String> {
    let Plan { program, tools, case } =
        serde_json::from_reader(std::io::stdin()).map_err(|error| format!("the plan: {error}"))?;
    let mut scene = scenes::named(&case.scene).ok_or_else(|| format!("no scene is called {}", case.scene))?;
    for option in case.sources.iter().map(|source| source.place.option()) {
        if !option.iter().all(|word| scene.args.contains(word)) {
            scene.args.extend(option);
        }
    }
    let root = root();
    let mut play = Play::new(&program, &tools, scene, root.clone())?.started_in(&case.start);
    for source in case.sources.iter().filter(|source| !source.place.is_managed()) {
        play.write(source.place.path(), &filled(&source.place.file(&source.content), &root))?;
    }
    if case
        .sources
        .iter()
        .any(|source| matches!(source.place, Place::PluginHooks | Place::PluginSkill | Place::PluginAgent))
        && !case.sources.iter().any(|source| source.place == Place::PluginManifest)
    {
        play.write(Place::PluginManifest.path(), &json!({"name": "noting"}).to_string())?;
    }
    if case.untrusted {
        let mut state = terminal::state(&root);
        state["projects"] = json!({});
        play.write("home/.claude.json", &state.to_string())?;
    }
    for folder in SCRIPTS {
        play.write(&format!("{folder}/note.sh"), SCRIPT)?;
    }
    play.write("hook/slow.sh", &format!("sleep 3\n{SCRIPT}"))?;
    for folder in SHELLS {
        let path = format!("{root}/{folder}/sh");
        fs::create_dir_all(format!("{root}/{folder}"))
            .and_then(|()| fs::copy("/bin/sh", &path))
            .map_err(|error| format!("{path}: {error}"))?;
    }
    listener::start(format!("{root}/hook"))?;
    let Played { requests, notes, .. } = play.run()?;
    let refused = requests.is_empty() && !play.scene.terminal;
    let mut runs = runs(&root)?;
    if let Some(beside) = runs.iter().find(|it| it.arguments == [BESIDE]).cloned() {
        let asked = asked(&root, &requests).into_iter();
        runs.extend(asked.map(|id| Run { arguments: vec![id], ..beside.clone() }));
    }
    let seen = Seen { firings: firings(&runs, &root), refused, notes };
    println!("{}", serde_json::to_string(&seen).map_err(|error| error.to_string())?);
    Ok(())
}

fn root() -> String {
    format!("{CASE}/{NAME}")
}

/// Fills the holes of a document.
fn filled(text: &str, root: &str) -> String {
    text.replace("{{note}}", &format!("sh {root}/hook/note.sh"))
        .replace("{{slow}}", &format!("sh {root}/hook/slow.sh"))
        .replace("{{root}}", root)
}

/// The folders that have the script of the hooks: that of `{{note}}`, and those that settings name with a variable.
const SCRIPTS: [&str; 4] = ["hook", "work/.claude", "home", "plugin"];

/// The folders that have a shell, which settings name with a variable.
const SHELLS: [&str; 2] = ["bin", "home"];

/// The script of all hooks: it writes its arguments and its input to a file whose name begins as [`Play`] expects, and
/// prints nothing.
const SCRIPT: &str = "IFS= read -r input\n\
    event=${input#*'\"hook_event_name\":\"'}\n\
    {\n\
    for one; do printf '%s\\037' \"$one\"; done\n\
    printf '\\036%s' \"$input\"\n\
    } > \"{{root}}/hook/input-${event%%'\"'*}-$PPID-$$\"\n";

/// The id of the command that runs beside hooks that are a question or a call of a tool. They do not note their input,
/// which is that of the command.
pub const BESIDE: &str = "beside";

/// Returns the ids of the hooks that asked the model or the server of tools.
fn asked(root: &str, requests: &[Value]) -> Vec<String> {
    let noted = fs::read_to_string(format!("{root}/hook/{NOTED}")).unwrap_or_default();
    // The first request of each question: an agent sends several, and has reminders before the question.
    let is_first = |all: &Vec<Value>| all.iter().all(|message| message["role"] != "assistant");
    let first = requests.iter().filter(|it| it["messages"].as_array().is_some_and(is_first));
    let questions = first.map(|it| it["messages"].to_string());
    let texts = noted.lines().map(str::to_owned).chain(questions);
    let id = |text: &str| text.split_once(NOTE)?.1.split_once('.').map(|(id, _)| id.to_owned());
    texts.filter_map(|text| id(&text)).collect()
}

/// Reads the runs of the hooks, in the order of their starts.
fn runs(root: &str) -> Result<Vec<Run>, String> {
    let folder = format!("{root}/hook");
    let failed = |error: std::io::Error| format!("{folder}: {error}");
    let mut files: Vec<(SystemTime, Vec<u8>, (u32, u32))> = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("input-") {
            let numbers: Vec<u32> = name.split('-').filter_map(|it| it.parse().ok()).collect();
            // The shell around the script starts in the order of the hooks. Not every shell replaces itself by the script.
            let process = (numbers.first().copied().unwrap_or_default(), numbers.last().copied().unwrap_or_default());
            let time = entry.metadata().and_then(|it| it.modified()).map_err(failed)?;
            files.push((time, fs::read(entry.path()).map_err(failed)?, process));
        }
    }
    files.sort();
    Ok(files.iter().filter_map(|(_, text, process)| Run::read(&String::from_utf8_lossy(text), *process)).collect())
}
