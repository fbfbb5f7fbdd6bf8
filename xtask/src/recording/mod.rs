//! `cargo xtask recording`: calls the guard of README.md, and draws the terminal as `docs/guard.svg`.

mod picture;
mod session;

use std::fs;
use std::process::ExitCode;

use hookwire_codegen::run::{FAILED, OUT_OF_DATE, SUCCESS};
use hookwire_harness::{Root, workspace};

/// The picture, from the root of the repository.
const PICTURE: &str = "docs/guard.svg";

/// Record the terminal on the front page: the guard of README.md, which is called twice
///
/// It runs the guard with `python3` and the generated package. Exit codes: 0 all is well, 1 the guard cannot be run, or it
/// decides otherwise, 2 wrong usage, 4 out of date (with --check).
#[derive(clap::Args)]
pub struct Args {
    /// Write nothing; fail if the picture is not what would be recorded
    #[arg(long)]
    check: bool,
}

/// Runs the command and prints its result.
pub fn run(args: &Args) -> ExitCode {
    let root = Root::new(workspace::root());
    let recorded = recorded(&root).and_then(|picture| {
        let is_fresh = fs::read_to_string(root.path(PICTURE)).is_ok_and(|old| old == picture);
        if !is_fresh && !args.check {
            fs::write(root.path(PICTURE), picture).map_err(|error| format!("cannot write {PICTURE}: {error}"))?;
        }
        Ok(is_fresh)
    });
    match recorded {
        Ok(true) => println!("{PICTURE} is up to date"),
        Ok(false) if !args.check => println!("{PICTURE} is written"),
        Ok(false) => {
            eprintln!("error: {PICTURE} is out of date: run `cargo xtask recording`");
            return ExitCode::from(OUT_OF_DATE);
        }
        Err(why) => {
            eprintln!("error: {why}");
            return ExitCode::from(FAILED);
        }
    }
    ExitCode::from(SUCCESS)
}

/// Calls the guard, and returns the picture.
fn recorded(root: &Root) -> Result<String, String> {
    let lines = session::lines(root)?;
    picture::drawn(&lines).map_err(|error| format!("the recording cannot be drawn: {error:#}"))
}
