//! Where documents with hooks are.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};

use hookwire::host::{SettingsAbove, SettingsPlace, SettingsSource};
use serde_json::Value;
use walkdir::WalkDir;

use super::{HOOKS, Kind, Sources};
use crate::files::{self, Unread};
use crate::knowledge::host;

/// The most levels below a folder at which projects are looked for.
const DEEPEST: usize = 12;

/// The folders of the person who runs the program.
#[derive(Clone, Debug)]
pub struct Person {
    /// The home folder.
    pub home: Option<PathBuf>,
    /// The folder with the settings of the user.
    pub config: Option<PathBuf>,
    /// The folder with the settings of the administrator.
    pub managed: PathBuf,
}

impl Person {
    /// Returns the folders of this person, from the variables that the host reads.
    pub fn of_environment() -> Self {
        let variable = |name: &str| env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
        // Without links, as the current folder is.
        let home = variable(if cfg!(windows) { "USERPROFILE" } else { "HOME" });
        let home = home.map(|it| files::real(&it, None).unwrap_or(it));
        let own = variable(host::FOLDER_OF_USER);
        let config = own.or_else(|| Some(home.as_ref()?.join(host::FOLDER)));
        Self { home, config, managed: host::MANAGED_FOLDER.into() }
    }

    /// Returns the folder of a plugin that the host has installed.
    pub fn installed(&self, name: &str, project: &Path) -> Option<PathBuf> {
        let config = self.config.as_ref()?;
        let text = files::read(&config.join(host::INSTALLED_PLUGINS), Some(config)).ok()?;
        let all: Value = serde_json::from_str(&text).ok()?;
        let entries = all.get(host::INSTALLED)?.get(name)?.as_array()?;
        let is_here = |it: &&Value| {
            it.get(host::INSTALLED_FOR).and_then(Value::as_str).is_none_or(|it| project.starts_with(Path::new(it)))
        };
        let path = entries.iter().filter(is_here).find_map(|it| it.get(host::INSTALLED_AT)?.as_str())?;
        // The file could name any folder.
        files::real(Path::new(path), Some(config)).ok().filter(|it| it.is_dir())
    }

    /// Returns true if a folder is the one whose `.claude` is the user's.
    fn is_home(&self, folder: &Path) -> bool {
        self.config.as_deref() == Some(&folder.join(host::FOLDER))
    }
}

/// Returns the folder of the project or the plugin that a file belongs to.
pub fn project_of(path: &Path) -> &Path {
    let of_folder = path
        .ancestors()
        .skip(1)
        .find(|it| it.ends_with(host::FOLDER) || it.ends_with(host::PLUGIN) || it.ends_with(HOOKS));
    let folder = of_folder.or(path.parent()).and_then(|it| if of_folder.is_some() { it.parent() } else { Some(it) });
    folder.unwrap_or(Path::new("/"))
}

/// Returns true if a file is where the host reads it, so that the folder of its project is known.
pub fn is_in_place(path: &Path) -> bool {
    let is_settings = path.extension().is_some_and(|it| it == "json") && !path.ends_with(host::PLUGIN_HOOKS);
    !is_settings || path.parent().is_some_and(|it| it.ends_with(host::FOLDER) || it.ends_with(host::PLUGIN))
}

/// Folders in which nobody writes hooks.
const SKIPPED: [&str; 6] = [".git", "node_modules", ".venv", "venv", "target", "__pycache__"];

/// The most files and folders that are looked at.
const MOST_ENTRIES: usize = 500_000;

/// Returns what is below a folder. Links are not followed, and what Git ignores counts: local settings usually are.
fn below(folder: &Path) -> impl Iterator<Item = walkdir::DirEntry> {
    let is_wanted = |it: &walkdir::DirEntry| it.depth() == 0 || !SKIPPED.iter().any(|name| it.file_name() == *name);
    let walk = WalkDir::new(folder).follow_links(false).follow_root_links(false).max_depth(DEEPEST);
    walk.into_iter().filter_entry(is_wanted).flatten().take(MOST_ENTRIES)
}

