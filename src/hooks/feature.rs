//! A feature: a part of the hook domain that a set can have.

use std::fmt::Debug;

use serde_json::Value;

use super::Catalogue;
use crate::diagnostic::Diagnostics;
use crate::load::SchemaSet;
use crate::model::Contract;
use crate::validation::ValidationPlan;

/// A feature, which a set lists by its name in `codegen.toml` and a target in the `needs` of its `target.toml`.
#[derive(Clone, Copy)]
pub struct Feature {
    /// Its name, in the templates as well: `features.matchers`.
    pub name: &'static str,
    /// The parts of the packages that it adds, in a few words.
    pub about: &'static str,
    /// The features that the set has to list as well.
    pub needs: &'static [&'static str],
    /// The types that the set has to define.
    pub types: &'static [&'static str],
    /// The tables that the set has to have.
    pub tables: &'static [&'static str],
    /// Reads what the feature is about.
    pub read: fn(&Sources<'_>) -> Result<Box<dyn Part>, Diagnostics>,
}

/// The sources of a feature.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a> {
    /// The set.
    pub set: &'a SchemaSet,
    /// The model of the set.
    pub contract: &'a Contract,
    /// The catalogue of the set; empty in a set that has none.
    pub catalogue: &'a Catalogue<'a>,
}

/// A feature of one set, with what it has read.
pub trait Part: Debug + Send + Sync {
    /// Returns what templates see under `features` and the feature's name.
    fn data(&self) -> Value {
        Value::Bool(true)
    }

    /// Adds to the plan of a contract: that of the set, or of one of its profiles.
    fn extend(&self, _contract: &Contract, _plan: &mut ValidationPlan) {}
}

/// A feature without anything to read: the types and pages are all of it.
#[derive(Debug)]
pub struct Plain;

impl Part for Plain {}

impl Plain {
    /// Reads nothing.
    ///
    /// # Errors
    /// None.
    pub fn read(_: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
        Ok(Box::new(Self))
    }
}
