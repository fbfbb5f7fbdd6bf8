//! `cargo xtask interface`: compares the public interface of each package with a committed listing, so that every
//! change of it is visible in a review.
//!
//! The packages are those of a small set with every feature: they have all that the templates offer, and little else.
//!
//! Each language is read by its own parser: Rust here, Python by its `ast`, TypeScript by its compiler. Versions are
//! not listed.

mod rust;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use hookwire_codegen::generate::{Options, Output, generate};
use hookwire_codegen::internal::diagnostic::Diagnostics;
use hookwire_codegen::internal::render::target::TargetFile;
use hookwire_codegen::internal::set::SetFile;
use serde::de::DeserializeOwned;
use similar::TextDiff;

use hookwire_harness::{Root, tools, workspace};

/// Compare the public interface of each package with the listings in tests/interface
///
/// Exit codes: 0 nothing has changed, 1 something has.
#[derive(clap::Args)]
pub struct Args {
    /// Rewrite the listings
    #[arg(long)]
    bless: bool,
}

/// The set whose packages are listed.
pub const SET: &str = "tests/interface/set";

/// A language, with the function that lists the interface of its package.
type Language = (&'static str, fn(&Root, &Path) -> Result<String, String>);

const LANGUAGES: [Language; 3] = [("python", python), ("rust", rust), ("typescript", typescript)];

/// Compares the listings, or writes them.
pub fn run(args: &Args) -> ExitCode {
    let outcome = compare(&Root::new(workspace::root()), args.bless);
    outcome.map_or_else(
        |wrong| {
            eprintln!("error: {wrong}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

/// The step: checks that the public interface of each package is as listed.
///
/// # Errors
/// The differences of all languages.
pub fn step(root: &Root) -> Result<(), String> {
    compare(root, false)
}

fn compare(root: &Root, bless: bool) -> Result<(), String> {
    let mut found = Vec::new();
    let reported = |found: Diagnostics| found.0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    for (language, text) in listings(root, &root.path(SET), reported)? {
        println!("{language}: {} lines", text.lines().count());
        let path = listed(language);
        if bless {
            fs::write(root.path(&path), text).map_err(|error| format!("{path}: {error}"))?;
            continue;
        }
        let listed = fs::read_to_string(root.path(&path)).map_err(|error| format!("{path}: {error}"))?;
        if listed != text {
            let diff = TextDiff::from_lines(&listed, &text);
            found.push(diff.unified_diff().context_radius(2).header(&path, language).to_string());
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    found.push("if that is meant: `cargo xtask interface --bless`".to_owned());
    Err(found.join("\n"))
}

/// Returns the path of a language's listing, from the root of the repository.
pub fn listed(language: &str) -> String {
    format!("tests/interface/{language}.txt")
}

/// Returns the languages with a listing.
pub fn languages() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().map(|(language, _)| *language)
}

/// Renders a set with the current templates, and lists the public interface of each package, by language. The versions
/// of the package and of the host are left out.
///
/// # Errors
/// The set has a mistake (as `reported` formats it), it lacks a feature that a template needs, or a package cannot be read.
pub fn listings(
    root: &Root,
    schemas: &Path,
    reported: impl Fn(Diagnostics) -> String,
) -> Result<BTreeMap<&'static str, String>, String> {
    let only = languages().map(str::to_owned).collect();
    let options = Options {
        schemas: schemas.to_owned(),
        templates: root.path("templates"),
        only,
        name: None,
        single_file: false,
    };
    let generated = generate(&options).map_err(reported)?;
    let identity = toml_file::<SetFile>(&schemas.join("codegen.toml"))?.identity();
    let home = tempfile::tempdir().map_err(|error| error.to_string())?;
    for output in &generated.outputs {
        expect_every_feature(root, output, &identity.package.name)?;
        write(output, &home.path().join(&output.target)).map_err(|error| error.to_string())?;
    }
    let contract = identity.host.as_ref().map(|host| host.version.as_str());
    let unversioned = |text: String| {
        let text = replaced(&text, &identity.package.version, "VERSION");
        contract.map_or(text.clone(), |contract| replaced(&text, contract, "HOST_VERSION"))
    };
    LANGUAGES.iter().map(|(language, list)| Ok((*language, unversioned(list(root, home.path())?)))).collect()
}

/// The features that the set does not list. A set with a catalogue cannot have the first two; `tests/sets/filled` and
/// `tests/wide` use what is public of them. The next two need the types of settings and all places of hooks: the tests of
/// each package name their functions. The last one has no public names of its own.
const NOT_LISTED: [&str; 5] = ["filled", "wide", "registration", "selection", "command"];

/// Reports files that a target only renders for sets with some feature, and that this package lacks.
fn expect_every_feature(root: &Root, output: &Output, package: &str) -> Result<(), String> {
    let target: TargetFile = toml_file(&root.path("templates").join(&output.target).join("target.toml"))?;
    let lacks = |pattern: &&String| {
        let path = pattern.replace("[package]", package);
        let start = path.split('*').next().unwrap_or_default().trim_end_matches(".jinja");
        !output.artifacts.iter().any(|artifact| artifact.path.starts_with(start))
    };
    let needs = target.needs.iter().filter(|(feature, _)| !NOT_LISTED.contains(&feature.as_str()));
    let lacking: Vec<&String> = needs.flat_map(|(_, patterns)| patterns).filter(lacks).collect();
    if lacking.is_empty() {
        return Ok(());
    }
    Err(format!("{}: the set lacks a feature, without which these are not rendered: {lacking:?}", output.target))
}

fn toml_file<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(output: &Output, package: &Path) -> std::io::Result<()> {
    output.artifacts.iter().try_for_each(|artifact| {
        let path = package.join(&artifact.path);
        fs::create_dir_all(path.parent().unwrap_or(package))?;
        fs::write(path, &artifact.contents)
    })
}

/// Replaces a version in a text. Longer versions that contain it, such as `1.0.59` for `1.0.5`, are kept.
fn replaced(text: &str, version: &str, word: &str) -> String {
    let mut replaced = String::new();
    let mut rest = 0;
    for (start, _) in text.match_indices(version) {
        let end = start + version.len();
        if !goes_on(text[..start].chars().rev()) && !goes_on(text[end..].chars()) {
            replaced += &text[rest..start];
            replaced += word;
            rest = end;
        }
    }
    replaced + &text[rest..]
}

/// Returns true if the text next to a version continues it: a digit, or a dot followed by a digit. A dot alone ends a
/// sentence.
fn goes_on(mut beside: impl Iterator<Item = char>) -> bool {
    let next = beside.next();
    let next = if next == Some('.') { beside.next() } else { next };
    next.is_some_and(|it| it.is_ascii_digit())
}

fn rust(_: &Root, generated: &Path) -> Result<String, String> {
    rust::listing(&generated.join("rust"))
}

fn python(root: &Root, generated: &Path) -> Result<String, String> {
    let mut command = root.command(hookwire_harness::python(root)?);
    let packages = generated.join("python/src");
    let package = fs::read_dir(&packages).map_err(|error| format!("{}: {error}", packages.display()))?.next();
    let package = package.ok_or("no Python package was generated")?.map_err(|error| error.to_string())?;
    tools::quietly(command.arg("tests/interface/python.py").arg(package.path()))
}

fn typescript(root: &Root, generated: &Path) -> Result<String, String> {
    let tests = hookwire_harness::npm_tests(root)?;
    let mut node = Command::new("node");
    tools::quietly(node.arg("interface.js").arg(generated.join("typescript")).current_dir(tests))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_version_is_replaced() {
        let of = |text: &str| replaced(text, "1.0.5", "VERSION");
        for (text, expected) in [
            ("version = '1.0.5'", "version = 'VERSION'"),
            ("1.0.5", "VERSION"),
            ("v1.0.5, 1.0.5.", "vVERSION, VERSION."),
            ("Deprecated since 1.0.59", "Deprecated since 1.0.59"),
            ("11.0.5, 2.1.0.5 and 1.0.5.1", "11.0.5, 2.1.0.5 and 1.0.5.1"),
            ("1.0.59 before 1.0.5 and \u{e9}1.0.5\u{e9}", "1.0.59 before VERSION and \u{e9}VERSION\u{e9}"),
        ] {
            assert_eq!(of(text), expected);
        }
    }
}
