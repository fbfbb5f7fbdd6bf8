//! Rewrites the schema of a definition: its references hold names, and inline types become definitions.

use heck::ToUpperCamelCase;
use serde_json::{Map, Value, json};

use super::names::name_where_published;
use super::{Definition, Linker};
use crate::check::{level, leveled};
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::naming;
use crate::schema::{
    At, Below, DEFINITIONS, Find, JsonFile, Origin, below, composes_objects, enum_by_branches, has_shape_of_its_own,
    lone_reference, nullable, only_string, open_enum, values_by_pattern,
};
use crate::set::{Lint, LintLevel};

/// The position of a schema: a definition (or a part of one), or the use of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    Definition,
    Use,
}

/// The place of a schema, with its name in case it needs one.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub file: &'a JsonFile,
    pub at: At<'a>,
    pub name: Name<'a>,
}

/// The name of a schema. Few need one, so it is spelled late.
#[derive(Clone, Copy)]
pub(super) enum Name<'a> {
    /// This name.
    Whole(&'a str),
    /// The name of the parent, and this.
    Part(&'a Self, &'a str),
}

impl Here<'_> {
    pub fn below<'b>(&'b self, key: &'b str) -> Here<'b> {
        Here { at: self.at.key(key), ..*self }
    }

    fn item(&self, index: usize) -> Here<'_> {
        Here { at: self.at.index(index), ..*self }
    }

    fn named<'b>(&'b self, part: &'b str) -> Here<'b> {
        Here { name: Name::Part(&self.name, part), ..*self }
    }

    pub fn place(&self) -> Place {
        self.file.place(&self.at.pointer())
    }
}

impl Name<'_> {
    fn spelled(&self) -> String {
        match self {
            Self::Whole(name) => (*name).to_owned(),
            Self::Part(outer, part) => outer.spelled() + &part.to_upper_camel_case(),
        }
    }
}

