//! What several processes make below `target/`, without disturbing each other: the steps of the tests run beside each other.

use std::fs::{self, File};
use std::io::{Read as _, Seek as _, Write as _};
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, process};

use crate::root::Root;

/// The environment variable by which the processes of a run know that they belong together.
pub const RUN: &str = "HOOKWIRE_RUN";

/// Returns the id of this run: that of the process that started it, or a new one.
pub fn run() -> &'static str {
    static ID: OnceLock<String> = OnceLock::new();
    ID.get_or_init(|| {
        let new = || {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            format!("{}-{}", process::id(), now.as_nanos())
        };
        env::var(RUN).unwrap_or_else(|_| new())
    })
}

/// Makes something once in a run, whatever process of it asks first. The others wait. What failed is tried again.
///
/// # Errors
/// Those of `make`, or the file system reports an error.
pub fn once(root: &Root, name: &str, make: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    locked(root, name, |mut file| {
        let failed = |error: std::io::Error| format!("{name}: {error}");
        let mut made_in = String::new();
        file.read_to_string(&mut made_in).map_err(failed)?;
        if made_in == run() {
            return Ok(());
        }
        make()?;
        file.set_len(0).and_then(|()| file.rewind()).map_err(failed)?;
        file.write_all(run().as_bytes()).map_err(failed)
    })
}

/// Does something while no other process does something with this name. The system ends the lock with the process.
///
/// # Errors
/// Those of `act`, or the lock cannot be had.
pub fn locked<T>(root: &Root, name: &str, act: impl FnOnce(&File) -> Result<T, String>) -> Result<T, String> {
    let path = root.path("target/locks").join(name);
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(root.path("target/locks")).map_err(failed)?;
    let file = File::options().read(true).write(true).create(true).truncate(false).open(&path).map_err(failed)?;
    file.lock().map_err(failed)?;
    act(&file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn something_is_made_once_in_a_run_and_again_after_a_failure() -> Result<(), String> {
        let folder = env::temp_dir().join(format!("xtask-once-{}", process::id()));
        let root = Root::new(folder.clone());
        let mut made = 0;
        assert!(once(&root, "thing", || Err("it is broken".to_owned())).is_err());
        for _ in 0..2 {
            once(&root, "thing", || {
                made += 1;
                Ok(())
            })?;
        }
        // What an earlier run has made.
        fs::write(folder.join("target/locks/thing"), "the id of another run, which is longer")
            .map_err(|it| it.to_string())?;
        once(&root, "thing", || {
            made += 1;
            Ok(())
        })?;
        once(&root, "thing", || Err("it is there".to_owned()))?;
        fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
        assert_eq!(made, 2);
        Ok(())
    }
}
