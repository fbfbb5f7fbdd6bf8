//! `src/hooks` is the only place of the generator that knows the hook domain. Identifiers and string literals of every
//! other file are split into words, and none may be a word of that domain.

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::source;
use proc_macro2::TokenTree;

/// The words of the domain, in the singular.
const WORDS: [&str; 9] = ["event", "hook", "reply", "matcher", "prompt", "tool", "handler", "claude", "session"];

/// The places where such a word is allowed: the file or folder, the identifier or part of the string, and the reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("src/lib.rs", "hooks", "the module itself"),
    ("src/generate.rs", "hooks", "the one place that puts the features together with the rest"),
    ("src/compat", "hooks", "the changes of the host, which the features read"),
    ("src/compat", "event", "a changelog names what changed as its readers do; docs/compat.schema.json has the words"),
    ("src/set.rs", "events", "a key of `profile.toml`"),
    ("src/model/problem.rs", "wrong-event-name", "a code of problems, which is part of what users match on"),
    ("src/model/problem.rs", "WrongEventName", "the same"),
    ("src/diagnostic/code.rs", "older-than-its-event", "a code of diagnostics, which never changes"),
    ("src/program/pages.rs", "-replies", "the names of pages under docs/"),
    ("src/load/identity.rs", "development-tools", "a category of crates.io"),
    ("src/markdown", "event", "`pulldown_cmark::Event`"),
    ("src/schema/yaml.rs", "event", "`saphyr_parser::Event`"),
    ("src/program/watch.rs", "event", "`notify::Event`"),
];

/// Splits `hook_event_name`, `HookEventName` and sentences into words, in lower case and in the singular.
fn words(text: &str) -> BTreeSet<String> {
    let mut spaced = String::new();
    let mut last_lower = false;
    let letters: Vec<char> = text.chars().collect();
    for (at, &letter) in letters.iter().enumerate() {
        // `HttpHook`, and the last letter of an acronym: `HTTPHook`.
        let next_lower = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        if letter.is_uppercase() && (last_lower || next_lower) {
            spaced.push(' ');
        }
        spaced.push(if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' });
        last_lower = letter.is_lowercase();
    }
    let singular = |word: &str| {
        word.strip_suffix("ies")
            .map_or_else(|| word.strip_suffix('s').unwrap_or(word).to_owned(), |stem| format!("{stem}y"))
    };
    spaced.split_whitespace().map(singular).collect()
}

#[test]
fn nothing_but_the_folder_of_hooks_knows_what_a_hook_is() {
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    for (name, tokens) in source::files("src").into_iter().filter(|(name, _)| !name.starts_with("src/hooks/")) {
        let said = |token: &TokenTree| matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_));
        for text in source::flat(tokens).iter().filter(|it| said(it)).map(ToString::to_string) {
            if !words(&text).iter().any(|word| WORDS.contains(&word.as_str())) {
                continue;
            }
            let excused = EXCEPTIONS.iter().position(|(file, part, _)| {
                Path::new(&name).starts_with(file) && text.to_lowercase().contains(&part.to_lowercase())
            });
            match excused {
                Some(at) => drop(used.insert(at)),
                None => wrong.push(format!("{name}: {text}")),
            }
        }
    }
    assert!(wrong.is_empty(), "move it to src/hooks, or say it in general words:\n{}", wrong.join("\n"));
    let idle: Vec<_> = EXCEPTIONS.iter().enumerate().filter(|(at, _)| !used.contains(at)).map(|(_, it)| it).collect();
    assert!(idle.is_empty(), "exceptions that nothing needs: {idle:?}");
}

#[test]
fn words_are_found_in_every_spelling() {
    for text in ["hook_event_name", "HookEventName", "HTTPHook", "\"the events of it\"", "Replies", "TOOL"] {
        assert!(words(text).iter().any(|word| WORDS.contains(&word.as_str())), "{text}");
    }
    for text in ["toolchain", "prevent", "eventually", "hookwire"] {
        assert!(!words(text).iter().any(|word| WORDS.contains(&word.as_str())), "{text}");
    }
}
