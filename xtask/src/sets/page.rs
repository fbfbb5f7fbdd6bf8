//! Renders `docs/sets.md`. A row of it is written as soon as its set is checked, and the sums are those of the rows, so a run
//! that is interrupted or about a few sets leaves a whole page.

use std::collections::BTreeMap;
use std::fmt::Write;

use hookwire_conformance::sets::{Generated, SetResult, list::PublicSet};
use hookwire_harness::tools;

use super::peers::{BROKEN, NAMES, PeerResult};
use crate::bench::peers::VERSIONS;
use crate::bench::public_sets::HEADING;
use crate::bench::section;

/// What a run found out about a set.
pub struct Row {
    /// The name of the set.
    name: String,
    /// The line of the table of sets, and the first differences, if the set was checked.
    set: Option<(String, Vec<String>)>,
    /// The line of the table of other generators, if they were run.
    peers: Option<String>,
}

impl Row {
    /// Renders what was found out: about the set, if it was checked, and about other generators, if they were run.
    pub fn new(result: &SetResult, is_checked: bool, peers: &[PeerResult]) -> Self {
        Self {
            name: result.set.name.clone(),
            set: is_checked.then(|| (of_set(result), differences(result))),
            peers: (!peers.is_empty()).then(|| of_peers(&result.set.name, peers)),
        }
    }
}

/// Returns the page with the row of a set in place of its old one. The section about time stays as it is.
pub fn with_row(old: &str, all: &[PublicSet], row: Row) -> String {
    let Row { name, set, peers } = row;
    let (mut sets, mut others) = (lines(old, SETS), lines(old, PEERS));
    let mut differing = shown_differences(old);
    if let Some((line, differences)) = set {
        sets.insert(name.clone(), line);
        differing.insert(name.clone(), differences);
    }
    others.extend(peers.map(|line| (name, line)));
    let in_order = |mut lines: BTreeMap<String, String>| -> Vec<String> {
        all.iter().filter_map(|set| lines.remove(&set.name)).collect()
    };
    let (sets, others) = (in_order(sets), in_order(others));
    let differing: Vec<String> = all.iter().filter_map(|set| differing.remove(&set.name)).flatten().collect();
    let mut page = format!("{INTRODUCTION}{}", summary(&sets));
    let _ = writeln!(page, "{SETS}\n\n{COLUMNS}\n{}\n", sets.join("\n"));
    if !differing.is_empty() {
        let _ = writeln!(page, "The first differences of each set:\n\n{}\n", differing.join("\n"));
    }
    other_generators(&mut page, &others);
    sources(&mut page, all);
    match section::own(old, HEADING) {
        Some(times) => section::with_section(&page, HEADING, times),
        None => page,
    }
}

/// Returns the lines of the table in a section, by their first cells.
fn lines(page: &str, heading: &str) -> BTreeMap<String, String> {
    let rows = section::own(page, heading).unwrap_or_default().lines().filter(|line| line.starts_with("| "));
    rows.map(|line| (cells(line).first().map_or_else(String::new, |name| (*name).to_owned()), line.to_owned()))
        .collect()
}

/// Returns the differences on a page, by set.
fn shown_differences(page: &str) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in section::own(page, SETS).unwrap_or_default().lines().filter(|line| line.starts_with("    ")) {
        let name = line.trim_start().split(": ").next().unwrap_or_default();
        found.entry(name.to_owned()).or_default().push(line.to_owned());
    }
    found
}

fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// Returns a number in a cell of numbers.
fn number(cells: &[&str], column: usize, place: usize) -> Option<usize> {
    cells.get(column)?.split(", ").nth(place)?.parse().ok()
}

const INTRODUCTION: &str = "\
# Public schema sets

<!-- Written by `cargo xtask conform sets`, the section about time by `cargo xtask bench --sets`.
Changes made here are lost. -->

What the generator makes of schemas that other people publish, without a change to them:

    hookwire-codegen --schemas schema.json --name acp --out acp

