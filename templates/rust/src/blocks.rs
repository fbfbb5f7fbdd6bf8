//! Makes blocks of messages of an outcome.

use std::str::FromStr;

use serde_json::{Map, json};

use crate::event::HookEvent;
use crate::outcomes::READERS;
use crate::types::{HookBlock, MessageBlock, Outcome, WarnBlock};

/// Returns the texts of an outcome as message blocks, in their order.
///
/// A text for the user becomes a `WarnBlock`. A text for Claude, a subagent or a teammate becomes a `HookBlock`, whose
/// `metadata` has the `purpose` of the text and where it comes `from`. A text for both becomes two blocks, the warning
/// first. Other texts, such as lines of the debug log, are left out.
#[must_use]
pub fn message_blocks(outcome: &Outcome) -> Vec<MessageBlock> {
    let mut blocks = Vec::new();
    for text in &outcome.texts {
        let is_read_by = |known: &[&str]| {
            READERS.iter().any(|(who, reader)| known.contains(reader) && text.audience.contains(who))
        };
        if is_read_by(&["person"]) {
            blocks.push(MessageBlock::Warn(WarnBlock::new(&text.text)));
        }
        // An outcome of an unknown event has no texts.
        let event = HookEvent::from_str(&outcome.event).ok();
        if let Some(event) = event.filter(|_| is_read_by(&["model", "other-model"])) {
            let about = [("purpose", json!(text.purpose)), ("from", json!(text.from))];
            let about: Map<_, _> = about.map(|(key, value)| (key.to_owned(), value)).into_iter().collect();
            blocks.push(MessageBlock::Hook(HookBlock::new(event, &text.text).with_metadata(about)));
        }
    }
    blocks
}
