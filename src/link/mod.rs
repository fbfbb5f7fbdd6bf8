//! Names every definition of the set, and writes into every reference the name of its definition.
//!
//! After this step a schema is one flat set of named definitions: files, pointers and relative references are gone. A
//! name comes from the schema (`title`, or the key in `$defs`) or, for an inline type, from its parent's name and
//! its property's; never from a shape or a number, so that it does not change when something else does.

mod distinct;
mod made_up;
mod modules;
mod names;
mod references;
mod resolve;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Map, Value, json};

use self::names::{index_by_name, repeats_same_name};
use self::resolve::{Here, Name, Position};
use crate::check::level;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::{SET_FILE, SchemaSet};
use crate::schema::{At, JsonFile, Origin, referenced, to_fragment, without_definitions};
use crate::set::{Lint, LintLevel};

pub use self::made_up::names_table;
use self::modules::Modules;

/// The definitions of a set, in the order of their files. Cloning is cheap: nothing changes them.
#[derive(Debug, Clone, Default)]
pub struct Definitions {
    /// Every definition.
    pub all: Arc<[Definition]>,
    by_name: Arc<BTreeMap<String, usize>>,
}

/// A schema with a name. In it, `$ref` holds the name of another one.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The type's name.
    pub name: String,
    /// The module of its type.
    pub module: String,
    /// The location in the schemas.
    pub origin: Origin,
    /// The schema.
    pub schema: Map<String, Value>,
}

impl Definitions {
    /// Returns the definition of this name.
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.by_name.get(name).and_then(|index| self.all.get(*index))
    }
}

/// The definitions of a set, with the findings.
#[derive(Debug, Clone)]
pub struct Linked {
    /// The definitions that have a name. Two of one name are both here.
    pub definitions: Definitions,
    /// The findings.
    pub found: Diagnostics,
    /// Every name is unique, and every reference leads to a definition.
    pub sound: bool,
}

/// Names the definitions and resolves the references.
///
/// The result is not sound if two definitions have one name, a root has no name, or a reference leads nowhere (it then
/// holds an empty name). An inline type always gets a name; the lint `inline-object` reports it, but the result stays
/// sound.
pub fn link(set: &SchemaSet) -> Linked {
    let own = own_names(set);
    let (mut given, mut replaced) = (own.clone(), Names::new());
    // Each round gives another name to those that collide in it; what is inside of them is named after them in the next one.
    for _ in 0..MOST_ROUNDS {
        let linked = link_with(set, &given);
        let renamed = match level(set, Lint::InlineObject) {
            LintLevel::Deny => Names::new(),
            LintLevel::Warn | LintLevel::Allow => distinct::renamed(set, &linked.definitions.all, &own),
        };
        if renamed.is_empty() {
            return reported(set, linked, &own, &replaced);
        }
        for it in linked.definitions.all.iter().filter(|it| renamed.contains_key(&it.origin)) {
            replaced.entry(it.origin.clone()).or_insert_with(|| it.name.clone());
        }
        given.extend(renamed);
    }
    reported(set, link_with(set, &given), &own, &replaced)
}

/// Reports each name in the set file that no type has, and each name of the author's in the schemas that had to be replaced.
fn reported(set: &SchemaSet, mut linked: Linked, own: &Names, replaced: &Names) -> Linked {
    for it in linked.definitions.all.iter().filter(|it| distinct::is_of_author(it, own)) {
        if let Some(name) = replaced.get(&it.origin) {
            linked.found.push(distinct::warning(set, it, name));
        }
    }
    if set.file.names.is_empty() {
        return linked;
    }
    let places = places(set, &linked.definitions.all);
    for (place, name) in &set.file.names {
        let origin = node_at(set, &places, place);
        let is_used = |it: &Definition| Some(&it.origin) == origin.as_ref() && it.name == *name;
        if !linked.definitions.all.iter().any(is_used) {
            linked.found.push(
                Diagnostic::error(
                    Code::BadSetFile,
                    format!("`[names]` calls {place:?} `{name}`, and no type there has this name"),
                )
                .in_file(SET_FILE)
                .because("nothing is there that becomes a type, or another type has the name")
                .instead("write the path of a file, `#`, and the pointer of an object, an enum or a union"),
            );
            linked.sound = false;
        }
    }
    linked
}

/// The rounds after which names that still collide are reported. Made-up schemas need three.
const MOST_ROUNDS: usize = 8;

/// The names of nodes.
type Names = BTreeMap<Origin, String>;

/// Returns the names that the set file gives.
fn own_names(set: &SchemaSet) -> Names {
    if set.file.names.is_empty() {
        return Names::new();
    }
    let places = places(set, &link_with(set, &Names::new()).definitions.all);
    let named = set.file.names.iter().filter_map(|(place, name)| Some((node_at(set, &places, place)?, name.clone())));
    named.collect()
}

