//! `explain` describes every kind of node, by pointer and by name, in every target of this repository.

use std::fs;
use std::path::{Path, PathBuf};

use hookwire_codegen::explain::{Explanation, Losses, explain, untyped};
use hookwire_codegen::generate::Options;
use hookwire_codegen::internal::diagnostic::{Code, Loss};
use hookwire_codegen::internal::model::Expr;
use serde_json::json;

const SCHEMA: &str = r##"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Lamp",
  "description": "A lamp.",
  "type": "object",
  "allOf": [
    {"$ref": "thing.schema.json"},
    {
      "if": {"required": ["on"], "properties": {"on": {"const": true}}}, "then": {"required": ["level"]},
      "x-rule": "lit-has-a-level", "x-severity": "rejected", "x-message": "A lamp that is on says its level."
    }
  ],
  "properties": {
    "on": {"description": "Whether it is lit.", "type": "boolean"},
    "level": {"description": "How bright.", "type": "integer", "minimum": 1},
    "parts": {"description": "What it is made of.", "type": "array", "items": {"$ref": "#/$defs/Part"}},
    "state": {"description": "How it is.", "$ref": "#/$defs/State"}
  },
  "required": ["on"],
  "unevaluatedProperties": false,
  "$defs": {
    "State": {"description": "How it is.", "type": "string", "enum": ["fine", "broken"]},
    "Place": {"description": "Where it is.", "oneOf": [
      {"const": "inside", "description": "Under a roof."}, {"enum": ["street", "garden"], "description": "Under the sky."}]},
    "Part": {"description": "A part.", "oneOf": [{"$ref": "#/$defs/Bulb"}, {"$ref": "#/$defs/Foot"}]},
    "Bulb": {"description": "A bulb.", "type": "object", "required": ["kind"],
      "properties": {"kind": {"description": "What it is.", "const": "bulb"}, "watts": {"description": "Watts.", "type": "number"}}},
    "Foot": {"description": "A foot.", "type": "object", "required": ["kind"],
      "properties": {"kind": {"description": "What it is.", "const": "foot"}}}
  }
}"##;

const BASE: &str = r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Thing",
  "description": "A thing.",
  "type": "object",
  "properties": {"name": {"description": "What people call it.", "type": "string", "x-since": {"version": "1.0.0", "exact": true}}}
}"#;

struct Set(tempfile::TempDir);

impl Set {
    fn new(lamp: &str) -> Self {
        let set = tempfile::tempdir().unwrap();
        fs::copy(root().join("tests/diagnostics/codegen.toml"), set.path().join("codegen.toml")).unwrap();
        fs::write(set.path().join("lamp.schema.json"), lamp).unwrap();
        fs::write(set.path().join("thing.schema.json"), BASE).unwrap();
        Self(set)
    }

    /// Creates a set with assertions that no type can express.
    fn asserting() -> Self {
        let set = Self::new(ASSERTED);
        fs::write(set.0.path().join("codegen.toml"), "[package]\nname = \"case\"\n").unwrap();
        set
    }

    fn explain(&self, address: &str) -> Result<Explanation, String> {
        self.explain_in(&["rust"], address)
    }

