//! Properties beside a union of objects, or beside a reference to one: each branch has them, too.
//!
//! ```text
//! {"type": "object", "properties": {"a": …}, "oneOf": [{"properties": {"b": …}}, {"properties": {"c": …}}]}
//!   ─▶ {"oneOf": [{"type": "object", "properties": {"a": …, "b": …}}, {"type": "object", "properties": {"a": …, "c": …}}]}
//! ```
//!
//! A value fits the one if it fits the other. Where the branches say nothing of a property that is not in all of them, and have
//! no tag, they are a check of one struct and stay.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToUpperCamelCase;
use serde_json::{Map, Value, json};

use super::about::{Known, is_condition};
use super::both::{self, Both, Part, Places, Types};
use super::conditions;
use super::counted::Counted;
use super::exclusive;
use super::tags;
use super::targets::{self, Respelled};
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::{
    At, DEFINITIONS, Find, JsonFile, Origin, each_below, has_shape_of_its_own, is_asserted, only_value, reference, step,
};
use crate::set::LintLevel;

/// The most fields that the branches of a union may have together. Beyond, they are a check of one struct.
const MOST_FIELDS: usize = 5000;

/// The most branches of all unions of a schema together.
const MOST_BRANCHES: usize = 64;

/// Where types that several branches narrow are held. Every dialect knows it.
const HOLDER: &str = "definitions";

/// How often the schemas are gone through: each time, what extends a union is one afterwards.
const MOST_ROUNDS: usize = 4;

/// Gives the branches of unions what is beside them. Reports those that are too many, unless the lint is allowed.
pub fn complete(schemas: &mut [JsonFile], level: LintLevel, known: &mut Known, found: &mut Counted) {
    for _ in 0..MOST_ROUNDS {
        let (mut targets, mut too_many) = (known.targets(schemas), Vec::new());
        let is_changed = targets::respell(schemas, &mut targets, &mut |_, schema, file, at| {
            let union = (!is_no_type(&at)).then(|| Beside::of(known, schema, file, at)).flatten()?;
            let origin = Origin { file: file.to_owned(), pointer: at.pointer() };
            if union.is_too_large() {
                too_many.push(origin);
                return None;
            }
            Some(union.completed(known, schema, &origin))
        });
        for file in schemas.iter().filter(|file| level == LintLevel::Warn && !file.is_built_in()) {
            for it in too_many.iter().filter(|it| it.file == file.path) {
                found.add("too many branches", of_too_many, || file.place(&it.pointer));
            }
        }
        known.update(schemas, targets, is_changed);
        if !is_changed {
            break;
        }
    }
}

/// Adds the properties that are stated under conditions.
pub fn add_fields(schemas: &mut [JsonFile], known: &mut Known) {
    let seen = conditions::seen_by_others(known, schemas);
    respell(schemas, known, &|known, schema, file, at| {
        let is_alone = || !seen.contains(&Origin { file: file.to_owned(), pointer: at.pointer() });
        conditions::with_fields(known, schema, file, at, &is_alone)
    });
}

/// Gives the properties of closed objects what the branches of their unions say of them.
pub fn refine(schemas: &mut [JsonFile], known: &mut Known) {
    respell(schemas, known, &|known, schema, file, at| conditions::with_refined(known, schema, file, at));
}

/// Returns another spelling of a schema, and the places that what is in it had before.
type Respell<'a> = dyn Fn(&Known, &Map<String, Value>, &str, At<'_>) -> Option<(Map<String, Value>, Places)> + 'a;

fn respell(schemas: &mut [JsonFile], known: &mut Known, respelled: &Respell<'_>) {
    let mut targets = known.targets(schemas);
    let is_changed = targets::respell(schemas, &mut targets, &mut |_, schema, file, at| {
        (!is_no_type(&at)).then(|| respelled(known, schema, file, at)).flatten().map(Respelled::new)
    });
    known.update(schemas, targets, is_changed);
}

fn of_too_many() -> Diagnostic {
    Diagnostic::warning(Code::AmbiguousUnion, "the branches beside properties are too many for a type for each")
        .because("every one of them would have all the properties, so the type has those beside the branches alone")
        .instead("write the branches as a union of definitions, and refer to it from a property")
}

/// Returns true where no type is made of a schema: in a part of another one, a condition, or a check.
fn is_no_type(at: &At<'_>) -> bool {
    matches!(at, At::Index(At::Key(_, "allOf"), _)) || at.has_keyword(is_check)
}

/// Returns true for a keyword below which no type is made.
fn is_check(key: &str) -> bool {
    is_condition(key) || matches!(key, "contains" | "propertyNames" | "dependentSchemas" | "dependencies")
}

