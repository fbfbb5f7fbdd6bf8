//! `cargo xtask bench`: measures whole processes from a cold start, and compares them with other generators. With
//! `--host`, `--cold`, `--command` or `--sets`, it measures the host functions of the packages, hooks, the command `hookwire`, or
//! public sets instead.
//!
//! | module | holds |
//! |---|---|
//! | `synthetic` | schema sets of any size |
//! | `bundle` | the same contract, as other generators read it |
//! | `peers` | the other generators, with how they are installed and called |
//! | `measure` | one run, measured with the system's accounting |
//! | `scratch` | the folder of the files that a measured program reads and writes |
//! | `host` | the host functions of the packages |
//! | `cold` | hooks as processes, from a cold start |
//! | `command` | the command `hookwire` |
//! | `public_sets` | public sets, with another generator and another crate next to ours |
//! | `smoke` | one round of each of them, for the complete test |
//! | `section` | the parts of the page that one command writes |
//! | `page` | `docs/benchmarks.md` |

mod bundle;
mod cold;
mod command;
mod host;
pub mod measure;
pub mod page;
pub mod peers;
pub mod public_sets;
mod scratch;
pub mod section;
mod smoke;
mod synthetic;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;
use std::{fs, io};

use hookwire_codegen::Diagnostics;
use hookwire_codegen::generate::read;
use hookwire_harness::{Root, copy_folder, tools, workspace};
use measure::{Outcome, Usage, median};
use peers::{Output, PEERS, Peer};
use scratch::Scratch;

pub use smoke::step;

/// Measure the cost of generating, as whole processes
///
/// Builds the release program, and measures it on the canonical set and on synthetic ones. With --peers and all sets it
/// writes docs/benchmarks.md, except for the section about the host functions, which --host writes.
#[derive(clap::Args)]
pub struct Args {
    /// Measure the host functions of the packages instead: `interpret`, and the permission queue under load
    #[arg(long, conflicts_with_all = ["peers", "set"])]
    host: bool,
    /// Measure hooks from a cold start instead, against the same ones without a package; with --peers against those of
    /// other packages. Fails if a ratio misses its goal, and is worse than the one on
    /// the page
    #[arg(long, conflicts_with_all = ["host", "set"])]
    cold: bool,
    /// Measure the command `hookwire` instead: its start, `check`, and `validate` on 1 GiB of payloads; with --peers against
    /// validators of JSON Schema
    #[arg(long, conflicts_with_all = ["host", "cold", "set"])]
    command: bool,
    /// Measure public sets instead, against the generators of the same files; writes a section of docs/sets.md
    #[arg(long, conflicts_with_all = ["host", "cold", "command", "peers"])]
    sets: bool,
    /// Also measure the generators that people use today; installs them below target/
    #[arg(long)]
    peers: bool,
    /// Only this set, `canonical` or a number of definitions, with --sets the name of a public set; may be given several
    /// times [default: canonical 100 1000 10000, all public sets]
    #[arg(long, value_name = "SET")]
    set: Vec<String>,
    /// How often each is run; another generator that takes longer than 10 seconds runs once [default: 5; hooks 500]
    #[arg(long, value_name = "COUNT")]
    rounds: Option<usize>,
    /// Seconds after which a run is stopped
    #[arg(long, value_name = "SECONDS", default_value_t = 100)]
    limit: u64,
}

impl Args {
    fn rounds(&self) -> usize {
        self.rounds.unwrap_or(5)
    }
}

/// The names of rows that have goals.
const OWN: &str = "hookwire, all targets";
const CHECK: &str = "hookwire, `--check`";
const FILES: &str = "the floor: its files alone, read and written as safely";

/// Runs of other generators that take more wall-clock seconds than this are not repeated.
const LONG: f64 = 10.0;

/// What takes fewer seconds than this runs in more rounds, if ours do: of five rounds, the medians differ by a tenth.
const SHORT: f64 = 0.5;

/// How many times as many rounds.
const MORE: usize = 5;

const SETS: [&str; 6] = ["canonical", "100", "1000", "10000", "cycle-500", "cycle-1000"];

/// The beginning of the name of a set whose definitions are one cycle. Other generators are not measured on it.
const CYCLE: &str = "cycle-";

