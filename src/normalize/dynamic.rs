//! Dynamic references that lead to different schemas, depending on the schema that validation began with: what they are in is
//! copied for each of these, with `$ref` in their place.
//!
//! ```text
//! Page:    {"$id": "page", "properties": {"items": {"items": {"$dynamicRef": "#T"}}}, "$defs": {"T": {"$dynamicAnchor": "T"}}}
//! Names:   {"$id": "names", "$ref": "page", "$defs": {"T": {"$dynamicAnchor": "T", "type": "string"}}}
//!   ─▶
//! Page:    {"properties": {"items": {"items": {"$ref": "#/$defs/T"}}}, "$defs": {"T": {}}}
//! Names:   {"properties": {"items": {"items": {"$ref": "#/$defs/T"}}}, "$defs": {"T": {"type": "string"}}}
//! ```
//!
//! A type is validated by itself, so the schema with an id that it is in is the first one that validation comes through.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::references::refer;
use crate::schema::{
    At, Below, DEFINITIONS, Draft, Find, JsonFile, Origin, below, each_below, is_asserted, keywords, reference, walk,
};

/// The most copies of a set. Beyond, dynamic references stay, and are refused.
const MOST_COPIES: usize = 500;

/// The most schemas that are followed to find what a schema means.
const MOST_SCHEMAS: usize = 10_000;

/// The places that dynamic anchors lead to, by their names.
pub type Anchors = BTreeMap<String, Origin>;

/// What dynamic references lead to, by their places.
type Meaning = BTreeSet<(Origin, Origin)>;

/// The schemas with an id of a set, and its dynamic references.
#[derive(Debug, Default)]
pub struct Dynamic {
    /// The dynamic anchors of each schema with an id.
    pub anchors: BTreeMap<Origin, Anchors>,
    /// The anchor that each dynamic reference names, and the place that it leads to without another one.
    pub references: BTreeMap<Origin, (String, Origin)>,
    /// The draft of each file. A copy is read by that of the file that it is in.
    pub drafts: BTreeMap<String, Option<Draft>>,
}

/// Writes dynamic references as references. Does nothing if that takes too many copies, or one in a file of another draft.
pub fn specialize(schemas: &mut [JsonFile], dynamic: &Dynamic) {
    if dynamic.references.is_empty() {
        return;
    }
    let written = schemas.to_vec();
    let files = written.iter().map(|file| (file.path.as_str(), file)).collect();
    let (made, meanings) = (BTreeMap::new(), BTreeMap::new());
    let mut copies = Copies { files, dynamic, made, meanings, is_refused: false };
    let mut values = Vec::new();
    for file in &written {
        let whole = Origin { file: file.path.clone(), pointer: String::new() };
        let mut value = file.value.clone();
        for edge in copies.edges(&whole, &Anchors::new(), true) {
            let place = Origin { file: file.path.clone(), pointer: edge.below.clone() };
            if let Some(Value::Object(schema)) = value.pointer_mut(&edge.below) {
                copies.redirect(schema, &edge, &place);
            }
        }
        values.push(value);
    }
    if !copies.is_refused {
        schemas.iter_mut().zip(values).for_each(|(file, value)| file.value = value);
    }
}

/// A reference, and what holds where it leads to.
struct Edge {
    /// Its pointer, from the schema that is looked at.
    below: String,
    key: &'static str,
    target: Origin,
    bound: Anchors,
}

struct Copies<'a> {
    /// The files as they are written.
    files: BTreeMap<&'a str, &'a JsonFile>,
    dynamic: &'a Dynamic,
    /// Where the copies are, by what was copied and the anchors that are bound in it.
    made: BTreeMap<(Origin, Anchors), Origin>,
    /// What schemas mean, by their places and the anchors that are bound.
    meanings: BTreeMap<(Origin, Anchors), Rc<Meaning>>,
    is_refused: bool,
}

