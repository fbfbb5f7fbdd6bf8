//! Reads a schema set from the disk. Only this step and writing access the disk.

mod examples;
mod expectation;
mod identity;
mod license;
mod openapi;
mod patch;
mod profile;
mod schemas;
mod settings;
mod templates;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

pub(crate) use license::is_license;
#[cfg(feature = "program")]
pub(crate) use schemas::files_referred_to;
pub use schemas::is_stdin;
pub use settings::settings;
pub use templates::OwnTemplate;

pub use crate::set::SET_FILE;

use self::schemas::{can_be_schema, ending_in_capitals, is_named_as_schema, nothing_there, standing};

use heck::ToKebabCase;
use serde_json::Value;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place, visible};
use crate::file_name::{MANIFEST, refused_name};
use crate::inputs::Inputs;
use crate::model::{ExpectedProblem, Identity, LicenseFile, Origin};
use crate::normalize::normalize;
use crate::schema::{JsonFile, from_fragment, text};
use crate::set::{Lint, LintLevel, ProfileFile, SetFile, contains};

/// A schema set, as read from its folder.
#[derive(Debug, Clone)]
pub struct SchemaSet {
    /// Its own description, from its file.
    pub file: SetFile,
    /// The text of that file, to find the lines of its settings.
    pub text: String,
    /// The location of its name.
    pub named_at: Place,
    /// Its licence files, by name.
    pub licenses: Vec<LicenseFile>,
    /// The schemas, by path.
    pub schemas: Vec<JsonFile>,
    /// The catalogue of events, and the schema next to it.
    pub catalogue: Option<Data>,
    /// The changes of the host that no schema describes, and the schema next to them.
    pub changes: Option<Data>,
    /// The tables by name, each with the schema next to it.
    pub tables: BTreeMap<String, Data>,
    /// The examples, by type.
    pub examples: Vec<LoadedExample>,
    /// The features that the set lists, each with its place.
    pub features: Features,
    /// The operations of the catalogue that the set has; empty for all of them.
    pub only: Vec<String>,
    /// The profiles of the set, by name.
    pub profiles: Vec<LoadedProfile>,
    /// The templates that replace those of a target, by the name of the target.
    pub templates: BTreeMap<String, Vec<OwnTemplate>>,
    /// True if every schema file could be read.
    pub complete: bool,
    /// The files that it was read from.
    pub inputs: Inputs,
}

/// The names of features, each with its place.
type Features = Vec<(String, Place)>;

/// The text of the set file, and the entries of its lists, each with its place.
#[derive(Debug)]
struct Listed {
    /// The text.
    text: String,
    /// The features.
    features: Features,
    /// The paths of the namespaces.
    namespaces: Vec<(String, Place)>,
}

/// A profile: the set with an overlay of patches and files. The result is a set like any other, with its own examples.
#[derive(Debug, Clone)]
pub struct LoadedProfile {
    /// Its name, that of its folder.
    pub name: String,
    /// The path of its `profile.toml`, from the root of the set.
    pub path: String,
    /// Its own description, from its file.
    pub file: ProfileFile,
    /// The set with the overlay.
    pub set: SchemaSet,
}

/// A file of data that is not a schema: the catalogue, a table, or the changes of the host.
#[derive(Debug, Clone)]
pub struct Data {
    /// The data itself.
    pub file: Arc<JsonFile>,
    /// The schema of the data.
    pub schema: JsonFile,
}

/// An example, as read from the file of its type: `<Type>.json`.
#[derive(Debug, Clone)]
pub struct LoadedExample {
    /// The type that the example is, or is not, a value of.
    pub type_name: String,
    /// True if the example is a value of the type.
    pub valid: bool,
    /// Its key in the file.
    pub scenario: String,
    /// The file, which all examples of the type share.
    pub file: Arc<JsonFile>,
    /// The pointer of the payload in the file.
    pointer: String,
    /// What the file says about it.
    pub about: About,
}

/// What an example has beside its payload.
#[derive(Debug, Clone)]
pub struct About {
    /// The problems that an invalid example has.
    pub problems: Vec<ExpectedProblem>,
    /// A note, such as the purpose of the example.
    pub note: Option<String>,
}

impl LoadedExample {
    /// Returns the payload.
    pub fn value(&self) -> &Value {
        self.file.value.pointer(&self.pointer).unwrap_or(&Value::Null)
    }

    /// Returns the location of a part of the payload. The pointer leads there from the payload.
    pub fn place(&self, pointer: &str) -> Place {
        self.file.place(&format!("{}{pointer}", self.pointer))
    }
}

