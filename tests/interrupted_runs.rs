//! The program is killed, or refused by the system, while it writes. Every file is either the old or the new one, never
//! a part; `--check` reports the interruption, and the next run finishes.
//!
//! Each run is killed when the folder reaches a certain state, so the number of runs is fixed. The assertions do not
//! depend on how far the run came before the signal arrived.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use hookwire_codegen::internal::write::MANIFEST;
use tempfile::TempDir;

/// Every file of a folder, by path.
type Tree = BTreeMap<String, Vec<u8>>;

const SCHEMA: &str = r#"{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Lamp", "description": "A lamp.",
    "type": "object", "properties": {}}"#;

/// Three versions of the templates: each adds, changes and removes files, and the last one removes a whole target.
const VERSIONS: usize = 3;

/// The steps from one version to another; `None` is an empty folder.
const STEPS: [(Option<usize>, usize); 4] = [(None, 0), (Some(0), 1), (Some(1), 2), (Some(2), 0)];

/// Files in the folders that were not generated.
const FOREIGN: [(&str, &str); 3] =
    [("mine.txt", "next to the targets"), ("always/notes.md", "in a target"), ("always/b/mine.txt", "in its folder")];

/// The number of the long file, which changes with each version.
const LONG: usize = 1;

const JOURNAL: &str = ".codegen.journal.json";
const LOCK: &str = ".codegen.lock";
const TEMPORARY: &str = ".codegen-tmp";

/// Returns the files of a target. Of every three, one stays, one changes, and one comes and goes. `turning` alternates
/// between a file and a folder.
fn files(version: usize, count: usize) -> Vec<(String, String)> {
    let is_there = |number: &usize| number % 3 != 2 || (version + number).is_multiple_of(2);
    let numbered = (0..count).filter(is_there).map(|number| {
        let state = if number % 3 == 0 { 0 } else { version };
        // The long file can be seen half written. Most of its lines stay, because a check shows a diff of the others.
        let lines = if number == LONG { 3000 } else { 3 };
        let rest: String = (0..lines).map(|line| format!("file {number}, line {line} of {lines}\n")).collect();
        let text = format!("state {state}\n{rest}");
        (format!("{}/{number:03}.txt", ["a", "b/c"][number % 2]), text)
    });
    let turning = ["turning", "turning/inside"][version % 2];
    numbered.chain([(turning.to_owned(), format!("version {version}\n"))]).collect()
}

