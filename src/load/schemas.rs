//! Finds the schemas of a set: by the endings of their names or, where no name says which files are schemas, by what is in
//! them. Schemas are JSON or YAML; afterwards all are the same.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;

use serde_json::Value;

use super::{Loader, SCHEMA_ENDING, SET_FILE, file_name, fits, openapi, unreadable};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, visible};
use crate::schema::{DEFINITIONS, JsonFile, is_asserted, is_yaml};

/// The endings of the names of schemas.
const SCHEMA_ENDINGS: [&str; 3] = [SCHEMA_ENDING, ".schema.yaml", ".schema.yml"];

/// The endings of files that can be schemas.
const ENDINGS: [&str; 3] = [".json", ".yaml", ".yml"];

/// The argument that stands for the standard input, and its name in messages.
pub const STDIN: &str = "-";
const STDIN_NAME: &str = "<stdin>";

/// Returns true if the set is one schema, which is read from the standard input.
pub fn is_stdin(schemas: &Path) -> bool {
    schemas == Path::new(STDIN)
}

/// Returns true if the name of a file says that it is a schema.
pub fn is_named_as_schema(path: &str) -> bool {
    SCHEMA_ENDINGS.iter().any(|ending| path.ends_with(ending))
}

/// Returns true if a file can be a schema.
pub fn can_be_schema(path: &str) -> bool {
    ENDINGS.iter().any(|ending| path.ends_with(ending))
}

/// Returns the path at which the rest of the generator finds a schema: its name, with the ending of JSON.
pub fn standing(path: &str) -> String {
    let mut endings = SCHEMA_ENDINGS.iter().chain(&ENDINGS);
    let name = endings.find_map(|ending| path.strip_suffix(ending)).unwrap_or(path);
    format!("{name}{SCHEMA_ENDING}")
}

/// Returns the ending of a path that would make it a schema if it were in small letters.
pub fn ending_in_capitals(path: &str) -> Option<&'static str> {
    let small = path.to_ascii_lowercase();
    // A YAML file that is no schema may be called as it likes.
    let mut endings = SCHEMA_ENDINGS.iter().chain(&ENDINGS[..1]);
    endings.find(|ending| small.ends_with(**ending)).copied().filter(|ending| !path.ends_with(ending))
}

