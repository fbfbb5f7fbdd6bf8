//! A hook that breaks: a guard of one command, and a handler that only fails.

use std::process::ExitCode;

use hookwire::tools::Bash;
use hookwire::{Hooks, PreToolUse, Stop, block};

fn main() -> ExitCode {
    let guard = |call: PreToolUse<Bash>| match call.tool_input.command.as_str() {
        "ls" => panic!("gone"),
        "unset" => {
            // SAFETY: this program has one thread.
            unsafe { std::env::remove_var("HOOKWIRE_FAILURES") };
            panic!("gone")
        }
        _ => block("No such file: it is gone"),
    };
    Hooks::new().on(guard).on(|_: Stop| Err::<(), _>("gone".to_owned())).run()
}
