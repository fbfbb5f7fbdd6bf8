//! `--watch`: generates again after each change of what a run reads.
//!
//! Folders are watched and not files, because many editors save a file by renaming another one. Only what a run has read counts, so
//! the files that it writes do not start another one.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, SystemTime};

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use super::Answer;
use crate::generate::{Options, inputs};
use crate::inputs::Inputs;
use crate::load::is_stdin;
use crate::run::{FAILED, SUCCESS, WRONG_USAGE};

/// How long nothing may change before a run: saving all files of an editor, or checking out a branch, is one change.
const QUIET: Duration = Duration::from_millis(100);

/// How long changes may last without a pause, before a run starts in spite of them.
const BURST: u32 = 50;

/// The clock of a file system may be late by as much.
const TICK: Duration = Duration::from_millis(10);

/// A message of the watcher.
type Message = notify::Result<Event>;

/// Runs until Ctrl-C ends the process, or until stdout is closed. With a mistake in the arguments, the first run is the last.
///
/// `run` gets true if its report should be brief. It returns the report, the exit code, and the inputs if it has succeeded.
pub(super) fn watch(options: &Options, mut run: impl FnMut(bool) -> (String, u8, Option<Inputs>)) -> Answer {
    if is_stdin(&options.schemas) {
        return Err("`--watch` needs files, and `--schemas -` reads stdin, which does not change".to_owned());
    }
    let (sender, receiver) = channel();
    let mut watched = Watched::default();
    let mut watcher = None;
    loop {
        let started = SystemTime::now();
        let (mut text, code, read) = run(true);
        let is_first = watcher.is_none();
        if is_first && (code == WRONG_USAGE || !options.schemas.exists()) {
            return Ok((text, code));
        }
        let next = Watched::of(&read.unwrap_or_else(|| inputs(options)));
        // The old watcher reports changes until the new one does.
        watcher = Some(next.start(&sender).map_err(|error| cannot_watch(&error))?);
        let is_late = next.has_changed_since(started, &watched);
        watched = next;
        if is_first {
            text.push_str(&format!("{:>12} {} (Ctrl-C ends it)\n", "Watching", options.schemas.display()));
        }
        let mut out = io::stdout().lock();
        if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
            return Ok((String::new(), if code == SUCCESS { SUCCESS } else { FAILED }));
        }
        drop(out);
        if !is_late {
            watched.wait(&receiver);
        }
    }
}

fn cannot_watch(error: &notify::Error) -> String {
    format!("`--watch` cannot watch the folders of the set: {error}")
}

/// The inputs of a run, by paths without links.
#[derive(Default)]
struct Watched {
    /// The files that it has read, and the folders that it has listed.
    paths: BTreeSet<PathBuf>,
    /// The listed folders, and those of the files.
    folders: BTreeSet<PathBuf>,
}

impl Watched {
    fn of(inputs: &Inputs) -> Self {
        let mut paths = BTreeSet::new();
        for path in inputs.paths() {
            // A link can change, and so can the file that it leads to.
            paths.extend(located(path));
            paths.extend(path.canonicalize());
        }
        let folders = paths.iter().filter_map(|path| if path.is_dir() { Some(path.as_path()) } else { path.parent() });
        Self { folders: folders.map(Path::to_owned).collect(), paths }
    }

    /// Starts watching the folders. Those below them are not watched with them: in one of them may be the output.
    fn start(&self, sender: &Sender<Message>) -> notify::Result<RecommendedWatcher> {
        let mut watcher = notify::recommended_watcher(sender.clone())?;
        for folder in self.folders.iter().filter(|folder| folder.is_dir()) {
            watcher.watch(folder, RecursiveMode::NonRecursive)?;
        }
        Ok(watcher)
    }

    /// Returns true if an input that nothing had watched before has changed while a run read it.
    fn has_changed_since(&self, started: SystemTime, before: &Self) -> bool {
        let modified = |path: &PathBuf| fs::metadata(path).and_then(|it| it.modified());
        self.paths.difference(&before.paths).any(|path| modified(path).is_ok_and(|at| at + TICK > started))
    }

    /// Waits for a change, and then until it is over.
    fn wait(&self, receiver: &Receiver<Message>) {
        while receiver.recv().is_ok_and(|message| !self.counts(&message)) {}
        for _ in 0..BURST {
            if receiver.recv_timeout(QUIET).is_err() {
                return;
            }
        }
    }

    /// Returns true for a message after which the files can be others.
    fn counts(&self, message: &Message) -> bool {
        // After an error, changes may have been lost.
        let Ok(event) = message else { return true };
        let is_entry = match event.kind {
            EventKind::Access(AccessKind::Close(AccessMode::Write)) | EventKind::Modify(ModifyKind::Data(_)) => false,
            EventKind::Access(_) => return false,
            _ => true,
        };
        event.need_rescan() || event.paths.iter().any(|path| self.has(path, is_entry))
    }

    /// Returns true for an input. `is_entry` is true if the path can be a new entry of its folder, or a removed one.
    fn has(&self, path: &Path, is_entry: bool) -> bool {
        let Some(path) = located(path) else { return true };
        self.paths.contains(&path)
            || is_entry && !is_of_editor(&path) && path.parent().is_some_and(|folder| self.paths.contains(folder))
    }
}

/// Returns a path without the links in the path of its folder. The file may be gone.
fn located(path: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(path).ok()?;
    match (absolute.parent(), absolute.file_name()) {
        (Some(folder), Some(name)) => Some(folder.canonicalize().ok()?.join(name)),
        _ => Some(absolute),
    }
}

/// Returns true for a name that editors give to what they keep beside an open file.
fn is_of_editor(path: &Path) -> bool {
    let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    name.starts_with('.') || name.ends_with('~')
}