`cargo xtask conform sets` fetches each set from its registry, in the version and with the digests of
[tests/published/sets.toml](../tests/published/sets.toml). It generates the packages, compiles them, and sends the same
payloads to every language. [tests/published/README.md](../tests/published/README.md) says how.

* **As published**: yes, or the first error of the generator.
* **Lost**: places that are any value in the types although their schema says more, and in how many types they are:
  definitions, fields, items, values of maps and members of unions, as `codegen untyped` lists them. The validators check
  what the types do not say.
* **Payloads**: valid and invalid ones. They are made from the schemas at random, with the examples and defaults in them, and
  by changing those. Whether one is valid says the crate `jsonschema`, which reads the published files.
* **Different**: answers that are not that verdict, of the validators of Rust, Python and TypeScript and of the pydantic models,
  and values that do not come back equal.
* **By design**: payloads with an integer beyond 2^53 that are valid, and that every language refuses. Doubles, which are the
  numbers of JavaScript, cannot distinguish such integers.
* **Round trips**: valid payloads that the types of Rust or the pydantic models read and write, and that are equal as JSON.
* **Rust alone**: the share of invalid payloads that the types of Rust accept without the validator.
* **Compiles**: `cargo build`, `tsc --strict`, every pydantic model is built, `mypy --strict` and pyright. A check that does not
  end is stopped.

";

/// The heading of the table of sets.
const SETS: &str = "## The sets";

const COLUMNS: &str = "\
| set | as published | types | lost: places, types | payloads: valid, invalid | different | by design | round trips | Rust alone | compiles |
|---|---|---|---|---|---|---|---|---|---|";

/// The sums of all sets.
fn summary(sets: &[String]) -> String {
    let all: Vec<Vec<&str>> = sets.iter().map(|line| cells(line)).collect();
    let sum = |column, place| all.iter().filter_map(|it| number(it, column, place)).sum::<usize>();
    format!(
        "{} of {} sets generate as published: {} types, {} of them with a place that is any value. {} payloads, {} answers differ, {} payloads are \
         refused by design; {} round trips.\n\nThe schema of the Model Context Protocol is not here: no package of npm or PyPI that we know of \
         has it.\n\n",
        all.iter().filter(|it| it.get(1) == Some(&"yes")).count(),
        all.len(),
        sum(2, 0),
        sum(3, 1),
        sum(4, 0) + sum(4, 1),
        sum(5, 0),
        sum(6, 0),
        sum(7, 0),
    )
}

/// Returns the line of a set.
fn of_set(result: &SetResult) -> String {
    let name = &result.set.name;
    match &result.outcome {
        Err(reason) => format!("| {name} | no: {} | | | | | | | | |", cell(reason)),
        Ok(it) => format!(
            "| {name} | yes | {} | {}, {} | {} | {} |",
            it.types,
            it.lost.any_values(),
            it.lost.types_lost().len(),
            verdicts(it),
            compiles(it)
        ),
    }
}

fn verdicts(of: &Generated) -> String {
    match &of.verdicts {
        Err(reason) => format!("none: {} | | | |", cell(reason)),
        Ok(it) => {
            let typed =
                it.typed.map(|typed| format!("{} %", (typed * 100).checked_div(it.invalid).unwrap_or_default()));
            format!(
                "{}, {} | {} | {} | {} | {}",
                it.valid,
                it.invalid,
                it.differences.len(),
                it.by_design,
                it.round_trips,
                typed.unwrap_or_default()
            )
        }
    }
}

fn compiles(of: &Generated) -> String {
    if of.failures.is_empty() {
        return "yes".to_owned();
    }
    let failed = |(language, text): &(&str, String)| match tools::stopped(text) {
        Some(stopped) => format!("{language}: {stopped}"),
        None => (*language).to_owned(),
    };
    format!("**not in {}**", of.failures.iter().map(failed).collect::<Vec<_>>().join(", "))
}

