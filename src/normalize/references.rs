//! Ids, anchors, and how references are written: afterwards, a reference that leads into the set names a file and a pointer.
//!
//! A schema is found by its `$id`, by the URL that `[references]` in the set file gives its file, or by the path of its file; in
//! the file of the reference itself before others. A reference that leads to none stays as it is written, and is reported when
//! it is linked.
//!
//! `$dynamicRef` leads to the dynamic anchor of the first schema with an id that validation came through, if the schema that it
//! names has one. Where no other schema with that anchor leads to the reference, this is always the named one: then it is
//! `$ref`. Any other is [specialized](super::dynamic).

use std::collections::{BTreeMap, BTreeSet};

use fluent_uri::{Uri, UriRef};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Map, Value};

use super::counted::Counted;
use super::dynamic::{self, Anchors, Dynamic};
use super::targets::find_elsewhere;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::schema::{At, DEFINITIONS, Draft, Find, JsonFile, Origin, from_fragment, is_yaml, reference};
use crate::set::{Lint, LintLevel, SET_FILE, SetFile};

/// The base of the files of a set, so that paths are resolved as URLs are.
const ROOT: &str = "set:///";

/// What no reference may contain as it is, beside `%`.
const UNSAFE: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// Finds what references of the set lead to.
#[derive(Default)]
struct Index {
    /// The files that the set file gives to URLs.
    mapped: BTreeMap<String, Origin>,
    /// The schemas with a URL of their own.
    resources: BTreeMap<String, Vec<Origin>>,
    /// Their places.
    places: BTreeSet<Origin>,
    /// The anchors, by their schema with a URL and their names.
    anchors: BTreeMap<(Origin, String), Origin>,
    /// Those of them that are dynamic.
    dynamic: BTreeSet<(Origin, String)>,
    /// The schemas with a URL that lead to each, if the set has dynamic references.
    entered_from: BTreeMap<Origin, BTreeSet<Origin>>,
}

/// A schema that has a URL of its own, or is a file.
#[derive(Clone, PartialEq)]
struct Resource {
    at: Origin,
    url: String,
}

/// A place that a reference leads to. Nothing may be there.
struct Target {
    node: Origin,
    /// The schema with a URL that it is in, or is.
    resource: Origin,
    /// The URL in the set file that leads to it.
    mapped: Option<String>,
    /// Another schema with the same URL, in another file.
    other: Option<Origin>,
}

/// What [`rewrite`] notes of the files of a set.
#[derive(Default)]
struct Notes {
    /// The URLs of the set file that were needed.
    mapped: BTreeSet<String>,
    errors: Diagnostics,
    /// The dynamic references that stay.
    dynamic: BTreeMap<Origin, (String, Origin)>,
}

/// Rewrites the references of the set. Returns the errors.
pub fn resolve(set: &SetFile, schemas: &mut [JsonFile], drafts: &[Option<Draft>], found: &mut Counted) -> Diagnostics {
    let (index, bases) = Index::of(set, schemas, drafts);
    let mut notes = Notes::default();
    for (at, file) in schemas.iter_mut().enumerate() {
        rewrite(file, &Scope { draft: drafts[at], base: &bases[at] }, &index, &mut notes, found);
    }
    let Notes { dynamic, .. } = &mut notes;
    let (anchors, references) = (index.dynamic_anchors(), std::mem::take(dynamic));
    let drafts = schemas.iter().zip(drafts).map(|(file, draft)| (file.path.clone(), *draft)).collect();
    dynamic::specialize(schemas, &Dynamic { anchors, references, drafts });
    let unused = set.references.keys().filter(|url| !notes.mapped.contains(trimmed(url)));
    notes.errors.0.extend(unused.map(|url| {
        Diagnostic::warning(Code::BadSetFile, format!("`[references]` has {url:?}, and no reference leads there"))
            .in_file(SET_FILE)
            .instead("write the URL as the references do once they are made absolute, or take the line out")
    }));
    notes.errors
}

/// Removes anchors, and ids that are not the names of files: after [`resolve`], no reference needs them.
pub fn remove_names(set: &SetFile, schemas: &mut [JsonFile]) {
    // The ids of files stay, because one that is not the name of its file is reported.
    let keeps_ids = set.level(Lint::Untyped) == LintLevel::Deny;
    for file in schemas {
        let last = |path: &str| path.rsplit('/').next().map(str::to_owned);
        // A file in YAML has a path as if it were in JSON.
        let (own, yaml) = (last(&file.path), last(file.real_path()).filter(|_| is_yaml(file.real_path())));
        file.each_schema_mut(&mut |schema, at| {
            let is_own = |id: &str| keeps_ids || Some(id) == own.as_deref();
            let stays = |id: &str| matches!(at, At::Root("")) && Some(id) != yaml.as_deref() && is_own(id);
            for key in ["$anchor", "$dynamicAnchor", "$id"] {
                if schema.keyword(key).and_then(Value::as_str).is_some_and(|id| key != "$id" || !stays(id)) {
                    schema.shift_remove(key);
                }
            }
        });
    }
}

