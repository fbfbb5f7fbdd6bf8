//! The views of types with properties that are `readOnly` or `writeOnly`, for a set that asks for them.
//!
//! ```text
//! User: {"properties": {"id": {"readOnly": true}, "password": {"writeOnly": true}, "name": …}, "required": ["id", "name"]}
//!   ─▶ UserRead:  {"properties": {"id": …, "name": …}, "required": ["id", "name"]}
//!      UserWrite: {"properties": {"password": …, "name": …}, "required": ["name"]}
//! ```
//!
//! A view is a further definition. `User` stays as it is, and so does what a condition (`if`, `not`) says. Types without such a
//! property, directly or through what they refer to, do not have views.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use heck::ToUpperCamelCase;
use serde_json::{Map, Value, json};

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::assertion::same;
use crate::naming;
use crate::schema::{
    At, Below, DEFINITIONS, Find, JsonFile, Origin, below, from_fragment, has_shape_of_its_own, is_asserted, keywords,
    reference, step, to_fragment, unescaped, walk_mut,
};
use crate::set::{SET_FILE, SetFile, View};

/// The keywords after which a later step can move the properties beside them.
const MOVES: [&str; 5] = ["anyOf", "oneOf", "if", "dependentSchemas", "dependencies"];

/// The keywords of what is about the same values.
const PARTS: [&str; 5] = ["allOf", "anyOf", "oneOf", "then", "else"];

/// The keywords of a file.
const OF_FILE: [&str; 3] = ["$schema", "$id", "x-direction"];

/// The keywords that a use of a type keeps beside the reference to it.
const BESIDE: [&str; 11] = [
    "description",
    "default",
    "deprecated",
    "readOnly",
    "writeOnly",
    "x-since",
    "x-until",
    "x-deprecated",
    "x-source",
    "x-confidence",
    "x-issues",
];

impl View {
    /// Returns what the names of its types end with.
    const fn suffix(self) -> &'static str {
        match self {
            Self::Read => "Read",
            Self::Write => "Write",
        }
    }

    /// Returns the keyword of the properties that it does not have.
    const fn without(self) -> &'static str {
        match self {
            Self::Read => "writeOnly",
            Self::Write => "readOnly",
        }
    }

    fn description(self, name: &str) -> String {
        match self {
            Self::Read => {
                format!("The read view of `{name}`: what a server sends, without the `writeOnly` properties.")
            }
            Self::Write => {
                format!("The write view of `{name}`: what a client sends, without the `readOnly` properties.")
            }
        }
    }
}

/// Adds the views that a set asks for. Reports those whose names other types have.
pub fn add(set: &SetFile, schemas: &mut [JsonFile]) -> Diagnostics {
    let views: BTreeSet<View> = set.types.views.iter().copied().collect();
    let mut failed = Diagnostics::default();
    if views.is_empty() {
        return failed;
    }
    let published = Published::of(set, schemas);
    let by_name: BTreeMap<&str, &Origin> = published.names.iter().map(|(at, name)| (name.as_str(), at)).collect();
    let mut made = Made::new();
    for unit in published.names.keys().filter(|unit| published.touches(unit)) {
        for view in &views {
            let name = published.name_of_view(unit, *view);
            if let Some(other) = by_name.get(name.as_str()) {
                failed.push(published.taken(unit, *view, other));
            }
            let place = published.free_place(unit, &name);
            made.insert((unit.clone(), *view), (place, published.view_of(unit, *view)));
        }
    }
    for (at, of, view) in published.with_references(&made) {
        if let Some(file) = schemas.iter_mut().find(|file| file.path == at.file) {
            insert(&mut file.value, &at.pointer, view);
            // Messages about a view name the place of its type.
            file.add_respelled(vec![(at.pointer, of)]);
        }
    }
    failed
}

/// Inserts a definition into a file.
fn insert(file: &mut Value, pointer: &str, definition: Value) {
    let mut steps = pointer.split('/').skip(1).map(unescaped);
    if let (Value::Object(root), Some(keyword), Some(key)) = (file, steps.next(), steps.next())
        && let Value::Object(all) = root.entry(keyword).or_insert_with(|| json!({}))
    {
        all.insert(key, definition);
    }
}

