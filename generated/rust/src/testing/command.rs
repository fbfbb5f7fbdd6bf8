//! Tries hooks that are commands, by their entries in the settings.

use std::collections::hash_map::RandomState;
use std::env;
use std::ffi::OsString;
use std::fs::{self, DirBuilder, File};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Read};
use std::path::PathBuf;

use serde_json::{Value, json};

use super::data::{BROKEN_SCRIPT, CHANNEL, FAILURES, MISSING_SCRIPT};
use super::tried::{CONDITION, Tried};
use super::words::said;
use crate::context::Context;
use crate::event::HookEvent;
use crate::outcomes::{Ended, HookRun, RunOptions, not_run, run_hook};
use crate::reading::HandlerEntry;
use crate::types::{Outcome, Problem, ProblemCode, ProblemConfidence, ProblemSeverity};
use crate::validation::{Target, validate};
use crate::wire::WAKES;

/// The type of a settings file, if the contract has it.
const SETTINGS: &str = "HooksSettings";

/// The number of bytes of that file that are read.
const MOST_REPORTED: u64 = 1 << 20;

/// Tries a command with a payload, as the host of a context would run it.
pub(super) fn tried(
    entry: &HandlerEntry,
    event: HookEvent,
    payload: &Value,
    context: &Context,
) -> Result<Tried, String> {
    let problems = problems(entry, event, context);
    let Some(used) = used(entry, event, &problems) else {
        let outcome = not_run(event, &context.clone().with_input(payload.clone()));
        let failure = said("failed", &[("how", &said("not-run", &[]))]);
        let mut tried = Tried::new(outcome, &failure, "").with_entry(problems);
        tried.is_run = false;
        return Ok(tried);
    };
    let file = FailureFile::new()?;
    let options = RunOptions::new().with_context(context.clone()).with_env(env::vars_os().chain([file.variable()]));
    let run = run_hook(&used, payload, &options).map_err(|error| error.to_string())?;
    let Finished { outcome, ended, failure } = Finished::of(run, &used, &file);
    let stderr = ended.as_ref().map_or_else(String::new, |it| String::from_utf8_lossy(&it.stderr).into_owned());
    Ok(Tried::new(outcome, &failure, &stderr).with_entry(problems))
}

/// A command that has ended.
pub(super) struct Finished {
    /// What the host does.
    pub(super) outcome: Outcome,
    /// How the command ended, if it could be started.
    pub(super) ended: Option<Ended>,
    /// How it broke, in a sentence; empty if it did not.
    pub(super) failure: String,
}

impl Finished {
    /// Waits for the end of a command, and finds out how it broke.
    pub(super) fn of(run: HookRun, used: &HandlerEntry, file: &FailureFile) -> Self {
        // The host does not enforce the time limit of a command in the background, unless it may wake the model.
        let is_limited = run.later.is_none() || used.get(WAKES) == Some(&Value::Bool(true));
        let (outcome, ended) = match run.later {
            // The host does not wait for it, but then nobody would see how it ends.
            Some(later) => {
                let (answer, ended) = later.finish();
                (answer.unwrap_or(run.outcome), Some(ended))
            }
            None => (run.outcome, run.ended),
        };
        let stderr = ended.as_ref().map_or_else(String::new, |it| String::from_utf8_lossy(&it.stderr).into_owned());
        let failure = file.read().or_else(|| written(&stderr)).or_else(|| how(ended.as_ref(), used, is_limited));
        Self { outcome, ended, failure: failure.unwrap_or_default() }
    }
}

/// Returns the failures that hooks of this crate wrote to stderr. The file does not reach all.
fn written(stderr: &str) -> Option<String> {
    let is_failure = |line: &&str| FAILURES.iter().any(|text| begins(line, text));
    let lines: Vec<&str> = stderr.split('\n').map(str::trim_end).filter(is_failure).collect();
    (!lines.is_empty()).then(|| lines.join(" "))
}

/// Returns true if a line begins like a message with placeholders, as far as the second one.
fn begins(line: &str, text: &str) -> bool {
    let mut fixed = text.split('{').map(|it| it.split_once('}').map_or(it, |(_, fixed)| fixed));
    let (first, second) = (fixed.next().unwrap_or_default(), fixed.next().unwrap_or_default());
    let hook = line.strip_prefix(first).and_then(|rest| rest.strip_prefix('`'));
    hook.is_some_and(|rest| rest.contains(&format!("`{second}")))
}

/// Returns the problems of an entry.
fn problems(entry: &HandlerEntry, event: HookEvent, context: &Context) -> Vec<Problem> {
    let pointer = format!("/hooks/{event}/0/hooks/0/{CONDITION}");
    let mut problems = of_settings(entry, event, context);
    if entry.get(CONDITION).is_some() && problems.iter().all(|it| it.pointer != pointer) {
        let (code, severity) = (ProblemCode::Suspicious, ProblemSeverity::Suspicious);
        let (confidence, message) = (ProblemConfidence::Confirmed, said("condition", &[]));
        problems.push(Problem { pointer, code, severity, confidence, message });
    }
    problems
}

