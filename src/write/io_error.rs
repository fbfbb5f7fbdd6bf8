//! Converts errors of the file system to diagnostics.

use std::io::{self, ErrorKind};
use std::path::Path;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// Returns the diagnostic `cannot <attempt> <path>`, with the system's error and the fix.
pub(super) fn io_error(attempt: &str, path: &Path, error: &io::Error) -> Diagnostics {
    let finding = Diagnostic::error(Code::OutputIo, format!("cannot {attempt} `{}`: {error}", path.display()));
    finding
        .because("what was written before is whole, and the next run goes on from there")
        .instead(advice(error.kind()))
        .into()
}

fn advice(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "make room there, then run again",
        ErrorKind::FileTooLarge => "raise the limit on the size of a file (`ulimit -f`), then run again",
        ErrorKind::PermissionDenied => "get the right to change what is there, or name another folder, then run again",
        ErrorKind::ReadOnlyFilesystem => "name a folder that can be written to, or make this one so, then run again",
        _ => "fix what the system reports, then run again",
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_file_what_the_system_reported_and_the_fix() {
        // ENOSPC, EACCES, EROFS and EIO have these numbers on every Unix.
        let fixes = [(28, "make room"), (13, "get the right"), (30, "can be written to"), (5, "then run again")];
        for (number, fix) in fixes {
            let error = io::Error::from_raw_os_error(number);
            let Diagnostics(found) = io_error("write", Path::new("out/a.py"), &error);
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].code, Code::OutputIo);
            assert_eq!(found[0].message, format!("cannot write `out/a.py`: {error}"));
            assert!(found[0].advice.as_ref().is_some_and(|advice| advice.contains(fix)), "{:?}", found[0]);
        }
    }
}
