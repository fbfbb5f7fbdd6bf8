//! `cargo xtask package`: makes the packages as files: the crate, the wheel and the source distribution, the npm
//! tarball, and the generator.
//!
//! Every tool works on a copy outside of the repository, so the tree stays clean. The output does not depend on the
//! time or the folder: two runs give the same bytes.

pub mod command;
mod contents;
mod kind;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

pub use kind::{KINDS, PackageKind};

use hookwire_harness::{Root, tools, workspace};

/// Make the packages: crate, wheel, source distribution, npm tarball, and the generator
///
/// Each is unpacked again and compared with the list of its files in tests/package/contents.
#[derive(clap::Args)]
pub struct Args {
    /// The output folder [default: target/package, of the command target/command]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Make a part of the packages of the command `hookwire` instead: an optimized build takes minutes
    #[arg(long, value_name = "PART", conflicts_with = "bless")]
    command: Option<command::Part>,
    /// Rewrite the lists of files from the contents of the packages
    #[arg(long)]
    bless: bool,
}

/// Makes all packages. The exit code is 1 if one of them is not as expected.
pub fn run(args: &Args) -> ExitCode {
    let root = Root::new(workspace::root());
    let out = |folder: &str| args.out.clone().unwrap_or_else(|| workspace::path(folder));
    let made = match args.command {
        Some(part) => command::make(&root, part, &out("target/command")),
        None => make(&root, &out("target/package")).and_then(|made| {
            made.iter().for_each(|package| println!("{}", package.line()));
            let found: Vec<_> =
                made.iter().flat_map(|package| contents::check(&root, package, args.bless).err()).collect();
            if found.is_empty() { Ok(()) } else { Err(found.join("\n")) }
        }),
    };
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("error: {wrong}");
            ExitCode::FAILURE
        }
    }
}

/// A package that was made.
pub struct Package {
    /// The kind.
    pub kind: &'static PackageKind,
    /// The file to upload to a registry.
    pub archive: PathBuf,
    /// The folder of its unpacked contents.
    pub unpacked: PathBuf,
    /// The size in bytes of the archive, and of all files in it.
    size: [u64; 2],
    /// The digest of the archive.
    pub digest: String,
}

impl Package {
    /// Returns what another process needs to know of it.
    fn listed(&self) -> Value {
        json!({"archive": self.archive.file_name().map(|it| it.to_string_lossy()), "size": self.size, "digest": self.digest})
    }

    /// Returns the package that another process has made in this folder.
    fn of_list(kind: &'static PackageKind, listed: &Value, out: &Path) -> Option<Self> {
        Some(Self {
            kind,
            archive: out.join(listed["archive"].as_str()?),
            unpacked: unpacked(out, kind),
            size: [listed["size"][0].as_u64()?, listed["size"][1].as_u64()?],
            digest: listed["digest"].as_str()?.to_owned(),
        })
    }

    /// Returns its description in one line.
    pub fn line(&self) -> String {
        let [packed, unpacked] = self.size.map(|bytes| bytes.div_ceil(1024));
        let name = self.archive.file_name().unwrap_or_default().to_string_lossy();
        format!("{name:<36} {packed:>5} KiB, {unpacked:>5} KiB unpacked  sha256 {}", self.digest)
    }
}

/// Makes all packages below `target/`, once in a run for all steps that use them.
///
/// # Errors
/// The errors of [`make`].
pub fn of_tests(root: &Root) -> Result<&'static [Package], String> {
    static MADE: OnceLock<Result<Vec<Package>, String>> = OnceLock::new();
    MADE.get_or_init(|| made(root, &root.path("target/package"))).as_deref().map_err(Clone::clone)
}

/// The file from which the other processes of a run read which packages are made.
const LIST: &str = "made.json";

fn made(root: &Root, out: &Path) -> Result<Vec<Package>, String> {
    let list = out.join(LIST);
    let failed = |error: std::io::Error| format!("{}: {error}", list.display());
    hookwire_harness::once(root, "package", || {
        let made: Vec<Value> = make(root, out)?.iter().map(Package::listed).collect();
        fs::write(&list, Value::from(made).to_string()).map_err(failed)
    })?;
    let listed: Vec<Value> = serde_json::from_str(&fs::read_to_string(&list).map_err(failed)?)
        .map_err(|error| format!("{}: {error}", list.display()))?;
    let all = KINDS.iter().zip(&listed).map(|(kind, listed)| Package::of_list(kind, listed, out));
    all.collect::<Option<_>>().ok_or_else(|| format!("{}: not a list of packages", list.display()))
}

