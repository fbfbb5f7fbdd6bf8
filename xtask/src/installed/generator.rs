//! Installs the generator from its published form, and runs the tour of its page.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::cargo_in;
use hookwire_harness::{Root, tools};

/// Installs the generator, writes the set of the tour, and runs the command of the tour.
///
/// # Errors
/// It cannot be installed, or its output differs from the page.
pub fn check(root: &Root, unpacked: &Path) -> Result<(), String> {
    needs_no_c_compiler(root, unpacked)?;
    let home = tempfile::tempdir().map_err(|error| error.to_string())?;
    let page = fs::read_to_string(unpacked.join("src/program/README.md")).map_err(|error| error.to_string())?;
    let mut install = cargo_in(root, home.path());
    install.args(["install", "--debug", "--locked", "--root"]).arg(home.path().join("bin-of"));
    tools::quietly(install.arg("--path").arg(unpacked))?;
    tour(&page, home.path()).map_err(|error| error.to_string())?;
    let line = page.lines().find(|line| line.starts_with("    hookwire-codegen ")).unwrap_or_default();
    let mut words = line.split_whitespace();
    let program = home.path().join("bin-of/bin").join(words.next().unwrap_or_default());
    tools::quietly(Command::new(program).args(words).current_dir(home.path()))?;
    let made = hookwire_harness::files(&home.path().join("packages")).map_err(|error| error.to_string())?;
    let shown = [
        ("rust", "rust/src/types/jar.rs"),
        ("python", "python/src/pantry/_types/jar.py"),
        ("ts", "typescript/types/jar.d.ts"),
    ];
    let is_made = |(language, path): &(&str, &str)| {
        let text = made.get(Path::new(path)).map(|bytes| String::from_utf8_lossy(bytes));
        text.is_some_and(|text| text.contains(block(&page, language).trim_end()))
    };
    let wrong: Vec<&str> = shown.iter().filter(|it| !is_made(it)).map(|(_, path)| *path).collect();
    println!("generator: {} files made", made.len());
    if wrong.is_empty() { Ok(()) } else { Err(format!("not as the page shows it: {}", wrong.join(", "))) }
}

/// Checks that the library, and the program without its allocator, need only Rust. With the allocator a C compiler is
/// needed: this proves that the check finds one.
fn needs_no_c_compiler(root: &Root, unpacked: &Path) -> Result<(), String> {
    for features in [&["--no-default-features"][..], &["--no-default-features", "--features", "program"]] {
        if let Some(builder) = asks_for_c(root, unpacked, features)? {
            return Err(format!(
                "with `{}` it is built with {builder}, which asks for a C compiler",
                features.join(" ")
            ));
        }
    }
    asks_for_c(root, unpacked, &[])?
        .map(drop)
        .ok_or_else(|| format!("with the default features it is built without {BUILDER}: look for another crate here"))
}

/// The crate that calls the C compiler.
const BUILDER: &str = "cc";

/// Returns that crate, if it is a dependency with these features.
fn asks_for_c(root: &Root, unpacked: &Path, features: &[&str]) -> Result<Option<String>, String> {
    let mut tree = cargo_in(root, unpacked);
    tree.args(["tree", "--locked", "--edges", "normal,build", "--prefix", "none"]).args(features);
    let answer = tree.output().map_err(|error| format!("cargo: {error}"))?;
    let list = String::from_utf8_lossy(&answer.stdout);
    if !answer.status.success() || !list.starts_with("hookwire-codegen ") {
        return Err(format!("what it depends on is not told: {}", String::from_utf8_lossy(&answer.stderr)));
    }
    Ok(list.lines().find(|line| line.split(' ').next() == Some(BUILDER)).map(str::to_owned))
}

fn tour(page: &str, home: &Path) -> std::io::Result<()> {
    fs::create_dir(home.join("pantry"))?;
    fs::write(home.join("pantry/codegen.toml"), block(page, "toml"))?;
    fs::write(home.join("pantry/jar.schema.json"), block(page, "json"))
}

/// Returns the first code block of a language, or an empty string if the page has none.
fn block<'a>(page: &'a str, language: &str) -> &'a str {
    let rest = page.split_once(&format!("```{language}\n")).map_or("", |(_, rest)| rest);
    rest.split("```").next().unwrap_or_default()
}
