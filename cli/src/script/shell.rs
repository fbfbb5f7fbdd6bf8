//! Scripts for Bash and its like: `echo`, `printf`, `cat <<EOF`, `jq -n` and `exit`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use hookwire::shell::{CommandLine, OpaqueReason, ReachedBy, ShellCommand, ShellWord, commands};
use serde_json::{Map, Value};

use super::literal::HOLE;
use super::words::is_silent;
use super::{Behaviour, Exit, Holes, Literal, Printed, Unread, What, is_reason, is_refusal};

/// Returns what a script does.
pub fn read(text: &str) -> Behaviour {
    let line = commands(text, "bash");
    if let Some(unread) = mistake(text, &line) {
        return Behaviour { has_more: true, unread: Some(unread), ..Behaviour::default() };
    }
    let functions = functions(text);
    // Each function is looked for in the whole text. Nobody writes that many.
    let is_moved =
        moves_output(text) || functions.len() > MOST_FUNCTIONS || functions.iter().any(|it| is_captured(text, it));
    let has_modes = MODES.iter().any(|it| text.contains(it));
    let mut found = Behaviour {
        has_more: line.opaque.iter().any(|it| !it.reason.as_str().starts_with("script")),
        ..Behaviour::default()
    };
    let (mut refuses, mut explains) = (false, false);
    // The index of each command that prints, and that of what it prints.
    let mut of_printed: Vec<(usize, usize)> = Vec::new();
    for (at, command) in line.commands.iter().enumerate() {
        let Some(name) = command.name.as_deref() else { continue };
        if let ("exit", code) = (name, number_of(command)) {
            match code {
                Some(code) => found.exits.push(Exit { range: command.range(), code, refuses, explains }),
                None if command.words.len() > 1 => found.has_more = true,
                None => {}
            }
            continue;
        }
        let is_print = matches!(name, "echo" | "printf");
        let to = stdout_of(text, command);
        // A message in several lines has one meaning.
        let said = texts(command).join(" ");
        explains = is_print && to != Stdout::Elsewhere && !said.contains('{') && is_reason(&said);
        if is_print && to != Stdout::Script {
            refuses = is_refusal(&texts(command).join(" "));
            found.has_errors |= to == Stdout::Errors;
        }
        let then = line.commands.get(at + 1).filter(|it| it.name.as_deref() == Some("exit")).and_then(number_of);
        if to == Stdout::Errors && !is_moved && !is_inner(command) {
            let reply = printed(text, command, name).filter(|(what, _)| matches!(what, What::Reply(_)));
            found.misdirected.extend(reply.map(|(what, range)| Printed { range, what, is_always: false, then }));
        }
        // A function that prints a text each time is as good as the text.
        let prints = || {
            let body = body_of(text, name).unwrap_or_default();
            let is_text = |it: &&ShellCommand| {
                body.contains(&it.range().start)
                    && it.reached == [ReachedBy::Function]
                    && it.name.as_deref() == Some("echo")
                    && stdout_of(text, it) == Stdout::Script
                    && matches!(printed(text, it, "echo"), Some((What::Text, _)))
            };
            let ends = |it: &ShellCommand| {
                body.contains(&it.range().start) && matches!(it.name.as_deref(), Some("return" | "exit"))
            };
            line.commands.iter().any(|it| is_text(&it)) && !line.commands.iter().any(ends)
        };
        if functions.contains(&name) && command.reached.is_empty() && to == Stdout::Script && !is_moved && prints() {
            of_printed.push((at, found.printed.len()));
            found.printed.push(Printed { range: command.range(), what: What::Text, is_always: true, then });
            continue;
        }
        if to != Stdout::Script || is_inner(command) || functions.contains(&name) {
            continue;
        }
        let in_mode = has_modes
            && command.reached.iter().any(|it| matches!(it, ReachedBy::Branch | ReachedBy::And | ReachedBy::Or));
        if is_moved || in_mode {
            found.has_more |= !is_silent(name);
            continue;
        }
        match printed(text, command, name) {
            Some((what, range)) => {
                if matches!(what, What::Text) {
                    refuses = is_refusal(&texts(command).join(" "));
                }
                of_printed.push((at, found.printed.len()));
                found.printed.push(Printed { range, what, is_always: command.reached.is_empty(), then });
            }
            None => found.has_more |= !is_silent(name),
        }
    }
    let are_next = |(at, printed): &(usize, usize), (other, _): &(usize, usize)| {
        let (command, next) = (line.commands.get(*at)?, line.commands.get(*other)?);
        let end = found.printed.get(*printed).map_or(0, |it| it.range.end);
        (at + 1 == *other && command.reached == next.reached && are_in_a_row(text, command, end, next)).then_some(())
    };
    let rows = of_printed.windows(2).filter_map(|it| match it {
        [one, other] => are_next(one, other).map(|()| (one.1, other.1)),
        _ => None,
    });
    found.sequences = rows.collect();
    found.sequences.extend(before_calls(&line.commands, &functions, &found.printed, &of_printed, text));
    found
}

