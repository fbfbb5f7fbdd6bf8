//! Errors of the template engine as diagnostics, with the template, the place and the reason.

use std::error::Error as _;
use std::ops::Range;

use minijinja::Error;

use super::folder::Target;
use crate::diagnostic::{Code, Diagnostic, Place};

/// Converts an error in a template of this target to a diagnostic.
pub fn diagnostic(error: &Error, target: &Target) -> Diagnostic {
    let chain = chain(error);
    let cause = chain.iter().rev().find(|error| error.name().is_some()).copied().unwrap_or(error);
    let place = place(cause, target);
    let outer = chain.iter().filter(|outer| !std::ptr::eq(**outer, cause) && outer.name().is_some());
    let through: Vec<String> = outer.map(|outer| self::place(outer, target).to_string()).collect();
    let found = Diagnostic::error(Code::Template, what(cause)).at(place);
    if through.is_empty() { found } else { found.because(format!("reached from {}", through.join(", "))) }
}

/// Returns the error and its causes. An included template has an error of its own.
fn chain(error: &Error) -> Vec<&Error> {
    std::iter::successors(Some(error), |error| caused_by(error)).collect()
}

fn caused_by(error: &Error) -> Option<&Error> {
    error.source().and_then(|source| source.downcast_ref())
}

fn what(error: &Error) -> String {
    let detail = error.detail().map(|detail| format!(": {detail}")).unwrap_or_default();
    // A source that is not a template error belongs to the value that was being converted.
    let source = error.source().filter(|source| !source.is::<Error>());
    let source = source.map(|source| format!(": {source}")).unwrap_or_default();
    format!("{}{detail}{source}", error.kind())
}

fn place(error: &Error, target: &Target) -> Place {
    let name = error.name().unwrap_or_default();
    let file = target.path_of(name);
    let text = target.sources.iter().find(|source| source.path == name).map_or("", |source| &*source.text);
    match (error.range(), error.line()) {
        (Some(bytes), _) => Place::in_text(file, text, bytes),
        (None, Some(line)) => Place::in_text(file, text, bytes_of(text, line)),
        (None, None) => Place::of_file(file),
    }
}

/// Returns the byte range of a line, counted from 1.
fn bytes_of(text: &str, line: usize) -> Range<usize> {
    let start = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let line = text[start..].lines().next().unwrap_or_default();
    start + (line.len() - line.trim_start().len())..start + line.trim_end().len()
}
