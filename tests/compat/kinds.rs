//! Tests every kind of change with a small set of two lamps and the set of lights: the change, the people it harms, and
//! the version step.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use hookwire_codegen::compat::{Change, ChangeKind, Direction, Edition, Effect, Harm, State, VersionStep, compare};
use hookwire_codegen::generate::read;
use hookwire_codegen::internal::model::Contract;
use serde_json::{Value, json};

use Effect::{Narrower, Other, Same, Wider};
use Harm::{Everyone, Exhaustive, Makers, Nobody, Readers};
use VersionStep::{Major, Minor};

type Files = BTreeMap<&'static str, Value>;

const INPUT: &str = "lamp-input.schema.json";
const OUTPUT: &str = "lamp-output.schema.json";

/// Returns a set with an input and an output type of a lamp.
fn lamps() -> Files {
    let file = |title: &str, direction: &str, properties: Value, required: Value, defs: Value| {
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": title, "x-direction": direction, "type": "object",
            "properties": properties, "required": required, "$defs": defs,
        })
    };
    let part = |kind: &str| json!({"type": "object", "properties": {"kind": {"const": kind}}, "required": ["kind"]});
    let parts = json!({"oneOf": [
        {"$ref": "#/$defs/Bulb", "x-variant": "Bulb"}, {"$ref": "#/$defs/Shade", "x-variant": "Shade"},
    ]});
    let input = file(
        "LampInput",
        "input",
        json!({
            "id": {"type": "string"}, "level": {"type": "integer"}, "note": {"description": "Anything."},
            "colour": {"$ref": "#/$defs/Colour"}, "mode": {"$ref": "#/$defs/Mode"}, "part": {"$ref": "#/$defs/Part"},
            "name": {"$ref": "#/$defs/Name"},
        }),
        json!(["id"]),
        json!({
            "Colour": {"anyOf": [{"enum": ["red", "blue"]}, {"type": "string"}]},
            "Mode": {"type": "string", "enum": ["on", "off"]},
            "Name": {"type": "string"},
            "Part": parts, "Bulb": part("bulb"), "Shade": part("shade"),
        }),
    );
    let output = file(
        "LampOutput",
        "output",
        json!({
            "id": {"type": "string"}, "level": {"type": "integer", "minimum": 0},
            "wish": {"$ref": "#/$defs/Wish"}, "until": {"type": "string"},
        }),
        json!(["id"]),
        json!({"Wish": {"type": "string", "enum": ["shine", "rest"]}}),
    );
    Files::from([(INPUT, input), (OUTPUT, output)])
}

fn contract(files: &Files) -> Contract {
    let set = tempfile::tempdir().unwrap();
    let lints = "undescribed = \"allow\"\ninline-object = \"allow\"\nuntyped = \"allow\"\n";
    fs::write(set.path().join("codegen.toml"), format!("[package]\nname = \"lamps\"\n[lints]\n{lints}")).unwrap();
    for (name, value) in files {
        fs::write(set.path().join(name), value.to_string()).unwrap();
    }
    read(set.path()).unwrap_or_else(|found| panic!("{:#?}", found.0)).contract
}

/// Returns the changes after these places are set to new values; `null` removes a place.
fn changes(edits: &[(&'static str, &str, Value)]) -> Vec<Change> {
    let (old, mut new) = (lamps(), lamps());
    edits.iter().for_each(|(file, pointer, value)| edit(new.get_mut(file).unwrap(), pointer, value));
    between(&contract(&old), &contract(&new))
}

fn edit(document: &mut Value, pointer: &str, value: &Value) {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match (document.pointer_mut(parent).unwrap(), value) {
        (Value::Object(all), Value::Null) => assert!(all.shift_remove(key).is_some(), "nothing at {pointer}"),
        (Value::Object(all), value) => drop(all.insert(key.to_owned(), value.clone())),
        (Value::Array(all), value) if key == "-" => all.push(value.clone()),
        (Value::Array(all), Value::Null) => drop(all.remove(key.parse().unwrap())),
        (Value::Array(all), value) => all[key.parse::<usize>().unwrap()] = value.clone(),
        (other, _) => panic!("{pointer} is in {other}"),
    }
}

/// Returns the contract of a host without known changes.
pub fn alone(contract: &Contract) -> Edition<'_> {
    Edition { contract, changes: &[] }
}

fn between(old: &Contract, new: &Contract) -> Vec<Change> {
    compare(&State::today(alone(old)), &State::today(alone(new)))
}

/// The checked parts of a change: kind, name, payloads, Rust, the languages that only check types, and the step.
type Reported<'a> = (ChangeKind, &'a str, Effect, Harm, Harm, VersionStep);

