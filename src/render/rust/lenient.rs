//! The enums that inputs use. A newer host can write a value that the contract does not list, and readers of inputs
//! keep it.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::Diagnostics;
use crate::model::{Contract, Enum, Kind};
use crate::render::builtin::{Input, Texts, texts};

/// Returns `true` under the name of each closed enum that the input of an operation refers to, directly or through other
/// types, and nothing under any other type's name. The enum of the operations' names is none of them, because readers
/// handle unknown operations themselves.
///
/// # Errors
/// Never; builtins can fail.
pub fn lenient(input: Input<'_>) -> Result<Texts, Diagnostics> {
    let contract = input.contract;
    let reached = reached(contract);
    let is_lenient = |name: &str| {
        let is_one = |it: &Enum| !it.open && !lists_operations(contract, it);
        reached.contains(name)
            && contract.get(name).is_some_and(|def| matches!(&def.kind, Kind::Enum(it) if is_one(it)))
    };
    let text = |name: &str| if is_lenient(name) { "true" } else { "" }.to_owned();
    let all: BTreeMap<String, String> = contract.types.iter().map(|def| (def.name.clone(), text(&def.name))).collect();
    Ok(texts(all))
}

/// Returns the names of the types that the inputs of operations refer to, with themselves.
fn reached(contract: &Contract) -> BTreeSet<String> {
    let mut open: Vec<String> = contract.operations.each.iter().map(|it| it.input.clone()).collect();
    let mut found = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(def) = contract.get(&name).filter(|_| !found.contains(&name)) {
            def.refs(&mut |name| open.push(name.to_owned()));
            found.insert(name);
        }
    }
    found
}

/// Returns true if the values are the names of the operations.
fn lists_operations(contract: &Contract, it: &Enum) -> bool {
    it.values.iter().all(|value| contract.operations.has(&value.value))
}
