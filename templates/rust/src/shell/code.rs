//! Finds out whether a text in the language of a program runs nothing.

use super::data::{CODES, Code, entry};
use super::filters::{Filter, WHOLE};
use super::words::ANYTHING;

/// Returns whether a text surely runs no command. `code` is `sed`, `awk` or `perl`; the name of a language; otherwise the
/// signs without which nothing runs.
pub(super) fn runs_nothing(text: &str, code: &str) -> bool {
    if text.contains(ANYTHING) {
        return false;
    }
    if let Some(facts) = entry(CODES, code) {
        return Source { text, facts, at: 0, tokens: Vec::new() }.run_nothing();
    }
    Filter::runs_nothing(text, code).unwrap_or_else(|| {
        let text = text.to_ascii_lowercase();
        !code.split_whitespace().any(|it| text.contains(it))
    })
}

/// Returns whether code of a language is only read if the shell fills in nothing.
pub(super) fn is_whole(code: &str) -> bool {
    entry(CODES, code).is_some() || WHOLE.contains(&code)
}

/// A part of code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a str),
    Text(&'a str),
    Sign(char),
}

/// Code of a language in which everything that is named is known, and nothing that is known runs a command.
struct Source<'a> {
    text: &'a str,
    facts: &'static Code,
    at: usize,
    tokens: Vec<Token<'a>>,
}

const fn is_word_sign(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || matches!(sign, '_' | '$')
}

