//! `hookwire check`: everything about hooks in a project.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead as _, IsTerminal as _, Read as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use hookwire::host::{NoRunReason, SelectedHandler, SettingsPlace, StartForm, select};
use hookwire::problems::ProblemCode;
use hookwire::validate::{Target, validate};
use hookwire::{HookEvent, HostVersion};
use serde_json::{Value, json};

use super::input::{EVENT, context};
use crate::args::Check;
use crate::config::{self, Config};
use crate::files::{self, Unread};
use crate::finding::{FileText, Finding, Level};
use crate::fix::Change;
use crate::hosts::Hosts;
use crate::knowledge;
use crate::project::{
    HOOKS, Kind, Language, Person, Script, Source, Sources, Start, is_in_place, project_folders, project_of, script_of,
};
use crate::report::{self, Looked};
use crate::script::{self, Use, is_about_key};
use crate::terminal::{clean, shown_path};
use crate::text::Text;
use crate::{Done, Failure};

/// Runs the command.
pub fn check(arguments: &Check, hosts: &Hosts, quiet: bool) -> Done {
    config::known(arguments.select.iter().chain(&arguments.ignore)).map_err(Failure::Wrong)?;
    let mut config = Config::read(arguments.config.as_deref())?;
    config.ignore.extend(arguments.ignore.iter().cloned());
    if !arguments.select.is_empty() {
        config.select.clone_from(&arguments.select);
    }
    let own = if *hosts == Hosts::default() { config.hosts()? } else { None };
    let hosts = own.as_ref().unwrap_or(hosts);
    let person = Person::of_environment();
    let here = PathBuf::from(".");
    let paths = if arguments.paths.is_empty() { std::slice::from_ref(&here) } else { &arguments.paths };
    if arguments.fix && !arguments.yes && !io::stdin().is_terminal() {
        return Err(Failure::Wrong("`--fix` asks before it writes, and there is no terminal: add `--yes`".to_owned()));
    }
    let mut checked = match all(arguments, paths, &person, hosts, &config)? {
        checked if arguments.diff => {
            io::stdout().lock().write_all(checked.diff().as_bytes())?;
            return Ok((!checked.changes.is_empty()).into());
        }
        checked if arguments.fix => {
            // What is left has other places in the new files.
            if checked.fix(arguments.yes)? { all(arguments, paths, &person, hosts, &config)? } else { checked }
        }
        checked => checked,
    };
    let (mut findings, ignored) = config.apply(without_repeats(checked.findings));
    findings.sort_by(|a, b| a.order().cmp(&b.order()));
    checked.looked.ignored = ignored;
    checked.looked.fixable = if arguments.fix { 0 } else { checked.changes.len() };
    Ok(report::print(&findings, checked.looked, arguments.format, quiet)?.into())
}

/// Checks all paths.
fn all(
    arguments: &Check,
    paths: &[PathBuf],
    person: &Person,
    hosts: &Hosts,
    config: &Config,
) -> Result<Checked, Failure> {
    let mut checked = Checked::of(config.clone());
    for path in paths {
        let real =
            files::real(path, None).map_err(|why| Failure::Unreadable(format!("{}: {why}", shown_path(path))))?;
        if real.is_dir() {
            for folder in project_folders(&real) {
                let mut sources = Sources::default();
                sources.add_project(&folder);
                sources.add_plugin(&folder);
                checked.add(sources, &folder, person, hosts);
            }
        } else {
            let folder = project_of(&real).to_owned();
            let mut sources = Sources::default();
            sources.add_file(&real);
            if sources.read.is_empty() && sources.unread.is_empty() {
                return Err(Failure::Wrong(format!(
                    "{} has no hooks: expected settings, the hooks or the manifest of a plugin, or a skill, agent or command with `hooks` in its front matter",
                    shown_path(path)
                )));
            }
            let before = checked.findings.len();
            checked.add(sources, &folder, person, hosts);
            // Settings to copy, such as an example, start scripts of a project that is elsewhere.
            let missing = checked.findings.iter_mut().skip(before).filter(|it| it.code == SCRIPT_MISSING);
            missing.filter(|_| !is_in_place(&real)).for_each(|it| it.level = Level::Note);
        }
    }
    if arguments.user {
        let mut sources = Sources::default();
        sources.add_user(person);
        sources.add_managed(person);
        let home = person.home.clone().unwrap_or_else(|| "/".into());
        checked.add(sources, &home, person, hosts);
    }
    if checked.looked.documents == 0 && checked.findings.is_empty() {
        let all: Vec<String> = paths.iter().map(|it| shown_path(it)).collect();
        return Err(Failure::Unreadable(format!(
            "nothing to check in {}: it has no settings of Claude Code, no plugin, skill, agent or command",
            all.join(", ")
        )));
    }
    Ok(checked)
}

