//! Reads simple commands, and the assignments before them.

use super::super::inner::inner_commands;
use super::super::words::{Assignment, Command, Fault, Redirection, Word, has_code, is_name_sign};
use super::{RESERVED, Reader, Result, ends_word};
use crate::types::{OpaqueReason, ReachedBy};

/// The builtins whose words can be assignments.
const DECLARING: &[&str] = &["declare", "typeset", "local", "export", "readonly", "alias", "eval", "let"];

/// A simple command, while it is read. Its places are those in the text.
pub(super) struct Parts<'t> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) reached: Vec<ReachedBy>,
    pub(super) through: Vec<String>,
    pub(super) words: Vec<Word<'t>>,
    pub(super) assignments: Vec<Assignment<'t>>,
    pub(super) redirections: Vec<Redirection<'t>>,
}

impl<'t> Reader<'_, 't> {
    /// Creates a command that begins here.
    pub(super) fn parts(&self) -> Parts<'t> {
        Parts {
            start: self.at,
            end: self.at,
            reached: self.reached.clone(),
            through: self.through.clone(),
            words: Vec::new(),
            assignments: Vec::new(),
            redirections: Vec::new(),
        }
    }

    pub(super) fn simple(&mut self) -> Result<()> {
        let (mut command, index) = (self.parts(), self.line.commands.len());
        let defines = self.defines(&mut command);
        if !matches!(defines, Ok(true)) {
            // If it cannot be read in full, what was read of it is worth a look.
            self.add(&command, index);
        }
        defines.map(drop)
    }

    /// Reads the parts of a simple command, or a function that is defined, and returns which.
    pub(super) fn defines(&mut self, command: &mut Parts<'t>) -> Result<bool> {
        loop {
            self.blanks();
            match self.sign() {
                None | Some(b'\n' | b';' | b'|' | b')') => return Ok(false),
                Some(b'&') if self.ahead(1) != Some(b'>') => return Ok(false),
                Some(b'#') => {
                    self.comment();
                    return Ok(false);
                }
                _ => {}
            }
            if self.redirection(command)? {
                continue;
            }
            if self.sign() == Some(b'(') {
                if command.words.len() != 1 || !command.assignments.is_empty() || !command.redirections.is_empty() {
                    return Err(self.fault(OpaqueReason::Syntax));
                }
                self.brackets_of_function()?;
                self.deeper(command.start)?;
                self.body()?;
                self.depth -= 1;
                return Ok(true);
            }
            let program = command.words.first();
            if program.is_some_and(|it| it.literal && DECLARING.contains(&it.text.as_str())) {
                self.declared(command)?;
            } else if program.is_some() || !self.assignment(command)? {
                self.add_word(command)?;
            }
        }
    }

    /// Reads a word of a builtin that declares variables: it can have a list in brackets.
    pub(super) fn declared(&mut self, command: &mut Parts<'t>) -> Result<()> {
        let (at, count) = (self.at, command.assignments.len());
        if !self.assignment(command)? {
            return self.add_word(command);
        }
        if command.assignments.len() > count {
            let mut word = Word::new(self.source, at);
            if let Some((_, Some(value))) = command.assignments.pop() {
                word.add(self.part_of(at, value.start), at);
                word.extend(&value);
            } else {
                word.add_filled(self.part_of(at, self.at), at, false);
            }
            word.end = self.at;
            command.words.push(word);
        }
        Ok(())
    }

    pub(super) fn add_word(&mut self, command: &mut Parts<'t>) -> Result<()> {
        command.words.push(self.word()?);
        command.end = self.at;
        Ok(())
    }

    /// Adds a command that is read in full, and those that it runs.
    pub(super) fn add(&mut self, parts: &Parts<'t>, index: usize) {
        let Parts { start, end, reached, through, words, assignments, redirections } = parts;
        if words.is_empty() && assignments.is_empty() && redirections.is_empty() {
            return;
        }
        let (start, end) = (self.source.place(*start), self.source.place(*end));
        let (more, inputs) = (false, redirections);
        let command = Command { index, start, end, reached, through, words, assignments, redirections, more, inputs };
        self.line.add(&command);
        let first = words.first();
        let is_reserved = first.is_some_and(|it| !it.quoted && RESERVED.contains(&it.text.as_str()));
        let is_bracket =
            |it: &Redirection<'_>| it.descriptor.starts_with('{') && first.is_none_or(|word| word.start >= it.start);
        if (is_reserved && !assignments.is_empty()) || redirections.iter().any(is_bracket) {
            // In zsh, a reserved word can be after an assignment, and `{fd}` is a command in brackets.
            self.line.hidden_by(&command, OpaqueReason::Zsh);
        }
        inner_commands(&command, self.line, self.depth);
    }

    /// Reads an assignment if there is one here.
    pub(super) fn assignment(&mut self, command: &mut Parts<'t>) -> Result<bool> {
        let start = self.at;
        let mut at = start;
        loop {
            at += match self.rest(at) {
                [sign, ..] if is_name_sign(*sign) => 1,
                [b'\\', b'\n', ..] => 2,
                _ => break,
            };
        }
        let (name, follows) = (self.part_of(start, at), self.rest(at).first());
        let is_other = name.starts_with(|sign: char| sign.is_ascii_digit() || sign == '\\');
        if name.is_empty() || is_other || !matches!(follows, Some(b'=' | b'+' | b'[')) {
            return Ok(false);
        }
        if name.contains('\\') {
            return Err(self.fault(OpaqueReason::Syntax));
        }
        let mut word = Word::new(self.source, start);
        if follows == Some(&b'[') {
            word.add(self.part_of(start, at + 1), start);
            word.opens = Some(at);
            self.at = at + 1;
            self.subscript(&mut word)?;
            at = self.at;
        }
        let sign = at + usize::from(self.rest(at).starts_with(b"+="));
        if !self.rest(sign).starts_with(b"=") {
            if word.is_new() {
                return Ok(false);
            }
            command.words.push(self.rest_of_word(word, false)?);
            command.end = self.at;
            return Ok(true);
        }
        let name = self.part_of(start, at);
        self.at = sign + 1;
        let value = if self.sign() == Some(b'(') {
            self.array()?;
            if self.sign().is_some_and(|sign| !ends_word(sign)) {
                return Err(self.fault(OpaqueReason::Syntax));
            }
            None
        } else if self.begins_word() {
            Some(self.word()?)
        } else {
            Some(Word::new(self.source, self.at))
        };
        command.assignments.push((name, value));
        command.end = self.at;
        Ok(true)
    }

    /// Reads up to the `]` that closes a bracket, and passes it.
    pub(super) fn subscript(&mut self, word: &mut Word<'t>) -> Result<()> {
        let (start, mut open) = (self.at - 1, 1_usize);
        self.line.computes = true;
        while let Some(sign) = self.sign() {
            match sign {
                b'[' => open += 1,
                b']' => open -= 1,
                _ => {
                    self.part(word, sign)?;
                    continue;
                }
            }
            self.add_until(word, self.at + 1);
            if open == 0 {
                word.end = self.at;
                self.notes_code(word);
                return Ok(());
            }
        }
        Err(Fault { reason: OpaqueReason::Unclosed, at: start })
    }

    /// Notes a quoted text that an expression would run.
    pub(super) fn notes_code(&mut self, word: &Word<'t>) {
        if word.quoted && has_code(&word.text, "[") {
            self.line.code.get_or_insert_with(|| (word.place(), word.last()));
        }
    }

    /// Reads `(…)` after `=`.
    pub(super) fn array(&mut self) -> Result<()> {
        let start = self.at;
        self.deeper(start)?;
        self.at += 1;
        loop {
            self.lines()?;
            if self.at >= self.end {
                return Err(Fault { reason: OpaqueReason::Unclosed, at: start });
            }
            if self.passes(b')') {
                self.depth -= 1;
                return Ok(());
            }
            if self.passes(b'[') {
                self.subscript(&mut Word::new(self.source, self.at))?;
                self.at += match () {
                    () if self.starts("=") => 1,
                    () if self.starts("+=") => 2,
                    () => 0,
                };
                if !self.begins_word() {
                    continue;
                }
            }
            if !self.begins_word() {
                return Err(self.fault(OpaqueReason::Syntax));
            }
            self.word()?;
        }
    }
}
