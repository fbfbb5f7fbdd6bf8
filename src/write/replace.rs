//! Replaces files atomically: each has the old contents until a rename, and the new contents after it.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::io_error::io_error;
use crate::diagnostic::Diagnostics;
use crate::file_name::TEMPORARY;

/// A file to write.
#[derive(Clone, Copy)]
pub(super) struct NewFile<'a> {
    /// The folder of its target.
    pub root: &'a Path,
    /// The path, relative to that folder, with `/`.
    pub path: &'a str,
    /// The whole text.
    pub contents: &'a str,
}

impl NewFile<'_> {
    fn target(&self) -> PathBuf {
        self.root.join(self.path)
    }

    fn temporary(&self) -> PathBuf {
        self.root.join(temporary(self.path))
    }
}

/// Returns the path at which a file is prepared: next to its own, so that a rename between the two never copies.
pub(super) fn temporary(path: &str) -> String {
    format!("{path}{TEMPORARY}")
}

/// Prepares all files, calls `make_room`, and then renames each to its own path.
///
/// So a full disk leaves all files unchanged.
///
/// # Errors
/// The file system reports an error: the first one of each target is returned. An error before the renames leaves all
/// files unchanged.
pub(super) fn replace(
    files: &[NewFile<'_>],
    make_room: impl FnOnce() -> Result<(), Diagnostics>,
) -> Result<(), Diagnostics> {
    let prepared = for_each(files, |file| write_new(&file.temporary(), file.contents.as_bytes()));
    let renamed = prepared.and_then(|()| make_room()).and_then(|()| for_each(files, rename));
    renamed.inspect_err(|_| {
        // Best effort: the next run finds leftovers by their names.
        files.iter().for_each(|file| drop(fs::remove_file(file.temporary())));
    })
}

/// Calls `step` with each file. After an error, the other files of that target are skipped.
fn for_each(files: &[NewFile<'_>], step: impl Fn(&NewFile<'_>) -> io::Result<()>) -> Result<(), Diagnostics> {
    let mut errors = BTreeMap::new();
    for file in files {
        if !errors.contains_key(file.root)
            && let Err(error) = step(file)
        {
            errors.insert(file.root, io_error("write", &file.target(), &error));
        }
    }
    let mut findings = Diagnostics::default();
    errors.into_values().for_each(|found| findings.extend(found));
    findings.or(()).map(|_| ())
}

fn rename(file: &NewFile<'_>) -> io::Result<()> {
    let (from, to) = (file.temporary(), file.target());
    // Empty folders may be in the way. If the error has another cause, the second attempt reports it again.
    fs::rename(&from, &to).or_else(|_| remove_empty_folders(&to).and_then(|()| fs::rename(&from, &to)))
}

/// Writes a new file, after removing anything at the path.
pub(super) fn write_new(path: &Path, contents: &[u8]) -> io::Result<()> {
    create_new(path)?.write_all(contents)
}

/// Opens a new file. Usually nothing is in the way, so obstacles are removed only after an error.
fn create_new(path: &Path) -> io::Result<File> {
    // `create` would follow a link that is at the path.
    let open = || OpenOptions::new().write(true).create_new(true).open(path);
    match open() {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path).or_else(|_| remove_empty_folders(path)).and_then(|()| open())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| open())
        }
        done => done,
    }
}

/// Removes a folder that contains only folders; anything else at the path stays.
fn remove_empty_folders(path: &Path) -> io::Result<()> {
    if !path.symlink_metadata().is_ok_and(|it| it.is_dir()) {
        return Ok(());
    }
    if !has_only_folders(path)? {
        return Err(io::ErrorKind::DirectoryNotEmpty.into());
    }
    remove_folders(path)
}

fn has_only_folders(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_type()?.is_dir() || !has_only_folders(&entry.path())? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Removes folders recursively, and fails if a file was added meanwhile.
fn remove_folders(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_type()?.is_dir() {
            return Err(io::ErrorKind::DirectoryNotEmpty.into());
        }
        remove_folders(&entry.path())?;
    }
    fs::remove_dir(folder)
}
