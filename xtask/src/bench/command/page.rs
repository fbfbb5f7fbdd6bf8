//! Renders the section of `docs/benchmarks.md` about the command.

use std::fmt::Write as _;

use super::super::measure::Usage;
use super::{ALL, CHECK, HOOKS, LENGTH, Measured, ONE, PARSE, SHARED, Size, TRUE, VERSION};

/// The heading of the section.
pub const HEADING: &str = "## The command";

/// The most times that a start may take of one of `/bin/true`.
const MOST_OF_START: f64 = 1.3;

/// The most times that validating may take of parsing.
const MOST_OF_PARSING: f64 = 2.5;

/// How many times faster it has to be on two cores.
const LEAST_ON_TWO: f64 = 1.7;

/// The most bytes of the program, in MB.
const MOST_BYTES: f64 = 8.0;

/// The most memory, in MiB.
const MOST_MEMORY: f64 = 64.0;

/// Returns the measurements as a section of the page.
pub fn section(
    Measured { rows, program }: &Measured,
    size: &Size,
    rounds: usize,
    machine: &str,
    load: Option<&str>,
) -> String {
    let mut text = format!("{HEADING}\n\n{machine}\n\n");
    if let Some(load) = load {
        let _ = writeln!(
            text,
            "Before the first round, the load average of the machine was {load}. Above 0, other programs ran beside this one.\n"
        );
    }
    let (bytes, shared) = (size.bytes >> 20, size.shared >> 20);
    let _ = writeln!(
        text,
        "The program is static, as in its packages. Each row is a process, in turn with the others. The figures are the medians of\n\
         {}, with {} starts in each, and of the ratios run by run. The project of `check` has {HOOKS} hooks, in Bash and\n\
         Python. A payload has {LENGTH} bytes: inputs of three events, with the arguments of two tools. There are {bytes} MiB of them, and\n\
         {shared} MiB where other validators take part. These read the same payloads as one array, and check them against the schema of\n\
         `HookInput`, which does not have the arguments of tools.\n\n\
         | goal | measured | met |\n|---|---|---|",
        if rounds == 1 { "one round".to_owned() } else { format!("{rounds} rounds") },
        size.starts
    );
    let cpu = |usage: &Usage| usage.cpu;
    let wall = |usage: &Usage| usage.wall;
    let ratio = |one: &str, other: &str, of: fn(&Usage) -> f64| {
        let row = |name: &str| rows.iter().find(|row| row.name == name);
        row(one).zip(row(other)).map_or(f64::NAN, |(one, other)| one.times(other, of))
    };
    let goal = |text: &mut String, goal: String, is: String, met: bool| {
        let _ = writeln!(text, "| {goal} | {is} | {} |", if met { "yes" } else { "**no**" });
    };
    let program = *program as f64 / 1e6;
    goal(&mut text, format!("a program of at most {MOST_BYTES} MB"), format!("{program:.2} MB"), program <= MOST_BYTES);
    let start = ratio(VERSION, TRUE, cpu);
    goal(
        &mut text,
        format!("a start at most {MOST_OF_START} times as dear as one of `/bin/true`"),
        format!("{start:.2}×"),
        start <= MOST_OF_START,
    );
    let parsing = ratio(ONE, PARSE, cpu);
    goal(
        &mut text,
        format!("`validate` at most {MOST_OF_PARSING} times as dear as parsing the same lines"),
        format!("{parsing:.2}×"),
        parsing <= MOST_OF_PARSING,
    );
    let cores = ratio(ONE, ALL, wall);
    goal(
        &mut text,
        format!("`validate` at least {LEAST_ON_TWO} times as fast on two cores as on one"),
        format!("{cores:.2}×"),
        cores >= LEAST_ON_TWO,
    );
    let peak = rows.iter().filter(|row| row.name == ALL).map(|row| row.middle(mib)).fold(f64::NAN, f64::max);
    goal(
        &mut text,
        format!("`validate` with at most {MOST_MEMORY} MiB, however long the file"),
        format!("{peak:.0} MiB"),
        peak <= MOST_MEMORY,
    );
    text.push_str("\n| | MiB | CPU s | × JSON Lines | wall s | peak MiB | runs |\n|---|---|---|---|---|---|---|\n");
    for row in rows {
        let read = match row.name {
            TRUE | VERSION | CHECK => String::new(),
            PARSE | ONE | ALL => bytes.to_string(),
            _ => shared.to_string(),
        };
        let of_shared = rows.iter().filter(|it| read == shared.to_string() && it.name == SHARED);
        let times: String = of_shared.map(|it| format!("{:.0}", row.middle(cpu) / it.middle(cpu))).collect();
        // A start is so short that it shares the memory of the program that measures.
        let peak = if row.count == 1 { format!("{:.0}", row.middle(mib)) } else { String::new() };
        let (cpu, wall) = (seconds(row.middle(cpu)), seconds(row.middle(wall)));
        let _ = writeln!(text, "| {} | {read} | {cpu} | {times} | {wall} | {peak} | {} |", row.name, row.runs.len());
    }
    text
}

fn mib(usage: &Usage) -> f64 {
    usage.peak as f64 / f64::from(1 << 20)
}

fn seconds(value: f64) -> String {
    match value {
        _ if value < 0.01 => format!("{value:.5}"),
        _ if value < 1.0 => format!("{value:.3}"),
        _ => format!("{value:.2}"),
    }
}
