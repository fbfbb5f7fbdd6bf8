//! Renders `docs/benchmarks.md`.

use std::fmt::Write;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs, thread};

use super::measure::Outcome;
use super::peers::{Output, VERSIONS};
use super::{Bench, CHECK, CYCLE, FILES, OWN, Row, Set};

const TYPIFY: &str = "typify, no builders";

/// Returns the measurements as a page of Markdown.
pub(super) fn page(sets: &[Set], bench: &Bench) -> String {
    let mut page = String::from(
        "# Benchmarks\n\n<!-- Written by `cargo xtask bench --peers`, the section about the host functions by `cargo xtask bench --host`, that\nabout hooks by `cargo xtask bench --cold --peers`, and that about the command by `cargo xtask bench --command --peers`.\n\
         Changes made here are lost. -->\n\n\
         Each row is a whole process from a cold start. The rows run one after the other, once a round. Every second\n\
         round begins with the others, in reverse, so that no row always runs after the same one. The figures are the medians of the\n\
         rounds. Seconds are those of the processors, for the program and for the system on its behalf. Compare the ratios, because\n\
         the speed of a machine drifts. What takes less than half a second has more rounds, if ours do. `all targets`\n\
         are the Rust crate, the Python package (typed\n\
         dictionaries and pydantic models), the npm package, the bundled schemas and the documentation. They are made from\n\
         schema files, into an empty folder. The canonical set is measured twice: with its types alone, and as a whole.\n\
         The whole has its catalogue, examples and profiles, the validators and readers of every language, and every page.\n\
         The other rows have no validators, because none of the others writes any.\n\
         Of the synthetic sets every type has a schema file of its own; of the canonical set the three that its settings ask for.\n\n",
    );
    let _ = writeln!(page, "{}\n", bench.scratch.note());
    environment(&mut page);
    goals(&mut page, sets);
    sets.iter().for_each(|set| table(&mut page, set, bench));
    given(&mut page);
    page
}

fn environment(page: &mut String) {
    let _ = writeln!(page, "{}\n", machine());
    let versions: Vec<String> = VERSIONS.iter().map(|(name, version)| format!("{name} {version}")).collect();
    let _ = writeln!(page, "Others: {}.\n", versions.join(", "));
}

/// Returns the date, the machine and the versions of the languages.
pub fn machine() -> String {
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let memory = line_of("/proc/meminfo", "MemTotal").and_then(|it| it.split(' ').next()?.parse::<u64>().ok());
    let memory = memory.map(|kib| format!(", {} GiB of memory", kib.div_ceil(1 << 20))).unwrap_or_default();
    let model = line_of("/proc/cpuinfo", "model name").map(|it| format!(" ({it})")).unwrap_or_default();
    format!(
        "Measured on {}: {cores} processors{model}{memory}, {} on {}; {}, {}, {}.",
        today(),
        env::consts::OS,
        env::consts::ARCH,
        said_by("rustc", "--version"),
        said_by("node", "--version").replace('v', "Node "),
        said_by("python3", "--version"),
    )
}

/// Returns the load average of the last minute, where the system has one.
pub fn load() -> Option<String> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next().map(str::to_owned)
}

fn line_of(file: &str, key: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(key))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn said_by(program: &str, argument: &str) -> String {
    let output = Command::new(program).arg(argument).output();
    output.map(|it| String::from_utf8_lossy(&it.stdout).trim().to_owned()).unwrap_or_else(|_| format!("no {program}"))
}

/// Returns the current date in UTC.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
    date(seconds / 86_400)
}

