//! The parts of a hook in a script for a shell, `hookwire get`, `hookwire reply` and `hookwire commands`: what fails each time.

use std::ops::Range;
use std::rc::Rc;

use clap::Parser as _;
use clap::error::ErrorKind;
use hookwire::shell::{ReachedBy, ShellCommand, ShellWord, commands, matching};
use hookwire::verbs::ArgumentKind;
use hookwire::{AnyCall, Guard, HookEvent, Reply as Said};
use serde_json::{Map, Value, json};

use super::Use;
use super::shell::range_of;
use super::words::is_harmless;
use crate::args::{Arguments, Command, Commands, Get, HookCommand, Reply};
use crate::commands::{ARGUMENTS, pair, refused_match, whole};
use crate::finding::{FileText, Finding, Level};
use crate::knowledge::{argument_of, unknown_field, verb};
use crate::session::Policy;

/// The name of the program.
const PROGRAM: &str = "hookwire";

/// What is in the place of a word that the script fills in.
const FILLED: &str = "x";

/// What is before the place of a mistake in a reply, and its message.
const WRONG: &str = "the reply is wrong: ";

/// The most parts of a script that are checked: a hook has a few.
const MOST_PARTS: usize = 200;

/// Returns the findings about the parts in a script.
pub fn findings(file: &Rc<FileText>, uses: &[Use]) -> Vec<Finding> {
    let is_guarded = uses.iter().any(|it| it.is_guarded);
    if uses.is_empty() || !(is_guarded || file.text.contains(PROGRAM)) {
        return Vec::new();
    }
    let all = commands(&file.text, "bash").commands;
    let parts = all.iter().filter_map(Part::of).take(MOST_PARTS);
    let mut found: Vec<Finding> = parts.filter_map(|it| it.fault(uses)).map(|it| it.finding(file, uses)).collect();
    found.extend(goes_on(file, uses, &all));
    found
}

/// A part that fails.
struct Fault {
    range: Range<usize>,
    why: String,
}

impl Fault {
    fn finding(self, file: &Rc<FileText>, uses: &[Use]) -> Finding {
        let why = self.why.trim_end_matches('.');
        let dot = if why.ends_with('?') { "" } else { "." };
        let closed = uses.iter().find(|it| is_closed(it));
        let then = closed.map_or("the hook does nothing of what it is for", |_| "the hook blocks each call");
        let (first, rest) = why.split_at(why.chars().next().map_or(0, char::len_utf8));
        let message = format!("{}{rest}{dot} It fails each time that it runs: {then}.", first.to_uppercase());
        let of = closed.or(uses.first());
        let related = of.map(|of| (Rc::clone(&of.at.0), of.at.1.clone(), format!("it runs on {} here", of.event)));
        Finding { related, ..Finding::new("wrong-part", Level::Error, file, Some(self.range), message) }
    }
}

fn is_closed(of: &Use) -> bool {
    of.event.parse::<HookEvent>().is_ok_and(|it| Guard::of(it) == Guard::Closed)
}

/// A command of a script that is a part of the hook.
struct Part<'a> {
    command: &'a ShellCommand,
    /// Its words behind the name of the program.
    words: &'a [ShellWord],
}

impl<'a> Part<'a> {
    fn of(command: &'a ShellCommand) -> Option<Self> {
        let (program, words) = command.words.split_first()?;
        let is_part = program.literal && command.name.as_deref() == Some(PROGRAM) && !command.more;
        // How many arguments there are is not known otherwise.
        (is_part && !words.iter().any(|it| it.splits)).then_some(Self { command, words })
    }

    /// Returns the place of a literal word, or of the whole command.
    fn place(&self, text: &str) -> Range<usize> {
        let word = self.words.iter().find(|it| it.literal && it.text == text);
        word.map_or_else(|| self.command.range(), range_of)
    }

    fn is_literal(&self, text: &str) -> bool {
        self.words.iter().any(|it| it.literal && it.text == text)
    }

