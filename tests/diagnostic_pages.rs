//! The pages of the diagnostics: the wrong example of each reports its code, and the right one reports nothing.
//!
//! Examples are short: a schema in them needs no `$schema`, and `codegen.toml` contains only the settings in question.
//! The lint of the page is set to deny, all others are allowed unless the example says otherwise.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hookwire_codegen::generate;
use hookwire_codegen::internal::diagnostic::{Code, Diagnostics, ExampleFile};
use serde_json::{Value, json};

const LINTS: [Code; 2] = [Code::Undescribed, Code::InlineObject];

/// Returns the diagnostics of an example's files.
fn findings(code: Code, files: &[ExampleFile]) -> Diagnostics {
    let set = tempfile::tempdir().unwrap();
    let own = files.iter().find(|file| file.path == "codegen.toml").map_or("", |file| file.text);
    fs::write(set.path().join("codegen.toml"), set_file(code, own)).unwrap();
    for file in files.iter().filter(|file| file.path != "codegen.toml") {
        write(&set.path().join(file.path), &completed(file));
    }
    generate::read(set.path()).map_or_else(|found| found, |read| read.findings)
}

fn set_file(code: Code, own: &str) -> String {
    let mut file: toml::Table = toml::from_str(
        "package = {name = \"lamps\", version = \"1.0.0\", license = \"MIT\", summary = \"Lamps.\"}\n\
         ids = {prefix = \"urn:lamps:\"}\nfiles = {examples = \"examples\"}\nlints = {}\n",
    )
    .unwrap();
    for (name, table) in toml::from_str::<toml::Table>(own).unwrap() {
        let known = file.entry(name).or_insert_with(|| toml::Table::new().into());
        known.as_table_mut().unwrap().extend(table.as_table().unwrap().clone());
    }
    let level = |lint: &Code| if *lint == code { "deny" } else { "allow" };
    let lints = LINTS.iter().map(|lint| (lint.name().to_owned(), level(lint).into()));
    let settings = file["lints"].as_table_mut().unwrap();
    lints.for_each(|(name, level): (String, toml::Value)| {
        settings.entry(name).or_insert(level);
    });
    toml::to_string(&file).unwrap()
}

fn completed(file: &ExampleFile) -> String {
    let is_schema = file.path.ends_with(".schema.json") && !file.path.starts_with("profiles/");
    match serde_json::from_str(file.text) {
        Ok(Value::Object(mut schema)) if is_schema && !has_twice(file.text) => {
            schema.entry("$schema").or_insert(json!("https://json-schema.org/draft/2020-12/schema"));
            Value::Object(schema).to_string()
        }
        _ => file.text.to_owned(),
    }
}

/// Returns true if a JSON object has a key twice. A reader that keeps one of them would hide the mistake of the
/// example.
fn has_twice(text: &str) -> bool {
    hookwire_codegen::internal::schema::JsonFile::parse("a.json", text.as_bytes().to_vec()).is_err()
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn the_wrong_example_of_a_page_is_reported_with_its_code_and_the_right_one_is_clean() {
    let mut wrong = Vec::new();
    let mut ran = 0;
    for code in Code::ALL.iter().copied().filter(|code| !code.page().wrong().is_empty()) {
        ran += 1;
        let reported = findings(code, &code.page().wrong());
        if !reported.0.iter().any(|one| one.code == code) {
            wrong.push(format!("{code}: its wrong example is told as {reported:#?}"));
        }
        let reported = findings(code, &code.page().right());
        if code.page().right().is_empty() || !reported.0.is_empty() {
            wrong.push(format!("{code}: its right example is told as {reported:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(ran >= 45, "only {ran} pages have examples");
}

#[test]
fn each_code_has_a_summary_of_a_sentence_and_an_explanation() {
    let is_whole = |code: &&Code| {
        let page = code.page();
        page.summary().ends_with('.') && page.summary().chars().count() <= 160 && page.rest().len() >= 40
    };
    let poor: Vec<&Code> = Code::ALL.iter().filter(|code| !is_whole(code)).collect();
    assert!(poor.is_empty(), "say more, or less, in the pages of {poor:?}");
}

#[test]
fn each_page_belongs_to_a_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/diagnostic/codes");
    let pages = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let codes: BTreeSet<String> = Code::ALL.iter().map(|code| format!("{code}.md")).collect();
    assert_eq!(pages.collect::<BTreeSet<_>>(), codes);
}
