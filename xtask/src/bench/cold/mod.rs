//! Hooks from a cold start: the same guard with our packages, without one, and with those of others.
//!
//! The guards are in `tests/runtime/cold`. Each is started once a round, one after the other, so that the ratios hold even if
//! the speed of the machine drifts.

mod page;
mod validate;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use hookwire_harness::{RUST_USER, Root, copy_folder, finish, python_of, tools};

use super::measure::{median, run_with};
use super::peers::once;

pub use page::{HEADING, section, worse};

/// How often each guard is started.
pub const ROUNDS: usize = 500;

const LIMIT: Duration = Duration::from_secs(20);

/// The event: a call of `Bash` that asks to leave the sandbox.
const EVENT: &str = r#"{"session_id":"ebe60a23-5299-4ba4-9833-e4ad3ad2e98b","transcript_path":"/home/dev/.claude/projects/-home-dev-shop/ebe60a23-5299-4ba4-9833-e4ad3ad2e98b.jsonl","cwd":"/home/dev/shop","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git status --short","description":"Shows the status.","dangerouslyDisableSandbox":true},"tool_use_id":"toolu_01Wm3Q2FjhnVKbexvuL1jRiM"}"#;

/// The packages of others, pinned.
const PYTHON: &str = "cchooks==0.1.5\npydantic==2.14.3\ntyped-agent-hooks==0.2.7\n";
const NODE: &str = r#"{"private": true, "dependencies": {"ajv": "8.20.0", "cc-hooks-ts": "2.1.251"}}"#;

