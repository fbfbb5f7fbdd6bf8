//! `[targets.<name>]`: what the owner of a set chooses for the packages of one target.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The choices for one target, as they are written. Which of them a target has is listed in its `target.toml`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Choices {
    /// Traits that every type of the package derives.
    pub derive: Vec<String>,
    /// Attributes of every type of the package.
    pub attributes: Vec<String>,
    /// Other packages that this one needs: the requirement of each, by its name.
    pub dependencies: BTreeMap<String, Value>,
    /// What every name of a type begins with.
    pub prefix: String,
    /// What every name of a type ends with.
    pub suffix: String,
    /// Other names of types, by their names in the set. Prefix and suffix are not added to them.
    pub rename: BTreeMap<String, String>,
    /// True for the types alone, in one file in place of a package.
    #[serde(rename = "single-file")]
    pub single_file: bool,
    /// The types that have a file of their own; empty for all.
    #[serde(rename = "files-for")]
    pub files_for: Vec<String>,
    /// True for a crate that another one includes: a build script sets it.
    #[serde(skip_deserializing)]
    pub included: bool,
    /// The folder, from the root of the set, with templates that replace those of the target.
    pub templates: Option<String>,
    /// The choices for single types, by their names in the set.
    pub types: BTreeMap<String, TypeChoices>,
}

/// The choices for one type.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct TypeChoices {
    /// Traits that it derives, beside those of every type.
    pub derive: Vec<String>,
    /// Its attributes, beside those of every type.
    pub attributes: Vec<String>,
    /// The type that the package refers to in its place.
    #[serde(rename = "use")]
    pub own: Option<String>,
    /// The module that this type is imported from, in languages whose types have no paths.
    pub from: Option<String>,
}

impl Choices {
    /// No choice.
    pub const NONE: Self = Self {
        derive: Vec::new(),
        attributes: Vec::new(),
        dependencies: BTreeMap::new(),
        prefix: String::new(),
        suffix: String::new(),
        rename: BTreeMap::new(),
        single_file: false,
        files_for: Vec::new(),
        included: false,
        templates: None,
        types: BTreeMap::new(),
    };

    /// Returns the name of a type of the set in this target, before it is spelled.
    pub fn name_of(&self, name: &str) -> String {
        let Self { prefix, suffix, .. } = self;
        self.rename.get(name).cloned().unwrap_or_else(|| format!("{prefix}{name}{suffix}"))
    }

    /// Returns the types of the owner's own, each with the name of the type that it replaces.
    pub fn own_types(&self) -> impl Iterator<Item = (&str, &str)> {
        self.types.iter().filter_map(|(name, choices)| Some((name.as_str(), choices.own.as_deref()?)))
    }

    /// Returns the names of the choices that are made, each with the keys that lead to it.
    pub fn made(&self) -> Vec<(Choice, Vec<String>)> {
        let own = |key: &str| vec![key.to_owned()];
        let mut made = Vec::new();
        made.extend((!self.derive.is_empty()).then(|| (Choice::Derive, own("derive"))));
        made.extend((!self.attributes.is_empty()).then(|| (Choice::Attributes, own("attributes"))));
        made.extend((!self.dependencies.is_empty()).then(|| (Choice::Dependencies, own("dependencies"))));
        made.extend((!self.prefix.is_empty()).then(|| (Choice::Prefix, own("prefix"))));
        made.extend((!self.suffix.is_empty()).then(|| (Choice::Suffix, own("suffix"))));
        made.extend((!self.rename.is_empty()).then(|| (Choice::Rename, own("rename"))));
        made.extend(self.single_file.then(|| (Choice::SingleFile, own("single-file"))));
        made.extend((!self.files_for.is_empty()).then(|| (Choice::FilesFor, own("files-for"))));
        for (name, choices) in &self.types {
            let of_type = |key: &str| vec!["types".to_owned(), name.clone(), key.to_owned()];
            made.extend((!choices.derive.is_empty()).then(|| (Choice::Derive, of_type("derive"))));
            made.extend((!choices.attributes.is_empty()).then(|| (Choice::Attributes, of_type("attributes"))));
            made.extend(choices.own.is_some().then(|| (Choice::Use, of_type("use"))));
        }
        made
    }
}

/// A choice that a target can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// `derive`
    Derive,
    /// `attributes`
    Attributes,
    /// `dependencies`
    Dependencies,
    /// `prefix`
    Prefix,
    /// `suffix`
    Suffix,
    /// `rename`
    Rename,
    /// `single-file`
    SingleFile,
    /// `files-for`
    FilesFor,
    /// `use`, and `from` beside it
    Use,
}

impl Choice {
    /// Returns the key in `codegen.toml`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Derive => "derive",
            Self::Attributes => "attributes",
            Self::Dependencies => "dependencies",
            Self::Prefix => "prefix",
            Self::Suffix => "suffix",
            Self::Rename => "rename",
            Self::SingleFile => "single-file",
            Self::FilesFor => "files-for",
            Self::Use => "use",
        }
    }
}
