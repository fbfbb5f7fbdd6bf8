//! The parts of a hook: `hookwire get`, `hookwire reply`, and the input of `hookwire commands`.
//!
//! Whatever fails in them is exit code 2, and known to `hookwire run`. Any other code would open a guard.

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write};
use std::process::ExitCode;

use clap::Subcommand as _;
use clap::error::ErrorKind;
use hookwire::host::{OutcomeAction, exited, interpret};
use hookwire::read::read_json;
use hookwire::verbs::{ArgumentKind, Verb};
use hookwire::{AnyCall, Guard, Reply as Said};
use serde_json::{Map, Value, json};

use super::input::{ARGUMENTS, EVENT, TOOL, context, event};
use crate::args::{Command, Get, HookCommand, Reply};
use crate::files;
use crate::knowledge::{unknown_field, verb};
use crate::session::{Answer, BLOCKS, Part, Policy, VARIABLES, close_on_panic, say_unheard, stdin, unheard};
use crate::terminal::safe;

include!(concat!(env!("OUT_DIR"), "/fields.rs"));

/// Names, each with its fields and their names as variables of a shell.
type Table = &'static [(&'static str, &'static [(&'static str, &'static str)])];

/// Returns the input that a part is about: that of the run, or the standard input.
pub fn input() -> Result<Value, String> {
    let read = || bytes().and_then(|it| event_of(&it));
    let Some(part) = Part::beside_run() else { return read() };
    // A host gives each hook an event. Where nothing in the session has one, a script has moved its own part there.
    part.read_own(read)
}

fn event_of(bytes: &[u8]) -> Result<Value, String> {
    let input = read_json(bytes).map_err(|error| format!("the input cannot be read: {error}"))?;
    match input.get(EVENT) {
        Some(Value::String(_)) => Ok(input),
        _ => Err(format!("the input is not an object with an event in `{EVENT}`")),
    }
}

fn bytes() -> Result<Vec<u8>, String> {
    match Part::of_run() {
        Some(part) => part.input(),
        None => stdin(),
    }
}

/// Says that a part failed: to people, and to the run. Without a run, the exit code is for the event of the input.
pub fn failed(error: &str, input: Option<&Value>) -> ExitCode {
    let _ = writeln!(io::stderr(), "hookwire: {}", safe(error));
    let event = input.and_then(|it| it.get(EVENT)?.as_str()).and_then(|it| it.parse().ok());
    match Part::of_run() {
        Some(part) => {
            if let Err(error) = part.fail(error) {
                unheard(&error);
            }
        }
        None => {
            fail_beside();
            // A test that started the script would take the exit code for a block. A run further up is not asked about it.
            if VARIABLES.iter().filter(|it| env::var_os(it).is_some()).count() < VARIABLES.len() {
                let policy = Policy { name: "hookwire".to_owned(), guard: None };
                drop(policy.failed(input.map(Value::to_string).unwrap_or_default().as_bytes(), error));
            }
            if event.map(Guard::of) == Some(Guard::Open) {
                return ExitCode::from(1);
            }
        }
    }
    ExitCode::from(BLOCKS)
}

/// Says that the arguments are wrong, or prints the help that they ask for.
pub fn unread(error: &clap::Error) -> ExitCode {
    let is_alone = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if is_alone && !io::stdin().is_terminal() {
        // As a hook: the reason for a block is no place for all of the help.
        let _ = writeln!(io::stderr(), "hookwire: {ALONE}: `hookwire --help` lists the commands");
    } else {
        let _ = error.print();
    }
    if error.kind() == ErrorKind::DisplayVersion {
        return ExitCode::SUCCESS;
    }
    let named = env::args_os().skip(1).find(|it| !it.to_string_lossy().starts_with('-')).unwrap_or_default();
    let named = named.to_string_lossy();
    let is_of_other = Command::has_subcommand(&named) && !HookCommand::has_subcommand(&named);
    if named == "reply" && !env::args_os().any(|it| it.to_string_lossy().starts_with("--event")) {
        fail_outside();
    } else if !is_of_other && (error.use_stderr() || (is_alone && env::args_os().len() == 1)) {
        fail_beside();
    }
    let part = Part::of_run();
    if !error.use_stderr() && part.is_none() {
        return ExitCode::SUCCESS;
    }
    if let Some(part) = part {
        // A script asks for no help: a text of the call began with `-`.
        let why = if is_alone {
            ALONE.to_owned()
        } else if error.use_stderr() {
            error.to_string()
        } else {
            "it was asked for help. Write `--` before a text".to_owned()
        };
        let _ = part.fail(&why);
        if env::args_os().any(|it| it == "--sh") {
            let _ = print(FAILED_SH);
        }
    }
    ExitCode::from(BLOCKS)
}

/// Says in the run above that a part failed, if no other hook can have it: nothing in its session of processes had an event.
fn fail_beside() {
    if Part::beside_run().is_some_and(|it| !it.has_read_own()) {
        fail_outside();
    }
}

