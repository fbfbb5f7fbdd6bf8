//! The replies with three fields whose effects meet: `continue` with its reason and a decision, both decisions, and both
//! reasons with a decision.

use serde_json::{Value, json};

use super::field::{Field, find, reply};

/// Returns the replies with three fields.
pub fn triples(event: &str, fields: &[Field]) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    let top = |name: &str| find(fields, false, name);
    let (goes_on, stop_reason, reason) = (top("continue"), top("stopReason"), top("reason"));
    let decision = top("decision");
    let specific = find(fields, true, "permissionDecision");
    let specific_reason = find(fields, true, "permissionDecisionReason");
    let (stop, marker) = (json!(false), |name: &str| json!(format!("{{{{{name}}}}}")));
    for one in [decision, specific].into_iter().flatten() {
        for (word, value) in &one.right {
            if let (Some(goes_on), Some(stop_reason)) = (goes_on, stop_reason) {
                let parts = [(goes_on, &stop), (stop_reason, &marker("stopReason")), (one, value)];
                all.push((format!("stop-with-reason-and-{}-{word}", one.called()), reply(event, &parts)));
            }
        }
    }
    let (Some(decision), Some(specific)) = (decision, specific) else { return all };
    for (word, value) in &specific.right {
        if let (Some(reason), Some(specific_reason)) = (reason, specific_reason) {
            let (one, other) = (marker("reason"), marker("permissionDecisionReason"));
            let parts = [(reason, &one), (specific_reason, &other), (specific, value)];
            all.push((format!("both-reasons-and-{}-{word}", specific.called()), reply(event, &parts)));
        }
        for (old, old_value) in &decision.right {
            if let Some(goes_on) = goes_on {
                let parts = [(goes_on, &stop), (decision, old_value), (specific, value)];
                all.push((format!("stop-and-decision-{old}-and-{}-{word}", specific.called()), reply(event, &parts)));
            }
            if let Some(reason) = reason {
                let parts = [(reason, &marker("reason")), (decision, old_value), (specific, value)];
                all.push((format!("reason-and-decision-{old}-and-{}-{word}", specific.called()), reply(event, &parts)));
            }
        }
    }
    all
}
