//! Tries the hooks that `select` finds.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::command::{FailureFile, Finished};
use crate::outcomes::{RunOptions, absolute};
use crate::selection::{entry_of, missing, run_selected};
use crate::shown::shown;
use crate::types::{Outcome, SelectedHandler};

/// What a hook of settings did when it was tried.
#[doc(hidden)]
#[derive(Debug)]
#[non_exhaustive]
pub struct HookTrial {
    /// What the host does. `failed` is true if the hook broke.
    pub outcome: Outcome,
    /// How the hook broke, in a sentence; empty if it did not.
    pub failure: String,
    /// The exit code. Without one, the command was not started, or a signal or the time limit ended it.
    pub exit_code: Option<i32>,
    /// The command exceeded its time limit.
    pub is_late: bool,
    /// What the command wrote to stdout.
    pub stdout: Vec<u8>,
    /// What the command wrote to stderr.
    pub stderr: Vec<u8>,
    /// The time from the start to the end.
    pub time: Duration,
}

/// Runs a handler that `select` found as the host does, and finds out whether it broke.
///
/// A command in the background is waited for, until its time limit.
///
/// # Errors
/// The handler needs something that is missing here, such as a transport.
#[doc(hidden)]
pub fn try_selected(it: &SelectedHandler, input: &Value, options: RunOptions<'_>) -> Result<HookTrial, String> {
    if let Some((_, message)) = missing(it, &options) {
        return Err(message);
    }
    let entry = entry_of(it).map_err(|error| error.to_string())?;
    let file = FailureFile::new()?;
    let folder = absolute(options.cwd().unwrap_or_else(|| Path::new(".")));
    let variables = options.variables().into_iter().chain([file.variable()]);
    let options = options.with_env(variables.collect::<Vec<_>>());
    let started = Instant::now();
    let run = run_selected(it, &entry, input, &options, &folder).map_err(|error| error.to_string())?;
    let Finished { mut outcome, ended, failure } = Finished::of(run, &entry, &file);
    let time = started.elapsed();
    outcome.failed = Some(!failure.is_empty());
    let (code, is_late) = ended.as_ref().map_or((None, false), |it| (it.code, it.is_late));
    let (stdout, stderr) = ended.map(|it| (it.stdout, it.stderr)).unwrap_or_default();
    Ok(HookTrial { outcome, failure: shown(&failure), exit_code: code, is_late, stdout, stderr, time })
}
