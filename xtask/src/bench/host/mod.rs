//! The host functions of each package: the cost of `interpret`, the files that a hook loads, and the permission queue
//! under load.
//!
//! Each language has a program that measures and prints JSON: `bench.py`, `bench.js` and `bench.rs` in `tests/`.

pub mod page;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use hookwire_harness::{RUST_USER, Root, tools};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Build;
use super::measure::{Outcome, median, run_into};

/// The length of each reply in bytes.
const LENGTH: usize = 1024;

/// The features of a package that reading and validating may load files of. Validators of settings read matchers; a module of
/// npm cannot load another one later without waiting for it.
const OF_READING: [&str; 8] =
    ["assertions", "events", "matchers", "problems", "regex", "registration", "replies", "validators"];

/// The measurements of a language.
pub struct Measured {
    name: &'static str,
    /// For each reply: its name, and the cost of both functions in each round.
    costs: Vec<(&'static str, Vec<Cost>)>,
    /// None if a program does not load the files of its packages.
    files: Option<Files>,
    /// The queue in each round, with the CPU seconds of the process.
    loads: Vec<(Load, f64)>,
}

impl Measured {
    /// Returns how many questions were lost, answered twice, and out of order.
    fn wrong(&self) -> [u64; 3] {
        let sum = |of: fn(&Load) -> u64| self.loads.iter().map(|(load, _)| of(load)).sum();
        [sum(|load| load.lost), sum(|load| load.twice), sum(|load| load.disordered)]
    }