fn reported(change: &Change) -> Reported<'_> {
    assert_eq!(change.harms.python, change.harms.typescript, "{change:?}");
    (change.kind, &change.name, change.effect, change.harms.rust, change.harms.python, change.step)
}

/// Asserts that the edits cause exactly these changes.
fn expect(edits: &[(&'static str, &str, Value)], expected: &[Reported<'_>]) {
    assert_eq!(changes(edits).iter().map(reported).collect::<Vec<_>>(), expected, "{edits:?}");
}

#[test]
fn words_alone_are_no_change() {
    let found =
        changes(&[(INPUT, "/description", json!("A lamp.")), (INPUT, "/properties/id/description", json!("Its id."))]);
    assert_eq!(found, []);
}

#[test]
fn a_summary_says_what_a_user_of_the_package_sees() {
    let cases = [
        ((INPUT, "/properties/more", json!({"type": "string"})), "new field `more` of `LampInput`"),
        ((INPUT, "/properties/note", Value::Null), "the field `note` of `LampInput` is gone"),
        ((INPUT, "/required/-", json!("level")), "the field `level` of `LampInput` is required now"),
        ((INPUT, "/required/0", Value::Null), "the field `id` of `LampInput` is optional now"),
        ((INPUT, "/properties/level/type", json!("string")), "the field `level` of `LampInput` has another type"),
        ((INPUT, "/properties/level/default", json!(3)), "the field `level` of `LampInput` has another default: `3`"),
        ((INPUT, "/$defs/Name/type", json!("integer")), "`Name` has another type"),
        ((INPUT, "/$defs/Mode/enum/-", json!("dim")), "new value `dim` of `Mode`"),
        ((INPUT, "/$defs/Mode/enum/0", Value::Null), "the value `on` of `Mode` is gone"),
        ((INPUT, "/unevaluatedProperties", json!(false)), "`LampInput` no longer accepts unknown keys"),
        ((OUTPUT, "/properties/until/deprecated", json!(true)), "the field `until` of `LampOutput` is deprecated"),
    ];
    for (edit, summary) in cases {
        let found: Vec<String> = changes(&[edit]).into_iter().map(|change| change.summary).collect();
        assert!(found.iter().any(|it| it.starts_with(summary)), "{summary}: {found:?}");
    }
}

#[test]
fn a_new_optional_field_harms_nobody_and_a_required_one_harms_writers() {
    let added = |file, name, harm, effect, step| {
        let name: &str = name;
        let mut edits = vec![(file, "/properties/more", json!({"type": "string"}))];
        if harm != Nobody {
            edits.push((file, "/required/-", json!("more")));
        }
        expect(&edits, &[(ChangeKind::FieldAdded, name, effect, harm, harm, step)]);
    };
    added(INPUT, "LampInput/more", Nobody, Wider, Minor);
    added(OUTPUT, "LampOutput/more", Nobody, Wider, Minor);
    added(INPUT, "LampInput/more", Makers, Narrower, Major);
    added(OUTPUT, "LampOutput/more", Makers, Narrower, Major);
    // Constructors in Rust set constants themselves.
    let constant = [(OUTPUT, "/properties/is", json!({"const": "lamp"})), (OUTPUT, "/required/-", json!("is"))];
    expect(&constant, &[(ChangeKind::FieldAdded, "LampOutput/is", Narrower, Nobody, Makers, Major)]);
}

#[test]
fn fields_go_and_change() {
    let gone = [(OUTPUT, "/properties/until", Value::Null)];
    expect(&gone, &[(ChangeKind::FieldRemoved, "LampOutput/until", Narrower, Everyone, Everyone, Major)]);
    let required = [(OUTPUT, "/required/-", json!("until"))];
    expect(&required, &[(ChangeKind::FieldRequired, "LampOutput/until", Narrower, Everyone, Makers, Major)]);
    let optional = [(INPUT, "/required", json!([]))];
    expect(&optional, &[(ChangeKind::FieldOptional, "LampInput/id", Wider, Everyone, Readers, Major)]);
    let default = [(OUTPUT, "/properties/until/default", json!("dawn"))];
    expect(&default, &[(ChangeKind::DefaultChanged, "LampOutput/until", Same, Nobody, Nobody, Minor)]);
    let deprecated = [(OUTPUT, "/properties/until/deprecated", json!(true))];
    expect(&deprecated, &[(ChangeKind::Deprecated, "LampOutput/until", Same, Nobody, Nobody, Minor)]);
}

#[test]
fn a_wider_type_harms_readers_and_a_narrower_one_harms_writers() {
    let retyped = |name: &str, property: &str, schema: Value, effect, harm| {
        let pointer = format!("/properties/{property}");
        let expected = [(ChangeKind::FieldChanged, name, effect, Everyone, harm, Major)];
        expect(&[(INPUT, pointer.as_str(), schema)], &expected);
    };
    retyped("LampInput/level", "level", json!({"type": "number"}), Wider, Readers);
    retyped("LampInput/level", "level", json!({"type": ["integer", "null"]}), Wider, Readers);
    retyped("LampInput/level", "level", json!({}), Wider, Readers);
    retyped("LampInput/note", "note", json!({"type": "string"}), Narrower, Makers);
    retyped("LampInput/level", "level", json!({"type": "string"}), Other, Everyone);
    let found = changes(&[(INPUT, "/properties/level", json!({"type": "number"}))]);
    let words = |it: &Change| (it.before.clone().unwrap(), it.after.clone().unwrap());
    assert_eq!(words(&found[0]), ("integer".to_owned(), "number".to_owned()));
}

#[test]
fn bounds_and_rules_are_no_matter_of_types() {
    let tighter = [(OUTPUT, "/properties/level/minimum", json!(1))];
    expect(&tighter, &[(ChangeKind::FieldChanged, "LampOutput/level", Narrower, Nobody, Nobody, Minor)]);
    let looser = [(OUTPUT, "/properties/level/minimum", Value::Null)];
    expect(&looser, &[(ChangeKind::FieldChanged, "LampOutput/level", Wider, Nobody, Nobody, Minor)]);
    let rule = json!([{
        "if": {"required": ["until"]}, "then": {"required": ["wish"]},
        "x-rule": "until-needs-wish", "x-severity": "rejected", "x-message": "Write both.",
    }]);
    let ruled = [(OUTPUT, "/allOf", rule.clone())];
    let name = "LampOutput/until-needs-wish";
    expect(&ruled, &[(ChangeKind::RuleAdded, name, Narrower, Nobody, Nobody, Minor)]);
    let (mut with, mut other) = (lamps(), lamps());
    edit(with.get_mut(OUTPUT).unwrap(), "/allOf", &rule);
    edit(other.get_mut(OUTPUT).unwrap(), "/allOf", &rule);
    edit(other.get_mut(OUTPUT).unwrap(), "/allOf/0/then/required", &json!(["level"]));
    let (plain, with, other) = (contract(&lamps()), contract(&with), contract(&other));
    let kinds = |changes: &[Change]| changes.iter().map(|it| (it.kind, it.step)).collect::<Vec<_>>();
    assert_eq!(kinds(&between(&with, &plain)), [(ChangeKind::RuleRemoved, Minor)]);
    assert_eq!(kinds(&between(&with, &other)), [(ChangeKind::RuleChanged, Minor)]);
}

#[test]
fn a_new_enum_value_harms_readers_unless_the_enum_is_open() {
    let came = |file, at: &str, name: &str, effect, harm| {
        expect(&[(file, at, json!("more"))], &[(ChangeKind::ValueAdded, name, effect, Nobody, harm, Minor)]);
    };
    came(INPUT, "/$defs/Mode/enum/-", "Mode/more", Wider, Exhaustive);
    came(INPUT, "/$defs/Colour/anyOf/0/enum/-", "Colour/more", Same, Nobody);
    came(OUTPUT, "/$defs/Wish/enum/-", "Wish/more", Wider, Nobody);
    let closed = [(INPUT, "/$defs/Mode/enum/1", Value::Null)];
    expect(&closed, &[(ChangeKind::ValueRemoved, "Mode/off", Narrower, Everyone, Everyone, Major)]);
    let open = [(INPUT, "/$defs/Colour/anyOf/0/enum/1", Value::Null)];
    expect(&open, &[(ChangeKind::ValueRemoved, "Colour/blue", Same, Everyone, Nobody, Major)]);
    let opened = [(INPUT, "/$defs/Mode", json!({"anyOf": [{"enum": ["on", "off"]}, {"type": "string"}]}))];
    expect(&opened, &[(ChangeKind::EnumOpened, "Mode", Wider, Everyone, Readers, Major)]);
    let closed = [(INPUT, "/$defs/Colour", json!({"type": "string", "enum": ["red", "blue"]}))];
    expect(&closed, &[(ChangeKind::EnumClosed, "Colour", Narrower, Everyone, Everyone, Major)]);
}

#[test]
fn members_of_unions_come_and_go() {
    let wire = json!({"type": "object", "properties": {"kind": {"const": "wire"}}, "required": ["kind"]});
    let came = [
        (INPUT, "/$defs/Wire", wire),
        (INPUT, "/$defs/Part/oneOf/-", json!({"$ref": "#/$defs/Wire", "x-variant": "Wire"})),
    ];
    expect(&came, &[(ChangeKind::VariantAdded, "Part/Wire", Wider, Nobody, Exhaustive, Minor)]);
    let went = [(INPUT, "/$defs/Part/oneOf/1", Value::Null), (INPUT, "/$defs/Shade", Value::Null)];
    let gone = [
        (ChangeKind::VariantRemoved, "Part/Shade", Narrower, Everyone, Everyone, Major),
        (ChangeKind::TypeRemoved, "Shade", Narrower, Everyone, Everyone, Major),
    ];
    let mut found = changes(&went).iter().map(|it| it.name.clone()).collect::<Vec<_>>();
    found.sort();
    assert_eq!(found, ["Part/Shade", "Shade"]);
    changes(&went).iter().for_each(|it| assert!(gone.contains(&reported(it)), "{it:?}"));
    let other = [(INPUT, "/$defs/Shade/properties/kind/const", json!("cover"))];
    let kinds: Vec<ChangeKind> = changes(&other).iter().map(|it| it.kind).collect();
    assert!(kinds.contains(&ChangeKind::VariantChanged) && kinds.contains(&ChangeKind::FieldChanged), "{kinds:?}");
}

#[test]
fn types_come_go_move_and_become_others() {
    let mut more = lamps();
    let table = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Table", "x-direction": "input",
        "type": "object", "properties": {"legs": {"type": "integer"}},
    });
    more.insert("table.schema.json", table);
    let (old, new) = (contract(&lamps()), contract(&more));
    let one = |changes: &[Change]| changes.iter().map(|it| (it.kind, it.name.clone(), it.step)).collect::<Vec<_>>();
    assert_eq!(one(&between(&old, &new)), [(ChangeKind::TypeAdded, "Table".to_owned(), Minor)]);
    assert_eq!(one(&between(&new, &old)), [(ChangeKind::TypeRemoved, "Table".to_owned(), Major)]);
    let mut moved = lamps();
    let output = moved.remove(OUTPUT).unwrap();
    moved.insert("light-output.schema.json", output);
    let found = one(&between(&old, &contract(&moved)));
    assert_eq!(found, ["Wish", "LampOutput"].map(|name| (ChangeKind::TypeMoved, name.to_owned(), Major)));
    let alias = [(INPUT, "/$defs/Name", json!({"type": "integer"}))];
    expect(&alias, &[(ChangeKind::AliasChanged, "Name", Other, Everyone, Everyone, Major)]);
    let object = [(INPUT, "/$defs/Name", json!({"type": "object", "properties": {"first": {"type": "string"}}}))];
    expect(&object, &[(ChangeKind::TypeChanged, "Name", Other, Everyone, Everyone, Major)]);
}

