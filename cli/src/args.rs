//! The arguments of the program.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, ColorChoice, FromArgMatches as _, Parser, Subcommand};
use hookwire::host::OutcomeAction;
use hookwire::verbs::VERBS;

use crate::hosts::Hosts;
use crate::report::Format;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// The help, with the commands in groups. `test_answers.py` compares it with the commands.
const HELP: &str = "\
{about-with-newline}
{usage-heading} {usage}

Find out why a hook does nothing:
  check        What is wrong with the hooks of this project, and with their scripts?
  which        Which hooks run on an event, and why do the others not?
  explain      What does Claude Code do when a hook prints this and exits with this code?
  doctor       What is in the way of the hooks of this folder?

Try hooks. These run them, after you agree:
  try          Run the hooks of this folder, or one command, on a sample of an event
  test         Run the cases in `hooks.test.toml`

Write a hook and register it. These write files:
  new          Write a hook that works, with its tests
  add          Add a hook to a settings file
  remove       Remove it

In a hook:
  run          Run a command as a hook that stays closed: on a guard, whatever goes wrong blocks
  get          Print a value of the input
  reply        Print a reply: `hookwire reply block 'Open a pull request.'`
  commands     List the commands of the call, or of any line for a shell

Look something up:
  events       The events, and when each of them happens
  docs         The page of an event, or another one
  rule         What a code of a finding means
  schema       The JSON Schema of a type
  validate     Check payloads, replies and settings in files

Set up your shell:
  completions  Print completions: `hookwire completions bash`
  man          Print the man page
  help         Describe a command: `hookwire help check`

Options, which all commands take:
{options}{after-help}";

const EXIT_CODES: &str = "\
Exit codes:
  0  Nothing is wrong.
  1  Something is: a finding, a case that fails, a hook that broke, an entry that is not there.
     With `commands --match`, the line runs such a command.
  2  Wrong arguments.
  3  It could not run, or you did not agree.
In a hook, `run`, `get`, `reply` and `commands` have those of a hook: 2 blocks, also if they fail.

`try`, `test`, `doctor --run` and `run` start commands. `check --fix`, `new`, `add` and `remove`
write files. All other commands only read, and none opens a connection.";

