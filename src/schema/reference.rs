//! References between the files of a set: writes them, and resolves their paths.

use super::origin::Origin;
use super::pointer::{from_fragment, to_fragment};

/// Returns the relative reference to a node from a file of the same set.
pub fn to(node: &Origin, from: &str) -> String {
    let fragment = if node.pointer.is_empty() { String::new() } else { format!("#{}", to_fragment(&node.pointer)) };
    if node.file == from {
        return if fragment.is_empty() { "#".to_owned() } else { fragment };
    }
    let (from, file): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), node.file.split('/').collect());
    let folders = from.len() - 1;
    let common = from.iter().zip(&file).take_while(|(one, other)| one == other).count();
    // The file's own name is always written, even if a folder has the same name.
    let common = common.min(folders).min(file.len() - 1);
    format!("{}{}{fragment}", "../".repeat(folders - common), file[common..].join("/"))
}

/// Returns the node that a reference from a file leads to, by path and pointer. `None` if it leads out of the set. The node may
/// not exist.
pub fn target(from: &str, reference: &str) -> Option<Origin> {
    let (path, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    let file = if path.is_empty() { from.to_owned() } else { join(from, path)? };
    Some(Origin { file, pointer: from_fragment(fragment) })
}

/// Returns the path of the file that a relative reference points to, from the root of the set. `None` if it points out
/// of the set.
pub fn join(from: &str, reference: &str) -> Option<String> {
    if reference.contains(':') || reference.starts_with('/') || reference.contains('\\') {
        return None;
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in reference.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_relative_to_its_own_file() {
        let to = |file: &str, pointer: &str, from: &str| {
            super::to(&Origin { file: file.to_owned(), pointer: pointer.to_owned() }, from)
        };
        assert_eq!(to("a.json", "", "a.json"), "#");
        assert_eq!(to("a.json", "/$defs/A b", "a.json"), "#/$defs/A%20b");
        assert_eq!(to("x/a.json", "", "x/b.json"), "a.json");
        assert_eq!(to("x/y/a.json", "/$defs/A", "x/b.json"), "y/a.json#/$defs/A");
        assert_eq!(to("x/a.json", "", "y/z/b.json"), "../../x/a.json");
        assert_eq!(to("a.json", "", "a.json/b.json"), "../a.json");
    }
}
