//! Formats of strings, which no type expresses and every language checks: the keyword `format`.
//!
//! A format that is not here is an annotation. One that is here has a function in each language, handwritten from
//! `docs/validation.md`, and a pattern for users of the schemas alone.

use serde::{Deserialize, Serialize};

/// A format that is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Escape sequences that a program may write to a terminal: OSC 0, 1, 2, 9, 99 and 777, and BEL.
    TerminalSequence,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 1] = [Self::TerminalSequence];

    /// Returns the format of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns its name, the value of `format`.
    pub fn name(self) -> &'static str {
        match self {
            Self::TerminalSequence => "terminal-sequence",
        }
    }

    /// Returns the pattern of this format, in the dialect of JSON Schema.
    pub fn pattern(self) -> &'static str {
        match self {
            Self::TerminalSequence => r"^(?:\u0007|\u001b\](?:0|1|2|9|99|777);[^\u0007\u001b]*(?:\u0007|\u001b\\))*$",
        }
    }

    /// Returns true if the string has this format.
    pub fn fits(self, text: &str) -> bool {
        match self {
            Self::TerminalSequence => is_terminal_sequence(text),
        }
    }
}

/// The numbers of the operating system commands (OSC) that a host accepts.
const COMMANDS: [&str; 6] = ["0", "1", "2", "9", "99", "777"];

fn is_terminal_sequence(text: &str) -> bool {
    let mut rest = text;
    while !rest.is_empty() {
        match rest.strip_prefix('\u{7}').or_else(|| after_command(rest)) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    true
}

/// Returns the text after an operating system command that ends with BEL or ST.
fn after_command(text: &str) -> Option<&str> {
    let (number, rest) = text.strip_prefix("\u{1b}]")?.split_once(';')?;
    let end = rest.find(['\u{7}', '\u{1b}']).filter(|_| COMMANDS.contains(&number))?;
    rest[end..].strip_prefix('\u{7}').or_else(|| rest[end..].strip_prefix("\u{1b}\\"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pattern_and_the_function_agree() {
        let texts = [
            "",
            "\u{7}",
            "\u{7}\u{7}",
            "\u{1b}]0;title\u{7}",
            "\u{1b}]2;t\u{1b}\\",
            "\u{1b}]9;4;1;50\u{7}",
            "text",
            "\u{1b}]8;;http://x\u{7}",
            "\u{1b}]0;a",
            "\u{1b}]0\u{7}",
            "\u{1b}]00;a\u{7}",
            "\u{1b}[31m",
            "\u{1b}]0;a\u{1b}",
            "\u{1b}]0;a\u{1b}\\b",
            "\u{1b}]777;n;a\u{7}\u{1b}]99;;b\u{1b}\\\u{7}",
            "\u{1b}]0;\n\u{7}\n",
            "\u{7}\n",
            ";",
            "\u{1b}];\u{7}",
            "\u{9d}0;a\u{7}",
            "\u{1b}]0;a\u{9c}",
            "\u{1b}]0;\u{1f600}\u{7}",
        ];
        let schema = serde_json::json!({"type": "string", "pattern": Format::TerminalSequence.pattern()});
        let said = texts.map(|text| (text, jsonschema::is_valid(&schema, &text.into())));
        assert_eq!(said, texts.map(|text| (text, Format::TerminalSequence.fits(text))));
        assert_eq!(said.iter().filter(|(_, fits)| *fits).count(), 8);
    }
}
