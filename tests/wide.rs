//! Sets with integers of 64 bits: Rust and Python read, validate and write each of them exactly, and no target for JavaScript is made.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::support::cargo::cargo;
use hookwire_codegen::Diagnostics;
use hookwire_codegen::generate::{Generated, Options, generate};
use hookwire_codegen::internal::diagnostic::{Code, Level};
use serde_json::{Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wide")
}

fn generated(only: &[&str]) -> Result<Generated, Diagnostics> {
    generate(&Options {
        schemas: folder().join("set"),
        templates: Path::new(env!("CARGO_MANIFEST_DIR")).join("templates"),
        only: only.iter().map(|it| (*it).to_owned()).collect(),
        name: None,
        single_file: false,
    })
}

#[test]
fn a_target_that_cannot_hold_them_is_left_out_and_refused_by_name() {
    let every = generated(&[]).unwrap();
    let targets: Vec<&str> = every.outputs.iter().map(|it| it.target.as_str()).collect();
    assert_eq!(targets, ["docs", "python", "rust", "schemas"]);
    let [finding] = every.findings.0.as_slice() else { panic!("{:#?}", every.findings) };
    assert_eq!((finding.level, finding.code), (Level::Warning, Code::NoTarget));
    assert_eq!(finding.place.as_ref().map(|it| it.line), Some(12));
    assert!(generated(&["rust", "py", "schemas", "docs"]).unwrap().findings.0.is_empty());

    let refused = generated(&["ts"]).unwrap_err();
    assert_eq!(refused.0[0].level, Level::Error);
    let advice = "generate with `--only docs,python,rust,schemas`, or take `integers = \"wide\"` out";
    assert_eq!(refused.0[0].advice.as_deref(), Some(advice));
}

/// Wherever the bounds of an integer are stated, they decide its type.
#[test]
fn bounds_in_parts_and_in_what_extends_a_base_decide_the_type() {
    let set = tempfile::tempdir().unwrap();
    fs::write(set.path().join("codegen.toml"), "[package]\nname = \"rows\"\n[types]\nintegers = \"wide\"\n").unwrap();
    let (integer, bounds) = (json!({"type": "integer"}), json!({"minimum": 0, "maximum": u64::MAX}));
    let large = json!({"type": "integer", "minimum": 0, "maximum": u64::MAX});
    let unsigned = json!({"type": "integer", "format": "uint64"});
    let base =
        json!({"type": "object", "properties": {"a": integer, "b": large, "c": integer, "d": unsigned, "e": large}});
    let own = json!({
        "parts": {"allOf": [integer, bounds]}, "beside": {"type": "integer", "allOf": [bounds]},
        "apart": {"allOf": [{"type": "integer", "minimum": 0}, {"maximum": u64::MAX}]},
        "format": {"allOf": [unsigned, {"minimum": 5}]}, "less": {"allOf": [large, {"maximum": 9}]},
        "items": {"type": "array", "items": {"allOf": [integer, bounds]}},
        "a": bounds, "b": integer, "c": large, "d": {"minimum": 1}, "e": {"maximum": 9}
    });
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Row", "type": "object",
        "allOf": [{"$ref": "#/$defs/Base"}], "properties": own, "$defs": {"Base": base}
    });
    fs::write(set.path().join("row.schema.json"), schema.to_string()).unwrap();
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let (schemas, only) = (set.path().to_owned(), vec!["rust".to_owned()]);
    let generated = generate(&Options { schemas, templates, only, name: None, single_file: false });
    let generated = generated.unwrap_or_else(|found| panic!("{found:#?}"));
    let rust = &generated.outputs[0].artifacts.iter().find(|it| it.path == "src/types/row.rs").unwrap().contents;
    let row = rust.split("pub struct Row {").nth(1).unwrap().split("\n}\n").next().unwrap();
    for name in ["parts", "beside", "apart", "format", "a", "b", "c", "d", "e"] {
        assert!(row.contains(&format!("pub {name}: Option<u64>,")), "{name}\n{row}");
    }
    assert!(row.contains("pub items: Option<Vec<u64>>,"), "{row}");
    assert!(row.contains("pub less: Option<i64>,"), "{row}");
}

/// The limit of the type and the bound of the schema are one double.
#[test]
fn the_bundle_has_the_limit_of_the_type_where_a_bound_is_just_above() {
    let set = tempfile::tempdir().unwrap();
    fs::write(set.path().join("codegen.toml"), "[package]\nname = \"rows\"\n[types]\nintegers = \"wide\"\n").unwrap();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Row", "type": "object",
        "properties": {"most": {"type": "integer", "minimum": i64::MIN, "maximum": 9_223_372_036_854_775_808_u64}}
    });
    fs::write(set.path().join("row.schema.json"), schema.to_string()).unwrap();
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let (schemas, only) = (set.path().to_owned(), vec!["schemas".to_owned()]);
    let generated = generate(&Options { schemas, templates, only, name: None, single_file: false });
    let generated = generated.unwrap_or_else(|found| panic!("{found:#?}"));
    let file = generated.outputs[0].artifacts.iter().find(|it| it.path == "Row.schema.json").unwrap();
    let schema: Value = serde_json::from_str(&file.contents).unwrap();
    assert_eq!(schema["properties"]["most"]["maximum"], i64::MAX, "{schema:#}");
}