#[test]
fn a_struct_takes_other_keys_or_does_not() {
    let opened = [(OUTPUT, "/additionalProperties", json!({"type": "string"}))];
    expect(&opened, &[(ChangeKind::StructOpened, "LampOutput", Wider, Nobody, Nobody, Minor)]);
    let (mut old, mut new) = (lamps(), lamps());
    edit(old.get_mut(OUTPUT).unwrap(), "/additionalProperties", &json!({"type": "string"}));
    edit(new.get_mut(OUTPUT).unwrap(), "/additionalProperties", &json!({"type": "integer"}));
    let (plain, old, new) = (contract(&lamps()), contract(&old), contract(&new));
    let closed = between(&old, &plain);
    assert_eq!(
        closed.iter().map(reported).collect::<Vec<_>>(),
        [(ChangeKind::StructClosed, "LampOutput", Narrower, Everyone, Makers, Major)]
    );
    let changed = between(&old, &new);
    assert_eq!(
        changed.iter().map(reported).collect::<Vec<_>>(),
        [(ChangeKind::RestChanged, "LampOutput", Other, Everyone, Everyone, Major)]
    );
}

#[test]
fn a_rule_of_a_whole_struct_is_compared() {
    let asked = [(OUTPUT, "/minProperties", json!(1))];
    expect(&asked, &[(ChangeKind::StructAsserted, "LampOutput", Narrower, Nobody, Nobody, Minor)]);
}

