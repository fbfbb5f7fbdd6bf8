//! One JSON document; `schemas/findings.schema.json` describes it.

use std::io::{self, BufWriter, Write};
use std::ops::Range;

use serde::{Serialize, Serializer};
use serde_json::ser::{Formatter, PrettyFormatter};
use serde_json::{Value, json};

use super::Looked;
use crate::finding::{FileText, Finding, Level};
use crate::secrets::mask;
use crate::terminal::{clean, is_hidden, shown_path};
use crate::text::Position;

/// Prints findings; `all` are those that count.
pub fn print(out: &mut impl Write, findings: &[Finding], all: &[Finding], looked: Looked) -> io::Result<()> {
    let count = |level| all.iter().filter(|it| it.level == level).count();
    let report = Report {
        version: 1,
        findings,
        summary: json!({
            "documents": looked.documents,
            "scripts": looked.scripts,
            "scripts_not_read": looked.unread_scripts,
            "errors": count(Level::Error),
            "warnings": count(Level::Warning),
            "notes": count(Level::Note),
            "ignored": looked.ignored,
        }),
    };
    write(out, &report)
}

#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    #[serde(serialize_with = "each")]
    findings: &'a [Finding],
    summary: Value,
}

/// Writes findings one after the other, because there can be many.
fn each<S: Serializer>(findings: &[Finding], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(findings.iter().map(finding))
}

/// Prints a value as JSON, and a line end. Signs that a terminal obeys or hides are escaped, which keeps the value.
pub fn write(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Escaped(PrettyFormatter::new())))?;
    writeln!(out)
}

/// Prints a value as JSON on the standard output.
pub fn show(value: &impl Serialize) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out, value)?;
    out.flush()
}

struct Escaped(PrettyFormatter<'static>);

impl Formatter for Escaped {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, sign)) = rest.char_indices().find(|(_, it)| is_hidden(*it)) {
            out.write_all(&rest.as_bytes()[..at])?;
            for unit in sign.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &rest[at + sign.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_array(out)
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array(out)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array_value(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_value(out)
    }
}

/// Returns a finding as JSON.
pub fn finding(it: &Finding) -> Value {
    let mut value = json!({
        "code": it.code,
        "level": it.level,
        "confidence": if it.is_unconfirmed { "unconfirmed" } else { "confirmed" },
        "path": shown_path(&it.file.path),
        "message": clean(&mask(&format!("{}{}", it.message, super::elsewhere(it))), true),
    });
    if let Some(range) = &it.range {
        let (start, end) = positions(&it.file, range);
        value["start"] = position(start);
        value["end"] = position(end);
    }
    if !it.others.is_empty() {
        let places = it.others.iter().map(|range| positions(&it.file, range));
        value["others"] = places.map(|(start, end)| json!({"start": position(start), "end": position(end)})).collect();
    }
    if let Some(hosts) = &it.hosts {
        value["hosts"] = hosts.as_str().into();
    }
    if let Some((file, range, message)) = &it.related {
        let (start, end) = positions(file, range);
        value["related"] = json!({
            "path": shown_path(&file.path), "start": position(start), "end": position(end), "message": clean(&mask(message), true),
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