/// Leaves out what is there twice, and an exit code in a line for a shell that the contract has an advice about.
fn without_repeats(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by(|a, b| a.order().cmp(&b.order()));
    findings.dedup_by(|a, b| a.order() == b.order());
    let place = |it: &Finding| (it.file.path.clone(), it.range.as_ref().map(|it| (it.start, it.end)));
    let advised: BTreeSet<_> =
        findings.iter().filter(|it| it.code == ProblemCode::Suspicious.as_str()).map(place).collect();
    findings.retain(|it| it.code != "exit-code" || !advised.contains(&place(it)));
    findings
}

/// What was found until now.
#[derive(Default)]
pub struct Checked {
    /// The findings.
    pub findings: Vec<Finding>,
    /// What can be fixed for certain, each with the folder that it has to be inside of.
    changes: Vec<(PathBuf, Change)>,
    looked: Looked,
    config: Config,
}

impl Checked {
    fn of(config: Config) -> Self {
        Self { config, ..Self::default() }
    }

    /// Returns what would be changed.
    fn diff(&self) -> String {
        let all: String = self.changes.iter().map(|(_, it)| it.diff()).collect();
        clean(&all, true).into_owned()
    }

    /// Shows what is to be changed, asks, and changes it. Returns true if it did.
    fn fix(&self, is_sure: bool) -> Result<bool, Failure> {
        if self.changes.is_empty() {
            return Ok(false);
        }
        let mut out = io::stdout().lock();
        out.write_all(self.diff().as_bytes())?;
        let files = if self.changes.len() == 1 { "1 file".to_owned() } else { format!("{} files", self.changes.len()) };
        if !is_sure {
            write!(out, "Change {files}? [y/N] ")?;
            out.flush()?;
            let mut answer = String::new();
            io::stdin().lock().take(100).read_line(&mut answer)?;
            if !matches!(answer.trim().to_lowercase().as_str(), "y" | "yes") {
                writeln!(out, "Nothing was changed.\n")?;
                return Ok(false);
            }
        }
        let failed: Vec<String> =
            self.changes.iter().filter_map(|(inside, change)| change.write(inside).err()).collect();
        if !failed.is_empty() {
            return Err(Failure::Unreadable(failed.join("; ")));
        }
        writeln!(out, "Changed {files}.\n")?;
        Ok(true)
    }

    /// Adds a change of a file of the project, unless the options leave its code out.
    fn change(&mut self, code: &str, folder: &Path, change: impl FnOnce() -> Option<Change>) {
        if self.config.reports(code)
            && let Some(change) = change()
        {
            self.changes.push((folder.to_owned(), change));
        }
    }

