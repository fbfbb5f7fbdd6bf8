//! The queue of questions to the user, with the runs of hooks and the preferences that a host keeps beside them.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Value, json};

use super::feature::{Feature, Part, Sources};
use super::words;
use crate::diagnostic::Diagnostics;

/// The queue of questions to the user.
pub const FEATURE: Feature = Feature {
    name: "queue",
    needs: &["problems"],
    types: &[
        "HookEventContext",
        "HookExecutionRecord",
        "HookUserPreferences",
        "PendingPermission",
        "PermissionAllowed",
        "PermissionAnswer",
        "PermissionAnswerDecision",
        "PermissionRefused",
    ],
    tables: &[],
    words: &[],
    namespace: Some("host"),
    read,
};

/// The data of the queue.
#[derive(Debug, Serialize)]
struct Queue {
    /// The reasons of answers that are not the user's, by purpose.
    reasons: IndexMap<&'static str, &'static str>,
}

impl Part for Queue {
    fn data(&self) -> Value {
        json!(self)
    }
}

fn read(_: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    Ok(Box::new(Queue { reasons: words::OF_THE_QUEUE.iter().copied().collect() }))
}
