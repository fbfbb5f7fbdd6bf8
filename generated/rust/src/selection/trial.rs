//! Runs the hooks of settings, and merges what the host does.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::data::{PLACEHOLDERS, words};
use super::select;
use crate::json::UnknownName;
use crate::outcomes::{HookRun, Means, RunError, RunOptions, absolute, merge, run_with};
use crate::reading::HandlerEntry;
use crate::types::{Outcome, OutcomeCondition, RunCondition, SelectedHandler, Selection, SettingsTree, StartForm, UndecidedHandler};
use crate::validation::fill;

/// The hooks of settings that have run on an event.
#[derive(Debug)]
#[non_exhaustive]
pub struct SettingsRun {
    /// Which hooks run, and why the others do not.
    pub selection: Selection,
    /// The hooks that have run, in the order of the selection, without those of `depends_on`.
    pub runs: Vec<HookRun>,
    /// What the host does with all of them. `None` if no hook has run. If others may run, it depends on `other-handler`.
    pub outcome: Option<Outcome>,
    /// The handlers that may run, and those that cannot be run here: the outcome may be another one.
    pub depends_on: Vec<UndecidedHandler>,
}

/// Runs the hooks of settings on an event, and returns what the host does.
///
/// This is [`select`], [`run_hook`](crate::host::run_hook) for each handler that runs, and [`merge`]. The hooks run one
/// after another; the host starts them together. Without a folder in the options, the folder of the project is that of the
/// settings. The variables with the folders of plugins are removed from the environment, and added for hooks that have
/// them.
/// A handler that needs a transport or the function that asks a model, and one that nothing here can call, is in
/// `depends_on`.
///
/// # Errors
/// `input` does not name an event of the contract, or [`run_hook`](crate::host::run_hook) cannot run a handler.
pub fn simulate_settings(
    settings: &SettingsTree,
    input: &Value,
    options: &RunOptions<'_>,
) -> Result<SettingsRun, RunError> {
    let (folder, tree) = with_folder(settings, options.cwd());
    let selection = select(&tree, input, options.context())?;
    let mut depends_on = selection.depends_on.clone();
    let mut runs = Vec::new();
    for it in &selection.runs {
        if let Some((condition, message)) = missing(it, options) {
            depends_on.push(UndecidedHandler { handler: it.clone(), conditions: vec![condition], message });
            continue;
        }
        runs.push(run_selected(it, &entry_of(it)?, input, options, &folder)?);
    }
    let outcomes: Vec<Outcome> = runs.iter().map(|it| it.outcome.clone()).collect();
    // The outcomes are of one event: they can be merged if there is one.
    let outcome = merge(&outcomes, None).ok().map(|it| doubted(it, depends_on.len()));
    Ok(SettingsRun { selection, runs, outcome, depends_on })
}

/// Returns an outcome that other handlers may change.
fn doubted(mut outcome: Outcome, count: usize) -> Outcome {
    let said = match count {
        0 => return outcome,
        1 => words::DOUBT_ONE.to_owned(),
        _ => fill(words::DOUBT_SEVERAL, &[("count", &count.to_string())]),
    };
    outcome.depends_on.push(OutcomeCondition::OtherHandler);
    outcome.explanation = format!("{} {said}", outcome.explanation);
    outcome
}

/// Returns the entry of a handler in the settings.
pub(crate) fn entry_of(it: &SelectedHandler) -> Result<HandlerEntry, UnknownName> {
    HandlerEntry::try_from(it.handler.as_object().cloned().unwrap_or_default())
}

/// Runs a handler of a selection, as `run_hook` does, with the variables of its plugin.
pub(crate) fn run_selected(
    it: &SelectedHandler,
    entry: &HandlerEntry,
    input: &Value,
    options: &RunOptions<'_>,
    folder: &Path,
) -> Result<HookRun, RunError> {
    let mut variables = options.variables();
    for it in PLACEHOLDERS {
        // What another program set is not that of a hook here.
        variables.remove(OsString::from(it.name).as_os_str());
    }
    variables.extend(it.start.environment.iter().flatten().map(|(name, value)| (name.into(), value.into())));
    let folder = folder.to_owned();
    let means = Means { options, folder, variables: Some(variables), command: it.start.command.clone() };
    run_with(entry, input, &means)
}

/// Returns the folder of the project, and the settings with it.
fn with_folder(settings: &SettingsTree, cwd: Option<&Path>) -> (PathBuf, SettingsTree) {
    let own = settings.folder.as_deref().map(Path::new);
    let folder = absolute(cwd.or(own).unwrap_or_else(|| Path::new(".")));
    let shown = folder.to_string_lossy().into_owned();
    (folder, settings.clone().with_folder(shown))
}

/// Returns why a handler cannot be run here: what decides, and the message.
pub(crate) fn missing(it: &SelectedHandler, options: &RunOptions<'_>) -> Option<(RunCondition, String)> {
    if let Some(values) = &it.values {
        let shown: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        return Some((RunCondition::Matcher, fill(words::MATCHER_SOME, &[("values", &shown.join(", "))])));
    }
    let caller = |message: String| Some((RunCondition::Caller, message));
    let unfilled = it.start.unfilled.as_ref().and_then(|names| names.first());
    if let Some(of) = unfilled.and_then(|name| PLACEHOLDERS.iter().find(|it| it.name == name)) {
        return caller(fill(words::UNFILLED, &[("name", of.name), ("field", of.field)]));
    }
    let (argument, is_given) = match it.start.form {
        _ if it.start.command.is_some() => return None,
        StartForm::Request => ("transport", options.has_transport()),
        StartForm::Question => ("ask", options.has_ask()),
        _ => return caller(words::CALLER_NEVER.to_owned()),
    };
    if is_given { None } else { caller(fill(words::CALLER, &[("argument", argument)])) }
}