    /// Explains a node for these targets; for all, if there are none.
    fn explain_in(&self, only: &[&str], address: &str) -> Result<Explanation, String> {
        let (schemas, templates) = (self.0.path().to_owned(), root().join("templates"));
        let only = only.iter().map(|&name| name.to_owned()).collect();
        explain(&Options { schemas, templates, only, name: None, single_file: false }, address).map_err(|found| {
            assert!(found.0.iter().all(|one| one.code == Code::NoNode), "{found:#?}");
            found.0.iter().map(ToString::to_string).collect()
        })
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// Returns the kind and type of a node, a part of the reasons, and the line of a target.
fn said(it: &Explanation, target: &str) -> String {
    let model = it.model.as_ref().map(|model| format!("{} {} of {}", model.is, model.name, model.of));
    let spelled = it.targets.iter().find(|one| one.target == target).unwrap();
    let line = spelled.line.as_ref().map_or("", |line| line.text.as_str());
    format!(
        "{} | {} | {} | {line}",
        model.unwrap_or_default(),
        spelled.name.as_deref().unwrap_or("-"),
        spelled.expr.as_deref().unwrap_or("-")
    )
}

#[test]
fn every_kind_of_node_is_explained_by_pointer_and_by_name() {
    let set = Set::new(SCHEMA);
    let cases = [
        ("lamp.schema.json", "Lamp", "struct Lamp of Lamp | Lamp | - | pub struct Lamp {"),
        ("lamp.schema.json#/properties/on", "Lamp/on", "field on of Lamp | on | bool | pub on: bool,"),
        (
            "thing.schema.json#/properties/name",
            "Thing/name",
            "field name of Thing | name | String | pub name: Option<String>,",
        ),
        ("lamp.schema.json#/$defs/State", "State", "enum State of State | State | - | pub enum State {"),
        ("lamp.schema.json#/$defs/State/enum/1", "Lamp/state/broken", "value broken of State | Broken | - | Broken,"),
        ("lamp.schema.json#/$defs/Part", "Part", "union Part of Part | Part | - | pub enum Part {"),
        ("lamp.schema.json#/$defs/Part/oneOf/0", "Part/Bulb", "variant Bulb of Part | Bulb | Bulb | Bulb(Bulb),"),
        ("lamp.schema.json#/$defs/Place/oneOf/0", "Place/inside", "value inside of Place | Inside | - | Inside,"),
        (
            "lamp.schema.json#/$defs/Place/oneOf/1/enum/1",
            "Place/garden",
            "value garden of Place | Garden | - | Garden,",
        ),
        (
            "lamp.schema.json#/$defs/Bulb/properties/watts",
            "Lamp/parts/watts",
            "field watts of Bulb | watts | f64 | pub watts: Option<f64>,",
        ),
        ("lamp.schema.json#/allOf/1", "Lamp/lit-has-a-level", "rule lit-has-a-level of Lamp | - | - | "),
    ];
    let mut wrong = Vec::new();
    for (pointer, name, expected) in cases {
        for address in [pointer, name] {
            let reported = said(&set.explain(address).unwrap(), "rust");
            // The line of a rule depends on how the crate writes its checks.
            if !reported.starts_with(expected) {
                wrong.push(format!("{address}: {reported}"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    let items = set.explain("lamp.schema.json#/properties/parts/items").unwrap();
    assert_eq!(items.model.as_ref().unwrap().node, json!({"is": "ref", "name": "Part", "closed": false}));
}

#[test]
fn every_target_shows_its_spelling_of_a_field() {
    let it = Set::new(SCHEMA).explain_in(&[], "Lamp/on").unwrap();
    let mut templates: Vec<String> = fs::read_dir(root().join("templates"))
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    templates.sort();
    assert_eq!(it.targets.iter().map(|one| one.target.clone()).collect::<Vec<_>>(), templates);
    for target in &it.targets {
        assert!(target.line.as_ref().is_some_and(|line| line.text.contains("on")), "{target:#?}");
        assert!(!target.files.is_empty(), "{target:#?}");
    }
}

#[test]
fn each_explanation_gives_its_reasons() {
    let set = Set::new(SCHEMA);
    let why = |address: &str| set.explain(address).unwrap().why.join("\n");
    let reasons = [
        ("Lamp", "1 field is of a base"),
        ("Lamp", "Another key is refused"),
        ("Lamp/on", "It is in `required`"),
        ("Lamp/name", "`Lamp` has it from a base, `thing.schema.json`"),
        ("Thing/name", "Types that have it, too: `Lamp`."),
        ("Thing/name", "It is there since 1.0.0."),
        ("Lamp/level", "It has bounds"),
        ("Part", "The value of `kind` selects the member."),
        ("Part/Bulb", "It is meant where `kind` is bulb."),
        ("State/fine", "nothing else is one"),
        ("Place", "a closed enum"),
        ("Lamp/lit-has-a-level", "Where `on` is true, `level` is there."),
        ("lamp.schema.json#/properties/level/minimum", "is a part of it, and not a node itself"),
        ("lamp.schema.json#/properties", "a schema for each name: `on`, `level`, `parts`, `state`"),
        ("lamp.schema.json#/$defs/Bulb/properties", "The first is at `/$defs/Bulb/properties/kind`"),
    ];
    let unreported = reasons.iter().filter(|(address, reason)| !why(address).contains(reason));
    assert_eq!(unreported.collect::<Vec<_>>(), Vec::<&(&str, &str)>::new());
}

#[test]
fn each_keyword_is_listed_with_its_class() {
    let it = Set::new(SCHEMA).explain("lamp.schema.json#/properties/level").unwrap();
    let classes: Vec<String> = it.keywords.iter().map(|it| format!("{}: {}", it.name, it.class)).collect();
    assert_eq!(classes, ["description: modelled", "type: modelled", "minimum: validated only"]);
    let document: serde_json::Value = serde_json::from_str(&it.json()).unwrap();
    assert_eq!((&document["version"], &document["model"]["of"]), (&json!(1), &json!("Lamp")));
    // The names of properties are not keywords.
    let of_all = Set::new(SCHEMA).explain("lamp.schema.json#/properties").unwrap();
    assert_eq!(of_all.keywords.len(), 0);
}

#[test]
fn a_refused_node_is_explained_by_its_diagnostics() {
    let set = Set::new(&SCHEMA.replace("\"minimum\": 1", "\"minimun\": 1"));
    let settings = "[package]\nname = \"case\"\n[lints]\nunknown-keyword = \"deny\"\n";
    fs::write(set.0.path().join("codegen.toml"), settings).unwrap();
    for address in ["lamp.schema.json#/properties/level", "Lamp/level"] {
        let it = set.explain(address).unwrap();
        assert!(!it.is_sound() && it.model.is_none());
        assert_eq!(it.findings.0.iter().map(|one| one.code).collect::<Vec<_>>(), [Code::UnknownKeyword]);
        assert!(it.keywords.iter().any(|it| it.name == "minimun" && it.class == "unknown"));
        assert!(it.text(false).contains("did you mean `minimum`?"), "{}", it.text(false));
    }
}

/// A node that only some languages refuse is explained for the others.
#[test]
fn a_node_that_one_target_refuses_is_explained_for_the_others() {
    let set =
        Set::new(&SCHEMA.replace("\"parts\":", "\"rows\": {\"description\": \"Rows.\", \"type\": \"array\", \"items\": {\"type\": \"array\", \"minItems\": 1, \"items\": {\"type\": \"string\"}}}, \"parts\":"));
    let it = set.explain_in(&[], "Lamp/rows").unwrap();
    let targets: Vec<&str> = it.targets.iter().map(|it| it.target.as_str()).collect();
    assert_eq!(targets, ["docs", "python", "schemas", "typescript"]);
    assert!(!it.is_sound());
    let found = it.findings.0.iter().filter(|one| one.code == Code::RustShape).collect::<Vec<_>>();
    assert!(found.len() == 1 && found[0].place.as_ref().is_some_and(|it| it.line > 0), "{found:#?}");
}

/// A warning at the node does not hide a target that refuses something else.
#[test]
fn each_missing_target_is_explained() {
    let warned = SCHEMA.replace("\"minimum\": 1", "\"default\": \"x\"").replace(
        "\"properties\": {\"kind\": {\"description\": \"What it is.\", \"const\": \"foot\"}}",
        "\"properties\": {\"kind\": {\"description\": \"What it is.\", \"const\": \"foot\"}, \"a\": {\"description\": \"A.\", \"const\": true}, \"b\": {\"description\": \"B.\", \"const\": \"true\"}, \"c\": {\"description\": \"C.\", \"const\": \"boolean true\"}}",
    );
    let set = Set::new(&warned);
    let settings = "[package]\nname = \"case\"\n[lints]\ndefault-refused = \"warn\"\n";
    fs::write(set.0.path().join("codegen.toml"), settings).unwrap();
    let it = set.explain("Lamp/level").unwrap();
    let codes: Vec<Code> = it.findings.0.iter().map(|it| it.code).collect();
    assert_eq!((it.targets.len(), codes), (0, vec![Code::DefaultRefused, Code::RustName]), "{:#?}", it.findings);
    assert!(!it.is_sound());
}

/// A type that depends on another key is a type parameter in some languages and a plain value in others. Neither is
/// reported as a contradiction.
#[test]
fn a_keyed_value_is_explained_by_its_table() {
    let (schemas, templates) = (root().join("tests/sets/lights"), root().join("templates"));
    let options = Options { schemas, templates, only: Vec::new(), name: None, single_file: false };
    let it = explain(&options, "SwitchedOffInput/setting").unwrap();
    let model = it.model.as_ref().unwrap();
    assert_eq!((&model.node["type"]["is"], it.targets.len()), (&json!("keyed"), 5));
    for target in &it.targets {
        assert!(target.expr.is_none() && target.line.is_some(), "{target:#?}");
    }
}

#[test]
fn an_unknown_node_suggests_similar_ones() {
    let set = Set::new(SCHEMA);
    let near = |address: &str| set.explain(address).unwrap_err();
    assert!(near("Lmap").contains("did you mean `Lamp`?"));
    assert!(near("Lamp/stat").contains("did you mean `state`?"));
    assert!(near("lmp.schema.json").contains("did you mean `lamp.schema.json`"));
    let pointer = near("lamp.schema.json#/properties/levle");
    assert!(pointer.contains("did you mean `lamp.schema.json#/properties/level`?"), "{pointer}");
    assert!(near("").contains("write the path of a schema"));
}

/// A set with assertions that no type can express: on a field, on an item, on a struct and next to a union.
const ASSERTED: &str = r##"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Lamp",
  "description": "A lamp.",
  "type": "object",
  "minProperties": 1,
  "properties": {
    "name": {"description": "What people call it.", "type": "string", "pattern": "^[a-z]+$", "maxLength": 5},
    "tags": {"description": "Words.", "type": "array", "items": {"type": "string", "maxLength": 3}, "uniqueItems": true}
  },
  "required": ["name"]
}"##;

fn validated(it: &Explanation) -> Vec<String> {
    let enforced = it.keywords.iter().filter_map(|it| Some(format!("{}: {}", it.name, it.enforced_by.as_ref()?)));
    enforced.collect()
}

#[test]
fn the_keywords_of_a_rule_name_the_rule() {
    let rule = Set::new(SCHEMA).explain("lamp.schema.json#/allOf/1").unwrap();
    assert_eq!(validated(&rule).join(", "), "if: rule, then: rule");
    assert!(rule.text(false).contains("enforced by a rule"), "{}", rule.text(false));
}

#[test]
fn an_assertion_names_its_keyword() {
    let set = Set::asserting();
    let at = |pointer: &str| set.explain(&format!("lamp.schema.json#{pointer}")).unwrap();
    let reported =
        ["/properties/name", "/properties/tags", "/properties/tags/items", ""].map(|it| validated(&at(it)).join(", "));
    let expected = [
        "type: type, pattern: assertion, maxLength: assertion",
        "type: type, items: type, uniqueItems: assertion",
        "type: type, maxLength: assertion",
        "type: type, minProperties: assertion, properties: type, required: type",
    ];
    assert_eq!(reported, expected.map(str::to_owned));
    let name = at("/properties/name");
    let sentence = "`type` became the type, and `pattern`, `maxLength` an assertion: the validators check it";
    assert!(name.why.iter().any(|why| why.starts_with(sentence)), "{:?}", name.why);
    assert!(name.text(false).contains("pattern (validated only, enforced by an assertion)"), "{}", name.text(false));
}

/// Lists what the types of a set do not show, with this line for the lint `untyped`.
fn losses(set: &Set, lint: &str) -> Losses {
    fs::write(set.0.path().join("codegen.toml"), format!("[package]\nname = \"case\"\n{lint}")).unwrap();
    untyped(set.0.path(), None).unwrap_or_else(|found| panic!("{found:#?}"))
}

#[test]
fn each_place_that_the_types_do_not_show_is_listed_with_its_reason() {
    let never = ASSERTED.replace("\"tags\": {", "\"never\": {\"description\": \"None.\", \"not\": {}}, \"tags\": {");
    let set = Set::new(&never);
    let listed = losses(&set, "");
    let places: Vec<String> = listed
        .places
        .iter()
        .map(|it| format!("{:?} {} {}: {}", it.loss, it.node.0, it.node.1, it.place.pointer.as_deref().unwrap()))
        .collect();
    assert_eq!(
        places,
        [
            "Check struct Lamp: /minProperties",
            "Check field name: /properties/name/pattern",
            "Check field name: /properties/name/maxLength",
            "Check field tags: /properties/tags/uniqueItems",
            "Check expression tags: /properties/tags/items/maxLength",
            "Type field never: /properties/never/not",
        ]
    );
    assert_eq!(listed.types_lost().into_iter().collect::<Vec<_>>(), ["Lamp"]);
    let text = listed.text();
    assert!(
        text.contains("lamp.schema.json:8:71: checked field `name` of `Lamp` at /properties/name/pattern"),
        "{text}"
    );
    assert!(
        text.contains(
            "\n1 × any value, in 1 of 2 types; 0 × a part that no type has; 5 × only a validator checks it\n"
        ),
        "{text}"
    );
    assert!(text.contains("\n     1 × any misplaced-keyword: "), "{text}");
    assert!(text.contains("\n     5 × checked untyped-keyword: "), "{text}");
    // A set that allows the lint has the same losses.
    assert_eq!(losses(&set, "[lints]\nuntyped = \"allow\"\n").places, listed.places);
}

/// A parameter with parts in branches, under conditions, and by place.
const BRANCHED: &str = r#"{
    "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Parameter", "type": "object",
    "properties": {
        "name": {"type": "string"}, "kind": {"type": "string"}, "then": {"type": "string"},
        "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false},
        "point": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "string"}], "items": false, "minItems": 2},
        "same": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "string"}], "items": false}
    },
    "allOf": [{"properties": {"in": {"type": "string"}}}],
    "oneOf": [{"required": ["name"]}, {"properties": {"style": {"type": "string"}, "kind": {"const": "a"}}}],
    "if": {"properties": {"asked": {"const": "b"}}},
    "then": {"properties": {"explode": {"type": "boolean"}, "name": {"type": "string", "minLength": 1}}},
    "not": {"properties": {"never": {"type": "string"}}},
    "dependentSchemas": {"name": {"properties": {"allowReserved": {"type": "boolean"}, "nothing": true}}}
}"#;