/// Says in the run above that a part outside of it failed: it was meant for the run.
fn fail_outside() {
    if let Some(part) = Part::beside_run() {
        let noted = part.fail(
            "a part of it is in another session of processes, has another standard input than the script, and fails: leave out \
             `setsid`, or the redirection",
        );
        let _ = noted.inspect_err(say_unheard);
    }
}

/// What is wrong with the name of this program alone.
const ALONE: &str = "`hookwire` without a command does nothing";

/// What `eval "$(hookwire get --sh)"` runs after a failure: the exit code of a substitution is lost there.
const FAILED_SH: &str = "exit 2\n";

fn print(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // As in `… | head -1`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done.map_err(|error| format!("nobody reads it: {error}")),
    }
}

/// Runs `hookwire get`.
pub fn get(arguments: &Get) -> ExitCode {
    close_on_panic();
    let (input, error) = match input() {
        Ok(input) => (Some(input), None),
        Err(error) => (None, Some(error)),
    };
    let got = match (&input, &arguments.path) {
        (None, _) => Err(error.unwrap_or_default()),
        (Some(input), Some(path)) => value(input, path, arguments.default.as_deref()),
        (Some(input), None) => assignments(input),
    };
    let Err(error) = got.and_then(|text| print(&text)) else { return ExitCode::SUCCESS };
    let code = failed(&error, input.as_ref());
    if arguments.sh {
        let is_open = code == ExitCode::from(1);
        let _ = print(if is_open { "exit 1\n" } else { FAILED_SH });
    }
    code
}

/// Returns the text of a value of the input.
fn value(input: &Value, path: &str, default: Option<&str>) -> Result<String, String> {
    let found = match path.strip_prefix('/') {
        Some(_) => input.pointer(path),
        None => path.split('.').try_fold(input, |value, key| match value {
            Value::Array(items) => items.get(key.parse::<usize>().ok()?),
            _ => value.get(key),
        }),
    };
    if found.is_none()
        && let Some(why) = unknown(input, path)
    {
        return Err(why);
    }
    match (found, default) {
        (Some(value), _) => Ok(plain(value, path)? + "\n"),
        (None, Some(default)) => Ok(format!("{default}\n")),
        (None, None) => Err(format!("the input has no `{path}`. Write `--default TEXT` if it can be missing")),
    }
}

/// Returns what is wrong with a path that no input of this event and tool has: with a default, a misspelled guard would be open.
fn unknown(input: &Value, path: &str) -> Option<String> {
    let of = |key: &str| input.get(key).and_then(Value::as_str).unwrap_or_default();
    unknown_field(of(EVENT), of(TOOL), path)
}

/// Returns a value as a shell can have it.
fn plain(value: &Value, path: &str) -> Result<String, String> {
    match value {
        Value::String(text) if text.contains('\0') => {
            Err(format!("`{path}` has a NUL character, which no variable of a shell can have"))
        }
        Value::String(text) => Ok(text.clone()),
        other => Ok(other.to_string()),
    }
}

/// Returns assignments for a shell. Their names are those of the contract: nothing of the input is a name.
fn assignments(input: &Value) -> Result<String, String> {
    let name = input.get(EVENT).and_then(Value::as_str).unwrap_or_default();
    let fields = |table: Table, name: &str| table.iter().find(|(it, _)| *it == name).map(|(_, fields)| *fields);
    let of_event = fields(EVENT_FIELDS, name).ok_or_else(|| {
        format!("this version of hookwire does not know the event `{name}`: get its fields by their names")
    })?;
    let tool = input.get(TOOL).and_then(Value::as_str).unwrap_or_default();
    let mut text = String::new();
    let none = json!({});
    let of_tool = input.get(ARGUMENTS).unwrap_or(&none);
    if !of_tool.is_object() {
        return Err(format!("`{ARGUMENTS}` of the input is not an object"));
    }
    let all = of_event.iter().map(|(key, name)| (input.get(key), *key, *name));
    let arguments = fields(TOOL_FIELDS, tool).unwrap_or_default().iter();
    let mut names = BTreeSet::new();
    for (value, key, name) in all.chain(arguments.map(|(key, name)| (of_tool.get(key), *key, *name))) {
        names.insert(name);
        // What is missing is empty: a variable of the environment must not take its place.
        let value = value.map(|it| plain(it, key)).transpose()?.unwrap_or_default();
        let _ = writeln!(text, "{name}='{}'", value.replace('\'', r"'\''"));
    }
    // Also that of a field which this event or tool does not have.
    let every = EVENT_FIELDS.iter().chain(TOOL_FIELDS).flat_map(|(_, fields)| *fields).map(|(_, name)| *name);
    let others: BTreeSet<&str> = every.filter(|it| !names.contains(it) && env::var_os(it).is_some()).collect();
    for name in others {
        let _ = writeln!(text, "{name}=''");
    }
    Ok(text)
}

