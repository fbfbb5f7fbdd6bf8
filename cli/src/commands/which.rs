//! `hookwire which`: which hooks run on an event, and why the others do not.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use hookwire::host::{
    NoRunReason, OtherHandler, OutcomeEffectKind, RunCondition, SelectedHandler, Selection, SettingsPlace,
    UndecidedHandler, exited, interpret, select,
};
use hookwire::settings::{Match, matches};
use hookwire::{HandlerEntry, HookEvent};
use serde_json::{Value, json};

use super::check::{MOST_SETTINGS, found, is_in_the_way};
use super::input::{context, event, of_file, partial};
use crate::args::{Folder, Form, Which};
use crate::files::{self, Unread};
use crate::hosts::Hosts;
use crate::knowledge::wire::MATCHER;
use crate::project::{Person, Script, Source, Sources, missing_programs, script_of};
use crate::secrets::{mask_value, shown_words};
use crate::terminal::{safe, shown_path, width, wrap};
use crate::{Done, Failure, Found, report};

pub const RUNS: Style = AnsiColor::Green.on_default().bold();
pub const MAYBE: Style = AnsiColor::Yellow.on_default().bold();
pub const NOT: Style = AnsiColor::Red.on_default().bold();
const FAINT: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

/// Runs the command.
pub fn which(arguments: &Which, hosts: &Hosts) -> Done {
    let event = event(&arguments.event)?;
    let input = match &arguments.input {
        Some(path) => of_file(event, path)?,
        None => partial(event, arguments.tool.as_deref(), &arguments.set)?,
    };
    let (folder, sources) = sources(&arguments.folder)?;
    if arguments.folder.format == Form::Json {
        let answer = Answer::of(&sources, &folder, &input, &context(hosts.one("hookwire which --format json")?))?;
        let mut report = answer.json(&sources);
        mask_value(&mut report);
        report::json::show(&report)?;
    } else {
        let mut out = anstream::stdout().lock();
        let about = arguments.tool.as_ref().map(|it| format!(" for {}", safe(it))).unwrap_or_default();
        for (text, versions) in hosts.answers(|host| {
            let answer = Answer::of(&sources, &folder, &input, &context(host))?;
            let mut text = Vec::new();
            writeln!(text, ": {}\n", answer.counts(&sources, "run"))?;
            answer.print(&mut text, &sources)?;
            Ok(text)
        })? {
            let versions = versions.map(|it| format!(", {it}")).unwrap_or_default();
            write!(out, "{BOLD}{event}{about}{versions}{BOLD:#}")?;
            out.write_all(&text)?;
            writeln!(out)?;
        }
        if let Some(said) = sources.unknown_plugins() {
            writeln!(out, "{MAYBE}plugins{MAYBE:#} {}", wrap(&safe(&said), width(), 8))?;
        }
        print_unread(&mut out, &sources)?;
        // Settings that people write are small, and this checks all of them.
        let is_small = sources.read.iter().map(|it| it.document.text.len()).sum::<usize>() <= MOST_SETTINGS;
        let found = if is_small { found(&arguments.folder, &folder, hosts.newest())? } else { Vec::new() };
        let errors = found.iter().filter(|it| is_in_the_way(it)).count();
        if errors > 0 {
            let s = if errors == 1 { "" } else { "s" };
            writeln!(
                out,
                "{NOT}{errors} error{s}{NOT:#} in these files and their scripts: see `hookwire check`. A hook that runs can fail."
            )?;
        }
    }
    Ok(Found::Nothing)
}

/// Names the files that cannot be read.
pub fn print_unread(out: &mut impl Write, sources: &Sources) -> std::io::Result<()> {
    for (path, why) in
        sources.faults().chain(sources.unread.iter().map(|(path, why)| (shown_path(path), why.to_string())))
    {
        writeln!(out, "{NOT}not read{NOT:#} {path}: {why}")?;
    }
    Ok(())
}

/// Returns the folder that a command is about, and all documents that a session in it reads.
pub fn sources(arguments: &Folder) -> Result<(PathBuf, Sources), Failure> {
    let folder = arguments.folder.clone().unwrap_or_else(|| ".".into());
    let real =
        |it: &Path| files::real(it, None).map_err(|why| Failure::Unreadable(format!("{}: {why}", shown_path(it))));
    let folder = real(&folder)?;
    if !folder.is_dir() {
        return Err(Failure::Wrong(format!("{} is not a folder", shown_path(&folder))));
    }
    let mut person = Person::of_environment();
    if let Some(managed) = &arguments.managed {
        person.managed = real(managed)?;
    }
    let mut sources = Sources::default();
    sources.add_managed(&person);
    sources.add_user(&person);
    sources.add_project(&folder);
    sources.add_above(&folder, &person);
    for plugin in &arguments.plugin {
        let before = sources.read.len();
        sources.add_plugin(&real(plugin)?);
        if sources.read.len() == before {
            return Err(Failure::Wrong(format!("{} is no plugin with hooks", shown_path(plugin))));
        }
    }
    sources.add_installed(&folder, &person);
    Ok((folder, sources))
}

