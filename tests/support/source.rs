//! The source of a crate as tokens, without its comments, attributes and tests.

use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Returns each file below a folder of the repository with its tokens, in order and without their nesting.
pub fn files(folder: &str) -> Vec<(String, Vec<TokenTree>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    collect(root, &root.join(folder), &mut found);
    assert!(found.len() > 50, "{}", found.len());
    found
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<(String, Vec<TokenTree>)>) {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(root, &path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            let tokens: TokenStream = fs::read_to_string(&path).unwrap().parse().unwrap_or_else(|_| panic!("{name}"));
            let mut flat = Vec::new();
            flatten(tokens, &mut flat);
            found.push((name, flat));
        }
    }
}

fn flatten(tokens: TokenStream, found: &mut Vec<TokenTree>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                while let Some(TokenTree::Punct(_)) = tokens.peek() {
                    tokens.next();
                }
                let attribute = tokens.next().map(|it| it.to_string()).unwrap_or_default();
                if attribute.replace(' ', "").contains("cfg(test)") {
                    skip_item(&mut tokens);
                }
            }
            TokenTree::Group(group) => flatten(group.stream(), found),
            other => found.push(other),
        }
    }
}

/// Skips an item up to its body or its semicolon.
fn skip_item(tokens: &mut impl Iterator<Item = TokenTree>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return,
            TokenTree::Punct(punct) if punct.as_char() == ';' => return,
            _ => {}
        }
    }
}
