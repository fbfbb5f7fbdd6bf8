//! SARIF 2.1.0.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde_json::{Value, json};

use crate::finding::{Finding, Level};
use crate::knowledge;
use crate::terminal::{safe, shown_path};

/// Prints one run with all findings.
pub fn print(out: &mut impl Write, findings: &[Finding]) -> io::Result<()> {
    let codes: BTreeSet<&str> = findings.iter().map(|it| &*it.code).collect();
    let rules: Vec<_> = codes
        .iter()
        .map(|code| {
            let about = knowledge::about(code).unwrap_or_default();
            let help = format!("{about} `hookwire rule {code}` shows an example.");
            json!({"id": code, "shortDescription": {"text": about}, "help": {"text": help, "markdown": help}})
        })
        .collect();
    let results: Vec<_> = findings.iter().map(result).collect();
    let report = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "hookwire", "version": env!("HOOKWIRE_VERSION"), "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    super::json::write(out, &report)
}

fn result(finding: &Finding) -> Value {
    let level = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note | Level::Off => "note",
    };
    let mut place = json!({"artifactLocation": {"uri": uri(&shown_path(&finding.file.path))}});
    if let Some(range) = &finding.range {
        let (start, end) = finding.file.text.positions(range);
        place["region"] = json!({
            "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column,
        });
    }
    let mut result = json!({
        "ruleId": finding.code,
        "level": level,
        "message": {"text": super::message_with_hosts(finding)},
        "locations": [{"physicalLocation": place}],
    });
    let of_related = finding.related.iter().map(|(file, range, text)| (file, range, safe(text)));
    let others = finding.others.iter().map(|it| (&finding.file, it, "The same is wrong here.".to_owned()));
    let related: Vec<Value> = of_related
        .chain(others)
        .map(|(file, range, text)| {
            let (start, end) = file.text.positions(range);
            json!({
                "message": {"text": text},
                "physicalLocation": {
                    "artifactLocation": {"uri": uri(&shown_path(&file.path))},
                    "region": {
                        "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column,
                    },
                },
            })
        })
        .collect();
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    result
}

/// Returns a path as a part of a URI.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(byte.into()),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
