//! The documents with hooks: those of a project, of a user, of an administrator, and of a plugin.

mod ends;
mod places;
mod scripts;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use hookwire::HookEvent;
use hookwire::host::{SettingsAbove, SettingsPlace, SettingsSource, SettingsTree};
use serde_json::Value;

pub use self::ends::Ends;
pub use self::places::{Person, is_in_place, project_folders, project_of};
pub use self::scripts::{Language, Script, Start, files_of, is_all_known, missing_programs, script_in, script_of};
use crate::files::{self, Unread};
use crate::knowledge::{self, host};
use crate::terminal::shown_path;
use crate::text::Document;

/// A document with hooks that was read.
#[derive(Debug)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// What it is for `select`.
    pub settings: SettingsSource,
    /// The type of the contract that it is validated as.
    pub kind: Kind,
    /// Its text and positions.
    pub document: Document,
}

/// The kinds of documents with hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file of settings.
    Settings,
    /// The hooks of a plugin.
    PluginHooks,
    /// The manifest of a plugin.
    PluginManifest,
    /// The front matter of a skill, an agent or a command.
    FrontMatter,
}

impl Kind {
    /// Returns the type of the contract.
    pub const fn type_name(self) -> &'static str {
        match self {
            Self::Settings => "HooksSettings",
            Self::PluginHooks => "PluginHooks",
            Self::PluginManifest => "PluginManifest",
            Self::FrontMatter => "HooksFrontmatter",
        }
    }
}

/// The documents that were found.
#[derive(Debug, Default)]
pub struct Sources {
    /// Those that were read.
    pub read: Vec<Source>,
    /// Those that are there and were not read.
    pub unread: Vec<(PathBuf, Unread)>,
    /// The number of skills, agents and commands without hooks, which are left out.
    pub without_hooks: u64,
    /// The installed plugins that were added, as `name@marketplace`.
    installed: BTreeSet<String>,
    /// The files that were read or counted, without links.
    known: BTreeSet<PathBuf>,
}

impl Sources {
    /// Returns what `select` reads: documents, and the folder in which the host is started.
    pub fn some(sources: impl Iterator<Item = SettingsSource>, folder: &Path) -> SettingsTree {
        SettingsTree::new(sources.collect::<Vec<_>>()).with_folder(folder.to_string_lossy())
    }

    /// Returns what `select` reads, with one document.
    pub fn one(source: SettingsSource, folder: &Path) -> SettingsTree {
        Self::some(std::iter::once(source), folder)
    }

    /// Returns the events for which the documents can have hooks. One at least, which shows what is wrong with all of a document.
    pub fn events(&self) -> Vec<HookEvent> {
        let mut named = BTreeSet::new();
        for source in &self.read {
            add_names(&source.document.value, &mut named);
        }
        // The host can rename an event of these.
        let is_any = self.read.iter().any(|it| it.kind == Kind::FrontMatter);
        let mut all: Vec<HookEvent> =
            HookEvent::ALL.iter().copied().filter(|it| is_any || named.contains(it.as_str())).collect();
        if all.is_empty() {
            all.extend(HookEvent::ALL.first());
        }
        all
    }

    /// Returns the plugins that the settings enable, as `name@marketplace`.
    fn enabled_plugins(&self) -> BTreeSet<String> {
        let mut all = BTreeMap::new();
        for place in BY_WEIGHT {
            let of_place = self.read.iter().filter(|it| it.settings.place == place && it.settings.above.is_none());
            let named = of_place.filter_map(|it| it.document.value.get(host::ENABLED_PLUGINS)?.as_object()).flatten();
            all.extend(named.map(|(name, it)| (name.clone(), *it == Value::Bool(true))));
        }
        all.into_iter().filter(|(_, it)| *it).map(|(name, _)| name).collect()
    }

    /// Returns the enabled plugins whose hooks are not among the documents.
    fn missing_plugins(&self) -> BTreeSet<String> {
        let known: BTreeSet<&str> = self.read.iter().filter_map(|it| it.settings.name.as_deref()).collect();
        let is_known = |it: &String| known.contains(it.split('@').next().unwrap_or(it)) || self.installed.contains(it);
        self.enabled_plugins().into_iter().filter(|it| !is_known(it)).collect()
    }

    /// Adds the plugins that the settings enable and that the host has installed.
    pub fn add_installed(&mut self, folder: &Path, person: &Person) {
        for name in self.missing_plugins() {
            if let Some(path) = person.installed(&name, folder) {
                self.add_plugin(&path);
                self.installed.insert(name);
            }
        }
    }

