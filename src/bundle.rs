//! Self-contained schemas: a type and everything it refers to in one file, made from the schemas themselves.
//!
//! They do not pass through the model, so they can be the reference for every binding. Only the writers of a type,
//! which decide whether it is open, come from the model. In these schemas, an output and all types below it are closed
//! at every depth; a type that inputs use as well has an open and a closed copy.
//!
//! A union becomes conditions, so that any validator names the mistake in the member that is meant: see [`branches`].
//!
//! A base (`$ref` in `allOf`) is open at its own level: `unevaluatedProperties: false` there would reject every
//! property of the types that extend it. If its closed copy is used too, both are among the definitions.

mod branches;
mod dialect;
mod text;
mod typed;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value, json};

use self::dialect::modernise;
use self::text::{Keywords, Member};
use self::typed::Typed;
use crate::link::{Definition, Definitions};
use crate::memo::Memo;
use crate::model::{Contract, Format, Host, Kind, StandardFormat, TypeDef, Types};
use crate::schema::{At, Dialect, Exact, Find, each_below, step, to_fragment, walk_object};

const DIALECT: &str = Dialect::Draft202012.url();

/// The most definitions in the file of one type. The file of a type that refers to more refers to the file of all types:
/// each of a thousand types in a cycle refers to all others, and would repeat them.
const MOST: usize = 256;

/// The name of the file of all types.
const ALL: &str = "bundle";

/// Makes the published schemas of a contract.
#[derive(Debug)]
pub struct Bundler {
    types: Types,
    /// The prefix of the files' addresses.
    prefix: String,
    host: Option<Host>,
    /// Integers have 64 bits.
    wide: bool,
    definitions: Definitions,
    /// The definitions, sorted by name as in the files.
    nodes: Vec<GraphNode>,
    /// Shared `$defs` members of the files, because many are equal.
    members: Memo<Use, (Member, Keywords)>,
    /// The file of all types.
    all: OnceLock<Arc<str>>,
}

/// A definition, with its references.
#[derive(Debug)]
struct GraphNode {
    /// Its index among the definitions.
    definition: usize,
    /// The definitions that refer to it.
    pointer: String,
    /// The definitions that it refers to, each with true if it extends that one.
    references: Vec<(usize, bool)>,
    openness: Openness,
}

/// The facts that decide whether a type is open or closed.
#[derive(Debug, Clone, Copy, Default)]
struct Openness {
    /// It is a struct, and its schema does not mention other keys.
    unsaid: bool,
    /// It is closed, because only outputs use it.
    closed: bool,
    /// All its references are closed, because only outputs use it.
    output: bool,
    /// Both an open and a closed use occur, and they differ.
    shared: bool,
    /// They differ below its own level.
    below: bool,
}

/// The kind of file that contains the definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum File {
    /// The file of one type, which contains one copy of each definition.
    OfOne,
    /// The file of several types.
    OfSeveral,
}

/// One use of a definition in a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Use {
    /// Its index among the definitions.
    at: usize,
    /// True for the closed copy, which rejects unknown keys at every depth.
    closed: bool,
    /// True for a base: its own level stays open.
    base: bool,
}

impl Bundler {
    /// Prepares the schemas of a contract and its definitions.
    pub fn new(contract: &Contract, definitions: &Definitions) -> Self {
        let mut bundler = Self {
            types: contract.types.clone(),
            prefix: contract.set.ids.prefix.clone(),
            host: contract.set.host.clone(),
            wide: contract.wide,
            definitions: definitions.clone(),
            nodes: definitions
                .all
                .iter()
                .enumerate()
                .map(|(at, definition)| GraphNode::new(at, &definition.name))
                .collect(),
            members: Memo::default(),
            all: OnceLock::new(),
        };
        bundler.nodes.sort_by_key(|node| &definitions.all[node.definition].name);
        bundler.link();
        bundler.open(contract);
        bundler
    }

    fn link(&mut self) {
        for at in 0..self.nodes.len() {
            let references = references(self.definition(at)).into_iter();
            self.nodes[at].references = references.filter_map(|(name, base)| Some((self.at(name)?, base))).collect();
        }
    }

    fn open(&mut self, contract: &Contract) {
        let types: Vec<(usize, &TypeDef)> =
            contract.types.iter().filter_map(|def| Some((self.at(&def.name)?, def))).collect();
        let bases = self.only_extended(contract);
        for (at, def) in &types {
            self.nodes[*at].openness = declared(def, self.definition(*at), bases.contains(at));
        }
        let below = self.open_below();
        for (at, def) in types {
            let it = &mut self.nodes[at].openness;
            it.below = !it.output && below[at];
            it.shared = def.input && def.output && !it.output && (it.unsaid || below[at]);
        }
    }