impl<'a> Source<'a> {
    fn run_nothing(mut self) -> bool {
        let (text, facts) = (self.text, self.facts);
        if text.starts_with('-') || !text.chars().all(|it| matches!(it, ' '..='~' | '\n' | '\t')) {
            // It is an option, or has letters that a language takes for others.
            return false;
        }
        let is_refused = |it: &str| facts.words.contains(&it) || (it.starts_with('_') && it != "_");
        if text.split(|it| !is_word_sign(it)).any(is_refused) || facts.texts.iter().any(|it| text.contains(it)) {
            return false;
        }
        // A comment can say that the letters mean others.
        let has_encoding = |line: &str| line.split_once(facts.comment).is_some_and(|(_, rest)| rest.contains("coding"));
        if !facts.comment.is_empty() && text.split('\n').take(2).any(has_encoding) {
            return false;
        }
        self.read().is_some() && self.is_known()
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn sign(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads the tokens, if it is certain where strings end.
    fn read(&mut self) -> Option<()> {
        while let Some(sign) = self.sign() {
            if self.facts.comment.starts_with(sign) {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.facts.quotes.contains(sign) {
                self.string(sign)?;
            } else {
                self.token(sign)?;
            }
        }
        Some(())
    }

    /// Reads a word or a sign.
    fn token(&mut self, sign: char) -> Option<()> {
        let rest = self.rest();
        let length = rest.find(|it| !is_word_sign(it)).unwrap_or(rest.len());
        if length > 0 {
            self.tokens.push(Token::Word(rest.get(..length)?));
            self.at += length;
            return Some(());
        }
        self.at += 1;
        if !matches!(sign, ' ' | '\t') {
            self.tokens.push(Token::Sign(sign));
        }
        (!self.facts.signs.contains(sign)).then_some(())
    }

    /// Reads a string, and the code in it.
    fn string(&mut self, quote: char) -> Option<()> {
        let facts = self.facts;
        let is_adjacent = self.text.get(..self.at).is_some_and(|it| it.ends_with(is_word_sign));
        let prefix = match self.tokens.last() {
            Some(Token::Word(word)) if is_adjacent && word.chars().all(|it| facts.prefixes.contains(it)) => *word,
            _ => "",
        };
        if !prefix.is_empty() {
            self.tokens.pop();
        }
        let is_filled = quote == '`' || prefix.contains(['f', 'F', 't', 'T']);
        let three = quote.to_string().repeat(3);
        let is_long = !facts.prefixes.is_empty() && self.rest().starts_with(&three);
        let end = if is_long { three } else { quote.to_string() };
        self.at += end.len();
        let start = self.at;
        while let Some(sign) = self.sign() {
            let after = self.rest().chars().nth(1);
            if self.rest().starts_with(&end) {
                self.tokens.push(Token::Text(self.text.get(start..self.at)?));
                self.at += end.len();
                return Some(());
            }
            if sign == '\\' {
                let is_allowed = facts.escapes.is_empty() || after.is_none_or(|it| facts.escapes.contains(it));
                if !is_allowed || (is_filled && matches!(after, Some('{' | '}' | '$'))) {
                    return None;
                }
                self.at += 2;
            } else if sign == '\n' && !is_long && quote != '`' {
                return None;
            } else if is_filled && facts.field == "{" && sign == '{' && after == Some('{') {
                self.at += 2;
            } else if is_filled && self.rest().starts_with(facts.field) {
                self.at += facts.field.len();
                self.field(quote)?;
            } else {
                self.at += 1;
            }
        }
        None
    }

    /// Reads code in a string, up to `}`. Versions differ about quotes in it.
    fn field(&mut self, quote: char) -> Option<()> {
        let mut depth = 1_usize;
        self.tokens.push(Token::Sign('('));
        while let Some(sign) = self.sign() {
            if sign == quote || matches!(sign, '`' | '\n') || self.facts.comment.starts_with(sign) {
                return None;
            }
            if self.facts.quotes.contains(sign) {
                let (inner, _) = self.rest().get(1..)?.split_once(sign)?;
                let is_long = self.rest().starts_with(&sign.to_string().repeat(3));
                if is_long || inner.contains(['{', '}', '\\', '\n', quote]) {
                    return None;
                }
                self.tokens.push(Token::Text(inner));
                self.at += inner.len() + 2;
                continue;
            }
            match sign {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at += 1;
                self.tokens.push(Token::Sign(')'));
                return Some(());
            }
            self.token(sign)?;
        }
        None
    }

    /// Returns a token; after the last one, the end of a line.
    fn get(&self, at: usize) -> Token<'a> {
        self.tokens.get(at).copied().unwrap_or(Token::Sign('\n'))
    }

    /// Returns whether all that the tokens name is known.
    fn is_known(&self) -> bool {
        let (mut before, mut dots) = (None, 0_usize);
        for (at, token) in self.tokens.iter().enumerate() {
            let is_known = match token {
                // Three dots spread a value.
                Token::Word(text) => self.is_name(at, text, !matches!(dots, 0 | 3)),
                Token::Sign(sign) => self.is_bracket(at, *sign, before),
                Token::Text(_) => true,
            };
            if !is_known {
                return false;
            }
            if *token != Token::Sign('\n') {
                before = Some(*token);
                dots = if *token == Token::Sign('.') { dots + 1 } else { 0 };
            }
        }
        true
    }

    /// Returns whether a word names what is known.
    fn is_name(&self, at: usize, text: &str, is_member: bool) -> bool {
        let facts = self.facts;
        let has_imports = !facts.members.is_empty();
        if is_member {
            return !has_imports || text.starts_with(|it: char| it.is_ascii_digit()) || facts.members.contains(&text);
        }
        if facts.names.contains(&text) {
            return false;
        }
        if has_imports && text == "from" {
            return self.module(at + 1).is_some_and(|end| self.get(end) == Token::Word("import"));
        }
        if has_imports && text == "import" {
            return self.imports(at + 1).is_some();
        }
        if let Some(allowed) = entry(facts.calls, text) {
            return self.call(at + 1, allowed);
        }
        let Some(parts) = entry(facts.parts, text) else { return true };
        match (self.get(at + 1), self.get(at + 2)) {
            (Token::Sign('.'), Token::Word(part)) => parts.contains(&part),
            (Token::Sign('='), Token::Word(call)) => self.is_new(at) && entry(facts.calls, call).is_some(),
            _ => false,
        }
    }

    /// Returns whether the name at a place is new.
    fn is_new(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|it| matches!(self.get(it), Token::Word("const" | "let" | "var")))
    }

    /// Returns whether only known parts of a module are used. It gets a name of theirs, or its own.
    fn takes_parts(&self, name: &str, parts: &[&str], start: usize) -> Option<bool> {
        let is_part = |it| matches!(it, Token::Word(part) if parts.contains(&part));
        let after = start + 3;
        if self.get(after) == Token::Sign('.') {
            return Some(is_part(self.get(after + 1)));
        }
        let following = (after..self.tokens.len()).find(|it| self.get(*it) != Token::Sign('\n'));
        let is_last = following.is_none_or(|it| it > after && matches!(self.get(it), Token::Word(_)));
        if !is_last && !matches!(self.get(after), Token::Sign(';' | ',')) {
            return Some(false);
        }
        let mut at = start.checked_sub(3).filter(|_| self.get(start - 2) == Token::Sign('='))?;
        if self.get(at) == Token::Sign('}') {
            at = at.checked_sub(1)?;
            while self.get(at) == Token::Sign(',') || is_part(self.get(at)) {
                at = at.checked_sub(1)?;
            }
            return Some(self.get(at) == Token::Sign('{') && self.is_new(at));
        }
        Some(self.get(at) == Token::Word(name) && self.is_new(at))
    }

    /// Returns where the name of a known module ends.
    fn module(&self, mut at: usize) -> Option<usize> {
        let mut name = String::new();
        loop {
            match self.get(at) {
                Token::Word(word) if !matches!(word, "as" | "import") => name += word,
                Token::Sign('.') => name.push('.'),
                _ => break,
            }
            at += 1;
        }
        self.facts.modules.contains(&name.as_str()).then_some(at)
    }

    /// Passes what is imported, if all of it is known.
    fn imports(&self, mut at: usize) -> Option<()> {
        let before = self.tokens.get(..at.saturating_sub(1)).unwrap_or_default().iter().rev();
        let mut in_name = before.take_while(|it| matches!(it, Token::Word(_) | Token::Sign('.')));
        let is_from = in_name.any(|it| *it == Token::Word("from"));
        loop {
            let end = match self.get(at) {
                Token::Word(word) if is_from => self.facts.members.contains(&word).then_some(at + 1)?,
                _ if is_from => return None,
                _ => self.module(at)?,
            };
            at = if self.get(end) == Token::Word("as") { end + 2 } else { end };
            if self.get(at) != Token::Sign(',') {
                return matches!(self.get(at), Token::Sign('\n' | ';')).then_some(());
            }
            at += 1;
        }
    }

    /// Returns whether a call has a file, and no argument that is not known; or one module, or one file of data.
    fn call(&self, at: usize, allowed: &[&str]) -> bool {
        let (first, mut at) = (self.get(at + 1), at + 2);
        if self.get(at - 2) != Token::Sign('(') || matches!(first, Token::Sign(_)) {
            return false;
        }
        if allowed.is_empty() {
            let Token::Text(text) = first else { return false };
            let name = text.rsplit(':').next().unwrap_or(text);
            let is_plain =
                entry(self.facts.parts, name).is_none_or(|parts| self.takes_parts(name, parts, at - 2) == Some(true));
            let is_known = self.facts.modules.contains(&text) || text.ends_with(".json");
            return self.get(at) == Token::Sign(')') && is_known && is_plain;
        }
        while matches!(self.get(at), Token::Word(_) | Token::Text(_) | Token::Sign('.' | '[' | ']')) {
            at += 1;
        }
        while self.get(at) == Token::Sign(',') {
            let is_named = self.get(at + 2) == Token::Sign('=');
            at += match self.get(at + 1) {
                Token::Text(text) if !is_named && allowed.contains(&text) => 2,
                Token::Word(name)
                    if is_named && allowed.contains(&name) && matches!(self.get(at + 3), Token::Text(_)) =>
                {
                    4
                }
                _ => return false,
            };
        }
        self.get(at) == Token::Sign(')')
    }

    /// Returns whether a sign, if it is a bracket and brackets matter, has no name that is computed.
    fn is_bracket(&self, at: usize, sign: char, before: Option<Token<'_>>) -> bool {
        if !self.facts.brackets {
            return true;
        }
        if sign == ']' {
            let mut following = self.tokens.iter().skip(at + 1).filter(|it| **it != Token::Sign('\n'));
            return following.next() != Some(&Token::Sign(':'));
        }
        let is_access = match before {
            Some(Token::Sign(before)) => ")]}.".contains(before),
            Some(_) => true,
            None => false,
        };
        if sign != '[' || !is_access {
            return true;
        }
        let is_plain = match self.get(at + 1) {
            Token::Text(_) => true,
            Token::Word(word) => word.bytes().all(|it| it.is_ascii_digit()),
            Token::Sign(_) => false,
        };
        is_plain && self.get(at + 2) == Token::Sign(']')
    }
}
