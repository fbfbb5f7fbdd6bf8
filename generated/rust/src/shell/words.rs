//! The parts of a line: words, commands, and what hides commands.

use std::iter;

use crate::types::{OpaqueReason, ReachedBy, ShellAssignment, ShellCommand, ShellRedirection, ShellWord};

/// The maximum depth of brackets, substitutions, and commands in commands: a reader needs several calls for each.
pub(super) const DEEPEST: usize = 24;

/// Returns whether a sign can be in the name of a variable.
pub(super) const fn is_name_sign(sign: u8) -> bool {
    sign == b'_' || sign.is_ascii_alphanumeric()
}

/// Returns whether a text can be the name of a variable.
pub(super) fn is_name(text: &str) -> bool {
    text.bytes().next().is_some_and(|first| !first.is_ascii_digit()) && text.bytes().all(is_name_sign)
}

/// Returns the name of a program without upper case and the ending of its file. Other letters than those of ASCII stay.
pub(super) fn program_name(name: &str) -> String {
    let lowered = name.to_ascii_lowercase();
    let endings = [".exe", ".cmd", ".bat"].into_iter();
    endings.fold(lowered.as_str(), |name, ending| name.strip_suffix(ending).unwrap_or(name)).to_owned()
}

/// A text cannot be read from a place on.
pub(super) struct Fault {
    pub(super) reason: OpaqueReason,
    pub(super) at: usize,
}

/// A text that is read: the line, or a text in it that is read again, such as that of `bash -c`.
#[derive(Clone, Copy)]
pub(super) struct Text<'t> {
    pub(super) text: &'t str,
    line: &'t str,
    /// Where each byte is in the line, and where the text ends. `None`: the text is the line.
    places: Option<&'t [usize]>,
}

impl<'t> Text<'t> {
    /// Creates the text of a line.
    pub(super) const fn of_line(text: &'t str) -> Self {
        Self { text, line: text, places: None }
    }

    /// Returns where a byte of this text is in the line.
    pub(super) fn place(self, at: usize) -> usize {
        self.places.map_or(at, |places| places.get(at).or(places.last()).copied().unwrap_or_default())
    }
}

/// A part of a word.
#[derive(Clone, Copy)]
struct Piece {
    length: usize,
    /// Where it is in the source.
    at: usize,
    /// Whether each byte has its own place there.
    verbatim: bool,
    /// Whether the shell fills it in.
    filled: bool,
}

/// A word, as it is read.
#[derive(Clone)]
pub(super) struct Word<'t> {
    source: Text<'t>,
    pub(super) start: usize,
    pub(super) end: usize,
    /// The word without quotes.
    pub(super) text: String,
    /// The parts of the text.
    pieces: Vec<Piece>,
    /// Whether the shell takes the text as it is.
    pub(super) literal: bool,
    /// Whether what the shell makes of it can be several words, or none.
    pub(super) splits: bool,
    /// How much of the text is before, or in, the last part that the shell fills in.
    filled: usize,
    /// Whether a part of it is quoted.
    pub(super) quoted: bool,
    /// Where its first bracket is.
    pub(super) opens: Option<usize>,
    /// Whether it is, or has, the name of a file for the output of commands.
    pub(super) process: bool,
}

/// What the output of a command, or a text for a variable without a value, is in code: outside of strings, it can be code.
pub(super) const OUTPUT: char = '\0';
/// What such a text with other signs is: it can also end a string.
pub(super) const ANYTHING: char = '\u{1}';

/// Returns what is in code instead of a part that the shell fills in.
fn stand_in(filled: &str) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || it == '_';
    if filled.starts_with('`') || (filled.starts_with("$(") && !filled.starts_with("$((")) {
        return OUTPUT.to_string();
    }
    let Some(inner) = filled.strip_prefix("${") else { return String::new() };
    let inner = inner.get(..inner.len().saturating_sub(1)).unwrap_or_default();
    let rest = inner.trim_start_matches(['#', '!']).trim_start_matches(is_plain);
    let rest = if rest.starts_with('[') { rest.split_once(']').map_or("", |(_, rest)| rest) } else { rest };
    if rest.is_empty() || rest.starts_with(['%', '#', '^', ',']) {
        return String::new();
    }
    let text = rest.trim_start_matches([':', '-', '=', '+']);
    if text.chars().all(|it| is_plain(it) || matches!(it, '.' | '-')) {
        return format!("{OUTPUT}{text}");
    }
    ANYTHING.to_string()
}

