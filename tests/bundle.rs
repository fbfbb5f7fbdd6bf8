//! The published schemas agree with the model at every depth: they are open for readers and closed for writers.

use std::fs;
use std::path::Path;

use crate::support::canonical;
use hookwire_codegen::internal::bundle::Bundler;
use hookwire_codegen::internal::hooks::{Catalogue, prepare};
use hookwire_codegen::internal::link::{Definitions, link};
use hookwire_codegen::internal::load::load;
use hookwire_codegen::internal::lower::lower;
use hookwire_codegen::internal::model::{Contract, Kind};
use serde_json::{Value, json};
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

fn read(root: &Path) -> (Contract, Definitions) {
    let (mut set, _) = load(root, None).unwrap();
    prepare(&mut set);
    let definitions = link(&set).definitions;
    let catalogue = Catalogue::read(&set);
    let (contract, _) = lower(&set, &definitions, &catalogue.operations()).unwrap();
    (contract, definitions)
}

/// Creates a set of these schemas, by title.
fn set(schemas: &[(&str, Value)]) -> (Contract, Definitions) {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("codegen.toml"), SET).unwrap();
    for (title, schema) in schemas {
        let mut schema = schema.clone();
        if schema.get("$schema").is_none() {
            schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
        }
        schema["title"] = json!(title);
        fs::write(folder.path().join(format!("{title}.schema.json")), schema.to_string()).unwrap();
    }
    read(folder.path())
}

fn object(properties: Value) -> Value {
    json!({"type": "object", "properties": properties})
}

fn directed(direction: &str, mut schema: Value) -> Value {
    schema["x-direction"] = json!(direction);
    schema
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("{name}.schema.json")})
}

fn extending(name: &str, properties: Value) -> Value {
    json!({"type": "object", "allOf": [reference(name)], "properties": properties})
}

