//! A target's folder as it stands on the disk, and whether it is ours.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::disk::{self, Found};
use super::manifest::{Claims, JOURNAL, LOCK, MANIFEST};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// What is there.
#[derive(Default)]
pub(super) struct Folder {
    /// It has a manifest.
    pub(super) listed: bool,
    /// It has files in it, and nothing that says whose they are.
    pub(super) unlisted: bool,
    /// A run was cut here.
    pub(super) interrupted: bool,
    /// What runs are known to have written.
    pub(super) claims: Claims,
    /// Every file but the generator's own, with those that somebody else wrote.
    pub(super) files: BTreeSet<String>,
    /// What a run that was cut left half written.
    pub(super) halves: Vec<String>,
    /// Something is in it beside the generator's own files, be it an empty folder. If not, nothing is at any path either,
    /// however a system tells names apart.
    pub(super) occupied: bool,
}

impl Folder {
    /// Reads a folder; one that does not exist is empty.
    ///
    /// # Errors
    /// It is a file, or it cannot be read.
    pub(super) fn read(root: &Path) -> Result<Self, Diagnostics> {
        // The folder itself may be reached through a link: that is its owner's choice.
        match fs::metadata(root) {
            Ok(it) if it.is_dir() => {}
            Ok(_) => return Err(not_ours(root, "it is a file")),
            Err(_) => return Ok(Self::default()),
        }
        let manifest = read_list(root, MANIFEST, Claims::from_manifest)?;
        let journal = read_list(root, JOURNAL, Claims::from_journal)?;
        let (listed, interrupted) = (manifest.is_some(), journal.is_some());
        let mut claims = manifest.unwrap_or_default();
        claims.join(&journal.unwrap_or_default());
        let mut files = disk::walk(root)?;
        let occupied = disk::names(root)?.iter().any(|name| ![MANIFEST, JOURNAL, LOCK].contains(&&**name));
        [MANIFEST, JOURNAL, LOCK].iter().for_each(|name| drop(files.take(*name)));
        // In a new folder nothing is prepared before there is a journal.
        let prepared = |path| disk::preparations(path).filter(|it| interrupted || *it == disk::temporary(path));
        let halves = claims.paths().chain([MANIFEST, JOURNAL]).flat_map(prepared);
        let halves: Vec<_> = halves.filter_map(|path| files.take(&path)).collect();
        // Before there is a journal, it is prepared: then nothing has changed yet, but that file is to go.
        let interrupted = interrupted || !halves.is_empty();
        let unlisted = !listed && !interrupted && !files.is_empty();
        Ok(Self { listed, unlisted, interrupted, claims, files, halves, occupied })
    }

    /// Nothing is in it but the lock.
    pub(super) fn is_empty(&self) -> bool {
        !self.listed && !self.interrupted && !self.occupied && self.claims.paths().next().is_none()
    }

    /// Everything under this folder was generated.
    pub(super) fn is_all_claimed(&self, path: &str) -> bool {
        let inside = |file: &&String| file.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        self.files.iter().filter(inside).all(|file| self.claims.holds(file))
    }
}

fn read_list(
    root: &Path,
    name: &str,
    parse: fn(&[u8]) -> Result<Claims, String>,
) -> Result<Option<Claims>, Diagnostics> {
    let path = root.join(name);
    let problem = match disk::look(&path)? {
        Found::Nothing => return Ok(None),
        Found::File(text) => match parse(&text) {
            Ok(claims) => return Ok(Some(claims)),
            Err(problem) => problem,
        },
        Found::Folder | Found::Other => "it is no regular file".to_owned(),
    };
    let finding = Diagnostic::error(Code::ManifestUnreadable, format!("cannot read `{}`: {problem}", path.display()))
        .because("it says which files may be replaced and removed")
        .instead("restore it from version control (after a merge, either side will do) or delete the whole folder");
    Err(finding.into())
}

pub(super) fn not_ours(root: &Path, reason: &str) -> Diagnostics {
    let finding =
        Diagnostic::error(Code::OutputNotOurs, format!("`{}` was not made by this generator", root.display()));
    let advice = format!("name an empty folder, or one with a `{MANIFEST}`; if this one may go, delete it first");
    finding.because(reason).instead(advice).into()
}

/// Folders of targets that are no more: those in `out` that are none of `targets` and hold a manifest, or what a run leaves
/// that was cut while it removed one.
///
/// Plan them with no artifacts, and applying removes what was generated there.
pub fn retired(out: &Path, targets: &[String]) -> Vec<String> {
    let Ok(entries) = fs::read_dir(out) else { return Vec::new() };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let ours = |name: &String| [MANIFEST, JOURNAL, LOCK].iter().any(|own| out.join(name).join(own).is_file());
    let mut names: Vec<_> = names.filter(|name| !targets.contains(name) && ours(name)).collect();
    names.sort();
    names
}

/// Every file in `out` that stands in none of these folders, relative to it. No target wrote it.
pub(super) fn beside(out: &Path, folders: &[String]) -> Result<BTreeSet<String>, Diagnostics> {
    let mut files = BTreeSet::new();
    let Ok(entries) = fs::read_dir(out) else { return Ok(files) };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == ".git" || folders.contains(&name) {
            continue;
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let inside = disk::walk(&entry.path())?;
            files.extend(inside.iter().map(|file| format!("{name}/{file}")));
        } else {
            files.insert(name);
        }
    }
    Ok(files)
}