impl<'t> Word<'t> {
    pub(super) const fn new(source: Text<'t>, start: usize) -> Self {
        Self {
            source,
            start,
            end: start,
            text: String::new(),
            pieces: Vec::new(),
            literal: true,
            splits: false,
            filled: 0,
            quoted: false,
            opens: None,
            process: false,
        }
    }

    /// Adds a part that is in the source as it is.
    pub(super) fn add(&mut self, text: &str, at: usize) {
        self.add_piece(text, Piece { length: text.len(), at, verbatim: true, filled: false });
    }

    /// Adds a part that is written in another way in the source.
    pub(super) fn add_escaped(&mut self, text: &str, at: usize) {
        self.add_piece(text, Piece { length: text.len(), at, verbatim: false, filled: false });
    }

    fn add_piece(&mut self, text: &str, piece: Piece) {
        self.text.push_str(text);
        self.pieces.push(piece);
    }

    /// Adds a part that the shell fills in.
    pub(super) fn add_filled(&mut self, text: &str, at: usize, splits: bool) {
        self.add_piece(text, Piece { length: text.len(), at, verbatim: true, filled: true });
        self.unknown(splits);
    }

    /// Notes that the shell fills in what was added last.
    pub(super) fn unknown(&mut self, splits: bool) {
        self.literal = false;
        self.splits |= splits;
        self.filled = self.text.len();
    }

    /// Returns whether the word can be anything: an option, several words, or none.
    pub(super) fn is_open(&self) -> bool {
        self.splits || (!self.literal && self.filled == self.text.len())
    }

    /// Returns whether what is filled in can be several words. Names of files are not counted.
    pub(super) fn injects(&self) -> bool {
        self.splits && self.pieces.iter().any(|it| it.filled)
    }

