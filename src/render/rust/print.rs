//! Syntax trees as text.

use syn::{File, Item};

/// The items, formatted, with an empty line between two.
pub fn items(items: &[Item]) -> String {
    items.iter().map(|item| airy(&item_text(item))).collect::<Vec<_>>().join("\n")
}

fn item_text(item: &Item) -> String {
    prettyplease::unparse(&File { shebang: None, attrs: Vec::new(), items: vec![item.clone()] })
}

/// prettyplease leaves no empty line between two functions of an `impl`.
fn airy(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 32);
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        if line == "    }" && lines.peek().is_some_and(|next| *next != "}") {
            out.push('\n');
        }
    }
    out
}
