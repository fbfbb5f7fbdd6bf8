//! What is rendered: a contract with all that follows from it, made once for every target.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;
use minijinja::value::Serde;
use minijinja::{Error, Value};

use super::builtin;
use super::failed;
use super::names::Names;
use super::target::Need;
use crate::bundle::Bundler;
use crate::link::Definitions;
use crate::model::{Contract, Expr, Kind, TypeDef};
use crate::table::{self, Table};

/// The variables of templates that are parts of the contract.
const PARTS: [&str; 8] = ["set", "modules", "types", "events", "catalogue", "changelog", "tables", "profiles"];

/// A contract, the table that validators read, and both as the engine of the templates has them.
#[derive(Debug)]
pub struct Subject<'a> {
    /// The contract.
    pub contract: &'a Contract,
    /// What the validators know.
    pub table: Table,
    definitions: &'a Definitions,
    bundler: OnceLock<Bundler<'a>>,
    globals: Vec<(&'static str, Value)>,
    types: Arc<Index>,
    modules: Arc<Index>,
    roots: Arc<Roots>,
    unions: Arc<BTreeMap<String, Vec<Value>>>,
}

impl<'a> Subject<'a> {
    /// Of a contract and the definitions that it was made from.
    pub fn new(contract: &'a Contract, definitions: &'a Definitions) -> Self {
        let table = table::table(contract);
        let root = Value::from(Serde(contract));
        let part = |name: &'static str| (name, root.get_attr(name).unwrap_or_default());
        let globals = PARTS.into_iter().map(part).chain([("table", Value::from(Serde(&table)))]).collect();
        let (types, modules) = (Index::of("type", &root, "types"), Index::of("module", &root, "modules"));
        let (roots, unions) = (Arc::new(Roots::of(contract, &types)), Arc::new(unions(contract, &types)));
        Self {
            contract,
            definitions,
            bundler: OnceLock::new(),
            table,
            globals,
            types: Arc::new(types),
            modules: Arc::new(modules),
            roots,
            unions,
        }
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

    /// The types, for `lookup`.
    pub(super) fn types(&self) -> Arc<Index> {
        Arc::clone(&self.types)
    }

    /// The modules, for `module_of`.
    pub(super) fn modules(&self) -> Arc<Index> {
        Arc::clone(&self.modules)
    }

    /// The types at the roots of files, for `roots_of`.
    pub(super) fn roots(&self) -> Arc<Roots> {
        Arc::clone(&self.roots)
    }

    /// The unions, by what they refer to, for `unions_with`.
    pub(super) fn unions(&self) -> Arc<BTreeMap<String, Vec<Value>>> {
        Arc::clone(&self.unions)
    }

    /// What a builtin may look at.
    pub(super) fn builtin_input<'b>(&'b self, names: &'b Names) -> builtin::Input<'b> {
        let bundler = self.bundler.get_or_init(|| Bundler::new(self.contract, self.definitions));
        builtin::Input { contract: self.contract, bundler, table: &self.table, names }
    }
}

fn referred(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Ref { name, .. } => Some(name),
        _ => None,
    }
}

fn unions(contract: &Contract, types: &Index) -> BTreeMap<String, Vec<Value>> {
    let mut unions: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for def in &contract.types {
        let (Kind::Union(union), Ok(value)) = (&def.kind, types.find(&def.name)) else { continue };
        let members: BTreeSet<&str> = union.variants.iter().filter_map(|it| referred(&it.expr)).collect();
        for member in members {
            unions.entry(member.to_owned()).or_default().push(value.clone());
        }
    }
    unions
}

/// Values by the name that each of them has, in the order of the contract.
#[derive(Debug)]
pub(super) struct Index {
    what: &'static str,
    values: IndexMap<String, Value>,
}

impl Index {
    fn of(what: &'static str, root: &Value, collection: &str) -> Self {
        let all = root.get_attr(collection).and_then(|all| all.try_iter());
        let named = all.into_iter().flatten().filter_map(|value| {
            let name = value.get_attr("name").ok()?.as_str()?.to_owned();
            Some((name, value))
        });
        Self { what, values: named.collect() }
    }

    /// The one of this name.
    pub(super) fn find(&self, name: &str) -> Result<Value, Error> {
        let Self { what, values } = self;
        values.get(name).cloned().ok_or_else(|| failed(format!("there is no {what} {name:?}")))
    }

    /// Those of these names, each once, in the order of the contract.
    pub(super) fn find_all(&self, names: &Value) -> Result<Vec<Value>, Error> {
        let mut found = BTreeMap::new();
        for name in names.try_iter()? {
            let name = name.as_str().unwrap_or_default();
            let value = self.find(name)?;
            found.insert(self.values.get_index_of(name), value);
        }
        Ok(found.into_values().collect())
    }
}

/// The types at the roots of files, by the file, each with its place in the contract.
#[derive(Debug)]
pub(super) struct Roots(BTreeMap<String, (usize, Value)>);

impl Roots {
    fn of(contract: &Contract, types: &Index) -> Self {
        let roots = contract.types.iter().enumerate().filter(|(_, def)| def.origin.pointer.is_empty());
        let placed = |(at, def): (usize, &TypeDef)| Some((def.origin.file.clone(), (at, types.find(&def.name).ok()?)));
        Self(roots.filter_map(placed).collect())
    }

    /// Those of these files, in the order of the contract.
    pub(super) fn find_all(&self, files: &Value) -> Result<Vec<Value>, Error> {
        let found = files.try_iter()?.filter_map(|file| self.0.get(file.as_str()?).cloned());
        Ok(found.collect::<BTreeMap<_, _>>().into_values().collect())
    }
}
