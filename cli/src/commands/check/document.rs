//! What is wrong in a document, and in the lines for a shell that it has.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;

use hookwire::host::{NoRunReason, SelectedHandler, Selection, SettingsSource, StartForm, select};
use hookwire::problems::{Problem, ProblemCode};
use hookwire::validate::{Target, validate};
use hookwire::{HookEvent, HostVersion};
use serde_json::{Map, Value, json};

use super::started::{Started, broken_line};
use crate::commands::input::{EVENT, context};
use crate::config::Config;
use crate::files;
use crate::finding::{FileText, Finding, Level};
use crate::fix::{self, Change};
use crate::knowledge;
use crate::knowledge::wire::{FOLDER_VARIABLE, MATCHER};
use crate::project::{HOOKS, Kind, Language, Person, Script, Source, Sources, Start, script_in, script_of};
use crate::script::{self, NOT_READ, Use, is_about_key};

/// A document that is checked.
pub struct Document {
    source: Source,
    file: Rc<FileText>,
}
impl Document {
    /// Reads a source.
    pub fn of(mut source: Source) -> Self {
        let file = FileText { path: source.path.clone(), text: std::mem::take(&mut source.document.text) };
        Self { source, file: Rc::new(file) }
    }

    /// Returns the number of bytes of its text.
    pub fn length(&self) -> usize {
        self.file.text.len()
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
    pub fn problems(&self, host: Option<&HostVersion>) -> Vec<Finding> {
        if let Some(fault) = &self.source.document.fault {
            let form = if self.source.kind == Kind::FrontMatter { "YAML" } else { "JSON" };
            // `"node "$DIR/a.js""`: the second quotation mark ends the text.
            let before = self.file.text.get(..fault.range.start).unwrap_or_default();
            let is_inner = before.ends_with('"') && !fault.range.is_empty();
            let hint = if is_inner { r#" A quotation mark inside of a text is written `\"`."# } else { "" };
            let why = fault.message.trim_end_matches('.');
            let message = format!("This is not {form}: {why}. No hook of this file runs.{hint}");
            return vec![Finding::new("not-json", Level::Error, &self.file, Some(fault.range.clone()), message)];
        }
        let Ok(target) = Target::named(self.source.kind.type_name()) else { return Vec::new() };
        let problems = validate(&self.source.document.value, &target, &context(host));
        let alone = Alone::of(if problems.is_empty() { Vec::new() } else { self.alone(&target, host) });
        let finding = |problem: &Problem| {
            let range = self.range(&problem.pointer, is_about_key(problem));
            let mut found = Finding::of_problem(problem, &self.file, Some(range));
            if let Some((message, others)) = self.elsewhere(problem, &alone) {
                (found.message, found.others) = (message, others);
            }
            // Whoever nests them otherwise has to see how they are nested.
            if problem.code == ProblemCode::WrongType && problem.pointer.matches('/').count() < 4 {
                found.message.push_str(&format!(" Hooks are nested so: `{}`.", shape(&problem.pointer)));
            }
            if problem.code == ProblemCode::RelativePath
                && let Some(line) = self.independent(&problem.pointer)
            {
                found.message.push_str(&format!(" Here, write `{line}`."));
            }
            found
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
        found.extend(self.nested());
        found.extend(self.unknown_tools());
        found
    }

    /// Returns the problems of each handler, as if it were the only one. Those of the whole document leave out equal ones.
    fn alone(&self, target: &Target, host: Option<&HostVersion>) -> Vec<Problem> {
        let mut found = Vec::new();
        for (event, groups) in self.source.document.value.get(HOOKS).and_then(Value::as_object).into_iter().flatten() {
            let first = format!("/{HOOKS}/{}", step(event));
            for (group_at, group) in groups.as_array().into_iter().flatten().enumerate() {
                let is_other = |(key, _): &(&String, &Value)| *key != HOOKS;
                let others: Map<String, Value> = group
                    .as_object()
                    .into_iter()
                    .flatten()
                    .filter(is_other)
                    .map(|(key, it)| (key.clone(), it.clone()))
                    .collect();
                for (at, handler) in group.get(HOOKS).and_then(Value::as_array).into_iter().flatten().enumerate() {
                    let mut group = others.clone();
                    group.insert(HOOKS.to_owned(), json!([handler]));
                    let alone = json!({HOOKS: {event: [group]}});
                    for mut problem in unfolded(&alone, |it| validate(it, target, &context(host))) {
                        let Some(rest) = problem.pointer.strip_prefix(&format!("{first}/0")) else { continue };
                        let own = format!("/{HOOKS}/0");
                        let rest =
                            rest.strip_prefix(&own).map_or_else(|| rest.to_owned(), |it| format!("/{HOOKS}/{at}{it}"));
                        problem.pointer = format!("{first}/{group_at}{rest}");
                        found.push(problem);
                    }
                }
            }
        }
        found
    }

    /// Returns the message of a problem without other places, and these places. Nothing if it is in one place.
    fn elsewhere(&self, problem: &Problem, alone: &Alone) -> Option<(String, Vec<Range<usize>>)> {
        let is_it = |it: &&Problem| it.code == problem.code && problem.message.starts_with(&it.message);
        let own = alone.at(&problem.pointer).find(is_it)?;
        let is_same = |it: &&Problem| (it.code, it.severity, it.confidence) == (own.code, own.severity, own.confidence);
        let places: BTreeSet<&str> = alone.with(&own.message).filter(is_same).map(|it| &*it.pointer).collect();
        let others = places.into_iter().filter(|it| *it != own.pointer).map(|it| self.range(it, false));
        let mut others: Vec<Range<usize>> = others.collect();
        others.sort_unstable_by_key(|it| (it.start, it.end));
        (!others.is_empty() && own.message != problem.message).then(|| (own.message.clone(), others))
    }

    /// Returns a text of a command with the path of the project that its relative path probably means, as it is written there.
    fn independent(&self, pointer: &str) -> Option<String> {
        // The folder of a plugin is not that of the project.
        if matches!(self.source.kind, Kind::PluginHooks | Kind::PluginManifest) {
            return None;
        }
        let text = self.source.document.value.pointer(pointer)?.as_str()?;
        let (handler, _) = pointer.split_at(pointer.match_indices('/').nth(5)?.0);
        let has_words = self.source.document.value.pointer(handler)?.get("args").is_some();
        let path = if has_words { text.to_owned() } else { script_in(text)? };
        // Only one of several places is the script.
        let (before, after) = text.split_once(&path).filter(|(_, after)| !after.contains(&path))?;
        let path = format!("${{{FOLDER_VARIABLE}}}/{}", path.trim_start_matches("./"));
        let path = match before.chars().last() {
            _ if has_words => path,
            Some('"') => path,
            // There, the variable would stay as it is.
            Some('\'') => return None,
            _ => format!("\"{path}\""),
        };
        serde_json::to_string(&format!("{before}{path}{after}")).ok()
    }

    /// Returns the mistake because of which a version of the host applies nothing of the document.
    pub fn dropped(&self, folder: &Path, host: Option<&HostVersion>) -> Option<Finding> {
        let tree = Sources::one(self.source.settings.clone(), folder);
        let events = self.source.document.value.get(HOOKS).and_then(Value::as_object)?;
        let mut lost = BTreeSet::new();
        let mut place = None;
        for event in known(events) {
            let Ok(selection) = select(&tree, &json!({EVENT: event}), &context(host)) else { continue };
            // What is left of the file is what `malformed` is about.
            if !(selection.runs.is_empty() && selection.depends_on.is_empty()) {
                return None;
            }
            for it in selection.others.into_iter().filter(|it| it.reason == NoRunReason::Dropped) {
                place = place.or(it.because);
                lost.insert(it.pointer);
            }
        }
        let place = place?.pointer;
        let range = self.range(&place, false);
        // Those that have the mistake, or are in the group that has it.
        let is_below = |it: &str, of: &str| it.strip_prefix(of).is_some_and(|it| it.is_empty() || it.starts_with('/'));
        let owner = place.rsplit_once('/').map_or("", |(it, _)| it);
        let is_of_group = owner.matches('/').count() > 2;
        lost.retain(|it| !(is_below(&place, it) || is_of_group && is_below(it, owner)));
        if lost.is_empty() {
            return None;
        }
        let hooks = if lost.len() == 1 { "1 hook".to_owned() } else { format!("{} hooks", lost.len()) };
        let message = format!(
            "Because of the mistake here, Claude Code applies nothing of the file: {hooks} beside it cannot run either."
        );
        Some(Finding::new("file-dropped", Level::Error, &self.file, Some(range), message))
    }

    /// Returns what can be fixed for certain in the document, for findings that the options report.
    pub fn change(
        &self,
        found: &[Finding],
        folder: &Path,
        host: Option<&HostVersion>,
        config: &Config,
    ) -> Option<Change> {
        let is_fixable = found.iter().any(|it| fix::is_fixable(&it.code) && config.reports(&it.code));
        if self.source.kind == Kind::FrontMatter || !is_fixable {
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

    /// Hooks below another key of settings.
    fn nested(&self) -> Option<Finding> {
        let object = self.source.document.value.as_object().filter(|_| self.source.kind == Kind::Settings)?;
        let has_events =
            |it: &Value| it.get(HOOKS).and_then(Value::as_object).is_some_and(|it| known(it).next().is_some());
        let (key, _) = object.iter().find(|(key, it)| *key != HOOKS && has_events(it))?;
        let range = self.range(&format!("/{}/{HOOKS}", step(key)), true);
        let message = format!(
            "Claude Code does not read `{HOOKS}` below `{key}`: none of these hooks runs. Move `{HOOKS}` to the top of the file, beside `{key}`."
        );
        Some(Finding::new(ProblemCode::MisplacedField.as_str(), Level::Error, &self.file, Some(range), message))
    }

    /// Matchers with names that are nearly those of tools.
    fn unknown_tools(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        for (event, groups) in self.source.document.value.get(HOOKS).and_then(Value::as_object).into_iter().flatten() {
            for (at, group) in groups.as_array().into_iter().flatten().enumerate() {
                let matcher = group.get(MATCHER).and_then(Value::as_str).unwrap_or_default();
                let finding = |said: String| {
                    let message =
                        format!("In this matcher, {said} The hook does not run for a tool that does not exist.");
                    let range = self.range(&format!("/{HOOKS}/{}/{at}/{MATCHER}", step(event)), false);
                    Finding::new(ProblemCode::NeverMatches.as_str(), Level::Note, &self.file, Some(range), message)
                };
                found.extend(knowledge::unknown_tools(event, matcher).into_iter().map(finding));
            }
        }
        found
    }

    /// Makes one finding of the same key in several places, such as `description` in each group. Claude Code leaves out a
    /// key that it does not know, and the hook works: that matters if another key was meant.
    fn folded(&self, findings: Vec<Finding>) -> Vec<Finding> {
        let mut found: Vec<Finding> = Vec::new();
        let mut notes: HashMap<&str, usize> = HashMap::new();
        let events = self.keys_of_events();
        for mut finding in findings {
            if finding.code == "unknown-field" && self.source.kind != Kind::PluginManifest {
                let key = finding.range.clone().and_then(|it| self.file.text.get(it)).unwrap_or_default();
                let is_meant = finding.message.contains("Did you mean")
                    || finding.range.as_ref().is_some_and(|it| events.contains(it));
                if !is_meant {
                    finding.level = Level::Note;
                    if let Some(first) = notes.get(key).and_then(|at| found.get_mut(*at)) {
                        first.others.extend(finding.range);
                        continue;
                    }
                    notes.insert(key, found.len());
                }
            }
            found.push(finding);
        }
        found
    }

    /// Returns the places of the names of events.
    fn keys_of_events(&self) -> HashSet<Range<usize>> {
        let events = self.source.document.value.get(HOOKS).and_then(Value::as_object);
        let key = |name: &String| self.source.document.place(&format!("/{HOOKS}/{}", step(name))).key;
        events.into_iter().flat_map(Map::keys).filter_map(key).collect()
    }

    /// Returns the handlers of the document that can run, each with its event.
    pub fn handlers(&self, folder: &Path, host: Option<&HostVersion>) -> Vec<(String, SelectedHandler)> {
        let mut settings = self.source.settings.clone();
        let events = self.source.document.value.get(HOOKS).and_then(Value::as_object);
        let asked = |settings: &SettingsSource| {
            let tree = Sources::one(settings.clone(), folder);
            let of = |event: &str| {
                let selection = select(&tree, &json!({EVENT: event}), &context(host)).ok()?;
                Some((event.to_owned(), selection))
            };
            events.into_iter().flat_map(known).filter_map(of).collect::<Vec<_>>()
        };
        let mut all = asked(&settings);
        // A matcher that never matches is one mistake, and its script can have others.
        let others = all.iter().flat_map(|(_, it)| &it.others);
        let never = others.filter(|it| it.reason == NoRunReason::Matcher).map(|it| it.pointer.clone());
        let never: Vec<String> = never.collect();
        if never.iter().filter(|it| without_matcher(&mut settings.document, it)).count() > 0 {
            all = asked(&settings);
        }
        let of = |(event, selection): (String, Selection)| {
            let may_run = selection.depends_on.into_iter().map(|it| it.handler);
            let all: Vec<_> = selection.runs.into_iter().chain(may_run).collect();
            all.into_iter().map(move |it| (event.clone(), it))
        };
        all.into_iter().flat_map(of).collect()
    }

    /// Returns the scripts that a handler starts.
    pub fn scripts(&self, event: &str, handler: &SelectedHandler, folder: &Path, person: &Person) -> Vec<Started> {
        let started = |script: Script| {
            // In `args`, the word itself is the place.
            let words = handler.handler.get("args").and_then(Value::as_array);
            let name = script.path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
            let word =
                words.and_then(|all| all.iter().position(|it| it.as_str().is_some_and(|it| it.ends_with(&name))));
            let part = word.map_or_else(|| "command".to_owned(), |at| format!("args/{at}"));
            let is_program = script.start != Start::Interpreted;
            let of = Use { is_guarded: script.is_guarded, is_program, ..self.use_of(event, handler, &part) };
            Started { script, of }
        };
        script_of(&handler.start, folder, person.home.as_deref()).into_iter().map(started).collect()
    }

    fn use_of(&self, event: &str, handler: &SelectedHandler, part: &str) -> Use {
        let at = (Rc::clone(&self.file), self.range(&format!("{}/{part}", handler.pointer), false));
        let has = |it: &Value| it.pointer(&format!("{}/args", handler.pointer)).is_some();
        Use {
            event: event.to_owned(),
            handler: handler.handler.clone(),
            at,
            is_guarded: false,
            is_program: false,
            is_without_arguments: has(&self.source.document.value) && handler.handler.get("args").is_none(),
            ends: None,
            values: handler.values.clone(),
        }
    }

    /// Returns what is wrong with a line that is a script itself.
    pub fn line(&self, event: &str, handler: &SelectedHandler, host: Option<&HostVersion>) -> Vec<Finding> {
        let line = match handler.start.command.as_deref() {
            Some([shell, .., line]) if handler.start.form == StartForm::Shell && is_read(shell) => line.clone(),
            _ => return Vec::new(),
        };
        let of = self.use_of(event, handler, "command");
        let range = of.at.1.clone();
        if let Some(message) = broken_line(&line) {
            return vec![Finding::new("broken-line", Level::Error, &self.file, Some(range), message)];
        }
        let file = Rc::new(FileText { path: self.file.path.clone(), text: line.into() });
        let found = script::findings(&file, Language::Shell, &[of], host);
        // A line is short: what is not known in it is for nobody.
        let found = found.into_iter().filter(|it| it.code != NOT_READ);
        // The quotes and escapes of JSON hide where it is within the line.
        let placed =
            |it: Finding| Finding { file: Rc::clone(&self.file), range: Some(range.clone()), related: None, ..it };
        found.map(placed).collect()
    }
}

/// Returns true for a shell whose language is read: not PowerShell.
fn is_read(shell: &str) -> bool {
    !shell.to_lowercase().contains("pwsh") && !shell.to_lowercase().contains("powershell")
}

/// The most words of a handler in which the same mistake is looked for.
const MOST_WORDS: usize = 50;

/// Returns the problems of a handler, with one for each word that has it: a problem is about the first one of them, and without that
/// word it is about the next one.
fn unfolded(handler: &Value, problems_of: impl Fn(&Value) -> Vec<Problem>) -> Vec<Problem> {
    let all = problems_of(handler);
    let known: BTreeSet<String> = all.iter().map(|it| it.pointer.clone()).collect();
    let mut found = Vec::new();
    for first in all {
        // A copy for each problem of a handler with many would take long.
        let (mut left, mut places) = (None, vec![first]);
        while let Some(last) = places.last().filter(|_| places.len() < MOST_WORDS) {
            let is_word = last.pointer.rsplit('/').next().is_some_and(|it| it.parse::<usize>().is_ok());
            if !is_word {
                break;
            }
            let left = left.get_or_insert_with(|| handler.clone());
            let Some(word) = left.pointer_mut(&last.pointer).filter(|it| it.is_string()) else { break };
            *word = json!("x");
            let is_new = |it: &Problem| it.code == last.code && !known.contains(&it.pointer);
            let Some(next) = problems_of(left).into_iter().find(is_new) else { break };
            places.push(next);
        }
        // The last one has no other places in its message.
        let message = places.last().map(|it| it.message.clone()).unwrap_or_default();
        places.iter_mut().for_each(|it| it.message.clone_from(&message));
        found.append(&mut places);
    }
    found
}

/// Removes the matcher of the group that has what a pointer names. Returns true if it had one.
fn without_matcher(document: &mut Value, pointer: &str) -> bool {
    // `/hooks/EVENT/0`, and what follows it.
    let end = pointer.match_indices('/').nth(3).map_or(pointer.len(), |(at, _)| at);
    let group = document.pointer_mut(&pointer[..end]).and_then(Value::as_object_mut);
    group.is_some_and(|it| it.remove(MATCHER).is_some())
}

/// The problems of each handler alone, by what they are looked up for.
struct Alone {
    all: Vec<Problem>,
    by_pointer: HashMap<String, Vec<usize>>,
    by_message: HashMap<String, Vec<usize>>,
}

impl Alone {
    fn of(all: Vec<Problem>) -> Self {
        let (mut by_pointer, mut by_message): (HashMap<_, Vec<_>>, HashMap<_, Vec<_>>) = Default::default();
        for (at, it) in all.iter().enumerate() {
            by_pointer.entry(it.pointer.clone()).or_default().push(at);
            by_message.entry(it.message.clone()).or_default().push(at);
        }
        Self { all, by_pointer, by_message }
    }

    /// Returns the problems at a place.
    fn at(&self, pointer: &str) -> impl Iterator<Item = &Problem> {
        self.by_pointer.get(pointer).into_iter().flatten().filter_map(|at| self.all.get(*at))
    }

    /// Returns the problems with a message.
    fn with(&self, message: &str) -> impl Iterator<Item = &Problem> {
        self.by_message.get(message).into_iter().flatten().filter_map(|at| self.all.get(*at))
    }
}

/// Returns the events of the contract that an object has as keys.
fn known(events: &Map<String, Value>) -> impl Iterator<Item = &'static str> {
    HookEvent::ALL.iter().map(|it| it.as_str()).filter(|it| events.contains_key(*it))
}

/// Returns settings with a hook, on the event that a pointer names.
fn shape(pointer: &str) -> Value {
    let event = pointer.split('/').nth(2).and_then(|it| it.parse::<HookEvent>().ok());
    let event = event.or(HookEvent::ALL.first().copied()).map(|it| it.to_string()).unwrap_or_default();
    json!({HOOKS: {event: [{HOOKS: [{"type": "command", "command": "my-hook"}]}]}})
}

/// Returns a key as a step of a JSON Pointer.
fn step(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
