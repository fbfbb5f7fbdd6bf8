//! Answers: what the handlers of an event say, if the event takes it.

use std::any::Any;
use std::mem::forget;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Map, Value};

use super::call::AnyCall;
use super::channel;
use super::data::{self, MISSING_SCRIPT, words};
use super::field::Unreadable;
use super::hooks::{Decision, Guard};
use super::kept::is_of_host;
use super::plan::{Known, Plan, Saying, Stream};
use super::policy::{Frame, Writer};
use super::reply::{Act, Given, Said};
use super::spelled::{Question, Spelled, join, spelled};
use super::whole;
use crate::shown::{shown, shown_lines};
use crate::types::{Problem, ProblemSeverity};
use crate::validation::plan::OfTool;
use crate::validation::words::TOO_DEEP_VALUE;
use crate::validation::{LEVELS, is_deeper, problems_of};
use crate::wire::TOOL_KEY;

/// Calls the handler with this number.
pub(super) type Calls<'a> = dyn FnMut(usize, AnyCall) -> Said + 'a;

/// Calls handlers, each with an input of its own, and returns what they say.
pub(super) fn heard(found: &[usize], payload: &Value, problems: &[Problem], call: &mut Calls<'_>) -> Vec<Said> {
    let said = |at: &usize| {
        let event = AnyCall::new(payload.clone(), problems.to_vec());
        caught(|| call(*at, event)).unwrap_or_else(Said::Failed)
    };
    found.iter().map(said).collect()
}

/// What the hooks answer.
#[derive(Debug, Default)]
pub(super) struct Answer {
    pub(super) spelled: Spelled,
    /// What stderr gets in addition, a line each.
    pub(super) notes: Vec<String>,
    /// What went wrong. The policy has decided what that means.
    pub(super) failures: Vec<String>,
    /// How the user learns of a failure, if the event goes on.
    told: Option<&'static Saying>,
    /// A hook failed, and blocks.
    is_blocked: bool,
    /// The reason to fail, if that is the only way to block.
    pub(super) refusal: Option<String>,
}

impl Answer {
    /// Creates the answer of one hook.
    pub(super) fn of(said: Said, frame: &Frame<'_>) -> Self {
        let mut answer = Self::default();
        answer.hear(vec![said], frame);
        answer
    }

    /// Takes what hooks say. What one says that fails does not count, but what others say does.
    pub(super) fn hear(&mut self, said: Vec<Said>, frame: &Frame<'_>) {
        let mut all = Said::default();
        let plan = frame.known.map(|it| it.plan);
        let kept = |said: &Said| plan.map_or_else(Vec::new, |plan| whole::kept(said, plan));
        let said: Vec<Said> = said.into_iter().flat_map(Said::parts).collect();
        let is_one = said.len() == 1;
        for said in said {
            // Several are checked one by one, to know which of them failed.
            let checked = if is_one { Ok(()) } else { Self::default().take(said.clone(), frame) };
            match (checked, said) {
                (_, Said::Failed(error)) => self.fail(&error, frame),
                (Err(error), said) => {
                    self.fail(&error, frame);
                    all = all.beside(Said::Hooks(kept(&said)));
                }
                (Ok(()), said) => all = all.beside(said),
            }
        }
        let rank = |reply: &Value| plan.map_or(0, |plan| whole::rank(reply, plan));
        let (all, is_left_out) = all.written(rank, |hooks| plan.map_or(0, |plan| whole::rank_of(hooks, plan)));
        if is_left_out {
            self.fail(words::WHOLE, frame);
        }
        // A hook that failed and blocks has the answer, whatever others say.
        if self.is_blocked {
            return;
        }
        let kept = kept(&all);
        if let Err(error) = self.take(all, frame) {
            self.fail(&error, frame);
            // It refuses something, so it is right.
            if !self.is_blocked && !kept.is_empty() {
                let _ = self.take(Said::Hooks(kept), frame);
            }
        }
    }