/// The words of a shell that cannot be where they are found, and what can be wrong before them.
const MISPLACED: [(&str, &str); 9] = [
    ("then", "Is there an `if` before it, with a blank behind it?"),
    ("elif", "Is `then` missing before it?"),
    ("else", "Is `then` missing before it?"),
    ("fi", "Is `then` missing before it, or is this one `fi` too many?"),
    ("do", "Is there a `for` or `while` before it?"),
    ("done", "Is `do` missing before it, or is this one `done` too many?"),
    ("esac", "Is `case … in` missing before it?"),
    (";;", "Is `case … in` missing before it?"),
    ("}", "Is `{` missing before it, or is this one `}` too many?"),
];

/// Returns where a text cannot be read to its end.
fn mistake(text: &str, line: &CommandLine) -> Option<Unread> {
    let is_fault = |it: OpaqueReason| matches!(it, OpaqueReason::Unclosed | OpaqueReason::Syntax);
    // A shell reads no further.
    let fault = line.opaque.iter().find(|it| is_fault(it.reason) && usize::try_from(it.end) == Ok(text.len()))?;
    let start = usize::try_from(fault.start).ok()?;
    let rest = text.get(start..)?;
    let is_word = |word: &str| {
        let behind = rest.strip_prefix(word);
        behind.is_some_and(|it| it.chars().next().is_none_or(|it| it.is_whitespace() || ";&|)".contains(it)))
    };
    // A line that ends the script, or another shell, never gets there.
    let has_ended = |it: &ShellCommand| {
        it.reached.is_empty() && it.range().end <= start && matches!(it.name.as_deref(), Some("exit" | "exec"))
    };
    let is_certain = !line.commands.iter().any(has_ended);
    let misplaced = MISPLACED.iter().find(|(word, _)| is_word(word));
    let what = match (fault.reason, misplaced) {
        _ if !is_certain => None,
        (OpaqueReason::Syntax, Some((word, hint))) => Some(format!("`{word}` cannot be here. {hint}")),
        (OpaqueReason::Unclosed, _) if rest.trim().is_empty() => {
            let hint = if text.contains("else if ") { " For `else if`, write `elif`." } else { "" };
            Some(format!(
                "The script ends, and a block or a bracket is still open: end each `if` with `fi`, and each loop with `done`.{hint}"
            ))
        }
        (OpaqueReason::Unclosed, _) => Some("A quote or a bracket that begins here is not closed.".to_owned()),
        _ => None,
    };
    let start = if rest.trim().is_empty() {
        // The last line with a text.
        let end = text.trim_end().len();
        text.get(..end)?.rfind('\n').map_or(0, |it| it + 1)
    } else {
        start
    };
    let length = text.get(start..)?.lines().next().map_or(0, str::len);
    Some(Unread { range: start..start + length, fault: what })
}

