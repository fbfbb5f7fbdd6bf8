//! `hookwire check`: everything about hooks in a project.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use hookwire::host::{SelectedHandler, select};
use hookwire::validate::{Target, validate};
use hookwire::{Context, HostVersion};
use serde_json::{Value, json};

use crate::args::Check;
use crate::config::{self, Config};
use crate::files::{self, Unread};
use crate::finding::{FileText, Finding, Level};
use crate::hosts::Hosts;
use crate::project::{HOOKS, Kind, Language, Person, Script, Source, Sources, Start, project_folders, script_of};
use crate::report::{self, Looked};
use crate::script::{self, Use, is_about_key};
use crate::terminal::shown_path;
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
    let mut checked = Checked::default();
    for path in paths {
        let real =
            files::real(path, None).map_err(|why| Failure::Unreadable(format!("{}: {why}", shown_path(path))))?;
        if real.is_dir() {
            for folder in project_folders(&real) {
                let mut sources = Sources::default();
                sources.add_project(&folder);
                sources.add_plugin(&folder);
                checked.add(sources, &folder, &person, hosts);
            }
        } else {
            let folder = real.ancestors().nth(2).unwrap_or(Path::new("/")).to_owned();
            let mut sources = Sources::default();
            sources.add_file(&real);
            if sources.read.is_empty() && sources.unread.is_empty() {
                return Err(Failure::Wrong(format!(
                    "{} has no hooks: expected settings, the hooks or the manifest of a plugin, or a skill, agent or command with `hooks` in its front matter",
                    shown_path(path)
                )));
            }
            checked.add(sources, &folder, &person, hosts);
        }
    }
    if arguments.user {
        let mut sources = Sources::default();
        sources.add_user(&person);
        sources.add_managed(&person);
        let home = person.home.clone().unwrap_or_else(|| "/".into());
        checked.add(sources, &home, &person, hosts);
    }
    let mut findings = config.apply(checked.findings);
    findings.sort_by(|a, b| {
        let place = |it: &Finding| (it.file.path.clone(), it.range.as_ref().map_or(0, |it| it.start), it.level);
        place(a).cmp(&place(b)).then_with(|| a.code.cmp(&b.code))
    });
    findings.dedup_by(|a, b| a.identity() == b.identity());
    Ok(report::print(&findings, checked.looked, arguments.format, quiet)?.into())
}

/// What was found until now.
#[derive(Default)]
struct Checked {
    findings: Vec<Finding>,
    looked: Looked,
}

impl Checked {
    /// Checks the documents of a folder, and the scripts that they start.
    fn add(&mut self, sources: Sources, folder: &Path, person: &Person, hosts: &Hosts) {
        for (path, why) in sources.unread {
            let file = Rc::new(FileText { path, text: Text::default() });
            let message = format!("It was not read, because {why}. What is in it is not checked.");
            self.findings.push(Finding::new("not-read", Level::Warning, &file, None, message));
        }
        let mut scripts: BTreeMap<PathBuf, (Script, Vec<Use>)> = BTreeMap::new();
        for source in sources.read {
            self.looked.documents += 1;
            let document = Document::of(source);
            self.findings.extend(hosts.findings(|host| document.problems(host)));
            for started in document.scripts(folder, person, hosts.newest()) {
                self.findings.extend(started.finding(folder));
                let known =
                    scripts.entry(started.script.path.clone()).or_insert_with(|| (started.script.clone(), Vec::new()));
                known.1.push(started.of);
            }
        }
        for (path, (script, uses)) in scripts {
            // A script elsewhere belongs to somebody else.
            let Ok(text) = files::read(&path, Some(folder)) else { continue };
            self.looked.scripts += 1;
            let file = Rc::new(FileText { path, text: text.into() });
            let language = script.language_in(&file.text);
            self.findings.extend(line_ends(&file, language));
            self.findings.extend(hosts.findings(|host| script::findings(&file, language, &uses, host)));
        }
    }
}

