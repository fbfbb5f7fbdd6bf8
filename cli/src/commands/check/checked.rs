//! The findings about all documents of a run, and what can be fixed of them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use hookwire::HookEvent;
use hookwire::host::{NoRunReason, SettingsPlace, select};
use serde_json::{Value, json};

use super::document::Document;
use super::started::NOT_EXECUTABLE;
use crate::Failure;
use crate::commands::input::{EVENT, context};
use crate::config::Config;
use crate::files::{self, Unread};
use crate::finding::{FileText, Finding, HOOKS_OFF, Level};
use crate::fix::Change;
use crate::hosts::Hosts;
use crate::knowledge::host;
use crate::project::{HOOKS, Kind, Language, Person, Script, Source, Sources, Start};
use crate::report::Looked;
use crate::script::{self, NOT_READ, Use};
use crate::terminal::{agreed, clean, shown_path};
use crate::text::Text;

/// What was found until now.
#[derive(Default)]
pub struct Checked {
    /// The findings.
    pub findings: Vec<Finding>,
    /// What can be fixed for certain in each file, with the folder that the file has to be inside of.
    pub changes: BTreeMap<PathBuf, (PathBuf, Change)>,
    /// What was looked at.
    pub looked: Looked,
    config: Config,
}

/// A script, and the handlers that start it.
struct Uses {
    script: Script,
    uses: Vec<Use>,
}

impl Checked {
    /// Starts with nothing.
    pub fn of(config: Config) -> Self {
        Self { config, ..Self::default() }
    }

    /// Returns what would be changed.
    pub fn diff(&self) -> String {
        let all: String = self.changes.values().map(|(_, it)| it.diff()).collect();
        // A terminal hides a CR, which can be all that is different; in a file, Git reads it.
        let end = if io::stdout().is_terminal() { "\\r\n" } else { "\r\n" };
        all.split("\r\n").map(|it| clean(it, true)).collect::<Vec<_>>().join(end)
    }

    /// Shows what is to be changed, asks, and changes it. Returns true if it did.
    pub fn fix(&self, is_sure: bool) -> Result<bool, Failure> {
        if self.changes.is_empty() {
            return Ok(false);
        }
        let mut out = io::stdout().lock();
        out.write_all(self.diff().as_bytes())?;
        let files = if self.changes.len() == 1 { "1 file".to_owned() } else { format!("{} files", self.changes.len()) };
        if !is_sure && !agreed(&format!("Change {files}?"))? {
            writeln!(out, "Nothing was changed.\n")?;
            return Ok(false);
        }
        let failed: Vec<String> =
            self.changes.values().filter_map(|(inside, change)| change.write(inside).err()).collect();
        if !failed.is_empty() {
            return Err(Failure::Unreadable(failed.join("; ")));
        }
        writeln!(out, "Changed {files}.\n")?;
        Ok(true)
    }

    /// Adds a change of a file of the project.
    fn change(&mut self, folder: &Path, change: Option<Change>) {
        let Some(change) = change else { return };
        match self.changes.entry(change.path().to_owned()) {
            Entry::Occupied(mut known) => known.get_mut().1.add(change),
            Entry::Vacant(new) => drop(new.insert((folder.to_owned(), change))),
        }
    }

    /// Adds the change that fixes a finding about a script, unless the options leave the finding out.
    fn change_script(&mut self, found: &Finding, path: &Path, folder: &Path) {
        let Ok(path) = files::real(path, Some(folder)) else { return };
        if !self.config.reports(&found.code) {
            return;
        }
        match &*found.code {
            NOT_EXECUTABLE => self.change(folder, Change::of_mode(&path)),
            LINE_ENDS => self.change(folder, Change::of_line_ends(&path, &found.file.text)),
            _ => {}
        }
    }

    /// Checks the documents of a folder, and the scripts that they start.
    pub fn add(&mut self, sources: Sources, folder: &Path, person: &Person, hosts: &Hosts) {
        self.findings.extend(switched_off(&sources, folder));
        self.findings.extend(elsewhere(&sources, folder));
        for (path, why) in sources.unread {
            if let Some(found) = sources.read.iter().find_map(|it| not_there(it, &path, folder, &why)) {
                self.findings.push(found);
                continue;
            }
            let file = Rc::new(FileText { path, text: Text::default() });
            let message = match why {
                Unread::Missing => "There is no such file. The manifest of the plugin names it.".to_owned(),
                why => format!("It was not read, because {why}. What is in it was not checked."),
            };
            self.findings.push(Finding::new("not-read", Level::Warning, &file, None, message));
        }
        let mut scripts: BTreeMap<PathBuf, Uses> = BTreeMap::new();
        self.looked.documents += sources.without_hooks;
        for source in sources.read {
            self.looked.documents += 1;
            let document = Document::of(source);
            let found = hosts.findings(|host| {
                let mut found = document.problems(host);
                // Only a mistake can do that, and this asks about each event.
                if found.iter().any(|it| it.level == Level::Error) && document.length() <= MOST_SETTINGS {
                    found.extend(document.dropped(folder, host));
                }
                found
            });
            self.change(folder, document.change(&found, folder, hosts.newest(), &self.config));
            self.findings.extend(found);
            // Versions start an entry in different ways.
            self.findings.extend(hosts.findings(|host| {
                let all = document.handlers(folder, host);
                all.iter().flat_map(|(event, handler)| document.line(event, handler, host)).collect()
            }));
            for (event, handler) in document.handlers(folder, hosts.newest()) {
                for started in document.scripts(&event, &handler, folder, person) {
                    let found = started.finding(folder);
                    if let Some(it) = &found {
                        self.change_script(it, &started.script.path, folder);
                    }
                    self.findings.extend(found);
                    let path = started.script.path.clone();
                    let new = || Uses { script: started.script.clone(), uses: Vec::new() };
                    let known = scripts.entry(path).or_insert_with(new);
                    known.uses.push(Use { ends: started.script.ends, ..started.of });
                }
            }
        }
        for (path, Uses { script, uses }) in scripts {
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
            if let Some(found) = line_ends(&file, language, &script) {
                self.change_script(&found, &file.path, folder);
                self.findings.push(found);
            }
            let found = hosts.findings(|host| {
                let mut found = script::findings(&file, language, &uses, host);
                found.extend(script::lost_blocks(&file, language, &uses, host));
                found
            });
            if language == Language::Other || found.iter().any(|it| it.code == NOT_READ) {
                self.looked.unread_scripts += 1;
            } else {
                self.looked.scripts += 1;
            }
            self.findings.extend(found);
        }
    }
}