/// Returns true if nothing but the end of a command is between two of them.
fn are_in_a_row(text: &str, command: &ShellCommand, end: usize, next: &ShellCommand) -> bool {
    let mut start = command.range().end;
    if end > start {
        // Behind a here-document is the line that ends it.
        start = end + text.get(end..).and_then(|it| it.find('\n')).unwrap_or_default();
    }
    let between = text.get(start..next.range().start).unwrap_or("?");
    between.matches(';').count() <= 1 && between.chars().all(|it| it == ';' || it.is_whitespace())
}

/// Returns the texts that are printed each time before a call of a function, with the replies of the function.
fn before_calls(
    commands: &[ShellCommand],
    functions: &BTreeSet<&str>,
    printed: &[Printed],
    of_printed: &[(usize, usize)],
    text: &str,
) -> Vec<(usize, usize)> {
    let first = of_printed
        .iter()
        .find(|(_, it)| printed.get(*it).is_some_and(|it| it.is_always && matches!(it.what, What::Text)));
    let Some((at, stray)) = first else { return Vec::new() };
    let calls = commands.iter().skip(at + 1).filter(|it| !it.reached.contains(&ReachedBy::Function) && !is_inner(it));
    let called: BTreeSet<&str> = calls.filter_map(|it| functions.get(it.name.as_deref()?).copied()).collect();
    let bodies: Vec<Range<usize>> = called.iter().filter_map(|it| body_of(text, it)).collect();
    let is_called = |it: &Printed| bodies.iter().any(|body| body.contains(&it.range.start));
    let replies = printed.iter().enumerate().filter(|(_, it)| matches!(it.what, What::Reply(_)) && is_called(it));
    replies.map(|(reply, _)| (*stray, reply)).collect()
}

/// Returns the body of a function that is defined once, on one line, or until a line that begins with its brace.
fn body_of(text: &str, name: &str) -> Option<Range<usize>> {
    let mut starts = text.match_indices(name).filter(|(at, _)| {
        let line = text[..*at].rfind('\n').map_or(0, |it| it + 1);
        let is_first = matches!(text[line..*at].trim(), "" | "function");
        let behind = text[at + name.len()..].trim_start_matches([' ', '(', ')']);
        is_first && behind.starts_with('{') && !text[at + name.len()..].starts_with('-')
    });
    let (start, None) = (starts.next()?.0, starts.next()) else { return None };
    let rest = &text[start..];
    let line = rest.find('\n').unwrap_or(rest.len());
    let end = if rest[..line].contains('}') { line } else { rest.find("\n}")? };
    Some(start..start + end)
}

/// The most functions of a script whose calls are looked for.
const MOST_FUNCTIONS: usize = 200;

/// The most bytes of a line that are read behind a call.
const MOST_BEHIND: usize = 500;

/// How scripts ask for their arguments. What they print in a branch can then be for another use than as a hook.
const MODES: [&str; 12] = [
    "case \"$1\"",
    "case $1",
    "case \"${1",
    "case ${1",
    "[ \"$1\"",
    "[[ \"$1\"",
    "[[ $1",
    "[ $1",
    "[ \"${1",
    "[[ \"${1",
    "[[ ${1",
    "$# -",
];

/// Returns the names of the functions that a script defines.
fn functions(text: &str) -> BTreeSet<&str> {
    fn name(line: &str) -> Option<&str> {
        let line = line.trim_start();
        let of_word = line.strip_prefix("function ").map(|it| it.split(['(', '{', ' ']).next().unwrap_or_default());
        let name = of_word.or_else(|| line.split_once("()").map(|(it, _)| it.trim_end()))?;
        let is_name = !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || "_-:".contains(it));
        is_name.then_some(name)
    }
    text.lines().filter_map(name).collect()
}

