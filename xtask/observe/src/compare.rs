//! Compares the catalogue with the records: what a cell says is what the host did in the cases about it.
//!
//! [`rows`] lists the parts of an event's entry that cases are about, each with the ids of its cases. To compare another
//! part, add a row there. [`interactions`] compares what fields do beside each other, and [`twice`] what replies do beside
//! exit codes.

mod interactions;
mod twice;

use std::collections::BTreeMap;

use hookwire_harness::catalogue::holds_on;
use serde_json::Value;

use crate::observation::{Action, Agent, Observation};
use crate::record::Recorded;

/// The records of one event on one version, by the id of the case.
pub type Records = BTreeMap<String, Recorded>;

/// A cell of the catalogue, and what the records say about it.
#[derive(Debug)]
pub struct Compared {
    /// The pointer of the cell in the entry of its event: `/exit/2/action/0`.
    pub pointer: String,
    /// The result.
    pub result: Outcome,
}

/// What the records say about a cell.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The host did what the cell says, in this case.
    Seen(String),
    /// The host did something else, in this case.
    Other(String),
    /// No case shows it.
    NotSeen,
}

/// The events whose cases show nothing about the texts of a reply: all of stdout becomes a text for Claude, or is a path
/// that an error quotes.
pub const WHOLE: [&str; 3] = ["PreCompact", "PostCompact", "WorktreeCreate"];

/// The situations of cells that hold in the cases of an event.
const SITUATIONS: [(&str, &str); 2] = [("PreCompact", "manual-compaction"), ("TaskCompleted", "task-update")];

/// Compares the cells of an event that hold on a version.
#[must_use]
pub fn compare(event: &Value, version: &str, records: &Records) -> Vec<Compared> {
    let name = event["name"].as_str().unwrap_or_default();
    let seen = |case: &str| records.get(&format!("{name}/{case}")).map(|it| &it.seen);
    let Some(calm) = seen("empty/exit-0") else { return Vec::new() };
    let mut all = Vec::new();
    let is_told = |row: &Row| !(WHOLE.contains(&name) && row.pointer.starts_with("/universal"));
    for row in rows().into_iter().filter(is_told) {
        let cells = event.pointer(row.pointer).and_then(Value::as_array);
        let holds = |cell: &Value| {
            let fits = row.value.is_none_or(|value| cell["value"] == value);
            fits && holds_here(cell, name) && holds_on(cell, version)
        };
        let Some((index, cell)) = cells.into_iter().flatten().enumerate().find(|(_, cell)| holds(cell)) else {
            continue;
        };
        let mut result = Outcome::NotSeen;
        for case in row.cases_of(cell) {
            let Some(observation) = seen(&case) else { continue };
            let silent = case.rsplit_once('/').and_then(|(_, exit)| seen(&format!("empty/{exit}")));
            let sight = Sight { seen: observation, calm, silent: silent.unwrap_or(calm) };
            match row.about.agrees(cell, &sight) {
                Some(true) if result == Outcome::NotSeen => result = Outcome::Seen(format!("{name}/{case}")),
                Some(false) => {
                    result = Outcome::Other(format!("{name}/{case}"));
                    break;
                }
                _ => {}
            }
        }
        all.push(Compared { pointer: format!("{}/{index}", row.pointer), result });
    }
    all.extend(interactions::compare(event, version, records, calm));
    all.extend(twice::blocks(event, version, records, calm));
    all.extend(twice::missing_scripts(event, version, records, calm));
    all.extend(twice::failures(event, version, records));
    all
}

/// A part of an event's entry, with the cases about it.
struct Row {
    pointer: &'static str,
    /// The value that the cell is about, if the part has cells for several.
    value: Option<&'static str>,
    about: About,
    /// The cases, without the name of the event.
    cases: Vec<String>,
}

impl Row {
    /// Returns the cases about a cell. A cell that ended is about JSON of a wrong shape: then the host still distinguished it
    /// from what is not JSON.
    fn cases_of(&self, cell: &Value) -> Vec<String> {
        let is_of_shape = matches!(self.about, About::Invalid) && cell.get("until").is_some();
        let case = |case: &String| {
            if is_of_shape { case.replace("trailing-comma", "top-continue-wrong-number") } else { case.clone() }
        };
        self.cases.iter().map(case).collect()
    }
}