fn write(path: &Path, text: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A set, its templates, and the output of each version of them.
struct World {
    home: TempDir,
    generated: Vec<Tree>,
}

impl World {
    fn new() -> Self {
        let mut world = Self { home: TempDir::new().unwrap(), generated: Vec::new() };
        let set = include_bytes!("diagnostics/codegen.toml");
        write(&world.path("set/codegen.toml"), set);
        write(&world.path("set/lamp.schema.json"), SCHEMA.as_bytes());
        for version in 0..VERSIONS {
            let targets = [("always", 60), ("sometimes", 20)];
            for (target, count) in targets.into_iter().filter(|(target, _)| version < 2 || *target == "always") {
                let folder = world.path(&format!("templates-{version}/{target}"));
                write(&folder.join("target.toml"), b"");
                files(version, count).iter().for_each(|(path, text)| write(&folder.join(path), text.as_bytes()));
            }
            let out = world.path(&format!("expected-{version}"));
            let run = world.run(&out, version, &[]);
            assert_eq!(run.status.code(), Some(0), "{}", text(&run));
            world.generated.push(tree(&out));
        }
        world
    }

    fn path(&self, path: &str) -> PathBuf {
        self.home.path().join(path)
    }

    fn arguments(&self, out: &Path, version: usize) -> Vec<PathBuf> {
        let templates = self.path(&format!("templates-{version}"));
        ["--schemas".into(), self.path("set"), "--templates".into(), templates, "--out".into(), out.into()].into()
    }

    fn program(&self, out: &Path, version: usize) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_hookwire-codegen"));
        program.args(self.arguments(out, version)).env("NO_COLOR", "1").stdin(Stdio::null());
        program
    }

    fn run(&self, out: &Path, version: usize, more: &[&str]) -> Output {
        self.program(out, version).args(more).output().unwrap()
    }

    /// Returns the folder after an uninterrupted run. A folder that was never generated has no foreign files.
    fn expected(&self, from: Option<usize>, version: Option<usize>) -> Tree {
        let foreign = FOREIGN.iter().filter(|(path, _)| from.is_some() || !path.contains('/'));
        let foreign = foreign.map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
        version.map(|version| self.generated[version].clone()).unwrap_or_default().into_iter().chain(foreign).collect()
    }

    /// Creates a folder in the state before a step.
    fn start(&self, name: &str, from: Option<usize>) -> PathBuf {
        let out = self.path(name);
        self.expected(from, from).iter().for_each(|(path, text)| write(&out.join(path), text));
        out
    }

    /// Asserts the state after a step that was interrupted, and that a run of version `next` finishes. Returns true if
    /// the run was interrupted while it wrote.
    fn assert_repairable(&self, out: &Path, (from, to): (Option<usize>, usize), next: usize, case: &str) -> bool {
        let (old, new) = (self.expected(from, from), self.expected(from, Some(to)));
        let found = tree(out);
        let is_cut = found.keys().any(|path| path.trim_end_matches(TEMPORARY).ends_with(JOURNAL));

        let files: Tree = found.into_iter().filter(|(path, _)| !is_of_a_run(path)).collect();
        for (path, bytes) in &files {
            let is_whole = [&old, &new].iter().any(|tree| tree.get(path) == Some(bytes));
            assert!(is_whole, "{case}: `{path}` is neither old nor new, with {} bytes", bytes.len());
        }
        let in_both = old.keys().filter(|path| new.contains_key(*path));
        let gone: Vec<_> = in_both.filter(|path| !files.contains_key(*path)).collect();
        assert!(gone.is_empty(), "{case}: {gone:?} are gone");
        if !is_cut {
            assert!(files == old || files == new, "{case}: old and new files, and no journal");
        }

        let check = self.run(out, to, &["--check"]);
        assert_eq!(check.status.code(), Some(4), "{case}: {}", text(&check));
        assert_eq!(text(&check).contains("Interrupted"), is_cut, "{case}: {}", text(&check));

        let finished = self.run(out, next, &[]);
        assert_eq!(finished.status.code(), Some(0), "{case}: {}", text(&finished));
        assert_eq!(differences(&tree(out), &self.expected(from, Some(next))), BTreeSet::new(), "{case}");
        let check = text(&self.run(out, next, &["--check"]));
        assert!(!check.contains("Interrupted"), "{case}: {check}");
        assert!(check.contains(" 0 stale, 0 missing, 0 orphan"), "{case}: {check}");
        fs::remove_dir_all(out).unwrap();
        is_cut
    }

    /// Returns the states of the folder at which a run is killed, as a path and the awaited state of that file.
    fn moments(&self, (from, to): (Option<usize>, usize)) -> Vec<(String, Moment)> {
        let (old, new) = (self.expected(from, from), self.expected(from, Some(to)));
        let is_written = |path: &&String| old.get(*path) != new.get(*path) && !path.ends_with(MANIFEST);
        let written: Vec<_> = new.keys().filter(is_written).collect();
        let some = [written[0], written[written.len() / 2], written[written.len() - 1]];
        let own = [LOCK, JOURNAL].map(|name| (format!("always/{name}"), Moment::Exists));
        let prepared = some.iter().map(|path| (format!("{path}{TEMPORARY}"), Moment::Exists));
        let renamed = some.iter().map(|path| ((*path).clone(), Moment::HasContents(new[*path].clone())));
        let removed = old.keys().rfind(|path| !new.contains_key(*path)).map(|path| (path.clone(), Moment::IsGone));
        let manifest = format!("always/{MANIFEST}");
        let manifest = (manifest.clone(), Moment::HasContents(new[&manifest].clone()));
        own.into_iter().chain(prepared).chain(renamed).chain(removed).chain([manifest]).collect()
    }
}

