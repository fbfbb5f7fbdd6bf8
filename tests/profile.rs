//! Profiles: every difference is found, and nothing else is treated as one.

use std::fs;
use std::path::Path;

use crate::support::canonical;
use crate::support::copy::copy;
use hookwire_codegen::generate::{Options, Read, generate, read};
use hookwire_codegen::internal::profile::Difference;
use hookwire_codegen::internal::validation::ProfilePlan;
use serde_json::{Value, json};

/// Returns the set of lights with a profile that has these overlay files.
fn dimmer(events: &[&str], files: &[(&str, Value)]) -> Read {
    dimmer_of(|_| {}, events, files)
}

/// Like [`dimmer`], with a change of the set.
fn dimmer_of(change: impl FnOnce(&Path), events: &[&str], files: &[(&str, Value)]) -> Read {
    let set = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sets/lights"), set.path());
    change(set.path());
    let path = |name: &str| set.path().join(name);
    let text = fs::read_to_string(path("codegen.toml")).unwrap();
    fs::write(path("codegen.toml"), text.replace("[files]\n", "[files]\nprofiles = \"profiles\"\n")).unwrap();
    let said =
        format!("summary = \"A dimmer.\"\nconfidence = \"unconfirmed\"\nsource = [\"own\"]\nevents = {events:?}\n");
    fs::create_dir_all(path("profiles/dimmer")).unwrap();
    fs::write(path("profiles/dimmer/profile.toml"), said).unwrap();
    for (name, value) in files {
        fs::write(path(&format!("profiles/dimmer/{name}")), value.to_string()).unwrap();
    }
    read(set.path()).unwrap_or_else(|found| panic!("{:#?}", found.0))
}

fn part(set: &Read) -> ProfilePlan {
    set.plan().profiles.swap_remove("dimmer").expect("the profile")
}

fn names(part: &ProfilePlan) -> Vec<&str> {
    part.types.keys().map(String::as_str).collect()
}

#[test]
fn a_profile_lists_what_differs_and_nothing_else() {
    let patch =
        json!({"properties": {"level": {"maximum": 50}, "colour": {"type": "string", "description": "Its colour."}}});
    let set = dimmer(&[], &[("dimmed-output.schema.json", patch)]);
    let part = part(&set);
    assert_eq!(names(&part), ["DimmedOutput"]);
    assert!(part.unconfirmed);
    let reported = &set.profiles[0].differences;
    let (added, changed) = (vec!["colour".to_owned()], vec!["level".to_owned()]);
    assert_eq!(reported, &[Difference { name: "DimmedOutput".to_owned(), added, changed, ..Difference::default() }]);
    // The set without the profile does not change.
    assert!(!serde_json::to_string(&set.plan().types).unwrap().contains("colour"));
}

/// A profile patches the schemas as they are written, and not those with the names of the generator.
#[test]
fn a_profile_keeps_the_native_formats_of_its_set() {
    let add = |set: &Path| {
        let path = set.join("codegen.toml");
        let text = fs::read_to_string(&path).unwrap() + "\n[formats]\nnative = [\"date\"]\n";
        fs::write(path, text).unwrap();
        let path = set.join("dimmed-output.schema.json");
        let mut schema: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        schema["properties"]["day"] = json!({"type": "string", "format": "date", "description": "The day."});
        fs::write(path, schema.to_string()).unwrap();
    };
    let night = json!({"type": "string", "format": "date", "description": "The night."});
    let patch = json!({"properties": {"level": {"maximum": 50}, "night": night}});
    let set = dimmer_of(add, &[], &[("dimmed-output.schema.json", patch)]);
    let (added, changed) = (vec!["night".to_owned()], vec!["level".to_owned()]);
    let expected = Difference { name: "DimmedOutput".to_owned(), added, changed, ..Difference::default() };
    assert_eq!(set.profiles[0].differences, [expected]);
    let plan = serde_json::to_value(part(&set).types).unwrap().to_string();
    assert_eq!(plan.matches("native-date").count(), 2, "{plan}");
}

#[test]
fn references_to_a_new_type_name_its_profile() {
    let other = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Colour", "description": "A colour.",
        "type": "string", "enum": ["red", "blue"],
    });
    let colour = json!({"$ref": "colour.schema.json", "description": "Its colour."});
    let output = json!({"properties": {"colour": colour}});
    let part = part(&dimmer(&[], &[("colour.schema.json", other), ("dimmed-output.schema.json", output)]));
    assert_eq!(names(&part), ["Colour", "DimmedOutput"]);
    let text = serde_json::to_string(&part.types).unwrap();
    assert!(text.contains(r#"{"is":"ref","name":"Colour:dimmer"}"#), "{text}");
}

#[test]
fn types_that_refer_to_a_changed_type_are_in_the_profile() {
    let part = canonical::read().plan().profiles.swap_remove("wave-design-2025-11").expect("the profile");
    // Four of the events are left. The result of a hook is unchanged, except for the reference to these.
    let text = serde_json::to_string(&part.types["HookOutputResult"]).unwrap();
    assert!(text.contains(r#"{"is":"ref","name":"HookEvent:wave-design-2025-11"}"#), "{text}");
    assert!(part.types.contains_key("HookEventContext") && !part.types.contains_key("PermissionAnswer"));
}

/// A list or a map without items has a type only if it is written beside it.
#[test]
fn type_checkers_read_the_modules_of_a_profile_without_outputs_or_differences() {
    let set = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    copy(&root.join("tests/sets/plain"), set.path());
    let text = fs::read_to_string(set.path().join("codegen.toml")).unwrap();
    fs::write(set.path().join("codegen.toml"), format!("{text}\n[files]\nprofiles = \"profiles\"\n")).unwrap();
    fs::create_dir_all(set.path().join("profiles/other")).unwrap();
    let profile = "summary = \"Another shop.\"\nconfidence = \"unconfirmed\"\nsource = [\"own\"]\n";
    fs::write(set.path().join("profiles/other/profile.toml"), profile).unwrap();
    let (schemas, templates) = (set.path().to_owned(), root.join("templates"));
    let options = Options { schemas, templates, only: vec!["python".to_owned()], name: None, single_file: false };
    let made = generate(&options).unwrap_or_else(|found| panic!("{found:#?}"));
    let modules = made.outputs[0].artifacts.iter().filter(|it| it.path.contains("_plan/"));
    let mut count = 0;
    for module in modules {
        let text = module.contents.replace("{\n}", "{}").replace("(\n)", "()").replace("[\n]", "[]");
        for empty in ["[]", "{}", "()"] {
            let untyped: Vec<_> =
                text.lines().filter(|line| line.ends_with(&format!(" = {empty}")) && !line.contains(':')).collect();
            assert_eq!(untyped, [""; 0], "{}", module.path);
        }
        count += usize::from(module.path.contains("profiles/other"));
    }
    assert_eq!(count, 1);
}

#[test]
fn a_patch_without_a_difference_changes_nothing() {
    let same = json!({"title": "DimmedOutput", "description": "In other words."});
    assert!(names(&part(&dimmer(&[], &[("dimmed-output.schema.json", same)]))).is_empty());
}

#[test]
fn an_event_that_a_profile_does_not_have_has_no_types_there() {
    let set = dimmer(&["Dimmed"], &[]);
    let own = &set.profiles[0].contract;
    assert!(own.get("DimmedOutput").is_some() && own.get("SwitchedOffOutput").is_none());
    assert_eq!(own.operations.each.len(), 1);
}
