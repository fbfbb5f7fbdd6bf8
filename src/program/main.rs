//! `hookwire-codegen`: generates packages from your schema set, with the templates that it contains.

use std::process::ExitCode;

use clap::Parser;
use hookwire_codegen::program::{Arguments, Program};

/// See Cargo.toml for the reason.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The program's name in generated files and messages.
const COMMAND: &str = "hookwire-codegen";

#[derive(Parser)]
#[command(name = COMMAND, version, mut_arg("schemas", |it| it.required(true)))]
struct Cli {
    #[command(flatten)]
    arguments: Arguments,
}

fn main() -> ExitCode {
    Program { command: COMMAND, home: None }.run(&Cli::parse().arguments)
}
