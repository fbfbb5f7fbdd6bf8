//! `cargo xtask upstream`: compares the declarations of a host version with the contract.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use hookwire_codegen::compat::State;
use hookwire_codegen::generate::{self, Read};
use hookwire_codegen::run::{FAILED, OUT_OF_DATE, SUCCESS, end};
use hookwire_harness::workspace;
use hookwire_observe::program;
use hookwire_upstream::facts::{Facts, Observed};
use hookwire_upstream::known::Known;
use hookwire_upstream::report::Report;
use hookwire_upstream::{compare, draft, source};

/// Compare the declarations of the newest host with the contract
///
/// Fetches the declarations from the npm registry to target/declarations, and reads their names and types. Exit codes: 0
/// no differences, 4 differences, 1 could not run. See docs/upstream.md.
#[derive(clap::Args)]
pub struct Args {
    /// The contract as of this version [default: as it is written]
    #[arg(long, value_name = "VERSION")]
    against: Option<String>,
    /// The version of the host [default: the newest in the registry; with --against the version of the contract]
    #[arg(long, value_name = "VERSION", conflicts_with = "facts")]
    host: Option<String>,
    /// Read the facts from a file that `--save` wrote, instead of the registry
    #[arg(long, value_name = "FILE")]
    facts: Option<PathBuf>,
    /// Write the facts to a file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Run the host too, and report changed behaviour and new keys of inputs. Needs bubblewrap and tmux
    #[arg(long, conflicts_with_all = ["facts", "against"])]
    observe: bool,
    /// The format of the report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Write new fields and values into the schemas, for a person to describe
    #[arg(long, conflicts_with = "against")]
    write: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON document for programs
    Json,
    /// For a pull request
    Markdown,
}

/// Runs the command and prints its report.
pub fn run(args: &Args) -> ExitCode {
    match report(args) {
        Ok(report) => {
            let text = match args.format {
                Format::Text => report.text(),
                Format::Json => report.json(),
                Format::Markdown => report.markdown(),
            };
            end(&text, if report.differences.is_empty() { SUCCESS } else { OUT_OF_DATE })
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(FAILED)
        }
    }
}

fn report(args: &Args) -> Result<Report, String> {
    let schemas = workspace::path("schemas");
    let read = generate::read(&schemas).map_err(|_| "`cargo xtask codegen` reports mistakes".to_owned())?;
    let today = State::today(read.edition());
    let own = read.contract.set.host.as_ref().ok_or("the set names no host")?.version.clone();
    let state = match &args.against {
        Some(version) => today.as_of(version).map_err(|error| error.to_string())?,
        None => today,
    };
    let mut facts = facts(args, &own)?;
    if args.observe {
        facts.observed = Some(observed(&read, &facts.host)?);
    }
    if let Some(file) = &args.save {
        fs::write(file, facts.text()).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let differences = compare::compare(&facts, &state, &Known::read()?);
    if args.write {
        for (file, count) in draft::write(&schemas, &differences, &facts.host, &own)? {
            eprintln!("schemas/{file}: {}", draft::counted(count));
        }
        let by_hand = differences.iter().filter(|one| one.draft.is_none());
        by_hand.for_each(|one| eprintln!("by hand: {}: {}", one.at, one.what));
        if !differences.is_empty() {
            eprintln!("describe the drafts, and run `cargo xtask codegen`");
        }
    }
    let contract = args.against.clone().unwrap_or(own);
    Ok(Report { host: facts.host, contract, differences })
}

/// Runs a version of the host, and returns what differs from the records and the contract.
fn observed(read: &Read, version: &str) -> Result<Observed, String> {
    let release = program::releases()?.into_iter().find(|it| it.version == version);
    let release = release.ok_or_else(|| format!("the registry has no program of host {version}"))?;
    let root = workspace::root();
    let program = program::fetch_release(&release, &root.join("target/hosts"))?;
    let cases = crate::observe::differing(read, &root, &program)?;
    let keys = crate::shape::unknown_keys(read, &root, &program)?;
    Ok(Observed { cases, keys })
}

fn facts(args: &Args, own: &str) -> Result<Facts, String> {
    if let Some(file) = &args.facts {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        return Facts::read(&text);
    }
    let host = match (&args.host, &args.against) {
        (Some(host), _) => host.clone(),
        (None, Some(_)) => own.to_owned(),
        (None, None) => source::newest()?,
    };
    source::facts(&host, &workspace::root().join("target/declarations"))
}