/// Returns true if what a function prints is used or moved somewhere in the script.
fn is_captured(text: &str, name: &str) -> bool {
    let calls = text.match_indices(name).filter(|(at, _)| {
        let before = text[..*at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        let is_part = |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || it == '_' || it == '-');
        !is_part(before) && !is_part(after)
    });
    calls.into_iter().any(|(at, _)| {
        let before = text[..at].trim_end();
        let after = &text.as_bytes()[at + name.len()..];
        let after = String::from_utf8_lossy(&after[..after.len().min(MOST_BEHIND)]);
        let line = after.lines().next().unwrap_or_default();
        before.ends_with("$(")
            || before.ends_with('`')
            || (!line.trim_start().starts_with("()") && line.contains(['|', '>']))
    })
}

/// Returns true if the output of a group, a loop or the whole script goes elsewhere: `} > file`, `done | sort`, `exec >log`.
fn moves_output(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        let ends = words.iter().enumerate().any(|(at, word)| {
            let is_end = matches!(*word, "}" | ")" | "fi" | "done" | "esac") || word.ends_with(");") || *word == "};";
            let next = words.get(at + 1).copied().unwrap_or_default();
            let is_out = next.starts_with(['>', '&']) && next != "&&" && next != "&"
                || next.starts_with("1>")
                || next == "|"
                || next == "|&";
            is_end && is_out
        });
        let is_exec = words.first() == Some(&"exec")
            && words.get(1).is_some_and(|it| it.starts_with(['>', '&']) || it.starts_with("1>"));
        ends || is_exec
    })
}

/// Where the output of a command goes.
#[derive(PartialEq, Eq)]
enum Stdout {
    /// To stdout of the script.
    Script,
    /// To stderr.
    Errors,
    /// To a file, or into a pipe.
    Elsewhere,
}

fn stdout_of(text: &str, command: &ShellCommand) -> Stdout {
    let is_out = |it: &hookwire::shell::ShellRedirection| {
        let of_stdout = it.descriptor.as_deref().is_none_or(|it| it == "1");
        of_stdout && it.operator.starts_with(['>', '&']) && it.operator.contains('>')
    };
    let behind = text.get(command.range().end..).unwrap_or_default().trim_start_matches([' ', '\t']);
    let into_pipe = behind.starts_with('|') && !behind.starts_with("||");
    let to_errors = |it: &hookwire::shell::ShellRedirection| is_out(it) && it.operator == ">&" && it.target.text == "2";
    if command.redirections.iter().any(to_errors) {
        Stdout::Errors
    } else if into_pipe || command.redirections.iter().any(is_out) {
        Stdout::Elsewhere
    } else {
        Stdout::Script
    }
}

/// Returns true for a command whose output a script can use itself.
fn is_inner(command: &ShellCommand) -> bool {
    command.reached.iter().any(|it| matches!(it, ReachedBy::Substitution | ReachedBy::Remote | ReachedBy::Text))
}

fn texts(command: &ShellCommand) -> Vec<&str> {
    command.words.iter().skip(1).map(|it| &*it.text).collect()
}

fn number_of(command: &ShellCommand) -> Option<i32> {
    match command.words.as_slice() {
        [_, code] if code.literal => code.text.parse().ok(),
        _ => None,
    }
}

/// Returns what a command prints on stdout, and where it is. Nothing if that is not known.
fn printed(text: &str, command: &ShellCommand, name: &str) -> Option<(What, Range<usize>)> {
    match name {
        "echo" => {
            let words: Vec<_> = command
                .words
                .iter()
                .skip(1)
                .skip_while(|it| matches!(&*it.text, "-n" | "-e" | "-E" | "-ne" | "-en"))
                .collect();
            let joined = words.iter().map(|it| &*it.text).collect::<Vec<_>>().join(" ");
            of_words(text, &words, joined, command)
        }
        "printf" => of_printf(text, command),
        "cat" if command.words.len() == 1 => {
            let start = command.redirections.iter().find(|it| matches!(&*it.operator, "<<" | "<<-"))?;
            let range = here_document(text, command.range().end, &start.target.text)?;
            let body = text.get(range.clone())?;
            let is_filled = text.get(range_of(&start.target)).is_some_and(|it| !it.starts_with(['\'', '"', '\\']));
            Some((of_body(body, Some(range.start), is_filled)?, range))
        }
        "jq" => of_jq(text, command),
        "hostname" if command.words.len() > 1 => None,
        "date" | "hostname" | "pwd" | "uname" | "whoami" => Some((What::Text, command.range())),
        _ => None,
    }
}

