//! Reads compound commands: blocks, loops, conditions and functions.

use super::super::words::{Fault, is_name, is_name_sign};
use super::{RESERVED, Reader, Result, is_special};
use crate::types::{OpaqueReason, ReachedBy};

impl<'t> Reader<'_, 't> {
    pub(super) fn command(&mut self) -> Result<()> {
        let (start, outer) = (self.at, self.reached.len());
        if self.sign() == Some(b'(') {
            self.deeper(start)?;
            self.bracket()?;
        } else {
            let (word, end) = self.plain();
            if !RESERVED.contains(&word.as_str()) {
                return self.simple();
            }
            self.deeper(start)?;
            self.at = end;
            self.compound(&word, start)?;
        }
        self.depth -= 1;
        self.reached.truncate(outer);
        self.redirected()
    }

    /// Reads `((…))` or `(…)`.
    pub(super) fn bracket(&mut self) -> Result<()> {
        if self.starts("((") {
            return self.arithmetic(2, "))");
        }
        self.at += 1;
        self.nested(ReachedBy::Subshell)
    }

    /// Reads commands up to `)`, and passes it.
    pub(super) fn nested(&mut self, step: ReachedBy) -> Result<()> {
        self.reached.push(step);
        self.list(&[")"])?;
        if !self.passes(b')') {
            return Err(self.fault(OpaqueReason::Syntax));
        }
        self.reached.pop();
        Ok(())
    }

    /// Reads commands up to a reserved word, passes it, and returns it.
    pub(super) fn block(&mut self, ends: &[&str], step: Option<ReachedBy>) -> Result<String> {
        let outer = self.reached.len();
        self.reached.extend(step);
        self.list(ends)?;
        let (word, end) = self.plain();
        if !ends.contains(&word.as_str()) {
            return Err(self.fault(OpaqueReason::Syntax));
        }
        self.at = end;
        self.reached.truncate(outer);
        Ok(word)
    }

    /// Reads a compound command after its first word.
    pub(super) fn compound(&mut self, word: &str, start: usize) -> Result<()> {
        match word {
            "{" => self.block(&["}"], None).map(drop),
            "if" => self.condition(),
            "while" | "until" => {
                self.block(&["do"], Some(ReachedBy::Loop))?;
                self.block(&["done"], Some(ReachedBy::Loop)).map(drop)
            }
            "for" | "select" => self.repeated(),
            "case" => self.case(),
            "function" => {
                self.blanks();
                self.word()?;
                self.blanks();
                if self.sign() == Some(b'(') {
                    self.brackets_of_function()?;
                }
                self.body()
            }
            "[[" => self.test(),
            "coproc" => self.coprocess(),
            _ => Err(Fault { reason: OpaqueReason::Syntax, at: start }),
        }
    }

    pub(super) fn condition(&mut self) -> Result<()> {
        loop {
            self.block(&["then"], Some(ReachedBy::Branch))?;
            let word = self.block(&["elif", "else", "fi"], Some(ReachedBy::Branch))?;
            if word == "else" {
                self.block(&["fi"], Some(ReachedBy::Branch))?;
            }
            if word != "elif" {
                return Ok(());
            }
        }
    }

    /// Reads `for` or `select` after the word.
    pub(super) fn repeated(&mut self) -> Result<()> {
        self.blanks();
        if self.starts("((") {
            self.arithmetic(2, "))")?;
            self.blanks();
        } else {
            let name = self.word()?;
            if !name.literal || is_special(&name.text) {
                self.line.hides(OpaqueReason::Eval, name.place(), name.last());
            }
            self.lines()?;
            if self.takes("in") {
                self.values()?;
            }
        }
        self.passes(b';');
        self.lines()?;
        if self.takes("{") {
            self.block(&["}"], Some(ReachedBy::Loop))?;
        } else {
            self.expects("do")?;
            self.block(&["done"], Some(ReachedBy::Loop))?;
        }
        Ok(())
    }

    /// Reads the values of a variable in a loop.
    pub(super) fn values(&mut self) -> Result<()> {
        self.blanks();
        while !matches!(self.sign(), None | Some(b'\n' | b';')) {
            if !self.begins_word() {
                return Err(self.fault(OpaqueReason::Syntax));
            }
            self.word()?;
            self.blanks();
            if self.sign() == Some(b'#') {
                self.comment();
            }
        }
        Ok(())
    }

    pub(super) fn case(&mut self) -> Result<()> {
        self.blanks();
        self.word()?;
        self.expects("in")?;
        loop {
            self.lines()?;
            if self.takes("esac") {
                return Ok(());
            }
            self.passes(b'(');
            loop {
                self.blanks();
                self.word()?;
                self.blanks();
                if !self.passes(b'|') {
                    break;
                }
            }
            if !self.passes(b')') {
                return Err(self.missing());
            }
            self.reached.push(ReachedBy::Branch);
            self.list(&["esac", ";&"])?;
            self.reached.pop();
            if self.takes("esac") {
                return Ok(());
            }
            let operator = [";;&", ";;", ";&"].into_iter().find(|it| self.starts(it));
            self.at += operator.ok_or_else(|| self.fault(OpaqueReason::Syntax))?.len();
        }
    }

    /// Reads `[[ … ]]` after the first word.
    pub(super) fn test(&mut self) -> Result<()> {
        let start = self.at;
        self.line.computes = true;
        loop {
            self.blanks();
            if self.at >= self.end {
                return Err(Fault { reason: OpaqueReason::Unclosed, at: start });
            }
            if self.takes("]]") {
                return Ok(());
            }
            match self.sign() {
                Some(b'\n') => self.new_line()?,
                Some(b'#') => self.comment(),
                Some(b'(') if self.ahead(1) == Some(b'#') => return Err(self.fault(OpaqueReason::Zsh)),
                _ if self.begins_word() => drop(self.word()?),
                _ => self.at += 1,
            }
        }
    }

    pub(super) fn coprocess(&mut self) -> Result<()> {
        self.reached.push(ReachedBy::Background);
        self.blanks();
        let start = self.at;
        self.at = self.find(start, |sign| !is_name_sign(sign));
        let name = self.part_of(start, self.at);
        self.blanks();
        // A name, if a compound command follows it.
        if RESERVED.contains(&name) || !is_name(name) || !self.is_compound() {
            self.at = start;
        }
        self.command()?;
        self.reached.pop();
        Ok(())
    }

    /// Returns whether a compound command begins here.
    pub(super) fn is_compound(&self) -> bool {
        self.sign() == Some(b'(') || self.is_at(RESERVED)
    }

    pub(super) fn brackets_of_function(&mut self) -> Result<()> {
        self.at += 1;
        self.blanks();
        if self.passes(b')') { Ok(()) } else { Err(self.fault(OpaqueReason::Syntax)) }
    }

    /// Reads the body of a function.
    pub(super) fn body(&mut self) -> Result<()> {
        self.lines()?;
        if !self.is_compound() {
            return Err(self.missing());
        }
        self.reached.push(ReachedBy::Function);
        self.command()?;
        self.reached.pop();
        Ok(())
    }

    /// Reads the redirections of a compound command.
    pub(super) fn redirected(&mut self) -> Result<()> {
        let mut command = self.parts();
        loop {
            self.blanks();
            if !self.redirection(&mut command)? {
                break;
            }
        }
        if let Some(first) = command.redirections.first() {
            command.start = first.start;
            self.add(&command, self.line.commands.len());
        }
        Ok(())
    }

    // Simple commands
}