/// Returns the folders at and below a path that have hooks of a project or of a plugin, sorted.
pub fn project_folders(path: &Path) -> BTreeSet<PathBuf> {
    let found = below(path).filter_map(|entry| {
        let name = entry.file_name();
        let folder = entry.path().parent()?;
        if name == host::FOLDER || name == host::PLUGIN {
            return Some(folder.to_owned());
        }
        // A plugin needs no manifest.
        let is_hooks = name == host::PLUGIN_HOOKS && folder.file_name().is_some_and(|it| it == HOOKS);
        is_hooks.then(|| folder.parent().map(Path::to_owned)).flatten().filter(|it| !it.ends_with(host::FOLDER))
    });
    found.chain([path.to_owned()]).collect()
}

impl Sources {
    /// Adds the documents of a project: settings, skills, agents and commands.
    pub fn add_project(&mut self, folder: &Path) {
        let claude = folder.join(host::FOLDER);
        let inside = Some(folder);
        self.add_settings(claude.join(host::SETTINGS), inside, SettingsPlace::Project, None);
        self.add_settings(claude.join(host::LOCAL_SETTINGS), inside, SettingsPlace::Local, None);
        self.add_front_matters(&claude, inside, None);
    }

    /// Adds the settings of the folders above the one in which the host is started.
    pub fn add_above(&mut self, folder: &Path, person: &Person) {
        let mut has_repository = folder.join(".git").exists();
        for above in folder.ancestors().skip(1).filter(|it| !person.is_home(it)) {
            let is_root = !has_repository && above.join(".git").exists();
            has_repository |= is_root;
            let which = if is_root { SettingsAbove::Repository } else { SettingsAbove::Folder };
            let claude = above.join(host::FOLDER);
            self.add_settings(claude.join(host::SETTINGS), Some(above), SettingsPlace::Project, Some(which));
            self.add_settings(claude.join(host::LOCAL_SETTINGS), Some(above), SettingsPlace::Local, Some(which));
        }
    }

    /// Adds the documents of the user.
    pub fn add_user(&mut self, person: &Person) {
        let Some(config) = &person.config else { return };
        self.add_settings(config.join(host::SETTINGS), Some(config), SettingsPlace::User, None);
        self.add_front_matters(config, Some(config), None);
    }

    /// Adds the settings of the administrator.
    pub fn add_managed(&mut self, person: &Person) {
        let folder = &person.managed;
        let parts = self.entries(&folder.join(host::MANAGED_PARTS), Some(folder));
        let parts = parts.into_iter().filter(|it| it.extension().is_some_and(|it| it == "json"));
        for path in [folder.join(host::MANAGED_FILE)].into_iter().chain(parts) {
            self.add_settings(path, Some(folder), SettingsPlace::Managed, None);
        }
    }

    /// Adds the documents of a plugin, if the folder is one.
    pub fn add_plugin(&mut self, folder: &Path) {
        let root = folder.to_string_lossy().into_owned();
        let inside = Some(folder);
        let before = self.read.len();
        let path = folder.join(host::PLUGIN).join(host::MANIFEST);
        self.add(path, inside, Kind::PluginManifest, |document| {
            let name = document.get("name").and_then(Value::as_str).map(str::to_owned);
            let source = SettingsSource::new(SettingsPlace::Plugin, document).with_manifest(true).with_root(&*root);
            match name {
                Some(name) => source.with_name(name),
                None => source,
            }
        });
        let manifest = self.read.get(before);
        let is_plugin = folder.join(host::PLUGIN).is_dir() || folder.join(HOOKS).join(host::PLUGIN_HOOKS).is_file();
        let name = manifest.and_then(|it| it.settings.name.clone());
        let named = manifest.and_then(|it| it.settings.document.get(HOOKS));
        let named = named.into_iter().flat_map(|it| it.as_array().map_or(std::slice::from_ref(it), Vec::as_slice));
        let named: BTreeSet<PathBuf> =
            named.filter_map(|it| Some(folder.join(it.as_str()?.trim_start_matches("./")))).collect();
        if !is_plugin {
            return;
        }
        let usual = folder.join(HOOKS).join(host::PLUGIN_HOOKS);
        for path in &named {
            if let Err(why @ Unread::Missing) = files::real(path, inside) {
                self.unread.push((path.clone(), why));
            }
        }
        let known: BTreeSet<PathBuf> =
            named.iter().chain([&usual]).filter_map(|it| files::real(it, None).ok()).collect();
        for path in known {
            self.add(path, inside, Kind::PluginHooks, |document| {
                let source = SettingsSource::new(SettingsPlace::Plugin, document).with_root(&*root);
                match &name {
                    Some(name) => source.with_name(name),
                    None => source,
                }
            });
        }
        self.add_front_matters(folder, inside, Some(folder));
    }

