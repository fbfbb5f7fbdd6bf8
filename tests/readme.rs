//! The README and `docs/tour.md` are accurate: their programs are those of the packages' pages, which each language runs,
//! the tour works, and every link leads to a page.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::copy::copy;
use crate::support::pages;
use hookwire_codegen::generate::{Options, generate};
use hookwire_codegen::internal::write::Status;
use serde_json::Value;

/// The page of the generator.
const TOUR: &str = "docs/tour.md";

/// The pages of the packages.
const PACKAGES: [&str; 4] = [
    "generated/python/README.md",
    "generated/rust/README.md",
    "generated/typescript/README.md",
    "generated/schemas/README.md",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the section below a heading of a page.
fn section(path: &str, heading: &str) -> String {
    let page = read(path);
    let (_, rest) = page.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no section {heading}"));
    rest.split("\n## ").next().unwrap().to_owned()
}

/// Returns the first code block of a language.
fn block(page: &str, language: &str) -> String {
    let start = format!("```{language}\n");
    let (_, rest) = page.split_once(&start).unwrap_or_else(|| panic!("no block of {language}"));
    rest.split_once("```").unwrap().0.to_owned()
}

#[test]
fn its_programs_are_those_of_the_packages() {
    let first = section("README.md", "Your first hook");
    for (folder, language) in [("rust", "rust,no_run"), ("python", "python"), ("typescript", "ts")] {
        let own = block(&read(&format!("generated/{folder}/README.md")), language);
        assert_eq!(block(&first, language), own, "{language}");
    }
}

#[test]
fn its_settings_are_those_of_the_python_package() {
    let settings = |page: &str| serde_json::from_str::<Value>(&block(page, "json")).unwrap();
    let own = settings(&section("README.md", "Your first hook"));
    assert_eq!(own, settings(&read("generated/python/README.md")));
    assert_eq!(own["hooks"]["PreToolUse"][0]["hooks"][0]["onFailure"], "block");
}

#[test]
fn every_copy_of_the_guard_has_the_same_rule() {
    let rule = |path: &str| {
        let text = read(path).replace("\n> ", " ");
        let (_, rest) = text.split_once("The guard denies ").unwrap_or_else(|| panic!("{path} has no rule"));
        rest.split("\n\n").next().unwrap().split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    let own = rule("tests/guard/README.md");
    assert!(own.ends_with("exits with code 2, which also blocks."), "{own}");
    for page in PACKAGES[..3].iter().chain(&["README.md"]) {
        assert_eq!(rule(page), own, "{page}");
    }
}

#[test]
fn every_link_leads_to_a_page_and_its_anchor() {
    let mut wrong = Vec::new();
    let mut links = 0;
    for path in ["README.md", TOUR].iter().chain(&PACKAGES) {
        let folder = root().join(path).parent().unwrap().to_owned();
        for link in pages::read(&read(path)).links.iter().filter(|link| !link.starts_with("https://")) {
            links += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { root().join(path) } else { folder.join(file) };
            if !target.exists() || (!anchor.is_empty() && !has_anchor(&target, anchor)) {
                wrong.push(format!("{path}: {link}"));
            }
        }
    }
    assert!(wrong.is_empty() && links > 80, "{links} links, wrong: {wrong:#?}");
}

fn has_anchor(page: &Path, anchor: &str) -> bool {
    let page = pages::read(&fs::read_to_string(page).unwrap());
    page.anchors.iter().any(|it| it == anchor) || page.slugs.iter().any(|(slug, _)| slug == anchor)
}

/// Returns the numbers of a row of a table, which begins with these cells.
fn numbers(page: &str, row: &str) -> Vec<f64> {
    let line = page.lines().find(|line| line.starts_with(row)).unwrap_or_else(|| panic!("no row {row}"));
    line[row.len()..].split('|').filter_map(|cell| cell.trim().parse().ok()).collect()
}

#[test]
fn its_figures_are_those_of_their_sources() {
    let (observed, sets) = (read("generated/docs/observed.md"), read("docs/sets.md"));
    let facts = observed.lines().filter_map(|line| line.rsplit_once(") | ")?.1.strip_suffix(" |")?.split_once(" of "));
    let number = |text: &str| text.parse::<u32>().unwrap();
    let (seen, all) = facts.fold((0, 0), |(seen, all), (some, of)| (seen + number(some), all + number(of)));
    let set = read("schemas/codegen.toml");
    let reference =
        set.split_once("[host]").unwrap().1.split_once("version = \"").unwrap().1.split('"').next().unwrap();
    let host = fs::read_dir(root().join("tests/observed").join(reference)).unwrap();
    let records = host.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let cases: usize = records.map(|path| fs::read_to_string(path).unwrap().lines().count()).sum();
    let summary = sets.lines().find(|line| line.contains(" sets generate as published: ")).unwrap();
    let words: Vec<&str> = summary.split(' ').collect();
    let after = |word: &str| words[words.iter().position(|it| *it == word).unwrap() - 1];
    let others = sets.lines().find_map(|line| line.strip_prefix("| taken | | ")).unwrap();
    let [ts, python, rust] = others.split(" | ").map(|cell| cell.split(' ').next().unwrap()).collect::<Vec<_>>()[..]
    else {
        panic!("{others}")
    };
    let steps = read("xtask/src/test/steps.rs");
    let copies = steps.split_once(r#""20000" } else { ""#).unwrap().1.split('"').next().unwrap();
    let bench = read("docs/benchmarks.md");
    let whole = |row: &str| numbers(&bench, row)[0].round();
    let (_, chain) = bench.split_once("same outputs | canonical | ").unwrap();
    let catalogue: Value = serde_json::from_str(&read("schemas/events.json")).unwrap();
    let expected = [
        format!("The official program of Claude Code {reference} was run"),
        format!("all {} events", catalogue["events"].as_array().unwrap().len()),
        format!("{} recorded cases", thousands(cases)),
        format!("{} changed copies", thousands(copies.parse().unwrap())),
        format!("{seen} of the {all} facts"),
        format!("{} of {} public sets, against {ts} for", words[0], words[2]),
        format!(
            "{python} for datamodel-code-generator and {rust} for typify. {} payloads",
            thousands(after("payloads,").parse().unwrap())
        ),
        format!("with {} wrong answers", after("answers")),
        format!(
            "takes {} ms of processor time. Written with Python's own `json`, it takes {} ms,",
            whole("| Python | hookwire |"),
            whole("| Python | without a package |")
        ),
        format!("and with pydantic {} ms", whole("| Python | models of pydantic |")),
        format!("for the {} definitions", bench.split_once("## canonical: ").unwrap().1.split(' ').next().unwrap()),
        format!("take {:.2} s of processor time", numbers(&bench, "| hookwire, all targets |")[0]),
        format!("takes {} times as much", chain.split('×').next().unwrap().parse::<f64>().unwrap().round()),
    ];
    let page = read("README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let missing: Vec<&String> = expected.iter().filter(|figure| !page.contains(*figure)).collect();
    assert!(missing.is_empty(), "the sources say {missing:#?}");
}

/// Returns a number with a comma between thousands.
fn thousands(number: usize) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

#[test]
fn it_is_short() {
    let lines = read("README.md").lines().count();
    assert!(lines < 200, "{lines} lines");
}

#[test]
fn its_property_appears_in_every_language_and_nothing_else_changes() {
    let property = block(&section(TOUR, "Change a schema"), "json");
    let set = tempfile::tempdir().unwrap();
    copy(&root().join("schemas"), set.path());
    let schema = set.path().join("hooks/stop-input.schema.json");
    let text = fs::read_to_string(&schema).unwrap();
    let changed = text.replacen("\"properties\": {\n", &format!("\"properties\": {{\n{property},\n"), 1);
    assert_ne!(text, changed);
    fs::write(&schema, changed).unwrap();

    let options = Options {
        schemas: set.path().to_owned(),
        templates: root().join("templates"),
        only: Vec::new(),
        name: None,
        single_file: false,
    };
    let generated = generate(&options).unwrap_or_else(|found| panic!("{:#?}", found.0));
    let (plans, found) = generated.compare(&root().join("generated"));
    assert!(found.0.is_empty(), "{:#?}", found.0);
    let mut stale = BTreeSet::new();
    for plan in &plans {
        for entry in plan.entries.iter().filter(|entry| entry.status != Status::Fresh) {
            let target = plan.out.file_name().unwrap().to_string_lossy();
            stale.insert(format!("{target}/{}", entry.path));
            if entry.path.ends_with(".codegen.json") {
                continue;
            }
            let old = String::from_utf8(entry.old.clone().unwrap_or_default()).unwrap();
            let new = entry.new.clone().unwrap_or_default();
            // All fields of a type are in one line there.
            let is_dense = entry.path.starts_with("profiles/") && target == "schemas";
            if is_dense || entry.path.ends_with("bundle.schema.json") || entry.path == "internal/plan.js" {
                let (old, new) = (lines(&old), lines(&new));
                let changed = new.difference(&old).filter(|line| line.contains("turn_count")).count();
                assert!(changed > 0, "{}", entry.path);
                assert!(old.difference(&new).count() <= changed, "{}: a line is gone", entry.path);
                continue;
            }
            let gone = lines(&old).difference(&lines(&new)).count();
            assert_eq!(gone, 0, "{}: a line is gone that has nothing to do with the property", entry.path);
            assert!(new.contains("turn_count"), "{}", entry.path);
        }
    }
    let expected = [
        "docs/.codegen.json",
        "docs/events/stop.md",
        "python/.codegen.json",
        "python/src/hookwire/_plan/of_stop.py",
        "python/src/hookwire/_runtime/calls.pyi",
        "python/src/hookwire/models/stop.py",
        "python/src/hookwire/schemas/bundle.schema.json",
        "python/src/hookwire/_types/stop.py",
        "rust/.codegen.json",
        "rust/src/bundle.schema.json",
        "rust/src/runtime/calls.rs",
        "rust/src/types/stop.rs",
        "rust/src/validation/types/mod.rs",
        "schemas/.codegen.json",
        "schemas/bundle.schema.json",
        // It contains the inputs of the profile's union over events.
        "schemas/profiles/wave-design-2025-11.schema.json",
        "typescript/.codegen.json",
        "typescript/bundle.schema.json",
        "typescript/internal/plan.js",
        "typescript/internal/testing/samples.js",
        "typescript/internal/runtime/events.js",
        "typescript/types/stop.d.ts",
    ];
    assert_eq!(stale, expected.map(str::to_owned).into());
}

#[test]
fn its_tour_makes_what_it_shows() {
    let tour = section(TOUR, "A set of your own");
    // Checks the command and the files that it makes.
    let line = tour.lines().find_map(|line| line.strip_prefix("    cargo xtask codegen ")).unwrap();
    let [_, schemas, _, out] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
    assert!(line.starts_with("--schemas ") && out.starts_with("target/"), "{line}");
    let options = Options {
        schemas: root().join(schemas),
        templates: root().join("templates"),
        only: Vec::new(),
        name: None,
        single_file: false,
    };
    let generated = generate(&options).unwrap_or_else(|found| panic!("{:#?}", found.0));
    assert!(generated.findings.0.is_empty(), "{:#?}", generated.findings.0);
    let named: Vec<String> = generated.outputs.iter().map(|output| format!("`{}`", output.target)).collect();
    assert!(
        named.iter().all(|target| tour.contains(target)) && tour.contains(&format!("makes {}", number(named.len())))
    );
    let contents = |target: &str, path: &str| {
        let output = generated.outputs.iter().find(|output| output.target == target).unwrap();
        output.artifacts.iter().find(|file| file.path == path).unwrap().contents.clone()
    };
    for (language, text) in [
        ("json", read(&format!("{schemas}/step.schema.json")).replace("\n    ", "\n")),
        ("rust", contents("rust", "src/types/step.rs")),
        ("python", contents("python", "src/cookbook/_types/step.py")),
        ("ts", contents("typescript", "types/step.d.ts")),
    ] {
        assert!(text.contains(block(&tour, language).trim_end()), "{language}:\n{text}");
    }
}

fn number(count: usize) -> &'static str {
    ["no", "one", "two", "three", "four", "five", "six"][count]
}

fn lines(text: &str) -> BTreeSet<String> {
    text.lines().map(|line| line.trim().trim_end_matches(['\\', ',']).to_owned()).collect()
}
