//! Reads and removes the contents of a target's folder. Symbolic links are not followed.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use super::io_error::io_error;
use crate::diagnostic::Diagnostics;

/// The kind of thing at a path.
pub(super) enum Found {
    /// Nothing.
    Nothing,
    /// A file with these contents.
    File(Vec<u8>),
    /// A folder.
    Folder,
    /// A symbolic link, a pipe, …
    Other,
}

/// Reads the file or folder at a path.
pub(super) fn read(path: &Path) -> Result<Found, Diagnostics> {
    let found = match fs::symlink_metadata(path) {
        Ok(it) if it.is_file() => fs::read(path).map(Found::File),
        Ok(it) if it.is_dir() => Ok(Found::Folder),
        Ok(_) => Ok(Found::Other),
        Err(error) if is_absence(&error) => Ok(Found::Nothing),
        Err(error) => Err(error),
    };
    found.map_err(|error| io_error("read", path, &error))
}

/// Returns the paths of everything below a folder that is not a folder, relative to it, with `/`. `.git` is left out.
pub(super) fn walk(root: &Path) -> Result<BTreeSet<String>, Diagnostics> {
    let mut files = BTreeSet::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let path = root.join(&folder);
        // Another run may have removed a folder after its name was read.
        let read = absent_as_default(read_folder(&path, &folder, &mut folders, &mut files));
        read.map_err(|error| io_error("read", &path, &error))?;
    }
    Ok(files)
}

fn read_folder(path: &Path, prefix: &str, folders: &mut Vec<String>, files: &mut BTreeSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        // The generator writes Unicode names only, so any other one is only reported.
        let name = name.to_string_lossy();
        let relative = if prefix.is_empty() { name.to_string() } else { format!("{prefix}/{name}") };
        if name == ".git" {
            continue;
        } else if entry.file_type()?.is_dir() {
            folders.push(relative);
        } else {
            files.insert(relative);
        }
    }
    Ok(())
}

/// Returns the names of the entries of a folder.
pub(super) fn names(folder: &Path) -> Result<Vec<String>, Diagnostics> {
    let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
    let names = fs::read_dir(folder).and_then(|entries| entries.map(name).collect());
    absent_as_default(names).map_err(|error| io_error("read", folder, &error))
}

/// Returns true if there is a git repository somewhere in a folder. [`walk`] does not report it.
pub(super) fn has_repository(folder: &Path) -> Result<bool, Diagnostics> {
    let search = || -> io::Result<bool> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let is_folder = entry.file_type()?.is_dir();
            if entry.file_name() == ".git" || is_folder && has_repository(&entry.path()).unwrap_or(true) {
                return Ok(true);
            }
        }
        Ok(false)
    };
    search().map_err(|error| io_error("read", folder, &error))
}

/// Makes a folder, if it is not there.
pub(super) fn create_folder(root: &Path) -> Result<(), Diagnostics> {
    fs::create_dir_all(root).map_err(|error| io_error("create", root, &error))
}

/// Removes a file, if it is there, and the folders that it leaves empty.
pub(super) fn remove(root: &Path, path: &str) -> Result<(), Diagnostics> {
    let target = root.join(path);
    absent_as_default(fs::remove_file(&target)).map_err(|error| io_error("remove", &target, &error))?;
    // A folder that is not empty cannot be removed, and ends the loop.
    target.ancestors().skip(1).take_while(|folder| *folder != root).find(|folder| fs::remove_dir(folder).is_err());
    Ok(())
}

/// Returns the default value where there is nothing at the path.
pub(super) fn absent_as_default<T: Default>(result: io::Result<T>) -> io::Result<T> {
    match result {
        Err(error) if is_absence(&error) => Ok(T::default()),
        other => other,
    }
}

/// Returns true if there is nothing at the path: not even its folder, or a file in place of the folder.
pub(super) fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
