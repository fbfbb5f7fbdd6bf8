//! Formats a file after Claude has changed it, and tells Claude if that fails.

use std::io;
use std::process::{Command, ExitCode};

use hookwire::tools::{Edit, Write};
use hookwire::{Hooks, PostToolUse, Reply};

const FORMATTER: &str = "prettier";
const OPTIONS: [&str; 3] = ["--write", "--ignore-unknown", "--"];

/// Formats a file, and returns what Claude has to know if that failed.
fn format(path: &str) -> io::Result<Option<String>> {
    let done = Command::new(FORMATTER).args(OPTIONS).arg(path).output()?;
    let printed = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
    let from = printed.char_indices().rev().nth(1999).map_or(0, |(at, _)| at);
    Ok((!done.status.success()).then(|| format!("The formatter failed:\n{}", &printed[from..])))
}

fn edited(call: PostToolUse<Edit>) -> io::Result<Option<Reply<PostToolUse<Edit>>>> {
    Ok(format(&call.tool_input.file_path)?.map(|failed| call.feedback(failed)))
}

fn written(call: PostToolUse<Write>) -> io::Result<Option<Reply<PostToolUse<Write>>>> {
    Ok(format(&call.tool_input.file_path)?.map(|failed| call.feedback(failed)))
}

fn main() -> ExitCode {
    Hooks::new().on(edited).on(written).run()
}
