//! Runs a scene on the host, in a sandbox, and returns the inputs of all hooks. [`run`] starts it; [`inside`] is what
//! runs there.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::headless::Headless;
use super::scene::{DONE, Scene, Step, Turn, map_strings};
use super::scenes;
use crate::model::{self, Answer, Routes};
use crate::program::Program;
use crate::sandbox::{CASE, Sandbox};
use crate::terminal::{self, Terminal, wait_until};

/// The hidden command that runs [`inside`].
pub const COMMAND: &str = "observe-shape-inside";

/// The time that a step can take.
pub const PATIENCE: Duration = Duration::from_secs(30);

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
    let captured = sandbox.ask(&plan.tools, COMMAND, &plan, LIMIT).map_err(|error| format!("{scene}: {error}"))?;
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
    let captured = Stage::new(&plan, scene)?.play()?;
    println!("{}", serde_json::to_string(&captured).map_err(|error| error.to_string())?);
    Ok(())
}

/// The folder of a scene, inside.
#[must_use]
pub fn folder(scene: &str) -> String {
    format!("{CASE}/{scene}")
}

/// A scene that is being run.
struct Stage<'p> {
    plan: &'p Plan,
    scene: Arc<Scene>,
    root: String,
    /// How many inputs of each event the steps have waited for.
    awaited: BTreeMap<&'static str, usize>,
    notes: Vec<String>,
}

/// The host in one of its forms.
enum Host {
    Headless(Headless),
    Terminal(Terminal),
}

impl<'p> Stage<'p> {
    fn new(plan: &'p Plan, scene: Scene) -> Result<Self, String> {
        let root = folder(scene.name);
        let stage = Self { plan, scene: Arc::new(scene), root, awaited: BTreeMap::new(), notes: Vec::new() };
        for folder in ["home/.claude", "work", "hook", "tmp"] {
            fs::create_dir_all(format!("{}/{folder}", stage.root)).map_err(|error| format!("{folder}: {error}"))?;
        }
        stage.write_files()?;
        Ok(stage)
    }

    fn fill(&self, text: &str) -> String {
        fill(text, &self.root, &self.plan.tools)
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        let path = format!("{}/{path}", self.root);
        if let Some(folder) = Path::new(&path).parent() {
            fs::create_dir_all(folder).map_err(|error| format!("{path}: {error}"))?;
        }
        fs::write(&path, self.fill(text)).map_err(|error| format!("{path}: {error}"))
    }

    /// Writes the files of the scene, the settings with a hook on every event, and the hook.
    fn write_files(&self) -> Result<(), String> {
        for (path, text) in &self.scene.files {
            self.write(path, text)?;
        }
        for (event, text) in &self.scene.replies {
            self.write(&format!("hook/reply-{event}"), text)?;
        }
        let mut settings = if self.scene.settings.is_object() { self.scene.settings.clone() } else { json!({}) };
        for event in &self.plan.events {
            let command = format!("sh {}/hook/hook.sh {event}", self.root);
            let mut group = json!({"hooks": [{"type": "command", "command": command}]});
            if event == "FileChanged" {
                // Without names of files the host watches none.
                group["matcher"] = json!("watched.txt");
            }
            settings["hooks"][event] = json!([group]);
        }
        self.write("home/.claude/settings.json", &settings.to_string())?;
        self.write("home/.claude.json", &terminal::state(&self.root).to_string())?;
        // A reply is printed once.
        let hook = format!(
            "cd {}/hook || exit 0\ncat > \"part-$$\"\nmv \"part-$$\" \"input-$1-$(date +%s%N)-$$\"\n\
             mv \"reply-$1\" \"used-$1-$$\" 2>/dev/null || exit 0\ncat \"used-$1-$$\"\n",
            self.root
        );
        self.write("hook/hook.sh", &hook)
    }

    fn start(&self, port: u16, args: &[&str]) -> Result<Host, String> {
        let args: Vec<String> = args.iter().map(|arg| self.fill(arg)).collect();
        let (program, root) = (&self.plan.program, &self.root);
        Ok(if self.scene.terminal {
            Host::Terminal(Terminal::start(program, root, port, &args, &self.scene.env)?)
        } else {
            Host::Headless(Headless::start(program, root, port, &args, &self.scene.env, self.scene.denies)?)
        })
    }

    fn play(mut self) -> Result<Captured, String> {
        let scene = Arc::clone(&self.scene);
        let (root, tools, count) = (self.root.clone(), self.plan.tools.clone(), AtomicUsize::new(0));
        let script = Arc::clone(&scene);
        let answer = move |request: &Value| answer(&script, &root, &tools, &count, request);
        // Requests without tools are about titles and summaries, which no scene scripts.
        let is_of_conversation = |request: &Value| request["tools"].as_array().is_some_and(|tools| !tools.is_empty());
        let script = move |request: &Value| match is_of_conversation(request) {
            true => answer(request),
            false => Answer::Text("ok".to_owned()),
        };
        let (port, _) = model::start(Routes { script: Box::new(script), hook: Box::new(|_| None) })?;
        let mut host = match self.start(port, &scene.args) {
            Ok(host) => host,
            Err(error) if scene.terminal => {
                self.notes.push(format!("skipped: {error}"));
                return self.captured();
            }
            Err(error) => return Err(error),
        };
        if scene.terminal {
            self.await_event("SessionStart");
        }
        for step in &scene.steps {
            if let Step::Starts(args) = step {
                host.end();
                host = self.start(port, args)?;
            } else if let Err(note) = self.step(&mut host, step) {
                self.notes.push(format!("{step:?}: {note}"));
            }
        }
        host.end();
        self.captured()
    }

