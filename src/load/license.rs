//! The licence files of a set, next to its `codegen.toml`. Every package contains them unchanged.

use super::{Loader, unreadable};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::LicenseFile;
use crate::schema::text;

/// The prefixes of licence files, in any case, as forges and registries recognise them.
const WORDS: [&str; 4] = ["LICENSE", "LICENCE", "COPYING", NOTICE];

/// The name of a notice, which comes with a licence.
const NOTICE: &str = "NOTICE";

/// The extensions of text files. Any other one means something else: a key, a program.
const TEXTS: [&str; 3] = [".md", ".txt", ".rst"];

/// The licences that can follow a dot, `COPYING.LESSER`, where an extension could be as well.
const FAMILIES: &str = "AFL AGPL APACHE ARTISTIC BSD BSL CDDL ECL EPL EUPL GPL ISC LESSER LGPL LIB MIT MPL NCSA OFL PSF RUNTIME \
                        UNLICENSE UPL WTFPL ZLIB";

/// Returns true if the file at this path, from the root of the set, is a licence file. Its name is a word, optionally a
/// licence (`LICENSE-Apache-2.0`, `COPYING3`, `COPYING.LESSER`), and optionally a text extension.
pub(crate) fn is_license(path: &str) -> bool {
    let Some(rest) = behind_word(path) else { return false };
    let text = TEXTS.iter().find(|ending| rest.to_ascii_lowercase().ends_with(**ending));
    let rest = &rest[..rest.len() - text.map_or(0, |ending| ending.len())];
    match rest.split_at_checked(1) {
        Some(("-", suffix)) => is_suffix(suffix),
        Some((".", suffix)) => is_suffix(suffix) && is_family(suffix),
        _ => rest.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

/// Returns the rest of a root file's name after a whole word: `None` for `licensed.md`. Files that end in `.json` or
/// `.toml` have other uses in a set.
fn behind_word(path: &str) -> Option<&str> {
    let is_part = [".json", ".toml"].iter().any(|ending| path.to_ascii_lowercase().ends_with(ending));
    let rest = WORDS.iter().find_map(|word| behind(path, word)).filter(|_| !is_part && !path.contains('/'))?;
    (!rest.starts_with(char::is_alphabetic)).then_some(rest)
}

fn behind<'a>(path: &'a str, word: &str) -> Option<&'a str> {
    path.split_at_checked(word.len()).filter(|(start, _)| start.eq_ignore_ascii_case(word)).map(|(_, rest)| rest)
}

/// Returns true for the spelling of SPDX ids: letters, digits and `-`, and dots only before numbers, so that no
/// extension matches.
fn is_suffix(suffix: &str) -> bool {
    let mut parts = suffix.split('.');
    let is_plain =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    parts.next().is_some_and(is_plain)
        && parts.all(|part| is_plain(part) && part.starts_with(|c: char| c.is_ascii_digit()))
}

fn is_family(suffix: &str) -> bool {
    let name = suffix.trim_start_matches(|c: char| c.is_ascii_digit());
    let end = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
    FAMILIES.split(' ').any(|family| name[..end].eq_ignore_ascii_case(family))
}

impl Loader<'_> {
    /// Takes the licence files out of the paths and reads them. Reports files that begin with such a word and are not
    /// licences.
    pub(super) fn licenses(&mut self, paths: &mut Vec<String>) -> Vec<LicenseFile> {
        let licenses: Vec<_> = paths.extract_if(.., |path| is_license(path)).collect();
        paths.iter().filter(|path| behind_word(path).is_some()).for_each(|path| self.found.push(stray(path)));
        licenses.iter().filter_map(|path| self.license(path)).collect()
    }

    fn license(&mut self, path: &str) -> Option<LicenseFile> {
        let bytes = self.inputs.read(&self.root.join(path)).map_err(|error| unreadable(path, &error).into());
        let text = bytes.and_then(|bytes| text(path, bytes)).map_err(|found| self.found.extend(found)).ok()?;
        Some(LicenseFile { name: path.to_owned(), text, is_notice: behind(path, NOTICE).is_some() })
    }
}

fn stray(path: &str) -> Diagnostic {
    Diagnostic::warning(Code::StrayFile, "this file is not a licence that goes into the packages")
        .in_file(path)
        .because("everybody who installs one could read it: only a text whose name says a licence is put there")
        .instead("call it `LICENSE`, or `LICENSE-MIT`, and at most `.md`, `.txt` or `.rst` behind that, or take it out of the set")
}

#[cfg(test)]
mod tests {
    use super::{behind_word, is_license};

    #[test]
    fn a_licence_file_is_known_by_the_whole_of_its_name() {
        let yes = "LICENSE LICENSE-MIT License.txt license.MD LICENCE.md LICENSE.rst COPYING COPYING3 COPYING.LESSER NOTICE \
                   LICENSE-Apache-2.0 LICENSE-APACHE-2.0.txt LICENSE.Apache-2.0 LICENSE.0BSD license.mit LICENSE-MIT-0 \
                   LICENSE.BSD-3-Clause COPYING.LIB.txt";
        let no = "LICENSE_SIGNING_KEY.pem license.key license.py license.js LICENSE.PEM LICENSE-KEY.pem LICENSE-MIT.key \
                  LICENSE.MIT.py LICENSE. LICENSE- LICENSE.. license.cc COPYING~ LICENSE.txt.bak LICENSE(old) LICENSE.md.asc NOTICE.exe \
                  LICENSE-ü LICENSE-a/b";
        let other = "license.schema.json LICENSE.toml licensed.md notices.md docs/LICENSE MIT-LICENSE ein LICENSE/MIT";
        let reported = |name: &&str| !is_license(name) && behind_word(name).is_some();
        assert_eq!(yes.split_whitespace().filter(|name| !is_license(name)).collect::<Vec<_>>(), Vec::<&str>::new());
        assert_eq!(no.split_whitespace().filter(|name| is_license(name)).collect::<Vec<_>>(), Vec::<&str>::new());
        let at_root = no.split_whitespace().filter(|name| !name.contains('/'));
        assert_eq!(at_root.filter(|name| !reported(name)).collect::<Vec<_>>(), Vec::<&str>::new());
        let of_it = |name: &&str| is_license(name) || behind_word(name).is_some();
        assert_eq!(other.split_whitespace().filter(of_it).collect::<Vec<_>>(), Vec::<&str>::new());
    }
}
