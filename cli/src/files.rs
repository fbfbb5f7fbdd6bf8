//! Reads files of people who may not be trusted: only regular files of a bounded size, and none outside of their folder.

use std::cell::Cell;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::terminal::shown_path;

/// The most bytes of a file that is read. Settings and scripts have a few thousand.
pub const LARGEST: u64 = 4 << 20;

/// The most bytes that are read in all.
const MOST_BYTES: u64 = 128 << 20;

/// The most names of a folder that are read.
const MOST_NAMES: usize = 100_000;

/// Why a file was not read.
#[derive(Debug)]
pub enum Unread {
    /// There is no such file.
    Missing,
    /// It is a link that leads out of the folder, to here.
    Outside(PathBuf),
    /// It is a link that leads nowhere, or in a circle.
    Dangling,
    /// It is a folder, a pipe or a device.
    NotAFile,
    /// It is larger than [`LARGEST`].
    TooLarge,
    /// All files together are larger than [`MOST_BYTES`].
    TooMany,
    /// The system refuses.
    Refused(io::Error),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("there is no such file"),
            Self::Outside(to) => write!(f, "it is a link that leads out of the folder, to {}", shown_path(to)),
            Self::Dangling => f.write_str("it is a link that leads nowhere"),
            Self::NotAFile => f.write_str("it is not a regular file"),
            Self::TooLarge => write!(f, "it has more than {} MiB", LARGEST >> 20),
            Self::TooMany => write!(f, "the files before it have {} MiB", MOST_BYTES >> 20),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

impl Unread {
    fn of(error: io::Error, path: &Path) -> Self {
        let is_link = || fs::symlink_metadata(path).is_ok_and(|it| it.is_symlink());
        match error.kind() {
            io::ErrorKind::PermissionDenied => Self::Refused(error),
            // It leads nowhere, or in a circle.
            _ if is_link() => Self::Dangling,
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::Missing,
            _ => Self::Refused(error),
        }
    }
}

thread_local! {
    /// The bytes that were read until now.
    static READ: Cell<u64> = const { Cell::new(0) };
}

/// Reads a file. With a folder, the file has to be inside of it, also if a part of its path is a link.
///
/// Bytes that are not UTF-8 become U+FFFD, as the host reads them.
pub fn read(path: &Path, inside: Option<&Path>) -> Result<String, Unread> {
    let real = real(path, inside)?;
    let (file, length) = open(&real).map_err(|error| Unread::of(error, path))?.ok_or(Unread::NotAFile)?;
    if length > LARGEST {
        return Err(Unread::TooLarge);
    }
    let bytes = bounded(file, LARGEST).map_err(Unread::Refused)?.ok_or(Unread::TooLarge)?;
    let all = READ.get() + bytes.len() as u64;
    if all > MOST_BYTES {
        return Err(Unread::TooMany);
    }
    READ.set(all);
    Ok(text(bytes))
}

/// Returns the path without links. With a folder, the file has to be inside of it.
pub fn real(path: &Path, inside: Option<&Path>) -> Result<PathBuf, Unread> {
    let real = fs::canonicalize(path).map_err(|error| Unread::of(error, path))?;
    match inside.map(fs::canonicalize) {
        Some(Ok(folder)) if !real.starts_with(&folder) => Err(Unread::Outside(real)),
        Some(Err(error)) => Err(Unread::of(error, path)),
        _ => Ok(real),
    }
}

/// Refuses a path at which a new file would be outside of a folder. Nothing is made.
pub fn place_for(path: &Path, inside: Option<&Path>) -> Result<(), Unread> {
    // The folder itself may not be there yet.
    let inside = inside.filter(|it| it.exists());
    let Some(above) = path.ancestors().skip(1).find(|it| it.exists()) else { return Err(Unread::Missing) };
    // What is not there yet is not a link, but `..` leads out of it.
    let mut rest = path.strip_prefix(above).into_iter().flatten();
    if rest.any(|it| it == "..") { Err(Unread::Missing) } else { real(above, inside).map(drop) }
}

/// Opens a regular file, and returns it with its length. Returns nothing for anything else: a pipe would wait for a writer.
pub fn open(path: &Path) -> io::Result<Option<(File, u64)>> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    Ok(metadata.is_file().then_some((file, metadata.len())))
}

/// Reads all of an input, or nothing if it has more bytes than this.
pub fn bounded(input: impl Read, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

/// Returns bytes as a text, as the host reads them.
pub fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Returns the paths in a folder, sorted. Nothing if there is no such folder.
pub fn entries(folder: &Path, inside: Option<&Path>) -> Result<Vec<PathBuf>, Unread> {
    let real = match real(folder, inside) {
        Err(Unread::Missing) => return Ok(Vec::new()),
        real => real?,
    };
    if !real.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(real).map_err(|error| Unread::of(error, folder))?;
    let mut all: Vec<_> = entries.flatten().take(MOST_NAMES).map(|it| folder.join(it.file_name())).collect();
    all.sort();
    Ok(all)
}
