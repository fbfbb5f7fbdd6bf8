//! Commands whose script or executable is not there.

use crate::case::{Handler, Hook, OnFailure};

use super::ALL_KINDS;

/// The ways to be missing, each with its name.
const MISSING: [(&str, Handler); 4] = [
    ("sh", Handler::MissingSh),
    ("bash", Handler::MissingBash),
    ("python", Handler::MissingPython),
    ("executable", Handler::MissingExecutable),
];

/// Returns the cases with a command that is not there.
pub fn missing(event: &str) -> Vec<(String, Vec<Hook>)> {
    let mut all = Vec::new();
    for (name, handler) in MISSING {
        all.push((format!("missing-{name}"), vec![Hook::of(handler, "")]));
        if ALL_KINDS.contains(&event) || event == "PermissionRequest" {
            for (word, value) in [("block", OnFailure::Block), ("continue", OnFailure::Continue)] {
                let hook = Hook { on_failure: Some(value), ..Hook::of(handler, "") };
                all.push((format!("missing-{name}/on-failure-{word}"), vec![hook]));
            }
        }
    }
    all
}
