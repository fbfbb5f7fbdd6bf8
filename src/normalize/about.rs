//! Which values a schema accepts, and of which it says something.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::both::is_list;
use super::targets::Targets;
use crate::model::assertion::same;
use crate::schema::{Find, JsonFile, Origin, is_asserted, reference, shows_parts, step};

/// The schemas of a set at one time. Answers about the targets of references are kept, as many paths can lead to them.
pub struct Known {
    files: BTreeMap<String, Value>,
    other_types: Answers<Accepts>,
    about_objects: Answers<bool>,
    with_parts: Answers<bool>,
    /// The number of references on the way to a schema.
    steps: Cell<usize>,
    /// What references lead to, unless a step has it.
    targets: Option<Targets>,
}

type Answers<T> = RefCell<BTreeMap<Origin, T>>;

/// Which of several values a schema accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepts {
    /// All of them.
    All,
    /// None of them.
    Nothing,
    /// Some of them, or it is not known.
    Unknown,
}

/// How many references in a row are followed.
const MOST_STEPS: usize = 8;

/// How many schemas are read for an answer that is not kept.
const MOST_SCHEMAS: usize = 256;

impl Known {
    /// Keeps the schemas of a set.
    pub fn of(schemas: &[JsonFile]) -> Self {
        Self::of_files(schemas.iter().map(|file| (file.path.clone(), file.value.clone())).collect())
    }

    /// Returns what references lead to, for a step that gives it back to [`update`](Self::update).
    pub fn targets(&mut self, schemas: &[JsonFile]) -> Targets {
        self.targets.take().unwrap_or_else(|| Targets::of(schemas))
    }

    /// Keeps the schemas after a step, which most often changes none of them. Then its targets are still right, too.
    pub fn update(&mut self, schemas: &[JsonFile], targets: Targets, is_changed: bool) {
        *self = match is_changed {
            true => Self::of(schemas),
            false => Self { targets: Some(targets), ..Self::of_files(std::mem::take(&mut self.files)) },
        };
    }

    fn of_files(files: BTreeMap<String, Value>) -> Self {
        Self {
            files,
            other_types: Answers::default(),
            about_objects: Answers::default(),
            with_parts: Answers::default(),
            steps: Cell::new(0),
            targets: None,
        }
    }

    /// Returns the place of what a schema refers to, and what is there.
    pub fn target(&self, schema: &Map<String, Value>, file: &str) -> Option<(Origin, &Value)> {
        let target = target_of(schema, file)?;
        let node = self.node(&target)?;
        Some((target, node))
    }

    fn node(&self, origin: &Origin) -> Option<&Value> {
        self.files.get(&origin.file)?.pointer(&origin.pointer)
    }

    /// Returns the place of what a schema refers to, and says nothing beside, and what is there.
    pub fn lone_target(&self, schema: &Map<String, Value>, file: &str) -> Option<(Origin, &Map<String, Value>)> {
        if schema.keys().any(|key| is_asserted(key) && key != "$ref") {
            return None;
        }
        let (origin, node) = self.target(schema, file)?;
        Some((origin, node.as_object()?))
    }

    /// Returns the keywords of a schema of listed values, or of the one that it only refers to.
    pub fn values(&self, schema: &Map<String, Value>, file: &str) -> Option<Map<String, Value>> {
        let asserted = self.list(schema, file)?.iter().filter(|(key, _)| is_asserted(key));
        Some(asserted.map(|(key, value)| (key.clone(), value.clone())).collect())
    }

    /// Returns the schema of listed values that a schema is, or only refers to.
    fn list<'s>(&'s self, schema: &'s Map<String, Value>, file: &str) -> Option<&'s Map<String, Value>> {
        self.list_or(schema, file, &|_| false)
    }

