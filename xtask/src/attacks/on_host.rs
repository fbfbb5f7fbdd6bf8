//! `cargo xtask observe --attacks`: runs the attacks as hooks of the real host, in the sandbox, and reports which guards
//! held.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use hookwire_harness::catalogue::numbers;
use hookwire_harness::{Root, python, tools};
use hookwire_observe::case::{Case, Hook, Program};
use hookwire_observe::cookbook::project::Python;
use hookwire_observe::observation::Observation;
use hookwire_observe::program::node;
use hookwire_observe::record::Recorded;
use hookwire_observe::sandbox::inside;
use serde::Deserialize;

use super::plain;
use super::program::Programs;
use super::table::{self, Attack, Expect, Language};
use super::verdict::Host;

/// Runs cases of one event on the host, and returns what was seen. A case that the host did not end is left out. The first
/// argument is what the programs need to read, each with its name inside of the sandbox.
pub type Look<'a> = dyn Fn(&[(PathBuf, String)], &[Case]) -> Result<Vec<Recorded>, String> + 'a;

/// An attack that no package can prevent.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Impossible {
    attacks: Vec<String>,
    /// The events of what is attempted on every event. Without them, `attacks` has the kind and the id of each.
    #[serde(default)]
    events: Vec<String>,
    #[serde(default)]
    languages: Vec<Language>,
    /// The first version of the host that this is not about.
    before: Option<String>,
    /// The reason, and what to do instead.
    why: String,
}

#[derive(Deserialize)]
struct List {
    #[serde(default)]
    impossible: Vec<Impossible>,
}

/// Runs the attacks whose kind and id contain a text, or all of them, and prints the report. `events` are those that the host
/// has: the attacks on others are left out. Returns the number of faults.
///
/// # Errors
/// A program cannot be built, or a session cannot be started.
pub fn run(root: &Root, version: &str, case: Option<&str>, events: &[&str], look: &Look<'_>) -> Result<usize, String> {
    let mut list: List = toml::from_str(include_str!("impossible.toml")).map_err(|error| error.to_string())?;
    list.impossible.retain(|it| it.is_of_host(version));
    let mut attacks = table::read(root, &Language::ALL)?;
    let host = Host::read(root, &[])?;
    attacks.extend(plain::attacks(host.can_block()));
    attacks.retain(|it| case.is_none_or(|text| it.name().contains(text)));
    let (attacks, newer): (Vec<_>, Vec<_>) = attacks.into_iter().partition(|it| events.contains(&it.event.as_str()));
    let left_out: BTreeSet<&str> = newer.iter().map(|it| it.event.as_str()).collect();
    if !left_out.is_empty() {
        println!(
            "left out, because the host does not have the event: {}",
            left_out.into_iter().collect::<Vec<_>>().join(", ")
        );
    }
    if attacks.is_empty() {
        return Err("no attack is like this: write a part of `<kind>/<id>`".to_owned());
    }
    let python = python(root)?;
    let programs = Programs::make(root, python.clone(), &attacks)?;
    let kit = Kit::new(root, &python, &programs)?;
    let mut seen = BTreeMap::new();
    for event in attacks.iter().map(|it| it.event.as_str()).collect::<BTreeSet<_>>() {
        let of_event = attacks.iter().filter(|it| it.event == event);
        let cases: Vec<Case> = of_event.flat_map(|it| kit.cases(&programs, it)).collect();
        seen.extend(look(&kit.readable, &cases)?.into_iter().map(|it| (it.case.id, it.seen)));
    }
    let results = attacks.iter().flat_map(|attack| {
        let of = |language: &Language| (attack, *language, outcome(&host, attack, seen.get(&id(attack, *language))));
        attack.sources.keys().map(of).collect::<Vec<_>>()
    });
    let report = Report::new(results.collect(), &list.impossible, case.is_none() && newer.is_empty());
    print!("{}", report.text);
    Ok(report.faults)
}

