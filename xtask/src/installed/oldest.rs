//! The step `oldest-rust`: the crate builds with the oldest compiler that its manifest states.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::cargo_in;
use crate::package;
use hookwire_harness::{NOT_RUN, Root, tools};

/// Builds the crate in its published form.
///
/// # Errors
/// The crate does not build, or there is no such compiler; then the step is not run.
pub fn step(root: &Root) -> Result<(), String> {
    let made = package::of_tests(root)?;
    let unpacked = &made.iter().find(|it| it.kind.name == "crate").ok_or("there is no crate")?.unpacked;
    let stated = stated(unpacked)?;
    let compiler = Compiler::find(root, &stated)?;
    println!("the crate says Rust {stated}: {}", compiler.version);
    let project = tempfile::tempdir().map_err(|error| error.to_string())?;
    hookwire_harness::copy_folder(unpacked, project.path()).map_err(|error| error.to_string())?;
    fs::copy(root.path("tests/rust/Cargo.lock"), project.path().join("Cargo.lock"))
        .map_err(|error| error.to_string())?;
    // Features only add code. The step `rust` builds each alone.
    let mut check = cargo_in(root, project.path());
    check.args(["check", "--all-features"]).env("CARGO_TARGET_DIR", root.path("target/oldest-rust"));
    hookwire_harness::finish(compiler.with(&mut check))
}

/// Returns `rust-version` of the manifest.
fn stated(unpacked: &Path) -> Result<String, String> {
    let text = fs::read_to_string(unpacked.join("Cargo.toml")).map_err(|error| error.to_string())?;
    let manifest: toml::Table = toml::from_str(&text).map_err(|error| error.to_string())?;
    let stated = manifest.get("package").and_then(|it| it.get("rust-version")).and_then(toml::Value::as_str);
    stated.map(str::to_owned).ok_or_else(|| "the crate does not say which Rust it needs".to_owned())
}

/// A compiler of the stated version.
struct Compiler {
    path: PathBuf,
    /// The folder of the compiler's libraries, if the system does not find them.
    libraries: Option<PathBuf>,
    version: String,
}

impl Compiler {
    /// Finds the compiler of rustup, if installed, otherwise the one of Debian, unpacked below `target/`.
    fn find(root: &Root, stated: &str) -> Result<Self, String> {
        let tried = [Self::of_rustup(stated), Self::of_debian(root, stated)];
        let mut reasons = Vec::new();
        for one in tried {
            match one {
                Ok(found) => return Ok(found),
                Err(reason) => reasons.push(reason),
            }
        }
        let reasons = reasons.join("; ");
        Err(format!("{NOT_RUN}there is no Rust {stated}: {reasons}. `rustup toolchain install {stated}` installs one"))
    }

    fn of_rustup(stated: &str) -> Result<Self, String> {
        let which = ["which", "--toolchain", stated, "rustc"];
        // Otherwise rustup would download a missing compiler, and keep it.
        let mut rustup = Command::new("rustup");
        rustup.args(which).env("RUSTUP_AUTO_INSTALL", "0");
        let path = tools::quietly(&mut rustup).map_err(|_| "rustup has none".to_owned())?;
        Self::at(path.trim().into(), None, stated)
    }

    /// Debian builds web browsers with this compiler, and names its packages `rustc-web`.
    fn of_debian(root: &Root, stated: &str) -> Result<Self, String> {
        let folder = root.path("target/oldest-rust/debian");
        let path = folder.join("usr/bin/rustc");
        let libraries = folder.join("usr/lib").join(format!("{}-linux-gnu", std::env::consts::ARCH));
        if !path.exists() {
            unpack(&folder, stated).map_err(|reason| format!("Debian has none: {reason}"))?;
        }
        Self::at(path, Some(libraries), stated)
    }

    fn at(path: PathBuf, libraries: Option<PathBuf>, stated: &str) -> Result<Self, String> {
        let mut found = Self { path, libraries, version: String::new() };
        found.version = tools::quietly(found.with(&mut Command::new(&found.path)).arg("--version"))?.trim().to_owned();
        let fits = found.version.starts_with(&format!("rustc {stated}."));
        if fits { Ok(found) } else { Err(format!("{} is {}", found.path.display(), found.version)) }
    }

    /// Makes a command use this compiler.
    fn with<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        if let Some(libraries) = &self.libraries {
            command.env("LD_LIBRARY_PATH", libraries);
        }
        command.env("RUSTC", &self.path)
    }
}

/// Unpacks the compiler, its standard library and the libraries that it needs into a folder. The system does not
/// change.
fn unpack(folder: &Path, stated: &str) -> Result<(), String> {
    let (failed, archives) = (|error: std::io::Error| error.to_string(), folder.with_file_name("archives"));
    for fresh in [folder, &archives] {
        if fresh.exists() {
            fs::remove_dir_all(fresh).map_err(failed)?;
        }
        fs::create_dir_all(fresh).map_err(failed)?;
    }
    let library = format!("libstd-rust-web-{stated}");
    let depends = tools::quietly(Command::new("apt-cache").args(["depends", "--important", &library]))?;
    let llvm = depends.split_whitespace().filter(|name| name.starts_with("libllvm"));
    // Debian can have a newer compiler under the same name.
    let shown = tools::quietly(Command::new("apt-cache").args(["show", "--no-all-versions", &library]))?;
    let version = shown.lines().find_map(|line| line.strip_prefix("Version: ")).unwrap_or_default().trim();
    let of_version = |name: &str| format!("{name}={version}");
    let names = ["rustc-web", "libstd-rust-web-dev", &library].map(of_version);
    let names = names.into_iter().chain(llvm.map(str::to_owned));
    tools::quietly(Command::new("apt-get").arg("download").args(names).current_dir(&archives))?;
    for archive in fs::read_dir(&archives).map_err(failed)?.flatten() {
        tools::quietly(Command::new("dpkg").arg("-x").arg(archive.path()).arg(folder))?;
    }
    fs::remove_dir_all(&archives).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_the_oldest_compiler_the_step_is_not_run_and_explains_how_to_install_it() {
        let nothing_yet = tempfile::tempdir().map(|home| Root::new(home.path().to_owned()));
        let reported =
            nothing_yet.map(|root| Compiler::find(&root, "0.0").err().unwrap_or_default()).unwrap_or_default();
        assert!(reported.starts_with(NOT_RUN), "{reported}");
        for part in ["there is no Rust 0.0: rustup has none; Debian has none: ", "`rustup toolchain install 0.0`"] {
            assert!(reported.contains(part), "{reported}");
        }
    }
}
