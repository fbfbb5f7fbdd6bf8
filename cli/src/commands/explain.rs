//! `hookwire explain`: what Claude Code does when a hook prints this and ends so.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;

use anstyle::{AnsiColor, Style};
use hookwire::host::{Outcome, exited, interpret};
use hookwire::{Context, HandlerEntry};
use serde_json::{Value, json};

use super::input::{context, event, whole};
use crate::args::{Explain, Form};
use crate::files;
use crate::finding::{FileText, Finding};
use crate::hosts::Hosts;
use crate::knowledge::{self, wire::ON_FAILURE};
use crate::report::{self, Format, Looked};
use crate::script::is_about_key;
use crate::secrets::mask_value;
use crate::terminal::{safe, shown_path, width, wrap};
use crate::text::Document;
use crate::{Done, Failure, Found};

const BOLD: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();

/// The most bytes of an output that are read; the host reads no more than this, either.
const LARGEST: u64 = 64 << 20;

/// Runs the command.
pub fn explain(arguments: &Explain, hosts: &Hosts) -> Done {
    let event = event(&arguments.event)?;
    let mut set = arguments.set.clone();
    if let Some(mode) = &arguments.mode {
        known_value("permission mode", "ActivePermissionMode", mode)?;
        set.push(format!("permission_mode={mode}"));
    }
    // Without anything about the call, nothing about it is assumed.
    let is_about_call = arguments.tool.is_some() || !set.is_empty();
    let input = is_about_call.then(|| whole(event, arguments.tool.as_deref(), &set)).transpose()?;
    let stdout = match (&arguments.stdout, &arguments.stdout_file) {
        (Some(text), _) => text.clone().into_bytes(),
        (None, Some(path)) => read(path)?,
        (None, None) => Vec::new(),
    };
    let handler = handler(arguments)?;
    let result = exited(arguments.exit.into(), stdout.clone(), arguments.stderr.clone());
    let of = |context: Context| {
        let context = match &input {
            Some(input) => context.with_input(input.clone()),
            None => context,
        };
        let context = match &handler {
            Some(handler) => context.with_handler(handler.clone()),
            None => context,
        };
        interpret(event.as_str(), &result, &context)
    };
    let outcome = of(context(hosts.newest()));
    if arguments.format == Form::Json {
        let mut report = json!(outcome);
        mask_value(&mut report);
        report::json::show(&report)?;
        return Ok((!outcome.problems.is_empty()).into());
    }
    let text = String::from_utf8_lossy(&stdout).into_owned();
    let path = arguments.stdout_file.as_deref().filter(|it| *it != Path::new("-")).unwrap_or(Path::new("stdout"));
    let document = Document::of_json(text.clone());
    let file = Rc::new(FileText { path: path.to_owned(), text: text.into() });
    let findings = hosts.findings(|host| problems(&of(context(host)), &document, &file));
    let mut out = anstream::stdout().lock();
    print(&mut out, &outcome)?;
    for (said, versions) in hosts.answers(|host| Ok(of(context(host)).explanation))?.into_iter().skip(1) {
        let versions = versions.unwrap_or_default();
        writeln!(out, "{BOLD}{versions}{BOLD:#}: {}", wrap(&safe(&said), width(), 0))?;
    }
    if findings.is_empty() {
        return Ok(Found::Nothing);
    }
    writeln!(out)?;
    drop(out);
    Ok(report::print(&findings, Looked::default(), Format::Text, true)?.into())
}

/// Returns the handler that ended so, if it is known.
fn handler(arguments: &Explain) -> Result<Option<HandlerEntry>, Failure> {
    let entry = match (&arguments.on_failure, &arguments.handler) {
        (Some(word), _) => {
            known_value(&format!("`{ON_FAILURE}`"), "FailureAction", word)?;
            json!({"type": "command", "command": "", ON_FAILURE: word})
        }
        (None, Some(path)) => {
            let wrong = |why: String| Failure::Wrong(format!("{}: {why}", shown_path(path)));
            let text = String::from_utf8(read(path)?).map_err(|_| wrong("it is not UTF-8".to_owned()))?;
            serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?
        }
        (None, None) => return Ok(None),
    };
    HandlerEntry::try_from(entry).map(Some).map_err(|_| {
        Failure::Wrong(format!(
            "a handler is an object, such as `{{\"type\": \"command\", \"{ON_FAILURE}\": \"block\"}}`"
        ))
    })
}