impl SchemaSet {
    /// Creates the set of one schema, which has nothing else.
    pub fn of_schema(file: SetFile, schema: JsonFile) -> Self {
        Self {
            file,
            named_at: Place::of_file(SET_FILE),
            licenses: Vec::new(),
            schemas: vec![schema],
            catalogue: None,
            changes: None,
            tables: BTreeMap::new(),
            examples: Vec::new(),
            features: Vec::new(),
            only: Vec::new(),
            profiles: Vec::new(),
            complete: true,
            inputs: Inputs::default(),
            templates: BTreeMap::new(),
            text: String::new(),
        }
    }

    /// Returns the name, version, host, ids and licence files.
    pub fn identity(&self) -> Identity {
        Identity { license_files: self.licenses.clone(), ..self.file.identity() }
    }

    /// Returns true if the set has this operation of its catalogue.
    pub fn has(&self, operation: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == operation)
    }

    /// Returns true if the set lists this feature.
    pub fn has_feature(&self, name: &str) -> bool {
        self.features.iter().any(|(known, _)| known == name)
    }

    /// Returns the location of a node.
    pub fn place(&self, origin: &Origin) -> Place {
        match self.schema(&origin.file) {
            Some(file) => file.place(&origin.pointer),
            None => Place::of_file(&origin.file).with_pointer(&origin.pointer),
        }
    }

    /// Returns the location of a setting in the set file, by the JSON pointer that leads to it.
    pub fn place_of_setting(&self, pointer: &str) -> Place {
        identity::place_at(&self.text, pointer)
    }

    /// Returns the schema file at this path.
    pub fn schema(&self, path: &str) -> Option<&JsonFile> {
        self.schemas.iter().find(|file| file.path == path)
    }

    /// Reads a place that the set file names, if it is in a schema; the path of the file can be left out where there is only one.
    pub fn origin_of(&self, place: &str) -> Option<Origin> {
        let (path, fragment) = place.split_once('#').unwrap_or((place, ""));
        let file = match (path, self.schemas.as_slice()) {
            ("", [only]) => only,
            _ => self.schemas.iter().find(|file| file.path == path || file.real_path() == path)?,
        };
        Some(Origin { file: file.path.clone(), pointer: from_fragment(fragment) })
    }

    /// Returns the schema files by path, for repeated lookups.
    pub fn by_path(&self) -> BTreeMap<&str, &JsonFile> {
        self.schemas.iter().map(|file| (file.path.as_str(), file)).collect()
    }
}

const SCHEMA_ENDING: &str = ".schema.json";

/// Returns the folder of a set, which can be one schema.
pub fn root_of(schemas: &Path) -> &Path {
    if is_stdin(schemas) {
        return Path::new("");
    }
    match schemas.parent().filter(|_| schemas.is_file()) {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => schemas,
    }
}

