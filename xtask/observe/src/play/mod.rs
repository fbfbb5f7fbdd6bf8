//! Plays a scene: starts the host, does what the user does, and answers for the model. Runs inside of a sandbox.
//!
//! | module | does |
//! |---|---|
//! | [`scene`] | what happens in a session |
//! | [`headless`] | the host without a terminal |
//!
//! Hooks write a file `hook/input-<event>-…` when they have run, so that a step can wait for them.

pub mod headless;
pub mod scene;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::model::{self, Answer, Requests, Routes};
use crate::terminal::{self, Terminal, wait_until};
use headless::{Headless, Place, User};
use scene::{DONE, Scene, Step, Turn, map_strings};

/// The time that a step can take.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A scene that is being played.
pub struct Play {
    /// The scene.
    pub scene: Arc<Scene>,
    /// The folder of the session.
    pub root: String,
    /// The command that starts the host.
    program: Vec<String>,
    /// This program.
    tools: String,
    /// More variables of the host's environment than those of the scene.
    environment: Vec<(String, String)>,
    /// The folder of the project in which the host starts. The project's own, if empty.
    start: String,
    /// The user answers a question only when hooks had the time to do so.
    hooks_answer_first: bool,
    /// How many inputs of each event the steps have waited for.
    awaited: BTreeMap<&'static str, usize>,
    /// The requests to the model so far.
    requests: Requests,
    /// Steps that did not end in time.
    notes: Vec<String>,
}

/// What was seen in a scene.
#[derive(Debug, Clone, Default)]
pub struct Played {
    /// The requests to the model.
    pub requests: Vec<Value>,
    /// The questions for permission that the user answered.
    pub questions: Vec<Value>,
    /// Steps that did not end in time.
    pub notes: Vec<String>,
}

/// The host in one of its forms.
enum Host {
    Headless(Headless),
    Terminal(Terminal),
}

