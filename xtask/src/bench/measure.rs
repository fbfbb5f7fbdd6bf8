//! Runs a program once and measures it with the system's accounting.

use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

// The standard library does not report the resources of a finished process; `wait4` does.
use wait4::Wait4;

/// The resources that a run used.
#[derive(Debug, Clone, Copy)]
pub struct Usage {
    /// CPU seconds, user and system, including child processes.
    pub cpu: f64,
    /// Seconds of wall-clock time.
    pub wall: f64,
    /// The peak memory of the largest process, in bytes.
    pub peak: u64,
}

/// The end of a run.
#[derive(Debug, Clone, Copy)]
pub enum Outcome {
    /// It succeeded.
    Done(Usage),
    /// It was stopped at the limit, after it had used this much.
    Stopped(Usage),
    /// It failed.
    Failed,
}

/// Runs a program to its end, or until the limit. What it prints is dropped.
///
/// # Errors
/// The program cannot be started.
pub fn run(command: &mut Command, limit: Duration) -> Result<Outcome, String> {
    run_into(Stdio::null(), command, limit)
}

/// Runs a program to its end, or until the limit. It prints into a file or pipe.
///
/// # Errors
/// The program cannot be started.
pub fn run_into(output: Stdio, command: &mut Command, limit: Duration) -> Result<Outcome, String> {
    let (usage, status) = run_with(Stdio::null(), output, command, limit)?;
    Ok(match status.map(|it| it.success()) {
        None => Outcome::Stopped(usage),
        Some(true) => Outcome::Done(usage),
        Some(false) => Outcome::Failed,
    })
}

/// Runs a program to its end, or until the limit, with this input and output. Returns its status as well, if it ended by itself.
///
/// # Errors
/// The program cannot be started.
pub fn run_with(
    input: Stdio,
    output: Stdio,
    command: &mut Command,
    limit: Duration,
) -> Result<(Usage, Option<ExitStatus>), String> {
    let shown = format!("{command:?}");
    command.stdin(input).stdout(output).stderr(Stdio::null());
    in_a_group(command);
    let start = Instant::now();
    let mut child = command.spawn().map_err(|error| format!("cannot run {shown}: {error}"))?;
    let (finished, watched) = mpsc::channel::<()>();
    let id = child.id();
    let watch = thread::spawn(move || {
        let late = watched.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
        if late {
            stop(id);
        }
        late
    });
    let used = wait(&mut child).map_err(|error| format!("{shown}: {error}"))?;
    let wall = start.elapsed().as_secs_f64();
    drop(finished);
    let late = watch.join().unwrap_or(false);
    let cpu = (used.rusage.utime + used.rusage.stime).as_secs_f64();
    Ok((Usage { cpu, wall, peak: used.rusage.maxrss }, (!late).then_some(used.status)))
}

fn wait(child: &mut Child) -> std::io::Result<wait4::ResUse> {
    child.wait4()
}

/// Starts a command in a process group, so that its children are stopped with it.
fn in_a_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

fn stop(id: u32) {
    let mut command = if cfg!(unix) { Command::new("kill") } else { Command::new("taskkill") };
    if cfg!(unix) {
        command.args(["-KILL", "--", &format!("-{id}")]);
    } else {
        command.args(["/F", "/T", "/PID", &id.to_string()]);
    }
    // This fails if the process has ended in the meantime.
    let _ = command.stderr(Stdio::null()).status();
}

/// Returns the median, or `None` if there are no values. For an even number of values it is the mean of the middle two.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        count if count % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_in_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[cfg(unix)]
    #[test]
    fn what_takes_too_long_is_stopped_with_what_it_started() -> Result<(), String> {
        let start = Instant::now();
        let outcome = run(Command::new("sh").args(["-c", "sleep 30 & sleep 30"]), Duration::from_millis(200))?;
        assert!(matches!(outcome, Outcome::Stopped(_)), "{outcome:?}");
        assert!(start.elapsed() < Duration::from_secs(20));
        assert!(matches!(run(Command::new("sh").args(["-c", "exit 3"]), Duration::from_secs(30))?, Outcome::Failed));
        assert!(matches!(run(&mut Command::new("true"), Duration::from_secs(30))?, Outcome::Done(_)));
        Ok(())
    }
}
