//! The words of the report for people.

use super::breakage::{Harm, Harms};
use super::change::{Change, Direction};
use super::report::{Group, Report};
use crate::hooks::HostChange;

/// Names the code that breaks.
pub fn harm(harm: Harm) -> &'static str {
    match harm {
        Harm::Nobody => "nobody",
        Harm::Exhaustive => "who proves that every value is handled",
        Harm::Makers => "who makes such values",
        Harm::Readers => "who reads such values",
        Harm::Everyone => "everyone who uses it",
    }
}

/// Returns the languages with the same harm together, each with the code that breaks.
pub fn harms(harms: Harms) -> Vec<(String, &'static str)> {
    let all = [("Rust", harms.rust), ("Python", harms.python), ("TypeScript", harms.typescript)];
    let mut found: Vec<(String, &'static str)> = Vec::new();
    for (language, of) in all.into_iter().filter(|(_, of)| *of != Harm::Nobody) {
        match found.iter_mut().find(|(_, who)| *who == harm(of)) {
            Some((languages, _)) => languages.extend([", ", language]),
            None => found.push((language.to_owned(), harm(of))),
        }
    }
    found
}

/// Returns the host version of a change, if its group does not have one.
pub fn since(group: &Group, change: &HostChange) -> String {
    if group.host.is_some() { String::new() } else { format!(" (since {})", change.version.version) }
}

/// Returns a note if the older state does not list the behaviour of its host.
pub fn unlisted(report: &Report) -> Option<String> {
    let later = match &report.old.host {
        Some(host) => format!("shown are those after its host version {host}"),
        None => "as it names no host version, none are shown".to_owned(),
    };
    (!report.has_host_changes).then(|| format!("`{}` does not list changes of behaviour; {later}", report.against))
}

/// Returns the writers of a payload, and its events.
pub fn place(change: &Change) -> String {
    let direction = match change.direction {
        Direction::Input => "input",
        Direction::Output => "output",
        Direction::Both => "input and output",
        Direction::None => "",
    };
    let events = match change.events.as_slice() {
        [] => String::new(),
        [event] => event.clone(),
        [one, other] => format!("{one} and {other}"),
        all => format!("{} events", all.len()),
    };
    [direction, &events].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}
