//! Processes of this program that go on beside a run, or after it.

use std::env;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitCode, Stdio};

use rustix::process::{Pid, Signal, kill_process_group};

/// The first argument of such a process. The second one is the group that it watches over, if it does.
const ASIDE: &str = "--aside";

/// Does what such a process is for. Returns nothing if this is another one.
pub fn aside() -> Option<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    if arguments.next()? != ASIDE {
        return None;
    }
    let mut stdin = io::stdin().lock();
    match arguments.next().and_then(|it| Pid::from_raw(it.to_str()?.parse().ok()?)) {
        None => drop(io::copy(&mut stdin, &mut io::sink())),
        Some(group) => {
            // A run that ends stops this process before that.
            if let Ok(0) = stdin.read(&mut [0]) {
                let _ = kill_process_group(group, Signal::KILL);
            }
        }
    }
    Some(ExitCode::SUCCESS)
}

/// Reads a stream to its end, also after this program: who writes into it would otherwise get a signal. Returns
/// the number of the process that reads it.
pub fn drain(stream: impl Into<OwnedFd>) -> Option<i32> {
    i32::try_from(command().stdin(Stdio::from(stream.into())).spawn().ok()?.id()).ok()
}

/// Ends the group of a command if this program is killed: a signal that nobody can catch must not leave the command running.
pub struct Watch(Child);

impl Watch {
    /// Starts to watch.
    pub fn over(group: Pid) -> Option<Self> {
        let group = group.as_raw_nonzero().to_string();
        command().arg(group).stdin(Stdio::piped()).spawn().ok().map(Self)
    }
}

impl Watch {
    /// Returns the number of the process.
    pub fn number(&self) -> Option<Pid> {
        Pid::from_raw(i32::try_from(self.0.id()).ok()?)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // While its stdin is open, and whether it runs or was stopped.
        let _ = self.0.kill();
        let stdin = self.0.stdin.take();
        let _ = self.0.wait();
        drop(stdin);
    }
}

/// In a group of its own, and in no folder that somebody may want to remove.
fn command() -> Command {
    // Also if the file was replaced meanwhile.
    let this = if cfg!(target_os = "linux") { Ok("/proc/self/exe".into()) } else { env::current_exe() };
    let mut command = Command::new(this.unwrap_or_default());
    command.arg(ASIDE).env_clear().current_dir("/").stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    command
}
