//! Finds the commands that a command runs as its arguments, and what hides them.

use std::{mem, slice};

use super::code::{is_whole, runs_nothing};
use super::data::{
    EVALUATING, Effect, Effects, GNU, HIDING, LANGUAGES, Options, POSIX, PROGRAMS, SHELLS, TABLES, Table, WRAPPERS,
    ZSH, effect_of, entry, subcommand,
};
use super::filters::WHOLE;
use super::reader::read_text;
use super::words::{Command, DEEPEST, Joined, Line, Redirection, Shell, Word, program_name};
use crate::types::{OpaqueReason, ReachedBy};

/// What a program passes before the name of a value.
const BLANKS: &[char] = &[' ', '\t', '\n', '\u{b}', '\u{c}', '\r'];
/// The names of the standard input as a file.
const INPUTS: &[&str] = &["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];
/// The names of files that are a stream of the process.
const NAMES: &[&str] = &["stdin", "stdout", "stderr", "tty"];
/// The options after which a shell runs nothing.
const ABOUT: &[&str] = &["--version", "--help"];
/// The builtins that read a file as commands.
const SOURCING: &[&str] = &["source", "."];
/// The options of a shell that take the next word, with one hyphen or two.
const WITH_VALUE: &[&str] = &["rcfile", "init-file", "emulate"];
/// The other long options of shells.
const LONG: &[&str] = &[
    "norc",
    "noprofile",
    "login",
    "posix",
    "restricted",
    "verbose",
    "debugger",
    "dump-strings",
    "dump-po-strings",
    "pretty-print",
    "noediting",
    "no-rcs",
    "no-globalrcs",
    "interactive",
];
/// The options of shells that are letters.
const LETTERS: &str = "abcdefghilmnopqrstuvwxyBCDEHOPT";
/// The options of `find` that a command follows.
const EXEC: &[&str] = &["-exec", "-execdir", "-ok", "-okdir"];
/// The words that a list of arguments follows.
const LISTS: &[&str] = &[":::", ":::+", "::::", "::::+"];

/// Reads words as the text of a shell. What is filled in hides commands, and is read as it is written.
pub(super) fn read_words(
    words: &[Word<'_>],
    line: &mut Line,
    depth: usize,
    reached: Vec<ReachedBy>,
    through: Vec<String>,
    posix: bool,
) {
    for word in words.iter().filter(|it| !it.literal) {
        line.hides(OpaqueReason::Expansion, word.place(), word.end_place());
    }
    let joined = Joined::of(words);
    let text = joined.text();
    if (posix || through.last().is_some_and(|it| POSIX.contains(&it.as_str()))) && has_bash(text.text) {
        line.hides(OpaqueReason::Syntax, text.place(0), text.place(text.text.len()));
    }
    read_text(text, line, depth + 1, reached, through);
}

/// Returns whether a text has words that only some shells know: `sh` can be Bash, or a shell that reads them differently.
pub(super) fn has_bash(text: &str) -> bool {
    ["((", "[[", "&>", "$'", "time -"].into_iter().any(|it| text.contains(it))
}

/// Adds the commands that a command runs.
pub(super) fn inner_commands(command: &Command<'_, '_>, line: &mut Line, depth: usize) {
    for (assigned, value) in command.assignments {
        assigns(command, line, depth, assigned, value.as_ref());
    }
    let Some(first) = command.words.first() else { return };
    let begins_with = |sign| first.text.starts_with(sign) && first.begins_with(sign);
    if first.literal && first.text.len() > 1 && (begins_with('=') || begins_with('{')) {
        // `=git` is the path of git, and `{git` a bracket and a command.
        line.hidden_by(command, OpaqueReason::Zsh);
    }
    match command.name() {
        None => line.hidden_by(command, OpaqueReason::Expansion),
        Some(_) if depth >= DEEPEST => line.hidden_by(command, OpaqueReason::Deep),
        Some(name) => {
            let name = program_name(name);
            Inner::new(command, &name, line, depth).read(&name);
        }
    }
}

/// Notes an assignment that hides commands.
fn assigns<'t>(command: &Command<'_, 't>, line: &mut Line, depth: usize, assigned: &str, value: Option<&Word<'t>>) {
    let (name, has_bracket) = assigned.split_once('[').map_or((assigned, false), |(name, _)| (name, true));
    if TABLES.contains(&name) && (has_bracket || value.is_none()) {
        line.hidden_by(command, OpaqueReason::Alias);
    }
    let Some(value) = value.filter(|it| !it.text.is_empty()) else { return };
    match effect_of(name) {
        Some(Effect::Hides(reason)) => line.hidden_by(command, reason),
        Some(Effect::Text) => {
            let name = command.name().map(program_name).unwrap_or_default();
            Inner::new(command, &name, line, depth).added(value);
        }
        Some(Effect::Startup) => line.starts = true,
        Some(Effect::Options) => line.options = true,
        Some(Effect::Prompt) if !value.literal || value.text.contains(['$', '`', '(']) => {
            line.hidden_by(command, OpaqueReason::Eval);
        }
        _ => {}
    }
}

/// Why an option is not known, if one is not.
type Unknown = Option<OpaqueReason>;

/// An option, and its value.
type Found<'t> = (String, Option<Word<'t>>);

