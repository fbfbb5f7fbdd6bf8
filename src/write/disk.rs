//! The few things that are done to a target's folder. No symbolic link is followed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::failpoint::reached;
use super::filesystem::FileSystem;
use super::{fault, path};
use crate::diagnostic::Diagnostics;
use crate::file_name::TEMPORARY;

/// What stands at a path.
pub(super) enum Found {
    /// Nothing.
    Nothing,
    /// A file with these contents.
    File(Vec<u8>),
    /// A folder.
    Folder,
    /// A symbolic link, a pipe, …
    Other,
}

/// Looks at a path.
pub(super) fn look(path: &Path) -> Result<Found, Diagnostics> {
    look_at(path).map_err(|error| fault::io("read", path, &error))
}

fn look_at(path: &Path) -> io::Result<Found> {
    match fs::symlink_metadata(path) {
        Ok(it) if it.is_file() => fs::read(path).map(Found::File),
        Ok(it) if it.is_dir() => Ok(Found::Folder),
        Ok(_) => Ok(Found::Other),
        // A file stands where the path has a folder.
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(Found::Nothing)
        }
        Err(error) => Err(error),
    }
}

/// Every file under a folder that is no folder, relative, with `/`. What git keeps for itself is left out.
pub(super) fn walk(root: &Path) -> Result<BTreeSet<String>, Diagnostics> {
    let mut files = BTreeSet::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let path = root.join(&folder);
        // Another run may remove a folder between the sight of its name and this.
        let visited = absent_is_fine(visit(&path, &folder, &mut folders, &mut files));
        visited.map_err(|error| fault::io("read", &path, &error))?;
    }
    Ok(files)
}

fn visit(path: &Path, prefix: &str, folders: &mut Vec<String>, files: &mut BTreeSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        // A name that is not Unicode is never one of ours: it is only ever told.
        let name = name.to_string_lossy();
        let relative = if prefix.is_empty() { name.to_string() } else { format!("{prefix}/{name}") };
        if name == ".git" {
            continue;
        } else if entry.file_type()?.is_dir() {
            folders.push(relative);
        } else {
            files.insert(relative);
        }
    }
    Ok(())
}

/// What is directly in a folder.
pub(super) fn names(folder: &Path) -> Result<Vec<String>, Diagnostics> {
    let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
    let names = fs::read_dir(folder).and_then(|entries| entries.map(name).collect());
    absent_is_fine(names).map_err(|error| fault::io("read", folder, &error))
}

/// A file that is to stand at a path, with `/`.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// The folder of its target.
    pub root: &'a Path,
    /// Relative to that folder.
    pub path: &'a str,
    /// What is in it.
    pub contents: &'a str,
}

impl Wanted<'_> {
    fn target(&self) -> PathBuf {
        self.root.join(self.path)
    }
}