/// The schemas without views.
struct Published<'a> {
    files: BTreeMap<&'a str, &'a JsonFile>,
    /// The schemas that can have a view, with their names: files, definitions, and what is below no keyword.
    names: BTreeMap<Origin, String>,
    /// The names of all types.
    all_names: BTreeSet<String>,
    /// The places of properties that are read or written only, by the schema with a name that they are in.
    flagged: BTreeMap<Origin, BTreeSet<String>>,
    /// The references, by the schema with a name that they are in: the place of each, and where it leads.
    references: BTreeMap<Origin, Vec<(String, Origin)>>,
    /// The targets of references that have such a property in them, or refer to one that has.
    touching: BTreeSet<Origin>,
    /// The places of new definitions, by their keys.
    taken: RefCell<BTreeMap<String, BTreeSet<Origin>>>,
    /// What views have of bases of another dialect, by the base and what is left out of it.
    bases: RefCell<Bases>,
}

/// Bases, each with a view and what is left out of it, and their definitions with their places.
type Bases = BTreeMap<(Origin, View, BTreeSet<String>), (Origin, Value)>;

/// The views, each with its place.
type Made = BTreeMap<(Origin, View), (Origin, Value)>;

impl<'a> Published<'a> {
    fn of(set: &SetFile, schemas: &'a [JsonFile]) -> Self {
        let files = schemas.iter().map(|file| (file.path.as_str(), file)).collect();
        let (names, all_names, touching) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
        let (flagged, references) = (BTreeMap::new(), BTreeMap::new());
        let (taken, bases) = (RefCell::default(), RefCell::default());
        let mut published = Self { files, names, all_names, flagged, references, touching, taken, bases };
        for file in schemas {
            published.add_names(set, file);
        }
        published.all_names = published.names.values().cloned().collect();
        let mut targets = BTreeSet::new();
        for file in schemas {
            file.each_schema(&mut |schema, at| {
                if at.has_keyword(is_about_when) {
                    return;
                }
                let here = Origin { file: file.path.clone(), pointer: at.pointer() };
                let Some(unit) = published.unit_of(&here) else { return };
                let properties = schema.keyword("properties").and_then(Value::as_object).into_iter().flatten();
                for (name, property) in properties {
                    let is_one = |key| published.is_flagged(property, &file.path, key);
                    if is_one("readOnly") || is_one("writeOnly") {
                        let pointer = step(&step(&here.pointer, "properties"), name);
                        published.flagged.entry(unit.clone()).or_default().insert(pointer);
                    }
                }
                if let Some(target) = published.target(schema, &file.path) {
                    targets.insert(target.clone());
                    published.references.entry(unit).or_default().push((here.pointer, target));
                }
            });
        }
        published.touching = published.found_touching(&targets);
        published
    }

    /// Returns the targets with a property that is read or written only in them, and those that refer to one of these.
    fn found_touching(&self, targets: &BTreeSet<Origin>) -> BTreeSet<Origin> {
        let around = |unit: &Origin, pointer: &str| -> Vec<Origin> {
            let outer = std::iter::successors(Some(pointer), |it| Some(&it[..it.rfind('/')?]));
            let outer = outer.take_while(|it| it.len() >= unit.pointer.len());
            let outer = outer.map(|pointer| Origin { file: unit.file.clone(), pointer: pointer.to_owned() });
            outer.filter(|it| targets.contains(it)).collect()
        };
        let mut open = Vec::new();
        for (unit, pointer) in self.flagged.iter().flat_map(|(unit, all)| all.iter().map(move |it| (unit, it))) {
            open.extend(around(unit, pointer).into_iter().filter(|it| it.pointer != *pointer));
        }
        let mut leading: BTreeMap<&Origin, Vec<(&Origin, &str)>> = BTreeMap::new();
        for (unit, (at, to)) in self.references.iter().flat_map(|(unit, all)| all.iter().map(move |it| (unit, it))) {
            leading.entry(to).or_default().push((unit, at));
        }
        let mut found = BTreeSet::new();
        while let Some(target) = open.pop() {
            if found.insert(target.clone()) {
                open.extend(leading.get(&target).into_iter().flatten().flat_map(|(unit, at)| around(unit, at)));
            }
        }
        found
    }

