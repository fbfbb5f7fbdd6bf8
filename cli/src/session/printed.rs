//! What a command printed, as text.

use std::borrow::Cow;

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

/// The words before them that turn them round, or are about something else: `Permission denied`.
const NEGATIONS: [&str; 7] = ["no", "none", "not", "nothing", "never", "permission", "connection"];

/// The values that turn them round.
const NOTHING: [&str; 5] = ["0", "false", "none", "null", "nothing"];

/// What guards have many of, and report on: `Blocked list loaded` is about the list.
const KINDS: [&str; 14] = [
    "cache", "count", "counter", "device", "entries", "list", "lists", "mode", "patterns", "rules", "size", "table",
    "total", "words",
];

/// How such a thing is.
const STATES: [&str; 13] = [
    "active",
    "checked",
    "disabled",
    "empty",
    "enabled",
    "loaded",
    "missing",
    "off",
    "on",
    "parsed",
    "ready",
    "refreshed",
    "updated",
];

/// The words between such a thing and how it is, or how many it has.
const BETWEEN: [&str; 9] = ["are", "contains", "currently", "has", "have", "is", "was", "were", "with"];

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
    if is_trace(&line) {
        return false;
    }
    // `[guard] deny: …`
    let said = match line.trim_start().strip_prefix('[').and_then(|it| it.split_once(']')) {
        Some((_, after)) if !words(after).is_empty() => after,
        _ => &line,
    };
    let parts: Vec<&str> = said.split_inclusive([':', '=', '<', '>']).collect();
    parts.iter().enumerate().any(|(at, part)| {
        let value = parts.get(at + 1).copied();
        // A tag that ends has no value.
        !part.starts_with('/') && !is_turned(part, value) && is_verdict(part, at == 0, value)
    })
}

/// Returns true if a part of a line is a verdict.
fn is_verdict(part: &str, is_first: bool, value: Option<&str>) -> bool {
    let is = |list: &[&str], word: &str| list.contains(&&*word.to_lowercase());
    let words = words(part);
    let has_value = value.is_some();
    match words.as_slice() {
        [] => false,
        [word] => is(&REFUSED, word) || is(&REFUSE, word),
        [first, rest @ ..] if is(&REFUSED, first) || is(&REFUSE, first) && is_first && !has_value => {
            let after = part.split_once(first).map_or("", |(_, it)| it);
            let is_number = is(&REFUSE, first) && rest.first().is_some_and(|it| starts_with_number(it));
            !is_number && !is_nothing(after) && !is_about_kind(rest, value)
        }
        // `ERROR Blocked: …`, and not `nothing was blocked: …`
        [others @ .., last] if has_value => {
            let is_said = is(&REFUSED, last) || (is(&REFUSE, last) && last.chars().all(char::is_uppercase));
            is_said && !others.iter().rev().find(|it| !is(&BETWEEN, it)).is_some_and(|it| is(&NEGATIONS, it))
        }
        _ => false,
    }
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
    let begin = text.trim_start_matches([' ', '"', '\'']).split(is_end).next().unwrap_or_default();
    match words(begin).as_slice() {
        [word] => NOTHING.contains(&&*word.to_lowercase()),
        ["0", _] | ["0", "of", ..] => true,
        _ => false,
    }
}

/// Returns true if words, and the value behind them, say how a list or the like is: `list loaded`, or `rules: 12`.
fn is_about_kind(after: &[&str], value: Option<&str>) -> bool {
    let is = |list: &[&str], word: &&&str| list.contains(&&*word.to_lowercase());
    let of_value = words(value.unwrap_or_default());
    let kinds = after.iter().take_while(|it| is(&KINDS, it)).count();
    let mut rest = after.iter().skip(kinds).chain(&of_value).skip_while(|it| is(&BETWEEN, it));
    let is_state = |it: &&str| starts_with_number(it) || *it == "no" || is(&STATES, &it);
    kinds > 0 && rest.next().is_some_and(is_state)
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
    let of_shell = lines.iter().find(|it| !is_trace(it) && is_of_shell(it, command)).copied();
    let found = of_shell.or_else(|| if survived { None } else { of_python(&lines).or_else(|| of_node(&lines)) });
    found.map(|it| it.trim().chars().take(MOST_OF_LINE).collect())
}

/// The most characters of a line in a message.
const MOST_OF_LINE: usize = 200;

/// Returns the last line of what Python reports. A program that prints more after it has taken care of it, and so has one that logs it.
fn of_python<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let is_begin = |it: &&str| it.trim_start().starts_with("Traceback (most recent call last)");
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

/// Returns true if a shell wrote a line, in any language: `guard.sh: line 3: …`, `sh: 1: …`, `zsh:1: …` or `guard.sh: Zeile 3: …`.
fn is_of_shell(line: &str, command: &Names<'_>) -> bool {
    let Some((name, rest)) = line.split_once(':') else { return false };
    if !command.has(name) {
        return false;
    }
    let rest = rest.trim_start();
    let rest = rest.strip_prefix("-c: ").unwrap_or(rest);
    let Some((place, said)) = rest.split_once(':') else { return false };
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
