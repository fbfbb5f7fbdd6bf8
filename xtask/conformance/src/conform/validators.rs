//! Replies to the results of validators: compares the packages' replies on every event. All languages must answer
//! exactly the same.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Asking;
use super::document;
use super::report::Report;
use crate::binding::{self, PACKAGES};
use crate::doubles::same;
use crate::processes::{Answer, Panel};
use crate::random::Random;
use crate::vector::{self, Vector};
use hookwire_harness::{Root, catalogue};

/// Every severity that a validator can have.
const SEVERITIES: [&str; 3] = ["error", "warning", "info"];

/// Odd strings for mutants.
const ODD: &[&str] = &[
    "",
    " ",
    "\n",
    "\r\n",
    "a\u{0}b",
    "\u{feff}",
    "\u{202e}",
    "\u{1f600}",
    "{count}",
    "{line}",
    "$&",
    "`\"\\'",
    "\u{e9}",
];

/// A line of tests/conform/validators.jsonl.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    /// The event; the line of a decision has none.
    #[serde(default)]
    event: String,
    /// Instead of the event: all events whose `decision` in the catalogue is this one, except for those with a line of this id.
    /// `EVENT` in the answer is the name of the event.
    decision: Option<String>,
    severity: String,
    reason: Option<String>,
    result: Value,
    /// The number of repetitions of the summary, the reason, or the list of violations.
    #[serde(default)]
    times: Map<String, Value>,
    /// The expected answer, without the result in it. A line has one of `said`, `large` and `refused`.
    said: Option<Map<String, Value>>,
    /// The expected length, in UTF-16 units, and the end of a long text on stderr.
    large: Option<Large>,
    /// The expected problems of an invalid result: code, pointer and severity of each.
    refused: Option<Value>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Large {
    units: usize,
    end: String,
}

impl Line {
    /// Returns the line of a decision as that of an event: `retry/error/failed` as `PermissionDenied/error/failed`.
    fn on(&self, event: &str) -> Result<Self, String> {
        let said = json!(self.said).to_string().replace("EVENT", event);
        let said = serde_json::from_str(&said).map_err(|error| format!("{}: {error}", self.id))?;
        let id = self.id.split_once('/').map_or_else(|| event.to_owned(), |(_, rest)| format!("{event}/{rest}"));
        Ok(Self { id, event: event.to_owned(), decision: None, said, ..self.clone() })
    }

    fn times(&self, key: &str) -> usize {
        self.times.get(key).and_then(Value::as_u64).and_then(|times| usize::try_from(times).ok()).unwrap_or(1)
    }

    /// Returns the result with all repetitions.
    fn result(&self) -> Value {
        let mut result = self.result.clone();
        if let Some(Value::String(summary)) = result.get_mut("summary") {
            *summary = summary.repeat(self.times("summary"));
        }
        if let Some(Value::Array(violations)) = result.get_mut("violations") {
            *violations = vec![violations.clone(); self.times("violations")].concat();
        }
        result
    }

    fn vector(&self) -> Vector {
        let Self { id, event, severity, .. } = self;
        let mut line = json!({"id": id, "event": event, "severity": severity, "result": self.result()});
        if let Some(reason) = &self.reason {
            line["reason"] = reason.repeat(self.times("reason")).into();
        }
        Vector { id: id.clone(), of: format!("{severity} on {event}"), line: line.to_string() }
    }

    /// Returns the difference between a package's answer and the recorded one.
    fn fault(&self, package: &str, said: &Answer) -> Option<String> {
        let (expected, found) = match (&self.said, &self.large, &self.refused) {
            (Some(expected), None, None) => (json!(expected), self.without_result(said)),
            (None, Some(Large { units, end }), None) => (json!([units, end]), length_and_end(said, end)),
            (None, None, Some(refused)) => (json!(refused), problems(said)),
            _ => return Some(format!("{}: one of `said`, `large` and `refused` has to be there", self.id)),
        };
        let verdict = self.refused.is_none();
        (found != expected || said.verdict != verdict)
            .then(|| format!("{}: {package} says {} {found}, expected {verdict} {expected}", self.id, said.verdict))
    }

    /// Returns the answer without the result, or null if the reply does not contain the unchanged result.
    fn without_result(&self, said: &Answer) -> Value {
        let mut answer: Map<String, Value> =
            said.more.clone().into_iter().filter(|(key, _)| key != "problems").collect();
        let (Some(Value::Object(reply)), Value::Object(result)) = (answer.get_mut("reply"), self.result()) else {
            return Value::Null;
        };
        if !result.iter().all(|(key, value)| reply.get(key).is_some_and(|it| same(it, value))) {
            return Value::Null;
        }
        reply.retain(|key, _| !result.contains_key(key));
        answer.into()
    }
}

fn length_and_end(said: &Answer, end: &str) -> Value {
    let text = said.more.get("stderr").and_then(Value::as_str).unwrap_or_default();
    json!([text.encode_utf16().count(), if text.ends_with(end) { end } else { text }])
}

/// Returns code, pointer and severity of each problem that a package reports.
fn problems(said: &Answer) -> Value {
    let problems = said.more.get("problems").and_then(Value::as_array).into_iter().flatten();
    problems.map(|it| json!([it["code"], it["pointer"], it["severity"]])).collect()
}

