//! The processes that this program started, and those that they started.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, getpgrp, getpid, kill_process, kill_process_group};

/// A process.
#[derive(Clone, Copy, Debug)]
struct Process {
    number: i32,
    parent: i32,
    group: i32,
    has_ended: bool,
}

/// Makes this program the parent of what its commands leave behind, so that it can end that, too. Only Linux can do that.
pub fn adopt() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(getpid()));
}

/// Ends the groups of the processes that this program started.
pub fn end_groups() {
    for Process { group, .. } in children() {
        // A helper of this program is in its own group.
        if let Some(group) = Pid::from_raw(group).filter(|it| *it != getpgrp()) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// How long children are ended. The next ones are those that they left. The answer waits for it, and the host has a limit.
const LONGEST: Duration = Duration::from_millis(300);

/// Ends all processes that this program started or adopted, whatever their groups are.
pub fn end_children() {
    let begun = Instant::now();
    loop {
        let mut left = children().peekable();
        if left.peek().is_none() {
            break;
        }
        for number in left.filter_map(|it| Pid::from_raw(it.number)) {
            let _ = kill_process(number, Signal::KILL);
        }
        if begun.elapsed() > LONGEST {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn children() -> impl Iterator<Item = Process> {
    let own = getpid().as_raw_nonzero().get();
    all().into_iter().filter(move |it| it.parent == own && !it.has_ended)
}

/// Returns the numbers of the processes above this one, the nearest first.
#[cfg(target_os = "linux")]
pub fn ancestors() -> impl Iterator<Item = i32> {
    let parent = |number: &i32| process(format!("/proc/{number}").as_ref()).map(|it| it.parent);
    std::iter::successors(Some(getpid().as_raw_nonzero().get()), parent).skip(1).take_while(|it| *it > 0).take(FARTHEST)
}

/// The most processes that are searched.
#[cfg(target_os = "linux")]
const FARTHEST: usize = 100;

#[cfg(target_os = "linux")]
fn all() -> Vec<Process> {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    all.filter_map(|it| process(&it.path())).collect()
}

/// Reads what the system says about a process.
#[cfg(target_os = "linux")]
fn process(folder: &std::path::Path) -> Option<Process> {
    let text = std::fs::read_to_string(folder.join("stat")).ok()?;
    let number = text.split_whitespace().next()?.parse().ok()?;
    // The name of the program before can have spaces and parentheses.
    let mut words = text.rsplit_once(')')?.1.split_whitespace();
    let has_ended = matches!(words.next()?, "Z" | "X");
    Some(Process { number, parent: words.next()?.parse().ok()?, group: words.next()?.parse().ok()?, has_ended })
}

/// Returns the processes, without that which lists them: it is a child of this program, too.
#[cfg(not(target_os = "linux"))]
fn all() -> Vec<Process> {
    use std::io::Read;
    use std::process::{Command, Stdio};

    // One column each: not every system takes a list of names with `=`.
    let columns = ["pid=", "ppid=", "pgid=", "stat="].iter().flat_map(|it| ["-o", it]);
    let started = Command::new("ps")
        .arg("-A")
        .args(columns)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut list) = started else { return Vec::new() };
    let own = i32::try_from(list.id()).unwrap_or_default();
    let mut text = Vec::new();
    if let Some(mut stdout) = list.stdout.take() {
        let _ = stdout.read_to_end(&mut text);
    }
    let _ = list.wait();
    let of = |line: &str| {
        let mut words = line.split_whitespace();
        Some(Process {
            number: words.next()?.parse().ok()?,
            parent: words.next()?.parse().ok()?,
            group: words.next()?.parse().ok()?,
            has_ended: words.next()?.starts_with('Z'),
        })
    };
    String::from_utf8_lossy(&text).lines().filter_map(of).filter(|it| it.number != own).collect()
}
