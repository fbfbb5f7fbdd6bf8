//! The source of a crate as tokens, without its comments, attributes and tests.

use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Returns each file below a folder of the repository with its tokens.
pub fn files(folder: &str) -> Vec<(String, TokenStream)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    collect(root, &root.join(folder), &mut found);
    assert!(!found.is_empty(), "{folder} has no Rust file");
    found
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<(String, TokenStream)>) {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(root, &path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            let tokens: TokenStream = fs::read_to_string(&path).unwrap().parse().unwrap_or_else(|_| panic!("{name}"));
            found.push((name, of_product(tokens)));
        }
    }
}

/// Returns the tokens of a file in order, without their nesting.
pub fn flat(tokens: TokenStream) -> Vec<TokenTree> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => found.extend(flat(group.stream())),
            other => found.push(other),
        }
    }
    found
}

/// Returns the tokens without attributes, and without the items that only tests have.
fn of_product(tokens: TokenStream) -> TokenStream {
    let mut found = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                while let Some(TokenTree::Punct(_)) = tokens.peek() {
                    tokens.next();
                }
                let attribute = tokens.next().map(|it| it.to_string()).unwrap_or_default();
                let attribute = attribute.replace(' ', "");
                if attribute.contains("cfg(test)") || attribute.contains("cfg(all(test,") {
                    skip_item(&mut tokens);
                }
            }
            TokenTree::Group(group) => {
                found.extend([TokenTree::Group(Group::new(group.delimiter(), of_product(group.stream())))]);
            }
            other => found.extend([other]),
        }
    }
    found
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
