//! Which paths a target may write: those that stay in its folder and mean the same file on every system.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::disk::TEMPORARY;
use super::manifest::RESERVED;
use crate::artifact::Artifact;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// Most systems take 255 bytes; what a file is called while it is written is longer than its name.
const LONGEST: usize = 200;

/// Names that Windows takes for devices, whatever ending follows.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

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

/// Why a file or a folder cannot be called so on every system, if it cannot.
pub fn refused_name(name: &str) -> Option<&'static str> {
    let lower = lower(name);
    if matches!(name, "" | "." | "..") {
        Some("a path is relative, and no part of it is empty, `.` or `..`")
    } else if name.chars().any(|c| c.is_control() || matches!(c, '\\' | '<' | '>' | ':' | '"' | '|' | '?' | '*')) {
        Some("a control character or one of `\\ < > : \" | ? *` cannot stand in a file name on every system")
    } else if name.len() > LONGEST {
        Some("a name of more than 200 bytes is too long for some systems")
    } else if name.ends_with(['.', ' ']) {
        Some("Windows drops a dot or a space at the end of a name")
    } else if is_device(&lower) {
        Some("Windows takes this name for a device")
    } else if lower == ".git" || lower.starts_with(RESERVED) || lower.ends_with(TEMPORARY) {
        Some("the name is kept for git or for the generator's own files")
    } else {
        None
    }
}

/// In small letters, as most are.
fn lower(name: &str) -> Cow<'_, str> {
    let is_lower = name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    if is_lower { name.into() } else { name.to_lowercase().into() }
}

fn is_device(lower: &str) -> bool {
    let stem = lower.split('.').next().unwrap_or(lower).trim_end();
    let numbered = |prefix| {
        stem.strip_prefix(prefix)
            .is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|b| (b'1'..=b'9').contains(&b)))
    };
    DEVICES.contains(&stem) || numbered("com") || numbered("lpt")
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
    folders.chain([(path, Use::File)]).find_map(|(name, usage)| match taken.entry(lower(name)) {
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
