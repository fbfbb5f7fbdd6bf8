//! `hookwire doctor`: are the hooks of this folder live?

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use hookwire::host::{NoRunReason, StartForm, exited, interpret, not_started};
use hookwire::{HandlerEntry, HostVersion};
use serde_json::{Value, json};

use super::check::{self, is_in_the_way};
use super::input::{EVENT, context, sample_of_value};
use super::trial::{Tried, is_wrong, print as print_tried, print_withheld};
use super::which::{Answer, place, sources};
use crate::args::{Doctor, Form};
use crate::files;
use crate::finding::{Finding, HOOKS_OFF, Level};
use crate::hosts::Hosts;
use crate::knowledge::host;
use crate::project::{HOOKS, Person, Sources, missing_programs};
use crate::secrets::mask_value;
use crate::terminal::{safe, shown_path, width, wrap};
use crate::trial::{self, Planned, Runner};
use crate::{Done, Found, report};

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const BOLD: Style = Style::new().bold();

/// Runs the command.
pub fn doctor(arguments: &Doctor, hosts: &Hosts) -> Done {
    let (folder, sources) = sources(&arguments.folder)?;
    let person = Person::of_environment();
    let installed = installed();
    let version = hosts.newest().cloned().or_else(|| installed.as_ref()?.version.as_ref()?.parse::<HostVersion>().ok());
    let trust = trust(&folder, &person);
    let events = events(&sources, &folder, version.as_ref())?;
    let mut obstacles = obstacles(&sources, &events, trust, version.as_ref());
    let run = run(arguments, &folder, &sources, version.as_ref())?;
    let found = check::found(&arguments.folder, &folder, version.as_ref())?;
    let warnings =
        found.iter().filter(|it| it.level == Level::Warning && !is_in_the_way(it) && it.code != HOOKS_OFF).count();
    obstacles.extend(named(&found));
    // What is in the way in other versions alone.
    let answer = |host: Option<&HostVersion>| {
        let events = self::events(&sources, &folder, host)?;
        let own = events.iter().filter(|(_, it)| it.is_own);
        let said: BTreeMap<String, String> = own.map(|(name, it)| (name.clone(), it.said.clone())).collect();
        let mut obstacles = self::obstacles(&sources, &events, trust, host);
        obstacles.extend(named(&check::found(&arguments.folder, &folder, host)?));
        Ok((said, obstacles))
    };
    let others: Vec<_> = hosts.answers(answer)?.into_iter().skip(1).collect();
    let tried = run.as_ref().map_or(&[][..], |(_, tried)| tried);
    let broke = tried.iter().filter(|it| is_wrong(it)).count();
    for ((_, found), versions) in &others {
        let versions = versions.clone().unwrap_or_default();
        let new = found.iter().filter(|it| !obstacles.contains(it)).map(|it| format!("{versions}: {it}"));
        let new: Vec<String> = new.collect();
        obstacles.extend(new);
    }
    let events: BTreeMap<_, _> = events.into_iter().filter(|(_, it)| it.is_own).collect();
    let done = Found::from(broke > 0 || warnings > 0 || !obstacles.is_empty());
    if arguments.folder.format == Form::Json {
        let mut answer = json!({
            "version": 1,
            "host": version.as_ref().map(ToString::to_string),
            "installed": installed.as_ref().map(|it| json!({"version": it.version, "path": it.path})),
            "trusted": trust,
            "files": sources.read.iter().map(|it| json!({"path": shown_path(&it.path), "place": it.settings.place})).collect::<Vec<_>>(),
            "events": events.iter().map(|(name, it)| (name.clone(), json!({"runs": it.runs, "may_run": it.may, "not": it.not.len()}))).collect::<BTreeMap<_, _>>(),
            "obstacles": obstacles,
            "warnings": warnings,
            "tried": tried.iter().map(|(planned, it)| trial::json(planned, it)).collect::<Vec<_>>(),
        });
        mask_value(&mut answer);
        report::json::show(&answer)?;
        return Ok(done);
    }
    let mut out = anstream::stdout().lock();
    let count = |of: usize, one: &str, more: &str| format!("{of} {}", if of == 1 { one } else { more });
    let counts = [
        (obstacles.len(), count(obstacles.len(), "obstacle", "obstacles")),
        (warnings, count(warnings, "warning of `hookwire check`", "warnings of `hookwire check`")),
        (broke, format!("{} of {} broke", count(broke, "hook", "hooks"), tried.len())),
    ];
    let counts: Vec<String> = counts.into_iter().filter(|(of, _)| *of > 0).map(|(_, said)| said).collect();
    if !counts.is_empty() {
        writeln!(out, "{BAD}{}.{BAD:#}", counts.join(", "))?;
    } else if events.is_empty() {
        writeln!(
            out,
            "{BAD}no hooks{BAD:#} No settings, skill, agent or command of {} has any. A plugin needs `--plugin FOLDER`.",
            shown_path(&folder)
        )?;
    } else {
        writeln!(out, "{GOOD}Nothing is in the way.{GOOD:#}")?;
    }
    for it in &obstacles {
        writeln!(out, "{BAD}in the way{BAD:#} {}", wrap(&safe(it), width(), 11))?;
    }
    writeln!(out)?;
    match &installed {
        Some(it) => writeln!(
            out,
            "{BOLD}Claude Code{BOLD:#} {} ({})",
            it.version.as_deref().map_or_else(|| "of an unknown version".to_owned(), safe),
            shown_path(&it.path)
        )?,
        None => writeln!(out, "{BOLD}Claude Code{BOLD:#} not found in `PATH`")?,
    }
    let newest = || format!("{}, the newest version that is known here", hookwire::HOST_VERSION);
    let shown = version.as_ref().map_or_else(newest, ToString::to_string);
    writeln!(out, "{BOLD}answers for{BOLD:#} {shown}")?;
    let trusted = match trust {
        Some(true) => "yes",
        Some(false) => "no: start `claude` here once, and answer the question",
        None => "not known: this user has not started Claude Code yet",
    };
    writeln!(out, "{BOLD}trusted{BOLD:#}     {trusted}")?;
    writeln!(out, "\n{BOLD}files{BOLD:#}")?;
    if sources.read.is_empty() {
        writeln!(out, "  none: no settings, skill, agent or command here has hooks")?;
    }
    for source in &sources.read {
        let hooks = source.document.value.get(HOOKS).and_then(Value::as_object).map_or(0, serde_json::Map::len);
        let what = if source.document.fault.is_some() {
            "cannot be read".to_owned()
        } else {
            if hooks == 1 { "1 event with hooks".to_owned() } else { format!("{hooks} events with hooks") }
        };
        writeln!(out, "  {:<8} {} ({what})", source.settings.place.as_str(), shown_path(&source.path))?;
    }
    writeln!(out, "\n{BOLD}what starts{BOLD:#}")?;
    // What is in the way of a whole file was asked with any event.
    let is_named = |name: &str| sources.read.iter().any(|it| it.document.text.contains(name));
    let mut named = events.iter().filter(|(name, it)| it.runs + it.may > 0 || is_named(name)).peekable();
    if named.peek().is_none() {
        writeln!(out, "  nothing")?;
    }
    for (name, it) in named {
        writeln!(out, "  {name:<22} {}", it.said)?;
    }
    for ((other, _), versions) in others {
        let said = |name: &String| other.get(name).map_or("nothing", |it| it);
        let names: BTreeSet<&String> = events.keys().chain(other.keys()).collect();
        let mut names = names.into_iter().filter(|it| events.get(*it).map(|it| &*it.said) != Some(said(it))).peekable();
        if names.peek().is_some() {
            writeln!(out, "\n{BOLD}what starts {}{BOLD:#}", versions.unwrap_or_default())?;
        }
        for name in names {
            writeln!(out, "  {name:<22} {}", said(name))?;
        }
    }
    if let Some(said) = sources.unknown_plugins() {
        writeln!(out, "\n{BOLD}plugins{BOLD:#} {}", wrap(&safe(&said), width(), 8))?;
    }
    if let Some((runner, tried)) = &run {
        writeln!(out, "\n{BOLD}each hook, on a sample{BOLD:#}")?;
        for (at, it) in tried.iter().enumerate() {
            print_tried(&mut out, at + 1, it)?;
        }
        print_withheld(&mut out, runner)?;
    }
    writeln!(out, "\n`hookwire which EVENT` lists them, and `hookwire check` looks into the files.")?;
    Ok(done)
}

