//! Which paths a target may write: those that stay in its folder and mean the same file on every system.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::artifact::Artifact;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::file_name::{in_lower_case, refused_name};

/// Checks every path, and all of them against each other.
pub(super) fn check_all(artifacts: &[Artifact]) -> Diagnostics {
    let mut findings = Diagnostics::default();
    let mut taken = BTreeMap::new();
    for Artifact { path, .. } in artifacts {
        match refusal(path) {
            Some(reason) => findings.push(
                Diagnostic::error(Code::ArtifactPath, format!("a template writes `{path}`"))
                    .because(reason)
                    .instead("rename the template, or the definition that names the file"),
            ),
            None => claim(path, &mut taken).into_iter().for_each(|collision| findings.push(collision)),
        }
    }
    findings
}

/// Why a path cannot be written, if it cannot.
pub(super) fn refusal(path: &str) -> Option<&'static str> {
    if path.is_empty() {
        return Some("a path is not empty");
    }
    path.split('/').find_map(refused_name)
}

/// What a path needs to be, so that another one cannot be the same with something else in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    File,
    Folder,
}

/// Takes a path and its folders. Letter case does not tell two apart: some file systems do not see it.
fn claim<'a>(path: &'a str, taken: &mut BTreeMap<Cow<'a, str>, (&'a str, Use)>) -> Option<Diagnostic> {
    let folders = parents(path).map(|folder| (folder, Use::Folder));
    folders.chain([(path, Use::File)]).find_map(|(name, usage)| match taken.entry(in_lower_case(name)) {
        Entry::Vacant(free) => {
            free.insert((name, usage));
            None
        }
        Entry::Occupied(it) if *it.get() == (name, Use::Folder) && usage == Use::Folder => None,
        Entry::Occupied(it) => Some(collision(name, it.get().0)),
    })
}

fn collision(name: &str, other: &str) -> Diagnostic {
    Diagnostic::error(Code::ArtifactCollision, format!("two templates write `{name}` and `{other}`"))
        .because("on some systems both are one file, or a file and a folder of one name")
        .instead("rename one of the templates, or the definitions that name the files")
}

/// The folders that a path stands in, outermost first: `a` and `a/b` for `a/b/c`.
pub(super) fn parents(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(end, _)| &path[..end])
}