/// Reads the set in this folder: `codegen.toml`, licence files, schemas, catalogue, tables and examples. A set without
/// `codegen.toml` has schemas alone; it can be one file, or `-` for the standard input. `name` is the name of its packages instead of the one there.
///
/// The diagnostics report every file that cannot be read or is not JSON, each link, and files that do not belong in a
/// set. The set contains the rest.
///
/// # Errors
/// `codegen.toml` has mistakes, and only it lists the parts of the set.
pub fn load(schemas: &Path, name: Option<&str>) -> Result<(SchemaSet, Diagnostics), Diagnostics> {
    let root = root_of(schemas);
    let mut loader = Loader { root, found: Diagnostics::default(), inputs: Inputs::default(), has_set_file: false };
    let (file, named_at, Listed { text, features, namespaces }) = loader.set_file(schemas, name)?;
    loader.has_set_file = named_at.line != 0;
    let is_one = schemas.is_file() || is_stdin(schemas);
    let mut paths = Vec::new();
    if !is_one {
        loader.walk(root, &mut paths);
    }
    loader.expect_endings(&mut paths);
    let licenses = loader.licenses(&mut paths);
    let (templates, paths) = loader.templates(&file, &text, paths);
    let profiles_prefix = file.files.profiles.as_ref().map(|folder| format!("{folder}/"));
    let (overlays, paths): (Vec<_>, Vec<_>) =
        paths.into_iter().partition(|path| profiles_prefix.as_ref().is_some_and(|prefix| path.starts_with(prefix)));
    let examples_prefix = file.files.examples.as_ref().map(|folder| format!("{folder}/"));
    let (mut examples, mut rest): (Vec<_>, Vec<_>) =
        paths.into_iter().partition(|path| examples_prefix.as_ref().is_some_and(|prefix| path.starts_with(prefix)));
    examples.retain(|path| path.ends_with(".json"));
    rest.retain(|path| can_be_schema(path));
    let data: Vec<&String> =
        file.files.catalogue.iter().chain(&file.files.changes).chain(file.tables.values()).collect();
    let is_data = |path: &String| data.iter().any(|it| path == *it || *path == schema_of(it));
    let others = rest.iter().filter(|path| !is_data(path));
    // Where no name says which files are schemas, all are.
    let all = !others.clone().any(|path| is_named_as_schema(path));
    let (schemas, complete) = match is_one {
        true if is_stdin(schemas) => loader.schema_of_stdin(&file.package.name),
        true => loader.only_schema(&relative(root, schemas), &file.package.name),
        false => loader.schemas(others, all || !loader.has_set_file),
    };
    if schemas.is_empty() && complete {
        loader.found.push(empty());
    }
    if complete {
        loader.found.extend(empty_paths(&namespaces, &schemas));
        loader.found.extend(no_schemas(&file, &schemas));
    }
    let catalogue = file.files.catalogue.as_ref().and_then(|path| loader.data(path));
    let changes = file.files.changes.as_ref().and_then(|path| loader.data(path));
    let tables = file.tables.iter().filter_map(|(name, path)| Some((name.clone(), loader.data(path)?))).collect();
    let examples = loader.examples(&examples, examples_prefix.as_deref().unwrap_or_default());
    let (only, profiles) = (Vec::new(), Vec::new());
    let inputs = Inputs::default();
    let mut set = SchemaSet {
        file,
        text,
        named_at,
        features,
        licenses,
        schemas,
        catalogue,
        changes,
        tables,
        examples,
        only,
        profiles,
        templates,
        complete,
        inputs,
    };
    // A profile patches the schemas as they are written.
    let written = (!overlays.is_empty()).then(|| set.clone());
    loader.found.extend(normalize(&set.file, &mut set.schemas));
    if let Some(written) = written {
        set.profiles = loader.profiles(&written, profiles_prefix.as_deref().unwrap_or_default(), &overlays);
    }
    set.inputs = loader.inputs;
    Ok((set, loader.found))
}

/// Reports each path of a namespace that contains no schema. A misspelled one would leave its types at the root of the
/// packages.
fn empty_paths(listed: &[(String, Place)], schemas: &[JsonFile]) -> Diagnostics {
    let is_empty = |path: &str| !schemas.iter().any(|schema| contains(path, &schema.path));
    let reported = |(path, place): &(String, Place)| {
        Diagnostic::error(Code::BadSetFile, format!("`namespaces` lists {path:?}, and no schema is there"))
            .at(place.clone())
            .instead(
                "list folders and schema files, as paths from the folder of `codegen.toml`, without a `/` at the end",
            )
    };
    Diagnostics(listed.iter().filter(|(path, _)| is_empty(path)).map(reported).collect())
}

/// Reports each URL in `[references]` whose path is none of a schema. Only files of the set are schemas, so no path leads out of
/// its folder.
fn no_schemas(file: &SetFile, schemas: &[JsonFile]) -> Diagnostics {
    let is_there = |path: &str| schemas.iter().any(|schema| schema.path == path || schema.real_path() == path);
    let reported = |(url, path): (&String, &String)| {
        Diagnostic::error(Code::BadSetFile, format!("`[references]` gives {path:?} to {url:?}, and no schema is there"))
            .in_file(SET_FILE)
            .instead("write the path of a schema of the set, from the folder of `codegen.toml`")
    };
    Diagnostics(file.references.iter().filter(|(_, path)| !is_there(path)).map(reported).collect())
}

/// Returns the path of the schema next to a data file.
fn schema_of(path: &str) -> String {
    path.replace(".json", SCHEMA_ENDING)
}

fn empty() -> Diagnostic {
    Diagnostic::error(Code::NoSchema, "there is no schema in this set")
        .in_file(SET_FILE)
        .because("packages without a type would be written")
        .instead(format!("put a file whose name ends in `{SCHEMA_ENDING}` beside `{SET_FILE}`"))
}

/// The minimum of a set file.
const LEAST: &str = "`[package]`, and below it `name = \"…\"`; everything else can be left out";

/// Adds advice for a missing name, the only setting without a default.
fn needs_a_name(mut found: Diagnostics, text: &str) -> Diagnostics {
    for one in &mut found.0 {
        let line = one.place.as_ref().and_then(|place| text.lines().nth(place.line.checked_sub(1)?));
        let of_package = line.is_some_and(|line| line.trim_start().starts_with("[package]"));
        if one.message == "missing field `package`" || (of_package && one.message == "missing field `name`") {
            *one = one.clone().instead(format!("write {LEAST}"));
        }
    }
    found
}