    /// Names the schemas of a file that can have a view.
    fn add_names(&mut self, set: &SetFile, file: &JsonFile) {
        let mut add = |pointer: String, name: String| {
            let own = file.published(&pointer).into_owned();
            let is_here = |place: &str| {
                let (path, fragment) = place.split_once('#').unwrap_or((place, ""));
                (path.is_empty() || path == file.path || path == file.real_path()) && from_fragment(fragment) == own
            };
            let given = set.names.iter().find(|(place, _)| is_here(place)).map(|(_, name)| name.clone());
            self.names.insert(Origin { file: file.path.clone(), pointer }, given.unwrap_or(name));
        };
        let Value::Object(root) = &file.value else { return };
        for key in DEFINITIONS {
            for (name, schema) in root.keyword(key).and_then(Value::as_object).into_iter().flatten() {
                let title = schema.keyword("title").and_then(Value::as_str).filter(|_| !naming::is_name(name));
                add(step(&step("", key), name), naming::of_title(title.unwrap_or(name)).into_owned());
            }
        }
        if root.keys().any(|key| is_asserted(key)) && alias(file).is_none() {
            let stem = file.path.rsplit('/').next().unwrap_or_default().split('.').next().unwrap_or_default();
            let title = root.keyword("title").and_then(Value::as_str).map(|title| naming::of_title(title).into_owned());
            add(String::new(), title.unwrap_or_else(|| stem.to_upper_camel_case()));
        }
        for pointer in file.elsewhere() {
            add(pointer.clone(), naming::of_path(pointer));
        }
    }

    /// Returns the schema with a name that a node is, or is in.
    fn unit_of(&self, node: &Origin) -> Option<Origin> {
        let mut outer = node.clone();
        loop {
            if self.names.contains_key(&outer) {
                return Some(outer);
            }
            let slash = outer.pointer.rfind('/')?;
            outer.pointer.truncate(slash);
        }
    }

    /// Returns where a schema refers to. A file that is only another name of a definition is that definition.
    fn target(&self, schema: &Map<String, Value>, from: &str) -> Option<Origin> {
        let target = reference::target(from, schema.keyword("$ref")?.as_str()?)?;
        let file = self.files.get(target.file.as_str()).filter(|_| target.pointer.is_empty());
        Some(file.and_then(|file| alias(file)).unwrap_or(target))
    }

