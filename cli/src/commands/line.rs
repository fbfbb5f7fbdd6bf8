//! `hookwire commands`: what a line of a shell runs.

use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use hookwire::shell::{CommandLine, commands as read, commands_of, matching};
use serde_json::Value;

use super::input::ARGUMENTS;
use super::part::{failed, input};
use crate::args::{Commands, Form};
use crate::session::close_on_panic;
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
    let mut line = read(&text, &arguments.shell);
    if let Some(wanted) = &arguments.wanted {
        line = matching(&line, wanted).map_err(|error| Failure::Wrong(format!("`--match {wanted}`: {error}")))?;
    }
    show(arguments, &text, &line)?;
    let is_match = arguments.wanted.is_some() && !(line.commands.is_empty() && line.opaque.is_empty());
    Ok(Found::from(is_match))
}

/// Lists the commands of the call that a hook is about.
pub fn of_call(arguments: &Commands) -> ExitCode {
    close_on_panic();
    let input = match input() {
        Ok(input) => input,
        Err(error) => return failed(&error, None),
    };
    match called(arguments, &input) {
        // What is found is on stdout. An exit code other than 0 would end a script that is right.
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error, Some(&input)),
    }
}

fn called(arguments: &Commands, input: &Value) -> Result<(), String> {
    let mut line = commands_of(input).map_err(|error| error.to_string())?;
    if let Some(wanted) = &arguments.wanted {
        line = matching(&line, wanted).map_err(|error| format!("`--match {wanted}`: {error}"))?;
    }
    let text = line_in(input).unwrap_or_default();
    show(arguments, text, &line).map_err(|error| error.to_string())
}

/// Returns the line of a call, in which the parts that are not known have their places.
fn line_in(input: &Value) -> Option<&str> {
    input.get(ARGUMENTS)?.get("command")?.as_str()
}

fn show(arguments: &Commands, text: &str, line: &CommandLine) -> io::Result<()> {
    if arguments.format == Form::Json {
        report::json::show(line)
    } else {
        print(&mut anstream::stdout().lock(), text, line)
    }
}

fn print(out: &mut impl Write, text: &str, line: &CommandLine) -> io::Result<()> {
    for command in &line.commands {
        let words: Vec<String> = command.words.iter().map(|it| safe(&it.text)).collect();
        let assigned: Vec<String> =
            command.assignments.iter().map(|it| format!("{}=…", clean(&it.name, false))).collect();
        let shown = if words.is_empty() { assigned.join(" ") } else { words.join(" ") };
        let reached: Vec<&str> = command.reached.iter().map(|it| it.as_str()).collect();
        let reached = if reached.is_empty() { String::new() } else { format!("  ({})", reached.join(", ")) };
        writeln!(out, "{BOLD}{shown}{BOLD:#}{reached}")?;
    }
    for part in &line.opaque {
        let shown = safe(text.get(part.range()).unwrap_or_default());
        let said = format!("{shown}: {}", part.message);
        writeln!(out, "{OPAQUE}not known{OPAQUE:#} {}", wrap(&said, width(), 10))?;
    }
    Ok(())
}
