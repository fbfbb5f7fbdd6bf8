//! Reads a line of a shell as the host does when it compares permission rules with it.
//!
//! The host does not read all lines. It compares a rule with the commands of a simple line. A line that is too complex
//! for it is covered by every rule. A command with words that are not known is compared by its name alone.

mod commands;
mod redirections;
mod simple;
mod words;

use std::collections::{HashMap, HashSet};
use std::mem::take;

use super::data::{COMPLEX, LONGEST, SIGNS, UNSURE};

/// The maximum depth of brackets and substitutions.
const DEEPEST: usize = 80;
/// The signs of Unicode that are shown as nothing: the ranges of its category `Cf`.
const UNSEEN: &[(char, char)] = &[
    ('\u{ad}', '\u{ad}'),
    ('\u{600}', '\u{605}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{6dd}', '\u{6dd}'),
    ('\u{70f}', '\u{70f}'),
    ('\u{890}', '\u{891}'),
    ('\u{8e2}', '\u{8e2}'),
    ('\u{180e}', '\u{180e}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2060}', '\u{2064}'),
    ('\u{2066}', '\u{206f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{fff9}', '\u{fffb}'),
    ('\u{110bd}', '\u{110bd}'),
    ('\u{110cd}', '\u{110cd}'),
    ('\u{13430}', '\u{1343f}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0001}', '\u{e0001}'),
    ('\u{e0020}', '\u{e007f}'),
];

/// Why a line is not read.
#[derive(Clone, Copy)]
enum Fault {
    /// The line is too complex for the host: it is covered by every rule.
    Complex,
    /// Nobody has seen how the host reads this.
    Unsure,
}

type Result<T> = std::result::Result<T, Fault>;

/// What the host reads in a line.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) is_complex: bool,
    /// The different commands.
    pub(super) commands: Vec<Command>,
    /// The programs of a command with words that are not known; `None` if all words are.
    pub(super) names: Option<Vec<String>>,
    /// Whether the line may be too complex because of one of these programs.
    pub(super) unsure_names: bool,
    /// How much of it is compared with each rule: the commands or programs, and their characters.
    pub(super) size: usize,
}

/// A command of a line.
pub(super) struct Command {
    /// The text, without quotes, assignments and redirections.
    pub(super) text: String,
    /// The text with one space for each run of blanks.
    pub(super) collapsed: String,
}

/// Returns what the host reads in a line; `None` if nobody has seen that.
pub(super) fn read_line(text: &str, home: Option<&str>) -> Option<Reading> {
    let mut reader = Reader::new(text.chars().collect(), home);
    let statements = match reader.line() {
        Ok(statements) => statements,
        Err(Fault::Complex) => return Some(Reading { is_complex: true, ..Reading::default() }),
        Err(Fault::Unsure) => return None,
    };
    let mut reading = Reading::default();
    if reader.opens.is_empty() {
        let mut seen = HashSet::new();
        reader.texts.retain(|it| seen.insert(it.clone()));
        reading.size = size_of(&reader.texts);
        let commands = reader.texts.into_iter().map(|text| Command { collapsed: collapsed(&text), text });
        reading.commands = commands.collect();
    } else {
        if reader.tracks || !is_one(&statements) {
            reading.is_complex = true;
            return Some(reading);
        }
        let is_any = |of: &[&str]| reader.opens.iter().any(|name| of.contains(&name.as_str()));
        reading.is_complex = is_any(COMPLEX);
        reading.unsure_names = is_any(UNSURE);
        reading.size = size_of(&reader.names);
        reading.names = Some(reader.names);
    }
    Some(reading)
}

/// Returns how many texts there are, with their characters.
fn size_of(texts: &[String]) -> usize {
    texts.iter().map(|it| 1 + it.chars().count()).sum()
}

/// Returns a text with one space for each run of blanks.
pub(super) fn collapsed(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    for sign in text.chars() {
        let is_blank = matches!(sign, ' ' | '\t');
        if !(is_blank && made.ends_with(' ')) {
            made.push(if is_blank { ' ' } else { sign });
        }
    }
    made
}

/// Returns whether statements are a single command without anything around it.
fn is_one(statements: &[Statement]) -> bool {
    matches!(statements, [it] if it.is_bare)
}

/// What a statement is.
#[derive(Clone, Copy, Default)]
struct Statement {
    /// A simple command with nothing but words.
    is_bare: bool,
    /// Simple commands with nothing but words, and operators between them.
    is_joined: bool,
    /// A simple command, perhaps with a here-document.
    is_simple: bool,
}

struct Word {
    text: String,
    /// What the shell makes of it is not known.
    is_open: bool,
    /// It has no quotes, and nothing is filled in.
    is_plain: bool,
    /// It is a substitution, and nothing else.
    substitutes: bool,
}

impl Word {
    const fn new(text: String) -> Self {
        Self { text, is_open: false, is_plain: true, substitutes: false }
    }
}

