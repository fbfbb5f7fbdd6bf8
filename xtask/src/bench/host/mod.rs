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

use super::measure::{Outcome, median, run_into};

/// The length of each reply in bytes.
const LENGTH: usize = 1024;

/// The features of a package that reading and validating may load files of.
const OF_READING: [&str; 6] = ["assertions", "events", "problems", "regex", "replies", "validators"];

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

/// Measures every language once a round.
///
/// # Errors
/// A program cannot be built, fails, or does not measure what it should.
pub fn measure(root: &Root, rounds: usize, limit: Duration) -> Result<Vec<Measured>, String> {
    root.cargo_on(RUST_USER, "build", &["--release", "--locked", "--bin", "bench"], "")?;
    let replies = replies(&root.path("target/bench/replies"))?;
    let mut found = Vec::new();
    for language in LANGUAGES {
        let costs = REPLIES.map(|(name, _)| (name, Vec::new())).into();
        found.push(Measured { name: language.name, costs, files: language.files(root)?, loads: Vec::new() });
    }
    for round in 1..=rounds {
        for (language, measured) in LANGUAGES.iter().zip(&mut found) {
            eprintln!("{}: round {round} of {rounds}", language.name);
            for ((_, costs), file) in measured.costs.iter_mut().zip(&replies) {
                costs.push(cost(&language.run(root, &["interpret", EVENT, file])?));
            }
            measured.loads.push(language.load(root, limit)?);
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
    command: fn(&Root) -> Command,
}

const LANGUAGES: [Language; 3] = [
    Language {
        name: "Python",
        templates: Some("python"),
        command: |root| {
            let mut command = root.command(if cfg!(windows) { "python" } else { "python3" });
            command.arg("tests/python/bench.py").env("PYTHONPATH", root.path("generated/python/src"));
            command
        },
    },
    Language {
        name: "TypeScript",
        templates: Some("typescript"),
        command: |root| {
            let mut command = root.command("node");
            command.args(["--expose-gc", "tests/typescript/bench.js"]);
            command
        },
    },
    Language {
        name: "Rust",
        templates: None,
        command: |root| {
            root.command(root.path("target/generated/release/bench").with_extension(std::env::consts::EXE_EXTENSION))
        },
    },
];

impl Language {
    /// Runs the program, and returns what it prints.
    fn run<T: DeserializeOwned>(&self, root: &Root, args: &[&str]) -> Result<T, String> {
        let printed = tools::quietly((self.command)(root).args(args))?;
        serde_json::from_str(&printed).map_err(|error| format!("{}: {error} in {printed}", self.name))
    }

    /// Puts the queue under load, and measures the process. It starts in a few hundredths of a second.
    fn load(&self, root: &Root, limit: Duration) -> Result<(Load, f64), String> {
        let path = root.path("target/bench/queue.json");
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let output = Stdio::from(fs::File::create(&path).map_err(failed)?);
        let Outcome::Done(usage) = run_into(output, (self.command)(root).arg("queue"), limit)? else {
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