#[test]
fn a_change_in_a_base_is_reported_once() {
    let with_base = |extra: bool| {
        let mut files = lamps();
        let mut base = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Base", "x-direction": "input",
            "type": "object", "properties": {"room": {"type": "string"}},
        });
        if extra {
            edit(&mut base, "/properties/floor", &json!({"type": "integer"}));
        }
        files.insert("base.schema.json", base);
        edit(files.get_mut(INPUT).unwrap(), "/allOf", &json!([{"$ref": "base.schema.json"}]));
        contract(&files)
    };
    let found = between(&with_base(false), &with_base(true));
    let named: Vec<(ChangeKind, &str)> = found.iter().map(|it| (it.kind, it.name.as_str())).collect();
    assert_eq!(named, [(ChangeKind::FieldAdded, "Base/floor")]);
}

/// Returns the set of lights with these edits.
fn lights(edits: &[(&str, &str, Value)], without: &[&str]) -> Contract {
    let set = tempfile::tempdir().unwrap();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sets/lights");
    for entry in fs::read_dir(own).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if !without.contains(&name.as_str()) {
            fs::copy(entry.path(), set.path().join(name)).unwrap();
        }
    }
    for (file, pointer, value) in edits {
        let path = set.path().join(file);
        let mut document: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        edit(&mut document, pointer, value);
        fs::write(path, document.to_string()).unwrap();
    }
    read(set.path()).unwrap_or_else(|found| panic!("{:#?}", found.0)).contract
}

