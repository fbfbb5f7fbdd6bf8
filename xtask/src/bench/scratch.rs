//! The folder of the files that measured programs read and write.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::{fs, io};

use hookwire_harness::Root;

/// A folder that is empty at first, and removed at the end. It is in memory if the system has such a file system.
///
/// On a disk, the time of a run depends on the files that any program removed before. For up to six minutes, ext4 without a
/// journal does not reuse the inode of a removed file, and searches past all such inodes for each new file. Writing then
/// takes three times as long. In memory, a benchmark can start at any time.
pub struct Scratch {
    folder: PathBuf,
    is_in_memory: bool,
    /// Locked as long as the folder is used.
    _lock: File,
}

/// The file system in memory that every Linux has. In a container it can be too small.
const MEMORY: &str = "/dev/shm";

/// The free bytes that a round of the largest set needs, with a margin.
const NEEDED: u64 = 2 << 30;

impl Scratch {
    /// Creates the folder of a copy of the repository. Removes the files of a benchmark that was killed.
    ///
    /// # Errors
    /// Another benchmark uses the folder, or the file system reports an error.
    pub fn new(root: &Root) -> Result<Self, String> {
        let is_in_memory = free_bytes(MEMORY) >= NEEDED;
        let folder = if is_in_memory {
            Path::new(MEMORY).join(format!("hookwire-bench{}", root.path("target").display()).replace('/', "-"))
        } else {
            root.path("target/bench/scratch")
        };
        let scratch = Self { folder, is_in_memory, _lock: lock(&root.path("target/bench"))? };
        remove(&scratch.folder)?;
        fs::create_dir_all(&scratch.folder).map_err(|error| format!("{}: {error}", scratch.folder.display()))?;
        Ok(scratch)
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Returns a sentence for a page of figures.
    pub fn note(&self) -> &'static str {
        if self.is_in_memory {
            "The files are written into memory (tmpfs). On a disk, a run also pays for the files that other programs removed before."
        } else {
            "The files are written to the disk, where a run can also pay for the files that other programs removed before."
        }
    }

    /// Removes a folder in it, to free memory. On a disk the folder stays until the end, because of what is measured next.
    ///
    /// # Errors
    /// The file system reports an error.
    pub fn discard(&self, folder: &Path) -> Result<(), String> {
        if self.is_in_memory { remove(folder) } else { Ok(()) }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The next benchmark tries again.
        let _ = remove(&self.folder);
    }
}

/// Locks the folder of the benchmarks.
fn lock(folder: &Path) -> Result<File, String> {
    let path = folder.join("lock");
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(folder).map_err(failed)?;
    let file = File::create(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(format!(
            "{}: another benchmark of this repository runs: start this one when it has ended",
            path.display()
        )),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

fn remove(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(format!("{}: {error}", folder.display())),
        _ => Ok(()),
    }
}

/// Returns the free bytes of a file system, 0 if there is none.
#[cfg(unix)]
fn free_bytes(folder: &str) -> u64 {
    rustix::fs::statvfs(folder).map_or(0, |it| it.f_bavail * it.f_frsize)
}

#[cfg(not(unix))]
fn free_bytes(_: &str) -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_empty_at_first_and_removed_at_the_end() -> Result<(), Box<dyn std::error::Error>> {
        let repository = tempfile::tempdir()?;
        let root = Root::new(repository.path().to_owned());
        let scratch = Scratch::new(&root)?;
        let folder = scratch.path().to_owned();
        let round = folder.join("round-1");
        fs::create_dir_all(&round)?;
        scratch.discard(&round)?;
        assert_eq!(round.exists(), !scratch.is_in_memory);
        drop(scratch);
        assert!(!folder.exists());
        fs::create_dir_all(folder.join("left"))?;
        assert_eq!(fs::read_dir(Scratch::new(&root)?.path())?.count(), 0);
        Ok(())
    }

    #[test]
    fn two_benchmarks_do_not_share_a_folder() -> Result<(), Box<dyn std::error::Error>> {
        let repository = tempfile::tempdir()?;
        let root = Root::new(repository.path().to_owned());
        let first = Scratch::new(&root)?;
        assert!(Scratch::new(&root).is_err_and(|error| error.contains("another benchmark")));
        assert!(first.path().exists());
        drop(first);
        Scratch::new(&root)?;
        Ok(())
    }
}
