//! A guard in a settings file that has something else beside it: whether the host still runs the guard.

use crate::case::{Beside, Hook};

/// Returns the cases: a hook that blocks, with each thing beside it.
pub fn settings(event: &str) -> Vec<(String, Hook, Beside)> {
    if event != "PreToolUse" {
        return Vec::new();
    }
    let case = |(name, beside)| (format!("settings/{name}/exit-2"), Hook::script("", "{{stderr}}", 2), beside);
    Beside::ALL.map(case).to_vec()
}