/// A union, and what is beside it.
pub struct Beside {
    /// The keyword of the union.
    pub key: &'static str,
    /// Its branches.
    pub branches: Vec<Branch>,
    /// The keywords beside the union that each branch gets.
    pub shared: Map<String, Value>,
    /// The parts of `allOf` that are not shared.
    pub left_out: BTreeSet<usize>,
    /// The number of branches of all other unions of the schema, multiplied.
    pub others: usize,
}

/// A branch of a union.
pub struct Branch {
    /// Its pointer.
    pub pointer: String,
    /// The schemas that hold in it.
    pub parts: Vec<Part>,
    /// Its name, if neither a title nor a tag is.
    pub name: Option<String>,
}

impl Beside {
    /// Finds the first union of a schema of objects that says something of their properties.
    fn of(known: &Known, schema: &Map<String, Value>, file: &str, at: At<'_>) -> Option<Self> {
        if !has_more(schema) || schema.has("const") || schema.has("enum") {
            return None;
        }
        let is_object = |it: &Map<String, Value>| it.keyword("type").is_some_and(|of| of == "object");
        let is_object = || known.is_sure(&Value::Object(schema.clone()), file, &is_object);
        let all = unions(known, schema, file);
        let sizes: Vec<usize> = all.iter().map(|union| union.branches.len()).collect();
        let found = all.into_iter().enumerate().find_map(|(index, union)| {
            let (shared, left_out) = union.shared(schema);
            let is_one = has_more(&shared)
                && union.shows_more(known, &shared, file)
                && !union.is_one_struct(known, &shared, file);
            is_one.then_some((index, union, shared, left_out))
        });
        let Some((index, union, shared, left_out)) = found else {
            return tags::by_tag(known, schema, file, at).filter(|_| is_object());
        };
        if !is_object() {
            return None;
        }
        let others = sizes.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, size)| size).product();
        let here = at.pointer();
        let is_itself =
            |branch: &Value| known_target(branch, file).is_some_and(|it| it.file == file && it.pointer == here);
        if union.branches.iter().any(is_itself) {
            return None;
        }
        let outer = format!("{here}{}", union.at);
        let tags = tags_of(&union.branches);
        let branches = union.branches.into_iter().zip(tags).enumerate().map(|(index, (schema, tag))| {
            let pointer = step(&outer, &index.to_string());
            let name = tag.or_else(|| name_of_target(&schema, file));
            Branch { pointer: pointer.clone(), parts: vec![(pointer, schema)], name }
        });
        Some(Self { key: union.key, branches: branches.collect(), shared, left_out, others })
    }

    fn is_too_large(&self) -> bool {
        let count = self.branches.len();
        let names = self.shared.keyword("properties").and_then(Value::as_object).map_or(0, Map::len);
        // Each branch gets its own copy of what is in a part.
        let parts = self.shared.keyword("allOf").and_then(Value::as_array).into_iter().flatten();
        let names = names + parts.filter_map(Value::as_object).map(schemas_below).sum::<usize>();
        count * names > MOST_FIELDS || (self.others > 1 && count * self.others > MOST_BRANCHES)
    }

    /// Returns true if every object has the tag, so that only one branch can hold.
    fn has_required_tag(&self) -> bool {
        let branches: Vec<Value> = self.branches.iter().filter_map(|it| Some(it.parts.first()?.1.clone())).collect();
        let requires = |schema: &Value, name: &str| {
            schema.keyword("required").and_then(Value::as_array).is_some_and(|all| all.iter().any(|it| it == name))
        };
        let shared = || Value::Object(self.shared.clone());
        tag(&branches).is_some_and(|tag| requires(&shared(), tag) || branches.iter().all(|it| requires(it, tag)))
    }

    /// Returns the union of complete branches, the places that what is in them had before, and what they refer to in each other.
    fn completed(self, known: &Known, schema: &Map<String, Value>, origin: &Origin) -> Respelled {
        let stays = |key: &str| stays(key) && !self.shared.has(key);
        let mut new: Map<String, Value> = kept(schema, stays);
        let (mut places, mut referred, mut first) = (Vec::new(), Vec::new(), BTreeMap::new());
        // A key of the schema's own definitions is not taken.
        let own = schema.get(HOLDER).and_then(Value::as_object);
        let is_free = |name: &String| own.is_none_or(|own| !own.contains_key(name));
        let key = |name: &str| {
            let longer = std::iter::successors(Some(name.to_owned()), |it| Some(format!("{it}_")));
            longer.into_iter().find(is_free).unwrap_or_default()
        };
        let held = |name: &str| Origin {
            file: origin.file.clone(),
            pointer: step(&step(&origin.pointer, HOLDER), &key(name)),
        };
        let refer = |name: &str| reference::to(&held(name), &origin.file);
        let values = |schema: &Map<String, Value>| known.values(schema, &origin.file);
        // What no branch of a closed object evaluates, the only branch that can hold refuses.
        let is_closed = schema.keyword("unevaluatedProperties") == Some(&Value::Bool(false)) && self.has_required_tag();
        let properties = self.shared.keyword("properties").and_then(Value::as_object);
        let mut types = Types { refer: &refer, values: &values, properties, narrowed: BTreeSet::new() };
        let mut taken_names = BTreeMap::new();
        let mut complete = Vec::new();
        let is_alone = self.branches.len() == 1;
        for (index, branch) in self.branches.into_iter().enumerate() {
            let of_union = || step(&step(&origin.pointer, self.key), &index.to_string());
            let here = if is_alone { origin.pointer.clone() } else { of_union() };
            if branch.pointer != here {
                places.push((here.clone(), branch.pointer));
            }
            let mut both = both::of(&self.shared, &branch.parts, &mut types);
            if is_closed && !both.schema.has("additionalProperties") {
                both.schema.entry("unevaluatedProperties").or_insert(Value::Bool(false));
            }
            let name = branch.name.map(|name| name.to_upper_camel_case()).filter(|name| !name.is_empty());
            if let Some(name) = name.filter(|_| !both.schema.has("title")) {
                // Two tags can have one name in some language.
                let count = taken_names.entry(name.to_lowercase()).and_modify(|count| *count += 1).or_insert(1);
                let name = if *count > 1 { format!("{name}{count}") } else { name };
                both.schema.entry("x-variant").or_insert_with(|| json!(name));
            }
            places.extend(both.places(&here, &origin.pointer, &self.left_out));
            referred.extend(share(&mut both, &here, &origin.file, &mut first));
            complete.push(Value::Object(both.schema));
        }
        match &mut complete[..] {
            [Value::Object(only)] => new.extend(std::mem::take(only)),
            _ => drop(new.insert(self.key.to_owned(), Value::Array(complete))),
        }
        for name in &types.narrowed {
            let Some(property) = self.shared.keyword("properties").and_then(|all| all.get(name)) else { continue };
            if let Value::Object(holder) = new.entry(HOLDER).or_insert_with(|| json!({})) {
                holder.insert(key(name), property.clone());
            }
            places.push((held(name).pointer, step(&step(&origin.pointer, "properties"), name)));
            referred.push(held(name));
        }
        Respelled { schema: new, places, referred }
    }
}