/// Returns the keys of a case, and the words for what it expects.
fn test_help() -> String {
    // Nobody expects an outcome that nobody knows.
    let known = OutcomeAction::ALL.iter().filter(|it| **it != OutcomeAction::Unknown);
    let words: Vec<String> = known.map(|it| format!("`{}`", it.as_str())).collect();
    format!(
        "\
A file has cases:
  [[case]]
  event = \"PreToolUse\"
  set = {{command = \"git push\"}}
  expected = \"blocked\"

Keys of a case:
  event, tool, set  The input: a realistic one of the event, with these changes.
  expected          {}
                    for a hook that works; `failed`, or such as `failed and blocked`, for one that breaks.
  texts             Parts of texts that reach Claude or you.
  hook              One hook instead of those of the folder: a line for a shell, a list of a program
                    and its arguments, or an entry of the settings.
  host              Versions of Claude Code, as for `--host`. The case runs once for each.
  name              What the case is called in reports.

Example: hookwire test --format junit > report.xml",
        words.join(", ")
    )
}

/// Returns the help for a verb, with all of them.
fn verbs_help() -> String {
    let all: Vec<String> = VERBS.iter().map(|it| format!("`{}`", it.name)).collect();
    format!("What the hook says: {}", all.join(", "))
}

/// Finds out why a hook of Claude Code does nothing.
#[derive(Debug, Parser)]
#[command(name = "hookwire", version = env!("HOOKWIRE_VERSION"), styles = STYLES, help_template = HELP, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// The options of all commands.
    #[command(flatten)]
    pub general: General,
}

impl Arguments {
    /// Reads the arguments of this program.
    pub fn read() -> Result<Self, clap::Error> {
        let arguments: Vec<OsString> = std::env::args_os().collect();
        Self::quickly(&arguments).unwrap_or_else(|| Self::try_parse_from(&arguments))
    }

    /// Reads the arguments of one command, or of none. The tree of all commands takes most of the time of a start, and hooks start at
    /// every call of a tool. Returns nothing if that tree has to say more: help, and what is wrong.
    fn quickly(arguments: &[OsString]) -> Option<Result<Self, clap::Error>> {
        let (_, own) = arguments.split_first()?;
        let first = own.first()?.to_str()?;
        let read = match first {
            "--version" | "-V" if own.len() == 1 => {
                let alone = clap::Command::new("hookwire").version(env!("HOOKWIRE_VERSION"));
                return Some(Err(alone.try_get_matches_from(arguments).err()?));
            }
            "add" => one(own, Command::Add),
            "check" => one(own, Command::Check),
            "commands" => one(own, |it| Command::InHook(HookCommand::Commands(it))),
            "docs" => one(own, Command::Docs),
            "doctor" => one(own, Command::Doctor),
            "events" => one(own, Command::Events),
            "explain" => one(own, Command::Explain),
            "get" => one(own, |it| Command::InHook(HookCommand::Get(it))),
            "new" => one(own, Command::New),
            "remove" => one(own, Command::Remove),
            "reply" => one(own, |it| Command::InHook(HookCommand::Reply(it))),
            "rule" => one(own, Command::Rule),
            "run" => one(own, |it| Command::InHook(HookCommand::Run(it))),
            "schema" => one(own, Command::Schema),
            "test" => one(own, Command::Test),
            "try" => one(own, Command::Try),
            "validate" => one(own, Command::Validate),
            "which" => one(own, Command::Which),
            _ => None,
        };
        read.map(Ok)
    }
}

/// Reads the arguments of one command. The first word is its name.
fn one<A: Args>(words: &[OsString], command: impl Fn(A) -> Command) -> Option<Arguments> {
    let known = General::augment_args(A::augment_args(clap::Command::new("hookwire")));
    let matches = known.try_get_matches_from(words).ok()?;
    let general = General::from_arg_matches(&matches).ok()?;
    Some(Arguments { command: command(A::from_arg_matches(&matches).ok()?), general })
}

/// The options of all commands.
#[derive(Debug, Args)]
pub struct General {
    /// The version of Claude Code: one, several with commas, or a range such as `2.1.248..`. The default is the newest one that
    /// is known.
    #[arg(long, global = true, value_name = "VERSION", help_heading = "Options for all commands")]
    pub host: Option<Hosts>,
    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto, help_heading = "Options for all commands")]
    pub color: ColorChoice,
    /// Print only what is wrong: in `check`, `test` and `validate`.
    #[arg(long, short, global = true, help_heading = "Options for all commands")]
    pub quiet: bool,
}

