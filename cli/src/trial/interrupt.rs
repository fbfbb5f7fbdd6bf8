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

    let arguments = ["-A", "-o", "ppid=", "-o", "pgid="];
    let Ok(list) = process::Command::new("ps").args(arguments).output() else { return };
    let parent = getpid().as_raw_nonzero().to_string();
    for line in String::from_utf8_lossy(&list.stdout).lines() {
        let mut words = line.split_whitespace();
        let is_own = words.next() == Some(&*parent);
        let group = words.next().and_then(|it| it.parse().ok()).and_then(Pid::from_raw);
        // `ps` itself is in the group of this program.
        if let Some(group) = group.filter(|it| is_own && *it != getpgrp()) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// The system ends the processes of a console together.
#[cfg(not(unix))]
const fn end_groups() {}
