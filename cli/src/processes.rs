//! The processes that this program started, and those that they started.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, getpgrp, getpid, kill_process, kill_process_group};

/// A process.
#[derive(Clone, Copy, Debug)]
struct Process {
    number: i32,
    parent: i32,
    group: i32,
    has_ended: bool,
    /// It is at work, and does not wait for something.
    is_busy: bool,
}

/// Returns true if a process of a group, or below this one, is at work, and is not one of the helpers.
pub fn is_busy(group: Pid, helpers: &BTreeSet<i32>) -> bool {
    let all = all();
    let below = add_to(&mut BTreeSet::from([own()]), all.clone());
    let of_group = all.iter().filter(|it| it.group == group.as_raw_nonzero().get());
    of_group.chain(&below).any(|it| !helpers.contains(&it.number) && (it.is_busy || has_busy_thread(it.number)))
}

/// Returns true if a thread of a process is at work. What is read of a process is about its first one.
#[cfg(target_os = "linux")]
fn has_busy_thread(number: i32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{number}/task")).into_iter().flatten().flatten();
    threads.filter_map(|it| process(&it.path())).any(|it| it.is_busy)
}

/// Only Linux lists them.
#[cfg(not(target_os = "linux"))]
fn has_busy_thread(_: i32) -> bool {
    false
}

/// The states of a process that is at work: it runs, or its memory is on the way.
const BUSY: [char; 3] = ['R', 'D', 'U'];

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

/// How long new processes are ended before all of them are listed again.
const ROUND: Duration = Duration::from_millis(2);

/// Returns the numbers of the processes below this one.
pub fn children_below() -> BTreeSet<i32> {
    add_to(&mut BTreeSet::from([own()]), all()).into_iter().map(|it| it.number).collect()
}

/// Ends the processes below this one, also those that it adopted, whatever their groups are. Those that are kept go on, and so do
/// those that they start.
pub fn end_children(kept: &BTreeSet<i32>) {
    let begun = Instant::now();
    loop {
        let mut family = BTreeSet::from([own()]);
        let others = all().into_iter().filter(|it| !kept.contains(&it.number)).collect();
        let left = add_to(&mut family, others).into_iter().filter(|it| !it.has_ended);
        let count = left.map(end).count();
        // One can start while the others are listed.
        if count + end_new(&mut family) == 0 || begun.elapsed() > LONGEST {
            break;
        }
    }
}

/// Ends what processes of a family start, for a while, and returns how many. One that starts another one and ends is gone before
/// all are listed.
#[cfg(target_os = "linux")]
fn end_new(family: &mut BTreeSet<i32>) -> usize {
    // The system counts the numbers up, and says which was the last one.
    let newest = || {
        let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        text.split_whitespace().last().and_then(|it| it.parse::<i32>().ok()).unwrap_or_default()
    };
    let begun = Instant::now();
    let (mut seen, mut count) = (family.last().copied().unwrap_or_default(), 0);
    while begun.elapsed() < ROUND {
        let newest = newest();
        let new = (seen.max(newest - MOST_NEW) + 1..=newest).filter_map(|it| process(format!("/proc/{it}").as_ref()));
        let new = add_to(family, new.collect()).into_iter().filter(|it| !it.has_ended);
        count += new.map(end).count();
        seen = newest;
    }
    count
}

/// The most new processes that are read.
#[cfg(target_os = "linux")]
const MOST_NEW: i32 = 100;

#[cfg(not(target_os = "linux"))]
fn end_new(_: &mut BTreeSet<i32>) -> usize {
    std::thread::sleep(ROUND);
    0
}

/// Takes note of those that have ended and were adopted, so that the system can forget them. Others wait for those that are named.
#[cfg(target_os = "linux")]
pub fn forget_orphans(waited: impl Iterator<Item = i32>) {
    use rustix::process::{WaitOptions, waitpid};

    let (own, waited) = (own(), waited.collect::<Vec<_>>());
    let ended = all().into_iter().filter(|it| it.parent == own && it.has_ended && !waited.contains(&it.number));
    for number in ended.filter_map(|it| Pid::from_raw(it.number)) {
        let _ = waitpid(Some(number), WaitOptions::NOHANG);
    }
}

