//! Reads redirections and here-documents.

use std::mem::take;
use std::slice;

use super::super::code::runs_nothing;
use super::super::inner::read_words;
use super::super::words::{Fault, HereDocument, Redirection, Word, is_name, is_name_sign, number};
use super::simple::Parts;
use super::{Reader, Result};
use crate::types::OpaqueReason;

/// The operators of redirections, the longest first.
const OPERATORS: &[&str] = &["<<<", "<<-", "&>>", "<<", "<&", "<>", ">>", ">&", ">|", "&>", "<", ">"];

/// Returns whether a line ends with a sign that joins it with the next.
fn goes_on(line: &str) -> bool {
    line.bytes().rev().take_while(|sign| *sign == b'\\').count() % 2 == 1
}

impl<'t> Reader<'_, 't> {
    /// Reads a redirection if there is one here.
    pub(super) fn redirection(&mut self, command: &mut Parts<'t>) -> Result<bool> {
        let start = self.at;
        let at = self.after_descriptor();
        let descriptor = self.part_of(start, at);
        let rest = self.rest(at);
        let Some(operator) = OPERATORS.iter().copied().find(|it| rest.starts_with(it.as_bytes())) else {
            return Ok(false);
        };
        let is_process = matches!(operator, "<" | ">") && descriptor.is_empty() && rest.get(1) == Some(&b'(');
        if is_process || (!descriptor.is_empty() && operator.starts_with('&')) {
            return Ok(false);
        }
        self.at = at + operator.len();
        if descriptor.contains('\\') || self.starts("\\\n") {
            // The end of a line in an operator.
            return Err(self.fault(OpaqueReason::Syntax));
        }
        if matches!(operator, ">" | ">>" | ">&" | "&>" | "&>>") && self.sign() == Some(b'!') {
            return Err(self.fault(OpaqueReason::Zsh));
        }
        self.blanks();
        if !self.begins_word() {
            return Err(self.missing());
        }
        let is_document = matches!(operator, "<<" | "<<-");
        let target = self.rest_of_word(Word::new(self.source, self.at), is_document)?;
        if operator == "<<-" && target.text.starts_with('\t') {
            return Err(self.fault(OpaqueReason::Syntax));
        }
        let document = is_document.then_some(self.line.documents.len());
        if let Some(document) = document {
            let (delimiter, quoted) = (target.text.clone(), target.quoted);
            self.line.documents.push(HereDocument {
                delimiter,
                quoted,
                strips: operator == "<<-",
                code: None,
                shell: None,
            });
            self.waiting.push(document);
        }
        command.redirections.push(Redirection { start, descriptor, operator, target, document });
        command.end = self.at;
        Ok(true)
    }

    /// Returns the place after a number, or a variable in braces.
    pub(super) fn after_descriptor(&self) -> usize {
        let mut at = self.at;
        if self.sign() == Some(b'{') {
            let end = self.find(at + 1, |sign| !is_name_sign(sign));
            let is_variable = is_name(self.part_of(at + 1, end)) && self.rest(end).starts_with(b"}");
            return if is_variable { end + 1 } else { at };
        }
        loop {
            at += match self.rest(at) {
                [sign, ..] if sign.is_ascii_digit() => 1,
                // The end of a line after a digit.
                [b'\\', b'\n', ..] if at > self.at => 2,
                _ => return at,
            };
        }
    }

    /// Reads the lines of a here-document.
    pub(super) fn here_document(&mut self, document: usize) -> Result<()> {
        let document = self.line.documents.get_mut(document).map(take).unwrap_or_default();
        let (start, mut lines) = (self.at, Vec::new());
        while self.at < self.end {
            let mut end = self.find(self.at, |sign| sign == b'\n');
            let at = if document.strips { self.find(self.at, |sign| sign != b'\t').min(end) } else { self.at };
            while !document.quoted && end < self.end && goes_on(self.part_of(at, end)) {
                // It is one line with the next.
                end = self.find(end + 1, |sign| sign == b'\n');
            }
            self.at = (end + 1).min(self.end);
            let line = self.part_of(at, end);
            let text = if document.quoted { line.to_owned() } else { line.replace("\\\n", "") };
            match text.strip_prefix(&document.delimiter) {
                Some("") => break,
                Some(rest) if rest.starts_with(')') => return Err(Fault { reason: OpaqueReason::Syntax, at: start }),
                _ => {}
            }
            lines.push((at, self.at));
        }
        let mut body = Word::new(self.source, start);
        if let (Some((first, _)), Some((_, last))) = (lines.first(), lines.last()) {
            body.end = *last;
            if document.quoted {
                lines.iter().for_each(|(at, end)| body.add(self.part_of(*at, *end), *at));
            } else {
                // The shell runs what it fills in.
                let outer = (self.at, self.end);
                (self.at, self.end) = (*first, *last);
                self.filled(&mut body, document.strips)?;
                (self.at, self.end) = outer;
            }
        }
        match document.code {
            Some((language, start, end)) if body.literal && runs_nothing(&body.text, language) => {
                self.line.harmless.push((start, end));
            }
            Some((_, start, end)) => {
                let commands = &mut self.line.commands;
                let it = commands.iter_mut().find(|it| (it.start, it.end) == (number(start), number(end)));
                if let Some(command) = it {
                    command.opaque.get_or_insert(OpaqueReason::Code);
                }
                self.line.hides(OpaqueReason::Code, start, end);
            }
            None => {}
        }
        if let Some(shell) = document.shell {
            read_words(slice::from_ref(&body), self.line, shell.depth, shell.reached, shell.through, false);
        }
        Ok(())
    }

    /// Reads the lines of a here-document whose delimiter is not quoted.
    pub(super) fn filled(&mut self, word: &mut Word<'t>, strips: bool) -> Result<()> {
        while let Some(sign) = self.sign() {
            match sign {
                b'\\' if matches!(self.ahead(1), Some(b'$' | b'`' | b'\\')) => {
                    word.add_escaped(self.part_of(self.at + 1, self.at + 2), self.at);
                    self.at += 2;
                }
                b'\\' if self.starts("\\\n") => self.at += 2,
                b'$' => self.dollar(word, true)?,
                b'`' => self.backquote(word, false)?,
                _ => {
                    let at = self.at;
                    let end = self.find(at + 1, |sign| b"\\$`\n".contains(&sign));
                    self.add_until(word, end + usize::from(self.rest(end).starts_with(b"\n")));
                    if strips && self.part_of(at, self.at).ends_with('\n') {
                        self.at = self.find(self.at, |sign| sign != b'\t');
                    }
                }
            }
        }
        Ok(())
    }

    // Words
}