    fn step(&mut self, host: &mut Host, step: &Step) -> Result<(), String> {
        match (step, host) {
            (Step::Says(text), Host::Headless(host)) => host.say(&self.fill(text)),
            (Step::Asks(request), Host::Headless(host)) => host.ask(&map_strings(request, &|text| self.fill(text))),
            (Step::Types(text), Host::Terminal(terminal)) => terminal.type_text(&self.fill(text)),
            (Step::Presses(key), Host::Terminal(terminal)) => terminal.press(key),
            (Step::Writes(path, text), _) => self.write(path, text),
            (Step::Awaits(event), _) => {
                if self.await_event(event) {
                    Ok(())
                } else {
                    Err("the event did not come".to_owned())
                }
            }
            _ => Err("the scene cannot do this".to_owned()),
        }
    }

    /// Waits for an input of the event that no step has waited for, and returns true if it came.
    fn await_event(&mut self, event: &'static str) -> bool {
        let before = self.awaited.get(event).copied().unwrap_or_default();
        let prefix = format!("input-{event}-");
        let count = || self.inputs().iter().filter(|name| name.starts_with(&prefix)).count();
        let came = wait_until(PATIENCE, || count() > before);
        let now = count();
        self.awaited.insert(event, now);
        came
    }

    /// Returns the names of the files with inputs.
    fn inputs(&self) -> Vec<String> {
        let entries = fs::read_dir(format!("{}/hook", self.root)).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.starts_with("input-")).collect()
    }

    /// Returns everything that the hooks got, in the order of their starts.
    fn captured(self) -> Result<Captured, String> {
        let mut names = self.inputs();
        names.sort_by_key(|name| name.splitn(3, '-').nth(2).map(str::to_owned));
        let mut captured = Captured { inputs: Vec::new(), notes: self.notes };
        for name in names {
            let path = format!("{}/hook/{name}", self.root);
            let bytes = fs::read(&path).map_err(|error| format!("{path}: {error}"))?;
            match serde_json::from_slice(&bytes) {
                Ok(input) => captured.inputs.push(input),
                Err(error) => captured.notes.push(format!("{name} is not JSON: {error}")),
            }
        }
        Ok(captured)
    }
}

impl Host {
    fn end(self) {
        match self {
            Self::Headless(host) => host.end(),
            Self::Terminal(terminal) => terminal.end(),
        }
    }
}

/// Fills the holes of a text of a scene.
#[must_use]
pub fn fill(text: &str, root: &str, tools: &str) -> String {
    let mut text = text.replace("{{root}}", root).replace("{{tools}}", tools);
    for folder in ["work", "home", "tmp"] {
        text = text.replace(&format!("{{{{{folder}}}}}"), &format!("{root}/{folder}"));
    }
    text
}

/// Returns the answer of the model: the next turn of the talk whose prompt came last.
fn answer(scene: &Scene, root: &str, tools: &str, count: &AtomicUsize, request: &Value) -> Answer {
    let messages = request["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let talk_of = |message: &Value| {
        let text = if message["role"] == "user" { text_of(&message["content"]) } else { String::new() };
        scene.talks.iter().find(|talk| text.contains(talk.prompt))
    };
    let found = messages.iter().enumerate().rev().find_map(|(at, message)| Some((at, talk_of(message)?)));
    let Some((at, talk)) = found else { return Answer::Text(DONE.to_owned()) };
    match next_turn(&talk.turns, calls_in(&messages[at..])) {
        None => Answer::Text(DONE.to_owned()),
        Some(Turn::Text(text)) => Answer::Text((*text).to_owned()),
        Some(Turn::Fails(status, kind, message)) => {
            Answer::Fails(*status, json!({"type": "error", "error": {"type": kind, "message": message}}))
        }
        Some(Turn::Calls(calls)) => {
            let call = |(tool, input): &(&str, Value)| {
                let id = format!("toolu_{:024}", count.fetch_add(1, Ordering::Relaxed));
                (id, (*tool).to_owned(), map_strings(input, &|text| fill(text, root, tools)))
            };
            Answer::Calls(calls.iter().map(call).collect())
        }
    }
}

/// Returns the number of calls in messages.
fn calls_in(messages: &[Value]) -> usize {
    let blocks = messages.iter().filter(|it| it["role"] == "assistant").filter_map(|it| it["content"].as_array());
    blocks.flatten().filter(|block| block["type"] == "tool_use").count()
}

/// Returns the turn after so many calls.
fn next_turn(turns: &[Turn], calls: usize) -> Option<&Turn> {
    let mut before = 0;
    turns.iter().find(|turn| {
        let is_next = before >= calls;
        before += if let Turn::Calls(calls) = turn { calls.len() } else { 0 };
        is_next
    })
}

/// Returns the texts of a message, without the results of tools.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => blocks.iter().filter_map(|block| block["text"].as_str()).collect::<Vec<_>>().join("\n"),
        _ => String::new(),
    }
}
