//! The registries, in the order in which they get what is theirs, with what each has to look at a package before the upload.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::package::{self, Package};
use crate::test::{self, Root};
use crate::tools;

/// What goes to a registry together, by the kinds of packages. First where a version can never be taken back: what such a
/// registry refuses, no other has got yet.
const ORDER: [(&str, &[&str]); 4] =
    [("crates.io", &["crate"]), ("crates.io", &["generator"]), ("PyPI", &["sdist", "wheel"]), ("npm", &["npm"])];

/// What goes to a registry together.
pub struct Upload<'a> {
    /// Which registry.
    pub registry: &'static str,
    /// The packages.
    pub packages: Vec<&'a Package>,
    /// All that can be done before the upload, and needs no account.
    rehearsal: Command,
    /// Where the registry's own tool has packed the package once more.
    repacked: Option<PathBuf>,
    /// What would upload it.
    pub command: String,
}

/// Every upload, in order. What cargo publishes from is written to `sources` in this folder.
///
/// # Errors
/// A package is missing, a tool cannot be installed, and what the file system refuses.
pub fn uploads<'a>(root: &Root, made: &'a [Package], out: &Path) -> Result<Vec<Upload<'a>>, String> {
    let of = |kind: &&str| {
        made.iter().find(|it| it.kind.name == *kind).ok_or_else(|| format!("there is no package of the kind {kind}"))
    };
    ORDER
        .iter()
        .map(|(registry, kinds)| {
            let packages = kinds.iter().map(of).collect::<Result<Vec<_>, _>>()?;
            match *registry {
                "crates.io" => cargo(root, packages[0], out),
                "PyPI" => twine(root, packages),
                _ => Ok(npm(root, packages[0])),
            }
        })
        .collect()
}

impl Upload<'_> {
    /// Does all that the registry's own tool does before the upload.
    ///
    /// # Errors
    /// What it finds, or it would upload something else than was made.
    pub fn rehearse(&mut self) -> Result<(), String> {
        test::finish(&mut self.rehearsal)?;
        let Some(repacked) = &self.repacked else { return Ok(()) };
        let digest = package::digest(repacked)?;
        if digest == self.packages[0].digest {
            return Ok(());
        }
        Err(format!("{} is packed otherwise than what was made and checked", repacked.display()))
    }

    /// What there is to say of it: where what goes, and how.
    pub fn text(&self) -> String {
        let lines = self.packages.iter().map(|package| format!("   {}\n", package.line()));
        format!("{}\n{}   $ {}\n", self.registry, lines.collect::<String>(), self.command)
    }
}

/// Cargo uploads no file: it packs once more, from what is in the package.
fn cargo<'a>(root: &Root, package: &'a Package, out: &Path) -> Result<Upload<'a>, String> {
    let source = out.join("sources").join(package.kind.name);
    let failed = |error: std::io::Error| format!("{}: {error}", source.display());
    if source.exists() {
        fs::remove_dir_all(&source).map_err(failed)?;
    }
    test::copy_folder(&package.unpacked, &source).map_err(failed)?;
    fs::rename(source.join("Cargo.toml.orig"), source.join("Cargo.toml")).map_err(failed)?;
    let manifest = source.join("Cargo.toml");
    let target = root.path("target/checkers/cargo");
    let mut rehearsal = root.command(tools::cargo());
    rehearsal.args(["publish", "--dry-run", "--allow-dirty", "--target-dir"]).arg(&target);
    rehearsal.arg("--manifest-path").arg(&manifest);
    let repacked = package.archive.file_name().map(|name| target.join("package").join(name));
    // It was built in the rehearsal, from the same bytes.
    let command = format!("cargo publish --no-verify --allow-dirty --manifest-path {}", manifest.display());
    Ok(Upload { registry: "crates.io", packages: vec![package], rehearsal, repacked, command })
}

fn twine<'a>(root: &Root, packages: Vec<&'a Package>) -> Result<Upload<'a>, String> {
    let mut rehearsal = root.command(python(root)?);
    rehearsal.args(["-m", "twine", "check", "--strict"]).args(packages.iter().map(|it| &it.archive));
    let files: Vec<String> = packages.iter().map(|it| it.archive.display().to_string()).collect();
    let command = format!("twine upload {}", files.join(" "));
    Ok(Upload { registry: "PyPI", packages, rehearsal, repacked: None, command })
}

fn npm<'a>(root: &Root, package: &'a Package) -> Upload<'a> {
    let mut rehearsal = root.command(tools::npm());
    rehearsal.args(["publish", "--dry-run", "--ignore-scripts", "--access", "public"]).arg(&package.archive);
    let command = format!("npm publish --provenance --access public {}", package.archive.display());
    Upload { registry: "npm", packages: vec![package], rehearsal, repacked: None, command }
}

/// The interpreter of an environment with what checks packages.
///
/// # Errors
/// What its installation says.
pub fn python(root: &Root) -> Result<PathBuf, String> {
    test::environment(root, "target/checkers/python", "tests/package/requirements.txt")
}