/// Runs each hook once, if the arguments say so: on a sample with a value for which it runs.
fn run(
    arguments: &Doctor,
    folder: &Path,
    sources: &Sources,
    version: Option<&HostVersion>,
) -> Result<Option<(Runner, Vec<Tried>)>, crate::Failure> {
    if !arguments.is_run {
        return Ok(None);
    }
    let context = context(version);
    let mut planned = Vec::new();
    for event in sources.events() {
        let answer = Answer::of(sources, folder, &json!({EVENT: event.as_str()}), &context)?;
        let always = std::iter::once((None, &answer.selection));
        for (at, selection) in always.chain(answer.later.iter().map(|(at, it)| (Some(*at), it))) {
            let undecided = selection.depends_on.iter().map(|it| &it.handler);
            for it in selection.runs.iter().chain(undecided) {
                let source = at.map_or_else(|| answer.source(sources, it.source), |at| sources.read.get(at));
                let mut hook = Planned::of(it, source);
                let value = hook.handler.values.take().and_then(|it| it.into_iter().next());
                let input = sample_of_value(folder, event, value.as_deref(), version).map_err(crate::Failure::Wrong)?;
                planned.push((hook, input));
            }
        }
    }
    let runner = Runner::new(folder, sources, &arguments.run);
    runner.agree(planned.iter().map(|(it, input)| (it, input)), arguments.run.yes)?;
    let run = |(hook, input): (Planned, Value)| {
        let trial = runner.run(&hook, &input, &context);
        (hook, trial)
    };
    let tried = planned.into_iter().map(run).collect();
    Ok(Some((runner, tried)))
}

