//! Reports a failure to the test that started the hook. To the host, a failure and a block look alike.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::sync::OnceLock;

use super::data::CHANNEL;
use crate::shown::shown;

/// The path of the file, as the environment was when the hook started: a program can change it.
static PATH: OnceLock<Option<OsString>> = OnceLock::new();

/// Reads the environment.
pub(super) fn open() {
    let _ = PATH.get_or_init(|| env::var_os(CHANNEL));
}

/// Appends a message to the file, if there is one. It is never made, and no error counts.
pub(super) fn report(message: &str) {
    let Some(path) = PATH.get_or_init(|| env::var_os(CHANNEL)) else { return };
    // Opening a pipe would wait for its other end.
    if fs::metadata(path).is_ok_and(|it| it.is_file()) {
        let line = format!("{}\n", shown(message));
        let _ = File::options().append(true).open(path).and_then(|mut file| file.write_all(line.as_bytes()));
    }
}
