//! The registries in the order of the uploads, with the checks before each upload.

use std::fs;
use std::path::{self, Path, PathBuf};
use std::process::Command;

use crate::package::command::Npm;
use crate::package::{self, Package};
use hookwire_harness::{Root, tools};

/// The uploads to the registries, by kinds of packages. Registries whose versions are permanent come first: if one
/// refuses, no other has the version yet.
const ORDER: [(&str, &[&str]); 4] =
    [("crates.io", &["crate"]), ("crates.io", &["generator"]), ("PyPI", &["sdist", "wheel"]), ("npm", &["npm"])];

/// The rehearsal has already built the crate from the same bytes, and the folder is not in git.
const CARGO_PUBLISH: &str = "cargo publish --no-verify --allow-dirty --manifest-path";

/// Runs no scripts of the package.
const NPM_PUBLISH: &str = "npm publish --provenance --ignore-scripts --access public";

/// The version, as the registries know it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// The version is not published yet, or must not be published again.
    New,
    /// Between two releases the version is that of the last one. The packages are checked all the same.
    MayBeThere,
}

/// Packages that are uploaded to a registry together.
pub struct Upload<'a> {
    /// The name of the registry.
    pub registry: &'static str,
    /// The packages.
    pub packages: Vec<&'a Package>,
    /// The command that runs all checks before the upload that need no account.
    rehearsal: Command,
    /// The archive, if the registry's tool packs the package again: one of these paths, depending on the tool's
    /// version. Empty if the tool uploads the file itself.
    repacked: Vec<PathBuf>,
    /// The command of the upload.
    pub command: String,
}

/// Returns every upload, in order. The sources that cargo publishes from are written to `sources` in this folder.
///
/// # Errors
/// A package is missing, a tool cannot be installed, or the file system reports an error.
pub fn uploads<'a>(root: &Root, made: &'a [Package], out: &Path, version: Version) -> Result<Vec<Upload<'a>>, String> {
    let of = |kind: &&str| {
        made.iter().find(|it| it.kind.name == *kind).ok_or_else(|| format!("there is no package of the kind {kind}"))
    };
    ORDER
        .iter()
        .map(|(registry, kinds)| {
            let packages = kinds.iter().map(of).collect::<Result<Vec<_>, _>>()?;
            match *registry {
                "crates.io" => cargo(root, packages[0], out, version),
                "PyPI" => twine(root, packages),
                _ => npm(root, packages[0], out, version),
            }
        })
        .collect()
}

impl Upload<'_> {
    /// Runs the checks of the registry's tool before the upload.
    ///
    /// # Errors
    /// A check fails, or the tool would upload something other than the checked package.
    pub fn rehearse(&mut self) -> Result<(), String> {
        hookwire_harness::finish(&mut self.rehearsal)?;
        let Some(likely) = self.repacked.first() else { return Ok(()) };
        let repacked = self.repacked.iter().find(|path| path.exists()).unwrap_or(likely);
        if package::digest(repacked)? == self.packages[0].digest {
            return Ok(());
        }
        Err(format!("{} is packed otherwise than what was made and checked", repacked.display()))
    }

    /// Returns the description: the packages, the registry and the command.
    pub fn text(&self) -> String {
        let lines = self.packages.iter().map(|package| format!("   {}\n", package.line()));
        format!("{}\n{}   $ {}\n", self.registry, lines.collect::<String>(), self.command)
    }
}

/// Cargo does not upload the archive: it packs the contents again. Between two releases it does not build them: the steps
/// `installed` and `tour` do.
fn cargo<'a>(root: &Root, package: &'a Package, out: &Path, version: Version) -> Result<Upload<'a>, String> {
    let source = out.join("sources").join(package.kind.name);
    let failed = |error: std::io::Error| format!("{}: {error}", source.display());
    if source.exists() {
        fs::remove_dir_all(&source).map_err(failed)?;
    }
    hookwire_harness::copy_folder(&package.unpacked, &source).map_err(failed)?;
    fs::rename(source.join("Cargo.toml.orig"), source.join("Cargo.toml")).map_err(failed)?;
    let manifest = source.join("Cargo.toml");
    // The step `installed` builds the same dependencies there.
    let target = root.path("target/generated");
    let mut rehearsal = root.command(tools::cargo());
    rehearsal.args(["publish", "--dry-run", "--allow-dirty", "--manifest-path"]).arg(&manifest);
    if version == Version::MayBeThere {
        rehearsal.arg("--no-verify");
    }
    root.shared_build(&mut rehearsal);
    let name = package.archive.file_name().unwrap_or_default();
    let repacked = ["package/tmp-crate", "package"].map(|folder| target.join(folder).join(name));
    // Removes the output of an earlier run, so that it is not compared.
    repacked.iter().filter(|path| path.exists()).try_for_each(fs::remove_file).map_err(failed)?;
    let command = format!("{CARGO_PUBLISH} {}", manifest.display());
    Ok(Upload { registry: "crates.io", packages: vec![package], rehearsal, repacked: repacked.into(), command })
}