/// Returns the place of a word.
pub fn range_of(word: &ShellWord) -> Range<usize> {
    usize::try_from(word.start).unwrap_or_default()..usize::try_from(word.end).unwrap_or_default()
}

/// Returns the body of a here-document that starts in the line of this byte.
fn here_document(text: &str, after: usize, delimiter: &str) -> Option<Range<usize>> {
    let start = after + text.get(after..)?.find('\n')? + 1;
    let mut end = start;
    for line in text.get(start..)?.split_inclusive('\n') {
        if line.trim_end_matches('\n').trim_start_matches('\t') == delimiter {
            return Some(start..end);
        }
        end += line.len();
    }
    None
}

/// Returns what a text is that is printed: a reply if it looks like one. Nothing if what it is depends on what is filled in.
fn of_body(body: &str, at: Option<usize>, is_filled: bool) -> Option<What> {
    let trimmed = body.trim();
    let looks_like_one = trimmed.starts_with('{') && trimmed.ends_with('}');
    if !looks_like_one {
        // The rest of a reply that is printed in parts, or a variable that holds one.
        let is_part = trimmed.starts_with(['{', '"', '}', '[', ']']) || (is_filled && trimmed.starts_with(['$', '`']));
        return (!is_part).then_some(What::Text);
    }
    let filled = |it: &str| is_filled && it.contains(['$', '`']);
    let lead = body.len() - body.trim_start().len();
    let literal = Literal::of_text(trimmed.to_owned(), at.map(|it| it + lead), filled);
    // A variable outside of a text can make JSON of what is none.
    let is_known = !(is_filled && trimmed.contains(['$', '`'])) || serde_json::from_str::<Value>(trimmed).is_ok();
    is_known.then_some(What::Reply(Box::new(literal)))
}

fn of_words(text: &str, words: &[&ShellWord], joined: String, command: &ShellCommand) -> Option<(What, Range<usize>)> {
    let is_filled = words.iter().any(|it| !it.literal);
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return Some((What::Text, command.range())) };
    let range = range_of(first).start..range_of(last).end;
    // In single quotes, the text is in the script as it is.
    let raw = text.get(range.clone()).unwrap_or_default();
    let inner = raw.strip_prefix(['\'', '"']).and_then(|it| it.strip_suffix(['\'', '"']));
    let at = inner.filter(|it| *it == joined).map(|_| range.start + 1);
    Some((of_body(&joined, at, is_filled)?, range))
}

