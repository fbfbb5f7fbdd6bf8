//! The host in a terminal, and one case on it. It reports nothing but its screen, its requests and the files of its hooks.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::Plan;
use super::folder::Folder;
use super::host::{HOOKS, PATIENCE, TRACELESS};
use super::script::{Part, found, part, results};
use super::signals::Signals;
use super::texts;
use crate::case::Case;
use crate::conversation::{Step, after};
use crate::environment;
use crate::model::Requests;
use crate::terminal::{Terminal, wait_until};

/// How long the host may take to act on the end of a hook.
const REST: Duration = Duration::from_millis(700);

/// How long the screen does not change when a turn has ended.
const STILL: Duration = Duration::from_millis(2500);

/// The cursor of a question with a list of answers, on one of them.
const QUESTION: [&str; 4] = ["❯ 1.", "❯ 2.", "❯ 3.", NO];

/// The cursor of a question on the answer that denies.
const NO: &str = "❯ No";

/// The running host.
#[derive(Debug)]
pub struct Screen {
    terminal: Terminal,
    /// Where to write down the screens.
    kept: Option<String>,
}

/// A case that runs.
struct Running<'a> {
    case: &'a Case,
    number: usize,
    place: &'a Folder,
    requests: &'a Requests,
    /// The screens that the user saw.
    shown: Vec<String>,
    /// The user was asked a question.
    asked: bool,
    /// The number of requests before the case.
    before: usize,
}

impl Screen {
    /// Starts the host with a scripted model on this port, and waits until it is ready.
    ///
    /// # Errors
    /// It cannot be started, or there is no tmux.
    pub fn start(plan: &Plan, port: u16, place: &Folder, case: &Case, servers: bool) -> Result<Self, String> {
        let conversation = case.conversation().ok_or("no conversation")?;
        let mut arguments: Vec<String> = conversation.arguments().iter().map(|it| (*it).to_owned()).collect();
        arguments.extend(environment::of_mode(case).map(str::to_owned));
        if servers {
            arguments.extend(["--mcp-config".to_owned(), place.path("server.json")]);
        }
        let terminal = Terminal::start(&plan.program, &place.root, port, &arguments, conversation.variables())?;
        terminal.settle()?;
        let kept = plan.keep.then(|| "screens.txt".to_owned());
        Ok(Self { terminal, kept })
    }

    /// Runs the steps of a case. A case that does not come to its end is lost.
    ///
    /// # Errors
    /// A file of the case cannot be written.
    pub fn run(&self, case: &Case, number: usize, place: &Folder, requests: &Requests) -> Result<Signals, String> {
        let Some(conversation) = case.conversation() else { return Err("no conversation".to_owned()) };
        let before = requests.count();
        let mut running = Running { case, number, place, requests, shown: Vec::new(), asked: false, before };
        let mut steps = conversation.steps(number, place.replies.root());
        if case.hooks().any(|hook| hook.handler.is_late()) {
            steps.extend([Step::Release, Step::Hooks, Step::Prompt(after(number))]);
        }
        let mut signals = Signals::default();
        for step in &steps {
            signals.lost |= !self.step(step, &mut running)?;
        }
        running.shown.push(self.terminal.screen());
        if let Some(name) = &self.kept {
            place.write(name, &running.shown.join("\n--------\n"))?;
        }
        for request in &requests.since(before) {
            match part(request) {
                Part::Main => signals.requests += 1,
                Part::Sub => signals.inner += 1,
                Part::Question => signals.questions += 1,
                Part::Side => {}
            }
        }
        signals.asked = running.asked;
        signals.note_files(case, number, place);
        signals.user = found(case, number, running.shown.iter().map(String::as_str));
        if case.compares_texts() {
            // Screens before the last one are there for a moment only.
            let last: Value = running.shown.last().map(|screen| paragraphs(screen)).unwrap_or_default().into();
            signals.user_texts = texts::with_markers(case, number, std::iter::once(&last));
        }
        Ok(signals)
    }

