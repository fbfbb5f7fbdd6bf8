//! Properties under conditions that are no [union](super::tags): fields that can be absent.
//!
//! Where nothing else allows such a key, a value of it has the type that the condition gives it, and what the schema said becomes
//! a check. Elsewhere it has that type or is any other value: `{"anyOf": [{"type": "string"}, true]}`. Where the values of other keys
//! have a schema, it has the type of that one.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::about::Known;
use super::both::{Places, narrowed};
use super::branches::kept;
use crate::schema::{At, DEFINITIONS, Find, JsonFile, Origin, has_shape_of_its_own, is_asserted, reference, step};

/// How deep conditions are followed into each other.
const DEEPEST: usize = 8;

/// The most schemas that are read for the fields of one. Many paths can lead to a schema.
const MOST_SCHEMAS: usize = 4096;

/// Returns the schemas that one with `unevaluatedProperties` looks at: what is about the same value, also in what it refers to. A
/// property that one of them states is evaluated there.
pub fn seen_by_others(known: &Known, schemas: &[JsonFile]) -> BTreeSet<Origin> {
    let (mut found, mut open) = (BTreeSet::new(), Vec::new());
    for file in schemas {
        file.each_schema(&mut |schema, at| {
            if schema.has("unevaluatedProperties") {
                open.push((Origin { file: file.path.clone(), pointer: at.pointer() }, schema.clone()));
            }
        });
    }
    while let Some((here, schema)) = open.pop() {
        if !found.insert(here.clone()) {
            continue;
        }
        let below = |steps: &[&str]| {
            let pointer = steps.iter().fold(here.pointer.clone(), |at, key| step(&at, key));
            Origin { file: here.file.clone(), pointer }
        };
        for (key, value) in &schema {
            match (key.as_str(), value) {
                ("allOf" | "anyOf" | "oneOf", Value::Array(all)) => {
                    let all = all.iter().enumerate();
                    open.extend(
                        all.filter_map(|(at, it)| Some((below(&[key, &at.to_string()]), it.as_object()?.clone()))),
                    );
                }
                ("dependentSchemas" | "dependencies", Value::Object(all)) => {
                    open.extend(
                        all.iter().filter_map(|(name, it)| Some((below(&[key, name]), it.as_object()?.clone()))),
                    );
                }
                ("if" | "then" | "else" | "not", Value::Object(inner)) => open.push((below(&[key]), inner.clone())),
                _ => {}
            }
        }
        let target = known.target(&schema, &here.file);
        open.extend(target.and_then(|(at, node)| Some((at, node.as_object()?.clone()))));
    }
    found
}

