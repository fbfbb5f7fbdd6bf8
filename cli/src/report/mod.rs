//! Prints findings: for people, for programs, for GitHub, and for tools that read SARIF.

mod github;
pub mod json;
pub mod junit;
mod sarif;
mod text;

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::ops::Range;

use clap::ValueEnum;

use crate::finding::{Finding, Level};

/// A form of output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON document.
    Json,
    /// Annotations of a workflow on GitHub.
    Github,
    /// SARIF 2.1.0, which code scanning reads.
    Sarif,
}

/// What was looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Looked {
    /// The number of documents with hooks, payloads or texts.
    pub documents: u64,
    /// The number of scripts.
    pub scripts: u64,
    /// The number of scripts in languages that are not read.
    pub unread_scripts: u64,
    /// The number of findings that the options leave out.
    pub ignored: usize,
    /// The number of files in which `check --fix` can fix something.
    pub fixable: usize,
}

/// The most findings of a report: nobody reads more, and a hostile project can have millions.
const MOST: usize = 100_000;

/// Prints findings in a form. Returns true if there is something wrong: an error or a warning.
pub fn print(findings: &[Finding], looked: Looked, format: Format, is_quiet: bool) -> io::Result<bool> {
    let some = &findings[..findings.len().min(MOST)];
    if some.len() < findings.len() && format != Format::Text {
        anstream::eprintln!("the report has the first {MOST} of {} findings", findings.len());
    }
    if format == Format::Text {
        let mut out = anstream::stdout().lock();
        text::print(&mut out, findings, looked, is_quiet)?;
        out.flush()?;
    } else {
        // Without colours, in large pieces.
        let mut out = BufWriter::new(io::stdout().lock());
        match format {
            Format::Json => json::print(&mut out, some, findings, looked)?,
            Format::Github => github::print(&mut out, some)?,
            _ => sarif::print(&mut out, some)?,
        }
        out.flush()?;
    }
    Ok(findings.iter().any(|it| it.level <= Level::Warning))
}

/// Returns the message of a finding, with the versions that have it where there is no other place for them.
fn message_with_hosts(finding: &Finding) -> String {
    let hosts = finding.hosts.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
    format!("{}{hosts}", message(finding))
}

/// Returns the message of a finding.
fn message(finding: &Finding) -> String {
    let unconfirmed = if finding.is_unconfirmed { " (Only one source says so.)" } else { "" };
    crate::terminal::safe(&format!("{}{unconfirmed}{}", finding.message, elsewhere(finding)))
}

/// The most lines of other places that a message names.
const MOST_LINES: usize = 3;

/// Returns a sentence with the lines of the other places where the same is wrong.
fn elsewhere(finding: &Finding) -> String {
    let at = |it: &Range<usize>| finding.file.text.position(it.start);
    let lines: BTreeSet<usize> = finding.others.iter().chain(&finding.range).map(|it| at(it).line).collect();
    // In settings without line ends, lines say nothing.
    let has_columns = lines.len() <= finding.others.len();
    let line = |it: &Range<usize>| match at(it) {
        at if has_columns => format!("line {}, column {}", at.line, at.column),
        at => format!("line {}", at.line),
    };
    let named: Vec<String> = finding.others.iter().take(MOST_LINES).map(line).collect();
    let more = match finding.others.len().saturating_sub(MOST_LINES) {
        _ if named.is_empty() => return String::new(),
        0 => String::new(),
        1 => ", and in one other place".to_owned(),
        more => format!(", and in {more} other places"),
    };
    format!(" The same is wrong at {}{more}.", named.join(if has_columns { "; " } else { ", " }))
}
