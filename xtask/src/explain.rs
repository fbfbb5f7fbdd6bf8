//! `cargo xtask explain`: explains one node of a schema, or lists what the types of a set do not show.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use hookwire_codegen::explain::{explain, untyped};
use hookwire_codegen::generate::Options;
use hookwire_codegen::internal::diagnostic;
use hookwire_codegen::run::{FAILED, SUCCESS, WRONG_USAGE, colour, end};

use hookwire_harness::workspace;

/// Explain one node of a schema: its part of the model, its form in each target, and the reasons
///
/// Exit codes: 0 all is well, 1 the schemas have a mistake, 2 wrong usage: there is no such node, or no such target.
#[derive(clap::Args)]
pub struct Args {
    /// The node: `hooks/stop-input.schema.json#/properties/session_id`, or `StopInput/session_id`
    #[arg(value_name = "POINTER", required_unless_present = "untyped")]
    address: Option<String>,
    /// List every place where types say less than the schemas, instead of explaining a node
    #[arg(long, conflicts_with_all = ["address", "templates", "only", "format"])]
    untyped: bool,
    /// The schema set [default: schemas/ of this repository]
    #[arg(long, value_name = "DIR")]
    schemas: Option<PathBuf>,
    /// The folder of the targets' templates [default: templates/ of this repository]
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,
    /// Only this target; may be given several times
    #[arg(long, value_name = "TARGET")]
    only: Vec<String>,
    /// The format of the output
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON document for programs
    Json,
}

/// Runs the command and prints what it has found.
pub fn run(args: &Args) -> ExitCode {
    let dir = |given: &Option<PathBuf>, own| given.clone().unwrap_or_else(|| workspace::path(own));
    let options = Options {
        schemas: dir(&args.schemas, "schemas"),
        templates: dir(&args.templates, "templates"),
        only: args.only.clone(),
        name: None,
    };
    let explained = match &args.address {
        Some(address) => explain(&options, address).map(|it| {
            let text = if args.format == Format::Json { it.json() } else { it.text(colour()) };
            (text, if it.is_sound() { SUCCESS } else { FAILED })
        }),
        None => untyped(&options.schemas, None).map(|it| (it.text(), SUCCESS)),
    };
    match explained {
        Ok((text, code)) => end(&text, code),
        Err(found) => {
            found.0.iter().for_each(|one| eprintln!("{}\n", diagnostic::text(one, false)));
            ExitCode::from(if found.are_of_usage() { WRONG_USAGE } else { FAILED })
        }
    }
}