/// Returns a schema with the properties under conditions that only some objects have, and the places of what is new in it before.
/// `is_alone` says that no other schema looks at which properties this one has.
pub fn with_fields(
    known: &Known,
    schema: &Map<String, Value>,
    file: &str,
    at: At<'_>,
    is_alone: &dyn Fn() -> bool,
) -> Option<(Map<String, Value>, Places)> {
    let is_object = |it: &Map<String, Value>| it.keyword("type").is_some_and(|of| of == "object");
    // Without anything beside them, branches are a union.
    let has_branches = schema.has("anyOf") && ["properties", "$ref"].iter().any(|key| schema.has(key));
    let states_more = |key: &String| matches!(key.as_str(), "if" | "dependentSchemas" | "dependencies" | "allOf");
    if !has_branches && !schema.keys().any(states_more) {
        return None;
    }
    let rest = Rest::of(known, schema, file, &at.pointer());
    if matches!(rest, Rest::Nothing) || (!rest.is_unevaluated() && !is_alone()) {
        return None;
    }
    let mut stated = Stated { known, file, all: IndexMap::new(), patterns: Vec::new(), is_open: false, read: 0 };
    let mut names = BTreeSet::new();
    known.names(schema, file, &mut names);
    stated.add(schema, &at.pointer(), &names, When::Always, 0);
    if stated.all.is_empty()
        || stated.read > MOST_SCHEMAS
        || !known.is_sure(&Value::Object(schema.clone()), file, &is_object)
    {
        return None;
    }
    let is_named = |name: &str| !stated.patterns.iter().any(|it| may_match(it, name));
    let is_typed = |name: &str| match rest {
        Rest::Unevaluated(_) => !stated.is_open && is_named(name),
        // The other keys of the schema itself are those that it has no pattern for.
        Rest::Any(_) => is_named(name),
        Rest::Anything | Rest::Nothing => false,
    };
    let new: Vec<(String, String, Value)> = stated
        .all
        .iter()
        .map(|(name, all)| {
            let is_typed = is_typed(name);
            // A closed object has what a condition asks for only where it holds.
            let holding = all.iter().filter(|it| (is_typed && rest.is_unevaluated()) || !it.is_asked);
            let schemas: Vec<&Map<String, Value>> = holding.map(|it| &it.schema).collect();
            let mut property = rest.beside(known, file, type_of_all(known, file, &schemas), is_typed);
            let description = schemas.iter().find_map(|it| it.keyword("description"));
            property.extend(description.map(|text| ("description".to_owned(), text.clone())));
            let first = all.iter().find(|it| !it.is_asked).unwrap_or(&all[0]);
            (name.clone(), first.pointer.clone(), Value::Object(property))
        })
        .collect();
    let (mut with, mut places) =
        if matches!(rest, Rest::Anything) { (schema.clone(), Vec::new()) } else { with_check(schema, &at.pointer()) };
    if let Value::Object(properties) = with.entry("properties").or_insert_with(|| json!({})) {
        for (name, pointer, property) in new {
            places.push((step(&step(&at.pointer(), "properties"), &name), pointer));
            properties.insert(name, property);
        }
    }
    Some((with, places))
}

/// Returns a schema whose keywords that types do not show became a check, and the place of that.
fn with_check(schema: &Map<String, Value>, pointer: &str) -> (Map<String, Value>, Places) {
    let check = json!({"if": true, "then": kept(schema, is_asserted)});
    let fields = ["type", "properties", "patternProperties", "additionalProperties", "required", "allOf", "$ref"];
    let mut with = kept(schema, |key| !is_asserted(key) || DEFINITIONS.contains(&key) || fields.contains(&key));
    let mut places = Vec::new();
    if let Value::Array(parts) = with.entry("allOf").or_insert_with(|| json!([])) {
        parts.retain(|part| part.keyword("$ref").is_some() || part.keyword("properties").is_some());
        parts.push(check);
        let check = step(&step(pointer, "allOf"), &(parts.len() - 1).to_string());
        places.push((step(&check, "then"), pointer.to_owned()));
    }
    (with, places)
}

/// Returns a closed object whose properties have what the branches of its unions say of them.
pub fn with_refined(
    known: &Known,
    schema: &Map<String, Value>,
    file: &str,
    at: At<'_>,
) -> Option<(Map<String, Value>, Places)> {
    if schema.keyword("additionalProperties") != Some(&Value::Bool(false)) {
        return None;
    }
    let pointer = &at.pointer();
    let of = |schema: &Map<String, Value>, at: &str| {
        let one = |key| Some((step(at, key), schema.keyword(key)?.as_array()?.clone()));
        ["oneOf", "anyOf"].into_iter().filter_map(one).collect::<Vec<_>>()
    };
    let is_object = |it: &Map<String, Value>| it.keyword("type").is_some_and(|of| of == "object");
    let mut unions = of(schema, pointer);
    for (index, part) in schema.keyword("allOf").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let at = step(&step(pointer, "allOf"), &index.to_string());
        unions.extend(part.as_object().into_iter().flat_map(|part| of(part, &at)));
    }
    if unions.is_empty() || !known.is_sure(&Value::Object(schema.clone()), file, &is_object) {
        return None;
    }
    let refined = unions.iter().flat_map(|(at, branches)| {
        let all = refined(known, schema, branches, file).unwrap_or_default();
        all.into_iter().map(move |(name, branches)| (name, at, branches))
    });
    let refined: Vec<_> = refined.collect();
    if refined.is_empty() {
        return None;
    }
    let (mut with, mut places) = with_check(schema, pointer);
    let properties = with.keyword_mut("properties")?.as_object_mut()?;
    let mut done = BTreeSet::new();
    for (name, union, branches) in refined {
        let Some(Value::Object(property)) = properties.get_mut(&name).filter(|_| done.insert(name.clone())) else {
            continue;
        };
        property.retain(|key, _| !is_asserted(key) && key != "format");
        let here = step(&step(pointer, "properties"), &name);
        let of_branch = |index: usize| step(&step(&step(union, &index.to_string()), "properties"), &name);
        if let [(Some(index), one)] = &branches[..] {
            property.extend(one.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), value.clone())));
            places.push((here, of_branch(*index)));
            continue;
        }
        let all = branches.iter().enumerate();
        let of_branches = all.filter_map(|(at, (index, _))| Some((at, (*index)?)));
        let any_of = step(&here, "anyOf");
        places.extend(of_branches.map(|(at, index)| (step(&any_of, &at.to_string()), of_branch(index))));
        property.insert("anyOf".to_owned(), branches.into_iter().map(|(_, branch)| branch).collect());
    }
    Some((with, places))
}

