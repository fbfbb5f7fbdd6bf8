//! The minimum work of any generator, as a process: reads a bundle and writes it as JSON, or copies all generated files of a
//! folder through the writer. `cargo xtask bench` builds and runs it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use hookwire_codegen::Diagnostics;
use hookwire_codegen::internal::artifact::Artifact;
use hookwire_codegen::internal::write::{MANIFEST, Plan, apply_all};

/// The allocator of the program that is measured next to this one.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut paths = env::args_os().skip(1).map(PathBuf::from);
    let (Some(from), Some(to)) = (paths.next(), paths.next()) else {
        eprintln!("error: write what is read, and where it goes");
        return ExitCode::from(2);
    };
    let done = if from.is_dir() { rewrite(&from, &to) } else { reformat(&from, &to) };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{} -> {}: {reason}", from.display(), to.display());
            ExitCode::FAILURE
        }
    }
}

fn reformat(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    let value: serde_json::Value = serde_json::from_slice(&fs::read(from)?)?;
    Ok(fs::write(to, format!("{value:#}\n"))?)
}

fn rewrite(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    let mut plans = Vec::new();
    for target in fs::read_dir(from)? {
        let target = target?;
        let mut artifacts = Vec::new();
        read_files(&target.path(), "", &mut artifacts)?;
        plans.push(Plan::of(&to.join(target.file_name()), artifacts).map_err(listed)?);
    }
    apply_all(&plans, false).map(drop).map_err(|found| listed(found).into())
}

fn listed(found: Diagnostics) -> String {
    found.0.iter().map(|one| format!("{one}\n")).collect()
}

/// Collects every generated file, except for the manifests, which the writer creates.
fn read_files(folder: &Path, prefix: &str, artifacts: &mut Vec<Artifact>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{prefix}{}", entry.file_name().display());
        if entry.file_type()?.is_dir() {
            read_files(&entry.path(), &format!("{path}/"), artifacts)?;
        } else if path != MANIFEST {
            artifacts.push(Artifact::new(&path, fs::read_to_string(entry.path())?));
        }
    }
    Ok(())
}
