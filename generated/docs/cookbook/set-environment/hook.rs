//! Sets a variable for the commands of the session.

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{self, Write};
use std::process::ExitCode;

use hookwire::{Reply, SessionStart, run};

const LINE: &str = "export NODE_ENV=development";

fn start(call: SessionStart) -> Result<Reply<SessionStart>, Box<dyn Error>> {
    let mut file = File::options().read(true).append(true).create(true).open(env::var("CLAUDE_ENV_FILE")?)?;
    // The session starts again after `/clear` and a compaction.
    if !io::read_to_string(&file)?.lines().any(|line| line == LINE) {
        writeln!(file, "{LINE}")?;
    }
    Ok(call.context("NODE_ENV is development."))
}

fn main() -> ExitCode {
    run(start)
}