/// Returns the date of a day; day 0 is 1970-01-01.
fn date(mut days: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

fn goals(page: &mut String, sets: &[Set]) {
    page.push_str(
        "## Goals\n\nThe floor is what the same would come to if nothing were done but to read and write the files.\n\n\
         | goal | set | measured | met | the floor |\n|---|---|---|---|---|\n",
    );
    let mut tell = |goal: &str, set: &str, measured: Option<String>, met: bool, floor: Option<f64>| {
        let (measured, met) = match measured {
            Some(measured) => (measured, if met { "yes" } else { "**no**" }),
            None => ("not measured".to_owned(), ""),
        };
        let floor = floor.map(|times| format!("{}×", number(times))).unwrap_or_default();
        let _ = writeln!(page, "| {goal} | {set} | {measured} | {met} | {floor} |");
    };
    // A peer that was stopped gives a lower bound of the ratio. A row of ours that was stopped gives none.
    let times = |set: &Set, a: &str, b: &str| set.row(a).filter(|row| row.is_done())?.times(set.row(b)?);
    let is_measured_with_peers = |set: &&Set| !set.name.starts_with(CYCLE);
    for set in sets.iter().filter(is_measured_with_peers) {
        let ratio = times(set, OWN, TYPIFY);
        let goal = "all targets together no dearer than typify's command alone, without builders";
        let floor = times(set, FILES, TYPIFY);
        tell(goal, &set.name, ratio.map(|it| format!("{it:.2}×")), ratio.is_some_and(|it| it <= 1.0), floor);
    }
    for set in sets.iter().filter(is_measured_with_peers) {
        let floor = chain(set, FILES).map(|(times, _)| times);
        let chain = chain(set, OWN);
        let goal = "25 times cheaper than the cheapest chain of others with the same outputs";
        let said = chain.as_ref().map(|(times, by)| format!("{times:.1}× ({by})"));
        tell(goal, &set.name, said, chain.is_some_and(|(times, _)| times >= 25.0), floor);
    }
    let of_size = |name: &str| sets.iter().find(|set| set.name == name).and_then(|set| set.row(OWN)?.cpu());
    let growths = [
        ("from 1,000 to 10,000 definitions at most 11 times", "1000", "10000", 11.0),
        ("from 500 to 1,000 definitions in a cycle at most 2.2 times", "cycle-500", "cycle-1000", 2.2),
    ];
    for (goal, small, large, most) in growths {
        let growth = of_size(large).zip(of_size(small)).map(|(large, small)| large / small);
        tell(goal, "", growth.map(|it| format!("{it:.1}×")), growth.is_some_and(|it| it <= most), None);
    }
    if let Some(set) = sets.iter().find(|set| set.name == "10000") {
        let peak = set.row(OWN).and_then(Row::peak).zip(set.row(TYPIFY).and_then(Row::peak));
        let said = peak.map(|(own, other)| format!("{:.0} MiB, {:.0} MiB", mib(own), mib(other)));
        let goal = "no more memory than typify's command, without builders";
        tell(goal, &set.name, said, peak.is_some_and(|(own, other)| own <= other), None);
    }
    for set in sets {
        let ratio = times(set, CHECK, OWN);
        let said = ratio.map(|it| format!("{it:.2}×"));
        tell("`--check` no dearer than generating", &set.name, said, ratio.is_some_and(|it| it <= 1.0), None);
    }
    page.push('\n');
}

/// Returns the cost of the cheapest chain of other rows with the same outputs, as a ratio, and the chain.
fn chain(set: &Set, row: &str) -> Option<(f64, String)> {
    let own = set.row(row)?;
    let mut total = 0.0;
    let mut names = Vec::new();
    for output in Output::ALL {
        let rows = set.rows.iter().filter(|row| row.output() == Some(output));
        let cheapest = rows.filter_map(|row| Some((row.times(own)?, row))).min_by(|a, b| a.0.total_cmp(&b.0))?;
        total += cheapest.0;
        let stopped = cheapest.1.runs.iter().any(|run| matches!(run, Outcome::Stopped(_)));
        names.push(format!("{}{}", cheapest.1.name, if stopped { ", stopped" } else { "" }));
    }
    Some((total, names.join("; ")))
}

fn table(page: &mut String, set: &Set, bench: &Bench) {
    let _ = writeln!(page, "## {}: {} definitions\n", set.name, set.definitions);
    page.push_str("| | output | CPU s | × all targets | wall s | peak MiB | runs |\n|---|---|---|---|---|---|---|\n");
    for row in &set.rows {
        let output = row.output().map_or("", Output::name);
        let _ = writeln!(page, "| {} | {output} | {} |", row.name, cells(set, row, bench));
    }
    page.push('\n');
}

fn cells(set: &Set, row: &Row, bench: &Bench) -> String {
    let ratio = set.row(OWN).and_then(|own| row.times(own)).map_or(String::new(), number);
    match row.runs.last() {
        Some(Outcome::Failed) => "failed | | | |".to_owned(),
        Some(Outcome::Stopped(usage)) => {
            format!("> {:.1} | > {ratio} | stopped after {} s | | 1", usage.cpu, bench.limit.as_secs())
        }
        Some(Outcome::Done(_)) | None => {
            let done = row.done();
            let middle = |values: Vec<f64>| super::median(&values).unwrap_or_default();
            let wall = middle(done.iter().map(|usage| usage.wall).collect());
            let cpu = row.cpu().unwrap_or_default();
            let peak = mib(row.peak().unwrap_or_default());
            format!("{} | {ratio} | {} | {peak:.0} | {}", seconds(cpu), seconds(wall), done.len())
        }
    }
}

fn mib(bytes: f64) -> f64 {
    bytes / f64::from(1 << 20)
}

fn seconds(value: f64) -> String {
    if value < 1.0 { format!("{value:.3}") } else { format!("{value:.2}") }
}

fn number(value: f64) -> String {
    if value < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") }
}

fn given(page: &mut String) {
    page.push_str(
        "## What the others were given\n\n\
         One file of draft-07, written from the model, the same for all: extensions written out, references in `definitions`,\n\
         and a root with a property for each type. Rules, assertions, and types that depend on another value, are not in\n\
         it. Nothing was left out for one of them alone: one that cannot take it fails in its table.\n",
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(59), "1970-03-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(20_454), "2026-01-01");
    }
}