    /// Checks the documents of a folder, and the scripts that they start.
    pub fn add(&mut self, sources: Sources, folder: &Path, person: &Person, hosts: &Hosts) {
        self.findings.extend(switched_off(&sources, folder));
        for (path, why) in sources.unread {
            let file = Rc::new(FileText { path, text: Text::default() });
            let message = match why {
                Unread::Missing => "There is no such file. The manifest of the plugin names it.".to_owned(),
                why => format!("It was not read, because {why}. What is in it was not checked."),
            };
            self.findings.push(Finding::new("not-read", Level::Warning, &file, None, message));
        }
        let mut scripts: BTreeMap<PathBuf, (Script, Vec<Use>)> = BTreeMap::new();
        self.looked.documents += sources.without_hooks;
        for source in sources.read {
            self.looked.documents += 1;
            let document = Document::of(source);
            let found = hosts.findings(|host| document.problems(host));
            if let Some(change) = document.change(&found, folder, hosts.newest(), &self.config) {
                self.changes.push((folder.to_owned(), change));
            }
            self.findings.extend(found);
            for (event, handler) in document.handlers(folder, hosts.newest()) {
                self.findings.extend(hosts.findings(|host| document.line(&event, &handler, host)));
                for started in document.scripts(&event, &handler, folder, person) {
                    let found = started.finding(folder);
                    if let Some(it) = found.as_ref().filter(|it| it.code == NOT_EXECUTABLE) {
                        let code = it.code.clone();
                        self.change(&code, folder, || Change::of_mode(&files::real(&started.script.path, None).ok()?));
                    }
                    self.findings.extend(found);
                    let path = started.script.path.clone();
                    let known = scripts.entry(path).or_insert_with(|| (started.script.clone(), Vec::new()));
                    known.1.push(started.of);
                }
            }
        }
        for (path, (script, uses)) in scripts {
            // A script elsewhere belongs to somebody else.
            if !path.starts_with(folder) {
                continue;
            }
            let text = match files::read(&path, Some(folder)) {
                Ok(text) => text,
                Err(Unread::Missing) => continue,
                Err(why) => {
                    if let Some(Use { at: (file, range), .. }) = uses.first() {
                        let shown = shown_path(&path);
                        let message =
                            format!("The script {shown} was not read, because {why}. What it does was not checked.");
                        self.findings.push(Finding::new(
                            "not-read",
                            Level::Warning,
                            file,
                            Some(range.clone()),
                            message,
                        ));
                    }
                    continue;
                }
            };
            let file = Rc::new(FileText { path, text: text.into() });
            let language = script.language_in(&file.text);
            match language {
                Language::Other => self.looked.unread_scripts += 1,
                _ => self.looked.scripts += 1,
            }
            if let Some(found) = line_ends(&file, language, &script) {
                self.change(&found.code, folder, || {
                    Change::of_line_ends(&files::real(&file.path, Some(folder)).ok()?, &file.text)
                });
                self.findings.push(found);
            }
            self.findings.extend(hosts.findings(|host| script::findings(&file, language, &uses, host)));
        }
    }
}

/// The most bytes of settings that are asked about for every event.
const MOST_SETTINGS: usize = 1 << 20;

/// What switches off the hooks of a project, each once.
fn switched_off(sources: &Sources, folder: &Path) -> Vec<Finding> {
    // Settings that people write are small, and this asks about every event.
    if sources.read.iter().map(|it| it.document.text.len()).sum::<usize>() > MOST_SETTINGS {
        return Vec::new();
    }
    let tree = Sources::some(sources.read.iter().map(|it| it.settings.clone()), folder);
    let mut found = BTreeMap::new();
    for event in HookEvent::ALL {
        let Ok(selection) = select(&tree, &json!({EVENT: event.as_str()}), &context(None)) else { continue };
        for it in selection.others.into_iter().filter(|it| it.reason == NoRunReason::Disabled) {
            if let Some(because) = it.because {
                found.entry((because.source, because.pointer)).or_insert(it.message);
            }
        }
    }
    let finding = |((source, pointer), message): ((i64, String), String)| {
        let source = sources.read.get(usize::try_from(source).ok()?)?;
        let file = Rc::new(FileText { path: source.path.clone(), text: source.document.text.to_string().into() });
        let range = source.document.place(&pointer).shown(true);
        // What somebody does for oneself is no mistake of the project.
        let level = if source.settings.place == SettingsPlace::Local { Level::Note } else { Level::Warning };
        Some(Finding::new(
            "hooks-off",
            level,
            &file,
            Some(range),
            format!("The hooks of this project do not run. {message}"),
        ))
    };
    found.into_iter().filter_map(finding).collect()
}

/// The code of a script that is not there.
const SCRIPT_MISSING: &str = "script-missing";

/// The code of a script that is started as a program, and is not one.
const NOT_EXECUTABLE: &str = "not-executable";

