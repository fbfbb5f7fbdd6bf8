//! The modules of the generator and of xtask refer in one direction, so that each can be read without those above it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/source.rs"]
mod source;

use std::collections::BTreeSet;

use proc_macro2::TokenTree;

/// Every module of the generator. Each refers only to those before it.
const GENERATOR: &[&str] = &[
    // The ground: values, names, places.
    "artifact",
    "colour",
    "combinations",
    "inputs",
    "memo",
    "nearest",
    "file_name",
    "diagnostic",
    "schema",
    // The model of a contract, and what decides its values.
    "model",
    "set",
    "regex",
    // A schema set to the model.
    "load",
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

/// Every module of xtask. Each refers only to those before it.
const XTASK: &[&str] = &[
    // The repository, the programs that commands call, the environments that they install.
    "harness",
    // The commands, and what the steps of the tests need.
    "coverage",
    "docs",
    "codegen",
    "explain",
    "compat",
    "interface",
    "bench",
    "conform",
    "assertions",
    "fuzz",
    "newer",
    "suite",
    "go",
    "package",
    "publish",
    "installed",
    "checkers",
    // The list of steps, and the doors.
    "test",
    "main",
];

/// Returns the modules that a file refers to by `crate::name` or `crate::{name, name}`.
fn referred(tokens: &[TokenTree]) -> BTreeSet<String> {
    let text: Vec<String> = tokens.iter().map(ToString::to_string).collect();
    let mut found = BTreeSet::new();
    for (at, window) in text.windows(4).enumerate() {
        if window[0] == "crate" && window[1] == ":" && window[2] == ":" {
            for pair in text[at + 3..].chunks(2) {
                found.insert(pair[0].clone());
                if pair.get(1).is_none_or(|next| next != ",") {
                    break;
                }
            }
        }
    }
    found
}

/// Asserts the order of the modules in a folder.
fn assert_order(folder: &str, order: &[&str]) {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for (file, tokens) in source::files(folder) {
        let below = file.strip_prefix(folder).unwrap();
        let own = below.split('/').nth(1).unwrap().trim_end_matches(".rs").to_owned();
        let at = order.iter().position(|name| *name == own);
        let at = at.unwrap_or_else(|| panic!("give `{own}` its place in the order of tests/structure.rs"));
        for name in referred(&tokens) {
            if order.iter().position(|known| *known == name).is_some_and(|other| other > at) {
                wrong.push(format!("{file} refers to `{name}`"));
            }
        }
        seen.insert(own);
    }
    assert!(wrong.is_empty(), "move what both need further down:\n{}", wrong.join("\n"));
    let gone: Vec<_> = order.iter().filter(|name| !seen.contains(**name)).collect();
    assert!(gone.is_empty(), "take out of the order: {gone:?}");
}

#[test]
fn each_module_of_the_generator_refers_only_to_those_before_it() {
    assert_order("src", GENERATOR);
}

#[test]
fn each_module_of_xtask_refers_only_to_those_before_it() {
    assert_order("xtask/src", XTASK);
}