/// Adds the name of a program to those before it.
fn with_name(through: &[String], name: &str) -> Vec<String> {
    through.iter().cloned().chain((!name.is_empty()).then(|| name.to_owned())).collect()
}

/// The commands in the words of one command.
struct Inner<'a, 't> {
    command: Command<'a, 't>,
    line: &'a mut Line,
    depth: usize,
    /// What runs the commands.
    through: Vec<String>,
    /// The lines of a program that several options have.
    lines: Vec<String>,
}

impl<'a, 't> Inner<'a, 't> {
    fn new(command: &Command<'a, 't>, name: &str, line: &'a mut Line, depth: usize) -> Self {
        Self { command: *command, line, depth: depth + 1, through: with_name(command.through, name), lines: Vec::new() }
    }

    fn hides(&mut self, reason: OpaqueReason) {
        self.line.hidden_by(&self.command, reason);
    }

    /// Adds them.
    fn read(mut self, name: &str) {
        let without_version = name.trim_end_matches(|sign: char| sign.is_ascii_digit() || matches!(sign, '.' | '-'));
        let own = name.strip_prefix('g').filter(|it| GNU.contains(it)).unwrap_or(name);
        if SHELLS.contains(&name) || SHELLS.contains(&without_version) {
            self.shell();
        } else if let Some(options) = entry(WRAPPERS, own) {
            self.wrapper(options, 1);
        } else if let Some(options) = entry(PROGRAMS, own) {
            self.program(own, options, 1);
        } else if let Some(options) = entry(PROGRAMS, without_version) {
            self.program(without_version, options, 1);
        } else if let Some(option) = entry(EVALUATING, name) {
            self.evaluating(option);
        } else if name == "eval" {
            self.eval();
        } else if name == "trap" {
            self.trap();
        } else if matches!(name, "find" | "gfind") {
            self.find();
        } else if SOURCING.contains(&name) {
            self.sourced();
        } else if LANGUAGES.contains(&name) {
            self.hides(OpaqueReason::Language);
        } else if ZSH.contains(&name) {
            self.hides(OpaqueReason::Zsh);
        }
        if let Some(options) = entry(HIDING, name) {
            self.hiding(options);
        }
    }

