//! Counts what a schema states and generated types have: properties, constants, enums, items, and values of maps. It is the same
//! count for every generator, and reads the published schema, not the model.
//!
//! A schema and the types of its values are walked together. A property is there if a member of the type has a field of its name,
//! wherever the schema states it: also in a branch, under a condition, or in a part of `allOf`. What is there for one of the values
//! that a schema describes counts as there.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use hookwire_conformance::sets::{Documents, Node};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The types that a generator made.
#[derive(Debug, Default, Deserialize)]
pub struct Types {
    /// The types with a name.
    pub named: BTreeMap<String, usize>,
    /// All types, by number.
    pub all: Vec<Type>,
}

/// A type.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Type {
    /// The members of a union, or the type that it is another name for, or that it extends.
    pub of: Vec<usize>,
    /// The types of its fields.
    pub fields: BTreeMap<String, usize>,
    /// The types of its other keys.
    pub values: Vec<usize>,
    /// The types of its items.
    pub items: Vec<usize>,
    /// The values that it is limited to, as text.
    pub literals: Vec<String>,
}

/// What a schema states, and what of it no type has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Count {
    /// How much it states.
    pub stated: usize,
    /// What no type has: the names and keywords that lead to it.
    pub lost: Vec<String>,
}

/// Counts what the first file of a set states.
pub fn count(documents: &Documents, file: &str, types: &Types) -> Count {
    let Some(root) = documents.node(file, "") else { return Count::default() };
    let mut all = HashMap::new();
    let starts = starts(documents, root);
    let of = |name: &Option<String>| name.clone().unwrap_or_default();
    starts.iter().for_each(|(name, node)| reach(documents, *node, &of(name), &mut all));
    let mut found = HashSet::new();
    for (name, node) in &starts {
        let found_with = |id: usize| {
            let mut walk = Walk { documents, types, found: HashSet::new(), seen: HashSet::new() };
            walk.visit(*node, &BTreeSet::from([id]));
            walk.found
        };
        let candidates = candidates(documents, types, name.as_deref(), *node);
        found.extend(candidates.into_iter().map(found_with).max_by_key(HashSet::len).unwrap_or_default());
    }
    let stated = all.len();
    all.retain(|part, _| !found.contains(part));
    let mut lost: Vec<String> = all.into_values().collect();
    lost.sort_unstable();
    Count { stated, lost }
}

/// Returns the schemas to begin with: that of the file, or if it states nothing, its definitions with their names.
fn starts<'a>(documents: &Documents, root: Node<'a>) -> Vec<(Option<String>, Node<'a>)> {
    let mut stated = HashMap::new();
    reach(documents, root, "", &mut stated);
    if !stated.is_empty() {
        return vec![(None, root)];
    }
    let places = ["/$defs", "/definitions", "/components/schemas"];
    let definitions = places.iter().filter_map(|place| root.schema.pointer(place)?.as_object()).flatten();
    definitions.map(|(name, schema)| (Some(name.clone()), root.part(schema))).collect()
}

/// Returns the types that a schema may have: that of this name, or those with the most of its properties.
fn candidates(documents: &Documents, types: &Types, name: Option<&str>, node: Node<'_>) -> Vec<usize> {
    const MOST: usize = 8;
    if let Some(name) = name {
        return types.named.iter().filter(|(known, _)| plain(known) == plain(name)).map(|(_, id)| *id).collect();
    }
    let title = node.schema.get("title").and_then(Value::as_str).map(plain);
    let all = applied(documents, node);
    let wanted: BTreeSet<String> =
        all.iter().flat_map(|it| properties(documents, it)).map(|(name, _)| plain(name)).collect();
    let walk = Walk { documents, types, found: HashSet::new(), seen: HashSet::new() };
    let score = |(name, id): (&String, &usize)| {
        let fields = walk.fields(&BTreeSet::from([*id]));
        let there = wanted.iter().filter(|name| fields.contains_key(*name)).count();
        (there, Some(plain(name)) == title, std::cmp::Reverse(fields.len()), *id)
    };
    let mut scored: Vec<_> = types.named.iter().map(score).collect();
    scored.sort_unstable_by(|one, other| other.cmp(one));
    let most = scored.first().map(|it| it.0);
    scored.into_iter().filter(|it| Some(it.0) == most).take(MOST).map(|it| it.3).collect()
}

