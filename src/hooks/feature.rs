//! A feature: a part of the hook domain that a set can have.

use std::fmt::Debug;

use serde_json::Value;

use super::Catalogue;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::load::SchemaSet;
use crate::model::Contract;
use crate::validation::ValidationPlan;

/// A feature, which a set lists by its name in `codegen.toml` and a target in the `needs` of its `target.toml`.
#[derive(Clone, Copy)]
pub struct Feature {
    /// Its name, also in templates: `features.matchers`.
    pub name: &'static str,
    /// The features that the set has to list as well.
    pub needs: &'static [&'static str],
    /// The types that the set has to define.
    pub types: &'static [&'static str],
    /// The tables that the set has to have.
    pub tables: &'static [&'static str],
    /// The words of the wire that the catalogue has to name.
    pub words: &'static [&'static str],
    /// The namespace of the packages that has its functions.
    pub namespace: Option<&'static str>,
    /// Reads the feature's part of the sources.
    pub read: fn(&Sources<'_>) -> Result<Box<dyn Part>, Diagnostics>,
}

/// The sources of a feature.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a> {
    /// The set.
    pub set: &'a SchemaSet,
    /// The model of the set.
    pub contract: &'a Contract,
    /// The catalogue of the set; empty if the set has none.
    pub catalogue: &'a Catalogue,
}

impl Sources<'_> {
    /// Returns normally if the set defines a type that only some sets need.
    ///
    /// # Errors
    /// It does not define the type.
    pub fn require(&self, name: &str, why: &str) -> Result<(), Diagnostics> {
        if self.contract.get(name).is_some() {
            return Ok(());
        }
        let found = Diagnostic::error(Code::Feature, format!("the set does not define the type `{name}`"));
        Err(found.at(self.set.named_at.clone()).because(why).instead(format!("define `{name}`")).into())
    }
}

/// A feature of one set, with the data that it has read.
pub trait Part: Debug + Send + Sync {
    /// Returns the value that templates see under `features` and the feature's name.
    fn data(&self) -> Value {
        Value::Bool(true)
    }

    /// Extends the validation plan of a contract: of the set, or of one of its profiles.
    fn extend(&self, _contract: &Contract, _plan: &mut ValidationPlan) {}
}

/// A feature without data: it has only types and pages.
#[derive(Debug)]
pub struct Plain;

impl Part for Plain {}

impl Plain {
    /// Reads nothing.
    ///
    /// # Errors
    /// Never fails; the signature is that of [`Feature::read`].
    pub fn read(_: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
        Ok(Box::new(Self))
    }
}
