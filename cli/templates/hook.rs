//! Runs on {event}{for_tool}.

use std::process::ExitCode;

use hookwire::{AnyCall, Hooks, {verb}};

fn main() -> ExitCode {
    let hook = |call: AnyCall| {
{body}
    };
    Hooks::new().{on}.run()
}
