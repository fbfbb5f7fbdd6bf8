//! Runs a hook as the host does: a command as a process; a request or a question with the caller's function.

use std::collections::HashMap;
use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::str::FromStr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use super::data::{self, OLDER_LIMITS, PRINTED};
use super::draft::Draft;
use super::explain::added;
use super::interpret::interpret;
use super::result::{HandlerResult, backgrounded, exited, http, model, not_started, signalled, timed_out};
use crate::context::Context;
use crate::event::HookEvent;
#[cfg(all(feature = "host", feature = "settings"))]
use crate::json::UnknownName;
use crate::reading::{HandlerEntry, object_of};
use crate::prompt::{ModelAnswer, prompt_question};
use crate::shown::shown;
use crate::types::{HookOutputResult, Outcome, PromptQuestion};
use crate::validation::{HostVersion, fill, quoted};
use crate::validation::data::{BACKGROUND, EVENT_KEY};
use crate::wire::{
    FOLDER_KEY, FOLDER_VARIABLE, HOST_VARIABLE, IN_BACKGROUND, INPUT_END, SESSION_KEY, SESSION_VARIABLE, WAKES,
};

/// The number of bytes of an output that are kept. The rest is read and thrown away.
const MOST: usize = 64 << 20;

/// How long output is still read after the end of a command. A process that it leaves running can hold the streams open.
const DRAIN: Duration = Duration::from_millis(500);

/// The time between two checks of whether a command has ended while its streams are open.
const STEP: Duration = Duration::from_millis(50);

/// The time limit in seconds on an event that the crate does not know.
const DEFAULT: f64 = 600.0;

/// The largest time limit in seconds. Doubles do not have every larger number.
const MOST_SECONDS: f64 = 9_007_199_254_740_992.0;

/// The longest time limit.
const LONGEST: Duration = Duration::from_secs(1 << 32);

/// A request of an `http` handler.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request {
    /// The URL.
    pub url: String,
    /// The headers, each with its name, as the settings have them: variables in them are not filled in.
    pub headers: Vec<(String, String)>,
    /// The body: the input as JSON.
    pub body: Vec<u8>,
    /// The time limit.
    pub timeout: Duration,
}

/// Sends a request, and returns the status and the body of the response. An error of the kind
/// [`TimedOut`](io::ErrorKind::TimedOut) is one after the time limit; any other is a server that cannot be reached.
pub type Transport<'a> = dyn Fn(&Request) -> io::Result<(u16, Vec<u8>)> + 'a;

/// Asks a model, and returns its answer. [`message_answer`](crate::host::message_answer) makes it of a message of the model.
/// An error is as for a [`Transport`].
pub type Ask<'a> = dyn Fn(&PromptQuestion) -> io::Result<ModelAnswer> + 'a;

/// The options of a run.
#[derive(Default)]
pub struct RunOptions<'a> {
    context: Context,
    cwd: Option<PathBuf>,
    env: Option<HashMap<OsString, OsString>>,
    transport: Option<&'a Transport<'a>>,
    ask: Option<&'a Ask<'a>>,
}

impl<'a> RunOptions<'a> {
    /// Creates options with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the context: the host, the tool and the profile count.
    #[must_use]
    pub fn with_context(mut self, context: Context) -> Self {
        self.context = context;
        self
    }

    /// Sets the folder of the project. Without it, that is the current folder.
    #[must_use]
    pub fn with_cwd(mut self, cwd: impl Into<PathBuf>) -> Self {
        self.cwd = Some(cwd.into());
        self
    }

    /// Sets the environment of the command. Without it, that is the one of this program. The variables of the host are
    /// added.
    #[must_use]
    pub fn with_env<K: Into<OsString>, V: Into<OsString>>(mut self, env: impl IntoIterator<Item = (K, V)>) -> Self {
        self.env = Some(env.into_iter().map(|(key, value)| (key.into(), value.into())).collect());
        self
    }