/// A schema of a property, and the branch that it is of.
type OfBranch = (Option<usize>, Value);

/// Returns the properties of which branches say more than a closed object, with the schemas one of which a value fits. Returns none if
/// one struct cannot have them.
pub fn refined(
    known: &Known,
    shared: &Map<String, Value>,
    branches: &[Value],
    file: &str,
) -> Option<Vec<(String, Vec<OfBranch>)>> {
    let shows = |it: &Value| it.as_object().is_some_and(|it| known.shows_parts(it, file));
    let is_other = |branch: &Value| {
        let other = branch.as_object().map(|it| kept(it, |key| key != "properties"));
        other.is_some_and(|it| known.shows_parts(&it, file))
    };
    if branches.iter().any(is_other) {
        return None;
    }
    let mut found = Vec::new();
    for (name, property) in shared.keyword("properties").and_then(Value::as_object).into_iter().flatten() {
        let own: Vec<&Value> = branches
            .iter()
            .map(|branch| branch.keyword("properties").and_then(|all| all.get(name)).unwrap_or(&Value::Bool(true)))
            .collect();
        if !own.iter().any(|it| shows(it)) {
            continue;
        }
        let said = property.as_object().map(|it| kept(it, is_said))?;
        let mut different: Vec<OfBranch> = Vec::new();
        for (index, it) in own.iter().enumerate().filter_map(|(index, it)| Some((index, it.as_object()?))) {
            let both = Value::Object(narrowed(&said, &kept(it, is_said))?);
            if different.iter().all(|(_, known)| *known != both) {
                different.push((Some(index), both));
            }
        }
        match own.iter().any(|it| **it == Value::Bool(true)) {
            true if shows(property) || different.len() > 1 => return None,
            true => different.push((None, json!(true))),
            false => {}
        }
        found.push((name.clone(), different));
    }
    Some(found)
}

/// What the keys can hold that a schema does not name.
enum Rest {
    Anything,
    /// There are none.
    Nothing,
    /// Something of this schema, also where a condition names the key.
    Any(Map<String, Value>),
    /// Something of this schema, or nothing without one, where no condition that holds names the key.
    Unevaluated(Option<Map<String, Value>>),
}

