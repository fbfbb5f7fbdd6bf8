//! Finds what the schemas state and no type has: properties of branches and conditions, and the places of tuples.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::generate::Read;
use crate::model::{Contract, Expr, Field, Kind, Origin};
use crate::schema::{At, JsonFile, keywords, reference, unescaped};

use super::node::ModelNode;

/// A part of a schema that no type has.
pub struct Unsaid<'a> {
    /// The kind of part.
    pub part: Part,
    /// The name of the property, or the index of the item.
    pub name: String,
    /// The file.
    pub file: &'a JsonFile,
    /// The pointer in the file as it was normalized.
    pub pointer: String,
}

/// The kinds of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A property, or a narrower type of one.
    Property,
    /// An item that has its own place in a list.
    Item,
}

/// Keywords below which nothing is stated about the value itself.
const CONDITIONS: [&str; 4] = ["not", "if", "contains", "propertyNames"];

/// Returns what the schemas of a set state and no type has, in the order of the files.
pub fn unsaid(read: &Read) -> Vec<Unsaid<'_>> {
    let kept = Kept::of(read);
    let mut found: Vec<Unsaid<'_>> = Vec::new();
    for file in read.set.schemas.iter().filter(|file| !file.is_built_in()) {
        let mut seen = BTreeSet::new();
        file.each_schema(&mut |schema, at| {
            if is_left_out(&at) {
                return;
            }
            for (part, name, pointer) in stated(schema, &at) {
                let is_said = match part {
                    Part::Property => {
                        kept.has(file, &name, &pointer) || is_checked(&read.contract, file, &name, &pointer)
                    }
                    Part::Item => is_of_tuple(&read.contract, file, &pointer),
                };
                if is_said || is_refused(file, &pointer) || !seen.insert(file.published(&pointer).into_owned()) {
                    continue;
                }
                found.push(Unsaid { part, name, file, pointer });
            }
        });
    }
    found
}

/// Returns the properties and the places of items that a schema states. What says nothing, or allows nothing, is left out.
fn stated(schema: &Map<String, Value>, at: &At<'_>) -> Vec<(Part, String, String)> {
    let mut all = Vec::new();
    let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    for (name, _) in properties.filter(|(_, one)| says_something(one)) {
        all.push((Part::Property, name.clone(), at.key("properties").key(name).pointer()));
    }
    let places = ["prefixItems", "items"].iter().find_map(|key| Some((*key, schema.get(*key)?.as_array()?)));
    if let Some((key, places)) = places.filter(|(_, places)| places.iter().any(|it| Some(it) != places.first())) {
        for (index, _) in places.iter().enumerate().filter(|(_, one)| says_something(one)) {
            all.push((Part::Item, index.to_string(), at.key(key).index(index).pointer()));
        }
    }
    all
}

/// Returns true for a schema that is more than an annotation, and has values.
fn says_something(schema: &Value) -> bool {
    let Some(schema) = schema.as_object() else { return false };
    let says = [
        "type",
        "const",
        "enum",
        "$ref",
        "$dynamicRef",
        "properties",
        "items",
        "prefixItems",
        "allOf",
        "anyOf",
        "oneOf",
    ];
    says.iter().any(|key| schema.contains_key(*key))
}

/// Returns true below a keyword that only asks something of a value, or that is advice.
fn is_left_out(at: &At<'_>) -> bool {
    at.has_keyword(|key| CONDITIONS.contains(&key) || key.starts_with("x-"))
}

/// Returns true for a property that is stated under a condition, if the type has the field: what the condition asks of it is
/// a check.
fn is_checked(contract: &Contract, file: &JsonFile, name: &str, pointer: &str) -> bool {
    let is_condition = |key: &str| ["then", "else", "dependentSchemas", "dependencies"].contains(&key);
    if !keywords(pointer.split('/').skip(1)).into_iter().any(is_condition) {
        return false;
    }
    let def = ModelNode::at(contract, &file.path, pointer).map(ModelNode::def);
    def.is_some_and(|def| matches!(&def.kind, Kind::Struct(it) if it.fields.iter().any(|it| it.name == name && it.expr != Expr::Any)))
}