/// Returns the number of schemas in a schema.
fn schemas_below(schema: &Map<String, Value>) -> usize {
    let mut count = 0;
    each_below(&mut schema.clone(), &mut |inner, _, _| count += 1 + schemas_below(inner));
    count
}

/// Returns true for a schema with more than a union.
fn has_more(schema: &Map<String, Value>) -> bool {
    ["properties", "allOf", "$ref"].iter().any(|key| schema.has(key))
}

/// Returns the place that a branch refers to.
fn known_target(branch: &Value, file: &str) -> Option<Origin> {
    reference::target(file, branch.keyword("$ref")?.as_str()?)
}

/// Returns the name of what a branch refers to.
fn name_of_target(branch: &Value, file: &str) -> Option<String> {
    let target = known_target(branch, file)?;
    let last = target.pointer.rsplit('/').next().filter(|it| !it.is_empty());
    let last = last.or_else(|| target.file.rsplit('/').next()?.split('.').next())?;
    Some(last.to_owned()).filter(|name| !name.chars().all(|it| it.is_ascii_digit()))
}

/// Returns the keywords of a schema that are such.
pub fn kept(schema: &Map<String, Value>, is_such: impl Fn(&str) -> bool) -> Map<String, Value> {
    schema.iter().filter(|(key, _)| is_such(key)).map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// Returns true for a keyword that stays beside the union: a remark, a definition, or one that has to see what all parts say.
pub fn stays(key: &str) -> bool {
    !is_asserted(key) || DEFINITIONS.contains(&key) || key.starts_with("unevaluated")
}

/// Makes the types in a property that was taken over those of the first branch that has it. Returns them.
fn share(both: &mut Both, here: &str, file: &str, first: &mut BTreeMap<String, String>) -> Vec<Origin> {
    let mut referred = Vec::new();
    let Some(Value::Object(properties)) = both.schema.keyword_mut("properties") else { return referred };
    for (name, property) in properties.iter_mut().filter(|(name, _)| both.taken.contains(*name)) {
        let own = step(&step(here, "properties"), name);
        match first.get(name) {
            None => drop(first.insert(name.clone(), own)),
            Some(known) => {
                if let Value::Object(property) = property {
                    let at = Origin { file: file.to_owned(), pointer: known.clone() };
                    refer_to_types(property, at, &mut referred);
                }
            }
        }
    }
    referred
}

/// Makes references of the types in a schema, to those in an equal one. A list with a schema for each place has one type for all
/// items later, so it keeps them.
fn refer_to_types(schema: &mut Map<String, Value>, equal: Origin, referred: &mut Vec<Origin>) {
    if schema.has("prefixItems") || schema.keyword("items").is_some_and(Value::is_array) {
        return;
    }
    if has_shape_of_its_own(schema) {
        schema.retain(|key, _| matches!(key.as_str(), "description" | "default" | "deprecated"));
        schema.insert("$ref".to_owned(), json!(reference::to(&equal, &equal.file)));
        return referred.push(equal);
    }
    each_below(schema, &mut |inner, key, name| {
        if is_check(key) {
            return;
        }
        let of_key = step(&equal.pointer, key);
        let pointer = name.map_or_else(|| of_key.clone(), |name| step(&of_key, name));
        refer_to_types(inner, Origin { file: equal.file.clone(), pointer }, referred);
    });
}

/// A union of a schema, or of a part of it.
struct Found {
    key: &'static str,
    branches: Vec<Value>,
    /// Where the branches are, from the schema.
    at: String,
    /// The part of `allOf` that it is in, or refers to it.
    part: Option<usize>,
    /// The part refers to it.
    is_reference: bool,
}

/// Returns the unions of objects of a schema: its own, those of its parts, and those that a part refers to.
fn unions(known: &Known, schema: &Map<String, Value>, file: &str) -> Vec<Found> {
    let own = |schema: &Map<String, Value>, at: &str, part| {
        let one = |key: &'static str| {
            let branches = schema.keyword(key)?.as_array()?.clone();
            Some(Found { key, branches, at: step(at, key), part, is_reference: false })
        };
        ["oneOf", "anyOf"].into_iter().filter_map(one).collect::<Vec<_>>()
    };
    let mut found = own(schema, "", None);
    for (index, part) in schema.keyword("allOf").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let Value::Object(part) = part else { continue };
        let at = step("/allOf", &index.to_string());
        // What is unevaluated in a part is what the union in it does not evaluate.
        if part.keys().any(|key| key.starts_with("unevaluated")) {
            continue;
        }
        found.extend(own(part, &at, Some(index)));
        let referred = known.union_of(part, file);
        let of_part = |(key, branches)| Found { key, branches, at, part: Some(index), is_reference: true };
        found.extend(referred.map(of_part));
    }
    found.retain(|union| union.branches.len() > 1 && union.branches.iter().all(|it| known.is_of_objects(it, file)));
    found
}

