//! The command of a hook, as a process.

#[cfg_attr(unix, path = "poll.rs")]
#[cfg_attr(not(unix), path = "threads.rs")]
mod process;

use std::process::ExitStatus;
use std::time::Duration;

pub use self::process::{Child, Left};

/// The most bytes of an output that are kept. The rest is read and thrown away.
const MOST: usize = 16 << 20;

/// How long output is still read after the end of a command. A process that it leaves running can hold the streams open.
pub const DRAIN: Duration = Duration::from_millis(500);

/// The longest time limit.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), allow(dead_code, reason = "only Unix has signals"))]
pub enum Ended {
    /// With an exit code.
    Code(i32),
    /// By a signal.
    Signal(i32),
    /// It took too long, and was ended.
    Late,
    /// It waited for a terminal, and was ended.
    OnTerminal,
    /// This program got a signal, passed it on, and the command ended.
    Stopped(i32),
}

/// What a command printed.
#[derive(Debug, Default)]
pub struct Output {
    /// On stdout.
    pub stdout: Vec<u8>,
    /// On stderr.
    pub stderr: Vec<u8>,
    /// It printed more than anybody reads.
    pub is_cut: bool,
    /// A process that it started still has its stdout.
    pub is_open: bool,
    /// What it left running.
    pub left: Left,
}

impl Output {
    fn add(&mut self, part: &[u8], is_stdout: bool) {
        let kept = if is_stdout { &mut self.stdout } else { &mut self.stderr };
        let room = MOST.saturating_sub(kept.len());
        kept.extend_from_slice(part.get(..room).unwrap_or(part));
        self.is_cut |= part.len() > room;
    }
}

fn of_status(status: ExitStatus) -> Ended {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Ended::Signal(signal);
    }
    status.code().map_or(Ended::Late, Ended::Code)
}

/// Makes a limit of the system an error instead of the end of this program, which would open a guard.
pub fn survive_limits() {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGALRM, SIGPROF, SIGVTALRM, SIGXCPU, SIGXFSZ};

        let is_seen = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        for signal in [SIGALRM, SIGPROF, SIGVTALRM, SIGXCPU, SIGXFSZ] {
            let _ = signal_hook::flag::register(signal, std::sync::Arc::clone(&is_seen));
        }
    }
}