/// Returns the findings about a name that no set file has. `written` is the one on the command line.
fn of_no_file(mut found: Diagnostics, written: Option<&str>) -> Diagnostics {
    for one in &mut found.0 {
        one.place = None;
        one.advice = match (written, one.advice.take()) {
            (Some(written), Some(advice)) => {
                one.message = format!("`--name {}` is not a package name", visible(written));
                let example = written.to_kebab_case();
                let example =
                    Some(example).filter(|it| identity::is_package(it)).unwrap_or_else(|| "my-types".to_owned());
                Some(format!("write `--name {example}`. A name has {advice}"))
            }
            _ => {
                one.message = "the name of the file is not that of a package".to_owned();
                Some("name the packages with `--name`".to_owned())
            }
        };
    }
    found
}

/// Returns true if a schema can have this path: references, ids and modules are named after it.
fn fits(path: &str) -> bool {
    let plain = path.strip_suffix(SCHEMA_ENDING).unwrap_or(path);
    let is_edge = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    plain.split('/').all(|part| {
        is_edge(part.chars().next())
            && is_edge(part.chars().next_back())
            && part.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
            && refused_name(part).is_none()
    })
}

/// Reports a bad path of a schema.
fn file_name(path: &str) -> Diagnostics {
    if fits(&standing(path)) {
        return Diagnostics::default();
    }
    let finding = Diagnostic::error(Code::FileName, "no name for a schema file, or for the folders above it")
        .in_file(path)
        .because("references, ids and modules are named by it, and not every system keeps such a name as it is")
        .instead(
            "use letters, digits, `.`, `_` and `-`, with a letter or digit first and last, and no name of a device",
        );
    finding.into()
}

fn relative(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    below.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn unreadable(path: &str, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(Code::Unreadable, format!("cannot read it: {error}")).in_file(path)
}

struct Loader<'a> {
    root: &'a Path,
    found: Diagnostics,
    inputs: Inputs,
    has_set_file: bool,
}

