//! The kinds of packages: the source folder, the packaging tool, and the required files of each.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use hookwire_codegen::internal::model::Package;

use hookwire_harness::{Root, tools};

/// A kind of package.
pub struct PackageKind {
    /// The name of the kind, and of the list of its files.
    pub name: &'static str,
    /// The source folder, from the root of the repository.
    pub folder: &'static str,
    /// The parts of the folder that are copied; if empty, all of it.
    pub parts: &'static [&'static str],
    /// The subfolder with the packaged files; empty for the folder itself.
    pub within: &'static str,
    /// Makes the archive from a copy of the folder. Returns its path.
    pub make: fn(&Root, &Path) -> Result<PathBuf, String>,
    /// True if the package's sources are listed by extension, because they change often.
    pub by_ending: bool,
    /// The files that are required, whatever the list contains.
    pub required: &'static [&'static str],
    /// The files that the packaging tool adds. All others are equal to those of the folder.
    pub added: &'static [&'static str],
}

/// All kinds, in the order in which they are made.
pub const KINDS: &[PackageKind] = &[
    PackageKind {
        name: "crate",
        folder: "generated/rust",
        parts: &[],
        within: "",
        make: cargo,
        by_ending: false,
        required: &["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "src/bundle.schema.json", "src/lib.rs"],
        added: &["Cargo.lock", "Cargo.toml", "Cargo.toml.orig"],
    },
    PackageKind {
        name: "sdist",
        folder: "generated/python",
        parts: &[],
        within: "",
        make: sdist,
        by_ending: false,
        required: &[
            "LICENSE-APACHE",
            "LICENSE-MIT",
            "PKG-INFO",
            "README.md",
            "pyproject.toml",
            "src/hookwire/py.typed",
        ],
        added: &["PKG-INFO"],
    },
    PackageKind {
        name: "wheel",
        folder: "generated/python",
        parts: &[],
        within: "src",
        make: wheel,
        by_ending: false,
        required: &[
            "hookwire-VERSION.dist-info/METADATA",
            "hookwire-VERSION.dist-info/licenses/LICENSE-APACHE",
            "hookwire-VERSION.dist-info/licenses/LICENSE-MIT",
            "hookwire/__init__.py",
            "hookwire/py.typed",
            "hookwire/schemas/bundle.schema.json",
        ],
        added: &["hookwire-VERSION.dist-info/"],
    },
    PackageKind {
        name: "npm",
        folder: "generated/typescript",
        parts: &[],
        within: "",
        make: npm,
        by_ending: false,
        required: &[
            "LICENSE-APACHE",
            "LICENSE-MIT",
            "README.md",
            "bundle.schema.json",
            "index.d.ts",
            "index.js",
            "package.json",
        ],
        added: &[],
    },
    PackageKind {
        name: "generator",
        folder: "",
        parts: &["Cargo.toml", "Cargo.lock", "LICENSE-APACHE", "LICENSE-MIT", "docs", "src", "templates"],
        within: "",
        make: generator,
        by_ending: true,
        required: &[
            "Cargo.toml",
            "LICENSE-APACHE",
            "LICENSE-MIT",
            "docs/keywords.md",
            "docs/schemas.md",
            "src/lib.rs",
            "src/program/README.md",
            "templates/rust/Cargo.toml.jinja",
        ],
        added: &["Cargo.lock", "Cargo.toml", "Cargo.toml.orig"],
    },
];

/// Packages the crate with the lock file of the tests, reduced to its dependencies. Nobody reads the lock file of a
/// library, but `cargo publish` always includes one, and a new one would depend on the day.
fn cargo(root: &Root, source: &Path) -> Result<PathBuf, String> {
    let lock = root.path(LOCK);
    fs::copy(&lock, source.join("Cargo.lock")).map_err(|error| format!("{}: {error}", lock.display()))?;
    cargo_package(root, source)
}

/// The lock file of a project that uses the crate.
const LOCK: &str = "tests/rust/Cargo.lock";

/// Packages the generator with the lock file of the repository, because it is also a program. Its manifest gets the
/// version of the packages.
fn generator(root: &Root, source: &Path) -> Result<PathBuf, String> {
    let path = source.join("Cargo.toml");
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let text = fs::read_to_string(&path).map_err(failed)?;
    let manifest = publishable(&text, &hookwire_harness::identity(root)?.package)
        .map_err(|error| format!("{}: {error}", path.display()))?;
    fs::write(&path, manifest).map_err(failed)?;
    cargo_package(root, source)
}

/// Returns the manifest of the root with the version, home page and repository of the packages. Its documentation is the
/// library's, which docs.rs builds. The parts for this repository only
/// are removed: the other member, and the tests with their program and dependencies.
fn publishable(manifest: &str, every: &Package) -> Result<String, Box<dyn std::error::Error>> {
    let mut manifest: toml::Table = toml::from_str(manifest)?;
    ["dev-dependencies", "test"].iter().for_each(|section| drop(manifest.remove(*section)));
    if let Some(workspace) = manifest.get_mut("workspace").and_then(toml::Value::as_table_mut) {
        ["members", "exclude"].iter().for_each(|key| drop(workspace.remove(*key)));
    }
    let package = manifest.get_mut("package").and_then(toml::Value::as_table_mut).ok_or("there is no package")?;
    package.insert("version".to_owned(), every.version.as_str().into());
    for (key, url) in [("homepage", &every.homepage), ("repository", &every.repository)] {
        package.extend(url.as_deref().map(|it| (key.to_owned(), it.into())));
    }
    if let Some(programs) = manifest.get_mut("bin").and_then(toml::Value::as_array_mut) {
        let inside =
            |it: &toml::Value| it.get("path").and_then(toml::Value::as_str).is_some_and(|it| it.starts_with("src/"));
        programs.retain(inside);
    }
    Ok(toml::to_string(&manifest)?)
}

fn cargo_package(root: &Root, source: &Path) -> Result<PathBuf, String> {
    let target = source.with_file_name("target");
    let mut command = root.command(tools::cargo());
    command.args(["package", "--no-verify", "--allow-dirty", "--target-dir"]).arg(&target);
    tools::quietly(command.arg("--manifest-path").arg(source.join("Cargo.toml")))?;
    only_file(&target.join("package"), "crate")
}

fn sdist(root: &Root, source: &Path) -> Result<PathBuf, String> {
    hatch(root, source, "sdist", "gz")
}

fn wheel(root: &Root, source: &Path) -> Result<PathBuf, String> {
    hatch(root, source, "wheel", "whl")
}

/// Builds with the pinned backend of the test environment, because another version may pack the same files differently.
/// All files get the backend's fixed time, so that a wheel built from the source distribution is identical.
fn hatch(root: &Root, source: &Path, target: &str, ending: &str) -> Result<PathBuf, String> {
    let made = source.with_file_name("made");
    let mut command = root.command(hookwire_harness::python(root)?);
    command.args(["-m", "hatchling", "build", "--target", target, "--directory"]).arg(&made);
    tools::quietly(command.env_remove("SOURCE_DATE_EPOCH").current_dir(source))?;
    only_file(&made, ending)
}

/// Packs the package in a folder, beside it. Returns the file.
///
/// # Errors
/// npm fails, or is missing.
pub fn npm(_: &Root, source: &Path) -> Result<PathBuf, String> {
    let made = source.with_file_name("made");
    fs::create_dir_all(&made).map_err(|error| format!("{}: {error}", made.display()))?;
    let mut command = Command::new(tools::npm());
    command.args(["pack", "--ignore-scripts", "--pack-destination"]).arg(&made).current_dir(source);
    tools::quietly(&mut command)?;
    only_file(&made, "tgz")
}

/// Returns the only file with this extension.
///
/// # Errors
/// There is none, or another one.
pub fn only_file(folder: &Path, ending: &str) -> Result<PathBuf, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let mut found =
        entries.iter().map(fs::DirEntry::path).filter(|path| path.extension().is_some_and(|it| it == ending));
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one),
        _ => Err(format!("{}: there is not one file with the ending `{ending}`", folder.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hookwire_harness::workspace;

    /// Returns the dependencies of a manifest with one exact version.
    fn pinned(manifest: &toml::Table) -> Vec<&str> {
        let platforms =
            manifest.get("target").and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::values);
        let tables = platforms.filter_map(toml::Value::as_table).chain([manifest]);
        let all = tables.filter_map(|it| it.get("dependencies")?.as_table()).flatten();
        let version =
            |it: &toml::Value| it.as_str().or_else(|| it.get("version")?.as_str()).map(|it| it.starts_with('='));
        all.filter(|(_, wanted)| version(wanted).unwrap_or(true)).map(|(name, _)| name.as_str()).collect()
    }

    #[test]
    fn the_generator_as_a_library_pins_nothing_but_what_its_output_is_spelled_by() {
        let manifest = fs::read_to_string(workspace::path("Cargo.toml")).unwrap_or_default();
        let root = Root::new(workspace::root());
        let published = hookwire_harness::identity(&root)
            .and_then(|every| publishable(&manifest, &every.package).map_err(|error| error.to_string()));
        let published: toml::Table = toml::from_str(&published.unwrap_or_default()).unwrap_or_default();
        assert_eq!(pinned(&published), ["typify"]);
    }

    #[test]
    fn what_is_published_of_the_generator_has_a_version_and_nothing_of_the_repository_alone() {
        let manifest = "[workspace]\nmembers = [\"xtask\"]\n[workspace.package]\nedition = \"2024\"\n\
            [package]\nname = \"a\"\nedition.workspace = true\n[dev-dependencies]\nb = \"1\"\n\
            [[bin]]\nname = \"a\"\npath = \"src/a.rs\"\n[[bin]]\nname = \"c\"\npath = \"tests/c.rs\"\n";
        let every = Package {
            name: "other".to_owned(),
            version: "1.2.3".to_owned(),
            license: None,
            notice: None,
            keywords: Vec::new(),
            categories: Vec::new(),
            classifiers: Vec::new(),
            summary: "Another.".to_owned(),
            homepage: Some("https://example.org".to_owned()),
            documentation: Some("https://example.org/docs".to_owned()),
            repository: Some("https://example.org/other".to_owned()),
            changelog: None,
        };
        let published = publishable(manifest, &every).unwrap_or_default();
        let expected = "[workspace.package]\nedition = \"2024\"\n[package]\nname = \"a\"\nversion = \"1.2.3\"\n\
            homepage = \"https://example.org\"\nrepository = \"https://example.org/other\"\n\
            edition.workspace = true\n[[bin]]\nname = \"a\"\npath = \"src/a.rs\"\n";
        assert_eq!(toml::from_str::<toml::Table>(&published), toml::from_str(expected));
    }
}