/// The commands that hooks start.
#[derive(Debug, Subcommand)]
pub enum HookCommand {
    /// Run a command as a hook that stays closed: on a guard, whatever goes wrong blocks.
    #[command(after_help = "In the settings: hookwire run -- bash \"$CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh\"")]
    Run(Run),
    /// In a hook: print a value of the input.
    #[command(after_help = "Example: command=$(hookwire get tool_input.command)")]
    Get(Get),
    /// In a hook: print a reply.
    #[command(after_help = "Example: hookwire reply block 'Open a pull request instead.'")]
    Reply(Reply),
    /// List the commands that a line of a shell runs, and what hides others. In a hook: those of its call.
    #[command(after_help = "Example: hookwire commands 'cd app && sudo git push'")]
    Commands(Commands),
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check everything about hooks in a project: settings, plugins, skills, agents, commands, and the scripts that they start.
    #[command(after_help = "Example: hookwire check --host 2.1.248..")]
    Check(Check),
    /// Say which hooks run on an event, and why the others do not.
    #[command(after_help = "Example: hookwire which PreToolUse --tool Bash --set command='git push'")]
    Which(Which),
    /// Say what Claude Code does when a hook prints this and exits with this code.
    #[command(
        after_help = "Example: echo '{\"permissionDecision\": \"deny\"}' | hookwire explain PreToolUse --stdout-file -"
    )]
    Explain(Explain),
    /// Say whether the hooks of this folder are live, and what is in their way.
    #[command(after_help = "Example: hookwire doctor --run")]
    Doctor(Doctor),
    /// Run the hooks of this folder, or one command, on a sample of an event, as Claude Code runs them.
    #[command(after_help = "Example: hookwire try PreToolUse --set command='git push' -- python3 guard.py")]
    Try(Try),
    /// Run the cases in `hooks.test.toml`, and report those in which the hooks do something else.
    #[command(after_help = test_help())]
    Test(Test),
    /// Check payloads, replies and settings against what Claude Code sends and accepts. Files of JSON Lines are read line by line.
    #[command(after_help = "Example: hookwire validate HookInput log.jsonl")]
    Validate(Validate),
    /// Add a hook to a settings file: by default the local one of the project. Everything else in it stays as it is.
    #[command(after_help = "Example: hookwire add PreToolUse --matcher Bash -- bash .claude/hooks/no-push.sh")]
    Add(Edit),
    /// Remove a hook that `add` has added, by its event, matcher and command. The exit code is 1 if it is not there.
    #[command(after_help = "Example: hookwire remove PreToolUse --matcher Bash -- bash .claude/hooks/no-push.sh")]
    Remove(Edit),
    /// Write a hook that works, with its tests.
    #[command(after_help = "Example: hookwire new PreToolUse --tool Bash --lang bash --name no-push")]
    New(New),
    /// Those that hooks start.
    #[command(flatten)]
    InHook(HookCommand),
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
    /// The same as `PATH`, as other commands have it.
    #[arg(long, value_name = "FOLDER", hide = true)]
    pub folder: Option<PathBuf>,
    /// Check the settings, skills, agents and commands of the user, and managed settings, too.
    #[arg(long)]
    pub user: bool,
    /// Check the folder with the settings of the administrator, too, before they are installed.
    #[arg(long, value_name = "FOLDER")]
    pub managed: Option<PathBuf>,
    /// Report only these codes.
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub select: Vec<String>,
    /// Do not report these codes.
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub ignore: Vec<String>,
    /// Show what can be fixed for certain as a diff, and write nothing. The exit code is 1 if there is something.
    #[arg(long, conflicts_with_all = ["fix", "format"])]
    pub diff: bool,
    /// Fix what can be fixed for certain: show the diff, ask, and write.
    #[arg(long, conflicts_with = "format")]
    pub fix: bool,
    /// Do not ask before `--fix` writes.
    #[arg(long, requires = "fix")]
    pub yes: bool,
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
    /// The `onFailure` of the handler.
    #[arg(long, value_name = "WORD", conflicts_with = "handler")]
    pub on_failure: Option<String>,
    /// A file with the handler, as it is in the settings: `{"type": "command", "onFailure": "block"}`.
    #[arg(long, value_name = "FILE")]
    pub handler: Option<PathBuf>,
    /// A field of the input, or an argument of the tool.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t)]
    pub format: Form,
}

/// The arguments of `try`.
#[derive(Debug, Args)]
pub struct Try {
    /// The event.
    pub event: String,
    /// The tool of the call.
    #[arg(long)]
    pub tool: Option<String>,
    /// A field of the input, or an argument of the tool.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// A file with the input of the event, instead of a sample; `-` is the standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tool", "set"])]
    pub input: Option<PathBuf>,
    /// The folder that it is about.
    #[command(flatten)]
    pub folder: Folder,
    /// What is run.
    #[command(flatten)]
    pub run: Consent,
    /// A command to try instead of the hooks of the folder: a line for a shell, or a program and its arguments.
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

/// The arguments of `test`.
#[derive(Debug, Args)]
pub struct Test {
    /// Files with cases. The default is `hooks.test.toml` and `hooks.test.json` in `.claude`, `.claude/hooks` and `hooks`.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The folder in which Claude Code is started. The default is the current folder.
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    /// The folder of a plugin that is enabled.
    #[arg(long, value_name = "FOLDER")]
    pub plugin: Vec<PathBuf>,
    /// What is run.
    #[command(flatten)]
    pub run: Consent,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t)]
    pub format: TestForm,
}

