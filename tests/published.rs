//! Schemas as people publish them: they generate without an edit, mean what validators take them to mean, and what is changed
//! is said once.

mod random;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use heck::ToUpperCamelCase;
use hookwire_codegen::generate::{self, Options, Read};
use hookwire_codegen::internal::diagnostic::{Diagnostics, Level};
use hookwire_codegen::internal::model::{Discriminator, Expr, Kind, Origin};
use serde_json::{Value, json};
use tempfile::TempDir;

const DRAFT_2020: &str = "https://json-schema.org/draft/2020-12/schema";
const DRAFT_07: &str = "http://json-schema.org/draft-07/schema#";

const NEWEST: &str = "https://json-schema.org/draft/2020-12/schema";

/// Creates a set of these files.
fn set(files: &[(&str, Value)]) -> TempDir {
    set_with("", files)
}

/// Creates a set of these files with more in its set file.
fn set_with(settings: &str, files: &[(&str, Value)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("codegen.toml"), format!("[package]\nname = \"lamps\"\n{settings}")).unwrap();
    for (path, schema) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text = schema.as_str().map_or_else(|| schema.to_string(), str::to_owned);
        fs::write(path, text).unwrap();
    }
    folder
}

/// Returns the codes of the errors of a set.
fn refused(settings: &str, files: &[(&str, Value)]) -> Vec<(String, String)> {
    let found = generate::read(set_with(settings, files).path()).unwrap_err();
    let errors = found.0.iter().filter(|one| one.level == Level::Error);
    errors.map(|one| (one.code.name().to_owned(), one.message.clone())).collect()
}

fn read(files: &[(&str, Value)]) -> Read {
    generate::read(set(files).path()).unwrap_or_else(|found| panic!("{found:#?}"))
}

fn names(read: &Read) -> Vec<String> {
    let mut names: Vec<_> = read.contract.types.iter().map(|def| def.name.clone()).collect();
    names.sort();
    names
}

/// Returns the messages of findings with this code.
fn told(found: &Diagnostics, code: &str) -> Vec<String> {
    assert!(found.0.iter().all(|one| one.level == Level::Warning), "{found:#?}");
    found.0.iter().filter(|one| one.code.name() == code).map(|one| one.message.clone()).collect()
}

/// Returns the type of a field.
fn field(read: &Read, type_name: &str, name: &str) -> Expr {
    let def = read.contract.get(type_name).unwrap_or_else(|| panic!("no {type_name} in {:?}", names(read)));
    let Kind::Struct(it) = &def.kind else { panic!("{type_name} is no struct") };
    it.fields.iter().find(|field| field.name == name).unwrap_or_else(|| panic!("no {name}")).expr.clone()
}

fn lamp(properties: Value) -> Value {
    json!({"$schema": DRAFT_07, "title": "Lamp", "type": "object", "properties": properties})
}

#[test]
fn an_unknown_keyword_is_an_annotation_and_is_told_once_with_its_count() {
    let on = || json!({"type": "boolean", "tsType": "On", "x-order": 1, "minimun": 2});
    let read = read(&[("lamp.schema.json", lamp(json!({"a": on(), "b": on()})))]);
    assert_eq!(
        told(&read.findings, "unknown-keyword"),
        [
            "`tsType` is not a keyword of JSON Schema (2 times in the set)",
            "`minimun` is not a keyword of JSON Schema (2 times in the set)"
        ]
    );
    let advice: Vec<_> = read.findings.0.iter().filter_map(|one| one.advice.as_deref()).collect();
    assert!(advice.contains(&"did you mean `minimum`?"), "{advice:?}");
}

#[test]
fn what_draft_07_skips_beside_a_reference_is_skipped() {
    let mut schema = lamp(json!({"a": {"$ref": "#/definitions/Size", "type": "string", "description": "How big."}}));
    schema["definitions"] = json!({"Size": {"type": "integer"}});
    let read = read(&[("lamp.schema.json", schema)]);
    assert_eq!(told(&read.findings, "dialect"), ["draft-07 ignores `type` beside `$ref`"]);
    assert!(matches!(field(&read, "Lamp", "a"), Expr::Ref { .. }));
}

#[test]
fn older_drafts_and_other_spellings_of_a_dialect_are_read() {
    for dialect in [
        "http://json-schema.org/draft-04/schema#",
        "http://json-schema.org/draft-06/schema",
        "https://json-schema.org/draft-07/schema",
    ] {
        let mut schema = lamp(json!({"a": {"type": "integer", "minimum": 0, "exclusiveMinimum": true}}));
        schema["$schema"] = json!(dialect);
        schema["id"] = json!("http://lamps.example/lamp.json");
        if !dialect.contains("04") {
            schema["properties"]["a"]["exclusiveMinimum"] = json!(0);
            schema["properties"]["a"].as_object_mut().unwrap().shift_remove("minimum");
        }
        let read = read(&[("lamp.schema.json", schema)]);
        let Expr::Bounded { bounds, .. } = field(&read, "Lamp", "a") else { panic!("{dialect}: no bounds") };
        assert_eq!(
            (bounds.above.as_ref().map(ToString::to_string), bounds.minimum),
            (Some("0".to_owned()), None),
            "{dialect}"
        );
    }
}

#[test]
fn a_schema_without_a_title_has_the_name_of_its_file() {
    let schema = json!({"type": "object", "properties": {"on": {"type": "boolean"}}, "definitions": {}});
    let read = read(&[("desk-lamp.schema.json", schema)]);
    assert_eq!(names(&read), ["DeskLamp"]);
    assert_eq!(told(&read.findings, "dialect"), ["no `$schema`: the file is read as draft-07"]);
}

#[test]
fn made_up_names_give_way_and_those_of_the_author_stay() {
    let bulb = |unit: &str| json!({"type": "object", "properties": {unit: {"type": "number"}}});
    let mut one = lamp(json!({"bulb": bulb("a"), "Bulb": bulb("b")}));
    one["definitions"] = json!({"LampBulb": bulb("c"), "State": {"type": "string", "enum": ["on"]}});
    let mut other = lamp(json!({"state": {"$ref": "#/definitions/State"}}));
    other["title"] = json!("Door");
    other["definitions"] = json!({"State": {"type": "string", "enum": ["open"]}});
    let files = [("lamp.schema.json", one), ("door.schema.json", other)];
    let read = read(&files);
    assert_eq!(names(&read), ["Bulb", "Door", "Lamp", "LampBulb", "LampBulb2", "LampState", "State"]);
    // The set file has the last word.
    let folder = set(&files);
    let named = "[package]\nname = \"lamps\"\n[names]\n\"lamp.schema.json#/properties/bulb\" = \"Light\"\n";
    fs::write(folder.path().join("codegen.toml"), named).unwrap();
    let read = generate::read(folder.path()).unwrap();
    assert!(names(&read).contains(&"Light".to_owned()), "{:?}", names(&read));
}

#[test]
fn a_reference_may_be_an_anchor_an_inner_id_or_a_path_that_is_no_keyword() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://lamps.example/v1/lamp", "title": "Lamp",
        "type": "object",
        "properties": {
            "a": {"$ref": "#size"}, "b": {"$ref": "parts/bulb"}, "c": {"$ref": "#/shared/size"},
            "d": {"$ref": "#/$defs/List<string>"}, "e": {"$ref": "door.json"}, "f": {"$ref": "https://other.example/door"},
        },
        "shared": {"size": {"type": "integer"}},
        "$defs": {
            "Size": {"$anchor": "size", "type": "integer"},
            "Bulb": {"$id": "parts/bulb", "type": "string"},
            "List<string>": {"type": "array", "items": {"type": "string"}},
        },
    });
    let door =
        json!({"$schema": DRAFT_07, "$id": "https://lamps.example/v1/door.json", "title": "Door", "type": "boolean"});
    let mapped = "[references]\n\"https://other.example/door\" = \"door.schema.json\"\n";
    let folder = set_with(mapped, &[("lamp.schema.json", schema), ("door.schema.json", door)]);
    let read = generate::read(folder.path()).unwrap_or_else(|found| panic!("{found:#?}"));
    assert_eq!(
        ["a", "b", "c", "d", "e", "f"].map(|name| target(&read, "Lamp", name)),
        ["Size", "Bulb", "LampSharedSize", "ListString", "Door", "Door"]
    );
    assert_eq!(told(&read.findings, "reference"), ["a reference with characters that no URL has"]);
}

#[test]
fn the_schema_of_a_draft_is_there() {
    let read =
        read(&[("lamp.schema.json", lamp(json!({"shape": {"$ref": "http://json-schema.org/draft-07/schema#"}})))]);
    let Expr::Ref { name, .. } = field(&read, "Lamp", "shape") else { panic!("no reference") };
    assert_eq!(name, "CoreSchemaMetaSchema");
}

#[test]
fn control_characters_in_a_pattern_are_spelled_out() {
    let read = read(&[("lamp.schema.json", lamp(json!({"a": {"type": "string", "pattern": "^[^\\p{Cc}]+$"}})))]);
    assert!(format!("{:?}", field(&read, "Lamp", "a")).contains(r"^[^\\x00-\\x1f\\x7f-\\x9f]+$"));
}

#[test]
fn what_is_below_no_keyword_means_the_same_as_elsewhere() {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-04/schema#", "title": "Lamp", "type": "object",
        "properties": {"a": {"$ref": "#/shared/size"}},
        "shared": {"size": {"$ref": "#/other/size", "maximum": 3}},
        "other": {"size": {"type": "integer", "minimum": 0, "exclusiveMinimum": true, "tsType": "Size"}},
    });
    let read = read(&[("lamp.schema.json", schema)]);
    let def = read.contract.get("LampOtherSize").unwrap();
    let shown = format!("{:?}", def.kind);
    assert!(shown.contains("minimum: None, above: Some(Number(0))"), "{shown}");
    assert_eq!(told(&read.findings, "dialect"), ["draft-04 ignores `maximum` beside `$ref`"]);
    assert_eq!(told(&read.findings, "unknown-keyword"), ["`tsType` is not a keyword of JSON Schema"]);
}

/// Writes the set file with `[names]` of this set.
fn pin(folder: &Path) -> String {
    let table = generate::names_table(folder, None).unwrap_or_else(|found| panic!("{found:#?}"));
    fs::write(folder.join("codegen.toml"), format!("[package]\nname = \"lamps\"\n\n{table}")).unwrap();
    table
}

/// The names of the types, by their places.
fn by_place(folder: &Path) -> BTreeMap<String, String> {
    let read = generate::read(folder).unwrap_or_else(|found| panic!("{found:#?}"));
    let place = |origin: &Origin| format!("{}#{}", origin.file, origin.pointer);
    read.contract.types.iter().map(|def| (place(&def.origin), def.name.clone())).collect()
}

#[test]
fn pinned_names_are_the_same_and_no_addition_changes_them() {
    let bulb = |unit: &str| json!({"type": "object", "properties": {unit: {"type": "number"}}});
    let mut one = lamp(json!({"bulb": bulb("a"), "Bulb": bulb("b"), "a\"]\n[package]#%41~/é": bulb("c")}));
    one["properties"]["deep"] = json!({"type": "object", "properties": {"bulb": bulb("d")}});
    one["definitions"] = json!({"State": {"type": "string", "enum": ["on"]}});
    let mut other = lamp(json!({"state": {"$ref": "#/definitions/State"}}));
    other["title"] = json!("Door");
    other["definitions"] = json!({"State": {"type": "string", "enum": ["open"]}});
    let folder = set(&[("lamp.schema.json", one.clone()), ("door.schema.json", other)]);
    let before = by_place(folder.path());
    let table = pin(folder.path());
    assert_eq!(by_place(folder.path()), before);
    // What is pinned already stays in the table.
    assert_eq!(pin(folder.path()), table);
    let parsed: toml::Table = table.parse().unwrap();
    let names = parsed["names"].as_table().unwrap();
    let pinned = |place: &str| names.get(place).and_then(toml::Value::as_str);
    assert_eq!(pinned("lamp.schema.json#/properties/bulb"), Some("Bulb"));
    assert_eq!(pinned("door.schema.json#/definitions/State"), Some("State"));
    assert_eq!(pinned("lamp.schema.json#/definitions/State"), Some("LampState"));
    // Only the author's own, and only once: there is nothing to keep.
    assert_eq!((pinned("lamp.schema.json#"), parsed.len()), (None, 1));
    // Each of these would take a name: one that is made up, and one that two files have.
    one["definitions"]["LampDeepBulb"] = json!({"type": "integer"});
    one["properties"]["Deep"] = json!({"type": "object", "properties": {"bulb": bulb("e")}});
    fs::write(folder.path().join("lamp.schema.json"), one.to_string()).unwrap();
    let mut third = lamp(json!({}));
    third["title"] = json!("Alarm");
    third["definitions"] = json!({"State": {"type": "string", "enum": ["loud"]}});
    fs::write(folder.path().join("alarm.schema.json"), third.to_string()).unwrap();
    let after = by_place(folder.path());
    let changed: Vec<_> = before.iter().filter(|(place, name)| after.get(*place) != Some(name)).collect();
    assert!(changed.is_empty(), "{changed:?}");
    assert_eq!(after["alarm.schema.json#/definitions/State"], "AlarmState");
    // Without the pins, names change.
    fs::write(folder.path().join("codegen.toml"), "[package]\nname = \"lamps\"\n").unwrap();
    assert_ne!(by_place(folder.path())["door.schema.json#/definitions/State"], "State");
}

#[test]
fn the_names_of_any_set_can_be_pinned() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for set in ["sets/found", "sets/inline", "sets/awkward", "sets/assertions"] {
        let own = root.join(set);
        let table = generate::names_table(&own, None).unwrap_or_else(|found| panic!("{set}: {found:#?}"));
        let folder = tempfile::tempdir().unwrap();
        copy(&own, folder.path());
        let file = folder.path().join("codegen.toml");
        let text = fs::read_to_string(&file).unwrap();
        fs::write(file, format!("{text}\n{table}")).unwrap();
        assert_eq!(by_place(folder.path()), by_place(&own), "{set}");
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).unwrap();
        }
    }
}

#[test]
fn a_name_is_given_at_the_place_in_the_published_schema() {
    let object =
        |key: &str| json!({"type": "object", "properties": {key: {"enum": ["x", "y", null]}}, "required": [key]});
    let mut schema = lamp(json!({
        "plain": {"enum": ["a", "b", null]},
        "list": {"type": ["array", "null"], "items": {"enum": ["c", null]}},
        "any": {"oneOf": [{"type": "null"}, object("u"), object("v")]},
        "several": {"type": ["object", "string", "null"], "properties": {"w": {"enum": ["d", null]}}},
    }));
    schema["definitions"] =
        json!({"Nullable": {"type": ["object", "null"], "properties": {"on": {"type": "boolean"}}}});
    let places = [
        "/definitions/Nullable/anyOf/0",
        "/properties/any",
        "/properties/any/oneOf/1",
        "/properties/any/oneOf/1/properties/u",
        "/properties/any/oneOf/2",
        "/properties/any/oneOf/2/properties/v",
        "/properties/list/items",
        "/properties/plain",
        "/properties/several",
        "/properties/several/anyOf/0/anyOf/0",
        "/properties/several/properties/w",
    ];
    let folder = set(&[("lamp.schema.json", schema)]);
    let parsed: toml::Table = pin(folder.path()).parse().unwrap();
    let written: Vec<&str> = parsed["names"].as_table().unwrap().keys().map(String::as_str).collect();
    assert_eq!(written, places.map(|place| format!("lamp.schema.json#{place}")));
    // Each of these places takes a name, and nothing else changes.
    for place in places {
        let named = format!("[package]\nname = \"lamps\"\n[names]\n\"#{place}\" = \"Named\"\n");
        fs::write(folder.path().join("codegen.toml"), named).unwrap();
        let read = generate::read(folder.path()).unwrap_or_else(|found| panic!("{place}: {found:#?}"));
        assert!(names(&read).contains(&"Named".to_owned()), "{place}: {:?}", names(&read));
    }
}

#[test]
fn what_is_reported_in_a_respelled_schema_has_its_place_in_the_published_one() {
    let inner = json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "maxLength": 5}}, "maxProperties": 2});
    let read = read(&[("lamp.schema.json", lamp(json!({"deep": {"oneOf": [{"type": "null"}, inner]}})))]);
    let places = read.findings.0.iter().filter_map(|one| one.place.as_ref()?.pointer.as_deref());
    let deep: Vec<&str> = places.filter(|it| it.starts_with("/properties/deep/")).collect();
    assert!(deep.contains(&"/properties/deep/oneOf/1/maxProperties"), "{:#?}", read.findings);
    assert!(!deep.iter().any(|it| it.contains("anyOf")), "{deep:?}");
}

#[test]
fn the_author_is_told_where_a_name_cannot_stay() {
    let one = |title: &str, definition: &str| {
        let mut schema = lamp(json!({}));
        schema["title"] = json!(title);
        schema["definitions"] = json!({definition: {"type": "object", "properties": {"on": {"type": "boolean"}}}});
        schema
    };
    let files = [("door.schema.json", one("Door", "Lock")), ("lamp.schema.json", one("Lamp", "Lock"))];
    let found = read(&files);
    assert_eq!(names(&found), ["Door", "Lamp", "LampLock", "Lock"]);
    assert_eq!(told(&found.findings, "same-name"), ["`Lock` becomes the type `LampLock`"]);
    let finding = found.findings.0.iter().find(|one| one.code.name() == "same-name").unwrap();
    let advice = finding.advice.as_deref().unwrap();
    let line = advice.rsplit('`').nth(1).unwrap();
    assert_eq!(line, "\"lamp.schema.json#/definitions/Lock\" = \"LampLock\"");
    // The line that it advises settles it.
    let folder = set_with(&format!("[names]\n{line}\n"), &files);
    let settled = generate::read(folder.path()).unwrap();
    assert_eq!((names(&settled), told(&settled.findings, "same-name")), (names(&found), Vec::new()));
    // Names that only some languages spell alike stay.
    let alike = read(&[("door.schema.json", one("Lock", "LOCK")), ("lamp.schema.json", one("lock", "Lo-ck"))]);
    assert_eq!((names(&alike).len(), told(&alike.findings, "same-name")), (4, Vec::new()));
}

#[test]
fn a_set_whose_author_names_everything_pins_nothing() {
    let folder = set(&[("lamp.schema.json", lamp(json!({"on": {"type": "boolean"}})))]);
    assert_eq!(pin(folder.path()), "[names]\n");
}

#[test]
fn a_name_in_the_set_file_that_no_type_has_is_an_error() {
    let files = [("lamp.schema.json", lamp(json!({"a": {"type": "string"}, "b": {"type": "object"}})))];
    for place in ["#/properties/zz", "#/properties/a", "/properties/b"] {
        let folder = set(&files);
        let named = format!("[package]\nname = \"lamps\"\n[names]\n\"{place}\" = \"Light\"\n");
        fs::write(folder.path().join("codegen.toml"), named).unwrap();
        let found = generate::read(folder.path()).unwrap_err();
        assert!(found.0.iter().any(|one| one.code.name() == "bad-set-file"), "{place}: {found:#?}");
    }
}

/// The same schemas, in both languages.
const DOOR: &str = "\
# A door, and what is in it.
$schema: http://json-schema.org/draft-07/schema#
$id: door.schema.yaml
title: Door
type: object
properties:
  lamp: {$ref: 'lamp.schema.json'}
  lock: {$ref: '#/definitions/Lock'}
  other: {$ref: 'door.schema.yaml#/definitions/Lock'}
  again: {$ref: 'parts/bolt.yml'}
definitions:
  Lock: &lock
    type: string
    enum: [yes, no, on, 2024-01-01]
  Copy: *lock
";
const BOLT: &str = "$schema: http://json-schema.org/draft-07/schema#\ntitle: Bolt\ntype: string\nmaxLength: 0x10\n";

#[test]
fn yaml_is_read_as_json_and_refers_to_it() {
    let lamp =
        lamp(json!({"door": {"$ref": "door.schema.yaml"}, "lock": {"$ref": "door.schema.yaml#/definitions/Lock"}}));
    let folder = set(&[("lamp.schema.json", lamp.clone())]);
    fs::create_dir(folder.path().join("parts")).unwrap();
    fs::write(folder.path().join("door.schema.yaml"), DOOR.replace("bolt.yml", "bolt.schema.yml")).unwrap();
    fs::write(folder.path().join("parts/bolt.schema.yml"), BOLT).unwrap();
    let door = json!({
        "$schema": DRAFT_07, "$id": "door.schema.json", "title": "Door", "type": "object",
        "properties": {
            "lamp": {"$ref": "lamp.schema.json"}, "lock": {"$ref": "#/definitions/Lock"},
            "other": {"$ref": "door.schema.json#/definitions/Lock"}, "again": {"$ref": "parts/bolt.schema.json"},
        },
        "definitions": {
            "Lock": {"type": "string", "enum": ["yes", "no", "on", "2024-01-01"]},
            "Copy": {"type": "string", "enum": ["yes", "no", "on", "2024-01-01"]},
        },
    });
    let as_json: Value = serde_json::from_str(&lamp.to_string().replace(".yaml", ".json")).unwrap();
    let other = set(&[("lamp.schema.json", as_json), ("door.schema.json", door)]);
    fs::create_dir(other.path().join("parts")).unwrap();
    let bolt = json!({"$schema": DRAFT_07, "title": "Bolt", "type": "string", "maxLength": 16});
    fs::write(other.path().join("parts/bolt.schema.json"), bolt.to_string()).unwrap();
    let files = |folder: &Path| {
        let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let options =
            Options { schemas: folder.to_owned(), templates, only: Vec::new(), name: None, single_file: false };
        let generated = generate::generate(&options).unwrap_or_else(|found| panic!("{found:#?}"));
        let files = generated.outputs.into_iter().flat_map(|output| output.artifacts);
        files.map(|file| (file.path, file.contents)).collect::<Vec<_>>()
    };
    let (yaml, json) = (files(folder.path()), files(other.path()));
    assert!(yaml == json, "what is generated differs");
    assert!(yaml.iter().any(|(path, text)| path.ends_with("door.d.ts") && text.contains("\"2024-01-01\"")));
    assert!(yaml.iter().all(|(path, _)| !path.ends_with(".yaml") && !path.ends_with(".yml")));
}

#[test]
fn a_mistake_in_yaml_is_reported_with_its_line() {
    let folder = set(&[]);
    let wrong = DOOR
        .replace("{$ref: '#/definitions/Lock'}", "{$ref: '#/definitions/Lok'}")
        .replace("bolt.yml", "bolt.schema.yml");
    fs::write(folder.path().join("door.schema.yaml"), wrong).unwrap();
    let found = generate::read(folder.path()).unwrap_err();
    let places: Vec<_> =
        found.0.iter().filter(|one| one.code.name() == "reference").map(|one| one.place.clone().unwrap()).collect();
    let shown: Vec<_> = places.iter().map(|it| (it.file.as_str(), it.line, it.column)).collect();
    assert_eq!(shown, [("door.schema.yaml", 7, 16), ("door.schema.yaml", 8, 16), ("door.schema.yaml", 10, 17)]);
}

#[test]
fn two_schemas_that_differ_only_in_their_endings_are_refused() {
    let folder = set(&[("bolt.schema.json", lamp(json!({})))]);
    fs::write(folder.path().join("bolt.schema.yml"), BOLT).unwrap();
    let found = generate::read(folder.path()).unwrap_err();
    assert!(
        found.0.iter().any(|one| one.message == "`bolt.schema.json` has the same name, but for its ending"),
        "{found:#?}"
    );
}

/// YAML files are of many programs: only one that names a draft is a schema, and one that a set would leave out is reported.
#[test]
fn a_yaml_file_of_another_program_is_left_alone() {
    let folder = set(&[("lamp.schema.json", lamp(json!({})))]);
    let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).unwrap();
    write("ci.yml", "on: push\n---\njobs: !x y\n");
    let read = generate::read(folder.path()).unwrap();
    assert!(read.findings.0.iter().all(|one| one.code.name() != "stray-file"), "{:#?}", read.findings);
    write("bolt.yaml", BOLT);
    let found = generate::read(folder.path()).unwrap_err();
    let stray: Vec<_> =
        found.0.iter().filter(|one| one.code.name() == "stray-file").map(|one| one.message.as_str()).collect();
    assert_eq!(stray, ["this YAML file is not part of the set"]);
    // Where no name says which files are schemas, this one is.
    fs::remove_file(folder.path().join("lamp.schema.json")).unwrap();
    let read = generate::read(folder.path()).unwrap();
    assert_eq!((names(&read), told(&read.findings, "stray-file").len()), (vec!["Bolt".to_owned()], 1));
}

/// Reads a set of one schema, in which a lamp has a field of this format, with these formats in the set file.
fn with_formats(asserted: &str, format: &str) -> Result<Read, Diagnostics> {
    let schema = lamp(json!({"a": {"type": "string", "format": format, "default": "2023-02-29"}}));
    let folder = set(&[("lamp.schema.json", schema)]);
    let settings = format!("[package]\nname = \"lamps\"\n[formats]\nassert = [{asserted}]\n");
    fs::write(folder.path().join("codegen.toml"), settings).unwrap();
    generate::read(folder.path())
}

#[test]
fn a_format_is_checked_where_the_set_asserts_it() {
    let asserted = with_formats("\"date\", \"uri\"", "date").unwrap();
    let shown = format!("{:?}", field(&asserted, "Lamp", "a"));
    assert!(shown.starts_with("Asserted { inner: String") && shown.contains("format: Some("), "{shown}");
    // The default is checked as the packages check it.
    assert_eq!(told(&asserted.findings, "default-refused").len(), 1);
    assert!(asserted.findings.0.iter().all(|one| !one.message.contains("`format`")), "{:#?}", asserted.findings);
    for (formats, format) in [("", "date"), ("\"uri\"", "date"), ("\"date\"", "time")] {
        let read = with_formats(formats, format).unwrap();
        assert!(matches!(field(&read, "Lamp", "a"), Expr::String), "{formats} {format}");
        assert!(told(&read.findings, "default-refused").is_empty(), "{formats} {format}");
    }
}

