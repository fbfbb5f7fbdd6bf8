//! A target's folder as it stands on the disk, and whether it is ours.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::disk::{self, Found};
use super::ignored::ignored;
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
        // The folder of all targets may be reached through a link: that is its owner's choice. That of one is none, as what
        // it leads to lies elsewhere, and may be that of another set.
        match fs::symlink_metadata(root) {
            Ok(it) if it.is_dir() => {}
            Ok(it) if it.is_symlink() => return Err(a_link(root)),
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

fn a_link(root: &Path) -> Diagnostics {
    Diagnostic::error(Code::OutputNotOurs, format!("`{}` is a symbolic link", root.display()))
        .because("what it leads to lies outside of the folder that was named, and nothing is written or removed there")
        .instead(
            "remove the link, and name by `--out` the folder in which the targets are to stand: that one may be a link",
        )
        .into()
}

/// Folders of targets that are no more: those in `out` that are none of `targets` and hold a manifest, or what a run leaves
/// that was cut while it removed one.
///
/// Plan them with no artifacts, and applying removes what was generated there.
pub fn retired(out: &Path, targets: &[String]) -> Vec<String> {
    let Ok(entries) = fs::read_dir(out) else { return Vec::new() };
    let folders = entries.filter_map(Result::ok).filter(|entry| entry.file_type().is_ok_and(|it| it.is_dir()));
    let names = folders.filter_map(|entry| entry.file_name().into_string().ok());
    let ours = |name: &String| [MANIFEST, JOURNAL, LOCK].iter().any(|own| out.join(name).join(own).is_file());
    let mut names: Vec<_> = names.filter(|name| !targets.contains(name) && ours(name)).collect();
    names.sort();
    names
}

/// What stands in `out` and is none of these folders: each file, and each folder that has a file in it, by its name. No target
/// wrote it. What is ignored may be there.
pub(super) fn beside(out: &Path, folders: &[String]) -> BTreeSet<String> {
    let Ok(entries) = fs::read_dir(out) else { return BTreeSet::new() };
    let mut files = BTreeSet::new();
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == ".git" || folders.contains(&name) {
            continue;
        }
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        // What may not be looked into is somebody's, and no reason to do nothing.
        match is_folder.then(|| disk::walk(&entry.path())) {
            Some(Ok(inside)) => files.extend(inside.iter().map(|file| format!("{name}/{file}"))),
            Some(Err(_)) | None => drop(files.insert(name)),
        }
    }
    let spared = ignored(out, &files, |_| false);
    let name = |path: &String| path.split('/').next().map(str::to_owned);
    files.difference(&spared).filter_map(name).collect()
}
