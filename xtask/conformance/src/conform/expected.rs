//! The expected part of an outcome: what it has to say, and what it does not say.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

/// The expected part of an outcome. Keys that are left out are not compared.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Expected {
    /// What becomes of the thing that the event is about.
    pub action: Option<String>,
    /// What Claude does next.
    pub agent: Option<String>,
    /// What the subagent or the teammate does next; null if the outcome does not say it.
    #[serde(deserialize_with = "there")]
    pub subagent: Option<Value>,
    /// Whether the hook stops somebody.
    pub stop: Option<bool>,
    /// The new input; null if there is none.
    #[serde(deserialize_with = "there")]
    pub new_input: Option<Value>,
    /// The new output; null if there is none.
    #[serde(deserialize_with = "there")]
    pub new_output: Option<Value>,
    /// The failure; null if there is none.
    #[serde(deserialize_with = "there")]
    pub failure: Option<Value>,
    /// What `onFailure` did; null if nothing.
    #[serde(deserialize_with = "there")]
    pub on_failure: Option<Value>,
    /// The texts by their sources: `[purpose, [audience]]`, or null if no text comes from there.
    pub from: BTreeMap<String, Option<Text>>,
    /// All texts, in their order: `[source, purpose, [audience]]`.
    pub texts: Option<Vec<(String, String, Vec<String>)>>,
    /// Effects that are among those of the outcome: `[kind, source]`. An empty list: it has none.
    pub effects: Option<Vec<[String; 2]>>,
    /// Conditions that are among those of the outcome. An empty list: it has none.
    pub depends_on: Option<Vec<String>>,
    /// All problems: `[code, pointer, severity]`.
    pub problems: Option<Vec<[String; 3]>>,
}

/// The purpose of a text, and those who get it.
pub type Text = (String, Vec<String>);

/// Distinguishes null from a missing key.
fn there<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

impl Expected {
    /// Returns what an outcome says otherwise.
    pub fn differences(&self, outcome: &Value) -> Vec<String> {
        let mut found = Vec::new();
        let mut compare = |key: &str, expected: Option<Value>, said: &Value| {
            if let Some(expected) = expected.filter(|expected| expected != said) {
                found.push(format!("{key}: {said}, expected {expected}"));
            }
        };
        for (key, expected) in [
            ("action", self.action.as_ref().map(|it| json!(it))),
            ("agent", self.agent.as_ref().map(|it| json!(it))),
            ("stop", self.stop.map(Value::from)),
            ("subagent", self.subagent.clone()),
            ("new_input", self.new_input.clone()),
            ("new_output", self.new_output.clone()),
            ("failure", self.failure.clone()),
            ("on_failure", self.on_failure.clone()),
        ] {
            compare(key, expected, &outcome[key]);
        }
        let texts = || list(outcome, "texts");
        for (source, expected) in &self.from {
            let said: Vec<Value> =
                texts().filter(|it| it["from"] == **source).map(|it| json!([it["purpose"], it["audience"]])).collect();
            let expected: Vec<Value> = expected.iter().map(|it| json!(it)).collect();
            compare(&format!("texts from {source}"), Some(json!(expected)), &json!(said));
        }
        let all: Value = texts().map(|it| json!([it["from"], it["purpose"], it["audience"]])).collect();
        compare("texts", self.texts.as_ref().map(|it| json!(it)), &all);
        let problems: Value =
            list(outcome, "problems").map(|it| json!([it["code"], it["pointer"], it["severity"]])).collect();
        compare("problems", self.problems.as_ref().map(|it| json!(it)), &problems);
        let effects: Vec<Value> = list(outcome, "effects").map(|it| json!([it["kind"], it["from"]])).collect();
        let conditions: Vec<Value> = list(outcome, "depends_on").cloned().collect();
        found.extend(self.effects.as_ref().and_then(|it| missing("effects", it, &effects)));
        found.extend(self.depends_on.as_ref().and_then(|it| missing("depends_on", it, &conditions)));
        found
    }
}

fn list<'a>(outcome: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    outcome[key].as_array().into_iter().flatten()
}

/// Returns what a list lacks, or what it has although it should be empty.
fn missing<T>(key: &str, expected: &[T], said: &[Value]) -> Option<String>
where
    Value: PartialEq<Value>,
    T: serde::Serialize,
{
    let lacks = |it: &T| !said.contains(&json!(it));
    let differs = if expected.is_empty() { !said.is_empty() } else { expected.iter().any(lacks) };
    differs.then(|| format!("{key}: {}, expected {}", json!(said), json!(expected)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_that_differs_is_reported() -> Result<(), serde_json::Error> {
        let outcome = json!({
            "action": "blocked", "agent": "continues", "stop": false, "depends_on": ["mcp-tool"],
            "texts": [{"text": "t", "from": "stderr", "purpose": "reason", "audience": ["claude"]}],
            "effects": [{"kind": "background", "from": ""}],
            "problems": [{"code": "unknown-field", "pointer": "/a", "severity": "ignored", "message": "m"}],
        });
        let count = |expected: Value| -> Result<usize, serde_json::Error> {
            Ok(serde_json::from_value::<Expected>(expected)?.differences(&outcome).len())
        };
        let holds = json!({
            "action": "blocked", "agent": "continues", "stop": false, "subagent": null, "failure": null,
            "from": {"stderr": ["reason", ["claude"]], "stdout": null}, "texts": [["stderr", "reason", ["claude"]]],
            "effects": [["background", ""]], "depends_on": ["mcp-tool"],
            "problems": [["unknown-field", "/a", "ignored"]],
        });
        assert_eq!(count(holds)?, 0);
        for differs in [
            json!({"action": "normal"}),
            json!({"stop": true}),
            json!({"subagent": "stops"}),
            json!({"from": {"stderr": null}}),
            json!({"from": {"stdout": ["log", ["debug-log"]]}}),
            json!({"from": {"stderr": ["reason", ["user"]]}}),
            json!({"texts": []}),
            json!({"effects": []}),
            json!({"effects": [["permissions", "/a"]]}),
            json!({"depends_on": []}),
            json!({"problems": []}),
        ] {
            assert_eq!(count(differs.clone())?, 1, "{differs}");
        }
        assert!(count(json!({"acton": "normal"})).is_err());
        Ok(())
    }
}
