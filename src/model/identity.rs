//! The name, version, host and ids of a contract.

use serde::{Deserialize, Serialize};

/// The name, version, host and ids that the generated packages state.
#[derive(Debug, Clone, Serialize)]
pub struct Identity {
    /// The identity of the packages.
    pub package: Package,
    /// The licence files of the set, by name.
    pub license_files: Vec<LicenseFile>,
    /// The program whose contract this is.
    pub host: Option<Host>,
    /// The published ids.
    pub ids: Ids,
}

/// A licence or notice file next to `codegen.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LicenseFile {
    /// `LICENSE-MIT`
    pub name: String,
    /// The whole text, unchanged.
    #[serde(skip)]
    pub text: String,
    /// It is a notice that comes with a licence, such as `NOTICE`, not a licence.
    pub is_notice: bool,
}

/// The identity of every generated package.
#[derive(Debug, Clone, Serialize)]
pub struct Package {
    /// The name in every language.
    pub name: String,
    /// The version in every language.
    pub version: String,
    /// The licence as an SPDX expression, if the set has one.
    pub license: Option<String>,
    /// The summary, one sentence.
    pub summary: String,
    /// The https URL of the project's home page, if given.
    pub homepage: Option<String>,
    /// The https URL of the published folder of documentation, if given: without a trailing slash.
    pub documentation: Option<String>,
    /// The URL of the set's repository, if given: https, without `.git` and without a trailing slash.
    pub repository: Option<String>,
    /// The https URL of the changelog, if given.
    pub changelog: Option<String>,
    /// The notice that readers of a package need first.
    pub notice: Option<String>,
    /// Search terms.
    pub keywords: Vec<String>,
    /// The categories of the crate.
    pub categories: Vec<String>,
    /// The classifiers of the Python package.
    pub classifiers: Vec<String>,
}

/// The program whose contract the schemas describe.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// The name that people use.
    pub name: String,
    /// The version that the schemas describe.
    pub version: String,
}

/// The rules for published ids.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ids {
    /// The prefix of the type's name.
    pub prefix: String,
}