/// Lines that end with CR LF, in a language whose programs do not expect that.
fn line_ends(file: &Rc<FileText>, language: Language, script: &Script) -> Option<Finding> {
    let is_script = language == Language::Shell || (file.text.starts_with("#!") && script.start != Start::Interpreted);
    let end = file.text.find("\r\n").filter(|_| is_script)?;
    let start = file.text[..end].rfind('\n').map_or(0, |it| it + 1);
    let message = "Lines end with CR LF, as on Windows. The system then looks for a program whose name ends with CR, and a shell reads CR as a part of the last word. Save the file with LF.";
    Some(Finding::new("windows-line-ends", Level::Error, file, Some(start..end), message))
}

/// A document that is checked.
struct Document {
    source: Source,
    file: Rc<FileText>,
}

/// A script that a handler starts.
struct Started {
    script: Script,
    of: Use,
}

impl Document {
    fn of(mut source: Source) -> Self {
        let file = FileText { path: source.path.clone(), text: std::mem::take(&mut source.document.text) };
        Self { source, file: Rc::new(file) }
    }

    /// Returns the place of a value, or of its key.
    fn range(&self, pointer: &str, is_key: bool) -> Range<usize> {
        let range = self.source.document.place(pointer).shown(is_key);
        // The first sign of an object stands for all of it.
        let is_open =
            self.file.text.get(range.clone()).is_some_and(|it| it.starts_with(['{', '[']) && it.contains('\n'));
        if is_open { range.start..range.start + 1 } else { range }
    }

    /// Returns the problems of the document for a version of the host.
    fn problems(&self, host: Option<&HostVersion>) -> Vec<Finding> {
        if let Some(fault) = &self.source.document.fault {
            let form = if self.source.kind == Kind::FrontMatter { "YAML" } else { "JSON" };
            let message =
                format!("This is not {form}: {}. No hook of this file runs.", fault.message.trim_end_matches('.'));
            return vec![Finding::new("not-json", Level::Error, &self.file, Some(fault.range.clone()), message)];
        }
        let Ok(target) = Target::named(self.source.kind.type_name()) else { return Vec::new() };
        let problems = validate(&self.source.document.value, &target, &context(host));
        let finding = |problem: &hookwire::problems::Problem| {
            let range = self.range(&problem.pointer, is_about_key(problem));
            Finding::of_problem(problem, &self.file, Some(range))
        };
        let mut found = self.folded(problems.iter().map(finding).collect());
        found.extend(self.source.document.twice().into_iter().map(|it| {
            let message = format!(
                "The key `{}` is twice in one object. Only the last one counts, so what is below this one does nothing. Join them.",
                it.key
            );
            Finding::new("duplicate-key", Level::Error, &self.file, Some(it.lost), message)
        }));
        found.extend(self.misspelled());
        found
    }

    /// Returns what can be fixed for certain in the document, for findings that the options report.
    fn change(&self, found: &[Finding], folder: &Path, host: Option<&HostVersion>, config: &Config) -> Option<Change> {
        if self.source.kind == Kind::FrontMatter || self.file.text.len() > MOST_SETTINGS || found.is_empty() {
            return None;
        }
        let path = files::real(&self.file.path, Some(folder)).ok()?;
        let is_wanted = |code: &str| config.reports(code);
        Change::of_document(&path, &self.file.text, self.source.kind.type_name(), &context(host), &is_wanted)
    }

    /// A key that is nearly that of the hooks, and has an object.
    fn misspelled(&self) -> Option<Finding> {
        let object = self.source.document.value.as_object().filter(|it| !it.contains_key(HOOKS))?;
        let near = |key: &&String| knowledge::nearest(key, [HOOKS].into_iter()).is_some();
        let key = object.iter().filter(|(_, it)| it.is_object()).map(|(key, _)| key).find(near)?;
        let range = self.range(&format!("/{key}"), true);
        let message =
            format!("The key `{key}` is not known, so nothing below it does anything. Did you mean `{HOOKS}`?");
        Some(Finding::new("unknown-field", Level::Error, &self.file, Some(range), message))
    }

