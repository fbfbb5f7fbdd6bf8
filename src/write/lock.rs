//! One run at a time changes a folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::failpoint::reached;
use super::manifest::LOCK;
use super::{disk, fault};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// How long another run is waited for: one that only looks is done sooner.
const PATIENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(20);

/// The right to change a folder, until it is dropped.
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock of a folder, which is made if it is not there.
    ///
    /// # Errors
    /// Another run holds it, or the file system refuses.
    pub(super) fn take(root: &Path) -> Result<Self, Diagnostics> {
        let path = root.join(LOCK);
        let start = Instant::now();
        loop {
            disk::create(root)?;
            // Where a target is gone, the run that held the lock before has removed the folder, too.
            let attempt = disk::absent_is_fine(acquire(&path)).map_err(|error| fault::io("lock", &path, &error))?;
            match attempt {
                Some(file) => return Ok(Self { path, _file: file }),
                None if start.elapsed() > PATIENCE => return Err(busy(root)),
                None => thread::sleep(PAUSE),
            }
        }
    }
}

/// Looks at a folder until nobody has changed it meanwhile: half of what was before and half of what is after would be
/// told as somebody's edits.
///
/// # Errors
/// Another run goes on changing it, or the file system refuses.
pub(super) fn undisturbed<T>(root: &Path, look: impl Fn() -> T) -> Result<T, Diagnostics> {
    let path = root.join(LOCK);
    let held = || is_held(&path).map_err(|error| fault::io("lock", &path, &error));
    let start = Instant::now();
    loop {
        if !held()? {
            let before = trace(root);
            let seen = look();
            if trace(root) == before && !held()? {
                return Ok(seen);
            }
        }
        if start.elapsed() > PATIENCE {
            return Err(busy(root));
        }
        thread::sleep(PAUSE);
    }
}

/// What a run changes first and last: its lock comes into the folder, and goes.
fn trace(root: &Path) -> (Option<SystemTime>, Option<String>) {
    let changed = fs::metadata(root).and_then(|it| it.modified()).ok();
    (changed, fs::read_to_string(root.join(LOCK)).ok())
}

/// Removes the lock that a run left which was cut, and says whether there was one. It is in nobody's way: best effort.
pub(super) fn sweep(root: &Path) -> bool {
    root.join(LOCK).is_file() && Lock::take(root).is_ok()
}

impl Drop for Lock {
    /// The file goes while it is still held: see [`acquire`] for who was waiting on it.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The file, held, or nothing if somebody else holds it.
fn acquire(path: &Path) -> io::Result<Option<File>> {
    refuse_link(path)?;
    reached(path, "wanted")?;
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    if !obtained(file.try_lock())? {
        return Ok(None);
    }
    // The one who held it before may have removed it meanwhile: then this is no longer the file at the path, which
    // a third one may hold. What is written here is found there only if both are one.
    let token = token();
    reached(path, "opened")?;
    file.set_len(0)?;
    file.write_all(token.as_bytes())?;
    reached(path, "written")?;
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

/// A file system without locks (some networks) must not keep anyone from working: there, none is ever held.
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
        Ok(it) if !it.is_file() => Err(io::Error::other("it is no regular file")),
        _ => Ok(()),
    }
}

/// The process, for people, and the time, so that no two are the same.
fn token() -> String {
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

    /// Holders remove the file that others wait on, so this goes through that race very often.
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
