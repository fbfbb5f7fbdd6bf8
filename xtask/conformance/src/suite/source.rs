//! The suite itself. It is part of a validator's source distribution, which pip downloads and checks against a recorded
//! digest.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use heck::ToUpperCamelCase;
use hookwire_codegen::internal::schema;
use serde::Deserialize;
use serde_json::Value;

use crate::{binding, vector};
use hookwire_harness::{Root, finish, fresh};

/// A draft that the suite has groups for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draft {
    /// draft-04
    Four,
    /// draft-07
    Seven,
    /// 2020-12
    Newest,
}

impl Draft {
    /// Those that are run, the recommended one first.
    pub const ALL: [Self; 3] = [Self::Newest, Self::Seven, Self::Four];

    /// Returns its folder in the suite, which is its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Four => "draft4",
            Self::Seven => "draft7",
            Self::Newest => "draft2020-12",
        }
    }

    /// Returns the draft as the generator knows it.
    pub const fn known(self) -> schema::Draft {
        match self {
            Self::Four => schema::Draft::Four,
            Self::Seven => schema::Draft::Seven,
            Self::Newest => schema::Draft::Newest,
        }
    }

    /// Returns the number of groups and cases. Fewer would mean an incomplete suite.
    pub const fn size(self) -> (usize, usize) {
        match self {
            Self::Four => (159, 610),
            Self::Seven => (254, 913),
            Self::Newest => (368, 1257),
        }
    }

    /// Returns the minimum percentage of its groups that are generated.
    pub const fn share(self) -> usize {
        match self {
            Self::Four => 90,
            Self::Seven | Self::Newest => 95,
        }
    }
}

/// A schema with payloads.
#[derive(Debug, Clone)]
pub struct Group {
    /// The draft that it is for.
    pub draft: Draft,
    /// Its file in the suite, without the extension: usually a keyword.
    pub file: String,
    /// Its number in that file, from 0.
    pub number: usize,
    /// The schema, as in the suite.
    pub schema: Value,
    /// Its payloads.
    pub cases: Vec<Case>,
}

/// A payload with the suite's verdict.
#[derive(Debug, Clone, Deserialize)]
pub struct Case {
    /// The payload.
    pub data: Value,
    /// The expected verdict.
    pub valid: bool,
}

/// A group, as it is in its file.
#[derive(Deserialize)]
struct Written {
    schema: Value,
    tests: Vec<Case>,
}

impl Group {
    /// Returns its name in every list: the file and the number.
    pub fn id(&self) -> String {
        format!("{}/{}", self.file_id(), self.number)
    }

    /// Returns the name of its file in every list. All drafts have files of the same names, so the older ones have a prefix.
    pub fn file_id(&self) -> String {
        match self.draft {
            Draft::Four | Draft::Seven => format!("{}/{}", self.draft.name(), self.file),
            Draft::Newest => self.file.clone(),
        }
    }

    /// Returns the name of its type.
    pub fn type_name(&self) -> String {
        format!("{}{}", self.file_id().to_upper_camel_case(), self.number)
    }

    /// Returns the name of a case in every list.
    pub fn case_id(&self, case: usize) -> String {
        format!("{}/{case}", self.id())
    }
}

const FOLDER: &str = "target/suite/source";
const WANTED: &str = "tests/suite/requirements.txt";

/// Downloads the suite with pip, which the step `python` installs, and unpacks it.
pub fn install(root: &Root) -> Result<(), String> {
    binding::python_installed(root)?;
    let folder = root.path(FOLDER);
    fresh(&folder, &root.path(WANTED), || {
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
        }
        // pip runs a build to inspect a source distribution.
        let build = root.path("tests/suite/build.txt");
        let download =
            ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-binary=jsonschema"];
        let mut pip = Command::new(binding::python(root));
        pip.args(download).args(["--require-hashes", "-r", WANTED, "-d", FOLDER]).current_dir(root.path(""));
        finish(pip.env("PIP_CONSTRAINT", &build).env("PIP_BUILD_CONSTRAINT", &build))?;
        let archive = only_entry(&folder)?;
        let mut unpack = Command::new(binding::python(root));
        finish(unpack.args(["-m", "tarfile", "-e"]).arg(&archive).arg(&folder))?;
        fs::remove_file(&archive).map_err(|error| error.to_string())
    })
}