    /// Returns the words after the program.
    fn arguments(&self) -> &'a [Word<'t>] {
        self.command.words.get(1..).unwrap_or_default()
    }

    /// Returns how commands are reached with another step.
    fn reached(&self, step: ReachedBy) -> Vec<ReachedBy> {
        [self.command.reached, &[step]].concat()
    }

    /// Reads words as a text. If there are more, that is so for all commands in it.
    fn text(&mut self, words: &[Word<'t>], step: ReachedBy, more: bool) {
        self.read_text(words, step, more, false);
    }

    fn read_text(&mut self, words: &[Word<'t>], step: ReachedBy, more: bool, posix: bool) {
        let first = self.line.commands.len();
        read_words(words, self.line, self.depth, self.reached(step), self.through.clone(), posix);
        for command in self.line.commands.iter_mut().skip(first) {
            command.more |= more;
        }
    }

    /// Reads one word as a text.
    fn text_of(&mut self, word: &Word<'t>, step: ReachedBy) {
        self.text(slice::from_ref(word), step, false);
    }

    /// Reads a text that another program runs, with words of its own behind it.
    fn added(&mut self, word: &Word<'t>) {
        if self.depth > DEEPEST {
            return self.hides(OpaqueReason::Deep);
        }
        let word = if word.text.starts_with('!') { word.after(1) } else { word.clone() };
        let outer = mem::replace(&mut self.line.adds, true);
        self.read_text(slice::from_ref(&word), ReachedBy::Text, true, true);
        self.line.adds = outer;
    }

    /// Adds a command whose words are among those of this one.
    fn child(&mut self, words: &[Word<'t>], more: bool, step: ReachedBy) {
        let Some(first) = words.first() else { return };
        let name = first.text.rsplit('/').next().unwrap_or_default();
        if first.literal && (first.text.starts_with('-') || name.contains(['=', ' ', '\t', '\n'])) {
            // No program is called so: these words are read in another way.
            self.hides(OpaqueReason::UnknownOption);
        }
        let is_same = step == ReachedBy::Argument && self.command.reached.last() == Some(&step);
        let reached = if is_same { self.command.reached.to_vec() } else { self.reached(step) };
        let found = Command {
            index: self.line.commands.len(),
            start: first.place(),
            reached: &reached,
            through: &self.through,
            words,
            assignments: &[],
            redirections: &[],
            more,
            ..self.command
        };
        self.line.add(&found);
        inner_commands(&found, self.line, self.depth);
    }

    // Shells

    /// Reads a shell: its text, its file, or its input.
    fn shell(&mut self) {
        let Some((at, letters)) = self.letters().filter(|(_, letters)| !letters.contains('n')) else { return };
        if letters.contains('i') {
            self.line.interactive = Some((self.command.start, self.command.end));
        }
        let Some(operand) = self.command.words.get(at) else {
            return if self.command.more { self.hides(OpaqueReason::Input) } else { self.input() };
        };
        let is_input = INPUTS.contains(&operand.text.as_str());
        if letters.contains('c') {
            self.text_of(operand, ReachedBy::Text);
        } else if operand.process || (!is_input && is_device(&operand.text)) {
            self.hides(OpaqueReason::Source);
        } else if !is_file(operand) {
            self.hides(OpaqueReason::Expansion);
        } else if is_input || letters.contains('s') {
            self.input();
        }
    }

    /// Returns the place after the options of a shell, and their letters. `None`: it runs nothing.
    fn letters(&mut self) -> Option<(usize, String)> {
        let words = self.command.words;
        let (mut at, mut letters) = (1, String::new());
        while let Some(word) = words.get(at).filter(|it| it.literal && it.text.starts_with(['-', '+'])) {
            let text = word.text.as_str();
            at += 1;
            if matches!(text, "-" | "--") {
                break;
            }
            if ABOUT.contains(&text) {
                return None;
            }
            let name = text.trim_start_matches('-');
            let mut takes = 0;
            if WITH_VALUE.contains(&name) {
                takes = 1;
            } else if !LONG.contains(&name) {
                let of_word = text.get(1..).unwrap_or_default();
                if !of_word.chars().all(|it| LETTERS.contains(it)) {
                    self.hides(OpaqueReason::UnknownOption);
                }
                if text.starts_with('-') {
                    letters.push_str(of_word);
                } else {
                    // `+n` undoes `-n`.
                    letters.retain(|letter| letter != 'n' || !of_word.contains('n'));
                    letters.extend(of_word.chars().filter(|letter| *letter != 'n'));
                }
                takes = of_word.matches(['o', 'O']).count();
            }
            for value in words.iter().skip(at).take(takes) {
                if !value.literal || is_device(&value.text) {
                    self.hides(OpaqueReason::Source);
                } else if value.text == "keyword" {
                    self.hides(OpaqueReason::UnknownOption);
                }
            }
            at += takes;
        }
        Some((at, letters))
    }

    /// Reads the input of a shell, if it is in the line.
    fn input(&mut self) {
        let is_input = |operator: &str, descriptor| operator.starts_with('<') && matches!(descriptor, "" | "0");
        let inputs = self.command.inputs;
        let Some(last) = inputs.iter().rfind(|it| is_input(it.operator, it.descriptor)) else {
            return self.hides(OpaqueReason::Input);
        };
        if let Some(index) = last.document {
            let (depth, reached) = (self.depth, self.reached(ReachedBy::HereDocument));
            if let Some(document) = self.line.documents.get_mut(index) {
                document.shell = Some(Shell { depth, reached, through: self.through.clone() });
            }
        } else if last.operator == "<<<" {
            self.text_of(&last.target, ReachedBy::HereDocument);
        } else if !last.target.literal || last.operator != "<" {
            self.hides(OpaqueReason::Source);
        } else if last.target.text != "/dev/null" {
            self.hides(if is_device(&last.target.text) { OpaqueReason::Source } else { OpaqueReason::Script });
        }
    }

    // Builtins

    fn eval(&mut self) {
        let words = match self.arguments() {
            [first, words @ ..] if first.text == "--" => words,
            words => words,
        };
        if self.command.more || !words.iter().all(|it| it.literal) {
            self.hides(OpaqueReason::Eval);
        } else if !words.is_empty() {
            self.text(words, ReachedBy::Text, false);
        }
    }

    /// Reads `source`: a script that changes the shell.
    fn sourced(&mut self) {
        let is_input = |it: &Word<'_>| it.process || is_device(&it.text) || INPUTS.contains(&it.text.as_str());
        let is_script = |it: &Word<'_>| is_file(it) && !is_input(it);
        match self.arguments().first() {
            Some(file) if is_script(file) => self.hides(OpaqueReason::Script),
            Some(_) => self.hides(OpaqueReason::Source),
            None if self.command.more => self.hides(OpaqueReason::Source),
            None => {}
        }
    }

    fn trap(&mut self) {
        let mut words = self.arguments().iter().filter(|it| it.text != "--");
        match (words.next(), words.next()) {
            (Some(text), _) if text.splits => self.hides(OpaqueReason::Expansion),
            (Some(text), Some(_)) if !text.text.starts_with('-') => self.text_of(text, ReachedBy::Text),
            _ => {}
        }
    }

    /// Reads a builtin or a program with options, or words, that hide commands.
    fn hiding(&mut self, options: &[(&str, OpaqueReason)]) {
        for (option, reason) in options {
            if self.command.more || self.arguments().iter().any(|it| has_option(it, option)) {
                self.hides(*reason);
            }
        }
    }

    /// Reads a builtin that takes words as names of variables, with expressions in brackets.
    fn evaluating(&mut self, option: &str) {
        self.line.computes |= option.is_empty() || self.command.words.iter().any(|it| it.text == option);
        for word in self.arguments() {
            let (name, has_value) = word.text.split_once('=').map_or((word.text.as_str(), false), |(it, _)| (it, true));
            let variable = name.strip_suffix('+').unwrap_or(name);
            let variable = variable.split_once('[').map_or(variable, |(it, _)| it);
            if TABLES.contains(&variable) {
                self.hides(OpaqueReason::Alias);
            } else if has_value {
                assigns(&self.command, self.line, self.depth, variable, Some(&word.after(name.len() + 1)));
            } else if effect_of(variable).is_some() {
                self.hides(OpaqueReason::Eval);
            }
        }
    }

    // Programs

    /// Reads a program with subcommands, or with code among its arguments.
    fn program(&mut self, name: &str, options: &'static Options, at: usize) {
        let harmless = self.line.harmless.len();
        let (at, found, unknown) = self.options(options, at, options.permutes);
        let has = |names: &[&str]| found.iter().any(|(option, _)| names.contains(&option.as_str()));
        if unknown.is_none() && has(options.none) {
            return;
        }
        let words: &'a [Word<'t>] = self.command.words.get(at..).unwrap_or_default();
        if unknown.is_some() && !options.effects.is_empty() && !options.permutes {
            // The first of these words can be the value of an option.
            self.options(options, at, true);
        }
        if unknown.is_some() && self.line.harmless.len() > harmless {
            // The option can name more code.
            self.hides(OpaqueReason::Code);
        }
        let inner = |table, it: &Word<'_>| subcommand(table, name, &it.text);
        let first = words.first();
        let is_inner = |it| inner(WRAPPERS, it).is_some() || inner(PROGRAMS, it).is_some();
        if let Some(reason) = unknown.filter(|_| words.iter().any(is_inner)) {
            self.hides(reason);
        } else if let Some((name, wrapper)) = first.and_then(|it| inner(WRAPPERS, it)) {
            self.through = with_name(self.command.through, name);
            self.wrapper(wrapper, at + 1);
        } else if let Some((name, program)) = first.and_then(|it| inner(PROGRAMS, it)) {
            self.through = with_name(self.command.through, name);
            self.program(name, program, at + 1);
        } else if first.is_some_and(|it| !it.literal && (it.splits || words.len() > 1))
            && WRAPPERS.iter().any(|(it, _)| it.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')))
        {
            self.hides(OpaqueReason::Expansion);
        }
        let operands = || found.iter().filter(|(option, _)| option.is_empty());
        let is_code = |effects: Effects| !matches!(entry(effects, ""), None | Some(Effect::Text));
        let runs_code = found.iter().any(|(option, _)| entry(options.effects, option).is_some_and(|it| is_code(it)));
        // A file that is a stream is read in any case.
        let has_enough = unknown.is_none() && options.operands > 0 && operands().count() > options.operands;
        let reads_none = !first.is_some_and(is_stream) && (has(options.no_input) || has_enough);
        if options.input && !runs_code && !reads_none {
            self.code(first, if unknown.is_some() { "" } else { options.code });
        }
        let can_open = self.command.more || words.iter().any(|it| can_open(it, options.opens));
        if !options.opens.is_empty() && runs_code && can_open {
            self.hides(OpaqueReason::Code);
        }
        if self.command.more && words.is_empty() && !options.effects.is_empty() && !options.permutes {
            self.hides(OpaqueReason::Expansion);
        }
        if options.unless.is_empty() || has(options.unless) {
            return;
        }
        // The first operand is code. It can be another one if a word is the value of an option.
        for (_, operand) in operands().take(if unknown.is_some() { found.len() } else { 1 }) {
            self.effect(&[("", Effect::Checked)], operand.as_ref(), options.code, false);
        }
    }

    /// Reads a program of another language: it is in a file, or in the input.
    fn code(&mut self, operand: Option<&Word<'t>>, language: &'static str) {
        if let Some(operand) = operand.filter(|it| !INPUTS.contains(&it.text.as_str())) {
            if operand.process || is_device(&operand.text) {
                self.hides(OpaqueReason::Code);
            } else if operand.is_open() {
                self.hides(OpaqueReason::Expansion);
            }
            return;
        }
        let inputs = self.command.inputs;
        let input = inputs.iter().rfind(|it| it.operator.starts_with('<') && matches!(it.descriptor, "" | "0"));
        let is_own = |it: &&Redirection<'_>| self.command.redirections.iter().any(|own| own.start == it.start);
        let can_read = !language.is_empty() && !self.command.more;
        if let Some(own) = input.filter(is_own).filter(|_| can_read) {
            // Nothing else reads a part of it.
            if let Some(document) = own.document.and_then(|it| self.line.documents.get_mut(it)) {
                document.code = Some((language, self.command.start, self.command.end));
                return;
            }
            if own.operator == "<<<" {
                return self.effect(&[("", Effect::Checked)], Some(&own.target), language, false);
            }
        }
        match input.filter(|it| it.operator == "<").map(|it| &it.target) {
            Some(file) if file.literal && !is_device(&file.text) => self.hides(OpaqueReason::Script),
            Some(file) if file.text == "/dev/null" => {}
            _ => self.hides(OpaqueReason::Code),
        }
    }

    /// Returns whether code surely runs no command, after the lines before it.
    fn runs_nothing(&mut self, text: String, code: &str) -> bool {
        self.lines.push(text);
        let first = if WHOLE.contains(&code) { 0 } else { self.lines.len().saturating_sub(1) };
        runs_nothing(&self.lines.get(first..).unwrap_or_default().join("\n"), code)
    }

    /// Notes what a value runs.
    fn effect(&mut self, effects: Effects, value: Option<&Word<'t>>, code: &str, is_named: bool) {
        let text = value.map(|it| it.text.to_ascii_lowercase()).unwrap_or_default();
        let is_device = value.is_some_and(|it| it.process || is_device(&text));
        if let Some(Effect::Hides(reason)) = entry(effects, "/dev/").filter(|_| is_device) {
            return self.hides(*reason);
        }
        for (start, effect) in effects {
            let Some(at) = length_of(&text, start) else { continue };
            let rest = value.map(|it| it.after(at));
            match (effect, &rest) {
                (Effect::Hides(reason), _) => self.hides(*reason),
                (Effect::Text, None) => self.hides(OpaqueReason::UnknownOption),
                (Effect::Text, Some(rest)) if !rest.text.is_empty() => self.added(rest),
                (Effect::Checked, None) => self.hides(OpaqueReason::Expansion),
                (Effect::Checked, Some(rest)) => {
                    let own = rest.own_text();
                    if own.is_empty() && !rest.text.is_empty() {
                        self.hides(OpaqueReason::Expansion);
                    } else if (is_whole(code) && !rest.literal) || !self.runs_nothing(rest.code(), code) {
                        self.hides(OpaqueReason::Code);
                    } else if is_whole(code) {
                        self.line.harmless.push((self.command.start, self.command.end));
                    }
                }
                _ => {}
            }
            return;
        }
        if is_named && value.is_some_and(hides_name) {
            match effects.first() {
                Some((_, Effect::Hides(reason))) => self.hides(*reason),
                _ => self.hides(OpaqueReason::Expansion),
            }
        }
    }

    /// Reads a program that runs another one.
    fn wrapper(&mut self, options: &Options, at: usize) {
        let (mut at, mut found, mut unknown) = self.options(options, at, options.permutes);
        let are_there = !found.iter().any(|(option, _)| options.unless.contains(&option.as_str()));
        let is_open = |it: &Word<'_>| if options.remote { it.splits } else { it.is_open() };
        for _ in 0..if are_there { options.operands } else { 0 } {
            let operand = self.command.words.get(at).filter(|it| is_open(it));
            unknown = unknown.or(operand.map(|_| OpaqueReason::Expansion));
            at += 1;
            if options.again {
                let (next, others, strange) = self.options(options, at, options.permutes);
                at = next;
                found.extend(others);
                unknown = unknown.or(strange);
            }
        }
        let has = |names: &[&str]| found.iter().any(|(option, _)| names.contains(&option.as_str()));
        if unknown.is_none() && has(options.none) {
            return;
        }
        if options.separator {
            let separator = self.command.words.iter().position(|it| it.text == "--");
            if separator.is_none() && self.command.words.len() > at + 1 {
                self.hides(OpaqueReason::UnknownOption);
            }
            at = separator.map_or(self.command.words.len(), |index| index + 1);
        }
        if let Some(reason) = unknown.or_else(|| has(options.opaque).then_some(OpaqueReason::UnknownOption)) {
            self.hides(reason);
        }
        let [step, text_step] = match options.remote {
            true => [ReachedBy::Remote, ReachedBy::Remote],
            false => [ReachedBy::Argument, ReachedBy::Text],
        };
        let values = |names: &'static [&str]| found.iter().filter(|(option, _)| names.contains(&option.as_str()));
        if let Some(text) = values(options.text).filter_map(|(_, value)| value.as_ref()).next_back() {
            return self.text_of(text, text_step);
        }
        if options.permutes {
            let others = self.command.words.iter().skip(1).filter(|it| !it.text.starts_with('-')).count();
            if others > 1 || self.command.words.iter().any(|it| it.text == "--") {
                self.hides(OpaqueReason::UnknownOption);
            }
        }
        let words = self.command.words.get(at..).filter(|_| !options.permutes).unwrap_or_default();
        let words = if options.lists { self.listed(words) } else { words };
        let more = self.command.more || options.more || options.lists;
        let replaced = if options.lists {
            Some("{")
        } else {
            values(options.replaces).next_back().map(|(_, value)| value.as_ref().map_or("{}", |it| &it.text))
        };
        let filled: Vec<Word<'t>>;
        let words = match replaced {
            Some(text) => {
                filled = words.iter().map(|it| filled_in(it, text)).collect();
                filled.as_slice()
            }
            None => words,
        };
        if !words.is_empty() && options.joined && !has(options.exact) {
            self.text(words, text_step, more);
        } else if !words.is_empty() {
            self.child(words, more, step);
        } else if options.shell || has(options.shell_with) {
            let is_added = self.line.adds && self.command.reached.last() == Some(&ReachedBy::Text);
            if !(options.remote && is_added) {
                self.input();
            }
        } else if self.command.more {
            self.hides(OpaqueReason::Expansion);
        }
    }

    /// Returns the words before a list of arguments; without any, each argument is a text.
    fn listed(&mut self, words: &'a [Word<'t>]) -> &'a [Word<'t>] {
        match words.iter().position(|it| LISTS.contains(&it.text.as_str())) {
            Some(0) => {
                words.iter().skip(1).for_each(|it| self.text_of(it, ReachedBy::Text));
                &[]
            }
            Some(index) => words.get(..index).unwrap_or_default(),
            None => {
                if words.is_empty() {
                    self.hides(OpaqueReason::Input);
                }
                words
            }
        }
    }

    /// Reads the commands of `find`.
    fn find(&mut self) {
        let words = self.command.words;
        let (mut at, mut unknown) = (1, self.command.more.then_some(OpaqueReason::UnknownOption));
        let injects = self.arguments().iter().any(Word::injects);
        if let Some(reason) = unknown.or_else(|| injects.then_some(OpaqueReason::Expansion)) {
            self.hides(reason);
        }
        while let Some(word) = words.get(at) {
            at += 1;
            unknown = unknown.or_else(|| (!word.literal).then_some(OpaqueReason::Expansion));
            if let Some(reason) = unknown.filter(|_| word.literal && matches!(word.text.as_str(), ";" | "+")) {
                self.hides(reason);
            }
            if !EXEC.contains(&word.text.as_str()) {
                continue;
            }
            let rest = words.get(at..).unwrap_or_default();
            let length = (0..rest.len()).find(|it| ends_exec(words, at + it)).unwrap_or(rest.len());
            let inner: Vec<Word<'t>> = rest.iter().take(length).map(|it| filled_in(it, "{}")).collect();
            self.child(&inner, false, ReachedBy::Argument);
            at += length + 1;
        }
    }

    /// Returns the place of the first word after the options, the options with their values, and why one of them is
    /// unknown. Where options can be after other words, these are among them, without a name.
    fn options(&mut self, options: &Options, mut at: usize, permutes: bool) -> (usize, Vec<Found<'t>>, Unknown) {
        let (mut found, mut unknown, mut has_ended) = (Vec::new(), None, false);
        let words = self.command.words;
        while let Some(word) = words.get(at) {
            let text = word.text.as_str();
            let is_option = text.starts_with('-');
            if let Some((name, _)) = text.split_once('=').filter(|_| options.assignments && !is_option) {
                unknown = unknown.or_else(|| splits(word));
                assigns(&self.command, self.line, self.depth, name, Some(&word.after(name.len() + 1)));
                at += 1;
                continue;
            }
            if has_ended || !is_option || (text == "-" && !options.dash) {
                if !permutes {
                    break;
                }
                at += 1;
                found.push((String::new(), Some(word.clone())));
                self.operand(options, word, words.get(at));
                continue;
            }
            at += 1;
            if text == "--" {
                has_ended = true;
                continue;
            }
            let first = found.len();
            let takes = add_option(options, word, &mut found);
            unknown = unknown.or_else(|| splits(word)).or(takes.map_or(Some(OpaqueReason::UnknownOption), |_| None));
            if let (Some(true), Some(next), Some((_, value))) = (takes, words.get(at), found.last_mut()) {
                *value = Some(next.clone());
                unknown = unknown.or_else(|| splits(next));
                at += 1;
            }
            let added = found.get(first..).unwrap_or_default();
            for (name, value) in added {
                let effects = entry(options.effects, name);
                let is_known = effects.is_some() && value.is_some();
                if takes.is_none() && !is_known && hides_option(options.effects, name) {
                    self.hides(OpaqueReason::UnknownOption);
                } else if let Some(effects) = effects {
                    self.effect(effects, value.as_ref(), options.code, true);
                }
            }
            if unknown.is_none() && added.iter().any(|(name, _)| options.none.contains(&name.as_str())) {
                // What follows is not for this program. After an unknown option, this word can be its value.
                break;
            }
        }
        (at, found, unknown)
    }

    /// Notes what a word without an option runs.
    fn operand(&mut self, options: &Options, word: &Word<'t>, next: Option<&Word<'t>>) {
        let Some(effects) = entry(options.effects, "") else { return };
        if !options.pairs {
            self.effect(effects, Some(word), options.code, false);
        } else if let Some(next) = next {
            self.effect(effects, Some(&word.paired(next)), options.code, true);
        }
    }
}

