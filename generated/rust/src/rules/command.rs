//! Compares a permission rule with the text of a command.

use super::line::{Command, Reading, collapsed};

pub(super) const ANY: &str = "*";
/// The end of a rule for a prefix.
const PREFIXED: &str = ":*";

/// What is between the parentheses of a rule for a line.
pub(super) struct CommandRule<'r> {
    /// The one program that it names, with the text that the name of a program is compared with.
    program: Option<Program<'r>>,
    prefix: Option<&'r str>,
    parts: Vec<String>,
    /// A command without the words after the prefix is covered, too.
    alone: Option<String>,
    /// The same if two backslashes are one; `None` if there are none.
    others: Option<Vec<String>>,
}

/// The program that a rule names.
struct Program<'r> {
    name: &'r str,
    /// The name is not only a beginning.
    is_whole: bool,
}

impl<'r> CommandRule<'r> {
    /// Reads the text of a rule.
    pub(super) fn new(content: &'r str) -> Self {
        let mut made =
            Self { program: program_of(content), prefix: None, parts: Vec::new(), alone: None, others: None };
        made.prefix = content.strip_suffix(PREFIXED).filter(|it| !it.is_empty());
        if made.prefix.is_some() {
            return made;
        }
        let text = collapsed(content.trim_matches([' ', '\t', '\n', '\r']));
        made.parts = parts_of(&text);
        if text.contains("\\\\") {
            // Nobody has seen what they mean.
            let others = parts_of(&text.replace("\\\\", "\0"));
            made.others = Some(others.iter().map(|it| it.replace('\0', "\\")).collect());
        }
        if let [first, last] = made.parts.as_slice() {
            made.alone = first.strip_suffix(' ').filter(|_| last.is_empty()).map(str::to_owned);
        }
        made
    }

    /// Returns whether it covers a line; `None` if that is not known.
    pub(super) fn covers(&self, reading: &Reading) -> Option<bool> {
        if reading.is_complex {
            return Some(true);
        }
        if let Some(names) = &reading.names {
            return self.covers_unknown(names, reading.unsure_names);
        }
        let mut said = Some(false);
        for command in &reading.commands {
            match self.matches(command) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => said = None,
            }
        }
        said
    }

    /// Decides for a command with words that are not known.
    fn covers_unknown(&self, names: &[String], unsure_names: bool) -> Option<bool> {
        let Some(Program { name, is_whole }) = self.program else { return Some(true) };
        if names.iter().any(|it| if is_whole { it == name } else { it.starts_with(name) }) {
            return Some(true);
        }
        if unsure_names { None } else { Some(false) }
    }

    fn matches(&self, Command { text, collapsed: given }: &Command) -> Option<bool> {
        if let Some(prefix) = self.prefix {
            return Some(text.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')));
        }
        let found = self.alone.as_ref() == Some(given) || is_in_order(&self.parts, given);
        match &self.others {
            Some(others) if found != is_in_order(others, given) => None,
            _ => Some(found),
        }
    }
}

/// Returns the texts between the stars of a rule. A star after a backslash is a sign like others.
fn parts_of(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => part.push(signs.next_if_eq(&'*').unwrap_or(sign)),
            '*' => parts.push(std::mem::take(&mut part)),
            _ => part.push(sign),
        }
    }
    parts.push(part);
    parts
}

/// Returns the program that a rule names if it says nothing of its words.
fn program_of(content: &str) -> Option<Program<'_>> {
    let endings = [(PREFIXED, true), (" *", true), (ANY, false)];
    let (name, ending, is_whole) = endings.iter().find_map(|(ending, is_whole)| {
        let name = content.strip_suffix(ending).filter(|it| !it.is_empty())?;
        Some((name, *ending, *is_whole))
    })?;
    let is_one = !name.contains(|it| matches!(it, '*' | '?' | '[') || (is_space(it) && it != '\n'));
    (is_one || (ending == PREFIXED && name == ANY)).then_some(Program { name, is_whole })
}

/// Returns whether a sign is a space, or separates lines or parts of a text.
pub(super) fn is_space(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '\x1c'..='\x1f')
}

/// Returns whether a text is these parts, with any text between them.
fn is_in_order(parts: &[impl AsRef<str>], text: &str) -> bool {
    let Some((first, others)) = parts.split_first() else { return false };
    let Some((last, middle)) = others.split_last() else { return text == first.as_ref() };
    let Some(mut rest) = text.strip_prefix(first.as_ref()) else { return false };
    for part in middle {
        let Some((_, after)) = rest.split_once(part.as_ref()) else { return false };
        rest = after;
    }
    rest.ends_with(last.as_ref())
}

/// Returns whether a pattern with stars covers a whole text. Its other signs are taken as they are.
pub(super) fn covers_text(pattern: &str, text: &str) -> bool {
    is_in_order(&pattern.split(ANY).collect::<Vec<_>>(), text)
}