/// What runs, and what does not.
pub struct Answer {
    /// Of the documents that each session reads.
    pub selection: Selection,
    /// Of each skill and agent that is not active yet: its index in the sources, and what runs of it.
    pub later: Vec<(usize, Selection)>,
    /// The indices of the documents that each session reads.
    always: Vec<usize>,
    folder: PathBuf,
    context: hookwire::Context,
}

impl Answer {
    /// Asks `select`.
    pub fn of(sources: &Sources, folder: &Path, input: &Value, context: &hookwire::Context) -> Result<Self, Failure> {
        let is_later = |it: &Source| matches!(it.settings.place, SettingsPlace::Skill | SettingsPlace::Agent);
        let (later, always): (Vec<usize>, Vec<usize>) =
            (0..sources.read.len()).partition(|at| is_later(&sources.read[*at]));
        let wrong = |error: hookwire::UnknownName| Failure::Wrong(error.to_string());
        let tree = Sources::some(always.iter().map(|at| sources.read[*at].settings.clone()), folder);
        let selection = select(&tree, input, context).map_err(wrong)?;
        let mut of_later = Vec::new();
        for at in later {
            let tree = Sources::one(sources.read[at].settings.clone(), folder);
            of_later.push((at, select(&tree, input, context).map_err(wrong)?));
        }
        Ok(Self { selection, later: of_later, always, folder: folder.to_owned(), context: context.clone() })
    }

