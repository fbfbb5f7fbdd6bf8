//! Resolves references to the names of definitions.

use serde_json::Value;

use super::Linker;
use super::resolve::Here;
use crate::diagnostic::{Code, Diagnostic};
use crate::nearest::{did_you_mean, nearest};
use crate::schema::{JsonFile, Origin, from_fragment, reference};

/// The most broken references that are compared with all definitions. With more of them, the mistake is not in a name.
const MOST_COMPARED: usize = 20;

impl Linker<'_> {
    /// Returns the path of the file that a reference names, by path or by `$id`; `None` if it is not in the set.
    pub(super) fn file(&self, path: &str, from: &JsonFile) -> Option<String> {
        if path.is_empty() {
            return Some(from.path.clone());
        }
        let beside = reference::join(&from.path, path);
        let id = |file: &JsonFile| file.value.get("$id").and_then(Value::as_str).map(str::to_owned);
        let absolute = match id(from).filter(|base| base.contains("://") && !path.contains(':')) {
            Some(base) => format!("{}{path}", &base[..=base.rfind('/').unwrap_or(0)]),
            None => path.to_owned(),
        };
        let is_it = |file: &&JsonFile| id(file).is_some_and(|id| id.trim_end_matches('#') == absolute);
        let known = beside.clone().filter(|path| self.files.contains_key(path.as_str()));
        known.or_else(|| Some(self.set.schemas.iter().find(is_it)?.path.clone())).or(beside)
    }

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
        let (path, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let file = self.file(path, here.file);
        let nowhere = || {
            let message = format!("`{reference}` leads to no definition");
            Diagnostic::error(Code::Reference, message).at(here.place())
        };
        let Some(file) = file else {
            self.found.push(
                nowhere()
                    .because("it leads out of the set, and nothing is fetched")
                    .instead("copy the schema into the set"),
            );
            return String::new();
        };
        let pointer = from_fragment(fragment);
        match self.names.get(&Origin { file, pointer }) {
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
