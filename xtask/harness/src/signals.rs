//! Signals that this process ignores, and with it all that it starts.

use std::fs;

/// Signals that a shell can let a program ignore, and that tests send, with their numbers.
const SIGNALS: [(&str, u32); 3] = [("SIGHUP", 1), ("SIGINT", 2), ("SIGQUIT", 3)];

/// Checks that signals end the programs that tests start.
///
/// # Errors
/// This process ignores some of them. Only Linux says so.
pub fn signals_end_programs() -> Result<(), String> {
    let ignored = ignored(&fs::read_to_string("/proc/self/status").unwrap_or_default());
    if ignored.is_empty() {
        return Ok(());
    }
    let (names, all) = (ignored.join(", "), SIGNALS.map(|(name, _)| name).join(","));
    Err(format!(
        "this process ignores {names}, for example because of `nohup`, or of `&` in a script. The hooks that tests start inherit this, so \
         the signals that tests send them have no effect. Write `env --default-signal={all}` before the command"
    ))
}

/// Returns which of [`SIGNALS`] a process ignores, by its file `/proc/<id>/status`.
fn ignored(status: &str) -> Vec<&'static str> {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    SIGNALS.iter().filter(|(_, number)| mask >> (number - 1) & 1 == 1).map(|(name, _)| *name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_found() {
        assert_eq!(ignored("SigBlk:\t0000000000000003\nSigIgn:\t0000000000001005\n"), ["SIGHUP", "SIGQUIT"]);
        assert!(ignored("SigIgn:\t0000000000001000\n").is_empty());
        assert!(ignored("").is_empty());
    }
}
