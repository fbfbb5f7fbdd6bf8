//! The nodes that references lead to.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::find::Find;
use super::json::JsonFile;
use super::keywords::DEFINITIONS;
use super::origin::Origin;
use super::pointer::At;
use super::reference;
use super::walk::walk;

/// Returns every node that a reference of these files leads to, if it exists. A reference is a path and a pointer. It may lead
/// to what is no keyword's value; then the references in there count as well.
pub fn referenced<'a>(files: impl Iterator<Item = &'a JsonFile>) -> BTreeSet<Origin> {
    let by_path: BTreeMap<&str, &JsonFile> = files.map(|file| (file.path.as_str(), file)).collect();
    let mut found = BTreeSet::new();
    let mut open: Vec<Origin> =
        by_path.keys().map(|path| Origin { file: (*path).to_owned(), pointer: String::new() }).collect();
    while let Some(from) = open.pop() {
        let Some(file) = by_path.get(from.file.as_str()) else { continue };
        let Some(node) = file.value.pointer(&from.pointer) else { continue };
        walk(node, At::Root(&from.pointer), &mut |schema, _| {
            let Some(written) = schema.keyword("$ref").and_then(Value::as_str) else { return };
            let Some(target) = reference::target(&from.file, written) else { return };
            // Definitions were walked with their file.
            let is_definition = DEFINITIONS.iter().any(|key| {
                let below = target.pointer.strip_prefix('/').and_then(|rest| rest.strip_prefix(key)?.strip_prefix('/'));
                below.is_some_and(|name| !name.contains('/'))
            });
            if found.insert(target.clone()) && !is_definition {
                open.push(target);
            }
        });
    }
    found
}
