//! The versions of the packages and of the host are written only once: in `schemas/codegen.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::copy::copy;
use hookwire_codegen::generate::{Options, generate};
use hookwire_codegen::internal::model::Identity;
use serde_json::Value;

/// A version that no package uses.
const OTHER: &str = "97.86.75";
/// A version that no host uses.
const OTHER_HOST: &str = "64.53.42";

/// The targets that users install.
const PACKAGES: [&str; 3] = ["python", "rust", "typescript"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the settings of the set.
fn identity() -> Identity {
    toml::from_str::<hookwire_codegen::internal::set::SetFile>(&read("schemas/codegen.toml")).unwrap().identity()
}

/// Returns every file of the packages in `generated/`, by its path. The step `drift` checks that they are up to date.
fn files() -> BTreeMap<String, String> {
    let of = |target: &str| {
        let record: Value = serde_json::from_str(&read(&format!("generated/{target}/.codegen.json"))).unwrap();
        record["files"].as_object().unwrap().keys().map(|path| format!("{target}/{path}")).collect::<Vec<_>>()
    };
    let paths = PACKAGES.into_iter().flat_map(of);
    paths.map(|path| (path.clone(), read(&format!("generated/{path}")))).collect()
}

/// Generates every file of the packages from the same set with the two other versions in `codegen.toml`, by its path.
fn files_of_another_version() -> BTreeMap<String, String> {
    let (set, identity) = (tempfile::tempdir().unwrap(), identity());
    copy(&root().join("schemas"), set.path());
    let path = set.path().join("codegen.toml");
    let mut text = fs::read_to_string(&path).unwrap();
    for (old, new) in [(&identity.package.version, OTHER), (&identity.host.unwrap().version, OTHER_HOST)] {
        let (old, new) = (format!("version = \"{old}\""), format!("version = \"{new}\""));
        assert_eq!(text.matches(&old).count(), 1, "{old}");
        text = text.replace(&old, &new);
    }
    fs::write(path, text).unwrap();
    let options = Options {
        schemas: set.path().to_owned(),
        templates: root().join("templates"),
        only: PACKAGES.map(str::to_owned).to_vec(),
        name: None,
        single_file: false,
    };
    let generated = generate(&options).unwrap_or_else(|found| panic!("{:#?}", found.0));
    let of = |target: String, path: String| format!("{target}/{path}");
    let outputs = generated.outputs.into_iter();
    outputs
        .flat_map(|it| it.artifacts.into_iter().map(move |file| (of(it.target.clone(), file.path), file.contents)))
        .collect()
}

#[test]
fn every_package_has_both_versions_from_the_one_place() {
    let (ours, others, identity) = (files(), files_of_another_version(), identity());
    let host = identity.host.unwrap().version;
    let mut carriers = BTreeSet::new();
    for (path, text) in &others {
        let old = &ours[path];
        // Replacing the two versions gives the old file, so all of them come from the settings.
        let (package, contract) = (text.matches(OTHER).count(), text.matches(OTHER_HOST).count());
        if package > 0 {
            carriers.insert(path.as_str());
        }
        let back = text.replace(OTHER, &identity.package.version).replace(OTHER_HOST, &host);
        // Code that compares versions has a list of numbers.
        let back = back.replace(&OTHER_HOST.replace('.', ", "), &host.replace('.', ", "));
        assert!(back == *old, "{path}: something else follows from a version");
        assert_eq!(
            old.matches(&identity.package.version).count(),
            package,
            "{path}: the version stands there by itself"
        );
        // A fact can be as new as the host: then its version stands there by itself.
        assert!(old.matches(&host).count() >= contract, "{path}: so does that of the host");
    }
    assert_eq!(ours.len(), others.len());
    let expected = [
        "python/CHANGELOG.md",
        "python/pyproject.toml",
        "python/src/hookwire/__init__.py",
        "rust/CHANGELOG.md",
        "rust/Cargo.toml",
        "rust/src/lib.rs",
        "typescript/CHANGELOG.md",
        "typescript/index.d.ts",
        "typescript/index.js",
        "typescript/package.json",
    ];
    assert_eq!(carriers, BTreeSet::from(expected));
    for (path, what) in [
        ("rust/src/lib.rs", [format!("VERSION: &str = \"{OTHER}\""), format!("HOST_VERSION: &str = \"{OTHER_HOST}\"")]),
        (
            "python/src/hookwire/__init__.py",
            [format!("__version__ = \"{OTHER}\""), format!("HOST_VERSION = \"{OTHER_HOST}\"")],
        ),
        ("typescript/index.js", [format!("VERSION = \"{OTHER}\""), format!("HOST_VERSION = \"{OTHER_HOST}\"")]),
    ] {
        what.iter().for_each(|what| assert!(others[path].contains(what), "{path}: {what}"));
    }
}

/// Returns the lines that people write: without generated folders and files.
fn written(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        let made = ["target", "generated", "node_modules", ".git", "__pycache__"].contains(&name.as_str());
        if entry.file_type().unwrap().is_dir() {
            if !made {
                written(&path, found);
            }
        } else if !made && !name.contains("lock") {
            found.push(path);
        }
    }
}

#[test]
fn the_version_is_written_in_one_place() {
    let (version, mut found, mut read, mut wrong) = (identity().package.version, Vec::new(), 0, Vec::new());
    written(root(), &mut found);
    for path in found.iter().filter(|path| !path.ends_with("schemas/codegen.toml")) {
        let Ok(text) = fs::read_to_string(path) else { continue };
        read += 1;
        let manifest = path.ends_with("Cargo.toml") && text.contains("name = \"hookwire");
        for (line, text) in text.lines().enumerate() {
            let of_ours = text.contains("hookwire") && text.contains(&version);
            let of_manifest = manifest && text.starts_with("version") && !text.ends_with("\"0.0.0\"");
            if of_ours || of_manifest {
                wrong.push(format!("{}:{}: {text}", path.display(), line + 1));
            }
        }
    }
    assert!(read > 1000, "only {read} files were read");
    assert!(wrong.is_empty(), "the version is in schemas/codegen.toml and nowhere else:\n{}", wrong.join("\n"));
}
