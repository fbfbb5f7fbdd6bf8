//! The shared parts of the commands: the repository, the cells of its catalogue, external programs, installed
//! environments, and the result of a step. No module depends on a command.
//!
//! Commands run in the [`Root`], with the programs that `environment` installs below `target/`.

pub mod catalogue;
mod environment;
pub mod git;
mod identity;
mod once;
mod outcome;
pub mod readme;
mod root;
mod schemas;
mod signals;
pub mod tools;
pub mod workspace;

/// The hidden command of xtask whose parts other commands start as processes.
pub const INSIDE: &str = "inside";

pub use environment::{
    PYTHON_CACHE, compiled_once, copy_folder, environment, files, fresh, npm_tests, python, python_of,
};
pub use identity::{identity, version};
pub use once::{RUN, locked, once, run};
pub use outcome::{NOT_RUN, Outcome, summary};
pub use root::{RUST_USER, Root, finish};
pub use schemas::type_schemas;
pub use signals::signals_end_programs;