#[test]
fn types_and_schemas_have_64_bits() {
    let generated = generated(&["rust", "schemas"]).unwrap();
    let all = || generated.outputs.iter().flat_map(|it| &it.artifacts);
    let contents = |path: &str| &all().find(|it| it.path == path).unwrap().contents;
    let rust = contents("src/types/row.rs");
    for field in ["id: Option<i64>", "count: Option<u64>", "large: Option<u64>", "ids: Option<Vec<i64>>"] {
        assert!(rust.contains(&format!("pub {field},")), "{field}");
    }
    // Also where no field says it: in a definition, and in unions.
    assert!(rust.contains("pub type Large = u64;"), "{rust}");
    assert_eq!(rust.matches("\n    Integer(u64),").count(), 3, "{rust}");
    let schema: Value = serde_json::from_str(contents("Row.schema.json")).unwrap();
    assert_eq!(schema["properties"]["id"]["minimum"], i64::MIN);
    assert_eq!(schema["properties"]["count"]["maximum"], u64::MAX);
}

/// In a list, a map, a place of a tuple, and beside null.
#[test]
fn an_unsigned_integer_is_one_in_the_bundle_and_at_each_place() {
    let set = tempfile::tempdir().unwrap();
    fs::write(set.path().join("codegen.toml"), "[package]\nname = \"rows\"\n[types]\nintegers = \"wide\"\n").unwrap();
    let large = json!({"type": "integer", "minimum": 0, "maximum": u64::MAX});
    let tuple = |first: &Value| json!({"type": "array", "prefixItems": [first, {"type": "integer"}], "items": false, "minItems": 2});
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Row", "type": "object",
        "properties": {
            "named": tuple(&json!({"type": "integer", "format": "uint64"})),
            "all": {"type": "array", "items": large}, "by_key": {"type": "object", "additionalProperties": large},
            "maybe": {"anyOf": [large, {"type": "null"}]},
        }
    });
    fs::write(set.path().join("row.schema.json"), schema.to_string()).unwrap();
    let generated = generate(&Options {
        schemas: set.path().to_owned(),
        templates: Path::new(env!("CARGO_MANIFEST_DIR")).join("templates"),
        only: vec!["rust".to_owned(), "schemas".to_owned()],
        name: None,
        single_file: false,
    });
    let generated = generated.unwrap_or_else(|found| panic!("{found:#?}"));
    let all = || generated.outputs.iter().flat_map(|it| &it.artifacts);
    let contents = |path: &str| &all().find(|it| it.path == path).unwrap_or_else(|| panic!("no {path}")).contents;
    let rust = contents("src/types/row.rs");
    for field in [
        "named: Option<(u64, i64)>",
        "all: Option<Vec<u64>>",
        "by_key: Option<std::collections::BTreeMap<String, u64>>",
    ] {
        assert!(rust.contains(&format!("pub {field},")), "{field}\n{rust}");
    }
    for path in ["Row.schema.json", "bundle.schema.json"] {
        let mut schema: Value = serde_json::from_str(contents(path)).unwrap();
        if path.starts_with("bundle") {
            schema["$ref"] = json!("#/$defs/Row");
        }
        let validator = jsonschema::validator_for(&schema).unwrap();
        for (integer, is_valid) in [(json!(u64::MAX), true), (json!(0), true), (json!(-1), false)] {
            for value in [
                json!({"named": [integer, 1]}),
                json!({"all": [integer]}),
                json!({"by_key": {"a": integer}}),
                json!({"maybe": integer}),
            ] {
                assert_eq!(validator.is_valid(&value), is_valid, "{path}: {value}");
            }
        }
    }
}

#[test]
#[ignore = "takes minutes, or needs what other steps install: `cargo xtask test --only any-set`"]
fn rust_reads_validates_and_writes_them_exactly() {
    let home = tempfile::tempdir().unwrap();
    for file in &generated(&["rust"]).unwrap().outputs[0].artifacts {
        let path = home.path().join("wide").join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &file.contents).unwrap();
    }
    let user = home.path().join("user");
    fs::create_dir_all(user.join("src")).unwrap();
    fs::copy(folder().join("main.rs"), user.join("src/main.rs")).unwrap();
    let manifest = "[package]\nname = \"use-wide\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
                    [dependencies]\nwide = { path = \"../wide\" }\nserde_json = \"1\"\n";
    fs::write(user.join("Cargo.toml"), manifest).unwrap();
    let rows = fs::read_to_string(folder().join("payloads.jsonl")).unwrap();
    let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let texts: Vec<&str> = rows.iter().map(text_of).collect();
    fs::write(user.join("texts"), texts.join("\n")).unwrap();
    let mut run = cargo(&user, &["run", "--quiet"]);
    let done = run.stdin(Stdio::from(fs::File::open(user.join("texts")).unwrap())).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let found = String::from_utf8(done.stdout).unwrap();
    let found: Vec<Value> = found.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert_eq!((found.len(), rows.len() > 70), (rows.len(), true));
    for (row, found) in rows.iter().zip(&found) {
        assert_eq!(found["problems"], row["problems"], "{row}");
        // Readers of Rust do not check assertions.
        let is_read = row["written"].is_null() && ASSERTED.iter().any(|key| text_of(row).starts_with(key));
        assert!(is_read || found["written"] == row["written"], "{row}: {found}");
    }
}

/// The beginnings of payloads with a key that only the validators check.
const ASSERTED: [&str; 6] = ["{\"unique\"", "{\"odd\"", "{\"even\"", "{\"strict\"", "{\"limited\"", "{\"most\""];

fn text_of(row: &Value) -> &str {
    row["text"].as_str().unwrap_or_default()
}
