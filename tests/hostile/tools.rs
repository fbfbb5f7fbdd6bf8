//! What the tests of hostile input share: where tools and templates are, and all cores.

use std::path::{Path, PathBuf};

/// The interpreter, with its packages, as the step `python` of the tests installs it.
pub fn python() -> PathBuf {
    let name = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/python").join(name)
}

/// The packages of npm, as the step `typescript` installs them. The newest compiler of TypeScript has no parser that a program can call; the oldest one that is
/// supported has.
pub fn node_modules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/typescript/node_modules")
}

/// The templates of all targets.
pub fn templates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("templates")
}

/// Runs something for each of these on all cores; what it gives is in their order.
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
