//! Renders a set with strings in some of its places for every target.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use hookwire_codegen::generate::{self, Options, Output};
use hookwire_codegen::internal::diagnostic::Diagnostics;

use super::places::Place;
use super::set::Set;
use super::tools;

/// The outcome of rendering a set.
#[derive(Debug)]
pub enum Outcome {
    /// The files of every target, by target and path.
    Rendered(BTreeMap<String, String>),
    /// Its diagnostics.
    Refused(Diagnostics),
    /// The system has no file of that name.
    NoFile,
    /// The generator panicked.
    Panicked(String),
}

/// Every target. The target `docs` only has the pages that any set has; the others need a catalogue of hooks.
const TARGETS: [&str; 5] = ["schemas", "typescript", "python", "rust", "docs"];

/// Returns the set with a string in each of these places. Places that need unique strings get different ones.
pub fn with(set: &Set, places: &[&Place], text: impl Fn(&Place, usize) -> String) -> Set {
    let mut changed = set.clone();
    for (index, place) in places.iter().enumerate() {
        place.put(&mut changed, &text(place, index));
    }
    changed
}

/// Renders every target.
pub fn render(set: &Set) -> Outcome {
    on_disk(set, |root| {
        let only = TARGETS.map(str::to_owned).to_vec();
        let options =
            Options { schemas: root.to_owned(), templates: tools::templates(), only, name: None, single_file: false };
        let outputs = generate::generate(&options)?.outputs.into_iter();
        let files = outputs.flat_map(|Output { target, artifacts, .. }| {
            artifacts.into_iter().map(move |it| (format!("{target}/{}", it.path), it.contents))
        });
        Ok(files.collect())
    })
}

/// Runs all steps up to the model.
pub fn read(set: &Set) -> Outcome {
    on_disk(set, |root| generate::read(root).map(|_| BTreeMap::new()))
}

fn on_disk(set: &Set, run: impl FnOnce(&Path) -> Result<BTreeMap<String, String>, Diagnostics>) -> Outcome {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // A few levels down, so that a path that leads up stays in the folder.
    let root = folder.path().join("a/b/c/set");
    if set.write(&root).is_err() {
        return Outcome::NoFile;
    }
    match catch_unwind(AssertUnwindSafe(|| run(&root))) {
        Ok(Ok(files)) => Outcome::Rendered(files),
        Ok(Err(found)) => Outcome::Refused(found),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            Outcome::Panicked(text.or(panic.downcast_ref::<&str>().map(|it| (*it).to_owned())).unwrap_or_default())
        }
    }
}

/// Runs a function for each item on all cores. The results are in the order of the items.
pub fn on_all_cores<T: Sync, R: Send>(all: &[T], run: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let work = || {
            let mut done = Vec::new();
            loop {
                let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                match all.get(at) {
                    Some(one) => done.push((at, run(one))),
                    None => return done,
                }
            }
        };
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no thread ends early")).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}
