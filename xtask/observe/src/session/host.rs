//! The running host, and one case on it.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::folder::Folder;
use super::script::{Part, found, part, results};
use super::signals::Signals;
use super::{Plan, REPORTS, texts};
use crate::case::Case;
use crate::conversation::{Conversation, QUESTION, Step, after, user_answer};
use crate::model::Requests;
use crate::{environment, program};

/// The time limit of a step. The host needs about a tenth of a second.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// How long a step waits for hooks that may never run.
pub(super) const HOOKS: Duration = Duration::from_secs(15);

/// How long a step waits for hooks that leave no trace, unless the host reports their end.
pub(super) const TRACELESS: Duration = Duration::from_secs(1);

/// How long the host is silent when nothing else follows from a hook in the background.
const SILENCE: Duration = Duration::from_millis(2500);

/// How often the files of hooks are looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// The running host.
#[derive(Debug)]
pub struct Host {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Where to write down what the host prints.
    stream: Option<File>,
    /// The number of the case in which each hook started, by the id of the hook.
    started: HashMap<String, usize>,
    /// How many hooks in the background of the case before have not reported their end.
    unreported: usize,
}

/// A case that runs.
struct Running<'a> {
    case: &'a Case,
    number: usize,
    place: &'a Folder,
    signals: Signals,
    /// The lines that the user was shown.
    shown: Vec<String>,
    /// The questions to the user that wait for the hooks.
    waiting: Vec<Value>,
    /// The number of hooks that the host reported the end of.
    ended: usize,
}

/// What a step waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Until<'a> {
    /// The end of a turn.
    Result,
    /// The response to a request with this id.
    Response(&'a str),
    /// The end of all hooks.
    Hooks,
    /// No message for some time.
    Silence,
}