impl Loader<'_> {
    /// Reads the schemas among these files. With `all`, no name says which files are schemas; then one is a schema that looks like
    /// one, or that another one refers to. The others are reported. The second value is true if every schema could be read.
    pub(super) fn schemas<'p>(&mut self, paths: impl Iterator<Item = &'p String>, all: bool) -> (Vec<JsonFile>, bool) {
        let (mut schemas, mut complete, mut others) = (Vec::new(), true, BTreeSet::new());
        for path in paths {
            let read = if is_named_as_schema(path) {
                self.read_schema(path)
            } else if !all {
                self.expect_schema(path);
                continue;
            } else if let Some(read) = self.plain_schema(path) {
                let read = read.map_err(|found| self.found.extend(found)).ok();
                read.and_then(|file| openapi::as_schema(file, &mut self.found))
            } else {
                others.insert(path.clone());
                continue;
            };
            self.found.extend(file_name(path));
            match read {
                Some(read) => schemas.push(read.standing_at(&standing(path))),
                None => complete = false,
            }
        }
        complete &= self.referred_to(&mut schemas, |path| others.remove(path));
        others.iter().for_each(|path| self.left_out(path));
        self.expect_different_names(&schemas);
        openapi::redirect(&mut schemas);
        (schemas, complete)
    }

    /// Reads the files that schemas refer to, and that they refer to, if `is_new` says so. Returns true if every one could be read.
    fn referred_to(&mut self, schemas: &mut Vec<JsonFile>, mut is_new: impl FnMut(&str) -> bool) -> bool {
        let (mut complete, mut next) = (true, 0);
        while let Some(file) = schemas.get(next) {
            next += 1;
            for path in files_referred_to(file).into_iter().filter(|path| is_new(path)) {
                self.found.extend(file_name(&path));
                match self.read_schema(&path) {
                    Some(read) => schemas.push(read.standing_at(&standing(&path))),
                    None => complete = false,
                }
            }
        }
        complete
    }

    /// Reads a file among others of any kind, if it is a schema: it names a draft, or says in the form of JSON Schema what values
    /// are like.
    fn plain_schema(&mut self, path: &str) -> Option<Result<JsonFile, Diagnostics>> {
        let text = match self.inputs.read(&self.root.join(path)) {
            Ok(text) => text,
            Err(error) => return Some(Err(unreadable(path, &error).into())),
        };
        let names = |it: &str| memchr::memmem::find(&text, it.as_bytes()).is_some();
        let (names_draft, is_document) = (names(DRAFT), text.starts_with(b"openapi:") || names("\nopenapi:"));
        // YAML files are of many programs, and most of them need not be read.
        if is_yaml(path) && !names_draft && !is_document {
            return None;
        }
        match JsonFile::parse(path, text) {
            Ok(file) => is_plain_schema(&file).then_some(Ok(file)),
            // A file of another program can be in another form of JSON.
            Err(found) => names_draft.then_some(Err(found)),
        }
    }

    /// Reports a file whose name does not say that it is a schema, in a set where names say so: every JSON file, and a YAML file
    /// that names a draft.
    fn expect_schema(&mut self, path: &str) {
        if is_yaml(path) {
            let text = self.inputs.read(&self.root.join(path)).unwrap_or_default();
            if memchr::memmem::find(&text, DRAFT.as_bytes()).is_none() {
                return;
            }
        }
        self.found.push(
            Diagnostic::error(Code::StrayFile, format!("this {} file is not part of the set", language(path)))
                .in_file(path)
                .because("a schema whose name is not recognised would be ignored silently")
                .instead(format!("end its name in `.schema{}`, or name it in `{SET_FILE}`", ending(path))),
        );
    }

    fn left_out(&mut self, path: &str) {
        let message = format!("this {} file is left out: nothing in it says that it is a schema", language(path));
        let finding = Diagnostic::warning(Code::StrayFile, message).in_file(path);
        let advice = format!("if it is one, write `$schema`, or end its name in `.schema{}`", ending(path));
        self.found.push(finding.instead(advice));
    }

    /// Reports two schemas that differ only in the endings of their names.
    fn expect_different_names(&mut self, schemas: &[JsonFile]) {
        let mut first: BTreeMap<&str, &JsonFile> = BTreeMap::new();
        for file in schemas {
            let Some(other) = first.insert(&file.path, file) else { continue };
            let message = format!("`{}` has the same name, but for its ending", other.real_path());
            let finding = Diagnostic::error(Code::FileName, message).in_file(file.real_path());
            let finding = finding.because("both would be the same module of every package");
            self.found.push(finding.instead("keep one of the two, or give one of them another name"));
        }
    }

    /// Reads a set that is one schema, and the files beside it that references lead to. If it has a name that no schema of a
    /// folder can have, it is called as the packages are.
    pub(super) fn only_schema(&mut self, path: &str, name: &str) -> (Vec<JsonFile>, bool) {
        if !can_be_schema(path) {
            self.found.push(not_by_name(path));
            return (Vec::new(), false);
        }
        let own = standing(path);
        let read = self.read_schema(path);
        let (mut schemas, complete) = self.alone(read, if fits(&own) { own } else { format!("{name}{SCHEMA_ENDING}") });
        let mut seen = BTreeSet::from([path.to_owned()]);
        // A reference that leads to no file may be the id of another one.
        let root = self.root.to_owned();
        let is_new = |path: &str| seen.insert(path.to_owned()) && is_file_below(&root, path);
        let complete = complete & self.referred_to(&mut schemas, is_new);
        self.expect_different_names(&schemas);
        openapi::redirect(&mut schemas);
        (schemas, complete)
    }

    /// Reads a set that is one schema from the standard input. The schema is called as the packages are.
    pub(super) fn schema_of_stdin(&mut self, name: &str) -> (Vec<JsonFile>, bool) {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut bytes);
        let read = read.map_err(|error| unreadable(STDIN_NAME, &error).into());
        let read = read.and_then(|_| JsonFile::parse_either(STDIN_NAME, bytes));
        let read = read
            .map_err(|found| self.found.extend(found))
            .ok()
            .and_then(|file| openapi::as_schema(file, &mut self.found));
        let (mut schemas, complete) = self.alone(read, format!("{name}{SCHEMA_ENDING}"));
        openapi::redirect(&mut schemas);
        (schemas, complete)
    }

    fn alone(&mut self, read: Option<JsonFile>, path: String) -> (Vec<JsonFile>, bool) {
        let Some(read) = read else { return (Vec::new(), false) };
        if read.value.is_object() && !says_schema(&read) {
            self.found.push(not_a_schema(&read));
            return (Vec::new(), false);
        }
        (vec![read.standing_at(&path)], true)
    }
}