/// Returns true if a value is valid for the type's own file and for its definition in the bundle. `name` may name a
/// closed copy.
#[track_caller]
fn accepts((contract, definitions): &(Contract, Definitions), name: &str, value: &Value) -> bool {
    let bundler = Bundler::new(contract, definitions);
    let json = |text: String| serde_json::from_str::<Value>(&text).expect("JSON");
    let alone = bundler.schema(name.trim_end_matches(":closed"), name.ends_with(":closed")).map(json).expect("a type");
    let mut among = json(bundler.all().to_string());
    among["$ref"] = json!(format!("#/$defs/{name}"));
    let verdicts = [alone, among].map(|schema| {
        jsonschema::draft202012::meta::validate(&schema).unwrap_or_else(|error| panic!("{error}"));
        jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{error}: {schema:#}")).is_valid(value)
    });
    assert_eq!(verdicts[0], verdicts[1], "{name} alone and among all: {value}");
    verdicts[0]
}

/// `Shared` extends `Base`, whose `inner` both directions use. `In` and `Out` contain a `Shared`, `Out` also a `Base`.
fn extended() -> (Contract, Definitions) {
    set(&[
        ("Base", object(json!({"kind": {"type": "string"}, "inner": reference("Inner")}))),
        ("Inner", object(json!({"x": {"type": "integer"}}))),
        ("Shared", extending("Base", json!({"y": {"type": "integer"}}))),
        ("In", directed("input", object(json!({"it": reference("Shared"), "base": reference("Base")})))),
        ("Out", directed("output", object(json!({"it": reference("Shared"), "base": reference("Base")})))),
    ])
}

#[test]
fn the_closed_copy_of_an_extended_type_accepts_every_described_field() {
    let set = extended();
    let full = json!({"kind": "a", "inner": {"x": 1}, "y": 2});
    for name in ["Shared", "Shared:closed"] {
        assert!(accepts(&set, name, &full), "{name}");
    }
    assert!(accepts(&set, "Out", &json!({"it": full, "base": {"kind": "a", "inner": {"x": 1}}})));
}

#[test]
fn the_closed_copy_refuses_unknown_keys_at_every_depth() {
    let set = extended();
    for extra in [json!({"z": 1}), json!({"inner": {"z": 1}})] {
        assert!(accepts(&set, "Shared", &extra), "{extra}");
        assert!(!accepts(&set, "Shared:closed", &extra), "{extra}");
        assert!(accepts(&set, "In", &json!({"it": extra, "base": extra})), "{extra}");
        assert!(!accepts(&set, "Out", &json!({"it": extra})), "{extra}");
        assert!(!accepts(&set, "Out", &json!({"base": extra})), "{extra}");
    }
    // The base does not have the keys that the extension adds.
    assert!(!accepts(&set, "Out", &json!({"base": {"y": 1}})));
}

#[test]
fn an_open_output_is_closed_as_the_model_requires() {
    let set = set(&[
        ("Base", directed("output", object(json!({"a": {"type": "string"}})))),
        ("Reply", directed("output", extending("Base", json!({"part": reference("Part")})))),
        ("Part", object(json!({"b": {"type": "string"}}))),
        ("Whole", directed("output", object(json!({"c": {"type": "string"}})))),
        ("More", directed("output", extending("Whole", json!({"whole": reference("Whole")})))),
    ]);
    let closed = |name: &str| matches!(&set.0.get(name).unwrap().kind, Kind::Struct(it) if it.rest.is_none());
    assert!(["Reply", "Part", "Whole", "More"].into_iter().all(closed));
    assert!(accepts(&set, "Reply", &json!({"a": "1", "part": {"b": "2"}})));
    assert!(!accepts(&set, "Reply", &json!({"z": 1})));
    assert!(!accepts(&set, "Reply", &json!({"part": {"z": 1}})));
    assert!(!accepts(&set, "Part", &json!({"z": 1})));
    assert!(accepts(&set, "More", &json!({"c": "1", "whole": {"c": "2"}})));
    assert!(!accepts(&set, "More", &json!({"whole": {"z": 1}})));
    // It can be extended.
    assert!(accepts(&set, "Base", &json!({"a": "1", "z": 1})));
}

#[test]
fn an_integer_is_one_that_a_double_holds_exactly() {
    let own = object(json!({"type": {"type": "integer"}, "x": {"type": ["integer", "null"]}}));
    let set = set(&[("Counts", own)]);
    let largest = (1_i64 << 53) - 1;
    for right in [json!(largest), json!(-largest), json!(1.0)] {
        assert!(accepts(&set, "Counts", &json!({"type": right, "x": right})), "{right}");
    }
    for wrong in [json!(largest + 1), json!(-largest - 1), json!(1e300), json!(0.5)] {
        assert!(!accepts(&set, "Counts", &json!({"type": wrong})), "{wrong}");
        assert!(!accepts(&set, "Counts", &json!({"x": wrong})), "{wrong}");
    }
    assert!(accepts(&set, "Counts", &json!({"x": null, "y": 1e300})));
}

#[test]
fn an_integer_in_an_untyped_schema_may_be_of_any_size() {
    let members = json!({"not": {"anyOf": [{"type": "string"}, {"const": 1}]}, "items": {"type": "integer"}});
    let typed = json!({"list": {"type": "array", "items": {"type": "integer"}, "uniqueItems": true},
        "map": {"type": "object", "additionalProperties": {"type": "integer"}},
        "some": {"anyOf": [{"type": "integer", "multipleOf": 2}, {"type": "null"}]}, "any": members});
    let set = set(&[("Counts", object(typed)), ("Union", json!({"oneOf": [{"type": "integer"}, {"type": "string"}]}))]);
    let far = json!(1_i64 << 54);
    for free in [json!({"any": far}), json!({"any": [far]})] {
        assert!(accepts(&set, "Counts", &free), "{free}");
    }
    for bounded in [json!({"list": [far]}), json!({"map": {"a": far}}), json!({"some": far})] {
        assert!(!accepts(&set, "Counts", &bounded), "{bounded}");
    }
    assert!(!accepts(&set, "Union", &far));
}

#[test]
fn draft_07_keywords_are_rewritten_in_the_dialect_of_the_schemas() {
    let draft_07 = |schema: Value| {
        let mut schema = schema;
        schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
        schema
    };
    let row = json!({"type": "array", "items": [{"type": "string"}, {"items": [{"const": 1}]}], "additionalItems": {"type": "boolean"}});
    let rows = json!({"type": "array", "items": {"$ref": "Row.schema.json"}, "additionalItems": false});
    let beside = json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string"}},
        "dependencies": {"a": ["b"], "b": {"properties": {"c": {"const": "c"}}}, "c": false}});
    let set = set(&[("Row", draft_07(row)), ("Rows", draft_07(rows)), ("Beside", draft_07(beside))]);
    for (name, right, wrong) in [
        ("Row", json!(["a", [1, 2], true, false]), json!([5])),
        ("Row", json!(["a", [1]]), json!(["a", [2]])),
        ("Row", json!([]), json!(["a", [1], "b"])),
        ("Rows", json!([["a"], []]), json!([[1]])),
        ("Beside", json!({"a": "1", "b": "2"}), json!({"a": "1"})),
        ("Beside", json!({"b": "2"}), json!({"b": "2", "c": "c"})),
        ("Beside", json!({}), json!({"c": "c"})),
    ] {
        assert!(accepts(&set, name, &right), "{name} {right}");
        assert!(!accepts(&set, name, &wrong), "{name} {wrong}");
    }
}

