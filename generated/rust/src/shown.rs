//! Writes a text so that a terminal or a log shows it, and does not obey it.
//!
//! A control character can move the cursor, change the title or hide what follows, and a bidirectional one can show a text
//! in another order. Each is written as its escape.

#![allow(dead_code, reason = "not every contract needs all of it")]

/// Returns a text on one line. A character that a terminal obeys is its escape: `\u001b`.
pub(crate) fn shown(text: &str) -> String {
    escaped(text, is_obeyed)
}

/// Returns a text as `shown` does, with its lines and tabs: one that a person has written to be read.
pub(crate) fn shown_lines(text: &str) -> String {
    escaped(text, |char| is_obeyed(char) && !matches!(char, '\n' | '\t'))
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        if is_escaped(char) {
            out.push_str(&format!("\\u{:04x}", u32::from(char)));
        } else {
            out.push(char);
        }
    }
    out
}

/// C0, DEL and C1; the separators of lines and paragraphs; what changes the direction of text.
const fn is_obeyed(char: char) -> bool {
    matches!(char, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200e}' | '\u{200f}')
        || matches!(char, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        let text = "a\u{1b}[2J\r\n\tb\u{7f}\u{9b}\u{61c}\u{200e}\u{2028}\u{202e}\u{2069}\0";
        let escapes = "\\u007f\\u009b\\u061c\\u200e\\u2028\\u202e\\u2069\\u0000";
        assert_eq!(shown(text), format!("a\\u001b[2J\\u000d\\u000a\\u0009b{escapes}"));
        assert_eq!(shown_lines(text), format!("a\\u001b[2J\\u000d\n\tb{escapes}"));
    }

    #[test]
    fn everything_else_is_as_it_is() {
        let text = " ~\u{a0}\u{ad}é\u{200b}\u{200d}\u{2010}\u{2027}\u{202f}\u{2065}\u{206a}\u{fffd}😀\\u001b";
        assert_eq!((shown(text), shown_lines(text)), (text.to_owned(), text.to_owned()));
    }
}
