//! Explanations: what the packages say in plain English about each cell of the catalogue, about random results, and about several
//! of them. The words are compared with the outcome beside them, and an advice is followed: the packages are asked again.

use std::collections::BTreeMap;

use hookwire_harness::{Root, catalogue};
use serde_json::{Value, json};

use super::cells;
use super::outcomes::{self, Hook, question};
use crate::binding::{self, PACKAGES};
use crate::processes::{Answer, Panel};
use crate::vector::Vector;

/// The number of sentences of an explanation.
const SENTENCES: usize = 3;
/// The number of faults of a package that are printed. All are counted.
const SHOWN: usize = 20;
/// What explanations call the readers of texts.
const READERS: [(&str, &str); 6] = [
    ("claude", "Claude"),
    ("debug-log", "the debug log"),
    ("host", "Claude Code itself"),
    ("subagent", "the subagent"),
    ("teammate", "the teammate"),
    ("user", "the user"),
];
/// Replies that block some event.
const REFUSALS: [&str; 4] = [
    r#"{"decision": "block", "reason": "why"}"#,
    r#"{"hookSpecificOutput": {"hookEventName": "EVENT", "permissionDecision": "deny", "permissionDecisionReason": "why"}}"#,
    r#"{"hookSpecificOutput": {"hookEventName": "EVENT", "decision": {"behavior": "deny", "message": "why"}}}"#,
    r#"{"hookSpecificOutput": {"hookEventName": "EVENT", "action": "decline"}}"#,
];

/// Hooks of one event, and the order in which they ended.
struct Case {
    id: String,
    hooks: Vec<Hook>,
    finished: Option<Vec<usize>>,
}

/// What an explanation or a problem says about another result of the same hook.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Promise {
    /// It blocks.
    Blocks,
    /// It stops the agent.
    Stops,
    /// It does not block.
    Passes,
    /// It allows the call, and nobody is asked.
    Allows,
    /// Somebody reads stderr.
    Heard,
    /// Nobody reads stderr.
    Unheard,
}

impl Promise {
    /// Returns what an outcome says otherwise.
    fn broken(self, outcome: &Value) -> Option<String> {
        let is_heard = || {
            let is_read = |it: &Value| it["from"] == "stderr" && it["audience"] != json!(["debug-log"]);
            list(outcome, "texts").any(is_read)
        };
        let holds = match self {
            Self::Blocks => outcome["action"] == "blocked",
            Self::Stops => outcome["stop"] == true || outcome["agent"] == "stops",
            Self::Passes => outcome["action"] != "blocked",
            Self::Allows => outcome["action"] == "allowed",
            Self::Heard => is_heard(),
            Self::Unheard => !is_heard(),
        };
        // Of the reply that was written as advised, nothing is wrong. The event can be that of another input, and the host can
        // be older than the event, or than the part of a reply for its event.
        let is_advice = matches!(self, Self::Blocks | Self::Stops);
        let is_newer = |it: &Value| {
            it["code"] == "unsupported-by-host" && (it["pointer"] == "" || it["pointer"] == "/hookSpecificOutput")
        };
        if is_advice && (list(outcome, "depends_on").next().is_some() || list(outcome, "problems").any(is_newer)) {
            // A condition that the context leaves open decides.
            return None;
        }
        let is_of_case = |it: &Value| it["pointer"] == "/hook_event_name";
        let is_wrong = |it: &&Value| is_advice && it["severity"] != "deprecated" && !is_of_case(it);
        let wrong: Vec<&Value> = list(outcome, "problems").filter(is_wrong).collect();
        (!holds || !wrong.is_empty()).then(|| format!("leads to {} with {wrong:?}", outcome["action"]))
    }
}

