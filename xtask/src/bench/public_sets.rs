//! Public sets: the time that generating takes next to another generator, and that compiling takes next to the crate of
//! another one. A section of `docs/sets.md`.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use hookwire_conformance::sets::{self, list};
use hookwire_harness::{Root, finish, tools};

use super::Build;
use super::measure::{self, Outcome, median};
use super::page::{load, machine};
use super::peers::{self, FOLDER, PEERS, Peer};
use super::scratch::Scratch;

/// The path of the page.
pub const PAGE: &str = "docs/sets.md";

/// The heading of the section.
pub const HEADING: &str = "## Time";

/// The generator that ours is compared with. It formats what it writes.
const GENERATOR: &str = "json-schema-to-typescript";
/// The generator whose crate is compiled.
const CRATE: &str = "typify, no builders";
/// The set whose crates are compiled.
const COMPILED: &str = "webhooks";
/// The set with a limit of its own, and the limit in seconds.
const LIMITED: (&str, f64) = ("renovate", 4.0);

/// The cell of a generator that fails on a set.
const REFUSED: &str = "refused";

/// Where crates are compiled.
const COMPILED_INTO: &str = "target/sets/bench/target";

/// A set, with the outcomes of each round.
struct Row {
    name: String,
    own: Vec<Outcome>,
    other: Vec<Outcome>,
}

/// Measures, and returns the section.
///
/// # Errors
/// A program or a set is missing, or our generator fails.
pub fn section(root: &Root, names: &[String], rounds: usize, limit: Duration) -> Result<String, String> {
    let bench = Bench::new(root, Build::Release, limit)?;
    peers::install(&root.path(FOLDER))?;
    let load = load();
    let rows = bench.measure(list::chosen(list::read(root)?, names)?, rounds, true)?;
    let compiled = match rows.iter().any(|row| row.name == COMPILED) {
        true => Some(bench.compiled(rounds)?),
        false => None,
    };
    Ok(bench.rendered(&rows, compiled, load))
}

/// The set of [`smoke`]: the smallest one of the step `sets`.
const SMALLEST: &str = "jsonresume";

/// Generates a small set once, without other generators, and renders the section.
///
/// # Errors
/// The set cannot be fetched, or our generator fails.
pub fn smoke(root: &Root, limit: Duration) -> Result<(), String> {
    let bench = Bench::new(root, Build::Debug, limit)?;
    let rows = bench.measure(list::chosen(list::read(root)?, &[SMALLEST])?, 1, false)?;
    let section = bench.rendered(&rows, None, None);
    match rows.iter().any(|row| cpu(&row.own).is_none()) {
        true => Err(format!("a set is refused:\n{section}")),
        false => Ok(()),
    }
}

const INTRODUCTION: &str = "\
Seconds are CPU seconds, for the program and for the system on its behalf; medians of the rounds. Ours writes the types of\n\
Rust, Python and TypeScript from a cold start; json-schema-to-typescript writes those of TypeScript, with its default\n\
formatting. The two take turns, and the ratio is the median of the rounds, so that other load on the machine affects both.\n\n\
| set | hookwire, CPU s | json-schema-to-typescript, CPU s | ratio | goal | met |\n|---|---|---|---|---|---|\n";

/// Paths, the program, and the limit of a run.
struct Bench<'a> {
    root: &'a Root,
    scratch: Scratch,
    program: PathBuf,
    limit: Duration,
}

impl<'a> Bench<'a> {
    /// Builds the program.
    fn new(root: &'a Root, build: Build, limit: Duration) -> Result<Self, String> {
        let program = build.generator(root, &["--bin", "hookwire-codegen"])?.join("hookwire-codegen");
        Ok(Self { root, scratch: Scratch::new(root)?, program, limit })
    }

