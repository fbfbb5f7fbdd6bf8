//! Writes the blocks of a description as text for one kind of place.

use std::borrow::Cow;

use super::DocSyntax;
use super::read::{Block, Inline};
use crate::diagnostic::is_invisible;

/// The capacity for a line in bytes, enough for most places; a longer line grows.
const LINE: usize = 120;

/// The estimated length of a word in bytes, with the space after it.
const WORD: usize = 5;

/// Returns the blocks as lines of at most `width` characters, unless a word is longer.
pub fn lines(blocks: &[Block], profile: DocSyntax, width: usize) -> Vec<String> {
    let mut out = Vec::new();
    for block in blocks {
        if !out.is_empty() {
            out.push(String::new());
        }
        match block {
            Block::Paragraph(inlines) => out.extend(paragraph(inlines, profile, width)),
            Block::List { start, items } => out.extend(list(*start, items, profile, width)),
        }
    }
    out
}

/// Returns the blocks on one line: the items of lists follow like sentences.
pub fn line(blocks: &[Block], profile: DocSyntax) -> String {
    let mut parts = Vec::new();
    for block in blocks {
        match block {
            Block::Paragraph(inlines) => parts.extend(words(inlines, profile)),
            Block::List { items, .. } => parts.extend(items.iter().map(|item| line(item, profile).into())),
        }
    }
    parts.join(" ")
}

/// Returns any string as a code span of this profile.
pub fn code_span(text: &str, profile: DocSyntax) -> String {
    let span = plain_span(text).unwrap_or_else(|| span(text));
    match profile {
        // A table is split into cells before code spans are parsed.
        DocSyntax::Cell if span.contains('|') => span.replace('|', "\\|"),
        _ => span,
    }
}

/// Returns the code span of a text without backticks and invisible characters, the usual case.
fn plain_span(text: &str) -> Option<String> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'`');
    (is_plain && text.trim() == text).then(|| ["`", text, "`"].concat())
}

fn span(text: &str) -> String {
    let text = visible(text);
    let text = text.trim();
    if text.is_empty() {
        // Two adjacent backticks are not a code span.
        return "(empty)".to_owned();
    }
    let fence = "`".repeat(longest_run(text, '`') + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    [&fence, pad, text, pad, &fence].concat()
}

/// Returns the text, with every character escaped that could begin markup in this profile.
pub fn escape(text: &str, profile: DocSyntax) -> Cow<'_, str> {
    if text.bytes().all(|byte| MEANS_NOTHING[usize::from(byte)]) {
        return text.into();
    }
    let text = visible(text);
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|i| chars.get(i));
        if needs_escape(c, before, chars.get(at + 1), profile) {
            out.push('\\');
        }
        out.push(c);
    }
    out.into()
}

fn list(start: Option<u64>, items: &[Vec<Block>], profile: DocSyntax, width: usize) -> Vec<String> {
    let tight = items.iter().all(|item| item.len() <= 1);
    let mut out = Vec::new();
    for (number, item) in (start.unwrap_or(0)..).zip(items) {
        if !tight && !out.is_empty() {
            out.push(String::new());
        }
        let marker = if start.is_some() { format!("{number}. ") } else { "- ".to_owned() };
        let indent = " ".repeat(marker.len());
        let text = lines(item, profile, width.saturating_sub(marker.len()));
        let heads = std::iter::once(marker.as_str()).chain(std::iter::repeat(indent.as_str()));
        out.extend(heads.zip(&text).map(|(head, line)| format!("{head}{line}").trim_end().to_owned()));
    }
    out
}

fn paragraph(inlines: &[Inline], profile: DocSyntax, width: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut used = 0;
    for word in words(inlines, profile) {
        let length = word.chars().count();
        match out.last_mut() {
            Some(line) if used + 1 + length <= width => {
                line.push(' ');
                line.push_str(&word);
                used += 1 + length;
            }
            _ => {
                let text = at_line_start(word, profile);
                used = text.chars().count();
                let mut line = String::with_capacity(width.min(LINE).max(text.len()));
                line.push_str(&text);
                out.push(line);
            }
        }
    }
    out
}