/// Something that a schema states: the keyword's value.
type Part = *const Value;

/// A name or a value, as far as languages keep it.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A schema with the names that the closed objects around it have, if there are any.
type Applied<'a> = (Node<'a>, Option<BTreeSet<&'a str>>);

/// Returns the schemas that are about the same value: the schema, what it refers to, and its branches, parts and conditions.
fn applied<'a>(documents: &'a Documents, node: Node<'a>) -> Vec<Applied<'a>> {
    let mut found: Vec<Applied<'a>> = Vec::new();
    let mut open = vec![(node, None)];
    while let Some((node, closed)) = open.pop() {
        let Some(schema) = node.schema.as_object() else { continue };
        if found.iter().any(|(known, _)| std::ptr::eq(known.schema, node.schema)) {
            continue;
        }
        if let Some(to) = schema.get("$ref").and_then(Value::as_str)
            && documents.ignores_siblings(node)
        {
            open.extend(documents.resolve(node, to).map(|to| (to, closed)));
            continue;
        }
        let closed: Option<BTreeSet<&str>> = closed_by(schema).map_or(closed.clone(), |own| match closed {
            Some(outer) => Some(own.intersection(&outer).copied().collect()),
            None => Some(own),
        });
        let below = |schema: &'a Value| (node.part(schema), closed.clone());
        for key in ["allOf", "anyOf", "oneOf"] {
            open.extend(schema.get(key).and_then(Value::as_array).into_iter().flatten().map(below));
        }
        open.extend(["then", "else"].iter().filter_map(|key| schema.get(*key)).map(below));
        for key in ["dependentSchemas", "dependencies"] {
            open.extend(schema.get(key).and_then(Value::as_object).into_iter().flat_map(Map::values).map(below));
        }
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|to| documents.resolve(node, to));
        open.extend(target.map(|to| (to, closed.clone())));
        found.push((node, closed));
    }
    found
}

/// Returns the only properties that an object can have.
fn closed_by(schema: &Map<String, Value>) -> Option<BTreeSet<&str>> {
    let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    let is_by_name = is_closed && !schema.contains_key("patternProperties");
    let names = schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    is_by_name.then(|| names.map(String::as_str).collect())
}

/// Returns true for a schema that is more than an annotation, and has values.
fn says_something(documents: &Documents, node: Node<'_>) -> bool {
    applied(documents, node).iter().any(|(node, _)| says(node.schema))
}

fn says(schema: &Value) -> bool {
    const SAYS: [&str; 7] = ["type", "const", "enum", "properties", "patternProperties", "items", "prefixItems"];
    SAYS.iter().any(|key| schema.get(*key).is_some())
        || schema.get("additionalProperties").is_some_and(Value::is_object)
}

/// Returns true if a value of a schema can have this type.
fn can_be(schema: &Value, of: &str) -> bool {
    match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|it| it == of),
        own => own.is_none_or(|it| it == of),
    }
}

/// Returns the properties of one of these schemas.
fn properties<'a>(documents: &Documents, (node, closed): &Applied<'a>) -> Vec<(&'a str, Node<'a>)> {
    if !can_be(node.schema, "object") {
        return Vec::new();
    }
    let all = node.schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let can_be = |name: &str| closed.as_ref().is_none_or(|names| names.contains(name));
    let stated = all.filter(|(name, schema)| says_something(documents, node.part(schema)) && can_be(name));
    stated.map(|(name, schema)| (name.as_str(), node.part(schema))).collect()
}

/// Returns the schemas of items, or of the values of other keys, if a value can have the type that these keywords are about.
fn inner<'a>(documents: &Documents, node: Node<'a>, of: &str, keys: &[&str]) -> Vec<Node<'a>> {
    if !can_be(node.schema, of) {
        return Vec::new();
    }
    let each = |value: &'a Value| match value {
        Value::Array(all) => all.iter().collect::<Vec<_>>(),
        value => vec![value],
    };
    let all = keys.iter().filter_map(|key| node.schema.get(*key)).flat_map(each);
    all.map(|schema| node.part(schema)).filter(|schema| says_something(documents, *schema)).collect()
}

/// Returns the schemas of the items of a list.
fn items<'a>(documents: &Documents, node: Node<'a>) -> Vec<Node<'a>> {
    inner(documents, node, "array", &["items", "prefixItems", "additionalItems"])
}

