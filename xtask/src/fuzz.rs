//! `cargo xtask fuzz`: coverage-guided fuzzing of the generator and of the validators that it makes, from the committed
//! corpus.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use crate::test::{Root, finish};
use crate::{assertions, workspace};

/// The program that builds and runs the targets.
const CARGO_FUZZ: &str = "cargo-fuzz@0.13.2";

/// Each target with the length of its longest input, in bytes.
const TARGETS: [(&str, u32); 3] = [("generate", 24_000), ("validators", 8_192), ("assertions", 4_096)];

/// Seconds for each target under `cargo xtask test --long`.
const AN_HOUR: u32 = 3_600;

/// Look for inputs that make the generator or the validators fail
///
/// What is found lies in `target/fuzz/artifacts`, what reached something new in `target/fuzz/corpus`.
#[derive(clap::Args)]
pub struct Args {
    /// Only this target: generate, validators, assertions
    #[arg(value_parser = TARGETS.map(|(name, _)| name))]
    target: Option<String>,
    /// How long to look, for each target
    #[arg(long, default_value_t = 60)]
    seconds: u32,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let root = Root::new(workspace::root());
    let chosen = TARGETS.iter().filter(|(name, _)| args.target.as_deref().is_none_or(|it| it == *name));
    match chosen.map(|target| fuzz(&root, *target, args.seconds)).collect::<Result<Vec<()>, String>>() {
        Ok(_) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// An hour for each target.
///
/// # Errors
/// What was found, and where it lies; or what could not be installed or built.
pub fn long(root: &Root) -> Result<(), String> {
    TARGETS.iter().try_for_each(|target| fuzz(root, *target, AN_HOUR))
}

fn fuzz(root: &Root, (target, longest): (&str, u32), seconds: u32) -> Result<(), String> {
    let program = installed(root)?;
    // The crate with assertions is rendered, not committed.
    assertions::render(root)?;
    let work = root.path("target/fuzz");
    let [found, corpus] = ["artifacts", "corpus"].map(|folder| work.join(folder).join(target));
    for folder in [&found, &corpus] {
        fs::create_dir_all(folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    }
    let mut command = Command::new(program);
    command.args([
        "fuzz",
        "run",
        "--fuzz-dir",
        "tests/fuzz",
        "-O",
        "--debug-assertions",
        "--sanitizer",
        "none",
        target,
    ]);
    // What is new goes into the first folder; the committed ones are read.
    command.args([corpus, root.path("tests/fuzz/corpus").join(target)]).arg("--");
    let mut artifacts = OsString::from("-artifact_prefix=");
    artifacts.push(slash(&found));
    command.arg(artifacts).arg(format!("-max_len={longest}")).arg(format!("-max_total_time={seconds}"));
    command.args(["-timeout=30", "-rss_limit_mb=4096", "-print_final_stats=1"]);
    // Coverage needs flags that are stable in no compiler; no sanitizer, as no crate of ours has unsafe code.
    command.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_DIR", work.join("build")).current_dir(root.path(""));
    finish(&mut command)
}

fn slash(folder: &Path) -> PathBuf {
    folder.join("")
}

/// The program, installed below `target/` if it is not there.
fn installed(root: &Root) -> Result<PathBuf, String> {
    let tools = root.path("target/fuzz/tools");
    let program = tools.join("bin/cargo-fuzz");
    if !program.is_file() {
        let mut install = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        install.args(["install", "--locked", CARGO_FUZZ, "--root"]).arg(&tools);
        finish(install.env("CARGO_TARGET_DIR", root.path("target/fuzz/tools-build")))?;
    }
    Ok(program)
}
