//! Self-contained schemas: a type and all that it refers to in one file, made from the schemas themselves.
//!
//! They do not pass through the model, so that they can stand as the reference that every binding is held against; only
//! who writes a type, and so whether it is open, is read from there. What an output refers to is closed in them at every
//! depth; a type that inputs use as well has an open and a closed twin.
//!
//! A type that is extended (`$ref` in `allOf`) is open at its own level: `unevaluatedProperties: false` there would refuse
//! every property of what extends it. Where its closed twin is used as well, both are among the definitions.

mod dialect;
mod text;
mod typed;

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use self::dialect::modern;
use self::typed::Typed;
use crate::check::{self, Dialect};
use crate::format::Format;
use crate::link::{Definition, Definitions};
use crate::load::{At, fragment, step};
use crate::memo::Memo;
use crate::model::{Contract, Kind, TypeDef};

const DIALECT: &str = Dialect::Draft202012.url();

/// Beyond it an integer is not the same number in every language, and every validator refuses it where a type is one: so
/// do the schemas. A set has no bounds of its own.
const LARGEST: i64 = (1 << 53) - 1;

/// Makes the published schemas of a contract.
#[derive(Debug)]
pub struct Bundler<'a> {
    contract: &'a Contract,
    definitions: &'a Definitions,
    /// By type: what it refers to, and whether it extends that.
    references: BTreeMap<&'a str, Vec<(String, bool)>>,
    openness: BTreeMap<&'a str, Openness>,
    /// What the files of types have in their `$defs`: many have the same.
    members: Memo<Use, Arc<str>>,
}

/// What has to be known of a type to close it or to leave it open.
#[derive(Debug, Clone, Copy, Default)]
struct Openness {
    /// It is a struct and its schema does not say what other keys there may be.
    unsaid: bool,
    /// All the same there are none: only outputs use it.
    closed: bool,
    /// What it refers to is closed, whoever refers to it: only outputs use it.
    output: bool,
    /// It is used open and closed, and the two differ.
    shared: bool,
    /// The two differ in what it refers to, whatever becomes of its own level.
    below: bool,
}

/// A definition as one payload uses it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Use {
    name: String,
    /// No key that the definition does not name, at any depth, although the definition is open elsewhere.
    closed: bool,
    /// It is extended here, so its own level stays open where it would be closed.
    base: bool,
}

impl<'a> Bundler<'a> {
    /// Of a contract and the definitions that it was made from.
    pub fn new(contract: &'a Contract, definitions: &'a Definitions) -> Self {
        let references = definitions.all.iter().map(|it| (it.name.as_str(), references(it))).collect();
        let mut bundler =
            Self { contract, definitions, references, openness: BTreeMap::new(), members: Memo::default() };
        let bases = bundler.only_extended();
        let declared = contract.types.iter().map(|def| (def.name.as_str(), declared(def, definitions, &bases)));
        bundler.openness = declared.collect();
        for def in &contract.types {
            let shared = def.input && def.output && bundler.closing_changes(&def.name, false);
            let below = bundler.closing_changes(&def.name, true);
            if let Some(it) = bundler.openness.get_mut(def.name.as_str()) {
                (it.shared, it.below) = (shared, below);
            }
        }
        bundler
    }

    /// The file of a type alone. For one that both directions use, `closed` chooses the twin.
    pub fn schema(&self, name: &str, closed: bool) -> String {
        let root = self.used(name, closed, false);
        let mut schema = self.head(name, if root.closed { format!("{name}:closed") } else { name.to_owned() });
        schema.extend(self.body(&root, &key_alone));
        let members = self.reached(&root).into_iter().map(|one| self.member(&one));
        text::file(&schema, "$defs", &members.collect::<Vec<_>>())
    }

    /// A definition as it stands in the files of types.
    fn member(&self, one: &Use) -> Arc<str> {
        let write = |one: &Use| Ok(text::member(&key_alone(one), &self.body(one, &key_alone)).into());
        self.members.get(one, write).unwrap_or_else(|never: Infallible| match never {})
    }

    /// The file of every type: `#/$defs/<Type>`, `#/$defs/<Type>:closed` for the closed twins, and `#/$defs/<Type>:base`
    /// for what closed twins extend.
    pub fn all(&self) -> String {
        let names = self.contract.types.iter().map(|def| &*def.name);
        let roots = names.flat_map(|name| [false, true].map(|closed| self.used(name, closed, false)));
        self.several("bundle", self.defs(roots))
    }

