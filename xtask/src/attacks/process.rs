//! Runs a program as the host runs a command: with pipes, in a process group of its own, and for a limited time.
//!
//! The host acts when the process has ended. Descendants that still hold its pipes do not keep it: seen on 2.1.330. They
//! are killed afterwards.

use std::io::{self, Read, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The most that is kept of a stream. The rest is read, and dropped.
const LARGEST: u64 = 8 * 1024 * 1024;

/// How often the end of a program is looked for.
const GLANCE: Duration = Duration::from_millis(2);

/// The variable by which the descendants of a program are found, whatever group or session they are in.
const MARK: &str = "HOOKWIRE_ATTACK";

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// With this exit code.
    Exited(i32),
    /// By a signal.
    Signalled,
    /// Not within its time limit: the host gives up on it.
    Late,
}

/// What a program did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    pub stdout: String,
    pub stderr: String,
    pub end: End,
}

/// Runs a program with this standard input, and kills all that it leaves behind. Its folder is removed.
///
/// # Errors
/// It cannot be started.
pub fn run(mut command: Command, input: &[u8], limit: Duration) -> io::Result<Ended> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let mark = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = tempfile::tempdir()?;
    command.current_dir(folder.path()).env(MARK, &mark);
    let ((stdout, its_stdout), (stderr, its_stderr)) = (stream()?, stream()?);
    command.stdin(Stdio::piped()).stdout(its_stdout).stderr(its_stderr);
    apart(&mut command);
    let mut child = command.spawn()?;
    // It holds the other ends of the streams.
    drop(command);
    let stdin = child.stdin.take();
    let (end, stdout, stderr) = thread::scope(|scope| {
        // A program may end before it has read all of its input.
        scope.spawn(move || stdin.map(|mut it| it.write_all(input)));
        let stdout = scope.spawn(|| read(stdout));
        let stderr = scope.spawn(|| read(stderr));
        let end = wait(&mut child, limit);
        kill(&mut child, &mark);
        // The streams end when nobody holds them. A process that has just become another program is found in the next round.
        while !(stdout.is_finished() && stderr.is_finished()) {
            thread::sleep(GLANCE);
            kill_marked(&mark);
        }
        (end, stdout.join(), stderr.join())
    });
    let text = |read: thread::Result<Vec<u8>>| String::from_utf8_lossy(&read.unwrap_or_default()).into_owned();
    Ok(Ended { stdout: text(stdout), stderr: text(stderr), end: end? })
}

/// Reads all of a stream, and returns its beginning.
fn read(mut stream: impl Read) -> Vec<u8> {
    let mut kept = Vec::new();
    // What was read before an error counts.
    drop(stream.by_ref().take(LARGEST).read_to_end(&mut kept));
    drop(io::copy(&mut stream, &mut io::sink()));
    kept
}

/// Waits for the end of a program, or of its time.
fn wait(child: &mut Child, limit: Duration) -> io::Result<End> {
    let start = Instant::now();
    while start.elapsed() < limit {
        match child.try_wait()? {
            Some(status) => return Ok(ended(status)),
            None => thread::sleep(GLANCE),
        }
    }
    Ok(End::Late)
}

fn ended(status: ExitStatus) -> End {
    status.code().map_or(End::Signalled, End::Exited)
}

/// Returns the two ends of a stream for output. They are sockets, as on the host: a program cannot open one again by its
/// path.
#[cfg(unix)]
fn stream() -> io::Result<(impl Read + Send, Stdio)> {
    let (ours, its) = std::os::unix::net::UnixStream::pair()?;
    Ok((ours, std::os::fd::OwnedFd::from(its).into()))
}

#[cfg(not(unix))]
fn stream() -> io::Result<(impl Read + Send, Stdio)> {
    let (ours, its) = io::pipe()?;
    Ok((ours, its.into()))
}

/// Puts a program into a process group of its own.
#[cfg(unix)]
fn apart(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

/// Kills a program with its group, and its descendants in other groups.
fn kill(child: &mut Child, mark: &str) {
    kill_group(child);
    // What started another process just before it was killed is gone in the next round.
    while kill_marked(mark) {}
    // A process that has ended cannot be killed any more.
    drop(child.kill());
    drop(child.wait());
}

#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // The group is gone if all of its processes have ended.
    group.map(|group| kill_process_group(group, Signal::KILL).ok());
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// Kills the processes that have the mark in their environment. Returns true if there were any.
#[cfg(target_os = "linux")]
fn kill_marked(mark: &str) -> bool {
    use rustix::process::{Pid, Signal, kill_process};
    let mark = format!("{MARK}={mark}");
    let is_marked = |entry: &std::fs::DirEntry| {
        // The environment of a process that has ended is empty, and those of other users cannot be read.
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.split(|it| *it == 0).any(|it| it == mark.as_bytes())
    };
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let number = |entry: std::fs::DirEntry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?);
    let found: Vec<Pid> = entries.filter(is_marked).filter_map(number).collect();
    found.iter().filter(|pid| kill_process(**pid, Signal::KILL).is_ok()).count() > 0
}

#[cfg(not(target_os = "linux"))]
fn kill_marked(_: &str) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, input: &[u8], milliseconds: u64) -> Ended {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let failed = |error: io::Error| Ended { stdout: error.to_string(), stderr: String::new(), end: End::Late };
        run(command, input, Duration::from_millis(milliseconds)).unwrap_or_else(failed)
    }

    fn exited(stdout: &str, stderr: &str, code: i32) -> Ended {
        Ended { stdout: stdout.to_owned(), stderr: stderr.to_owned(), end: End::Exited(code) }
    }

    #[test]
    fn a_program_gets_its_input_and_its_streams_are_kept_apart() {
        assert_eq!(shell("cat; echo no >&2; exit 2", b"text", 5000), exited("text", "no\n", 2));
    }

    #[test]
    fn a_program_need_not_read_its_input() {
        assert_eq!(shell("exit 2", &vec![b'a'; 1 << 20], 5000), exited("", "", 2));
    }

    #[test]
    fn a_program_that_does_not_end_is_late_and_one_that_is_killed_has_no_code() {
        assert_eq!(shell("echo a; sleep 60", b"", 200), Ended { end: End::Late, ..exited("a\n", "", 0) });
        assert_eq!(shell("kill -KILL $$", b"", 5000).end, End::Signalled);
    }

    #[test]
    fn a_flood_is_read_and_only_its_beginning_is_kept() {
        let ended = shell("head -c 20000000 /dev/zero; exit 2", b"", 20_000);
        assert_eq!((ended.stdout.len() as u64, ended.end), (LARGEST, End::Exited(2)));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_a_program_leaves_behind_does_not_keep_it_and_is_killed() {
        for script in ["sleep 61 & echo $!", "setsid sleep 62 & echo $!", "(setsid sh -c 'sleep 63; true' & echo $!)"] {
            let start = Instant::now();
            let ended = shell(script, b"", 20_000);
            assert_eq!(ended.end, End::Exited(0), "{script}");
            assert!(start.elapsed() < Duration::from_secs(20), "{script}");
            let state = std::fs::read_to_string(format!("/proc/{}/stat", ended.stdout.trim()));
            // Nobody may have waited for it yet.
            assert!(!state.as_ref().is_ok_and(|it| !it.contains(") Z ")), "{script}: {state:?}");
        }
    }
}
