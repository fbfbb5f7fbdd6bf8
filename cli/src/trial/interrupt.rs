//! Ends the hooks that run when the program is interrupted.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Ends all hooks when the program is interrupted. They are in process groups of their own, which a terminal does not interrupt.
pub fn end_hooks() {
    // Without a handler, the program ends as usual.
    let _ = ctrlc::set_handler(|| {
        IS_INTERRUPTED.store(true, Ordering::Relaxed);
        // The system ends the processes of a console together.
        #[cfg(unix)]
        {
            crate::processes::end_groups();
            crate::processes::end_children(&std::collections::BTreeSet::new());
        }
        process::exit(INTERRUPTED);
    });
}

/// Waits for the end of an interrupted program: a hook that was ended for that has no result, and no other one may start.
pub fn end_if_interrupted() {
    while IS_INTERRUPTED.load(Ordering::Relaxed) {
        thread::park();
    }
}
