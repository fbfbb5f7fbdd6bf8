//! Finds the version, and the pages that `hookwire docs` prints.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    // A published crate has its own copy; in the repository the pages are where they are made.
    // The version is written in `schemas/codegen.toml` alone.
    let manifest = root.join("../generated/rust/Cargo.toml");
    println!("cargo::rerun-if-changed={}", manifest.display());
    let manifest = fs::read_to_string(manifest)?;
    let version = manifest.lines().find_map(|it| it.strip_prefix("version = \"")?.strip_suffix('"'));
    println!("cargo::rustc-env=HOOKWIRE_VERSION={}", version.unwrap_or_default());
    let docs = [root.join("pages"), root.join("../generated/docs")].into_iter().find(|it| it.is_dir());
    let docs = docs.ok_or_else(|| io::Error::other("no pages: run `cargo xtask codegen` first"))?;
    println!("cargo::rerun-if-changed={}", docs.display());
    let mut all = Vec::new();
    for folder in [docs.clone(), docs.join("events")] {
        pages(&folder, &mut all)?;
    }
    all.sort();
    let mut code = String::from("/// The pages, by name, sorted.\npub const PAGES: &[(&str, &str)] = &[\n");
    for (name, path) in all {
        let _ = writeln!(code, "    ({name:?}, include_str!({:?})),", path.display().to_string());
    }
    code.push_str("];\n");
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("pages.rs"), code)
}

fn pages(folder: &Path, all: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        if path.extension().is_some_and(|it| it == "md") && name != "README" {
            all.push((name, fs::canonicalize(path)?));
        }
    }
    Ok(())
}
