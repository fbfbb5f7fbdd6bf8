//! A command on Unix. One thread waits for everything: a hook starts at every call of a tool, and threads take longer to start than
//! the rest of it.

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child as Process, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, WaitOptions, kill_process_group, test_kill_process_group, wait,
    waitid, waitpgid,
};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTTIN, SIGTTOU, SIGUSR1, SIGUSR2};
use signal_hook::iterator::backend::SignalDelivery;
use signal_hook::iterator::exfiltrator::SignalOnly;

use super::{DRAIN, Ended, LONGEST, Output, of_status};
use crate::processes;
use crate::session::aside::{Watch, drain};

/// How long a command may take to end after a signal.
const GRACE: Duration = Duration::from_secs(2);

/// The longest time between two looks at the command. The signal of its end can be blocked.
const STEP: Duration = Duration::from_secs(1);

/// How long a command runs before another process watches over this one. Most hooks have ended by then.
const UNWATCHED: Duration = Duration::from_millis(200);

/// The signals that end a hook.
const ENDS: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

/// All signals that this program takes. It passes on all but the last.
const SIGNALS: [i32; 7] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGCHLD];

/// What a command left running: what this program adopted, and on other systems what is in the group of the command.
#[derive(Debug, Default)]
pub struct Left {
    group: Option<Pid>,
    /// The processes that belong to this program.
    helpers: BTreeSet<i32>,
}

impl Left {
    /// Returns true if something still runs. What has ended is forgotten: this program has to wait for nothing else then.
    pub fn is_there(&self) -> bool {
        let Some(group) = self.group else { return false };
        // What was adopted and has ended counts until somebody takes note of it.
        if cfg!(target_os = "linux") {
            while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
            !matches!(wait(WaitOptions::NOHANG), Err(Errno::CHILD))
        } else {
            while let Ok(Some(_)) = waitpgid(group, WaitOptions::NOHANG) {}
            test_kill_process_group(group).is_ok()
        }
    }

    /// Returns true if something of it is at work, and does not wait.
    pub fn is_busy(&self) -> bool {
        self.group.is_some_and(|group| processes::is_busy(group, &self.helpers))
    }
}

/// A command that runs.
pub struct Child {
    process: Process,
    group: Option<Pid>,
    signals: SignalDelivery<UnixStream, SignalOnly>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    limit: Instant,
    output: Output,
    status: Option<ExitStatus>,
    watch: Option<Watch>,
}

impl Child {
    /// Starts a command.
    pub fn start(command: &mut Command, limit: Duration) -> io::Result<Self> {
        let now = Instant::now();
        let limit = now.checked_add(limit).unwrap_or(now + LONGEST);
        // Before the command starts: a signal in between would end this program, and leave the command running.
        let (read, write) = UnixStream::pair()?;
        let signals = SignalDelivery::with_pipe(read, write, SignalOnly, SIGNALS)?;
        processes::adopt();
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, so that all that it starts can be ended with it.
        command.process_group(0);
        let mut process = command.spawn()?;
        let (stdout, stderr) = (process.stdout.take(), process.stderr.take());
        let group = i32::try_from(process.id()).ok().and_then(Pid::from_raw);
        let output = Output::default();
        Ok(Self { process, group, signals, stdout, stderr, limit, output, status: None, watch: None })
    }

    /// Waits for the end of the command. Each time that it prints on stdout, `seen` gets all that is not yet taken of it, and returns
    /// true if the time limit is not for what follows.
    pub fn wait(mut self, mut seen: impl FnMut(&mut Vec<u8>) -> io::Result<bool>) -> io::Result<(Ended, Output)> {
        let ended = match self.ended(&mut seen) {
            Ok(ended) => ended,
            Err(error) => {
                self.end();
                return Err(error);
            }
        };
        self.output.is_open = self.stdout.is_some();
        self.output.left.group = self.group;
        if self.status.is_some() {
            // What runs in the background goes on, and must not end because nobody reads what it prints.
            let stdout = self.stdout.take().and_then(drain);
            self.output.left.helpers = stdout.into_iter().chain(self.stderr.take().and_then(drain)).collect();
        }
        Ok((ended, self.output))
    }