/// What a part is about.
#[derive(Clone, Copy)]
enum About {
    /// The action, without a reply.
    Action,
    /// A valid object without fields, beside the exit code.
    Object,
    /// JSON that does not parse.
    Invalid,
    /// An object that names another event.
    OtherEvent,
    /// A field that changes what happens.
    Field,
    /// A text with this marker.
    Text(&'static str),
}

/// The observation of a case, and those that it is compared with.
struct Sight<'a> {
    seen: &'a Observation,
    /// Exit code 0 and no output: as if there were no hook.
    calm: &'a Observation,
    /// The same exit code and no output.
    silent: &'a Observation,
}

/// The parts that are compared.
fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut row = |pointer, about, cases: &[&str], exits: &[u8]| {
        let cases = cases.iter().flat_map(|case| exits.iter().map(move |exit| format!("{case}/exit-{exit}")));
        rows.push(Row { pointer, value: None, about, cases: cases.collect() });
    };
    macro_rules! exit {
        ($name:literal, $exits:expr) => {
            row(concat!("/exit/", $name, "/action"), About::Action, &["empty", "text"], $exits);
            row(concat!("/exit/", $name, "/json"), About::Object, &["empty-object"], $exits);
            row(concat!("/exit/", $name, "/invalid_json"), About::Invalid, &["trailing-comma"], $exits);
            row(concat!("/exit/", $name, "/other_event"), About::OtherEvent, &["other-event"], $exits);
            row(concat!("/exit/", $name, "/stdout"), About::Text("stdout"), &["text"], $exits);
        };
    }
    exit!("0", &[0]);
    exit!("2", &[2]);
    exit!("other", &[1, 3, 127]);
    row("/exit/0/stderr", About::Text("stderr"), &["stderr"], &[0]);
    row("/exit/2/stderr", About::Text("stderr"), &["empty", "text"], &[2]);
    row("/exit/other/stderr", About::Text("stderr"), &["empty", "text"], &[1, 3, 127]);
    row("/universal/continue", About::Field, &["top-continue-false"], &[0]);
    row("/universal/suppressOutput", About::Field, &["top-suppressOutput-true"], &[0]);
    row("/universal/systemMessage", About::Text("systemMessage"), &["top-systemMessage-text"], &[0]);
    row("/universal/stopReason", About::Text("stopReason"), &["continue-false-and-stopReason-text"], &[0]);
    row("/universal/reason", About::Text("reason"), &["decision-block-and-reason-text"], &[0]);
    let context = &["specific-additionalContext-text"];
    row("/additional_context", About::Text("additionalContext"), context, &[0]);
    for (value, case) in [("block", "top-decision-block/exit-0"), ("approve", "top-decision-approve/exit-0")] {
        let cases = vec![case.to_owned()];
        rows.push(Row { pointer: "/universal/decision", value: Some(value), about: About::Field, cases });
    }
    rows
}

impl About {
    /// Returns whether the host did what the cell says; `None` if the case cannot show it.
    fn agrees(self, cell: &Value, sight: &Sight<'_>) -> Option<bool> {
        let effect = cell["effect"].as_str()?;
        let Sight { seen, calm, silent } = sight;
        let has_no = |marker: &str| !seen.claude.iter().any(|it| it == marker);
        match (self, effect) {
            (Self::Text(marker), _) => text(cell, seen, marker),
            (Self::Action | Self::Field, _) => acts(effect, seen, calm),
            (Self::Object, "decides") => Some(is_same(seen, calm)),
            (Self::Object | Self::Invalid, "completes" | "exit-code") => {
                Some(is_same(seen, silent) && seen.claude == silent.claude)
            }
            (Self::Object, "ignored") => Some(is_same(seen, silent)),
            (Self::Invalid, "error" | "ignored") => Some(is_same(seen, calm) && has_no("reason")),
            (Self::OtherEvent, "error" | "ignored") => Some(is_same(seen, calm) && has_no("stderr")),
            (Self::OtherEvent, "blocks") => Some(is_prevented(seen) && has_no("stderr")),
            (Self::OtherEvent, "accepted") => Some(is_same(seen, silent)),
            _ => None,
        }
    }
}