    /// Returns the file of one type; `None` if there is no type of this name. For a type that both directions use,
    /// `closed` selects the copy. The file has everything that the type refers to, if that is not more than `MOST`. As in a
    /// file of several types, each definition is one line.
    pub fn schema(&self, name: &str, closed: bool) -> Option<String> {
        let root = self.named(name, closed, false)?;
        let mut keywords = self.head(&[name, root.suffix(File::OfSeveral)]);
        keywords.insert("title".to_owned(), json!(name));
        self.version(&mut keywords);
        let reached = self.reached([root], MOST);
        if reached.len() > MOST {
            let pointer = self.pointer(name, closed, false, File::OfSeveral);
            keywords.insert("$ref".to_owned(), json!([&*self.prefix, ALL, &pointer].concat()));
            return Some(text::file(&keywords, None, &[]));
        }
        let definitions: Vec<Member> = reached.into_iter().map(|one| self.member(one).0).collect();
        Some(text::file(&keywords, Some(&self.member(root).1), &definitions))
    }

    /// Returns a definition as in the files of single types, and its keywords at the root of its own file.
    fn member(&self, one: Use) -> (Member, Keywords) {
        let write = |one: &Use| {
            let body = self.body(*one, File::OfOne);
            Ok((Member::new(&self.key(*one, File::OfOne), &body), Keywords::new(&body)))
        };
        self.members.get(&one, write).unwrap_or_else(|never: Infallible| match never {})
    }

    /// Returns the file of all types: `#/$defs/<Type>`, `#/$defs/<Type>:closed` for the closed copies, and
    /// `#/$defs/<Type>:base` for the bases of closed copies.
    pub fn all(&self) -> Arc<str> {
        let write = || {
            let names = self.types.iter().map(|def| &*def.name);
            let roots = names.flat_map(|name| [false, true].map(|closed| self.named(name, closed, false)));
            self.several(&[ALL], self.defs(roots.flatten())).into()
        };
        Arc::clone(self.all.get_or_init(write))
    }

    /// Returns the file of a profile's types, each with the type that replaces it there, which is mostly itself. Their
    /// own level is open or closed as usual, and everything below it as in the file of all types.
    pub fn profile(&self, name: &str, types: &[(&str, &str)]) -> String {
        let mut defs = self.defs(types.iter().filter_map(|(_, of)| self.named(of, false, false)));
        for (name, of) in types.iter().filter(|(name, of)| name != of) {
            let target = || json!(self.pointer(of, false, false, File::OfSeveral));
            let reference = || Map::from_iter([("$ref".to_owned(), target())]);
            defs.entry((*name).to_owned()).or_insert_with(|| Member::new(name, &reference()));
        }
        self.several(&["profile:", name], defs)
    }

    /// Returns these uses and everything they refer to, as in a file of several types.
    fn defs(&self, roots: impl Iterator<Item = Use>) -> BTreeMap<String, Member> {
        let roots: Vec<Use> = roots.collect();
        let mut uses = self.reached(roots.iter().copied(), usize::MAX);
        uses.extend(roots);
        // A definition without closed copies below it is the same in the file of one type.
        let has_closed_copy = |(at, base): &(usize, bool)| self.used(*at, true, *base).closed;
        let refers = |it: Use| self.is_closed_place(it) && self.nodes[it.at].references.iter().any(has_closed_copy);
        let write = |it: Use| match it.closed || refers(it) {
            true => Member::new(&self.key(it, File::OfSeveral), &self.body(it, File::OfSeveral)),
            false => self.member(it).0,
        };
        uses.into_iter().map(|it| (self.key(it, File::OfSeveral), write(it))).collect()
    }

    /// Returns a file of several types, for programs: each definition is one line, so it has two thirds of the size, and a
    /// difference names its type.
    fn several(&self, id: &[&str], defs: BTreeMap<String, Member>) -> String {
        let mut keywords = self.head(id);
        self.version(&mut keywords);
        text::file(&keywords, None, &defs.into_values().collect::<Vec<_>>())
    }

    /// Returns true if the type of this name has an open and a closed use, and they differ.
    pub fn is_shared(&self, name: &str) -> Option<bool> {
        self.at(name).map(|at| self.nodes[at].openness.shared)
    }

    /// Returns the index of the definition of this name.
    fn at(&self, name: &str) -> Option<usize> {
        self.nodes.binary_search_by(|node| (*self.definitions.all[node.definition].name).cmp(name)).ok()
    }

    fn definition(&self, at: usize) -> &Definition {
        &self.definitions.all[self.nodes[at].definition]
    }

