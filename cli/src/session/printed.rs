//! What a command printed, as text.

use std::borrow::Cow;
use std::io::Read;
use std::path::Path;

use hookwire::read::{from_value, read_reply};
use hookwire::{AsyncHookOutput, Context};
use serde_json::{Deserializer, Value};

use crate::files;
use crate::text::Document;

/// Returns true if a reply says nothing, as many hooks do.
pub fn is_empty(reply: &Value) -> bool {
    reply.as_object().is_some_and(|it| it.is_empty())
}

/// Returns true if a reply says that the hook goes on in the background.
pub fn is_background(reply: &Value) -> bool {
    from_value::<AsyncHookOutput>(reply.clone()).is_ok()
}

/// Returns true if the first line moves a command to the background.
pub fn moves_to_background(printed: &[u8]) -> bool {
    let Some(end) = printed.iter().position(|it| *it == b'\n') else { return false };
    let line = printed.get(..end).unwrap_or_default();
    matches!(read_reply(line, None, &Context::new()).reply, Some(reply) if is_background(&reply))
}

/// Returns true if a line begins like an object.
pub fn has_object(printed: &[u8]) -> bool {
    printed.split(|it| *it == b'\n').any(|it| it.trim_ascii_start().starts_with(b"{"))
}

/// Returns true if a line looks like a reply that something has wrapped: a list, a colour, or an object as text.
fn is_wrapped(line: &str) -> bool {
    let line = line.trim_start();
    // `[guard] rule {push} ok` is a line of a log.
    let is_list =
        line.strip_prefix('[').is_some_and(|it| it.trim_start().starts_with('{') || it.starts_with("object "));
    is_list || (line.starts_with('\u{1b}') && line.contains('{'))
}

/// Returns the objects in a text, each from the start of a line to the end of one, and the other lines.
///
/// # Errors
/// A line begins like an object, and is none: a reply would be lost.
pub fn replies_in(text: &str) -> Result<(Vec<Value>, String), String> {
    let (mut replies, mut others) = (Vec::new(), String::new());
    let mut rest = text;
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let number = || text.get(..text.len() - rest.len()).unwrap_or_default().matches('\n').count() + 1;
        if is_wrapped(line) {
            return Err(format!(
                "line {} of what it printed is not an object: a reply has to be one, without colours",
                number()
            ));
        }
        if !line.trim_start().starts_with('{') {
            others.push_str(line);
            others.push('\n');
            rest = after;
            continue;
        }
        let lost = || format!("line {} of what it printed begins like a reply, and cannot be read", number());
        let mut objects = Deserializer::from_str(rest).into_iter::<Value>();
        let Some(Ok(object)) = objects.next() else { return Err(lost()) };
        let (end, after) = rest.get(objects.byte_offset()..).unwrap_or_default().split_once('\n').unwrap_or_default();
        if !end.trim().is_empty() {
            return Err(lost());
        }
        replies.push(object);
        rest = after;
    }
    Ok((replies, others))
}