impl Linker<'_> {
    /// Rewrites a schema; a boolean stays as it is.
    fn resolve(&mut self, schema: Value, here: &Here<'_>, position: Position) -> Value {
        match schema {
            Value::Object(object) => Value::Object(self.resolve_object(object, here, position)),
            other => other,
        }
    }

    /// Rewrites the references in a schema, and makes definitions of inline types.
    pub(super) fn resolve_object(
        &mut self,
        mut object: Map<String, Value>,
        here: &Here<'_>,
        position: Position,
    ) -> Map<String, Value> {
        let lone = (position == Position::Use).then(|| lone_reference(&object)).flatten();
        if let Some(reference) = lone {
            object.shift_remove("allOf");
            let parts = here.below("allOf");
            let target = self.target(&reference, &parts.item(0).below("$ref"));
            DEFINITIONS.iter().for_each(|key| drop(object.shift_remove(*key)));
            for (key, value) in &mut object {
                *value = self.resolve_references_at(key, value.take(), &here.below(key));
            }
            object.insert("$ref".to_owned(), Value::String(target));
            return object;
        }
        if position == Position::Use && has_shape_of_its_own(&object) {
            return self.extract(object, here);
        }
        // Each of them is a definition.
        DEFINITIONS.iter().for_each(|key| drop(object.shift_remove(*key)));
        // Its branches are not definitions, and contain no references.
        let is_listed = open_enum(&object).is_some() || enum_by_branches(&object).is_some();
        // The branches of a struct only say more about its properties.
        let has_fields = object.has("properties") || object.has("allOf");
        let is_object = |schema: &Map<String, Value>| schema.keyword("type").is_some_and(|of| of == "object");
        let mut parts =
            object.keyword("allOf").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object);
        let is_struct = self.asserts() && has_fields && (is_object(&object) || parts.any(is_object));
        let composes_objects = composes_objects(&object);
        let is_by_pattern = self.asserts() && values_by_pattern(&object).is_some();
        for (key, value) in &mut object {
            let below = here.below(key);
            *value = match (key.as_str(), value.take()) {
                ("patternProperties", Value::Object(mut patterns)) if is_by_pattern => {
                    for (pattern, schema) in &mut patterns {
                        let here = below.below(pattern);
                        *schema = self.resolve(schema.take(), &here.named("Value"), Position::Use);
                    }
                    Value::Object(patterns)
                }
                ("oneOf" | "anyOf", branches) if is_listed => branches,
                (key @ ("oneOf" | "anyOf"), branches) if is_struct => self.resolve_references_at(key, branches, &below),
                ("$ref", Value::String(reference)) => Value::String(self.target(&reference, &below)),
                ("properties", Value::Object(mut properties)) => {
                    for (name, schema) in &mut properties {
                        let here = below.below(name);
                        *schema = self.resolve(schema.take(), &here.named(name), Position::Use);
                    }
                    Value::Object(properties)
                }
                ("items", schema) if !schema.is_array() => self.resolve(schema, &below.named("Item"), Position::Use),
                ("additionalProperties" | "unevaluatedProperties", schema) => {
                    self.resolve(schema, &below.named("Value"), Position::Use)
                }
                ("oneOf" | "anyOf", Value::Array(branches)) => Value::Array(self.branches(branches, &below, position)),
                // A part of the definition itself, or a condition: it needs no name.
                ("allOf", Value::Array(parts)) if composes_objects => {
                    let each = |(index, it)| self.part(it, &below.item(index), is_struct);
                    Value::Array(parts.into_iter().enumerate().map(each).collect())
                }
                (key, value) => self.resolve_references_at(key, value, &below),
            };
        }
        object
    }

    /// Resolves the references in a schema that does not become a type.
    fn resolve_references(&mut self, schema: Value, here: &Here<'_>) -> Value {
        let Value::Object(mut object) = schema else { return schema };
        DEFINITIONS.iter().for_each(|key| drop(object.shift_remove(*key)));
        for (key, value) in &mut object {
            let below = here.below(key);
            *value = match (key.as_str(), value.take()) {
                ("$ref", Value::String(reference)) => Value::String(self.target(&reference, &below)),
                (key, value) => self.resolve_references_at(key, value, &below),
            };
        }
        Value::Object(object)
    }

    /// Resolves the references in the value of a keyword that does not become a type.
    fn resolve_references_at(&mut self, key: &str, value: Value, here: &Here<'_>) -> Value {
        match (below(key), value) {
            (Below::Schema, Value::Array(all)) => {
                let each = |(index, it): (usize, Value)| self.resolve_references(it, &here.item(index));
                Value::Array(all.into_iter().enumerate().map(each).collect())
            }
            (Below::Schema, schema) => self.resolve_references(schema, here),
            (Below::Named, Value::Object(mut all)) => {
                for (name, schema) in &mut all {
                    *schema = self.resolve_references(schema.take(), &here.below(name));
                }
                Value::Object(all)
            }
            (_, value) => value,
        }
    }

    /// Resolves a part of `allOf`. Like the branches of a struct, those of its parts are no types.
    fn part(&mut self, mut part: Value, here: &Here<'_>, is_of_struct: bool) -> Value {
        let mut branches = Map::new();
        for key in ["oneOf", "anyOf"].into_iter().filter(|_| is_of_struct) {
            if let Some(value) = part.as_object_mut().and_then(|part| part.shift_remove(key)) {
                branches.insert(key.to_owned(), self.resolve_references_at(key, value, &here.below(key)));
            }
        }
        let mut part = self.resolve(part, here, Position::Definition);
        if let Some(part) = part.as_object_mut() {
            part.extend(branches);
        }
        part
    }

    /// Resolves the branches of a union.
    fn branches(&mut self, branches: Vec<Value>, here: &Here<'_>, position: Position) -> Vec<Value> {
        let names = if self.asserts() { names_apart(&branches) } else { vec![None; branches.len()] };
        branches
            .into_iter()
            .zip(names)
            .enumerate()
            .map(|(index, (branch, apart))| {
                let name = given_name(&branch).map(str::to_owned).or(apart);
                let at = here.item(index);
                let at = match (&name, position) {
                    (Some(name), _) => at.named(name),
                    // The definition has the name that the branch would get.
                    (None, Position::Definition) => at.named("Value"),
                    (None, Position::Use) => at,
                };
                self.resolve(branch, &at, Position::Use)
            })
            .collect()
    }

    /// Makes a definition of an inline type, and returns a reference to it.
    fn extract(&mut self, mut object: Map<String, Value>, here: &Here<'_>) -> Map<String, Value> {
        let origin = Origin { file: here.file.path.clone(), pointer: here.at.pointer() };
        let known = self.names.get(&origin).or_else(|| self.inline.get(&origin)).cloned();
        let name = match (known.as_ref().or(self.given.get(&origin)), object.keyword("title").and_then(Value::as_str)) {
            (Some(name), _) => name.clone(),
            (None, Some(title)) => naming::of_title(title).into_owned(),
            (None, None) => {
                let name_of = |pointer: &str| {
                    let outer = Origin { pointer: pointer.to_owned(), ..origin.clone() };
                    self.names.get(&outer).or_else(|| self.inline.get(&outer)).cloned()
                };
                name_where_published(here.file, &origin.pointer, name_of).unwrap_or_else(|| here.name.spelled())
            }
        };
        let level = level(self.set, Lint::InlineObject);
        // The object of a schema without `type`: its author can only name the schema.
        let is_made = object.has("x-variant") && here.file.published(&origin.pointer) != origin.pointer;
        if level != LintLevel::Allow && !here.file.is_built_in() && !is_made {
            let diagnostic =
                Diagnostic::error(Code::InlineObject, "an object, enum or union without a name of its own")
                    .at(here.file.place(&origin.pointer))
                    .because(format!("it becomes a type, and the only name for it is made up: `{name}`"))
                    .instead(format!(
                        "move it to `$defs` under a name and refer to it: {{\"$ref\": \"#/$defs/{name}\"}}"
                    ));
            self.lints.push(leveled(diagnostic, level));
        }
        // These describe the use, not the type.
        let stays: Map<String, Value> =
            ["description", "x-variant", "x-since", "x-until", "default", "deprecated", "x-deprecated"]
                .into_iter()
                .filter_map(|key| Some((key.to_owned(), object.keyword(key)?.clone())))
                .collect();
        object.shift_remove("x-variant");
        object.shift_remove("default");
        if known.is_none() {
            self.inline.insert(origin.clone(), name.clone());
            let inner = Here { name: Name::Whole(&name), ..*here };
            let schema = self.resolve_object(object, &inner, Position::Definition);
            let module = self.modules.module_of(&origin.file);
            self.all.push(Definition { name: name.clone(), module, origin, schema });
        }
        let mut reference = Map::from_iter([("$ref".to_owned(), json!(name))]);
        reference.extend(stays);
        reference
    }
}