/// Returns the definitions by their places, as `[names]` has them: those in the published schemas. A node that was respelled can
/// hold another one with the same place there. That one has the place that it has now.
fn places(set: &SchemaSet, all: &[Definition]) -> BTreeMap<String, Origin> {
    let mut sorted: Vec<&Origin> = all.iter().map(|it| &it.origin).collect();
    sorted.sort_by_cached_key(|it| it.pointer.matches('/').count());
    let mut places = BTreeMap::new();
    for origin in sorted {
        let published = published(set, origin);
        let place = if places.contains_key(&published) { place(set, origin, &origin.pointer) } else { published };
        places.insert(place, origin.clone());
    }
    places
}

/// Returns the place of a node in the published schemas.
fn published(set: &SchemaSet, origin: &Origin) -> String {
    let pointer =
        set.schema(&origin.file).map_or_else(|| origin.pointer.as_str().into(), |it| it.published(&origin.pointer));
    place(set, origin, &pointer)
}

fn place(set: &SchemaSet, origin: &Origin, pointer: &str) -> String {
    let file = set.schema(&origin.file).map_or(origin.file.as_str(), JsonFile::real_path);
    format!("{file}#{}", to_fragment(pointer))
}

/// Returns the node at a place that the set file names.
fn node_at(set: &SchemaSet, places: &BTreeMap<String, Origin>, written: &str) -> Option<Origin> {
    let origin = set.origin_of(written)?;
    Some(places.get(&place(set, &origin, &origin.pointer)).cloned().unwrap_or(origin))
}

/// Links with these names for some nodes.
fn link_with(set: &SchemaSet, given: &Names) -> Linked {
    let none = Diagnostics::default();
    let (files, names) = (set.by_path(), BTreeMap::new());
    let (missing, found, lints) = (BTreeSet::new(), none.clone(), none);
    let (inline, all) = (Names::new(), Vec::new());
    let modules = Modules::of(set);
    let mut linker = Linker { set, files, modules, given, names, inline, all, broken: 0, missing, found, lints };
    let is_loose = level(set, Lint::Untyped) != LintLevel::Deny;
    let referred = if is_loose { referenced(set.schemas.iter()) } else { BTreeSet::new() };
    for file in &set.schemas {
        let root = Origin { file: file.path.clone(), pointer: String::new() };
        let is_referred = !is_loose || referred.contains(&root);
        linker.name_definitions(file, is_referred);
    }
    linker.name_targets(&referred);
    for (origin, name) in linker.names.clone() {
        linker.define(origin, name);
    }
    let mut seen = BTreeSet::new();
    // A node that is referred to is defined there as well.
    linker.all.retain(|it| seen.insert(it.origin.clone()));
    let mut found = linker.found;
    let by_name = index_by_name(set, &linker.all, &mut found);
    let definitions = Definitions { all: linker.all.into(), by_name: by_name.into() };
    let sound = !found.has_errors();
    linker.lints.0.retain(|lint| !repeats_same_name(lint, &found));
    found.extend(linker.lints);
    Linked { definitions, found, sound }
}

struct Linker<'a> {
    set: &'a SchemaSet,
    files: BTreeMap<&'a str, &'a JsonFile>,
    modules: Modules,
    /// Names that nodes have instead of those from the schemas.
    given: &'a Names,
    names: Names,
    /// The inline types so far. One in a definition that is referred to is met there and in place, and has one name.
    inline: Names,
    all: Vec<Definition>,
    broken: usize,
    /// The files that references lead to and that are not in the set.
    missing: BTreeSet<String>,
    found: Diagnostics,
    lints: Diagnostics,
}

impl Linker<'_> {
    fn define(&mut self, origin: Origin, name: String) {
        let Some(&file) = self.files.get(origin.file.as_str()) else { return };
        let mut schema = match file.value.pointer(&origin.pointer) {
            Some(Value::Object(schema)) => without_definitions(schema),
            // Boolean schemas, written as objects.
            Some(Value::Bool(true)) if self.asserts() => Map::new(),
            Some(Value::Bool(false)) if self.asserts() => Map::from_iter([("not".to_owned(), json!({}))]),
            _ => {
                let diagnostic = Diagnostic::error(Code::NoObject, "a definition is not an object");
                return self.found.push(diagnostic.at(file.place(&origin.pointer)));
            }
        };
        if matches!(origin.pointer.rsplit('/').nth(1), Some("oneOf" | "anyOf")) {
            // It names the branch, not the type.
            schema.shift_remove("x-variant");
        }
        let here = Here { file, at: At::Root(&origin.pointer), name: Name::Whole(&name) };
        let schema = self.resolve_object(schema, &here, Position::Definition);
        self.all.push(Definition { name, module: self.modules.module_of(&origin.file), origin, schema });
    }

    /// Returns true if the set allows assertions that no type shows.
    fn asserts(&self) -> bool {
        level(self.set, Lint::Untyped) != LintLevel::Deny
    }
}
