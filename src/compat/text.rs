//! The report for people.

use super::breakage::VersionStep;
use super::report::{Group, Report};
use super::words;
use crate::colour::{Colour, paint};
use crate::diagnostic::visible;

/// Renders one line for each change, below it the code that it breaks, and the total at the end.
pub fn text(report: &Report, colour: bool) -> String {
    let mut lines = vec![title(report), String::new()];
    for group in &report.groups {
        lines.extend(group.host.as_deref().map(|host| paint(colour, Colour::Cyan, true, host)));
        lines.extend(group_lines(group, colour));
        lines.push(String::new());
    }
    lines.extend(end(report, colour));
    lines.join("\n") + "\n"
}

fn title(report: &Report) -> String {
    let host = report.new.host.as_deref().map(|host| format!(", host {host}")).unwrap_or_default();
    let against = match &report.old.host {
        Some(host) if *host != report.against => format!("{} (host {host})", report.against),
        _ => report.against.clone(),
    };
    visible(&format!("{} {}{host}, against {against}", report.new.package, report.new.version))
}

fn group_lines(group: &Group, colour: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for change in &group.changes {
        // A change without writers and events has no place to show.
        let place = Some(words::place(change)).filter(|place| !place.is_empty());
        let place = place.map(|place| format!(" ({place})")).unwrap_or_default();
        lines.push(format!("{}  {}{place}", step(change.step, colour), change.summary));
        let harms = words::harms(change.harms).into_iter();
        lines.extend(harms.map(|(languages, who)| format!("{:12}{languages}: {who}", "")));
    }
    for change in &group.host_changes {
        let mark = if change.breaks { Colour::Yellow } else { Colour::Blue };
        let kind = format!("{:>10}", "beside");
        let since = words::since(group, change);
        lines.push(format!("{}  {}{since}: {}", paint(colour, mark, true, &kind), change.about, change.summary));
    }
    lines
}

fn step(step: VersionStep, colour: bool) -> String {
    let of = match step {
        VersionStep::Patch => Colour::Blue,
        VersionStep::Minor => Colour::Green,
        VersionStep::Major => Colour::Red,
    };
    paint(colour, of, true, &format!("{:>10}", step.to_string()))
}

fn end(report: &Report, colour: bool) -> Vec<String> {
    let (shown, host_changes) = report.counts();
    let harms = words::harms(report.harms).into_iter();
    let mut lines: Vec<String> = harms.map(|(languages, who)| format!("{:>10}  {languages}: {who}", "Harms")).collect();
    let found = format!("{:>10}  {shown} {}, {host_changes} beside that no schema shows", "Found", changes(shown));
    lines.push(found);
    lines.extend(words::unlisted(report).map(|reported| visible(&format!("{:>10}  {reported}", "Not told"))));
    lines.push(match (&report.required_version, report.is_sufficient) {
        (_, _) if shown + host_changes == 0 && report.required_version.is_none() => format!("{:>10}  nothing", "Needs"),
        (Some(required_version), true) => {
            format!("{:>10}  a {} step: {required_version} or newer", "Needs", report.step)
        }
        (Some(required_version), false) => {
            let needs = paint(colour, Colour::Red, true, &format!("{:>10}", "Needs"));
            format!(
                "{needs}  a {} step: {required_version} or newer, not {}",
                report.step,
                visible(&report.new.version)
            )
        }
        (None, _) => format!("{:>10}  a {} step", "Needs", report.step),
    });
    lines
}

fn changes(count: usize) -> &'static str {
    if count == 1 { "change" } else { "changes" }
}
