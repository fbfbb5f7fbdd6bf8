//! Name, version, host and ids of a contract.

use serde::{Deserialize, Serialize};

/// Name, version, host and ids: what the generated packages say of themselves.
#[derive(Debug, Clone, Serialize)]
pub struct Identity {
    /// The packages.
    pub package: Package,
    /// The licence files of the set, by name.
    pub license_files: Vec<LicenseFile>,
    /// The program whose contract this is.
    pub host: Option<Host>,
    /// The published ids.
    pub ids: Ids,
}

/// A file beside `codegen.toml` that says under which licence the set is, or what has to be said with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LicenseFile {
    /// `LICENSE-MIT`
    pub name: String,
    /// All of it, as it is there.
    #[serde(skip)]
    pub text: String,
    /// It is what comes with a licence, `NOTICE`, and none itself.
    pub is_notice: bool,
}

/// The identity of every generated package.
#[derive(Debug, Clone, Serialize)]
pub struct Package {
    /// The name in every language.
    pub name: String,
    /// The version in every language.
    pub version: String,
    /// An SPDX expression, if the set has one.
    pub license: Option<String>,
    /// One sentence.
    pub summary: String,
    /// Where the set is kept, if it says so: a URL of https, without `.git` and without a slash at its end.
    pub repository: Option<String>,
    /// The notice that readers of a package need first.
    pub notice: Option<String>,
    /// Search terms.
    pub keywords: Vec<String>,
    /// Of the crate.
    pub categories: Vec<String>,
    /// Of the Python package.
    pub classifiers: Vec<String>,
}

/// The program whose contract the schemas describe.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// As people call it.
    pub name: String,
    /// The version that the schemas are of.
    pub version: String,
}

/// The rules for published ids.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ids {
    /// The prefix of the type's name.
    pub prefix: String,
}
