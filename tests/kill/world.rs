//! A folder of all packages before a run, after one that was cut, and after the next; and what has to hold of them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::packages::{ALWAYS, generated};

/// Every file of a folder, by path.
pub type Tree = BTreeMap<String, Vec<u8>>;

/// What other people have there.
const THEIRS: [(&str, &str); 4] = [
    ("mine.txt", "beside the packages"),
    ("other/deep/mine.txt", "in a folder beside them"),
    ("always/notes.md", "in the folder of a package"),
    ("always/b/mine.txt", "in a folder of one"),
];

const JOURNAL: &str = ".codegen.journal.json";
const TEMPORARY: &str = ".codegen-tmp";

/// How many generations there are before they come round again.
pub const GENERATIONS: usize = 6;

/// From which generation to which a run goes; from nothing at first.
pub type Step = (Option<usize>, usize);

/// Every way from one generation to the next, and two from nothing.
pub fn steps() -> Vec<Step> {
    let next = (0..GENERATIONS).map(|generation| (Some(generation), (generation + 1) % GENERATIONS));
    [(None, 0), (None, 2)].into_iter().chain(next).collect()
}

/// Long versions are asked for with `cargo xtask test --long`.
pub fn long() -> bool {
    std::env::var_os("HOOKWIRE_LONG").is_some()
}

/// A folder for a test: in memory where there is one, since nothing here depends on the disk.
pub fn home() -> TempDir {
    TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).unwrap()
}

/// What a process has said, and how it ended.
#[derive(Debug)]
pub struct Ran {
    /// None for one that was killed.
    pub code: Option<i32>,
    pub told: String,
}

