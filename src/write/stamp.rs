//! The one file that a build system looks at: it is there if the last run succeeded, and as old as that run's beginning.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{self, Found, Syncing, Wanted};
use super::fault;
use super::manifest::{MANIFEST, hash};
use super::plan::{Entry, Plan, Scope};
use crate::depfile::{beginning, depfile};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// How every stamp begins: by it one is known.
const HEADER: &str = "# What was generated, by SHA-256: the same lines, the same files.\n";

/// A stamp that is to be made, and a depfile for it. Without [`Stamp::finish`] there is none: not even the one of an earlier
/// run.
#[derive(Debug)]
pub struct Stamp {
    path: PathBuf,
    prepared: PathBuf,
    depfile: Option<PathBuf>,
}

impl Stamp {
    /// Removes the stamp of an earlier run, and begins a new one: to be done before anything is read. What is written
    /// while the run reads is then newer than the stamp, so that the next run reads it again.
    ///
    /// # Errors
    /// Something else is at one of the paths; it or the depfile is in one of the `folders` that are read or written, which would
    /// then change with every run; one of them is in the place of the other; what the file system refuses.
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
        let prepared = PathBuf::from(disk::temporary(&path.display().to_string()));
        let begun = disk::absent_is_fine(fs::remove_file(path)).and_then(|()| disk::fill(&prepared, b""));
        begun.map_err(|error| fault::io("write", path, &error))?;
        Ok(Self { path: path.to_owned(), prepared, depfile: depfile.map(Path::to_owned) })
    }

    /// Makes the depfile, of what was read, and then the stamp, of what these plans have made.
    ///
    /// # Errors
    /// A path that cannot stand in a depfile; what the file system refuses.
    pub fn finish<'a>(&'a self, plans: &[Plan], inputs: impl Iterator<Item = &'a Path>) -> Result<(), Diagnostics> {
        if let Some(file) = &self.depfile {
            let (path, contents) = (file.display().to_string(), depfile(&self.path, inputs)?);
            let wanted = Wanted { root: Path::new(""), path: &path, contents: &contents };
            disk::replace(&[wanted], &Syncing::each(), || Ok(()))?;
        }
        self.place(&text(plans)).map_err(|error| fault::io("write", &self.path, &error))
    }

    fn place(&self, text: &str) -> io::Result<()> {
        let begun = fs::metadata(&self.prepared)?.modified()?;
        fs::write(&self.prepared, text)?;
        fs::File::options().write(true).open(&self.prepared)?.set_modified(begun)?;
        fs::rename(&self.prepared, &self.path)
    }
}

impl Drop for Stamp {
    /// After a failure nothing is left of it.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.prepared);
    }
}

/// Nothing stands at this path but what an earlier run made there, which begins so.
fn free_for(path: &Path, what: &str, beginning: &str) -> Result<(), Diagnostics> {
    match disk::look(path)? {
        Found::Nothing => return Ok(()),
        Found::File(text) if text.is_empty() || text.starts_with(beginning.as_bytes()) => return Ok(()),
        _ => {}
    }
    let message = format!("`{}` is no {what} of an earlier run", path.display());
    let finding = Diagnostic::error(Code::Stamp, message).because("every run replaces what stands there");
    Err(finding.instead("name another file, or move this one away").into())
}

/// A file that is made in a folder changes it.
fn outside(path: &Path, folders: &[&Path]) -> Result<(), Diagnostics> {
    let at = resolved(path);
    let Some(other) = folders.iter().find(|folder| at.starts_with(resolved(folder))) else { return Ok(()) };
    let finding =
        Diagnostic::error(Code::Stamp, format!("`{}` is to be made in `{}`", path.display(), other.display()));
    let finding =
        finding.because("what is in that folder is read or generated, so that each run would call for another");
    Err(finding.instead("name a file elsewhere, as in the folder of the build").into())
}

/// Where a path leads to, links followed as far as there is something.
fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let there = absolute.ancestors().find_map(|it| Some((it, fs::canonicalize(it).ok()?)));
    let Some((there, resolved)) = there else { return absolute };
    resolved.join(absolute.strip_prefix(there).unwrap_or(path))
}

fn text(plans: &[Plan]) -> String {
    plans.iter().filter_map(line).fold(HEADER.to_owned(), |text, line| text + &line)
}

/// The list of what was generated stands for all of it; a file among those of others for itself.
fn line(plan: &Plan) -> Option<String> {
    let stands = |entry: &&Entry| plan.scope == Scope::OneFile || entry.path == MANIFEST;
    let Entry { path, new: Some(contents), .. } = plan.entries.iter().find(stands)? else { return None };
    Some(format!("{}  {}/{path}\n", hash(contents.as_bytes()), plan.out.file_name()?.to_string_lossy()))
}