/// The arguments of commands that run hooks of a project.
#[derive(Debug, Args)]
pub struct Consent {
    /// Run the commands without a question.
    #[arg(long)]
    pub yes: bool,
    /// Pass this variable on to the hooks, although it looks like a secret. Write it once for each variable.
    #[arg(long, value_name = "NAME")]
    pub env: Vec<String>,
}

/// A form of the result of tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum TestForm {
    /// For people.
    #[default]
    Text,
    /// One JSON document.
    Json,
    /// The XML of JUnit, which most CI systems read.
    Junit,
}

/// The arguments of `doctor`.
#[derive(Debug, Args)]
pub struct Doctor {
    /// Run each hook of the folder once, on a sample of its event.
    #[arg(long = "run")]
    pub is_run: bool,
    /// What is run.
    #[command(flatten)]
    pub run: Consent,
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
    /// The line; `-` is the standard input. Without it, a hook gets the commands of its call.
    pub text: Option<String>,
    /// The shell that reads it.
    #[arg(long, default_value = "bash")]
    pub shell: String,
    /// List only what is, or may be, this command: `git push --force`. With a line, the exit code is 1 if there is something.
    #[arg(long = "match", value_name = "COMMAND")]
    pub wanted: Option<String>,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t)]
    pub format: Form,
}

impl Commands {
    /// Returns true if it is about the call of a hook.
    pub const fn is_part(&self) -> bool {
        self.text.is_none()
    }
}