/// Reads a set of one schema with these settings, in which a lamp has a field of the format `date` with this default.
fn with_native(settings: &str, default: &str) -> Result<Read, Diagnostics> {
    let schema = lamp(json!({"a": {"type": "string", "format": "date", "default": default}}));
    let folder = set(&[("lamp.schema.json", schema)]);
    fs::write(folder.path().join("codegen.toml"), format!("[package]\nname = \"lamps\"\n{settings}")).unwrap();
    generate::read(folder.path())
}

#[test]
fn a_native_format_is_checked_as_the_types_of_all_languages_hold_it() {
    let settings = "[formats]\nnative = [\"date\"]\n";
    let read = with_native(settings, "0001-01-01").unwrap();
    assert_eq!(field(&read, "Lamp", "a").native(), Some("Date"));
    assert!(told(&read.findings, "default-refused").is_empty(), "{:#?}", read.findings);
    let refused = with_native(settings, "0000-01-01").unwrap();
    assert_eq!(told(&refused.findings, "default-refused").len(), 1);
    let asserted = with_native("[formats]\nassert = [\"date\"]\n", "0000-01-01").unwrap();
    assert_eq!(field(&asserted, "Lamp", "a").native(), None);
    assert!(told(&asserted.findings, "default-refused").is_empty(), "{:#?}", asserted.findings);
}

#[test]
fn only_a_format_with_a_type_in_every_language_can_be_native() {
    let settings = "validators = false\n[formats]\nnative = [\"date\", \"email\", \"uid\"]\n";
    let found = with_native(settings, "2000-01-01").map(|_| ()).unwrap_err();
    let told: Vec<_> = found.0.iter().map(|one| (one.message.as_str(), one.advice.as_deref().unwrap())).collect();
    assert_eq!(
        told,
        [
            (
                "`formats.native` lists \"email\", which is not a native type",
                "one of: date-time, date, uri, uuid, ipv4, ipv6"
            ),
            ("`formats.native` lists \"uid\", which is not a native type", "did you mean `uuid`?"),
            (
                "`formats.native` is in a set without validators",
                "take it out, or take `validators = false` out of `[package]`"
            ),
        ]
    );
    assert!(found.0.iter().all(|one| one.place.as_ref().is_some_and(|it| it.line == 5)), "{found:#?}");
}

#[test]
fn a_format_that_no_package_checks_cannot_be_asserted() {
    let found = with_formats("\"date\", \"datetime\", \"hostname\"", "date").map(|_| ()).unwrap_err();
    let told: Vec<_> = found.0.iter().map(|one| (one.message.as_str(), one.advice.as_deref().unwrap())).collect();
    assert_eq!(
        told,
        [
            ("`formats.assert` lists \"datetime\", which is not checked", "did you mean `date-time`?"),
            (
                "`formats.assert` lists \"hostname\", which is not checked",
                "one of: date-time, date, email, uri, uuid, ipv4, ipv6"
            ),
        ]
    );
    assert!(found.0.iter().all(|one| one.place.as_ref().is_some_and(|it| it.line == 4)), "{found:#?}");
}

#[test]
fn a_set_may_be_one_file_or_a_folder_without_a_set_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lamp.json");
    fs::write(&file, lamp(json!({"door": {"$ref": "door.json"}})).to_string()).unwrap();
    fs::write(
        folder.path().join("door.json"),
        json!({"$schema": DRAFT_07, "title": "Door", "type": "boolean"}).to_string(),
    )
    .unwrap();
    fs::write(folder.path().join("package.json"), r#"{"name": "lamps"}"#).unwrap();
    let generated = |schemas: &Path, name: Option<&str>| {
        let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        // A short name of the target.
        let only = vec!["ts".to_owned()];
        generate::generate(&Options {
            schemas: schemas.to_owned(),
            templates,
            only,
            name: name.map(str::to_owned),
            single_file: false,
        })
    };
    let whole = generated(folder.path(), Some("lamps")).unwrap_or_else(|found| panic!("{found:#?}"));
    let left_out = "this JSON file is left out: nothing in it says that it is a schema";
    assert_eq!(told(&whole.findings, "stray-file"), [left_out]);
    let manifest = |generated: &generate::Generated| {
        let files = generated.outputs.iter().flat_map(|output| &output.artifacts);
        files.clone().find(|file| file.path == "package.json").map(|file| file.contents.clone()).unwrap()
    };
    assert!(manifest(&whole).contains("\"name\": \"lamps\""));
    fs::write(&file, lamp(json!({"on": {"type": "boolean"}})).to_string()).unwrap();
    // Without a name, it is that of the file.
    assert!(manifest(&generated(&file, None).unwrap()).contains("\"name\": \"lamp\""));
    let wrong = generated(&file, Some("a b")).unwrap_err();
    assert_eq!(wrong.0[0].code.name(), "bad-set-file");
    // What to write instead is a name.
    assert_eq!(wrong.0[0].message, "`--name a b` is not a package name");
    assert!(wrong.0[0].advice.as_ref().unwrap().starts_with("write `--name a-b`. "), "{wrong:#?}");
    let of_url = generated(Path::new("https://x.org/lamp.json"), None).unwrap_err();
    assert_eq!(of_url.0[0].message, "`https://x.org/lamp.json` is a URL, and nothing is fetched");
}

/// Returns the variants of a union, by name.
fn variants(read: &Read, name: &str) -> Vec<(String, Expr)> {
    let def = read.contract.get(name).unwrap_or_else(|| panic!("no {name} in {:?}", names(read)));
    let Kind::Union(it) = &def.kind else { panic!("{name} is {:?}", def.kind) };
    it.variants.iter().map(|variant| (variant.name.clone(), variant.expr.clone())).collect()
}

#[test]
fn a_union_that_nothing_tells_apart_has_its_members_as_types() {
    let shape = json!({"anyOf": [
        {"type": "object", "properties": {"radius": {"type": "number"}}, "required": ["radius"]},
        {"type": "object", "properties": {"side": {"type": "number"}}, "required": ["side"]},
        {"type": "string", "pattern": "^#"},
        {"type": "string", "title": "Name of a shape"},
        {"type": "array", "items": {"type": "string"}}
    ]});
    let read = read(&[("lamp.schema.json", lamp(json!({"shape": shape})))]);
    let found = variants(&read, "LampShape");
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["LampShapeRadius", "LampShapeSide", "String", "NameOfAShape", "Array"]);
    assert!(matches!(&found[0].1, Expr::Ref { name, .. } if name == "LampShapeRadius"));
    assert!(matches!(&found[4].1, Expr::List { .. }), "{:?}", found[4].1);
    assert!(told(&read.findings, "ambiguous-union").is_empty());
}

#[test]
fn an_enum_of_any_scalars_is_a_union_of_constants() {
    let weight = json!({"enum": ["bold", 100, -100, true, "true", 1.5, null]});
    let one = json!({"type": "integer", "enum": [1, 1.0, "1"]});
    let read = read(&[("lamp.schema.json", lamp(json!({"weight": weight, "one": one, "code": {"const": -32700}})))]);
    let constant = |value: Value| Expr::Constant { value };
    let found = variants(&read, "LampWeight");
    let exprs: Vec<Expr> = found.iter().map(|(_, expr)| expr.plain().clone()).collect();
    let constants = [json!("bold"), json!(100), json!(-100), json!(true), json!("true")];
    assert_eq!(exprs, constants.into_iter().map(constant).chain([Expr::Number]).collect::<Vec<_>>());
    assert!(matches!(field(&read, "Lamp", "weight"), Expr::Nullable { .. }));
    assert_eq!(field(&read, "Lamp", "code"), constant(json!(-32700)));
    let one = &read.contract.get("LampOne").unwrap().kind;
    assert!(matches!(one, Kind::Alias { target } if *target.plain() == constant(json!(1))), "{one:?}");
}

#[test]
fn null_alone_is_a_type_also_where_lost_types_are_denied() {
    let described = |mut schema: Value| {
        schema["description"] = json!("Nothing.");
        schema
    };
    let all = [
        json!({"type": "null"}),
        json!({"type": ["null"]}),
        json!({"const": null}),
        json!({"type": "null", "const": null}),
        json!({"type": "null", "default": null}),
    ];
    let mut schema = lamp(json!({
        "list": described(json!({"type": "array", "items": {"type": "null"}})),
        "map": described(json!({"type": "object", "additionalProperties": {"const": null}})),
    }));
    for (at, one) in all.into_iter().enumerate() {
        schema["properties"][format!("f{at}")] = described(one);
    }
    let files = [("lamp.schema.json", described(schema))];
    for level in ["allow", "warn", "deny"] {
        let folder = set_with(&format!("[lints]\nuntyped = \"{level}\"\n"), &files);
        let read = generate::read(folder.path()).unwrap_or_else(|found| panic!("{level}: {found:#?}"));
        assert!(read.findings.0.is_empty(), "{level}: {:#?}", read.findings);
        for at in 0..5 {
            assert_eq!(field(&read, "Lamp", &format!("f{at}")), Expr::Null, "{level} {at}");
        }
        assert_eq!(field(&read, "Lamp", "map"), Expr::Map { value: Box::new(Expr::Null), keys: Vec::new() });
        assert!(matches!(field(&read, "Lamp", "list"), Expr::List { item, .. } if *item == Expr::Null));
    }
}

#[test]
fn null_narrows_what_can_be_null_and_is_a_member_of_its_own() {
    let read = read(&[(
        "lamp.schema.json",
        json!({
            "$schema": NEWEST, "title": "Lamp", "type": "object", "allOf": [{"$ref": "#/$defs/Base"}],
            "properties": {"text": {"type": "null"}, "part": {"const": null}, "list": {"$ref": "#/$defs/List"}},
            "$defs": {
                "Base": {"type": "object", "properties": {
                    "text": {"type": ["string", "null"]},
                    "part": {"anyOf": [{"$ref": "#/$defs/Base"}, {"type": "null"}]}
                }},
                "Off": {"type": "null"},
                "List": {"oneOf": [{"$ref": "#/$defs/Off"}, {"type": "string"}, {"type": "array"}]}
            }
        }),
    )]);
    assert!(told(&read.findings, "narrowing").is_empty(), "{:#?}", read.findings);
    assert_eq!([field(&read, "Lamp", "text"), field(&read, "Lamp", "part")], [Expr::Null, Expr::Null]);
    let list = &read.contract.get("List").unwrap().kind;
    assert!(matches!(list, Kind::Union(it) if it.by == Discriminator::JsonType), "{list:?}");
    let types: Vec<String> = variants(&read, "List").into_iter().map(|(name, _)| name).collect();
    assert_eq!(types, ["Null", "String", "Array"]);
}

#[test]
fn a_condition_between_two_references_is_a_union() {
    let read = read(&[(
        "lamp.schema.json",
        json!({
            "$schema": DRAFT_07, "title": "Lamp", "type": "object",
            "properties": {"bulb": {"$ref": "#/definitions/BulbOrName"}},
            "definitions": {
                "BulbOrName": {
                    "if": {"type": "object"}, "then": {"$ref": "#/definitions/Bulb"}, "else": {"$ref": "#/definitions/Name"}
                },
                "Bulb": {"type": "object", "properties": {"watt": {"type": "number"}}},
                "Name": {"type": "string"}
            }
        }),
    )]);
    let names: Vec<String> = variants(&read, "BulbOrName").into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Bulb", "Name"]);
}

/// Branches that only ask for some of the fields, or for other values of them, are a check of one struct.
#[test]
fn branches_that_add_nothing_are_no_types() {
    let either = json!([{"required": ["watt"], "properties": {"watt": {"enum": [40, 60]}}}, {"required": ["lumen"]}]);
    let mut lamp = lamp(json!({"watt": {"type": "integer"}, "lumen": {"type": "integer"}}));
    lamp["anyOf"] = either.clone();
    assert_eq!(names(&read(&[("lamp.schema.json", lamp.clone())])), ["Lamp"]);
    // Also where only a part says that it is an object.
    let parts =
        json!({"title": "Lamp", "allOf": [{"anyOf": either}, {"type": "object", "properties": lamp["properties"]}]});
    assert_eq!(names(&read(&[("lamp.schema.json", parts)])), ["Lamp"]);
}

#[test]
fn a_list_of_one_type_and_parts_of_a_scalar_are_that_type() {
    let read = read(&[(
        "lamp.schema.json",
        lamp(json!({
            "bulb": {"type": ["object"], "properties": {"watt": {"type": "number"}}, "required": ["watt"]},
            "name": {"allOf": [{"type": "string"}, {"minLength": 2}]},
            "count": {"allOf": [{"type": "number"}, {"type": "integer", "minimum": 1}]}
        })),
    )]);
    assert_eq!(fields(&read, "LampBulb"), ["watt*"]);
    let bounded = |name| if let Expr::Bounded { inner, .. } = field(&read, "Lamp", name) { Some(*inner) } else { None };
    assert_eq!([bounded("name"), bounded("count")], [Some(Expr::String), Some(Expr::Integer)]);
}

/// What a schema says depends on the schema that validation began with: what extends it, or gives it a type for its items.
#[test]
fn a_dynamic_reference_has_the_type_of_the_schema_that_leads_to_it() {
    let children = json!({"type": "array", "items": {"$dynamicRef": "#category"}});
    let base = json!({
        "$id": "base", "$dynamicAnchor": "category", "type": "object",
        "properties": {"name": {"type": "string"}, "children": children}
    });
    let item = |read: &Read, name: &str, list: &str| match field(read, name, list).plain() {
        Expr::List { item, .. } => match item.plain() {
            Expr::Ref { name, .. } => name.clone(),
            other => other.form().to_owned(),
        },
        other => panic!("{other:?}"),
    };
    for (id, pointer) in [(None, "#/$defs/Base"), (Some("localized"), "http://x.org/root#/$defs/Base")] {
        let mut localized = json!({
            "$dynamicAnchor": "category", "type": "object", "allOf": [{"$ref": pointer}],
            "properties": {"locale": {"type": "string"}}, "required": ["locale"]
        });
        id.into_iter().for_each(|id| localized["$id"] = json!(id));
        let schema = json!({
            "$schema": NEWEST, "$id": "http://x.org/root", "title": "Root", "type": "object",
            "properties": {"a": {"$ref": "#/$defs/Localized"}},
            "$defs": {"Localized": localized, "Base": base}
        });
        let read = read(&[("lamp.schema.json", schema)]);
        assert_eq!(fields(&read, "Localized"), ["name", "children", "locale*"]);
        assert_eq!(item(&read, "Localized", "children"), "Localized");
        assert_eq!(item(&read, "Base", "children"), "Base");
    }
    let page = json!({
        "$schema": NEWEST, "$id": "http://x.org/page", "title": "Page", "type": "object",
        "properties": {"items": {"type": "array", "items": {"$dynamicRef": "#T"}}, "next": {"$ref": "#"}},
        "$defs": {"Any": {"$dynamicAnchor": "T"}}
    });
    let names = json!({
        "$schema": NEWEST, "$id": "http://x.org/names", "title": "Names", "$ref": "page",
        "$defs": {"Name": {"$dynamicAnchor": "T", "type": "string"}}
    });
    let read = read(&[("page.schema.json", page), ("names.schema.json", names)]);
    assert_eq!([item(&read, "Page", "items"), item(&read, "Names", "items")], ["Any", "Name"]);
    assert_eq!(fields(&read, "Names"), ["items", "next"]);
    assert!(matches!(field(&read, "Names", "next").plain(), Expr::Ref { name, .. } if name == "Names"));
}

/// A place inside of a schema with an id has the meaning of the schema around it. What comes from elsewhere has its own.
#[test]
fn a_dynamic_reference_of_a_schema_in_place_means_what_each_way_to_it_says() {
    let list = json!({
        "$id": "list", "type": "array", "items": {"$dynamicRef": "#T"}, "$defs": {"T": {"$dynamicAnchor": "T"}}
    });
    let outer = json!({
        "$schema": NEWEST, "$id": "http://x.org/outer", "title": "Outer", "type": "object", "properties": {"all": list},
        "$defs": {"Word": {"$dynamicAnchor": "T", "type": "string"}}
    });
    let user = json!({
        "$schema": NEWEST, "$id": "http://x.org/user", "title": "User", "type": "object",
        "properties": {"all": {"$ref": "list"}}
    });
    let read = read(&[("outer.schema.json", outer), ("user.schema.json", user)]);
    let items = |name: &str| format!("{:?}", field(&read, name, "all"));
    assert!(items("Outer").contains("\"Word\"") && !items("User").contains("\"Word\""), "{}", items("User"));
    // A reference to the list of the other schema would be one to its words.
    assert!(items("User").contains("List {"), "{}", items("User"));
}

/// A definition is validated by itself: the schema around it is not on the way, and the one in it is.
#[test]
fn a_dynamic_reference_of_a_definition_means_what_the_definition_says() {
    let items = json!({"type": "array", "items": {"$dynamicRef": "#T"}});
    let word = json!({"$dynamicAnchor": "T", "type": "string"});
    let count = json!({"$dynamicAnchor": "T", "type": "integer"});
    // The list has an id, and so has what it is in: the definition, or a file.
    let list = json!({"$id": "list", "type": "array", "items": {"$dynamicRef": "#T"}, "$defs": {"Any": {"$dynamicAnchor": "T"}}});
    let schema = json!({
        "$schema": NEWEST, "$id": "http://x.org/lamp", "title": "Lamp", "type": "object",
        "properties": {"own": items, "shelf": {"$ref": "shelf"}, "page": {"$ref": "#/$defs/Page"}},
        "$defs": {
            "Word": word,
            "Shelf": {
                "$id": "shelf", "type": "object", "properties": {"own": items, "list": list}, "$defs": {"Count": count}
            },
            "Page": {"type": "object", "properties": {"own": items}}
        }
    });
    let read = read(&[("lamp.schema.json", schema)]);
    let item = |of: &str, name: &str| match field(&read, of, name).plain() {
        Expr::List { item, .. } => format!("{:?}", item.plain()),
        Expr::Ref { name, .. } => format!("{:?}", read.contract.get(name).map(|it| &it.kind)),
        other => panic!("{other:?}"),
    };
    let has = |of: &str, name: &str| ["Word", "Count", "Any"].map(|it| item(of, name).contains(&format!("{it}\"")));
    assert_eq!(has("Lamp", "own"), [true, false, false], "the file is the outermost");
    assert_eq!(has("Page", "own"), [true, false, false], "a definition without an id belongs to the file");
    assert_eq!(has("Shelf", "own"), [false, true, false], "a definition with an id is the outermost");
    assert_eq!(has("Shelf", "list"), [false, true, false], "also around a list with an id");
    // From the file, what the definition says is not the outermost.
    let Expr::Ref { name, .. } = field(&read, "Lamp", "shelf") else { panic!("{:?}", field(&read, "Lamp", "shelf")) };
    assert_ne!(name, "Shelf");
    assert_eq!(has(&name, "own"), [true, false, false]);
    assert_eq!(has(&name, "list"), [true, false, false]);
}

/// A keyword that nobody knows can hold schemas, and a property can have the name of a keyword.
#[test]
fn a_dynamic_reference_means_the_same_wherever_its_schema_is() {
    let items = || json!({"type": "array", "items": {"$dynamicRef": "#T"}});
    let any = || json!({"Any": {"$dynamicAnchor": "T"}});
    let word = || json!({"$dynamicAnchor": "T", "type": "string"});
    let all = |of: Value| json!({"type": "object", "properties": {"all": of}});
    let with = |mut schema: Value, more: Value| {
        let Value::Object(more) = more else { panic!("{more}") };
        schema.as_object_mut().unwrap().extend(more);
        schema
    };
    let with_list =
        |list: Value| json!({"$ref": "list", "$defs": {"List": with(json!({"$id": "list"}), list), "Word": word()}});
    let shared = |of: Value| json!({"shared": {"P": of}});
    let named = |name: &str, of: Value| json!({"type": "object", "properties": {name: of}, "$defs": {"Word": word()}});
    let in_place = |of: Value| with(of, json!({"$id": "list", "$defs": any()}));
    let cases = [
        (
            "the reference is below no keyword",
            json!({"all": ["a"]}),
            json!({"all": [1]}),
            with_list(with(with(all(json!({"$ref": "#/shared/P"})), shared(items())), json!({"$defs": any()}))),
        ),
        (
            "so is what leads there",
            json!({"all": [["a"]]}),
            json!({"all": [[1]]}),
            with_list(with(
                with(all(json!({"$ref": "#/shared/P"})), shared(json!({"items": {"$ref": "#/more/0"}}))),
                json!({"more": [items()], "$defs": any()}),
            )),
        ),
        (
            "the list itself is below no keyword",
            json!({"all": ["a"]}),
            json!({"all": [1]}),
            with(
                all(json!({"$ref": "#/shared/P"})),
                with(shared(in_place(items())), json!({"$defs": {"Word": word()}})),
            ),
        ),
        (
            "a property is called as a keyword",
            json!({"definitions": ["a"]}),
            json!({"definitions": [1]}),
            named("definitions", in_place(items())),
        ),
        (
            "a part of one is",
            json!({"definitions": [["a"]]}),
            json!({"definitions": [[1]]}),
            named("definitions", json!({"type": "array", "items": in_place(items())})),
        ),
    ];
    for (what, valid, invalid, schema) in cases {
        let schema = with(json!({"$schema": NEWEST, "$id": "http://x.org/lamp", "title": "Lamp"}), schema);
        let found = verdicts(&read(&[("lamp.schema.json", schema.clone())]), &schema, &[valid, invalid]);
        // The independent validator does not come through the schema around one in place.
        let own = found.iter().map(|(own, _)| *own).collect::<Vec<_>>();
        assert_eq!(own, [true, false], "{what}");
    }
    // Each type is validated by itself.
    let page = with(with(all(json!({"$ref": "#/shared/P"})), shared(items())), json!({"$defs": any()}));
    let page = with(page, json!({"$schema": NEWEST, "$id": "http://x.org/page", "title": "Page"}));
    let names = json!({"$schema": NEWEST, "$id": "http://x.org/names", "title": "Names", "$ref": "page", "$defs": {"Word": word()}});
    let read = read(&[("page.schema.json", page), ("names.schema.json", names)]);
    let types: String = read.contract.types.iter().map(|def| format!("{} {:?}\n", def.name, def.kind)).collect();
    assert_eq!(types.matches("\"Word\"").count(), 1, "{types}");
    assert!(format!("{:?}", read.contract.get("Names").unwrap().kind).contains("\"Word\""), "{types}");
}

/// A draft without dynamic references has no anchors for them. A schema of one is never copied into a file of the newest draft.
#[test]
fn dynamic_references_of_one_draft_are_not_those_of_another() {
    let page = json!({
        "$schema": NEWEST, "$id": "http://x.org/page", "title": "Page", "type": "object",
        "properties": {"all": {"type": "array", "items": {"$dynamicRef": "#T"}}}, "$defs": {"Any": {"$dynamicAnchor": "T", "type": "integer"}}
    });
    let word = json!({"$dynamicAnchor": "T", "type": "string"});
    let old = |of: &str| {
        json!({
            "$schema": DRAFT_07, "$id": "http://x.org/old", "title": "Old", "type": "object",
            "properties": {"page": {"$ref": of}}, "definitions": {"Word": word}
        })
    };
    let between = read(&[("page.schema.json", page.clone()), ("old.schema.json", old("page"))]);
    assert!(format!("{:?}", field(&between, "Page", "all")).contains("\"Any\""));
    assert_eq!(target(&between, "Old", "page"), "Page");
    let newer = json!({
        "$schema": NEWEST, "$id": "http://x.org/newer", "title": "Newer", "type": "object",
        "properties": {"old": {"$ref": "old"}}, "$defs": {"Word": word}
    });
    let files = [("page.schema.json", page), ("old.schema.json", old("page")), ("newer.schema.json", newer)];
    let found = refused("", &files);
    assert!(
        found.iter().any(|(code, message)| code == "refused-keyword" && message.contains("`$dynamicRef`")),
        "{found:?}"
    );
}

/// A property can have the name of a keyword.
#[test]
fn a_property_without_a_description_is_reported_whatever_it_is_called() {
    let string = || json!({"type": "string"});
    let schema = lamp(json!({
        "not": string(), "if": string(), "definitions": {"type": "array", "items": string()}, "properties": {"type": "array", "items": string()},
        "then": {"type": "array", "description": "Given.", "items": string()},
    }));
    let read = read(&[("lamp.schema.json", schema)]);
    let found = read.findings.0.iter().filter(|one| one.code.name() == "undescribed");
    let mut places: Vec<_> = found.filter_map(|one| one.place.as_ref()?.pointer.clone()).collect();
    places.sort();
    assert_eq!(places, ["", "/properties/definitions", "/properties/if", "/properties/not", "/properties/properties"]);
}