    fn node(&self, at: &Origin) -> Option<&'a Value> {
        self.files.get(at.file.as_str())?.value.pointer(&at.pointer)
    }

    /// Returns a schema and those that hold for the same values: what it refers to, and the parts below these keywords. Each has the
    /// path of its file.
    fn holding<'s>(
        &self,
        schema: &'s Map<String, Value>,
        file: &str,
        keys: &[&str],
    ) -> Vec<(&'s Map<String, Value>, String)>
    where
        'a: 's,
    {
        let (mut found, mut seen, mut next) = (vec![(schema, file.to_owned())], BTreeSet::new(), 0);
        while let Some((schema, file)) = found.get(next).cloned() {
            next += 1;
            let parts = keys.iter().filter_map(|key| schema.keyword(key));
            let parts = parts.flat_map(|value| value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice));
            found.extend(parts.filter_map(|part| Some((part.as_object()?, file.clone()))));
            let target = self.target(schema, &file).filter(|target| seen.insert(target.clone()));
            found.extend(target.and_then(|target| Some((self.node(&target)?.as_object()?, target.file))));
        }
        found
    }

    /// Returns true if a property has this keyword, or refers to a schema that has it.
    fn is_flagged(&self, property: &Value, file: &str, key: &str) -> bool {
        let is_set = |it: &Map<String, Value>| it.keyword(key) == Some(&Value::Bool(true));
        property.as_object().is_some_and(|it| self.holding(it, file, &["allOf"]).iter().any(|(it, _)| is_set(it)))
    }

    /// Returns true if something in a node differs in its views.
    fn touches(&self, node: &Origin) -> bool {
        let Some(unit) = self.unit_of(node) else { return false };
        let is_in = |pointer: &str| {
            // The definitions of a file are schemas with other names.
            pointer.strip_prefix(&node.pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.flagged.get(&unit).into_iter().flatten().any(|at| *at != node.pointer && is_in(at))
            || self.references.get(&unit).into_iter().flatten().any(|(at, to)| is_in(at) && self.touching.contains(to))
    }

    fn name_of_view(&self, unit: &Origin, view: View) -> String {
        format!("{}{}", self.names.get(unit).map_or("", String::as_str), view.suffix())
    }

    /// Returns a free place for a view in the definitions of its file. They are under the keyword that the author does not use, so that
    /// the keys of the author's stay free.
    fn free_place(&self, unit: &Origin, name: &str) -> Origin {
        let root = self.files.get(unit.file.as_str()).map(|file| &file.value);
        let has = |key: &str| root.and_then(|root| root.keyword(key)).and_then(Value::as_object);
        let [newer, older] = DEFINITIONS;
        let keyword = if has(older).is_some() && has(newer).is_none() { newer } else { older };
        let longer = std::iter::successors(Some(name.to_owned()), |it| Some(format!("{it}_")));
        let free = longer.filter(|key| has(keyword).is_none_or(|all| !all.has(key)));
        let mut taken = self.taken.borrow_mut();
        for key in free {
            let place = Origin { file: unit.file.clone(), pointer: step(&step("", keyword), &key) };
            if taken.entry(key).or_default().insert(place.clone()) {
                return place;
            }
        }
        unit.clone()
    }

    fn taken(&self, unit: &Origin, view: View, other: &Origin) -> Diagnostic {
        let place = |origin: &Origin| self.files.get(origin.file.as_str()).map(|file| file.place(&origin.pointer));
        let (name, own) = (self.name_of_view(unit, view), self.names.get(unit).map_or("", String::as_str));
        let line = self.files.get(other.file.as_str()).map_or_else(String::new, |file| {
            let place = format!("{}#{}", file.real_path(), to_fragment(&file.published(&other.pointer)));
            toml::Table::from_iter([(place, format!("{name}Type").into())]).to_string()
        });
        let finding =
            Diagnostic::error(Code::SameName, format!("the view of `{own}` is called `{name}`, as another type"))
                .because("the root of every package exports all types by their names")
                .instead(format!("give the other type a name under `[names]` in `{SET_FILE}`: `{}`", line.trim_end()));
        let finding = place(unit).into_iter().fold(finding, Diagnostic::at);
        place(other).into_iter().fold(finding, Diagnostic::and_at)
    }

    /// Returns a view of a schema with a name. Its references lead to the published schemas.
    fn view_of(&self, unit: &Origin, view: View) -> Value {
        let Some(Value::Object(schema)) = self.node(unit) else { return Value::Bool(true) };
        let mut schema = schema.clone();
        let is_file = unit.pointer.is_empty();
        let of_file = |key: &str| DEFINITIONS.contains(&key) || OF_FILE.contains(&key);
        schema.retain(|key, _| key != "title" && !(is_file && of_file(key)));
        let own = schema.shift_remove("description");
        let Value::Object(schema) = self.copied(&schema, unit, view, &BTreeSet::new()) else {
            return Value::Bool(true);
        };
        let about = view.description(self.names.get(unit).map_or("", String::as_str));
        let about = own.as_ref().and_then(Value::as_str).map_or(about.clone(), |own| format!("{own}\n\n{about}"));
        Value::Object([("description".to_owned(), about.into())].into_iter().chain(schema).collect())
    }

    /// Returns a schema as a view has it. `outer` are the properties that what is around it leaves out of the same values.
    fn copied(&self, schema: &Map<String, Value>, at: &Origin, view: View, outer: &BTreeSet<String>) -> Value {
        let mut left_out = self.left_out(schema, &at.file, view, &["allOf"]);
        left_out.extend(outer.iter().cloned());
        // What is left out of a branch is not required around it.
        let mut not_required = self.left_out(schema, &at.file, view, &PARTS);
        not_required.extend(outer.iter().cloned());
        let base = self.target(schema, &at.file).filter(|target| self.has_more(target, view, &left_out));
        let mut copy = Map::new();
        for (key, value) in schema.iter().filter(|(key, _)| base.is_none() || *key != "$ref") {
            let at = Origin { pointer: step(&at.pointer, key), ..at.clone() };
            let without = |names: &Value| -> Value {
                let names = names.as_array().into_iter().flatten();
                names.filter(|name| name.as_str().is_none_or(|it| !not_required.contains(it))).cloned().collect()
            };
            let value = match (key.as_str(), value) {
                // A list without a name is not allowed in every draft.
                ("required", Value::Array(_)) => Some(without(value)).filter(|it| it != &json!([])),
                ("properties", Value::Object(all)) => {
                    let all = all.iter().filter(|(name, _)| !left_out.contains(*name));
                    Some(all.map(|(name, it)| (name.clone(), self.used(it, &below_at(&at, name), view))).collect())
                }
                ("dependentRequired" | "dependencies", Value::Object(all)) => {
                    let one = |(name, it): (&String, &Value)| match it {
                        Value::Array(_) => (name.clone(), without(it)),
                        it => (name.clone(), self.part(it, &below_at(&at, name), view, &left_out)),
                    };
                    Some(all.iter().map(one).collect())
                }
                (key, value) if is_about_when(key) => Some(value.clone()),
                ("title", Value::String(title)) if has_shape_of_its_own(schema) => {
                    Some(format!("{title}{}{}", if title.contains(' ') { " " } else { "" }, view.suffix()).into())
                }
                ("examples", Value::Array(all)) if all.iter().any(is_container) => None,
                ("default", value) if is_container(value) => None,
                (key, value) => Some(match (below(key), value) {
                    (Below::Data, value) => value.clone(),
                    (Below::Named, Value::Object(all)) => {
                        let is_part = key == "dependentSchemas";
                        let one = |(name, it): (&String, &Value)| {
                            let at = below_at(&at, name);
                            let it =
                                if is_part { self.part(it, &at, view, &left_out) } else { self.used(it, &at, view) };
                            (name.clone(), it)
                        };
                        all.iter().map(one).collect()
                    }
                    (_, Value::Array(all)) => {
                        let is_part = matches!(key, "allOf" | "anyOf" | "oneOf");
                        let one = |(index, it): (usize, &Value)| {
                            let at = below_at(&at, &index.to_string());
                            if is_part { self.part(it, &at, view, &left_out) } else { self.used(it, &at, view) }
                        };
                        let all = all.iter().enumerate();
                        match key {
                            "allOf" => all.flat_map(|(index, it)| with_bases(it, one((index, it)))).collect(),
                            _ => all.map(one).collect(),
                        }
                    }
                    (_, value) if matches!(key, "then" | "else") => self.part(value, &at, view, &left_out),
                    (_, value) => self.used(value, &at, view),
                }),
            };
            copy.extend(value.map(|value| (key.clone(), value)));
        }
        if let Some(base) = base {
            let part = if self.dialect(&at.file) == self.dialect(&base.file) {
                self.copied_base(&base, &at.file, view, &left_out)
            } else {
                let place = self.base_in_place(&base, at, view, left_out.clone());
                Map::from_iter([("$ref".to_owned(), reference::to(&place, &at.file).into())])
            };
            add_part(&mut copy, part);
        }
        self.loosen(schema, &mut copy, &at.file, view, &left_out);
        Value::Object(copy)
    }

    fn dialect(&self, file: &str) -> Option<&'a Value> {
        self.files.get(file)?.value.keyword("$schema")
    }

    /// Returns true if what a reference leads to has properties that a view leaves out, and its own view has them.
    fn has_more(&self, target: &Origin, view: View, left_out: &BTreeSet<String>) -> bool {
        let Some(schema) = self.node(target).and_then(Value::as_object) else { return false };
        let all = self.holding(schema, &target.file, &PARTS);
        let is_circular = all.iter().any(|(part, file)| self.target(part, file).as_ref() == Some(target));
        let own = self.left_out(schema, &target.file, view, &PARTS);
        let mut names = all.iter().flat_map(|(part, _)| names_in(part));
        !is_circular && names.any(|it| left_out.contains(it) && !own.contains(it))
    }

    /// Returns what a reference leads to without the properties that the view leaves out of what extends it.
    fn copied_base(&self, base: &Origin, to: &str, view: View, left_out: &BTreeSet<String>) -> Map<String, Value> {
        let Some(Value::Object(schema)) = self.node(base) else { return Map::new() };
        let mut schema = schema.clone();
        let is_of_base = |key: &str| DEFINITIONS.contains(&key) || OF_FILE.contains(&key) || key == "title";
        schema.retain(|key, _| !is_of_base(key));
        let mut copy = self.copied(&schema, base, view, left_out);
        if base.file != to {
            walk_mut(&mut copy, At::Root(""), &mut |schema, _| {
                let target =
                    schema.keyword("$ref").and_then(Value::as_str).and_then(|it| reference::target(&base.file, it));
                if let Some(target) = target {
                    schema.insert("$ref".to_owned(), reference::to(&target, to).into());
                }
            });
        }
        if let Value::Object(copy) = copy { copy } else { Map::new() }
    }

    /// Returns the place of a definition with what a view has of a base of another dialect. It is in the file of the base, because its
    /// keywords mean something else in the file of the view.
    fn base_in_place(&self, base: &Origin, at: &Origin, view: View, left_out: BTreeSet<String>) -> Origin {
        let key = (base.clone(), view, left_out);
        if let Some((place, _)) = self.bases.borrow().get(&key) {
            return place.clone();
        }
        let name = |of: &Origin| self.unit_of(of).and_then(|unit| self.names.get(&unit)).map_or("", String::as_str);
        let user = format!("{}{}", name(at), view.suffix());
        let about = format!("What `{user}` has of `{}`.", name(base));
        let longer = (1..).map(|count: usize| if count == 1 { String::new() } else { count.to_string() });
        let mut free = longer.map(|end| format!("{}For{user}{end}", name(base))).filter(|name| self.is_free(name));
        let place = self.free_place(base, &free.next().unwrap_or_default());
        let mut copy = self.copied_base(base, &base.file, view, &key.2);
        copy.insert("description".to_owned(), about.into());
        self.bases.borrow_mut().insert(key, (place.clone(), copy.into()));
        place
    }

    /// Returns true for a name that neither a type, a view nor a new base has.
    fn is_free(&self, name: &str) -> bool {
        let has = |name: &str| self.all_names.contains(name);
        let is_view = [View::Read, View::Write].iter().any(|view| name.strip_suffix(view.suffix()).is_some_and(has));
        !has(name) && !is_view && !self.taken.borrow().contains_key(name)
    }

    /// Makes a union accept each value that the properties which a view leaves out can complete: two of its branches can hold
    /// without them.
    fn loosen(
        &self,
        schema: &Map<String, Value>,
        copy: &mut Map<String, Value>,
        file: &str,
        view: View,
        left_out: &BTreeSet<String>,
    ) {
        for key in ["oneOf", "anyOf"] {
            let Some(Value::Array(branches)) = schema.keyword(key) else { continue };
            let parts: Vec<Branch<'_>> =
                branches.iter().map(|branch| self.branch(branch, file, view, left_out)).collect();
            let copied = copy.keyword(key).and_then(Value::as_array);
            let is_any = |(branch, copy): (&Branch<'_>, &Value)| branch.is_loosened && asserts_nothing(copy);
            if parts.iter().zip(copied.into_iter().flatten()).any(is_any) {
                copy.shift_remove(key);
                continue;
            }
            let pairs = parts.iter().enumerate().flat_map(|(at, one)| parts[at + 1..].iter().map(move |it| (one, it)));
            let mut loosened = pairs.filter(|(one, other)| one.is_loosened || other.is_loosened);
            if key == "oneOf" && loosened.any(|(one, other)| !one.excludes(other)) {
                let branches = copy.shift_remove(key).unwrap_or_default();
                add_part(copy, Map::from_iter([("anyOf".to_owned(), branches)]));
            }
        }
    }

    /// Reads a branch of a union as a view has it.
    fn branch<'s>(&'s self, branch: &'s Value, file: &str, view: View, outer: &BTreeSet<String>) -> Branch<'s> {
        let mut found = Branch::default();
        let Some(schema) = branch.as_object() else { return found };
        let mut left_out = self.left_out(schema, file, view, &PARTS);
        left_out.extend(outer.iter().cloned());
        let is_out = |name: &&str| left_out.contains(*name);
        found.is_loosened =
            self.holding(schema, file, &PARTS).iter().any(|(part, _)| names_in(part).any(|it| is_out(&it)));
        for (part, file) in self.holding(schema, file, &["allOf"]) {
            found.types.extend(
                part.keyword("type").map(|types| types.as_array().map_or(vec![types], |all| all.iter().collect())),
            );
            let required = part.keyword("required").and_then(Value::as_array).into_iter().flatten();
            found.required.extend(required.filter_map(Value::as_str).filter(|name| !is_out(name)));
            for (name, property) in part.keyword("properties").and_then(Value::as_object).into_iter().flatten() {
                let all = property.as_object().map(|property| self.holding(property, &file, &["allOf"]));
                for (property, _) in all.into_iter().flatten() {
                    let listed = property.keyword("enum").and_then(Value::as_array).map(|all| all.iter().collect());
                    let values = property.keyword("const").map(|only| vec![only]).or(listed);
                    found.values.extend(values.map(|values| (name.as_str(), values)));
                }
            }
        }
        found
    }

    /// Returns a schema that is about the same values as the one around it.
    fn part(&self, part: &Value, at: &Origin, view: View, left_out: &BTreeSet<String>) -> Value {
        part.as_object().map_or_else(|| part.clone(), |schema| self.copied(schema, at, view, left_out))
    }

    /// Returns the schema of a property, an item or another value. A type in place that is the same in every view stays one type, if
    /// its name stays as well.
    fn used(&self, used: &Value, at: &Origin, view: View) -> Value {
        let Value::Object(schema) = used else { return used.clone() };
        let is_of = |name: &str| schema.keyword("type").is_some_and(|of| of == name);
        let is_type = (is_of("object") && schema.has("properties")) || (is_of("string") && schema.has("enum"));
        if is_type && !self.touches(at) && self.stays_in_place(at) {
            let beside = schema.iter().filter(|(key, _)| BESIDE.contains(&key.as_str()));
            let mut copy: Map<_, _> = beside.map(|(key, value)| (key.clone(), value.clone())).collect();
            copy.insert("$ref".to_owned(), reference::to(at, &at.file).into());
            return copy.into();
        }
        self.copied(schema, at, view, &BTreeSet::new())
    }

    /// Returns true if a schema has the same name in place and as what a reference leads to: it is in no part of another schema, and
    /// no later step moves it.
    fn stays_in_place(&self, at: &Origin) -> bool {
        let Some(unit) = self.unit_of(at) else { return false };
        let steps = at.pointer[unit.pointer.len()..].split('/').skip(1);
        let is_plain = |key: &str| matches!(key, "properties" | "items" | "additionalProperties");
        let outer = std::iter::successors(Some(at.pointer.as_str()), |it| Some(&it[..it.rfind('/')?]));
        let mut outer = outer.skip(1).take_while(|it| it.len() >= unit.pointer.len());
        keywords(steps).into_iter().all(is_plain)
            && !outer.any(|pointer| {
                let node = self.node(&Origin { pointer: pointer.to_owned(), ..at.clone() });
                node.and_then(Value::as_object).is_some_and(|it| self.moves(it, &at.file))
            })
    }

    /// Returns true if a later step can move the properties of a schema.
    fn moves(&self, schema: &Map<String, Value>, file: &str) -> bool {
        let holding = self.holding(schema, file, &["allOf"]);
        holding.iter().any(|(schema, _)| MOVES.iter().any(|key| schema.has(key)))
    }

    /// Returns the properties that a view leaves out of the values of a schema. The keywords are those of its parts.
    fn left_out(&self, schema: &Map<String, Value>, file: &str, view: View, keys: &[&str]) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for (schema, file) in self.holding(schema, file, keys) {
            let all = schema.keyword("properties").and_then(Value::as_object).into_iter().flatten();
            let all = all.filter(|(_, property)| self.is_flagged(property, &file, view.without()));
            found.extend(all.map(|(name, _)| name.clone()));
        }
        found
    }

    /// Returns the views at their places, each with the pointer of its type. Their references lead to other views.
    fn with_references(&self, made: &Made) -> Vec<(Origin, String, Value)> {
        let own = |((unit, view), (at, value)): (&(Origin, View), &(Origin, Value))| {
            let mut value = value.clone();
            walk_mut(&mut value, At::Root(""), &mut |schema, inner| {
                let Some(target) = self.target(schema, &unit.file) else { return };
                if inner.has_keyword(is_about_when) || !self.touches(&target) {
                    return;
                }
                let Some(of) = self.unit_of(&target) else { return };
                let Some((to, there)) = made.get(&(of.clone(), *view)) else { return };
                // In a property that is left out, the published schema is all there is.
                let rest = &target.pointer[of.pointer.len()..];
                if there.pointer(rest).is_some() {
                    let to = Origin { pointer: format!("{}{rest}", to.pointer), ..to.clone() };
                    schema.insert("$ref".to_owned(), reference::to(&to, &at.file).into());
                }
            });
            (at.clone(), unit.pointer.clone(), value)
        };
        let bases = self.bases.borrow();
        let bases: Vec<_> = bases.iter().map(|((base, view, _), copy)| ((base.clone(), *view), copy.clone())).collect();
        made.iter().chain(bases.iter().map(|(of, copy)| (of, copy))).map(own).collect()
    }
}