/// Returns the id of a case.
fn id(attack: &Attack, language: Language) -> String {
    format!("{}/{}", attack.name(), language.name())
}

/// What the programs need inside of the sandbox.
struct Kit {
    readable: Vec<(PathBuf, String)>,
    /// The variables and the interpreter of Python, and Node, as parts of a shell command.
    python: String,
    node: String,
}

impl Kit {
    fn new(root: &Root, venv: &Path, programs: &Programs) -> Result<Self, String> {
        let mut readable = Vec::new();
        let mut read = |path: &Path, name: &str| {
            readable.push((path.to_owned(), name.to_owned()));
            inside(name)
        };
        let packages = [
            read(&root.path("generated/python/src"), "package"),
            // What the package uses if it is there: pydantic.
            read(&site_packages(venv)?, "packages"),
        ];
        let python = format!("PYTHONPATH={} {}", packages.join(":"), Python::of(venv)?.enter(&mut read));
        let node = read(&node()?, "node");
        read(&programs.folder(), PROGRAMS);
        for file in programs.built() {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            read(&file, &name);
        }
        Ok(Self { readable, python, node })
    }

    /// Returns the cases of an attack, one for each language.
    fn cases(&self, programs: &Programs, attack: &Attack) -> Vec<Case> {
        let case = |language: &Language| {
            let command = self.command(programs, attack, *language);
            let input = attack.input.as_ref().map(|_| in_folder(programs, &programs.input(attack)));
            let hook = Hook::program(Program { command, input, seconds: attack.limit.as_secs() });
            Case::new(id(attack, *language), attack.event.clone(), hook)
        };
        attack.sources.keys().map(case).collect()
    }

    /// Returns the shell command that starts an attack, inside.
    fn command(&self, programs: &Programs, attack: &Attack, language: Language) -> String {
        let file = programs.file(attack, language);
        match language {
            Language::Python => format!("{} {}", self.python, in_folder(programs, &file)),
            Language::TypeScript => format!("{} {}", self.node, in_folder(programs, &file)),
            Language::Rust => {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                format!("{} {}", inside(&name), attack.name())
            }
        }
    }
}

/// The name of the folder of all programs, inside.
const PROGRAMS: &str = "programs";

/// Returns the path of a file in the folder of all programs, inside.
fn in_folder(programs: &Programs, file: &Path) -> String {
    let below = file.strip_prefix(programs.folder()).unwrap_or(file);
    format!("{}/{}", inside(PROGRAMS), below.display())
}

/// Returns the folder with the packages of a virtual environment.
fn site_packages(venv: &Path) -> Result<PathBuf, String> {
    const PATH: &str = "import sysconfig\nprint(sysconfig.get_path('purelib'))";
    let printed = tools::quietly(Command::new(venv).args(["-c", PATH]))?;
    Ok(printed.trim().into())
}

/// What an attack did on the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// What is expected.
    Held(Expect),
    Opened,
    /// The host ended, or did not finish.
    Lost,
}

fn outcome(host: &Host, attack: &Attack, seen: Option<&Observation>) -> Outcome {
    let Some(seen) = seen else { return Outcome::Lost };
    let is_prevented = host.is_prevented(&attack.event, seen);
    let holds = match attack.expect {
        Expect::Prevented => is_prevented,
        Expect::Asked => is_prevented || seen.asked,
        // A session without a terminal does not report all that the user sees.
        Expect::Seen => !is_prevented,
    };
    if holds { Outcome::Held(attack.expect) } else { Outcome::Opened }
}

/// A report: a row for each attack, and the faults below.
struct Report {
    text: String,
    faults: usize,
}

