//! Sets a variable for the commands of the session.

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::process::ExitCode;

use hookwire::{Reply, SessionStart, run};

fn start(call: SessionStart) -> Result<Reply<SessionStart>, Box<dyn Error>> {
    let mut file = File::options().append(true).create(true).open(env::var("CLAUDE_ENV_FILE")?)?;
    file.write_all(b"export NODE_ENV=development\n")?;
    Ok(call.context("NODE_ENV is development."))
}

fn main() -> ExitCode {
    run(start)
}
