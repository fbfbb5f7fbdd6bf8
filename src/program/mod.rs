//! The arguments of `hookwire-codegen` and of `cargo xtask codegen`, and what these programs do with them.

mod pages;
mod watch;

use std::mem;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::diagnostic::Diagnostics;
use crate::explain::{explain_with, untyped};
use crate::generate::{self, Options, names_table};
use crate::render::Templates;
use crate::run::{self, FAILED, Outcome, Run, SUCCESS, WRONG_USAGE};
use crate::write::{Format, Mode, Plan, Report};

/// A program with these arguments.
pub struct Program {
    /// How users call it, for messages.
    pub command: &'static str,
    /// The repository that it belongs to. Without one, it uses the templates that it contains.
    pub home: Option<Home>,
}

/// A repository whose folders are used unless arguments name others.
pub struct Home {
    /// The folder with `schemas/`, `templates/` and `generated/`.
    pub root: PathBuf,
    /// Makes the repository's other files, when all of its packages are generated.
    pub more: fn(&Path, Mode) -> (Vec<Plan>, Diagnostics),
}

/// Generate packages from a JSON Schema set: Rust, Python, TypeScript, bundled schemas and Markdown
///
/// A set is a folder with a `codegen.toml` and schemas, or one schema. Exit codes: 0 all is well, 1 something is wrong, 2 wrong usage,
/// 4 out of date (with --check).
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(mut_arg("schemas", |it| it.requires("out")), mut_arg("name", |it| it.requires("out")))]
#[command(mut_arg("templates", |it| it.requires("out")))]
pub struct Arguments {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    source: Source,
    /// Where each target gets a folder
    ///
    /// Use it for one set only. Generated files of a target that this run does not have are removed, unless `--only`
    /// names targets. Files that were not generated are kept.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write nothing; fail if a file is not what would be generated
    #[arg(long, conflicts_with = "dry_run")]
    check: bool,
    /// Write nothing; show what would change
    #[arg(long)]
    dry_run: bool,
    /// Replace files that were not generated, and remove orphans that were edited
    #[arg(long)]
    force: bool,
    /// The types alone: one file in place of each package, TypeScript or Python
    #[arg(long)]
    single_file: bool,
    /// Generate again after each change of the schemas, the settings or your own templates, until Ctrl-C
    #[arg(long, conflicts_with_all = ["check", "dry_run", "stamp"])]
    watch: bool,
    /// Write this file after a success; it is removed first
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "dry_run"])]
    stamp: Option<PathBuf>,
    /// Write the input files as the dependencies of the stamp, in Makefile syntax
    #[arg(long, value_name = "FILE", requires = "stamp")]
    depfile: Option<PathBuf>,
    /// The format of the report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Show fresh files too, and whole diffs
    #[arg(long, short)]
    verbose: bool,
}

#[derive(Subcommand)]
enum Verb {
    Explain(Topic),
    /// List every place where types say less than the schemas
    Untyped(Set),
    /// Print the `[names]` for codegen.toml that keep all made-up names as they are
    Names(Set),
}

/// Explain a diagnostic code, a page of the reference, or a node of a schema
///
/// Of a node: its part of the model, its form in each target, and the reasons. Exit codes: 0 all is well, 1 the schemas have a
/// mistake, 2 wrong usage, for example an unknown node.
#[derive(Args)]
struct Topic {
    #[arg(value_name = "CODE|PAGE|NODE", help = about_topic())]
    topic: String,
    #[command(flatten)]
    source: Source,
    /// The format of the explanation of a node
    #[arg(long, default_value = "text", value_parser = ["text", "json"])]
    format: String,
}

impl Topic {
    /// Returns true with an option that only a node can have.
    fn is_about_a_node(&self) -> bool {
        let Source { set, templates, only } = &self.source;
        set.name.is_some() || templates.is_some() || !only.is_empty() || self.format != "text"
    }
}

fn about_topic() -> String {
    format!("A code, a page ({}), or a node: `lamp.schema.json#/properties/on` or `Lamp/on`", pages::names())
}

/// What is read.
#[derive(Args)]
struct Source {
    #[command(flatten)]
    set: Set,
    /// Your own templates: a folder with one folder for each target [default: those of this program]
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,
    /// Only these targets, by their names or short ones, such as `ts,py`; may be given several times
    #[arg(long, value_name = "TARGET", value_delimiter = ',')]
    only: Vec<String>,
}