impl Report {
    /// Writes the report. A run of all attacks needs each line of the list.
    fn new(results: Vec<(&Attack, Language, Outcome)>, list: &[Impossible], is_whole: bool) -> Self {
        let mut rows: BTreeMap<String, [String; 3]> = BTreeMap::new();
        let mut used = BTreeSet::new();
        let mut found = Vec::new();
        for (attack, language, outcome) in &results {
            let reason = list.iter().position(|it| it.is_about(attack, *language));
            let word = match (outcome, reason) {
                (Outcome::Held(expect), _) => expect.name(),
                (_, Some(reason)) => {
                    used.insert(reason);
                    "impossible"
                }
                (Outcome::Opened, None) => "OPENED",
                (Outcome::Lost, _) => "LOST",
            };
            if matches!(word, "OPENED" | "LOST") {
                found.push(format!("{} {}: {}", language.name(), attack.name(), word.to_lowercase()));
            }
            let row = rows.entry(attack.name()).or_insert_with(|| std::array::from_fn(|_| "-".to_owned()));
            row[*language as usize] = word.to_owned();
        }
        let unused = list.iter().enumerate().filter(|(at, _)| is_whole && !used.contains(at));
        found.extend(unused.map(|(_, it)| format!("xtask/src/attacks/impossible.toml: no attack needs {:?}", it.why)));
        let mut text = row("attack", &Language::ALL.map(|it| it.name().to_owned()));
        text.extend(rows.iter().map(|(name, cells)| row(name, cells)));
        text.extend(found.iter().map(|fault| format!("{fault}\n")));
        text += &format!("programs: {}, faults: {}\n", results.len(), found.len());
        Self { text, faults: found.len() }
    }
}

fn row(name: &str, cells: &[String; 3]) -> String {
    format!("{name:<55} {:<11} {:<11} {}\n", cells[0], cells[1], cells[2])
}

impl Impossible {
    fn is_about(&self, attack: &Attack, language: Language) -> bool {
        let is_of = |it: &String| attack.id.strip_prefix(it.as_str()).is_some_and(|rest| rest.starts_with("-on-"));
        let is_named = if self.events.is_empty() {
            self.attacks.contains(&attack.name())
        } else {
            attack.kind == plain::KIND && self.attacks.iter().any(is_of) && self.events.contains(&attack.event)
        };
        is_named && (self.languages.is_empty() || self.languages.contains(&language))
    }

    fn is_of_host(&self, version: &str) -> bool {
        self.before.as_ref().is_none_or(|before| numbers(version) < numbers(before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_has_a_row_for_each_attack_and_says_what_is_not_expected() {
        let attacks = plain::attacks(["Stop"].into_iter());
        let [block, crash, ..] = attacks.as_slice() else { return };
        let held = Outcome::Held(Expect::Prevented);
        let results = vec![
            (block, Language::Python, held),
            (block, Language::Rust, Outcome::Lost),
            (crash, Language::Python, Outcome::Opened),
            (crash, Language::TypeScript, Outcome::Opened),
        ];
        let list = |attack: &str| Impossible {
            attacks: vec![attack.to_owned()],
            events: vec!["Stop".to_owned()],
            languages: vec![Language::Python],
            before: None,
            why: "A reason.".to_owned(),
        };
        let report = Report::new(results.clone(), &[list("crash")], true);
        let rows = report.text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        assert_eq!(
            rows.collect::<Vec<_>>(),
            [
                "attack python typescript rust",
                "every-event/block-on-stop prevented - LOST",
                "every-event/crash-on-stop impossible OPENED -",
                "rust every-event/block-on-stop: lost",
                "typescript every-event/crash-on-stop: opened",
                "programs: 4, faults: 2",
            ]
        );
        // A line that nothing needs is a fault of a complete run.
        let faults = |list: &[Impossible], is_whole| Report::new(results.clone(), list, is_whole).faults;
        assert_eq!([faults(&[list("crash"), list("block")], true), faults(&[list("block")], false)], [3, 3]);
    }

    #[test]
    fn the_list_of_what_is_impossible_has_reasons() -> Result<(), toml::de::Error> {
        let list: List = toml::from_str(include_str!("impossible.toml"))?;
        assert!(list.impossible.iter().all(|it| !it.why.trim().is_empty() && !it.attacks.is_empty()));
        Ok(())
    }
}
