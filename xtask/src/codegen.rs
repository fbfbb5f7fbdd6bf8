//! `cargo xtask codegen`: generates every target, or reports what would change.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use hookwire_codegen::generate::Options;
use hookwire_codegen::internal::artifact::COMMAND;
use hookwire_codegen::internal::diagnostic::Diagnostics;
use hookwire_codegen::internal::write::{self, Mode, Plan, Report};
use hookwire_codegen::run::{self, Outcome, Run};

use crate::docs;
use hookwire_harness::workspace;

/// All other options. They conflict with `--explain`.
const BESIDE_EXPLAIN: [&str; 11] =
    ["check", "dry_run", "only", "schemas", "templates", "out", "force", "stamp", "depfile", "format", "verbose"];

/// Generate every target from the schemas and the templates
///
/// Exit codes: 0 all is well, 1 something is wrong, 2 wrong usage, 4 out of date (with --check). For a build system see
/// docs/building.md.
#[derive(clap::Args)]
pub struct Args {
    /// Write nothing; fail if a file is not what would be generated
    #[arg(long, conflicts_with = "dry_run")]
    check: bool,
    /// Write nothing; show what would change
    #[arg(long)]
    dry_run: bool,
    /// Only this target; may be given several times
    #[arg(long, value_name = "TARGET")]
    only: Vec<String>,
    /// The schema set [default: schemas/ of this repository]
    ///
    /// Needs --out: only the set of this repository is generated into generated/.
    #[arg(long, value_name = "DIR", requires = "out")]
    schemas: Option<PathBuf>,
    /// The folder of the targets' templates [default: templates/ of this repository]
    ///
    /// Needs --out, as --schemas does.
    #[arg(long, value_name = "DIR", requires = "out")]
    templates: Option<PathBuf>,
    /// The folder that gets a folder for each target [default: generated/ of this repository]
    ///
    /// Use it for one set only. Generated files of a target that this run does not have are removed, unless `--only`
    /// names targets. Files that were not generated are kept.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace files that were not generated, and remove orphans that were edited
    #[arg(long)]
    force: bool,
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
    /// Explain a diagnostic code with an example; do nothing else
    #[arg(long, value_name = "CODE", conflicts_with_all = BESIDE_EXPLAIN)]
    explain: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON document for programs
    Json,
    /// GitHub annotations in a pull request
    Github,
}

/// Runs the command and prints its report.
pub fn run(args: &Args) -> ExitCode {
    if let Some(code) = &args.explain {
        return explain(code);
    }
    let mode = args.mode();
    let outcome = args.run(mode).execute(|_| {
        // The pages are checked after the packages are written, because they describe the generator that wrote them.
        if args.is_whole() { carry_out_docs(&workspace::path(""), mode) } else { (Vec::new(), Diagnostics::default()) }
    });
    let command = args.fixing_command();
    let report = Report {
        findings: &outcome.findings,
        plans: &outcome.plans,
        mode,
        command: &command,
        verbose: args.verbose,
        colour: run::colour(),
    };
    run::end(&report.render(args.format.into()), run::exit_code(&report))
}

/// Prints the page of a diagnostic code.
fn explain(code: &str) -> ExitCode {
    match docs::explained(code) {
        Ok(text) => run::end(&text, run::SUCCESS),
        Err(wrong) => {
            eprintln!("error: {wrong}");
            ExitCode::from(run::WRONG_USAGE)
        }
    }
}

/// Checks that everything that the repository generates is up to date.
///
/// # Errors
/// A file is out of date, or cannot be generated; the text is the report.
pub fn drift(root: &Path) -> Result<(), String> {
    let mode = Mode::Check;
    let options =
        Options { schemas: root.join("schemas"), templates: root.join("templates"), only: Vec::new(), name: None };
    let out = root.join("generated");
    let run = Run { options, templates: None, out, mode, force: false, stamp: None, depfile: None };
    let Outcome { plans, findings, .. } = run.execute(|_| carry_out_docs(root, mode));
    let report = Report { findings: &findings, plans: &plans, mode, command: COMMAND, verbose: false, colour: false };
    if run::exit_code(&report) == run::SUCCESS { Ok(()) } else { Err(report.render(write::Format::Text)) }
}

