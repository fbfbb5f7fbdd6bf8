//! Reads a text as a shell does, and lists its simple commands.

use std::mem::take;
use std::slice;

use super::code::runs_nothing;
use super::data::{TABLES, effect_of};
use super::inner::{inner_commands, read_words};
use super::words::{
    Assignment, Command, DEEPEST, Fault, HereDocument, Joined, Line, Redirection, Text, Word, has_code, is_name,
    is_name_sign, number,
};
use crate::types::{OpaqueReason, ReachedBy};

/// The operators of redirections, the longest first.
const OPERATORS: &[&str] = &["<<<", "<<-", "&>>", "<<", "<&", "<>", ">>", ">&", ">|", "&>", "<", ">"];
/// The words with a meaning where a command can begin.
const RESERVED: &[&str] = &[
    "if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case", "esac", "select", "function",
    "{", "}", "!", "[[", "coproc",
];
/// The length of the longest of them.
const LONGEST: usize = 8;
/// The builtins whose words can be assignments.
const DECLARING: &[&str] = &["declare", "typeset", "local", "export", "readonly", "alias", "eval", "let"];

/// Returns whether a sign ends a word.
const fn ends_word(sign: u8) -> bool {
    matches!(sign, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')')
}

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

/// Returns whether a line ends with a sign that joins it with the next.
fn goes_on(line: &str) -> bool {
    line.bytes().rev().take_while(|sign| *sign == b'\\').count() % 2 == 1
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

/// A simple command, while it is read. Its places are those in the text.
struct Parts<'t> {
    start: usize,
    end: usize,
    reached: Vec<ReachedBy>,
    through: Vec<String>,
    words: Vec<Word<'t>>,
    assignments: Vec<Assignment<'t>>,
    redirections: Vec<Redirection<'t>>,
}

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

    // Commands

    fn command(&mut self) -> Result<()> {
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
    fn bracket(&mut self) -> Result<()> {
        if self.starts("((") {
            return self.arithmetic(2, "))");
        }
        self.at += 1;
        self.nested(ReachedBy::Subshell)
    }

    /// Reads commands up to `)`, and passes it.
    fn nested(&mut self, step: ReachedBy) -> Result<()> {
        self.reached.push(step);
        self.list(&[")"])?;
        if !self.passes(b')') {
            return Err(self.fault(OpaqueReason::Syntax));
        }
        self.reached.pop();
        Ok(())
    }

    /// Reads commands up to a reserved word, passes it, and returns it.
    fn block(&mut self, ends: &[&str], step: Option<ReachedBy>) -> Result<String> {
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
    fn compound(&mut self, word: &str, start: usize) -> Result<()> {
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

    fn condition(&mut self) -> Result<()> {
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
    fn repeated(&mut self) -> Result<()> {
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
    fn values(&mut self) -> Result<()> {
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

    fn case(&mut self) -> Result<()> {
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
    fn test(&mut self) -> Result<()> {
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

    fn coprocess(&mut self) -> Result<()> {
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
    fn is_compound(&self) -> bool {
        self.sign() == Some(b'(') || self.is_at(RESERVED)
    }

    fn brackets_of_function(&mut self) -> Result<()> {
        self.at += 1;
        self.blanks();
        if self.passes(b')') { Ok(()) } else { Err(self.fault(OpaqueReason::Syntax)) }
    }

    /// Reads the body of a function.
    fn body(&mut self) -> Result<()> {
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
    fn redirected(&mut self) -> Result<()> {
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

    /// Creates a command that begins here.
    fn parts(&self) -> Parts<'t> {
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

    fn simple(&mut self) -> Result<()> {
        let (mut command, index) = (self.parts(), self.line.commands.len());
        let defines = self.defines(&mut command);
        if !matches!(defines, Ok(true)) {
            // If it cannot be read in full, what was read of it is worth a look.
            self.add(&command, index);
        }
        defines.map(drop)
    }

    /// Reads the parts of a simple command, or a function that is defined, and returns which.
    fn defines(&mut self, command: &mut Parts<'t>) -> Result<bool> {
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
    fn declared(&mut self, command: &mut Parts<'t>) -> Result<()> {
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

    fn add_word(&mut self, command: &mut Parts<'t>) -> Result<()> {
        command.words.push(self.word()?);
        command.end = self.at;
        Ok(())
    }

    /// Adds a command that is read in full, and those that it runs.
    fn add(&mut self, parts: &Parts<'t>, index: usize) {
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
    fn assignment(&mut self, command: &mut Parts<'t>) -> Result<bool> {
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
    fn subscript(&mut self, word: &mut Word<'t>) -> Result<()> {
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
    fn notes_code(&mut self, word: &Word<'t>) {
        if word.quoted && has_code(&word.text, "[") {
            self.line.code.get_or_insert_with(|| (word.place(), word.last()));
        }
    }

    /// Reads `(…)` after `=`.
    fn array(&mut self) -> Result<()> {
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

    /// Reads a redirection if there is one here.
    fn redirection(&mut self, command: &mut Parts<'t>) -> Result<bool> {
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
    fn after_descriptor(&self) -> usize {
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
    fn here_document(&mut self, document: usize) -> Result<()> {
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
    fn filled(&mut self, word: &mut Word<'t>, strips: bool) -> Result<()> {
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

    fn substitutes_process(&self) -> bool {
        self.starts("<(") || self.starts(">(")
    }

    /// Returns whether a word begins here.
    fn begins_word(&self) -> bool {
        self.sign().is_some_and(|sign| !ends_word(sign)) || self.substitutes_process()
    }

    /// Reads a word.
    fn word(&mut self) -> Result<Word<'t>> {
        self.rest_of_word(Word::new(self.source, self.at), false)
    }

    /// Reads a word whose first parts can be read already. If it is quiet, nothing in it is filled in, as in the delimiter
    /// of a here-document.
    fn rest_of_word(&mut self, mut word: Word<'t>, is_quiet: bool) -> Result<Word<'t>> {
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
    fn part(&mut self, word: &mut Word<'t>, sign: u8) -> Result<()> {
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
    fn double(&mut self, word: &mut Word<'t>) -> Result<()> {
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

    /// Reads what begins with `$`.
    fn dollar(&mut self, word: &mut Word<'t>, is_double: bool) -> Result<()> {
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
    fn variable(&mut self, follows: u8) {
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
    fn substitution(&mut self, start: usize) -> Result<()> {
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
    fn process(&mut self, word: &mut Word<'t>) -> Result<()> {
        let start = self.at;
        self.at += 2;
        self.substitution(start)?;
        word.add_filled(self.part_of(start, self.at), start, false);
        word.process = true;
        Ok(())
    }

    /// Reads an expression.
    fn arithmetic(&mut self, opening: usize, closing: &str) -> Result<()> {
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
    fn filled_in(&mut self, word: &mut Word<'t>, sign: u8) -> Result<()> {
        match sign {
            b'"' => self.double(word),
            b'$' => self.dollar(word, true),
            _ => self.backquote(word, true),
        }
    }

    /// Reads `${…}`.
    fn parameter(&mut self, is_double: bool) -> Result<()> {
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
    fn opening(&mut self, start: usize) -> &'t str {
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

    fn hides_from(&mut self, start: usize, reason: OpaqueReason) {
        let end = self.source.place(self.end.min(self.after(self.at)));
        self.line.hides(reason, self.source.place(start), end);
    }

    /// Reads commands between backquotes.
    fn backquote(&mut self, word: &mut Word<'t>, is_double: bool) -> Result<()> {
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

    /// Reads `$'…'`.
    fn ansi(&mut self, word: &mut Word<'t>) -> Result<()> {
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
    fn escape(&mut self, word: &mut Word<'t>, letter: u8) {
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
    fn digits(&mut self, most: usize, base: u32) -> u32 {
        let (last, mut value) = (self.at + most, 0);
        while let Some(digit) = self.sign().and_then(|sign| char::from(sign).to_digit(base)).filter(|_| self.at < last)
        {
            value = value * base + digit;
            self.at += 1;
        }
        value
    }
}
