//! A command where there are no signals, and one thread cannot wait for several streams.

use std::io::{self, Read};
use std::process::{Child as Process, Command, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{DRAIN, Ended, LONGEST, Output, of_status};

/// The longest time between two looks at the command.
const STEP: Duration = Duration::from_millis(20);

/// How many parts of an output wait to be taken.
const WAITING: usize = 16;

/// What happens while a command runs.
enum Event {
    Part(Vec<u8>, bool),
    /// The end of stdout, or of stderr.
    End(bool),
}

/// What a command left running. It is not known here.
#[derive(Debug, Default)]
pub struct Left;

impl Left {
    /// Returns true if something still runs.
    pub const fn is_there(&self) -> bool {
        false
    }

    /// Returns true if something of it is at work, and does not wait.
    pub const fn is_busy(&self) -> bool {
        false
    }
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
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn()?;
        if let Some(stdout) = process.stdout.take() {
            read(stdout, sender.clone(), true)?;
        }
        if let Some(stderr) = process.stderr.take() {
            read(stderr, sender, false)?;
        }
        Ok(Self { process, events, limit, output: Output::default() })
    }

    /// Waits for the end of the command. Each time that it prints on stdout, `seen` gets all that is not yet taken of it, and returns
    /// true if the time limit is not for what follows.
    pub fn wait(mut self, mut seen: impl FnMut(&mut Vec<u8>) -> io::Result<bool>) -> io::Result<(Ended, Output)> {
        let (mut open, mut status, mut until) = (2, None, self.limit);
        self.output.is_open = true;
        while status.is_none() || open > 0 {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let Some(status) = status else {
                    // An endless output must not hide the end of the time.
                    let _ = self.process.kill();
                    self.process.wait()?;
                    return Ok((Ended::Late, self.output));
                };
                return Ok((of_status(status), self.output));
            }
            match self.events.recv_timeout(left.min(STEP)) {
                Ok(Event::Part(part, is_stdout)) => {
                    self.output.add(&part, is_stdout);
                    if is_stdout && seen(&mut self.output.stdout)? && status.is_none() {
                        until = Instant::now() + LONGEST;
                    }
                }
                Ok(Event::End(is_stdout)) => {
                    open -= 1;
                    self.output.is_open &= !is_stdout;
                }
                Err(_) if status.is_none() => {
                    if open == 0 {
                        thread::sleep(left.min(STEP));
                    }
                    status = self.process.try_wait()?;
                    until = if status.is_some() { Instant::now() + DRAIN } else { until };
                }
                Err(_) => {}
            }
        }
        Ok((status.map_or(Ended::Late, of_status), self.output))
    }
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
