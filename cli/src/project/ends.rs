//! How a line for a shell ends, by the exit code of a script in it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use hookwire::shell::{ShellCommand, ShellWord};

/// How a line ends, whatever the exit code of a script in it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ends {
    /// How it ends for each of [`CODES`].
    codes: [End; 4],
    /// True if the script is started by `hookwire run`, which has an exit code itself.
    pub is_of_run: bool,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// With the code of the script.
    Same,
    /// With this code.
    Code(i32),
    /// That depends on more than the script.
    Unknown,
}

/// The exit codes that a line is read with. The last one is in the place of all others.
const CODES: [i32; 4] = [0, 1, 2, 3];

impl Ends {
    /// Returns how a line ends, if not as the script does. `of` is the place of the script's command, and `all` are the commands.
    pub fn of(line: &str, all: &[ShellCommand], of: &Range<usize>, is_of_run: bool) -> Option<Self> {
        let read = Reader { text: line, all, of, at: 0, end: line.len() }.read();
        let codes = CODES.map(|code| match read.as_ref().and_then(|it| end(it, code)) {
            Some(it) if it == code => End::Same,
            Some(it) => End::Code(it),
            None => End::Unknown,
        });
        (codes != [End::Same; 4]).then_some(Self { codes, is_of_run })
    }

    /// Returns the exit code of the line. Nothing if that is not known.
    pub fn code(&self, of_script: i32) -> Option<i32> {
        let at = CODES.iter().position(|it| *it == of_script).unwrap_or(CODES.len() - 1);
        match self.codes.get(at)? {
            End::Same => Some(of_script),
            End::Code(code) => Some(*code),
            End::Unknown => None,
        }
    }
}

/// A part of a line.
enum Part {
    /// The script, or a program that ends with its code.
    Script,
    /// The same, and nothing runs after it.
    Replaced,
    /// A command that ends with one of these.
    Codes(&'static [i32]),
    /// `exit`, and its code.
    Exit(Number),
    /// A test of two numbers, and whether it is for the same ones.
    Test(Number, bool, Number),
    /// `rc=$?`
    Keep(String, Number),
    /// `set -e`, `set -o pipefail`
    Set(bool, bool),
    /// `!`
    Not(Box<Self>),
    /// One after the other.
    List(Vec<Self>),
    /// `&&` and `||`: which of them, and what is behind it.
    Both(Box<Self>, bool, Box<Self>),
    /// `|`
    Pipe(Vec<Self>),
    /// `( … )`, and a text for a shell.
    Shell(Box<Self>),
    /// `&`
    Background(Box<Self>),
    /// `if`, `then` and `else`.
    If(Box<Self>, Box<Self>, Box<Self>),
}

/// A number in a line.
enum Number {
    Known(i32),
    /// `$?`
    Last,
    Named(String),
    Unknown,
}

/// The state of a shell.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    last: i32,
    has_run: bool,
    has_ended: bool,
    ends_at_failure: bool,
    is_pipefail: bool,
    names: BTreeMap<String, i32>,
}

/// The most states that a line is followed with.
const MOST_STATES: usize = 200;

/// What another program can end with.
const ANY: &[i32] = &[0, 1, 2];

/// Returns the exit code of a line whose script ran and ended with a code, if it is always the same.
fn end(line: &Part, code: i32) -> Option<i32> {
    let start = State {
        last: 0,
        has_run: false,
        has_ended: false,
        ends_at_failure: false,
        is_pipefail: false,
        names: BTreeMap::new(),
    };
    let all = Run { code }.part(line, BTreeSet::from([start]), false)?;
    let codes: BTreeSet<i32> = all.iter().filter(|it| it.has_run).map(|it| it.last).collect();
    codes.first().copied().filter(|_| codes.len() == 1)
}

struct Run {
    code: i32,
}

type States = BTreeSet<State>;