/// Returns what `printf` prints.
fn of_printf(text: &str, command: &ShellCommand) -> Option<(What, Range<usize>)> {
    let words: Vec<_> = command.words.iter().skip(1).filter(|it| it.text != "--").collect();
    let (format, arguments) = words.split_first()?;
    if matches!(format.text.trim_end_matches("\\n"), "%s" | "%b") && arguments.len() == 1 {
        let joined = arguments.first()?.text.clone();
        return of_words(text, arguments, joined, command);
    }
    let mut out = String::new();
    let mut has_hole = false;
    let mut signs = format.text.chars().peekable();
    while let Some(sign) = signs.next() {
        match (sign, signs.peek().copied()) {
            ('%', Some('%')) => {
                signs.next();
                out.push('%');
            }
            ('%', _) => {
                while signs.next_if(|it| !it.is_ascii_alphabetic()).is_some() {}
                signs.next();
                out.push_str(HOLE);
                has_hole = true;
            }
            ('\\', Some(next)) => {
                signs.next();
                match next {
                    'n' => out.push('\n'),
                    't' => out.push('\t'),
                    'r' => out.push('\r'),
                    '\\' | '"' | '\'' => out.push(next),
                    _ => return None,
                }
            }
            (sign, _) => out.push(sign),
        }
    }
    let is_filled = !format.literal;
    let range = range_of(format);
    let trimmed = out.trim();
    if !(trimmed.starts_with('{') && trimmed.ends_with('}')) {
        return Some((of_body(&out, None, is_filled || has_hole)?, range));
    }
    let known = serde_json::from_str::<Value>(trimmed).is_ok();
    if (has_hole || is_filled) && !known {
        return None;
    }
    let raw = text.get(range.start + 1..range.end.saturating_sub(1)).unwrap_or_default();
    let at = (raw.trim_end_matches("\\n") == trimmed).then_some(range.start + 1);
    let filled = |it: &str| it.contains(HOLE) || (is_filled && it.contains(['$', '`']));
    Some((What::Reply(Box::new(Literal::of_text(trimmed.to_owned(), at, filled))), range))
}

/// Returns what `jq -n '{…}'` prints. Nothing if its program is more than a value.
fn of_jq(text: &str, command: &ShellCommand) -> Option<(What, Range<usize>)> {
    let words: Vec<_> = command.words.iter().skip(1).collect();
    let reads_nothing = words.iter().any(|it| {
        it.text == "--null-input" || (it.text.starts_with('-') && !it.text.starts_with("--") && it.text.contains('n'))
    });
    let mut program = None;
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match &*word.text {
            "--arg" | "--argjson" | "--slurpfile" | "--rawfile" => drop((rest.next(), rest.next())),
            "--indent" => drop(rest.next()),
            it if it.starts_with('-') => {}
            _ => {
                program = Some(word);
                break;
            }
        }
    }
    let word = program.filter(|it| reads_nothing && it.literal)?;
    let range = range_of(word);
    let raw = text.get(range.start + 1..range.end.saturating_sub(1))?;
    let offset = (raw == word.text).then_some(range.start + 1)?;
    let mut reader = Jq { text: raw, at: 0, offset, holes: Holes::new(), places: BTreeMap::new() };
    let value = reader.value("", 0)?;
    reader.space();
    let is_whole = reader.at == raw.len() && value.is_object();
    is_whole.then(|| (What::Reply(Box::new(Literal::of_value(value, reader.holes, false, reader.places))), range))
}

/// Reads a value of jq: JSON with keys that need no quotes, and variables.
struct Jq<'a> {
    text: &'a str,
    at: usize,
    /// The byte of the script at which the text starts.
    offset: usize,
    holes: Holes,
    places: BTreeMap<String, (Option<Range<usize>>, Range<usize>)>,
}

