//! Runs handlers as a command: reads the event from standard input, and writes the reply to standard output.

#[cfg(any(unix, windows))]
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::process::{ExitCode, exit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::answer::{Answer, Calls};
use super::call::sealed::Key;
use super::data::words;
use super::decide::Reading;
use super::hooks::{Decision, Guard};
use super::plan::Known;
use super::policy::{EventName, Frame, Policy, Writer};
use super::reply::Said;

/// Reads an event, calls its handlers, and writes their reply. Returns the exit code.
pub(super) fn run(keys: &[Key], call: &mut Calls<'_>, policy: &Policy, limit: Option<Duration>) -> ExitCode {
    let reply_to = guarded();
    let reading = Reading::of(&input(), keys);
    let guard = policy.of(&reading.event, keys);
    let end = Arc::new(End {
        event: reading.event.clone(),
        known: reading.known,
        guard,
        policy: policy.clone(),
        reply_to,
        is_answered: AtomicBool::new(false),
    });
    #[cfg(panic = "abort")]
    answer_panics(Arc::clone(&end));
    let _timer = limit.map(|limit| start(limit, Arc::clone(&end)));
    let answer = reading.answer(keys, call, policy, Writer::Command);
    if !end.begin() {
        // The time limit has the answer, and ends the program.
        loop {
            thread::park();
        }
    }
    ExitCode::from(end.write(&answer.decision()))
}

/// The end of the program: the only place that writes.
struct End {
    event: EventName,
    known: Option<Known>,
    guard: Guard,
    policy: Policy,
    /// Where the reply goes, or why standard output cannot be used.
    reply_to: io::Result<Output>,
    is_answered: AtomicBool,
}

impl End {
    /// Returns true for the first who has an answer.
    fn begin(&self) -> bool {
        !self.is_answered.swap(true, Ordering::SeqCst)
    }

    /// Answers that the hook failed, and ends the program, unless there is an answer.
    fn fail(&self, error: &str) {
        if self.begin() {
            let Self { ref event, known, guard, ref policy, .. } = *self;
            let frame = Frame { event, payload: &Value::Null, known, guard, policy, writer: Writer::Command };
            let answer = Answer::of(Said::Failed(error.to_owned()), &frame);
            exit(self.write(&answer.decision()).into());
        }
    }

    /// Writes an answer, and returns the exit code.
    fn write(&self, decision: &Decision) -> u8 {
        report(&decision.stderr);
        match self.reply(&decision.stdout) {
            Ok(()) => decision.exit_code,
            Err(error) => {
                report(&(words::UNWRITTEN.replace("{error}", &error.to_string()) + "\n"));
                if self.guard == Guard::Closed { 2 } else { 1 }
            }
        }
    }

    fn reply(&self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let mut output = self.reply_to.as_ref().map_err(|error| io::Error::new(error.kind(), error.to_string()))?;
        output.write_all(text.as_bytes())?;
        output.flush()
    }
}

/// Sends to stderr what is printed from now on, and returns where the reply goes.
fn guarded() -> io::Result<Output> {
    let reply_to = copy_of(io::stdout());
    #[cfg(all(unix, feature = "stdio"))]
    if rustix::stdio::dup2_stdout(io::stderr()).is_err() {
        // Nobody reads stderr. What is printed must still not be beside the reply.
        let _ = File::options().write(true).open("/dev/null").map(rustix::stdio::dup2_stdout);
    }
    reply_to
}

/// A copy of standard output. A handler that does not end may hold the lock of standard output itself.
#[cfg(any(unix, windows))]
type Output = File;
#[cfg(not(any(unix, windows)))]
type Output = io::Stdout;

#[cfg(unix)]
fn copy_of(stream: impl std::os::fd::AsFd) -> io::Result<File> {
    stream.as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn copy_of(stream: impl std::os::windows::io::AsHandle) -> io::Result<File> {
    stream.as_handle().try_clone_to_owned().map(File::from)
}

#[cfg(not(any(unix, windows)))]
fn copy_of<T>(stream: T) -> io::Result<T> {
    Ok(stream)
}

/// Reads all of standard input. If it cannot be read, there is no event.
fn input() -> Vec<u8> {
    let mut stdin = io::stdin().lock();
    if stdin.is_terminal() {
        report(concat!(env!("CARGO_PKG_NAME"), " waits for an event on standard input.\n"));
    }
    // Most events fit. Without a capacity, the first reads are of a few bytes each.
    let mut data = Vec::with_capacity(1 << 13);
    if let Err(error) = stdin.read_to_end(&mut data) {
        report(&format!("{error}\n"));
    }
    data
}

/// Writes to stderr. If nobody reads it, nothing is lost.
fn report(text: &str) {
    if !text.is_empty() {
        let _ = copy_of(io::stderr()).and_then(|mut stderr| stderr.write_all(text.as_bytes()));
    }
}

/// Starts the time limit. It ends when the result is dropped.
fn start(limit: Duration, end: Arc<End>) -> Sender<()> {
    let (timer, rings) = channel();
    let wait = move || {
        if rings.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
            end.fail(&words::LATE.replace("{seconds}", &limit.as_secs_f64().to_string()));
        }
    };
    if let Err(error) = thread::Builder::new().spawn(wait) {
        report(&format!("there is no time limit: {error}\n"));
    }
    timer
}

/// Answers a panic before it ends the program: nothing can be caught then.
#[cfg(panic = "abort")]
fn answer_panics(end: Arc<End>) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        before(info);
        end.fail(&super::answer::panicked(info.payload()));
    }));
}
