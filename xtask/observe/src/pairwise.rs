//! How many pairs of fields the recorded cases have together in one reply.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::compare::Records;

/// The fields of replies, and the pairs of them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// The number of pairs that some reply has.
    pub seen: usize,
    /// The number of all pairs.
    pub all: usize,
}

/// Counts the pairs of these fields in the replies to one event.
#[must_use]
pub fn pairs(records: &Records, fields: &[String]) -> Pairs {
    let mut seen = BTreeSet::new();
    for record in records.values() {
        let Ok(reply) = serde_json::from_str::<Value>(&record.case.hook.stdout) else { continue };
        let names: Vec<String> = names(&reply).into_iter().filter(|name| fields.contains(name)).collect();
        for (index, one) in names.iter().enumerate() {
            seen.extend(names.iter().skip(index + 1).map(|other| (one.clone(), other.clone())));
        }
    }
    Pairs { seen: seen.len(), all: fields.len() * fields.len().saturating_sub(1) / 2 }
}

/// Returns the names of the fields of a reply, sorted.
fn names(reply: &Value) -> BTreeSet<String> {
    let keys = |value: &Value| value.as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect::<Vec<_>>();
    let specific = keys(&reply["hookSpecificOutput"]).into_iter().map(|key| format!("hookSpecificOutput/{key}"));
    keys(reply).into_iter().chain(specific).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::record::Recorded;

    #[test]
    fn a_pair_counts_once_in_any_order() -> Result<(), String> {
        let line = |id: &str, reply: Value| {
            let line = json!({
                "id": id, "event": "Stop", "stdout": reply.to_string(), "stderr": "", "exit": 0,
                "seen": {"action": "done", "agent": "stopped", "asked": false, "hook": "none", "claude": [], "user": []},
            });
            let record: Recorded = serde_json::from_value(line).map_err(|error| error.to_string())?;
            Ok::<_, String>((id.to_owned(), record))
        };
        let records = Records::from([
            line("a", json!({"decision": "block", "reason": "r"}))?,
            line("b", json!({"reason": "r", "decision": "block"}))?,
            line("c", json!({"hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": "c"}}))?,
        ]);
        let fields = ["decision", "reason", "hookSpecificOutput/additionalContext"].map(str::to_owned);
        assert_eq!(pairs(&records, &fields), Pairs { seen: 1, all: 3 });
        Ok(())
    }
}