/// Asks every package, and then about what it advises. Returns true if its words agree with its outcomes.
///
/// # Errors
/// The catalogue cannot be read, or a package cannot be asked.
pub fn run(root: &Root, seed: u64, count: usize) -> Result<bool, String> {
    let catalogue = catalogue::read(root)?;
    let events = catalogue["events"].as_array().cloned().unwrap_or_default();
    let event = |name: &str| events.iter().find(|it| it["name"] == name).cloned().unwrap_or_default();
    let mut cases: Vec<Case> = Vec::new();
    let alone = |(id, hook): (String, Hook)| Case { id, hooks: vec![hook], finished: None };
    cases.extend(cells::hooks(root)?.into_iter().map(alone));
    for (id, hooks, finished) in outcomes::random(root, seed, count)? {
        if hooks.len() > 1 {
            let each = hooks.iter().enumerate().map(|(at, hook)| alone((format!("{id}#{at}"), hook.clone())));
            cases.extend(each);
        }
        cases.push(Case { id, hooks, finished });
    }
    let packages = binding::prepared(root, PACKAGES)?;
    let mut panel = Panel::start(&packages)?;
    let asked: Vec<Vector> = cases.iter().map(|it| question(&it.id, &it.hooks, it.finished.as_deref())).collect();
    let answers = panel.ask(&asked)?;
    let mut found: Vec<Vec<String>> = vec![Vec::new(); packages.len()];
    let mut more: BTreeMap<String, (Vector, Promise, String)> = BTreeMap::new();
    for (answers, found) in answers.iter().zip(&mut found) {
        let outcomes: BTreeMap<&str, &Value> =
            cases.iter().zip(answers).filter_map(|(it, answer)| Some((it.id.as_str(), outcome(answer)?))).collect();
        for case in &cases {
            let Some(outcome) = outcomes.get(case.id.as_str()) else { continue };
            let mut faults = faults(case, outcome);
            if case.hooks.len() > 1 {
                let one = |at: usize| outcomes.get(format!("{}#{at}", case.id).as_str()).copied();
                let singles: Vec<&Value> = (0..case.hooks.len()).filter_map(one).collect();
                faults.extend(lost(case, outcome, &singles, &event(&outcome["event"].to_string().replace('"', ""))));
            } else if let Some(hook) = case.hooks.first() {
                for (hook, promise) in promises(hook, outcome) {
                    let line = question("", std::slice::from_ref(&hook), None).line;
                    let id = format!("advice/{}", more.len());
                    let vector = question(&id, &[hook], None);
                    more.entry(format!("{line}{}", promise as u8)).or_insert((vector, promise, case.id.clone()));
                }
            }
            found.extend(faults.into_iter().map(|fault| format!("{}: {fault}, of {outcome}", case.id)));
        }
    }
    let advised: Vec<&(Vector, Promise, String)> = more.values().collect();
    let vectors: Vec<Vector> = advised.iter().map(|(vector, ..)| vector.clone()).collect();
    let answers = panel.ask(&vectors)?;
    panel.finish()?;
    for (answers, found) in answers.iter().zip(&mut found) {
        for ((vector, promise, id), answer) in advised.iter().zip(answers) {
            let broken = outcome(answer).and_then(|it| promise.broken(it));
            found.extend(broken.map(|fault| format!("{id}: what it says {fault}: {}", vector.line)));
        }
    }
    for (package, found) in packages.iter().zip(&found) {
        found.iter().take(SHOWN).for_each(|fault| println!("{}: {fault}", package.name));
        println!(
            "{}: {} explanations, {} results as advised, faults: {}",
            package.name,
            cases.len(),
            advised.len(),
            found.len()
        );
    }
    Ok(found.iter().all(Vec::is_empty))
}

fn outcome(answer: &Answer) -> Option<&Value> {
    answer.more.get("outcome")
}

fn list<'a>(outcome: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    outcome[key].as_array().into_iter().flatten()
}

fn explanation(outcome: &Value) -> &str {
    outcome["explanation"].as_str().unwrap_or_default()
}