/// Escapes a word that would begin a block at the beginning of a line.
pub fn at_line_start(word: Cow<'_, str>, profile: DocSyntax) -> Cow<'_, str> {
    if profile == DocSyntax::Docstring {
        return word;
    }
    if is_item_number(&word) {
        let (number, mark) = word.split_at(word.len() - 1);
        return format!("{number}\\{mark}").into();
    }
    let marks = word.chars().all(|c| "-+=#:|~>".contains(c));
    if marks || word.starts_with(['>', '|', ':']) { format!("\\{word}").into() } else { word }
}

/// Returns true for `1.` and `1)`, which begin an ordered list.
fn is_item_number(word: &str) -> bool {
    let number = word.strip_suffix(['.', ')']).unwrap_or_default();
    !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
}

/// Splits text into unbreakable pieces: words, and code spans with adjacent text. Most are borrowed from the
/// description.
fn words(inlines: &[Inline], profile: DocSyntax) -> Vec<Cow<'_, str>> {
    let mut words = Words::default();
    // The estimated number of pieces, which is seldom too small.
    words.done.reserve(inlines.iter().map(|inline| inline.text().len() / WORD + 1).sum());
    for inline in inlines {
        match inline {
            Inline::Text(text) => words.text(text, profile),
            Inline::Code(code) => words.code(code, profile),
        }
    }
    words.end_word();
    words.done
}

/// The words of a paragraph while they are collected.
#[derive(Default)]
struct Words<'a> {
    done: Vec<Cow<'a, str>>,
    last: Cow<'a, str>,
}

impl<'a> Words<'a> {
    /// Appends to the last word, without a space.
    fn push(&mut self, text: Cow<'a, str>) {
        if self.last.is_empty() { self.last = text } else { self.last.to_mut().push_str(&text) }
    }

    fn end_word(&mut self) {
        let last = std::mem::take(&mut self.last);
        if !last.is_empty() {
            self.done.push(last);
        }
    }

    fn text(&mut self, text: &'a str, profile: DocSyntax) {
        for (at, piece) in text.split(char::is_whitespace).enumerate() {
            if at > 0 {
                self.end_word();
            }
            self.piece(piece, profile);
        }
    }

    /// Adds text without white space. An address becomes a code span, because renderers would make it a link.
    fn piece(&mut self, piece: &'a str, profile: DocSyntax) {
        match address(piece) {
            Some((before, address, after)) if profile != DocSyntax::Docstring => {
                self.push(escape(before, profile));
                self.code(address, profile);
                self.push(escape(after, profile));
            }
            _ => self.push(escape(piece, profile)),
        }
    }

    fn code(&mut self, code: &'a str, profile: DocSyntax) {
        if profile == DocSyntax::Tsdoc && code.split_whitespace().skip(1).any(|word| word.starts_with('@')) {
            // Compilers of TypeScript before 5.2 begin a tag there, even in a code span.
            return self.text(code, profile);
        }
        // After a backtick the span would have another meaning, or not be one.
        if self.last.ends_with('`') {
            self.end_word();
        }
        self.push(code_span(code, profile).into());
    }
}

/// Splits an address from the text around it, where GFM would begin and end its link.
fn address(piece: &str) -> Option<(&str, &str, &str)> {
    // An address contains one of these; most words do not.
    if !piece.bytes().any(|byte| matches!(byte, b':' | b'@' | b'.')) {
        return None;
    }
    let start = [with_scheme(piece), with_www(piece), with_mail(piece)].into_iter().flatten().min()?;
    let (before, rest) = piece.split_at(start);
    let (address, after) = rest.split_at(end_of_address(rest));
    (!address.is_empty()).then_some((before, address, after))
}

/// Returns the position of `https://`.
fn with_scheme(piece: &str) -> Option<usize> {
    let (before, _) = piece.split_once("://")?;
    Some(before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "+-.".contains(c)).len())
}