    /// Takes a step, and returns false if it has not happened in time.
    fn step(&self, step: &Step, running: &mut Running<'_>) -> Result<bool, String> {
        match step {
            Step::Prompt(text) => {
                let before = running.requests.count();
                let is_typed = self.enter(text).is_ok();
                if running.case.terminal {
                    self.rest(running);
                    if running.case.is_decided() {
                        self.answer(running)?;
                    }
                    return Ok(is_typed);
                }
                let came = || running.requests.since(before).iter().any(|it| it["messages"].to_string().contains(text));
                Ok(is_typed && wait_until(PATIENCE, came))
            }
            Step::Hooks => {
                let patience = if running.case.hooks().any(|it| it.handler.leaves_trace()) { HOOKS } else { TRACELESS };
                wait_until(patience, || running.has_ended());
                thread::sleep(REST);
                running.shown.push(self.terminal.screen());
                Ok(true)
            }
            Step::Silence => {
                self.rest(running);
                Ok(true)
            }
            Step::Release => running.place.replies.release(running.number).map(|()| true),
            Step::Write(name, text) => running.place.write(name, text).map(|()| true),
            Step::Request(request) => {
                let is_typed = self.enter(&command(request)?).is_ok();
                self.rest(running);
                if is_asking(&self.terminal.screen()) {
                    self.terminal.press("Enter")?;
                    self.rest(running);
                }
                Ok(is_typed)
            }
        }
    }

    /// Answers the question for permission, if there is one: the call is allowed. The hooks come first.
    fn answer(&self, running: &mut Running<'_>) -> Result<(), String> {
        wait_until(HOOKS, || running.has_ended());
        wait_until(PATIENCE, || is_asking(&self.terminal.screen()) || running.has_result());
        self.rest(running);
        let screen = self.terminal.screen();
        running.asked = is_asking(&screen);
        if running.asked {
            // In one mode, the answers have no numbers, and the cursor is on the one that denies.
            let keys: &[&str] = if screen.contains(NO) { &["Down", "Enter"] } else { &["1"] };
            keys.iter().try_for_each(|key| self.terminal.press(key))?;
            wait_until(PATIENCE, || running.has_result());
            self.rest(running);
        }
        Ok(())
    }

    /// Types a text, and sends it.
    fn enter(&self, text: &str) -> Result<(), String> {
        self.terminal.type_text(text)?;
        self.terminal.press("Enter")
    }

    /// Waits until the screen does not change any more, and notes every screen until then.
    fn rest(&self, running: &mut Running<'_>) {
        let mut since = Instant::now();
        wait_until(PATIENCE, || {
            let now = self.terminal.screen();
            if running.shown.last() != Some(&now) {
                running.shown.push(now);
                since = Instant::now();
            }
            since.elapsed() > STILL
        });
    }

    /// Gives what arrives late a last request to arrive with.
    ///
    /// # Errors
    /// The text cannot be typed.
    pub fn settle(&self, number: usize, requests: &Requests) -> Result<(), String> {
        let before = requests.count();
        self.terminal.type_text(&after(number))?;
        self.terminal.press("Enter")?;
        wait_until(PATIENCE, || requests.count() > before);
        Ok(())
    }

    /// Ends the host.
    pub fn end(self) {
        self.terminal.end();
    }
}

/// Returns true if a screen has a question with a list of answers.
fn is_asking(screen: &str) -> bool {
    QUESTION.iter().any(|cursor| screen.contains(cursor))
}

/// Returns what a user types for a request of a program that drives the host.
fn command(request: &Value) -> Result<String, String> {
    match (request["subtype"].as_str(), request["model"].as_str(), request["directory"].as_str()) {
        (Some("set_model"), Some(model), _) => Ok(format!("/model {model}")),
        (Some("register_repo_root"), _, Some(folder)) => Ok(format!("/add-dir {folder}")),
        _ => Err("a terminal has no command for this request".to_owned()),
    }
}

/// Returns the paragraphs of a screen, without the space around their lines.
fn paragraphs(screen: &str) -> Vec<String> {
    let lines: Vec<&str> = screen.lines().map(str::trim).collect();
    lines.split(|line| line.is_empty()).map(|lines| lines.join("\n")).collect()
}

impl Running<'_> {
    /// Returns true if the model got the result of the call.
    fn has_result(&self) -> bool {
        let messages = self.requests.since(self.before);
        messages.iter().any(|request| results(request, self.number).next().is_some())
    }

    /// Returns true if all hooks of the case have ended, as far as can be seen.
    fn has_ended(&self) -> bool {
        (0..self.case.hooks().count()).all(|index| self.place.replies.has_ended(self.number, index))
    }
}