    /// Takes what the hooks say, if the event takes it and the reply is valid.
    fn take(&mut self, said: Said, frame: &Frame<'_>) -> Result<(), String> {
        let Some(known) = frame.known else { return self.take_newer(said, frame) };
        let question = frame.question(known);
        let is_whole = matches!(said, Said::Whole(..));
        let mut spelled = match said {
            Said::Failed(error) => return Err(error),
            Said::Whole(replies, _) => whole::whole(replies)?,
            Said::Hooks(hooks) => {
                let hooks = self.without_loops(hooks, known.plan, frame.payload);
                spelled(&hooks, &question)?
            }
        };
        check(&spelled.reply, known, frame.payload)?;
        if is_whole {
            whole::heard(&mut spelled, &question)?;
        }
        self.notes.extend(spelled.notes.iter().cloned());
        self.refusal = (!spelled.refusals.is_empty()).then(|| spelled.refusals.join("\n"));
        self.spelled = spelled;
        Ok(())
    }

    /// Takes a reply to an event that is newer than the contract: a whole one, or a block of a command, by its exit code.
    fn take_newer(&mut self, said: Said, frame: &Frame<'_>) -> Result<(), String> {
        match said {
            Said::Failed(error) => return Err(error),
            Said::Whole(replies, _) => self.spelled = whole::whole(replies)?,
            Said::Hooks(hooks) => {
                let is_heard = |act: &&Act| act.verb == BLOCK && frame.writer == Writer::Command;
                let (heard, others): (Vec<&Act>, Vec<&Act>) = hooks.iter().flatten().partition(is_heard);
                let newer = |act: &&Act| words::NEWER.replace("{event}", frame.event.name()).replace("{verb}", act.verb);
                let mut others: Vec<String> = others.iter().map(newer).collect();
                match heard.is_empty() {
                    true if others.is_empty() => {}
                    true => return Err(others.swap_remove(0)),
                    false => {
                        self.notes.append(&mut others);
                        self.spelled.stderr = heard.iter().filter_map(|act| if let Given::Text(it) = &act.given { Some(it.clone()) } else { None }).collect();
                        self.spelled.exit_code = BLOCKS;
                    }
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

    /// Notes that a hook failed. The policy decides what happens.
    pub(super) fn fail(&mut self, error: &str, frame: &Frame<'_>) {
        let is_closed = frame.guard == Guard::Closed;
        let text = if is_closed { words::CLOSED } else { words::OPEN };
        let text = text.replace("{hook}", &format!("`{}`", frame.policy.name()));
        let text = text.replace("{event}", &frame.event.shown()).replace("{error}", &brief(error));
        if self.failures.contains(&text) {
            return;
        }
        channel::report(&text);
        self.notes.push(shown(&text));
        self.failures.push(text.clone());
        if !is_closed {
            let known = frame.known.filter(|_| !frame.is_unread);
            self.told = known.map_or(Some(&CODE), |it| it.plan.failure.as_ref());
        } else if !self.is_blocked {
            self.is_blocked = true;
            self.block(text, frame);
        }
    }

    /// Blocks the event. The notes already have the reason.
    fn block(&mut self, reason: String, frame: &Frame<'_>) {
        let act = Act::new(BLOCK, Given::Text(reason.clone()));
        // If the input cannot be read, an exit code is safer than a reply: the event can be another one.
        let has_exit = |plan: &Plan| plan.saying(BLOCK).is_some_and(|it| it.exit != 0);
        let is_unsure = frame.is_unread && frame.writer == Writer::Command;
        // A program without a handler for the event does not know it.
        let event = frame.event.contract();
        let plan = frame.known.map(|it| it.plan).or_else(|| event.and_then(data::plan_of_reply));
        let plan = plan.filter(|it| !(is_unsure && has_exit(it)));
        let blocked = plan.zip(event).and_then(|(plan, event)| {
            let Frame { payload, writer, .. } = *frame;
            spelled(&[vec![act]], &Question { event, plan, payload, writer }).ok()
        });
        self.spelled = blocked.filter(|it| it.refusals.is_empty()).unwrap_or_else(|| {
            self.refusal = Some(reason);
            Spelled::default()
        });
        self.spelled.stderr.clear();
    }

    /// Returns the answer of a command.
    pub(super) fn decision(mut self) -> Decision {
        if !self.is_blocked {
            self.tell();
        }
        let Self { spelled, notes, failures, refusal, .. } = self;
        // A reply decides, and a text beside it would keep the host from reading it.
        let stdout = spelled.text().or(spelled.stdout).map(|text| text + "\n").unwrap_or_default();
        let reasons = spelled.stderr.iter().map(|reason| shown_lines(reason));
        let stderr: String = notes.into_iter().chain(reasons).map(|line| line + "\n").collect();
        let exit_code = if refusal.is_some() { BLOCKS } else { spelled.exit_code };
        let stderr = if exit_code == BLOCKS { unlike_missing(stderr) } else { stderr };
        Decision { stdout, stderr, exit_code, failures }
    }

    /// Shows the user that a hook failed, if the event can.
    fn tell(&mut self) {
        let Some(Saying { take, exit, .. }) = self.told else { return };
        let is_text = self.spelled.stdout.is_some();
        match take {
            Some(path) if !is_text => join(&mut self.spelled.reply, path, &self.failures.join("\n")),
            None if !is_text && self.spelled.reply.is_empty() => {
                self.spelled.exit_code = self.spelled.exit_code.max(*exit);
            }
            _ => {}
        }
    }
}

/// The exit code of a block.
const BLOCKS: u8 = 2;

/// How the user learns that an input cannot be read. Nobody knows what the host would do with a reply.
static CODE: Saying = Saying { exit: 1, stream: Some(Stream::Stderr), ..Saying::NONE };

/// Returns a text for stderr with which the host does not mistake a block for a script that is missing.
pub(super) fn unlike_missing(text: String) -> String {
    let unlike = |text: String, it: &&str| text.replace(it, &it.replacen(' ', "\u{a0}", 1));
    MISSING_SCRIPT.iter().fold(text, unlike)
}

/// Returns what went wrong, at a length that people read.
pub(super) fn brief(error: &str) -> String {
    const LONGEST: usize = 4000;
    match error.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", error.get(..at).unwrap_or_default()),
        None if error.trim().is_empty() => words::MUTE.to_owned(),
        None => error.to_owned(),
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
    if is_deeper(&reply, LEVELS) {
        return Err(words::WRONG_REPLY.replace("{problems}", TOO_DEEP_VALUE));
    }
    let tool = payload.get(TOOL_KEY).and_then(Value::as_str).map(|name| OfTool { name: Some(name), rows: known.rows });
    let mut problems = problems_of(&reply, known.output, None, tool);
    problems.retain(|it| it.severity <= ProblemSeverity::Ignored);
    problems.retain(|it| !is_of_host(&it.pointer, &reply, known.plan, payload));
    if problems.is_empty() {
        return Ok(());
    }
    let texts: Vec<String> = problems.iter().map(|it| format!("{}: {}", it.pointer, it.message)).collect();
    Err(words::WRONG_REPLY.replace("{problems}", &texts.join(" ")))
}

/// Calls a function of the user. The error is the message of its panic.
pub(super) fn caught<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| {
        let message = panicked(panic.as_ref());
        // The payload can panic when it is dropped, and so can the payload of that.
        if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
            forget(again);
        }
        message
    })
}

/// Returns the message about a panic.
pub(super) fn panicked(panic: &(dyn Any + Send)) -> String {
    if let Some(Unreadable(message)) = panic.downcast_ref() {
        return message.clone();
    }
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref().copied());
    text.map_or_else(|| "it panicked".to_owned(), |text| format!("it panicked: {text}"))
}
