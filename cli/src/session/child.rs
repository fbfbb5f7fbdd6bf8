//! The command of a hook, as a process.

use std::io::{self, Read};
use std::process::{Child as Process, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The most bytes of an output that are kept. The rest is read and thrown away.
const MOST: usize = 16 << 20;

/// How long output is still read after the end of a command. A process that it leaves running can hold the streams open.
const DRAIN: Duration = Duration::from_millis(500);

/// How long a command may take to end after a signal.
const GRACE: Duration = Duration::from_secs(2);

/// Whether another thread notices the end of the command.
const IS_WATCHED: bool = cfg!(unix);

/// The longest time between two looks at the command.
const STEP: Duration = if IS_WATCHED { Duration::from_secs(3600) } else { Duration::from_millis(20) };

/// The longest time limit.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// How many parts of an output wait to be taken.
const WAITING: usize = 16;

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
}

impl Output {
    fn add(&mut self, part: &[u8], is_stdout: bool) {
        let kept = if is_stdout { &mut self.stdout } else { &mut self.stderr };
        let room = MOST.saturating_sub(kept.len());
        kept.extend_from_slice(part.get(..room).unwrap_or(part));
        self.is_cut |= part.len() > room;
    }
}

/// What happens while a command runs.
#[cfg_attr(not(unix), allow(dead_code, reason = "only Unix has signals"))]
enum Event {
    Part(Vec<u8>, bool),
    /// The end of stdout, or of stderr.
    End(bool),
    Exit,
    Signal(i32),
}

/// A command that runs.
pub struct Child {
    process: Process,
    events: Receiver<Event>,
    limit: Instant,
    output: Output,
}

impl Child {
    /// Starts a command.
    pub fn start(command: &mut Command, limit: Duration) -> io::Result<Self> {
        // Bounded: what nobody reads yet stays in the pipe.
        let (sender, events) = sync_channel(WAITING);
        let now = Instant::now();
        let limit = now.checked_add(limit).unwrap_or(now + LONGEST);
        // Before the command starts: a signal in between would end this program, and leave the command running.
        signals(&sender)?;
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, so that all that it starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut process = command.spawn()?;
        if let Some(stdout) = process.stdout.take() {
            read(stdout, sender.clone(), true)?;
        }
        if let Some(stderr) = process.stderr.take() {
            read(stderr, sender.clone(), false)?;
        }
        let child = Self { process, events, limit, output: Output::default() };
        child.watch(sender)?;
        Ok(child)
    }

    /// Waits for the end of the command. Each time that it prints on stdout, `seen` gets all that is not yet taken of it.
    pub fn wait(mut self, mut seen: impl FnMut(&mut Vec<u8>) -> io::Result<()>) -> io::Result<(Ended, Output)> {
        let (mut open, mut stopped, mut status) = (2, None, None);
        self.output.is_open = true;
        let mut until = self.limit;
        while status.is_none() || open > 0 {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() && status.is_some() {
                break;
            }
            if left.is_zero() {
                // An endless output must not hide the end of the time.
                self.signal(None);
                self.process.wait()?;
                return Ok((stopped.map_or(Ended::Late, Ended::Stopped), self.output));
            }
            match self.events.recv_timeout(left.min(STEP)) {
                Ok(Event::Part(part, is_stdout)) => {
                    self.output.add(&part, is_stdout);
                    if is_stdout {
                        seen(&mut self.output.stdout)?;
                    }
                }
                Ok(Event::End(is_stdout)) => {
                    open -= 1;
                    self.output.is_open &= !is_stdout;
                }
                // The answer is there, and the number of the command can be that of another one.
                Ok(Event::Signal(_)) if status.is_some() => {}
                Ok(Event::Exit) => {
                    status = Some(self.process.wait()?);
                    until = Instant::now() + DRAIN;
                }
                Ok(Event::Signal(signal)) if !ENDS.contains(&signal) => self.signal(Some(signal)),
                Ok(Event::Signal(signal)) => {
                    self.signal(Some(signal));
                    stopped = Some(signal);
                    until = until.min(Instant::now() + GRACE);
                }
                Err(_) if status.is_none() && !IS_WATCHED && self.process.try_wait()?.is_some() => {
                    status = Some(self.process.wait()?);
                    until = Instant::now() + DRAIN;
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() < until => {}
                // Another process still has its streams.
                Err(_) if status.is_some() => break,
                // Without a stream, there is nothing else to wait for than the end.
                Err(RecvTimeoutError::Disconnected) if Instant::now() < until => thread::sleep(left.min(STEP)),
                Err(_) => {
                    self.signal(None);
                    self.process.wait()?;
                    let ended = stopped.map_or(Ended::Late, Ended::Stopped);
                    return Ok((ended, self.output));
                }
            }
        }
        let ended = status.map_or(Ended::Late, of_status);
        Ok((stopped.map_or(ended, Ended::Stopped), self.output))
    }

    /// Sends a signal to the command and all that it started. Without one, it ends them.
    #[cfg(unix)]
    fn signal(&mut self, signal: Option<i32>) {
        use rustix::process::{Pid, Signal, kill_process_group};

        let signal = signal.and_then(Signal::from_named_raw).unwrap_or(Signal::KILL);
        // The command has not been waited for, so its number is still that of its group.
        if let Some(group) = i32::try_from(self.process.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, signal);
        }
    }