    /// Returns what is wrong with it on each event on which the script runs.
    fn fault(&self, uses: &[Use]) -> Option<Fault> {
        let words = self.words.iter().map(|it| if it.literal { it.text.as_str() } else { FILLED });
        let arguments = match Arguments::try_parse_from(std::iter::once(PROGRAM).chain(words)) {
            Ok(arguments) => arguments,
            Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                let is_ignored = uses.iter().any(|it| it.is_without_arguments);
                let ignored = if is_ignored { ", and this version of Claude Code ignores `args`" } else { "" };
                let why = format!("`{PROGRAM}` has no command here{ignored}");
                return Some(Fault { range: self.command.range(), why });
            }
            Err(error) => {
                let text = error.to_string();
                let mut parts = text.trim_start_matches("error: ").split("\n\n");
                let is_tip = |it: &&str| it.trim_start().starts_with("tip:");
                let why = parts.next().unwrap_or_default().lines().map(str::trim).collect::<Vec<_>>().join(" ");
                let tip = parts.find(is_tip).map(|it| format!(" ({})", it.trim().lines().next().unwrap_or_default()));
                let why = format!("{why}{}", tip.unwrap_or_default());
                return error.use_stderr().then(|| Fault { range: self.command.range(), why });
            }
        };
        match &arguments.command {
            Command::InHook(HookCommand::Get(get)) => self.of_get(get, uses),
            Command::InHook(HookCommand::Reply(reply)) => self.of_reply(reply, uses),
            Command::InHook(HookCommand::Commands(it)) => self.of_commands(it),
            _ => None,
        }
    }

    fn of_get(&self, get: &Get, uses: &[Use]) -> Option<Fault> {
        let path = get.path.as_deref().filter(|it| self.is_literal(it))?;
        let why = on_each(uses, |of| match (&of.values, argument_of(&of.event, path)) {
            // The arguments depend on the tool.
            (Some(tools), Some(_)) => {
                let all = tools.iter().map(|tool| unknown_field(&of.event, tool, path));
                all.collect::<Option<Vec<_>>>()?.into_iter().next()
            }
            _ => unknown_field(&of.event, "", path),
        })?;
        Some(Fault { range: self.place(path), why })
    }

    fn of_reply(&self, reply: &Reply, uses: &[Use]) -> Option<Fault> {
        let name = reply.verb.as_str();
        if !self.is_literal(name) {
            return None;
        }
        let verb = match verb(name) {
            Ok(verb) => verb,
            Err(why) => return Some(Fault { range: self.place(name), why }),
        };
        let fault = |text: &str, why: String| Some(Fault { range: self.place(text), why });
        let event = reply.event.as_deref();
        if let Some(event) = event.filter(|it| self.is_literal(it)) {
            let is_other = |of: &Use| (of.is_guarded && of.event != event).then(String::new);
            if on_each(uses, is_other).is_some() {
                return fault(event, format!("The script does not run on `{event}`. Leave out `--event`"));
            }
        }
        if event.is_none() && uses.iter().all(|it| !it.is_guarded) {
            return fault(
                "",
                format!(
                    "`{PROGRAM} reply` does not know the event. Start the script by `{PROGRAM} run -- `, or write `--event EVENT`"
                ),
            );
        }
        let argument = match (verb.takes.map(|it| it.kind), reply.texts.as_slice()) {
            (_, []) => None,
            (None, _) => return fault("", format!("`{name}` takes no text")),
            (Some(ArgumentKind::Texts), texts) => Some(texts.into()),
            (Some(ArgumentKind::Json), texts) => {
                let all = texts.iter().map(|it| pair(it).filter(|_| self.is_literal(it)));
                let pairs = all.collect::<Option<Map<_, _>>>().map(Value::from);
                let text = texts.first().filter(|it| texts.len() == 1 && self.is_literal(it));
                // A text that the script fills in is not known.
                let read = || text.and_then(|it| serde_json::from_str::<Value>(it).ok()).filter(Value::is_object);
                Some(pairs.or_else(read).unwrap_or_else(|| json!({})))
            }
            (Some(_), [text]) => Some(text.as_str().into()),
            (Some(_), _) => return fault("", format!("`{name}` takes one text: put it in quotes")),
        };
        let is_json = verb.takes.is_some_and(|it| it.kind == ArgumentKind::Json);
        let said = match Said::<AnyCall>::of_verb(name, argument) {
            Ok(said) => said,
            // A value of JSON was not read here.
            Err(_) if is_json && !reply.texts.is_empty() => return None,
            Err(error) => return fault("", error.to_string()),
        };
        let policy = Policy { name: String::new(), guard: None };
        let refused = |of: &Use| {
            let event = event.unwrap_or(&of.event);
            let input = json!({crate::commands::EVENT: event}).to_string();
            let failures = policy.answer(input.as_bytes(), || said.clone()).failures;
            // Other failures can be about the input, which is not known here.
            let refusal = format!("`{event}` cannot `{name}`");
            failures.iter().find_map(|it| it.find(&refusal).map(|at| it[at..].to_owned()))
        };
        if let Some(why) = on_each(uses, refused) {
            return fault(name, why);
        }
        // What the reply says about the arguments of each tool.
        let wrong = on_each(uses, |of| {
            let tools = of.values.as_ref().filter(|_| is_json)?;
            let event = of.event.parse::<HookEvent>().ok()?;
            let of_tool = |tool: &String| {
                let input = whole(event, Some(tool), &[]).ok().filter(|it| it.get(ARGUMENTS).is_some())?;
                let failures = policy.answer(input.to_string().as_bytes(), || said.clone()).failures;
                failures.iter().find_map(|it| Some(it.split_once(WRONG)?.1.split_once(": ")?.1.to_owned()))
            };
            tools.iter().map(of_tool).collect::<Option<Vec<_>>>()?.into_iter().next()
        });
        fault(reply.texts.first().map_or(name, String::as_str), wrong?)
    }

    fn of_commands(&self, of: &Commands) -> Option<Fault> {
        let wanted = of.wanted.as_deref().filter(|it| self.is_literal(it))?;
        let error = matching(&commands("", "bash"), wanted).err()?;
        Some(Fault { range: self.place(wanted), why: refused_match(wanted, &error.to_string()) })
    }
}

