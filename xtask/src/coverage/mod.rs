//! Checks the ledger of the seed documents in `docs/coverage/` against the documents and the repository, and renders
//! the page `docs/coverage.md`.

mod ledger;
mod page;
mod place;
mod seed;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use hookwire_codegen::internal::artifact::Artifact;
use hookwire_codegen::internal::diagnostic::{Code, Diagnostic, Diagnostics, Place};
use hookwire_codegen::internal::inputs::Inputs;

use self::ledger::{Ledger, Row};
use self::place::Places;
use self::seed::{Unit, units};

/// The folder of the ledger. The page is next to it.
const LEDGER: &str = "docs/coverage";
/// The folder of the seed documents, which not every machine has.
const SEEDS: &str = "../shared/seeds";
/// A row that repeats this many words of its document in sequence is a quotation.
const QUOTATION: usize = 8;

/// Checks the ledger against the documents and the repository. Returns the page, if the ledger can be read, and the
/// diagnostics. `root` is the path to the repository, and messages name files relative to where it starts. The read
/// files are added to `inputs`.
pub fn coverage(root: &Path, inputs: &mut Inputs) -> (Option<Artifact>, Diagnostics) {
    let mut findings = Diagnostics::default();
    let mut ledgers = Vec::new();
    for path in files(&root.join(LEDGER), "toml", inputs) {
        match Ledger::read(&path, inputs) {
            Ok(ledger) => ledgers.push(ledger),
            Err(found) => findings.extend(found),
        }
    }
    if findings.has_errors() {
        return (None, findings);
    }
    findings.extend(resolve(&ledgers, root, inputs));
    findings.extend(compare(&ledgers, &root.join(SEEDS), inputs));
    (Some(Artifact::new("coverage.md", page::page(&ledgers))), findings)
}

/// Returns the files in a folder with this extension, sorted; none if the folder does not exist.
fn files(folder: &Path, ending: &str, inputs: &mut Inputs) -> Vec<PathBuf> {
    let paths = inputs.list(folder).unwrap_or_default().into_iter().map(|(path, _)| path);
    paths.filter(|path| path.extension().is_some_and(|it| it == ending)).collect()
}

/// Checks that every place in a row exists.
fn resolve(ledgers: &[Ledger], root: &Path, inputs: &mut Inputs) -> Diagnostics {
    let places = Places::new(root);
    let rows = ledgers.iter().flat_map(|ledger| &ledger.rows);
    let found = rows.flat_map(|row| row.at.iter().map(move |place| (row, place)));
    let lost = found.filter_map(|(row, place)| Some((row, place, places.find(place).err()?)));
    let reported = |(row, place, why): (&Row, &String, String)| {
        Diagnostic::error(Code::CoveragePlace, format!("`{}` leads to `{place}`", row.id))
            .because(why)
            .at(row.place.clone())
    };
    let findings = Diagnostics(lost.map(reported).collect());
    inputs.extend(places.into_inputs());
    findings
}

/// Checks that the ledger has a row for every unit of the documents, if they are available.
fn compare(ledgers: &[Ledger], seeds: &Path, inputs: &mut Inputs) -> Diagnostics {
    let documents = files(seeds, "txt", inputs);
    let names: BTreeSet<_> = documents.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    // Without the documents nobody can fix a difference.
    if documents.is_empty() || ledgers.iter().any(|ledger| !names.contains(ledger.document.as_str())) {
        return Diagnostics::default();
    }
    let mut findings = Diagnostics::default();
    for path in &documents {
        let ledger = ledgers.iter().find(|ledger| path.ends_with(&ledger.document));
        match inputs.read_to_string(path) {
            Ok(text) => findings.extend(compare_one(ledger, path, &units(&text))),
            Err(error) => {
                let finding = Diagnostic::error(Code::CoverageDocument, error.to_string());
                findings.push(finding.in_file(path.display().to_string()));
            }
        }
    }
    findings
}