impl Index {
    /// Returns the index of a set, and the base of each file for references. Adds what references show to be schemas to the files.
    fn of(set: &SetFile, schemas: &mut [JsonFile], drafts: &[Option<Draft>]) -> (Self, Vec<String>) {
        let mut index = Self::default();
        for (url, path) in &set.references {
            if let Some(file) = schemas.iter().find(|file| file.path == *path || file.real_path() == path) {
                index.mapped.insert(trimmed(url).to_owned(), root(file));
            }
        }
        let base = |file: &JsonFile| {
            let mapped = index.mapped.iter().find(|(_, at)| at.file == file.path);
            mapped.map_or_else(|| of_path(&file.path), |(url, _)| url.clone())
        };
        let bases: Vec<String> = schemas.iter().map(base).collect();
        let scopes = || drafts.iter().zip(&bases).map(|(draft, base)| Scope { draft: *draft, base });
        let (mut has_dynamic, mut is_new) = (false, true);
        // What is below no keyword can have ids, anchors and references of its own.
        while is_new {
            has_dynamic = false;
            for (file, scope) in schemas.iter().zip(scopes()) {
                has_dynamic |= index.add(file, &scope);
            }
            let targets = schemas.iter().zip(scopes()).flat_map(|(file, scope)| index.targets(file, &scope)).collect();
            is_new = find_elsewhere(schemas, &targets);
        }
        if has_dynamic {
            let mut dynamic = Vec::new();
            schemas.iter().zip(scopes()).for_each(|(file, scope)| index.add_entries(file, &scope, &mut dynamic));
            index.add_dynamic_entries(&dynamic);
        }
        (index, bases)
    }

    /// Returns where the references of a file lead to.
    fn targets(&self, file: &JsonFile, scope: &Scope<'_>) -> BTreeSet<Origin> {
        let mut found = BTreeSet::new();
        scope.each(file, &mut |schema, _, open| {
            let written = scope.references().iter().filter_map(|key| schema.keyword(key)?.as_str());
            found.extend(written.filter_map(|text| Some(self.target(text, open.last()?)?.node)));
        });
        found
    }

    /// Adds the URLs and anchors of a file. Returns true if it has dynamic references.
    fn add(&mut self, file: &JsonFile, scope: &Scope<'_>) -> bool {
        let mut has_dynamic = false;
        let mut add = |url: &str, at: &Origin| {
            // All schemas of a resource lead here.
            if self.resources.get(url).is_none_or(|all| !all.contains(at)) {
                self.places.insert(at.clone());
                self.resources.entry(url.to_owned()).or_default().push(at.clone());
            }
        };
        for path in [&file.path, file.real_path()] {
            add(&of_path(path), &root(file));
        }
        let mut before = None;
        scope.each(file, &mut |schema, at, open| {
            let Some(resource) = open.last() else { return };
            // Most schemas are in the same one as the schema before.
            if before.as_ref() != Some(resource) {
                add(&resource.url, &resource.at);
                before = Some(resource.clone());
            }
            has_dynamic |= schema.has("$dynamicRef");
            for (name, is_dynamic) in anchors(schema) {
                let key = (resource.at.clone(), name.to_owned());
                if is_dynamic && scope.references().contains(&"$dynamicRef") {
                    self.dynamic.insert(key.clone());
                }
                let node = Origin { file: file.path.clone(), pointer: at.pointer() };
                self.anchors.insert(key, node);
            }
        });
        has_dynamic
    }