impl Play {
    /// Creates the folders of a scene, and writes its files.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn new(program: &[String], tools: &str, scene: Scene, root: String) -> Result<Self, String> {
        let play = Self {
            scene: Arc::new(scene),
            root,
            program: program.to_vec(),
            tools: tools.to_owned(),
            environment: Vec::new(),
            start: String::new(),
            hooks_answer_first: false,
            awaited: BTreeMap::new(),
            requests: Requests::default(),
            notes: Vec::new(),
        };
        for folder in ["home/.claude", "work", "hook", "tmp"] {
            fs::create_dir_all(format!("{}/{folder}", play.root)).map_err(|error| format!("{folder}: {error}"))?;
        }
        for (path, text) in &play.scene.files {
            play.write(path, text)?;
        }
        play.write("home/.claude.json", &terminal::state(&play.root).to_string())?;
        Ok(play)
    }

    /// Adds variables to the environment of the host. They can have holes.
    #[must_use]
    pub fn with_environment(mut self, variables: &[(String, String)]) -> Self {
        let filled: Vec<_> = variables.iter().map(|(name, value)| (name.clone(), self.fill(value))).collect();
        self.environment.extend(filled);
        self
    }

    /// Starts a host without a terminal in a folder of the project.
    #[must_use]
    pub fn started_in(self, folder: &str) -> Self {
        Self { start: folder.to_owned(), ..self }
    }

    /// Lets hooks answer questions before the user does.
    #[must_use]
    pub fn with_hooks_first(self) -> Self {
        Self { hooks_answer_first: true, ..self }
    }

    /// Fills the holes of a text of the scene.
    #[must_use]
    pub fn fill(&self, text: &str) -> String {
        fill(text, &self.root, &self.tools)
    }

    /// Writes a file of the session's folder. Its text can have holes.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, path: &str, text: &str) -> Result<(), String> {
        let path = format!("{}/{path}", self.root);
        if let Some(folder) = Path::new(&path).parent() {
            fs::create_dir_all(folder).map_err(|error| format!("{path}: {error}"))?;
        }
        fs::write(&path, self.fill(text)).map_err(|error| format!("{path}: {error}"))
    }

    /// Plays the scene to its end.
    ///
    /// # Errors
    /// The host cannot be started.
    pub fn run(&mut self) -> Result<Played, String> {
        let scene = Arc::clone(&self.scene);
        let port = self.start_model()?;
        let mut questions = Vec::new();
        let mut host = match self.start(port, &scene.args) {
            Ok(host) => host,
            Err(error) if scene.terminal => {
                self.notes.push(format!("skipped: {error}"));
                return Ok(self.played(questions));
            }
            Err(error) => return Err(error),
        };
        for step in &scene.steps {
            if let Step::Starts(args) = step {
                questions.extend(host.end());
                host = self.start(port, args)?;
            } else if let Err(note) = self.step(&mut host, step) {
                self.notes.push(format!("{step:?}: {note}"));
            }
        }
        questions.extend(host.end());
        Ok(self.played(questions))
    }

    fn played(&mut self, questions: Vec<Value>) -> Played {
        Played { requests: self.requests.all(), questions, notes: std::mem::take(&mut self.notes) }
    }

    /// Starts the model, and returns its port.
    fn start_model(&mut self) -> Result<u16, String> {
        let (scene, root, tools) = (Arc::clone(&self.scene), self.root.clone(), self.tools.clone());
        let count = AtomicUsize::new(0);
        // Requests without tools are about titles and summaries, which no scene scripts.
        let script = move |request: &Value| match is_of_conversation(request) {
            true => answer(&scene, &root, &tools, &count, request),
            false => Answer::Text("ok".to_owned()),
        };
        let (port, requests) = model::start(Routes { script: Box::new(script), hook: Box::new(|_| None) })?;
        self.requests = requests;
        Ok(port)
    }

    fn start(&self, port: u16, args: &[&str]) -> Result<Host, String> {
        let args: Vec<String> = args.iter().map(|arg| self.fill(arg)).collect();
        let of_scene = self.scene.env.iter().map(|(name, value)| (*name, *value));
        let more = self.environment.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let env: Vec<(&str, &str)> = of_scene.chain(more).collect();
        let (program, root) = (&self.program, &self.root);
        Ok(if self.scene.terminal {
            Host::Terminal(Terminal::start(program, root, port, &args, &env)?)
        } else {
            let hooks = self.hooks_answer_first.then(|| format!("{root}/hook"));
            let user = User { denies: self.scene.denies, after_hooks_in: hooks };
            let place = Place { root, start: &self.start };
            Host::Headless(Headless::start(program, place, port, &args, &env, user)?)
        })
    }

    fn step(&mut self, host: &mut Host, step: &Step) -> Result<(), String> {
        match (step, host) {
            (Step::Says(text), Host::Headless(host)) => host.say(&self.fill(text)),
            (Step::Asks(request), Host::Headless(host)) => host.ask(&map_strings(request, &|text| self.fill(text))),
            (Step::Types(text), Host::Terminal(terminal)) => terminal.type_text(&self.fill(text)),
            (Step::Presses(key), Host::Terminal(terminal)) => terminal.press(key),
            (Step::Settles, Host::Terminal(terminal)) => terminal.settle(),
            (Step::Writes(path, text), _) => self.write(path, text),
            (Step::Awaits(event), _) => {
                self.await_event(event).then_some(()).ok_or("the event did not come".to_owned())
            }
            (Step::AwaitsRequest(text), _) => {
                let came = || self.requests.all().iter().any(|request| request["messages"].to_string().contains(text));
                wait_until(PATIENCE, came).then_some(()).ok_or("the model got no such request".to_owned())
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
    #[must_use]
    pub fn inputs(&self) -> Vec<String> {
        let entries = fs::read_dir(format!("{}/hook", self.root)).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.starts_with("input-")).collect()
    }
}

impl Host {
    /// Ends the host, and returns the questions that the user answered.
    fn end(self) -> Vec<Value> {
        match self {
            Self::Headless(host) => host.end(),
            Self::Terminal(terminal) => {
                terminal.end();
                Vec::new()
            }
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

/// Returns true if a request is part of a conversation: requests about titles and summaries have no tools.
#[must_use]
pub fn is_of_conversation(request: &Value) -> bool {
    request["tools"].as_array().is_some_and(|tools| !tools.is_empty())
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
