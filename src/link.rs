//! Gives every definition of the set a name, and every reference the name that it leads to.
//!
//! After this step a schema is one flat set of named definitions: files, pointers and relative references are gone. A
//! name comes from the schema (`title`, or the key in `$defs`) or, for what stands in place, from its parent's name and
//! its property's; never from a shape or a number, so that it does not change when something else does.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use heck::ToUpperCamelCase;
use serde_json::{Map, Value, json};

use crate::check::{Below, below, is_supported, level, leveled, walk};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place};
use crate::load::{At, JsonFile, SchemaSet, step, unescaped};
use crate::model::Origin;
use crate::naming::{self, DEFINITIONS};
use crate::nearest::{did_you_mean, nearest};
use crate::reference;
use crate::set::{Level, Lint};

/// The definitions of a set, in the order of their files. A clone has the same ones: nothing changes them any more.
#[derive(Debug, Clone, Default)]
pub struct Definitions {
    /// Each with a name of its own.
    pub all: Arc<[Definition]>,
    by_name: Arc<BTreeMap<String, usize>>,
}

/// A schema with a name. In it, `$ref` holds the name of another one.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The type's name.
    pub name: String,
    /// The module that it will stand in.
    pub module: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The schema.
    pub schema: Map<String, Value>,
}

impl Definitions {
    /// The definition of this name.
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.by_name.get(name).and_then(|index| self.all.get(*index))
    }
}

/// The outcome for the files.
#[derive(Debug, Clone)]
pub struct Linked {
    /// Those that have a name; of two with one name, both.
    pub definitions: Definitions,
    /// The problem.
    pub found: Diagnostics,
    /// Every name is there once, and every reference leads to one.
    pub sound: bool,
}

/// Names the definitions and resolves the references.
///
/// Two definitions with one name, a root without a name, a reference that leads nowhere or out of the set (an empty name
/// stands in its place): that is told, and the result is not sound. What stands in place has a name all the same, and is
/// told beside, even where the set denies it.
pub fn link(set: &SchemaSet) -> Linked {
    let none = Diagnostics::default();
    let (files, names) = (set.by_path(), BTreeMap::new());
    let mut linker = Linker { set, files, names, all: Vec::new(), broken: 0, found: none.clone(), lints: none };
    for file in &set.schemas {
        linker.name_those_of(file);
    }
    if level(set, Lint::Untyped) != Level::Deny {
        linker.name_targets();
    }
    linker.found.extend(modules(set));
    for (origin, name) in linker.names.clone() {
        linker.define(origin, name);
    }
    let mut found = linker.found;
    let by_name = unique(set, &linker.all, &mut found);
    let definitions = Definitions { all: linker.all.into(), by_name: by_name.into() };
    let sound = !found.has_errors();
    linker.lints.0.retain(|lint| !is_named_apart(lint, &found));
    found.extend(linker.lints);
    Linked { definitions, found, sound }
}

/// The name of a definition is its key. Where that can name no type, such as `is-string`, it is the `title`, so that what
/// refers to it need not change.
fn name_of(key: &str, schema: &Value) -> String {
    let title = schema.get("title").and_then(Value::as_str).filter(|_| !naming::is_name(key));
    title.map_or(key.into(), naming::of_title).into_owned()
}

/// The module of a schema file: its name without the ending and without the direction.
pub fn module_of(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".json").trim_end_matches(".schema");
    let plain = name.strip_suffix("-input").or_else(|| name.strip_suffix("-output"));
    plain.unwrap_or(name).to_owned()
}

/// Two files are one module only as the two directions of one thing, beside each other.
fn modules(set: &SchemaSet) -> Diagnostics {
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

fn are_directions(one: &str, other: &str) -> bool {
    let input = |path: &str| path.strip_suffix("-input.schema.json").map(str::to_owned);
    let output = |path: &str| path.strip_suffix("-output.schema.json").map(str::to_owned);
    let pair = |one: &str, other: &str| input(one).is_some() && input(one) == output(other);
    pair(one, other) || pair(other, one)
}

struct Linker<'a> {
    set: &'a SchemaSet,
    files: BTreeMap<&'a str, &'a JsonFile>,
    names: BTreeMap<Origin, String>,
    all: Vec<Definition>,
    broken: usize,
    found: Diagnostics,
    lints: Diagnostics,
}

