//! The host without a terminal: prompts and answers are lines of JSON.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::stage::PATIENCE;
use crate::environment;
use crate::program;
use crate::terminal::wait_until;

/// The running host.
pub struct Headless {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The user denies every call that needs permission.
    denies: bool,
    /// The number of control requests so far.
    requests: usize,
}

impl Headless {
    /// Starts the host.
    pub fn start(
        program: &[String],
        root: &str,
        port: u16,
        args: &[String],
        env: &[(&str, &str)],
        denies: bool,
    ) -> Result<Self, String> {
        let mut command = program::command(program)?;
        environment::set(&mut command, root, port);
        command.envs(env.iter().copied()).current_dir(format!("{root}/work"));
        command.args(["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]);
        command.args(["--permission-prompt-tool", "stdio"]).args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().map_err(|error| format!("the host: {error}"))?;
        let (send, lines) = channel();
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    if send.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        let stdin = child.stdin.take();
        Ok(Self { child, stdin, lines, denies, requests: 0 })
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
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| error.to_string())?;
            let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
            if message["type"] == "control_request" {
                let answer = answer(&message["request"], self.denies);
                let response = json!({"subtype": "success", "request_id": message["request_id"], "response": answer});
                self.send(&json!({"type": "control_response", "response": response}))?;
            }
            if wanted(&message) {
                if message["response"]["subtype"] == "error" {
                    return Err(message["response"]["error"].as_str().unwrap_or("an error").to_owned());
                }
                return Ok(());
            }
        }
    }

    /// Ends the host: closes its input, and kills it if it does not end by itself.
    pub fn end(mut self) {
        self.stdin = None;
        if !wait_until(Duration::from_secs(10), || !matches!(self.child.try_wait(), Ok(None))) {
            drop(self.child.kill());
            drop(self.child.wait());
        }
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
