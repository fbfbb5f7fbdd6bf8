//! Annotations of a workflow on GitHub.

use std::io::{self, Write};

use crate::finding::{Finding, Level};
use crate::terminal::shown_path;

/// Prints an annotation for each finding.
pub fn print(out: &mut impl Write, findings: &[Finding]) -> io::Result<()> {
    for finding in findings {
        let command = match finding.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note | Level::Off => "notice",
        };
        let path = property(&shown_path(&finding.file.path));
        let title = property(&format!("hookwire: {}", finding.code));
        write!(out, "::{command} title={title},file={path}")?;
        if let Some(range) = &finding.range {
            let (start, end) = finding.file.text.positions(range);
            write!(out, ",line={},col={}", start.line, start.column)?;
            if end.line == start.line {
                write!(out, ",endLine={},endColumn={}", end.line, end.column)?;
            }
        }
        writeln!(out, "::{}", data(&super::message_with_hosts(finding)))?;
    }
    Ok(())
}

/// Escapes what would end a message or begin another command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