    /// Returns the types that are only bases, so that a payload never is one of them.
    fn only_extended(&self, contract: &Contract) -> BTreeSet<usize> {
        let all = self.nodes.iter().flat_map(|node| &node.references);
        let mut bases: BTreeSet<usize> = all.filter(|(_, base)| *base).map(|(at, _)| *at).collect();
        let mut keep = |name: &str| {
            if let Some(at) = self.at(name) {
                bases.remove(&at);
            }
        };
        contract.types.iter().for_each(|def| def.refs(&mut keep));
        contract.operations.each.iter().flat_map(|it| [&it.input, &it.output]).for_each(|name| keep(name));
        bases
    }

    /// Returns for each definition whether a struct below it has an open level that can be closed.
    fn open_below(&self) -> Vec<bool> {
        let mut users = vec![Vec::new(); self.nodes.len()];
        let mut found = vec![false; self.nodes.len()];
        let mut open = Vec::new();
        for (user, node) in self.nodes.iter().enumerate() {
            for (at, base) in &node.references {
                let GraphNode { openness: it, .. } = &self.nodes[*at];
                if !it.output {
                    users[*at].push(user);
                    open.extend((it.unsaid && !base).then_some(user));
                }
            }
        }
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut found[at], true) {
                open.extend(&users[at]);
            }
        }
        found
    }

    /// Returns the first keywords of a file.
    fn head(&self, id: &[&str]) -> Map<String, Value> {
        let mut keywords = Map::new();
        keywords.insert("$schema".to_owned(), json!(DIALECT));
        keywords.insert("$id".to_owned(), json!(format!("{}{}", self.prefix, id.concat())));
        keywords
    }

    fn version(&self, keywords: &mut Map<String, Value>) {
        if let Some(host) = &self.host {
            keywords.insert("x-host".to_owned(), json!({"name": host.name, "version": host.version}));
        }
    }

    /// Returns the use that a reference leads to: the closed copy from a closed place, and the open form from `allOf`.
    /// Equal forms are one.
    fn used(&self, at: usize, closed: bool, base: bool) -> Use {
        let it = self.nodes[at].openness;
        let closed = closed && !it.output;
        let would_close = it.unsaid && (closed || it.closed);
        Use { at, closed: closed && if base { it.below } else { it.shared }, base: base && would_close }
    }

    fn named(&self, name: &str, closed: bool, base: bool) -> Option<Use> {
        self.at(name).map(|at| self.used(at, closed, base))
    }

    fn is_closed_place(&self, one: Use) -> bool {
        one.closed || self.nodes[one.at].openness.output
    }

    /// Returns the definition as in this kind of file.
    fn body(&self, one: Use, file: File) -> Map<String, Value> {
        let (definition, it) = (self.definition(one.at), self.nodes[one.at].openness);
        let typed = self.types.named(&definition.name).map_or(Typed::Nothing, |def| Typed::of(&def.kind));
        let mut body = definition.schema.clone();
        body.retain(|name, _| !matches!(name.as_str(), "$schema" | "$id" | "title" | "$comment" | "x-direction"));
        let closed = self.is_closed_place(one);
        rewrite_references(&mut body, typed, false, self.wide, &|name, base| self.pointer(name, closed, base, file));
        match typed {
            Typed::Union(union) => branches::select(&mut body, union),
            Typed::Words => drop(body.shift_insert(0, "type".to_owned(), json!("string"))),
            Typed::Nothing | Typed::Value(_) | Typed::Struct(_) => {}
        }
        if it.unsaid && !one.base && (one.closed || it.closed) {
            body.insert("unevaluatedProperties".to_owned(), json!(false));
        }
        body
    }

    /// Returns the reference to the definition of this name in such a file. Every reference has a target.
    fn pointer(&self, name: &str, closed: bool, base: bool, file: File) -> String {
        let Some(it) = self.named(name, closed, base) else { return String::new() };
        [&self.nodes[it.at].pointer, it.suffix(file)].concat()
    }

    /// Returns the key of a use in this kind of file.
    fn key(&self, it: Use, file: File) -> String {
        [&self.definition(it.at).name, it.suffix(file)].concat()
    }

    /// Returns the uses below these, without these themselves unless something below refers to them. It ends at more than
    /// `most`.
    fn reached(&self, roots: impl IntoIterator<Item = Use>, most: usize) -> BTreeSet<Use> {
        let mut found = BTreeSet::new();
        let mut open: Vec<Use> = roots.into_iter().collect();
        while found.len() <= most
            && let Some(one) = open.pop()
        {
            let closed = self.is_closed_place(one);
            for (at, base) in &self.nodes[one.at].references {
                let used = self.used(*at, closed, *base);
                if found.insert(used) {
                    open.push(used);
                }
            }
        }
        found
    }
}

