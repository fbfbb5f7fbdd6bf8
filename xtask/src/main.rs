//! The commands of this repository. Each parses its arguments, calls the library, and returns the exit code.
//!
//! [`hookwire_harness`] finds the repository, runs commands and installs environments. [`hookwire_conformance`]
//! compares the languages. [`test`] lists the steps of the tests.

mod attacks;
mod bench;
mod checkers;
mod cli;
mod codegen;
mod commands;
mod compat;
mod conform;
mod cookbook;
mod docs;
mod editor;
mod fuzz;
mod go;
mod inside;
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
mod trees;
mod upstream;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use hookwire_codegen::program;
use hookwire_harness::INSIDE;
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
    Bench(bench::Args),
    /// Generate packages from a schema set: those of this repository, unless `--schemas` and `--out` name others
    Codegen(program::Arguments),
    Commands(commands::Args),
    Compat(compat::Args),
    Conform(Conform),
    Fuzz(fuzz::Args),
    #[command(hide = true, name = INSIDE, subcommand)]
    Inside(inside::Part),
    Interface(interface::Args),
    Observe(observe::Args),
    Package(package::Args),
    Publish(publish::Args),
    Recording(recording::Args),
    Test(test::Args),
    Upstream(upstream::Args),
}

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
struct Conform {
    #[command(subcommand)]
    with: Option<Others>,
    #[command(flatten)]
    schemas: conform::Args,
}

/// What the packages are compared with, other than their schemas.
#[derive(Subcommand)]
enum Others {
    Attacks(attacks::Args),
    Sets(sets::Args),
    Suite(suite::Args),
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Bench(args) => bench::run(&args),
        Command::Codegen(args) => codegen::run(&args),
        Command::Commands(args) => commands::run(&args),
        Command::Compat(args) => compat::run(&args),
        Command::Conform(args) => match args.with {
            None => conform::run(&args.schemas),
            Some(Others::Attacks(args)) => attacks::run(&args),
            Some(Others::Sets(args)) => sets::run(&args),
            Some(Others::Suite(args)) => suite::run(&args),
        },
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Inside(part) => inside::run(&part),
        Command::Interface(args) => interface::run(&args),
        Command::Observe(args) => observe::run(&args),
        Command::Package(args) => package::run(&args),
        Command::Publish(args) => publish::run(&args),
        Command::Recording(args) => recording::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Upstream(args) => upstream::run(&args),
    }
}
