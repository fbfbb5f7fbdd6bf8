//! Schemas that are generated from without a set file: those of somebody else, as they are found.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use hookwire_codegen::generate::{self, Options};
use hookwire_codegen::internal::diagnostic::{Diagnostic, Diagnostics, Level};
use serde_json::{Value, json};
use tempfile::TempDir;

const DRAFT_07: &str = "http://json-schema.org/draft-07/schema#";

/// Returns the messages of one code.
fn told(found: &Diagnostics, code: &str) -> Vec<String> {
    found.0.iter().filter(|one| one.code.name() == code).map(|one| one.message.clone()).collect()
}

/// Generates for every target from schemas without a set file.
fn without_set_file(
    schemas: &Path,
    name: Option<&str>,
) -> Result<(BTreeMap<String, String>, Diagnostics), Diagnostics> {
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let options = Options {
        schemas: schemas.to_owned(),
        templates,
        only: Vec::new(),
        name: name.map(str::to_owned),
        single_file: false,
    };
    let generated = generate::generate(&options)?;
    let of = |output: generate::Output| {
        output.artifacts.into_iter().map(move |file| (format!("{}/{}", output.target, file.path), file.contents))
    };
    Ok((generated.outputs.into_iter().flat_map(of).collect(), generated.findings))
}

/// The packages of one file are called after it, in the form that every registry takes.
#[test]
fn the_name_of_a_file_becomes_that_of_a_package() {
    let schema = r#"{"type": "object"}"#;
    let folder = folder_of(&[("MyLamp.json", schema), ("my lamp.v1.json", schema), ("2fast.json", schema)]);
    for name in ["MyLamp.json", "my lamp.v1.json"] {
        let (made, _) = without_set_file(&folder.path().join(name), None).unwrap_or_else(|found| panic!("{found:#?}"));
        assert!(made["typescript/package.json"].contains("\"name\": \"my-lamp\""), "{name}");
    }
    let wrong = without_set_file(&folder.path().join("2fast.json"), None).unwrap_err();
    assert_eq!(told(&wrong, "bad-set-file"), ["the name of the file is not that of a package"]);
}