#[test]
fn each_part_that_is_stated_and_in_no_type_is_listed_once() {
    let set = Set::new(BRANCHED);
    let listed = losses(&set, "");
    let parts = listed.places.iter().filter(|it| it.loss == Loss::Part);
    let parts: Vec<&str> = parts.map(|it| it.place.pointer.as_deref().unwrap()).collect();
    assert_eq!(parts, ["/properties/pair/prefixItems/0", "/properties/pair/prefixItems/1",]);
    assert_eq!(listed.parts(), parts.len());
}

/// The list is as complete as the model: whatever is any value there although an assertion says more is in it, lost or checked.
#[test]
fn every_loss_in_the_model_is_listed() {
    let mut compared = 0;
    for set in ["found", "inline", "awkward"] {
        let set = root().join("tests/sets").join(set);
        let listed = untyped(&set, None).unwrap_or_else(|found| panic!("{found:#?}"));
        let read = hookwire_codegen::generate::read(&set).unwrap();
        for def in read.contract.types.iter() {
            let is_any = |expr: &Expr| matches!(expr, Expr::Asserted { inner, .. } if **inner == Expr::Any);
            if def.kind.exprs().into_iter().any(is_any) {
                let is_listed = listed.places.iter().any(|it| it.of == def.name);
                assert!(is_listed, "{} in {}", def.name, listed.text());
                compared += 1;
            }
        }
    }
    assert!(compared > 0);
}

