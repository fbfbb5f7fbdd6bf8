//! The commands of this repository. Each parses its arguments, calls the library, and returns the exit code.
//!
//! [`hookwire_harness`] finds the repository, runs commands and installs environments. [`hookwire_conformance`]
//! compares the languages. [`test`] lists the steps of the tests.

mod attacks;
mod bench;
mod checkers;
mod codegen;
mod compat;
mod conform;
mod cookbook;
mod docs;
mod editor;
mod fuzz;
mod go;
mod installed;
mod interface;
mod observe;
mod observed;
mod package;
mod prose;
mod publish;
mod recording;
mod runtime;
mod sandbox;
mod sets;
mod shape;
mod suite;
mod test;
mod upstream;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use hookwire_codegen::program;
use hookwire_conformance::SCHEMA_COMMAND;
use mimalloc::MiMalloc;

/// The same allocator as in the published program: see Cargo.toml.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The commands of this repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Attacks(attacks::Args),
    Bench(bench::Args),
    /// Generate packages from a schema set: those of this repository, unless `--schemas` and `--out` name others
    Codegen(program::Arguments),
    Compat(compat::Args),
    Conform(conform::Args),
    /// Answer with the verdicts of the bundled schemas: `conform` and `suite` start it
    #[command(hide = true, name = SCHEMA_COMMAND)]
    ConformSchema(conform::SchemaArgs),
    Fuzz(fuzz::Args),
    Interface(interface::Args),
    Observe(observe::Args),
    /// Run cases inside of a sandbox: `observe` starts it
    #[command(hide = true, name = hookwire_observe::session::COMMAND)]
    ObserveInside,
    /// Run a hook of the cookbook inside of a sandbox: `observe --cookbook` starts it
    #[command(hide = true, name = hookwire_observe::cookbook::session::COMMAND)]
    ObserveCookbookInside,
    /// Serve tools inside of a sandbox: the host starts it
    #[command(hide = true, name = hookwire_observe::mcp::COMMAND)]
    ObserveMcp {
        /// The folder of the session
        folder: String,
    },
    /// Run a scene inside of a sandbox: `observe --shape` starts it
    #[command(hide = true, name = hookwire_observe::shape::stage::COMMAND)]
    ObserveShapeInside,
    /// Serve MCP on stdio: the host starts it in the scenes of `observe --shape`
    #[command(hide = true, name = hookwire_observe::shape::mcp::COMMAND)]
    ObserveShapeMcp,
    Package(package::Args),
    Publish(publish::Args),
    Recording(recording::Args),
    Sets(sets::Args),
    Suite(suite::Args),
    Test(test::Args),
    Upstream(upstream::Args),
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Attacks(args) => attacks::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Codegen(args) => codegen::run(&args),
        Command::Compat(args) => compat::run(&args),
        Command::Conform(args) => conform::run(&args),
        Command::ConformSchema(args) => conform::run_schemas(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Interface(args) => interface::run(&args),
        Command::Observe(args) => observe::run(&args),
        Command::ObserveCookbookInside => cookbook::run_inside(),
        Command::ObserveInside => observe::run_inside(),
        Command::ObserveMcp { folder } => observe::run_server(&folder),
        Command::ObserveShapeInside => shape::run_inside(),
        Command::ObserveShapeMcp => shape::serve_mcp(),
        Command::Package(args) => package::run(&args),
        Command::Publish(args) => publish::run(&args),
        Command::Recording(args) => recording::run(&args),
        Command::Sets(args) => sets::run(&args),
        Command::Suite(args) => suite::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Upstream(args) => upstream::run(&args),
    }
}
