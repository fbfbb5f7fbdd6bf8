//! The external programs that commands call.

use std::env;
use std::ffi::OsString;
use std::io::{self, Read};
use std::process::{Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Returns the cargo that runs this program, or `cargo` without one.
pub fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Returns the file name of npm on this system.
pub fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// Returns the name of the system's Python 3.
pub fn python3() -> &'static str {
    if cfg!(windows) { "python" } else { "python3" }
}

/// Runs a command and returns its stdout. Nothing is printed.
///
/// # Errors
/// The command cannot be run, or fails. The message contains its output.
pub fn quietly(command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}").replace('"', "");
    let done = command.output().map_err(|error| format!("cannot run {shown}: {error}"))?;
    let [said, reported] = [&done.stdout, &done.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    if done.status.success() { Ok(said) } else { Err(format!("{} of {shown}\n{said}{reported}", done.status)) }
}

/// Does the same, and stops the program after some time. Its children are not stopped.
///
/// # Errors
/// The command cannot be run, or fails, or was [`stopped`].
pub fn quietly_within(command: &mut Command, limit: Duration) -> Result<String, String> {
    let shown = format!("{command:?}").replace('"', "");
    let failed = |error: io::Error| format!("cannot run {shown}: {error}");
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(failed)?;
    // A program waits where nobody reads what it prints.
    let printed = [child.stdout.take().map(read), child.stderr.take().map(read)];
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            break status;
        }
        if start.elapsed() > limit {
            child.kill().and_then(|()| child.wait()).map_err(failed)?;
            return Err(format!("{STOPPED}{} minutes\n{shown}", limit.as_secs() / 60));
        }
        thread::sleep(Duration::from_millis(50));
    };
    let [said, reported] = printed.map(|it| it.and_then(|it| it.join().ok()).unwrap_or_default());
    if status.success() { Ok(said) } else { Err(format!("{status} of {shown}\n{said}{reported}")) }
}

fn read(mut from: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read until an error is the best there is.
        let _ = from.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The beginning of the message about a program that was stopped.
const STOPPED: &str = "stopped after ";

/// Returns the words for the page, if this is the message about a program that was stopped.
pub fn stopped(message: &str) -> Option<&str> {
    message.lines().next().filter(|line| line.starts_with(STOPPED))
}

/// Lets cargo, or a tool that calls it, link a program that needs no library of the system, and is not moved in memory, which
/// costs more at each start than all else.
///
/// # Errors
/// The compiler does not name the host.
pub fn statically(build: &mut Command) -> Result<(), String> {
    // With a target, the flags are not for macros, which cannot be static.
    build.args(["--target", &host()?]);
    if cfg!(target_os = "linux") {
        build.env("RUSTFLAGS", "-C target-feature=+crt-static -C relocation-model=static");
    } else if cfg!(windows) {
        build.env("RUSTFLAGS", "-C target-feature=+crt-static");
    }
    Ok(())
}

/// Returns the target triple of this machine.
///
/// # Errors
/// The compiler does not name it.
pub fn host() -> Result<String, String> {
    let text = quietly(Command::new("rustc").arg("-vV"))?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| format!("rustc names no host: {text}"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_end_is_stopped() {
        let sleep =
            quietly_within(Command::new("sleep").arg("60"), Duration::from_millis(10)).err().unwrap_or_default();
        assert_eq!(stopped(&sleep), Some("stopped after 0 minutes"));
        let minute = Duration::from_secs(60);
        assert_eq!(quietly_within(Command::new("echo").arg("a"), minute), Ok("a\n".to_owned()));
        let failed = quietly_within(Command::new("ls").arg("/no-such-file"), minute).err().unwrap_or_default();
        assert!(stopped(&failed).is_none() && failed.contains("no-such-file"), "{failed}");
    }
}
