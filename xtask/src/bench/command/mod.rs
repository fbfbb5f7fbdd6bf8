//! The command `hookwire` as processes: its start, `check` on a project with many hooks, and `validate` on many payloads.
//!
//! The programs take turns, once a round, so that ratios hold even if the speed of the machine drifts.

mod page;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use hookwire_harness::{Root, compiled_once, finish, python_of, tools, type_schemas};
use serde_json::{Value, json};

use super::measure::{Usage, median, run_with};
use super::peers::once;
use super::scratch::Scratch;
use super::{Build, LONG};

pub use page::{HEADING, section};

/// The sizes of what is measured.
pub struct Size {
    /// Bytes of payloads for `validate`.
    pub bytes: u64,
    /// Bytes of payloads that other validators get, too.
    pub shared: u64,
    /// How often a program is started in a round to measure its start.
    pub starts: usize,
    pub build: Build,
}

/// For figures.
pub const FULL: Size = Size { bytes: 1 << 30, shared: 10 << 20, starts: 100, build: Build::Release };

/// For the complete test.
pub const SMOKE: Size = Size { bytes: 4 << 20, shared: 1 << 20, starts: 1, build: Build::Debug };

/// The hooks of the project.
pub const HOOKS: usize = 100;

/// The length of a payload, with its line end.
pub const LENGTH: usize = 1024;

const LIMIT: Duration = Duration::from_secs(600);

/// The validators of others, pinned.
const PYTHON: &str = "check-jsonschema==0.39.0\n";
const NODE: &str = r#"{"private": true, "dependencies": {"ajv-cli": "5.0.0"}}"#;

/// Names of rows.
pub const TRUE: &str = "`/bin/true`";
pub const VERSION: &str = "`hookwire --version`";
pub const CHECK: &str = "`hookwire check`";
pub const PARSE: &str = "each line is parsed, and nothing else";
pub const ONE: &str = "`hookwire validate`, on one core";
pub const ALL: &str = "`hookwire validate`";
pub const SHARED: &str = "`hookwire validate`, JSON Lines";
pub const PACKAGE: &str = "`validate` of the Python package, JSON Lines";

/// What was measured: the rows, and the bytes of the program.
pub struct Measured {
    pub rows: Vec<Row>,
    pub program: u64,
}

/// A program, and what its runs used.
pub struct Row {
    pub name: &'static str,
    command: Command,
    /// How often it is started in a round.
    count: usize,
    runs: Vec<Usage>,
}

impl Row {
    fn new(name: &'static str, command: Command) -> Self {
        Self { name, command, count: 1, runs: Vec::new() }
    }

    /// Returns the median of a figure.
    pub fn middle(&self, of: fn(&Usage) -> f64) -> f64 {
        median(&self.runs.iter().map(of).collect::<Vec<_>>()).unwrap_or(f64::NAN)
    }

    /// Returns the median ratio of a figure to that of another row, run by run.
    pub fn times(&self, other: &Self, of: fn(&Usage) -> f64) -> f64 {
        let ratios: Vec<f64> = self.runs.iter().zip(&other.runs).map(|(own, other)| of(own) / of(other)).collect();
        median(&ratios).unwrap_or(f64::NAN)
    }

    fn run(&mut self) -> Result<(), String> {
        let (usage, status) = run_with(Stdio::null(), Stdio::null(), &mut self.command, LIMIT)?;
        if !status.is_some_and(|it| it.success()) {
            return Err(format!("{} ended with {status:?}", self.name));
        }
        self.runs.push(usage);
        Ok(())
    }
}