    /// Sets the function that sends requests. An `http` handler needs it.
    #[must_use]
    pub const fn with_transport(mut self, transport: &'a Transport<'a>) -> Self {
        self.transport = Some(transport);
        self
    }

    /// Sets the function that asks a model. A `prompt` or `agent` handler needs it.
    #[must_use]
    pub const fn with_ask(mut self, ask: &'a Ask<'a>) -> Self {
        self.ask = Some(ask);
        self
    }
}

#[cfg(all(feature = "host", feature = "settings"))]
impl RunOptions<'_> {
    pub(crate) const fn context(&self) -> &Context {
        &self.context
    }

    /// Returns the folder of the project, if it is set.
    pub(crate) fn cwd(&self) -> Option<&Path> {
        self.cwd.as_deref()
    }

    /// Returns the environment of commands.
    pub(crate) fn variables(&self) -> HashMap<OsString, OsString> {
        self.env.clone().unwrap_or_else(|| std::env::vars_os().collect())
    }

    pub(crate) const fn has_transport(&self) -> bool {
        self.transport.is_some()
    }

    pub(crate) const fn has_ask(&self) -> bool {
        self.ask.is_some()
    }
}

/// What a handler is run with.
pub(crate) struct Means<'a> {
    /// The options, except for the folder and the environment.
    pub(crate) options: &'a RunOptions<'a>,
    /// The folder of the project.
    pub(crate) folder: PathBuf,
    /// The environment. Without it, that is the one of this program.
    pub(crate) variables: Option<HashMap<OsString, OsString>>,
    /// The program and its arguments. Without them, they are those of the handler.
    pub(crate) command: Option<Vec<String>>,
}

/// Returns a folder as an absolute one.
pub(crate) fn absolute(folder: &Path) -> PathBuf {
    // Unlike an absolute one, an empty path is no error.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
}

impl fmt::Debug for RunOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunOptions").field("context", &self.context).field("cwd", &self.cwd).finish_non_exhaustive()
    }
}

/// A hook that has run, or that runs in the background.
#[derive(Debug)]
#[non_exhaustive]
pub struct HookRun {
    /// What the host does.
    pub outcome: Outcome,
    /// How the command ended, if it ended by itself and the crate knows the event.
    pub result: Option<HookOutputResult>,
    /// The later answer, if the hook runs in the background.
    pub later: Option<LaterAnswer>,
    /// How the command ended, if it could be started and does not run in the background.
    #[allow(dead_code, reason = "only tests of hooks use it")]
    pub(crate) ended: Option<Ended>,
}

/// How a command ended.
#[derive(Debug)]
#[allow(dead_code, reason = "only tests of hooks use it")]
pub(crate) struct Ended {
    /// The exit code. Without one, a signal ended it.
    pub(crate) code: Option<i32>,
    /// It exceeded its time limit.
    pub(crate) is_late: bool,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

impl HookRun {
    const fn of(outcome: Outcome) -> Self {
        Self { outcome, result: None, later: None, ended: None }
    }
}

/// The answer of a command that runs in the background.
#[derive(Debug)]
pub struct LaterAnswer {
    process: Process,
    event: String,
    context: Context,
    is_async: bool,
    /// The end of the time limit.
    end: Option<Instant>,
}

impl LaterAnswer {
    /// Waits for the end of the command, and returns what the host does with its later answer.
    #[must_use]
    pub fn wait(mut self) -> Outcome {
        let wakes = self.context.handler_value(WAKES) == Some(&Value::Bool(true));
        // A command that may wake the model keeps its time limit.
        let status = self.process.end(self.end.filter(|_| wakes));
        if wakes && status.is_none() {
            self.process.kill();
            return interpret(&self.event, &backgrounded(""), &self.context);
        }
        if wakes {
            let Output { stdout, stderr, .. } = &*self.process.output();
            let result = ended(status.and_then(|it| it.code()), stdout, stderr);
            return interpret(&self.event, &result, &self.context);
        }
        let stdout = self.process.output().stdout.clone();
        // Without the setting, the first line is the reply that moved the hook.
        let first = stdout.iter().position(|byte| *byte == b'\n').map_or(stdout.len(), |at| at + 1);
        let later = stdout.get(if self.is_async { 0 } else { first }..).unwrap_or_default();
        interpret(&self.event, &backgrounded(later), &self.context)
    }

