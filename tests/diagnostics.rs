//! Tests of diagnostics: each folder of `tests/diagnostics` is a set with a mistake. Its `expected.txt` and
//! `expected.json` contain everything that a user and a program read. A case with a folder `templates` is rendered with
//! these, and a case with a file `target` with that target of this repository. `tests/situations` has the findings that
//! need more than a set. `BLESS=1 cargo test --workspace --test generator diagnostics::` rewrites the files; review the difference.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::copy::copy;
use crate::support::situations;
use hookwire_codegen::generate::{self, Options};
use hookwire_codegen::internal::artifact::COMMAND;
use hookwire_codegen::internal::diagnostic::{Code, Diagnostics};
use hookwire_codegen::internal::write::{Format, Mode, Report};
use serde_json::Value;

/// Reported for mistakes in the generator itself, so no case can show them.
const OF_OURSELVES: [Code; 2] = [Code::RustTypify, Code::RustInternal];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn folders(name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("tests").join(name)).unwrap();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders
}

/// Returns the diagnostics up to the model, or up to the files of the targets that the case names.
fn findings(case: &Path) -> Diagnostics {
    let home = tempfile::tempdir().unwrap();
    let set = home.path().join("set");
    fs::create_dir(&set).unwrap();
    fs::copy(root().join("tests/diagnostics/codegen.toml"), set.join("codegen.toml")).unwrap();
    copy(case, &set);
    for golden in ["expected.txt", "expected.json"] {
        let _ = fs::remove_file(set.join(golden));
    }
    let target = fs::read_to_string(case.join("target")).ok();
    let own = set.join("templates");
    if target.is_none() && !own.is_dir() {
        return generate::read(&set).map_or_else(|found| found, |read| read.findings);
    }
    let templates = if target.is_some() {
        root().join("templates")
    } else {
        fs::rename(&own, home.path().join("templates")).unwrap();
        home.path().join("templates")
    };
    let only = target.iter().map(|name| name.trim().to_owned()).collect();
    let found = generate::generate(&Options { schemas: set.clone(), templates, only, name: None, single_file: false });
    let mut found = found.map_or_else(|found| found, |generated| generated.findings);
    nameless(&mut found, &[&set, home.path(), &root()]);
    found
}

/// Removes folders of this machine or run from the diagnostics.
fn nameless(found: &mut Diagnostics, folders: &[&Path]) {
    let plain = |text: &mut String| {
        for folder in folders {
            *text = text.replace(&format!("{}/", folder.display()), "").replace(&folder.display().to_string(), "OUT");
        }
    };
    for one in &mut found.0 {
        plain(&mut one.message);
        one.reason.iter_mut().chain(&mut one.advice).for_each(plain);
        one.place.iter_mut().chain(&mut one.other).for_each(|place| plain(&mut place.file));
    }
}

fn reported(found: &Diagnostics, format: Format) -> String {
    let report =
        Report { findings: found, plans: &[], mode: Mode::Check, command: COMMAND, verbose: false, colour: false };
    report.render(format)
}

/// Compares the diagnostics with the golden files of a case, or writes these. Returns the difference.
fn compare(case: &Path, found: &Diagnostics) -> Option<String> {
    let goldens = [("expected.txt", reported(found, Format::Text)), ("expected.json", reported(found, Format::Json))];
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(case).unwrap();
        goldens.iter().for_each(|(name, text)| fs::write(case.join(name), text).unwrap());
    }
    let differs = |name: &str, text: &String| fs::read_to_string(case.join(name)).unwrap_or_default() != *text;
    let wrong = found.0.is_empty() || goldens.iter().any(|(name, text)| differs(name, text));
    wrong.then(|| format!("== {}\n{}", case.display(), goldens[0].1))
}

#[test]
fn each_mistake_is_reported_with_place_reason_and_fix() {
    let cases = folders("diagnostics");
    let wrong: Vec<String> = cases.iter().filter_map(|case| compare(case, &findings(case))).collect();
    assert!(wrong.is_empty(), "{} of {} cases differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(cases.len() >= 100, "only {} cases ran", cases.len());
}

#[test]
fn each_situation_is_reported_with_reason_and_fix() {
    let mut wrong = Vec::new();
    let mut ran = BTreeSet::new();
    for (name, make) in situations::ALL {
        let home = tempfile::tempdir().unwrap();
        let mut found = make(home.path());
        nameless(&mut found, &[home.path(), &root()]);
        wrong.extend(compare(&root().join("tests/situations").join(name), &found));
        ran.insert((*name).to_owned());
    }
    let written = folders("situations").into_iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_owned());
    assert!(wrong.is_empty(), "{} of {} situations differ:\n{}", wrong.len(), ran.len(), wrong.join("\n"));
    assert_eq!(written.collect::<BTreeSet<_>>(), ran, "goldens and situations are not the same ones");
}

fn goldens() -> Vec<(PathBuf, Value)> {
    let cases = folders("diagnostics").into_iter().chain(folders("situations"));
    let goldens = cases.map(|case| case.join("expected.json"));
    goldens.map(|path| (path.clone(), serde_json::from_slice(&fs::read(&path).unwrap()).unwrap())).collect()
}

#[test]
fn each_code_has_a_case() {
    let reported: BTreeSet<String> = goldens()
        .iter()
        .flat_map(|(_, document)| document["findings"].as_array().unwrap())
        .map(|finding| finding["code"].as_str().unwrap().to_owned())
        .collect();
    let needed = Code::ALL.iter().filter(|code| !OF_OURSELVES.contains(code));
    let unreported: Vec<&Code> = needed.filter(|code| !reported.contains(code.name())).collect();
    assert!(
        unreported.is_empty(),
        "write cases in tests/diagnostics or tests/situations that are told as {unreported:?}"
    );
}

#[test]
fn the_json_report_matches_its_schema() {
    let text = fs::read(root().join("docs/report.schema.json")).unwrap();
    let mut schema: Value = serde_json::from_slice(&text).unwrap();
    let open = jsonschema::draft202012::new(&schema).unwrap();
    close(&mut schema);
    let closed = jsonschema::draft202012::new(&schema).unwrap();
    let newer = serde_json::json!({"version": 1, "mode": "check", "fresh": true, "findings": [], "targets": [],
        "tally": {"fresh": 0, "stale": 0, "missing": 0, "orphan": 0, "foreign": 0},
        "command": "", "later": 1});
    assert!(open.is_valid(&newer) && !closed.is_valid(&newer));
    let goldens = goldens();
    let wrong = goldens.iter().flat_map(|(path, document)| {
        closed.iter_errors(document).map(move |error| format!("{}: {error}", path.display()))
    });
    assert_eq!(wrong.collect::<Vec<_>>(), Vec::<String>::new());
    assert!(goldens.len() >= 100, "only {} documents", goldens.len());
}

/// Makes keys that the schema does not describe invalid.
fn close(schema: &mut Value) {
    if let Value::Object(object) = schema {
        if object.contains_key("properties") {
            object.insert("additionalProperties".to_owned(), Value::Bool(false));
        }
        object.values_mut().for_each(close);
    }
}
