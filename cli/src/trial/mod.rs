//! Runs hooks, after the user agreed.
//!
//! | module | |
//! |---|---|
//! | [`consent`] | what will run, whether the user agrees, and where that is remembered |
//! | [`environment`] | the variables that hooks get |
//! | [`interrupt`] | ends hooks with the program |
//! | [`cases`] | files with cases, and whether a hook does what a case expects |

pub mod cases;
pub mod consent;
pub mod environment;
mod interrupt;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hookwire::Context;
use hookwire::host::{HandlerStart, Outcome, RunOptions, SelectedHandler, StartForm, merge};
use hookwire::testing::{HookTrial, try_selected};
use serde_json::{Value, json};

use self::consent::Step;
use self::environment::{Environment, VariableFiles};
use crate::args::Consent;
use crate::commands::folder_of;
use crate::project::{Person, Source, Sources};
use crate::session::LINE_END;
use crate::terminal::{safe, shown_path};
use crate::text::Position;
use crate::{Failure, project};

/// A hook that is about to be tried.
#[derive(Debug)]
pub struct Planned {
    /// What `select` found.
    pub handler: SelectedHandler,
    place: Place,
}

/// Where a hook is from.
#[derive(Debug)]
enum Place {
    /// The file and the position of its entry.
    Entry(PathBuf, Position),
    /// What it is called: it has no entry.
    Name(String),
}

impl Planned {
    /// Creates the plan for a hook of a document.
    pub fn of(handler: &SelectedHandler, source: Option<&Source>) -> Self {
        let place = match source {
            Some(source) => {
                let start = source.document.place(&handler.pointer).value.start;
                Place::Entry(source.path.clone(), source.document.text.position(start))
            }
            None => Place::Name(handler.pointer.clone()),
        };
        Self { handler: handler.clone(), place }
    }

    /// Creates the plan for a hook without an entry.
    pub fn named(handler: &SelectedHandler, name: &str) -> Self {
        Self { handler: handler.clone(), place: Place::Name(name.to_owned()) }
    }

    /// Returns its place, as it is shown.
    pub fn place(&self) -> String {
        match &self.place {
            Place::Entry(path, at) => format!("{}:{}:{}", shown_path(path), at.line, at.column),
            Place::Name(name) => safe(name),
        }
    }

    /// Returns true if a process is started for it.
    fn is_command(&self) -> bool {
        matches!(self.handler.start.form, StartForm::Shell | StartForm::Exec)
    }
}

/// Runs hooks in a folder.
pub struct Runner {
    folder: PathBuf,
    environment: Environment,
    home: Option<PathBuf>,
    /// What the user agreed to.
    agreed: RefCell<BTreeSet<String>>,
}

impl Runner {
    /// Prepares to run the hooks of a folder.
    pub fn new(folder: &Path, sources: &Sources, arguments: &Consent) -> Self {
        #[cfg(unix)]
        crate::processes::adopt();
        interrupt::end_hooks();
        let environment = Environment::of(&sources.read, &arguments.env);
        Self { folder: folder.to_owned(), environment, home: Person::of_environment().home, agreed: RefCell::default() }
    }

    /// Returns the names of the variables that hooks do not get because they look like secrets.
    pub fn withheld(&self) -> &[String] {
        self.environment.withheld()
    }

