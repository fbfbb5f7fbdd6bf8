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
        let nowhere = || {
            let message = format!("`{reference}` leads to no definition");
            Diagnostic::error(Code::Reference, message).at(here.place())
        };
        let Some(target) = reference::target(&here.file.path, reference) else {
            let url = reference.split('#').next().filter(|url| url.contains(':'));
            let mapped =
                |url| format!(", and under `[references]` in `{SET_FILE}` write `\"{url}\" = \"name.schema.json\"`");
            let advice = format!("copy the schema into the set{}", url.map(mapped).unwrap_or_default());
            self.found.push(nowhere().because("it leads out of the set, and nothing is fetched").instead(advice));
            return String::new();
        };
        match self.names.get(&target) {
            Some(name) => name.clone(),
            None => {
                let near = self.references_like(reference, here.file);
                let near: Vec<&str> = near.iter().map(String::as_str).collect();
                let advice = "refer to a file, or to a key in its `$defs`: `name.schema.json#/$defs/Name`";
                self.found.push(nowhere().instead(did_you_mean(&near).unwrap_or_else(|| advice.to_owned())));
                String::new()
            }
        }
    }
}
