//! Reads a text as a shell does, and lists its simple commands.

mod compound;
mod expansions;
mod redirections;
mod simple;
mod words;

use std::mem::take;

use super::data::{TABLES, effect_of};
use super::words::{DEEPEST, Fault, Line, Text, Word};
use crate::types::{OpaqueReason, ReachedBy};

/// The words with a meaning where a command can begin.
const RESERVED: &[&str] = &[
    "if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case", "esac", "select", "function",
    "{", "}", "!", "[[", "coproc",
];
/// The length of the longest of them.
const LONGEST: usize = 8;

/// Returns whether a sign ends a word.
const fn ends_word(sign: u8) -> bool {
    matches!(sign, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')')
}

/// Returns whether an assignment to a variable can hide commands.
fn is_special(name: &str) -> bool {
    effect_of(name).is_some() || TABLES.contains(&name)
}

/// Adds the commands of a text to a line. What cannot be read makes the line opaque.
pub(super) fn read_text(text: Text<'_>, line: &mut Line, depth: usize, reached: Vec<ReachedBy>, through: Vec<String>) {
    let end = text.text.len();
    let mut reader = Reader {
        source: text,
        text: text.text,
        at: 0,
        end,
        line: &mut *line,
        depth,
        reached,
        through,
        waiting: Vec::new(),
    };
    let read = reader.list(&[]).and_then(|()| match reader.sign() {
        Some(_) => Err(reader.fault(OpaqueReason::Syntax)),
        None => Ok(()),
    });
    if let Err(fault) = read {
        line.hides(fault.reason, text.place(fault.at), text.place(end));
    }
}

/// What was read, or where the text cannot be read.
type Result<T> = std::result::Result<T, Fault>;

/// The state of reading one text.
struct Reader<'a, 't> {
    source: Text<'t>,
    text: &'t str,
    at: usize,
    end: usize,
    line: &'a mut Line,
    depth: usize,
    reached: Vec<ReachedBy>,
    through: Vec<String>,
    /// The here-documents that begin after this line.
    waiting: Vec<usize>,
}