    /// Adds which schemas with a URL the ones of a file lead to. Collects its dynamic references: from where, and the anchor.
    fn add_entries(&mut self, file: &JsonFile, scope: &Scope<'_>, dynamic: &mut Vec<(Origin, String)>) {
        let mut entries = Vec::new();
        scope.each(file, &mut |schema, at, open| {
            let Some(resource) = open.last() else { return };
            // A definition is entered by the references to it, and so is what is below no keyword.
            let is_in_place = at.keywords().last().is_some_and(|key| !DEFINITIONS.contains(key));
            if let [.., outer, inner] = open
                && is_in_place
                && inner.at.pointer == at.pointer()
            {
                entries.push((outer.at.clone(), inner.at.clone()));
            }
            for key in ["$ref", "$dynamicRef"] {
                let Some(written) = schema.keyword(key).and_then(Value::as_str) else { continue };
                let target = self.target(written, resource);
                entries.extend(target.map(|target| (resource.at.clone(), target.resource)));
                if key == "$dynamicRef" {
                    dynamic.push((resource.at.clone(), anchor(written)));
                }
            }
        });
        for (from, to) in entries {
            self.entered_from.entry(to).or_default().insert(from);
        }
    }

    /// Adds where dynamic references may lead: to the anchors of what they can be reached from. Each can add to what the others
    /// are reached from.
    fn add_dynamic_entries(&mut self, dynamic: &[(Origin, String)]) {
        loop {
            let mut is_new = false;
            for (from, name) in dynamic {
                let with_anchor = self.leading_to(from).into_iter().filter(|it| self.has_dynamic(it, name)).cloned();
                for to in with_anchor.collect::<Vec<_>>() {
                    is_new |= self.entered_from.entry(to).or_default().insert(from.clone());
                }
            }
            if !is_new {
                return;
            }
        }
    }

    /// Returns the dynamic anchors of each schema with a URL.
    fn dynamic_anchors(&self) -> BTreeMap<Origin, Anchors> {
        let mut all: BTreeMap<Origin, Anchors> = self.places.iter().map(|it| (it.clone(), Anchors::new())).collect();
        for (resource, name) in &self.dynamic {
            if let Some(node) = self.anchors.get(&(resource.clone(), name.clone())) {
                all.entry(resource.clone()).or_default().insert(name.clone(), node.clone());
            }
        }
        all
    }

    fn has_dynamic(&self, resource: &Origin, name: &str) -> bool {
        self.dynamic.contains(&(resource.clone(), name.to_owned()))
    }

    /// Returns the schemas with a URL that validation can have come through in one of them, itself among them.
    fn leading_to<'i>(&'i self, resource: &'i Origin) -> BTreeSet<&'i Origin> {
        let (mut seen, mut open) = (BTreeSet::from([resource]), vec![resource]);
        while let Some(it) = open.pop() {
            open.extend(self.entered_from.get(it).into_iter().flatten().filter(|it| seen.insert(*it)));
        }
        seen
    }

    /// Returns the schema with a URL that a reference without its fragment leads to.
    fn resource(&self, path: &str, from: &Resource) -> Option<Target> {
        let whole = |at: &Origin, mapped: Option<&String>, other: Option<&Origin>| {
            let (node, resource) = (at.clone(), at.clone());
            Some(Target { node, resource, mapped: mapped.cloned(), other: other.cloned() })
        };
        if path.is_empty() {
            return whole(&from.at, None, None);
        }
        let urls = [joined(&from.url, path), joined(&of_path(&from.at.file), path)];
        urls.into_iter().flatten().map(|url| of_draft(&url)).find_map(|url| {
            let all = self.resources.get(&url).map_or(&[][..], Vec::as_slice);
            match (all.iter().find(|it| it.file == from.at.file), self.mapped.get_key_value(&url), all) {
                _ if url == from.url => whole(&from.at, None, None),
                (Some(own), _, _) => whole(own, None, None),
                (None, Some((url, at)), _) => whole(at, Some(url), None),
                (None, None, all) => whole(all.first()?, None, all.get(1)),
            }
        })
    }

    /// Returns the place that a reference leads to.
    fn target(&self, written: &str, from: &Resource) -> Option<Target> {
        let (path, fragment) = written.split_once('#').unwrap_or((written, ""));
        let target = self.resource(path, from)?;
        if fragment.is_empty() || fragment.starts_with('/') {
            let pointer = format!("{}{}", target.resource.pointer, from_fragment(fragment));
            let node = Origin { pointer, ..target.node };
            return Some(Target { resource: self.innermost(&node, target.resource), node, ..target });
        }
        let node = self.anchors.get(&(target.resource.clone(), from_fragment(fragment)))?.clone();
        Some(Target { node, ..target })
    }

    /// Returns the innermost schema with a URL that a node is in, or is: a pointer can lead from an outer one into it.
    fn innermost(&self, node: &Origin, outer: Origin) -> Origin {
        let mut here = node.clone();
        while here.pointer.len() > outer.pointer.len() {
            if self.places.contains(&here) {
                return here;
            }
            here.pointer.truncate(here.pointer.rfind('/').unwrap_or(0));
        }
        outer
    }

