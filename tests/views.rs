//! The views of types with properties that are read or written only: each is a type like any other, and the types as they are
//! published stay.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use hookwire_codegen::generate::{self, Options, Read};
use hookwire_codegen::internal::diagnostic::{Diagnostics, Level};
use hookwire_codegen::internal::model::Kind;
use serde_json::{Value, json};
use tempfile::TempDir;

const DRAFT_2020: &str = "https://json-schema.org/draft/2020-12/schema";
const DRAFT_07: &str = "http://json-schema.org/draft-07/schema#";

const BOTH: &str =
    "[types]\nviews = [\"read\", \"write\"]\n[lints]\nundescribed = \"allow\"\ninline-object = \"allow\"\n";

/// Creates a set of these schemas, with these settings.
fn set(settings: &str, files: &[(&str, Value)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("codegen.toml"), format!("[package]\nname = \"users\"\n{settings}")).unwrap();
    for (path, schema) in files {
        fs::write(folder.path().join(path), schema.to_string()).unwrap();
    }
    folder
}

fn read(settings: &str, files: &[(&str, Value)]) -> Result<Read, Diagnostics> {
    generate::read(set(settings, files).path())
}

/// Returns the fields of a type: those that a value needs with `!`.
fn fields(read: &Read, name: &str) -> Vec<String> {
    let Kind::Struct(it) = &read.contract.get(name).unwrap_or_else(|| panic!("no {name} in {:?}", names(read))).kind
    else {
        panic!("{name} is not a struct")
    };
    it.fields.iter().map(|field| format!("{}{}", field.name, if field.required { "!" } else { "" })).collect()
}

fn names(read: &Read) -> Vec<&str> {
    let mut names: Vec<_> = read.contract.types.iter().map(|def| def.name.as_str()).collect();
    names.sort_unstable();
    names
}

/// Returns whether the published schema of each type accepts a value.
fn accepted(settings: &str, files: &[(&str, Value)], value: &Value) -> BTreeMap<String, bool> {
    let folder = set(settings, files);
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let (schemas, only) = (folder.path().to_owned(), vec!["schemas".to_owned()]);
    let generated = generate::generate(&Options { schemas, templates, only, name: None, single_file: false });
    let generated = generated.unwrap_or_else(|found| panic!("{found:#?}"));
    let mut accepted = BTreeMap::new();
    for file in &generated.outputs[0].artifacts {
        let Some(name) = file.path.strip_suffix(".schema.json").filter(|name| *name != "bundle") else { continue };
        let schema: Value = serde_json::from_str(&file.contents).unwrap();
        accepted.insert(name.to_owned(), jsonschema::is_valid(&schema, value));
    }
    accepted
}

fn user() -> Value {
    json!({
        "$schema": DRAFT_2020, "title": "User", "type": "object",
        "properties": {
            "id": {"type": "integer", "readOnly": true}, "name": {"type": "string"},
            "password": {"type": "string", "writeOnly": true},
        },
        "required": ["id", "name", "password"],
    })
}

#[test]
fn a_view_has_the_properties_of_its_direction_and_the_type_stays() {
    let read = read(BOTH, &[("user.schema.json", user())]).unwrap();
    assert_eq!(names(&read), ["User", "UserRead", "UserWrite"]);
    assert_eq!(fields(&read, "User"), ["id!", "name!", "password!"]);
    assert_eq!(fields(&read, "UserRead"), ["id!", "name!"]);
    assert_eq!(fields(&read, "UserWrite"), ["name!", "password!"]);
    assert_eq!(read.findings.0, [], "the views show what is read and written only");
    let about = |name: &str| read.contract.get(name).unwrap().facts.description.clone().unwrap_or_default();
    assert!(about("UserRead").contains("what a server sends"), "{}", about("UserRead"));
    assert!(about("UserWrite").contains("what a client sends"), "{}", about("UserWrite"));
}