    fn ended(&mut self, seen: &mut impl FnMut(&mut Vec<u8>) -> io::Result<bool>) -> io::Result<Ended> {
        let (mut stopped, mut until) = (None, self.limit);
        let mut unwatched = Some(Instant::now() + UNWATCHED);
        let mut next_orphans = Instant::now() + STEP;
        let mut buffer = [0; 1 << 14];
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if let Some(status) = self.status
                && (left.is_zero() || (self.stdout.is_none() && self.stderr.is_none()))
            {
                return Ok(stopped.map_or_else(|| of_status(status), Ended::Stopped));
            }
            // An endless output must not hide the end of the time.
            if left.is_zero() {
                self.end();
                return Ok(stopped.map_or(Ended::Late, Ended::Stopped));
            }
            if next_orphans <= Instant::now() {
                let waited = self.group.iter().copied().chain(self.watch.iter().filter_map(Watch::number));
                processes::forget_orphans(waited.map(|it| it.as_raw_nonzero().get()));
                next_orphans = Instant::now() + STEP;
            }
            let until_watched = unwatched.map_or(STEP, |it| it.saturating_duration_since(Instant::now()));
            if until_watched.is_zero() && self.status.is_none() {
                unwatched = None;
                self.watch = self.group.and_then(Watch::over);
                continue;
            }
            let ready = self.ready(left.min(if until_watched.is_zero() { STEP } else { until_watched }))?;
            if ready.stdout {
                let count = read(&mut self.stdout, &mut buffer);
                self.output.add(buffer.get(..count).unwrap_or_default(), true);
                if count > 0 && seen(&mut self.output.stdout)? && self.status.is_none() && stopped.is_none() {
                    until = Instant::now() + LONGEST;
                }
            }
            if ready.stderr {
                let count = read(&mut self.stderr, &mut buffer);
                self.output.add(buffer.get(..count).unwrap_or_default(), false);
            }
            let signals: Vec<i32> = if ready.signals { self.signals.pending().collect() } else { Vec::new() };
            // After its end, the number of the command can be that of another one.
            let grace = if self.status.is_none() { GRACE } else { Duration::ZERO };
            for signal in signals.iter().filter(|it| **it != SIGCHLD) {
                if self.status.is_none() {
                    self.signal(Signal::from_named_raw(*signal));
                }
                if ENDS.contains(signal) {
                    stopped = Some(*signal);
                    until = until.min(Instant::now() + grace);
                }
            }
            let is_quiet = !ready.stdout && !ready.stderr;
            if self.status.is_none() && (is_quiet || signals.contains(&SIGCHLD)) {
                match self.state()? {
                    None => {}
                    Some(it) if it.stopped() => {
                        if matches!(it.stopping_signal(), Some(SIGTTIN | SIGTTOU)) {
                            self.end();
                            return Ok(Ended::OnTerminal);
                        }
                    }
                    Some(_) => {
                        self.watch = None;
                        self.status = Some(self.process.wait()?);
                        until = Instant::now() + DRAIN;
                    }
                }
            }
        }
    }

    /// Waits until something happens.
    fn ready(&self, limit: Duration) -> io::Result<Ready> {
        let mut all = vec![PollFd::new(self.signals.get_read(), PollFlags::IN)];
        all.extend(self.stdout.iter().map(|it| PollFd::new(it, PollFlags::IN)));
        all.extend(self.stderr.iter().map(|it| PollFd::new(it, PollFlags::IN)));
        match poll(&mut all, Timespec::try_from(limit).ok().as_ref()) {
            Err(Errno::INTR) => return Ok(Ready { signals: true, ..Ready::default() }),
            done => done?,
        };
        let mut ready = all.iter().map(|it| !it.revents().is_empty());
        let mut is_ready = |is_there: bool| is_there && ready.next().unwrap_or_default();
        Ok(Ready {
            signals: is_ready(true),
            stdout: is_ready(self.stdout.is_some()),
            stderr: is_ready(self.stderr.is_some()),
        })
    }

    /// Returns how the command has ended or stopped, without taking note of it: until then, its number stays its own.
    fn state(&self) -> io::Result<Option<WaitIdStatus>> {
        let Some(command) = self.group else { return Ok(None) };
        let options = WaitIdOptions::EXITED | WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(command), options) {
            Err(Errno::INTR) => Ok(None),
            state => Ok(state?),
        }
    }

    /// Ends the command and all that it started.
    fn end(&mut self) {
        self.watch = None;
        if self.status.is_none() {
            self.signal(Some(Signal::KILL));
            self.status = self.process.wait().ok();
        }
        processes::end_children(&BTreeSet::new());
        // Nobody has them now.
        (self.stdout, self.stderr) = (None, None);
    }

    /// Sends a signal to the command and all of its group. It has not been waited for, so its number is still that of the group.
    fn signal(&self, signal: Option<Signal>) {
        if let (Some(group), Some(signal)) = (self.group, signal) {
            let _ = kill_process_group(group, signal);
        }
    }
}

/// What can be read.
#[derive(Clone, Copy, Debug, Default)]
struct Ready {
    signals: bool,
    stdout: bool,
    stderr: bool,
}

/// Reads what is there, and returns how much it is. A stream that has ended is dropped.
fn read(stream: &mut Option<impl Read>, buffer: &mut [u8]) -> usize {
    let count = match stream.as_mut().map(|it| it.read(buffer)) {
        Some(Err(error)) if error.kind() == io::ErrorKind::Interrupted => return 0,
        Some(Ok(count)) => count,
        _ => 0,
    };
    if count == 0 {
        *stream = None;
    }
    count
}