#[derive(Args)]
struct Set {
    /// The schema set: a folder, or one schema or OpenAPI document, JSON or YAML; `-` for stdin
    #[arg(long, value_name = "DIR|FILE")]
    schemas: Option<PathBuf>,
    /// The name of the packages [default: that in codegen.toml, or of the schema]
    ///
    /// A folder without a codegen.toml needs it, and so does stdin. Then every file that looks like a schema is one, and so is an OpenAPI document.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

/// A text to print with an exit code, or wrong usage.
type Answer = Result<(String, u8), String>;

impl Program {
    /// Does what the arguments say, and prints the result.
    pub fn run(&self, arguments: &Arguments) -> ExitCode {
        let answer = match &arguments.verb {
            None => self.generate(arguments),
            Some(Verb::Explain(topic)) => self.explain(topic),
            Some(Verb::Untyped(set)) => self.list(set, |schemas, name| Ok(untyped(schemas, name)?.text())),
            Some(Verb::Names(set)) => self.list(set, names_table),
        };
        match answer {
            Ok((text, code)) => run::end(&text, code),
            Err(wrong) => {
                eprintln!("error: {wrong}");
                ExitCode::from(WRONG_USAGE)
            }
        }
    }

    fn generate(&self, arguments: &Arguments) -> Answer {
        let Arguments { source, check, dry_run, force, single_file, stamp, depfile, .. } = arguments;
        let (mut options, templates) = self.options(source)?;
        options.single_file = *single_file;
        let mode = match (check, dry_run) {
            (true, _) => Mode::Check,
            (_, true) => Mode::DryRun,
            _ => Mode::Write,
        };
        let out = self.folder(&arguments.out, "out", "generated")?;
        let (stamp, depfile) = (stamp.clone(), depfile.clone());
        let run = Run { options, templates, out, mode, force: *force, stamp, depfile };
        if arguments.watch {
            return watch::watch(&run.options, |brief| {
                let (text, code, outcome) = self.run_once(arguments, &run, brief);
                (text, code, outcome.source.as_ref().map(generate::Source::inputs))
            });
        }
        let (text, code, outcome) = self.run_once(arguments, &run, false);
        // The program ends: freeing all of it would only take time.
        mem::forget(outcome);
        Ok((text, code))
    }

    /// Generates once. Returns the report, with one line for all files if it is `brief`, the exit code, and the outcome.
    fn run_once(&self, arguments: &Arguments, run: &Run, brief: bool) -> (String, u8, Outcome) {
        let home = self.home.as_ref().filter(|_| arguments.out.is_none() && arguments.source.only.is_empty());
        let mut outcome = run.execute(|_| home.map(|home| (home.more)(&home.root, run.mode)).unwrap_or_default());
        self.name_pages(&mut outcome.findings);
        let command = arguments.fixing_command(self.command);
        let report = Report {
            findings: &outcome.findings,
            plans: &outcome.plans,
            mode: run.mode,
            command: &command,
            verbose: arguments.verbose,
            colour: run::colour(),
        };
        let is_brief = brief && !report.verbose && arguments.format == Format::Text;
        let text = if is_brief { report.brief() } else { report.render(arguments.format) };
        let code = run::exit_code(&report);
        (text, code, outcome)
    }

    fn explain(&self, of: &Topic) -> Answer {
        let is_of_set = of.source.set.schemas.is_some();
        match pages::explained(&of.topic, self.command).filter(|_| !is_of_set) {
            Some(_) if of.is_about_a_node() => {
                return Err(format!("`{}` is a code or a page: the options are for a node of a schema", of.topic));
            }
            Some(text) => return Ok((text, SUCCESS)),
            None if !is_of_set && (self.home.is_none() || pages::is_like_one(&of.topic)) => {
                return Err(pages::unknown(&of.topic));
            }
            None => {}
        }
        let (options, templates) = self.options(&of.source)?;
        let explained = explain_with(&options, &of.topic, || opened(&templates, &options));
        self.printed(explained.map(|it| {
            let text = if of.format == "json" { it.json() } else { it.text(run::colour()) };
            (text, if it.is_sound() { SUCCESS } else { FAILED })
        }))
    }