/// Puts files in their places, each by a rename: who reads one meanwhile finds the old one or the new one, whole. All are
/// prepared and synced, then `make_room` is called, and then each gets its name.
///
/// # Errors
/// The first of each target; up to the renames it keeps all others from theirs.
pub(super) fn replace(
    files: &[Wanted<'_>],
    sync: &Syncing,
    make_room: impl FnOnce() -> Result<(), Diagnostics>,
) -> Result<(), Diagnostics> {
    let new = NewFolders::of(files, sync);
    let files: Vec<_> = files.iter().map(|file| new.prepared(file)).collect();
    let target = |it: &Prepared<'_>| it.file.target();
    let each = |step: &dyn Fn(&Prepared<'_>) -> io::Result<()>| try_each(&files, |it| it.file.root, target, step);
    // Of each folder one: what stands beside it is on the same file system. As text, as paths are slow to compare.
    let one_each: BTreeMap<_, _> = files.iter().map(|it| (it.at.parent().map(Path::as_os_str), &it.at)).collect();
    let sync = |()| match sync.at_once(one_each.into_values().cloned()) {
        true => each(&|it| reached(&it.at, "synced")),
        false => each(&|it| sync_one(&it.at)),
    };
    let others = files.iter().filter(|it| !it.in_new).map(|it| (it.file.root, it.at.clone(), it.file.target()));
    let names: Vec<_> = new.names().chain(others).collect();
    let name =
        |()| try_each(&names, |(root, ..)| root, |(_, _, target)| target.clone(), |(_, at, target)| name(at, target));
    let fill = each(&|it| fill(&it.at, it.file.contents.as_bytes()));
    fill.and_then(sync).and_then(|()| make_room()).and_then(name).inspect_err(|_| {
        // Best effort: the next run finds them by their names.
        files.iter().for_each(|it| drop(fs::remove_file(&it.at)));
        new.names().for_each(|(_, at, _)| drop(clear(&at)));
    })
}

/// Tries it with each. What is refused ends it for a target, not for the others; of each target the first refusal is told.
fn try_each<T>(
    all: &[T],
    root: impl Fn(&T) -> &Path,
    target: impl Fn(&T) -> PathBuf,
    step: impl Fn(&T) -> io::Result<()>,
) -> Result<(), Diagnostics> {
    let mut refused = BTreeMap::new();
    for one in all {
        if !refused.contains_key(root(one))
            && let Err(error) = step(one)
        {
            refused.insert(root(one), fault::io("write", &target(one), &error));
        }
    }
    let mut findings = Diagnostics::default();
    refused.into_values().for_each(|found| findings.extend(found));
    findings.or(()).map(|_| ())
}

/// A file, and where it is prepared.
struct Prepared<'a> {
    file: Wanted<'a>,
    at: PathBuf,
    /// It gets its name with the new folder that it is in.
    in_new: bool,
}

/// Folders that a run makes, each the outermost one that was not there. Much is prepared in them under a name of their own, and
/// gets its names with the folder's.
struct NewFolders<'a>(BTreeSet<(&'a Path, &'a str)>);

impl<'a> NewFolders<'a> {
    /// Makes them, where many files are written at once.
    fn of(files: &[Wanted<'a>], sync: &Syncing) -> Self {
        let mut new = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for file in files.iter().filter(|_| sync.0.is_some()) {
            for folder in path::parents(file.path) {
                let (key, path) = ((file.root, folder), file.root.join(folder));
                if new.contains(&key) {
                    break;
                }
                if !seen.insert(key) || path.symlink_metadata().is_ok() {
                    continue;
                }
                // What stands at that name already is followed nowhere: then each file is prepared beside its place.
                let made = file.root.join(temporary(folder));
                if fs::create_dir(&made).or_else(|_| clear(&made).and_then(|()| fs::create_dir(&made))).is_ok() {
                    new.insert(key);
                }
                break;
            }
        }
        Self(new)
    }

    fn prepared(&self, file: &Wanted<'a>) -> Prepared<'a> {
        let new = path::parents(file.path).find(|folder| self.0.contains(&(file.root, *folder)));
        Prepared { file: *file, at: file.root.join(prepared(file.path, new)), in_new: new.is_some() }
    }

    /// Where each stands, and where it is to stand with all that is in it, behind the folder of its target.
    fn names(&self) -> impl Iterator<Item = (&'a Path, PathBuf, PathBuf)> {
        self.0.iter().map(|(root, folder)| (*root, root.join(temporary(folder)), root.join(folder)))
    }
}

/// How what a run writes gets onto the disk: much of it by one call for the whole file system, as a call for each file is a
/// wait for each.
pub(super) struct Syncing(Option<FileSystem>);

/// So many files are much. Tests of cut runs have fewer.
const MANY: usize = if cfg!(feature = "failpoints") { 2 } else { 16 };

impl Syncing {
    /// For a run that is about to change so many files in these folders, which are made if they are not there.
    pub(super) fn of<'a>(mut roots: impl Iterator<Item = &'a Path>, files: usize) -> Self {
        Self(roots.next().filter(|_| files >= MANY).and_then(FileSystem::of))
    }

    /// For a few.
    pub(super) fn each() -> Self {
        Self(None)
    }

    /// All that was written is on the disk by one call: that can be had, and these paths are on the one file system.
    fn at_once(&self, paths: impl Iterator<Item = PathBuf>) -> bool {
        let mut paths = paths.peekable();
        paths.peek().is_none() || self.0.as_ref().is_some_and(|all| paths.all(|path| all.has(&path)) && all.sync())
    }

    /// Asks the system to keep the names in these folders of targets through a loss of power. Not every system can: best
    /// effort.
    pub(super) fn folders<'a>(&self, folders: impl Iterator<Item = (&'a Path, &'a str)>) {
        // As text: part by part, as paths are compared, it takes a good deal longer.
        let folders: BTreeSet<_> = folders.map(|(root, folder)| (root.as_os_str(), folder)).collect();
        let paths = folders.into_iter().map(|(root, folder)| Path::new(root).join(folder));
        // With its last file a folder can have gone.
        let folders: Vec<_> = paths.filter(|folder| folder.is_dir()).collect();
        if !self.at_once(folders.iter().cloned()) {
            folders.iter().for_each(|folder| drop(File::open(folder).and_then(|folder| folder.sync_all())));
        }
    }
}

fn sync_one(prepared: &Path) -> io::Result<()> {
    // For writing: some systems sync no other.
    OpenOptions::new().write(true).open(prepared)?.sync_all()?;
    reached(prepared, "synced")
}

fn name(at: &Path, target: &Path) -> io::Result<()> {
    // Where it is refused, what is left of a folder may be in the way; if that is not it, the system says so again.
    fs::rename(at, target).or_else(|_| clear(target).and_then(|()| fs::rename(at, target)))?;
    reached(target, "renamed")
}

/// Makes a new file; one that stands there goes first.
pub(super) fn fill(path: &Path, contents: &[u8]) -> io::Result<()> {
    reached(path, "wanted")?;
    let mut file = create_new(path)?;
    reached(path, "opened")?;
    file.write_all(contents)?;
    reached(path, "written")
}

/// A new file at a path. What is in the way of most is seen to when the system tells of it: mostly nothing is.
fn create_new(path: &Path) -> io::Result<File> {
    // Not just `create`, so that a link which stands there is not followed.
    let open = || OpenOptions::new().write(true).create_new(true).open(path);
    match open() {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path).or_else(|_| clear(path)).and_then(|()| open())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| open())
        }
        done => done,
    }
}

