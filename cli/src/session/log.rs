//! The log of `hookwire run`: what the host does not get.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;

/// A log with more bytes is put aside, and a new one begun, so that it never fills the disk.
const LARGEST: u64 = 1 << 20;

/// The most characters of an output in a line of the log.
const LONGEST: usize = 4000;

/// A file of JSON Lines.
pub struct Log(pub PathBuf);

impl Log {
    /// Adds a line.
    pub fn add(&self, event: &str, hook: &str, failures: &[String], kept: &str) -> io::Result<()> {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
        let kept: String = kept.chars().take(LONGEST).collect();
        let mut line = json!({"time": time, "event": event, "hook": hook});
        if !failures.is_empty() {
            line["failures"] = failures.into();
        }
        if !kept.is_empty() {
            line["kept"] = kept.into();
        }
        self.make_room()?;
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            // Inputs can have secrets. Opening a pipe must not wait for a reader.
            options.mode(0o600).custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
        }
        let mut file = options.open(&self.0)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        file.write_all(format!("{line}\n").as_bytes())
    }

    fn make_room(&self) -> io::Result<()> {
        let is_full = fs::metadata(&self.0).is_ok_and(|it| it.is_file() && it.len() > LARGEST);
        if is_full { fs::rename(&self.0, older(&self.0)) } else { Ok(()) }
    }
}

/// Returns where a full log is put.
fn older(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".old");
    path.with_file_name(name)
}
