//! Names the modules of a set after its files.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::SchemaSet;
use crate::schema::JsonFile;

/// Returns the module of a schema file: its name without the ending and the direction.
pub fn module_of(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".json").trim_end_matches(".schema");
    let plain = name.strip_suffix("-input").or_else(|| name.strip_suffix("-output"));
    plain.unwrap_or(name).to_owned()
}

/// Reports files of one module that are not the two directions of one thing in one folder.
pub fn check(set: &SchemaSet) -> Diagnostics {
    let mut found = Diagnostics::default();
    let mut first: BTreeMap<String, &JsonFile> = BTreeMap::new();
    for file in &set.schemas {
        let module = module_of(&file.path);
        match first.get(&module) {
            None => drop(first.insert(module, file)),
            Some(other) if are_directions(&other.path, &file.path) => {}
            Some(other) => found.push(
                Diagnostic::error(Code::SameModule, format!("the module `{module}` is in `{}` as well", other.path))
                    .in_file(&file.path)
                    .because("a module is a file of each package; only `-input` and `-output` in one folder share one")
                    .instead("rename one of the two files"),
            ),
        }
    }
    found
}

/// Returns true if one file is the input of the other.
fn are_directions(one: &str, other: &str) -> bool {
    let input = |path: &str| path.strip_suffix("-input.schema.json").map(str::to_owned);
    let output = |path: &str| path.strip_suffix("-output.schema.json").map(str::to_owned);
    let pair = |one: &str, other: &str| input(one).is_some() && input(one) == output(other);
    pair(one, other) || pair(other, one)
}
