//! Reads a line of a shell as the host does when it compares permission rules with it.
//!
//! The host does not read all lines. It compares a rule with the commands of a simple line. A line that is too complex
//! for it is covered by every rule. A command with words that are not known is compared by its name alone.

use std::collections::{HashMap, HashSet};
use std::mem::take;

use super::command::is_space;
use super::data::{COMPLEX, HOME, LONGEST, NAMES, OUTPUT, PRINTS, SIGNS, THROUGH, UNSURE, VARIABLE};

/// The words with which a compound command begins that the host does not read.
const UNREAD: &[&str] = &["{", "case", "select", "function"];
/// The words that are never a command.
const CLOSING: &[&str] = &["then", "elif", "else", "fi", "do", "done", "esac", "}"];
/// The builtin that sets variables.
const EXPORT: &str = "export";
/// The builtins whose words can be assignments.
const DECLARING: &[&str] = &[EXPORT, "declare", "typeset", "readonly", "local"];
/// The operators of redirections. The first one that is there counts.
const OPERATORS: &[&str] = &["<<<", "<<-", "&>>", "<<", ">>", ">&", "<&", "<>", ">|", "&>", "<", ">"];
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
    /// The texts of the commands, without quotes, assignments and redirections.
    pub(super) commands: Vec<String>,
    /// The programs of a command with words that are not known; `None` if all words are.
    pub(super) names: Option<Vec<String>>,
    /// Whether the line may be too complex because of one of these programs.
    pub(super) unsure_names: bool,
}

