//! Sends Claude back to work, once, if the tests fail.

use std::env;
use std::error::Error;
use std::process::{Command, ExitCode};

use hookwire::{Reply, Stop, run};

/// Returns the end of a text.
fn end_of(text: &str) -> String {
    let from = text.char_indices().rev().nth(1999).map_or(0, |(at, _)| at);
    text[from..].to_owned()
}

fn gate(call: Stop) -> Result<Option<Reply<Stop>>, Box<dyn Error>> {
    let tests = Command::new("make").arg("test").current_dir(env::var("CLAUDE_PROJECT_DIR")?).output()?;
    if tests.status.success() {
        return Ok(None);
    }
    // Claude has had its chance, so the turn ends and the user knows.
    if *call.stop_hook_active {
        return Ok(Some(call.message("The tests still fail.")));
    }
    let printed = String::from_utf8_lossy(&[tests.stdout, tests.stderr].concat()).into_owned();
    Ok(Some(call.block(format!("The tests fail:\n{}", end_of(&printed)))))
}

fn main() -> ExitCode {
    run(gate)
}