/// Returns the end of what a command printed on stderr, at a length that people read.
pub fn last_of(stderr: &[u8]) -> String {
    const MOST: usize = 2000;
    let text = files::text(stderr.to_vec());
    let text = text.trim();
    match text.char_indices().nth_back(MOST) {
        Some((at, _)) => format!("…{}", text.get(at..).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// What people say about something that happened: at the beginning of a text, it is a verdict whatever follows.
const REFUSED: [&str; 7] = ["banned", "blocked", "denied", "forbidden", "prohibited", "refused", "rejected"];

/// What they say that has to happen. `block size: 4096` begins with one, too, and is no verdict.
const REFUSE: [&str; 5] = ["block", "deny", "forbid", "refuse", "reject"];

/// What they say that happens now.
const REFUSING: [&str; 4] = ["denying", "forbidding", "refusing", "rejecting"];

/// The words before them that turn them round, or are about something else: `Permission denied`.
const NEGATIONS: [&str; 15] = [
    "0",
    "aren",
    "checking",
    "connection",
    "if",
    "isn",
    "never",
    "no",
    "none",
    "not",
    "nothing",
    "permission",
    "wasn",
    "whether",
    "would",
];

/// The values that turn them round.
const NOTHING: [&str; 8] = ["0", "false", "none", "null", "nothing", "off", "ok", "skipped"];

/// What guards have many of, and report on: `Blocked list loaded` is about the list.
const KINDS: [&str; 12] =
    ["cache", "device", "entries", "list", "lists", "mode", "patterns", "rule", "rules", "size", "table", "words"];

/// What such a thing is for. Alone, the call that is refused has these, too: `Blocked files: .env`.
const SUBJECTS: [&str; 14] = [
    "command", "commands", "domain", "domains", "file", "files", "host", "hosts", "path", "paths", "pattern", "tool",
    "tools", "version",
];

/// How such a thing is.
const STATES: [&str; 15] = [
    "active",
    "checked",
    "disabled",
    "empty",
    "enabled",
    "ignored",
    "loaded",
    "missing",
    "off",
    "on",
    "parsed",
    "ready",
    "refreshed",
    "skipped",
    "updated",
];

/// The words behind how such a thing is. With others, it is not a state: `Blocked files missing a license`.
const AFTER: [&str; 5] = ["at", "for", "from", "in", "with"];

/// The words between such a thing and how it is, or how many it has.
const BETWEEN: [&str; 9] = ["are", "contains", "currently", "has", "have", "is", "was", "were", "with"];

/// The words behind a verdict at the end of a sentence that say why.
const REASONS: [&str; 4] = ["as", "because", "by", "since"];

/// The levels of logs.
const LEVELS: [&str; 8] = ["CRITICAL", "DEBUG", "ERROR", "FATAL", "INFO", "NOTICE", "WARN", "WARNING"];

/// What means the same if nothing else is printed.
const NO: [&str; 3] = ["never", "no", "stop"];

/// Returns the line of a text that looks like a verdict: `deny`, `BLOCKED: no pushes` or `decision: block`. A host does not read it.
pub fn refusal(text: &str) -> Option<&str> {
    let is_alone = |text: &&str| matches!(words(text).as_slice(), [word] if NO.contains(&&*word.to_lowercase()));
    text.lines().find(|it| refuses(it)).or_else(|| Some(text.trim()).filter(is_alone))
}

/// Returns true if a line is a verdict.
fn refuses(line: &str) -> bool {
    let line = without_colours(line);
    // `pre-commit` names what it checks.
    let is_check = line.contains("...") && ["Passed", "Skipped"].iter().any(|it| line.trim_end().ends_with(it));
    if is_trace(&line) || is_check {
        return false;
    }
    let mut said = line.trim_start();
    loop {
        // `[guard] deny: …`, and `[BLOCKED] git push`
        if let Some((mark, after)) = said.strip_prefix('[').and_then(|it| it.split_once(']'))
            && !words(after).is_empty()
        {
            match words(mark).as_slice() {
                [one, two] if one.eq_ignore_ascii_case("dry") && two.eq_ignore_ascii_case("run") => return false,
                [word] if is_any(&REFUSED, word) || is_any(&REFUSE, word) => {
                    return !is_nothing(after) && !is_about_kind(after, None);
                }
                _ => said = after.trim_start(),
            }
            continue;
        }
        let (first, after) = said.split_once(' ').unwrap_or_default();
        if !is_time(first) && !LEVELS.contains(&first.trim_end_matches(':')) {
            break;
        }
        said = after.trim_start();
    }
    let parts: Vec<&str> = said.split_inclusive([':', '=', '<', '>']).collect();
    parts.iter().enumerate().any(|(at, part)| {
        let value = parts.get(at + 1).copied();
        // A tag that ends has no value.
        !part.starts_with('/') && !is_turned(part, value) && is_verdict(part, at == 0, value)
    })
}

/// Returns true if a word is a date or a time.
fn is_time(word: &str) -> bool {
    starts_with_number(word)
        && word.contains([':', '-'])
        && word.chars().all(|it| it.is_ascii_digit() || matches!(it, '-' | ':' | '.' | ',' | '/' | '+' | 'T' | 'Z'))
}

fn is_any(list: &[&str], word: &str) -> bool {
    list.contains(&&*word.to_lowercase())
}

/// Returns true if a part of a line is a verdict.
fn is_verdict(part: &str, is_first: bool, value: Option<&str>) -> bool {
    let has_value = value.is_some();
    match words(part).as_slice() {
        [] => false,
        [word] => is_any(&REFUSED, word) || is_any(&REFUSE, word),
        [first, rest @ ..] if begins(part, first, is_first, has_value) => {
            let after = part.split_once(first).map_or("", |(_, it)| it);
            let is_number = is_any(&REFUSE, first) && rest.first().is_some_and(|it| starts_with_number(it));
            !is_number && !is_nothing(after) && !is_about_kind(after, value)
        }
        // `ERROR Blocked: …`, and not `nothing was blocked: …`
        [others @ .., last] if has_value => {
            let is_said = is_any(&REFUSED, last) || (is_any(&REFUSE, last) && last.chars().all(char::is_uppercase));
            is_said && !others.iter().rev().find(|it| !is_any(&BETWEEN, it)).is_some_and(|it| is_any(&NEGATIONS, it))
        }
        _ => part.split([',', ';', '(']).any(ends),
    }
}

/// Returns true if a part of a line begins with a verdict.
fn begins(part: &str, first: &str, is_first: bool, has_value: bool) -> bool {
    // `reject-list.txt` is a name.
    let is_word = part.split_once(first).is_some_and(|(_, after)| after.starts_with(' '));
    is_any(&REFUSED, first)
        || (is_any(&REFUSING, first) && is_word)
        || (is_any(&REFUSE, first) && (is_first || is_word) && !has_value)
}

/// Returns true if a sentence ends with a verdict: `this push is blocked`, or `push denied by a rule`.
fn ends(sentence: &str) -> bool {
    let words = words(sentence);
    let at = words.iter().position(|it| is_any(&REFUSED, it)).filter(|it| *it > 0);
    at.is_some_and(|at| {
        let (before, after) = (words.get(..at).unwrap_or_default(), words.get(at + 1));
        // `3 blocked` and `403 Forbidden` have a number.
        let is_number = before.last().is_some_and(|it| starts_with_number(it));
        !is_number && after.is_none_or(|it| is_any(&REASONS, it)) && !before.iter().any(|it| is_any(&NEGATIONS, it))
    })
}

/// Returns true if a value turns a verdict round: `blocked: false`.
fn is_turned(name: &str, value: Option<&str>) -> bool {
    let Some(value) = value else { return name.ends_with('=') };
    match words(value).first() {
        Some(_) => is_nothing(value),
        // `blocked: []`
        None => !value.trim().is_empty() && !value.starts_with('<'),
    }
}

/// Returns true if a text says that it is about nothing: `none`, `0 files, …` or `0 of 3`, and not `null bytes in the path`.
fn is_nothing(text: &str) -> bool {
    let is_end = |it: char| matches!(it, ',' | ';' | '(' | '|');
    let text = text.trim_start_matches([' ', '"', '\'', '(']);
    let begin = text.strip_prefix("by ").unwrap_or(text).split(is_end).next().unwrap_or_default();
    match words(begin).as_slice() {
        // `No.` is a reason.
        ["no"] => begin.trim() == "no",
        [word] => is_any(&NOTHING, word),
        // `0 approvals` is a reason.
        ["0", one] => is_any(&KINDS, one) || is_any(&SUBJECTS, one) || begin.ends_with('='),
        ["0", "of", ..] | ["n", "a"] => true,
        _ => false,
    }
}

/// Returns true if what follows a verdict, and the value behind it, say how a list or the like is: `list loaded`, or `rules: 12`.
fn is_about_kind(after: &str, value: Option<&str>) -> bool {
    let (before, inside) = after.split_once('(').unwrap_or((after, ""));
    let outside = inside.split_once(')').map_or("", |(_, it)| it);
    let of_text = words(before.split([',', ';']).next().unwrap_or_default());
    let of_value = words(value.unwrap_or_default());
    let all: Vec<&str> = of_text.into_iter().chain(words(outside)).collect();
    let is_subject = |it: &&&str| is_any(&KINDS, it) || is_any(&SUBJECTS, it);
    let subjects: Vec<&str> = all.iter().take_while(is_subject).copied().collect();
    let Some(last) = subjects.last() else { return matches!(all.as_slice(), ["so", "far", ..]) };
    // `patterns: git push` names them.
    let is_list = all.len() == subjects.len() && ["list", "lists", "patterns"].contains(&&*last.to_lowercase());
    if is_list && value.is_some() && !of_value.iter().any(|it| it.starts_with("match")) {
        return true;
    }
    // Two words name a thing of the guard: `hosts file`. Of one, `disabled` and `missing` can be why the call is refused.
    let is_kind = subjects.len() > 1 || subjects.iter().any(|it| is_any(&KINDS, it)) || after.trim_end().ends_with('=');
    let is_of_own = |word: &str| {
        is_any(&STATES, word) && (is_kind || (last.ends_with('s') && !is_any(&["disabled", "missing"], word)))
    };
    let is_state = |words: &[&str]| match words {
        [] => false,
        [one] => is_of_own(one),
        [one, next, ..] => is_of_own(one) && is_any(&AFTER, next),
    };
    let own = all.get(subjects.len()..).unwrap_or_default();
    let is_match = |it: &[&str]| matches!(it, ["not", next] if next.starts_with("match"));
    let begin = |words: &[&str]| words.iter().position(|it| !is_any(&BETWEEN, it)).unwrap_or(words.len());
    let own = own.get(begin(own)..).unwrap_or_default();
    let rest: Vec<&str> = own.iter().chain(&of_value).copied().collect();
    let rest = rest.get(begin(&rest)..).unwrap_or_default();
    let is_known = |it: &&str| is_any(&KINDS, it) || is_any(&SUBJECTS, it) || is_any(&STATES, it);
    match rest {
        [count, rest @ ..] if starts_with_number(count) || *count == "no" => {
            is_state(rest) || (is_kind && rest.iter().all(is_known))
        }
        rest => is_state(own) || is_state(rest) || (is_kind && rest.windows(2).any(is_match)),
    }
}

fn starts_with_number(word: &str) -> bool {
    word.starts_with(|it: char| it.is_ascii_digit())
}

fn words(text: &str) -> Vec<&str> {
    text.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty()).collect()
}

/// Returns true if a shell shows a command of a script, as after `set -x`.
fn is_trace(line: &str) -> bool {
    line.trim_start_matches('+').len() < line.len() && line.trim_start_matches('+').starts_with(' ')
}

/// Returns a text without the signs that colour it.
fn without_colours(text: &str) -> Cow<'_, str> {
    if !text.contains('\u{1b}') {
        return text.into();
    }
    anstream::adapter::strip_str(text).to_string().into()
}

/// The command of a hook, as far as what it prints can be recognised by it.
pub struct Names<'a> {
    words: &'a [Cow<'a, str>],
}