    /// Ends the command, and all processes that it started.
    pub fn stop(&mut self) {
        self.process.kill();
    }

    /// Waits for the end of the command up to its time limit, even if the host does not enforce that. Without a later
    /// answer, it exceeded the limit, and was ended.
    #[allow(dead_code, reason = "only tests of hooks use it")]
    pub(crate) fn finish(mut self) -> (Option<Outcome>, Ended) {
        let status = self.process.end(self.end);
        if status.is_none() {
            self.process.kill();
        }
        let ended = self.process.ended(status);
        (status.is_some().then(|| self.wait()), ended)
    }
}

/// A handler that cannot be run, or an input that names no event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError(String);

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.0))
    }
}

impl Error for RunError {}

#[cfg(all(feature = "host", feature = "settings"))]
impl From<UnknownName> for RunError {
    fn from(error: UnknownName) -> Self {
        Self(error.to_string())
    }
}

/// Runs a hook as the host does, and returns what the host does with its answer.
///
/// A command gets the input on standard input, runs in the `cwd` of the input, and may start processes: all of them are
/// ended after the time limit, on Unix with the help of `sh`. On Windows only the command itself is ended. A command whose
/// first line says `{"async": true}` goes on in the background. A process that a command leaves running does not delay the
/// result. A command that the system cannot start is an outcome, not an error. Of the handler, `command`, `args`, `shell`, `url`,
/// `headers`, `prompt`, `model`, `timeout`, `async`, `onFailure` and `continueOnBlock` are used.
///
/// # Errors
/// The handler is an `mcp_tool`, has no `command`, `url` or `prompt`, or needs a function that is not set.
pub fn run_hook(handler: &HandlerEntry, input: &Value, options: &RunOptions<'_>) -> Result<HookRun, RunError> {
    let folder = absolute(options.cwd.as_deref().unwrap_or_else(|| Path::new(".")));
    run_with(handler, input, &Means { options, folder, variables: options.env.clone(), command: None })
}

