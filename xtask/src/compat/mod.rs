//! `cargo xtask compat`: what changed between an older state of the contract and today's.

mod revision;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use hookwire_codegen::compat::Report;
use hookwire_codegen::diagnostic::{self, Diagnostics};
use hookwire_codegen::generate::read;
use hookwire_codegen::model::{Contract, version_numbers};
use hookwire_codegen::run::colour;

pub use self::revision::Checkout;
use crate::workspace;

/// Something is wrong, and nothing was compared.
const FAILED: u8 = 1;
/// The command was not called as it has to be.
const WRONG_USAGE: u8 = 2;
/// The version of the packages is too old for what changed.
const OUT_OF_DATE: u8 = 4;

/// Tell what changed since an older state of the contract, whom it harms, and which step of a version it needs
///
/// Exit codes: 0 all is well, 1 something is wrong, 2 wrong usage, 4 the version of the packages does not make the step
/// (with --check). See docs/compat.md.
#[derive(clap::Args)]
pub struct Args {
    /// The older state: a folder of schemas, a version of the host (`2.1.163`), or a revision of git (`main~3`)
    #[arg(long, value_name = "REV|DIR|VERSION")]
    against: String,
    /// The schema set of today [default: schemas/ of this repository]
    #[arg(long, value_name = "DIR")]
    schemas: Option<PathBuf>,
    /// For whom the report is
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Fail if the version in `codegen.toml` does not make the step; not against a version of the host
    #[arg(long)]
    check: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// People
    Text,
    /// Programs: one document, described in docs/compat.schema.json
    Json,
    /// A changelog, or a comment in a review
    Markdown,
}

/// Why there is no report.
enum Failure {
    /// Something that is not in the schemas.
    Message(String),
    /// What is wrong with the schemas.
    Findings(Diagnostics),
    /// The arguments do not go together.
    Usage(String),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Message(message) | Self::Usage(message) => write!(f, "error: {message}"),
            Self::Findings(found) => {
                found.0.iter().try_for_each(|one| writeln!(f, "{}\n", diagnostic::text(one, false)))
            }
        }
    }
}

/// Runs the command and prints what it has found.
pub fn run(args: &Args) -> ExitCode {
    match report(args) {
        Ok(report) => {
            let text = match args.format {
                Format::Text => report.text(colour()),
                Format::Json => report.json(),
                Format::Markdown => report.markdown(),
            };
            // A reader that has gone (`| head`) is no failure of the run.
            let _ = io::stdout().write_all(text.as_bytes());
            if args.check && !report.is_enough { ExitCode::from(OUT_OF_DATE) } else { ExitCode::SUCCESS }
        }
        Err(failure) => {
            eprintln!("{}", failure.to_string().trim_end_matches('\n'));
            ExitCode::from(if matches!(failure, Failure::Usage(_)) { WRONG_USAGE } else { FAILED })
        }
    }
}

/// What the schemas of today have otherwise than those of a revision.
///
/// # Errors
/// One of the two is no contract: what is wrong with it.
pub fn since_release(schemas: &Path, older: &Checkout, revision: &str) -> Result<Report, String> {
    let contract = |schemas| contract(schemas).map_err(|failure| failure.to_string());
    Ok(Report::between(&contract(older.schemas())?, &contract(schemas)?, revision))
}

fn report(args: &Args) -> Result<Report, Failure> {
    let schemas = args.schemas.clone().unwrap_or_else(|| workspace::path("schemas"));
    let against = args.against.as_str();
    let today = contract(&schemas)?;
    if Path::new(against).is_dir() {
        return Ok(Report::between(&contract(Path::new(against))?, &today, against));
    }
    if against.contains('.') && version_numbers(against).is_some() {
        if args.check {
            let why = "an older state of the host is no package, and needs no version of its own";
            return Err(Failure::Usage(format!("--check is not for a version of the host: {why}")));
        }
        return Report::since(&today, against).map_err(|error| Failure::Message(error.to_string()));
    }
    let checkout = Checkout::of(&schemas, against).map_err(Failure::Message)?;
    Ok(Report::between(&contract(checkout.schemas())?, &today, against))
}

fn contract(schemas: &Path) -> Result<Contract, Failure> {
    read(schemas).map(|read| read.contract).map_err(|mut found| {
        for place in found.0.iter_mut().flat_map(|one| one.place.iter_mut().chain(&mut one.other)) {
            place.file = schemas.join(&place.file).display().to_string();
        }
        Failure::Findings(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of the small set of the tour, held against something.
    fn against(against: &str, check: bool) -> Result<Report, Failure> {
        let schemas = Some(workspace::path("tests/sets/tour"));
        report(&Args { against: against.to_owned(), schemas, format: Format::Text, check })
    }

    fn tour() -> String {
        workspace::path("tests/sets/tour").display().to_string()
    }

    #[test]
    fn a_folder_is_read_and_compared() {
        let same = against(&tour(), true).ok();
        assert_eq!(same.map(|report| (report.counts(), report.is_enough)), Some(((0, 0), true)));
        let other = against(&workspace::path("tests/sets/lights").display().to_string(), false).ok();
        assert!(other.is_some_and(|report| report.counts().0 > 4));
    }

    #[test]
    fn a_folder_without_schemas_is_told_with_its_place() {
        let found = match against(&workspace::path("tests/compat").display().to_string(), false) {
            Err(Failure::Findings(found)) => found,
            _ => Diagnostics::default(),
        };
        let files: Vec<String> = found.0.iter().filter_map(|one| Some(one.place.as_ref()?.file.clone())).collect();
        assert!(files.iter().any(|file| file.ends_with("tests/compat/codegen.toml")), "{files:?}");
    }

    #[test]
    fn numbers_with_dots_are_a_version_of_the_host_which_is_no_package() {
        assert!(matches!(against("1.0", false), Err(Failure::Message(told)) if told.contains("names no `[host]`")));
        assert!(matches!(against("1.0", true), Err(Failure::Usage(_))));
    }
}