impl Run {
    /// Returns the states after a part. `is_tested`: `set -e` does not count there.
    fn part(&self, part: &Part, states: States, is_tested: bool) -> Option<States> {
        let (mut found, rest): (States, States) = states.into_iter().partition(|it| it.has_ended);
        for state in rest {
            found.extend(self.one(part, state, is_tested)?);
        }
        (found.len() <= MOST_STATES).then_some(found)
    }

    fn one(&self, part: &Part, state: State, is_tested: bool) -> Option<States> {
        let ended = |it: State| {
            let fails = it.ends_at_failure && !is_tested && it.last != 0;
            State { has_ended: it.has_ended || fails, ..it }
        };
        let with = |state: &State, last: i32| ended(State { last, ..state.clone() });
        Some(match part {
            Part::Script => States::from([with(&State { has_run: true, ..state }, self.code)]),
            Part::Replaced => States::from([State { has_run: true, has_ended: true, last: self.code, ..state }]),
            Part::Codes(codes) => codes.iter().map(|it| with(&state, *it)).collect(),
            Part::Exit(code) => {
                let known = code.of(&state).map_or_else(|| ANY.to_vec(), |it| vec![it & 0xff]);
                known.into_iter().map(|last| State { last, has_ended: true, ..state.clone() }).collect()
            }
            Part::Test(one, is_same, other) => match (one.of(&state), other.of(&state)) {
                (Some(one), Some(other)) => States::from([with(&state, i32::from((one == other) != *is_same))]),
                _ => [0, 1].map(|it| with(&state, it)).into(),
            },
            Part::Keep(name, value) => {
                let mut names = state.names.clone();
                match value.of(&state) {
                    Some(value) => drop(names.insert(name.clone(), value)),
                    None => drop(names.remove(name)),
                }
                States::from([State { names, last: 0, ..state }])
            }
            Part::Set(errexit, pipefail) => States::from([State {
                last: 0,
                ends_at_failure: state.ends_at_failure || *errexit,
                is_pipefail: state.is_pipefail || *pipefail,
                ..state
            }]),
            Part::Not(inner) => {
                let all = self.part(inner, [state].into(), true)?;
                all.into_iter()
                    .map(|it| if it.has_ended { it } else { State { last: i32::from(it.last == 0), ..it } })
                    .collect()
            }
            Part::List(all) => {
                let mut states = States::from([state]);
                for it in all {
                    states = self.part(it, states, is_tested)?;
                }
                states
            }
            Part::Both(first, is_and, second) => {
                let all = self.part(first, [state].into(), true)?;
                let (go, rest): (States, States) =
                    all.into_iter().partition(|it| !it.has_ended && (it.last == 0) == *is_and);
                let mut found = self.part(second, go, is_tested)?;
                found.extend(rest);
                found
            }
            Part::Pipe(all) => {
                let mut found = States::from([State { last: 0, ..state.clone() }]);
                for it in all {
                    let ends = self.part(it, [state.clone()].into(), true)?;
                    let joined = |before: &State, end: &State| {
                        let last = if end.last == 0 && state.is_pipefail { before.last } else { end.last };
                        State { last, has_run: before.has_run || end.has_run, ..state.clone() }
                    };
                    found = found.iter().flat_map(|before| ends.iter().map(move |end| joined(before, end))).collect();
                }
                found.into_iter().map(ended).collect()
            }
            Part::Shell(inner) => {
                let all = self.part(inner, [state.clone()].into(), is_tested)?;
                all.into_iter().map(|it| with(&State { has_run: it.has_run, ..state.clone() }, it.last)).collect()
            }
            Part::Background(inner) => {
                let all = self.part(inner, [state.clone()].into(), true)?;
                all.into_iter().map(|it| State { has_run: it.has_run, last: 0, ..state.clone() }).collect()
            }
            Part::If(condition, then, other) => {
                let all = self.part(condition, [state].into(), true)?;
                let (ended, rest): (States, States) = all.into_iter().partition(|it| it.has_ended);
                let (yes, no): (States, States) = rest.into_iter().partition(|it| it.last == 0);
                let mut found = self.part(then, yes, is_tested)?;
                // A condition that does not hold is no failure.
                let no = no.into_iter().map(|it| {
                    if matches!(&**other, Part::List(it) if it.is_empty()) { State { last: 0, ..it } } else { it }
                });
                found.extend(self.part(other, no.collect(), is_tested)?);
                found.extend(ended);
                found
            }
        })
    }
}