/// Returns true if the list that a place is of is a tuple in every language.
fn is_of_tuple(contract: &Contract, file: &JsonFile, pointer: &str) -> bool {
    let steps: Vec<&str> = pointer.split('/').collect();
    let list = match &steps[..] {
        // Where the places are a check of the list.
        [list @ .., "allOf", _, _, _] | [list @ .., _, _] => list.join("/"),
        _ => return false,
    };
    let mut expr = ModelNode::at(contract, &file.path, &list).and_then(ModelNode::expr);
    while let Some(Expr::Nullable { inner } | Expr::Asserted { inner, .. }) = expr {
        expr = Some(inner);
    }
    matches!(expr, Some(Expr::List { places: Some(places), .. }) if places.fixed().is_some())
}

/// Returns true if the schema beside a branch refuses the property of that branch, or one that this one is in.
fn is_refused(file: &JsonFile, pointer: &str) -> bool {
    let steps: Vec<&str> = pointer.split('/').collect();
    let refuses = |schema: &[&str], name: &str| {
        let schema = file.value.pointer(&schema.join("/"));
        let names = |key: &str| schema.and_then(|it| it.get(key)?.as_object());
        schema.is_some_and(|it| it.get("additionalProperties") == Some(&Value::Bool(false)))
            && names("patternProperties").is_none()
            && names("properties").is_none_or(|all| !all.contains_key(&unescaped(name)))
    };
    let is_refused = |at: usize| {
        let mut schema = &steps[..at];
        while let Some(outer) = beside(schema) {
            schema = outer;
            if refuses(schema, steps[at + 1]) {
                return true;
            }
        }
        false
    };
    (1..steps.len() - 1).any(|at| steps[at] == "properties" && is_refused(at))
}

/// Returns the steps to the schema that a branch is of.
fn beside<'s, 't>(steps: &'s [&'t str]) -> Option<&'s [&'t str]> {
    match steps {
        [outer @ .., "allOf" | "anyOf" | "oneOf" | "dependentSchemas", _] | [outer @ .., "then" | "else"] => {
            Some(outer)
        }
        _ => None,
    }
}

/// The fields of all types.
struct Kept<'a> {
    fields: Vec<&'a Field>,
    /// The files of the fields, and where they are in them as published.
    origins: BTreeSet<(&'a str, String)>,
}

impl<'a> Kept<'a> {
    fn of(read: &'a Read) -> Self {
        let mut fields = Vec::new();
        for def in read.contract.types.iter() {
            if let Kind::Struct(it) = &def.kind {
                // A field of any value says nothing of what is stated.
                fields.extend(it.fields.iter().filter(|it| it.expr != Expr::Any));
            }
        }
        let files = read.set.by_path();
        let origin = |it: &&'a Field| {
            let Origin { file, pointer } = &it.origin;
            let published = files.get(file.as_str()).map_or(pointer.as_str().into(), |it| it.published(pointer));
            (file.as_str(), published.into_owned())
        };
        let origins = fields.iter().map(origin).collect();
        Self { fields, origins }
    }

    /// Returns true if a field has this part: it is from there, or from a copy of the same schema beside it.
    fn has(&self, file: &JsonFile, name: &str, pointer: &str) -> bool {
        if self.origins.contains(&(file.path.as_str(), file.published(pointer).into_owned())) {
            return true;
        }
        let value = file.value.pointer(pointer);
        // What only refers to the property that the type has says no more.
        let target = value.and_then(|it| reference::target(&file.path, it.get("$ref")?.as_str()?));
        if target.is_some_and(|it| it.file == file.path && self.origins.contains(&(&file.path, it.pointer))) {
            return true;
        }
        let whole = outermost(pointer);
        let is_same = |origin: &Origin| {
            origin.file == file.path
                && origin.pointer.starts_with(whole)
                && file.value.pointer(&origin.pointer) == value
        };
        self.fields.iter().any(|it| it.name == name && is_same(&it.origin))
    }
}

/// Returns the pointer of the schema that a branch belongs to.
fn outermost(pointer: &str) -> &str {
    const BRANCHES: [&str; 7] =
        ["/allOf/", "/anyOf/", "/oneOf/", "/then/", "/else/", "/dependentSchemas/", "/prefixItems/"];
    let cut = BRANCHES.iter().filter_map(|key| pointer.find(key)).min();
    cut.map_or(pointer, |cut| &pointer[..cut])
}
