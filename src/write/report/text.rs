//! The report for people: a verb and a path per line, as cargo prints them.

use std::collections::BTreeMap;

use super::Report;
use super::diff::diff;
use crate::colour::{self, Colour};
use crate::diagnostic::{self, Level, visible};
use crate::write::Mode;
use crate::write::entry::{Entry, Provenance, Status, Tally};
use crate::write::manifest::MANIFEST;
use crate::write::plan::Plan;

/// The number of lines of a diff that are shown without `--verbose`.
const DIFF_LINES: usize = 60;

/// The number of warnings with the same message that are shown without `--verbose`.
const ALIKE: usize = 3;

pub(super) fn render(report: &Report) -> String {
    let plans = report.plans.iter().map(|plan| plan_text(report, plan));
    [findings(report)].into_iter().chain(plans).chain([closing(report)]).collect()
}

/// Leaves out the files.
pub(super) fn brief(report: &Report) -> String {
    findings(report) + &closing(report)
}

/// Returns the findings. A lint finds the same in many places, so further warnings with the same message are only counted.
fn findings(report: &Report) -> String {
    let mut text = String::new();
    let mut warned: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for finding in &report.findings.0 {
        if finding.level == Level::Warning && !report.verbose {
            let count = warned.entry((finding.code.name(), &finding.message)).or_default();
            *count += 1;
            if *count > ALIKE {
                continue;
            }
        }
        text.push_str(&diagnostic::text(finding, report.colour));
        text.push_str("\n\n");
    }
    for ((code, message), count) in warned.into_iter().filter(|(_, count)| *count > ALIKE) {
        let more = count - ALIKE;
        let what = paint(report, Colour::Yellow, true, &format!("warning[{code}]"));
        text.push_str(&format!("{what}: {} ({more} more, shown with `--verbose`)\n\n", visible(message)));
    }
    text
}

fn plan_text(report: &Report, plan: &Plan) -> String {
    plan.entries.iter().map(|entry| entry_text(report, plan, entry)).collect()
}

fn entry_text(report: &Report, plan: &Plan, entry: &Entry) -> String {
    if entry.status == Status::Fresh && !report.verbose {
        return String::new();
    }
    let shown = visible(&plan.shown(entry));
    let (verb, colour) = verb(report.mode, entry);
    let mut text = line(report, verb, colour, &format!("{shown}{}", remark(entry)));
    // The manifest is hidden, because the files with its hashes are listed.
    if report.mode != Mode::Write && (entry.path != MANIFEST || report.verbose) {
        text.extend(diff(entry, &shown).map(|diff| diff_text(report, &diff)));
    }
    text
}

fn verb(mode: Mode, entry: &Entry) -> (&'static str, Colour) {
    match (entry.status, mode) {
        (Status::Fresh, _) => ("Fresh", Colour::Green),
        (Status::Orphan, Mode::Write) if entry.provenance == Provenance::Foreign => ("Kept", Colour::Yellow),
        (Status::Stale, Mode::Write) => ("Updated", Colour::Green),
        (Status::Missing, Mode::Write) => ("Created", Colour::Green),
        (Status::Orphan, Mode::Write) => ("Removed", Colour::Green),
        (Status::Stale, _) => ("Stale", Colour::Yellow),
        (Status::Missing, _) => ("Missing", Colour::Yellow),
        (Status::Orphan, _) if entry.provenance == Provenance::Foreign => ("Foreign", Colour::Red),
        (Status::Orphan, _) => ("Orphan", Colour::Red),
    }
}

fn remark(entry: &Entry) -> &'static str {
    match (entry.status, entry.provenance) {
        (Status::Stale | Status::Orphan, Provenance::Edited) => " (edited by hand)",
        (Status::Stale | Status::Orphan, Provenance::Foreign) => " (not made by the generator)",
        _ => "",
    }
}

fn diff_text(report: &Report, diff: &str) -> String {
    let limit = if report.verbose { usize::MAX } else { DIFF_LINES };
    let rest = diff.lines().count().saturating_sub(limit);
    let lines = diff.split_terminator('\n').take(limit).map(|line| diff_line(report, line));
    let more = (rest > 0).then(|| format!("… {rest} more lines, shown with `--verbose`\n"));
    lines.chain(more).collect()
}

fn diff_line(report: &Report, line: &str) -> String {
    let colour = match line.as_bytes().first() {
        Some(b'+') => Some(Colour::Green),
        Some(b'-') => Some(Colour::Red),
        Some(b'@') => Some(Colour::Cyan),
        _ => None,
    };
    // A tab is the only control character that is safe to print.
    let line = line.split('\t').map(visible).collect::<Vec<_>>().join("\t");
    match colour {
        Some(colour) => paint(report, colour, false, &line) + "\n",
        None => line + "\n",
    }
}

/// Returns the last lines: the counts, and what to do next.
fn closing(report: &Report) -> String {
    if report.findings.has_errors() {
        let errors = report.findings.0.iter().filter(|it| it.level == Level::Error).count();
        let explained = report.findings.0.iter().find(|it| it.level == Level::Error);
        let explained = explained.map(|it| format!("what it means: `{} explain {}`\n", report.program(), it.code));
        let counts = format!("{}{}", count(errors, "error"), warnings(report));
        return line(report, "Failed", Colour::Red, &counts) + &explained.unwrap_or_default();
    }
    let fresh = report.is_fresh() || (report.mode == Mode::Write && report.tally().foreign == 0);
    let colour = if fresh { Colour::Green } else { Colour::Yellow };
    let advice = report.advice().map(|advice| format!("{}\n", visible(&advice)));
    let counts = format!("{}{}", tally_text(report.mode, &report.tally()), warnings(report));
    line(report, "Finished", colour, &counts) + &advice.unwrap_or_default()
}

fn tally_text(mode: Mode, tally: &Tally) -> String {
    let names = match mode {
        Mode::Write => ["fresh", "updated", "created", "removed", "kept"],
        Mode::Check | Mode::DryRun => ["fresh", "stale", "missing", "orphan", "foreign"],
    };
    let counts = [tally.fresh, tally.stale, tally.missing, tally.orphan, tally.foreign];
    let shown = counts.iter().zip(names).enumerate().filter(|(index, (count, _))| *index < 4 || **count > 0);
    shown.map(|(_, (count, name))| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

/// Returns the count of warnings, to append to the other counts.
fn warnings(report: &Report) -> String {
    let warnings = report.findings.0.iter().filter(|it| it.level == Level::Warning).count();
    if warnings == 0 { String::new() } else { format!(", {}", count(warnings, "warning")) }
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn line(report: &Report, verb: &str, colour: Colour, text: &str) -> String {
    [&paint(report, colour, true, &format!("{verb:>12}")), " ", text, "\n"].concat()
}

fn paint(report: &Report, colour: Colour, bold: bool, text: &str) -> String {
    colour::paint(report.colour, colour, bold, text)
}
