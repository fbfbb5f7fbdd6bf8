//! Renders `docs/sets.md`.

use std::fmt::Write;

use hookwire_conformance::sets::{Generated, Verdicts};

use super::Row;
use super::peers::{BROKEN, NAMES, PeerResult};
use crate::bench::peers::VERSIONS;
use crate::bench::public_sets::HEADING;
use crate::bench::section;

/// Returns the page. The section about time stays as it is on the old page.
pub fn page(rows: &[Row], old: &str) -> String {
    let mut page = String::from(INTRODUCTION);
    summary(&mut page, rows);
    sets(&mut page, rows);
    differences(&mut page, rows);
    peers(&mut page, rows);
    sources(&mut page, rows);
    match section::own(old, HEADING) {
        Some(times) => section::with_section(&page, HEADING, times),
        None => page,
    }
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
* **Compiles**: `cargo build`, `tsc --strict`, every pydantic model is built, `mypy --strict` and
  pyright.

";

/// The sums of all sets.
fn summary(page: &mut String, rows: &[Row]) {
    let generated: Vec<&Generated> = rows.iter().filter_map(|row| row.result.outcome.as_ref().ok()).collect();
    let verdicts: Vec<&Verdicts> = generated.iter().filter_map(|it| it.verdicts.as_ref().ok()).collect();
    let sum = |of: fn(&Verdicts) -> usize| verdicts.iter().map(|it| of(it)).sum::<usize>();
    let _ = writeln!(
        page,
        "{} of {} sets generate as published: {} types, {} of them with a place that is any value. {} payloads, {} answers differ, {} payloads are \
         refused by design; {} round trips.\n",
        generated.len(),
        rows.len(),
        generated.iter().map(|it| it.types).sum::<usize>(),
        generated.iter().map(|it| it.lost.types_lost().len()).sum::<usize>(),
        sum(|it| it.valid + it.invalid),
        sum(|it| it.differences.len()),
        sum(|it| it.by_design),
        sum(|it| it.round_trips),
    );
    page.push_str(
        "The schema of the Model Context Protocol is not here: no package of npm or PyPI that we know of has it.\n\n",
    );
}

fn sets(page: &mut String, rows: &[Row]) {
    page.push_str(
        "## The sets\n\n| set | as published | types | lost: places, types | payloads: valid, invalid | different | by \
         design | round trips | Rust alone | compiles |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let name = &row.result.set.name;
        let _ = match &row.result.outcome {
            Err(reason) => writeln!(page, "| {name} | no: {} | | | | | | | | |", cell(reason)),
            Ok(it) => writeln!(
                page,
                "| {name} | yes | {} | {}, {} | {} | {} |",
                it.types,
                it.lost.any_values(),
                it.lost.types_lost().len(),
                verdicts(it),
                compiles(it)
            ),
        };
    }
    page.push('\n');
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
    let failed: Vec<&str> = of.failures.iter().map(|(language, _)| *language).collect();
    format!("**not in {}**", failed.join(", "))
}

/// The first differences of each set.
fn differences(page: &mut String, rows: &[Row]) {
    const SHOWN: usize = 3;
    let of = |row: &Row| -> Vec<String> {
        let verdicts = row.result.outcome.as_ref().ok().and_then(|it| it.verdicts.as_ref().ok());
        let lines = verdicts.map(|it| it.differences.clone()).unwrap_or_default();
        lines.iter().take(SHOWN).map(|line| format!("{}: {line}", row.result.set.name)).collect()
    };
    let shown: Vec<String> = rows.iter().flat_map(of).collect();
    if shown.is_empty() {
        return;
    }
    let _ = writeln!(page, "The first differences of each set:\n");
    for line in shown {
        let short: String = line.chars().take(300).collect();
        let _ = writeln!(page, "    {}", short.replace(['\n', '\r'], " "));
    }
    page.push('\n');
}

/// Returns a page with the section about other generators made again.
pub fn with_peers(old: &str, rows: &[Row]) -> String {
    let mut own = String::new();
    peers(&mut own, rows);
    section::with_section(old, PEERS, &own)
}

/// The heading of the section about other generators.
const PEERS: &str = "## Other generators";

fn peers(page: &mut String, rows: &[Row]) {
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
    for row in rows {
        let stated =
            row.peers.iter().find_map(|peer| peer.own.as_ref().or(peer.count.as_ref().ok())).map_or(0, |it| it.stated);
        let of = |name: &&str| row.peers.iter().find(|peer| peer.name == *name).map_or_else(String::new, of_peer);
        let cells: Vec<String> = NAMES.iter().map(of).collect();
        let _ = writeln!(page, "| {} | {stated} | {} |", row.result.set.name, cells.join(" | "));
    }
    let all = |name: &str| rows.iter().flat_map(|row| &row.peers).filter(move |it| it.name == name).collect::<Vec<_>>();
    let sum = |name: &str| {
        let all = all(name);
        let both = || all.iter().filter_map(|it| Some((it.own.as_ref()?, it.count.as_ref().ok()?)));
        let stated: usize = both().map(|it| it.0.stated).sum();
        let share = |lost: usize| format!("{:.1} %", 100.0 * lost as f64 / stated.max(1) as f64);
        format!("{}, {}", share(both().map(|it| it.0.lost.len()).sum()), share(both().map(|it| it.1.lost.len()).sum()))
    };
    let _ = writeln!(page, "| where both have types | | {} |", NAMES.map(sum).join(" | "));
    let taken = |name: &str| {
        let taken = all(name).iter().filter(|it| !matches!(it.count, Err(reason) if reason != BROKEN)).count();
        format!("{taken} of {} sets", rows.len())
    };
    let _ = writeln!(page, "| taken | | {} |\n", NAMES.map(taken).join(" | "));
}

fn of_peer(peer: &PeerResult) -> String {
    let own = peer.own.as_ref().map_or("refused".to_owned(), |count| count.lost.len().to_string());
    match &peer.count {
        Ok(count) => format!("{own}, {}", count.lost.len()),
        Err(reason) => format!("{own}, **{reason}**"),
    }
}

fn sources(page: &mut String, rows: &[Row]) {
    page.push_str("## Where they come from\n\n| set | registry | package | files |\n|---|---|---|---|\n");
    for set in rows.iter().map(|row| &row.result.set) {
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
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}
