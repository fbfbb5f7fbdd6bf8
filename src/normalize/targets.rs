//! What references lead to, and what happens to it when it moves.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::{Map, Value};

use super::both::Places;
use crate::schema::{At, Find, JsonFile, Origin, reference, referenced, walk};

/// The nodes that the references of a set lead to. Shared, because a step can ask for those of before what it changes.
pub struct Targets(Rc<BTreeSet<Origin>>);

impl Targets {
    /// Finds them. References are paths and pointers.
    pub fn of(schemas: &[JsonFile]) -> Self {
        Self(referenced(schemas.iter()).into())
    }

    /// Returns the nodes.
    pub fn nodes(&self) -> Rc<BTreeSet<Origin>> {
        Rc::clone(&self.0)
    }

    /// Adds nodes that new references lead to.
    pub fn extend(&mut self, nodes: impl Iterator<Item = Origin>) {
        let mut nodes = nodes.peekable();
        if nodes.peek().is_some() {
            Rc::make_mut(&mut self.0).extend(nodes);
        }
    }

    /// Returns the pointers of those at a node of a file, or below it.
    pub fn below(&self, file: &str, pointer: &str) -> impl Iterator<Item = &str> {
        let start = Origin { file: file.to_owned(), pointer: pointer.to_owned() };
        let is_near = move |it: &&Origin| it.file == start.file && it.pointer.starts_with(&start.pointer);
        let length = pointer.len();
        let start = Origin { file: file.to_owned(), pointer: pointer.to_owned() };
        let near = self.0.range(start..).take_while(is_near);
        near.map(|it| it.pointer.as_str()).filter(move |it| it.len() == length || it[length..].starts_with('/'))
    }

    /// Gives a schema another spelling, and adds the nodes below it that are elsewhere then to `moved`. Returns false, and leaves it as
    /// it is, if one that references lead to would be gone.
    pub fn respell(
        &mut self,
        schema: &mut Map<String, Value>,
        new: Map<String, Value>,
        origin: &Origin,
        moved: &mut BTreeMap<Origin, Origin>,
    ) -> bool {
        let (old, new) = (Value::Object(std::mem::take(schema)), Value::Object(new));
        let can_move = self.follow(origin, [&old, &new], moved);
        if let Value::Object(kept) = if can_move { new } else { old } {
            *schema = kept;
        }
        can_move
    }

    /// Follows the nodes below a schema into another spelling of it, and adds those that are elsewhere in there to `moved`.
    /// Returns false, and changes nothing, if one of them is not in there.
    pub fn follow(&mut self, schema: &Origin, [old, new]: [&Value; 2], moved: &mut BTreeMap<Origin, Origin>) -> bool {
        let length = schema.pointer.len();
        let mut to = BTreeMap::new();
        for pointer in self.below(&schema.file, &schema.pointer) {
            let (at, Some(node)) = (&pointer[length..], old.pointer(&pointer[length..])) else { continue };
            if at.is_empty() || new.pointer(at) == Some(node) {
                continue;
            }
            // A schema that is equal means the same. The one at the end of the same path is the schema itself.
            let mut equal = Vec::new();
            walk(new, At::Root(&schema.pointer), &mut |other, at| {
                if node.as_object() == Some(other) {
                    equal.push(at.pointer());
                }
            });
            let Some(found) = equal.iter().find(|it| it.ends_with(at)).or(equal.first()).cloned() else { return false };
            let origin = |pointer: &str| Origin { file: schema.file.clone(), pointer: pointer.to_owned() };
            to.insert(origin(pointer), origin(&found));
        }
        if to.is_empty() {
            return true;
        }
        let nodes = Rc::make_mut(&mut self.0);
        for node in to.keys() {
            nodes.remove(node);
        }
        nodes.extend(to.values().cloned());
        // What has moved before has a new place. A reference can have been written in between, to the place that it has left now.
        for known in moved.values_mut() {
            if let Some(next) = to.get(known) {
                *known = next.clone();
            }
        }
        moved.extend(to);
        true
    }
}

/// Another spelling of a schema.
pub struct Respelled {
    /// Its keywords.
    pub schema: Map<String, Value>,
    /// The places that what is in it had before.
    pub places: Places,
    /// What new references lead to.
    pub referred: Vec<Origin>,
}

impl Respelled {
    /// Creates a spelling without new references.
    pub fn new((schema, places): (Map<String, Value>, Places)) -> Self {
        Self { schema, places, referred: Vec::new() }
    }
}

/// Returns another spelling for a schema, if there is one. It gets the targets, the schema, the path of its file and its place.
pub type Spelling<'a> = dyn FnMut(&Targets, &mut Map<String, Value>, &str, At<'_>) -> Option<Respelled> + 'a;

/// Gives each schema the spelling that the function returns for it, if there is one. References into a schema follow it; where they
/// cannot, the schema stays. Returns true if one has another spelling now.
pub fn respell(schemas: &mut [JsonFile], targets: &mut Targets, respelled: &mut Spelling<'_>) -> bool {
    let (mut moved, mut is_changed) = (BTreeMap::new(), false);
    for file in schemas.iter_mut() {
        let (path, mut places) = (file.path.clone(), Vec::new());
        file.each_schema_mut(&mut |schema, at| {
            let Some(new) = respelled(targets, schema, &path, at) else { return };
            let origin = Origin { file: path.clone(), pointer: at.pointer() };
            if targets.respell(schema, new.schema, &origin, &mut moved) {
                targets.extend(new.referred.into_iter());
                places.extend(new.places);
                is_changed = true;
            }
        });
        file.add_respelled(places);
    }
    redirect(schemas, &moved);
    is_changed
}

/// Finds the targets that are below no keyword: only a reference shows that they are schemas. Adds them to their files, and returns
/// true if there is a new one.
pub fn find_elsewhere(schemas: &mut [JsonFile], targets: &BTreeSet<Origin>) -> bool {
    let mut is_new = false;
    for file in schemas {
        let is_unknown = |it: &&Origin| !file.has_schema(&it.pointer);
        let is_there = |it: &&Origin| file.value.pointer(&it.pointer).is_some_and(Value::is_object);
        let start = Origin { file: file.path.clone(), pointer: String::new() };
        let in_file = targets.range(start..).take_while(|it| it.file == file.path);
        let found: Vec<&String> = in_file.filter(is_unknown).filter(is_there).map(|it| &it.pointer).collect();
        // One in another one is visited with it.
        let is_inside =
            |it: &str| found.iter().any(|outer| it.strip_prefix(*outer).is_some_and(|rest| rest.starts_with('/')));
        let outermost: Vec<String> = found.iter().filter(|it| !is_inside(it)).map(|it| (*it).clone()).collect();
        is_new |= !outermost.is_empty();
        file.add_elsewhere(outermost);
    }
    is_new
}

/// Makes references to nodes that have moved lead to their new places.
pub fn redirect(schemas: &mut [JsonFile], moved: &BTreeMap<Origin, Origin>) {
    if moved.is_empty() {
        return;
    }
    for file in schemas {
        let path = file.path.clone();
        file.each_schema_mut(&mut |schema, _| {
            let Some(Value::String(written)) = schema.keyword_mut("$ref") else { return };
            if let Some(new) = reference::target(&path, written).and_then(|target| moved.get(&target)) {
                *written = reference::to(new, &path);
            }
        });
    }
}