/// Returns what the host reads in a line; `None` if nobody has seen that.
pub(super) fn read_line(text: &str, home: Option<&str>) -> Option<Reading> {
    let mut reader = Reader::new(text.chars().collect(), home);
    let statements = match reader.line() {
        Ok(statements) => statements,
        Err(Fault::Complex) => return Some(Reading { is_complex: true, ..Reading::default() }),
        Err(Fault::Unsure) => return None,
    };
    let mut reading = Reading { commands: reader.texts, ..Reading::default() };
    if !reader.opens.is_empty() {
        if reader.tracks || !is_one(&statements) {
            reading.is_complex = true;
            return Some(reading);
        }
        let is_any = |of: &[&str]| reader.opens.iter().any(|name| of.contains(&name.as_str()));
        reading.is_complex = is_any(COMPLEX);
        reading.unsure_names = is_any(UNSURE);
        reading.names = Some(reader.names);
    }
    Some(reading)
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

/// What is filled in after `$`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filled {
    Known,
    Variable,
    Substitution,
    /// A value that the host does not know, but keeps a text for.
    Tracked,
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

    // ---- signs ------------------------------------------------------------------------------------------------------

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

    // ---- lists ------------------------------------------------------------------------------------------------------

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

    // ---- commands ---------------------------------------------------------------------------------------------------

    fn command(&mut self) -> Result<Statement> {
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
    fn compound(&mut self) -> Result<Statement> {
        self.blanks()?;
        if self.is_in("<>0123456789") || self.starts("&>") {
            return Err(Fault::Complex);
        }
        if !self.waiting.is_empty() {
            return Err(Fault::Unsure);
        }
        Ok(Statement::default())
    }

    fn subshell(&mut self) -> Result<()> {
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
    fn block(&mut self, ends: &[&'static str]) -> Result<&'static str> {
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

    fn condition(&mut self) -> Result<Statement> {
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

    fn repetition(&mut self, word: &str) -> Result<Statement> {
        self.at += word.len();
        self.block(&["do"])?;
        self.block(&["done"])?;
        self.compound()
    }

    fn each(&mut self) -> Result<Statement> {
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
    fn test(&mut self, opening: &str) -> Result<Statement> {
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

    fn test_word(&mut self) -> Result<Word> {
        for operator in ["==", "=~", "="] {
            if self.starts(operator) && self.ahead(operator.len()).is_none_or(is_blank) {
                self.at += operator.len();
                return Ok(Word::new(operator.to_owned()));
            }
        }
        self.word(false)
    }

    // ---- simple commands --------------------------------------------------------------------------------------------

    fn simple(&mut self) -> Result<Statement> {
        let mut words: Vec<Word> = Vec::new();
        let mut assigned = Vec::new();
        let (mut is_redirected, mut is_ended, mut has_document) = (false, false, false);
        loop {
            self.blanks()?;
            let sign = match self.sign() {
                None | Some('\n' | ';' | '|' | ')') => break,
                Some('&') if self.ahead(1) != Some('>') => break,
                Some('#') if is_redirected => return Err(Fault::Complex),
                Some('#') => {
                    self.comment()?;
                    break;
                }
                Some(sign) => sign,
            };
            if let Some(operator) = self.operator()? {
                if has_document {
                    return Err(Fault::Complex);
                }
                has_document = self.redirection(operator)?;
                is_redirected = true;
                is_ended = is_ended || (!words.is_empty() && !has_document);
                continue;
            }
            if ends_word(sign) || has_document || is_ended {
                return Err(Fault::Complex);
            }
            let word = match words.first() {
                None => {
                    if let Some(name) = self.assignment()? {
                        assigned.push((name, self.assigned_value()?));
                        continue;
                    }
                    self.word(false)?
                }
                Some(first) if first.is_plain && DECLARING.contains(&first.text.as_str()) => {
                    self.declared(first.text == EXPORT)?
                }
                Some(_) => self.word(false)?,
            };
            words.push(word);
        }
        if has_document && self.is_in(";&") {
            return Err(Fault::Complex);
        }
        if words.is_empty() {
            self.without_words(assigned, is_redirected)?;
            return Ok(Statement::default());
        }
        self.add(&words)?;
        let is_bare = assigned.is_empty() && !is_redirected;
        let is_simple = is_bare || (has_document && assigned.is_empty() && !is_ended);
        Ok(Statement { is_bare, is_joined: is_bare, is_simple })
    }

    fn without_words(&mut self, assigned: Vec<(String, Option<String>)>, is_redirected: bool) -> Result<()> {
        let mut assigned = assigned.into_iter();
        match (assigned.next(), assigned.next()) {
            (None, _) if is_redirected => self.texts.push(String::new()),
            (None, _) | (Some(_), Some(_)) => return Err(Fault::Complex),
            (Some(_), None) if is_redirected => return Err(Fault::Unsure),
            (Some((name, value)), None) => {
                if value.is_none() && self.depth == 0 {
                    self.outputs.insert(name.clone());
                }
                // A value is known if the line gets it for certain.
                self.values.insert(name, value.filter(|_| self.depth == 0));
            }
        }
        Ok(())
    }

    /// Adds a command with these words.
    fn add(&mut self, words: &[Word]) -> Result<()> {
        let Some((first, others)) = words.split_first() else { return Ok(()) };
        let name = first.text.as_str();
        let is_open = words.iter().any(|it| it.is_open);
        if first.is_open || (is_open && !(first.is_plain && is_program(name))) {
            return Err(Fault::Complex);
        }
        let option = others.first().map(|it| it.text.starts_with('-'));
        if name == "test" && first.is_plain && !is_open {
            if others.iter().any(|it| it.text == "=") {
                return Err(Fault::Complex);
            }
            if option != Some(true) || others.iter().any(|it| matches!(it.text.as_str(), "==" | "-a" | "-o")) {
                return Err(Fault::Unsure);
            }
        }
        self.names.push(name.to_owned());
        if is_open {
            self.opens.push(name.to_owned());
        }
        self.texts.push(joined(words));
        if option == Some(false) && THROUGH.contains(&name) {
            self.texts.push(joined(others));
        }
        Ok(())
    }

    /// Passes the name and the sign of an assignment.
    fn assignment(&mut self) -> Result<Option<String>> {
        let end = self.after_name(self.at);
        if end == self.at {
            return Ok(None);
        }
        let name: String = self.between(self.at, end).iter().collect();
        let rest = self.text.get(end..).unwrap_or_default();
        let length = match rest {
            ['[', ..] => {
                let word = rest.split(|it| *it == ' ').next().unwrap_or_default();
                let is_element = word.windows(2).any(|it| it == [']', '=']);
                return Err(if is_element { Fault::Complex } else { Fault::Unsure });
            }
            ['+', '=', ..] => 2,
            ['=', ..] => 1,
            _ => return Ok(None),
        };
        self.at = end + length;
        if NAMES.contains(&name.as_str()) { Err(Fault::Complex) } else { Ok(Some(name)) }
    }

    /// Reads the value of an assignment; `None` if it is not known later.
    fn assigned_value(&mut self) -> Result<Option<String>> {
        match self.sign() {
            None | Some(' ' | '\t' | '\n' | ';' | '&' | '|') => return Ok(Some(String::new())),
            Some('(' | '~') => return Err(Fault::Complex),
            Some(sign) if ends_word(sign) => return Err(Fault::Unsure),
            Some(_) => {}
        }
        let opened = self.opens.len();
        let word = self.word(true)?;
        if self.opens.len() > opened {
            // A substitution within the substitution.
            return Err(Fault::Complex);
        }
        if word.substitutes {
            return Ok(None);
        }
        if word.is_open { Err(Fault::Complex) } else { Ok(Some(word.text)) }
    }

    /// Reads a word of a builtin that declares variables.
    fn declared(&mut self, exports: bool) -> Result<Word> {
        let start = self.at;
        if self.sign() == Some('-') {
            let flags = self.word(false)?;
            return match flags.text.as_str() {
                "-x" | "-n" => Ok(flags),
                "-a" => Err(Fault::Complex),
                _ => Err(Fault::Unsure),
            };
        }
        let Some(name) = self.assignment_of_declaration()? else {
            let word = self.word(false)?;
            if word.is_open {
                return Err(Fault::Complex);
            }
            let name = word.text.split('=').next().unwrap_or_default();
            return if is_name(name) { Ok(word) } else { Err(Fault::Unsure) };
        };
        let written: String = self.between(start, self.at).iter().collect();
        let value = self.assigned_word()?;
        let made = Word::new(written + &value);
        if exports && self.depth == 0 {
            self.values.insert(name, Some(value).filter(|it| !it.contains(OUTPUT)));
        }
        Ok(made)
    }

    fn assignment_of_declaration(&mut self) -> Result<Option<String>> {
        let word = self.plain();
        let Some((name, _)) = word.split_once('=').filter(|(name, _)| is_name(name)) else { return Ok(None) };
        if NAMES.contains(&name) {
            return Err(Fault::Complex);
        }
        self.at += name.len() + 1;
        Ok(Some(name.to_owned()))
    }

    fn assigned_word(&mut self) -> Result<String> {
        if self.is_end() {
            return Err(Fault::Unsure);
        }
        let opened = self.opens.len();
        let word = self.word(true)?;
        if self.opens.len() > opened || (word.is_open && !word.substitutes) {
            return Err(Fault::Complex);
        }
        Ok(if word.substitutes { OUTPUT.to_owned() } else { word.text })
    }

    // ---- redirections -----------------------------------------------------------------------------------------------

    /// Passes the operator of a redirection, with its number, and returns it.
    fn operator(&mut self) -> Result<Option<&'static str>> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let digits = rest.iter().take_while(|it| it.is_ascii_digit()).count();
        let start = self.at + digits;
        let found = OPERATORS.iter().find(|it| self.starts_at(it, start));
        let Some(operator) = found.filter(|it| digits == 0 || !it.starts_with('&')) else { return Ok(None) };
        let after = start + operator.len();
        match self.text.get(after) {
            // A process in place of a file.
            Some('(') if matches!(*operator, "<" | ">") => Err(Fault::Complex),
            Some('&' | '>') => Err(Fault::Unsure),
            _ => {
                self.at = after;
                Ok(Some(operator))
            }
        }
    }

    /// Reads what follows an operator, and says whether it is a here-document.
    fn redirection(&mut self, operator: &str) -> Result<bool> {
        self.blanks()?;
        if self.is_end() {
            return Err(Fault::Complex);
        }
        if matches!(operator, "<<" | "<<-") {
            self.delimiter(operator == "<<-")?;
            return Ok(true);
        }
        let is_filled = self.sign() == Some('$');
        let word = self.word(false)?;
        if word.is_open || (operator != "<<<" && is_filled) || operator == "<>" {
            return Err(Fault::Complex);
        }
        if matches!(operator, ">&" | "<&") && word.text == "-" {
            return Err(Fault::Complex);
        }
        Ok(false)
    }

    fn delimiter(&mut self, strips: bool) -> Result<()> {
        let start = self.at;
        let word = self.word(false)?;
        if word.is_open || word.is_plain {
            // The shell fills in the lines.
            return Err(Fault::Complex);
        }
        let is_text = |signs: &[char]| signs.iter().copied().eq(word.text.chars());
        let is_whole = match self.between(start, self.at) {
            [first @ ('\'' | '"'), inner @ .., last] => first == last && is_text(inner),
            ['\\', inner @ ..] => is_text(inner),
            _ => false,
        };
        if !is_whole || !is_letters(&word.text) {
            return Err(Fault::Unsure);
        }
        self.waiting.push((word.text, strips));
        Ok(())
    }

    // ---- words ------------------------------------------------------------------------------------------------------

    /// Reads a word. A value is that of an assignment.
    fn word(&mut self, value: bool) -> Result<Word> {
        let mut word = Word::new(String::new());
        let start = self.at;
        let (mut variables, mut substitutions, mut literals, mut braces) = (0_usize, 0_usize, 0_usize, 0_usize);
        while let Some(sign) = self.sign().filter(|it| !ends_word(*it)) {
            match sign {
                '\'' => {
                    word.text.extend(self.single()?);
                    word.is_plain = false;
                    literals += 1;
                }
                '"' => {
                    let text = self.double(value)?;
                    word.is_plain = false;
                    if let Some(text) = text {
                        literals += 1;
                        word.text.push_str(&text);
                    } else {
                        substitutions += 2;
                    }
                }
                '\\' => {
                    word.text.push(self.escaped()?);
                    word.is_plain = false;
                    literals += 1;
                }
                '$' => {
                    let (text, kind) = self.dollar(value)?;
                    word.is_plain = false;
                    word.text.push_str(&text);
                    variables += usize::from(kind == Filled::Variable);
                    substitutions += usize::from(kind == Filled::Substitution);
                    literals += usize::from(kind == Filled::Known);
                }
                '`' => {
                    self.backquoted(value, false)?;
                    word.is_plain = false;
                    substitutions += 1;
                }
                _ => {
                    if sign == '=' && self.at == start && !value && self.ahead(1) != Some('=') {
                        return Err(Fault::Complex);
                    }
                    match sign {
                        '{' => braces += 1,
                        '}' => braces = braces.saturating_sub(1),
                        _ => {}
                    }
                    if braces > 0 && (sign == ',' || self.starts("..")) {
                        // Several words.
                        return Err(if word.is_plain { Fault::Complex } else { Fault::Unsure });
                    }
                    word.text.push(sign);
                    literals += 1;
                    self.at += 1;
                    if self.sign() == Some('(') && matches!(sign, '@' | '!' | '?' | '*' | '+') {
                        return Err(Fault::Complex);
                    }
                }
            }
        }
        if self.is_in("<>") && (self.ahead(1) == Some('(') || self.starts_at("{", start)) {
            return Err(Fault::Complex);
        }
        if variables > 0 && (variables > 1 || substitutions > 0 || value || literals > 0) {
            return Err(Fault::Complex);
        }
        if value && substitutions > 0 {
            if substitutions > 1 || literals > 0 {
                return Err(Fault::Complex);
            }
            word.substitutes = true;
        } else if substitutions > 1 && literals > 0 {
            return Err(Fault::Unsure);
        }
        word.is_open = variables > 0 || substitutions > 0;
        Ok(word)
    }

    fn single(&mut self) -> Result<Vec<char>> {
        // The host drops the first and the last sign of what it takes for a text in quotes, which may have no end.
        let end = self.find('\'', self.at + 1).unwrap_or(self.text.len().saturating_sub(1));
        if end <= self.at {
            return Err(Fault::Unsure);
        }
        let text = self.between(self.at + 1, end).to_vec();
        if text.windows(2).any(|it| matches!(it, ['\\', ' ' | '\t' | '\n'])) {
            return Err(Fault::Unsure);
        }
        self.at = end + 1;
        Ok(text)
    }

    fn escaped(&mut self) -> Result<char> {
        match self.ahead(1) {
            Some('\n') => {
                self.joined_lines()?;
                Err(Fault::Unsure)
            }
            Some(follows) if !is_blank(follows) => {
                self.at += 2;
                Ok(follows)
            }
            _ => Err(Fault::Complex),
        }
    }

    /// Reads `"…"`, and returns its text; `None` if it is nothing but a substitution.
    fn double(&mut self, value: bool) -> Result<Option<String>> {
        self.at += 1;
        let mut text = String::new();
        let (mut count, mut substitutions) = (0_usize, 0_usize);
        let (mut has_text, mut is_tracked) = (false, false);
        let mut documents: Vec<String> = Vec::new();
        loop {
            let sign = self.sign().ok_or(Fault::Complex)?;
            count += 1;
            match sign {
                '"' => {
                    self.at += 1;
                    count -= 1;
                    break;
                }
                '\\' => {
                    let follows = self.ahead(1).ok_or(Fault::Complex)?;
                    if matches!(follows, ' ' | '\t' | '\n') {
                        return Err(Fault::Unsure);
                    }
                    if !matches!(follows, '$' | '`' | '"' | '\\') {
                        text.push(sign);
                    }
                    text.push(follows);
                    has_text = true;
                    self.at += 2;
                }
                '$' if !matches!(self.ahead(1), None | Some('"' | ' ')) => {
                    self.document = None;
                    let (filled, kind) = self.dollar_in_quotes()?;
                    documents.extend(self.document.clone());
                    text.push_str(&filled);
                    substitutions += usize::from(kind == Filled::Substitution);
                    is_tracked = is_tracked || kind == Filled::Tracked;
                    has_text = has_text || kind == Filled::Known;
                }
                '`' => {
                    self.backquoted(value, true)?;
                    text.push_str(OUTPUT);
                    substitutions += 1;
                }
                _ => {
                    text.push(sign);
                    has_text = has_text || !matches!(sign, ' ' | '\t' | '\n');
                    self.at += 1;
                }
            }
        }
        if is_tracked && !has_text {
            return Err(Fault::Complex);
        }
        if !documents.is_empty() && !has_text {
            return match documents.pop() {
                Some(document) if !value && documents.is_empty() && count == 1 && !document.contains('\\') => {
                    Ok(Some(document))
                }
                _ => Err(Fault::Unsure),
            };
        }
        if substitutions > 0 && !has_text {
            return match substitutions {
                _ if value => Err(Fault::Complex),
                1 => Ok(None),
                _ => Err(Fault::Unsure),
            };
        }
        Ok(Some(text))
    }

    /// Reads what begins with `$`, outside of quotes.
    fn dollar(&mut self, value: bool) -> Result<(String, Filled)> {
        if self.starts("$((") {
            return Ok((self.arithmetic()?, Filled::Known));
        }
        let follows = self.ahead(1).ok_or(Fault::Complex)?;
        if follows == '(' {
            self.at += 2;
            self.substitution(value, false)?;
            return Ok((String::new(), Filled::Substitution));
        }
        if ends_word(follows) || matches!(follows, '[' | '{' | '\'' | '"') {
            return Err(Fault::Complex);
        }
        let Some(name) = self.variable() else {
            if value || (follows == '?' && !self.is_end()) {
                return Err(Fault::Complex);
            }
            return Ok((String::new(), Filled::Variable));
        };
        if let Some(known) = self.known_value(&name)? {
            if known.is_empty() || known.contains([' ', '\t', '\n', '*', '?', '[']) {
                return Err(Fault::Complex);
            }
            return Ok((known, Filled::Known));
        }
        if value || self.values.contains_key(&name) {
            return Err(Fault::Complex);
        }
        Ok((String::new(), Filled::Variable))
    }

    fn dollar_in_quotes(&mut self) -> Result<(String, Filled)> {
        if self.starts("$((") {
            let is_first = self.at.checked_sub(1).and_then(|it| self.text.get(it)) == Some(&'"');
            self.arithmetic()?;
            return Err(if is_first && self.sign() == Some('"') { Fault::Complex } else { Fault::Unsure });
        }
        match self.ahead(1) {
            Some('(') => {
                self.at += 2;
                self.substitution(false, true)?;
                return Ok((OUTPUT.to_owned(), Filled::Substitution));
            }
            Some('?') => {
                self.at += 2;
                self.tracks = true;
                return Ok((VARIABLE.to_owned(), Filled::Tracked));
            }
            Some('{' | '@') => return Err(Fault::Complex),
            Some('!' | '#' | '$' | '0'..='9') => {}
            Some(sign) if begins_name(sign) => {}
            _ => return Err(Fault::Unsure),
        }
        let name = self.variable().ok_or(Fault::Complex)?;
        match self.known_value(&name)? {
            Some(known) => Ok((known, Filled::Known)),
            None if self.outputs.contains(&name) => Ok((OUTPUT.to_owned(), Filled::Tracked)),
            None => Err(Fault::Complex),
        }
    }

    /// Passes `$` and a name, and returns the name; `None` for a special variable.
    fn variable(&mut self) -> Option<String> {
        let start = self.at + 1;
        let end = self.after_name(start);
        if end == start {
            self.at += 2;
            return None;
        }
        self.at = end;
        Some(self.between(start, end).iter().collect())
    }

    fn known_value(&self, name: &str) -> Result<Option<String>> {
        match self.values.get(name) {
            Some(value) => Ok(value.clone()),
            None if name == HOME => self.home.map(|it| Some(it.to_owned())).ok_or(Fault::Unsure),
            None => Ok(None),
        }
    }

    /// Reads an expression of numbers.
    fn arithmetic(&mut self) -> Result<String> {
        let start = self.at + "$((".len();
        let rest = self.text.get(start..).unwrap_or_default();
        let length = rest.windows(2).position(|it| it == [')', ')']).ok_or(Fault::Complex)?;
        let mut end = start + length;
        let inner = self.between(start, end);
        if inner.is_empty() || !inner.iter().all(|it| is_numeric(*it)) {
            let text: String = inner.iter().collect();
            let digits = text.trim_matches(is_space).strip_prefix("0x");
            if !digits.is_some_and(is_letters) {
                let is_variable = inner.iter().any(|it| begins_name(*it) && !matches!(it, 'x' | 'a'..='f' | 'A'..='F'));
                let is_seen = is_variable || inner.contains(&'=') || inner.contains(&'$');
                return Err(if is_seen { Fault::Complex } else { Fault::Unsure });
            }
        }
        let opened = inner.iter().filter(|it| **it == '(').count();
        while self.text.get(end + 2) == Some(&')') {
            end += 1;
        }
        if opened != self.between(start, end).iter().filter(|it| **it == ')').count() {
            return Err(Fault::Unsure);
        }
        self.at = end + 2;
        Ok(VARIABLE.to_owned())
    }

    /// Reads commands up to `)`.
    fn substitution(&mut self, value: bool, quoted: bool) -> Result<()> {
        let (opened, told) = (self.opens.len(), self.texts.len());
        if self.sign() == Some('#') {
            return Err(Fault::Unsure);
        }
        self.deeper()?;
        let outer = take(&mut self.waiting);
        // Comments are read here, as they are outside.
        let subshells = take(&mut self.subshells);
        let found = self.statements(&[])?;
        self.subshells = subshells;
        if self.sign() != Some(')') {
            return Err(Fault::Complex);
        }
        if !self.waiting.is_empty() {
            return Err(Fault::Unsure);
        }
        self.at += 1;
        self.waiting = outer;
        self.depth -= 1;
        self.substituted(&found, (value, quoted), (opened, told))
    }

    /// Decides on the statements of a substitution, before which so many programs and texts were found.
    fn substituted(
        &mut self,
        found: &[Statement],
        (value, quoted): (bool, bool),
        (opened, told): (usize, usize),
    ) -> Result<()> {
        let first = found.first().ok_or(Fault::Complex)?;
        let is_list = found.len() > 1;
        if quoted && !is_list && first.is_simple && !first.is_bare {
            // The host takes a here-document for a text, and reads no command in it.
            if !matches!(self.texts.get(told..), Some([text]) if text == PRINTS) {
                return Err(Fault::Unsure);
            }
            self.texts.truncate(told);
            self.names.pop();
            self.document = Some(self.body.join("\n"));
            return Ok(());
        }
        if !is_one(found) {
            if !value && !quoted {
                return Err(Fault::Complex);
            }
            if is_list || !first.is_joined {
                return Err(if value && is_list { Fault::Complex } else { Fault::Unsure });
            }
        }
        if value && self.opens.len() > opened { Err(Fault::Complex) } else { Ok(()) }
    }

    fn backquoted(&mut self, value: bool, quoted: bool) -> Result<()> {
        let start = self.at + 1;
        let end = self.find('`', start).ok_or(Fault::Complex)?;
        let inner = self.between(start, end).to_vec();
        if inner.contains(&'\\') {
            return Err(Fault::Unsure);
        }
        let (opened, told) = (self.opens.len(), self.texts.len());
        let mut reader = Reader::new(inner, self.home);
        reader.depth = self.depth;
        reader.values.clone_from(&self.values);
        reader.texts = take(&mut self.texts);
        reader.names = take(&mut self.names);
        reader.opens = take(&mut self.opens);
        reader.deeper()?;
        let found = reader.statements(&[])?;
        if reader.at < reader.text.len() || !reader.waiting.is_empty() {
            return Err(Fault::Complex);
        }
        (self.texts, self.names, self.opens) = (reader.texts, reader.names, reader.opens);
        self.at = end + 1;
        self.substituted(&found, (value, quoted), (opened, told))
    }
}

/// Returns the texts of words with a space between them.
fn joined(words: &[Word]) -> String {
    words.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join(" ")
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

/// Returns whether a sign is one of an expression whose value is a number.
const fn is_numeric(sign: char) -> bool {
    matches!(sign, '0'..='9' | ' ' | '+' | '-' | '*' | '/' | '%' | '(' | ')' | '<' | '>' | ',')
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

fn is_program(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'.' | b'/' | b'-'))
}