    #[cfg(not(unix))]
    fn signal(&mut self, _: Option<i32>) {
        let _ = self.process.kill();
    }

    /// Notices the end of the command, without waiting for it: its number stays its own until the end is taken note of.
    #[cfg(unix)]
    fn watch(&self, sender: SyncSender<Event>) -> io::Result<()> {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

        let number = i32::try_from(self.process.id()).ok().and_then(Pid::from_raw);
        thread::Builder::new().spawn(move || {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while number
                .is_some_and(|it| waitid(WaitId::Pid(it), options).is_err_and(|it| it == rustix::io::Errno::INTR))
            {
            }
            drop(sender.send(Event::Exit));
        })?;
        Ok(())
    }

    #[cfg(not(unix))]
    #[allow(clippy::unnecessary_wraps, reason = "on Unix it can fail")]
    fn watch(&self, sender: SyncSender<Event>) -> io::Result<()> {
        drop(sender);
        Ok(())
    }
}

/// The signals that end a hook.
#[cfg(unix)]
const ENDS: [i32; 4] = {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    [SIGHUP, SIGINT, SIGQUIT, SIGTERM]
};

#[cfg(not(unix))]
const ENDS: [i32; 0] = [];

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

/// Passes on the signals by which a host ends a hook, and those that mean something to its command.
#[cfg(unix)]
fn signals(sender: &SyncSender<Event>) -> io::Result<()> {
    use signal_hook::consts::{SIGUSR1, SIGUSR2};

    let mut signals = signal_hook::iterator::Signals::new(ENDS.into_iter().chain([SIGUSR1, SIGUSR2]))?;
    let sender = sender.clone();
    thread::Builder::new().spawn(move || {
        for signal in &mut signals {
            if sender.send(Event::Signal(signal)).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "on Unix it can fail")]
fn signals(_: &SyncSender<Event>) -> io::Result<()> {
    Ok(())
}

/// Reads a stream to its end.
fn read(mut stream: impl Read + Send + 'static, sender: SyncSender<Event>, is_stdout: bool) -> io::Result<()> {
    thread::Builder::new().spawn(move || {
        let mut buffer = vec![0; 1 << 14];
        loop {
            let count = match stream.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => 0,
                Ok(count) => count,
            };
            let part = buffer.get(..count).unwrap_or_default().to_vec();
            let event = if part.is_empty() { Event::End(is_stdout) } else { Event::Part(part, is_stdout) };
            if sender.send(event).is_err() || count == 0 {
                return;
            }
        }
    })?;
    Ok(())
}

fn of_status(status: ExitStatus) -> Ended {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Ended::Signal(signal);
    }
    status.code().map_or(Ended::Late, Ended::Code)
}
