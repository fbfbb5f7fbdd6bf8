//! Reads packages of the npm registry: their versions, their digests, and files of them. No script of a package runs.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use sha2::{Digest, Sha512};

pub use hookwire_harness::catalogue::numbers;
use hookwire_harness::tools;

/// Returns true for three numbers separated by dots.
#[must_use]
pub fn is_version(text: &str) -> bool {
    let is_number = |part: &str| (1..=9).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split('.').count() == 3 && text.split('.').all(is_number)
}

/// Returns the published versions of a package, oldest first. Prereleases are left out.
///
/// # Errors
/// npm cannot be started, or the registry does not have the package.
pub fn versions(package: &str) -> Result<Vec<String>, String> {
    let text = npm(&["view", "--json", package, "versions"])?;
    // npm prints a text instead of a list if there is only one version.
    let found: OneOrMany =
        serde_json::from_str(&text).map_err(|error| format!("the versions of {package}: {error}"))?;
    let mut versions = match found {
        OneOrMany::One(one) => vec![one],
        OneOrMany::Many(all) => all,
    };
    versions.retain(|version| is_version(version));
    versions.sort_by_key(|version| numbers(version));
    Ok(versions)
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

/// Returns the digest that the registry states for a version of a package.
///
/// # Errors
/// The text is not a version, npm cannot be started, or the registry does not have the version.
pub fn digest(package: &str, version: &str) -> Result<String, String> {
    checked(version)?;
    let found = npm(&["view", &format!("{package}@{version}"), "dist.integrity"])?.trim().to_owned();
    if found.starts_with("sha512-") { Ok(found) } else { Err(format!("the registry has no {package}@{version}")) }
}

/// Downloads a version of a package, and returns the bytes of its tarball. `folder` holds it meanwhile.
///
/// # Errors
/// The text is not a version, the registry does not have it, or its digest is not `digest`.
pub fn tarball(package: &str, version: &str, digest: &str, folder: &Path) -> Result<Vec<u8>, String> {
    checked(version)?;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let to = folder.display().to_string();
    let spec = format!("{package}@{version}");
    let name = npm(&["pack", "--silent", "--ignore-scripts", "--pack-destination", &to, &spec])?;
    let file = folder.join(name.trim());
    let bytes = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let found = format!("sha512-{}", STANDARD.encode(Sha512::digest(&bytes)));
    if found == digest { Ok(bytes) } else { Err(format!("{spec} has the digest {found}, and {digest} is expected")) }
}

/// Returns the contents of a file of a tarball.
///
/// # Errors
/// The tarball cannot be read, or has no such file.
pub fn file(tarball: &[u8], name: &str) -> Result<Vec<u8>, String> {
    let mut archive = tar::Archive::new(GzDecoder::new(tarball));
    for entry in archive.entries().map_err(|error| error.to_string())? {
        let mut entry = entry.map_err(|error| error.to_string())?;
        if entry.path_bytes().as_ref() == name.as_bytes() {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
            return Ok(bytes);
        }
    }
    Err(format!("the package has no file {name}"))
}

/// Writes all files of a tarball below a folder.
///
/// # Errors
/// The tarball cannot be read, a file cannot be written, or a path leads out of the folder.
pub fn unpack(tarball: &[u8], folder: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    let mut archive = tar::Archive::new(GzDecoder::new(tarball));
    for entry in archive.entries().map_err(failed)? {
        let mut entry = entry.map_err(failed)?;
        if !entry.unpack_in(folder).map_err(failed)? {
            return Err(format!("a path of the package leads out of it: {}", entry.path().map_err(failed)?.display()));
        }
    }
    Ok(())
}

/// Refuses everything but a version, so that no argument of npm can be anything else.
fn checked(version: &str) -> Result<(), String> {
    if is_version(version) {
        return Ok(());
    }
    Err(format!("{version:?} is not a version: write numbers with dots, such as 2.1.330"))
}

fn npm(args: &[&str]) -> Result<String, String> {
    tools::quietly(Command::new(tools::npm()).args(args))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_with_dots_are_versions() {
        assert!(is_version("2.1.330"));
        for text in ["latest", "2.1", "2.1.330-beta", "--help", "2.1.x", "2.1.330 ", "../2.1.330", ""] {
            assert!(!is_version(text), "{text}");
            assert!(digest("left-pad", text).is_err_and(|error| error.contains("is not a version")), "{text}");
        }
    }

    /// A tarball with one file.
    fn packed(path: &str, contents: &[u8]) -> std::io::Result<Vec<u8>> {
        let mut builder = tar::Builder::new(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast()));
        let mut header = tar::Header::new_gnu();
        // `set_path` would refuse a path that leads out of the folder.
        header.as_mut_bytes()[..path.len()].copy_from_slice(path.as_bytes());
        header.set_size(contents.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        builder.append(&header, contents)?;
        builder.into_inner()?.finish()
    }

    #[test]
    fn a_path_that_leads_out_of_the_package_is_refused() -> std::io::Result<()> {
        let folder = std::env::temp_dir().join(format!("hookwire-registry-{}", std::process::id()));
        let inside = folder.join("inside");
        assert_eq!(unpack(&packed("package/cli.js", b"1")?, &inside), Ok(()));
        assert_eq!(fs::read(inside.join("package/cli.js"))?, b"1");
        assert!(unpack(&packed("../outside", b"2")?, &inside).is_err_and(|error| error.contains("leads out")));
        assert!(!folder.join("outside").exists());
        fs::remove_dir_all(folder)
    }

    #[test]
    fn one_file_of_a_tarball_is_found_by_its_name() -> std::io::Result<()> {
        let tarball = packed("package/claude", b"program")?;
        assert_eq!(file(&tarball, "package/claude").as_deref(), Ok(b"program".as_slice()));
        assert!(file(&tarball, "package/other").is_err_and(|error| error.contains("no file package/other")));
        Ok(())
    }
}
