//! Runs handlers as a command: reads the event from standard input, and writes the reply to standard output.
//!
//! Whatever panics, and wherever it does, the policy of the event decides.

use std::backtrace::{Backtrace, BacktraceStatus};
#[cfg(any(unix, windows))]
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::panic::PanicHookInfo;
use std::process::{ExitCode, exit};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use serde_json::Value;

use super::answer::{Answer, Calls, brief, caught, panicked, unlike_missing};
use super::call::sealed::Key;
use super::channel;
use super::data::words;
use super::decide::Reading;
use super::hooks::{Decision, Guard};
use super::plan::Known;
use super::policy::{EventName, Frame, Policy, Writer};
use crate::reading::SIZE;
use crate::shown::{shown, shown_lines};

/// Reads an event, calls its handlers, and writes their reply. Returns the exit code.
pub(super) fn run(keys: &[Key], mut call: Box<Calls<'_>>, policy: &Policy) -> ExitCode {
    channel::open();
    let end = Arc::new(End::new(keys, policy));
    let hook = Arc::clone(&end);
    std::panic::set_hook(Box::new(move |info| hook.panics(info)));
    let done = caught(|| {
        let limit = policy.limit.filter(|limit| !limit.is_zero());
        let timer = limit.map(|limit| start(limit, Arc::clone(&end))).transpose();
        let mut reading = Reading::of(&end.input(), keys, policy);
        let frame = reading.frame(keys, policy, Writer::Command);
        let Frame { event, known, is_unread, guard, .. } = frame;
        let _ = end.event.set(Event { name: event.clone(), known, is_unread, guard });
        let said = if timer.is_ok() { reading.hear(keys, &mut *call) } else { Vec::new() };
        // What the handlers hold is a part of them: it can panic, or take too long.
        let dropped = caught(|| drop(call));
        end.begin_or_wait();
        let (timer, fault) = match timer {
            Ok(timer) => (timer, dropped.err()),
            Err(error) => (None, Some(error)),
        };
        (end.write(reading.answer(said, fault.as_deref(), keys, policy, Writer::Command)), timer)
    });
    let (code, timer) = done.unwrap_or_else(|error| (end.broken(&error), None));
    let code = kept(code);
    // From now on another thread limits the end of the program. If there can be none, the reply still counts.
    match timer {
        Some(timer) => drop(timer.send(code)),
        None => drop(thread::Builder::new().spawn(move || leave(code))),
    }
    ExitCode::from(code)
}

/// The highest exit code of the hooks that have run in this program.
static LEAST: AtomicU8 = AtomicU8::new(0);

/// Returns the exit code of the program: that of this hook, or of an earlier one in the same program, whose block counts.
fn kept(code: u8) -> u8 {
    LEAST.fetch_max(code, Ordering::Relaxed).max(code)
}

/// Ends the program, if it does not end by itself.
fn leave(code: u8) -> ! {
    thread::sleep(GRACE);
    exit(code.into())
}

/// How long a program may take to end after its reply.
const GRACE: Duration = Duration::from_secs(1);

/// The message if none can be made.
const BROKEN: &str = "The hook failed.\n";

/// The end of the program: the only place that writes.
struct End {
    policy: Policy,
    /// The event if the hook fails before it has been read.
    unread: Event,
    /// The event, when it has been read.
    event: OnceLock<Event>,
    /// Where the reply goes, or why standard output cannot be used.
    reply_to: Mutex<Option<io::Result<Output>>>,
    /// Standard error, whoever holds its lock, and also if there are no descriptors left.
    errors: io::Result<Errors>,
    /// The thread that answers: the first that has an answer.
    answers: OnceLock<ThreadId>,
    /// The exit code, when the answer has been written.
    code: OnceLock<u8>,
    /// The message of the last panic.
    last: Mutex<Option<String>>,
}

/// What an answer about a failure depends on.
struct Event {
    name: EventName,
    known: Option<Known>,
    is_unread: bool,
    guard: Guard,
}

