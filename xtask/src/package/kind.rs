//! The kinds of packages: what each is made of, with which tool, and what has to be in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::test::Root;
use crate::tools;

/// A kind of package.
pub struct Kind {
    /// What it is called here, and the list of its files.
    pub name: &'static str,
    /// What it is made of, from the root of the repository.
    pub folder: &'static str,
    /// Where in that folder the files are that it holds; empty, if that is the folder itself.
    pub within: &'static str,
    /// Makes the file from a copy of that; says where the file is.
    pub make: fn(&Root, &Path) -> Result<PathBuf, String>,
    /// What has to be there, whatever the list says.
    pub required: &'static [&'static str],
    /// What the tool adds; all else is a file of the folder, as it is there.
    pub added: &'static [&'static str],
}

/// Every kind, in the order in which they are made.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "crate",
        folder: "generated/rust",
        within: "",
        make: cargo,
        required: &["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "src/bundle.schema.json", "src/lib.rs"],
        added: &["Cargo.toml", "Cargo.toml.orig"],
    },
    Kind {
        name: "sdist",
        folder: "generated/python",
        within: "",
        make: sdist,
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
    Kind {
        name: "wheel",
        folder: "generated/python",
        within: "src",
        make: wheel,
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
    Kind {
        name: "npm",
        folder: "generated/typescript",
        within: "",
        make: npm,
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
];

/// Without the lock file: it would say what the registry had to offer on that day, and nobody reads that of a library.
fn cargo(root: &Root, source: &Path) -> Result<PathBuf, String> {
    let target = source.with_file_name("target");
    let mut command = root.command(tools::cargo());
    command.args(["package", "--no-verify", "--allow-dirty", "--exclude-lockfile", "--target-dir"]).arg(&target);
    tools::quietly(command.arg("--manifest-path").arg(source.join("Cargo.toml")))?;
    only_file(&target.join("package"), "crate")
}

fn sdist(root: &Root, source: &Path) -> Result<PathBuf, String> {
    hatch(root, source, "sdist", "gz")
}

fn wheel(root: &Root, source: &Path) -> Result<PathBuf, String> {
    hatch(root, source, "wheel", "whl")
}

/// With the backend of the environment of the tests, which is pinned: another one may pack the same files otherwise.
fn hatch(root: &Root, source: &Path, target: &str, ending: &str) -> Result<PathBuf, String> {
    let made = source.with_file_name("made");
    let mut command = root.command(tools::python(root)?);
    command.args(["-m", "hatchling", "build", "--target", target, "--directory"]).arg(&made);
    tools::quietly(command.env("SOURCE_DATE_EPOCH", EPOCH).current_dir(source))?;
    only_file(&made, ending)
}

/// The time that every file in an archive has: any would do, and a zip has none before 1980.
pub const EPOCH: &str = "1577836800";

fn npm(_: &Root, source: &Path) -> Result<PathBuf, String> {
    let made = source.with_file_name("made");
    fs::create_dir_all(&made).map_err(|error| format!("{}: {error}", made.display()))?;
    let mut command = Command::new(tools::npm());
    command.args(["pack", "--ignore-scripts", "--pack-destination"]).arg(&made).current_dir(source);
    tools::quietly(&mut command)?;
    only_file(&made, "tgz")
}

/// The one file with this ending.
fn only_file(folder: &Path, ending: &str) -> Result<PathBuf, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let mut found =
        entries.iter().map(fs::DirEntry::path).filter(|path| path.extension().is_some_and(|it| it == ending));
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one),
        _ => Err(format!("{}: there is not one file with the ending `{ending}`", folder.display())),
    }
}