/// Returns true if there is such a file in a folder or below. No link leads out of it.
fn is_file_below(folder: &Path, path: &str) -> bool {
    let mut here = folder.to_owned();
    let is_own = |part| {
        here.push(part);
        std::fs::symlink_metadata(&here).is_ok_and(|it| !it.is_symlink())
    };
    path.split('/').all(is_own) && folder.join(path).is_file()
}

/// Returns the paths of the files that a schema refers to, if they are in its folder or below.
pub fn files_referred_to(file: &JsonFile) -> BTreeSet<String> {
    let folder: Vec<&str> = file.real_path().split('/').rev().skip(1).collect();
    let folder: Vec<&str> = folder.into_iter().rev().collect();
    let mut paths = BTreeSet::new();
    file.each_schema(&mut |schema, _| {
        let Some(written) = schema.get("$ref").and_then(Value::as_str) else { return };
        let path = written.split('#').next().unwrap_or_default();
        if !can_be_schema(path) || path.starts_with('/') || path.contains([':', '\\', '?', '%']) {
            return;
        }
        let mut parts = folder.clone();
        let is_inside = path.split('/').all(|part| match part {
            "" | "." => true,
            ".." => parts.pop().is_some(),
            part => {
                parts.push(part);
                true
            }
        });
        paths.extend(is_inside.then(|| parts.join("/")));
    });
    paths
}

/// What the URL of every draft has.
const DRAFT: &str = "json-schema.org/";

/// Returns true if a file names a draft of JSON Schema.
fn says_draft(file: &JsonFile) -> bool {
    file.value.get("$schema").and_then(Value::as_str).is_some_and(|url| url.contains(DRAFT))
}

/// Returns true if a file names a draft, or is an OpenAPI document with schemas, or has a keyword that says what values are like in
/// the form of JSON Schema.
fn is_plain_schema(file: &JsonFile) -> bool {
    let is_named = |it: &Value| it.as_object().is_some_and(|all| !all.is_empty() && all.values().all(Value::is_object));
    let is_list = |it: &Value| it.as_array().is_some_and(|all| !all.is_empty() && all.iter().all(Value::is_object));
    let says = |(key, value): (&String, &Value)| match key.as_str() {
        "type" => value.as_str().is_some_and(is_type),
        "allOf" | "anyOf" | "oneOf" => is_list(value),
        "$ref" => value.is_string(),
        "enum" => value.as_array().is_some_and(|all| !all.is_empty()),
        key => (key == "properties" || DEFINITIONS.contains(&key)) && is_named(value),
    };
    let is_document = document(file).is_some();
    let is_schema = || !is_document && file.value.as_object().is_some_and(|root| root.iter().any(says));
    says_draft(file) || openapi::has_schemas(file) || is_schema()
}

/// Returns true for the name of a type of JSON.
fn is_type(name: &str) -> bool {
    ["array", "boolean", "integer", "null", "number", "object", "string"].contains(&name)
}