/// Measures, prints the page, and writes it if it is complete. The exit code is 1 if a run of ours failed.
pub fn run(args: &Args) -> ExitCode {
    let done = match args {
        Args { host: true, .. } => measured_host(args),
        Args { cold: true, .. } => measured_cold(args),
        Args { command: true, .. } => measured_command(args),
        Args { sets: true, .. } => measured_sets(args),
        _ => measured(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn measured(args: &Args) -> Result<(), String> {
    let root = Root::new(workspace::root());
    let bench = Bench::new(&root, Build::Release, Duration::from_secs(args.limit))?;
    if args.peers {
        peers::install(&bench.peers())?;
    }
    let named: Vec<&str> = if args.set.is_empty() { SETS.to_vec() } else { args.set.iter().map(|it| &**it).collect() };
    let sets = bench.measure(&named, Rows { whole: true, peers: args.peers }, args.rounds())?;
    let mut page = page::page(&sets, &bench);
    print!("{page}");
    if args.peers && args.set.is_empty() {
        let old = read_page(&root.path(""))?;
        for heading in [host::page::HEADING, cold::HEADING, command::HEADING] {
            if let Some(own) = section::own(&old, heading) {
                page = section::with_section(&page, heading, own);
            }
        }
        write_page(&root.path(""), &page)?;
    }
    succeeded(&sets)
}

/// Checks that none of our own rows was stopped. The page lists those of other generators.
fn succeeded(sets: &[Set]) -> Result<(), String> {
    let own =
        sets.iter().flat_map(|set| set.rows.iter().filter(|row| row.output().is_none()).map(move |row| (set, row)));
    let open: Vec<_> = own
        .filter(|(_, row)| !row.is_done())
        .map(|(set, row)| format!("{}: `{}` was stopped at the limit", set.name, row.name))
        .collect();
    if open.is_empty() { Ok(()) } else { Err(open.join("\n")) }
}

/// Measures the host functions, prints their section of the page, and writes it.
fn measured_host(args: &Args) -> Result<(), String> {
    let root = workspace::root();
    let load = page::load();
    let limit = Duration::from_secs(args.limit);
    let languages = host::measure(&Root::new(root.clone()), &host::FULL, args.rounds(), limit)?;
    let section = host::page::section(&languages, &page::machine(), load.as_deref());
    print!("{section}");
    write_page(&root, &section::with_section(&read_page(&root)?, host::page::HEADING, &section))
}

fn measured_cold(args: &Args) -> Result<(), String> {
    let root = workspace::root();
    let load = page::load();
    let rounds = args.rounds.unwrap_or(cold::ROUNDS);
    let measured = cold::measure(&Root::new(root.clone()), rounds, args.peers)?;
    let section = cold::section(&measured, rounds, &page::machine(), load.as_deref());
    print!("{section}");
    let page = read_page(&root)?;
    let worse = section::own(&page, cold::HEADING).map(|old| cold::worse(old, &section)).unwrap_or_default();
    if !worse.is_empty() {
        return Err(worse.join("\n"));
    }
    if args.peers {
        write_page(&root, &section::with_section(&page, cold::HEADING, &section))?;
    }
    Ok(())
}

/// Measures the command, prints its section of the page, and writes it if there are peers.
fn measured_command(args: &Args) -> Result<(), String> {
    let root = workspace::root();
    let (load, rounds) = (page::load(), args.rounds());
    let measured = command::measure(&Root::new(root.clone()), &command::FULL, rounds, args.peers)?;
    let section = command::section(&measured, &command::FULL, rounds, &page::machine(), load.as_deref());
    print!("{section}");
    if args.peers {
        write_page(&root, &section::with_section(&read_page(&root)?, command::HEADING, &section))?;
    }
    Ok(())
}

/// Measures public sets, prints their section of docs/sets.md, and writes it if no set was left out.
fn measured_sets(args: &Args) -> Result<(), String> {
    let root = Root::new(workspace::root());
    let rounds = args.rounds.unwrap_or(3);
    let section = public_sets::section(&root, &args.set, rounds, Duration::from_secs(args.limit))?;
    print!("{section}");
    if !args.set.is_empty() {
        return Ok(());
    }
    let path = root.path(public_sets::PAGE);
    let page = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let page = section::with_section(&page, public_sets::HEADING, &section);
    fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))
}

const PAGE: &str = "docs/benchmarks.md";

fn read_page(root: &Path) -> Result<String, String> {
    fs::read_to_string(root.join(PAGE)).map_err(|error| format!("{PAGE}: {error}"))
}

fn write_page(root: &Path, page: &str) -> Result<(), String> {
    fs::write(root.join(PAGE), page).map_err(|error| format!("{PAGE}: {error}"))
}

/// How a measured program is built.
#[derive(Clone, Copy)]
pub enum Build {
    /// For figures: the fastest program.
    Release,
    /// For the complete test: the program that the tests have built already.
    Debug,
}

impl Build {
    /// Builds programs of the generator. Returns their folder.
    fn generator(self, root: &Root, programs: &[&str]) -> Result<PathBuf, String> {
        let args: &[&str] = match self {
            Self::Release => &["--release", "--package", "hookwire-codegen"],
            // Dependencies have the features of all packages, as in the tests. With other features, they would be built again.
            Self::Debug => &["--workspace"],
        };
        root.cargo(&[&["build", "--locked"], args, programs].concat())?;
        Ok(root.path("target").join(self.folder()))
    }

    /// Returns the name of the folder of the programs, in the target folder.
    fn folder(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Debug => "debug",
        }
    }
}

