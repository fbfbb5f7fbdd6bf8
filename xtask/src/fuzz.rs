//! `cargo xtask fuzz`: coverage-guided fuzzing of the generator and of the validators that it makes.
//!
//! A run unpacks the committed corpus, one file per target, into a folder below `target/`, because libFuzzer reads
//! folders. Afterwards, new inputs that reach new code are packed back into the file.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use hookwire_conformance::{assertions, corpus};
use hookwire_harness::{Root, finish, workspace};

/// The program that builds and runs the targets.
const CARGO_FUZZ: &str = "cargo-fuzz@0.13.2";

/// A target's name, and the length of its longest input in bytes.
type Target = (&'static str, u32);

const TARGETS: [Target; 4] = [("generate", 24_000), ("validators", 8_192), ("assertions", 4_096), ("commands", 1_024)];

/// Seconds for each target under `cargo xtask test --long`.
const AN_HOUR: u32 = 3_600;

/// Look for inputs that make the generator or the validators fail
///
/// Failing inputs are written to `target/fuzz/artifacts`. New inputs are kept in `target/fuzz/corpus`; those that reach
/// new code are added to the file of the target in `tests/fuzz/corpus`, unless an input failed.
#[derive(clap::Args)]
pub struct Args {
    /// Only this target: generate, validators, assertions, commands
    #[arg(value_parser = TARGETS.map(|(name, _)| name))]
    target: Option<String>,
    /// How many seconds to look, for each target
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Do not look: add these inputs to the corpus, for example a failing one that is fixed
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "target")]
    add: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let root = Root::new(workspace::root());
    let chosen = TARGETS.iter().filter(|(name, _)| args.target.as_deref().is_none_or(|it| it == *name));
    let one = |target: &Target| {
        if args.add.is_empty() { grow(&root, target, args.seconds) } else { add(&root, target, args) }
    };
    match chosen.map(one).collect::<Result<Vec<()>, String>>() {
        Ok(_) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Runs each target for an hour. The committed corpus stays as it is.
///
/// # Errors
/// An input failed (the text names its file), or the targets cannot be installed or built.
pub fn long(root: &Root) -> Result<(), String> {
    TARGETS.iter().try_for_each(|target| fuzz(root, target, AN_HOUR))
}

/// Adds the given files to a target's corpus.
fn add(root: &Root, (target, _): &Target, args: &Args) -> Result<(), String> {
    let mut inputs = corpus::read(&corpus_file(root, target))?;
    for path in &args.add {
        inputs.insert(fs::read(path).map_err(failed("read", path))?);
    }
    pack(root, target, &inputs)
}

/// Fuzzes a target, and adds the new inputs that reach new code to its corpus.
fn grow(root: &Root, target: &Target, seconds: u32) -> Result<(), String> {
    fuzz(root, target, seconds)?;
    let [committed, found] = unpacked(root, target.0)?;
    let mut merge = run_target(root, target.0)?;
    // Ignores how often an edge is passed. Otherwise the corpus would grow without limit.
    merge.args([&committed, &found]).args(["--", "-merge=1", "-use_counters=0"]);
    finish(merge.arg(format!("-max_len={}", target.1)))?;
    pack(root, target.0, &inputs(&committed).map_err(failed("read", &committed))?)
}

fn fuzz(root: &Root, (target, longest): &Target, seconds: u32) -> Result<(), String> {
    // The crate with assertions is rendered, not committed.
    assertions::render(root)?;
    let [committed, found] = unpacked(root, target)?;
    let artifacts = root.path("target/fuzz/artifacts").join(target);
    fs::create_dir_all(&artifacts).map_err(failed("create", &artifacts))?;
    let mut command = run_target(root, target)?;
    // libFuzzer writes new inputs to the first folder, and only reads the second.
    command.args([found, committed]).arg("--");
    let mut prefix = OsString::from("-artifact_prefix=");
    prefix.push(slash(&artifacts));
    command.arg(prefix).arg(format!("-max_len={longest}")).arg(format!("-max_total_time={seconds}"));
    command.args(["-timeout=30", "-rss_limit_mb=4096", "-print_final_stats=1"]);
    finish(&mut command)
}

/// Returns the command that builds and runs a target, without the folders and options of the run.
fn run_target(root: &Root, target: &str) -> Result<Command, String> {
    let mut command = Command::new(installed(root)?);
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
    // Coverage needs unstable compiler flags. Our crates have no unsafe code, so no sanitizer is needed.
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", root.path("target/fuzz/build"))
        .current_dir(root.path(""));
    Ok(command)
}

fn corpus_file(root: &Root, target: &str) -> PathBuf {
    root.path("tests/fuzz/corpus").join(format!("{target}.jsonl"))
}

/// Writes a target's corpus file.
fn pack(root: &Root, target: &str, inputs: &BTreeSet<Vec<u8>>) -> Result<(), String> {
    let path = corpus_file(root, target);
    fs::write(&path, corpus::packed(inputs)).map_err(failed("write", &path))?;
    println!("{}: {} inputs", path.display(), inputs.len());
    Ok(())
}

/// Unpacks a target's corpus file. Returns the folder with its inputs, and the folder for new ones.
fn unpacked(root: &Root, target: &str) -> Result<[PathBuf; 2], String> {
    let [committed, found] = ["committed", "corpus"].map(|folder| root.path("target/fuzz").join(folder).join(target));
    if committed.exists() {
        fs::remove_dir_all(&committed).map_err(failed("remove", &committed))?;
    }
    for folder in [&committed, &found] {
        fs::create_dir_all(folder).map_err(failed("create", folder))?;
    }
    for (index, input) in corpus::read(&corpus_file(root, target))?.iter().enumerate() {
        let path = committed.join(index.to_string());
        fs::write(&path, input).map_err(failed("write", &path))?;
    }
    Ok([committed, found])
}

/// Reads the inputs in a folder.
fn inputs(folder: &Path) -> io::Result<BTreeSet<Vec<u8>>> {
    fs::read_dir(folder)?.map(|entry| fs::read(entry?.path())).collect()
}

fn failed(verb: &str, path: &Path) -> impl Fn(io::Error) -> String {
    move |error| format!("cannot {verb} {}: {error}", path.display())
}

fn slash(folder: &Path) -> PathBuf {
    folder.join("")
}

/// Returns the path of `cargo-fuzz`. Installs it below `target/` if it is missing.
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
