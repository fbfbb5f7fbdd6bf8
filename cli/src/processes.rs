//! The processes that this program started, and those that they started.

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

/// How often children are ended. The next ones are those that they left.
const ROUNDS: u32 = 200;

/// Ends all processes that this program started or adopted, whatever their groups are.
pub fn end_children() {
    for _ in 0..ROUNDS {
        let mut left = children().peekable();
        if left.peek().is_none() {
            return;
        }
        for number in left.filter_map(|it| Pid::from_raw(it.number)) {
            let _ = kill_process(number, Signal::KILL);
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
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

#[cfg(not(target_os = "linux"))]
fn all() -> Vec<Process> {
    let list = std::process::Command::new("ps").args(["-A", "-o", "pid=,ppid=,pgid=,stat="]).output();
    let of = |line: &str| {
        let mut words = line.split_whitespace();
        Some(Process {
            number: words.next()?.parse().ok()?,
            parent: words.next()?.parse().ok()?,
            group: words.next()?.parse().ok()?,
            has_ended: words.next()?.starts_with('Z'),
        })
    };
    let text = list.map(|it| String::from_utf8_lossy(&it.stdout).into_owned()).unwrap_or_default();
    text.lines().filter_map(of).collect()
}
