//! `hookwire`: finds out why a hook of Claude Code does nothing.
//!
//! What is known about the hosts is in the crate `hookwire`. This program adds what a library does not have:
//!
//! | module | |
//! |---|---|
//! | [`args`] | the arguments |
//! | [`commands`] | the commands, a file for each |
//! | [`project`] | which documents with hooks there are, and the scripts that they start |
//! | [`text`] | JSON and YAML with positions |
//! | [`script`] | what scripts print, and how they end |
//! | [`session`] | a run of a hook, and what its parts share |
//! | [`trial`] | runs hooks, after the user agreed |
//! | [`finding`] | what is wrong, and the codes that the contract does not have |
//! | [`fix`] | what can be fixed for certain, and how files are replaced |
//! | [`hosts`] | the versions that are asked about |
//! | [`report`] | the forms of the output |
//! | [`knowledge`] | the pages and schemas that are printed |
//! | `processes` | ends what this program started |
//! | [`files`], [`terminal`], [`secrets`] | what is safe to read, and to print |

mod args;
mod commands;
mod config;
mod files;
mod finding;
mod fix;
mod hosts;
mod knowledge;
#[cfg(unix)]
mod processes;
mod project;
mod report;
mod script;
mod secrets;
mod session;
mod terminal;
mod text;
mod trial;

use std::fmt;
use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use crate::args::{Arguments, Command, HookCommand};
use crate::session::Part;

fn main() -> ExitCode {
    #[cfg(unix)]
    if let Some(code) = session::aside() {
        return code;
    }
    let arguments = match Arguments::read() {
        Ok(arguments) => arguments,
        Err(error) => return commands::unread(&error),
    };
    // A script reads what a part prints: variables of the environment must not colour that.
    let is_read = matches!(arguments.command, Command::InHook(_)) && !io::stdout().is_terminal();
    use_color(match arguments.general.color {
        clap::ColorChoice::Auto if is_read => clap::ColorChoice::Never,
        color => color,
    });
    // What a hook prints on stderr is for Claude.
    note_newer(arguments.general.host.as_ref().filter(|_| !matches!(arguments.command, Command::InHook(_))));
    let hosts = arguments.general.host.unwrap_or_default();
    let quiet = arguments.general.quiet;
    let done = match arguments.command {
        Command::Check(it) => commands::check(&it, &hosts, quiet),
        Command::Which(it) => commands::which(&it, &hosts),
        Command::Explain(it) => commands::explain(&it, &hosts),
        Command::Doctor(it) => commands::doctor(&it, &hosts),
        Command::Try(it) => commands::try_hooks(&it, &hosts),
        Command::Test(it) => commands::test(&it, &hosts, quiet),
        Command::Validate(it) => commands::validate(&it, &hosts, quiet),
        Command::InHook(HookCommand::Commands(it)) if it.is_part() => return part(|| commands::of_call(&it)),
        Command::InHook(HookCommand::Commands(it)) if Part::of_run().or_else(Part::beside_run).is_some() => {
            // The exit code 1 would end a script that is right.
            return part(|| match commands::commands(&it) {
                Ok(_) => ExitCode::SUCCESS,
                Err(failure) => commands::failed(&failure.to_string(), None),
            });
        }
        Command::InHook(HookCommand::Commands(it)) => commands::commands(&it),
        Command::New(it) => commands::new(&it),
        Command::Add(it) => commands::add(&it, &hosts),
        Command::Remove(it) => commands::remove(&it, &hosts),
        Command::InHook(HookCommand::Run(it)) => return commands::run(&it, &hosts),
        Command::InHook(HookCommand::Get(it)) => return part(|| commands::get(&it)),
        Command::InHook(HookCommand::Reply(it)) => return part(|| commands::reply(&it)),
        Command::Rule(it) => commands::rule(&it),
        Command::Docs(it) => commands::docs(&it),
        Command::Schema(it) => commands::schema(&it),
        Command::Events(it) => commands::events(&it),
        Command::Completions { shell } => commands::completions(shell),
        Command::Man => commands::man(),
    };
    match done {
        Ok(Found::Nothing) => ExitCode::SUCCESS,
        Ok(Found::Something) => ExitCode::from(1),
        // Who reads the output has seen enough.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(3),
        Err(failure) => {
            anstream::eprintln!("{RED}error:{RED:#} {}", terminal::safe(&failure.to_string()));
            ExitCode::from(if matches!(failure, Failure::Wrong(_)) { 2 } else { 3 })
        }
    }
}

/// Notes that a version is newer than all that are known.
fn note_newer(hosts: Option<&hosts::Hosts>) {
    if let Some(said) = hosts.and_then(hosts::Hosts::beyond) {
        anstream::eprintln!("note: {said}");
    }
}

/// Runs a part of a hook.
fn part(run: impl FnOnce() -> ExitCode) -> ExitCode {
    session::survive_limits();
    match Part::of_run() {
        Some(part) => part.run(run),
        None => run(),
    }
}

const RED: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();

fn use_color(color: clap::ColorChoice) {
    match color {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// Whether something is wrong with what was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing is.
    Nothing,
    /// Something is.
    Something,
}

impl From<bool> for Found {
    fn from(is_something: bool) -> Self {
        if is_something { Self::Something } else { Self::Nothing }
    }
}

/// Why a command could not run.
#[derive(Debug)]
pub enum Failure {
    /// The arguments are wrong.
    Wrong(String),
    /// Something could not be read.
    Unreadable(String),
    /// The user did not agree to run something.
    Refused(String),
    /// The output could not be written.
    Io(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(text) | Self::Unreadable(text) | Self::Refused(text) => f.write_str(text),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// What a command returns.
pub type Done = Result<Found, Failure>;
