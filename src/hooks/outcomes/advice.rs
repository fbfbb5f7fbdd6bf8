//! The advice how to block an event.

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::facts::{OfEvent, Root};
use crate::hooks::cell::Cell;
use crate::hooks::meanings::{Does, Meanings};
use crate::hooks::wire::Wire;
use crate::hooks::words;

/// The condition of an exit code that has its effect only beside a text on stderr.
const TEXT_ON_STDERR: &str = "text-on-stderr";

/// What the advice how to block is made of.
#[derive(Clone, Copy)]
pub struct Advising<'a> {
    pub root: &'a Root,
    pub wire: &'a Wire,
    pub meanings: &'a Meanings,
}

impl Advising<'_> {
    /// Returns the advice how to block an event, or how to stop the agent where nothing can be blocked. `inside` lists the
    /// fields of replies that belong in the part of the event.
    pub fn advice(self, name: &str, event: &OfEvent, inside: &[String]) -> IndexMap<&'static str, String> {
        let acts = |cell: &&Cell| cell.is_current() && self.meanings.acts(&cell.effect);
        let acting = event.exit.get("2").and_then(|it| it.action.iter().find(acts));
        if event.says.is_none() {
            return acting.map(|_| words::how_to_stop(&self.root.agent)).into_iter().collect();
        }
        let exit = acting.map(|it| it.when.as_deref() == Some(TEXT_ON_STDERR));
        words::how_to_block(exit, self.reply(name, event, inside).as_ref())
    }

    /// Returns true if somebody reads the reason of a block on an event.
    fn reads_reason(self, event: &OfEvent) -> bool {
        let alone = event.universal.get(&self.wire.reason).into_iter().flatten();
        let beside = event.interactions.iter().filter(|it| it.field == self.wire.reason).map(|it| &it.cell);
        alone.chain(beside).any(|it| it.is_current() && self.meanings.does(&it.effect) != Some(Does::Nothing))
    }

    /// Returns a reply that blocks an event.
    fn reply(self, name: &str, event: &OfEvent, inside: &[String]) -> Option<Value> {
        let model = self.root.decision_models.iter().find(|it| it.name == event.decision)?;
        let refusal = model.refusal.as_ref().filter(|it| !it.field.is_empty())?;
        let mut reply = json!({});
        let is_unread = |path: &&Vec<String>| **path == [self.wire.reason.as_str()] && !self.reads_reason(event);
        let reason = refusal.reason.as_ref().filter(|it| !is_unread(it)).map(|path| (path, Value::from("...")));
        for (path, value) in [(&refusal.field, refusal.value.clone())].into_iter().chain(reason) {
            let is_inside = matches!(path.as_slice(), [key] if inside.contains(key));
            let path = is_inside.then_some(&self.wire.specific).into_iter().chain(path);
            let mut at = &mut reply;
            for (index, key) in path.enumerate() {
                at = &mut at[key];
                if index == 0 && *key == self.wire.specific {
                    at[&self.wire.specific_event] = Value::from(name);
                }
            }
            *at = value;
        }
        Some(reply)
    }
}