/// Returns the name that a schema gives a branch of a union.
fn given_name(branch: &Value) -> Option<&str> {
    branch.keyword("x-variant").or_else(|| branch.keyword("title")).and_then(Value::as_str)
}

/// Returns a name for each branch of a union that has none and becomes a type, if there are several: the tag that it alone has, or a
/// key that it alone requires, or its place.
fn names_apart(branches: &[Value]) -> Vec<Option<String>> {
    // Beside null, the other schema is the type.
    let through_null = |branch| Value::as_object(branch).and_then(nullable).map_or(branch, |(_, one)| one);
    let types: Vec<&Value> = branches.iter().map(through_null).collect();
    let is_nameless = |at: usize| {
        let is_type = types[at].as_object().is_some_and(has_shape_of_its_own);
        is_type && [&branches[at], types[at]].into_iter().all(|branch| given_name(branch).is_none())
    };
    let places = 0..branches.len();
    if places.clone().filter(|at| is_nameless(*at)).count() < 2 {
        return vec![None; branches.len()];
    }
    let keys: Vec<Vec<&str>> = types.iter().map(|branch| required(branch)).collect();
    let own_key = |at: usize| {
        let is_own = |key: &&str| keys.iter().enumerate().all(|(other, keys)| other == at || !keys.contains(key));
        keys[at].iter().copied().find(is_own).map(str::to_owned)
    };
    let tags: Vec<Option<String>> = types.iter().map(|branch| tag_of(branch)).collect();
    let own_tag = |at: usize| tags[at].clone().filter(|tag| tags.iter().flatten().filter(|it| *it == tag).count() == 1);
    let name = |at: usize| own_tag(at).or_else(|| own_key(at)).unwrap_or_else(|| format!("Variant{}", at + 1));
    places.map(|at| is_nameless(at).then(|| name(at))).collect()
}

fn required(schema: &Value) -> Vec<&str> {
    let keys = schema.keyword("required").and_then(Value::as_array);
    keys.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Returns the value of the first property of an object that can have only one.
fn tag_of(member: &Value) -> Option<String> {
    let properties = member.keyword("properties")?.as_object()?;
    properties.values().find_map(only_string).map(str::to_owned)
}