/// Returns the problems of a settings file with nothing but the entry.
fn of_settings(entry: &HandlerEntry, event: HookEvent, context: &Context) -> Vec<Problem> {
    let Ok(target) = Target::named(SETTINGS) else { return Vec::new() };
    let settings = json!({"hooks": {event.as_str(): [{"hooks": [entry.entry()]}]}});
    let host = context.host().cloned();
    validate(&settings, &target, &host.map_or_else(Context::new, |host| Context::new().with_host(host)))
}

/// Returns what the host uses of an entry, if it runs it.
fn used(entry: &HandlerEntry, event: HookEvent, problems: &[Problem]) -> Option<HandlerEntry> {
    let at = format!("/hooks/{event}/0/hooks/0/");
    let is_ignored = |it: &&Problem| it.severity == ProblemSeverity::Ignored;
    let is_rejected = problems.iter().any(|it| it.severity == ProblemSeverity::Rejected);
    // A condition without effect is never met.
    let is_condition = |it: &Problem| it.pointer.strip_prefix(&at) == Some(CONDITION);
    let is_never_met = problems.iter().any(|it| it.severity == ProblemSeverity::Inert && is_condition(it));
    if is_rejected || is_never_met || problems.iter().filter(is_ignored).any(|it| !it.pointer.starts_with(&at)) {
        return None;
    }
    let mut used = entry.entry().clone();
    for it in problems.iter().filter(is_ignored) {
        it.pointer.strip_prefix(&at).and_then(|key| used.remove(key));
    }
    used.try_into().ok()
}

/// Returns how a command broke, in a sentence.
fn how(ended: Option<&Ended>, entry: &HandlerEntry, is_limited: bool) -> Option<String> {
    let how = match ended {
        None => said("not-started", &[]),
        Some(ended) if ended.is_late => is_limited.then(|| said("timed-out", &[]))?,
        Some(Ended { code: None, .. }) => said("signal", &[]),
        Some(Ended { code: Some(0), .. }) => return None,
        Some(Ended { code: Some(2), stdout, stderr, .. }) => {
            let stderr = String::from_utf8_lossy(stderr);
            let is_missing = stdout.trim_ascii().is_empty() && MISSING_SCRIPT.iter().any(|it| stderr.contains(it));
            match is_missing {
                true => said("missing-script", &[]),
                false => is_broken(&stderr, entry).then(|| said("broken-script", &[]))?,
            }
        }
        Some(Ended { code: Some(code), .. }) => said("exit-code", &[("code", &code.to_string())]),
    };
    Some(said("failed", &[("how", &how)]))
}

/// Returns true if a shell says that it cannot read a script of the entry. Another script is that of a hook that checks scripts.
fn is_broken(stderr: &str, entry: &HandlerEntry) -> bool {
    let entry = Value::from(entry.entry().clone()).to_string();
    let of_entry = |line: &str| {
        let script = line.split(':').next().unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default();
        // The text of an option, as in `bash -n -c "$text"`, is no script.
        !script.is_empty() && entry.contains(script) && !line.contains(": -c:")
    };
    stderr.lines().any(|line| BROKEN_SCRIPT.iter().any(|it| line.contains(it)) && of_entry(line))
}

/// The file that hooks of this crate report failures to, in a folder of its own. Both are removed when it is dropped.
pub(super) struct FailureFile {
    folder: PathBuf,
}

impl FailureFile {
    /// Creates the file. The error says why that is not possible.
    pub(super) fn new() -> Result<Self, String> {
        Self::created().map_err(|error| format!("there is no temporary folder: {error}"))
    }

    /// Returns the variable by which hooks find the file.
    pub(super) fn variable(&self) -> (OsString, OsString) {
        (OsString::from(CHANNEL), self.path().into_os_string())
    }

    fn created() -> io::Result<Self> {
        let number = RandomState::new().build_hasher().finish();
        let folder = env::temp_dir().join(format!("hook-{}-{number:x}", std::process::id()));
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&folder)?;
        let file = Self { folder };
        File::create_new(file.path()).map(|_| file)
    }

    fn path(&self) -> PathBuf {
        self.folder.join("failures")
    }

    /// Returns what hooks reported. A hook can replace the file by anything, and opening a pipe would wait for its other end.
    fn read(&self) -> Option<String> {
        let mut text = Vec::new();
        if fs::metadata(self.path()).is_ok_and(|it| it.is_file()) {
            let _ = File::open(self.path()).and_then(|file| file.take(MOST_REPORTED).read_to_end(&mut text));
        }
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        (!lines.is_empty()).then(|| lines.join(" "))
    }
}

impl Drop for FailureFile {
    fn drop(&mut self) {
        // A command in the background may still write there. What is left is the system's to remove.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
