//! The modules of the generator and of xtask refer in one direction, so that each can be read without those above it.

use std::collections::BTreeSet;

use crate::support::source;
use proc_macro2::{TokenStream, TokenTree};

/// Every module of the generator. Each refers only to those before it.
const GENERATOR: &[&str] = &[
    // The base: values, names, places.
    "artifact",
    "colour",
    "combinations",
    "inputs",
    "memo",
    "nearest",
    "file_name",
    "diagnostic",
    "schema",
    // The model of a contract, and its value logic.
    "model",
    "set",
    "regex",
    // From a schema set to the model.
    "naming",
    "normalize",
    "load",
    "check",
    "link",
    "lower",
    "profile",
    // From the model to files, for any set.
    "validation",
    "bundle",
    "markdown",
    "render",
    // The hook domain.
    "hooks",
    // The users of all steps.
    "depfile",
    "write",
    "compat",
    "generate",
    "explain",
    "run",
    "build",
    "program",
    "lib",
];

/// Every module of the conformance harness. Each refers only to those before it.
const CONFORMANCE: &[&str] = &[
    "random",
    "lines",
    "mutator",
    "digest",
    "doubles",
    "vector",
    "schema",
    "language",
    "binding",
    "processes",
    // The comparisons.
    "conform",
    "suite",
    "sets",
    "assertions",
    "newer",
    "lib",
];

/// Every module of xtask. Each refers only to those before it.
const XTASK: &[&str] = &[
    // The commands, and the code that the test steps need.
    "docs",
    "codegen",
    "inside",
    "compat",
    "conform",
    "suite",
    "interface",
    "bench",
    "sets",
    "fuzz",
    "go",
    "package",
    "publish",
    "installed",
    "checkers",
    "cli",
    "shape",
    "observed",
    "cookbook",
    "attacks",
    "editor",
    "trees",
    "observe",
    "upstream",
    "sandbox",
    "commands",
    "prose",
    "recording",
    "runtime",
    // The list of steps, and the commands.
    "test",
    "main",
];

/// Every module of the test harness. Each refers only to those before it.
const HARNESS: &[&str] = &[
    "tools",
    "root",
    "once",
    "environment",
    "schemas",
    "signals",
    "identity",
    "git",
    "outcome",
    "workspace",
    "catalogue",
    "readme",
    "lib",
];

/// Every module of the crate that runs the real host. Each refers only to those before it.
const OBSERVE: &[&str] = &[
    "registry",
    "sandbox",
    "program",
    "model",
    "conversation",
    "case",
    "family",
    "replies",
    "mcp",
    "environment",
    "terminal",
    "session",
    "observation",
    "record",
    "compare",
    "pairwise",
    "unseen",
    "other_versions",
    "bisect",
    "play",
    "shape",
    "settings",
    "cookbook",
    "lib",
];

/// Every module of the crate that compares the host's declarations. Each refers only to those before it.
const UPSTREAM: &[&str] =
    &["facts", "declarations", "extract", "source", "kind", "known", "outline", "compare", "report", "draft", "lib"];

/// Modules whose file is in another folder, declared with `#[path]`. They refer to nothing.
const ELSEWHERE: &[&str] = &["corpus"];

/// Returns the modules that a file refers to by `crate::name`, in the braces of `crate::{…}`, or in the string of an
/// attribute: `#[serde(with = "crate::…")]`.
fn referred(tokens: TokenStream) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            // The code in `quote!` and `parse_quote!` belongs to a generated crate.
            TokenTree::Group(_) if at > 1 && tokens[at - 2].to_string().ends_with("quote") => {}
            TokenTree::Group(group) => found.extend(referred(group.stream())),
            TokenTree::Punct(hash) if hash.as_char() == '#' => {
                found.extend(tokens.get(at + 1).into_iter().flat_map(named_in_attribute));
            }
            TokenTree::Ident(name) if name == "crate" => found.extend(first_names(tokens.get(at + 3))),
            _ => {}
        }
    }
    found
}

/// Returns the modules that the strings of an attribute refer to.
fn named_in_attribute(attribute: &TokenTree) -> Vec<String> {
    match attribute {
        TokenTree::Group(group) => group.stream().into_iter().flat_map(|token| named_in_attribute(&token)).collect(),
        TokenTree::Literal(text) => {
            let text = text.to_string();
            let path = text.strip_prefix("\"crate::").and_then(|rest| rest.split([':', '"']).next());
            path.map(str::to_owned).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the name that a path continues with, or the first name of each path in braces.
fn first_names(next: Option<&TokenTree>) -> Vec<String> {
    match next {
        Some(TokenTree::Ident(name)) => vec![name.to_string()],
        Some(TokenTree::Group(group)) => {
            let names: Vec<TokenTree> = group.stream().into_iter().collect();
            let paths = names.split(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ','));
            paths.filter_map(|path| path.first().map(ToString::to_string)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the largest number of `super::` in one path.
fn steps_up(tokens: &[TokenTree]) -> usize {
    let (mut most, mut steps) = (0, 0);
    for token in tokens {
        match token {
            TokenTree::Ident(name) if name == "super" => steps += 1,
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            _ => steps = 0,
        }
        most = most.max(steps);
    }
    most
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
        // `mod.rs` is as deep as its folder.
        let depth = below.trim_end_matches("/mod.rs").split('/').count() - 1;
        if steps_up(&source::flat(tokens.clone())) >= depth {
            wrong.push(format!("{file} reaches the root by `super::`: write `crate::`"));
        }
        for name in referred(tokens) {
            match order.iter().position(|known| *known == name) {
                Some(other) if other > at => wrong.push(format!("{file} refers to `{name}`")),
                Some(_) => {}
                None if ELSEWHERE.contains(&name.as_str()) => {}
                // A re-export or a macro at the root would hide the module that it comes from.
                None => wrong.push(format!("{file} refers to `crate::{name}`: name its module")),
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

#[test]
fn each_module_of_the_test_harness_refers_only_to_those_before_it() {
    assert_order("xtask/harness/src", HARNESS);
}

#[test]
fn each_module_that_runs_the_real_host_refers_only_to_those_before_it() {
    assert_order("xtask/observe/src", OBSERVE);
}

#[test]
fn each_module_that_compares_declarations_refers_only_to_those_before_it() {
    assert_order("xtask/upstream/src", UPSTREAM);
}

#[test]
fn each_module_of_the_conformance_harness_refers_only_to_those_before_it() {
    assert_order("xtask/conformance/src", CONFORMANCE);
}