/// The shells, as they name themselves in front of what they report.
const SHELLS: [&str; 6] = ["ash", "bash", "dash", "ksh", "sh", "zsh"];

/// How the names of the interpreters begin that report how they came to a mistake.
const INTERPRETERS: [&str; 5] = ["python", "pypy", "node", "bun", "deno"];

impl<'a> Names<'a> {
    /// Returns what is known of a command.
    pub const fn of(words: &'a [Cow<'a, str>]) -> Self {
        Self { words }
    }

    /// Returns true if a word is the shell of a hook, or its script.
    fn has(&self, word: &str) -> bool {
        let is_script = |it: &str| it == word && word.ends_with("sh");
        let name = word.rsplit('/').next().unwrap_or_default();
        SHELLS.contains(&name) || self.words.iter().any(|it| *it == word || it.split_whitespace().any(is_script))
    }

    /// Returns true if the command is a shell with a script.
    pub fn is_shell(&self) -> bool {
        let name = self.words.first().map(|it| it.rsplit('/').next().unwrap_or_default());
        name.is_some_and(|it| SHELLS.contains(&it) || it.ends_with(".sh"))
    }

    /// Returns true if the command is a program of Python or JavaScript, which ends with another code than 0 if it breaks.
    fn is_interpreted(&self) -> bool {
        let names = self.words.iter().map(|it| it.rsplit('/').next().unwrap_or_default());
        let mut names = names.filter(|it| *it != "env");
        names.next().is_some_and(|name| {
            INTERPRETERS.iter().any(|it| name.starts_with(it))
                || [".py", ".js", ".mjs", ".ts"].iter().any(|it| name.ends_with(it))
        })
    }
}