#[test]
fn a_set_that_denies_the_lint_has_no_loss() {
    let listed = untyped(&root().join("schemas"), None).unwrap();
    assert_eq!(listed.places, []);
    assert!(listed.text().starts_with("none: "), "{}", listed.text());
    let set = Set::new(ASSERTED);
    let found = untyped(set.0.path(), None).map(|it| it.text()).unwrap_err();
    assert!(found.0.iter().any(|it| it.code == Code::UntypedKeyword), "{found:#?}");
}

#[test]
fn the_json_explanation_matches_its_schema() {
    let text = fs::read(root().join("docs/explanation.schema.json")).unwrap();
    let mut schema: serde_json::Value = serde_json::from_slice(&text).unwrap();
    close(&mut schema);
    let closed = jsonschema::draft202012::new(&schema).unwrap();
    let wrong = SCHEMA.replace("\"minimum\": 1", "\"minimun\": 1");
    let mut ran = 0;
    let mut faults = Vec::new();
    for (set, addresses) in [
        (
            Set::new(SCHEMA),
            &["Lamp", "Lamp/on", "State", "State/fine", "Part", "Part/Bulb", "Lamp/lit-has-a-level"][..],
        ),
        (Set::new(SCHEMA), &["lamp.schema.json#/properties/parts/items", "lamp.schema.json#/properties/level/minimum"]),
        (Set::asserting(), &["Lamp", "Lamp/name", "Lamp/tags"]),
        (Set::new(&wrong), &["Lamp/level"]),
    ] {
        for address in addresses {
            let document = serde_json::from_str(&set.explain_in(&[], address).unwrap().json()).unwrap();
            faults.extend(closed.iter_errors(&document).map(|error| format!("{address}: {error}")));
            ran += 1;
        }
    }
    assert_eq!((faults, ran), (Vec::new(), 13));
    assert!(!closed.is_valid(&json!({"version": 1})));
}

/// Makes keys that the schema does not describe invalid, except in a node of the model, which is not described.
fn close(schema: &mut serde_json::Value) {
    if let serde_json::Value::Object(object) = schema {
        if object.contains_key("properties") {
            object.insert("additionalProperties".to_owned(), json!(false));
        }
        object.values_mut().for_each(close);
    }
}