impl End {
    fn new(keys: &[Key], policy: &Policy) -> Self {
        let (name, known) = EventName::of_unread(None, keys);
        let guard = policy.of(&name, keys);
        Self {
            policy: policy.clone(),
            unread: Event { name, known, is_unread: true, guard },
            event: OnceLock::new(),
            reply_to: Mutex::new(Some(guarded())),
            errors: copy_of(io::stderr()),
            answers: OnceLock::new(),
            code: OnceLock::new(),
            last: Mutex::new(None),
        }
    }

    fn guard(&self) -> Guard {
        self.event.get().unwrap_or(&self.unread).guard
    }

    /// Returns true for the first that has an answer.
    fn begin(&self) -> bool {
        self.answers.set(thread::current().id()).is_ok()
    }

    /// Begins to answer. If another thread answers, it ends the program, and this one waits for that.
    fn begin_or_wait(&self) {
        if !self.begin() {
            wait();
        }
    }

    /// Returns the answer that the hook failed.
    fn failure(&self, error: &str) -> Answer {
        let Event { name, known, is_unread, guard } = self.event.get().unwrap_or(&self.unread);
        let (policy, writer) = (&self.policy, Writer::Command);
        let (is_unread, guard) = (*is_unread, *guard);
        let frame = Frame { event: name, payload: &Value::Null, known: *known, is_unread, guard, policy, writer };
        let mut answer = Answer::default();
        answer.fail(error, &frame);
        answer
    }

    /// Answers that the hook failed, and ends the program.
    fn fail(&self, error: &str) -> ! {
        let code = caught(|| self.write(self.failure(error)));
        exit(kept(code.unwrap_or_else(|_| self.constant())).into())
    }

    /// Answers that the package itself failed. Returns the exit code.
    fn broken(&self, error: &str) -> u8 {
        if !self.begin() && self.answers.get() != Some(&thread::current().id()) {
            wait();
        }
        caught(|| self.write(self.failure(error))).unwrap_or_else(|_| self.constant())
    }

    /// Answers with a message that needs nothing. Returns the exit code.
    fn constant(&self) -> u8 {
        let _ = self.report(BROKEN);
        self.unwritten()
    }

    /// Returns the exit code if the answer cannot be written.
    fn unwritten(&self) -> u8 {
        if self.guard() == Guard::Closed { 2 } else { 1 }
    }

    /// Writes an answer, and returns the exit code.
    fn write(&self, answer: Answer) -> u8 {
        let Decision { stdout, stderr, exit_code, failures } = answer.decision();
        let is_silent = self.report(&stderr).is_err() && !failures.is_empty() && stdout.is_empty();
        let written = self.reply(&stdout);
        if let Err(error) = &written {
            let text = words::UNWRITTEN.replace("{error}", &error.to_string());
            channel::report(&text);
            let _ = self.report(&unlike_missing(shown(&text) + "\n"));
        }
        let code = if written.is_err() || is_silent { exit_code.max(self.unwritten()) } else { exit_code };
        *self.code.get_or_init(|| kept(code))
    }

    /// Writes the reply, and closes its stream: the host may wait for that. Without a reply, another hook can use it.
    fn reply(&self, text: &str) -> io::Result<()> {
        let output = self.reply_to.lock().unwrap_or_else(PoisonError::into_inner).take();
        if text.is_empty() {
            *UNUSED.lock().unwrap_or_else(PoisonError::into_inner) = output.and_then(Result::ok);
            return Ok(());
        }
        let mut output = output.unwrap_or_else(|| Err(io::ErrorKind::BrokenPipe.into()))?;
        output.write_all(text.as_bytes())?;
        output.flush()
    }

    /// Reads all of standard input, but not more than anybody can use. If it cannot be read, there is no event.
    fn input(&self) -> Vec<u8> {
        let stdin = io::stdin().lock();
        if stdin.is_terminal() {
            let _ = self.report(concat!(env!("CARGO_PKG_NAME"), " waits for an event on standard input.\n"));
        }
        // Most events fit. Without a capacity, the first reads are of a few bytes each.
        let mut data = Vec::with_capacity(1 << 13);
        if let Err(error) = stdin.take(SIZE as u64 + 1).read_to_end(&mut data) {
            let _ = self.report(&unlike_missing(shown(&error.to_string()) + "\n"));
        }
        data
    }