    /// Makes one finding of the same key in several places, such as `description` in each group. Claude Code leaves out a
    /// key that it does not know, and the hook works: that matters if another key was meant.
    fn folded(&self, findings: Vec<Finding>) -> Vec<Finding> {
        let mut found: Vec<(Finding, usize)> = Vec::new();
        for mut finding in findings {
            if finding.code == "unknown-field" && self.source.kind != Kind::PluginManifest {
                let key = finding.range.clone().and_then(|it| self.file.text.get(it)).unwrap_or_default();
                let is_meant = finding.message.contains("Did you mean") || self.is_of_event(&finding);
                if !is_meant {
                    finding.level = Level::Note;
                    let same = |(it, _): &&mut (Finding, usize)| {
                        it.level == Level::Note
                            && it.code == finding.code
                            && it.range.clone().and_then(|it| self.file.text.get(it)) == Some(key)
                    };
                    if let Some((_, count)) = found.iter_mut().find(same) {
                        *count += 1;
                        continue;
                    }
                }
            }
            found.push((finding, 0));
        }
        let said = |(mut finding, count): (Finding, usize)| {
            if count > 0 {
                let places = if count == 1 { "one more place" } else { &format!("{count} more places") };
                finding.message = format!("{} The key is in {places} of this file.", finding.message);
            }
            finding
        };
        found.into_iter().map(said).collect()
    }

    /// Returns true for a finding about the name of an event.
    fn is_of_event(&self, finding: &Finding) -> bool {
        let events = self.source.document.value.get(HOOKS).and_then(Value::as_object);
        let key = |name: &String| self.source.document.place(&format!("/{HOOKS}/{name}")).key;
        events.is_some_and(|it| it.keys().any(|name| key(name) == finding.range))
    }

    /// Returns the handlers of the document that can run, each with its event.
    fn handlers(&self, folder: &Path, host: Option<&HostVersion>) -> Vec<(String, SelectedHandler)> {
        let tree = Sources::one(self.source.settings.clone(), folder);
        let events = self.source.document.value.get(HOOKS).and_then(Value::as_object);
        let mut found = Vec::new();
        for event in events.into_iter().flat_map(|it| it.keys()) {
            let Ok(selection) = select(&tree, &json!({EVENT: event}), &context(host)) else { continue };
            let may_run = selection.depends_on.into_iter().map(|it| it.handler);
            found.extend(selection.runs.into_iter().chain(may_run).map(|it| (event.clone(), it)));
        }
        found
    }

    /// Returns the scripts that a handler starts.
    fn scripts(&self, event: &str, handler: &SelectedHandler, folder: &Path, person: &Person) -> Vec<Started> {
        let started = |script: Script| {
            // In `args`, the word itself is the place.
            let words = handler.handler.get("args").and_then(Value::as_array);
            let name = script.path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
            let word =
                words.and_then(|all| all.iter().position(|it| it.as_str().is_some_and(|it| it.ends_with(&name))));
            let part = word.map_or_else(|| "command".to_owned(), |at| format!("args/{at}"));
            Started { script, of: self.use_of(event, handler, &part) }
        };
        script_of(&handler.start, folder, person.home.as_deref()).into_iter().map(started).collect()
    }

    fn use_of(&self, event: &str, handler: &SelectedHandler, part: &str) -> Use {
        let at = (Rc::clone(&self.file), self.range(&format!("{}/{part}", handler.pointer), false));
        Use { event: event.to_owned(), handler: handler.handler.clone(), at }
    }

    /// Returns what is wrong with a line that is a script itself.
    fn line(&self, event: &str, handler: &SelectedHandler, host: Option<&HostVersion>) -> Vec<Finding> {
        let line = match handler.start.command.as_deref() {
            Some([.., line]) if handler.start.form == StartForm::Shell => line.clone(),
            _ => return Vec::new(),
        };
        let of = self.use_of(event, handler, "command");
        let range = of.at.1.clone();
        let file = Rc::new(FileText { path: self.file.path.clone(), text: line.into() });
        let found = script::findings(&file, Language::Shell, &[of], host);
        // The quotes and escapes of JSON hide where it is within the line.
        let placed =
            |it: Finding| Finding { file: Rc::clone(&self.file), range: Some(range.clone()), related: None, ..it };
        found.into_iter().map(placed).collect()
    }
}

