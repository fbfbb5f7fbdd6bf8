//! Resolves references to the names of definitions.

use super::Linker;
use super::resolve::Here;
use crate::diagnostic::{Code, Diagnostic};
use crate::load::SET_FILE;
use crate::nearest::{did_you_mean, nearest};
use crate::schema::{JsonFile, reference};

/// The most broken references that are compared with all definitions. With more of them, the mistake is not in a name.
const MOST_COMPARED: usize = 20;

impl Linker<'_> {
    /// Returns references from a file to the definitions with the closest names.
    fn references_like(&mut self, reference: &str, from: &JsonFile) -> Vec<String> {
        self.broken += 1;
        if self.broken > MOST_COMPARED {
            return Vec::new();
        }
        let all: Vec<String> = self.names.keys().map(|origin| reference::to(origin, &from.path)).collect();
        nearest(reference, all.iter().map(String::as_str), 3).into_iter().map(str::to_owned).collect()
    }

    /// Returns the name of the definition that a reference leads to. If it leads nowhere, reports it and returns an
    /// empty name.
    pub(super) fn target(&mut self, reference: &str, here: &Here<'_>) -> String {
        let target = reference::target(&here.file.path, reference);
        let Some(target) = target.filter(|target| self.files.contains_key(target.file.as_str())) else {
            self.report_missing(reference, here);
            return String::new();
        };
        match self.names.get(&target) {
            Some(name) => name.clone(),
            None => {
                let near = self.references_like(reference, here.file);
                let near: Vec<&str> = near.iter().map(String::as_str).collect();
                let advice = "refer to a file, or to a key in its `$defs`: `name.schema.json#/$defs/Name`";
                let nowhere = Diagnostic::error(Code::Reference, format!("`{reference}` leads to no definition"));
                let advice = did_you_mean(&near).unwrap_or_else(|| advice.to_owned());
                self.found.push(nowhere.at(here.place()).instead(advice));
                String::new()
            }
        }
    }
    /// Reports a file that is not in the set, at the first reference to it.
    fn report_missing(&mut self, reference: &str, here: &Here<'_>) {
        let (path, _) = reference.split_once('#').unwrap_or((reference, ""));
        if !self.missing.insert(path.to_owned()) {
            return;
        }
        let near = self.references_like(reference, here.file);
        let near: Vec<&str> = near.iter().map(String::as_str).collect();
        let mapped = format!(", and under `[references]` in `{SET_FILE}` write `\"{path}\" = \"name.schema.json\"`");
        let mapped = if path.contains(':') { mapped } else { String::new() };
        self.found.push(
            Diagnostic::error(Code::Reference, format!("`{path}` is not a schema of the set"))
                .at(here.place())
                .because("nothing is fetched, and nothing outside of the set's folder is read")
                .instead(did_you_mean(&near).unwrap_or_else(|| format!("copy the schema into the set{mapped}"))),
        );
    }
}
