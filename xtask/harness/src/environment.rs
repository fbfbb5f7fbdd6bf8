//! Installs programs below `target/`, and makes the folders that tests run in.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::once::{locked, once};
use crate::root::{Root, finish};
use crate::tools;

/// Returns the Python interpreter of a virtual environment.
pub fn python_of(venv: &Path) -> PathBuf {
    venv.join(if cfg!(windows) { "Scripts" } else { "bin" }).join("python")
}

/// Returns the interpreter of a virtual environment with these packages. Creates or updates the environment if needed.
pub fn environment(root: &Root, venv: &str, requirements: &str) -> Result<PathBuf, String> {
    let python = python_of(&root.path(venv));
    locked(root, &venv.replace('/', "-"), |_| {
        fresh(&root.path(venv), &root.path(requirements), || {
            root.run(tools::python3(), &["-m", "venv", "--clear", venv])?;
            root.run(&python, &["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements])
        })
    })?;
    Ok(python)
}

/// Returns the interpreter of the environment of the Python tests, and makes the environment if it is missing.
///
/// # Errors
/// The packages cannot be installed.
pub fn python(root: &Root) -> Result<PathBuf, String> {
    environment(root, "target/python", "tests/python/requirements.txt")
}

/// Where Python keeps what it compiles.
pub const PYTHON_CACHE: &str = "target/python-cache";

/// Lets Python keep what it compiles below `target/`. The source tree stays clean, and the hundreds of short programs of the tests
/// do not compile the package each.
pub fn compiled_once<'a>(root: &Root, python: &'a mut Command) -> &'a mut Command {
    // Some environments turn that off.
    python.env("PYTHONPYCACHEPREFIX", root.path(PYTHON_CACHE)).env_remove("PYTHONDONTWRITEBYTECODE")
}

/// Copies the tests of the npm package below `target/`, installs their dependencies there, and returns the copy. npm
/// installs next to the tests, so the copy keeps the source tree clean. Once in a run: programs that use the copy may be running.
pub fn npm_tests(root: &Root) -> Result<PathBuf, String> {
    let copy = root.path("target/typescript");
    once(root, "typescript", || install_npm_tests(root, &copy))?;
    Ok(copy)
}

fn install_npm_tests(root: &Root, copy: &Path) -> Result<(), String> {
    let renewed = clean(copy).and_then(|()| copy_folder(&root.path("tests/typescript"), copy));
    renewed.map_err(|error| error.to_string())?;
    let npm = |args: &[&str]| finish(root.command(tools::npm()).args(args).current_dir(copy));
    // The stamp is where npm installs, so that both go together.
    fresh(&copy.join(INSTALLED), &root.path("tests/typescript/package-lock.json"), || {
        npm(&["ci", "--no-audit", "--no-fund"])
    })?;
    // Only the host's declarations. Their optional and peer dependencies are the whole host, for each platform.
    let official = root.path("tests/typescript/official/package-lock.json");
    fresh(&copy.join("official").join(INSTALLED), &official, || {
        npm(&["ci", "--no-audit", "--no-fund", "--omit=optional", "--omit=peer", "--prefix", "official"])
    })
}

/// The folder in which npm installs.
const INSTALLED: &str = "node_modules";

/// Removes the files of an earlier copy, so that no deleted test is run. Keeps the installed packages.
fn clean(folder: &Path) -> std::io::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() == INSTALLED {
            continue;
        } else if entry.file_name() == "official" {
            clean(&entry.path())?;
        } else if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// The name of the file that records the installed versions.
const STAMP: &str = "installed";

/// Copies a folder, except `node_modules`.
pub fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if !entry.file_type()?.is_dir() {
            fs::copy(entry.path(), target)?;
        } else if entry.file_name() != INSTALLED {
            copy_folder(&entry.path(), &target)?;
        }
    }
    Ok(())
}

/// Runs the installation if the contents of `wanted` have changed since the last one.
pub fn fresh(folder: &Path, wanted: &Path, install: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let stamp = folder.join(STAMP);
    let wanted = read(wanted)?;
    if read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    install()?;
    fs::write(&stamp, wanted).map_err(|error| error.to_string())
}

/// Reads every file below a folder, by its path relative to the folder.
pub fn files(folder: &Path) -> std::io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    read_all(folder, Path::new(""), &mut found)?;
    Ok(found)
}

fn read_all(root: &Path, below: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) -> std::io::Result<()> {
    for entry in fs::read_dir(root.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            read_all(root, &path, found)?;
        } else {
            found.insert(path, fs::read(entry.path())?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    #[test]
    fn a_test_that_is_gone_leaves_the_copy_and_what_is_installed_stays() -> std::io::Result<()> {
        let folder = env::temp_dir().join(format!("xtask-clean-{}", std::process::id()));
        for path in
            ["old.test.js", "node_modules/a/a.js", "projects/p.ts", "official/node_modules/installed", "official/o.js"]
        {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap_or(&folder))?;
            fs::write(path, "")?;
        }
        clean(&folder)?;
        let left = files(&folder)?;
        fs::remove_dir_all(&folder)?;
        let left: Vec<_> = left.keys().map(|path| path.display().to_string()).collect();
        assert_eq!(left, ["node_modules/a/a.js", "official/node_modules/installed"]);
        Ok(())
    }
}
