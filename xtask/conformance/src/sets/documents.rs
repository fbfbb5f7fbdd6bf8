//! The files of a set as published, and an independent validator of their schemas: the crate `jsonschema`.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hookwire_codegen::internal::schema::{JsonFile, is_yaml};
use jsonschema::{Registry, Validator};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use referencing::meta::{DRAFT4, DRAFT6, DRAFT7};
use serde_json::{Value, json};

use super::list::PublicSet;

/// The files of a set. Only references are changed: some sets publish them without URL escapes, and the validator refuses those; and
/// in several files that refer to each other, they lead into one schema of all.
pub struct Documents {
    files: Vec<Document>,
    /// All files in one schema, if nothing in them depends on the file that it is in.
    together: Option<Value>,
}

struct Document {
    /// The path of the file in the set.
    name: String,
    /// The name of the set if it has no other file: the generator calls one like this whose own name cannot be that of a schema.
    set: String,
    value: Value,
}

/// A schema in a file.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    /// The index of the file.
    file: usize,
    /// The schema.
    pub schema: &'a Value,
}

impl<'a> Node<'a> {
    /// Returns another schema of the same file.
    pub const fn part(self, schema: &'a Value) -> Self {
        Self { schema, ..self }
    }
}

impl Documents {
    /// Reads the files of a set.
    ///
    /// # Errors
    /// A file cannot be read, or is neither JSON nor YAML.
    pub fn read(set: &PublicSet, folder: &Path) -> Result<Self, String> {
        let read = |name: &str| {
            let bytes = fs::read(folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
            let mut value = if is_yaml(name) {
                JsonFile::parse(name, bytes).map_err(|found| format!("{name}: {found:?}"))?.value
            } else {
                serde_json::from_slice(&bytes).map_err(|error| format!("{name}: {error}"))?
            };
            escape_references(&mut value);
            let alone = if set.files.len() == 1 { set.name.clone() } else { String::new() };
            Ok(Document { name: name.to_owned(), set: alone, value })
        };
        set.files.iter().map(|file| read(&file.name)).collect::<Result<_, String>>().map(Self::of)
    }

    fn of(files: Vec<Document>) -> Self {
        let mut documents = Self { files, together: None };
        documents.together = documents.together();
        documents
    }

    /// Returns all files in one schema, in which each reference leads to another place of it. The validator reads a schema once for
    /// each way through other files that leads to it: where many files refer to each other, that needs more memory than there is.
    /// `None` for a single file, and if a keyword depends on the file that it is in.
    fn together(&self) -> Option<Value> {
        let dialect = |it: &Document| it.value.get("$schema").cloned();
        let last: BTreeSet<&str> = self.files.iter().filter_map(|it| it.name.rsplit('/').next()).collect();
        let own = dialect(self.files.first()?);
        let is_alike = self.files.iter().all(|it| dialect(it) == own) && last.len() == self.files.len();
        if self.files.len() < 2 || !is_alike {
            return None;
        }
        let placed = |(file, document): (usize, &Document)| {
            let mut value = document.value.clone();
            let root = value.as_object_mut()?;
            ["$schema", "$id", "id"].iter().for_each(|key| drop(root.remove(*key)));
            self.retarget(Node { file, schema: &document.value }, &mut value)?;
            Some(value)
        };
        let files = self.files.iter().enumerate().map(placed).collect::<Option<Vec<Value>>>()?;
        let mut all = json!({"files": files});
        own.into_iter().for_each(|dialect| all["$schema"] = dialect);
        Some(all)
    }

    /// Changes each reference of a file to one in the schema of all files. `None` if a keyword depends on the file that it is in.
    fn retarget(&self, file: Node<'_>, value: &mut Value) -> Option<()> {
        const OF_ITS_FILE: [&str; 7] =
            ["$id", "id", "$schema", "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef"];
        match value {
            Value::Object(object) => {
                if OF_ITS_FILE.iter().any(|key| object.get(*key).is_some_and(Value::is_string)) {
                    return None;
                }
                if let Some(Value::String(reference)) = object.get_mut("$ref") {
                    let to = self.resolve(file, reference)?.file;
                    let fragment = reference.split_once('#').map_or("", |(_, fragment)| fragment);
                    *reference = format!("#/files/{to}{fragment}");
                }
                object.values_mut().try_for_each(|it| self.retarget(file, it))
            }
            Value::Array(items) => items.iter_mut().try_for_each(|it| self.retarget(file, it)),
            _ => Some(()),
        }
    }

    /// Returns the node at a pointer of a file, if both are there. The generator calls every schema `….schema.json`, and has the
    /// schemas of an OpenAPI document in `$defs`.
    pub fn node(&self, file: &str, pointer: &str) -> Option<Node<'_>> {
        let ending = |name: &str| [".json", ".yaml", ".yml"].into_iter().find(|ending| name.ends_with(ending));
        let stem = |name: &str| name[..name.len() - ending(name).map_or(0, str::len)].replace(".schema", "");
        let at = self.files.iter().position(|it| [&it.name, &it.set].iter().any(|name| stem(name) == stem(file)))?;
        Some(Node { file: at, schema: self.files[at].value.pointer(&self.files[at].published(pointer))? })
    }