    /// Does so for a schema of listed values, or another one of which this is true.
    fn list_or<'s>(
        &'s self,
        mut schema: &'s Map<String, Value>,
        file: &str,
        is_other: &dyn Fn(&Map<String, Value>) -> bool,
    ) -> Option<&'s Map<String, Value>> {
        let mut here = file.to_owned();
        for _ in 0..MOST_STEPS {
            if is_list(schema) || is_other(schema) {
                return Some(schema);
            }
            let (origin, node) = self.lone_target(schema, &here)?;
            (here, schema) = (origin.file, node);
        }
        None
    }

    /// Returns the values of a schema that lists strings, booleans and integers alone, each once.
    pub fn scalars<'s>(&'s self, schema: &'s Map<String, Value>, file: &str) -> Option<Vec<&'s Value>> {
        let list = self.list_or(schema, file, &is_boolean)?;
        let listed = || list.keyword("enum")?.as_array().map(Vec::as_slice);
        let all = match list.keyword("const") {
            Some(one) => std::slice::from_ref(one),
            None if is_boolean(list) => &BOOLEANS,
            None => listed()?,
        };
        let mut values: Vec<&Value> = Vec::new();
        for value in all {
            if !(value.is_string() || value.is_boolean() || value.is_i64() || value.is_u64()) {
                return None;
            }
            values.extend((!values.iter().any(|it| same(it, value))).then_some(value));
        }
        Some(values)
    }

    /// Returns the values of a schema that lists strings alone, each once.
    pub fn strings<'s>(&'s self, schema: &'s Map<String, Value>, file: &str) -> Option<Vec<&'s Value>> {
        self.scalars(schema, file).filter(|all| all.iter().all(|it| it.is_string()))
    }

    /// Returns the answer about what a schema refers to, or `unknown` if it is not there, refers to itself, or is too far away.
    fn of_target<T: Copy>(
        &self,
        known: &Answers<T>,
        (schema, file): (&Map<String, Value>, &str),
        unknown: T,
        answer: impl FnOnce(&Value, &str) -> T,
    ) -> T {
        let Some(origin) = target_of(schema, file) else { return unknown };
        if let Some(found) = known.borrow().get(&origin) {
            return *found;
        }
        let Some(node) = self.node(&origin).filter(|_| self.steps.get() <= MOST_STEPS) else { return unknown };
        known.borrow_mut().insert(origin.clone(), unknown);
        self.steps.set(self.steps.get() + 1);
        let found = answer(node, &origin.file);
        self.steps.set(self.steps.get() - 1);
        known.borrow_mut().insert(origin, found);
        found
    }

    /// Returns true if every value of a schema surely is valid for a schema of which this is true: the schema itself, a part
    /// of it, each of its branches, or the one that it refers to.
    pub fn is_sure(&self, schema: &Value, file: &str, is: &dyn Fn(&Map<String, Value>) -> bool) -> bool {
        self.is_sure_within(schema, file, &Cell::new(MOST_SCHEMAS), is)
    }

    fn is_sure_within(
        &self,
        schema: &Value,
        file: &str,
        left: &Cell<usize>,
        is: &dyn Fn(&Map<String, Value>) -> bool,
    ) -> bool {
        let Value::Object(schema) = schema else { return *schema == Value::Bool(false) };
        if left.get() == 0 {
            return false;
        }
        left.set(left.get() - 1);
        let all = |key: &str| schema.keyword(key).and_then(Value::as_array);
        let each = |it: &Value| self.is_sure_within(it, file, left, is);
        let target = || {
            let (origin, node) = self.target(schema, file)?;
            Some(self.is_sure_within(node, &origin.file, left, is))
        };
        is(schema)
            || all("allOf").is_some_and(|parts| parts.iter().any(each))
            || ["anyOf", "oneOf"].into_iter().filter_map(all).any(|branches| branches.iter().all(each))
            || target().unwrap_or(false)
    }

    /// Returns which values that are not objects a schema accepts.
    pub fn accepts_other_types(&self, schema: &Map<String, Value>, file: &str) -> Accepts {
        let asserted = schema.iter().filter(|(key, _)| is_asserted(key));
        all(asserted.map(|(key, value)| self.by_keyword(schema, key, value, file)))
    }

    fn by_keyword(&self, schema: &Map<String, Value>, key: &str, value: &Value, file: &str) -> Accepts {
        let by_schema = |schema: &Value| match schema {
            Value::Object(schema) => self.accepts_other_types(schema, file),
            Value::Bool(false) => Accepts::Nothing,
            _ => Accepts::All,
        };
        let each = || value.as_array().into_iter().flatten().map(by_schema);
        let at = |key: &str| schema.keyword(key).map_or(Accepts::All, by_schema);
        match key {
            "type" if types_of(value).iter().all(|of| *of == "object") => Accepts::Nothing,
            "const" if value.is_object() => Accepts::Nothing,
            "enum" if value.as_array().is_some_and(|all| all.iter().all(Value::is_object)) => Accepts::Nothing,
            "$ref" => self.of_target(&self.other_types, (schema, file), Accepts::Unknown, |node, file| match node {
                Value::Object(node) => self.accepts_other_types(node, file),
                _ => Accepts::Unknown,
            }),
            "allOf" => all(each()),
            "anyOf" => not(all(each().map(not))),
            "oneOf" => one(each()),
            "not" => not(by_schema(value)),
            "if" => match (by_schema(value), at("then"), at("else")) {
                (Accepts::All, then, _) => then,
                (Accepts::Nothing, _, other) => other,
                (Accepts::Unknown, then, other) if then == other => then,
                (Accepts::Unknown, ..) => Accepts::Unknown,
            },
            // They are a part of `if`.
            "then" | "else" => Accepts::All,
            key if is_about(key, "object") => Accepts::All,
            _ => Accepts::Unknown,
        }
    }

    /// Returns true if everything that a schema says is about objects: its keywords, or those of its parts.
    pub fn is_about_objects(&self, schema: &Map<String, Value>, file: &str) -> bool {
        let below = |schema: &Value| schema.as_object().is_some_and(|it| self.is_about_objects(it, file));
        let target = |node: &Value, file: &str| node.as_object().is_some_and(|it| self.is_about_objects(it, file));
        let mut asserted = schema.iter().filter(|(key, _)| is_asserted(key)).peekable();
        asserted.peek().is_some()
            && asserted.all(|(key, value)| match key.as_str() {
                "allOf" | "anyOf" | "oneOf" => value.as_array().is_some_and(|all| all.iter().all(below)),
                "not" | "if" | "then" | "else" => below(value),
                "$ref" => self.of_target(&self.about_objects, (schema, file), false, target),
                key => is_about(key, "object"),
            })
    }

    /// Returns true if a schema, or what it refers to, says that a value is an object, or speaks of objects alone.
    pub fn is_of_objects(&self, schema: &Value, file: &str) -> bool {
        let is_object = |it: &Map<String, Value>| it.keyword("type").is_some_and(|of| types_of(of) == ["object"]);
        let is_about = |it: &Map<String, Value>| self.is_about_objects(it, file);
        self.is_sure(schema, file, &is_object) || schema.as_object().is_some_and(is_about)
    }

    /// Adds the names of the properties that a schema surely gives schemas to: itself, in a part, or in what it refers to.
    pub fn names(&self, schema: &Map<String, Value>, file: &str, names: &mut BTreeSet<String>) {
        self.names_within(schema, file, &Cell::new(MOST_SCHEMAS), names);
    }

    fn names_within(&self, schema: &Map<String, Value>, file: &str, left: &Cell<usize>, names: &mut BTreeSet<String>) {
        if left.get() == 0 {
            return;
        }
        left.set(left.get() - 1);
        names.extend(
            schema.keyword("properties").and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name.clone()),
        );
        let parts = schema.keyword("allOf").and_then(Value::as_array).into_iter().flatten();
        parts.filter_map(Value::as_object).for_each(|part| self.names_within(part, file, left, names));
        if let Some((origin, Value::Object(node))) = self.target(schema, file) {
            self.names_within(node, &origin.file, left, names);
        }
    }

    /// Returns the keyword of the union that a schema refers to and says nothing beside, and references to its branches.
    pub fn union_of(&self, schema: &Map<String, Value>, file: &str) -> Option<(&'static str, Vec<Value>)> {
        let asserted = |schema: &'_ Map<String, Value>| -> Vec<String> {
            schema.keys().filter(|key| is_asserted(key)).cloned().collect()
        };
        let (mut here, mut schema) = (file.to_owned(), schema);
        for _ in 0..MOST_STEPS {
            if asserted(schema) != ["$ref"] {
                return None;
            }
            let (origin, node) = self.target(schema, &here)?;
            let node = node.as_object()?;
            let own = asserted(node);
            let key = ["oneOf", "anyOf"].into_iter().find(|key| own.iter().any(|it| it == key));
            let is_object = || node.keyword("type").is_none_or(|of| types_of(of) == ["object"]);
            if let Some(key) = key.filter(|key| own.iter().all(|it| it == key || it == "type") && is_object()) {
                let branches = node.keyword(key)?.as_array()?.iter().enumerate();
                let to = |(index, branch): (usize, &Value)| {
                    let own = branch.as_object().filter(|it| asserted(it) == ["$ref"]);
                    let own = own.and_then(|it| reference::target(&origin.file, it.keyword("$ref")?.as_str()?));
                    let pointer = || step(&step(&origin.pointer, key), &index.to_string());
                    let target = own.unwrap_or_else(|| Origin { file: origin.file.clone(), pointer: pointer() });
                    json!({"$ref": reference::to(&target, file)})
                };
                return Some((key, branches.map(to).collect()));
            }
            (here, schema) = (origin.file, node);
        }
        None
    }

    /// Returns true if a schema gives schemas to the properties, values or items of something, itself or in a part. Nothing else
    /// of an object or a list is in a type.
    pub fn shows_parts(&self, schema: &Map<String, Value>, file: &str) -> bool {
        let below = |schema: &Value| schema.as_object().is_some_and(|it| self.shows_parts(it, file));
        let target = |node: &Value, file: &str| node.as_object().is_some_and(|it| self.shows_parts(it, file));
        schema.iter().any(|(key, value)| match key.as_str() {
            "allOf" | "anyOf" | "oneOf" => value.as_array().is_some_and(|all| all.iter().any(below)),
            "$ref" => self.of_target(&self.with_parts, (schema, file), false, target),
            key => shows_parts(key, value),
        })
    }
}

