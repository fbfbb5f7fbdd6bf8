//! Names the modules of a set after its files.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToSnakeCase;

use crate::load::SchemaSet;

/// The module of each schema file, by its path.
#[derive(Debug, Default)]
pub struct Modules(BTreeMap<String, String>);

impl Modules {
    /// Names the modules of a set: each after its file, without the ending and the direction. Several of one name are named after
    /// their folders, too.
    pub fn of(set: &SchemaSet) -> Self {
        // The two directions of one thing in one folder are one module.
        let mut parts: Vec<(&str, String)> =
            set.schemas.iter().map(|file| (folder_of(&file.path), stem_of(&file.path))).collect();
        parts.sort_by_key(|(folder, stem)| (folder.split('/').count(), *folder, stem.clone()));
        parts.dedup();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        parts.iter().for_each(|(_, stem)| *counts.entry(stem.clone()).or_default() += 1);
        let (mut taken, mut names) = (BTreeSet::new(), BTreeMap::new());
        for (folder, stem) in parts {
            let least = usize::from(counts[&stem] > 1 && !folder.is_empty());
            let folders: Vec<&str> = folder.split('/').filter(|it| !it.is_empty()).collect();
            let with = |count: usize| [&folders[folders.len() - count..], &[stem.as_str()]].concat().join("-");
            let numbered = (2..).map(|number| format!("{}-{number}", with(folders.len())));
            let mut all = (least..=folders.len()).map(with).chain(numbered);
            let name = all.find(|name| taken.insert(name.to_snake_case())).unwrap_or_default();
            names.insert((folder, stem), name);
        }
        let of = |path: &str| names.get(&(folder_of(path), stem_of(path))).cloned().unwrap_or_default();
        Self(set.schemas.iter().map(|file| (file.path.clone(), of(&file.path))).collect())
    }

    /// Returns the module of the types in a file.
    pub fn module_of(&self, path: &str) -> String {
        self.0.get(path).cloned().unwrap_or_else(|| stem_of(path))
    }
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the name of a file without the ending and the direction.
fn stem_of(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".json").trim_end_matches(".schema");
    let plain = name.strip_suffix("-input").or_else(|| name.strip_suffix("-output"));
    plain.unwrap_or(name).to_owned()
}
