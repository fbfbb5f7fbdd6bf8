//! `cargo xtask explain`: what became of one node of a schema.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use hookwire_codegen::diagnostic;
use hookwire_codegen::explain::explain;
use hookwire_codegen::generate::Options;
use hookwire_codegen::run::{WRONG_USAGE, colour};

use crate::workspace;

/// Say what became of one node of a schema: in the model, in each target, and why
///
/// Exit codes: 0 all is well, 1 the schemas have a mistake, 2 wrong usage: there is no such node, or no such target.
#[derive(clap::Args)]
pub struct Args {
    /// The node: `hooks/stop-input.schema.json#/properties/session_id`, or `StopInput/session_id`
    #[arg(value_name = "POINTER")]
    address: String,
    /// The schema set [default: schemas/ of this repository]
    #[arg(long, value_name = "DIR")]
    schemas: Option<PathBuf>,
    /// The folder of the targets' templates [default: templates/ of this repository]
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,
    /// Only this target; may be given several times
    #[arg(long, value_name = "TARGET")]
    only: Vec<String>,
    /// For whom it is
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// People
    Text,
    /// Programs: one document
    Json,
}

/// Runs the command and prints what it has found.
pub fn run(args: &Args) -> ExitCode {
    let dir = |given: &Option<PathBuf>, own| given.clone().unwrap_or_else(|| workspace::path(own));
    let options = Options {
        schemas: dir(&args.schemas, "schemas"),
        templates: dir(&args.templates, "templates"),
        only: args.only.clone(),
    };
    let (text, code) = match explain(&options, &args.address) {
        Ok(it) => {
            let text = if args.format == Format::Json { it.json() } else { it.text(colour()) };
            (text, if it.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Err(found) => {
            found.0.iter().for_each(|one| eprintln!("{}\n", diagnostic::text(one, false)));
            (String::new(), if found.are_of_usage() { ExitCode::from(WRONG_USAGE) } else { ExitCode::FAILURE })
        }
    };
    // A reader that has gone (`| head`) is no failure of the run.
    let _ = io::stdout().write_all(text.as_bytes());
    code
}