#[test]
fn a_validator_names_the_mistake_in_the_member_that_is_meant() {
    let lamp = |kind: &str, required: Value| json!({"type": "object", "required": required, "properties": {"kind": {"const": kind}, kind: {"type": "integer"}}});
    let of = |members: &[&str]| json!({"oneOf": members.iter().map(|name| reference(name)).collect::<Vec<_>>()});
    let set = set(&[
        ("On", lamp("on", json!(["kind", "on"]))),
        ("Off", lamp("off", json!(["kind"]))),
        ("Unlit", lamp("unlit", json!([]))),
        ("ByTag", of(&["On", "Off"])),
        ("ByTagOrNone", of(&["On", "Unlit"])),
        ("Level", json!({"type": "object", "required": ["level"], "properties": {"level": {"type": "integer"}}})),
        ("Name", json!({"type": "object", "properties": {"name": {"type": "string"}}, "additionalProperties": false})),
        ("ByKey", of(&["Level", "Name"])),
        (
            "ByJsonType",
            json!({"oneOf": [reference("Name"), {"type": "string"}, {"type": "array", "items": {"type": "integer"}}]}),
        ),
        ("Word", json!({"anyOf": [{"enum": ["red", "blue"]}, {"type": "string"}]})),
        (
            "OrNull",
            object(json!({"name": {"anyOf": [reference("Name"), {"type": "null"}]}, "word": reference("Word")})),
        ),
    ]);
    let bundle = Bundler::new(&set.0, &set.1).all().to_string();
    let cases = [
        ("ByTag", json!({"kind": "on", "on": 1}), ""),
        ("ByTag", json!({"kind": "off"}), ""),
        ("ByTag", json!({"kind": "on"}), "\"on\" is a required property"),
        ("ByTag", json!({"kind": "off", "off": "x"}), "\"x\" is not of type \"integer\""),
        ("ByTag", json!({"kind": "dim"}), "\"dim\" is not one of \"on\" or \"off\""),
        ("ByTag", json!({}), "\"kind\" is a required property"),
        ("ByTag", json!(5), "5 is not of type \"object\""),
        ("ByTagOrNone", json!({}), ""),
        ("ByTagOrNone", json!({"unlit": "x"}), "\"x\" is not of type \"integer\""),
        ("ByTagOrNone", json!({"kind": "on"}), "\"on\" is a required property"),
        ("ByKey", json!({"level": 1}), ""),
        ("ByKey", json!({"name": "a"}), ""),
        ("ByKey", json!({"level": "a"}), "\"a\" is not of type \"integer\""),
        ("ByKey", json!({"name": 1}), "1 is not of type \"string\""),
        ("ByJsonType", json!([1]), ""),
        ("ByJsonType", json!("a"), ""),
        ("ByJsonType", json!(["a"]), "\"a\" is not of type \"integer\""),
        ("ByJsonType", json!({"name": 1}), "1 is not of type \"string\""),
        ("ByJsonType", json!(5), "5 is not of types \"string\", \"array\", \"object\""),
        ("OrNull", json!({"name": null, "word": "green"}), ""),
        ("OrNull", json!({"name": {"name": 1}}), "1 is not of type \"string\""),
        ("OrNull", json!({"word": 1}), "1 is not of type \"string\""),
    ];
    for (name, value, message) in cases {
        assert_eq!(accepts(&set, name, &value), message.is_empty(), "{name} {value}");
        let mut schema: Value = serde_json::from_str(&bundle).expect("JSON");
        schema["$ref"] = json!(format!("#/$defs/{name}"));
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        let found: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(message.is_empty() || found.iter().any(|it| it == message), "{name} {value}: {found:?}");
    }
}

