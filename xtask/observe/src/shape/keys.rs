//! The keys of a payload, compared with the contract.

use std::collections::{BTreeMap, BTreeSet};

use hookwire_codegen::internal::model::{Contract, Discriminator, Expr, Kind, Struct, Union, Variant};
use serde_json::{Map, Value};

/// The keys that the host sends and that no type can name, each with its type: in Python and Rust they would have the
/// name of another key. The description of that key says so.
const UNNAMED: [(&str, &str); 1] = [("AgentTeammateSpawned", "agent_id")];

/// The keys of some payloads, by their paths. A path has the names of the keys, `[]` for the items of a list, and the
/// name of the tool that selects a type: `tool_calls[].tool_input<Bash>.command`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keys {
    /// The keys that were there and that the contract has, each with the JSON types of its values.
    pub seen: BTreeMap<String, BTreeSet<&'static str>>,
    /// The keys that the contract has in the objects that were there.
    pub known: BTreeSet<String>,
    /// The keys that were there and that the contract does not have.
    pub unknown: BTreeSet<String>,
}

impl Keys {
    /// Adds the keys of an input. Returns false if the contract does not have its event.
    pub fn add(&mut self, contract: &Contract, input: &Value) -> bool {
        let event = input["hook_event_name"].as_str().and_then(|name| contract.operations.named(name));
        let Some(event) = event else { return false };
        self.definition(contract, &event.input, input, "");
        true
    }

    /// Returns the keys of the contract that no payload had.
    #[must_use]
    pub fn missing(&self) -> Vec<&str> {
        self.known.iter().filter(|path| !self.seen.contains_key(*path)).map(String::as_str).collect()
    }

    fn definition(&mut self, contract: &Contract, name: &str, value: &Value, path: &str) {
        let Some(definition) = contract.get(name) else { return };
        match &definition.kind {
            Kind::Struct(it) => self.object(contract, name, it, value, path),
            Kind::Union(it) => match variant(it, value) {
                Some(variant) => self.value(contract, &variant.expr, value, None, path),
                None => self.all_unknown(value, path),
            },
            Kind::Alias { target } => self.value(contract, target, value, None, path),
            Kind::Enum(_) => {}
        }
    }

    fn object(&mut self, contract: &Contract, name: &str, object: &Struct, value: &Value, path: &str) {
        let Some(entries) = value.as_object() else { return };
        self.known.extend(object.fields.iter().map(|field| join(path, &field.name)));
        for (key, value) in entries {
            let path = join(path, key);
            match object.fields.iter().find(|field| field.name == *key) {
                Some(field) => {
                    self.seen.entry(path.clone()).or_default().insert(json_type(value));
                    self.value(contract, &field.expr, value, Some(entries), &path);
                }
                None if object.free || UNNAMED.contains(&(name, key)) => {}
                None => drop(self.unknown.insert(path)),
            }
        }
    }

    /// Adds the keys of a value. `object` is the object that holds it: its keys select the type of keyed values.
    fn value(
        &mut self,
        contract: &Contract,
        expr: &Expr,
        value: &Value,
        object: Option<&Map<String, Value>>,
        path: &str,
    ) {
        match expr {
            Expr::Ref { name, .. } => self.definition(contract, name, value, path),
            Expr::List { item, .. } => {
                let path = format!("{path}[]");
                value.as_array().into_iter().flatten().for_each(|it| self.value(contract, item, it, None, &path));
            }
            Expr::Map { value: inner, .. } => {
                let path = format!("{path}.*");
                value.as_object().into_iter().flatten().for_each(|(_, it)| {
                    self.value(contract, inner, it, None, &path);
                });
            }
            Expr::Nullable { inner } | Expr::Bounded { inner, .. } | Expr::Asserted { inner, .. } => {
                if !value.is_null() {
                    self.value(contract, inner, value, object, path);
                }
            }
            Expr::Keyed { table, column, by, except, base, .. } => {
                let name = by.as_ref().and_then(|key| object?.get(key)?.as_str());
                let name = name.filter(|name| !except.iter().any(|it| it == name));
                match name.and_then(|name| Some((name, row_type(contract, table, column, name)?))) {
                    Some((tool, name)) => self.definition(contract, name, value, &format!("{path}<{tool}>")),
                    None => self.value(contract, base, value, object, path),
                }
            }
            Expr::Any
            | Expr::Matched { .. }
            | Expr::Never
            | Expr::Null
            | Expr::Boolean
            | Expr::Integer
            | Expr::Number
            | Expr::String
            | Expr::Constant { .. } => {}
        }
    }

    /// Adds the keys of an object that no member of a union describes.
    fn all_unknown(&mut self, value: &Value, path: &str) {
        self.unknown.extend(value.as_object().into_iter().flatten().map(|(key, _)| join(path, key)));
    }
}

/// Returns the type that a row of a table has in a column.
fn row_type<'c>(contract: &'c Contract, table: &str, column: &str, name: &str) -> Option<&'c str> {
    let rows = contract.tables.get(table)?;
    let exact =
        rows.iter().find(|row| row.prefix.is_none() && (row.name == name || row.aliases.iter().any(|it| it == name)));
    let row = exact.or_else(|| rows.iter().find(|row| row.prefix.as_ref().is_some_and(|it| name.starts_with(it))))?;
    row.cells.get(column)?.as_deref()
}

/// Returns the member of a union that a value belongs to.
fn variant<'u>(union: &'u Union, value: &Value) -> Option<&'u Variant> {
    let find = |test: &dyn Fn(&Variant) -> bool| union.variants.iter().find(|it| test(it));
    match &union.by {
        Discriminator::Tag { key } => match value.get(key).and_then(Value::as_str) {
            Some(tag) => find(&|it| it.tags.iter().any(|known| known == tag)),
            None => find(&|it| it.absent),
        },
        Discriminator::Key { key } => find(&|it| it.absent == value.get(key).is_none()),
        Discriminator::JsonType => {
            let name = json_type(value);
            find(&|it| it.json_type.as_deref() == Some(name))
                .or_else(|| find(&|it| name == "integer" && it.json_type.as_deref() == Some("number")))
        }
        // The contract of the hooks has none.
        Discriminator::Trial { .. } => None,
    }
}

/// Returns the name of a value's JSON type. A number without a fraction is an `integer`.
#[must_use]
pub fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}