/// Runs a hook, as `run_hook` does.
pub(crate) fn run_with(handler: &HandlerEntry, input: &Value, means: &Means<'_>) -> Result<HookRun, RunError> {
    let options = means.options;
    let event = input.get(EVENT_KEY).and_then(Value::as_str).unwrap_or_default();
    let context = options.context.clone().with_input(input.clone()).with_handler(handler.clone());
    let limit = time_limit(handler, event, options.context.host());
    let text = input.to_string();
    let kind = handler.kind().as_str();
    if kind == "http" {
        let result = of_request(handler, text.into_bytes(), limit, options)?;
        return Ok(HookRun::of(interpret(event, &result, &context)));
    }
    if matches!(kind, "prompt" | "agent") {
        let result = of_question(handler, input, options)?;
        return Ok(HookRun::of(interpret(event, &result, &context)));
    }
    if kind != "command" {
        return Err(RunError(format!("`run_hook` cannot run a `{kind}` handler")));
    }
    let mut command = command(handler, input, means)?;
    let started = Instant::now();
    let Ok(mut process) = Process::start(&mut command, (text + INPUT_END).into_bytes()) else {
        let mut outcome = interpret(event, &not_started(), &context);
        outcome.explanation = format!("{} {}", outcome.explanation, unstarted(&command));
        return Ok(HookRun::of(outcome));
    };
    let end = Some(started + limit);
    let is_set = |key: &str| handler.get(key) == Some(&Value::Bool(true));
    let is_async = is_set(IN_BACKGROUND) || is_set(WAKES);
    if is_async || (reads_first_line(event, &context) && process.moves_to_background(end)) {
        // The line may have mistakes.
        let said = if is_async { backgrounded("") } else { exited(0, process.first_line(), "") };
        let outcome = interpret(event, &said, &context);
        let later = LaterAnswer { process, event: event.to_owned(), context, is_async, end };
        return Ok(HookRun { later: Some(later), ..HookRun::of(outcome) });
    }
    let Some(status) = process.end(end) else {
        process.kill();
        let ended = Some(process.ended(None));
        return Ok(HookRun { ended, ..HookRun::of(interpret(event, &timed_out(), &context)) });
    };
    let ended_as = Some(process.ended(Some(status)));
    let Output { stdout, stderr, .. } = &*process.output();
    let result = ended(status.code(), stdout, stderr);
    let result_of = |event: HookEvent| HookOutputResult {
        exit_code: exit_code(status),
        stdout: String::from_utf8_lossy(stdout).into_owned(),
        stderr: String::from_utf8_lossy(stderr).into_owned(),
        execution_time: started.elapsed().as_secs_f64() * 1000.0,
        hook_event: event,
        extra: Map::new(),
    };
    let outcome = interpret(event, &result, &context);
    let result = HookEvent::from_str(event).ok().map(result_of);
    Ok(HookRun { result, ended: ended_as, ..HookRun::of(outcome) })
}

/// Returns the result of a command that has ended. Without a code, a signal ended it.
fn ended(code: Option<i32>, stdout: &[u8], stderr: &[u8]) -> HandlerResult {
    code.map_or_else(|| signalled(stdout, stderr), |code| exited(code, stdout, stderr))
}

/// Returns true if the host looks for `async` before the command has ended.
fn reads_first_line(event: &str, context: &Context) -> bool {
    let pick = |event| Draft::new(event, context).pick(PRINTED);
    HookEvent::from_str(event).ok().and_then(pick).is_some_and(|it| it.word != "whole")
}

/// Returns the time limit of a handler of an event, on a version of the host: its `timeout`, or the usual one.
#[must_use]
pub fn time_limit(handler: &HandlerEntry, event: &str, host: Option<&HostVersion>) -> Duration {
    let seconds = limit_of(event, handler.entry(), host);
    Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST).min(LONGEST)
}

/// Returns the time limit of a handler in seconds, on a version of the host.
pub(crate) fn limit_of(event: &str, handler: &Map<String, Value>, host: Option<&HostVersion>) -> f64 {
    let plan = HookEvent::from_str(event).ok().map(data::plan);
    let own = handler.get("timeout").and_then(Value::as_f64).filter(|seconds| *seconds > 0.0);
    if let Some(own) = own {
        return own.min(plan.and_then(|it| it.most).unwrap_or(MOST_SECONDS));
    }
    let kind = handler.get(HandlerEntry::KIND).and_then(Value::as_str).unwrap_or_default();
    let limits = plan.map_or(&[][..], |it| it.limits);
    let limit = limits.iter().find(|(name, _)| *name == kind).map_or(DEFAULT, |(_, seconds)| *seconds);
    let is_about = |host: &HostVersion| {
        let older = OLDER_LIMITS.iter().filter(|it| it.kind == kind && host.is_older_than(it.until));
        older.map(|it| it.seconds).fold(limit, f64::min)
    };
    host.map_or(limit, is_about)
}