/// Builds the programs, writes what they read, and runs each once a round. Another program that takes long runs once.
///
/// # Errors
/// A program cannot be built, started or installed, or reports a mistake.
pub fn measure(root: &Root, size: &Size, rounds: usize, peers: bool) -> Result<Measured, String> {
    let (program, parse) = programs(root, size.build)?;
    let scratch = Scratch::new(root)?;
    let failed = |error: io::Error| format!("{}: {error}", scratch.path().display());
    let [lines, shared, array, schema] =
        ["lines.jsonl", "shared.jsonl", "shared.json", "schema.json"].map(|name| scratch.path().join(name));
    write_lines(&lines, size.bytes).map_err(failed)?;
    write_lines(&shared, size.shared).map_err(failed)?;
    let project = scratch.path().join("project");
    write_project(&project).map_err(failed)?;
    let own = |arguments: &[&str], file: &Path| {
        let mut command = by_name(&program);
        command.args(arguments).arg(file);
        command
    };
    let mut version = clean(&program);
    version.arg("--version");
    let mut only_parse = by_name(&parse);
    only_parse.arg(&lines);
    let mut one_core = own(&VALIDATE, &lines);
    one_core.env("RAYON_NUM_THREADS", "1");
    let mut python = clean(Path::new(tools::python3()));
    python.args(["-c", include_str!("lines.py")]).arg(&shared);
    compiled_once(root, &mut python).env("PYTHONPATH", root.path("generated/python/src"));
    let mut rows = vec![
        Row { count: size.starts, ..Row::new(TRUE, clean(Path::new("/bin/true"))) },
        Row { count: size.starts, ..Row::new(VERSION, version) },
        Row::new(CHECK, own(&["check"], &project)),
        Row::new(PARSE, only_parse),
        Row::new(ONE, one_core),
        Row::new(ALL, own(&VALIDATE, &lines)),
        Row::new(SHARED, own(&VALIDATE, &shared)),
        Row::new(PACKAGE, python),
    ];
    if peers {
        write_for_others(root, &shared, &array, &schema)?;
        rows.extend(others(root, &array, &schema)?);
    }
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        let most = rows.iter().map(|row| row.count).max().unwrap_or_default();
        for start in 0..most {
            for row in rows.iter_mut().filter(|row| start < row.count) {
                if row.runs.last().is_none_or(|usage| usage.wall <= LONG) {
                    row.run()?;
                }
            }
        }
    }
    let bytes = fs::metadata(&program).map_err(|error| format!("{}: {error}", program.display()))?.len();
    Ok(Measured { rows, program: bytes })
}

const VALIDATE: [&str; 2] = ["validate", "HookInput"];

/// Returns a command with an environment that has nothing but the path.
fn clean(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_clear().envs(std::env::vars_os().filter(|(name, _)| name == "PATH"));
    command
}

/// Returns a command that finds the program in the path. Usually, a process shares the memory of the one that starts it at first, and
/// the system counts that in its peak. With another path, the standard library starts it differently.
fn by_name(program: &Path) -> Command {
    let mut command = Command::new(program.file_name().unwrap_or_default());
    command.env_clear().env("PATH", program.parent().unwrap_or(program));
    command
}

/// Builds the command as it is published, and the program that only parses. Returns copies: a file that the linker has just
/// written takes longer to start.
fn programs(root: &Root, build: Build) -> Result<(PathBuf, PathBuf), String> {
    let mut cargo = root.command(tools::cargo());
    cargo.args(["build", "--locked", "--manifest-path", "cli/Cargo.toml", "--bin", "hookwire", "--example", "parse"]);
    root.shared_build(&mut cargo);
    let mut folder = root.path("target/generated");
    if let Build::Release = build {
        tools::statically(cargo.arg("--release"))?;
        folder.push(tools::host()?);
    }
    finish(&mut cargo)?;
    let (folder, copies) = (folder.join(build.folder()), root.path("target/bench/command"));
    let copied = |name: &str| -> Result<PathBuf, String> {
        let from = folder.join(name).with_extension(std::env::consts::EXE_EXTENSION);
        let to = copies.join(from.file_name().unwrap_or_default());
        let copied = fs::create_dir_all(&copies).and_then(|()| fs::copy(&from, &to));
        copied.map(|_| to).map_err(|error| format!("{}: {error}", from.display()))
    };
    Ok((copied("hookwire")?, copied("examples/parse")?))
}

/// Returns inputs of hooks, each of the same length.
fn payloads() -> [String; 4] {
    let base = json!({
        "session_id": "ebe60a23-5299-4ba4-9833-e4ad3ad2e98b", "cwd": "/home/dev/shop", "permission_mode": "default",
        "transcript_path": "/home/dev/.claude/projects/-home-dev-shop/ebe60a23-5299-4ba4-9833-e4ad3ad2e98b.jsonl",
    });
    let call = |tool: &str, input: Value| json!({"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": input, "tool_use_id": "toolu_01Wm3Q2FjhnVKbexvuL1jRiM"});
    let all = [
        call("Bash", json!({"command": format!("git status --short {FILL}"), "description": "Shows the status."})),
        call("Edit", json!({"file_path": "/home/dev/shop/a.py", "old_string": "a", "new_string": FILL})),
        json!({"hook_event_name": "UserPromptSubmit", "prompt": FILL}),
        json!({"hook_event_name": "Stop", "stop_hook_active": false, "last_assistant_message": FILL}),
    ];
    all.map(|own| {
        let mut event = base.clone();
        if let (Some(event), Some(own)) = (event.as_object_mut(), own.as_object()) {
            event.extend(own.clone());
        }
        let text = event.to_string();
        let words = "word ".repeat(LENGTH);
        let room = LENGTH.saturating_sub(text.len() + 1 - FILL.len());
        format!("{}\n", text.replace(FILL, &words[..room]))
    })
}