/// The default of a type is that of each property that refers to it, also through other references.
#[test]
fn a_default_that_a_reference_leads_to_fills() {
    let mut schema = lamp(json!({
        "level": {"$ref": "#/definitions/Level"}, "again": {"$ref": "#/definitions/Again"},
        "part": {"allOf": [{"$ref": "#/definitions/Level"}], "description": "One."},
        "own": {"allOf": [{"$ref": "#/definitions/Level"}], "default": "high"},
        "made": {"$ref": "#/definitions/Made"}, "must": {"$ref": "#/definitions/Level"},
        "maybe": {"anyOf": [{"$ref": "#/definitions/Level"}, {"type": "null"}]},
    }));
    schema["required"] = json!(["must"]);
    schema["definitions"] = json!({
        "Level": {"enum": ["low", "high"], "default": "low"}, "Again": {"$ref": "#/definitions/Level"},
        "Made": {"type": "object", "properties": {"by": {"type": "string", "default": "me"}}, "default": {"by": "you"}},
    });
    let files = [("lamp.schema.json", schema.clone())];
    let read = generate::read(
        set_with("[types]\ndefaults = \"fill\"\n[lints]\ninline-object = \"allow\"\nundescribed = \"allow\"\n", &files)
            .path(),
    )
    .unwrap_or_else(|found| panic!("{found:#?}"));
    assert_eq!(read.findings.0, []);
    let Kind::Struct(it) = &read.contract.get("Lamp").unwrap().kind else { panic!("no struct") };
    let shown = it.fields.iter().map(|field| {
        let value = field.default.as_ref().filter(|_| field.filled).map(Value::to_string).unwrap_or_default();
        format!("{} {value}", field.name)
    });
    assert_eq!(
        shown.collect::<Vec<_>>(),
        ["level \"low\"", "again \"low\"", "part \"low\"", "own \"high\"", "made {\"by\":\"you\"}", "must ", "maybe "]
    );
    // One that the type refuses is an error there, too, and without the setting it is documented nowhere.
    schema["definitions"]["Level"]["default"] = json!("middle");
    let wrong = [("lamp.schema.json", schema)];
    let found = refused("[types]\ndefaults = \"fill\"\n", &wrong);
    assert!(found.iter().any(|(code, _)| code == "default-refused"), "{found:?}");
}

/// In draft 2020-12 what is beside a reference holds as well.
#[test]
fn a_type_beside_a_reference_is_no_mistake() {
    let schema = |draft: &str, of_a: Value| {
        json!({"$schema": draft, "title": "Lamp", "type": "object",
            "properties": {"a": of_a, "b": {"$ref": "#/$defs/Part", "type": "object"}},
            "$defs": {"Size": {"type": "integer"}, "Alias": {"$ref": "#/$defs/Size"}, "Part": {"type": "object", "properties": {"x": {}}}}})
    };
    let told_of = |draft: &str, of_a: Value| {
        let schema = schema(draft, of_a);
        let read = read(&[("lamp.schema.json", schema)]);
        let of = |found: &&hookwire_codegen::internal::diagnostic::Diagnostic| found.code.name() != "undescribed";
        read.findings.0.iter().filter(of).map(|one| one.message.clone()).collect::<Vec<_>>()
    };
    for draft in [NEWEST, "https://json-schema.org/draft/2019-09/schema"] {
        for to in ["Size", "Alias"] {
            assert_eq!(
                told_of(draft, json!({"$ref": format!("#/$defs/{to}"), "type": "integer"})),
                [""; 0],
                "{draft} {to}"
            );
        }
        // What narrows the type is checked, and is in no type.
        let other = told_of(draft, json!({"$ref": "#/$defs/Size", "minimum": 3}));
        assert_eq!(other, ["no type shows `minimum` beside `$ref`"], "{draft}");
    }
    let schema = schema(NEWEST, json!({"$ref": "#/$defs/Size", "type": "string"}));
    let found = verdicts(
        &read(&[("lamp.schema.json", schema.clone())]),
        &schema,
        &[json!({"a": 1}), json!({"a": "x"}), json!({"b": {}})],
    );
    assert_eq!(found, [(false, false), (false, false), (true, true)]);
}

/// `unevaluatedItems` is about the items that no other keyword has evaluated, and then `items` says the same.
#[test]
fn what_only_places_leave_unevaluated_is_the_rest_of_a_list() {
    let list = |more: Value| {
        let mut list = json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]});
        list.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        list
    };
    let schema = |key: &str| {
        let mut schema = lamp(json!({
            "pair": list(json!({key: false, "minItems": 2})),
            "short": list(json!({key: false})),
            "rest": list(json!({key: {"type": "boolean"}})),
            "nested": {"type": "array", key: list(json!({key: false}))},
            "only": {"type": "array", key: {"type": "boolean"}},
        }));
        schema["$schema"] = json!(NEWEST);
        schema
    };
    let types =
        |key: &str| files(set(&[("lamp.schema.json", schema(key))]).path())["typescript/types/lamp.d.ts"].clone();
    assert_eq!(types("unevaluatedItems"), types("items"));
    assert!(types("items").contains("  pair?: [string, number];\n  short?: [string?, number?];"), "{}", types("items"));
    // Each of these evaluates items, too.
    let others = [
        json!({"contains": {"type": "null"}}),
        json!({"anyOf": [{"maxItems": 1}, {"prefixItems": [true, true, {"type": "null"}]}]}),
        json!({"if": {"prefixItems": [true, true, {"type": "null"}]}}),
        json!({"$ref": "#/$defs/Three"}),
    ];
    for more in others {
        let mut one = list(json!({"unevaluatedItems": false}));
        one.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let mut schema = lamp(json!({"one": one}));
        schema["$schema"] = json!(NEWEST);
        schema["$defs"] = json!({"Three": {"prefixItems": [true, true, {"type": "null"}]}});
        let values = [json!({"one": ["a", 1, null]}), json!({"one": ["a", 1, true]})];
        let found = verdicts(&read(&[("lamp.schema.json", schema.clone())]), &schema, &values);
        assert_eq!(found, [(true, true), (false, false)], "{more}");
    }
}

/// What no part evaluates is the rest of the list, wherever its places are.
#[test]
fn what_the_places_of_a_reference_leave_unevaluated_is_the_rest_of_a_list() {
    let of = |more: Value| {
        let mut list = json!({"$ref": "#/$defs/Pair"});
        list.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        list
    };
    let mut schema = lamp(json!({
        "short": of(json!({"unevaluatedItems": false})),
        "rest": of(json!({"unevaluatedItems": {"type": "boolean"}, "minItems": 1})),
        "part": {"allOf": [{"$ref": "#/$defs/Pair"}, {"minItems": 2}], "unevaluatedItems": false},
        "far": {"$ref": "#/$defs/Far", "unevaluatedItems": false},
        "words": {"$ref": "#/$defs/Words", "unevaluatedItems": false},
        "twice": {"allOf": [{"$ref": "#/$defs/Pair"}, {"prefixItems": [true, true, {"type": "null"}]}], "unevaluatedItems": false},
    }));
    schema["$schema"] = json!(NEWEST);
    schema["$defs"] = json!({
        "Pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "object", "properties": {"a": {"type": "integer"}}}]},
        "Far": {"$ref": "#/$defs/Pair"},
        "Words": {"type": "array", "items": {"type": "string"}}
    });
    let lamp = ("lamp.schema.json", schema.clone());
    let types = files(set(std::slice::from_ref(&lamp)).path())["typescript/types/lamp.d.ts"].clone();
    let place = types.lines().find_map(|line| line.trim().strip_prefix("short?: [string?, ")?.strip_suffix("?];"));
    let place = place.unwrap_or_else(|| panic!("{types}"));
    for line in [
        format!("rest?: [string, {place}?, ...Array<boolean>];"),
        format!("part?: [string, {place}];"),
        format!("far?: [string?, {place}?];"),
        "words?: Words;".to_owned(),
    ] {
        assert!(types.contains(&line), "{line}: {types}");
    }
    let one = json!({"a": 1});
    let lists = [
        json!([]),
        json!(["a"]),
        json!(["a", one]),
        json!(["a", {"a": "b"}]),
        json!(["a", one, true]),
        json!(["a", one, null]),
        json!(["a", "b"]),
    ];
    let keys = ["short", "rest", "part", "far", "words", "twice"];
    let values: Vec<Value> = keys.iter().flat_map(|key| lists.iter().map(move |it| json!({*key: it}))).collect();
    let found = verdicts(&read(&[lamp]), &schema, &values);
    for (value, (own, other)) in values.iter().zip(&found) {
        assert_eq!(own, other, "{value}");
    }
}

/// A base that can be an object or something else is extended where it is an object.
#[test]
fn what_extends_an_object_or_a_boolean_is_a_union_with_its_fields() {
    let text = json!({"type": "string"});
    let mut schema = lamp(json!({"schema": {"$ref": "#/definitions/Own"}}));
    schema["definitions"] = json!({
        "Base": {"type": ["object", "boolean"], "properties": {"title": text, "not": {"$ref": "#/definitions/Base"}}},
        "Own": {"allOf": [{"$ref": "#/definitions/Base"}, {"properties": {"tag": text, "not": {"$ref": "#/definitions/Own"}}}]}
    });
    let read = read(&[("lamp.schema.json", schema.clone())]);
    let found = variants(&read, "Own");
    assert_eq!(found.len(), 2, "{found:?}");
    let Expr::Ref { name, .. } = &found[0].1 else { panic!("{found:?}") };
    assert_eq!(fields(&read, name), ["title", "not", "tag"]);
    assert_eq!(*found[1].1.plain(), Expr::Boolean);
    let values = [
        json!({"schema": true}),
        json!({"schema": {"title": "a", "tag": "b", "not": {"tag": "c"}}}),
        json!({"schema": {"tag": 1}}),
        json!({"schema": {"title": 1}}),
        json!({"schema": {"not": {"tag": 1}}}),
        json!({"schema": 1}),
        json!({"schema": null}),
    ];
    let found = verdicts(&read, &schema, &values);
    assert!(found.iter().all(|(own, other)| own == other), "{found:?}");
    assert_eq!(found.iter().filter(|(own, _)| *own).count(), 2, "{found:?}");
}

/// What becomes a check of fields is reported by the keywords that the author wrote.
#[test]
fn no_warning_names_a_condition_that_nobody_wrote() {
    let mut schema = lamp(json!({"amount": {"type": "number"}, "card": {"type": "string"}}));
    schema["$schema"] = json!(NEWEST);
    schema["dependentSchemas"] = json!({"card": {"properties": {"code": {"type": "string", "minLength": 3}}}});
    schema["unevaluatedProperties"] = json!(false);
    let read = read(&[("lamp.schema.json", schema.clone())]);
    assert_eq!(fields(&read, "Lamp"), ["amount", "card", "code"]);
    let said: Vec<&String> = read.findings.0.iter().map(|one| &one.message).collect();
    assert!(said.iter().all(|it| !it.contains("`if`") && !it.contains("`then`")), "{said:#?}");
    assert!(said.iter().any(|it| it.contains("`dependentSchemas`")), "{said:#?}");
    let values = [json!({"card": "a", "code": "123"}), json!({"card": "a", "code": "1"}), json!({"code": "123"})];
    assert_eq!(verdicts(&read, &schema, &values), [(true, true), (false, false), (false, false)]);
}

/// The type beside branches is theirs. Where they show no items, they are a check of one list.
#[test]
fn branches_beside_the_type_of_a_list_are_lists() {
    let (text, number) = (json!({"type": "string"}), json!({"type": "integer"}));
    let object = |name: &str| json!({"items": {"type": "object", "properties": {name: number}, "required": [name]}});
    let mut schema = lamp(json!({
        "either": {"type": "array", "anyOf": [{"items": text}, {"items": number}]},
        "objects": {"type": "array", "minItems": 1, "oneOf": [object("x"), object("y")]},
        "tuple": {"type": "array", "oneOf": [
            {"prefixItems": [{"const": "add"}, number], "items": false, "minItems": 2},
            {"prefixItems": [{"const": "not"}], "items": false, "minItems": 1}
        ]},
        "check": {"type": "array", "items": text, "anyOf": [{"minItems": 2}, {"contains": {"const": "x"}}]},
        "any": {"type": "array", "anyOf": [{"minItems": 2}, {"contains": {"const": "x"}}]},
    }));
    schema["$schema"] = json!(NEWEST);
    let lamp = ("lamp.schema.json", schema.clone());
    let read = read(&[lamp]);
    for (name, count) in [("LampEither", 2), ("LampObjects", 2), ("LampTuple", 2)] {
        let found = variants(&read, name);
        assert!(found.iter().all(|(_, it)| matches!(it.plain(), Expr::List { .. })), "{name}: {found:?}");
        assert_eq!(found.len(), count);
    }
    assert!(matches!(field(&read, "Lamp", "check").plain(), Expr::List { item, .. } if **item == Expr::String));
    assert!(matches!(field(&read, "Lamp", "any").plain(), Expr::List { .. }));
    assert!(told(&read.findings, "no-object-type").is_empty(), "{:#?}", read.findings);
    let lists = [
        json!([]),
        json!(["x"]),
        json!(["a"]),
        json!(["a", "b"]),
        json!([1]),
        json!([1, "a"]),
        json!([{"x": 1}]),
        json!([{"x": 1}, {"x": 2, "y": 1}]),
        json!([{"x": 1, "y": 1}]),
        json!(["add", 1]),
        json!(["add"]),
        json!(["not"]),
        json!("x"),
        json!({}),
    ];
    let keys = ["either", "objects", "tuple", "check", "any"];
    let values: Vec<Value> = keys.iter().flat_map(|key| lists.iter().map(move |it| json!({*key: it}))).collect();
    let found = verdicts(&read, &schema, &values);
    for (value, (own, other)) in values.iter().zip(&found) {
        assert_eq!(own, other, "{value}");
    }
}

/// A part with parts of its own can have definitions. What leads to them from inside or outside of it is a type as elsewhere.
#[test]
fn the_definitions_in_a_part_with_parts_are_types() {
    let lamp = json!({
        "$schema": NEWEST,
        "title": "Lamp",
        "allOf": [
            {
                "$defs": {
                    "Base": {"type": "object", "properties": {"id": {"type": "string"}}},
                    "Colour": {"enum": ["red", "blue"]}
                },
                "allOf": [{"$ref": "#/allOf/0/$defs/Base"}]
            },
            {"type": "object", "properties": {"colour": {"$ref": "#/allOf/0/$defs/Colour"}}}
        ],
    });
    let read = read(&[("lamp.schema.json", lamp)]);
    assert_eq!(fields(&read, "Lamp"), ["id", "colour"]);
    assert!(matches!(field(&read, "Lamp", "colour"), Expr::Ref { .. }));
    assert_eq!(told(&read.findings, "misplaced-keyword"), [""; 0]);
}

/// Whether a warning is given depends on the targets: TypeScript has tuples of any length.
#[test]
fn no_warning_says_that_typescript_does_not_show_places() {
    let list = |more: Value| {
        let mut list = json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]});
        list.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        list
    };
    let properties = json!({"open": list(json!({})), "rest": list(json!({"items": {"type": "boolean"}})), "prefixItems": {"not": {}}});
    let mut new = lamp(properties.clone());
    new["$schema"] = json!(NEWEST);
    let old =
        properties.to_string().replace("\"items\"", "\"additionalItems\"").replace("\"prefixItems\":[", "\"items\":[");
    let old = lamp(serde_json::from_str(&old).unwrap());
    for (schema, count) in [(new, 2), (old, 3)] {
        let set = set(&[("lamp.schema.json", schema)]);
        let of = |only: &[&str]| {
            let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
            let only = only.iter().map(|it| (*it).to_owned()).collect();
            let schemas = set.path().to_owned();
            let options = Options { schemas, templates, only, name: None, single_file: false };
            told(&generate::generate(&options).unwrap().findings, "untyped-keyword")
        };
        let is_of_places = |it: &&String| it.contains("tems`");
        assert_eq!(of(&[]).iter().filter(is_of_places).count(), count, "{:?}", of(&[]));
        assert_eq!(of(&["python"]), of(&[]));
        assert_eq!(of(&["ts", "docs"]), of(&["docs"]).into_iter().filter(|it| !is_of_places(&it)).collect::<Vec<_>>());
    }
}

/// Also a schema that only a reference shows to be one. The name that the generator gives such a format means nothing to others.
#[test]
fn native_formats_are_found_anywhere_and_are_no_names_for_authors() {
    let mut lamp = lamp(json!({"made": {"$ref": "#/shared/Day"}, "odd": {"type": "string", "format": "native-date"}}));
    lamp["shared"] = json!({"Day": {"type": "string", "format": "date"}});
    let read = set_with("[formats]\nnative = [\"date\"]\n", &[("lamp.schema.json", lamp)]);
    let text = &files(read.path())["python/src/lamps/models/lamp.py"];
    assert!(text.contains("LampSharedDay: TypeAlias = _native.Date\n"), "{text}");
    assert!(text.contains("odd: str | Missing"), "{text}");
}

/// Pages, and what the crate says of a format, name it as the schema does.
#[test]
fn native_formats_have_their_published_names_in_texts() {
    let lamp = lamp(json!({"made": {"type": "string", "format": "date"}, "at": {"not": {"format": "uri"}}}));
    let set = set_with("[formats]\nnative = [\"date\", \"uri\"]\n", &[("lamp.schema.json", lamp)]);
    let files = files(set.path());
    assert!(files["docs/types/lamp.md"].contains("of the format `date`"), "{}", files["docs/types/lamp.md"]);
    let texts = files.iter().filter(|(path, _)| path.ends_with(".md") || path.ends_with("native.rs"));
    let with: Vec<&String> = texts.filter(|(_, text)| text.contains("native-")).map(|(path, _)| path).collect();
    assert!(with.is_empty(), "{with:?}");
}

/// Returns the fields of a struct, with an asterisk for those that are required.
fn fields(read: &Read, name: &str) -> Vec<String> {
    let def = read.contract.get(name).unwrap_or_else(|| panic!("no {name} in {:?}", names(read)));
    let Kind::Struct(it) = &def.kind else { panic!("{name} is {:?}", def.kind) };
    let star = |required: bool| if required { "*" } else { "" };
    it.fields.iter().map(|field| format!("{}{}", field.name, star(field.required))).collect()
}

/// Returns the verdicts of an independent validator on values: by the schema as later steps read it, and as it was published.
fn verdicts(read: &Read, schema: &Value, values: &[Value]) -> Vec<(bool, bool)> {
    let validator = |schema| jsonschema::validator_for(schema).unwrap_or_else(|error| panic!("{error}: {schema:#}"));
    let (own, other) = (validator(&read.set.schemas[0].value), validator(schema));
    values.iter().map(|value| (own.is_valid(value), other.is_valid(value))).collect()
}

#[test]
fn properties_beside_branches_are_in_each_branch() {
    let step = json!({
        "$schema": NEWEST, "title": "Step", "type": "object",
        "properties": {
            "id": {"type": "string"}, "kind": {"enum": ["run", "wait", "stop"]},
            "at": {"type": "object", "properties": {"line": {"type": "integer"}}}
        },
        "required": ["id", "kind"],
        "oneOf": [
            {"title": "Run step", "properties": {"kind": {"const": "run"}, "command": {"type": "string"}}, "required": ["command"]},
            {"properties": {"kind": {"const": "wait"}, "seconds": {"type": "number"}}},
            {"$ref": "#/$defs/Halt"}
        ],
        "$defs": {"Halt": {"type": "object", "properties": {"kind": {"const": "stop"}, "code": {"type": "integer"}}}}
    });
    for at in ["own", "part"] {
        let mut schema = step.clone();
        if at == "part" {
            let branches = schema.as_object_mut().unwrap().shift_remove("oneOf").unwrap();
            schema["allOf"] = json!([{"oneOf": branches}]);
        }
        let read = read(&[("step.schema.json", schema.clone())]);
        let found: Vec<String> = variants(&read, "Step").into_iter().map(|(name, _)| name).collect();
        assert_eq!(found, ["Run", "Wait", "Halt"], "{at}");
        let Kind::Union(union) = &read.contract.get("Step").unwrap().kind else { unreachable!() };
        assert!(matches!(&union.by, Discriminator::Tag { key } if key == "kind"), "{:?}", union.by);
        // A type in a property that all have has the name of its place, and is there once.
        assert_eq!(names(&read), ["Halt", "RunStep", "Step", "StepAt", "StepHalt", "StepKind", "StepWait"], "{at}");
        assert_eq!(fields(&read, "RunStep"), ["id*", "kind*", "at", "command*"], "{at}");
        assert_eq!(fields(&read, "StepHalt"), ["kind*", "code", "id*", "at"], "{at}");
        assert_eq!(target(&read, "StepWait", "at"), "StepAt");
        assert!(!read.findings.0.iter().any(|it| it.code.name() == "ambiguous-union"), "{:#?}", read.findings);
        let values = [
            json!({"id": "a", "kind": "run", "command": "ls"}),
            json!({"id": "a", "kind": "run"}),
            json!({"kind": "wait", "seconds": 1}),
            json!({"id": "a", "kind": "wait", "seconds": "1", "at": {"line": 1}}),
            json!({"id": "a", "kind": "stop", "code": 1, "at": {"line": "1"}}),
            json!({"id": "a", "kind": "stop", "code": 1}),
        ];
        let found = verdicts(&read, &schema, &values);
        assert!(found.iter().all(|(own, other)| own == other), "{found:?}");
        assert_eq!(found.iter().filter(|(own, _)| *own).count(), 2);
    }
}

#[test]
fn what_overrides_a_property_of_its_base_narrows_it() {
    let all = [
        (json!({"type": "string", "minLength": 1}), json!({"const": "a"})),
        (json!({"type": "string", "minLength": 1}), json!({"enum": ["a", "b"]})),
        (json!({"type": ["string", "null"]}), json!({"type": "string"})),
        (json!({"$ref": "#/$defs/Word"}), json!({"const": "a"})),
        (json!({"type": ["string", "integer"]}), json!({"const": "a"})),
        (json!({"type": "array"}), json!({"type": "array", "items": {"type": "string"}})),
        (json!({"type": "object"}), json!({"type": "object", "properties": {"a": {"type": "string"}}})),
    ];
    let is_narrow: [fn(&Expr) -> bool; 7] = [
        |it| matches!(it, Expr::Constant { .. }),
        |it| matches!(it, Expr::Ref { .. }),
        |it| *it == Expr::String,
        |it| matches!(it, Expr::Constant { .. }),
        |it| matches!(it, Expr::Constant { .. }),
        |it| matches!(it, Expr::List { item, .. } if **item == Expr::String),
        |it| matches!(it, Expr::Ref { .. }),
    ];
    for swapped in [false, true] {
        for ((base, own), is_narrow) in all.iter().zip(is_narrow) {
            let (base, own) = if swapped { (own, base) } else { (base, own) };
            let schema = json!({
                "$schema": NEWEST, "title": "Lamp", "type": "object", "properties": {"a": own},
                "allOf": [{"$ref": "#/$defs/Base"}],
                "$defs": {"Base": {"type": "object", "properties": {"a": base}}, "Word": {"type": "string", "pattern": "^a"}}
            });
            let read = read(&[("lamp.schema.json", schema)]);
            let found = field(&read, "Lamp", "a");
            assert!(is_narrow(found.plain()), "{base} and {own}: {found:?}");
            assert!(told(&read.findings, "narrowing").is_empty(), "{:#?}", read.findings);
        }
    }
}

/// A list or an object that is stated again without its type has that of the base, and a bound that of its number.
#[test]
fn what_overrides_a_property_without_its_type_has_that_of_the_base() {
    let word = json!({"type": "string"});
    let bases = json!({
        "list": {"type": "array"}, "words": {"$ref": "#/$defs/Words"}, "object": {"type": "object"},
        "map": {"type": "object", "additionalProperties": word}, "count": {"type": "integer"}
    });
    let own = json!({
        "list": {"items": word}, "words": {"items": {"enum": ["a", "b"]}}, "object": {"properties": {"a": word}},
        "map": {"properties": {"a": {"minLength": 1}}}, "count": {"minimum": 3}
    });
    let values = [
        json!({"list": ["a"], "words": ["a", "b"], "object": {"a": "b"}, "map": {"a": "b"}, "count": 3}),
        json!({"list": [1]}),
        json!({"list": "a"}),
        json!({"words": ["c"]}),
        json!({"object": {"a": 1}}),
        json!({"object": []}),
        json!({"map": {"a": ""}}),
        json!({"map": {"b": 1}}),
        json!({"count": 2}),
        json!({"count": "3"}),
    ];
    let parts = |own: bool, draft: &str| {
        let base = json!({"$ref": "#/$defs/Base"});
        let all = if own { json!([base]) } else { json!([base, {"properties": {}}]) };
        json!({
            "$schema": draft, "title": "Lamp", "type": "object", "allOf": all,
            "$defs": {"Base": {"allOf": [{"$ref": "#/$defs/Root"}]}, "Root": {"type": "object", "properties": bases},
                "Words": {"type": "array", "items": word}}
        })
    };
    for is_own in [true, false] {
        let mut schema = parts(is_own, NEWEST);
        let at = if is_own { &mut schema } else { &mut schema["allOf"][1] };
        at["properties"] = own.clone();
        let read = read(&[("lamp.schema.json", schema.clone())]);
        let is_words = |it: &Expr| matches!(it, Expr::List { item, .. } if **item == Expr::String);
        assert!(is_words(field(&read, "Lamp", "list").plain()), "{:?}", field(&read, "Lamp", "list"));
        assert!(
            matches!(field(&read, "Lamp", "words").plain(), Expr::List { item, .. } if matches!(**item, Expr::Ref { .. }))
        );
        assert_eq!(fields(&read, &target(&read, "Lamp", "object")), ["a"]);
        assert!(matches!(field(&read, "Lamp", "count"), Expr::Bounded { inner, .. } if *inner == Expr::Integer));
        assert!(told(&read.findings, "no-object-type").is_empty(), "{:#?}", read.findings);
        let found = verdicts(&read, &schema, &values);
        assert!(found.iter().all(|(own, other)| own == other), "{found:?}");
        assert_eq!(found.iter().filter(|(own, _)| *own).count(), 1, "{found:?}");
    }
}