/// Returns the schemas of the values of a map.
fn values<'a>(documents: &Documents, node: Node<'a>) -> Vec<Node<'a>> {
    let patterns = node.schema.get("patternProperties").filter(|_| can_be(node.schema, "object"));
    let patterns = patterns.and_then(Value::as_object).into_iter().flat_map(Map::values);
    let patterns = patterns.map(|schema| node.part(schema)).filter(|schema| says_something(documents, *schema));
    inner(documents, node, "object", &["additionalProperties"]).into_iter().chain(patterns).collect()
}

/// Returns the constant or the values of an enum.
fn literals(schema: &Value) -> Option<(Part, Vec<String>)> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let found = schema.get("const").map(|value| (value, vec![text(value)]));
    let listed = || schema.get("enum").and_then(|all| Some((all, all.as_array()?.iter().map(text).collect())));
    let mut found = found.or_else(listed)?;
    // Null is a type.
    found.1.retain(|it| it != "null");
    (!found.1.is_empty()).then_some((found.0 as Part, found.1))
}

/// Adds all that a schema states, with the shortest way to it.
fn reach(documents: &Documents, node: Node<'_>, way: &str, stated: &mut HashMap<Part, String>) {
    let (mut open, mut seen) = (VecDeque::from([(node, way.to_owned())]), HashSet::new());
    while let Some((node, way)) = open.pop_front() {
        if !seen.insert(node.schema as Part) {
            continue;
        }
        for applied in applied(documents, node) {
            let own = applied.0;
            let below = properties(documents, &applied).into_iter();
            let items = items(documents, own).into_iter().map(|schema| ("[]", schema));
            let values = values(documents, own).into_iter().map(|schema| ("{}", schema));
            for (name, schema) in below.chain(items).chain(values) {
                let way = format!("{way}/{name}");
                stated.entry(schema.schema as Part).or_insert_with(|| way.clone());
                open.push_back((schema, way));
            }
            if let Some((part, all)) = literals(own.schema) {
                stated.entry(part).or_insert_with(|| format!("{way} = {}", all.join(" | ")));
            }
        }
    }
}

struct Walk<'a> {
    documents: &'a Documents,
    types: &'a Types,
    found: HashSet<Part>,
    seen: HashSet<(Part, BTreeSet<usize>)>,
}