    /// Measures sets, one after the other.
    fn measure(&self, sets: Vec<list::PublicSet>, rounds: usize, with_peers: bool) -> Result<Vec<Row>, String> {
        let mut rows = Vec::new();
        for set in sets {
            let files = sets::fetch(self.root, &set)?;
            let first = files.join(set.first_name());
            let mut row = Row { name: set.name, own: Vec::new(), other: Vec::new() };
            let schemas = if set.files.len() == 1 { &first } else { &files };
            for round in 1..=rounds {
                eprintln!("{}: round {round} of {rounds}", row.name);
                row.own.push(self.own(&row.name, schemas)?);
                if with_peers {
                    row.other.push(self.other(&first)?);
                }
            }
            rows.push(row);
        }
        Ok(rows)
    }

    /// Renders the section: the rows, the costs of compiling, and the load before the first round.
    fn rendered(&self, rows: &[Row], compiled: Option<(f64, f64)>, load: Option<String>) -> String {
        let mut text = format!("{HEADING}\n\n{}\n\n", machine());
        let _ = load.map(|load| {
            writeln!(
                text,
                "Before the first round, the load average of the machine was {load}. Above 0, other programs ran beside this one.\n"
            )
        });
        let _ = writeln!(text, "{}\n", self.scratch.note());
        text.push_str(INTRODUCTION);
        rows.iter().for_each(|row| row.write(&mut text));
        if let Some((own, other)) = compiled {
            write_compiled(&mut text, own, other);
        }
        text
    }

    /// Generates a set in every language, into a new folder.
    fn own(&self, name: &str, schemas: &Path) -> Result<Outcome, String> {
        let out = self.emptied()?;
        let mut command = Command::new(&self.program);
        command.arg("--schemas").arg(schemas).args(["--name", name]).arg("--out").arg(out);
        command.args(["rust", "python", "typescript"].iter().flat_map(|target| ["--only", target]));
        measure::run(&mut command, self.limit)
    }

    fn other(&self, file: &Path) -> Result<Outcome, String> {
        let out = self.emptied()?.join("out");
        let folder = file.parent().unwrap_or(file);
        measure::run(peer(GENERATOR)?.command(&self.root.path(FOLDER), file, &out).current_dir(folder), self.limit)
    }

    /// Returns an empty folder for what is generated.
    fn emptied(&self) -> Result<PathBuf, String> {
        let out = self.scratch.path().join("out");
        let failed = |error: std::io::Error| format!("{}: {error}", out.display());
        if out.exists() {
            fs::remove_dir_all(&out).map_err(failed)?;
        }
        fs::create_dir_all(&out).map_err(failed)?;
        Ok(out)
    }

    /// Returns the CPU seconds of `cargo check` of our crate and of the other one, without their dependencies.
    fn compiled(&self, rounds: usize) -> Result<(f64, f64), String> {
        let set = list::chosen(list::read(self.root)?, &[COMPILED])?.pop().ok_or("there is no set")?;
        let file = sets::fetch(self.root, &set)?.join(set.first_name());
        let out = self.emptied()?;
        let mut command = Command::new(&self.program);
        command.arg("--schemas").arg(&file).args(["--name", COMPILED, "--only", "rust", "--out"]).arg(&out);
        finish(&mut command)?;
        let other = out.join("typify");
        fs::create_dir_all(other.join("src")).map_err(|error| error.to_string())?;
        finish(&mut peer(CRATE)?.command(&self.root.path(FOLDER), &file, &other.join("src/lib")))?;
        fs::write(other.join("Cargo.toml"), OTHER_CRATE).map_err(|error| error.to_string())?;
        let (mut own_seconds, mut other_seconds) = (Vec::new(), Vec::new());
        self.check(&out.join("rust"))?;
        self.check(&other)?;
        for _ in 0..rounds {
            own_seconds.push(self.check(&out.join("rust"))?);
            other_seconds.push(self.check(&other)?);
        }
        let middle = |values: &[f64]| median(values).unwrap_or_default();
        Ok((middle(&own_seconds), middle(&other_seconds)))
    }