/// What a file without a type of its own can say for all that is in it.
const SAID_OF_A_FILE: [&str; 8] =
    ["$schema", "$id", "$comment", "$defs", "definitions", "description", "x-since", "x-source"];

/// How many references that lead nowhere are compared with all definitions. Where there are more of them, the mistake is in
/// none of their names.
const COMPARED: usize = 20;

impl Linker<'_> {
    /// Only a root and what stands in `$defs` can be referred to.
    fn name_those_of(&mut self, file: &JsonFile) {
        let origin = |pointer: String| Origin { file: file.path.clone(), pointer };
        let own_defs = DEFINITIONS.iter().filter_map(|key| Some((key, file.value.get(key)?.as_object()?)));
        for (key, defs) in own_defs {
            for (name, schema) in defs {
                self.names.insert(origin(step(&format!("/{key}"), name)), name_of(name, schema));
            }
        }
        if !file.value.is_object() || file.value.get("title").is_some_and(|title| !title.is_string()) {
            // What is wrong with it is told by the check.
            return;
        }
        let only_defs =
            file.value.get("title").is_none() && DEFINITIONS.iter().any(|key| file.value.get(key).is_some());
        match file.value.get("title").and_then(Value::as_str) {
            Some(title) => drop(self.names.insert(origin(String::new()), naming::of_title(title).into_owned())),
            None if only_defs => self.nothing_but_definitions(file),
            None => self.found.push(
                Diagnostic::error(Code::NoName, "the file's type has no name")
                    .at(file.place(""))
                    .instead("add a `title`: it is the type's name in every language"),
            ),
        }
    }

    /// A root without a name is no type: what would shape one is lost.
    fn nothing_but_definitions(&mut self, file: &JsonFile) {
        for key in file.value.as_object().into_iter().flat_map(Map::keys) {
            if is_supported(key) && !SAID_OF_A_FILE.contains(&key.as_str()) {
                self.found.push(
                    Diagnostic::error(
                        Code::MisplacedKeyword,
                        format!("`{key}` at the root of a file without a `title`"),
                    )
                    .at(file.key_place(&step("", key)))
                    .because("such a file holds definitions alone; it would be dropped without a word")
                    .instead("add a `title`, or remove it"),
                );
            }
        }
    }

    fn define(&mut self, origin: Origin, name: String) {
        let Some(&file) = self.files.get(origin.file.as_str()) else { return };
        let schema = match file.value.pointer(&origin.pointer) {
            Some(Value::Object(schema)) => without_definitions(schema),
            // As objects these are the same.
            Some(Value::Bool(true)) if self.asserts() => Map::new(),
            Some(Value::Bool(false)) if self.asserts() => Map::from_iter([("not".to_owned(), json!({}))]),
            _ => {
                let diagnostic = Diagnostic::error(Code::NoObject, "a definition is not an object");
                return self.found.push(diagnostic.at(file.place(&origin.pointer)));
            }
        };
        let here = Here { file, at: At::Root(&origin.pointer), name: Name::Whole(&name) };
        let schema = self.resolve_object(schema, &here, Position::Definition);
        self.all.push(Definition { name, module: module_of(&origin.file), origin, schema });
    }

    fn resolve(&mut self, schema: Value, here: &Here<'_>, position: Position) -> Value {
        match schema {
            Value::Object(object) => Value::Object(self.resolve_object(object, here, position)),
            other => other,
        }
    }

    /// Rewrites the references in a schema and takes out what stands in place.
    fn resolve_object(
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
            object.insert("$ref".to_owned(), Value::String(target));
            return object;
        }
        if position == Position::Use && has_shape_of_its_own(&object) {
            return self.take_out(object, here);
        }
        // What is referred to in there is a definition of its own.
        DEFINITIONS.iter().for_each(|key| drop(object.shift_remove(*key)));
        // Its branches are no definitions of their own, and nothing in them refers to another one.
        let is_listed = open_enum(&object).is_some() || one_by_one(&object).is_some();
        for (key, value) in &mut object {
            let below = here.below(key);
            *value = match (key.as_str(), value.take()) {
                ("oneOf" | "anyOf", branches) if is_listed => branches,
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
                // A part of the definition itself, or a condition: it needs no name, and a reference in it is resolved.
                ("allOf", Value::Array(parts)) => {
                    let each = |(index, it)| self.resolve(it, &below.item(index), Position::Definition);
                    Value::Array(parts.into_iter().enumerate().map(each).collect())
                }
                (key, value) => self.judged_at(key, value, &below),
            };
        }
        object
    }

    /// What no type is made of: it stays where it is, and the references in it are resolved.
    fn judged(&mut self, schema: Value, here: &Here<'_>) -> Value {
        let Value::Object(mut object) = schema else { return schema };
        DEFINITIONS.iter().for_each(|key| drop(object.shift_remove(*key)));
        for (key, value) in &mut object {
            let below = here.below(key);
            *value = match (key.as_str(), value.take()) {
                ("$ref", Value::String(reference)) => Value::String(self.target(&reference, &below)),
                (key, value) => self.judged_at(key, value, &below),
            };
        }
        Value::Object(object)
    }

    /// The value of a keyword of which no type is made.
    fn judged_at(&mut self, key: &str, value: Value, here: &Here<'_>) -> Value {
        match (below(key), value) {
            (Below::Schema, Value::Array(all)) => {
                let each = |(index, it): (usize, Value)| self.judged(it, &here.item(index));
                Value::Array(all.into_iter().enumerate().map(each).collect())
            }
            (Below::Schema, schema) => self.judged(schema, here),
            (Below::Named, Value::Object(mut all)) => {
                for (name, schema) in &mut all {
                    *schema = self.judged(schema.take(), &here.below(name));
                }
                Value::Object(all)
            }
            (_, value) => value,
        }
    }

    /// Of several without a name none can have the only one that could be made up.
    fn branches(&mut self, branches: Vec<Value>, here: &Here<'_>, position: Position) -> Vec<Value> {
        let nameless = |branch: &&Value| {
            branch.as_object().is_some_and(has_shape_of_its_own)
                && branch.get("x-variant").or_else(|| branch.get("title")).is_none()
        };
        if self.asserts() && branches.iter().filter(nameless).count() > 1 {
            let each = |(index, it): (usize, Value)| self.judged(it, &here.item(index));
            return branches.into_iter().enumerate().map(each).collect();
        }
        branches
            .into_iter()
            .enumerate()
            .map(|(index, branch)| {
                let name = branch.get("x-variant").or_else(|| branch.get("title")).and_then(Value::as_str);
                let name = name.map(str::to_owned);
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

    /// Makes a definition of what stands in place, and leaves a reference.
    fn take_out(&mut self, mut object: Map<String, Value>, here: &Here<'_>) -> Map<String, Value> {
        let origin = Origin { file: here.file.path.clone(), pointer: here.at.pointer() };
        let referred_to = self.names.get(&origin).cloned();
        let name = match (&referred_to, object.get("title").and_then(Value::as_str)) {
            (Some(name), _) => name.clone(),
            (None, Some(title)) => naming::of_title(title).into_owned(),
            (None, None) => here.name.spelled(),
        };
        let level = level(self.set, Lint::InlineObject);
        if level != Level::Allow {
            let diagnostic =
                Diagnostic::error(Code::InlineObject, "an object, enum or union without a name of its own")
                    .at(here.file.place(&origin.pointer))
                    .because(format!("it becomes a type, and the only name for it is made up: `{name}`"))
                    .instead(format!(
                        "move it to `$defs` under a name and refer to it: {{\"$ref\": \"#/$defs/{name}\"}}"
                    ));
            self.lints.push(leveled(diagnostic, level));
        }
        // What describes the use stays with it.
        let stays: Map<String, Value> =
            ["description", "x-variant", "x-since", "x-until", "default", "deprecated", "x-deprecated"]
                .into_iter()
                .filter_map(|key| Some((key.to_owned(), object.get(key)?.clone())))
                .collect();
        object.shift_remove("x-variant");
        object.shift_remove("default");
        if referred_to.is_none() {
            let inner = Here { name: Name::Whole(&name), ..*here };
            let schema = self.resolve_object(object, &inner, Position::Definition);
            let module = module_of(&origin.file);
            self.all.push(Definition { name: name.clone(), module, origin, schema });
        }
        let mut reference = Map::from_iter([("$ref".to_owned(), json!(name))]);
        reference.extend(stays);
        reference
    }

    /// Whether what no type says may be asserted.
    fn asserts(&self) -> bool {
        level(self.set, Lint::Untyped) != Level::Deny
    }

    /// The file that a reference means, by its path or by its `$id`; none if it leads out of the set.
    fn file(&self, path: &str, from: &JsonFile) -> Option<String> {
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

    /// Gives a name to every schema that is referred to and is no definition.
    fn name_targets(&mut self) {
        let mut targets = BTreeSet::new();
        for file in &self.set.schemas {
            walk(&file.value, At::Root(""), &mut |schema, _| {
                let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { return };
                let (path, fragment) = reference.split_once('#').unwrap_or((reference, ""));
                if let Some(file) = self.file(path, file) {
                    targets.insert(Origin { file, pointer: decode(fragment) });
                }
            });
        }
        for origin in targets {
            if !self.names.contains_key(&origin)
                && let Some(name) = self.name_of_target(&origin)
            {
                self.names.insert(origin, name);
            }
        }
    }

    /// What a schema is called that stands below a definition: after the definition and the way from there.
    fn name_of_target(&self, target: &Origin) -> Option<String> {
        let file = self.files.get(target.file.as_str())?;
        let mut here = &file.value;
        let mut at = Origin { file: target.file.clone(), pointer: String::new() };
        let mut name = self.names.get(&at).cloned().unwrap_or_else(|| module_of(&target.file).to_upper_camel_case());
        let mut steps = target.pointer.strip_prefix('/')?.split('/').map(unescaped);
        while let Some(key) = steps.next() {
            here = here.get(&key)?;
            at.pointer = step(&at.pointer, &key);
            let of_key = match (key.as_str(), below(&key), here) {
                (_, Below::Data, _) => return None,
                (_, Below::Schema, Value::Array(all)) => {
                    let written = steps.next()?;
                    // `00` and `+1` are no steps to an item.
                    let index: usize = written.parse().ok().filter(|index: &usize| index.to_string() == written)?;
                    here = all.get(index)?;
                    at.pointer = step(&at.pointer, &written);
                    format!("{}{}", key.to_upper_camel_case(), index + 1)
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
            name = match (self.names.get(&at), here.get("title").and_then(Value::as_str)) {
                (Some(known), _) => known.clone(),
                // A key such as `""` would leave the name of what is around it.
                (None, Some(title)) if of_key.is_empty() || here.as_object().is_some_and(has_shape_of_its_own) => {
                    naming::of_title(title).into_owned()
                }
                _ => format!("{name}{of_key}"),
            };
        }
        (here.is_object() || here.is_boolean()).then_some(name)
    }

    /// How one refers from a file to definitions that one may have meant.
    fn references_like(&mut self, reference: &str, from: &JsonFile) -> Vec<String> {
        self.broken += 1;
        if self.broken > COMPARED {
            return Vec::new();
        }
        let all: Vec<String> = self.names.keys().map(|origin| reference::to(origin, &from.path)).collect();
        nearest(reference, all.iter().map(String::as_str), 3).into_iter().map(str::to_owned).collect()
    }

    /// The name of the definition that a reference leads to; an empty one, with a diagnostic, if it leads nowhere.
    fn target(&mut self, reference: &str, here: &Here<'_>) -> String {
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
        let pointer = decode(fragment);
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

/// A fragment is a pointer in which a URL's escapes may stand.
fn decode(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped = match (first, tail) {
            (b'%', [high, low, ..]) => {
                std::str::from_utf8(&[*high, *low]).ok().and_then(|hex| u8::from_str_radix(hex, 16).ok())
            }
            _ => None,
        };
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The schema alone: each definition that stands in it has one of its own.
fn without_definitions(schema: &Map<String, Value>) -> Map<String, Value> {
    let own = schema.iter().filter(|(key, _)| !DEFINITIONS.contains(&key.as_str()));
    own.map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// Whether a schema is a definition of its own, or one part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Position {
    Definition,
    Use,
}

/// Where a schema stands, and what it would be called if it needed a name.
#[derive(Clone, Copy)]
struct Here<'a> {
    file: &'a JsonFile,
    at: At<'a>,
    name: Name<'a>,
}

/// What a schema would be called. Few need it.
#[derive(Clone, Copy)]
enum Name<'a> {
    /// So.
    Whole(&'a str),
    /// After what it stands in, and this.
    Part(&'a Self, &'a str),
}

impl Here<'_> {
    fn below<'b>(&'b self, key: &'b str) -> Here<'b> {
        Here { at: self.at.key(key), ..*self }
    }

    fn item(&self, index: usize) -> Here<'_> {
        Here { at: self.at.index(index), ..*self }
    }

    fn named<'b>(&'b self, part: &'b str) -> Here<'b> {
        Here { name: Name::Part(&self.name, part), ..*self }
    }

    fn place(&self) -> Place {
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

/// `allOf` of one reference and nothing else that shapes: how draft-07, where nothing stands beside a `$ref`, writes a
/// reference with a description.
fn lone_reference(schema: &Map<String, Value>) -> Option<String> {
    const SHAPES: [&str; 8] =
        ["type", "properties", "required", "additionalProperties", "unevaluatedProperties", "enum", "oneOf", "anyOf"];
    let [Value::Object(part)] = &schema.get("allOf")?.as_array()?[..] else { return None };
    let alone = part.len() == 1 && SHAPES.iter().all(|key| !schema.contains_key(*key));
    part.get("$ref").and_then(Value::as_str).filter(|_| alone).map(str::to_owned)
}

/// A struct, an enum or a union; lists, maps, scalars, constants and nullable expressions need no name.
fn has_shape_of_its_own(schema: &Map<String, Value>) -> bool {
    schema.keys().any(|key| match key.as_str() {
        "properties" | "enum" | "allOf" | "oneOf" => true,
        "anyOf" => nullable(schema).is_none(),
        _ => false,
    })
}

/// `anyOf` of null and one schema more: that schema, and which one it is.
pub fn nullable(schema: &Map<String, Value>) -> Option<(usize, &Value)> {
    let is_null = |branch: &Value| is_plain(branch, "null");
    match &schema.get("anyOf")?.as_array()?[..] {
        [one, null] if is_null(null) && !is_null(one) => Some((0, one)),
        [null, one] if is_null(null) && !is_null(one) => Some((1, one)),
        _ => None,
    }
}

/// `anyOf` of known strings and any string: the branch of the known ones, and which one it is.
pub fn open_enum(schema: &Map<String, Value>) -> Option<(usize, &Map<String, Value>)> {
    let known = |branch: &'_ Value| branch.get("enum").is_some_and(Value::is_array);
    let is_string = |branch: &Value| is_plain(branch, "string");
    match &schema.get("anyOf")?.as_array()?[..] {
        [one, any] if known(one) && is_string(any) => Some((0, one.as_object()?)),
        [any, one] if known(one) && is_string(any) => Some((1, one.as_object()?)),
        _ => None,
    }
}

/// `oneOf` or `anyOf` of strings, each branch one or some of them with what is said of these: how an enum is written whose
/// values have descriptions. The keyword and its branches.
pub fn one_by_one(schema: &Map<String, Value>) -> Option<(&'static str, Vec<&Map<String, Value>>)> {
    let (key, branches) = match (schema.get("oneOf"), schema.get("anyOf")) {
        (Some(branches), None) => ("oneOf", branches.as_array()?),
        (None, Some(branches)) => ("anyOf", branches.as_array()?),
        _ => return None,
    };
    let of_strings = |branch: &Map<String, Value>| match (branch.get("const"), branch.get("enum")) {
        (Some(value), None) => value.is_string(),
        (None, Some(values)) => values.as_array().is_some_and(|it| !it.is_empty() && it.iter().all(Value::is_string)),
        _ => false,
    };
    // A member that is called something is one of a union.
    let says_more = |key: &String| key == "$ref" || key == "x-variant" || below(key) != Below::Data;
    let branch = |it: &'_ Value| it.as_object().is_some_and(|it| of_strings(it) && !it.keys().any(says_more));
    if branches.is_empty() || !branches.iter().all(branch) {
        return None;
    }
    let branches: Vec<_> = branches.iter().filter_map(Value::as_object).collect();
    // What two of `oneOf` have is none of its values.
    let mut seen = HashSet::new();
    let mut values = branches.iter().flat_map(|branch| values_of(branch));
    values.all(|(_, value)| seen.insert(value.as_str())).then_some((key, branches))
}

/// The values of such a branch, each with its pointer below it.
pub fn values_of(branch: &Map<String, Value>) -> impl Iterator<Item = (String, &Value)> {
    let listed = branch.get("enum").and_then(Value::as_array).into_iter().flatten().enumerate();
    let alone = branch.get("const").map(|value| (String::new(), value));
    alone.into_iter().chain(listed.map(|(index, value)| (format!("/enum/{index}"), value)))
}

/// It says this type and nothing else.
fn is_plain(schema: &Value, name: &str) -> bool {
    schema.as_object().is_some_and(|it| it.len() == 1 && it.get("type").is_some_and(|it| it == name))
}

fn unique(set: &SchemaSet, all: &[Definition], found: &mut Diagnostics) -> BTreeMap<String, usize> {
    let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
    let mut told = BTreeSet::new();
    for (index, definition) in all.iter().enumerate() {
        match by_name.get(&definition.name).map(|first| &all[*first]) {
            None => drop(by_name.insert(definition.name.clone(), index)),
            Some(first) if told.insert((&first.origin, &definition.origin)) => {
                let message = format!("two definitions are called `{}`", definition.name);
                let diagnostic = Diagnostic::error(Code::SameName, message)
                    .because("the root of every package exports all types by their names")
                    .instead(name_apart(first, definition));
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

/// It is told of a node whose name is told to be another one's: the name that it would advise is taken, and what to write is
/// said there.
fn is_named_apart(lint: &Diagnostic, found: &Diagnostics) -> bool {
    let of_names = found.0.iter().filter(|one| one.code == Code::SameName);
    of_names.flat_map(|one| one.place.iter().chain(&one.other)).any(|place| lint.place.as_ref() == Some(place))
}

/// Of a name that was made up for what stands in place, that can be told what to write.
fn name_apart(first: &Definition, second: &Definition) -> String {
    let made_up = [second, first].into_iter().find(|it| !naming::is_named(&it.origin));
    let shaped = |it: &Definition| has_shape_of_its_own(&it.schema);
    let advice = |it: &Definition| naming::another(&it.origin, &it.name, shaped(it));
    match made_up {
        Some(it) => format!("the name of what is at {} is made up: {}", it.origin.pointer, advice(it)),
        None => "rename one of them".to_owned(),
    }
}
