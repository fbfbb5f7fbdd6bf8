//! Refuses paths that leave a target's folder, or that mean another file on some system.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::artifact::Artifact;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::file_name::{in_lower_case, refused_name};

/// Checks every path, and that no two mean the same file on some system.
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
            None => take(path, &mut taken).into_iter().for_each(|collision| findings.push(collision)),
        }
    }
    findings
}

/// Returns the reason why a path must not be written, if there is one.
pub(super) fn refusal(path: &str) -> Option<&'static str> {
    if path.is_empty() {
        return Some("a path is not empty");
    }
    path.split('/').find_map(refused_name)
}

/// The use of a path. Two paths may share only folders.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    File,
    Folder,
}

/// Registers a path and its folders, and returns an error if one is already used. Case is ignored, as on some file
/// systems.
fn take<'a>(path: &'a str, taken: &mut BTreeMap<Cow<'a, str>, (&'a str, Use)>) -> Option<Diagnostic> {
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

/// Returns the folders of a path, outermost first: `a` and `a/b` for `a/b/c`.
pub(super) fn parents(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(end, _)| &path[..end])
}
