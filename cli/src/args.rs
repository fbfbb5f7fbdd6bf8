//! The arguments of the program.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, ColorChoice, Parser, Subcommand};

use crate::hosts::Hosts;
use crate::report::Format;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXIT_CODES: &str = "\
Exit codes: 0 nothing is wrong, 1 something is (`commands --match`: there is such a command), 2 wrong arguments, 3 it could not run.

This program starts no process, opens no connection and writes no file.";

/// Finds out why a hook of Claude Code does nothing.
#[derive(Debug, Parser)]
#[command(name = "hookwire", version = env!("HOOKWIRE_VERSION"), styles = STYLES, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// The version of Claude Code: one, several with commas, or a range such as `2.1.248..`. The default is the newest one that
    /// is known.
    #[arg(long, global = true, value_name = "VERSION", help_heading = "Options for all commands")]
    pub host: Option<Hosts>,
    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto, help_heading = "Options for all commands")]
    pub color: ColorChoice,
    /// Print only what is wrong.
    #[arg(long, short, global = true, help_heading = "Options for all commands")]
    pub quiet: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check everything about hooks in a project: settings, plugins, skills, agents, commands, and the scripts that they start.
    #[command(after_help = "Example: hookwire check --host 2.1.248..")]
    Check(Check),
    /// Say which hooks run on an event, in which order, and why the others do not.
    #[command(after_help = "Example: hookwire which PreToolUse --tool Bash --set command='git push'")]
    Which(Which),
    /// Say what Claude Code does when a hook prints this and exits with this code.
    #[command(
        after_help = "Example: echo '{\"permissionDecision\": \"deny\"}' | hookwire explain PreToolUse --stdout-file -"
    )]
    Explain(Explain),
    /// Say whether the hooks of this folder are live, and what is in their way.
    Doctor(Doctor),
    /// Check payloads, replies and settings against what Claude Code sends and accepts. Files of JSON Lines are read line by line.
    #[command(after_help = "Example: hookwire validate HookInput log.jsonl")]
    Validate(Validate),
    /// List the commands that a line of a shell runs, and what hides others.
    #[command(after_help = "Example: hookwire commands 'cd app && sudo git push'")]
    Commands(Commands),
    /// Explain a code of a finding.
    Rule(Page),
    /// Print the page of an event, or another page of the documentation.
    Docs(Page),
    /// Print the JSON Schema of a type, with all that it refers to.
    Schema(Name),
    /// List the events.
    Events(Events),
    /// Print completions for a shell: `hookwire completions bash`.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the man page.
    Man,
}

/// The arguments of `check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Projects, plugins, or single files. The default is the current folder.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Check the settings, skills, agents and commands of the user, and managed settings, too.
    #[arg(long)]
    pub user: bool,
    /// Report only these codes.
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub select: Vec<String>,
    /// Do not report these codes.
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub ignore: Vec<String>,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// The file with the options of the project. The default is `hookwire.toml` in the current folder.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// The arguments of `which`.
#[derive(Debug, Args)]
pub struct Which {
    /// The event.
    pub event: String,
    /// The tool of the call.
    #[arg(long)]
    pub tool: Option<String>,
    /// A field of the input, or an argument of the tool.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// A file with the input of the event, instead of `--tool` and `--set`; `-` is the standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tool", "set"])]
    pub input: Option<PathBuf>,
    /// The folder that it is about.
    #[command(flatten)]
    pub folder: Folder,
}

/// The folder that a command is about.
#[derive(Debug, Args)]
pub struct Folder {
    /// The folder in which Claude Code is started. The default is the current folder.
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    /// The folder of a plugin that is enabled.
    #[arg(long, value_name = "FOLDER")]
    pub plugin: Vec<PathBuf>,
    /// The folder with the settings of the administrator, to try them before they are installed.
    #[arg(long, value_name = "FOLDER")]
    pub managed: Option<PathBuf>,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t)]
    pub format: Form,
}

/// The arguments of `explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// The event.
    pub event: String,
    /// The exit code.
    #[arg(long, value_name = "CODE", default_value_t = 0)]
    pub exit: u8,
    /// What the hook prints on stdout.
    #[arg(long, value_name = "TEXT", conflicts_with = "stdout_file")]
    pub stdout: Option<String>,
    /// A file with what the hook prints on stdout; `-` is the standard input.
    #[arg(long, value_name = "FILE")]
    pub stdout_file: Option<PathBuf>,
    /// What the hook prints on stderr.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub stderr: String,
    /// The tool of the call.
    #[arg(long)]
    pub tool: Option<String>,
    /// The permission mode.
    #[arg(long)]
    pub mode: Option<String>,
    /// A field of the input, or an argument of the tool.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t)]
    pub format: Form,
}

/// The arguments of `doctor`.
#[derive(Debug, Args)]
pub struct Doctor {
    /// The folder that it is about.
    #[command(flatten)]
    pub folder: Folder,
}

/// The arguments of `validate`.
#[derive(Debug, Args)]
pub struct Validate {
    /// The type, such as `HookInput`, `PreToolUseOutput` or `HooksSettings`.
    #[arg(value_name = "TYPE")]
    pub name: String,
    /// The files. The default, and `-`, is the standard input.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Read each file as JSON Lines: a payload in each line. Files that end in `.jsonl` or `.ndjson` are read so anyway.
    #[arg(long)]
    pub lines: bool,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// The arguments of `commands`.
#[derive(Debug, Args)]
pub struct Commands {
    /// The line. Without it, the standard input is read.
    pub text: Option<String>,
    /// The shell that reads it.
    #[arg(long, default_value = "bash")]
    pub shell: String,
    /// List only what is, or may be, this command: `git push --force`. The exit code is 1 if there is something.
    #[arg(long = "match", value_name = "COMMAND")]
    pub wanted: Option<String>,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t)]
    pub format: Form,
}

/// The arguments of commands that print a page.
#[derive(Debug, Args)]
pub struct Page {
    /// Its name. Without it, all names are listed.
    pub name: Option<String>,
    /// The form of the page.
    #[arg(long, value_enum, default_value_t)]
    pub format: PageFormat,
}

/// The arguments of `schema`.
#[derive(Debug, Args)]
pub struct Name {
    /// The name of the type. Without it, all names are listed.
    pub name: Option<String>,
}

/// A form of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// For people.
    #[default]
    Text,
    /// One JSON document.
    Json,
}

/// A form of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum PageFormat {
    /// Without what only a browser needs.
    #[default]
    Text,
    /// As it is written.
    Markdown,
}

/// The arguments of `events`.
#[derive(Debug, Args)]
pub struct Events {
    /// The form of the output.
    #[arg(long, value_enum, default_value_t)]
    pub format: Form,
}