fn twine<'a>(root: &Root, packages: Vec<&'a Package>) -> Result<Upload<'a>, String> {
    let mut rehearsal = root.command(package::tools_python(root)?);
    rehearsal.args(["-m", "twine", "check", "--strict"]).args(packages.iter().map(|it| &it.archive));
    let files: Vec<String> = packages.iter().map(|it| it.archive.display().to_string()).collect();
    let command = format!("twine upload {}", files.join(" "));
    Ok(Upload { registry: "PyPI", packages, rehearsal, repacked: Vec::new(), command })
}

/// The dry run of npm refuses a version that is published already; the one of cargo only warns. Like the workflow, it
/// runs in the folder above: npm reads a path without `./` as a repository on GitHub.
fn npm<'a>(root: &Root, package: &'a Package, out: &Path, version: Version) -> Result<Upload<'a>, String> {
    let out = path::absolute(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let names = [out.file_name(), package.archive.file_name()].map(|it| it.unwrap_or_default().to_string_lossy());
    let mut rehearsal = root.command(tools::npm());
    rehearsal
        .args(["publish", "--dry-run", "--loglevel", "warn", "--ignore-scripts", "--access", "public"])
        .arg(format!("./{}", names.join("/")))
        .current_dir(out.parent().unwrap_or(&out));
    if version == Version::MayBeThere {
        rehearsal.arg("--force");
    }
    let command = format!("{NPM_PUBLISH} {}", package.archive.display());
    Ok(Upload { registry: "npm", packages: vec![package], rehearsal, repacked: Vec::new(), command })
}

/// Checks the wheels of the command in a folder, and makes its npm packages of them. Returns the uploads in order: the wheels, the
/// packages of the platforms, and the package that depends on these; nothing, if there is no folder.
///
/// # Errors
/// A platform has no wheel, a check fails, or a package cannot be made.
pub fn command(root: &Root, folder: &Path) -> Result<Option<[String; 3]>, String> {
    if !folder.exists() {
        return Ok(None);
    }
    let missing = package::command::missing(root, folder)?;
    if !missing.is_empty() {
        return Err(format!("{}: there is no wheel for {}", folder.display(), missing.join(", ")));
    }
    let wheels = package::command::wheels(root, folder)?;
    let mut check = root.command(package::tools_python(root)?);
    hookwire_harness::finish(check.args(["-m", "twine", "check", "--strict"]).args(&wheels))?;
    let Npm { main, platforms } = package::command::npm(root, folder, folder)?;
    let text = |registry: &str, files: &[PathBuf], command: &str| -> Result<String, String> {
        let line = |file: &PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            Ok(format!("   {name}  sha256 {}\n", package::digest(file)?))
        };
        let lines = files.iter().map(line).collect::<Result<String, String>>()?;
        Ok(format!("{registry}\n{lines}   $ {command}\n"))
    };
    let each = format!("{NPM_PUBLISH} {}", platforms.first().unwrap_or(&main).with_file_name("*.tgz").display());
    Ok(Some([
        text("PyPI", &wheels, &format!("twine upload {}", folder.join("*.whl").display()))?,
        text("npm", &platforms, &format!("{each}, for each file"))?,
        text("npm", std::slice::from_ref(&main), &format!("{NPM_PUBLISH} {}", main.display()))?,
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hookwire_harness::workspace;

    #[test]
    fn the_workflow_uploads_in_this_order_and_with_these_commands() {
        let workflow = fs::read_to_string(workspace::path(".github/workflows/publish.yml")).unwrap_or_default();
        let shown = |(registry, kinds): &(&str, &[&str])| match *registry {
            "crates.io" => format!("run: {CARGO_PUBLISH} sources/{}/Cargo.toml\n", kinds[0]),
            "PyPI" => "uses: pypa/gh-action-pypi-publish@".to_owned(),
            _ => format!("run: {NPM_PUBLISH} ./dist/*.tgz\n"),
        };
        let places: Vec<Option<usize>> = ORDER.iter().map(|upload| workflow.find(&shown(upload))).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
        // Each job waits for the one before it, so the order is fixed.
        let waits: Vec<&str> = workflow.lines().filter_map(|line| line.strip_prefix("    needs: ")).collect();
        let jobs =
            ["test", "command", "rehearse", "crate", "generator", "wheels", "pypi", "platforms", "npm-of-command"];
        assert_eq!(waits, jobs);
        assert!(!workflow.contains("secrets."), "a registry that trusts the workflow needs none");
    }
}