impl Loader<'_> {
    /// Reads the set file. Without one, the place of the name is in no line.
    fn set_file(&mut self, schemas: &Path, name: Option<&str>) -> Result<(SetFile, Place, Listed), Diagnostics> {
        if !is_stdin(schemas) && !schemas.exists() {
            return Err(nothing_there(schemas));
        }
        let is_one = schemas.is_file() || is_stdin(schemas);
        if is_one || (name.is_some() && !schemas.join(SET_FILE).exists()) {
            self.expect_no_set_file(schemas, is_one);
            if is_stdin(schemas) && name.is_none() {
                let finding =
                    Diagnostic::error(Code::BadSetFile, "a schema on stdin has no file name to call the packages by");
                return Err(finding.instead("name the packages with `--name`").into());
            }
            let stem = schemas.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let stem = stem.split('.').next().unwrap_or_default();
            let kebab = Some(stem.to_kebab_case()).filter(|it| !identity::is_package(stem) && identity::is_package(it));
            let stem = kebab.unwrap_or_else(|| stem.to_owned());
            let text = format!("[package]\nname = {}\n", toml::Value::String(name.map_or(stem, str::to_owned)));
            let mut file: SetFile = settings(Code::BadSetFile, SET_FILE, &text)?;
            // These schemas are somebody else's: how they are written cannot be changed.
            file.lints = Lint::OF_STYLE.map(|lint| (lint, LintLevel::Allow)).into();
            identity::check(&file, &text).or(()).map_err(|found| of_no_file(found, name))?;
            let listed = Listed { text: String::new(), features: Vec::new(), namespaces: Vec::new() };
            return Ok((file, Place::of_file(SET_FILE), listed));
        }
        let bytes = self.inputs.read(&self.root.join(SET_FILE)).map_err(|error| {
            Diagnostic::error(Code::NoSet, format!("cannot read `{SET_FILE}`: {error}"))
                .in_file(SET_FILE)
                .because("it says what the set is called and where its parts are")
                .instead(format!(
                    "name the folder that holds it with `--schemas`, or write it there: {LEAST}. Without it, name the packages with `--name`"
                ))
        })?;
        let text = text(SET_FILE, bytes)?;
        let mut file: SetFile =
            settings(Code::BadSetFile, SET_FILE, &text).map_err(|found| needs_a_name(found, &text))?;
        let named_at = identity::place(&text, "package", "name");
        if let Some(name) = name.filter(|name| *name != file.package.name) {
            let message = format!("`package.name` is `{}`, and `--name` is `{name}`, which is used", file.package.name);
            let finding = Diagnostic::warning(Code::BadSetFile, message).at(named_at.clone());
            self.found.push(finding.instead("leave `--name` out, or write the name here"));
            name.clone_into(&mut file.package.name);
        }
        let features = file.package.features.iter().enumerate();
        let features =
            features.map(|(at, name)| (name.clone(), identity::item_place(&text, "package", "features", at)));
        let (features, namespaces) = (features.collect(), identity::namespaces(&file, &text));
        identity::check(&file, &text).or(())?;
        Ok((file, named_at, Listed { text, features, namespaces }))
    }

    /// Reports the set file beside a schema that is a set on its own.
    fn expect_no_set_file(&mut self, schemas: &Path, is_one: bool) {
        let is_beside = is_one && !is_stdin(schemas) && self.root.join(SET_FILE).exists();
        // The set file itself is reported as such.
        if is_beside && schemas.file_name().is_some_and(|name| name != SET_FILE) {
            let message = format!("`{SET_FILE}` is not read: `--schemas` names one file beside it");
            let finding = Diagnostic::warning(Code::StrayFile, message).in_file(SET_FILE);
            let finding = finding.because("it is about all schemas of its folder");
            self.found.push(finding.instead("name the folder with `--schemas`, and its settings count"));
        }
    }

    /// Collects the files below a folder, sorted.
    fn walk(&mut self, folder: &Path, paths: &mut Vec<String>) {
        let entries = match self.inputs.list(folder) {
            Ok(entries) => entries,
            Err(error) => return self.found.push(unreadable(&relative(self.root, folder), &error)),
        };
        // What an earlier run has written here is not a part of the set.
        if !self.has_set_file && entries.iter().any(|(path, _)| path.file_name().is_some_and(|it| it == MANIFEST)) {
            return;
        }
        for (path, kind) in entries {
            let name = relative(self.root, &path);
            match kind {
                Ok(kind) if kind.is_symlink() => self.found.push(
                    Diagnostic::error(Code::Link, "a symbolic link in a schema set")
                        .in_file(name)
                        .because("it could lead out of the folder")
                        .instead("put the file itself there"),
                ),
                Ok(kind) if kind.is_dir() && self.skips(&name) => {}
                Ok(kind) if kind.is_dir() => self.walk(&path, paths),
                Ok(kind) if kind.is_file() => paths.push(name),
                Ok(_) => self.found.push(
                    Diagnostic::error(
                        Code::Unreadable,
                        "this is not a regular file: it is a pipe, a socket or a device",
                    )
                    .in_file(name)
                    .because("reading it might never end")
                    .instead("take it out of the set"),
                ),
                Err(error) => self.found.push(unreadable(&name, &error)),
            }
        }
    }

    /// Returns true for a folder in which nobody looks for schemas, where no set file says what is there.
    fn skips(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        !self.has_set_file && (name == "node_modules" || name.starts_with('.'))
    }

    /// Takes out and reports files with the ending of a schema in another case, which no part of a set is recognised by.
    fn expect_endings(&mut self, paths: &mut Vec<String>) {
        for path in paths.extract_if(.., |path| ending_in_capitals(path).is_some()) {
            let name = path.rsplit('/').next().unwrap_or(&path);
            let ending = ending_in_capitals(&path).unwrap_or_default();
            let stem = &name[..name.len() - ending.len()];
            self.found.push(
                Diagnostic::error(Code::StrayFile, "the ending of this file is not in small letters")
                    .in_file(&path)
                    .because("it would be ignored silently")
                    .instead(format!("call it `{stem}{ending}`")),
            );
        }
    }

    fn read(&mut self, path: &str) -> Option<JsonFile> {
        let read = self.inputs.read(&self.root.join(path));
        let parsed =
            read.map_err(|error| unreadable(path, &error).into()).and_then(|bytes| JsonFile::parse(path, bytes));
        parsed.map_err(|found| self.found.extend(found)).ok()
    }

    /// Reads a file that has to be one of schemas.
    fn read_schema(&mut self, path: &str) -> Option<JsonFile> {
        let file = self.read(path)?;
        openapi::as_schema(file, &mut self.found)
    }

    fn data(&mut self, path: &str) -> Option<Data> {
        let (file, schema) = (self.read(path), self.read(&schema_of(path)));
        Some(Data { file: Arc::new(file?), schema: schema? })
    }
}
