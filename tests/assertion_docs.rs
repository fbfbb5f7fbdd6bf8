//! The page of a type documents each of its assertions exactly once, in words.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::copy::copy;
use hookwire_codegen::generate::{Options, generate, read};
use hookwire_codegen::internal::model::{Assertion, Kind};
use serde_json::{Value, json};

/// The maximum depth of nested assertions in the documentation.
const DEEPEST: usize = 3;
/// The number of keys that an assertion can have.
const KEYS: usize = 37;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the section of each type, by its name.
fn sections(schemas: PathBuf) -> BTreeMap<String, String> {
    let options = Options {
        schemas,
        templates: root().join("templates"),
        only: vec!["docs".to_owned()],
        name: None,
        single_file: false,
    };
    let generated = generate(&options).unwrap_or_else(|found| panic!("{found:#?}"));
    let pages = generated.outputs.into_iter().flat_map(|output| output.artifacts);
    let mut sections = BTreeMap::new();
    for page in pages.filter(|page| page.path.starts_with("types/")) {
        for section in page.contents.split("\n## <a id=\"").skip(1) {
            let name = section.split('"').next().unwrap().to_owned();
            assert!(sections.insert(name, section.to_owned()).is_none());
        }
    }
    sections
}

/// Returns the words of a page that only come from a key of an assertion.
fn words(key: &str, value: &Value) -> Vec<String> {
    let span = |text: &str| format!("`{text}`");
    let first = |value: &Value| span(value.as_object().unwrap().keys().next().unwrap());
    let one = match key {
        "never" => "no value".to_owned(),
        // As the type of the language, or in words.
        "types" => value[0].as_str().unwrap().replace("array", "list"),
        "values" => span(&value[0].to_string()),
        "minimum" => format!("{value} or more"),
        "above" => format!("greater than {value}"),
        "maximum" => format!("{value} at most"),
        "below" => format!("less than {value}"),
        "multiple_of" => format!("a multiple of {value}"),
        "min_length" => format!("{value} characters or more"),
        "max_length" => format!("{value} characters at most"),
        "pattern" => format!("matches {}", span(value.as_str().unwrap())),
        "format" => format!("of the format {}", span(value.as_str().unwrap())),
        "min_items" if *value == 1 => "not empty".to_owned(),
        "min_items" => format!("{value} items or more"),
        "max_items" => format!("{value} items at most"),
        "unique" => "no two items equal".to_owned(),
        "prefix" => "item 1: ".to_owned(),
        "items" => return ["each item: ", "each further item: "].map(str::to_owned).to_vec(),
        "contains" => ", of this kind: ".to_owned(),
        "min_properties" => format!("{value} keys or more"),
        "max_properties" => format!("{value} keys at most"),
        "required" => format!("with {}", span(value[0].as_str().unwrap())),
        "dependent_required" => format!(" where there is {}", first(value)),
        "properties" => return vec![format!("{}: ", first(value)), format!("any value at {}", first(value))],
        "patterns" => format!("each key that matches {}: ", span(value[0][0].as_str().unwrap())),
        "rest" => "each other key: ".to_owned(),
        "names" => "what each key is called: ".to_owned(),
        "dependent" => format!("where there is {}: ", first(value)),
        "all" => "all of (".to_owned(),
        "any" => "one or more of (".to_owned(),
        "one" => "exactly one of (".to_owned(),
        "not" => "not so: ".to_owned(),
        "if" => return ["if (", "if a", "if `", "if ["].map(str::to_owned).to_vec(),
        "then" => ", then ".to_owned(),
        "else" => ", else ".to_owned(),
        "ref" => format!("[`{0}`](#{0})", value.as_str().unwrap()),
        "unevaluated_items" => "each item that nothing else checks: ".to_owned(),
        "unevaluated_properties" => "each key that nothing else checks: ".to_owned(),
        other => panic!("nothing is known of {other}"),
    };
    vec![one]
}

/// Returns the direct parts of an assertion.
fn parts(assertion: &Value) -> Vec<&Value> {
    let mut parts = Vec::new();
    for (key, value) in assertion.as_object().unwrap() {
        match (key.as_str(), value) {
            ("contains", it) => parts.push(&it["assertion"]),
            ("patterns", Value::Array(pairs)) => parts.extend(pairs.iter().map(|pair| &pair[1])),
            ("properties" | "dependent", Value::Object(by_key)) => parts.extend(by_key.values()),
            ("prefix" | "all" | "any" | "one", Value::Array(all)) => parts.extend(all),
            ("dependent_required", _) => {}
            (_, it @ Value::Object(_)) => parts.push(it),
            _ => {}
        }
    }
    parts
}

