//! What is rendered: a contract with all that follows from it, made once for every target.

use std::sync::{Arc, OnceLock};

use minijinja::Value;
use minijinja::value::Serde;

use super::builtin;
use super::lookup::Lookup;
use super::names::Names;
use super::target::Need;
use crate::bundle::Bundler;
use crate::link::Definitions;
use crate::model::Contract;
use crate::table::{self, Table};

/// A contract, the table that validators read, and both as the engine of the templates has them.
#[derive(Debug)]
pub struct Subject<'a> {
    /// The contract.
    pub contract: &'a Contract,
    /// What the validators know.
    pub table: Table,
    definitions: &'a Definitions,
    bundler: OnceLock<Arc<Bundler>>,
    globals: Vec<(&'static str, Value)>,
    lookup: Arc<Lookup>,
}

impl<'a> Subject<'a> {
    /// Of a contract and the definitions that it was made from.
    pub fn new(contract: &'a Contract, definitions: &'a Definitions) -> Self {
        let table = table::table(contract);
        let modules = Value::from(Serde(&contract.modules));
        let lookup = Arc::new(Lookup::new(contract, &modules));
        let globals = vec![
            ("set", Value::from(Serde(&contract.set))),
            ("modules", modules),
            ("types", lookup.types().into()),
            ("events", Value::from(Serde(&contract.events))),
            ("catalogue", Value::from(Serde(&contract.catalogue))),
            ("changelog", Value::from(Serde(&contract.changelog))),
            ("tables", Value::from(Serde(&contract.tables))),
            ("profiles", Value::from(Serde(&contract.profiles))),
            ("table", Value::from(Serde(&table))),
        ];
        Self { contract, definitions, bundler: OnceLock::new(), table, globals, lookup }
    }

    /// The set has all of these.
    pub(super) fn has_all(&self, needs: &[Need]) -> bool {
        needs.iter().all(|need| match need {
            Need::Catalogue => !self.contract.events.is_empty(),
            Need::CatalogueWith(key) => self.contract.catalogue.get(key).is_some(),
            Need::Validators => self.table.judges,
            Need::Readers => self.table.reads,
            Need::Calls => self.table.calls,
            Need::Answers => self.table.answers.is_some(),
            Need::Matchers => self.table.matches,
            Need::Prompts => self.table.prompts.is_some(),
            Need::Assertions => self.table.asserts,
            Need::Regex => self.table.regex,
            Need::Type(name) => self.contract.get(name).is_some(),
            Need::Table(name) => self.contract.tables.contains_key(name),
        })
    }

    /// The variables that every target has.
    pub(super) fn globals(&self) -> impl Iterator<Item = (&'static str, Value)> {
        self.globals.iter().cloned()
    }

    /// What the functions of templates look things up in.
    pub(super) fn lookup(&self) -> Arc<Lookup> {
        Arc::clone(&self.lookup)
    }

    /// What a builtin may look at.
    pub(super) fn builtin_input<'b>(&'b self, names: &'b Names) -> builtin::Input<'b> {
        let bundler = self.bundler.get_or_init(|| Arc::new(Bundler::new(self.contract, self.definitions)));
        builtin::Input { contract: self.contract, bundler, table: &self.table, names }
    }
}