    /// Returns true if the draft of the node's file takes a schema with `$ref` for the reference alone.
    pub fn ignores_siblings(&self, node: Node<'_>) -> bool {
        let draft = self.files[node.file].value.get("$schema").and_then(Value::as_str).unwrap_or_default();
        ["draft-03", "draft-04", "draft-06", "draft-07"].iter().any(|old| draft.contains(old))
    }

    /// Returns the node that a reference in a file leads to, if it is a pointer into one of the files, or into a definition with
    /// an id.
    pub fn resolve(&self, from: Node<'_>, reference: &str) -> Option<Node<'_>> {
        let (path, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let last = |text: &str| text.trim_end_matches('#').rsplit('/').next().unwrap_or_default().to_owned();
        let is_named = |it: &Document| last(&it.name) == last(path) || it.id().is_some_and(|id| last(id) == last(path));
        let file = if path.is_empty() { Some(from.file) } else { self.files.iter().position(is_named) };
        let embedded = || self.files.iter().enumerate().find_map(|(file, it)| Some((file, it.embedded(path)?)));
        let (file, value) = file.map(|file| (file, &self.files[file].value)).or_else(embedded)?;
        let pointer = percent_decode_str(fragment).decode_utf8().ok()?;
        Some(Node { file, schema: value.pointer(&pointer)? })
    }

    /// Returns the files in a form that validators can be made of, with the schemas of the drafts. A file is there by its
    /// own id and beside every other one: references use both.
    ///
    /// # Errors
    /// A reference leads out of the set.
    pub fn registry(&self) -> Result<Registry<'_>, String> {
        let folder = |uri: &str| uri.rsplit_once('/').map(|(folder, _)| format!("{folder}/"));
        let folders: BTreeSet<String> =
            self.files.iter().filter_map(|it| folder(it.id()?)).filter(|it| it.contains(':')).collect();
        let mut registry = Registry::new();
        let drafts: [(&str, &Value); 3] = [("draft-04", &DRAFT4), ("draft-06", &DRAFT6), ("draft-07", &DRAFT7)];
        for (url, draft) in drafts {
            registry = registry
                .add(format!("http://json-schema.org/{url}/schema"), draft)
                .map_err(|error| error.to_string())?;
        }
        if let Some(all) = &self.together {
            return registry.add(ALL, all).and_then(|it| it.prepare()).map_err(|error| error.to_string());
        }
        let names: BTreeSet<&str> = self.files.iter().map(|it| it.name.as_str()).collect();
        let mut by_id = BTreeSet::new();
        for document in &self.files {
            let beside = folders.iter().map(|folder| format!("{folder}{}", document.name));
            // What is below an id beside `$ref` refers to the other files by their ids from where the file is.
            let last = document.id().and_then(|id| id.trim_end_matches('#').rsplit('/').next());
            let last = last.filter(|it| !it.is_empty() && !names.contains(it) && by_id.insert(*it));
            let uris = beside.chain([document.uri()]).chain(last.map(uri_of));
            for uri in uris {
                registry = registry.add(uri, &document.value).map_err(|error| error.to_string())?;
            }
        }
        registry.prepare().map_err(|error| error.to_string())
    }
}

impl Documents {
    /// Creates a set of one file, `a.json`.
    pub fn of_one(value: Value) -> Self {
        Self::of(vec![Document { name: "a.json".to_owned(), set: String::new(), value }])
    }
}

impl Document {
    fn id(&self) -> Option<&str> {
        id(&self.value)
    }

