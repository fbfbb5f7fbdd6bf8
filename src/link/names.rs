//! Names the definitions of a set, and refuses two of one name.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToUpperCamelCase;
use serde_json::{Map, Value};

use super::{Definition, Linker};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place};
use crate::load::SchemaSet;
use crate::naming;
use crate::schema::{
    Below, DEFINITIONS, Find, JsonFile, Origin, below, has_shape_of_its_own, is_asserted, is_supported, lookup, step,
    unescaped,
};

/// The keywords that a file without a type may have: they are about all its definitions.
const ALLOWED_WITHOUT_TYPE: [&str; 8] =
    ["$schema", "$id", "$comment", "$defs", "definitions", "description", "x-since", "x-source"];

impl Linker<'_> {
    /// Names the root of a file and its `$defs`. A root that is only another name of a definition, which it is called as, is no type
    /// if nothing refers to it.
    pub(super) fn name_definitions(&mut self, file: &JsonFile, is_referred: bool) {
        let origin = |pointer: String| Origin { file: file.path.clone(), pointer };
        let own_defs = DEFINITIONS.iter().filter_map(|key| Some((key, file.value.keyword(key)?.as_object()?)));
        for (key, defs) in own_defs {
            for (name, schema) in defs {
                let pointer = step(&format!("/{key}"), name);
                // What is held there for branches is called after the property that it came from.
                let published = file.published(&pointer);
                let is_held = *published != *pointer && published.rsplit('/').nth(1) == Some("properties");
                if !is_held {
                    self.name(origin(pointer), name_of(name, schema));
                }
            }
        }
        if !file.value.is_object() || file.value.keyword("title").is_some_and(|title| !title.is_string()) {
            // The check has reported it.
            return;
        }
        let has_definitions = DEFINITIONS.iter().any(|key| file.value.keyword(key).is_some());
        match file.value.keyword("title").and_then(Value::as_str) {
            Some(title) => self.name(origin(String::new()), naming::of_title(title).into_owned()),
            None if has_definitions && !is_type(file) => {}
            None => {
                let name = self.modules.module_of(&file.path).to_upper_camel_case();
                if is_referred || !stands_for(file, &name) {
                    self.name(origin(String::new()), name);
                }
            }
        }
    }

    /// Names a node, unless it has another name already.
    fn name(&mut self, origin: Origin, name: String) {
        let name = self.given.get(&origin).cloned().unwrap_or(name);
        self.names.insert(origin, name);
    }

    /// Names every schema that is referred to and is not a definition.
    pub(super) fn name_targets(&mut self, referred: &BTreeSet<Origin>) {
        for origin in referred {
            if !self.names.contains_key(origin)
                && let Some(name) = self.name_of_target(origin)
            {
                self.name(origin.clone(), name);
            }
        }
    }

    /// Returns the name of a schema below a definition: the name of the definition, and the path from there.
    fn name_of_target(&self, target: &Origin) -> Option<String> {
        let file = self.files.get(target.file.as_str())?;
        let mut here = &file.value;
        let mut at = Origin { file: target.file.clone(), pointer: String::new() };
        let mut name =
            self.names.get(&at).cloned().unwrap_or_else(|| self.modules.module_of(&target.file).to_upper_camel_case());
        let mut outer_names = BTreeMap::from([(String::new(), name.clone())]);
        let mut steps = target.pointer.strip_prefix('/')?.split('/').map(unescaped);
        while let Some(key) = steps.next() {
            let outer = here;
            here = child(here, &key)?;
            at.pointer = step(&at.pointer, &key);
            let of_key = match (key.as_str(), below(&key), here) {
                // What is below a keyword of the standard is data. Below any other key is what the author put there.
                (_, Below::Data, _) if lookup(&key).is_some() => return None,
                (index, _, _) if outer.is_array() => (index_of(index)? + 1).to_string(),
                (_, Below::Data, _) => key.to_upper_camel_case(),
                (_, Below::Schema, Value::Array(all)) => {
                    let written = steps.next()?;
                    let index = index_of(&written)?;
                    here = all.get(index)?;
                    at.pointer = step(&at.pointer, &written);
                    match here.keyword("x-variant").and_then(Value::as_str) {
                        Some(variant) => variant.to_owned(),
                        None => format!("{}{}", key.to_upper_camel_case(), index + 1),
                    }
                }
                ("items", Below::Schema, _) => "Item".to_owned(),
                ("additionalProperties" | "unevaluatedProperties", Below::Schema, _) => "Value".to_owned(),
                (_, Below::Schema, _) => key.to_upper_camel_case(),
                (_, Below::Named, _) => {
                    let inner = steps.next()?;
                    here = here.get(&inner)?;
                    at.pointer = step(&at.pointer, &inner);
                    inner.to_upper_camel_case()
                }
            };
            let where_published = name_where_published(file, &at.pointer, |outer| outer_names.get(outer).cloned());
            name = match (
                self.given.get(&at).or_else(|| self.names.get(&at)),
                here.keyword("title").and_then(Value::as_str),
            ) {
                (Some(known), _) => known.clone(),
                // A key such as `""` would only repeat the name of the outer type.
                (None, Some(title)) if of_key.is_empty() || here.as_object().is_some_and(has_shape_of_its_own) => {
                    naming::of_title(title).into_owned()
                }
                _ => where_published.unwrap_or_else(|| joined(&name, &[of_key])),
            };
            outer_names.insert(at.pointer.clone(), name.clone());
        }
        (here.is_object() || here.is_boolean()).then_some(name)
    }
}

