//! Reads a target's folder, and refuses one that the generator did not make.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::disk::{self, Found};
use super::ignored::ignored;
use super::manifest::{LOCK, Listing, MANIFEST};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// The contents of a target's folder.
#[derive(Default)]
pub(super) struct Folder {
    /// There is a manifest.
    pub(super) has_manifest: bool,
    /// The files that earlier runs may have written.
    pub(super) listing: Listing,
    /// Every file except the manifest and the lock, foreign files too.
    pub(super) files: BTreeSet<String>,
    /// There is something besides the generator's own files, even an empty folder. If not, no artifact's path exists,
    /// even on a file system that ignores case.
    pub(super) has_other_entries: bool,
}

impl Folder {
    /// Reads a folder; one that does not exist is empty.
    ///
    /// # Errors
    /// It is a file or a link, or it cannot be read.
    pub(super) fn read(root: &Path) -> Result<Self, Diagnostics> {
        // The user may reach the folder of all targets through a link. A link at a target's folder leads elsewhere,
        // perhaps to a target of another set.
        match fs::symlink_metadata(root) {
            Ok(it) if it.is_dir() => {}
            Ok(it) if it.is_symlink() => return Err(a_link(root)),
            Ok(_) => return Err(not_ours(root, "it is a file")),
            Err(_) => return Ok(Self::default()),
        }
        let manifest = read_manifest(root)?;
        let has_manifest = manifest.is_some();
        let mut files = disk::walk(root)?;
        [MANIFEST, LOCK].iter().for_each(|name| drop(files.take(*name)));
        let has_other_entries = disk::names(root)?.iter().any(|name| ![MANIFEST, LOCK].contains(&&**name));
        Ok(Self { has_manifest, listing: manifest.unwrap_or_default(), files, has_other_entries })
    }

    /// Returns true if there are files, but no manifest that lists them.
    pub(super) fn lacks_manifest(&self) -> bool {
        !self.has_manifest && self.files.iter().any(|path| !self.listing.contains(path))
    }

    /// Returns the files below a folder in it.
    pub(super) fn below(&self, path: &str) -> impl Iterator<Item = &String> {
        self.files.iter().filter(move |file| file.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')))
    }
}

fn read_manifest(root: &Path) -> Result<Option<Listing>, Diagnostics> {
    let path = root.join(MANIFEST);
    let problem = match disk::read(&path)? {
        Found::Nothing => return Ok(None),
        Found::File(text) => match Listing::parse(&text) {
            Ok(listing) => return Ok(Some(listing)),
            Err(problem) => problem,
        },
        Found::Folder | Found::Other => "it is not a regular file".to_owned(),
    };
    let finding = Diagnostic::error(Code::ManifestUnreadable, format!("cannot read `{}`: {problem}", path.display()))
        .because("it says which files may be replaced and removed")
        .instead("restore it from version control (after a merge, either side will do) or delete the whole folder");
    Err(finding.into())
}

/// Returns the error for a folder that the generator did not make.
pub(super) fn not_ours(root: &Path, reason: &str) -> Diagnostics {
    let finding =
        Diagnostic::error(Code::OutputNotOurs, format!("`{}` was not made by this generator", root.display()));
    let advice = format!("name an empty folder, or one with a `{MANIFEST}`; if this one may go, delete it first");
    finding.because(reason).instead(advice).into()
}

fn a_link(root: &Path) -> Diagnostics {
    Diagnostic::error(Code::OutputNotOurs, format!("`{}` is a symbolic link", root.display()))
        .because("its target is outside of the given folder, and nothing is written or removed there")
        .instead("remove the link, and pass the folder of the targets with `--out`: that one may be a link")
        .into()
}

/// Returns the folders in `out` of targets that no longer exist: they have a manifest, and are not among `targets`.
///
/// A plan for such a folder without artifacts removes what was generated there.
pub fn retired(out: &Path, targets: &[String]) -> Vec<String> {
    let Ok(entries) = fs::read_dir(out) else { return Vec::new() };
    let folders = entries.filter_map(Result::ok).filter(|entry| entry.file_type().is_ok_and(|it| it.is_dir()));
    let names = folders.filter_map(|entry| entry.file_name().into_string().ok());
    let ours = |name: &String| out.join(name).join(MANIFEST).is_file();
    let mut names: Vec<_> = names.filter(|name| !targets.contains(name) && ours(name)).collect();
    names.sort();
    names
}

/// Returns the names of the files in `out`, and of the folders with files in them, that are not among `folders`.
///
/// Ignored files do not count.
pub(super) fn outside_targets(out: &Path, folders: &[String]) -> BTreeSet<String> {
    let Ok(entries) = fs::read_dir(out) else { return BTreeSet::new() };
    let mut files = BTreeSet::new();
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == ".git" || folders.contains(&name) {
            continue;
        }
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        // A folder that cannot be read counts as a file; it is not an error.
        match is_folder.then(|| disk::walk(&entry.path())) {
            Some(Ok(inside)) => files.extend(inside.iter().map(|file| format!("{name}/{file}"))),
            Some(Err(_)) | None => drop(files.insert(name)),
        }
    }
    let ignored = ignored(out, &files, |_| false);
    let name = |path: &String| path.split('/').next().map(str::to_owned);
    files.difference(&ignored).filter_map(name).collect()
}
