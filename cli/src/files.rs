//! Reads files of people who may not be trusted: only regular files of a bounded size, and none outside of their folder.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// The most bytes of a file that is read. Settings and scripts have a few thousand.
pub const LARGEST: u64 = 4 << 20;

/// Why a file was not read.
#[derive(Debug)]
pub enum Unread {
    /// There is no such file.
    Missing,
    /// It is a link that leads out of the folder, to here.
    Outside(PathBuf),
    /// It is a folder, a pipe or a device.
    NotAFile,
    /// It is larger than [`LARGEST`].
    TooLarge,
    /// The system refuses.
    Refused(io::Error),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("there is no such file"),
            Self::Outside(to) => write!(f, "it is a link that leads out of the folder, to {}", to.display()),
            Self::NotAFile => f.write_str("it is not a regular file"),
            Self::TooLarge => write!(f, "it has more than {} MiB", LARGEST >> 20),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

/// Reads a file. With a folder, the file has to be inside of it, also if a part of its path is a link.
///
/// Bytes that are not UTF-8 become U+FFFD, as the host reads them.
pub fn read(path: &Path, inside: Option<&Path>) -> Result<String, Unread> {
    let path = real(path, inside)?;
    let file = open(&path).map_err(Unread::of)?;
    let metadata = file.metadata().map_err(Unread::Refused)?;
    if !metadata.is_file() {
        return Err(Unread::NotAFile);
    }
    if metadata.len() > LARGEST {
        return Err(Unread::TooLarge);
    }
    let mut bytes = Vec::new();
    // A file can grow while it is read.
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(Unread::Refused)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Unread::TooLarge);
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Returns the path without links. With a folder, the file has to be inside of it.
pub fn real(path: &Path, inside: Option<&Path>) -> Result<PathBuf, Unread> {
    let real = fs::canonicalize(path).map_err(Unread::of)?;
    match inside.map(fs::canonicalize) {
        Some(Ok(folder)) if !real.starts_with(&folder) => Err(Unread::Outside(real)),
        Some(Err(error)) => Err(Unread::of(error)),
        _ => Ok(real),
    }
}

/// Opens a file without waiting for a writer, as a pipe would.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    options.open(path)
}

impl Unread {
    fn of(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::Missing,
            _ => Self::Refused(error),
        }
    }
}

/// Returns the names in a folder, sorted. Nothing if it cannot be read, or is outside of the other folder.
pub fn names(folder: &Path, inside: Option<&Path>) -> Vec<PathBuf> {
    let Ok(entries) = real(folder, inside).and_then(|it| fs::read_dir(it).map_err(Unread::of)) else {
        return Vec::new();
    };
    let mut all: Vec<_> = entries.flatten().take(MOST_NAMES).map(|it| folder.join(it.file_name())).collect();
    all.sort();
    all
}

/// The most names of a folder that are read.
const MOST_NAMES: usize = 10_000;
