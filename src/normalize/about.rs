//! What a schema says of which values.

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::schema::{JsonFile, Origin, is_asserted, reference, shows_parts};

/// The schemas as they were.
pub struct Known {
    files: BTreeMap<String, Value>,
    /// What is known of the targets of references.
    of_others: RefCell<BTreeMap<Origin, Answer>>,
}

/// Whether a schema accepts values of some kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// All of them.
    Each,
    /// None of them.
    None,
    /// Some of them, or it is not known.
    Some,
}

/// How many references are followed to see what a schema accepts.
const MOST_STEPS: usize = 8;

impl Known {
    /// Keeps the schemas of a set.
    pub fn of(schemas: &[JsonFile]) -> Self {
        let files = schemas.iter().map(|file| (file.path.clone(), file.value.clone())).collect();
        Self { files, of_others: RefCell::default() }
    }

    /// Returns the place of what a schema refers to, and what is there.
    fn target(&self, schema: &Map<String, Value>, file: &str) -> Option<(Origin, &Value)> {
        let target = reference::target(file, schema.get("$ref")?.as_str()?)?;
        let node = self.files.get(&target.file)?.pointer(&target.pointer)?;
        Some((target, node))
    }

    /// Returns true if every value of a schema surely is valid for a schema of which this is true: the schema itself, a part
    /// of it, each of its branches, or the one that it refers to.
    pub fn is_sure(&self, schema: &Value, file: &str, steps: usize, is: &dyn Fn(&Map<String, Value>) -> bool) -> bool {
        let Value::Object(schema) = schema else { return *schema == Value::Bool(false) };
        let all = |key: &str| schema.get(key).and_then(Value::as_array);
        let each = |it: &Value| self.is_sure(it, file, steps + 1, is);
        let target = || {
            let (origin, node) = self.target(schema, file)?;
            Some(self.is_sure(node, &origin.file, steps + 1, is))
        };
        is(schema)
            || (steps < MOST_STEPS
                && (all("allOf").is_some_and(|parts| parts.iter().any(each))
                    || ["anyOf", "oneOf"].into_iter().filter_map(all).any(|branches| branches.iter().all(each))
                    || target().unwrap_or(false)))
    }

    /// Returns whether a schema accepts the values that are not objects.
    pub fn of_others(&self, schema: &Map<String, Value>, file: &str) -> Answer {
        let asserted = schema.iter().filter(|(key, _)| is_asserted(key));
        all(asserted.map(|(key, value)| self.keyword_of_others(schema, key, value, file)))
    }

    fn schema_of_others(&self, schema: &Value, file: &str) -> Answer {
        match schema {
            Value::Object(schema) => self.of_others(schema, file),
            Value::Bool(false) => Answer::None,
            _ => Answer::Each,
        }
    }

    fn keyword_of_others(&self, schema: &Map<String, Value>, key: &str, value: &Value, file: &str) -> Answer {
        let each = || value.as_array().into_iter().flatten().map(|it| self.schema_of_others(it, file));
        let at = |key: &str| schema.get(key).map_or(Answer::Each, |it| self.schema_of_others(it, file));
        match key {
            "type" if !types_of(value).iter().any(|of| *of != "object") => Answer::None,
            "const" if value.is_object() => Answer::None,
            "enum" if value.as_array().is_some_and(|all| all.iter().all(Value::is_object)) => Answer::None,
            "$ref" => self.target_of_others(schema, file),
            "allOf" => all(each()),
            "anyOf" => not(all(each().map(not))),
            "oneOf" => one(each()),
            "not" => not(self.schema_of_others(value, file)),
            "if" => match self.schema_of_others(value, file) {
                Answer::Each => at("then"),
                Answer::None => at("else"),
                Answer::Some if at("then") == at("else") => at("then"),
                Answer::Some => Answer::Some,
            },
            // They are a part of `if`.
            "then" | "else" => Answer::Each,
            key if is_about(key, "object") => Answer::Each,
            _ => Answer::Some,
        }
    }

    fn target_of_others(&self, schema: &Map<String, Value>, file: &str) -> Answer {
        let Some((origin, node)) = self.target(schema, file) else { return Answer::Some };
        if let Some(known) = self.of_others.borrow().get(&origin) {
            return *known;
        }
        // A schema that refers to itself has no answer.
        self.of_others.borrow_mut().insert(origin.clone(), Answer::Some);
        let answer = self.schema_of_others(node, &origin.file);
        self.of_others.borrow_mut().insert(origin, answer);
        answer
    }

    /// Returns true if everything that a schema says is about objects: its keywords, or those of its parts.
    pub fn is_about_objects(&self, schema: &Map<String, Value>, file: &str, steps: usize) -> bool {
        let below = |schema: &Value| schema.as_object().is_some_and(|it| self.is_about_objects(it, file, steps + 1));
        let target = || {
            let (origin, node) = self.target(schema, file)?;
            Some(self.is_about_objects(node.as_object()?, &origin.file, steps + 1))
        };
        let mut asserted = schema.iter().filter(|(key, _)| is_asserted(key)).peekable();
        asserted.peek().is_some()
            && asserted.all(|(key, value)| match key.as_str() {
                _ if steps > MOST_STEPS => false,
                "allOf" | "anyOf" | "oneOf" => value.as_array().is_some_and(|all| all.iter().all(below)),
                "not" | "if" | "then" | "else" => below(value),
                "$ref" => target().unwrap_or(false),
                key => is_about(key, "object"),
            })
    }

    /// Returns true if a schema without `type` speaks of the properties, values or items of something. Nothing else of an object
    /// or a list is in a type.
    pub fn shows_a_type(&self, schema: &Map<String, Value>, file: &str, steps: usize) -> bool {
        let below = |schema: &Value| schema.as_object().is_some_and(|it| self.shows_a_type(it, file, steps + 1));
        let target = || {
            let (origin, node) = self.target(schema, file)?;
            Some(self.shows_a_type(node.as_object()?, &origin.file, steps + 1))
        };
        schema.iter().any(|(key, value)| match key.as_str() {
            "allOf" | "anyOf" | "oneOf" if steps < MOST_STEPS => {
                value.as_array().is_some_and(|all| all.iter().any(below))
            }
            "$ref" if steps < MOST_STEPS => target().unwrap_or(false),
            key => shows_parts(key, value),
        })
    }
}

fn not(answer: Answer) -> Answer {
    match answer {
        Answer::Each => Answer::None,
        Answer::None => Answer::Each,
        Answer::Some => Answer::Some,
    }
}

/// Returns what is accepted by all of several schemas.
fn all(answers: impl Iterator<Item = Answer>) -> Answer {
    let mut both = Answer::Each;
    for answer in answers {
        match answer {
            Answer::None => return Answer::None,
            Answer::Some => both = Answer::Some,
            Answer::Each => {}
        }
    }
    both
}

/// Returns what is accepted by exactly one of several schemas.
fn one(answers: impl Iterator<Item = Answer>) -> Answer {
    let answers: Vec<Answer> = answers.collect();
    let count = |of: Answer| answers.iter().filter(|answer| **answer == of).count();
    match (count(Answer::Each), count(Answer::Some)) {
        (2.., _) => Answer::None,
        (1, 0) => Answer::Each,
        (0, 0) => Answer::None,
        _ => Answer::Some,
    }
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