impl Jq<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        loop {
            let rest = self.rest();
            let skipped = if rest.starts_with('#') {
                rest.find('\n').unwrap_or(rest.len())
            } else {
                rest.len() - rest.trim_start().len()
            };
            if skipped == 0 {
                return;
            }
            self.at += skipped;
        }
    }

    fn take(&mut self, sign: char) -> bool {
        self.space();
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len_utf8() } else { 0 };
        found
    }

    fn value(&mut self, pointer: &str, depth: usize) -> Option<Value> {
        self.space();
        let start = self.at;
        if depth > 64 {
            return None;
        }
        let value = match self.rest().chars().next()? {
            '{' => self.object(pointer, depth)?,
            '[' => self.list(pointer, depth)?,
            '"' => {
                let text = self.string()?;
                if text.contains(HOLE) {
                    self.holes.insert(pointer.to_owned());
                }
                Value::String(text)
            }
            '$' => {
                self.at += 1;
                self.name()?;
                self.hole(pointer)
            }
            _ => {
                let length = self
                    .rest()
                    .find(|it: char| !(it.is_ascii_alphanumeric() || "+-.".contains(it)))
                    .unwrap_or(self.rest().len());
                let value = serde_json::from_str(&self.rest()[..length]).ok()?;
                self.at += length;
                value
            }
        };
        let place = self.offset + start..self.offset + self.at;
        let known = self.places.get(pointer).and_then(|(key, _)| key.clone());
        self.places.insert(pointer.to_owned(), (known, place));
        // What follows with an operator makes another value of it.
        self.space();
        let ends = self.rest().is_empty() || self.rest().starts_with([',', '}', ']']);
        if ends {
            return Some(value);
        }
        let is_text = depth > 0 && self.rest().starts_with(['+', '/']);
        is_text.then(|| self.skip_expression()).flatten()?;
        Some(self.hole(pointer))
    }

    /// Skips the rest of an expression without brackets.
    fn skip_expression(&mut self) -> Option<()> {
        while !self.rest().is_empty() && !self.rest().starts_with([',', '}', ']']) {
            match self.rest().chars().next()? {
                '"' => drop(self.string()?),
                '(' | '[' | '{' | '|' => return None,
                sign => self.at += sign.len_utf8(),
            }
        }
        Some(())
    }

    fn hole(&mut self, pointer: &str) -> Value {
        self.holes.insert(pointer.to_owned());
        HOLE.into()
    }

    fn name(&mut self) -> Option<String> {
        let length =
            self.rest().find(|it: char| !(it.is_ascii_alphanumeric() || it == '_')).unwrap_or(self.rest().len());
        let name = self.rest()[..length].to_owned();
        self.at += length;
        (!name.is_empty()).then_some(name)
    }

    /// Reads a text. What it fills in, `\(…)`, is a hole.
    fn string(&mut self) -> Option<String> {
        let start = self.at;
        let mut signs = self.text[start + 1..].char_indices();
        let mut plain = String::from("\"");
        while let Some((at, sign)) = signs.next() {
            match sign {
                '"' => {
                    self.at = start + 1 + at + 1;
                    plain.push('"');
                    return serde_json::from_str(&plain).ok();
                }
                '\\' => match signs.next()?.1 {
                    '(' => {
                        let mut open = 1;
                        while open > 0 {
                            open += match signs.next()?.1 {
                                '(' => 1,
                                ')' => -1,
                                _ => 0,
                            };
                        }
                        plain.push_str(HOLE);
                    }
                    next => plain.extend(['\\', next]),
                },
                sign => plain.push(sign),
            }
        }
        None
    }

    fn object(&mut self, pointer: &str, depth: usize) -> Option<Value> {
        let mut object = Map::new();
        self.take('{');
        if self.take('}') {
            return Some(Value::Object(object));
        }
        loop {
            self.space();
            let start = self.at;
            let (name, is_variable) = match self.rest().chars().next()? {
                '"' => (self.string()?, false),
                '$' => {
                    self.at += 1;
                    (self.name()?, true)
                }
                _ => (self.name()?, false),
            };
            let inner = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
            let key = self.offset + start..self.offset + self.at;
            self.places.insert(inner.clone(), (Some(key.clone()), key));
            let value = if self.take(':') {
                self.value(&inner, depth + 1)?
            } else if is_variable {
                self.hole(&inner)
            } else {
                return None;
            };
            object.insert(name, value);
            if self.take('}') {
                return Some(Value::Object(object));
            }
            if !self.take(',') {
                return None;
            }
        }
    }

    fn list(&mut self, pointer: &str, depth: usize) -> Option<Value> {
        let mut list = Vec::new();
        self.take('[');
        if self.take(']') {
            return Some(Value::Array(list));
        }
        loop {
            list.push(self.value(&format!("{pointer}/{}", list.len()), depth + 1)?);
            if self.take(']') {
                return Some(Value::Array(list));
            }
            if !self.take(',') {
                return None;
            }
        }
    }
}