/// Returns the position of `www.`, if it begins a word.
fn with_www(piece: &str) -> Option<usize> {
    let begins = |at: &usize| !piece[..*at].ends_with(char::is_alphanumeric);
    let is_www = |at: &usize| piece.get(*at..at + 4).is_some_and(|it| it.eq_ignore_ascii_case("www."));
    piece.match_indices('.').filter_map(|(dot, _)| dot.checked_sub(3)).filter(is_www).find(begins)
}

/// Returns the position of a mail address: a name before `@` and a host after it. A name does not begin with
/// punctuation, and an `@` can be punctuation.
fn with_mail(piece: &str) -> Option<usize> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "+-._".contains(c);
    piece.match_indices('@').find_map(|(at, _)| {
        let (before, host) = (&piece[..at], &piece[at..]);
        let name = before.trim_end_matches(is_name).len();
        (name < at && host.contains('.')).then_some(name)
    })
}

/// Returns the end of an address, without the punctuation and closing brackets that follow it.
fn end_of_address(text: &str) -> usize {
    let count = |c: char| text.matches(c).count();
    let mut brackets = [(')', '('), (']', '['), ('}', '{'), ('>', '<')]
        .map(|(closing, opening)| (closing, count(closing).saturating_sub(count(opening))));
    let mut is_outside = |c: char| match brackets.iter_mut().find(|(closing, _)| *closing == c) {
        Some((_, 0)) => false,
        Some((_, unopened)) => {
            *unopened -= 1;
            true
        }
        None => "?!.,:;*_~'\"|".contains(c),
    };
    text.char_indices().rev().find(|(_, c)| !is_outside(*c)).map_or(0, |(at, c)| at + c.len_utf8())
}

/// The characters that no syntax ever escapes.
pub const MEANS_NOTHING: [bool; 256] = {
    let mut means_nothing = [false; 256];
    let bytes = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,;:!?'()/-+=%#^\"";
    let mut at = 0;
    while at < bytes.len() {
        means_nothing[bytes[at] as usize] = true;
        at += 1;
    }
    means_nothing
};

fn needs_escape(c: char, before: Option<&char>, after: Option<&char>, profile: DocSyntax) -> bool {
    let inside = |c: Option<&char>| c.is_some_and(|c| c.is_alphanumeric());
    let special = match profile {
        DocSyntax::Docstring => return false,
        DocSyntax::Rustdoc | DocSyntax::Markdown => "",
        DocSyntax::Tsdoc => "@{}>",
        DocSyntax::Cell => "|",
    };
    match c {
        '\\' | '`' | '*' | '[' | ']' | '<' => true,
        // Strikethrough and mathematics, for renderers that know them.
        '~' | '$' => true,
        // Within a word it is not emphasis, and names often contain it.
        '_' => !(inside(before) && inside(after)),
        // An entity.
        '&' => after.is_some_and(|c| c.is_ascii_alphabetic() || *c == '#'),
        _ => special.contains(c),
    }
}

/// Replaces white space by spaces, and every invisible character by its number.
fn visible(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => out.push(' '),
            c if c.is_control() || is_invisible(c) => out.push_str(&format!("(U+{:04X})", u32::from(c))),
            c => out.push(c),
        }
    }
    out.into()
}

fn longest_run(text: &str, of: char) -> usize {
    text.split(|c| c != of).map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::combinations;

    /// Compares every text of up to five of these pieces.
    #[test]
    fn a_plain_span_is_what_any_span_is() {
        let pieces = ["", "a", "B.c", "|", " ", "`", "\\", "\t", "é"];
        let texts = combinations(&pieces, 5);
        let plain: Vec<_> = texts.iter().filter_map(|text| Some((text, plain_span(text)?))).collect();
        let wrong: Vec<_> = plain.iter().filter(|(text, plain)| span(text) != *plain).collect();
        assert!(plain.len() > 100, "{} of {} are plain", plain.len(), texts.len());
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
