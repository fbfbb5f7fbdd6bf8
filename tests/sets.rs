//! Sets of other projects, with and without a catalogue: their packages contain nothing of hookwire. The parts that
//! need Python, TypeScript and Go are in the test steps of these languages.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::support::copy::copy;
use crate::support::{cargo, pages};
use hookwire_codegen::generate::{Generated, Options, generate, read};
use hookwire_codegen::internal::artifact::Artifact;
use hookwire_codegen::internal::diagnostic::{Diagnostic, Level};
use hookwire_codegen::internal::model::{Contract, Kind, StandardFormat};
use serde_json::{Value, json};

/// Returns the name of every set.
fn sets() -> Vec<String> {
    let entries = fs::read_dir(root().join("tests/sets")).unwrap();
    let mut sets: Vec<String> = entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    sets.sort();
    assert!(sets.len() > 5, "{sets:?}");
    sets
}

/// Returns words that must not occur in the packages of a set.
fn foreign_to(set: &str) -> &'static [&'static str] {
    match set {
        "codex" => &["hookwire", "Claude", "MessageDisplay"],
        // Their validators share files with those of hookwire, which contain the words `hook` and `event`.
        "lights" | "assertions" | "native" => &["hookwire", "PreToolUse", "Claude"],
        _ => &["hook", "PreToolUse", "Claude"],
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn folder_of(set: &str) -> PathBuf {
    root().join("tests/sets").join(set)
}

/// Generates these targets of a set, or every one.
fn generated(schemas: &Path, only: &[&str]) -> Generated {
    let options = Options {
        schemas: schemas.to_owned(),
        templates: root().join("templates"),
        only: only.iter().map(|name| (*name).to_owned()).collect(),
        name: None,
        single_file: false,
    };
    generate(&options).unwrap_or_else(|found| panic!("{}: {found:#?}", schemas.display()))
}

/// Files, each with its target.
type Files = Vec<(String, Artifact)>;

fn of_set(schemas: &Path) -> Files {
    let generated = generated(schemas, &[]);
    assert_eq!(generated.outputs.len(), 5);
    let files = generated.outputs.into_iter().flat_map(|output| {
        let target = output.target;
        output.artifacts.into_iter().map(move |artifact| (target.clone(), artifact))
    });
    files.collect()
}

/// Returns the files of a set in `tests/sets`. Each is generated once for all tests.
fn of_known(set: &str) -> &'static [(String, Artifact)] {
    static MADE: OnceLock<BTreeMap<String, OnceLock<Files>>> = OnceLock::new();
    let made = MADE.get_or_init(|| sets().into_iter().map(|set| (set, OnceLock::new())).collect());
    made[set].get_or_init(|| of_set(&folder_of(set)))
}

/// Creates an empty folder below `target/`.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes the files of a target.
fn written(files: &[(String, Artifact)], target: &str, folder: &Path) {
    for (_, file) in files.iter().filter(|(of, _)| of == target) {
        let path = folder.join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &file.contents).unwrap();
    }
}

