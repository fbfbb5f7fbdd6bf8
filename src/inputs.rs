//! The inputs of a run: the files and folders that a build system watches to decide whether to run again.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};

/// The files that were read, the folders that were listed, and the folders in which a missing file was looked up.
///
/// All reading during a run goes through this type, so that the list is complete.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inputs(BTreeSet<OsString>);

impl Inputs {
    /// Reads a file.
    ///
    /// # Errors
    /// The errors of the file system.
    pub fn read(&mut self, path: &Path) -> io::Result<Vec<u8>> {
        self.regular(path)?;
        fs::read(path)
    }

    /// Reads a file of text.
    ///
    /// # Errors
    /// The errors of the file system; bytes that are not UTF-8.
    pub fn read_to_string(&mut self, path: &Path) -> io::Result<String> {
        self.regular(path)?;
        fs::read_to_string(path)
    }

    /// Lists a folder with the file types that the system reports, without following links. The entries are sorted, so
    /// that the result does not depend on the disk.
    ///
    /// # Errors
    /// The errors of the file system.
    pub fn list(&mut self, folder: &Path) -> io::Result<Vec<(PathBuf, io::Result<FileType>)>> {
        self.note(folder);
        let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| (entry.path(), entry.file_type())));
        let mut entries = entries.collect::<io::Result<Vec<_>>>()?;
        // Comparing siblings as text is much faster than part by part.
        entries.sort_unstable_by(|(one, _), (other, _)| one.as_os_str().cmp(other.as_os_str()));
        Ok(entries)
    }

    /// Returns true if there is a regular file at this path, and false if there is nothing.
    ///
    /// # Errors
    /// There is something else, or the path cannot be read.
    pub fn has_file(&mut self, path: &Path) -> io::Result<bool> {
        self.note(path);
        match fs::symlink_metadata(path).and_then(|_| fs::metadata(path)) {
            Ok(it) if it.is_file() => Ok(true),
            Ok(_) => Err(io::Error::other("it is not a regular file")),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => Ok(false),
            Err(error) if error.kind() == io::ErrorKind::NotFound && fs::symlink_metadata(path).is_err() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Adds a folder and everything below it, if it is there.
    #[cfg(feature = "program")]
    pub(crate) fn add_below(&mut self, folder: &Path) {
        if !folder.is_dir() {
            return;
        }
        for (path, kind) in self.list(folder).unwrap_or_default() {
            match kind {
                Ok(kind) if kind.is_dir() => self.add_below(&path),
                _ => self.note(&path),
            }
        }
    }

    /// Adds the inputs of another step.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Returns all inputs, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(Path::new)
    }

    /// Records a path before reading it, and checks that it is a file: reading a pipe or a device might never end.
    fn regular(&mut self, path: &Path) -> io::Result<()> {
        let found = path.metadata();
        self.note_found(path, found.is_ok());
        if found?.is_file() { Ok(()) } else { Err(io::Error::other("it is not a file")) }
    }

    fn note(&mut self, path: &Path) {
        self.note_found(path, path.exists());
    }

    /// Returns the path or, if it does not exist, its nearest existing folder: a new file changes that folder.
    fn note_found(&mut self, path: &Path, is_there: bool) {
        let there = if is_there { Some(path) } else { path.ancestors().skip(1).find(|folder| is_folder(folder)) };
        self.0.extend(there.map(|path| if path == Path::new("") { ".".into() } else { path.into() }));
    }
}

fn is_folder(path: &Path) -> bool {
    path == Path::new("") || path.is_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_depends_on_the_nearest_folder() -> io::Result<()> {
        let home = tempfile::tempdir()?;
        let at = |path: &str| home.path().join(path);
        fs::create_dir(at("folder"))?;
        fs::write(at("folder/file"), "text")?;
        let noted = |path: &str| {
            let mut inputs = Inputs::default();
            let _ = inputs.has_file(&at(path));
            inputs.paths().map(Path::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(noted("folder/file"), [at("folder/file")]);
        assert_eq!(noted("folder/other"), [at("folder")]);
        assert_eq!(noted("folder/file/below"), [at("folder")]);
        assert_eq!(noted("none/at/all"), [home.path()]);
        Ok(())
    }
}