/// Returns what an explanation says otherwise than the outcome, or leaves out.
fn faults(case: &Case, outcome: &Value) -> Vec<String> {
    let said = explanation(outcome).to_lowercase();
    let mut found = Vec::new();
    let prose: String = said.split('`').step_by(2).collect();
    let sentences = prose.matches(". ").count() + 1;
    if sentences > SENTENCES {
        found.push(format!("{sentences} sentences"));
    }
    for text in list(outcome, "texts") {
        let from = text["from"].as_str().unwrap_or_default();
        let source = match from.rsplit_once('/') {
            Some((_, key)) => format!("`{key}`"),
            None if from.starts_with("std") => from.to_owned(),
            None => format!("the {from}"),
        };
        let name = |who: &Value| READERS.iter().find(|(word, _)| who == word).map_or("nobody", |(_, name)| *name);
        let readers: Vec<&str> = list(text, "audience").map(name).collect();
        let clause = match text["audience"] == json!(["unknown"]) {
            true => format!("it is not known who reads {source}"),
            false => format!("{source} reaches {}", readers.join(" and ")),
        };
        let clause = clause.to_lowercase();
        if !said.contains(&clause) {
            found.push(format!("it does not say that {clause}"));
        }
    }
    let is_empty = |key: &str| list(outcome, key).next().is_none();
    let is_quiet = is_empty("texts") && is_empty("effects") && outcome["stop"] == false;
    let is_replaced = outcome.get("new_input").is_some() || outcome.get("new_output").is_some();
    if said.contains("as if there were no hook") && (!is_quiet || is_replaced || outcome["agent"] == "retries") {
        found.push("something happens".to_owned());
    }
    if said.contains("the hook says nothing") && !is_quiet {
        found.push("the hook says something".to_owned());
    }
    let is_shown = |it: &Value| it["purpose"] == "display";
    if said.contains("the original text is shown") && list(outcome, "texts").any(is_shown) {
        found.push("another text is shown".to_owned());
    }
    let is_fatal = |it: &Value| {
        // An input that a reply gives to a tool is held against the tool, as that of a payload: see `problem.schema.json`.
        (it["severity"] == "rejected" || it["severity"] == "mismatch")
            && it["pointer"].as_str().is_some_and(|it| it.contains("/updatedInput/"))
    };
    if said.contains("does not fit the tool") && !list(outcome, "problems").any(is_fatal) {
        found.push("no problem is as severe as the denial".to_owned());
    }
    if let [hook] = case.hooks.as_slice() {
        found.extend(of_texts(hook, outcome));
    }
    found
}

/// Returns what is wrong with the texts of a hook, and with what its problems say of them.
fn of_texts(hook: &Hook, outcome: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let has_no_effect = |it: &&Value| it["message"].as_str().is_some_and(|it| it.contains("has no effect on"));
    // The text of a failure, of an error, or in a log is no effect of what it says.
    let fails = outcome.get("failure").is_some();
    let acts =
        |it: &Value| !fails && it["from"] == "stdout" && it["purpose"] != "error-notice" && it["purpose"] != "log";
    let is_said = list(outcome, "problems").find(has_no_effect).filter(|_| list(outcome, "texts").any(acts));
    if let Some(problem) = is_said {
        found.push(format!("the whole text has an effect, and a problem says {}", problem["message"]));
    }
    let is_failure = hook.result["kind"] == "signalled"
        || (hook.result["kind"] == "exited" && hook.result["code"] != 0 && hook.result["code"] != 2);
    let is_long = |it: &Value| {
        it["from"] == "stderr"
            && it["purpose"] == "error-notice"
            && it["text"].as_str().is_some_and(|it| it.contains('\n'))
    };
    if is_failure && list(outcome, "texts").any(is_long) {
        found.push("the user sees the first line only".to_owned());
    }
    found
}

