//! Fetches versions of the host from the npm registry.
//!
//! Newer versions are one executable, in a package for each system. Older ones are a program for Node.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::registry;
use crate::sandbox::Sandbox;

/// The digests of the versions that the observations were made with, a line `<version> <package> <digest>` each.
const PINS: &str = include_str!("../hosts.txt");

/// The owner of the packages.
const SCOPE: &str = "@anthropic-ai";

/// A form of the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One executable for this system.
    Executable,
    /// A program for Node.
    Node,
}

impl Form {
    /// All forms, the preferred one first.
    pub const ALL: [Self; 2] = [Self::Executable, Self::Node];

    /// Returns the package, without its scope.
    #[must_use]
    pub fn package(self) -> &'static str {
        match self {
            Self::Executable => "claude-code-linux-x64",
            Self::Node => "claude-code",
        }
    }

    fn named(package: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.package() == package)
    }

    /// Returns the main file of an unpacked version.
    fn main(self) -> &'static str {
        match self {
            Self::Executable => "claude",
            Self::Node => "package/cli.js",
        }
    }
}

/// A version of the host on this disk.
#[derive(Debug, Clone)]
pub struct Program {
    /// The version: `2.1.330`.
    pub version: String,
    form: Form,
    /// The folder of this version.
    folder: PathBuf,
}

impl Program {
    /// Makes the program readable in a sandbox, and returns the command that starts it there.
    ///
    /// # Errors
    /// The version is a program for Node, and there is no Node.
    pub fn enter(&self, sandbox: &mut Sandbox) -> Result<Vec<String>, String> {
        match self.form {
            Form::Executable => Ok(vec![sandbox.read(&self.folder.join(self.form.main()), "host")]),
            Form::Node => {
                let node = sandbox.read(&node()?, "node");
                let package = sandbox.read(&self.folder.join("package"), "host");
                Ok(vec![node, format!("{package}/cli.js")])
            }
        }
    }

    /// Removes the version from the disk.
    ///
    /// # Errors
    /// The folder cannot be removed.
    pub fn remove(&self) -> Result<(), String> {
        fs::remove_dir_all(&self.folder).map_err(|error| format!("{}: {error}", self.folder.display()))
    }
}

/// Returns the command that [`Program::enter`] made, without options.
pub(crate) fn command(program: &[String]) -> Result<Command, String> {
    let (program, first) = program.split_first().ok_or("the plan names no program")?;
    let mut command = Command::new(program);
    command.args(first);
    Ok(command)
}

/// A version with its package and digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pin {
    /// The version.
    pub version: &'static str,
    /// The form, which names the package.
    pub form: Form,
    /// The digest of the package.
    pub digest: &'static str,
}

/// Returns the pinned versions, oldest first.
#[must_use]
pub fn pins() -> Vec<Pin> {
    let pin = |line: &'static str| {
        let mut words = line.split(' ');
        Some(Pin { version: words.next()?, form: Form::named(words.next()?)?, digest: words.next()? })
    };
    PINS.lines().filter(|line| !line.starts_with('#')).filter_map(pin).collect()
}

/// Fetches a pinned version into `cache`, unless it is there.
///
/// # Errors
/// The text is not a version, no digest is pinned for it, the registry does not have it, or its package has another
/// digest.
pub fn fetch(version: &str, cache: &Path) -> Result<Program, String> {
    if !registry::is_version(version) {
        return Err(format!("{version:?} is not a version: write numbers with dots, such as 2.1.330"));
    }
    let pin = pins().into_iter().find(|pin| pin.version == version).ok_or_else(|| {
        format!("no digest of {version} is known: add `{version} <package> <integrity>` to xtask/observe/hosts.txt")
    })?;
    install(version, pin.form, pin.digest, cache)
}

/// A version in the registry, with the form in which it is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// The version.
    pub version: String,
    /// The form.
    pub form: Form,
}

/// Returns the versions in the registry, oldest first. Prereleases are left out.
///
/// # Errors
/// npm cannot be started, or the registry cannot be reached.
pub fn releases() -> Result<Vec<Release>, String> {
    let mut all: Vec<Release> = Vec::new();
    for form in Form::ALL {
        for version in registry::versions(&package(form))? {
            if !all.iter().any(|known| known.version == version) {
                all.push(Release { version, form });
            }
        }
    }
    all.sort_by_key(|release| registry::numbers(&release.version));
    Ok(all)
}

/// Fetches a version into `cache`, by the digest that the registry states.
///
/// # Errors
/// The registry does not have the version, or its package has another digest.
pub fn fetch_release(release: &Release, cache: &Path) -> Result<Program, String> {
    let digest = registry::digest(&package(release.form), &release.version)?;
    install(&release.version, release.form, &digest, cache)
}

fn package(form: Form) -> String {
    format!("{SCOPE}/{}", form.package())
}

/// Downloads a version, and unpacks what is needed of it. No script of the package runs.
fn install(version: &str, form: Form, digest: &str, cache: &Path) -> Result<Program, String> {
    let program = Program { version: version.to_owned(), form, folder: cache.join(version) };
    let main = program.folder.join(form.main());
    if main.exists() {
        return Ok(program);
    }
    let failed = |error: std::io::Error| format!("{}: {error}", program.folder.display());
    let tarball = registry::tarball(&package(form), version, digest, &program.folder)?;
    let part = program.folder.join("part");
    match form {
        Form::Executable => {
            fs::write(&part, registry::file(&tarball, "package/claude")?).map_err(failed)?;
            executable(&part).map_err(failed)?;
            fs::rename(&part, &main).map_err(failed)?;
        }
        Form::Node => {
            registry::unpack(&tarball, &part)?;
            fs::rename(part.join("package"), program.folder.join("package")).map_err(failed)?;
            fs::remove_dir_all(&part).map_err(failed)?;
        }
    }
    if main.exists() { Ok(program) } else { Err(format!("{version} has no {}", form.main())) }
}

/// Returns the path of Node.
///
/// # Errors
/// It is not on the `PATH`.
pub fn node() -> Result<PathBuf, String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|folder| folder.join("node")).find(|file| file.is_file());
    let found = found.ok_or("there is no `node` on the PATH: install Node 20 or later")?;
    fs::canonicalize(&found).map_err(|error| format!("{}: {error}", found.display()))
}

/// Lets everybody run a file.
#[cfg(unix)]
pub(crate) fn executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
pub(crate) fn executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_without_a_pinned_digest_is_refused() {
        let error = fetch("0.0.1", Path::new("/nonexistent")).err();
        assert!(error.as_ref().is_some_and(|error| error.contains("no digest of 0.0.1")), "{error:?}");
        let error = fetch("latest", Path::new("/nonexistent")).err();
        assert!(error.as_ref().is_some_and(|error| error.contains("not a version")), "{error:?}");
    }

    #[test]
    fn every_pinned_line_is_a_version_a_package_and_a_digest() {
        let lines = PINS.lines().filter(|line| !line.starts_with('#')).count();
        let pins = pins();
        assert!(lines == pins.len() && lines > 0, "{pins:?}");
        for pin in &pins {
            assert!(registry::is_version(pin.version) && pin.digest.starts_with("sha512-"), "{pin:?}");
        }
        assert!(pins.is_sorted_by_key(|pin| registry::numbers(pin.version)), "sort the lines by version");
    }
}
