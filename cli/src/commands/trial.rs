//! `hookwire try`: runs hooks on a sample.

use std::io::{self, Write};
use std::path::Path;

use anstyle::Style;
use hookwire::HookEvent;
use hookwire::host::{SelectedHandler, SettingsPlace, SettingsSource, select};
use hookwire::testing::HookTrial;
use serde_json::{Value, json};

use super::explain;
use super::input::{context, event, of_file, pairs, sample_in};
use super::which::{Answer, MAYBE, NOT, RUNS, place, print_unread, row, sources, started};
use crate::args::{Form, Try};
use crate::hosts::Hosts;
use crate::project::{HOOKS, Source, Sources};
use crate::secrets::mask_value;
use crate::terminal::{safe, width, wrap};
use crate::trial::{self, Planned, Runner, merged};
use crate::{Done, Failure, Found, report};

const BOLD: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();

/// The most lines of an output that are printed for people.
const MOST_LINES: usize = 100;

/// The most characters of a line that are printed for people.
const MOST_SIGNS: usize = 2_000;

/// A hook that was tried, and what it did.
pub type Tried = (Planned, Result<HookTrial, String>);

/// Runs the command.
pub fn try_hooks(arguments: &Try, hosts: &Hosts) -> Done {
    let event = event(&arguments.event)?;
    let (folder, sources) = sources(&arguments.folder)?;
    let host = hosts.one("hookwire try")?;
    let input = match &arguments.input {
        Some(path) => of_file(event, path)?,
        None => sample_in(&folder, event.as_str(), arguments.tool.as_deref(), pairs(&arguments.set)?, host)
            .map_err(Failure::Wrong)?,
    };
    let context = context(host);
    let runner = Runner::new(&folder, &sources, &arguments.run);
    let (planned, answer) = if arguments.command.is_empty() {
        let answer = Answer::of(&sources, &folder, &input, &context)?;
        let planned = answer.selection.runs.iter().map(|it| Planned::of(it, answer.source(&sources, it.source)));
        (planned.collect(), Some(answer))
    } else {
        (of_command(event, &folder, entry_of(&arguments.command), "the command", &input, &context)?, None)
    };
    // Who writes a command wants it to run.
    if answer.is_some() {
        runner.agree(planned.iter().map(|it| (it, &input)), arguments.run.yes)?;
    } else {
        runner.agree_to_variables(arguments.run.yes)?;
    }
    let run = |it: Planned| {
        let trial = runner.run(&it, &input, &context);
        (it, trial)
    };
    let tried: Vec<Tried> = planned.into_iter().map(run).collect();
    let outcome = merged(tried.iter().filter_map(|(_, it)| it.as_ref().ok()));
    let found = Found::from(outcome.is_none() || tried.iter().any(is_wrong));
    if arguments.folder.format == Form::Json {
        let others = answer.as_ref().map(|it| others(it, &sources)).unwrap_or_default();
        let others = others.iter().map(|it| json!({"may_run": it.may_run, "place": it.place, "why": it.why}));
        let mut report = json!({
            "version": 1,
            "input": input,
            "hooks": tried.iter().map(|(planned, it)| trial::json(planned, it)).collect::<Vec<_>>(),
            "outcome": outcome,
            "others": others.collect::<Vec<_>>(),
            "withheld": runner.withheld(),
        });
        mask_value(&mut report);
        report::json::show(&report)?;
        return Ok(found);
    }
    let mut out = anstream::stdout().lock();
    for (at, it) in tried.iter().enumerate() {
        print(&mut out, at + 1, it)?;
    }
    if let Some(answer) = &answer {
        for it in others(answer, &sources) {
            let (style, sign) = if it.may_run { (MAYBE, "?") } else { (NOT, "-") };
            row(&mut out, style, sign, &it.place, &it.command, &it.why)?;
        }
    }
    match &outcome {
        Some(outcome) => explain::print(&mut out, outcome)?,
        None => {
            writeln!(out, "{NOT}No hook ran.{NOT:#} `hookwire doctor` says what is in the way.")?;
            print_unread(&mut out, &sources)?;
        }
    }
    print_withheld(&mut out, &runner)?;
    Ok(found)
}

/// Returns true if a hook broke, or if a part of its reply is ignored.
pub fn is_wrong((_, trial): &Tried) -> bool {
    trial.as_ref().is_ok_and(|it| it.outcome.failed() || !it.outcome.problems.is_empty())
}

/// Returns the entry in the settings of a command: one word is a line for a shell, several are a program and its arguments.
fn entry_of(command: &[String]) -> Value {
    match command {
        [line] => json!({"type": "command", "command": line}),
        [program, arguments @ ..] => json!({"type": "command", "command": program, "args": arguments}),
        [] => Value::Null,
    }
}

