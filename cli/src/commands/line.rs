//! `hookwire commands`: what a line of a shell runs.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use hookwire::shell::{CommandLine, commands as read, matching};

use crate::args::{Commands, Form};
use crate::terminal::{clean, safe, width, wrap};
use crate::{Done, Failure, Found, files, report};

const OPAQUE: Style = AnsiColor::Yellow.on_default().bold();
const BOLD: Style = Style::new().bold();

/// The most bytes of a line.
const LARGEST: u64 = 4 << 20;

/// Runs the command.
pub fn commands(arguments: &Commands) -> Done {
    let text = match &arguments.text {
        Some(text) => text.clone(),
        None => {
            let too_large = || Failure::Unreadable(format!("the line has more than {} MiB", LARGEST >> 20));
            files::text(files::bounded(io::stdin().lock(), LARGEST)?.ok_or_else(too_large)?)
        }
    };
    let mut line = read(&text, &arguments.shell);
    if let Some(wanted) = &arguments.wanted {
        line = matching(&line, wanted).map_err(|error| Failure::Wrong(format!("`--match {wanted}`: {error}")))?;
    }
    if arguments.format == Form::Json {
        report::json::show(&line)?;
    } else {
        print(&mut anstream::stdout().lock(), &text, &line)?;
    }
    let is_match = arguments.wanted.is_some() && !(line.commands.is_empty() && line.opaque.is_empty());
    Ok(Found::from(is_match))
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