    /// Returns the definition with this id.
    fn embedded(&self, url: &str) -> Option<&Value> {
        let all = ["$defs", "definitions"].iter().filter_map(|key| self.value.get(*key)?.as_object()).flatten();
        all.map(|(_, schema)| schema).find(|schema| id(schema) == Some(url))
    }

    /// Returns the pointer in the published file for one of the generator's.
    fn published<'a>(&self, pointer: &'a str) -> Cow<'a, str> {
        let below = pointer.strip_prefix("/$defs/").filter(|_| self.value.get("openapi").is_some());
        below.map_or(Cow::Borrowed(pointer), |below| format!("/components/schemas/{below}").into())
    }

    fn uri(&self) -> String {
        uri_of(&self.name)
    }
}

/// Where the schema of all files is for the validator.
const ALL: &str = "https://all.example/";

/// Returns where a file of this name is for the validator.
fn uri_of(name: &str) -> String {
    format!("https://sets.example/{name}")
}

fn id(schema: &Value) -> Option<&str> {
    schema.get("$id").or(schema.get("id"))?.as_str()
}

/// A validator of one schema at a time. Each holds all that its schema refers to, so those of a set in which every type refers
/// to every other one do not fit into memory together.
pub struct Judge<'a> {
    documents: &'a Documents,
    registry: &'a Registry<'a>,
    last: Option<((usize, String), Validator)>,
}

impl<'a> Judge<'a> {
    /// Creates a judge without a validator.
    pub fn new(documents: &'a Documents, registry: &'a Registry<'a>) -> Self {
        Self { documents, registry, last: None }
    }

    /// Returns true if a value is valid for the schema at the pointer of a node's file.
    ///
    /// # Errors
    /// The schema cannot be used.
    pub fn accepts(&mut self, node: Node<'_>, pointer: &str, value: &Value) -> Result<bool, String> {
        let key = (node.file, pointer.to_owned());
        if self.last.as_ref().is_none_or(|(last, _)| *last != key) {
            let document = &self.documents.files[node.file];
            // The dialect of the reference is that of the file, because older ones skip what is next to it.
            let dialect = document.value.get("$schema").cloned();
            let pointer = document.published(pointer);
            let target = match &self.documents.together {
                Some(_) => format!("{ALL}#/files/{}{}", node.file, encoded(&pointer)),
                None => format!("{}#{}", document.uri(), encoded(&pointer)),
            };
            let mut schema = json!({"$ref": target});
            dialect.into_iter().for_each(|dialect| schema["$schema"] = dialect);
            let options = jsonschema::options().with_registry(self.registry).should_validate_formats(false);
            let built = options.build(&schema).map_err(|error| format!("{}#{pointer}: {error}", document.name))?;
            self.last = Some((key, built));
        }
        Ok(self.last.as_ref().is_some_and(|(_, validator)| validator.is_valid(value)))
    }
}

/// The characters that cannot be in the fragment of a URL, without `%`: a reference can have escapes already.
const IN_FRAGMENT: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'[')
    .add(b']')
    .add(b'<')
    .add(b'>')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'|')
    .add(b'^')
    .add(b'\\');

const IN_POINTER: &AsciiSet = &IN_FRAGMENT.add(b'%');

