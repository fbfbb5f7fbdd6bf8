//! The wall: `src/hooks` is the only place of the generator that knows what a hook is. Identifiers and string literals of every
//! other file are split into words, and none may be a word of the hook domain.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

/// The words of the domain, in the singular.
const WORDS: [&str; 9] = ["event", "hook", "reply", "matcher", "prompt", "tool", "handler", "claude", "session"];

/// What may say such a word elsewhere: the file or folder, the identifier or a part of the string, and why.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("src/lib.rs", "hooks", "the module itself"),
    ("src/generate.rs", "hooks", "the one place that puts the features together with the rest"),
    ("src/compat", "hooks", "the changes of the host, which the features read"),
    ("src/compat", "event", "a changelog names what changed as its readers do; docs/compat.schema.json has the words"),
    ("src/set.rs", "events", "a key of `profile.toml`"),
    ("src/problem.rs", "wrong-event-name", "a code of problems, which is part of what users match on"),
    ("src/problem.rs", "WrongEventName", "the same"),
    ("src/diagnostic/code.rs", "older-than-its-event", "a code of diagnostics, which never changes"),
    ("src/program/pages.rs", "repl", "the names of pages under docs/"),
    ("src/load/identity.rs", "development-tools", "a category of crates.io"),
    ("src/markdown", "event", "`pulldown_cmark::Event`"),
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            files(&entry, found);
        } else if entry.extension().is_some_and(|ending| ending == "rs") {
            found.push(entry);
        }
    }
}

/// Collects identifiers and string literals. Documentation is an attribute, and may name what it likes; so may tests.
fn texts(tokens: TokenStream, found: &mut Vec<String>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                while let Some(TokenTree::Punct(_)) = tokens.peek() {
                    tokens.next();
                }
                let attribute = tokens.next().map(|it| it.to_string()).unwrap_or_default();
                if attribute.replace(' ', "").contains("cfg(test)") {
                    // The item that follows, up to its body or its end.
                    for skipped in tokens.by_ref() {
                        match skipped {
                            TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Brace => break,
                            TokenTree::Punct(punct) if punct.as_char() == ';' => break,
                            _ => {}
                        }
                    }
                }
            }
            TokenTree::Group(group) => texts(group.stream(), found),
            TokenTree::Ident(name) => found.push(name.to_string()),
            TokenTree::Literal(literal) => found.push(literal.to_string()),
            TokenTree::Punct(_) => {}
        }
    }
}

/// Splits `hook_event_name`, `HookEventName` and sentences into words, in lower case and in the singular.
fn words(text: &str) -> BTreeSet<String> {
    let mut spaced = String::new();
    let mut last_lower = false;
    for letter in text.chars() {
        if letter.is_uppercase() && last_lower {
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    files(&root.join("src"), &mut all);
    all.retain(|path| !path.starts_with(root.join("src/hooks")));
    assert!(all.len() > 100, "{}", all.len());
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    for path in &all {
        let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
        let mut found = Vec::new();
        let tokens: TokenStream = fs::read_to_string(path).unwrap().parse().unwrap_or_else(|_| panic!("{name}"));
        texts(tokens, &mut found);
        for text in found {
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
    for text in ["hook_event_name", "HookEventName", "\"the events of it\"", "Replies", "TOOL"] {
        assert!(words(text).iter().any(|word| WORDS.contains(&word.as_str())), "{text}");
    }
    for text in ["toolchain", "prevent", "eventually", "hookwire"] {
        assert!(!words(text).iter().any(|word| WORDS.contains(&word.as_str())), "{text}");
    }
}