#[test]
fn there_is_a_closed_copy_only_where_closing_changes_something() {
    let union = json!({"oneOf": [reference("Closed"), {"type": "string"}]});
    let free =
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "string"}});
    let both = json!({"alias": reference("Alias"), "closed": reference("Closed"), "union": reference("Union"),
        "free": reference("Free"), "list": reference("List"), "open": reference("Open")});
    let set = set(&[
        ("Alias", json!({"type": "string"})),
        ("Closed", json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false})),
        ("Union", union),
        ("Free", free),
        ("Open", object(json!({"a": {"type": "string"}}))),
        ("List", json!({"type": "array", "items": reference("Open")})),
        ("In", directed("input", object(both.clone()))),
        ("Out", directed("output", object(both))),
    ]);
    let bundler = Bundler::new(&set.0, &set.1);
    let shared = set.0.types.iter().map(|def| def.name.as_str()).filter(|name| bundler.is_shared(name) == Some(true));
    let mut shared: Vec<_> = shared.collect();
    shared.sort_unstable();
    assert_eq!(shared, ["List", "Open"]);
    assert!(accepts(&set, "List", &json!([{"z": 1}])) && !accepts(&set, "List:closed", &json!([{"z": 1}])));
    assert!(accepts(&set, "Out", &json!({"free": {"z": "free"}})));
}

#[test]
fn a_property_may_be_called_like_a_keyword() {
    let list = json!({"type": "array", "items": reference("Open")});
    let set = set(&[
        ("Open", object(json!({"a": {"type": "string"}}))),
        ("Out", directed("output", object(json!({"allOf": list})))),
    ]);
    assert!(
        accepts(&set, "Out", &json!({"allOf": [{"a": "b"}]})) && !accepts(&set, "Out", &json!({"allOf": [{"z": 1}]}))
    );
}

#[test]
fn an_integer_is_one_that_every_language_holds_whatever_its_own_bounds_are() {
    let wide = json!({"type": "integer", "minimum": -2e300, "maximum": 2e300});
    let set = set(&[("Many", json!({"type": "array", "items": wide}))]);
    assert!(accepts(&set, "Many", &json!([9_007_199_254_740_991_i64])));
    assert!(!accepts(&set, "Many", &json!([1e19])) && !accepts(&set, "Many", &json!([-1e19])));
}

#[test]
fn a_recursive_type_is_closed_at_every_level() {
    let set = set(&[
        ("Tree", object(json!({"left": reference("Tree")}))),
        ("In", directed("input", object(json!({"tree": reference("Tree")})))),
        ("Out", directed("output", object(json!({"tree": reference("Tree")})))),
    ]);
    let deep = json!({"left": {"left": {"z": 1}}});
    assert!(accepts(&set, "Tree", &deep) && !accepts(&set, "Tree:closed", &deep));
    assert!(!accepts(&set, "Out", &json!({"tree": deep})));
    assert!(accepts(&set, "Tree:closed", &json!({"left": {"left": {}}})));
}

#[test]
fn every_reply_of_the_real_set_refuses_a_key_that_is_not_known() {
    let set = canonical::read();
    let schema = Bundler::new(&set.contract, &set.definitions).schema("HookOutput", false).unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let mut tried = 0;
    for example in
        set.contract.operations.each.iter().flat_map(|event| &set.contract.get(&event.output).unwrap().examples)
    {
        let Some(mut value) = Some(example.value.clone()).filter(|it| example.valid && it.is_object()) else {
            continue;
        };
        value["a key of tomorrow"] = json!(1);
        assert!(!validator.is_valid(&value), "{value}");
        tried += 1;
        if tried > 20 {
            break;
        }
    }
    assert!(tried > 20);
}

/// Each of them refers to all others, so files with everything would be a thousand times the file of all.
#[test]
fn a_type_that_refers_to_very_many_refers_to_the_file_of_all() {
    let number = 1000;
    let next =
        |at: usize| object(json!({"next": reference(&format!("T{}", (at + 1) % number)), "x": {"type": "integer"}}));
    let named: Vec<String> = (0..number).map(|at| format!("T{at}")).collect();
    let schemas: Vec<(&str, Value)> = named.iter().enumerate().map(|(at, name)| (&**name, next(at))).collect();
    let (contract, definitions) = set(&schemas);
    let bundler = Bundler::new(&contract, &definitions);
    let all: Value = serde_json::from_str(&bundler.all()).unwrap();
    let of_one: Vec<String> = named.iter().map(|name| bundler.schema(name, false).unwrap()).collect();
    assert!(of_one.iter().map(String::len).sum::<usize>() < 4 * bundler.all().len());
    let schema: Value = serde_json::from_str(&of_one[number / 2]).unwrap();
    let resource = jsonschema::Registry::new().add(all["$id"].as_str().unwrap(), &all).unwrap().prepare().unwrap();
    let validator = jsonschema::options().with_registry(&resource).build(&schema).unwrap();
    assert!(validator.is_valid(&json!({"next": {"next": {"x": 1}}})));
    assert!(!validator.is_valid(&json!({"next": {"next": {"x": "one"}}})));
}