/// Returns the first differences of a set.
fn differences(result: &SetResult) -> Vec<String> {
    const SHOWN: usize = 3;
    let verdicts = result.outcome.as_ref().ok().and_then(|it| it.verdicts.as_ref().ok());
    let lines = verdicts.map(|it| it.differences.as_slice()).unwrap_or_default().iter().take(SHOWN);
    let short = |line: &String| format!("{}: {line}", result.set.name).chars().take(300).collect::<String>();
    lines.map(|line| format!("    {}", short(line).replace(['\n', '\r'], " "))).collect()
}

/// The heading of the section about other generators.
const PEERS: &str = "## Other generators";

fn other_generators(page: &mut String, lines: &[String]) {
    let versions: Vec<String> = VERSIONS
        .iter()
        .filter(|(name, _)| NAMES.iter().any(|it| it.starts_with(name.trim_start_matches("cargo-"))))
        .map(|(name, version)| format!("{name} {version}"))
        .collect();
    let _ = writeln!(
        page,
        "{PEERS}\n\nHow much of what the first file of a set states is in the generated types. Counted are properties, constants, \
         enums, items of lists and values of maps, wherever the schema states them: also in branches, under conditions, and in parts of \
         `allOf`. A program walks the published schema and the types of the output together, in the same way for every generator. \
         `lost` is what no type has, and **broken** is an output that cannot be imported. Where two numbers are in a cell, ours is first, in the same language. Properties that say nothing, \
         and those that a closed object beside them refuses, do not count. Each of the others is called with its default settings on \
         the first file of the set, in the folder of all files: {}.\n",
        versions.join(", ")
    );
    let _ =
        writeln!(page, "| set | stated | lost: {} |\n|---|---|{}", NAMES.join(" | lost: "), "---|".repeat(NAMES.len()));
    lines.iter().for_each(|line| {
        let _ = writeln!(page, "{line}");
    });
    let rows: Vec<Vec<&str>> = lines.iter().map(|line| cells(line)).collect();
    let columns = || 2..2 + NAMES.len();
    let sum = |column| {
        let both = |row: &Vec<&str>| Some((number(row, 1, 0)?, number(row, column, 0)?, number(row, column, 1)?));
        let both: Vec<_> = rows.iter().filter_map(both).collect();
        let stated: usize = both.iter().map(|it| it.0).sum();
        let share = |lost: usize| format!("{:.1} %", 100.0 * lost as f64 / stated.max(1) as f64);
        format!("{}, {}", share(both.iter().map(|it| it.1).sum()), share(both.iter().map(|it| it.2).sum()))
    };
    let _ = writeln!(page, "| where both have types | | {} |", columns().map(sum).collect::<Vec<_>>().join(" | "));
    let taken = |column| {
        let is_taken = |row: &&Vec<&str>| {
            number(row, column, 1).is_some() || row.get(column).is_some_and(|cell| cell.ends_with(&bold(BROKEN)))
        };
        format!("{} of {} sets", rows.iter().filter(is_taken).count(), rows.len())
    };
    let _ = writeln!(page, "| taken | | {} |\n", columns().map(taken).collect::<Vec<_>>().join(" | "));
}

/// Returns the line of a set.
fn of_peers(set: &str, peers: &[PeerResult]) -> String {
    let stated = peers.iter().find_map(|peer| peer.own.as_ref().or(peer.count.as_ref().ok())).map_or(0, |it| it.stated);
    let of = |name: &&str| peers.iter().find(|peer| peer.name == *name).map_or_else(String::new, of_peer);
    format!("| {set} | {stated} | {} |", NAMES.iter().map(of).collect::<Vec<_>>().join(" | "))
}

fn of_peer(peer: &PeerResult) -> String {
    let own = peer.own.as_ref().map_or("refused".to_owned(), |count| count.lost.len().to_string());
    match &peer.count {
        Ok(count) => format!("{own}, {}", count.lost.len()),
        Err(reason) => format!("{own}, {}", bold(reason)),
    }
}

