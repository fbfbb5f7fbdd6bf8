//! The lock that lets one run at a time change a folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::disk;
use super::io_error::io_error;
use super::manifest::LOCK;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// The time to wait for another run.
const WAIT_LIMIT: Duration = Duration::from_secs(1);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The right to change a folder, until this is dropped.
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock of a folder, and makes the folder if it is not there.
    ///
    /// # Errors
    /// Another run holds the lock, or the file system reports an error.
    pub(super) fn take(root: &Path) -> Result<Self, Diagnostics> {
        let path = root.join(LOCK);
        let start = Instant::now();
        loop {
            disk::create_folder(root)?;
            // The run that held the lock before may have removed the folder with its target.
            let attempt = disk::absent_as_default(acquire(&path)).map_err(|error| io_error("lock", &path, &error))?;
            match attempt {
                Some(file) => return Ok(Self { path, _file: file }),
                None if start.elapsed() > WAIT_LIMIT => return Err(busy(root)),
                None => thread::sleep(POLL_INTERVAL),
            }
        }
    }
}

/// Calls `read` until no other run has changed the folder meanwhile. Otherwise files of another run would be reported
/// as edited by hand.
///
/// # Errors
/// Another run is still changing the folder, or the file system reports an error.
pub(super) fn read_undisturbed<T>(root: &Path, read: impl Fn() -> T) -> Result<T, Diagnostics> {
    let path = root.join(LOCK);
    let held = || is_held(&path).map_err(|error| io_error("lock", &path, &error));
    let start = Instant::now();
    loop {
        if !held()? {
            let before = state(root);
            let value = read();
            if state(root) == before && !held()? {
                return Ok(value);
            }
        }
        if start.elapsed() > WAIT_LIMIT {
            return Err(busy(root));
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Returns the state that every run changes: its lock is added to the folder, and removed.
fn state(root: &Path) -> (Option<SystemTime>, Option<String>) {
    let changed = fs::metadata(root).and_then(|it| it.modified()).ok();
    (changed, fs::read_to_string(root.join(LOCK)).ok())
}

/// Removes the lock file of a run that was killed, and returns whether it did. Best effort: nobody waits for it.
pub(super) fn remove_unheld(root: &Path) -> bool {
    root.join(LOCK).is_file() && Lock::take(root).is_ok()
}

impl Drop for Lock {
    /// Removes the file while it is still locked; a waiting run notices that in [`acquire`].
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns the locked file, or `None` if another run holds the lock.
fn acquire(path: &Path) -> io::Result<Option<File>> {
    refuse_link(path)?;
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    if !obtained(file.try_lock())? {
        return Ok(None);
    }
    // The run that held the lock may have removed the file meanwhile. Then this is no longer the file at the path, and
    // a third run may have locked that one. Both are the same if the text written here is found there.
    let token = unique_text();
    file.set_len(0)?;
    file.write_all(token.as_bytes())?;
    Ok((fs::read_to_string(path).ok() == Some(token)).then_some(file))
}

fn is_held(path: &Path) -> io::Result<bool> {
    refuse_link(path)?;
    match File::open(path) {
        Ok(file) => obtained(file.try_lock_shared()).map(|obtained| !obtained),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns true if the lock was free. On a file system without locks (some networks) it always is, so that runs work
/// there.
fn obtained(attempt: Result<(), TryLockError>) -> io::Result<bool> {
    match attempt {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn refuse_link(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(it) if !it.is_file() => Err(io::Error::other("it is not a regular file")),
        _ => Ok(()),
    }
}

/// Returns a unique text: the process id, for messages, and the time.
fn unique_text() -> String {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{} {}\n", process::id(), time.as_nanos())
}

fn busy(root: &Path) -> Diagnostics {
    Diagnostic::error(Code::OutputBusy, format!("{} is writing to `{}`", holder(root), root.display()))
        .because("two runs at once would leave a mixture of both")
        .instead("wait until it is done, then run again")
        .into()
}

fn holder(root: &Path) -> String {
    let mut text = String::new();
    let read = File::open(root.join(LOCK)).and_then(|mut file| file.read_to_string(&mut text));
    match (read, text.split_whitespace().next()) {
        (Ok(_), Some(process)) => format!("another run (process {process})"),
        _ => "another run".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use super::*;

    /// Takes and drops the lock often: each drop removes the file that other threads wait for.
    #[test]
    fn never_two_at_once() -> io::Result<()> {
        const TURNS: usize = 400;
        let folder = tempfile::tempdir()?;
        let (inside, turns, clashes) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    while turns.load(Ordering::SeqCst) < TURNS {
                        let Ok(Some(_file)) = acquire(&folder.path().join(LOCK)) else { continue };
                        let _lock = Lock { path: folder.path().join(LOCK), _file };
                        clashes.fetch_add(usize::from(inside.swap(true, Ordering::SeqCst)), Ordering::SeqCst);
                        thread::yield_now();
                        inside.store(false, Ordering::SeqCst);
                        turns.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(clashes.into_inner(), 0);
        Ok(())
    }
}
