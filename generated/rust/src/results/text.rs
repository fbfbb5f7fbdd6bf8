//! The text that reports violations.

use super::answers::{FAILED, LEFT_OUT, LIMIT, LINE, SNIPPET};
use crate::types::{ValidationResult, Violation};

/// Returns the summary, with as many violations as the host shows in full.
pub(super) fn text_of(result: &ValidationResult) -> String {
    let mut text = if result.summary.is_empty() { FAILED.to_owned() } else { result.summary.clone() };
    let mut used = units(&text);
    let left_out = |count: usize| match count {
        0 => String::new(),
        _ => format!("\n{}", LEFT_OUT.replace("{count}", &count.to_string())),
    };
    for (violation, left) in result.violations.iter().zip((1..=result.violations.len()).rev()) {
        let block = format!("\n{}", block_of(violation));
        used += units(&block);
        if used + units(&left_out(left - 1)) > LIMIT {
            return text + &left_out(left);
        }
        text += &block;
    }
    text
}

/// Returns the length in UTF-16 units, as a host written in JavaScript counts it.
fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Formats a violation: place, rule and suggestion, and the snippet on the next line.
fn block_of(violation: &Violation) -> String {
    let place = place_of(&violation.file, violation.line);
    let parts = [&place, &violation.rule, &violation.suggestion].map(|part| one_line(part));
    let block = parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(": ");
    let snippet = match violation.snippet.char_indices().nth(SNIPPET) {
        Some((end, _)) => format!("{}...", violation.snippet.get(..end).unwrap_or_default()),
        None => violation.snippet.clone(),
    };
    if snippet.is_empty() { block } else { format!("{block}\n    {}", one_line(&snippet)) }
}

fn place_of(file: &str, line: i64) -> String {
    match (file, line) {
        (file, ..=0) => file.to_owned(),
        ("", line) => LINE.replace("{line}", &line.to_string()),
        (file, line) => format!("{file}:{line}"),
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
