//! `hookwire-codegen`: generates packages from your schema set, with the templates that it contains.

mod pages;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use hookwire_codegen::explain::untyped;
use hookwire_codegen::generate::{Options, names_table};
use hookwire_codegen::run::{self, Run};
use hookwire_codegen::{Diagnostics, Mode, Report, Templates};

/// See Cargo.toml for the reason.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The program's name in generated files and messages.
const COMMAND: &str = "hookwire-codegen";

/// All other options: `--explain` is used alone, and an error names the other option.
const BESIDE_EXPLAIN: [&str; 13] = [
    "schemas",
    "name",
    "out",
    "templates",
    "only",
    "check",
    "dry_run",
    "force",
    "stamp",
    "depfile",
    "format",
    "verbose",
    "write_names",
];

/// The options that say what is generated: `--write-names` generates nothing.
const BESIDE_NAMES: [&str; 10] =
    ["out", "templates", "only", "check", "dry_run", "force", "stamp", "depfile", "format", "verbose"];

/// Generate packages from a JSON Schema set: Rust, Python, TypeScript, bundled schemas and Markdown
///
/// A set is a folder with a `codegen.toml` and schemas, or one schema. Exit codes: 0 all is well, 1 something is wrong, 2 wrong usage,
/// 4 out of date (with --check).
#[derive(Parser)]
#[command(name = COMMAND, version, subcommand_negates_reqs = true, args_conflicts_with_subcommands = true)]
struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
    /// The schema set: a folder, or one schema; `-` for stdin
    ///
    /// A schema is JSON or YAML.
    #[arg(long, value_name = "DIR|FILE", required_unless_present = "explain")]
    schemas: Option<PathBuf>,
    /// The name of the packages [default: that in codegen.toml, or of the schema]
    ///
    /// A folder without a codegen.toml needs it, and so does stdin. Then every JSON or YAML file with a `$schema` is one.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Where each target gets a folder
    ///
    /// It is for one set. What was generated there for a target that this run does not have is removed, unless `--only`
    /// names some; what was not generated stays.
    #[arg(long, value_name = "DIR", required_unless_present_any = ["explain", "write_names"])]
    out: Option<PathBuf>,
    /// A folder of templates of your own, a folder a target [default: those in this program]
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,
    /// Only this target; may be given several times
    #[arg(long, value_name = "TARGET")]
    only: Vec<String>,
    /// Write nothing; fail if a file is not what would be generated
    #[arg(long, conflicts_with = "dry_run")]
    check: bool,
    /// Write nothing; show what would change
    #[arg(long)]
    dry_run: bool,
    /// Replace files of somebody else, and remove orphans that were edited
    #[arg(long)]
    force: bool,
    /// After a success, make this file; it is removed first
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "dry_run"])]
    stamp: Option<PathBuf>,
    /// Write what was read, as what the stamp depends on, in the syntax of a Makefile
    #[arg(long, value_name = "FILE", requires = "stamp")]
    depfile: Option<PathBuf>,
    /// For whom the report is
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Show fresh files too, and whole diffs
    #[arg(long, short)]
    verbose: bool,
    /// Print the `[names]` for codegen.toml that keep all made-up names as they are; nothing else is done
    #[arg(long, conflicts_with_all = BESIDE_NAMES)]
    write_names: bool,
    #[arg(long, value_name = "CODE|PAGE", conflicts_with_all = BESIDE_EXPLAIN, help = about_explain())]
    explain: Option<String>,
}

#[derive(Subcommand)]
enum Verb {
    /// List what the types of a set do not show
    ///
    /// Exit codes: 0 the schemas are right, 1 something is wrong, 2 wrong usage.
    Explain {
        /// Every place where the type is any value although the schema says more, or where only validators check a part
        #[arg(long, required = true)]
        untyped: bool,
        /// The schema set: a folder, or one schema; `-` for stdin
        #[arg(long, value_name = "DIR|FILE")]
        schemas: PathBuf,
        /// The name of the packages [default: that in codegen.toml, or of the schema]
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
    },
}

