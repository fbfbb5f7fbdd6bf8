//! The host without a terminal: prompts and answers are lines of JSON.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::PATIENCE;
use crate::environment;
use crate::program;
use crate::terminal::wait_until;

/// How often the files of hooks are looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// How long the host has been silent when hooks have had their say.
const SILENCE: Duration = Duration::from_secs(1);

/// How the user answers questions.
#[derive(Debug, Clone, Default)]
pub struct User {
    /// The user denies every call that needs permission.
    pub denies: bool,
    /// The folder of the hooks that may answer a question before the user does. A hook that runs has a folder `run-…` in
    /// it, and one that has ended has a file `exit` in that.
    pub after_hooks_in: Option<String>,
}

impl User {
    /// Returns true if a hook runs that may answer.
    fn waits_for_hooks(&self) -> bool {
        let entries = self.after_hooks_in.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
        let mut runs = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("run-"));
        runs.any(|run| !run.path().join("exit").exists())
    }

    /// Returns how long the host is silent before the user answers.
    fn silence(&self) -> Duration {
        if self.after_hooks_in.is_some() { SILENCE } else { Duration::ZERO }
    }
}

/// The folders of the host.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The folder of the session.
    pub root: &'a str,
    /// The folder of the project in which the host starts. The project's own, if empty.
    pub start: &'a str,
}

/// The running host.
pub struct Headless {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    user: User,
    /// The questions for permission that wait for the user.
    waiting: Vec<Value>,
    /// The questions for permission that the user answered.
    answered: Vec<Value>,
    /// The number of control requests so far.
    requests: usize,
}

impl Headless {
    /// Starts the host.
    pub fn start(
        program: &[String],
        place: Place<'_>,
        port: u16,
        args: &[String],
        env: &[(&str, &str)],
        user: User,
    ) -> Result<Self, String> {
        let mut command = program::command(program)?;
        environment::set(&mut command, place.root, port);
        command.envs(env.iter().copied()).current_dir(format!("{}/work/{}", place.root, place.start));
        command.args(["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]);
        command.args(["--permission-prompt-tool", "stdio"]).args(args);
        // What the host prints stays in the folder of the session.
        let kept = |name: &str| {
            let path = format!("{}/{name}", place.root);
            File::options().create(true).append(true).open(&path).map_err(|error| format!("{path}: {error}"))
        };
        let mut stream = kept("stream.jsonl")?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(kept("stderr.txt")?);
        let mut child = command.spawn().map_err(|error| format!("the host: {error}"))?;
        let (send, lines) = channel();
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    if writeln!(stream, "{line}").is_err() || send.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        let stdin = child.stdin.take();
        Ok(Self { child, stdin, lines, user, waiting: Vec::new(), answered: Vec::new(), requests: 0 })
    }

    /// Sends a prompt, and waits for the end of the turn.
    pub fn say(&mut self, text: &str) -> Result<(), String> {
        self.send(&json!({"type": "user", "message": {"role": "user", "content": text}}))?;
        self.read_until(&|message| message["type"] == "result")
    }

    /// Sends a control request, and waits for the answer.
    pub fn ask(&mut self, request: &Value) -> Result<(), String> {
        self.requests += 1;
        let id = format!("ask-{}", self.requests);
        self.send(&json!({"type": "control_request", "request_id": id, "request": request}))?;
        let answers =
            |message: &Value| message["type"] == "control_response" && message["response"]["request_id"] == id;
        self.read_until(&answers)
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        let stdin = self.stdin.as_mut().ok_or("the host has ended")?;
        writeln!(stdin, "{message}").and_then(|()| stdin.flush()).map_err(|error| format!("the host: {error}"))
    }

    /// Reads messages until one that is wanted, and answers the questions to the user among them.
    fn read_until(&mut self, wanted: &dyn Fn(&Value) -> bool) -> Result<(), String> {
        let end = Instant::now() + PATIENCE;
        let mut heard = Instant::now();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if self.user.waits_for_hooks() {
                // The host needs a moment for what a hook has answered.
                heard = Instant::now();
            } else if heard.elapsed() >= self.user.silence() {
                self.answer_waiting()?;
            }
            let line = match self.lines.recv_timeout(GLANCE.min(left)) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => continue,
                Err(error) => return Err(error.to_string()),
            };
            heard = Instant::now();
            let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
            self.hear(&message)?;
            if wanted(&message) {
                if message["response"]["subtype"] == "error" {
                    return Err(message["response"]["error"].as_str().unwrap_or("an error").to_owned());
                }
                return Ok(());
            }
        }
    }

    /// Keeps the questions for permission, and answers all others.
    fn hear(&mut self, message: &Value) -> Result<(), String> {
        match (message["type"].as_str(), message["request"]["subtype"].as_str()) {
            (Some("control_request"), Some("can_use_tool")) => self.waiting.push(message.clone()),
            (Some("control_request"), _) => self.respond(message)?,
            // The host withdraws a question that a hook has answered.
            (Some("control_cancel_request"), _) => {
                self.waiting.retain(|question| question["request_id"] != message["request_id"]);
            }
            _ => {}
        }
        Ok(())
    }

    /// Answers the questions for permission that wait.
    fn answer_waiting(&mut self) -> Result<(), String> {
        for question in std::mem::take(&mut self.waiting) {
            self.respond(&question)?;
            self.answered.push(question["request"].clone());
        }
        Ok(())
    }

    fn respond(&mut self, question: &Value) -> Result<(), String> {
        let answer = answer(&question["request"], self.user.denies);
        let response = json!({"subtype": "success", "request_id": question["request_id"], "response": answer});
        self.send(&json!({"type": "control_response", "response": response}))
    }

    /// Ends the host, and returns the questions for permission that the user answered. Closes the input of the host, and
    /// kills it if it does not end by itself.
    pub fn end(mut self) -> Vec<Value> {
        self.stdin = None;
        if !wait_until(Duration::from_secs(10), || !matches!(self.child.try_wait(), Ok(None))) {
            drop(self.child.kill());
            drop(self.child.wait());
        }
        self.answered
    }
}

/// Returns the user's answer to a question.
fn answer(question: &Value, denies: bool) -> Value {
    if question["subtype"] == "elicitation" {
        return json!({"action": "accept", "content": {"colour": "Red"}});
    }
    if denies {
        return json!({"behavior": "deny", "message": "No."});
    }
    let mut input = question["input"].clone();
    if question["tool_name"] == "AskUserQuestion" {
        let questions = question["input"]["questions"].as_array().into_iter().flatten();
        let answers =
            questions.filter_map(|it| Some((it["question"].as_str()?.to_owned(), it["options"][0]["label"].clone())));
        input["answers"] = Value::Object(answers.collect());
    }
    json!({"behavior": "allow", "updatedInput": input})
}
