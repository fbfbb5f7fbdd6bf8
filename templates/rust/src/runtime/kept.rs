//! Finds what a new input keeps of the old one.

use serde_json::Value;

use super::plan::Plan;

/// Returns true if the host itself wrote what a problem is about: an argument that a hook keeps.
pub(super) fn is_of_host(pointer: &str, reply: &Value, plan: &Plan, payload: &Value) -> bool {
    plan.verbs.iter().any(|(_, saying)| {
        let Some((base, take)) = saying.base.zip(saying.take) else { return false };
        let path: String = take.iter().map(|key| format!("/{key}")).collect();
        let inner = pointer.strip_prefix(&path).filter(|inner| inner.starts_with('/'));
        // A key that both do not have is missing in what the host wrote.
        inner.is_some_and(|inner| payload.get(base).and_then(|old| old.pointer(inner)) == reply.pointer(pointer))
    })
}
