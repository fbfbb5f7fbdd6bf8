//! Functions for the templates of one language, written in Rust. Each takes a name, usually of a type, and returns
//! text.
//!
//! `target.toml` requires one with `builtins = ["item"]`; a template calls it with `{{ item(type.name) }}`.

mod schemas;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::names::Names;
use super::rust;
use crate::bundle::Bundler;
use crate::diagnostic::Diagnostics;
use crate::model::Contract;
use crate::profile::Profile;
use crate::regex;
use crate::set::Choices;
use crate::validation::ValidationPlan;

/// The inputs of a builtin.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The contract.
    pub contract: &'a Contract,
    /// The bundler of the published schemas.
    pub bundler: &'a Arc<Bundler>,
    /// The validation plan.
    pub plan: &'a ValidationPlan,
    /// The profiles: the differences of other hosts and uses.
    pub profiles: &'a [Profile],
    /// The types of problems, if they are not those of the contract.
    pub problems: Option<&'a Contract>,
    /// The name of the target.
    pub target: &'a str,
    /// The target's spelling of names.
    pub names: &'a Names,
    /// What the owner of the set chooses for the target.
    pub choices: &'a Choices,
}

/// A function that returns the text for a name, usually of a type, or `None`.
pub type Texts = Box<dyn Fn(&str) -> Option<Arc<str>> + Send + Sync>;

/// A function that makes the function for templates.
pub type Builtin = fn(Input<'_>) -> Result<Texts, Diagnostics>;

/// Returns a function that looks names up in these texts.
pub fn texts(all: BTreeMap<String, String>) -> Texts {
    let all: BTreeMap<String, Arc<str>> = all.into_iter().map(|(name, text)| (name, text.into())).collect();
    Box::new(move |name| all.get(name).cloned())
}

/// Returns the builtin with this name.
pub fn find(name: &str) -> Option<Builtin> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, builtin)| *builtin)
}

/// Returns the names of all builtins.
pub fn known() -> Vec<&'static str> {
    ALL.iter().map(|(name, _)| *name).collect()
}

/// Returns the source files of the pattern parser, which the Rust package shares with the generator.
fn regex_source(_: Input<'_>) -> Result<Texts, Diagnostics> {
    Ok(texts(regex::SHARED.map(|(name, text)| (name.to_owned(), text.to_owned())).into()))
}

/// All builtins, by name.
const ALL: &[(&str, Builtin)] = &[
    ("bundle", schemas::bundle),
    ("whole_bundle", schemas::whole_bundle),
    ("closed_bundle", schemas::closed_bundle),
    ("profile_bundle", schemas::profile_bundle),
    ("item", rust::items),
    ("profile_item", rust::profile_items),
    ("problem_item", rust::problem_items),
    ("union_methods", rust::union_methods),
    ("nesting", rust::nesting),
    ("lenient", rust::lenient),
    ("constants", rust::constants),
    ("derives", rust::derives),
    ("dependencies", rust::dependencies),
    ("own_types", rust::own_types),
    ("regex_source", regex_source),
];