    /// Checks a crate as if its root had changed, and returns the CPU seconds.
    fn check(&self, folder: &Path) -> Result<f64, String> {
        let lib = folder.join("src/lib.rs");
        let failed = |error: std::io::Error| format!("{}: {error}", lib.display());
        let text = fs::read_to_string(&lib).map_err(failed)?;
        fs::write(&lib, text).map_err(failed)?;
        let mut cargo = Command::new(tools::cargo());
        cargo.args(["check", "--quiet", "--manifest-path"]).arg(folder.join("Cargo.toml"));
        cargo.env("CARGO_TARGET_DIR", self.root.path(COMPILED_INTO)).env("CARGO_INCREMENTAL", "0");
        match measure::run(&mut cargo, Duration::from_secs(600))? {
            Outcome::Done(usage) => Ok(usage.cpu),
            _ => Err(format!("{}: cargo check fails", folder.display())),
        }
    }
}

/// The crate around the other generator's file. It names what that file uses.
const OTHER_CRATE: &str = r#"[workspace]

[package]
name = "typified"
version = "0.0.0"
edition = "2021"

[dependencies]
chrono = { version = "0.4", default-features = false, features = ["serde"] }
regress = "0.10"
serde = { version = "1", features = ["derive"] }
serde_json = "1"
uuid = { version = "1", features = ["serde"] }
"#;

fn peer(name: &str) -> Result<&'static Peer, String> {
    PEERS.iter().find(|peer| peer.name == name).ok_or_else(|| format!("there is no generator `{name}`"))
}

impl Row {
    fn write(&self, text: &mut String) {
        let Some(own) = cpu(&self.own) else {
            let other = cpu(&self.other).map_or(REFUSED.to_owned(), |other| format!("{other:.2}"));
            let _ = writeln!(text, "| {} | {REFUSED} | {other} | | | |", self.name);
            return;
        };
        let ratios: Vec<f64> =
            self.own.iter().zip(&self.other).filter_map(|(own, other)| Some(done(own)? / done(other)?)).collect();
        let (other, ratio, goal, met) = match (cpu(&self.other), median(&ratios)) {
            (Some(other), Some(ratio)) => {
                (format!("{other:.2}"), format!("{ratio:.2}"), "at most 1".to_owned(), ratio <= 1.0)
            }
            _ => (REFUSED.to_owned(), String::new(), String::new(), true),
        };
        let is_limited = self.name == LIMITED.0;
        let (goal, met) = match is_limited {
            true => {
                (format!("{goal}, under {} s", LIMITED.1).trim_start_matches(", ").to_owned(), met && own < LIMITED.1)
            }
            false => (goal, met),
        };
        let met = if goal.is_empty() { "" } else { yes(met) };
        let _ = writeln!(text, "| {} | {own:.2} | {other} | {ratio} | {goal} | {met} |", self.name);
    }
}

fn write_compiled(text: &mut String, own: f64, other: f64) {
    let ratio = own / other;
    let _ = writeln!(
        text,
        "\n`cargo check` of the crate of `{COMPILED}`, without its dependencies and without an incremental cache, next to \
         that of the crate of typify:\n\n| hookwire, CPU s | typify, CPU s | ratio | goal | met |\n|---|---|---|---|---|\n\
         | {own:.2} | {other:.2} | {ratio:.2} | at most 1.5 | {} |",
        yes(ratio <= 1.5)
    );
}

fn yes(met: bool) -> &'static str {
    if met { "yes" } else { "**no**" }
}

fn done(outcome: &Outcome) -> Option<f64> {
    if let Outcome::Done(usage) = outcome { Some(usage.cpu) } else { None }
}

fn cpu(runs: &[Outcome]) -> Option<f64> {
    median(&runs.iter().filter_map(done).collect::<Vec<_>>())
}
