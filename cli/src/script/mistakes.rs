//! Mistakes in scripts for a shell that are certain, whatever the script prints.

use std::ops::Range;
use std::rc::Rc;

use hookwire::shell::{ReachedBy, ShellCommand, commands};

use super::Use;
use super::parts::ends_at_failure;
use super::shell::range_of;
use crate::finding::{FileText, Finding, Level};
use crate::knowledge::unknown;

/// The name of the program that reads values out of JSON.
const READER: &str = "jq";

/// Returns the mistakes in a script.
pub fn findings(file: &Rc<FileText>, uses: &[Use]) -> Vec<Finding> {
    let Some(of) = uses.first() else { return Vec::new() };
    let all = commands(&file.text, "bash").commands;
    let script = Script { text: &file.text, all: &all };
    let found = [script.empty_input(), script.unknown_path(uses), script.lost_end(), script.not_of_sh(uses)];
    let found = found.into_iter().flatten().map(|(code, range, message)| {
        let related = (Rc::clone(&of.at.0), of.at.1.clone(), format!("it runs on {} here", of.event));
        let finding = Finding::new(code, Level::Warning, file, Some(range), message);
        Finding { related: Some(related), ..finding }
    });
    found.collect()
}

/// A code, a place and a message.
type Mistake = (&'static str, Range<usize>, String);

struct Script<'a> {
    text: &'a str,
    all: &'a [ShellCommand],
}

impl<'a> Script<'a> {
    /// Returns true for a command that runs each time, in the script itself, and reads the input that the host writes.
    fn reads_input(command: &ShellCommand) -> bool {
        let is_other = |it: &hookwire::shell::ShellRedirection| it.operator.starts_with('<');
        command.reached.iter().all(|it| *it == ReachedBy::Substitution) && !command.redirections.iter().any(is_other)
    }