    /// Prints a list about a set, or the mistakes of its schemas.
    fn list(&self, set: &Set, list: impl FnOnce(&Path, Option<&str>) -> Result<String, Diagnostics>) -> Answer {
        let schemas = self.folder(&set.schemas, "schemas", "schemas")?;
        self.printed(list(&schemas, set.name.as_deref()).map(|text| (text, SUCCESS)))
    }

    /// Mistakes go to stderr.
    fn printed(&self, result: Result<(String, u8), Diagnostics>) -> Answer {
        result.or_else(|mut findings| {
            self.name_pages(&mut findings);
            findings.0.iter().for_each(|one| eprintln!("{one}\n"));
            Ok((String::new(), if findings.are_of_usage() { WRONG_USAGE } else { FAILED }))
        })
    }

    fn options(&self, source: &Source) -> Result<(Options, Option<Templates>), String> {
        let embedded = match (&source.templates, &self.home) {
            // The tests check these templates, so users do not see this error.
            (None, None) => Some(Templates::builtin(self.command).map_err(|found| format!("broken: {:?}", found.0))?),
            _ => None,
        };
        // In messages, the paths of its own templates begin with the program's name.
        let templates = self.folder(&source.templates, "templates", "templates");
        let templates = templates.unwrap_or_else(|_| Path::new(self.command).join("templates"));
        let schemas = self.folder(&source.set.schemas, "schemas", "schemas")?;
        Ok((
            Options {
                schemas,
                templates,
                only: source.only.clone(),
                name: source.set.name.clone(),
                single_file: false,
            },
            embedded,
        ))
    }

    /// Returns the folder of an argument, or the repository's own one.
    fn folder(&self, given: &Option<PathBuf>, name: &str, own: &str) -> Result<PathBuf, String> {
        let own = || self.home.as_ref().map(|home| home.root.join(own));
        given.clone().or_else(own).ok_or_else(|| format!("`--{name}` is missing"))
    }

    /// In the repository, messages name the files of the pages.
    fn name_pages(&self, findings: &mut Diagnostics) {
        if self.home.is_none() {
            pages::name_as_shown(findings, self.command);
        }
    }
}

fn opened(templates: &Option<Templates>, options: &Options) -> Result<Templates, Diagnostics> {
    templates.clone().map_or_else(|| Templates::open(&options.templates), Ok)
}

impl Arguments {
    /// Returns the command that updates the files which this run has compared.
    fn fixing_command(&self, program: &str) -> String {
        let Source { set, templates, only } = &self.source;
        let folders = [("--schemas", &set.schemas), ("--templates", templates), ("--out", &self.out)];
        let folders = folders.iter().filter_map(|(name, given)| Some((*name, given.as_deref()?)));
        let name = set.name.iter().map(|name| ("--name", Path::new(name)));
        let only = only.iter().map(|target| ("--only", Path::new(target)));
        let command = run::command(program, folders.chain(name).chain(only));
        if self.single_file { format!("{command} --single-file") } else { command }
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn fixing_command(line: &str) -> Option<String> {
        let words = ["codegen"].into_iter().chain(line.split_terminator(' '));
        Cli::try_parse_from(words).ok().map(|cli| cli.arguments.fixing_command("codegen"))
    }

    #[test]
    fn the_fixing_command_has_the_same_scope() {
        assert_eq!(fixing_command("--check -v --format json").as_deref(), Some("codegen"));
        assert_eq!(
            fixing_command("--dry-run --out a'b --only python --only rust").as_deref(),
            Some(r"codegen --out 'a'\''b' --only python --only rust")
        );
        assert_eq!(fixing_command("--single-file --only ts").as_deref(), Some("codegen --only ts --single-file"));
    }

    #[test]
    fn another_set_does_not_take_the_place_of_the_packages_of_this_repository() {
        assert_eq!(fixing_command("--schemas sets/tour"), None);
        assert_eq!(fixing_command("--templates targets"), None);
        assert_eq!(
            fixing_command("--schemas sets/tour --out new").as_deref(),
            Some("codegen --schemas sets/tour --out new")
        );
    }

    #[test]
    fn no_two_arguments_of_a_command_have_one_name() {
        Cli::command().debug_assert();
    }

    #[test]
    fn one_thing_at_a_time() {
        for both in
            ["--check --dry-run", "--check explain no-set", "explain no-set --check", "names --schemas a --out b"]
        {
            assert_eq!(fixing_command(both), None, "{both}");
        }
    }
}