/// Returns whether a path can be that of an open file. A relative one can be in the folder of the devices.
fn is_device(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_number = !name.is_empty() && name.bytes().all(|it| it.is_ascii_digit());
    path.contains("dev/") || path.contains("proc/") || NAMES.contains(&name) || is_number
}

/// Returns whether a word is the name of an open file.
fn is_stream(word: &Word<'_>) -> bool {
    word.process || INPUTS.contains(&word.text.as_str()) || is_device(&word.text)
}

/// Returns whether a word certainly is one path: neither an option nor the name of another stream.
fn is_file(word: &Word<'_>) -> bool {
    word.literal || (word.text.contains('/') && !word.is_open())
}

/// Returns why a word can be several.
fn splits(word: &Word<'_>) -> Option<OpaqueReason> {
    word.splits.then_some(OpaqueReason::Expansion)
}

/// Returns whether a program can take the name of a file as a command.
fn can_open(word: &Word<'_>, signs: &str) -> bool {
    !word.literal || word.text.contains(|it| signs.contains(it))
}

/// Returns a word as one in which something is filled in, if a text is in it.
fn filled_in<'t>(word: &Word<'t>, text: &str) -> Word<'t> {
    if word.text.contains(text) { word.filled_in() } else { word.clone() }
}

/// Returns how much of a value in lower case is a start. `None`: it begins in another way.
///
/// What is before `*` begins the name of a setting, and what is after it ends the name.
fn length_of(text: &str, start: &str) -> Option<usize> {
    let rest = text.trim_start_matches(BLANKS);
    let Some((head, tail)) = start.split_once('*') else {
        return rest.starts_with(start).then(|| text.len() - rest.len() + start.len());
    };
    let name = text.split_once('=').map_or(text, |(name, _)| name);
    let fits =
        rest.starts_with(head) && (name.ends_with(tail) || tail.strip_suffix('=').is_some_and(|it| name.ends_with(it)));
    fits.then(|| text.len().min(name.len() + 1))
}