/// Compares the rows and the units of one document.
fn compare_one(ledger: Option<&Ledger>, path: &Path, units: &[Unit]) -> Diagnostics {
    let rows: BTreeMap<_, _> = ledger.iter().flat_map(|it| &it.rows).map(|row| (row.id.as_str(), row)).collect();
    let ids: BTreeSet<_> = units.iter().map(|unit| unit.id.as_str()).collect();
    let extra = rows.values().filter(|row| !ids.contains(row.id.as_str())).map(|row| {
        let message = format!("there is nothing in `{}` that is `{}`", path.display(), row.id);
        Diagnostic::error(Code::CoverageExtra, message).at(row.place.clone()).instead("take the row out")
    });
    let units = units.iter().filter_map(|unit| {
        let Some(row) = rows.get(unit.id.as_str()) else { return Some(missing(path, unit)) };
        changed(row, path, unit).or_else(|| quoted(row, unit))
    });
    Diagnostics(units.chain(extra).collect())
}

fn missing(path: &Path, unit: &Unit) -> Diagnostic {
    let line = format!("\"{}\" = {{ hash = \"{}\", says = \"…\", at = [\"…\"] }}", unit.id, unit.hash());
    Diagnostic::error(Code::CoverageMissing, format!("the ledger has no row for `{}`", unit.id))
        .at(place(path, unit.line))
        .instead(format!("add to the document's file in `{LEDGER}`: {line}"))
}

fn changed(row: &Row, path: &Path, unit: &Unit) -> Option<Diagnostic> {
    let finding = Diagnostic::error(Code::CoverageChanged, format!("`{}` was written for another text", row.id));
    let finding = finding.at(row.place.clone()).and_at(place(path, unit.line));
    (row.hash != unit.hash())
        .then(|| finding.instead(format!("read it again, then write `hash = \"{}\"`", unit.hash())))
}

/// Reports a row that quotes its document: other people's sentences must not be copied.
fn quoted(row: &Row, unit: &Unit) -> Option<Diagnostic> {
    let theirs: Vec<_> = unit.text.split_whitespace().collect();
    let ours: Vec<_> = row.says.split_whitespace().collect();
    let words = ours.windows(QUOTATION).find(|words| theirs.windows(QUOTATION).any(|other| other == *words))?;
    let finding = Diagnostic::error(Code::CoverageQuoted, format!("`{}` says it as the document does", row.id));
    Some(
        finding.because(format!("\"{}\"", words.join(" "))).at(row.place.clone()).instead("say it in words of our own"),
    )
}

fn place(path: &Path, line: usize) -> Place {
    Place { line, column: 1, ..Place::of_file(path.display().to_string()) }
}

#[cfg(test)]
mod tests {
    // A test fails by panicking.
    #![allow(clippy::unwrap_used)]

    use std::{env, fs};

    use super::*;

    const SEED: &str = "# Stop\n\n- it may be blocked with a reason, or not at all\n- it takes no specific output\n";
    const ROWS: &str = "document = \"000_a.txt\"\nabout = \"Stopping\"\n[items]\n\
        \"stop/item-1\" = { hash = \"5a84f3a40d58\", says = \"blocking\", at = [\"docs/stop.md#stop\"] }\n\
        \"stop/item-2\" = { hash = \"40c34e14f9d2\", says = \"only at the top\", at = [\"docs/stop.md#stop\"], now = \"it does\", since = \"2.1.163\" }\n";