/// The state of reading one text.
struct Reader<'h> {
    text: Vec<char>,
    at: usize,
    home: Option<&'h str>,
    depth: usize,
    texts: Vec<String>,
    names: Vec<String>,
    /// The programs of commands with words that are not known.
    opens: Vec<String>,
    values: HashMap<String, Option<String>>,
    /// The delimiters of here-documents that begin in this line, and whether tabs before the lines are left out.
    waiting: Vec<(String, bool)>,
    /// The lines of the last here-document in quotes.
    document: Option<String>,
    body: Vec<String>,
    /// The variables with the output of a command.
    outputs: HashSet<String>,
    /// Whether a value is filled in that the host does not know.
    tracks: bool,
    /// How many subshells are around this place.
    subshells: usize,
}

impl<'h> Reader<'h> {
    fn new(text: Vec<char>, home: Option<&'h str>) -> Self {
        Self {
            text,
            at: 0,
            home,
            depth: 0,
            texts: Vec::new(),
            names: Vec::new(),
            opens: Vec::new(),
            values: HashMap::new(),
            waiting: Vec::new(),
            document: None,
            body: Vec::new(),
            outputs: HashSet::new(),
            tracks: false,
            subshells: 0,
        }
    }

    fn line(&mut self) -> Result<Vec<Statement>> {
        self.check()?;
        let statements = self.statements(&[])?;
        if self.at < self.text.len() { Err(Fault::Complex) } else { Ok(statements) }
    }

    /// Refuses a text that is long, or has signs that are not seen.
    fn check(&self) -> Result<()> {
        if self.text.len() > LONGEST {
            return Err(Fault::Complex);
        }
        if self.text.windows(3).any(|it| matches!(it, [before, '\\', '\n'] if !is_blank(*before))) {
            return Err(Fault::Complex);
        }
        let units: usize = self.text.iter().map(|it| it.len_utf16()).sum();
        let mut is_unsure = units > LONGEST;
        for sign in &self.text {
            if SIGNS.contains(*sign) {
                return Err(Fault::Complex);
            }
            is_unsure |= is_unseen(*sign);
        }
        if is_unsure { Err(Fault::Unsure) } else { Ok(()) }
    }