/// Returns the place of what a schema refers to.
fn target_of(schema: &Map<String, Value>, file: &str) -> Option<Origin> {
    reference::target(file, schema.keyword("$ref")?.as_str()?)
}

/// The values of a boolean.
static BOOLEANS: [Value; 2] = [Value::Bool(true), Value::Bool(false)];

/// Returns true for a schema of both booleans alone.
fn is_boolean(schema: &Map<String, Value>) -> bool {
    let mut asserted = schema.iter().filter(|(key, _)| is_asserted(key));
    asserted.next().is_some_and(|(key, of)| key == "type" && types_of(of) == ["boolean"]) && asserted.next().is_none()
}

fn not(accepts: Accepts) -> Accepts {
    match accepts {
        Accepts::All => Accepts::Nothing,
        Accepts::Nothing => Accepts::All,
        Accepts::Unknown => Accepts::Unknown,
    }
}

/// Returns what all of several schemas accept.
fn all(each: impl Iterator<Item = Accepts>) -> Accepts {
    let mut both = Accepts::All;
    for accepts in each {
        match accepts {
            Accepts::Nothing => return Accepts::Nothing,
            Accepts::Unknown => both = Accepts::Unknown,
            Accepts::All => {}
        }
    }
    both
}

/// Returns what exactly one of several schemas accepts.
fn one(each: impl Iterator<Item = Accepts>) -> Accepts {
    let each: Vec<Accepts> = each.collect();
    let count = |of: Accepts| each.iter().filter(|accepts| **accepts == of).count();
    match (count(Accepts::All), count(Accepts::Unknown)) {
        (2.., _) => Accepts::Nothing,
        (1, 0) => Accepts::All,
        (0, 0) => Accepts::Nothing,
        _ => Accepts::Unknown,
    }
}