impl Number {
    fn read(text: &str) -> Self {
        let plain = text.trim_matches('"');
        if let Ok(number) = plain.parse() {
            return Self::Known(number);
        }
        let name = plain.strip_prefix('$').map(|it| it.trim_start_matches('{').trim_end_matches('}'));
        match name {
            Some("?") => Self::Last,
            Some(name) if !name.is_empty() && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_') => {
                Self::Named(name.to_owned())
            }
            _ => Self::Unknown,
        }
    }

    fn of(&self, state: &State) -> Option<i32> {
        match self {
            Self::Known(number) => Some(*number),
            Self::Last => Some(state.last),
            Self::Named(name) => state.names.get(name).copied(),
            Self::Unknown => None,
        }
    }
}

/// Programs that run another one, and end with its code.
const RUNNERS: [&str; 12] =
    ["command", "doas", "env", "exec", "flock", "ionice", "nice", "nohup", "stdbuf", "sudo", "time", "timeout"];

/// Shells that read a text.
const SHELLS: [&str; 5] = ["bash", "dash", "ksh", "sh", "zsh"];

/// Commands that print, and do not fail.
const PRINTERS: [&str; 6] = [":", "cat", "echo", "printf", "tee", "true"];

/// Reads how the commands of a line are joined.
#[derive(Clone, Copy)]
struct Reader<'a> {
    text: &'a str,
    all: &'a [ShellCommand],
    /// The place of the script.
    of: &'a Range<usize>,
    at: usize,
    end: usize,
}

