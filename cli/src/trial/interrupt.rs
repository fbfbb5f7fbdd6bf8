//! Ends the hooks that run when the program is interrupted.

use std::process;

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Ends all hooks when the program is interrupted. They are in process groups of their own, which a terminal does not interrupt.
pub fn end_hooks() {
    // Without a handler, the program ends as usual.
    let _ = ctrlc::set_handler(|| {
        // The system ends the processes of a console together.
        #[cfg(unix)]
        crate::processes::end_groups();
        process::exit(INTERRUPTED);
    });
}
