//! Types and modules, each after those that it refers to.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Module, TypeDef};

/// Sorts the types so that a dependency stands before what uses it, as far as there is no cycle, and groups them.
pub fn order(types: Vec<TypeDef>) -> (Vec<TypeDef>, Vec<Module>) {
    let uses: BTreeMap<&str, Vec<&str>> = types.iter().map(|def| (def.name.as_str(), refs(def))).collect();
    let sorted = after_their_uses(types.iter().map(|def| def.name.as_str()), &uses);
    let place: BTreeMap<String, usize> =
        sorted.iter().enumerate().map(|(index, name)| ((*name).to_owned(), index)).collect();
    let mut types = types;
    types.sort_by_key(|def| place.get(&def.name).copied());
    let modules = modules(&types);
    (types, modules)
}

fn refs(def: &TypeDef) -> Vec<&str> {
    let mut names = Vec::new();
    def.refs(&mut |name| names.push(name));
    names
}

/// Depth first from each name in turn. The stack is our own: a chain of references may be long.
fn after_their_uses<'a>(names: impl Iterator<Item = &'a str>, uses: &BTreeMap<&'a str, Vec<&'a str>>) -> Vec<&'a str> {
    let mut sorted = Vec::new();
    let mut seen = BTreeSet::new();
    let none = Vec::new();
    for name in names {
        let mut stack = Vec::new();
        if seen.insert(name) {
            stack.push((name, uses.get(name).unwrap_or(&none).iter()));
        }
        while let Some((name, rest)) = stack.last_mut() {
            match rest.next() {
                Some(next) if seen.insert(*next) => stack.push((*next, uses.get(next).unwrap_or(&none).iter())),
                Some(_) => {}
                None => {
                    sorted.push(*name);
                    stack.pop();
                }
            }
        }
    }
    sorted
}

fn modules(types: &[TypeDef]) -> Vec<Module> {
    let module_of: BTreeMap<&str, &str> = types.iter().map(|def| (def.name.as_str(), def.module.as_str())).collect();
    let mut modules: BTreeMap<&str, Module> = BTreeMap::new();
    for def in types {
        let module = modules.entry(&def.module).or_insert_with(|| Module {
            name: def.module.clone(),
            types: Vec::new(),
            uses: Vec::new(),
        });
        module.types.push(def.name.clone());
        for name in refs(def) {
            let Some(other) = module_of.get(name).filter(|other| **other != def.module) else { continue };
            if !module.uses.iter().any(|known| known == other) {
                module.uses.push((*other).to_owned());
            }
        }
    }
    modules.values_mut().for_each(|module| module.uses.sort());
    let uses = modules.iter().map(|(name, it)| (*name, it.uses.iter().map(String::as_str).collect())).collect();
    let sorted = after_their_uses(modules.keys().copied(), &uses);
    sorted.iter().filter_map(|name| modules.get(name).cloned()).collect()
}
