//! Shows a notification on the desktop when Claude waits for you.

use std::error::Error;
use std::process::{Command, ExitCode};

use hookwire::{Notification, run};

fn show(call: Notification) -> Result<(), Box<dyn Error>> {
    let title = call.title.as_deref().filter(|it| !it.is_empty()).unwrap_or("Claude Code");
    let done = Command::new("notify-send").args(["--", title, &call.message]).output()?;
    if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into()) }
}

fn main() -> ExitCode {
    run(show)
}
