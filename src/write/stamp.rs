//! The stamp of a build system: a file that exists if the last run succeeded, and is as old as that run's start.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{self, Found};
use super::entry::Entry;
use super::io_error::io_error;
use super::manifest::{MANIFEST, hash};
use super::plan::{Plan, Scope};
use super::replace::{replace, temporary, write_new};
use crate::depfile::{beginning, depfile};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// The first line of every stamp; a file without it is not one.
const HEADER: &str = "# What was generated, by SHA-256: the same lines, the same files.\n";

/// A stamp in preparation, and the path of its depfile. Without [`Stamp::finish`] there is no stamp, not even that of
/// an earlier run.
#[derive(Debug)]
pub struct Stamp {
    path: PathBuf,
    prepared: PathBuf,
    depfile: Option<PathBuf>,
}

impl Stamp {
    /// Removes the stamp of an earlier run, and begins a new one. Call it before anything is read: an input that
    /// changes during the run is then newer than the stamp, and the build system runs again.
    ///
    /// # Errors
    /// Something else is at one of the paths. The stamp or the depfile is in one of the `folders` that are read or
    /// written, which would then change with every run. One path is at or below the other. The file system reports an
    /// error.
    pub fn begin(path: &Path, depfile: Option<&Path>, folders: &[&Path]) -> Result<Self, Diagnostics> {
        [path].into_iter().chain(depfile).try_for_each(|path| outside(path, folders))?;
        free_for(path, "stamp", HEADER)?;
        if let Some(depfile) = depfile {
            let (own, other) = (resolved(depfile), resolved(path));
            if own.starts_with(&other) || other.starts_with(&own) {
                let message = format!("`{}` and `{}` cannot both be there", path.display(), depfile.display());
                let finding =
                    Diagnostic::error(Code::Stamp, message).because("the stamp is a file, and so is the depfile");
                return Err(finding.instead("give the depfile a name of its own, beside the stamp").into());
            }
            free_for(depfile, "depfile", &beginning(path)?)?;
        }
        let prepared = temporary(path);
        let begun = disk::absent_as_default(fs::remove_file(path)).and_then(|()| write_new(&prepared, b""));
        begun.map_err(|error| io_error("write", path, &error))?;
        Ok(Self { path: path.to_owned(), prepared, depfile: depfile.map(Path::to_owned) })
    }

    /// Writes the depfile with the inputs, and then the stamp with the files of the plans.
    ///
    /// # Errors
    /// A depfile cannot contain one of the paths. The file system reports an error.
    pub fn finish<'a>(&'a self, plans: &[Plan], inputs: impl Iterator<Item = &'a Path>) -> Result<(), Diagnostics> {
        if let Some(file) = &self.depfile {
            replace(file, &depfile(&self.path, inputs)?)?;
        }
        self.place(&text(plans)).map_err(|error| io_error("write", &self.path, &error))
    }

    fn place(&self, text: &str) -> io::Result<()> {
        let begun = fs::metadata(&self.prepared)?.modified()?;
        fs::write(&self.prepared, text)?;
        fs::File::options().write(true).open(&self.prepared)?.set_modified(begun)?;
        fs::rename(&self.prepared, &self.path)
    }
}

impl Drop for Stamp {
    /// Leaves nothing after a failure.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.prepared);
    }
}

/// Refuses a path, unless it is free or has the file of an earlier run, which begins with `beginning`.
fn free_for(path: &Path, what: &str, beginning: &str) -> Result<(), Diagnostics> {
    match disk::read(path)? {
        Found::Nothing => return Ok(()),
        Found::File(text) if text.is_empty() || text.starts_with(beginning.as_bytes()) => return Ok(()),
        _ => {}
    }
    let message = format!("`{}` is not a {what} of an earlier run", path.display());
    let finding = Diagnostic::error(Code::Stamp, message).because("every run replaces this file");
    Err(finding.instead("name another file, or move this one away").into())
}

/// Refuses a path in one of the folders: a file there would change the folder.
fn outside(path: &Path, folders: &[&Path]) -> Result<(), Diagnostics> {
    let at = resolved(path);
    let Some(other) = folders.iter().find(|folder| at.starts_with(resolved(folder))) else { return Ok(()) };
    let finding =
        Diagnostic::error(Code::Stamp, format!("`{}` is to be made in `{}`", path.display(), other.display()));
    let finding =
        finding.because("what is in that folder is read or generated, so that each run would call for another");
    Err(finding.instead("name a file elsewhere, as in the folder of the build").into())
}

/// Resolves the links in a path, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let there = absolute.ancestors().find_map(|it| Some((it, fs::canonicalize(it).ok()?)));
    let Some((there, resolved)) = there else { return absolute };
    resolved.join(absolute.strip_prefix(there).unwrap_or(path))
}

fn text(plans: &[Plan]) -> String {
    plans.iter().filter_map(line).fold(HEADER.to_owned(), |text, line| text + &line)
}

/// Returns the line of a plan: the hash of its manifest, or of its single file.
fn line(plan: &Plan) -> Option<String> {
    let hashed = |entry: &&Entry| plan.scope == Scope::OneFile || entry.path == MANIFEST;
    let Entry { path, new: Some(contents), .. } = plan.entries.iter().find(hashed)? else { return None };
    Some(format!("{}  {}/{path}\n", hash(contents.as_bytes()), plan.out.file_name()?.to_string_lossy()))
}
