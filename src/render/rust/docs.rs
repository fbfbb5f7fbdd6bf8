//! Descriptions as doc comments that rustdoc takes as prose, whatever a schema wrote.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use syn::{Attribute, parse_quote};

use crate::diagnostic::is_invisible;
use crate::model::{Cap, Deprecation, Facts, Field, Version};

/// What a fence may say for rustdoc to take its text for a test.
const RUN_BY_RUSTDOC: &[&str] =
    &["rust", "ignore", "should_panic", "no_run", "compile_fail", "standalone_crate", "test_harness", "custom"];

/// CommonMark as rustdoc should have it: no code block is run as a test, no bracket is taken for a link to an item, no
/// angle bracket for HTML, and addresses are links.
pub fn rustdoc(markdown: &str) -> String {
    let text = visible(markdown);
    match edits(&text) {
        Some(edits) => apply(&text, edits),
        None => quoted(&text),
    }
}

/// Doc attributes for a text of several lines.
pub fn attributes(text: &str) -> Vec<Attribute> {
    text.lines()
        .map(|line| if line.is_empty() { String::new() } else { format!(" {line}") })
        .map(|line| parse_quote!(#[doc = #line]))
        .collect()
}

/// The docs of a definition or of a value: the description, then what else is known.
pub fn of_facts(facts: &Facts) -> Vec<Attribute> {
    attributes(&join(facts.description.as_deref(), history(facts)))
}

/// The docs of a field.
pub fn of_field(field: &Field) -> Vec<Attribute> {
    let mut notes = Vec::new();
    notes.extend(field.default.as_ref().map(|value| format!("Where it is absent, the host takes `{value}`.")));
    notes.extend(field.cap.as_ref().map(cap));
    notes.extend(history(&field.facts));
    attributes(&join(field.facts.description.as_deref(), notes))
}

/// `#[deprecated]`, if it is.
pub fn deprecated(facts: &Facts) -> Option<Attribute> {
    let deprecation = facts.deprecated.as_ref()?;
    let note = deprecation_note(deprecation);
    Some(if note.is_empty() { parse_quote!(#[deprecated]) } else { parse_quote!(#[deprecated(note = #note)]) })
}

/// One paragraph of notes below the description.
fn join(description: Option<&str>, notes: Vec<String>) -> String {
    let description = description.map(|text| rustdoc(text.trim()));
    let notes = (!notes.is_empty()).then(|| notes.join(" "));
    description.into_iter().chain(notes).collect::<Vec<_>>().join("\n\n")
}

/// Since when, until when, and how sure that is.
fn history(facts: &Facts) -> Vec<String> {
    let since = facts.since.as_ref().map(|version| format!("Since {}.", bound(version)));
    let until = facts.until.as_ref().map(|version| format!("Gone since {}.", bound(version)));
    let unconfirmed = facts.unconfirmed.then(|| "Unconfirmed: only one source says so.".to_owned());
    since.into_iter().chain(until).chain(unconfirmed).collect()
}

/// `2.1.9`, or what is known of it where the version is only a bound.
fn bound(version: &Version) -> String {
    match (version.exact, &version.after) {
        (true, _) => visible(&version.version),
        (false, None) => format!("{} at the latest", visible(&version.version)),
        (false, Some(after)) => format!("{} at the latest, later than {}", visible(&version.version), visible(after)),
    }
}

fn cap(cap: &Cap) -> String {
    let unit = if cap.unit == "utf16" { "UTF-16 units" } else { "characters" };
    let rest = match cap.beyond.as_str() {
        "spilled" => "put into a file",
        "truncated" => "cut off",
        _ => "left out, with a mark in its place",
    };
    format!("What is longer than {} {unit} is {rest} by the host.", cap.limit)
}

/// Shown by the compiler, so as plain text.
fn deprecation_note(deprecation: &Deprecation) -> String {
    let since = deprecation.since.as_ref().map(|version| format!("since {version}"));
    let instead = deprecation.instead.as_ref().map(|field| format!("use `{field}`"));
    let head = since.into_iter().chain(instead).collect::<Vec<_>>().join(": ");
    let parts = Some(head).filter(|head| !head.is_empty()).into_iter().chain(deprecation.note.clone());
    visible(&parts.collect::<Vec<_>>().join(". "))
}

/// Controls and invisible characters as their code points: the compiler refuses some in comments, and none should hide.
fn visible(text: &str) -> String {
    let hidden = |c: char| (c.is_control() && c != '\n') || is_invisible(c);
    let code = |c: char| if c == '\t' { "    ".to_owned() } else { format!("U+{:04X}", u32::from(c)) };
    text.replace("\r\n", "\n").chars().map(|c| if hidden(c) { code(c) } else { c.to_string() }).collect()
}

/// A replacement of a part of the text.
type Edit = (Range<usize>, String);

/// What has to change, from front to back; nothing if the text cannot be mended in place.
fn edits(text: &str) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    let (mut links, mut blocks) = (0_usize, 0_usize);
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => return None,
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                blocks += 1;
                edits.extend(fence(text, &range, &info));
            }
            Event::End(TagEnd::CodeBlock) => blocks -= 1,
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) => links += 1,
            Event::End(TagEnd::Link | TagEnd::Image) => links -= 1,
            Event::Html(_) | Event::InlineHtml(_) => escape(text, range, &['<'], &mut edits),
            Event::Text(_) if blocks == 0 => {
                escape(text, range.clone(), &['[', ']', '<'], &mut edits);
                if links == 0 {
                    addresses(text, range, &mut edits);
                }
            }
            _ => {}
        }
    }
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    Some(edits)
}