/// Adds the key and value of every assertion in this one, as deep as assertions are documented.
fn asked<'a>(assertion: &'a Value, depth: usize, found: &mut Vec<(&'a str, &'a Value)>) {
    found.extend(assertion.as_object().unwrap().iter().map(|(key, value)| (key.as_str(), value)));
    assert!(depth <= DEEPEST, "this is told as something that is too deep");
    parts(assertion).into_iter().for_each(|part| asked(part, depth + 1, found));
}

/// Returns true for an assertion of nothing but branches.
fn is_of_branches(assertion: &Value) -> bool {
    let keys = assertion.as_object().unwrap().keys();
    keys.clone().eq(["one"]) || keys.eq(["any"])
}

#[test]
fn each_assertion_is_documented_once() {
    let set = root().join("tests/sets/assertions");
    let contract = read(&set).unwrap_or_else(|found| panic!("{found:#?}")).contract;
    let sections = sections(set);
    let (mut keys, mut wrong) = (BTreeSet::new(), Vec::new());
    for def in &contract.types {
        let mut assertions: Vec<Value> = def.kind.assertions().iter().map(|it| json!(it)).collect();
        if matches!(&def.kind, Kind::Union(it) if it.by.assertion().is_some()) {
            // The table of a union tells its branches.
            let (in_table, others) = assertions.into_iter().partition::<Vec<_>, _>(is_of_branches);
            keys.extend(in_table.iter().flat_map(|it| it.as_object().unwrap().keys().cloned()));
            assertions = others;
        }
        let mut all = Vec::new();
        assertions.iter().for_each(|it| asked(it, 0, &mut all));
        let mut due: BTreeMap<Vec<String>, (&str, usize)> = BTreeMap::new();
        for (key, value) in all {
            keys.insert(key.to_owned());
            due.entry(words(key, value)).or_insert((key, 0)).1 += 1;
        }
        for (words, (key, due)) in due {
            let reported: usize = words.iter().map(|it| sections[&def.name].matches(it.as_str()).count()).sum();
            // Types and references are also in the table of the fields.
            let is_told = if ["types", "ref"].contains(&key) { reported >= due } else { reported == due };
            if !is_told {
                wrong.push(format!("{}: {key} stands there {reported} times, not {due}: {words:?}", def.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(keys.len(), KEYS, "{keys:?}");
}

/// Returns the documentation of each of these properties of a type: its cell, or that of its own type.
fn cells(properties: &[(&str, Value)]) -> Vec<String> {
    let set = tempfile::tempdir().unwrap();
    let by_name: serde_json::Map<String, Value> =
        properties.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Told",
        "type": "object",
        "properties": by_name
    });
    let toml = "[package]\nname = \"reported\"\n\n[lints]\nundescribed = \"allow\"\nuntyped = \"allow\"\ninline-object = \"allow\"\n";
    fs::write(set.path().join("codegen.toml"), toml).unwrap();
    fs::write(set.path().join("reported.schema.json"), schema.to_string()).unwrap();
    let sections = sections(set.path().to_owned());
    let of = |name: &str| {
        let row = sections["Told"].lines().find(|line| line.contains(&format!("id=\"Told.{name}\""))).unwrap();
        // An escaped bar does not end a cell.
        let cells: Vec<String> = row.replace("\\|", "\0").split('|').map(|it| it.replace('\0', "\\|")).collect();
        assert_eq!(cells.len(), 7, "{row}");
        let cell = cells[2].trim();
        let Some(own) = cell.strip_prefix("[`").and_then(|it| it.split('`').next()) else { return cell.to_owned() };
        let sentence = sections[own].lines().find_map(|line| line.strip_prefix("It is ")?.strip_suffix('.'));
        sentence.unwrap().to_owned()
    };
    properties.iter().map(|(name, _)| of(name)).collect()
}

#[test]
fn the_assertions_of_a_field_are_in_its_table_cell() {
    let cases = [
        ("bounds", json!({"type": "integer", "minimum": 2, "multipleOf": 3}), "integer (2 or more; a multiple of 3)"),
        (
            "one",
            json!({"type": "array", "minItems": 1, "maxItems": 1, "uniqueItems": true}),
            "list of any value (1 or more and 1 at most; no two items equal)",
        ),
        ("loose", json!({"maxLength": 1}), "any value (if it is a string: 1 character at most)"),
        (
            "either",
            json!({"anyOf": [{"multipleOf": 3}, {"minimum": 1, "maxLength": 2}]}),
            "one or more of ((if it is a number: a multiple of 3); (if it is a number: 1 or more; if it is a string: 2 characters at most))",
        ),
        (
            "many",
            json!({"enum": [[1], [2], [3], [4], [5], [6], [7], [8]]}),
            "list of any value (one of 8 values: see the bundled schema)",
        ),
        ("few", json!({"enum": [[1], ["1"]]}), "list of any value (`[1]` or `[\"1\"]`)"),
        ("hostile", json!({"type": "string", "pattern": "`\\|</td>](x)"}), "string (matches `` `\\\\|</td>](x) ``)"),
        (
            "deep",
            json!({"not": {"not": {"not": {"not": {"type": "string", "not": {"const": "a"}}}}}}),
            "any value (not so: not so: not so: more: see the bundled schema)",
        ),
    ];
    let lists =
        (0..15).fold(json!({"type": "string"}), |item, _| json!({"type": "array", "items": item, "uniqueItems": true}));
    let due = format!("{}string{}", "list of ".repeat(15), " (no two items equal)".repeat(15));
    assert_eq!(cells(&[("lists", lists)]), [due]);
    let reported = cells(&cases.clone().map(|(name, schema, _)| (name, schema)));
    let wrong: Vec<_> = cases
        .iter()
        .zip(&reported)
        .filter(|((_, _, due), reported)| due != reported)
        .map(|((name, _, due), reported)| format!("{name}: {reported}, not {due}"))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The targets with validators, each with the file whose code checks the keys of assertions.
const VALIDATING: [(&str, &str); 3] = [
    ("python", "src/[package]/_assertion/_keywords.py"),
    ("typescript", "internal/assertion/keywords.js"),
    ("rust", "src/validation/_assertion.jinja"),
];

/// Returns true if code names a key, apart from comments.
fn names(code: &str, key: &str) -> bool {
    let forms =
        [format!("\"{key}\""), format!("it.{key} "), format!("it.{key}."), format!(".{key}"), format!(", {key}")];
    forms.iter().any(|form| code.contains(form))
}

/// A key of assertions that a target does not list would be accepted, whatever the value.
#[test]
fn a_target_implements_each_key_that_it_lists_and_refuses_a_set_with_another() {
    let set = root().join("tests/sets/assertions");
    let keys = Assertion::default().keys().map(|(key, _)| key);
    for (target_at, (target, file)) in VALIDATING.into_iter().enumerate() {
        let code = fs::read_to_string(root().join("templates").join(target).join(file)).unwrap();
        let silent: Vec<_> = keys.iter().filter(|key| !names(&code, key)).collect();
        assert!(silent.is_empty(), "{target}/{file} has no code for {silent:?}");
        let templates = tempfile::tempdir().unwrap();
        copy(&root().join("templates").join(target), &templates.path().join(target));
        let settings = templates.path().join(target).join("target.toml");
        let text = fs::read_to_string(&settings).unwrap();
        let (before, rest) = text.split_once("\nassertions = [").unwrap();
        let (listed, after) = rest.split_once(']').unwrap();
        for (key_at, key) in keys.iter().enumerate() {
            assert!(listed.contains(&format!("\"{key}\"")), "{target} lists `{key}`");
            // The generator compares the lists, and does so in the same way for each target.
            if key_at % VALIDATING.len() != target_at {
                continue;
            }
            let fewer = listed.replace(&format!("\"{key}\","), "");
            fs::write(&settings, format!("{before}\nassertions = [{fewer}]{after}")).unwrap();
            let options = Options {
                schemas: set.clone(),
                templates: templates.path().to_owned(),
                only: vec![],
                name: None,
                single_file: false,
            };
            let found = generate(&options).err().unwrap_or_default().0;
            let codes: Vec<&str> = found.iter().map(|it| it.code.name()).collect();
            assert_eq!(codes, ["assertion-part"], "{target} without `{key}`: {found:#?}");
            assert!(found[0].message.contains(&format!("`{key}`")), "{}", found[0].message);
        }
    }
}

#[test]
fn an_unknown_key_in_the_list_of_a_target_is_reported() {
    let templates = tempfile::tempdir().unwrap();
    let target = templates.path().join("pictures");
    fs::create_dir(&target).unwrap();
    fs::write(target.join("target.toml"), "assertions = [\"minimun\"]\n[needs]\nassertions = [\"check.txt\"]").unwrap();
    fs::write(target.join("check.txt"), "").unwrap();
    let schemas = root().join("tests/sets/tour");
    let options =
        Options { schemas, templates: templates.path().to_owned(), only: vec![], name: None, single_file: false };
    let found = generate(&options).unwrap_err().0;
    assert_eq!(found[0].code.name(), "target-file");
    assert!(found[0].advice.as_deref().unwrap_or_default().contains("did you mean `minimum`?"), "{found:#?}");
}
