//! Writes descriptions as comments of a language.

use memchr::memchr;

use super::pattern::{Pattern, replace_all};
use super::target::CommentStyle;
use crate::markdown;

/// Returns the texts as one comment, each line indented and ended with a newline. Empty if there is no text.
pub fn comment(texts: &[&str], style: &CommentStyle, indent: usize) -> String {
    let lines = markdown::lines(texts, style.markup, style.width.saturating_sub(indent + room(style)));
    let lines: Vec<String> = lines.into_iter().map(|line| harmless(line, style)).collect();
    let marked = match (lines.as_slice(), &style.single) {
        ([], _) => return String::new(),
        ([only], Some(single)) if fits(only, single) => vec![single.fill(only)],
        _ => block(&lines, style),
    };
    indented(&marked, indent)
}

/// Returns the texts as one comment with `prefix` before each line, for comments that `target.toml` does not describe.
/// Its replacements apply here too: the lines may be inside a block that the template opens.
pub fn line_comment(texts: &[&str], style: &CommentStyle, indent: usize, prefix: &str) -> String {
    let style = CommentStyle { line: Pattern::after(prefix), single: None, open: None, close: None, ..style.clone() };
    comment(texts, &style, indent)
}

/// Returns the width of the comment marks.
fn room(style: &CommentStyle) -> usize {
    let line = style.line.room();
    style.single.as_ref().map_or(line, |single| single.room().max(line))
}

/// Replaces text that would end the comment.
fn harmless(line: String, style: &CommentStyle) -> String {
    // Few lines have even the first byte of such a text, and finding a byte is cheaper.
    let begins = |from: &str| from.bytes().next().is_none_or(|byte| memchr(byte, line.as_bytes()).is_some());
    if !style.replace.keys().any(|from| begins(from) && line.contains(from.as_str())) {
        return line;
    }
    replace_all(&line, style.replace.iter().map(|(from, to)| (from.as_str(), to.as_str())))
}

/// Returns false if the line ends with the character that follows it: `"` before `"""` would end the string too early.
fn fits(line: &str, single: &Pattern) -> bool {
    line.chars().next_back() != single.next()
}

fn block(lines: &[String], style: &CommentStyle) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = lines;
    if let Some(open) = &style.open {
        match (Pattern::new(open.as_str()), lines.split_first()) {
            (Some(open), Some((first, others))) => {
                out.push(open.fill(first));
                rest = others;
            }
            _ => out.push(open.clone()),
        }
    }
    out.extend(rest.iter().map(|line| style.line.fill(line)));
    out.extend(style.close.clone());
    out
}

/// Returns the lines, each indented and ended with a newline.
pub fn indented(lines: &[String], indent: usize) -> String {
    let space = " ".repeat(indent);
    let mut out = String::new();
    for line in lines.iter().map(|line| line.trim_end()) {
        if !line.is_empty() {
            out.push_str(&space);
            out.push_str(line);
        }
        out.push('\n');
    }
    out
}