/// Returns a pointer as a fragment of a URL.
fn encoded(pointer: &str) -> String {
    utf8_percent_encode(pointer, IN_POINTER).to_string()
}

/// Escapes what cannot be in the fragment of each `$ref`.
fn escape_references(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(reference)) = object.get_mut("$ref") {
                *reference = utf8_percent_encode(reference, IN_FRAGMENT).to_string();
            }
            object.values_mut().for_each(escape_references);
        }
        Value::Array(items) => items.iter_mut().for_each(escape_references),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schemas_of_an_openapi_document_are_definitions() -> Result<(), String> {
        let schemas = json!({"Size": {"type": "integer"}, "Lamp": {"$ref": "#/components/schemas/Size"}});
        let documents = Documents::of_one(json!({"openapi": "3.1.0", "components": {"schemas": schemas}}));
        let node = documents.node("a.schema.json", "/$defs/Lamp").ok_or("no node")?;
        let registry = documents.registry()?;
        let mut judge = Judge::new(&documents, &registry);
        assert!(judge.accepts(node, "/$defs/Lamp", &json!(1))?);
        assert!(!judge.accepts(node, "/$defs/Lamp", &json!("1"))?);
        Ok(())
    }

    /// The files of FHIR are like this.
    #[test]
    fn an_id_beside_a_reference_leads_to_the_other_files() -> Result<(), String> {
        let document = |name: &str, id: &str, schema: Value| Document {
            name: name.to_owned(),
            set: String::new(),
            value: json!({"$id": id, "$ref": "#/definitions/It", "definitions": {"It": schema}}),
        };
        let documents = Documents::of(vec![
            document("Lamp.schema.json", "http://lamps.example/s/Lamp", json!({"$ref": "Bulb#/definitions/It"})),
            document("Bulb.schema.json", "http://lamps.example/s/Bulb", json!({"type": "integer"})),
        ]);
        let node = documents.node("Lamp.schema.json", "/definitions/It").ok_or("no node")?;
        let registry = documents.registry()?;
        let mut judge = Judge::new(&documents, &registry);
        assert!(judge.accepts(node, "/definitions/It", &json!(1))?);
        assert!(!judge.accepts(node, "/definitions/It", &json!("1"))?);
        Ok(())
    }

    /// There are more ways through these files than a validator could be made of.
    #[test]
    fn files_that_all_refer_to_each_other_have_a_validator() -> Result<(), String> {
        const FILES: usize = 30;
        let document = |at: usize| {
            let others =
                (0..FILES).map(|to| (format!("p{to}"), json!({"$ref": format!("F{to}.json#/definitions/It")})));
            let it = json!({"type": "object", "properties": others.collect::<serde_json::Map<_, _>>()});
            let value = json!({"$id": format!("http://f.example/F{at}.json"), "definitions": {"It": it}});
            Document { name: format!("F{at}.json"), set: String::new(), value }
        };
        let documents = Documents::of((0..FILES).map(document).collect());
        let node = documents.node("F7.json", "/definitions/It").ok_or("no node")?;
        let registry = documents.registry()?;
        let mut judge = Judge::new(&documents, &registry);
        assert!(judge.accepts(node, "/definitions/It", &json!({"p1": {"p29": {"p0": {}}}}))?);
        assert!(!judge.accepts(node, "/definitions/It", &json!({"p1": {"p29": {"p0": 1}}}))?);
        Ok(())
    }

    #[test]
    fn a_reference_by_the_id_of_a_definition_leads_to_it() -> Result<(), String> {
        let size = json!({"$id": "https://lamps.example/size.json", "definitions": {"Watt": {"type": "integer"}}});
        let documents = Documents::of_one(json!({"definitions": {"https://lamps.example/size.json": size}}));
        let root = documents.node("a.schema.json", "").ok_or("no node")?;
        let reference = "https://lamps.example/size.json#/definitions/Watt";
        assert_eq!(documents.resolve(root, reference).map(|it| it.schema), Some(&json!({"type": "integer"})));
        Ok(())
    }
}
