//! What is safe to print: no sign that moves the cursor or forges a line, and no secret.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufRead as _, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::secrets::mask;

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
    fn lines_are_wrapped_between_words() {
        assert_eq!(wrap("a bb ccc dddd eeeee ffffff ggggggg", 24, 2), "a bb ccc dddd eeeee\n  ffffff ggggggg");
        assert_eq!(wrap("", 10, 0), "");
    }
}
