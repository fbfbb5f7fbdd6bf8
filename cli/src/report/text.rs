//! For people: each finding with its place in the text.

use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level as Title, Renderer, Snippet};
use anstyle::{AnsiColor, Style};

use super::Looked;
use crate::finding::{FileText, Finding, Level};
use crate::terminal::{clean, safe, shown_path, width, wrap};

/// The longest line that is shown. Longer ones are not written by people.
const LONGEST_LINE: usize = 2_000;

/// The most findings that are shown.
const MOST: usize = 1_000;

const BOLD: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();

/// Prints findings, and a line that counts them.
pub fn print(out: &mut impl Write, findings: &[Finding], looked: Looked, is_quiet: bool) -> io::Result<()> {
    for finding in findings.iter().take(MOST) {
        one(out, finding)?;
    }
    if findings.len() > MOST {
        writeln!(out, "… and {} more; `--format json` has all of them\n", findings.len() - MOST)?;
    }
    if is_quiet {
        return Ok(());
    }
    let mut what = of_looked(looked);
    if looked.unread_scripts > 0 {
        let scripts = if looked.unread_scripts == 1 {
            "1 script was"
        } else {
            &format!("{} scripts were", looked.unread_scripts)
        };
        what.push_str(&format!("; {scripts} not read: only Bash and Python are, in a syntax that is known here"));
    }
    if looked.ignored > 0 {
        what.push_str(&format!("; {} ignored by the options", looked.ignored));
    }
    if findings.is_empty() {
        return writeln!(out, "{GOOD}No mistakes found{GOOD:#} in {what}.");
    }
    let count = |level: Level, one: &str, more: &str| {
        let count = findings.iter().filter(|it| it.level == level).count();
        (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { more }))
    };
    let counts = [
        count(Level::Error, "error", "errors"),
        count(Level::Warning, "warning", "warnings"),
        count(Level::Note, "note", "notes"),
    ];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    writeln!(out, "{BOLD}{}{BOLD:#} in {what}. `hookwire rule CODE` explains a code.", counts.join(", "))?;
    match looked.fixable {
        0 => Ok(()),
        1 => writeln!(out, "1 file can be fixed: `hookwire check --diff` shows how, and `--fix` does it."),
        files => writeln!(out, "{files} files can be fixed: `hookwire check --diff` shows how, and `--fix` does it."),
    }
}

fn of_looked(looked: Looked) -> String {
    let count = |count: u64, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
    let documents = count(looked.documents, "document", "documents");
    if looked.scripts == 0 {
        documents
    } else {
        format!("{documents} and {}", count(looked.scripts, "script", "scripts"))
    }
}

/// Prints a finding.
fn one(out: &mut impl Write, finding: &Finding) -> io::Result<()> {
    let level = match finding.level {
        Level::Error => Title::ERROR,
        Level::Warning => Title::WARNING,
        Level::Note | Level::Off => Title::NOTE,
    };
    let message = super::message(finding);
    let (first, rest) = sentences(&message);
    let hosts = finding.hosts.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
    let first = &format!("{first}{hosts}");
    let path = shown_path(&finding.file.path);
    let shown = finding.range.as_ref().and_then(|range| window(&finding.file, range));
    let related = finding
        .related
        .as_ref()
        .and_then(|(file, range, text)| Some((shown_path(&file.path), window(file, range)?, safe(text))));
    let mut group = level.primary_title(first).id(&finding.code).elements(shown.iter().map(|it| {
        let mark = AnnotationKind::Primary.span(it.range.clone());
        Snippet::source(&it.text).line_start(it.line).path(&path).annotation(mark)
    }));
    if let Some((path, shown, text)) = &related {
        let mark = AnnotationKind::Context.span(shown.range.clone()).label(text.as_str());
        group = group.element(Snippet::source(&shown.text).line_start(shown.line).path(path).annotation(mark));
    }
    if shown.is_none() {
        let place = finding.range.as_ref().map(|it| finding.file.text.position(it.start));
        let place = place.map(|it| format!(":{}:{}", it.line, it.column)).unwrap_or_default();
        let origin = format!("{path}{place}");
        let group = group.element(Title::NOTE.with_name("at").message(origin));
        return render(out, &std::iter::once(group).chain(rest_of(rest)).collect::<Vec<_>>());
    }
    render(out, &std::iter::once(group).chain(rest_of(rest)).collect::<Vec<_>>())
}