#[test]
fn only_the_views_that_a_set_asks_for_are_made() {
    let files = [("user.schema.json", user())];
    let one = BOTH.replace("\"read\", ", "");
    assert_eq!(names(&read(&one, &files).unwrap()), ["User", "UserWrite"]);
    let none = BOTH.replace("\"read\", \"write\"", "");
    assert_eq!(names(&read(&none, &files).unwrap()), ["User"]);
    let wrong = read(&BOTH.replace("\"read\"", "\"reed\""), &files).unwrap_err();
    assert_eq!(wrong.0[0].code.name(), "bad-set-file");
    assert_eq!(wrong.0[0].advice.as_deref(), Some("did you mean `read`?"));
}

/// References, unions, bases and keywords of every draft: a view refers to views, and what has none is one type.
#[test]
fn what_a_view_refers_to_is_a_view_if_it_has_one() {
    let schema = json!({
        "$schema": DRAFT_07,
        "definitions": {
            "Id": {"type": "integer", "readOnly": true},
            "Base": {"type": "object", "properties": {"id": {"$ref": "#/definitions/Id"}}, "required": ["id"]},
            "Cat": {"allOf": [{"$ref": "#/definitions/Base"}], "required": ["id", "kind"], "type": "object",
                    "properties": {"kind": {"const": "cat"}, "friends": {"type": "array", "items": {"$ref": "#/definitions/Pet"}}}},
            "Dog": {"type": "object", "properties": {"kind": {"const": "dog"}, "size": {"$ref": "#/definitions/Size"}}, "required": ["kind"]},
            "Pet": {"oneOf": [{"$ref": "#/definitions/Cat"}, {"$ref": "#/definitions/Dog"}]},
            "Size": {"type": "string", "enum": ["small", "large"]},
        },
    });
    let files = [("pets.schema.json", schema)];
    let read = read(BOTH, &files).unwrap_or_else(|found| panic!("{found:#?}"));
    assert_eq!(
        names(&read),
        [
            "Base",
            "BaseRead",
            "BaseWrite",
            "Cat",
            "CatRead",
            "CatWrite",
            "Dog",
            "Id",
            "Pet",
            "PetRead",
            "PetWrite",
            "Size"
        ]
    );
    assert_eq!(fields(&read, "CatWrite"), ["kind!", "friends"]);
    assert_eq!(fields(&read, "CatRead"), ["id!", "kind!", "friends"]);
    let accepted = |value: Value| accepted(BOTH, &files, &value);
    let written = accepted(json!({"kind": "cat", "friends": [{"kind": "cat"}, {"kind": "dog", "size": "small"}]}));
    assert_eq!([written["Pet"], written["PetRead"], written["PetWrite"]], [false, false, true]);
    let read = accepted(json!({"kind": "cat", "id": 1, "friends": [{"kind": "cat", "id": 2}]}));
    assert_eq!([read["Pet"], read["PetRead"], read["PetWrite"]], [true, true, true]);
    // In an open object, a left-out property is any other key.
    let other = accepted(json!({"kind": "cat", "id": "of another kind"}));
    assert_eq!([other["Pet"], other["PetRead"], other["PetWrite"]], [false, false, true]);
}

#[test]
fn a_left_out_property_is_any_other_key_also_of_a_closed_object() {
    let mut schema = user();
    schema["additionalProperties"] = json!(false);
    let accepted = |value: Value| accepted(BOTH, &[("user.schema.json", schema.clone())], &value);
    let all = accepted(json!({"id": 1, "name": "Ada", "password": "secret"}));
    assert_eq!([all["User"], all["UserRead"], all["UserWrite"]], [true, false, false]);
    let written = accepted(json!({"name": "Ada", "password": "secret"}));
    assert_eq!([written["User"], written["UserRead"], written["UserWrite"]], [false, false, true]);
}

