//! Writes what happens in a session to a file: one program for several events.

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use hookwire::{Hooks, PostToolUse, SessionEnd, SessionStart};
use serde_json::{Value, json};

fn note(line: &Value) -> Result<(), Box<dyn Error>> {
    let path = Path::new(&env::var("CLAUDE_PROJECT_DIR")?).join("session.log");
    let mut file = File::options().append(true).create(true).open(path)?;
    file.write_all(format!("{line}\n").as_bytes())?;
    Ok(())
}

fn start(call: SessionStart) -> Result<(), Box<dyn Error>> {
    note(&json!({"event": "start", "source": &call.source}))
}

fn tool(call: PostToolUse) -> Result<(), Box<dyn Error>> {
    note(&json!({"event": "tool", "name": &call.tool_name}))
}

fn end(call: SessionEnd) -> Result<(), Box<dyn Error>> {
    note(&json!({"event": "end", "reason": &call.reason}))
}

fn main() -> ExitCode {
    Hooks::new().on(start).on(tool).on(end).run()
}