impl Reader<'_> {
    /// Reads all of the text. Nothing if there is more than what is known here.
    fn read(mut self) -> Option<Part> {
        let list = self.list()?;
        (self.at == self.end).then_some(list)
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    fn takes(&mut self, sign: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len() } else { 0 };
        found
    }

    /// Returns true if a reserved word is here.
    fn is_word(&self, word: &str) -> bool {
        let behind = self.rest().strip_prefix(word);
        behind.is_some_and(|it| it.chars().next().is_none_or(|it| it.is_whitespace() || ";&|()".contains(it)))
    }

    fn word(&mut self, word: &str) -> Option<()> {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        let found = self.is_word(word);
        self.at += if found { word.len() } else { 0 };
        found.then_some(())
    }

    fn list(&mut self) -> Option<Part> {
        let mut found = Vec::new();
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let ends = ["then", "elif", "else", "fi", "}"].iter().any(|it| self.is_word(it));
            if ends || self.at == self.end || self.rest().starts_with(')') {
                return Some(Part::List(found));
            }
            let one = self.joined()?;
            if self.rest().starts_with('&') {
                self.at += 1;
                found.push(Part::Background(Box::new(one)));
                continue;
            }
            found.push(one);
            let is_next = self.takes(";") || self.takes("\n");
            let is_end = self.at == self.end || self.rest().starts_with(')');
            if !(is_next || is_end || self.is_word("}") || self.is_word("fi")) {
                return None;
            }
        }
    }

    fn joined(&mut self) -> Option<Part> {
        let mut found = self.pipeline()?;
        loop {
            let is_and = self.takes("&&");
            if !is_and && !self.takes("||") {
                return Some(found);
            }
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            found = Part::Both(Box::new(found), is_and, Box::new(self.pipeline()?));
        }
    }

    fn pipeline(&mut self) -> Option<Part> {
        self.blanks();
        if self.is_word("!") {
            self.at += 1;
            return Some(Part::Not(Box::new(self.pipeline()?)));
        }
        if self.is_word("time") {
            self.at += "time".len();
            self.blanks();
        }
        let mut found = vec![self.command()?];
        loop {
            self.blanks();
            if self.rest().starts_with("||") || !self.takes("|") {
                break;
            }
            self.takes("&");
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            found.push(self.command()?);
        }
        if found.len() == 1 { found.pop() } else { Some(Part::Pipe(found)) }
    }

    fn command(&mut self) -> Option<Part> {
        self.blanks();
        let compound = if self.takes("(") {
            if self.rest().starts_with('(') {
                return None;
            }
            let inner = self.list()?;
            self.takes(")").then(|| Part::Shell(Box::new(inner)))?
        } else if self.is_word("{") {
            self.word("{")?;
            let inner = self.list()?;
            self.word("}")?;
            inner
        } else if self.is_word("if") {
            self.word("if")?;
            self.condition()?
        } else if self.is_word("[[") {
            let length = self.rest().find("]]")?;
            let words: Vec<&str> = self.text.get(self.at + 2..self.at + length)?.split_whitespace().collect();
            let test = test(&words);
            self.at += length + 2;
            test
        } else {
            let here = self.all.iter().filter(|it| it.range().start == self.at && it.range().end <= self.end);
            let command = here.max_by_key(|it| it.range().end)?;
            self.at = command.range().end;
            return self.simple(command);
        };
        // Where the output of a group goes.
        self.blanks();
        let redirected = |it: &&ShellCommand| it.range().start == self.at && it.words.is_empty();
        if let Some(end) = self.all.iter().find(redirected).map(|it| it.range().end) {
            self.at = end;
        }
        Some(compound)
    }

    /// Reads what follows `if`.
    fn condition(&mut self) -> Option<Part> {
        let condition = self.list()?;
        self.word("then")?;
        let then = self.list()?;
        let other = if self.word("elif").is_some() {
            self.condition()?
        } else {
            let other = if self.word("else").is_some() { self.list()? } else { Part::List(Vec::new()) };
            self.word("fi")?;
            other
        };
        Some(Part::If(Box::new(condition), Box::new(then), Box::new(other)))
    }

    fn simple(&self, command: &ShellCommand) -> Option<Part> {
        let range = command.range();
        let words: Vec<&str> = command.words.iter().skip(1).map(|it| &*it.text).collect();
        let name = command.name.as_deref();
        if range == *self.of {
            return Some(Part::Script);
        }
        if range.start <= self.of.start && self.of.end <= range.end {
            return self.around(command);
        }
        if let ([], [one], None) = (command.words.as_slice(), command.assignments.as_slice(), name) {
            let value = one.value.as_ref().map_or(Number::Unknown, |it| Number::read(&it.text));
            let is_inner = self.text.get(range)?.contains(['`', '(']);
            return Some(if is_inner { Part::Codes(ANY) } else { Part::Keep(one.name.clone(), value) });
        }
        Some(match name {
            Some("exit") => Part::Exit(words.first().map_or(Number::Last, |it| Number::read(it))),
            Some("test") => test(&words),
            Some("[") => test(words.split_last().map_or(&[], |(_, it)| it)),
            Some("set") => {
                let has = |sign: char, name: &str| {
                    let short = |it: &&str| it.strip_prefix('-').is_some_and(|it| it != "o" && it.contains(sign));
                    words.iter().any(|it| short(it) || *it == name)
                };
                let is_known = !words.iter().any(|it| it.starts_with('+'));
                is_known.then(|| Part::Set(has('e', "errexit"), words.contains(&"pipefail")))?
            }
            Some("false") => Part::Codes(&[1]),
            Some("printf") if words.first() == Some(&"-v") => return None,
            Some(name) if PRINTERS.contains(&name) => Part::Codes(&[0]),
            None if !command.assignments.is_empty() => return None,
            // They change what follows, or how the line ends.
            Some(
                "trap" | "eval" | "source" | "." | "return" | "exec" | "break" | "continue" | "shopt" | "export"
                | "declare" | "typeset" | "local" | "readonly" | "let" | "read" | "mapfile" | "readarray" | "unset"
                | "getopts",
            ) => return None,
            _ => Part::Codes(ANY),
        })
    }

    /// Reads a command that runs the script.
    fn around(&self, command: &ShellCommand) -> Option<Part> {
        let name = command.name.as_deref()?;
        let inner =
            self.all.iter().filter(|it| it.range() != command.range() && it.range().start > command.range().start);
        if RUNNERS.contains(&name) {
            // The first command in it is what it runs.
            let next = inner.min_by_key(|it| (it.range().start, std::cmp::Reverse(it.range().end)))?;
            let is_last = next.range().end == command.range().end || !command.redirections.is_empty();
            let part = is_last.then(|| self.simple(next))??;
            return match (name, part) {
                ("exec", Part::Script) => Some(Part::Replaced),
                ("exec", _) => None,
                (_, part) => Some(part),
            };
        }
        let [_, option, text, ..] = command.words.as_slice() else { return None };
        let is_text = SHELLS.contains(&name) && matches!(&*option.text, "-c" | "-ec" | "-euc");
        let range = inner_of(text).filter(|it| is_text && it.contains(&self.of.start))?;
        let is_same = self.text.get(range.clone())? == text.text;
        let part = is_same.then(|| Reader { at: range.start, end: range.end, ..*self }.read())??;
        let option = Part::Set(option.text.contains('e'), false);
        Some(Part::Shell(Box::new(Part::List(vec![option, part]))))
    }
}

