//! Failures of the file system, as findings.

use std::io;
use std::path::Path;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// `cannot <attempt> <path>`, with what the system says.
pub(super) fn io(attempt: &str, path: &Path, error: &io::Error) -> Diagnostics {
    Diagnostic::error(Code::OutputIo, format!("cannot {attempt} `{}`: {error}", path.display())).into()
}
