//! Reads compound commands, as far as the host does.

use super::{Fault, Reader, Result, Statement, Word, is_blank, is_name};

/// The words with which a compound command begins that the host does not read.
const UNREAD: &[&str] = &["{", "case", "select", "function"];
/// The words that are never a command.
const CLOSING: &[&str] = &["then", "elif", "else", "fi", "do", "done", "esac", "}"];

impl Reader<'_> {
    pub(super) fn command(&mut self) -> Result<Statement> {
        if self.sign() == Some('(') {
            if self.ahead(1) == Some('(') {
                return Err(Fault::Complex);
            }
            self.subshell()?;
            return self.compound();
        }
        let word = self.plain();
        let word = word.as_str();
        match word {
            _ if UNREAD.contains(&word) || CLOSING.contains(&word) => Err(Fault::Complex),
            "if" => self.condition(),
            "while" | "until" => self.repetition(word),
            "for" => self.each(),
            "[" | "[[" => self.test(word),
            _ => self.simple(),
        }
    }

    /// Ends a compound command, after which the host reads no redirection.
    pub(super) fn compound(&mut self) -> Result<Statement> {
        self.blanks()?;
        if self.is_in("<>0123456789") || self.starts("&>") {
            return Err(Fault::Complex);
        }
        if !self.waiting.is_empty() {
            return Err(Fault::Unsure);
        }
        Ok(Statement::default())
    }

    pub(super) fn subshell(&mut self) -> Result<()> {
        self.deeper()?;
        self.subshells += 1;
        self.at += 1;
        self.blanks()?;
        if self.sign() == Some('#') {
            return Err(Fault::Complex);
        }
        let found = self.statements(&[])?;
        if self.sign() != Some(')') {
            return Err(Fault::Complex);
        }
        match found.len() {
            0 => return Err(Fault::Unsure),
            1 => {}
            _ => return Err(Fault::Complex),
        }
        self.at += 1;
        self.depth -= 1;
        self.subshells -= 1;
        Ok(())
    }

    /// Reads statements up to one of the words, and passes it.
    pub(super) fn block(&mut self, ends: &[&'static str]) -> Result<&'static str> {
        self.deeper()?;
        let found = self.statements(ends)?;
        let word = self.plain();
        if self.sign().is_none() && ends.last() == Some(&"fi") && !found.is_empty() {
            // The host does not need the end.
            self.depth -= 1;
            return Ok("fi");
        }
        let end = ends.iter().find(|it| **it == word).copied().ok_or(Fault::Complex)?;
        if found.is_empty() {
            return Err(Fault::Unsure);
        }
        self.at += end.len();
        self.depth -= 1;
        Ok(end)
    }

    pub(super) fn condition(&mut self) -> Result<Statement> {
        self.at += "if".len();
        self.block(&["then"])?;
        let mut word = self.block(&["elif", "else", "fi"])?;
        while word == "elif" {
            self.block(&["then"])?;
            word = self.block(&["elif", "else", "fi"])?;
        }
        if word == "else" {
            self.block(&["fi"])?;
        }
        self.compound()
    }

    pub(super) fn repetition(&mut self, word: &str) -> Result<Statement> {
        self.at += word.len();
        self.block(&["do"])?;
        self.block(&["done"])?;
        self.compound()
    }

    pub(super) fn each(&mut self) -> Result<Statement> {
        self.at += "for".len();
        self.blanks()?;
        if self.sign() == Some('(') {
            return Err(Fault::Complex);
        }
        let name = self.plain();
        if !is_name(&name) {
            return Err(Fault::Complex);
        }
        self.at += name.len();
        // The host does not know its value.
        self.values.insert(name, None);
        let opened = self.opens.len();
        self.blanks()?;
        if self.plain() == "in" {
            self.at += "in".len();
            self.blanks()?;
            while self.sign().is_some_and(|it| !matches!(it, '\n' | ';')) {
                if self.is_end() || self.sign() == Some('#') {
                    return Err(Fault::Complex);
                }
                let word = self.word(true)?;
                let is_output = word.substitutes && self.opens.len() == opened;
                if !is_output && word.is_open {
                    return Err(Fault::Complex);
                }
                if !is_output && !word.is_plain {
                    return Err(Fault::Unsure);
                }
                self.blanks()?;
            }
        }
        if self.sign() == Some(';') {
            self.at += 1;
        }
        while self.is_in(" \t\n") {
            self.at += 1;
        }
        if self.plain() != "do" {
            return Err(Fault::Complex);
        }
        self.at += "do".len();
        self.block(&["done"])?;
        self.compound()
    }

    /// Reads a test: the host keeps its words.
    pub(super) fn test(&mut self, opening: &str) -> Result<Statement> {
        self.at += opening.len();
        let mut texts = Vec::new();
        let closing = "]".repeat(opening.len());
        let is_double = opening == "[[";
        loop {
            self.blanks()?;
            if self.plain() == closing {
                self.at += closing.len();
                break;
            }
            if is_double && self.starts("&&") {
                self.at += 2;
                texts.push("&&".to_owned());
                continue;
            }
            if self.is_end() {
                return Err(Fault::Complex);
            }
            let word = self.test_word()?;
            if word.is_open {
                return Err(Fault::Complex);
            }
            texts.push(word.text);
        }
        if texts.iter().any(|it| it == "-a" || it == "-o") {
            return Err(Fault::Complex);
        }
        let rest = match texts.as_slice() {
            [first, rest @ ..] if first == "!" => rest,
            all => all,
        };
        let is_seen = |part: &[String]| match part {
            [option, _] => option.starts_with('-'),
            [_, operator, _] => matches!(operator.as_str(), "=" | "==" | "=~"),
            _ => false,
        };
        if !rest.split(|it| is_double && it == "&&").all(is_seen) {
            return Err(Fault::Unsure);
        }
        let words = texts.iter().map(String::as_str);
        self.texts.push(std::iter::once("[[").chain(words).collect::<Vec<_>>().join(" "));
        self.compound()
    }

    pub(super) fn test_word(&mut self) -> Result<Word> {
        for operator in ["==", "=~", "="] {
            if self.starts(operator) && self.ahead(operator.len()).is_none_or(is_blank) {
                self.at += operator.len();
                return Ok(Word::new(operator.to_owned()));
            }
        }
        self.word(false)
    }
}
