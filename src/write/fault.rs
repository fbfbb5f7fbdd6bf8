//! Failures of the file system, as findings.

use std::io::{self, ErrorKind};
use std::path::Path;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// `cannot <attempt> <path>`, with what the system says and what to do about it.
pub(super) fn io(attempt: &str, path: &Path, error: &io::Error) -> Diagnostics {
    let finding = Diagnostic::error(Code::OutputIo, format!("cannot {attempt} `{}`: {error}", path.display()));
    finding
        .because("what was written before is whole, and the next run goes on from there")
        .instead(advice(error))
        .into()
}

fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "make room there, then run again",
        ErrorKind::FileTooLarge => "raise the limit on the size of a file (`ulimit -f`), then run again",
        ErrorKind::PermissionDenied => "get the right to change what is there, or name another folder, then run again",
        ErrorKind::ReadOnlyFilesystem => "name a folder that can be written to, or make this one so, then run again",
        _ => "mend what the system tells, then run again",
    }
}