fn about_explain() -> String {
    let pages = pages::names();
    format!(
        "Say what a finding with this code means, with an example, or print a page of the reference: {pages}. Nothing else is done"
    )
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// People
    Text,
    /// Programs: one document
    Json,
    /// GitHub: annotations in a pull request
    Github,
}

fn main() -> ExitCode {
    let args = Args::parse();
    if let Some(Verb::Explain { schemas, name, .. }) = &args.verb {
        return list(untyped(schemas, name.as_deref()).map(|it| it.text()));
    }
    if let Some(code) = &args.explain {
        return explain(code);
    }
    if let Some(schemas) = args.schemas.as_ref().filter(|_| args.write_names) {
        return list(names_table(schemas, args.name.as_deref()));
    }
    let run = match args.run() {
        Ok(run) => run,
        Err(wrong) => {
            eprintln!("error: {wrong}");
            return ExitCode::from(run::WRONG_USAGE);
        }
    };
    let mut outcome = run.execute(|_| Default::default());
    pages::name_as_shown(&mut outcome.findings, COMMAND);
    let command = args.fixing_command();
    let report = Report {
        findings: &outcome.findings,
        plans: &outcome.plans,
        mode: run.mode,
        command: &command,
        verbose: args.verbose,
        colour: run::colour(),
    };
    run::end(&report.render(args.format.into()), run::exit_code(&report))
}

/// Prints a list, or the mistakes of the schemas.
fn list(listed: Result<String, Diagnostics>) -> ExitCode {
    match listed {
        Ok(text) => run::end(&text, run::SUCCESS),
        Err(mut findings) => {
            pages::name_as_shown(&mut findings, COMMAND);
            findings.0.iter().for_each(|one| eprintln!("{one}\n"));
            ExitCode::from(if findings.are_of_usage() { run::WRONG_USAGE } else { run::FAILED })
        }
    }
}

/// Prints the page of a name.
fn explain(name: &str) -> ExitCode {
    match pages::explained(name, COMMAND) {
        Ok(text) => run::end(&text, run::SUCCESS),
        Err(wrong) => {
            eprintln!("error: {wrong}");
            ExitCode::from(run::WRONG_USAGE)
        }
    }
}

impl Args {
    fn run(&self) -> Result<Run, String> {
        let (Some(schemas), Some(out)) = (self.schemas.clone(), self.out.clone()) else {
            return Err("`--schemas` and `--out` say what is read and where it goes".to_owned());
        };
        let embedded = match &self.templates {
            // The tests check these templates, so users do not see this error.
            None => {
                let broken = |found: Diagnostics| format!("the program is broken: {:?}", found.0);
                Some(Templates::builtin(COMMAND).map_err(broken)?)
            }
            Some(_) => None,
        };
        let mode = match (self.check, self.dry_run) {
            (true, _) => Mode::Check,
            (_, true) => Mode::DryRun,
            _ => Mode::Write,
        };
        // In messages, the paths of its own templates begin with the program's name.
        let templates = self.templates.clone().unwrap_or_else(|| Path::new(COMMAND).join("templates"));
        let options = Options { schemas, templates, only: self.only.clone(), name: self.name.clone() };
        let (force, stamp, depfile) = (self.force, self.stamp.clone(), self.depfile.clone());
        Ok(Run { options, templates: embedded, out, mode, force, stamp, depfile })
    }

    /// Returns the command that updates the files which this run has compared.
    fn fixing_command(&self) -> String {
        let folders = [("--schemas", &self.schemas), ("--templates", &self.templates), ("--out", &self.out)];
        let folders = folders.iter().filter_map(|(name, given)| Some((*name, given.as_deref()?)));
        let name = self.name.iter().map(|name| ("--name", Path::new(name)));
        let only = self.only.iter().map(|target| ("--only", Path::new(target)));
        run::command(COMMAND, folders.chain(name).chain(only))
    }
}

impl From<Format> for hookwire_codegen::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Text => Self::Text,
            Format::Json => Self::Json,
            Format::Github => Self::Github,
        }
    }
}