/// Returns the line in which an interpreter says that something in a program went wrong. A program that goes on after that did not
/// notice it.
pub fn mistake(stderr: &str, command: &Names<'_>, has_replied: bool) -> Option<String> {
    let stderr = without_colours(stderr);
    let lines: Vec<&str> = stderr.lines().collect();
    let survived = has_replied && command.is_interpreted();
    let is_of_program = |it: &str| is_of_shell(it, command) || is_not_read(it);
    let of_shell = lines.iter().find(|it| !is_trace(it) && is_of_program(it)).copied();
    let found = of_shell.or_else(|| if survived { None } else { of_python(&lines).or_else(|| of_node(&lines)) });
    found.map(|it| it.trim().chars().take(MOST_OF_LINE).collect())
}

/// The most characters of a line in a message.
const MOST_OF_LINE: usize = 200;

/// The errors of a file that Python cannot read.
const UNREAD: [&str; 3] = ["SyntaxError:", "IndentationError:", "TabError:"];

/// Returns the last line of what Python reports. A program that prints more after it has taken care of it, and so has one that logs it.
fn of_python<'a>(lines: &[&'a str]) -> Option<&'a str> {
    // A file that cannot be read has its place, and nothing that called it.
    let is_unread = lines.last().is_some_and(|it| UNREAD.iter().any(|error| it.starts_with(error)));
    let is_begin = |it: &&str| {
        let begin = it.trim_start();
        begin.starts_with("Traceback (most recent call last)") || (is_unread && begin.starts_with("File \""))
    };
    let at = lines.iter().rposition(is_begin)?;
    let before = at.checked_sub(1).and_then(|it| lines.get(it)).copied().unwrap_or_default();
    let is_logged = ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"].iter().any(|it| before.contains(it));
    let indent = lines.get(at).map_or(0, |it| it.len() - it.trim_start().len());
    let is_deeper = |it: &&&str| it.is_empty() || it.len() - it.trim_start().len() > indent;
    let mut rest = lines.iter().skip(at + 1).skip_while(is_deeper).copied();
    let last = rest.next().or_else(|| lines.get(at).copied());
    let is_end = rest.all(|it| it.trim().is_empty());
    last.filter(|_| is_end && !is_logged)
}

