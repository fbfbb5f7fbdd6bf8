//! Ends the hooks that run when the program is interrupted.

use std::process;

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Ends all hooks when the program is interrupted. They are in process groups of their own, which a terminal does not interrupt.
pub fn end_hooks() {
    // Without a handler, the program ends as usual.
    let _ = ctrlc::set_handler(|| {
        end_groups();
        process::exit(INTERRUPTED);
    });
}

/// Ends the process groups of the processes that this program started.
#[cfg(unix)]
fn end_groups() {
    use rustix::process::{Pid, Signal, getpgrp, getpid, kill_process_group};

    let own = getpid().as_raw_nonzero().get();
    for (_, group) in processes().into_iter().filter(|(parent, _)| *parent == own) {
        // A helper of this program is in its own group.
        if let Some(group) = Pid::from_raw(group).filter(|it| *it != getpgrp()) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// Returns the parent and the group of each process.
#[cfg(target_os = "linux")]
fn processes() -> Vec<(i32, i32)> {
    let of = |text: String| {
        // The name of the program before can have spaces and parentheses.
        let mut words = text.rsplit_once(')')?.1.split_whitespace().skip(1);
        Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
    };
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    all.filter_map(|it| std::fs::read_to_string(it.path().join("stat")).ok()).filter_map(of).collect()
}

#[cfg(all(unix, not(target_os = "linux")))]
fn processes() -> Vec<(i32, i32)> {
    let list = process::Command::new("ps").args(["-A", "-o", "ppid=", "-o", "pgid="]).output();
    let of = |line: &str| {
        let mut words = line.split_whitespace();
        Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
    };
    let text = list.map(|it| String::from_utf8_lossy(&it.stdout).into_owned()).unwrap_or_default();
    text.lines().filter_map(of).collect()
}

/// The system ends the processes of a console together.
#[cfg(not(unix))]
const fn end_groups() {}
