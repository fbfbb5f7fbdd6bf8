//! Reads what the shell fills in a word: variables, expressions and the output of commands.

use std::mem::take;
use std::slice;

use super::super::words::{Fault, Joined, Word, is_name_sign};
use super::{Reader, Result, is_special, read_text};
use crate::types::{OpaqueReason, ReachedBy};

impl<'t> Reader<'_, 't> {
    /// Reads what begins with `$`.
    pub(super) fn dollar(&mut self, word: &mut Word<'t>, is_double: bool) -> Result<()> {
        let start = self.at;
        match self.ahead(1) {
            Some(b'\\') if self.ahead(2) == Some(b'\n') => return Err(self.fault(OpaqueReason::Syntax)),
            Some(b'(') if self.ahead(2) == Some(b'(') => self.arithmetic(3, "))")?,
            Some(b'(') => {
                self.at += 2;
                self.substitution(start)?;
            }
            Some(b'{') => self.parameter(is_double)?,
            Some(b'[') => self.arithmetic(2, "]")?,
            Some(b'\'') if !is_double => return self.ansi(word),
            Some(b'"') if !is_double => {
                // A text that is translated; zsh keeps the sign.
                self.at += 1;
                self.double(word)?;
                word.unknown(false);
                return Ok(());
            }
            Some(sign) if is_name_sign(sign) || b"*@#?-$!=~^+".contains(&sign) => self.variable(sign),
            _ => {
                self.add_until(word, start + 1);
                return Ok(());
            }
        }
        let filled = self.part_of(start, self.at);
        word.add_filled(filled, start, !is_double || filled.contains('@'));
        Ok(())
    }

    /// Passes `$`, and the name of a variable.
    pub(super) fn variable(&mut self, follows: u8) {
        let start = self.at;
        self.at += 2;
        let has_flags = b"=~^+".contains(&follows);
        if has_flags {
            // zsh: flags of a variable.
            self.at = self.find(self.at, |sign| !b"=~^+".contains(&sign));
            if self.part_of(start, self.at).contains('~') {
                self.hides_from(start, OpaqueReason::Zsh);
            }
        }
        if has_flags || (is_name_sign(follows) && !follows.is_ascii_digit()) {
            self.at = self.find(self.at, |sign| !is_name_sign(sign));
        }
    }

    /// Reads commands up to `)`, with here-documents of their own.
    pub(super) fn substitution(&mut self, start: usize) -> Result<()> {
        self.deeper(start)?;
        let waiting = take(&mut self.waiting);
        self.nested(ReachedBy::Substitution)?;
        if !self.waiting.is_empty() {
            return Err(Fault { reason: OpaqueReason::Unclosed, at: start });
        }
        self.waiting = waiting;
        self.depth -= 1;
        Ok(())
    }

    /// Reads `<(…)` or `>(…)`.
    pub(super) fn process(&mut self, word: &mut Word<'t>) -> Result<()> {
        let start = self.at;
        self.at += 2;
        self.substitution(start)?;
        word.add_filled(self.part_of(start, self.at), start, false);
        word.process = true;
        Ok(())
    }

    /// Reads an expression.
    pub(super) fn arithmetic(&mut self, opening: usize, closing: &str) -> Result<()> {
        let start = self.at;
        self.line.computes = true;
        self.deeper(start)?;
        self.at += opening;
        let (mut word, mut open) = (Word::new(self.source, start), 0_usize);
        let (open_sign, close_sign) = if closing == "]" { (b'[', b']') } else { (b'(', b')') };
        while let Some(sign) = self.sign() {
            match sign {
                _ if open == 0 && self.starts(closing) => {
                    self.at += closing.len();
                    self.depth -= 1;
                    return Ok(());
                }
                b'\\' => self.at = self.after(self.at + 1),
                b'"' | b'$' | b'`' => self.filled_in(&mut word, sign)?,
                // Bash and zsh do not agree where it ends.
                b'\'' if opening == "((".len() => return Err(self.fault(OpaqueReason::Syntax)),
                // Brackets of subshells have a blank between them.
                _ if open == 0 && sign == close_sign => return Err(Fault { reason: OpaqueReason::Syntax, at: start }),
                _ => {
                    open += usize::from(sign == open_sign);
                    open -= usize::from(sign == close_sign);
                    self.at += 1;
                }
            }
        }
        Err(Fault { reason: OpaqueReason::Unclosed, at: start })
    }

    /// Reads what is filled in between `"…"`.
    pub(super) fn filled_in(&mut self, word: &mut Word<'t>, sign: u8) -> Result<()> {
        match sign {
            b'"' => self.double(word),
            b'$' => self.dollar(word, true),
            _ => self.backquote(word, true),
        }
    }

    /// Reads `${…}`.
    pub(super) fn parameter(&mut self, is_double: bool) -> Result<()> {
        let start = self.at;
        self.deeper(start)?;
        self.at += 2;
        if let Some(b' ' | b'\t' | b'\n' | b'|') = self.sign() {
            // Commands whose output is the value, in newer shells.
            self.passes(b'|');
            self.block(&["}"], Some(ReachedBy::Substitution))?;
            self.depth -= 1;
            return Ok(());
        }
        let name = self.opening(start);
        let (mut word, mut has_quotes, mut is_name) = (Word::new(self.source, start), !is_double, true);
        while let Some(sign) = self.sign() {
            if sign == b'}' {
                if self.part_of(start, self.at).ends_with("@P") {
                    self.hides_from(start, OpaqueReason::Eval);
                }
                word.end = self.at;
                self.notes_code(&word);
                self.at += 1;
                self.depth -= 1;
                return Ok(());
            }
            if self.starts("\\\n") {
                return Err(self.fault(OpaqueReason::Syntax));
            }
            if sign == b'[' {
                self.line.computes = true;
                word.add("[", self.at);
            }
            if is_name && self.at > start + 2 && b"#%/^,:-=?+".contains(&sign) {
                is_name = false;
                has_quotes = !is_double || b"#%/^,".contains(&sign);
            }
            if sign == b'=' && is_special(name) {
                self.hides_from(start, OpaqueReason::Eval);
            }
            if self.starts("=(") {
                return Err(self.fault(OpaqueReason::Zsh));
            }
            match sign {
                // In zsh it is no quote here.
                b'\'' if has_quotes && is_double => return Err(self.fault(OpaqueReason::Zsh)),
                b'\'' if !has_quotes => self.at += 1,
                b'$' | b'`' if is_double => self.filled_in(&mut word, sign)?,
                b'\'' | b'"' | b'\\' | b'$' | b'`' => self.part(&mut word, sign)?,
                _ if !is_double && self.substitutes_process() => self.process(&mut word)?,
                _ => self.at += 1,
            }
        }
        Err(Fault { reason: OpaqueReason::Unclosed, at: start })
    }

    /// Passes the name of a variable after `${`, and returns it.
    pub(super) fn opening(&mut self, start: usize) -> &'t str {
        match self.sign() {
            Some(b'(' | b'~' | b'=' | b'^') => self.hides_from(start, OpaqueReason::Zsh),
            // The value of a variable is a name, perhaps with an index.
            Some(b'!') => self.line.computes = true,
            _ => {}
        }
        let at = self.at;
        self.at = self.find(at, |sign| !is_name_sign(sign));
        self.part_of(at, self.at)
    }

    pub(super) fn hides_from(&mut self, start: usize, reason: OpaqueReason) {
        let end = self.source.place(self.end.min(self.after(self.at)));
        self.line.hides(reason, self.source.place(start), end);
    }

    /// Reads commands between backquotes.
    pub(super) fn backquote(&mut self, word: &mut Word<'t>, is_double: bool) -> Result<()> {
        let start = self.at;
        self.deeper(start)?;
        self.at += 1;
        let mut inner = Word::new(self.source, self.at);
        while let Some(sign) = self.sign().filter(|sign| *sign != b'`') {
            let is_escape = match self.ahead(1) {
                Some(b'\\' | b'`' | b'$') => true,
                Some(b'"') => is_double,
                _ => false,
            };
            if sign == b'\\' && is_escape {
                self.at += 1;
                self.add_until(&mut inner, self.at + 1);
            } else {
                self.add_until(&mut inner, self.find(self.at + 1, |sign| b"\\`".contains(&sign)));
            }
        }
        inner.end = self.at;
        if !self.passes(b'`') {
            return Err(Fault { reason: OpaqueReason::Unclosed, at: start });
        }
        let reached = [&*self.reached, &[ReachedBy::Substitution]].concat();
        read_text(Joined::of(slice::from_ref(&inner)).text(), self.line, self.depth, reached, self.through.clone());
        self.depth -= 1;
        word.add_filled(self.part_of(start, self.at), start, !is_double);
        Ok(())
    }
}
