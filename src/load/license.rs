//! The licence files of a set: those that stand beside its `codegen.toml`. Every package of it has them, as they are.

use super::{Loader, text, unreadable};
use crate::diagnostic::{Code, Diagnostic};
use crate::set::LicenseFile;

/// What their names begin with, in letters of any case: what forges and registries know one by.
const WORDS: [&str; 4] = ["LICENSE", "LICENCE", "COPYING", NOTICE];

/// What comes with a licence and is none itself.
const NOTICE: &str = "NOTICE";

/// The file at this path, from the root of the set, is one of its licence files. What ends in `.json` or `.toml` has another
/// part in a set.
pub(crate) fn is_license(path: &str) -> bool {
    WORDS.iter().any(|word| begins_with(path, word)) && !path.contains('/') && !is_part(path)
}

fn is_part(path: &str) -> bool {
    [".json", ".toml"].iter().any(|ending| path.to_ascii_lowercase().ends_with(ending))
}

/// The whole word, whatever stands behind it: `LICENSE-MIT`, `COPYING3`, and not `licensed.md`.
fn begins_with(path: &str, word: &str) -> bool {
    let is_word = path.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    is_word && !path[word.len()..].starts_with(|next: char| next.is_alphabetic())
}

impl Loader<'_> {
    /// The licence files at these paths.
    pub(super) fn licenses(&mut self, paths: &[String]) -> Vec<LicenseFile> {
        paths.iter().filter_map(|path| self.license(path)).collect()
    }

    fn license(&mut self, path: &str) -> Option<LicenseFile> {
        if !path.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)) || path.ends_with('.') {
            self.found.push(
                Diagnostic::error(Code::FileName, "no name for a licence file")
                    .in_file(path)
                    .because("the manifest of each package names it, and some read other characters as a pattern")
                    .instead("use letters, digits, `.`, `_` and `-`, and no dot at the end"),
            );
            return None;
        }
        let bytes = self.inputs.read(&self.root.join(path)).map_err(|error| unreadable(path, &error).into());
        let text = bytes.and_then(|bytes| text(path, bytes)).map_err(|found| self.found.extend(found)).ok()?;
        Some(LicenseFile { name: path.to_owned(), text, is_notice: begins_with(path, NOTICE) })
    }
}

#[cfg(test)]
mod tests {
    use super::is_license;

    #[test]
    fn a_licence_file_is_known_by_the_word_that_its_name_begins_with() {
        let yes =
            ["LICENSE", "LICENSE-MIT", "License.txt", "LICENCE.md", "COPYING", "COPYING3", "COPYING.LESSER", "NOTICE"];
        let no =
            ["license.schema.json", "LICENSE.toml", "licensed.md", "notices.md", "docs/LICENSE", "MIT-LICENSE", "ein"];
        assert_eq!(yes.into_iter().filter(|name| !is_license(name)).collect::<Vec<_>>(), Vec::<&str>::new());
        assert_eq!(no.into_iter().filter(|name| is_license(name)).collect::<Vec<_>>(), Vec::<&str>::new());
    }
}
