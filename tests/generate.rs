//! One call runs all steps, on a small set and small templates.

use std::fs;
use std::path::{Path, PathBuf};

use hookwire_codegen::generate::{Generated, Options, generate, read};
use hookwire_codegen::internal::diagnostic::Diagnostics;
use hookwire_codegen::internal::write::{Provenance, Status, apply_all};
use tempfile::TempDir;

const SET: &str = r#"
[package]
name = "zoo"
version = "1.0.0"
license = "MIT"
summary = "Animals."

[ids]
prefix = "urn:zoo:"
"#;

const ANIMAL: &str = r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "animal.schema.json",
  "title": "Animal",
  "description": "An animal.",
  "type": "object",
  "properties": {"name": {"description": "Its name.", "type": "string"}},
  "required": ["name"]
}
"#;

/// A project with a set and the templates of the targets `one` and `two`.
struct Project(TempDir);

impl Project {
    fn new() -> Self {
        let project = Self(TempDir::new().unwrap());
        project.put("set/codegen.toml", SET);
        project.put("set/animal.schema.json", ANIMAL);
        for target in ["one", "two"] {
            project.put(&format!("templates/{target}/target.toml"), "");
            project
                .put(&format!("templates/{target}/types.txt.jinja"), "{% for t in types %}{{ t.name }}{% endfor %}\n");
        }
        project
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn generate(&self, only: &[&str]) -> Result<Generated, Diagnostics> {
        let only = only.iter().map(|name| (*name).to_owned()).collect();
        generate(&Options {
            schemas: self.path("set"),
            templates: self.path("templates"),
            only,
            name: None,
            single_file: false,
        })
    }

    fn write(&self) {
        let (plans, findings) = self.generate(&[]).unwrap().compare(&self.path("out"));
        assert_eq!(findings, Diagnostics::default());
        apply_all(&plans, false).unwrap();
    }
}

fn targets(generated: Generated) -> Vec<String> {
    generated.outputs.into_iter().map(|output| output.target).collect()
}

fn places(result: Result<Generated, Diagnostics>) -> Vec<String> {
    result.unwrap_err().0.into_iter().filter_map(|finding| finding.place).map(|place| place.file).collect()
}

#[test]
fn every_target_is_generated_or_those_that_are_named() {
    let project = Project::new();
    assert_eq!(targets(project.generate(&[]).unwrap()), ["one", "two"]);
    assert_eq!(targets(project.generate(&["two", "two"]).unwrap()), ["two"]);
    project.write();
    assert_eq!(fs::read_to_string(project.path("out/two/types.txt")).unwrap(), "Animal\n");
}

#[test]
fn all_unknown_targets_are_reported() {
    let found = Project::new().generate(&["one", "three", "four"]).unwrap_err();
    assert_eq!(found.0.iter().map(|finding| finding.code.name()).collect::<Vec<_>>(), ["no-target", "no-target"]);
}

#[test]
fn no_file_is_an_orphan_without_templates() {
    let project = Project::new();
    fs::remove_dir_all(project.path("templates")).unwrap();
    fs::create_dir(project.path("templates")).unwrap();
    assert!(project.generate(&[]).is_err());
}

#[test]
fn a_target_that_is_gone_is_an_orphan_unless_others_are_named() {
    let project = Project::new();
    project.write();
    fs::remove_dir_all(project.path("templates/two")).unwrap();
    let (some, _) = project.generate(&["one"]).unwrap().compare(&project.path("out"));
    assert_eq!(some.len(), 1);
    let (all, _) = project.generate(&[]).unwrap().compare(&project.path("out"));
    assert_eq!(all.len(), 2);
    assert!(all[1].entries.iter().all(|entry| entry.status == Status::Orphan));
    apply_all(&all, false).unwrap();
    assert!(!project.path("out/two").exists());
}

#[test]
fn a_file_outside_every_target_is_reported_and_kept() {
    let project = Project::new();
    project.write();
    project.put("out/stray.txt", "mine");
    project.put("out/three/deep/file.txt", "mine");
    let (plans, findings) = project.generate(&[]).unwrap().compare(&project.path("out"));
    assert_eq!(findings, Diagnostics::default());
    let [.., beside] = plans.as_slice() else { panic!("{plans:#?}") };
    let reported: Vec<_> = beside.entries.iter().map(|it| (it.path.as_str(), it.status, it.provenance)).collect();
    let orphan = |path| (path, Status::Orphan, Provenance::Foreign);
    // A folder that was not generated is reported as one entry, whatever it contains.
    assert_eq!(reported, [orphan("stray.txt"), orphan("three")]);
    assert!(!beside.is_fresh() && !beside.has_work());
    apply_all(&plans, true).unwrap();
    assert!(project.path("out/stray.txt").exists() && project.path("out/three/deep/file.txt").exists());
    // If one target is requested, only its findings are reported.
    let (some, _) = project.generate(&["one"]).unwrap().compare(&project.path("out"));
    assert_eq!(some.len(), 1);
}

#[test]
fn a_file_that_git_ignores_is_allowed_beside_the_targets() {
    let project = Project::new();
    project.write();
    let git = std::process::Command::new("git").args(["init", "-q"]).current_dir(project.path("out")).status();
    assert!(git.unwrap().success());
    project.put("out/.git/info/exclude", "cache/\n");
    project.put("out/cache/file", "");
    let (plans, _) = project.generate(&[]).unwrap().compare(&project.path("out"));
    assert!(plans.len() == 2 && plans.iter().all(|plan| plan.is_fresh()), "{plans:#?}");
}

#[test]
fn mistakes_of_all_targets_are_reported_with_paths_that_open() {
    let project = Project::new();
    project.put("templates/one/bad.txt.jinja", "{{ nothing }}");
    project.put("templates/two/bad.txt.jinja", "{{ nothing }}");
    let places = places(project.generate(&[]));
    assert_eq!(places.len(), 2);
    assert!(places.iter().all(|file| Path::new(file).is_file()), "{places:?}");
}

#[test]
fn keyword_and_reference_mistakes_are_reported_in_one_run() {
    let project = Project::new();
    project.put("set/animal.schema.json", &ANIMAL.replace("required", "requird"));
    let plant = ANIMAL.replace("animal", "plant").replace("Animal", "Plant");
    project.put("set/plant.schema.json", &plant.replace(r#""type": "string""#, r#""$ref": "x.json""#));
    let places = places(project.generate(&[]));
    for file in ["animal.schema.json", "plant.schema.json"] {
        assert!(places.contains(&project.path("set").join(file).display().to_string()), "{places:?}");
    }
}

#[test]
fn one_folder_that_cannot_be_compared_does_not_hide_the_others() {
    let project = Project::new();
    project.put("out/one/mine.txt", "");
    let (plans, findings) = project.generate(&[]).unwrap().compare(&project.path("out"));
    assert_eq!((plans.len(), findings.0.len()), (1, 1));
}

#[test]
fn additional_properties_have_the_direction_of_their_struct_and_may_recurse() {
    let project = Project::new();
    let shelf = r##"{
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Shelf", "description": "A shelf.", "x-direction": "output", "type": "object",
      "properties": {"name": {"description": "Its name.", "type": "string"}},
      "additionalProperties": {"$ref": "#/$defs/Box"},
      "$defs": {"Box": {"description": "A box.", "type": "object",
        "properties": {"name": {"description": "Its name.", "type": "string"}},
        "additionalProperties": {"$ref": "#/$defs/Box"}}}
    }"##;
    project.put("set/shelf.schema.json", shelf);
    let contract = read(&project.path("set")).unwrap().contract;
    let of = |name| contract.get(name).map(|def| (def.input, def.output, def.recursive));
    assert_eq!([of("Shelf"), of("Box")], [Some((false, true, false)), Some((false, true, true))]);
}
