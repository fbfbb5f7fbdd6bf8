//! The report for GitHub: one workflow command per line.

use std::iter;

use super::Report;
use crate::diagnostic::{Diagnostic, Level, Place, visible};
use crate::write::Mode;
use crate::write::entry::{Entry, Status};
use crate::write::plan::Plan;

pub(super) fn render(report: &Report) -> String {
    let findings = report.findings.0.iter().map(finding);
    // The pull request shows written files anyway.
    let plans = report.plans.iter().filter(|_| report.mode != Mode::Write).flat_map(|plan| plan_lines(report, plan));
    findings.chain(plans).map(|line| line + "\n").collect()
}

fn finding(it: &Diagnostic) -> String {
    let kind = match it.level {
        Level::Error => "error",
        Level::Warning => "warning",
    };
    let pointer = it.place.as_ref().and_then(|place| place.pointer.as_ref()).map(|pointer| format!("at: {pointer}"));
    let other = it.other.as_ref().map(|other| format!("and: {other}"));
    let reason = it.reason.as_ref().map(|reason| format!("why: {reason}"));
    let advice = it.advice.as_ref().map(|advice| format!("do: {advice}"));
    let lines: Vec<_> = [Some(it.message.clone()), pointer, other, reason, advice].into_iter().flatten().collect();
    let mut properties = it.place.as_ref().map(place).unwrap_or_default();
    properties.push(("title", it.code.to_string()));
    command(kind, &properties, &lines)
}

fn place(place: &Place) -> Vec<(&'static str, String)> {
    let mut properties = vec![("file", place.file.clone())];
    if place.line > 0 {
        properties.extend([("line", place.line.to_string()), ("col", place.column.to_string())]);
        if place.length > 0 {
            let end = place.column + place.length;
            properties.extend([("endLine", place.line.to_string()), ("endColumn", end.to_string())]);
        }
    }
    properties
}

fn plan_lines(report: &Report, plan: &Plan) -> Vec<String> {
    let kind = if report.mode == Mode::Check { "error" } else { "notice" };
    let entries = plan.entries.iter().filter_map(|entry| {
        let (title, text) = annotation(entry)?;
        let properties = [("file", plan.shown(entry)), ("title", title.to_owned())];
        let lines = iter::once(text.to_owned()).chain(entry.is_work().then(|| fix(report)));
        Some(command(kind, &properties, &lines.collect::<Vec<_>>()))
    });
    entries.collect()
}

fn annotation(entry: &Entry) -> Option<(&'static str, &'static str)> {
    Some(match entry.status {
        Status::Fresh => return None,
        Status::Stale => ("Stale", "This is not what the schemas and templates give."),
        Status::Missing => ("Missing", "The schemas and templates give this file."),
        Status::Orphan if entry.is_work() => ("Orphan", "The schemas and templates no longer give this file."),
        Status::Orphan => ("Orphan", "This was not generated: move it away, or have git ignore it."),
    })
}

fn fix(report: &Report) -> String {
    format!("Fixed by `{}`.", report.command)
}

fn command(kind: &str, properties: &[(&str, String)], lines: &[String]) -> String {
    let properties: Vec<_> = properties.iter().map(|(name, value)| format!("{name}={}", property(value))).collect();
    let lines: Vec<_> = lines.iter().map(|line| data(line)).collect();
    format!("::{kind} {}::{}", properties.join(","), lines.join("%0A"))
}

/// Escapes the text after the second `::`. Control characters are already visible, so only the escape itself is left.
fn data(text: &str) -> String {
    visible(text).replace('%', "%25")
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