/// Where a payload is filled up to its length.
const FILL: &str = "{FILL}";

fn write_lines(path: &Path, bytes: u64) -> io::Result<()> {
    let block = payloads().concat();
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    for _ in 0..bytes / block.len() as u64 {
        file.write_all(block.as_bytes())?;
    }
    file.flush()
}

/// Writes the same payloads as one array, and its schema: the validators of others read no JSON Lines.
fn write_for_others(root: &Root, lines: &Path, array: &Path, schema: &Path) -> Result<(), String> {
    let source = type_schemas(root)?.join("HookInput.schema.json");
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", source.display());
    let item: Value = serde_json::from_str(&fs::read_to_string(&source).map_err(|error| failed(&error))?)
        .map_err(|error| failed(&error))?;
    let of_array = json!({"$schema": item["$schema"], "$id": "urn:payloads:array", "type": "array", "items": item});
    let text = fs::read_to_string(lines).map_err(|error| failed(&error))?;
    let all: Vec<&str> = text.lines().collect();
    fs::write(schema, of_array.to_string())
        .and_then(|()| fs::write(array, format!("[{}]", all.join(","))))
        .map_err(|error| failed(&error))
}

/// Installs the validators of others, and returns their rows.
fn others(root: &Root, array: &Path, schema: &Path) -> Result<[Row; 2], String> {
    let folder = root.path("target/bench/command");
    let (python, node) = (folder.join("python"), folder.join("node"));
    once(&python, PYTHON, |into| {
        finish(Command::new(tools::python3()).args(["-m", "venv", "--clear"]).arg(into))?;
        let mut pip = Command::new(python_of(into));
        finish(pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(PYTHON.lines()))
    })?;
    once(&node, NODE, |into| {
        fs::write(into.join("package.json"), NODE).map_err(|error| error.to_string())?;
        finish(Command::new(tools::npm()).args(["install", "--no-audit", "--no-fund"]).current_dir(into))
    })?;
    let mut in_python = by_name(&python_of(&python));
    in_python.args(["-m", "check_jsonschema", "--schemafile"]).arg(schema).arg(array);
    let mut in_node = clean(Path::new("node"));
    in_node.arg(node.join("node_modules/ajv-cli/dist/index.js"));
    in_node.args(["validate", "--spec=draft2020", "--strict=false", "-s"]).arg(schema).arg("-d").arg(array);
    Ok([Row::new("check-jsonschema 0.39.0, one array", in_python), Row::new("ajv-cli 5.0.0, one array", in_node)])
}

/// Writes a project with hooks in Bash and Python, in which nothing is wrong.
fn write_project(project: &Path) -> io::Result<()> {
    let hooks = project.join(".claude/hooks");
    fs::create_dir_all(&hooks)?;
    let mut groups = Vec::new();
    for at in 0..HOOKS {
        let (name, text) = if at % 2 == 0 {
            (format!("hook-{at}.sh"), include_str!("hook.sh"))
        } else {
            (format!("hook-{at}.py"), include_str!("hook.py"))
        };
        let path = hooks.join(&name);
        fs::write(&path, text)?;
        #[cfg(unix)]
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        let command = format!("\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/{name}");
        groups.push(json!({"matcher": "Bash", "hooks": [{"type": "command", "command": command}]}));
    }
    fs::write(project.join(".claude/settings.json"), format!("{:#}", json!({"hooks": {"PreToolUse": groups}})))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_payload_has_the_length_and_is_json() {
        for payload in payloads() {
            assert_eq!(payload.len(), LENGTH);
            assert!(serde_json::from_str::<Value>(&payload).is_ok(), "{payload}");
        }
    }
}