/// Returns true for a keyword with a condition, or with what follows from one. No type is made of what is in there.
pub fn is_condition(key: &str) -> bool {
    matches!(key, "if" | "then" | "else" | "not" | "x-advice")
}

/// Returns true if a keyword says something about values of this type alone.
pub fn is_about(key: &str, kind: &str) -> bool {
    match kind {
        "string" => {
            matches!(key, "minLength" | "maxLength" | "pattern" | "format" | "contentEncoding" | "contentMediaType")
        }
        "number" | "integer" => {
            matches!(key, "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf")
        }
        "array" => matches!(
            key,
            "items"
                | "prefixItems"
                | "additionalItems"
                | "unevaluatedItems"
                | "minItems"
                | "maxItems"
                | "uniqueItems"
                | "contains"
                | "minContains"
                | "maxContains"
        ),
        "object" => matches!(
            key,
            "properties"
                | "required"
                | "additionalProperties"
                | "unevaluatedProperties"
                | "patternProperties"
                | "propertyNames"
                | "minProperties"
                | "maxProperties"
                | "dependentRequired"
                | "dependentSchemas"
                | "dependencies"
        ),
        _ => false,
    }
}

/// Returns the names in `type`.
pub fn types_of(types: &Value) -> Vec<&str> {
    match types {
        Value::String(one) => vec![one],
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}
