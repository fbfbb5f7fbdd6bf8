//! What the words of the catalogue for actions mean in an outcome.
//!
//! This is written apart from `meanings` of the catalogue on purpose: the packages are made of that table, so an oracle that read
//! it would agree with each of its mistakes.

use serde_json::json;

use super::event::Event;
use crate::conform::expected::Expected;

/// Returns what an effect on the action does on an event; `None` if the word is not about the action.
pub(super) fn expected(event: &Event<'_>, effect: &str) -> Option<Expected> {
    // What a hook that does nothing leaves as it is: a turn, a subagent or a teammate ends, or Claude goes on.
    let ends = event.value["ends"].as_str();
    let is_about_other = matches!(ends, Some("subagent" | "teammate"));
    let erases = event.value["erases"] == true;
    let (action, goes_on, stop) = match effect {
        "continues" | "ignored" | "reports" => ("normal", ends.is_none(), false),
        "allows" => ("allowed", true, false),
        "asks" => ("asked", true, false),
        "defers" => ("deferred", false, false),
        // A prompt that is blocked leaves nothing to do.
        "blocks" | "denies" | "undoes" | "declines" | "fails" => ("blocked", !erases, false),
        "keeps-working" => ("blocked", true, false),
        "blocks-and-stops" => ("blocked", false, true),
        "stops" => (if erases { "blocked" } else { "normal" }, false, true),
        "stops-after" | "stops-subagent" | "stops-teammate" => ("normal", false, true),
        "retries" => {
            return Some(Expected {
                action: Some("normal".to_owned()),
                agent: Some("retries".to_owned()),
                ..Expected::default()
            });
        }
        "unknown" => return Some(Expected { action: Some("unknown".to_owned()), ..Expected::default() }),
        _ => return None,
    };
    let next = |goes_on: bool| if goes_on { "continues" } else { "stops" };
    Some(Expected {
        action: Some(action.to_owned()),
        agent: Some(next(goes_on || is_about_other).to_owned()),
        subagent: Some(if is_about_other { json!(next(goes_on)) } else { json!(null) }),
        stop: Some(stop),
        ..Expected::default()
    })
}
