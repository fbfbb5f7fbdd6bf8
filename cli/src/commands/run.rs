//! `hookwire run`: a hook that is right, whatever its command does.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use hookwire::host::{Outcome, OutcomeAction, OutcomeAudience, OutcomeText, exited, interpret, time_limit};
use hookwire::problems::{Problem, ProblemSeverity};
use hookwire::read::{Reply, ReplyKind, read_json, read_reply};
use hookwire::{Context, Guard, HandlerEntry, HookEvent};
use serde_json::{Value, json};

use super::input::{EVENT, context};
use crate::args::{OnFailure, Run as Arguments};
use crate::files;
use crate::hosts::Hosts;
use crate::secrets::mask;
use crate::session::printed::{
    Names, has_object, is_background, is_empty, last_of, mistake, moves_to_background, not_started, refusal,
    replies_in, twice,
};
use crate::session::{
    Answer, BLOCKS, Child, Ended, Log, Output, Part, Policy, Run, UNHEARD, close_on_panic, event_in, stdin_within,
    survive_limits, to_stderr, to_stdout,
};
use crate::terminal::safe;

/// The longest line in messages, in characters.
const LONGEST: usize = 60;

/// The most bytes of a first line that can be a reply: to search for its end in all that is there would take longer each time.
const MOST_OF_FIRST: usize = 1 << 16;

/// The most bytes of an end in which secrets are searched: no secret is longer, and a guard has to answer in time.
const MOST_OF_LAST: usize = 1 << 18;

/// The most characters that are printed of what the host does not get.
const MOST_KEPT: usize = 4000;

/// The reply that says nothing.
const EMPTY: &[u8] = b"{}\n";

/// The part of the host's time limit that a command has. The rest is for the answer.
const SHARE: f64 = 0.9;

/// How long an input may take without a limit.
const LONGEST_INPUT: Duration = Duration::from_secs(60);

/// How long somebody can take to read the answer, whatever the limit is.
const LEAST: Duration = Duration::from_millis(300);

/// Runs the command.
pub fn run(arguments: &Arguments, hosts: &Hosts) -> ExitCode {
    close_on_panic();
    survive_limits();
    let policy = policy(arguments);
    let mut input = Vec::new();
    let error = stdin_within(arguments.limit.map_or(LONGEST_INPUT, |it| it.0), &mut input).err();
    let read = if error.is_none() { read_json(&input).ok() } else { None };
    let (payload, error) = match read {
        Some(payload) => (payload, error),
        // It is enough to know whether it is about a guard.
        None => match event_in(&input) {
            Some(event) => {
                let payload = json!({EVENT: event});
                input = payload.to_string().into_bytes();
                (payload, error.or_else(|| Some("the input is not JSON, or is cut off".to_owned())))
            }
            None => (Value::Null, error),
        },
    };
    let event = payload.get(EVENT).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut hook = Hook { arguments, hosts, policy, input, payload, event, kept: String::new(), begun: Instant::now() };
    let answer = match error {
        Some(error) => hook.failed(&error),
        // An input that cannot be read is a failure already.
        None if hook.event.is_empty() => hook.failed(""),
        None => match hook.answer() {
            Ok(answer) => answer,
            Err(error) => hook.failed(&error.to_string()),
        },
    };
    hook.note_above(&answer);
    let until = hook.until().map(|it| it.max(Instant::now() + LEAST));
    hook.log(&answer, until);
    answer.write(hook.is_closed(), until)
}

fn policy(arguments: &Arguments) -> Policy {
    let words: Vec<_> = arguments.command.iter().map(|it| it.to_string_lossy()).collect();
    let mut name = String::new();
    let mut is_option = false;
    for word in &words {
        // Without quotes, only the first word of a secret would be hidden.
        let quote = if is_option && word.contains(' ') { "\"" } else { "" };
        name.push_str(if name.is_empty() { "" } else { " " });
        name.extend([quote, word, quote]);
        is_option = word.starts_with('-');
    }
    let guard = arguments.on_failure.map(|it| match it {
        OnFailure::Block => Guard::Closed,
        OnFailure::Continue => Guard::Open,
    });
    Policy { name, guard }
}