/// Returns what is in the way of hooks, each with its place.
fn named(found: &[Finding]) -> Vec<String> {
    let said = |it: &Finding| {
        let at = it.range.as_ref().map(|range| it.file.text.position(range.start));
        let at = at.map(|at| format!(":{}:{}", at.line, at.column)).unwrap_or_default();
        format!("{}{at}: {}", shown_path(&it.file.path), it.message)
    };
    found.iter().filter(|it| is_in_the_way(it)).take(MOST).map(said).collect()
}

/// The most obstacles of files that are listed.
const MOST: usize = 200;

/// What runs on an event.
struct OfEvent {
    runs: usize,
    may: usize,
    /// There is an entry for it.
    is_own: bool,
    /// The place and the reason of each hook that something keeps from running.
    not: Vec<(String, String)>,
    /// The place of each hook with a program that is not found, the program, and whether the event is then blocked.
    missing: Vec<(String, String, bool)>,
    said: String,
}

/// Asks about each event for which there is a hook.
fn events(
    sources: &Sources,
    folder: &Path,
    version: Option<&HostVersion>,
) -> Result<BTreeMap<String, OfEvent>, crate::Failure> {
    let mut found = BTreeMap::new();
    for event in sources.events() {
        let input = json!({EVENT: event.as_str()});
        let answer = Answer::of(sources, folder, &input, &context(version))?;
        // Of equal handlers, one runs. `check` reports mistakes.
        let (runs, may) = (answer.runs(), answer.may_run());
        let others = answer.others_read(sources).filter(|it| it.reason != NoRunReason::Duplicate);
        let others: Vec<_> = others.collect();
        let own = format!("/{HOOKS}/{event}/");
        let is_own = runs + may > 0 || others.iter().any(|it| format!("{}/", it.pointer).starts_with(&own));
        let not = others.into_iter().filter(|it| !is_mistake(it.reason));
        let not = not.map(|it| (place(answer.source(sources, it.source), &it.pointer), it.message.clone()));
        let not: Vec<(String, String)> = not.collect();
        if is_own || !not.is_empty() {
            let missing = missing(event.as_str(), &answer, sources, version);
            // A hook that starts can still fail.
            let said = answer.counts(sources, "start");
            found.insert(event.as_str().to_owned(), OfEvent { runs, may, is_own, not, missing, said });
        }
    }
    Ok(found)
}

/// Returns true for a reason that `check` reports as an error, at the place of the mistake.
const fn is_mistake(reason: NoRunReason) -> bool {
    matches!(reason, NoRunReason::UnknownEvent | NoRunReason::Malformed | NoRunReason::Dropped)
}

/// Returns the hooks of an event that start a program that is not found.
fn missing(
    event: &str,
    answer: &Answer,
    sources: &Sources,
    version: Option<&HostVersion>,
) -> Vec<(String, String, bool)> {
    let mut found = Vec::new();
    for (source, it) in answer.started(sources) {
        let context = match HandlerEntry::try_from(it.handler.clone()) {
            Ok(handler) => context(version).with_handler(handler),
            Err(_) => context(version),
        };
        // A shell starts, and says so by its exit code.
        let is_shell = it.start.form == StartForm::Shell;
        let result = if is_shell { exited(127, "", "not found") } else { not_started() };
        let blocks = interpret(event, &result, &context).blocked();
        for program in missing_programs(&it.start) {
            found.push((place(source, &it.pointer), program, blocks));
        }
    }
    found
}

