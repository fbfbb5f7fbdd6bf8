//! Reads simple commands, and the assignments before them.

use super::super::data::{NAMES, OUTPUT, THROUGH};
use super::{Fault, Reader, Result, Statement, Word, ends_word, is_name};

/// The builtin that sets variables.
const EXPORT: &str = "export";
/// The builtins whose words can be assignments.
const DECLARING: &[&str] = &[EXPORT, "declare", "typeset", "readonly", "local"];

impl Reader<'_> {
    pub(super) fn simple(&mut self) -> Result<Statement> {
        let mut words: Vec<Word> = Vec::new();
        let mut assigned = Vec::new();
        let (mut is_redirected, mut is_ended, mut has_document) = (false, false, false);
        loop {
            self.blanks()?;
            let sign = match self.sign() {
                None | Some('\n' | ';' | '|' | ')') => break,
                Some('&') if self.ahead(1) != Some('>') => break,
                Some('#') if is_redirected => return Err(Fault::Complex),
                Some('#') => {
                    self.comment()?;
                    break;
                }
                Some(sign) => sign,
            };
            if let Some(operator) = self.operator()? {
                if has_document {
                    return Err(Fault::Complex);
                }
                has_document = self.redirection(operator)?;
                is_redirected = true;
                is_ended = is_ended || (!words.is_empty() && !has_document);
                continue;
            }
            if ends_word(sign) || has_document || is_ended {
                return Err(Fault::Complex);
            }
            let word = match words.first() {
                None => {
                    if let Some(name) = self.assignment()? {
                        assigned.push((name, self.assigned_value()?));
                        continue;
                    }
                    self.word(false)?
                }
                Some(first) if first.is_plain && DECLARING.contains(&first.text.as_str()) => {
                    self.declared(first.text == EXPORT)?
                }
                Some(_) => self.word(false)?,
            };
            words.push(word);
        }
        if has_document && self.is_in(";&") {
            return Err(Fault::Complex);
        }
        if words.is_empty() {
            self.without_words(assigned, is_redirected)?;
            return Ok(Statement::default());
        }
        self.add(&words)?;
        let is_bare = assigned.is_empty() && !is_redirected;
        let is_simple = is_bare || (has_document && assigned.is_empty() && !is_ended);
        Ok(Statement { is_bare, is_joined: is_bare, is_simple })
    }

    pub(super) fn without_words(&mut self, assigned: Vec<(String, Option<String>)>, is_redirected: bool) -> Result<()> {
        let mut assigned = assigned.into_iter();
        match (assigned.next(), assigned.next()) {
            (None, _) if is_redirected => self.texts.push(String::new()),
            (None, _) | (Some(_), Some(_)) => return Err(Fault::Complex),
            (Some(_), None) if is_redirected => return Err(Fault::Unsure),
            (Some((name, value)), None) => {
                if value.is_none() && self.depth == 0 {
                    self.outputs.insert(name.clone());
                }
                // A value is known if the line gets it for certain.
                self.values.insert(name, value.filter(|_| self.depth == 0));
            }
        }
        Ok(())
    }

    /// Adds a command with these words.
    pub(super) fn add(&mut self, words: &[Word]) -> Result<()> {
        let Some((first, others)) = words.split_first() else { return Ok(()) };
        let name = first.text.as_str();
        let is_open = words.iter().any(|it| it.is_open);
        if first.is_open || (is_open && !(first.is_plain && is_program(name))) {
            return Err(Fault::Complex);
        }
        let option = others.first().map(|it| it.text.starts_with('-'));
        if name == "test" && first.is_plain && !is_open {
            if others.iter().any(|it| it.text == "=") {
                return Err(Fault::Complex);
            }
            if option != Some(true) || others.iter().any(|it| matches!(it.text.as_str(), "==" | "-a" | "-o")) {
                return Err(Fault::Unsure);
            }
        }
        self.names.push(name.to_owned());
        if is_open {
            self.opens.push(name.to_owned());
        }
        self.texts.push(joined(words));
        if option == Some(false) && THROUGH.contains(&name) {
            self.texts.push(joined(others));
        }
        Ok(())
    }

    /// Passes the name and the sign of an assignment.
    pub(super) fn assignment(&mut self) -> Result<Option<String>> {
        let end = self.after_name(self.at);
        if end == self.at {
            return Ok(None);
        }
        let name: String = self.between(self.at, end).iter().collect();
        let rest = self.text.get(end..).unwrap_or_default();
        let length = match rest {
            ['[', ..] => {
                let word = rest.split(|it| *it == ' ').next().unwrap_or_default();
                let is_element = word.windows(2).any(|it| it == [']', '=']);
                return Err(if is_element { Fault::Complex } else { Fault::Unsure });
            }
            ['+', '=', ..] => 2,
            ['=', ..] => 1,
            _ => return Ok(None),
        };
        self.at = end + length;
        if NAMES.contains(&name.as_str()) { Err(Fault::Complex) } else { Ok(Some(name)) }
    }

    /// Reads the value of an assignment; `None` if it is not known later.
    pub(super) fn assigned_value(&mut self) -> Result<Option<String>> {
        match self.sign() {
            None | Some(' ' | '\t' | '\n' | ';' | '&' | '|') => return Ok(Some(String::new())),
            Some('(' | '~') => return Err(Fault::Complex),
            Some(sign) if ends_word(sign) => return Err(Fault::Unsure),
            Some(_) => {}
        }
        let opened = self.opens.len();
        let word = self.word(true)?;
        if self.opens.len() > opened {
            // A substitution within the substitution.
            return Err(Fault::Complex);
        }
        if word.substitutes {
            return Ok(None);
        }
        if word.is_open { Err(Fault::Complex) } else { Ok(Some(word.text)) }
    }

    /// Reads a word of a builtin that declares variables.
    pub(super) fn declared(&mut self, exports: bool) -> Result<Word> {
        let start = self.at;
        if self.sign() == Some('-') {
            let flags = self.word(false)?;
            return match flags.text.as_str() {
                "-x" | "-n" => Ok(flags),
                "-a" => Err(Fault::Complex),
                _ => Err(Fault::Unsure),
            };
        }
        let Some(name) = self.assignment_of_declaration()? else {
            let word = self.word(false)?;
            if word.is_open {
                return Err(Fault::Complex);
            }
            let name = word.text.split('=').next().unwrap_or_default();
            return if is_name(name) { Ok(word) } else { Err(Fault::Unsure) };
        };
        let written: String = self.between(start, self.at).iter().collect();
        let value = self.assigned_word()?;
        let made = Word::new(written + &value);
        if exports && self.depth == 0 {
            self.values.insert(name, Some(value).filter(|it| !it.contains(OUTPUT)));
        }
        Ok(made)
    }

    pub(super) fn assignment_of_declaration(&mut self) -> Result<Option<String>> {
        let word = self.plain();
        let Some((name, _)) = word.split_once('=').filter(|(name, _)| is_name(name)) else { return Ok(None) };
        if NAMES.contains(&name) {
            return Err(Fault::Complex);
        }
        self.at += name.len() + 1;
        Ok(Some(name.to_owned()))
    }

    pub(super) fn assigned_word(&mut self) -> Result<String> {
        if self.is_end() {
            return Err(Fault::Unsure);
        }
        let opened = self.opens.len();
        let word = self.word(true)?;
        if self.opens.len() > opened || (word.is_open && !word.substitutes) {
            return Err(Fault::Complex);
        }
        Ok(if word.substitutes { OUTPUT.to_owned() } else { word.text })
    }
}

/// Returns the texts of words with a space between them.
fn joined(words: &[Word]) -> String {
    words.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn is_program(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'.' | b'/' | b'-'))
}
