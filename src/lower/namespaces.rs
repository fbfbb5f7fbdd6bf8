//! Collects the namespaces of a set, and the references between them.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Module, Namespace};

/// Returns the namespaces of these modules, sorted by name. The modules are in order, dependencies first.
pub fn namespaces(modules: &[Module]) -> Vec<Namespace> {
    let home: BTreeMap<&str, Option<&str>> =
        modules.iter().map(|module| (module.name.as_str(), module.namespace.as_deref())).collect();
    let mut direct: BTreeMap<Option<&str>, BTreeSet<&str>> = BTreeMap::new();
    for module in modules {
        let used = module.uses.iter().filter_map(|name| home.get(name.as_str()).copied().flatten());
        direct.entry(module.namespace.as_deref()).or_default().extend(used);
    }
    let required = reached(None, &direct);
    let names: BTreeSet<&str> = modules.iter().filter_map(|module| module.namespace.as_deref()).collect();
    names.into_iter().map(|name| namespace(name, modules, &direct, &required)).collect()
}

fn namespace(
    name: &str,
    modules: &[Module],
    direct: &BTreeMap<Option<&str>, BTreeSet<&str>>,
    required: &BTreeSet<String>,
) -> Namespace {
    let own = || modules.iter().filter(|module| module.namespace.as_deref() == Some(name));
    Namespace {
        name: name.to_owned(),
        modules: own().map(|module| module.name.clone()).collect(),
        types: own().flat_map(|module| module.types.clone()).collect(),
        uses: reached(Some(name), direct).into_iter().filter(|other| other != name).collect(),
        required: required.contains(name),
    }
}

/// Returns the namespaces that one refers to, directly or through others. `None` is the root.
fn reached(from: Option<&str>, direct: &BTreeMap<Option<&str>, BTreeSet<&str>>) -> BTreeSet<String> {
    let (mut open, mut found) = (vec![from], BTreeSet::new());
    while let Some(at) = open.pop() {
        for name in direct.get(&at).into_iter().flatten() {
            if found.insert((*name).to_owned()) {
                open.push(Some(name));
            }
        }
    }
    found
}