fn of_request(
    handler: &HandlerEntry,
    body: Vec<u8>,
    timeout: Duration,
    options: &RunOptions<'_>,
) -> Result<HandlerResult, RunError> {
    let url = text(handler, "url", "an `http` handler needs a `url`")?;
    let transport = options.transport.ok_or_else(|| {
        RunError("an `http` handler needs a transport: set the function that sends the request".to_owned())
    })?;
    let own = handler.get("headers").and_then(Value::as_object).into_iter().flatten();
    let own = own.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
    let headers = std::iter::once(("Content-Type".to_owned(), "application/json".to_owned())).chain(own).collect();
    Ok(match transport(&Request { url: url.to_owned(), headers, body, timeout }) {
        Ok((status, body)) => http(status, body),
        Err(error) if error.kind() == io::ErrorKind::TimedOut => timed_out(),
        Err(_) => not_started(),
    })
}

fn of_question(handler: &HandlerEntry, input: &Value, options: &RunOptions<'_>) -> Result<HandlerResult, RunError> {
    let question = prompt_question(handler, input, &options.context).map_err(|error| RunError(error.to_string()))?;
    let ask = options.ask.ok_or_else(|| {
        let kind = handler.kind().as_str();
        RunError(format!("a `{kind}` handler needs the function that asks a model"))
    })?;
    Ok(match ask(&question) {
        Ok(answer) => model(answer),
        Err(error) if error.kind() == io::ErrorKind::TimedOut => timed_out(),
        Err(_) => not_started(),
    })
}

fn text<'h>(handler: &'h HandlerEntry, key: &str, otherwise: &str) -> Result<&'h str, RunError> {
    handler.get(key).and_then(Value::as_str).ok_or_else(|| RunError(otherwise.to_owned()))
}

/// Returns the command of a handler, with its folder and environment.
fn command(handler: &HandlerEntry, input: &Value, means: &Means<'_>) -> Result<Command, RunError> {
    let folder = &means.folder;
    // A host need not have all of the variables.
    let is_known = |name: &str| !name.is_empty();
    let project = folder.to_string_lossy();
    let values: Vec<_> = [(FOLDER_VARIABLE, &*project)].into_iter().filter(|(name, _)| is_known(name)).collect();
    let of_handler = || command_of(handler.entry(), &values);
    let mut all = means.command.clone().map_or_else(of_handler, Ok)?.into_iter();
    let mut command = Command::new(all.next().unwrap_or_default());
    command.args(all);
    let own = input.get(FOLDER_KEY).and_then(Value::as_str).map(Path::new).filter(|path| path.is_dir());
    command.current_dir(own.unwrap_or(folder));
    if let Some(env) = &means.variables {
        command.env_clear().envs(env);
    }
    let session = input.get(SESSION_KEY).and_then(Value::as_str).filter(|it| !it.contains('\0'));
    let own = [(FOLDER_VARIABLE, folder.as_os_str()), (HOST_VARIABLE, "1".as_ref())];
    let own = own.into_iter().chain(session.map(|session| (SESSION_VARIABLE, session.as_ref())));
    command.envs(own.filter(|(name, _)| is_known(name)));
    Ok(command)
}

/// Returns which command could not be started, and where.
fn unstarted(command: &Command) -> String {
    let folder = command.get_current_dir().unwrap_or_else(|| Path::new("."));
    let word = added(if folder.is_dir() { "no-start" } else { "no-folder" });
    let (program, folder) = (command.get_program().to_string_lossy(), folder.to_string_lossy());
    fill(word, &[("program", &quoted(&program)), ("folder", &quoted(&folder))])
}