impl Rest {
    fn of(known: &Known, schema: &Map<String, Value>, file: &str, at: &str) -> Self {
        let of = |key: &str, value: &Value| {
            let asserted = value.as_object().map(|it| kept(it, is_said)).filter(|it| !it.is_empty())?;
            // A type of its own is there once.
            let is_type = has_shape_of_its_own(&asserted) || known.shows_parts(&asserted, file);
            let is_scalar = asserted.keyword("type").is_some_and(Value::is_string) && !is_type;
            let place = Origin { file: file.to_owned(), pointer: step(at, key) };
            let refer = || Map::from_iter([("$ref".to_owned(), json!(reference::to(&place, file)))]);
            match key {
                _ if is_scalar || asserted.has("$ref") => Some(asserted),
                "additionalProperties" => Some(refer()),
                // It becomes a part of a check.
                _ => Some(Map::new()),
            }
        };
        const KEYS: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];
        let [additional, unevaluated] = KEYS.map(|key| schema.keyword(key).filter(|it| **it != json!(true)));
        let [any, other] = KEYS.map(|key| schema.keyword(key).and_then(|it| of(key, it)));
        match (additional, unevaluated) {
            (Some(Value::Bool(false)), _) => Self::Nothing,
            (Some(_), _) => any.map_or(Self::Anything, Self::Any),
            (None, Some(Value::Bool(false))) => Self::Unevaluated(None),
            (None, Some(_)) => other.map_or(Self::Anything, |it| Self::Unevaluated(Some(it))),
            (None, None) => Self::Anything,
        }
    }

    fn is_unevaluated(&self) -> bool {
        matches!(self, Self::Unevaluated(_))
    }

    /// Returns the schema of a key to which conditions give this one. `is_typed` says that no pattern or other schema is about the key.
    fn beside(&self, known: &Known, file: &str, own: Map<String, Value>, is_typed: bool) -> Map<String, Value> {
        let any_of = |branches: Value| Map::from_iter([("anyOf".to_owned(), branches)]);
        match self {
            Self::Any(_) if !is_typed && !own.is_empty() => any_of(json!([own, true])),
            Self::Any(_) if !is_typed => own,
            Self::Anything | Self::Nothing | Self::Unevaluated(_) if own.is_empty() => own,
            Self::Unevaluated(None) if is_typed => own,
            Self::Unevaluated(Some(rest)) if is_typed && kept(rest, is_asserted) == kept(&own, is_asserted) => own,
            Self::Unevaluated(Some(rest)) if is_typed && !rest.is_empty() => any_of(json!([own, rest])),
            Self::Any(rest) if known.shows_parts(&own, file) && !known.shows_parts(rest, file) => {
                any_of(json!([own, true]))
            }
            Self::Any(rest) if *rest == plain_string() && known.strings(&own, file).is_some() => {
                any_of(json!([own, rest]))
            }
            Self::Any(rest) => rest.clone(),
            _ => any_of(json!([own, true])),
        }
    }
}

fn plain_string() -> Map<String, Value> {
    Map::from_iter([("type".to_owned(), json!("string"))])
}

/// Returns true for a keyword that types or validators read.
fn is_said(key: &str) -> bool {
    is_asserted(key) || key == "format" || key == "title"
}

/// Returns a schema that every value has to fit that fits one of several.
fn type_of_all(known: &Known, file: &str, all: &[&Map<String, Value>]) -> Map<String, Value> {
    if all.is_empty() {
        return Map::new();
    }
    let said: Vec<Map<String, Value>> = all.iter().map(|it| kept(it, is_said)).collect();
    let mut different: Vec<Map<String, Value>> = Vec::new();
    for one in &said {
        if different.iter().all(|it| kept(it, is_asserted) != kept(one, is_asserted)) {
            different.push(one.clone());
        }
    }
    if let [one] = &different[..] {
        return one.clone();
    }
    let is_of = |of: &str| {
        let is_it = |schema: &Map<String, Value>| {
            let types = known.values(schema, file).and_then(|it| it.keyword("enum")?.as_array().cloned());
            let is_string = || of == "string" && types.is_some_and(|all| all.iter().all(Value::is_string));
            schema.keyword("type").is_some_and(|it| it == of) || is_string()
        };
        different.iter().all(|it| known.is_sure(&Value::Object(it.clone()), file, &is_it))
    };
    let of = ["string", "boolean", "integer", "number"].into_iter().find(|of| is_of(of));
    let is_limited = |schema: &Map<String, Value>| {
        ["type", "const", "enum", "$ref", "allOf", "anyOf", "oneOf"].iter().any(|key| schema.has(key))
    };
    match of {
        Some(of) => Map::from_iter([("type".to_owned(), json!(of))]),
        None if different.iter().all(is_limited) => Map::from_iter([("anyOf".to_owned(), json!(different))]),
        None => Map::new(),
    }
}

