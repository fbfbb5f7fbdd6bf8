//! The modules of the generator refer in one direction, so that each can be read without those above it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/source.rs"]
mod source;

use std::collections::BTreeSet;

use proc_macro2::TokenTree;

/// Every module of the crate. Each refers only to those before it.
const ORDER: &[&str] = &[
    // The ground: values, names, places.
    "artifact",
    "colour",
    "combinations",
    "inputs",
    "memo",
    "nearest",
    "file_name",
    "problem",
    "set",
    "diagnostic",
    // The model of a contract, and what decides its values.
    "assertion",
    "format",
    "model",
    "regex",
    // A schema set to the model.
    "load",
    "reference",
    "naming",
    "check",
    "link",
    "lower",
    "profile",
    // The model to files, for any set.
    "validation",
    "bundle",
    "markdown",
    "render",
    // What a hook is.
    "hooks",
    // Everything that uses the steps.
    "depfile",
    "write",
    "compat",
    "generate",
    "explain",
    "run",
    "program",
    "lib",
];

/// Returns the modules that a file refers to by `crate::`.
fn referred(tokens: &[TokenTree]) -> BTreeSet<String> {
    let text: Vec<String> = tokens.iter().map(ToString::to_string).collect();
    let paths = text.windows(4).filter(|it| it[0] == "crate" && it[1] == ":" && it[2] == ":").map(|it| it[3].clone());
    paths.collect()
}

#[test]
fn each_module_refers_only_to_those_before_it() {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for (file, tokens) in source::files() {
        let own = file.split('/').nth(1).unwrap().trim_end_matches(".rs").to_owned();
        let at = ORDER.iter().position(|name| *name == own);
        let at = at.unwrap_or_else(|| panic!("give `{own}` its place in the order of tests/structure.rs"));
        for name in referred(&tokens) {
            if ORDER.iter().position(|known| *known == name).is_some_and(|other| other > at) {
                wrong.push(format!("{file} refers to `{name}`"));
            }
        }
        seen.insert(own);
    }
    assert!(wrong.is_empty(), "move what both need further down:\n{}", wrong.join("\n"));
    let gone: Vec<_> = ORDER.iter().filter(|name| !seen.contains(**name)).collect();
    assert!(gone.is_empty(), "take out of the order: {gone:?}");
}