/// Returns the sentences after the first one, if there are any.
fn rest_of(rest: &str) -> Option<Group<'_>> {
    (!rest.is_empty()).then(|| Group::with_title(Title::HELP.secondary_title(wrap(rest, width() - HELP, 0))))
}

/// The columns that the word before a help takes.
const HELP: usize = 6;

fn render(out: &mut impl Write, groups: &[Group<'_>]) -> io::Result<()> {
    let renderer = Renderer::styled().term_width(width());
    writeln!(out, "{}\n", renderer.render(groups))
}

/// A part of a text.
struct Window {
    text: String,
    line: usize,
    range: Range<usize>,
}

/// Returns the lines of a place, at most three, without secrets. Nothing if they are too long to be shown.
fn window(file: &FileText, range: &Range<usize>) -> Option<Window> {
    let text = &file.text;
    let start = text.get(..range.start)?.rfind('\n').map_or(0, |at| at + 1);
    let mut end = range.start;
    for _ in 0..3 {
        let line = text.get(end..)?.find('\n').map_or(text.len(), |at| end + at);
        end = line;
        if line >= range.end || line == text.len() {
            break;
        }
        end += 1;
    }
    let part = text.get(start..end)?;
    let part = part.strip_suffix('\n').unwrap_or(part);
    if part.lines().any(|it| it.len() > LONGEST_LINE) {
        return None;
    }
    let inner = range.start - start..range.end.min(start + part.len()).max(range.start) - start;
    let line = text.position(range.start).line;
    let is_secret = |at: usize| {
        let all = text.secrets();
        all.get(all.partition_point(|it| it.end <= start + at)).is_some_and(|it| it.contains(&(start + at)))
    };
    Some(masked(part, line, &inner, is_secret))
}

/// Hides the secrets of a part, and what a terminal would obey. Every sign stays one sign, so the place stays the same.
fn masked(part: &str, line: usize, range: &Range<usize>, is_secret: impl Fn(usize) -> bool) -> Window {
    let (mut text, mut moved) = (String::with_capacity(part.len()), 0..0);
    for (at, old) in part.char_indices() {
        let new = if is_secret(at) && old != '\n' { '*' } else { old };
        if at == range.start {
            moved.start = text.len();
        }
        let shown = clean(new.encode_utf8(&mut [0; 4]), true).chars().next();
        let is_same = shown == Some(new);
        text.push(if is_same { new } else { '\u{fffd}' });
        if at + old.len_utf8() == range.end {
            moved.end = text.len();
        }
    }
    if range.start >= part.len() {
        moved.start = text.len();
    }
    Window { range: moved.start..moved.end.max(moved.start), text, line }
}

/// Returns the first sentence of a message without its full stop, and the rest.
fn sentences(message: &str) -> (&str, &str) {
    let mut quoted = false;
    for (at, sign) in message.char_indices() {
        quoted ^= sign == '`';
        if !quoted && matches!(sign, '.' | '?') && message[at + 1..].starts_with(' ') {
            return (message[..=at].trim_end_matches('.'), message[at + 2..].trim_start());
        }
    }
    (message.trim_end_matches('.'), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_a_first_sentence() {
        assert_eq!(sentences("`a. b` is wrong. Write c. Or d."), ("`a. b` is wrong", "Write c. Or d."));
        assert_eq!(sentences("One."), ("One", ""));
    }

    #[test]
    fn a_window_has_the_place_also_after_a_secret_and_a_sign_of_more_bytes() {
        let text = "ä\n\"TOKEN=abcdä1234567\": \"x\u{1b}y\"\nz".to_owned();
        let start = text.find("y\"").unwrap_or_default();
        let shown = window(&FileText { path: "a".into(), text: text.into() }, &(start..start + 1));
        let found = shown.as_ref().map(|it| (&it.text[it.range.clone()], it.line));
        assert_eq!(found, Some(("y", 2)));
        assert!(shown.is_some_and(|it| !it.text.contains(['\u{1b}', 'c'])));
    }
}