/// Returns what the explanation of several hooks does not say of the input that they replace.
fn lost(case: &Case, outcome: &Value, singles: &[&Value], event: &Value) -> Vec<String> {
    if outcome.get("new_input").is_none() || singles.len() != case.hooks.len() {
        return Vec::new();
    }
    let order = case.finished.clone().unwrap_or_else(|| (0..singles.len()).collect());
    let of = |at: &usize| singles.get(*at).copied().unwrap_or(&Value::Null);
    let decides = |it: &Value| it["stop"] == true || it["action"] == "allowed" || it["action"] == "blocked";
    let heard = match order.iter().position(|at| decides(of(at))) {
        Some(at) if event["combines"] == "first-decides" => at + 1,
        _ => order.len(),
    };
    let replace: Vec<usize> =
        order.into_iter().take(heard).filter(|at| of(at).get("new_input").is_some()).map(|at| at + 1).collect();
    let Some((last, others)) = replace.split_last() else { return Vec::new() };
    let said = explanation(outcome).to_lowercase();
    let mut expected = vec![format!("the input is that of hook {last}")];
    expected.extend(others.iter().map(|it| format!("the input of hook {it} is lost")));
    expected.into_iter().filter(|it| !said.contains(it)).map(|it| format!("it does not say that {it}")).collect()
}

/// Returns a reply with an input for a tool that asks the user and needs no arguments.
fn with_input(reply: &str, event: &str) -> Option<String> {
    let mut reply: Value = serde_json::from_str(reply).ok()?;
    let specific =
        reply.as_object_mut()?.entry("hookSpecificOutput").or_insert_with(|| json!({"hookEventName": event}));
    let at = if specific.get("decision").is_some() { specific.get_mut("decision")? } else { specific };
    at.as_object_mut()?.insert("updatedInput".to_owned(), json!({}));
    Some(reply.to_string())
}

/// Returns other results of a hook, with what its explanation and its problems say of them.
fn promises(hook: &Hook, outcome: &Value) -> Vec<(Hook, Promise)> {
    let mut all: Vec<(Value, Promise)> = Vec::new();
    let said = explanation(outcome);
    let exits = |code: u8, stdout: &str| json!({"kind": "exited", "code": code, "stdout": stdout, "stderr": "why"});
    for (start, promise) in [("To block, ", Promise::Blocks), ("To stop Claude, ", Promise::Stops)] {
        let Some((_, advice)) = said.split_once(start) else { continue };
        if advice.starts_with("exit with 2") {
            all.push((exits(2, ""), promise));
        }
        if let Some((reply, _)) = advice.split_once("print `").and_then(|(_, rest)| rest.split_once('`')) {
            all.push((exits(0, reply), promise));
        }
        if let Some((reply, _)) = advice.split_once("answer with `").and_then(|(_, rest)| rest.split_once('`')) {
            let is_tool =
                hook.result["kind"] == "mcp" || hook.context.get("handler").is_some_and(|it| it["type"] == "mcp_tool");
            let of_tool = json!({"kind": "mcp", "text": reply, "is_error": false});
            let of_http = json!({"kind": "http", "status": 200, "body": reply});
            all.push((if is_tool && hook.result["kind"] != "http" { of_tool } else { of_http }, promise));
        }
    }
    if said.contains("write `updatedInput` with the arguments") {
        let with_input = hook.result["stdout"].as_str().and_then(|stdout| with_input(stdout, &hook.event));
        all.extend(with_input.map(|reply| (exits(0, &reply), Promise::Allows)));
    }
    if said.contains("No hook can block this event.") {
        all.push((exits(2, ""), Promise::Passes));
        all.extend(REFUSALS.iter().map(|reply| (exits(0, &reply.replace("EVENT", &hook.event)), Promise::Passes)));
    }
    let is_unread = |it: &&Value| it["code"] == "not-json" && it["severity"] == "inert" && it["pointer"] == "";
    if let Some(problem) = list(outcome, "problems").find(is_unread).filter(|_| hook.result["code"] == 2) {
        let is_named = problem["message"].as_str().is_some_and(|it| it.contains("write it to stderr"));
        all.push((exits(2, ""), if is_named { Promise::Heard } else { Promise::Unheard }));
    }
    let other = |(result, promise)| (Hook { result, ..hook.clone() }, promise);
    all.into_iter().map(other).collect()
}