    fn sign(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn ahead(&self, count: usize) -> Option<char> {
        self.text.get(self.at + count).copied()
    }

    /// Returns whether the sign here is one of these.
    fn is_in(&self, signs: &str) -> bool {
        self.sign().is_some_and(|it| signs.contains(it))
    }

    /// Returns whether a word ends here.
    fn is_end(&self) -> bool {
        self.sign().is_none_or(ends_word)
    }

    fn starts(&self, text: &str) -> bool {
        self.starts_at(text, self.at)
    }

    fn starts_at(&self, text: &str, at: usize) -> bool {
        let mut given = self.text.iter().skip(at);
        text.chars().all(|it| given.next() == Some(&it))
    }

    /// Returns the signs between two places.
    fn between(&self, start: usize, end: usize) -> &[char] {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Returns the place of a sign at or after a place.
    fn find(&self, sign: char, start: usize) -> Option<usize> {
        let rest = self.text.get(start..).unwrap_or_default();
        rest.iter().position(|it| *it == sign).map(|it| start + it)
    }

    /// Passes blanks, and the ends of lines after a backslash.
    fn blanks(&mut self) -> Result<()> {
        loop {
            if self.sign().is_some_and(is_blank) {
                self.at += 1;
            } else if self.starts("\\\n") {
                self.joined_lines()?;
            } else {
                return Ok(());
            }
        }
    }

    /// Passes a backslash at the end of a line: the host reads it only after a blank.
    fn joined_lines(&mut self) -> Result<()> {
        let before = self.at.checked_sub(1).and_then(|it| self.text.get(it)).ok_or(Fault::Unsure)?;
        if !is_blank(*before) {
            return Err(Fault::Complex);
        }
        self.at += 2;
        Ok(())
    }

    fn comment(&mut self) -> Result<()> {
        let end = self.find('\n', self.at).unwrap_or(self.text.len());
        if self.between(self.at, end).contains(&'\\') {
            return Err(Fault::Unsure);
        }
        self.at = end;
        Ok(())
    }

    /// Passes blanks, comments and the ends of lines.
    fn lines(&mut self) -> Result<()> {
        loop {
            self.blanks()?;
            match self.sign() {
                Some('#') if self.subshells > 0 => return Err(Fault::Unsure),
                Some('#') => self.comment()?,
                Some('\n') => self.new_line()?,
                _ => return Ok(()),
            }
        }
    }

    fn new_line(&mut self) -> Result<()> {
        self.at += 1;
        for (delimiter, strips) in take(&mut self.waiting) {
            self.here_document(&delimiter, strips)?;
        }
        Ok(())
    }

    /// Passes the lines of a here-document.
    fn here_document(&mut self, delimiter: &str, strips: bool) -> Result<()> {
        self.body.clear();
        while self.at < self.text.len() {
            let found = self.find('\n', self.at);
            let end = found.unwrap_or(self.text.len());
            let line: String = self.between(self.at, end).iter().collect();
            let read = if strips { line.trim_start_matches('\t') } else { &line };
            if read == delimiter {
                self.at = end;
                return Ok(());
            }
            self.body.push(read.to_owned());
            if line.contains('\\') {
                return Err(Fault::Unsure);
            }
            if found.is_none() {
                break;
            }
            self.at = end + 1;
        }
        // The host does not need the end.
        self.at = self.text.len();
        Ok(())
    }

    /// Returns the letters here.
    fn plain(&self) -> String {
        let rest = self.text.get(self.at..).unwrap_or_default();
        rest.iter().take_while(|it| !ends_word(**it)).collect()
    }

    /// Returns the place after the name of a variable.
    fn after_name(&self, start: usize) -> usize {
        let rest = self.text.get(start..).unwrap_or_default();
        if !rest.first().is_some_and(|it| begins_name(*it)) {
            return start;
        }
        start + rest.iter().take_while(|it| it.is_ascii_alphanumeric() || **it == '_').count()
    }

    fn deeper(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(Fault::Unsure) } else { Ok(()) }
    }

    /// Reads statements up to one of the words, a closing bracket, or the end.
    fn statements(&mut self, ends: &[&str]) -> Result<Vec<Statement>> {
        let mut found = Vec::new();
        loop {
            self.lines()?;
            if self.sign().is_none_or(|it| it == ')') || ends.contains(&self.plain().as_str()) {
                return Ok(found);
            }
            found.push(self.and_or()?);
            self.blanks()?;
            match self.sign() {
                Some(';') => {
                    self.at += 1;
                    if self.sign() == Some(';') {
                        return Err(Fault::Complex);
                    }
                }
                Some('&') => self.at += 1,
                None | Some('\n' | ')' | '#') => {}
                Some(_) => return Err(Fault::Complex),
            }
        }
    }

    fn and_or(&mut self) -> Result<Statement> {
        let mut found = self.pipeline()?;
        loop {
            self.blanks()?;
            let is_and = self.starts("&&");
            if !is_and && !self.starts("||") {
                return Ok(found);
            }
            self.at += 2;
            self.blanks()?;
            if !self.waiting.is_empty() && self.sign() == Some('\n') {
                return Err(Fault::Unsure);
            }
            while self.sign() == Some('\n') {
                self.at += 1;
                self.blanks()?;
            }
            match self.sign() {
                Some('#') => return Err(if is_and { Fault::Complex } else { Fault::Unsure }),
                None => return Err(Fault::Complex),
                Some(_) => {}
            }
            let is_joined = self.pipeline()?.is_joined && found.is_joined;
            found = Statement { is_bare: false, is_joined, is_simple: false };
        }
    }

    fn pipeline(&mut self) -> Result<Statement> {
        let mut is_bare = true;
        while self.sign() == Some('!') && self.ahead(1).is_none_or(|it| is_blank(it) || it == '\n') {
            self.at += 1;
            self.blanks()?;
            is_bare = false;
        }
        let mut found = self.command()?;
        let mut is_joined = found.is_joined && is_bare;
        loop {
            self.blanks()?;
            if self.sign() != Some('|') || self.ahead(1) == Some('|') {
                break;
            }
            if !self.waiting.is_empty() {
                return Err(Fault::Complex);
            }
            is_bare = false;
            // A command of a pipeline sets no variables for others.
            self.values.values_mut().for_each(|it| *it = None);
            self.outputs.clear();
            self.at += if self.ahead(1) == Some('&') { 2 } else { 1 };
            self.blanks()?;
            if self.sign().is_none() && self.depth == 0 {
                break;
            }
            while self.is_in("#\n") {
                if self.sign() == Some('#') {
                    self.comment()?;
                } else {
                    self.at += 1;
                }
                self.blanks()?;
            }
            is_joined = self.command()?.is_joined && is_joined;
        }
        found.is_joined = is_joined;
        found.is_bare = found.is_bare && is_bare;
        found.is_simple = found.is_simple && is_bare;
        Ok(found)
    }
}

const fn is_blank(sign: char) -> bool {
    matches!(sign, ' ' | '\t')
}

/// Returns whether a sign ends a word.
const fn ends_word(sign: char) -> bool {
    matches!(sign, ' ' | '\t' | '\n' | ';' | '&' | '|' | '<' | '>' | '(' | ')')
}

/// Returns whether a sign is not shown, is a space of another kind, or has no meaning yet.
fn is_unseen(sign: char) -> bool {
    if sign.is_ascii() {
        return sign.is_ascii_control() && !matches!(sign, '\t' | '\n');
    }
    let is_private = matches!(sign, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}');
    is_private
        || sign.is_control()
        || sign.is_whitespace()
        || UNSEEN.iter().any(|(first, last)| (*first..=*last).contains(&sign))
}

/// Returns whether a text is only letters and digits.
fn is_letters(text: &str) -> bool {
    !text.is_empty() && text.chars().all(char::is_alphanumeric)
}

/// Returns whether the name of a variable can begin with a sign.
const fn begins_name(sign: char) -> bool {
    sign.is_ascii_alphabetic() || sign == '_'
}

/// Returns whether a text can be the name of a variable.
fn is_name(text: &str) -> bool {
    text.starts_with(begins_name) && text.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}
