//! The address of a node, as people write it.

use std::path::{Component, Path};

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::SchemaSet;
use crate::model::Contract;
use crate::naming::of_title;
use crate::nearest::{did_you_mean, nearest};
use crate::schema::{JsonFile, is_yaml, step};

use super::node::ModelNode;
use super::types_like;

/// A requested node.
pub struct Address {
    /// The address as it was written.
    written: String,
    /// A file's path from the root of the set, and a pointer in it; `None` if the address is a name.
    file: Option<(String, String)>,
}

impl Address {
    /// Parses an address. A path may begin at the root of the set, or in the current folder.
    pub fn parse(written: &str, schemas: &Path) -> Self {
        let (path, pointer) = written.split_once('#').unwrap_or((written, ""));
        let file = (written.contains('#') || path.ends_with(".json") || is_yaml(path))
            .then(|| (in_set(path, schemas), pointer.to_owned()));
        Self { written: written.to_owned(), file }
    }

    /// Returns the file and the pointer.
    ///
    /// # Errors
    /// There is no such file or node; the error names similar ones.
    pub fn in_files(&self, set: &SchemaSet) -> Result<(String, String), Diagnostics> {
        let Some((path, pointer)) = &self.file else { return self.definition(set) };
        let is_it = |file: &&JsonFile| file.path == *path || file.real_path() == path;
        let Some(file) = set.schemas.iter().find(is_it) else {
            return Err(self.nothing(nearest(path, set.schemas.iter().map(JsonFile::real_path), 3)));
        };
        // A reader knows the pointer in the published schema.
        let node = file.respelled(pointer);
        if file.value.pointer(&node).is_none() {
            let keys: Vec<String> = self.siblings(&file.value, pointer);
            let (parent, last) = pointer.rsplit_once('/').unwrap_or(("", pointer));
            let near = nearest(last, keys.iter().map(String::as_str), 3);
            let near: Vec<String> = near.into_iter().map(|key| format!("{path}#{}", step(parent, key))).collect();
            return Err(self.nothing(near.iter().map(String::as_str).collect()));
        }
        Ok((file.path.clone(), node.into_owned()))
    }

    /// Finds a name without a model: the file or the definition of this name, or a property of it.
    fn definition(&self, set: &SchemaSet) -> Result<(String, String), Diagnostics> {
        let (name, rest) = self.written.split_once('/').unwrap_or((&self.written, ""));
        let below = |pointer: &str| match rest {
            "" => pointer.to_owned(),
            property => step(&step(pointer, "properties"), property),
        };
        for file in &set.schemas {
            let title = file.value.get("title").and_then(|it| it.as_str());
            let roots = [("".to_owned(), title.is_some_and(|title| of_title(title) == name))];
            let defs = ["$defs", "definitions"].map(|key| {
                let pointer = step(&step("", key), name);
                let there = file.value.pointer(&pointer).is_some();
                (pointer, there)
            });
            let found = roots.into_iter().chain(defs).find(|(_, there)| *there);
            if let Some(pointer) =
                found.map(|(pointer, _)| below(&pointer)).filter(|it| file.value.pointer(it).is_some())
            {
                return Ok((file.path.clone(), pointer));
            }
        }
        Err(self.nothing(Vec::new()))
    }

    fn siblings(&self, value: &serde_json::Value, pointer: &str) -> Vec<String> {
        let parent = pointer.rsplit_once('/').and_then(|(parent, _)| value.pointer(parent));
        parent.and_then(|it| it.as_object()).into_iter().flat_map(|it| it.keys().cloned()).collect()
    }

    /// Returns the node that the name leads to; `None` if the address is a file.
    pub fn by_name<'a>(&self, contract: &'a Contract) -> Option<Result<ModelNode<'a>, Diagnostics>> {
        if self.file.is_some() {
            return None;
        }
        let mut steps = self.written.split('/');
        let name = steps.next().unwrap_or_default();
        let Some(def) = contract.get(name) else {
            let near = types_like(contract, name);
            return Some(Err(self.nothing(near.iter().map(String::as_str).collect())));
        };
        let mut node = ModelNode::Type(def);
        for step in steps {
            match node.child(contract, step) {
                Some(child) => node = child,
                None => {
                    let known = node.children(contract);
                    return Some(Err(self.nothing(nearest(step, known.iter().map(String::as_str), 3))));
                }
            }
        }
        Some(Ok(node))
    }

    fn nothing(&self, near: Vec<&str>) -> Diagnostics {
        let advice = "write the path of a schema with a JSON pointer behind `#`, \
                      `lamps/switch.schema.json#/properties/level`, or the name of a type with what is in it, \
                      `Switch/level`";
        Diagnostic::error(Code::NoNode, format!("there is nothing at `{}`", self.written))
            .instead(did_you_mean(&near).unwrap_or_else(|| advice.to_owned()))
            .into()
    }
}

/// Returns the path from the root of the set.
fn in_set(path: &str, schemas: &Path) -> String {
    let parts = |path: &Path| {
        path.components().filter(|it| *it != Component::CurDir).map(|it| it.as_os_str().to_owned()).collect::<Vec<_>>()
    };
    let (own, root) = (parts(Path::new(path)), parts(schemas));
    let rest = own.strip_prefix(&root[..]).unwrap_or(&own);
    rest.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}
