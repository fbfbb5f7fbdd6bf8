//! The inputs of a session, and the hooks that ran on each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// An input, with the handlers that ran on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Firing {
    /// The keys of the input that decide which hooks run.
    pub input: Map<String, Value>,
    /// The ids of the handlers that ran, in alphabetical order, each as often as it ran.
    pub ran: Vec<String>,
    /// The ids in the order in which their processes started, which the records do not have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub started: Vec<String>,
    /// The arguments that a handler got after its id, if it got any, by its id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub given: BTreeMap<String, Vec<String>>,
}

/// The keys of an input that decide which hooks run: the event, what matchers and conditions are compared with, and the
/// folder.
const KEYS: [&str; 19] = [
    "hook_event_name",
    "cwd",
    "agent_type",
    "tool_name",
    "tool_input",
    "source",
    "reason",
    "trigger",
    "notification_type",
    "file_path",
    "command_name",
    "mcp_server_name",
    "load_reason",
    "to_model",
    "error",
    "prompt",
    "stop_hook_active",
    "memory_type",
    "custom_instructions",
];

/// One run of a handler.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Its arguments. The first is the id.
    pub arguments: Vec<String>,
    /// Its standard input.
    pub input: String,
    /// The numbers of the process around it, and of its own.
    pub process: (u32, u32),
}

impl Run {
    /// Reads what a hook wrote: its arguments, each with a unit separator behind it, a record separator, and its input.
    #[must_use]
    pub fn read(text: &str, process: (u32, u32)) -> Option<Self> {
        let (arguments, input) = text.split_once('\u{1e}')?;
        let arguments = arguments.split_terminator('\u{1f}').map(str::to_owned).collect();
        Some(Self { arguments, input: input.trim().to_owned(), process })
    }
}

/// Returns the firings of a session from the runs of its handlers, in the order of their starts. `root` is the folder of
/// the session, which firings name `{{root}}`.
#[must_use]
pub fn firings(runs: &[Run], root: &str) -> Vec<Firing> {
    let mut all: Vec<(&str, Firing)> = Vec::new();
    let mut started: Vec<&Run> = runs.iter().collect();
    started.sort_by_key(|run| run.process);
    for run in runs {
        let Some((id, given)) = run.arguments.split_first() else { continue };
        let firing = match all.iter_mut().position(|(input, _)| *input == run.input) {
            Some(at) => &mut all[at].1,
            None => {
                let input = essence(&run.input, root);
                let of_input = started.iter().filter(|it| it.input == run.input);
                let started = of_input.filter_map(|it| it.arguments.first().cloned()).collect();
                all.push((&run.input, Firing { input, ran: Vec::new(), started, given: BTreeMap::new() }));
                let last = all.len() - 1;
                &mut all[last].1
            }
        };
        firing.ran.push(id.clone());
        if !given.is_empty() {
            firing.given.insert(id.clone(), given.iter().map(|text| text.replace(root, "{{root}}")).collect());
        }
    }
    all.into_iter()
        .map(|(_, mut firing)| {
            firing.ran.sort();
            firing
        })
        .collect()
}

/// Returns the keys of an input that decide which hooks run.
fn essence(input: &str, root: &str) -> Map<String, Value> {
    let text = input.replace(root, "{{root}}");
    let Ok(Value::Object(mut input)) = serde_json::from_str(&text) else { return Map::new() };
    // On other events it is a text of the host.
    if input.get("hook_event_name").is_none_or(|event| event != "StopFailure") {
        input.remove("error");
    }
    let of_subagent = input.contains_key(SUBAGENT);
    let failed = input.get(RESPONSE).and_then(Value::as_str).is_some_and(|text| text.starts_with(FAILED));
    let mut kept: Map<String, Value> =
        KEYS.iter().filter_map(|key| Some(((*key).to_owned(), input.remove(*key)?))).collect();
    if of_subagent {
        kept.insert(SUBAGENT.to_owned(), "{{agent}}".into());
    }
    if failed {
        kept.insert(RESPONSE.to_owned(), FAILED.into());
    }
    kept
}

/// The key with the id of a subagent, which is another one each time. Inputs of the main thread do not have it.
const SUBAGENT: &str = "agent_id";

/// The key with what a tool returned. Only of a call that failed it decides which hooks run, and the rest of the text is
/// the host's.
const RESPONSE: &str = "tool_response";

/// How the response of a call that failed begins.
const FAILED: &str = "Error: ";

/// Returns the firings of the same scene with a host that starts in this folder of the project.
#[must_use]
pub fn started_in(mut all: Vec<Firing>, start: &str) -> Vec<Firing> {
    for firing in all.iter_mut().filter(|_| !start.is_empty()) {
        if firing.input.get("cwd").is_some_and(|cwd| cwd == "{{root}}/work") {
            firing.input["cwd"] = format!("{{{{root}}}}/work/{start}").into();
        }
    }
    all
}

/// Adds the inputs of a scene on which none of the handlers ran. `known` are the firings of a tree with a handler that
/// always runs; `is_of` says whether an event belongs to the tree.
#[must_use]
pub fn completed(mut seen: Vec<Firing>, known: &[Firing], is_of: impl Fn(&str) -> bool) -> Vec<Firing> {
    let event = |firing: &Firing| firing.input["hook_event_name"].as_str().unwrap_or_default().to_owned();
    let count = |all: &[Firing], input: &Map<String, Value>| all.iter().filter(|it| it.input == *input).count();
    for firing in known.iter().filter(|it| is_of(&event(it))) {
        if count(&seen, &firing.input) < count(known, &firing.input) {
            seen.push(Firing { ran: Vec::new(), started: Vec::new(), given: BTreeMap::new(), ..firing.clone() });
        }
    }
    // Inputs can come side by side, so their order says nothing.
    seen.sort_by_cached_key(|firing| serde_json::to_string(firing).unwrap_or_default());
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(id: &str, input: &str) -> Run {
        Run { arguments: vec![id.to_owned()], input: input.to_owned(), process: (0, 0) }
    }

    #[test]
    fn runs_on_one_input_are_one_firing() {
        let bash = r#"{"hook_event_name":"PreToolUse","tool_use_id":"1","cwd":"/s/work","tool_name":"Bash"}"#;
        let again = r#"{"hook_event_name":"PreToolUse","tool_use_id":"2","cwd":"/s/work","tool_name":"Bash"}"#;
        let all = firings(&[run("b", bash), run("a", bash), run("a", again), run("b", bash)], "/s");
        let ran: Vec<&[String]> = all.iter().map(|it| it.ran.as_slice()).collect();
        assert_eq!(ran, [&["a", "b", "b"][..], &["a"]]);
        assert_eq!(all[0].input["cwd"], "{{root}}/work");
        assert!(!all[0].input.contains_key("tool_use_id"));
    }

    #[test]
    fn an_input_without_a_run_is_a_firing_without_handlers() {
        let known =
            firings(&[run("w", r#"{"hook_event_name":"Stop"}"#), run("w", r#"{"hook_event_name":"Setup"}"#)], "/s");
        let all = completed(Vec::new(), &known, |event| event == "Stop");
        assert_eq!(all.len(), 1);
        assert!(all[0].ran.is_empty());
    }

    #[test]
    fn a_hook_writes_its_arguments_and_its_input() {
        let run = Run::read("a\u{1f}$x y\u{1f}\u{1e}{}\n", (7, 8));
        assert_eq!(
            run,
            Some(Run { arguments: vec!["a".to_owned(), "$x y".to_owned()], input: "{}".to_owned(), process: (7, 8) })
        );
    }
}