    /// Returns true if the anchor that a dynamic reference names is not always the one that it leads to.
    fn is_dynamic(&self, written: &str, from: &Resource, target: &Target) -> bool {
        let name = anchor(written);
        let others = || self.leading_to(&from.at).into_iter().filter(|it| **it != target.resource);
        self.has_dynamic(&target.resource, &name) && others().any(|it| self.has_dynamic(it, &name))
    }
}

fn rewrite(file: &mut JsonFile, scope: &Scope<'_>, index: &Index, notes: &mut Notes, found: &mut Counted) {
    let mut written: BTreeMap<String, Vec<(&str, String)>> = BTreeMap::new();
    let mut unsafe_at = Vec::new();
    scope.each(file, &mut |schema, at, open| {
        let Some(resource) = open.last() else { return };
        for key in scope.references().iter().copied() {
            let Some(text) = schema.keyword(key).and_then(Value::as_str) else { continue };
            let target = index.target(text, resource);
            let is_dynamic = |target: &&Target| key == "$dynamicRef" && index.is_dynamic(text, resource, target);
            if let Some(target) = target.as_ref().filter(is_dynamic) {
                let here = Origin { file: file.path.clone(), pointer: at.pointer() };
                notes.dynamic.insert(here, (anchor(text), target.node.clone()));
                continue;
            }
            let (path, fragment) = text.split_once('#').unwrap_or((text, ""));
            let encoded = utf8_percent_encode(fragment, UNSAFE).to_string();
            if encoded != fragment {
                unsafe_at.push(at.key(key).pointer());
            }
            if let Some(other) = target.as_ref().and_then(|target| target.other.as_ref().zip(Some(&target.node))) {
                notes
                    .errors
                    .push(ambiguous(text, [&other.1.file, &other.0.file]).at(file.place(&at.key(key).pointer())));
            }
            notes.mapped.extend(target.as_ref().and_then(|target| target.mapped.clone()));
            let new = target.map(|target| reference::to(&target.node, &file.path));
            let is_respelled = encoded != fragment || key != "$ref";
            let new = new.or_else(|| is_respelled.then(|| format!("{path}#{encoded}")));
            if let Some(new) = new.filter(|new| key != "$ref" || new != text) {
                written.entry(at.pointer()).or_default().push((key, new));
            }
        }
    });
    for pointer in unsafe_at {
        let finding = || {
            Diagnostic::warning(Code::Reference, "a reference with characters that no URL has")
                .because("it is read as if they were percent-encoded; some validators refuse it")
                .instead("percent-encode them: `<` is `%3C`")
        };
        found.add("unsafe reference", finding, || file.place(&pointer));
    }
    if written.is_empty() {
        return;
    }
    file.each_schema_mut(&mut |schema, at| {
        for (key, new) in written.remove(&at.pointer()).unwrap_or_default() {
            match schema.get_mut(key) {
                Some(reference) if key == "$ref" => *reference = Value::String(new),
                _ => {
                    schema.shift_remove(key);
                    refer(schema, new);
                }
            }
        }
    });
}

/// Makes a schema refer to a place. It may refer to another one as well.
pub fn refer(schema: &mut Map<String, Value>, to: String) {
    if !schema.has("$ref") {
        schema.insert("$ref".to_owned(), Value::String(to));
    } else if let Value::Array(parts) = schema.entry("allOf").or_insert_with(|| Value::Array(Vec::new())) {
        parts.push(Value::Object(Map::from_iter([("$ref".to_owned(), Value::String(to))])));
    }
}

fn ambiguous(written: &str, [one, other]: [&str; 2]) -> Diagnostic {
    Diagnostic::error(Code::Id, format!("`{written}` leads to `{one}` and to `{other}`"))
        .because("both have this id, and the reference could mean either")
        .instead(format!("give one of the two an id of its own, or refer by the path: `{one}`"))
}

/// How the references of a file are read.
struct Scope<'a> {
    draft: Option<Draft>,
    /// The URL of the file.
    base: &'a str,
}