    /// Adds a single file, by its name.
    pub fn add_file(&mut self, path: &Path) {
        let name = path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        let root = project_of(path).to_string_lossy().into_owned();
        let is_agent = path.iter().any(|it| it == host::AGENTS);
        let path = path.to_owned();
        match &*name {
            host::MANIFEST => self.add(path, None, Kind::PluginManifest, |document| {
                SettingsSource::new(SettingsPlace::Plugin, document).with_manifest(true).with_root(root)
            }),
            host::PLUGIN_HOOKS => self.add(path, None, Kind::PluginHooks, |document| {
                SettingsSource::new(SettingsPlace::Plugin, document).with_root(root)
            }),
            name if name.ends_with(".md") => self.add(path, None, Kind::FrontMatter, |document| {
                let stem = name.trim_end_matches(".md").to_owned();
                let place = if is_agent { SettingsPlace::Agent } else { SettingsPlace::Skill };
                SettingsSource::new(place, document).with_name(stem)
            }),
            host::MANAGED_FILE => self.add_settings(path, None, SettingsPlace::Managed, None),
            name if name.ends_with(".json") && path.parent().is_some_and(|it| it.ends_with(host::MANAGED_PARTS)) => {
                self.add_settings(path, None, SettingsPlace::Managed, None);
            }
            host::LOCAL_SETTINGS => self.add_settings(path, None, SettingsPlace::Local, None),
            name if name.ends_with(".json") => self.add_settings(path, None, SettingsPlace::Project, None),
            _ => {}
        }
    }

    /// Returns the paths in a folder. What cannot be read is reported.
    fn entries(&mut self, folder: &Path, inside: Option<&Path>) -> Vec<PathBuf> {
        files::entries(folder, inside).unwrap_or_else(|why| {
            self.unread.push((folder.to_owned(), why));
            Vec::new()
        })
    }

    /// Returns the files of Markdown below a folder, sorted. Folders that are links are reported.
    fn texts_below(&mut self, folder: &Path, inside: Option<&Path>) -> BTreeSet<PathBuf> {
        if self.entries(folder, inside).is_empty() {
            return BTreeSet::new();
        }
        let mut found = BTreeSet::new();
        for entry in below(folder) {
            let path = entry.path();
            if entry.depth() > 0 && path.extension().is_some_and(|it| it == "md") {
                found.insert(path.to_owned());
            } else if entry.path_is_symlink() && entry.depth() > 0 {
                match files::real(path, inside) {
                    Ok(real) => found.extend(
                        real.is_dir()
                            .then(|| below(&real))
                            .into_iter()
                            .flatten()
                            .filter(|it| it.path().extension().is_some_and(|it| it == "md"))
                            .map(|it| it.path().to_owned()),
                    ),
                    Err(why) => self.unread.push((path.to_owned(), why)),
                }
            }
        }
        found
    }

    /// Adds the front matters of skills, agents and commands below a folder.
    fn add_front_matters(&mut self, folder: &Path, inside: Option<&Path>, plugin: Option<&Path>) {
        let source = |place, document: Value, root: Option<String>, path: &Path| {
            let stem = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
            let name = document.get("name").and_then(Value::as_str).map_or(stem, str::to_owned);
            let source = SettingsSource::new(place, document).with_name(name).with_from_plugin(plugin.is_some());
            match root {
                Some(root) => source.with_root(root),
                None => source,
            }
        };
        let owner = |own: &Path| Some(plugin.unwrap_or(own).to_string_lossy().into_owned());
        for skill in self.entries(&folder.join(host::SKILLS), inside) {
            let path = skill.join(host::SKILL);
            let root = owner(&skill);
            self.add(path, inside, Kind::FrontMatter, |document| source(SettingsPlace::Skill, document, root, &skill));
        }
        for (name, place) in [(host::COMMANDS, SettingsPlace::Skill), (host::AGENTS, SettingsPlace::Agent)] {
            for path in self.texts_below(&folder.join(name), inside) {
                let root = plugin.and_then(owner).filter(|_| place == SettingsPlace::Skill);
                let shown = path.clone();
                self.add(path, inside, Kind::FrontMatter, |document| source(place, document, root, &shown));
            }
        }
    }
}