    /// Asks the user whether these hooks may run, each with its input. Returns an error if they may not.
    pub fn agree<'p>(&self, hooks: impl Iterator<Item = (&'p Planned, &'p Value)>, yes: bool) -> Result<(), Failure> {
        let commands: Vec<_> = hooks.filter(|(it, _)| it.is_command()).collect();
        let steps = || {
            let mut steps: Vec<Step> = commands.iter().map(|(it, input)| self.step(it, input)).collect();
            steps.sort_by(|one, other| (&one.place, one.digest()).cmp(&(&other.place, other.digest())));
            steps.dedup_by(|one, other| one.digest() == other.digest());
            steps
        };
        let agreed = consent::agree(&self.folder, &steps, self.environment.of_settings(), yes)?;
        self.agreed.borrow_mut().extend(agreed);
        Ok(())
    }

    /// Asks the user whether the variables of the project may be set, for a command that the user wrote: some of them name
    /// programs that run, too.
    pub fn agree_to_variables(&self, yes: bool) -> Result<(), Failure> {
        if !self.environment.is_of_project() {
            return Ok(());
        }
        let start = HandlerStart::new(StartForm::Shell);
        let steps = || vec![self.step_of("each command".to_owned(), &start, &self.folder)];
        consent::agree(&self.folder, &steps, self.environment.of_settings(), yes).map(drop)
    }

    fn step(&self, hook: &Planned, input: &Value) -> Step {
        self.step_of(hook.place(), &hook.handler.start, &folder_of(input).unwrap_or_else(|| self.folder.clone()))
    }

    fn step_of(&self, place: String, start: &HandlerStart, cwd: &Path) -> Step {
        let settings = self.environment.of_settings();
        let values = settings.values().map(String::as_str);
        let files = project::files_of(start, values, &self.folder, cwd, self.home.as_deref());
        // A variable such as `PYTHONPATH` can name files as well.
        let is_known = !self.environment.has_paths() && project::is_all_known(start, cwd, self.home.as_deref());
        let cwd = (cwd != self.folder).then(|| cwd.to_owned());
        Step::new(place, start, cwd, settings, files, is_known)
    }

    /// Runs a hook with an input. The error says why it cannot be run here.
    pub fn run(&self, hook: &Planned, input: &Value, context: &Context) -> Result<HookTrial, String> {
        // While one hook runs, somebody can change the next one.
        let is_agreed = self.agreed.borrow().contains(self.step(hook, input).digest());
        if hook.is_command() && !self.agreed.borrow().is_empty() && !is_agreed {
            return Err("a file of it has changed since you agreed".to_owned());
        }
        let files = VariableFiles::of(input).map_err(|error| format!("there is no temporary file: {error}"))?;
        let options = RunOptions::new()
            .with_context(context.clone())
            .with_cwd(&self.folder)
            .with_env(self.environment.variables().iter().cloned().chain(files.variables()));
        // What an earlier hook left running is meant to go on.
        #[cfg(unix)]
        let earlier = crate::processes::children_below();
        interrupt::end_if_interrupted();
        let trial = try_selected(&hook.handler, input, options).map(|mut it| {
            // `hookwire run` reports how a hook failed on one line.
            it.failure = it.failure.replace(LINE_END, "\n");
            it
        });
        interrupt::end_if_interrupted();
        // What left the group of the hook would go on.
        #[cfg(unix)]
        if trial.as_ref().is_ok_and(|it| it.is_late) {
            crate::processes::end_children(&earlier);
        }
        trial
    }
}

/// Says what helps if a hook could not start, or has no package.
pub fn hint(trial: &HookTrial) -> Option<&'static str> {
    let stderr = String::from_utf8_lossy(&trial.stderr);
    let has = |it: &str| stderr.contains(it);
    if has("No module named 'hookwire'") {
        return Some("`hookwire docs python` says how to install the package.");
    }
    if has("Cannot find package 'hookwire'") {
        return Some("`hookwire docs typescript` says how to install the package.");
    }
    // So ends a shell that finds no program, or may not start it.
    let is_unstarted = matches!(trial.exit_code, Some(126 | 127));
    is_unstarted.then_some("A program could not start. `hookwire check` looks for the reason.")
}

/// Returns what the host does with all of the hooks that ran.
pub fn merged<'t>(trials: impl Iterator<Item = &'t HookTrial>) -> Option<Outcome> {
    let outcomes: Vec<Outcome> = trials.map(|it| it.outcome.clone()).collect();
    // The outcomes are of one event: they can be merged if there is one.
    merge(&outcomes, None).ok()
}

/// Returns a hook and what it did as JSON.
pub fn json(hook: &Planned, trial: &Result<HookTrial, String>) -> Value {
    let at = match &hook.place {
        Place::Entry(path, at) => json!({"path": shown_path(path), "line": at.line, "column": at.column}),
        Place::Name(_) => Value::Null,
    };
    let mut value = json!({"at": at, "form": hook.handler.start.form, "command": hook.handler.start.command});
    match trial {
        Ok(it) => {
            value["exit_code"] = it.exit_code.into();
            value["timed_out"] = it.is_late.into();
            value["milliseconds"] = u64::try_from(it.time.as_millis()).unwrap_or(u64::MAX).into();
            value["stdout"] = String::from_utf8_lossy(&it.stdout).into();
            value["stderr"] = String::from_utf8_lossy(&it.stderr).into();
            value["failure"] = (!it.failure.is_empty()).then_some(&*it.failure).into();
            value["outcome"] = serde_json::to_value(&it.outcome).unwrap_or_default();
        }
        Err(why) => value["not_run"] = (&**why).into(),
    }
    value
}
