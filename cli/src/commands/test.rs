//! `hookwire test`: runs the cases in files, and reports those in which the hooks do something else.

use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use hookwire::host::{OutcomeAction, OutcomeText};
use hookwire::problems::{Problem, ProblemSeverity};
use hookwire::validate::{Target, validate as problems_of};
use hookwire::{Context, HostVersion};
use serde_json::{Value, json};

use super::input::{context, sample_in};
use super::trial::{Tried, of_command, print_withheld};
use super::which::{Answer, sources};
use crate::args::{Folder, Form, Test, TestForm};
use crate::hosts::Hosts;
use crate::project::{HOOKS, Kind, Sources};
use crate::report::{self, junit};
use crate::secrets::mask_value;
use crate::terminal::{safe, shown_path, width, wrap};
use crate::trial::cases::{self, Case, FOLDERS, NAMES};
use crate::trial::{self, Planned, Runner, merged};
use crate::{Done, Failure, Found};

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const BOLD: Style = Style::new().bold();

/// The most characters of stderr that are printed of a hook that broke.
const MOST_STDERR: usize = 4_000;

/// A case that is about to run, on one version of the host.
struct Prepared<'c> {
    file: String,
    number: usize,
    case: &'c Case,
    version: Option<HostVersion>,
    input: Value,
    context: Context,
    hooks: Vec<Planned>,
    /// Why other hooks do not run, or may run.
    others: Vec<String>,
    /// The hooks that may run.
    undecided: Vec<String>,
}

/// A case that has run.
struct Ran<'c> {
    prepared: Prepared<'c>,
    tried: Vec<Tried>,
    failure: Option<String>,
}

/// Runs the command.
pub fn test(arguments: &Test, hosts: &Hosts, quiet: bool) -> Done {
    let about = Folder {
        folder: arguments.folder.clone(),
        plugin: arguments.plugin.clone(),
        managed: None,
        format: Form::default(),
    };
    let (folder, sources) = sources(&about)?;
    let files: Vec<(PathBuf, Vec<Case>)> = read(arguments, &folder)?;
    let runner = Runner::new(&folder, &sources, &arguments.run);
    let mut prepared = Vec::new();
    let mut mistakes = Vec::new();
    for (path, cases) in &files {
        for (at, case) in cases.iter().enumerate() {
            let of_case = case.hosts().map_err(Failure::Wrong)?;
            for version in of_case.as_ref().unwrap_or(hosts).each() {
                let file = shown_path(path);
                let name = format!("{file}: case {}: ", at + 1);
                match prepare(case, at + 1, file, version, &folder, &sources) {
                    Ok(it) => prepared.push(it),
                    Err(why) => mistakes.push(format!("{name}{why}")),
                }
            }
        }
    }
    if !mistakes.is_empty() {
        return Err(Failure::Wrong(mistakes.join("; ")));
    }
    let hooks = prepared.iter().flat_map(|it| it.hooks.iter().map(|hook| (hook, &it.input)));
    runner.agree(hooks, arguments.run.yes)?;
    let mut results: Vec<Ran<'_>> = Vec::new();
    let mut shown = 0;
    let mut out = anstream::stdout();
    for it in prepared {
        // Hooks can take long: who waits wants to see something.
        if results.last().is_some_and(|last| !std::ptr::eq(last.prepared.case, it.case)) {
            if arguments.format == TestForm::Text {
                print(&mut out, &results[shown..], hosts, quiet)?;
            }
            shown = results.len();
        }
        results.push(run(it, &runner));
    }
    let failed = results.iter().filter(|it| it.failure.is_some()).count();
    match arguments.format {
        TestForm::Text => {
            print(&mut out, &results[shown..], hosts, quiet)?;
            let of_case = || results.chunk_by(|one, other| std::ptr::eq(one.prepared.case, other.prepared.case));
            let failed = of_case().filter(|it| it.iter().any(|it| it.failure.is_some())).count();
            let count = of_case().count();
            let cases = if count == 1 { "1 case".to_owned() } else { format!("{count} cases") };
            let style = if failed == 0 { GOOD } else { BAD };
            if failed > 0 || !quiet {
                writeln!(out, "{style}{cases}, {failed} failed{style:#}")?;
            }
            if failed > 0 {
                print_withheld(&mut out, &runner)?;
            }
        }
        TestForm::Json => {
            let mut report =
                json!({"version": 1, "cases": results.iter().map(json_of).collect::<Vec<_>>(), "failed": failed});
            mask_value(&mut report);
            report::json::show(&report)?;
        }
        TestForm::Junit => {
            let tests: Vec<junit::Test> = results.iter().map(junit_of).collect();
            junit::write(&mut io::stdout().lock(), &tests)?;
        }
    }
    Ok(Found::from(failed > 0))
}