#[test]
fn no_package_names_what_its_set_does_not_have() {
    let mut wrong = Vec::new();
    for set in sets() {
        for (target, Artifact { path, contents }) in of_known(&set) {
            // Attributes of Python's own decoder.
            let contents = contents.replace("object_hook", "").replace("object_pairs_hook", "");
            let foreign = foreign_to(&set).iter().filter(|word| contents.contains(*word) || path.contains(*word));
            wrong.extend(foreign.map(|word| format!("{set}: {target}/{path} names {word}")));
            if path.starts_with("LICENSE") && !folder_of(&set).join(path).exists() {
                wrong.push(format!("{set}: {target}/{path} is the licence of somebody else"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let lights = of_known("lights");
    assert!(lights.iter().any(|(target, file)| target == "rust" && file.path == "src/event.rs"));
    // Its table is not about tools, so the code for tools is left out.
    assert!(!lights.iter().any(|(target, file)| target == "rust" && file.path == "src/tool.rs"));
}

#[test]
fn a_set_needs_only_a_name() {
    let files: BTreeMap<String, String> = of_known("inline")
        .iter()
        .map(|(target, file)| (format!("{target}/{}", file.path), file.contents.clone()))
        .collect();
    for (path, has) in [
        ("rust/Cargo.toml", "name = \"inline\"\nversion = \"0.1.0\"\ndescription = \"The types of inline.\"\nedition"),
        ("python/pyproject.toml", "version = \"0.1.0\"\ndescription = \"The types of inline.\"\nreadme"),
        ("typescript/package.json", "\"version\": \"0.1.0\","),
        ("schemas/Order.schema.json", "\"$id\": \"urn:inline:Order\""),
    ] {
        assert!(files[path].contains(has), "{path}:\n{}", files[path]);
    }
    assert!(files.values().all(|text| !text.contains("\"license\"") && !text.contains("license =")));
}

/// The addresses of a project in `[package]`, with characters that TOML, JSON and Markdown could misread.
const ADDRESSES: &str = r#"
homepage = "https://inline.example.org/?a='b'&copy;"
documentation = "https://docs.example.org/a_b_c"
repository = "https://example.org/our/inline"
changelog = "https://example.org/our/changes#(next)"
"#;

#[test]
fn every_manifest_has_the_addresses_of_the_project_in_the_keys_of_its_registry() {
    let files = of_set(licensed(&format!("name = \"addressed\"{ADDRESSES}"), &[]).path());
    let given: toml::Table = ADDRESSES.parse().unwrap();
    let given = |key: &str| given[key].as_str().unwrap().to_owned();
    let cargo: toml::Table = contents(&files, "rust", "Cargo.toml").parse().unwrap();
    for key in ["homepage", "documentation", "repository"] {
        assert_eq!(cargo["package"][key].as_str(), Some(&*given(key)));
    }
    let python: toml::Table = contents(&files, "python", "pyproject.toml").parse().unwrap();
    for label in ["Homepage", "Documentation", "Repository", "Changelog"] {
        assert_eq!(python["project"]["urls"][label].as_str(), Some(&*given(&label.to_lowercase())));
    }
    let npm: Value = serde_json::from_str(&contents(&files, "typescript", "package.json")).unwrap();
    assert_eq!(npm["homepage"], given("homepage"));
    assert_eq!(npm["repository"]["url"], "git+https://example.org/our/inline.git");
}

#[test]
fn every_readme_links_the_published_documentation_or_the_folder_next_to_it() {
    let addressed = of_set(licensed(&format!("name = \"addressed\"{ADDRESSES}"), &[]).path());
    let silent = of_set(licensed("name = \"silent\"", &[]).path());
    for target in ["rust", "python", "typescript", "schemas"] {
        assert!(contents(&addressed, target, "README.md").contains("](https://docs.example.org/a_b_c/README.md)"));
        assert!(contents(&silent, target, "README.md").contains("](../docs/README.md)"));
    }
    for target in ["rust", "python", "typescript"] {
        let page = contents(&addressed, target, "README.md");
        let links = ["<https://example.org/our/changes#(next)>", "<https://example.org/our/inline>"];
        assert!(links.iter().all(|link| page.contains(link)), "{page}");
    }
}

#[test]
fn a_manifest_names_no_address_that_the_set_does_not_give() {
    let files = of_set(licensed("name = \"silent\"", &[]).path());
    for (target, path) in [("rust", "Cargo.toml"), ("python", "pyproject.toml"), ("typescript", "package.json")] {
        let manifest = contents(&files, target, path);
        let keys = ["homepage", "documentation", "repository", "changelog", "urls"];
        assert!(
            keys.iter().all(|key| !manifest.to_lowercase().contains(&format!("{key} ="))
                && !manifest.contains(&format!("\"{key}\":"))),
            "{manifest}"
        );
    }
}

#[test]
fn the_pages_of_every_set_are_sound() {
    let mut wrong = Vec::new();
    let (mut links, mut tables) = (0, 0);
    for set in sets() {
        let folder = fresh(&format!("pages-{set}"));
        written(of_known(&set), "docs", &folder);
        let pages = pages::pages(&folder).unwrap();
        assert!(pages.contains_key("README.md") && pages.len() > 1, "{set}: {:?}", pages.keys());
        let checks =
            [pages::tables, pages::links, pages::anchors, pages::foreign, pages::programs].map(|check| check(&pages));
        (tables, links) = (tables + checks[0].looked_at, links + checks[1].looked_at);
        wrong.extend(checks.into_iter().flat_map(|found| found.problems).map(|it| format!("{set}: {it}")));
        for def in &contract(&set).types {
            if !pages.iter().any(|(path, page)| path.starts_with("types/") && page.anchors.contains(&def.name)) {
                wrong.push(format!("{set}: {} is on no page", def.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(links > 100 && tables > 50, "{links} links, {tables} tables");
}

fn contract(set: &str) -> Contract {
    read(&folder_of(set)).unwrap_or_else(|found| panic!("{set}: {found:#?}")).contract
}

#[test]
fn the_bundled_schemas_agree_with_every_example() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for set in sets() {
        let files = of_known(&set);
        for def in contract(&set).types.iter().filter(|def| !def.examples.is_empty()) {
            let path = format!("{}.schema.json", def.name);
            let file = files.iter().find(|(target, file)| target == "schemas" && file.path == path).unwrap();
            // Other validators know the formats. Only which URIs are URLs is not in the schemas.
            let formats = StandardFormat::ALL.into_iter().chain(StandardFormat::named("native-uri"));
            let options = formats.fold(jsonschema::options(), |options, format| {
                options.with_format(format.published(), move |text: &str| format.fits(text))
            });
            let options = options.should_validate_formats(set == "native");
            let options = options.with_format("hostname", |_: &str| true);
            let validator = options.build(&serde_json::from_str(&file.1.contents).unwrap()).unwrap();
            for example in &def.examples {
                count += 1;
                if validator.is_valid(&example.value) != example.valid {
                    wrong.push(format!("{set}: {} {}", def.name, example.scenario));
                }
            }
        }
    }
    assert!(wrong.is_empty() && count > 60, "of {count}: {wrong:#?}");
}

/// This is how schema generators write an enum whose values have descriptions.
#[test]
fn values_one_after_the_other_are_an_enum_in_every_language() {
    let files = of_known("found");
    let mut unreported = Vec::new();
    for (target, path, said) in [
        ("rust", "src/types/prices.rs", "    /// Good for juice.\n    #[deprecated]\n    Overripe,\n"),
        ("rust", "src/types/prices.rs", "    /// By weight.\n    Loose,\n"),
        (
            "python",
            "src/found/_types/prices.py",
            "Ripeness: TypeAlias = Literal[\n    \"green\",\n    \"ripe\",\n    \"overripe\",\n]",
        ),
        ("typescript", "types/prices.d.ts", "export type Ripeness =\n  | \"green\"\n  | \"ripe\"\n  | \"overripe\";"),
        ("docs", "types/prices.md", "Good for juice."),
    ] {
        if !contents(files, target, path).contains(said) {
            unreported.push((target, path, said));
        }
    }
    assert!(unreported.is_empty(), "{unreported:#?}");
}

/// A schema with keywords next to the list of values is not an enum, because they apply to the whole list.
#[test]
fn only_a_plain_list_of_values_is_an_enum() {
    let with = |more: Value| {
        let mut schema = json!({"oneOf": [{"const": "a", "title": "A"}, {"const": "b"}]});
        schema.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        schema
    };
    let cases = [
        (with(json!({})), true),
        (with(json!({"type": "string", "x-values": {"c": {"until": {"version": "1.0.0", "exact": true}}}})), true),
        (json!({"anyOf": [{"const": "a"}, {"enum": ["b", "c"], "type": "string"}]}), true),
        (with(json!({"anyOf": [{"const": "a"}]})), false),
        (with(json!({"allOf": [{"$ref": "#/$defs/Short"}]})), false),
        (with(json!({"not": {"$ref": "#/$defs/Short"}})), false),
        (with(json!({"pattern": "^b"})), false),
        (with(json!({"enum": ["c"]})), false),
        (json!({"oneOf": [{"const": "a", "pattern": "^b"}, {"const": "b"}]}), false),
        (json!({"oneOf": [{"const": "a", "type": "number"}, {"const": "b"}]}), false),
        (json!({"oneOf": [{"const": "a"}, {"enum": ["a", "b"]}]}), false),
        (json!({"anyOf": [{"const": "a"}, {"enum": ["a", "b"]}]}), false),
        (json!({"oneOf": [{"const": "a", "x-variant": "A"}, {"const": "b", "x-variant": "B"}]}), false),
        (json!({"oneOf": [{"const": "a"}, {"const": 1}]}), false),
        (json!({"enum": ["a", "b"], "pattern": "^b"}), false),
    ];
    let folder = fresh("one-by-one");
    let lints = "inline-object = \"allow\"\nundescribed = \"allow\"\nuntyped = \"allow\"\n";
    fs::write(folder.join("codegen.toml"), format!("[package]\nname = \"case\"\n[lints]\n{lints}")).unwrap();
    let mut defs = json!({"Short": {"type": "string", "maxLength": 3}});
    for (index, (schema, _)) in cases.iter().enumerate() {
        let base = format!("#/$defs/Base{index}");
        defs[format!("Values{index}")] = schema.clone();
        let reference = json!({"$ref": format!("#/$defs/Values{index}")});
        defs[format!("Base{index}")] = json!({"type": "object", "properties": {"value": reference}});
        defs[format!("Own{index}")] =
            json!({"type": "object", "allOf": [{"$ref": base}], "properties": {"value": {"const": "a"}}});
    }
    let dialect = "https://json-schema.org/draft/2020-12/schema";
    let schema = json!({"$schema": dialect, "title": "Root", "type": "object", "properties": {}, "$defs": defs});
    fs::write(folder.join("root.schema.json"), schema.to_string()).unwrap();
    assert!(!of_set(&folder).is_empty());
    let contract = read(&folder).unwrap().contract;
    let mut wrong = Vec::new();
    for (index, (schema, expected)) in cases.iter().enumerate() {
        let is_enum = matches!(contract.get(&format!("Values{index}")).unwrap().kind, Kind::Enum(_));
        // If the type has all of the schema, it is narrowed; otherwise both schemas are checked.
        let own = contract.get(&format!("Own{index}")).unwrap();
        let Kind::Struct(own) = &own.kind else { panic!("{own:?}") };
        let is_narrowed = own.assertion.is_none();
        if (is_enum, is_narrowed) != (*expected, *expected) {
            wrong.push((schema.to_string(), is_enum, is_narrowed));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The invalid examples that the types read: only a validator refuses them.
const ONLY_VALIDATED: [&str; 7] = [
    "alone-empty",
    "not-either",
    "only-strict-if-deep",
    "unknown-to-a-part",
    "pattern-beside-format",
    "length-beside-format",
    "enum-beside-format",
];

/// One project that depends on the crate of every set: their dependencies are compiled once.
#[test]
#[ignore = "takes minutes, or needs what other steps install: `cargo xtask test --only any-set`"]
fn every_crate_compiles_without_a_warning_and_keeps_its_payloads() {
    let folder = fresh("rust-sets");
    let mut manifest = "[package]\nname = \"sets\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
                        [dependencies]\nserde = \"1\"\nserde_json = \"1\"\n"
        .to_owned();
    let mut calls = String::new();
    let mut expected = Vec::new();
    let with_validators = with_validators("codex");
    for set in sets() {
        let schemas = if set == "codex" { with_validators.path().to_owned() } else { folder_of(&set) };
        written(&of_set(&schemas), "rust", &folder.join(&set));
        let Contract { set: identity, types, .. } = contract(&set);
        let package = identity.package.name.replace('-', "_");
        let features = if set == "codex" { ", features = [\"testing\"]" } else { "" };
        writeln!(
            manifest,
            "{package} = {{ package = \"{}\", path = \"../{set}\"{features} }}",
            package.replace('_', "-")
        )
        .unwrap();
        for def in &types {
            for example in &def.examples {
                let text = example.value.to_string();
                writeln!(calls, "    reported.push(came_back::<{package}::{}>({text:?}));", def.name).unwrap();
                let is_read = example.valid || ONLY_VALIDATED.contains(&example.scenario.as_str());
                let valid = if is_read { json!(true) } else { json!(null) };
                expected.push((format!("{set} {} {}", def.name, example.scenario), valid));
                writeln!(calls, "    reported.push(problems!({package}, {:?}, {text:?}));", def.name).unwrap();
                let problems = example.problems.iter().map(|it| format!("{} {}", it.pointer, it.code)).collect();
                expected.push((format!("{set}: problems of {} {}", def.name, example.scenario), problems));
            }
        }
    }
    let rows = fs::read_to_string(root().join("tests/conform/other-host.jsonl")).unwrap();
    for row in rows.lines() {
        writeln!(calls, "    reported.push(outcome({row:?}));").unwrap();
        expected.push((row.to_owned(), serde_json::from_str(row).unwrap()));
    }
    // In another folder, because cargo treats a package inside of a workspace's folder as a part of it.
    let folder = folder.join("user");
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("src/main.rs"), CAME_BACK.replace("    // calls\n", &calls)).unwrap();
    fs::create_dir_all(folder.join("src/bin")).unwrap();
    fs::write(folder.join("src/bin/guard.rs"), GUARD).unwrap();
    let output = cargo(&folder, &["run", "--quiet", "--bin", "sets"]);
    let reported: Vec<Value> = serde_json::from_str(&output).unwrap();
    assert_eq!(guarded(&folder), ["blocked [\"Keep the files.\"]", "normal []"]);
    assert_eq!(reported.len(), expected.len());
    let wrong: Vec<_> =
        expected.iter().zip(&reported).filter(|((_, expected), reported)| expected != *reported).collect();
    assert!(wrong.is_empty() && reported.len() > 60, "of {}: {wrong:#?}", reported.len());
}

/// The types of native formats become those of other crates, and come back.
#[test]
#[ignore = "takes minutes, or needs what other steps install: `cargo xtask test --only any-set`"]
fn native_values_are_those_of_other_crates() {
    let folder = fresh("rust-native");
    written(of_known("native"), "rust", &folder.join("logbook"));
    let manifest = "[package]\nname = \"user\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
                    logbook = { path = \"../logbook\", features = [\"chrono\", \"url\", \"uuid\"] }\nserde_json = \"1\"\n\
                    chrono = { version = \"0.4.38\", default-features = false }\nurl = \"2.3.0\"\nuuid = \"1.0.0\"\n";
    let mut calls = String::new();
    for def in &contract("native").types {
        let Kind::Alias { target } = &def.kind else { continue };
        let Some(name) = target.native() else { continue };
        for example in def.examples.iter().filter(|it| it.valid) {
            writeln!(calls, "    {}({});", name.to_lowercase(), example.value).unwrap();
        }
    }
    assert!(calls.lines().count() > 30, "{calls}");
    let folder = folder.join("user");
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("src/main.rs"), CONVERTED.replace("    // calls\n", &calls)).unwrap();
    // No other step needs these crates.
    let fetched = Command::new(env!("CARGO")).args(["fetch", "--quiet"]).current_dir(&folder).status().unwrap();
    assert!(fetched.success());
    assert_eq!(cargo(&folder, &["run", "--quiet"]), "2024 192.0.2.1 example.org\n");
}

/// Converts each text to the type of another crate and back.
const CONVERTED: &str = r###"
use std::net::{Ipv4Addr, Ipv6Addr};

use chrono::{Datelike, FixedOffset, NaiveDate, TimeZone, Utc};
use logbook::Entry;
use logbook::native::{Date, DateTime, Ipv4, Ipv6, Uri, Uuid};

fn datetime(text: &str) {
    let native = chrono::DateTime::<FixedOffset>::from(text.parse::<DateTime>().unwrap());
    assert_eq!(native, chrono::DateTime::<FixedOffset>::from(DateTime::try_from(native).unwrap()), "{text}");
}

fn date(text: &str) {
    assert_eq!(Date::try_from(NaiveDate::from(text.parse::<Date>().unwrap())).unwrap().as_str(), text);
}

fn uri(text: &str) {
    let native = url::Url::try_from(&text.parse::<Uri>().unwrap()).unwrap();
    assert_eq!(url::Url::try_from(&Uri::try_from(native.clone()).unwrap()), Ok(native));
}

fn uuid(text: &str) {
    let native = uuid::Uuid::from(text.parse::<Uuid>().unwrap());
    assert_eq!(uuid::Uuid::from(Uuid::from(native)), native);
}

fn ipv4(text: &str) {
    assert_eq!(Ipv4::from(Ipv4Addr::from(text.parse::<Ipv4>().unwrap())).as_str(), text);
}

fn ipv6(text: &str) {
    let native = Ipv6Addr::from(text.parse::<Ipv6>().unwrap());
    assert_eq!(Ipv6Addr::from(Ipv6::from(native)), native);
}

fn main() {
    // calls
    let text = r##"{"id":"F81d4fae-7dec-11d0-a765-00a0c91e6bf6","at":"2024-02-29t12:00:00.500+01:00"}"##;
    let entry: Entry = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&entry).unwrap(), text);
    let at = chrono::DateTime::<FixedOffset>::from(&entry.at);
    let home = Uri::try_from(url::Url::parse("https://EXAMPLE.org").unwrap()).unwrap();
    let made = Entry::new(uuid::Uuid::nil(), entry.at.clone()).with_v4(Ipv4Addr::new(192, 0, 2, 1)).with_home(home);
    // Digits after the microseconds are cut. A year of five digits has no text.
    let nanoseconds = Utc.timestamp_opt(0, 123_456_789).unwrap();
    assert_eq!(DateTime::try_from(nanoseconds).unwrap().as_str(), "1970-01-01T00:00:00.123456Z");
    assert!(DateTime::try_from(Utc.with_ymd_and_hms(10_000, 1, 1, 0, 0, 0).unwrap()).is_err());
    assert!(Date::try_from(NaiveDate::from_ymd_opt(0, 1, 1).unwrap()).is_err());
    let second = FixedOffset::east_opt(1).unwrap().with_ymd_and_hms(2024, 1, 1, 0, 0, 0).unwrap();
    assert!(DateTime::try_from(second).is_err());
    let home = url::Url::try_from(made.home.as_ref().unwrap()).unwrap();
    println!("{} {} {}", at.year(), made.v4.unwrap(), home.host_str().unwrap());
}
"###;

/// Prints for each payload: true if it comes back equal, false if it differs, null if it is refused.
const CAME_BACK: &str = r#"
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

macro_rules! problems {
    ($package:ident, $of:literal, $text:literal) => {{
        let target = $package::validate::Target::named($of).expect("the type is there");
        let value = serde_json::from_str(&$text).expect("it is JSON");
        $package::validate::validate(&value, &target, &$package::Context::new()).iter().map(|it| format!("{} {}", it.pointer, it.code.as_str())).collect()
    }};
}

fn came_back<T: DeserializeOwned + Serialize>(text: &str) -> Value {
    let Ok(read) = serde_json::from_str::<T>(text) else { return Value::Null };
    let again = serde_json::to_value(read).map(plain);
    json!(again.ok() == serde_json::from_str(text).map(plain).ok())
}

/// Returns a row with the outcome of its reply on a host without prompts.
fn outcome(row: &str) -> Value {
    use agent_hooks::host::{exited, interpret};
    let mut row: Value = serde_json::from_str(row).unwrap();
    let text = |key: &str| row[key].as_str().unwrap().to_owned();
    let code = row["code"].as_i64().unwrap() as i32;
    let made = interpret(&text("event"), &exited(code, text("stdout"), text("stderr")), &agent_hooks::Context::new());
    let read = made.texts.iter().flat_map(|it| it.audience.iter().map(move |who| json!([it.text, who])));
    let texts: Vec<Value> = read.collect();
    row["action"] = json!(made.action);
    row["stop"] = json!(made.stop);
    row["texts"] = json!(texts);
    row
}

/// Numbers are doubles.
fn plain(value: Value) -> Value {
    match value {
        Value::Number(it) => json!(it.as_f64()),
        Value::Array(items) => items.into_iter().map(plain).collect(),
        Value::Object(all) => all.into_iter().map(|(key, value)| (key, plain(value))).collect(),
        other => other,
    }
}

fn main() {
    let mut reported: Vec<Value> = Vec::new();
    // calls
    println!("{}", Value::from(reported));
}
"#;

/// A guard of a host without prompts. With a command as its argument, it tries itself as that host runs it.
const GUARD: &str = r#"
use agent_hooks::host::{RunOptions, run_hook};
use agent_hooks::testing::sample;
use agent_hooks::tools::Bash;
use agent_hooks::{HandlerEntry, PreToolUse, block, run};
use serde_json::json;

fn main() -> std::process::ExitCode {
    let Some(command) = std::env::args().nth(1) else {
        return run(|call: PreToolUse<Bash>| call.tool_input.command.contains("rm ").then(|| block("Keep the files.")));
    };
    let program = std::env::current_exe().unwrap();
    let entry: HandlerEntry = json!({"type": "command", "command": program, "args": []}).try_into().unwrap();
    let input = sample("PreToolUse").with("command", command).build().unwrap();
    let outcome = run_hook(&entry, &input, &RunOptions::new()).unwrap().outcome;
    println!("{} {:?}", outcome.action.as_str(), outcome.texts.iter().map(|it| &it.text).collect::<Vec<_>>());
    std::process::ExitCode::SUCCESS
}
"#;

/// Tries the guard with a command that it blocks, and one that it does not.
fn guarded(folder: &Path) -> [String; 2] {
    let tried = |command| cargo(folder, &["run", "--quiet", "--bin", "guard", "--", command]).trim().to_owned();
    [tried("rm -rf wheels"), tried("ls")]
}

/// Returns the output of cargo, with warnings as errors.
fn cargo(folder: &Path, arguments: &[&str]) -> String {
    let done = cargo::cargo(folder, arguments).output().expect("cargo runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

#[test]
fn a_profile_can_have_the_name_of_anything_in_a_package() {
    let set = with_validators("lights");
    let names = ["answers", "matchers", "mod", "data", "table", "match", "types", "init"];
    fs::create_dir_all(set.path().join("profiles")).unwrap();
    with_profiles(set.path(), &names);
    let files = of_set(set.path());
    let of =
        |target: &str, part: &str| files.iter().filter(|(of, file)| of == target && file.path.contains(part)).count();
    // One more file lists all of them.
    assert_eq!(of("python", "/_plan/profiles/"), names.len() + 1);
    assert_eq!(of("rust", "src/validation/profile/"), names.len() + 1);
    let folder = fresh("rust-profiles");
    written(&files, "rust", &folder);
    cargo(&folder, &["check", "--lib", "--quiet"]);
}

/// Returns a set with the feature `problems`, whose validators report problems.
fn with_validators(name: &str) -> tempfile::TempDir {
    let set = tempfile::tempdir().unwrap();
    copy(&folder_of(name), set.path());
    fs::copy(root().join("schemas/problem.schema.json"), set.path().join("problem.schema.json")).unwrap();
    let file = set.path().join("codegen.toml");
    let mut listed = fs::read_to_string(&file).unwrap();
    if !listed.contains("\"problems\"") {
        listed = listed.replace("features = [", "features = [\"problems\", ");
    }
    fs::write(file, listed).unwrap();
    set
}

/// Adds profiles that limit a lamp to half of its brightness.
fn with_profiles(set: &Path, names: &[&str]) {
    let write = |path: &str, text: &str| fs::write(set.join(path), text).unwrap();
    let file = fs::read_to_string(set.join("codegen.toml")).unwrap();
    write("codegen.toml", &file.replace("[files]\n", "[files]\nprofiles = \"profiles\"\n"));
    for name in names {
        fs::create_dir_all(set.join("profiles").join(name)).unwrap();
        let said = "summary = \"A lamp that saves.\"\nconfidence = \"confirmed\"\nsource = [\"own\"]\n";
        write(&format!("profiles/{name}/profile.toml"), said);
        let patch = r#"{"properties": {"level": {"maximum": 50}}}"#;
        write(&format!("profiles/{name}/dimmed-output.schema.json"), patch);
    }
}

#[test]
fn a_crate_with_validators_and_no_readers_compiles_without_a_warning() {
    let set = with_validators("lights");
    let compiles = |files: &[(String, Artifact)]| {
        let folder = fresh("rust-lights-judged");
        written(files, "rust", &folder);
        cargo(&folder, &["check", "--lib", "--quiet"]);
    };
    let files = of_set(set.path());
    let has = |path: &str| files.iter().any(|(target, file)| target == "rust" && file.path == path);
    assert!(has("src/validation/mod.rs") && !has("src/reading/mod.rs"));
    compiles(&files);

    // A set with a profile works too.
    with_profiles(set.path(), &["half-bright"]);
    let files = of_set(set.path());
    let profile =
        |(target, file): &&(String, Artifact)| target == "rust" && file.path == "src/validation/profile/half_bright.rs";
    assert!(files.iter().find(profile).expect("the profile").1.contents.contains("maximum: Some(50"));
    compiles(&files);
}

#[test]
fn where_a_catalogue_names_no_handlers_any_name_is_one() {
    let set = tempfile::tempdir().unwrap();
    copy(&root().join("schemas"), set.path());
    let change = |name: &str, with: fn(&mut Value)| {
        let path = set.path().join(name);
        let mut json = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        with(&mut json);
        fs::write(&path, json.to_string()).unwrap();
    };
    change("events.schema.json", |schema| schema["required"].as_array_mut().unwrap().retain(|key| key != "handlers"));
    change("events.json", |catalogue| drop(catalogue.as_object_mut().unwrap().remove("handlers").unwrap()));
    // The removed features read the handlers.
    let file = set.path().join("codegen.toml");
    let listed = fs::read_to_string(&file)
        .unwrap()
        .replace(
            "\"prompts\", \"outcomes\", \"blocks\", \"queue\", \"settings\", \"registration\", \"selection\", ",
            "",
        )
        .replace("\"samples\", ", "")
        .replace(", \"cookbook\", \"command\"", "");
    let listed = listed.replace(", \"reference\", \"callbacks\", \"host\"", "");
    fs::write(file, listed).unwrap();
    without_exits(set.path());

    let generated = generated(set.path(), &["typescript"]);
    let files = &generated.outputs[0].artifacts;
    let contents = |path: &str| &files.iter().find(|file| file.path == path).unwrap().contents;
    assert!(contents("internal/context.d.ts").contains("export type HandlerName =\n  string;\n"));
    for list in ["REPLIERS", "HANDLERS"] {
        assert!(contents("internal/plan.js").contains(&format!("export const {list} = [];\n")), "{list}");
    }
}

/// Without the feature `prompts` the answer of a model is a type like any other.
#[test]
fn a_set_without_prompts_can_have_the_answer_of_a_model() {
    let set = tempfile::tempdir().unwrap();
    copy(&root().join("schemas"), set.path());
    let path = set.path().join("codegen.toml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(
        path,
        text.replace("\"prompts\", \"outcomes\", \"blocks\", \"queue\", ", "")
            .replace("\"selection\", ", "")
            .replace("\"samples\", ", "")
            .replace(", \"cookbook\", \"command\"", ""),
    )
    .unwrap();
    without_exits(set.path());

    let files = of_set(set.path());
    let has = |target: &str, path: &str| files.iter().any(|(of, file)| of == target && file.path == path);
    assert!(has("rust", "src/types/prompt_reply.rs"));
    let unread = [
        ("rust", "src/prompt/data.rs"),
        ("python", "src/hookwire/_prompts/__init__.py"),
        ("python", "src/hookwire/_chance.py"),
        ("typescript", "internal/prompt.js"),
        ("typescript", "internal/kinds.js"),
        ("docs", "prompt-hooks.md"),
        ("docs", "outcomes.md"),
    ];
    let made: Vec<_> = unread.iter().filter(|(target, path)| has(target, path)).collect();
    assert!(made.is_empty(), "{made:?}");
}

/// The profile of the set with `[exits]`.
const WITH_EXITS: &str = "profiles/wave-design-2025-11/profile.toml";

/// Takes `[exits]` out of a copy of the set.
fn without_exits(set: &Path) {
    let path = set.join(WITH_EXITS);
    let text = fs::read_to_string(&path).unwrap();
    let (kept, exits) = text.split_once("\n[exits]\n").unwrap();
    assert!(!exits.contains('['), "`[exits]` is the last table");
    fs::write(path, kept.replace("inside = ", "# ")).unwrap();
}

/// Generates a set, and returns the message, the file and the advice of each error.
fn errors_of(set: &Path) -> Vec<[String; 3]> {
    let options = Options {
        schemas: set.to_owned(),
        templates: root().join("templates"),
        only: vec!["python".to_owned()],
        name: None,
        single_file: false,
    };
    let found = generate(&options).err().unwrap_or_default();
    let prefix = format!("{}/", set.display());
    let of_place = |it: &Diagnostic| it.place.as_ref().map(|place| place.file.replace(&prefix, "")).unwrap_or_default();
    let errors = found.0.iter().map(|it| [it.message.clone(), of_place(it), it.advice.clone().unwrap_or_default()]);
    errors.collect()
}

/// A misspelled key or word would be in no package, and a hook would be judged as under the host.
#[test]
fn a_profile_cannot_say_of_exits_what_no_package_knows() {
    let set = tempfile::tempdir().unwrap();
    copy(&root().join("schemas"), set.path());
    let path = set.path().join(WITH_EXITS);
    let text = fs::read_to_string(&path).unwrap();
    let cases = [
        (
            "\njson = ",
            "\njason = ",
            "`[exits]` has no key `jason`",
            "did you mean `json`? Else one of: json, invalid_json, other_event",
        ),
        (
            "\"exit-code\"\nother",
            "\"exitcode\"\nother",
            "`invalid_json` in `[exits]` cannot be `exitcode`",
            "did you mean `exit-code`? Else one of: error, exit-code, ignored",
        ),
        (
            "\"decides\"",
            "\"exit-code\"",
            "`json` in `[exits]` cannot be `exit-code`",
            "one of: decides, completes, ignored",
        ),
    ];
    for (from, to, message, advice) in cases {
        assert!(text.contains(from), "{from}");
        fs::write(&path, text.replace(from, to)).unwrap();
        assert_eq!(errors_of(set.path()), [[message, WITH_EXITS, advice].map(str::to_owned)]);
    }

    fs::write(&path, text).unwrap();
    let file = set.path().join("codegen.toml");
    let listed = fs::read_to_string(&file).unwrap();
    fs::write(
        file,
        listed
            .replace("\"outcomes\", \"blocks\", ", "")
            .replace("\"selection\", ", "")
            .replace("\"samples\", ", "")
            .replace(", \"cookbook\", \"command\"", ""),
    )
    .unwrap();
    let advice = "add `outcomes` to `features` in `codegen.toml`, or take them out";
    assert_eq!(
        errors_of(set.path()),
        [["no feature reads `exits` and `inside`", WITH_EXITS, advice].map(str::to_owned)]
    );
}

/// An event that a profile lacks has an unknown outcome, whether or not the profile has exit codes of its own.
#[test]
fn the_events_of_a_profile_count_without_exits() {
    let set = tempfile::tempdir().unwrap();
    copy(&root().join("schemas"), set.path());
    without_exits(set.path());
    let packages = [
        ("python", "src/hookwire/_outcomes/data.py"),
        ("typescript", "internal/outcomes.js"),
        ("rust", "src/outcomes/data.rs"),
    ];
    let generated = generated(set.path(), &packages.map(|(target, _)| target));
    for (target, path) in packages {
        let output = generated.outputs.iter().find(|output| output.target == target).unwrap();
        let file = output.artifacts.iter().find(|file| file.path == path).unwrap();
        let profiles = file.contents.split("wave-design-2025-11").nth(1).unwrap_or_else(|| panic!("{path}"));
        assert!(profiles.contains("UserPromptSubmit"), "{path}");
    }
}

/// Creates a set with these files next to its `codegen.toml`, which has this `[package]` section.
fn licensed(package: &str, beside: &[(&str, &str)]) -> tempfile::TempDir {
    let set = tempfile::tempdir().unwrap();
    fs::copy(folder_of("tour").join("step.schema.json"), set.path().join("step.schema.json")).unwrap();
    fs::write(set.path().join("codegen.toml"), format!("[package]\n{package}")).unwrap();
    beside.iter().for_each(|(name, text)| fs::write(set.path().join(name), text).unwrap());
    set
}

#[test]
fn the_introduction_precedes_the_first_heading_of_every_readme() {
    let notice = "Nobody has tried the recipes.";
    let of_hooks = fs::read_to_string(root().join("generated/docs/README.md")).unwrap();
    assert!(of_hooks.split("\n## ").next().unwrap().contains("\nUnofficial: "), "{of_hooks}");
    let set = licensed(&format!("name = \"noted\"\nnotice = \"{notice}\"\n"), &[]);
    let files = of_set(set.path());
    let mut pages = vec![("docs", "llms.txt")];
    pages.extend(["rust", "python", "typescript", "schemas", "docs"].map(|target| (target, "README.md")));
    for (target, path) in pages {
        let page = contents(&files, target, path);
        let head = page.split("\n## ").next().unwrap();
        let lines = head.lines().filter(|line| *line == notice).count();
        assert_eq!(lines, 1, "{target}/{path}:\n{page}");
    }
}

/// Returns the text of a file of a target.
fn contents(files: &[(String, Artifact)], target: &str, path: &str) -> String {
    let found = files.iter().find(|(of, file)| of == target && file.path == path);
    found.map(|(_, file)| file.contents.clone()).unwrap_or_default()
}

#[test]
fn the_licence_files_of_a_set_are_in_each_package_as_they_are_and_in_its_manifest() {
    let beside =
        [("LICENSE-MIT", "  MIT\r\n\n\n"), ("NOTICE", "Ours.\n"), ("COPYING.txt", "text"), ("licensing.md", "x")];
    let set = licensed("name = \"pantry\"\nlicense = \"MIT\"", &beside);
    let files = of_set(set.path());
    for target in ["rust", "python", "typescript", "schemas"] {
        let packed = beside.map(|(name, _)| contents(&files, target, name));
        assert_eq!(packed, ["  MIT\r\n\n\n", "Ours.\n", "text", ""], "{target}");
    }
    let cargo: toml::Table = contents(&files, "rust", "Cargo.toml").parse().unwrap();
    assert!(cargo["package"].get("license-file").is_none(), "cargo wants one of the two");
    let python: toml::Table = contents(&files, "python", "pyproject.toml").parse().unwrap();
    let npm: Value = serde_json::from_str(&contents(&files, "typescript", "package.json")).unwrap();
    let named = |list: String| ["COPYING.txt", "LICENSE-MIT", "NOTICE"].iter().all(|name| list.contains(name));
    assert!(named(cargo["package"]["include"].to_string()));
    assert!(named(python["project"]["license-files"].to_string()));
    assert!(named(python["tool"]["hatch"]["build"]["targets"]["sdist"]["include"].to_string()));
    assert!(named(npm["files"].to_string()));
    assert_eq!(npm["license"], "MIT");
    let read: Vec<PathBuf> = read(set.path()).unwrap().set.inputs.paths().map(Path::to_owned).collect();
    assert!(read.contains(&set.path().join("NOTICE")), "a build system is told of it");
}

#[test]
fn where_no_expression_names_the_licence_its_file_does_and_what_crates_hold_is_packed() {
    let beside = [("LICENSE.md", "Ask us.\n"), ("NOTICE", "Ours.\n")];
    let files = of_set(licensed("name = \"pantry\"", &beside).path());
    let npm: Value = serde_json::from_str(&contents(&files, "typescript", "package.json")).unwrap();
    assert_eq!(npm["license"], "SEE LICENSE IN LICENSE.md");
    let folder = fresh("licensed");
    written(&files, "rust", &folder);
    let listed = packed(&folder.join("Cargo.toml"));
    assert_eq!(listed, ["Cargo.toml", "LICENSE.md", "NOTICE", "README.md"]);
    let cargo: toml::Table = contents(&files, "rust", "Cargo.toml").parse().unwrap();
    assert_eq!(cargo["package"]["license-file"].as_str(), Some("LICENSE.md"));
    let none = of_set(licensed("name = \"pantry\"", &[("NOTICE", "Ours.\n")]).path());
    assert!(!contents(&none, "rust", "Cargo.toml").contains("license-file"), "a notice is no licence");
    assert!(!contents(&none, "typescript", "package.json").contains("\"license\""));
}

#[test]
fn python_classifiers_are_kept_without_duplicates() {
    let lines = ["Programming Language :: Python :: Implementation :: CPython", "Typing :: Typed"];
    let set = licensed(&format!("name = \"pantry\"\nclassifiers = {lines:?}"), &[]);
    let python: toml::Table = contents(&of_set(set.path()), "python", "pyproject.toml").parse().unwrap();
    let written: Vec<&str> =
        python["project"]["classifiers"].as_array().unwrap().iter().filter_map(|it| it.as_str()).collect();
    let times = lines.map(|line| written.iter().filter(|it| **it == line).count());
    assert_eq!(times, [1, 1], "{written:?}");
}

/// Returns the diagnostics of a set, each with its file and whether it is an error.
fn reported(set: &Path) -> Vec<(&'static str, String, bool)> {
    let found = read(set).map_or_else(|found| found, |read| read.findings).0;
    let file = |it: &Diagnostic| it.place.as_ref().map(|place| place.file.clone()).unwrap_or_default();
    found.iter().map(|it| (it.code.name(), file(it), it.level == Level::Error)).collect()
}

#[test]
fn a_file_named_like_a_licence_is_reported_and_in_no_package() {
    let secret = ["COPYING.", "LICENSE (old)", "LICENSE_SIGNING_KEY.pem", "license.key", "license.py"];
    let set = licensed("name = \"pantry\"", &secret.map(|name| (name, "SECRET")));
    fs::create_dir(set.path().join("NOTICE")).unwrap();
    fs::write(set.path().join("NOTICE/LICENSE"), "SECRET").unwrap();
    fs::write(set.path().join("LICENSE"), "Ask us.\n").unwrap();
    let files = of_set(set.path());
    let holding: Vec<_> = files.iter().filter(|(_, file)| file.contents.contains("SECRET")).collect();
    assert!(holding.is_empty(), "{holding:?}");
    assert_eq!(contents(&files, "schemas", "LICENSE"), "Ask us.\n");
    let stray: Vec<_> = reported(set.path()).into_iter().filter(|(code, ..)| *code == "stray-file").collect();
    assert_eq!(stray, secret.map(|name| ("stray-file", name.to_owned(), false)));
}

#[test]
fn a_licence_file_that_is_not_text_is_reported() {
    let set = licensed("name = \"pantry\"", &[]);
    fs::write(set.path().join("COPYING"), b"\xff\xfex").unwrap();
    assert_eq!(reported(set.path()), [("not-utf-8", "COPYING".to_owned(), true)]);
}

#[cfg(unix)]
#[test]
fn a_licence_that_is_a_link_is_not_followed() {
    let set = licensed("name = \"pantry\"", &[]);
    std::os::unix::fs::symlink("/etc/passwd", set.path().join("LICENSE")).unwrap();
    assert_eq!(reported(set.path()), [("link", "LICENSE".to_owned(), true)]);
}

#[test]
fn the_licences_of_our_set_are_those_of_the_repository_and_in_its_packages() {
    let text = |path: PathBuf| fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let own = text(root().join(name));
        for folder in ["schemas", "generated/rust", "generated/python", "generated/typescript", "generated/schemas"] {
            assert!(text(root().join(folder).join(name)) == own, "{folder}/{name} is not that of the root");
        }
    }
}

#[test]
fn the_crate_packs_what_its_users_need_and_nothing_else() {
    let expected =
        ["CHANGELOG.md", "Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "examples/bash_guard.rs"];
    assert_eq!(packed(&root().join("generated/rust/Cargo.toml")), expected);
}

/// Returns the files that cargo would package, except for the sources.
fn packed(manifest: &Path) -> Vec<String> {
    let cargo = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline", "--manifest-path"])
        .arg(manifest)
        .output()
        .expect("cargo runs");
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    // Cargo adds these itself.
    let added = [".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml.orig"];
    let list = String::from_utf8(cargo.stdout).unwrap();
    let outside = list.lines().filter(|path| !path.starts_with("src/") && !added.contains(path));
    outside.map(str::to_owned).collect()
}

/// Returns the diagnostics of a set of these files.
fn found_in(name: &str, files: &[(&str, Value)]) -> Vec<Diagnostic> {
    let folder = fresh(name);
    let lints = "undescribed = \"allow\"\ninline-object = \"allow\"\ndefault-refused = \"warn\"\nuntyped = \"warn\"\n";
    let set = format!("[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nlicense = \"MIT\"\n\n[lints]\n{lints}");
    fs::write(folder.join("codegen.toml"), set).unwrap();
    for (path, schema) in files {
        fs::create_dir_all(folder.join(path).parent().unwrap()).unwrap();
        let mut schema = schema.clone();
        schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
        fs::write(folder.join(path), schema.to_string()).unwrap();
    }
    read(&folder).map_or_else(|found| found.0, |read| read.findings.0)
}

#[test]
fn a_default_is_held_against_what_its_reference_means_in_whichever_file() {
    let thing = |id: &str, default: i64, to: &str| {
        let size = json!({"$ref": to, "default": default});
        json!({"$id": id, "title": "Thing", "type": "object", "properties": {"size": size}})
    };
    let small = |to: &str| json!({"$defs": {"Small": {"$ref": to}}});
    let tiny = json!({"$defs": {"Tiny": {"type": "integer", "maximum": 5}}});
    let far = |default| {
        let files = [
            ("deep/thing.schema.json", thing("thing.schema.json", default, "../b/small.schema.json#/$defs/Small")),
            ("b/small.schema.json", small("tiny.schema.json#/$defs/Tiny")),
            ("b/tiny.schema.json", tiny.clone()),
            ("unrelated.schema.json", json!({"title": "Other", "type": "string"})),
        ];
        found_in("defaults", &files)
    };
    // The reference is relative to an `$id` that names another path. A path from the file works as well.
    let renamed = [
        ("thing.schema.json", thing("thing.schema.json", 3, "tiny.schema.json#/$defs/Tiny")),
        ("tiny.schema.json", tiny.clone()),
        (
            "other.schema.json",
            json!({"$id": "v2/other.json", "title": "Other", "$ref": "tiny.schema.json#/$defs/Tiny"}),
        ),
    ];
    let codes = |found: &[Diagnostic]| found.iter().map(|it| it.code.to_string()).collect::<Vec<_>>();
    let outcomes = [codes(&far(3)), codes(&far(7)), codes(&found_in("renamed", &renamed))];
    assert_eq!(outcomes, [vec![], vec!["default-refused".to_owned()], vec![]]);
}

/// Uses the crate of the set `filled`.
const FILLED: &str = r##"
use filled::{Config, Level, Many, Options, Rule, Server};
use serde_json::{Value, from_str, json, to_value};

fn main() {
    let config: Config = from_str(r#"{"must":1}"#).unwrap();
    assert_eq!(config.limit, 10);
    assert_eq!(*config.limit + 1, 11);
    assert_eq!(config.name.as_str(), "a \"b\" \\ \u{e9}\0");
    assert_eq!((config.tags.len(), config.level.as_str(), config.sizes["s"]), (1, "low", 1));
    assert_eq!(config.level, Level::Low);
    assert_eq!((*config.server.port, config.server.a_b.as_str()), (80, "c"));
    assert_eq!((config.servers[0].host.as_str(), &*config.pair), ("one", &("a".to_owned(), 1)));
    assert_eq!((config.note.as_deref(), config.label.as_deref()), (None, Some("none")));
    assert!(matches!(&*config.rule, Rule::Deny(deny) if deny.code == 1));
    assert_eq!(config.next.as_ref().unwrap().limit, 10);
    assert_eq!((config.plain, config.limit.is_written()), (None, false));
    assert_eq!(to_value(&config).unwrap(), json!({"must": 1}));

    let text = r#"{"must":1,"limit":10,"note":null,"server":{"host":"h","port":80},"next":{"must":2},"x":{"a":1}}"#;
    let read: Config = from_str(text).unwrap();
    assert_eq!(to_value(&read).unwrap(), from_str::<Value>(text).unwrap());
    assert!(read.limit.is_written() && read.limit == 10 && read != config);

    let made = Config::new(1).with_limit(10).with_label_null().with_server(Server::new("h").with_port(80));
    let written = json!({"must": 1, "limit": 10, "label": null, "server": {"host": "h", "port": 80}});
    assert_eq!(to_value(&made).unwrap(), written);
    let mut changed = Config::new(1);
    changed.tags.push("y".to_owned());
    changed.limit = 4.into();
    changed.server.port = 81.into();
    let written = json!({"must": 1, "limit": 4, "tags": ["x", "y"], "server": {"host": "local", "port": 81}});
    assert_eq!(to_value(&changed).unwrap(), written);
    assert_eq!(changed.limit.into_inner(), 4);
    assert_eq!((to_value(Options::new()).unwrap(), *Options::default().depth), (json!({}), 1));
    assert_eq!(Many::builder().a(1).b(2).c(3).d(4).build().unwrap().e, 6);
    for wrong in [r#"{"must":1,"limit":0}"#, r#"{"must":1,"limit":null}"#, r#"{"must":1,"server":{"port":1}}"#, "{}"] {
        assert!(from_str::<Config>(wrong).is_err(), "{wrong}");
    }
}
"##;

#[test]
#[ignore = "takes minutes, or needs what other steps install: `cargo xtask test --only any-set`"]
fn absent_fields_have_their_defaults_and_stay_absent() {
    let folder = fresh("rust-filled");
    written(of_known("filled"), "rust", &folder.join("filled"));
    let folder = folder.join("user");
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("src/main.rs"), FILLED).unwrap();
    let manifest = "[package]\nname = \"use-filled\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
                    [dependencies]\nfilled = { path = \"../filled\" }\nserde_json = \"1\"\n";
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    cargo(&folder, &["run", "--quiet"]);
}
