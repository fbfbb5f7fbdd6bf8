//! Observed: compares what the packages say about a reply with what the real host did with it, as recorded.

use std::collections::HashMap;
use std::fs;

use serde::Deserialize;
use serde_json::Value;

use super::document::Folder;
use super::readings::{Document, OfModel, Side};
use super::seen::marked;
use crate::binding::{self, PACKAGES};
use crate::processes::{Answer, Panel};
use crate::vector::{self, Vector};
use hookwire_harness::Root;

/// A recorded case, as far as it is needed here.
#[derive(Debug, Deserialize)]
struct Recorded {
    id: String,
    event: String,
    stdout: String,
    exit: u8,
    /// Other kinds of hooks than one command that answers at once.
    #[serde(default)]
    handler: Option<String>,
    #[serde(default)]
    status: Option<u16>,
    #[serde(default)]
    others: Vec<Value>,
    #[serde(default, rename = "onFailure")]
    on_failure: Option<String>,
    #[serde(default, rename = "continueOnBlock")]
    continue_on_block: Option<bool>,
    #[serde(default)]
    terminal: bool,
    mode: Option<String>,
    tool: Option<String>,
    seen: Seen,
}

#[derive(Debug, Deserialize)]
struct Seen {
    action: String,
    agent: String,
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

/// Sends each recorded reply to every package, and returns the number of differences: a text that a package calls lost
/// reached somebody, or the other way round; or the answer of a model had another outcome. `folder` has the records of
/// the version of the contract, and the cases of the events in `whole` show nothing about a field.
///
/// # Errors
/// A record cannot be read, or a package cannot be asked.
pub fn run(root: &Root, folder: &str, whole: &[&str]) -> Result<usize, String> {
    let all = recorded(root, folder)?;
    let yes = outcomes_of_yes(&all);
    let cases: Vec<Recorded> = all.into_iter().filter(|case| is_compared(case, whole)).collect();
    let folder = Folder::empty(root, "observed")?;
    let vectors: Vec<Vector> = cases.iter().map(|case| document(case).vector(&folder)).collect::<Result<_, _>>()?;
    let packages = binding::prepared(root, PACKAGES)?;
    let mut panel = Panel::start(&packages)?;
    let answers = panel.ask(&vectors)?;
    panel.finish()?;
    let mut faults = 0;
    for (package, answers) in packages.iter().zip(&answers) {
        for (case, answer) in cases.iter().zip(answers) {
            let found = if case.asks_model() { other_outcome(case, answer, &yes) } else { differences(case, answer) };
            for fault in found {
                println!("{}: {}: {fault}", case.id, package.name);
                faults += 1;
            }
        }
    }
    println!("replies that were compared with the records: {}, faults: {faults}", cases.len());
    Ok(faults)
}

fn recorded(root: &Root, folder: &str) -> Result<Vec<Recorded>, String> {
    let folder = root.path(folder);
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        all.extend(vector::read_lines::<Recorded>(&file)?);
    }
    Ok(all)
}

/// Returns true for one hook that asks a model, and for one command, server or tool that succeeds and is not in the
/// background: the exit code and the status are no part of a reply. A session in a terminal is compared with the
/// catalogue alone.
fn is_compared(case: &Recorded, whole: &[&str]) -> bool {
    // In another permission mode, or for a tool that asks, the reply is not all that counts.
    let is_decided = case.mode.is_some() || case.tool.is_some();
    let replies = || {
        matches!(case.handler.as_deref(), None | Some("http" | "mcp-tool"))
            && case.exit == 0
            && case.status.is_none_or(|status| (200..300).contains(&status))
            && case.seen.hook != "background"
            && !whole.contains(&case.event.as_str())
    };
    !case.terminal
        && !is_decided
        && case.others.is_empty()
        && case.on_failure.is_none()
        && (case.asks_model() || replies())
}

impl Recorded {
    /// Returns true if a model answers for the hook.
    fn asks_model(&self) -> bool {
        matches!(self.handler.as_deref(), Some("prompt" | "agent"))
    }

    /// Returns the event and the kind of the hook, and what happened.
    fn outcome(&self) -> ((&str, Option<&str>), (&str, &str)) {
        ((&self.event, self.handler.as_deref()), (&self.seen.action, &self.seen.agent))
    }
}

/// What happened where the model said yes, by event and kind of hook.
type Outcomes = HashMap<(String, String), (String, String)>;