/// Plans to run one entry of settings, without all others.
pub fn of_command(
    event: HookEvent,
    folder: &Path,
    entry: Value,
    name: &str,
    input: &Value,
    context: &hookwire::Context,
) -> Result<Vec<Planned>, Failure> {
    let document = json!({HOOKS: {event.as_str(): [{HOOKS: [entry]}]}});
    let tree = Sources::one(SettingsSource::new(SettingsPlace::Local, document), folder);
    let selection = select(&tree, input, context).map_err(|error| Failure::Wrong(error.to_string()))?;
    let undecided = selection.depends_on.into_iter().map(|it| it.message);
    if let Some(why) = undecided.chain(selection.others.into_iter().map(|it| it.message)).next() {
        return Err(Failure::Wrong(format!("Claude Code does not run this hook: {why}")));
    }
    Ok(selection.runs.iter().map(|it| Planned::named(it, name)).collect())
}

/// Prints a hook and what it did.
pub fn print(out: &mut impl Write, number: usize, (planned, trial): &Tried) -> io::Result<()> {
    let command = started(&planned.handler);
    let trial = match trial {
        Ok(trial) => trial,
        Err(why) => return row(out, MAYBE, "?", &planned.place(), &command, &format!("Not run. {why}")),
    };
    let action = trial.outcome.action.as_str();
    let (style, result) =
        if trial.outcome.failed() { (NOT, format!("failed and {action}")) } else { (RUNS, action.to_owned()) };
    let ended = match trial.exit_code {
        Some(code) => format!("exit code {code}"),
        None if trial.is_late => "the time limit".to_owned(),
        None => "no exit code".to_owned(),
    };
    let time = trial.time.as_millis();
    writeln!(out, "{style}{number:>3}{style:#}  {}: {BOLD}{result}{BOLD:#} ({ended}, {time} ms)", planned.place())?;
    writeln!(out, "     {command}")?;
    let failure: Vec<&str> = trial.failure.lines().map(str::trim).collect();
    for line in failure.iter().take(MOST_LINES) {
        writeln!(out, "     {NOT}{}{NOT:#}", wrap(&safe(line), width(), 5))?;
    }
    if let Some(hint) = trial::hint(trial) {
        writeln!(out, "     {hint}")?;
    }
    for (name, bytes) in [("stdout", &trial.stdout), ("stderr", &trial.stderr)] {
        let text = String::from_utf8_lossy(bytes);
        for line in text.lines().take(MOST_LINES) {
            let line: String = safe(line).chars().take(MOST_SIGNS).collect();
            // Hooks report there how they failed.
            if failure.contains(&line.trim()) {
                continue;
            }
            writeln!(out, "     {FAINT}{name}{FAINT:#} {line}")?;
        }
        let more = text.lines().skip(MOST_LINES).count();
        if more > 0 {
            writeln!(out, "     {FAINT}{name}{FAINT:#} … and {more} more lines")?;
        }
    }
    for problem in &trial.outcome.problems {
        let place = if problem.pointer.is_empty() { String::new() } else { format!("{}: ", safe(&problem.pointer)) };
        // Each by itself: a key in front of words of ours is not the name of a secret.
        let text = format!("{place}{}", safe(&problem.message));
        writeln!(out, "     {NOT}problem{NOT:#} {}", wrap(&text, width(), 5))?;
    }
    Ok(())
}

/// A hook that was not tried.
struct Other {
    may_run: bool,
    place: String,
    command: String,
    why: String,
}

/// Returns the hooks that may run, and those that do not.
fn others(answer: &Answer, sources: &Sources) -> Vec<Other> {
    let may = |source: Option<&Source>, it: &SelectedHandler, why: String| Other {
        may_run: true,
        place: place(source, &it.pointer),
        command: started(it),
        why,
    };
    let undecided = answer
        .selection
        .depends_on
        .iter()
        .map(|it| may(answer.source(sources, it.handler.source), &it.handler, format!("Not run. {}", it.message)));
    let of_later = answer.later.iter().flat_map(|(at, selection)| {
        let source = sources.read.get(*at);
        let why = "Not run. It runs while its skill or agent is active.";
        selection.runs.iter().map(move |it| may(source, it, why.to_owned()))
    });
    let not = answer.others(sources).map(|(place, why)| Other {
        may_run: false,
        place,
        command: String::new(),
        why: why.to_owned(),
    });
    undecided.chain(of_later).chain(not).collect()
}

/// Names the variables that hooks did not get.
pub fn print_withheld(out: &mut impl Write, runner: &Runner) -> io::Result<()> {
    if runner.withheld().is_empty() {
        return Ok(());
    }
    let names: Vec<String> = runner.withheld().iter().map(|it| safe(it)).collect();
    let text = format!("Not passed on, because they look like secrets: {}. `--env NAME` does.", names.join(", "));
    writeln!(out, "{FAINT}{}{FAINT:#}", wrap(&text, width(), 0))
}
