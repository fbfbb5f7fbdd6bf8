//! One JSON document; `schemas/findings.schema.json` describes it.

use std::io::{self, Write};
use std::ops::Range;

use serde_json::{Value, json};

use super::Looked;
use crate::finding::{FileText, Finding, Level};
use crate::terminal::{clean, mask, shown_path};
use crate::text::Position;

/// Prints findings.
pub fn print(out: &mut impl Write, findings: &[Finding], looked: Looked) -> io::Result<()> {
    let count = |level| findings.iter().filter(|it| it.level == level).count();
    let report = json!({
        "version": 1,
        "findings": findings.iter().map(finding).collect::<Vec<_>>(),
        "summary": {
            "documents": looked.documents,
            "scripts": looked.scripts,
            "errors": count(Level::Error),
            "warnings": count(Level::Warning),
            "notes": count(Level::Note),
        },
    });
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}

/// Returns a finding as JSON.
pub fn finding(it: &Finding) -> Value {
    let mut value = json!({
        "code": it.code,
        "level": it.level,
        "confidence": if it.is_unconfirmed { "unconfirmed" } else { "confirmed" },
        "path": shown_path(&it.file.path),
        "message": clean(&mask(&it.message), true),
    });
    if let Some(range) = &it.range {
        let (start, end) = positions(&it.file, range);
        value["start"] = position(start);
        value["end"] = position(end);
    }
    if let Some(hosts) = &it.hosts {
        value["hosts"] = hosts.as_str().into();
    }
    if let Some((file, range, message)) = &it.related {
        let (start, end) = positions(file, range);
        value["related"] = json!({
            "path": shown_path(&file.path), "start": position(start), "end": position(end), "message": message,
        });
    }
    value
}

fn positions(file: &FileText, range: &Range<usize>) -> (Position, Position) {
    file.text.positions(range)
}

fn position(at: Position) -> Value {
    json!({"line": at.line, "column": at.column})
}
