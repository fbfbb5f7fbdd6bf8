//! The packages of the command: a wheel for each platform, and npm packages that are made of the wheels.
//!
//! A wheel is built on its platform, and has the program. npm gets the same programs, each in a package for its platform. Another
//! package depends on all of these, and npm installs the one that fits. No package runs a script when it is installed.

use std::env::consts::EXE_SUFFIX;
use std::error::Error;
use std::fs;
use std::path::{self, Path, PathBuf};

use serde_json::{Map, Value, json};
use tempfile::TempDir;

use super::{kind, unpack};
use hookwire_harness::{Root, files, finish, identity, tools};

/// A part of the packages.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Part {
    /// The wheel of this machine
    Wheel,
    /// The npm packages of the wheels in the folder
    Npm,
}

/// How the program is built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// For users: optimized, and without a library of the system on Linux.
    Release,
    /// For the complete test: with what it has built already.
    Debug,
}

/// A platform.
struct Platform {
    /// How the tags of wheels begin and end.
    wheel: [&'static str; 2],
    /// Its system and processor, as npm and Node name them.
    npm: [&'static str; 2],
}

/// The platforms with a program. `.github/workflows/publish.yml` has a machine for each.
const PLATFORMS: [Platform; 5] = [
    Platform { wheel: ["linux", "x86_64"], npm: ["linux", "x64"] },
    Platform { wheel: ["linux", "aarch64"], npm: ["linux", "arm64"] },
    Platform { wheel: ["macosx", "x86_64"], npm: ["darwin", "x64"] },
    Platform { wheel: ["macosx", "arm64"], npm: ["darwin", "arm64"] },
    Platform { wheel: ["win", "amd64"], npm: ["win32", "x64"] },
];

impl Platform {
    /// Returns the platform of a wheel by the name of its file.
    fn of(wheel: &str) -> Option<&'static Self> {
        // A static program runs on every Linux, and its wheel has the tags of several.
        let tag = wheel.strip_suffix(".whl")?.rsplit_once('-')?.1.trim_start_matches("many");
        PLATFORMS.iter().find(|it| tag.starts_with(it.wheel[0]) && tag.ends_with(it.wheel[1]))
    }

    fn name(&self) -> String {
        self.npm.join("-")
    }

    /// Returns the name of the program.
    fn program(&self, command: &str) -> String {
        if self.npm[0] == "win32" { format!("{command}.exe") } else { command.to_owned() }
    }
}

/// The folder of the command.
const SOURCE: &str = "cli";

/// Files that every package has.
const ADDED: [(&str, &str); 3] =
    [("README.md", "cli/README.md"), ("LICENSE-APACHE", "LICENSE-APACHE"), ("LICENSE-MIT", "LICENSE-MIT")];

/// Makes a part of the packages for users, and prints the files.
///
/// # Errors
/// Those of [`wheel`] and [`npm`].
pub fn make(root: &Root, part: Part, out: &Path) -> Result<(), String> {
    let out = path::absolute(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let made = match part {
        Part::Wheel => vec![wheel(root, Build::Release, &out)?],
        Part::Npm => {
            let Npm { main, platforms } = npm(root, &out, &out)?;
            platforms.into_iter().chain([main]).collect()
        }
    };
    for file in made {
        let size = fs::metadata(&file).map_err(|error| format!("{}: {error}", file.display()))?.len();
        println!("{:>6} KiB  {}", size.div_ceil(1024), file.display());
    }
    Ok(())
}

/// Builds the program for this machine, and its wheel. Returns the file, which replaces an earlier one.
///
/// # Errors
/// The program cannot be built, or a tool is missing.
pub fn wheel(root: &Root, build: Build, out: &Path) -> Result<PathBuf, String> {
    let work = temporary()?;
    let source = work.path().join("source");
    let made = work.path().join("made");
    let project = project(root).map_err(|error| format!("cli/pyproject.toml: {error}"))?;
    written(&source, &[("pyproject.toml", project.as_bytes())])?;
    add(root, &source)?;
    let mut maturin = root.command(super::tools_python(root)?);
    maturin.args(["-m", "maturin", "build", "--locked", "--out"]).arg(&made).current_dir(&source);
    root.shared_build(&mut maturin);
    if build == Build::Release {
        maturin.arg("--release");
        tools::statically(&mut maturin)?;
        if cfg!(target_os = "linux") {
            maturin.args(["--compatibility", "manylinux2014"]);
        }
    } else {
        // Its program needs the libraries of this machine.
        maturin.args(["--profile", "dev", "--compatibility", "off"]);
    }
    finish(&mut maturin)?;
    if build == Build::Release && cfg!(target_os = "linux") {
        // A static program also runs on a Linux with another C library.
        let tag = format!("+musllinux_1_1_{}", std::env::consts::ARCH);
        let mut retag = root.command(super::tools_python(root)?);
        retag.args(["-m", "wheel", "tags", "--remove", "--platform-tag", &tag]);
        finish(retag.arg(kind::only_file(&made, "whl")?))?;
    }
    let wheel = kind::only_file(&made, "whl")?;
    let platform = |path: &Path| Platform::of(&path.file_name()?.to_string_lossy()).map(|it| it.npm);
    let earlier = fs::read_dir(out).into_iter().flatten().flatten().map(|entry| entry.path());
    for path in earlier.filter(|path| platform(path).is_some_and(|it| Some(it) == platform(&wheel))) {
        fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let kept = out.join(wheel.file_name().unwrap_or_default());
    let copied = fs::create_dir_all(out).and_then(|()| fs::copy(&wheel, &kept));
    copied.map_err(|error| format!("{}: {error}", kept.display()))?;
    Ok(kept)
}

/// Returns the project file of the wheel, with the version and the addresses that every package has.
fn project(root: &Root) -> Result<String, Box<dyn Error>> {
    let mut file: toml::Table = toml::from_str(&fs::read_to_string(root.path(SOURCE).join("pyproject.toml"))?)?;
    let package = identity(root)?.package;
    let urls =
        [("Homepage", package.homepage), ("Documentation", package.documentation), ("Repository", package.repository)];
    let urls: toml::Table = urls.into_iter().filter_map(|(name, url)| Some((name.to_owned(), url?.into()))).collect();
    let project = file.get_mut("project").and_then(toml::Value::as_table_mut).ok_or("there is no [project]")?;
    project.insert("version".to_owned(), package.version.into());
    project.insert("urls".to_owned(), urls.into());
    if let Some(dynamic) = project.get_mut("dynamic").and_then(toml::Value::as_array_mut) {
        dynamic.retain(|it| it.as_str() != Some("version"));
    }
    let maturin = file.get_mut("tool").and_then(|it| it.get_mut("maturin")).and_then(toml::Value::as_table_mut);
    let manifest = root.path(SOURCE).join("Cargo.toml").display().to_string();
    maturin.ok_or("there is no [tool.maturin]")?.insert("manifest-path".to_owned(), manifest.into());
    Ok(toml::to_string(&file)?)
}

/// The npm packages.
pub struct Npm {
    /// The package that people install.
    pub main: PathBuf,
    /// The packages of the platforms.
    pub platforms: Vec<PathBuf>,
}

/// Makes the npm packages of all wheels in a folder. Those of the platforms are in a folder of their own, because they are
/// published first.
///
/// # Errors
/// A wheel is of another version or an unknown platform, there is none, or a tool fails.
pub fn npm(root: &Root, wheels: &Path, out: &Path) -> Result<Npm, String> {
    let (package, command) = (identity(root)?.package, cargo_manifest(root)?);
    let (folder, failed) = (out.join("npm"), |error: std::io::Error| format!("{}: {error}", out.display()));
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    let text = |key: &str| command.get(key).map_or_else(|| json!(""), |it| json!(it));
    let mut common = Map::new();
    for (key, value) in [("name", text("name")), ("version", json!(package.version)), ("license", text("license"))] {
        common.insert(key.to_owned(), value);
    }
    if let Some(url) = &package.repository {
        common.insert("repository".to_owned(), json!({"type": "git", "url": format!("git+{url}.git")}));
    }
    if let Some(url) = package.homepage.as_ref().or(package.documentation.as_ref()).or(package.repository.as_ref()) {
        common.insert("homepage".to_owned(), url.as_str().into());
    }
    let mut dependencies = Map::new();
    let mut platforms = Vec::new();
    for (platform, wheel) in found(root, wheels)? {
        let name = format!("@{}/cli-{}", package.name, platform.name());
        let program = platform.program(&package.name);
        let mut manifest = common.clone();
        let [system, processor] = platform.npm;
        let description =
            format!("The program `{}` for {}. Install `{}-cli` instead.", package.name, platform.name(), package.name);
        let own = json!({
            "name": name, "description": description, "os": [system], "cpu": [processor], "files": [program, "LICENSE-*"],
            "engines": {"node": NODE}, "preferUnplugged": true,
        });
        manifest.extend(own.as_object().cloned().unwrap_or_default());
        let made = packed(root, &folder.join("platforms"), &manifest, |source| {
            let unpacked = temporary()?;
            unpack(root, &wheel, unpacked.path())?;
            let held = files(unpacked.path()).map_err(failed)?;
            let inside = held.into_iter().find(|(path, _)| path.file_name().is_some_and(|it| *it == *program));
            let (_, bytes) = inside.ok_or_else(|| format!("{}: there is no {program} in it", wheel.display()))?;
            written(source, &[(&program, &bytes)])?;
            executable(&source.join(&program)).map_err(failed)
        })?;
        dependencies.insert(name, package.version.as_str().into());
        platforms.push(made);
    }
    let launcher = root.path(SOURCE).join("npm/hookwire.js");
    let own = json!({
        "description": text("description"), "keywords": text("keywords"),
        "bin": {&package.name: format!("bin/{}.js", package.name)}, "files": ["bin", "LICENSE-*"], "engines": {"node": NODE},
        "optionalDependencies": dependencies,
    });
    let mut manifest = common;
    manifest.extend(own.as_object().cloned().unwrap_or_default());
    let main = packed(root, &folder, &manifest, |source| {
        let script = fs::read(&launcher).map_err(|error| format!("{}: {error}", launcher.display()))?;
        written(&source.join("bin"), &[(&format!("{}.js", package.name), &script)])
    })?;
    Ok(Npm { main, platforms })
}

/// The versions of Node that the launcher runs in.
const NODE: &str = ">=18";

/// Returns `[package]` of the command's manifest.
fn cargo_manifest(root: &Root) -> Result<toml::Table, String> {
    let path = root.path(SOURCE).join("Cargo.toml");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let file: toml::Table = toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    file.get("package")
        .and_then(toml::Value::as_table)
        .cloned()
        .ok_or_else(|| format!("{}: no [package]", path.display()))
}

/// Returns the wheels in a folder, with their platforms, in the order of [`PLATFORMS`].
fn found(root: &Root, folder: &Path) -> Result<Vec<(&'static Platform, PathBuf)>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let version = format!("-{}-", hookwire_harness::version(root)?);
    let mut wheels = Vec::new();
    for path in entries.iter().map(fs::DirEntry::path).filter(|path| path.extension().is_some_and(|it| it == "whl")) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.contains(&version) {
            return Err(format!("{}: this is another version than {}", path.display(), version.trim_matches('-')));
        }
        let platform = Platform::of(&name).ok_or_else(|| format!("{}: this platform is not known", path.display()))?;
        wheels.push((platform, path));
    }
    let place = |of: &Platform| PLATFORMS.iter().position(|it| it.npm == of.npm);
    wheels.sort_by_key(|(platform, _)| place(platform));
    match wheels.windows(2).find(|pair| pair[0].0.npm == pair[1].0.npm) {
        Some(pair) => Err(format!("two wheels are for {}: remove one of {}", pair[0].0.name(), folder.display())),
        None if wheels.is_empty() => Err(format!(
            "{}: there is no wheel: `cargo xtask package --command wheel` makes that of this machine",
            folder.display()
        )),
        None => Ok(wheels),
    }
}

/// Returns the wheels in a folder, one of each platform at most.
///
/// # Errors
/// The errors of [`npm`] about wheels.
pub fn wheels(root: &Root, folder: &Path) -> Result<Vec<PathBuf>, String> {
    Ok(found(root, folder)?.into_iter().map(|(_, path)| path).collect())
}

/// Returns the platforms that have no wheel in a folder.
///
/// # Errors
/// The errors of [`npm`] about wheels.
pub fn missing(root: &Root, wheels: &Path) -> Result<Vec<String>, String> {
    let found = found(root, wheels)?;
    let is_missing = |platform: &&Platform| !found.iter().any(|(it, _)| it.npm == platform.npm);
    Ok(PLATFORMS.iter().filter(is_missing).map(Platform::name).collect())
}

/// Writes a package with its manifest and what `fill` adds, and packs it into a folder.
fn packed(
    root: &Root,
    out: &Path,
    manifest: &Map<String, Value>,
    fill: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<PathBuf, String> {
    let work = temporary()?;
    let source = work.path().join("source");
    let manifest = serde_json::to_string_pretty(manifest).map_err(|error| error.to_string())?;
    written(&source, &[("package.json", manifest.as_bytes())])?;
    add(root, &source)?;
    fill(&source)?;
    let made = kind::npm(root, &source)?;
    let kept = out.join(made.file_name().unwrap_or_default());
    let copied = fs::create_dir_all(out).and_then(|()| fs::copy(&made, &kept));
    copied.map_err(|error| format!("{}: {error}", kept.display()))?;
    Ok(kept)
}

fn temporary() -> Result<TempDir, String> {
    tempfile::tempdir().map_err(|error| error.to_string())
}

/// Adds the files that every package has.
fn add(root: &Root, folder: &Path) -> Result<(), String> {
    for (name, from) in ADDED {
        fs::copy(root.path(from), folder.join(name)).map_err(|error| format!("{from}: {error}"))?;
    }
    Ok(())
}

fn written(folder: &Path, all: &[(&str, &[u8])]) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    all.iter().try_for_each(|(name, bytes)| fs::write(folder.join(name), bytes)).map_err(failed)
}

/// Wheels keep this in a way that only their installers read.
fn executable(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Returns the name of the program on this machine.
pub fn program(root: &Root) -> Result<String, String> {
    Ok(format!("{}{EXE_SUFFIX}", identity(root)?.package.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hookwire_harness::workspace;

    #[test]
    fn each_wheel_is_of_one_platform() {
        let of = |tag: &str| Platform::of(&format!("hookwire_cli-0.0.0-py3-none-{tag}.whl")).map(Platform::name);
        let some = |name: &str| Some(name.to_owned());
        let tags = "manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64";
        assert_eq!(of(tags), some("linux-x64"));
        assert_eq!(of("linux_aarch64"), some("linux-arm64"));
        assert_eq!(of("macosx_10_12_x86_64"), some("darwin-x64"));
        assert_eq!(of("macosx_11_0_arm64"), some("darwin-arm64"));
        assert_eq!(of("win_amd64"), some("win32-x64"));
        assert_eq!(of("win_arm64"), None);
        assert_eq!(of("any"), None);
    }

    #[test]
    fn the_workflow_publishes_each_platform() {
        let workflow = fs::read_to_string(workspace::path(".github/workflows/publish.yml")).unwrap_or_default();
        let names: Vec<String> = PLATFORMS.iter().map(Platform::name).collect();
        assert!(workflow.contains(&format!("platform: [{}]\n", names.join(", "))), "{names:?}");
        let machines = workflow.lines().find_map(|it| it.trim().strip_prefix("system: [")).unwrap_or_default();
        assert_eq!(machines.split(", ").count(), PLATFORMS.len(), "{machines}");
    }
}