    /// Returns whether nothing was added to it.
    pub(super) fn is_new(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns the name of a program without its folder, if it is known.
    pub(super) fn name(&self) -> Option<&str> {
        let after = self.text.rfind('/').map_or(0, |slash| slash + 1);
        let is_known = self.literal || (!self.splits && after >= self.filled && after > 0);
        if is_known { self.text.get(after..) } else { None }
    }

    /// Returns where the word begins in the line.
    pub(super) fn place(&self) -> usize {
        self.source.place(self.start)
    }

    /// Returns where the word ends in the line.
    pub(super) fn end_place(&self) -> usize {
        self.source.place(self.end)
    }

    /// Returns where its text ends in the line, without a quote after it.
    pub(super) fn last(&self) -> usize {
        let last = self.pieces.last().filter(|it| it.verbatim);
        last.map_or_else(|| self.end_place(), |it| self.source.place(it.at + it.length))
    }

    /// Returns the parts, each with its text.
    fn parts(&self) -> impl Iterator<Item = (Piece, &str)> {
        self.pieces.iter().scan(self.text.as_str(), |rest, piece| {
            let (text, after) = rest.split_at_checked(piece.length)?;
            *rest = after;
            Some((*piece, text))
        })
    }

    /// Returns the text, with what is filled in as it is written in the line.
    fn shown(&self) -> String {
        if self.source.places.is_none() {
            return self.text.clone();
        }
        let line = self.source.line;
        let part = |(piece, text)| {
            let Piece { length, at, filled, .. } = piece;
            if !filled {
                return text;
            }
            // The last byte can have the place of a blank between words, where a longer character begins.
            let last = self.source.place(at + length - 1) + 1;
            let end = (last..=line.len()).find(|it| line.is_char_boundary(*it));
            end.and_then(|end| line.get(self.source.place(at)..end)).unwrap_or_default()
        };
        self.parts().map(part).collect()
    }

    /// Adds the parts of another word.
    pub(super) fn extend(&mut self, other: &Self) {
        if other.filled > 0 {
            self.filled = self.text.len() + other.filled;
        }
        self.text.push_str(&other.text);
        self.pieces.extend_from_slice(&other.pieces);
        self.literal &= other.literal;
        self.splits |= other.splits;
        self.quoted |= other.quoted;
        self.process |= other.process;
    }

    /// Returns the text without what the shell fills in.
    pub(super) fn own_text(&self) -> String {
        self.filled_with(|_| String::new())
    }

    /// Returns the text as code: without variables, and with signs for what the line itself can fill in.
    pub(super) fn code(&self) -> String {
        self.filled_with(stand_in)
    }

    fn filled_with(&self, with: impl Fn(&str) -> String) -> String {
        let (mut found, mut at) = (String::new(), 0);
        for piece in &self.pieces {
            let end = at + piece.length;
            let text = self.text.get(at..end).unwrap_or_default();
            found.push_str(&if piece.filled { with(text) } else { text.to_owned() });
            at = end;
        }
        found
    }

    /// Returns the word as a name, with `=` and a value.
    pub(super) fn paired(&self, value: &Self) -> Self {
        let mut pair = Self::new(self.source, self.start);
        pair.extend(self);
        pair.add_escaped("=", self.end);
        pair.extend(value);
        pair.end = value.end;
        pair
    }

    /// Returns whether a sign begins the word as it is written.
    pub(super) fn begins_with(&self, sign: char) -> bool {
        self.source.text.get(self.start..).is_some_and(|text| text.starts_with(sign))
    }

    /// Returns the word without its first bytes.
    pub(super) fn after(&self, count: usize) -> Self {
        let mut rest = Self::new(self.source, self.end);
        rest.end = self.end;
        rest.text = self.text.get(count..).unwrap_or_default().to_owned();
        let mut skipped = count;
        for piece in &self.pieces {
            if skipped < piece.length {
                let at = if piece.verbatim { piece.at + skipped } else { piece.at };
                if rest.pieces.is_empty() {
                    rest.start = at;
                }
                rest.pieces.push(Piece { length: piece.length - skipped, at, ..*piece });
            }
            skipped = skipped.saturating_sub(piece.length);
        }
        rest.filled = self.filled.saturating_sub(self.text.len() - rest.text.len());
        Self { literal: self.literal, splits: self.splits, quoted: self.quoted, process: self.process, ..rest }
    }

    /// Returns the word as one in which something is filled in.
    pub(super) fn filled_in(&self) -> Self {
        let mut rest = self.after(0);
        rest.unknown(false);
        rest
    }

    /// Returns it as others see it.
    pub(super) fn value(&self) -> ShellWord {
        ShellWord {
            text: self.shown(),
            literal: self.literal,
            splits: self.splits,
            start: number(self.place()),
            end: number(self.end_place()),
        }
    }
}

/// The text of words with blanks between them.
///
/// What is filled in is a variable there: its commands are read already, and reading them once more at each level would take
/// exponential time.
pub(super) struct Joined<'t> {
    text: String,
    line: &'t str,
    places: Vec<usize>,
}

impl<'t> Joined<'t> {
    /// Joins words.
    pub(super) fn of(words: &[Word<'t>]) -> Self {
        let line = words.first().map_or("", |it| it.source.line);
        let mut joined = Self { text: String::new(), line, places: Vec::new() };
        for (index, word) in words.iter().enumerate() {
            if index > 0 {
                joined.text.push(' ');
                joined.places.push(word.place());
            }
            for (piece, text) in word.parts() {
                if piece.filled {
                    joined.text.push('$');
                    joined.text.extend(iter::repeat_n('_', piece.length - 1));
                } else {
                    joined.text.push_str(text);
                }
                let place = |offset| word.source.place(if piece.verbatim { piece.at + offset } else { piece.at });
                joined.places.extend((0..piece.length).map(place));
            }
        }
        joined.places.extend(words.last().map(Word::last));
        joined
    }

    /// Returns the text, to be read.
    pub(super) fn text(&self) -> Text<'_> {
        Text { text: &self.text, line: self.line, places: Some(&self.places) }
    }
}

/// Returns whether there is code after a sign in a text: a shell runs it if it takes the text as an expression.
pub(super) fn has_code(text: &str, after: &str) -> bool {
    text.split_once(after).is_some_and(|(_, rest)| rest.contains("$(") || rest.contains('`'))
}

/// The lines that a command reads as its input.
#[derive(Default)]
pub(super) struct HereDocument {
    pub(super) delimiter: String,
    pub(super) quoted: bool,
    pub(super) strips: bool,
    /// The language of the program that reads it as code, and where its command begins and ends.
    pub(super) code: Option<(&'static str, usize, usize)>,
    /// The shell that reads it.
    pub(super) shell: Option<Shell>,
}

/// A shell that reads a text: its depth, how it is reached, and what it is run by.
pub(super) struct Shell {
    pub(super) depth: usize,
    pub(super) reached: Vec<ReachedBy>,
    pub(super) through: Vec<String>,
}

/// A redirection of a command.
pub(super) struct Redirection<'t> {
    pub(super) start: usize,
    pub(super) descriptor: &'t str,
    pub(super) operator: &'static str,
    pub(super) target: Word<'t>,
    /// The index of its here-document among those of the line.
    pub(super) document: Option<usize>,
}