/// A file that is not there, at the place in the manifest that names it.
fn not_there(manifest: &Source, path: &Path, folder: &Path, why: &Unread) -> Option<Finding> {
    if manifest.kind != Kind::PluginManifest || !matches!(why, Unread::Missing) {
        return None;
    }
    let names = |it: &Value| it.as_str().is_some_and(|it| folder.join(it.trim_start_matches("./")) == path);
    let hooks = manifest.document.value.get(HOOKS)?;
    let pointer = match hooks.as_array() {
        Some(all) => format!("/{HOOKS}/{}", all.iter().position(names)?),
        None => names(hooks).then(|| format!("/{HOOKS}"))?,
    };
    let file = Rc::new(FileText { path: manifest.path.clone(), text: manifest.document.text.to_string().into() });
    let range = manifest.document.place(&pointer).value;
    let message = format!(
        "`{}` does not exist. The hooks that it should have do not run. Write the path of a file in the plugin.",
        shown_path(path)
    );
    Some(Finding::new("not-read", Level::Warning, &file, Some(range), message))
}

/// The most bytes of settings that are asked about for every event.
pub const MOST_SETTINGS: usize = 1 << 18;

/// What switches off the hooks of a project, and what would in another place, each once.
fn switched_off(sources: &Sources, folder: &Path) -> Vec<Finding> {
    // Settings that people write are small, and this asks about each event in them.
    if sources.read.iter().map(|it| it.document.text.len()).sum::<usize>() > MOST_SETTINGS {
        return Vec::new();
    }
    let tree = Sources::some(sources.read.iter().map(|it| it.settings.clone()), folder);
    let mut found = BTreeMap::new();
    for event in sources.events() {
        let Ok(selection) = select(&tree, &json!({EVENT: event.as_str()}), &context(None)) else { continue };
        for it in selection.others {
            match (it.reason, it.because) {
                (NoRunReason::Disabled, Some(because)) => {
                    let message = format!("The hooks of this project do not run. {}", it.message);
                    found.entry((because.source, because.pointer)).or_insert((HOOKS_OFF, message));
                }
                (NoRunReason::WithoutEffect, _) => {
                    found.entry((it.source, it.pointer)).or_insert(("without-effect", it.message));
                }
                _ => {}
            }
        }
    }
    let finding = |((source, pointer), (code, message)): ((i64, String), (&str, String))| {
        let source = sources.read.get(usize::try_from(source).ok()?)?;
        let file = Rc::new(FileText { path: source.path.clone(), text: source.document.text.to_string().into() });
        let range = source.document.place(&pointer).shown(true);
        // What somebody does for oneself is no mistake of the project.
        let level = if source.settings.place == SettingsPlace::Local { Level::Note } else { Level::Warning };
        Some(Finding::new(code, level, &file, Some(range), message))
    };
    found.into_iter().filter_map(finding).collect()
}

/// Hooks in the file of a plugin, in the folder of a project: nothing reads it there.
fn elsewhere(sources: &Sources, folder: &Path) -> Option<Finding> {
    let path = folder.join(host::FOLDER).join(host::PLUGIN_HOOKS);
    let text = files::read(&path, Some(folder)).ok()?;
    // Another file can name it, or be it.
    let is_used = sources.read.iter().any(|it| it.path == path || it.document.text.contains(host::PLUGIN_HOOKS));
    let named = HookEvent::ALL.iter().any(|it| text.contains(&format!("\"{}\":", it.as_str())));
    let file = Rc::new(FileText { path, text: Text::default() });
    let message = format!(
        "Claude Code does not read this file, so none of its hooks runs. It reads `{0}/{1}` and `{0}/{2}`: move `{HOOKS}` there.",
        host::FOLDER,
        host::SETTINGS,
        host::LOCAL_SETTINGS
    );
    (named && !is_used).then(|| Finding::new(NOT_READ, Level::Warning, &file, None, message))
}

/// The code of lines that end with CR LF.
const LINE_ENDS: &str = "windows-line-ends";

/// Lines that end with CR LF, in a language whose programs do not expect that.
fn line_ends(file: &Rc<FileText>, language: Language, script: &Script) -> Option<Finding> {
    let is_script = matches!(language, Language::Shell | Language::OtherShell)
        || (file.text.starts_with("#!") && script.start != Start::Interpreted);
    let end = file.text.find("\r\n").filter(|_| is_script)?;
    let start = file.text[..end].rfind('\n').map_or(0, |it| it + 1);
    let then = if script.start == Start::Interpreted {
        "The shell reads CR as a part of the last word, so commands fail, or the script does not start."
    } else {
        "The system looks for a program whose name ends with CR. So the script does not start, which blocks nothing."
    };
    let message = format!("Lines end with CR LF, as on Windows. {then} Save the file with LF.");
    Some(Finding::new(LINE_ENDS, Level::Error, file, Some(start..end), message))
}
