//! Renders the report as Markdown: one section for each version, or one for all changes.

use super::change::Change;
use super::report::{Group, Report};
use super::words;
use crate::hooks::HostChange;
use crate::markdown::{DocSyntax, line, text};

/// Renders the sections as lists. Names are code spans, and text from the schemas is escaped.
pub fn markdown(report: &Report) -> String {
    let name = |it: &str| text(it, DocSyntax::Markdown);
    let mut lines = vec![format!("# {} against {}", name(&report.new.package), name(&report.against)), String::new()];
    lines.push(needs(report));
    lines.extend(
        words::unlisted(report).into_iter().flat_map(|reported| {
            [String::new(), format!("Not reported: {}.", line(&[&reported], DocSyntax::Markdown))]
        }),
    );
    for group in &report.groups {
        lines.push(String::new());
        lines.push(match &group.host {
            Some(host) => format!("## {}", name(host)),
            None => "## Changes".to_owned(),
        });
        lines.push(String::new());
        lines.extend(group_lines(group));
    }
    lines.join("\n") + "\n"
}

fn needs(report: &Report) -> String {
    let harms: Vec<String> = words::harms(report.harms).into_iter().map(|(all, who)| format!("{all}: {who}")).collect();
    let harms = if harms.is_empty() { "nobody".to_owned() } else { harms.join("; ") };
    let required_version = report
        .required_version
        .as_ref()
        .map(|required_version| format!(", to {required_version} at least"))
        .unwrap_or_default();
    format!("It needs a {} step{required_version}. Harmed: {harms}.", report.step)
}

fn group_lines(group: &Group) -> impl Iterator<Item = String> {
    group.changes.iter().map(change).chain(group.host_changes.iter().map(|change| host_changes(group, change)))
}

fn change(change: &Change) -> String {
    let mut reported = vec![words::place(change), format!("{} step", change.step)];
    reported.extend(words::harms(change.harms).into_iter().map(|(languages, who)| format!("{languages}: {who}")));
    reported.retain(|part| !part.is_empty());
    format!("* {} ({})", change.summary, reported.join("; "))
}

fn host_changes(group: &Group, change: &HostChange) -> String {
    let reported = |it: &str| line(&[it], DocSyntax::Markdown);
    let breaks = if change.breaks { " (what was right can do something else)" } else { "" };
    format!("* {}{}: {}{breaks}", reported(&change.about), words::since(group, change), reported(&change.summary))
}
