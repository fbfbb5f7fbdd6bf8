//! Schemas as people publish them: they generate without an edit, mean what validators take them to mean, and what is changed
//! is said once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fs;
use std::path::Path;

use hookwire_codegen::generate::{self, Options, Read};
use hookwire_codegen::internal::diagnostic::{Diagnostics, Level};
use hookwire_codegen::internal::model::{Expr, Kind};
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
