//! Fetches the declarations of a host version: those of the SDK of the same number.

use std::fs;
use std::path::Path;

use hookwire_observe::registry;
use serde_json::Value;

use crate::declarations::parse;
use crate::extract::extract;
use crate::facts::Facts;

/// The package with the declarations.
const PACKAGE: &str = "@anthropic-ai/claude-agent-sdk";

/// The files that are unpacked. Nothing else of the package is.
const FILES: [&str; 3] = ["package.json", "sdk.d.ts", "sdk-tools.d.ts"];

/// Returns the newest version of the host in the registry that has declarations.
///
/// # Errors
/// The registry cannot be reached.
pub fn newest() -> Result<String, String> {
    let versions = registry::versions(PACKAGE)?;
    let newest = versions.last().ok_or("the registry has no declarations")?;
    host_of(newest).ok_or_else(|| format!("it is not known which host the declarations {newest} are of"))
}

/// Returns the version of the declarations of a host version.
fn declarations_of(host: &str) -> Result<String, String> {
    let versions = registry::versions(PACKAGE)?;
    let found = versions.into_iter().rev().find(|version| host_of(version).as_deref() == Some(host));
    found.ok_or_else(|| format!("the registry has no declarations of host {host}"))
}

/// Returns the host version of declarations: 0.3.330 are those of 2.1.330.
fn host_of(declarations: &str) -> Option<String> {
    match registry::numbers(declarations).as_slice() {
        [0, 2 | 3, patch] => Some(format!("2.1.{patch}")),
        _ => None,
    }
}

/// Fetches the declarations of a host version into `cache`, unless they are there, and returns their facts.
///
/// # Errors
/// The registry does not have them, their digest is not the one that it states, they are of another host, or they cannot
/// be read.
pub fn facts(host: &str, cache: &Path) -> Result<Facts, String> {
    if !registry::is_version(host) {
        return Err(format!("{host:?} is not a version: write numbers with dots, such as 2.1.330"));
    }
    let folder = cache.join(host);
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if !FILES.iter().all(|file| folder.join(file).exists()) {
        let version = declarations_of(host)?;
        let digest = registry::digest(PACKAGE, &version)?;
        let tarball = registry::tarball(PACKAGE, &version, &digest, &folder)?;
        for file in FILES {
            fs::write(folder.join(file), registry::file(&tarball, &format!("package/{file}"))?).map_err(failed)?;
        }
    }
    let read = |file: &str| fs::read_to_string(folder.join(file)).map_err(failed);
    let manifest: Value = serde_json::from_str(&read("package.json")?).map_err(|error| error.to_string())?;
    let stated = manifest["claudeCodeVersion"].as_str().unwrap_or(host);
    if stated != host {
        return Err(format!("the declarations of {host} say that they are of {stated}"));
    }
    extract(host, &parse(&read("sdk.d.ts")?)?, &parse(&read("sdk-tools.d.ts")?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_have_the_last_number_of_their_host() {
        assert_eq!(host_of("0.3.330").as_deref(), Some("2.1.330"));
        assert_eq!(host_of("0.2.42").as_deref(), Some("2.1.42"));
        assert_eq!(host_of("0.1.77"), None);
    }

    #[test]
    fn only_versions_are_fetched() {
        let found = facts("../../etc", Path::new("/nonexistent"));
        assert!(found.is_err_and(|error| error.contains("is not a version")));
    }
}
