//! The set file, `codegen.toml`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::{Host, Identity, Ids, Package, problem};

/// `codegen.toml`, as it is. All that it has to say is what the packages are called.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetFile {
    /// The packages.
    pub package: PackageFile,
    /// The program whose contract this is.
    pub host: Option<Host>,
    /// The published ids; left out: `urn:`, the name of the package and `:` before the type's name.
    pub ids: Option<Ids>,
    /// Where the parts are, from the root of the set.
    #[serde(default)]
    pub files: Files,
    /// Tables: a file for each name, from the root of the set. Its own schema is beside it, `.schema.json` for `.json`.
    #[serde(default)]
    pub tables: BTreeMap<String, String>,
    /// Levels of the lints.
    #[serde(default)]
    pub lints: BTreeMap<Lint, LintLevel>,
}

/// `[package]`, as it is.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackageFile {
    /// The name in every language.
    pub name: String,
    /// The version in every language; left out: [`FIRST_VERSION`].
    pub version: Option<String>,
    /// An SPDX expression; left out: the packages name no licence.
    pub license: Option<String>,
    /// One sentence; left out: that these are the types of this name.
    pub summary: Option<String>,
    /// Where the set is kept, as people open it; left out: the packages do not say it.
    pub repository: Option<String>,
    /// The notice that readers of a package need first, such as that it is not official: one sentence.
    pub notice: Option<String>,
    /// Search terms, for every registry.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// The features of the packages, by name.
    #[serde(default)]
    pub features: Vec<String>,
    /// Of the crate, as crates.io calls them.
    #[serde(default)]
    pub categories: Vec<String>,
    /// Of the Python package, as PyPI calls them, beside those that follow from what it needs.
    #[serde(default)]
    pub classifiers: Vec<String>,
}

/// The version of a set that does not say which one it is.
pub const FIRST_VERSION: &str = "0.1.0";

impl SetFile {
    /// The packages have validators, which report problems.
    pub fn reports_problems(&self) -> bool {
        self.package.features.iter().any(|name| name == problem::FEATURE)
    }

    /// Name, version, host and ids, with what the file leaves out. Of other files it knows nothing.
    pub fn identity(&self) -> Identity {
        let PackageFile { name, version, license, summary, repository, notice, .. } = self.package.clone();
        let PackageFile { keywords, categories, classifiers, .. } = self.package.clone();
        let package = Package {
            version: version.unwrap_or_else(|| FIRST_VERSION.to_owned()),
            license,
            summary: summary.unwrap_or_else(|| format!("The types of {name}.")),
            repository,
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

/// Where the parts of the set are.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Files {
    /// The catalogue of events. Its own schema is beside it, `.schema.json` for `.json`.
    pub catalogue: Option<String>,
    /// The file of host changes that no schema shows. Its own schema is next to it, like that of the catalogue.
    pub changes: Option<String>,
    /// The folder of examples.
    pub examples: Option<String>,
    /// The folder of profiles.
    pub profiles: Option<String>,
}

/// `profile.toml`: what a profile says of itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProfileFile {
    /// One sentence.
    pub summary: String,
    /// The confidence.
    pub confidence: Confidence,
    /// Where it comes from: words as in `x-source`.
    pub source: Vec<String>,
    /// The events that there are under it; none: all of them.
    #[serde(default)]
    pub events: Vec<String>,
    /// Notes on differences that no schema shows, a sentence or two each, in CommonMark.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// Where a fact can come from.
pub const SOURCES: [&str; 6] = ["declarations", "docs", "changelog", "seed", "observed", "own"];

/// The confidence in a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// A second source says so.
    Confirmed,
    /// None does.
    Unconfirmed,
}

/// The lints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lint {
    /// A definition or a property has no description.
    Undescribed,
    /// An object, enum or union is in place and has no name of its own.
    InlineObject,
    /// Something is asked for that no type of a language says.
    Untyped,
    /// A schema does not accept its own `default`, or one of its `examples`. JSON Schema lets it.
    DefaultRefused,
}

impl Lint {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Undescribed, Self::InlineObject, Self::Untyped, Self::DefaultRefused];
}

/// The level of a lint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LintLevel {
    /// An error.
    Deny,
    /// Reported; the run goes on.
    Warn,
    /// Nothing.
    Allow,
}