/// Sends every line, and a number of mutants, to each package. Returns true if all packages agree with each other and
/// with the recorded replies, and every event, severity and outcome has a recorded reply.
pub fn run(root: &Root, seed: u64, mutants: usize) -> Result<bool, String> {
    let events = vector::events(root)?;
    let lines = expanded(root, vector::read_lines(&root.path("tests/conform/validators.jsonl"))?)?;
    let vectors: Vec<Vector> = lines.iter().map(Line::vector).collect();
    let mut random = Random::new(seed);
    let changed: Vec<Vector> =
        (0..mutants).filter_map(|at| mutant(&mut random, &lines, &events, format!("mutant/{seed}/{at}"))).collect();

    let packages = binding::prepared(root, PACKAGES)?;
    let mut asking = Asking { panel: Panel::start(&packages)?, report: Report::of(&packages), sink: None };
    let answers = asking.panel.ask(&vectors)?;
    let mut faults = document::faults(&packages, &lines, &answers, Line::fault);
    faults.extend(unwritten(&lines, &events));
    asking.report.note("results of validators", vectors, answers);
    asking.ask("mutants of them", changed.into_iter())?;
    let agreed = asking.report.print(&asking.panel.finish()?, asking.report.shown());
    faults.iter().for_each(|fault| println!("{fault}"));
    println!("results of validators: {}, faults: {}", lines.len(), faults.len());
    Ok(agreed && faults.is_empty())
}

/// Returns the lines with one for each event in place of those of a decision.
fn expanded(root: &Root, lines: Vec<Line>) -> Result<Vec<Line>, String> {
    let catalogue = catalogue::read(root)?;
    let (of_decisions, mut all): (Vec<Line>, Vec<Line>) = lines.into_iter().partition(|it| it.decision.is_some());
    let own: BTreeSet<String> = all.iter().map(|it| it.id.clone()).collect();
    for line in of_decisions {
        let decision = line.decision.as_deref().unwrap_or_default();
        let events = catalogue["events"].as_array().into_iter().flatten();
        let names: Vec<&str> =
            events.filter(|it| it["decision"] == decision).filter_map(|it| it["name"].as_str()).collect();
        if names.is_empty() {
            return Err(format!("{}: no event has the decision `{decision}`", line.id));
        }
        let each = names.into_iter().map(|name| line.on(name)).collect::<Result<Vec<_>, String>>()?;
        all.extend(each.into_iter().filter(|it| !own.contains(&it.id)));
    }
    Ok(all)
}

/// Returns the combinations of event, severity and outcome without a recorded reply.
fn unwritten(lines: &[Line], events: &[String]) -> Vec<String> {
    let each = events.iter().flat_map(|event| SEVERITIES.map(|severity| (event, severity)));
    let each = each.flat_map(|(event, severity)| [false, true].map(|passed| (event, severity, passed)));
    let is_written = |(event, severity, passed): &(&String, &str, bool)| {
        let of = |it: &&Line| it.event == **event && it.severity == *severity && it.said.is_some();
        lines.iter().filter(of).any(|it| it.result["passed"] == *passed)
    };
    let missing = each.filter(|it| !is_written(it));
    missing
        .map(|(event, severity, passed)| format!("{event}, {severity}, passed: {passed}: nothing is written"))
        .collect()
}

/// Returns a line for another event and severity, with other texts in it.
fn mutant(random: &mut Random, lines: &[Line], events: &[String], id: String) -> Option<Vector> {
    let mut line = random.pick(lines)?.clone();
    // Few repetitions, because many long texts take time and show nothing else.
    let times: Map<String, Value> = line.times.keys().map(|key| (key.clone(), json!(random.below(600)))).collect();
    line = Line { id, event: random.pick(events)?.clone(), times, ..line };
    line.severity = (*random.pick(&SEVERITIES)?).to_owned();
    for key in ["rule", "file", "snippet", "suggestion"] {
        let violations = line.result.get_mut("violations").and_then(Value::as_array_mut).into_iter().flatten();
        for text in violations.filter_map(|it| it.get_mut(key)) {
            if random.one_in(3) {
                *text = odd(random).into();
            }
        }
    }
    if random.one_in(4) {
        line.reason = Some(odd(random));
    }
    Some(line.vector())
}

/// Returns a text of odd strings, some of them repeated.
fn odd(random: &mut Random) -> String {
    let mut part = |most: usize| random.pick(ODD).copied().unwrap_or_default().repeat(random.below(most) + 1);
    [part(3), part(300), part(2)].concat()
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        serde_json::from_str(text).expect("a line")
    }

    #[test]
    fn what_nothing_is_written_of_is_a_fault() {
        let written = [
            r#"{"id": "1", "event": "Stop", "severity": "error", "result": {"passed": true}, "said": {}}"#,
            r#"{"id": "2", "event": "Stop", "severity": "info", "result": {"passed": false}, "refused": []}"#,
        ];
        let missing = unwritten(&written.map(line), &["Stop".to_owned()]);
        assert_eq!(missing.len(), 5, "{missing:?}");
        assert!(!missing.contains(&"Stop, error, passed: true: nothing is written".to_owned()));
    }

    #[test]
    fn a_result_that_is_not_in_the_reply_is_a_fault() {
        let line = line(
            r#"{"id": "1", "event": "Stop", "severity": "info", "result": {"passed": true}, "said": {"reply": {}}}"#,
        );
        let fault = |reply: Value| {
            let answer = json!({"id": "1", "verdict": true, "reply": reply, "problems": []});
            line.fault("rust", &serde_json::from_value(answer).expect("an answer"))
        };
        assert_eq!(fault(json!({"passed": true})), None);
        assert!(fault(json!({"passed": false})).is_some());
        assert!(fault(json!({})).is_some());
    }
}