    /// Returns the program of `jq`, if it has no file to read.
    fn program(command: &'a ShellCommand) -> Option<&'a hookwire::shell::ShellWord> {
        let words = command.words.get(1..)?;
        let is_plain = |it: &&hookwire::shell::ShellWord| {
            matches!(&*it.text, "-r" | "-e" | "-re" | "-er" | "-c" | "-j" | "-rc" | "--raw-output" | "--exit-status")
        };
        match words.iter().skip_while(is_plain).collect::<Vec<_>>().as_slice() {
            [program] if command.name.as_deref() == Some(READER) && program.literal && !command.more => Some(program),
            _ => None,
        }
    }

    /// `cat` reads all of the input, and the next program reads nothing.
    fn empty_input(&self) -> Option<Mistake> {
        // What moves the input is not followed.
        let moves = |it: &ShellCommand| {
            let is_for_all = it.words.is_empty() || it.name.as_deref() == Some("exec");
            is_for_all && it.redirections.iter().any(|it| it.operator.starts_with('<'))
        };
        if self.all.iter().any(moves) {
            return None;
        }
        let mut readers = self.all.iter().filter(|it| {
            let is_all = it.name.as_deref() == Some("cat") && it.words.len() == 1;
            Self::reads_input(it) && (is_all || Self::program(it).is_some())
        });
        let (first, second) = (readers.next()?, readers.next()?);
        let line = self.text.get(..first.range().start)?.matches('\n').count() + 1;
        let message = format!(
            "The input of the hook was read in line {line}, so there is nothing left to read here. Keep it, with `input=$(cat)`, and write `<<<\"$input\"` behind each program that reads it."
        );
        Some(("missing-input", second.range(), message))
    }

    /// A path that no input of the event has.
    fn unknown_path(&self, uses: &[Use]) -> Option<Mistake> {
        let variable = self.text.lines().find_map(|it| {
            let (name, value) = it.trim().split_once('=')?;
            matches!(value, "$(cat)" | "\"$(cat)\"" | "$(</dev/stdin)" | "$(cat -)").then_some(name)
        });
        // Another value of the variable can be any JSON.
        let sets = |name: &str, it: &ShellCommand| {
            let is_it = |word: &str| word.strip_prefix(name).is_some_and(|it| it.is_empty() || it.starts_with('='));
            it.assignments.iter().any(|it| it.name == name) || it.words.iter().any(|it| is_it(&it.text))
        };
        let is_set_once = |name: &&str| self.all.iter().filter(|it| sets(name, it)).count() == 1;
        let variable = variable.filter(is_set_once);
        let is_input = |(at, it): &(usize, &ShellCommand)| {
            let of_variable =
                |text: &str| variable.is_some_and(|name| text == format!("${name}") || text == format!("${{{name}}}"));
            let is_text = || it.redirections.iter().any(|it| it.operator == "<<<" && of_variable(&it.target.text));
            let piped = || {
                let before = self.all.get(at.checked_sub(1)?)?;
                let is_echo = matches!(before.name.as_deref(), Some("echo" | "printf"));
                let between = self.text.get(before.range().end..it.range().start)?;
                Some(is_echo && between.trim() == "|" && before.words.last().is_some_and(|it| of_variable(&it.text)))
            };
            Self::reads_input(it) || is_text() || (it.reached.contains(&ReachedBy::Pipe) && piped() == Some(true))
        };
        self.all.iter().enumerate().filter(is_input).find_map(|(_, it)| {
            let program = Self::program(it)?;
            let (path, other) = program.text.split_once("//").unwrap_or((&program.text, "empty"));
            // Another path can be the right one.
            let path = path.trim().strip_prefix('.').filter(|_| !other.contains(['.', '$']))?;
            let is_path = !path.is_empty() && path.bytes().all(|it| it.is_ascii_alphanumeric() || b"_.".contains(&it));
            let of_use = |of: &Use| {
                let tools = of.values.clone().unwrap_or_else(|| vec![String::new()]);
                let all = tools.iter().map(|tool| unknown(&of.event, tool, path));
                all.collect::<Option<Vec<_>>>()?.into_iter().next()
            };
            let all = uses.iter().map(of_use).collect::<Option<Vec<_>>>().filter(|_| is_path)?;
            let first = all.into_iter().next()?;
            // Other JSON has other fields, and those of a newer version are not known.
            let near = first.near?;
            let (sign, rest) = first.message.split_at(1);
            let message = format!(
                "{}{rest}: `{READER}` finds nothing here, each time. Did you mean `{near}`?",
                sign.to_uppercase()
            );
            Some(("missing-input", range_of(program), message))
        })
    }

    /// `return` outside of a function, which Bash reports, and `exit` in round brackets, which ends only what is in them.
    fn lost_end(&self) -> Option<Mistake> {
        let last = self.all.iter().map(|it| it.range().start).max()?;
        let first = self.text.lines().next().unwrap_or_default();
        let is_bash = first.starts_with("#!") && first.contains("bash");
        if !is_bash || self.text.contains("$?") || self.all.iter().any(ends_at_failure) {
            return None;
        }
        let lost = |it: &ShellCommand| {
            let is_in_brackets = |it: &ReachedBy| *it == ReachedBy::Subshell;
            let goes_on =
                |it: &ReachedBy| is_in_brackets(it) || matches!(it, ReachedBy::And | ReachedBy::Or | ReachedBy::Branch);
            let is_plain = it.reached.iter().all(goes_on) && it.redirections.is_empty();
            let range = it.range();
            let rest = self.text.get(range.end..)?;
            let (what, end) = match (it.name.as_deref(), it.reached.iter().filter(|it| is_in_brackets(it)).count()) {
                // A script that asks for that runs in the shell of another one, where `return` is right.
                (Some("return"), 0) if !self.text.contains("BASH_SOURCE") => (
                    "`return` ends a function, and this is outside of one: Bash reports that, and the script goes on.",
                    range.end,
                ),
                (Some("exit"), 1) if it.words.get(1).is_some_and(|it| it.text != "0") => {
                    let (inner, behind) = rest.split_once(')')?;
                    let is_dropped = behind.lines().next().unwrap_or_default().trim_matches([' ', ';']).is_empty();
                    let what = "In round brackets, `exit` ends only what is in them: the script goes on.";
                    (inner.trim_matches([' ', ';', '\n']).is_empty() && is_dropped)
                        .then_some((what, range.end + inner.len()))?
                }
                _ => return None,
            };
            (is_plain && last > end).then_some((what, range))
        };
        let (what, range) = self.all.iter().find_map(lost)?;
        Some(("exit-code", range, format!("{what} Write `exit` with the code, outside of brackets.")))
    }

    /// What `sh` does not know where it is `dash`, as on Debian and Ubuntu.
    fn not_of_sh(&self, uses: &[Use]) -> Option<Mistake> {
        // Without a first line that names a program, `sh` reads the file.
        let first = self.text.lines().next().and_then(|it| it.strip_prefix("#!")).unwrap_or("sh");
        let name = first.split_whitespace().rfind(|it| !it.starts_with('-'))?.rsplit('/').next()?;
        let is_sh = matches!(name, "sh" | "dash") && uses.iter().all(|it| it.is_program);
        let here = |it: &ShellCommand| {
            let is_text = it.redirections.iter().any(|it| it.operator == "<<<");
            let is_list = it.assignments.iter().any(|one| {
                one.value.is_none()
                    && self.text.get(it.range()).is_some_and(|it| it.starts_with(&format!("{}=(", one.name)))
            });
            let what = if is_text { "<<<" } else { "=(" };
            ((is_text || is_list) && !it.reached.contains(&ReachedBy::Text)).then(|| (it.range(), what))
        };
        // A test is not a command. What is in a word or a here-document can be for another program.
        let mut words: Vec<_> =
            self.all.iter().filter(|it| !it.words.is_empty() || !it.assignments.is_empty()).collect();
        words.sort_unstable_by_key(|it| it.start);
        let mut words = words.into_iter().map(ShellCommand::range).peekable();
        let mut end = 0;
        let mut is_outside = |at: usize| {
            while let Some(it) = words.next_if(|it| it.start <= at) {
                end = end.max(it.end);
            }
            at >= end
        };
        let tests = || {
            let mut at = 0;
            let mut lines = self.text.split_inclusive('\n').map(|line| {
                at += line.len();
                (at - line.len(), line)
            });
            let is_test = |line: &str| {
                ["[[ ", "if [[ ", "elif [[ ", "while [[ "].iter().any(|it| line.trim_start().starts_with(it))
            };
            let (start, line) =
                lines.find(|(at, line)| is_test(line) && is_outside(*at)).filter(|_| !self.text.contains("<<"))?;
            let start = start + line.find("[[")?;
            Some((start..start + 2, "[["))
        };
        let (range, what) = self.all.iter().find_map(here).or_else(tests).filter(|_| is_sh)?;
        // Another shell reads the script again: `exec bash "$0"`.
        let is_again = |it: &ShellCommand| {
            let is_own = it.words.iter().any(|it| matches!(&*it.text, "$0" | "${0}"));
            is_own && it.name.as_deref() == Some("exec") && it.range().start < range.start
        };
        if self.all.iter().any(is_again) {
            return None;
        }
        let message = format!(
            "`{name}` does not know `{what}` on Debian and Ubuntu, where it is `dash`: the script fails here. Begin the script with `#!/usr/bin/env bash`."
        );
        Some(("wrong-shell", range, message))
    }
}
