//! Fetches versions of the host from the npm registry.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use sha2::{Digest, Sha512};

use hookwire_harness::tools;

/// The package that has the program for this system as one executable.
const PACKAGE: &str = "@anthropic-ai/claude-code-linux-x64";

/// The executable in the package.
const MEMBER: &str = "package/claude";

/// The digests of the versions that the observations were made with, a line `<version> <digest>` each.
const DIGESTS: &str = include_str!("../hosts.txt");

/// A version of the host.
#[derive(Debug, Clone)]
pub struct Program {
    /// The version: `2.1.330`.
    pub version: String,
    /// The executable.
    pub path: PathBuf,
}

/// Fetches a version into `cache`, unless it is there, and returns it.
///
/// Only the executable is unpacked, and no script of the package runs. The digest of the package must be the pinned one.
///
/// # Errors
/// The text is not a version, no digest is pinned for it, the registry does not have it, or its package has another
/// digest.
pub fn fetch(version: &str, cache: &Path) -> Result<Program, String> {
    if !is_version(version) {
        return Err(format!("{version:?} is not a version: write numbers with dots, such as 2.1.330"));
    }
    let path = cache.join(version).join("claude");
    let program = Program { version: version.to_owned(), path };
    if program.path.exists() {
        return Ok(program);
    }
    let wanted = pinned(version).ok_or_else(|| {
        format!("no digest of {version} is known: add `{version} <integrity>` to xtask/observe/hosts.txt")
    })?;
    let folder = cache.join(version);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let tarball = pack(version, &folder)?;
    let bytes = fs::read(&tarball).map_err(|error| format!("{}: {error}", tarball.display()))?;
    let found = integrity(&bytes);
    if found != wanted {
        return Err(format!("the package of {version} has the digest {found}, and {wanted} is pinned"));
    }
    unpack(&bytes, &program.path)?;
    fs::remove_file(&tarball).map_err(|error| format!("{}: {error}", tarball.display()))?;
    Ok(program)
}

/// Returns the pinned digest of a version.
fn pinned(version: &str) -> Option<&'static str> {
    pins().find(|(known, _)| *known == version).map(|(_, digest)| digest)
}

/// Returns the pinned versions, each with its digest.
fn pins() -> impl Iterator<Item = (&'static str, &'static str)> {
    DIGESTS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '))
}

/// Returns true for numbers separated by dots.
#[must_use]
pub fn is_version(text: &str) -> bool {
    let is_number = |part: &str| (1..=9).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split('.').count() == 3 && text.split('.').all(is_number)
}

/// Downloads the package of a version, and returns the path of the tarball.
fn pack(version: &str, folder: &Path) -> Result<PathBuf, String> {
    let mut npm = Command::new(tools::npm());
    npm.args(["pack", "--silent", "--ignore-scripts"]).arg(format!("{PACKAGE}@{version}")).current_dir(folder);
    let output = npm.output().map_err(|error| format!("npm: {error}"))?;
    if !output.status.success() {
        return Err(format!("npm has no {PACKAGE}@{version}: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let name = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok(folder.join(name))
}

/// Returns the digest in the notation of the registry.
fn integrity(bytes: &[u8]) -> String {
    format!("sha512-{}", STANDARD.encode(Sha512::digest(bytes)))
}

/// Writes the executable of a package, and nothing else of it.
fn unpack(tarball: &[u8], to: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", to.display());
    let mut archive = tar::Archive::new(GzDecoder::new(tarball));
    for entry in archive.entries().map_err(failed)? {
        let mut entry = entry.map_err(failed)?;
        if entry.path_bytes().as_ref() == MEMBER.as_bytes() {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).map_err(failed)?;
            let part = to.with_extension("part");
            fs::write(&part, bytes).map_err(failed)?;
            executable(&part).map_err(failed)?;
            return fs::rename(&part, to).map_err(failed);
        }
    }
    Err(format!("the package has no file {MEMBER}"))
}

#[cfg(unix)]
fn executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_with_dots_are_versions() {
        assert!(is_version("2.1.330"));
        for text in ["latest", "2.1", "2.1.330-beta", "--help", "2.1.x", "2.1.330 ", "../2.1.330", ""] {
            assert!(!is_version(text), "{text}");
        }
    }

    #[test]
    fn a_version_without_a_pinned_digest_is_refused() {
        let error = fetch("0.0.1", Path::new("/nonexistent")).err();
        assert!(error.as_ref().is_some_and(|error| error.contains("no digest of 0.0.1")), "{error:?}");
    }

    #[test]
    fn every_pinned_line_is_a_version_and_a_digest() {
        assert!(pins().count() > 0);
        for (version, digest) in pins() {
            assert!(is_version(version) && digest.starts_with("sha512-"), "{version} {digest}");
        }
    }
}