impl Walk<'_> {
    /// Returns the members of types, without unions.
    fn members(&self, types: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut open: Vec<usize> = types.iter().copied().collect();
        while let Some(id) = open.pop() {
            if found.insert(id) {
                open.extend(self.types.all.get(id).into_iter().flat_map(|it| &it.of));
            }
        }
        found
    }

    fn each(&self, types: &BTreeSet<usize>) -> impl Iterator<Item = &Type> {
        self.members(types).into_iter().filter_map(|id| self.types.all.get(id)).collect::<Vec<_>>().into_iter()
    }

    fn fields(&self, types: &BTreeSet<usize>) -> HashMap<String, BTreeSet<usize>> {
        let mut all: HashMap<String, BTreeSet<usize>> = HashMap::new();
        for (name, id) in self.each(types).flat_map(|it| &it.fields) {
            all.entry(plain(name)).or_default().insert(*id);
        }
        all
    }

    fn visit(&mut self, node: Node<'_>, types: &BTreeSet<usize>) {
        if types.is_empty() || !self.seen.insert((node.schema, types.clone())) {
            return;
        }
        let fields = self.fields(types);
        let items: BTreeSet<usize> = self.each(types).flat_map(|it| &it.items).copied().collect();
        let other: BTreeSet<usize> = self.each(types).flat_map(|it| &it.values).copied().collect();
        let known: BTreeSet<String> = self.each(types).flat_map(|it| &it.literals).map(|it| plain(it)).collect();
        let all = applied(self.documents, node);
        // A pattern that lists names can be fields.
        let named: BTreeSet<String> =
            all.iter().flat_map(|it| properties(self.documents, it)).map(|(name, _)| plain(name)).collect();
        let others = fields.iter().filter(|(name, _)| !named.contains(*name)).flat_map(|(_, types)| types);
        let other: BTreeSet<usize> = other.iter().chain(others).copied().collect();
        for applied in all {
            for (name, schema) in properties(self.documents, &applied) {
                self.there(schema, fields.get(&plain(name)).unwrap_or(&BTreeSet::new()));
            }
            self::items(self.documents, applied.0).into_iter().for_each(|schema| self.there(schema, &items));
            values(self.documents, applied.0).into_iter().for_each(|schema| self.there(schema, &other));
            if let Some((part, all)) = literals(applied.0.schema) {
                // A value without letters has a name that the generator made up.
                let is_known = all.iter().all(|it| plain(it).is_empty() || known.contains(&plain(it)));
                if !known.is_empty() && (is_known || known.len() >= all.len()) {
                    self.found.insert(part);
                }
            }
        }
    }

    fn there(&mut self, schema: Node<'_>, types: &BTreeSet<usize>) {
        if !types.is_empty() {
            self.found.insert(schema.schema);
            self.visit(schema, types);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Everything that is stated about a value, and types that have all of it.
    #[test]
    fn what_is_stated_anywhere_counts_and_what_no_type_has_is_lost() {
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Lamp", "type": "object",
            "properties": {"name": {"type": "string"}, "any": {}, "kind": {"enum": ["led", "gas"]}},
            "oneOf": [{"properties": {"in": {"const": "room"}}}, {"$ref": "#/$defs/Outside"}],
            "if": {"properties": {"never": {"type": "string"}}},
            "then": {"properties": {"watt": {"type": "number"}}},
            "dependentSchemas": {"name": {"properties": {"labels": {"type": "array", "items": {"type": "string"}}}}},
            "$defs": {
                "Outside": {"properties": {"pole": {"additionalProperties": {"$ref": "#"}}}},
                "Nobody": {"properties": {"unused": {"type": "string"}}}
            }
        });
        let documents = Documents::of_one(schema);
        let text = json!({
            "named": {"Lamp": 0},
            "all": [
                {"of": [1, 2], "fields": {"name": 3, "kind": 4, "watt": 3, "labels": 5}},
                {"fields": {"in": 6}}, {"fields": {"pole": 7}}, {}, {"literals": ["led", "gas"]}, {"items": [3]},
                {"literals": ["room"]}, {"values": [0]}
            ]
        });
        let whole: Types = serde_json::from_value(text.clone()).unwrap();
        assert_eq!(count(&documents, "a.json", &whole), Count { stated: 10, lost: Vec::new() });
        let without = |change: fn(&mut Value)| {
            let mut text = text.clone();
            change(&mut text);
            count(&documents, "a.json", &serde_json::from_value(text).unwrap()).lost
        };
        assert_eq!(without(|it| it["all"][6] = json!({})), ["/in = room"]);
        assert_eq!(without(|it| it["all"][5] = json!({})), ["/labels/[]"]);
        assert_eq!(without(|it| it["all"][7] = json!({})), ["/pole/{}"]);
        assert_eq!(without(|it| it["all"][0]["of"] = json!([1])), ["/pole", "/pole/{}"]);
        assert_eq!(without(|it| it["all"][4]["literals"] = json!(["led"])), ["/kind = led | gas"]);
    }

    /// Keywords about values that a type excludes state nothing.
    #[test]
    fn what_is_about_other_types_is_not_stated() {
        let text = json!({"type": "string"});
        let values = json!({"^a": text});
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
            "items": text, "prefixItems": [text],
            "properties": {
                "list": {"type": "array", "properties": {"a": text}, "additionalProperties": text, "patternProperties": values},
                "both": {"type": ["array", "object"], "properties": {"a": text}, "items": text, "patternProperties": values}
            }
        });
        let count = count(&Documents::of_one(schema), "a.json", &Types::default());
        assert_eq!(count.lost, ["/both", "/both/[]", "/both/a", "/both/{}", "/list"]);
    }

    /// Draft-07 takes a schema with a reference for the reference alone, and a closed object refuses the properties beside it.
    #[test]
    fn what_the_schema_itself_ignores_or_refuses_is_not_stated() {
        let old = json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "properties": {"a": {"$ref": "#/definitions/A", "properties": {"ignored": {"type": "string"}}}},
            "definitions": {"A": {
                "properties": {"b": {"type": "string"}}, "additionalProperties": false,
                "anyOf": [{"properties": {"b": {"type": "string"}, "refused": {"type": "string"}}}]
            }}
        });
        let count = count(&Documents::of_one(old), "a.json", &Types::default());
        assert_eq!((count.stated, count.lost), (3, vec!["/a".to_owned(), "/a/b".to_owned(), "/a/b".to_owned()]));
    }
}