/// The types of a schema can be one file, without a setting. Of several targets, only those with such a file are made.
#[test]
fn the_types_of_a_schema_can_be_one_file() {
    let folder = folder_of(&[("lamp.json", r#"{"type": "object", "properties": {"on": {"type": "boolean"}}}"#)]);
    let made = |only: &[&str]| {
        let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let only = only.iter().map(|name| (*name).to_owned()).collect();
        let schemas = folder.path().join("lamp.json");
        let generated = generate::generate(&Options { schemas, templates, only, name: None, single_file: true })?;
        let of = |output: generate::Output| {
            output.artifacts.into_iter().map(move |file| (format!("{}/{}", output.target, file.path), file.contents))
        };
        Ok::<BTreeMap<_, _>, Diagnostics>(generated.outputs.into_iter().flat_map(of).collect())
    };
    let all = made(&[]).unwrap_or_else(|found| panic!("{found:#?}"));
    assert_eq!(all.keys().collect::<Vec<_>>(), ["python/lamp.py", "typescript/lamp.ts"]);
    assert!(all["typescript/lamp.ts"].contains("export interface Lamp {\n  on?: boolean;"));
    assert_eq!(made(&["ts"]).unwrap().len(), 1);
    assert_eq!(told(&made(&["ts", "docs"]).unwrap_err(), "no-target"), ["the target `docs` is not a single file"]);
}

/// Writes files into a new folder.
fn folder_of(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

#[test]
fn a_byte_order_mark_is_left_out_of_every_file() {
    let folder = folder_of(&[
        ("codegen.toml", "\u{feff}[package]\nname = \"lamps\"\n"),
        ("lamp.schema.json", "\u{feff}{\"title\": \"Lamp\", \"type\": \"object\"}"),
        ("bolt.schema.yaml", "\u{feff}title: Bolt\ntype: object\n"),
        ("LICENSE", "\u{feff}Ask us.\n"),
    ]);
    let (made, _) = without_set_file(folder.path(), None).unwrap_or_else(|found| panic!("{found:#?}"));
    assert!(made.contains_key("schemas/Lamp.schema.json") && made.contains_key("schemas/Bolt.schema.json"));
    assert_eq!(made["python/LICENSE"], "Ask us.\n");
}

/// A schema that refers to files beside it, below it, and back to itself is one set with them, and with no others.
#[test]
fn the_files_that_one_schema_refers_to_are_read_with_it() {
    let files = [
        (
            "set/lamp.json",
            r#"{"type": "object", "properties": {
            "bolt": {"$ref": "parts/bolt.json#/definitions/Bolt"}, "door": {"$ref": "./door.yaml"}}}"#,
        ),
        (
            "set/parts/bolt.json",
            r#"{"definitions": {"Bolt": {"type": "object", "properties": {"door": {"$ref": "../door.yaml"}}}}}"#,
        ),
        ("set/door.yaml", "type: object\nproperties: {lamp: {$ref: lamp.json}}\n"),
        ("set/package.json", "{}"),
        ("set/other.json", r#"{"type": "object"}"#),
        ("secret.json", r#"{"type": "object", "properties": {"secret": {"type": "string"}}}"#),
    ];
    let folder = folder_of(&files);
    let lamp = folder.path().join("set/lamp.json");
    let types = |made: &BTreeMap<String, String>| -> Vec<String> {
        let name = |path: &String| Some(path.strip_prefix("schemas/")?.strip_suffix(".schema.json")?.to_owned());
        made.keys().filter_map(name).filter(|name| name != "bundle").collect()
    };
    let (made, _) = without_set_file(&lamp, None).unwrap_or_else(|found| panic!("{found:#?}"));
    assert_eq!(types(&made), ["Bolt", "Door", "Lamp"]);
    // No reference leads out of the folder, also not through a link.
    let refer = |to: &str| fs::write(&lamp, format!(r#"{{"properties": {{"a": {{"$ref": "{to}"}}}}}}"#)).unwrap();
    let refused = |to: &str| {
        refer(to);
        let found = without_set_file(&lamp, None).expect_err(to);
        let errors: Vec<_> = found.0.iter().filter(|one| one.code.name() == "reference").collect();
        assert!(!errors.is_empty(), "{to}: {found:#?}");
    };
    refused("../secret.json");
    refused("/etc/passwd.json");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.json", folder.path().join("set/link.json")).unwrap();
        refused("link.json");
        std::os::unix::fs::symlink("..", folder.path().join("set/up")).unwrap();
        refused("up/secret.json");
    }
}

/// Nobody who generates from a schema of somebody else can change how it is written.
#[test]
fn without_a_set_file_style_is_not_reported() {
    let schema = r#"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "object", "properties": {"c": {}}}}}"#;
    let folder = folder_of(&[("lamp.json", schema)]);
    let told = |schemas: &Path, name: Option<&str>| -> BTreeSet<&str> {
        let (_, findings) = without_set_file(schemas, name).unwrap_or_else(|found| panic!("{found:#?}"));
        findings.0.iter().map(|one| one.code.name()).collect()
    };
    assert_eq!(told(&folder.path().join("lamp.json"), None), BTreeSet::from(["dialect"]));
    assert_eq!(told(folder.path(), Some("lamps")), BTreeSet::from(["dialect"]));
    // The author of a set sees it.
    fs::write(folder.path().join("codegen.toml"), "[package]\nname = \"lamps\"\n").unwrap();
    fs::rename(folder.path().join("lamp.json"), folder.path().join("lamp.schema.json")).unwrap();
    assert!(told(folder.path(), None).is_superset(&BTreeSet::from(["undescribed", "inline-object"])));
}

/// In a folder without a set file, what says what values are like is a schema, also without `$schema`. Data are not.
#[test]
fn a_file_without_a_draft_can_be_a_schema() {
    let folder = folder_of(&[
        ("lamp.json", r#"{"properties": {"a": {"$ref": "parts.json#/definitions/Bolt"}}}"#),
        ("parts.json", r#"{"definitions": {"Bolt": {"type": "string"}}}"#),
        ("either.json", r#"{"oneOf": [{"type": "string"}, {"type": "integer"}]}"#),
        ("package.json", r#"{"name": "x", "type": "module", "dependencies": {"a": "1"}, "files": ["a"]}"#),
        ("tsconfig.json", r#"{"compilerOptions": {"strict": true}, "include": ["src"]}"#),
        ("point.json", r#"{"type": "Feature", "properties": {"name": "x"}, "items": [1], "enum": "x"}"#),
        ("list.json", "[1, 2]"),
        // In the form of another program.
        ("jsconfig.json", "{\n  // Comments.\n  \"include\": [],\n}"),
        ("kinds.json", r#"{"enum": ["a", "b"]}"#),
        // What a schema refers to is one.
        ("refers.json", r#"{"properties": {"day": {"$ref": "common/days.json#/Day"}, "lock": {"$ref": "lock.yaml"}}}"#),
        ("common/days.json", r#"{"Day": {"type": "string", "enum": ["monday"]}}"#),
        ("lock.yaml", "type: object\n"),
        ("ci.yaml", "on: push\n"),
        ("node_modules/x/x.json", r#"{"type": "object"}"#),
        (".cache/x.json", r#"{"type": "object"}"#),
        // What an earlier run has written.
        ("generated/schemas/.codegen.json", "{}"),
        ("generated/schemas/old.schema.json", r#"{"type": "object"}"#),
    ]);
    let (made, findings) = without_set_file(folder.path(), Some("lamps")).unwrap_or_else(|found| panic!("{found:#?}"));
    let types: Vec<_> = made.keys().filter_map(|path| path.strip_prefix("docs/types/")).collect();
    assert_eq!(types, ["days.md", "either.md", "kinds.md", "lamp.md", "lock.md", "parts.md", "refers.md"]);
    assert_eq!(told(&findings, "stray-file").len(), 6, "{findings:#?}");
    // A schema that cannot be read is no other file.
    fs::write(folder.path().join("kinds.json"), format!(r#"{{"$schema": "{DRAFT_07}", "enum": ["a",]}}"#)).unwrap();
    let found = without_set_file(folder.path(), Some("lamps")).unwrap_err();
    assert_eq!(found.0.iter().filter(|one| one.code.name() == "not-json").count(), 1, "{found:#?}");
}

/// Files of one name in several folders are modules of their own, named after their folders.
#[test]
fn files_of_one_name_are_told_apart_by_their_folders() {
    let schema = |of: &str| {
        format!(r#"{{"$schema": "{DRAFT_07}", "type": "object", "properties": {{"{of}": {{"type": "string"}}}}}}"#)
    };
    let (one, two, three, four) = (schema("one"), schema("two"), schema("three"), schema("four"));
    let folder =
        folder_of(&[("a/lamp.json", &one), ("b/lamp.json", &two), ("c/b/lamp.json", &three), ("b-lamp.json", &four)]);
    let (made, _) = without_set_file(folder.path(), Some("lamps")).unwrap_or_else(|found| panic!("{found:#?}"));
    let types: BTreeMap<_, _> =
        made.iter().filter_map(|(path, text)| Some((path.strip_prefix("typescript/types/")?, text))).collect();
    let has = |path: &str, name: &str, key: &str| {
        let text = types.get(path).unwrap_or_else(|| panic!("no {path} in {:?}", types.keys()));
        assert!(text.contains(&format!("export interface {name} {{\n  {key}?: string;")), "{text}");
    };
    has("b-lamp.d.ts", "BLamp", "four");
    has("a-lamp.d.ts", "ALamp", "one");
    has("c-b-lamp.d.ts", "CBLamp", "three");
    has("b-lamp-2.d.ts", "BLamp2", "two");
}

/// A type can have the name of a file of a package.
#[test]
fn the_file_of_a_type_has_a_name_of_its_own() {
    let names = ["Bundle", "Index", "Readme"];
    let definitions: Vec<String> = names
        .iter()
        .map(|name| format!(r#""{name}": {{"type": "object", "properties": {{"{name}": {{}}}}}}"#))
        .collect();
    let folder = folder_of(&[("set.json", &format!(r#"{{"definitions": {{{}}}}}"#, definitions.join(", ")))]);
    let made = without_set_file(&folder.path().join("set.json"), None).unwrap_or_else(|found| panic!("{found:#?}")).0;
    let files: Vec<_> = made.keys().filter_map(|path| path.strip_prefix("schemas/")).collect();
    let types = ["Bundle_", "Index", "Readme", "bundle"].map(|it| format!("{it}.schema.json"));
    assert_eq!(files.iter().filter(|path| path.ends_with(".json")).copied().collect::<Vec<_>>(), types);
    assert!(made["schemas/Bundle_.schema.json"].contains("\"Bundle\""));
}

/// FHIR publishes one file for each resource: its id stands beside a reference to a definition in it, and other files refer to
/// that id.
#[test]
fn the_id_of_a_file_counts_also_beside_a_reference() {
    let resource = |name: &str, property: &str| {
        format!(
            r##"{{"$schema": "{DRAFT_07}", "$id": "http://x.example/fhir/{name}", "$ref": "#/definitions/{name}",
            "definitions": {{"{name}": {{"type": "object", "properties": {{"a": {property}}}}}}}}}"##
        )
    };
    let account = resource("Account", r#"{"type": "string"}"#);
    let patient = resource("Patient", r##"{"$ref": "Account#/definitions/Account"}"##);
    let folder = folder_of(&[("account.schema.json", &account), ("patient.schema.json", &patient)]);
    let (made, findings) = without_set_file(folder.path(), Some("fhir")).unwrap_or_else(|found| panic!("{found:#?}"));
    assert!(
        made["typescript/types/patient.d.ts"].contains("a?: Account;"),
        "{}",
        made["typescript/types/patient.d.ts"]
    );
    // The root of a file only stands for its definition: there is one type of the name.
    assert_eq!(told(&findings, "same-name"), Vec::<String>::new());
}

/// An OpenAPI document is a set: the schemas of its components, by the rules of its version.
#[test]
fn the_schemas_of_an_openapi_document_are_a_set() {
    let pets = r##"openapi: 3.0.3
info: {title: Pets, version: 2020-01-01}
paths:
  /pets:
    get: {responses: {200: {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}
components:
  responses: {NotFound: {description: Nothing.}}
  schemas:
    Pet:
      type: object
      required: [name, kind]
      discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat'}}
      properties:
        name: {type: string, nullable: true, example: Rex}
        kind: {type: string, xml: {attribute: true}}
        age: {type: integer, minimum: 0, exclusiveMinimum: true}
        owner: {$ref: '#/components/schemas/Owner', description: Skipped.}
        anything: {nullable: true}
    Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {indoor: {type: boolean}}}]}
    Owner: {type: object, properties: {nickname: {$ref: '#/components/schemas/Pet/properties/name'}}}
    Animal: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Owner'}]}
"##;
    let nodes = r##"{"openapi": "3.1.0", "components": {"schemas": {"Node": {
        "type": "object", "properties": {
            "value": {"type": ["string", "null"]}, "count": {"type": "integer", "exclusiveMinimum": 3},
            "next": {"$ref": "#/components/schemas/Node"}, "pet": {"$ref": "pets.yaml#/components/schemas/Pet"}
        }
    }}}}"##;
    let folder =
        folder_of(&[("nodes.json", nodes), ("pets.yaml", pets), ("none.json", r#"{"openapi": "3.1.0", "paths": {}}"#)]);
    let (made, findings) =
        without_set_file(&folder.path().join("nodes.json"), None).unwrap_or_else(|found| panic!("{found:#?}"));
    assert!(findings.0.is_empty(), "{findings:#?}");
    let node = &made["typescript/types/nodes.d.ts"];
    for line in ["  value?: string | null;", "  next?: Node;", "  pet?: Pet;"] {
        assert!(node.contains(line), "{line}\n{node}");
    }
    let pet = &made["typescript/types/pets.d.ts"];
    for line in
        ["  name: string | null;", "  owner?: Owner;", "  anything?: unknown;", "  | Cat", "  indoor?: boolean;"]
    {
        assert!(pet.contains(line), "{line}\n{pet}");
    }
    // An exclusive bound of either version is one.
    let bundle: Value = serde_json::from_str(&made["schemas/bundle.schema.json"]).unwrap();
    let bound = |name: &str, key: &str| bundle["$defs"][name]["properties"][key]["exclusiveMinimum"].clone();
    assert_eq!([bound("Pet", "age"), bound("Node", "count")], [json!(0), json!(3)]);
    // The whole folder has the same types, and what has no schemas is left out.
    let (whole, findings) = without_set_file(folder.path(), Some("api")).unwrap_or_else(|found| panic!("{found:#?}"));
    assert_eq!(whole["typescript/types/pets.d.ts"], *pet);
    assert_eq!(told(&findings, "stray-file"), ["this JSON file is left out: nothing in it says that it is a schema"]);
    // Beside anything but a type, `nullable` says nothing in 3.0. That surprises people.
    let nullable = pets.replace("Cat: {allOf:", "Cat: {nullable: true, allOf:");
    fs::write(folder.path().join("pets.yaml"), nullable).unwrap();
    let (_, findings) = without_set_file(folder.path(), Some("api")).unwrap_or_else(|found| panic!("{found:#?}"));
    let told_of: Vec<_> = findings.0.iter().filter(|one| one.code.name() == "dialect").collect();
    assert_eq!(told_of[0].message, "`nullable` without `type` has no effect");
    // A mistake has its place in the document.
    fs::write(folder.path().join("pets.yaml"), pets).unwrap();
    fs::write(folder.path().join("nodes.json"), nodes.replace("schemas/Node\"", "schemas/Nod\"")).unwrap();
    let found = without_set_file(&folder.path().join("nodes.json"), None).unwrap_err();
    let place = found.0[0].place.as_ref().unwrap();
    assert_eq!((place.line, place.pointer.as_deref()), (4, Some("/components/schemas/Node/properties/next/$ref")));
    // Alone, what has no schemas is an error, and so is an older version.
    for (text, message) in [
        (r#"{"openapi": "3.1.0", "paths": {}}"#, "this OpenAPI document has no schemas under `components/schemas`"),
        (
            r#"{"swagger": "2.0", "definitions": {"A": {}}}"#,
            "this is an OpenAPI document of version 2, and not a schema",
        ),
    ] {
        fs::write(folder.path().join("none.json"), text).unwrap();
        let found = without_set_file(&folder.path().join("none.json"), None).unwrap_err();
        assert_eq!(told(&found, "no-schema"), [message]);
    }
}

/// A document has no `$schema` to change: its version says what its keywords mean.
#[test]
fn advice_about_a_document_is_about_documents() {
    let found = |text: &str| {
        let folder = folder_of(&[("pets.yaml", text)]);
        let made = without_set_file(&folder.path().join("pets.yaml"), None);
        let (made, found) = made.unwrap_or_else(|found| panic!("{found:#?}"));
        assert!(found.0.iter().all(|one| one.level == Level::Warning), "{found:#?}");
        let advice = |one: &Diagnostic| one.advice.clone().unwrap_or_default();
        (made, found.0.iter().map(|one| (one.message.clone(), advice(one))).collect::<Vec<_>>())
    };
    let of = |schema: &str| {
        format!(
            "openapi: 3.0.3\ncomponents:\n  schemas:\n    Pet: {schema}\n    Name: {{type: object, properties: {{name: {{type: string}}}}}}\n"
        )
    };
    let newer = "write `openapi: 3.1.0` if the author meant it";
    for (schema, what) in [
        ("{type: object, properties: {kind: {const: a}}}", "`const`"),
        ("{type: array, items: {type: string}, contains: {type: string}}", "`contains`"),
        ("{type: object, properties: {size: {type: integer, exclusiveMinimum: 3}}}", "number in `exclusiveMinimum`"),
    ] {
        let (_, found) = found(&of(schema));
        assert!(
            found
                .iter()
                .any(|(message, advice)| *message == format!("OpenAPI 3.0 has no {what}, which OpenAPI 3.1 has")
                    && advice == newer),
            "{found:#?}"
        );
        assert!(
            found.iter().all(|(message, advice)| !advice.contains("$schema") && !message.contains("draft")),
            "{found:#?}"
        );
    }
    // A nullable object of parts is one: nothing is misplaced in it.
    let (made, found) = found(&of(
        "{type: object, nullable: true, allOf: [{$ref: '#/components/schemas/Name'}], properties: {age: {type: integer}}}",
    ));
    assert_eq!(
        found.iter().map(|(message, _)| message.as_str()).collect::<Vec<_>>(),
        ["`nullable` beside `allOf` has no effect"]
    );
    let pet = &made["typescript/types/pets.d.ts"];
    assert!(pet.contains("age?: number;") && pet.contains("name?: string;"), "{pet}");
}

/// The discriminator of a document chooses between properties that each select the member of a union. It never changes a verdict.
#[test]
fn a_discriminator_selects_the_members_that_have_values_of_their_own_for_it() {
    let one = |tag: &str, kind: &str| {
        format!(
            "{{type: object, required: [tag, kind], properties: {{tag: {tag}, kind: {{type: string, enum: [{kind}]}}}}}}"
        )
    };
    let document = |discriminator: &str, [cat, dog]: [String; 2]| {
        let union = "[{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]";
        format!(
            "openapi: 3.1.0\ncomponents:\n  schemas:\n    Pet: {{oneOf: {union}{discriminator}}}\n    Cat: {cat}\n    Dog: {dog}\n"
        )
    };
    let by_kind = ", discriminator: {propertyName: kind, mapping: {dog: '#/components/schemas/Cat', cat: Dog}}";
    let variants = |discriminator: &str, tags: [&str; 2]| {
        let text = document(discriminator, [one(tags[0], "cat"), one(tags[1], "dog")]);
        let folder = folder_of(&[("pets.yaml", &text)]);
        let (made, _) = without_set_file(&folder.path().join("pets.yaml"), None).unwrap_or_else(|it| panic!("{it:#?}"));
        let rust = &made["rust/src/types/pets.rs"];
        let union = rust.split("pub enum Pet {").nth(1).unwrap().split('}').next().unwrap().to_owned();
        let variants: Vec<String> =
            union.lines().map(str::trim).filter(|it| it.ends_with("),")).map(str::to_owned).collect();
        let schema: Value = serde_json::from_str(&made["schemas/Pet.schema.json"]).unwrap();
        let values = ["a", "b", "cat", "dog"].map(Some).into_iter().chain([None]);
        let payloads = values.clone().flat_map(|tag| values.clone().map(move |kind| [("tag", tag), ("kind", kind)]));
        let payloads = payloads.map(|it| it.into_iter().filter_map(|(key, value)| Some((key, value?))));
        let accepted: Vec<bool> = payloads.map(|it| jsonschema::is_valid(&schema, &it.collect())).collect();
        (variants, accepted)
    };
    let (own, any) = (["{const: a}", "{const: b}"], ["{type: string}", "{type: string}"]);
    let (first, accepted) = variants("", own);
    assert_eq!(first, ["A(Cat),", "B(Dog),"]);
    let (chosen, same) = variants(by_kind, own);
    assert_eq!(chosen, ["Cat(Cat),", "Dog(Dog),"]);
    assert_eq!(accepted, same);
    assert_eq!(accepted.iter().filter(|it| **it).count(), 2);
    // What selects no member is as if it were not there, and so is a mapping that the schemas contradict.
    for other in [", discriminator: {propertyName: none}", ", discriminator: {propertyName: tag}", ", discriminator: 3"]
    {
        assert_eq!(variants(other, any), variants("", any), "{other}");
    }
}