/// Returns the program and the arguments of a command, with the values of placeholders.
///
/// # Errors
/// It has no command, or arguments other than strings.
pub(crate) fn command_of(handler: &Map<String, Value>, values: &[(&str, &str)]) -> Result<Vec<String>, RunError> {
    let line = handler.get("command").and_then(Value::as_str);
    let line = line.ok_or_else(|| RunError("a `command` handler needs a `command`".to_owned()))?;
    let Some(arguments) = handler.get("args").filter(|it| !it.is_null()) else {
        let shell: &[&str] = match handler.get("shell").and_then(Value::as_str) {
            Some("bash") => &["bash", "-c"],
            Some("powershell") => &["pwsh", "-NoProfile", "-NonInteractive", "-Command"],
            _ => &["sh", "-c"],
        };
        return Ok(shell.iter().copied().chain([line]).map(str::to_owned).collect());
    };
    let arguments = arguments.as_array().and_then(|all| all.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
    let wrong = || RunError("`args` of a `command` handler has to be a list of strings".to_owned());
    let arguments = arguments.ok_or_else(wrong)?;
    Ok(std::iter::once(line).chain(arguments).map(|text| filled(text, values)).collect())
}

/// Replaces each `${NAME}` once: a value is not read again.
fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut parts = text.split("${");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let named = part.split_once('}');
        let known = named.and_then(|(name, rest)| Some((values.iter().find(|(known, _)| *known == name)?.1, rest)));
        let (value, rest) = known.unwrap_or(("${", part));
        filled.push_str(value);
        filled.push_str(rest);
    }
    filled
}

/// Returns the exit code of a process; for a signal, 128 and its number.
fn exit_code(status: ExitStatus) -> i64 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return 128 + i64::from(signal);
    }
    i64::from(status.code().unwrap_or(1))
}

/// The output of a process so far, and what changes it.
type Shared = Arc<(Mutex<Output>, Condvar)>;

/// The output of a process so far.
#[derive(Debug, Default)]
struct Output {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    /// The command has ended: what other processes write is thrown away.
    is_over: bool,
    /// The number of streams that have ended.
    ended: usize,
    /// The length of the first line of stdout, if that has ended.
    first_line: Option<usize>,
}

impl Output {
    /// Adds what was read of a stream. Nothing is its end. Returns true if a stream, or the first line of stdout, has ended.
    fn add(&mut self, part: &[u8], is_stdout: bool) -> bool {
        let kept = if is_stdout { &mut self.stdout } else { &mut self.stderr };
        let before = kept.len();
        if before < MOST && !self.is_over {
            kept.extend_from_slice(part);
        }
        let has_no_line = is_stdout && self.first_line.is_none();
        if has_no_line {
            let mut new = self.stdout.iter().skip(before);
            self.first_line = new.position(|byte| *byte == b'\n').map(|at| before + at);
        }
        self.ended += usize::from(part.is_empty());
        part.is_empty() || (has_no_line && self.first_line.is_some())
    }
}

/// A command that runs.
#[derive(Debug)]
struct Process {
    child: Child,
    shared: Shared,
    /// The command has ended, and its id may be that of another process.
    has_ended: bool,
    /// The end of the time in which output is still read, if the command has ended.
    drained: Option<Instant>,
}

