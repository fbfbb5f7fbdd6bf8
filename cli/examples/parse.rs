//! Reads a file of JSON Lines, and parses each line as `hookwire validate` does: what `cargo xtask bench --command` compares it with.

use std::fs::File;
use std::io::{self, BufRead, BufReader};

fn main() -> io::Result<()> {
    let path = std::env::args_os().nth(1).ok_or_else(|| io::Error::other("name a file"))?;
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        serde_json::from_slice::<serde_json::Value>(&line)?;
        line.clear();
    }
    Ok(())
}