/// Nothing is adopted there.
#[cfg(not(target_os = "linux"))]
pub fn forget_orphans(_: impl Iterator<Item = i32>) {}

fn end(process: Process) {
    if let Some(number) = Pid::from_raw(process.number) {
        let _ = kill_process(number, Signal::KILL);
    }
}

/// Adds the processes that are below those of a family to it, and returns them.
fn add_to(family: &mut BTreeSet<i32>, mut others: Vec<Process>) -> Vec<Process> {
    let mut found = Vec::new();
    loop {
        let (new, left): (Vec<_>, Vec<_>) = others.into_iter().partition(|it| family.contains(&it.parent));
        if new.is_empty() {
            return found;
        }
        family.extend(new.iter().map(|it| it.number));
        found.extend(new);
        others = left;
    }
}

/// Returns the number of this process.
pub fn own() -> i32 {
    getpid().as_raw_nonzero().get()
}

fn children() -> impl Iterator<Item = Process> {
    all().into_iter().filter(|it| it.parent == own() && !it.has_ended)
}

/// Returns the numbers of the processes above this one, the nearest first.
#[cfg(target_os = "linux")]
pub fn ancestors() -> Vec<i32> {
    let parent = |number: &i32| process(format!("/proc/{number}").as_ref()).map(|it| it.parent);
    let mut all: Vec<i32> = Vec::new();
    for _ in 0..TRIES {
        all = std::iter::successors(Some(own()), parent).skip(1).take(FARTHEST).collect();
        // One that ends meanwhile leaves its children to another one.
        if all.last() == Some(&0) {
            break;
        }
    }
    all.retain(|it| *it > 0);
    all
}

/// How often the processes above this one are read if one of them cannot be found.
#[cfg(target_os = "linux")]
const TRIES: usize = 5;

/// The most processes that are searched: more than a system has above each other, and an end for what changes meanwhile.
#[cfg(target_os = "linux")]
const FARTHEST: usize = 10_000;

#[cfg(target_os = "linux")]
fn all() -> Vec<Process> {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    all.filter_map(|it| process(&it.path())).collect()
}

/// Returns the session of a process. It is 0 if the session was begun where this process cannot see it.
#[cfg(target_os = "linux")]
pub fn session(number: i32) -> Option<i32> {
    let text = std::fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
    after_name(&text)?.nth(3)?.parse().ok()
}

/// Returns the words of what the system says about a process that follow its name, which can have spaces and parentheses.
#[cfg(target_os = "linux")]
fn after_name(text: &str) -> Option<impl Iterator<Item = &str>> {
    Some(text.rsplit_once(')')?.1.split_whitespace())
}

/// Reads what the system says about a process.
#[cfg(target_os = "linux")]
fn process(folder: &std::path::Path) -> Option<Process> {
    let text = std::fs::read_to_string(folder.join("stat")).ok()?;
    let number = text.split_whitespace().next()?.parse().ok()?;
    let mut words = after_name(&text)?;
    let state = words.next()?;
    Some(Process {
        number,
        parent: words.next()?.parse().ok()?,
        group: words.next()?.parse().ok()?,
        has_ended: matches!(state, "Z" | "X"),
        is_busy: state.starts_with(BUSY),
    })
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
        let mut number = || words.next()?.parse().ok();
        let (number, parent, group) = (number()?, number()?, number()?);
        let state = words.next()?;
        Some(Process { number, parent, group, has_ended: state.starts_with('Z'), is_busy: state.starts_with(BUSY) })
    };
    String::from_utf8_lossy(&text).lines().filter_map(of).filter(|it| it.number != own).collect()
}