impl<'t> Reader<'_, 't> {
    // Signs: the bytes of a text. All that have a meaning are ASCII.

    /// Returns the signs from a place on.
    fn rest(&self, at: usize) -> &'t [u8] {
        self.text.as_bytes().get(at..self.end).unwrap_or_default()
    }

    /// Returns the sign here. `None`: the text ends here.
    fn sign(&self) -> Option<u8> {
        self.ahead(0)
    }

    /// Returns the sign at a distance.
    fn ahead(&self, distance: usize) -> Option<u8> {
        self.rest(self.at).get(distance).copied()
    }

    fn starts(&self, text: &str) -> bool {
        self.rest(self.at).starts_with(text.as_bytes())
    }

    /// Returns the part of the text between two places.
    fn part_of(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Returns the place after the character at a place.
    fn after(&self, at: usize) -> usize {
        let end = self.text.len();
        (at + 1..end).find(|it| self.text.is_char_boundary(*it)).unwrap_or(end)
    }

    /// Returns the first place from one on with a sign that a function finds, or the end.
    fn find(&self, from: usize, is_found: impl Fn(u8) -> bool) -> usize {
        self.rest(from).iter().position(|sign| is_found(*sign)).map_or(self.end, |distance| from + distance)
    }

    /// Adds the signs up to a place to a word, and passes them.
    fn add_until(&mut self, word: &mut Word<'t>, end: usize) {
        word.add(self.part_of(self.at, end), self.at);
        self.at = end;
    }

    const fn fault(&self, reason: OpaqueReason) -> Fault {
        Fault { reason, at: self.at }
    }

    /// Returns the fault of what is missing here.
    const fn missing(&self) -> Fault {
        self.fault(if self.at >= self.end { OpaqueReason::Unclosed } else { OpaqueReason::Syntax })
    }

    fn deeper(&mut self, start: usize) -> Result<()> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(Fault { reason: OpaqueReason::Deep, at: start }) } else { Ok(()) }
    }

    /// Passes blanks, and the ends of lines after a backslash.
    fn blanks(&mut self) {
        loop {
            match self.sign() {
                Some(b' ' | b'\t') => self.at += 1,
                Some(b'\\') if self.starts("\\\n") => self.at += 2,
                _ => return,
            }
        }
    }

    /// Passes blanks, comments and the ends of lines.
    fn lines(&mut self) -> Result<()> {
        loop {
            self.blanks();
            match self.sign() {
                Some(b'#') => self.comment(),
                Some(b'\n') => self.new_line()?,
                _ => return Ok(()),
            }
        }
    }

    fn comment(&mut self) {
        self.at = self.find(self.at, |sign| sign == b'\n');
    }

    /// Passes the end of a line, and the here-documents that begin after it.
    fn new_line(&mut self) -> Result<()> {
        self.at += 1;
        take(&mut self.waiting).into_iter().try_for_each(|document| self.here_document(document))
    }

    /// Returns the word here if it can be a reserved one, and where it ends.
    fn plain(&self) -> (String, usize) {
        let (mut at, mut word) = (self.at, String::new());
        loop {
            match self.rest(at) {
                [b'\\', b'\n', ..] => at += 2,
                [sign, ..] if !ends_word(*sign) => {
                    if word.len() == LONGEST || !sign.is_ascii() {
                        return (String::new(), at);
                    }
                    word.push(char::from(*sign));
                    at += 1;
                }
                _ => return (word, at),
            }
        }
    }

    /// Returns whether one of these words is here.
    fn is_at(&self, words: &[&str]) -> bool {
        !words.is_empty() && words.contains(&self.plain().0.as_str())
    }

    /// Passes a reserved word, and returns whether it was there.
    fn takes(&mut self, word: &str) -> bool {
        let (found, end) = self.plain();
        if found == word {
            self.at = end;
        }
        found == word
    }

    fn expects(&mut self, word: &str) -> Result<()> {
        self.lines()?;
        if self.takes(word) { Ok(()) } else { Err(self.missing()) }
    }

    /// Passes a sign, and returns whether it was there.
    fn passes(&mut self, sign: u8) -> bool {
        let is_there = self.sign() == Some(sign);
        self.at += usize::from(is_there);
        is_there
    }

    // Lists

    /// Reads commands up to one of the ends, or to the end of the text.
    fn list(&mut self, ends: &[&str]) -> Result<()> {
        loop {
            self.lines()?;
            let Some(sign) = self.sign() else {
                return if ends.is_empty() { Ok(()) } else { Err(self.fault(OpaqueReason::Unclosed)) };
            };
            let is_next_case = self.starts(";;") || (ends.contains(&";&") && self.starts(";&"));
            if sign == b')' || is_next_case || self.is_at(ends) {
                return Ok(());
            }
            if self.and_or()? {
                continue;
            }
            self.blanks();
            match self.sign() {
                Some(b';') if !matches!(self.ahead(1), Some(b';' | b'&')) => self.at += 1,
                None | Some(b'\n' | b')' | b'#' | b';') => {}
                // After a compound command there can be the word that ends the list.
                Some(_) if self.is_at(ends) => {}
                Some(_) => return Err(self.fault(OpaqueReason::Syntax)),
            }
        }
    }

    /// Reads commands joined by `&&` and `||`, and returns whether `&` ends them.
    fn and_or(&mut self) -> Result<bool> {
        let (first, outer) = (self.line.commands.len(), self.reached.len());
        loop {
            self.pipeline()?;
            self.blanks();
            let step = match () {
                () if self.starts("&&") => ReachedBy::And,
                () if self.starts("||") => ReachedBy::Or,
                () => break,
            };
            self.reached.truncate(outer);
            self.reached.push(step);
            self.at += 2;
            self.lines()?;
        }
        self.reached.truncate(outer);
        if !self.passes(b'&') {
            return Ok(false);
        }
        if self.sign() == Some(b'!') && self.ahead(1).is_some_and(|sign| !ends_word(sign)) {
            // In zsh, the sign belongs to `&`.
            self.hides_from(self.at, OpaqueReason::Zsh);
        }
        for command in self.line.commands.iter_mut().skip(first) {
            let inner = command.reached.get(outer..).unwrap_or_default();
            command.reached = [self.reached.as_slice(), &[ReachedBy::Background], inner].concat();
        }
        Ok(true)
    }

    fn pipeline(&mut self) -> Result<()> {
        let outer = self.reached.len();
        self.prefixed(true)?;
        loop {
            self.blanks();
            if self.sign() != Some(b'|') || self.ahead(1) == Some(b'|') {
                break;
            }
            self.at += if self.ahead(1) == Some(b'&') { 2 } else { 1 };
            self.lines()?;
            self.reached.truncate(outer);
            self.reached.push(ReachedBy::Pipe);
            self.prefixed(false)?;
        }
        self.reached.truncate(outer);
        Ok(())
    }

    /// Reads a command after `!` and, if it is the first of a pipeline, `time`, each as often as it is there.
    fn prefixed(&mut self, is_first: bool) -> Result<()> {
        self.blanks();
        let (outer, start) = (self.through.len(), self.at);
        loop {
            self.blanks();
            if self.takes("!") {
                if self.sign() == Some(b'(') {
                    // With an option of Bash, it is a pattern.
                    self.hides_from(self.at - 1, OpaqueReason::Syntax);
                }
                continue;
            }
            if !is_first || !self.takes("time") {
                break;
            }
            self.through.truncate(outer);
            self.through.push("time".to_owned());
            self.blanks();
            if self.takes("-p") {
                self.blanks();
            }
            self.takes("--");
        }
        self.blanks();
        if self.starts("&>") || !matches!(self.sign(), None | Some(b'\n' | b';' | b'&' | b')')) {
            self.command()?;
        } else if self.at == start {
            return Err(self.missing());
        }
        self.through.truncate(outer);
        Ok(())
    }
}