/// What distinguishes a branch of a union from others.
#[derive(Default)]
struct Branch<'s> {
    /// A view leaves out a property that it is about.
    is_loosened: bool,
    types: Vec<Vec<&'s Value>>,
    required: BTreeSet<&'s str>,
    /// The values of properties that are listed.
    values: Vec<(&'s str, Vec<&'s Value>)>,
}

impl Branch<'_> {
    /// Returns true if no value is one of both, because of its type or of a property that both require.
    fn excludes(&self, other: &Self) -> bool {
        let is_number = |of: &Value| of == "integer" || of == "number";
        let is_same = |one: &Value, other: &Value| one == other || (is_number(one) && is_number(other));
        let differ = |one: &[&Value], other: &[&Value]| !one.iter().any(|one| other.iter().any(|it| is_same(one, it)));
        let is_required = |name: &str| self.required.contains(name) && other.required.contains(name);
        self.types.iter().any(|one| other.types.iter().any(|it| differ(one, it)))
            || self.values.iter().filter(|(name, _)| is_required(name)).any(|(name, one)| {
                other
                    .values
                    .iter()
                    .any(|(known, it)| known == name && !one.iter().any(|one| it.iter().any(|it| same(one, it))))
            })
    }
}

/// Returns the properties that a schema has or requires, without those of its parts.
fn names_in(schema: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let properties = schema.keyword("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    let required = schema.keyword("required").and_then(Value::as_array).into_iter().flatten();
    properties.map(String::as_str).chain(required.filter_map(Value::as_str))
}

/// Adds a schema that has to hold as well.
fn add_part(schema: &mut Map<String, Value>, part: Map<String, Value>) {
    let is_taken = |key: &String| is_asserted(key) && schema.has(key);
    if !part.keys().any(is_taken) && !schema.keys().any(|key| is_asserted(key) && key.starts_with("additional")) {
        part.into_iter().for_each(|(key, value)| {
            schema.entry(key).or_insert(value);
        });
        return;
    }
    if let Value::Array(parts) = schema.entry("allOf").or_insert_with(|| json!([])) {
        parts.push(part.into());
    }
}

/// Returns a copied part of `allOf`. If it is a copy of what the part refers to, its own parts are next to it: types have the fields
/// of those alone.
fn with_bases(part: &Value, copy: Value) -> Vec<Value> {
    let is_copied = part.keyword("$ref").is_some() && copy.keyword("$ref").is_none();
    let Value::Object(mut schema) = copy else { return vec![copy] };
    let is_whole = !is_copied || schema.keys().any(|key| key.starts_with("unevaluated"));
    match schema.shift_remove("allOf") {
        Some(Value::Array(mut bases)) if !is_whole => {
            bases.push(schema.into());
            bases
        }
        parts => {
            schema.extend(parts.map(|parts| ("allOf".to_owned(), parts)));
            vec![schema.into()]
        }
    }
}

fn asserts_nothing(schema: &Value) -> bool {
    schema.as_object().map_or(*schema == Value::Bool(true), |schema| !schema.keys().any(|key| is_asserted(key)))
}

/// Returns the definition that a file is only another name of.
fn alias(file: &JsonFile) -> Option<Origin> {
    let root = file.value.as_object()?;
    let target = reference::target(&file.path, root.keyword("$ref")?.as_str()?)?;
    let is_definition = target.file == file.path && naming::is_named(&target) && !target.pointer.is_empty();
    (is_definition && root.keys().filter(|key| is_asserted(key)).count() == 1).then_some(target)
}

/// Returns true for a keyword whose schemas are not about what is sent, but about when something holds.
fn is_about_when(key: &str) -> bool {
    matches!(key, "if" | "not" | "x-advice")
}

fn is_container(value: &Value) -> bool {
    value.is_object() || value.is_array()
}

fn below_at(at: &Origin, key: &str) -> Origin {
    Origin { pointer: step(&at.pointer, key), ..at.clone() }
}
