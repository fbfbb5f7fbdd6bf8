//! The set file, `codegen.toml`.

mod choices;

use std::collections::BTreeMap;

pub use choices::{Choice, Choices, TypeChoices};
use serde::{Deserialize, Serialize};

use serde_json::{Map, Value};

use crate::model::{Confidence, Host, Identity, Ids, Package, StandardFormat};

/// The file that describes a set.
pub const SET_FILE: &str = "codegen.toml";

/// `codegen.toml` as it is written. Only the name of the packages is required.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetFile {
    /// `[package]`.
    pub package: PackageFile,
    /// `[host]`: the program of the contract.
    pub host: Option<Host>,
    /// `[ids]`: the prefix of published ids; the default is `urn:`, the name of the package and `:`.
    pub ids: Option<Ids>,
    /// `[files]`: the paths of the parts, from the root of the set.
    #[serde(default)]
    pub files: Files,
    /// The tables: a file for each name, from the root of the set. Its schema is next to it: `.schema.json` for
    /// `.json`.
    #[serde(default)]
    pub tables: BTreeMap<String, String>,
    /// The namespaces of the packages: the folders and files whose types each of them has. All other types are at the
    /// root of a package.
    #[serde(default)]
    pub namespaces: BTreeMap<String, Vec<String>>,
    /// The schemas of the set that URLs lead to: a path from the root of the set for each.
    #[serde(default)]
    pub references: BTreeMap<String, String>,
    /// The names of types, by the places of their schemas: `file.schema.json#/properties/item`, or without the file in a set
    /// of one.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
    /// `[formats]`.
    #[serde(default)]
    pub formats: FormatsFile,
    /// `[types]`.
    #[serde(default)]
    pub types: TypesFile,
    /// The levels of the lints.
    #[serde(default)]
    pub lints: BTreeMap<Lint, LintLevel>,
    /// The choices for the packages of single targets, by the name of the target.
    #[serde(default)]
    pub targets: BTreeMap<String, Choices>,
}

/// `[formats]` as it is written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormatsFile {
    /// The names of the formats that are checked; every other one is an annotation.
    #[serde(default)]
    pub assert: Vec<String>,
    /// The names of the formats that are types of the languages. They are checked, too.
    #[serde(default)]
    pub native: Vec<String>,
}

/// `[types]` as it is written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypesFile {
    /// What a schema means that has `properties` and no `type`.
    #[serde(default)]
    pub objects: Objects,
    /// The views that types get if they have properties that are read or written only.
    #[serde(default)]
    pub views: Vec<View>,
    /// What the `default` of a property does.
    #[serde(default)]
    pub defaults: Defaults,
    /// The values of integers.
    #[serde(default)]
    pub integers: Integers,
}

/// The values of integers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Integers {
    /// Those that every language holds: up to 2^53 − 1 with either sign.
    #[default]
    Safe,
    /// Those of 64 bits, which JavaScript does not hold.
    Wide,
}

/// A view of a type: what is sent of it in one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// What a server sends: without the properties that are `writeOnly`.
    Read,
    /// What a client sends: without those that are `readOnly`.
    Write,
}

/// What the `default` of a property does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Defaults {
    /// It is documented.
    #[default]
    Document,
    /// The Rust types and the pydantic models read it where the field is absent, and do not write it back.
    Fill,
}

/// What a schema means that speaks of objects alone and has no `type`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objects {
    /// What JSON Schema says: values of every other type are valid, too.
    #[default]
    AsWritten,
    /// An object: every package and the bundle require one.
    Assume,
}

/// `[package]` as it is written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackageFile {
    /// The name in every language.
    pub name: String,
    /// The version in every language; the default is [`FIRST_VERSION`].
    pub version: Option<String>,
    /// An SPDX expression; without it the packages do not name a licence.
    pub license: Option<String>,
    /// A summary in one sentence; the default names the package.
    pub summary: Option<String>,
    /// The URL of the project's home page; without it the packages do not name one.
    pub homepage: Option<String>,
    /// The URL of the published folder of documentation; without it the packages link the folder next to them.
    pub documentation: Option<String>,
    /// The address of the repository; without it the packages do not name one.
    pub repository: Option<String>,
    /// The URL of the changelog; without it the packages do not link one.
    pub changelog: Option<String>,
    /// The notice that readers of a package need first, such as that it is not official: one sentence.
    pub notice: Option<String>,
    /// Search terms, for every registry.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// The features of the packages.
    #[serde(default)]
    pub features: Vec<String>,
    /// False if the packages have types alone; the default is that they have validators, too.
    #[serde(default = "yes")]
    pub validators: bool,
    /// The categories of the crate on crates.io.
    #[serde(default)]
    pub categories: Vec<String>,
    /// The classifiers of the Python package on PyPI, beside those that the generator adds.
    #[serde(default)]
    pub classifiers: Vec<String>,
}

fn yes() -> bool {
    true
}

/// The version of a set without one.
pub const FIRST_VERSION: &str = "0.1.0";

