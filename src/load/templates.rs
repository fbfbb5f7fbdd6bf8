//! Templates of a set: each replaces the template of a target with the same path.

use std::collections::BTreeMap;

use super::{Loader, SchemaSet, identity, unreadable};
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::{step, text};
use crate::set::SetFile;

/// A template of a set.
#[derive(Debug, Clone)]
pub struct OwnTemplate {
    /// The path in the folder of the target.
    pub path: String,
    /// The path from the root of the set.
    pub origin: String,
    /// The whole file.
    pub text: String,
}

impl SchemaSet {
    /// Returns true if a template of the set is at this path.
    pub fn has_template(&self, path: &str) -> bool {
        self.templates.values().flatten().any(|template| template.origin == path)
    }
}

impl Loader<'_> {
    /// Reads the templates of a set. Returns them by target, and the other paths.
    pub(super) fn templates(
        &mut self,
        file: &SetFile,
        set_file: &str,
        paths: Vec<String>,
    ) -> (BTreeMap<String, Vec<OwnTemplate>>, Vec<String>) {
        let mut all = BTreeMap::new();
        let folders = file.targets.iter().filter_map(|(target, choices)| Some((target, choices.templates.as_ref()?)));
        let folders: Vec<_> = folders.map(|(target, folder)| (target, folder, format!("{folder}/"))).collect();
        for (target, folder, prefix) in &folders {
            let own = paths.iter().filter_map(|path| Some((path, path.strip_prefix(prefix.as_str())?)));
            let own: Vec<_> = own.filter_map(|(origin, path)| self.template(origin, path)).collect();
            if own.is_empty() {
                let place = identity::place_at(set_file, &step(&step("/targets", target), "templates"));
                let message = format!("there is no file in the folder of templates `{folder}`");
                let finding = Diagnostic::error(Code::BadSetFile, message).at(place);
                self.found.push(finding.instead("name a folder of the set, or take the line out"));
            }
            all.insert((*target).clone(), own);
        }
        let is_other = |path: &String| !folders.iter().any(|(.., prefix)| path.starts_with(prefix.as_str()));
        (all, paths.into_iter().filter(is_other).collect())
    }

    fn template(&mut self, origin: &str, path: &str) -> Option<OwnTemplate> {
        let bytes = self.inputs.read(&self.root.join(origin)).map_err(|error| unreadable(origin, &error).into());
        let text = bytes.and_then(|bytes| text(origin, bytes)).map_err(|found| self.found.extend(found)).ok()?;
        Some(OwnTemplate { path: path.to_owned(), origin: origin.to_owned(), text })
    }
}