/// What a condition says of a property is about values that have it.
#[test]
fn a_condition_stays_and_what_follows_from_it_is_of_the_view() {
    let mut schema = user();
    schema["properties"]["id"] = json!({"$ref": "#/$defs/Id", "description": "The number."});
    schema["$defs"] = json!({"Id": {"type": "integer", "readOnly": true}});
    schema["required"] = json!(["name"]);
    schema["allOf"] = json!([
        {"if": {"properties": {"name": {"const": "root"}}}, "then": {"required": ["id", "password"]}},
        {"not": {"required": ["id", "old"]}},
    ]);
    schema["dependentRequired"] = json!({"name": ["id", "password"]});
    let accepted = |value: Value| {
        let all = accepted(BOTH, &[("user.schema.json", schema.clone())], &value);
        [all["User"], all["UserRead"], all["UserWrite"]]
    };
    assert_eq!(accepted(json!({"name": "root", "id": 1})), [false, true, false]);
    assert_eq!(accepted(json!({"name": "root", "password": "secret"})), [false, false, true]);
    assert_eq!(accepted(json!({"name": "root", "id": 1, "password": "secret", "old": 1})), [false; 3]);
}

/// Returns the verdicts of a type and of its two views.
fn of_three(files: &[(&str, Value)], name: &str, value: Value) -> [bool; 3] {
    let all = accepted(BOTH, files, &value);
    [all[name], all[&format!("{name}Read")], all[&format!("{name}Write")]]
}

/// The base has no views: nothing in it is read or written only.
#[test]
fn a_property_that_an_extension_marks_is_left_out_of_its_bases() {
    let root = json!({"$schema": DRAFT_2020, "title": "Root", "type": "object", "properties": {
        "id": {"type": "integer"}, "made": {"$ref": "#/$defs/Day"}}, "required": ["id"],
        "$defs": {"Day": {"type": "string", "minLength": 2}}});
    let base = json!({"$schema": DRAFT_2020, "title": "Base", "type": "object", "allOf": [{"$ref": "root.schema.json"}],
        "properties": {"name": {"type": "string"}}, "required": ["name", "id"]});
    let user = json!({"$schema": DRAFT_2020, "title": "User", "type": "object", "allOf": [{"$ref": "base.schema.json"}],
        "properties": {"id": {"readOnly": true}}});
    let admin = json!({"$schema": DRAFT_2020, "title": "Admin", "type": "object",
        "allOf": [{"$ref": "user.schema.json"}, {"$ref": "base.schema.json"}], "properties": {"level": {"type": "integer"}}});
    let files = [
        ("root.schema.json", root),
        ("base.schema.json", base),
        ("user.schema.json", user),
        ("admin.schema.json", admin),
    ];
    let read = read(BOTH, &files).unwrap_or_else(|found| panic!("{found:#?}"));
    assert_eq!(
        names(&read),
        ["Admin", "AdminRead", "AdminWrite", "Base", "Day", "Root", "User", "UserRead", "UserWrite"]
    );
    assert_eq!(fields(&read, "UserWrite"), ["made", "name!"]);
    assert_eq!(fields(&read, "UserRead"), ["id!", "made", "name!"]);
    assert_eq!(fields(&read, "AdminWrite"), ["made", "name!", "level"]);
    for name in ["User", "Admin"] {
        assert_eq!(of_three(&files, name, json!({"name": "Ada"})), [false, false, true], "{name}");
        assert_eq!(of_three(&files, name, json!({"name": "Ada", "id": 1})), [true; 3], "{name}");
        assert_eq!(of_three(&files, name, json!({"name": "Ada", "id": 1, "made": "?"})), [false; 3], "{name}");
        assert_eq!(of_three(&files, name, json!({})), [false; 3], "{name}");
    }
}