impl Redirection<'_> {
    /// Returns it as others see it.
    fn value(&self) -> ShellRedirection {
        ShellRedirection {
            descriptor: (!self.descriptor.is_empty()).then(|| self.descriptor.to_owned()),
            operator: self.operator.to_owned(),
            target: self.target.value(),
        }
    }
}

/// An assignment before a command: the variable, and the value. `None`: a list in brackets.
pub(super) type Assignment<'t> = (&'t str, Option<Word<'t>>);

/// A simple command.
#[derive(Clone, Copy)]
pub(super) struct Command<'a, 't> {
    /// Its index among the commands of the line.
    pub(super) index: usize,
    /// Where it begins in the line.
    pub(super) start: usize,
    /// Where it ends in the line.
    pub(super) end: usize,
    pub(super) reached: &'a [ReachedBy],
    pub(super) through: &'a [String],
    pub(super) words: &'a [Word<'t>],
    pub(super) assignments: &'a [Assignment<'t>],
    pub(super) redirections: &'a [Redirection<'t>],
    /// Whether more words follow that are not in the line.
    pub(super) more: bool,
    /// The redirections of what it reads: its own, or those of the command that runs it.
    pub(super) inputs: &'a [Redirection<'t>],
}

impl Command<'_, '_> {
    pub(super) fn name(&self) -> Option<&str> {
        self.words.first()?.name()
    }

    /// Returns it as others see it.
    fn value(&self) -> ShellCommand {
        let assignment = |(name, value): &Assignment<'_>| ShellAssignment {
            name: (*name).to_owned(),
            value: value.as_ref().map(Word::value),
        };
        ShellCommand {
            name: self.name().map(ToOwned::to_owned),
            words: self.words.iter().map(Word::value).collect(),
            more: self.more,
            assignments: self.assignments.iter().map(assignment).collect(),
            redirections: self.redirections.iter().map(Redirection::value).collect(),
            reached: self.reached.to_vec(),
            through: self.through.to_vec(),
            opaque: None,
            start: number(self.start),
            end: number(self.end),
        }
    }
}

/// What a line runs, as far as it is read.
#[derive(Default)]
pub(super) struct Line {
    pub(super) commands: Vec<ShellCommand>,
    /// What hides commands: the reason, and where it begins and ends.
    pub(super) opaque: Vec<(OpaqueReason, usize, usize)>,
    /// The here-documents. Readers and redirections have their indices.
    pub(super) documents: Vec<HereDocument>,
    /// Where a quoted text is that is code in an expression.
    pub(super) code: Option<(usize, usize)>,
    /// Whether there is an expression.
    pub(super) computes: bool,
    /// Whether the text that is read gets more words from the program that runs it.
    pub(super) adds: bool,
    /// Whether a variable names a file that interactive shells read first.
    pub(super) starts: bool,
    /// Where such a shell is.
    pub(super) interactive: Option<(usize, usize)>,
    /// Whether a variable has options of programs that read code.
    pub(super) options: bool,
    /// Where code is that runs nothing without them.
    pub(super) harmless: Vec<(usize, usize)>,
}

impl Line {
    /// Adds a command at its index.
    pub(super) fn add(&mut self, command: &Command<'_, '_>) {
        self.commands.insert(command.index, command.value());
    }

    /// Notes that a part runs what is not known.
    pub(super) fn hides(&mut self, reason: OpaqueReason, start: usize, end: usize) {
        self.opaque.push((reason, start, end));
    }

    /// Notes that a command runs what is not known.
    pub(super) fn hidden_by(&mut self, command: &Command<'_, '_>, reason: OpaqueReason) {
        if let Some(found) = self.commands.get_mut(command.index) {
            found.opaque.get_or_insert(reason);
        }
        self.hides(reason, command.start, command.end);
    }
}

/// Returns a place as the contract has it.
pub(super) fn number(place: usize) -> i64 {
    i64::try_from(place).unwrap_or(i64::MAX)
}