    /// Returns the handlers that run or may run, each with its document.
    pub fn started<'a>(&'a self, sources: &'a Sources) -> Vec<(Option<&'a Source>, &'a SelectedHandler)> {
        let of =
            |selection: &'a Selection| selection.runs.iter().chain(selection.depends_on.iter().map(|it| &it.handler));
        let always = of(&self.selection).map(|it| (self.source(sources, it.source), it));
        always.chain(self.later.iter().flat_map(|(at, it)| of(it).map(|it| (sources.read.get(*at), it)))).collect()
    }

    /// Returns the number of handlers that run for certain.
    pub fn runs(&self) -> usize {
        self.selection.runs.len()
    }

    /// Returns the number of handlers that may run.
    pub fn may_run(&self) -> usize {
        self.selection.depends_on.len()
            + self.later.iter().map(|(_, it)| it.runs.len() + it.depends_on.len()).sum::<usize>()
    }

    /// Returns the scripts that a handler starts and that do not exist.
    fn missing(&self, handler: &SelectedHandler) -> Vec<PathBuf> {
        let home = Person::of_environment().home;
        let scripts = script_of(&handler.start, &self.folder, home.as_deref()).into_iter();
        let is_missing = |it: &Script| !it.is_tested && matches!(files::real(&it.path, None), Err(Unread::Missing));
        scripts.filter(is_missing).map(|it| it.path).collect()
    }

    /// Says what to know about a handler that runs: for which values, and that it cannot start.
    fn about(&self, handler: &SelectedHandler) -> String {
        let missing = self.missing(handler);
        let missing = missing.iter().map(|it| format!("But `{}` does not exist, so it fails.", shown_path(it)));
        let programs = missing_programs(&handler.start);
        let programs = programs.iter().map(|it| format!("But `{it}` is not found here, so it fails."));
        let background = is_in_background(&self.selection.event, handler);
        let background =
            background.then(|| "It runs in the background, so it cannot block or change anything.".to_owned());
        let all = [values(handler)].into_iter().chain(background).filter(|it| !it.is_empty());
        let all: Vec<String> = all.chain(missing).chain(programs).collect();
        all.join(" ")
    }

    /// Returns the reasons why handlers do not run, each with its place.
    pub fn others<'a>(&'a self, sources: &'a Sources) -> impl Iterator<Item = (String, &'a str)> + 'a {
        let others = self.others_read(sources);
        others.map(|it| (place(self.source(sources, it.source), &it.pointer), &*it.message))
    }

    /// Returns the handlers that do not run. A file that cannot be read is reported as a whole.
    pub fn others_read<'a>(&'a self, sources: &'a Sources) -> impl Iterator<Item = &'a OtherHandler> + 'a {
        let is_read = |it: &&OtherHandler| self.source(sources, it.source).is_none_or(|it| it.document.fault.is_none());
        self.selection.others.iter().filter(is_read)
    }

    /// Returns the document of an index in the selection.
    pub fn source<'a>(&self, sources: &'a Sources, index: i64) -> Option<&'a Source> {
        let at = self.always.get(usize::try_from(index).ok()?)?;
        sources.read.get(*at)
    }

    /// Returns the values for which a handler runs for certain, if nothing but its matcher decides.
    fn certain<'a>(&self, sources: &Sources, it: &'a UndecidedHandler) -> Vec<&'a str> {
        let Ok(event) = self.selection.event.parse::<HookEvent>() else { return Vec::new() };
        if it.conditions.iter().any(|it| *it != RunCondition::Matcher) {
            return Vec::new();
        }
        let source = self.source(sources, it.handler.source);
        let group = it.handler.pointer.rsplitn(3, '/').last().unwrap_or_default();
        let matcher = source.and_then(|it| it.document.value.pointer(group)?.get(MATCHER)?.as_str());
        let is_certain = |value: &&str| matches(event, matcher, Some(value), &self.context) == Match::Yes;
        it.handler.values.iter().flatten().map(String::as_str).filter(is_certain).collect()
    }

    /// Says how many run, or whatever the verb says.
    pub fn counts(&self, sources: &Sources, verb: &str) -> String {
        let hooks = |count: usize| if count == 1 { "1 hook".to_owned() } else { format!("{count} hooks") };
        let is_hook = |it: &&OtherHandler| !matches!(it.reason, NoRunReason::WithoutEffect | NoRunReason::NotGiven);
        let not = self.others_read(sources).filter(is_hook).count();
        let partly: Vec<Vec<&str>> =
            self.selection.depends_on.iter().map(|it| self.certain(sources, it)).filter(|it| !it.is_empty()).collect();
        let (runs, may) = (self.runs(), self.may_run() - partly.len());
        let s = |count: usize| if count == 1 { "s" } else { "" };
        let mut parts = vec![format!("{} {verb}{}", hooks(runs), s(runs))];
        if !partly.is_empty() {
            let names: BTreeSet<&str> = partly.iter().flatten().copied().collect();
            parts.push(format!("{} {verb}{} for {}", partly.len(), s(partly.len()), listed(names)));
        }
        if may > 0 {
            parts.push(format!("{may} may {verb}"));
        }
        if not > 0 {
            parts.push(format!("{not} {} not", if not == 1 { "does" } else { "do" }));
        }
        parts.join(", ")
    }

    fn print(&self, out: &mut impl Write, sources: &Sources) -> std::io::Result<()> {
        for (at, it) in self.selection.runs.iter().enumerate().take(MOST) {
            let source = self.source(sources, it.source);
            row(out, RUNS, &format!("{}", at + 1), &place(source, &it.pointer), &started(it), &self.about(it))?;
        }
        for it in self.selection.depends_on.iter().take(MOST) {
            let source = self.source(sources, it.handler.source);
            let why = format!("{} {}", it.message, self.about(&it.handler));
            row(out, MAYBE, "?", &place(source, &it.handler.pointer), &started(&it.handler), &why)?;
        }
        for (at, selection) in &self.later {
            let source = sources.read.get(*at);
            let name = source.and_then(|it| it.settings.name.as_deref()).unwrap_or_default();
            let what = source.map_or("skill", |it| it.settings.place.as_str());
            let when = format!("While the {what} `{}` is active.", safe(name));
            for it in &selection.runs {
                row(out, MAYBE, "?", &place(source, &it.pointer), &started(it), &format!("{when} {}", self.about(it)))?;
            }
            for it in &selection.depends_on {
                row(
                    out,
                    MAYBE,
                    "?",
                    &place(source, &it.handler.pointer),
                    &started(&it.handler),
                    &format!("{when} {}", it.message),
                )?;
            }
            for it in &selection.others {
                row(out, NOT, "-", &place(source, &it.pointer), "", &it.message)?;
            }
        }
        for (place, message) in self.others(sources).take(MOST) {
            row(out, NOT, "-", &place, "", message)?;
        }
        let most = [self.selection.runs.len(), self.selection.depends_on.len(), self.selection.others.len()];
        if most.iter().any(|it| *it > MOST) {
            writeln!(out, "… and more; `--format json` has all of them")?;
        }
        Ok(())
    }

    fn json(&self, sources: &Sources) -> Value {
        let file = |at: usize| {
            let source = &sources.read[at];
            json!({"path": shown_path(&source.path), "place": source.settings.place})
        };
        let placed = |selection: &Selection, of: &dyn Fn(i64) -> Option<usize>| {
            let mut value = serde_json::to_value(selection).unwrap_or_default();
            add_places(&mut value, &|index, pointer| {
                let source = sources.read.get(of(index)?)?;
                let at = start_of(source, pointer);
                Some(json!({"path": shown_path(&source.path), "line": at.line, "column": at.column}))
            });
            value
        };
        let always = |index: i64| self.always.get(usize::try_from(index).ok()?).copied();
        let later: Vec<_> = self
            .later
            .iter()
            .map(|(at, it)| json!({"file": file(*at), "selection": placed(it, &|_| Some(*at))}))
            .collect();
        json!({
            "version": 1,
            "files": self.always.iter().map(|at| file(*at)).collect::<Vec<_>>(),
            "selection": placed(&self.selection, &always),
            "while_active": later,
            "missing_scripts": self.selection.runs.iter().flat_map(|it| self.missing(it)).map(|it| shown_path(&it)).collect::<BTreeSet<_>>(),
            "unread": sources.unread.iter().map(|(path, why)| json!({"path": shown_path(path), "why": why.to_string()})).collect::<Vec<_>>(),
        })
    }
}