/// A guard in a language.
pub struct Row {
    /// The language, and the name in it.
    pub name: [&'static str; 2],
    /// It is one of ours, with the most times that it may take of another row.
    pub goal: Option<(f64, &'static str)>,
    command: Command,
    /// CPU seconds in each round.
    runs: Vec<f64>,
}

impl Row {
    fn new(name: [&'static str; 2], goal: Option<(f64, &'static str)>, command: Command) -> Self {
        Self { name, goal, command, runs: Vec::new() }
    }

    /// Returns the median of its CPU seconds.
    pub fn cpu(&self) -> f64 {
        median(&self.runs).unwrap_or(f64::NAN)
    }

    /// Returns the median ratio to another one, round by round.
    pub fn times(&self, other: &Self) -> f64 {
        let ratios: Vec<f64> = self.runs.iter().zip(&other.runs).map(|(own, other)| own / other).collect();
        median(&ratios).unwrap_or(f64::NAN)
    }
}

/// What was measured: the guards, and the validators if there are peers.
pub struct Measured {
    pub rows: Vec<Row>,
    pub pairs: Vec<validate::Pair>,
}

/// Where our packages and those of others are installed: the interpreter of Python, and the folder of Node.
pub struct Packages {
    python: PathBuf,
    node: PathBuf,
}

/// Starts every guard once a round. In each language, the bare one is the first. With peers, compares the validators as well.
///
/// # Errors
/// A guard cannot be built or started, or does not deny the call; or a validator cannot be measured.
pub fn measure(root: &Root, rounds: usize, peers: bool) -> Result<Measured, String> {
    let folder = root.path("target/bench/cold");
    let event = folder.join("event.json");
    fs::create_dir_all(&folder).and_then(|()| fs::write(&event, EVENT)).map_err(|error| error.to_string())?;
    let packages = Packages { python: python(root, &folder, peers)?, node: node(root, &folder, peers)? };
    // A single round shows that the guards work, and not how fast they are: an optimized build would take minutes.
    let rust = if rounds > 1 { optimized(root)? } else { unoptimized(root)? };
    let mut rows = rows(root, &packages, &rust, peers)?;
    let denials = rows.iter_mut().map(|row| denies(row, &event)).collect::<Result<Vec<_>, _>>()?;
    for round in 1..=rounds {
        if round % 100 == 0 {
            eprintln!("round {round} of {rounds}");
        }
        for (row, denial) in rows.iter_mut().zip(&denials) {
            let (usage, status) = run_with(input(&event)?, Stdio::null(), &mut row.command, LIMIT)?;
            if status != Some(*denial) {
                return Err(format!("{:?} ended with {status:?} instead of {denial:?}", row.name));
            }
            row.runs.push(usage.cpu);
        }
    }
    let pairs = if peers { validate::measure(root, &packages, &folder)? } else { Vec::new() };
    Ok(Measured { rows, pairs })
}

fn input(event: &Path) -> Result<Stdio, String> {
    File::open(event).map(Stdio::from).map_err(|error| format!("{}: {error}", event.display()))
}

/// Checks that a guard denies the call, and returns how it ends then. This also fills the caches of the system.
fn denies(row: &mut Row, event: &Path) -> Result<ExitStatus, String> {
    let ran = row.command.stdin(input(event)?).stdout(Stdio::piped()).output();
    let ran = ran.map_err(|error| format!("{:?}: {error}", row.name))?;
    let printed = String::from_utf8_lossy(&ran.stdout);
    if row.name[1] == TRUE || printed.contains(r#""deny""#) {
        return Ok(ran.status);
    }
    Err(format!("{:?} does not deny: {printed}{}", row.name, String::from_utf8_lossy(&ran.stderr)))
}

const TRUE: &str = "`/bin/true`, which does nothing";
const BARE: &str = "without a package";
/// What Node needs to find and load any package.
const EMPTY: &str = "without a package, but it imports an empty one";
const OURS: &str = "hookwire";

fn rows(root: &Root, Packages { python, node }: &Packages, rust: &Path, peers: bool) -> Result<Vec<Row>, String> {
    let guards = root.path("tests/runtime/cold");
    let script = |mut command: Command, name: &str| {
        command.arg(guards.join(name));
        command
    };
    let in_python = |name: &str| script(clean(python), name);
    // Node looks for packages beside the script.
    let in_node = |name: &str| {
        let copied = node.join(name);
        fs::copy(guards.join(name), &copied).map_err(|error| format!("{name}: {error}"))?;
        let mut command = clean(Path::new("node"));
        command.arg(copied);
        Ok::<_, String>(command)
    };
    let mut all = vec![
        Row::new(["Python", BARE], None, in_python("bare.py")),
        Row::new(["Python", OURS], Some((0.8, BARE)), in_python("guard.py")),
        Row::new(["TypeScript", BARE], None, in_node("bare.mjs")?),
        Row::new(["TypeScript", EMPTY], None, in_node("empty.mjs")?),
        // Loading any package costs more than all that ours does.
        Row::new(["TypeScript", OURS], Some((1.05, EMPTY)), in_node("guard.mjs")?),
        Row::new(["Rust", TRUE], None, clean(Path::new("/bin/true"))),
        Row::new(["Rust", OURS], Some((1.2, TRUE)), clean(rust)),
    ];
    if peers {
        all.insert(2, Row::new(["Python", "cchooks"], None, in_python("cchooks_guard.py")));
        all.insert(3, Row::new(["Python", "models of pydantic"], None, in_python("models.py")));
        all.insert(4, Row::new(["Python", "typed-agent-hooks"], None, in_python("typed_agent_hooks_guard.py")));
        all.insert(8, Row::new(["TypeScript", "cc-hooks-ts"], None, in_node("cc-hooks-ts.mjs")?));
    }
    Ok(all)
}

/// Returns a command with an environment that has nothing but the path.
fn clean(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_clear().envs(std::env::vars_os().filter(|(name, _)| name == "PATH"));
    command
}

/// Installs our package, and those of others, into an environment of its own. Returns its Python.
fn python(root: &Root, folder: &Path, peers: bool) -> Result<PathBuf, String> {
    let venv = folder.join("python");
    let wanted = if peers { PYTHON } else { "" };
    once(&venv, wanted, |into| {
        finish(Command::new(tools::python3()).args(["-m", "venv", "--clear"]).arg(into))?;
        let mut pip = Command::new(python_of(into));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        if wanted.is_empty() { Ok(()) } else { finish(pip.args(wanted.lines())) }
    })?;
    let python = python_of(&venv);
    let found = Command::new(&python).args(["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).output();
    let found = found.map_err(|error| error.to_string())?;
    let packages = PathBuf::from(String::from_utf8_lossy(&found.stdout).trim());
    copied(&root.path("generated/python/src/hookwire"), &packages.join("hookwire"))?;
    // As pip does.
    finish(Command::new(&python).args(["-m", "compileall", "-q"]).arg(packages.join("hookwire")))?;
    Ok(python)
}

/// Installs our package, and those of others, into a folder. Returns it.
fn node(root: &Root, folder: &Path, peers: bool) -> Result<PathBuf, String> {
    let project = folder.join("node");
    let wanted = if peers { NODE } else { r#"{"private": true}"# };
    once(&project, wanted, |into| {
        fs::write(into.join("package.json"), wanted).map_err(|error| error.to_string())?;
        finish(Command::new(tools::npm()).args(["install", "--no-audit", "--no-fund"]).current_dir(into))
    })?;
    let packages = project.join("node_modules");
    copied(&root.path("generated/typescript"), &packages.join("hookwire"))?;
    let empty = packages.join("empty");
    let write = |name, text| fs::write(empty.join(name), text);
    fs::create_dir_all(&empty)
        .and_then(|()| write("package.json", r#"{"type": "module", "exports": "./index.js"}"#))
        .and_then(|()| write("index.js", ""))
        .map_err(|error| format!("{}: {error}", empty.display()))?;
    Ok(project)
}

fn copied(from: &Path, to: &Path) -> Result<(), String> {
    if to.exists() {
        fs::remove_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
    }
    copy_folder(from, to).map_err(|error| format!("{}: {error}", to.display()))
}

/// Builds the guard in Rust as other steps build it.
fn unoptimized(root: &Root) -> Result<PathBuf, String> {
    root.cargo_on(RUST_USER, "build", &["--locked", "--quiet", "--bin", "cold"], "")?;
    Ok(root.path("target/generated/debug/cold").with_extension(std::env::consts::EXE_EXTENSION))
}

/// Builds the guard in Rust as a static program. Returns a copy, as `cargo install` makes one: a file that the linker has just
/// written takes longer to start.
fn optimized(root: &Root) -> Result<PathBuf, String> {
    let target = root.path("target/bench/cold/rust");
    let mut cargo = root.command(tools::cargo());
    cargo.args(["build", "--release", "--locked", "--quiet", "--bin", "cold", "--manifest-path", RUST_USER]);
    tools::statically(cargo.env("CARGO_TARGET_DIR", &target))?;
    finish(&mut cargo)?;
    let name = format!("cold{}", std::env::consts::EXE_SUFFIX);
    let (built, copy) = (target.join(tools::host()?).join("release").join(&name), target.join(name));
    fs::copy(&built, &copy).map_err(|error| format!("{}: {error}", built.display()))?;
    Ok(copy)
}
