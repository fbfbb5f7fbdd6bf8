//! Sets of somebody else, with a catalogue of their own: the packages are theirs, and nothing in them is of hookwire.

// A test fails by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/copy.rs"]
mod copy;

use std::fs;
use std::path::Path;
use std::process::Command;

use copy::copy;
use hookwire_codegen::artifact::Artifact;
use hookwire_codegen::generate::{Options, generate};
use serde_json::Value;

/// Targets whose templates are about the contract of the hooks: a set with another catalogue has pages of its own.
const OF_HOOKS: [&str; 1] = ["docs"];

/// The files of every other target, with the name of the target.
fn lights() -> Vec<(String, Artifact)> {
    of_set(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sets/lights"))
}

fn of_set(schemas: &Path) -> Vec<(String, Artifact)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let templates = root.join("templates");
    let folders = fs::read_dir(&templates).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let only: Vec<String> = folders.filter(|name| !OF_HOOKS.contains(&name.as_str())).collect();
    assert!(only.len() >= 4, "{only:?}");
    let options = Options { schemas: schemas.to_owned(), templates, only };
    let generated = generate(&options).unwrap_or_else(|found| panic!("{found:#?}"));
    let files = generated.outputs.into_iter().flat_map(|output| {
        let target = output.target;
        output.artifacts.into_iter().map(move |artifact| (target.clone(), artifact))
    });
    files.collect()
}

#[test]
fn no_package_names_an_event_or_a_host_that_the_set_does_not_have() {
    let files = lights();
    assert!(files.iter().any(|(target, file)| target == "rust" && file.path == "src/event.rs"));
    // Its table is another one: what is about tools is left out.
    assert!(!files.iter().any(|(target, file)| target == "rust" && file.path == "src/tool.rs"));
    for (target, Artifact { path, contents }) in files {
        let foreign = ["PreToolUse", "hookwire", "Claude"].into_iter().find(|word| contents.contains(word));
        assert!(foreign.is_none(), "{target}/{path} names {foreign:?}");
        assert!(!path.starts_with("LICENSE"), "{target}/{path} is the licence of somebody else");
    }
}

#[test]
fn the_crate_compiles_without_a_warning() {
    compiles("rust-lights", lights());
}

#[test]
fn a_crate_that_judges_and_does_not_read_compiles_without_a_warning() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let set = tempfile::tempdir().unwrap();
    copy(&root.join("tests/sets/lights"), set.path());
    fs::copy(root.join("schemas/problem.schema.json"), set.path().join("problem.schema.json")).unwrap();
    let files = of_set(set.path());
    let has = |path: &str| files.iter().any(|(target, file)| target == "rust" && file.path == path);
    assert!(has("src/validate/mod.rs") && !has("src/read/mod.rs"));
    compiles("rust-lights-judged", files);

    // And so does one with a profile.
    fs::create_dir_all(set.path().join("profiles/half-bright")).unwrap();
    let write = |path: &str, text: &str| fs::write(set.path().join(path), text).unwrap();
    let file = fs::read_to_string(set.path().join("codegen.toml")).unwrap();
    write("codegen.toml", &file.replace("[files]\n", "[files]\nprofiles = \"profiles\"\n"));
    let said = "summary = \"A lamp that saves.\"\nconfidence = \"confirmed\"\nsource = [\"own\"]\n";
    write("profiles/half-bright/profile.toml", said);
    write("profiles/half-bright/dimmed-output.schema.json", r#"{"properties": {"level": {"maximum": 50}}}"#);
    let files = of_set(set.path());
    let profile =
        |(target, file): &&(String, Artifact)| target == "rust" && file.path == "src/validate/profile/half_bright.rs";
    assert!(files.iter().find(profile).expect("the profile").1.contents.contains("maximum: Some(50"));
    compiles("rust-lights-judged", files);
}

/// The crate among the files of a set.
fn compiles(name: &str, files: Vec<(String, Artifact)>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for (_, file) in files.into_iter().filter(|(target, _)| target == "rust") {
        let path = folder.join(file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, file.contents).unwrap();
    }
    let cargo = Command::new(env!("CARGO"))
        .args(["check", "--lib", "--quiet", "--offline", "--target-dir"])
        .arg(folder.join("target"))
        .current_dir(&folder)
        .env("RUSTFLAGS", "-D warnings")
        .output()
        .expect("cargo runs");
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
}

#[test]
fn where_a_catalogue_names_no_handlers_any_name_is_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let set = tempfile::tempdir().unwrap();
    copy(&root.join("schemas"), set.path());
    let change = |name: &str, with: fn(&mut Value)| {
        let path = set.path().join(name);
        let mut json = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        with(&mut json);
        fs::write(&path, json.to_string()).unwrap();
    };
    change("events.schema.json", |schema| schema["required"].as_array_mut().unwrap().retain(|key| key != "handlers"));
    change("events.json", |catalogue| drop(catalogue.as_object_mut().unwrap().remove("handlers").unwrap()));

    let only = vec!["typescript".to_owned()];
    let options = Options { schemas: set.path().to_owned(), templates: root.join("templates"), only };
    let generated = generate(&options).unwrap_or_else(|found| panic!("{:#?}", found.0));
    let files = &generated.outputs[0].artifacts;
    let contents = |path: &str| &files.iter().find(|file| file.path == path).unwrap().contents;
    assert!(contents("read.d.ts").contains("export type HandlerName =\n  string;\n"));
    assert!(contents("read.js").contains("string(\"handler\", handler);\n"));
    assert!(!contents("read.js").contains("HANDLERS"));
}

#[test]
fn the_packages_have_the_licences_of_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for target in ["rust", "python", "typescript", "schemas"] {
        for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let packed = fs::read_to_string(root.join("generated").join(target).join(name)).unwrap();
            assert!(packed == fs::read_to_string(root.join(name)).unwrap(), "{target}/{name} is not that of the root");
        }
    }
}

#[test]
fn the_crate_packs_what_its_users_need_and_nothing_else() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("generated/rust/Cargo.toml");
    let cargo = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline", "--manifest-path"])
        .arg(manifest)
        .output()
        .expect("cargo runs");
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    let list = String::from_utf8(cargo.stdout).unwrap();
    let mut outside: Vec<&str> = list.lines().filter(|path| !path.starts_with("src/")).collect();
    // What cargo adds by itself.
    outside.retain(|path| ![".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml.orig"].contains(path));
    assert_eq!(outside, ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "examples/bash_guard.rs"]);
}