    /// Returns the page, and the code and line of each diagnostic, of a repository with this ledger and document.
    fn reported(name: &str, rows: &str, seed: Option<&str>) -> (Option<Artifact>, Vec<(&'static str, String)>) {
        let home = env::temp_dir().join(format!("xtask-coverage-{name}-{}", std::process::id()));
        let root = home.join("repository");
        fs::create_dir_all(root.join(LEDGER)).unwrap();
        fs::create_dir_all(home.join("shared/seeds")).unwrap();
        fs::write(root.join("docs/stop.md"), "# Stop\n").unwrap();
        fs::write(root.join(LEDGER).join("000.toml"), rows).unwrap();
        if let Some(seed) = seed {
            fs::write(home.join("shared/seeds/000_a.txt"), seed).unwrap();
        }
        let (page, findings) = coverage(&root, &mut Inputs::default());
        fs::remove_dir_all(&home).unwrap();
        let line = |it: &Diagnostic| it.place.as_ref().map(|place| format!("{}:{}", name_of(&place.file), place.line));
        (page, findings.0.iter().map(|it| (it.code.name(), line(it).unwrap_or_default())).collect())
    }

    fn name_of(file: &str) -> &str {
        file.rsplit('/').next().unwrap_or(file)
    }

    fn codes(name: &str, rows: &str, seed: &str) -> Vec<(&'static str, String)> {
        reported(name, rows, Some(seed)).1
    }

    fn at(code: &'static str, place: &str) -> Vec<(&'static str, String)> {
        vec![(code, place.to_owned())]
    }

    #[test]
    fn a_complete_ledger_becomes_a_page_without_findings() {
        let (page, reported) = reported("whole", ROWS, Some(SEED));
        assert_eq!(reported, []);
        let page = page.unwrap().contents;
        assert!(page.contains("| [000](#000) | Stopping | 2 | 1 | 1 | 0 |"), "{page}");
        assert!(page.contains("| stop/item-2 | only at the top | [`docs/stop.md#stop`](../docs/stop.md#stop) | Since 2.1.163: it does |"), "{page}");
    }

    #[test]
    fn without_the_documents_all_the_rest_is_checked() {
        assert_eq!(reported("alone", ROWS, None).1, []);
        let lost = ROWS.replacen("#stop", "#start", 1);
        assert_eq!(reported("alone-lost", &lost, None).1, at("coverage-place", "000.toml:4"));
    }

    #[test]
    fn differences_are_reported_with_file_and_line() {
        let more = format!("{SEED}- it may wait\n");
        assert_eq!(codes("missing", ROWS, &more), at("coverage-missing", "000_a.txt:5"));
        let fewer = SEED.replace("- it takes no specific output\n", "");
        assert_eq!(codes("extra", ROWS, &fewer), at("coverage-extra", "000.toml:5"));
        let other = SEED.replace("no specific", "specific");
        assert_eq!(codes("changed", ROWS, &other), at("coverage-changed", "000.toml:5"));
        let quoting = ROWS.replace("\"blocking\"", "\"that it may be blocked with a reason, or not at all\"");
        assert_eq!(codes("quoted", &quoting, SEED), at("coverage-quoted", "000.toml:4"));
        // Without the document of a ledger nothing can be compared.
        assert_eq!(codes("elsewhere", &ROWS.replace("000_a", "001_b"), SEED), []);
    }

    #[test]
    fn a_row_that_leaves_something_open_is_refused() {
        let row = |entry: &str| ROWS.replace("at = [\"docs/stop.md#stop\"] }", &format!("{entry} }}"));
        let open = [
            "at = []",
            "at = [\"docs/stop.md#stop\"], now = \"it does\"",
            "at = [\"docs/stop.md#stop\"], now = \"it does\", since = \"soon\"",
            "planned = \"some day\", part = \"executing hooks\"",
            "planned = \"runtime\", part = \"tools\"",
        ];
        let reported: Vec<_> = open.iter().map(|entry| codes("open", &row(entry), SEED)).collect();
        assert_eq!(reported, vec![at("ledger-row", "000.toml:4"); open.len()]);
        assert_eq!(codes("planned", &row("planned = \"runtime\", part = \"executing hooks\""), SEED), []);
        assert_eq!(codes("unreadable", &row("to = []"), SEED), at("ledger-unreadable", "000.toml:4"));
    }
}
