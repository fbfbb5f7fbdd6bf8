//! The commands of this repository. Each is a door to the library: arguments in, exit code out.

mod codegen;
mod test;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The commands of this repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Codegen(codegen::Args),
    Test(test::Args),
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Codegen(args) => codegen::run(&args),
        Command::Test(args) => test::run(&args),
    }
}