/// Returns the line above a stack at the end of a text, if it is not one of the program: `cache ignored: Error: …`.
fn of_node<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let is_stack = |it: &str| it.starts_with("    at ") && it.contains([':', '(']);
    let at = lines.iter().rposition(|it| is_stack(it))?;
    let mut rest = lines.iter().skip(at + 1).map(|it| it.trim());
    let first = lines.iter().take(at).rposition(|it| !is_stack(it)).and_then(|it| lines.get(it)).copied()?;
    let name = first.trim_start_matches("Uncaught ").split([':', ' ']).next().unwrap_or_default();
    let is_bare = name.ends_with("Error") || name.ends_with("Exception");
    let is_uncaught = rest.clone().any(|it| it.starts_with("Node.js v"));
    (is_uncaught || (is_bare && rest.all(|it| it.is_empty() || it == "}" || it.starts_with("Node.js v"))))
        .then_some(first)
}

/// The warnings of a shell that do not change what a script does, and its answers to a script that asks for a program.
const HARMLESS: [&str; 5] = ["setlocale: ", "command substitution: ignored null byte", "type: ", "hash: ", "command: "];

/// Returns true if a shell wrote a line, in any language: `guard.sh: line 3: …`, `sh: 1: …`, `zsh:1: …` or `guard.sh: Zeile 3: …`.
fn is_of_shell(line: &str, command: &Names<'_>) -> bool {
    let Some((name, rest)) = line.split_once(':') else { return false };
    // `deploy.sh:2: text` is what `grep -n` found there.
    let is_of_started = || is_not_found(rest) || rest.starts_with(' ') && is_script(name);
    if !command.has(name) && !is_of_started() {
        return false;
    }
    let rest = rest.trim_start();
    if NO_PLACE.iter().any(|it| rest.starts_with(it)) {
        return true;
    }
    let rest = rest.strip_prefix("-c: ").unwrap_or(rest);
    let Some((place, said)) = rest.split_once(':') else { return false };
    let text = said.trim_start().trim_start_matches("warning: ");
    if HARMLESS.iter().any(|it| text.starts_with(it)) {
        return false;
    }
    let words: Vec<&str> = place.split_whitespace().collect();
    let is_number = |it: &&str| it.chars().all(|it| it.is_ascii_digit());
    let is_place = match words.as_slice() {
        // `第3行`
        [one] => is_number(one) || (!one.is_ascii() && one.contains(|it: char| it.is_ascii_digit())),
        [one, two] => is_number(one) != is_number(two),
        _ => false,
    };
    is_place && said.starts_with([' ', '\u{a0}']) && !said.trim().is_empty()
}