impl GraphNode {
    fn new(definition: usize, name: &str) -> Self {
        let pointer = format!("#/$defs{}", to_fragment(&step("", name)));
        Self { definition, pointer, references: Vec::new(), openness: Openness::default() }
    }
}

impl Use {
    /// Returns the suffix that distinguishes uses of one definition in such a file.
    fn suffix(self, file: File) -> &'static str {
        match (self.base, self.closed, file) {
            (true, ..) => ":base",
            (false, true, File::OfSeveral) => ":closed",
            (false, ..) => "",
        }
    }
}

/// Replaces the references in a schema with the results of `refer`, and adapts its keywords for publication. `base` is
/// true for a part of a larger schema.
fn rewrite_references(
    schema: &mut Map<String, Value>,
    typed: Typed<'_>,
    base: bool,
    wide: bool,
    refer: &impl Fn(&str, bool) -> String,
) {
    each_below(schema, &mut |inner, keyword, name| {
        rewrite_references(inner, typed.below(keyword, name), keyword == "allOf", wide, refer);
    });
    if typed.is_integer() && has_integers(schema) {
        // An assertion can have bounds beyond these.
        let beyond = |bound: Option<&Value>, is_beyond: Ordering, limit: &Value| {
            let order = bound.and_then(Value::as_number).zip(limit.as_number());
            order.is_none_or(|(bound, limit)| Exact::of(bound).partial_cmp(&Exact::of(limit)) == Some(is_beyond))
        };
        let (mut least, most) = typed.range(wide);
        if wide && schema.keyword("format").is_some_and(|format| format == "uint64" || format == "uint") {
            least = json!(0);
        }
        for (keyword, order, limit) in [("minimum", Ordering::Less, least), ("maximum", Ordering::Greater, most)] {
            if beyond(schema.keyword(keyword), order, &limit) {
                schema.insert(keyword.to_owned(), limit);
            }
        }
    }
    if let Some(format) = format(schema) {
        // Other validators do not have the functions, and some reject unknown formats.
        schema.shift_remove("format");
        schema.insert("pattern".to_owned(), json!(format.pattern()));
    }
    if let Some(format) = native_format(schema) {
        schema.insert("format".to_owned(), json!(format.published()));
        if let Some(pattern) = format.pattern()
            && let Value::Array(parts) = schema.entry("allOf").or_insert_with(|| json!([]))
        {
            parts.push(json!({"pattern": pattern}));
        }
    }
    if let Some(Value::String(target)) = schema.keyword_mut("$ref") {
        *target = refer(target, base);
    }
    branches::select_null(schema);
    modernise(schema);
}

/// Returns the model's statement about a type alone.
fn declared(def: &TypeDef, definition: &Definition, only_extended: bool) -> Openness {
    let says = closes_itself(definition);
    let (unsaid, closed) = match &def.kind {
        Kind::Struct(it) => (!says, it.rest.is_none() && !only_extended),
        _ => (false, false),
    };
    Openness { unsaid, closed: unsaid && closed, output: def.output && !def.input, ..Openness::default() }
}

/// Returns true if the schema mentions other keys, at its root or in an inline part of `allOf`.
fn closes_itself(definition: &Definition) -> bool {
    let says =
        |it: &Map<String, Value>| ["unevaluatedProperties", "additionalProperties"].iter().any(|key| it.has(key));
    let parts = definition.schema.keyword("allOf").and_then(Value::as_array).into_iter().flatten();
    says(&definition.schema) || parts.filter_map(Value::as_object).any(says)
}

/// Returns the definitions that it refers to, each with true if it extends that one, in a part of `allOf`.
fn references(definition: &Definition) -> Vec<(&str, bool)> {
    let mut found = Vec::new();
    walk_object(&definition.schema, At::Root(""), &mut |schema, at| {
        let is_part = matches!(at, At::Index(At::Key(_, "allOf"), _));
        found.extend(target(schema).map(|name| (name, is_part)));
    });
    found
}

/// Returns true if `type` is or contains `integer`.
fn has_integers(schema: &Map<String, Value>) -> bool {
    let is_integer = |name: &Value| name == "integer";
    schema
        .keyword("type")
        .is_some_and(|it| is_integer(it) || it.as_array().is_some_and(|all| all.iter().any(is_integer)))
}

/// Returns true if every language checks the format.
fn format(schema: &Map<String, Value>) -> Option<Format> {
    schema.keyword("format").and_then(Value::as_str).and_then(Format::named)
}

fn native_format(schema: &Map<String, Value>) -> Option<StandardFormat> {
    let named = schema.keyword("format").and_then(Value::as_str).and_then(StandardFormat::named);
    named.filter(|format| format.native_type().is_some())
}

fn target(schema: &Map<String, Value>) -> Option<&str> {
    schema.keyword("$ref").and_then(Value::as_str)
}