/// Removes a folder with nothing in it but folders: what is left of one where a file is to be.
fn clear(path: &Path) -> io::Result<()> {
    if !path.symlink_metadata().is_ok_and(|it| it.is_dir()) {
        return Ok(());
    }
    if !is_hollow(path)? {
        return Err(io::ErrorKind::DirectoryNotEmpty.into());
    }
    remove_hollow(path)
}

/// Removes folders and nothing else, whatever came into them meanwhile.
fn remove_hollow(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_type()?.is_dir() {
            return Err(io::ErrorKind::DirectoryNotEmpty.into());
        }
        remove_hollow(&entry.path())?;
    }
    fs::remove_dir(folder)
}

/// There is nothing in a folder but folders of the same kind.
fn is_hollow(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_type()?.is_dir() || !is_hollow(&entry.path())? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Somewhere in a folder git keeps something for itself, which [`walk`] leaves out.
pub(super) fn has_repository(folder: &Path) -> Result<bool, Diagnostics> {
    let look = || -> io::Result<bool> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let is_folder = entry.file_type()?.is_dir();
            if entry.file_name() == ".git" || is_folder && has_repository(&entry.path()).unwrap_or(true) {
                return Ok(true);
            }
        }
        Ok(false)
    };
    look().map_err(|error| fault::io("read", folder, &error))
}

/// Where a file is prepared that will stand at `path`: beside its place.
pub(super) fn temporary(path: &str) -> String {
    format!("{path}{TEMPORARY}")
}

/// The same, where a folder that it stands in is new.
fn prepared(path: &str, new: Option<&str>) -> String {
    new.map_or_else(|| temporary(path), |folder| temporary(folder) + &path[folder.len()..])
}

/// Removes what a cut run has left of a folder that it made: nothing is in it but folders. Best effort.
pub(super) fn sweep(root: &Path, folder: &str) {
    let _ = clear(&root.join(temporary(folder)));
}

/// Everywhere that a file may have been prepared.
pub(super) fn preparations(path: &str) -> impl Iterator<Item = String> {
    path::parents(path).map(Some).chain([None]).map(move |folder| prepared(path, folder))
}

/// Removes a file, if it is there, and the folders that it leaves empty.
pub(super) fn remove(root: &Path, path: &str) -> Result<(), Diagnostics> {
    let target = root.join(path);
    let removed = reached(&target, "unwanted").and_then(|()| absent_is_fine(fs::remove_file(&target)));
    removed.and_then(|()| reached(&target, "removed")).map_err(|error| fault::io("remove", &target, &error))?;
    // A folder with something in it cannot be removed, and that ends the climb.
    target.ancestors().skip(1).take_while(|folder| *folder != root).find(|folder| fs::remove_dir(folder).is_err());
    Ok(())
}

/// Nothing of its kind, where there is no such path.
pub(super) fn absent_is_fine<T: Default>(result: io::Result<T>) -> io::Result<T> {
    match result {
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(T::default())
        }
        other => other,
    }
}

/// Makes the folder, if it is not there.
pub(super) fn create(root: &Path) -> Result<(), Diagnostics> {
    fs::create_dir_all(root).map_err(|error| fault::io("create", root, &error))
}
