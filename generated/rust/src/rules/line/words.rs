//! Reads words, their quotes, and what the shell fills in.

use std::mem::take;

use super::super::command::is_space;
use super::super::data::{HOME, OUTPUT, PRINTS, VARIABLE};
use super::{Fault, Reader, Result, Statement, Word, begins_name, ends_word, is_blank, is_letters, is_one};

/// What is filled in after `$`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filled {
    Known,
    Variable,
    Substitution,
    /// A value that the host does not know, but keeps a text for.
    Tracked,
}

impl Reader<'_> {
    /// Reads a word. A value is that of an assignment.
    pub(super) fn word(&mut self, value: bool) -> Result<Word> {
        let mut word = Word::new(String::new());
        let start = self.at;
        let (mut variables, mut substitutions, mut literals, mut braces) = (0_usize, 0_usize, 0_usize, 0_usize);
        while let Some(sign) = self.sign().filter(|it| !ends_word(*it)) {
            match sign {
                '\'' => {
                    word.text.extend(self.single()?);
                    word.is_plain = false;
                    literals += 1;
                }
                '"' => {
                    let text = self.double(value)?;
                    word.is_plain = false;
                    if let Some(text) = text {
                        literals += 1;
                        word.text.push_str(&text);
                    } else {
                        substitutions += 2;
                    }
                }
                '\\' => {
                    word.text.push(self.escaped()?);
                    word.is_plain = false;
                    literals += 1;
                }
                '$' => {
                    let (text, kind) = self.dollar(value)?;
                    word.is_plain = false;
                    word.text.push_str(&text);
                    variables += usize::from(kind == Filled::Variable);
                    substitutions += usize::from(kind == Filled::Substitution);
                    literals += usize::from(kind == Filled::Known);
                }
                '`' => {
                    self.backquoted(value, false)?;
                    word.is_plain = false;
                    substitutions += 1;
                }
                _ => {
                    if sign == '=' && self.at == start && !value && self.ahead(1) != Some('=') {
                        return Err(Fault::Complex);
                    }
                    match sign {
                        '{' => braces += 1,
                        '}' => braces = braces.saturating_sub(1),
                        _ => {}
                    }
                    if braces > 0 && (sign == ',' || self.starts("..")) {
                        // Several words.
                        return Err(if word.is_plain { Fault::Complex } else { Fault::Unsure });
                    }
                    word.text.push(sign);
                    literals += 1;
                    self.at += 1;
                    if self.sign() == Some('(') && matches!(sign, '@' | '!' | '?' | '*' | '+') {
                        return Err(Fault::Complex);
                    }
                }
            }
        }
        if self.is_in("<>") && (self.ahead(1) == Some('(') || self.starts_at("{", start)) {
            return Err(Fault::Complex);
        }
        if variables > 0 && (variables > 1 || substitutions > 0 || value || literals > 0) {
            return Err(Fault::Complex);
        }
        if value && substitutions > 0 {
            if substitutions > 1 || literals > 0 {
                return Err(Fault::Complex);
            }
            word.substitutes = true;
        } else if substitutions > 1 && literals > 0 {
            return Err(Fault::Unsure);
        }
        word.is_open = variables > 0 || substitutions > 0;
        Ok(word)
    }

    pub(super) fn single(&mut self) -> Result<Vec<char>> {
        // The host drops the first and the last sign of what it takes for a text in quotes, which may have no end.
        let end = self.find('\'', self.at + 1).unwrap_or(self.text.len().saturating_sub(1));
        if end <= self.at {
            return Err(Fault::Unsure);
        }
        let text = self.between(self.at + 1, end).to_vec();
        if text.windows(2).any(|it| matches!(it, ['\\', ' ' | '\t' | '\n'])) {
            return Err(Fault::Unsure);
        }
        self.at = end + 1;
        Ok(text)
    }

    pub(super) fn escaped(&mut self) -> Result<char> {
        match self.ahead(1) {
            Some('\n') => {
                self.joined_lines()?;
                Err(Fault::Unsure)
            }
            Some(follows) if !is_blank(follows) => {
                self.at += 2;
                Ok(follows)
            }
            _ => Err(Fault::Complex),
        }
    }

    /// Reads `"…"`, and returns its text; `None` if it is nothing but a substitution.
    pub(super) fn double(&mut self, value: bool) -> Result<Option<String>> {
        self.at += 1;
        let mut text = String::new();
        let (mut count, mut substitutions) = (0_usize, 0_usize);
        let (mut has_text, mut is_tracked) = (false, false);
        let mut documents: Vec<String> = Vec::new();
        loop {
            let sign = self.sign().ok_or(Fault::Complex)?;
            count += 1;
            match sign {
                '"' => {
                    self.at += 1;
                    count -= 1;
                    break;
                }
                '\\' => {
                    let follows = self.ahead(1).ok_or(Fault::Complex)?;
                    if matches!(follows, ' ' | '\t' | '\n') {
                        return Err(Fault::Unsure);
                    }
                    if !matches!(follows, '$' | '`' | '"' | '\\') {
                        text.push(sign);
                    }
                    text.push(follows);
                    has_text = true;
                    self.at += 2;
                }
                '$' if !matches!(self.ahead(1), None | Some('"' | ' ')) => {
                    self.document = None;
                    let (filled, kind) = self.dollar_in_quotes()?;
                    documents.extend(self.document.clone());
                    text.push_str(&filled);
                    substitutions += usize::from(kind == Filled::Substitution);
                    is_tracked = is_tracked || kind == Filled::Tracked;
                    has_text = has_text || kind == Filled::Known;
                }
                '`' => {
                    self.backquoted(value, true)?;
                    text.push_str(OUTPUT);
                    substitutions += 1;
                }
                _ => {
                    text.push(sign);
                    has_text = has_text || !matches!(sign, ' ' | '\t' | '\n');
                    self.at += 1;
                }
            }
        }
        if is_tracked && !has_text {
            return Err(Fault::Complex);
        }
        if !documents.is_empty() && !has_text {
            return match documents.pop() {
                Some(document) if !value && documents.is_empty() && count == 1 && !document.contains('\\') => {
                    Ok(Some(document))
                }
                _ => Err(Fault::Unsure),
            };
        }
        if substitutions > 0 && !has_text {
            return match substitutions {
                _ if value => Err(Fault::Complex),
                1 => Ok(None),
                _ => Err(Fault::Unsure),
            };
        }
        Ok(Some(text))
    }

    /// Reads what begins with `$`, outside of quotes.
    fn dollar(&mut self, value: bool) -> Result<(String, Filled)> {
        if self.starts("$((") {
            return Ok((self.arithmetic()?, Filled::Known));
        }
        let follows = self.ahead(1).ok_or(Fault::Complex)?;
        if follows == '(' {
            self.at += 2;
            self.substitution(value, false)?;
            return Ok((String::new(), Filled::Substitution));
        }
        if ends_word(follows) || matches!(follows, '[' | '{' | '\'' | '"') {
            return Err(Fault::Complex);
        }
        let Some(name) = self.variable() else {
            if value || (follows == '?' && !self.is_end()) {
                return Err(Fault::Complex);
            }
            return Ok((String::new(), Filled::Variable));
        };
        if let Some(known) = self.known_value(&name)? {
            if known.is_empty() || known.contains([' ', '\t', '\n', '*', '?', '[']) {
                return Err(Fault::Complex);
            }
            return Ok((known, Filled::Known));
        }
        if value || self.values.contains_key(&name) {
            return Err(Fault::Complex);
        }
        Ok((String::new(), Filled::Variable))
    }

    fn dollar_in_quotes(&mut self) -> Result<(String, Filled)> {
        if self.starts("$((") {
            let is_first = self.at.checked_sub(1).and_then(|it| self.text.get(it)) == Some(&'"');
            self.arithmetic()?;
            return Err(if is_first && self.sign() == Some('"') { Fault::Complex } else { Fault::Unsure });
        }
        match self.ahead(1) {
            Some('(') => {
                self.at += 2;
                self.substitution(false, true)?;
                return Ok((OUTPUT.to_owned(), Filled::Substitution));
            }
            Some('?') => {
                self.at += 2;
                self.tracks = true;
                return Ok((VARIABLE.to_owned(), Filled::Tracked));
            }
            Some('{' | '@') => return Err(Fault::Complex),
            Some('!' | '#' | '$' | '0'..='9') => {}
            Some(sign) if begins_name(sign) => {}
            _ => return Err(Fault::Unsure),
        }
        let name = self.variable().ok_or(Fault::Complex)?;
        match self.known_value(&name)? {
            Some(known) => Ok((known, Filled::Known)),
            None if self.outputs.contains(&name) => Ok((OUTPUT.to_owned(), Filled::Tracked)),
            None => Err(Fault::Complex),
        }
    }

    /// Passes `$` and a name, and returns the name; `None` for a special variable.
    pub(super) fn variable(&mut self) -> Option<String> {
        let start = self.at + 1;
        let end = self.after_name(start);
        if end == start {
            self.at += 2;
            return None;
        }
        self.at = end;
        Some(self.between(start, end).iter().collect())
    }

    pub(super) fn known_value(&self, name: &str) -> Result<Option<String>> {
        match self.values.get(name) {
            Some(value) => Ok(value.clone()),
            None if name == HOME => self.home.map(|it| Some(it.to_owned())).ok_or(Fault::Unsure),
            None => Ok(None),
        }
    }

    /// Reads an expression of numbers.
    pub(super) fn arithmetic(&mut self) -> Result<String> {
        let start = self.at + "$((".len();
        let rest = self.text.get(start..).unwrap_or_default();
        let length = rest.windows(2).position(|it| it == [')', ')']).ok_or(Fault::Complex)?;
        let mut end = start + length;
        let inner = self.between(start, end);
        if inner.is_empty() || !inner.iter().all(|it| is_numeric(*it)) {
            let text: String = inner.iter().collect();
            let digits = text.trim_matches(is_space).strip_prefix("0x");
            if !digits.is_some_and(is_letters) {
                let is_variable = inner.iter().any(|it| begins_name(*it) && !matches!(it, 'x' | 'a'..='f' | 'A'..='F'));
                let is_seen = is_variable || inner.contains(&'=') || inner.contains(&'$');
                return Err(if is_seen { Fault::Complex } else { Fault::Unsure });
            }
        }
        let opened = inner.iter().filter(|it| **it == '(').count();
        while self.text.get(end + 2) == Some(&')') {
            end += 1;
        }
        if opened != self.between(start, end).iter().filter(|it| **it == ')').count() {
            return Err(Fault::Unsure);
        }
        self.at = end + 2;
        Ok(VARIABLE.to_owned())
    }

    /// Reads commands up to `)`.
    pub(super) fn substitution(&mut self, value: bool, quoted: bool) -> Result<()> {
        let (opened, told) = (self.opens.len(), self.texts.len());
        if self.sign() == Some('#') {
            return Err(Fault::Unsure);
        }
        self.deeper()?;
        let outer = take(&mut self.waiting);
        // Comments are read here, as they are outside.
        let subshells = take(&mut self.subshells);
        let found = self.statements(&[])?;
        self.subshells = subshells;
        if self.sign() != Some(')') {
            return Err(Fault::Complex);
        }
        if !self.waiting.is_empty() {
            return Err(Fault::Unsure);
        }
        self.at += 1;
        self.waiting = outer;
        self.depth -= 1;
        self.substituted(&found, (value, quoted), (opened, told))
    }

    /// Decides on the statements of a substitution, before which so many programs and texts were found.
    pub(super) fn substituted(
        &mut self,
        found: &[Statement],
        (value, quoted): (bool, bool),
        (opened, told): (usize, usize),
    ) -> Result<()> {
        let first = found.first().ok_or(Fault::Complex)?;
        let is_list = found.len() > 1;
        if quoted && !is_list && first.is_simple && !first.is_bare {
            // The host takes a here-document for a text, and reads no command in it.
            if !matches!(self.texts.get(told..), Some([text]) if text == PRINTS) {
                return Err(Fault::Unsure);
            }
            self.texts.truncate(told);
            self.names.pop();
            self.document = Some(self.body.join("\n"));
            return Ok(());
        }
        if !is_one(found) {
            if !value && !quoted {
                return Err(Fault::Complex);
            }
            if is_list || !first.is_joined {
                return Err(if value && is_list { Fault::Complex } else { Fault::Unsure });
            }
        }
        if value && self.opens.len() > opened { Err(Fault::Complex) } else { Ok(()) }
    }

    pub(super) fn backquoted(&mut self, value: bool, quoted: bool) -> Result<()> {
        let start = self.at + 1;
        let end = self.find('`', start).ok_or(Fault::Complex)?;
        let inner = self.between(start, end).to_vec();
        if inner.contains(&'\\') {
            return Err(Fault::Unsure);
        }
        let (opened, told) = (self.opens.len(), self.texts.len());
        let mut reader = Reader::new(inner, self.home);
        reader.depth = self.depth;
        reader.values.clone_from(&self.values);
        reader.texts = take(&mut self.texts);
        reader.names = take(&mut self.names);
        reader.opens = take(&mut self.opens);
        reader.deeper()?;
        let found = reader.statements(&[])?;
        if reader.at < reader.text.len() || !reader.waiting.is_empty() {
            return Err(Fault::Complex);
        }
        (self.texts, self.names, self.opens) = (reader.texts, reader.names, reader.opens);
        self.at = end + 1;
        self.substituted(&found, (value, quoted), (opened, told))
    }
}

/// Returns whether a sign is one of an expression whose value is a number.
const fn is_numeric(sign: char) -> bool {
    matches!(sign, '0'..='9' | ' ' | '+' | '-' | '*' | '/' | '%' | '(' | ')' | '<' | '>' | ',')
}