    /// Writes to stderr.
    fn report(&self, text: &str) -> io::Result<()> {
        match &self.errors {
            _ if text.is_empty() => Ok(()),
            Ok(errors) => (&mut &*errors).write_all(text.as_bytes()),
            Err(error) => Err(error.kind().into()),
        }
    }

    /// Does what has to be done when something panics, before the panic goes on.
    fn panics(&self, info: &PanicHookInfo<'_>) {
        if let Some(code) = self.code.get() {
            // It comes too late to change the answer.
            exit((*code).into());
        }
        let _ = self.report(&unlike_missing(shown_lines(&described(info))));
        let message = panicked(info.payload());
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if is_the_end(info) {
            let first = last.take();
            drop(last);
            self.begin_or_wait();
            self.fail(&first.unwrap_or(message));
        }
        *last = Some(message);
    }
}

/// Waits for another thread to end the program.
fn wait() -> ! {
    loop {
        thread::park();
    }
}

/// Returns true for a panic that nobody can catch: the program ends after it.
fn is_the_end(info: &PanicHookInfo<'_>) -> bool {
    // The standard library says nothing else about those that cannot unwind.
    let cannot_unwind = ["panic in a destructor during cleanup", "panic in a function that cannot unwind"];
    cfg!(panic = "abort") || info.payload().downcast_ref::<&str>().is_some_and(|it| cannot_unwind.contains(it))
}

/// Returns where a panic was, and why.
fn described(info: &PanicHookInfo<'_>) -> String {
    let trace = Backtrace::capture();
    let trace = if trace.status() == BacktraceStatus::Captured { format!("{trace}\n") } else { String::new() };
    let text = brief(&info.to_string());
    format!("thread '{}' {text}\n{trace}", thread::current().name().unwrap_or("<unnamed>"))
}

/// Where the reply of an earlier hook in this program would have gone, if it has printed nothing.
static UNUSED: Mutex<Option<Output>> = Mutex::new(None);

/// Sends to stderr what is printed from now on, and returns where the reply goes.
fn guarded() -> io::Result<Output> {
    let unused = UNUSED.lock().unwrap_or_else(PoisonError::into_inner).take();
    let reply_to = unused.map_or_else(|| copy_of(io::stdout()), Ok);
    #[cfg(all(unix, feature = "stdio"))]
    if rustix::stdio::dup2_stdout(io::stderr()).is_err() {
        // Nobody reads stderr. What is printed must still not be beside the reply.
        let _ = File::options().write(true).open("/dev/null").map(rustix::stdio::dup2_stdout);
    }
    reply_to
}

/// Copies of streams. A handler that does not end may hold the locks of the streams themselves.
#[cfg(any(unix, windows))]
type Output = File;
#[cfg(not(any(unix, windows)))]
type Output = io::Stdout;

#[cfg(any(unix, windows))]
type Errors = File;
#[cfg(not(any(unix, windows)))]
type Errors = io::Stderr;

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

/// Starts the time limit. It takes the exit code when the answer has been written.
///
/// # Errors
/// There can be no other thread.
fn start(limit: Duration, end: Arc<End>) -> Result<Sender<u8>, String> {
    let (timer, rings) = mpsc::channel::<u8>();
    let wait = move || {
        let code = rings.recv_timeout(limit).or_else(|error| {
            if error == RecvTimeoutError::Timeout && end.begin() {
                end.fail(&words::LATE.replace("{seconds}", &limit.as_secs_f64().to_string()));
            }
            rings.recv()
        });
        if let Ok(code) = code {
            leave(code);
        }
    };
    let started = thread::Builder::new().spawn(wait);
    started.map(|_| timer).map_err(|error| format!("there is no time limit: {error}"))
}