impl Started {
    /// Returns what is wrong with the file of the script.
    fn finding(&self, folder: &Path) -> Option<Finding> {
        let path = &self.script.path;
        let (file, range) = &self.of.at;
        let found = |code: &str, level: Level, message: String| {
            Some(Finding::new(code, level, file, Some(range.clone()), message))
        };
        let shown = shown_path(path);
        let real = match files::real(path, None) {
            Ok(real) => real,
            Err(Unread::Missing) if self.script.is_tested => return None,
            Err(Unread::Missing) => {
                let near = nearest_file(path, folder).map(|it| format!(" Did you mean `{it}`?")).unwrap_or_default();
                let what = if self.script.start == Start::Interpreted && self.script.language == Language::Python {
                    "Python ends with exit code 2 then, which blocks each call where 2 blocks, and does nothing elsewhere."
                } else {
                    "The hook fails each time that it is started, and does nothing of what it is for."
                };
                let message = format!("`{shown}` does not exist. {what}{near}");
                return found(SCRIPT_MISSING, self.missing_level(folder), message);
            }
            Err(_) => return None,
        };
        if self.script.start == Start::Interpreted || !real.starts_with(folder) {
            return None;
        }
        if !is_executable(&real) {
            let message = format!(
                "`{shown}` is not executable. The hook fails each time that it is started, and blocks nothing. Run `chmod +x {shown}`."
            );
            return found(NOT_EXECUTABLE, Level::Error, message);
        }
        let text = files::read(&real, None).ok()?;
        self.interpreter(&text).and_then(|message| found("no-interpreter", Level::Error, message))
    }

    /// Returns how sure it is that a missing script is a mistake: another machine can have it, or a build can make it.
    fn missing_level(&self, folder: &Path) -> Level {
        let Ok(inner) = self.script.path.strip_prefix(folder) else { return Level::Note };
        let is_built = inner.iter().any(|it| BUILT.iter().any(|name| it == *name));
        match (is_built, self.script.is_relative) {
            (true, _) => Level::Note,
            (false, true) => Level::Warning,
            (false, false) => Level::Error,
        }
    }

    /// Says what is wrong with the first line of a script.
    fn interpreter(&self, text: &str) -> Option<String> {
        let shown = shown_path(&self.script.path);
        let Some(line) = text.strip_prefix("#!").map(|it| it.lines().next().unwrap_or_default()) else {
            // The system refuses a text without it; a shell reads the text itself. A program is no text.
            let is_text = !text.contains('\0') && !text.contains('\u{fffd}');
            let message = || {
                format!(
                    "`{shown}` does not begin with `#!`, so the system cannot start it. The hook fails each time, and blocks nothing. Write `#!/usr/bin/env bash`, or the program that reads it, into its first line."
                )
            };
            return (self.script.start == Start::Program && is_text && cfg!(unix)).then(message);
        };
        let program = line.split_whitespace().next().unwrap_or_default();
        let is_here = !program.starts_with('/') || Path::new(program).exists();
        (!is_here && cfg!(unix)).then(|| format!("The first line of `{shown}` names `{program}`, which does not exist here. The hook does not start then, and blocks nothing. Write `#!/usr/bin/env` with the name of the program."))
    }
}

/// Folders that a build makes.
const BUILT: [&str; 7] = ["dist", "build", "out", "target", "bin", "node_modules", ".venv"];

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).is_ok_and(|it| it.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
}

/// Returns the name of a file beside a missing one that is nearly the same. What other files somebody has outside of the project
/// is not for every log.
fn nearest_file(path: &Path, folder: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let beside = path.parent().filter(|it| it.starts_with(folder))?;
    let entries = files::entries(beside, Some(folder)).ok()?;
    let names = entries.iter().filter_map(|it| it.file_name()?.to_str());
    knowledge::nearest(&name, names).map(str::to_owned)
}