fn bold(text: &str) -> String {
    format!("**{text}**")
}

fn sources(page: &mut String, all: &[PublicSet]) {
    page.push_str("## Where they come from\n\n| set | registry | package | files |\n|---|---|---|---|\n");
    for set in all {
        let files: Vec<String> = set
            .files
            .iter()
            .map(|file| format!("`{}` {}…", file.path, file.sha256.get(..12).unwrap_or_default()))
            .collect();
        let (registry, package) = (set.package.registry.name(), set.package.title());
        let _ = writeln!(page, "| {} | {registry} | {package} | {} |", set.name, files.join("<br>"));
    }
}

/// Returns a text that can be in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "&#124;").replace(['\n', '\r'], " ")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::Arc;

    use hookwire_conformance::sets::list::{Package, Registry};

    use super::*;

    fn sets(names: [&str; 3]) -> Vec<PublicSet> {
        let package = Package { registry: Registry::Npm, name: "p".to_owned(), version: "1".to_owned() };
        let package = Arc::new(package);
        names.map(|name| PublicSet { name: name.to_owned(), package: Arc::clone(&package), files: Vec::new() }).into()
    }

    fn row(name: &str, types: usize, differences: &[&str]) -> Row {
        let line = format!("| {name} | yes | {types} | 2, 1 | 10, 5 | {} | 0 | 20 | 0 % | yes |", differences.len());
        let shown = differences.iter().map(|line| format!("    {name}: {line}")).collect();
        let peers = Some(format!("| {name} | 100 | 1, 50 | 2, **broken** | 1, **no** |"));
        Row { name: name.to_owned(), set: Some((line, shown)), peers }
    }

    /// A run that was interrupted has the rows of the sets that it finished, and the sums are always those of the rows.
    #[test]
    fn each_row_replaces_its_old_one_and_the_sums_follow() {
        let all = sets(["a", "b", "c"]);
        let one = with_row("", &all, row("c", 7, &["text: 1"]));
        assert!(one.contains("1 of 1 sets generate as published: 7 types, 1 of them"), "{one}");
        let two = with_row(&one, &all, row("a", 5, &[]));
        assert!(two.contains("2 of 2 sets generate as published: 12 types, 2 of them"), "{two}");
        assert!(two.contains("30 payloads, 1 answers differ, 0 payloads are refused by design; 40 round trips."));
        assert!(two.contains("| where both have types | | 1.0 %, 50.0 % | 0.0 %, 0.0 % | 0.0 %, 0.0 % |"), "{two}");
        assert!(two.contains("| taken | | 2 of 2 sets | 2 of 2 sets | 0 of 2 sets |"), "{two}");
        assert!(two.find("| a | yes ").unwrap() < two.find("| c | yes ").unwrap());
        assert_eq!(two.matches("    c: text: 1").count(), 1);
        let refused = "| a | no: it is not / read | | | | | | | | |";
        let again = Row { name: "a".to_owned(), set: Some((refused.to_owned(), Vec::new())), peers: None };
        let three = with_row(&with_row(&two, &all, again), &all, row("c", 9, &[]));
        assert!(three.contains("1 of 2 sets generate as published: 9 types, 1 of them"), "{three}");
        assert!(
            three.contains(refused) && three.contains("| a | 100 | 1, 50 ") && !three.contains("differences of each")
        );
    }

    /// What is not checked in this run stays as it is.
    #[test]
    fn a_row_of_the_same_facts_changes_nothing() {
        let all = sets(["a", "b", "c"]);
        let times = format!("\n{HEADING}\n\ntimes\n");
        let page = with_row(&times, &all, row("b", 7, &["text"]));
        assert!(page.ends_with(&times), "{page}");
        assert_eq!(with_row(&page, &all, row("b", 7, &["text"])), page);
        assert_eq!(with_row(&page, &all, Row { name: "b".to_owned(), set: None, peers: None }), page);
    }
}
