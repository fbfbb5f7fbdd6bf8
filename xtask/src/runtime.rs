//! The step `runtime`: runs the hooks of `tests/runtime/vectors.jsonl` in every language, and compares what they print.
//!
//! Each vector is a process, or for those with `in_process` a question to one process. Every language has to run the same
//! number of them. Then it runs the [`attacks`].

mod vector;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::thread;

use hookwire_harness::{PYTHON_CACHE, Root, npm_tests, python};
use serde_json::{Value, json};
use vector::Vector;

use crate::attacks;

/// A language, with the command that starts a hook in it.
struct Language {
    name: &'static str,
    program: PathBuf,
    arguments: Vec<PathBuf>,
    environment: Vec<(&'static str, PathBuf)>,
}

/// Runs the step.
///
/// # Errors
/// A hook prints something else, or cannot be started.
pub fn step(root: &Root) -> Result<(), String> {
    let vectors = vector::read(root)?;
    let mut faults = 0;
    for language in languages(root)? {
        let own: Vec<&Vector> = vectors.iter().filter(|it| it.is_for(language.name)).collect();
        let found = language.faults(&own)?;
        for fault in &found {
            println!("{}: {fault}", language.name);
        }
        faults += found.len();
        println!("{:<11} vectors: {}, faults: {}", language.name, own.len(), found.len());
    }
    let opened = attacks::step(root)?;
    match (faults, opened) {
        (0, 0) => Ok(()),
        (0, _) => Err(format!("{opened} faults of attacks: see tests/attacks/README.md")),
        _ => Err(format!("{faults} hooks print something else, {opened} faults of attacks")),
    }
}

fn languages(root: &Root) -> Result<Vec<Language>, String> {
    let python = python(root)?;
    let node = npm_tests(root)?;
    root.cargo_on("tests/rust/Cargo.toml", "build", &["--quiet", "--locked", "--bin", "runtime"], "")?;
    let script = |name: &str| root.path("tests/runtime").join(name);
    let copied = node.join("hook.mjs");
    std::fs::copy(script("hook.mjs"), &copied).map_err(|error| format!("tests/runtime/hook.mjs: {error}"))?;
    Ok(vec![
        Language {
            name: "python",
            program: python,
            arguments: vec![script("hook.py")],
            environment: vec![
                ("PYTHONPYCACHEPREFIX", root.path(PYTHON_CACHE)),
                ("PYTHONPATH", root.path("generated/python/src")),
            ],
        },
        Language { name: "typescript", program: "node".into(), arguments: vec![copied], environment: vec![] },
        Language {
            name: "rust",
            program: root.path("target/generated/debug/runtime"),
            arguments: vec![],
            environment: vec![],
        },
    ])
}

impl Language {
    /// Runs vectors, and returns the faults.
    fn faults(&self, vectors: &[&Vector]) -> Result<Vec<String>, String> {
        let (inside, processes): (Vec<&Vector>, Vec<&Vector>) = vectors.iter().partition(|it| it.in_process);
        let mut found = self.asked(&inside)?;
        found.extend(self.started(&processes)?);
        found.sort();
        Ok(found)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Asks one process for the results of all vectors.
    fn asked(&self, vectors: &[&Vector]) -> Result<Vec<String>, String> {
        let lines: String = vectors.iter().map(|it| format!("{}\n", it.whole)).collect();
        let mut command = self.command();
        let output = run(&mut command, lines.as_bytes()).map_err(|error| format!("{}: {error}", self.name))?;
        let answers: Vec<&str> = std::str::from_utf8(&output.stdout).unwrap_or_default().lines().collect();
        if answers.len() != vectors.len() {
            let stderr = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{}: {} answers to {} vectors: {stderr}", self.name, answers.len(), vectors.len()));
        }
        let pairs = vectors.iter().zip(answers);
        let fault =
            |(it, answer): (&&Vector, &str)| it.fault(&serde_json::from_str(answer).unwrap_or_default(), self.name);
        Ok(pairs.filter_map(fault).collect())
    }

    /// Starts a process for each vector, as many at once as there are processors.
    fn started(&self, vectors: &[&Vector]) -> Result<Vec<String>, String> {
        let next = Mutex::new(vectors.iter());
        let found = Mutex::new(Vec::new());
        let errors = Mutex::new(Vec::new());
        let workers = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| {
                    while let Some(vector) = next.lock().ok().and_then(|mut it| it.next().copied()) {
                        match self.result(vector) {
                            Ok(result) => {
                                let fault = vector.fault(&result, self.name);
                                found.lock().into_iter().for_each(|mut it| it.extend(fault.clone()));
                            }
                            Err(error) => errors.lock().into_iter().for_each(|mut it| it.push(error.clone())),
                        }
                    }
                });
            }
        });
        match errors.into_inner().unwrap_or_default().pop() {
            Some(error) => Err(error),
            None => Ok(found.into_inner().unwrap_or_default()),
        }
    }

    fn result(&self, vector: &Vector) -> Result<Value, String> {
        let mut command = self.command();
        command.env("HOOKWIRE_VECTOR", &vector.whole);
        let told = |error: std::io::Error| format!("{}: {}: {error}", self.name, vector.id);
        if vector.is_unread {
            // Nobody reads the other end.
            let (reader, writer) = std::io::pipe().map_err(told)?;
            drop(reader);
            command.stdout(writer);
        }
        let output = run(&mut command, &vector.input).map_err(told)?;
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        Ok(json!({"stdout": stdout, "stderr": stderr, "exit": output.status.code()}))
    }
}

/// Runs a command with this standard input. A hook may end before it has read all of it.
fn run(command: &mut Command, input: &[u8]) -> std::io::Result<Output> {
    let mut child = command.spawn()?;
    let stdin = child.stdin.take();
    thread::scope(|scope| {
        scope.spawn(move || stdin.map(|mut it| it.write_all(input)));
        child.wait_with_output()
    })
}