    /// The file of the types of a profile, each with the type that it is judged as there, which is mostly itself. They are open
    /// or closed as types by themselves are; what they refer to is as in the file of all.
    pub fn profile(&self, name: &str, types: &[(&str, &str)]) -> String {
        let mut defs = self.defs(types.iter().map(|(_, of)| self.used(of, false, false)));
        for (name, of) in types.iter().filter(|(name, of)| name != of) {
            let target = json!(format!("#/$defs{}", fragment(&step("", &key(&self.used(of, false, false))))));
            let write = || text::member(name, &json!({"$ref": target})).into();
            defs.entry((*name).to_owned()).or_insert_with(write);
        }
        self.several(&format!("profile:{name}"), defs)
    }

    /// These, and all that they refer to, each as it stands in a file of several.
    fn defs(&self, roots: impl Iterator<Item = Use>) -> BTreeMap<String, Arc<str>> {
        let mut uses = BTreeSet::new();
        for root in roots {
            uses.extend(self.reached(&root));
            uses.insert(root);
        }
        // What refers to no closed twin is the same in the file of a type.
        let write = |it: &Use| match self.is_closed_place(it) {
            true => text::member(&key(it), &self.body(it, &key)).into(),
            false => self.member(it),
        };
        uses.iter().map(|it| (key(it), write(it))).collect()
    }

    fn several(&self, id: &str, defs: BTreeMap<String, Arc<str>>) -> String {
        let mut schema = Map::new();
        schema.insert("$schema".to_owned(), json!(DIALECT));
        schema.insert("$id".to_owned(), json!(format!("{}{id}", self.contract.set.ids.prefix)));
        self.version(&mut schema);
        text::file(&schema, "$defs", &defs.into_values().collect::<Vec<_>>())
    }

    /// It is used open and closed, and the two differ.
    pub fn is_shared(&self, name: &str) -> bool {
        self.openness(name).shared
    }

    fn references(&self, name: &str) -> &[(String, bool)] {
        self.references.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    fn openness(&self, name: &str) -> Openness {
        self.openness.get(name).copied().unwrap_or_default()
    }

    /// Types that others extend, and that no payload has by themselves.
    fn only_extended(&self) -> BTreeSet<String> {
        let all = self.references.values().flatten();
        let mut bases: BTreeSet<&str> = all.filter(|(_, base)| *base).map(|(name, _)| name.as_str()).collect();
        for def in &self.contract.types {
            def.refs(&mut |name| {
                bases.remove(name);
            });
        }
        for event in &self.contract.events {
            bases.remove(event.input.as_str());
            bases.remove(event.output.as_str());
        }
        bases.into_iter().map(str::to_owned).collect()
    }

    /// Some struct, in it or below it, has a level that is open and can be closed.
    fn closing_changes(&self, name: &str, base: bool) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![(name, base)];
        while let Some((name, base)) = open.pop() {
            let it = self.openness(name);
            if it.output || !seen.insert((name, base)) {
                continue;
            }
            if it.unsaid && !base {
                return true;
            }
            open.extend(self.references(name).iter().map(|(name, base)| (name.as_str(), *base)));
        }
        false
    }

    fn head(&self, name: &str, id: String) -> Map<String, Value> {
        let mut schema = Map::new();
        schema.insert("$schema".to_owned(), json!(DIALECT));
        schema.insert("$id".to_owned(), json!(format!("{}{id}", self.contract.set.ids.prefix)));
        schema.insert("title".to_owned(), json!(name));
        self.version(&mut schema);
        schema
    }

    fn version(&self, schema: &mut Map<String, Value>) {
        if let Some(host) = &self.contract.set.host {
            schema.insert("x-host".to_owned(), json!({"name": host.name, "version": host.version}));
        }
    }

    /// What a reference leads to: from a closed place to the closed twin, and from `allOf` to what is open at its own
    /// level. Forms that do not differ are one.
    fn used(&self, name: &str, closed: bool, base: bool) -> Use {
        let it = self.openness(name);
        let closed = closed && !it.output;
        let would_close = it.unsaid && (closed || it.closed);
        Use {
            name: name.to_owned(),
            closed: closed && if base { it.below } else { it.shared },
            base: base && would_close,
        }
    }

    fn is_closed_place(&self, one: &Use) -> bool {
        one.closed || self.openness(&one.name).output
    }

    /// The definition, its references turned to where `key` says.
    fn body(&self, one: &Use, key: &dyn Fn(&Use) -> String) -> Map<String, Value> {
        let Some(definition) = self.definitions.get(&one.name) else { return Map::new() };
        let typed = self.contract.get(&one.name).map_or(Typed::Nothing, |def| Typed::of(&def.kind));
        let mut body = self.turned(&definition.schema, typed, self.is_closed_place(one), key);
        body.retain(|name, _| !matches!(name.as_str(), "$schema" | "$id" | "title" | "$comment" | "x-direction"));
        let it = self.openness(&one.name);
        if it.unsaid && !one.base && (one.closed || it.closed) {
            body.insert("unevaluatedProperties".to_owned(), json!(false));
        }
        body
    }