/// Plans the pages under `docs/` and the lock files of the tests, and writes them in write mode.
fn carry_out_docs(root: &Path, mode: Mode) -> (Vec<Plan>, Diagnostics) {
    let (pages, mut findings) = docs::pages(root);
    let files = pages.into_iter().map(|page| ("docs", page)).chain(docs::locks(root));
    let planned = files.map(|(folder, file)| {
        let plan = Plan::of_one(&root.join(folder), file)?;
        if mode == Mode::Write {
            plan.apply(false)?;
        }
        Ok(plan)
    });
    let plans = planned.filter_map(|plan| plan.map_err(|found: Diagnostics| findings.extend(found)).ok()).collect();
    (plans, findings)
}

impl Args {
    fn mode(&self) -> Mode {
        match (self.check, self.dry_run) {
            (true, _) => Mode::Check,
            (_, true) => Mode::DryRun,
            _ => Mode::Write,
        }
    }

    fn run(&self, mode: Mode) -> Run {
        let dir = |given: &Option<PathBuf>, own| given.clone().unwrap_or_else(|| workspace::path(own));
        let schemas = dir(&self.schemas, "schemas");
        let options =
            Options { schemas, templates: dir(&self.templates, "templates"), only: self.only.clone(), name: None };
        let (force, stamp, depfile) = (self.force, self.stamp.clone(), self.depfile.clone());
        Run { options, templates: None, out: dir(&self.out, "generated"), mode, force, stamp, depfile }
    }

    /// Returns true if the run generates everything of this repository from its own schemas.
    fn is_whole(&self) -> bool {
        self.only.is_empty() && self.schemas.is_none() && self.templates.is_none() && self.out.is_none()
    }

    /// Returns the command that updates the files that this run compared.
    fn fixing_command(&self) -> String {
        let folders = [("--schemas", &self.schemas), ("--templates", &self.templates), ("--out", &self.out)];
        let folders = folders.iter().filter_map(|(name, given)| Some((*name, given.as_deref()?)));
        let only = self.only.iter().map(|target| ("--only", Path::new(target)));
        run::command(COMMAND, only.chain(folders))
    }
}

impl From<Format> for write::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Text => Self::Text,
            Format::Json => Self::Json,
            Format::Github => Self::Github,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: Args,
    }

    fn fixing_command(line: &str) -> Option<String> {
        let words = ["codegen"].into_iter().chain(line.split_terminator(' '));
        Cli::try_parse_from(words).ok().map(|cli| cli.args.fixing_command())
    }

    #[test]
    fn the_fixing_command_has_the_same_scope() {
        assert_eq!(fixing_command("--check -v --format json").as_deref(), Some("cargo xtask codegen"));
        assert_eq!(
            fixing_command("--dry-run --out a'b --only python --only rust").as_deref(),
            Some(r"cargo xtask codegen --only python --only rust --out 'a'\''b'")
        );
    }

    #[test]
    fn another_set_does_not_take_the_place_of_the_packages_of_this_repository() {
        assert_eq!(fixing_command("--schemas sets/tour"), None);
        assert_eq!(fixing_command("--templates targets"), None);
        assert_eq!(
            fixing_command("--schemas sets/tour --out new").as_deref(),
            Some("cargo xtask codegen --schemas sets/tour --out new")
        );
    }

    #[test]
    fn what_explain_cannot_have_beside_it_is_every_other_option_and_each_is_named() {
        let command = Cli::command();
        let others = command.get_arguments().map(|it| it.get_id().as_str()).filter(|id| *id != "explain");
        assert_eq!(others.collect::<Vec<_>>(), BESIDE_EXPLAIN);
        let reported = Cli::try_parse_from(["codegen", "--explain", "no-set", "--format", "json"]).err();
        let reported = reported.map(|error| error.to_string()).unwrap_or_default();
        assert!(reported.contains("'--explain <CODE>' cannot be used with '--format <FORMAT>'"), "{reported}");
    }

    #[test]
    fn one_mode_at_a_time() {
        assert_eq!(fixing_command("--check --dry-run"), None);
    }
}
