//! A run of a hook by `hookwire run`: the input that all its parts read, and what went wrong in one of them.
//!
//! The parts are other processes: `hookwire get`, `reply` and `commands`, which the script of the hook starts. They find the run by
//! two variables. A part that fails says so in the run itself, because a script need not notice.

mod answer;
#[cfg(unix)]
mod aside;
mod child;
mod copy;
mod log;
mod out;
pub mod printed;

use std::io::{self, Write};
use std::process::exit;

pub use self::answer::{Answer, BLOCKS, LINE_END, Policy};
#[cfg(unix)]
pub use self::aside::aside;
pub use self::child::{Child, Ended, Output, survive_limits};
pub use self::copy::{Part, Run, UNHEARD, VARIABLES, event_in, say_unheard, stdin, stdin_within, unheard};
pub use self::log::Log;
pub use self::out::{to_stderr, to_stdout};

/// Makes a panic block: any exit code but this one would open a guard.
pub fn close_on_panic() {
    std::panic::set_hook(Box::new(|info| {
        let _ = writeln!(io::stderr(), "hookwire failed: {info}");
        exit(BLOCKS.into());
    }));
}
