//! What the host gets of a hook.

use std::process::ExitCode;
use std::time::Instant;

use hookwire::{AnyCall, Decision, Guard, HookEvent, Hooks, IntoReply, combine};
use serde_json::Value;

use super::out::{to_stderr, to_stdout};
use crate::secrets::mask;
use crate::terminal::{clean, safe};

/// How a hook is called, and what happens if it fails.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The name of the hook in messages.
    pub name: String,
    /// What happens if it fails. Without it, that is what the event says.
    pub guard: Option<Guard>,
}

impl Policy {
    /// Returns true if the event is blocked when the hook fails.
    pub fn is_closed(&self, event: &str) -> bool {
        let of_event = || event.parse::<HookEvent>().map_or(Guard::Open, Guard::of);
        self.guard.unwrap_or_else(of_event) == Guard::Closed
    }

    /// Returns what a hook that says this answers to an input.
    pub fn answer<R: IntoReply<AnyCall>>(&self, input: &[u8], say: impl Fn() -> R + Send + Sync) -> Answer {
        let name = short(&clean(&self.name, false));
        let answer = self.named(&name, input, &say);
        // To find secrets takes longer than all the rest, and only messages about failures have the name.
        let is_safe = answer.failures.is_empty() || self.shown_name() == name;
        if is_safe { answer } else { self.named(&self.shown_name(), input, &say) }
    }

    /// Returns the name without secrets. A part of one could not be recognised, so it is cut afterwards.
    pub fn shown_name(&self) -> String {
        short(&safe(&self.name))
    }

    fn named<R: IntoReply<AnyCall>>(&self, name: &str, input: &[u8], say: &(impl Fn() -> R + Send + Sync)) -> Answer {
        let hooks = Hooks::new().name(name).on_any(|_| say());
        let hooks = match self.guard {
            Some(guard) => hooks.guard(guard),
            None => hooks,
        };
        Answer::from(hooks.decide(input))
    }

    /// Returns what a hook that failed answers.
    pub fn failed(&self, input: &[u8], error: &str) -> Answer {
        // What a hook printed is in the message. A part of a secret could not be recognised.
        let error = mask(error).replace(LINE_END, "\u{fffd}").replace('\n', LINE_END);
        let mut answer = self.answer(input, || Err::<Value, _>(&*error));
        if error.contains(LINE_END) {
            let with = |bytes: &[u8], end: &str| String::from_utf8_lossy(bytes).replace(LINE_END, end).into_bytes();
            answer.stderr = with(&answer.stderr, "\n");
            // A reply is JSON.
            answer.stdout = with(&answer.stdout, "\\n");
            answer.failures.iter_mut().for_each(|it| *it = it.replace(LINE_END, "\n"));
        }
        answer
    }

    /// Returns what hooks with whole replies answer. What the host would ignore is a failure.
    pub fn replied(&self, input: &[u8], replies: &[Value]) -> Answer {
        match replies {
            [reply] => self.answer(input, || reply.clone()),
            replies => self.answer(input, || combine(replies.to_vec())),
        }
    }
}

/// What is in the place of a line end in an error: the package escapes line ends, and ours would look like those that a
/// hook wrote so itself. No text has this sign, which is for private use.
pub const LINE_END: &str = "\u{e00a}";

/// The longest name of a hook in messages, in characters.
const LONGEST: usize = 60;

fn short(name: &str) -> String {
    match name.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", name.get(..at).unwrap_or_default()),
        None => name.to_owned(),
    }
}

/// What the host gets.
#[derive(Debug, Default)]
pub struct Answer {
    /// On stdout.
    pub stdout: Vec<u8>,
    /// On stderr.
    pub stderr: Vec<u8>,
    /// The exit code.
    pub code: u8,
    /// How the hook failed.
    pub failures: Vec<String>,
}

impl From<Decision> for Answer {
    fn from(decision: Decision) -> Self {
        let Decision { stdout, stderr, exit_code: code, failures, .. } = decision;
        Self { stdout: stdout.into_bytes(), stderr: stderr.into_bytes(), code, failures }
    }
}

impl Answer {
    /// Writes the answer, and returns the exit code. A guard whose reply cannot be written blocks.
    pub fn write(&self, is_closed: bool, until: Option<Instant>) -> ExitCode {
        let arrived = self.print(until);
        ExitCode::from(if is_closed && !arrived { BLOCKS } else { self.code })
    }

    /// Prints the answer. Returns false if nobody gets the reply.
    pub fn print(&self, until: Option<Instant>) -> bool {
        let _ = to_stderr(&self.stderr, until);
        let written = to_stdout(&self.stdout, until);
        self.stdout.is_empty() || (written.is_ok() && !is_nowhere())
    }
}

/// Returns true if stdout leads nowhere. That is also so if it was closed before this program started.
fn is_nowhere() -> bool {
    #[cfg(unix)]
    {
        let null = rustix::fs::stat("/dev/null").map(|it| (it.st_dev, it.st_ino));
        let stdout = rustix::fs::fstat(std::io::stdout()).map(|it| (it.st_dev, it.st_ino));
        null.is_ok() && null == stdout
    }
    #[cfg(not(unix))]
    false
}

/// The exit code of a block. It is also that of a part that failed: never another, because a host takes any other for a mistake,
/// and goes on.
pub const BLOCKS: u8 = 2;