impl Found {
    /// Returns the keywords beside the union, and the part of `allOf` that is not among them.
    fn shared(&self, schema: &Map<String, Value>) -> (Map<String, Value>, BTreeSet<usize>) {
        let mut shared = kept(schema, |key| !stays(key));
        let Some(index) = self.part else {
            shared.shift_remove(self.key);
            return (shared, BTreeSet::new());
        };
        let Some(Value::Array(parts)) = shared.keyword_mut("allOf") else { return (shared, BTreeSet::new()) };
        if let Some(Value::Object(part)) = parts.get_mut(index) {
            part.shift_remove(self.key);
            part.retain(|key, _| is_asserted(key) && (!self.is_reference || key != "$ref"));
        }
        let is_empty = parts.get(index).and_then(Value::as_object).is_some_and(Map::is_empty);
        if is_empty {
            parts.remove(index);
        }
        if parts.is_empty() {
            shared.shift_remove("allOf");
        }
        (shared, BTreeSet::from_iter(is_empty.then_some(index)))
    }

    /// Returns true for branches of `anyOf` that can hold together: a value of several is of no type for one of them. They are a check
    /// of one struct, which has their [fields](conditions).
    fn is_one_struct(&self, known: &Known, shared: &Map<String, Value>, file: &str) -> bool {
        // An author who names the branches has types in mind.
        let is_named = |branch: &Value| {
            let parts = branch.keyword("allOf").and_then(Value::as_array).into_iter().flatten();
            branch.keyword("title").is_some()
                || std::iter::once(branch).chain(parts).any(|it| it.keyword("$ref").is_some())
        };
        // A closed object gets no other fields, so its branches only say more of those that it has.
        let is_closed = shared.keyword("additionalProperties") == Some(&Value::Bool(false));
        if (self.key == "oneOf" && !is_closed)
            || tag_of_strings(&self.branches).is_some()
            || self.branches.iter().any(is_named)
        {
            return false;
        }
        if is_closed && conditions::refined(known, shared, &self.branches, file).is_none() {
            return false;
        }
        let (facts_of, nothing) = (exclusive::Facts::of, Map::new());
        let facts: Vec<_> = self.branches.iter().map(|branch| facts_of(known, shared, branch, file)).collect();
        let own: Vec<_> = self.branches.iter().map(|branch| facts_of(known, &nothing, branch, file)).collect();
        !exclusive::have_tag(&own) && (1..facts.len()).any(|at| facts[..at].iter().any(|one| !one.excludes(&facts[at])))
    }