/// Reads the files with cases.
fn read(arguments: &Test, folder: &std::path::Path) -> Result<Vec<(PathBuf, Vec<Case>)>, Failure> {
    let is_found = arguments.files.is_empty();
    let paths = if is_found { cases::files_in(folder) } else { arguments.files.clone() };
    if paths.is_empty() {
        return Err(Failure::Wrong(format!(
            "there are no cases: none of {} has `{}`",
            FOLDERS.map(|it| format!("`{it}`")).join(", "),
            NAMES.join("` or `")
        )));
    }
    let (mut files, mut mistakes) = (Vec::new(), Vec::new());
    for path in paths {
        match cases::read(&path, is_found.then_some(folder)) {
            Ok(cases) => files.push((path, cases)),
            Err(why) => mistakes.push(why),
        }
    }
    if mistakes.is_empty() { Ok(files) } else { Err(Failure::Wrong(mistakes.join("; ").replace('\n', "; "))) }
}

/// Finds the hooks of a case.
fn prepare<'c>(
    case: &'c Case,
    number: usize,
    file: String,
    version: Option<HostVersion>,
    folder: &std::path::Path,
    sources: &Sources,
) -> Result<Prepared<'c>, String> {
    let set = case.set.iter().map(|(key, value)| (key.clone(), value.clone()));
    let input = sample_in(folder, case.event.as_str(), case.tool.as_deref(), set, version.as_ref())?;
    let context = context(version.as_ref());
    let (mut others, mut undecided) = (Vec::new(), Vec::new());
    let hooks = if let Some(entry) = case.entry()? {
        check_entry(case, &entry, version.as_ref())?;
        of_command(case.event, folder, entry, &format!("{file}, case {number}"), &input, &context)
            .map_err(|it| it.to_string())?
    } else {
        let answer = Answer::of(sources, folder, &input, &context).map_err(|it| it.to_string())?;
        others.extend(answer.others(sources).map(|(place, why)| format!("{place}: {why}")));
        let of = |it: &hookwire::host::SelectedHandler| Planned::of(it, answer.source(sources, it.source));
        let may = answer.selection.depends_on.iter();
        undecided.extend(may.map(|it| format!("{} may run, too: {}", of(&it.handler).place(), it.message)));
        answer.selection.runs.iter().map(of).collect()
    };
    Ok(Prepared { file, number, case, version, input, context, hooks, others, undecided })
}

/// Refuses an entry of which the host ignores a part: the test would say nothing about the host.
fn check_entry(case: &Case, entry: &Value, version: Option<&HostVersion>) -> Result<(), String> {
    let settings = json!({HOOKS: {case.event.as_str(): [{HOOKS: [entry]}]}});
    let target = Target::named(Kind::Settings.type_name()).map_err(|error| error.to_string())?;
    let is_lost = |it: &&Problem| matches!(it.severity, ProblemSeverity::Rejected | ProblemSeverity::Ignored);
    let problems = problems_of(&settings, &target, &context(version));
    match problems.iter().find(is_lost) {
        Some(it) => Err(format!("the entry of the hook: {}: {}", it.pointer, it.message)),
        None => Ok(()),
    }
}