/// Returns whether an option can be one that runs something: many programs take the start of a long one for it.
fn hides_option(effects: Table<Effects>, name: &str) -> bool {
    if !name.starts_with("--") {
        return entry(effects, name).is_some();
    }
    name.len() > "--".len() && effects.iter().any(|(it, _)| it.starts_with(name))
}

/// Returns whether what is before `=` in a value is not known.
fn hides_name(value: &Word<'_>) -> bool {
    let name = value.text.split_once('=').map_or(value.text.as_str(), |(name, _)| name);
    !value.literal && name.contains(['$', '`'])
}

/// Returns whether a word is, or has, an option: a letter, a word, `=` for an assignment, or nothing for any
/// word.
fn has_option(word: &Word<'_>, option: &str) -> bool {
    match option {
        "" | "=" => word.text.contains(option) || !word.literal,
        _ if option.len() > 1 => word.text == option,
        _ => word.text.starts_with('-') && word.text.contains(option),
    }
}

/// Returns whether a word ends a command of `find`.
fn ends_exec(words: &[Word<'_>], at: usize) -> bool {
    let text = |at| words.get(at).map(|it: &Word<'_>| it.text.as_str());
    text(at) == Some(";") || (text(at) == Some("+") && text(at - 1) == Some("{}"))
}

/// Adds the options of a word, and returns whether the last one takes the next word. `None`: one is unknown.
fn add_option<'t>(options: &Options, word: &Word<'t>, found: &mut Vec<Found<'t>>) -> Option<bool> {
    let text = word.text.as_str();
    let runs = |name: &str| entry(options.effects, name).is_some();
    if text.starts_with("--") {
        let value = text.split_once('=');
        let name = value.map_or(text, |(name, _)| name);
        found.push((name.to_owned(), value.map(|_| word.after(name.len() + 1))));
        let is_flag = options.long_flags.contains(&name);
        let takes = options.long_values.contains(&name) || runs(name);
        return (is_flag || takes).then_some(!is_flag && value.is_none());
    }
    if options.number && text.bytes().skip(1).all(|it| it.is_ascii_digit()) {
        return Some(false);
    }
    if options.long_flags.contains(&text) {
        found.push((text.to_owned(), None));
        return Some(false);
    }
    if options.long_values.contains(&text) || (text.len() > "-c".len() && runs(text)) {
        found.push((text.to_owned(), None));
        return Some(true);
    }
    let mut before = None;
    for (index, letter) in text.char_indices().skip(1) {
        let is_digits = options.digits.contains(letter);
        let is_number = before.is_some_and(|it| options.digits.contains(it));
        let is_digit = letter.is_ascii_digit() && (is_number || before.is_some_and(|it: char| it.is_ascii_digit()));
        before = Some(letter);
        if is_digits {
            found.push((format!("-{letter}"), None));
        }
        if is_digits || is_digit {
            continue;
        }
        if is_number && matches!(letter, 'x' | 'X') {
            // A number with letters: where it ends is not certain.
            let rest = text.get(index..).unwrap_or_default();
            found.extend(rest.chars().map(|letter| (format!("-{letter}"), None)));
            return None;
        }
        let after = index + letter.len_utf8();
        let name = format!("-{letter}");
        let is_optional = options.optional.contains(letter);
        let is_flag = options.flags.contains(letter);
        let takes = options.values.contains(letter) || (runs(&name) && !is_flag && !is_optional);
        if takes || is_optional {
            let rest = (after < text.len()).then(|| word.after(after));
            let is_next = takes && rest.is_none();
            found.push((name, rest));
            if !options.digits.is_empty() && !takes && text.contains(BLANKS) {
                // More options follow a blank in the same word.
                let rest = text.get(after..).unwrap_or_default();
                found.extend(rest.chars().map(|letter| (format!("-{letter}"), None)));
                return None;
            }
            return Some(is_next);
        }
        found.push((name, None));
        if !is_flag {
            let rest = text.get(after..).unwrap_or_default();
            found.extend(rest.chars().map(|letter| (format!("-{letter}"), None)));
            return None;
        }
    }
    Some(false)
}
