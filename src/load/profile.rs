//! Profiles: folders with the differences of another host, or another use. Each is merged with the set here, so that
//! later steps do not need to handle it.

use std::collections::BTreeMap;

use super::schemas::{is_named_as_schema, standing};
use super::{LoadedProfile, Loader, SchemaSet, patch, settings, unreadable};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::normalize::normalize;
use crate::schema::text;
use crate::set::{ProfileFile, SOURCES};

/// The files in a profile's folder, besides the schemas.
const PROFILE_FILE: &str = "profile.toml";
const EXAMPLES: &str = "examples";

impl Loader<'_> {
    /// Loads the profiles from these paths, which are below the folder of profiles.
    pub(super) fn profiles(&mut self, set: &SchemaSet, prefix: &str, paths: &[String]) -> Vec<LoadedProfile> {
        let mut folders: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for path in paths {
            match path.strip_prefix(prefix).and_then(|below| below.split_once('/')) {
                Some((name, _)) => folders.entry(name).or_default().push(path.clone()),
                None => self.stray(path, "put it into the folder of a profile"),
            }
        }
        folders
            .into_iter()
            .filter_map(|(name, paths)| self.profile(set, name, &format!("{prefix}{name}/"), &paths))
            .collect()
    }

    fn profile(&mut self, set: &SchemaSet, name: &str, folder: &str, paths: &[String]) -> Option<LoadedProfile> {
        let own_file = format!("{folder}{PROFILE_FILE}");
        let file = self.profile_file(name, &own_file)?;
        let own_examples = format!("{folder}{EXAMPLES}/");
        let (mut examples, mut overlay): (Vec<String>, Vec<String>) =
            paths.iter().cloned().partition(|path| path.starts_with(&own_examples));
        examples.retain(|path| path.ends_with(".json"));
        overlay.retain(|path| path.ends_with(".json") || is_named_as_schema(path));
        let mut under = SchemaSet { profiles: Vec::new(), ..set.clone() };
        under.examples = self.examples(&examples, &own_examples);
        // Only the set itself must have an example for every operation.
        under.file.files.examples = None;
        for path in &overlay {
            self.apply_file(&mut under, folder, path);
        }
        under.schemas.sort_by(|one, other| one.path.cmp(&other.path));
        let found = normalize(&under.file, &mut under.schemas);
        // What is in the set as well was reported for it.
        let new: Vec<Diagnostic> = found.0.into_iter().filter(|one| !self.found.0.contains(one)).collect();
        self.found.extend(Diagnostics(new));
        Some(LoadedProfile { name: name.to_owned(), path: own_file, file, set: under })
    }

    fn profile_file(&mut self, name: &str, path: &str) -> Option<ProfileFile> {
        if !is_name(name) {
            let message = format!("`{name}` is not a profile name");
            let advice = "name the folder with small letters, digits and `-`, a letter first";
            self.found.push(Diagnostic::error(Code::Profile, message).in_file(path).instead(advice));
            return None;
        }
        let bytes = self.inputs.read(&self.root.join(path)).map_err(|error| unreadable(path, &error).into());
        let file = bytes.and_then(|bytes| settings(Code::BadSetFile, path, &text(path, bytes)?));
        let file: ProfileFile = file.map_err(|found| self.found.extend(found)).ok()?;
        for source in file.source.iter().filter(|source| !SOURCES.contains(&source.as_str())) {
            let advice = format!("one of: {}", SOURCES.join(", "));
            let message = format!("nothing comes from `{source}`");
            self.found.push(Diagnostic::error(Code::Profile, message).in_file(path).instead(advice));
        }
        Some(file)
    }

    /// Applies a file of the overlay to the set: a patch, or a new file.
    fn apply_file(&mut self, under: &mut SchemaSet, folder: &str, path: &str) {
        let Some(target) = path.strip_prefix(folder).filter(|target| is_named_as_schema(target)).map(standing) else {
            return self.stray(path, "a profile has schemas at the paths that they have in the set, and examples");
        };
        let Some(own) = self.read(path) else {
            under.complete = false;
            return;
        };
        match under.schemas.iter_mut().find(|file| file.path == target) {
            Some(file) => *file = patch::patched(file, own, &mut self.found),
            None => under.schemas.push(own.standing_at(&target)),
        }
    }

    fn stray(&mut self, path: &str, advice: &str) {
        let message = "this file is not part of a profile";
        self.found.push(Diagnostic::error(Code::StrayFile, message).in_file(path).instead(advice));
    }
}

fn is_name(name: &str) -> bool {
    let is_word = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.split('-').all(is_word)
}
