//! `cargo xtask interface`: what each package lets others use, as a listing that is committed. Whoever changes it sees what
//! they change, and so does whoever reads the change.
//!
//! Each language is asked by its own syntax: Rust here, Python by its `ast`, TypeScript by its compiler. The versions are not
//! among what is listed.

mod rust;

use std::fs;
use std::process::{Command, ExitCode};

use similar::TextDiff;

use crate::test::{self, Root};
use crate::{tools, workspace};

/// Compare what each package lets others use with the listings in tests/interface
///
/// Exit codes: 0 nothing has changed, 1 something has.
#[derive(clap::Args)]
pub struct Args {
    /// Write the listings anew
    #[arg(long)]
    bless: bool,
}

/// A language, with what makes its listing.
type Language = (&'static str, fn(&Root) -> Result<String, String>);

const LANGUAGES: [Language; 3] = [("python", python), ("rust", rust), ("typescript", typescript)];

/// Compares the listings, or writes them.
pub fn run(args: &Args) -> ExitCode {
    let outcome = compare(&Root::new(workspace::root()), args.bless);
    outcome.map_or_else(
        |wrong| {
            eprintln!("error: {wrong}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

/// The step: no package lets others use anything else than is listed.
///
/// # Errors
/// What is otherwise, of all languages.
pub fn step(root: &Root) -> Result<(), String> {
    compare(root, false)
}

fn compare(root: &Root, bless: bool) -> Result<(), String> {
    let identity = tools::identity(root)?;
    let mut found = Vec::new();
    for (language, list) in LANGUAGES {
        let contract = identity.host.as_ref().map_or("", |host| &host.version);
        let text = list(root)?.replace(&identity.package.version, "VERSION").replace(contract, "CONTRACT");
        println!("{language}: {} lines", text.lines().count());
        let path = format!("tests/interface/{language}.txt");
        if bless {
            fs::write(root.path(&path), text).map_err(|error| format!("{path}: {error}"))?;
            continue;
        }
        let listed = fs::read_to_string(root.path(&path)).map_err(|error| format!("{path}: {error}"))?;
        if listed != text {
            let diff = TextDiff::from_lines(&listed, &text);
            found.push(diff.unified_diff().context_radius(2).header(&path, language).to_string());
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    found.push("if that is meant: `cargo xtask interface --bless`".to_owned());
    Err(found.join("\n"))
}

fn rust(root: &Root) -> Result<String, String> {
    rust::listing(&root.path("generated/rust"))
}

fn python(root: &Root) -> Result<String, String> {
    let mut command = root.command(tools::python(root)?);
    tools::quietly(command.args(["tests/interface/python.py", "generated/python/src/hookwire"]))
}

fn typescript(root: &Root) -> Result<String, String> {
    let tests = test::npm_tests(root)?;
    let mut node = Command::new("node");
    tools::quietly(node.arg("interface.js").arg(root.path("generated/typescript")).current_dir(tests))
}
