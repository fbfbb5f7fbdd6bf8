//! Answers: what the handlers of an event say, if the event takes it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Map, Value};

use super::call::{AnyCall, TOOL_KEY};
use super::data::words;
use super::hooks::{Decision, Guard};
use super::kept::is_of_host;
use super::plan::{Known, Plan};
use super::policy::Frame;
use super::reply::{Act, Given, Said};
use super::spelled::{Spelled, spelled};
use crate::types::{Problem, ProblemSeverity};
use crate::validation::plan::OfTool;
use crate::validation::problems_of;

/// Calls the handler with this number.
pub(super) type Calls<'a> = dyn FnMut(usize, AnyCall) -> Said + 'a;

/// What the hooks answer.
#[derive(Debug, Default)]
pub(super) struct Answer {
    pub(super) spelled: Spelled,
    /// What stderr gets in addition.
    pub(super) notes: Vec<String>,
    /// How hooks failed: those of the notes that say so.
    failures: Vec<String>,
    /// A hook failed, and blocks.
    is_blocked: bool,
    /// The reason to fail, if that is the only way to block.
    pub(super) refusal: Option<String>,
}

impl Answer {
    /// Creates the answer of one hook.
    pub(super) fn of(said: Said, frame: &Frame<'_>) -> Self {
        let mut answer = Self::default();
        if let Err(error) = answer.take(said, frame) {
            answer.fail(&error, frame);
        }
        answer
    }

    /// Calls handlers, and takes what they say. What one says that fails does not count, but what others say does.
    pub(super) fn hear(&mut self, found: &[usize], problems: &[Problem], call: &mut Calls<'_>, frame: &Frame<'_>) {
        let mut all = Said::default();
        for at in found {
            let event = AnyCall::new(frame.payload.clone(), problems.to_vec());
            let said = catch_unwind(AssertUnwindSafe(|| call(*at, event)));
            let said = said.unwrap_or_else(|panic| Said::Failed(panicked(panic.as_ref())));
            // Several are checked one by one, to know which of them failed.
            let checked = if found.len() > 1 { Self::default().take(said.clone(), frame) } else { Ok(()) };
            match (checked, said) {
                (Err(error), _) | (_, Said::Failed(error)) => self.fail(&error, frame),
                (Ok(()), said) => all = all.beside(said),
            }
        }
        // A hook that failed and blocks has the answer, whatever others say.
        if self.is_blocked {
            return;
        }
        if let Err(error) = self.take(all, frame) {
            self.fail(&error, frame);
        }
    }

    /// Takes what the hooks say, if the event takes it and the reply is valid.
    fn take(&mut self, said: Said, frame: &Frame<'_>) -> Result<(), String> {
        let Some(known) = frame.known else { return self.take_newer(said, frame) };
        let spelled = match said {
            Said::Failed(error) => return Err(error),
            Said::Whole(reply) => Spelled::whole(reply),
            Said::Hooks(hooks) => {
                let hooks = self.without_loops(hooks, known.plan, frame.payload);
                spelled(&hooks, &frame.question(known))?
            }
        };
        check(&spelled.reply, known, frame.payload)?;
        self.notes.extend(spelled.notes.iter().cloned());
        self.refusal = (!spelled.refusals.is_empty()).then(|| spelled.refusals.join("\n"));
        self.spelled = spelled;
        Ok(())
    }

    /// Takes a reply to an event that is newer than the contract. It has to be whole.
    fn take_newer(&mut self, said: Said, frame: &Frame<'_>) -> Result<(), String> {
        match said {
            Said::Failed(error) => return Err(error),
            Said::Whole(reply) => self.spelled = Spelled::whole(reply),
            Said::Hooks(hooks) => {
                if let Some(Act { verb, .. }) = hooks.first().and_then(|acts| acts.first()) {
                    return Err(words::NEWER.replace("{event}", frame.event.name()).replace("{verb}", verb));
                }
            }
        }
        Ok(())
    }