/// Returns true if the host does not wait for a handler.
fn is_in_background(event: &str, handler: &SelectedHandler) -> bool {
    let Ok(entry) = HandlerEntry::try_from(handler.handler.clone()) else { return false };
    let outcome = interpret(event, &exited(0, "", ""), &context(None).with_handler(entry));
    outcome.effects.iter().any(|it| it.kind == OutcomeEffectKind::Background)
}

/// The most hooks that are printed for people.
const MOST: usize = 1_000;

/// Adds the place in its file to each object that has an index of a source and a pointer.
fn add_places(value: &mut Value, place: &dyn Fn(i64, &str) -> Option<Value>) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|it| add_places(it, place)),
        Value::Object(all) => {
            let found = all.get("source").and_then(Value::as_i64).zip(all.get("pointer").and_then(Value::as_str));
            if let Some(at) = found.and_then(|(index, pointer)| place(index, pointer)) {
                all.insert("at".to_owned(), at);
            }
            all.values_mut().for_each(|it| add_places(it, place));
        }
        _ => {}
    }
}

/// Prints a handler: a sign, its place, what is started, and why.
pub fn row(out: &mut impl Write, style: Style, sign: &str, place: &str, what: &str, why: &str) -> std::io::Result<()> {
    writeln!(out, "{style}{sign:>3}{style:#}  {place}")?;
    if !what.is_empty() {
        writeln!(out, "     {what}")?;
    }
    let why = safe(why.trim());
    if !why.is_empty() {
        writeln!(out, "     {FAINT}{}{FAINT:#}", wrap(&why, width(), 5))?;
    }
    Ok(())
}

/// Returns the file, the line and the column of an entry.
pub fn place(source: Option<&Source>, pointer: &str) -> String {
    let Some(source) = source else { return pointer.to_owned() };
    let at = start_of(source, pointer);
    format!("{}:{}:{}", shown_path(&source.path), at.line, at.column)
}

fn start_of(source: &Source, pointer: &str) -> crate::text::Position {
    source.document.text.position(source.document.place(pointer).value.start)
}

/// Says how a handler is started, and its time limit.
pub fn started(handler: &SelectedHandler) -> String {
    let command = handler.start.command.as_deref().unwrap_or_default();
    let is_shell = handler.start.form.as_str() == "shell";
    let what = match command {
        [.., line] if is_shell => safe(line.trim()),
        [] => {
            let entry = &handler.handler;
            let detail = ["url", "tool", "prompt"].iter().find_map(|it| entry.get(it)?.as_str());
            let kind = entry.get("type").and_then(Value::as_str).unwrap_or("handler");
            safe(format!("{kind} {}", detail.unwrap_or_default()).trim())
        }
        words => shown_words(words.iter().map(|it| &**it)),
    };
    let short: String = what.chars().take(160).collect();
    let more = if short.len() < what.len() { "…" } else { "" };
    format!("{short}{more} {FAINT}(at most {} s){FAINT:#}", handler.timeout)
}

/// Says for which values a handler runs, if the input has none.
fn values(handler: &SelectedHandler) -> String {
    match handler.values.as_deref() {
        None | Some([]) => String::new(),
        Some(all) => format!("For {}.", listed(all.iter().map(String::as_str))),
    }
}

/// Lists names for people.
fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    const MOST: usize = 8;
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_at_checked(MOST) {
        Some((first, more)) if !more.is_empty() => format!("{}, and {} more", first.join(", "), more.len()),
        _ => names.join(", "),
    }
}
