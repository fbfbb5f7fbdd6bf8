//! Runs the hooks of settings, and merges what the host does.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::data::words;
use super::select;
use crate::outcomes::{HookRun, RunError, RunOptions, merge, run_hook};
use crate::reading::HandlerEntry;
use crate::types::{Outcome, RunCondition, SelectedHandler, Selection, SettingsTree, StartForm, UndecidedHandler};
use crate::validation::fill;

/// The hooks of settings that have run on an event.
#[derive(Debug)]
#[non_exhaustive]
pub struct SettingsRun {
    /// Which hooks run, and why the others do not.
    pub selection: Selection,
    /// The hooks that have run, in the order of the selection, without those of `depends_on`.
    pub runs: Vec<HookRun>,
    /// What the host does with all of them. `None` if no hook has run.
    pub outcome: Option<Outcome>,
    /// The handlers that may run, and those that cannot be run here: the outcome may be another one.
    pub depends_on: Vec<UndecidedHandler>,
}

/// Runs the hooks of settings on an event, and returns what the host does.
///
/// This is [`select`], [`run_hook`] for each handler that runs, and [`merge`]. The hooks run one after another; the host
/// starts them together. Without a folder in the options, the folder of the project is that of the settings.
/// A handler that needs a transport or the function that asks a model, and one that nothing here can call, is in
/// `depends_on`.
///
/// # Errors
/// `input` does not name an event of the contract, or [`run_hook`] cannot run a handler.
pub fn simulate_settings(
    settings: &SettingsTree,
    input: &Value,
    options: &RunOptions<'_>,
) -> Result<SettingsRun, RunError> {
    let selection = select(settings, input, options.context())?;
    let mut depends_on = selection.depends_on.clone();
    let mut runs = Vec::new();
    for it in &selection.runs {
        if let Some(message) = cannot_run(it, options) {
            depends_on.push(UndecidedHandler { handler: it.clone(), condition: RunCondition::Caller, message });
            continue;
        }
        let none = BTreeMap::new();
        let variables = it.start.environment.as_ref().unwrap_or(&none);
        let options = options.for_one(settings.folder.as_deref(), variables);
        runs.push(run_hook(&entry(it)?, input, &options)?);
    }
    let outcomes: Vec<Outcome> = runs.iter().map(|it| it.outcome.clone()).collect();
    // The outcomes are of one event: they can be merged if there is one.
    let outcome = merge(&outcomes, None).ok();
    Ok(SettingsRun { selection, runs, outcome, depends_on })
}

/// Returns why a handler cannot be run here.
fn cannot_run(it: &SelectedHandler, options: &RunOptions<'_>) -> Option<String> {
    let (argument, is_given) = match it.start.form {
        _ if it.start.command.is_some() => return None,
        StartForm::Request => ("transport", options.has_transport()),
        StartForm::Question => ("ask", options.has_ask()),
        _ => return Some(words::CALLER_NEVER.to_owned()),
    };
    (!is_given).then(|| fill(words::CALLER, &[("argument", argument)]))
}

/// Returns the entry of a handler, with what the host fills in.
fn entry(it: &SelectedHandler) -> Result<HandlerEntry, RunError> {
    let mut entry: Map<String, Value> = it.handler.as_object().cloned().unwrap_or_default();
    let command = it.start.command.as_ref().filter(|_| it.start.form == StartForm::Exec);
    if let Some((program, arguments)) = command.and_then(|command| command.split_first()) {
        entry.insert("command".to_owned(), Value::from(program.as_str()));
        entry.insert("args".to_owned(), Value::from(arguments.to_vec()));
    }
    Ok(HandlerEntry::try_from(entry)?)
}