    /// Returns true if a branch says more of the properties than what is beside the union, or if all have a tag.
    fn shows_more(&self, known: &Known, shared: &Map<String, Value>, file: &str) -> bool {
        self.branches.iter().any(|branch| shows_more(known, branch, shared, file))
            || tag_of_strings(&self.branches).is_some()
    }
}

/// Returns true if a branch has a property that is not in the shared schema, or parts of one. A property that it refuses is none.
pub fn shows_more(known: &Known, branch: &Value, shared: &Map<String, Value>, file: &str) -> bool {
    let (mut names, mut own) = (BTreeSet::new(), BTreeSet::new());
    known.names(shared, file, &mut names);
    branch.as_object().into_iter().for_each(|branch| known.names(branch, file, &mut own));
    let shows_parts = |(name, property): (&String, &Value)| {
        let Some(own) = property.as_object() else { return false };
        let beside = shared.keyword("properties").and_then(|all| all.get(name));
        let is_same =
            || beside.is_some_and(|it| it == property || known.target(own, file).is_some_and(|(_, node)| node == it));
        known.shows_parts(own, file) && !is_same()
    };
    own.retain(|name| branch.keyword("properties").and_then(|all| all.get(name)) != Some(&Value::Bool(false)));
    let target =
        branch.as_object().and_then(|it| known.lone_target(it, file)).filter(|(origin, _)| origin.file == file);
    let object = target.map(|(_, node)| node).or(branch.as_object());
    let mut properties = object.and_then(|it| it.keyword("properties")?.as_object()).into_iter().flatten();
    !own.is_subset(&names) || properties.any(shows_parts)
}

/// Returns the property that has another constant in each branch, a string first.
fn tag(branches: &[Value]) -> Option<&str> {
    tag_of_strings(branches).or_else(|| tag_such(branches, |_| true))
}

/// Returns the property that has another string in each branch, by which every language reads a union.
fn tag_of_strings(branches: &[Value]) -> Option<&str> {
    tag_such(branches, Value::is_string)
}

fn tag_such(branches: &[Value], is_such: impl Fn(&Value) -> bool) -> Option<&str> {
    let first = branches.first()?.keyword("properties")?.as_object()?;
    let is_tag = |name: &&String| {
        let mut seen = BTreeSet::new();
        let mut constants = branches.iter().map(|branch| constant_of(branch, name).filter(|it| is_such(it)));
        constants.all(|one| one.is_some_and(|it| seen.insert(it.to_string())))
    };
    first.keys().find(is_tag).map(String::as_str)
}

/// Returns what each branch is called after its tag. Without a tag, it is the first string that no other branch has for the same
/// property.
fn tags_of(branches: &[Value]) -> Vec<Option<String>> {
    let tag = tag(branches);
    let is_only =
        |name: &str, value: &Value| branches.iter().filter(|it| constant_of(it, name) == Some(value)).count() == 1;
    let of = |branch: &Value| match tag {
        Some(tag) => constant_of(branch, tag).map(|value| tag_name(tag, value)),
        None => branch.keyword("properties")?.as_object()?.keys().find_map(|name| {
            let value = constant_of(branch, name).filter(|value| is_only(name, value))?;
            value.as_str().map(str::to_owned)
        }),
    };
    branches.iter().map(of).collect()
}

/// Returns what a branch is called after the value of its tag: a string, or the property with its value.
pub fn tag_name(property: &str, value: &Value) -> String {
    value.as_str().map_or_else(|| format!("{property} {value}"), str::to_owned)
}

/// Returns the only string, boolean or integer that a property of a branch can have.
fn constant_of<'b>(branch: &'b Value, name: &str) -> Option<&'b Value> {
    only_value(branch.keyword("properties")?.get(name)?).filter(|it| it.is_string() || it.is_boolean() || it.is_i64())
}