/// Runs the hooks of a case, and compares.
fn run<'c>(mut prepared: Prepared<'c>, runner: &Runner) -> Ran<'c> {
    let hooks = std::mem::take(&mut prepared.hooks);
    let run = |it: Planned| {
        let trial = runner.run(&it, &prepared.input, &prepared.context);
        (it, trial)
    };
    let tried: Vec<Tried> = hooks.into_iter().map(run).collect();
    let outcome = merged(tried.iter().filter_map(|(_, it)| it.as_ref().ok()));
    let not_run =
        tried.iter().filter_map(|(it, trial)| Some(format!("{} may run, too: {}", it.place(), trial.as_ref().err()?)));
    let mut open: Vec<String> = prepared.undecided.iter().cloned().chain(not_run).collect();
    let mut lines = Vec::new();
    match &outcome {
        None => {
            let is_none = open.is_empty() && prepared.others.is_empty() && prepared.case.hook.is_none();
            let event = prepared.case.event;
            lines.push(if is_none {
                format!(
                    "no hook ran: none is registered on {event}. Register it with `hookwire add {event} -- COMMAND`"
                )
            } else {
                "no hook ran".to_owned()
            });
            lines.append(&mut open);
            lines.extend(prepared.others.iter().cloned());
        }
        Some(outcome) => {
            if let Some(difference) = prepared.case.difference(outcome) {
                lines.extend(difference);
                lines.push(outcome.explanation.clone());
                lines.extend(outcome.problems.iter().map(|it| format!("problem: {}: {}", it.pointer, it.message)));
                // All of stderr follows for a hook that broke.
                let broke = tried.iter().filter_map(|(_, it)| it.as_ref().ok()).filter(|it| it.outcome.failed());
                let broke: Vec<_> = broke.map(|it| String::from_utf8_lossy(&it.stderr).into_owned()).collect();
                let is_below = |it: &&OutcomeText| {
                    let text = it.text.trim();
                    text.is_empty() || broke.iter().any(|stderr| stderr.contains(text))
                };
                let texts = outcome.texts.iter().filter(|it| !is_below(it));
                lines.extend(texts.map(|it| format!("{}: {}", it.purpose, it.text.trim_end())));
                for (planned, trial) in &tried {
                    let Some(trial) = trial.as_ref().ok().filter(|it| it.outcome.failed()) else { continue };
                    lines.extend(format!("{} broke. {}", planned.place(), trial.failure).lines().map(str::to_owned));
                    lines.extend(trial::hint(trial).map(str::to_owned));
                    let stderr = String::from_utf8_lossy(&trial.stderr);
                    let skipped = stderr.chars().count().saturating_sub(MOST_STDERR);
                    let last: String = stderr.chars().skip(skipped).collect();
                    lines.extend(last.lines().map(|it| format!("stderr: {it}")));
                }
                lines.append(&mut open);
            } else if outcome.action != OutcomeAction::Blocked && !open.is_empty() {
                // Nothing undoes a block.
                lines.push("the outcome is not certain. Name the `hook` in the case to try it alone".to_owned());
                lines.append(&mut open);
            }
        }
    }
    let failure = (!lines.is_empty()).then(|| lines.iter().map(|it| safe(it)).collect::<Vec<_>>().join("\n"));
    Ran { prepared, tried, failure }
}

impl Ran<'_> {
    /// Returns the name of the case, with the version if it names some.
    fn name(&self) -> String {
        let title = self.prepared.case.title();
        let version = self.prepared.version.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
        format!("{title}{version}")
    }

    fn seconds(&self) -> f64 {
        self.tried.iter().filter_map(|(_, it)| it.as_ref().ok()).map(|it| it.time.as_secs_f64()).sum()
    }
}

/// Prints a case with the results of all versions. Those that are the same are printed once.
fn print(out: &mut impl Write, results: &[Ran<'_>], hosts: &Hosts, quiet: bool) -> Result<(), Failure> {
    let Some(first) = results.first() else { return Ok(()) };
    let of_case = first.prepared.case.hosts().map_err(Failure::Wrong)?;
    let hosts = of_case.as_ref().unwrap_or(hosts);
    let mut found: Vec<(Option<&str>, Vec<bool>)> = Vec::new();
    for (at, failure) in results.iter().map(|it| it.failure.as_deref()).enumerate() {
        let index = found.iter().position(|(it, _)| *it == failure).unwrap_or_else(|| {
            found.push((failure, vec![false; results.len()]));
            found.len() - 1
        });
        if let Some((_, of)) = found.get_mut(index) {
            of[at] = true;
        }
    }
    for (failure, of) in found {
        let versions = hosts.said(&of).map(|it| format!(" ({it})")).unwrap_or_default();
        let name = format!("{}{versions}", safe(&first.prepared.case.title()));
        let Some(failure) = failure else {
            if !quiet {
                writeln!(out, "{GOOD}ok{GOOD:#}   {name}")?;
            }
            continue;
        };
        writeln!(out, "{BAD}FAIL{BAD:#} {BOLD}{name}{BOLD:#}")?;
        writeln!(out, "     {}, case {}", first.prepared.file, first.prepared.number)?;
        for line in failure.lines() {
            writeln!(out, "     {}", wrap(line, width(), 5))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn json_of(result: &Ran<'_>) -> Value {
    json!({
        "file": result.prepared.file,
        "number": result.prepared.number,
        "name": result.prepared.case.title(),
        "host": result.prepared.version.as_ref().map(ToString::to_string),
        "passed": result.failure.is_none(),
        "failure": result.failure,
        "hooks": result.tried.iter().map(|(planned, it)| trial::json(planned, it)).collect::<Vec<_>>(),
    })
}

fn junit_of(result: &Ran<'_>) -> junit::Test {
    junit::Test {
        file: result.prepared.file.clone(),
        name: result.name(),
        seconds: result.seconds(),
        failure: result.failure.clone(),
    }
}