/// A state of a file.
#[derive(Debug)]
enum Moment {
    Exists,
    IsGone,
    HasContents(Vec<u8>),
}

impl Moment {
    fn is_reached(&self, path: &Path) -> bool {
        match self {
            Self::Exists => path.exists(),
            Self::IsGone => !path.exists(),
            Self::HasContents(bytes) => fs::read(path).is_ok_and(|found| found == *bytes),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Exists => "exists",
            Self::IsGone => "is gone",
            Self::HasContents(_) => "is new",
        }
    }
}

/// Returns true for a file that only exists during a run, or after one that was interrupted.
fn is_of_a_run(path: &str) -> bool {
    [JOURNAL, LOCK, TEMPORARY].iter().any(|end| path.ends_with(end))
}

fn differences(one: &Tree, other: &Tree) -> BTreeSet<String> {
    one.keys().chain(other.keys()).filter(|path| one.get(*path) != other.get(*path)).cloned().collect()
}

fn tree(folder: &Path) -> Tree {
    let mut found = Tree::new();
    collect(folder, "", &mut found);
    found
}

fn collect(folder: &Path, prefix: &str, found: &mut Tree) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.map(Result::unwrap) {
        let path = format!("{prefix}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            collect(&entry.path(), &format!("{path}/"), found);
        } else {
            found.insert(path, fs::read(entry.path()).unwrap());
        }
    }
}

fn text(output: &Output) -> String {
    String::from_utf8([&output.stdout[..], &output.stderr].concat()).unwrap()
}

#[test]
#[ignore = "takes minutes, or needs what other steps install: `cargo xtask test --only any-set`"]
fn a_killed_run_leaves_whole_files_and_the_next_run_finishes() {
    let world = World::new();
    let (mut killed, mut cut, mut cases) = (0, 0, 0);
    for step in STEPS {
        for (number, (path, moment)) in world.moments(step).into_iter().enumerate() {
            let case = format!("from {:?} to {}, `{path}` {}", step.0, step.1, moment.name());
            let out = world.start("out", step.0);
            let mut run = world.program(&out, step.1).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            let deadline = Instant::now() + Duration::from_secs(60);
            while run.try_wait().unwrap().is_none() && !moment.is_reached(&out.join(&path)) {
                assert!(Instant::now() < deadline, "{case}: the run neither ends nor comes to this");
                thread::yield_now();
            }
            run.kill().unwrap();
            killed += usize::from(run.wait().unwrap().code() != Some(0));
            // The next run is for the same version, or for another one.
            let next = (step.1 + number) % VERSIONS;
            cut += usize::from(world.assert_repairable(&out, step, next, &case));
            cases += 1;
        }
    }
    println!("{cases} runs, {killed} killed before their end, {cut} of them while they wrote");
    assert!(cut > 0, "no run was killed while it wrote");
}

/// No file may grow beyond 64 blocks: the short files can be prepared, but the long one cannot.
#[cfg(unix)]
#[test]
fn a_run_without_room_changes_no_target_and_the_next_run_finishes() {
    let world = World::new();
    let step = (Some(0), 1);
    let out = world.start("out", step.0);
    let mut limited = Command::new("sh");
    limited.args(["-c", r#"ulimit -f 64; trap "" XFSZ; exec "$@""#, "sh", env!("CARGO_BIN_EXE_hookwire-codegen")]);
    let refused = limited.args(world.arguments(&out, step.1)).env("NO_COLOR", "1").output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let report = text(&refused);
    let long = out.join("always/b/c/001.txt").display().to_string();
    for part in ["error[output-io]: cannot write `", &long, "File too large", "why: ", "do:  raise the limit"] {
        assert!(report.contains(part), "no `{part}` in {report}");
    }
    // A file that becomes a folder is removed before.
    let unchanged = |tree: Tree| -> Tree {
        tree.into_iter().filter(|(path, _)| !is_of_a_run(path) && !path.ends_with("/turning")).collect()
    };
    let before = unchanged(world.expected(step.0, step.0));
    assert_eq!(differences(&unchanged(tree(&out)), &before), BTreeSet::new());
    assert!(world.assert_repairable(&out, step, step.1, "no room"));
}
