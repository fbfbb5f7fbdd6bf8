//! `hookwire commands`: what a line of a shell runs.

use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use hookwire::shell::{CommandLine, CommandMatches, OpaquePart, ShellCommand, commands as read, commands_of, matching};
use serde_json::Value;

use super::input::ARGUMENTS;
use super::part::{failed, input};
use crate::args::{Commands, Form};
use crate::secrets::shown_words;
use crate::session::{Part, close_on_panic};
use crate::terminal::{clean, safe, width, wrap};
use crate::{Done, Failure, Found, files, report};

const OPAQUE: Style = AnsiColor::Yellow.on_default().bold();
const BOLD: Style = Style::new().bold();

/// The most bytes of a line.
const LARGEST: u64 = 4 << 20;

/// Runs the command.
pub fn commands(arguments: &Commands) -> Done {
    let text = match &arguments.text {
        Some(text) if text != "-" => text.clone(),
        _ => {
            let too_large = || Failure::Unreadable(format!("the line has more than {} MiB", LARGEST >> 20));
            files::text(files::bounded(io::stdin().lock(), LARGEST)?.ok_or_else(too_large)?)
        }
    };
    let line = read(&text, &arguments.shell);
    let found = wanted(arguments, &line).map_err(Failure::Wrong)?;
    show(arguments, &text, &line, found.as_ref())?;
    Ok(Found::from(found.is_some_and(|it| !(it.commands.is_empty() && it.opaque.is_empty()))))
}

/// Lists the commands of the call that a hook is about.
pub fn of_call(arguments: &Commands) -> ExitCode {
    close_on_panic();
    let input = match input() {
        Ok(input) => input,
        Err(error) if Part::of_run().is_none() => {
            return failed(&format!("{error} For a line instead of a call, write it as an argument, or `-`."), None);
        }
        Err(error) => return failed(&error, None),
    };
    match called(arguments, &input) {
        // What is found is on stdout. An exit code other than 0 would end a script that is right.
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error, Some(&input)),
    }
}

fn called(arguments: &Commands, input: &Value) -> Result<(), String> {
    let line = commands_of(input).map_err(|error| error.to_string())?;
    let found = wanted(arguments, &line)?;
    let text = line_in(input).unwrap_or_default();
    show(arguments, text, &line, found.as_ref()).map_err(|error| error.to_string())
}

/// Returns the commands that are looked for, if any are.
fn wanted(arguments: &Commands, line: &CommandLine) -> Result<Option<CommandMatches>, String> {
    let found = arguments
        .wanted
        .as_ref()
        .map(|wanted| matching(line, wanted).map_err(|error| refused(wanted, &error.to_string())));
    found.transpose()
}

/// Says why a command cannot be looked for, in the words of the option.
pub fn refused(wanted: &str, error: &str) -> String {
    format!("`--match {wanted}`: {}", error.replacen("`wanted` has", "it has", 1))
}

/// Returns the line of a call, in which the parts that are not known have their places.
fn line_in(input: &Value) -> Option<&str> {
    input.get(ARGUMENTS)?.get("command")?.as_str()
}

/// Prints what is found. Who closes a pipe has read enough.
fn show(arguments: &Commands, text: &str, line: &CommandLine, found: Option<&CommandMatches>) -> io::Result<()> {
    match show_all(arguments, text, line, found) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        shown => shown,
    }
}

fn show_all(arguments: &Commands, text: &str, line: &CommandLine, found: Option<&CommandMatches>) -> io::Result<()> {
    if arguments.format == Form::Json {
        return found.map_or_else(|| report::json::show(line), report::json::show);
    }
    let (commands, opaque) = found.map_or((&line.commands, &line.opaque), |found| (&found.commands, &found.opaque));
    let is_certain = |it: &ShellCommand| found.is_some_and(|found| found.certain.contains(it));
    let is_repeated = |it: &ShellCommand| opaque.iter().any(|part| part.range() == it.range());
    // A command of which nothing else is known is only in the list of what is not known.
    let shown = commands.iter().filter(|it| is_certain(it) || !is_repeated(it));
    print(&mut anstream::stdout().lock(), text, shown, opaque)
}

fn print<'a>(
    out: &mut impl Write,
    text: &str,
    commands: impl Iterator<Item = &'a ShellCommand>,
    opaque: &[OpaquePart],
) -> io::Result<()> {
    for command in commands {
        let words = shown_words(command.words.iter().map(|it| &*it.text));
        let assigned: Vec<String> =
            command.assignments.iter().map(|it| format!("{}=…", clean(&it.name, false))).collect();
        let shown = if words.is_empty() { assigned.join(" ") } else { words };
        let reached: Vec<&str> = command.reached.iter().map(|it| it.as_str()).collect();
        let reached = if reached.is_empty() { String::new() } else { format!("  ({})", reached.join(", ")) };
        writeln!(out, "{BOLD}{shown}{BOLD:#}{reached}")?;
    }
    for part in opaque {
        let shown = safe(text.get(part.range()).unwrap_or_default());
        let said = format!("{shown}: {}", part.message);
        writeln!(out, "{OPAQUE}not known{OPAQUE:#} {}", wrap(&said, width(), 10))?;
    }
    Ok(())
}