    /// Leaves out what would keep the agent at work once more, unless it is meant to.
    fn without_loops(&mut self, mut hooks: Vec<Vec<Act>>, plan: &Plan, payload: &Value) -> Vec<Vec<Act>> {
        let is_at_work = |key| payload.get(key) != Some(&Value::Bool(false));
        let Some(again) = plan.again.as_ref().filter(|it| is_at_work(it.key)) else { return hooks };
        for acts in &mut hooks {
            acts.retain(|act| {
                let is_kept = act.again || !again.verbs.contains(&act.verb);
                self.notes.extend((!is_kept).then(|| words::AGAIN.replace("{verb}", act.verb)));
                is_kept
            });
        }
        hooks.retain(|acts| !acts.is_empty());
        hooks
    }

    pub(super) fn fail(&mut self, error: &str, frame: &Frame<'_>) {
        let is_closed = frame.guard == Guard::Closed;
        let text = if is_closed { words::CLOSED } else { words::OPEN };
        let text = text.replace("{hook}", &format!("`{}`", frame.policy.name()));
        let text = text.replace("{event}", &frame.event.shown()).replace("{error}", error);
        report(&text);
        self.failures.push(text.clone());
        self.notes.push(text.clone());
        if is_closed && !self.is_blocked {
            self.is_blocked = true;
            self.block(text, frame);
        }
    }

    /// Blocks the event. The notes already have the reason.
    fn block(&mut self, reason: String, frame: &Frame<'_>) {
        let act = Act::new(BLOCK, Given::Text(reason.clone()));
        let blocked = frame.known.and_then(|known| spelled(&[vec![act]], &frame.question(known)).ok());
        self.spelled = blocked.filter(|it| it.refusals.is_empty()).unwrap_or_else(|| {
            self.refusal = Some(reason);
            Spelled::default()
        });
        self.spelled.stderr.clear();
    }

    /// Returns the answer of a command.
    pub(super) fn decision(self) -> Decision {
        let Self { spelled, notes, refusal, failures, .. } = self;
        // A reply decides, and a text beside it would keep the host from reading it.
        let stdout = spelled.text().or(spelled.stdout).map(|text| text + "\n").unwrap_or_default();
        let stderr = notes.into_iter().chain(spelled.stderr).map(|line| line + "\n").collect();
        Decision { stdout, stderr, exit_code: if refusal.is_some() { 2 } else { spelled.exit_code }, failures }
    }
}

/// Appends a failure to the file of `simulate`, if that is what runs the hook.
fn report(text: &str) {
    if let Some(file) = std::env::var_os("HOOKWIRE_FAILURES") {
        let line = text.replace('\n', " ") + "\n";
        let file = std::fs::File::options().append(true).open(file);
        let _ = file.and_then(|mut file| std::io::Write::write_all(&mut file, line.as_bytes()));
    }
}

/// The verb of a hook that failed and has to block.
const BLOCK: &str = "block";

/// Checks a reply. What a hook keeps of the arguments as the host wrote them cannot be wrong.
fn check(reply: &Map<String, Value>, known: Known, payload: &Value) -> Result<(), String> {
    if reply.is_empty() {
        return Ok(());
    }
    let reply = Value::Object(reply.clone());
    let tool = payload.get(TOOL_KEY).and_then(Value::as_str).map(|name| OfTool { name: Some(name), rows: known.rows });
    let mut problems = problems_of(&reply, known.output, None, tool);
    problems.retain(|it| matches!(it.severity, ProblemSeverity::Rejected | ProblemSeverity::Ignored));
    problems.retain(|it| !is_of_host(&it.pointer, &reply, known.plan, payload));
    if problems.is_empty() {
        return Ok(());
    }
    let texts: Vec<String> = problems.iter().map(|it| format!("{}: {}", it.pointer, it.message)).collect();
    Err(words::WRONG_REPLY.replace("{problems}", &texts.join("; ")))
}

/// Returns the message about a panic.
pub(super) fn panicked(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref().copied());
    text.map_or_else(|| "it panicked".to_owned(), |text| format!("it panicked: {text}"))
}
