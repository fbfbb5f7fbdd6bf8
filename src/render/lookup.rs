//! The types and modules that templates look up by name.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use minijinja::{Error, Value};

use super::failed;
use super::node::Node;
use crate::model::{Contract, Expr, Kind, TypeDef, Types};

/// The types and modules of a contract, by what templates know of them.
#[derive(Debug)]
pub struct Lookup {
    types: Types,
    modules: IndexMap<String, Value>,
    /// By file: the place of the type at its root.
    roots: BTreeMap<String, usize>,
    /// By member: the places of the unions that have it.
    unions: BTreeMap<String, Vec<usize>>,
}

impl Lookup {
    /// Of a contract whose modules the engine has as these values.
    pub fn new(contract: &Contract, modules: &Value) -> Self {
        let names = contract.modules.iter().map(|module| module.name.clone());
        let roots = contract.types.iter().enumerate().filter(|(_, def)| def.origin.pointer.is_empty());
        Self {
            types: contract.types.clone(),
            modules: names.zip(modules.try_iter().into_iter().flatten()).collect(),
            roots: roots.map(|(at, def)| (def.origin.file.clone(), at)).collect(),
            unions: unions(contract),
        }
    }

    /// All types.
    pub fn types(&self) -> Vec<Value> {
        self.at(0..self.types.len())
    }

    /// The type of this name as it is in the model.
    pub fn def(&self, name: &str) -> Option<&TypeDef> {
        self.types.named(name)
    }

    /// The type of this name.
    pub fn type_of(&self, name: &str) -> Result<Value, Error> {
        let def = self.types.shared(self.place(name)?);
        Ok(def.map(Node::of).unwrap_or_default())
    }

    /// The types of these names, each once, in the order of the contract.
    pub fn types_of(&self, names: &Value) -> Result<Vec<Value>, Error> {
        let no_name = || failed("`lookup_all` takes names".to_owned());
        let places = names.try_iter()?.map(|name| self.place(name.as_str().ok_or_else(no_name)?));
        Ok(self.at(places.collect::<Result<BTreeSet<_>, _>>()?))
    }

    /// The types at the roots of other files that a struct has fields from, in the order of the contract.
    pub fn bases_of(&self, node: &Value) -> Result<Vec<Value>, Error> {
        let def = node.downcast_object_ref::<Node>().and_then(Node::as_type);
        let def = def.ok_or_else(|| failed("`bases_of` takes a type".to_owned()))?;
        let Kind::Struct(it) = &def.kind else { return Ok(Vec::new()) };
        let others = it.fields.iter().map(|field| &field.origin.file).filter(|file| **file != def.origin.file);
        Ok(self.at(others.filter_map(|file| self.roots.get(file).copied()).collect::<BTreeSet<_>>()))
    }

    /// The unions that have the type of this name for a member, in the order of the contract.
    pub fn unions_with(&self, name: &str) -> Vec<Value> {
        self.at(self.unions.get(name).into_iter().flatten().copied())
    }

    /// The module that the type of this name is in.
    pub fn module_of(&self, name: &str) -> Result<Value, Error> {
        let module = self.types.get(self.place(name)?).map_or("", |def| &def.module);
        self.modules.get(module).cloned().ok_or_else(|| failed(format!("there is no module {module:?}")))
    }

    fn place(&self, name: &str) -> Result<usize, Error> {
        self.types.place(name).ok_or_else(|| failed(format!("there is no type {name:?}")))
    }

    fn at(&self, places: impl IntoIterator<Item = usize>) -> Vec<Value> {
        places.into_iter().filter_map(|at| self.types.shared(at)).map(Node::of).collect()
    }
}

fn unions(contract: &Contract) -> BTreeMap<String, Vec<usize>> {
    let mut unions: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, def) in contract.types.iter().enumerate() {
        let Kind::Union(union) = &def.kind else { continue };
        let members: BTreeSet<&str> = union.variants.iter().filter_map(|it| referred(&it.expr)).collect();
        for member in members {
            unions.entry(member.to_owned()).or_default().push(at);
        }
    }
    unions
}

fn referred(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Ref { name, .. } => Some(name),
        _ => None,
    }
}
