//! Commands that run longer than their time limit.

use super::ALL_KINDS;
use super::field::{Field, blocking};
use crate::case::{Handler, Hook, OnFailure};

/// Returns the cases with a command that is too slow: before it answers, or after.
pub fn time_limit(event: &str, fields: &[Field]) -> Vec<(String, Vec<Hook>)> {
    if !ALL_KINDS.contains(&event) && event != "PermissionRequest" {
        return Vec::new();
    }
    let mut all = Vec::new();
    let block = blocking(event, fields);
    for (how, handler) in [("slow", Handler::Slow), ("stuck", Handler::Stuck)] {
        for (word, on_failure) in [("", None), ("/on-failure-block", Some(OnFailure::Block))] {
            let empty = Hook { on_failure, ..Hook::of(handler, "") };
            all.push((format!("{how}/empty{word}"), vec![empty]));
            let block = Hook { on_failure, ..Hook::of(handler, &block.to_string()) };
            all.push((format!("{how}/block{word}"), vec![block]));
        }
    }
    all
}
