//! Ids, anchors, and how references are written: afterwards, a reference that leads into the set names a file and a pointer.
//!
//! A file is found by its path, by its `$id`, or by the URL that `[references]` in the set file gives it. A reference that leads
//! to none of them stays as it is written, and is reported when it is resolved.

use std::collections::{BTreeMap, BTreeSet};

use fluent_uri::{Uri, UriRef};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Map, Value};

use super::counted::Counted;
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::{At, Dialect, JsonFile, Origin, from_fragment, is_yaml, reference};
use crate::set::{Lint, LintLevel, SetFile};

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
    /// The ids of files stay, because one that is not the name of its file is reported.
    keeps_ids: bool,
    /// The ids that several files have. The check reports them.
    repeated: BTreeSet<String>,
    /// The schemas that have a URL of their own.
    resources: BTreeMap<String, Origin>,
    /// The anchors, by the URL of the resource and their names.
    anchors: BTreeMap<(String, String), Origin>,
    /// How many schemas have a dynamic anchor of this name.
    dynamic: BTreeMap<String, usize>,
}

/// A schema that has a URL of its own, or is a file.
#[derive(Clone)]
struct Resource {
    pointer: String,
    url: String,
}

/// Rewrites the references of the set, and removes anchors, and ids that are not the names of files.
pub fn resolve(set: &SetFile, schemas: &mut [JsonFile], found: &mut Counted) {
    let mut index = Index { keeps_ids: set.level(Lint::Untyped) == LintLevel::Deny, ..Index::default() };
    for (url, path) in &set.references {
        index
            .resources
            .insert(url.trim_end_matches('#').to_owned(), Origin { file: path.clone(), pointer: String::new() });
    }
    for file in schemas.iter() {
        index.add(file);
    }
    for file in schemas {
        rewrite(file, &index, found);
    }
}

impl Index {
    fn add(&mut self, file: &JsonFile) {
        let origin = |pointer: &str| Origin { file: file.path.clone(), pointer: pointer.to_owned() };
        self.resources.insert(of_path(file.real_path()), origin(""));
        self.resources.insert(of_path(&file.path), origin(""));
        each(file, &mut |schema, at, resource| {
            let pointer = at.pointer();
            let id = schema
                .get("$id")
                .and_then(Value::as_str)
                .filter(|_| pointer.is_empty() && self.resources.contains_key(&resource.url));
            self.repeated.extend(id.filter(|id| id.contains(':')).map(str::to_owned));
            if pointer == resource.pointer {
                self.resources.entry(resource.url.clone()).or_insert_with(|| origin(&pointer));
            }
            let dynamic = schema.get("$dynamicAnchor").and_then(Value::as_str);
            for name in anchors(schema) {
                self.anchors.insert((resource.url.clone(), name.to_owned()), origin(&pointer));
            }
            dynamic.into_iter().for_each(|name| *self.dynamic.entry(name.to_owned()).or_default() += 1);
        });
    }

    /// Returns the node that a reference in a resource of a file leads to. It may not exist.
    fn target(&self, written: &str, file: &JsonFile, resource: &Resource) -> Option<Origin> {
        let (path, fragment) = written.split_once('#').unwrap_or((written, ""));
        let url = if path.is_empty() { Some(resource.url.clone()) } else { joined(&resource.url, path) };
        // Two files can have one relative id.
        let is_own = url.as_ref() == Some(&resource.url);
        // The schemas of the older drafts are named by either protocol.
        let url = url.map(|url| match url.strip_prefix("https://json-schema.org/draft-0") {
            Some(rest) => format!("http://json-schema.org/draft-0{rest}"),
            None => url,
        });
        let own = || Origin { file: file.path.clone(), pointer: resource.pointer.clone() };
        let by_url = url.and_then(|url| Some((if is_own { own() } else { self.resources.get(&url)?.clone() }, url)));
        let (outer, url) = by_url.or_else(|| {
            let url = joined(&of_path(&file.path), path)?;
            Some((self.resources.get(&url)?.clone(), url))
        })?;
        if fragment.is_empty() || fragment.starts_with('/') {
            return Some(Origin { pointer: format!("{}{}", outer.pointer, from_fragment(fragment)), ..outer });
        }
        let name = from_fragment(fragment);
        // The anchors of a file stand under the URL of its root.
        let known = self.anchors.get(&(url, name.clone())).cloned();
        known.or_else(|| {
            let mut of_file = self.anchors.iter().filter(|((_, it), at)| *it == name && at.file == outer.file);
            of_file.next().map(|(_, at)| at.clone()).filter(|_| outer.pointer.is_empty())
        })
    }
}

