//! The host in a terminal, and one case on it. It reports nothing but its screen, its requests and the files of its hooks.

use std::thread;
use std::time::Duration;

use super::Plan;
use super::folder::Folder;
use super::host::{HOOKS, PATIENCE, TRACELESS};
use super::script::{Part, found, part};
use super::signals::Signals;
use crate::case::{Case, Handler};
use crate::conversation::{Conversation, Step, after};
use crate::model::Requests;
use crate::terminal::{Terminal, wait_until};

/// How long the host may take to act on the end of a hook.
const REST: Duration = Duration::from_millis(700);

/// The running host.
#[derive(Debug)]
pub struct Screen {
    terminal: Terminal,
}

/// A case that runs.
struct Running<'a> {
    case: &'a Case,
    number: usize,
    place: &'a Folder,
    requests: &'a Requests,
    /// The screens that the user saw.
    shown: Vec<String>,
}

impl Screen {
    /// Starts the host with a scripted model on this port, and waits until it is ready.
    ///
    /// # Errors
    /// It cannot be started, or there is no tmux.
    pub fn start(plan: &Plan, port: u16, place: &Folder, conversation: Conversation) -> Result<Self, String> {
        let arguments: Vec<String> = conversation.arguments().iter().map(|it| (*it).to_owned()).collect();
        let terminal = Terminal::start(&plan.program, &place.root, port, &arguments, conversation.variables())?;
        terminal.settle()?;
        Ok(Self { terminal })
    }

    /// Runs the steps of a case. A case that does not come to its end is lost.
    ///
    /// # Errors
    /// A file of the case cannot be written.
    pub fn run(&self, case: &Case, number: usize, place: &Folder, requests: &Requests) -> Result<Signals, String> {
        let Some(conversation) = Conversation::of(&case.event) else { return Err("no conversation".to_owned()) };
        let before = requests.count();
        let mut running = Running { case, number, place, requests, shown: Vec::new() };
        let mut steps = conversation.steps(number, place.replies.root());
        if case.hooks().any(|hook| hook.handler == Handler::Late) {
            steps.extend([Step::Release, Step::Hooks, Step::Prompt(after(number))]);
        }
        let mut signals = Signals::default();
        for step in &steps {
            signals.lost |= !self.step(step, &mut running)?;
        }
        running.shown.push(self.terminal.screen());
        for request in &requests.since(before) {
            match part(request) {
                Part::Main => signals.requests += 1,
                Part::Sub => signals.inner += 1,
                Part::Question => signals.questions += 1,
                Part::Side => {}
            }
        }
        signals.note_files(case, number, place);
        signals.user = found(case, number, running.shown.iter().map(String::as_str));
        Ok(signals)
    }

    /// Takes a step, and returns false if it has not happened in time.
    fn step(&self, step: &Step, running: &mut Running<'_>) -> Result<bool, String> {
        match step {
            Step::Prompt(text) => {
                let before = running.requests.count();
                let is_typed = self.terminal.type_text(text).and_then(|()| self.terminal.press("Enter")).is_ok();
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
            Step::Release => running.place.replies.release(running.number).map(|()| true),
            Step::Write(name, text) => running.place.write(name, text).map(|()| true),
            Step::Request(_) => Err("a terminal takes no requests".to_owned()),
        }
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

impl Running<'_> {
    /// Returns true if all hooks of the case have ended, as far as can be seen.
    fn has_ended(&self) -> bool {
        (0..self.case.hooks().count()).all(|index| self.place.replies.has_ended(self.number, index))
    }
}
