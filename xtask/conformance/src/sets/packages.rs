//! The packages of a public set: generated as it is published, and compiled in every language.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use hookwire_codegen::explain::{Losses, untyped};
use hookwire_codegen::generate::{Options, Read, Source, generate_with};
use hookwire_codegen::internal::diagnostic::{Diagnostics, Level};
use hookwire_codegen::internal::model::{Contract, Origin, TypeDef};
use hookwire_codegen::internal::render::Templates;
use hookwire_codegen::internal::write::apply_all;
use serde_json::{Value, json};

use super::documents::{Documents, Node};
use super::list::PublicSet;
use crate::{binding, language};
use hookwire_harness::{Root, tools};

/// The time after which mypy and pydantic are stopped. Most sets take them seconds.
const LIMIT: Duration = Duration::from_secs(20 * 60);

/// The generated packages of a set.
pub struct Packages {
    /// The folder with a folder for each target.
    pub folder: PathBuf,
    /// The set as the generator has read it.
    read: Read,
    /// The name of the packages.
    name: String,
    /// The templates, which spell the names of types.
    templates: Templates,
    /// Where the types say less than the schemas.
    pub lost: Losses,
}

/// Generates the packages of a set in a folder, without a change to its files: its name is all that is given.
///
/// # Errors
/// The generator refuses the set; the text is its first error, with the number of the others.
pub fn as_published(root: &Root, set: &PublicSet, folder: &Path) -> Result<Packages, String> {
    let schemas = match &set.files[..] {
        [only] => folder.join(&only.name),
        _ => folder.to_owned(),
    };
    let folder = &root.path("target/sets/packages").join(&set.name);
    let only = language::targets();
    let lost = untyped(&schemas, Some(&set.name)).map_err(|found| refusal(&found))?;
    let options =
        Options { schemas, name: Some(set.name.clone()), templates: root.path("templates"), only, single_file: false };
    let open = || Templates::open(&options.templates);
    let (generated, source) = generate_with(&options, open).map_err(|found| refusal(&found))?;
    let (plans, found) = generated.compare(folder);
    found.or(()).map_err(|found| refusal(&found))?;
    apply_all(&plans, true).map_err(|found| refusal(&found))?;
    let Source { read, templates } = source;
    Ok(Packages { folder: folder.to_owned(), read, name: set.name.clone(), templates, lost })
}

/// Returns the first error, with the number of errors.
fn refusal(found: &Diagnostics) -> String {
    let errors: Vec<_> = found.0.iter().filter(|it| it.level == Level::Error).collect();
    let first = errors.first().map(|it| format!("{}: {}", it.code, it.message)).unwrap_or_default();
    match errors.len() {
        0 | 1 => first,
        many => format!("{first} (and {} more)", many - 1),
    }
}

impl Packages {
    /// Returns the model.
    pub fn contract(&self) -> &Contract {
        &self.read.contract
    }