/// A hook, and the input that it answers.
struct Hook<'a> {
    arguments: &'a Arguments,
    hosts: &'a Hosts,
    policy: Policy,
    input: Vec<u8>,
    payload: Value,
    /// The name of the event. Empty if the input cannot be read.
    event: String,
    /// What the host does not get of what the command prints.
    kept: String,
    /// When the time of the command began.
    begun: Instant,
}

/// What a shell script that says nothing can mean with exit code 1.
const TEST_AT_END: &str = ". If its last line is `TEST && COMMAND`, a test that does not hold is its exit code: write `if TEST; then COMMAND; fi`";

impl Hook<'_> {
    /// Runs the command, and returns what the host gets.
    fn answer(&mut self) -> io::Result<Answer> {
        let mut run = Run::new(&self.input)?;
        let mut command = self.command(&run)?;
        let child = match Child::start(&mut command, self.limit()) {
            Ok(child) => child,
            Err(error) => return Ok(self.failed(&format!("it cannot be started: {error}"))),
        };
        let is_closed = self.is_closed();
        let (mut passed, mut is_read, mut is_later) = (false, is_closed, false);
        let until = self.until().filter(|_| self.arguments.limit.is_some());
        let (ended, output) = child.wait(|printed| {
            // Only the first line counts, and it is read once.
            let begin = printed.get(..MOST_OF_FIRST.min(printed.len())).unwrap_or_default();
            if !is_read && (begin.contains(&b'\n') || begin.len() == MOST_OF_FIRST) {
                is_read = true;
                passed = moves_to_background(printed);
                is_later =
                    passed && printed.iter().position(|it| *it == b'\n').is_some_and(|it| it + 1 < printed.len());
            } else if passed {
                is_later = true;
            }
            if passed {
                to_stdout(printed, until)?;
                printed.clear();
            }
            // The host does not end what runs in the background.
            Ok(passed && self.arguments.limit.is_none())
        })?;
        if passed {
            return Ok(self.in_background(ended, output, is_later));
        }
        // A guard can end before a part of it that it started in the background has begun. What blocks already does not wait for it.
        let code = self.code(ended);
        let own = code.and_then(|it| u8::try_from(it).ok()).filter(|it| [0, BLOCKS].contains(it));
        let is_held =
            own.is_some_and(|code| self.blocks(&Answer { stdout: output.stdout.clone(), code, ..Answer::default() }));
        if is_closed && code == Some(0) && !is_held {
            run.wait_for(&output.left, self.until())?;
        }
        let notes = run.notes(!is_held)?;
        let is_open = output.is_open;
        let answer = self.judged(ended, output, &notes.failures);
        if is_open && is_closed && answer.failures.is_empty() && self.says_nothing(&answer) {
            let why = "a process that it started still has its stdout, where a reply could come";
            return Ok(self.failed(why));
        }
        if is_closed
            && answer.failures.is_empty()
            && !self.blocks(&answer)
            && let Some(why) = self.doubt(&answer)
        {
            return Ok(self.failed(&why));
        }
        // A script can lose what a part of it printed.
        let is_held = self.blocks(&answer);
        let is_asked = is_held || self.outcome(&answer).action == OutcomeAction::Asked;
        let is_lost = (notes.has_blocked && !is_held) || (notes.has_asked && !is_asked);
        Ok(if is_lost && answer.failures.is_empty() {
            let verb = if notes.has_blocked { "blocks" } else { "asks" };
            self.failed(&format!(
                "a part of it {verb}, and that did not arrive: its reply has to be on stdout, and its exit code that of the script"
            ))
        } else {
            answer
        })
    }

    /// Says in a run that this one is a part of that the answer to the same input blocks: its script can lose an exit code.
    fn note_above(&self, answer: &Answer) {
        if self.blocks(answer)
            && let Some(part) = Part::of_run()
            && part.input().ok().and_then(|it| read_json(&it).ok()).as_ref() == Some(&self.payload)
        {
            let _ = part.block();
        }
    }

    /// Returns what the host gets at the end of a command that has moved to the background.
    fn in_background(&self, ended: Ended, output: Output, is_later: bool) -> Answer {
        let why = match ended {
            Ended::Code(0) => return Answer { stderr: output.stderr, ..Answer::default() },
            Ended::Code(code) => format!("it exited with code {code}"),
            other => self.how(other).unwrap_or_default(),
        };
        let failed = self.failed(&why);
        Answer {
            // Behind what it printed, this would not be read.
            stdout: if is_later { Vec::new() } else { failed.stdout },
            stderr: [output.stderr, failed.stderr].concat(),
            code: if let Ended::Code(code) = ended { u8::try_from(code).unwrap_or(1) } else { 1 },
            failures: failed.failures,
        }
    }

    /// Returns why an answer that does not block may not be what the hook means.
    fn doubt(&self, answer: &Answer) -> Option<String> {
        let stderr = files::text(answer.stderr.clone());
        if let Some(line) = not_begun(&stderr) {
            return Some(format!("a part of it could not be started: {line}"));
        }
        if let Some(line) = stderr.lines().find(|it| it.starts_with(UNHEARD)) {
            return Some(format!(
                "a part of it cannot reach it, as one of another user or on a full disk: {}",
                safe(line)
            ));
        }
        if self.arguments.require_reply && answer.stdout.trim_ascii().is_empty() {
            return Some("it ended without a reply. Print `{}` if the action may go on".to_owned());
        }
        let is_object = answer.stdout.trim_ascii_start().starts_with(b"{");
        if is_object && let Some(key) = twice(&answer.stdout) {
            return Some(format!("its reply has `{key}` twice, and Claude Code takes the last one"));
        }
        let outcome = self.outcome(answer);
        let text = files::text(answer.stdout.clone());
        let word = Some(text.trim()).filter(|it| !is_object && !it.is_empty() && !it.contains(char::is_whitespace));
        let only_shown = |it: &&OutcomeText| it.audience == [OutcomeAudience::User];
        let messages = outcome.texts.iter().filter(only_shown).map(|it| it.text.as_str());
        let replied = messages.clone().find(|it| has_object(it.as_bytes()));
        if let Some(line) =
            word.into_iter().chain([&*self.kept, &*stderr]).chain(messages).find_map(refusal).or(replied)
        {
            let line: String = safe(line.trim()).chars().take(LONGEST).collect();
            let advice =
                "write `hookwire reply block`, or exit with 2. If it is a line of a log, say it in other words";
            return Some(format!("it said `{line}`, which Claude Code does not take for a block: {advice}"));
        }
        let command: Vec<_> = self.arguments.command.iter().map(|it| it.to_string_lossy()).collect();
        let line = mistake(&stderr, &Names::of(&command), is_object);
        line.map(|line| format!("something in it went wrong: {}", safe(&line)))
    }

    /// Returns the exit code of a command. One that is allowed is 0.
    fn code(&self, ended: Ended) -> Option<i32> {
        let is_allowed = |code: i32| self.arguments.allow_exit.iter().any(|it| i32::from(*it) == code);
        match ended {
            Ended::Code(code) if is_allowed(code) => Some(0),
            Ended::Code(code) => Some(code),
            _ => None,
        }
    }

    /// Returns how a command ended that did not end by itself.
    fn how(&self, ended: Ended) -> Option<String> {
        match ended {
            Ended::Code(_) => None,
            Ended::Signal(signal) => Some(format!("the signal {signal} ended it")),
            Ended::Late => Some(format!("it took longer than {:?}", self.limit())),
            Ended::OnTerminal => Some("it waits for a terminal, and a hook has none".to_owned()),
            Ended::Stopped(signal) => Some(format!("it was stopped by the signal {signal}")),
        }
    }

    fn command(&self, run: &Run) -> io::Result<Command> {
        let (program, words) = self.arguments.command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(words).stdin(run.input()?).envs(run.variables());
        if let Some(path) = path_with_this(env::var_os("PATH").as_deref()) {
            command.env("PATH", path);
        }
        Ok(command)
    }

    fn limit(&self) -> Duration {
        if let Some(limit) = self.arguments.limit {
            return limit.0;
        }
        let handler = HandlerEntry::try_from(json!({"type": "command", "command": ""}));
        let of_host = |handler: HandlerEntry| time_limit(&handler, &self.event, self.hosts.newest());
        handler.map_or(Duration::MAX, of_host).mul_f64(SHARE)
    }

    /// Returns when the time of the command is over.
    fn until(&self) -> Option<Instant> {
        self.begun.checked_add(self.limit())
    }

    fn is_closed(&self) -> bool {
        self.event.is_empty() || self.policy.is_closed(&self.event)
    }

    fn failed(&self, error: &str) -> Answer {
        self.policy.failed(&self.input, error)
    }

    /// Returns true if a hook of the event need not print anything.
    fn takes_nothing(&self) -> bool {
        let event = self.event.parse::<HookEvent>().ok();
        wrong(&read_reply(b"", event, &Context::new()).problems).is_none()
    }

    /// Returns true if the host blocks because of an answer, or stops.
    fn blocks(&self, answer: &Answer) -> bool {
        let outcome = self.outcome(answer);
        outcome.blocked() || outcome.stops()
    }

    /// Returns true if nothing happens because of an answer.
    fn says_nothing(&self, answer: &Answer) -> bool {
        self.outcome(answer).action == OutcomeAction::Normal
    }

    fn outcome(&self, answer: &Answer) -> Outcome {
        let context = context(self.hosts.newest()).with_input(self.payload.clone());
        let result = exited(answer.code.into(), answer.stdout.clone(), answer.stderr.clone());
        interpret(&self.event, &result, &context)
    }

    /// Returns what the host gets of a command that has ended.
    fn judged(&mut self, ended: Ended, output: Output, failures: &[String]) -> Answer {
        let Output { stdout, stderr, is_cut, .. } = output;
        let said = last_of(&stderr);
        let failed = |hook: &mut Self, why: &str| {
            hook.keep(&stdout);
            // A part of a secret could not be recognised, so the end is cut out afterwards.
            let begin = stderr.len().saturating_sub(MOST_OF_LAST);
            let said = last_of(mask(&files::text(stderr.get(begin..).unwrap_or_default().to_vec())).as_bytes());
            // A part of it has said the same.
            let others: Vec<&str> = said.lines().filter(|it| it.strip_prefix("hookwire: ") != Some(why)).collect();
            let printed =
                if others.is_empty() { String::new() } else { format!(". It printed:\n{}", others.join("\n")) };
            hook.failed(&format!("{why}{printed}"))
        };
        let Some(code) = self.code(ended) else {
            let why = self.how(ended).unwrap_or_default();
            return failed(self, &why);
        };
        if code != 0 && code != i32::from(BLOCKS) {
            let command: Vec<_> = self.arguments.command.iter().map(|it| it.to_string_lossy()).collect();
            let is_test = code == 1 && said.is_empty() && Names::of(&command).is_shell();
            let hint = if is_test { TEST_AT_END } else { "" };
            return failed(self, &format!("it exited with code {code}{hint}"));
        }
        if is_cut {
            return failed(self, "it printed more than anybody reads");
        }
        if code == 0 && stdout.is_empty() && stderr.is_empty() && failures.is_empty() && self.takes_nothing() {
            return Answer::default();
        }
        let context = context(self.hosts.newest()).with_input(self.payload.clone());
        let outcome = interpret(&self.event, &exited(code, stdout.clone(), stderr.clone()), &context);
        if let Some(first) = failures.first() {
            return failed(self, first);
        }
        // Bash ends with the code of a block here.
        let is_own = |it: &OsString| said.starts_with(&format!("{}: ", it.to_string_lossy()));
        if code != 0 && said.contains(": syntax error") && self.arguments.command.iter().any(is_own) {
            return failed(self, "it has a syntax error");
        }
        if code != 0 {
            let is_heard = outcome.blocked() || outcome.stops() || !self.is_closed();
            return match &outcome.failure {
                None if is_heard => Answer { stdout, stderr, code: BLOCKS, failures: Vec::new() },
                _ => failed(self, "the host does not take its exit code for a block"),
            };
        }
        if let Some(matters) = Some(&stderr).filter(|_| stdout.is_empty()).and_then(|it| self.lost(it)) {
            let why = "its reply is on stderr: print it on stdout";
            if matters || !self.is_closed() {
                return failed(self, why);
            }
            // The action is the same without it.
            let open = Policy { guard: Some(Guard::Open), ..self.policy.clone() };
            return Answer { stderr, ..open.failed(&self.input, why) };
        }
        let passed = |stdout| Answer { stdout, stderr: stderr.clone(), ..Answer::default() };
        let reply = read_reply(&stdout, self.event.parse::<HookEvent>().ok(), &context);
        match self.found(&reply, &outcome, &stdout, &context) {
            Ok(None) => passed(stdout),
            // Behind a line of a log.
            Ok(Some(replies)) if replies.iter().all(is_empty) => passed(EMPTY.to_vec()),
            Ok(Some(replies)) => {
                let answer = self.policy.replied(&self.input, &replies);
                let is_whole = reply.kind == ReplyKind::Json;
                match answer.failures.is_empty() {
                    // What is right stays as it is, to the byte.
                    true if is_whole => passed(stdout),
                    true => Answer { stderr: [stderr.clone(), answer.stderr].concat(), ..answer },
                    false => {
                        self.keep(&stdout);
                        answer
                    }
                }
            }
            Err(error) => failed(self, &error),
        }
    }

    /// Returns whether a text has a reply, and whether another action goes on without it: it blocks, asks, or changes the call.
    fn lost(&self, text: &[u8]) -> Option<bool> {
        let replies = replies_in(&files::text(text.to_vec())).map(|(replies, _)| replies).unwrap_or_default();
        let answer = |reply: &Value| self.policy.answer(&self.input, || reply.clone());
        let answers = replies.iter().map(answer).filter(|it| it.failures.is_empty());
        let all = answers.map(|it| {
            let outcome = self.outcome(&it);
            let is_held = matches!(outcome.action, OutcomeAction::Asked | OutcomeAction::Deferred);
            let matters = self.blocks(&it) || is_held || outcome.new_input.is_some();
            (matters, matters || outcome.action != OutcomeAction::Normal || !outcome.texts.is_empty())
        });
        all.filter(|(_, says)| *says).map(|(matters, _)| matters).max()
    }

    /// Returns the replies among what a command printed. `None` if all of it can stay as it is.
    fn found(
        &mut self,
        reply: &Reply,
        outcome: &Outcome,
        stdout: &[u8],
        context: &Context,
    ) -> Result<Option<Vec<Value>>, String> {
        let is_closed = self.is_closed();
        match (reply.kind, &reply.reply) {
            (ReplyKind::Nothing, _) => wrong(&reply.problems).map_or(Ok(None), Err),
            (ReplyKind::Json, Some(value)) if is_background(value) && is_closed => {
                Err("it goes on in the background, and a guard has to answer before that".to_owned())
            }
            (ReplyKind::Json, Some(value)) if is_background(value) || is_empty(value) => Ok(None),
            (ReplyKind::Json, Some(value)) => Ok(Some(vec![value.clone()])),
            (ReplyKind::Json, None) => {
                Err(wrong(&reply.problems).unwrap_or_else(|| "its reply cannot be read".to_owned()))
            }
            (_, _) => {
                let is_plain = !has_object(stdout) && wrong(&reply.problems).is_none();
                if is_read(outcome) && (is_plain || !is_closed) {
                    return Ok(None);
                }
                let text = String::from_utf8(stdout.to_vec()).ok().filter(|it| !it.contains('\0'));
                let text = text.ok_or("what it printed is not UTF-8")?;
                let (replies, others) = replies_in(&text)?;
                let event = self.event.parse::<HookEvent>().ok();
                if let Some(lost) = wrong(&read_reply(others.as_bytes(), event, context).problems) {
                    return Err(lost);
                }
                self.keep(others.as_bytes());
                match replies.iter().any(is_background) {
                    true => Err("it goes on in the background after something else".to_owned()),
                    false => Ok(Some(if replies.is_empty() { vec![Value::Null] } else { replies })),
                }
            }
        }
    }

    /// Keeps from the host what is not a reply.
    fn keep(&mut self, text: &[u8]) {
        self.kept = files::text(text.to_vec()).trim().to_owned();
    }

    /// Writes what went wrong, and what the host does not get, to the log.
    fn log(&self, answer: &Answer, until: Option<Instant>) {
        if answer.failures.is_empty() && self.kept.is_empty() {
            return;
        }
        match &self.arguments.log {
            Some(log) => {
                let added = Log(log.clone()).add(&self.event, &self.policy.shown_name(), &answer.failures, &self.kept);
                if let Err(error) = added {
                    let _ = to_stderr(format!("hookwire cannot write the log: {error}\n").as_bytes(), until);
                }
            }
            // The host shows this only in its debug log.
            None if answer.code == 0 && !self.kept.is_empty() => {
                let begin: String = self.kept.chars().take(MOST_KEPT).collect();
                let more = if begin.len() < self.kept.len() { " …" } else { "" };
                let said = format!("hookwire kept this from the host: {}{more}\n", safe(&begin));
                let _ = to_stderr(said.as_bytes(), until);
            }
            None => {}
        }
    }
}