impl Process {
    fn start(command: &mut Command, input: Vec<u8>) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn()?;
        let mut process = Self { child, shared: Arc::default(), has_ended: false, drained: None };
        if let Err(error) = process.attach(input) {
            // There are no more threads to read its output with.
            process.kill();
            return Err(error);
        }
        Ok(process)
    }

    /// Uses the streams of the command, each in a thread.
    fn attach(&mut self, input: Vec<u8>) -> io::Result<()> {
        if let Some(stdout) = self.child.stdout.take() {
            read(stdout, &self.shared, true)?;
        }
        if let Some(stderr) = self.child.stderr.take() {
            read(stderr, &self.shared, false)?;
        }
        if let Some(mut stdin) = self.child.stdin.take() {
            // The command need not read it.
            thread::Builder::new().spawn(move || drop(stdin.write_all(&input)))?;
        }
        Ok(())
    }

    fn output(&self) -> MutexGuard<'_, Output> {
        lock(&self.shared.0)
    }

    /// Returns the status of the command, if it has ended.
    fn status(&mut self) -> io::Result<Option<ExitStatus>> {
        let status = self.child.try_wait();
        self.has_ended |= matches!(status, Ok(Some(_)));
        status
    }

    /// Waits for a condition, or for the end of the command. Returns false if neither came in time.
    fn wait_until(&mut self, end: Option<Instant>, is_so: impl Fn(&Output) -> bool) -> bool {
        let shared = Arc::clone(&self.shared);
        let mut output = lock(&shared.0);
        while !is_so(&output) {
            let now = Instant::now();
            if self.drained.is_none() && !matches!(self.status(), Ok(None)) {
                self.drained = Some(now + DRAIN);
            }
            match self.drained {
                Some(drained) if drained <= now => return true,
                None if end.is_some_and(|end| end <= now) => return false,
                _ => output = shared.1.wait_timeout(output, STEP).unwrap_or_else(PoisonError::into_inner).0,
            }
        }
        true
    }

    /// Waits for the first line, or the end, and returns whether the command goes on in the background.
    fn moves_to_background(&mut self, end: Option<Instant>) -> bool {
        self.wait_until(end, |output| output.first_line.is_some() || output.ended == 2);
        let reply = object_of(&String::from_utf8_lossy(&self.first_line()));
        reply.is_some_and(|reply| reply.get(BACKGROUND) == Some(&Value::Bool(true)))
    }

    /// Returns the first line of the output, which is empty without a line end.
    fn first_line(&self) -> Vec<u8> {
        let output = self.output();
        output.first_line.and_then(|at| output.stdout.get(..at)).unwrap_or_default().to_vec()
    }

    /// Waits for the end of the command, and of its output. `None` if it did not come in time.
    fn end(&mut self, end: Option<Instant>) -> Option<ExitStatus> {
        if !self.wait_until(end, |output| output.ended == 2) {
            return None;
        }
        loop {
            match self.status() {
                Ok(Some(status)) => {
                    self.output().is_over = true;
                    return Some(status);
                }
                Err(_) => return None,
                Ok(None) if end.is_some_and(|end| Instant::now() >= end) => return None,
                // It has closed its output, and is about to end.
                Ok(None) => thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// Returns how the command ended. Without a status, it exceeded its time limit.
    fn ended(&self, status: Option<ExitStatus>) -> Ended {
        let Output { stdout, stderr, .. } = &*self.output();
        let code = status.and_then(|it| it.code());
        Ended { code, is_late: status.is_none(), stdout: stdout.clone(), stderr: stderr.clone() }
    }

    /// Ends the command, and all processes of its group.
    fn kill(&mut self) {
        if self.has_ended {
            // The group may be that of another process by now.
            return;
        }
        #[cfg(unix)]
        {
            // The shell has `kill` itself. Commands need a shell anyway. With streams of its own it would need descriptors.
            let mut kill = Command::new("sh");
            let _ = kill.args(["-c", KILL, "sh", &self.child.id().to_string()]).status();
        }
        let _ = self.child.kill();
        self.end(None);
    }
}

/// Ends a group of processes. They may have ended already, so errors are not shown.
#[cfg(unix)]
const KILL: &str = "kill -s KILL -- \"-$1\" 2>/dev/null";

/// Reads a stream to its end.
fn read(mut stream: impl Read + Send + 'static, shared: &Shared, is_stdout: bool) -> io::Result<()> {
    let shared = Arc::clone(shared);
    let read = move || {
        let mut buffer = vec![0; 65536];
        loop {
            let count = match stream.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => 0,
                Ok(count) => count,
            };
            let is_new = lock(&shared.0).add(buffer.get(..count).unwrap_or_default(), is_stdout);
            if is_new {
                shared.1.notify_all();
            }
            if count == 0 {
                return;
            }
        }
    };
    thread::Builder::new().spawn(read).map(drop)
}

fn lock(output: &Mutex<Output>) -> MutexGuard<'_, Output> {
    output.lock().unwrap_or_else(PoisonError::into_inner)
}