/// The program that writes; `words` are its arguments behind the folder.
pub fn writer(out: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_failing-writer"));
    command.arg(out).args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs it to its end.
pub fn ran(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    let told = [output.stdout, output.stderr].concat();
    Ran { code: output.status.code(), told: String::from_utf8(told).unwrap() }
}

/// Kills a process where it has said that it stands still; false, if it came to its end.
pub fn kill_where_it_stops(mut child: Child) -> bool {
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let stopped = lines.any(|line| line.unwrap() == "reached");
    child.kill().unwrap();
    child.wait().unwrap();
    stopped
}

/// The files of generations, as a run that nobody cut leaves them.
pub struct World {
    pub home: TempDir,
    generations: Vec<Tree>,
}

impl World {
    pub fn new() -> Self {
        let home = home();
        let fresh = |generation: usize| {
            let out = home.path().join(format!("fresh-{generation}"));
            let written = ran(&mut writer(&out, &[&generation.to_string(), "write"]));
            assert_eq!(written.code, Some(0), "{}", written.told);
            let tree = tree(&out);
            let artifacts = generated(generation).outputs.into_iter().map(|it| it.artifacts.len() + 1).sum::<usize>();
            assert_eq!(tree.len(), artifacts, "the files and manifests, and no more");
            tree
        };
        let generations = (0..GENERATIONS).map(fresh).collect();
        Self { home, generations }
    }

    /// What stands there in this generation, with what is theirs. The folder of a package that was never written is
    /// nobody's, and so nothing of theirs can be in it.
    pub fn expected(&self, from: Option<usize>, generation: Option<usize>) -> Tree {
        let theirs = THEIRS.iter().filter(|(path, _)| from.is_some() || !path.starts_with(ALWAYS));
        let theirs = theirs.map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
        let ours = generation.map(|generation| self.generations[generation].clone()).unwrap_or_default();
        ours.into_iter().chain(theirs).collect()
    }

    /// A folder as it is before the step.
    pub fn start(&self, name: &str, (from, _): Step) -> PathBuf {
        let out = self.home.path().join(name);
        lay(&out, &self.expected(from, from));
        out
    }

    /// What a run that could not prepare its files has changed in any package: nothing, but where a file had to make room
    /// for a folder.
    pub fn changed(&self, out: &Path, (from, _): Step) -> Option<String> {
        let is_before = |path: &String| !is_for_a_run(path) && !path.ends_with("/turning");
        let files = |tree: Tree| tree.into_iter().filter(|(path, _)| is_before(path)).collect::<Tree>();
        let (found, before) = (files(tree(out)), files(self.expected(from, from)));
        (found != before).then(|| format!("it has changed {:?}", differences(&found, &before)))
    }

    /// What has to hold after a run that was cut, or refused; the next run goes to the generation `after`. Gives what
    /// does not hold. The folder goes.
    pub fn judge(&self, out: &Path, step: Step, mark: Option<bool>, after: usize) -> Vec<String> {
        let (from, to) = step;
        let cut = tree(out);
        let check = ran(&mut writer(out, &[&to.to_string(), "check"]));
        let next = ran(&mut writer(out, &[&after.to_string(), "write"]));
        let finished = tree(out);
        let last = ran(&mut writer(out, &[&after.to_string(), "check"]));
        fs::remove_dir_all(out).unwrap();

        let (old, new) = (self.expected(from, from), self.expected(from, Some(to)));
        let mut wrong = unsound(&cut, &old, &new);
        wrong.extend(mistold(&cut, &check, mark));
        if !is_marked(&cut) {
            wrong.extend(halfway(&cut, &old, &new));
        }
        if next.code != Some(0) {
            wrong.push(format!("the next run ends with {:?}: {}", next.code, next.told));
        }
        let expected = self.expected(from, Some(after));
        if finished != expected {
            wrong.push(format!("the next run leaves {:?}", differences(&finished, &expected)));
        }
        if last.told.contains("Interrupted") || !last.told.contains("0 stale, 0 missing, 0 orphan") {
            wrong.push(format!("after the next run a check says {}", last.told));
        }
        wrong
    }
}

/// Files that are neither old nor new, and such as are gone though both generations, or others, have them.
fn unsound(found: &Tree, old: &Tree, new: &Tree) -> Vec<String> {
    let known = |path: &str, bytes: &Vec<u8>| [old, new].iter().any(|tree| tree.get(path) == Some(bytes));
    let torn = found.iter().filter(|(path, bytes)| !is_for_a_run(path) && !known(path, bytes));
    let torn = torn.map(|(path, bytes)| format!("`{path}` is neither old nor new: {} bytes", bytes.len()));
    let gone = old.keys().filter(|path| new.contains_key(*path) && !found.contains_key(*path));
    torn.chain(gone.map(|path| format!("`{path}` is gone"))).collect()
}

/// A check tells of a cut, and of nothing else.
fn mistold(found: &Tree, check: &Ran, mark: Option<bool>) -> Option<String> {
    let marked = is_marked(found);
    if mark.is_some_and(|mark| mark != marked) {
        return Some(format!("a mark is {} there", if marked { "already or still" } else { "not" }));
    }
    // Files of others are told of, so no check is without a finding here.
    let right = check.code == Some(4) && check.told.contains("Interrupted") == marked;
    (!right).then(|| format!("marked: {marked}; the check ends with {:?}: {}", check.code, check.told))
}

/// Without a mark all packages are the old ones, or all are the new ones.
fn halfway(found: &Tree, old: &Tree, new: &Tree) -> Option<String> {
    let ours = |tree: &Tree| -> Tree {
        let ours = |path: &str| ["always/", "sometimes/"].iter().any(|folder| path.starts_with(folder));
        tree.iter().filter(|(path, _)| ours(path) && !is_for_a_run(path)).map(clone).collect()
    };
    let mixed = ![old, new].iter().any(|tree| ours(found) == ours(tree));
    mixed.then(|| "the packages are a mixture without a mark".to_owned())
}

fn clone((path, bytes): (&String, &Vec<u8>)) -> (String, Vec<u8>) {
    (path.clone(), bytes.clone())
}

/// It is there only while a run is under way, or after one was cut.
fn is_for_a_run(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name == JOURNAL || name == ".codegen.lock" || path.split('/').any(|part| part.ends_with(TEMPORARY))
}

/// The journal is there, or is being prepared.
fn is_marked(found: &Tree) -> bool {
    found.keys().any(|path| path.trim_end_matches(TEMPORARY).ends_with(JOURNAL))
}

/// The paths at which two folders differ.
pub fn differences(one: &Tree, other: &Tree) -> Vec<String> {
    let paths = one.keys().chain(other.keys()).filter(|path| one.get(*path) != other.get(*path));
    let paths: std::collections::BTreeSet<_> = paths.cloned().collect();
    paths.into_iter().collect()
}

/// Every file below a folder.
pub fn tree(out: &Path) -> Tree {
    let mut found = Tree::new();
    collect(out, "", &mut found);
    found
}

fn collect(folder: &Path, prefix: &str, found: &mut Tree) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let entry = entry.unwrap();
        let path = format!("{prefix}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            collect(&entry.path(), &format!("{path}/"), found);
        } else {
            let mut bytes = Vec::new();
            fs::File::open(entry.path()).unwrap().read_to_end(&mut bytes).unwrap();
            found.insert(path, bytes);
        }
    }
}

fn lay(out: &Path, tree: &Tree) {
    for (path, bytes) in tree {
        let path = out.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}