/// Lines that end with CR LF, in a language whose programs do not expect that.
fn line_ends(file: &Rc<FileText>, language: Language) -> Option<Finding> {
    let is_script = language == Language::Shell || file.text.starts_with("#!");
    let end =
        file.text.find('\n').filter(|at| is_script && *at > 0 && file.text.as_bytes().get(at - 1) == Some(&b'\r'))?;
    let message = "The lines end with CR LF, as on Windows. The system then looks for a program whose name ends with CR, and a shell reads CR as a part of the last word. Save the file with LF.";
    Some(Finding::new("windows-line-ends", Level::Error, file, Some(0..end - 1), message))
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
        let place = self.source.document.place(pointer);
        let range = match place.key {
            Some(key) if is_key || !place.is_there => key,
            _ => place.value,
        };
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
        let context = match host {
            Some(host) => Context::new().with_host(host.clone()),
            None => Context::new(),
        };
        let problems = validate(&self.source.document.value, &target, &context);
        let finding = |problem: &hookwire::problems::Problem| {
            let range = self.range(&problem.pointer, is_about_key(problem));
            Finding::of_problem(problem, &self.file, Some(range))
        };
        problems.iter().map(finding).collect()
    }

    /// Returns the scripts that the handlers of the document start.
    fn scripts(&self, folder: &Path, person: &Person, host: Option<&HostVersion>) -> Vec<Started> {
        let context = match host {
            Some(host) => Context::new().with_host(host.clone()),
            None => Context::new(),
        };
        let tree = Sources::one(self.source.settings.clone(), folder);
        let events = self.source.document.value.get(HOOKS).and_then(Value::as_object);
        let mut found = Vec::new();
        for event in events.into_iter().flat_map(|it| it.keys()) {
            let Ok(selection) = select(&tree, &json!({"hook_event_name": event}), &context) else { continue };
            let runs = selection.runs.iter().chain(selection.depends_on.iter().map(|it| &it.handler));
            found.extend(runs.flat_map(|it| self.started(event, it, folder, person)));
        }
        found
    }

    fn started(&self, event: &str, handler: &SelectedHandler, folder: &Path, person: &Person) -> Vec<Started> {
        let key = ["args", "command"].iter().map(|it| format!("{}/{it}", handler.pointer));
        let pointer = key.into_iter().find(|it| self.source.document.place(it).is_there && !it.ends_with("/args"));
        let pointer = pointer.unwrap_or_else(|| handler.pointer.clone());
        let scripts = script_of(&handler.start, folder, person.home.as_deref());
        let started = |script: Script| {
            // In `args`, the word itself is the place.
            let words = handler.handler.get("args").and_then(Value::as_array);
            let name = script.path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
            let word =
                words.and_then(|all| all.iter().position(|it| it.as_str().is_some_and(|it| it.ends_with(&name))));
            let pointer = word.map_or_else(|| pointer.clone(), |at| format!("{}/args/{at}", handler.pointer));
            let at = (Rc::clone(&self.file), self.range(&pointer, false));
            Started { script, of: Use { event: event.to_owned(), handler: handler.handler.clone(), at } }
        };
        scripts.into_iter().map(started).collect()
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
        if self.script.is_relative {
            return None;
        }
        let real = match files::real(path, None) {
            Ok(real) => real,
            Err(Unread::Missing) => {
                let near = nearest_file(path).map(|it| format!(" Did you mean `{it}`?")).unwrap_or_default();
                let message = format!(
                    "`{shown}` does not exist. The hook fails each time that it is started, and blocks nothing.{near}"
                );
                return found("script-missing", Level::Error, message);
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
            return found("not-executable", Level::Error, message);
        }
        let text = files::read(&real, None).ok()?;
        self.interpreter(&text).and_then(|message| found("no-interpreter", Level::Error, message))
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

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).is_ok_and(|it| it.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
}

/// Returns the name of a file beside a missing one that is nearly the same.
fn nearest_file(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let names: Vec<String> = files::names(path.parent()?, None)
        .iter()
        .filter_map(|it| Some(it.file_name()?.to_string_lossy().into_owned()))
        .collect();
    crate::knowledge::nearest(&name, names.iter().map(String::as_str)).map(str::to_owned)
}
