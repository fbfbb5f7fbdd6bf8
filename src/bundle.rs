//! Self-contained schemas: a type and all that it refers to in one file, made from the schemas themselves.
//!
//! They do not pass through the model, so that they can stand as the reference that every binding is held against. What
//! an output refers to is closed in them at every depth; a type that inputs use as well has an open and a closed twin.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::check;
use crate::link::Definitions;
use crate::load::{fragment, step};
use crate::model::{Contract, Kind, TypeDef};

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Makes the published schemas of a contract.
#[derive(Debug, Clone, Copy)]
pub struct Bundler<'a> {
    contract: &'a Contract,
    definitions: &'a Definitions,
}

/// A definition as one payload uses it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Use {
    name: String,
    /// No key that the definition does not name.
    closed: bool,
}

impl<'a> Bundler<'a> {
    /// Of a contract and the definitions that it was made from.
    pub fn new(contract: &'a Contract, definitions: &'a Definitions) -> Self {
        Self { contract, definitions }
    }

    /// The type alone. For one that both directions use, `closed` chooses the twin.
    pub fn schema(&self, name: &str, closed: bool) -> Value {
        let root = Use { name: name.to_owned(), closed };
        let used = self.reached(&root);
        let mut schema =
            self.head(&root, if closed && self.is_shared(name) { format!("{name}:closed") } else { name.to_owned() });
        schema.extend(self.body(&root, &|used: &Use| used.name.clone()));
        let defs: Map<String, Value> = used
            .iter()
            .filter(|one| one.name != name || self.refers_to_itself(name))
            .map(|one| (one.name.clone(), Value::Object(self.body(one, &|used: &Use| used.name.clone()))))
            .collect();
        if !defs.is_empty() {
            schema.insert("$defs".to_owned(), Value::Object(defs));
        }
        Value::Object(schema)
    }

    /// Every type in one file: `#/$defs/<Type>`, and `#/$defs/<Type>:closed` for the closed twins.
    pub fn all(&self) -> Value {
        let key = |used: &Use| if used.closed { format!("{}:closed", used.name) } else { used.name.clone() };
        let mut defs = BTreeMap::new();
        for def in &self.contract.types {
            for closed in [false, true] {
                let used = self.used(&def.name, closed);
                defs.insert(key(&used), Value::Object(self.body(&used, &key)));
            }
        }
        let mut schema = Map::new();
        schema.insert("$schema".to_owned(), json!(DIALECT));
        schema.insert("$id".to_owned(), json!(format!("{}bundle", self.contract.set.ids.prefix)));
        self.version(&mut schema);
        schema.insert("$defs".to_owned(), json!(defs));
        Value::Object(schema)
    }

    /// It is used open and closed, and the two differ.
    pub fn is_shared(&self, name: &str) -> bool {
        self.contract.get(name).is_some_and(|def| def.input && def.output && !matches!(def.kind, Kind::Enum(_)))
    }

    fn head(&self, root: &Use, id: String) -> Map<String, Value> {
        let mut schema = Map::new();
        schema.insert("$schema".to_owned(), json!(DIALECT));
        schema.insert("$id".to_owned(), json!(format!("{}{id}", self.contract.set.ids.prefix)));
        schema.insert("title".to_owned(), json!(root.name));
        self.version(&mut schema);
        schema
    }

    fn version(&self, schema: &mut Map<String, Value>) {
        if let Some(host) = &self.contract.set.host {
            schema.insert("x-host".to_owned(), json!({"name": host.name, "version": host.version}));
        }
    }

    /// A reference from a closed place to a type that both directions use leads to its closed twin.
    fn used(&self, name: &str, closed: bool) -> Use {
        Use { name: name.to_owned(), closed: closed && self.is_shared(name) }
    }

    fn is_closed_place(&self, root: &Use) -> bool {
        root.closed || self.contract.get(&root.name).is_some_and(|def| def.output && !def.input)
    }

    /// The definition, its references turned to where `key` says.
    fn body(&self, root: &Use, key: &dyn Fn(&Use) -> String) -> Map<String, Value> {
        let Some(definition) = self.definitions.get(&root.name) else { return Map::new() };
        let closed = self.is_closed_place(root);
        let mut body = self.turned(&definition.schema, closed, key);
        body.retain(|name, _| !matches!(name.as_str(), "$schema" | "$id" | "title" | "$comment" | "x-direction"));
        let says = |key: &str| definition.schema.contains_key(key);
        let is_struct = self.contract.get(&root.name).is_some_and(|def| matches!(def.kind, Kind::Struct(_)));
        if root.closed && is_struct && !says("unevaluatedProperties") && !says("additionalProperties") {
            body.insert("unevaluatedProperties".to_owned(), json!(false));
        }
        body
    }

    fn turned(&self, schema: &Map<String, Value>, closed: bool, key: &dyn Fn(&Use) -> String) -> Map<String, Value> {
        let mut turned = check::map(schema, &mut |inner| self.turned(inner, closed, key));
        if let Some(Value::String(target)) = turned.get_mut("$ref") {
            *target = format!("#/$defs{}", fragment(&step("", &key(&self.used(target, closed)))));
        }
        turned
    }

    /// The uses below one, itself left out unless it comes back to itself.
    fn reached(&self, root: &Use) -> BTreeSet<Use> {
        let mut found = BTreeSet::new();
        let mut open = vec![root.clone()];
        while let Some(one) = open.pop() {
            let closed = self.is_closed_place(&one);
            let Some(definition) = self.definitions.get(&one.name) else { continue };
            let schema = Value::Object(definition.schema.clone());
            check::walk(&schema, "", &mut |schema, _| {
                let Some(name) = schema.get("$ref").and_then(Value::as_str) else { return };
                let used = self.used(name, closed);
                if found.insert(used.clone()) {
                    open.push(used);
                }
            });
        }
        found
    }

    fn refers_to_itself(&self, name: &str) -> bool {
        self.contract.get(name).is_some_and(|def: &TypeDef| def.recursive)
    }
}