impl Scope<'_> {
    /// Calls `visit` with each schema, and the schemas with a URL that it is in, the innermost one last.
    fn each(&self, file: &JsonFile, visit: &mut impl FnMut(&Map<String, Value>, At<'_>, &[Resource])) {
        // The id of a file says where it was published, also beside a reference.
        let of_root = file.value.as_object().and_then(|root| self.written_id(root));
        let url = of_root.and_then(|id| joined(self.base, id)).unwrap_or_else(|| self.base.to_owned());
        // Those that have been entered, the latest one last. The next schema can be in another one of them.
        let mut known = vec![Resource { at: root(file), url }];
        let mut open = known.clone();
        file.each_schema(&mut |schema, at| {
            let id = self.id(schema).filter(|_| !matches!(at, At::Root("")));
            if id.is_none() && known.len() == 1 {
                return visit(schema, at, &open);
            }
            let pointer = at.pointer();
            let contains = |it: &Resource| {
                pointer.strip_prefix(&it.at.pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            if matches!(at, At::Root(_)) {
                open = known.iter().filter(|it| contains(it)).cloned().collect();
            }
            while open.len() > 1 && !open.last().is_some_and(contains) {
                open.pop();
            }
            if let (Some(id), Some(base)) = (id, open.last()) {
                let url = joined(&base.url, id).unwrap_or_else(|| base.url.clone());
                open.push(Resource { at: Origin { file: file.path.clone(), pointer }, url });
                known.extend(open.last().cloned());
            }
            visit(schema, at, &open);
        });
    }

    /// Returns the keywords of references.
    fn references(&self) -> &'static [&'static str] {
        if self.draft.is_none_or(|it| it == Draft::Newest) { &["$ref", "$dynamicRef"] } else { &["$ref"] }
    }

    /// Returns the id of a schema. Beside a reference, drafts before the newest one do not look at it.
    fn id<'s>(&self, schema: &'s Map<String, Value>) -> Option<&'s str> {
        let is_older = self.draft.is_some_and(|draft| draft < Draft::Newest);
        let is_skipped = is_older && schema.keyword("$ref").is_some_and(Value::is_string);
        self.written_id(schema).filter(|_| !is_skipped)
    }

    fn written_id<'s>(&self, schema: &'s Map<String, Value>) -> Option<&'s str> {
        let keys: &[&str] = if self.draft == Some(Draft::Four) { &["$id", "id"] } else { &["$id"] };
        keys.iter().find_map(|key| schema.keyword(key)?.as_str()).filter(|id| !id.starts_with('#'))
    }
}

/// Returns the anchor that a reference names. It may be a pointer.
fn anchor(written: &str) -> String {
    from_fragment(written.split_once('#').map_or("", |(_, fragment)| fragment))
}

/// Returns the names that a schema can be referred to by, beside its place, and which of them are dynamic.
fn anchors(schema: &Map<String, Value>) -> impl Iterator<Item = (&str, bool)> {
    let named = ["$anchor", "$dynamicAnchor"].into_iter();
    let named = named.filter_map(|key| Some((schema.keyword(key)?.as_str()?, key == "$dynamicAnchor")));
    let ids = ["$id", "id"].into_iter().filter_map(|key| schema.keyword(key)?.as_str()?.strip_prefix('#'));
    named.chain(ids.map(|name| (name, false)))
}

fn root(file: &JsonFile) -> Origin {
    Origin { file: file.path.clone(), pointer: String::new() }
}

/// Returns a URL without an empty fragment.
fn trimmed(url: &str) -> &str {
    url.trim_end_matches('#')
}

/// Returns the URL of a draft's schema as it is written in there: people use either protocol.
fn of_draft(url: &str) -> String {
    let name = url.split_once("://json-schema.org/").map_or("", |(_, name)| name);
    match name {
        _ if name.starts_with("draft-0") => format!("http://json-schema.org/{name}"),
        _ if name.starts_with("draft/20") => format!("https://json-schema.org/{name}"),
        _ => url.to_owned(),
    }
}

/// Returns the URL of a file of the set.
fn of_path(path: &str) -> String {
    let encoded: Vec<_> = path.split('/').map(|part| utf8_percent_encode(part, UNSAFE).to_string()).collect();
    format!("{ROOT}{}", encoded.join("/"))
}

/// Returns the URL that a reference without its fragment leads to.
fn joined(base: &str, written: &str) -> Option<String> {
    let base = Uri::parse(base).ok()?;
    let url = UriRef::parse(written.split('#').next()?).ok()?.resolve_against(&base.strip_fragment()).ok()?;
    Some(url.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_urls_are_joined_alike() {
        assert_eq!(joined(&of_path("a/b.json"), "../c.json").as_deref(), Some("set:///c.json"));
        assert_eq!(joined("http://x.org/a/b", "c").as_deref(), Some("http://x.org/a/c"));
        assert_eq!(joined("http://x.org/a/b", "/c#d").as_deref(), Some("http://x.org/c"));
        assert_eq!(joined("urn:a", "b"), None);
    }
}