/// Returns true if a file has something that only a schema has: a draft, or a keyword that is not a word of many other formats.
fn says_schema(file: &JsonFile) -> bool {
    let says = |(key, value): (&String, &Value)| match key.as_str() {
        "type" => value.is_array() || value.as_str().is_some_and(is_type),
        // Packages of npm have it, too.
        "dependencies" => false,
        key => is_asserted(key) || key == "$ref" || key == "properties" || DEFINITIONS.contains(&key),
    };
    let is_document = document(file).is_some();
    says_draft(file) || (!is_document && file.value.as_object().is_some_and(|root| root.iter().any(says)))
}

/// Returns what a document is that has schemas, and is not one.
fn document(file: &JsonFile) -> Option<&'static str> {
    let has = |key: &str| file.value.get(key).is_some_and(|version| version.is_string() || version.is_number());
    let known = [
        ("openapi", "an OpenAPI document"),
        ("swagger", "an OpenAPI document of version 2"),
        ("asyncapi", "an AsyncAPI document"),
    ];
    known.into_iter().find(|(key, _)| has(key)).map(|(_, what)| what)
}

fn not_a_schema(file: &JsonFile) -> Diagnostic {
    let finding = |message: String| Diagnostic::error(Code::NoSchema, message).at(file.place(""));
    match document(file) {
        Some(what) => finding(format!("this is {what}, and not a schema"))
            .because("it has schemas among other things, and only those of OpenAPI 3.0 and later are found in it")
            .instead("write its schemas into files of their own, or convert it to OpenAPI 3"),
        None => finding("this is not a schema: it has neither `$schema` nor a keyword of JSON Schema".to_owned())
            .because("the packages would have one type, for any value")
            .instead("name a schema with `--schemas`; if this is one, write `$schema`"),
    }
}

/// Reports a set that is one file whose name says that it is something else.
fn not_by_name(path: &str) -> Diagnostic {
    let finding = Diagnostic::error(Code::StrayFile, "the name of this file does not say that it is JSON or YAML");
    let finding = finding.in_file(path);
    if path == SET_FILE {
        return finding.instead("name the folder of the set with `--schemas`, and not its set file");
    }
    finding.instead(
        "let the name of a schema end in `.json`, `.yaml` or `.yml`, or give it on stdin: `--schemas - --name NAME`",
    )
}

fn language(path: &str) -> &'static str {
    if is_yaml(path) { "YAML" } else { "JSON" }
}

fn ending(path: &str) -> &'static str {
    ENDINGS.into_iter().find(|ending| path.ends_with(ending)).unwrap_or_default()
}

/// Reports a path where there is nothing.
pub fn nothing_there(schemas: &Path) -> Diagnostics {
    let name = schemas.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if schemas.to_string_lossy().contains("://") {
        let url = schemas.to_string_lossy();
        return Diagnostic::error(Code::NoSet, format!("`{}` is a URL, and nothing is fetched", visible(&url)))
            .because("what is generated would depend on what a server says that day")
            .instead("save it first, as with `curl --fail --output my.schema.json URL`, and name the file")
            .into();
    }
    let what = if can_be_schema(&name) { "file" } else { "file or folder" };
    let message = format!("there is no {what} `{}`", schemas.display());
    let near = super::root_of(schemas).parent().map(|folder| similar(folder, &name)).unwrap_or_default();
    let advice = "name a schema, or the folder of a schema set, with `--schemas`";
    let near: Vec<&str> = near.iter().map(String::as_str).collect();
    let advice = crate::nearest::did_you_mean(&near).unwrap_or_else(|| advice.to_owned());
    Diagnostic::error(Code::NoSet, message).instead(advice).into()
}

/// Returns the files and folders whose names are similar.
fn similar(folder: &Path, name: &str) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    let near = crate::nearest::nearest(name, names.iter().map(String::as_str), 1);
    let path =
        |name: &str| if folder == Path::new(".") { name.to_owned() } else { folder.join(name).display().to_string() };
    near.into_iter().map(path).collect()
}