/// Returns true if a line of a script, in the words of Bash, has a program or file that is not there: `line 3: jqq: command not found`.
/// The script can be anywhere by then.
fn is_not_found(rest: &str) -> bool {
    let place = rest.strip_prefix(" line ").and_then(|it| it.split_once(": "));
    let reason = rest.rsplit_once(": ").map(|(_, it)| it.to_lowercase()).unwrap_or_default();
    place.is_some_and(|(it, _)| starts_with_number(it)) && NOT_STARTED.iter().any(|it| reason.contains(it))
}

/// What a shell says without a line of the script.
const NO_PLACE: [&str; 2] = ["cannot make pipe", "fork: "];

/// Returns true if a file is a script for a shell.
fn is_script(path: &str) -> bool {
    let mut begin = [0; 64];
    let file = files::open(Path::new(path)).ok().flatten();
    let count = file.and_then(|(mut it, _)| it.read(&mut begin).ok()).unwrap_or_default();
    let begin = begin.get(..count).unwrap_or_default();
    let first = begin.split(|it| *it == b'\n').next().unwrap_or_default();
    count > 0 && (path.ends_with("sh") || (first.starts_with(b"#!") && first.trim_ascii_end().ends_with(b"sh")))
}

/// What an interpreter says if it does not come to the program.
const NOT_READ: [&str; 4] = ["can't ", "No module named ", "Error while ", "bad option"];

/// Returns true if a shell or an interpreter says that it cannot read the program that it was started with:
/// `bash: a.sh: No such file or directory`, or `python3: can't open file '/x/a.py'`.
fn is_not_read(line: &str) -> bool {
    let Some((path, said)) = line.split_once(": ") else { return false };
    if path == "Fatal Python error" {
        return true;
    }
    let name = path.rsplit('/').next().unwrap_or_default();
    if INTERPRETERS.iter().any(|it| name.starts_with(it)) {
        return NOT_READ.iter().any(|it| said.starts_with(it));
    }
    let reason = said.split_once(": ").map(|(_, it)| it.to_lowercase()).unwrap_or_default();
    SHELLS.contains(&name) && NOT_STARTED.iter().any(|it| reason.starts_with(it))
}

/// What a system says about a program that it cannot start.
const NOT_STARTED: [&str; 8] = [
    "not found",
    "no such file",
    "argument list too long",
    "permission denied",
    "cannot execute",
    "exec format error",
    "unknown command",
    "not a directory",
];

/// Returns the line in which a shell says that it could not start a program: `bash: hookwire: command not found`.
pub fn not_started(stderr: &str, program: &str) -> Option<String> {
    let is_name = |it: &str| {
        let last = it.split_whitespace().last().unwrap_or_default();
        last.trim_matches(|it: char| !it.is_alphanumeric() && it != '/').rsplit('/').next() == Some(program)
    };
    let is_reason = |it: Option<&&str>| {
        let text = it.map(|it| it.to_lowercase()).unwrap_or_default();
        NOT_STARTED
            .iter()
            .any(|it| text.starts_with(it) || text.ends_with(it) || text.starts_with(&format!("command {it}")))
    };
    let is_about = |line: &&str| {
        let parts: Vec<&str> = line.split(": ").collect();
        !is_trace(line)
            && parts.iter().enumerate().skip(1).any(|(at, part)| {
                let is_last = at + 1 == parts.len();
                is_name(part) && (is_reason(parts.get(at + 1)) || (is_last && is_reason(parts.get(at - 1))))
            })
    };
    stderr.lines().find(is_about).map(str::to_owned)
}

/// Returns a key that an object of a reply has twice. The host takes the last one.
pub fn twice(reply: &[u8]) -> Option<String> {
    Document::of_json(files::text(reply.to_vec())).twice().into_iter().next().map(|it| it.key)
}
