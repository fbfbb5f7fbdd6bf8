//! Descriptions with only words and code spans, in paragraphs and simple lists, which are most of them: they are broken
//! into lines and not changed.

use memchr::memchr_iter;

use super::DocSyntax;
use super::write::{MEANS_NOTHING, at_line_start};

/// Returns true if the text, written on one line, is one paragraph and nothing in it is escaped in this profile. The
/// check is conservative: it does not find all such texts.
pub fn is_plain(text: &str, profile: DocSyntax) -> bool {
    // The text is one line that begins with a letter or a code span, so it cannot begin a block. There is text between
    // code spans; otherwise two backticks would be adjacent.
    if !text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '`') || text.ends_with(' ') {
        return false;
    }
    let mut marks = memchr_iter(b'`', text.as_bytes());
    let mut done = 0;
    while let Some(open) = marks.next() {
        let Some(close) = marks.next() else { return false };
        let is_apart = open > done || open == 0;
        if !is_apart || !are_words(&text[done..open]) || !is_code(&text[open + 1..close], profile) {
            return false;
        }
        done = close + 1;
    }
    are_words(&text[done..])
}

/// Returns true if no profile escapes anything in it, it contains no address, and single spaces separate its words.
fn are_words(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_scheme = |at: usize| bytes[at..].starts_with(b"://");
    let is_www = |at: usize| at >= 3 && bytes[at - 3..at].eq_ignore_ascii_case(b"www");
    bytes.iter().all(|byte| MEANS_NOTHING[usize::from(*byte)])
        && !has_gap(bytes)
        && !memchr_iter(b':', bytes).any(is_scheme)
        && !memchr_iter(b'.', bytes).any(is_www)
}

/// Returns true if two spaces are adjacent. It looks at every byte, so that the compiler can look at many at once.
fn has_gap(bytes: &[u8]) -> bool {
    let after = bytes.get(1..).unwrap_or_default();
    bytes.iter().zip(after).fold(false, |found, (one, next)| found | ((*one == b' ') & (*next == b' ')))
}

fn is_code(code: &str, profile: DocSyntax) -> bool {
    let is_seen = |byte: u8| matches!(byte, b' '..=b'~') && (byte != b'|' || profile != DocSyntax::Cell);
    let is_tag = profile == DocSyntax::Tsdoc && code.contains(" @");
    !code.is_empty() && code.trim() == code && code.bytes().all(is_seen) && !is_tag
}

/// Returns the lines of a text of plain paragraphs and lists of plain items, each of at most `width` characters unless a
/// word is longer. Returns `None` for any other text.
pub fn lines(text: &str, profile: DocSyntax, width: usize) -> Option<Vec<String>> {
    if is_plain(text, profile) {
        return Some(paragraph(text, profile, width));
    }
    let mut all = Vec::new();
    let mut after_list = false;
    for block in text.split("\n\n").filter(|_| !text.is_empty()) {
        if !all.is_empty() {
            all.push(String::new());
        }
        if is_plain(block, profile) {
            all.extend(paragraph(block, profile, width));
            after_list = false;
        } else if after_list {
            // Both would be one list, with empty lines between its items.
            return None;
        } else {
            all.extend(list(block, profile, width)?);
            after_list = true;
        }
    }
    Some(all)
}

/// Returns the lines of a list whose items are each one line and plain; `None` for anything else.
fn list(block: &str, profile: DocSyntax, width: usize) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for line in block.strip_suffix('\n').unwrap_or(block).split('\n') {
        let item = line.strip_prefix("- ")?.trim_end_matches(' ');
        if !is_plain(item, profile) {
            return None;
        }
        let heads = std::iter::once("- ").chain(std::iter::repeat("  "));
        let lines = paragraph(item, profile, width.saturating_sub("- ".len()));
        all.extend(heads.zip(lines).map(|(head, line)| [head, &line].concat()));
    }
    Some(all)
}

fn paragraph(text: &str, profile: DocSyntax, width: usize) -> Vec<String> {
    let mut lines = Vec::with_capacity(text.len() / width.max(1) + 1);
    let mut rest = text;
    while !rest.is_empty() {
        let first = &rest[..end_of_word(rest, 0)];
        let head = at_line_start(first.into(), profile);
        // The text before the first word takes room as well.
        let more = head.len() - first.len();
        // Most texts are one line, and every text ends with one that fits.
        let mut end = if more + rest.len() <= width { rest.len() } else { first.len() };
        while end < rest.len() {
            let next = end_of_word(rest, end + 1);
            if more + next > width {
                break;
            }
            end = next;
        }
        lines.push([&*head, &rest[first.len()..end]].concat());
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    lines
}

/// Returns the end of the word that begins here. A code span is never broken.
fn end_of_word(text: &str, start: usize) -> usize {
    let mut in_code = false;
    let ends = |byte: &u8| {
        in_code ^= *byte == b'`';
        *byte == b' ' && !in_code
    };
    text.as_bytes()[start..].iter().position(ends).map_or(text.len(), |length| start + length)
}

#[cfg(test)]
mod tests {
    use std::cell::LazyCell;

    use super::*;
    use crate::combinations::combinations;
    use crate::markdown::{read, write};

    /// Compares every text of up to four of these pieces after a word, and up to three after other beginnings, for every
    /// profile and some widths.
    #[test]
    fn what_is_plain_is_written_as_any_other_text() {
        let pieces = [
            "", "a", " b", " ", "`", " `c", "d` ", "`e f`", "``", ".", " 1.", "-", " -", ": ", "://", "www.", "#", ">",
            "|", " @", "~", "$", "_", "*", "!", "[", "\\", "(\"/\")", "\n", "\n\n", "\n- ", "&", "é", "\u{a0}",
        ];
        let after =
            |start: &'static str, count| combinations(&pieces, count).into_iter().map(move |it| [start, &it].concat());
        let starts = ["", "`v`", "- ", "- `v`: ", "- W\n- `v`", "W\n\n- W\n", "- W\n\nW"];
        let texts: Vec<String> = after("W", 4).chain(starts.into_iter().flat_map(|start| after(start, 3))).collect();
        let profiles =
            [DocSyntax::Rustdoc, DocSyntax::Tsdoc, DocSyntax::Docstring, DocSyntax::Markdown, DocSyntax::Cell];
        let (mut plain, mut wrong) = (0, Vec::new());
        for text in &texts {
            // Few texts are plain, and the blocks of one are the same for each profile.
            let blocks = LazyCell::new(|| read::blocks(text));
            for profile in profiles {
                let Some(unbroken) = lines(text, profile, 80) else { continue };
                plain += 1;
                let is_same = |width| lines(text, profile, width) == Some(write::lines(&blocks, profile, width));
                let is_line = !is_plain(text, profile) || write::line(&blocks, profile) == *text;
                let is_right =
                    is_line && unbroken == write::lines(&blocks, profile, 80) && [0, 1, 3, 5].into_iter().all(is_same);
                wrong.extend((!is_right).then_some((text, profile)));
            }
        }
        assert!(plain > 10_000, "{plain} of {} texts in five profiles are plain", texts.len());
        assert!(wrong.is_empty(), "{} texts, such as {:?}", wrong.len(), wrong.iter().take(9).collect::<Vec<_>>());
    }
}