/// A fence without a language, or with Rust's, would be compiled and run.
fn fence(text: &str, range: &Range<usize>, info: &str) -> Option<Edit> {
    let runs = |word: &str| RUN_BY_RUSTDOC.contains(&word) || word.starts_with("edition");
    let harmless = !info.trim().is_empty() && !info.split([',', ' ', '{', '}', '.']).any(runs);
    if harmless {
        return None;
    }
    let line = &text[range.start..range.end];
    let line = line.split('\n').next().unwrap_or(line);
    let ticks = line.len() - line.trim_start_matches(['`', '~']).len();
    Some((range.start + ticks..range.start + line.len(), "text".to_owned()))
}

fn escape(text: &str, range: Range<usize>, special: &[char], edits: &mut Vec<Edit>) {
    let part = &text[range.clone()];
    for (offset, _) in part.match_indices(special) {
        let at = range.start + offset;
        if !text[..at].ends_with('\\') {
            edits.push((at..at, "\\".to_owned()));
        }
    }
}

/// Puts angle brackets around addresses that stand in the text.
fn addresses(text: &str, range: Range<usize>, edits: &mut Vec<Edit>) {
    let part = &text[range.clone()];
    let mut from = 0;
    while let Some(found) = part[from..].find("http").map(|at| at + from) {
        let rest = &part[found..];
        let end = rest.find(|c: char| c.is_whitespace() || "<>()[]\"'`|".contains(c)).unwrap_or(rest.len());
        let address = rest[..end].trim_end_matches(['.', ',', ';', ':', '!', '?']);
        if address.starts_with("http://") || address.starts_with("https://") {
            let start = range.start + found;
            edits.push((start..start, "<".to_owned()));
            edits.push((start + address.len()..start + address.len(), ">".to_owned()));
        }
        from = found + end.max(1);
    }
}

fn apply(text: &str, edits: Vec<Edit>) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut at = 0;
    for (range, replacement) in edits {
        out.push_str(text.get(at..range.start).unwrap_or_default());
        out.push_str(&replacement);
        at = range.end.max(at);
    }
    out.push_str(&text[at..]);
    out
}

/// The whole text as a block that is not run: for what cannot be mended in place.
fn quoted(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{text}\n{fence}")
}