impl SetFile {
    /// Returns the namespace for the types of a schema file, or `None` for the root of the packages. If several paths
    /// contain the file, the longest one counts.
    pub fn namespace_of(&self, file: &str) -> Option<&str> {
        let paths = self.namespaces.iter().flat_map(|(name, paths)| paths.iter().map(move |path| (name, path)));
        let holding = paths.filter(|(_, path)| contains(path, file));
        holding.max_by_key(|(_, path)| path.len()).map(|(name, _)| name.as_str())
    }

    /// Returns the level of a lint; the default is a warning.
    pub fn level(&self, lint: Lint) -> LintLevel {
        self.lints.get(&lint).copied().unwrap_or(LintLevel::Warn)
    }

    /// Returns the format that a schema asks for, if the set asserts it.
    pub fn asserted_format(&self, schema: &Map<String, Value>) -> Option<StandardFormat> {
        let format = StandardFormat::named(schema.get("format")?.as_str()?)?;
        Some(format).filter(|format| self.asserted_formats().contains(format))
    }

    /// Returns the formats that the set asserts.
    pub fn asserted_formats(&self) -> Vec<StandardFormat> {
        let asserted = self.formats.assert.iter().filter_map(|name| StandardFormat::named(name));
        asserted.chain(self.formats.native.iter().filter_map(|name| StandardFormat::native(name))).collect()
    }

    /// Returns name, version, host and ids with their defaults.
    pub fn identity(&self) -> Identity {
        let PackageFile { name, version, license, summary, notice, .. } = self.package.clone();
        let PackageFile { homepage, documentation, repository, changelog, .. } = self.package.clone();
        let PackageFile { keywords, categories, classifiers, .. } = self.package.clone();
        let package = Package {
            version: version.unwrap_or_else(|| FIRST_VERSION.to_owned()),
            license,
            summary: summary.unwrap_or_else(|| format!("The types of {name}.")),
            homepage,
            documentation,
            repository,
            changelog,
            notice,
            keywords,
            categories,
            classifiers,
            name,
        };
        let ids = self.ids.clone().unwrap_or_else(|| Ids { prefix: format!("urn:{}:", package.name) });
        Identity { package, license_files: Vec::new(), host: self.host.clone(), ids }
    }
}

/// Returns true if the path is that of the file, or of a folder that contains it.
pub fn contains(path: &str, file: &str) -> bool {
    file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The paths of the parts of a set.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Files {
    /// The catalogue of events. Its schema is next to it: `.schema.json` for `.json`.
    pub catalogue: Option<String>,
    /// The changes of the host that are not visible in schemas. Their schema is next to them, as for the catalogue.
    pub changes: Option<String>,
    /// The folder of examples.
    pub examples: Option<String>,
    /// The folder of profiles.
    pub profiles: Option<String>,
}

/// `profile.toml`: the facts about a profile.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProfileFile {
    /// A summary in one sentence.
    pub summary: String,
    /// The confidence.
    pub confidence: Confidence,
    /// The sources: words as in `x-source`.
    pub source: Vec<String>,
    /// The events of the profile; empty for all.
    #[serde(default)]
    pub events: Vec<String>,
    /// Notes on differences that are not visible in schemas, a sentence or two each, in CommonMark.
    #[serde(default)]
    pub notes: Vec<String>,
    /// What is the same for every exit code, by the key of the catalogue: `json = "decides"`. A feature checks the words.
    #[serde(default)]
    pub exits: BTreeMap<String, String>,
    /// The fields that stand one level deeper than in the set. A feature checks the names.
    #[serde(default)]
    pub inside: Vec<String>,
}

/// The sources of facts.
pub const SOURCES: [&str; 7] = ["declarations", "docs", "changelog", "design", "host", "observed", "own"];

/// The lints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lint {
    /// A definition or a property has no description.
    Undescribed,
    /// An inline object, enum or union does not have a name.
    InlineObject,
    /// An assertion: a constraint that a type cannot express.
    Untyped,
    /// A schema rejects its own `default`, or one of its `examples`, which JSON Schema allows.
    DefaultRefused,
    /// A keyword is not in the standard, so validators skip it.
    UnknownKeyword,
    /// A regular expression is not checked, because not every language decides it alike.
    Pattern,
    /// A target refers to a type of the owner's in place of a generated one.
    OwnType,
}

impl Lint {
    /// All lints.
    pub const ALL: [Self; 7] = [
        Self::Undescribed,
        Self::InlineObject,
        Self::Untyped,
        Self::DefaultRefused,
        Self::UnknownKeyword,
        Self::Pattern,
        Self::OwnType,
    ];

    /// The lints about how schemas are written. What they find changes no verdict.
    pub const OF_STYLE: [Self; 2] = [Self::Undescribed, Self::InlineObject];
}

/// The level of a lint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LintLevel {
    /// An error.
    Deny,
    /// A warning; the run continues.
    Warn,
    /// Not reported.
    Allow,
}