/// The arguments of `add` and `remove`.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("place").args(["local", "project", "user", "file"]))]
pub struct Edit {
    /// The event.
    pub event: String,
    /// The matcher, such as `Bash` or `Edit|Write`. Without it, the hook runs each time.
    #[arg(long)]
    pub matcher: Option<String>,
    /// Your own settings for this project. This is the default.
    #[arg(long)]
    pub local: bool,
    /// The settings of the project, for everybody.
    #[arg(long)]
    pub project: bool,
    /// Your own settings for all projects.
    #[arg(long)]
    pub user: bool,
    /// Another settings file.
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// How long the hook may take, in seconds.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// How long its command may take, for `hookwire run`, such as `5s`: less than `--timeout`. The default is a little less.
    #[arg(long, value_name = "TIME", conflicts_with = "plain")]
    pub limit: Option<Limit>,
    /// On a guard, a command that prints nothing failed, too: it has to print `{}` if the action may go on.
    #[arg(long, conflicts_with = "plain")]
    pub require_reply: bool,
    /// What happens if the hook cannot even be started. The default is what the event says: a guard blocks.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub on_failure: Option<OnFailure>,
    /// Start the command as it is, without `hookwire run`.
    #[arg(long)]
    pub plain: bool,
    /// The whole entry as JSON, instead of a command.
    #[arg(long, value_name = "JSON", conflicts_with_all = ["command", "timeout", "limit", "require_reply", "on_failure", "plain"])]
    pub entry: Option<String>,
    /// The project. The default is the current folder.
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    /// Change the file without a question.
    #[arg(long)]
    pub yes: bool,
    /// Show what would change, and write nothing.
    #[arg(long, conflicts_with = "yes")]
    pub dry_run: bool,
    /// The command: a program and its arguments. Paths in the project are written with `${CLAUDE_PROJECT_DIR}`. One word with spaces
    /// is a line for a shell.
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

/// The arguments of `new`.
#[derive(Debug, Args)]
pub struct New {
    /// The event, such as `PreToolUse`.
    pub event: Option<String>,
    /// The tool of the call.
    #[arg(long)]
    pub tool: Option<String>,
    /// The language.
    #[arg(long = "lang", value_enum, default_value_t)]
    pub language: Language,
    /// A hook of the cookbook to begin with, such as `deny-a-command`.
    #[arg(long, value_name = "HOOK", conflicts_with = "tool", value_parser = crate::knowledge::recipes())]
    pub like: Option<String>,
    /// A guard in Bash that blocks also if it prints nothing: it prints `{}` if the action may go on.
    #[arg(long, conflicts_with = "like")]
    pub require_reply: bool,
    /// The name of the hook. The default is that of the event.
    #[arg(long)]
    pub name: Option<String>,
    /// The project. The default is the current folder.
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

/// A language for hooks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    /// A script for Bash, started by `hookwire run`.
    #[default]
    Bash,
    /// A script with the Python package.
    Python,
    /// A module with the npm package.
    Javascript,
    /// A program with the crate.
    Rust,
}

/// The arguments of `run`.
#[derive(Debug, Args)]
pub struct Run {
    /// What happens if the hook fails. The default is what the event says: a guard blocks.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub on_failure: Option<OnFailure>,
    /// How long the command may take, such as `5s` or `500ms`. The default is a little less than the host's own limit. It has to be
    /// less than the `timeout` in the settings.
    #[arg(long, value_name = "TIME")]
    pub limit: Option<Limit>,
    /// A file for what the host does not get: what failed, and what is not a reply.
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// On a guard, a command that prints nothing failed, too: it has to print `{}` if the action may go on.
    #[arg(long)]
    pub require_reply: bool,
    /// Take this exit code of the command for 0.
    #[arg(long, value_name = "CODE")]
    pub allow_exit: Vec<u8>,
    /// The command: a program and its arguments.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// What happens if a hook fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OnFailure {
    /// The event is blocked.
    Block,
    /// The event goes on.
    Continue,
}

/// A time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit(pub Duration);

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("", 1.0)];
        let split = units.iter().find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, seconds)));
        let seconds = split.and_then(|(number, unit)| Some(number.trim().parse::<f64>().ok()? * unit));
        let limit = seconds.filter(|it| *it > 0.0).and_then(|it| Duration::try_from_secs_f64(it).ok());
        limit.map(Self).ok_or_else(|| "write a time greater than 0, such as `5s`, `500ms` or `2m`".to_owned())
    }
}

/// The arguments of `get`.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["path", "sh"]))]
pub struct Get {
    /// The value: its keys with dots, such as `tool_input.command`, or a JSON pointer.
    pub path: Option<String>,
    /// What to print if this input does not have it. Without it, that is a failure. A field that the event never has is one.
    #[arg(long, value_name = "TEXT", requires = "path")]
    pub default: Option<String>,
    /// Print every field as a variable for `eval "$(hookwire get --sh)"`: `hook_tool_name`, `hook_tool_input_command` and so on.
    #[arg(long)]
    pub sh: bool,
}

/// The arguments of `reply`.
#[derive(Debug, Args)]
pub struct Reply {
    /// What the hook says.
    #[arg(help = verbs_help())]
    pub verb: String,
    /// The text of it, JSON, or fields such as `command='git status'`; `-` is the standard input. Write `--` before a text that can
    /// begin with `-`.
    #[arg(value_name = "TEXT")]
    pub texts: Vec<String>,
    /// Another verb in the same reply, such as `--and allow` or `--and message='Rewritten.'`. Some verbs act only beside others.
    #[arg(long, value_name = "VERB[=TEXT]")]
    pub and: Vec<String>,
    /// The event, if the script is not started by `hookwire run`.
    #[arg(long, value_name = "EVENT")]
    pub event: Option<String>,
    /// Keep the agent at work even if a hook already does, which can be an endless loop.
    #[arg(long)]
    pub again: bool,
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