    fn turned(
        &self,
        schema: &Map<String, Value>,
        typed: Typed<'_>,
        closed: bool,
        key: &dyn Fn(&Use) -> String,
    ) -> Map<String, Value> {
        let pointer =
            |name: &str, base| json!(format!("#/$defs{}", fragment(&step("", &key(&self.used(name, closed, base))))));
        let mut turned =
            check::map(schema, &mut |inner, keyword, name| self.turned(inner, typed.below(keyword, name), closed, key));
        if typed.is_integer() && has_integers(schema) {
            // What is only asserted may have bounds of its own beyond these.
            let beyond = |bound: Option<&Value>, sign: f64| {
                bound.and_then(Value::as_f64).is_none_or(|bound| sign * bound > LARGEST as f64)
            };
            for (keyword, sign) in [("minimum", -1), ("maximum", 1)] {
                if beyond(turned.get(keyword), f64::from(sign)) {
                    turned.insert(keyword.to_owned(), json!(i64::from(sign) * LARGEST));
                }
            }
        }
        if let Some(format) = format(schema) {
            // Who has the schema alone has no function for it, and some validators refuse a format that they do not know.
            turned.shift_remove("format");
            turned.insert("pattern".to_owned(), json!(format.pattern()));
        }
        if let Some(name) = target(schema) {
            turned.insert("$ref".to_owned(), pointer(name, false));
        }
        let parts = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
        for (index, part) in parts.enumerate() {
            if let Some(name) = part.as_object().and_then(target) {
                turned["allOf"][index]["$ref"] = pointer(name, true);
            }
        }
        modern(turned)
    }

    /// The uses below one, itself left out unless it comes back to itself.
    fn reached(&self, root: &Use) -> BTreeSet<Use> {
        let mut found = BTreeSet::new();
        let mut open = vec![root.clone()];
        while let Some(one) = open.pop() {
            let closed = self.is_closed_place(&one);
            for (name, base) in self.references(&one.name) {
                let used = self.used(name, closed, *base);
                if found.insert(used.clone()) {
                    open.push(used);
                }
            }
        }
        found
    }
}

/// What the model says of a type alone.
fn declared(def: &TypeDef, definitions: &Definitions, bases: &BTreeSet<String>) -> Openness {
    let says = definitions.get(&def.name).is_some_and(says_what_else);
    let (unsaid, closed) = match &def.kind {
        Kind::Struct(it) => (!says, it.rest.is_none() && !bases.contains(&def.name)),
        _ => (false, false),
    };
    Openness { unsaid, closed: unsaid && closed, output: def.output && !def.input, ..Openness::default() }
}

/// The schema itself says what other keys there may be: at its root, or in a part of `allOf` that stands in place.
fn says_what_else(definition: &Definition) -> bool {
    let says = |it: &Map<String, Value>| {
        ["unevaluatedProperties", "additionalProperties"].iter().any(|key| it.contains_key(*key))
    };
    let parts = definition.schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
    says(&definition.schema) || parts.filter_map(Value::as_object).any(says)
}

/// The definitions that one refers to, and whether it extends them there: in a part of `allOf`.
fn references(definition: &Definition) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    check::walk_object(&definition.schema, At::Root(""), &mut |schema, at| {
        let is_part = matches!(at, At::Index(At::Key(_, "allOf"), _));
        found.extend(target(schema).map(|name| (name.to_owned(), is_part)));
    });
    found
}

/// The key of a form in the file of one type: there, none has a closed twin beside it.
fn key_alone(used: &Use) -> String {
    format!("{}{}", used.name, if used.base { ":base" } else { "" })
}

/// The key of a form among all of them.
fn key(used: &Use) -> String {
    match (used.base, used.closed) {
        (true, _) => format!("{}:base", used.name),
        (false, true) => format!("{}:closed", used.name),
        (false, false) => used.name.clone(),
    }
}

/// Its `type` is `integer`, or has it among others.
fn has_integers(schema: &Map<String, Value>) -> bool {
    let is_integer = |name: &Value| name == "integer";
    schema.get("type").is_some_and(|it| is_integer(it) || it.as_array().is_some_and(|all| all.iter().any(is_integer)))
}

/// A format that every language checks.
fn format(schema: &Map<String, Value>) -> Option<Format> {
    schema.get("format").and_then(Value::as_str).and_then(Format::named)
}

fn target(schema: &Map<String, Value>) -> Option<&str> {
    schema.get("$ref").and_then(Value::as_str)
}