/// Returns why the host would not hear a reply, or a part of it.
fn wrong(problems: &[Problem]) -> Option<String> {
    let heard = problems.iter().filter(|it| it.severity <= ProblemSeverity::Ignored);
    let texts: Vec<&str> = heard.map(|it| it.message.as_str()).collect();
    (!texts.is_empty()).then(|| texts.join(" "))
}

/// Returns true if somebody gets what a command printed.
fn is_read(outcome: &Outcome) -> bool {
    let printed = outcome.texts.iter().filter(|it| it.from == "stdout");
    let mut audience = printed.flat_map(|it| &it.audience);
    audience.any(|it| *it != OutcomeAudience::DebugLog) || !outcome.effects.is_empty()
}

/// Returns what a shell says when it could not start this program: it goes on, and the program could not say so itself.
fn not_begun(stderr: &str) -> Option<String> {
    let name = env::current_exe().ok()?.file_stem()?.to_string_lossy().into_owned();
    not_started(stderr, &name).map(|it| safe(&it).trim().chars().take(200).collect())
}

/// Returns a search path on which this program is found first, if on the present one it is not: the entry in the settings has its
/// whole path, and the script has its name.
fn path_with_this(path: Option<&OsStr>) -> Option<OsString> {
    let this = fs::canonicalize(env::current_exe().ok()?).ok()?;
    let name = this.file_name()?;
    let first = path.and_then(|it| env::split_paths(it).map(|folder| folder.join(name)).find(|it| it.is_file()));
    let is_other = first.is_some();
    if first.and_then(|it| fs::canonicalize(it).ok()).as_ref() == Some(&this) {
        return None;
    }
    let own = this.parent().map(ToOwned::to_owned);
    let others = path.into_iter().flat_map(env::split_paths);
    // Behind the others, if possible: what else is in the folder must not take the place of another program.
    let (before, after) = if is_other { (own, None) } else { (None, own) };
    env::join_paths(before.into_iter().chain(others).chain(after)).ok()
}