fn outcomes_of_yes(all: &[Recorded]) -> Outcomes {
    let yes = all.iter().filter(|case| case.asks_model() && case.id.ends_with("/yes"));
    let owned = |(one, other): (&str, &str)| (one.to_owned(), other.to_owned());
    yes.map(|case| {
        let ((event, handler), seen) = case.outcome();
        (owned((event, handler.unwrap_or_default())), owned(seen))
    })
    .collect()
}

/// Returns a difference if the answer of a model had an effect, and a package says that it has none, or the other way
/// round.
fn other_outcome(case: &Recorded, answer: &Answer, yes: &Outcomes) -> Vec<String> {
    let ((event, handler), (action, agent)) = case.outcome();
    let key = (event.to_owned(), handler.unwrap_or_default().to_owned());
    let Some(unchanged) = yes.get(&key) else { return vec!["there is no case in which the model says yes".to_owned()] };
    let reached = case.seen.claude.iter().chain(&case.seen.user).any(|marker| marker == "reason");
    let had_effect = (action, agent) != (&unchanged.0, &unchanged.1) || reached;
    let effect = answer.more.get("reading").map_or(&Value::Null, |reading| &reading["effects"][0]);
    // Where only the reason has an effect, it has to be there.
    let tells = effect.get("reason").is_some() && case.stdout.contains("{{reason}}");
    let has_effect = effect["action"] != "continues" || tells;
    if had_effect == has_effect {
        return Vec::new();
    }
    vec![format!(
        "{action} and {agent} happened, the reason reached somebody: {reached}, and the package says {effect}"
    )]
}

fn document(case: &Recorded) -> Document {
    Document {
        id: case.id.clone(),
        read: if case.asks_model() { Side::Prompt } else { Side::Reply },
        event: Some(case.event.clone()),
        handler: case.handler.as_deref().map(|handler| handler.replace('-', "_")),
        host: None,
        tool: None,
        profile: None,
        asked: case
            .asks_model()
            .then(|| OfModel { continue_on_block: case.continue_on_block == Some(true), ..OfModel::default() }),
        bytes: marked(&case.stdout).into_bytes(),
    }
}

/// What stands around the name of a marker.
const MARK: &str = "mark-";
const END: &str = "-end";

/// Returns the texts of a reply whose fate is another one than a package says.
fn differences(case: &Recorded, answer: &Answer) -> Vec<String> {
    let problems = answer.more.get("problems").and_then(Value::as_array);
    let is_json = answer.more.get("kind").and_then(Value::as_str) == Some("json");
    // A server has to answer with an object. From others, plain text is no reply, and not refused.
    let can_be_refused = is_json || case.handler.as_deref() == Some("http");
    let is_refused = can_be_refused && problems.into_iter().flatten().any(|problem| problem["severity"] == "rejected");
    let mut found = Vec::new();
    // Where the host reports how a hook ended, a refused reply is an error, and plain text is not.
    if case.seen.hook != "none" && (case.seen.hook == "error") != is_refused {
        found.push(format!(
            "the host reports {}, and a package that the reply is refused: {is_refused}",
            case.seen.hook
        ));
    }
    if !is_json {
        return found;
    }
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
            // A value that does something else than what it is for has a problem of its own.
            None if !arrived
                && !UNSEEN.contains(&marker.as_str())
                && !problems.into_iter().flatten().any(|problem| is_about(problem, &pointer)) =>
            {
                found.push(format!("{pointer} reached nobody, and no problem says so"));
            }
            _ => {}
        }
    }
    found
}

/// Returns true if a problem says that the text at this place has no effect.
fn loses(problem: &Value, pointer: &str) -> bool {
    match problem["severity"].as_str() {
        Some("rejected") => true,
        Some("ignored" | "inert") => is_about(problem, pointer),
        _ => false,
    }
}

/// Returns true if a problem is about this place, or about a value that it is in.
fn is_about(problem: &Value, pointer: &str) -> bool {
    let at = problem["pointer"].as_str().unwrap_or_default();
    pointer == at || pointer.strip_prefix(at).is_some_and(|rest| !at.is_empty() && rest.starts_with('/'))
}

/// Returns the markers in a reply, each with its place.
fn texts(value: &Value, pointer: String) -> Vec<(String, String)> {
    match value {
        Value::String(text) => {
            let name = text.split_once(MARK).and_then(|(_, rest)| rest.split_once(END));
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
            "seen": {"action": "done", "agent": "stopped", "hook": "success", "claude": claude, "user": []},
        });
        let answer = json!({
            "id": "a", "verdict": true, "error": null, "kind": "json", "problems": problems,
            "payload": {"reason": "mark-reason-end"},
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
