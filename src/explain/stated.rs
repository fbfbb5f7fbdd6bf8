//! Finds what the schemas state and no type has: properties of branches and conditions, and the places of tuples.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::generate::Read;
use crate::model::{Contract, Field, Kind, Origin};
use crate::schema::{At, Below, JsonFile, below};

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
    let kept = Kept::of(&read.contract);
    let mut found: Vec<Unsaid<'_>> = Vec::new();
    for file in read.set.schemas.iter().filter(|file| !file.is_built_in()) {
        let mut seen = BTreeSet::new();
        file.each_schema(&mut |schema, at| {
            if is_left_out(&at) {
                return;
            }
            for (part, name, pointer) in stated(schema, &at) {
                let is_said =
                    kept.has(file, part, &name, &pointer) || is_checked(&read.contract, file, &name, &pointer);
                if is_said || !seen.insert(file.published(&pointer).into_owned()) {
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
    any_keyword(&at.keys().collect::<Vec<_>>(), |key| CONDITIONS.contains(&key) || key.starts_with("x-"))
}

/// Returns true if one of the keys, the last one first, is such a keyword. A property can be called like one: the key above it
/// is `properties` then.
fn any_keyword(keys: &[&str], is_such: impl Fn(&str) -> bool) -> bool {
    let is_name = |index: usize| keys.get(index + 1).is_some_and(|above| below(above) == Below::Named);
    keys.iter().enumerate().any(|(index, key)| is_such(key) && !is_name(index))
}

/// Returns true for a property that is stated under a condition, if the type has the field: what the condition asks of it is
/// a check.
fn is_checked(contract: &Contract, file: &JsonFile, name: &str, pointer: &str) -> bool {
    let keys: Vec<&str> = pointer.rsplit('/').collect();
    if !any_keyword(&keys, |key| ["then", "else", "dependentSchemas", "dependencies"].contains(&key)) {
        return false;
    }
    let def = ModelNode::at(contract, &file.path, pointer).map(ModelNode::def);
    def.is_some_and(|def| matches!(&def.kind, Kind::Struct(it) if it.fields.iter().any(|it| it.name == name)))
}

/// The fields of all types.
struct Kept<'a> {
    fields: Vec<&'a Field>,
    origins: BTreeSet<(&'a str, &'a str)>,
}

impl<'a> Kept<'a> {
    fn of(contract: &'a Contract) -> Self {
        let mut fields = Vec::new();
        for def in contract.types.iter() {
            if let Kind::Struct(it) = &def.kind {
                fields.extend(&it.fields);
            }
        }
        let origins = fields.iter().map(|it| (it.origin.file.as_str(), it.origin.pointer.as_str())).collect();
        Self { fields, origins }
    }

    /// Returns true if a field has this part: it is from there, or from a copy of the same schema beside it.
    fn has(&self, file: &JsonFile, part: Part, name: &str, pointer: &str) -> bool {
        if part == Part::Item {
            return false;
        }
        if self.origins.contains(&(file.path.as_str(), pointer)) {
            return true;
        }
        let value = file.value.pointer(pointer);
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
