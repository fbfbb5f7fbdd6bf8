//! What is safe to print: no sign that moves the cursor or forges a line, and no secret.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufRead as _, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::bytes::{Regex, RegexBuilder};

/// Returns a text without signs that a terminal obeys or hides: they are shown as `\u{1b}`. With `lines`, line ends and tabs
/// stay.
pub fn clean(text: &str, lines: bool) -> Cow<'_, str> {
    let is_shown = |sign: char| !is_hidden(sign) || (lines && matches!(sign, '\n' | '\t'));
    if text.chars().all(is_shown) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for sign in text.chars() {
        match sign {
            sign if is_shown(sign) => out.push(sign),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            sign => drop(write!(out, "\\u{{{:x}}}", u32::from(sign))),
        }
    }
    Cow::Owned(out)
}

/// Returns true for control characters, and for those that change the direction of a text or have no width.
pub fn is_hidden(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Texts that are probably secrets. The group is what is hidden.
static SECRETS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let name = "(?:token|secret|pass(?:wd|word|phrase|_?key)?|pwd|api[-_]?key|access[-_]?key|private[-_]?key|credentials?|auth|authorization|cookie|session[-_]?(?:id|key)|jwt|signature)";
    // What follows the name: in quotes up to the closing one, otherwise up to a space. A variable is no secret.
    let value = r#"(?:\\?"([^"\\$]{3,})\\?"|'([^'$]{3,})'|([^\s"'\\$,;&|)}\]\[]{4,}))"#;
    let all = [
        // A variable, a key of JSON, or an option: `API_TOKEN=…`, `"apiKey": ["…"`, `--password …`, `?key=…`.
        format!(r#"(?i)(?:[\w-]*{name}s?[\w-]*|[?&]key)\\?["']?\s*[=:]\s*\[?\s*{value}"#),
        format!(r#"(?i)--?[\w-]*{name}[\w-]*(?:["'],)?\s+{value}"#),
        // A header, and the user of a request.
        r#"(?i)(?:bearer|basic|token)\s+([A-Za-z0-9._~+/=-]{8,})"#.to_owned(),
        r#"\bcurl\b[^|;&]*\s(?:-u|--user)\s*["']?[^\s:"']*:([^\s"'$]{3,})"#.to_owned(),
        // The beginnings that services give to theirs.
        r"\b((?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{10,}|AKIA[A-Z0-9]{16}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*)".to_owned(),
        // The user in a URL.
        r"://[^/\s:@]+:([^/\s:@]+)@".to_owned(),
        r"://([^/\s:@$]{8,})@".to_owned(),
    ];
    // Without the tables of Unicode, they are ready in microseconds.
    all.iter().filter_map(|it| RegexBuilder::new(it).unicode(false).build().ok()).collect()
});

/// Returns a text in which the signs of secrets are stars. Its length in characters, and its lines, stay the same.
pub fn mask(text: &str) -> Cow<'_, str> {
    let mut hidden: Vec<_> = SECRETS
        .iter()
        .flat_map(|it| it.captures_iter(text.as_bytes()))
        .filter_map(|it| it.iter().skip(1).flatten().next().map(|it| it.range()))
        .collect();
    if hidden.is_empty() {
        return Cow::Borrowed(text);
    }
    // The patterns know bytes; a place inside of a sign cannot be cut out.
    hidden.retain(|it| text.is_char_boundary(it.start) && text.is_char_boundary(it.end));
    hidden.sort_by_key(|it| (it.start, it.end));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for range in hidden {
        let start = range.start.max(done);
        out.push_str(&text[done..start]);
        if range.end > start {
            out.extend(text[start..range.end].chars().map(|_| '*'));
            done = range.end;
        }
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// Parts of the names of variables with secrets.
const SECRET_NAMES: [&str; 8] =
    ["TOKEN", "SECRET", "KEY", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "AUTHORIZATION"];

/// Returns true if a variable is probably a secret, by its name or by its value.
pub fn is_secret(name: &str, value: &str) -> bool {
    let name = name.to_ascii_uppercase();
    SECRET_NAMES.iter().any(|it| name.contains(it)) || matches!(mask(value), Cow::Owned(_))
}

/// Returns a text from a file or a document as it can be printed within a line.
pub fn safe(text: &str) -> String {
    clean(&mask(text), false).into_owned()
}

/// Returns a path as it is shown: from the current folder, with `/`.
pub fn shown_path(path: &Path) -> String {
    static HERE: LazyLock<Option<PathBuf>> = LazyLock::new(|| std::env::current_dir().ok());
    let short = HERE.as_deref().and_then(|it| path.strip_prefix(it).ok()).filter(|it| !it.as_os_str().is_empty());
    let path = short.unwrap_or(path);
    let path = path.strip_prefix("./").unwrap_or(path);
    let text = path.to_string_lossy();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    if text.is_empty() { ".".to_owned() } else { clean(&text, false).into_owned() }
}

/// Returns a text in lines that are not longer than the width, each after the first with this indent.
pub fn wrap(text: &str, width: usize, indent: usize) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut at = indent;
    for (index, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if index > 0 {
            if at + 1 + length > width.max(indent + 20) {
                out.push('\n');
                out.push_str(&" ".repeat(indent));
                at = indent;
            } else {
                out.push(' ');
                at += 1;
            }
        }
        out.push_str(word);
        at += length;
    }
    out
}

/// Returns the width of the terminal, or that of a page where there is none.
pub fn width() -> usize {
    terminal_size::terminal_size().map_or(100, |(terminal_size::Width(width), _)| usize::from(width)).clamp(40, 140)
}

/// Asks a question on the terminal. Everything but a yes is a no.
pub fn agreed(question: &str) -> io::Result<bool> {
    let mut out = anstream::stdout().lock();
    write!(out, "{question} [y/N] ")?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().lock().take(100).read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_printed_moves_the_cursor_or_forges_a_line() {
        let text = "a\u{1b}[2Jb\u{9b}2J\r\nerror: c\u{202e}d\u{200b}\u{7f}\u{feff}\u{e0041}";
        let out = clean(text, false);
        assert!(out.chars().all(|it| !is_hidden(it)), "{out}");
        assert_eq!(clean("ä\t\u{1f600}\n", true), "ä\t\u{1f600}\n");
    }

    #[test]
    fn variables_with_secrets_have_names_or_values_that_say_so() {
        for (name, value) in [
            ("GITHUB_TOKEN", "x"),
            ("aws_secret_access_key", "x"),
            ("DB_PASSWORD", ""),
            ("DATABASE_URL", "postgres://me:hunter22@db/x"),
            ("X", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
        ] {
            assert!(is_secret(name, value), "{name}");
        }
        for (name, value) in
            [("PATH", "/usr/bin:/bin"), ("GIT_AUTHOR_NAME", "Kay"), ("LANG", "C.UTF-8"), ("HOME", "/home/me")]
        {
            assert!(!is_secret(name, value), "{name}");
        }
    }

    #[test]
    fn secrets_are_masked_and_other_texts_are_not() {
        assert_eq!(SECRETS.len(), 7, "a pattern that is none would be left out");
        for secret in [
            "GITHUB_TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345 node a.js",
            "\"Authorization\": \"Bearer abcdefgh12345678\"",
            "{\"apiKey\": \"hunter2hunter2\"}",
            "curl https://me:hunter2hunter2@example.com",
            "export DB_PASSWORD='hunter2hunter2'",
            "sk-ant-api03-abcdefghijklmnop",
            "tool --password hunter2hunter2",
            "tool --api-key 'hunter2 hunter2'",
            "PASSPHRASE=\"correct hunter2 battery\"",
            "\"X-Api-Key\": [\"hunter2hunter2\"]",
            "curl -u me:hunter2hunter2 https://example.com",
            "https://hunter2hunter2@example.com/?a=1",
            "https://example.com/?key=hunter2hunter2",
            "{\"Cookie\": \"hunter2 hunter2\"}",
        ] {
            let out = mask(secret);
            assert!(out.contains("****") && out.chars().count() == secret.chars().count(), "{out}");
            assert!(!out.contains("hunter2") && !out.contains("abcdefgh"), "{out}");
        }
        for text in [
            "\"Authorization\": \"Bearer $TOKEN\"",
            "python3 .claude/hooks/token_guard.py",
            "TOKEN=$TOKEN x",
            "ls",
            "git commit --author me",
            "https://example.com/@scope/pkg",
            "pass the tests",
            "\"session_id\": \"$ID\"",
        ] {
            assert_eq!(mask(text), text);
        }
    }

    #[test]
    fn lines_are_wrapped_between_words() {
        assert_eq!(wrap("a bb ccc dddd eeeee ffffff ggggggg", 24, 2), "a bb ccc dddd eeeee\n  ffffff ggggggg");
        assert_eq!(wrap("", 10, 0), "");
    }
}