/// Parts that say something of one scalar or list are one schema of it, and what is said twice is the narrower of both.
#[test]
fn parts_of_a_scalar_or_a_list_are_one_type() {
    let bounds = |it: &Expr| if let Expr::Bounded { bounds, .. } = it { bounds.clone() } else { panic!("{it:?}") };
    let list = json!({"type": "array", "items": {"type": "string"}});
    let schema = lamp(json!({
        "list": {"allOf": [list, {"maxItems": 2}]},
        "maybe": {"allOf": [{"type": ["string", "null"]}, {"minLength": 1}]},
        "values": {"allOf": [{"enum": ["a", "b", "c"]}, {"enum": ["b", "c", "d"]}]},
        "words": {"type": "string", "allOf": [{"enum": ["a", "b"]}]},
        "whole": {"allOf": [{"type": "number"}, {"type": "integer", "minimum": 1}, {"minimum": 2, "maximum": 9}]},
        "several": {"allOf": [{"type": ["string", "integer", "null"]}, {"type": ["number", "string"]}]},
        "nothing": {"allOf": [{"type": "string"}, {"type": "integer"}]},
        "described": {"allOf": [{"type": "string", "description": "In a part."}, {"minLength": 1}]}
    }));
    let read = read(&[("lamp.schema.json", schema.clone())]);
    let of = |name: &str| field(&read, "Lamp", name);
    assert!(matches!(of("list").plain(), Expr::List { item, max: Some(2), .. } if **item == Expr::String));
    assert!(matches!(of("maybe").plain(), Expr::Nullable { .. }), "{:?}", of("maybe"));
    for name in ["values", "words"] {
        let Kind::Enum(it) = &read.contract.get(&target(&read, "Lamp", name)).unwrap().kind else { panic!("{name}") };
        assert_eq!(it.values.len(), 2, "{name}");
    }
    let whole = bounds(of("whole").plain());
    assert_eq!([whole.minimum, whole.maximum].map(|it| it.unwrap().to_string()), ["2", "9"]);
    assert_eq!(variants(&read, "LampSeveral").len(), 2);
    let about = read.contract.get("Lamp").map(|def| format!("{:?}", def.kind)).unwrap_or_default();
    assert!(about.contains("In a part."), "{about}");
    let values: Vec<Value> = ["list", "maybe", "values", "words", "whole", "several", "nothing", "described"]
        .iter()
        .flat_map(|name| {
            let all = [
                json!(null),
                json!(""),
                json!("a"),
                json!("b"),
                json!(1),
                json!(2),
                json!(2.5),
                json!(10),
                json!(["a"]),
                json!(["a", "b", "c"]),
                json!([1]),
            ];
            all.map(|value| json!({*name: value}))
        })
        .collect();
    let found = verdicts(&read, &schema, &values);
    assert!(found.iter().all(|(own, other)| own == other), "{found:?}");
}

/// An object or null has the type of the object, whatever is said of that.
#[test]
fn null_beside_an_object_with_branches_is_in_its_type() {
    let by =
        |kind: &str, own: Value| json!({"properties": {"kind": {"const": kind}, "own": own}, "required": ["kind"]});
    let branches = json!([by("a", json!({"type": "integer"})), by("b", json!({"type": "string"}))]);
    let then = json!({"properties": {"size": {"type": "integer"}}});
    let cases = [
        // Null fits both branches.
        (json!({"oneOf": branches}), "ref"),
        (json!({"anyOf": branches}), "nullable"),
        (json!({"allOf": [{"anyOf": branches}]}), "nullable"),
        (json!({"allOf": [{"$ref": "#/definitions/Base"}]}), "ref"),
        (json!({"dependencies": {"id": then}}), "nullable"),
    ];
    for (more, form) in cases {
        let mut bulb = json!({"type": ["object", "null"], "properties": {"id": {"type": "string"}}});
        bulb.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let mut schema = lamp(json!({"bulb": bulb, "list": {"type": "array", "items": bulb}}));
        schema["definitions"] = json!({"Base": {"type": "object", "properties": {"made": {"type": "string"}}}});
        let read = read(&[("lamp.schema.json", schema.clone())]);
        assert_eq!(field(&read, "Lamp", "bulb").form(), form, "{bulb}");
        assert!(read.contract.get("LampBulb").is_some(), "{:?}", names(&read));
        let values = [
            json!(null),
            json!({"id": "s", "kind": "a", "own": 1}),
            json!({"id": "s", "kind": "b", "own": 1}),
            json!({"id": "s", "size": "s"}),
            json!({"made": 1}),
            json!("s"),
        ];
        let values: Vec<Value> = values.into_iter().map(|it| json!({"bulb": it})).collect();
        let found = verdicts(&read, &schema, &values);
        assert!(found.iter().all(|(own, other)| own == other), "{schema}: {found:?}");
    }
}

/// Where a tag decides which branch holds, each branch of a closed object is a closed struct.
#[test]
fn branches_of_a_closed_object_are_closed() {
    for (is_required, key) in [(true, "oneOf"), (true, "anyOf"), (false, "oneOf")] {
        let branch = |kind: &str, own: &str| json!({"properties": {"kind": {"const": kind}, own: {"type": "string"}}});
        let mut schema = json!({
            "$schema": NEWEST, "title": "Lamp", "type": "object", "properties": {"id": {"type": "string"}},
            "allOf": [{"$ref": "#/$defs/Base"}], "unevaluatedProperties": false, key: [branch("a", "x"), branch("b", "y")],
            "$defs": {"Base": {"type": "object", "properties": {"made": {"type": "string"}}}}
        });
        if is_required {
            schema["required"] = json!(["kind"]);
        }
        let read = read(&[("lamp.schema.json", schema.clone())]);
        let Kind::Struct(first) = &read.contract.get("LampA").unwrap().kind else { panic!("{:?}", names(&read)) };
        assert_eq!(first.rest.is_none(), is_required, "{key}");
        let values = [
            json!({"kind": "a", "x": "s", "id": "i", "made": "m"}),
            json!({"kind": "a", "y": "s"}),
            json!({"kind": "b", "y": "s", "other": 1}),
            json!({"kind": "b", "y": "s"}),
            json!({"x": "s"}),
            json!({}),
        ];
        let found = verdicts(&read, &schema, &values);
        assert!(found.iter().all(|(own, other)| own == other), "{schema}: {found:?}");
    }
}

/// What the parts of `allOf` say together is in the type, also if one of them is a reference or has parts.
#[test]
fn parts_that_refer_to_scalars_or_have_parts_are_one_type() {
    let word = json!({"type": "string"});
    let of = |name: &str| json!({"$ref": format!("#/definitions/{name}")});
    let cases = [
        (json!([of("Colour"), {"enum": ["red", "green"]}]), "ref"),
        (json!([of("Colour"), {"const": "red"}]), "constant"),
        (json!([{"allOf": [of("Other")]}, {"const": "red"}]), "constant"),
        (json!([of("List"), {"items": word}]), "list"),
        (json!([of("Maybe"), word]), "string"),
        (json!([word, of("Maybe")]), "string"),
        (json!([{"allOf": [{"type": "number"}]}, {"minimum": 1}]), "bounded"),
        (json!([{"allOf": [{"allOf": [of("Colour")]}]}]), "ref"),
        // What only a validator sees makes no other type.
        (json!([of("Word"), {"maxLength": 3}]), "ref"),
        (json!([of("Word"), of("Short")]), "ref"),
    ];
    let properties = cases.iter().enumerate().map(|(at, (parts, _))| (format!("p{at}"), json!({"allOf": parts})));
    let mut schema = lamp(properties.collect());
    schema["definitions"] = json!({
        "Colour": {"type": "string", "enum": ["red", "green", "blue"]}, "Other": of("Colour"), "List": {"type": "array"},
        "Maybe": {"type": ["string", "null"]}, "Word": word, "Short": {"type": "string", "maxLength": 4}
    });
    let read = read(&[("lamp.schema.json", schema.clone())]);
    for (at, (parts, form)) in cases.iter().enumerate() {
        assert_eq!(field(&read, "Lamp", &format!("p{at}")).plain().form(), *form, "{parts}");
    }
    assert_eq!(target(&read, "Lamp", "p0"), "LampP0");
    let values = ["red", "blue", "abc", "abcde"].map(Value::from);
    let values = values.into_iter().chain([json!(null), json!(2), json!(0), json!(["a"]), json!([1])]);
    let values: Vec<Value> =
        values.flat_map(|value| (0..cases.len()).map(move |at| json!({format!("p{at}"): value}))).collect();
    let found = verdicts(&read, &schema, &values);
    assert!(found.iter().all(|(own, other)| own == other), "{found:?}");
}

#[test]
fn parts_of_parts_are_bases_and_fields() {
    let schema = json!({
        "$schema": DRAFT_07, "title": "Lamp",
        "allOf": [
            {"description": "Inner.", "allOf": [
                {"$ref": "#/definitions/Base"},
                {"type": "object", "allOf": [{"properties": {"on": {"type": "boolean"}}}], "properties": {"watt": {"type": "integer"}}}
            ]},
            {"properties": {"socket": {"allOf": [{"allOf": [{"$ref": "#/definitions/Base"}]}, {"required": ["name"]}]}}}
        ],
        "required": ["name"],
        "definitions": {"Base": {"type": "object", "properties": {"name": {"type": "string"}}}}
    });
    let read = read(&[("lamp.schema.json", schema.clone())]);
    assert_eq!(fields(&read, "Lamp"), ["name*", "on", "watt", "socket"]);
    assert_eq!(fields(&read, "LampSocket"), ["name*"]);
    let values = [
        json!({"name": "a", "on": true, "watt": 3, "socket": {"name": "b"}}),
        json!({"on": true}),
        json!({"name": "a", "on": 1}),
        json!({"name": "a", "watt": "b"}),
        json!({"name": "a", "socket": {}}),
        json!({"name": 1}),
        json!("a"),
    ];
    let found = verdicts(&read, &schema, &values);
    assert!(found.iter().all(|(own, other)| own == other), "{found:?}");
}

#[test]
fn what_extends_a_union_is_a_union() {
    let read = read(&[(
        "lamp.schema.json",
        json!({
            "$schema": NEWEST, "title": "Lamp", "type": "object", "properties": {"name": {"type": "string"}},
            "allOf": [{"$ref": "#/$defs/Light"}],
            "$defs": {
                "Light": {"oneOf": [{"$ref": "#/$defs/Bulb"}, {"$ref": "#/$defs/Tube"}]},
                "Bulb": {"type": "object", "properties": {"watt": {"type": "number"}}, "required": ["watt"]},
                "Tube": {"type": "object", "properties": {"length": {"type": "number"}}, "required": ["length"]}
            }
        }),
    )]);
    assert_eq!(names(&read), ["Bulb", "Lamp", "LampBulb", "LampTube", "Light", "Tube"]);
    assert_eq!(fields(&read, "LampBulb"), ["watt*", "name"]);
}

/// Each branch narrows a type of its own: the type is there once, and not once for each branch.
/// A type beside a union is that of its branches, and TypeScript keeps the values beside another name of `string`.
#[test]
fn known_values_beside_other_strings_stay_in_the_types() {
    let schema = lamp(json!({
        "mood": {"type": "string", "anyOf": [{"enum": ["warm", "cold"]}, {"minLength": 3}]},
        "cap": {"type": "string", "anyOf": [{"$comment": "any other"}, {"enum": ["e14", "e27"]}]},
        "name": {"oneOf": [{"type": "string", "enum": ["desk", "wall"]}, {"$ref": "label.schema.json"}]}
    }));
    let label = json!({"title": "Label", "type": "string", "pattern": "^!"});
    let files = files(set(&[("lamp.schema.json", schema), ("label.schema.json", label)]).path());
    let text = &files["typescript/types/lamp.d.ts"];
    for lines in [
        "export type LampMood =\n  | LampMoodValue\n  | (string & {});",
        "export type LampCap =\n  | (string & {})\n  | LampCapValue;",
        "export type LampName =\n  | LampNameValue\n  | (Label & {});",
    ] {
        assert!(text.contains(lines), "{lines}\n{text}");
    }
}

/// An object in a property of a base, and what overrides it, are one struct; so are the objects in them.
#[test]
fn an_object_that_overrides_one_of_the_base_extends_it() {
    let bulb = json!({
        "type": "object", "required": ["watt"],
        "properties": {
            "watt": {"type": "integer"}, "on": {"type": "boolean"},
            "cap": {"type": "object", "properties": {"size": {"type": "string"}}}
        }
    });
    let own = json!({
        "required": ["on"],
        "properties": {"on": {"type": "boolean", "enum": [true]}, "cap": {"properties": {"colour": {"type": "string"}}}}
    });
    let read = read(&[
        ("lamp.schema.json", lamp(json!({"bulb": bulb}))),
        (
            "lit.schema.json",
            json!({
                "title": "Lit",
                "allOf": [{"$ref": "lamp.schema.json"}, {"type": "object", "properties": {"bulb": own}}]
            }),
        ),
    ]);
    assert!(matches!(field(&read, "Lit", "bulb").plain(), Expr::Ref { name, .. } if name == "LitBulb"));
    for (name, fields) in [("LitBulb", &["watt", "on", "cap"][..]), ("LitBulbCap", &["size", "colour"])] {
        let Kind::Struct(it) = &read.contract.get(name).unwrap().kind else { panic!("no struct") };
        assert_eq!(it.fields.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), fields);
    }
    assert!(matches!(field(&read, "LitBulb", "on").plain(), Expr::Ref { name, .. } if name == "LitBulbOn"));
    assert!(told(&read.findings, "narrowing").is_empty(), "{:#?}", read.findings);
}

/// What overrides an object that refuses other properties can narrow those that it has.
#[test]
fn an_object_that_narrows_a_closed_one_of_the_base_extends_it() {
    let mut schema = lamp(json!({}));
    schema["allOf"] = json!([
        {"$ref": "#/definitions/Base"},
        {"type": "object", "properties": {"bulb": {"type": "object", "required": ["on"], "properties": {"on": {"const": true}}}}}
    ]);
    schema["definitions"] = json!({
        "Base": {"type": "object", "properties": {"bulb": {"$ref": "#/definitions/Bulb"}}},
        "Bulb": {
            "type": "object", "additionalProperties": false,
            "properties": {"on": {"type": "boolean"}, "watt": {"type": "integer"}}
        }
    });
    let read = read(&[("lamp.schema.json", schema.clone())]);
    let bulb = target(&read, "Lamp", "bulb");
    assert_eq!(fields(&read, &bulb), ["on*", "watt"]);
    assert_eq!(field(&read, &bulb, "on").plain(), &Expr::Constant { value: json!(true) });
    let bulbs = [json!({"on": true}), json!({"on": false}), json!({"watt": 1}), json!({"on": true, "other": 1})];
    let values = bulbs.map(|it| json!({"bulb": it}));
    let found = verdicts(&read, &schema, &values);
    assert!(found.iter().all(|(own, other)| own == other), "{found:?}");
}

/// What a branch refers to can narrow an object beside the union as well as the branch itself.
#[test]
fn branches_that_refer_to_narrower_objects_are_a_union() {
    let colour =
        |name: &str| json!({"properties": {"light": {"type": "object", "properties": {"colour": {"const": name}}}}});
    let mut schema = lamp(json!({"light": {"type": "object"}}));
    schema["additionalProperties"] = json!(false);
    schema["oneOf"] = json!([{"$ref": "#/definitions/red"}, {"$ref": "#/definitions/green"}]);
    schema["definitions"] = json!({"red": colour("red"), "green": colour("green")});
    let read = read(&[("lamp.schema.json", schema.clone())]);
    assert_eq!(variants(&read, "Lamp").len(), 2, "{:?}", names(&read));
    let values =
        [json!({"light": {"colour": "red"}}), json!({"light": {"colour": "blue"}}), json!({}), json!({"x": 1})];
    let found = verdicts(&read, &schema, &values);
    assert!(found.iter().all(|(own, other)| own == other), "{found:?}");
}

/// A reference to what overrides a property asks for nothing of the base.
#[test]
fn an_override_that_something_refers_to_stays_as_it_is() {
    let own = json!({"type": "object", "properties": {"on": {"type": "boolean"}}});
    let bulb = json!({"type": "object", "required": ["watt"], "properties": {"watt": {"type": "integer"}}});
    let read = read(&[
        (
            "lamp.schema.json",
            lamp(json!({"bulb": bulb, "spare": {"$ref": "lit.schema.json#/allOf/1/properties/bulb"}})),
        ),
        (
            "lit.schema.json",
            json!({
                "title": "Lit",
                "allOf": [{"$ref": "lamp.schema.json"}, {"type": "object", "properties": {"bulb": own}}]
            }),
        ),
    ]);
    let spare = field(&read, "Lamp", "spare");
    let Expr::Ref { name, .. } = spare.plain() else { panic!("no reference") };
    let Kind::Struct(it) = &read.contract.get(name).unwrap().kind else { panic!("no struct") };
    assert_eq!(it.fields.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["on"]);
}

#[test]
fn a_type_that_all_branches_narrow_is_there_once() {
    let task = |name: &str| {
        json!({"properties": {
            "task": {"pattern": format!("^{name}@")}, "inputs": {"properties": {name: {"type": "string"}}}
        }})
    };
    let listed = |name: &str| json!({"enum": [format!("{name}@1"), format!("{name}@2")]});
    let read = read(&[(
        "task.schema.json",
        json!({
            "$schema": DRAFT_07, "title": "Task", "type": "object", "required": ["task"],
            "properties": {"task": {"anyOf": [listed("a"), listed("b"), listed("c")]}, "inputs": {"type": "object"}},
            "anyOf": [task("a"), task("b"), task("c")]
        }),
    )]);
    let found = names(&read);
    let own = (1..=3).flat_map(|at| [format!("TaskVariant{at}"), format!("TaskVariant{at}Inputs")]);
    assert_eq!(found, ["Task", "TaskTask"].into_iter().map(str::to_owned).chain(own).collect::<Vec<_>>());
    assert_eq!(fields(&read, "TaskVariant1Inputs"), ["a"]);
    assert!(matches!(field(&read, "TaskVariant1", "task").plain(), Expr::Ref { name, .. } if name == "TaskTask"));
}

/// A branch that refuses properties says no more of them than one that requires some: both are a check of one struct.
#[test]
fn branches_that_require_or_refuse_properties_are_a_check() {
    let read = read(&[lamp_with(json!([
        {"required": ["latch"]}, {"required": ["hook"]}, {"properties": {"latch": false, "hook": false}}
    ]))]);
    assert_eq!(names(&read), ["Lamp"]);
    assert_eq!(fields(&read, "Lamp"), ["state", "cover"]);
}

/// What a shared property refuses, or asks for under a condition, is a check in every branch, and no type.
#[test]
fn no_type_is_made_of_the_checks_of_a_property_that_branches_share() {
    let read = read(&[lamp_with(json!([
        {"properties": {"a": {"type": "string"}}, "required": ["a"]},
        {"properties": {"b": {"type": "string"}}, "required": ["b"]}
    ]))]);
    assert_eq!(names(&read), ["Lamp", "LampA", "LampB"]);
}

/// A schema with branches beside properties that have checks.
fn lamp_with(branches: Value) -> (&'static str, Value) {
    let schema = json!({
        "$schema": DRAFT_07, "title": "Lamp", "type": "object", "oneOf": branches,
        "properties": {
            "state": {"type": "string", "not": {"enum": ["broken", "lost"]}},
            "cover": {"if": {"type": "string"}, "then": {"enum": ["plate", "flap"]}, "else": {"type": "object"}}
        }
    });
    ("lamp.schema.json", schema)
}

/// A value is valid for what the schemas are read as if it is valid for what is published: several parts of a branch can narrow one
/// property, and every keyword that evaluates a property counts.
#[test]
fn what_conditions_narrow_and_evaluate_changes_no_verdict() {
    let narrowed_twice = |condition: &str, then: [Value; 2]| {
        let parts = then.map(|then| json!({"if": {"properties": {"k": {"const": condition}}}, "then": then}));
        json!({
            "$schema": DRAFT_2020, "title": "Lamp", "type": "object", "required": ["k"], "allOf": parts,
            "properties": {"k": {"enum": ["x", "y", "z"]}, "o": {"type": "object", "properties": {"p": {"type": "string"}}}}
        })
    };
    let closed = |more: Value| {
        let mut schema = json!({
            "$schema": DRAFT_2020, "title": "Lamp", "type": "object", "unevaluatedProperties": false,
            "properties": {"f": {"type": "boolean"}}
        });
        schema.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        schema
    };
    // Under a condition, what is referred to is no property of every value.
    let referred = |then: Value| {
        closed(json!({
            "if": {"required": ["f"]}, "then": then, "else": {"properties": {"x": {"type": "string"}}},
            "$defs": {"Part": {"properties": {"x": {"type": "integer"}}}}
        }))
    };
    let cases = [
        referred(json!({"$ref": "#/$defs/Part"})),
        referred(json!({"allOf": [{"properties": {"x": {"type": "integer"}}}]})),
        narrowed_twice("x", [json!({"properties": {"k": {"type": "string"}, "b": {"type": "string"}}}), json!({})]),
        narrowed_twice(
            "x",
            [
                json!({"properties": {"o": {"properties": {"q": {"type": "integer"}}, "required": ["q"]}}}),
                json!({"properties": {"o": {"properties": {"r": {"type": "integer"}}, "required": ["r"]}}}),
            ],
        ),
        narrowed_twice(
            "x",
            [
                json!({"properties": {"o": {"maxProperties": 1}, "b": {"type": "string"}}}),
                json!({"properties": {"o": {"required": ["p"]}}}),
            ],
        ),
        closed(
            json!({"if": {"properties": {"x": {"type": "integer"}}, "required": ["x"]}, "then": {}, "else": {"properties": {"x": {"type": "string"}}}}),
        ),
        closed(
            json!({"if": {"patternProperties": {"^x": {"type": "integer"}}, "required": ["x"]}, "else": {"properties": {"x": {"type": "string"}}}}),
        ),
        closed(
            json!({"allOf": [{"if": {"required": ["f"]}, "then": {"properties": {"x": {"type": "string"}}}, "else": {"properties": {"x": true}}}]}),
        ),
        // A branch that refers to a schema states what that one states.
        closed(json!({
            "anyOf": [{"minProperties": 2}, {"$ref": "#/$defs/Part"}],
            "if": {"required": ["k"]}, "then": {"properties": {"x": {"type": "string"}}},
            "$defs": {"Part": {"properties": {"x": {"type": "integer"}}}}
        })),
        // A union in a part evaluates properties for that part.
        json!({
            "$schema": DRAFT_2020, "title": "Lamp", "type": "object", "properties": {"p": {"type": "string"}},
            "allOf": [{
                "properties": {"y": {"type": "integer"}}, "unevaluatedProperties": {"type": "integer"},
                "oneOf": [
                    {"properties": {"k": {"type": "string"}, "b": {"type": "string"}}, "required": ["k"]},
                    {"properties": {"x": {"type": "string"}}, "required": ["x"]}
                ]
            }]
        }),
    ];
    let values = [
        json!({"k": "x"}),
        json!({"k": "y", "b": 1}),
        json!({"k": "x", "b": 1}),
        json!({"k": "x", "b": "s", "o": {}}),
        json!({"k": "x", "o": {"r": 1}}),
        json!({"k": "x", "o": {"q": 1}}),
        json!({"k": "x", "o": {"q": 1, "r": 1}}),
        json!({"k": "x", "o": {"p": "s"}}),
        json!({"k": "z", "o": {"p": 1}}),
        json!({"k": "w"}),
        json!({}),
        json!({"x": 1}),
        json!({"x": "s"}),
        json!({"x": true}),
        json!({"f": true, "x": "s"}),
        json!({"f": true, "x": 1}),
        json!({"y": 1}),
        json!({"x": 1, "y": 1}),
    ];
    for schema in cases {
        let read = read(&[("lamp.schema.json", schema.clone())]);
        for (value, (own, other)) in values.iter().zip(verdicts(&read, &schema, &values)) {
            assert_eq!(own, other, "{value} under {schema:#}");
        }
    }
}

/// Each branch has a name of its own in every language, also where constants repeat or differ in signs alone.
#[test]
fn branches_whose_tags_are_alike_have_names_of_their_own() {
    let lamp = |branches: Value| {
        json!({
            "$schema": DRAFT_07, "title": "Lamp", "type": "object", "required": ["kind"],
            "properties": {"id": {"type": "integer"}}, "oneOf": branches
        })
    };
    let of = |kind: &str, more: &str| json!({"properties": {"kind": {"const": kind}, more: {"type": "string"}}, "required": [more]});
    let call = |method: &str, more: &str| json!({"properties": {"version": {"const": "2.0"}, "kind": {"const": method}, more: {"type": "string"}}});
    for (branches, expected) in [
        (json!([call("ping", "a"), call("list", "b")]), vec!["Ping", "List"]),
        (json!([of("foo-bar", "a"), of("foo_bar", "b")]), vec!["FooBar", "FooBar2"]),
        (json!([of("same", "a"), of("same", "b"), of("other", "c")]), vec!["LampA", "LampB", "Other"]),
        (json!([{"$ref": "#/definitions/P"}, {"$ref": "#/definitions/Q/properties/P"}]), vec!["P", "P2"]),
    ] {
        let mut schema = lamp(branches);
        let part = json!({"type": "object", "properties": {"p": {"type": "string"}}});
        schema["definitions"] = json!({"P": part, "Q": {"type": "object", "properties": {"P": part}}});
        let folder = set(&[("lamp.schema.json", schema)]);
        let read = generate::read(folder.path()).unwrap_or_else(|found| panic!("{found:#?}"));
        let found: Vec<_> = variants(&read, "Lamp").into_iter().map(|(name, _)| name.to_upper_camel_case()).collect();
        assert_eq!(found, expected);
        files(folder.path());
    }
}

/// What is in a part is in every branch. Beyond some thousand, the branches are a check, and that is reported.
#[test]
fn branches_beside_many_properties_are_a_check_also_if_these_are_in_parts() {
    let many: serde_json::Map<String, Value> = (0..100)
        .map(|at| (format!("p{at}"), json!({"type": "object", "properties": {"q": {"type": "string"}}})))
        .collect();
    let branch =
        |at: usize| json!({"properties": {"k": {"const": at.to_string()}, format!("x{at}"): {"type": "integer"}}});
    let schema = json!({
        "$schema": DRAFT_07, "title": "Lamp", "type": "object", "allOf": [{"properties": many}],
        "oneOf": (0..60).map(branch).collect::<Vec<_>>()
    });
    let read = read(&[("lamp.schema.json", schema)]);
    assert!(names(&read).len() < 150, "{}", names(&read).len());
    assert_eq!(told(&read.findings, "ambiguous-union").len(), 1);
}

