//! Counts the places in generated code where a value can be anything. It is the same count for every generator.

use std::fs;
use std::path::Path;

use syn::visit::{self, Visit};

use crate::bench::peers::Output;

/// Counts the places in all files of a language below a path, which can be a file.
///
/// # Errors
/// A file cannot be read or parsed.
pub fn count(path: &Path, output: Output) -> Result<usize, String> {
    if path.is_dir() {
        let entries = fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
        return entries.map(|entry| count(&entry.map_err(|error| error.to_string())?.path(), output)).sum();
    }
    let is_of = |ending: &str| path.to_string_lossy().ends_with(ending);
    let read = || fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    match output {
        Output::TypeScript if is_of(".d.ts") => read().map(|text| in_typescript(&text)),
        Output::Pydantic if is_of(".py") => read().map(|text| in_python(&text)),
        Output::Rust if is_of(".rs") => {
            read().and_then(|text| in_rust(&text).map_err(|error| format!("{}: {error}", path.display())))
        }
        _ => Ok(0),
    }
}

/// Counts `unknown` and `any`. The index signature of an open object says nothing about its own keys, so it does not count.
fn in_typescript(text: &str) -> usize {
    let is_code = |line: &&str| !["*", "/*", "//", "["].iter().any(|start| line.trim_start().starts_with(start));
    text.lines().filter(is_code).map(|line| words(line, &["unknown", "any"])).sum()
}

/// Counts `Any` outside of imports.
fn in_python(text: &str) -> usize {
    let is_code = |line: &&str| !["from ", "import ", "#"].iter().any(|start| line.trim_start().starts_with(start));
    text.lines().filter(is_code).map(|line| words(line, &["Any"])).sum()
}

fn words(line: &str, wanted: &[&str]) -> usize {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| wanted.contains(word)).count()
}

/// Counts the fields, variants and aliases with a `Value`. The map of an open object's other keys does not count.
fn in_rust(text: &str) -> Result<usize, syn::Error> {
    let mut places = Places(0);
    places.visit_file(&syn::parse_file(text)?);
    Ok(places.0)
}

struct Places(usize);

impl<'ast> Visit<'ast> for Places {
    fn visit_field(&mut self, field: &'ast syn::Field) {
        self.add(&field.ty);
    }

    fn visit_item_type(&mut self, alias: &'ast syn::ItemType) {
        self.add(&alias.ty);
    }

    // Functions also have values that are no part of a type.
    fn visit_item_impl(&mut self, _: &'ast syn::ItemImpl) {}

    fn visit_item_fn(&mut self, _: &'ast syn::ItemFn) {}
}

impl Places {
    fn add(&mut self, ty: &syn::Type) {
        let mut values = Values(0);
        values.visit_type(ty);
        self.0 += values.0;
    }
}

/// Counts the paths that end in `Value`, outside of maps.
struct Values(usize);

impl<'ast> Visit<'ast> for Values {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        match path.segments.last() {
            Some(last) if last.ident == "Value" => self.0 += 1,
            Some(last) if last.ident == "Map" => {}
            _ => visit::visit_path(self, path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_objects_imports_and_comments_do_not_count() -> Result<(), syn::Error> {
        let typescript =
            "// any\nexport interface A {\n  a?: unknown[];\n  [k: string]: unknown;\n}\nexport type B = any;\n";
        assert_eq!(in_typescript(typescript), 2);
        assert_eq!(in_python("from typing import Any\nB: TypeAlias = Annotated[Any, 1]\n"), 1);
        let rust = "use serde_json::Value;\npub struct A { pub a: Option<Value>, rest: serde_json::Map<String, Value> }\n\
                    pub type B = ::serde_json::Value;\nimpl A { fn a(value: Value) {} }\n";
        assert_eq!(in_rust(rust)?, 2);
        Ok(())
    }
}
