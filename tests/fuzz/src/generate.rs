//! Generates every target from the files of a schema set: nothing may panic, and the output must be valid.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use hookwire_codegen::generate::{Read, read};
use hookwire_codegen::internal::artifact::Artifact;
use hookwire_codegen::internal::diagnostic::Diagnostics;
use hookwire_codegen::internal::render::Templates;

use super::bundle;

const SET_FILE: &str = r#"
[package]
name = "fuzzed"
version = "1.2.3"
license = "MIT"
summary = "A set that nobody wrote."

[ids]
prefix = "urn:fuzzed:"
"#;

/// Generates from a bundle of files. A bundle without a `codegen.toml` gets one.
///
/// # Panics
/// A step panics, or its output is invalid.
pub fn generate(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("codegen.toml"), SET_FILE).expect("written");
    for (path, contents) in bundle::files(text) {
        // A path that the system itself refuses is skipped.
        let _ = write(folder.path(), path, contents);
    }
    match read(folder.path()) {
        Ok(read) => rendered(&read),
        Err(found) => check(&found),
    }
}

fn write(root: &Path, path: &str, contents: &str) -> std::io::Result<()> {
    let is_inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    if !is_inside || path.is_empty() {
        return Ok(());
    }
    let path = root.join(path);
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, contents)
}

fn rendered(read: &Read) {
    static TEMPLATES: OnceLock<Templates> = OnceLock::new();
    let templates = TEMPLATES.get_or_init(|| Templates::open(&templates_folder()).expect("our own templates"));
    let subject = read.subject();
    for target in templates.targets() {
        match templates.render(&subject, &target) {
            Ok(artifacts) => artifacts.iter().for_each(|artifact| sound(&target, artifact)),
            Err(found) => check(&found),
        }
    }
}

/// Returns the folder of the templates, from the root of the repository or from the folder of the fuzzer.
fn templates_folder() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [here.join("templates"), here.join("../../templates")];
    folders.into_iter().find(|folder| folder.is_dir()).expect("the templates")
}

/// Checks that a refused set has an error.
fn check(found: &Diagnostics) {
    assert!(found.has_errors(), "refused without an error");
    assert!(found.0.iter().all(|one| !one.message.is_empty()), "a finding without a message");
    // A template must not fail, whatever the set contains.
    let fault = found.0.iter().find(|one| one.code == hookwire_codegen::internal::diagnostic::Code::Template);
    assert!(fault.is_none(), "{fault:?}");
}

/// Checks that a file is in the folder of its target, and that the language's parser reads it.
fn sound(target: &str, Artifact { path, contents }: &Artifact) {
    let is_inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    assert!(is_inside, "{target} would write {path:?}");
    if path.ends_with(".rs") {
        let read = syn::parse_file(contents);
        assert!(
            read.is_ok(),
            "{target}/{path}: {}\n{contents}",
            read.err().map(|it| it.to_string()).unwrap_or_default()
        );
    } else if path.ends_with(".json") {
        let read = serde_json::from_str::<serde_json::Value>(contents);
        assert!(read.is_ok(), "{target}/{path}: {read:?}\n{contents}");
    }
}
