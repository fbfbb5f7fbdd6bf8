//! The settings of `[targets]` do what docs/own-code.md says: its examples are generated, compiled and run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::cargo::cargo;
use hookwire_codegen::Diagnostics;
use hookwire_codegen::generate::{Generated, Options, generate};

const PAGE: &str = include_str!("../docs/own-code.md");

/// Returns the code blocks of the page that begin with this line.
fn blocks(head: &str) -> Vec<&'static str> {
    let start = format!("```{head}\n");
    PAGE.split(&start).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// Returns the block of settings below this heading.
fn settings(heading: &str) -> &'static str {
    let section = PAGE.split("\n## ").find(|section| section.starts_with(heading)).expect("the heading is there");
    section.split("```toml\n").nth(1).expect("it has settings").split("```").next().unwrap()
}

/// The set of the page, with these settings.
struct Set {
    folder: tempfile::TempDir,
}

impl Set {
    fn new(settings: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let set = Self { folder };
        set.write("order.schema.json", blocks("json order.schema.json")[0]);
        set.write("codegen.toml", &format!("{}\n{settings}", blocks("toml codegen.toml")[0]));
        set
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn generated(&self, only: &str) -> Result<Generated, Diagnostics> {
        let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let only = vec![only.to_owned()];
        generate(&Options { schemas: self.folder.path().to_owned(), templates, only, name: None, single_file: false })
    }

    /// Returns the files of a target, by path, and the messages of the warnings.
    fn files(&self, target: &str) -> (BTreeMap<String, String>, Vec<String>) {
        let generated = self.generated(target).unwrap_or_else(|found| panic!("{found:#?}"));
        let files = generated.outputs.into_iter().flat_map(|output| output.artifacts);
        let files = files.map(|file| (file.path, file.contents)).collect();
        (files, generated.findings.0.into_iter().map(|one| one.message).collect())
    }

    /// Returns the findings of a target, each with its line in `codegen.toml`.
    fn mistakes(&self, target: &str) -> Vec<String> {
        let found = self.generated(target).expect_err("a mistake");
        let text = fs::read_to_string(self.folder.path().join("codegen.toml")).unwrap();
        let shown = |line: usize| text.lines().nth(line.saturating_sub(1)).unwrap().trim().to_owned();
        let place = |one: &hookwire_codegen::Diagnostic| one.place.as_ref().map(|place| shown(place.line));
        let one = |it: &hookwire_codegen::Diagnostic| {
            format!("{} | {} | {}", place(it).unwrap_or_default(), it.message, it.advice.clone().unwrap_or_default())
        };
        found.0.iter().map(one).collect()
    }
}

/// Returns an empty folder below `target/`.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-code").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn write_all(files: &BTreeMap<String, String>, folder: &Path) {
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// Compiles a crate and a program that uses it, with warnings as errors, and returns what the program prints.
fn run(name: &str, files: &BTreeMap<String, String>, dependencies: &str, program: &str) -> String {
    let folder = fresh(name);
    write_all(files, &folder.join("shop"));
    let manifest = format!(
        "[package]\nname = \"user\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\nshop = {{ path = \"../shop\" }}\n\
         serde_json = \"1\"\n{dependencies}"
    );
    fs::create_dir_all(folder.join("user/src")).unwrap();
    fs::write(folder.join("user/Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("user/src/main.rs"), program).unwrap();
    let done = cargo(&folder.join("user"), &["run", "--quiet"]).output().expect("cargo runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

#[test]
#[ignore = "takes minutes, or needs what other steps install: `cargo xtask test --only any-set`"]
fn every_type_has_the_derives_of_its_owner() {
    let set = Set::new(settings("Derives and attributes"));
    let (files, warnings) = set.files("rust");
    assert!(warnings.is_empty(), "{warnings:?}");
    let types = &files["src/types/order.rs"];
    assert!(types.contains("#[allow(clippy::exhaustive_enums)]\n#[non_exhaustive]\npub enum Status {"), "{types}");
    let program = r##"
        use shop::{Card, Cash, Currency, Order, Payment, Status, constant};
        fn has<T: Eq + schemars::JsonSchema>() {}
        fn hashed<T: std::hash::Hash>() {}
        fn main() {
            has::<Order>();
            has::<Card>();
            has::<Cash>();
            has::<Payment>();
            has::<Currency>();
            has::<Status>();
            has::<constant::Card>();
            hashed::<Payment>();
            let text = r#"{"id":"1","placed":"2024-01-01T00:00:00Z","payment":{"kind":"cash"}}"#;
            let order: Order = serde_json::from_str(text).unwrap();
            println!("{}", serde_json::to_string(&order).unwrap() == text);
        }
    "##;
    assert_eq!(run("derives", &files, "schemars = \"0.8.22\"\n", program), "true\n");
}

#[test]
fn a_derive_that_is_there_is_not_doubled() {
    let set = Set::new(
        "[targets.rust]\nderive = [\"Debug\", \"std::cmp::PartialEq\", \"serde::Serialize\", \"Eq\", \"core::cmp::Eq\"]",
    );
    let (files, _) = set.files("rust");
    for path in ["src/types/order.rs", "src/constant.rs"] {
        for line in files[path].lines().filter(|line| line.starts_with("#[derive(")) {
            for name in ["Debug", "PartialEq", "Eq"] {
                let list = line.trim_start_matches("#[derive(").trim_end_matches(")]");
                assert_eq!(
                    list.split(", ")
                        .filter(|it| it.ends_with(name) && (it.len() == name.len() || it.contains(':')))
                        .count(),
                    1,
                    "{line}"
                );
            }
            assert!(!line.contains("Serialize"), "{line}");
        }
    }
}

#[test]
#[ignore = "takes minutes, or needs what other steps install: `cargo xtask test --only any-set`"]
fn a_type_of_the_owner_is_read_and_written_in_place_of_the_generated_one() {
    let set = Set::new(settings("A type of your own"));
    let (mut files, warnings) = set.files("rust");
    assert_eq!(warnings, ["`Timestamp` is your type `shop_time::Instant` in the target `rust`"]);
    let manifest = "[package]\nname = \"shop-time\"\nversion = \"1.0.0\"\nedition = \"2024\"\n[workspace]\n\
                    [dependencies]\nserde = { version = \"1\", features = [\"derive\"] }\n";
    let source = r#"
        use serde::{Deserialize, Serialize};
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct Instant { pub year: u16, text: String }
        impl TryFrom<String> for Instant {
            type Error = String;
            fn try_from(text: String) -> Result<Self, String> {
                let year = text.get(..4).and_then(|year| year.parse().ok());
                year.map(|year| Self { year, text }).ok_or_else(|| "no year".to_owned())
            }
        }
        impl From<Instant> for String {
            fn from(instant: Instant) -> Self { instant.text }
        }
    "#;
    files.insert("../shop-time/Cargo.toml".to_owned(), manifest.to_owned());
    files.insert("../shop-time/src/lib.rs".to_owned(), source.to_owned());
    let program = r##"
        use shop::{Cash, Order, Timestamp};
        fn main() {
            let text = r#"{"id":"1","placed":"2024-01-01T00:00:00Z","payment":{"kind":"cash"}}"#;
            let order: Order = serde_json::from_str(text).unwrap();
            let placed: &shop_time::Instant = &order.placed;
            println!("{} {}", placed.year, serde_json::to_string(&order).unwrap() == text);
            let wrong = serde_json::from_str::<Order>(&text.replace("2024-", "soon-")).unwrap_err();
            println!("{wrong}");
            let own: Timestamp = placed.clone();
            println!("{}", Order::new("1", own, Cash::new()) == order);
        }
    "##;
    let printed = run("own-type", &files, "shop-time = { path = \"../shop-time\" }\n", program);
    assert_eq!(printed, "2024 true\nno year at /placed\ntrue\n");
}

#[test]
#[ignore = "takes minutes, or needs what other steps install: `cargo xtask test --only any-set`"]
fn each_kind_of_type_can_be_replaced() {
    for name in ["Order", "Status", "Currency", "Payment", "Card"] {
        let section = format!(
            "own-type = \"allow\"\n[targets.rust.types.{name}]\nuse = \"shop_time::Own\"\n[targets.rust.dependencies]\nshop-time = {{ path = \"../shop-time\" }}\n"
        );
        let (mut files, warnings) = Set::new(&section).files("rust");
        assert!(warnings.is_empty(), "{warnings:?}");
        let manifest = "[package]\nname = \"shop-time\"\nversion = \"1.0.0\"\nedition = \"2024\"\n[workspace]\n\
                        [dependencies]\nserde_json = \"1\"\n";
        files.insert("../shop-time/Cargo.toml".to_owned(), manifest.to_owned());
        files.insert("../shop-time/src/lib.rs".to_owned(), "pub use serde_json::Number as Own;\n".to_owned());
        let program = format!("fn main() {{ let _: Option<shop::{name}> = None::<shop_time::Own>; }}\n");
        run("own-kind", &files, "shop-time = { path = \"../shop-time\" }\n", &program);
    }
}

#[test]
fn types_have_the_names_that_their_owner_chooses() {
    let set = Set::new(settings("Other names of types"));
    let (files, warnings) = set.files("rust");
    assert!(warnings.is_empty(), "{warnings:?}");
    let program = r##"
        use shop::{OrderState, ShopCash, ShopCurrency, ShopOrder, ShopPayment, ShopTimestamp};
        fn main() {
            let placed: ShopTimestamp = "2024-01-01T00:00:00Z".to_owned();
            let order = ShopOrder::new("1", placed, ShopPayment::from(ShopCash::new()));
            let order = order.with_status(OrderState::Paid).with_currency(ShopCurrency::Eur);
            println!("{}", serde_json::to_string(&order).unwrap());
        }
    "##;
    let payload =
        r#"{"id":"1","placed":"2024-01-01T00:00:00Z","status":"paid","currency":"EUR","payment":{"kind":"cash"}}"#;
    assert_eq!(run("names", &files, "", program), format!("{payload}\n"));
}

#[test]
fn a_single_file_has_every_type() {
    for (target, path) in [("typescript", "shop.ts"), ("python", "shop.py")] {
        let set = Set::new(settings("A single file"));
        let (files, warnings) = set.files(target);
        assert!(warnings.is_empty(), "{warnings:?}");
        assert_eq!(files.keys().collect::<Vec<_>>(), [path]);
        let words: Vec<&str> = files[path].split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        for name in ["Order", "Timestamp", "Status", "Currency", "Payment", "Card", "Cash"] {
            assert!(words.contains(&name), "{path} lacks {name}:\n{}", files[path]);
        }
        assert!(!Set::new("").files(target).0.contains_key(path));
    }
}

#[test]
fn only_the_named_types_have_a_schema_file() {
    let names = |settings: &str| {
        let (files, warnings) = Set::new(settings).files("schemas");
        assert!(warnings.is_empty(), "{warnings:?}");
        let types = files.keys().filter(|path| path.ends_with(".schema.json") && path.as_str() != "bundle.schema.json");
        (types.cloned().collect::<Vec<_>>(), files["bundle.schema.json"].clone())
    };
    let (some, bundle) = names(settings("Fewer schema files"));
    assert_eq!(some, ["Order.schema.json", "Payment.schema.json"]);
    let (all, same) = names("");
    assert!(all.len() > some.len() && bundle == same, "{all:?}");
}

#[test]
fn a_set_with_choices_for_a_target_is_rendered_from_templates_without_it() {
    let set = Set::new(settings("Fewer schema files"));
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/targets");
    let options =
        Options { schemas: set.folder.path().to_owned(), templates, only: Vec::new(), name: None, single_file: false };
    let generated = generate(&options).unwrap_or_else(|found| panic!("{:#?}", found.0));
    let told: Vec<&str> = generated.findings.0.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(told, ["`[targets.schemas]` is about a target that there is not"]);
}

#[test]
fn choices_work_together() {
    let settings = "\
        [formats]\nassert = [\"date-time\"]\n\n\
        [targets.typescript]\nsingle-file = true\nprefix = \"Shop\"\nsuffix = \"Dto\"\nrename = { Payment = \"PaidBy\" }\n\n\
        [targets.typescript.types.Currency]\nuse = \"Money\"\nfrom = \"shop-money\"\n";
    let (files, warnings) = Set::new(settings).files("typescript");
    let (path, file) = files.first_key_value().unwrap();
    assert_eq!((files.len(), path.as_str()), (1, "shop.ts"));
    assert_eq!(warnings.len(), 1, "one for the type of the owner: {warnings:?}");
    let words: Vec<&str> = file.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    for name in ["ShopOrderDto", "ShopStatusDto", "PaidBy", "ShopCardDto", "ShopCashDto", "Money"] {
        assert!(words.contains(&name), "{name} is not in {file}");
    }
    for name in ["Order", "Payment", "Card", "ShopPaidByDto"] {
        assert!(!words.contains(&name), "{name} is in {file}");
    }
    assert!(file.contains("placed: ShopTimestampDto;") && file.contains("payment: PaidBy;"), "{file}");
}

#[test]
fn one_template_is_replaced_and_all_others_stay() {
    let section = settings("A template of your own");
    let set = Set::new(section);
    let path = "own/rust/README.md.jinja";
    set.write(path, blocks(&format!("jinja {path}"))[0]);
    let (mut own, warnings) = set.files("rust");
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(own["README.md"], "# shop\n\n7 types, generated from own/rust/README.md.jinja.\n");
    let (mut plain, _) = Set::new("").files("rust");
    assert!(own.remove("README.md") != plain.remove("README.md") && own == plain);

    // A file without brackets and `.jinja` is copied, and a mistake is reported in the file of the set.
    set.write("own/rust/src/near.rs", "// mine\n");
    assert_eq!(set.files("rust").0["src/near.rs"], "// mine\n");
    set.write(path, "{{ tpyes }}\n");
    let found = set.generated("rust").unwrap_err().0;
    let place = found[0].place.as_ref().unwrap();
    assert_eq!((place.file.as_str(), place.line), (set.folder.path().join(path).to_str().unwrap(), 1));
}

#[test]
fn a_template_that_replaces_nothing_is_an_error() {
    let set = Set::new(settings("A template of your own"));
    assert!(set.mistakes("rust")[0].contains("there is no file in the folder"), "{:?}", set.mistakes("rust"));
    set.write("own/rust/READNE.md.jinja", "");
    set.write("own/rust/target.toml", "");
    let found = set.mistakes("rust");
    assert!(found[0].contains("did you mean `README.md.jinja`?"), "{found:?}");
    assert!(found[1].contains("`--templates`"), "{found:?}");
    for path in ["../own", "/own", "own//rust", "C:\\\\own", ""] {
        let found = Set::new(&format!("[targets.rust]\ntemplates = \"{path}\"")).mistakes("rust");
        assert!(found[0].starts_with("templates = ") && found[0].contains("out of the set"), "{found:?}");
    }
}

#[test]
fn without_validators_a_value_of_a_union_is_still_the_member_that_its_schema_says() {
    let set = Set::new("");
    set.write("codegen.toml", "[package]\nname = \"shop\"\nvalidators = false\n");
    let schema = r##"{
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Node",
        "anyOf": [{"$ref": "#/$defs/And"}, {"$ref": "#/$defs/Or"}, {"type": "string"}],
        "$defs": {
            "And": {"type": "object", "properties": {"of": {"$ref": "#"}, "and": {"type": "string", "minLength": 2}}, "required": ["of", "and"]},
            "Or": {"type": "object", "properties": {"of": {"$ref": "#"}}, "required": ["of"]},
            "Code": {"oneOf": [{"type": "string", "maxLength": 2}, {"type": "string", "minLength": 2}]}
        }
    }"##;
    set.write("order.schema.json", schema);
    let (files, _) = set.files("rust");
    assert!(!files["src/lib.rs"].contains("pub mod validate") && !files.contains_key("src/context.rs"));
    // So many levels end only if no member is read in vain at each of them.
    let program = r#"
        use serde_json::{from_value, json};
        use shop::{Code, Node};
        fn main() {
            let deep = (0..100).fold(json!("a"), |of, _| json!({"of": of}));
            println!("{}", matches!(from_value(deep).unwrap(), Node::Or(_)));
            println!("{}", matches!(from_value(json!({"of": "a", "and": "b"})).unwrap(), Node::Or(_)));
            println!("{}", matches!(from_value(json!({"of": "a", "and": "bc"})).unwrap(), Node::And(_)));
            println!("{}", matches!(from_value(json!("abc")).unwrap(), Code::String2(_)));
            println!("{}", from_value::<Code>(json!("ab")).is_err());
        }
    "#;
    assert_eq!(run("without-validators", &files, "", program), "true\n".repeat(5));
}

#[test]
fn a_mistake_in_a_choice_is_reported_at_its_line() {
    for (settings, expected) in [
        ("[targets.rust]\nderive = [\"Eq)] pub struct X; #[derive(Eq\"]", "is not a path"),
        ("[targets.rust]\nderive = [\"JsonSchema\"]", "schemars::JsonSchema"),
        ("[targets.rust]\nderive = [\"schemars::JsonSchema\"]", "[targets.rust.dependencies]"),
        ("[targets.rust]\nattributes = [\"#[a]\\nfn main() {}\"]", "is not an attribute"),
        ("[targets.rust]\nattributes = [\"#[a] #[b]\"]", "is not an attribute"),
        ("[targets.rust]\nattributes = [\"#[doc = \\\"]\"]", "is not an attribute"),
        ("[targets.rust]\nattributes = [\"must_use\"]", "is not an attribute"),
        ("[targets.rust.types.Ordr]\nderive = [\"Eq\"]", "did you mean `Order`?"),
        ("[targets.rust.types.Timestamp]\nderive = [\"Eq\"]", "another name for a type"),
        ("[targets.rust.types.Order]\nderives = [\"Eq\"]", "did you mean `derive`?"),
        ("[targets.rst]\nderive = [\"Eq\"]", "did you mean `rust`?"),
        ("[targets.python]\nderive = [\"Eq\"]", "does not have"),
        ("[targets.schemas]\nfiles-for = [\"Order\", \"Ordr\"]", "did you mean `Order`?"),
        ("[targets.rust]\nfiles-for = [\"Order\"]", "does not have"),
        ("[targets.rust.types.Status]\nuse = \"chrono::Utc\"", "[targets.rust.dependencies]"),
        ("[targets.rust.types.Status]\nuse = \"Instant\"", "chrono::DateTime"),
        ("[targets.rust.types.Status]\nuse = \"std::string::String\"", "of your own"),
        ("[targets.rust.types.Status]\nuse = \"std::net::IpAddr; struct X\"", "is not the path of a type"),
        ("[targets.rust.types.Status]\nuse = \"std::cell::Cell<[u8; { panic!() }]>\"", "is not the path of a type"),
        ("[targets.rust.types.Status]\nfrom = \"std\"", "without `use`"),
        ("[targets.rust.types.Status]\nderive = [\"Eq\"]\nuse = \"std::net::IpAddr\"", "a type of yours"),
        ("[targets.python.types.Status]\nuse = \"Own\"", "imported from"),
        ("[targets.python.types.Status]\nuse = \"class\"\nfrom = \"own\"", "is not a type name"),
        ("[targets.python.types.Status]\nuse = \"Own\"\nfrom = \"os; import sys\"", "is not a module"),
        ("[targets.typescript.types.Status]\nuse = \"Own }\"\nfrom = \"own\"", "is not a type name"),
        ("[targets.typescript.types.Status]\nuse = \"Own\"\nfrom = \"../own.js\"", "is not a package"),
        ("[targets.rust.rename]\nStatus = \"Card\"", "two types would be called `Card`"),
        ("[targets.rust.rename]\nStatsu = \"Card\"", "did you mean `Status`?"),
        ("[targets.rust.rename]\nStatus = \"String\"", "is not a type name"),
        ("[targets.python.rename]\nStatus = \"a; b\"", "is not a type name"),
        ("[targets.typescript]\nprefix = \"1\"", "can have the prefix"),
        ("[targets.typescript]\nsuffix = \"-x\"", "can have the suffix"),
        ("[targets.rust]\nsingle-file = true", "does not have"),
        ("[targets.docs]\nprefix = \"X\"", "does not have"),
        ("[targets.rust.dependencies]\nserde = \"1\"", "already"),
        ("[targets.rust.dependencies]\nchrono = { verison = \"0.4\" }", "did you mean `version`?"),
        ("[targets.rust.dependencies]\nchrono = { features = \"serde\" }", "a list of names"),
        ("[targets.rust.dependencies]\n\"a b\" = \"1\"", "is not a package name"),
        ("[targets.rust.dependencies]\nchrono = \"\\n\"", "one line"),
    ] {
        let target = ["docs", "python", "schemas", "typescript"]
            .into_iter()
            .find(|target| settings.contains(target))
            .unwrap_or("rust");
        let found = Set::new(&format!("own-type = \"allow\"\n{settings}")).mistakes(target);
        let line = settings.lines().any(|line| !found.is_empty() && found[0].starts_with(line));
        assert!(line && found[0].contains(expected), "{settings}: {found:#?}");
    }
}

/// Builds and runs a crate whose types come from its build script. Returns what it prints, or what cargo reports.
fn run_with_build_script(folder: &Path) -> Result<String, String> {
    // The generator is a dependency here. A newer compiler may have warnings about it.
    let done = cargo(folder, &["run", "--quiet"]).env_remove("RUSTFLAGS").output().expect("cargo runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    if done.status.success() { Ok(text(done.stdout)) } else { Err(text(done.stderr)) }
}

/// The build script of the page. The test below starts this program with the variable, in place of that script: otherwise cargo
/// would build the whole generator a second time.
#[test]
fn the_build_script_of_the_page() -> Result<(), hookwire_codegen::build::Failed> {
    if std::env::var_os(AS_BUILD_SCRIPT).is_none() {
        return Ok(());
    }
    // The test program can have begun a line, and cargo reads whole lines.
    println!();
    hookwire_codegen::build::rust("schemas")
}

const AS_BUILD_SCRIPT: &str = "HOOKWIRE_AS_BUILD_SCRIPT";

/// With `HOOKWIRE_LONG`, cargo builds the script of the page, and the generator for it.
#[test]
fn a_build_script_generates_the_types_of_its_crate() {
    let folder = fresh("build-script");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = blocks("rust build.rs")[0];
    assert!(page.contains("hookwire_codegen::build::rust(\"schemas\")"), "the script above is another one: {page}");
    let (script, needed) = if std::env::var_os("HOOKWIRE_LONG").is_some() {
        let path = root.display().to_string();
        let features = "default-features = false, features = [\"templates\"]";
        (page.to_owned(), format!("[build-dependencies]\nhookwire-codegen = {{ path = {path:?}, {features} }}\n"))
    } else {
        let program = std::env::current_exe().unwrap().display().to_string();
        let script = format!(
            "fn main() {{\n    let mut command = std::process::Command::new({program:?});\n    \
             command.args([\"--exact\", \"own_code::the_build_script_of_the_page\", \"--nocapture\"]);\n    \
             let done = command.env({AS_BUILD_SCRIPT:?}, \"1\").status().unwrap();\n    \
             std::process::exit(done.code().unwrap_or(1));\n}}\n"
        );
        (script, String::new())
    };
    let manifest = format!(
        "[package]\nname = \"orders\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\nserde = \"1\"\n\
         serde_json = {{ version = \"1\", features = [\"float_roundtrip\", \"unbounded_depth\"] }}\n{needed}"
    );
    let schema = blocks("json order.schema.json")[0];
    let program = "fn main() {\n    let order = orders::Order::new(\"1\", \"2024\", orders::Cash::new());\n    \
                   println!(\"{}\", serde_json::to_string(&order).unwrap());\n}\n";
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("Cargo.toml", &manifest);
    // The versions that are tested, and that are there without a network.
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    write("build.rs", &script);
    write("src/lib.rs", blocks("rust src/lib.rs")[0]);
    write("src/main.rs", program);
    write("schemas/order.schema.json", schema);
    write("schemas/codegen.toml", blocks("toml codegen.toml")[0]);
    let printed = run_with_build_script(&folder).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(printed, "{\"id\":\"1\",\"placed\":\"2024\",\"payment\":{\"kind\":\"cash\"}}\n");

    // A change of the set runs the script again, and a mistake ends the build with its place.
    write("schemas/order.schema.json", &schema.replace("\"id\"", "\"number\""));
    let printed = run_with_build_script(&folder).unwrap_or_else(|error| panic!("{error}"));
    assert!(printed.starts_with("{\"number\":\"1\""), "{printed}");
    write("schemas/order.schema.json", &schema.replace("#/$defs/Status", "#/$defs/Statsu"));
    let reported = run_with_build_script(&folder).unwrap_err();
    let place = format!("{}:9:", Path::new("schemas").join("order.schema.json").display());
    assert!(reported.contains(&place) && reported.contains("did you mean"), "{reported}");
}