/// The rows that are not about the types of a set alone.
#[derive(Clone, Copy)]
struct Rows {
    /// The canonical set with everything in it.
    whole: bool,
    /// Other generators.
    peers: bool,
}

/// The paths and the time limit of a benchmark.
struct Bench {
    /// The sets and their output.
    scratch: Scratch,
    program: PathBuf,
    /// The program that does the minimum work of any generator.
    floor: PathBuf,
    limit: Duration,
}

impl Bench {
    /// Builds the programs.
    fn new(root: &Root, build: Build, limit: Duration) -> Result<Self, String> {
        let programs = build.generator(root, &["--bin", "hookwire-codegen", "--example", "floor"])?;
        let [program, floor] = ["hookwire-codegen", "examples/floor"].map(|name| programs.join(name));
        Ok(Self { scratch: Scratch::new(root)?, program, floor, limit })
    }

    /// Measures sets, one after the other.
    fn measure(&self, names: &[&str], rows: Rows, rounds: usize) -> Result<Vec<Set>, String> {
        let mut sets = Vec::new();
        for name in names {
            let mut set = self.prepare(name, rows)?;
            for round in 1..=rounds {
                eprintln!("{name}: round {round} of {rounds}");
                set.round(self, round, |_| true)?;
            }
            if rounds > 1 && set.row(OWN).is_some_and(Row::is_short) {
                for round in rounds + 1..=rounds * MORE {
                    set.round(self, round, |row| row.output().is_none() || row.is_short())?;
                }
            }
            sets.push(set);
        }
        Ok(sets)
    }

    fn peers(&self) -> PathBuf {
        workspace::root().join(peers::FOLDER)
    }