/// A base of another draft has other keywords, so a view has its part of it in the file of the base.
#[test]
fn a_property_that_an_extension_marks_is_left_out_of_bases_of_other_drafts() {
    for (of_user, of_base) in [(DRAFT_2020, DRAFT_07), (DRAFT_07, DRAFT_2020)] {
        let pair = |dialect: &str| match dialect == DRAFT_07 {
            true => {
                json!({"type": "array", "items": [{"type": "integer"}, {"type": "string"}], "additionalItems": false})
            }
            false => json!({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": false}),
        };
        let root = json!({"$schema": of_user, "title": "Root", "type": "object", "properties": {
            "id": {"type": "integer"}, "first": pair(of_user), "up": {"$ref": "user.schema.json"}}, "required": ["id"]});
        let base = json!({"$schema": of_base, "title": "Base", "type": "object", "allOf": [{"$ref": "root.schema.json"}],
            "properties": {"name": {"type": "string"}, "at": pair(of_base)}, "required": ["name", "id"]});
        let user = json!({"$schema": of_user, "title": "User", "type": "object", "allOf": [{"$ref": "base.schema.json"}],
            "properties": {"id": {"readOnly": true}, "pair": pair(of_user)}});
        let admin = json!({"$schema": of_base, "title": "BaseForUser", "type": "object",
            "allOf": [{"$ref": "user.schema.json"}], "properties": {"level": {"type": "integer", "writeOnly": true}}});
        let files = [
            ("root.schema.json", root),
            ("base.schema.json", base),
            ("user.schema.json", user),
            ("admin.schema.json", admin),
        ];
        let read = read(BOTH, &files).unwrap_or_else(|found| panic!("{found:#?}"));
        assert_eq!(fields(&read, "UserWrite"), ["first", "up", "name!", "at", "pair"]);
        assert_eq!(fields(&read, "UserRead"), ["id!", "first", "up", "name!", "at", "pair"]);
        assert_eq!(fields(&read, "BaseForUserWrite"), ["first", "up", "name!", "at", "pair", "level"]);
        for name in ["User", "BaseForUser"] {
            assert_eq!(of_three(&files, name, json!({"name": "Ada"})), [false, false, true], "{name}");
            assert_eq!(of_three(&files, name, json!({"name": "Ada", "id": 1})), [true; 3], "{name}");
            let pair = |value: Value| json!({"name": "Ada", "id": 1, "at": value, "first": value, "pair": value});
            assert_eq!(of_three(&files, name, pair(json!([1, "a"]))), [true; 3], "{name}");
            assert_eq!(of_three(&files, name, pair(json!(["a", 1]))), [false; 3], "{name}");
            let up = json!({"name": "Ada", "id": 1, "up": {"name": "Bob"}});
            assert_eq!(of_three(&files, name, up), [false, false, true], "{name}");
        }
    }
}

/// A view accepts what can be completed with the properties that it leaves out. Branches that excluded each other by one of
/// these can both hold then.
#[test]
fn branches_that_a_left_out_property_distinguished_refuse_nothing() {
    let with = |branches: Value, required: Value| {
        let mut schema = user();
        schema["properties"]["kind"] = json!({"type": "string"});
        schema["properties"]["password"] = json!({"type": "string"});
        schema["required"] = required;
        schema["oneOf"] = branches;
        [("user.schema.json", schema)]
    };
    let verdicts = |files: &[(&str, Value)], value: Value| {
        let all = accepted(&BOTH.replace("\"read\", ", ""), files, &value);
        [all["User"], all["UserWrite"]]
    };
    let either = with(json!([{"required": ["id"]}, {"required": ["name"]}]), json!([]));
    assert_eq!(verdicts(&either, json!({})), [false, true]);
    assert_eq!(verdicts(&either, json!({"name": "Ada"})), [true; 2]);
    assert_eq!(verdicts(&either, json!({"id": 1})), [true; 2]);
    let both = with(json!([{"required": ["id", "name"]}, {"required": ["name", "password"]}]), json!([]));
    assert_eq!(verdicts(&both, json!({"name": "Ada", "password": "secret"})), [true; 2]);
    assert_eq!(verdicts(&both, json!({"name": "Ada"})), [false, true]);
    assert_eq!(verdicts(&both, json!({"password": "secret"})), [false; 2]);
    let values =
        with(json!([{"properties": {"id": {"const": 1}}}, {"properties": {"id": {"const": 2}}}]), json!(["id"]));
    assert_eq!(verdicts(&values, json!({"id": 1})), [true; 2]);
    assert_eq!(verdicts(&values, json!({})), [false, true]);
    // What is left of the branches still excludes each other.
    let kinds = |kind: &str, required: Value| json!({"properties": {"kind": {"const": kind}}, "required": required});
    let kinds = with(json!([kinds("a", json!(["kind", "id"])), kinds("b", json!(["kind"]))]), json!([]));
    assert_eq!(verdicts(&kinds, json!({"kind": "a"})), [false, true]);
    assert_eq!(verdicts(&kinds, json!({"kind": "b"})), [true; 2]);
    assert_eq!(verdicts(&kinds, json!({"kind": "c"})), [false; 2]);
    assert_eq!(verdicts(&kinds, json!({})), [false; 2]);
}

/// References into a schema, between files and to itself, types in place, and a file that is only another name.
#[test]
fn any_reference_of_a_view_leads_to_what_it_has() {
    let lamp = json!({
        "$schema": DRAFT_2020, "title": "Lamp", "type": "object",
        "properties": {
            "bulb": {"title": "Bulb", "type": "object", "properties": {
                "serial": {"type": "string", "readOnly": true}, "kind": {"enum": ["led", "halogen"], "type": "string"},
            }, "required": ["serial"]},
            "shade": {"type": "object", "properties": {"colour": {"type": "string"}}},
            "spare": {"$ref": "#/properties/bulb"}, "next": {"$ref": "#"}, "room": {"$ref": "room.schema.json"},
            "secret": {"type": "object", "writeOnly": true, "properties": {"key": {"type": "object", "properties": {
                "no": {"type": "integer", "readOnly": true}}}}},
            "key": {"$ref": "#/properties/secret/properties/key"},
        },
    });
    let room = json!({"$schema": DRAFT_2020, "$ref": "#/$defs/Room", "$defs": {"Room": {"type": "object", "properties": {
        "lamps": {"type": "array", "items": {"$ref": "lamp.schema.json"}}, "made": {"type": "string", "readOnly": true}}}}});
    let read =
        read(BOTH, &[("lamp.schema.json", lamp), ("room.schema.json", room)]).unwrap_or_else(|it| panic!("{it:#?}"));
    assert_eq!(fields(&read, "LampRead"), ["bulb", "shade", "spare", "next", "room", "key"]);
    assert_eq!(fields(&read, "RoomWrite"), ["lamps"]);
    let text = |name: &str| format!("{:?}", read.contract.get(name).unwrap().kind);
    for (name, refers_to) in [
        ("LampWrite", "\"RoomWrite\""),
        ("LampWrite", "\"LampWrite\""),
        ("RoomWrite", "\"LampWrite\""),
        ("LampWrite", "\"LampShade\""),
    ] {
        assert!(text(name).contains(refers_to), "{name} does not refer to {refers_to}: {}", text(name));
    }
    // The type in place has views, too, and the reference to it leads there.
    assert_eq!(fields(&read, "BulbWrite"), ["kind"]);
    assert_eq!(text("LampWrite").matches("\"BulbWrite\"").count(), 2, "{}", text("LampWrite"));
    assert!(names(&read).contains(&"BulbKind") && !names(&read).contains(&"BulbWriteKind"), "{:?}", names(&read));
}

#[test]
fn a_view_takes_its_name_from_the_type_and_gives_way_to_no_other() {
    let mut schema = user();
    schema["$defs"] = json!({"UserRead": {"type": "string"}});
    schema["properties"]["state"] = json!({"$ref": "#/$defs/UserRead"});
    let files = [("user.schema.json", schema)];
    let found = read(BOTH, &files).unwrap_err();
    let error = found.0.iter().find(|one| one.level == Level::Error).unwrap();
    assert_eq!(error.code.name(), "same-name");
    assert_eq!(error.message, "the view of `User` is called `UserRead`, as another type");
    let advice = error.advice.as_deref().unwrap();
    let line = advice.split('`').rev().nth(1).unwrap();
    assert_eq!(line, "\"user.schema.json##/$defs/UserRead\" = \"UserReadType\"".replace("##", "#"));
    // The advice is what to write.
    let renamed = read(&format!("{BOTH}[names]\n{line}\n"), &files).unwrap_or_else(|found| panic!("{found:#?}"));
    assert_eq!(names(&renamed), ["User", "UserRead", "UserReadType", "UserWrite"]);
    // A type with a name in the set file gives it to its views.
    let named = read(&format!("{BOTH}[names]\n\"#\" = \"Account\"\n"), &[("user.schema.json", user())]).unwrap();
    assert_eq!(names(&named), ["Account", "AccountRead", "AccountWrite"]);
}

/// A mistake in a type with views is reported once, where it is.
#[test]
fn a_mistake_is_reported_once_at_its_place_in_the_type() {
    let mut schema = user();
    schema["$defs"] = json!({"Part": {"type": "object", "properties": {
        "no": {"type": "integer", "readOnly": true}, "bad": {"$ref": "#/$defs/Nothing"}, "list": {"type": "array", "uniqueItems": true}}}});
    schema["properties"]["part"] = json!({"$ref": "#/$defs/Part"});
    let found = read(BOTH, &[("user.schema.json", schema.clone())]).unwrap_err();
    let places: Vec<_> =
        found.0.iter().filter_map(|one| Some((one.code.name(), one.place.as_ref()?.pointer.clone()?))).collect();
    assert_eq!(places.iter().filter(|(code, _)| *code == "reference").count(), 1, "{found:#?}");
    assert!(places.contains(&("reference", "/$defs/Part/properties/bad/$ref".to_owned())), "{places:?}");
    schema["$defs"]["Part"]["properties"].as_object_mut().unwrap().shift_remove("bad");
    let read = read(BOTH, &[("user.schema.json", schema)]).unwrap();
    let found: Vec<_> = read.findings.0.iter().filter_map(|one| one.place.as_ref()?.pointer.clone()).collect();
    assert_eq!(found, ["/$defs/Part/properties/list/uniqueItems"]);
}

/// With views, the types of a set are those without views and the views.
#[test]
fn the_published_types_are_the_same_with_views() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["inline", "found", "awkward", "tour"] {
        let folder = tempfile::tempdir().unwrap();
        crate::support::copy::copy(&root.join("tests/sets").join(name), folder.path());
        // Each property of a name that many types have.
        for entry in fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().path()) {
            let Some(mut schema) = fs::read_to_string(&entry).ok().and_then(|it| serde_json::from_str(&it).ok()) else {
                continue;
            };
            let mut count = 0;
            each_property(&mut schema, &mut |property| {
                count += 1;
                if count % 3 == 0 && !property.contains_key("$ref") {
                    property.insert("readOnly".to_owned(), json!(true));
                }
            });
            fs::write(&entry, schema.to_string()).unwrap();
        }
        let settings = fs::read_to_string(folder.path().join("codegen.toml")).unwrap();
        let outline = |views: &str| {
            fs::write(folder.path().join("codegen.toml"), format!("{settings}\n[types]\nviews = [{views}]\n")).unwrap();
            let read = generate::read(folder.path()).unwrap_or_else(|found| panic!("{name}: {found:#?}"));
            let types = read.contract.types.iter().map(|def| (def.name.clone(), format!("{:?}", def.kind)));
            types.collect::<BTreeMap<_, _>>()
        };
        let (without, with) = (outline(""), outline("\"read\", \"write\""));
        assert!(with.len() > without.len(), "{name} has no views");
        for (of, kind) in without {
            assert_eq!(with.get(&of), Some(&kind), "{name}: {of}");
        }
    }
}

fn each_property(schema: &mut Value, change: &mut impl FnMut(&mut serde_json::Map<String, Value>)) {
    let Value::Object(object) = schema else {
        schema.as_array_mut().into_iter().flatten().for_each(|it| each_property(it, change));
        return;
    };
    if let Some(Value::Object(all)) = object.get_mut("properties") {
        all.values_mut().filter_map(Value::as_object_mut).for_each(&mut *change);
    }
    let is_schema = |key: &str| !matches!(key, "const" | "enum" | "default" | "examples");
    object.iter_mut().filter(|(key, _)| is_schema(key)).for_each(|(_, it)| each_property(it, change));
}