    /// Returns the goals that are missed although they do not depend on the speed of the machine.
    pub fn mistakes(&self) -> Vec<String> {
        let wrong = Some(self.wrong()).filter(|wrong| *wrong != [0; 3]);
        let queue = wrong.map(|[lost, twice, disordered]| {
            format!("{}: {lost} questions lost, {twice} answered twice, {disordered} times out of order", self.name)
        });
        let foreign = self.files.iter().flat_map(|files| &files.foreign);
        let files = foreign.map(|file| format!("{}: a hook that only reads and validates loads {file}", self.name));
        queue.into_iter().chain(files).collect()
    }
}

/// The cost of `interpret` and `read_reply`, in microseconds.
struct Cost {
    interpret: f64,
    read: f64,
    ratio: f64,
}

/// The files of the package that a hook loads.
struct Files {
    /// By reading and validating.
    read: usize,
    /// Those among them that other features need.
    foreign: Vec<String>,
    /// With the host functions.
    host: usize,
}

/// The queue under load.
#[derive(Deserialize)]
struct Load {
    lost: u64,
    twice: u64,
    disordered: u64,
    /// The bytes after the first tenth and after the last one, if the system reports them.
    memory: [Option<f64>; 2],
}

/// Both functions by batch, in microseconds.
#[derive(Deserialize)]
struct Batches {
    interpret: Vec<f64>,
    read: Vec<f64>,
}

#[derive(Deserialize)]
struct Loaded {
    files: Vec<String>,
}

/// The work of each round.
pub struct Amount {
    build: Build,
    /// How often `interpret` and `read_reply` take turns.
    batches: usize,
    /// The questions to the queue.
    questions: usize,
}

/// The amount that gives steady figures. The page names its number of questions.
pub const FULL: Amount = Amount { build: Build::Release, batches: 3000, questions: 100_000 };

/// The amount that shows that everything runs.
pub const SMOKE: Amount = Amount { build: Build::Debug, batches: 2, questions: 2000 };

/// Measures every language once a round.
///
/// # Errors
/// A program cannot be built, fails, or does not measure what it should.
pub fn measure(root: &Root, amount: &Amount, rounds: usize, limit: Duration) -> Result<Vec<Measured>, String> {
    let profile: &[&str] = if matches!(amount.build, Build::Release) { &["--release"] } else { &[] };
    root.cargo_on(RUST_USER, "build", &[profile, &["--locked", "--bin", "bench"]].concat(), "")?;
    let replies = replies(&root.path("target/bench/replies"))?;
    let mut found = Vec::new();
    let batches = amount.batches.to_string();
    let languages = languages(amount.build);
    for language in &languages {
        let costs = REPLIES.map(|(name, _)| (name, Vec::new())).into();
        found.push(Measured { name: language.name, costs, files: language.files(root)?, loads: Vec::new() });
    }
    for round in 1..=rounds {
        for (language, measured) in languages.iter().zip(&mut found) {
            eprintln!("{}: round {round} of {rounds}", language.name);
            for ((_, costs), file) in measured.costs.iter_mut().zip(&replies) {
                costs.push(cost(&language.run(root, &["interpret", EVENT, file, &batches])?));
            }
            measured.loads.push(language.load(root, amount.questions, limit)?);
        }
    }
    Ok(found)
}

fn cost(batches: &Batches) -> Cost {
    let ratios: Vec<f64> = batches.interpret.iter().zip(&batches.read).map(|(one, other)| one / other).collect();
    let middle = |values: &[f64]| median(values).unwrap_or(f64::NAN);
    Cost { interpret: middle(&batches.interpret), read: middle(&batches.read), ratio: middle(&ratios) }
}

/// A language with its program.
struct Language {
    name: &'static str,
    /// The folder of its templates, if a program loads its packages file by file.
    templates: Option<&'static str>,
    command: fn(&Root, Build) -> Command,
    build: Build,
}

/// Returns every language, with its program in this build.
fn languages(build: Build) -> [Language; 3] {
    let python: fn(&Root, Build) -> Command = |root, _| {
        let mut command = root.command(tools::python3());
        command.arg("tests/python/bench.py").env("PYTHONPATH", root.path("generated/python/src"));
        command
    };
    let typescript: fn(&Root, Build) -> Command = |root, _| {
        let mut command = root.command("node");
        command.args(["--expose-gc", "tests/typescript/bench.js"]);
        command
    };
    let rust: fn(&Root, Build) -> Command = |root, build| {
        let program = root.path("target/generated").join(build.folder()).join("bench");
        root.command(program.with_extension(std::env::consts::EXE_EXTENSION))
    };
    [("Python", Some("python"), python), ("TypeScript", Some("typescript"), typescript), ("Rust", None, rust)]
        .map(|(name, templates, command)| Language { name, templates, command, build })
}

impl Language {
    /// Runs the program, and returns what it prints.
    fn run<T: DeserializeOwned>(&self, root: &Root, args: &[&str]) -> Result<T, String> {
        let printed = tools::quietly((self.command)(root, self.build).args(args))?;
        serde_json::from_str(&printed).map_err(|error| format!("{}: {error} in {printed}", self.name))
    }

    /// Puts the queue under load, and measures the process. It starts in a few hundredths of a second.
    fn load(&self, root: &Root, questions: usize, limit: Duration) -> Result<(Load, f64), String> {
        let path = root.path("target/bench/queue.json");
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let output = Stdio::from(fs::File::create(&path).map_err(failed)?);
        let mut command = (self.command)(root, self.build);
        command.args(["queue", &questions.to_string()]);
        let Outcome::Done(usage) = run_into(output, &mut command, limit)? else {
            return Err(format!("{}: `queue` failed or was stopped", self.name));
        };
        let printed = fs::read_to_string(&path).map_err(failed)?;
        Ok((serde_json::from_str(&printed).map_err(|error| format!("{}: {error}", self.name))?, usage.cpu))
    }

