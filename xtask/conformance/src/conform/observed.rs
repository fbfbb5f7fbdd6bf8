//! Observed: compares what the packages say about a reply with what the real host did with it, as recorded.

use std::fs;

use serde::Deserialize;
use serde_json::Value;

use super::document::Folder;
use super::readings::{Document, Side};
use crate::binding::{self, PACKAGES};
use crate::processes::{Answer, Panel};
use crate::vector::{self, Vector};
use hookwire_harness::Root;

/// The version whose records are compared: that of the contract.
const VERSION: &str = "2.1.330";

/// A recorded case, as far as it is needed here.
#[derive(Debug, Deserialize)]
struct Recorded {
    id: String,
    event: String,
    stdout: String,
    exit: u8,
    /// Other kinds of hooks than one command that answers at once.
    #[serde(default)]
    handler: Option<Value>,
    #[serde(default)]
    others: Vec<Value>,
    seen: Seen,
}

#[derive(Debug, Deserialize)]
struct Seen {
    action: String,
    hook: String,
    claude: Vec<String>,
    user: Vec<String>,
}

/// The texts that can have an effect that no case shows: those for the user, of which the stream of a session without a
/// terminal has only some, those for the host itself, and the output of an MCP tool, because the cases call no such tool.
const UNSEEN: [&str; 6] = [
    "systemMessage",
    "stopReason",
    "permissionDecisionReason",
    "classifierContext",
    "sessionTitle",
    "updatedMCPToolOutput",
];

/// The events whose cases show nothing about a field: all of stdout becomes a text for Claude, or is a path that an error
/// quotes.
const WHOLE: [&str; 3] = ["PreCompact", "PostCompact", "WorktreeCreate"];

/// Sends each recorded reply to every package, and returns the number of differences: a text that a package calls lost
/// reached somebody, or the other way round.
pub fn run(root: &Root) -> Result<usize, String> {
    let cases = cases(root)?;
    let folder = Folder::empty(root, "observed")?;
    let vectors: Vec<Vector> = cases.iter().map(|case| document(case).vector(&folder)).collect::<Result<_, _>>()?;
    let packages = binding::prepared(root, PACKAGES)?;
    let mut panel = Panel::start(&packages)?;
    let answers = panel.ask(&vectors)?;
    panel.finish()?;
    let mut faults = 0;
    for (package, answers) in packages.iter().zip(&answers) {
        for (case, answer) in cases.iter().zip(answers) {
            for fault in differences(case, answer) {
                println!("{}: {}: {fault}", case.id, package.name);
                faults += 1;
            }
        }
    }
    println!("replies that were compared with the records: {}, faults: {faults}", cases.len());
    Ok(faults)
}

/// Returns the cases with one command, which is not in the background and exits with 0: the exit code is no part of a
/// reply.
fn cases(root: &Root) -> Result<Vec<Recorded>, String> {
    let folder = root.path("tests/observed").join(VERSION);
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let lines: Vec<Recorded> = vector::read_lines(&file)?;
        let is_plain = |it: &Recorded| {
            it.handler.is_none() && it.others.is_empty() && it.exit == 0 && !WHOLE.contains(&it.event.as_str())
        };
        all.extend(lines.into_iter().filter(|it| is_plain(it) && it.seen.hook != "background"));
    }
    Ok(all)
}

fn document(case: &Recorded) -> Document {
    Document {
        id: case.id.clone(),
        read: Side::Reply,
        event: Some(case.event.clone()),
        handler: None,
        host: None,
        tool: None,
        profile: None,
        asked: None,
        bytes: case.stdout.clone().into_bytes(),
    }
}

/// Returns the texts of a reply whose fate is another one than a package says.
fn differences(case: &Recorded, answer: &Answer) -> Vec<String> {
    let mut found = Vec::new();
    if answer.more.get("kind").and_then(Value::as_str) != Some("json") {
        return found;
    }
    let problems = answer.more.get("problems").and_then(Value::as_array);
    for (pointer, marker) in texts(answer.more.get("payload").unwrap_or(&Value::Null), String::new()) {
        let reached = |all: &[String]| all.contains(&marker);
        let cause = problems.into_iter().flatten().find(|problem| loses(problem, &pointer));
        let arrived = match marker.as_str() {
            // A value of a wrong type: the host can show it in an error.
            "wrong" => continue,
            // The command of a changed input.
            "other-command" => case.seen.action == "replaced",
            // The user can be shown a refused reply, in an error.
            _ if cause.is_some_and(|problem| problem["severity"] == "rejected") => reached(&case.seen.claude),
            _ => reached(&case.seen.claude) || reached(&case.seen.user),
        };
        match cause {
            Some(problem) if arrived => found.push(format!("{pointer} reached somebody, and there is {problem}")),
            None if !arrived && !UNSEEN.contains(&marker.as_str()) => {
                found.push(format!("{pointer} reached nobody, and no problem says so"));
            }
            _ => {}
        }
    }
    found
}

/// Returns true if a problem says that the text at this place has no effect.
fn loses(problem: &Value, pointer: &str) -> bool {
    let at = problem["pointer"].as_str().unwrap_or_default();
    let is_at = pointer == at || pointer.strip_prefix(at).is_some_and(|rest| !at.is_empty() && rest.starts_with('/'));
    match problem["severity"].as_str() {
        Some("rejected") => true,
        Some("ignored" | "inert") => is_at,
        _ => false,
    }
}

/// Returns the markers in a reply, each with its place.
fn texts(value: &Value, pointer: String) -> Vec<(String, String)> {
    match value {
        Value::String(text) => {
            let name = text.split_once("{{").and_then(|(_, rest)| rest.split_once("}}"));
            name.map(|(name, _)| (pointer, name.to_owned())).into_iter().collect()
        }
        Value::Object(map) => map.iter().flat_map(|(key, value)| texts(value, format!("{pointer}/{key}"))).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn differing(problems: &Value, claude: &[&str]) -> Result<usize, serde_json::Error> {
        let case = json!({
            "id": "a", "event": "Stop", "stdout": "", "exit": 0,
            "seen": {"action": "done", "hook": "success", "claude": claude, "user": []},
        });
        let answer = json!({
            "id": "a", "verdict": true, "error": null, "kind": "json", "problems": problems,
            "payload": {"reason": "{{reason}}"},
        });
        Ok(differences(&serde_json::from_value(case)?, &serde_json::from_value(answer)?).len())
    }

    #[test]
    fn a_text_is_lost_exactly_where_a_problem_says_so() -> Result<(), serde_json::Error> {
        let inert = json!([{"pointer": "/reason", "severity": "inert"}]);
        let deprecated = json!([{"pointer": "/reason", "severity": "deprecated"}]);
        assert_eq!(differing(&inert, &[])?, 0);
        assert_eq!(differing(&inert, &["reason"])?, 1);
        assert_eq!(differing(&json!([]), &[])?, 1);
        assert_eq!(differing(&deprecated, &["reason"])?, 0);
        Ok(())
    }
}
