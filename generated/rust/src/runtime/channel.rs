//! Reports a failure to the test that started the hook. To the host, a failure and a block look alike.

use std::env;
use std::fs::{self, File};
use std::io::Write;

use crate::shown::shown;

/// The environment variable with the path of the file that the test reads.
const VARIABLE: &str = "HOOKWIRE_FAILURES";

/// Appends a message to the file, if there is one. It is never made, and no error counts.
pub(super) fn report(message: &str) {
    let Some(path) = env::var_os(VARIABLE) else { return };
    // Opening a pipe would wait for its other end.
    if fs::metadata(&path).is_ok_and(|it| it.is_file()) {
        let line = format!("{}\n", shown(message));
        let _ = File::options().append(true).open(&path).and_then(|mut file| file.write_all(line.as_bytes()));
    }
}