    /// Returns the place of the mistake in each document that cannot be read, and what it is.
    pub fn faults(&self) -> impl Iterator<Item = (String, String)> + '_ {
        self.read.iter().filter_map(|it| {
            let fault = it.document.fault.as_ref()?;
            let at = it.document.text.position(fault.range.start);
            let place = format!("{}:{}:{}", shown_path(&it.path), at.line, at.column);
            Some((place, format!("it cannot be read: {}. No hook of this file runs.", fault.message)))
        })
    }

    /// Says which plugins the settings enable that are not here.
    pub fn unknown_plugins(&self) -> Option<String> {
        let missing = self.missing_plugins();
        (!missing.is_empty()).then(|| {
            format!(
                "{} of the settings: not installed for this user, so their hooks are missing here. `--plugin` names the folder of one.",
                missing.into_iter().collect::<Vec<_>>().join(", ")
            )
        })
    }

    /// Reads the settings at a path, if they are there.
    fn add_settings(
        &mut self,
        path: PathBuf,
        inside: Option<&Path>,
        place: SettingsPlace,
        above: Option<SettingsAbove>,
    ) {
        self.add(path, inside, Kind::Settings, |document| {
            let settings = SettingsSource::new(place, document);
            match above {
                Some(above) => settings.with_above(above),
                None => settings,
            }
        });
    }

    /// Reads the document at a path, if there is one.
    fn add(
        &mut self,
        path: PathBuf,
        inside: Option<&Path>,
        kind: Kind,
        settings: impl FnOnce(serde_json::Value) -> SettingsSource,
    ) {
        // Many links can lead to one file.
        if let Ok(real) = files::real(&path, inside)
            && !self.known.insert(real)
        {
            return;
        }
        let text = match files::read(&path, inside) {
            Ok(text) => text,
            Err(Unread::Missing) => return,
            Err(why) => return self.unread.push((path, why)),
        };
        let document = match kind {
            Kind::FrontMatter => Document::of_front_matter(text),
            _ => Some(Document::of_json(text)),
        };
        // Most skills and agents have no hooks, and nothing else of them matters here.
        let Some(document) = document.filter(|it| kind != Kind::FrontMatter || has_hooks(it)) else {
            self.without_hooks += 1;
            return;
        };
        self.read.push(Source { settings: settings(document.value.clone()), path, kind, document });
    }
}

/// Returns true for a front matter with hooks, also if their key is misspelled or missing around them. Of one that cannot be
/// read, a line says so.
fn has_hooks(document: &Document) -> bool {
    let is_event = |key: &str| HookEvent::ALL.iter().any(|it| it.as_str() == key);
    if document.fault.is_none() {
        let is_near = |key: &str| key == HOOKS || knowledge::nearest(key, [HOOKS].into_iter()).is_some();
        return document.value.as_object().is_some_and(|it| it.keys().any(|key| is_near(key) || is_event(key)));
    }
    let inner = document.text.split("\n---").next().unwrap_or_default();
    let mut keys = inner.lines().filter_map(|it| it.split_once(':')).map(|(key, _)| key.trim_end());
    keys.any(|key| key == HOOKS || is_event(key))
}

/// Adds the keys of all objects in a value.
fn add_names<'v>(value: &'v Value, names: &mut BTreeSet<&'v str>) {
    match value {
        Value::Array(all) => all.iter().for_each(|it| add_names(it, names)),
        Value::Object(all) => {
            for (key, it) in all {
                names.insert(key);
                add_names(it, names);
            }
        }
        _ => {}
    }
}

/// The places of settings, each with less weight than the next one. The contract has no such order: for hooks, all of them count.
pub const BY_WEIGHT: [SettingsPlace; 4] =
    [SettingsPlace::User, SettingsPlace::Project, SettingsPlace::Local, SettingsPlace::Managed];

/// The key of the hooks in each kind of document.
pub const HOOKS: &str = "hooks";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_does_not_grow_with_events_that_are_unknown() {
        let of = |names: &[&str]| {
            let unknown = (0..2_000).map(|it| format!("\"Unknown{it}\": []"));
            let all: Vec<String> = names.iter().map(|it| format!("\"{it}\": []")).chain(unknown).collect();
            let document = Document::of_json(format!("{{\"hooks\": {{{}}}}}", all.join(", ")));
            let settings = SettingsSource::new(SettingsPlace::Project, document.value.clone());
            let source = Source { path: PathBuf::new(), settings, kind: Kind::Settings, document };
            Sources { read: vec![source], ..Sources::default() }.events().len()
        };
        assert_eq!([&[][..], &["Stop"], &["Stop", "PreToolUse"]].map(of), [1, 1, 2]);
    }
}