/// Returns whether an effect on the action is what was seen. It does not read `meanings` of the catalogue, so that a mistake there
/// is found.
fn acts(effect: &str, seen: &Observation, calm: &Observation) -> Option<bool> {
    let stopped = seen.agent == Agent::Stopped;
    Some(match effect {
        "continues" | "ignored" | "reports" => is_same(seen, calm),
        "asks" => seen.asked,
        "allows" => seen.action == Action::Done && !seen.asked,
        "blocks" | "denies" | "undoes" | "fails" | "declines" => is_prevented(seen),
        "blocks-and-stops" => is_prevented(seen) && stopped,
        "keeps-working" => is_prevented(seen) && !stopped,
        "stops" => stopped,
        "stops-after" => !is_prevented(seen) && stopped,
        "stops-subagent" => !is_prevented(seen) && !stopped,
        // Otherwise the teammate would get another request.
        "stops-teammate" => !is_prevented(seen),
        _ => return None,
    })
}

/// Returns whether a text reached those whom the cell names. The stream of a session without a terminal does not have
/// everything that a user sees, so a missing text for the user shows nothing.
fn text(cell: &Value, seen: &Observation, marker: &str) -> Option<bool> {
    let is_for = |who: &str| cell["audience"].as_array().is_some_and(|all| all.iter().any(|it| it == who));
    let has = |all: &[String]| all.iter().any(|it| it == marker);
    // A marker is no path, so no case shows what a path does.
    if cell["effect"] == "unknown" || cell["effect"] == "path" {
        return None;
    }
    let is_for_model = is_for("claude") || is_for("subagent") || is_for("teammate");
    match (has(&seen.claude), has(&seen.user)) {
        (claude, _) if claude != is_for_model => Some(false),
        (_, true) if !is_for("user") => Some(false),
        (false, false) if is_for("user") || is_for("host") => None,
        _ => Some(true),
    }
}

fn is_prevented(seen: &Observation) -> bool {
    matches!(seen.action, Action::Prevented | Action::Erased)
}

/// Returns true if the same happened, apart from texts.
fn is_same(seen: &Observation, other: &Observation) -> bool {
    (seen.action, seen.agent, seen.asked) == (other.action, other.agent, other.asked)
}

/// Returns true if the situation of a cell is that of the cases.
fn holds_here(cell: &Value, event: &str) -> bool {
    cell["when"].as_str().is_none_or(|when| SITUATIONS.contains(&(event, when)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn recorded(case: &str, action: &str, agent: &str, claude: &[&str]) -> Result<(String, Recorded), String> {
        let line = json!({
            "id": case, "event": "Gate", "stdout": "", "stderr": "", "exit": 2,
            "seen": {"action": action, "agent": agent, "asked": false, "hook": "error", "claude": claude, "user": []},
        });
        Ok((case.to_owned(), serde_json::from_value(line).map_err(|error| error.to_string())?))
    }

    fn compared(effect: &str, audience: &str) -> Result<Vec<Compared>, String> {
        let records = [
            recorded("Gate/empty/exit-0", "done", "continued", &[])?,
            recorded("Gate/empty/exit-2", "prevented", "continued", &["stderr"])?,
        ];
        let cells = json!({"name": "Gate", "exit": {"2": {
            "action": [{"effect": "stops", "until": {"version": "2.0.0"}}, {"effect": effect}],
            "stderr": [{"effect": "reason", "audience": [audience]}],
        }}});
        Ok(compare(&cells, "2.1.0", &records.into()))
    }

    #[test]
    fn a_cell_that_says_what_was_seen_has_the_case() -> Result<(), String> {
        let all = compared("blocks", "claude")?;
        let seen = || Outcome::Seen("Gate/empty/exit-2".to_owned());
        assert_eq!(all.iter().map(|it| &*it.pointer).collect::<Vec<_>>(), ["/exit/2/action/1", "/exit/2/stderr/0"]);
        assert!(all.iter().all(|it| it.result == seen()), "{all:?}");
        Ok(())
    }

    #[test]
    fn a_cell_that_says_something_else_is_reported_with_the_case() -> Result<(), String> {
        let all = compared("continues", "nobody")?;
        let other = || Outcome::Other("Gate/empty/exit-2".to_owned());
        assert!(all.iter().all(|it| it.result == other()), "{all:?}");
        Ok(())
    }
}