/// Refuses a word that is none of the values of a type.
fn known_value(what: &str, type_name: &str, word: &str) -> Result<(), Failure> {
    let values = knowledge::values(type_name);
    if values.is_empty() || values.iter().any(|it| it == word) {
        return Ok(());
    }
    let near = knowledge::nearest(word, values.iter().map(String::as_str));
    let near =
        near.map_or_else(|| format!("The values are {}.", values.join(", ")), |it| format!("Did you mean `{it}`?"));
    Err(Failure::Wrong(format!("no {what} is called `{word}`. {near}")))
}

/// Returns the problems of an output, with their places in it.
fn problems(outcome: &Outcome, document: &Document, file: &Rc<FileText>) -> Vec<Finding> {
    let finding = |problem: &hookwire::problems::Problem| {
        let range = document.place(&problem.pointer).shown(is_about_key(problem));
        let fault = document.fault.as_ref().map(|it| it.range.clone());
        let range = fault.unwrap_or(range);
        Finding::of_problem(problem, file, (!file.text.is_empty()).then_some(range))
    };
    outcome.problems.iter().map(finding).collect()
}

/// Prints what the host does.
pub fn print(out: &mut impl Write, outcome: &Outcome) -> io::Result<()> {
    let style = if outcome.blocked() { GOOD } else { BOLD };
    writeln!(out, "{style}{}{style:#}: {}", outcome.action.as_str(), wrap(&safe(&outcome.explanation), width(), 0))?;
    for text in &outcome.texts {
        let audience: Vec<&str> = text.audience.iter().map(|it| it.as_str()).collect();
        let shown: String = safe(&text.text).chars().take(200).collect();
        writeln!(out, "  {} gets ({}, from {}): {shown}", audience.join(" and "), text.purpose.as_str(), text.from)?;
    }
    // Several hooks can have the same one.
    let mut shown = BTreeSet::new();
    for effect in &outcome.effects {
        let value = effect.value.as_ref().map(Value::to_string).unwrap_or_default();
        let value: String = safe(&value).chars().take(200).collect();
        let line = match &*value {
            "" => format!("It has the effect `{}`.", effect.kind.as_str()),
            value => format!("{} {value}", effect.kind.as_str()),
        };
        if shown.insert(line.clone()) {
            writeln!(out, "  {line}")?;
        }
    }
    for (name, value) in [("new input", &outcome.new_input), ("new output", &outcome.new_output)] {
        if let Some(value) = value {
            writeln!(out, "  {name}: {}", safe(&value.to_string()))?;
        }
    }
    for condition in &outcome.depends_on {
        writeln!(out, "  It depends on `{}`.", condition.as_str())?;
    }
    Ok(())
}

/// Reads what a hook printed.
fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let shown = if path == Path::new("-") { "the standard input".to_owned() } else { shown_path(path) };
    let unreadable = |why: String| Failure::Unreadable(format!("{shown}: {why}"));
    let bytes = if path == Path::new("-") {
        files::bounded(io::stdin().lock(), LARGEST).map_err(|error| unreadable(error.to_string()))?
    } else {
        let opened = files::open(path).map_err(|error| unreadable(error.to_string()))?;
        let (file, _) = opened.ok_or_else(|| unreadable("it is not a regular file".to_owned()))?;
        files::bounded(file, LARGEST).map_err(|error| unreadable(error.to_string()))?
    };
    bytes.ok_or_else(|| unreadable(format!("it has more than {} MiB", LARGEST >> 20)))
}