/// Returns the place between the quotes of a word.
fn inner_of(word: &ShellWord) -> Option<Range<usize>> {
    let (start, end) = (usize::try_from(word.start).ok()? + 1, usize::try_from(word.end).ok()?.checked_sub(1)?);
    (start <= end).then_some(start..end)
}

/// Returns a test of two numbers.
fn test(words: &[&str]) -> Part {
    match words {
        [one, "-eq" | "=" | "==", other] => Part::Test(Number::read(one), true, Number::read(other)),
        [one, "-ne" | "!=", other] => Part::Test(Number::read(one), false, Number::read(other)),
        [one, "-gt", "0"] => Part::Test(Number::read(one), false, Number::Known(0)),
        _ => Part::Codes(&[0, 1]),
    }
}

#[cfg(test)]
mod tests {
    use hookwire::shell::commands;

    use super::*;

    #[test]
    fn a_line_can_change_the_exit_code_of_its_script() {
        for (line, codes) in [
            ("bash a.sh", [Some(0), Some(1), Some(2)]),
            ("bash a.sh || true", [Some(0), Some(0), Some(0)]),
            ("bash a.sh || exit 1", [Some(0), Some(1), Some(1)]),
            ("bash a.sh || exit 2", [Some(0), Some(2), Some(2)]),
            ("bash a.sh || exit $?", [Some(0), Some(1), Some(2)]),
            ("bash a.sh || { exit 2; }", [Some(0), Some(2), Some(2)]),
            ("bash a.sh || { echo no >&2; exit 2; }", [Some(0), Some(2), Some(2)]),
            ("bash a.sh || { echo no; exit 2; } >&2", [Some(0), Some(2), Some(2)]),
            ("bash a.sh || (exit 2)", [Some(0), Some(2), Some(2)]),
            ("if ! bash a.sh; then exit 2; fi", [Some(0), Some(2), Some(2)]),
            ("if bash a.sh; then exit 0; else exit 2; fi", [Some(0), Some(2), Some(2)]),
            ("if bash a.sh; then exit 0; fi", [Some(0), Some(0), Some(0)]),
            ("if bash a.sh\nthen :\nelse\n  exit 2\nfi", [Some(0), Some(2), Some(2)]),
            ("bash a.sh; [ $? -eq 0 ] || exit 2", [Some(0), Some(2), Some(2)]),
            ("bash a.sh; [[ $? -eq 0 ]] || exit 2", [Some(0), Some(2), Some(2)]),
            ("bash a.sh; [ $? -ne 0 ] && exit 2", [Some(1), Some(2), Some(2)]),
            ("bash a.sh; rc=$?; [ \"$rc\" -eq 0 ] || exit 2", [Some(0), Some(2), Some(2)]),
            ("bash a.sh; rc=$?; date >> log; exit $rc", [Some(0), Some(1), Some(2)]),
            ("rc=0; bash a.sh || export rc=2; exit $rc", [None, None, None]),
            ("rc=0; bash a.sh || rc=2 x=3; exit $rc", [None, None, None]),
            ("rc=0; bash a.sh || printf -v rc 2; exit $rc", [None, None, None]),
            ("bash a.sh || exit 258", [Some(0), Some(2), Some(2)]),
            ("bash a.sh; rc=$?; if [ $rc -eq 2 ]; then exit 1; fi", [Some(0), Some(0), Some(1)]),
            ("bash a.sh && exit 0 || exit 2", [Some(0), Some(2), Some(2)]),
            ("! bash a.sh || exit 2", [Some(2), Some(0), Some(0)]),
            ("bash a.sh &", [Some(0), Some(0), Some(0)]),
            ("bash a.sh & wait $!", [None, None, None]),
            ("bash a.sh | tee log", [Some(0), Some(0), Some(0)]),
            ("set -o pipefail; bash a.sh | tee log", [Some(0), Some(1), Some(2)]),
            ("set -o pipefail; bash a.sh | tee log || exit 2", [Some(0), Some(2), Some(2)]),
            ("bash a.sh | jq .", [None, None, None]),
            ("cat | bash a.sh", [Some(0), Some(1), Some(2)]),
            ("bash a.sh; exit 0", [Some(0), Some(0), Some(0)]),
            ("bash a.sh; exit", [Some(0), Some(1), Some(2)]),
            ("bash a.sh; exit 0 >/dev/null", [Some(0), Some(0), Some(0)]),
            ("set -e; bash a.sh; true", [Some(0), Some(1), Some(2)]),
            ("bash a.sh && true", [Some(0), Some(1), Some(2)]),
            ("cd /x && bash a.sh; echo done", [Some(0), Some(0), Some(0)]),
            ("cd /x && bash a.sh || exit 2", [Some(0), Some(2), Some(2)]),
            ("cd /x; bash a.sh", [Some(0), Some(1), Some(2)]),
            ("exec bash a.sh || exit 0", [Some(0), Some(1), Some(2)]),
            ("timeout 5 bash a.sh || exit 2", [Some(0), Some(2), Some(2)]),
            ("X=1 timeout 5 bash a.sh || true", [Some(0), Some(0), Some(0)]),
            ("env X=1 bash a.sh; true", [Some(0), Some(0), Some(0)]),
            ("sh -c 'bash a.sh || exit 2'", [Some(0), Some(2), Some(2)]),
            ("sh -c 'bash a.sh || exit 2' || exit 1", [Some(0), Some(1), Some(1)]),
            ("sh -c 'bash a.sh || true'", [Some(0), Some(0), Some(0)]),
            ("timeout 9 sh -c 'bash a.sh || exit 2'", [Some(0), Some(2), Some(2)]),
            ("echo $(bash a.sh)", [None, None, None]),
            ("trap 'exit 2' EXIT; bash a.sh", [None, None, None]),
            ("for i in 1 2; do bash a.sh; done", [None, None, None]),
        ] {
            let found = commands(line, "bash").commands;
            let is_script = |it: &&ShellCommand| it.words.get(1).is_some_and(|it| it.text == "a.sh");
            let of = found.iter().find(is_script).map(ShellCommand::range).unwrap_or_default();
            let ends = Ends::of(line, &found, &of, false);
            let known = [0, 1, 2].map(|code| ends.map_or(Some(code), |it| it.code(code)));
            assert_eq!(known, codes, "{line}");
        }
    }
}
