//! The step `observed`: the catalogue and the packages agree with the records of the real host.

mod marks;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use hookwire_codegen::generate;
use hookwire_codegen::internal::model::Contract;
use hookwire_conformance::conform::{self, RecordedCase};
use hookwire_harness::Root;
use hookwire_harness::catalogue::{CATALOGUE, Cell, read};
use hookwire_observe::case::Handler;
use hookwire_observe::compare::{self, Compared, Outcome, Records};
use hookwire_observe::conversation::Conversation;
use hookwire_observe::observation::NOT_RUN;
use hookwire_observe::pairwise::{self, Pairs};
use hookwire_observe::record::Recorded;
use hookwire_observe::unseen::{Unseen, cells};
use hookwire_observe::{REFERENCE, family, other_versions, record};
use serde_json::Value;

pub use marks::write as mark;

/// Compares the records with the catalogue and with the readers of the packages.
///
/// # Errors
/// One of them says something else, or cannot be asked.
pub fn step(root: &Root) -> Result<(), String> {
    let read =
        generate::read(&root.path("schemas")).map_err(|_| "`cargo xtask codegen` reports mistakes".to_owned())?;
    let faults = catalogue(root, &read.contract)?
        + conform::observed(root, &record::folder(REFERENCE), &compare::WHOLE)?
        + conform::interpreted(root, &cases(root)?)?;
    if faults == 0 { Ok(()) } else { Err(format!("{faults} differences from the records")) }
}

/// Returns the number of cells that differ from the records, or have other marks.
fn catalogue(root: &Root, contract: &Contract) -> Result<usize, String> {
    let catalogue = read(root)?;
    let reasons = Unseen::all()?;
    let mut used = BTreeSet::new();
    let mut faults = 0;
    for version in versions(root)? {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut pairs = Pairs::default();
        for (index, event) in catalogue["events"].as_array().into_iter().flatten().enumerate() {
            let name = event["name"].as_str().unwrap_or_default();
            let mut report = |pointer: &str, fault: &str| {
                println!("{CATALOGUE}/events/{index}{pointer} ({name}): {fault}");
                faults += 1;
            };
            let records = records(root, &version, name)?;
            let Pairs { seen, all } = pairwise::pairs(&records, &family::fields(contract, name));
            pairs = Pairs { seen: pairs.seen + seen, all: pairs.all + all };
            if records.is_empty() && version == REFERENCE && Conversation::of(name).is_some() {
                report("", &format!("there are no records of host {version}: run `cargo xtask observe --record`"));
            }
            if !records.is_empty() && !records.contains_key(&format!("{name}/empty/exit-0")) {
                report(
                    "",
                    &format!("the record of host {version} has no case `empty/exit-0`, which others are compared with"),
                );
            }
            let compared = results(event, &version, &records);
            for cell in cells(event, &version) {
                let result = compared.get(&cell.pointer).unwrap_or(&Outcome::NotSeen);
                if let Some(fault) = fault(&cell, result, &version) {
                    report(&cell.pointer, &fault);
                }
                let is_seen = matches!(result, Outcome::Seen(_));
                let reason = reasons.iter().position(|it| it.is_about(name, &cell));
                let count = match (is_seen, reason) {
                    (true, _) => "seen",
                    (false, Some(reason)) => {
                        used.insert(reason);
                        "not observable"
                    }
                    (false, None) => "not seen",
                };
                if count == "not seen" && version == REFERENCE {
                    report(&cell.pointer, "no case shows it, and xtask/observe/unseen.toml does not say why");
                }
                *counts.entry(count).or_default() += 1;
            }
        }
        // Other versions run some cases only.
        let seen = counts.get("seen").copied().unwrap_or_default();
        if version == REFERENCE {
            let Pairs { seen: pairs, all } = pairs;
            println!("host {version}: {counts:?} cells of the catalogue, {pairs} of {all} pairs of fields");
        } else {
            println!("host {version}: {seen} cells of the catalogue seen");
        }
    }
    for (_, reason) in reasons.iter().enumerate().filter(|(at, _)| !used.contains(at)) {
        println!("xtask/observe/unseen.toml: no cell needs the reason {:?}", reason.why);
        faults += 1;
    }
    Ok(faults)
}

/// Returns every recorded case in which a hook ran, on every version.
fn cases(root: &Root) -> Result<Vec<RecordedCase>, String> {
    let mut all = Vec::new();
    let catalogue = read(root)?;
    for version in versions(root)? {
        for event in catalogue["events"].as_array().into_iter().flatten() {
            let records = records(root, &version, event["name"].as_str().unwrap_or_default())?;
            // In a terminal, calls are allowed beforehand: another base than the one below.
            for recorded in records.values().filter(|it| it.seen.hook != NOT_RUN && !it.case.terminal) {
                let is_late = recorded.case.hook.handler == Handler::Late;
                let base = if is_late { "late/empty" } else { "empty/exit-0" };
                let id = match recorded.case.id.rsplit_once('/') {
                    Some((name, _)) if recorded.case.is_decided() => format!("{name}/{}", family::BASE),
                    _ => format!("{}/{base}", recorded.case.event),
                };
                let base = records.get(&id).ok_or_else(|| format!("{version} has no case {id}"))?;
                let value = |it: &Recorded| serde_json::to_value(it).map_err(|error| error.to_string());
                let host = (version != REFERENCE).then(|| version.clone());
                all.push(RecordedCase { line: value(recorded)?, base: value(base)?["seen"].take(), host });
            }
        }
    }
    Ok(all)
}

/// Returns what the records of a version say about the cells of an event, by pointer.
fn results(event: &Value, version: &str, records: &Records) -> BTreeMap<String, Outcome> {
    let compared = compare::compare(event, version, records);
    compared.into_iter().map(|Compared { pointer, result }| (pointer, result)).collect()
}

/// Returns the fault of a cell, by what the records say about it.
fn fault(cell: &Cell<'_>, result: &Outcome, version: &str) -> Option<String> {
    let marks = cell.value["observed"].as_array();
    let is_marked = marks.is_some_and(|all| all.iter().any(|it| it == version));
    match result {
        Outcome::Seen(case) if !is_marked => {
            Some(format!("`observed` lacks {version}, run `cargo xtask observe --mark`: {case}"))
        }
        Outcome::Other(case) => Some(format!("host {version} does something else: {case}")),
        Outcome::NotSeen if is_marked => Some(format!("`observed` has {version}, and no case shows it")),
        _ => None,
    }
}

/// Returns the complete records of an event on a version; none if it was not observed there.
///
/// # Errors
/// A record cannot be read.
pub fn records(root: &Root, version: &str, event: &str) -> Result<Records, String> {
    let read = |version: &str| record::read(&root.path(&record::path(version, event)));
    if version == REFERENCE || !root.path(&record::path(version, event)).exists() {
        return read(version);
    }
    let mut reference = other_versions::as_reported_by(version, read(REFERENCE)?);
    reference.retain(|_, it| other_versions::runs(&it.case, version));
    Ok(other_versions::complete(read(version)?, &reference))
}

/// Returns the versions with records.
///
/// # Errors
/// The folder of the records cannot be read.
pub fn versions(root: &Root) -> Result<Vec<String>, String> {
    let folder = root.path("tests/observed");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let folders = entries.flatten().filter(|entry| entry.path().is_dir());
    let mut all: Vec<String> = folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    all.sort();
    Ok(all)
}