    /// Returns the published schema of a type, if there is one. The generator splits some unions into parts, which have no
    /// schema of their own in the published files. Nor have the unions of the items of a list with a schema for each place
    /// and of the values of several patterns.
    pub fn published<'a>(&self, def: &TypeDef, documents: &'a Documents) -> Option<Node<'a>> {
        let Origin { file, pointer } = &def.origin;
        let read = &self.read.set.schema(file)?.value;
        let is_split = |end: usize| {
            let length = |value: Option<&Value>| value.and_then(Value::as_array).map(Vec::len);
            let published = documents.node(file, &pointer[..end]).map(|node| node.schema);
            length(published) != length(read.pointer(&pointer[..end]))
        };
        let steps = pointer.match_indices('/').map(|(at, _)| at);
        // At a branch of a union of objects the generator writes that it is one. As a type of its own it then refuses more.
        let node = documents.node(file, pointer).filter(|node| node.schema.is_object())?;
        let is_typed = |schema: Option<&Value>| schema.is_some_and(|schema| schema.get("type").is_some());
        let is_changed = is_typed(read.pointer(pointer)) && !is_typed(Some(node.schema));
        // A branch that was given what is beside it is valid for less than it says alone.
        let is_completed = |end: usize| {
            let outer = pointer[..end].strip_suffix("/oneOf").or_else(|| pointer[..end].strip_suffix("/anyOf"));
            let has_more = |schema: Option<&Value>| {
                schema.is_some_and(|schema| ["properties", "allOf", "$ref"].iter().any(|key| schema.get(key).is_some()))
            };
            let published = |outer: &str| documents.node(file, outer).map(|node| node.schema);
            outer.is_some_and(|outer| has_more(published(outer)) && !has_more(read.pointer(outer)))
        };
        let is_other = |end| is_split(end) || is_completed(end);
        if is_changed || steps.into_iter().any(is_other) { None } else { Some(node) }
    }

    /// Returns the name of the Python package.
    pub fn module(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Returns a table of these types: the name in the set, and a function with the type of the crate.
    fn rust_types(&self, names: &BTreeSet<&str>) -> String {
        let spelled = self.templates.type_names("rust", &self.read.subject());
        let mut table = String::from("const TYPES: &[(&str, Validate)] = &[\n");
        for (name, spelled) in names.iter().filter_map(|name| spelled.get_key_value(*name)) {
            let _ = writeln!(table, "    ({name:?}, typed::<package::{spelled}>),");
        }
        table.push_str("];\n");
        table
    }

    /// Writes the name of the Python class of each type, and returns the path of the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn python_names(&self) -> Result<PathBuf, String> {
        let path = self.folder.join("python/names.json");
        let names = json!(self.templates.type_names("python", &self.read.subject())).to_string();
        fs::write(&path, names).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }

    /// Compiles the crate with a program that reads these types, and returns the path of the program.
    ///
    /// # Errors
    /// It does not compile; the text is the compiler's.
    pub fn compile_rust(&self, root: &Root, types: &BTreeSet<&str>) -> Result<PathBuf, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", self.folder.display());
        let user = self.folder.with_extension("user");
        fs::create_dir_all(&user).map_err(failed)?;
        let program = format!("{}-validator", self.name);
        let main = root.path("tests/suite/rust/main.rs");
        let manifest = format!(
            "[workspace]\n\n[package]\nname = {program:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[[bin]]\nname = \
             {program:?}\npath = {main:?}\n\n[dependencies]\npackage = {{ package = {:?}, path = {:?} }}\nserde = {{ \
             version = \"1\", features = [\"derive\"] }}\nserde_json = {{ version = \"1\", features = \
             [\"float_roundtrip\"] }}\nsha2 = \"=0.11.1\"\n",
            self.name,
            self.folder.join("rust"),
        );
        let table = user.join("types.rs");
        fs::write(user.join("Cargo.toml"), manifest).map_err(failed)?;
        fs::write(&table, self.rust_types(types)).map_err(failed)?;
        // So that no new release of a dependency can change the outcome.
        fs::copy(root.path("tests/suite/rust/Cargo.lock"), user.join("Cargo.lock")).map_err(failed)?;
        let mut cargo = Command::new(tools::cargo());
        cargo.args(["build", "--quiet", "--manifest-path"]).arg(user.join("Cargo.toml"));
        tools::quietly(root.shared_build(&mut cargo).env("TYPES", &table))?;
        Ok(root.path(&format!("target/generated/debug/{program}{}", std::env::consts::EXE_SUFFIX)))
    }

    /// Imports every name of the Python package, and builds every pydantic model.
    ///
    /// # Errors
    /// A model cannot be built, or it takes too long.
    pub fn build_models(&self, root: &Root) -> Result<(), String> {
        let mut build = Command::new(binding::python(root));
        build.args(["-W", "error"]).arg(root.path("tests/published/build_models.py")).arg(self.module());
        build.env("PYTHONPATH", self.folder.join("python/src")).env("PYTHONDONTWRITEBYTECODE", "1");
        tools::quietly_within(&mut build, LIMIT).map(drop)
    }

    /// Checks the Python package with mypy and pyright.
    ///
    /// # Errors
    /// One of them reports something, or mypy takes too long.
    pub fn check_python(&self, root: &Root) -> Result<(), String> {
        let (python, folder) = (binding::python(root), self.folder.join("python"));
        let mut mypy = Command::new(&python);
        mypy.args(["-m", "mypy", "--cache-dir"]).arg(root.path("target/sets/mypy").join(&self.name));
        tools::quietly_within(mypy.current_dir(&folder), LIMIT)?;
        let mut pyright = Command::new(&python);
        pyright.args(["-m", "pyright", "--pythonpath"]).arg(&python).arg("src");
        tools::quietly(pyright.current_dir(&folder)).map(drop)
    }

    /// Checks the declarations of the npm package with tsc.
    ///
    /// # Errors
    /// tsc reports something.
    pub fn compile_typescript(&self, root: &Root) -> Result<(), String> {
        let mut tsc = Command::new("node");
        tsc.arg(root.path("target/typescript/node_modules/typescript/bin/tsc"));
        tsc.args([
            "--noEmit",
            "--strict",
            "--exactOptionalPropertyTypes",
            "--module",
            "nodenext",
            "--target",
            "es2022",
        ]);
        tools::quietly(tsc.arg(self.folder.join("typescript/index.d.ts")).current_dir(root.path(""))).map(drop)
    }
}
