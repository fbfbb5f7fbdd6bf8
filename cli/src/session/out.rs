//! What a hook prints, although nobody may read it: a full pipe must not hold a run beyond its time limit.

use std::io;
#[cfg(not(unix))]
use std::io::Write;
#[cfg(unix)]
use std::os::fd::AsFd;
use std::time::Instant;

/// Writes to stdout. Without a time, it waits as long as it takes.
pub fn to_stdout(bytes: &[u8], until: Option<Instant>) -> io::Result<()> {
    write(io::stdout(), bytes, until)
}

/// Writes to stderr. Without a time, it waits as long as it takes.
pub fn to_stderr(bytes: &[u8], until: Option<Instant>) -> io::Result<()> {
    write(io::stderr(), bytes, until)
}

/// How much a pipe takes at once when it says that it takes something.
#[cfg(unix)]
const PART: usize = if cfg!(target_os = "linux") { 4096 } else { 512 };

#[cfg(unix)]
fn write(stream: impl AsFd, mut bytes: &[u8], until: Option<Instant>) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::{Errno, write};

    while !bytes.is_empty() {
        let left = until.map(|it| it.saturating_duration_since(Instant::now()));
        let left = left.and_then(|it| Timespec::try_from(it).ok());
        match poll(&mut [PollFd::new(&stream, PollFlags::OUT)], left.as_ref()) {
            Err(Errno::INTR) => continue,
            Ok(0) => return Err(io::Error::new(io::ErrorKind::TimedOut, "nobody reads what it prints")),
            ready => ready?,
        };
        match write(&stream, &bytes[..bytes.len().min(PART)]) {
            Err(Errno::INTR | Errno::AGAIN) => {}
            count => bytes = bytes.get(count?..).unwrap_or_default(),
        }
    }
    Ok(())
}

/// Only on Unix can a program see whether a pipe is full.
#[cfg(not(unix))]
fn write(mut stream: impl Write, bytes: &[u8], _: Option<Instant>) -> io::Result<()> {
    stream.write_all(bytes)?;
    stream.flush()
}
