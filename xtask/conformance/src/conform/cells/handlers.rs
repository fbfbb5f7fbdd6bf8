//! Results for the cells about kinds of handlers: time limits, `onFailure`, and the background.

use serde_json::{Value, json};

use super::event::{Event, Place};
use super::{Case, action};
use crate::conform::expected::Expected;

/// What the hook writes.
const TEXT: &str = "of the hook";

/// Returns a hook that exceeds its time limit.
pub(super) fn timeout(event: &Event<'_>, cell: &Value, place: &Place) -> Option<Case> {
    let mut expected = action::expected(event, cell["effect"].as_str()?)?;
    expected.failure = Some(json!("timed-out"));
    let context = place.context(event.name, &json!({"type": "command"}));
    Some(Case::new(event, json!({"kind": "timed_out"}), context, expected))
}

/// A kind of handler that fails on an event.
pub(super) struct Failing<'a> {
    pub event: &'a Event<'a>,
    pub kind: &'a str,
    /// What the catalogue says of the kind on the event.
    pub entry: &'a Value,
    /// The last version of the host without `onFailure`; `None` if the handler does not have the setting.
    pub before: Option<String>,
}

impl Failing<'_> {
    /// Returns the handler with each value of `onFailure`, on a host with the setting and on one before it. `word` is what
    /// the catalogue says of `onFailure: "block"`.
    pub(super) fn cases(&self, word: &str) -> Option<Vec<Case>> {
        let newest = Place::default();
        if self.is_never_run() {
            let effect = self.entry["action"].as_str().unwrap_or("continues");
            let expected = Expected { on_failure: Some(json!(null)), ..action::expected(self.event, effect)? };
            return Some(vec![self.case(&newest, "block", expected)]);
        }
        if ["prompt", "agent"].contains(&self.kind) {
            let none = self.unchanged(&newest, json!(null)).filter(|_| word == "none")?;
            return Some(vec![self.case(&newest, "block", none)]);
        }
        let block = match word {
            // The failure counts as exit code 2, which blocks or does nothing.
            "blocks" | "no-effect" => {
                let action = self.event.effect("exit/2/action", &newest);
                let blocks = !["continues", "ignored"].contains(&action);
                let mut expected = action::expected(self.event, action).filter(|_| word != "no-effect" || !blocks)?;
                expected.on_failure = Some(json!(if blocks { "blocked" } else { "ignored" }));
                expected
            }
            "denies" => Expected { on_failure: Some(json!("blocked")), ..action::expected(self.event, "denies")? },
            "ignored" | "none" => self.unchanged(&newest, json!("ignored"))?,
            _ => return None,
        };
        let continues = self.unchanged(&newest, json!("continued"))?;
        let mut cases = vec![self.case(&newest, "block", block), self.case(&newest, "continue", continues)];
        if let Some(before) = self.before.clone() {
            let place = Place { host: Some(before), ..newest };
            let ignored = self.unchanged(&place, json!("ignored"))?;
            cases.push(self.case(&place, "block", ignored));
        }
        Some(cases)
    }

    /// Returns true if the host surely does not run the kind. What the documentation does not offer may run, but for models.
    fn is_never_run(&self) -> bool {
        match self.entry["support"].as_str() {
            Some("skipped" | "rejected") => true,
            Some("unsupported") => ["prompt", "agent"].contains(&self.kind),
            _ => false,
        }
    }

    fn case(&self, place: &Place, policy: &str, expected: Expected) -> Case {
        let result = match self.kind {
            "command" => json!({"kind": "exited", "code": 1, "stderr": TEXT}),
            "http" => json!({"kind": "http", "status": 500}),
            "mcp_tool" => json!({"kind": "mcp", "is_error": true}),
            _ => json!({"kind": "model", "text": "?"}),
        };
        let handler = json!({"type": self.kind, "onFailure": policy});
        Case::new(self.event, result, place.context(self.event.name, &handler), expected)
    }

    /// Returns what happens without the setting, and what the setting did.
    fn unchanged(&self, place: &Place, did: Value) -> Option<Expected> {
        if self.event.is_newer_than(place) {
            return not_run(self.event);
        }
        let effect = match self.kind {
            "prompt" | "agent" => "continues",
            _ => self.event.effect("exit/other/action", place),
        };
        Some(Expected { on_failure: Some(did), ..action::expected(self.event, effect)? })
    }
}

/// Returns what happens on a host that does not have the event.
fn not_run(event: &Event<'_>) -> Option<Expected> {
    let mut expected = action::expected(event, "continues")?;
    (expected.texts, expected.effects) = (Some(Vec::new()), Some(Vec::new()));
    expected.on_failure = Some(json!(null));
    Some(expected)
}

/// Returns a block on a host that does not have the event.
pub(super) fn too_old(event: &Event<'_>, place: &Place) -> Option<Case> {
    let result = json!({"kind": "exited", "code": 2, "stderr": TEXT});
    Some(Case::new(event, result, place.context(event.name, &json!({"type": "command"})), not_run(event)?))
}

/// Returns the outputs with which a command moves to the background, and those with which it does not, by where the host
/// looks.
pub(super) fn printed(event: &Event<'_>, cell: &Value, place: &Place) -> Option<Vec<Case>> {
    let first = "{\"async\": true}\nlater";
    let whole = "{\"async\":\n true}";
    let is_on = match cell["effect"].as_str()? {
        "first-line" => [(first, true), (whole, false)],
        "whole" => [(first, false), (whole, true)],
        "first-line-or-whole" => [(first, true), (whole, true)],
        _ => return None,
    };
    let case = |(stdout, is_background)| {
        let context = place.context(event.name, &json!({"type": "command"}));
        let effects = if is_background && !event.is_newer_than(place) {
            vec![["background".to_owned(), String::new()]]
        } else {
            Vec::new()
        };
        let result = json!({"kind": "exited", "code": 0, "stdout": stdout});
        Case::new(event, result, context, Expected { effects: Some(effects), ..Expected::default() })
    };
    Some(is_on.map(case).into())
}

/// Returns a command in the background that prints a text later.
pub(super) fn later(event: &Event<'_>, path: &str) -> Option<Case> {
    let mut answer = json!({"decision": "block", "reason": TEXT});
    let mut at = &mut answer;
    for key in path.split('/') {
        at = &mut at[key];
    }
    *at = json!(TEXT);
    let source = format!("/{path}");
    let effect = if event.reads_path(&Place::default()) { "fails" } else { "continues" };
    let mut expected = action::expected(event, effect)?;
    expected.texts = Some(vec![(source, "context".to_owned(), vec!["claude".to_owned()])]);
    expected.effects = Some(vec![["background".to_owned(), String::new()]]);
    let context = Place::default().context(event.name, &json!({"type": "command", "async": true}));
    let result = json!({"kind": "backgrounded", "later": format!("of the hook\n{answer}\n")});
    Some(Case::new(event, result, context, expected))
}