/// A branch that is the schema itself never ends. That is reported once, for the schema.
#[test]
fn a_branch_that_is_the_schema_itself_is_an_error() {
    let schema = json!({
        "$schema": DRAFT_07, "title": "Lamp", "type": "object", "properties": {"a": {"type": "string"}},
        "oneOf": [{"$ref": "#"}, {"properties": {"b": {"type": "string"}}, "required": ["b"]}]
    });
    let found = refused("", &[("lamp.schema.json", schema)]);
    assert_eq!(found, [("reference-cycle".to_owned(), "`Lamp` refers to itself".to_owned())]);
}

/// Null stays where both schemas of a property take it.
#[test]
fn a_narrowed_property_keeps_null_where_both_take_it() {
    let read = read(&[(
        "lamp.schema.json",
        json!({
            "$schema": DRAFT_07, "title": "Lamp", "type": "object", "allOf": [{"$ref": "#/definitions/Base"}],
            "properties": {"a": {"type": ["array", "null"], "items": {"type": "string"}}, "b": {"type": ["boolean", "null"]}},
            "definitions": {
                "Base": {"type": "object", "properties": {"a": {"$ref": "#/definitions/Any"}, "b": {"$ref": "#/definitions/Any"}}},
                "Any": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "boolean"}, {"type": "null"}]}
            }
        }),
    )]);
    for name in ["a", "b"] {
        let found = field(&read, "Lamp", name);
        assert!(matches!(found.plain(), Expr::Nullable { .. } | Expr::Ref { .. }), "{name}: {found:?}");
    }
}

/// Types that branches share are named by their places, and each has a file. Long keys make no name that a file cannot have.
#[test]
fn a_name_that_is_made_of_long_keys_is_short_enough_for_a_file() {
    let key = |at: usize| format!("key{at}{}", "x".repeat(60));
    let inner = (0..4).rev().fold(
        json!({"type": "string"}),
        |inner, at| json!({"type": "object", "properties": {key(at): inner}, "required": [key(at)]}),
    );
    let folder = set(&[(
        "lamp.schema.json",
        json!({
            "$schema": DRAFT_07, "title": "Lamp", "type": "object", "properties": {"outer": inner},
            "oneOf": [
                {"properties": {"a": {"type": "string"}}, "required": ["a"]},
                {"properties": {"b": {"type": "string"}}, "required": ["b"]}
            ]
        }),
    )]);
    let made = files(folder.path());
    assert!(made.iter().any(|(path, text)| path.starts_with("python/") && text.contains(&format!("{}:", key(3)))));
}

/// A property can be called like a keyword. What is in there is a type all the same.
#[test]
fn below_a_property_with_the_name_of_a_keyword_all_is_as_elsewhere() {
    let part = json!({
        "type": "object", "properties": {"a": {"type": ["string", "integer"]}},
        "oneOf": [{"properties": {"b": {"type": "string"}}, "required": ["b"]}, {"properties": {"c": {"type": "string"}}}]
    });
    for name in ["if", "not", "then", "contains", "dependentSchemas", "properties"] {
        let read = read(&[("lamp.schema.json", lamp(json!({name: {"type": "array", "items": part}})))]);
        assert!(read.contract.types.iter().any(|it| matches!(&it.kind, Kind::Union(it) if it.variants.len() == 2 && it.variants.iter().all(|it| matches!(it.expr, Expr::Ref { .. })))), "{name}");
        assert!(told(&read.findings, "many-types").is_empty(), "{name}: {:#?}", read.findings);
    }
}

#[test]
fn conditions_on_a_tag_are_a_union() {
    let schema = json!({
        "$schema": NEWEST, "title": "Scheme", "type": "object", "required": ["type"], "unevaluatedProperties": false,
        "properties": {"type": {"$ref": "#/$defs/Type"}, "note": {"type": "string"}},
        "allOf": [{"$ref": "#/$defs/key"}, {
            "if": {"properties": {"type": {"enum": ["http"]}, "scheme": {"const": "bearer"}}, "required": ["scheme"]},
            "then": {"properties": {"format": {"type": "string"}}}
        }],
        "if": {"properties": {"type": {"const": "http"}}}, "then": {"properties": {"scheme": {"type": "string"}}},
        "$defs": {
            "Type": {"type": "string", "enum": ["apiKey", "http", "tls", "none"]},
            "key": {"if": {"properties": {"type": {"const": "apiKey"}}}, "then": {"properties": {"in": {"type": "string"}}, "required": ["in"]}}
        }
    });
    let read = read(&[("scheme.schema.json", schema.clone())]);
    let found: Vec<String> = variants(&read, "Scheme").into_iter().map(|(name, _)| name).collect();
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(fields(&read, "SchemeApiKey"), ["type*", "note", "in*"]);
    assert_eq!(fields(&read, "SchemeHttp"), ["type*", "note", "scheme", "format"]);
    let values = [
        json!({"type": "apiKey", "in": "header"}),
        json!({"type": "apiKey"}),
        json!({"type": "apiKey", "in": "header", "scheme": "x"}),
        json!({"type": "http", "scheme": "bearer", "format": "jwt"}),
        json!({"type": "http", "scheme": "basic", "format": "jwt"}),
        json!({"type": "http", "scheme": 1}),
        json!({"type": "tls", "note": "a"}),
        json!({"type": "none", "in": "header"}),
        json!({"type": "other"}),
        json!({"note": "a"}),
        json!({}),
    ];
    let found = verdicts(&read, &schema, &values);
    assert!(found.iter().all(|(own, other)| own == other), "{found:?}");
    assert_eq!(found.iter().filter(|(own, _)| *own).count(), 3, "{found:?}");
}

/// A boolean or an integer that every object has, with listed values, divides the objects as a string does.
#[test]
fn conditions_on_a_boolean_or_an_integer_are_a_union() {
    let ask = |tag: Value, value: Value| {
        json!({
            "$schema": NEWEST, "title": "Lamp", "type": "object", "required": ["tag"],
            "properties": {"tag": tag, "note": {"type": "string"}},
            "if": {"properties": {"tag": {"const": value}}},
            "then": {"properties": {"lumen": {"type": "integer"}}, "required": ["lumen"]},
            "else": {"properties": {"watt": {"type": "integer"}}},
            "$defs": {"Flag": {"type": "boolean"}}
        })
    };
    let boolean = [("TagTrue", "tag*, note, lumen*"), ("TagFalse", "tag*, note, watt")];
    let number = [("Tag1", "tag*, note, lumen*"), ("Tag2", "tag*, note, watt")];
    for (schema, expected) in [
        (ask(json!({"type": "boolean"}), json!(true)), Some(boolean)),
        (ask(json!({"$ref": "#/$defs/Flag"}), json!(true)), Some(boolean)),
        (ask(json!({"enum": [true, false]}), json!(true)), Some(boolean)),
        (ask(json!({"enum": [1, 2]}), json!(1)), Some(number)),
        (ask(json!({"type": "integer", "enum": [1, 2]}), json!(1.0)), Some(number)),
        (ask(json!({"type": "integer"}), json!(1)), None),
        (ask(json!({"enum": [1, 2.5]}), json!(1)), None),
    ] {
        let read = read(&[("lamp.schema.json", schema.clone())]);
        for (name, expected) in expected.iter().flatten() {
            assert_eq!(fields(&read, &format!("Lamp{name}")).join(", "), *expected, "{:?}", names(&read));
        }
        let is_union = matches!(read.contract.get("Lamp").unwrap().kind, Kind::Union(_));
        assert_eq!(is_union, expected.is_some(), "{schema}");
        let tags = [
            None,
            Some(json!(true)),
            Some(json!(false)),
            Some(json!(1)),
            Some(json!(1.0)),
            Some(json!(2)),
            Some(json!("1")),
        ];
        let values: Vec<Value> =
            [json!({}), json!({"lumen": 1}), json!({"watt": "x"}), json!({"lumen": 1, "watt": "x"})]
                .into_iter()
                .flat_map(|value| {
                    tags.iter().map(move |tag| {
                        let mut value = value.clone();
                        tag.iter().for_each(|tag| value["tag"] = tag.clone());
                        value
                    })
                })
                .collect();
        let found = verdicts(&read, &schema, &values);
        assert!(found.iter().all(|(own, other)| own == other), "{schema:#}: {found:?}");
    }
}

/// Branches that a boolean or an integer tells apart are closed and called after it, as with a string.
#[test]
fn a_boolean_or_an_integer_tells_branches_apart() {
    for (key, tags, expected) in [
        ("oneOf", [json!(true), json!(false)], ["OkTrue", "OkFalse"]),
        ("anyOf", [json!(true), json!(false)], ["OkTrue", "OkFalse"]),
        ("oneOf", [json!(1), json!(2)], ["Ok1", "Ok2"]),
        ("anyOf", [json!(1), json!(2)], ["Ok1", "Ok2"]),
    ] {
        let [one, other] = &tags;
        let schema = json!({
            "$schema": NEWEST, "title": "Reply", "type": "object", "required": ["ok"], "unevaluatedProperties": false,
            "properties": {"note": {"type": "string"}},
            key: [
                {"properties": {"ok": {"const": one}, "value": {"type": "string"}}},
                {"properties": {"ok": {"const": other}, "error": {"type": "string"}}, "required": ["error"]},
            ]
        });
        let read = read(&[("reply.schema.json", schema.clone())]);
        let found: Vec<String> = variants(&read, "Reply").into_iter().map(|(name, _)| name).collect();
        assert_eq!(found, expected, "{key} {:?}", names(&read));
        assert_eq!(fields(&read, &format!("Reply{}", expected[0])).join(", "), "note, ok*, value");
        assert_eq!(fields(&read, &format!("Reply{}", expected[1])).join(", "), "note, ok*, error*");
        let mut values = vec![json!({}), json!({"note": "a"})];
        for tag in tags.iter().chain([&json!("1"), &json!(3)]) {
            let more = [
                json!({}),
                json!({"value": "a"}),
                json!({"error": "b"}),
                json!({"error": "b", "value": 1}),
                json!({"x": 1}),
            ];
            values.extend(more.map(|mut value| {
                value["ok"] = tag.clone();
                value
            }));
        }
        let found = verdicts(&read, &schema, &values);
        assert!(found.iter().all(|(own, other)| own == other), "{schema:#}: {found:?}");
        assert!(found.iter().any(|(own, _)| *own), "{found:?}");
    }
}