fn rewrite(file: &mut JsonFile, index: &Index, found: &mut Counted) {
    let mut written: BTreeMap<String, (&'static str, String)> = BTreeMap::new();
    let mut unsafe_at = Vec::new();
    each(file, &mut |schema, at, resource| {
        for key in ["$ref", "$dynamicRef"] {
            let Some(text) = schema.get(key).and_then(Value::as_str) else { continue };
            let (path, fragment) = text.split_once('#').unwrap_or((text, ""));
            let is_dynamic = key == "$dynamicRef";
            if is_dynamic && (schema.contains_key("$ref") || index.dynamic.get(fragment).copied().unwrap_or(0) > 1) {
                continue;
            }
            let encoded = utf8_percent_encode(fragment, UNSAFE).to_string();
            let is_unsafe = encoded != fragment;
            if is_unsafe {
                unsafe_at.push(at.key(key).pointer());
            }
            let target = index.target(text, file, resource).map(|target| reference::to(&target, &file.path));
            let new = target.or_else(|| is_unsafe.then(|| format!("{path}#{encoded}")));
            if let Some(new) = new.filter(|new| is_dynamic || new != text) {
                written.insert(at.pointer(), (key, new));
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
    let last = |path: &str| path.rsplit('/').next().map(str::to_owned);
    let (own, real) = (last(&file.path), last(file.real_path()).filter(|_| is_yaml(file.real_path())));
    file.each_schema_mut(&mut |schema, at| {
        if let Some((key, new)) = written.get(&at.pointer()) {
            schema.shift_remove(*key);
            schema.insert("$ref".to_owned(), Value::String(new.clone()));
        }
        schema.shift_remove("$anchor");
        // The name of the file is what every reference uses from here on.
        let is_root = matches!(at, At::Root(_));
        let stays = |id: &str| {
            is_root
                && Some(id) != real.as_deref()
                && (index.keeps_ids || Some(id) == own.as_deref() || index.repeated.contains(id))
        };
        if schema.get("$id").and_then(Value::as_str).is_some_and(|id| !stays(id)) {
            schema.shift_remove("$id");
        }
        if schema.get("$dynamicAnchor").and_then(Value::as_str).is_some_and(|it| index.dynamic.get(it) == Some(&1)) {
            schema.shift_remove("$dynamicAnchor");
        }
    });
}

/// Calls `visit` with each schema of a file, and the resource that it is in.
fn each(file: &JsonFile, visit: &mut impl FnMut(&Map<String, Value>, At<'_>, &Resource)) {
    let is_older = Dialect::of(&file.value) == Some(Dialect::Draft07);
    let mut open = vec![Resource { pointer: String::new(), url: of_path(&file.path) }];
    file.each_schema(&mut |schema, at| {
        let id = schema.get("$id").and_then(Value::as_str).filter(|id| !id.starts_with('#'));
        // Beside a reference, draft-07 does not look at it.
        let id = id.filter(|_| !(is_older && schema.contains_key("$ref")));
        if id.is_none() && open.len() == 1 {
            return visit(schema, at, &open[0]);
        }
        let pointer = at.pointer();
        let contains = |it: &Resource| {
            pointer.strip_prefix(&it.pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        while open.len() > 1 && !open.last().is_some_and(contains) {
            open.pop();
        }
        if let (Some(id), Some(base)) = (id, open.last()) {
            let url = joined(&base.url, id).unwrap_or_else(|| base.url.clone());
            open.push(Resource { pointer, url });
        }
        if let Some(resource) = open.last() {
            visit(schema, at, resource);
        }
    });
}

/// Returns the names that a schema can be referred to by, beside its place.
fn anchors(schema: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let named = ["$anchor", "$dynamicAnchor"].into_iter().filter_map(|key| schema.get(key)?.as_str());
    named.chain(schema.get("$id").and_then(Value::as_str).and_then(|id| id.strip_prefix('#')))
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