#[test]
fn an_event_comes_and_goes_with_all_that_belongs_to_it() {
    let (two, one) = (
        lights(&[], &[]),
        lights(
            &[("events.json", "/events/0", Value::Null)],
            &["dimmed-input.schema.json", "dimmed-output.schema.json"],
        ),
    );
    let came = between(&one, &two);
    let expected = [(ChangeKind::EventAdded, "Dimmed", Wider, Nobody, Exhaustive, Minor)];
    assert_eq!(came.iter().map(reported).collect::<Vec<_>>(), expected);
    assert_eq!((came[0].events.as_slice(), came[0].is_wire()), (["Dimmed".to_owned()].as_slice(), true));
    let went = between(&two, &one);
    let expected = [(ChangeKind::EventRemoved, "Dimmed", Narrower, Everyone, Everyone, Major)];
    assert_eq!(went.iter().map(reported).collect::<Vec<_>>(), expected);
}

#[test]
fn rows_of_tables_come_go_and_lead_elsewhere() {
    let plain = lights(&[], &[]);
    let row = |value: Value| lights(&[("lamps.json", "/rows/2", value)], &[]);
    let more = lights(&[("lamps.json", "/rows/-", json!({"name": "torch", "setting": null}))], &[]);
    let of = |changes: Vec<Change>| changes.into_iter().map(|it| (it.kind, it.name, it.step)).collect::<Vec<_>>();
    assert_eq!(of(between(&plain, &more)), [(ChangeKind::RowAdded, "lamp-kinds/torch".to_owned(), Minor)]);
    assert_eq!(of(between(&more, &plain)), [(ChangeKind::RowRemoved, "lamp-kinds/torch".to_owned(), Major)]);
    let typed = row(json!({"name": "candle", "setting": "DeskSetting"}));
    assert_eq!(of(between(&plain, &typed)), [(ChangeKind::RowChanged, "lamp-kinds/candle".to_owned(), Major)]);
    let aliased = row(json!({"name": "candle", "setting": null, "aliases": ["taper"]}));
    assert_eq!(of(between(&plain, &aliased)), [(ChangeKind::RowChanged, "lamp-kinds/candle".to_owned(), Minor)]);
}

#[test]
fn the_writer_of_a_payload_is_named() {
    let found = changes(&[(INPUT, "/properties/more", json!({})), (OUTPUT, "/properties/more", json!({}))]);
    let directions: Vec<Direction> = found.iter().map(|it| it.direction).collect();
    assert_eq!(directions, [Direction::Input, Direction::Output]);
}

/// Returns the contract of the lamps.
pub fn lamps_of() -> Contract {
    contract(&lamps())
}

/// Returns the contract of the lamps without one field.
pub fn changed() -> Contract {
    let mut less = lamps();
    edit(less.get_mut(INPUT).unwrap(), "/properties/level", &Value::Null);
    contract(&less)
}

/// Returns the contract of the lamps with a type that nothing refers to.
pub fn with_a_type_of_its_own() -> Contract {
    let mut more = lamps();
    let alone = json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Alone", "type": "object", "properties": {}});
    more.insert("alone.schema.json", alone);
    contract(&more)
}