/// A condition on a tag that can be absent, or have any value, decides as much. Where every object would be the same, there is no
/// union.
#[test]
fn conditions_on_a_tag_that_can_be_absent_or_have_other_values_are_a_union() {
    let on = |condition: Value, then: &str| json!({"if": condition, "then": {"$ref": format!("#/$defs/{then}")}});
    let is = |version: &str| json!({"required": ["version"], "properties": {"version": {"const": version}}});
    let absent = || json!({"not": {"required": ["version"]}});
    let ask = |versions: Value, conditions: Value| {
        json!({
            "$schema": NEWEST, "title": "Lamp", "type": "object", "properties": {"version": versions}, "allOf": conditions,
            "$defs": {
                "Old": {"type": "object", "properties": {"watt": {"type": "integer"}}},
                "New": {"type": "object", "required": ["lumen"], "properties": {"lumen": {"type": "integer"}}}
            }
        })
    };
    let values: Vec<Value> = ["{}", r#"{"lumen": 1}"#, r#"{"watt": "x"}"#, r#"{"lumen": 1, "watt": "x"}"#]
        .iter()
        .flat_map(|text| [None, Some("1"), Some("2"), Some("3")].map(|version| (text, version)))
        .map(|(text, version)| {
            let mut value: Value = serde_json::from_str(text).unwrap();
            if let Some(it) = version {
                value["version"] = json!(it);
            }
            value
        })
        .collect();
    let two = json!([on(absent(), "New"), on(is("2"), "New"), on(is("1"), "Old")]);
    for (schema, expected) in [
        (ask(json!({"enum": ["1", "2"]}), two.clone()), vec![("1", "version*, watt"), ("2", "lumen*, version")]),
        (
            ask(json!({"type": "string"}), two.clone()),
            vec![("2", "lumen*, version"), ("1", "version*, watt"), ("Other", "version*")],
        ),
        (
            ask(json!({"type": "string"}), json!([{"if": {"required": ["version"]}, "then": {"$ref": "#/$defs/New"}}])),
            vec![("WithVersion", "lumen*, version*"), ("WithoutVersion", "version")],
        ),
        (ask(json!({"enum": ["2"]}), json!([on(absent(), "New"), on(is("2"), "New")])), vec![("", "lumen*, version")]),
    ] {
        let read = read(&[("lamp.schema.json", schema.clone())]);
        for (name, expected) in &expected {
            let mut found = fields(&read, &format!("Lamp{name}"));
            found.sort();
            assert_eq!(found.join(", "), *expected, "{name}: {:?}", names(&read));
        }
        let found = verdicts(&read, &schema, &values);
        assert!(found.iter().all(|(own, other)| own == other), "{schema:#}: {found:?}");
    }
}

/// The type of a value decides which keywords are about it.
#[test]
fn a_keyword_about_another_type_says_nothing() {
    let read = read(&[(
        "lamp.schema.json",
        lamp(json!({
            "state": {"type": "string", "enum": ["on", "off"], "additionalProperties": false},
            "bulbs": {"type": "array", "items": {"type": "string"}, "properties": {"a": {"type": "string"}}, "required": ["a"]},
            "size": {"type": "integer", "minLength": 2, "format": "int32"}
        })),
    )]);
    assert_eq!(target(&read, "Lamp", "state"), "LampState");
    assert!(matches!(&read.contract.get("LampState").unwrap().kind, Kind::Enum(_)), "{:?}", names(&read));
    assert!(matches!(field(&read, "Lamp", "bulbs"), Expr::List { item, .. } if *item == Expr::String));
    assert!(told(&read.findings, "no-object-type").is_empty());
    assert_eq!(
        told(&read.findings, "misplaced-keyword"),
        [
            "`additionalProperties` means nothing beside `\"type\": \"string\"`",
            "`properties` means nothing beside `\"type\": \"array\"`",
            "`required` means nothing beside `\"type\": \"array\"`",
            "`minLength` means nothing beside `\"type\": \"integer\"`",
        ]
    );
}

/// A condition on the type of a value is decided by the type beside it, and otherwise divides the values into types.
#[test]
fn a_condition_on_a_type_is_decided_or_a_union() {
    let then = json!({"required": ["on"], "properties": {"on": {"type": "boolean"}}});
    let mut schema = lamp(json!({
        "either": {"oneOf": [{"type": "string"}, {"if": {"type": "object"}, "then": then}]},
        "both": {"if": {"not": {"type": "object"}}, "then": {"type": "string"}, "else": then},
        "object": {"type": "object", "if": {"not": {"type": "object"}}, "then": {"$ref": "#"}, "else": then}
    }));
    schema["$schema"] = json!(NEWEST);
    let read = read(&[("lamp.schema.json", schema.clone())]);
    assert_eq!(fields(&read, "LampObject"), ["on*"]);
    for name in ["LampEitherValueObject", "LampBothObject"] {
        assert_eq!(fields(&read, name), ["on*"], "{:?}", names(&read));
    }
    let values = [json!("a"), json!({}), json!({"on": true}), json!({"on": 1}), json!([]), json!(null), json!(1)];
    let values: Vec<Value> =
        ["either", "both", "object"].iter().flat_map(|key| values.clone().map(|it| json!({*key: it}))).collect();
    let found = verdicts(&read, &schema, &values);
    assert!(found.iter().all(|(own, other)| own == other), "{found:?}");
}

/// What follows for values of other types holds for none of them, or for those of one of its types.
#[test]
fn a_condition_on_a_type_whose_other_case_never_holds_is_one_type() {
    let then = json!({"required": ["on"], "properties": {"on": {"type": "boolean"}}});
    let about = json!({"allOf": [{"$ref": "#/$defs/Object"}]});
    let cases = [
        ("typed", json!({"if": {"type": "object"}, "then": then, "else": {"type": "object"}})),
        ("referred", json!({"if": {"type": "object"}, "then": then, "else": about})),
        ("refused", json!({"if": {"type": "object"}, "then": then, "else": false})),
        ("turned", json!({"if": {"type": ["string", "array"]}, "then": {"type": "null"}, "else": then})),
        ("some", json!({"if": {"type": "object"}, "then": then, "else": {"type": ["object", "string"]}})),
        (
            "listed",
            json!({"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"type": ["array", "string"], "items": {"type": "string"}}}),
        ),
        ("whole", json!({"if": {"type": "object"}, "then": then, "else": {"type": "integer"}})),
        (
            "remarked",
            json!({"title": "Own", "if": {"type": "object"}, "then": {"title": "Then", "properties": {"on": {"type": "boolean"}}}, "else": {"type": "object"}}),
        ),
    ];
    let in_union =
        |(name, schema): &(&str, Value)| (format!("{name}-beside"), json!({"oneOf": [{"const": "x"}, schema]}));
    let beside: Vec<(String, Value)> = cases.iter().map(in_union).collect();
    let alone = cases.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone()));
    let properties: serde_json::Map<String, Value> = alone.chain(beside).collect();
    let mut schema = lamp(Value::Object(properties.clone()));
    schema["$schema"] = json!(NEWEST);
    schema["$defs"] = json!({"Object": {"type": "object", "properties": {"off": {"type": "boolean"}}}});
    let read = read(&[("lamp.schema.json", schema.clone())]);
    for (name, of) in [("LampTyped", "on*"), ("LampReferred", "on*"), ("LampRefused", "on*"), ("Own", "on")] {
        assert_eq!(fields(&read, name), [of], "{name}: {:?}", names(&read));
    }
    let lost: Vec<String> = told(&read.findings, "untyped");
    assert!(lost.is_empty(), "{lost:?}");
    let values = [
        json!("a"),
        json!("x"),
        json!(""),
        json!({}),
        json!({"on": true}),
        json!({"on": 1}),
        json!({"off": 1}),
        json!([]),
        json!(["a"]),
        json!([1]),
        json!(null),
        json!(1),
        json!(1.5),
        json!(true),
    ];
    let values: Vec<Value> =
        properties.keys().flat_map(|key| values.clone().map(|it| json!({key.as_str(): it}))).collect();
    let found = verdicts(&read, &schema, &values);
    let wrong: Vec<_> = found.iter().zip(&values).filter(|((own, other), _)| own != other).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// What the type of a value decides is left out, but not before its form is checked.
#[test]
fn mistakes_in_what_a_type_decides_are_refused() {
    let mistakes = [json!({"type": "strng"}), json!({"minLength": -1}), json!({"$ref": "#/$defs/Nothing"})];
    let shapes: [fn(Value) -> Value; 4] = [
        |wrong| json!({"type": "object", "if": {"type": "object"}, "then": {}, "else": wrong}),
        |wrong| json!({"type": "object", "if": {"type": "string"}, "then": wrong}),
        |wrong| json!({"if": {"type": "object"}, "then": {"properties": {"a": {}}}, "else": {"type": "object", "not": wrong}}),
        |wrong| json!({"type": "string", "properties": {"a": wrong}}),
    ];
    for (index, shape) in shapes.iter().enumerate() {
        for mistake in &mistakes {
            let mut schema = lamp(json!({"bulb": shape(mistake.clone())}));
            schema["$schema"] = json!(NEWEST);
            let found = refused("", &[("lamp.schema.json", schema)]);
            assert!(!found.is_empty(), "{index}: {mistake}");
        }
    }
}

/// A part that refuses null leaves the other types of the list.
#[test]
fn null_beside_a_part_that_refuses_it_is_not_in_the_type() {
    let mut schema = lamp(json!({
        "inline": {"type": ["string", "null"], "allOf": [{"type": "string"}]},
        "referred": {"type": ["string", "null"], "allOf": [{"$ref": "#/definitions/Name"}]},
        "kept": {"type": ["string", "null"], "allOf": [{"minLength": 1}]}
    }));
    schema["definitions"] = json!({"Name": {"type": "string"}});
    let read = read(&[("lamp.schema.json", schema)]);
    assert_eq!(names(&read), ["Lamp", "Name"]);
    assert_eq!(*field(&read, "Lamp", "inline").plain(), Expr::String);
    assert!(field(&read, "Lamp", "kept").is_nullable(), "{:?}", field(&read, "Lamp", "kept"));
}

/// The values of a map are in the type of what extends it: as narrow as one of the two says.
#[test]
fn what_extends_a_map_has_its_values() {
    let extends = |own: Value| {
        let mut schema = json!({"allOf": [{"$ref": "#/$defs/Map"}]});
        schema.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
        schema
    };
    let values = "DictValue";
    let cases = [
        ("plain", extends(json!({"type": "object"})), values),
        ("described", extends(json!({"type": "object", "description": "A map."})), values),
        ("more", json!({"allOf": [{"$ref": "#/$defs/Map"}, {"minProperties": 2}]}), values),
        ("narrowed", extends(json!({"additionalProperties": {"type": "integer"}})), "integer"),
        ("part", json!({"allOf": [{"$ref": "#/$defs/Map"}, {"additionalProperties": {"type": "integer"}}]}), "integer"),
        (
            "first",
            json!({"allOf": [{"additionalProperties": {"type": "integer"}}, {"$ref": "#/$defs/Map"}]}),
            "integer",
        ),
        (
            "pattern",
            extends(json!({"patternProperties": {"^a": {"type": "integer"}}, "additionalProperties": false})),
            "integer",
        ),
        (
            "every",
            extends(
                json!({"patternProperties": {"": {"type": "array", "items": {"type": "string"}}}, "additionalProperties": false}),
            ),
            "list",
        ),
        ("fields", extends(json!({"properties": {"a": {"type": "string"}}})), values),
        ("struct", json!({"allOf": [{"$ref": "#/$defs/Struct"}], "properties": {"b": {"type": "integer"}}}), "integer"),
    ];
    let mut schema = lamp(cases.iter().map(|(name, schema, _)| ((*name).to_owned(), schema.clone())).collect());
    schema["$schema"] = json!(NEWEST);
    let value = json!({"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "array"}]});
    schema["$defs"] = json!({
        "Map": {"$ref": "#/$defs/Dict"},
        "Dict": {"type": "object", "minProperties": 1, "patternProperties": {"^[a-z]*$": value}, "additionalProperties": false},
        "Struct": {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "integer"}}
    });
    let read = read(&[("lamp.schema.json", schema.clone())]);
    for (name, _, expected) in cases {
        let Expr::Ref { name: of, .. } = field(&read, "Lamp", name) else {
            panic!("{name} is {:?}", field(&read, "Lamp", name))
        };
        let Kind::Struct(it) = &read.contract.get(&of).unwrap().kind else { panic!("{name} is no struct") };
        let found = match it.rest.as_ref().map(Expr::plain) {
            Some(Expr::Ref { name, .. }) => name.as_str(),
            Some(Expr::Integer) => "integer",
            Some(Expr::List { .. }) => "list",
            _ => "any",
        };
        assert_eq!(found, expected, "{name}: {:?}", it.rest);
    }
    let found = told(&read.findings, "base");
    assert!(found.is_empty(), "{found:?}");
}

/// Without a tag, a field under a condition has its type where nothing else allows the key, and may be anything elsewhere.
#[test]
fn properties_under_conditions_are_fields() {
    let or_any = Expr::Matched { inner: Box::new(Expr::String) };
    for (closed, expected) in [(true, Expr::String), (false, or_any)] {
        let mut schema = json!({
            "$schema": NEWEST, "title": "Lamp", "type": "object", "properties": {"bulb": {"type": "string"}},
            "dependentSchemas": {"bulb": {
                "properties": {"style": {"type": "string"}},
                "allOf": [{"if": {"required": ["style"]}, "then": {"properties": {"style": {"enum": ["a", "b"]}}}}]
            }}
        });
        if closed {
            schema["unevaluatedProperties"] = json!(false);
        }
        let read = read(&[("lamp.schema.json", schema.clone())]);
        assert_eq!(fields(&read, "Lamp"), ["bulb", "style"]);
        assert_eq!(*field(&read, "Lamp", "style").plain(), expected, "{closed}");
        let values = [
            json!({"bulb": "x", "style": "a"}),
            json!({"bulb": "x", "style": "c"}),
            json!({"style": "a"}),
            json!({"style": 1}),
            json!({"bulb": "x", "style": 1}),
            json!({"other": 1}),
        ];
        let found = verdicts(&read, &schema, &values);
        assert!(found.iter().all(|(own, other)| own == other), "{closed}: {found:?}");
    }
}

/// What other keys may hold limits a field under a condition, which is in the type all the same.
#[test]
fn fields_under_conditions_have_the_type_that_other_keys_have() {
    let word = json!({"type": "string"});
    let mixed = json!({"type": ["string", "object"]});
    let parts = json!({"type": "object", "properties": {"size": word}});
    let cases = [
        ("additionalProperties", word.clone(), word.clone(), "string"),
        ("additionalProperties", word.clone(), json!({"minLength": 2, "type": "string"}), "string"),
        ("additionalProperties", word.clone(), json!({"enum": ["a", "b"]}), "ref"),
        ("additionalProperties", json!({"type": "string", "minLength": 2}), json!({"enum": ["a", "b"]}), "bounded"),
        ("additionalProperties", mixed.clone(), word.clone(), "ref"),
        ("additionalProperties", json!({"type": "object"}), parts.clone(), "matched"),
        ("additionalProperties", json!({"$ref": "#/$defs/Word"}), word.clone(), "ref"),
        ("unevaluatedProperties", word.clone(), word.clone(), "string"),
        ("unevaluatedProperties", word.clone(), json!({"type": "integer"}), "ref"),
        ("unevaluatedProperties", json!({"$ref": "#/$defs/Word"}), json!({"type": "integer"}), "ref"),
        ("unevaluatedProperties", parts, mixed, "matched"),
    ];
    for (key, rest, own, form) in cases {
        // An object that only some have is a union of them.
        let is_union = form == "matched" && key == "additionalProperties";
        for condition in
            ["if", "dependentSchemas", "allOf"].into_iter().filter(|it| !is_union || *it == "dependentSchemas")
        {
            let then = json!({"properties": {"style": own}});
            let mut schema = json!({
                "$schema": NEWEST, "title": "Lamp", "type": "object", "properties": {"bulb": {"type": "string"}}, key: rest,
                "$defs": {"Word": {"type": "string"}}
            });
            match condition {
                "if" => {
                    schema["if"] = json!({"required": ["bulb"]});
                    schema["then"] = then;
                }
                "dependentSchemas" => schema["dependentSchemas"] = json!({"bulb": then}),
                _ => schema["allOf"] = json!([{"if": {"required": ["bulb"]}, "then": then}]),
            }
            let read = read(&[("lamp.schema.json", schema.clone())]);
            assert_eq!(fields(&read, "Lamp"), ["bulb", "style"], "{schema}");
            assert_eq!(field(&read, "Lamp", "style").plain().form(), form, "{schema}");
            let values = [json!("a"), json!("abc"), json!(1), json!({"size": "a"}), json!({"size": 1}), json!({})];
            let values = values.iter().flat_map(|it| {
                [json!({"bulb": "x", "style": it}), json!({"style": it}), json!({"style": it, "other": it})]
            });
            let values: Vec<Value> = values.chain([json!({"other": 1}), json!({"bulb": "x", "other": "a"})]).collect();
            let found = verdicts(&read, &schema, &values);
            assert!(found.iter().all(|(own, other)| own == other), "{schema}: {found:?}");
        }
    }
}

/// What a condition asks for says nothing of other values, and what another schema does not look at takes no field away.
#[test]
fn a_field_has_the_type_that_its_conditions_give_it() {
    let word = json!({"type": "string"});
    let schema = json!({
        "$schema": DRAFT_07, "title": "Lamp", "type": "object", "properties": {"bulb": word},
        "dependencies": {"bulb": {"properties": {"watt": {"type": "number"}, "wires": {"type": "array", "items": word}}}, "cable": ["bulb"]},
        "if": {"properties": {"mode": {"const": "eco"}, "asked": word}},
        "then": {"properties": {"mode": word, "limit": word, "either": word, "box": {"type": "object", "properties": {"size": word}}}},
        "else": {"properties": {"limit": {"type": "integer"}, "either": {}}}
    });
    let closed = json!({
        "$schema": NEWEST, "title": "Closed", "type": "object", "properties": {"a": word}, "unevaluatedProperties": false
    });
    let read = read(&[("lamp.schema.json", schema.clone()), ("zzz.schema.json", closed)]);
    assert_eq!(fields(&read, "Lamp"), ["bulb", "mode", "asked", "limit", "either", "box", "watt", "wires"]);
    let inner = |name: &str| match field(&read, "Lamp", name) {
        Expr::Matched { inner } => inner.form(),
        other => other.form(),
    };
    let found = ["mode", "asked", "limit", "either", "box", "watt", "wires"].map(inner);
    assert_eq!(found, ["string", "any", "ref", "any", "ref", "number", "list"]);
    assert_eq!(fields(&read, "LampBox"), ["size"]);
    assert_eq!(variants(&read, "LampLimit").len(), 2);
    let values = [
        json!({"mode": "eco", "limit": "a"}),
        json!({"mode": "eco", "limit": 1}),
        json!({"mode": 1, "limit": 1}),
        json!({"mode": 1, "limit": "a"}),
        json!({"bulb": "x", "wires": [1]}),
        json!({"wires": [1], "watt": "a", "mode": "x"}),
        json!({"cable": 1}),
    ];
    let found = verdicts(&read, &schema, &values);
    assert!(found.iter().all(|(own, other)| own == other), "{found:?}");
}

/// Branches of `anyOf` that can hold for one value are one struct, with the fields of all of them. Those that a tag tells apart, or
/// that have names, are a union.
#[test]
fn branches_that_can_hold_together_are_one_struct() {
    let word = json!({"type": "string"});
    let by = |name: &str, more: Value| {
        let mut branch = json!({"properties": {name: word}, "required": [name]});
        branch.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        branch
    };
    let kind = |value: &str| json!({"properties": {"kind": {"enum": [value, format!("{value}2")]}, value: word}, "required": ["kind"]});
    let closed = |name: &str| by(name, json!({"additionalProperties": false}));
    let coded = |name: &str| json!({"properties": {"code": {"pattern": format!("^{name}@")}, name: word}});
    let refused = json!({"properties": {"a": false, "c": word}});
    let cases = [
        (vec![by("a", json!({})), by("b", json!({}))], Some(vec!["id", "a", "b"])),
        (vec![by("a", json!({"title": "One"})), by("b", json!({"title": "Other"}))], None),
        (vec![by("a", json!({})), json!({"$ref": "#/$defs/B"})], None),
        (vec![coded("a"), coded("b")], None),
        (vec![coded("a"), coded("a.?")], None),
        (vec![by("a", json!({})), by("b", json!({})), refused.clone()], Some(vec!["id", "a", "b", "c"])),
        (vec![kind("a"), kind("b")], None),
        (vec![by("a", json!({})), refused], None),
        (vec![closed("a"), closed("b")], None),
    ];
    for (branches, expected) in cases {
        for is_part in [false, true] {
            let mut schema = json!({
                "$schema": NEWEST, "title": "Lamp", "type": "object",
                // What all branches have tells none of them apart.
                "properties": {"id": {"enum": ["x", "y", "z"]}},
                "$defs": {"B": by("b", json!({"type": "object"}))}
            });
            match is_part {
                true => schema["allOf"] = json!([{"anyOf": branches}]),
                false => schema["anyOf"] = json!(branches),
            }
            let read = read(&[("lamp.schema.json", schema.clone())]);
            match &expected {
                Some(expected) => assert_eq!(fields(&read, "Lamp"), *expected, "{schema}"),
                None => assert_eq!(variants(&read, "Lamp").len(), branches.len(), "{schema}"),
            }
            let values = [
                json!({"a": "x", "b": "y"}),
                json!({"a": "x", "b": 1}),
                json!({"a": 1, "b": "y", "id": "z"}),
                json!({"id": "z"}),
                json!({"kind": "a", "a": "x"}),
                json!({"kind": "b2", "a": 1}),
                json!({"c": "z", "b": 1}),
            ];
            let found = verdicts(&read, &schema, &values);
            assert!(found.iter().all(|(own, other)| own == other), "{schema}: {found:?}");
        }
    }
}

/// Branches that only say more of the properties of a closed object are a check of one struct, whose fields have what they say.
#[test]
fn branches_that_refine_a_closed_object_are_one_struct() {
    let list = |of: &str| json!({"type": "array", "items": {"type": of}});
    let by = |name: &str, properties: Value| json!({"required": [name], "properties": properties});
    let sized = || json!({"properties": {"size": {"type": "integer"}}});
    let kind = |of: &str, items: &str| json!({"properties": {"kind": {"const": of}, "list": list(items)}});
    let cases = [
        // In all branches: one of these.
        (
            vec![by("a", json!({"list": list("string")})), by("b", json!({"list": list("integer")}))],
            Some(("list", "ref")),
        ),
        (
            vec![by("a", json!({"list": list("string")})), by("b", json!({"list": list("string")}))],
            Some(("list", "list")),
        ),
        // In one of them: this, or anything.
        (vec![by("a", json!({"box": sized()})), by("b", json!({"a": {"type": "string"}}))], Some(("box", "matched"))),
        (vec![by("a", json!({"list": list("string")})), by("b", json!({}))], Some(("list", "matched"))),
        (vec![by("a", json!({"b": {"minLength": 2}})), by("b", json!({}))], Some(("b", "string"))),
        // Types differ, a tag is there, or a struct would lose something.
        (vec![kind("x", "string"), kind("y", "integer")], None),
        (vec![by("a", json!({"list": list("string"), "b": false})), by("b", json!({"list": list("integer")}))], None),
        (vec![by("a", json!({"shape": sized()})), by("b", json!({}))], None),
        (vec![by("a", json!({"list": list("string"), "x": {}})), json!({"$ref": "#/$defs/Other"})], None),
    ];
    for (branches, expected) in cases {
        for (key, is_part) in [("anyOf", false), ("anyOf", true), ("oneOf", false), ("oneOf", true)] {
            let mut schema = json!({
                "$schema": NEWEST, "title": "Lamp", "type": "object", "additionalProperties": false,
                "properties": {
                    "a": {"type": ["string", "null"]}, "b": {"type": "string"}, "list": {"type": "array", "description": "All."},
                    "box": {"type": "object"}, "kind": {"enum": ["x", "y"]},
                    "shape": {"type": "object", "properties": {"name": {"type": "string"}}}
                },
                "$defs": {"Other": {"type": "object", "properties": {"list": list("integer")}}}
            });
            match is_part {
                true => schema["allOf"] = json!([{key: branches}]),
                false => schema[key] = json!(branches),
            }
            let read = read(&[("lamp.schema.json", schema.clone())]);
            match expected {
                Some((name, form)) => {
                    assert_eq!(fields(&read, "Lamp"), ["a", "b", "list", "box", "kind", "shape"], "{schema}");
                    assert_eq!(field(&read, "Lamp", name).plain().form(), form, "{schema}");
                }
                None => assert_eq!(variants(&read, "Lamp").len(), branches.len(), "{schema}"),
            }
            let values = [
                json!({"a": "x", "list": ["x"]}),
                json!({"a": "x", "list": [1]}),
                json!({"b": "x", "list": [1]}),
                json!({"b": "xy", "a": "x", "list": []}),
                json!({"b": "xy", "a": null, "list": [1, "x"]}),
                json!({"kind": "x", "list": ["x"], "a": "x"}),
                json!({"kind": "y", "list": ["x"], "b": "x"}),
                json!({"a": "x", "box": {"size": 1}}),
                json!({"a": "x", "box": {"size": "1"}}),
                json!({"b": "x", "box": {"size": "1"}, "shape": {"size": "1"}}),
                json!({"a": "x", "shape": {"size": "1"}}),
                json!({"a": "x", "other": 1}),
                json!({}),
            ];
            let found = verdicts(&read, &schema, &values);
            assert!(found.iter().all(|(own, other)| own == other), "{schema}: {found:?}");
        }
    }
}

#[test]
fn a_list_with_a_schema_for_each_place_has_items_of_these_types() {
    let read = read(&[(
        "lamp.schema.json",
        lamp(json!({
            "at": {"type": "array", "items": [{"type": "number"}, {"type": "number"}], "additionalItems": false},
            "pair": {"type": "array", "items": [{"type": "string"}, {"type": "boolean"}], "maxItems": 2},
            "open": {"type": "array", "items": [{"type": "number"}]},
        })),
    )]);
    let item = |name: &str| match field(&read, "Lamp", name).plain() {
        Expr::List { item, .. } => item.plain().clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(item("at"), Expr::Number);
    assert!(matches!(item("pair"), Expr::Ref { name, .. } if name == "LampPairItem"));
    // More items may follow.
    assert_eq!(item("open"), Expr::Any);
}

/// A list with other items at each place is a tuple in every language if it always has the same number of them. TypeScript has one
/// for the others, too: the places, which of them every list has, and the rest.
#[test]
fn a_list_with_a_schema_for_each_place_is_a_tuple() {
    let list = |more: Value| {
        let mut list = json!({"type": "array", "items": [{"type": "number"}, {"$ref": "#/definitions/Bolt"}]});
        list.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        list
    };
    let mut lamp = lamp(json!({
        "fixed": list(json!({"additionalItems": false, "minItems": 2})),
        "sized": list(json!({"maxItems": 2, "minItems": 1})),
        "open": list(json!({})),
        "rest": list(json!({"additionalItems": {"type": "boolean"}, "minItems": 3})),
        "same": {"type": "array", "items": [{"type": "number"}], "additionalItems": {"type": "number"}},
        "part": {"type": "array", "items": {"type": "string"}, "allOf": [{"items": [{"const": "p"}]}]},
        "odd": {
            "type": "array", "additionalItems": false,
            "items": [{"const": "a"}, {"type": "object", "properties": {"on": {"type": "boolean"}}}, {"type": ["string", "null"]}]
        },
        "none": {"type": ["array", "null"], "items": [{"type": "number"}], "additionalItems": false, "minItems": 1},
        "point": {"$ref": "#/definitions/Point"}
    }));
    lamp["definitions"] = json!({
        "Bolt": {"type": "object", "properties": {"size": {"type": "integer"}}},
        "Point": {"type": "array", "items": [{"type": "number"}, {"type": "number"}], "additionalItems": false, "minItems": 2}
    });
    let folder = set(&[("lamp.schema.json", lamp)]);
    let files = files(folder.path());
    let text = &files["typescript/types/lamp.d.ts"];
    for line in [
        "  fixed?: [number, Bolt];",
        "  sized?: [number, Bolt?];",
        "  open?: [number?, Bolt?, ...Array<unknown>];",
        "  rest?: [number, Bolt, ...Array<boolean>];",
        "  same?: Array<number>;",
        "  part?: [\"p\"?, ...Array<string>];",
        "  odd?: [\"a\"?, LampOddItemValue?, (string | null)?];",
        "  none?: [number] | null;",
        "export type Point = [number, number];",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let (python, rust) = (&files["python/src/lamps/models/lamp.py"], &files["rust/src/types/lamp.rs"]);
    for line in [
        "    fixed: Annotated[Annotated[tuple[float, Bolt], AsTuple], _ASSERTED_",
        "    sized: Annotated[Annotated[list[LampSizedItem], Field(min_length=1, max_length=2)], _ASSERTED_",
        "    none: Annotated[Annotated[tuple[float], AsTuple] | None, _ASSERTED_",
        "Point: TypeAlias = Annotated[Annotated[Annotated[tuple[Number, Number], AsTuple], _ASSERTED_",
    ] {
        assert!(python.contains(line), "{line}\n{python}");
    }
    for line in [
        "    pub fixed: Option<(f64, Bolt)>,",
        "    pub sized: Option<Vec<LampSizedItem>>,",
        "    pub none: Option<Option<(f64,)>>,",
        "    pub point: Option<Point>,",
    ] {
        assert!(rust.contains(line), "{line}\n{rust}");
    }
    // What `json.loads` returns has lists only.
    let dictionaries = &files["python/src/lamps/_types/lamp.py"];
    assert!(!dictionaries.contains("tuple["), "{dictionaries}");
}

/// A list with other items at each place has the types of its items, also if it can be null.
#[test]
fn the_items_of_a_list_or_null_have_the_types_of_its_places() {
    let pair = json!({"type": ["array", "null"], "items": [{"type": "string"}, {"type": "integer"}], "maxItems": 2});
    let schema = lamp(json!({"pair": pair}));
    let folder = set(&[("lamp.schema.json", schema.clone())]);
    let files = files(folder.path());
    for (path, line) in [
        ("typescript/types/lamp.d.ts", "  pair?: [string?, number?] | null;"),
        ("python/src/lamps/_types/lamp.py", "    pair: NotRequired[list[LampPairItem] | None]"),
        ("rust/src/types/lamp.rs", "    pub pair: Option<Option<Vec<LampPairItem>>>,"),
    ] {
        assert!(files[path].contains(line), "{path}: {line}\n{}", files[path]);
    }
    let read = generate::read(folder.path()).unwrap_or_else(|found| panic!("{found:#?}"));
    let values = [
        json!(null),
        json!([]),
        json!(["a", null]),
        json!(["a", 1]),
        json!([1]),
        json!(["a", "b"]),
        json!(["a", 1, 2]),
    ];
    let values: Vec<Value> = values.into_iter().map(|it| json!({"pair": it})).collect();
    let found = verdicts(&read, &schema, &values);
    assert!(found.iter().all(|(own, other)| own == other), "{found:?}");
}

/// A place of a tuple has its own strings, and not those of another place.
#[test]
fn the_strings_at_a_place_of_a_tuple_are_its_own() {
    let modes = json!({"enum": ["on", "off"]});
    let pair =
        |first: Value| json!({"type": "array", "items": [first, modes], "additionalItems": false, "minItems": 2});
    let schema = lamp(json!({
        "named": pair(json!({"type": "string"})),
        "listed": pair(json!({"enum": ["dim", "off"]})),
        "same": pair(modes.clone()),
        "alone": pair(json!({"const": "dim"}))
    }));
    let files = files(set(&[("lamp.schema.json", schema)]).path());
    for (path, lines) in [
        (
            "typescript/types/lamp.d.ts",
            [
                "  named?: [string, LampNamedItemVariant2];",
                "  listed?: [LampListedItemVariant1, LampListedItemVariant2];",
                "  same?: [LampSameItem, LampSameItem];",
                "  alone?: [\"dim\", LampAloneItemVariant2];",
                "export type LampNamedItemVariant2 =\n  | \"on\"\n  | \"off\";",
            ],
        ),
        (
            "rust/src/types/lamp.rs",
            [
                "    pub named: Option<(String, LampNamedItemVariant2)>,",
                "    pub listed: Option<(LampListedItemVariant1, LampListedItemVariant2)>,",
                "    pub same: Option<(LampSameItem, LampSameItem)>,",
                "    pub alone: Option<(crate::constant::Dim, LampAloneItemVariant2)>,",
                "pub enum LampNamedItemVariant2 {",
            ],
        ),
    ] {
        for line in lines {
            assert!(files[path].contains(line), "{path}: {line}\n{}", files[path]);
        }
    }
}

/// Listed numbers of which some have a fraction are one type. TypeScript and pydantic know the values, and type checkers of Python do
/// not.
#[test]
fn listed_numbers_with_fractions_are_one_type_with_the_values() {
    let schema = lamp(json!({
        "only": {"type": "number", "enum": [0.5, 1.5]}, "mixed": {"enum": [0, 0.25, 1]}, "one": {"const": 0.125},
        "list": {"type": "array", "items": {"enum": [0.1, 2]}}, "nullable": {"type": ["number", "null"], "enum": [0.75, null]},
        "many": {"enum": ["a", 0.5, true]}, "whole": {"enum": [1, 2]}
    }));
    let folder = set(&[("lamp.schema.json", schema)]);
    let files = files(folder.path());
    let expected = [
        (
            "typescript/types/lamp.d.ts",
            vec![
                "export type LampOnly = 0.5 | 1.5;",
                "export type LampMixed = 0 | 0.25 | 1;",
                "  one?: 0.125;",
                "export type LampListItem = 0.1 | 2;",
                "export type LampNullable = 0.75;",
                "  nullable?: LampNullable | null;",
                "  | \"a\"\n  | 0.5\n  | true;",
                "  | 1\n  | 2;",
            ],
        ),
        (
            "python/src/lamps/models/lamp.py",
            vec![
                "_NUMBERS_1: TypeAlias = float",
                " = Literal[0.5, 1.5]",
                " = Literal[0, 0.25, 1]",
                " = Literal[0.125]",
                " = Literal[0.1, 2]",
                "LampMixed: TypeAlias = Annotated[_NUMBERS_",
            ],
        ),
        (
            "rust/src/types/lamp.rs",
            vec!["pub type LampMixed = f64;", "pub type LampListItem = f64;", "N1(crate::constant::N1)"],
        ),
        ("python/src/lamps/_types/lamp.py", vec!["LampMixed: TypeAlias = float"]),
    ];
    for (file, texts) in expected {
        for text in texts {
            assert!(files[file].contains(text), "{text}\n{}", files[file]);
        }
    }
}

/// TypeScript takes a union with `unknown` for `unknown`, and one of a string and of strings for strings.
#[test]
fn no_member_of_a_union_hides_the_others_in_typescript() {
    let mut lamp = lamp(json!({
        "one": {"anyOf": [{"$ref": "#/definitions/Bolt"}, {"$ref": "#/definitions/More"}]},
        "two": {"anyOf": [{"$ref": "#/definitions/Bolt"}, {"description": "Anything."}]},
        "code": {"anyOf": [{"const": 7}, {"const": 8}, {"type": "integer"}]},
        "word": {"anyOf": [{"const": "off"}, {"type": "string", "pattern": "^x"}]}
    }));
    lamp["definitions"] = json!({
        "Bolt": {"type": "object", "properties": {"size": {"type": "integer"}}},
        "More": {"description": "Anything."}
    });
    let text = &files(set(&[("lamp.schema.json", lamp)]).path())["typescript/types/lamp.d.ts"];
    let any = "  | null | boolean | number | string | unknown[] | { [key: string]: unknown };";
    for (line, count) in [(any, 2), ("  | (number & {});", 1), ("  | (string & {});", 1), ("  | Bolt\n", 2)] {
        assert_eq!(text.matches(line).count(), count, "{line}\n{text}");
    }
}

/// Only a literal of the same kind can be hidden by a member that is every string or number.
#[test]
fn a_member_that_hides_no_other_is_spelled_as_it_is_in_typescript() {
    let lamp = lamp(json!({
        "width": {"anyOf": [{"type": "number"}, {"enum": ["auto", "full"]}]},
        "shown": {"anyOf": [{"type": "string"}, {"const": true}]},
        "size": {"anyOf": [{"type": "string"}, {"type": "number"}, {"const": 0}]},
        "word": {"anyOf": [{"type": "string", "minLength": 3}, {"enum": ["on", null]}]}
    }));
    let text = &files(set(&[("lamp.schema.json", lamp)]).path())["typescript/types/lamp.d.ts"];
    for union in [
        "export type LampWidth =\n  | number\n  | LampWidthValue;",
        "export type LampShown =\n  | string\n  | true;",
        "export type LampSize =\n  | string\n  | (number & {})\n  | 0;",
        "export type LampWord =\n  | (string & {})\n  | LampWordValue | null;",
    ] {
        assert!(text.contains(union), "{union}\n{text}");
    }
}

/// `false` is a type without values, in every language. As a branch it says nothing.
#[test]
fn false_is_a_type_without_values() {
    let mut lamp = lamp(json!({
        "never": false,
        "none": {"type": "array", "items": false},
        "broken": {"$ref": "#/definitions/Broken"},
        "either": {"anyOf": [{"type": "string"}, false, {"type": "integer"}]},
        "one": {"oneOf": [false, {"$ref": "#/definitions/Bolt"}]}
    }));
    lamp["definitions"] =
        json!({"Broken": false, "Bolt": {"type": "object", "properties": {"size": {"type": "integer"}}}});
    let files = files(set(&[("lamp.schema.json", lamp)]).path());
    for (path, lines) in [
        (
            "typescript/types/lamp.d.ts",
            [
                "  never?: never;",
                "  none?: Array<never>;",
                "export type Broken = never;",
                "  one?: Bolt;",
                "export type LampEither =\n  | string\n  | number;",
            ],
        ),
        (
            "python/src/lamps/_types/lamp.py",
            [
                "    never: NotRequired[Never]",
                "    none: NotRequired[list[Never]]",
                "Broken: TypeAlias = Never",
                "    one: NotRequired[Bolt]",
                "LampEither: TypeAlias = str | int",
            ],
        ),
        (
            "rust/src/types/lamp.rs",
            [
                "    pub never: Option<crate::never::Never>,",
                "    pub none: Option<Vec<crate::never::Never>>,",
                "pub type Broken = crate::never::Never;",
                "    pub one: Option<Bolt>,",
                "    String(String),",
            ],
        ),
    ] {
        for line in lines {
            assert!(files[path].contains(line), "{path}: {line}\n{}", files[path]);
        }
    }
}

/// What stands only at a place of a tuple is in the packages like anything else.
#[test]
fn a_place_of_a_tuple_can_be_false() {
    let pair = json!({"type": "array", "items": [{"type": "string"}, false], "additionalItems": false, "minItems": 2});
    let files = files(set(&[("lamp.schema.json", lamp(json!({"pair": pair})))]).path());
    assert!(files["rust/src/types/lamp.rs"].contains("    pub pair: Option<(String, crate::never::Never)>,"));
    assert!(files["rust/src/lib.rs"].contains("pub mod never;") && files.contains_key("rust/src/never.rs"));
}

#[test]
fn a_map_with_one_pattern_has_the_type_of_its_values() {
    let values = json!({"type": "object", "properties": {"watt": {"type": "integer"}}});
    let closed = json!({"type": "object", "patternProperties": {"^b": values}, "additionalProperties": false});
    let every = json!({"type": "object", "patternProperties": {".*": {"type": "string"}}});
    let open = json!({"type": "object", "patternProperties": {"^b": {"type": "string"}}});
    let read = read(&[("lamp.schema.json", lamp(json!({"bulbs": closed, "labels": every, "rest": open})))]);
    let values = |name: &str| match field(&read, "Lamp", name).plain() {
        Expr::Map { value, .. } => (**value).clone(),
        other => panic!("{other:?}"),
    };
    assert!(matches!(values("bulbs"), Expr::Ref { name, .. } if name == "LampBulbsValue"));
    assert_eq!(values("labels"), Expr::String);
    // Another key may hold anything.
    assert_eq!(values("rest"), Expr::Matched { inner: Box::new(Expr::String) });
}

/// A pattern that lists names becomes fields, and the values of other keys have the type of the one pattern that limits them.
#[test]
fn the_other_values_of_an_object_have_the_type_of_its_pattern() {
    let plug = json!({"type": "object", "properties": {"watt": {"type": "integer"}}});
    let with = |more: Value| {
        let mut schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
        schema.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        schema
    };
    let files = files(
        set(&[(
            "lamp.schema.json",
            lamp(json!({
                "closed": with(json!({"patternProperties": {"^/": plug}, "additionalProperties": false})),
                "open": with(json!({"patternProperties": {"^/": {"type": "integer"}}})),
                "marked": with(json!({"patternProperties": {"^/": {"type": "integer"}, "^x-": {}}, "additionalProperties": false})),
                "named": with(json!({"patternProperties": {"^(?:on|off)$": {"type": "integer"}}, "additionalProperties": false})),
                "others": with(json!({"patternProperties": {"^/": {"type": "integer"}}, "additionalProperties": {"type": "string"}})),
            })),
        )])
        .path(),
    );
    for (path, lines) in [
        (
            "typescript/types/lamp.d.ts",
            [
                "export interface LampClosed {\n  name?: string;\n  [key: string]: string | LampClosedValue | undefined;\n}",
                "export interface LampOpen {\n  name?: string;\n  [key: string]: unknown;\n}",
                "export interface LampMarked {\n  name?: string;\n  [key: string]: unknown;\n}",
                "export interface LampNamed {\n  name?: string;\n  on?: number;\n  off?: number;\n}",
                "export interface LampOthers {\n  name?: string;\n  [key: string]: unknown;\n}",
            ],
        ),
        (
            "rust/src/types/lamp.rs",
            [
                "    pub extra: std::collections::BTreeMap<String, LampClosedValue>,",
                "    pub extra: std::collections::BTreeMap<String, crate::matched::Matched<i64>>,",
                "    pub on: Option<i64>,",
                "    pub off: Option<i64>,",
                "    pub extra: serde_json::Map<String, serde_json::Value>,",
            ],
        ),
    ] {
        for line in lines {
            assert!(files[path].contains(line), "{path}: {line}\n{}", files[path]);
        }
    }
}

/// Beside properties, a key that matches one of several patterns has a value of one of their types, and the checks know which.
#[test]
fn the_other_values_of_an_object_have_the_types_of_all_its_patterns() {
    let with = |more: Value| {
        let mut schema = json!({
            "type": "object", "properties": {"name": {"type": "string"}},
            "patternProperties": {"^a": {"type": "integer"}, "^b": {"type": "object", "properties": {"on": {"type": "boolean"}}}}
        });
        schema.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        schema
    };
    let alike = json!({"patternProperties": {"^a": {"type": "integer"}, "^b": {"type": "integer"}}, "additionalProperties": false});
    let schema = lamp(json!({
        "closed": with(json!({"additionalProperties": false})), "open": with(json!({})), "alike": with(alike)
    }));
    let folder = set(&[("lamp.schema.json", schema.clone())]);
    let files = files(folder.path());
    for (path, lines) in [
        (
            "typescript/types/lamp.d.ts",
            [
                "export interface LampClosed {\n  name?: string;\n  [key: string]: string | LampClosedValue | undefined;\n}",
                "export type LampClosedValue =\n  | number\n  | LampClosedValueValue;",
                "export interface LampAlike {\n  name?: string;\n  [key: string]: string | number | undefined;\n}",
            ],
        ),
        (
            "rust/src/types/lamp.rs",
            [
                "    pub extra: std::collections::BTreeMap<String, LampClosedValue>,",
                "    pub extra: std::collections::BTreeMap<String, crate::matched::Matched<LampOpenValue>>,",
                "    pub extra: std::collections::BTreeMap<String, i64>,",
            ],
        ),
    ] {
        for line in lines {
            assert!(files[path].contains(line), "{path}: {line}\n{}", files[path]);
        }
    }
    let read = generate::read(folder.path()).unwrap_or_else(|found| panic!("{found:#?}"));
    let values = [
        json!({"a": 1, "b": {}, "name": "x"}),
        json!({"a": {}}),
        json!({"b": 1}),
        json!({"c": 1}),
        json!({"b": {"on": 1}}),
    ];
    let values: Vec<Value> =
        ["closed", "open", "alike"].iter().flat_map(|key| values.iter().map(move |it| json!({*key: it}))).collect();
    for (value, (ours, theirs)) in values.iter().zip(verdicts(&read, &schema, &values)) {
        assert_eq!(ours, theirs, "{value}");
    }
}

/// What the patterns of a part say does not replace what the schema itself says.
#[test]
fn patterns_beside_those_of_a_part_are_checked() {
    let patterns = json!({
        "type": "object", "patternProperties": {"^a": {"type": "integer"}},
        "allOf": [{"patternProperties": {"^b": {"type": "boolean"}}}]
    });
    let mut fields = patterns.clone();
    fields["properties"] = json!({"name": {"type": "string"}});
    let read = read(&[("lamp.schema.json", lamp(json!({"map": patterns, "fields": fields})))]);
    let map = format!("{:?}", field(&read, "Lamp", "map"));
    let fields = format!("{:?}", read.contract.get("LampFields").unwrap().kind);
    for checked in [map, fields] {
        assert!(checked.contains("\"^a\"") && checked.contains("\"^b\""), "{checked}");
    }
}

/// A place of a tuple has its own words, also where a bound beside them says nothing.
#[test]
fn a_place_with_words_and_a_bound_keeps_its_own_type() {
    let places = json!([{"enum": ["on", "off"], "minLength": 1}, {"type": "string"}]);
    let pair = json!({"type": "array", "prefixItems": places, "items": false, "minItems": 2});
    let mut schema = lamp(json!({"pair": pair}));
    schema["$schema"] = NEWEST.into();
    let text = &files(set(&[("lamp.schema.json", schema)]).path())["typescript/types/lamp.d.ts"];
    assert!(text.contains("[LampPairItemVariant1, string]"), "{text}");
}

/// A branch with patterns of its own becomes a part of its member. What is beside the union is checked there, too.
#[test]
fn patterns_beside_a_union_are_checked_in_its_members() {
    let schema = json!({
        "$schema": NEWEST, "title": "Lamp", "type": "object", "properties": {"name": {"type": "string"}},
        "patternProperties": {"^a": {"type": "integer"}},
        "oneOf": [
            {"title": "Low", "patternProperties": {"^a": {"minimum": 1}}},
            {"title": "High", "properties": {"on": {"type": "integer"}}, "required": ["on"]}
        ]
    });
    let read = read(&[("lamp.schema.json", schema)]);
    let low = format!("{:?}", read.contract.get("Low").unwrap().kind);
    assert!(low.contains("(\"^a\", Assertion { never: false, types: [Integer]"), "{low}");
}

/// Only the keys that match have the type, and every language reads and writes the others.
#[test]
fn the_values_of_keys_that_match_have_their_type_where_others_may_hold_anything() {
    let bulb = json!({"type": "object", "properties": {"watt": {"type": "integer"}}});
    let files = files(
        set(&[(
            "lamp.schema.json",
            lamp(json!({
                "bulbs": {"type": "object", "patternProperties": {"^b": bulb}},
                "mixed": {
                    "type": "object", "additionalProperties": false,
                    "patternProperties": {"^b": {"type": "string"}, "^c": {"type": "integer"}, "^x-": {}}
                },
                "any": {"type": "object", "patternProperties": {"^x-": true}},
                "maybe": {"type": ["object", "null"], "patternProperties": {"^b": {"type": ["string", "null"]}}}
            })),
        )])
        .path(),
    );
    for (path, lines) in [
        (
            "typescript/types/lamp.d.ts",
            [
                "  bulbs?: { [key: string]: LampBulbsValue };",
                "  mixed?: { [key: string]: LampMixedValue };",
                "  any?: { [key: string]: unknown };",
                "  maybe?: { [key: string]: string | null } | null;",
            ],
        ),
        (
            "python/src/lamps/_types/lamp.py",
            [
                "    bulbs: NotRequired[dict[str, LampBulbsValue | Any]]",
                "    mixed: NotRequired[dict[str, LampMixedValue | Any]]",
                "    any: NotRequired[dict[str, Any]]",
                "    maybe: NotRequired[dict[str, str | None | Any] | None]",
            ],
        ),
        (
            "rust/src/types/lamp.rs",
            [
                "    pub bulbs: Option<std::collections::BTreeMap<String, crate::matched::Matched<LampBulbsValue>>>,",
                "    pub mixed: Option<std::collections::BTreeMap<String, crate::matched::Matched<LampMixedValue>>>,",
                "    pub any: Option<serde_json::Map<String, serde_json::Value>>,",
                "    pub maybe: Option<Option<std::collections::BTreeMap<String, crate::matched::Matched<Option<String>>>>>,",
            ],
        ),
        (
            "python/src/lamps/models/lamp.py",
            [
                "    bulbs: Annotated[dict[str, Annotated[LampBulbsValue | Any, MatchedFirst]], _ASSERTED_",
                "    mixed: Annotated[dict[str, Annotated[LampMixedValue | Any, MatchedFirst]], _ASSERTED_",
                "    any: Annotated[dict[str, Any], _ASSERTED_",
                "    maybe: Annotated[dict[str, Annotated[str | None | Any, MatchedFirst]], _ASSERTED_",
            ],
        ),
    ] {
        for line in lines {
            assert!(files[path].contains(line), "{path}: {line}\n{}", files[path]);
        }
    }
}

/// Returns the files of every target, each with its target before its path.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let options = Options { schemas: folder.to_owned(), templates, only: Vec::new(), name: None, single_file: false };
    let generated = generate::generate(&options).unwrap_or_else(|found| panic!("{found:#?}"));
    let of = |output: generate::Output| {
        output.artifacts.into_iter().map(move |file| (format!("{}/{}", output.target, file.path), file.contents))
    };
    generated.outputs.into_iter().flat_map(of).collect()
}

#[test]
fn every_set_has_validators_beside_types_of_any_name() {
    // A type of the same name as one of ours.
    let problem =
        json!({"$schema": DRAFT_07, "title": "Problem", "type": "object", "properties": {"row": {"type": "integer"}}});
    let folder = set(&[("problem.schema.json", problem)]);
    let made = files(folder.path());
    for (path, has) in [
        ("rust/src/types/problem.rs", "pub row: Option<i64>"),
        ("rust/src/validation/problem.rs", "pub pointer: String"),
        ("rust/src/lib.rs", "pub use types::{Problem};"),
        (
            "rust/src/lib.rs",
            "pub use crate::validation::problem::{ProblemCode, ProblemSeverity, ProblemConfidence, Problem};",
        ),
        ("python/src/lamps/_types/problem.py", "row: NotRequired[int]"),
        ("python/src/lamps/_problem/__init__.py", "pointer: str"),
        ("python/src/lamps/problems.py", "\"Problem\": \"_problem\""),
        ("python/src/lamps/validate.py", "\"validate\": \"_validate\""),
        ("typescript/types/problem.d.ts", "row?: number;"),
        ("typescript/internal/problem.d.ts", "pointer: string;"),
        ("typescript/problems.d.ts", "export * from \"./internal/problem.js\";"),
        ("typescript/package.json", "\"./validate\""),
        ("docs/problems.md", "wrong-type"),
    ] {
        let text = made.get(path).unwrap_or_else(|| panic!("no {path}"));
        assert!(text.contains(has), "{path}:\n{text}");
    }
    // There are no events, so nothing can have a wrong name of one.
    for (path, text) in &made {
        assert!(
            path.ends_with("/_report.py") || path.ends_with("/core.js") || !text.contains("wrong-event-name"),
            "{path}"
        );
    }
    fs::write(folder.path().join("codegen.toml"), "[package]\nname = \"lamps\"\nvalidators = false\n").unwrap();
    let alone = files(folder.path());
    let is_of_validators =
        |path: &&String| ["validat", "problems", "_problem/", "_plan"].iter().any(|part| path.contains(part));
    assert_eq!(alone.keys().find(is_of_validators), None);
    assert!(alone["rust/src/lib.rs"].contains("pub use types::{Problem};"));
}

/// Returns the name of the type that a field refers to.
fn target(read: &Read, type_name: &str, name: &str) -> String {
    match field(read, type_name, name) {
        Expr::Ref { name, .. } => name,
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn what_a_draft_lacks_is_skipped_and_the_warning_names_a_draft_that_has_it() {
    let of = |dialect: &str, schema: Value| {
        let mut schema = schema;
        schema["$schema"] = json!(dialect);
        schema["title"] = json!("Lamp");
        schema["type"] = json!("object");
        schema
    };
    let draft_04 = "http://json-schema.org/draft-04/schema#";
    let cases = [
        (draft_04, json!({"properties": {"a": {"const": "on"}}}), "draft-04 has no `const`, which draft-06 has"),
        (
            draft_04,
            json!({"properties": {"a": {"exclusiveMinimum": 0}}}),
            "draft-04 has no number in `exclusiveMinimum`, which draft-06 has",
        ),
        (draft_04, json!({"if": {"required": ["a"]}}), "draft-04 has no `if`, which draft-07 has"),
        (
            DRAFT_07,
            json!({"unevaluatedProperties": false}),
            "draft-07 has no `unevaluatedProperties`, which draft 2020-12 has",
        ),
        (DRAFT_07, json!({"$dynamicRef": "#a"}), "draft-07 has no `$dynamicRef`, which draft 2020-12 has"),
        (NEWEST, json!({"dependencies": {"a": ["b"]}}), "draft 2020-12 has no `dependencies`, which draft-07 has"),
    ];
    for (dialect, schema, due) in cases {
        let files = [("lamp.schema.json", of(dialect, schema))];
        assert_eq!(told(&read(&files).findings, "unknown-keyword"), [due]);
        let allowed = set_with("[lints]\nunknown-keyword = \"allow\"\n", &files);
        let allowed = generate::read(allowed.path()).unwrap();
        assert!(told(&allowed.findings, "unknown-keyword").is_empty());
        let denied = refused("[lints]\nunknown-keyword = \"deny\"\n", &files);
        assert!(
            denied.iter().any(|(code, message)| code == "unknown-keyword" && due.starts_with(message)),
            "{denied:?}"
        );
    }
}

#[test]
fn definitions_count_under_either_key_in_draft_07() {
    let mut schema = lamp(json!({"a": {"$ref": "#/$defs/Size"}, "b": {"$ref": "#/definitions/Bulb"}}));
    schema["$defs"] = json!({"Size": {"type": "integer"}});
    schema["definitions"] = json!({"Bulb": {"type": "string"}});
    let read = read(&[("lamp.schema.json", schema)]);
    assert_eq!([target(&read, "Lamp", "a"), target(&read, "Lamp", "b")], ["Size", "Bulb"]);
    assert_eq!(told(&read.findings, "unknown-keyword"), Vec::<String>::new());
}

#[test]
fn without_a_dialect_a_file_is_read_as_the_draft_that_has_what_it_uses() {
    let cases = [
        (json!({"properties": {"a": {"minimum": 1, "exclusiveMinimum": true}}}), "draft-04"),
        (json!({"id": "http://lamps.example/lamp"}), "draft-04"),
        (json!({"properties": {"id": {"type": "string"}}}), "draft 2020-12"),
        (json!({"dependencies": {"a": ["b"]}}), "draft-07"),
        (json!({"properties": {"a": {"items": [{"type": "string"}]}}}), "draft-07"),
        (json!({"definitions": {}}), "draft-07"),
        (json!({"definitions": {}, "$defs": {}}), "draft 2020-12"),
        (json!({"definitions": {}, "properties": {"a": {"prefixItems": [true]}}}), "draft 2020-12"),
    ];
    for (mut schema, draft) in cases {
        schema["type"] = json!("object");
        schema["title"] = json!("Lamp");
        let found = read(&[("lamp.schema.json", schema.clone())]).findings;
        assert_eq!(told(&found, "dialect"), [format!("no `$schema`: the file is read as {draft}")], "{schema}");
    }
}

#[test]
fn what_references_lead_to_stays_where_the_keyword_around_it_is_skipped() {
    let mut schema = lamp(json!({
        "a": {"$ref": "#/definitions/Size", "properties": {"unit": {"enum": ["m", "mm"]}}},
        "b": {"$ref": "#/properties/a/properties/unit"},
        "c": {"$ref": "#/properties/d/dependentSchemas/x"},
        "d": {"type": "object", "dependentSchemas": {"x": {"$ref": "#/definitions/Size", "maximum": 1}}},
    }));
    schema["definitions"] = json!({"Size": {"type": "integer"}});
    let read = read(&[("lamp.schema.json", schema)]);
    assert_eq!(target(&read, "Lamp", "b"), "AUnit");
    assert_eq!(target(&read, "Lamp", "c"), "DX");
    let shown = format!("{:?}", read.contract.get("DX").unwrap().kind);
    assert!(shown.contains("Size") && !shown.contains("maximum: Some"), "{shown}");
}

#[test]
fn a_reference_may_lead_into_a_list_below_no_keyword() {
    let mut schema = lamp(json!({"a": {"$ref": "#/shared/0"}, "b": {"$ref": "#/shared/1/size"}}));
    schema["shared"] = json!([{"type": "integer"}, {"size": {"type": "string"}}]);
    let read = read(&[("lamp.schema.json", schema)]);
    assert_eq!([target(&read, "Lamp", "a"), target(&read, "Lamp", "b")], ["LampShared1", "LampShared2Size"]);
}

#[test]
fn a_dynamic_reference_that_always_leads_to_one_place_is_a_reference() {
    let list = |anchor: Value| json!({"$id": "list", "type": "array", "items": {"$dynamicRef": "#item"}, "$defs": {"Item": anchor}});
    let lamp = |item: Value, list: Value| {
        let mut lamp = lamp(json!({"a": {"$ref": "list"}}));
        lamp["$schema"] = json!(NEWEST);
        lamp["$defs"] = json!({"Own": item, "List": list});
        [("lamp.schema.json", lamp)]
    };
    let dynamic = json!({"$dynamicAnchor": "item", "type": "integer"});
    // The anchor of the outer schema is not dynamic, or the one of the list is not.
    for files in [
        lamp(json!({"$anchor": "item", "type": "string"}), list(dynamic.clone())),
        lamp(dynamic.clone(), list(json!({"$anchor": "item", "type": "integer"}))),
    ] {
        let read = read(&files);
        let shown = format!("{:?}", read.contract.get("List").unwrap().kind);
        assert!(shown.contains("\"ListItem\""), "{shown}");
    }
    let read = read(&lamp(json!({"$dynamicAnchor": "item", "type": "string"}), list(dynamic)));
    let own = format!("{:?}", field(&read, "Lamp", "a"));
    let list = format!("{:?}", read.contract.get("List").unwrap().kind);
    assert!(own.contains("\"Own\"") && list.contains("\"ListItem\""), "{own}, {list}");
}

#[test]
fn an_id_of_two_files_means_the_own_one_in_each() {
    let of = |title: &str, kind: &str| {
        json!({"$schema": NEWEST, "$id": "https://lamps.example/lamp", "title": title, "type": "object",
               "properties": {"a": {"$ref": "lamp#/$defs/Part"}, "b": {"$ref": "part"}},
               "$defs": {format!("{title}Part"): {"$id": "part", "type": kind}, "Part": {"title": title, "type": kind}}})
    };
    let files = [("one.schema.json", of("One", "string")), ("other.schema.json", of("Other", "integer"))];
    let read = read(&files);
    assert_eq!([target(&read, "One", "b"), target(&read, "Other", "b")], ["OnePart", "OtherPart"]);
    assert_ne!(target(&read, "One", "a"), target(&read, "Other", "a"));
    let third = lamp(json!({"a": {"$ref": "https://lamps.example/lamp"}}));
    let found = refused("", &[files[0].clone(), files[1].clone(), ("third.schema.json", third)]);
    let due = "`https://lamps.example/lamp` leads to `one.schema.json` and to `other.schema.json`";
    assert_eq!(found, [("id".to_owned(), due.to_owned())]);
}

#[test]
fn a_file_that_has_a_url_refers_from_there() {
    let lamp = lamp(json!({"a": {"$ref": "https://parts.example/bulbs/bulb.json"}}));
    let bulb =
        json!({"$schema": DRAFT_07, "title": "Bulb", "type": "object", "properties": {"a": {"$ref": "socket.json"}}});
    let socket = json!({"$schema": DRAFT_07, "title": "Socket", "type": "string"});
    let files = [("lamp.schema.json", lamp), ("bulb.schema.json", bulb), ("other/socket.schema.json", socket)];
    let mapped = "[references]\n\"https://parts.example/bulbs/bulb.json\" = \"bulb.schema.json\"\n\
                  \"https://parts.example/bulbs/socket.json\" = \"other/socket.schema.json\"\n";
    let read = generate::read(set_with(mapped, &files).path()).unwrap_or_else(|found| panic!("{found:#?}"));
    assert_eq!(target(&read, "Bulb", "a"), "Socket");
    let unused = format!("{mapped}\"https://parts.example/none\" = \"lamp.schema.json\"\n");
    let read = generate::read(set_with(&unused, &files).path()).unwrap();
    let due = "`[references]` has \"https://parts.example/none\", and no reference leads there";
    assert_eq!(told(&read.findings, "bad-set-file"), [due]);
    // No path leads out of the folder of the set.
    for path in ["../lamp.schema.json", "/lamp.schema.json", "none.schema.json"] {
        let wrong = format!("{mapped}\"https://parts.example/none\" = \"{path}\"\n");
        let found = refused(&wrong, &files);
        assert!(found.iter().any(|(code, _)| code == "bad-set-file"), "{path}: {found:?}");
    }
}

#[test]
fn nothing_is_reported_about_the_schema_of_a_draft() {
    for draft in ["http://json-schema.org/draft-04/schema#", DRAFT_07, NEWEST] {
        let mut schema = lamp(json!({"shape": {"$ref": draft, "description": "Its shape."}}));
        schema["description"] = json!("A lamp.");
        let read = read(&[("lamp.schema.json", schema)]);
        assert_eq!(read.findings.0, [], "{draft}");
        assert!(read.contract.types.len() > 5, "{draft}");
    }
}

#[test]
fn a_schema_of_another_draft_in_a_file_is_an_error() {
    let with = |inner: Value| {
        let mut schema = lamp(json!({"a": {"$ref": "#/definitions/Size"}}));
        schema["definitions"] = json!({"Size": inner});
        [("lamp.schema.json", schema)]
    };
    // Without an id, validators do not look at it.
    read(&with(json!({"$schema": NEWEST, "type": "integer"})));
    read(&with(json!({"$schema": DRAFT_07, "$id": "size", "type": "integer"})));
    let found = refused("", &with(json!({"$schema": NEWEST, "$id": "size", "type": "integer"})));
    assert_eq!(found, [("dialect".to_owned(), "a schema of another draft inside of a file".to_owned())]);
}

#[test]
fn a_profile_patches_the_schemas_as_they_are_written() {
    let mut schema = lamp(json!({"a": {"type": "integer", "minimum": 0, "exclusiveMinimum": true, "tsType": "A"}}));
    schema["$schema"] = json!("http://json-schema.org/draft-04/schema#");
    let patch = json!({"properties": {"a": {"exclusiveMinimum": false}}});
    let profile = json!("summary = \"Another one.\"\nconfidence = \"confirmed\"\nsource = [\"docs\"]\n");
    let files = [
        ("lamp.schema.json", schema),
        ("profiles/other/lamp.schema.json", patch),
        ("profiles/other/profile.toml", profile),
    ];
    let folder = set_with("[files]\nprofiles = \"profiles\"\n", &files);
    let (set, found) = hookwire_codegen::internal::load::load(folder.path(), None).unwrap();
    let of = |schemas: &[hookwire_codegen::internal::schema::JsonFile]| schemas[0].value["properties"]["a"].clone();
    assert_eq!(of(&set.schemas), json!({"type": "integer", "exclusiveMinimum": 0}));
    assert_eq!(of(&set.profiles[0].set.schemas), json!({"type": "integer", "minimum": 0}));
    assert_eq!(told(&found, "unknown-keyword").len(), 1);
}

#[test]
fn an_inline_type_in_a_property_that_is_referred_to_has_one_name() {
    let orbs = json!({
        "type": ["object", "null"],
        "additionalProperties": {"oneOf": [
            {"type": "string"},
            {"type": "object", "properties": {"orbs": {"$ref": "#/properties/orbs"}}},
        ]},
    });
    let read = read(&[("lamp.schema.json", lamp(json!({"orbs": orbs})))]);
    let Kind::Alias { target } = &read.contract.get("LampOrbs").unwrap().kind else { panic!("no alias") };
    // Where it stands, and where the reference leads: each value is the union, not its last member.
    assert_eq!(&field(&read, "Lamp", "orbs"), target);
}

#[test]
fn a_reference_beside_properties_is_a_base() {
    let with_unit = json!({"type": "object", "properties": {"unit": {"type": "string"}}, "required": ["unit"]});
    let read = read(&[(
        "lamp.schema.json",
        json!({
            "$schema": NEWEST, "title": "Lamp", "type": "object", "$ref": "#/$defs/WithUnit",
            "properties": {"watt": {"type": "integer"}, "label": {"$ref": "#/$defs/Name", "minLength": 3}},
            "$defs": {
                "WithUnit": with_unit, "Name": {"type": "string"},
                "Extensions": {"patternProperties": {"^x-": true}},
                "Bulb": {
                    "type": "object", "$ref": "#/$defs/Extensions", "properties": {"on": {"type": "boolean"}},
                    "unevaluatedProperties": false
                }
            }
        }),
    )]);
    assert_eq!([field(&read, "Lamp", "unit"), field(&read, "Lamp", "watt")], [Expr::String, Expr::Integer]);
    assert_eq!(field(&read, "Bulb", "on"), Expr::Boolean);
    // A check beside a reference leaves its type.
    assert!(matches!(field(&read, "Lamp", "label").plain(), Expr::Ref { name, .. } if name == "Name"));
    assert!(told(&read.findings, "no-object-type").is_empty());
}

#[test]
fn a_reference_in_another_file_takes_no_type_away() {
    let either = json!({"oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]});
    let mut door = lamp(json!({"either": {"type": "object"}, "a": {"$ref": "#/properties/either/oneOf/0"}}));
    door["title"] = json!("Door");
    door["properties"]["either"] = json!({"oneOf": [{"type": "boolean"}]});
    let read = read(&[("door.schema.json", door), ("lamp.schema.json", lamp(json!({"either": either})))]);
    assert!(matches!(field(&read, "Lamp", "either"), Expr::Nullable { .. }));
}

#[test]
fn a_reference_into_a_union_follows_it_into_its_other_spelling() {
    let bulb = |unit: &str| json!({"type": "object", "properties": {unit: {"type": "number"}}});
    let read = read(&[(
        "lamp.schema.json",
        json!({
            "$schema": NEWEST, "title": "Lamp", "type": "object",
            "properties": {
                "bulb": {"oneOf": [bulb("watt"), {"type": "string"}, {"type": "null"}]},
                "socket": {"type": ["object", "null"], "properties": {"size": bulb("mm")}},
                "pair": {"type": "array", "prefixItems": [bulb("lumen"), {"type": "string"}], "items": false},
                "a": {"$ref": "#/properties/bulb/oneOf/0"},
                "b": {"$ref": "#/properties/socket/properties/size"},
                "c": {"$ref": "#/properties/pair/prefixItems/0"}
            }
        }),
    )]);
    assert!(["bulb", "socket"].iter().all(|name| matches!(field(&read, "Lamp", name), Expr::Nullable { .. })));
    assert!(
        matches!(field(&read, "Lamp", "pair").plain(), Expr::List { item, .. } if matches!(**item, Expr::Ref { .. }))
    );
    for (name, unit) in [("a", "watt"), ("b", "mm"), ("c", "lumen")] {
        assert_eq!(field(&read, &target(&read, "Lamp", name), unit), Expr::Number, "{name}");
    }
}

#[test]
fn a_type_that_each_branch_has_stays_with_the_branches() {
    let tagged = |tag: &str| json!({"type": "object", "properties": {"kind": {"const": tag}}, "required": ["kind"]});
    let mut lamp = lamp(json!({
        "bulb": {"type": "object", "oneOf": [tagged("led"), {"$ref": "#/definitions/Other"}]},
        "open": {"type": "object", "oneOf": [tagged("led"), {"required": ["kind"]}]},
    }));
    lamp["definitions"] = json!({"Other": tagged("halogen")});
    let read = read(&[("lamp.schema.json", lamp)]);
    let by = |name: &str| match &read.contract.get(name).unwrap().kind {
        Kind::Union(it) => it.by.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(by("LampBulb"), Discriminator::Tag { key: "kind".to_owned() });
    assert!(matches!(by("LampOpen"), Discriminator::Trial { .. }));
}

#[test]
fn a_member_that_a_union_has_twice_is_in_its_type_once() {
    let tagged = |tag: &str| json!({"type": "object", "properties": {"kind": {"const": tag}}, "required": ["kind"]});
    let [led, halogen] = ["Led", "Halogen"].map(|it| json!({"$ref": format!("#/definitions/{it}")}));
    let mut lamp = lamp(json!({
        "bulb": {"oneOf": [led, halogen, led]},
        "only": {"oneOf": [led, led]},
    }));
    lamp["definitions"] = json!({"Led": tagged("led"), "Halogen": tagged("halogen")});
    let read = read(&[("lamp.schema.json", lamp)]);
    let Kind::Union(bulb) = &read.contract.get("LampBulb").unwrap().kind else { panic!("it is no union") };
    let names: Vec<&str> = bulb.variants.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Led", "Halogen"]);
    // By its tag, a value that both copies take would be valid.
    assert!(matches!(bulb.by, Discriminator::Trial { .. }));
    assert!(!read.contract.types.iter().any(|it| it.name == "LampOnly" && matches!(it.kind, Kind::Union(_))));
}

#[test]
fn several_types_are_a_type_in_every_spelling() {
    let read = read(&[(
        "lamp.schema.json",
        lamp(json!({
            "watt": {"type": ["integer", "number"]},
            "lumen": {"type": ["number", "integer", "null"], "minimum": 0},
            "kind": {"type": ["string", "null"], "const": "led"},
            "size": {"type": ["string", "integer"], "not": {"const": "none"}},
            "bulb": {"type": ["object", "null"], "properties": {"on": {"type": "boolean"}}, "not": {"required": ["off"]}},
        })),
    )]);
    assert_eq!(field(&read, "Lamp", "watt"), Expr::Number);
    assert!(matches!(field(&read, "Lamp", "lumen"), Expr::Nullable { .. }));
    assert_eq!(field(&read, "Lamp", "kind"), Expr::Constant { value: json!("led") });
    let sizes: Vec<Expr> = variants(&read, "LampSize").into_iter().map(|(_, expr)| expr).collect();
    assert_eq!(sizes, [Expr::String, Expr::Integer]);
    assert!(field(&read, "Lamp", "bulb").is_nullable());
    assert_eq!(field(&read, "LampBulb", "on"), Expr::Boolean);
}

#[test]
fn a_list_or_an_object_among_constants_has_its_json_type() {
    let mixed = json!({"enum": [1, "a", {"x": 1}, [2]]});
    let alike = json!({"enum": [[1], [2]]});
    let files = [("lamp.schema.json", lamp(json!({"mixed": mixed, "alike": alike, "one": {"const": {"x": 1}}})))];
    let read = read(&files);
    assert!(
        matches!(&read.contract.get("LampAlike").unwrap().kind, Kind::Alias { target } if target.plain().form() == "list")
    );
    let exprs: Vec<String> =
        variants(&read, "LampMixed").iter().map(|(_, expr)| expr.plain().form().to_owned()).collect();
    assert_eq!(exprs, ["constant", "constant", "map", "list"]);
    assert!(matches!(field(&read, "Lamp", "one").plain(), Expr::Map { .. }));
    assert!(told(&read.findings, "enum").is_empty());
}

#[test]
fn known_values_of_several_kinds_beside_any_string_are_a_union() {
    let off = json!({"anyOf": [{"enum": [false]}, {"type": "string"}]});
    let format = json!({"anyOf": [{"enum": ["module", false]}, {"type": "string"}]});
    let read = read(&[("lamp.schema.json", lamp(json!({"off": off, "format": format})))]);
    let forms = |name: &str| -> Vec<String> {
        variants(&read, name).iter().map(|(_, expr)| expr.plain().form().to_owned()).collect()
    };
    assert_eq!(forms("LampOff"), ["ref", "string"]);
    assert_eq!(forms("LampFormat"), ["ref", "string"]);
    assert_eq!(forms("LampFormatValue"), ["constant", "constant"]);
    assert!(told(&read.findings, "enum").is_empty());
}

#[test]
fn only_objects_are_valid_if_any_other_value_fits_two_branches_or_a_condition() {
    let own = |name: &str, value: Value| json!({"required": [name], "properties": {name: value}});
    let other = json!({"$ref": "#/$defs/Any"});
    let mut schema = lamp(json!({
        "where": {"oneOf": [own("focus", json!({"type": "string"})), own("base", json!({"type": "integer"})), other]},
        "amqp": {
            "properties": {"version": {"enum": ["0.3.0"]}},
            "allOf": [
                {"if": {"not": {"required": ["version"]}}, "then": {"$ref": "#/$defs/Channel"}},
                {
                    "if": {"required": ["version"], "properties": {"version": {"const": "0.3.0"}}},
                    "then": {"$ref": "#/$defs/Channel"}
                }
            ]
        }
    }));
    schema["$schema"] = json!(NEWEST);
    schema["$defs"] = json!({
        "Any": {"oneOf": [{"type": "string"}, {"type": "object"}]},
        "Channel": {"type": "object", "properties": {"is": {"const": "queue"}}}
    });
    let read = read(&[("lamp.schema.json", schema)]);
    assert!(told(&read.findings, "no-object-type").is_empty(), "{:#?}", read.findings);
    assert_eq!(field(&read, "LampWhereFocus", "focus").plain(), &Expr::String);
    assert_eq!(field(&read, "LampWhereBase", "base").plain(), &Expr::Integer);
    assert!(matches!(field(&read, "LampAmqp", "version").plain(), Expr::Ref { .. } | Expr::Constant { .. }));
}

#[test]
fn a_map_with_several_patterns_has_the_types_of_all_its_values() {
    let read = read(&[(
        "lamp.schema.json",
        lamp(json!({
            "closed": {
                "type": "object", "patternProperties": {"^a": {"type": "string"}, "^b": {"type": "integer"}},
                "additionalProperties": false
            },
            "alike": {
                "type": "object", "patternProperties": {"^a": {"type": "string", "minLength": 2}, "^x": false},
                "additionalProperties": {"type": "string", "minLength": 2}
            },
            "open": {"type": "object", "patternProperties": {"^a": {"type": "string"}, "^b": {"type": "integer"}}},
        })),
    )]);
    let values = |name: &str| match field(&read, "Lamp", name).plain() {
        Expr::Map { value, .. } => value.plain().clone(),
        other => panic!("{other:?}"),
    };
    assert!(matches!(values("closed"), Expr::Ref { name, .. } if name == "LampClosedValue"));
    assert_eq!(variants(&read, "LampClosedValue").len(), 2);
    assert!(matches!(values("alike"), Expr::Bounded { inner, .. } if *inner == Expr::String));
    assert!(
        matches!(values("open"), Expr::Matched { inner } if matches!(&*inner, Expr::Ref { name, .. } if name == "LampOpenValue"))
    );
    // The keywords in a check are reported, not the check.
    assert!(told(&read.findings, "misplaced-keyword").is_empty());
}

/// What else a schema says of the values that it lists is a check, or says nothing.
#[test]
fn an_enum_beside_other_keywords_has_its_values() {
    let mut schema = lamp(json!({
        "long": {"type": "string", "enum": ["on", "off"], "minLength": 1, "maxLength": 3},
        "short": {"enum": ["on", "off"], "maxLength": 2},
        "not": {"type": ["string", "null"], "enum": ["on", "off", null], "not": {"const": "off"}},
        "pattern": {"type": "string", "enum": ["on", "off"], "pattern": "^o"},
        "open": {"anyOf": [{"enum": ["on", "off"], "minLength": 3}, {"type": "string"}]},
    }));
    schema["$schema"] = NEWEST.into();
    schema["properties"]["of"] = json!({"$ref": "#/$defs/Switch", "enum": ["on", "dim"]});
    schema["properties"]["one"] = json!({"$ref": "#/$defs/Switch", "const": "on"});
    schema["$defs"] = json!({"Switch": {"enum": ["on", "off"]}});
    let folder = set(&[("lamp.schema.json", schema.clone())]);
    let files = files(folder.path());
    let text = &files["typescript/types/lamp.d.ts"];
    for declaration in [
        "export type LampLong =\n  | \"on\"\n  | \"off\";",
        "export type LampShort =\n  | \"on\"\n  | \"off\";",
        "export type LampNot =\n  | \"on\"\n  | \"off\"\n  | null;",
        "export type LampPattern =\n  | \"on\"\n  | \"off\";",
        "export type LampOpenValue =\n  | \"on\"\n  | \"off\";",
        "export type LampOpen =\n  | LampOpenValue\n  | (string & {});",
        "export type LampOf =\n  | \"on\"\n  | \"dim\";",
        "  one?: \"on\";",
    ] {
        assert!(text.contains(declaration), "{declaration}\n{text}");
    }
    let rust = &files["rust/src/types/lamp.rs"];
    assert!(rust.contains("    pub one: Option<crate::constant::On>,"), "{rust}");
    let read = generate::read(folder.path()).unwrap_or_else(|found| panic!("{found:#?}"));
    assert!(matches!(read.contract.get("LampLong").unwrap().kind, Kind::Enum(_)));
    let keys = ["long", "short", "not", "pattern", "of", "one", "open"];
    let values = [json!("on"), json!("off"), json!("dim"), json!(null), json!("x")];
    let values: Vec<Value> = keys.iter().flat_map(|key| values.iter().map(move |it| json!({*key: it}))).collect();
    let found = verdicts(&read, &schema, &values);
    assert!(found.iter().all(|(own, other)| own == other), "{found:?}");
}

#[test]
fn a_value_that_an_enum_lists_twice_is_left_out() {
    let files = [("lamp.schema.json", lamp(json!({"kind": {"type": "string", "enum": ["led", "neon", "led"]}})))];
    let read = read(&files);
    assert_eq!(told(&read.findings, "enum"), ["\"led\" occurs twice in this enum"]);
    let Kind::Enum(kinds) = &read.contract.get("LampKind").unwrap().kind else { panic!("no enum") };
    assert_eq!(kinds.values.iter().map(|it| it.value.as_str()).collect::<Vec<_>>(), ["led", "neon"]);
    let strict = refused("[lints]\nuntyped = \"deny\"\n", &files);
    assert_eq!(strict, [("enum".to_owned(), "\"led\" occurs twice in this enum".to_owned())]);
}

#[test]
fn branches_have_the_names_of_their_tags_also_beside_null() {
    let tagged = |tag: &str| json!({"type": "object", "properties": {"kind": {"const": tag}}, "required": ["kind"]});
    let bulb = json!({"oneOf": [tagged("led"), {"anyOf": [tagged("halogen"), {"type": "null"}]}]});
    let names = names(&read(&[("lamp.schema.json", lamp(json!({"bulb": bulb})))]));
    assert_eq!(names, ["Lamp", "LampBulb", "LampBulbHalogen", "LampBulbLed"]);
}

/// Returns the types of a set, but `Lamp`, each with its variants.
fn unions(read: &Read) -> Vec<String> {
    let others = names(read).into_iter().filter(|name| name != "Lamp");
    let variants = |name: &str| match &read.contract.get(name).unwrap().kind {
        Kind::Union(it) => it.variants.iter().map(|variant| variant.name.clone()).collect::<Vec<_>>().join(" | "),
        Kind::Struct(it) => it.fields.iter().map(|field| field.name.clone()).collect::<Vec<_>>().join(", "),
        _ => "-".to_owned(),
    };
    others.map(|name| format!("{name}: {}", variants(&name))).collect()
}

#[test]
fn properties_and_items_without_a_type_are_a_union_of_every_type() {
    let bulb = json!({"properties": {"watt": {"type": "integer"}}, "required": ["watt"]});
    let read = read(&[(
        "lamp.schema.json",
        lamp(json!({"bulb": bulb, "tags": {"items": {"type": "string"}}, "any": {"required": ["a"]}})),
    )]);
    let all = "Object | Array | String | Number | Boolean | Null";
    assert_eq!(
        unions(&read),
        [format!("LampBulb: {all}"), "LampBulbObject: watt".to_owned(), format!("LampTags: {all}")]
    );
    assert_eq!(field(&read, "Lamp", "any").form(), "asserted");
    let expected = ["`properties` without `\"type\": \"object\"`", "`items` without `\"type\": \"array\"`"];
    assert_eq!(told(&read.findings, "no-object-type"), expected);
}

/// Most people who write `properties` without a `type` mean an object. Where the set file says so, every value that is none is
/// refused, and the types are structs. What a condition asks for, and what refers to another schema, stays as it is.
#[test]
fn properties_without_a_type_are_an_object_if_the_set_says_so() {
    let lamp = json!({
        "$schema": DRAFT_07, "title": "Lamp", "required": ["on"],
        "properties": {"on": {"type": "boolean"}, "bolt": {"$ref": "#/definitions/Bolt"}, "any": {"minProperties": 1}},
        "if": {"properties": {"on": {"const": true}}}, "then": {"required": ["bolt"]},
        "definitions": {
            "Bolt": {"allOf": [{"$ref": "#/definitions/Part"}, {"properties": {"size": {"type": "integer"}}}]},
            "Part": {"properties": {"name": {"type": "string"}, "lengths": {"items": {"type": "number"}}}}
        }
    });
    let assumed = |more: &str| {
        let folder = set_with(&format!("[types]\nobjects = \"assume\"\n{more}"), &[("lamp.schema.json", lamp.clone())]);
        generate::read(folder.path()).unwrap_or_else(|found| panic!("{found:#?}"))
    };
    let read = assumed("");
    assert_eq!(fields(&read, "Lamp"), ["on*", "bolt", "any"]);
    assert_eq!(fields(&read, "Bolt"), ["name", "lengths", "size"]);
    // Lists are not meant, and a check alone is no type.
    assert_eq!(told(&read.findings, "no-object-type"), ["`items` without `\"type\": \"array\"`"]);
    assert_eq!(field(&read, "Lamp", "any").plain(), &Expr::Any);
    let files = [("lamp.schema.json", lamp.clone())];
    let folder = set_with("[types]\nobjects = \"assume\"\n", &files);
    let bundle: Value = serde_json::from_str(&self::files(folder.path())["schemas/bundle.schema.json"]).unwrap();
    for name in ["Lamp", "Bolt", "Part"] {
        assert_eq!(bundle["$defs"][name]["type"], "object", "{name}: {}", bundle["$defs"][name]);
    }
    // Without the setting they are unions, and the finding names it.
    let without = generate::read(set_with("", &files).path()).unwrap_or_else(|found| panic!("{found:#?}"));
    let finding = without.findings.0.iter().find(|one| one.code.name() == "no-object-type").unwrap();
    assert!(finding.advice.as_ref().unwrap().contains("`objects = \"assume\"`"), "{finding:#?}");
}

#[test]
fn definitions_may_stand_beside_a_reference_in_a_property() {
    let definitions = json!({"Plug": {"type": "object", "properties": {"pins": {"type": "integer"}}}});
    let plug = json!({"allOf": [{"$ref": "#/properties/plug/definitions/Plug"}], "definitions": definitions});
    let read = read(&[("lamp.schema.json", lamp(json!({"plug": plug})))]);
    assert_eq!(target(&read, "Lamp", "plug"), "LampPlugPlug");
}

/// Nothing but a validator sees these schemas.
#[test]
fn no_type_is_made_of_a_schema_that_is_only_a_check() {
    let bulb = json!({"properties": {"watt": {"type": "integer"}}});
    for key in ["dependencies", "if", "not", "contains", "propertyNames"] {
        let inner = if key == "dependencies" { json!({"on": bulb}) } else { bulb.clone() };
        let mut set = lamp(json!({"list": {"type": "array", "items": true}}));
        match key {
            "contains" => set["properties"]["list"][key] = inner,
            _ => set[key] = inner,
        }
        let read = read(&[("lamp.schema.json", set)]);
        assert_eq!((names(&read), told(&read.findings, "no-object-type")), (vec!["Lamp".to_owned()], vec![]), "{key}");
    }
}

/// In `anyOf` the second one says nothing; in `oneOf` no value is valid for one of two.
#[test]
fn a_member_that_a_union_has_twice_is_reported_and_costs_an_any_of_nothing() {
    let refs =
        |names: &[&str]| names.iter().map(|name| json!({"$ref": format!("#/definitions/{name}")})).collect::<Value>();
    let mut schema = lamp(json!({
        "any": {"anyOf": refs(&["Led", "Gas", "Led", "Gas", "Led"])},
        "one": {"oneOf": refs(&["Led", "Gas", "Led", "Gas"])},
        "empty": {"anyOf": [{"type": "array", "items": false}, {"type": "array", "items": {"not": {}}}]},
    }));
    let kind = |name: &str| json!({"type": "object", "properties": {"kind": {"const": name}}, "required": ["kind"]});
    schema["definitions"] = json!({"Led": kind("led"), "Gas": kind("gas")});
    let folder = set(&[("lamp.schema.json", schema)]);
    let read = generate::read(folder.path()).unwrap_or_else(|found| panic!("{found:#?}"));
    let twice = |member: &str, union: &str| format!("`{member}` is a member of `{union}` twice");
    let mut messages = told(&read.findings, "ambiguous-union");
    messages.sort();
    let each = [("Gas", "LampAny"), ("Gas", "LampOne"), ("Led", "LampAny"), ("Led", "LampOne")];
    assert_eq!(messages, each.map(|(member, union)| twice(member, union)));
    let by = |name: &str| match &read.contract.get(name).unwrap().kind {
        Kind::Union(union) => (union.by.clone(), union.variants.len()),
        other => panic!("{name}: {other:?}"),
    };
    assert_eq!(by("LampAny"), (Discriminator::Tag { key: "kind".to_owned() }, 2));
    assert!(matches!(by("LampOne"), (Discriminator::Trial { .. }, 2)));
    let types = &files(folder.path())["typescript/types/lamp.d.ts"];
    assert!(types.contains("export type LampEmpty =\n  | Array<never>;\n"), "{types}");
}

/// Other languages have any key, and the validators refuse the others in each.
#[test]
fn a_map_that_lists_its_keys_has_them_in_languages_with_literals() {
    let map =
        |names: Value| json!({"type": "object", "propertyNames": names, "additionalProperties": {"type": "integer"}});
    let mut schema = lamp(json!({
        "byRoom": map(json!({"enum": ["hall", "attic", "hall"]})),
        "byFloor": map(json!({"$ref": "#/definitions/Floor"})),
        "byName": map(json!({"$ref": "#/definitions/Name"})),
        "byWord": map(json!({"pattern": "^[a-z]+$"})),
        "one": {"type": "object", "propertyNames": {"type": "string", "const": "main"}},
    }));
    schema["definitions"] = json!({
        "Floor": {"type": "string", "enum": ["low", "high"]},
        "Name": {"anyOf": [{"type": "string"}, {"type": "string", "enum": ["known"]}]},
    });
    let folder = set(&[("lamp.schema.json", schema)]);
    let read = generate::read(folder.path()).unwrap_or_else(|found| panic!("{found:#?}"));
    assert_eq!(
        told(&read.findings, "untyped-keyword"),
        ["no type shows `propertyNames`", "no type shows `propertyNames`", "no type shows `pattern`"]
    );
    let made = files(folder.path());
    for (path, lines) in [
        (
            "typescript/types/lamp.d.ts",
            [
                r#"byRoom?: { [key in "hall" | "attic"]?: number };"#,
                r#"byFloor?: { [key in "low" | "high"]?: number };"#,
                "byName?: { [key: string]: number };",
                "byWord?: { [key: string]: number };",
                r#"one?: { [key in "main"]?: unknown };"#,
            ],
        ),
        (
            "python/src/lamps/_types/lamp.py",
            [
                r#"byRoom: NotRequired[dict[Literal["hall", "attic"], int]]"#,
                r#"byFloor: NotRequired[dict[Literal["low", "high"], int]]"#,
                "byName: NotRequired[dict[str, int]]",
                "byWord: NotRequired[dict[str, int]]",
                r#"one: NotRequired[dict[Literal["main"], Any]]"#,
            ],
        ),
    ] {
        let text = &made[path];
        lines.iter().for_each(|line| assert!(text.contains(line), "{line} in {text}"));
    }
}

/// Each path to a schema would be read again, and there are 20 to the power of 12.
#[test]
fn many_paths_to_a_schema_without_a_type_are_read_once() {
    const LAYERS: usize = 12;
    let mut set = json!({"$schema": DRAFT_07, "title": "Lamp", "anyOf": [{"$ref": "#/definitions/L0N0"}]});
    for layer in 0..LAYERS {
        for number in 0..20 {
            let next = |to: usize| json!({"$ref": format!("#/definitions/L{}N{to}", layer + 1)});
            let all: Vec<Value> = (0..20).map(next).collect();
            let is_last = layer + 1 == LAYERS;
            let schema = if is_last { json!({"required": ["on"]}) } else { json!({"anyOf": all}) };
            set["definitions"][format!("L{layer}N{number}")] = schema;
        }
    }
    assert!(names(&read(&[("lamp.schema.json", set)])).contains(&"L0N0".to_owned()));
}

#[test]
fn only_the_object_of_a_schema_without_a_type_is_extended() {
    let read = read(&[(
        "lamp.schema.json",
        json!({
            "title": "Lamp",
            "type": "object",
            "allOf": [{"$ref": "#/$defs/Named"}],
            "properties": {"on": {"type": "boolean"}, "name": {"$ref": "#/$defs/Named"}},
            "$defs": {"Named": {"properties": {"text": {"type": "string"}}}},
        }),
    )]);
    let Kind::Struct(lamp) = &read.contract.get("Lamp").unwrap().kind else { panic!() };
    let fields: Vec<&str> = lamp.fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!((fields.as_slice(), lamp.assertion.is_none()), (["text", "on", "name"].as_slice(), true));
    assert_eq!(unions(&read), ["Named: Object | Array | String | Number | Boolean | Null", "NamedObject: text"]);
}

/// A union of a pattern that is left out, by a reference, and a string that it may fit as well.
fn plugs(key: &str) -> Vec<(&'static str, Value)> {
    let union = json!({key: [{"$ref": "#/definitions/Plug"}, {"type": "string", "maxLength": 3}]});
    let mut set = lamp(json!({"plug": union}));
    set["definitions"] = json!({"Plug": {"type": "string", "pattern": r"(.)\1"}});
    vec![("lamp.schema.json", set)]
}

#[test]
fn a_value_may_fit_two_branches_where_a_pattern_is_left_out() {
    let [exact, loose] = ["oneOf", "anyOf"].map(|key| read(&plugs(key)));
    assert_eq!(told(&exact.findings, "pattern").len(), 1);
    let kind = |read: &Read| serde_json::to_value(&read.contract.get("LampPlug").unwrap().kind).unwrap();
    let without_place = |text: &str| text.replace("/oneOf/", "/anyOf/");
    assert_eq!(without_place(&kind(&exact).to_string()), kind(&loose).to_string());
}

#[test]
fn a_pattern_that_a_condition_refers_to_stays() {
    let files = plugs("not_a_keyword");
    let mut set = files[0].1.clone();
    set["properties"]["plug"] = json!({"not": {"$ref": "#/definitions/Plug"}});
    let errors = refused("", &[("lamp.schema.json", set)]);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0].0, "pattern");
}

#[test]
fn what_only_an_object_can_be_is_one() {
    let led = json!({"properties": {"kind": {"const": "led"}}, "required": ["kind"]});
    let halogen = json!({"properties": {"kind": {"const": "halogen"}}, "required": ["kind"]});
    let read = read(&[(
        "lamp.schema.json",
        lamp(json!({
            // Any other value fits both.
            "bulb": {"oneOf": [led, halogen]},
            "not_both": {"not": {"required": ["watt", "lumen"]}},
            "empty": {"type": "object", "additionalProperties": {"not": {}}},
        })),
    )]);
    assert_eq!(unions(&read), ["LampBulb: Led | Halogen", "LampBulbHalogen: kind", "LampBulbLed: kind", "LampEmpty: "]);
    assert!(matches!(field(&read, "Lamp", "not_both").plain(), Expr::Map { .. }));
}