/// Makes all packages in this folder, and compares each with the list of its files.
///
/// # Errors
/// The errors of [`make`], or all differences from the list.
pub fn checked(root: &Root, out: &Path) -> Result<Vec<Package>, String> {
    let made = make(root, out)?;
    let found: Vec<_> = made.iter().filter_map(|package| contents::check(root, package, false).err()).collect();
    if found.is_empty() { Ok(made) } else { Err(found.join("\n")) }
}

/// Makes all packages in this folder. Earlier packages there are replaced; other files are kept.
///
/// # Errors
/// A tool fails or is missing, or the file system reports an error.
pub fn make(root: &Root, out: &Path) -> Result<Vec<Package>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", out.display());
    fs::create_dir_all(out).map_err(failed)?;
    let out = fs::canonicalize(out).map_err(failed)?;
    KINDS.iter().map(|kind| one(root, kind, &out)).collect()
}

fn one(root: &Root, kind: &'static PackageKind, out: &Path) -> Result<Package, String> {
    let unpacked = unpacked(out, kind);
    let failed = |error: std::io::Error| format!("{}: {error}", out.display());
    if unpacked.exists() {
        fs::remove_dir_all(&unpacked).map_err(failed)?;
    }
    // Outside of the repository, because packaging tools read `.gitignore` and the current commit.
    let work = tempfile::tempdir().map_err(failed)?;
    let source = work.path().join("source");
    copy(root, kind, &source).map_err(failed)?;
    let made = (kind.make)(root, &source)?;
    let bytes = fs::read(&made).map_err(failed)?;
    let archive = out.join(made.file_name().unwrap_or_default());
    fs::write(&archive, &bytes).map_err(failed)?;
    unpack(root, &archive, &unpacked)?;
    let held = hookwire_harness::files(&unpacked).map_err(failed)?;
    let size = [bytes.len() as u64, held.values().map(|file| file.len() as u64).sum()];
    let digest = digest(&archive)?;
    Ok(Package { kind, archive, unpacked, size, digest })
}

/// Returns the interpreter of an environment with the tools that build and check packages.
///
/// # Errors
/// The environment cannot be installed.
pub fn tools_python(root: &Root) -> Result<PathBuf, String> {
    hookwire_harness::environment(root, "target/checkers/python", "tests/package/requirements.txt")
}

/// Returns the folder of a package's unpacked contents.
fn unpacked(out: &Path, kind: &PackageKind) -> PathBuf {
    out.join("unpacked").join(kind.name)
}

/// Returns the digest of a file.
///
/// # Errors
/// The file cannot be read.
pub fn digest(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(hex(&Sha256::digest(&bytes)))
}

fn copy(root: &Root, kind: &PackageKind, to: &Path) -> std::io::Result<()> {
    let from = root.path(kind.folder);
    if kind.parts.is_empty() {
        return hookwire_harness::copy_folder(&from, to);
    }
    fs::create_dir_all(to)?;
    for part in kind.parts {
        let (from, to) = (from.join(part), to.join(part));
        if from.is_dir() { hookwire_harness::copy_folder(&from, &to)? } else { fs::copy(from, to).map(drop)? }
    }
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Uses Python, which reads both formats and is always installed here.
fn unpack(root: &Root, archive: &Path, folder: &Path) -> Result<(), String> {
    let mut command = root.command(hookwire_harness::python(root)?);
    tools::quietly(command.args(["-c", include_str!("unpack.py")]).arg(archive).arg(folder)).map(drop)
}

/// The step: packages that are made twice, in different folders, are identical and have the expected contents.
///
/// # Errors
/// The first package that cannot be made, or all differences from the expected state.
pub fn step(root: &Root) -> Result<(), String> {
    let first = of_tests(root)?;
    let second = make(root, &root.path("target/packaged/a second time/in another folder"))?;
    let mut found = Vec::new();
    for (one, other) in first.iter().zip(&second) {
        println!("{}", one.line());
        if one.digest != other.digest {
            found.push(format!("{}: two runs do not give the same bytes", one.kind.name));
        }
        found.extend(contents::check(root, one, false).err());
    }
    println!("{} packages, each made twice; {} findings", first.len(), found.len());
    if found.is_empty() && first.len() == KINDS.len() { Ok(()) } else { Err(found.join("\n")) }
}