    fn files(&self, root: &Root) -> Result<Option<Files>, String> {
        let Some(templates) = self.templates else { return Ok(None) };
        let needs = Needs::read(&root.path("templates").join(templates).join("target.toml"))?;
        let Loaded { files: read } = self.run(root, &["loads"])?;
        let Loaded { files: host } = self.run(root, &["loads", "host"])?;
        if needs.foreign(&host).is_empty() {
            return Err(format!("{}: no feature of target.toml needs a file of the host functions", self.name));
        }
        Ok(Some(Files { foreign: needs.foreign(&read), read: read.len(), host: host.len() }))
    }
}

/// The features that need the templates of a target.
struct Needs(Vec<(String, String)>);

impl Needs {
    fn read(file: &Path) -> Result<Self, String> {
        let failed = |error: String| format!("{}: {error}", file.display());
        let text = fs::read_to_string(file).map_err(|error| failed(error.to_string()))?;
        let settings: toml::Table = text.parse().map_err(|error: toml::de::Error| failed(error.to_string()))?;
        let needs = settings.get("needs").and_then(toml::Value::as_table).ok_or_else(|| failed("no `needs`".into()))?;
        let pairs = needs.iter().flat_map(|(feature, patterns)| {
            let patterns = patterns.as_array().into_iter().flatten().filter_map(toml::Value::as_str);
            patterns.map(|pattern| (feature.clone(), pattern.replace("src/[package]/", "").replace(".jinja", "")))
        });
        Ok(Self(pairs.collect()))
    }

    /// Returns the files that need a feature other than those of reading and validating.
    fn foreign(&self, files: &[String]) -> Vec<String> {
        let is_of = |file: &str, pattern: &str| match pattern.split_once('*') {
            Some((start, _)) => file.starts_with(start),
            None => file == pattern,
        };
        let is_foreign = |file: &&String| {
            self.0.iter().any(|(feature, pattern)| !OF_READING.contains(&&**feature) && is_of(file, pattern))
        };
        files.iter().filter(is_foreign).cloned().collect()
    }
}

/// The event of all replies.
const EVENT: &str = "PreToolUse";

/// A reply: its name, and the reply with a text of any length in it.
type Reply = (&'static str, fn(&str) -> Value);

const REPLIES: [Reply; 2] = [
    ("a denial with a long reason", |text| {
        json!({"hookSpecificOutput": {
            "hookEventName": EVENT, "permissionDecision": "deny", "permissionDecisionReason": text,
        }})
    }),
    ("a new input with 30 keys", |text| {
        let input: serde_json::Map<_, _> =
            (10..40).map(|key| (format!("key_{key}"), json!(format!("value {key}")))).collect();
        json!({"systemMessage": text, "hookSpecificOutput": {
            "hookEventName": EVENT, "permissionDecision": "allow", "permissionDecisionReason": "It is harmless.",
            "updatedInput": input, "additionalContext": "The hook changed the input.",
        }})
    }),
];

/// Writes the replies into a folder. Returns their files.
fn replies(folder: &Path) -> Result<Vec<String>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    let write = |(at, (_, reply)): (usize, &Reply)| {
        let file: PathBuf = folder.join(format!("{at}.json"));
        fs::write(&file, of_length(*reply)).map_err(failed)?;
        Ok(file.display().to_string())
    };
    REPLIES.iter().enumerate().map(write).collect()
}

fn of_length(reply: fn(&str) -> Value) -> String {
    let missing = LENGTH.saturating_sub(reply("").to_string().len());
    reply(&"It would delete the files. ".chars().cycle().take(missing).collect::<String>()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reply_has_the_length() {
        for (name, reply) in REPLIES {
            assert_eq!(of_length(reply).len(), LENGTH, "{name}");
        }
    }

    #[test]
    fn files_of_the_host_functions_are_foreign_to_reading() -> Result<(), String> {
        let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates");
        let python = Needs::read(&templates.join("python/target.toml"))?;
        let files = ["__init__.py", "_read.py", "_plan/__init__.py", "_outcomes/merge.py"].map(str::to_owned);
        assert_eq!(python.foreign(&files), ["_outcomes/merge.py"]);
        let npm = Needs::read(&templates.join("typescript/target.toml"))?;
        let files = ["index.js", "read.js", "internal/plan.js", "internal/merge.js"].map(str::to_owned);
        assert_eq!(npm.foreign(&files), ["internal/merge.js"]);
        Ok(())
    }
}