/// Reads the required groups of a draft, in the order of their files.
///
/// # Errors
/// A file cannot be read, or the number of groups or cases is not that of [`Draft::size`].
pub fn groups(root: &Root, draft: Draft) -> Result<Vec<Group>, String> {
    let folder = only_folder(&root.path(FOLDER))?.join("json/tests").join(draft.name());
    let mut groups = Vec::new();
    for path in entries(&folder)?.into_iter().filter(|path| path.is_file()) {
        let file = path.file_stem().unwrap_or_default().to_string_lossy().replace('_', "-");
        let written: Vec<Written> = vector::read_json(&path)?;
        groups.extend(written.into_iter().enumerate().map(|(number, Written { schema, tests })| Group {
            draft,
            file: file.clone(),
            number,
            schema,
            cases: tests,
        }));
    }
    let size = (groups.len(), groups.iter().map(|group| group.cases.len()).sum());
    if size == draft.size() { Ok(groups) } else { Err(format!("{}: {size:?} groups and cases", draft.name())) }
}

/// A schema that the suite keeps on a server of its own.
#[derive(Debug, Clone)]
pub struct Remote {
    /// The URL that groups refer to it by.
    pub url: String,
    /// Its path below the folder of such schemas.
    pub path: String,
    /// The schema.
    pub schema: Value,
}

/// The server that the suite expects.
const SERVER: &str = "http://localhost:1234";
/// The folders there of drafts that are not run.
const OTHER_DRAFTS: [&str; 4] = ["draft-next", "draft2019-09", "draft3", "draft6"];

/// Reads the schemas of the suite's server, without those that are dialects of their own.
///
/// # Errors
/// A file cannot be read.
pub fn remotes(root: &Root) -> Result<Vec<Remote>, String> {
    let folder = only_folder(&root.path(FOLDER))?.join("json/remotes");
    let mut remotes = Vec::new();
    let mut open = entries(&folder)?;
    while let Some(path) = open.pop() {
        let name = path.strip_prefix(&folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if path.is_dir() && !OTHER_DRAFTS.contains(&name.as_str()) {
            open.extend(entries(&path)?);
        } else if path.is_file() {
            let schema: Value = vector::read_json(&path)?;
            remotes.push(Remote { url: format!("{SERVER}/{name}"), path: name, schema });
        }
    }
    remotes.retain(|it| it.schema.get("$vocabulary").is_none());
    remotes.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(remotes)
}

/// Returns the cases of a format, which are optional in the suite: a set says which formats it asserts.
///
/// # Errors
/// The file cannot be read, or has no case of both verdicts.
pub fn cases_of_format(root: &Root, draft: Draft, format: &str) -> Result<Vec<Case>, String> {
    let tests = only_folder(&root.path(FOLDER))?.join("json/tests").join(draft.name());
    let groups: Vec<Written> = vector::read_json(&tests.join(format!("optional/format/{format}.json")))?;
    let of_format = groups.into_iter().filter(|group| group.schema["format"] == format);
    let cases: Vec<Case> = of_format.flat_map(|group| group.tests).collect();
    let has = |verdict: bool| cases.iter().any(|case| case.valid == verdict);
    if has(true) && has(false) { Ok(cases) } else { Err(format!("{format}: no cases of both verdicts")) }
}

fn only_folder(folder: &Path) -> Result<PathBuf, String> {
    let folders: Vec<_> = entries(folder)?.into_iter().filter(|path| path.is_dir()).collect();
    match &folders[..] {
        [one] => Ok(one.clone()),
        other => Err(format!("{}: {} folders", folder.display(), other.len())),
    }
}

fn only_entry(folder: &Path) -> Result<PathBuf, String> {
    match &entries(folder)?[..] {
        [one] => Ok(one.clone()),
        other => Err(format!("{}: {} files", folder.display(), other.len())),
    }
}

/// Returns the paths in a folder, sorted.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(failed)?.map(|entry| entry.map(|entry| entry.path()));
    let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    entries.sort();
    Ok(entries)
}