/// Returns what keeps hooks from running, each once.
fn obstacles(
    sources: &Sources,
    events: &BTreeMap<String, OfEvent>,
    trust: Option<bool>,
    version: Option<&HostVersion>,
) -> Vec<String> {
    let mut found = Vec::new();
    for (path, why) in &sources.unread {
        found.push(format!("{} was not read: {why}.", shown_path(path)));
    }
    found.extend(sources.faults().map(|(place, why)| format!("{place}: {why}")));
    if trust == Some(false) && !events.is_empty() {
        found.push("The folder is not trusted: in a terminal, no hook runs until you have answered the question of Claude Code.".to_owned());
    }
    // The reason is often the same for all hooks of a file.
    let mut by_reason: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for (place, why) in events.values().flat_map(|it| &it.not) {
        let file = place.rsplitn(3, ':').last().unwrap_or(place);
        by_reason.entry((file, why)).or_default().push(place);
    }
    for ((file, why), places) in by_reason.into_iter().take(MOST) {
        found.push(match places.as_slice() {
            [place] => format!("{place}: {why}"),
            _ => format!("{file}: {why}"),
        });
    }
    let mut by_program: BTreeMap<(&str, bool), BTreeSet<&str>> = BTreeMap::new();
    for (place, program, blocks) in events.values().flat_map(|it| &it.missing) {
        by_program.entry((program, *blocks)).or_default().insert(place);
    }
    for ((program, blocks), places) in by_program.into_iter().take(MOST) {
        let first = places.first().copied().unwrap_or_default();
        let more = if places.len() > 1 { format!(" and {} more", places.len() - 1) } else { String::new() };
        let then = if blocks { "blocks each time" } else { "does nothing, and blocks nothing" };
        found.push(format!(
            "{first}{more}: the program `{program}` is not found in the `PATH` of this terminal. Without it, the hook {then}. Install it, or write its path."
        ));
    }
    found.extend(version.cloned().and_then(|it| Hosts::from(it).beyond()));
    found
}

/// The program of Claude Code that `PATH` leads to.
struct Installed {
    /// Nothing if the files do not say it.
    version: Option<String>,
    path: PathBuf,
}

/// Finds the version in the files of the package. Nothing is started.
fn installed() -> Option<Installed> {
    let path = env::split_paths(&env::var_os("PATH")?).map(|it| it.join(host::PROGRAM)).find(|it| it.is_file())?;
    let real = fs::canonicalize(&path).ok()?;
    // The installer keeps each version in a file or a folder with its name.
    let by_name =
        real.iter().rev().filter_map(|it| it.to_str()).find(|it| it.parse::<HostVersion>().is_ok() && it.contains('.'));
    let by_package = || {
        real.ancestors().skip(1).take(5).find_map(|folder| {
            let text = files::read(&folder.join("package.json"), None).ok()?;
            let manifest: Value = serde_json::from_str(&text).ok()?;
            let is_it = manifest.get("name")?.as_str()?.contains(host::PACKAGE);
            is_it.then(|| manifest.get("version")?.as_str().map(str::to_owned)).flatten()
        })
    };
    let version = by_name.map(str::to_owned).or_else(by_package);
    Some(Installed { version, path })
}

/// Returns whether the user trusts a folder, or one above it. Nothing if Claude Code has not written that down.
fn trust(folder: &Path, person: &Person) -> Option<bool> {
    let own = env::var_os(host::FOLDER_OF_USER).filter(|it| !it.is_empty()).and(person.config.as_ref());
    let path = own.or(person.home.as_ref())?.join(host::STATE);
    let text = files::read(&path, None).ok()?;
    let state: Value = serde_json::from_str(&text).ok()?;
    let projects = state.get(host::STATE_PROJECTS)?.as_object()?;
    let is_trusted = |it: &Path| {
        let entry = projects.get(it.to_string_lossy().as_ref());
        entry.and_then(|it| it.get(host::STATE_TRUSTED)).and_then(Value::as_bool) == Some(true)
    };
    Some(folder.ancestors().any(is_trusted))
}
