//! The committed observations of the real host: each line fits the published schema, is about one case of its file's
//! event, and says only what its answers could have caused.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Returns the records, each with its lines.
fn records() -> Vec<(PathBuf, Vec<Value>)> {
    let mut all = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/observed");
    for version in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        for file in fs::read_dir(version).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
            let text = fs::read_to_string(&file).unwrap();
            let lines = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            all.push((file, lines));
        }
    }
    assert!(!all.is_empty());
    all
}

#[test]
fn every_line_fits_the_schema_of_observations() {
    let schema = include_str!("observed/observation.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (file, lines) in records() {
        for line in lines {
            let errors: Vec<String> =
                validator.iter_errors(&line).map(|error| format!("{}: {error}", error.instance_path())).collect();
            assert!(errors.is_empty(), "{}: {}: {errors:?}", file.display(), line["id"]);
        }
    }
}

#[test]
fn a_file_has_the_cases_of_its_event_each_once_and_in_order() {
    for (file, lines) in records() {
        let event = file.file_stem().unwrap().to_str().unwrap();
        let ids: Vec<&str> = lines.iter().map(|line| line["id"].as_str().unwrap()).collect();
        assert!(ids.iter().all(|id| id.starts_with(&format!("{event}/"))), "{}", file.display());
        assert!(lines.iter().all(|line| line["event"] == event), "{}", file.display());
        assert!(ids.is_sorted_by(|one, other| one < other), "{}", file.display());
    }
}

#[test]
fn a_marker_that_reached_somebody_is_one_of_the_case() {
    for (file, lines) in records() {
        for line in lines {
            let hooks = std::iter::once(&line).chain(line["others"].as_array().into_iter().flatten());
            // The texts of this handler are in the settings.
            let settings = |hook: &Value| match hook["handler"].as_str() {
                Some("rewake-texts") => "{{rewakeMessage}} {{rewakeSummary}}",
                _ => "",
            };
            let all = |hook: &Value| format!("{} {} {}", hook["stdout"], hook["stderr"], settings(hook));
            let texts: String = hooks.map(all).collect();
            let seen = &line["seen"];
            let markers: BTreeSet<&str> = [&seen["claude"], &seen["user"]]
                .into_iter()
                .flat_map(|names| names.as_array().unwrap())
                .map(|name| name.as_str().unwrap())
                .collect();
            for name in markers {
                assert!(texts.contains(&format!("{{{{{name}}}}}")), "{}: {}: {name}", file.display(), line["id"]);
            }
        }
    }
}

/// Returns the records of trees of settings, each with its lines.
fn trees() -> Vec<(PathBuf, Vec<Value>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/observed");
    let versions = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path().join("settings"));
    let mut all = Vec::new();
    for file in versions.filter(|path| path.is_dir()).flat_map(|path| fs::read_dir(path).unwrap()) {
        let file = file.unwrap().path();
        let text = fs::read_to_string(&file).unwrap();
        all.push((file, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()));
    }
    assert!(!all.is_empty());
    all
}

#[test]
fn every_tree_fits_its_schema_and_is_in_the_file_of_its_family() {
    let schema: Value = serde_json::from_str(include_str!("observed/settings.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (file, lines) in trees() {
        let family = file.file_stem().unwrap().to_str().unwrap();
        let ids: Vec<&str> = lines.iter().map(|line| line["id"].as_str().unwrap()).collect();
        assert!(ids.iter().all(|id| id.starts_with(&format!("{family}/"))), "{}", file.display());
        assert!(ids.is_sorted_by(|one, other| one < other), "{}", file.display());
        for line in &lines {
            let errors: Vec<String> =
                validator.iter_errors(line).map(|error| format!("{}: {error}", error.instance_path())).collect();
            assert!(errors.is_empty(), "{}: {}: {errors:?}", file.display(), line["id"]);
        }
    }
}

#[test]
fn a_handler_that_ran_is_one_of_the_tree() {
    for (file, lines) in trees() {
        for line in lines {
            let sources = line["sources"].to_string();
            for firing in line["seen"].as_array().unwrap() {
                let ran: Vec<&str> = firing["ran"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
                for id in &ran {
                    // The id ends the command, the address, the text of a file, or an argument, or has a word or a full stop behind it.
                    let is_there = [" ", "\"", "/"].iter().any(|before| {
                        ["\"", "\\\"", " ", "."].iter().any(|behind| sources.contains(&format!("{before}{id}{behind}")))
                    });
                    assert!(is_there, "{}: {}: {id}", file.display(), line["id"]);
                }
                assert!(ran.is_sorted(), "{}: {}", file.display(), line["id"]);
            }
        }
    }
}
