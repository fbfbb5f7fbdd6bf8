//! The step `go`: renders `tests/targets/go`, a target that consists of a folder only, for every set, and runs the
//! commands of docs/tour.md about it.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, io};

use serde_json::Value;

use hookwire_harness::{Root, finish, fresh, python_of, tools};

/// The output folder, with a folder for each set.
const OUT: &str = "target/go-sets";

/// The page with the commands about a target.
const TOUR: &str = "docs/tour.md";

/// The section of the page.
const SECTION: &str = "## Add a target";

/// Runs the step: compiles the package of each set, tests it with its examples, then runs the commands of the tour.
pub fn run(root: &Root) -> Result<(), String> {
    let go = Go::install(root)?;
    let failed = |error: io::Error| error.to_string();
    if root.path(OUT).exists() {
        fs::remove_dir_all(root.path(OUT)).map_err(failed)?;
    }
    let sets = sets(root).map_err(failed)?;
    let xtask = env::current_exe().map_err(failed)?;
    for (name, schemas) in &sets {
        let out = root.path(OUT).join(name);
        let mut codegen = Command::new(&xtask);
        codegen.args(["codegen", "--templates", "tests/targets", "--schemas"]).arg(schemas).arg("--out").arg(&out);
        finish(codegen.current_dir(root.path("")).stdout(Stdio::null()))?;
        finish(go.command(&["vet", "./..."]).current_dir(out.join("go")))?;
        finish(go.command(&["test", "-v", "./..."]).current_dir(out.join("go")))?;
    }
    println!("{} sets", sets.len());
    tour(root, &go)
}

/// Returns each set with its name: the canonical one, those of the tests, and the odd one.
fn sets(root: &Root) -> io::Result<Vec<(String, PathBuf)>> {
    let mut sets =
        vec![("hookwire".to_owned(), root.path("schemas")), ("odd".to_owned(), root.path("tests/python/odd"))];
    for entry in fs::read_dir(root.path("tests/sets"))? {
        let entry = entry?;
        sets.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
    }
    sets.sort();
    Ok(sets)
}

/// The Go compiler, installed below `target/` with pip.
struct Go {
    python: PathBuf,
    home: PathBuf,
}

impl Go {
    fn install(root: &Root) -> Result<Self, String> {
        let home = root.path("target/go");
        let python = python_of(&home);
        fresh(&home, &root.path("tests/go/requirements.txt"), || {
            finish(Command::new(tools::python3()).args(["-m", "venv", "--clear"]).arg(&home))?;
            let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
            finish(Command::new(&python).args(install).arg("tests/go/requirements.txt").current_dir(root.path("")))
        })?;
        Ok(Self { python, home })
    }

    /// Returns the compiler's command with these arguments. It downloads nothing, and keeps its files below `target/`.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.python);
        command.args(["-c", "import go; go.main()"]).args(arguments);
        for (name, folder) in [("GOCACHE", "cache"), ("GOPATH", "path"), ("XDG_CONFIG_HOME", "config")] {
            command.env(name, self.home.join(folder));
        }
        let settings = [("GOTOOLCHAIN", "local"), ("GOPROXY", "off"), ("GOWORK", "off"), ("CGO_ENABLED", "0")];
        command.envs(settings).env_remove("GOFLAGS");
        command
    }
}

/// Runs the commands of the tour as they are. The last one must print its input again.
fn tour(root: &Root, go: &Go) -> Result<(), String> {
    let page = fs::read_to_string(root.path(TOUR)).map_err(|error| format!("{TOUR}: {error}"))?;
    let section = page.split_once(SECTION).and_then(|(_, rest)| rest.split("\n## ").next()).unwrap_or_default();
    let lines: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    let mut printed = None;
    for line in &lines {
        let (input, line) = line.split_once(" | ").map_or((None, *line), |(input, line)| (Some(input), line));
        let words: Vec<&str> = line.split(' ').collect();
        let mut command = match &words[..] {
            ["cargo", "xtask", rest @ ..] => {
                let mut xtask = Command::new(env::current_exe().map_err(|error| error.to_string())?);
                xtask.args(rest);
                xtask
            }
            ["go", rest @ ..] => go.command(rest),
            _ => return Err(format!("{TOUR} has a command that is not known here: {line}")),
        };
        command.current_dir(root.path(""));
        let Some(input) = input else {
            finish(&mut command)?;
            continue;
        };
        let payload = input.strip_prefix("echo '").and_then(|rest| rest.strip_suffix('\''));
        let payload = payload.ok_or_else(|| format!("{TOUR} has a command that is not known here: {input}"))?;
        let path = root.path(OUT).join("payload.json");
        let file = fs::write(&path, payload).and_then(|()| File::open(&path)).map_err(|error| error.to_string())?;
        let done = command.stdin(file).stderr(Stdio::inherit()).output().map_err(|error| error.to_string())?;
        println!("--- {input} | {line}");
        printed = Some((payload.to_owned(), String::from_utf8_lossy(&done.stdout).into_owned()));
    }
    let Some((payload, printed)) = printed else {
        return Err(format!("{TOUR} has no command with a payload under `{SECTION}`"));
    };
    let json = |text: &str| serde_json::from_str::<Value>(text).map(plain).map_err(|error| format!("{error}: {text}"));
    if json(&payload)? == json(&printed)? { Ok(()) } else { Err(format!("it printed {printed}")) }
}

/// Converts all numbers to doubles.
fn plain(value: Value) -> Value {
    match value {
        Value::Number(it) => it.as_f64().into(),
        Value::Array(items) => items.into_iter().map(plain).collect(),
        Value::Object(all) => all.into_iter().map(|(key, value)| (key, plain(value))).collect(),
        other => other,
    }
}
