//! Replaces a file atomically: it has the old contents until a rename, and the new contents after it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::io_error::io_error;
use crate::diagnostic::Diagnostics;
use crate::file_name::TEMPORARY;

/// Writes a file, with its folders.
///
/// # Errors
/// The file system reports an error: the file is unchanged.
pub(super) fn replace(path: &Path, contents: &str) -> Result<(), Diagnostics> {
    let prepared = temporary(path);
    let replaced = write_new(&prepared, contents.as_bytes()).and_then(|()| rename(&prepared, path));
    replaced.map_err(|error| {
        // Best effort: the next run finds it by its name.
        let _ = fs::remove_file(&prepared);
        io_error("write", path, &error)
    })
}

/// Returns the path at which a file is prepared: next to its own, so that a rename between the two never copies.
pub(super) fn temporary(path: &Path) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(TEMPORARY);
    path.into()
}

/// Writes a new file, after removing a file at the path.
pub(super) fn write_new(path: &Path, contents: &[u8]) -> io::Result<()> {
    create_new(path)?.write_all(contents)
}

/// Opens a new file. Usually nothing is in the way, so obstacles are removed only after an error.
fn create_new(path: &Path) -> io::Result<File> {
    // `create` would follow a link that is at the path.
    let open = || OpenOptions::new().write(true).create_new(true).open(path);
    match open() {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => fs::remove_file(path).and_then(|()| open()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| open())
        }
        done => done,
    }
}

fn rename(from: &Path, to: &Path) -> io::Result<()> {
    match fs::rename(from, to) {
        // Empty folders may be in the way.
        Err(_) if to.symlink_metadata().is_ok_and(|it| it.is_dir()) => {
            remove_empty_folders(to).and_then(|()| fs::rename(from, to))
        }
        done => done,
    }
}

/// Removes a folder that contains only folders. Fails at the first thing that is something else.
fn remove_empty_folders(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_type()?.is_dir() {
            return Err(ErrorKind::DirectoryNotEmpty.into());
        }
        remove_empty_folders(&entry.path())?;
    }
    fs::remove_dir(folder)
}