/// Returns true if a key may match a pattern. Only literal beginnings are read.
fn may_match(pattern: &str, name: &str) -> bool {
    let literal =
        pattern.strip_prefix('^').filter(|rest| rest.chars().all(|it| it.is_ascii_alphanumeric() || "-_".contains(it)));
    literal.is_none_or(|literal| name.starts_with(literal))
}

/// When a schema holds for a value for which the one around it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    Sometimes,
    /// It is what a condition asks for, or is in it.
    Asked,
}

/// A property that is stated under a condition.
struct Property {
    pointer: String,
    schema: Map<String, Value>,
    /// It is in the condition itself: the schema is what is asked, and not what holds.
    is_asked: bool,
}

/// The properties that a schema states under conditions.
struct Stated<'a> {
    known: &'a Known,
    file: &'a str,
    /// Their schemas, each with its pointer.
    all: IndexMap<String, Vec<Property>>,
    /// The patterns of other keys.
    patterns: Vec<String>,
    /// Something allows any other key.
    is_open: bool,
    /// The number of schemas that were read.
    read: usize,
}

impl Stated<'_> {
    /// Adds those of a schema. `names` are stated wherever it holds.
    fn add(&mut self, schema: &Map<String, Value>, pointer: &str, names: &BTreeSet<String>, when: When, depth: usize) {
        self.read += 1;
        if depth > DEEPEST || self.read > MOST_SCHEMAS {
            self.is_open = true;
            return;
        }
        self.patterns.extend(
            schema
                .keyword("patternProperties")
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
                .map(|(it, _)| it.clone()),
        );
        let allows = |key: &str| schema.keyword(key).is_some_and(|it| *it != Value::Bool(false));
        self.is_open |= depth > 0 && (allows("additionalProperties") || allows("unevaluatedProperties"));
        // What always holds with the schema is read like the schema: it can state a name that nothing around it states.
        let (outer, mut names) = (names, names.clone());
        let (target, file) = (self.known.target(schema, self.file), self.file);
        if when != When::Always {
            for (name, property) in schema.keyword("properties").and_then(Value::as_object).into_iter().flatten() {
                let schema = match property {
                    Value::Object(schema) => schema.clone(),
                    Value::Bool(true) => Map::new(),
                    _ => continue,
                };
                if !names.contains(name) {
                    let pointer = step(&step(pointer, "properties"), name);
                    let is_asked = when == When::Asked;
                    self.all.entry(name.clone()).or_default().push(Property { pointer, schema, is_asked });
                }
            }
            self.known.names(schema, self.file, &mut names);
        }
        let mut below = |at: String, inner: &Value, names: &BTreeSet<String>, when| {
            if let Value::Object(inner) = inner {
                self.add(inner, &at, names, when, depth + 1);
            }
        };
        let sometimes = if when == When::Asked { when } else { When::Sometimes };
        // Where `if` holds, its properties are stated, too.
        for key in ["if", "then", "else"].into_iter().filter(|_| schema.has("if")) {
            let when = if key == "if" { When::Asked } else { sometimes };
            schema.keyword(key).into_iter().for_each(|inner| below(step(pointer, key), inner, &names, when));
        }
        for key in ["dependentSchemas", "dependencies"] {
            for (name, inner) in schema.keyword(key).and_then(Value::as_object).into_iter().flatten() {
                below(step(&step(pointer, key), name), inner, &names, sometimes);
            }
        }
        for key in ["allOf", "anyOf", "oneOf"] {
            for (index, inner) in schema.keyword(key).and_then(Value::as_array).into_iter().flatten().enumerate() {
                let (names, when) = if key == "allOf" { (outer, when) } else { (&names, sometimes) };
                below(step(&step(pointer, key), &index.to_string()), inner, names, when);
            }
        }
        match target {
            Some((origin, target)) if origin.file == file => below(origin.pointer, target, outer, when),
            Some(_) => self.is_open = true,
            None => {}
        }
    }
}
