//! What every command needs: the repository, the programs that it calls, the environments that it installs, and the result
//! of a step. Nothing in here knows a command.
//!
//! Commands run in the [`Root`], with what [`environment`] has installed below `target/`.

mod environment;
pub mod git;
mod identity;
mod outcome;
mod root;
pub mod tools;
pub mod workspace;

pub use environment::{copy_folder, environment, files, fresh, npm_tests, python, python_of};
pub use identity::{identity, version};
pub use outcome::{NOT_RUN, Outcome, summary};
pub use root::{RUST_USER, Root, finish};