/// Returns the name of a node that stands elsewhere in the published schemas, if only properties, items and values are on the way
/// there from a node with a name. `name_of` returns the name at a pointer.
pub(super) fn name_where_published(
    file: &JsonFile,
    pointer: &str,
    name_of: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    let published = file.published(pointer);
    let is_branch = matches!(pointer.rsplit('/').nth(1), Some("oneOf" | "anyOf"));
    if *published == *pointer {
        return None;
    }
    let mut outer = pointer;
    while let Some(slash) = outer.rfind('/') {
        outer = &outer[..slash];
        let rest = published.strip_prefix(&*file.published(outer));
        let Some((name, rest)) = name_of(outer).zip(rest) else { continue };
        let Some(rest) = rest.strip_prefix('/') else {
            // A check that has all that the outer one had.
            return Some(name).filter(|_| rest.is_empty() && !is_branch);
        };
        let mut steps = rest.split('/').map(unescaped);
        let mut parts = Vec::new();
        while let Some(key) = steps.next() {
            parts.push(match key.as_str() {
                "properties" => steps.next()?.to_upper_camel_case(),
                "items" => "Item".to_owned(),
                "additionalProperties" => "Value".to_owned(),
                _ => return None,
            });
        }
        return Some(joined(&name, &parts));
    }
    None
}

/// The maximum length in bytes of a name that is made of several: a file can be called so, with the ending of every target.
const LONGEST: usize = 180;

/// Returns the name of a place: that of the type around it, and the parts from there. If that is too long for a file, parts in
/// the middle are left out, then the name of the type.
fn joined(name: &str, parts: &[String]) -> String {
    let whole = || format!("{name}{}", parts.concat());
    let last = parts.last().map_or("", String::as_str);
    let fits = |it: &String| it.len() <= LONGEST && !it.is_empty();
    [whole(), format!("{name}{last}"), last.to_owned()].into_iter().find(fits).unwrap_or_else(whole)
}

/// Returns the value of a key, or the item of a list.
fn child<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    match value {
        Value::Array(all) => all.get(index_of(key)?),
        other => other.keyword(key),
    }
}

/// Reads the index of an item: `00` and `+1` are none.
fn index_of(step: &str) -> Option<usize> {
    step.parse().ok().filter(|index: &usize| index.to_string() == step)
}

/// Returns true if the root of a file only refers to a definition of this name in it.
fn stands_for(file: &JsonFile, name: &str) -> bool {
    let reference = file.value.keyword("$ref").and_then(Value::as_str).and_then(|it| it.strip_prefix("#/"));
    let target = reference.and_then(|it| it.split_once('/')).filter(|(key, _)| DEFINITIONS.contains(key));
    let asserted = file.value.as_object().into_iter().flat_map(Map::keys).filter(|key| is_asserted(key));
    target.is_some_and(|(_, key)| key == name) && asserted.count() == 1
}

/// Returns true if the root of a file is a type, and not only a place for definitions.
fn is_type(file: &JsonFile) -> bool {
    let is_of_type = |key: &String| is_supported(key) && !ALLOWED_WITHOUT_TYPE.contains(&key.as_str());
    file.value.as_object().is_some_and(|root| root.keys().any(is_of_type))
}

/// Returns the name of a definition: its key, or its `title` if the key (`is-string`) cannot name a type. Without a title, the
/// words of the key are the name: `Vector<number>` is `VectorNumber`.
fn name_of(key: &str, schema: &Value) -> String {
    let title = schema.keyword("title").and_then(Value::as_str).filter(|_| !naming::is_name(key));
    naming::of_title(title.unwrap_or(key)).into_owned()
}

/// Maps each name to the index of its definition, and reports two definitions of one name.
pub(super) fn index_by_name(set: &SchemaSet, all: &[Definition], found: &mut Diagnostics) -> BTreeMap<String, usize> {
    let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
    let mut reported = BTreeSet::new();
    for (index, definition) in all.iter().enumerate() {
        match by_name.get(&definition.name).map(|first| &all[*first]) {
            None => drop(by_name.insert(definition.name.clone(), index)),
            Some(first) if reported.insert((&first.origin, &definition.origin)) => {
                let message = format!("two definitions are called `{}`", definition.name);
                let diagnostic = Diagnostic::error(Code::SameName, message)
                    .because("the root of every package exports all types by their names")
                    .instead(renaming_advice(first, definition));
                let place = |origin: &Origin| match set.schema(&origin.file) {
                    Some(file) => file.place(&origin.pointer),
                    None => Place::of_file(&origin.file),
                };
                found.push(diagnostic.at(place(&definition.origin)).and_at(place(&first.origin)));
            }
            Some(_) => {}
        }
    }
    by_name
}

/// Returns true if the same place already has an error about a taken name, which has better advice than the lint.
pub(super) fn repeats_same_name(lint: &Diagnostic, found: &Diagnostics) -> bool {
    let of_names = found.0.iter().filter(|one| one.code == Code::SameName);
    of_names.flat_map(|one| one.place.iter().chain(&one.other)).any(|place| lint.place.as_ref() == Some(place))
}

/// Returns the advice to give one of two definitions another name.
fn renaming_advice(first: &Definition, second: &Definition) -> String {
    let made_up = [second, first].into_iter().find(|it| !naming::is_named(&it.origin));
    let shaped = |it: &Definition| has_shape_of_its_own(&it.schema);
    let advice = |it: &Definition| naming::another(&it.origin, &it.name, shaped(it));
    match made_up {
        Some(it) => format!("the name of what is at {} is made up: {}", it.origin.pointer, advice(it)),
        None => "rename one of them".to_owned(),
    }
}
