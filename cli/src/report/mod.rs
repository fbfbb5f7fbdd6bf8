//! Prints findings: for people, for programs, for GitHub, and for tools that read SARIF.

mod github;
mod json;
mod sarif;
mod text;

use std::io::{self, Write};

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
}

/// Prints findings in a form. Returns true if there is something wrong: an error or a warning.
pub fn print(findings: &[Finding], looked: Looked, format: Format, is_quiet: bool) -> io::Result<bool> {
    let mut out = anstream::stdout().lock();
    match format {
        Format::Text => text::print(&mut out, findings, looked, is_quiet)?,
        Format::Json => json::print(&mut out, findings, looked)?,
        Format::Github => github::print(&mut out, findings)?,
        Format::Sarif => sarif::print(&mut out, findings)?,
    }
    out.flush()?;
    Ok(findings.iter().any(|it| it.level <= Level::Warning))
}

/// Returns the message of a finding, with the versions that have it.
fn message(finding: &Finding) -> String {
    let unconfirmed = if finding.is_unconfirmed { " (Only one source says so.)" } else { "" };
    let hosts = finding.hosts.as_ref().map(|it| format!(" [{it}]")).unwrap_or_default();
    crate::terminal::safe(&format!("{}{unconfirmed}{hosts}", finding.message))
}
