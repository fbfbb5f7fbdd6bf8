//! The types and modules that templates look up by name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use indexmap::IndexMap;
use minijinja::{Error, Value};

use super::failed;
use super::node::Node;
use crate::model::{Contract, Expr, Kind, TypeDef, Types};
use crate::profile::Profile;

/// An index of the types and modules of a contract.
#[derive(Debug)]
pub struct Lookup {
    types: Types,
    modules: IndexMap<String, Value>,
    /// The index of the type at the root of each file, by path.
    roots: BTreeMap<String, usize>,
    /// The types that a profile has for itself, by its name.
    profiles: BTreeMap<String, Vec<Arc<TypeDef>>>,
    /// The indexes of the unions with a member, by the member's name.
    unions: BTreeMap<String, Vec<usize>>,
}

impl Lookup {
    /// Creates the index of a contract. `modules` has its modules as engine values.
    pub fn new(contract: &Contract, profiles: &[Profile], modules: &Value) -> Self {
        let names = contract.modules.iter().map(|module| module.name.clone());
        let roots = contract.types.iter().enumerate().filter(|(_, def)| def.origin.pointer.is_empty());
        Self {
            types: contract.types.clone(),
            modules: names.zip(modules.try_iter().into_iter().flatten()).collect(),
            roots: roots.map(|(at, def)| (def.origin.file.clone(), at)).collect(),
            profiles: profiles.iter().map(|profile| (profile.name.clone(), own_types(profile))).collect(),
            unions: unions(contract),
        }
    }

    /// Returns all types.
    pub fn types(&self) -> Vec<Value> {
        self.at(0..self.types.len())
    }

    /// Returns the type with this name, as it is in the model.
    pub fn def(&self, name: &str) -> Option<&TypeDef> {
        self.types.named(name)
    }

    /// Returns the type with this name.
    pub fn type_of(&self, name: &str) -> Result<Value, Error> {
        let def = self.types.shared(self.place(name)?);
        Ok(def.map(Node::of).unwrap_or_default())
    }

    /// Returns the types with these names, each once, in the order of the contract.
    pub fn types_of(&self, names: &Value) -> Result<Vec<Value>, Error> {
        Ok(self.at(self.places(names, "lookup_all")?))
    }

    /// Returns these names of types by module: pairs of a module, sorted, and its types, in the order of the contract.
    pub fn by_module(&self, names: &Value) -> Result<Vec<Value>, Error> {
        let mut modules: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        for def in self.places(names, "by_module")?.into_iter().filter_map(|at| self.types.get(at)) {
            modules.entry(&def.module).or_default().push(def.name.as_str().into());
        }
        Ok(modules.into_iter().map(|(module, names)| vec![module.into(), Value::from(names)].into()).collect())
    }

    /// Returns the root types of other files that a struct has fields from, in the order of the contract.
    pub fn bases_of(&self, node: &Value) -> Result<Vec<Value>, Error> {
        let def = node.downcast_object_ref::<Node>().and_then(Node::as_type);
        let def = def.ok_or_else(|| failed("`bases_of` takes a type".to_owned()))?;
        let Kind::Struct(it) = &def.kind else { return Ok(Vec::new()) };
        let others = it.fields.iter().map(|field| &field.origin.file).filter(|file| **file != def.origin.file);
        Ok(self.at(others.filter_map(|file| self.roots.get(file).copied()).collect::<BTreeSet<_>>()))
    }

    /// Returns the unions with the type of this name as a member, in the order of the contract.
    pub fn unions_with(&self, name: &str) -> Vec<Value> {
        self.at(self.unions.get(name).into_iter().flatten().copied())
    }

    /// Returns the types that the profile with this name has for itself, in the order of the contract.
    pub fn profile_types(&self, name: &str) -> Result<Vec<Value>, Error> {
        let own = self.profiles.get(name).ok_or_else(|| failed(format!("there is no profile {name:?}")))?;
        Ok(own.iter().map(Node::of).collect())
    }

    /// Returns the module of the type with this name.
    pub fn module_of(&self, name: &str) -> Result<Value, Error> {
        let module = self.types.get(self.place(name)?).map_or("", |def| &def.module);
        self.modules.get(module).cloned().ok_or_else(|| failed(format!("there is no module {module:?}")))
    }

    /// Returns the indexes of the types with these names.
    fn places(&self, names: &Value, asked: &str) -> Result<BTreeSet<usize>, Error> {
        let no_name = || failed(format!("`{asked}` takes names"));
        names.try_iter()?.map(|name| self.place(name.as_str().ok_or_else(no_name)?)).collect()
    }

    fn place(&self, name: &str) -> Result<usize, Error> {
        self.types.place(name).ok_or_else(|| failed(format!("there is no type {name:?}")))
    }

    fn at(&self, places: impl IntoIterator<Item = usize>) -> Vec<Value> {
        places.into_iter().filter_map(|at| self.types.shared(at)).map(Node::of).collect()
    }
}

fn own_types(profile: &Profile) -> Vec<Arc<TypeDef>> {
    let types = &profile.contract.types;
    profile.types.iter().filter_map(|name| types.shared(types.place(name)?).cloned()).collect()
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