    /// Writes a set. Returns it with the rows to run on it.
    fn prepare(&self, name: &str, with: Rows) -> Result<Set, String> {
        let folder = self.scratch.path().join(name);
        let failed = |error: io::Error| format!("{}: {error}", folder.display());
        let types = folder.join("types");
        let (size, is_cycle) = name.strip_prefix(CYCLE).map_or((name, false), |size| (size, true));
        match size.parse() {
            Ok(count) if is_cycle => synthetic::write_cycle(&types, count).map_err(failed)?,
            Ok(count) => synthetic::write(&types, count).map_err(failed)?,
            Err(_) if name == SETS[0] => types_alone(&workspace::path("schemas"), &types)
                .map_err(|error| format!("{}: {error}", types.display()))?,
            Err(_) => {
                return Err(format!(
                    "there is no set `{name}`; name `canonical`, a number of definitions, or `cycle-` and a number"
                ));
            }
        }
        let mistakes = |found: Diagnostics| {
            let listed: String = found.0.iter().map(|one| format!("{one}\n")).collect();
            format!("the set `{name}` has mistakes:\n{listed}")
        };
        let contract = read(&types).map_err(mistakes)?.contract;
        let mut rows = vec![Row::new(OWN, Task::Generate(types.clone()))];
        rows.push(Row::new(CHECK, Task::Check(types)));
        if name == SETS[0] && with.whole {
            let whole = workspace::root().join("schemas");
            rows.push(Row::new(
                "hookwire, the whole: examples, validators, documentation",
                Task::Generate(whole.clone()),
            ));
            rows.push(Row::new("hookwire, the whole, `--check`", Task::Check(whole)));
        }
        rows.push(Row::new(FILES, Task::Rewrite));
        rows.push(Row::new("the floor: JSON read and written", Task::Floor));
        rows.extend(PEERS.iter().filter(|_| with.peers && !is_cycle).map(|peer| Row::new(peer.name, Task::Peer(peer))));
        fs::write(folder.join(BUNDLE), format!("{:#}", bundle::bundle(&contract))).map_err(failed)?;
        Ok(Set { name: name.to_owned(), definitions: contract.types.len(), folder, rows })
    }
}

/// The file with the set as other generators read it.
const BUNDLE: &str = "bundle.json";

/// Returns a name in a form that can be a part of a path.
pub fn slug(name: &str) -> String {
    name.replace(", ", "-").replace(' ', "-")
}

/// Copies the types of a set: every schema, and the events, from which types are derived. Leaves out the other files that its
/// settings name, which no type refers to, with their schemas; all other features; and the validators.
fn types_alone(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    const CATALOGUE: &str = "catalogue";
    copy_folder(from, to)?;
    let set_file = to.join("codegen.toml");
    let mut settings: toml::Table = fs::read_to_string(&set_file)?.parse()?;
    let files = settings.get_mut("files").and_then(toml::Value::as_table_mut).ok_or("no [files]")?;
    for path in files.iter().filter(|(key, _)| *key != CATALOGUE).filter_map(|(_, path)| Some(to.join(path.as_str()?)))
    {
        if path.is_dir() {
            fs::remove_dir_all(path)?;
            continue;
        }
        let schema = path.with_extension("schema.json");
        [path, schema].iter().filter(|path| path.exists()).try_for_each(fs::remove_file)?;
    }
    files.retain(|key, _| key == CATALOGUE);
    let package = settings.get_mut("package").and_then(toml::Value::as_table_mut).ok_or("no [package]")?;
    package.insert("features".to_owned(), vec!["events"].into());
    package.insert("validators".to_owned(), false.into());
    Ok(fs::write(set_file, settings.to_string())?)
}

/// A set, and the rows to run on it.
pub struct Set {
    name: String,
    definitions: usize,
    folder: PathBuf,
    rows: Vec<Row>,
}

/// A program and the outcomes of its runs.
pub struct Row {
    name: &'static str,
    task: Task,
    runs: Vec<Outcome>,
}

enum Task {
    /// Generates all targets of a set into a folder that does not exist.
    Generate(PathBuf),
    /// Compares the output of the row before with all targets of the set.
    Check(PathBuf),
    /// Reads the files of the first row and writes them again.
    Rewrite,
    /// Reads the bundle and writes it as JSON.
    Floor,
    /// Runs another generator.
    Peer(&'static Peer),
}

impl Set {
    /// Runs each of these rows once, one after the other, so that other load on the machine affects all of them. Each round writes
    /// into a new folder.
    fn round(&mut self, bench: &Bench, number: usize, is_run: impl Fn(&Row) -> bool) -> Result<(), String> {
        let written = self.folder.join(format!("round-{number}"));
        fs::create_dir(&written).map_err(|error| format!("{}: {error}", written.display()))?;
        let (ours, mut others): (Vec<&mut Row>, Vec<&mut Row>) =
            self.rows.iter_mut().filter(|row| is_run(row)).partition(|row| row.output().is_none());
        // What ran before can make a row slower, by the memory that it leaves to the system. No row always comes after the same one.
        let rows: Vec<&mut Row> = if number % 2 == 1 {
            ours.into_iter().chain(others).collect()
        } else {
            others.reverse();
            others.into_iter().chain(ours).collect()
        };
        for row in rows {
            // A row that was stopped or failed would do so again. For a slow one of others one measurement is enough. Ours read
            // what the first of them wrote in the same round.
            let is_slow = row.output().is_some() && row.done().iter().any(|usage| usage.wall > LONG);
            if !row.is_done() || is_slow {
                continue;
            }
            let outcome = measure::run(&mut row.command(bench, &self.folder, &written), bench.limit)?;
            if matches!((outcome, row.output()), (Outcome::Failed, None)) {
                // A measured run prints nothing. This one prints the diagnostics.
                let again = tools::quietly(&mut row.command(bench, &self.folder, &written));
                let report = again.err().unwrap_or_else(|| "It succeeds when it runs again.".to_owned());
                return Err(format!("{}: `{}` failed\n{report}", self.name, row.name));
            }
            row.runs.push(outcome);
        }
        bench.scratch.discard(&written)
    }

    fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }
}

impl Row {
    fn new(name: &'static str, task: Task) -> Self {
        Self { name, task, runs: Vec::new() }
    }

    /// Returns the command that runs the row on the set in a folder and writes into another folder.
    fn command(&self, bench: &Bench, set: &Path, to: &Path) -> Command {
        let out = |schemas: &Path| to.join(if schemas.starts_with(set) { "out" } else { "out-whole" });
        let mut own = Command::new(&bench.program);
        let mut floor = Command::new(&bench.floor);
        match &self.task {
            Task::Generate(schemas) => {
                own.arg("--schemas").arg(schemas).arg("--out").arg(out(schemas));
                own
            }
            Task::Check(schemas) => {
                own.args(["--check", "--schemas"]).arg(schemas).arg("--out").arg(out(schemas));
                own
            }
            Task::Rewrite => {
                floor.arg(to.join("out")).arg(to.join("out-again"));
                floor
            }
            Task::Floor => {
                floor.arg(set.join(BUNDLE)).arg(to.join("floor.json"));
                floor
            }
            Task::Peer(peer) => {
                let output = to.join(format!("{}-out", slug(peer.name)));
                peer.command(&bench.peers(), &set.join(BUNDLE), &output)
            }
        }
    }

    /// Returns true if every run succeeded.
    fn is_done(&self) -> bool {
        self.runs.iter().all(|run| matches!(run, Outcome::Done(_)))
    }

    fn done(&self) -> Vec<Usage> {
        let done = |run: &Outcome| if let Outcome::Done(usage) = run { Some(*usage) } else { None };
        self.runs.iter().filter_map(done).collect()
    }

    /// Returns true if it takes so little time that more rounds cost little.
    fn is_short(&self) -> bool {
        self.cpu().is_some_and(|seconds| seconds < SHORT)
    }

    fn cpu(&self) -> Option<f64> {
        median(&self.done().iter().map(|usage| usage.cpu).collect::<Vec<_>>())
    }

    fn peak(&self) -> Option<f64> {
        median(&self.done().iter().map(|usage| usage.peak as f64).collect::<Vec<_>>())
    }

    /// Returns the ratio of its time to that of another one, round by round.
    fn times(&self, other: &Self) -> Option<f64> {
        let pairs = self.runs.iter().zip(&other.runs);
        let ratio = |(own, other): (&Outcome, &Outcome)| match (own, other) {
            (Outcome::Done(own) | Outcome::Stopped(own), Outcome::Done(other)) => Some(own.cpu / other.cpu),
            _ => None,
        };
        median(&pairs.filter_map(ratio).collect::<Vec<_>>())
    }

    fn output(&self) -> Option<Output> {
        if let Task::Peer(peer) = &self.task { Some(peer.output) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_set_of_each_kind_can_be_prepared() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let program = PathBuf::new();
        let scratch = Scratch::new(&Root::new(folder.path().to_owned()))?;
        let bench = Bench { scratch, floor: program.clone(), program, limit: Duration::from_secs(1) };
        for name in ["canonical", "100", "cycle-500"] {
            let set = bench.prepare(name, Rows { whole: true, peers: false })?;
            assert!(set.folder.join(BUNDLE).is_file(), "{name}");
        }
        Ok(())
    }
}