impl Copies<'_> {
    fn at(&self, node: &Origin) -> Option<&Value> {
        self.files.get(node.file.as_str())?.value.pointer(&node.pointer)
    }

    /// Binds the anchors of the schemas with an id around a node, the outermost first. Those that are bound stay.
    fn entered(&self, bound: &Anchors, node: &Origin, outer: usize) -> Anchors {
        let mut bound = bound.clone();
        let ends = node.pointer.match_indices('/').map(|(at, _)| at).chain([node.pointer.len()]);
        for end in ends.filter(|end| *end >= outer) {
            let place = Origin { file: node.file.clone(), pointer: node.pointer[..end].to_owned() };
            for (name, target) in self.dynamic.anchors.get(&place).into_iter().flatten() {
                bound.entry(name.clone()).or_insert_with(|| target.clone());
            }
        }
        bound
    }

    /// Returns the pointer of the schema with an id that a node is in.
    fn resource(&self, node: &Origin) -> usize {
        let ends = node.pointer.match_indices('/').map(|(at, _)| at).chain([node.pointer.len()]);
        let is_known = |end: &usize| {
            let pointer = node.pointer[..*end].to_owned();
            *end == 0 || self.dynamic.anchors.contains_key(&Origin { file: node.file.clone(), pointer })
        };
        ends.filter(is_known).max().unwrap_or_default()
    }

    /// Returns the references in a schema. `is_whole` says that it is a file: then its definitions are schemas like it, and each is
    /// validated by itself.
    fn edges(&self, from: &Origin, bound: &Anchors, is_whole: bool) -> Vec<Edge> {
        let mut found = Vec::new();
        let (Some(value), Some(file)) = (self.at(from), self.files.get(from.file.as_str())) else { return found };
        let mut visit = |schema: &Map<String, Value>, at: At<'_>| {
            let below = at.pointer();
            if !is_whole && keywords(below.split('/').skip(1)).iter().any(|key| DEFINITIONS.contains(key)) {
                return;
            }
            let here = Origin { file: from.file.clone(), pointer: format!("{}{below}", from.pointer) };
            let outer = if is_whole { self.definition(&here) } else { from.pointer.len() };
            let bound = self.entered(bound, &here, outer);
            let referred = schema.keyword("$ref").and_then(Value::as_str);
            if let Some(target) = referred.and_then(|it| reference::target(&from.file, it)) {
                found.push(Edge { below: below.clone(), key: "$ref", target, bound: bound.clone() });
            }
            if let Some((name, first)) = self.dynamic.references.get(&here) {
                let target = bound.get(name).unwrap_or(first).clone();
                found.push(Edge { below, key: "$dynamicRef", target, bound });
            }
        };
        if is_whole {
            file.each_schema(&mut visit);
        } else {
            walk(value, At::Root(""), &mut visit);
        }
        found
    }

    /// Returns the length of the pointer of the schema with an id that validation begins with if it begins at a node or around it.
    fn definition(&self, here: &Origin) -> usize {
        let file = self.files.get(here.file.as_str());
        let is_around = |outer: &&String| here.pointer.strip_prefix(*outer).is_some_and(|it| it.starts_with('/'));
        let elsewhere =
            file.into_iter().flat_map(|file| file.elsewhere()).filter(|it| **it == here.pointer || is_around(it));
        let start = elsewhere.map(String::len).max();
        // The ends of the schemas on the way, from the definition or what is below no keyword.
        let (mut end, mut first, mut is_name) = (start.unwrap_or_default(), start.unwrap_or_default(), false);
        let mut is_of_definitions = false;
        for step in here.pointer[end..].split('/').skip(1) {
            end += 1 + step.len();
            if is_name && is_of_definitions {
                first = end;
            }
            is_of_definitions = !is_name && DEFINITIONS.contains(&step);
            is_name = !is_name && below(step) == Below::Named;
        }
        self.resource(&Origin { file: here.file.clone(), pointer: here.pointer[..first].to_owned() })
    }

    /// Returns what each dynamic reference leads to that a value can come to.
    fn meaning(&mut self, node: &Origin, bound: &Anchors) -> Rc<Meaning> {
        let start = (node.clone(), bound.clone());
        if let Some(known) = self.meanings.get(&start) {
            return Rc::clone(known);
        }
        let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut open = vec![start.clone()];
        while let Some((node, bound)) = open.pop() {
            if !seen.insert((node.clone(), bound.clone())) {
                continue;
            }
            if seen.len() > MOST_SCHEMAS {
                self.is_refused = true;
                break;
            }
            for edge in self.edges(&node, &bound, false) {
                let site = Origin { file: node.file.clone(), pointer: format!("{}{}", node.pointer, edge.below) };
                if edge.key == "$dynamicRef" {
                    found.insert((site, edge.target.clone()));
                }
                let bound = self.entered(&edge.bound, &edge.target, self.resource(&edge.target));
                open.push((edge.target, bound));
            }
        }
        let found = Rc::new(found);
        self.meanings.insert(start, Rc::clone(&found));
        found
    }

    /// Writes a reference as one to the schema that holds there: the one that it leads to, a copy of it, or a new copy in its place.
    fn redirect(&mut self, schema: &mut Map<String, Value>, edge: &Edge, place: &Origin) {
        let Edge { key, target, .. } = edge;
        let bound = self.entered(&edge.bound, target, self.resource(target));
        // The place itself means what it does to what validation begins with around it.
        let own = self.entered(&Anchors::new(), target, self.definition(target));
        let is_as_written = bound == own || self.meaning(target, &bound) == self.meaning(target, &own);
        let known =
            if is_as_written { Some(target.clone()) } else { self.made.get(&(target.clone(), bound.clone())).cloned() };
        if is_as_written && *key == "$ref" {
            return;
        }
        schema.shift_remove(*key);
        if let Some(known) = known {
            return refer(schema, reference::to(&known, &place.file));
        }
        let draft = |file: &str| self.dynamic.drafts.get(file);
        if self.is_refused || self.made.len() == MOST_COPIES || draft(&target.file) != draft(&place.file) {
            self.is_refused = true;
            return;
        }
        let is_alone = !schema.keys().any(|key| is_asserted(key));
        let place = match schema.keyword("allOf").and_then(Value::as_array) {
            _ if is_alone => place.clone(),
            parts => {
                let pointer = format!("{}/allOf/{}", place.pointer, parts.map_or(0, Vec::len));
                Origin { pointer, ..place.clone() }
            }
        };
        self.made.insert((target.clone(), bound.clone()), place.clone());
        let copy = self.copy(target, &bound, &place);
        if is_alone {
            for (key, value) in copy {
                schema.entry(key).or_insert(value);
            }
        } else if let Value::Array(parts) = schema.entry("allOf").or_insert_with(|| json!([])) {
            parts.push(Value::Object(copy));
        }
    }

    /// Returns a schema with references to what holds where anchors are bound.
    fn copy(&mut self, from: &Origin, bound: &Anchors, to: &Origin) -> Map<String, Value> {
        let Some(Value::Object(schema)) = self.at(from) else { return Map::new() };
        let mut copy = Value::Object(schema.clone());
        for edge in self.edges(from, bound, false) {
            let place = Origin { file: to.file.clone(), pointer: format!("{}{}", to.pointer, edge.below) };
            let Some(Value::Object(schema)) = copy.pointer_mut(&edge.below) else { continue };
            if edge.key == "$ref" {
                schema.insert("$ref".to_owned(), json!(reference::to(&edge.target, &to.file)));
            }
            self.redirect(schema, &edge, &place);
        }
        let Value::Object(mut copy) = copy else { return Map::new() };
        // The names are those of what was copied.
        let is_name = |key: &str| {
            DEFINITIONS.contains(&key) || ["title", "$id", "$schema", "$anchor", "$dynamicAnchor"].contains(&key)
        };
        copy.retain(|key, _| !is_name(key));
        remove_definitions(&mut copy);
        copy
    }
}

/// Removes the definitions below a schema: references lead to those of what was copied.
fn remove_definitions(schema: &mut Map<String, Value>) {
    each_below(schema, &mut |inner, _, _| {
        DEFINITIONS.iter().for_each(|key| drop(inner.shift_remove(*key)));
        remove_definitions(inner);
    });
}