/// Returns the first answer, if there is one for each use.
fn on_each(uses: &[Use], of: impl Fn(&Use) -> Option<String>) -> Option<String> {
    uses.iter().map(of).collect::<Option<Vec<_>>>()?.into_iter().next()
}

/// A script that goes on after a command that failed. `hookwire run` notices how a script ends, and when a part of it fails.
fn goes_on(file: &Rc<FileText>, uses: &[Use], all: &[ShellCommand]) -> Option<Finding> {
    let of = uses.iter().filter(|it| it.is_guarded).max_by_key(|it| is_closed(it))?;
    if all.iter().any(ends_at_failure) || is_started_so(&of.handler) {
        return None;
    }
    let last = all.iter().map(|it| it.range().start).max()?;
    let command = all.iter().find(|it| is_unnoticed(&file.text, it, last))?;
    let name = command.name.as_deref().unwrap_or_default();
    let message = format!(
        "If `{name}` fails here, the script goes on, and can end without an answer, as if all were well. Begin it with `set -euo pipefail`, or write `|| exit 2` behind the command."
    );
    let level = if is_closed(of) { Level::Warning } else { Level::Note };
    let related = (Rc::clone(&of.at.0), of.at.1.clone(), format!("it runs on {} here", of.event));
    Some(Finding { related: Some(related), ..Finding::new("no-errexit", level, file, Some(command.range()), message) })
}

/// The most bytes of a line in which the end of an assignment or a test is looked for.
const MOST_BEHIND: usize = 500;

/// Returns true for a program whose failure nothing in the script notices, and after which the script goes on.
fn is_unnoticed(text: &str, command: &ShellCommand, last: usize) -> bool {
    let is_program = command.name.as_deref().is_some_and(|it| it != PROGRAM && !is_harmless(it));
    let is_plain = command.reached.iter().all(|it| matches!(it, ReachedBy::Substitution));
    let end = command.range().end;
    // `x=$(jq .a) || exit` and `[ "$(jq .a)" = b ]` notice it.
    let behind = text.as_bytes().get(end..).unwrap_or_default();
    let behind = &behind[..behind.len().min(MOST_BEHIND)];
    let behind = String::from_utf8_lossy(behind.split(|it| *it == b'\n').next().unwrap_or_default());
    let is_noticed = ["||", "&&", "]"].iter().any(|it| behind.contains(it));
    is_program && is_plain && !is_noticed && last > end
}

/// Returns true for `set -e` in any form, and for a trap for errors.
pub fn ends_at_failure(command: &ShellCommand) -> bool {
    let mut words = command.words.iter().skip(1).map(|it| it.text.as_str());
    match command.name.as_deref() {
        Some("set") => words.any(|it| it == "errexit" || is_errexit(it)),
        Some("trap") => words.any(|it| it == "ERR"),
        _ => false,
    }
}

fn is_errexit(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|it| !it.starts_with('-') && it.contains('e'))
}

/// Returns true if the entry starts the shell with such an option.
fn is_started_so(handler: &Value) -> bool {
    let shells = |words: &[&str]| {
        words.windows(2).any(|it| matches!(it[0].rsplit('/').next(), Some("bash" | "sh")) && is_errexit(it[1]))
    };
    let arguments = handler.get("args").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let line = handler.get("command").and_then(Value::as_str).unwrap_or_default();
    shells(&arguments.collect::<Vec<_>>()) || shells(&line.split_whitespace().collect::<Vec<_>>())
}
