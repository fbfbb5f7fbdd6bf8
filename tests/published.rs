//! Schemas as people publish them: they generate without an edit, mean what validators take them to mean, and what is changed
//! is said once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use hookwire_codegen::generate::{self, Options, Read};
use hookwire_codegen::internal::diagnostic::{Diagnostics, Level};
use hookwire_codegen::internal::model::{Expr, Kind, Origin};
use serde_json::{Value, json};
use tempfile::TempDir;

const DRAFT_07: &str = "http://json-schema.org/draft-07/schema#";

/// Creates a set of these files.
fn set(files: &[(&str, Value)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("codegen.toml"), "[package]\nname = \"lamps\"\n").unwrap();
    for (path, schema) in files {
        fs::write(folder.path().join(path), schema.to_string()).unwrap();
    }
    folder
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
            "`tsType` is no keyword of JSON Schema (2 times in the set)",
            "`minimun` is no keyword of JSON Schema (2 times in the set)"
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
    assert_eq!(told(&read.findings, "dialect"), ["draft-07 does not look at `type` beside `$ref`"]);
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
    let folder = set(&[("lamp.schema.json", schema), ("door.schema.json", door)]);
    let mapped = "[package]\nname = \"lamps\"\n[references]\n\"https://other.example/door\" = \"door.schema.json\"\n";
    fs::write(folder.path().join("codegen.toml"), mapped).unwrap();
    let read = generate::read(folder.path()).unwrap_or_else(|found| panic!("{found:#?}"));
    let of = |name: &str| match field(&read, "Lamp", name) {
        Expr::Ref { name, .. } => name,
        other => panic!("{name}: {other:?}"),
    };
    assert_eq!(
        ["a", "b", "c", "d", "e", "f"].map(of),
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
    assert_eq!(told(&read.findings, "dialect"), ["draft-07 does not look at `maximum` beside `$ref`"]);
    assert_eq!(told(&read.findings, "unknown-keyword"), ["`tsType` is no keyword of JSON Schema"]);
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
        let options = Options { schemas: folder.to_owned(), templates, only: Vec::new(), name: None };
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
    assert_eq!(stray, ["this YAML file is no part of the set"]);
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
        let only = vec!["typescript".to_owned()];
        generate::generate(&Options { schemas: schemas.to_owned(), templates, only, name: name.map(str::to_owned) })
    };
    let whole = generated(folder.path(), Some("lamps")).unwrap_or_else(|found| panic!("{found:#?}"));
    assert_eq!(told(&whole.findings, "stray-file"), ["this JSON file is left out: it has no `$schema`"]);
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
}