/// Runs `hookwire reply`.
pub fn reply(arguments: &Reply) -> ExitCode {
    close_on_panic();
    if arguments.event.is_none() {
        fail_outside();
    }
    let made = said(arguments).and_then(|said| Ok((said, asked(arguments)?)));
    let (said, input) = match made {
        Ok(made) => made,
        Err(error) => return failed(&error, None),
    };
    let policy = Policy { name: format!("hookwire reply {}", arguments.verb), guard: None };
    let mut answer = policy.answer(&input, || said.clone());
    // A note about a verb that is left out names the parameter of the packages.
    if !arguments.again && !answer.stderr.is_empty() && answer.failures.is_empty() {
        let again = policy.answer(&input, || said.iter().cloned().map(Said::again).collect::<Vec<_>>());
        if (&again.stdout, again.code) != (&answer.stdout, answer.code) {
            answer.stderr.extend_from_slice(b"In a script, `again` is the option `--again`.\n");
        }
    }
    match answer.failures.first() {
        // The run decides what that means.
        Some(failure) if Part::of_run().is_some() => failed(failure, None),
        _ => match Part::of_run() {
            Some(part) => arrived(&part, &answer, &input),
            None => answer.write(true, None),
        },
    }
}

/// Prints a reply, and says in the run that it has to arrive.
fn arrived(part: &Part, answer: &Answer, input: &[u8]) -> ExitCode {
    let input = read_json(input).unwrap_or_default();
    let name = input.get(EVENT).and_then(Value::as_str).unwrap_or_default().to_owned();
    let result = exited(answer.code.into(), answer.stdout.clone(), answer.stderr.clone());
    let outcome = interpret(&name, &result, &context(None).with_input(input));
    let noted = match outcome.action {
        _ if outcome.blocked() || outcome.stops() => part.block(),
        OutcomeAction::Asked => part.ask(),
        _ => Ok(()),
    };
    if let Err(error) = noted {
        return failed(&error.to_string(), None);
    }
    if !answer.print(None) {
        return failed("its reply has nowhere to go: stdout is closed, or cannot be written", None);
    }
    ExitCode::from(answer.code)
}

/// Returns the input that is answered.
fn asked(arguments: &Reply) -> Result<Vec<u8>, String> {
    let wanted = arguments.event.as_deref().map(event).transpose().map_err(|error| error.to_string())?;
    match (Part::of_run(), wanted) {
        (Some(part), None) => part.input(),
        (Some(part), Some(wanted)) => {
            let input = part.input()?;
            let of_run = read_json(&input).unwrap_or_default();
            let is_same = of_run.get(EVENT).and_then(Value::as_str) == Some(wanted.as_str());
            if is_same { Ok(input) } else { Err(format!("the input is not of the event `{wanted}`")) }
        }
        (None, Some(wanted)) => Ok(json!({EVENT: wanted.as_str()}).to_string().into_bytes()),
        (None, None) => {
            Err("which event is it about? Write `--event EVENT`, or start the script by `hookwire run`".to_owned())
        }
    }
}

/// Returns what the verbs say.
fn said(arguments: &Reply) -> Result<Vec<Said<AnyCall>>, String> {
    let first = spoken(&arguments.verb, &arguments.texts);
    let others = arguments.and.iter().map(|it| match it.split_once('=') {
        Some((verb, text)) => spoken(verb, &[text.to_owned()]),
        None => spoken(it, &[]),
    });
    let again = |it: Said<AnyCall>| if arguments.again { it.again() } else { it };
    std::iter::once(first).chain(others).map(|it| it.map(again)).collect()
}

/// Returns what a verb says.
fn spoken(name: &str, texts: &[String]) -> Result<Said<AnyCall>, String> {
    Said::of_verb(name, argument(verb(name)?, texts)?).map_err(|error| error.to_string())
}

/// Returns the argument of a verb.
fn argument(verb: &Verb, texts: &[String]) -> Result<Option<Value>, String> {
    let Some(takes) = verb.takes.filter(|_| !texts.is_empty()) else {
        return if texts.is_empty() { Ok(None) } else { Err(format!("`{}` takes no text", verb.name)) };
    };
    if takes.kind == ArgumentKind::Texts {
        return Ok(Some(texts.into()));
    }
    // `command='ls -a'` is an object with this text.
    let pairs: Option<Map<String, Value>> = texts.iter().map(|it| pair(it)).collect();
    if takes.kind == ArgumentKind::Json
        && let Some(pairs) = pairs
    {
        return Ok(Some(pairs.into()));
    }
    let from_stdin = texts == ["-"];
    let read = if from_stdin { vec![files::text(stdin()?).trim_end().to_owned()] } else { Vec::new() };
    let texts = if from_stdin { &read } else { texts };
    let [text] = texts else {
        return Err(format!("`{}` takes one text: put it in quotes", verb.name));
    };
    if takes.kind == ArgumentKind::Text {
        return Ok(Some(text.as_str().into()));
    }
    let value = serde_json::from_str(text);
    value.map(Some).map_err(|error| format!("`{}` takes {} as JSON: {error}", verb.name, takes.name))
}

/// Returns the key and the value of a text such as `command=ls`.
pub fn pair(text: &str) -> Option<(String, Value)> {
    let (key, value) = text.split_once('=')?;
    let is_key = !key.is_empty() && key.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    is_key.then(|| (key.to_owned(), value.into()))
}
