//! Sorts types and modules, dependencies first.

use std::collections::BTreeMap;

use super::graph::{after_their_uses, cycles};
use crate::model::{Module, TypeDef};
use crate::set::SetFile;

/// Sorts modules, and the types in each, so that dependencies come first as far as there is no cycle. Otherwise the
/// order of the file is kept, so that a new type moves no other type.
pub fn order(types: Vec<TypeDef>, set: &SetFile) -> (Vec<TypeDef>, Vec<Module>) {
    let modules = modules(&types, set);
    let mut place: BTreeMap<String, usize> = BTreeMap::new();
    for name in modules.iter().flat_map(|module| &module.types) {
        place.insert(name.clone(), place.len());
    }
    let mut types = types;
    types.sort_by_cached_key(|def| place.get(&def.name).copied());
    (types, modules)
}

fn refs(def: &TypeDef) -> Vec<&str> {
    let mut names = Vec::new();
    def.refs(&mut |name| names.push(name));
    names
}

fn modules(types: &[TypeDef], set: &SetFile) -> Vec<Module> {
    let module_of: BTreeMap<&str, &str> = types.iter().map(|def| (def.name.as_str(), def.module.as_str())).collect();
    let mut modules: BTreeMap<&str, Module> = BTreeMap::new();
    for def in types {
        let empty = || Module {
            name: def.module.clone(),
            namespace: set.namespace_of(&def.origin.file).map(str::to_owned),
            types: Vec::new(),
            uses: Vec::new(),
            back: Vec::new(),
        };
        let module = modules.entry(&def.module).or_insert_with(empty);
        module.types.push(def.name.clone());
        let others = refs(def).into_iter().filter_map(|name| module_of.get(name)).filter(|other| **other != def.module);
        module.uses.extend(others.map(|other| (*other).to_owned()));
    }
    let of_own = |def: &'_ TypeDef, name: &str| module_of.get(name) == Some(&&*def.module);
    let inside: BTreeMap<&str, Vec<&str>> = types
        .iter()
        .map(|def| (def.name.as_str(), refs(def).into_iter().filter(|name| of_own(def, name)).collect()))
        .collect();
    for module in modules.values_mut() {
        module.uses.sort();
        module.uses.dedup();
        let sorted = after_their_uses(module.types.iter().map(String::as_str), &inside);
        module.types = sorted.into_iter().map(str::to_owned).collect();
    }
    let uses = modules.iter().map(|(name, it)| (*name, it.uses.clone())).collect::<Vec<_>>();
    let uses = uses.iter().map(|(name, uses)| (*name, uses.iter().map(String::as_str).collect())).collect();
    let sorted = after_their_uses(modules.keys().copied(), &uses);
    for cycle in cycles(&uses) {
        for name in &cycle {
            let Some(module) = modules.get_mut(name) else { continue };
            module.back = module.uses.iter().filter(|name| cycle.contains(&name.as_str())).cloned().collect();
        }
    }
    sorted.iter().filter_map(|name| modules.get(name).cloned()).collect()
}
