//! Reads words and their quotes.

use super::super::words::{Fault, Word};
use super::{Reader, Result, ends_word};
use crate::types::OpaqueReason;

/// Returns whether a sign of a word is not taken as it is.
const fn is_active(sign: u8) -> bool {
    matches!(sign, b'\'' | b'"' | b'\\' | b'$' | b'`' | b'*' | b'?' | b'[' | b'{' | b'~')
}

/// Returns what a backslash and a letter are in `$'…'`.
const fn escaped(letter: u8) -> Option<&'static str> {
    Some(match letter {
        b'a' => "\x07",
        b'b' => "\x08",
        b'e' | b'E' => "\x1b",
        b'f' => "\x0c",
        b'n' => "\n",
        b'r' => "\r",
        b't' => "\t",
        b'v' => "\x0b",
        b'\\' => "\\",
        b'\'' => "'",
        b'"' => "\"",
        b'?' => "?",
        _ => return None,
    })
}

/// Returns whether a text that begins with a bracket has several values: `{a,b}`, `{1..3}`, `[ab]`.
fn is_pattern(text: &str) -> bool {
    let between = |open, close| text.get(text.find(open)?..text.rfind(close)?);
    between('{', '}').is_some_and(|it| it.contains(',') || it.contains("..")) || between('[', ']').is_some()
}

impl<'t> Reader<'_, 't> {
    pub(super) fn substitutes_process(&self) -> bool {
        self.starts("<(") || self.starts(">(")
    }

    /// Returns whether a word begins here.
    pub(super) fn begins_word(&self) -> bool {
        self.sign().is_some_and(|sign| !ends_word(sign)) || self.substitutes_process()
    }

    /// Reads a word.
    pub(super) fn word(&mut self) -> Result<Word<'t>> {
        self.rest_of_word(Word::new(self.source, self.at), false)
    }

    /// Reads a word whose first parts can be read already. If it is quiet, nothing in it is filled in, as in the delimiter
    /// of a here-document.
    pub(super) fn rest_of_word(&mut self, mut word: Word<'t>, is_quiet: bool) -> Result<Word<'t>> {
        while let Some(sign) = self.sign() {
            if ends_word(sign) {
                if is_quiet || !self.substitutes_process() {
                    break;
                }
                self.process(&mut word)?;
            } else if is_quiet && matches!(sign, b'$' | b'`') {
                return Err(self.fault(OpaqueReason::Syntax));
            } else if is_active(sign) {
                self.part(&mut word, sign)?;
            } else {
                self.add_until(&mut word, self.find(self.at + 1, |sign| ends_word(sign) || is_active(sign)));
            }
        }
        word.end = self.at;
        if word.opens.is_some_and(|opens| is_pattern(&self.part_of(opens, word.end).replace("\\\n", ""))) {
            word.unknown(true);
        }
        self.notes_code(&word);
        Ok(word)
    }

    /// Reads one part of a word that is not taken as it is.
    pub(super) fn part(&mut self, word: &mut Word<'t>, sign: u8) -> Result<()> {
        let at = self.at;
        match sign {
            b'\'' => {
                let end = self.find(at + 1, |sign| sign == b'\'');
                if end == self.end {
                    return Err(self.fault(OpaqueReason::Unclosed));
                }
                word.quoted = true;
                self.at += 1;
                self.add_until(word, end);
                self.at += 1;
            }
            b'"' => self.double(word)?,
            b'\\' if self.ahead(1) == Some(b'\n') => self.at += 2,
            b'\\' => {
                word.quoted = true;
                // A backslash at the end of the text is one.
                self.at += usize::from(at + 1 < self.end);
                self.add_until(word, self.after(self.at));
            }
            b'$' => self.dollar(word, false)?,
            b'`' => self.backquote(word, false)?,
            _ => {
                if matches!(sign, b'{' | b'[') {
                    word.opens.get_or_insert(at);
                }
                self.add_until(word, self.after(at));
                match sign {
                    b'*' | b'?' => word.unknown(true),
                    b'~' if at == word.start => word.unknown(false),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Reads `"…"`.
    pub(super) fn double(&mut self, word: &mut Word<'t>) -> Result<()> {
        let start = self.at;
        self.at += 1;
        word.quoted = true;
        while let Some(sign) = self.sign() {
            match (sign, self.ahead(1)) {
                (b'"', _) => {
                    self.at += 1;
                    return Ok(());
                }
                (b'\\', Some(b'\n')) => self.at += 2,
                (b'\\', Some(b'$' | b'`' | b'"' | b'\\')) => {
                    self.at += 1;
                    self.add_until(word, self.at + 1);
                }
                (b'\\', _) => self.add_until(word, self.at + 1),
                (b'$' | b'`', _) => self.filled_in(word, sign)?,
                _ => self.add_until(word, self.find(self.at + 1, |sign| b"\"\\$`".contains(&sign))),
            }
        }
        Err(Fault { reason: OpaqueReason::Unclosed, at: start })
    }

    /// Reads `$'…'`.
    pub(super) fn ansi(&mut self, word: &mut Word<'t>) -> Result<()> {
        let start = self.at;
        self.at += 2;
        word.quoted = true;
        while let Some(sign) = self.sign() {
            match (sign, self.ahead(1)) {
                (b'\'', _) => {
                    self.at += 1;
                    return Ok(());
                }
                (b'\\', Some(letter)) => self.escape(word, letter),
                _ => self.add_until(word, self.find(self.at + 1, |sign| b"'\\".contains(&sign))),
            }
        }
        Err(Fault { reason: OpaqueReason::Unclosed, at: start })
    }

    /// Reads a backslash and what it escapes in `$'…'`.
    pub(super) fn escape(&mut self, word: &mut Word<'t>, letter: u8) {
        let start = self.at;
        if let Some(text) = escaped(letter) {
            word.add_escaped(text, start);
            self.at += 2;
            return;
        }
        self.at += 2;
        let value = match letter {
            b'0'..=b'7' => {
                self.at -= 1;
                self.digits(3, 8)
            }
            b'x' => {
                let has_braces = self.passes(b'{');
                let value = self.digits(2, 16);
                if has_braces {
                    self.passes(b'}');
                }
                value
            }
            b'u' => self.digits(4, 16),
            b'U' => self.digits(8, 16),
            b'c' => {
                if self.at < self.end {
                    self.at = self.after(self.at);
                }
                0
            }
            _ => {
                // zsh drops the sign before it.
                self.at = self.after(start + 1);
                return word.add_filled(self.part_of(start, self.at), start, false);
            }
        };
        match u8::try_from(value).ok().filter(|value| *value > 0 && value.is_ascii()) {
            Some(value) => word.add_escaped(char::from(value).encode_utf8(&mut [0; 4]), start),
            // The end of the text, a part of a sign, or one that depends on the locale.
            None => word.add_filled(self.part_of(start, self.at), start, false),
        }
    }

    /// Passes digits, and returns their value.
    pub(super) fn digits(&mut self, most: usize, base: u32) -> u32 {
        let (last, mut value) = (self.at + most, 0);
        while let Some(digit) = self.sign().and_then(|sign| char::from(sign).to_digit(base)).filter(|_| self.at < last)
        {
            value = value * base + digit;
            self.at += 1;
        }
        value
    }
}
