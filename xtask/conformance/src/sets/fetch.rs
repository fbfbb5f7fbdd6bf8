//! Fetches packages with the clients of their registries, and takes the files of the sets out of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use super::list::{LIST, Package, PublicSet, Registry};
use crate::binding;
use hookwire_harness::{Root, tools};

const PACKAGES: &str = "target/sets/fetched";
const PUBLISHED: &str = "target/sets/published";

/// Fetches the package of a set, unless an earlier run did. Returns a folder with the files of the set, as published.
///
/// # Errors
/// The package cannot be fetched, or a file has another digest than the list.
pub fn fetch(root: &Root, set: &PublicSet) -> Result<PathBuf, String> {
    let fetched = root.path(PACKAGES).join(set.package.folder());
    if !fetched.exists() {
        download(root, &set.package, &fetched)?;
    }
    let folder = root.path(PUBLISHED).join(&set.name);
    recreate(&folder)?;
    for file in &set.files {
        let path = fetched.join(&file.path);
        let bytes = fs::read(&path).map_err(|error| format!("{} of {}: {error}", file.path, set.package.title()))?;
        let found = digest(&bytes);
        if found != file.sha256 {
            return Err(changed(set, &file.path, &file.sha256, &found));
        }
        let path = folder.join(&file.name);
        let written = fs::create_dir_all(path.parent().unwrap_or(&folder)).and_then(|()| fs::write(&path, bytes));
        written.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(folder)
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn changed(set: &PublicSet, file: &str, listed: &str, found: &str) -> String {
    format!(
        "`{file}` of {} is not the listed file, so the set `{}` is not used: its sha256 is\n  {found}\nand {LIST} has\n  \
         {listed}\nA published version must not change. Find out why it did before you list the new digest.",
        set.package.title(),
        set.name
    )
}

/// Unpacks a package into a folder, which is there only if that succeeded.
fn download(root: &Root, package: &Package, folder: &Path) -> Result<(), String> {
    binding::python_installed(root)?;
    let partial = folder.with_extension("partial");
    recreate(&partial)?;
    let archive = match package.registry {
        Registry::Npm => npm(package, &partial)?,
        Registry::Pypi => pip(root, package, &partial)?,
    };
    let content = partial.join("content");
    let module = if archive.extension().is_some_and(|it| it == "tgz") { "tarfile" } else { "zipfile" };
    let mut unpack = Command::new(binding::python(root));
    tools::quietly(unpack.args(["-m", module, "-e"]).arg(&archive).arg(&content))?;
    // npm puts all files of a package into a folder of this name.
    let files = if module == "tarfile" { content.join("package") } else { content };
    fs::rename(&files, folder).map_err(|error| format!("{}: {error}", files.display()))?;
    fs::remove_dir_all(&partial).map_err(|error| format!("{}: {error}", partial.display()))
}

fn npm(package: &Package, into: &Path) -> Result<PathBuf, String> {
    println!("--- npm pack {}@{}", package.name, package.version);
    let mut npm = Command::new(tools::npm());
    npm.args(["pack", "--ignore-scripts", "--silent", "--pack-destination"]).arg(into);
    npm.arg(format!("{}@{}", package.name, package.version));
    tools::quietly(npm.current_dir(into))?;
    only_file(into)
}

fn pip(root: &Root, package: &Package, into: &Path) -> Result<PathBuf, String> {
    println!("--- pip download {}=={}", package.name, package.version);
    let mut pip = Command::new(binding::python(root));
    pip.args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"]);
    tools::quietly(pip.arg("-d").arg(into).arg(format!("{}=={}", package.name, package.version)))?;
    only_file(into)
}

fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(failed)?.map(|entry| entry.map(|entry| entry.path()));
    let entries: Vec<PathBuf> = entries.collect::<Result<_, _>>().map_err(failed)?;
    match &entries[..] {
        [one] => Ok(one.clone()),
        other => Err(format!("{}: {} files instead of one archive", folder.display(), other.len())),
    }
}

/// Makes an empty folder.
pub fn recreate(folder: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    fs::create_dir_all(folder).map_err(failed)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::list::SetFile;
    use super::*;

    /// Fetches a set of one file, `{}`, whose package is there.
    fn fetched(sha256: &str, name: &str) -> Result<(), String> {
        let folder = std::env::temp_dir().join(format!("xtask-sets-{name}-{}", std::process::id()));
        let root = Root::new(folder.clone());
        let package = Package { registry: Registry::Npm, name: "@a/b".to_owned(), version: "1.0.0".to_owned() };
        let there = root.path(PACKAGES).join(package.folder()).join("v1");
        recreate(&there)?;
        fs::write(there.join("s.json"), "{}").map_err(|error| error.to_string())?;
        let files =
            vec![SetFile { path: "v1/s.json".to_owned(), name: "s.json".to_owned(), sha256: sha256.to_owned() }];
        let set = PublicSet { name: "a".to_owned(), package: Arc::new(package), files };
        let result = fetch(&root, &set).map(|folder| assert!(folder.join("s.json").exists()));
        fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
        result
    }

    #[test]
    fn a_file_with_another_digest_is_refused_with_both() -> Result<(), String> {
        let due = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
        fetched(due, "same")?;
        let refused = fetched("00", "other").err().unwrap_or_default();
        assert!(refused.contains(due) && refused.contains("00") && refused.contains("@a/b 1.0.0"), "{refused}");
        Ok(())
    }
}