impl Host {
    /// Starts the host with a scripted model on this port.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(plan: &Plan, port: u16, place: &Folder, case: &Case, servers: bool) -> Result<Self, String> {
        let conversation = case.conversation().ok_or("no conversation")?;
        let mut command = program::command(&plan.program)?;
        environment::set(&mut command, &place.root, port);
        command.current_dir(place.path("work"));
        command.args(["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]);
        command.args(["--permission-prompt-tool", "stdio"]).args(plan.reports.then_some(REPORTS));
        command
            .args(conversation.arguments())
            .args(environment::of_mode(case))
            .envs(conversation.variables().iter().copied());
        if servers {
            command.args(["--mcp-config", &place.path("server.json")]);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
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
        let stream = if plan.keep { File::create(place.path("stream.jsonl")).ok() } else { None };
        Ok(Self { child, stdin, lines, stream, started: HashMap::new(), unreported: 0 })
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        let Some(stdin) = &mut self.stdin else { return Ok(()) };
        writeln!(stdin, "{message}").and_then(|()| stdin.flush()).map_err(|error| format!("the host: {error}"))
    }

    /// Sends a prompt of the user.
    fn prompt(&mut self, text: &str) -> Result<(), String> {
        self.send(&json!({"type": "user", "message": {"role": "user", "content": text}}))
    }

    /// Runs the steps of a case.
    ///
    /// # Errors
    /// A file of the case cannot be read or written.
    pub fn run(&mut self, case: &Case, number: usize, place: &Folder, requests: &Requests) -> Result<Signals, String> {
        let Some(conversation) = case.conversation() else { return Err("no conversation".to_owned()) };
        let before = requests.count();
        let signals = Signals::default();
        let mut running = Running { case, number, place, signals, shown: Vec::new(), waiting: Vec::new(), ended: 0 };
        let mut steps = conversation.steps(number, place.replies.root());
        let is_set_to_background = case.hooks().any(|hook| hook.handler.is_set_to_background());
        // What a hook in the background leads to, before and after the next prompt.
        let first = steps.len();
        if case.hooks().any(|hook| hook.handler.is_late()) {
            steps.extend([Step::Release, Step::Hooks]);
            steps.extend(is_set_to_background.then_some(Step::Silence));
            steps.push(Step::Prompt(after(number)));
        } else if is_set_to_background {
            steps.extend([Step::Hooks, Step::Silence, Step::Prompt(after(number))]);
        } else if case.is_async() && case.event == "UserPromptSubmit" {
            // What a hook in the background answers comes with the next prompt. That of the next case could be erased.
            steps.extend([Step::Hooks, Step::Prompt(after(number))]);
        }
        let (mut over, mut end) = (None, None);
        for (at, step) in steps.into_iter().enumerate() {
            if at == first && step == Step::Release {
                over = Some(requests.count());
            }
            self.step(&step, &mut running)?;
            if step == Step::Silence {
                end = Some(requests.count());
            }
            if running.signals.lost {
                break;
            }
        }
        self.unreported = if case.is_async() { case.hooks().count().saturating_sub(running.ended) } else { 0 };
        let Running { mut signals, shown, .. } = running;
        let requests = requests.since(before);
        signals.failed |=
            requests.iter().any(|request| results(request, number).any(|block| block["is_error"] == true));
        signals.succeeded = case.tool.is_some()
            && requests.iter().any(|request| results(request, number).any(|block| block["is_error"] != true));
        signals.accepted = requests
            .iter()
            .any(|request| results(request, number).any(|block| block["content"].to_string().contains("accept")));
        for (at, request) in requests.iter().enumerate() {
            let is_after = |count: Option<usize>| count.is_some_and(|count| before + at >= count);
            match part(request) {
                Part::Main if is_after(end) => {}
                Part::Main if is_set_to_background && is_after(over) => signals.woken += 1,
                Part::Main => signals.requests += 1,
                Part::Sub => signals.inner += 1,
                Part::Question => signals.questions += 1,
                Part::Side => {}
            }
            if let Some(model) = request["model"].as_str() {
                signals.switched = model == crate::conversation::model(number);
            }
        }
        signals.outcomes.truncate(case.hooks().count());
        signals.note_files(case, number, place);
        signals.user = found(case, number, shown.iter().map(String::as_str));
        if case.compares_texts() {
            let messages: Vec<Value> = shown.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
            signals.user_texts = texts::with_markers(case, number, messages.iter());
        }
        Ok(signals)
    }

    fn step(&mut self, step: &Step, running: &mut Running) -> Result<(), String> {
        match step {
            Step::Prompt(text) => {
                running.signals.lost = self.prompt(text).is_err();
                self.read(Until::Result, running)
            }
            Step::Request(request) => {
                let id = format!("request-{}", running.number);
                let message = json!({"type": "control_request", "request_id": id, "request": request});
                running.signals.lost = self.send(&message).is_err();
                self.read(Until::Response(&id), running)
            }
            Step::Write(name, text) => running.place.write(name, text),
            Step::Hooks => {
                self.read(Until::Hooks, running)?;
                thread::sleep(running.case.conversation().map_or(Duration::ZERO, Conversation::rest));
                Ok(())
            }
            Step::Release => running.place.replies.release(running.number),
            Step::Silence => self.read(Until::Silence, running),
        }
    }

    /// Reads the messages of the host until what a step waits for.
    fn read(&mut self, until: Until, running: &mut Running) -> Result<(), String> {
        let start = Instant::now();
        let mut heard = start;
        while !running.signals.lost {
            if until == Until::Silence && heard.elapsed() > SILENCE {
                return Ok(());
            }
            if until == Until::Hooks && (running.has_ended() || start.elapsed() > running.patience()) {
                return Ok(());
            }
            let line = match self.lines.recv_timeout(GLANCE) {
                Ok(line) => line,
                // The user answers when the host is silent.
                Err(RecvTimeoutError::Timeout) if start.elapsed() < PATIENCE => {
                    self.answer_waiting(running, start.elapsed())?;
                    continue;
                }
                Err(_) => {
                    running.signals.lost = true;
                    return Ok(());
                }
            };
            if let Some(stream) = &mut self.stream {
                writeln!(stream, "{line}").map_err(|error| error.to_string())?;
            }
            heard = Instant::now();
            let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
            self.hear(&message, line, running)?;
            let response = &message["response"];
            match until {
                Until::Result if message["type"] == "result" => return Ok(()),
                Until::Response(id) if response["request_id"] == id => {
                    running.signals.refused = response["subtype"] == "error";
                    running.shown.push(response.to_string());
                    return Ok(());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Notes what a message of the host says.
    fn hear(&mut self, message: &Value, line: String, running: &mut Running) -> Result<(), String> {
        match (message["type"].as_str(), message["subtype"].as_str()) {
            (Some("control_request"), _) => self.hear_question(message, running)?,
            (Some("control_cancel_request"), _) => {
                running.waiting.retain(|question| question["request_id"] != message["request_id"]);
                running.signals.withdrawn = true;
            }
            (Some("system"), Some("hook_started")) => {
                let id = message["hook_id"].as_str().map(|id| (id.to_owned(), running.number));
                self.started.extend(id);
            }
            // The host can report the end of a hook when the next case runs: it does not wait for a hook after another one blocked.
            (Some("system"), Some("hook_response")) if !self.is_earlier(message, running.number) => {
                running.ended += 1;
                let outcome = message["outcome"].as_str().map(str::to_owned);
                running.signals.outcomes.extend(outcome);
            }
            (Some("system"), Some("compact_boundary")) => {
                running.signals.compacted = true;
                running.shown.push(line);
            }
            (Some("system"), Some(kind)) if kind != "init" && !kind.starts_with("hook_") => running.shown.push(line),
            (Some("user"), _) if message["tool_use_result"]["success"] == false => running.signals.failed = true,
            (Some("assistant"), _) => running.shown.push(line),
            _ => {}
        }
        Ok(())
    }

    /// Returns true if a message is about a hook of an earlier case.
    fn is_earlier(&mut self, message: &Value, number: usize) -> bool {
        match message["hook_id"].as_str().and_then(|id| self.started.get(id)) {
            Some(case) => *case != number,
            // Some events report the end of a hook in the background alone.
            None if self.unreported > 0 => {
                self.unreported -= 1;
                true
            }
            None => false,
        }
    }

    fn hear_question(&mut self, question: &Value, running: &mut Running) -> Result<(), String> {
        let request = &question["request"];
        match request["subtype"].as_str() {
            Some("can_use_tool") => {
                // Elsewhere the question is about the call, and here about what the server asks.
                running.signals.asked |= running.case.conversation() != Some(Conversation::Elicit);
                running.waiting.push(question.clone());
                Ok(())
            }
            Some("elicitation") => {
                running.signals.asked = true;
                self.respond(question, &json!({"action": "accept", "content": {"answer": user_answer(running.number)}}))
            }
            _ => self.respond(question, &json!({})),
        }
    }

    /// Answers the questions that wait: the call is allowed. Where hooks run beside the question, they come first.
    fn answer_waiting(&mut self, running: &mut Running, since: Duration) -> Result<(), String> {
        let is_beside = running.case.event == "PermissionRequest";
        let has_ended = running.is_reported() || (running.case.is_async() && running.has_ended());
        if is_beside && !has_ended && since < HOOKS {
            return Ok(());
        }
        for question in std::mem::take(&mut running.waiting) {
            let mut input = question["request"]["input"].clone();
            if running.case.conversation() == Some(Conversation::Question) {
                input["answers"] = json!({QUESTION: user_answer(running.number)});
            }
            self.respond(&question, &json!({"behavior": "allow", "updatedInput": input}))?;
        }
        Ok(())
    }

    fn respond(&mut self, question: &Value, answer: &Value) -> Result<(), String> {
        let response = json!({"subtype": "success", "request_id": question["request_id"], "response": answer});
        // A host that has ended is seen by the missing messages.
        drop(self.send(&json!({"type": "control_response", "response": response})));
        Ok(())
    }

    /// Gives what arrives late a last request to arrive with.
    ///
    /// # Errors
    /// A message cannot be read.
    pub fn settle(&mut self, case: &Case, number: usize, place: &Folder) -> Result<(), String> {
        let signals = Signals::default();
        let mut running = Running { case, number, place, signals, shown: Vec::new(), waiting: Vec::new(), ended: 0 };
        self.step(&Step::Prompt(after(number)), &mut running)
    }

    /// Ends the host: closes its input, and kills it if it does not end by itself.
    pub fn end(mut self) {
        self.stdin = None;
        let end = Instant::now() + Duration::from_secs(5);
        while Instant::now() < end {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(GLANCE),
                _ => return,
            }
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Running<'_> {
    /// Returns how long a step waits for the hooks.
    fn patience(&self) -> Duration {
        if self.case.hooks().any(|hook| hook.handler.leaves_trace()) { HOOKS } else { TRACELESS }
    }

    /// Returns true if all hooks of the case have ended, as far as can be seen.
    fn has_ended(&self) -> bool {
        let hooks = self.case.hooks().count();
        let by_files = || (0..hooks).all(|index| self.place.replies.has_ended(self.number, index));
        self.is_reported() || by_files()
    }

    /// Returns true if the host reported the end of all hooks of the case, and so has read their answers.
    fn is_reported(&self) -> bool {
        self.ended >= self.case.hooks().count()
    }
}
